/* Revisions of sectors and lists of changes, with the journal, past its end and without it. */
#include "support/grids.h"
#include "support/test.h"

#include "world/cells/store.h"

#include <stdlib.h>
#include <string.h>

/* 400 cells are 40 sectors: 1600 in all, enough for a journal. */
enum { LARGE = 400, LARGE_SECTORS_X = 40, LARGE_SECTORS = 1600 };

static void touch_sector(wend_grid *grid, uint32_t sector)
{
    int32_t x = (int32_t)(sector % (uint32_t)grid->sectors_x) * grid->sector_size;
    int32_t y = (int32_t)(sector / (uint32_t)grid->sectors_x) * grid->sector_size;
    uint8_t cost = wend_grid_cost(grid, 0, x, y);
    grids_set(grid, x, y, cost == 1 ? 2 : 1);
}

/* The list must be exactly the sectors whose own revision is newer, ascending. */
static void check_changes(const wend_grid *grid, uint64_t since)
{
    uint32_t *sectors = malloc(LARGE_SECTORS * sizeof *sectors);
    assert_non_null(sectors);
    size_t count = 77;
    assert_int_equal(wend_grid_list_changes(grid, since, sectors, LARGE_SECTORS, &count), WEND_OK);
    size_t found = 0;
    for (uint32_t i = 0; i < grid->sector_count; i++) {
        if (wend_grid_sector_revision(grid, i) > since) {
            assert_true(found < count);
            assert_int_equal(sectors[found], i);
            found++;
        }
    }
    assert_int_equal(found, count);
    free(sectors);
}

static void grid_new_has_revision_1_everywhere(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(25, 25);
    assert_int_equal(wend_grid_revision(grid), 1);
    for (uint32_t i = 0; i < 9; i++) {
        assert_int_equal(wend_grid_sector_revision(grid, i), 1);
    }
    assert_int_equal(wend_grid_sector_revision(grid, 9), 0);
    assert_int_equal(wend_grid_sector_revision(NULL, 0), 0);
    assert_int_equal(wend_grid_revision(NULL), 0);
    wend_grid_destroy(grid);
}

static void grid_edit_marks_only_sectors_that_change(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(25, 25);
    uint8_t costs[25 * 25];
    memset(costs, 1, sizeof costs);
    costs[0] = 3;
    costs[24 * 25 + 24] = 3;
    assert_int_equal(wend_grid_set_costs(grid, 0, 0, 0, 25, 25, costs, 25), WEND_OK);
    for (uint32_t i = 0; i < 9; i++) {
        assert_int_equal(wend_grid_sector_revision(grid, i), i == 0 || i == 8 ? 2 : 1);
    }
    assert_int_equal(wend_grid_set_closed_teams(grid, 10, 0, 10, 10, 1), WEND_OK);
    assert_int_equal(wend_grid_sector_revision(grid, 1), 3);
    assert_int_equal(wend_grid_sector_revision(grid, 0), 2);
    check_changes(grid, 2);
    wend_grid_destroy(grid);
}

