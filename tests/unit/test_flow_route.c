/* Takes: small maps, and large open ones.
 * Gives: whether ways over windows go where they should, and look at no more than they must.
 * Cost: a second. */
#include "support/grids.h"
#include "support/test.h"

#include "flow/route/route_private.h"

#include <stdlib.h>
#include <string.h>

enum { SECTOR = 10, FLOORS_MAX = 2 };

typedef struct scene {
    wend_grid *grids[FLOORS_MAX];
    const wend_grid *floors[FLOORS_MAX];
    uint32_t floor_count;
    wendi_sector_map map;
    wendi_portal_graph *graph;
    wendi_router *router;
    wendi_route route;
} scene;

static wend_allocator libc_allocator(void)
{
    return wend_grid_def_default().allocator;
}

static wend_grid *open_grid(int32_t width, int32_t height, int32_t sector_size)
{
    wend_grid_def def = grids_def(width, height, 1);
    def.sector_size = sector_size;
    return grids_make(def);
}

static void build(scene *s)
{
    uint64_t steps = UINT64_MAX;
    assert_int_equal(wendi_portal_graph_detect_changes(s->graph), WEND_OK);
    assert_int_equal(wendi_portal_graph_build(s->graph, NULL, &steps), WEND_OK);
}

/* The grids then belong to the scene. */
static void begin_on(scene *s, wend_grid *ground, wend_grid *above, const wend_flow_join *joins,
                     uint32_t join_count, int32_t group_size)
{
    const wend_allocator allocator = libc_allocator();
    const wend_flow_class class = {0, WEND_TEAM_NONE, 0};
    wend_flow_def def = {0};
    memset(s, 0, sizeof *s);
    s->floors[0] = s->grids[0] = ground;
    s->floors[1] = s->grids[1] = above;
    def.floors = s->floors;
    def.floor_count = above == NULL ? 1 : 2;
    def.joins = joins;
    def.join_count = join_count;
    assert_int_equal(wendi_sector_map_create(&def, &allocator, &s->map, NULL), WEND_OK);
    assert_int_equal(wendi_portal_graph_create(&s->map, &class, 0, &allocator, &s->graph, NULL),
                     WEND_OK);
    build(s);
    assert_int_equal(wendi_router_create(&s->map, 0.05, group_size, &allocator, &s->router),
                     WEND_OK);
}

static void begin(scene *s, wend_grid *grid)
{
    begin_on(s, grid, NULL, NULL, 0, 0);
}

static void end(scene *s)
{
    const wend_allocator allocator = libc_allocator();
    wendi_route_free(&s->route, &allocator);
    wendi_router_destroy(s->router);
    wendi_portal_graph_destroy(s->graph);
    wendi_sector_map_destroy(&s->map, &allocator);
    for (int i = 0; i < FLOORS_MAX; ++i) {
        wend_grid_destroy(s->grids[i]);
    }
}

static wendi_sector_cell place_on(const scene *s, uint32_t floor, int32_t x, int32_t y)
{
    const uint32_t sector = wendi_sector_map_sector_at(&s->map, floor, x, y);
    const wendi_sector_bounds at = wendi_sector_map_bounds(&s->map, sector);
    return (wendi_sector_cell){sector, (uint8_t)(x - at.x), (uint8_t)(y - at.y)};
}

static wendi_sector_cell place(const scene *s, int32_t x, int32_t y)
{
    return place_on(s, 0, x, y);
}

static const wendi_route *ask(scene *s, const wendi_sector_cell *goals, size_t goal_count,
                              const wendi_sector_cell *sources, size_t source_count)
{
    const wend_allocator allocator = libc_allocator();
    uint64_t steps = UINT64_MAX;
    wendi_route_free(&s->route, &allocator);
    assert_int_equal(
        wendi_router_begin(s->router, s->graph, goals, goal_count, sources, source_count), WEND_OK);
    assert_int_equal(wendi_router_run(s->router, &steps), WEND_OK);
    assert_int_equal(wendi_router_get_route(s->router, &s->route), WEND_OK);
    return &s->route;
}

