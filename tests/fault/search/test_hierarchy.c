/* Hierarchies of which any allocation fails say so, can be updated further, count their memory, and
 * searches that are warm allocate nothing. */
#include "support/fault.h"
#include "support/gen_mesh.h"
#include "support/graphs.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/hierarchy.h"
#include "wend/mesh_search.h"
#include "wend/search.h"

enum { SIDE = 40 };

typedef struct fixture {
    wend_grid *grid;
    wend_graph *graph;
    wend_space *space;
    wend_mesh *mesh;
    wend_mesh_space *mesh_space;
    wend_node last;
} fixture;

static fixture on_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = SIDE;
    def.height = SIDE;
    fixture f = {.grid = grids_make(def), .last = SIDE * SIDE - 1};
    for (int32_t k = 3; k < SIDE - 1; k += 6) {
        assert_int_equal(wend_grid_fill(f.grid, 0, k, k % 4, 1, SIDE - 4, WEND_COST_WALL), WEND_OK);
    }
    f.space = spaces_on(f.grid);
    return f;
}

static fixture on_graph(void)
{
    fixture f = {.graph = graphs_empty(), .last = SIDE * SIDE / 4 - 1};
    const wend_node side = SIDE / 2;
    for (wend_node k = 0; k < side * side; ++k) {
        graphs_node(f.graph, k % side, k / side);
    }
    for (wend_node k = 0; k < side * side; ++k) {
        if (k % side != side - 1) {
            graphs_edge(f.graph, k, k + 1, k % 5 != 0);
        }
        if (k + side < side * side) {
            graphs_edge(f.graph, k, k + side, true);
        }
    }
    f.space = spaces_on_graph(f.graph);
    return f;
}

static fixture on_mesh(void)
{
    gen_mesh gen = gen_mesh_make(GEN_MESH_JITTERED, 5, 8);
    fixture f = {.mesh = gen_mesh_build(&gen, NULL)};
    gen_mesh_free(&gen);
    wend_mesh_space_def def = wend_mesh_space_def_default();
    def.mesh = f.mesh;
    assert_int_equal(wend_mesh_space_create(&def, &f.mesh_space), WEND_OK);
    f.last = wend_mesh_polygon_count(f.mesh) - 1;
    return f;
}

static void drop(fixture *f)
{
    wend_mesh_space_destroy(f->mesh_space);
    wend_mesh_destroy(f->mesh);
    wend_space_destroy(f->space);
    wend_grid_destroy(f->grid);
    wend_graph_destroy(f->graph);
}

static wend_hierarchy_def def_of(const fixture *f, wend_allocator allocator)
{
    wend_hierarchy_def def = wend_hierarchy_def_default();
    def.space = f->space;
    def.mesh_space = f->mesh_space;
    def.sector_size = 8;
    def.region_nodes = 16;
    def.group_size = 2;
    def.level_count = 3;
    def.allocator = allocator;
    return def;
}

/* From the middle of a polygon to that of another. */
static wend_result find_on_mesh(wend_hierarchy_search *search, const wend_mesh *mesh,
                                wend_node from, wend_node to)
{
    const wend_vec2 a = wend_mesh_get_polygon(mesh, from).centroid;
    const wend_vec2 b = wend_mesh_get_polygon(mesh, to).centroid;
    return wend_hierarchy_search_find_mesh(search, wend_mesh_location_at(a.x, a.y, 0),
                                           wend_mesh_location_at(b.x, b.y, 0));
}

static wend_result ask(wend_hierarchy_search *search, wend_path *path, const fixture *f)
{
    const wend_node last = f->last;
    wend_result result = WEND_OK;
    for (wend_node k = 0; k <= last && result >= 0; k += 37) {
        result = f->mesh != NULL ? find_on_mesh(search, f->mesh, k, last - k)
                                 : wend_hierarchy_search_find(search, k, last - k);
        result = result == WEND_OK ? wend_path_from_hierarchy(path, search) : result;
        while (result == WEND_OK || result == WEND_PARTIAL) {
            result = wend_hierarchy_search_next(search, path);
        }
    }
    return result == WEND_NO_PATH ? WEND_OK : result;
}

static wend_result make_and_ask(wend_allocator allocator, void *context)
{
    const fixture *f = context;
    const wend_hierarchy_def def = def_of(f, allocator);
    wend_hierarchy *hierarchy;
    wend_result result = wend_hierarchy_create(&def, &hierarchy);
    assert_true((result == WEND_OK) == (hierarchy != NULL));
    result = result == WEND_OK ? wend_hierarchy_update(hierarchy, NULL) : result;
    wend_hierarchy_search_def search_def = wend_hierarchy_search_def_default();
    static uint8_t bytes[1 << 20];
    size_t count = 0;
    wend_hierarchy *loaded = NULL;
    if (result == WEND_OK) {
        result = wend_hierarchy_save(hierarchy, bytes, sizeof bytes, &count);
    }
    if (result == WEND_OK) {
        result = wend_hierarchy_load(&def, bytes, count, &loaded);
        assert_true((result == WEND_OK) == (loaded != NULL));
    }
    result = result == WEND_OK ? wend_hierarchy_update(loaded, NULL) : result;
    search_def.hierarchy = loaded;
    search_def.allocator = allocator;
    wend_hierarchy_search *search = NULL;
    wend_path *path = NULL;
    result = result == WEND_OK ? wend_hierarchy_search_create(&search_def, &search) : result;
    result = result == WEND_OK ? wend_path_create(&allocator, &path) : result;
    result = result == WEND_OK ? ask(search, path, f) : result;
    wend_path_destroy(path);
    wend_hierarchy_search_destroy(search);
    wend_hierarchy_destroy(loaded);
    wend_hierarchy_destroy(hierarchy);
    return result;
}

