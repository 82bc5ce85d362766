/* Searches that are called from their callbacks, stale, cancelled or cut short. */
#include "query.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/search.h"

#include <string.h>

/* ---- busy, stale, cancelled ---- */

typedef struct caller {
    wend_search *search;
    int calls, wrong;
} caller;

/* Makes every call that a callback must not make. */
static void misbehave(caller *c)
{
    const wend_search_query query = query_to(1, WEND_METHOD_BEST);
    wend_node nearest = 0;
    ++c->calls;
    wend_search_cancel(c->search);
    c->wrong += wend_search_start(c->search, &query) != WEND_ERROR_BUSY;
    c->wrong += wend_search_run(c->search, NULL) != WEND_ERROR_BUSY;
    c->wrong += wend_search_find(c->search, &query) != WEND_ERROR_BUSY;
    c->wrong += wend_search_nearest_reachable(c->search, 0, 1, &nearest) != WEND_ERROR_BUSY;
}

static bool is_goal_calling(void *user, wend_node node)
{
    misbehave(user);
    return node == 77;
}

static wend_cost estimate_calling(void *user, wend_node node, wend_node goal)
{
    (void)node;
    (void)goal;
    misbehave(user);
    return 0;
}

static void search_called_from_its_callbacks_is_busy(void **state)
{
    (void)state;
    scene s = scene_new(WEND_NEIGHBOURS_8, 1);
    caller c = {s.search, 0, 0};
    wend_search_query query = query_to(77, WEND_METHOD_DIJKSTRA);
    query.goal_kind = WEND_GOAL_PREDICATE;
    query.is_goal = is_goal_calling;
    query.user = &c;
    assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
    const wend_method methods[2] = {WEND_METHOD_ASTAR, WEND_METHOD_ASTAR_BIDIRECTIONAL};
    for (int k = 0; k < 2; ++k) {
        query = query_to(77, methods[k]);
        query.heuristic = WEND_HEURISTIC_CUSTOM;
        query.estimate = estimate_calling;
        query.user = &c;
        const int before = c.calls;
        assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
        assert_true(c.calls > before);
    }
    assert_int_equal(c.wrong, 0);
    scene_free(&s);
}

static void search_on_stale_shared_space_is_refused_until_updated(void **state)
{
    (void)state;
    scene s = scene_new(WEND_NEIGHBOURS_8, 1);
    const wend_search_query query = query_to(99, WEND_METHOD_BEST);
    grids_set(s.grid, 9, 9, WEND_COST_WALL);
    refused(&s, &query, WEND_ERROR_STALE, "wend_space_update");
    assert_int_equal(wend_space_update(s.space), WEND_OK);
    wend_search_answer answer;
    assert_int_equal(wend_search_find(s.search, &query), WEND_NO_PATH);
    wend_search_get_answer(s.search, &answer);
    assert_int_equal(answer.reason, WEND_FAILURE_GOAL_BLOCKED);
    scene_free(&s);
}

static void search_cancelled_says_so_and_stays_ended(void **state)
{
    (void)state;
    scene s = scene_new(WEND_NEIGHBOURS_8, 1);
    for (int method = WEND_METHOD_BEST; method < WEND_METHOD_COUNT; ++method) {
        const wend_search_query query = query_to(99, (wend_method)method);
        wend_budget budget = wend_budget_steps(1);
        wend_search_answer answer;
        wend_search_cancel(s.search);
        assert_int_equal(wend_search_start(s.search, &query), WEND_OK);
        wend_search_get_answer(s.search, &answer);
        assert_int_equal(answer.result, WEND_IN_PROGRESS);
        assert_int_equal(wend_search_run(s.search, &budget), WEND_IN_PROGRESS);
        wend_search_cancel(s.search);
        assert_int_equal(wend_search_run(s.search, NULL), WEND_NO_PATH);
        wend_search_get_answer(s.search, &answer);
        assert_int_equal(answer.result, WEND_NO_PATH);
        assert_int_equal(answer.reason, WEND_FAILURE_CANCELLED);
        assert_true(answer.node < CELLS);
        assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
        wend_search_cancel(s.search);
        wend_search_get_answer(s.search, &answer);
        assert_int_equal(answer.result, WEND_OK);
    }
    scene_free(&s);
}

static void search_cut_short_below_one_step_hints_at_the_unit(void **state)
{
    (void)state;
    scene s = scene_new(WEND_NEIGHBOURS_8, 1);
    wend_search_query query = query_to(77, WEND_METHOD_BEST);
    query.max_cost = 3;
    assert_int_equal(wend_search_find(s.search, &query), WEND_PARTIAL);
    assert_non_null(strstr(wend_search_error(s.search), "max_cost 3 is less than"));
    assert_non_null(strstr(wend_search_error(s.search), "WEND_COST_ONE"));
    query.goal_kind = WEND_GOAL_WITHIN;
    assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
    assert_non_null(strstr(wend_search_error(s.search), "WEND_COST_ONE"));
    query.max_cost = 3 * WEND_COST_ONE;
    assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
    assert_string_equal(wend_search_error(s.search), "");
    query.max_cost = 0;
    assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
    assert_string_equal(wend_search_error(s.search), "");
    scene_free(&s);
}

static void search_with_blocked_ends_says_which(void **state)
{
    (void)state;
    scene s = scene_new(WEND_NEIGHBOURS_8, 1);
    for (int method = WEND_METHOD_BEST; method < WEND_METHOD_COUNT; ++method) {
        wend_search_query query = query_to(WALL_NODE, (wend_method)method);
        wend_search_answer answer;
        assert_int_equal(wend_search_start(s.search, &query), WEND_OK);
        assert_int_equal(wend_search_run(s.search, NULL), WEND_NO_PATH);
        wend_search_get_answer(s.search, &answer);
        assert_int_equal(answer.reason, WEND_FAILURE_GOAL_BLOCKED);
        assert_true(answer.cost == WEND_COST_INFINITE);
        assert_true(wend_search_cost_to(s.search, 0) == WEND_COST_INFINITE);
        query = query_to(3, (wend_method)method);
        query.start = WALL_NODE;
        assert_int_equal(wend_search_find(s.search, &query), WEND_NO_PATH);
        wend_search_get_answer(s.search, &answer);
        assert_int_equal(answer.reason, WEND_FAILURE_START_BLOCKED);
        assert_int_equal(answer.node, WALL_NODE);
    }
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_called_from_its_callbacks_is_busy),
        cmocka_unit_test(search_on_stale_shared_space_is_refused_until_updated),
        cmocka_unit_test(search_cancelled_says_so_and_stays_ended),
        cmocka_unit_test(search_cut_short_below_one_step_hints_at_the_unit),
        cmocka_unit_test(search_with_blocked_ends_says_which),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
