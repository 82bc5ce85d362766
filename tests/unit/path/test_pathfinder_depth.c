/* Limits of steps of a path, of cost and of work together; worlds and methods that have none. */
#include "support/graphs.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/pathfinder.h"

static wend_path_query along(double to)
{
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){0.5, 0.5, 0};
    query.to = (wend_vec3){to, 0.5, 0};
    return query;
}

static void path_of_more_steps_than_max_depth_is_partial(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(30, 3);
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = grid;
    wend_pathfinder *pathfinder;
    assert_int_equal(wend_pathfinder_create(&def, &pathfinder), WEND_OK);
    wend_path_query query = along(12.5);
    wend_path_answer answer;
    query.max_depth = 12;
    assert_int_equal(wend_pathfinder_find(pathfinder, &query), WEND_OK);
    wend_pathfinder_get_answer(pathfinder, &answer);
    assert_string_equal(answer.method, "astar");
    query.max_depth = 11;
    assert_int_equal(wend_pathfinder_find(pathfinder, &query), WEND_PARTIAL);
    wend_pathfinder_get_answer(pathfinder, &answer);
    assert_int_equal(answer.reason, WEND_FAILURE_LIMIT);
    assert_true(answer.position.x <= 11.5);
    /* All limits hold together: the least decides. */
    query.max_depth = 12;
    query.max_cost = 11 * WEND_COST_ONE;
    assert_int_equal(wend_pathfinder_find(pathfinder, &query), WEND_PARTIAL);
    query.max_cost = 12 * WEND_COST_ONE;
    assert_int_equal(wend_pathfinder_find(pathfinder, &query), WEND_OK);
    query.max_steps = 3;
    assert_int_equal(wend_pathfinder_find(pathfinder, &query), WEND_PARTIAL);
    wend_pathfinder_get_answer(pathfinder, &answer);
    assert_int_equal(answer.expanded, 3);
    wend_pathfinder_destroy(pathfinder);
    wend_grid_destroy(grid);
}

static void max_depth_counts_nodes_of_graphs(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    for (uint32_t i = 0; i < 6; i++) {
        wend_graph_node node = wend_graph_node_default();
        node.position = (wend_vec2){i, 0.5};
        graphs_add_node(graph, node);
        if (i > 0) {
            graphs_edge(graph, i - 1, i, true);
        }
    }
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.graph = graph;
    wend_pathfinder *pathfinder;
    assert_int_equal(wend_pathfinder_create(&def, &pathfinder), WEND_OK);
    wend_path_query query = wend_path_query_default();
    query.from_node = 0;
    query.to_node = 5;
    query.max_depth = 5;
    assert_int_equal(wend_pathfinder_find(pathfinder, &query), WEND_OK);
    query.max_depth = 4;
    assert_int_equal(wend_pathfinder_find(pathfinder, &query), WEND_PARTIAL);
    wend_pathfinder_destroy(pathfinder);
    wend_graph_destroy(graph);
}

static void max_depth_is_refused_where_it_cannot_be_promised(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(30, 3);
    wend_mesh *mesh;
    assert_int_equal(wend_mesh_from_grid(grid, 0, WEND_TEAM_NONE, NULL, &mesh, NULL), WEND_OK);
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = grid;
    wend_pathfinder *pathfinder;
    assert_int_equal(wend_pathfinder_create(&def, &pathfinder), WEND_OK);
    wend_path_query query = along(12.5);
    query.max_depth = 12;
    query.method = WEND_METHOD_GREEDY;
    assert_int_equal(wend_pathfinder_find(pathfinder, &query), WEND_ERROR_UNSUPPORTED);
    query.method = WEND_METHOD_ASTAR;
    query.noise = 1;
    assert_int_equal(wend_pathfinder_find(pathfinder, &query), WEND_OK);
    query.noise = 0;
    query.method = WEND_METHOD_BEST;
    wend_pathfinder_destroy(pathfinder);
    def.grid = NULL;
    def.mesh = mesh;
    assert_int_equal(wend_pathfinder_create(&def, &pathfinder), WEND_OK);
    assert_int_equal(wend_pathfinder_find(pathfinder, &query), WEND_ERROR_UNSUPPORTED);
    wend_pathfinder_destroy(pathfinder);
    wend_mesh_destroy(mesh);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_of_more_steps_than_max_depth_is_partial),
        cmocka_unit_test(max_depth_counts_nodes_of_graphs),
        cmocka_unit_test(max_depth_is_refused_where_it_cannot_be_promised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
