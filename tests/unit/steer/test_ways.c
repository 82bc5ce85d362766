/* Steering before walls, obstacles and doors, on paths and flows, where the answer is plain. */
#include "support/flows.h"
#include "support/grids.h"
#include "support/steer_check.h"
#include "support/walls.h"

#include <math.h>

/* ---- obstacles ---- */

static void obstacles_beside_behind_and_far_away_do_not_count(void **state)
{
    (void)state;
    wend_steer_agent m = mover_at(0, 0);
    m.velocity.x = 2;
    const wend_vec2 centres[3] = {{3, 1.6}, {-2, 0}, {20, 0}};
    const double radii[3] = {1, 1, 1};
    assert_nothing(wend_steer_avoid_obstacles(&m, centres, radii, 3, 5));
    assert_nothing(wend_steer_avoid_obstacles(&m, NULL, NULL, 0, 5));
}

static void obstacle_ahead_is_passed_on_the_shorter_side(void **state)
{
    (void)state;
    wend_steer_agent m = mover_at(0, 0);
    m.velocity.x = 2;
    const double radius = 1;
    wend_vec2 centre = {4, 0.5};
    assert_true(wend_steer_avoid_obstacles(&m, &centre, &radius, 1, 5).y < 0);
    centre.y = -0.5;
    assert_true(wend_steer_avoid_obstacles(&m, &centre, &radius, 1, 5).y > 0);
    centre.x = 1.6; /* near: brakes as well */
    assert_true(wend_steer_avoid_obstacles(&m, &centre, &radius, 1, 5).x < 0);
}

static void obstacle_ahead_of_a_slow_mover_is_seen_later(void **state)
{
    (void)state;
    wend_steer_agent m = mover_at(0, 0);
    const wend_vec2 centre = {5, 0.1};
    const double radius = 1;
    m.velocity.x = 0.2;
    assert_nothing(wend_steer_avoid_obstacles(&m, &centre, &radius, 1, 5));
    m.velocity.x = 2;
    assert_true(wend_steer_avoid_obstacles(&m, &centre, &radius, 1, 5).y < 0);
}

static void hide_chooses_the_nearest_place_behind(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(0, 0);
    const wend_steer_other hunter = {.position = {0, 20}};
    const wend_vec2 centres[3] = {{0, 12}, {0, -6}, {0, 1}};
    const double radii[3] = {1, 1, 0.2}; /* the last is too small for it */
    assert_vec(wend_steer_hide(&m, &hunter, centres, radii, 3, 0.5), 0, -8);
}

static void hide_with_nothing_to_hide_behind_evades(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(0, 0);
    const wend_steer_other hunter = {.position = {0, 20}};
    assert_vec(wend_steer_hide(&m, &hunter, NULL, NULL, 0, 0.5), 0, -8);
}

/* ---- walls and rectangles ---- */

static wend_walls *make_walls(void)
{
    wend_walls *walls = walls_empty();
    walls_add(walls, (wend_vec2){4, -9}, (wend_vec2){4, 9}, WEND_STOPS_WALK);
    const wend_vec2 box[4] = {{-20, -5}, {-10, -5}, {-10, 5}, {-20, 5}};
    walls_add_outline(walls, box, 4, WEND_STOPS_WALK);
    return walls;
}

static void feelers_push_away_from_a_wall_the_more_the_deeper(void **state)
{
    (void)state;
    wend_walls *walls = make_walls();
    wend_steer_agent m = mover_at(1, 0);
    assert_nothing(wend_steer_avoid_walls(&m, walls, WEND_STOPS_WALK, 2.5));
    assert_vec(wend_steer_avoid_walls(&m, walls, WEND_STOPS_WALK, 4), -2, 0);
    assert_vec(wend_steer_avoid_walls(&m, walls, WEND_STOPS_WALK, 6), -4, 0);
    assert_nothing(wend_steer_avoid_walls(&m, walls, WEND_STOPS_SHOT, 6));
    m.heading = (wend_vec2){-1, 0};
    assert_nothing(wend_steer_avoid_walls(&m, walls, WEND_STOPS_WALK, 6));
    wend_walls_destroy(walls);
}

