/* Searches on a small graph: goals, limits, refusals, and the nodes that were expanded.
 *
 *     0 --2-- 1 --2-- 2 --2-- 3        5 is alone, 6 was removed; numbers are lengths of edges
 *     |                       |
 *     '-----------9-----------' (one-way, 3 to 0)     4: ten metres above 2, a lift of 10 + 5
 */
#include "support/graphs.h"
#include "support/searches.h"
#include "support/test.h"

#include "wend/draw.h"
#include "wend/path.h"
#include "wend/search.h"

#include <string.h>

typedef struct fixture {
    wend_graph *graph;
    wend_space *space;
    wend_search *search;
    uint32_t edges[5];
} fixture;

static wend_node add_node(wend_graph *graph, double x, double height, uint32_t tag)
{
    wend_graph_node def = wend_graph_node_default();
    def.position.x = x;
    def.height = height;
    def.tag = tag;
    wend_node node = graphs_add_node(graph, def);
    return node;
}

static uint32_t add_edge(wend_graph *graph, wend_node from, wend_node to, wend_cost cost)
{
    wend_graph_edge def = wend_graph_edge_default();
    def.from = from;
    def.to = to;
    def.cost = cost;
    def.is_two_way = from < to;
    def.behaviour = from < to ? WEND_BEHAVIOUR_WALK : WEND_BEHAVIOUR_JUMP;
    uint32_t edge = graphs_add_edge(graph, def);
    return edge;
}

static fixture make(void)
{
    fixture f;
    wend_graph_def graph = wend_graph_def_default();
    f.graph = graphs_make(graph);
    for (int k = 0; k < 4; ++k) {
        add_node(f.graph, 2 * k, 0, k == 3 ? 7 : 0);
    }
    add_node(f.graph, 4, 10, 7);
    add_node(f.graph, 100, 0, 0);
    add_node(f.graph, 200, 0, 0);
    for (wend_node k = 0; k < 3; ++k) {
        f.edges[k] = add_edge(f.graph, k, k + 1, 0);
    }
    f.edges[3] = add_edge(f.graph, 3, 0, 9 * WEND_COST_ONE);
    f.edges[4] = add_edge(f.graph, 2, 4, 15 * WEND_COST_ONE);
    assert_int_equal(wend_graph_remove_node(f.graph, 6), WEND_OK);
    wend_space_def space = wend_space_def_default();
    space.graph = f.graph;
    f.space = spaces_make(space);
    f.search = searches_on(f.space);
    return f;
}

static void destroy(fixture *f)
{
    wend_search_destroy(f->search);
    wend_space_destroy(f->space);
    wend_graph_destroy(f->graph);
}

static wend_search_query query_to(wend_node start, wend_node goal)
{
    wend_search_query query = wend_search_query_default();
    query.start = start;
    query.goal = goal;
    return query;
}

static wend_search_answer answer_of(const fixture *f)
{
    wend_search_answer answer;
    wend_search_get_answer(f->search, &answer);
    return answer;
}

static void graph_path_has_a_leg_for_each_edge(void **state)
{
    (void)state;
    fixture f = make();
    wend_search_query query = query_to(3, 4);
    assert_int_equal(wend_search_find(f.search, &query), WEND_OK);
    assert_int_equal(answer_of(&f).method, WEND_METHOD_ASTAR);
    wend_path *path = paths_make();
    assert_int_equal(wend_path_from_search(path, f.search), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 2);
    const wend_leg leg = wend_path_leg(path, 1);
    assert_int_equal(leg.from, 2);
    assert_int_equal(leg.to, 4);
    assert_int_equal(leg.edge, f.edges[4]);
    assert_true(leg.cost == 15 * WEND_COST_ONE);
    assert_true(leg.length > 9.999 && leg.length < 10.001);
    assert_true(leg.from_height < 0.001 && leg.to_height > 9.999);
    size_t count;
    assert_int_equal(wend_path_cells(path, f.space, NULL, 0, &count), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_path_smooth(path, f.space, 0, WEND_SMOOTHING_QUICK),
                     WEND_ERROR_UNSUPPORTED);
    query = query_to(3, 0);
    query.method = WEND_METHOD_BREADTH_FIRST;
    assert_int_equal(wend_search_find(f.search, &query), WEND_OK);
    assert_int_equal(wend_path_from_search(path, f.search), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 1);
    assert_int_equal(wend_path_leg(path, 0).behaviour, WEND_BEHAVIOUR_JUMP);
    assert_int_equal(wend_path_to_node(path, f.search, 3), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 0);
    assert_int_equal(wend_path_to_node(path, f.search, 5), WEND_NO_PATH);
    assert_int_equal(wend_path_to_node(path, f.search, 99), WEND_ERROR_ARGUMENT);
    wend_path_destroy(path);
    destroy(&f);
}

