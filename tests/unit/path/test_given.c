/* Paths made of points and legs that were found elsewhere, and what is refused. */
#include "support/searches.h"
#include "support/test.h"

#include "support/fault.h"
#include "wend/path.h"
#include "wend/search.h"

#include <math.h>

static bool is_near(double a, double b, double most)
{
    return a - b <= most && b - a <= most;
}

static void path_from_points_has_a_leg_between_each_two(void **state)
{
    (void)state;
    wend_path *path = paths_make();
    const wend_vec2 points[] = {{0, 0}, {3, 4}, {3, 4}, {3, 10}};
    assert_int_equal(wend_path_from_points(path, points, 4), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 2);
    const wend_leg first = wend_path_leg(path, 0);
    assert_true(is_near(first.length, 5, 0));
    assert_int_equal(first.behaviour, WEND_BEHAVIOUR_WALK);
    assert_int_equal(first.from, WEND_NODE_NONE);
    assert_int_equal(first.to, WEND_NODE_NONE);
    assert_int_equal(first.edge, WEND_EDGE_NONE);
    assert_true(first.cost == 5 * WEND_COST_ONE);
    const wend_leg last = wend_path_leg(path, 1);
    assert_true(is_near(last.from_point.y, 4, 0));
    assert_true(is_near(last.to_point.y, 10, 0));
    wend_path_destroy(path);
}

static void path_from_points_replaces_what_there_was(void **state)
{
    (void)state;
    wend_path *path = paths_make();
    const wend_vec2 points[] = {{0, 0}, {1, 0}, {2, 0}};
    assert_int_equal(wend_path_from_points(path, points, 3), WEND_OK);
    assert_int_equal(wend_path_from_points(path, points, 2), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 1);
    assert_int_equal(wend_path_from_points(path, points, 1), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 0);
    assert_int_equal(wend_path_from_points(path, NULL, 0), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 0);
    wend_path_destroy(path);
}

static void path_from_bad_points_stays_as_it_was(void **state)
{
    (void)state;
    wend_path *path = paths_make();
    const wend_vec2 good[] = {{0, 0}, {1, 0}};
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 2e9};
    assert_int_equal(wend_path_from_points(path, good, 2), WEND_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const wend_vec2 points[] = {{0, 0}, {4, 4}, {bad[i], 0}};
        const wend_vec2 turned[] = {{0, bad[i]}, {4, 4}};
        assert_int_equal(wend_path_from_points(path, points, 3), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_path_from_points(path, turned, 2), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_path_leg_count(path), 1);
    }
    assert_int_equal(wend_path_from_points(path, NULL, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_from_points(NULL, good, 2), WEND_ERROR_ARGUMENT);
    wend_path_destroy(path);
}

static wend_leg leg_between(wend_vec2 from, wend_vec2 to)
{
    return (wend_leg){.from_point = from, .to_point = to, .behaviour = WEND_BEHAVIOUR_JUMP};
}

static void path_add_leg_appends_and_measures(void **state)
{
    (void)state;
    wend_path *path = paths_make();
    const wend_leg first = leg_between((wend_vec2){0, 0}, (wend_vec2){0, 2});
    const wend_leg second = leg_between((wend_vec2){0, 2}, (wend_vec2){3, 6});
    wend_leg third = leg_between((wend_vec2){3, 6}, (wend_vec2){7, 6});
    third.from_height = 1;
    third.to_height = 4;
    assert_int_equal(wend_path_add_leg(path, &first), WEND_OK);
    assert_int_equal(wend_path_add_leg(path, &second), WEND_OK);
    assert_int_equal(wend_path_add_leg(path, &third), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 3);
    assert_true(is_near(wend_path_leg(path, 1).length, 5, 0));
    assert_true(is_near(wend_path_leg(path, 2).length, 5, 0));
    assert_int_equal(wend_path_leg(path, 1).behaviour, WEND_BEHAVIOUR_JUMP);
    wend_path_destroy(path);
}

static void path_add_leg_refuses_what_does_not_join(void **state)
{
    (void)state;
    wend_path *path = paths_make();
    const wend_leg first = leg_between((wend_vec2){0, 0}, (wend_vec2){0, 2});
    const wend_leg apart = leg_between((wend_vec2){0, 2.5}, (wend_vec2){3, 6});
    const wend_leg wrong = leg_between((wend_vec2){0, 2}, (wend_vec2){(double)NAN, 6});
    assert_int_equal(wend_path_add_leg(path, &first), WEND_OK);
    assert_int_equal(wend_path_add_leg(path, &apart), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_add_leg(path, &wrong), WEND_ERROR_ARGUMENT);
    const double heights[] = {(double)NAN, (double)INFINITY, -2e9};
    for (size_t k = 0; k < 3; ++k) {
        wend_leg high = leg_between((wend_vec2){0, 2}, (wend_vec2){3, 6});
        high.to_height = heights[k];
        assert_int_equal(wend_path_add_leg(path, &high), WEND_ERROR_ARGUMENT);
        high.from_height = heights[k];
        high.to_height = 0;
        assert_int_equal(wend_path_add_leg(path, &high), WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_path_add_leg(path, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_add_leg(NULL, &first), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_leg_count(path), 1);
    wend_path_destroy(path);
}

static wend_result fill(wend_allocator allocator, void *context)
{
    (void)context;
    const wend_vec2 points[] = {{0, 0}, {1, 0}, {2, 1}};
    const wend_leg leg = leg_between((wend_vec2){2, 1}, (wend_vec2){5, 5});
    wend_path *path = NULL;
    wend_result result = wend_path_create(&allocator, &path);
    if (result != WEND_OK) {
        return result;
    }
    result = wend_path_from_points(path, points, 3);
    assert_int_equal(wend_path_leg_count(path), result == WEND_OK ? 2 : 0);
    if (result == WEND_OK) {
        result = wend_path_add_leg(path, &leg);
        assert_int_equal(wend_path_leg_count(path), result == WEND_OK ? 3 : 2);
    }
    wend_path_destroy(path);
    return result;
}

static void path_from_points_without_memory_stays_as_it_was(void **state)
{
    (void)state;
    fault_run(fill, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_from_points_has_a_leg_between_each_two),
        cmocka_unit_test(path_from_points_replaces_what_there_was),
        cmocka_unit_test(path_from_bad_points_stays_as_it_was),
        cmocka_unit_test(path_add_leg_appends_and_measures),
        cmocka_unit_test(path_add_leg_refuses_what_does_not_join),
        cmocka_unit_test(path_from_points_without_memory_stays_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
