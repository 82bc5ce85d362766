/* Every call of a grid that allocates, with allocations that fail in turn, leaves the grid as it
 * was and leaks nothing. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/grid.h"

#include <stdlib.h>
#include <string.h>

/* 330 cells are 33 sectors: with 1089 sectors there is a journal. */
enum { SIDE = 330, CLASSES = 32 };

/* All that can be seen of a grid. */
typedef struct look {
    wend_grid_info info;
    uint64_t hash;
    size_t change_count;
} look;

static look look_at(const wend_grid *grid)
{
    look seen;
    memset(&seen, 0, sizeof seen);
    wend_grid_get_info(grid, &seen.info);
    seen.hash = wend_grid_hash(grid);
    (void)wend_grid_list_changes(grid, 1, NULL, 0, &seen.change_count);
    return seen;
}

static void check_unchanged(const wend_grid *grid, const look *before)
{
    look after = look_at(grid);
    assert_int_equal(after.info.revision, before->info.revision);
    assert_int_equal(after.info.memory_bytes, before->info.memory_bytes);
    assert_true(after.hash == before->hash);
    assert_int_equal(after.change_count, before->change_count);
}

typedef wend_result (*edit_fn)(wend_grid *grid);

static wend_result edit_cell(wend_grid *grid)
{
    return wend_grid_set_cost(grid, 3, 329, 329, 7);
}

static wend_result edit_cell_of_all(wend_grid *grid)
{
    return wend_grid_set_cost(grid, WEND_CLASS_ALL, 5, 5, WEND_COST_WALL);
}

static wend_result edit_fill(wend_grid *grid)
{
    return wend_grid_fill(grid, WEND_CLASS_ALL, 3, 3, 111, 55, 9);
}

static wend_result edit_array(wend_grid *grid)
{
    uint8_t costs[40 * 40];
    for (size_t i = 0; i < sizeof costs; i++) {
        costs[i] = (uint8_t)(1 + i % 255);
    }
    return wend_grid_set_costs(grid, 31, 290, 290, 40, 40, costs, 40);
}

static wend_result edit_gates(wend_grid *grid)
{
    return wend_grid_set_closed_teams(grid, 100, 100, 55, 33, 12);
}

static wend_result edit_more_gates(wend_grid *grid)
{
    return wend_grid_set_closed_teams(grid, 0, 0, 301, 301, 15);
}

/* One edit after the other; the first that fails must leave all as it was, and the same edit must
 * pass as soon as there is memory. */
static wend_result edit_all(wend_grid *grid)
{
    const edit_fn edits[] = {edit_cell,  edit_cell_of_all, edit_fill,
                             edit_array, edit_gates,       edit_more_gates};
    wend_result first = WEND_OK;
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        look before = look_at(grid);
        wend_result result = edits[i](grid);
        if (result != WEND_OK) {
            assert_int_equal(result, WEND_ERROR_MEMORY);
            check_unchanged(grid, &before);
            first = first == WEND_OK ? result : first;
        } else {
            assert_int_equal(wend_grid_revision(grid), before.info.revision + 1);
        }
    }
    return first;
}

static wend_result make(wend_allocator allocator, wend_grid **grid)
{
    wend_message message;
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = SIDE;
    def.class_count = CLASSES;
    def.allocator = allocator;
    def.message = &message;
    wend_result result = wend_grid_create(&def, grid);
    if (result != WEND_OK) {
        assert_null(*grid);
        assert_string_equal(message.text,
                            "wend_grid_create: no memory for a grid of 330 x 330 cells");
    }
    return result;
}

static wend_result create_and_edit(wend_allocator allocator, void *context)
{
    (void)context;
    wend_grid *grid;
    wend_result result = make(allocator, &grid);
    if (result == WEND_OK) {
        result = edit_all(grid);
    }
    wend_grid_destroy(grid);
    return result;
}

static void grid_edit_without_memory_changes_nothing(void **state)
{
    (void)state;
    /* Grid, marks, journal, 33 tables and the growing of two stores of pages. */
    assert_true(fault_run(create_and_edit, NULL) > 3 + CLASSES + 1 + 2);
}

/* Saves with all memory there and loads with what is given. */
static wend_result load(wend_allocator allocator, void *context)
{
    (void)context;
    wend_grid *grid;
    assert_int_equal(make((wend_allocator){NULL, NULL}, &grid), WEND_OK);
    assert_int_equal(edit_all(grid), WEND_OK);
    size_t count;
    assert_int_equal(wend_grid_save(grid, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_grid_save(grid, bytes, count, &count), WEND_OK);
    wend_grid *loaded;
    wend_message message;
    wend_result result = wend_grid_load(bytes, count, &allocator, &loaded, &message);
    if (result == WEND_OK) {
        assert_true(wend_grid_hash(loaded) == wend_grid_hash(grid));
    } else {
        assert_null(loaded);
        assert_non_null(strstr(message.text, "no memory for"));
    }
    wend_grid_destroy(loaded);
    wend_grid_destroy(grid);
    free(bytes);
    return result;
}

static void grid_load_without_memory_gives_no_grid(void **state)
{
    (void)state;
    assert_true(fault_run(load, NULL) > 3 + CLASSES);
}

/* A warm grid: reading, drawing, saving and edits within the pages there are. */
static wend_result use_warm(wend_allocator allocator, void *context)
{
    fault_heap *heap = context;
    wend_grid *grid;
    assert_int_equal(make(allocator, &grid), WEND_OK);
    assert_int_equal(edit_all(grid), WEND_OK);
    size_t count;
    (void)wend_grid_save(grid, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    fault_heap_arm(heap, FAULT_KEEP, 0);
    wend_draw draw = {0};
    assert_int_equal(wend_grid_save(grid, bytes, count, &count), WEND_OK);
    assert_int_equal(wend_grid_draw(grid, 0, &draw), WEND_OK);
    (void)look_at(grid);
    for (int i = 0; i < 100; i++) {
        uint8_t cost = i % 2 == 0 ? WEND_COST_WALL : 9;
        assert_int_equal(wend_grid_set_cost(grid, 2, 20, 20, i % 2 == 0 ? 200 : 9), WEND_OK);
        assert_int_equal(wend_grid_fill(grid, 1, 10, 10, 10, 10, cost), WEND_OK);
    }
    assert_int_equal(atomic_load(&heap->calls), 0);
    free(bytes);
    wend_grid_destroy(grid);
    return WEND_OK;
}

static void grid_warm_allocates_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    assert_int_equal(use_warm(fault_heap_allocator(&heap), &heap), WEND_OK);
    assert_int_equal(atomic_load(&heap.live_blocks), 0);
}

/* The reported memory of the grid equals its allocations. */
static void grid_memory_bytes_is_what_was_allocated(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_grid *grid;
    wend_grid_info info;
    assert_int_equal(make(fault_heap_allocator(&heap), &grid), WEND_OK);
    wend_grid_get_info(grid, &info);
    assert_int_equal(info.memory_bytes, atomic_load(&heap.live_bytes));
    assert_int_equal(edit_all(grid), WEND_OK);
    wend_grid_get_info(grid, &info);
    assert_int_equal(info.memory_bytes, atomic_load(&heap.live_bytes));
    wend_grid_destroy(grid);
    assert_int_equal(atomic_load(&heap.live_blocks), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_edit_without_memory_changes_nothing),
        cmocka_unit_test(grid_load_without_memory_gives_no_grid),
        cmocka_unit_test(grid_warm_allocates_nothing),
        cmocka_unit_test(grid_memory_bytes_is_what_was_allocated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
