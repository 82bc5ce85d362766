/* Steering behaviours in situations with known results. */
#include "support/steer_check.h"

#include <math.h>

/* ---- one target ---- */

static void seek_from_rest_pushes_with_all_its_force(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(1, 1);
    assert_vec(wend_steer_seek(&m, (wend_vec2){1, 9}), 0, 8);
}

static void seek_at_the_wanted_velocity_pushes_no_more(void **state)
{
    (void)state;
    wend_steer_agent m = mover_at(0, 0);
    m.velocity.x = 2;
    assert_nothing(wend_steer_seek(&m, (wend_vec2){5, 0}));
    m.velocity.x = 1.5; /* half a metre a second in an eighth of one */
    assert_vec(wend_steer_seek(&m, (wend_vec2){5, 0}), 4, 0);
}

static void seek_of_its_own_place_gives_nothing(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(3, 4);
    assert_nothing(wend_steer_seek(&m, m.position));
    assert_nothing(wend_steer_flee(&m, m.position, 5));
}

static void flee_begins_at_the_panic_distance(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(0, 0);
    assert_vec(wend_steer_flee(&m, (wend_vec2){4.9, 0}, 5), -8, 0);
    assert_nothing(wend_steer_flee(&m, (wend_vec2){5, 0}, 5));
    assert_vec(wend_steer_flee(&m, (wend_vec2){500, 0}, HUGE_VAL), -8, 0);
}

static void arrive_far_away_is_seek(void **state)
{
    (void)state;
    wend_steer_agent m = mover_at(0, 0);
    m.velocity.y = 1.75;
    const wend_vec2 target = {30, 5};
    const wend_vec2 force = wend_steer_seek(&m, target);
    assert_vec(wend_steer_arrive(&m, target, WEND_DECELERATION_FAST), force.x, force.y);
}

static void arrive_on_its_target_brakes(void **state)
{
    (void)state;
    wend_steer_agent m = mover_at(0, 0);
    m.velocity.x = 0.5;
    assert_vec(wend_steer_arrive(&m, m.position, WEND_DECELERATION_SLOW), -4, 0);
}

static void arrive_brakes_earlier_the_slower_it_is(void **state)
{
    (void)state;
    wend_steer_agent m = mover_at(0, 0);
    m.velocity.x = 1.5;
    const wend_vec2 target = {0.9, 0};
    const double fast = wend_steer_arrive(&m, target, WEND_DECELERATION_FAST).x;
    const double normal = wend_steer_arrive(&m, target, WEND_DECELERATION_NORMAL).x;
    const double slow = wend_steer_arrive(&m, target, WEND_DECELERATION_SLOW).x;
    assert_true(fast > normal && normal > slow);
}

static void arrive_with_no_such_deceleration_gives_nothing(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(0, 0);
    assert_nothing(wend_steer_arrive(&m, (wend_vec2){5, 5}, (wend_deceleration)0));
    assert_nothing(wend_steer_arrive(&m, (wend_vec2){5, 5}, (wend_deceleration)9));
}

static void match_velocity_takes_no_more_than_its_own_speed(void **state)
{
    (void)state;
    wend_steer_agent m = mover_at(0, 0);
    m.velocity.y = 2;
    assert_nothing(wend_steer_match_velocity(&m, (wend_vec2){0, 100}));
    assert_vec(wend_steer_match_velocity(&m, (wend_vec2){0, 1.5}), 0, -4);
}

/* ---- two ---- */

static void pursue_meets_where_both_get_at_one_time(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(0, 0);
    /* 3-4-5: it goes 1.6 upwards, so the mover at 2 meets it when it keeps 1.6 of that upwards. */
    const wend_steer_other evader = {.position = {6, 0}, .velocity = {0, 1.6}};
    assert_vec(wend_steer_pursue(&m, &evader), 8 * 0.6, 8 * 0.8);
}

