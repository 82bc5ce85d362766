/* Path queries by a hierarchy: the path exists, costs at least the least and at most its bound times
 * that, is the same for every way of slicing, and is found again after edits; while the hierarchy is
 * not ready the query is searched, and the answer says so. Pathfinders and planners. */
#include "support/gen.h"
#include "support/graphs.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/hierarchy.h"
#include "wend/planner.h"

#include <string.h>

enum { GRIDS = 16, GRAPHS = 8, PLANS = 6, SIDE = 72, ROW = 14, ASKED = 10, EDITS = 4 };

typedef struct stage {
    wend_grid *grid;
    wend_graph *graph;
    wend_pathfinder *routed, *sliced, *plain;
    wend_path *path, *other;
    double side;
    uint32_t by_hierarchy;
} stage;

static wend_grid *make_grid(uint64_t seed)
{
    static const gen_kind kinds[6] = {GEN_ROOMS, GEN_PATCHES,        GEN_CAVE,
                                      GEN_BARS,  GEN_WEIGHTED_NOISE, GEN_NOISE};
    static const wend_neighbours neighbours[3] = {WEND_NEIGHBOURS_8, WEND_NEIGHBOURS_4,
                                                  WEND_NEIGHBOURS_6};
    gen_map map = gen_map_make(kinds[seed % 6], seed, SIDE, SIDE);
    map.neighbours = neighbours[seed / 6 % 3];
    wend_grid *grid = gen_map_grid(&map, NULL);
    assert_non_null(grid);
    gen_map_free(&map);
    return grid;
}

static wend_graph *make_graph(uint64_t seed)
{
    wend_graph *graph = graphs_empty();
    for (uint32_t k = 0; k < ROW * ROW; k++) {
        graphs_node(graph, 5 * (k % ROW) + 3 * wend_random_unit(seed, k, 0),
                    5.0 * (k / ROW) + 3 * wend_random_unit(seed, k, 1));
    }
    for (uint32_t k = 0; k < ROW * ROW; k++) {
        if (k % ROW + 1 < ROW && wend_random_unit(seed, k, 2) < 0.85) {
            graphs_edge(graph, k, k + 1, k % 9 != 0);
        }
        if (k + ROW < ROW * ROW && wend_random_unit(seed, k, 3) < 0.85) {
            graphs_edge(graph, k, k + ROW, true);
        }
    }
    return graph;
}

static wend_pathfinder *make_finder(const stage *s, bool has_hierarchy)
{
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = s->grid;
    def.graph = s->graph;
    def.max_node_distance = 8;
    def.factor = 2;
    def.has_hierarchy = has_hierarchy;
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
    return finder;
}

static stage stage_make(uint64_t seed, bool is_graph)
{
    stage s = {.side = is_graph ? 5.0 * (double)ROW : (double)SIDE};
    s.grid = is_graph ? NULL : make_grid(seed);
    s.graph = is_graph ? make_graph(seed) : NULL;
    if (s.grid != NULL) {
        wend_grid_info info;
        wend_grid_get_info(s.grid, &info);
        s.side = info.neighbours == WEND_NEIGHBOURS_6 ? (double)SIDE * 0.8 : (double)SIDE;
    }
    s.routed = make_finder(&s, true);
    s.sliced = make_finder(&s, true);
    s.plain = make_finder(&s, false);
    assert_int_equal(wend_path_create(NULL, &s.path), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &s.other), WEND_OK);
    return s;
}

static void stage_free(stage *s)
{
    wend_path_destroy(s->path);
    wend_path_destroy(s->other);
    wend_pathfinder_destroy(s->routed);
    wend_pathfinder_destroy(s->sliced);
    wend_pathfinder_destroy(s->plain);
    wend_grid_destroy(s->grid);
    wend_graph_destroy(s->graph);
}

static wend_path_query query_of(const stage *s, uint64_t seed, uint64_t id)
{
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){s->side * wend_random_unit(seed, id, 10),
                             s->side * wend_random_unit(seed, id, 11), 0};
    query.to = (wend_vec3){s->side * wend_random_unit(seed, id, 12),
                           s->side * wend_random_unit(seed, id, 13), 0};
    query.shape = WEND_PATH_AS_FOUND;
    query.is_searched = true;
    query.method = WEND_METHOD_HIERARCHY;
    query.max_cost = id % 5 == 4 ? wend_cost_from_double(s->side / 2) : WEND_COST_INFINITE;
    query.is_nearest_allowed = id % 4 == 3;
    return query;
}

