/* Bodies at one position separate, pass a gap that fits one, and settle when they are sent to one
 * point. */
#include "support/searches.h"
#include "support/test.h"
#include "support/walls.h"

#include "support/crowds.h"
#include "wend/search.h"

enum { MANY = 20 };

static wend_crowd_info after(wend_crowd *crowd, uint32_t ticks)
{
    crowds_tick(crowd, ticks);
    return crowds_info(crowd);
}

/* The deepest overlap of some that were put down so far from each other after ten seconds. */
static double overlap_of_heap(double apart)
{
    wend_crowd *crowd = crowds_open();
    for (uint32_t i = 0; i < MANY; i++) {
        (void)crowds_put(crowd, 5 + apart * (double)i, 5);
    }
    const wend_crowd_info info = after(crowd, 200);
    wend_crowd_destroy(crowd);
    return info.last_overlap;
}

static void bodies_in_one_place_part(void **state)
{
    (void)state;
    assert_true(overlap_of_heap(0) < 0.01);
    assert_true(overlap_of_heap(1e-9) < 0.01);
    assert_true(overlap_of_heap(0.001) < 0.01);
    assert_true(overlap_of_heap(0.01) < 0.01);
    assert_true(overlap_of_heap(0.1) < 0.01);
}

/* A gap through a wall, so wide and so deep, along x. */
static wend_walls *gap(double width, double depth)
{
    wend_walls *walls = walls_empty();
    for (int32_t side = -1; side <= 1; side += 2) {
        const double near = 0.5 * width * side;
        const double far = near + 10.0 * side;
        const wend_vec2 points[4] = {{0, near}, {depth, near}, {depth, far}, {0, far}};
        walls_add_outline(walls, points, 4, WEND_STOPS_WALK);
    }
    return walls;
}

static void send(wend_crowd *crowd, double from, double y, double to)
{
    const wend_vec2 points[2] = {{from, 0}, {to, 0}};
    const wend_body_id id = crowds_put(crowd, from, y);
    wend_path *path = paths_make();
    assert_int_equal(wend_path_from_points(path, points, 2), WEND_OK);
    assert_int_equal(wend_crowd_follow_path(crowd, id, path), WEND_OK);
    wend_path_destroy(path);
}

static void check_pair(double width, double depth)
{
    wend_walls *walls = gap(width, depth);
    wend_crowd *crowd = crowds_on(NULL, walls);
    send(crowd, -4, 0, depth + 4);
    send(crowd, depth + 4, 0.01, -4);
    const wend_crowd_info info = after(crowd, 800 + (uint32_t)(100 * depth));
    assert_int_equal(info.arrived, 2);
    assert_true(info.max_overlap < 0.01);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
}

/* Also where both fill the gap exactly, and where one turn is too short to back out of it. */
static void of_two_in_a_gap_for_one_one_backs_out(void **state)
{
    (void)state;
    static const double widths[] = {0.55, 0.8, 0.95, 0.999, 1, 1.001, 1.05};
    static const double depths[] = {0.5, 1, 2, 4, 12, 40};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        for (size_t k = 0; k < sizeof depths / sizeof depths[0]; k++) {
            check_pair(widths[i], depths[k]);
        }
    }
}

static void those_sent_to_one_place_one_by_one_settle_there(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_body_id ids[MANY];
    const wend_vec2 to = {12, 20};
    for (uint32_t i = 0; i < MANY; i++) {
        ids[i] = crowds_put(crowd, 2 + 0.6 * (double)(i % 6), 2 + 0.6 * (double)(i / 6));
        assert_int_equal(wend_crowd_set_goal(crowd, ids[i], to, 0), WEND_OK);
    }
    assert_int_equal(after(crowd, 1000).arrived, MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        const wend_body body = crowds_body(crowd, ids[i]);
        assert_true(wend_vec2_distance(body.position, to) < 2.5);
        assert_true(wend_vec2_length(body.velocity) < 0.1);
    }
    wend_crowd_destroy(crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_in_one_place_part),
        cmocka_unit_test(of_two_in_a_gap_for_one_one_backs_out),
        cmocka_unit_test(those_sent_to_one_place_one_by_one_settle_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
