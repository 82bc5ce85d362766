/* Reachability in flows over floors, links and joins, right after edits, and the nearest reachable
 * position. */
#include "support/flows.h"
#include "support/test.h"

#include "flow/core/link_closure.h"
#include "support/grids.h"
#include "wend/link.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 40, HEIGHT = 30 };

static wend_grid *make_grid(wend_corner_rule rule)
{
    wend_grid_def def = grids_def(WIDTH, HEIGHT, 1);
    def.corner_rule = rule;
    return grids_make(def);
}

static wend_flow *make_flow(wend_grid *const *grids, uint32_t floors, const wend_flow_join *joins,
                            uint32_t join_count)
{
    wend_flow_def def = wend_flow_def_default();
    def.floors = (const wend_grid *const *)grids;
    def.floor_count = floors;
    def.joins = joins;
    def.join_count = join_count;
    wend_flow *flow = flows_make(def);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    return flow;
}

static bool can(const wend_flow *flow, uint32_t fa, int ax, int ay, uint32_t fb, int bx, int by)
{
    const wend_flow_position a = {{ax + 0.5, ay + 0.5}, fa};
    const wend_flow_position b = {{bx + 0.5, by + 0.5}, fb};
    return wend_flow_can_reach(flow, 0, a, b);
}

static void split(wend_grid *grid, int32_t x)
{
    grids_wall(grid, x, 0, 1, HEIGHT);
}

static void flow_reach_joins_lead_over_and_under(void **state)
{
    (void)state;
    wend_grid *grids[2] = {make_grid(WEND_CORNER_NEVER), make_grid(WEND_CORNER_NEVER)};
    split(grids[0], 10);
    split(grids[0], 20);
    wend_flow_join joins[2] = {{.from_floor = 0,
                                .to_floor = 1,
                                .from = 5,
                                .to = 5,
                                .cost = WEND_COST_ONE,
                                .class_mask = 1,
                                .is_two_way = true},
                               {.from_floor = 1,
                                .to_floor = 0,
                                .from = 30,
                                .to = 30,
                                .cost = WEND_COST_ONE,
                                .class_mask = 1,
                                .is_two_way = false}};
    wend_flow *flow = make_flow(grids, 2, joins, 2);
    assert_true(can(flow, 0, 3, 3, 0, 33, 3));  /* up, over the walls, down */
    assert_false(can(flow, 0, 33, 3, 0, 3, 3)); /* one-way */
    assert_false(can(flow, 0, 3, 3, 0, 15, 3)); /* between the walls there is no stair */
    assert_true(can(flow, 0, 3, 3, 1, 15, 3));  /* above it there is */
    assert_true(can(flow, 1, 15, 3, 0, 33, 3));
    assert_false(can(flow, 0, 33, 3, 1, 15, 3));
    assert_true(can(flow, 0, 15, 3, 0, 15, 25));
    assert_false(can(flow, 0, 10, 3, 0, 10, 3)); /* a wall */
    grids_set(grids[0], 20, 15, 1);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_true(can(flow, 0, 3, 3, 0, 15, 3));
    assert_false(can(flow, 0, 15, 3, 0, 3, 3));
    grids_set(grids[1], 30, 0, WEND_COST_WALL);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_false(can(flow, 0, 3, 3, 0, 33, 3)); /* the stair's head is built over */
    grids_set(grids[1], 30, 0, 1);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_true(can(flow, 0, 3, 3, 0, 33, 3));
    wend_flow_destroy(flow);
    wend_grid_destroy(grids[0]);
    wend_grid_destroy(grids[1]);
}

