/* Triggers without memory are as they were before the call; a steady update needs no more. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/trigger.h"

#include <stdlib.h>

enum { AGENTS = 40, TICKS = 20, TRIGGERS = 24 };

static wend_result add_triggers(wend_triggers *triggers)
{
    const wend_vec2 corners[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
    wend_result result = WEND_OK;
    for (uint32_t n = 0; n < TRIGGERS && result == WEND_OK; n++) {
        const uint64_t before = wend_triggers_hash(triggers);
        wend_trigger trigger = wend_trigger_default();
        wend_trigger_id id;
        trigger.kind = (wend_trigger_kind)(n % 4);
        trigger.position.x = n;
        trigger.radius = 4;
        trigger.sleep_ticks = n % 3;
        trigger.period = 2;
        trigger.is_stay_reported = true;
        if (n % 8 == 1) {
            trigger.points = corners;
            trigger.point_count = 4;
        }
        result = wend_triggers_add(triggers, &trigger, &id);
        assert_true(result == WEND_OK || wend_triggers_hash(triggers) == before);
    }
    return result;
}

static wend_result tick_on(wend_triggers *triggers, uint32_t tick)
{
    wend_trigger_agent agents[AGENTS];
    const wend_trigger_noise noise = {{tick, 0, 0}, 60, 1, 2};
    for (uint32_t i = 0; i < AGENTS; i++) {
        agents[i] = (wend_trigger_agent){i, {(i * 7 + tick) % 24, i % 5, 0}, 0.5};
    }
    /* More agents with each tick, until there are all of them. */
    const size_t count = 4 * tick < AGENTS ? 4 * tick : AGENTS;
    return wend_triggers_update(triggers, tick, agents, count, &noise, 1);
}

static wend_result run_and_load(wend_allocator allocator, void *context)
{
    (void)context;
    wend_triggers_def def = wend_triggers_def_default();
    wend_triggers *triggers, *loaded = NULL;
    def.allocator = allocator;
    wend_result result = wend_triggers_create(&def, &triggers);
    result = result == WEND_OK ? add_triggers(triggers) : result;
    for (uint32_t tick = 0; tick < TICKS && result == WEND_OK; tick++) {
        const uint64_t before = wend_triggers_hash(triggers);
        result = tick_on(triggers, tick);
        assert_true(result == WEND_OK || wend_triggers_hash(triggers) == before);
    }
    if (result == WEND_OK) {
        size_t count;
        (void)wend_triggers_save(triggers, NULL, 0, &count);
        uint8_t *bytes = malloc(count);
        assert_non_null(bytes);
        assert_int_equal(wend_triggers_save(triggers, bytes, count, &count), WEND_OK);
        result = wend_triggers_load(&def, bytes, count, &loaded);
        assert_true(result != WEND_OK ||
                    wend_triggers_hash(loaded) == wend_triggers_hash(triggers));
        free(bytes);
    }
    wend_triggers_destroy(loaded);
    wend_triggers_destroy(triggers);
    return result;
}

static void each_allocation_of_triggers_may_fail(void **state)
{
    (void)state;
    assert_true(fault_run(run_and_load, NULL) >= 20);
}

static void a_steady_update_allocates_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_triggers_def def = wend_triggers_def_default();
    wend_triggers *triggers;
    def.allocator = fault_heap_allocator(&heap);
    assert_int_equal(wend_triggers_create(&def, &triggers), WEND_OK);
    assert_int_equal(add_triggers(triggers), WEND_OK);
    for (uint32_t tick = 0; tick < 4 * TICKS; tick++) {
        if (tick == 2 * TICKS) {
            fault_heap_arm(&heap, FAULT_KEEP, 0);
        }
        assert_int_equal(tick_on(triggers, tick), WEND_OK);
    }
    wend_triggers_destroy(triggers);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_triggers_may_fail),
        cmocka_unit_test(a_steady_update_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
