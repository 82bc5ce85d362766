/* Routes over portals and clusters with allocations that fail in turn: a failed search can be
 * started again, finds the same, and leaks nothing. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/test.h"

#include "flow/route/route_private.h"
#include "wend/flow.h"
#include "wend/link.h"
#include "wend/overlay.h"

#include <string.h>

enum { SIDE = 160, SOURCES = 4 };

typedef struct scene {
    wend_grid *grid;
    wendi_sector_map map;
    wendi_portal_graph *graph;
    wendi_sector_cell goals[2], sources[SOURCES];
    int32_t cluster_size;
    wendi_route expected;
} scene;

static wend_allocator libc_allocator(void)
{
    return wend_grid_def_default().allocator;
}

static wendi_sector_cell place(const scene *s, int32_t x, int32_t y)
{
    const uint32_t sector = wendi_sector_map_sector_at(&s->map, 0, x, y);
    const wendi_sector_bounds at = wendi_sector_map_bounds(&s->map, sector);
    return (wendi_sector_cell){sector, (uint8_t)(x - at.x), (uint8_t)(y - at.y)};
}

static void add_walls_and_link(wend_grid *grid)
{
    wend_link_def link = wend_link_def_default();
    wend_link_id id;
    for (int32_t i = 10; i < SIDE; i += 30) {
        grids_wall(grid, i, i % 20 == 0 ? 0 : 8, 1, SIDE - 8);
        grids_wall(grid, i + 5, 44, 3, 3);
    }
    link.from = wend_grid_node(grid, 3, 150);
    link.to = wend_grid_node(grid, 12, 150);
    assert_int_equal(wend_grid_add_link(grid, &link, &id, NULL), WEND_OK);
}

static void make_scene(scene *s, int32_t cluster_size)
{
    const wend_allocator allocator = libc_allocator();
    const wend_flow_class class = {0, WEND_TEAM_NONE, 0, WEND_LAYER_JAM};
    wend_grid_def def = wend_grid_def_default();
    wend_flow_def flow = {0};
    uint64_t steps = UINT64_MAX;
    memset(s, 0, sizeof *s);
    def.width = def.height = SIDE;
    s->grid = grids_make(def);
    add_walls_and_link(s->grid);
    flow.grid = s->grid;
    s->cluster_size = cluster_size;
    assert_int_equal(wendi_sector_map_create(&flow, &allocator, &s->map, NULL), WEND_OK);
    assert_int_equal(wendi_portal_graph_create(&s->map, &class, 0, &allocator, &s->graph, NULL),
                     WEND_OK);
    assert_int_equal(wendi_portal_graph_detect_changes(s->graph), WEND_OK);
    assert_int_equal(wendi_portal_graph_build(s->graph, NULL, &steps), WEND_OK);
    s->goals[0] = place(s, 155, 80);
    s->goals[1] = place(s, 155, 20);
    s->sources[0] = place(s, 2, 2);
    s->sources[1] = place(s, 6, 6);
    s->sources[2] = place(s, 2, 155);
    s->sources[3] = place(s, 75, 75);
}

static void free_scene(scene *s)
{
    const wend_allocator allocator = libc_allocator();
    wendi_route_free(&s->expected, &allocator);
    wendi_portal_graph_destroy(s->graph);
    wendi_sector_map_destroy(&s->map, &allocator);
    wend_grid_destroy(s->grid);
}

/* Goals and sources; goal_count 1 first, so that memory for more is allocated in between. */
static wend_result find(const scene *s, wendi_router *router, size_t goal_count, wendi_route *route)
{
    wend_result result =
        wendi_router_begin(router, s->graph, s->goals, goal_count, s->sources, SOURCES);
    while (result == WEND_OK || result == WEND_IN_PROGRESS) {
        uint64_t steps = 7;
        result = wendi_router_run(router, &steps);
        if (result == WEND_OK) {
            return wendi_router_get_route(router, route);
        }
    }
    return result;
}

static void check_same(const wendi_route *route, const wendi_route *expected)
{
    assert_int_equal(route->step_count, expected->step_count);
    assert_int_equal(route->visited_count, expected->visited_count);
    for (uint32_t i = 0; i < route->step_count; ++i) {
        assert_memory_equal(&route->steps[i], &expected->steps[i], sizeof route->steps[i]);
    }
    for (uint32_t i = 0; i < route->source_count; ++i) {
        assert_int_equal(route->first[i], expected->first[i]);
    }
}

/* The first result that is not WEND_OK. */
static wend_result first_bad(wend_result a, wend_result b)
{
    return a == WEND_OK ? b : a;
}

static wend_result search_twice(wend_allocator allocator, void *context)
{
    scene *s = context;
    wendi_router *router;
    wend_result result = wendi_router_create(&s->map, 0.05, s->cluster_size, &allocator, &router);
    if (result != WEND_OK) {
        assert_null(router);
        return result;
    }
    router->expansions_before_clusters = 0;
    for (size_t goal_count = 1; goal_count <= 2; ++goal_count) {
        wendi_route route;
        wend_result found = find(s, router, goal_count, &route);
        result = first_bad(result, found);
        if (found == WEND_ERROR_MEMORY) {
            found = find(s, router, goal_count, &route);
        }
        if (found == WEND_OK && goal_count == 2) {
            check_same(&route, &s->expected);
        }
        if (found == WEND_OK) {
            wendi_route_free(&route, &allocator);
        }
    }
    wendi_router_destroy(router);
    return result;
}

static void run_with(int32_t cluster_size)
{
    scene s;
    wendi_router *router;
    const wend_allocator allocator = libc_allocator();
    make_scene(&s, cluster_size);
    assert_int_equal(wendi_router_create(&s.map, 0.05, cluster_size, &allocator, &router), WEND_OK);
    router->expansions_before_clusters = 0;
    assert_int_equal(find(&s, router, 2, &s.expected), WEND_OK);
    wendi_router_destroy(router);
    for (uint32_t i = 0; i < SOURCES; ++i) {
        assert_true(s.expected.first[i] != WENDI_STEP_NONE);
    }
    assert_true(fault_run(search_twice, &s) > 10);
    free_scene(&s);
}

static void flow_route_without_memory_can_be_begun_anew(void **state)
{
    (void)state;
    run_with(0);
}

static void flow_route_over_groups_without_memory_can_be_begun_anew(void **state)
{
    (void)state;
    run_with(3);
}

static void flow_route_nothing_created_nothing_destroyed(void **state)
{
    (void)state;
    wendi_router_destroy(NULL);
    wendi_clusters_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_route_without_memory_can_be_begun_anew),
        cmocka_unit_test(flow_route_over_groups_without_memory_can_be_begun_anew),
        cmocka_unit_test(flow_route_nothing_created_nothing_destroyed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