static void hierarchy_without_memory_says_so(void **state)
{
    (void)state;
    fixture f = on_grid();
    assert_true(fault_run(make_and_ask, &f) > 100);
    drop(&f);
    f = on_graph();
    assert_true(fault_run(make_and_ask, &f) > 50);
    drop(&f);
    f = on_mesh();
    assert_true(fault_run(make_and_ask, &f) > 50);
    drop(&f);
}

/* The graph of a mesh reports its memory roughly. */
static void check_memory(const fixture *f, const wend_hierarchy *hierarchy, fault_heap *heap)
{
    const size_t reported = wend_hierarchy_memory_bytes(hierarchy);
    const size_t live = atomic_load(&heap->live_bytes);
    const size_t slack = f->mesh != NULL ? live / 10 : 0;
    assert_in_range(reported, live - slack, live + slack);
}

/* An update that lacked memory once goes on, and makes the same hierarchy. */
static void go_on_after_failures(fixture *f)
{
    fault_heap heap;
    fault_heap_init(&heap);
    uint64_t hash = 0;
    wend_result result = WEND_ERROR_MEMORY;
    for (size_t call = 0; result != WEND_OK; ++call) {
        const wend_hierarchy_def def = def_of(f, fault_heap_allocator(&heap));
        wend_hierarchy *hierarchy;
        assert_int_equal(wend_hierarchy_create(&def, &hierarchy), WEND_OK);
        check_memory(f, hierarchy, &heap);
        fault_heap_arm(&heap, FAULT_ONCE, call);
        result = wend_hierarchy_update(hierarchy, NULL);
        fault_heap_arm(&heap, FAULT_NONE, 0);
        if (result == WEND_ERROR_MEMORY) {
            assert_string_equal(wend_hierarchy_error(hierarchy),
                                "wend_hierarchy_update: out of memory");
            assert_true(wend_hierarchy_hash(hierarchy) == 0);
            assert_int_equal(wend_hierarchy_update(hierarchy, NULL), WEND_OK);
        }
        hash = hash == 0 ? wend_hierarchy_hash(hierarchy) : hash;
        assert_true(hash != 0 && wend_hierarchy_hash(hierarchy) == hash);
        check_memory(f, hierarchy, &heap);
        wend_hierarchy_destroy(hierarchy);
        assert_int_equal(atomic_load(&heap.live_blocks), 0);
    }
}

static void hierarchy_without_memory_is_updated_further(void **state)
{
    (void)state;
    fixture f = on_grid();
    go_on_after_failures(&f);
    drop(&f);
    f = on_graph();
    go_on_after_failures(&f);
    drop(&f);
    f = on_mesh();
    go_on_after_failures(&f);
    drop(&f);
}

/* A piece that lacked memory comes next again; a warm search allocates nothing and counts what it
 * has. */
static void search_without_memory_gives_the_same_piece_again(void **state)
{
    (void)state;
    fixture f = on_grid();
    fault_heap heap;
    fault_heap_init(&heap);
    const wend_hierarchy_def def = def_of(&f, (wend_allocator){0});
    wend_hierarchy *hierarchy;
    assert_int_equal(wend_hierarchy_create(&def, &hierarchy), WEND_OK);
    assert_int_equal(wend_hierarchy_update(hierarchy, NULL), WEND_OK);
    wend_path *path = paths_make();
    wend_cost cost = 0;
    size_t failures = 0;
    bool has_failed = true;
    for (size_t call = 0; has_failed; ++call) {
        wend_hierarchy_search_def search_def = wend_hierarchy_search_def_default();
        search_def.hierarchy = hierarchy;
        search_def.allocator = fault_heap_allocator(&heap);
        wend_hierarchy_search *search;
        assert_int_equal(wend_hierarchy_search_create(&search_def, &search), WEND_OK);
        assert_int_equal(wend_hierarchy_search_find(search, 0, f.last), WEND_OK);
        fault_heap_arm(&heap, FAULT_ONCE, call);
        wend_cost sum = 0;
        wend_result result = WEND_PARTIAL;
        has_failed = false;
        while (result != WEND_OK) {
            result = wend_hierarchy_search_next(search, path);
            if (result == WEND_ERROR_MEMORY) {
                has_failed = true;
                ++failures;
            } else {
                sum += wend_path_cost(path);
            }
        }
        cost = call == 0 ? sum : cost;
        assert_true(sum == cost);
        wend_hierarchy_answer answer;
        wend_hierarchy_search_get_answer(search, &answer);
        assert_int_equal(answer.memory_bytes, atomic_load(&heap.live_bytes));
        fault_heap_arm(&heap, FAULT_NONE, 0);
        assert_int_equal(ask(search, path, &f), WEND_OK);
        fault_heap_arm(&heap, FAULT_KEEP, 0);
        assert_int_equal(ask(search, path, &f), WEND_OK);
        assert_int_equal(atomic_load(&heap.calls), 0);
        fault_heap_arm(&heap, FAULT_NONE, 0);
        wend_hierarchy_search_destroy(search);
        assert_int_equal(atomic_load(&heap.live_blocks), 0);
    }
    assert_true(failures > 3);
    wend_path_destroy(path);
    wend_hierarchy_destroy(hierarchy);
    drop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hierarchy_without_memory_says_so),
        cmocka_unit_test(hierarchy_without_memory_is_updated_further),
        cmocka_unit_test(search_without_memory_gives_the_same_piece_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
