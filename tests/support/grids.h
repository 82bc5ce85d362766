/* grids.h: the plainest grids. All of this fails the cmocka test when it cannot; the caller
 * destroys the grids. */
#ifndef TEST_SUPPORT_GRIDS_H
#define TEST_SUPPORT_GRIDS_H

#include "wend/grid.h"

wend_grid_def grids_def(int32_t width, int32_t height, int32_t class_count);
wend_grid *grids_make(wend_grid_def def);
wend_grid *grids_open(int32_t width, int32_t height);
/** From a picture: rows of the same length, '#' is a wall, a digit the cost. The
 *  definition's size does not count. */
wend_grid *grids_drawn(wend_grid_def def, const char *const *rows, int32_t height);

#endif
