/* Two or three bodies that meet, with other masses, priorities and layers, held, at one position:
 * the body that yields, the body that passes, and that bodies never pass through each other. */
#include "support/test.h"

#include "support/crowd_slow.h"
#include "support/crowds.h"
#include "wend/steer.h"

#include <math.h>

static void walk(wend_crowd *crowd, wend_body_id id, double x, double y)
{
    assert_int_equal(wend_crowd_set_velocity(crowd, id, (wend_vec2){x, y}), WEND_OK);
}

static wend_vec2 at(const wend_crowd *crowd, wend_body_id id)
{
    return crowds_body(crowd, id).position;
}

/* @return the deepest overlap after any of the ticks. */
static double run(wend_crowd *crowd, uint32_t ticks)
{
    double deepest = 0;
    for (uint32_t i = 0; i < ticks; i++) {
        crowds_tick(crowd, 1);
        const double overlap = crowd_slow_overlap(crowd);
        deepest = overlap > deepest ? overlap : deepest;
    }
    return deepest;
}

static wend_body_def stubborn(void)
{
    wend_body_def def = wend_body_def_default();
    def.avoids = 0;
    return def;
}

/* ---- bodies that yield ---- */

/* Two walk straight into each other. @return where they are, in the middle, after a while. */
static double shoved(const wend_body_def *a, const wend_body_def *b)
{
    wend_crowd *crowd = crowds_open();
    const wend_body_id left = crowds_add(crowd, *a, -0.5, 0);
    const wend_body_id right = crowds_add(crowd, *b, 0.5, 0);
    walk(crowd, left, 1.3, 0);
    walk(crowd, right, -1.3, 0);
    assert_true(run(crowd, 60) < 1e-3);
    const double middle = 0.5 * (at(crowd, left).x + at(crowd, right).x);
    assert_true(at(crowd, left).x < at(crowd, right).x);
    wend_crowd_destroy(crowd);
    return middle;
}

static void heavier_one_shoves_the_lighter_one(void **state)
{
    (void)state;
    const wend_body_def usual = stubborn();
    wend_body_def heavy = usual;
    heavy.mass = 2000;
    const double alike = shoved(&usual, &usual);
    assert_true(shoved(&heavy, &usual) > alike + 1);
    assert_true(shoved(&usual, &heavy) < alike - 1);
}

static void one_of_more_priority_shoves_the_other_however_heavy_that_is(void **state)
{
    (void)state;
    wend_body_def first = stubborn();
    wend_body_def heavy = stubborn();
    first.priority = 1;
    heavy.mass = 2000;
    assert_true(shoved(&first, &heavy) > 0.3);
    assert_true(shoved(&heavy, &first) < -0.3);
}

/* @return the largest distance of the standing body from its position. */
static double stirred(bool is_held, double *passed)
{
    wend_crowd *crowd = crowds_open();
    const wend_body_def def = wend_body_def_default();
    const wend_body_id stands = crowds_add(crowd, def, 0, 0);
    const wend_body_id walker = crowds_add(crowd, def, -4, 0.05);
    assert_int_equal(wend_crowd_set_held(crowd, stands, is_held), WEND_OK);
    walk(crowd, walker, 1.3, 0);
    double most = 0;
    for (int i = 0; i < 140; i++) {
        assert_true(run(crowd, 1) < 1e-3);
        const double far = wend_vec2_distance(at(crowd, stands), (wend_vec2){0, 0});
        most = far > most ? far : most;
    }
    *passed = at(crowd, walker).x;
    wend_crowd_destroy(crowd);
    return most;
}

static void one_who_holds_is_walked_around_and_does_not_stir(void **state)
{
    (void)state;
    double passed = 0;
    const double held = stirred(true, &passed);
    assert_true(held < 0.01);
    assert_true(passed > 2);
}

static void two_with_one_place_to_stand_come_to_rest(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const wend_body_def def = wend_body_def_default();
    const wend_body_id a = crowds_add(crowd, def, 0, 0);
    const wend_body_id b = crowds_add(crowd, def, 0.01, 0);
    (void)run(crowd, 300);
    const wend_vec2 before[] = {at(crowd, a), at(crowd, b)};
    assert_true(run(crowd, 100) < 1e-3);
    assert_true(wend_vec2_distance(before[0], at(crowd, a)) < 0.01);
    assert_true(wend_vec2_distance(before[1], at(crowd, b)) < 0.01);
    wend_crowd_destroy(crowd);
}

/* ---- bodies that touch ---- */

typedef struct masks {
    uint32_t layer[2], touches[2];
    bool meet;
} masks;

