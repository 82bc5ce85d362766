/* Costs, gates and revisions after single edits of small grids, and what bad edits return. */
#include "support/test.h"

#include "support/grids.h"
#include "world/cells/store.h"
#include "world/grid/read.h"

#include <string.h>

static wend_grid *grid_of(int32_t width, int32_t height, int32_t class_count)
{
    wend_grid_def def = grids_def(width, height, class_count);
    return grids_make(def);
}

static size_t memory_of(const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    return info.memory_bytes;
}

static uint32_t pages_in_use(const wend_grid *grid)
{
    return grid->cost_pages.used - grid->cost_pages.free_count + grid->mask_pages.used -
           grid->mask_pages.free_count;
}

/* ---- costs ---- */

static void grid_set_cost_changes_one_cell_of_one_class(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(25, 25, 2);
    assert_int_equal(wend_grid_set_cost(grid, 1, 24, 13, 9), WEND_OK);
    for (int32_t y = 0; y < 25; y++) {
        for (int32_t x = 0; x < 25; x++) {
            assert_int_equal(wend_grid_cost(grid, 0, x, y), 1);
            assert_int_equal(wend_grid_cost(grid, 1, x, y), x == 24 && y == 13 ? 9 : 1);
        }
    }
    assert_int_equal(wend_grid_revision(grid), 2);
    wend_grid_destroy(grid);
}

static void grid_set_cost_all_classes_is_one_revision(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(25, 25, 32);
    assert_int_equal(wend_grid_set_cost(grid, WEND_CLASS_ALL, 3, 4, WEND_COST_WALL), WEND_OK);
    for (uint32_t c = 0; c < 32; c++) {
        assert_int_equal(wend_grid_cost(grid, c, 3, 4), WEND_COST_WALL);
    }
    assert_int_equal(wend_grid_revision(grid), 2);
    wend_grid_destroy(grid);
}

static void grid_edit_without_change_keeps_the_revision(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(25, 25, 2);
    const uint8_t same[] = {1, 1, 1, 1};
    grids_set(grid, 3, 3, 1);
    assert_int_equal(wend_grid_fill(grid, WEND_CLASS_ALL, 0, 0, 25, 25, 1), WEND_OK);
    assert_int_equal(wend_grid_set_costs(grid, 0, 9, 9, 2, 2, same, 2), WEND_OK);
    assert_int_equal(wend_grid_set_closed_teams(grid, 0, 0, 25, 25, 0), WEND_OK);
    assert_int_equal(wend_grid_revision(grid), 1);
    grids_set(grid, 3, 3, 5);
    grids_set(grid, 3, 3, 5);
    assert_int_equal(wend_grid_revision(grid), 2);
    wend_grid_destroy(grid);
}

static void grid_fill_empty_rectangle_does_nothing(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(25, 25, 1);
    grids_fill(grid, 3, 3, 0, 4, 7);
    grids_fill(grid, 25, 25, 0, 0, 7);
    assert_int_equal(wend_grid_set_costs(grid, 0, 3, 3, 4, 0, NULL, 0), WEND_OK);
    assert_int_equal(wend_grid_get_costs(grid, 0, 3, 3, 0, 4, NULL, 0), WEND_OK);
    assert_int_equal(wend_grid_revision(grid), 1);
    wend_grid_destroy(grid);
}

static void grid_set_costs_reads_with_stride_and_get_costs_writes_so(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(25, 25, 1);
    uint8_t costs[3][8];
    for (uint8_t i = 0; i < 24; i++) {
        costs[i / 8][i % 8] = (uint8_t)(i + 1);
    }
    assert_int_equal(wend_grid_set_costs(grid, 0, 8, 9, 5, 3, &costs[0][0], 8), WEND_OK);
    uint8_t back[3][7];
    memset(back, 0xEE, sizeof back);
    assert_int_equal(wend_grid_get_costs(grid, 0, 8, 9, 5, 3, &back[0][0], 7), WEND_OK);
    for (int32_t y = 0; y < 3; y++) {
        assert_memory_equal(back[y], costs[y], 5);
        assert_int_equal(back[y][5], 0xEE);
        assert_int_equal(wend_grid_cost(grid, 0, 12, 9 + y), costs[y][4]);
        assert_int_equal(wend_grid_cost(grid, 0, 13, 9 + y), 1);
    }
    assert_int_equal(wend_grid_revision(grid), 2);
    wend_grid_destroy(grid);
}

