/* Takes: one small level as a grid, a graph and a mesh.
 * Gives: proof that each world answers the same questions.
 * Cost: a moment. */
#include "support/graphs.h"
#include "support/grids.h"
#include "support/levels.h"
#include "support/meshes.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/ways_level.h"
#include "wend/flow.h"
#include "wend/islands.h"

#include <math.h>
#include <string.h>

enum { GRID, GRAPH, MESH, WORLDS };

/* A room of 10 x 10 with a wall from 5, 0 to 5, 8. */
typedef struct town {
    wend_level *level;
    wend_walls *walls;
    wend_grid *grid;
    wend_graph *graph;
    wend_mesh *mesh;
    wend_space *grid_space, *graph_space;
    wend_mesh_space *mesh_space;
    wend_pathfinder *finder[WORLDS];
    wend_path *path;
} town;

static void add_node(wend_graph *graph, double x, double y, uint32_t tag)
{
    wend_graph_node def = wend_graph_node_default();
    def.position = (wend_vec2){x, y};
    def.tag = tag;
    graphs_add_node(graph, def);
}

static void add_edge(wend_graph *graph, wend_node from, wend_node to)
{
    graphs_edge(graph, from, to, true);
}

static wend_graph *graph_of(void)
{
    wend_graph *graph = graphs_empty();
    add_node(graph, 1, 1, 0);
    add_node(graph, 4, 4, 7);
    add_node(graph, 4.5, 8.5, 0);
    add_node(graph, 5.5, 8.5, 0);
    add_node(graph, 6, 4, 7);
    add_node(graph, 9, 1, 0);
    for (wend_node i = 0; i < 5; i++) {
        add_edge(graph, i, i + 1);
    }
    return graph;
}

static wend_level *level_of(void)
{
    static const wend_vec2 room[4] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    const wend_level_region region = {0, 3, 0, 0};
    const wend_level_line wall = {{5, 0}, {5, 8}, 0, 0, WEND_STOPS_ALL, 0};
    uint32_t index;
    wend_level *level = levels_empty();
    assert_int_equal(wend_level_add_region(level, &region, &index), WEND_OK);
    assert_int_equal(wend_level_add_outline(level, room, 4, index, WEND_REGION_NONE), WEND_OK);
    assert_int_equal(wend_level_add_line(level, &wall, NULL), WEND_OK);
    return level;
}

static wend_pathfinder *ways_of(const town *t, int world)
{
    wend_pathfinder_def def = wend_pathfinder_def_default();
    wend_message message;
    def.message = &message;
    def.space = world == GRID ? t->grid_space : world == GRAPH ? t->graph_space : NULL;
    def.mesh_space = world == MESH ? t->mesh_space : NULL;
    def.walls = world == MESH ? NULL : t->walls;
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
    return finder;
}

static town town_of(void)
{
    town t;
    memset(&t, 0, sizeof t);
    t.level = level_of();
    assert_int_equal(wend_level_build_walls(t.level, NULL, &t.walls), WEND_OK);
    wend_level_grid_def grid_def = wend_level_grid_def_default();
    grid_def.cell_size = 0.5;
    assert_int_equal(wend_level_build_grid(t.level, &grid_def, &t.grid), WEND_OK);
    const wend_level_mesh_def mesh_def = wend_level_mesh_def_default();
    assert_int_equal(wend_level_build_mesh(t.level, &mesh_def, &t.mesh, NULL), WEND_OK);
    t.graph = graph_of();
    wend_space_def def = wend_space_def_default();
    def.grid = t.grid;
    t.grid_space = spaces_make(def);
    def.grid = NULL;
    def.graph = t.graph;
    t.graph_space = spaces_make(def);
    t.mesh_space = mesh_spaces_on(t.mesh);
    for (int world = 0; world < WORLDS; world++) {
        t.finder[world] = ways_of(&t, world);
    }
    t.path = paths_make();
    return t;
}

static void town_free(town *t)
{
    for (int world = 0; world < WORLDS; world++) {
        wend_pathfinder_destroy(t->finder[world]);
    }
    wend_path_destroy(t->path);
    wend_space_destroy(t->grid_space);
    wend_space_destroy(t->graph_space);
    wend_mesh_space_destroy(t->mesh_space);
    wend_grid_destroy(t->grid);
    wend_graph_destroy(t->graph);
    wend_mesh_destroy(t->mesh);
    wend_walls_destroy(t->walls);
    wend_level_destroy(t->level);
}

