/* Tiles of the pages of records: each slot has a record of its own, and neighbours share pages. */
#include "support/test.h"

#include "route/frontier/cell_pages.h"

#include <stdlib.h>
#include <string.h>

static void each_slot_has_an_entry_of_its_own(void **state)
{
    (void)state;
    for (uint32_t stride = 3; stride < 70; stride++) {
        for (uint32_t rows = 3; rows < 40; rows += 7) {
            const wendi_cell_tiling tiling = wendi_cell_tiling_of(stride);
            const uint32_t tiles = (rows + WENDI_CELL_PAGE_SIDE - 1) / WENDI_CELL_PAGE_SIDE *
                                   ((stride + WENDI_CELL_PAGE_SIDE - 1) / WENDI_CELL_PAGE_SIDE);
            bool *is_taken = calloc((size_t)tiles * WENDI_CELL_PAGE_SLOTS, sizeof *is_taken);
            assert_non_null(is_taken);
            for (uint32_t slot = 0; slot < stride * rows; slot++) {
                const wendi_cell_entry at = wendi_cell_tiling_find(&tiling, slot);
                assert_true(at.tile < tiles);
                assert_true(at.inner < WENDI_CELL_PAGE_SLOTS);
                bool *taken = &is_taken[(size_t)at.tile * WENDI_CELL_PAGE_SLOTS + at.inner];
                assert_false(*taken);
                *taken = true;
                assert_int_equal(at.tile, slot / stride / WENDI_CELL_PAGE_SIDE * tiling.columns +
                                              slot % stride / WENDI_CELL_PAGE_SIDE);
            }
            free(is_taken);
        }
    }
}

/* The row of a slot comes from a multiplication; it has to be that of a division everywhere. */
static void rows_are_those_of_a_division_up_to_the_largest_maps(void **state)
{
    (void)state;
    const uint32_t most = INT32_MAX;
    const uint32_t strides[] = {1,     2,     3,      7,          15,         16,    17,      18,
                                1026,  4097,  16386,  32769,      65535,      65537, 1000003, 16777,
                                46342, 99991, 524289, 1073741823, 1073741825, most};
    for (size_t i = 0; i < sizeof strides / sizeof strides[0]; i++) {
        const uint32_t stride = strides[i];
        const wendi_cell_tiling tiling = wendi_cell_tiling_of(stride);
        for (uint32_t k = 0; k < 4000; k++) {
            /* Both sides of the ends of rows, near the end of all slots and everywhere. */
            const uint32_t row = k < 2000 ? most / stride - k % (most / stride < 2000 ? 1 : 2000)
                                          : (uint32_t)((uint64_t)(most / stride) * k / 4000);
            for (uint32_t side = 0; side < 2; side++) {
                const uint64_t slot = (uint64_t)row * stride - (side == 0 && row > 0 ? 1 : 0);
                const uint64_t y = slot * tiling.multiplier >> tiling.shift;
                assert_int_equal(y, slot / stride);
            }
        }
    }
}

static void pages_are_made_once_a_tile_and_forgotten_when_cleared(void **state)
{
    (void)state;
    enum { STRIDE = 102, ROWS = 50 };
    const wend_allocator allocator = {0};
    wendi_page_pool *pool = wendi_page_pool_create(&allocator);
    assert_non_null(pool);
    wendi_cell_pages pages = {.pool = pool, .allocator = &allocator};
    assert_true(wendi_cell_pages_reserve(&pages, STRIDE * ROWS, STRIDE));
    assert_int_equal(pages.table_count, 7 * 4);
    for (int round = 0; round < 3; round++) {
        for (uint32_t slot = 0; slot < STRIDE * ROWS; slot += 3) {
            const wendi_cell_entry at = wendi_cell_tiling_find(&pages.tiling, slot);
            if (pages.table[at.tile] == &pool->blank) {
                assert_non_null(wendi_cell_pages_make(&pages, at.tile));
            }
            assert_int_equal(pages.table[at.tile]->meta[at.inner], 0);
            pages.table[at.tile]->meta[at.inner] = slot + 1;
        }
        assert_int_equal(pages.count, 7 * 4);
        for (uint32_t slot = 0; slot < STRIDE * ROWS; slot++) {
            const wendi_cell_entry at = wendi_cell_tiling_find(&pages.tiling, slot);
            const uint32_t expected = slot % 3 == 0 ? slot + 1 : 0;
            assert_int_equal(pages.table[at.tile]->meta[at.inner], expected);
        }
        wendi_cell_pages_clear(&pages);
    }
    wendi_cell_pages_destroy(&pages);
    assert_int_equal(wendi_page_pool_bytes(pool), 7 * 4 * sizeof(wendi_cell_page));
    wendi_page_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_slot_has_an_entry_of_its_own),
        cmocka_unit_test(rows_are_those_of_a_division_up_to_the_largest_maps),
        cmocka_unit_test(pages_are_made_once_a_tile_and_forgotten_when_cleared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
