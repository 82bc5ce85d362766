/* Search queries: what is refused with which text, and combinations that are unsupported. */
#include "query.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/search.h"

#include <math.h>
#include <string.h>

static wend_cost estimate_zero(void *user, wend_node node, wend_node goal)
{
    (void)user;
    (void)node;
    (void)goal;
    return 0;
}

static bool is_never(void *user, wend_node node)
{
    (void)user;
    (void)node;
    return false;
}

/* ---- create ---- */

static void search_create_of_bad_def_is_refused(void **state)
{
    (void)state;
    scene s = scene_new(WEND_NEIGHBOURS_8, 1);
    wend_message message = {0};
    wend_search *search = s.search;
    wend_search_def def = wend_search_def_default();
    def.message = &message;
    assert_int_equal(wend_search_create(&def, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_search_create(NULL, &search), WEND_ERROR_ARGUMENT);
    assert_null(search);
    assert_int_equal(wend_search_create(&def, &search), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "set one of them"));
    def.space = s.space;
    def.grid = s.grid;
    assert_int_equal(wend_search_create(&def, &search), WEND_ERROR_ARGUMENT);
    def.space = NULL;
    def.movement_class = 1;
    assert_int_equal(wend_search_create(&def, &search), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "movement_class is 1"));
    def.movement_class = 0;
    def.team = 32;
    assert_int_equal(wend_search_create(&def, &search), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "team is 32"));
    def.team = WEND_TEAM_NONE;
    def.cookie = 0;
    assert_int_equal(wend_search_create(&def, &search), WEND_ERROR_ARGUMENT);
    assert_null(search);
    def = wend_search_def_default();
    def.space = s.space;
    def.message = &message;
    search = searches_make(def);
    assert_string_equal(message.text, "");
    assert_ptr_equal(wend_search_space(search), s.space);
    wend_search_destroy(search);
    scene_free(&s);
}