/* True if the answer's cost is right, given the least. */
static bool is_bounded(const wend_path_answer *answer, wend_result exact_result, wend_cost exact)
{
    if (strcmp(answer->method, "hierarchy") != 0) {
        return answer->cost == exact && answer->result == exact_result;
    }
    const double least = wend_cost_to_double(exact);
    const double cost = wend_cost_to_double(answer->cost);
    return answer->result == exact_result && answer->cost >= exact &&
           (!(answer->bound > 0) || cost <= least * answer->bound + 1e-6 + 3);
}

static bool finds_right(stage *s, wend_path_query query, uint64_t seed)
{
    wend_path_answer answer;
    wend_path_answer exact;
    const wend_result result = wend_pathfinder_find(s->routed, &query);
    wend_pathfinder_get_answer(s->routed, &answer);
    s->by_hierarchy += strcmp(answer.method, "hierarchy") == 0 ? 1 : 0;
    (void)wend_path_from_pathfinder(s->path, s->routed);

    wend_result run = wend_pathfinder_start(s->sliced, &query);
    for (uint64_t k = 0; run == WEND_OK || run == WEND_IN_PROGRESS; k++) {
        wend_budget budget = wend_budget_steps(wend_random_below(seed, k, 30, 200));
        run = wend_pathfinder_run(s->sliced, &budget);
        if (run != WEND_IN_PROGRESS) {
            break;
        }
    }
    wend_path_answer other;
    wend_pathfinder_get_answer(s->sliced, &other);
    query.method = WEND_METHOD_BEST;
    const wend_result exact_result = wend_pathfinder_find(s->plain, &query);
    wend_pathfinder_get_answer(s->plain, &exact);
    if (run != result || other.cost != answer.cost || result != exact_result ||
        answer.reason != exact.reason || answer.is_nearest != exact.is_nearest) {
        return false;
    }
    return result != WEND_OK ||
           (is_bounded(&answer, exact_result, exact.cost) &&
            wend_path_cost(s->path) == answer.cost &&
            (s->graph != NULL ||
             wend_path_is_valid(s->path, wend_pathfinder_space(s->plain), 0, 0, NULL)));
}

static void edit(const stage *s, uint64_t seed, uint64_t round)
{
    if (s->grid != NULL) {
        const int32_t x = (int32_t)wend_random_below(seed, round, 20, SIDE - 9);
        const int32_t y = (int32_t)wend_random_below(seed, round, 21, SIDE - 2);
        grids_fill(s->grid, x, y, 8, 1, round % 3 == 2 ? 2 : WEND_COST_WALL);
        return;
    }
    const uint32_t edge =
        wend_random_below(seed, round, 22, (uint32_t)wend_graph_edge_count(s->graph));
    assert_int_equal(wend_graph_set_open(s->graph, edge, round % 3 == 2), WEND_OK);
}

static void prepare(wend_pathfinder *finder, uint64_t seed)
{
    wend_result result = WEND_IN_PROGRESS;
    for (uint64_t k = 0; result == WEND_IN_PROGRESS; k++) {
        wend_budget budget = wend_budget_steps(100 + wend_random_below(seed, k, 31, 20000));
        result = wend_pathfinder_prepare(finder, &budget);
    }
    assert_int_equal(result, WEND_OK);
}

static bool routes_hold(uint64_t seed, void *context)
{
    stage s = stage_make(seed, context != NULL);
    bool holds = true;
    for (uint64_t round = 0; round < EDITS && holds; round++) {
        const uint32_t before = s.by_hierarchy;
        holds = finds_right(&s, query_of(&s, seed, round * ASKED), seed) &&
                (round > 0 || s.by_hierarchy == before); /* it is not ready */
        prepare(s.routed, seed);
        prepare(s.sliced, seed + 1);
        for (uint64_t id = 1; id < ASKED && holds; id++) {
            holds = finds_right(&s, query_of(&s, seed, round * ASKED + id), seed);
        }
        edit(&s, seed, round);
    }
    holds = holds && s.by_hierarchy > 0;
    stage_free(&s);
    return holds;
}

static void routes_of_pathfinders_keep_their_bound(void **state)
{
    (void)state;
    uint32_t is_graph = 1;
    gen_property("grids", GRIDS, routes_hold, NULL);
    gen_property("graphs", GRAPHS, routes_hold, &is_graph);
}

/* ---- planners ---- */