/* The way of the first source to one goal: the number of its steps, the last one included. */
static uint32_t steps_between(scene *s, int32_t x, int32_t y, int32_t goal_x, int32_t goal_y)
{
    const wendi_sector_cell source = place(s, x, y);
    const wendi_sector_cell goal = place(s, goal_x, goal_y);
    const wendi_route *route = ask(s, &goal, 1, &source, 1);
    uint32_t count = 0;
    for (uint32_t i = route->first[0]; i != WENDI_STEP_NONE; i = route->steps[i].next) {
        ++count;
    }
    return count;
}

static const wendi_route_step *step_of(const wendi_route *route, size_t source)
{
    assert_true(route->first[source] < route->step_count);
    return &route->steps[route->first[source]];
}

static uint32_t last_sector(const wendi_route *route, size_t source)
{
    uint32_t i = route->first[source];
    assert_true(i != WENDI_STEP_NONE);
    while (route->steps[i].next != WENDI_STEP_NONE) {
        i = route->steps[i].next;
    }
    assert_true(route->steps[i].portal == WENDI_PORTAL_GOAL);
    return route->steps[i].sector;
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

/* The way keeps to the straight line also where many ways cost the same. */
static void flow_route_open_way_follows_the_straight_line(void **state)
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

static void flow_route_dear_ground_in_sector_is_gone_around(void **state)
{
    (void)state;
    scene s;
    wend_grid *grid = open_grid(40, 40, SECTOR);
    grids_fill(grid, 13, 10, 4, 10, 200);
    begin(&s, grid);
    assert_true(steps_between(&s, 11, 12, 18, 12) > 1);
    end(&s);
}

/* A long way over dear ground in one sector does not fit 16 bits. */
static void flow_route_dear_maze_in_sector_has_its_cost(void **state)
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

static void flow_route_walled_in_source_or_goal_has_no_way(void **state)
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

/* A ladder over a wall that is long to go around, one way. */
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

/* ---- groups ---- */

static wend_grid *rooms(int32_t side, int32_t room)
{
    wend_grid *grid = open_grid(side, side, SECTOR);
    for (int32_t i = room; i < side; i += room) {
        grids_wall(grid, i, 0, 1, side);
        grids_wall(grid, 0, i, side, 1);
    }
    for (int32_t i = room; i < side; i += room) {
        for (int32_t at = 0; at + room <= side; at += room) {
            const uint64_t draw = (uint64_t)(i * side + at);
            const int32_t gap = 2 + (int32_t)wend_random_below(1, draw, 0, (uint32_t)room - 4);
            grids_fill(grid, i, at + gap, 1, 2, 1);
            grids_fill(grid, at + gap, i, 2, 1, 1);
        }
    }
    return grid;
}

static uint64_t cost_of_first(const wendi_route *route)
{
    return step_of(route, 0)->cost;
}

static void flow_route_over_groups_is_near_the_flat_way(void **state)
{
    (void)state;
    for (int32_t room = 13; room <= 53; room += 20) {
        scene s;
        begin_on(&s, rooms(800, room), NULL, NULL, 0, 4);
        const int32_t corner = 800 / room * room - 3;
        const wendi_sector_cell goal = place(&s, corner, corner);
        const wendi_sector_cell source = place(&s, 3, 3);
        s.router->expansions_before_clusters = UINT64_MAX;
        const uint64_t flat = cost_of_first(ask(&s, &goal, 1, &source, 1));
        s.router->expansions_before_clusters = 10;
        const uint64_t grouped = cost_of_first(ask(&s, &goal, 1, &source, 1));
        assert_true(grouped <= flat + flat / 20);
        assert_true(s.router->is_restricted);
        end(&s);
    }
}

static bool is_visited(const wendi_route *route, uint32_t sector)
{
    bool is_listed = false;
    for (uint32_t i = 0; i < route->visited_count; ++i) {
        is_listed = is_listed || route->visited[i] == sector;
    }
    return is_listed;
}

/* Doors closed in a group that was looked at would change the plan. */
static void flow_route_over_groups_names_all_that_was_looked_at(void **state)
{
    (void)state;
    scene s;
    begin_on(&s, rooms(400, 23), NULL, NULL, 0, 3);
    s.router->expansions_before_clusters = 0;
    const wendi_sector_cell goal = place(&s, 370, 370);
    const wendi_sector_cell source = place(&s, 3, 3);
    const wendi_route *route = ask(&s, &goal, 1, &source, 1);
    uint32_t count = 0;
    uint32_t sectors[9];
    const uint32_t *clusters = wendi_clusters_visited(s.router->clusters, &count);
    assert_true(count > 14);
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t k = wendi_clusters_list_sectors(s.router->clusters, clusters[i], sectors);
             k > 0; --k) {
            assert_true(is_visited(route, sectors[k - 1]));
        }
    }
    for (uint32_t i = 0; i < s.router->record_count; ++i) {
        assert_true(is_visited(route, s.router->records[i].sector));
    }
    end(&s);
}

