/* Deliveries are those of a slow twin: a list of telegrams that is searched for the next one, and
 * distances to all agents. Handlers send, cancel, come and go, the same on both sides. */
#include "support/gen.h"
#include "support/test.h"

#include "wend/message.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 120, TICKS = 40, AGENTS = 24, GROUPS = 5, SENT_MAX = 4000, LOG_MAX = 40000 };

/* ---- the twin ---- */

typedef struct letter {
    wend_telegram_def def;
    uint64_t number, due;
    uint32_t merged;
    bool is_waiting;
    bool is_next_round; /* sent in this round: not part of it */
} letter;

typedef struct twin {
    letter letters[SENT_MAX];
    uint32_t count;
    uint64_t tick, sent, merged;
    bool exists[AGENTS], has_position[AGENTS], in_group[AGENTS][GROUPS];
    wend_vec2 position[AGENTS], seen[AGENTS];
    bool has_seen[AGENTS];
    bool is_in_round;
} twin;

typedef struct world {
    wend_messages *messages; /* NULL: this is the twin's side */
    twin *twin;
    uint64_t log[LOG_MAX];
    uint32_t log_count;
    uint64_t seed;
    wend_telegram_id ids[SENT_MAX];
    uint32_t id_numbers[SENT_MAX];
    uint32_t id_count;
} world;

static bool is_equal_target(const wend_telegram_def *a, const wend_telegram_def *b)
{
    if (a->type != b->type || a->sender != b->sender || a->to != b->to ||
        a->includes_sender != b->includes_sender) {
        return false;
    }
    if (a->to == WEND_TO_RADIUS) {
        return memcmp(&a->centre, &b->centre, sizeof a->centre) == 0 &&
               memcmp(&a->radius, &b->radius, sizeof a->radius) == 0;
    }
    return a->to == WEND_TO_ALL || a->receiver == b->receiver;
}

static uint32_t twin_send(twin *t, const wend_telegram_def *def)
{
    const uint64_t due = t->tick + def->delay;
    for (uint32_t i = 0; i < t->count && def->merge != WEND_MERGE_NONE; i++) {
        letter *it = &t->letters[i];
        const uint64_t apart = it->due > due ? it->due - due : due - it->due;
        if (it->is_waiting && it->def.merge != WEND_MERGE_NONE && is_equal_target(&it->def, def) &&
            apart <= def->merge_window) {
            it->merged++;
            t->merged++;
            if (def->merge == WEND_MERGE_REPLACE) {
                it->def.payload = def->payload;
            }
            return i;
        }
    }
    letter *it = &t->letters[t->count];
    *it = (letter){.def = *def,
                   .number = t->sent++,
                   .due = due,
                   .is_waiting = true,
                   .is_next_round = t->is_in_round};
    return t->count++;
}

/* ---- what handlers do, on both sides ---- */

static void put_log(world *w, uint64_t value)
{
    if (w->log_count < LOG_MAX) {
        w->log[w->log_count++] = value;
    }
}

static uint32_t roll(const world *w, uint64_t a, uint64_t b, uint32_t count)
{
    return wend_random_below(w->seed, a, b, count);
}

static void send_random(world *w, uint64_t key, bool may_be_long)
{
    wend_telegram_def def = wend_telegram_def_default();
    def.to = (wend_receivers)roll(w, key, 1, 4);
    def.sender = roll(w, key, 2, AGENTS + 2);
    def.receiver = def.to == WEND_TO_GROUP   ? roll(w, key, 3, GROUPS)
                   : def.to == WEND_TO_AGENT ? roll(w, key, 3, AGENTS)
                                             : 0;
    def.centre = (wend_vec2){roll(w, key, 4, 100), roll(w, key, 5, 100)};
    def.radius = roll(w, key, 6, 40);
    def.includes_sender = roll(w, key, 7, 2) == 0;
    def.type = roll(w, key, 8, 3);
    def.priority = roll(w, key, 9, 4);
    def.delay = roll(w, key, 10, 3) > 0 ? roll(w, key, 11, 6) : 0;
    if (may_be_long && roll(w, key, 15, 6) == 0) {
        def.delay = roll(w, key, 16, 400);
    }
    def.merge = (wend_merge)roll(w, key, 12, 3);
    def.merge_window = roll(w, key, 13, 4);
    def.payload.numbers[0] = roll(w, key, 14, 1000);
    def.payload.integers[1] = (int64_t)key;
    def.payload.byte_count = roll(w, key, 17, WEND_PAYLOAD_BYTES + 1);
    memset(def.payload.bytes, (int)(key & 0xFF), sizeof def.payload.bytes);
    if (w->id_count == SENT_MAX || w->twin->count == SENT_MAX) {
        return;
    }
    if (w->messages != NULL) {
        wend_telegram_id id;
        assert_int_equal(wend_messages_send(w->messages, &def, &id), WEND_OK);
        w->ids[w->id_count++] = id;
    } else {
        w->id_numbers[w->id_count++] = twin_send(w->twin, &def);
    }
}

