/* Spaces of grids with classes, teams and gates, and what is refused. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/search.h"

#include <string.h>

enum { WIDTH = 20, HEIGHT = 6 };

static wend_grid *grid_new(int32_t class_count)
{
    wend_grid_def def = grids_def(WIDTH, HEIGHT, class_count);
    def.cell_size = 2;
    def.origin.x = 100;
    return grids_make(def);
}

static wend_space *space_new(const wend_grid *grid, uint32_t movement_class, uint32_t team)
{
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.movement_class = movement_class;
    def.team = team;
    return spaces_make(def);
}

static wend_space_info info_of(const wend_space *space)
{
    wend_space_info info;
    wend_space_get_info(space, &info);
    return info;
}

static void space_create_of_bad_def_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(2);
    wend_message message = {0};
    wend_space *space = NULL;
    wend_space_def def = wend_space_def_default();
    def.message = &message;
    assert_int_equal(wend_space_create(&def, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_space_create(NULL, &space), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_space_create(&def, &space), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "grid and graph are NULL: set one of them"));
    def.grid = grid;
    def.flags_refused = 1;
    assert_int_equal(wend_space_create(&def, &space), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "are for graphs"));
    def.flags_refused = 0;
    def.movement_class = 2;
    assert_int_equal(wend_space_create(&def, &space), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "movement_class is 2, but the number of classes is 2"));
    def.movement_class = 1;
    def.team = 32;
    assert_int_equal(wend_space_create(&def, &space), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "team is 32"));
    def.team = 31;
    space = spaces_make(def);
    assert_string_equal(message.text, "");
    wend_space_destroy(space);
    def.cookie = 1;
    assert_int_equal(wend_space_create(&def, &space), WEND_ERROR_ARGUMENT);
    assert_null(space);
    wend_grid_destroy(grid);
}

static void space_create_without_memory_says_for_how_many_cells(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(1);
    for (size_t k = 0; k < 3; ++k) {
        fault_heap heap;
        fault_heap_init(&heap);
        fault_heap_arm(&heap, FAULT_ONCE, k);
        wend_message message = {0};
        wend_space *space = NULL;
        wend_space_def def = wend_space_def_default();
        def.grid = grid;
        def.allocator = fault_heap_allocator(&heap);
        def.message = &message;
        assert_int_equal(wend_space_create(&def, &space), WEND_ERROR_MEMORY);
        assert_null(space);
        assert_non_null(strstr(message.text, k == 0 ? "out of memory" : "for 120 cells"));
        assert_int_equal(atomic_load(&heap.live_blocks), 0);
    }
    wend_grid_destroy(grid);
}

static void space_that_is_none_says_nothing(void **state)
{
    (void)state;
    wend_space_info info;
    memset(&info, 0xFF, sizeof info);
    wend_space_destroy(NULL);
    wend_space_get_info(NULL, NULL);
    wend_space_get_info(NULL, &info);
    assert_true(info.node_count == 0 && info.memory_bytes == 0 && !info.is_fresh);
    assert_int_equal(wend_space_update(NULL), WEND_ERROR_ARGUMENT);
    assert_false(wend_space_is_open(NULL, 0));
    assert_true(wend_space_position(NULL, 0).x <= 0);
}

static void space_info_follows_edits_after_update_only(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(1);
    wend_space *space = space_new(grid, 0, WEND_TEAM_NONE);
    wend_space_info info = info_of(space);
    assert_int_equal(info.node_count, WIDTH * HEIGHT);
    assert_int_equal(info.open_count, WIDTH * HEIGHT);
    assert_true(info.is_fresh && info.is_uniform);
    assert_true(info.revision == wend_grid_revision(grid));
    grids_set(grid, 3, 2, WEND_COST_WALL);
    grids_set(grid, 4, 2, 9);
    info = info_of(space);
    assert_false(info.is_fresh);
    assert_true(wend_space_is_open(space, 2 * WIDTH + 3));
    const size_t before = info.memory_bytes;
    assert_int_equal(wend_space_update(space), WEND_OK);
    info = info_of(space);
    assert_true(info.is_fresh && !info.is_uniform);
    assert_int_equal(info.open_count, WIDTH * HEIGHT - 1);
    assert_true(info.memory_bytes != before); /* bitmaps go, sets of steps come */
    assert_false(wend_space_is_open(space, 2 * WIDTH + 3));
    assert_int_equal(wend_space_update(space), WEND_OK);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

static void space_all_walls_is_uniform_and_empty(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(1);
    grids_wall(grid, 0, 0, WIDTH, HEIGHT);
    wend_space *space = space_new(grid, 0, WEND_TEAM_NONE);
    assert_int_equal(info_of(space).open_count, 0);
    assert_true(info_of(space).is_uniform);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

static void space_gates_are_walls_for_whom_they_are_closed_to(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(2);
    const wend_node gate = 1 * WIDTH + 1;
    const wend_node wall = 2 * WIDTH + 2;
    assert_int_equal(wend_grid_set_closed_teams(grid, 1, 1, 1, 1, 1u << 3), WEND_OK);
    assert_int_equal(wend_grid_set_closed_teams(grid, 2, 2, 1, 1, UINT32_MAX), WEND_OK);
    wend_space *closed = space_new(grid, 0, 3);
    wend_space *other = space_new(grid, 1, 4);
    wend_space *none = space_new(grid, 0, WEND_TEAM_NONE);
    assert_false(wend_space_is_open(closed, gate));
    assert_true(wend_space_is_open(other, gate));
    assert_true(wend_space_is_open(none, gate));
    assert_false(wend_space_is_open(closed, wall));
    assert_false(wend_space_is_open(other, wall));
    assert_false(wend_space_is_open(none, wall));
    assert_int_equal(wend_grid_set_closed_teams(grid, 1, 1, 1, 1, 0), WEND_OK);
    assert_int_equal(wend_space_update(closed), WEND_OK);
    assert_true(wend_space_is_open(closed, gate));
    wend_space_destroy(closed);
    wend_space_destroy(other);
    wend_space_destroy(none);
    wend_grid_destroy(grid);
}

static void space_places_outside_are_closed_and_nowhere(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(1);
    wend_space *space = space_new(grid, 0, WEND_TEAM_NONE);
    assert_true(wend_space_is_open(space, WIDTH * HEIGHT - 1));
    assert_false(wend_space_is_open(space, WIDTH * HEIGHT));
    assert_false(wend_space_is_open(space, WEND_NODE_NONE));
    const wend_vec2 position = wend_space_position(space, WIDTH + 2);
    assert_true(position.x > 104.9 && position.x < 105.1);
    assert_true(position.y > 2.9 && position.y < 3.1);
    assert_true(wend_space_position(space, WIDTH * HEIGHT).x <= 0);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(space_create_of_bad_def_is_refused),
        cmocka_unit_test(space_create_without_memory_says_for_how_many_cells),
        cmocka_unit_test(space_that_is_none_says_nothing),
        cmocka_unit_test(space_info_follows_edits_after_update_only),
        cmocka_unit_test(space_all_walls_is_uniform_and_empty),
        cmocka_unit_test(space_gates_are_walls_for_whom_they_are_closed_to),
        cmocka_unit_test(space_places_outside_are_closed_and_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
