/* Legs of routes: the patience on them, what is left of them, and the way back of a body that was pushed
 * off. */
#include "goal.h"
#include "support/crowds.h"
#include "support/test.h"
#include "wend/walls.h"

#include <math.h>

enum { MANY = 120, ROW = 12 };

/* ---- patience ---- */

/* Ticks for which a body that walks up to a wall is patient there. */
static uint32_t patience_behind(double metres)
{
    const wend_vec2 ends[] = {{metres, -20}, {metres, 20}};
    wend_walls *walls = crowds_walls(ends, 1);
    wend_crowd *crowd = crowds_on(NULL, walls);
    const wend_body_id id = crowds_put(crowd, 0, 0);
    assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){metres + 0.5, 0}, 0), WEND_OK);
    uint32_t waited = 0;
    double most = 0;
    for (uint32_t tick = 0; tick < 2000 && !crowds_body(crowd, id).is_stuck; tick++) {
        crowds_tick(crowd, 1);
        const double x = crowds_body(crowd, id).position.x;
        waited = x > most + 0.25 ? 0 : waited + 1;
        most = x > most + 0.25 ? x : most;
    }
    assert_true(crowds_body(crowd, id).is_stuck);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
    return waited;
}

static void patience_is_that_of_the_whole_first_leg(void **state)
{
    (void)state;
    const uint32_t after_long = patience_behind(20);
    const uint32_t after_short = patience_behind(2);
    print_message("%u and %u ticks\n", after_long, after_short);
    assert_true(after_long > 20 * 9.5 && after_long < 20 * 11);
    assert_true(after_short < 20 * 6);
}

/* ---- what is left ---- */

static void what_is_left_falls_to_the_goal(void **state)
{
    (void)state;
    const wend_vec2 points[] = {{0, 0}, {4, 0}, {4, 3}, {9, 3}, {9, -2}, {6, -2}};
    wend_crowd *crowd = crowds_open();
    const wend_body_id id = crowds_put(crowd, 0, 0);
    wend_path *path = NULL;
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    assert_int_equal(wend_path_from_points(path, points, 6), WEND_OK);
    assert_int_equal(wend_crowd_follow_path(crowd, id, path), WEND_OK);
    crowds_tick(crowd, 1);
    double left = crowds_body(crowd, id).distance_left;
    for (uint32_t tick = 0; tick < 600; tick++) {
        crowds_tick(crowd, 1);
        const wend_body body = crowds_body(crowd, id);
        assert_true(body.distance_left <= left);
        left = body.distance_left;
        assert_true(body.state != WEND_BODY_MOVING ||
                    left >= wend_vec2_distance(body.position, points[5]) - 0.2);
    }
    assert_true(left <= 0);
    wend_path_destroy(path);
    wend_crowd_destroy(crowd);
}

/* Bodies in lanes around the end of a wall. */
static void what_is_left_in_a_lane_is_no_less_than_the_straight_line(void **state)
{
    (void)state;
    const wend_vec2 ends[] = {{0, -30}, {0, 0}, {-30, 12}, {30, 12}, {0, 12}, {0, 40}};
    wend_walls *walls = crowds_walls(ends, 3);
    wend_crowd *crowd = crowds_on(NULL, walls);
    wend_body_id ids[MANY];
    wend_vec2 goals[MANY];
    wend_vec2 before[MANY];
    wend_path *path = NULL;
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    for (int i = 0; i < MANY; i++) {
        const wend_vec2 from = {-4 - 0.7 * (i / ROW), -12 + 0.7 * (i % ROW)};
        goals[i] = (wend_vec2){-from.x, from.y};
        const wend_vec2 points[3] = {from, {0.05, 0.35}, goals[i]};
        ids[i] = crowds_put(crowd, from.x, from.y);
        assert_int_equal(wend_path_from_points(path, points, 3), WEND_OK);
        assert_int_equal(wend_crowd_follow_path(crowd, ids[i], path), WEND_OK);
    }
    double worst = 0;
    for (uint32_t tick = 0; tick < 700; tick++) {
        for (int i = 0; i < MANY; i++) {
            before[i] = crowds_body(crowd, ids[i]).position;
        }
        crowds_tick(crowd, 1);
        for (int i = 0; i < MANY; i++) {
            const wend_body body = crowds_body(crowd, ids[i]);
            /* As of the beginning of the tick. */
            const double less = wend_vec2_distance(before[i], goals[i]) - body.distance_left;
            worst = body.state == WEND_BODY_MOVING ? fmax(worst, less) : worst;
        }
    }
    print_message("%.6f m less\n", worst);
    assert_true(worst < 1e-6);
    wend_path_destroy(path);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
}

