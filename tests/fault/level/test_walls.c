/* Walls with allocations that fail in turn: a failing call leaves the walls as they were, and some
 * calls need no memory. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/walls.h"

enum { SEGMENTS = 30, MANY = 50 };

typedef struct state_of {
    uint64_t hash, revision;
    size_t count;
} state_of;

static state_of look(const wend_walls *walls)
{
    return (state_of){wend_walls_hash(walls), wend_walls_revision(walls), wend_walls_count(walls)};
}

static wend_result checked(const wend_walls *walls, state_of before, wend_result result)
{
    const state_of after = look(walls);
    if (result != WEND_OK) {
        assert_int_equal(result, WEND_ERROR_MEMORY);
        assert_true(after.hash == before.hash && after.revision == before.revision);
        assert_int_equal(after.count, before.count);
    } else {
        assert_true(after.revision == before.revision + 1);
    }
    return result;
}

static wend_result add_one(wend_walls *walls, int i)
{
    const wend_vec2 a = {i, 2 * i};
    const wend_vec2 b = {i + 3, 2 * i - 1};
    const wend_vec2 corners[4] = {a, {a.x + 2, a.y}, {a.x + 2, a.y + 2}, {a.x, a.y + 2}};
    const state_of before = look(walls);
    wend_wall_id id = {7, 7};
    const wend_result result =
        i % 3 == 0 ? wend_walls_add_polygon(walls, corners, 4, WEND_STOPS_ALL, 5, &id)
                   : wend_walls_add_segment(walls, a, b, WEND_STOPS_ALL, 5, &id);
    assert_true((result == WEND_OK) == (id.index1 != 0));
    if (result == WEND_OK && i % 5 == 0) {
        assert_int_equal(wend_walls_set_stops(walls, id, 0), WEND_OK);
        assert_int_equal(wend_walls_remove(walls, id), WEND_OK);
        return WEND_OK;
    }
    return checked(walls, before, result);
}

static wend_result add_many(wend_walls *walls)
{
    wend_vec2 ends[2 * MANY];
    wend_wall_id ids[MANY];
    for (int i = 0; i < 2 * MANY; i++) {
        ends[i] = (wend_vec2){i % 7 * 3, i};
    }
    const state_of before = look(walls);
    const wend_result result = wend_walls_add_segments(walls, ends, NULL, MANY, ids);
    assert_true((result == WEND_OK) == (ids[MANY - 1].index1 != 0));
    return checked(walls, before, result);
}

static wend_result build(wend_allocator allocator, void *context)
{
    (void)context;
    wend_walls *walls;
    wend_walls_def def = wend_walls_def_default();
    wend_message message;
    def.allocator = allocator;
    def.message = &message;
    wend_result first = wend_walls_create(&def, &walls);
    if (walls == NULL) {
        assert_string_equal(message.text, "wend_walls_create: no memory for a set of walls");
        return first;
    }
    for (int i = 0; i < SEGMENTS; i++) {
        const wend_result result = add_one(walls, i);
        first = first == WEND_OK ? result : first;
    }
    const wend_result many = add_many(walls);
    /* existing walls answer after any failures */
    size_t count;
    assert_int_equal(wend_walls_query_box(walls, (wend_vec2){-500, -500}, (wend_vec2){500, 500},
                                          WEND_STOPS_ALL, NULL, 0, &count),
                     wend_walls_count(walls) > 0 ? WEND_TRUNCATED : WEND_OK);
    assert_int_equal(count, wend_walls_count(walls));
    wend_walls_destroy(walls);
    return first == WEND_OK ? many : first;
}

static void walls_without_memory_stay_as_they_were(void **state)
{
    (void)state;
    assert_true(fault_run(build, NULL) > 10);
}

static void walls_refilled_after_clear_take_no_memory(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_walls_def def = wend_walls_def_default();
    def.allocator = fault_heap_allocator(&heap);
    wend_walls *walls;
    assert_int_equal(wend_walls_create(&def, &walls), WEND_OK);
    assert_int_equal(add_many(walls), WEND_OK);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    wend_walls_clear(walls);
    assert_int_equal(wend_walls_count(walls), 0);
    assert_int_equal(add_many(walls), WEND_OK);
    wend_wall_hit hit;
    (void)wend_walls_sweep(walls, (wend_vec2){0, 0}, (wend_vec2){9, 90}, 1, WEND_STOPS_ALL, &hit);
    (void)wend_walls_nearest(walls, (wend_vec2){0, 0}, 9, WEND_STOPS_ALL, &hit);
    assert_int_equal(heap.calls, 0);
    wend_walls_destroy(walls);
    assert_int_equal(heap.live_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_without_memory_stay_as_they_were),
        cmocka_unit_test(walls_refilled_after_clear_take_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
