/* Pathfinders and planners with an index give the costs of those without one, before it is built,
 * once it is, after edits, and while it is built again; they say which method ran. */
#include "support/gen.h"
#include "support/graphs.h"
#include "support/grids.h"
#include "support/pools.h"
#include "support/test.h"

#include "route/index/index.h"
#include "route/pathfinder/indexed.h"
#include "wend/planner.h"

#include <string.h>

enum { GRIDS = 12, GRAPHS = 8, PLANS = 4, SIDE = 40, ASKED = 12, EDITS = 5, STEPS_MOST = 600000 };

/* Two pathfinders over one world. */
typedef struct twins {
    wend_grid *grid;
    wend_graph *graph;
    wend_pathfinder *indexed, *plain;
    double side;
    uint32_t by_index;
} twins;

static wend_grid *make_grid(uint64_t seed)
{
    static const gen_kind kinds[5] = {GEN_ROOMS, GEN_MAZE, GEN_CAVE, GEN_BARS, GEN_NOISE};
    gen_map map = gen_map_make(kinds[seed % 5], seed, SIDE, SIDE);
    map.neighbours = WEND_NEIGHBOURS_8;
    map.corner_rule = (wend_corner_rule)(seed % 3);
    wend_grid *grid = gen_map_grid(&map, NULL);
    assert_non_null(grid);
    gen_map_free(&map);
    return grid;
}

/* A raster of nodes at random places, of which some edges are missing and some lead one way. */
static wend_graph *make_graph(uint64_t seed)
{
    enum { ROW = 9 };
    wend_graph *graph = graphs_empty();
    for (uint32_t k = 0; k < ROW * ROW; k++) {
        graphs_node(graph, 4 * (k % ROW) + 3 * wend_random_unit(seed, k, 0),
                    4.0 * (k / ROW) + 3 * wend_random_unit(seed, k, 1));
    }
    for (uint32_t k = 0; k < ROW * ROW; k++) {
        const bool is_two_way = seed % 2 == 0 || k % 7 != 0;
        if (k % ROW + 1 < ROW && wend_random_unit(seed, k, 2) < 0.8) {
            graphs_edge(graph, k, k + 1, is_two_way);
        }
        if (k + ROW < ROW * ROW && wend_random_unit(seed, k, 3) < 0.8) {
            graphs_edge(graph, k, k + ROW, is_two_way);
        }
    }
    return graph;
}

static wend_pathfinder *make_finder(const twins *t, bool has_index)
{
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = t->grid;
    def.graph = t->graph;
    def.max_node_distance = 6;
    def.factor = 2;
    def.has_index = has_index;
    def.has_jump_table = t->grid != NULL && t->side > 30;
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
    return finder;
}

static twins twins_make(uint64_t seed, bool is_graph)
{
    twins t = {.side = is_graph ? 36 : SIDE};
    t.grid = is_graph ? NULL : make_grid(seed);
    t.graph = is_graph ? make_graph(seed) : NULL;
    t.indexed = make_finder(&t, true);
    t.plain = make_finder(&t, false);
    return t;
}

static void twins_free(twins *t)
{
    wend_pathfinder_destroy(t->indexed);
    wend_pathfinder_destroy(t->plain);
    wend_grid_destroy(t->grid);
    wend_graph_destroy(t->graph);
}

static wend_path_query query_of(double side, uint64_t seed, uint64_t id)
{
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){side * wend_random_unit(seed, id, 10),
                             side * wend_random_unit(seed, id, 11), 0};
    query.to = (wend_vec3){side * wend_random_unit(seed, id, 12),
                           side * wend_random_unit(seed, id, 13), 0};
    query.shape = WEND_PATH_AS_FOUND;
    query.is_searched = id % 2 == 0;
    query.max_cost = id % 5 == 4 ? wend_cost_from_double(side / 2) : WEND_COST_INFINITE;
    query.is_nearest_allowed = id % 6 == 5;
    query.max_steps = id % 7 == 6 ? 3 : 0;
    return query;
}

