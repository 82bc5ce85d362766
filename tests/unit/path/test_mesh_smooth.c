/* Paths over meshes of several costs and floors, and their smoothing. */
#include "mesh.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/mesh_path.h"

#include <math.h>

static void path_mesh_is_cut_where_the_ground_changes(void **state)
{
    (void)state;
    bench b = bench_on(checkers(3,
                                "010"
                                "010"
                                "010",
                                0));
    assert_int_equal(find(&b, WEND_MESH_METHOD_EXACT, 0.5, 1.5, 2.5, 1.5), WEND_ERROR_UNSUPPORTED);
    expect_found(&b, WEND_MESH_METHOD_MIDPOINT, 0.5, 1.5, 2.5, 1.5);
    assert_int_equal(wend_path_leg_count(b.path), 3);
    assert_true(wend_path_leg(b.path, 1).cost == 3 * WEND_COST_ONE);
    assert_true(wend_path_cost(b.path) == 4 * WEND_COST_ONE);
    /* Joined, the leg costs the integral. */
    assert_int_equal(wend_path_smooth_mesh(b.path, b.space, 0.25, WEND_SMOOTHING_QUICK), WEND_OK);
    assert_int_equal(wend_path_leg_count(b.path), 1);
    assert_true(wend_path_cost(b.path) == 4 * WEND_COST_ONE);
    bench_free(&b);
}

static void path_mesh_smoothing_never_goes_over_more_expensive_ground(void **state)
{
    (void)state;
    /* Mud (3 a metre) in the middle: going round it is cheaper than through. */
    bench b = bench_on(checkers(4,
                                "0000"
                                "0110"
                                "0110"
                                "0000",
                                0));
    for (int method = WEND_MESH_METHOD_MIDPOINT; method <= WEND_MESH_METHOD_CENTROID; method++) {
        expect_found(&b, (wend_mesh_method)method, 0.5, 1.5, 3.5, 1.75);
        const wend_cost before = wend_path_cost(b.path);
        smooth(&b);
        assert_true(wend_path_cost(b.path) <= before);
        assert_true(wend_path_cost(b.path) < wend_cost_from_double(0.5 + 6.03 + 0.5));
    }
    bench_free(&b);
}

static void path_mesh_smoothing_pulls_ways_by_centroids_straight(void **state)
{
    (void)state;
    bench b = bench_on(checkers(4,
                                "0000"
                                "00#0"
                                "0000"
                                "0000",
                                0));
    expect_found(&b, WEND_MESH_METHOD_EXACT, 3.25, 3.75, 0.75, 2.75);
    const double least = wend_path_length(b.path);
    expect_found(&b, WEND_MESH_METHOD_CENTROID, 3.25, 3.75, 0.75, 2.75);
    assert_true(wend_path_length(b.path) > least + 0.3);
    smooth(&b);
    assert_true(is_near(wend_path_length(b.path), least));
    bench_free(&b);
}

/* A ramp of nine unit squares around a hole: the last one lies over the first, 8 m higher. */
static wend_mesh *ramp(void)
{
    static const wend_vec3 points[20] = {
        {0, 0, 0},   {1, 0, 1}, {1, 1, 1},   {0, 1, 0},   {2, 0, 2}, {2, 1, 2.5}, {3, 0, 2.5},
        {3, 1, 3},   {3, 2, 4}, {2, 2, 4.5}, {3, 3, 4.5}, {2, 3, 5}, {1, 3, 6},   {1, 2, 6.5},
        {0, 3, 6.5}, {0, 2, 7}, {1, 1, 8},   {0, 1, 8},   {0, 0, 8}, {1, 0, 8}};
    static const uint32_t corners[36] = {0,  1,  2,  3,  1,  4,  5,  2,  4,  6,  7,  5,
                                         5,  7,  8,  9,  9,  8,  10, 11, 13, 9,  11, 12,
                                         15, 13, 12, 14, 17, 16, 13, 15, 18, 19, 16, 17};
    static const uint32_t sizes[9] = {4, 4, 4, 4, 4, 4, 4, 4, 4};
    return meshes_of(points, 20, corners, sizes, 9);
}

