/* Indexes: spaces, builds and nodes that are refused with a reason, and what the smallest indexes
 * answer. */
#include "support/graphs.h"
#include "support/searches.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/index.h"
#include "wend/search.h"

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

static wend_index *make_index(const wend_space *space)
{
    wend_index_def def = wend_index_def_default();
    def.space = space;
    wend_index *index;
    assert_int_equal(wend_index_create(&def, &index), WEND_OK);
    assert_int_equal(wend_index_build(index, NULL), WEND_OK);
    return index;
}

static wend_index_search *make_search(const wend_index *index, const wend_space *space)
{
    wend_index_search_def def = wend_index_search_def_default();
    def.index = index;
    def.space = space;
    wend_index_search *search;
    assert_int_equal(wend_index_search_create(&def, &search), WEND_OK);
    return search;
}

static void index_of_what_is_no_fresh_graph_is_refused(void **state)
{
    (void)state;
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = grid_def.height = 2;
    grid_def.neighbours = WEND_NEIGHBOURS_4;
    wend_grid *grid = grids_make(grid_def);
    wend_graph *graph = make_graph();
    wend_space *of_grid = make_space(grid, NULL);
    wend_space *space = make_space(NULL, graph);
    wend_message message;
    wend_index *index;
    wend_index_def def = wend_index_def_default();
    def.message = &message;
    assert_int_equal(wend_index_create(NULL, &index), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_index_create(&def, &index), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "wend_index_create: space is NULL");
    def.space = of_grid;
    assert_int_equal(wend_index_create(&def, &index), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(message.text, "needs 8 neighbours, open cells of one cost"));
    def.space = space;
    assert_int_equal(wend_index_create(&def, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_set_open(graph, 0, false), WEND_OK);
    assert_int_equal(wend_index_create(&def, &index), WEND_ERROR_STALE);
    assert_non_null(strstr(message.text, "call wend_space_update first"));
    assert_null(index);
    wend_space_destroy(of_grid);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
    wend_grid_destroy(grid);
}

static void index_is_of_use_once_built(void **state)
{
    (void)state;
    wend_graph *graph = make_graph();
    wend_space *space = make_space(NULL, graph);
    wend_index_def def = wend_index_def_default();
    def.space = space;
    wend_index *index;
    assert_int_equal(wend_index_create(&def, &index), WEND_OK);
    wend_index_info info;
    wend_index_get_info(index, &info);
    assert_false(info.is_built);
    assert_int_equal(info.node_count, 4);
    assert_int_equal(info.done_count, 0);
    wend_message message;
    wend_index_search_def search_def = wend_index_search_def_default();
    search_def.index = index;
    search_def.space = space;
    search_def.message = &message;
    wend_index_search *search;
    assert_int_equal(wend_index_search_create(&search_def, &search), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "the index is not built"));
    size_t count = 7;
    assert_int_equal(wend_index_save(index, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    wend_budget nothing = wend_budget_steps(0);
    assert_int_equal(wend_index_build(index, &nothing), WEND_IN_PROGRESS);
    assert_int_equal(wend_index_build(index, NULL), WEND_OK);
    assert_int_equal(wend_index_build(index, &nothing), WEND_OK);
    wend_index_get_info(index, &info);
    assert_true(info.is_built && info.done_count == 4 && info.core_count == 0);
    assert_true(info.arc_count == 2 + info.shortcut_count);
    assert_int_equal(info.memory_bytes, wend_index_memory_bytes(index));
    wend_index_destroy(index);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

static void index_answers_pairs_and_refuses_others(void **state)
{
    (void)state;
    wend_graph *graph = make_graph();
    wend_space *space = make_space(NULL, graph);
    wend_index *index = make_index(space);
    wend_index_search *search = make_search(index, space);
    wend_path *path = paths_make();
    wend_index_answer answer;
    wend_index_search_get_answer(search, &answer);
    assert_int_equal(answer.memory_bytes, 0);
    assert_int_equal(wend_path_from_index(path, search), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_path_error(path),
                        "wend_path_from_index: search has no path: find one first");
    assert_int_equal(wend_index_search_find(search, 0, 2), WEND_OK);
    wend_index_search_get_answer(search, &answer);
    assert_true(answer.cost == 2 * WEND_COST_ONE && answer.memory_bytes > 0 && answer.expanded > 0);
    assert_int_equal(wend_path_from_index(path, search), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 2);
    assert_int_equal(wend_index_search_find(search, 1, 1), WEND_OK);
    assert_int_equal(wend_path_from_index(path, search), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 0);
    assert_int_equal(wend_index_search_find(search, 2, 0), WEND_NO_PATH);
    wend_index_search_get_answer(search, &answer);
    assert_int_equal(answer.reason, WEND_FAILURE_UNREACHABLE);
    assert_int_equal(wend_path_from_index(path, search), WEND_NO_PATH);
    assert_int_equal(wend_index_search_find(search, 0, 4), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_index_search_error(search),
                        "wend_index_search_find: goal is 4, but the number of nodes is 4");
    assert_int_equal(wend_path_from_index(path, search), WEND_ERROR_ARGUMENT);
    wend_index_search_get_answer(search, &answer);
    assert_int_equal(answer.result, WEND_ERROR_ARGUMENT);
    assert_true(answer.cost == WEND_COST_INFINITE);
    assert_int_equal(wend_index_search_find(NULL, 0, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_from_index(path, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_from_index(NULL, search), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_set_open(graph, 0, false), WEND_OK);
    assert_int_equal(wend_index_search_find(search, 0, 2), WEND_ERROR_STALE);
    assert_non_null(strstr(wend_index_search_error(search), "the world changed"));
    wend_index_search_get_answer(search, &answer);
    assert_int_equal(answer.result, WEND_ERROR_STALE);
    assert_true(answer.cost == WEND_COST_INFINITE && answer.expanded == 0);
    assert_string_equal(wend_index_error(index), "");
    assert_string_equal(wend_index_error(NULL), "");
    assert_false(wend_index_fits(NULL, space) || wend_index_fits(index, NULL));
    assert_int_equal(wend_index_memory_bytes(NULL), 0);
    assert_int_equal(wend_index_build(NULL, NULL), WEND_ERROR_ARGUMENT);
    wend_index *loaded;
    size_t count;
    assert_int_equal(wend_index_save(NULL, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_index_load(NULL, NULL, 1, &loaded), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_index_load(NULL, NULL, 0, &loaded), WEND_ERROR_FILE);
    assert_int_equal(wend_index_load(NULL, NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    wend_path_destroy(path);
    wend_index_search_destroy(search);
    wend_index_destroy(index);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

static void index_of_an_empty_graph_is_empty(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    wend_space *space = make_space(NULL, graph);
    wend_index *index = make_index(space);
    wend_index_search *search = make_search(index, space);
    assert_int_equal(wend_index_search_find(search, 0, 0), WEND_ERROR_ARGUMENT);
    uint8_t bytes[256];
    size_t count;
    wend_index *loaded;
    assert_int_equal(wend_index_save(index, bytes, sizeof bytes, &count), WEND_OK);
    assert_int_equal(wend_index_load(NULL, bytes, count, &loaded), WEND_OK);
    assert_true(wend_index_fits(loaded, space));
    wend_index_destroy(loaded);
    wend_index_search_destroy(search);
    wend_index_destroy(index);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

/* Two edges of 3 * 2^60 are a cost, three are too much for one. */
static void path_that_costs_too_much_is_refused(void **state)
{
    (void)state;
    static const double factors[2] = {1, 65536};
    wend_graph *graph = graphs_empty();
    for (int k = 0; k < 4; ++k) {
        graphs_node(graph, k, 0);
    }
    for (wend_node k = 0; k < 3; ++k) {
        wend_graph_edge edge = wend_graph_edge_default();
        edge.from = k;
        edge.to = k + 1;
        edge.cost = (wend_cost)3 << 44;
        edge.behaviour = 1;
        uint32_t made;
        assert_int_equal(wend_graph_add_edge(graph, &edge, &made), WEND_OK);
    }
    wend_space_def def = wend_space_def_default();
    def.graph = graph;
    def.behaviour_factors = factors;
    def.behaviour_count = 2;
    wend_space *space = spaces_make(def);
    wend_index *index = make_index(space);
    wend_index_search *search = make_search(index, space);
    wend_index_answer answer;
    assert_int_equal(wend_index_search_find(search, 0, 2), WEND_OK);
    wend_index_search_get_answer(search, &answer);
    assert_true(answer.cost == (wend_cost)6 << 60);
    assert_int_equal(wend_index_search_find(search, 0, 3), WEND_ERROR_FULL);
    assert_non_null(strstr(wend_index_search_error(search), "the path costs 2^63 or more"));
    wend_index_search_destroy(search);
    wend_index_destroy(index);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(index_of_what_is_no_fresh_graph_is_refused),
        cmocka_unit_test(index_is_of_use_once_built),
        cmocka_unit_test(index_answers_pairs_and_refuses_others),
        cmocka_unit_test(index_of_an_empty_graph_is_empty),
        cmocka_unit_test(path_that_costs_too_much_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
