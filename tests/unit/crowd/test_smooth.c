/* How people turn and accelerate from tick to tick, and which bodies do so at once.
 * Cost: some hundred ticks of a body or two. */
#include "body.h"

#include <math.h>

static const double STEP = 0.05;
static const double MOVES = 0.1;        /* metres a second: a slower body turns at will */
static const double TURN = 0.25;        /* radians a tick */
static const double ACCELERATION = 4.9; /* metres a second squared */
static const double ROUNDING = 1e-3;

/* The most that a body turns and accelerates in a tick. */
typedef struct extremes {
    double turn, acceleration;
} extremes;

/* A body that is sent ahead, back to one side and aside, again and again. */
static extremes sent_about(const wend_body_def *def)
{
    static const wend_vec2 goals[4] = {{1e4, 0}, {-1e4, 1e4}, {0, -1e4}, {1e4, 1e4}};
    wend_crowd *crowd = make(2, NULL, NULL);
    wend_body_id id;
    extremes most = {0, 0};
    wend_vec2 before = {0, 0};
    assert_int_equal(wend_crowd_add_body(crowd, def, &id), WEND_OK);
    for (int tick = 0; tick < 320; tick++) {
        if (tick % 40 == 0) {
            assert_int_equal(wend_crowd_set_goal(crowd, id, goals[tick / 40 % 4], 0), WEND_OK);
        }
        crowds_tick(crowd, 1);
        const wend_vec2 now = crowds_body(crowd, id).velocity;
        const double acceleration = wend_vec2_distance(before, now) / STEP;
        most.acceleration = fmax(most.acceleration, acceleration);
        if (wend_vec2_length(before) > MOVES && wend_vec2_length(now) > MOVES) {
            const double turn =
                wend_atan2(wend_vec2_cross(before, now), wend_vec2_dot(before, now));
            most.turn = fmax(most.turn, fabs(turn));
        }
        before = now;
    }
    assert_true(wend_vec2_length(before) > 1); /* it got on, too */
    wend_crowd_destroy(crowd);
    return most;
}

static void people_turn_and_accelerate_as_people_do(void **state)
{
    (void)state;
    const wend_body_def def = wend_body_def_default();
    const extremes most = sent_about(&def);
    assert_true(most.turn <= TURN + ROUNDING);
    assert_true(most.turn > 0.25 * TURN);
    assert_true(most.acceleration <= ACCELERATION + ROUNDING);
    assert_true(most.acceleration > 0.7 * ACCELERATION);
}

/* A rider at 8 m/s would take forever at the acceleration of a walker. */
static void faster_bodies_gain_the_same_part_of_their_speed(void **state)
{
    (void)state;
    wend_body_def def = wend_body_def_default();
    def.speed = 8;
    const extremes most = sent_about(&def);
    assert_true(most.turn <= TURN + ROUNDING);
    assert_true(most.acceleration <= 3.75 * def.speed + ROUNDING);
    assert_true(most.acceleration > 2 * ACCELERATION);
}

/* After it was sent back it goes on for a while, as no body is in its way. */
static void a_body_alone_keeps_to_an_acceleration_of_its_own(void **state)
{
    (void)state;
    for (int abrupt = 0; abrupt < 2; abrupt++) {
        wend_body_def def = wend_body_def_default();
        def.acceleration = 1.5;
        def.is_abrupt = abrupt == 1;
        assert_true(sent_about(&def).acceleration <= 1.5 + ROUNDING);
    }
}

static void abrupt_bodies_turn_at_once(void **state)
{
    (void)state;
    wend_body_def def = wend_body_def_default();
    def.is_abrupt = true;
    const extremes most = sent_about(&def);
    assert_true(most.turn > 2 * TURN);
    assert_true(most.acceleration > 1.2 * ACCELERATION);
}

/* A goal twelve degrees aside: the turn is made in steps of a degree, and finished. */
static void slight_turns_are_made_in_small_steps(void **state)
{
    (void)state;
    static const double degree = 3.14159265358979 / 180;
    wend_crowd *crowd = make(2, NULL, NULL);
    const wend_body_def def = wend_body_def_default();
    const double wanted = 12 * degree;
    wend_body_id id;
    double most = 0;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
    assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){1e4, 0}, 0), WEND_OK);
    crowds_tick(crowd, 40);
    wend_vec2 before = crowds_body(crowd, id).velocity;
    assert_int_equal(wend_crowd_set_goal(
                         crowd, id, (wend_vec2){1e4 * wend_cos(wanted), 1e4 * wend_sin(wanted)}, 0),
                     WEND_OK);
    for (int tick = 0; tick < 40; tick++) {
        crowds_tick(crowd, 1);
        const wend_vec2 now = crowds_body(crowd, id).velocity;
        const double turn = wend_atan2(wend_vec2_cross(before, now), wend_vec2_dot(before, now));
        most = fmax(most, fabs(turn));
        before = now;
    }
    assert_true(most > 0.5 * degree && most < 1.1 * degree);
    assert_true(fabs(wend_atan2(before.y, before.x) - wanted) < 0.5 * degree);
    wend_crowd_destroy(crowd);
}

/* As abrupt ones do. */
static void bodies_that_avoid_no_others_turn_at_once(void **state)
{
    (void)state;
    wend_body_def def = wend_body_def_default();
    def.avoids = 0;
    assert_true(sent_about(&def).turn > 2 * TURN);
}

static void change_and_save_keep_what_is_abrupt(void **state)
{
    (void)state;
    wend_crowd *crowd = make(2, NULL, NULL);
    wend_body_def def = wend_body_def_default();
    wend_body_id id;
    def.is_abrupt = true;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
    const uint64_t hash = wend_crowd_hash(crowd);
    static uint8_t file[65536];
    size_t bytes = 0;
    assert_int_equal(wend_crowd_save(crowd, file, sizeof file, &bytes), WEND_OK);
    wend_crowd *twin = make(2, NULL, NULL);
    assert_int_equal(wend_crowd_load(twin, file, bytes, NULL), WEND_OK);
    assert_int_equal(wend_crowd_get_body_def(twin, id, &def), WEND_OK);
    assert_true(def.is_abrupt);
    def.is_abrupt = false;
    assert_int_equal(wend_crowd_set_body(crowd, id, &def), WEND_OK);
    assert_int_equal(wend_crowd_get_body_def(crowd, id, &def), WEND_OK);
    assert_false(def.is_abrupt);
    assert_true(wend_crowd_hash(crowd) != hash);
    wend_crowd_destroy(twin);
    wend_crowd_destroy(crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_turn_and_accelerate_as_people_do),
        cmocka_unit_test(faster_bodies_gain_the_same_part_of_their_speed),
        cmocka_unit_test(a_body_alone_keeps_to_an_acceleration_of_its_own),
        cmocka_unit_test(abrupt_bodies_turn_at_once),
        cmocka_unit_test(slight_turns_are_made_in_small_steps),
        cmocka_unit_test(bodies_that_avoid_no_others_turn_at_once),
        cmocka_unit_test(change_and_save_keep_what_is_abrupt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
