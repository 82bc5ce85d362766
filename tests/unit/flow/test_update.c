/* Updates of flows with a budget: urgent work first, a little at a time, and nothing where nothing
 * is to be done. */
#include "flow/plan/plan.h"
#include "support/fault.h"
#include "support/flows.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/link.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 100 };

typedef struct stage {
    wend_grid *grid;
    wend_flow *flow;
} stage;

static const wend_flow_position FAR_END = {{95.5, 95.5}, 0};

static int open_stage(void **state)
{
    stage *s = calloc(1, sizeof *s);
    assert_non_null(s);
    wend_grid_def grid = grids_def(SIDE, SIDE, 1);
    grid.sector_size = 10;
    grid.cost = 2;
    s->grid = grids_make(grid);
    s->flow = flows_on(s->grid);
    *state = s;
    return 0;
}

static int close_stage(void **state)
{
    stage *s = *state;
    wend_flow_destroy(s->flow);
    wend_grid_destroy(s->grid);
    free(s);
    return 0;
}

static wend_flow_request_id order(stage *s, double x, double y)
{
    const wend_flow_position goal = {{x, y}, 0};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = &goal;
    def.goal_count = 1;
    def.sources = &FAR_END;
    def.source_count = 1;
    wend_flow_request_id id;
    assert_true(wend_flow_add_request(s->flow, &def, &id, NULL) >= 0);
    return id;
}

static wend_result step(stage *s, uint64_t steps)
{
    wend_budget budget = wend_budget_steps(steps);
    return wend_flow_update(s->flow, &budget);
}

static wend_flow_request_info info_of(const stage *s, wend_flow_request_id id)
{
    wend_flow_request_info info;
    assert_int_equal(wend_flow_get_request(s->flow, id, &info), WEND_OK);
    return info;
}

static wend_flow_info figures(const stage *s)
{
    wend_flow_info info;
    wend_flow_get_info(s->flow, &info);
    return info;
}

static void flow_update_counts_sectors_down(void **state)
{
    stage *s = *state;
    assert_int_equal(figures(s).sectors, 100);
    assert_int_equal(figures(s).sectors_waiting, 100);
    assert_int_equal(step(s, 30), WEND_IN_PROGRESS);
    assert_int_equal(figures(s).sectors_waiting, 70);
    wend_budget budget = wend_budget_steps(1000);
    assert_int_equal(wend_flow_update(s->flow, &budget), WEND_OK);
    assert_int_equal(figures(s).sectors_waiting, 0);
    assert_true(budget.steps >= 920 && budget.steps <= 930);
}

static void flow_update_without_budget_still_does_one_thing(void **state)
{
    stage *s = *state;
    (void)order(s, 5.5, 5.5);
    wend_result result = WEND_IN_PROGRESS;
    int updates = 0;
    while (result == WEND_IN_PROGRESS && updates < 100000) {
        result = step(s, 0);
        ++updates;
    }
    assert_int_equal(result, WEND_OK);
    assert_true(updates > 100);
}

static void flow_update_past_its_deadline_does_one_thing(void **state)
{
    stage *s = *state;
    if (wend_clock_ns() == 0) {
        skip();
    }
    (void)order(s, 5.5, 5.5);
    wend_result result = WEND_IN_PROGRESS;
    int updates = 0;
    while (result == WEND_IN_PROGRESS && updates < 100000) {
        wend_budget budget = {UINT64_MAX, 1};
        result = wend_flow_update(s->flow, &budget);
        ++updates;
    }
    assert_int_equal(result, WEND_OK);
    assert_true(updates > 100);
}

static void flow_update_with_nothing_to_do_does_nothing(void **state)
{
    stage *s = *state;
    (void)order(s, 5.5, 5.5);
    assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
    const wend_flow_info before = figures(s);
    const uint64_t hash = wend_flow_hash(s->flow);
    for (int i = 0; i < 100; ++i) {
        wend_budget budget = wend_budget_steps(10);
        assert_int_equal(wend_flow_update(s->flow, &budget), WEND_OK);
        assert_int_equal(budget.steps, 10);
    }
    const wend_flow_info after = figures(s);
    assert_memory_equal(&before, &after, sizeof before);
    assert_true(wend_flow_hash(s->flow) == hash);
}

/* All requests without a route get one before any request gets fields. */
static void flow_update_finds_all_routes_before_any_field(void **state)
{
    stage *s = *state;
    assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
    wend_flow_request_id ids[8];
    for (int i = 0; i < 8; ++i) {
        ids[i] = order(s, 5.5 + 10 * i, 5.5);
    }
    for (int left = 100000; left > 0; --left) {
        const wend_result result = step(s, 1);
        int routed = 0, ready = 0;
        for (int i = 0; i < 8; ++i) {
            const wend_flow_state now = info_of(s, ids[i]).state;
            routed += now == WEND_FLOW_STATE_ROUTED;
            ready += now == WEND_FLOW_STATE_READY;
        }
        assert_true(ready == 0 || routed + ready == 8);
        if (result == WEND_OK) {
            assert_int_equal(ready, 8);
            return;
        }
    }
    fail_msg("never done");
}

