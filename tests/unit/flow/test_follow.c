/* A goal that moves before its field is done: its followers see newer fields all the same, and the
 * last one in the end. */
#include "support/flows.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/flow.h"

enum { SIDE = 80, TICKS = 120 };

typedef struct world {
    wend_grid *grid;
    wend_flow *flow;
    wend_flow_request_id id;
} world;

static wend_flow_position place_at(double x, double y)
{
    return (wend_flow_position){.position = {x, y}};
}

/* Walls with gaps, so that a field takes many more steps than a tick has. */
static void open_world(world *w)
{
    w->grid = grids_open(SIDE, SIDE);
    for (int32_t x = 15; x < SIDE; x += 15) {
        wend_grid_fill(w->grid, 0, x, 0, 1, SIDE, WEND_COST_WALL);
        wend_grid_fill(w->grid, 0, x, x, 1, 3, 1);
    }
    w->flow = flows_on(w->grid);
    const wend_flow_position from = place_at(2.5, 70.5);
    const wend_flow_position goal = place_at(70.5, 5.5);
    wend_flow_request_def order = wend_flow_request_def_default();
    order.goals = &goal;
    order.goal_count = 1;
    order.sources = &from;
    order.source_count = 1;
    assert_int_equal(wend_flow_add_request(w->flow, &order, &w->id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(w->flow, NULL), WEND_OK);
}

static void close_world(world *w)
{
    wend_flow_destroy(w->flow);
    wend_grid_destroy(w->grid);
}

static uint64_t built(const world *w)
{
    wend_flow_request_info info;
    assert_int_equal(wend_flow_get_request(w->flow, w->id, &info), WEND_OK);
    return info.built_revision;
}

static void flow_goal_that_never_rests_is_followed(void **state)
{
    (void)state;
    world w;
    open_world(&w);
    const uint64_t before = built(&w);
    for (int tick = 0; tick < TICKS; ++tick) {
        const wend_flow_position goal = place_at(70.5, 6.0 + 0.5 * tick);
        assert_int_equal(wend_flow_set_goals(w.flow, w.id, &goal, 1, NULL), WEND_OK);
        wend_budget budget = wend_budget_steps(24);
        assert_int_equal(wend_flow_update(w.flow, &budget), WEND_IN_PROGRESS);
    }
    assert_true(built(&w) >= before + 3);
    close_world(&w);
}

static void flow_goal_that_comes_to_rest_gets_its_own_field(void **state)
{
    (void)state;
    world w;
    world fresh;
    open_world(&w);
    open_world(&fresh);
    const wend_flow_position goals[3] = {place_at(40.5, 9.5), place_at(65.5, 75.5),
                                         place_at(50.5, 33.5)};
    for (int i = 0; i < 3; ++i) {
        wend_budget budget = wend_budget_steps(5);
        assert_int_equal(wend_flow_set_goals(w.flow, w.id, &goals[i], 1, NULL), WEND_OK);
        assert_int_equal(wend_flow_update(w.flow, &budget), WEND_IN_PROGRESS);
    }
    assert_int_equal(wend_flow_update(w.flow, NULL), WEND_OK);
    assert_int_equal(wend_flow_set_goals(fresh.flow, fresh.id, &goals[2], 1, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(fresh.flow, NULL), WEND_OK);
    assert_true(wend_flow_hash(w.flow) == wend_flow_hash(fresh.flow));
    close_world(&fresh);
    close_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_goal_that_never_rests_is_followed),
        cmocka_unit_test(flow_goal_that_comes_to_rest_gets_its_own_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
