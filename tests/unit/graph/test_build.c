/* Graphs built from walls and levels: points of visibility, items, teleports and coverage. */
#include "build.h"
#include "support/graphs.h"
#include "support/levels.h"
#include "support/pools.h"
#include "support/test.h"
#include "support/walls.h"
#include "wend/level.h"
#include "wend/link.h"

#include <math.h>
#include <string.h>

/* ---- definitions ---- */

static void graph_method_names_are_what_the_command_takes(void **state)
{
    (void)state;
    assert_string_equal(wend_graph_method_name(WEND_GRAPH_VISIBILITY), "pov");
    assert_string_equal(wend_graph_method_name(WEND_GRAPH_FLOOD), "flood");
    assert_string_equal(wend_graph_method_name(WEND_GRAPH_EXPANDED), "expanded");
    assert_string_equal(wend_graph_method_name((wend_graph_method)9), "unknown");
}

static wend_result try_def(const wend_walls *walls, const wend_graph_build_def *def)
{
    wend_graph *graph;
    const wend_result result = wend_graph_build_visibility(walls, def, &graph);
    wend_graph_destroy(graph);
    return result;
}

static void graph_build_refuses_bad_definitions(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    wend_message message;
    const wend_vec2 far = {2e9, 0};
    for (int k = 0; k < 8; k++) {
        wend_graph_build_def def = wend_graph_build_def_default();
        def.message = &message;
        def.radius = k == 0 ? -1 : 0;
        def.spacing = k == 1 ? (double)NAN : 0;
        def.max_edge_length = k == 2 ? (double)NAN : 1;
        def.corners = k == 3 ? (wend_corners)7 : WEND_CORNERS_ROUND;
        def.point_count = k == 4 || k == 5 ? 1 : 0;
        def.points = k == 5 ? &far : NULL;
        def.cookie += k == 6;
        message.text[0] = '\0';
        assert_int_equal(try_def(k == 7 ? NULL : walls, &def), WEND_ERROR_ARGUMENT);
        assert_int_equal(message.text[0] == '\0', k == 6);
    }
    wend_graph *graph;
    assert_int_equal(wend_graph_build_flood(walls, NULL, &graph), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_build_expanded(walls, NULL, NULL), WEND_ERROR_ARGUMENT);
    wend_walls_destroy(walls);
}

/* ---- points of visibility ---- */

static void visibility_joins_points_that_can_be_walked_between(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    add_segment(walls, 5, -5, 5, 5);
    const wend_vec2 points[5] = {{0, 0}, {4, 0}, {6, 0}, {4.9, 1}, {0, 9}};
    wend_graph_build_def def = wend_graph_build_def_default();
    def.points = points;
    def.point_count = 5;
    def.radius = 0.5;
    def.max_edge_length = 8;
    wend_graph *graph;
    assert_int_equal(wend_graph_build_visibility(walls, &def, &graph), WEND_OK);
    assert_int_equal(wend_graph_node_count(graph), 5);
    assert_int_equal(wend_graph_edge_count(graph), 1);
    assert_int_equal(wend_graph_edge_between(graph, 0, 1), 0);
    wend_graph_destroy(graph);
    def.max_edge_length = (double)INFINITY;
    assert_int_equal(wend_graph_build_visibility(walls, &def, &graph), WEND_OK);
    /* 0-1, 0-4, 1-4, and 2-4 past the wall's end at (5, 5)? No: it comes too near. */
    assert_int_equal(wend_graph_edge_count(graph), 3);
    wend_graph_destroy(graph);
    def.max_nodes = 4;
    assert_int_equal(wend_graph_build_visibility(walls, &def, &graph), WEND_ERROR_FULL);
    assert_null(graph);
    wend_walls_destroy(walls);
}

