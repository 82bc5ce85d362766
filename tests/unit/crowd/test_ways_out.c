/* Two bodies side by side in a gap for one and a half, and a flow that gets longer under a body:
 * the gap is soon free, and a detour does not count as stuck. */
#include "support/test.h"

#include "support/crowds.h"
#include "support/flows.h"
#include "support/grids.h"
#include "wend/walls.h"

enum { MOST = 16 };

static wend_vec2 place(const wend_crowd *crowd, wend_body_id id)
{
    return crowds_body(crowd, id).position;
}

/* ---- gaps ---- */

/* Two bodies of half a metre in a door of a metre fill it from post to post, and neither is ahead.
 * Bodies behind them press. @return seconds until both are through */
static double seconds_through(double apart)
{
    static const wend_vec2 DOOR[4] = {{0, -5}, {0, -0.5}, {0, 0.5}, {0, 5}};
    wend_walls *walls = crowds_walls(DOOR, 2);
    wend_crowd *crowd = crowds_on(NULL, walls);
    wend_body_id ids[MOST];
    ids[0] = crowds_put(crowd, -0.035, 0.2495);
    ids[1] = crowds_put(crowd, -0.035 - apart, -0.2515);
    uint32_t count = 2;
    for (int i = 0; i < 9; i++) {
        ids[count++] = crowds_put(crowd, -0.6 - 0.55 * (double)(i / 3), 0.55 * (double)(i % 3 - 1));
    }
    for (uint32_t i = 0; i < count; i++) {
        const wend_vec2 to = {6, i < 2 ? 0 : 2 * (double)(i % 3) - 2};
        assert_int_equal(wend_crowd_set_goal(crowd, ids[i], to, 0), WEND_OK);
    }
    uint32_t ticks = 0;
    while (ticks < 1000 && (place(crowd, ids[0]).x < 0.5 || place(crowd, ids[1]).x < 0.5)) {
        crowds_tick(crowd, 1);
        ticks++;
    }
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
    return (double)ticks * wend_crowd_def_default().step;
}

static void two_who_wedge_in_a_gap_get_through_one_after_the_other(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        assert_true(seconds_through(0.001 * (double)i) < 6);
    }
}

/* ---- ranks ---- */

/* In a corridor for one: a body with its goal behind one of higher priority that arrived before. */
static void who_arrived_makes_way_for_those_of_less_priority_too(void **state)
{
    (void)state;
    static const wend_vec2 CORRIDOR[4] = {{-5, -0.4}, {20, -0.4}, {-5, 0.4}, {20, 0.4}};
    wend_walls *walls = crowds_walls(CORRIDOR, 2);
    wend_crowd *crowd = crowds_on(NULL, walls);
    wend_body_def first = wend_body_def_default();
    first.priority = 3;
    const wend_body_id ids[2] = {crowds_add(crowd, first, 0, 0), crowds_put(crowd, -3, 0)};
    assert_int_equal(wend_crowd_set_goal(crowd, ids[0], (wend_vec2){1, 0}, 0), WEND_OK);
    assert_int_equal(wend_crowd_set_goal(crowd, ids[1], (wend_vec2){4, 0}, 0), WEND_OK);
    crowds_tick(crowd, 100);
    assert_true(place(crowd, ids[1]).x > 2.5);
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
    grids_set(grid, 1, 1, 1);
    wend_flow *flow = flows_on(grid);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = grid;
    def.flow = flow;
    wend_crowd *crowd = crowds_make(def);
    const wend_body_id id = crowds_put(crowd, 6.5, 0.5);
    const wend_flow_request_id order = flows_order(flow, 6.5, 2.5, 0);
    assert_int_equal(wend_crowd_follow_flow(crowd, &id, 1, order), WEND_OK);
    uint32_t stuck = 0;
    uint32_t arrived = 0;
    for (int i = 0; i < 1600 && arrived == 0; i++) {
        size_t count;
        if (i == 40) {
            grids_set(grid, 1, 1, WEND_COST_WALL);
        }
        assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
        crowds_tick(crowd, 1);
        const wend_event *events = wend_crowd_get_events(crowd, &count);
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
