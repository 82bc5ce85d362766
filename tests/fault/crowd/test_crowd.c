/* A crowd with everything in it and no memory at some call: every call says so and changes nothing,
 * and a run in which the calls are repeated ends like an undisturbed one. A warm crowd takes no
 * memory at all. */
#include "support/crowd_scene.h"
#include "support/crowds.h"
#include "support/fault.h"
#include "support/test.h"

#include <stdlib.h>

enum { BODIES = 24, TICKS = 10, TRIES = 3 };

typedef struct trial {
    uint64_t seed;
} trial;

static wend_result tick(wend_crowd *crowd)
{
    wend_result result = WEND_ERROR_MEMORY;
    const uint64_t before = wend_crowd_tick_count(crowd);
    for (int i = 0; i < TRIES && result == WEND_ERROR_MEMORY; i++) {
        assert_true(wend_crowd_tick_count(crowd) == before);
        result = wend_crowd_tick(crowd);
    }
    return result;
}

/* Orders of a tick are repeated from the first, also those done already. */
static wend_result act(crowd_scene *s, uint64_t at)
{
    wend_result result = WEND_ERROR_MEMORY;
    for (int i = 0; i < TRIES && result == WEND_ERROR_MEMORY; i++) {
        result = crowd_scene_act(s, s->crowd, at);
    }
    return result;
}

static wend_result play(wend_allocator allocator, void *context)
{
    const trial *t = context;
    crowd_scene s;
    wend_result result = crowd_scene_make(&s, t->seed, BODIES, NULL, &allocator);
    if (result == WEND_OK) {
        crowd_scene_fill(&s, s.crowd, BODIES);
    }
    for (uint64_t at = 0; at < TICKS && result >= 0; at++) {
        result = act(&s, at);
        result = result >= 0 ? tick(s.crowd) : result;
    }
    crowd_scene_free(&s);
    return result < 0 ? result : WEND_OK;
}

static void crowd_without_memory_says_so_and_leaks_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        trial t = {.seed = seed};
        fault_run(play, &t);
    }
}

/* Only ticks meet failures, after some that do not: the path that the route source fills takes its
 * memory there, and a query without memory in the source counts as no path. */
static uint64_t end_of(fault_heap *heap, uint64_t seed, bool fails, size_t *failures)
{
    const wend_allocator allocator = fault_heap_allocator(heap);
    crowd_scene s;
    assert_int_equal(crowd_scene_make(&s, seed, BODIES, NULL, &allocator), WEND_OK);
    crowd_scene_fill(&s, s.crowd, BODIES);
    for (uint64_t at = 0; at < 4 * TICKS; at++) {
        fault_heap_arm(heap, FAULT_NONE, 0);
        assert_true(crowd_scene_act(&s, s.crowd, at) >= 0);
        wend_result result = WEND_ERROR_MEMORY;
        for (size_t k = 0; result == WEND_ERROR_MEMORY; k++) {
            fault_heap_arm(heap, fails && at >= TICKS ? FAULT_KEEP : FAULT_NONE, k);
            result = wend_crowd_tick(s.crowd);
            *failures += heap->failures;
        }
        assert_int_equal(result, WEND_OK);
    }
    fault_heap_arm(heap, FAULT_NONE, 0);
    const uint64_t hash = wend_crowd_hash(s.crowd);
    crowd_scene_free(&s);
    return hash;
}

static void tick_without_memory_moves_nobody_and_loses_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        size_t failures = 0;
        const uint64_t disturbed = end_of(&heap, seed, true, &failures);
        assert_true(failures > 0);
        assert_true(disturbed == end_of(&heap, seed, false, &failures));
    }
    assert_int_equal(heap.live_blocks, 0);
}

