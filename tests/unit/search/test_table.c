/* Tables: spaces, pairs and bytes that are refused with a reason, and what an empty table
 * answers. */
#include "support/graphs.h"
#include "support/searches.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/search.h"
#include "wend/table.h"

#include <string.h>

/* 0 -> 1 -> 2, each a metre; 3 alone. */
static wend_graph *make_graph(void)
{
    wend_graph *graph = graphs_empty();
    for (int k = 0; k < 4; ++k) {
        graphs_node(graph, k, 0);
    }
    for (wend_node k = 0; k < 2; ++k) {
        graphs_edge(graph, k, k + 1, false);
    }
    return graph;
}

static wend_space *make_space(const wend_grid *grid, const wend_graph *graph)
{
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.graph = graph;
    return spaces_make(def);
}

static void table_of_what_is_no_fresh_graph_is_refused(void **state)
{
    (void)state;
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = grid_def.height = 2;
    wend_grid *grid = grids_make(grid_def);
    wend_graph *graph = make_graph();
    wend_space *of_grid = make_space(grid, NULL);
    wend_space *space = make_space(NULL, graph);
    wend_message message;
    wend_table *table;
    wend_table_def def = wend_table_def_default();
    def.message = &message;
    assert_int_equal(wend_table_create(&def, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_table_create(NULL, &table), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_table_create(&def, &table), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "space is NULL"));
    def.space = of_grid;
    assert_int_equal(wend_table_create(&def, &table), WEND_ERROR_UNSUPPORTED);
    def.space = space;
    def.max_nodes = 3;
    assert_int_equal(wend_table_create(&def, &table), WEND_ERROR_FULL);
    assert_non_null(strstr(message.text, "4 nodes are more than max_nodes, 3"));
    def.max_nodes = 4;
    assert_int_equal(wend_graph_set_open(graph, 0, false), WEND_OK);
    assert_int_equal(wend_table_create(&def, &table), WEND_ERROR_STALE);
    assert_null(table);
    assert_false(wend_table_fits(NULL, space));
    wend_space_destroy(of_grid);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
    wend_grid_destroy(grid);
}

