/* Streams around corners: many pass the end of a wall side by side, by paths or by a flow, few close
 * to it, and a door has no lanes. */
#include "support/test.h"

#include "crowd/core/crowd.h"
#include "support/crowds.h"
#include "support/flows.h"
#include "support/grids.h"
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

/* ---- by a flow ---- */

enum { WIDTH = 60, HEIGHT = 40, WALL = 30, TICKS_BY_FLOW = 1150 };

static const double wall_x = WALL;

typedef struct stream {
    wend_grid *grid;
    wend_flow *flow;
    wend_body_id ids[MANY];
} stream;

static wend_crowd *make_crowd(const stream *s)
{
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = s->grid;
    def.flow = s->flow;
    def.max_bodies = MANY;
    return crowds_make(def);
}

/* A wall from below, with as many metres of free ground beside its end; the goal is behind it. */
static wend_crowd *begin_stream(stream *s, int gap)
{
    s->grid = grids_open(WIDTH, HEIGHT);
    grids_wall(s->grid, WALL, 0, 1, 20);
    grids_wall(s->grid, 0, 20 + gap, WIDTH, 1);
    s->flow = flows_on(s->grid);
    wend_crowd *crowd = make_crowd(s);
    const wend_flow_request_id order = flows_order(s->flow, 45.5, 8.5, 0);
    for (int i = 0; i < MANY; i++) {
        s->ids[i] = crowds_put(crowd, 26.5 - 0.8 * (i / ROW), 5.5 + 0.8 * (i % ROW));
    }
    assert_int_equal(wend_crowd_follow_flow(crowd, s->ids, MANY, order), WEND_OK);
    return crowd;
}

static void end_stream(stream *s, wend_crowd *crowd)
{
    wend_crowd_destroy(crowd);
    wend_flow_destroy(s->flow);
    wend_grid_destroy(s->grid);
}

static void many_that_follow_a_flow_pass_side_by_side(void **state)
{
    (void)state;
    stream s;
    wend_crowd *crowd = begin_stream(&s, 15);
    double before[MANY] = {0};
    int far = 0;
    int passed = 0;
    int ticks = 0;
    for (; passed < MANY && ticks < 3000; ticks++) {
        for (int i = 0; i < MANY; i++) {
            before[i] = crowds_body(crowd, s.ids[i]).position.x;
        }
        crowds_tick(crowd, 1);
        passed = 0;
        for (int i = 0; i < MANY; i++) {
            const wend_vec2 at = crowds_body(crowd, s.ids[i]).position;
            far += before[i] <= wall_x && at.x > wall_x && at.y > 22 ? 1 : 0;
            passed += at.x > wall_x ? 1 : 0;
        }
    }
    print_message("%d ticks, %d of %d further out than two metres\n", ticks, far, MANY);
    assert_true(ticks < TICKS_BY_FLOW); /* in a file 1481, and none further out */
    assert_true(far > MANY / 5);
    crowds_tick(crowd, 2000);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(crowds_body(crowd, s.ids[i]).state, WEND_BODY_ARRIVED);
    }
    end_stream(&s, crowd);
}

/* Also on the way to a lane far from the corner, where the body gets no nearer to its goal. */
static void what_is_left_of_a_flow_is_no_less_than_the_straight_line(void **state)
{
    (void)state;
    stream s;
    wend_crowd *crowd = begin_stream(&s, 15);
    const wend_vec2 goal = {45.5, 8.5};
    for (int tick = 0; tick < 600; tick++) {
        crowds_tick(crowd, 1);
        for (int i = 0; i < MANY; i++) {
            const wend_body body = crowds_body(crowd, s.ids[i]);
            /* Its place around the goal may be nearer than this by the radius of all places. */
            if (body.position.x < wall_x) {
                assert_true(body.distance_left > wend_vec2_distance(body.position, goal) - 4);
            }
        }
    }
    end_stream(&s, crowd);
}

static void a_body_put_elsewhere_forgets_its_corner(void **state)
{
    (void)state;
    stream s;
    wend_crowd *crowd = begin_stream(&s, 15);
    crowds_tick(crowd, 333);
    uint32_t i = 0;
    while (i < MANY && (crowd->bodies.flags[i] & (uint32_t)WENDI_BODY_SEES_CORNER) == 0) {
        i++;
    }
    assert_true(i < MANY);
    assert_int_equal(wend_crowd_set_position(crowd, s.ids[i], (wend_vec2){40, 30}, 0), WEND_OK);
    assert_int_equal(crowd->bodies.flags[i] & (uint32_t)WENDI_BODY_SEES_CORNER, 0);
    end_stream(&s, crowd);
}

static void before_a_gap_no_body_of_a_flow_has_a_lane(void **state)
{
    (void)state;
    stream s;
    wend_crowd *crowd = begin_stream(&s, 3);
    for (int i = 0; i < 400; i++) {
        crowds_tick(crowd, 1);
        assert_int_equal(in_lanes(crowd), 0);
    }
    end_stream(&s, crowd);
}

static void a_stream_of_a_flow_saved_in_lanes_goes_on_alike(void **state)
{
    (void)state;
    stream s;
    wend_crowd *crowd = begin_stream(&s, 15);
    wend_crowd *twin = make_crowd(&s);
    crowds_tick(crowd, 333);
    assert_true(in_lanes(crowd) > 0);
    crowds_check_twin(crowd, twin, 150);
    wend_crowd_destroy(twin);
    end_stream(&s, crowd);
}

/* The wall is carved away: no corner is left, and all lanes end. */
static void lanes_end_when_the_wall_is_gone(void **state)
{
    (void)state;
    stream s;
    wend_crowd *crowd = begin_stream(&s, 15);
    crowds_tick(crowd, 333);
    assert_true(in_lanes(crowd) > 0);
    grids_fill(s.grid, WALL, 0, 1, 20, 1);
    assert_int_equal(wend_flow_update(s.flow, NULL), WEND_OK);
    crowds_tick(crowd, 40);
    for (int i = 0; i < 100; i++) {
        crowds_tick(crowd, 1);
        assert_int_equal(in_lanes(crowd), 0);
    }
    end_stream(&s, crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_pass_the_end_of_a_wall_side_by_side),
        cmocka_unit_test(few_walk_close_around_the_end_of_a_wall),
        cmocka_unit_test(before_a_door_nobody_has_a_lane),
        cmocka_unit_test(a_crowd_saved_in_lanes_goes_on_alike),
        cmocka_unit_test(many_that_follow_a_flow_pass_side_by_side),
        cmocka_unit_test(what_is_left_of_a_flow_is_no_less_than_the_straight_line),
        cmocka_unit_test(a_body_put_elsewhere_forgets_its_corner),
        cmocka_unit_test(before_a_gap_no_body_of_a_flow_has_a_lane),
        cmocka_unit_test(a_stream_of_a_flow_saved_in_lanes_goes_on_alike),
        cmocka_unit_test(lanes_end_when_the_wall_is_gone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
