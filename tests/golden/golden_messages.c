/* Fingerprint of messages: agents that wander, shout, answer and forward, by fixed numbers. */
#include "golden.h"

enum { AGENTS = 40, TICKS = 200 };

typedef struct post {
    wend_messages *messages;
    uint64_t hash, calls;
} post;

static uint32_t roll(const post *p, uint64_t what, uint32_t count)
{
    return wend_random_below(31, what, p->calls, count);
}

static void send(post *p, uint64_t sender)
{
    wend_telegram_def def = wend_telegram_def_default();
    p->calls++;
    def.to = (wend_receivers)roll(p, 0, WEND_TO_ALL);
    def.sender = sender;
    def.receiver = roll(p, 1, def.to == WEND_TO_GROUP ? 4 : AGENTS);
    (void)wend_messages_get_position(p->messages, sender, &def.centre);
    def.radius = 10 * wend_random_unit(31, 2, p->calls);
    def.type = roll(p, 3, 4);
    def.priority = roll(p, 4, 3);
    def.delay = roll(p, 5, 4) == 0 ? roll(p, 6, 150) : roll(p, 6, 3);
    def.merge = (wend_merge)roll(p, 7, 3);
    def.merge_window = 1;
    def.payload.numbers[0] = wend_random_unit(31, 8, p->calls);
    (void)wend_messages_send(p->messages, &def, NULL);
}

static bool deliver(void *user, uint64_t agent, const wend_telegram *telegram)
{
    post *p = user;
    p->hash = wend_hash_u64(p->hash, telegram->number << 8 | agent);
    p->hash = wend_hash_u64(p->hash, telegram->merged);
    if (roll(p, 9, 5) == 0) {
        send(p, agent);
    }
    return true;
}

static void bury(void *user, uint64_t agent, const wend_telegram *telegram, wend_dead_reason reason)
{
    post *p = user;
    p->hash = wend_hash_u64(p->hash, telegram->number << 16 | agent << 8 | (uint64_t)reason);
}

static void move(const post *p, uint64_t tick)
{
    for (uint64_t agent = 0; agent < AGENTS; agent++) {
        const wend_vec2 at = {40 * wend_random_unit(31, 100 + agent, tick),
                              40 * wend_random_unit(31, 200 + agent, tick)};
        if (wend_random_below(31, 300 + agent, tick, 90) == 0) {
            (void)wend_messages_remove_agent(p->messages, agent);
        } else if (!wend_messages_has_agent(p->messages, agent)) {
            (void)wend_messages_add_agent(p->messages, agent);
            (void)wend_messages_join_group(p->messages, agent, (uint32_t)agent % 4);
        }
        (void)wend_messages_set_position(p->messages, agent, at);
    }
}

uint64_t golden_messages(void)
{
    const wend_messages_def def = wend_messages_def_default();
    post p = {.hash = wend_hash_begin()};
    const wend_message_handler handler = {.deliver = deliver, .dead = bury, .user = &p};
    if (wend_messages_create(&def, &p.messages) == WEND_OK) {
        for (uint64_t tick = 0; tick < TICKS; tick++) {
            move(&p, tick);
            for (uint32_t i = 0; i < 6; i++) {
                send(&p, roll(&p, 10, AGENTS));
            }
            (void)wend_messages_deliver(p.messages, tick, &handler);
        }
        p.hash = wend_hash_u64(p.hash, wend_messages_hash(p.messages));
    }
    wend_messages_destroy(p.messages);
    return p.hash;
}
