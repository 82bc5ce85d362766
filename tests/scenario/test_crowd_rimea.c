/* Our own versions of the tests 1, 4, 6, 9 and 12 of the RiMEA guideline. */
#include "crowd_family.h"
#include "support/test.h"

#include <math.h>

static void rimea_1_a_walker_keeps_its_pace(void **state)
{
    (void)state;
    const crowd_outcome o = crowd_family_run("rimea1", 1);
    const double metres = 40, wanted = 1.33, within = 0.05;
    assert_true(fabs(metres / o.first_out / wanted - 1) <= within);
}

static void rimea_4_speed_falls_with_density(void **state)
{
    (void)state;
    static const char *const scenes[] = {"rimea4at0.5", "rimea4at1", "rimea4at2", "rimea4at4",
                                         "rimea4at6"};
    double before = 1;
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        const crowd_outcome o = crowd_family_run(scenes[i], 1);
        assert_null(crowd_outcome_fault(&o));
        assert_true(o.speed_part < before);
        before = o.speed_part;
    }
    assert_true(before > 0); /* no body drifts backwards, at any density */
}

/* Weidmann's diagram of people: 0.35 to 0.1 m/s at four to five a square metre. */
static void rimea_4_speeds_with_a_headway_are_those_of_people(void **state)
{
    (void)state;
    static const double wanted = 1.33;
    const double sparse = wanted * crowd_family_run("rimea4gapat1", 1).speed_part;
    const double four = wanted * crowd_family_run("rimea4gapat4", 1).speed_part;
    const double five = wanted * crowd_family_run("rimea4gapat5", 1).speed_part;
    assert_true(sparse >= 0.95 && sparse <= 1.2);
    assert_true(four >= 0.15 && four <= 0.35);
    assert_true(five >= 0.1 && five < four);
}

static void rimea_6_a_corner_is_walked_around(void **state)
{
    (void)state;
    const crowd_outcome o = crowd_family_run("rimea6", 1);
    assert_int_equal(o.in_slot, o.agents);
    assert_true(o.overlap <= 0.05 && o.wall_depth <= 0.05);
}

static void rimea_9_half_the_exits_take_about_twice_as_long(void **state)
{
    (void)state;
    const crowd_outcome four = crowd_family_run("rimea9few4", 1);
    const crowd_outcome two = crowd_family_run("rimea9few2", 1);
    const double times = two.last_out / four.last_out;
    assert_int_equal(four.in_slot, four.agents);
    assert_int_equal(two.in_slot, two.agents);
    assert_true(four.overlap <= 0.05 && two.overlap <= 0.05);
    assert_true(four.wall_depth <= 0.05 && two.wall_depth <= 0.05);
    assert_true(times >= 1.5 && times <= 2.5);
}

static void rimea_12_the_jam_is_before_the_passage_only(void **state)
{
    (void)state;
    const crowd_outcome o = crowd_family_run("rimea12", 1);
    assert_true(o.speed_before < 0.5);
    assert_true(o.speed_behind > 0.5);
    assert_true(o.speed_behind > 1.5 * o.speed_before);
    assert_true(o.overlap <= 0.05 && o.wall_depth <= 0.05);
    assert_true(o.flow >= 1.3 && o.flow <= 2.8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rimea_1_a_walker_keeps_its_pace),
        cmocka_unit_test(rimea_4_speed_falls_with_density),
        cmocka_unit_test(rimea_4_speeds_with_a_headway_are_those_of_people),
        cmocka_unit_test(rimea_6_a_corner_is_walked_around),
        cmocka_unit_test(rimea_9_half_the_exits_take_about_twice_as_long),
        cmocka_unit_test(rimea_12_the_jam_is_before_the_passage_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
