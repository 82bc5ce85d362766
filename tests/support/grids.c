/* Makes grids of a size, a definition or a picture, and sets their costs. */
#include "support/grids.h"

#include "support/test.h"

#include <string.h>

wend_grid_def grids_def(int32_t width, int32_t height, int32_t class_count)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = width;
    def.height = height;
    def.class_count = class_count;
    return def;
}

wend_grid *grids_make(wend_grid_def def)
{
    wend_grid *grid = NULL;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    return grid;
}

wend_grid *grids_open(int32_t width, int32_t height)
{
    return grids_make(grids_def(width, height, 1));
}

wend_grid *grids_drawn(wend_grid_def def, const char *const *rows, int32_t height)
{
    def.width = (int32_t)strlen(rows[0]);
    def.height = height;
    wend_grid *grid = grids_make(def);
    for (int32_t y = 0; y < height; ++y) {
        for (int32_t x = 0; x < def.width; ++x) {
            const char c = rows[y][x];
            const uint8_t cost = c == '#' ? WEND_COST_WALL : (uint8_t)(c - '0');
            if (c == '#' || (c >= '1' && c <= '9')) {
                grids_set(grid, x, y, cost);
            }
        }
    }
    return grid;
}

void grids_set(wend_grid *grid, int32_t x, int32_t y, uint8_t cost)
{
    assert_int_equal(wend_grid_set_cost(grid, 0, x, y, cost), WEND_OK);
}

void grids_fill(wend_grid *grid, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t cost)
{
    assert_int_equal(wend_grid_fill(grid, 0, x, y, width, height, cost), WEND_OK);
}

void grids_wall(wend_grid *grid, int32_t x, int32_t y, int32_t width, int32_t height)
{
    grids_fill(grid, x, y, width, height, WEND_COST_WALL);
}