static void cancel_random(world *w, uint64_t key)
{
    bool is_done = false;
    if (w->id_count > 0) {
        const uint32_t at = w->id_count - 1 - roll(w, key, 20, w->id_count < 20 ? w->id_count : 20);
        if (w->messages != NULL) {
            is_done = wend_messages_cancel(w->messages, w->ids[at]) == WEND_OK;
        } else {
            letter *it = &w->twin->letters[w->id_numbers[at]];
            is_done = it->is_waiting;
            it->is_waiting = false;
        }
    }
    put_log(w, is_done ? 1 : 0);
}

static void edit_agent(world *w, uint64_t key)
{
    const uint32_t agent = roll(w, key, 30, AGENTS), group = roll(w, key, 31, GROUPS);
    const uint32_t what = roll(w, key, 32, 6);
    const wend_vec2 at = {roll(w, key, 33, 100), roll(w, key, 34, 100)};
    twin *t = w->twin;
    if (w->messages != NULL) {
        wend_messages *m = w->messages;
        if (what == 0) {
            (void)wend_messages_add_agent(m, agent);
        } else if (what == 1) {
            (void)wend_messages_remove_agent(m, agent);
        } else if (what == 2 || what == 3) {
            (void)wend_messages_set_position(m, agent, at);
        } else if (what == 4) {
            (void)wend_messages_join_group(m, agent, group);
        } else {
            (void)wend_messages_leave_group(m, agent, group);
        }
    } else if (what == 0 && !t->exists[agent]) {
        t->exists[agent] = true;
        t->has_position[agent] = false;
        memset(t->in_group[agent], 0, sizeof t->in_group[agent]);
    } else if (what == 1) {
        t->exists[agent] = t->has_position[agent] = false;
        memset(t->in_group[agent], 0, sizeof t->in_group[agent]);
    } else if ((what == 2 || what == 3) && t->exists[agent]) {
        t->has_position[agent] = true;
        t->position[agent] = at;
    } else if (what >= 4 && t->exists[agent]) {
        t->in_group[agent][group] = what == 4;
    }
}

/* What the agent does with a telegram. @return whether it is handled. */
static bool handle(world *w, uint64_t agent, uint64_t number, uint32_t merged,
                   const wend_payload *payload)
{
    const uint64_t key = number << 20 | agent << 4 | 1;
    put_log(w, key);
    put_log(w, merged);
    put_log(w, (uint64_t)payload->integers[1] ^ (uint64_t)(payload->numbers[0] * 4096));
    put_log(w, payload->byte_count);
    const uint32_t act = roll(w, key, 40, 12);
    if (act < 4) {
        send_random(w, key, false);
    } else if (act == 4) {
        cancel_random(w, key);
    } else if (act == 5) {
        edit_agent(w, key);
    }
    return roll(w, key, 41, 5) > 0;
}

static void handle_dead(world *w, uint64_t agent, uint64_t number, uint32_t reason)
{
    put_log(w, (uint64_t)1 << 63 | number << 20 | agent << 4 | reason);
}

static bool deliver(void *user, uint64_t agent, const wend_telegram *telegram)
{
    return handle(user, agent, telegram->number, telegram->merged, &telegram->payload);
}

static void bury(void *user, uint64_t agent, const wend_telegram *telegram, wend_dead_reason reason)
{
    handle_dead(user, agent, telegram->number, (uint32_t)reason);
}

/* ---- the twin's delivery ---- */

static void twin_hand_to(world *w, uint64_t agent, const letter *it)
{
    if (agent >= AGENTS || !w->twin->exists[agent]) {
        handle_dead(w, agent, it->number, WEND_DEAD_GONE);
    } else if (!handle(w, agent, it->number, it->merged, &it->def.payload)) {
        handle_dead(w, agent, it->number, WEND_DEAD_UNHANDLED);
    }
}

static bool twin_reaches(const twin *t, uint32_t agent, const wend_telegram_def *def)
{
    if (agent == def->sender && !def->includes_sender) {
        return false;
    }
    if (def->to == WEND_TO_RADIUS) {
        const double x = t->seen[agent].x - def->centre.x, y = t->seen[agent].y - def->centre.y;
        return t->has_seen[agent] && x * x + y * y <= def->radius * def->radius;
    }
    return t->exists[agent] && (def->to == WEND_TO_ALL || t->in_group[agent][def->receiver]);
}

static void twin_hand_out(world *w, letter *it)
{
    const letter copy = *it;
    it->is_waiting = false;
    if (copy.def.to == WEND_TO_AGENT) {
        twin_hand_to(w, copy.def.receiver, &copy);
        return;
    }
    bool reaches[AGENTS], is_empty = true;
    for (uint32_t i = 0; i < AGENTS; i++) {
        reaches[i] = twin_reaches(w->twin, i, &copy.def);
        is_empty = is_empty && !reaches[i];
    }
    for (uint32_t i = 0; i < AGENTS; i++) {
        if (reaches[i]) {
            twin_hand_to(w, i, &copy);
        }
    }
    if (is_empty) {
        handle_dead(w, 0, copy.number, WEND_DEAD_EMPTY);
    }
}