static void visibility_does_not_depend_on_the_executor(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    wend_vec2 points[300];
    for (uint32_t i = 0; i < 300; i++) {
        points[i] = (wend_vec2){wend_random_unit(1, i, 0) * 30, wend_random_unit(1, i, 1) * 30};
        if (i % 10 == 0) {
            add_box(walls, points[i].x, points[i].y, points[i].x + 2, points[i].y + 1);
        }
    }
    wend_pool *pool = pools_make(3);
    wend_graph_build_def def = wend_graph_build_def_default();
    def.points = points;
    def.point_count = 300;
    def.radius = 0.2;
    wend_graph *graphs[4];
    for (int k = 0; k < 2; k++) {
        assert_int_equal(wend_graph_build_visibility(walls, &def, &graphs[k]), WEND_OK);
        assert_int_equal(wend_graph_build_expanded(walls, &def, &graphs[2 + k]), WEND_OK);
        def.executor = wend_pool_executor(pool);
    }
    assert_true(wend_graph_hash(graphs[0]) == wend_graph_hash(graphs[1]));
    assert_true(wend_graph_hash(graphs[2]) == wend_graph_hash(graphs[3]));
    assert_true(wend_graph_edge_count(graphs[0]) > 300 && wend_graph_edge_count(graphs[2]) > 300);
    for (int k = 0; k < 4; k++) {
        wend_graph_destroy(graphs[k]);
    }
    wend_pool_destroy(pool);
    wend_walls_destroy(walls);
}

static void join_visible_makes_only_edges_anew_that_follow_their_length(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    add_segment(walls, 5, -5, 5, 5);
    const wend_vec2 points[3] = {{0, 0}, {3, 0}, {8, 0}};
    wend_graph_build_def def = wend_graph_build_def_default();
    def.points = points;
    def.point_count = 3;
    wend_graph *graph;
    assert_int_equal(wend_graph_build_visibility(walls, &def, &graph), WEND_OK);
    wend_graph_edge bridge = wend_graph_edge_default();
    bridge.from = 0;
    bridge.to = 2;
    bridge.cost = 5;
    uint32_t kept = graphs_add_edge(graph, bridge);
    wend_graph_node node;
    assert_int_equal(wend_graph_get_node(graph, 0, &node), WEND_OK);
    node.position = (wend_vec2){9, 0};
    assert_int_equal(wend_graph_set_node(graph, 0, &node), WEND_OK);
    assert_int_equal(wend_graph_join_visible(graph, 0, walls, &def), WEND_OK);
    assert_int_equal(wend_graph_edge_between(graph, 0, 1), WEND_EDGE_NONE);
    assert_int_equal(wend_graph_edge_count(graph), 2);
    assert_int_equal(wend_graph_get_edge(graph, kept, &bridge), WEND_OK);
    assert_int_equal(wend_graph_join_visible(graph, 7, walls, &def), WEND_ERROR_STALE);
    assert_int_equal(wend_graph_join_visible(NULL, 0, walls, &def), WEND_ERROR_ARGUMENT);
    wend_graph_destroy(graph);
    wend_walls_destroy(walls);
}

/* ---- levels and coverage ---- */

/* Two rooms without a door, a teleport between them, and an item in each. */
static wend_level *two_rooms(bool has_items)
{
    wend_level *level = levels_empty();
    const wend_level_region region = {0, 1, 0, 0};
    assert_int_equal(wend_level_add_region(level, &region, NULL), WEND_OK);
    for (int k = 0; k < 2; k++) {
        const double x = 12 * k;
        const wend_vec2 points[4] = {{x, 0}, {x + 10, 0}, {x + 10, 10}, {x, 10}};
        assert_int_equal(wend_level_add_outline(level, points, 4, 0, WEND_REGION_NONE), WEND_OK);
        const wend_level_item item = {{x + 3, 3}, 0, 5 + (uint32_t)k, "thing", false};
        if (has_items) {
            assert_int_equal(wend_level_add_item(level, &item, NULL), WEND_OK);
        }
    }
    const wend_level_teleport teleport = {{7, 7}, {19, 7}, true};
    assert_int_equal(wend_level_add_teleport(level, &teleport, NULL), WEND_OK);
    return level;
}