static void flow_reach_links_come_and_go(void **state)
{
    (void)state;
    wend_grid *grid = make_grid(WEND_CORNER_NEVER);
    split(grid, 10);
    wend_flow *flow = make_flow(&grid, 1, NULL, 0);
    assert_false(can(flow, 0, 3, 3, 0, 15, 3));
    wend_link_def link = wend_link_def_default();
    link.from = wend_grid_node(grid, 4, 4);
    link.to = wend_grid_node(grid, 25, 4);
    wend_link_id id;
    assert_int_equal(wend_grid_add_link(grid, &link, &id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_true(can(flow, 0, 3, 3, 0, 15, 3));
    assert_false(can(flow, 0, 15, 3, 0, 3, 3));
    assert_int_equal(wend_grid_remove_link(grid, id), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_false(can(flow, 0, 3, 3, 0, 15, 3));
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

/* Agents cannot pass where two walls meet at a corner, with every corner rule of the grid. */
static void flow_reach_corners_of_walls_do_not_let_through(void **state)
{
    (void)state;
    for (int rule = WEND_CORNER_NEVER; rule <= WEND_CORNER_ALWAYS; ++rule) {
        wend_grid *grid = make_grid((wend_corner_rule)rule);
        for (int32_t i = 0; i < HEIGHT; ++i) {
            grids_set(grid, i, i, WEND_COST_WALL);
        }
        wend_flow *flow = make_flow(&grid, 1, NULL, 0);
        assert_false(can(flow, 0, 3, 20, 0, 20, 3));
        assert_true(can(flow, 0, 3, 20, 0, 3, 25));
        grids_set(grid, 12, 12, 1);
        assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
        assert_true(can(flow, 0, 3, 20, 0, 20, 3));
        wend_flow_info info;
        wend_flow_get_info(flow, &info);
        assert_true(info.memory_islands > 0);
        wend_flow_destroy(flow);
        wend_grid_destroy(grid);
    }
}

static void flow_reach_asks_nothing_of_what_is_not_there(void **state)
{
    (void)state;
    wend_grid *grid = make_grid(WEND_CORNER_NEVER);
    wend_flow *flow = make_flow(&grid, 1, NULL, 0);
    const wend_flow_position here = {{3.5, 3.5}, 0};
    const wend_flow_position above = {{3.5, 3.5}, 1};
    const wend_flow_position outside = {{-3.5, 3.5}, 0};
    const wend_flow_position nowhere = {{(double)NAN, 3.5}, 0};
    assert_true(wend_flow_can_reach(flow, 0, here, here));
    assert_false(wend_flow_can_reach(NULL, 0, here, here));
    assert_false(wend_flow_can_reach(flow, 1, here, here));
    assert_false(wend_flow_can_reach(flow, 0, here, above));
    assert_false(wend_flow_can_reach(flow, 0, above, here));
    assert_false(wend_flow_can_reach(flow, 0, here, outside));
    assert_false(wend_flow_can_reach(flow, 0, nowhere, here));
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

static void flow_nearest_reachable_is_as_near_as_one_gets(void **state)
{
    (void)state;
    wend_grid *grids[2] = {make_grid(WEND_CORNER_NEVER), make_grid(WEND_CORNER_NEVER)};
    split(grids[0], 10);
    wend_flow_join join = {.from_floor = 0,
                           .to_floor = 1,
                           .from = 5,
                           .to = 5,
                           .cost = WEND_COST_ONE,
                           .class_mask = 1,
                           .is_two_way = true};
    wend_flow *flow = make_flow(grids, 2, &join, 1);
    const wend_flow_position from = {{3.5, 3.5}, 0};
    const wend_flow_position beyond = {{20.25, 7.75}, 0};
    const wend_flow_position near = {{8.25, 7.75}, 0};
    const wend_flow_position wall = {{10.5, 7.5}, 0};
    const wend_flow_position above = {{8.25, 7.75}, 1};
    const wend_flow_position outside = {{-1.0, 7.75}, 0};
    wend_flow_position found;
    assert_int_equal(wend_flow_nearest_reachable(flow, 0, from, near, &found), WEND_OK);
    assert_true(fabs(found.position.x - 8.25) < 1e-12 && fabs(found.position.y - 7.75) < 1e-12);
    assert_int_equal(wend_flow_nearest_reachable(flow, 0, from, beyond, &found), WEND_OK);
    assert_true(fabs(found.position.x - 9.5) < 1e-12 && fabs(found.position.y - 7.5) < 1e-12);
    assert_int_equal(wend_flow_nearest_reachable(flow, 0, from, wall, &found), WEND_OK);
    assert_true(fabs(found.position.x - 9.5) < 1e-12);
    assert_int_equal(wend_flow_nearest_reachable(flow, 0, wall, near, &found), WEND_NO_PATH);
    assert_int_equal(wend_flow_nearest_reachable(flow, 0, from, above, &found),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_nearest_reachable(flow, 0, from, outside, &found),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_nearest_reachable(flow, 3, from, near, &found), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_nearest_reachable(flow, 0, from, near, NULL), WEND_ERROR_ARGUMENT);
    grids_set(grids[0], 30, 20, 7);
    assert_int_equal(wend_flow_nearest_reachable(flow, 0, from, near, &found), WEND_ERROR_STALE);
    assert_int_equal(wend_flow_nearest_reachable(flow, 0, from, beyond, &found), WEND_ERROR_STALE);
    wend_flow_destroy(flow);
    wend_grid_destroy(grids[0]);
    wend_grid_destroy(grids[1]);
}

static void reach_ways_without_ways_lead_nowhere(void **state)
{
    (void)state;
    wendi_link_closure ways;
    wendi_link_closure_init(&ways, NULL);
    assert_true(wendi_link_closure_build(&ways));
    assert_false(wendi_link_closure_leads(&ways, 1, 2));
    wendi_link_closure_free(&ways);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_reach_joins_lead_over_and_under),
        cmocka_unit_test(flow_reach_links_come_and_go),
        cmocka_unit_test(flow_reach_corners_of_walls_do_not_let_through),
        cmocka_unit_test(flow_reach_asks_nothing_of_what_is_not_there),
        cmocka_unit_test(flow_nearest_reachable_is_as_near_as_one_gets),
        cmocka_unit_test(reach_ways_without_ways_lead_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