static letter *twin_next(twin *t)
{
    letter *best = NULL;
    for (uint32_t i = 0; i < t->count; i++) {
        letter *it = &t->letters[i];
        if (!it->is_waiting || it->is_next_round || it->due > t->tick) {
            continue;
        }
        const bool is_before =
            best == NULL || it->due < best->due ||
            (it->due == best->due &&
             (it->def.priority > best->def.priority ||
              (it->def.priority == best->def.priority && it->number < best->number)));
        best = is_before ? it : best;
    }
    return best;
}

static void twin_deliver(world *w, uint64_t tick, uint32_t rounds)
{
    twin *t = w->twin;
    t->tick = tick;
    t->is_in_round = true;
    for (uint32_t r = 0; r < rounds; r++) {
        for (uint32_t i = 0; i < t->count; i++) {
            t->letters[i].is_next_round = false;
        }
        memcpy(t->seen, t->position, sizeof t->seen);
        memcpy(t->has_seen, t->has_position, sizeof t->has_seen);
        letter *it = twin_next(t);
        for (; it != NULL; it = twin_next(t)) {
            twin_hand_out(w, it);
        }
    }
    for (uint32_t i = 0; i < t->count; i++) {
        t->letters[i].is_next_round = false;
    }
    t->is_in_round = false;
}

/* ---- the comparison ---- */

static bool reload(wend_messages **messages)
{
    size_t count;
    (void)wend_messages_save(*messages, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    wend_messages *loaded = NULL;
    const bool is_equal = bytes != NULL &&
                          wend_messages_save(*messages, bytes, count, &count) == WEND_OK &&
                          wend_messages_load(NULL, bytes, count, &loaded) == WEND_OK &&
                          wend_messages_hash(loaded) == wend_messages_hash(*messages);
    free(bytes);
    wend_messages_destroy(*messages);
    *messages = loaded;
    return is_equal;
}

static void prepare(world *w, uint64_t tick)
{
    const uint32_t edits = roll(w, 1000 + tick, 0, 6);
    const uint32_t sends = roll(w, 1000 + tick, 1, 7);
    for (uint32_t i = 0; i < edits; i++) {
        edit_agent(w, tick << 40 | i);
    }
    for (uint32_t i = 0; i < sends; i++) {
        send_random(w, tick << 40 | 100 | i, true);
    }
}

static bool is_log_equal(const world *a, const world *b)
{
    return a->log_count == b->log_count &&
           memcmp(a->log, b->log, a->log_count * sizeof a->log[0]) == 0;
}

static bool play(world *fast, world *slow, uint64_t seed)
{
    wend_messages_def def = wend_messages_def_default();
    def.max_rounds = 1 + wend_random_below(seed, 50, 0, 4);
    def.cell_size = 1 + wend_random_below(seed, 51, 0, 30);
    bool is_fine = wend_messages_create(&def, &fast->messages) == WEND_OK;
    const wend_message_handler handler = {.deliver = deliver, .dead = bury, .user = fast};
    uint64_t tick = 0;
    for (uint32_t n = 0; n < TICKS && is_fine; n++) {
        prepare(fast, n);
        prepare(slow, n);
        tick += wend_random_below(seed, 52, n, 12) == 0 ? wend_random_below(seed, 53, n, 300)
                                                        : wend_random_below(seed, 54, n, 3);
        (void)wend_messages_deliver(fast->messages, tick, &handler);
        twin_deliver(slow, tick, def.max_rounds);
        wend_messages_info info;
        wend_messages_get_info(fast->messages, &info);
        uint32_t waiting = 0;
        for (uint32_t i = 0; i < slow->twin->count; i++) {
            waiting += slow->twin->letters[i].is_waiting ? 1 : 0;
        }
        is_fine = is_log_equal(fast, slow) && info.waiting == waiting &&
                  info.sent == slow->twin->sent && info.merged == slow->twin->merged;
        if (is_fine && wend_random_below(seed, 55, n, 8) == 0) {
            is_fine = reload(&fast->messages);
        }
    }
    wend_messages_destroy(fast->messages);
    return is_fine;
}

static bool holds(uint64_t seed, void *context)
{
    (void)context;
    world *fast = calloc(1, sizeof *fast), *slow = calloc(1, sizeof *slow);
    twin *t = calloc(2, sizeof *t);
    bool is_fine = fast != NULL && slow != NULL && t != NULL;
    if (is_fine) {
        fast->seed = slow->seed = seed;
        fast->twin = &t[1]; /* stays empty */
        slow->twin = &t[0];
        is_fine = play(fast, slow, seed);
    }
    free(fast);
    free(slow);
    free(t);
    return is_fine;
}

static void deliveries_are_those_of_the_slow_twin(void **state)
{
    (void)state;
    gen_property("messages", SEEDS, holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deliveries_are_those_of_the_slow_twin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
