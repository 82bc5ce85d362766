/* Routes over portals of small maps: where they lead, and how little they examine. */
#include "flow/route/route_private.h"
#include "route.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/link.h"

static void begin(scene *s, wend_grid *grid)
{
    begin_on(s, grid, NULL, NULL, 0, 0);
}

static void flow_route_open_corner_to_corner_looks_at_no_other_sector(void **state)
{
    (void)state;
    scene s;
    begin(&s, open_grid(1000, 1000, SECTOR));
    assert_int_equal(steps_between(&s, 0, 0, 999, 999), 199);
    assert_int_equal(s.route.visited_count, 199);
    /* From corner to middle of a side, 99 bends, and on to the corner: 17 and 12 a step. */
    assert_int_equal(step_of(&s.route, 0)->cost, 18264);
    end(&s);
}

/* The route stays near the straight line also where many routes cost the same. */
static void flow_route_open_path_follows_the_straight_line(void **state)
{
    (void)state;
    scene s;
    begin(&s, open_grid(1000, 500, SECTOR));
    assert_int_equal(steps_between(&s, 0, 0, 999, 499), 149);
    for (uint32_t i = 0; i < s.route.step_count; ++i) {
        const wendi_sector_bounds at = wendi_sector_map_bounds(&s.map, s.route.steps[i].sector);
        assert_in_range((uint32_t)(at.column - 2 * at.row + 3), 0, 6);
    }
    assert_int_equal(s.route.visited_count, 149);
    end(&s);
}

static void flow_route_same_sector_is_one_step(void **state)
{
    (void)state;
    scene s;
    begin(&s, open_grid(40, 40, SECTOR));
    assert_int_equal(steps_between(&s, 11, 11, 18, 15), 1);
    const wendi_route_step *step = step_of(&s.route, 0);
    assert_true(step->portal == WENDI_PORTAL_GOAL && step->next == WENDI_STEP_NONE);
    assert_int_equal(step->cost, 0);
    end(&s);
}

static void flow_route_wall_in_sector_leads_around(void **state)
{
    (void)state;
    scene s;
    wend_grid *grid = open_grid(40, 40, SECTOR);
    grids_wall(grid, 15, 10, 1, 10);
    begin(&s, grid);
    assert_int_equal(steps_between(&s, 11, 15, 18, 15), 3);
    assert_int_equal(last_sector(&s.route, 0), place(&s, 18, 15).sector);
    end(&s);
}

static void flow_route_expensive_ground_in_sector_is_gone_around(void **state)
{
    (void)state;
    scene s;
    wend_grid *grid = open_grid(40, 40, SECTOR);
    grids_fill(grid, 13, 10, 4, 10, 200);
    begin(&s, grid);
    assert_true(steps_between(&s, 11, 12, 18, 12) > 1);
    end(&s);
}

/* A long path over expensive ground in one sector does not fit 16 bits. */
static void flow_route_expensive_maze_in_sector_has_its_cost(void **state)
{
    (void)state;
    scene s;
    wend_grid *grid = open_grid(64, 32, 32);
    grids_fill(grid, 0, 0, 32, 32, 254);
    for (int32_t y = 1; y < 32; y += 2) {
        grids_wall(grid, y % 4 == 1 ? 0 : 1, y, 31, 1);
    }
    grids_wall(grid, 31, 1, 1, 31);
    grids_fill(grid, 31, 0, 1, 1, 254);
    for (int32_t y = 1; y < 32; y += 4) {
        grids_fill(grid, 30, y, 1, 1, 254);
    }
    begin(&s, grid);
    const wendi_sector_cell goal = place(&s, 40, 0);
    const wendi_sector_cell source = place(&s, 0, 30);
    const wendi_route *route = ask(&s, &goal, 1, &source, 1);
    assert_int_equal(step_of(route, 0)->cost, 12 * 9);
    assert_true(s.router->best > 65535u * 12);
    const wendi_route *back = ask(&s, &source, 1, &goal, 1);
    assert_true(step_of(back, 0)->cost > 65535u * 12);
    end(&s);
}