static void feelers_at_the_side_feel_walls_along_the_way(void **state)
{
    (void)state;
    wend_walls *walls = make_walls();
    wend_steer_agent m = mover_at(3.5, 0);
    m.heading = (wend_vec2){0, 1};
    const wend_vec2 force = wend_steer_avoid_walls(&m, walls, WEND_STOPS_WALK, 3);
    assert_true(force.x < 0 && fabs(force.y) < 1e-12);
    wend_walls_destroy(walls);
}

static void feelers_brake_with_all_force_when_it_is_time(void **state)
{
    (void)state;
    wend_walls *walls = make_walls();
    wend_steer_agent m = mover_at(3.3, 0);
    m.velocity.x = 2;
    assert_vec(wend_steer_avoid_walls(&m, walls, WEND_STOPS_WALK, 3), -8, 0);
    wend_walls_destroy(walls);
}

static void feelers_in_a_solid_wall_lead_out(void **state)
{
    (void)state;
    wend_walls *walls = make_walls();
    const wend_steer_agent m = mover_at(-15, 4);
    assert_vec(wend_steer_avoid_walls(&m, walls, WEND_STOPS_WALK, 2), 0, 8);
    assert_nothing(wend_steer_avoid_walls(&m, NULL, WEND_STOPS_WALK, 2));
    wend_walls_destroy(walls);
}

static void contain_turns_back_by_the_axis_that_is_left(void **state)
{
    (void)state;
    wend_steer_agent m = mover_at(4, 0);
    const wend_vec2 low = {-5, -5};
    const wend_vec2 high = {5, 5};
    m.velocity = (wend_vec2){0.5, 1};
    assert_nothing(wend_steer_contain(&m, low, high, 1));
    m.velocity.x = 1.5;
    assert_vec(wend_steer_contain(&m, low, high, 1), -8, 0);
    m.velocity = (wend_vec2){0, 0};
    m.position = (wend_vec2){0, -6}; /* already outside */
    assert_vec(wend_steer_contain(&m, low, high, 1), 0, 8);
    assert_nothing(wend_steer_contain(&m, high, low, 1));
}

/* ---- paths ---- */

static void follow_path_goes_from_leg_to_leg(void **state)
{
    (void)state;
    const wend_vec2 points[3] = {{0, 0}, {10, 0}, {10, 10}};
    wend_steer_agent m = mover_at(0, 0);
    size_t leg = 0;
    assert_vec(wend_steer_follow_path(&m, points, 3, false, 0.5, 0.5, &leg), 8, 0);
    assert_int_equal(leg, 0);
    m.position = (wend_vec2){9.6, 0};
    assert_true(wend_steer_follow_path(&m, points, 3, false, 0.5, 0.5, &leg).y > 0);
    assert_int_equal(leg, 1);
    m.position = (wend_vec2){10, 10};
    assert_nothing(wend_steer_follow_path(&m, points, 3, false, 0.5, 0.5, &leg));
    assert_int_equal(leg, 1);
}

static void follow_path_that_is_a_loop_begins_again(void **state)
{
    (void)state;
    const wend_vec2 points[3] = {{0, 0}, {10, 0}, {10, 10}};
    wend_steer_agent m = mover_at(10, 10);
    size_t leg = 1;
    const wend_vec2 force = wend_steer_follow_path(&m, points, 3, true, 0.5, 0.5, &leg);
    assert_int_equal(leg, 2);
    assert_vec(force, -8 * sqrt(0.5), -8 * sqrt(0.5));
    m.position = (wend_vec2){0, 0};
    (void)wend_steer_follow_path(&m, points, 3, true, 0.5, 0.5, &leg);
    assert_int_equal(leg, 0);
}

static void follow_path_of_points_in_one_place_ends(void **state)
{
    (void)state;
    const wend_vec2 points[4] = {{1, 1}, {1, 1}, {1, 1}, {1, 1}};
    const wend_steer_agent m = mover_at(1, 1);
    size_t leg = 77; /* as good as 0 */
    assert_nothing(wend_steer_follow_path(&m, points, 4, true, 0.5, 0.5, &leg));
    assert_true(leg < 4);
    assert_nothing(wend_steer_follow_path(&m, points, 4, false, 0.5, 0.5, &leg));
    assert_int_equal(leg, 2);
    assert_nothing(wend_steer_follow_path(&m, points, 1, false, 0.5, 0.5, &leg));
    assert_nothing(wend_steer_follow_path(&m, points, 0, false, 0.5, 0.5, &leg));
    assert_nothing(wend_steer_follow_path(&m, points, 4, false, 0, 0.5, &leg));
}