/* Those that have old fields can wait for those that have none. */
static void flow_update_serves_new_orders_before_it_renews_old_ones(void **state)
{
    stage *s = *state;
    const wend_flow_request_id old = order(s, 5.5, 5.5);
    assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
    const wend_flow_position goal = {{6.5, 15.5}, 0};
    assert_int_equal(wend_flow_set_goals(s->flow, old, &goal, 1, NULL), WEND_OK);
    const wend_flow_request_id new_one = order(s, 35.5, 5.5);
    while (info_of(s, new_one).state != WEND_FLOW_STATE_READY) {
        assert_int_equal(step(s, 1), WEND_IN_PROGRESS);
        assert_int_equal(info_of(s, old).state, WEND_FLOW_STATE_UPDATING);
        assert_int_equal(info_of(s, old).built_revision, 1);
    }
    assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
    assert_int_equal(info_of(s, old).built_revision, 2);
}

/* The request that waits longest comes first. */
static void flow_update_serves_orders_in_turn(void **state)
{
    stage *s = *state;
    const wend_flow_request_id ended = order(s, 1.5, 1.5);
    const wend_flow_request_id first = order(s, 5.5, 5.5);
    assert_int_equal(wend_flow_remove_request(s->flow, ended), WEND_OK);
    const wend_flow_request_id second =
        order(s, 5.5, 35.5); /* in the slot of the removed one: before the first */
    assert_true(second.index1 < first.index1);
    while (info_of(s, second).state == WEND_FLOW_STATE_WAITING) {
        assert_int_not_equal(info_of(s, first).state, WEND_FLOW_STATE_READY);
        if (info_of(s, second).state == WEND_FLOW_STATE_ROUTED) {
            assert_int_equal(info_of(s, first).state, WEND_FLOW_STATE_ROUTED);
        }
        (void)step(s, 1);
    }
    assert_int_equal(info_of(s, first).state, WEND_FLOW_STATE_ROUTED);
}

/* A search that a more urgent order interrupts is not taken for that order's: it once was. */
static void flow_update_interrupted_search_is_begun_anew(void **state)
{
    stage *s = *state;
    const wend_flow_request_id old = order(s, 5.5, 5.5);
    assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
    const wend_flow_position goal = {{5.5, 45.5}, 0};
    for (uint64_t steps = 1; steps < 40; ++steps) {
        assert_int_equal(wend_flow_set_goals(s->flow, old, &goal, 1, NULL), WEND_OK);
        (void)step(s, steps);
        const wend_flow_request_id urgent = order(s, 65.5, 5.5);
        assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
        wend_flow_cell cells[2];
        assert_int_equal(wend_flow_get_cell(s->flow, old, 0, 5, 45, &cells[0]), WEND_OK);
        assert_int_equal(wend_flow_get_cell(s->flow, urgent, 0, 65, 5, &cells[1]), WEND_OK);
        assert_int_equal(cells[0].direction, 8);
        assert_int_equal(cells[1].direction, 8);
        const wendi_plan *plan = wendi_flow_find_request(s->flow, old)->plan;
        for (uint32_t i = 0; i < plan->route.step_count; ++i) {
            assert_true(plan->route.steps[i].portal != WENDI_PORTAL_GOAL ||
                        plan->route.steps[i].sector == plan->goals[0].sector);
        }
        assert_int_equal(wend_flow_remove_request(s->flow, urgent), WEND_OK);
    }
}

/* The map may change in the middle of a search: that once went on over what was no more. */
static void flow_update_edits_in_any_phase_are_seen(void **state)
{
    stage *s = *state;
    assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
    for (uint64_t steps = 1; steps < 60; ++steps) {
        const wend_flow_request_id id = order(s, 5.5, 5.5);
        (void)step(s, steps);
        const int32_t x = 20 + (int32_t)steps;
        grids_wall(s->grid, x, 0, 1, SIDE - 1);
        assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
        double before = 0, after = 0;
        assert_int_equal(wend_flow_cost_left(s->flow, id, 0, 95.5, 95.5, &before), WEND_OK);
        grids_wall(s->grid, x, SIDE - 1, 1, 1);
        assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
        assert_int_equal(info_of(s, id).state, WEND_FLOW_STATE_UNREACHABLE);
        grids_fill(s->grid, x, 0, 1, SIDE, 2);
        assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
        assert_int_equal(wend_flow_cost_left(s->flow, id, 0, 95.5, 95.5, &after), WEND_OK);
        assert_true(after < before);
        assert_int_equal(wend_flow_remove_request(s->flow, id), WEND_OK);
    }
}

