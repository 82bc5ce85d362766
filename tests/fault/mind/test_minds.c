/* Minds without memory are as they were before the call; what a turn queues needs no memory later; an
 * update without requests needs none at all. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/mind.h"

enum { AGENTS = 40, BYTES = 5 };

/* Whether a request of a turn failed for lack of memory. */
typedef struct asked_minds {
    bool has_failed, asks;
    uint32_t queued;
} asked_minds;

static void think(void *user, wend_mind_turn *turn)
{
    asked_minds *asked = user;
    wend_mind_def def = wend_mind_def_default();
    def.agent = turn->agent + 100;
    def.period = 3 + (uint32_t)(turn->agent % 3);
    if (asked->asks && turn->agent < 100) {
        const wend_result result = wend_mind_turn_add_agent(turn, &def);
        asked->has_failed = asked->has_failed || result == WEND_ERROR_MEMORY;
        asked->queued += result == WEND_OK ? 1 : 0;
    }
}

static wend_minds_def def_of(wend_allocator allocator, asked_minds *asked)
{
    static const wend_mind_band bands[] = {{10, 2}, {20, 6}};
    wend_minds_def def = wend_minds_def_default();
    def.think = think;
    def.user = asked;
    def.decision_bytes = BYTES;
    def.bands = bands;
    def.band_count = 2;
    def.allocator = allocator;
    return def;
}

static wend_result save_and_load(const wend_minds *minds, const wend_minds_def *def)
{
    uint8_t bytes[1 << 14];
    size_t count;
    wend_minds *loaded;
    assert_int_equal(wend_minds_save(minds, bytes, sizeof bytes, &count), WEND_OK);
    const wend_result result = wend_minds_load(def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_minds_hash(loaded) == wend_minds_hash(minds));
    wend_minds_destroy(loaded);
    return result;
}

static wend_result add_and_load(wend_allocator allocator, void *context)
{
    (void)context;
    asked_minds asked = {false, true, 0};
    const wend_minds_def def = def_of(allocator, &asked);
    wend_minds *minds;
    wend_result result = wend_minds_create(&def, &minds);
    for (uint32_t i = 0; i < AGENTS && result == WEND_OK; i++) {
        const uint64_t before = wend_minds_hash(minds);
        wend_mind_def agent = wend_mind_def_default();
        agent.agent = i;
        agent.period = 1 + i % 5;
        result = wend_minds_add_agent(minds, &agent);
        assert_true(result == WEND_OK || wend_minds_hash(minds) == before);
    }
    for (uint32_t tick = 0; tick < 5 && result == WEND_OK; tick++) {
        wend_minds_info info, after;
        wend_minds_get_info(minds, &info);
        asked.queued = 0;
        assert_int_equal(wend_minds_update(minds, NULL, NULL), WEND_OK);
        wend_minds_get_info(minds, &after);
        /* What was queued is there, but for those that were there before. */
        assert_int_equal(after.agent_count - info.agent_count,
                         asked.queued - (after.dropped_count - info.dropped_count));
        result = asked.has_failed ? WEND_ERROR_MEMORY : WEND_OK;
    }
    result = result == WEND_OK ? save_and_load(minds, &def) : result;
    wend_minds_destroy(minds);
    return result;
}

static void each_allocation_of_minds_may_fail(void **state)
{
    (void)state;
    assert_true(fault_run(add_and_load, NULL) >= 25);
}

static void updates_allocate_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    asked_minds asked = {false, false, 0};
    wend_minds *minds;
    fault_heap_init(&heap);
    const wend_minds_def def = def_of(fault_heap_allocator(&heap), &asked);
    assert_int_equal(wend_minds_create(&def, &minds), WEND_OK);
    for (uint32_t i = 0; i < AGENTS; i++) {
        wend_mind_def agent = wend_mind_def_default();
        agent.agent = i;
        assert_int_equal(wend_minds_add_agent(minds, &agent), WEND_OK);
    }
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    for (uint32_t tick = 0; tick < 100; tick++) {
        const wend_vec3 player = {tick % 40, 0, 0};
        wend_budget budget = wend_budget_steps(10);
        assert_int_equal(wend_minds_set_points(minds, &player, 1), WEND_OK);
        assert_true(wend_minds_update(minds, &budget, NULL) >= 0);
    }
    wend_minds_destroy(minds);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_minds_may_fail),
        cmocka_unit_test(updates_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
