/* Squads without memory are not made; but for reports of memories nothing else needs memory. */
#include "support/fault.h"
#include "support/squad_field.h"
#include "support/test.h"

#include "wend/memory.h"

enum { TICKS = 20 };

static wend_result make_and_load(wend_allocator allocator, void *context)
{
    (void)context;
    static uint8_t bytes[1 << 16];
    wend_squads_def def = wend_squads_def_default();
    wend_squads *squads, *loaded;
    size_t count;
    def.allocator = allocator;
    wend_result result = squad_field_make(1, &def, &squads);
    if (result != WEND_OK) {
        assert_null(squads);
        return result;
    }
    assert_int_equal(squad_field_step(squads, 1, 0), WEND_OK);
    result = wend_squads_save(squads, bytes, sizeof bytes, &count);
    result = result == WEND_OK ? wend_squads_load(&def, bytes, count, &loaded) : result;
    if (result == WEND_OK) {
        assert_true(wend_squads_hash(loaded) == wend_squads_hash(squads));
        wend_squads_destroy(loaded);
    }
    wend_squads_destroy(squads);
    return result;
}

static void each_allocation_of_squads_may_fail(void **state)
{
    (void)state;
    assert_true(fault_run(make_and_load, NULL) >= 20);
}

/* A report of memories needs memory; without it the squad knows what it knew. */
static wend_result report(wend_allocator allocator, void *context)
{
    wend_squads_def def = wend_squads_def_default();
    const wend_squad_def squad_def = wend_squad_def_default();
    const wend_squad_member member = {.agent = 1};
    wend_squads *squads;
    wend_squad_id id;
    def.allocator = allocator;
    wend_result result = wend_squads_create(&def, &squads);
    if (result != WEND_OK) {
        return result;
    }
    assert_int_equal(wend_squads_add(squads, &squad_def, &id), WEND_OK);
    assert_int_equal(wend_squads_join(squads, id, &member), WEND_OK);
    const uint64_t before = wend_squads_hash(squads);
    result = wend_squads_report_memories(squads, id, context, 0);
    assert_true((result == WEND_OK) == (wend_squads_hash(squads) != before));
    wend_squads_destroy(squads);
    return result;
}

static void each_allocation_of_a_report_may_fail(void **state)
{
    (void)state;
    wend_memories_def def = wend_memories_def_default();
    wend_memory_observation seen = wend_memory_observation_default();
    wend_memories *memories;
    seen.team = 1;
    seen.danger = 3;
    assert_int_equal(wend_memories_create(&def, &memories), WEND_OK);
    assert_int_equal(wend_memories_add_agent(memories, 1), WEND_OK);
    assert_int_equal(wend_memories_observe(memories, 1, &seen), WEND_OK);
    assert_true(fault_run(report, memories) >= 4);
    wend_memories_destroy(memories);
}

static void updates_and_edits_allocate_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    wend_squads_def def = wend_squads_def_default();
    wend_squads *squads;
    fault_heap_init(&heap);
    def.allocator = fault_heap_allocator(&heap);
    assert_int_equal(squad_field_make(2, &def, &squads), WEND_OK);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    const size_t before = heap.calls;
    for (uint64_t tick = 0; tick < TICKS; tick++) {
        assert_int_equal(squad_field_step(squads, 2, tick), WEND_OK);
    }
    assert_true(heap.calls == before);
    wend_squads_destroy(squads);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_squads_may_fail),
        cmocka_unit_test(each_allocation_of_a_report_may_fail),
        cmocka_unit_test(updates_and_edits_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