static void table_answers_pairs_and_refuses_others(void **state)
{
    (void)state;
    wend_graph *graph = make_graph();
    wend_space *space = make_space(NULL, graph);
    wend_table_def def = wend_table_def_default();
    def.space = space;
    wend_table *table;
    assert_int_equal(wend_table_create(&def, &table), WEND_OK);
    wend_path *path = paths_make();
    assert_int_equal(wend_table_next(table, 0, 2), 1);
    assert_int_equal(wend_table_next(table, 2, 2), 2);
    assert_int_equal(wend_table_next(table, 2, 0), WEND_NODE_NONE);
    assert_int_equal(wend_table_next_edge(table, 0, 2), 0);
    assert_int_equal(wend_table_next_edge(table, 2, 2), WEND_EDGE_NONE);
    assert_true(wend_table_cost(table, 0, 2) == 2 * WEND_COST_ONE);
    assert_true(wend_table_cost(table, 1, 1) == 0);
    assert_true(wend_table_cost(table, 0, 3) == WEND_COST_INFINITE);
    assert_true(wend_table_cost(table, 0, 4) == WEND_COST_INFINITE);
    assert_int_equal(wend_table_next(table, 4, 0), WEND_NODE_NONE);
    assert_int_equal(wend_table_next(NULL, 0, 0), WEND_NODE_NONE);
    assert_int_equal(wend_table_path(table, space, 0, 2, path), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 2);
    assert_int_equal(wend_table_path(table, space, 2, 0, path), WEND_NO_PATH);
    assert_int_equal(wend_path_leg_count(path), 0);
    assert_int_equal(wend_table_path(table, space, 0, 4, path), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_path_error(path), "wend_table_path: to is 4, and must be from 0 to 3");
    assert_int_equal(wend_table_path(table, space, 4, 0, path), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_path_error(path),
                        "wend_table_path: from is 4, and must be from 0 to 3");
    assert_int_equal(wend_table_path(table, NULL, 0, 1, path), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_table_path(NULL, space, 0, 1, path), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_table_path(table, space, 0, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_false(wend_table_fits(NULL, space));
    assert_false(wend_table_fits(table, NULL));
    assert_true(wend_table_fits(table, space));
    assert_true(wend_table_memory_bytes(table) > 0 && wend_table_memory_bytes(NULL) == 0);
    size_t count;
    assert_int_equal(wend_table_save(NULL, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_table_save(table, NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_table_save(table, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    wend_table *loaded;
    assert_int_equal(wend_table_load(NULL, NULL, 1, &loaded), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_table_load(NULL, NULL, 0, &loaded), WEND_ERROR_FILE);
    assert_int_equal(wend_table_load(NULL, NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    wend_path_destroy(path);
    wend_table_destroy(table);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

static void table_of_an_empty_graph_is_empty(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    wend_space *space = make_space(NULL, graph);
    wend_table_def def = wend_table_def_default();
    def.space = space;
    def.has_costs = true;
    wend_table *table;
    assert_int_equal(wend_table_create(&def, &table), WEND_OK);
    uint8_t bytes[128];
    size_t count;
    assert_int_equal(wend_table_save(table, bytes, sizeof bytes, &count), WEND_OK);
    wend_table *loaded;
    assert_int_equal(wend_table_load(&def, bytes, count, &loaded), WEND_OK);
    assert_true(wend_table_fits(loaded, space));
    assert_int_equal(wend_table_next(loaded, 0, 0), WEND_NODE_NONE);
    wend_table_destroy(loaded);
    wend_table_destroy(table);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

/* Before the table is made, or behind its back: nothing leads to it, not even from itself. */
static void table_node_that_was_removed_costs_no_number(void **state)
{
    (void)state;
    for (int has_costs = 0; has_costs < 2; ++has_costs) {
        uint8_t bytes[4096];
        size_t count = 0;
        wend_graph *graph = make_graph();
        wend_space *space = make_space(NULL, graph);
        wend_table_def def = wend_table_def_default();
        wend_table *table;
        wend_table *loaded;
        def.space = space;
        def.has_costs = has_costs == 1;
        assert_int_equal(wend_table_create(&def, &table), WEND_OK);
        assert_true(wend_table_cost(table, 3, 3) == 0);
        assert_int_equal(wend_table_next(table, 3, 3), 3);
        assert_int_equal(wend_graph_remove_node(graph, 3), WEND_OK);
        assert_int_equal(wend_space_update(space), WEND_OK);
        assert_false(wend_table_fits(table, space));
        wend_table_destroy(table);
        assert_int_equal(wend_table_create(&def, &table), WEND_OK);
        assert_int_equal(wend_table_save(table, bytes, sizeof bytes, &count), WEND_OK);
        assert_int_equal(wend_table_load(NULL, bytes, count, &loaded), WEND_OK);
        const wend_table *both[2] = {table, loaded};
        for (int k = 0; k < 2; ++k) {
            assert_true(wend_table_fits(both[k], space));
            assert_true(wend_table_cost(both[k], 3, 3) == WEND_COST_INFINITE);
            assert_true(wend_table_cost(both[k], 0, 3) == WEND_COST_INFINITE);
            assert_true(wend_table_cost(both[k], 3, 0) == WEND_COST_INFINITE);
            assert_int_equal(wend_table_next(both[k], 3, 3), WEND_NODE_NONE);
            assert_true(wend_table_cost(both[k], 0, 0) == 0);
            assert_true(wend_table_cost(both[k], 0, 2) == 2 * WEND_COST_ONE);
        }
        wend_table_destroy(loaded);
        wend_table_destroy(table);
        wend_space_destroy(space);
        wend_graph_destroy(graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_node_that_was_removed_costs_no_number),
        cmocka_unit_test(table_of_what_is_no_fresh_graph_is_refused),
        cmocka_unit_test(table_answers_pairs_and_refuses_others),
        cmocka_unit_test(table_of_an_empty_graph_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