static void search_functions_without_search_are_harmless(void **state)
{
    (void)state;
    const wend_search_query query = query_to(1, WEND_METHOD_BEST);
    wend_search_answer answer;
    size_t count = 7;
    wend_node nearest = 3;
    memset(&answer, 0xFF, sizeof answer);
    assert_int_equal(wend_search_start(NULL, &query), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_search_run(NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_search_find(NULL, &query), WEND_ERROR_ARGUMENT);
    wend_search_cancel(NULL);
    wend_search_destroy(NULL);
    wend_search_get_answer(NULL, NULL);
    wend_search_get_answer(NULL, &answer);
    assert_true(answer.cost == 0 && answer.memory_bytes == 0);
    assert_string_equal(wend_search_error(NULL), "");
    assert_null(wend_search_space(NULL));
    assert_true(wend_search_cost_to(NULL, 0) == WEND_COST_INFINITE);
    assert_int_equal(wend_search_visited(NULL, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(wend_search_frontier(NULL, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_search_nearest_reachable(NULL, 0, 0, &nearest), WEND_ERROR_ARGUMENT);
    assert_int_equal(nearest, WEND_NODE_NONE);
    assert_int_equal(wend_search_draw(NULL, NULL), WEND_ERROR_ARGUMENT);
}

/* ---- start: arguments ---- */

static void search_start_outside_is_refused(void **state)
{
    (void)state;
    scene s = scene_new(WEND_NEIGHBOURS_8, 1);
    wend_search_query query = query_to(1, WEND_METHOD_BEST);
    refused(&s, NULL, WEND_ERROR_ARGUMENT, "wend_search_query_default");
    query.cookie = 0;
    refused(&s, &query, WEND_ERROR_ARGUMENT, "wend_search_query_default");
    query = query_to(1, WEND_METHOD_BEST);
    query.start = CELLS;
    refused(&s, &query, WEND_ERROR_ARGUMENT, "start is 100, and must be from 0 to 99");
    query.start = WEND_NODE_NONE;
    refused(&s, &query, WEND_ERROR_ARGUMENT, "start is WEND_NODE_NONE");
    query = query_to(CELLS, WEND_METHOD_BEST);
    refused(&s, &query, WEND_ERROR_ARGUMENT, "goal is 100, and must be from 0 to 99");
    scene_free(&s);
}

static void search_goals_that_are_none_are_refused(void **state)
{
    (void)state;
    scene s = scene_new(WEND_NEIGHBOURS_8, 1);
    const wend_node goals[2] = {3, CELLS};
    wend_search_query query = query_to(1, WEND_METHOD_BEST);
    query.goal_kind = WEND_GOAL_SET;
    refused(&s, &query, WEND_ERROR_ARGUMENT, "goals is NULL");
    query.goals = goals;
    refused(&s, &query, WEND_ERROR_ARGUMENT, "goal_count is 0");
    query.goal_count = 2;
    refused(&s, &query, WEND_ERROR_ARGUMENT, "goals[1] is 100, and must be from 0 to 99");
    query.goal_kind = WEND_GOAL_PREDICATE;
    refused(&s, &query, WEND_ERROR_ARGUMENT, "is_goal is NULL");
    query.goal_kind = (wend_goal_kind)4;
    refused(&s, &query, WEND_ERROR_ARGUMENT, "goal_kind");
    query.goal_kind = (wend_goal_kind)77;
    refused(&s, &query, WEND_ERROR_ARGUMENT, "goal_kind");
    scene_free(&s);
}

static void search_numbers_out_of_range_are_refused(void **state)
{
    (void)state;
    scene s = scene_new(WEND_NEIGHBOURS_8, 1);
    const double weights[] = {0, 0.999, -1, 1000.5, (double)NAN, (double)INFINITY};
    for (size_t k = 0; k < sizeof weights / sizeof weights[0]; ++k) {
        wend_search_query query = query_to(1, WEND_METHOD_ASTAR_WEIGHTED);
        query.weight = weights[k];
        refused(&s, &query, WEND_ERROR_ARGUMENT, ", and must be from 1 to 1000");
    }
    wend_search_query query = query_to(1, WEND_METHOD_COUNT);
    refused(&s, &query, WEND_ERROR_ARGUMENT, ", and must be from 0 to 8");
    query = query_to(1, WEND_METHOD_BEST);
    query.heuristic = (wend_heuristic)(WEND_HEURISTIC_CUSTOM + 1);
    refused(&s, &query, WEND_ERROR_ARGUMENT, "heuristic is ");
    query.heuristic = WEND_HEURISTIC_CUSTOM;
    refused(&s, &query, WEND_ERROR_ARGUMENT, "estimate is NULL");
    scene_free(&s);
}

/* ---- start: combinations ---- */

static void search_jump_points_where_they_cannot_are_unsupported(void **state)
{
    (void)state;
    scene s = scene_new(WEND_NEIGHBOURS_4, 1);
    wend_search_query query = query_to(1, WEND_METHOD_JUMP_POINT);
    refused(&s, &query, WEND_ERROR_UNSUPPORTED, "8 neighbours, one cost");
    scene_free(&s);
    s = scene_new(WEND_NEIGHBOURS_8, 2);
    refused(&s, &query, WEND_ERROR_UNSUPPORTED, "8 neighbours, one cost");
    scene_free(&s);
    s = scene_new(WEND_NEIGHBOURS_8, 1);
    const char *text = "the octile or a custom heuristic, and max_depth 0";
    query.max_depth = 3;
    refused(&s, &query, WEND_ERROR_UNSUPPORTED, text);
    query = query_to(1, WEND_METHOD_JUMP_POINT);
    query.heuristic = WEND_HEURISTIC_EUCLIDEAN;
    refused(&s, &query, WEND_ERROR_UNSUPPORTED, text);
    query = query_to(1, WEND_METHOD_JUMP_POINT);
    query.goal_kind = WEND_GOAL_WITHIN;
    refused(&s, &query, WEND_ERROR_UNSUPPORTED, text);
    scene_free(&s);
}

static void search_from_both_ends_with_limits_or_without_goals_is_unsupported(void **state)
{
    (void)state;
    scene s = scene_new(WEND_NEIGHBOURS_8, 1);
    const wend_method methods[2] = {WEND_METHOD_ASTAR_BIDIRECTIONAL,
                                    WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL};
    for (int k = 0; k < 2; ++k) {
        const char *text = "goal nodes, no max_cost and no max_depth";
        wend_search_query query = query_to(1, methods[k]);
        query.max_depth = 3;
        refused(&s, &query, WEND_ERROR_UNSUPPORTED, text);
        query = query_to(1, methods[k]);
        query.max_cost = WEND_COST_ONE;
        refused(&s, &query, WEND_ERROR_UNSUPPORTED, text);
        query = query_to(1, methods[k]);
        query.goal_kind = WEND_GOAL_WITHIN;
        refused(&s, &query, WEND_ERROR_UNSUPPORTED, text);
    }
    scene_free(&s);
}

static void search_starts_and_costs_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    scene s = scene_new(WEND_NEIGHBOURS_8, 1);
    const wend_node nodes[2] = {3, CELLS};
    wend_cost costs[2] = {((wend_cost)1 << 62) + 1, 0};
    wend_search_query query = query_to(1, WEND_METHOD_BEST);
    query.starts = nodes;
    query.start_count = 1;
    refused(&s, &query, WEND_ERROR_ARGUMENT, "start and starts are both set");
    query.start = WEND_NODE_NONE;
    query.start_count = 0;
    refused(&s, &query, WEND_ERROR_ARGUMENT, "start_count is 0");
    query.start_count = 2;
    refused(&s, &query, WEND_ERROR_ARGUMENT, "starts[1] is 100");
    query.start_count = 1;
    query.start_costs = costs;
    refused(&s, &query, WEND_ERROR_ARGUMENT, "start_costs[0] is 4611686018427387905");
    query.start_costs = NULL;
    query.goal_kind = WEND_GOAL_SET;
    query.goals = nodes;
    query.goal_count = 1;
    query.goal_costs = costs;
    refused(&s, &query, WEND_ERROR_ARGUMENT, "goal_costs[0] is 4611686018427387905");
    costs[0] = 1;
    query.method = WEND_METHOD_GREEDY;
    refused(&s, &query, WEND_ERROR_UNSUPPORTED, "method is greedy, which does not compare costs");
    query.method = WEND_METHOD_BREADTH_FIRST;
    refused(&s, &query, WEND_ERROR_UNSUPPORTED, "breadth-first, which does not compare costs");
    query.method = WEND_METHOD_JUMP_POINT;
    refused(&s, &query, WEND_ERROR_UNSUPPORTED, "needs one start");
    costs[0] = WEND_COST_INFINITE;
    query.method = WEND_METHOD_BEST;
    assert_int_equal(wend_search_find(s.search, &query), WEND_NO_PATH);
    wend_search_answer answer;
    wend_search_get_answer(s.search, &answer);
    assert_int_equal(answer.reason, WEND_FAILURE_GOAL_BLOCKED);
    scene_free(&s);
}

static void search_by_estimates_without_a_place_is_unsupported(void **state)
{
    (void)state;
    scene s = scene_new(WEND_NEIGHBOURS_8, 1);
    const wend_method methods[3] = {WEND_METHOD_ASTAR, WEND_METHOD_ASTAR_WEIGHTED,
                                    WEND_METHOD_GREEDY};
    for (int k = 0; k < 3; ++k) {
        wend_search_query query = query_to(1, methods[k]);
        query.goal_kind = WEND_GOAL_WITHIN;
        refused(&s, &query, WEND_ERROR_UNSUPPORTED, "goal_kind has no position");
        query.goal_kind = WEND_GOAL_PREDICATE;
        query.is_goal = is_never;
        refused(&s, &query, WEND_ERROR_UNSUPPORTED, "goal_kind has no position");
        query.heuristic = WEND_HEURISTIC_CUSTOM;
        query.estimate = estimate_zero;
        assert_int_equal(wend_search_find(s.search, &query), WEND_NO_PATH);
        query.max_depth = 3;
        if (methods[k] == WEND_METHOD_GREEDY) {
            refused(&s, &query, WEND_ERROR_UNSUPPORTED,
                    "max_depth is set, which needs the method astar, astar-weighted, dijkstra or "
                    "breadth-first");
        } else {
            assert_int_equal(wend_search_find(s.search, &query), WEND_PARTIAL);
        }
    }
    wend_search_query query = query_to(1, WEND_METHOD_ASTAR);
    query.heuristic = WEND_HEURISTIC_MANHATTAN;
    refused(&s, &query, WEND_ERROR_UNSUPPORTED, "overestimates with 6 or 8 neighbours");
    query.method = WEND_METHOD_GREEDY;
    assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
    scene_free(&s);
}

static wend_method method_of(scene *s, const wend_search_query *query)
{
    wend_search_answer answer;
    assert_true(wend_search_find(s->search, query) >= 0);
    wend_search_get_answer(s->search, &answer);
    return answer.method;
}

static void search_best_method_is_the_one_for_the_query(void **state)
{
    (void)state;
    scene s = scene_new(WEND_NEIGHBOURS_8, 1);
    wend_search_query query = query_to(99, WEND_METHOD_BEST);
    assert_int_equal(method_of(&s, &query), WEND_METHOD_JUMP_POINT);
    query.max_depth = 50;
    assert_int_equal(method_of(&s, &query), WEND_METHOD_ASTAR);
    query.max_depth = 0;
    query.max_cost = WEND_COST_ONE * 50;
    assert_int_equal(method_of(&s, &query), WEND_METHOD_ASTAR);
    query.goal_kind = WEND_GOAL_WITHIN;
    assert_int_equal(method_of(&s, &query), WEND_METHOD_DIJKSTRA);
    scene_free(&s);
    s = scene_new(WEND_NEIGHBOURS_8, 3);
    query = query_to(99, WEND_METHOD_BEST);
    assert_int_not_equal(method_of(&s, &query), WEND_METHOD_JUMP_POINT);
    assert_true(wend_method_is_exact(method_of(&s, &query)));
    scene_free(&s);
}

static void search_names_of_methods_and_reasons_go_round(void **state)
{
    (void)state;
    for (int method = WEND_METHOD_BEST; method < WEND_METHOD_COUNT; ++method) {
        const char *name = wend_method_name((wend_method)method);
        assert_string_not_equal(name, "?");
        assert_int_equal(wend_method_from_name(name), method);
    }
    assert_string_equal(wend_method_name(WEND_METHOD_COUNT), "?");
    assert_string_equal(wend_method_name((wend_method)1000), "?");
    assert_string_equal(wend_method_name(WEND_METHOD_ASTAR_WEIGHTED), "astar-weighted");
    assert_int_equal(wend_method_from_name("a-star"), WEND_METHOD_COUNT);
    assert_int_equal(wend_method_from_name(""), WEND_METHOD_COUNT);
    assert_int_equal(wend_method_from_name(NULL), WEND_METHOD_COUNT);
    assert_string_equal(wend_failure_reason_text(WEND_FAILURE_GOAL_BLOCKED), "goal blocked");
    assert_string_equal(wend_failure_reason_text(WEND_FAILURE_CANCELLED), "cancelled");
    assert_string_equal(wend_failure_reason_text(WEND_FAILURE_START_OFF_GROUND),
                        "start off the ground");
    assert_string_equal(wend_failure_reason_text(WEND_FAILURE_GOAL_OFF_GROUND),
                        "goal off the ground");
    assert_string_equal(wend_failure_reason_text((wend_failure_reason)99), "?");
    assert_false(wend_method_is_exact(WEND_METHOD_GREEDY));
    assert_false(wend_method_is_exact(WEND_METHOD_ASTAR_WEIGHTED));
    assert_true(wend_method_is_exact(WEND_METHOD_JUMP_POINT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_create_of_bad_def_is_refused),
        cmocka_unit_test(search_functions_without_search_are_harmless),
        cmocka_unit_test(search_start_outside_is_refused),
        cmocka_unit_test(search_goals_that_are_none_are_refused),
        cmocka_unit_test(search_numbers_out_of_range_are_refused),
        cmocka_unit_test(search_jump_points_where_they_cannot_are_unsupported),
        cmocka_unit_test(search_from_both_ends_with_limits_or_without_goals_is_unsupported),
        cmocka_unit_test(search_starts_and_costs_that_make_no_sense_are_refused),
        cmocka_unit_test(search_by_estimates_without_a_place_is_unsupported),
        cmocka_unit_test(search_best_method_is_the_one_for_the_query),
        cmocka_unit_test(search_names_of_methods_and_reasons_go_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
