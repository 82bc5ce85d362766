/* Delivery: rounds, and the receivers of a telegram.
 * Cost: a round sorts its telegrams by radix, and with telegrams to a radius all positions by cells. A
 * telegram to a radius looks at the cells that touch its circle; at all positions, where the circle
 * has more rows of cells than there are positions. */
#include "mind/messages/messages.h"

#include "base/core/message.h"
#include "base/math/predicates.h"

/* ---- positions ---- */

static uint32_t cell_of(double coordinate, double cell_size)
{
    /* Cells are 1 m or larger and coordinates within 2^30, so indices fit after the shift. */
    return (uint32_t)(int64_t)(coordinate / cell_size + (double)((int64_t)1 << 31));
}

static uint64_t key_of(uint32_t column, uint32_t row)
{
    return (uint64_t)row << 32 | column;
}

static bool is_position(wend_vec2 p)
{
    return wendi_coordinate_is_valid(p.x) && wendi_coordinate_is_valid(p.y);
}

/* Reads all positions, sorted by row and column of cells. */
static void see_positions(wend_messages *messages, const wend_message_handler *handler)
{
    messages->seen_count = 0;
    for (uint32_t i = 0; i < messages->agent_count; i++) {
        wendi_message_agent it = messages->agents[i];
        if (handler->position != NULL) {
            it.has_position = handler->position(handler->user, it.number, &it.position) &&
                              is_position(it.position);
        }
        if (it.has_position) {
            const uint32_t at = messages->seen_count++;
            messages->seen[at] = it;
            messages->cells[at] =
                (wendi_sort_pair){key_of(cell_of(it.position.x, messages->cell_size),
                                         cell_of(it.position.y, messages->cell_size)),
                                  at};
        }
    }
    wendi_sort_pairs(messages->cells, messages->sort_scratch, messages->seen_count);
}

static void receive_if_near(wend_messages *messages, const wend_telegram *telegram, uint32_t seen)
{
    const wendi_message_agent *it = &messages->seen[seen];
    const double x = it->position.x - telegram->centre.x, y = it->position.y - telegram->centre.y;
    if (x * x + y * y <= telegram->radius * telegram->radius) {
        messages->receivers[messages->receiver_count++] = (wendi_sort_pair){it->number, 0};
    }
}

