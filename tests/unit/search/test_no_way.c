/* Infinite estimates, everywhere, in parts, now and then, or only nearly: infinite means "no path
 * from here" for every method, on grids and graphs. */
#include "support/graphs.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/graph_build.h"
#include "wend/path.h"
#include "wend/search.h"

enum { SIDE = 12, CELLS = SIDE * SIDE, WALL_X = 5, GAP = 0 * SIDE + WALL_X };

/* One world to search in; turning or not. */
typedef struct stage {
    wend_grid *grid;
    wend_graph *graph;
    wend_space *space;
    wend_search *search;
    wend_turning turning;
    bool turns;
} stage;

typedef struct estimator {
    uint32_t calls;
    uint32_t kind;
} estimator;

enum { ALWAYS, AT_GAP, NEARLY, ALL_BUT_START, NOW_AND_THEN, KINDS };

static wend_cost estimate(void *user, wend_node node, wend_node goal)
{
    estimator *e = user;
    ++e->calls;
    switch (e->kind) {
    case ALWAYS:
        return WEND_COST_INFINITE;
    case AT_GAP:
        return node == GAP || goal == GAP ? WEND_COST_INFINITE : 0;
    case NEARLY:
        return WEND_COST_INFINITE - 1;
    case ALL_BUT_START:
        return node == CELLS - SIDE && goal != CELLS - SIDE + 1 ? 0 : WEND_COST_INFINITE;
    default:
        return e->calls % 3 == 0 ? WEND_COST_INFINITE : e->calls % 5 * WEND_COST_ONE;
    }
}

/* A wall from north to south with a gap at either end. */
static wend_grid *world(wend_neighbours neighbours)
{
    wend_grid_def def = grids_def(SIDE, SIDE, 1);
    def.neighbours = neighbours;
    wend_grid *grid = grids_make(def);
    for (int32_t y = 1; y < SIDE - 1; ++y) {
        grids_set(grid, WALL_X, y, WEND_COST_WALL);
    }
    return grid;
}

static stage stage_new(wend_neighbours neighbours, bool is_graph, bool turns)
{
    stage s = {.grid = world(neighbours), .turning = wend_turning_default(), .turns = turns};
    s.turning.cost = WEND_COST_ONE / 2;
    wend_space_def def = wend_space_def_default();
    if (is_graph) {
        s.graph = graphs_empty();
        for (wend_node k = 0; k < CELLS; ++k) {
            wend_graph_node node = wend_graph_node_default();
            node.position = wend_grid_position(s.grid, k);
            assert_int_equal(wend_graph_add_node(s.graph, &node, &(wend_node){0}), WEND_OK);
        }
        for (wend_node k = 0; k < CELLS; ++k) {
            const int32_t x = (int32_t)(k % SIDE);
            const int32_t y = (int32_t)(k / SIDE);
            for (int side = 0; side < 2; ++side) {
                const int32_t to_x = x + side;
                const int32_t to_y = y + 1 - side;
                wend_graph_edge edge = wend_graph_edge_default();
                edge.from = k;
                edge.to = (wend_node)(to_y * SIDE + to_x);
                edge.cost = WEND_COST_ONE;
                if (wend_grid_cost(s.grid, 0, x, y) != WEND_COST_WALL && to_x < SIDE &&
                    to_y < SIDE && wend_grid_cost(s.grid, 0, to_x, to_y) != WEND_COST_WALL) {
                    assert_int_equal(wend_graph_add_edge(s.graph, &edge, &(uint32_t){0}), WEND_OK);
                }
            }
        }
        def.graph = s.graph;
    } else {
        def.grid = s.grid;
    }
    s.space = spaces_make(def);
    s.search = searches_on(s.space);
    return s;
}

static void stage_free(stage *s)
{
    wend_search_destroy(s->search);
    wend_space_destroy(s->space);
    wend_graph_destroy(s->graph);
    wend_grid_destroy(s->grid);
}

static wend_search_query query_of(const stage *s, wend_method method, estimator *e)
{
    wend_search_query query = wend_search_query_default();
    query.start = CELLS - SIDE;
    query.goal = SIDE - 1;
    query.method = method;
    query.heuristic = WEND_HEURISTIC_CUSTOM;
    query.estimate = estimate;
    query.user = e;
    query.turning = s->turns ? &s->turning : NULL;
    return query;
}

/* All answers can be read, with every estimate. */
static void read_all(const stage *s)
{
    wend_search_answer answer;
    wend_search_get_answer(s->search, &answer);
    assert_true(answer.node < CELLS);
    size_t count;
    for (wend_node k = 0; k < CELLS; ++k) {
        (void)wend_search_cost_to(s->search, k);
    }
    assert_int_equal(wend_search_frontier(s->search, NULL, 0, &count) < 0, 0);
    wend_path *path = paths_make();
    assert_true(wend_path_from_search(path, s->search) >= 0);
    wend_path_destroy(path);
}