static void grid_bad_edits_are_refused_and_change_nothing(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(25, 20, 2);
    uint64_t hash = wend_grid_hash(grid);
    uint8_t costs[4] = {1, 2, 0, 4};
    const int32_t rects[][4] = {
        {-1, 0, 1, 1},        {0, -1, 1, 1},        {25, 0, 1, 1},
        {0, 20, 1, 1},        {0, 0, 26, 1},        {0, 0, 1, 21},
        {0, 0, -1, 1},        {0, 0, 1, -1},        {24, 0, INT32_MAX, 1},
        {26, 0, 0, 0},        {INT32_MIN, 0, 1, 1}, {INT32_MAX, 0, INT32_MAX, 1},
        {0, 0, 1, INT32_MAX}, {0, 0, INT32_MIN, 1}};
    for (size_t i = 0; i < sizeof rects / sizeof rects[0]; i++) {
        const int32_t *r = rects[i];
        assert_int_equal(wend_grid_fill(grid, 0, r[0], r[1], r[2], r[3], 7), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_grid_set_costs(grid, 0, r[0], r[1], r[2], r[3], costs, SIZE_MAX / 4),
                         WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_grid_get_costs(grid, 0, r[0], r[1], r[2], r[3], costs, SIZE_MAX / 4),
                         WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_grid_set_closed_teams(grid, r[0], r[1], r[2], r[3], 7),
                         WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_grid_set_cost(grid, 2, 0, 0, 7), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_cost(grid, 0, 0, 0, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_cost(grid, 0, 25, 0, 7), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_cost(NULL, 0, 0, 0, 7), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_fill(NULL, 0, 0, 0, 1, 1, 7), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_closed_teams(NULL, 0, 0, 1, 1, 7), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_revision(grid), 1);
    assert_true(wend_grid_hash(grid) == hash);
    wend_grid_destroy(grid);
}

static void grid_bad_arrays_are_refused_and_change_nothing(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(25, 20, 2);
    const uint8_t zero[] = {1, 2, 3, 0};
    const uint8_t good[] = {1, 2, 3, 4};
    uint8_t out[4];
    assert_int_equal(wend_grid_set_costs(grid, 0, 0, 0, 2, 2, zero, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_costs(grid, 0, 0, 0, 2, 2, NULL, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_costs(grid, 0, 0, 0, 2, 2, good, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_costs(grid, 0, 0, 0, 2, 2, good, SIZE_MAX), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_costs(grid, 2, 0, 0, 2, 2, good, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_costs(NULL, 0, 0, 0, 2, 2, good, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_costs(grid, 0, 0, 0, 2, 2, NULL, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_costs(grid, 0, 0, 0, 2, 2, out, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_costs(grid, 2, 0, 0, 2, 2, out, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_costs(grid, WEND_CLASS_ALL, 0, 0, 2, 2, out, 2),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_costs(NULL, 0, 0, 0, 2, 2, out, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_revision(grid), 1);
    wend_grid_destroy(grid);
}

static void grid_cost_outside_or_of_no_class_is_wall(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(25, 20, 2);
    assert_int_equal(wend_grid_cost(grid, 0, -1, 0), WEND_COST_WALL);
    assert_int_equal(wend_grid_cost(grid, 0, 0, 20), WEND_COST_WALL);
    assert_int_equal(wend_grid_cost(grid, 0, INT32_MAX, INT32_MIN), WEND_COST_WALL);
    assert_int_equal(wend_grid_cost(grid, 2, 0, 0), WEND_COST_WALL);
    assert_int_equal(wend_grid_cost(grid, WEND_CLASS_ALL, 0, 0), WEND_COST_WALL);
    assert_int_equal(wend_grid_cost(NULL, 0, 0, 0), WEND_COST_WALL);
    assert_int_equal(wend_grid_cost(grid, 1, 24, 19), 1);
    wend_grid_destroy(grid);
}

/* ---- pages ---- */

static void grid_sector_made_uniform_gives_its_page_back(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(25, 25, 1);
    grids_set(grid, 24, 24, 7);
    grids_set(grid, 0, 0, 7);
    assert_int_equal(pages_in_use(grid), 2);
    grids_set(grid, 24, 24, 1);
    assert_int_equal(pages_in_use(grid), 1);
    grids_fill(grid, 0, 0, 25, 25, 3);
    assert_int_equal(pages_in_use(grid), 0);
    assert_int_equal(wend_grid_cost(grid, 0, 24, 24), 3);
    wend_grid_destroy(grid);
}

static void grid_door_that_opens_and_closes_needs_no_more_memory(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(25, 25, 1);
    grids_set(grid, 5, 5, 7);
    size_t bytes = memory_of(grid);
    for (int i = 0; i < 100; i++) {
        grids_set(grid, 5, 5, 1);
        grids_set(grid, 5, 5, WEND_COST_WALL);
    }
    assert_int_equal(memory_of(grid), bytes);
    wend_grid_destroy(grid);
}

static void grid_gates_take_memory_at_first_use_only(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(25, 25, 1);
    size_t bytes = memory_of(grid);
    assert_int_equal(wend_grid_set_closed_teams(grid, 0, 0, 25, 25, 0), WEND_OK);
    assert_int_equal(memory_of(grid), bytes);
    assert_int_equal(wend_grid_set_closed_teams(grid, 3, 3, 1, 1, 1), WEND_OK);
    assert_true(memory_of(grid) > bytes);
    wend_grid_destroy(grid);
}

/* ---- gates ---- */

static void grid_gate_stops_the_teams_of_its_mask(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(25, 25, 1);
    uint32_t mask = 1u << 0 | 1u << 5 | 1u << 31;
    assert_int_equal(wend_grid_set_closed_teams(grid, 9, 9, 2, 2, mask), WEND_OK);
    for (uint32_t team = 0; team < 32; team++) {
        assert_int_equal(wend_grid_is_open(grid, 0, team, 10, 10), (mask >> team & 1) == 0);
        assert_true(wend_grid_is_open(grid, 0, team, 11, 10));
    }
    assert_true(wend_grid_is_open(grid, 0, WEND_TEAM_NONE, 10, 10));
    assert_int_equal(wend_grid_get_closed_teams(grid, 10, 10), mask);
    assert_int_equal(wend_grid_get_closed_teams(grid, 11, 10), 0);
    assert_int_equal(wend_grid_cost(grid, 0, 10, 10), 1);
    wend_grid_destroy(grid);
}

static void grid_gate_closed_to_all_stops_those_without_team(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(25, 25, 1);
    assert_int_equal(wend_grid_set_closed_teams(grid, 0, 0, 25, 25, UINT32_MAX), WEND_OK);
    assert_false(wend_grid_is_open(grid, 0, WEND_TEAM_NONE, 24, 24));
    assert_false(wend_grid_is_open(grid, 0, 31, 24, 24));
    assert_int_equal(wend_grid_set_closed_teams(grid, 24, 24, 1, 1, UINT32_MAX - 1), WEND_OK);
    assert_true(wend_grid_is_open(grid, 0, WEND_TEAM_NONE, 24, 24));
    assert_true(wend_grid_is_open(grid, 0, 0, 24, 24));
    wend_grid_destroy(grid);
}

static void grid_is_open_says_no_to_walls_strangers_and_outside(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(25, 25, 2);
    grids_set(grid, 3, 3, WEND_COST_WALL);
    assert_false(wend_grid_is_open(grid, 0, WEND_TEAM_NONE, 3, 3));
    assert_true(wend_grid_is_open(grid, 1, WEND_TEAM_NONE, 3, 3));
    assert_false(wend_grid_is_open(grid, 1, 32, 3, 3));
    assert_false(wend_grid_is_open(grid, 1, UINT32_MAX - 1, 3, 3));
    assert_false(wend_grid_is_open(grid, 2, WEND_TEAM_NONE, 3, 3));
    assert_false(wend_grid_is_open(grid, 0, WEND_TEAM_NONE, -1, 3));
    assert_false(wend_grid_is_open(NULL, 0, WEND_TEAM_NONE, 3, 3));
    assert_int_equal(wend_grid_get_closed_teams(grid, 25, 0), 0);
    assert_int_equal(wend_grid_get_closed_teams(NULL, 0, 0), 0);
    wend_grid_destroy(grid);
}

static void grid_has_gates_follows_the_masks(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(25, 25, 1);
    assert_false(wendi_grid_has_gates(grid));
    assert_int_equal(wend_grid_set_closed_teams(grid, 3, 3, 15, 15, 2), WEND_OK);
    assert_true(wendi_grid_has_gates(grid));
    assert_int_equal(wend_grid_set_closed_teams(grid, 3, 3, 14, 15, 0), WEND_OK);
    assert_true(wendi_grid_has_gates(grid));
    assert_int_equal(wend_grid_set_closed_teams(grid, 17, 3, 1, 15, 0), WEND_OK);
    assert_false(wendi_grid_has_gates(grid));
    wend_grid_destroy(grid);
}

static void grid_rows_copied_equal_cells_read_one_by_one(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(37, 23, 1);
    grids_fill(grid, 5, 5, 20, 3, 9);
    grids_fill(grid, 10, 10, 10, 10, 4);
    assert_int_equal(wend_grid_set_closed_teams(grid, 8, 0, 7, 23, 6), WEND_OK);
    uint8_t costs[37];
    uint32_t masks[37];
    for (int32_t y = 0; y < 23; y++) {
        for (int32_t x = 0; x <= 37; x += 3) {
            wendi_grid_copy_row(grid, 0, x, y, 37 - x, costs);
            wendi_grid_copy_gate_row(grid, x, y, 37 - x, masks);
            for (int32_t i = x; i < 37; i++) {
                assert_int_equal(costs[i - x], wend_grid_cost(grid, 0, i, y));
                assert_int_equal(costs[i - x], wendi_grid_cost(grid, 0, i, y));
                assert_int_equal(masks[i - x], wend_grid_get_closed_teams(grid, i, y));
            }
        }
    }
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_set_cost_changes_one_cell_of_one_class),
        cmocka_unit_test(grid_set_cost_all_classes_is_one_revision),
        cmocka_unit_test(grid_edit_without_change_keeps_the_revision),
        cmocka_unit_test(grid_fill_empty_rectangle_does_nothing),
        cmocka_unit_test(grid_set_costs_reads_with_stride_and_get_costs_writes_so),
        cmocka_unit_test(grid_bad_edits_are_refused_and_change_nothing),
        cmocka_unit_test(grid_bad_arrays_are_refused_and_change_nothing),
        cmocka_unit_test(grid_cost_outside_or_of_no_class_is_wall),
        cmocka_unit_test(grid_sector_made_uniform_gives_its_page_back),
        cmocka_unit_test(grid_door_that_opens_and_closes_needs_no_more_memory),
        cmocka_unit_test(grid_gates_take_memory_at_first_use_only),
        cmocka_unit_test(grid_gate_stops_the_teams_of_its_mask),
        cmocka_unit_test(grid_gate_closed_to_all_stops_those_without_team),
        cmocka_unit_test(grid_is_open_says_no_to_walls_strangers_and_outside),
        cmocka_unit_test(grid_has_gates_follows_the_masks),
        cmocka_unit_test(grid_rows_copied_equal_cells_read_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