/* True if both give one answer, in result, reason, and of complete paths in cost. */
static bool are_same(twins *t, const wend_path_query *query)
{
    wend_path_answer a;
    wend_path_answer b;
    const wend_result result = wend_pathfinder_find(t->indexed, query);
    const wend_result other = wend_pathfinder_find(t->plain, query);
    wend_pathfinder_get_answer(t->indexed, &a);
    wend_pathfinder_get_answer(t->plain, &b);
    const bool is_by_index = strcmp(a.method, "index") == 0;
    t->by_index += is_by_index ? 1 : 0;
    if (is_by_index && query->max_steps != 0) {
        return result == WEND_OK && (other == WEND_PARTIAL || a.cost == b.cost);
    }
    bool same = result == other && a.reason == b.reason && a.is_nearest == b.is_nearest;
    if (same && result == WEND_OK) {
        wend_path *path = NULL;
        assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
        const wend_vec2 end = {a.position.x, a.position.y};
        const wend_vec2 other_end = {b.position.x, b.position.y};
        same = a.cost == b.cost && wend_vec2_distance(end, other_end) < 1e-9 &&
               wend_path_from_pathfinder(path, t->indexed) == WEND_OK &&
               wend_path_cost(path) == a.cost &&
               (t->graph != NULL ||
                wend_path_is_valid(path, wend_pathfinder_space(t->plain), 0, 0, NULL));
        wend_path_destroy(path);
    }
    return same;
}

/* Changes the world; every other time takes the last change back. */
static void edit(const twins *t, uint64_t seed, uint64_t round)
{
    if (t->grid != NULL) {
        const uint64_t place = round / 2;
        const int32_t x = (int32_t)wend_random_below(seed, place, 20, SIDE - 6);
        const int32_t y = (int32_t)wend_random_below(seed, place, 21, SIDE - 2);
        grids_fill(t->grid, x, y, 5, 1, round % 2 == 0 ? WEND_COST_WALL : 1);
        return;
    }
    const uint32_t count = (uint32_t)wend_graph_edge_count(t->graph);
    const uint32_t edge = wend_random_below(seed, round / 2, 22, count);
    assert_int_equal(wend_graph_set_open(t->graph, edge, round % 2 != 0), WEND_OK);
}

static bool costs_hold(uint64_t seed, void *context)
{
    twins t = twins_make(seed, context != NULL);
    bool holds = true;
    uint32_t built = 0;
    for (uint64_t round = 0; round < EDITS && holds; round++) {
        wend_result prepared = WEND_IN_PROGRESS;
        for (uint64_t id = 0; id < ASKED && holds; id++) {
            const wend_path_query query = query_of(t.side, seed, round * ASKED + id);
            holds = are_same(&t, &query);
            /* The index is built behind, sometimes not to its end before the next edit. */
            wend_budget budget = wend_budget_steps(
                wend_random_below(seed, round * ASKED + id, 23, round == 1 ? 200 : STEPS_MOST));
            prepared = wend_pathfinder_prepare(t.indexed, &budget);
            holds = holds && (prepared == WEND_OK || prepared == WEND_IN_PROGRESS);
        }
        built += prepared == WEND_OK ? 1 : 0;
        edit(&t, seed, round);
    }
    assert_true(built > 0);
    holds = holds && t.by_index > 0;
    twins_free(&t);
    return holds;
}

static void paths_by_an_index_cost_what_searches_find(void **state)
{
    (void)state;
    uint32_t is_graph = 1;
    gen_property("grids", GRIDS, costs_hold, NULL);
    gen_property("graphs", GRAPHS, costs_hold, &is_graph);
}

/* ---- planners ---- */

typedef struct plan {
    uint64_t digest;
    uint32_t by_index, updates;
} plan;

