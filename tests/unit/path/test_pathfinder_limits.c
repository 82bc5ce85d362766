/* Limits and figures of path queries in a room with a wall, as cells, as a graph and as a mesh for
 * a point and for a disc. */
#include "support/test.h"
#include "wend/graph.h"
#include "wend/level.h"
#include "wend/pathfinder.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

enum { GRID, GRAPH, MESH, DISC, WORLDS };

static const double radii[WORLDS] = {0.2, 0.2, 0, 0.4};

typedef struct house {
    wend_level *level;
    wend_walls *walls;
    wend_graph *graph;
    wend_pathfinder *finder[WORLDS];
    wend_path *path;
} house;

/* Four nodes in a row around the wall. */
static wend_graph *graph_of(void)
{
    static const wend_vec2 at[4] = {{1.13, 1}, {4.5, 8.6}, {5.5, 8.6}, {9, 1}};
    const wend_graph_def graph_def = wend_graph_def_default();
    wend_graph *graph = NULL;
    assert_int_equal(wend_graph_create(&graph_def, &graph), WEND_OK);
    for (wend_node i = 0; i < 4; i++) {
        wend_graph_node node = wend_graph_node_default();
        wend_graph_edge edge = wend_graph_edge_default();
        uint32_t index;
        node.position = at[i];
        edge.from = i - 1;
        edge.to = i;
        assert_int_equal(wend_graph_add_node(graph, &node, &index), WEND_OK);
        assert_true(i == 0 || wend_graph_add_edge(graph, &edge, &index) == WEND_OK);
    }
    return graph;
}

/* A room of 10 x 10 with a wall from 5, 0 to 5, 8. */
static house house_of(void)
{
    static const wend_vec2 room[8] = {{0, 0},   {4.9, 0}, {4.9, 8}, {5.1, 8},
                                      {5.1, 0}, {10, 0},  {10, 10}, {0, 10}};
    const wend_level_region region = {0, 3, 0, 0};
    house h;
    uint32_t index;
    assert_int_equal(wend_level_create(NULL, &h.level), WEND_OK);
    assert_int_equal(wend_level_add_region(h.level, &region, &index), WEND_OK);
    assert_int_equal(wend_level_add_outline(h.level, room, 8, index, WEND_REGION_NONE), WEND_OK);
    assert_int_equal(wend_level_build_walls(h.level, NULL, &h.walls), WEND_OK);
    h.graph = graph_of();
    for (int world = 0; world < WORLDS; world++) {
        wend_pathfinder_def def = wend_pathfinder_def_default();
        def.graph = world == GRAPH ? h.graph : NULL;
        def.level = world == GRAPH ? NULL : h.level;
        def.level_world = world == GRID ? WEND_LEVEL_GRID : WEND_LEVEL_MESH;
        def.walls = world == GRAPH ? h.walls : NULL;
        def.radius = radii[world];
        assert_int_equal(wend_pathfinder_create(&def, &h.finder[world]), WEND_OK);
    }
    assert_int_equal(wend_path_create(NULL, &h.path), WEND_OK);
    return h;
}

static void house_free(house *h)
{
    for (int world = 0; world < WORLDS; world++) {
        wend_pathfinder_destroy(h->finder[world]);
    }
    wend_path_destroy(h->path);
    wend_graph_destroy(h->graph);
    wend_walls_destroy(h->walls);
    wend_level_destroy(h->level);
}

static wend_path_query around_the_wall(void)
{
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){1.13, 1.21, 0};
    query.to = (wend_vec3){8.87, 1.21, 0};
    return query;
}

static wend_path_answer find(house *h, int world, const wend_path_query *query, wend_result result)
{
    wend_path_answer answer;
    assert_int_equal(wend_pathfinder_find(h->finder[world], query), result);
    wend_pathfinder_get_answer(h->finder[world], &answer);
    assert_int_equal(answer.result, result);
    assert_int_equal(wend_path_from_pathfinder(h->path, h->finder[world]), result);
    assert_true(wend_path_cost(h->path) == answer.cost);
    return answer;
}