static void flow_route_walled_in_source_or_goal_has_no_path(void **state)
{
    (void)state;
    scene s;
    wend_grid *grid = open_grid(60, 60, SECTOR);
    grids_wall(grid, 22, 22, 5, 5);
    grids_fill(grid, 24, 24, 1, 1, 1);
    grids_wall(grid, 38, 38, 5, 5);
    grids_fill(grid, 39, 39, 3, 3, 1);
    begin(&s, grid);
    assert_int_equal(steps_between(&s, 24, 24, 5, 5), 0);
    assert_int_equal(steps_between(&s, 5, 5, 24, 24), 0);
    assert_int_equal(steps_between(&s, 40, 40, 5, 5), 0);
    assert_int_equal(steps_between(&s, 5, 5, 40, 40), 0);
    assert_int_equal(s.route.step_count, 0);
    end(&s);
}

static void flow_route_nothing_asked_gives_nothing(void **state)
{
    (void)state;
    scene s;
    begin(&s, open_grid(20, 20, SECTOR));
    const wendi_sector_cell at = place(&s, 3, 3);
    const wendi_route *route = ask(&s, NULL, 0, &at, 1);
    assert_true(route->source_count == 1 && route->first[0] == WENDI_STEP_NONE);
    assert_int_equal(route->step_count, 0);
    assert_int_equal(ask(&s, &at, 1, NULL, 0)->source_count, 0);
    assert_int_equal(s.route.visited_count, 0);
    end(&s);
}

static void flow_route_nearest_of_several_goals_is_taken(void **state)
{
    (void)state;
    scene s;
    begin(&s, open_grid(200, 50, SECTOR));
    const wendi_sector_cell goals[] = {place(&s, 190, 25), place(&s, 15, 25), place(&s, 95, 25),
                                       place(&s, 96, 26)};
    const wendi_sector_cell sources[] = {place(&s, 70, 25), place(&s, 5, 5), place(&s, 199, 49)};
    const wendi_route *route = ask(&s, goals, 4, sources, 3);
    assert_int_equal(last_sector(route, 0), goals[2].sector);
    assert_int_equal(last_sector(route, 1), goals[1].sector);
    assert_int_equal(last_sector(route, 2), goals[0].sector);
    end(&s);
}

static void flow_route_sources_of_one_part_share_their_step(void **state)
{
    (void)state;
    scene s;
    wend_grid *grid = open_grid(100, 40, SECTOR);
    grids_wall(grid, 5, 0, 1, 10);
    begin(&s, grid);
    const wendi_sector_cell goals[] = {place(&s, 95, 5), place(&s, 95, 35)};
    const wendi_sector_cell sources[] = {place(&s, 7, 5), place(&s, 9, 9),  place(&s, 2, 5),
                                         place(&s, 7, 5), place(&s, 95, 7), place(&s, 99, 7)};
    const wendi_route *route = ask(&s, goals, 2, sources, 6);
    assert_int_equal(route->first[0], route->first[1]);
    assert_int_equal(route->first[0], route->first[3]);
    assert_int_not_equal(route->first[0], route->first[2]);
    assert_int_equal(step_of(route, 2)->sector, step_of(route, 0)->sector);
    assert_int_equal(route->first[4], route->first[5]);
    assert_true(step_of(route, 4)->portal == WENDI_PORTAL_GOAL);
    end(&s);
}

static void flow_route_further_sources_join_the_way(void **state)
{
    (void)state;
    scene s;
    begin(&s, open_grid(500, 100, SECTOR));
    const wendi_sector_cell goal = place(&s, 495, 45);
    wendi_sector_cell sources[9];
    sources[0] = place(&s, 5, 45);
    for (int32_t i = 1; i < 9; ++i) {
        sources[i] = place(&s, 20 + 40 * i, 55);
    }
    const wendi_route *route = ask(&s, &goal, 1, sources, 9);
    assert_int_equal(route->step_count, 50 + 8);
    for (size_t i = 1; i < 9; ++i) {
        assert_in_range(step_of(route, i)->next, 0, 49);
    }
    end(&s);
}

static void flow_route_many_sources_all_have_their_way(void **state)
{
    (void)state;
    scene s;
    wend_grid *grid = open_grid(400, 400, SECTOR);
    for (int32_t i = 20; i < 380; i += 20) {
        grids_wall(grid, i, i % 40 == 0 ? 0 : 10, 1, 390);
    }
    begin(&s, grid);
    const wendi_sector_cell goal = place(&s, 399, 399);
    wendi_sector_cell sources[400];
    for (int32_t i = 0; i < 400; ++i) {
        sources[i] = place(&s, i / 20 * 20 + 3, i % 20 * 20 + 3);
    }
    const wendi_route *route = ask(&s, &goal, 1, sources, 400);
    for (size_t i = 0; i < 400; ++i) {
        assert_int_equal(last_sector(route, i), goal.sector);
        assert_int_equal(step_of(route, i)->sector, sources[i].sector);
    }
    assert_true(wendi_router_memory_bytes(s.router) > 100000);
    end(&s);
}

