/* Portals that are created, built and repaired with allocations that fail in turn: a failed call
 * can be repeated, ends where it should, and leaks nothing. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/test.h"

#include "flow/portals/portal_graph.h"
#include "wend/flow.h"
#include "wend/link.h"
#include "wend/overlay.h"

#include <string.h>

enum { SIDE = 64 };

typedef struct scene {
    wend_grid *grid;
    wendi_sector_map map;
    wend_flow_class agent;
} scene;

static void scene_make(scene *s, double radius)
{
    const wend_allocator heap = {NULL, NULL};
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = grid_def.height = SIDE;
    grid_def.sector_size = 8;
    s->grid = grids_make(grid_def);
    wend_flow_def def;
    memset(&def, 0, sizeof def);
    def.grid = s->grid;
    assert_int_equal(wendi_sector_map_create(&def, &heap, &s->map, NULL), WEND_OK);
    s->agent = (wend_flow_class){0, WEND_TEAM_NONE, radius, WEND_LAYER_JAM};
}

static void scene_free(scene *s)
{
    const wend_allocator heap = {NULL, NULL};
    wendi_sector_map_destroy(&s->map, &heap);
    wend_grid_destroy(s->grid);
}

/* ---- edits, the grid keeps its memory ---- */

static void edit_cell(wend_grid *grid)
{
    grids_set(grid, 20, 20, WEND_COST_WALL);
}

static void edit_many(wend_grid *grid)
{
    for (int32_t i = 0; i < SIDE * SIDE; i += 5) {
        grids_set(grid, i % SIDE, i / SIDE, (uint8_t)(1 + i % 255));
    }
}

static void edit_links(wend_grid *grid)
{
    for (wend_node i = 0; i < 8; ++i) {
        wend_link_def def = wend_link_def_default();
        wend_link_id id;
        def.from = 1 + 9 * i;
        def.to = SIDE * (SIDE - 1) + 3 + i;
        def.is_two_way = i % 2 == 0;
        assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    }
}

/* New kinds of tiles and pages. */
static void edit_blocks(wend_grid *grid)
{
    for (int32_t i = 0; i < 8; ++i) {
        grids_fill(grid, 0, 8 * i, SIDE, 8, (uint8_t)(3 + i));
    }
    grids_wall(grid, 24, 0, 8, SIDE);
}

static void edit_back(wend_grid *grid)
{
    grids_fill(grid, 0, 0, SIDE, SIDE, 1);
}

typedef void (*edit_fn)(wend_grid *grid);

/* ---- comparison with new ones ---- */

static void check_fresh(const scene *s, const wendi_portal_graph *graph)
{
    const wend_allocator heap = {NULL, NULL};
    wendi_portal_graph *fresh;
    uint64_t steps = UINT64_MAX;
    assert_int_equal(wendi_portal_graph_create(&s->map, &s->agent, 0, &heap, &fresh, NULL),
                     WEND_OK);
    assert_int_equal(wendi_portal_graph_build(fresh, NULL, &steps), WEND_OK);
    assert_true(wendi_portal_graph_is_fresh(graph));
    assert_int_equal(wendi_portal_graph_hash(graph, 0), wendi_portal_graph_hash(fresh, 0));
    assert_int_equal(wendi_portal_graph_get_info(graph).portals,
                     wendi_portal_graph_get_info(fresh).portals);
    assert_int_equal(wendi_portal_graph_get_info(graph).edges,
                     wendi_portal_graph_get_info(fresh).edges);
    for (uint32_t i = 0; i < s->map.sector_count; ++i) {
        const wendi_tile_shape shape = wendi_tile_shape_of(8, 8);
        assert_memory_equal(wendi_portal_graph_cost_tile(graph, i).cost,
                            wendi_portal_graph_cost_tile(fresh, i).cost, (size_t)shape.count);
    }
    wendi_portal_graph_destroy(fresh);
}

/* Called until there is memory again, or always fails. @return the first failure. */
static wend_result build(const scene *s, wendi_portal_graph *graph)
{
    wend_result first = WEND_OK;
    for (int32_t tries = 0; tries < 40; ++tries) {
        uint64_t steps = 20;
        const wend_result result = wendi_portal_graph_build(graph, NULL, &steps);
        if (result == WEND_OK) {
            check_fresh(s, graph);
            return first;
        }
        assert_false(wendi_portal_graph_is_fresh(graph));
        assert_true(result == WEND_IN_PROGRESS || result == WEND_ERROR_MEMORY);
        first = first == WEND_OK && result < 0 ? result : first;
    }
    return first;
}