static void method_with_infinite_estimates(stage *s, wend_method method)
{
    for (uint32_t kind = 0; kind < KINDS; ++kind) {
        estimator e = {0, kind};
        wend_search_query query = query_of(s, method, &e);
        const wend_result started = wend_search_start(s->search, &query);
        if (started == WEND_ERROR_UNSUPPORTED) {
            continue;
        }
        assert_int_equal(started, WEND_OK);
        wend_budget budget = wend_budget_steps(3);
        (void)wend_search_run(s->search, &budget);
        read_all(s);
        wend_search_cancel(s->search);
        read_all(s);
        query.max_steps = 5;
        assert_true(wend_search_find(s->search, &query) >= 0);
        read_all(s);
        query.max_steps = 0;
        if (method != WEND_METHOD_ASTAR_BIDIRECTIONAL) {
            query.max_cost = 0;
            assert_true(wend_search_find(s->search, &query) >= 0);
            read_all(s);
            query.max_cost = WEND_COST_INFINITE;
        }
        const wend_result result = wend_search_find(s->search, &query);
        read_all(s);
        wend_search_answer answer;
        wend_search_get_answer(s->search, &answer);
        if (kind == ALWAYS || kind == ALL_BUT_START) {
            assert_int_equal(result, WEND_NO_PATH);
            assert_int_equal(answer.reason, WEND_FAILURE_UNREACHABLE);
            assert_int_equal(answer.node, query.start);
            assert_true(answer.expanded <= 2);
            query.goal = query.start;
            assert_int_equal(wend_search_find(s->search, &query),
                             kind == ALWAYS ? WEND_NO_PATH : WEND_OK);
            read_all(s);
        } else if (kind != NOW_AND_THEN) {
            assert_int_equal(result, WEND_OK);
        }
        /* Through the southern gap, as the northern one leads nowhere by the estimate. */
        if (kind == AT_GAP && method != WEND_METHOD_JUMP_POINT) {
            assert_true(wend_search_cost_to(s->search, GAP) == WEND_COST_INFINITE);
        }
    }
}

static void search_infinite_estimate_means_no_path(void **state)
{
    (void)state;
    const wend_neighbours neighbours[3] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_8, WEND_NEIGHBOURS_6};
    static const wend_method methods[5] = {WEND_METHOD_ASTAR, WEND_METHOD_ASTAR_WEIGHTED,
                                           WEND_METHOD_GREEDY, WEND_METHOD_ASTAR_BIDIRECTIONAL,
                                           WEND_METHOD_JUMP_POINT};
    for (int world = 0; world < 4; ++world) {
        for (int turns = 0; turns < 2; ++turns) {
            stage s = stage_new(neighbours[world % 3], world == 3, turns == 1);
            for (int m = 0; m < 5; ++m) {
                method_with_infinite_estimates(&s, methods[m]);
            }
            stage_free(&s);
        }
    }
}

/* Any number at all, but always the same for a node. */
static wend_cost estimate_wild(void *user, wend_node node, wend_node goal)
{
    (void)goal;
    const uint64_t seed = *(const uint64_t *)user;
    return seed == 0
               ? WEND_COST_INFINITE - 1
               : (wend_cost)wend_random_below(seed, node, 0, 1000) << (seed % 2 == 0 ? 32 : 50);
}

static bool is_never(void *user, wend_node node)
{
    (void)user;
    (void)node;
    return false;
}

static void search_with_turning_and_a_wild_estimate_ends_soon(void **state)
{
    (void)state;
    for (int is_graph = 0; is_graph < 2; ++is_graph) {
        stage s = stage_new(WEND_NEIGHBOURS_8, is_graph == 1, true);
        for (uint64_t seed = 0; seed < 20; ++seed) {
            wend_search_query query = query_of(&s, WEND_METHOD_ASTAR, NULL);
            query.goal_kind = seed < 10 ? WEND_GOAL_PREDICATE : WEND_GOAL_NODE; /* never or found */
            query.is_goal = is_never;
            query.goal = wend_random_below(seed, 1, 1, CELLS);
            query.estimate = estimate_wild;
            query.user = &seed;
            const wend_result result = wend_search_find(s.search, &query);
            const uint64_t states = CELLS * (is_graph == 1 ? 4 : 9);
            wend_search_answer answer;
            wend_search_get_answer(s.search, &answer);
            assert_true(answer.expanded <= 10 * states + 1024);
            const bool is_wall =
                seed < 10 || wend_grid_cost(s.grid, 0, (int32_t)(query.goal % SIDE),
                                            (int32_t)(query.goal / SIDE)) == WEND_COST_WALL;
            assert_int_equal(result, is_wall ? WEND_NO_PATH : WEND_OK);
        }
        stage_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_infinite_estimate_means_no_path),
        cmocka_unit_test(search_with_turning_and_a_wild_estimate_ends_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
