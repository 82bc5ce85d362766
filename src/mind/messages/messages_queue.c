/* Telegrams that wait: sending, merging, cancelling, and the lists by due tick.
 * Cost: constant time; a repeat is looked for among telegrams of equal type, sender and receiver. */
#include "mind/messages/messages.h"

#include "base/core/message.h"
#include "base/math/predicates.h"

#include <float.h>
#include <string.h>

enum { COOKIE = 0x54454C31, AHEAD = 64 };

/* Of a page: two pairs and an index for each slot, and its pointer. */
static const size_t LIST_BYTES =
    WENDI_TELEGRAM_PAGE * (2 * sizeof(wendi_sort_pair) + sizeof(uint32_t)) +
    sizeof(wendi_telegram_slot *);

wend_telegram_def wend_telegram_def_default(void)
{
    wend_telegram_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    return def;
}

/* ---- checks ---- */

static wend_result check_payload(const wend_payload *payload, wend_message *m, const char *function)
{
    for (uint32_t i = 0; i < WEND_PAYLOAD_NUMBERS; i++) {
        if (!(payload->numbers[i] >= -DBL_MAX && payload->numbers[i] <= DBL_MAX)) {
            return wendi_refuse(m, function, "payload.numbers", payload->numbers[i], -DBL_MAX,
                                DBL_MAX);
        }
    }
    if (payload->byte_count > WEND_PAYLOAD_BYTES) {
        return wendi_refuse(m, function, "payload.byte_count", payload->byte_count, 0,
                            WEND_PAYLOAD_BYTES);
    }
    const wend_vec2 at = payload->position;
    return wendi_coordinate_is_valid(at.x) && wendi_coordinate_is_valid(at.y)
               ? WEND_OK
               : wendi_check_vec2(m, function, "payload.position", at);
}

