/* takes: two side by side in a gap for one and a half, with others behind them; a flow that gets a
 *        longer way while a body is on it.
 * gives: how soon the gap is free, and that a detour is not taken for being stuck.
 * cost:  some hundred ticks of a few bodies. */
#include "test.h"

#include "grids.h"
#include "wend/crowd.h"

enum { MOST = 16 };

static wend_body_id put(wend_crowd *crowd, double x, double y)
{
    wend_body_def def = wend_body_def_default();
    wend_body_id id;
    def.position = (wend_vec2){x, y};
    assert_int_equal(wend_crowd_add(crowd, &def, &id), WEND_OK);
    return id;
}

static wend_vec2 place(const wend_crowd *crowd, wend_body_id id)
{
    wend_body body;
    assert_int_equal(wend_crowd_get(crowd, id, &body), WEND_OK);
    return body.position;
}

/* ---- gaps ---- */

static wend_walls *door(double width)
{
    const wend_walls_def def = wend_walls_def_default();
    wend_walls *walls = NULL;
    assert_int_equal(wend_walls_create(&def, &walls), WEND_OK);
    const wend_vec2 posts[4] = {{0, -5}, {0, -width / 2}, {0, width / 2}, {0, 5}};
    for (int i = 0; i < 4; i += 2) {
        assert_int_equal(
            wend_walls_add_segment(walls, posts[i], posts[i + 1], WEND_STOPS_ALL, 0, NULL),
            WEND_OK);
    }
    return walls;
}

/* Two of half a metre in a door of a metre fill it from post to post, and neither is ahead. Who
 * stands behind them presses. @return seconds until both are through */
static double seconds_through(double apart)
{
    wend_walls *walls = door(1);
    wend_crowd_def def = wend_crowd_def_default();
    wend_crowd *crowd = NULL;
    wend_body_id ids[MOST];
    def.walls = walls;
    assert_int_equal(wend_crowd_create(&def, &crowd), WEND_OK);
    ids[0] = put(crowd, -0.035, 0.2495);
    ids[1] = put(crowd, -0.035 - apart, -0.2515);
    uint32_t count = 2;
    for (int i = 0; i < 9; i++) {
        ids[count++] = put(crowd, -0.6 - 0.55 * (double)(i / 3), 0.55 * (double)(i % 3 - 1));
    }
    for (uint32_t i = 0; i < count; i++) {
        const wend_vec2 to = {6, i < 2 ? 0 : 2 * (double)(i % 3) - 2};
        assert_int_equal(wend_crowd_go(crowd, ids[i], to, 0), WEND_OK);
    }
    uint32_t ticks = 0;
    while (ticks < 1000 && (place(crowd, ids[0]).x < 0.5 || place(crowd, ids[1]).x < 0.5)) {
        assert_int_equal(wend_crowd_tick(crowd), WEND_OK);
        ticks++;
    }
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
    return (double)ticks * def.step;
}

static void two_who_wedge_in_a_gap_get_through_one_after_the_other(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        assert_true(seconds_through(0.001 * (double)i) < 6);
    }
}

/* ---- ranks ---- */

/* In a corridor for one: who has its place behind one of more rank that arrived before it. */
static void who_arrived_makes_way_for_those_of_less_priority_too(void **state)
{
    (void)state;
    const wend_walls_def walls_def = wend_walls_def_default();
    wend_walls *walls = NULL;
    assert_int_equal(wend_walls_create(&walls_def, &walls), WEND_OK);
    for (int side = -1; side <= 1; side += 2) {
        const wend_vec2 from = {-5, 0.4 * (double)side};
        const wend_vec2 to = {20, 0.4 * (double)side};
        assert_int_equal(wend_walls_add_segment(walls, from, to, WEND_STOPS_ALL, 0, NULL), WEND_OK);
    }
    wend_crowd_def def = wend_crowd_def_default();
    wend_crowd *crowd = NULL;
    def.walls = walls;
    assert_int_equal(wend_crowd_create(&def, &crowd), WEND_OK);
    wend_body_def first = wend_body_def_default();
    first.priority = 3;
    wend_body_id ids[2];
    assert_int_equal(wend_crowd_add(crowd, &first, &ids[0]), WEND_OK);
    ids[1] = put(crowd, -3, 0);
    assert_int_equal(wend_crowd_go(crowd, ids[0], (wend_vec2){1, 0}, 0), WEND_OK);
    assert_int_equal(wend_crowd_go(crowd, ids[1], (wend_vec2){4, 0}, 0), WEND_OK);
    for (int i = 0; i < 400; i++) {
        assert_int_equal(wend_crowd_tick(crowd), WEND_OK);
    }
    assert_true(place(crowd, ids[1]).x > 3.5);
    assert_true(place(crowd, ids[0]).x > place(crowd, ids[1]).x);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
}

/* ---- detours ---- */

static void who_gets_a_longer_way_by_its_flow_is_not_stuck(void **state)
{
    (void)state;
    const char *const rows[] = {"........................................",
                                "######################################..",
                                "........................................"};
    wend_grid_def grid_def = grids_def(0, 0, 1);
    grid_def.cell_size = 1;
    wend_grid *grid = grids_drawn(grid_def, rows, 3);
    wend_flow_def flow_def = wend_flow_def_default();
    wend_flow *flow = NULL;
    flow_def.grid = grid;
    assert_int_equal(wend_grid_set_cost(grid, 0, 1, 1, 1), WEND_OK);
    assert_int_equal(wend_flow_create(&flow_def, &flow), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    wend_crowd *crowd = NULL;
    def.grid = grid;
    def.flow = flow;
    assert_int_equal(wend_crowd_create(&def, &crowd), WEND_OK);
    const wend_body_id id = put(crowd, 6.5, 0.5);
    const wend_flow_place goal = {.position = {6.5, 2.5}};
    wend_flow_request_def request = wend_flow_request_def_default();
    wend_flow_id order;
    request.goals = &goal;
    request.goal_count = 1;
    request.covers_all = true;
    assert_int_equal(wend_flow_request(flow, &request, &order, NULL), WEND_OK);
    uint32_t stuck = 0;
    uint32_t arrived = 0;
    for (int i = 0; i < 1600 && arrived == 0; i++) {
        size_t count;
        if (i == 40) {
            assert_int_equal(wend_grid_set_cost(grid, 0, 1, 1, WEND_COST_WALL), WEND_OK);
        }
        assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
        if (i == 0) {
            assert_int_equal(wend_crowd_follow_flow(crowd, &id, 1, order), WEND_OK);
        }
        assert_int_equal(wend_crowd_tick(crowd), WEND_OK);
        const wend_event *events = wend_crowd_events(crowd, &count);
        for (size_t k = 0; k < count; k++) {
            stuck += events[k].kind == WEND_EVENT_STUCK;
            arrived += events[k].kind == WEND_EVENT_ARRIVED;
        }
    }
    assert_int_equal(arrived, 1);
    assert_int_equal(stuck, 0);
    wend_crowd_destroy(crowd);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_who_wedge_in_a_gap_get_through_one_after_the_other),
        cmocka_unit_test(who_arrived_makes_way_for_those_of_less_priority_too),
        cmocka_unit_test(who_gets_a_longer_way_by_its_flow_is_not_stuck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