static wend_path_query query_of(double x, double y, double to_x, double to_y)
{
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){x, y, 0};
    query.to = (wend_vec3){to_x, to_y, 0};
    return query;
}

static wend_path_answer answer_of(const wend_pathfinder *finder)
{
    wend_path_answer answer;
    wend_pathfinder_get_answer(finder, &answer);
    return answer;
}

static void assert_ends(const wend_path *path, const wend_path_query *query)
{
    const size_t count = wend_path_leg_count(path);
    assert_true(count > 0);
    const wend_leg first = wend_path_leg(path, 0);
    const wend_leg last = wend_path_leg(path, count - 1);
    assert_true(!(first.from_point.x < query->from.x) && !(first.from_point.x > query->from.x));
    assert_true(!(first.from_point.y < query->from.y) && !(first.from_point.y > query->from.y));
    assert_true(!(last.to_point.x < query->to.x) && !(last.to_point.x > query->to.x));
    assert_true(!(last.to_point.y < query->to.y) && !(last.to_point.y > query->to.y));
}

static void way_leads_from_and_to_the_exact_places_in_every_world(void **state)
{
    (void)state;
    town t = town_of();
    const double least = 2 * sqrt(3.87 * 3.87 + 6.79 * 6.79);
    for (int world = 0; world < WORLDS; world++) {
        for (int shape = 0; shape <= WEND_PATH_AS_FOUND; shape++) {
            wend_path_query query = query_of(1.13, 1.21, 8.87, 1.21);
            query.shape = (wend_path_shape)shape;
            assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
            assert_int_equal(wend_path_from_pathfinder(t.path, t.finder[world]), WEND_OK);
            assert_ends(t.path, &query);
            assert_true(ways_level_is_clear(t.walls, t.path, 0));
            const wend_path_answer answer = answer_of(t.finder[world]);
            assert_true(answer.cost == wend_path_cost(t.path));
            assert_true(answer.length >= least - 1e-9);
            assert_true(answer.length < (shape == WEND_PATH_AS_FOUND ? 1.2 : 1.1) * least);
            assert_true(strcmp(answer.method, "direct") != 0 && answer.method[0] != 0);
            assert_true(answer.expanded > 0);
            assert_true(fabs(answer.position.x - 8.87) <= 0);
        }
    }
    assert_true(fabs(answer_of(t.finder[MESH]).length - least) < 1e-9);
    town_free(&t);
}

static void way_goes_straight_without_a_search_where_nothing_is_in_the_way(void **state)
{
    (void)state;
    town t = town_of();
    for (int world = 0; world < WORLDS; world++) {
        wend_path_query query = query_of(1.13, 1.21, 4.2, 9.5);
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        assert_int_equal(wend_path_from_pathfinder(t.path, t.finder[world]), WEND_OK);
        assert_int_equal(wend_path_leg_count(t.path), 1);
        assert_ends(t.path, &query);
        const wend_path_answer answer = answer_of(t.finder[world]);
        assert_string_equal(answer.method, "direct");
        assert_int_equal(answer.expanded, 0);
        query.is_searched = true;
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        assert_true(strcmp(answer_of(t.finder[world]).method, "direct") != 0);
        assert_true(answer_of(t.finder[world]).length >= answer.length - 1e-9);
        query = query_of(3, 3, 3, 3);
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        assert_int_equal(wend_path_from_pathfinder(t.path, t.finder[world]), WEND_OK);
        assert_int_equal(wend_path_leg_count(t.path), 0);
    }
    town_free(&t);
}

static void way_from_or_to_a_blocked_place_says_which(void **state)
{
    (void)state;
    town t = town_of();
    for (int world = 0; world < WORLDS; world++) {
        wend_path_query query = query_of(-30, 1, 4, 9);
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_NO_PATH);
        /* Graphs have no ground: no node can be walked to from there. */
        assert_int_equal(answer_of(t.finder[world]).reason, world == GRAPH
                                                                ? WEND_FAILURE_START_BLOCKED
                                                                : WEND_FAILURE_START_OFF_GROUND);
        assert_int_equal(wend_path_from_pathfinder(t.path, t.finder[world]), WEND_NO_PATH);
        query = query_of(4, 9, -30, 1);
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_NO_PATH);
        assert_int_equal(answer_of(t.finder[world]).reason,
                         world == GRAPH ? WEND_FAILURE_GOAL_BLOCKED : WEND_FAILURE_GOAL_OFF_GROUND);
    }
    town_free(&t);
}