/* ---- bodies that were pushed off ---- */

/* The leg from 0, 0 to 20, 0 grazes the end of a wall, behind which it is hidden from the body. The
 * corner behind is in sight. */
static void body_off_its_leg_returns_to_the_point_beside_it(void **state)
{
    (void)state;
    const wend_vec2 ends[] = {{10, -6}, {10, -0.1}};
    const wend_vec2 points[] = {{0, 4}, {0, 0}, {20, 0}, {20, -5}};
    wend_walls *walls = crowds_walls(ends, 1);
    wend_crowd *crowd = crowds_on(NULL, walls);
    const wend_body_id id = crowds_put(crowd, 0, 4);
    wend_path *path = NULL;
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    assert_int_equal(wend_path_from_points(path, points, 4), WEND_OK);
    assert_int_equal(wend_crowd_follow_path(crowd, id, path), WEND_OK);
    while (crowds_body(crowd, id).position.x < 5) {
        crowds_tick(crowd, 1);
    }
    assert_int_equal(wend_crowd_set_position(crowd, id, (wend_vec2){9, -2.5}, 0), WEND_OK);
    double least = 10;
    for (uint32_t tick = 0; tick < 600; tick++) {
        crowds_tick(crowd, 1);
        const wend_body body = crowds_body(crowd, id);
        least = fmin(least, body.position.x);
        assert_true(body.state != WEND_BODY_MOVING ||
                    body.distance_left >= wend_vec2_distance(body.position, points[3]) - 0.2);
    }
    print_message("back to %.2f\n", least);
    assert_true(least > 8.5);
    assert_int_equal(crowds_body(crowd, id).state, WEND_BODY_ARRIVED);
    wend_path_destroy(path);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
}

/* With a source of routes it asks from where it is. */
static void body_off_a_leg_along_a_corner_asks_for_a_new_route(void **state)
{
    (void)state;
    const wend_vec2 ends[] = {{10, -6}, {10, -0.1}};
    wend_walls *walls = crowds_walls(ends, 1);
    source s = {.answer = WEND_OK, .corner = {2, 0}};
    wend_crowd_def def = wend_crowd_def_default();
    def.walls = walls;
    def.route_source = (wend_route_source){.start = ask, .context = &s};
    wend_crowd *crowd = crowds_make(def);
    s.crowd = crowd;
    const wend_body_id id = crowds_put(crowd, 0, 0);
    assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){20, 0}, 0), WEND_OK);
    crowds_tick(crowd, 60);
    assert_int_equal(s.asks, 1);
    s.corner = (wend_vec2){9.5, 0.6};
    assert_int_equal(wend_crowd_set_position(crowd, id, (wend_vec2){9, -2.5}, 0), WEND_OK);
    double least = 10;
    for (uint32_t tick = 0; tick < 500; tick++) {
        crowds_tick(crowd, 1);
        least = fmin(least, crowds_body(crowd, id).position.x);
    }
    print_message("%u questions, back to %.2f\n", s.asks, least);
    assert_int_equal(s.asks, 2);
    assert_true(least > 8.5);
    assert_int_equal(crowds_body(crowd, id).state, WEND_BODY_ARRIVED);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patience_is_that_of_the_whole_first_leg),
        cmocka_unit_test(what_is_left_falls_to_the_goal),
        cmocka_unit_test(what_is_left_in_a_lane_is_no_less_than_the_straight_line),
        cmocka_unit_test(body_off_its_leg_returns_to_the_point_beside_it),
        cmocka_unit_test(body_off_a_leg_along_a_corner_asks_for_a_new_route),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
