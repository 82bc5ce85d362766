/* Paths on an allocator that fails at every call in turn: nothing leaks, and a path is as before
 * after a failure. */
#include "route/path/path.h"
#include "support/fault.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"

#include <string.h>

enum { LEGS = 40, SIDE = 2 * LEGS };

/* A staircase: east, south-east, east… as long as the map is wide. */
static size_t stairs(wend_node *turns, size_t legs)
{
    turns[0] = 0;
    for (size_t i = 1; i <= legs; ++i) {
        turns[i] = turns[i - 1] + (i % 2 == 0 ? SIDE + 1 : 1);
    }
    return legs + 1;
}

static bool is_same(const wend_path *path, const wend_leg *legs, size_t count)
{
    return wend_path_leg_count(path) == count &&
           (count == 0 || memcmp(wend_path_legs(path), legs, count * sizeof *legs) == 0);
}

static wend_result build_and_smooth(wend_path *path, const wend_space *space)
{
    wend_node turns[LEGS + 1];
    wend_leg before[LEGS];
    wend_result result = wendi_path_build(path, space, turns, NULL, stairs(turns, 3));
    if (result < 0) {
        assert_int_equal(wend_path_leg_count(path), 0);
        return result;
    }
    memcpy(before, wend_path_legs(path), 3 * sizeof before[0]);
    result = wendi_path_build(path, space, turns, NULL, stairs(turns, LEGS));
    if (result < 0) {
        assert_true(is_same(path, before, 3));
        return result;
    }
    memcpy(before, wend_path_legs(path), sizeof before);
    wend_cost cost = wend_path_cost(path);
    result = wend_path_smooth(path, space, 0.25, WEND_SMOOTHING_PRECISE);
    if (result < 0) {
        assert_true(is_same(path, before, LEGS));
        assert_true(wend_path_cost(path) == cost);
        return result;
    }
    assert_true(wend_path_leg_count(path) < LEGS);
    size_t count = wend_path_leg_count(path);
    memcpy(before, wend_path_legs(path), count * sizeof before[0]);
    for (size_t i = 0; i < LEGS && result == WEND_OK; ++i) {
        result = wendi_path_append(path, &before[0]);
        assert_int_equal(wend_path_leg_count(path), count + i + (result == WEND_OK ? 1 : 0));
    }
    return result;
}

static wend_result path_scenario(wend_allocator allocator, void *context)
{
    const wend_space *space = context;
    wend_path *path = NULL;
    wend_result result = wend_path_create(&allocator, &path);
    if (result < 0) {
        assert_null(path);
        return result;
    }
    result = build_and_smooth(path, space);
    wend_path_destroy(path);
    return result;
}

static void path_without_memory_stays_as_before_and_leaks_nothing(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(SIDE, SIDE, 1);
    wend_grid *grid = grids_make(def);
    wend_space *space = spaces_on(grid);
    size_t calls = fault_run(path_scenario, space);
    assert_in_range(calls, 8, 100);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_without_memory_stays_as_before_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
