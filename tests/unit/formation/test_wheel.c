/* The anchor of a formation on simple paths with known results. */
#include "support/test.h"

#include "crowd/formation/anchor.h"

#include <math.h>

static const double HALF_PI = 1.5707963267948966;

static wendi_anchor_limits limits_of(double speed, double half_width)
{
    return (wendi_anchor_limits){speed, half_width, half_width, (double)NAN};
}

static void assert_near(double is, double expected)
{
    assert_true(fabs(is - expected) < 1e-9);
}

static void wheel_on_a_straight_path_goes_at_full_speed(void **state)
{
    (void)state;
    const wend_vec2 points[] = {{0, 0}, {10, 0}};
    const wendi_anchor_line way = {points, 2};
    const wendi_anchor_limits limits = limits_of(2, 3);
    wendi_anchor wheel;
    wendi_anchor_begin(&wheel, way, 0);
    for (int i = 0; i < 4; i++) {
        wendi_anchor_step(&wheel, way, &limits, 0.5);
    }
    assert_near(wheel.position.x, 4);
    assert_near(wheel.velocity.x, 2);
    const wend_vec2 slot = wendi_anchor_slot_position(&wheel, (wend_vec2){-1, 3});
    assert_near(slot.x, 3);
    assert_near(slot.y, 3);
}

static void wheel_at_the_end_stops_and_turns_as_asked(void **state)
{
    (void)state;
    const wend_vec2 points[] = {{0, 0}, {1, 0}};
    const wendi_anchor_line way = {points, 2};
    wendi_anchor_limits limits = limits_of(1, 1);
    limits.heading = HALF_PI;
    wendi_anchor wheel;
    wendi_anchor_begin(&wheel, way, 0);
    for (int i = 0; i < 11; i++) {
        wendi_anchor_step(&wheel, way, &limits, 0.1);
    }
    assert_true(wheel.is_at_end && !wheel.is_turned);
    for (int i = 0; i < 16; i++) {
        wendi_anchor_step(&wheel, way, &limits, 0.1);
    }
    assert_true(wheel.is_turned);
    assert_near(wheel.heading, HALF_PI);
    assert_near(wheel.position.x, 1);
}

static void wheel_at_a_corner_slows_and_lets_the_outer_file_walk_faster(void **state)
{
    (void)state;
    const wend_vec2 points[] = {{0, 0}, {10, 0}, {10, 10}};
    const wendi_anchor_line way = {points, 3};
    const wendi_anchor_limits limits = limits_of(1, 2);
    wendi_anchor wheel;
    wendi_anchor_begin(&wheel, way, 0);
    while (wheel.leg == 0) {
        wendi_anchor_step(&wheel, way, &limits, 0.05);
    }
    assert_true(wheel.heading > 0.2 && wheel.heading < HALF_PI);
    assert_true(wend_vec2_length(wheel.velocity) < 0.8);
    const wend_vec2 outer = wendi_anchor_slot_velocity(&wheel, (wend_vec2){0, -2});
    const wend_vec2 inner = wendi_anchor_slot_velocity(&wheel, (wend_vec2){0, 2});
    assert_true(wend_vec2_length(outer) > wend_vec2_length(inner) + 0.4);
}

static void wheel_about_face_turns_without_standing_still(void **state)
{
    (void)state;
    const wend_vec2 points[] = {{0, 0}, {-50, 0}};
    const wendi_anchor_line way = {points, 2};
    const wendi_anchor_limits limits = limits_of(1, 4);
    wendi_anchor wheel;
    wendi_anchor_begin(&wheel, way, 0);
    wendi_anchor_step(&wheel, way, &limits, 0.1);
    assert_near(wend_vec2_length(wheel.velocity), 0.25);
    assert_near(wheel.turn_rate, 0.75 / 4);
    for (int i = 0; i < 180; i++) {
        wendi_anchor_step(&wheel, way, &limits, 0.1);
    }
    assert_near(fabs(wheel.heading), 2 * HALF_PI);
}

static void wheel_of_one_point_is_there(void **state)
{
    (void)state;
    const wend_vec2 points[] = {{3, 4}};
    const wendi_anchor_line way = {points, 1};
    const wendi_anchor_limits limits = limits_of(1, 0);
    wendi_anchor wheel;
    wendi_anchor_begin(&wheel, way, 1);
    assert_true(wheel.is_at_end);
    wendi_anchor_step(&wheel, way, &limits, 0.1);
    assert_true(wheel.is_at_end && wheel.is_turned);
    assert_near(wheel.heading, 1);
    assert_near(wheel.position.x, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wheel_on_a_straight_path_goes_at_full_speed),
        cmocka_unit_test(wheel_at_the_end_stops_and_turns_as_asked),
        cmocka_unit_test(wheel_at_a_corner_slows_and_lets_the_outer_file_walk_faster),
        cmocka_unit_test(wheel_about_face_turns_without_standing_still),
        cmocka_unit_test(wheel_of_one_point_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