static void pursue_of_one_who_is_too_fast_still_leads_ahead_of_it(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(0, 0);
    const wend_steer_other evader = {.position = {6, 0}, .velocity = {0, 10}};
    const wend_vec2 force = wend_steer_pursue(&m, &evader);
    assert_true(force.x > 0 && force.y > 0);
    const wend_steer_other same = {.position = {0, 0}};
    assert_nothing(wend_steer_pursue(&m, &same));
}

static void evade_leads_away_from_where_it_will_be(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(0, 0);
    const wend_steer_other hunter = {.position = {4, 0},
                                     .velocity = {0, 2}}; /* at 4, 2 in a second */
    const wend_vec2 force = wend_steer_evade(&m, &hunter, 10);
    assert_vec(force, -8 * 2 / sqrt(5), -8 * 1 / sqrt(5));
    assert_nothing(wend_steer_evade(&m, &hunter, 4));
}

static void offset_pursuit_counts_x_ahead_and_y_to_the_left(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(0, 0);
    const wend_steer_other leader = {.position = {10, 0}, .heading = {0, 1}};
    /* Behind it is below, left of it is towards the mover. */
    assert_vec(wend_steer_offset_pursuit(&m, &leader, (wend_vec2){0, 4}), 8, 0);
    assert_vec(wend_steer_offset_pursuit(&m, &leader, (wend_vec2){-5, 10}), 0, -8);
}

static void offset_pursuit_in_its_place_moves_with_the_leader(void **state)
{
    (void)state;
    wend_steer_agent m = mover_at(9, 0);
    const wend_steer_other leader = {.position = {10, 0}, .velocity = {1, 0}};
    m.velocity.x = 1;
    assert_nothing(wend_steer_offset_pursuit(&m, &leader, (wend_vec2){-1, 0}));
}

static void interpose_goes_to_the_middle(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(0, 0);
    const wend_steer_other a = {.position = {5, 10}};
    const wend_steer_other b = {.position = {-5, 10}};
    assert_vec(wend_steer_interpose(&m, &a, &b), 0, 8);
}

static void follow_leader_makes_room_on_the_nearer_side(void **state)
{
    (void)state;
    const wend_steer_other leader = {.velocity = {1, 0}, .radius = 0.5};
    wend_steer_agent m = mover_at(1.5, 0.2);
    assert_vec(wend_steer_follow_leader(&m, &leader, 1), 0, 8);
    m.position.y = -0.2;
    assert_vec(wend_steer_follow_leader(&m, &leader, 1), 0, -8);
    m.position = (wend_vec2){-9, 0}; /* behind: continues to its position at -1, 0 */
    assert_vec(wend_steer_follow_leader(&m, &leader, 1), 8, 0);
}

static void follow_leader_who_stands_lets_others_stand_before_it(void **state)
{
    (void)state;
    const wend_steer_other leader = {.heading = {1, 0}, .radius = 0.5};
    const wend_steer_agent m = mover_at(1.5, 0);
    assert_vec(wend_steer_follow_leader(&m, &leader, 1), -8, 0);
}

/* ---- wander and turning ---- */

static void wander_moves_its_angle_by_at_most_the_jitter(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(0, 0);
    double angle = 0;
    for (uint64_t tick = 0; tick < 500; tick++) {
        const double before = angle;
        const wend_vec2 force = wend_steer_wander(&m, &angle, 0.3, 2, 1, 7, 8, tick);
        const double moved = fabs(angle - before);
        assert_true(moved <= 0.3 + 1e-12 || moved >= 6.28 - 0.3);
        assert_true(fabs(angle) <= 3.1415926535897936);
        assert_near(wend_vec2_length(force), 8, 1e-9);
        assert_true(force.x > 0); /* its circle lies ahead */
    }
}

static void wander_without_jitter_goes_round_by_its_angle(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(0, 0);
    double angle = 1.5707963267948966;
    const wend_vec2 force = wend_steer_wander(&m, &angle, 0, 1, 1, 7, 8, 9);
    assert_vec(force, 8 * sqrt(0.5), 8 * sqrt(0.5));
}

