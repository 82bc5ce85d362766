/* Searches on a graph of four nodes in a row, started or ended, after nodes or edges came or went
 * and the space was updated. */
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
    wend_path *path;
} fixture;

static void add_nodes(wend_graph *graph, int count)
{
    for (int k = 0; k < count; ++k) {
        graphs_node(graph, k, 0);
    }
}

static fixture make(void)
{
    fixture f;
    wend_graph_def graph = wend_graph_def_default();
    f.graph = graphs_make(graph);
    add_nodes(f.graph, 4);
    for (wend_node k = 0; k < 3; ++k) {
        graphs_edge(f.graph, k, k + 1, true);
    }
    wend_space_def space = wend_space_def_default();
    space.graph = f.graph;
    f.space = spaces_make(space);
    f.search = searches_on(f.space);
    f.path = paths_make();
    return f;
}

static void destroy(fixture *f)
{
    wend_path_destroy(f->path);
    wend_search_destroy(f->search);
    wend_space_destroy(f->space);
    wend_graph_destroy(f->graph);
}

static void start(fixture *f)
{
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.goal = 3;
    query.records_order = true;
    assert_int_equal(wend_search_start(f->search, &query), WEND_OK);
}

static void take_a_step(fixture *f)
{
    wend_budget budget = wend_budget_steps(1);
    assert_int_equal(wend_search_run(f->search, &budget), WEND_IN_PROGRESS);
}

/* Far more nodes than there were, so that their marks would lie beyond the search's memory. */
static void enlarge(fixture *f)
{
    add_nodes(f->graph, 1000);
    assert_int_equal(wend_space_update(f->space), WEND_OK);
}

static void expect_outdated(fixture *f)
{
    size_t count = 7;
    assert_int_equal(wend_search_frontier(f->search, NULL, 0, &count), WEND_ERROR_STALE);
    assert_int_equal(count, 0);
    assert_int_equal(wend_search_visited(f->search, NULL, 0, &count), WEND_ERROR_STALE);
    for (wend_node node = 0; node < 1004; ++node) {
        assert_true(wend_search_cost_to(f->search, node) == WEND_COST_INFINITE);
    }
    wend_draw draw;
    memset(&draw, 0, sizeof draw);
    assert_int_equal(wend_search_draw(f->search, &draw), WEND_ERROR_STALE);
    assert_int_equal(wend_path_to_node(f->path, f->search, 1), WEND_ERROR_STALE);
}

static void what_a_finished_search_marked_is_outdated_once_nodes_came(void **state)
{
    (void)state;
    fixture f = make();
    start(&f);
    assert_int_equal(wend_search_run(f.search, NULL), WEND_OK);
    enlarge(&f);
    expect_outdated(&f);
    assert_int_equal(wend_path_from_search(f.path, f.search), WEND_ERROR_STALE);
    start(&f);
    assert_int_equal(wend_search_run(f.search, NULL), WEND_OK);
    assert_int_equal(wend_path_from_search(f.path, f.search), WEND_OK);
    destroy(&f);
}

static void a_query_under_way_does_not_go_on_after_an_update(void **state)
{
    (void)state;
    fixture f = make();
    start(&f);
    take_a_step(&f);
    enlarge(&f);
    assert_int_equal(wend_search_run(f.search, NULL), WEND_ERROR_STALE);
    assert_non_null(strstr(wend_search_error(f.search), "updated"));
    expect_outdated(&f);
    wend_search_cancel(f.search);
    wend_search_answer answer;
    wend_search_get_answer(f.search, &answer);
    assert_int_equal(answer.result, WEND_NO_PATH);
    assert_int_equal(answer.reason, WEND_FAILURE_CANCELLED);
    assert_int_equal(wend_path_from_search(f.path, f.search), WEND_NO_PATH);
    destroy(&f);
}

/* Nothing moves in memory when an edge is closed: what was found before can still be read. */
static void a_finished_search_is_readable_after_an_edge_was_closed(void **state)
{
    (void)state;
    fixture f = make();
    start(&f);
    assert_int_equal(wend_search_run(f.search, NULL), WEND_OK);
    assert_int_equal(wend_graph_set_open(f.graph, 1, false), WEND_OK);
    assert_int_equal(wend_space_update(f.space), WEND_OK);
    assert_true(wend_search_cost_to(f.search, 3) != WEND_COST_INFINITE);
    assert_int_equal(wend_path_from_search(f.path, f.search), WEND_OK);
    start(&f);
    assert_int_equal(wend_search_run(f.search, NULL), WEND_NO_PATH);
    destroy(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_finished_search_marked_is_outdated_once_nodes_came),
        cmocka_unit_test(a_query_under_way_does_not_go_on_after_an_update),
        cmocka_unit_test(a_finished_search_is_readable_after_an_edge_was_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
