/* One search for each method, kind of goal and world on an allocator that fails at every call in
 * turn: each says so or answers as ever, and leaks nothing. No query finds memory that one before
 * it took. */
#include "support/fault.h"
#include "support/graphs.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"

#include "wend/path.h"
#include "wend/search.h"

enum { SIDE = 24, LAST = SIDE * SIDE - 1 };

typedef struct one {
    const wend_space *space;
    wend_search_query query;
    bool is_sliced;
    bool is_known; /* the results of the first run, without failures */
    wend_search_answer answer;
} one;

static wend_result run(wend_search *search, bool is_sliced)
{
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(3);
        result = wend_search_run(search, is_sliced ? &budget : NULL);
    }
    return result;
}

static wend_result ask(wend_allocator allocator, void *context)
{
    one *o = context;
    wend_search_answer answer;
    wend_search_def def = wend_search_def_default();
    wend_search *search = NULL;
    wend_path *path = NULL;
    def.space = o->space;
    def.allocator = allocator;
    wend_result result = wend_search_create(&def, &search);
    result = result == WEND_OK ? wend_search_start(search, &o->query) : result;
    result = result == WEND_OK ? run(search, o->is_sliced) : result;
    result = result >= 0 ? wend_path_create(&allocator, &path) : result;
    result = result >= 0 ? wend_path_from_search(path, search) : result;
    if (result >= 0) {
        wend_search_get_answer(search, &answer);
        o->answer = o->is_known ? o->answer : answer;
        assert_int_equal(answer.result, o->answer.result);
        assert_true(answer.cost == o->answer.cost && answer.expanded == o->answer.expanded);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    return result;
}

static bool is_last(void *user, wend_node node)
{
    (void)user;
    return node == LAST;
}

static bool can_have_goal(wend_method method, wend_goal_kind kind)
{
    const bool needs_one = method == WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL ||
                           method == WEND_METHOD_ASTAR_BIDIRECTIONAL ||
                           method == WEND_METHOD_JUMP_POINT;
    const bool needs_place = method == WEND_METHOD_GREEDY || method == WEND_METHOD_ASTAR ||
                             method == WEND_METHOD_ASTAR_WEIGHTED;
    return kind == WEND_GOAL_NODE || (kind == WEND_GOAL_SET && !needs_one) ||
           (kind == WEND_GOAL_PREDICATE && !needs_one && !needs_place);
}

static bool can_turn(wend_method method)
{
    return method == WEND_METHOD_DIJKSTRA || method == WEND_METHOD_ASTAR ||
           method == WEND_METHOD_ASTAR_WEIGHTED;
}

/* All queries of a method, whole and in slices. @return their number. */
static uint32_t ask_method(const wend_space *space, wend_method method)
{
    static const wend_node goals[] = {LAST, LAST - 1, LAST - 2};
    wend_turning turning = wend_turning_default();
    uint32_t asked = 0;
    turning.cost = WEND_COST_ONE;
    turning.fewest_turns = true;
    for (uint32_t k = 0; k < 2 * 2 * 3; ++k) {
        one o = {.space = space, .query = wend_search_query_default(), .is_sliced = k % 2 == 1};
        const bool turns = k / 2 % 2 == 1;
        o.query.goal_kind = (wend_goal_kind)(k / 4);
        if (!can_have_goal(method, o.query.goal_kind) || (turns && !can_turn(method))) {
            continue;
        }
        o.query.start = 0;
        o.query.goal = LAST;
        o.query.goals = goals;
        o.query.goal_count = 3;
        o.query.is_goal = is_last;
        o.query.method = method;
        o.query.records_order = true;
        o.query.turning = turns ? &turning : NULL;
        assert_int_equal(ask((wend_allocator){NULL, NULL}, &o), WEND_OK);
        o.is_known = true;
        assert_true(fault_run(ask, &o) > 3);
        ++asked;
    }
    return asked;
}

static bool is_wall(uint32_t k)
{
    return k != 0 && k < LAST - 2 && wend_random_below(5, 0, k, 5) == 0;
}

static void search_of_each_method_on_a_grid_says_so(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(SIDE, SIDE, 1));
    for (int32_t k = 0; k <= LAST; ++k) {
        if (is_wall((uint32_t)k)) {
            grids_set(grid, k % SIDE, k / SIDE, WEND_COST_WALL);
        }
    }
    for (int has_table = 0; has_table < 2; ++has_table) {
        wend_space_def def = wend_space_def_default();
        uint32_t asked = 0;
        def.grid = grid;
        def.has_jump_table = has_table == 1;
        wend_space *space = spaces_make(def);
        for (int method = WEND_METHOD_BREADTH_FIRST; method < WEND_METHOD_COUNT; ++method) {
            asked += has_table == 0 || method == WEND_METHOD_JUMP_POINT
                         ? ask_method(space, (wend_method)method)
                         : 0;
        }
        assert_int_equal(asked, has_table == 1 ? 2 : 44);
        wend_space_destroy(space);
    }
    wend_grid_destroy(grid);
}

static wend_graph *graph_new(void)
{
    static const uint32_t beside[] = {1, SIDE, SIDE + 1};
    wend_graph *graph = graphs_empty();
    for (uint32_t k = 0; k <= LAST; ++k) {
        graphs_node(graph, k % SIDE, k / SIDE);
    }
    for (uint32_t k = 0; k <= LAST; ++k) {
        for (size_t b = 0; b < 3; ++b) {
            wend_graph_edge edge = wend_graph_edge_default();
            edge.from = k;
            edge.to = k + beside[b];
            const bool is_inside = edge.to <= LAST && edge.to % SIDE >= k % SIDE;
            if (is_inside && !is_wall(k) && !is_wall(edge.to)) {
                graphs_add_edge(graph, edge);
            }
        }
    }
    return graph;
}

static void search_of_each_method_on_a_graph_says_so(void **state)
{
    (void)state;
    wend_graph *graph = graph_new();
    uint32_t asked = 0;
    wend_space *space = spaces_on_graph(graph);
    for (int method = WEND_METHOD_BREADTH_FIRST; method < WEND_METHOD_JUMP_POINT; ++method) {
        asked += ask_method(space, (wend_method)method);
    }
    assert_int_equal(asked, 42);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_of_each_method_on_a_grid_says_so),
        cmocka_unit_test(search_of_each_method_on_a_graph_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