static void path_mesh_floors_over_each_other_stay_apart(void **state)
{
    (void)state;
    bench b = bench_on(ramp());
    const wend_mesh_location below = wend_mesh_location_at(0.5, 0.5, 0);
    const wend_mesh_location above = wend_mesh_location_at(0.25, 0.25, 8);
    const wend_mesh_location beside = wend_mesh_location_at(1.5, 0.5, 0);
    wend_cost cost;
    assert_true(wend_mesh_space_can_walk(b.space, below, beside, 0.5, &cost, NULL));
    assert_true(cost == WEND_COST_ONE);
    assert_false(wend_mesh_space_can_walk(b.space, below, above, 0, &cost, NULL));
    assert_true(cost == WEND_COST_INFINITE);
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = below;
    query.goal = above;
    assert_int_equal(wend_mesh_search_find(b.search, &query), WEND_OK);
    assert_int_equal(wend_path_from_mesh_search(b.path, b.search), WEND_OK);
    const size_t count = wend_path_leg_count(b.path);
    assert_true(count > 0);
    assert_true(is_near(wend_path_leg(b.path, 0).from_height, 0.5));
    assert_true(is_near(wend_path_leg(b.path, count - 1).to_height, 8));
    smooth(&b);
    assert_true(wend_path_length(b.path) > 5);
    bench_free(&b);
}

/* The answer of a segment clearance test, compared with its result. */
static wend_result walked(const bench *b, wend_mesh_location from, wend_mesh_location to,
                          double radius)
{
    wend_result result = WEND_ERROR_UNSUPPORTED;
    const bool can = wend_mesh_space_can_walk(b->space, from, to, radius, NULL, &result);
    assert_int_equal(can, result == WEND_OK);
    return result;
}

static void mesh_can_walk_at_just_the_radius(void **state)
{
    (void)state;
    bench b = bench_on(ring(0));
    const wend_mesh_location from = wend_mesh_location_at(0.5, 0.5, 0);
    const wend_mesh_location to = wend_mesh_location_at(2.5, 0.5, 0);
    assert_int_equal(walked(&b, from, to, 0.5), WEND_OK);
    assert_int_equal(walked(&b, from, to, 0.5000001), WEND_NO_PATH);
    const wend_mesh_location corner = wend_mesh_location_at(0.5, 1.5, 0);
    const wend_mesh_location beyond = wend_mesh_location_at(1.5, 0.5, 0);
    assert_int_equal(walked(&b, corner, beyond, 0), WEND_OK);
    assert_int_equal(walked(&b, corner, beyond, 0.001), WEND_NO_PATH);
    assert_int_equal(walked(&b, corner, wend_mesh_location_at(2.5, 1.5, 0), 0), WEND_NO_PATH);
    assert_int_equal(walked(&b, corner, wend_mesh_location_at(1.5, 1.5, 0), 0), WEND_NO_PATH);
    assert_int_equal(walked(&b, from, wend_mesh_location_at(90, 90, 0), 0), WEND_NO_PATH);
    assert_int_equal(walked(&b, from, to, -1), WEND_ERROR_ARGUMENT);
    assert_int_equal(walked(&b, wend_mesh_location_at((double)NAN, 0, 0), to, 0),
                     WEND_ERROR_ARGUMENT);
    wend_result result = WEND_OK;
    wend_cost cost = 0;
    assert_false(wend_mesh_space_can_walk(NULL, from, to, 0, &cost, &result));
    assert_int_equal(result, WEND_ERROR_ARGUMENT);
    assert_true(cost == WEND_COST_INFINITE);
    assert_int_equal(wend_mesh_set_open(b.mesh, 0, false), WEND_OK);
    assert_int_equal(walked(&b, from, to, 0), WEND_ERROR_STALE);
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_mesh_is_cut_where_the_ground_changes),
        cmocka_unit_test(path_mesh_smoothing_never_goes_over_more_expensive_ground),
        cmocka_unit_test(path_mesh_smoothing_pulls_ways_by_centroids_straight),
        cmocka_unit_test(path_mesh_floors_over_each_other_stay_apart),
        cmocka_unit_test(mesh_can_walk_at_just_the_radius),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