/* The first entry of the sorted cells with this key or a greater one. */
static uint32_t lower_bound(const wend_messages *messages, uint64_t key)
{
    uint32_t low = 0, high = messages->seen_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (messages->cells[middle].key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static double within(double coordinate)
{
    return coordinate < -WEND_COORDINATE_MAX  ? -WEND_COORDINATE_MAX
           : coordinate > WEND_COORDINATE_MAX ? WEND_COORDINATE_MAX
                                              : coordinate;
}

static void find_near(wend_messages *messages, const wend_telegram *telegram)
{
    const double size = messages->cell_size, radius = telegram->radius;
    const wend_vec2 centre = telegram->centre;
    const uint32_t left = cell_of(within(centre.x - radius), size);
    const uint32_t right = cell_of(within(centre.x + radius), size);
    const uint32_t top = cell_of(within(centre.y - radius), size);
    const uint32_t bottom = cell_of(within(centre.y + radius), size);
    if (bottom - top >= messages->seen_count) {
        for (uint32_t i = 0; i < messages->seen_count; i++) {
            receive_if_near(messages, telegram, i);
        }
        return;
    }
    for (uint32_t row = top; row <= bottom; row++) {
        uint32_t at = lower_bound(messages, key_of(left, row));
        for (; at < messages->seen_count && messages->cells[at].key <= key_of(right, row); at++) {
            receive_if_near(messages, telegram, messages->cells[at].value);
        }
    }
}

/* ---- receivers ---- */

static void find_group(wend_messages *messages, uint32_t group)
{
    uint32_t at = wendi_messages_membership_bound(messages, group, 0);
    for (; at < messages->membership_count && messages->memberships[at].group == group; at++) {
        messages->receivers[messages->receiver_count++] =
            (wendi_sort_pair){messages->memberships[at].agent, 0};
    }
}

/* The receivers, by rising number. */
static void find_receivers(wend_messages *messages, const wend_telegram *telegram)
{
    messages->receiver_count = 0;
    if (telegram->to == WEND_TO_GROUP) {
        find_group(messages, (uint32_t)telegram->receiver);
        return;
    }
    if (telegram->to == WEND_TO_RADIUS) {
        find_near(messages, telegram);
    } else {
        for (uint32_t i = 0; i < messages->agent_count; i++) {
            messages->receivers[messages->receiver_count++] =
                (wendi_sort_pair){messages->agents[i].number, 0};
        }
    }
    wendi_sort_pairs(messages->receivers, messages->sort_scratch, messages->receiver_count);
}

static void report_dead(wend_messages *messages, const wend_message_handler *handler,
                        uint64_t agent, const wend_telegram *telegram, wend_dead_reason reason)
{
    messages->counts.gone += reason == WEND_DEAD_GONE ? 1 : 0;
    messages->counts.empty += reason == WEND_DEAD_EMPTY ? 1 : 0;
    messages->counts.unhandled += reason == WEND_DEAD_UNHANDLED ? 1 : 0;
    if (handler->dead != NULL) {
        handler->dead(handler->user, agent, telegram, reason);
    }
}

static void hand_to(wend_messages *messages, const wend_message_handler *handler, uint64_t agent,
                    const wend_telegram *telegram)
{
    if (wendi_agent_slots_find(&messages->table, agent) == WENDI_AGENT_SLOT_NONE) {
        report_dead(messages, handler, agent, telegram, WEND_DEAD_GONE);
    } else if (handler->deliver != NULL && handler->deliver(handler->user, agent, telegram)) {
        messages->counts.delivered++;
    } else {
        report_dead(messages, handler, agent, telegram, WEND_DEAD_UNHANDLED);
    }
}

static void hand_out(wend_messages *messages, const wend_message_handler *handler,
                     const wend_telegram *telegram)
{
    if (telegram->to == WEND_TO_AGENT) {
        hand_to(messages, handler, telegram->receiver, telegram);
        return;
    }
    uint32_t reached = 0;
    find_receivers(messages, telegram);
    for (uint32_t i = 0; i < messages->receiver_count; i++) {
        const uint64_t agent = messages->receivers[i].key;
        if (agent != telegram->sender || telegram->includes_sender) {
            hand_to(messages, handler, agent, telegram);
            reached++;
        }
    }
    messages->receiver_count = 0;
    if (reached == 0) {
        report_dead(messages, handler, 0, telegram, WEND_DEAD_EMPTY);
    }
}

/* ---- rounds ---- */

/* Takes the list `now` as the round, sorted by due tick, priority and number. @return true if one of
 * them goes to a radius. */
static bool begin_round(wend_messages *messages)
{
    bool has_radius = false, has_several = false, is_sorted = true;
    uint32_t count = 0;
    uint64_t first_due = 0, last_key = 0;
    int32_t index = messages->now.first;
    while (index != WENDI_TELEGRAM_NONE) {
        wendi_telegram_slot *slot = wendi_telegram_at(messages, (uint32_t)index);
        const wend_telegram *telegram = &slot->telegram;
        first_due = count == 0 ? telegram->due : first_due;
        has_several = has_several || telegram->due != first_due;
        has_radius = has_radius || telegram->to == WEND_TO_RADIUS;
        const uint64_t key =
            (uint64_t)(WEND_TELEGRAM_PRIORITY_MAX - telegram->priority) << 60 | telegram->number;
        messages->round[count++] = (wendi_sort_pair){key, (uint32_t)index};
        is_sorted = is_sorted && key >= last_key;
        last_key = key;
        index = slot->next;
    }
    if (!is_sorted) {
        wendi_sort_pairs(messages->round, messages->round_scratch, count);
    }
    if (has_several) {
        for (uint32_t i = 0; i < count; i++) {
            messages->round[i].key =
                wendi_telegram_at(messages, messages->round[i].value)->telegram.due;
        }
        wendi_sort_pairs(messages->round, messages->round_scratch, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        wendi_telegram_slot *slot = wendi_telegram_at(messages, messages->round[i].value);
        slot->state = WENDI_TELEGRAM_ROUND;
        slot->previous = (int32_t)i;
    }
    messages->round_count = count;
    messages->now = (wendi_telegram_list){WENDI_TELEGRAM_NONE, WENDI_TELEGRAM_NONE};
    return has_radius;
}

/* Slots do not move, and this one is not used again before it is released. */
static void run_round(wend_messages *messages, const wend_message_handler *handler)
{
    for (uint32_t i = 0; i < messages->round_count; i++) {
        const uint32_t index = messages->round[i].value;
        if (index != UINT32_MAX) { /* it was cancelled */
            wendi_messages_unlink(messages, index);
            hand_out(messages, handler, &wendi_telegram_at(messages, index)->telegram);
            wendi_messages_release(messages, index);
        }
    }
    messages->round_count = 0;
}

wend_result wend_messages_deliver(wend_messages *messages, uint64_t tick,
                                  const wend_message_handler *handler)
{
    static const char function[] = "wend_messages_deliver";
    static const wend_message_handler none = {.user = NULL};
    if (messages == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (messages->is_delivering) {
        return wendi_fail_plain(&messages->message, function, WEND_ERROR_BUSY);
    }
    if (tick < messages->tick || tick > WEND_MESSAGES_TICK_MAX) {
        return wendi_refuse(&messages->message, function, "tick", (double)tick,
                            (double)messages->tick, (double)WEND_MESSAGES_TICK_MAX);
    }
    const wend_message_handler by = handler != NULL ? *handler : none;
    messages->is_delivering = true;
    wendi_messages_advance(messages, tick);
    for (uint32_t i = 0; i < messages->max_rounds && messages->now.first != WENDI_TELEGRAM_NONE;
         i++) {
        if (begin_round(messages)) {
            see_positions(messages, &by);
        }
        run_round(messages, &by);
        messages->seen_count = 0;
    }
    int32_t left = messages->now.first;
    for (; left != WENDI_TELEGRAM_NONE; left = wendi_telegram_at(messages, (uint32_t)left)->next) {
        messages->counts.postponed++;
    }
    messages->is_delivering = false;
    return messages->now.first == WENDI_TELEGRAM_NONE ? WEND_OK : WEND_PARTIAL;
}