static void refuse(house *h, int world, const wend_path_query *query, wend_result result,
                   const char *text)
{
    assert_int_equal(wend_pathfinder_find(h->finder[world], query), result);
    assert_non_null(strstr(wend_pathfinder_error(h->finder[world]), text));
}

/* ---- weight ---- */

static void weight_bounds_weighted_searches(void **state)
{
    (void)state;
    house h = house_of();
    wend_path_query query = around_the_wall();
    query.shape = WEND_PATH_AS_FOUND;
    for (int world = GRID; world <= GRAPH; world++) {
        query.method = WEND_METHOD_BEST;
        const wend_path_answer least = find(&h, world, &query, WEND_OK);
        assert_true(least.bound >= 1 && least.bound <= 1);
        query.method = WEND_METHOD_ASTAR_WEIGHTED;
        query.weight = 2.5;
        const wend_path_answer found = find(&h, world, &query, WEND_OK);
        assert_string_equal(found.method, "astar-weighted");
        assert_true(found.bound >= 2.5 && found.bound <= 2.5);
        assert_true(found.cost >= least.cost && (double)found.cost <= 2.5 * (double)least.cost);
    }
    for (int world = MESH; world < WORLDS; world++) {
        find(&h, world, &query, WEND_OK); /* has no meaning there */
    }
    house_free(&h);
}

static void weight_out_of_range_is_refused_in_every_world(void **state)
{
    (void)state;
    house h = house_of();
    for (int world = 0; world < WORLDS; world++) {
        wend_path_query query = around_the_wall();
        query.weight = 0.5;
        refuse(&h, world, &query, WEND_ERROR_ARGUMENT, "weight is 0.5, and must be from 1 to 1000");
        query.weight = (double)NAN;
        refuse(&h, world, &query, WEND_ERROR_ARGUMENT, "weight is nan");
        query.weight = 1001;
        refuse(&h, world, &query, WEND_ERROR_ARGUMENT, "weight is 1001");
    }
    house_free(&h);
}

/* ---- max_steps ---- */

static void max_steps_gives_a_partial_path(void **state)
{
    (void)state;
    house h = house_of();
    for (int world = 0; world < WORLDS; world++) {
        wend_path_query query = around_the_wall();
        query.method = WEND_METHOD_ASTAR;
        const wend_path_answer whole = find(&h, world, &query, WEND_OK);
        query.max_steps = whole.expanded + 1;
        find(&h, world, &query, WEND_OK);
        for (query.max_steps = 1; query.max_steps < whole.expanded; query.max_steps++) {
            wend_path_answer answer;
            const wend_result result = wend_pathfinder_find(h.finder[world], &query);
            wend_pathfinder_get_answer(h.finder[world], &answer);
            if (result == WEND_OK) {
                continue; /* a row of mesh cells is one step or more */
            }
            answer = find(&h, world, &query, WEND_PARTIAL);
            assert_int_equal(answer.reason, WEND_FAILURE_LIMIT);
            assert_true(answer.bound <= 0);
            const size_t count = wend_path_leg_count(h.path);
            if (count > 0) {
                const wend_vec2 begin = wend_path_leg(h.path, 0).from_point;
                const wend_vec2 end = wend_path_leg(h.path, count - 1).to_point;
                assert_true(wend_vec2_distance(begin, (wend_vec2){1.13, 1.21}) < 1e-12);
                assert_true(wend_vec2_distance(
                                end, (wend_vec2){answer.position.x, answer.position.y}) < 1e-12);
            }
        }
    }
    house_free(&h);
}

/* ---- max_cost ---- */