/* A one-way ladder over a wall that is long to go around. */
static void flow_route_link_is_taken_in_its_direction_only(void **state)
{
    (void)state;
    scene s;
    wend_grid *grid = open_grid(200, 200, SECTOR);
    grids_wall(grid, 100, 0, 1, 195);
    wend_link_def def = wend_link_def_default();
    wend_link_id id;
    def.from = wend_grid_node(grid, 97, 20);
    def.to = wend_grid_node(grid, 103, 20);
    assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    begin(&s, grid);
    assert_int_equal(steps_between(&s, 75, 25, 125, 25), 6);
    assert_true(steps_between(&s, 125, 25, 75, 25) > 30);
    end(&s);
}

static void flow_route_stairs_lead_to_another_floor(void **state)
{
    (void)state;
    scene s;
    wend_grid *ground = open_grid(100, 100, SECTOR);
    wend_grid *above = open_grid(100, 30, SECTOR);
    const wend_flow_join joins[] = {{0, 1, wend_grid_node(ground, 15, 15),
                                     wend_grid_node(above, 15, 15), WEND_COST_ONE, 1, true},
                                    {0, 1, wend_grid_node(ground, 95, 15),
                                     wend_grid_node(above, 95, 15), WEND_COST_ONE, 1, false}};
    begin_on(&s, ground, above, joins, 2, 0);
    const wendi_sector_cell goal = place_on(&s, 1, 85, 15);
    const wendi_sector_cell sources[] = {place(&s, 85, 15), place(&s, 25, 25)};
    const wendi_route *route = ask(&s, &goal, 1, sources, 2);
    assert_int_equal(last_sector(route, 0), goal.sector);
    assert_int_equal(route->steps[step_of(route, 0)->next].next,
                     route->steps[route->steps[step_of(route, 0)->next].next].next - 1);
    assert_int_equal(last_sector(route, 1), goal.sector);
    /* Back down only by the first stairs. */
    const wendi_route *back = ask(&s, sources, 1, &goal, 1);
    assert_int_equal(last_sector(back, 0), sources[0].sector);
    assert_true(step_of(back, 0)->cost > 120 * 12);
    end(&s);
}

/* More links than are looked at one by one: on every sector of a diagonal one that leads nowhere
 * useful, and a short cut. */
static void flow_route_many_links_hide_no_short_cut(void **state)
{
    (void)state;
    scene s;
    wend_grid *grid = open_grid(400, 100, SECTOR);
    wend_link_def def = wend_link_def_default();
    wend_link_id id;
    for (int32_t i = 0; i < 40; ++i) {
        def.from = wend_grid_node(grid, 10 * i + 2, 92);
        def.to = wend_grid_node(grid, 10 * i + 7, 97);
        assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    }
    def.from = wend_grid_node(grid, 15, 15);
    def.to = wend_grid_node(grid, 385, 15);
    assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    begin(&s, grid);
    assert_int_equal(steps_between(&s, 5, 15, 395, 15), 4);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_route_open_corner_to_corner_looks_at_no_other_sector),
        cmocka_unit_test(flow_route_open_path_follows_the_straight_line),
        cmocka_unit_test(flow_route_same_sector_is_one_step),
        cmocka_unit_test(flow_route_wall_in_sector_leads_around),
        cmocka_unit_test(flow_route_expensive_ground_in_sector_is_gone_around),
        cmocka_unit_test(flow_route_expensive_maze_in_sector_has_its_cost),
        cmocka_unit_test(flow_route_walled_in_source_or_goal_has_no_path),
        cmocka_unit_test(flow_route_nothing_asked_gives_nothing),
        cmocka_unit_test(flow_route_nearest_of_several_goals_is_taken),
        cmocka_unit_test(flow_route_sources_of_one_part_share_their_step),
        cmocka_unit_test(flow_route_further_sources_join_the_way),
        cmocka_unit_test(flow_route_many_sources_all_have_their_way),
        cmocka_unit_test(flow_route_link_is_taken_in_its_direction_only),
        cmocka_unit_test(flow_route_stairs_lead_to_another_floor),
        cmocka_unit_test(flow_route_many_links_hide_no_short_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