static void face_turns_to_the_shorter_side_and_no_further(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(0, 0);
    assert_near(wend_steer_face(&m, (wend_vec2){0, 5}, 100, 1), 1.5707963267948966, 1e-12);
    assert_near(wend_steer_face(&m, (wend_vec2){0, 5}, 2, 0.25), 0.5, 1e-12);
    assert_near(wend_steer_face(&m, (wend_vec2){0, -5}, 2, 0.25), -0.5, 1e-12);
    assert_near(wend_steer_face(&m, (wend_vec2){5, 0}, 2, 0.25), 0, 1e-12);
    assert_near(wend_steer_face(&m, m.position, 2, 0.25), 0, 0);
}

static void look_ahead_turns_to_the_velocity_unless_it_stands(void **state)
{
    (void)state;
    wend_steer_agent m = mover_at(0, 0);
    assert_near(wend_steer_look_ahead(&m, 2, 0.25), 0, 0);
    m.velocity.y = -1;
    assert_near(wend_steer_look_ahead(&m, 2, 0.25), -0.5, 1e-12);
    m.heading = (wend_vec2){0, 0};
    assert_near(wend_steer_look_ahead(&m, 2, 0.25), 0, 0);
}

/* ---- others ---- */

static void separate_is_stronger_for_who_is_nearer_and_leaves_out_who_is_far(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(0, 0);
    const wend_steer_other others[3] = {
        {.position = {1, 0}}, {.position = {-3, 0}}, {.position = {0, 4.5}}};
    assert_vec(wend_steer_separate(&m, others, 3, 4), 8 * (-0.75 + 0.25), 0);
    assert_nothing(wend_steer_separate(&m, NULL, 0, 4));
    const wend_steer_other self = {.position = {0, 0}};
    assert_nothing(wend_steer_separate(&m, &self, 1, 4));
}

static void align_takes_headings_and_else_velocities(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(0, 0);
    const wend_steer_other others[3] = {{.position = {1, 0}, .heading = {0, 1}, .velocity = {3, 0}},
                                        {.position = {0, 1}, .velocity = {0, 5}},
                                        {.position = {9, 0}, .heading = {0, -1}}};
    assert_vec(wend_steer_align(&m, others, 3, 2), 0, 8);
    assert_nothing(wend_steer_align(&m, others + 2, 1, 2));
}

static void cohere_goes_to_the_middle_of_those_near(void **state)
{
    (void)state;
    const wend_steer_agent m = mover_at(0, 0);
    const wend_steer_other others[3] = {
        {.position = {6, 6}}, {.position = {6, -6}}, {.position = {-50, 0}}};
    assert_vec(wend_steer_cohere(&m, others, 3, 10), 8, 0);
    assert_nothing(wend_steer_cohere(&m, others + 2, 1, 10));
}

static void avoid_others_keeps_left_when_heads_on(void **state)
{
    (void)state;
    wend_steer_agent m = mover_at(0, 0);
    m.velocity.x = 2;
    wend_steer_other other = {.position = {6, 0}, .velocity = {-2, 0}, .radius = 0.5};
    const wend_vec2 force = wend_steer_avoid_others(&m, &other, 1, 3);
    assert_true(force.y > 0);
    other.position.y = 1.2; /* passes by */
    assert_nothing(wend_steer_avoid_others(&m, &other, 1, 3));
    other.position.y = 0.5; /* a little to the left: to the right */
    assert_true(wend_steer_avoid_others(&m, &other, 1, 3).y < 0);
    other.position = (wend_vec2){60, 0}; /* not for long */
    assert_nothing(wend_steer_avoid_others(&m, &other, 1, 3));
    other.position = (wend_vec2){-6, 0}; /* behind, and going away */
    assert_nothing(wend_steer_avoid_others(&m, &other, 1, 3));
}