/* One walks to where another one holds. @return did it get through? */
static bool gets_through(const masks *m)
{
    wend_crowd *crowd = crowds_open();
    wend_body_def def = stubborn();
    def.layer = m->layer[0];
    def.touches = m->touches[0];
    const wend_body_id walker = crowds_add(crowd, def, -2, 0);
    def.layer = m->layer[1];
    def.touches = m->touches[1];
    const wend_body_id other = crowds_add(crowd, def, 0, 0);
    assert_int_equal(wend_crowd_set_held(crowd, other, true), WEND_OK);
    walk(crowd, walker, 1.3, 0);
    (void)run(crowd, 80);
    const double x = at(crowd, walker).x;
    wend_crowd_destroy(crowd);
    return x > 2;
}

static void two_touch_only_if_each_touches_the_other(void **state)
{
    (void)state;
    const uint32_t all = UINT32_MAX;
    const masks cases[] = {
        {{1, 1}, {all, all}, true}, {{1, 1}, {0, all}, false}, {{1, 1}, {all, 0}, false},
        {{1, 2}, {2, 1}, true},     {{1, 2}, {2, 2}, false},   {{1, 2}, {1, 1}, false},
        {{1, 2}, {3, 3}, true},     {{1, 2}, {1, 2}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (gets_through(&cases[i]) == cases[i].meet) {
            fail_msg("case %u", (unsigned)i);
        }
    }
}

/* The same for displaced bodies. */
static void one_who_is_thrown_flies_through_whom_it_does_not_touch(void **state)
{
    (void)state;
    const masks cases[] = {
        {{1, 1}, {1, 1}, true}, {{1, 2}, {2, 2}, false}, {{1, 2}, {1, 1}, false}};
    for (size_t i = 0; i < 3; i++) {
        wend_crowd *crowd = crowds_open();
        wend_body_def def = stubborn();
        def.layer = cases[i].layer[0];
        def.touches = cases[i].touches[0];
        const wend_body_id flies = crowds_add(crowd, def, -3, 0);
        def.layer = cases[i].layer[1];
        def.touches = cases[i].touches[1];
        const wend_body_id other = crowds_add(crowd, def, 0, 0);
        assert_int_equal(wend_crowd_set_held(crowd, other, true), WEND_OK);
        assert_int_equal(wend_crowd_apply_impulse(crowd, flies, (wend_vec2){80 * 200, 0}), WEND_OK);
        (void)run(crowd, 5);
        assert_true((at(crowd, flies).x < 0) == cases[i].meet);
        wend_crowd_destroy(crowd);
    }
}

static void bodies_of_two_floors_do_not_meet(void **state)
{
    (void)state;
    const wend_crowd_floor floors[2] = {{NULL, NULL}, {NULL, NULL}};
    wend_crowd_def def = wend_crowd_def_default();
    def.floors = floors;
    def.floor_count = 2;
    wend_crowd *crowd = crowds_make(def);
    wend_body_def body = wend_body_def_default();
    const wend_body_id walker = crowds_add(crowd, body, -2, 0);
    const wend_body_id flies = crowds_add(crowd, body, -3, 4);
    body.floor = 1;
    const wend_body_id above = crowds_add(crowd, body, 0, 0);
    const wend_body_id aside = crowds_add(crowd, body, 0, 4);
    walk(crowd, walker, 1.3, 0);
    assert_int_equal(wend_crowd_apply_impulse(crowd, flies, (wend_vec2){80 * 200, 0}), WEND_OK);
    (void)run(crowd, 80);
    assert_true(at(crowd, walker).x > 2.5 && fabs(at(crowd, walker).y) < 1e-6);
    assert_true(at(crowd, flies).x > 0);
    assert_true(fabs(at(crowd, above).x) < 1e-9 && fabs(at(crowd, aside).x) < 1e-9);
    wend_crowd_destroy(crowd);
}

/* ---- passing ---- */

static void those_who_meet_head_on_pass_on_the_right(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        const double x = wend_cos(0.785 * i);
        const double y = wend_sin(0.785 * i);
        wend_crowd *crowd = crowds_open();
        const wend_body_def def = wend_body_def_default();
        const wend_body_id one = crowds_add(crowd, def, -4 * x, -4 * y);
        const wend_body_id other = crowds_add(crowd, def, 4 * x, 4 * y);
        walk(crowd, one, 1.3 * x, 1.3 * y);
        walk(crowd, other, -1.3 * x, -1.3 * y);
        (void)run(crowd, 62);
        /* To the right of its path is less of this. */
        assert_true(at(crowd, one).y * x - at(crowd, one).x * y < -0.1);
        assert_true(at(crowd, other).y * x - at(crowd, other).x * y > 0.1);
        (void)run(crowd, 60);
        assert_true(at(crowd, one).x * x + at(crowd, one).y * y > 2);
        wend_crowd_destroy(crowd);
    }
}

