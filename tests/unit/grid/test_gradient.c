/* Gradients on grids: what they add along walls and edges, and what is refused. */
#include "overlays.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/overlay.h"
#include "wend/stamp.h"
#include "world/layers/compose.h"

/* ---- gradients ---- */

static void gradient_adds_by_steps_from_walls_and_edges(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(11, 11, 1));
    const uint8_t additions[] = {4, 0, 2};
    assert_int_equal(wend_grid_set_gradient(grid, 0, additions, 3), WEND_OK);
    check_row(grid, 0, "55555555555");
    check_row(grid, 1, "51111111115");
    check_row(grid, 2, "51333333315");
    check_row(grid, 5, "51311111315");
    grids_set(grid, 5, 5, WALL);
    check_row(grid, 2, "51333333315");
    check_row(grid, 4, "51315551315");
    check_row(grid, 5, "51315#51315");
    assert_int_equal(wend_grid_ground_cost(grid, 0, 4, 4), 1);
    assert_int_equal(wend_grid_set_gradient(grid, 0, NULL, 0), WEND_OK);
    check_row(grid, 5, "11111#11111");
    wend_grid_destroy(grid);
}

static void gradient_does_not_take_edges_for_walls_where_the_grid_wraps(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(5, 5, 1);
    def.wrap = WEND_WRAP_X;
    wend_grid *grid = grids_make(def);
    const uint8_t additions[] = {4};
    assert_int_equal(wend_grid_set_gradient(grid, 0, additions, 1), WEND_OK);
    check_row(grid, 0, "55555");
    check_row(grid, 2, "11111");
    grids_set(grid, 4, 2, WALL);
    check_row(grid, 2, "5115#");
    wend_grid_destroy(grid);
}

static void gradient_counts_hexes_on_hex_grids(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(12, 12, 1);
    def.neighbours = WEND_NEIGHBOURS_6;
    def.wrap = WEND_WRAP_BOTH;
    wend_grid *grid = grids_make(def);
    const uint8_t additions[] = {1, 2};
    grids_set(grid, 5, 6, WALL);
    assert_int_equal(wend_grid_set_gradient(grid, 0, additions, 2), WEND_OK);
    check_row(grid, 4, "111133311111");
    check_row(grid, 5, "111322311111");
    check_row(grid, 6, "11132#231111");
    check_row(grid, 7, "111322311111");
    check_row(grid, 8, "111133311111");
    wend_grid_destroy(grid);
}

static void gradient_is_at_most_254_and_of_one_class(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(9, 9, 2));
    const uint8_t additions[] = {255};
    assert_int_equal(wend_grid_set_gradient(grid, 1, additions, 1), WEND_OK);
    assert_int_equal(wend_grid_cost(grid, 1, 0, 0), 254);
    assert_int_equal(wend_grid_cost(grid, 0, 0, 0), 1);
    const uint64_t revision = wend_grid_revision(grid);
    const uint8_t same[] = {255, 0, 0};
    assert_int_equal(wend_grid_set_gradient(grid, 1, same, 3), WEND_OK);
    assert_int_equal(wend_grid_revision(grid), revision);
    assert_int_equal(wend_grid_set_gradient(grid, WEND_CLASS_ALL, same, 3), WEND_OK);
    assert_int_equal(wend_grid_revision(grid), revision + 1);
    assert_int_equal(wend_grid_cost(grid, 0, 0, 0), 254);
    wend_grid_destroy(grid);
}

static void gradient_bad_arguments_are_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(9, 9, 2));
    const uint8_t additions[17] = {1};
    assert_int_equal(wend_grid_set_gradient(NULL, 0, additions, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_gradient(grid, 2, additions, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_gradient(grid, 0, additions, 17), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_gradient(grid, 0, NULL, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_revision(grid), 1);
    wend_grid_destroy(grid);
}

/* ---- overlays ---- */

static void gradient_is_reported_as_it_was_set(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(9, 9, 2));
    uint8_t back[WEND_GRADIENT_MAX] = {0};
    size_t count = 9;
    assert_int_equal(wend_grid_get_gradient(grid, 1, back, 16, &count), WEND_OK);
    assert_int_equal(count, 0);
    const uint8_t additions[] = {9, 0, 4, 0};
    assert_int_equal(wend_grid_set_gradient(grid, 1, additions, 4), WEND_OK);
    assert_int_equal(wend_grid_get_gradient(grid, 1, back, 16, &count), WEND_OK);
    assert_int_equal(count, 3);
    assert_memory_equal(back, additions, 4);
    assert_int_equal(wend_grid_get_gradient(grid, 0, back, 16, &count), WEND_OK);
    assert_int_equal(count, 0);
    back[2] = 77;
    assert_int_equal(wend_grid_get_gradient(grid, 1, back, 2, &count), WEND_TRUNCATED);
    assert_int_equal(count, 3);
    assert_int_equal(back[2], 77);
    assert_int_equal(wend_grid_get_gradient(grid, 1, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(wend_grid_get_gradient(grid, 1, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(wend_grid_get_gradient(grid, 2, back, 16, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_gradient(NULL, 0, back, 16, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_gradient(grid, 1, back, 16, NULL), WEND_ERROR_ARGUMENT);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradient_adds_by_steps_from_walls_and_edges),
        cmocka_unit_test(gradient_does_not_take_edges_for_walls_where_the_grid_wraps),
        cmocka_unit_test(gradient_counts_hexes_on_hex_grids),
        cmocka_unit_test(gradient_is_at_most_254_and_of_one_class),
        cmocka_unit_test(gradient_bad_arguments_are_refused),
        cmocka_unit_test(gradient_is_reported_as_it_was_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
