/* Bodies that turn freely face where they moved in the tick, in crowds in which all push all; slow
 * ones turn little in a tick. */
#include "support/crowds.h"
#include "support/gen.h"
#include "support/test.h"

enum { BODIES = 80, TICKS = 300 };

static const double STEP = 0.05;
static const double FACES = 0.3;      /* metres a second: a faster body faces its motion */
static const double SLOW = 0.15;      /* a slower one turns ... */
static const double SLOW_TURN = 0.33; /* ... no more than so many radians a tick */
static const double STANDS = 0.04;    /* a slower one keeps its heading */
static const double ROUNDING = 1e-6;  /* radians */

typedef struct poses {
    double x[BODIES], y[BODIES], heading[BODIES];
} poses;

static wend_crowd *make(uint64_t seed)
{
    wend_crowd *crowd = crowds_open();
    for (uint64_t i = 0; i < BODIES; i++) {
        wend_body_def def = wend_body_def_default();
        wend_body_id id;
        def.position = (wend_vec2){1.2 * (double)(i % 10), 1.2 * (double)(i / 10)};
        def.heading = 6 * wend_random_unit(seed, i, 0);
        def.speed = 0.8 + wend_random_unit(seed, i, 1);
        assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
        const wend_vec2 to = {12 - def.position.x + wend_random_unit(seed, i, 2),
                              10 - def.position.y + wend_random_unit(seed, i, 3)};
        assert_int_equal(wend_crowd_set_goal(crowd, id, to, 0), WEND_OK);
    }
    return crowd;
}

static void get(const wend_crowd *crowd, poses *p)
{
    assert_int_equal(wend_crowd_get_bodies(crowd, BODIES, NULL, p->x, p->y, p->heading, NULL, NULL),
                     BODIES);
}

/* Between two directions, 0 to pi. */
static double angle_between(wend_vec2 a, wend_vec2 b)
{
    const double angle = wend_atan2(wend_vec2_cross(a, b), wend_vec2_dot(a, b));
    return angle < 0 ? -angle : angle;
}

static wend_vec2 facing(double heading)
{
    return (wend_vec2){wend_cos(heading), wend_sin(heading)};
}

static void crowd_bodies_face_where_they_move(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < gen_scaled(4); seed++) {
        wend_crowd *crowd = make(seed);
        uint32_t fast = 0;
        uint32_t slow = 0;
        poses before;
        poses now;
        get(crowd, &before);
        for (uint32_t tick = 0; tick < TICKS; tick++) {
            crowds_tick(crowd, 1);
            get(crowd, &now);
            for (uint32_t i = 0; i < BODIES; i++) {
                const wend_vec2 v = {(now.x[i] - before.x[i]) / STEP,
                                     (now.y[i] - before.y[i]) / STEP};
                const double speed = wend_vec2_length(v);
                const double turn =
                    angle_between(facing(before.heading[i]), facing(now.heading[i]));
                if (speed > FACES) {
                    assert_true(angle_between(facing(now.heading[i]), v) < ROUNDING);
                    fast++;
                } else if (speed < SLOW) {
                    assert_true(turn < (speed < STANDS ? ROUNDING : SLOW_TURN));
                    slow++;
                }
            }
            before = now;
        }
        assert_true(fast > 1000);
        assert_true(slow > 1000);
        wend_crowd_destroy(crowd);
    }
}

/* Opposite to its motion a slow body turns round, too. */
static void crowd_slow_body_turns_round(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_body_def def = wend_body_def_default();
    wend_body_id id;
    wend_body body;
    def.heading = 3.14159265358979;
    def.speed = 0.12;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
    assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){50, 0}, 0), WEND_OK);
    crowds_tick(crowd, 100);
    assert_int_equal(wend_crowd_get_body(crowd, id, &body), WEND_OK);
    assert_true(body.heading > -0.01 && body.heading < 0.01);
    wend_crowd_destroy(crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(crowd_bodies_face_where_they_move),
                                       cmocka_unit_test(crowd_slow_body_turns_round)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
