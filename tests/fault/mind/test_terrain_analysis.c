/* Analyses of terrain without memory are as they were before the call. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/grid.h"
#include "wend/items.h"
#include "wend/terrain_analysis.h"

enum { SIDE = 24 };

static wend_result save_and_load(const wend_terrain_analysis *analysis,
                                 const wend_terrain_analysis_def *def)
{
    static uint8_t bytes[1 << 14];
    size_t count;
    wend_terrain_analysis *loaded;
    assert_int_equal(wend_terrain_analysis_save(analysis, bytes, sizeof bytes, &count), WEND_OK);
    const wend_result result = wend_terrain_analysis_load(def, bytes, count, &loaded);
    assert_true(result != WEND_OK ||
                wend_terrain_analysis_hash(loaded) == wend_terrain_analysis_hash(analysis));
    wend_terrain_analysis_destroy(loaded);
    return result;
}

static wend_result ask(const wend_terrain_analysis *analysis, const wend_items *items)
{
    uint32_t chokes[9];
    wend_terrain_spot spots[9];
    size_t count;
    const wend_result result =
        wend_terrain_analysis_find_route(analysis, 0, 1, NULL, 0, chokes, 9, &count);
    return result != WEND_OK
               ? result
               : wend_terrain_analysis_find_spots(analysis, items, 0, 0, 5, spots, 9, &count);
}

static wend_result use(wend_allocator allocator, void *context)
{
    static float heights[SIDE * SIDE];
    wend_items *items = context;
    wend_grid_def grid_def = wend_grid_def_default();
    wend_grid *grid;
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    wend_terrain_analysis *analysis;
    grid_def.width = grid_def.height = SIDE;
    assert_int_equal(wend_grid_create(&grid_def, &grid), WEND_OK);
    (void)wend_grid_fill(grid, 0, 12, 0, 1, 10, WEND_COST_WALL);
    (void)wend_grid_fill(grid, 0, 12, 12, 1, 12, WEND_COST_WALL);
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        heights[i] = i % SIDE < 6 ? 5 : 0;
    }
    def.grid = grid;
    def.allocator = allocator;
    wend_result result = wend_terrain_analysis_create(&def, &analysis);
    if (result == WEND_OK) {
        result = wend_terrain_analysis_set_heights(analysis, heights, (size_t)SIDE * SIDE);
    }
    result = result == WEND_OK ? wend_terrain_analysis_update(analysis, NULL) : result;
    result = result == WEND_OK ? ask(analysis, items) : result;
    result = result == WEND_OK ? save_and_load(analysis, &def) : result;
    if (result == WEND_OK) {
        const uint64_t before = wend_terrain_analysis_hash(analysis);
        (void)wend_grid_fill(grid, 0, 5, 5, 3, 3, WEND_COST_WALL);
        result = wend_terrain_analysis_update(analysis, NULL);
        assert_true(result == WEND_OK || wend_terrain_analysis_hash(analysis) == before);
    }
    wend_terrain_analysis_destroy(analysis);
    wend_grid_destroy(grid);
    return result;
}

static void each_allocation_of_an_analysis_may_fail(void **state)
{
    (void)state;
    wend_items_def def = wend_items_def_default();
    wend_items *items;
    wend_item_id id;
    wend_item item = wend_item_default();
    assert_int_equal(wend_items_create(&def, &items), WEND_OK);
    item.position = (wend_vec3){3.5, 3.5, 0};
    (void)wend_items_add(items, &item, &id);
    assert_true(fault_run(use, items) >= 40);
    wend_items_destroy(items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_an_analysis_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
