/* Creating clearances with allocations that fail in turn: each failing call says so and leaks
 * nothing, and updates need no memory. */
#include "support/fault.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/clearance.h"

enum { SIDE = 90 };

static wend_grid *make_grid(wend_neighbours neighbours)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = SIDE;
    def.neighbours = neighbours;
    return grids_make(def);
}

static wend_result create_and_update(wend_allocator allocator, void *context)
{
    wend_grid *grid = make_grid(*(const wend_neighbours *)context);
    wend_message message;
    wend_clearance_def def = wend_clearance_def_default();
    def.grid = grid;
    def.allocator = allocator;
    def.message = &message;
    wend_clearance *clearance = NULL;
    wend_result result = wend_clearance_create(&def, &clearance);
    if (result != WEND_OK) {
        assert_null(clearance);
        assert_string_not_equal(message.text, "");
    } else {
        assert_string_equal(message.text, "");
        grids_wall(grid, 40, 40, 9, 9);
        result = wend_clearance_update(clearance);
        assert_int_equal(wend_clearance_square(clearance, 44, 44), 0);
    }
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
    return result;
}

static void clearance_of_squares_survives_every_failing_allocation(void **state)
{
    (void)state;
    wend_neighbours neighbours = WEND_NEIGHBOURS_8;
    assert_in_range(fault_run(create_and_update, &neighbours), 6, 8);
}

static void clearance_of_hexes_survives_every_failing_allocation(void **state)
{
    (void)state;
    wend_neighbours neighbours = WEND_NEIGHBOURS_6;
    assert_in_range(fault_run(create_and_update, &neighbours), 7, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clearance_of_squares_survives_every_failing_allocation),
        cmocka_unit_test(clearance_of_hexes_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