static void way_to_several_places_takes_the_nearest_by_walking(void **state)
{
    (void)state;
    static const wend_vec3 positions[3] = {{5.5, 1, 0}, {1, 9, 0}, {-40, 1, 0}};
    town t = town_of();
    for (int world = 0; world < WORLDS; world++) {
        wend_path_query query = query_of(4.5, 1, 0, 0);
        query.goal_kind = WEND_PATH_TO_POSITIONS;
        query.positions = positions;
        query.position_count = 3;
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        assert_int_equal(answer_of(t.finder[world]).goal_index, 1); /* 0 is behind the wall */
        query.position_count = 1;
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        assert_int_equal(answer_of(t.finder[world]).goal_index, 0);
        assert_true(answer_of(t.finder[world]).length > 14);
    }
    town_free(&t);
}

static bool is_right_half(void *user, wend_node node)
{
    const town *t = user;
    return wend_grid_position(t->grid, node).x > 6;
}

static bool is_right_polygon(void *user, wend_node node)
{
    const town *t = user;
    return wend_mesh_get_polygon(t->mesh, node).centroid.x > 6;
}

static bool is_not_taken(void *user, wend_node node)
{
    return node != *(const wend_node *)user;
}

static void way_to_what_a_predicate_or_tag_says(void **state)
{
    (void)state;
    town t = town_of();
    wend_path_query query = query_of(4.5, 4, 0, 0);
    query.goal_kind = WEND_PATH_TO_PREDICATE;
    query.user = &t;
    assert_int_equal(wend_pathfinder_find(t.finder[GRID], &query), WEND_ERROR_ARGUMENT);
    query.is_goal = is_right_half;
    assert_int_equal(wend_pathfinder_find(t.finder[GRID], &query), WEND_OK);
    assert_true(answer_of(t.finder[GRID]).position.x > 6);
    query.is_goal = is_right_polygon;
    assert_int_equal(wend_pathfinder_find(t.finder[MESH], &query), WEND_OK);
    wend_node taken = WEND_NODE_NONE;
    query.goal_kind = WEND_PATH_TO_TAG;
    query.tag = 7;
    query.is_goal = is_not_taken;
    query.user = &taken;
    assert_int_equal(wend_pathfinder_find(t.finder[GRAPH], &query), WEND_OK);
    assert_int_equal(answer_of(t.finder[GRAPH]).node, 1);
    taken = 1;
    assert_int_equal(wend_pathfinder_find(t.finder[GRAPH], &query), WEND_OK);
    assert_int_equal(answer_of(t.finder[GRAPH]).node, 4);
    query.tag = 9;
    assert_int_equal(wend_pathfinder_find(t.finder[GRAPH], &query), WEND_NO_PATH);
    assert_int_equal(answer_of(t.finder[GRAPH]).reason, WEND_FAILURE_UNREACHABLE);
    assert_int_equal(wend_pathfinder_find(t.finder[GRID], &query), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_pathfinder_find(t.finder[MESH], &query), WEND_ERROR_UNSUPPORTED);
    assert_true(wend_pathfinder_error(t.finder[MESH])[0] != 0);
    town_free(&t);
}

static void way_in_slices_is_the_same(void **state)
{
    (void)state;
    town t = town_of();
    for (int world = 0; world < WORLDS; world++) {
        const wend_path_query query = query_of(1.13, 1.21, 8.87, 1.21);
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        const wend_path_answer whole = answer_of(t.finder[world]);
        assert_int_equal(wend_pathfinder_start(t.finder[world], &query), WEND_OK);
        assert_int_equal(wend_path_from_pathfinder(t.path, t.finder[world]), WEND_ERROR_ARGUMENT);
        wend_result result = WEND_IN_PROGRESS;
        int slices = 0;
        while (result == WEND_IN_PROGRESS) {
            wend_budget budget = wend_budget_steps(1);
            result = wend_pathfinder_run(t.finder[world], &budget);
            slices++;
        }
        assert_int_equal(result, WEND_OK);
        assert_true(slices > 1);
        const wend_path_answer sliced = answer_of(t.finder[world]);
        assert_true(sliced.cost == whole.cost && sliced.expanded == whole.expanded);
        wend_budget time = wend_budget_ns(1000000000);
        time.steps = UINT64_MAX;
        assert_int_equal(wend_pathfinder_start(t.finder[world], &query), WEND_OK);
        assert_int_equal(wend_pathfinder_run(t.finder[world], &time), WEND_OK);
        assert_int_equal(wend_pathfinder_run(t.finder[world], NULL), WEND_OK);
    }
    town_free(&t);
}