static void follow_flow_goes_at_full_speed_and_brakes_at_the_goal(void **state)
{
    (void)state;
    wend_grid_def grid_def = grids_def(20, 10, 1);
    wend_grid *grid = grids_make(grid_def);
    wend_flow *flow = flows_on(grid);
    const wend_flow_position goal = {.position = {18.5, 5.5}};
    const wend_flow_request_id order = flows_order(flow, goal.position.x, goal.position.y, 0);
    wend_steer_agent m = mover_at(2.5, 5.5);
    wend_flow_guidance why = WEND_FLOW_INVALID;
    assert_vec(wend_steer_follow_flow(&m, flow, order, 0, &why), 8, 0);
    assert_int_equal(why, WEND_FLOW_LINE_OF_SIGHT);
    m.position = goal.position;
    m.velocity.x = 0.5;
    assert_vec(wend_steer_follow_flow(&m, flow, order, 0, &why), -4, 0);
    assert_int_equal(why, WEND_FLOW_ARRIVED);
    assert_nothing(wend_steer_follow_flow(&m, flow, (wend_flow_request_id){0, 0}, 0, &why));
    assert_int_equal(why, WEND_FLOW_INVALID);
    assert_nothing(wend_steer_follow_flow(&m, NULL, order, 0, NULL));
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

static void queue_goes_to_the_door_when_nobody_is_ahead(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(3, 0);
    const wend_steer_other others[2] = {{.position = {5, 0}, .radius = 0.5},
                                        {.position = {2, 4}, .radius = 0.5}};
    assert_vec(wend_steer_queue(&m, (wend_vec2){0, 0}, others, 2, 10), -8, 0);
    assert_vec(wend_steer_queue(&m, (wend_vec2){0, 0}, NULL, 0, 10), -8, 0);
    assert_nothing(wend_steer_queue(&m, m.position, NULL, 0, 10));
}

static void queue_stops_behind_who_waits_and_closes_up_slowly(void **state)
{
    (void)state;
    wend_steer_agent m = mover_at(6, 0);
    wend_steer_other ahead = {.position = {1, 0}, .radius = 0.5};
    m.velocity.x = -2;
    assert_true(wend_steer_queue(&m, (wend_vec2){0, 0}, &ahead, 1, 6).x > 0);
    m.velocity.x = -1; /* half its speed */
    assert_nothing(wend_steer_queue(&m, (wend_vec2){0, 0}, &ahead, 1, 6));
    m.velocity.x = 0;
    m.position.x = 2.25; /* its position: half a radius between them */
    assert_nothing(wend_steer_queue(&m, (wend_vec2){0, 0}, &ahead, 1, 6));
    ahead.position.x = 8; /* beyond the range, however near */
    m.position.x = 9.25;
    assert_vec(wend_steer_queue(&m, (wend_vec2){0, 0}, &ahead, 1, 6), -8, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obstacles_beside_behind_and_far_away_do_not_count),
        cmocka_unit_test(obstacle_ahead_is_passed_on_the_shorter_side),
        cmocka_unit_test(obstacle_ahead_of_a_slow_mover_is_seen_later),
        cmocka_unit_test(hide_chooses_the_nearest_place_behind),
        cmocka_unit_test(hide_with_nothing_to_hide_behind_evades),
        cmocka_unit_test(feelers_push_away_from_a_wall_the_more_the_deeper),
        cmocka_unit_test(feelers_at_the_side_feel_walls_along_the_way),
        cmocka_unit_test(feelers_brake_with_all_force_when_it_is_time),
        cmocka_unit_test(feelers_in_a_solid_wall_lead_out),
        cmocka_unit_test(contain_turns_back_by_the_axis_that_is_left),
        cmocka_unit_test(follow_path_goes_from_leg_to_leg),
        cmocka_unit_test(follow_path_that_is_a_loop_begins_again),
        cmocka_unit_test(follow_path_of_points_in_one_place_ends),
        cmocka_unit_test(follow_flow_goes_at_full_speed_and_brakes_at_the_goal),
        cmocka_unit_test(queue_goes_to_the_door_when_nobody_is_ahead),
        cmocka_unit_test(queue_stops_behind_who_waits_and_closes_up_slowly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
