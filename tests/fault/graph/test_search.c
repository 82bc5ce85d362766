/* Spaces, searches and tables of graphs with allocations that fail in turn: a failure leaves
 * everything as it was, and warm searches allocate nothing. */
#include "support/fault.h"
#include "support/graphs.h"
#include "support/searches.h"
#include "support/test.h"

#include "wend/search.h"
#include "wend/table.h"

enum { NODES = 40 };

static wend_graph *make_graph(void)
{
    wend_graph *graph = graphs_empty();
    for (uint32_t k = 0; k < NODES; ++k) {
        graphs_node(graph, k % 8, k / 8);
    }
    for (uint32_t k = 1; k < NODES; ++k) {
        graphs_edge(graph, k, wend_random_below(3, k, 0, k), k % 7 != 0);
    }
    return graph;
}

static wend_result make_space(const wend_graph *graph, wend_allocator allocator, wend_space **space)
{
    static const double factors[] = {1, 2};
    wend_space_def def = wend_space_def_default();
    def.graph = graph;
    def.allocator = allocator;
    def.behaviour_factors = factors;
    def.behaviour_count = 2;
    return wend_space_create(&def, space);
}

static wend_result update(wend_allocator allocator, void *context)
{
    (void)context;
    wend_graph *graph = make_graph();
    wend_space *space;
    wend_result result = make_space(graph, allocator, &space);
    if (result == WEND_OK) {
        assert_int_equal(wend_graph_remove_node(graph, 3), WEND_OK);
        result = wend_space_update(space);
        wend_space_info info;
        wend_space_get_info(space, &info);
        assert_int_equal(info.is_fresh, result == WEND_OK);
        assert_int_equal(info.open_count, result == WEND_OK ? NODES - 1 : NODES);
        assert_int_equal(wend_space_update(space) == WEND_OK || result != WEND_OK, 1);
    }
    wend_space_destroy(space);
    wend_graph_destroy(graph);
    return result;
}

static void graph_space_without_memory_stays_as_it_was(void **state)
{
    (void)state;
    assert_true(fault_run(update, NULL) > 10);
}

/* One query of each kind, and the path. */
static wend_result ask_all(wend_search *search, wend_path *path)
{
    wend_turning turning = wend_turning_default();
    wend_result first = WEND_OK;
    for (uint32_t k = WEND_METHOD_BEST; k <= WEND_METHOD_JUMP_POINT; ++k) {
        wend_search_query query = wend_search_query_default();
        query.start = NODES - 1;
        query.goal = 1;
        query.records_order = true;
        query.method = k == WEND_METHOD_JUMP_POINT ? WEND_METHOD_DIJKSTRA : (wend_method)k;
        query.turning = k == WEND_METHOD_JUMP_POINT ? &turning : NULL;
        wend_result result = wend_search_find(search, &query);
        result = result >= 0 ? wend_path_from_search(path, search) : result;
        first = first < 0 ? first : result;
    }
    return first < 0 ? first : WEND_OK;
}

static wend_result search(wend_allocator allocator, void *context)
{
    wend_search_def def = wend_search_def_default();
    def.space = context;
    def.allocator = allocator;
    wend_search *made = NULL;
    wend_path *path = NULL;
    wend_result result = wend_search_create(&def, &made);
    result = result == WEND_OK ? wend_path_create(&allocator, &path) : result;
    result = result == WEND_OK ? ask_all(made, path) : result;
    wend_path_destroy(path);
    wend_search_destroy(made);
    return result;
}

static void graph_search_without_memory_says_so(void **state)
{
    (void)state;
    wend_graph *graph = make_graph();
    wend_space *space;
    assert_int_equal(make_space(graph, (wend_allocator){NULL, NULL}, &space), WEND_OK);
    assert_true(fault_run(search, space) > 8);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

static void graph_search_warm_allocates_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_graph *graph = make_graph();
    wend_space *space;
    assert_int_equal(make_space(graph, fault_heap_allocator(&heap), &space), WEND_OK);
    wend_search_def def = wend_search_def_default();
    def.space = space;
    def.allocator = fault_heap_allocator(&heap);
    wend_path *path;
    wend_search *made = searches_make(def);
    assert_int_equal(wend_path_create(&def.allocator, &path), WEND_OK);
    assert_int_equal(ask_all(made, path), WEND_OK);
    assert_int_equal(wend_graph_set_open(graph, 0, false), WEND_OK);
    assert_int_equal(wend_space_update(space), WEND_OK);
    assert_int_equal(ask_all(made, path), WEND_OK);
    assert_int_equal(wend_graph_set_open(graph, 0, true), WEND_OK);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    assert_int_equal(wend_space_update(space), WEND_OK);
    assert_int_equal(ask_all(made, path), WEND_OK);
    assert_int_equal(atomic_load(&heap.calls), 0);
    wend_space_info info;
    wend_space_get_info(space, &info);
    wend_path_destroy(path);
    wend_search_destroy(made);
    assert_int_equal(info.memory_bytes, atomic_load(&heap.live_bytes));
    wend_space_destroy(space);
    assert_int_equal(atomic_load(&heap.live_blocks), 0);
    wend_graph_destroy(graph);
}

static wend_result table(wend_allocator allocator, void *context)
{
    wend_table_def def = wend_table_def_default();
    def.space = context;
    def.has_costs = true;
    def.allocator = allocator;
    wend_table *made;
    wend_table *loaded = NULL;
    wend_result result = wend_table_create(&def, &made);
    assert_true((result == WEND_OK) == (made != NULL));
    static uint8_t bytes[65536];
    size_t count = 0;
    result = result == WEND_OK ? wend_table_save(made, bytes, sizeof bytes, &count) : result;
    if (result == WEND_OK) {
        result = wend_table_load(&def, bytes, count, &loaded);
        assert_true((result == WEND_OK) == (loaded != NULL));
    }
    wend_table_destroy(loaded);
    wend_table_destroy(made);
    return result;
}

static void table_without_memory_is_none(void **state)
{
    (void)state;
    wend_graph *graph = make_graph();
    wend_space *space;
    assert_int_equal(make_space(graph, (wend_allocator){NULL, NULL}, &space), WEND_OK);
    assert_true(fault_run(table, space) > 20);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_space_without_memory_stays_as_it_was),
        cmocka_unit_test(graph_search_without_memory_says_so),
        cmocka_unit_test(graph_search_warm_allocates_nothing),
        cmocka_unit_test(table_without_memory_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