static void graph_search_without_a_path_has_a_reason(void **state)
{
    (void)state;
    fixture f = make();
    const struct {
        wend_node start, goal;
        wend_failure_reason reason;
    } cases[] = {{0, 5, WEND_FAILURE_UNREACHABLE},
                 {0, 6, WEND_FAILURE_GOAL_BLOCKED},
                 {6, 0, WEND_FAILURE_START_BLOCKED}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        for (uint32_t m = WEND_METHOD_BEST; m < WEND_METHOD_JUMP_POINT; ++m) {
            wend_search_query query = query_to(cases[k].start, cases[k].goal);
            query.method = (wend_method)m;
            assert_int_equal(wend_search_find(f.search, &query), WEND_NO_PATH);
            assert_int_equal(answer_of(&f).reason, cases[k].reason);
        }
    }
    wend_search_query query = query_to(7, 0);
    assert_int_equal(wend_search_find(f.search, &query), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(wend_search_error(f.search), "start is 7, and must be from 0 to 6"));
    destroy(&f);
}

static void graph_search_limits_give_the_best_place(void **state)
{
    (void)state;
    fixture f = make();
    wend_search_query query = query_to(0, 3);
    query.max_steps = 2;
    assert_int_equal(wend_search_find(f.search, &query), WEND_PARTIAL);
    assert_int_equal(answer_of(&f).node, 2);
    assert_true(answer_of(&f).cost == 4 * WEND_COST_ONE);
    query = query_to(0, 3);
    query.max_cost = 5 * WEND_COST_ONE;
    assert_int_equal(wend_search_find(f.search, &query), WEND_PARTIAL);
    assert_int_equal(answer_of(&f).reason, WEND_FAILURE_LIMIT);
    assert_int_equal(answer_of(&f).node, 2);
    query.max_cost = WEND_COST_INFINITE;
    query.max_depth = 2;
    query.method = WEND_METHOD_DIJKSTRA;
    assert_int_equal(wend_search_find(f.search, &query), WEND_PARTIAL);
    query.max_depth = 3;
    assert_int_equal(wend_search_find(f.search, &query), WEND_OK);
    query.max_depth = 1;
    query.method = WEND_METHOD_BREADTH_FIRST;
    assert_int_equal(wend_search_find(f.search, &query), WEND_PARTIAL);
    assert_int_equal(answer_of(&f).node, 1);
    query.method = WEND_METHOD_GREEDY;
    assert_int_equal(wend_search_find(f.search, &query), WEND_ERROR_UNSUPPORTED);
    query.method = WEND_METHOD_ASTAR;
    assert_int_equal(wend_search_find(f.search, &query), WEND_PARTIAL);
    assert_int_equal(answer_of(&f).node, 1);
    destroy(&f);
}

static bool is_seven(void *user, wend_node node)
{
    wend_graph_node def;
    return wend_graph_get_node(user, node, &def) == WEND_OK && def.tag == 7;
}

static void graph_search_nearest_tag_is_one_search(void **state)
{
    (void)state;
    fixture f = make();
    wend_search_query query = query_to(0, 0);
    query.goal_kind = WEND_GOAL_PREDICATE;
    query.is_goal = is_seven;
    query.user = f.graph;
    assert_int_equal(wend_search_find(f.search, &query), WEND_OK);
    assert_int_equal(answer_of(&f).node, 3);
    assert_int_equal(wend_graph_set_open(f.graph, f.edges[2], false), WEND_OK);
    assert_int_equal(wend_search_find(f.search, &query), WEND_ERROR_STALE);
    assert_int_equal(wend_space_update(f.space), WEND_OK);
    assert_int_equal(wend_search_find(f.search, &query), WEND_OK);
    assert_int_equal(answer_of(&f).node, 4);
    destroy(&f);
}

static void graph_search_refuses_what_is_for_grids(void **state)
{
    (void)state;
    fixture f = make();
    wend_search_query query = query_to(0, 3);
    query.method = WEND_METHOD_JUMP_POINT;
    assert_int_equal(wend_search_find(f.search, &query), WEND_ERROR_UNSUPPORTED);
    wend_turning turning = wend_turning_default();
    turning.start_heading = 2;
    query.method = WEND_METHOD_BEST;
    query.turning = &turning;
    assert_int_equal(wend_search_find(f.search, &query), WEND_ERROR_UNSUPPORTED);
    wend_vec2 zero = {0, 0};
    wend_cost cost;
    assert_false(wend_space_can_walk(f.space, zero, zero, 0, &cost));
    assert_int_equal(wend_space_prepare(f.space, NULL), WEND_ERROR_UNSUPPORTED);
    destroy(&f);
}

