/* Messages between agents, with handlers that call back in. */
#include "fuzz.h"

enum { AGENTS = 6, GROUPS = 3 };

void make_messages(fuzz *f)
{
    wend_messages_def def = wend_messages_def_default();
    def.max_waiting = chance(f, 2) ? 1 + count_to(f, 20) : def.max_waiting;
    def.max_rounds = chance(f, 2) ? 1 + count_to(f, 3) : def.max_rounds;
    def.cell_size = chance(f, 2) ? real(f, 1, 1024) : def.cell_size;
    def.tick = chance(f, 4) ? roll(f) >> (below(f, 64)) : 0;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_messages *messages = NULL;
    GIVES(f, wend_messages_create(&def, &messages), "AM");
    keep(f, KIND_MESSAGES, messages, NULL, NULL, NULL);
}

static wend_messages *some_messages(fuzz *f)
{
    wend_messages *messages = get(f, KIND_MESSAGES);
    fuzz_watch(f, KIND_MESSAGES, messages);
    return messages;
}

static void edit_agent(fuzz *f, wend_messages *messages)
{
    const uint64_t agent = below(f, AGENTS);
    const uint32_t group = below(f, GROUPS), what = below(f, 6);
    fuzz_watch(f, KIND_MESSAGES, messages);
    if (what == 0 || !wend_messages_has_agent(messages, agent)) {
        GIVES(f, wend_messages_add_agent(messages, agent), "AM");
    } else if (what == 1) {
        GIVES(f, wend_messages_remove_agent(messages, agent), "AS");
    } else if (what == 2) {
        GIVES(f, wend_messages_set_position(messages, agent, somewhere(f)), "AS");
    } else if (what == 3) {
        GIVES(f, wend_messages_leave_group(messages, agent, group), "AS");
    } else if (what == 4) {
        const wend_planner_request_id id = {1 + below(f, 3), below(f, 2)};
        GIVES(f, wend_messages_watch_request(messages, id, agent, count_to(f, 9)), "ASM");
    } else {
        if (GIVES(f, wend_messages_join_group(messages, agent, group), "ASM") == WEND_OK) {
            CHECK(f, wend_messages_is_in_group(messages, agent, group));
        }
    }
}

static void edit_agents(fuzz *f)
{
    wend_messages *messages = get(f, KIND_MESSAGES);
    uint64_t list[AGENTS];
    size_t count;
    wend_vec2 position;
    for (uint32_t i = below(f, 6); i > 0; --i) {
        edit_agent(f, messages);
    }
    GIVES(f, wend_messages_list_group(messages, below(f, GROUPS), list, below(f, AGENTS), &count),
          "AT");
    CHECK(f, count <= wend_messages_agent_count(messages));
    (void)wend_messages_get_position(messages, below(f, AGENTS), &position);
    CHECK(f, wend_messages_error(messages) != NULL);
}

static void send_one(fuzz *f, wend_messages *messages)
{
    wend_telegram_def def = wend_telegram_def_default();
    def.to = (wend_receivers)whole(f, WEND_TO_AGENT, WEND_TO_ALL);
    def.sender = below(f, AGENTS);
    def.receiver = below(f, AGENTS);
    def.centre = somewhere(f);
    def.radius = chance(f, 2) ? real(f, 0, 30) : 0;
    def.includes_sender = chance(f, 2);
    def.type = count_to(f, 5);
    def.priority = count_to(f, WEND_TELEGRAM_PRIORITY_MAX);
    def.delay = chance(f, 2) ? below(f, 300) : 0;
    def.delay = unsound(f, 20) ? roll(f) : def.delay;
    def.merge = (wend_merge)whole(f, WEND_MERGE_NONE, WEND_MERGE_REPLACE);
    def.merge_window = below(f, 10);
    def.payload.numbers[below(f, WEND_PAYLOAD_NUMBERS)] = real(f, -1e9, 1e9);
    def.payload.integers[0] = (int64_t)(roll(f) >> 1);
    def.payload.position = somewhere(f);
    def.payload.byte_count = count_to(f, WEND_PAYLOAD_BYTES);
    some_cookie(f, &def.cookie);
    fuzz_watch(f, KIND_MESSAGES, messages);
    wend_telegram_id id;
    if (GIVES(f, wend_messages_send(messages, &def, &id), "AFM") == WEND_OK && chance(f, 8)) {
        GIVES(f, wend_messages_cancel(messages, id), "AS");
    }
}

static void cancel_one(fuzz *f, wend_messages *messages)
{
    wend_telegram telegram;
    const wend_telegram_id id = {below(f, 8), below(f, 4)};
    fuzz_watch(f, KIND_MESSAGES, messages);
    const wend_result result = GIVES(f, wend_messages_get(messages, id, &telegram), "AS");
    fuzz_watch(f, KIND_MESSAGES, messages);
    CHECK(f, GIVES(f, wend_messages_cancel(messages, id), "AS") == result);
}

