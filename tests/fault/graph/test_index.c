/* Indexes of which any allocation fails say so, can be built further, and searches that are warm
 * allocate nothing. */
#include "support/fault.h"
#include "support/graphs.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"

#include "wend/index.h"
#include "wend/search.h"

enum { SIDE = 12 };

static wend_graph *make_graph(void)
{
    wend_graph *graph = graphs_empty();
    for (int k = 0; k < SIDE * SIDE; ++k) {
        graphs_node(graph, k % SIDE, k / SIDE);
    }
    for (wend_node k = 0; k < SIDE * SIDE; ++k) {
        if (k % SIDE != SIDE - 1) {
            graphs_edge(graph, k, k + 1, k % 5 != 0);
        }
        if (k + SIDE < SIDE * SIDE) {
            graphs_edge(graph, k, k + SIDE, true);
        }
    }
    return graph;
}

static wend_space *make_space(const wend_graph *graph)
{
    wend_space_def def = wend_space_def_default();
    def.graph = graph;
    return spaces_make(def);
}

/* @param every queries from each node, or from one in so many. */
static wend_result ask(wend_index_search *search, wend_path *path, wend_node every)
{
    for (wend_node k = 0; k < SIDE * SIDE; k += every) {
        wend_result result = wend_index_search_find(search, k, SIDE * SIDE - 1 - k);
        result = result == WEND_OK ? wend_path_from_index(path, search) : result;
        if (result < 0) {
            return result;
        }
    }
    return WEND_OK;
}

static wend_result make_and_ask(wend_allocator allocator, void *context)
{
    wend_index_def def = wend_index_def_default();
    def.space = context;
    def.allocator = allocator;
    wend_index *index;
    wend_index *loaded = NULL;
    wend_result result = wend_index_create(&def, &index);
    assert_true((result == WEND_OK) == (index != NULL));
    result = result == WEND_OK ? wend_index_build(index, NULL) : result;
    static uint8_t bytes[1 << 18];
    size_t count = 0;
    result = result == WEND_OK ? wend_index_save(index, bytes, sizeof bytes, &count) : result;
    if (result == WEND_OK) {
        result = wend_index_load(&def, bytes, count, &loaded);
        assert_true((result == WEND_OK) == (loaded != NULL));
    }
    wend_index_search_def search_def = wend_index_search_def_default();
    search_def.index = loaded;
    search_def.space = context;
    search_def.allocator = allocator;
    wend_index_search *search = NULL;
    wend_path *path = NULL;
    result = result == WEND_OK ? wend_index_search_create(&search_def, &search) : result;
    result = result == WEND_OK ? wend_path_create(&allocator, &path) : result;
    result = result == WEND_OK ? ask(search, path, 7) : result;
    wend_path_destroy(path);
    wend_index_search_destroy(search);
    wend_index_destroy(loaded);
    wend_index_destroy(index);
    return result;
}

static void index_without_memory_says_so(void **state)
{
    (void)state;
    wend_graph *graph = make_graph();
    wend_space *space = make_space(graph);
    assert_true(fault_run(make_and_ask, space) > 30);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

/* A build that lacked memory once continues where it was, and makes the same index. */
static void built_further(const wend_space *space)
{
    fault_heap heap;
    fault_heap_init(&heap);
    uint64_t hash = 0;
    for (size_t call = 0;; ++call) {
        wend_index_def def = wend_index_def_default();
        def.space = space;
        def.allocator = fault_heap_allocator(&heap);
        wend_index *index;
        assert_int_equal(wend_index_create(&def, &index), WEND_OK);
        fault_heap_arm(&heap, FAULT_ONCE, call);
        const wend_result result = wend_index_build(index, NULL);
        fault_heap_arm(&heap, FAULT_NONE, 0);
        if (result == WEND_ERROR_MEMORY) {
            assert_string_equal(wend_index_error(index), "wend_index_build: out of memory");
            assert_int_equal(wend_index_build(index, NULL), WEND_OK);
        }
        hash = hash == 0 ? wend_index_hash(index) : hash;
        assert_true(wend_index_hash(index) == hash);
        assert_int_equal(wend_index_memory_bytes(index), atomic_load(&heap.live_bytes));
        wend_index_destroy(index);
        assert_int_equal(atomic_load(&heap.live_blocks), 0);
        if (result == WEND_OK) {
            assert_true(call > 3);
            break;
        }
    }
}

/* A grid of as many cells, with some walls. */
static wend_grid *make_grid(void)
{
    wend_grid *grid = grids_open(SIDE, SIDE);
    for (int32_t k = 0; k < SIDE * SIDE; k += 5) {
        grids_set(grid, k % SIDE, k / SIDE, WEND_COST_WALL);
    }
    return grid;
}

static void index_of_a_grid_without_memory_says_so(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_space *space = spaces_on(grid);
    assert_true(fault_run(make_and_ask, space) > 30);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

static void index_without_memory_is_built_further(void **state)
{
    (void)state;
    wend_graph *graph = make_graph();
    wend_grid *grid = make_grid();
    wend_space *of_graph = make_space(graph);
    wend_space *of_grid = spaces_on(grid);
    built_further(of_graph);
    built_further(of_grid);
    wend_space_destroy(of_grid);
    wend_space_destroy(of_graph);
    wend_grid_destroy(grid);
    wend_graph_destroy(graph);
}

static void search_warm_allocates_nothing(const wend_space *space)
{
    fault_heap heap;
    fault_heap_init(&heap);
    wend_index_def def = wend_index_def_default();
    def.space = space;
    wend_index *index;
    assert_int_equal(wend_index_create(&def, &index), WEND_OK);
    assert_int_equal(wend_index_build(index, NULL), WEND_OK);
    wend_index_search_def search_def = wend_index_search_def_default();
    search_def.index = index;
    search_def.space = space;
    search_def.allocator = fault_heap_allocator(&heap);
    wend_index_search *search;
    wend_path *path;
    assert_int_equal(wend_index_search_create(&search_def, &search), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    assert_int_equal(ask(search, path, 1), WEND_OK);
    wend_index_answer answer;
    wend_index_search_get_answer(search, &answer);
    assert_int_equal(answer.memory_bytes, atomic_load(&heap.live_bytes));
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    assert_int_equal(ask(search, path, 1), WEND_OK);
    assert_int_equal(atomic_load(&heap.calls), 0);
    wend_path_destroy(path);
    wend_index_search_destroy(search);
    wend_index_destroy(index);
}

static void index_search_warm_allocates_nothing(void **state)
{
    (void)state;
    wend_graph *graph = make_graph();
    wend_grid *grid = make_grid();
    wend_space *of_graph = make_space(graph);
    wend_space *of_grid = spaces_on(grid);
    search_warm_allocates_nothing(of_graph);
    search_warm_allocates_nothing(of_grid);
    wend_space_destroy(of_grid);
    wend_space_destroy(of_graph);
    wend_grid_destroy(grid);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(index_without_memory_says_so),
        cmocka_unit_test(index_of_a_grid_without_memory_says_so),
        cmocka_unit_test(index_without_memory_is_built_further),
        cmocka_unit_test(index_search_warm_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
