/* Paths made of searches in every state. */
#include "support/grids.h"
#include "support/test.h"
#include "support/world.h"
#include "wend/search.h"

enum { SIDE = 12, SHUT_IN = 11 };

/* 12 x 12 open cells; the corner (11, 0) is shut in. */
static world world_new(void)
{
    wend_grid *grid = grids_open(SIDE, SIDE);
    grids_wall(grid, 10, 0, 1, 2);
    grids_wall(grid, 11, 1, 1, 1);
    return world_on(grid);
}

static wend_search_query query_to(wend_node goal, wend_method method)
{
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.goal = goal;
    query.method = method;
    return query;
}

/* Leaves a path of one leg behind, to see whether a call keeps it. */
static void fill_path(const world *w)
{
    wend_search_query query = query_to(5, WEND_METHOD_ASTAR);
    assert_int_equal(wend_search_find(w->search, &query), WEND_OK);
    assert_int_equal(wend_path_from_search(w->path, w->search), WEND_OK);
    assert_int_equal(wend_path_leg_count(w->path), 1);
}

static void path_from_finished_search_costs_what_the_answer_says(void **state)
{
    (void)state;
    world w = world_new();
    for (int method = WEND_METHOD_BEST; method < WEND_METHOD_COUNT; ++method) {
        wend_search_query query = query_to(7 * SIDE + 3, (wend_method)method);
        assert_int_equal(wend_search_find(w.search, &query), WEND_OK);
        assert_int_equal(wend_path_from_search(w.path, w.search), WEND_OK);
        wend_search_answer answer;
        wend_search_get_answer(w.search, &answer);
        size_t last = wend_path_leg_count(w.path) - 1;
        assert_int_equal(wend_path_leg(w.path, 0).from, 0);
        assert_int_equal(wend_path_leg(w.path, last).to, 7 * SIDE + 3);
        assert_true(wend_path_cost(w.path) == answer.cost);
    }
    world_free(&w);
}

static void path_from_search_at_its_goal_has_no_legs(void **state)
{
    (void)state;
    world w = world_new();
    fill_path(&w);
    wend_search_query query = query_to(0, WEND_METHOD_BEST);
    assert_int_equal(wend_search_find(w.search, &query), WEND_OK);
    assert_int_equal(wend_path_from_search(w.path, w.search), WEND_OK);
    assert_int_equal(wend_path_leg_count(w.path), 0);
    wend_node cell = WEND_NODE_NONE;
    size_t count = 0;
    assert_int_equal(wend_path_cells(w.path, w.space, &cell, 1, &count), WEND_OK);
    assert_int_equal(cell, 0);
    world_free(&w);
}

static void path_from_search_without_path_is_empty(void **state)
{
    (void)state;
    world w = world_new();
    fill_path(&w);
    wend_search_query query = query_to(SHUT_IN, WEND_METHOD_BEST);
    assert_int_equal(wend_search_find(w.search, &query), WEND_NO_PATH);
    assert_int_equal(wend_path_from_search(w.path, w.search), WEND_NO_PATH);
    assert_int_equal(wend_path_leg_count(w.path), 0);
    world_free(&w);
}

static void path_from_limited_or_running_search_is_partial(void **state)
{
    (void)state;
    world w = world_new();
    wend_search_answer answer;
    wend_search_query query = query_to(SIDE * SIDE - 1, WEND_METHOD_ASTAR);
    query.max_steps = 5;
    assert_int_equal(wend_search_find(w.search, &query), WEND_PARTIAL);
    assert_int_equal(wend_path_from_search(w.path, w.search), WEND_PARTIAL);
    wend_search_get_answer(w.search, &answer);
    assert_true(wend_path_leg_count(w.path) > 0);
    assert_int_equal(wend_path_leg(w.path, wend_path_leg_count(w.path) - 1).to, answer.node);
    query.max_steps = 0;
    wend_budget budget = wend_budget_steps(5);
    assert_int_equal(wend_search_start(w.search, &query), WEND_OK);
    assert_int_equal(wend_search_run(w.search, &budget), WEND_IN_PROGRESS);
    assert_int_equal(wend_path_from_search(w.path, w.search), WEND_PARTIAL);
    assert_true(wend_path_leg_count(w.path) > 0);
    world_free(&w);
}

static void path_without_query_is_refused_and_stays(void **state)
{
    (void)state;
    world w = world_new();
    assert_int_equal(wend_path_from_search(w.path, w.search), WEND_ERROR_ARGUMENT);
    fill_path(&w);
    wend_search_query query = wend_search_query_default();
    assert_true(wend_search_start(w.search, &query) < 0);
    assert_int_equal(wend_path_from_search(w.path, w.search), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_from_search(NULL, w.search), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_from_search(w.path, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_to_node(NULL, w.search, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_to_node(w.path, NULL, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_leg_count(w.path), 1);
    world_free(&w);
}

static void path_to_any_known_node_costs_what_the_search_knows(void **state)
{
    (void)state;
    world w = world_new();
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.goal_kind = WEND_GOAL_WITHIN;
    query.max_cost = 6 * WEND_COST_ONE;
    assert_int_equal(wend_search_find(w.search, &query), WEND_OK);
    for (wend_node node = 0; node < SIDE * SIDE; ++node) {
        wend_cost cost = wend_search_cost_to(w.search, node);
        wend_result result = wend_path_to_node(w.path, w.search, node);
        assert_int_equal(result, cost == WEND_COST_INFINITE ? WEND_NO_PATH : WEND_OK);
        assert_true(wend_path_cost(w.path) == (result == WEND_OK ? cost : 0));
    }
    assert_int_equal(wend_path_to_node(w.path, w.search, SIDE * SIDE), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_to_node(w.path, w.search, WEND_NODE_NONE), WEND_ERROR_ARGUMENT);
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_from_finished_search_costs_what_the_answer_says),
        cmocka_unit_test(path_from_search_at_its_goal_has_no_legs),
        cmocka_unit_test(path_from_search_without_path_is_empty),
        cmocka_unit_test(path_from_limited_or_running_search_is_partial),
        cmocka_unit_test(path_without_query_is_refused_and_stays),
        cmocka_unit_test(path_to_any_known_node_costs_what_the_search_knows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