static void send_telegrams(fuzz *f)
{
    wend_messages *messages = get(f, KIND_MESSAGES);
    for (uint32_t i = below(f, 8); i > 0; --i) {
        send_one(f, messages);
    }
    if (chance(f, 3)) {
        cancel_one(f, messages);
    }
    if (chance(f, 40)) {
        GIVES(f, wend_messages_clear(messages), "A");
    }
}

/* ---- deliveries ---- */

typedef struct handling {
    fuzz *f;
    wend_messages *messages;
} handling;

static bool deliver(void *user, uint64_t agent, const wend_telegram *telegram)
{
    handling *h = user;
    fuzz *f = h->f;
    CHECK(f, wend_messages_has_agent(h->messages, agent));
    wend_event event;
    wend_payload_path path;
    const bool is_event = wend_payload_get_event(&telegram->payload, &event);
    CHECK(f, !wend_payload_get_path(&telegram->payload, &path) || !is_event);
    const uint32_t what = below(f, 8);
    if (what == 0) {
        send_one(f, h->messages);
    } else if (what == 1) {
        cancel_one(f, h->messages);
    } else if (what == 2) {
        edit_agent(f, h->messages);
    } else if (what == 3) {
        size_t count;
        CHECK(f,
              wend_messages_deliver(h->messages, WEND_MESSAGES_TICK_MAX, NULL) == WEND_ERROR_BUSY);
        CHECK(f, wend_messages_clear(h->messages) == WEND_ERROR_BUSY);
        CHECK(f, wend_messages_save(h->messages, NULL, 0, &count) == WEND_ERROR_BUSY);
    }
    return what != 4;
}

static void bury(void *user, uint64_t agent, const wend_telegram *telegram, wend_dead_reason reason)
{
    handling *h = user;
    (void)agent;
    CHECK(h->f, telegram->number < UINT64_MAX && reason >= WEND_DEAD_GONE);
    if (chance(h->f, 6)) {
        send_one(h->f, h->messages);
    }
}

static bool place(void *user, uint64_t agent, wend_vec2 *position)
{
    handling *h = user;
    *position = somewhere(h->f);
    return agent != 1;
}

static void deliver_telegrams(fuzz *f)
{
    wend_messages *messages = some_messages(f);
    wend_messages_info info;
    handling h = {f, messages};
    wend_message_handler handler = {.user = &h};
    handler.deliver = chance(f, 8) ? NULL : deliver;
    handler.dead = chance(f, 4) ? NULL : bury;
    handler.position = chance(f, 4) ? place : NULL;
    wend_messages_get_info(messages, &info);
    const uint64_t tick = unsound(f, 20) ? roll(f) : info.tick + below(f, 4) * below(f, 90);
    f->watched = NULL;
    GIVES(f, wend_messages_deliver(messages, tick, chance(f, 10) ? NULL : &handler), "AP");
    wend_draw draw;
    GIVES(f, wend_messages_draw(messages, some_draw(f, &draw)), "A");
    CHECK(f, messages == NULL || wend_messages_memory_bytes(messages) > 0);
}

static void send_from_others(fuzz *f)
{
    wend_messages *messages = get(f, KIND_MESSAGES);
    wend_crowd *crowd = get(f, KIND_CROWD);
    fuzz_watch(f, KIND_MESSAGES, messages);
    GIVES(f, wend_messages_follow_crowd(messages, crowd), "AM");
    fuzz_watch(f, KIND_MESSAGES, messages);
    GIVES(f,
          wend_messages_send_events(messages, crowd, below(f, 4) * below(f, 500), count_to(f, 9)),
          "AFM");
    wend_planner *planner = get(f, KIND_PLANNER);
    fuzz_watch(f, KIND_MESSAGES, messages);
    GIVES(f, wend_messages_send_answers(messages, planner), "AIM");
}

static void save_messages(fuzz *f)
{
    const wend_messages *messages = get(f, KIND_MESSAGES);
    size_t count = 0;
    if (GIVES(f, wend_messages_save(messages, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_messages_save(messages, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_messages_def def = wend_messages_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_messages *loaded = NULL;
    GIVES(f, wend_messages_load(&def, copy, count, &loaded), "ALM");
    CHECK(f,
          !is_same || loaded == NULL || wend_messages_hash(loaded) == wend_messages_hash(messages));
    keep(f, KIND_MESSAGES, loaded, NULL, NULL, NULL);
}

static const fuzz_action actions[] = {
    {"make messages", make_messages, 1},
    {"edit agents", edit_agents, 5},
    {"send telegrams", send_telegrams, 6},
    {"deliver telegrams", deliver_telegrams, 6},
    {"send events and answers", send_from_others, 1},
    {"save messages", save_messages, 1},
};

const fuzz_room room_messages = {"messages", actions, sizeof actions / sizeof *actions};