static void load_without_memory_leaves_all_as_before(void **state)
{
    (void)state;
    fault_heap heap;
    crowd_scene s;
    fault_heap_init(&heap);
    const wend_allocator allocator = fault_heap_allocator(&heap);
    assert_int_equal(crowd_scene_make(&s, 5, BODIES, NULL, &allocator), WEND_OK);
    crowd_scene_fill(&s, s.crowd, BODIES);
    for (uint64_t at = 0; at < TICKS; at++) {
        assert_true(crowd_scene_act(&s, s.crowd, at) >= 0);
        crowds_tick(s.crowd, 1);
    }
    size_t count;
    assert_int_equal(wend_crowd_save(s.crowd, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_crowd_save(s.crowd, bytes, count, &count), WEND_OK);
    const uint64_t saved = wend_crowd_hash(s.crowd);
    crowds_tick(s.crowd, 1);
    const uint64_t later = wend_crowd_hash(s.crowd);
    wend_result result = WEND_ERROR_MEMORY;
    for (size_t k = 0; result == WEND_ERROR_MEMORY; k++) {
        const size_t blocks = heap.live_blocks;
        fault_heap_arm(&heap, FAULT_ONCE, k);
        result = wend_crowd_load(s.crowd, bytes, count, NULL);
        if (result == WEND_ERROR_MEMORY) {
            assert_true(wend_crowd_hash(s.crowd) == later);
            assert_int_equal(heap.live_blocks, blocks);
        }
    }
    assert_int_equal(result, WEND_OK);
    assert_true(wend_crowd_hash(s.crowd) == saved);
    fault_heap_arm(&heap, FAULT_NONE, 0);
    result = WEND_ERROR_MEMORY;
    for (size_t k = 0; result == WEND_ERROR_MEMORY; k++) {
        fault_heap_arm(&heap, FAULT_KEEP, k);
        size_t needed;
        result = wend_crowd_save(s.crowd, bytes, count, &needed);
    }
    assert_int_equal(result, WEND_OK);
    free(bytes);
    crowd_scene_free(&s);
    assert_int_equal(heap.live_blocks, 0);
}

static void ticks_of_a_warm_crowd_take_no_memory(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    const wend_allocator allocator = fault_heap_allocator(&heap);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        crowd_scene s;
        assert_int_equal(crowd_scene_make(&s, seed, BODIES, NULL, &allocator), WEND_OK);
        crowd_scene_fill(&s, s.crowd, BODIES);
        for (uint64_t at = 0; at < TICKS; at++) {
            assert_true(crowd_scene_act(&s, s.crowd, at) >= 0);
            crowds_tick(s.crowd, 1);
        }
        /* Routes that are queried again have as many legs as those before. */
        for (int i = 0; i < 400; i++) {
            crowds_tick(s.crowd, 1);
        }
        fault_heap_arm(&heap, FAULT_NONE, 0);
        for (int i = 0; i < 200; i++) {
            crowds_tick(s.crowd, 1);
        }
        assert_int_equal(heap.calls, 0);
        crowd_scene_free(&s);
    }
}

static void adding_and_removing_bodies_takes_no_memory(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    const wend_allocator allocator = fault_heap_allocator(&heap);
    crowd_scene s;
    assert_int_equal(crowd_scene_make(&s, 1, BODIES, NULL, &allocator), WEND_OK);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    for (int i = 0; i < 100; i++) {
        wend_body_id ids[BODIES];
        size_t count;
        crowd_scene_fill(&s, s.crowd, 2 * BODIES);
        assert_int_equal(wend_crowd_list_bodies(s.crowd, ids, BODIES, &count), WEND_OK);
        assert_true(count > 0);
        for (size_t k = 0; k < count; k++) {
            assert_int_equal(wend_crowd_remove_body(s.crowd, ids[k]), WEND_OK);
        }
    }
    assert_int_equal(heap.calls, 0);
    crowd_scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowd_without_memory_says_so_and_leaks_nothing),
        cmocka_unit_test(tick_without_memory_moves_nobody_and_loses_nothing),
        cmocka_unit_test(load_without_memory_leaves_all_as_before),
        cmocka_unit_test(ticks_of_a_warm_crowd_take_no_memory),
        cmocka_unit_test(adding_and_removing_bodies_takes_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