static void max_cost_leaves_out_what_costs_more(void **state)
{
    (void)state;
    house h = house_of();
    for (int world = 0; world < WORLDS; world++) {
        wend_path_query query = around_the_wall();
        query.shape = WEND_PATH_AS_FOUND;
        query.mesh_method = world == MESH ? WEND_MESH_METHOD_MIDPOINT : WEND_MESH_METHOD_EXACT;
        for (int method = 0; method < 2; method++) {
            const wend_path_answer whole = find(&h, world, &query, WEND_OK);
            query.max_cost = whole.cost * 2;
            assert_true(find(&h, world, &query, WEND_OK).cost == whole.cost);
            query.max_cost = whole.cost / 2;
            const wend_path_answer cut =
                find(&h, world, &query, world <= GRAPH ? WEND_PARTIAL : WEND_NO_PATH);
            assert_int_equal(cut.reason, WEND_FAILURE_LIMIT);
            assert_true(cut.cost <= query.max_cost);
            query.mesh_method = WEND_MESH_METHOD_EXACT;
            query.max_cost = WEND_COST_INFINITE;
        }
    }
    house_free(&h);
}

static void max_cost_holds_for_the_straight_path_as_well(void **state)
{
    (void)state;
    house h = house_of();
    for (int world = 0; world < WORLDS; world++) {
        wend_path_query query = around_the_wall();
        query.to = (wend_vec3){1.13, 9.21, 0};
        const wend_path_answer whole = find(&h, world, &query, WEND_OK);
        assert_string_equal(whole.method, "direct");
        query.max_cost = whole.cost;
        assert_string_equal(find(&h, world, &query, WEND_OK).method, "direct");
        query.max_cost = whole.cost / 2;
        const wend_path_answer cut =
            find(&h, world, &query, world <= GRAPH ? WEND_PARTIAL : WEND_NO_PATH);
        assert_int_equal(cut.reason, WEND_FAILURE_LIMIT);
    }
    house_free(&h);
}

static void max_cost_that_was_not_multiplied_is_told(void **state)
{
    (void)state;
    house h = house_of();
    wend_path_query query = around_the_wall();
    query.max_cost = 30;
    find(&h, GRID, &query, WEND_PARTIAL);
    assert_non_null(strstr(wend_pathfinder_error(h.finder[GRID]), "max_cost 30 is less"));
    house_free(&h);
}

/* ---- graphs ---- */

static void partial_path_over_a_graph_ends_at_a_node_or_at_the_goal(void **state)
{
    (void)state;
    house h = house_of();
    wend_path_query query = around_the_wall();
    query.max_steps = 1;
    const wend_path_answer cut = find(&h, GRAPH, &query, WEND_PARTIAL);
    assert_true(wend_vec2_distance(wend_graph_position(h.graph, cut.node),
                                   (wend_vec2){cut.position.x, cut.position.y}) <= 0);
    const wend_vec2 begin = wend_path_leg(h.path, 0).from_point;
    assert_true(wend_vec2_distance(begin, (wend_vec2){query.from.x, query.from.y}) <= 0);
    query = around_the_wall();
    query.max_cost = wend_cost_from_double(0.1);
    assert_int_equal(find(&h, GRAPH, &query, WEND_NO_PATH).reason, WEND_FAILURE_LIMIT);
    house_free(&h);
}

static void methods_that_compare_no_costs_are_refused_over_graphs(void **state)
{
    (void)state;
    house h = house_of();
    wend_path_query query = around_the_wall();
    query.method = WEND_METHOD_GREEDY;
    refuse(&h, GRAPH, &query, WEND_ERROR_UNSUPPORTED, "does not compare costs");
    query.method = WEND_METHOD_JUMP_POINT;
    refuse(&h, GRAPH, &query, WEND_ERROR_UNSUPPORTED, "works on grids");
    query.method = WEND_METHOD_BEST;
    const wend_cost cost = find(&h, GRAPH, &query, WEND_OK).cost;
    query.method = WEND_METHOD_ASTAR_BIDIRECTIONAL;
    assert_true(find(&h, GRAPH, &query, WEND_OK).cost == cost);
    query.method = WEND_METHOD_DIJKSTRA;
    const wend_path_answer found = find(&h, GRAPH, &query, WEND_OK);
    assert_true(found.cost == cost);
    assert_string_equal(found.method, "dijkstra");
    house_free(&h);
}