static void graph_space_refuses_bad_definitions(void **state)
{
    (void)state;
    fixture f = make();
    wend_message message;
    wend_space *space;
    const double bad[] = {1, 0};
    for (int k = 0; k < 6; ++k) {
        wend_space_def def = wend_space_def_default();
        def.graph = k == 0 ? NULL : f.graph;
        def.message = &message;
        def.movement_class = k == 1;
        def.size = k == 2 ? 2 : 1;
        def.has_jump_table = k == 3;
        def.behaviour_count = k >= 4 ? 2 : 0;
        def.behaviour_factors = k == 5 ? bad : NULL;
        assert_int_equal(wend_space_create(&def, &space), WEND_ERROR_ARGUMENT);
        assert_null(space);
        assert_true(message.text[0] != '\0');
    }
    destroy(&f);
}

static void graph_space_answers_questions(void **state)
{
    (void)state;
    fixture f = make();
    wend_space_info info;
    wend_space_get_info(f.space, &info);
    assert_int_equal(info.node_count, 7);
    assert_int_equal(info.open_count, 6);
    assert_true(info.is_fresh && !info.is_uniform && !info.has_jump_table);
    assert_true(wend_space_is_open(f.space, 5) && !wend_space_is_open(f.space, 6));
    assert_false(wend_space_is_open(f.space, 7));
    assert_true(wend_space_position(f.space, 5).x > 99.9);
    assert_true(wend_space_position(f.space, 6).x < 0.1);
    assert_int_equal(wend_space_nearest_open(f.space, 5), 5);
    assert_int_equal(wend_space_nearest_open(f.space, 6), WEND_NODE_NONE);
    destroy(&f);
}

static void graph_search_nearest_reachable_counts_heights(void **state)
{
    (void)state;
    fixture f = make();
    wend_node nearest;
    assert_int_equal(wend_search_nearest_reachable(f.search, 0, 5, &nearest), WEND_OK);
    assert_int_equal(nearest, 3);
    assert_int_equal(wend_search_nearest_reachable(f.search, 0, 4, &nearest), WEND_OK);
    assert_int_equal(nearest, 4);
    assert_int_equal(wend_search_nearest_reachable(f.search, 5, 0, &nearest), WEND_OK);
    assert_int_equal(nearest, 5);
    assert_int_equal(wend_search_nearest_reachable(f.search, 0, 6, &nearest), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_search_nearest_reachable(f.search, 6, 0, &nearest), WEND_NO_PATH);
    destroy(&f);
}

static void count_circle(void *context, wend_vec2 at, double radius, wend_meaning meaning,
                         double value)
{
    (void)at;
    (void)radius;
    (void)value;
    ++((int *)context)[meaning == WEND_MEANING_FRONTIER];
}

static void graph_search_in_progress_shows_frontier_and_can_be_cancelled(void **state)
{
    (void)state;
    fixture f = make();
    for (int has_turning = 0; has_turning < 2; ++has_turning) {
        wend_turning turning = wend_turning_default();
        wend_search_query query = query_to(2, 0);
        query.method = WEND_METHOD_DIJKSTRA;
        query.records_order = true;
        query.turning = has_turning ? &turning : NULL;
        assert_int_equal(wend_search_start(f.search, &query), WEND_OK);
        wend_budget budget = wend_budget_steps(1);
        assert_int_equal(wend_search_run(f.search, &budget), WEND_IN_PROGRESS);
        wend_node nodes[8];
        size_t count;
        assert_int_equal(wend_search_frontier(f.search, nodes, 8, &count), WEND_OK);
        assert_int_equal(count, 3);
        assert_int_equal(nodes[0], 1);
        assert_int_equal(nodes[2], 4);
        assert_int_equal(wend_search_visited(f.search, nodes, 8, &count), WEND_OK);
        assert_int_equal(count, 1);
        int circles[2] = {0, 0};
        wend_draw draw;
        memset(&draw, 0, sizeof draw);
        draw.context = circles;
        draw.circle = count_circle;
        assert_int_equal(wend_search_draw(f.search, &draw), WEND_OK);
        assert_int_equal(circles[1], 3);
        assert_int_equal(circles[0], 3); /* searched, start, goal */
        wend_search_cancel(f.search);
        assert_int_equal(answer_of(&f).reason, WEND_FAILURE_CANCELLED);
    }
    destroy(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_path_has_a_leg_for_each_edge),
        cmocka_unit_test(graph_search_without_a_path_has_a_reason),
        cmocka_unit_test(graph_search_limits_give_the_best_place),
        cmocka_unit_test(graph_search_nearest_tag_is_one_search),
        cmocka_unit_test(graph_search_refuses_what_is_for_grids),
        cmocka_unit_test(graph_space_refuses_bad_definitions),
        cmocka_unit_test(graph_space_answers_questions),
        cmocka_unit_test(graph_search_nearest_reachable_counts_heights),
        cmocka_unit_test(graph_search_in_progress_shows_frontier_and_can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
