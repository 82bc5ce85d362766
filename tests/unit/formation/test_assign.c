/* wend_assign on small cases, with bad costs, and with too few sinks. */
#include "support/test.h"

#include "wend/formation.h"

#include <math.h>

#define NONE UINT32_MAX

static void assert_places(const uint32_t *is, const uint32_t *expected, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(is[i], expected[i]);
    }
}

static void assign_takes_the_cheaper_pairs(void **state)
{
    (void)state;
    const double costs[] = {4, 1, 3, 2, 0, 5, 3, 2, 2};
    uint32_t places[3];
    assert_int_equal(wend_assign(costs, 3, 3, NULL, places), WEND_OK);
    assert_places(places, (uint32_t[]){1, 0, 2}, 3);
}

static void assign_of_equal_costs_goes_by_index(void **state)
{
    (void)state;
    double costs[30];
    for (int i = 0; i < 30; i++) {
        costs[i] = 7;
    }
    uint32_t places[6];
    assert_int_equal(wend_assign(costs, 5, 5, NULL, places), WEND_OK);
    assert_places(places, (uint32_t[]){0, 1, 2, 3, 4}, 5);
    assert_int_equal(wend_assign(costs, 2, 9, NULL, places), WEND_OK);
    assert_places(places, (uint32_t[]){0, 1}, 2);
}

static void assign_to_fewer_places_leaves_the_most_expensive_out(void **state)
{
    (void)state;
    const double costs[] = {9, 9, 1, 2, 2, 1};
    uint32_t places[3];
    assert_int_equal(wend_assign(costs, 3, 2, NULL, places), WEND_OK);
    assert_places(places, (uint32_t[]){NONE, 0, 1}, 3);
}

static void assign_to_more_places_takes_the_near_ones(void **state)
{
    (void)state;
    const double costs[] = {9, 5, 1, 7, 9, 4, 2, 7};
    uint32_t places[2];
    assert_int_equal(wend_assign(costs, 2, 4, NULL, places), WEND_OK);
    assert_places(places, (uint32_t[]){2, 1}, 2);
}

static void assign_without_enough_fitting_places_gives_as_many_as_it_can(void **state)
{
    (void)state;
    const double x = HUGE_VAL;
    const double costs[] = {5, x, x, 3, x, x, 1, 2, x};
    uint32_t places[3];
    assert_int_equal(wend_assign(costs, 3, 3, NULL, places), WEND_NO_PATH);
    assert_places(places, (uint32_t[]){NONE, 0, 1}, 3);
}

static void assign_prefers_more_pairs_to_cheaper_ones(void **state)
{
    (void)state;
    const double x = HUGE_VAL;
    const double costs[] = {0, 1000, 0, x};
    uint32_t places[2];
    assert_int_equal(wend_assign(costs, 2, 2, NULL, places), WEND_OK);
    assert_places(places, (uint32_t[]){1, 0}, 2);
}

static void assign_where_nobody_fits_gives_nobody_a_place(void **state)
{
    (void)state;
    const double costs[] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
    uint32_t places[4];
    assert_int_equal(wend_assign(costs, 2, 2, NULL, places), WEND_NO_PATH);
    assert_places(places, (uint32_t[]){NONE, NONE}, 2);
    assert_int_equal(wend_assign(costs, 1, 4, NULL, places), WEND_NO_PATH);
    assert_places(places, (uint32_t[]){NONE}, 1);
    assert_int_equal(wend_assign(costs, 4, 1, NULL, places), WEND_NO_PATH);
    assert_places(places, (uint32_t[]){NONE, NONE, NONE, NONE}, 4);
}

static void assign_of_nothing_is_done(void **state)
{
    (void)state;
    uint32_t places[2] = {5, 5};
    assert_int_equal(wend_assign(NULL, 0, 0, NULL, NULL), WEND_OK);
    assert_int_equal(wend_assign(NULL, 0, 3, NULL, NULL), WEND_OK);
    assert_int_equal(wend_assign(NULL, 2, 0, NULL, places), WEND_OK);
    assert_places(places, (uint32_t[]){NONE, NONE}, 2);
}

static void assign_refuses_bad_arguments(void **state)
{
    (void)state;
    const double bad[] = {(double)NAN, -1, -HUGE_VAL, 1e301};
    uint32_t places[2] = {5, 5};
    for (int i = 0; i < 4; i++) {
        const double costs[] = {1, 2, bad[i], 3};
        assert_int_equal(wend_assign(costs, 2, 2, NULL, places), WEND_ERROR_ARGUMENT);
    }
    const double good[] = {1, 2, 3, 4};
    assert_int_equal(wend_assign(NULL, 2, 2, NULL, places), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_assign(good, 2, 2, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_assign(good, SIZE_MAX / 4, 2, NULL, places), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_assign(good, 1 << 20, SIZE_MAX / 64, NULL, places), WEND_ERROR_ARGUMENT);
    assert_places(places, (uint32_t[]){5, 5}, 2);
}

static void assign_of_huge_costs_stays_finite(void **state)
{
    (void)state;
    const double costs[] = {1e300, 0, 1e300, 1e300, 1e300, 0, 0, 1e300, 1e300};
    uint32_t places[3];
    assert_int_equal(wend_assign(costs, 3, 3, NULL, places), WEND_OK);
    assert_places(places, (uint32_t[]){1, 2, 0}, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assign_takes_the_cheaper_pairs),
        cmocka_unit_test(assign_of_equal_costs_goes_by_index),
        cmocka_unit_test(assign_to_fewer_places_leaves_the_most_expensive_out),
        cmocka_unit_test(assign_to_more_places_takes_the_near_ones),
        cmocka_unit_test(assign_without_enough_fitting_places_gives_as_many_as_it_can),
        cmocka_unit_test(assign_prefers_more_pairs_to_cheaper_ones),
        cmocka_unit_test(assign_where_nobody_fits_gives_nobody_a_place),
        cmocka_unit_test(assign_of_nothing_is_done),
        cmocka_unit_test(assign_refuses_bad_arguments),
        cmocka_unit_test(assign_of_huge_costs_stays_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
