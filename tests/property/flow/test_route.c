/* Routes over the portals of random maps against costs worked out over the whole portal graph. */
#include "flow/route/route_private.h"
#include "route_world.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/link.h"

#include <string.h>

/* ---- what a route must be ---- */

static wendi_route route_of(world *w, uint64_t slice)
{
    wendi_route route;
    assert_int_equal(wendi_router_begin(w->router, w->graph, w->goals, w->goal_count, w->sources,
                                        w->source_count),
                     WEND_OK);
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        uint64_t steps = slice == UINT64_MAX ? slice : 1 + below(w, (uint32_t)slice);
        result = wendi_router_run(w->router, &steps);
    }
    assert_int_equal(result, WEND_OK);
    assert_int_equal(wendi_router_get_route(w->router, &route), WEND_OK);
    return route;
}

static void free_route(wendi_route *route)
{
    const wend_allocator allocator = libc_allocator();
    wendi_route_free(route, &allocator);
}

/* From a cell of a step's sector by that step: UINT64_MAX if it cannot be taken. */
static uint64_t cost_by(const world *w, const wendi_route *route, uint32_t index, int32_t x,
                        int32_t y)
{
    const wendi_route_step *step = &route->steps[index];
    if (step->portal == WENDI_PORTAL_GOAL) {
        return to_goals(w, step->sector, x, y);
    }
    int32_t to_x, to_y;
    portal_cell(w, step->sector, step->portal, &to_x, &to_y);
    return plus(cell_cost(w, step->sector, x, y, to_x, to_y), step->cost);
}

/* True if the next step begins where this one ends, and its remaining cost is lower by this step.
 */
static bool step_holds(const world *w, const wendi_route *route, uint32_t index)
{
    const wendi_route_step *step = &route->steps[index];
    if (step->portal == WENDI_PORTAL_GOAL) {
        return step->next == WENDI_STEP_NONE && step->cost == 0;
    }
    if (step->next >= route->step_count) {
        return false;
    }
    uint32_t across, behind;
    int32_t x, y;
    const uint64_t over = cross_cost(w, step->sector, step->portal, &across, &behind);
    portal_cell(w, behind, across, &x, &y);
    const wendi_route_step *next = &route->steps[step->next];
    return next->sector == behind && next->cost < step->cost &&
           plus(over, cost_by(w, route, step->next, x, y)) == step->cost;
}

static bool source_holds(const world *w, const wendi_route *route, size_t i, uint32_t *known)
{
    const uint64_t best = best_from(w, &w->sources[i]);
    const uint32_t first = route->first[i];
    if (best == UINT64_MAX || first == WENDI_STEP_NONE) {
        return best == UINT64_MAX && first == WENDI_STEP_NONE;
    }
    const uint64_t cost = cost_by(w, route, first, w->sources[i].x, w->sources[i].y);
    if (cost == UINT64_MAX || route->steps[first].sector != w->sources[i].sector || cost < best) {
        return false;
    }
    if (first < *known) {
        return true; /* its part of the sector had a step */
    }
    for (uint32_t s = first; s != WENDI_STEP_NONE; s = route->steps[s].next) {
        *known = s >= *known ? s + 1 : *known;
    }
    const double estimate = 1 + 3.0 / 16; /* at most so much by the least cost */
    const double best_found = (double)best * estimate * (1 + 1.0 / w->map.sector_size) + 24;
    const double most = best_found * (i == 0 ? 1 : 1 + SLACK) + 1;
    return (double)cost <= most;
}

static bool route_holds(uint64_t seed, void *context)
{
    (void)context;
    world w;
    make_world(&w, seed, 90, 0);
    reference(&w);
    wendi_route route = route_of(&w, UINT64_MAX);
    bool holds = route.source_count == w.source_count;
    for (uint32_t i = 0; i < route.step_count; ++i) {
        holds = holds && step_holds(&w, &route, i);
    }
    uint32_t known = 0;
    for (size_t i = 0; i < w.source_count; ++i) {
        holds = holds && source_holds(&w, &route, i, &known);
    }
    free_route(&route);
    free_world(&w);
    return holds;
}

/* If joining another route may cost much more than the best one, small detours are many: none of
 * them may lead back to an earlier step of the route. */
static bool merging_holds(uint64_t seed, void *context)
{
    (void)context;
    world w;
    make_world(&w, seed, 90, 0);
    w.router->slack = 65536 / 2;
    wendi_route route = route_of(&w, UINT64_MAX);
    bool holds = route.source_count == w.source_count;
    for (uint32_t i = 0; i < route.step_count; ++i) {
        holds = holds && step_holds(&w, &route, i);
    }
    free_route(&route);
    free_world(&w);
    return holds;
}

static bool are_equal(const wendi_route *a, const wendi_route *b)
{
    if (a->step_count != b->step_count || a->source_count != b->source_count ||
        a->visited_count != b->visited_count) {
        return false;
    }
    bool is_equal = true;
    for (uint32_t i = 0; i < a->step_count; ++i) {
        is_equal = is_equal && memcmp(&a->steps[i], &b->steps[i], sizeof a->steps[i]) == 0;
    }
    for (uint32_t i = 0; i < a->source_count; ++i) {
        is_equal = is_equal && a->first[i] == b->first[i];
    }
    for (uint32_t i = 0; i < a->visited_count; ++i) {
        is_equal = is_equal && a->visited[i] == b->visited[i];
    }
    return is_equal;
}