/* Asks and edits by turns; each answer is that of a pathfinder over the world at that time. */
static bool run_plan(uint64_t seed, wend_executor executor, plan *made)
{
    twins t = twins_make(seed, seed % 3 == 2);
    wend_planner_def def = wend_planner_def_default();
    def.grid = t.grid;
    def.graph = t.graph;
    def.executor = executor;
    def.quantum = 64;
    wend_planner *planner = NULL;
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    profile.has_index = true;
    profile.max_node_distance = 6;
    profile.factor = 2;
    uint32_t index;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_OK);
    bool holds = true;
    for (uint64_t round = 0; round < EDITS && holds; round++) {
        wend_planner_request_id ids[ASKED];
        wend_planner_request_def request = wend_planner_request_def_default();
        for (uint64_t id = 0; id < ASKED; id++) {
            request.query = query_of(t.side, seed, round * ASKED + id);
            request.query.max_steps = 0;
            assert_int_equal(wend_planner_add_request(planner, &request, &ids[id]), WEND_OK);
        }
        for (wend_result result = WEND_IN_PROGRESS; result == WEND_IN_PROGRESS; made->updates++) {
            wend_budget budget = wend_budget_steps(2000);
            result = wend_planner_update(planner, &budget);
            assert_true(result >= 0);
        }
        for (uint64_t id = 0; id < ASKED && holds; id++) {
            wend_planner_answer answer;
            wend_path_answer exact;
            wend_path_query query = query_of(t.side, seed, round * ASKED + id);
            query.max_steps = 0;
            const wend_result result = wend_planner_poll(planner, ids[id], &answer, NULL);
            holds = result == wend_pathfinder_find(t.plain, &query);
            wend_pathfinder_get_answer(t.plain, &exact);
            holds = holds && (result != WEND_OK || answer.path.cost == exact.cost);
            made->by_index += strcmp(answer.path.method, "index") == 0 ? 1 : 0;
            made->digest = wend_hash_u64(made->digest, answer.path.cost);
            made->digest = wend_hash_u64(made->digest, made->updates);
            assert_int_equal(wend_planner_release(planner, ids[id]), WEND_OK);
        }
        for (uint32_t idle = 0; idle < 100; idle++) {
            wend_budget budget = wend_budget_steps(40000);
            assert_int_equal(wend_planner_update(planner, &budget), WEND_OK);
        }
        if (round % 2 == 0) {
            edit(&t, seed, round);
        }
    }
    wend_planner_destroy(planner);
    twins_free(&t);
    return holds;
}

static bool plans_hold(uint64_t seed, void *context)
{
    plan serial = {0, 0, 0};
    plan threads = {0, 0, 0};
    const wend_executor none = {0};
    return run_plan(seed, none, &serial) && serial.by_index > 0 &&
           run_plan(seed, *(const wend_executor *)context, &threads) &&
           threads.digest == serial.digest && threads.by_index == serial.by_index;
}

static void planners_with_an_index_find_the_same_costs(void **state)
{
    (void)state;
    wend_pool *pool = pools_make(2);
    wend_executor executor = wend_pool_executor(pool);
    gen_property("planners", PLANS, plans_hold, &executor);
    wend_pool_destroy(pool);
}

/* ---- worlds without an index ---- */

static void pathfinder_over_several_costs_has_no_index(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(8, 8);
    grids_fill(grid, 2, 2, 1, 1, 3);
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = grid;
    def.has_index = true;
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
    assert_int_equal(wend_pathfinder_prepare(finder, NULL), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(wend_pathfinder_error(finder), "one cost"));
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){0.5, 0.5, 0};
    query.to = (wend_vec3){7.5, 6.5, 0};
    assert_int_equal(wend_pathfinder_find(finder, &query), WEND_OK);
    grids_fill(grid, 2, 2, 1, 1, 1);
    grids_fill(grid, 4, 0, 1, 7, WEND_COST_WALL);
    assert_int_equal(wend_pathfinder_prepare(finder, NULL), WEND_OK);
    assert_int_equal(wend_pathfinder_find(finder, &query), WEND_OK);
    wend_path_answer answer;
    wend_pathfinder_get_answer(finder, &answer);
    assert_string_equal(answer.method, "index");
    wend_pathfinder_destroy(finder);
    wend_grid_destroy(grid);
}

