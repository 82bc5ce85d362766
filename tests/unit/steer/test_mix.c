/* Steering forces combined by three methods: budgets hold, bad input gives 0, 0, and the same input
 * gives the same force. */
#include "support/steer_check.h"

#include <math.h>
#include <string.h>

static wend_steer_mix begin(wend_steer_combine combine, uint64_t tick)
{
    wend_steer_mix mix;
    wend_steer_mix_begin(&mix, combine, 10, 1, 2, tick);
    return mix;
}

/* ---- together ---- */

static void weighted_sum_is_cut_at_the_end_only(void **state)
{
    (void)state;
    wend_steer_mix mix = begin(WEND_STEER_WEIGHTED, 0);
    assert_true(wend_steer_mix_add(&mix, (wend_vec2){9, 0}, 2, 1));
    assert_vec(mix.force, 10, 0);
    assert_true(wend_steer_mix_add(&mix, (wend_vec2){-7, 0}, 2, 1));
    assert_vec(mix.force, 4, 0);
    assert_near(mix.left, 6, 1e-12);
}

static void priority_gives_what_is_left_to_the_next(void **state)
{
    (void)state;
    wend_steer_mix mix = begin(WEND_STEER_PRIORITY, 0);
    assert_true(wend_steer_mix_add(&mix, (wend_vec2){0, 3}, 2, 1));
    assert_false(wend_steer_mix_add(&mix, (wend_vec2){9, 0}, 1, 1));
    assert_vec(mix.force, 4, 6);
    assert_true(mix.is_done);
    assert_false(wend_steer_mix_add(&mix, (wend_vec2){-9, 0}, 1, 1));
    assert_vec(mix.force, 4, 6);
}

static void dithered_takes_the_first_that_is_not_nothing_alone(void **state)
{
    (void)state;
    wend_steer_mix mix = begin(WEND_STEER_DITHERED, 0);
    assert_true(wend_steer_mix_add(&mix, (wend_vec2){5, 0}, 1, 0));
    assert_true(wend_steer_mix_add(&mix, (wend_vec2){0, 0}, 1, 1));
    assert_false(wend_steer_mix_add(&mix, (wend_vec2){0, 4}, 2, 1));
    assert_vec(mix.force, 0, 8);
}

static void dithered_chances_come_true_and_add_up_to_the_force(void **state)
{
    (void)state;
    int taken = 0;
    double sum = 0;
    for (uint64_t tick = 0; tick < 4000; tick++) {
        wend_steer_mix mix = begin(WEND_STEER_DITHERED, tick);
        (void)wend_steer_mix_add(&mix, (wend_vec2){0, 0}, 1, 1);
        taken += wend_steer_mix_add(&mix, (wend_vec2){2, 0}, 1, 0.25) ? 0 : 1;
        sum += mix.force.x;
    }
    assert_in_range(taken, 900, 1100);
    assert_near(sum / 4000, 2, 0.25);
}

static void mix_leaves_out_what_is_not_a_number(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        wend_steer_mix mix = begin((wend_steer_combine)kind, 0);
        assert_true(wend_steer_mix_add(&mix, (wend_vec2){(double)NAN, 0}, 1, 1));
        assert_true(wend_steer_mix_add(&mix, (wend_vec2){1, 0}, HUGE_VAL, 1));
        assert_true(wend_steer_mix_add(&mix, (wend_vec2){1.7e308, 1.7e308}, 1, 1));
        (void)wend_steer_mix_add(&mix, (wend_vec2){1, 2}, 1, 1);
        assert_vec(mix.force, 1, 2);
    }
}

static void mix_that_makes_no_sense_is_done(void **state)
{
    (void)state;
    const double bad[4] = {0, -1, HUGE_VAL, (double)NAN};
    for (int i = 0; i < 4; i++) {
        wend_steer_mix mix;
        wend_steer_mix_begin(&mix, WEND_STEER_WEIGHTED, bad[i], 1, 2, 3);
        assert_true(mix.is_done);
        assert_false(wend_steer_mix_add(&mix, (wend_vec2){1, 0}, 1, 1));
        assert_vec(mix.force, 0, 0);
    }
    wend_steer_mix mix;
    wend_steer_mix_begin(&mix, (wend_steer_combine)9, 1, 1, 2, 3);
    assert_true(mix.is_done);
    wend_steer_mix_begin(NULL, WEND_STEER_WEIGHTED, 1, 1, 2, 3);
    assert_false(wend_steer_mix_add(NULL, (wend_vec2){1, 0}, 1, 1));
}

/* ---- a mover ---- */

static wend_steer_agent some_mover(void)
{
    return (wend_steer_agent){{1, 2}, {0.5, -0.25}, {0, 1}, 0.5, 2, 8};
}