/* ---- both ---- */

/* A straight path is known, but for one position a search must find out whether it is cheaper. */
static void known_straight_path_is_the_partial_one(void **state)
{
    (void)state;
    static const wend_vec3 positions[2] = {{5.6, 3, 0}, {2, 6, 0}};
    house h = house_of();
    wend_path_query query = around_the_wall();
    query.from = (wend_vec3){4.4, 3, 0};
    query.goal_kind = WEND_PATH_TO_POSITIONS;
    query.positions = positions;
    query.position_count = 2;
    query.max_steps = 1;
    wend_path_answer answer = find(&h, GRID, &query, WEND_PARTIAL);
    assert_string_equal(answer.method, "direct");
    assert_int_equal(answer.goal_index, 1);
    assert_int_equal(wend_path_leg_count(h.path), 1);
    assert_true(answer.bound <= 0);
    query.max_steps = 0;
    query.max_cost = answer.cost; /* cells cost more */
    answer = find(&h, GRID, &query, WEND_OK);
    assert_string_equal(answer.method, "direct");
    assert_true(answer.bound >= 1);
    for (int world = MESH; world <= DISC; world++) {
        query.max_cost = 5 * WEND_COST_ONE;
        assert_int_equal(find(&h, world, &query, WEND_OK).goal_index, 1);
    }
    house_free(&h);
}

/* Cells that stand for no wall part a room; walls allow the straight path to one of two positions,
 * and a search over cells finds none to either. */
static void straight_path_counts_where_the_search_finds_none(void **state)
{
    (void)state;
    static const wend_vec3 positions[2] = {{7.5, 7.5, 0}, {15.5, 2.5, 0}};
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = 20;
    grid_def.height = 10;
    wend_grid *grid = NULL;
    wend_walls *walls = NULL;
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_grid_create(&grid_def, &grid), WEND_OK);
    assert_int_equal(wend_grid_fill(grid, 0, 12, 0, 1, 10, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_grid_fill(grid, 0, 6, 6, 3, 3, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_grid_fill(grid, 0, 7, 7, 1, 1, 1), WEND_OK);
    const wend_walls_def walls_def = wend_walls_def_default();
    assert_int_equal(wend_walls_create(&walls_def, &walls), WEND_OK);
    const wend_vec2 box[5] = {{7, 7}, {8, 7}, {8, 8}, {7, 8}, {7, 7}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(wend_walls_add_segment(walls, box[i], box[i + 1], WEND_STOPS_ALL, 0, NULL),
                         WEND_OK);
    }
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = grid;
    def.walls = walls;
    assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){5.5, 2.5, 0};
    query.goal_kind = WEND_PATH_TO_POSITIONS;
    query.positions = positions;
    query.position_count = 2;
    assert_int_equal(wend_pathfinder_find(finder, &query), WEND_OK);
    wend_path_answer answer;
    wend_pathfinder_get_answer(finder, &answer);
    assert_int_equal(answer.goal_index, 1);
    assert_int_equal(answer.reason, WEND_FAILURE_NONE);
    assert_true(answer.cost == 10 * WEND_COST_ONE);
    wend_pathfinder_destroy(finder);
    wend_walls_destroy(walls);
    wend_grid_destroy(grid);
}

