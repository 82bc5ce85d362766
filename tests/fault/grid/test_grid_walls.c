/* Walls of grids with allocations that fail in turn: each failing call says so, changes nothing and
 * leaks nothing. */
#include "support/fault.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/grid_walls.h"
#include "wend/walls.h"

static wend_result create_and_update(wend_allocator allocator, void *context)
{
    (void)context;
    wend_grid *grid = grids_open(40, 40);
    for (int32_t i = 0; i < 13; ++i) {
        grids_wall(grid, 3 * i, 3 * i, 2, 1);
    }
    const wend_grid_walls_layer layer = {0, WEND_STOPS_ALL, 8};
    wend_message message = {0};
    wend_grid_walls_def def = wend_grid_walls_def_default();
    def.grid = grid;
    def.layers = &layer;
    def.layer_count = 1;
    def.allocator = allocator;
    def.message = &message;
    wend_grid_walls *grid_walls = NULL;
    wend_result result = wend_grid_walls_create(&def, &grid_walls);
    if (result != WEND_OK) {
        assert_null(grid_walls);
        assert_string_not_equal(message.text, "");
    } else {
        const wend_walls *walls = wend_grid_walls_get(grid_walls);
        const uint64_t hash = wend_walls_hash(walls);
        for (int32_t i = 0; i < 10; ++i) {
            grids_wall(grid, 4 * i, 20, 1, 1);
            grids_wall(grid, 20, 4 * i, 1, 1);
        }
        result = wend_grid_walls_update(grid_walls);
        if (result != WEND_OK) {
            assert_int_equal(wend_walls_hash(walls), hash);
            assert_string_not_equal(wend_grid_walls_error(grid_walls), "");
            assert_false(wend_grid_walls_is_fresh(grid_walls));
        }
    }
    wend_grid_walls_destroy(grid_walls);
    wend_grid_destroy(grid);
    return result;
}

enum { SAVED_MOST = 1 << 14 };

/** The saved walls of a grid. */
typedef struct saved {
    uint8_t bytes[SAVED_MOST];
    size_t count;
} saved;

static wend_grid *open_diagonal(void)
{
    wend_grid *grid = grids_open(40, 40);
    for (int32_t i = 0; i < 13; ++i) {
        grids_wall(grid, 3 * i, 3 * i, 2, 1);
    }
    return grid;
}

static wend_result restore(wend_allocator allocator, void *context)
{
    const saved *from = context;
    wend_grid *grid = open_diagonal();
    wend_grid_walls_def def = wend_grid_walls_def_default();
    def.grid = grid;
    def.allocator = allocator;
    wend_grid_walls *grid_walls = NULL;
    wend_result result = wend_grid_walls_create(&def, &grid_walls);
    if (result == WEND_OK) {
        const uint64_t hash = wend_grid_walls_hash(grid_walls);
        const uint64_t walls = wend_walls_hash(wend_grid_walls_get(grid_walls));
        result = wend_grid_walls_restore(grid_walls, from->bytes, from->count);
        if (result != WEND_OK) {
            assert_true(wend_grid_walls_hash(grid_walls) == hash);
            assert_true(wend_walls_hash(wend_grid_walls_get(grid_walls)) == walls);
            assert_string_not_equal(wend_grid_walls_error(grid_walls), "");
        }
    }
    wend_grid_walls_destroy(grid_walls);
    wend_grid_destroy(grid);
    return result;
}

static void restoring_survives_every_failing_allocation(void **state)
{
    static saved from;
    (void)state;
    wend_grid *grid = open_diagonal();
    wend_grid_walls_def def = wend_grid_walls_def_default();
    def.grid = grid;
    wend_grid_walls *grid_walls = NULL;
    assert_int_equal(wend_grid_walls_create(&def, &grid_walls), WEND_OK);
    for (int32_t i = 0; i < 5; ++i) {
        grids_wall(grid, 20, 4 * i, 1, 1);
        assert_int_equal(wend_grid_walls_update(grid_walls), WEND_OK);
    }
    assert_int_equal(wend_grid_walls_save(grid_walls, from.bytes, SAVED_MOST, &from.count),
                     WEND_OK);
    wend_grid_walls_destroy(grid_walls);
    wend_grid_destroy(grid);
    assert_in_range(fault_run(restore, &from), 30, 150);
}

static void walls_survive_every_failing_allocation(void **state)
{
    (void)state;
    assert_in_range(fault_run(create_and_update, NULL), 30, 90);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_survive_every_failing_allocation),
        cmocka_unit_test(restoring_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