/* The nearest node at each end leads to a dear edge: trying all visible ones finds the cheap one.
 */
static void way_on_a_graph_tries_all_nodes_at_both_ends(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    add_node(graph, 0, 1, 0);
    add_node(graph, 0, -2, 0);
    add_node(graph, 10, 1, 0);
    add_node(graph, 10, -2, 0);
    wend_graph_edge edge = wend_graph_edge_default();
    edge.from = 0;
    edge.to = 2;
    edge.cost = 50 * WEND_COST_ONE;
    graphs_add_edge(graph, edge);
    edge.from = 1;
    edge.to = 3;
    edge.cost = 3 * WEND_COST_ONE;
    edge.behaviour = WEND_BEHAVIOUR_TELEPORT;
    graphs_add_edge(graph, edge);
    wend_space *space = spaces_on_graph(graph);
    wend_pathfinder_def finder_def = wend_pathfinder_def_default();
    finder_def.space = space;
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_pathfinder_create(&finder_def, &finder), WEND_OK);
    wend_path_query query = query_of(0, 0, 10, 0);
    assert_int_equal(wend_pathfinder_find(finder, &query), WEND_OK);
    assert_true(answer_of(finder).cost == 7 * WEND_COST_ONE); /* less than the 10 m straight on */
    assert_true(fabs(answer_of(finder).bound - 1) <= 0);
    wend_path *path = paths_make();
    assert_int_equal(wend_path_from_pathfinder(path, finder), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 3);
    /* Nodes at the start are ends too, cheap to come to but far from the goal. */
    query.to = (wend_vec3){9, -2, 0};
    assert_int_equal(wend_pathfinder_find(finder, &query), WEND_OK);
    assert_true(answer_of(finder).cost == 6 * WEND_COST_ONE);
    query.to = (wend_vec3){10, 0, 0};
    assert_int_equal(wend_path_leg(path, 1).behaviour, WEND_BEHAVIOUR_TELEPORT);
    wend_pathfinder_destroy(finder);
    finder_def.max_nodes = 1;
    assert_int_equal(wend_pathfinder_create(&finder_def, &finder), WEND_OK);
    query.is_searched = true;
    assert_int_equal(wend_pathfinder_find(finder, &query), WEND_OK);
    assert_true(answer_of(finder).cost == 52 * WEND_COST_ONE);
    assert_true(answer_of(finder).bound <= 0);
    wend_path_destroy(path);
    wend_pathfinder_destroy(finder);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

static void way_can_walk_and_can_reach(void **state)
{
    (void)state;
    town t = town_of();
    const wend_vec3 here = {1, 1, 0};
    const wend_vec3 beside = {4, 1, 0};
    const wend_vec3 behind = {9, 1, 0};
    const wend_vec3 outside = {90, 1, 0};
    const wend_vec3 nowhere = {(double)NAN, 1, 0};
    for (int world = 0; world < WORLDS; world++) {
        wend_pathfinder *finder = t.finder[world];
        wend_cost cost;
        assert_true(wend_pathfinder_can_walk(finder, here, beside, &cost));
        assert_true(cost == (world == GRID ? 6 : 3) * WEND_COST_ONE);
        assert_false(wend_pathfinder_can_walk(finder, here, behind, &cost));
        assert_true(cost == WEND_COST_INFINITE);
        assert_false(wend_pathfinder_can_walk(finder, here, behind, NULL));
        assert_true(wend_pathfinder_can_reach(finder, here, behind));
        assert_false(wend_pathfinder_can_reach(finder, here, outside));
        assert_string_equal(wend_pathfinder_error(finder), "");

        assert_false(wend_pathfinder_can_walk(finder, here, nowhere, &cost));
        assert_true(cost == WEND_COST_INFINITE);
        assert_non_null(strstr(wend_pathfinder_error(finder), "wend_pathfinder_can_walk: to."));
        assert_false(wend_pathfinder_can_walk(finder, here, behind, NULL));
        assert_string_equal(wend_pathfinder_error(finder), "");
        assert_false(wend_pathfinder_can_reach(finder, nowhere, here));
        assert_non_null(strstr(wend_pathfinder_error(finder), "wend_pathfinder_can_reach: from."));
    }
    assert_false(wend_pathfinder_can_walk(NULL, here, beside, NULL));
    assert_false(wend_pathfinder_can_reach(NULL, here, beside));
    town_free(&t);
}