static void answer_has_what_was_generated_and_the_memory(void **state)
{
    (void)state;
    house h = house_of();
    for (int world = 0; world < WORLDS; world++) {
        const wend_path_query query = around_the_wall();
        const wend_path_answer answer = find(&h, world, &query, WEND_OK);
        assert_true(answer.generated > 0);
        assert_true(answer.memory_bytes > 1000 && answer.memory_bytes < 10000000);
        assert_true(find(&h, world, &query, WEND_OK).memory_bytes == answer.memory_bytes);
    }
    wend_path_answer none;
    wend_pathfinder_get_answer(NULL, &none);
    assert_true(none.generated == 0 && none.memory_bytes == 0);
    house_free(&h);
}

/* ---- searches and polygons ---- */

static void search_of_a_pathfinder_knows_more_than_the_path(void **state)
{
    (void)state;
    house h = house_of();
    const wend_path_query query = around_the_wall();
    wend_search_answer cells;
    wend_mesh_search_answer mesh;
    const wend_path_answer over_cells = find(&h, GRID, &query, WEND_OK);
    wend_search_get_answer(wend_pathfinder_search(h.finder[GRID]), &cells);
    assert_true(cells.expanded == over_cells.expanded && cells.node == over_cells.node);
    const wend_path_answer of_disc = find(&h, DISC, &query, WEND_OK);
    wend_mesh_search_get_answer(wend_pathfinder_mesh_search(h.finder[DISC]), &mesh);
    assert_true(mesh.expanded == of_disc.expanded && mesh.location.polygon == of_disc.node);
    assert_true(mesh.length < of_disc.length && mesh.length > 0.99 * of_disc.length);
    assert_null(wend_pathfinder_search(h.finder[MESH]));
    assert_null(wend_pathfinder_mesh_search(h.finder[GRID]));
    assert_null(wend_pathfinder_search(NULL));
    assert_null(wend_pathfinder_mesh_search(NULL));
    house_free(&h);
}

static void given_polygons_are_not_located(void **state)
{
    (void)state;
    house h = house_of();
    wend_path_query query = around_the_wall();
    wend_path_answer answer = find(&h, MESH, &query, WEND_OK);
    const wend_cost cost = answer.cost;
    const wend_node last = answer.node;
    query.to_polygon = last;
    assert_true(find(&h, MESH, &query, WEND_OK).cost == cost);
    query.to_polygon = 100000;
    answer = find(&h, MESH, &query, WEND_NO_PATH);
    assert_int_equal(answer.reason, WEND_FAILURE_GOAL_BLOCKED);
    query = around_the_wall();
    query.to = (wend_vec3){1.13, 9.21, 0};
    assert_string_equal(find(&h, MESH, &query, WEND_OK).method, "direct");
    query.to_polygon = find(&h, MESH, &query, WEND_OK).node;
    assert_string_equal(find(&h, MESH, &query, WEND_OK).method, "exact");
    query.from_polygon = 100000;
    answer = find(&h, MESH, &query, WEND_NO_PATH);
    assert_int_equal(answer.reason, WEND_FAILURE_START_BLOCKED);
    house_free(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weight_bounds_weighted_searches),
        cmocka_unit_test(weight_out_of_range_is_refused_in_every_world),
        cmocka_unit_test(max_steps_gives_a_partial_path),
        cmocka_unit_test(max_cost_leaves_out_what_costs_more),
        cmocka_unit_test(max_cost_holds_for_the_straight_path_as_well),
        cmocka_unit_test(max_cost_that_was_not_multiplied_is_told),
        cmocka_unit_test(partial_path_over_a_graph_ends_at_a_node_or_at_the_goal),
        cmocka_unit_test(methods_that_compare_no_costs_are_refused_over_graphs),
        cmocka_unit_test(known_straight_path_is_the_partial_one),
        cmocka_unit_test(straight_path_counts_where_the_search_finds_none),
        cmocka_unit_test(search_of_a_pathfinder_knows_more_than_the_path),
        cmocka_unit_test(given_polygons_are_not_located),
        cmocka_unit_test(answer_has_what_was_generated_and_the_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