static wend_result create_and_repair(wend_allocator allocator, void *context)
{
    const edit_fn edits[] = {edit_cell, edit_links,  edit_many, edit_back,
                             edit_cell, edit_blocks, edit_many};
    const double *radius = context;
    scene s;
    scene_make(&s, *radius);
    wend_message message;
    wendi_portal_graph *graph;
    wend_result first =
        wendi_portal_graph_create(&s.map, &s.agent, 0, &allocator, &graph, &message);
    if (first != WEND_OK) {
        assert_null(graph);
        assert_int_not_equal(message.text[0], 0);
    } else {
        first = build(&s, graph);
    }
    for (size_t i = 0; graph != NULL && i < sizeof edits / sizeof *edits; ++i) {
        edits[i](s.grid);
        const wend_result result = build(&s, graph);
        first = first == WEND_OK ? result : first;
    }
    wendi_portal_graph_destroy(graph);
    scene_free(&s);
    return first;
}

static void portals_without_memory_wait_and_go_on(void **state)
{
    (void)state;
    double radius = 0;
    assert_true(fault_run(create_and_repair, &radius) > 30);
    radius = 1.2;
    assert_true(fault_run(create_and_repair, &radius) > 30);
}

/* Notice alone: what it could not do it does the next time. */
static wend_result notice_links(wend_allocator allocator, void *context)
{
    (void)context;
    scene s;
    scene_make(&s, 0);
    wendi_portal_graph *graph;
    wend_result result = wendi_portal_graph_create(&s.map, &s.agent, 0, &allocator, &graph, NULL);
    wend_result first = result;
    if (result == WEND_OK) {
        first = build(&s, graph);
        edit_links(s.grid);
        result = wendi_portal_graph_detect_changes(graph);
        assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
        first = first == WEND_OK ? result : first;
        result = build(&s, graph);
        first = first == WEND_OK ? result : first;
    }
    wendi_portal_graph_destroy(graph);
    scene_free(&s);
    return first;
}

static void portals_notice_without_memory_is_called_again(void **state)
{
    (void)state;
    assert_true(fault_run(notice_links, NULL) > 10);
}

static void portals_warm_allocate_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    const wend_allocator allocator = fault_heap_allocator(&heap);
    scene s;
    scene_make(&s, 0);
    edit_many(s.grid);
    edit_links(s.grid);
    grids_fill(s.grid, 36, 4, 28, 50, 1);
    wendi_portal_graph *graph;
    assert_int_equal(wendi_portal_graph_create(&s.map, &s.agent, 0, &allocator, &graph, NULL),
                     WEND_OK);
    for (int32_t i = 0; i < 200; ++i) {
        if (i == 20) {
            fault_heap_arm(&heap, FAULT_KEEP, 0);
        }
        const uint8_t cost = i % 2 == 0 ? 1 : WEND_COST_WALL;
        uint64_t steps = UINT64_MAX;
        /* Sectors get tiles of their own and lose them, pages are made, and kept while frames
         * change. */
        grids_fill(s.grid, 30, 30, 20, 1, cost);
        grids_set(s.grid, 31, 37, i % 4 < 2 ? 1 : 2);
        grids_set(s.grid, 32, 37, i % 8 < 4 ? 1 : 2);
        assert_int_equal(wendi_portal_graph_detect_changes(graph), WEND_OK);
        assert_int_equal(wendi_portal_graph_build(graph, NULL, &steps), WEND_OK);
    }
    assert_int_equal(atomic_load(&heap.calls), 0);
    wendi_portal_graph_destroy(graph);
    assert_int_equal(atomic_load(&heap.live_blocks), 0);
    scene_free(&s);
}

static void portals_memory_bytes_is_what_was_allocated(void **state)
{
    (void)state;
    const edit_fn edits[] = {edit_cell, edit_links, edit_many, edit_blocks, edit_back};
    fault_heap heap;
    fault_heap_init(&heap);
    const wend_allocator allocator = fault_heap_allocator(&heap);
    scene s;
    scene_make(&s, 1.2);
    wendi_portal_graph *graph;
    assert_int_equal(wendi_portal_graph_create(&s.map, &s.agent, 0, &allocator, &graph, NULL),
                     WEND_OK);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; ++i) {
        uint64_t steps = UINT64_MAX;
        assert_int_equal(wendi_portal_graph_build(graph, NULL, &steps), WEND_OK);
        assert_int_equal(wendi_portal_graph_get_info(graph).memory_bytes,
                         atomic_load(&heap.live_bytes));
        edits[i](s.grid);
    }
    wendi_portal_graph_destroy(graph);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(portals_without_memory_wait_and_go_on),
        cmocka_unit_test(portals_notice_without_memory_is_called_again),
        cmocka_unit_test(portals_warm_allocate_nothing),
        cmocka_unit_test(portals_memory_bytes_is_what_was_allocated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
