/* The agents that think are those of a slow scheduler, which looks for the most urgent one by one. Random
 * minds are the same for any number of threads and behind a save and load. */
#include "support/gen.h"
#include "support/pools.h"
#include "support/test.h"

#include "wend/mind.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 150, TICKS = 60, NUMBERS = 60, BYTES = 3 };

/* ---- the slow scheduler ---- */

typedef struct thought_log {
    bool has_thought[NUMBERS];
} thought_log;

static void note(void *user, wend_mind_turn *turn)
{
    thought_log *log = user;
    log->has_thought[turn->agent] = true;
}

/* Whether the agents that thought are the right ones: by what was known of them before the update. */
static bool are_right(const wend_minds *minds, const wend_mind_info *before, uint32_t count,
                      const thought_log *log, uint64_t tick, uint64_t steps)
{
    bool is_taken[NUMBERS] = {false};
    uint64_t left = steps;
    for (uint32_t rank = 0;; rank++) {
        uint32_t best = UINT32_MAX;
        uint64_t best_urgency = 0;
        for (uint32_t i = 0; i < count; i++) {
            const uint64_t urgency = before[i].due_tick <= tick
                                         ? (tick - before[i].due_tick + 1) * before[i].priority
                                         : 0;
            if (!is_taken[i] && urgency > best_urgency) {
                best = i;
                best_urgency = urgency;
            }
        }
        if (best == UINT32_MAX || left == 0 || (rank > 0 && before[best].cost > left)) {
            break;
        }
        left -= before[best].cost < left ? before[best].cost : left;
        is_taken[best] = true;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint64_t agent;
        if (wend_minds_agent_at(minds, i, &agent) != WEND_OK ||
            log->has_thought[agent] != is_taken[i]) {
            return false;
        }
    }
    return true;
}

static bool schedules_equal_the_twin(uint64_t seed, void *context)
{
    (void)context;
    thought_log log;
    wend_minds_def def = wend_minds_def_default();
    wend_minds *minds = NULL;
    def.think = note;
    def.user = &log;
    bool is_fine = wend_minds_create(&def, &minds) == WEND_OK;
    const uint32_t count = 1 + wend_random_below(seed, 0, 0, NUMBERS);
    for (uint32_t i = 0; i < count && is_fine; i++) {
        wend_mind_def agent = wend_mind_def_default();
        agent.agent = i;
        agent.period = 1 + wend_random_below(seed, 1, i, 12);
        agent.cost = 1 + wend_random_below(seed, 2, i, 9);
        agent.priority = 1 + wend_random_below(seed, 3, i, 5);
        is_fine = wend_minds_add_agent(minds, &agent) == WEND_OK;
    }
    for (uint64_t tick = 0; tick < TICKS && is_fine; tick++) {
        wend_mind_info before[NUMBERS];
        wend_minds_info info;
        wend_minds_get_info(minds, &info);
        for (uint32_t i = 0; i < count; i++) {
            is_fine = is_fine && wend_minds_get_agent(minds, i, &before[i]) == WEND_OK;
        }
        wend_budget budget = wend_budget_steps(1 + wend_random_below(seed, 4, tick, 60));
        const uint64_t steps = budget.steps > info.debt ? budget.steps - info.debt : 0;
        memset(&log, 0, sizeof log);
        is_fine = is_fine && wend_minds_update(minds, &budget, NULL) >= 0 &&
                  are_right(minds, before, count, &log, tick, steps);
    }
    wend_minds_destroy(minds);
    return is_fine;
}

static void the_most_urgent_agents_think(void **state)
{
    (void)state;
    gen_property("minds", SEEDS, schedules_equal_the_twin, NULL);
}

/* ---- threads and saves ---- */

/* Decides from the tick, its own and its neighbours' last decisions, and asks for things. */
static void wander(void *user, wend_mind_turn *turn)
{
    const uint64_t seed = *(const uint64_t *)user;
    const uint64_t other = wend_random_below(seed, turn->agent, turn->tick, NUMBERS);
    const uint8_t *theirs = wend_minds_decision(turn->minds, other);
    uint64_t hash = wend_hash_u64(turn->tick, turn->agent + turn->elapsed);
    hash = wend_hash_bytes(hash, turn->last, BYTES);
    hash = theirs == NULL ? hash : wend_hash_bytes(hash, theirs, BYTES);
    for (uint32_t i = 0; i < BYTES; i++) {
        turn->next[i] = (uint8_t)(turn->next[i] + (hash >> (8 * i)));
    }
    wend_mind_def def = wend_mind_def_default();
    def.agent = hash >> 32 & 63;
    def.period = 1 + (uint32_t)(hash >> 40 & 15);
    def.cost = 1 + (uint32_t)(hash >> 48 & 3);
    def.decision = turn->next;
    if (hash % 5 == 0) {
        (void)wend_mind_turn_add_agent(turn, &def);
    } else if (hash % 5 == 1) {
        (void)wend_mind_turn_remove_agent(turn, hash % 35 == 1 ? turn->agent : def.agent);
    } else if (hash % 5 == 2) {
        (void)wend_mind_turn_wake(turn, def.agent);
    }
}