/* What groups keep does not show: after edits, all is as if it were worked out for the first time.
 */
static void flow_route_groups_follow_edits(void **state)
{
    (void)state;
    scene s;
    begin_on(&s, rooms(400, 33), NULL, NULL, 0, 2);
    const wendi_sector_cell goal = place(&s, 390, 390);
    const wendi_sector_cell sources[] = {place(&s, 3, 3), place(&s, 5, 380), place(&s, 380, 5)};
    const wend_allocator allocator = libc_allocator();
    for (int32_t i = 0; i < 40; ++i) {
        const int32_t x = (int32_t)wend_random_below(2, (uint64_t)i, 0, 370) + 5;
        const int32_t y = (int32_t)wend_random_below(2, (uint64_t)i, 1, 370) + 5;
        grids_fill(s.grids[0], x, y, 3, 14, i % 3 == 0 ? 1 : WEND_COST_WALL);
        grids_fill(s.grids[0], 3, 3, 3, 3, 1);
        grids_fill(s.grids[0], 5, 380, 1, 1, 1);
        grids_fill(s.grids[0], 380, 5, 1, 1, 1);
        build(&s);
        s.router->expansions_before_clusters = 5;
        const wendi_route *kept = ask(&s, &goal, 1, sources, 3);
        scene fresh = s;
        memset(&fresh.route, 0, sizeof fresh.route);
        assert_int_equal(wendi_router_create(&s.map, 0.05, 2, &allocator, &fresh.router), WEND_OK);
        fresh.router->expansions_before_clusters = 5;
        const wendi_route *new = ask(&fresh, &goal, 1, sources, 3);
        assert_int_equal(kept->step_count, new->step_count);
        assert_int_equal(kept->visited_count, new->visited_count);
        for (uint32_t k = 0; k < kept->step_count; ++k) {
            assert_memory_equal(&kept->steps[k], &new->steps[k], sizeof new->steps[k]);
        }
        wendi_router_destroy(fresh.router);
        wendi_route_free(&fresh.route, &allocator);
    }
    end(&s);
}

static void flow_route_over_groups_takes_links_and_floors(void **state)
{
    (void)state;
    scene s;
    wend_grid *ground = rooms(300, 27);
    wend_grid *above = open_grid(300, 30, SECTOR);
    const wend_flow_join joins[] = {{0, 1, wend_grid_node(ground, 15, 15),
                                     wend_grid_node(above, 15, 15), WEND_COST_ONE, 1, true},
                                    {1, 0, wend_grid_node(above, 290, 15),
                                     wend_grid_node(ground, 290, 290), WEND_COST_ONE, 1, false}};
    begin_on(&s, ground, above, joins, 2, 2);
    s.router->expansions_before_clusters = 0;
    const wendi_sector_cell goal = place(&s, 280, 280);
    const wendi_sector_cell sources[] = {place(&s, 5, 5), place_on(&s, 1, 5, 5), place(&s, 5, 290)};
    const wendi_route *route = ask(&s, &goal, 1, sources, 3);
    bool is_above = false;
    for (uint32_t i = route->first[0]; i != WENDI_STEP_NONE; i = route->steps[i].next) {
        is_above = is_above || route->steps[i].sector >= s.map.floors[1].first_sector;
    }
    assert_true(is_above);
    assert_int_equal(last_sector(route, 1), goal.sector);
    assert_int_equal(last_sector(route, 2), goal.sector);
    end(&s);
}

