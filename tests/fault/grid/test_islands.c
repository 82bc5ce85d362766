/* Islands that are created and updated with allocations that fail in turn: a failed update leaves
 * them stale and usable, the next one works, and nothing leaks. */
#include "support/fault.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/clearance.h"
#include "wend/islands.h"
#include "wend/link.h"

#include <string.h>

enum { SIDE = 200, NODES = SIDE * SIDE };

/* The grid keeps its memory: only the islands' allocations fail. */
static wend_grid *make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = SIDE;
    wend_grid *grid = grids_make(def);
    grids_wall(grid, 0, 100, SIDE, 1);
    return grid;
}

static wend_result make_islands(const wend_grid *grid, wend_clearance *clearance,
                                wend_allocator allocator, wend_islands **islands)
{
    wend_message message;
    wend_islands_def def = wend_islands_def_default();
    def.grid = grid;
    def.clearance = clearance;
    def.size = clearance != NULL ? 2 : 1;
    def.allocator = allocator;
    def.message = &message;
    const wend_result result = wend_islands_create(&def, islands);
    if (result != WEND_OK) {
        assert_null(*islands);
        assert_string_equal(message.text,
                            "wend_islands_create: no memory for a grid of 200 x 200 cells");
    }
    return result;
}

static void add_link(wend_grid *grid, wend_node from, wend_node to)
{
    wend_link_def def = wend_link_def_default();
    wend_link_id id;
    def.from = from;
    def.to = to;
    assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
}

typedef void (*edit_fn)(wend_grid *grid);

static void edit_cell(wend_grid *grid)
{
    grids_set(grid, 1, 0, WEND_COST_WALL);
    grids_set(grid, 0, 1, WEND_COST_WALL);
}

static void edit_wall(wend_grid *grid)
{
    grids_wall(grid, 50, 0, 1, SIDE);
}

/* A chessboard in some tiles: more parts than there was room for. */
static void edit_chessboard(wend_grid *grid)
{
    for (int32_t i = 0; i < 40 * 40; ++i) {
        if ((i / 40 + i % 40) % 2 == 0) {
            grids_set(grid, 110 + i % 40, 110 + i / 40, WEND_COST_WALL);
        }
    }
}

static void edit_links(wend_grid *grid)
{
    add_link(grid, 5, 150 * SIDE + 5);
    add_link(grid, 150 * SIDE + 5, 150 * SIDE + 190);
    add_link(grid, 150 * SIDE + 190, 190);
    add_link(grid, 190, 150 * SIDE + 190);
    add_link(grid, 0, 5);
}

static void edit_everything(wend_grid *grid)
{
    for (int32_t y = 0; y < SIDE; y += 2) {
        grids_fill(grid, 3, y, SIDE - 3, 1, 1);
        grids_wall(grid, 3, y + 1, SIDE - 3, 1);
    }
}

/* True if everything is as in new islands. */
static void check_fresh(const wend_islands *islands, const wend_grid *grid)
{
    wend_islands *fresh;
    assert_int_equal(make_islands(grid, NULL, (wend_allocator){NULL, NULL}, &fresh), WEND_OK);
    assert_true(wend_islands_is_fresh(islands));
    assert_int_equal(wend_islands_count(islands), wend_islands_count(fresh));
    for (wend_node node = 0; node < NODES; node += 3) {
        assert_int_equal(wend_islands_at(islands, node) == WEND_ISLAND_NONE,
                         wend_islands_at(fresh, node) == WEND_ISLAND_NONE);
        assert_int_equal(wend_islands_can_reach(islands, 5, node),
                         wend_islands_can_reach(fresh, 5, node));
        assert_int_equal(wend_islands_cell_count(islands, wend_islands_at(islands, node)),
                         wend_islands_cell_count(fresh, wend_islands_at(fresh, node)));
    }
    wend_islands_destroy(fresh);
}

