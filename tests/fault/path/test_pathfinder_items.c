/* Queries of items on an allocator that fails at every call in turn: nothing leaks, failures are
 * told, and the next query works. */
#include "support/fault.h"
#include "support/graphs.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/mesh_overlay.h"
#include "wend/planner.h"

enum { ITEMS = 9 };

typedef struct scene {
    wend_grid *grid;
    wend_graph *graph;
    wend_mesh *mesh;
    wend_items *items;
} scene;

static wend_path_query query_of(const scene *s, int kind)
{
    static const uint32_t tags[] = {0, 1, 2, 5};
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){1.5, 1.5, 0};
    query.goal_kind = kind == 0 ? WEND_PATH_TO_ITEM : WEND_PATH_TO_EACH_TAG;
    query.items = s->items;
    query.tag = 1;
    query.tags = tags;
    query.tag_count = 4;
    if (kind == 2) {
        query.goal_kind = WEND_PATH_TO_POSITION;
        query.to = (wend_vec3){-3, 5.5, 0};
        query.is_nearest_allowed = true;
    }
    return query;
}

static wend_result ask(const scene *s, wend_pathfinder *pathfinder)
{
    wend_result first = WEND_OK;
    for (int kind = 0; kind < 3; kind++) {
        const wend_path_query query = query_of(s, kind);
        const wend_result result = wend_pathfinder_find(pathfinder, &query);
        assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
        first = first < 0 ? first : result;
        wend_path_nearest nearest;
        assert_true(result != WEND_OK || kind != 1 ||
                    wend_pathfinder_get_nearest(pathfinder, 1, &nearest) == WEND_OK);
    }
    return first;
}

static wend_result find_items(wend_allocator allocator, void *context)
{
    const scene *s = context;
    wend_result first = WEND_OK;
    for (int world = 0; world < 4; world++) {
        wend_pathfinder_def def = wend_pathfinder_def_default();
        def.allocator = allocator;
        def.grid = world == 0 ? s->grid : NULL;
        def.graph = world == 1 ? s->graph : NULL;
        def.mesh = world >= 2 ? s->mesh : NULL;
        def.radius = world == 3 ? 0.3 : 0;
        wend_pathfinder *pathfinder;
        wend_result result = wend_pathfinder_create(&def, &pathfinder);
        result = result == WEND_OK ? ask(s, pathfinder) : result;
        first = first < 0 ? first : result;
        wend_pathfinder_destroy(pathfinder);
    }
    return first;
}

static wend_result plan_items(wend_allocator allocator, void *context)
{
    const scene *s = context;
    wend_planner_def def = wend_planner_def_default();
    def.allocator = allocator;
    def.graph = s->graph;
    def.max_requests = 4;
    def.max_searches = 2;
    wend_planner *planner;
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    uint32_t index;
    wend_result first = wend_planner_create(&def, &planner);
    first = first == WEND_OK ? wend_planner_add_profile(planner, &profile, &index) : first;
    for (int kind = 0; kind < 3 && first == WEND_OK; kind++) {
        wend_planner_request_def request = wend_planner_request_def_default();
        wend_planner_request_id id;
        request.query = query_of(s, kind);
        first = wend_planner_add_request(planner, &request, &id);
    }
    for (int n = 0; n < 9 && first >= 0; n++) {
        first = wend_planner_update(planner, NULL);
    }
    wend_planner_destroy(planner);
    return first > 0 ? WEND_OK : first;
}

static scene make(void)
{
    scene s = {.grid = grids_open(12, 12), .graph = graphs_empty()};
    grids_wall(s.grid, 5, 0, 1, 9);
    for (uint32_t i = 0; i < 16; i++) {
        wend_graph_node node = wend_graph_node_default();
        node.position = (wend_vec2){1.0 + i % 4 * 3, 1.0 + i / 4 * 3};
        graphs_add_node(s.graph, node);
        if (i % 4 > 0) {
            graphs_edge(s.graph, i - 1, i, true);
        }
    }
    assert_int_equal(wend_mesh_from_grid(s.grid, 0, WEND_TEAM_NONE, NULL, &s.mesh, NULL), WEND_OK);
    const wend_mesh_overlay_def jam = wend_mesh_overlay_def_default();
    wend_overlay_id overlay;
    assert_int_equal(wend_mesh_add_overlay(s.mesh, &jam, &overlay, NULL), WEND_OK);
    assert_int_equal(wend_mesh_overlay_add(s.mesh, overlay, (wend_vec2){4, 3}, 1.5, 2000), WEND_OK);
    const wend_items_def def = wend_items_def_default();
    assert_int_equal(wend_items_create(&def, &s.items), WEND_OK);
    for (uint32_t i = 0; i < ITEMS; i++) {
        wend_item item = wend_item_default();
        wend_item_id id;
        item.position = (wend_vec3){1.2 + i, 2.3 + i / 2, 0};
        item.tag = i % 3;
        assert_int_equal(wend_items_add(s.items, &item, &id), WEND_OK);
    }
    return s;
}

static void queries_of_items_survive_failing_allocations(void **state)
{
    (void)state;
    scene s = make();
    fault_run(find_items, &s);
    fault_run(plan_items, &s);
    wend_items_destroy(s.items);
    wend_mesh_destroy(s.mesh);
    wend_graph_destroy(s.graph);
    wend_grid_destroy(s.grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_of_items_survive_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
