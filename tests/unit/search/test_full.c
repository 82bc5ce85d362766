/* Rows of the most expensive steps: every method ends a query whose path costs 2^63 or more with an
 * error. */
#include "support/graphs.h"
#include "support/searches.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/link.h"
#include "wend/path.h"
#include "wend/search.h"

#include <string.h>

enum { STEPS = 1 << 15, ROW = STEPS + 8 }; /* 2^15 steps of 2^48 each */

static const wend_cost DEAREST = (wend_cost)1 << 48;

static wend_graph *dear_row(void)
{
    wend_graph *graph = graphs_empty();
    for (wend_node k = 0; k < ROW; ++k) {
        graphs_node(graph, k, 0);
    }
    for (wend_node k = 0; k + 1 < ROW; ++k) {
        wend_graph_edge edge = wend_graph_edge_default();
        edge.from = k;
        edge.to = k + 1;
        edge.cost = DEAREST;
        graphs_add_edge(graph, edge);
    }
    return graph;
}

static void is_full(const wend_space *space, const wend_search_query *query)
{
    wend_search_answer answer;
    wend_search *search = searches_on(space);
    const wend_result result = wend_search_find(search, query);
    if (result != WEND_ERROR_FULL) {
        fail_msg("%s: result %d", wend_method_name(query->method), (int)result);
    }
    wend_search_get_answer(search, &answer);
    assert_int_equal(answer.result, WEND_ERROR_FULL);
    assert_non_null(strstr(wend_search_error(search), "2^63"));
    wend_search_destroy(search);
}

/* Cells two apart with walls between them, in rows of 256, and links from each to the next. */
static wend_node cell_of(uint32_t k)
{
    return k / 256 * 2 * 512 + k % 256 * 2;
}

static wend_grid *dear_cells(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = 512;
    def.height = 2 * (ROW / 256 + 1);
    wend_grid *grid = grids_make(def);
    grids_wall(grid, 0, 0, def.width, def.height);
    for (uint32_t k = 0; k < ROW; ++k) {
        const wend_node cell = cell_of(k);
        grids_set(grid, (int32_t)(cell % 512), (int32_t)(cell / 512), 1);
    }
    for (uint32_t k = 0; k + 1 < ROW; ++k) {
        wend_link_def link = wend_link_def_default();
        wend_link_id id;
        link.from = cell_of(k);
        link.to = cell_of(k + 1);
        link.cost = DEAREST;
        assert_int_equal(wend_grid_add_link(grid, &link, &id, NULL), WEND_OK);
    }
    return grid;
}

/* Every method from 0 to the end of the row; the longest path that fits is found. */
static void check_methods(const wend_space *space, size_t method_count, wend_node goal,
                          wend_node last)
{
    /* Those from both ends last, which are not for links. */
    static const wend_method methods[] = {WEND_METHOD_BREADTH_FIRST,
                                          WEND_METHOD_DIJKSTRA,
                                          WEND_METHOD_GREEDY,
                                          WEND_METHOD_ASTAR,
                                          WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL,
                                          WEND_METHOD_ASTAR_BIDIRECTIONAL};
    const wend_turning turning = wend_turning_default();
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.goal = goal;
    for (size_t k = 0; k < method_count; ++k) {
        query.method = methods[k];
        is_full(space, &query);
    }
    query.turning = &turning;
    for (int k = 0; k < 2; ++k) {
        query.method = k == 0 ? WEND_METHOD_DIJKSTRA : WEND_METHOD_ASTAR;
        query.goal = goal;
        is_full(space, &query);
        query.goal = last;
        wend_search_answer answer;
        wend_search *search = searches_on(space);
        assert_int_equal(wend_search_find(search, &query), WEND_OK);
        wend_search_get_answer(search, &answer);
        assert_true(answer.cost == (STEPS - 1) * DEAREST);
        wend_search_destroy(search);
    }
}

static void search_of_a_way_of_2_to_63_on_a_graph_is_full(void **state)
{
    (void)state;
    wend_graph *graph = dear_row();
    wend_space *space = spaces_on_graph(graph);
    check_methods(space, 6, ROW - 1, STEPS - 1);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

static void search_of_a_way_of_2_to_63_over_links_is_full(void **state)
{
    (void)state;
    wend_grid *grid = dear_cells();
    wend_space *space = spaces_on(grid);
    check_methods(space, 4, cell_of(ROW - 1), cell_of(STEPS - 1));
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_of_a_way_of_2_to_63_on_a_graph_is_full),
        cmocka_unit_test(search_of_a_way_of_2_to_63_over_links_is_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
