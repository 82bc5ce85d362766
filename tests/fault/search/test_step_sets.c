/* Spaces of uneven ground on an allocator that fails at every call in turn: nothing leaks, and a
 * space does without step sets for which there is no memory. */
#include "route/space/space.h"
#include "support/fault.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"

enum { SIDE = 90, BLOCK = 3, COSTS = 60 };

static wend_grid *grid_new(void)
{
    return grids_open(SIDE, SIDE);
}

/* With two parts of the map there are so many surroundings that the sets have to grow. */
static void strew(wend_grid *grid, int32_t first_row, int32_t end_row)
{
    for (int32_t y = first_row; y < end_row; y += BLOCK) {
        for (int32_t x = 0; x < SIDE; x += BLOCK) {
            const uint64_t id = (uint64_t)(y * SIDE + x);
            const uint8_t cost = (uint8_t)(1 + wend_random_below(3, id, 0, COSTS));
            grids_fill(grid, x, y, BLOCK, BLOCK, cost);
        }
    }
}

static wend_result make_and_update(wend_allocator allocator, void *context)
{
    (void)context;
    wend_grid *grid = grid_new();
    strew(grid, 0, 18);
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.allocator = allocator;
    wend_space *space = NULL;
    const wend_result result = wend_space_create(&def, &space);
    if (result == WEND_OK) {
        strew(grid, 18, 36);
        assert_int_equal(wend_space_update(space), WEND_OK);
        wend_space_info info;
        wend_space_get_info(space, &info);
        assert_true(info.is_fresh);
    } else {
        assert_null(space);
    }
    wend_space_destroy(space);
    wend_grid_destroy(grid);
    return result;
}

static void space_of_uneven_ground_without_memory_leaks_nothing(void **state)
{
    (void)state;
    /* The space, its costs, indices, three arrays of sets, and these three grown, often. */
    assert_true(fault_run(make_and_update, NULL) >= 9 + 9);
}

static void space_without_memory_for_sets_has_some_once_there_is(void **state)
{
    (void)state;
    wend_grid *grid = grid_new();
    fault_heap heap;
    fault_heap_init(&heap);
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.allocator = fault_heap_allocator(&heap);
    strew(grid, 0, 18);
    wend_space *space = spaces_make(def);
    assert_non_null(space->step_sets.indices);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    strew(grid, 18, 36);
    assert_int_equal(wend_space_update(space), WEND_OK);
    assert_null(space->step_sets.indices);
    fault_heap_arm(&heap, FAULT_NONE, 0);
    strew(grid, 36, 39);
    assert_int_equal(wend_space_update(space), WEND_OK);
    assert_non_null(space->step_sets.indices);
    wend_space_destroy(space);
    assert_int_equal(heap.live_blocks, 0);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(space_of_uneven_ground_without_memory_leaks_nothing),
        cmocka_unit_test(space_without_memory_for_sets_has_some_once_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