static void command(void *user, wend_mind_turn *turn)
{
    const uint64_t seed = *(const uint64_t *)user;
    uint64_t agent;
    for (uint32_t i = 0; wend_minds_agent_at(turn->minds, i, &agent) == WEND_OK; i++) {
        if (wend_random_below(seed, agent, turn->tick, 4) == 0) {
            wend_mind_turn_decision(turn, agent)[0]++;
        }
    }
}

static wend_minds_def def_of(uint64_t *seed, const wend_mind_band *bands)
{
    wend_minds_def def = wend_minds_def_default();
    def.think = wander;
    def.think_central = *seed % 3 == 0 ? NULL : command;
    def.user = seed;
    def.decision_bytes = BYTES;
    def.central_period = 1 + (uint32_t)(*seed % 4);
    def.central_cost = 2;
    def.bands = bands;
    def.band_count = (uint32_t)(*seed % 3);
    def.far_period = 9;
    def.hysteresis = 2;
    return def;
}

static void play(wend_minds *minds, uint64_t seed, uint64_t from, uint64_t to,
                 const wend_executor *executor)
{
    for (uint64_t tick = from; tick < to; tick++) {
        const wend_vec3 points[2] = {{wend_random_below(seed, 1, tick, 50), 0, 0}, {25, 30, 1}};
        wend_budget budget = wend_budget_steps(wend_random_below(seed, 2, tick, 60));
        (void)wend_minds_set_points(minds, points, tick % 3);
        for (uint64_t i = 0; i < 20; i++) {
            const wend_vec3 at = {wend_random_below(seed + i, 3, tick, 80), 10, 0};
            (void)wend_minds_set_position(minds, i * 3, at);
        }
        (void)wend_minds_update(minds, tick % 4 == 3 ? NULL : &budget, executor);
    }
}

static wend_minds *copy_of(const wend_minds *minds, uint64_t *seed)
{
    size_t count = 0;
    wend_minds *copy = NULL;
    const wend_minds_def def = def_of(seed, NULL);
    assert_int_equal(wend_minds_save(minds, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_minds_save(minds, bytes, count, &count), WEND_OK);
    assert_int_equal(wend_minds_load(&def, bytes, count, &copy), WEND_OK);
    free(bytes);
    assert_true(wend_minds_hash(copy) == wend_minds_hash(minds));
    return copy;
}

static void threads_and_saves_change_nothing(void **state)
{
    (void)state;
    static const wend_mind_band bands[] = {{10, 2}, {25, 5}};
    wend_pool *pool = pools_make(4);
    const wend_executor executor = wend_pool_executor(pool);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        wend_minds *one = NULL, *other = NULL;
        const wend_minds_def def = def_of(&seed, bands);
        assert_int_equal(wend_minds_create(&def, &one), WEND_OK);
        assert_int_equal(wend_minds_create(&def, &other), WEND_OK);
        for (uint64_t i = 0; i < NUMBERS; i++) {
            wend_mind_def agent = wend_mind_def_default();
            agent.agent = i;
            agent.period = 1 + (uint32_t)(i % 7);
            assert_int_equal(wend_minds_add_agent(one, &agent), WEND_OK);
            assert_int_equal(wend_minds_add_agent(other, &agent), WEND_OK);
        }
        play(one, seed, 0, 40, NULL);
        play(other, seed, 0, 40, &executor);
        assert_true(wend_minds_hash(one) == wend_minds_hash(other));
        wend_minds *loaded = copy_of(one, &seed);
        play(one, seed, 40, 80, NULL);
        play(loaded, seed, 40, 80, &executor);
        assert_true(wend_minds_hash(one) == wend_minds_hash(loaded));
        wend_minds_destroy(one);
        wend_minds_destroy(other);
        wend_minds_destroy(loaded);
    }
    wend_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_urgent_agents_think),
        cmocka_unit_test(threads_and_saves_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