/* Takes the answers of all requests, and the paths so far of those under way. */
static bool take(stage *s, wend_planner *planner, const wend_planner_request_id *ids, uint64_t seed,
                 uint64_t round, uint32_t *partial)
{
    bool holds = true;
    for (wend_result result = WEND_IN_PROGRESS; result == WEND_IN_PROGRESS && holds;) {
        wend_budget budget = wend_budget_steps(1500);
        result = wend_planner_update(planner, &budget);
        for (uint64_t id = 0; id < ASKED && holds; id++) {
            wend_planner_answer answer;
            if (wend_planner_poll(planner, ids[id], &answer, s->path) == WEND_PARTIAL) {
                *partial += 1;
                holds = s->graph != NULL ||
                        wend_path_is_valid(s->path, wend_planner_space(planner, 0), 0, 0, NULL);
            }
        }
    }
    for (uint64_t id = 0; id < ASKED && holds; id++) {
        wend_planner_answer answer;
        wend_path_answer exact;
        wend_path_query query = query_of(s, seed, round * ASKED + id);
        query.method = WEND_METHOD_BEST;
        const wend_result result = wend_planner_poll(planner, ids[id], &answer, NULL);
        holds = result == wend_pathfinder_find(s->plain, &query);
        wend_pathfinder_get_answer(s->plain, &exact);
        holds = holds && (result != WEND_OK || is_bounded(&answer.path, WEND_OK, exact.cost));
        s->by_hierarchy += strcmp(answer.path.method, "hierarchy") == 0 ? 1 : 0;
        assert_int_equal(wend_planner_release(planner, ids[id]), WEND_OK);
    }
    return holds;
}

static bool plans_hold(uint64_t seed, void *context)
{
    stage s = stage_make(seed, seed % 3 == 2);
    wend_planner_def def = wend_planner_def_default();
    def.grid = s.grid;
    def.graph = s.graph;
    def.executor = *(const wend_executor *)context;
    def.quantum = 64;
    wend_planner *planner = NULL;
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    profile.has_hierarchy = true;
    profile.max_node_distance = 8;
    profile.factor = 2;
    uint32_t index;
    uint32_t partial = 0;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_OK);
    bool holds = true;
    for (uint64_t round = 0; round < EDITS && holds; round++) {
        wend_planner_request_id ids[ASKED];
        for (uint32_t idle = 0; idle < 100 && round % 2 == 1; idle++) {
            wend_budget budget = wend_budget_steps(20000);
            assert_int_equal(wend_planner_update(planner, &budget), WEND_OK);
        }
        wend_planner_request_def request = wend_planner_request_def_default();
        for (uint64_t id = 0; id < ASKED; id++) {
            request.query = query_of(&s, seed, round * ASKED + id);
            request.partial_after_updates = 1;
            assert_int_equal(wend_planner_add_request(planner, &request, &ids[id]), WEND_OK);
        }
        holds = take(&s, planner, ids, seed, round, &partial);
        edit(&s, seed, round);
    }
    holds = holds && s.by_hierarchy > 0 && (s.graph != NULL || partial > 0);
    wend_planner_destroy(planner);
    stage_free(&s);
    return holds;
}

static void routes_of_planners_keep_their_bound(void **state)
{
    (void)state;
    wend_executor none = {0};
    gen_property("planners", PLANS, plans_hold, &none);
}

/* A straight walk costs more here than one to an edge, along it, and from it. */
static void straight_walk_beside_a_cheaper_edge_is_not_taken(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    graphs_edge(graph, graphs_node(graph, 0, 0), graphs_node(graph, 100, 0), true);
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.graph = graph;
    def.factor = 2;
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){0, 1, 0};
    query.to = (wend_vec3){100, 1, 0};
    assert_int_equal(wend_pathfinder_find(finder, &query), WEND_OK);
    wend_path_answer answer;
    wend_pathfinder_get_answer(finder, &answer);
    assert_true(wend_cost_to_double(answer.cost) > 103.999);
    assert_true(wend_cost_to_double(answer.cost) < 104.001);
    wend_pathfinder_destroy(finder);
    wend_graph_destroy(graph);
}

static void pathfinder_without_a_hierarchy_refuses_the_method(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(8, 8);
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = grid;
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
    wend_path_query query = wend_path_query_default();
    query.method = WEND_METHOD_HIERARCHY;
    assert_int_equal(wend_pathfinder_find(finder, &query), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(wend_pathfinder_error(finder), "has_hierarchy"));
    assert_int_equal(wend_method_from_name("hierarchy"), WEND_METHOD_HIERARCHY);
    assert_string_equal(wend_method_name(WEND_METHOD_HIERARCHY), "hierarchy");
    assert_false(wend_method_is_exact(WEND_METHOD_HIERARCHY));
    wend_pathfinder_destroy(finder);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes_of_pathfinders_keep_their_bound),
        cmocka_unit_test(routes_of_planners_keep_their_bound),
        cmocka_unit_test(straight_walk_beside_a_cheaper_edge_is_not_taken),
        cmocka_unit_test(pathfinder_without_a_hierarchy_refuses_the_method),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
