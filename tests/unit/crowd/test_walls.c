/* Walls stop bodies that walk into them or are pushed into them. */
#include "support/crowd_slow.h"
#include "support/crowds.h"
#include "support/grids.h"
#include "support/test.h"

#include <math.h>

/* ---- walls ---- */

/* @return the least gap to a wall after any of the ticks. */
static double gap_after(wend_crowd *crowd, const wend_grid *grid, int ticks)
{
    double least = 99;
    for (int i = 0; i < ticks; i++) {
        crowds_tick(crowd, 1);
        const double gap = crowd_slow_least_gap(crowd, grid, NULL);
        least = gap < least ? gap : least;
    }
    return least;
}

/* Wherever in a word of closed cells it is. */
static void wall_in_any_column_stops_from_both_sides(void **state)
{
    (void)state;
    for (int32_t column = 59; column < 68; column++) {
        wend_grid_def def = grids_def(80, 5, 1);
        def.cell_size = 1.5;
        wend_grid *grid = grids_make(def);
        grids_wall(grid, column, 0, 1, 5);
        wend_crowd *crowd = crowds_on(grid, NULL);
        const wend_body_id ids[] = {crowds_put(crowd, 1.5 * column - 1, 3.75),
                                    crowds_put(crowd, 1.5 * column + 2.5, 3.75)};
        assert_int_equal(wend_crowd_set_velocity(crowd, ids[0], (wend_vec2){1.3, 0}), WEND_OK);
        assert_int_equal(wend_crowd_set_velocity(crowd, ids[1], (wend_vec2){-1.3, 0}), WEND_OK);
        assert_true(gap_after(crowd, grid, 40) > -1e-3);
        wend_crowd_destroy(crowd);
        wend_grid_destroy(grid);
    }
}

/* Bodies that reach over more than sixty cells. */
static void large_body_among_tiny_cells_keeps_off_each_of_them(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        wend_grid_def def = grids_def(200, 120, 1);
        def.cell_size = 0.025;
        wend_grid *grid = grids_make(def);
        grids_set(grid, 120 + 7 * i, 58 + i, WEND_COST_WALL);
        wend_crowd *crowd = crowds_on(grid, NULL);
        const wend_body_id id = crowds_put_sized(crowd, 1.1, 1.5, 0.9);
        assert_int_equal(wend_crowd_set_velocity(crowd, id, (wend_vec2){1, 0}), WEND_OK);
        assert_true(gap_after(crowd, grid, 60) > -1e-3);
        wend_crowd_destroy(crowd);
        wend_grid_destroy(grid);
    }
}

/* More of the map than a list of changes holds. */
static void walls_that_are_built_everywhere_at_once_stop(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(600, 600);
    wend_crowd *crowd = crowds_on(grid, NULL);
    const wend_body_id id = crowds_put(crowd, 500.5, 500.5);
    assert_int_equal(wend_crowd_set_velocity(crowd, id, (wend_vec2){1.3, 0}), WEND_OK);
    crowds_tick(crowd, 1);
    for (int32_t x = 2; x < 600; x += 5) {
        grids_wall(grid, x, 0, 1, 600);
    }
    for (int i = 0; i < 80; i++) {
        crowds_tick(crowd, 1);
    }
    const wend_body body = crowds_body(crowd, id);
    assert_true(body.position.x > 501 && body.position.x < 501.751);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

static void who_walks_into_a_wall_aslant_goes_along_it(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 20);
    wend_crowd *crowd = crowds_on(grid, NULL);
    const wend_body_id id = crowds_put(crowd, 18.5, 2);
    assert_int_equal(wend_crowd_set_velocity(crowd, id, (wend_vec2){0.92, 0.92}), WEND_OK);
    assert_true(gap_after(crowd, grid, 200) > -1e-3);
    const wend_body body = crowds_body(crowd, id);
    assert_true(body.position.y > 12.5 && body.position.x > 19);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

/* ---- displaced ---- */

static void wall_takes_what_of_a_push_goes_into_it(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 20);
    wend_crowd *crowd = crowds_on(grid, NULL);
    const wend_body_id id = crowds_put(crowd, 19.5, 2);
    assert_int_equal(wend_crowd_apply_impulse(crowd, id, (wend_vec2){80 * 20, 80 * 10}), WEND_OK);
    assert_true(gap_after(crowd, grid, 3) > -1e-3);
    const wend_body body = crowds_body(crowd, id);
    assert_true(fabs(body.velocity.x) < 1 && body.velocity.y > 4);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

static double struck(double mass)
{
    wend_crowd *crowd = crowds_open();
    const wend_body_id other = crowds_put(crowd, 2, 0);
    wend_body_def def = wend_body_def_default();
    def.mass = mass;
    const wend_body_id id = crowds_add(crowd, def, 0, 0);
    assert_int_equal(wend_crowd_apply_impulse(crowd, id, (wend_vec2){40 * mass, 0}), WEND_OK);
    crowds_tick(crowd, 30);
    const double x = crowds_body(crowd, other).position.x;
    wend_crowd_destroy(crowd);
    return x;
}

static void heavier_one_throws_whom_it_hits_further(void **state)
{
    (void)state;
    assert_true(struck(800) > struck(80) + 2);
    assert_true(struck(80) > struck(8) + 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wall_in_any_column_stops_from_both_sides),
        cmocka_unit_test(large_body_among_tiny_cells_keeps_off_each_of_them),
        cmocka_unit_test(walls_that_are_built_everywhere_at_once_stop),
        cmocka_unit_test(who_walks_into_a_wall_aslant_goes_along_it),
        cmocka_unit_test(wall_takes_what_of_a_push_goes_into_it),
        cmocka_unit_test(heavier_one_throws_whom_it_hits_further),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
