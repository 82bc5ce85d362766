/* Circles of 4 to 250 bodies, exact, tight and a little out of order: all get to the other side in
 * time without overlaps. */
#include "crowd_family.h"
#include "support/test.h"

static void crowd_circle_all_get_to_the_other_side(void **state)
{
    (void)state;
    crowd_family_check(CROWD_CIRCLES);
}

/* The yardstick itself arrives, without overlaps, and its motion is measured. */
static void crowd_orca_gets_eight_to_the_other_side(void **state)
{
    crowd_outcome o;
    (void)state;
    assert_true(crowd_scene_run_orca("jittered8", 1, &o));
    assert_int_equal(o.in_slot, 8);
    assert_true(o.overlap < 0.01);
    assert_true(o.motion.ticks > 8 * 100);
    assert_true(o.motion.sharp < 0.01 * o.motion.ticks);
    assert_true(o.motion.acceleration > 1 && o.motion.acceleration < 10);
    assert_false(crowd_scene_run_orca("door1.0", 1, &o)); /* not straight */
    assert_false(crowd_scene_run_orca("nothing", 1, &o));
}

/* Two that meet head on turn aside smoothly, and face where they move. */
static void crowd_oncoming_bodies_do_not_turn_sharply(void **state)
{
    (void)state;
    const crowd_outcome o = crowd_family_run("oncoming", 1);
    assert_true(o.motion.ticks > 2 * 100);
    assert_true(o.motion.sharp < 0.5);
    assert_true(o.motion.reversals < 0.5);
    assert_true(o.motion.heading_off < 0.1);
}

/* A body that others push faces where it moves, too: forty that meet in one point never slide
 * backwards. */
static void crowd_pushed_bodies_face_where_they_move(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        const crowd_motion m = crowd_family_run("jittered40", seed).motion;
        assert_true(m.ticks > 40 * 100);
        assert_true(m.heading_off < 0.01);
    }
}

/* In a crowd bodies turn sharply as seldom as those of the yardstick, take back few of their turns,
 * and accelerate no faster than people. */
static void crowd_forty_in_a_circle_turn_and_accelerate_as_people(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        const crowd_motion m = crowd_family_run("jittered40", seed).motion;
        assert_true(m.sharp < 0.005 * m.ticks);
        assert_true(m.reversals < 1.1 * m.seconds);
        assert_true(m.acceleration < 5.1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowd_circle_all_get_to_the_other_side),
        cmocka_unit_test(crowd_orca_gets_eight_to_the_other_side),
        cmocka_unit_test(crowd_oncoming_bodies_do_not_turn_sharply),
        cmocka_unit_test(crowd_pushed_bodies_face_where_they_move),
        cmocka_unit_test(crowd_forty_in_a_circle_turn_and_accelerate_as_people)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