/* An if takes a wend_result for a yes or no without a warning, with 0 for yes. */
#define IS_BOOL(call) _Generic((call), bool : true, default : false)

static void what_can_be_asked_answers_bool_in_every_object(void **state)
{
    (void)state;
    const wend_vec2 flat = {0, 0};
    const wend_vec3 at = {0, 0, 0};
    const wend_mesh_location on_mesh = {0, 0, 0, 0};
    const wend_flow_position on_floor = {{0, 0}, 0};
    assert_true(IS_BOOL(wend_pathfinder_can_walk(NULL, at, at, NULL)));
    assert_true(IS_BOOL(wend_pathfinder_can_reach(NULL, at, at)));
    assert_true(IS_BOOL(wend_mesh_space_can_walk(NULL, on_mesh, on_mesh, 0, NULL, NULL)));
    assert_true(IS_BOOL(wend_space_can_walk(NULL, flat, flat, 0, NULL)));
    assert_true(IS_BOOL(wend_walls_can_walk(NULL, flat, flat, 0, 0)));
    assert_true(IS_BOOL(wend_mesh_can_reach(NULL, 0, 0)));
    assert_true(IS_BOOL(wend_islands_can_reach(NULL, 0, 0)));
    assert_true(IS_BOOL(wend_flow_can_reach(NULL, 0, on_floor, on_floor)));
}

/* 2^21 metres at 65536 each are 2^37. */
static void way_whose_cost_no_number_holds_cannot_be_walked(void **state)
{
    (void)state;
    town t = town_of();
    wend_pathfinder_def def = wend_pathfinder_def_default();
    wend_pathfinder *finder;
    wend_cost cost = 5;
    def.space = t.graph_space;
    def.factor = 65536;
    assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
    assert_true(
        wend_pathfinder_can_walk(finder, (wend_vec3){0, 0, 0}, (wend_vec3){1, 0, 0}, &cost));
    assert_true(cost == 65536 * WEND_COST_ONE);
    assert_false(
        wend_pathfinder_can_walk(finder, (wend_vec3){0, 0, 0}, (wend_vec3){2097152, 0, 0}, &cost));
    assert_true(cost == WEND_COST_INFINITE);
    assert_non_null(strstr(wend_pathfinder_error(finder), "the walk costs 2^32 or more"));
    wend_pathfinder_destroy(finder);
    town_free(&t);
}

static void way_over_a_world_that_changed_is_stale(void **state)
{
    (void)state;
    town t = town_of();
    const wend_path_query query = query_of(1, 1, 9, 1);
    add_node(t.graph, 2, 2, 0);
    assert_int_equal(wend_mesh_set_flags(t.mesh, 0, 5), WEND_OK);
    grids_set(t.grid, 2, 2, WEND_COST_WALL);
    for (int world = 0; world < WORLDS; world++) {
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_ERROR_STALE);
        assert_int_equal(answer_of(t.finder[world]).node, WEND_NODE_NONE);
    }
    town_free(&t);
}