static void level_graph_has_items_and_teleports(void **state)
{
    (void)state;
    wend_level *level = two_rooms(true);
    for (int method = WEND_GRAPH_VISIBILITY; method <= WEND_GRAPH_EXPANDED; method++) {
        wend_graph_build_def def = wend_graph_build_def_default();
        def.radius = 1;
        wend_graph *graph;
        assert_int_equal(wend_level_build_graph(level, (wend_graph_method)method, &def, &graph),
                         WEND_OK);
        wend_graph_nearest_query near = wend_graph_nearest_query_default();
        near.tag = 6;
        const wend_node item = wend_graph_nearest(graph, (wend_vec2){0, 0}, &near);
        wend_graph_node node;
        assert_int_equal(wend_graph_get_node(graph, item, &node), WEND_OK);
        assert_int_equal(node.user, 1);
        size_t count;
        wend_graph_edges_from(graph, item, NULL, 0, &count);
        assert_int_equal(count, method == WEND_GRAPH_FLOOD ? 8 : 1);
        int teleports = 0;
        for (uint32_t e = 0; e < wend_graph_edge_limit(graph); e++) {
            wend_graph_edge edge;
            const bool is_edge = wend_graph_get_edge(graph, e, &edge) == WEND_OK;
            teleports += is_edge && edge.behaviour == WEND_BEHAVIOUR_TELEPORT && edge.is_two_way &&
                         edge.cost == WEND_COST_ONE;
        }
        assert_int_equal(teleports, 1);
        wend_graph_destroy(graph);
    }
    wend_level_destroy(level);
}

/* However large the cells of a grid, and however far it leads. */
static void level_teleports_cost_a_metre_in_every_world(void **state)
{
    (void)state;
    wend_level *level = two_rooms(false);
    for (double cell_size = 0.25; cell_size <= 2; cell_size *= 2) {
        wend_level_grid_def def = wend_level_grid_def_default();
        wend_link_def link;
        wend_grid *grid;
        def.cell_size = cell_size;
        assert_int_equal(wend_level_build_grid(level, &def, &grid), WEND_OK);
        assert_int_equal(wend_grid_get_link(grid, wend_grid_link_of_edge(grid, 0), &link), WEND_OK);
        assert_true(is_near(wend_cost_to_double(link.cost) * cell_size, 1));
        assert_true(link.is_two_way && link.user == 0);
        wend_grid_destroy(grid);
    }
    const wend_level_mesh_def mesh_def = wend_level_mesh_def_default();
    wend_mesh_link_id id;
    wend_mesh_link link;
    wend_mesh *mesh;
    size_t count;
    assert_int_equal(wend_level_build_mesh(level, &mesh_def, &mesh, NULL), WEND_OK);
    assert_int_equal(wend_mesh_list_links(mesh, &id, 1, &count), WEND_OK);
    assert_int_equal(wend_mesh_get_link(mesh, id, &link), WEND_OK);
    assert_true(is_near(link.cost, 1) && link.is_two_way && link.user == 0);
    wend_mesh_destroy(mesh);
    wend_level_destroy(level);
}

static void level_graph_expanded_has_no_nodes_beyond_the_walls(void **state)
{
    (void)state;
    wend_level *level = two_rooms(false);
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = 1;
    wend_graph *graph;
    assert_int_equal(wend_level_build_graph(level, WEND_GRAPH_EXPANDED, &def, &graph), WEND_OK);
    assert_int_equal(wend_graph_node_count(graph), 2); /* of the teleport */
    wend_graph_destroy(graph);
    wend_level_destroy(level);
}

static void level_graph_takes_points_and_ground_of_its_own(void **state)
{
    (void)state;
    wend_level *level = two_rooms(false);
    wend_graph_build_def def = wend_graph_build_def_default();
    wend_message message;
    def.message = &message;
    def.radius = 1;
    wend_graph *graph;
    assert_int_equal(wend_level_build_graph(level, WEND_GRAPH_FLOOD, &def, &graph), WEND_OK);
    assert_true(has_node_at(graph, 1, 1) && has_node_at(graph, 13, 1));
    assert_int_equal(wend_graph_node_count(graph), 2 * 25 + 2);
    wend_graph_destroy(graph);
    assert_int_equal(wend_level_build_graph(level, WEND_GRAPH_VISIBILITY, &def, &graph), WEND_OK);
    assert_int_equal(wend_graph_node_count(graph), 2);
    wend_graph_destroy(graph);
    const wend_vec2 point = {5, 5};
    def.points = &point;
    def.point_count = 1;
    assert_int_equal(wend_level_build_graph(level, WEND_GRAPH_VISIBILITY, &def, &graph), WEND_OK);
    assert_int_equal(wend_graph_edge_count(graph), 2);
    wend_graph_destroy(graph);
    def.points = NULL;
    def.point_count = 0;
    def.radius = 20;
    assert_int_equal(wend_level_build_graph(level, WEND_GRAPH_FLOOD, &def, &graph),
                     WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "no ground"));
    assert_int_equal(wend_level_build_graph(level, (wend_graph_method)5, &def, &graph),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_build_graph(NULL, WEND_GRAPH_FLOOD, &def, &graph),
                     WEND_ERROR_ARGUMENT);
    assert_null(graph);
    wend_level_destroy(level);
}

