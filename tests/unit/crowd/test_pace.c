/* Bodies of a class that is slowed by cost, with every kind of goal, on mud, stamps and jams: the
 * distance in a second; without the class setting nothing changes.
 * Cost: a thousand ticks of a body or a few. */
#include "support/test.h"

#include "support/crowds.h"
#include "support/grids.h"
#include "wend/formation.h"
#include "wend/overlay.h"
#include "wend/stamp.h"
#include "wend/steer.h"

#include <math.h>
#include <string.h>

enum { MUD = 4 };

/* 80 x 10 m, all of one cost. */
static wend_grid *ground(uint8_t cost)
{
    wend_grid *grid = grids_open(80, 10);
    assert_int_equal(wend_grid_fill(grid, 0, 0, 0, 80, 10, cost), WEND_OK);
    return grid;
}

static wend_crowd *crowd_on(const wend_grid *grid, bool is_slowed)
{
    wend_crowd_class crowd_class = wend_crowd_class_default();
    crowd_class.is_slowed_by_cost = is_slowed;
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = grid;
    def.classes = &crowd_class;
    def.class_count = 1;
    return crowds_make(def);
}

/* Metres that a body moves in ten seconds, from the third one on. */
static double metres_of(wend_crowd *crowd, wend_body_id id)
{
    crowds_tick(crowd, 40);
    const double from = crowds_body(crowd, id).position.x;
    crowds_tick(crowd, 200);
    return crowds_body(crowd, id).position.x - from;
}

static double metres_to_point(const wend_grid *grid, bool is_slowed)
{
    wend_crowd *crowd = crowd_on(grid, is_slowed);
    const wend_body_id id = crowds_put(crowd, 2.5, 5.5);
    assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){75, 5.5}, 0), WEND_OK);
    const double metres = metres_of(crowd, id);
    wend_crowd_destroy(crowd);
    return metres;
}

static void speed_is_divided_by_the_cost_only_if_the_class_says_so(void **state)
{
    (void)state;
    wend_grid *grid = ground(MUD);
    assert_true(fabs(metres_to_point(grid, false) - 13) < 0.05);
    assert_true(fabs(metres_to_point(grid, true) - 13.0 / (double)MUD) < 0.05);
    wend_grid_destroy(grid);
    grid = ground(1);
    assert_true(fabs(metres_to_point(grid, true) - 13) < 0.05);
    wend_grid_destroy(grid);
}

static void stamps_count_and_overlays_do_not(void **state)
{
    (void)state;
    wend_grid *grid = ground(MUD);
    uint8_t road[80 * 2];
    memset(road, 2, sizeof road);
    wend_stamp_def stamp_def = wend_stamp_def_default();
    stamp_def.y = 5;
    stamp_def.width = 80;
    stamp_def.height = 2;
    stamp_def.costs = road;
    wend_stamp_id stamp;
    assert_int_equal(wend_grid_add_stamp(grid, &stamp_def, &stamp, NULL), WEND_OK);
    assert_true(fabs(metres_to_point(grid, true) - 6.5) < 0.05);

    wend_overlay_def overlay_def = wend_overlay_def_default();
    wend_overlay_id overlay;
    assert_int_equal(wend_grid_add_overlay(grid, &overlay_def, &overlay, NULL), WEND_OK);
    assert_int_equal(wend_grid_overlay_add_rect(grid, overlay, 0, 0, 80, 10, 6 * WEND_OVERLAY_ONE),
                     WEND_OK);
    assert_int_equal(wend_grid_cost(grid, 0, 9, 5), 8);
    assert_true(fabs(metres_to_point(grid, true) - 6.5) < 0.05);
    wend_grid_destroy(grid);
}

static void velocities_and_behaviours_are_slowed_too(void **state)
{
    (void)state;
    wend_grid *grid = ground(MUD);
    wend_crowd *crowd = crowd_on(grid, true);
    const wend_body_id a = crowds_put(crowd, 2.5, 2.5);
    assert_int_equal(wend_crowd_set_velocity(crowd, a, (wend_vec2){2, 0}), WEND_OK);
    assert_true(fabs(metres_of(crowd, a) - 20.0 / (double)MUD) < 0.05);

    const wend_body_id b = crowds_put(crowd, 2.5, 7.5);
    wend_steer_item seek = {.kind = WEND_STEER_SEEK, .weight = 1};
    seek.target = (wend_vec2){75, 7.5};
    assert_int_equal(wend_crowd_set_steering(crowd, b, &seek, 1, WEND_STEER_WEIGHTED, 10, false),
                     WEND_OK);
    assert_true(fabs(metres_of(crowd, b) - 10 * 1.3 * 1.25 / (double)MUD) < 0.05);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

static void formation_marches_in_order(void **state)
{
    (void)state;
    wend_grid *grid = ground(MUD);
    wend_crowd *crowd = crowd_on(grid, true);
    wend_body_id ids[8];
    for (uint32_t i = 0; i < 8; i++) {
        ids[i] = crowds_put(crowd, 2.5 + (i / 4), 3 + (i % 4));
    }
    wend_formation_def def = wend_formation_def_default();
    def.files = 4;
    wend_formation_id id;
    assert_int_equal(wend_formation_create(crowd, &def, ids, NULL, 8, &id), WEND_OK);
    assert_int_equal(wend_formation_set_goal(crowd, id, (wend_vec2){70, 5}, 0.0), WEND_OK);
    assert_true(fabs(metres_of(crowd, ids[0]) - 13.0 / (double)MUD) < 0.3);
    assert_true(crowds_body(crowd, ids[0]).distance_left < 0.5);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

/* The most expensive ground: progress of millimetres is progress. */
static void slow_progress_is_not_stuck(void **state)
{
    (void)state;
    wend_grid *grid = ground(254);
    wend_crowd *crowd = crowd_on(grid, true);
    const wend_body_id id = crowds_put(crowd, 2.5, 5.5);
    assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){75, 5.5}, 0), WEND_OK);
    for (int32_t i = 0; i < 1200; i++) {
        crowds_tick(crowd, 1);
        assert_false(crowds_body(crowd, id).is_stuck);
    }
    assert_true(crowds_body(crowd, id).position.x > 2.7);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

static void all_of_a_group_arrive_in_mud(void **state)
{
    (void)state;
    wend_grid *grid = ground(8);
    wend_crowd *crowd = crowd_on(grid, true);
    wend_body_id ids[12];
    for (uint32_t i = 0; i < 12; i++) {
        ids[i] = crowds_put(crowd, 2.5 + 0.6 * (i % 4), 4.5 + 0.6 * (i / 4));
    }
    assert_int_equal(wend_crowd_set_group_goal(crowd, ids, 12, (wend_vec2){8, 5}, 0), WEND_OK);
    crowds_tick(crowd, 2400);
    assert_int_equal(crowds_info(crowd).arrived, 12);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speed_is_divided_by_the_cost_only_if_the_class_says_so),
        cmocka_unit_test(stamps_count_and_overlays_do_not),
        cmocka_unit_test(velocities_and_behaviours_are_slowed_too),
        cmocka_unit_test(formation_marches_in_order),
        cmocka_unit_test(slow_progress_is_not_stuck),
        cmocka_unit_test(all_of_a_group_arrive_in_mud),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