/* With any gap when they come near. */
static void riders_do_not_pass_through_each_other(void **state)
{
    (void)state;
    for (int i = 0; i < 24; i++) {
        wend_crowd *crowd = crowds_open();
        wend_body_def def = stubborn();
        def.speed = 20;
        def.radius = 0.2 + 0.1 * (i % 3);
        const wend_body_id one = crowds_add(crowd, def, -4 - 0.05 * i, 0);
        const wend_body_id other = crowds_add(crowd, def, 4 + 0.05 * i, 0);
        walk(crowd, one, 20, 0);
        walk(crowd, other, -20, 0);
        assert_true(run(crowd, 20) < 1e-3);
        assert_true(at(crowd, one).x < at(crowd, other).x);
        wend_crowd_destroy(crowd);
    }
}

static double swerved(bool keeps_apart)
{
    wend_crowd *crowd = crowds_open();
    const wend_body_def def = wend_body_def_default();
    const wend_steer_item item = {
        .kind = WEND_STEER_SEEK, .weight = 1, .target = (wend_vec2){30, 0}};
    const wend_body_id walker = crowds_add(crowd, def, -4, 0);
    const wend_body_id other = crowds_add(crowd, def, 0, 0.3);
    assert_int_equal(wend_crowd_set_held(crowd, other, true), WEND_OK);
    assert_int_equal(
        wend_crowd_set_steering(crowd, walker, &item, 1, WEND_STEER_WEIGHTED, 20, keeps_apart),
        WEND_OK);
    double aside = 0;
    while (at(crowd, walker).x < -0.7) {
        assert_true(run(crowd, 1) < 1e-3);
        aside = fabs(at(crowd, walker).y);
    }
    wend_crowd_destroy(crowd);
    return aside;
}

static void who_steers_without_keeping_apart_does_not_swerve(void **state)
{
    (void)state;
    assert_true(swerved(false) < 0.01);
    assert_true(swerved(true) > 0.1);
}

/* ---- how far one looks ---- */

/* A dozen whose paths cross, as far apart as the table of cells is wide. */
static uint64_t hash_of_twelve(double reach, uint32_t limit, double apart)
{
    wend_crowd_def def = wend_crowd_def_default();
    def.reach = reach;
    def.max_bodies = limit;
    wend_crowd *crowd = crowds_make(def);
    for (int32_t i = 0; i < 12; i++) {
        const wend_body_id id = crowds_put(crowd, i % 4 * apart, i / 4 * apart);
        walk(crowd, id, i % 2 == 0 ? 1.3 : -1.3, i % 3 - 1.0);
    }
    crowds_tick(crowd, 100);
    const uint64_t hash = wend_crowd_hash(crowd);
    wend_crowd_destroy(crowd);
    return hash;
}

static void reach_of_any_length_sees_the_same_whatever_the_limit_of_bodies(void **state)
{
    (void)state;
    static const double reaches[] = {1, 15, 15.5, 16, 17, 31, 32, 33, 47.9, 63, 64};
    static const double apart[] = {0.6, 7, 10, 21};
    for (size_t i = 0; i < sizeof reaches / sizeof reaches[0]; i++) {
        for (size_t k = 0; k < sizeof apart / sizeof apart[0]; k++) {
            const uint64_t hash = hash_of_twelve(reaches[i], 12, apart[k]);
            assert_true(hash == hash_of_twelve(reaches[i], 256, apart[k]));
            assert_true(hash == hash_of_twelve(reaches[i], 5000, apart[k]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heavier_one_shoves_the_lighter_one),
        cmocka_unit_test(one_of_more_priority_shoves_the_other_however_heavy_that_is),
        cmocka_unit_test(one_who_holds_is_walked_around_and_does_not_stir),
        cmocka_unit_test(two_with_one_place_to_stand_come_to_rest),
        cmocka_unit_test(two_touch_only_if_each_touches_the_other),
        cmocka_unit_test(one_who_is_thrown_flies_through_whom_it_does_not_touch),
        cmocka_unit_test(bodies_of_two_floors_do_not_meet),
        cmocka_unit_test(those_who_meet_head_on_pass_on_the_right),
        cmocka_unit_test(riders_do_not_pass_through_each_other),
        cmocka_unit_test(who_steers_without_keeping_apart_does_not_swerve),
        cmocka_unit_test(reach_of_any_length_sees_the_same_whatever_the_limit_of_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