static void coverage_counts_places_behind_a_corner(void **state)
{
    (void)state;
    wend_level *level = two_rooms(false);
    /* Half of the first room lies behind a wall with a gap at its end. */
    const wend_level_line wall = {{5, 0}, {5, 7}, 0, 0, WEND_STOPS_ALL, 0};
    assert_int_equal(wend_level_add_line(level, &wall, NULL), WEND_OK);
    wend_walls *walls;
    assert_int_equal(wend_level_build_walls(level, NULL, &walls), WEND_OK);
    wend_level_grid_def grid_def = wend_level_grid_def_default();
    grid_def.cell_size = 1;
    wend_grid *grid;
    assert_int_equal(wend_level_build_grid(level, &grid_def, &grid), WEND_OK);
    const wend_vec2 point = {1.5, 1.5};
    wend_graph_build_def def = wend_graph_build_def_default();
    def.points = &point;
    def.point_count = 1;
    wend_graph *graph;
    assert_int_equal(wend_graph_build_visibility(walls, &def, &graph), WEND_OK);
    wend_coverage coverage;
    wend_node cells[100];
    size_t count;
    assert_int_equal(wend_graph_coverage(graph, walls, grid, 0.25, WEND_STOPS_WALK, &coverage,
                                         cells, 100, &count),
                     WEND_OK);
    assert_true(coverage.walkable >= 93 && coverage.walkable <= 100);
    assert_true(coverage.invisible >= 40 && coverage.invisible <= 50);
    assert_true(is_near(coverage.part, (double)count / (double)coverage.walkable));
    assert_int_equal(count, coverage.invisible);
    for (size_t i = 0; i < count; i++) {
        const wend_vec2 p = wend_grid_position(grid, cells[i]);
        assert_true(p.x > 5 && p.x < 10);
        assert_true(i == 0 || cells[i] > cells[i - 1]);
    }
    assert_int_equal(
        wend_graph_coverage(graph, walls, grid, 0.25, WEND_STOPS_WALK, &coverage, cells, 5, &count),
        WEND_TRUNCATED);
    assert_int_equal(
        wend_graph_coverage(graph, walls, grid, 0.25, WEND_STOPS_WALK, &coverage, NULL, 0, NULL),
        WEND_OK);
    assert_int_equal(wend_graph_coverage(graph, walls, grid, (double)NAN, WEND_STOPS_WALK,
                                         &coverage, NULL, 0, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_graph_coverage(NULL, walls, grid, 0, WEND_STOPS_WALK, &coverage, NULL, 0, &count),
        WEND_ERROR_ARGUMENT);
    wend_graph_destroy(graph);
    wend_grid_destroy(grid);
    wend_walls_destroy(walls);
    wend_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_method_names_are_what_the_command_takes),
        cmocka_unit_test(graph_build_refuses_bad_definitions),
        cmocka_unit_test(visibility_joins_points_that_can_be_walked_between),
        cmocka_unit_test(visibility_does_not_depend_on_the_executor),
        cmocka_unit_test(join_visible_makes_only_edges_anew_that_follow_their_length),
        cmocka_unit_test(level_graph_has_items_and_teleports),
        cmocka_unit_test(level_teleports_cost_a_metre_in_every_world),
        cmocka_unit_test(level_graph_expanded_has_no_nodes_beyond_the_walls),
        cmocka_unit_test(level_graph_takes_points_and_ground_of_its_own),
        cmocka_unit_test(coverage_counts_places_behind_a_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
