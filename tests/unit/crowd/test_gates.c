/* Streams around corners: many pass the end of a wall side by side, few close to it, and a door has
 * no lanes. */
#include "support/test.h"

#include "crowd/core/crowd.h"
#include "support/crowds.h"
#include "wend/walls.h"

#include <math.h>

enum { MANY = 120, ROW = 12 };

/* A wall from below up to the origin, and one across above it. */
static wend_walls *walls_with_gap(double gap)
{
    const wend_vec2 ends[] = {{0, -30}, {0, 0}, {-30, gap}, {30, gap}, {0, gap}, {0, 40}};
    return crowds_walls(ends, 3);
}

/* Sends bodies from one side of the wall around its end to the other, by paths of their own. */
static void send(wend_crowd *crowd, wend_body_id *ids, int count)
{
    wend_path *path = NULL;
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    for (int i = 0; i < count; i++) {
        const wend_vec2 from = {-4 - 0.7 * (i / ROW), -12 + 0.7 * (i % ROW)};
        const wend_vec2 points[3] = {from, {0.05, 0.35}, {-from.x, from.y}};
        ids[i] = crowds_put(crowd, from.x, from.y);
        assert_int_equal(wend_path_from_points(path, points, 3), WEND_OK);
        assert_int_equal(wend_crowd_follow_path(crowd, ids[i], path), WEND_OK);
    }
    wend_path_destroy(path);
}

/* Bodies in lanes beside the corner now. */
static int in_lanes(const wend_crowd *crowd)
{
    int count = 0;
    for (uint32_t i = 0; i < crowd->bodies.high; i++) {
        count += fabs(crowd->work.gate_x[i]) + fabs(crowd->work.gate_y[i]) > 0 ? 1 : 0;
    }
    return count;
}

static int beyond(const wend_crowd *crowd, const wend_body_id *ids, int count)
{
    int passed = 0;
    for (int i = 0; i < count; i++) {
        passed += crowds_body(crowd, ids[i]).position.x > 0 ? 1 : 0;
    }
    return passed;
}

static void many_pass_the_end_of_a_wall_side_by_side(void **state)
{
    (void)state;
    wend_walls *walls = walls_with_gap(12);
    wend_crowd *crowd = crowds_on(NULL, walls);
    wend_body_id ids[MANY];
    double before[MANY];
    int far = 0;
    send(crowd, ids, MANY);
    uint32_t ticks = 0;
    for (; beyond(crowd, ids, MANY) < MANY && ticks < 3000; ticks++) {
        for (int i = 0; i < MANY; i++) {
            before[i] = crowds_body(crowd, ids[i]).position.x;
        }
        crowds_tick(crowd, 1);
        for (int i = 0; i < MANY; i++) {
            const wend_body body = crowds_body(crowd, ids[i]);
            far += before[i] <= 0 && body.position.x > 0 && body.position.y > 2 ? 1 : 0;
        }
    }
    print_message("%u ticks, %d of %d further out than two metres\n", ticks, far, MANY);
    assert_true(ticks < 1200); /* one behind the other they need 1600 */
    assert_true(far > MANY / 3);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
}

static void few_walk_close_around_the_end_of_a_wall(void **state)
{
    (void)state;
    wend_walls *walls = walls_with_gap(12);
    wend_crowd *crowd = crowds_on(NULL, walls);
    wend_body_id ids[MANY];
    send(crowd, ids, 7);
    for (int i = 0; i < 400; i++) {
        crowds_tick(crowd, 1);
        assert_int_equal(in_lanes(crowd), 0);
    }
    assert_int_equal(beyond(crowd, ids, 7), 7);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
}

static void before_a_door_nobody_has_a_lane(void **state)
{
    (void)state;
    wend_walls *walls = walls_with_gap(1.2);
    wend_crowd *crowd = crowds_on(NULL, walls);
    wend_body_id ids[MANY];
    send(crowd, ids, MANY);
    for (int i = 0; i < 300; i++) {
        crowds_tick(crowd, 1);
        assert_int_equal(in_lanes(crowd), 0);
    }
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
}

static void a_crowd_saved_in_lanes_goes_on_alike(void **state)
{
    (void)state;
    wend_walls *walls = walls_with_gap(12);
    wend_crowd *crowd = crowds_on(NULL, walls);
    wend_crowd *twin = crowds_on(NULL, walls);
    wend_body_id ids[MANY];
    send(crowd, ids, MANY);
    crowds_tick(crowd, 203);
    assert_true(in_lanes(crowd) > 0);
    crowds_check_twin(crowd, twin, 150);
    wend_crowd_destroy(twin);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_pass_the_end_of_a_wall_side_by_side),
                                       cmocka_unit_test(few_walk_close_around_the_end_of_a_wall),
                                       cmocka_unit_test(before_a_door_nobody_has_a_lane),
                                       cmocka_unit_test(a_crowd_saved_in_lanes_goes_on_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
