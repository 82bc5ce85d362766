/* Grids in one line. Every function fails the cmocka test when it cannot do its work. The
 * caller destroys the grids. */
#ifndef TEST_SUPPORT_GRIDS_H
#define TEST_SUPPORT_GRIDS_H

#include "wend/grid.h"

wend_grid_def grids_def(int32_t width, int32_t height, int32_t class_count);
wend_grid *grids_make(wend_grid_def def);
wend_grid *grids_open(int32_t width, int32_t height);
/** From a picture: rows of the same length, '#' is a wall, a digit the cost. The
 *  definition's size does not count. */
wend_grid *grids_drawn(wend_grid_def def, const char *const *rows, int32_t height);

/** Sets the cost of a cell, or of a rectangle, for class 0. */
void grids_set(wend_grid *grid, int32_t x, int32_t y, uint8_t cost);
void grids_fill(wend_grid *grid, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t cost);
/** Fills a rectangle with walls, for class 0. */
void grids_wall(wend_grid *grid, int32_t x, int32_t y, int32_t width, int32_t height);

#endif