static void apply_changes_velocity_heading_and_position(void **state)
{
    (void)state;
    wend_steer_agent m = some_mover();
    wend_steer_apply(&m, (wend_vec2){0, 5}, 0.1);
    assert_vec(m.velocity, 0.5, 0.25);
    assert_vec(m.position, 1.05, 2.025);
    assert_vec(m.heading, 2 / sqrt(5), 1 / sqrt(5));
}

static void apply_keeps_to_force_most_and_speed_most(void **state)
{
    (void)state;
    wend_steer_agent m = some_mover();
    wend_steer_apply(&m, (wend_vec2){8000, 0}, 0.125);
    assert_vec(m.velocity, 1.5, -0.25);
    wend_steer_apply(&m, (wend_vec2){8, 0}, 100);
    assert_true(wend_vec2_length(m.velocity) <= 2 * (1 + 1e-15));
}

static void apply_of_what_makes_no_sense_changes_nothing(void **state)
{
    (void)state;
    const wend_steer_agent before = some_mover();
    const double bad[3] = {(double)NAN, HUGE_VAL, -1};
    for (int i = 0; i < 3; i++) {
        wend_steer_agent m = before;
        wend_steer_apply(&m, (wend_vec2){1, 1}, bad[i]);
        assert_memory_equal(&m, &before, sizeof m);
        wend_steer_apply(&m, (wend_vec2){1, i < 2 ? bad[i] : (double)NAN}, 0.1);
        assert_memory_equal(&m, &before, sizeof m);
    }
    wend_steer_apply(NULL, (wend_vec2){1, 1}, 0.1);
}

/* ---- every behaviour with every number bad ---- */

/* All numbers that behaviours take, one after the other. */
enum { NUMBERS = 34, BEHAVIOURS = 21 };

typedef struct question {
    double numbers[NUMBERS];
    bool has_self;
    uint32_t used; /* numbers drawn */
    bool is_used[NUMBERS];
} question;

static double take(question *q)
{
    q->is_used[q->used] = true;
    return q->numbers[q->used++];
}

static wend_vec2 take_vec(question *q)
{
    const double x = take(q);
    return (wend_vec2){x, take(q)};
}

static wend_steer_other take_other(question *q)
{
    wend_steer_other o;
    o.position = take_vec(q);
    o.velocity = take_vec(q);
    o.heading = take_vec(q);
    o.radius = take(q);
    return o;
}

static wend_vec2 ask_one(int behaviour, const wend_steer_agent *m, question *q)
{
    const wend_vec2 target = take_vec(q);
    switch (behaviour) {
    case 0:
        return wend_steer_seek(m, target);
    case 1:
        return wend_steer_flee(m, target, 1000);
    case 2:
        return wend_steer_arrive(m, target, WEND_DECELERATION_NORMAL);
    case 3:
        return wend_steer_match_velocity(m, target);
    case 4: {
        double angle = take(q);
        return wend_steer_wander(m, &angle, target.x, target.y, take(q), 1, 2, 3);
    }
    case 5:
        return (wend_vec2){wend_steer_face(m, target, take(q), 0.25), 0};
    default:
        return (wend_vec2){wend_steer_look_ahead(m, target.x, target.y), 0};
    }
}

static wend_vec2 ask_pair(int behaviour, const wend_steer_agent *m, question *q)
{
    const wend_steer_other a = take_other(q);
    const wend_steer_other *other = q->has_self ? &a : NULL;
    switch (behaviour) {
    case 7:
        return wend_steer_pursue(m, other);
    case 8:
        return wend_steer_evade(m, other, 1000);
    case 9:
        return wend_steer_offset_pursuit(m, other, take_vec(q));
    case 10: {
        const wend_steer_other b = take_other(q);
        return wend_steer_interpose(m, other, &b);
    }
    case 11:
        return wend_steer_follow_leader(m, other, take(q));
    case 12:
        return wend_steer_separate(m, other, 1, take(q));
    case 13:
        return wend_steer_align(m, other, 1, take(q));
    case 14:
        return wend_steer_cohere(m, other, 1, take(q));
    default:
        return wend_steer_avoid_others(m, other, 1, take(q));
    }
}

static wend_vec2 ask_ways(int behaviour, const wend_steer_agent *m, question *q)
{
    const wend_vec2 points[2] = {take_vec(q), take_vec(q)};
    switch (behaviour) {
    case 16: {
        size_t leg = 0;
        const double radius = take(q);
        return wend_steer_follow_path(m, q->has_self ? points : NULL, 2, false, radius, take(q),
                                      &leg);
    }
    case 17:
        return wend_steer_contain(m, points[0], points[1], take(q));
    case 18: {
        const double radius = take(q);
        return wend_steer_avoid_obstacles(m, points, q->has_self ? &radius : NULL, 1, take(q));
    }
    case 19: {
        const wend_steer_other other = take_other(q);
        const double radius = take(q);
        return wend_steer_hide(m, &other, q->has_self ? points : NULL, &radius, 1, take(q));
    }
    default: {
        const wend_steer_other other = take_other(q);
        return wend_steer_queue(m, points[0], q->has_self ? &other : NULL, 1, take(q));
    }
    }
}