static wend_result check_receivers(const wend_telegram_def *def, wend_message *m,
                                   const char *function)
{
    if ((uint32_t)def->to > WEND_TO_ALL) {
        return wendi_refuse(m, function, "to", (double)(uint32_t)def->to, WEND_TO_AGENT,
                            WEND_TO_ALL);
    }
    if (def->to == WEND_TO_GROUP && def->receiver > UINT32_MAX) {
        return wendi_refuse(m, function, "receiver", (double)def->receiver, 0, UINT32_MAX);
    }
    if (!(def->radius >= 0 && def->radius <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(m, function, "radius", def->radius, 0, WEND_COORDINATE_MAX);
    }
    /* The text of a refusal is made only where there is one. */
    return wendi_coordinate_is_valid(def->centre.x) && wendi_coordinate_is_valid(def->centre.y)
               ? WEND_OK
               : wendi_check_vec2(m, function, "centre", def->centre);
}

static wend_result check_telegram(const wend_telegram_def *def, wend_message *m,
                                  const char *function)
{
    const wend_result result = check_receivers(def, m, function);
    if (result != WEND_OK) {
        return result;
    }
    if (def->type > WEND_TELEGRAM_TYPE_MAX) {
        return wendi_refuse(m, function, "type", def->type, 0, WEND_TELEGRAM_TYPE_MAX);
    }
    if (def->priority > WEND_TELEGRAM_PRIORITY_MAX) {
        return wendi_refuse(m, function, "priority", def->priority, 0, WEND_TELEGRAM_PRIORITY_MAX);
    }
    if (def->delay > WEND_TELEGRAM_DELAY_MAX) {
        return wendi_refuse(m, function, "delay", (double)def->delay, 0,
                            (double)WEND_TELEGRAM_DELAY_MAX);
    }
    if ((uint32_t)def->merge > WEND_MERGE_REPLACE) {
        return wendi_refuse(m, function, "merge", (double)(uint32_t)def->merge, WEND_MERGE_NONE,
                            WEND_MERGE_REPLACE);
    }
    if (def->merge_window > WEND_TELEGRAM_DELAY_MAX) {
        return wendi_refuse(m, function, "merge_window", (double)def->merge_window, 0,
                            (double)WEND_TELEGRAM_DELAY_MAX);
    }
    return check_payload(&def->payload, m, function);
}

/* ---- memory ---- */

/* The arrays with an entry for each slot, and the list of pages, are one block. */
static bool grow_lists(wend_messages *messages)
{
    const size_t old = messages->list_capacity;
    const size_t capacity = old == 0 ? (size_t)WENDI_TELEGRAM_PAGE : 2 * old;
    wendi_sort_pair *round =
        wendi_alloc_items(&messages->allocator, capacity / WENDI_TELEGRAM_PAGE, LIST_BYTES);
    if (round == NULL) {
        return false;
    }
    wendi_sort_pair *scratch = round + capacity;
    const size_t page_bytes = capacity / WENDI_TELEGRAM_PAGE * sizeof(wendi_telegram_slot *);
    wendi_telegram_slot **pages = wendi_part_of(round, 2 * capacity * sizeof *round);
    uint32_t *free_slots = wendi_part_of(round, 2 * capacity * sizeof *round + page_bytes);
    if (old > 0) {
        memcpy(round, messages->round, messages->round_count * sizeof *round);
        memcpy(pages, messages->pages, messages->page_count * sizeof *pages);
        memcpy(free_slots, messages->free_slots, messages->free_count * sizeof *free_slots);
    }
    wendi_free(&messages->allocator, messages->round, old / WENDI_TELEGRAM_PAGE * LIST_BYTES);
    messages->round = round;
    messages->round_scratch = scratch;
    messages->pages = pages;
    messages->free_slots = free_slots;
    messages->list_capacity = (uint32_t)capacity;
    return true;
}

static bool grow_page(wend_messages *messages)
{
    const uint32_t slots = messages->page_count * WENDI_TELEGRAM_PAGE;
    if (slots == messages->list_capacity && !grow_lists(messages)) {
        return false;
    }
    wendi_telegram_slot *page =
        wendi_alloc_items_zero(&messages->allocator, WENDI_TELEGRAM_PAGE, sizeof *page);
    if (page != NULL) {
        messages->pages[messages->page_count++] = page;
    }
    return page != NULL;
}

void wendi_messages_free_slots(wend_messages *messages)
{
    for (uint32_t i = 0; i < messages->page_count; i++) {
        wendi_free(&messages->allocator, messages->pages[i],
                   WENDI_TELEGRAM_PAGE * sizeof **messages->pages);
    }
    wendi_free(&messages->allocator, messages->round,
               messages->list_capacity / WENDI_TELEGRAM_PAGE * LIST_BYTES);
    wendi_free(&messages->allocator, messages->buckets,
               messages->bucket_count * sizeof *messages->buckets);
}

size_t wendi_messages_slot_bytes(const wend_messages *messages)
{
    return messages->page_count * (WENDI_TELEGRAM_PAGE * sizeof **messages->pages) +
           messages->list_capacity / WENDI_TELEGRAM_PAGE * LIST_BYTES +
           messages->bucket_count * sizeof *messages->buckets;
}

bool wendi_messages_reserve_slots(wend_messages *messages, uint32_t more)
{
    const uint32_t fresh = more > messages->free_count ? more - messages->free_count : 0;
    while ((uint64_t)messages->slot_count + fresh >
           (uint64_t)messages->page_count * WENDI_TELEGRAM_PAGE) {
        if (!grow_page(messages)) {
            return false;
        }
    }
    return true;
}

/* ---- lists ---- */

void wendi_messages_append(wend_messages *messages, wendi_telegram_list *list, uint32_t index)
{
    wendi_telegram_slot *slot = wendi_telegram_at(messages, index);
    slot->next = WENDI_TELEGRAM_NONE;
    slot->previous = list->last;
    if (list->last == WENDI_TELEGRAM_NONE) {
        list->first = (int32_t)index;
    } else {
        wendi_telegram_at(messages, (uint32_t)list->last)->next = (int32_t)index;
    }
    list->last = (int32_t)index;
}

static wendi_telegram_list *list_of(wend_messages *messages, const wendi_telegram_slot *slot)
{
    return slot->state == WENDI_TELEGRAM_NOW ? &messages->now
           : slot->state == WENDI_TELEGRAM_FAR
               ? &messages->far
               : &messages->wheel[slot->telegram.due % WENDI_MESSAGES_WHEEL];
}

static void put_by_due(wend_messages *messages, uint32_t index)
{
    wendi_telegram_slot *slot = wendi_telegram_at(messages, index);
    slot->state = slot->telegram.due <= messages->tick      ? WENDI_TELEGRAM_NOW
                  : slot->telegram.due <= messages->horizon ? WENDI_TELEGRAM_WHEEL
                                                            : WENDI_TELEGRAM_FAR;
    wendi_messages_append(messages, list_of(messages, slot), index);
}

static void take_off_list(wend_messages *messages, wendi_telegram_slot *slot)
{
    wendi_telegram_list *list = list_of(messages, slot);
    if (slot->previous == WENDI_TELEGRAM_NONE) {
        list->first = slot->next;
    } else {
        wendi_telegram_at(messages, (uint32_t)slot->previous)->next = slot->next;
    }
    if (slot->next == WENDI_TELEGRAM_NONE) {
        list->last = slot->previous;
    } else {
        wendi_telegram_at(messages, (uint32_t)slot->next)->previous = slot->previous;
    }
}

/* Moves all of a list to where their due ticks belong now. */
static void put_again(wend_messages *messages, wendi_telegram_list *list)
{
    int32_t index = list->first;
    *list = (wendi_telegram_list){WENDI_TELEGRAM_NONE, WENDI_TELEGRAM_NONE};
    while (index != WENDI_TELEGRAM_NONE) {
        const int32_t next = wendi_telegram_at(messages, (uint32_t)index)->next;
        put_by_due(messages, (uint32_t)index);
        index = next;
    }
}

void wendi_messages_advance(wend_messages *messages, uint64_t tick)
{
    const uint64_t from = messages->tick;
    const uint64_t passed = tick - from < WENDI_MESSAGES_WHEEL ? tick - from : WENDI_MESSAGES_WHEEL;
    messages->tick = tick;
    for (uint64_t i = 1; i <= passed; i++) {
        put_again(messages, &messages->wheel[(from + i) % WENDI_MESSAGES_WHEEL]);
    }
    if (tick + AHEAD > messages->horizon) {
        messages->horizon = tick + WENDI_MESSAGES_WHEEL - 1;
        put_again(messages, &messages->far);
    }
}

/* ---- repeats ---- */

static uint32_t bucket_of(const wend_messages *messages, uint32_t type, uint64_t sender,
                          uint64_t receiver)
{
    uint64_t hash = wend_hash_u64(wend_hash_begin(), type);
    hash = wend_hash_u64(wend_hash_u64(hash, sender), receiver);
    return (uint32_t)(hash >> 32) & (messages->bucket_count - 1);
}

static int32_t *bucket_of_telegram(wend_messages *messages, const wend_telegram *telegram)
{
    return &messages->buckets[bucket_of(messages, telegram->type, telegram->sender,
                                        telegram->receiver)];
}

bool wendi_messages_reserve_buckets(wend_messages *messages)
{
    const uint32_t wanted = messages->page_count * WENDI_TELEGRAM_PAGE;
    if (messages->bucket_count >= wanted && messages->bucket_count > 0) {
        return true;
    }
    uint32_t count = WENDI_TELEGRAM_PAGE;
    while (count < wanted) {
        count *= 2;
    }
    int32_t *buckets = wendi_alloc_items(&messages->allocator, count, sizeof *buckets);
    if (buckets == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        buckets[i] = WENDI_TELEGRAM_NONE;
    }
    wendi_free(&messages->allocator, messages->buckets,
               messages->bucket_count * sizeof *messages->buckets);
    messages->buckets = buckets;
    messages->bucket_count = count;
    for (uint32_t i = 0; i < messages->slot_count; i++) {
        wendi_telegram_slot *slot = wendi_telegram_at(messages, i);
        if (slot->state != WENDI_TELEGRAM_FREE && slot->telegram.merge != WEND_MERGE_NONE) {
            int32_t *first = bucket_of_telegram(messages, &slot->telegram);
            slot->next_in_bucket = *first;
            *first = (int32_t)i;
        }
    }
    return true;
}

/* Equal positions have equal bits: -0 is never kept, NaN refused. */
static bool is_equal(double a, double b)
{
    return a <= b && a >= b;
}

static bool is_repeat(const wend_telegram_def *def, uint64_t due, const wend_telegram *it)
{
    const uint64_t apart = it->due > due ? it->due - due : due - it->due;
    return it->type == def->type && it->sender == def->sender && it->to == def->to &&
           (it->to == WEND_TO_ALL || it->to == WEND_TO_RADIUS || it->receiver == def->receiver) &&
           (it->to != WEND_TO_RADIUS ||
            (is_equal(it->radius, def->radius) && is_equal(it->centre.x, def->centre.x) &&
             is_equal(it->centre.y, def->centre.y))) &&
           it->includes_sender == def->includes_sender && apart <= def->merge_window;
}

/* What `receiver` is kept as: only agents and groups have one. */
static uint64_t receiver_of(const wend_telegram_def *def)
{
    return def->to == WEND_TO_AGENT || def->to == WEND_TO_GROUP ? def->receiver : 0;
}

/* The first sent of the telegrams that wait and that this one repeats, or WENDI_TELEGRAM_NONE. */
static int32_t find_repeated(const wend_messages *messages, const wend_telegram_def *def)
{
    int32_t found = WENDI_TELEGRAM_NONE;
    if (def->merge == WEND_MERGE_NONE || messages->bucket_count == 0) {
        return found;
    }
    uint64_t number = UINT64_MAX;
    int32_t index =
        messages->buckets[bucket_of(messages, def->type, def->sender, receiver_of(def))];
    while (index != WENDI_TELEGRAM_NONE) {
        const wendi_telegram_slot *slot = wendi_telegram_at(messages, (uint32_t)index);
        if (slot->telegram.number < number &&
            is_repeat(def, messages->tick + def->delay, &slot->telegram)) {
            number = slot->telegram.number;
            found = index;
        }
        index = slot->next_in_bucket;
    }
    return found;
}

/* ---- slots ---- */

void wendi_messages_link(wend_messages *messages, uint32_t index)
{
    wendi_telegram_slot *slot = wendi_telegram_at(messages, index);
    put_by_due(messages, index);
    if (slot->telegram.merge != WEND_MERGE_NONE) {
        int32_t *first = bucket_of_telegram(messages, &slot->telegram);
        slot->next_in_bucket = *first;
        *first = (int32_t)index;
    }
    messages->waiting++;
}

void wendi_messages_unlink(wend_messages *messages, uint32_t index)
{
    wendi_telegram_slot *slot = wendi_telegram_at(messages, index);
    if (slot->state != WENDI_TELEGRAM_ROUND) {
        take_off_list(messages, slot);
    }
    if (slot->telegram.merge != WEND_MERGE_NONE) {
        int32_t *link = bucket_of_telegram(messages, &slot->telegram);
        while (*link != (int32_t)index) {
            link = &wendi_telegram_at(messages, (uint32_t)*link)->next_in_bucket;
        }
        *link = slot->next_in_bucket;
    }
    slot->state = WENDI_TELEGRAM_FREE;
    slot->generation += slot->generation < UINT32_MAX ? 1 : 2; /* 0 is none */
    messages->waiting--;
}

void wendi_messages_release(wend_messages *messages, uint32_t index)
{
    messages->free_slots[messages->free_count++] = index;
}

/* -0 is never kept: equal telegrams have equal bytes. The bytes behind the count are 0 before, too. */
static void copy_payload(wend_payload *to, const wend_payload *from)
{
    for (uint32_t i = 0; i < WEND_PAYLOAD_NUMBERS; i++) {
        to->numbers[i] = from->numbers[i] + 0.0;
    }
    memcpy(to->integers, from->integers, sizeof to->integers);
    to->position = (wend_vec2){from->position.x + 0.0, from->position.y + 0.0};
    if (to->byte_count > from->byte_count) {
        memset(&to->bytes[from->byte_count], 0, to->byte_count - from->byte_count);
    }
    to->byte_count = from->byte_count;
    if (from->byte_count > 0) {
        memcpy(to->bytes, from->bytes, from->byte_count);
    }
}

static void fill(wend_messages *messages, wend_telegram *telegram, const wend_telegram_def *def)
{
    const bool has_radius = def->to == WEND_TO_RADIUS;
    telegram->number = messages->next_number++;
    telegram->sender = def->sender;
    telegram->receiver = receiver_of(def);
    telegram->sent = messages->tick;
    telegram->due = messages->tick + def->delay;
    telegram->to = def->to;
    telegram->type = def->type;
    telegram->priority = def->priority;
    telegram->merged = 0;
    telegram->merge = def->merge;
    telegram->includes_sender = def->includes_sender;
    telegram->centre =
        has_radius ? (wend_vec2){def->centre.x + 0.0, def->centre.y + 0.0} : (wend_vec2){0, 0};
    telegram->radius = has_radius ? def->radius + 0.0 : 0;
    copy_payload(&telegram->payload, &def->payload);
}

uint32_t wendi_messages_put(wend_messages *messages, const wend_telegram_def *def)
{
    const uint32_t index = messages->free_count > 0 ? messages->free_slots[--messages->free_count]
                                                    : messages->slot_count++;
    wendi_telegram_slot *slot = wendi_telegram_at(messages, index);
    slot->generation = slot->generation == 0 ? 1 : slot->generation;
    fill(messages, &slot->telegram, def);
    wendi_messages_link(messages, index);
    messages->counts.sent++;
    return index;
}

static void merge(wend_messages *messages, uint32_t index, const wend_telegram_def *def)
{
    wend_telegram *telegram = &wendi_telegram_at(messages, index)->telegram;
    telegram->merged += telegram->merged < UINT32_MAX ? 1 : 0;
    if (def->merge == WEND_MERGE_REPLACE) {
        copy_payload(&telegram->payload, &def->payload);
    }
    messages->counts.merged++;
}

/* ---- the public face ---- */

wend_result wend_messages_send(wend_messages *messages, const wend_telegram_def *def,
                               wend_telegram_id *id)
{
    static const char function[] = "wend_messages_send";
    if (id != NULL) {
        *id = (wend_telegram_id){0, 0};
    }
    if (messages == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (def == NULL) {
        return wendi_refuse_null(&messages->message, function, "def");
    }
    if (def->cookie != COOKIE) {
        return wendi_refuse_cookie(&messages->message, function, def->cookie,
                                   "wend_telegram_def_default");
    }
    const wend_result result = check_telegram(def, &messages->message, function);
    if (result != WEND_OK) {
        return result;
    }
    int32_t index = find_repeated(messages, def);
    if (index != WENDI_TELEGRAM_NONE) {
        merge(messages, (uint32_t)index, def);
    } else if (messages->waiting == messages->max_waiting) {
        return wendi_fail(&messages->message, WEND_ERROR_FULL,
                          "%s: %u telegrams wait, as many as max_waiting", function,
                          (unsigned)messages->waiting);
    } else if (!wendi_messages_reserve_slots(messages, 1) ||
               (def->merge != WEND_MERGE_NONE && !wendi_messages_reserve_buckets(messages))) {
        return wendi_fail_plain(&messages->message, function, WEND_ERROR_MEMORY);
    } else {
        index = (int32_t)wendi_messages_put(messages, def);
    }
    if (id != NULL) {
        *id = (wend_telegram_id){(uint32_t)index + 1,
                                 wendi_telegram_at(messages, (uint32_t)index)->generation};
    }
    return WEND_OK;
}

/* The slot of an id; NULL: no telegram of this id waits. */
static wendi_telegram_slot *slot_of(const wend_messages *messages, wend_telegram_id id)
{
    if (id.index1 == 0 || id.index1 > messages->slot_count) {
        return NULL;
    }
    wendi_telegram_slot *slot = wendi_telegram_at(messages, id.index1 - 1);
    return slot->state != WENDI_TELEGRAM_FREE && slot->generation == id.generation ? slot : NULL;
}

static void drop(wend_messages *messages, uint32_t index)
{
    wendi_telegram_slot *slot = wendi_telegram_at(messages, index);
    if (slot->state == WENDI_TELEGRAM_ROUND) {
        messages->round[slot->previous].value = UINT32_MAX;
    }
    wendi_messages_unlink(messages, index);
    wendi_messages_release(messages, index);
    messages->counts.cancelled++;
}

wend_result wend_messages_cancel(wend_messages *messages, wend_telegram_id id)
{
    if (messages == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (slot_of(messages, id) == NULL) {
        return wendi_refuse_id(&messages->message, "wend_messages_cancel", "telegram", id.index1,
                               id.generation);
    }
    drop(messages, id.index1 - 1);
    return WEND_OK;
}

wend_result wend_messages_get(const wend_messages *messages, wend_telegram_id id,
                              wend_telegram *telegram)
{
    if (telegram != NULL) {
        memset(telegram, 0, sizeof *telegram);
    }
    if (messages == NULL || telegram == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_telegram_slot *slot = slot_of(messages, id);
    if (slot == NULL) {
        return WEND_ERROR_STALE;
    }
    *telegram = slot->telegram;
    return WEND_OK;
}

wend_result wend_messages_clear(wend_messages *messages)
{
    if (messages == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (messages->is_delivering) {
        return wendi_fail_plain(&messages->message, "wend_messages_clear", WEND_ERROR_BUSY);
    }
    for (uint32_t i = 0; i < messages->slot_count; i++) {
        if (wendi_telegram_at(messages, i)->state != WENDI_TELEGRAM_FREE) {
            drop(messages, i);
        }
    }
    return WEND_OK;
}