static bool slices_hold(uint64_t seed, void *context)
{
    const int32_t *cluster_size = context;
    world w;
    make_world(&w, seed, 200, *cluster_size);
    wendi_route whole = route_of(&w, UINT64_MAX);
    wendi_route sliced = route_of(&w, 9);
    const bool holds = are_equal(&whole, &sliced);
    free_route(&whole);
    free_route(&sliced);
    free_world(&w);
    return holds;
}

static bool is_visited(const wendi_route *route, uint32_t sector)
{
    for (uint32_t i = 0; i < route->visited_count; ++i) {
        if (route->visited[i] == sector) {
            return true;
        }
    }
    return false;
}

/* True if none of the sectors that an edit of this one can change was visited. */
static bool is_apart(const world *w, const wendi_route *route, uint32_t sector)
{
    for (int32_t i = 0; i < 9; ++i) {
        const uint32_t at = wendi_sector_map_neighbour(&w->map, sector, i % 3 - 1, i / 3 - 1);
        if (at != WENDI_SECTOR_NONE && is_visited(route, at)) {
            return false;
        }
    }
    return true;
}

static void change_apart(world *w, const wendi_route *route)
{
    for (int i = 0; i < 30; ++i) {
        const uint32_t sector = below(w, w->map.sector_count);
        const wendi_sector_bounds place = wendi_sector_map_bounds(&w->map, sector);
        if (is_apart(w, route, sector)) {
            const int32_t width = 1 + (int32_t)below(w, (uint32_t)place.width);
            const int32_t height = 1 + (int32_t)below(w, (uint32_t)place.height);
            const uint8_t cost = (uint8_t)(below(w, 2) == 0 ? 1 : WEND_COST_WALL);
            grids_fill(w->grids[place.floor], place.x, place.y, width, height, cost);
        }
    }
    build(w);
}

static bool visited_holds(uint64_t seed, void *context)
{
    const int32_t *cluster_size = context;
    world w;
    make_world(&w, seed, 200, *cluster_size);
    w.source_count = w.source_count > 2 ? 2 : w.source_count;
    uint32_t count;
    (void)wendi_portal_graph_links(w.graph, &count);
    wendi_route before = route_of(&w, UINT64_MAX);
    bool holds = true;
    for (uint32_t i = 1; i < before.visited_count; ++i) {
        holds = holds && before.visited[i - 1] < before.visited[i];
    }
    if (count == 0) { /* an edit in a link's sector would change what is known of links */
        change_apart(&w, &before);
        wendi_route after = route_of(&w, UINT64_MAX);
        holds = holds && are_equal(&before, &after);
        free_route(&after);
    }
    free_route(&before);
    free_world(&w);
    return holds;
}

/* Sectors reached over portals are reached over clusters. */
static bool groups_hold(uint64_t seed, void *context)
{
    double *worst = context;
    world w;
    make_world(&w, seed, 130, 2 + (int32_t)(seed % 3));
    reference(&w);
    wendi_route route = route_of(&w, UINT64_MAX);
    bool holds = route.source_count == w.source_count;
    for (uint32_t i = 0; i < route.step_count; ++i) {
        holds = holds && step_holds(&w, &route, i);
    }
    for (size_t i = 0; i < w.source_count && holds; ++i) {
        const uint64_t best = best_from(&w, &w.sources[i]);
        const uint32_t first = route.first[i];
        holds = (best == UINT64_MAX) == (first == WENDI_STEP_NONE);
        if (first != WENDI_STEP_NONE && i == 0) {
            const uint64_t cost = cost_by(&w, &route, first, w.sources[i].x, w.sources[i].y);
            const double ratio = (double)(cost + 1) / (double)(best + 1);
            worst[0] = ratio > worst[0] ? ratio : worst[0];
            worst[1] += ratio;
            worst[2] += 1;
        }
    }
    free_route(&route);
    free_world(&w);
    return holds;
}

static void flow_route_groups_reach_what_windows_reach(void **state)
{
    (void)state;
    double worst[3] = {0, 0, 0};
    gen_property("groups", 120, groups_hold, worst);
    print_message("ways over groups: mean %.4f, worst %.4f of the best\n", worst[1] / worst[2],
                  worst[0]);
    assert_true(worst[1] / worst[2] < 1.05);
}

static void flow_route_paths_are_near_the_best_of_the_portal_graph(void **state)
{
    (void)state;
    gen_property("route", 150, route_holds, NULL);
}

static void flow_route_costs_fall_from_step_to_step_however_paths_merge(void **state)
{
    (void)state;
    gen_property("merging", 200, merging_holds, NULL);
}

static void flow_route_slices_give_the_same(void **state)
{
    (void)state;
    int32_t cluster_size = 0;
    gen_property("slices", 60, slices_hold, &cluster_size);
    cluster_size = 2;
    gen_property("slices over groups", 60, slices_hold, &cluster_size);
}

static void flow_route_unvisited_sectors_do_not_matter(void **state)
{
    (void)state;
    int32_t cluster_size = 0;
    gen_property("visited", 100, visited_holds, &cluster_size);
    cluster_size = 2;
    gen_property("visited over groups", 100, visited_holds, &cluster_size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_route_paths_are_near_the_best_of_the_portal_graph),
        cmocka_unit_test(flow_route_groups_reach_what_windows_reach),
        cmocka_unit_test(flow_route_costs_fall_from_step_to_step_however_paths_merge),
        cmocka_unit_test(flow_route_slices_give_the_same),
        cmocka_unit_test(flow_route_unvisited_sectors_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
