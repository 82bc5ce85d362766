/* Commanders without memory are not made; updates need none. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/commander.h"
#include "wend/memory.h"

static wend_result save_and_load(const wend_commander *commander, wend_allocator allocator)
{
    static uint8_t bytes[1 << 16];
    size_t count;
    wend_commander_def def = wend_commander_def_default();
    wend_commander *loaded;
    def.allocator = allocator;
    assert_int_equal(wend_commander_save(commander, bytes, sizeof bytes, &count), WEND_OK);
    const wend_result result = wend_commander_load(&def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_commander_hash(loaded) == wend_commander_hash(commander));
    wend_commander_destroy(loaded);
    return result;
}

static void work(wend_commander *commander, uint64_t tick)
{
    wend_commander_group group = wend_commander_group_default();
    wend_commander_goal goal = wend_commander_goal_default();
    wend_commander_goal_id id;
    group.user = tick % 5;
    group.position = (wend_vec2){(double)(tick * 7 % 50), 3};
    goal.position = (wend_vec2){20, (double)(tick * 3 % 40)};
    assert_int_equal(wend_commander_set_tick(commander, tick), WEND_OK);
    assert_int_equal(wend_commander_set_group(commander, &group), WEND_OK);
    const wend_result added = wend_commander_add_goal(commander, &goal, &id);
    assert_true(added == WEND_OK || added == WEND_ERROR_FULL);
    assert_int_equal(wend_commander_set_seen(commander, group.position, 5), WEND_OK);
    assert_int_equal(wend_commander_update(commander, NULL), WEND_OK);
}

static wend_result remember(wend_commander *commander, const wend_memories *memories)
{
    const uint64_t before = wend_commander_hash(commander);
    const wend_result result = wend_commander_report_memories(commander, memories, 1, 0);
    assert_true(result == WEND_OK || wend_commander_hash(commander) == before);
    return result;
}

static wend_result use(wend_allocator allocator, void *context)
{
    wend_commander_def def = wend_commander_def_default();
    wend_commander *commander;
    def.allocator = allocator;
    def.scouting_count = 2;
    def.max_goals = 8;
    wend_result result = wend_commander_create(&def, &commander);
    for (uint64_t tick = 0; tick < 12 && result == WEND_OK; tick++) {
        work(commander, tick);
    }
    result = result == WEND_OK ? remember(commander, context) : result;
    result = result == WEND_OK ? save_and_load(commander, allocator) : result;
    wend_commander_destroy(commander);
    return result;
}

static void each_allocation_of_a_commander_may_fail(void **state)
{
    (void)state;
    wend_memories_def def = wend_memories_def_default();
    wend_memories *memories;
    wend_memory_observation it = wend_memory_observation_default();
    assert_int_equal(wend_memories_create(&def, &memories), WEND_OK);
    assert_int_equal(wend_memories_add_agent(memories, 1), WEND_OK);
    it.subject = 2;
    it.team = 3;
    it.danger = 2;
    assert_int_equal(wend_memories_observe(memories, 1, &it), WEND_OK);
    assert_true(fault_run(use, memories) >= 20);
    wend_memories_destroy(memories);
}

static void updates_allocate_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_commander_def def = wend_commander_def_default();
    wend_commander *commander;
    def.scouting_count = 2;
    def.allocator = fault_heap_allocator(&heap);
    assert_int_equal(wend_commander_create(&def, &commander), WEND_OK);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    for (uint64_t tick = 0; tick < 100; tick++) {
        work(commander, tick);
    }
    wend_commander_destroy(commander);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_a_commander_may_fail),
        cmocka_unit_test(updates_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