static void avoid_others_where_paths_cross_has_one_hurry_and_one_brake(void **state)
{
    (void)state;
    wend_steer_agent a = mover_at(-3, 0);
    wend_steer_agent b = mover_at(0, -3);
    a.velocity = (wend_vec2){1, 0};
    b.velocity = (wend_vec2){0, 1};
    const wend_steer_other as_b = {b.position, b.velocity, b.heading, b.radius};
    const wend_steer_other as_a = {a.position, a.velocity, a.heading, a.radius};
    const double of_a = wend_steer_avoid_others(&a, &as_b, 1, 5).x;
    const double of_b = wend_steer_avoid_others(&b, &as_a, 1, 5).y;
    assert_true(of_a * of_b < 0);
}

static void avoid_others_does_not_mind_itself_in_the_list(void **state)
{
    (void)state;
    wend_steer_agent m = mover_at(0, 0);
    m.velocity.x = 2;
    const wend_steer_other others[2] = {{m.position, m.velocity, m.heading, m.radius},
                                        {.position = {6, 0}, .velocity = {-2, 0}, .radius = 0.5}};
    const wend_vec2 force = wend_steer_avoid_others(&m, others + 1, 1, 3);
    assert_true(force.y > 0);
    assert_vec(wend_steer_avoid_others(&m, others, 2, 3), force.x, force.y);
    assert_nothing(wend_steer_avoid_others(&m, others, 1, 3));
    const wend_steer_other touching = {.position = {0.5, 0}, .radius = 0.5};
    assert_true(wend_steer_avoid_others(&m, &touching, 1, 3).x < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seek_from_rest_pushes_with_all_its_force),
        cmocka_unit_test(seek_at_the_wanted_velocity_pushes_no_more),
        cmocka_unit_test(seek_of_its_own_place_gives_nothing),
        cmocka_unit_test(flee_begins_at_the_panic_distance),
        cmocka_unit_test(arrive_far_away_is_seek),
        cmocka_unit_test(arrive_on_its_target_brakes),
        cmocka_unit_test(arrive_brakes_earlier_the_slower_it_is),
        cmocka_unit_test(arrive_with_no_such_deceleration_gives_nothing),
        cmocka_unit_test(match_velocity_takes_no_more_than_its_own_speed),
        cmocka_unit_test(pursue_meets_where_both_get_at_one_time),
        cmocka_unit_test(pursue_of_one_who_is_too_fast_still_leads_ahead_of_it),
        cmocka_unit_test(evade_leads_away_from_where_it_will_be),
        cmocka_unit_test(offset_pursuit_counts_x_ahead_and_y_to_the_left),
        cmocka_unit_test(offset_pursuit_in_its_place_moves_with_the_leader),
        cmocka_unit_test(interpose_goes_to_the_middle),
        cmocka_unit_test(follow_leader_makes_room_on_the_nearer_side),
        cmocka_unit_test(follow_leader_who_stands_lets_others_stand_before_it),
        cmocka_unit_test(wander_moves_its_angle_by_at_most_the_jitter),
        cmocka_unit_test(wander_without_jitter_goes_round_by_its_angle),
        cmocka_unit_test(face_turns_to_the_shorter_side_and_no_further),
        cmocka_unit_test(look_ahead_turns_to_the_velocity_unless_it_stands),
        cmocka_unit_test(separate_is_stronger_for_who_is_nearer_and_leaves_out_who_is_far),
        cmocka_unit_test(align_takes_headings_and_else_velocities),
        cmocka_unit_test(cohere_goes_to_the_middle_of_those_near),
        cmocka_unit_test(avoid_others_keeps_left_when_heads_on),
        cmocka_unit_test(avoid_others_where_paths_cross_has_one_hurry_and_one_brake),
        cmocka_unit_test(avoid_others_does_not_mind_itself_in_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