/* Single walls on open ground lead from each to very many: the limits end that. */
static void pathfinder_refuses_an_index_that_takes_too_long(void **state)
{
    (void)state;
    enum { WIDE = 200 };
    wend_grid *grid = grids_open(WIDE, WIDE);
    for (uint64_t k = 0; k < WIDE * WIDE / 12; k++) {
        grids_fill(grid, (int32_t)wend_random_below(1, k, 0, WIDE),
                   (int32_t)wend_random_below(1, k, 1, WIDE), 1, 1, WEND_COST_WALL);
    }
    wend_space_def space_def = wend_space_def_default();
    space_def.grid = grid;
    wend_space *space = NULL;
    assert_int_equal(wend_space_create(&space_def, &space), WEND_OK);
    wend_index_def def = wend_index_def_default();
    def.space = space;
    def.max_steps = 20000;
    wend_index *index = NULL;
    wend_index *sliced = NULL;
    assert_int_equal(wend_index_create(&def, &index), WEND_OK);
    assert_int_equal(wend_index_create(&def, &sliced), WEND_OK);
    assert_int_equal(wend_index_build(index, NULL), WEND_ERROR_FULL);
    assert_int_equal(wend_index_build(index, NULL), WEND_ERROR_FULL);
    assert_non_null(strstr(wend_index_error(index), "max_steps"));
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(997);
        result = wend_index_build(sliced, &budget);
    }
    assert_int_equal(result, WEND_ERROR_FULL);
    wend_index_destroy(index);
    wend_index_destroy(sliced);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

/* Single walls, each with a jump point at its four corners. @return the result of the building. */
static wend_result build_over_walls(uint32_t side, uint32_t walls, bool has_labels)
{
    const uint32_t row = side / 4;
    wend_grid *grid = grids_open((int32_t)side, (int32_t)side);
    for (uint32_t k = 0; k < walls; k++) {
        grids_wall(grid, (int32_t)(4 * (k % row)) + 2, (int32_t)(4 * (k / row)) + 2, 1, 1);
    }
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    wend_space *space = NULL;
    assert_int_equal(wend_space_create(&def, &space), WEND_OK);
    const wend_allocator allocator = {NULL, NULL};
    const wend_executor executor = {0};
    wendi_pathfinder_index *index = wendi_pathfinder_index_create(&allocator, &executor);
    assert_non_null(index);
    wend_budget budget = wend_budget_steps(1);
    assert_int_equal(wendi_pathfinder_index_build(index, space, &budget), WEND_IN_PROGRESS);
    if (!has_labels) {
        index->building->label_build.left_out = WENDI_HUB_LABELS_OF_JUMP_POINTS;
    }
    const wend_result result = wendi_pathfinder_index_build(index, space, NULL);
    assert_int_equal(wendi_pathfinder_index_is_usable(index, space), result == WEND_OK);
    wendi_pathfinder_index_destroy(index);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
    return result;
}

/* Without labels an index needs a jump point in 64 cells, those of the frame included. */
static void pathfinder_has_no_index_without_labels_where_jump_points_are_rare(void **state)
{
    (void)state;
    enum { SQUARE = 46, CELLS = (SQUARE + 2) * (SQUARE + 2) };
    for (uint32_t walls = 1; walls < 20; walls++) {
        const bool pays = 64 * 4 * walls >= CELLS;
        assert_int_equal(build_over_walls(SQUARE, walls, false), pays ? WEND_OK : WEND_ERROR_FULL);
        assert_int_equal(build_over_walls(SQUARE, walls, true), WEND_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_by_an_index_cost_what_searches_find),
        cmocka_unit_test(planners_with_an_index_find_the_same_costs),
        cmocka_unit_test(pathfinder_over_several_costs_has_no_index),
        cmocka_unit_test(pathfinder_refuses_an_index_that_takes_too_long),
        cmocka_unit_test(pathfinder_has_no_index_without_labels_where_jump_points_are_rare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