static void grid_changes_since_now_or_later_is_empty(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(25, 25);
    touch_sector(grid, 4);
    size_t count = 77;
    assert_int_equal(wend_grid_list_changes(grid, 2, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    assert_int_equal(wend_grid_list_changes(grid, UINT64_MAX, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    wend_grid_destroy(grid);
}

static void grid_changes_since_0_is_every_sector(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(LARGE, LARGE);
    check_changes(grid, 0);
    size_t count = 0;
    assert_int_equal(wend_grid_list_changes(grid, 0, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, LARGE_SECTORS);
    wend_grid_destroy(grid);
}

static void grid_changes_lists_each_sector_once_ascending(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(LARGE, LARGE);
    const uint32_t order[] = {900, 3, 900, 1599, 3, 40, 0, 3, 700, 40};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        touch_sector(grid, order[i]);
    }
    const uint32_t all[] = {0, 3, 40, 700, 900, 1599};
    uint32_t sectors[8];
    size_t count = 0;
    assert_int_equal(wend_grid_list_changes(grid, 1, sectors, 8, &count), WEND_OK);
    assert_int_equal(count, 6);
    assert_memory_equal(sectors, all, sizeof all);
    for (uint64_t since = 0; since <= 11; since++) {
        check_changes(grid, since);
    }
    wend_grid_destroy(grid);
}

static void grid_changes_truncated_gives_the_lowest(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(LARGE, LARGE);
    const uint32_t order[] = {900, 3, 1599, 40, 0, 700};
    for (size_t i = 0; i < 6; i++) {
        touch_sector(grid, order[i]);
    }
    const uint32_t lowest[] = {0, 3, 40, 700, 900};
    for (size_t capacity = 0; capacity < 6; capacity++) {
        uint32_t sectors[6] = {77, 77, 77, 77, 77, 77};
        size_t count = 0;
        assert_int_equal(wend_grid_list_changes(grid, 1, sectors, capacity, &count),
                         WEND_TRUNCATED);
        assert_int_equal(count, 6);
        assert_memory_equal(sectors, lowest, capacity * sizeof *sectors);
        assert_int_equal(sectors[capacity], 77);
    }
    wend_grid_destroy(grid);
}

static void grid_changes_past_the_journal_are_still_complete(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(LARGE, LARGE);
    touch_sector(grid, 1234);
    uint64_t before = wend_grid_revision(grid);
    for (uint32_t i = 0; i < 2 * WENDI_JOURNAL_CAPACITY; i++) {
        touch_sector(grid, i * 7 % 500);
    }
    assert_true(grid->journal.floor > before);
    check_changes(grid, 1);
    check_changes(grid, before);
    for (uint64_t back = 0; back < 5; back++) {
        check_changes(grid, grid->journal.floor - 2 + back);
    }
    wend_grid_destroy(grid);
}

static void grid_changes_of_one_edit_larger_than_the_journal_are_complete(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(1000, 1000);
    assert_true(grid->sector_count > 2 * WENDI_JOURNAL_CAPACITY);
    grids_fill(grid, 0, 0, 1000, 1000, 5);
    size_t count = 0;
    assert_int_equal(wend_grid_list_changes(grid, 1, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, 10000);
    touch_sector(grid, 9999);
    uint32_t sector = 0;
    assert_int_equal(wend_grid_list_changes(grid, 2, &sector, 1, &count), WEND_OK);
    assert_int_equal(count, 1);
    assert_int_equal(sector, 9999);
    wend_grid_destroy(grid);
}

static void grid_many_edits_in_one_place_keep_the_journal_short(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(LARGE, LARGE);
    touch_sector(grid, 5);
    for (uint32_t i = 0; i < 2 * WENDI_JOURNAL_CAPACITY; i++) {
        touch_sector(grid, 6);
    }
    assert_int_equal(grid->journal.count, 2);
    check_changes(grid, 1);
    check_changes(grid, 2);
    check_changes(grid, 100);
    wend_grid_destroy(grid);
}

static void grid_changes_bad_arguments_are_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(25, 25);
    size_t count = 77;
    uint32_t sector;
    assert_int_equal(wend_grid_list_changes(NULL, 0, &sector, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(wend_grid_list_changes(grid, 0, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_list_changes(grid, 0, &sector, 1, NULL), WEND_ERROR_ARGUMENT);
    wend_grid_destroy(grid);
}

/* Marks have 32 bits; after so many edits they move back, and changes may seem later, never
 * earlier, than they were. */
static void grid_revision_goes_on_past_32_bits(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(LARGE, LARGE);
    touch_sector(grid, 3);
    grid->revision += UINT32_MAX - 4;
    touch_sector(grid, 4);
    uint64_t before = wend_grid_revision(grid);
    for (uint32_t i = 5; i < 15; i++) {
        touch_sector(grid, i);
        assert_int_equal(wend_grid_sector_revision(grid, i), before + i - 4);
    }
    assert_int_equal(wend_grid_revision(grid), before + 10);
    assert_true(grid->revision > UINT32_MAX);
    assert_int_equal(wend_grid_sector_revision(grid, 4), before);
    assert_true(wend_grid_sector_revision(grid, 3) >= 2);
    assert_true(wend_grid_sector_revision(grid, 3) < before);
    for (uint64_t since = before - 3; since <= before + 10; since++) {
        check_changes(grid, since);
    }
    size_t count = 0;
    (void)wend_grid_list_changes(grid, 1, NULL, 0, &count);
    assert_true(count >= 12);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_new_has_revision_1_everywhere),
        cmocka_unit_test(grid_edit_marks_only_sectors_that_change),
        cmocka_unit_test(grid_changes_since_now_or_later_is_empty),
        cmocka_unit_test(grid_changes_since_0_is_every_sector),
        cmocka_unit_test(grid_changes_lists_each_sector_once_ascending),
        cmocka_unit_test(grid_changes_truncated_gives_the_lowest),
        cmocka_unit_test(grid_changes_past_the_journal_are_still_complete),
        cmocka_unit_test(grid_changes_of_one_edit_larger_than_the_journal_are_complete),
        cmocka_unit_test(grid_many_edits_in_one_place_keep_the_journal_short),
        cmocka_unit_test(grid_changes_bad_arguments_are_refused),
        cmocka_unit_test(grid_revision_goes_on_past_32_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
