/* Routes over clusters of sectors on large maps. */
#include "flow/route/route_private.h"
#include "route.h"
#include "support/grids.h"
#include "support/test.h"

#include <string.h>

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

static void flow_route_over_groups_is_near_the_flat_path(void **state)
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

/* Cached clusters have no visible effect: after edits all results equal those of a new flow. */
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

/* A second source in clusters that were opened for the first, but cut off from its route there. */
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
        cmocka_unit_test(flow_route_over_groups_is_near_the_flat_path),
        cmocka_unit_test(flow_route_over_groups_names_all_that_was_looked_at),
        cmocka_unit_test(flow_route_groups_follow_edits),
        cmocka_unit_test(flow_route_over_groups_takes_links_and_floors),
        cmocka_unit_test(flow_route_over_groups_plans_again_for_who_is_cut_off),
        cmocka_unit_test(flow_route_open_map_of_16384_needs_no_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
