/* Costs of a row of cells. */
#ifndef TEST_UNIT_OVERLAYS_H
#define TEST_UNIT_OVERLAYS_H

#include "support/grids.h"
#include "support/test.h"

#include <string.h>

enum { WALL = WEND_COST_WALL };

/* Costs of row y as digits and from 10 on letters, walls as '#'. */
static inline void check_row(const wend_grid *grid, int32_t y, const char *row)
{
    char text[64] = {0};
    const int32_t width = (int32_t)strlen(row);
    for (int32_t x = 0; x < width; x++) {
        const uint8_t cost = wend_grid_cost(grid, 0, x, y);
        text[x] = cost == WALL ? '#' : (char)(cost < 10 ? '0' + cost : 'a' + cost - 10);
    }
    assert_string_equal(text, row);
}

#endif
