/* Graphs made of small grids and meshes, and what is refused. */
#include "support/grids.h"
#include "support/meshes.h"
#include "support/test.h"

#include "wend/graph.h"
#include "wend/graph_build.h"
#include "wend/link.h"

#include <math.h>
#include <string.h>

static wend_graph_edge edge_of(const wend_graph *graph, uint32_t edge)
{
    wend_graph_edge def;
    assert_int_equal(wend_graph_get_edge(graph, edge, &def), WEND_OK);
    return def;
}

static void assert_near(double a, double b)
{
    assert_true(fabs(a - b) < 1e-9);
}

/* ---- grids ---- */

static wend_grid *make_grid(int32_t width, int32_t height, double cell_size)
{
    wend_grid_def def = grids_def(width, height, 1);
    def.cell_size = cell_size;
    return grids_make(def);
}

static void graph_from_grid_costs_metres_by_the_cell_entered(void **state)
{
    (void)state;
    wend_grid *grid = make_grid(3, 1, 2.5);
    const wend_graph_build_def def = wend_graph_build_def_default();
    wend_graph *graph;
    grids_set(grid, 2, 0, 4);
    assert_int_equal(wend_graph_from_grid(grid, 0, WEND_TEAM_NONE, &def, &graph), WEND_OK);
    assert_int_equal(wend_graph_node_count(graph), 3);
    assert_int_equal(wend_graph_edge_count(graph), 3);
    assert_true(edge_of(graph, 0).is_two_way);
    assert_near(wend_cost_to_double(edge_of(graph, 0).cost), 2.5);
    assert_false(edge_of(graph, 1).is_two_way);
    assert_near(wend_cost_to_double(edge_of(graph, wend_graph_edge_between(graph, 1, 2)).cost), 10);
    assert_near(wend_cost_to_double(edge_of(graph, wend_graph_edge_between(graph, 2, 1)).cost),
                2.5);
    wend_graph_destroy(graph);
    wend_grid_destroy(grid);
}

static void graph_from_grid_bad_requests_are_refused(void **state)
{
    (void)state;
    wend_message message;
    wend_grid *grid = make_grid(3, 3, 1);
    wend_graph_build_def def = wend_graph_build_def_default();
    wend_graph *graph = (wend_graph *)&def;
    assert_int_equal(wend_graph_from_grid(grid, 0, 0, NULL, &graph), WEND_ERROR_ARGUMENT);
    assert_null(graph);
    def.message = &message;
    assert_int_equal(wend_graph_from_grid(NULL, 0, 0, &def, &graph), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_from_grid(grid, 1, 0, &def, &graph), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "movement_class is 1, but the number of classes is 1"));
    assert_int_equal(wend_graph_from_grid(grid, 0, 32, &def, &graph), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "team is 32, and must be from 0 to 31"));
    assert_int_equal(wend_graph_from_grid(grid, 0, 0, &def, NULL), WEND_ERROR_ARGUMENT);
    def.max_nodes = 8;
    assert_int_equal(wend_graph_from_grid(grid, 0, 0, &def, &graph), WEND_ERROR_FULL);
    assert_non_null(strstr(message.text, "max_nodes"));
    def.max_nodes = 9;
    assert_int_equal(wend_graph_from_grid(grid, 0, 0, &def, &graph), WEND_OK);
    assert_int_equal(message.text[0], '\0');
    wend_graph_destroy(graph);
    def.cookie = 0;
    assert_int_equal(wend_graph_from_grid(grid, 0, 0, &def, &graph), WEND_ERROR_ARGUMENT);
    wend_grid_destroy(grid);
}

static void graph_from_grid_too_large_in_metres_is_refused(void **state)
{
    (void)state;
    wend_message message;
    wend_graph_build_def def = wend_graph_build_def_default();
    wend_graph *graph;
    def.message = &message;
    const double sizes[] = {1e9, 70000};
    for (int i = 0; i < 2; ++i) {
        wend_grid *grid = make_grid(3, 1, sizes[i]);
        assert_int_equal(wend_graph_from_grid(grid, 0, 0, &def, &graph), WEND_ERROR_ARGUMENT);
        assert_null(graph);
        assert_non_null(strstr(message.text, "65536"));
        wend_grid_destroy(grid);
    }
}

/* ---- meshes ---- */

/* Two squares of 2 x 2 metres side by side, the right one up a ramp, and a third one apart:
 *
 *   3---4---5   9---8
 *   | 0 | 1 |   | 2 |
 *   0---1---2   6---7
 */
static wend_mesh *make_mesh(const double *factors)
{
    static const wend_vec3 points[] = {{0, 0, 0}, {2, 0, 0},  {4, 0, 3},  {0, 2, 0},  {2, 2, 0},
                                       {4, 2, 3}, {10, 0, 0}, {12, 0, 0}, {12, 2, 0}, {10, 2, 0}};
    static const uint32_t corners[] = {0, 1, 4, 3, 1, 2, 5, 4, 6, 7, 8, 9};
    static const uint32_t sizes[] = {4, 4, 4};
    static const uint8_t areas[] = {0, 1, 2};
    wend_mesh_def def = meshes_def(points, sizeof points / sizeof *points, corners, sizes, 3);
    def.areas = areas;
    def.factors = factors;
    return meshes_make(def);
}

