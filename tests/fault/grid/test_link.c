/* Links of a grid with allocations that fail in turn: a failing call leaves the grid as it was, and
 * only adding needs memory. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/grid.h"
#include "wend/link.h"

#include <stdlib.h>
#include <string.h>

enum { LINKS = 40 };

static wend_result make(wend_allocator allocator, wend_grid **grid)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = 30;
    def.allocator = allocator;
    return wend_grid_create(&def, grid);
}

static wend_result add(wend_grid *grid, wend_node from)
{
    wend_link_def def = wend_link_def_default();
    def.from = from;
    def.to = from + 100;
    wend_link_id id;
    wend_message message;
    const uint64_t hash = wend_grid_hash(grid);
    const uint64_t revision = wend_grid_revision(grid);
    const wend_result result = wend_grid_add_link(grid, &def, &id, &message);
    if (result != WEND_OK) {
        assert_int_equal(result, WEND_ERROR_MEMORY);
        assert_string_equal(message.text, "wend_grid_add_link: no memory for one more link");
        assert_int_equal(id.index1, 0);
        assert_true(wend_grid_hash(grid) == hash && wend_grid_revision(grid) == revision);
    }
    return result;
}

static wend_result add_all(wend_allocator allocator, void *context)
{
    (void)context;
    wend_grid *grid;
    wend_result first = make(allocator, &grid);
    for (wend_node i = 0; i < LINKS && grid != NULL; i++) {
        const wend_result result = add(grid, i);
        first = first == WEND_OK ? result : first;
    }
    wend_grid_destroy(grid);
    return first;
}

static void link_add_without_memory_changes_nothing(void **state)
{
    (void)state;
    /* The grid, its marks, and slots for 16, 32 and 64 links. */
    assert_int_equal(fault_run(add_all, NULL), 5);
}

static wend_result load(wend_allocator allocator, void *context)
{
    (void)context;
    wend_grid *grid;
    assert_int_equal(make((wend_allocator){NULL, NULL}, &grid), WEND_OK);
    for (wend_node i = 0; i < LINKS; i++) {
        assert_int_equal(add(grid, i), WEND_OK);
    }
    uint8_t bytes[4096];
    size_t count;
    assert_int_equal(wend_grid_save(grid, bytes, sizeof bytes, &count), WEND_OK);
    wend_grid *loaded;
    wend_message message;
    const wend_result result = wend_grid_load(bytes, count, &allocator, &loaded, &message);
    if (result == WEND_OK) {
        assert_true(wend_grid_hash(loaded) == wend_grid_hash(grid));
    } else {
        assert_null(loaded);
        assert_non_null(strstr(message.text, "no memory for"));
    }
    wend_grid_destroy(loaded);
    wend_grid_destroy(grid);
    return result;
}

static void link_load_without_memory_gives_no_grid(void **state)
{
    (void)state;
    assert_true(fault_run(load, NULL) >= 3);
}

static void link_warm_edits_allocate_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_grid *grid;
    assert_int_equal(make(fault_heap_allocator(&heap), &grid), WEND_OK);
    for (wend_node i = 0; i < LINKS; i++) {
        assert_int_equal(add(grid, i), WEND_OK);
    }
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    assert_int_equal(info.memory_bytes, atomic_load(&heap.live_bytes));
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    wend_link_id ids[LINKS];
    size_t count;
    assert_int_equal(wend_grid_list_links(grid, ids, LINKS, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        wend_link_def def;
        assert_int_equal(wend_grid_get_link(grid, ids[i], &def), WEND_OK);
        def.cost++;
        assert_int_equal(wend_grid_set_link(grid, ids[i], &def, NULL), WEND_OK);
        assert_int_equal(wend_grid_remove_link(grid, ids[i]), WEND_OK);
    }
    for (wend_node i = 0; i < LINKS; i++) {
        assert_int_equal(add(grid, i), WEND_OK);
    }
    assert_int_equal(atomic_load(&heap.calls), 0);
    wend_grid_destroy(grid);
    assert_int_equal(atomic_load(&heap.live_blocks), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(link_add_without_memory_changes_nothing),
        cmocka_unit_test(link_load_without_memory_gives_no_grid),
        cmocka_unit_test(link_warm_edits_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
