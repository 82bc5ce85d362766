/* Machines without memory are as they were before the call; updates of data allocate nothing. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/machine.h"

#include <stdlib.h>

enum { AGENTS = 40 };

static wend_result stir(void *user, wend_machine_turn *turn)
{
    (void)user;
    const wend_result result = wend_machines_set_fact(turn->machines, (turn->agent + 1) % AGENTS, 0,
                                                      (double)(turn->tick % 3));
    return result == WEND_ERROR_STALE ? WEND_OK : result;
}

static wend_result make(wend_allocator allocator, wend_state_fn update, wend_machines **machines)
{
    static const char *const fact_names[] = {"heat"};
    static const wend_fact_condition hot = {.fact = 0, .compare = WEND_GREATER, .value = 1};
    wend_state_def states[3];
    for (uint32_t i = 0; i < 3; i++) {
        states[i] = wend_state_def_default();
        states[i].name = i == 0 ? "cold" : i == 1 ? "hot" : "very hot";
        states[i].update = update;
    }
    states[2].parent = 1;
    states[1].history = WEND_HISTORY_SHALLOW;
    wend_transition_def transition = wend_transition_def_default();
    transition.from = 0;
    transition.to = 2;
    transition.conditions = &hot;
    transition.condition_count = 1;
    wend_machines_def def = wend_machines_def_default();
    def.states = states;
    def.state_count = 3;
    def.transitions = &transition;
    def.transition_count = 1;
    def.fact_names = fact_names;
    def.fact_count = 1;
    def.allocator = allocator;
    wend_result result = wend_machines_create(&def, machines);
    if (result != WEND_OK || *machines == NULL) {
        return result;
    }
    for (uint64_t n = 0; n < AGENTS && result == WEND_OK; n++) {
        const uint64_t before = wend_machines_hash(*machines);
        result = wend_machines_add_agent(*machines, n, WEND_STATE_NONE);
        assert_true(result == WEND_OK || wend_machines_hash(*machines) == before);
    }
    if (result == WEND_OK) {
        size_t count;
        wend_machines *loaded = NULL;
        assert_int_equal(wend_machines_save(*machines, NULL, 0, &count), WEND_TRUNCATED);
        uint8_t *bytes = malloc(count);
        assert_non_null(bytes);
        assert_int_equal(wend_machines_save(*machines, bytes, count, &count), WEND_OK);
        result = wend_machines_load(&def, bytes, count, &loaded);
        assert_true(result != WEND_OK ||
                    wend_machines_hash(loaded) == wend_machines_hash(*machines));
        wend_machines_destroy(loaded);
        free(bytes);
    }
    return result;
}

static wend_result use_machines(wend_allocator allocator, void *context)
{
    (void)context;
    wend_machines *machines = NULL;
    wend_result result = make(allocator, stir, &machines);
    for (uint64_t tick = 1; tick < 4 && result == WEND_OK; tick++) {
        size_t count;
        result = wend_machines_update(machines, tick);
        const wend_machine_failure *failures = wend_machines_get_failures(machines, &count);
        assert_int_equal(result == WEND_PARTIAL, count > 0);
        result = count > 0 ? failures[0].result : result;
    }
    wend_machines_destroy(machines);
    return result;
}

static void each_allocation_of_machines_may_fail(void **state)
{
    (void)state;
    assert_true(fault_run(use_machines, NULL) >= 12);
}

static void updates_allocate_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_machines *machines = NULL;
    assert_int_equal(make(fault_heap_allocator(&heap), NULL, &machines), WEND_OK);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    for (uint64_t tick = 0; tick < 20; tick++) {
        for (uint64_t n = 0; n < AGENTS; n++) {
            assert_int_equal(wend_machines_set_fact(machines, n, 0, (double)(tick % 4)), WEND_OK);
        }
        assert_int_equal(wend_machines_update(machines, tick), WEND_OK);
        assert_int_equal(wend_machines_push(machines, tick, 1), WEND_OK);
    }
    wend_machines_destroy(machines);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_machines_may_fail),
        cmocka_unit_test(updates_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