static wend_vec2 ask(int behaviour, question *q)
{
    q->used = 0;
    memset(q->is_used, 0, sizeof q->is_used);
    wend_steer_agent m = {.position = take_vec(q)};
    m.velocity = take_vec(q);
    m.heading = take_vec(q);
    m.radius = take(q);
    m.max_speed = take(q);
    m.max_force = take(q);
    const wend_steer_agent *self = q->has_self ? &m : NULL;
    if (behaviour < 7) {
        return ask_one(behaviour, self, q);
    }
    return behaviour < 16 ? ask_pair(behaviour, self, q) : ask_ways(behaviour, self, q);
}

static question good_question(uint64_t seed)
{
    question q = {.has_self = true};
    for (uint64_t i = 0; i < NUMBERS; i++) {
        q.numbers[i] = 0.2 + wend_random_unit(seed, 5, i);
    }
    return q;
}

static void every_behaviour_with_a_bad_number_gives_nothing(void **state)
{
    (void)state;
    const double bad[3] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (int behaviour = 0; behaviour < BEHAVIOURS; behaviour++) {
        question q = good_question(3);
        (void)ask(behaviour, &q);
        /* Obstacles and paths that the behaviour does not use have no effect. */
        const uint32_t used = q.used;
        for (uint32_t i = 0; i < used; i++) {
            const bool is_unread = (behaviour >= 18 && (i == 11 || i == 12));
            for (int k = 0; k < 3 && !is_unread; k++) {
                question broken = q;
                broken.numbers[i] = bad[k];
                const wend_vec2 force = ask(behaviour, &broken);
                if (!(fabs(force.x) <= 0) || !(fabs(force.y) <= 0)) {
                    fail_msg("behaviour %d, number %u: %g %g", behaviour, i, force.x, force.y);
                }
            }
        }
    }
}

static void every_behaviour_without_a_mover_gives_nothing(void **state)
{
    (void)state;
    for (int behaviour = 0; behaviour < BEHAVIOURS; behaviour++) {
        question q = good_question(3);
        q.has_self = false;
        assert_vec(ask(behaviour, &q), 0, 0);
    }
    wend_steer_agent m = some_mover();
    assert_vec(wend_steer_wander(&m, NULL, 1, 1, 1, 1, 2, 3), 0, 0);
    const wend_vec2 points[2] = {{0, 0}, {5, 5}};
    assert_vec(wend_steer_follow_path(&m, points, 2, false, 1, 1, NULL), 0, 0);
    const wend_steer_other *none = NULL;
    assert_vec(wend_steer_separate(&m, none, 3, 1), 0, 0);
    assert_vec(wend_steer_avoid_others(&m, none, 3, 1), 0, 0);
    assert_vec(wend_steer_queue(&m, points[0], none, 3, 1), 0, 0);
}

static void every_behaviour_stays_within_its_force_and_gives_the_same_again(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        for (int behaviour = 0; behaviour < BEHAVIOURS; behaviour++) {
            question q = good_question(seed);
            const double size = seed % 3 == 0 ? 1e154 : 10;
            for (uint32_t i = 9; i < NUMBERS; i++) {
                q.numbers[i] *= seed % 2 == 0 ? size : 1;
            }
            const double most = behaviour == 5 || behaviour == 6 ? 4 : q.numbers[8];
            const wend_vec2 force = ask(behaviour, &q);
            const wend_vec2 again = ask(behaviour, &q);
            assert_memory_equal(&force, &again, sizeof force);
            assert_true(wend_vec2_length(force) <= most * (1 + 1e-15));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weighted_sum_is_cut_at_the_end_only),
        cmocka_unit_test(priority_gives_what_is_left_to_the_next),
        cmocka_unit_test(dithered_takes_the_first_that_is_not_nothing_alone),
        cmocka_unit_test(dithered_chances_come_true_and_add_up_to_the_force),
        cmocka_unit_test(mix_leaves_out_what_is_not_a_number),
        cmocka_unit_test(mix_that_makes_no_sense_is_done),
        cmocka_unit_test(apply_changes_velocity_heading_and_position),
        cmocka_unit_test(apply_keeps_to_force_most_and_speed_most),
        cmocka_unit_test(apply_of_what_makes_no_sense_changes_nothing),
        cmocka_unit_test(every_behaviour_with_a_bad_number_gives_nothing),
        cmocka_unit_test(every_behaviour_without_a_mover_gives_nothing),
        cmocka_unit_test(every_behaviour_stays_within_its_force_and_gives_the_same_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