static void ways_refuse_what_makes_no_sense(void **state)
{
    (void)state;
    town t = town_of();
    const wend_pathfinder_def base = wend_pathfinder_def_default();
    wend_pathfinder_def bad[7] = {base, base, base, base, base, base, base};
    for (int i = 0; i < 7; i++) {
        bad[i].space = i == 1 ? NULL : t.grid_space;
    }
    bad[0].cookie = 0;
    bad[2].mesh_space = t.mesh_space;
    bad[3].radius = -1;
    bad[4].walls = t.walls;
    bad[4].space = NULL;
    bad[4].mesh_space = t.mesh_space;
    bad[5].factor = 0;
    bad[6].max_nodes = 0;
    wend_pathfinder *finder = NULL;
    for (int i = 0; i < 7; i++) {
        assert_int_equal(wend_pathfinder_create(&bad[i], &finder), WEND_ERROR_ARGUMENT);
        assert_null(finder);
    }
    assert_int_equal(wend_pathfinder_create(NULL, &finder), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_pathfinder_create(&base, NULL), WEND_ERROR_ARGUMENT);
    wend_path_query good = query_of(1, 1, 2, 2);
    wend_path_query wrong[6] = {good, good, good, good, good, good};
    wrong[0].cookie = 0;
    wrong[1].from.x = (double)NAN;
    wrong[2].to.y = (double)INFINITY;
    wrong[3].goal_kind = (wend_path_goal)9;
    wrong[4].goal_kind = WEND_PATH_TO_POSITIONS;
    wrong[5].shape = (wend_path_shape)9;
    for (int i = 0; i < 6; i++) {
        assert_int_equal(wend_pathfinder_start(t.finder[GRID], &wrong[i]), WEND_ERROR_ARGUMENT);
        assert_true(wend_pathfinder_error(t.finder[GRID])[0] != 0);
    }
    assert_int_equal(wend_pathfinder_run(t.finder[GRID], NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_pathfinder_run(NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_pathfinder_start(NULL, &good), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_pathfinder_start(t.finder[GRID], NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_from_pathfinder(t.path, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_from_pathfinder(NULL, t.finder[GRID]), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_pathfinder_error(NULL), "");
    wend_pathfinder_get_answer(t.finder[GRID], NULL);
    assert_string_equal(answer_of(NULL).method, "");
    wend_pathfinder_destroy(NULL);
    town_free(&t);
}

/* Fields of worlds that mean nothing for the one that is given, one by one. */
static void pathfinder_refuses_fields_of_another_world(void **state)
{
    (void)state;
    town t = town_of();
    static const double factors[256] = {1};
    wend_pathfinder_def bad[20];
    wend_message message = {0};
    const char *said[20] = {"movement_class is set",
                            "team is set",
                            "size is set",
                            "has_jump_table is set",
                            "flags_required is set",
                            "flags_refused is set",
                            "behaviour_factors",
                            "behaviour_count",
                            "area_factors is set",
                            "has_islands is set",
                            "level_world is set",
                            "cell_size is set",
                            "spacing is set",
                            "corners is set",
                            "walls is set",
                            "2 of grid",
                            "0 of grid",
                            "level_world is 9",
                            "movement_class is set",
                            "walls is set"};
    for (int i = 0; i < 20; i++) {
        bad[i] = wend_pathfinder_def_default();
        bad[i].message = &message;
        bad[i].space = i < 6 || (i >= 10 && i < 14) ? t.grid_space : NULL;
        bad[i].grid = i >= 6 && i < 10 ? t.grid : NULL;
    }
    bad[0].movement_class = 1;
    bad[1].team = 0;
    bad[2].size = 2;
    bad[3].has_jump_table = true;
    bad[4].flags_required = 1;
    bad[5].flags_refused = 1;
    bad[6].behaviour_factors = factors;
    bad[7].behaviour_count = 1;
    bad[8].area_factors = factors;
    bad[9].has_islands = true;
    bad[10].level_world = WEND_LEVEL_GRID;
    bad[11].cell_size = 1;
    bad[12].spacing = 1;
    bad[13].corners = WEND_CORNERS_MITRED;
    bad[14].mesh = t.mesh;
    bad[14].walls = t.walls;
    bad[15].mesh = t.mesh;
    bad[15].grid = t.grid;
    bad[17].level = t.level;
    bad[17].level_world = (wend_level_world)9;
    bad[18].level = t.level;
    bad[18].movement_class = 1;
    bad[19].level = t.level;
    bad[19].walls = t.walls;
    for (int i = 0; i < 20; i++) {
        wend_pathfinder *made = NULL;
        const wend_result result = wend_pathfinder_create(&bad[i], &made);
        if (result != WEND_ERROR_ARGUMENT || strstr(message.text, said[i]) == NULL ||
            strstr(message.text, "wend_pathfinder_create: ") != message.text) {
            print_message("%d: %s, not %s\n", i, message.text, said[i]);
        }
        assert_int_equal(result, WEND_ERROR_ARGUMENT);
        assert_non_null(strstr(message.text, said[i]));
        assert_null(made);
    }
    town_free(&t);
}

static void query_over_its_own_space_is_dropped_when_the_world_changes(void **state)
{
    (void)state;
    town t = town_of();
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = t.grid;
    wend_pathfinder *pathfinder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &pathfinder), WEND_OK);
    assert_non_null(wend_pathfinder_space(pathfinder));
    assert_null(wend_pathfinder_mesh_space(pathfinder));
    wend_path_query query = query_of(1, 1, 9, 8);
    query.is_searched = true;
    assert_int_equal(wend_pathfinder_start(pathfinder, &query), WEND_OK);
    assert_int_equal(wend_pathfinder_update(pathfinder), WEND_OK); /* nothing changed */
    wend_budget budget = wend_budget_steps(1);
    assert_int_equal(wend_pathfinder_run(pathfinder, &budget), WEND_IN_PROGRESS);
    grids_set(t.grid, 0, 9, WEND_COST_WALL);
    assert_int_equal(wend_pathfinder_update(pathfinder), WEND_OK);
    assert_int_equal(wend_pathfinder_run(pathfinder, NULL), WEND_ERROR_STALE);
    assert_non_null(strstr(wend_pathfinder_error(pathfinder), "start it again"));
    assert_int_equal(wend_path_from_pathfinder(t.path, pathfinder), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_pathfinder_find(pathfinder, &query), WEND_OK);
    grids_set(t.grid, 0, 9, 1);
    assert_int_equal(wend_pathfinder_update(pathfinder), WEND_OK);
    assert_int_equal(answer_of(pathfinder).result, WEND_OK); /* what is complete stays */
    assert_int_equal(wend_path_from_pathfinder(t.path, pathfinder), WEND_OK);
    assert_int_equal(wend_pathfinder_update(NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_pathfinder_update(t.finder[GRID]), WEND_OK); /* shared: the caller's */
    assert_null(wend_pathfinder_space(NULL));
    assert_null(wend_pathfinder_mesh_space(NULL));
    wend_pathfinder_destroy(pathfinder);
    town_free(&t);
}

/* Which method can_reach takes depends on the factors after the edit. */
static void can_reach_over_a_mesh_whose_ground_becomes_of_two_costs(void **state)
{
    (void)state;
    town t = town_of();
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.mesh = t.mesh;
    wend_pathfinder *pathfinder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &pathfinder), WEND_OK);
    assert_null(wend_pathfinder_space(pathfinder));
    assert_non_null(wend_pathfinder_mesh_space(pathfinder));
    const wend_vec3 from = {1, 1, 0};
    const wend_vec3 to = {9, 8, 0};
    assert_true(wend_pathfinder_can_reach(pathfinder, from, to));
    assert_int_equal(wend_mesh_set_factor(t.mesh, 5, 4), WEND_OK);
    assert_int_equal(wend_mesh_set_area(t.mesh, 0, 5), WEND_OK);
    assert_true(wend_pathfinder_can_reach(pathfinder, from, to));
    assert_string_equal(wend_pathfinder_error(pathfinder), "");
    wend_pathfinder_destroy(pathfinder);
    town_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(way_leads_from_and_to_the_exact_places_in_every_world),
        cmocka_unit_test(way_goes_straight_without_a_search_where_nothing_is_in_the_way),
        cmocka_unit_test(way_from_or_to_a_blocked_place_says_which),
        cmocka_unit_test(way_to_several_places_takes_the_nearest_by_walking),
        cmocka_unit_test(way_to_what_a_predicate_or_tag_says),
        cmocka_unit_test(way_in_slices_is_the_same),
        cmocka_unit_test(way_on_a_graph_tries_all_nodes_at_both_ends),
        cmocka_unit_test(way_can_walk_and_can_reach),
        cmocka_unit_test(what_can_be_asked_answers_bool_in_every_object),
        cmocka_unit_test(way_whose_cost_no_number_holds_cannot_be_walked),
        cmocka_unit_test(way_over_a_world_that_changed_is_stale),
        cmocka_unit_test(ways_refuse_what_makes_no_sense),
        cmocka_unit_test(pathfinder_refuses_fields_of_another_world),
        cmocka_unit_test(query_over_its_own_space_is_dropped_when_the_world_changes),
        cmocka_unit_test(can_reach_over_a_mesh_whose_ground_becomes_of_two_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