/* An update that fails leaves the islands stale; calls it again until it works. */
static wend_result update(wend_islands *islands, const wend_grid *grid)
{
    const uint32_t count = wend_islands_count(islands);
    wend_result first = WEND_OK;
    for (int tries = 0; tries < 3; ++tries) {
        const wend_result result = wend_islands_update(islands);
        if (result == WEND_OK) {
            check_fresh(islands, grid);
            return first;
        }
        assert_int_equal(result, WEND_ERROR_MEMORY);
        assert_false(wend_islands_is_fresh(islands));
        assert_true(wend_islands_count(islands) >= 2 && count >= 2);
        (void)wend_islands_can_reach(islands, 0, NODES - 1);
        first = result;
    }
    return first;
}

static wend_result create_and_update(wend_allocator allocator, void *context)
{
    (void)context;
    const edit_fn edits[] = {edit_cell, edit_wall, edit_chessboard, edit_links, edit_everything};
    wend_grid *grid = make_grid();
    wend_islands *islands;
    wend_result first = make_islands(grid, NULL, allocator, &islands);
    for (size_t i = 0; islands != NULL && i < sizeof edits / sizeof *edits; ++i) {
        edits[i](grid);
        const wend_result result = update(islands, grid);
        first = first == WEND_OK ? result : first;
    }
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
    return first;
}

static void islands_update_without_memory_stays_stale(void **state)
{
    (void)state;
    assert_true(fault_run(create_and_update, NULL) > 20);
}

static wend_result create_with_clearance(wend_allocator allocator, void *context)
{
    (void)context;
    wend_grid *grid = make_grid();
    wend_clearance_def def = wend_clearance_def_default();
    def.grid = grid;
    def.allocator = allocator;
    wend_clearance *clearance;
    wend_islands *islands = NULL;
    wend_result result = wend_clearance_create(&def, &clearance);
    if (result == WEND_OK) {
        edit_everything(grid); /* The clearance is stale: making islands updates it. */
        result = make_islands(grid, clearance, allocator, &islands);
    }
    wend_islands_destroy(islands);
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
    return result;
}

static void islands_create_with_a_stale_clearance_without_memory_gives_none(void **state)
{
    (void)state;
    assert_true(fault_run(create_with_clearance, NULL) > 3);
}

/* A warm one: opening and closing the same cells. */
static void islands_warm_allocate_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_grid *grid = make_grid();
    wend_islands *islands;
    assert_int_equal(make_islands(grid, NULL, fault_heap_allocator(&heap), &islands), WEND_OK);
    for (int i = 0; i < 200; ++i) {
        if (i == 20) {
            fault_heap_arm(&heap, FAULT_KEEP, 0);
        }
        const uint8_t cost = i % 2 == 0 ? 1 : WEND_COST_WALL;
        grids_set(grid, 70, 100, cost);
        grids_fill(grid, 30, 30, 20, 1, cost);
        assert_int_equal(wend_islands_update(islands), WEND_OK);
        assert_int_equal(wend_islands_count(islands), i % 2 == 0 ? 1 : 2);
    }
    assert_int_equal(atomic_load(&heap.calls), 0);
    wend_islands_destroy(islands);
    assert_int_equal(atomic_load(&heap.live_blocks), 0);
    wend_grid_destroy(grid);
}

static void islands_memory_bytes_is_what_was_allocated(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_grid *grid = make_grid();
    wend_islands *islands;
    assert_int_equal(make_islands(grid, NULL, fault_heap_allocator(&heap), &islands), WEND_OK);
    assert_int_equal(wend_islands_memory_bytes(islands), atomic_load(&heap.live_bytes));
    edit_cell(grid);
    edit_links(grid);
    assert_int_equal(wend_islands_update(islands), WEND_OK);
    assert_int_equal(wend_islands_memory_bytes(islands), atomic_load(&heap.live_bytes));
    edit_everything(grid);
    assert_int_equal(wend_islands_update(islands), WEND_OK);
    assert_int_equal(wend_islands_memory_bytes(islands), atomic_load(&heap.live_bytes));
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(islands_update_without_memory_stays_stale),
        cmocka_unit_test(islands_create_with_a_stale_clearance_without_memory_gives_none),
        cmocka_unit_test(islands_warm_allocate_nothing),
        cmocka_unit_test(islands_memory_bytes_is_what_was_allocated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