static wend_graph *graph_of(const wend_mesh *mesh)
{
    const wend_graph_build_def def = wend_graph_build_def_default();
    wend_graph *graph;
    assert_int_equal(wend_graph_from_mesh(mesh, &def, &graph), WEND_OK);
    return graph;
}

static void graph_from_mesh_has_polygons_and_shared_edges(void **state)
{
    (void)state;
    wend_mesh *mesh = make_mesh(NULL);
    wend_graph *graph = graph_of(mesh);
    wend_graph_node node;
    assert_int_equal(wend_graph_node_count(graph), 3);
    assert_int_equal(wend_graph_edge_count(graph), 1);
    assert_int_equal(wend_graph_get_node(graph, 1, &node), WEND_OK);
    assert_int_equal(node.user, 1);
    assert_near(node.position.x, 3);
    assert_near(node.position.y, 1);
    assert_near(node.height, 1.5);
    const wend_graph_edge edge = edge_of(graph, 0);
    assert_int_equal(edge.from, 0);
    assert_int_equal(edge.to, 1);
    assert_true(edge.is_two_way && edge.is_open);
    assert_near(wend_cost_to_double(edge.cost), 1 + sqrt(1 + 1.5 * 1.5));
    wend_graph_destroy(graph);
    wend_mesh_destroy(mesh);
}

static void graph_from_mesh_weighs_areas_and_closes_what_is_closed(void **state)
{
    (void)state;
    double factors[WEND_MESH_AREAS];
    for (int i = 0; i < WEND_MESH_AREAS; ++i) {
        factors[i] = 1;
    }
    factors[0] = 5;
    wend_mesh *mesh = make_mesh(factors);
    wend_graph *graph = graph_of(mesh);
    assert_near(wend_cost_to_double(edge_of(graph, 0).cost), 5 + sqrt(1 + 1.5 * 1.5));
    wend_graph_destroy(graph);
    assert_int_equal(wend_mesh_set_factor(mesh, 0, (double)INFINITY), WEND_OK);
    graph = graph_of(mesh);
    assert_false(edge_of(graph, 0).is_open);
    wend_graph_destroy(graph);
    assert_int_equal(wend_mesh_set_factor(mesh, 0, 1), WEND_OK);
    assert_int_equal(wend_mesh_set_open(mesh, 1, false), WEND_OK);
    graph = graph_of(mesh);
    assert_false(edge_of(graph, 0).is_open);
    wend_graph_destroy(graph);
    wend_mesh_destroy(mesh);
}

static void graph_from_mesh_links_become_edges(void **state)
{
    (void)state;
    wend_mesh *mesh = make_mesh(NULL);
    wend_mesh_link link = wend_mesh_link_default();
    link.from = wend_mesh_location_at(0.5, 1, 0);
    link.to = wend_mesh_location_at(11, 1, 0);
    link.cost = 7;
    link.behaviour = WEND_BEHAVIOUR_JUMP;
    link.flags = 3;
    link.user = 44;
    meshes_add_link(mesh, link);
    /* One that stays in its polygon leads from no node to another one. */
    link.to = wend_mesh_location_at(1.5, 1, 0);
    meshes_add_link(mesh, link);
    wend_graph *graph = graph_of(mesh);
    assert_int_equal(wend_graph_edge_count(graph), 2);
    const wend_graph_edge edge = edge_of(graph, 1);
    assert_int_equal(edge.from, 0);
    assert_int_equal(edge.to, 2);
    assert_int_equal(edge.behaviour, WEND_BEHAVIOUR_JUMP);
    assert_int_equal(edge.flags, 3);
    assert_int_equal(edge.user, 44);
    assert_false(edge.is_two_way);
    assert_true(edge.is_open);
    assert_near(wend_cost_to_double(edge.cost), 0.5 + 7);
    wend_graph_destroy(graph);
    wend_mesh_destroy(mesh);
}

static void graph_from_mesh_bad_requests_are_refused(void **state)
{
    (void)state;
    wend_mesh *mesh = make_mesh(NULL);
    wend_graph_build_def def = wend_graph_build_def_default();
    wend_graph *graph;
    assert_int_equal(wend_graph_from_mesh(mesh, NULL, &graph), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_from_mesh(NULL, &def, &graph), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_from_mesh(mesh, &def, NULL), WEND_ERROR_ARGUMENT);
    def.max_nodes = 2;
    assert_int_equal(wend_graph_from_mesh(mesh, &def, &graph), WEND_ERROR_FULL);
    assert_null(graph);
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_from_grid_costs_metres_by_the_cell_entered),
        cmocka_unit_test(graph_from_grid_bad_requests_are_refused),
        cmocka_unit_test(graph_from_grid_too_large_in_metres_is_refused),
        cmocka_unit_test(graph_from_mesh_has_polygons_and_shared_edges),
        cmocka_unit_test(graph_from_mesh_weighs_areas_and_closes_what_is_closed),
        cmocka_unit_test(graph_from_mesh_links_become_edges),
        cmocka_unit_test(graph_from_mesh_bad_requests_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