/* Links are listed again in the middle of a search: a search once read their old memory. */
static void flow_update_links_may_change_in_any_phase(void **state)
{
    stage *s = *state;
    grids_wall(s->grid, 50, 0, 1, SIDE);
    wend_link_def link = wend_link_def_default();
    link.from = 50 * SIDE + 70;
    link.to = 50 * SIDE + 30;
    wend_link_id ids[2];
    assert_int_equal(wend_grid_add_link(s->grid, &link, &ids[0], NULL), WEND_OK);
    assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
    double expected = 0;
    for (uint64_t steps = 1; steps < 80; ++steps) {
        const wend_flow_request_id id = order(s, 5.5, 5.5);
        (void)step(s, steps);
        link.from = (wend_node)(steps % 2);
        link.to = 3 * SIDE + 3; /* far from the route, and before the other one in the list */
        assert_int_equal(wend_grid_add_link(s->grid, &link, &ids[1], NULL), WEND_OK);
        (void)step(s, 1);
        assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
        double cost = 0;
        assert_int_equal(wend_flow_cost_left(s->flow, id, 0, 95.5, 95.5, &cost), WEND_OK);
        expected = steps == 1 ? cost : expected;
        assert_true(cost >= expected && cost <= expected);
        assert_int_equal(wend_grid_remove_link(s->grid, ids[1]), WEND_OK);
        assert_int_equal(wend_flow_remove_request(s->flow, id), WEND_OK);
    }
}

/* A goal that was in a wall is nearer than the other one, and far from the route to that. */
static void flow_update_goal_that_opens_is_seen_from_afar(void **state)
{
    stage *s = *state;
    const wend_flow_position goals[2] = {{{85.5, 5.5}, 0}, {{15.5, 5.5}, 0}};
    const wend_flow_position source = {{45.5, 5.5}, 0};
    grids_wall(s->grid, 0, 10, SIDE, 1);
    grids_set(s->grid, 15, 5, WEND_COST_WALL);
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = goals;
    def.goal_count = 2;
    def.sources = &source;
    def.source_count = 1;
    wend_flow_request_id id;
    double cost = 0;
    assert_int_equal(wend_flow_add_request(s->flow, &def, &id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
    assert_int_equal(wend_flow_cost_left(s->flow, id, 0, 45.5, 5.5, &cost), WEND_OK);
    assert_true(cost > 79.9 && cost < 80.1);
    grids_set(s->grid, 15, 5, 2);
    assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
    assert_int_equal(wend_flow_cost_left(s->flow, id, 0, 45.5, 5.5, &cost), WEND_OK);
    assert_true(cost > 59.9 && cost < 60.1);
}

/* A wall in front of an unreachable sector is visible: the sector's field is of no use, and was
 * once kept, with unwritten directions. */
static void flow_update_sector_behind_a_visible_wall_has_no_directions(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_grid_def grid_def = grids_def(40, 10, 1);
    grid_def.sector_size = 10;
    wend_grid *grid = grids_make(grid_def);
    grids_wall(grid, 20, 0, 1, 10);
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    def.has_angles = true;
    def.allocator = fault_heap_allocator(&heap);
    wend_flow *flow = flows_make(def);
    const wend_flow_request_id id = flows_order(flow, 5.5, 5.5, 0);
    wend_flow_request_info info;
    assert_int_equal(wend_flow_get_request(flow, id, &info), WEND_OK);
    assert_int_equal(info.sectors_in_line_of_sight, 1);
    for (int32_t i = 0; i < 200; ++i) {
        wend_flow_cell cell;
        assert_int_equal(wend_flow_get_cell(flow, id, 0, 20 + i % 20, i / 20, &cell), WEND_OK);
        assert_int_equal(cell.direction, -1);
        assert_false(cell.has_field);
    }
    wend_flow_info figures_now;
    wend_flow_get_info(flow, &figures_now);
    assert_int_equal(figures_now.fields_kept, 1); /* the goal's */
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(flow_update_counts_sectors_down, open_stage, close_stage),
        cmocka_unit_test_setup_teardown(flow_update_without_budget_still_does_one_thing, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_update_past_its_deadline_does_one_thing, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_update_with_nothing_to_do_does_nothing, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_update_finds_all_routes_before_any_field, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_update_serves_new_orders_before_it_renews_old_ones,
                                        open_stage, close_stage),
        cmocka_unit_test_setup_teardown(flow_update_serves_orders_in_turn, open_stage, close_stage),
        cmocka_unit_test_setup_teardown(flow_update_interrupted_search_is_begun_anew, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_update_edits_in_any_phase_are_seen, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_update_goal_that_opens_is_seen_from_afar, open_stage,
                                        close_stage),
        cmocka_unit_test(flow_update_sector_behind_a_visible_wall_has_no_directions),
        cmocka_unit_test_setup_teardown(flow_update_links_may_change_in_any_phase, open_stage,
                                        close_stage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