/* A second source in groups that were opened for the first, but cut off from its way there. */
static void flow_route_over_groups_plans_again_for_who_is_cut_off(void **state)
{
    (void)state;
    scene s;
    wend_grid *grid = open_grid(400, 200, SECTOR);
    grids_wall(grid, 0, 24, 390, 1);
    begin_on(&s, grid, NULL, NULL, 0, 2);
    s.router->expansions_before_clusters = 0;
    const wendi_sector_cell goal = place(&s, 250, 5);
    const wendi_sector_cell sources[] = {place(&s, 5, 5), place(&s, 15, 30), place(&s, 5, 190)};
    const wendi_route *route = ask(&s, &goal, 1, sources, 3);
    for (size_t i = 0; i < 3; ++i) {
        assert_int_equal(last_sector(route, i), goal.sector);
    }
    /* and one that is nowhere */
    grids_wall(s.grids[0], 390, 24, 10, 1);
    build(&s);
    route = ask(&s, &goal, 1, sources, 3);
    assert_int_equal(last_sector(route, 0), goal.sector);
    assert_true(route->first[1] == WENDI_STEP_NONE && route->first[2] == WENDI_STEP_NONE);
    end(&s);
}

static void flow_route_open_map_of_16384_needs_no_groups(void **state)
{
    (void)state;
    scene s;
    begin_on(&s, open_grid(WEND_GRID_SIDE_MAX, WEND_GRID_SIDE_MAX, SECTOR), NULL, NULL, 0, 8);
    assert_int_equal(steps_between(&s, 0, 0, WEND_GRID_SIDE_MAX - 1, WEND_GRID_SIDE_MAX - 1), 3277);
    assert_false(s.router->is_restricted);
    assert_true(s.route.visited_count < 5000);
    assert_true(wendi_router_memory_bytes(s.router) < 4000000);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_route_open_corner_to_corner_looks_at_no_other_sector),
        cmocka_unit_test(flow_route_open_way_follows_the_straight_line),
        cmocka_unit_test(flow_route_same_sector_is_one_step),
        cmocka_unit_test(flow_route_wall_in_sector_leads_around),
        cmocka_unit_test(flow_route_dear_ground_in_sector_is_gone_around),
        cmocka_unit_test(flow_route_dear_maze_in_sector_has_its_cost),
        cmocka_unit_test(flow_route_walled_in_source_or_goal_has_no_way),
        cmocka_unit_test(flow_route_nothing_asked_gives_nothing),
        cmocka_unit_test(flow_route_nearest_of_several_goals_is_taken),
        cmocka_unit_test(flow_route_sources_of_one_part_share_their_step),
        cmocka_unit_test(flow_route_further_sources_join_the_way),
        cmocka_unit_test(flow_route_many_sources_all_have_their_way),
        cmocka_unit_test(flow_route_link_is_taken_in_its_direction_only),
        cmocka_unit_test(flow_route_stairs_lead_to_another_floor),
        cmocka_unit_test(flow_route_many_links_hide_no_short_cut),
        cmocka_unit_test(flow_route_over_groups_is_near_the_flat_way),
        cmocka_unit_test(flow_route_over_groups_names_all_that_was_looked_at),
        cmocka_unit_test(flow_route_groups_follow_edits),
        cmocka_unit_test(flow_route_over_groups_takes_links_and_floors),
        cmocka_unit_test(flow_route_over_groups_plans_again_for_who_is_cut_off),
        cmocka_unit_test(flow_route_open_map_of_16384_needs_no_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
