/* The corners of cells in metres, the same bits for all that is built of them. */
#ifndef WENDI_WORLD_GRID_CORNERS_H
#define WENDI_WORLD_GRID_CORNERS_H

#include "wend/grid.h"

enum { WENDI_HEX_EDGES = 6 };

/** The upper left corner of a square. */
wend_vec2 wendi_square_corner(const wend_grid *grid, int32_t x, int32_t y);

/** A corner of a hex. Corners go around with the hex to their left; edge i leads from corner i to
 * i + 1. Hexes that share a corner get the same bits. */
wend_vec2 wendi_hex_corner(const wend_grid *grid, int32_t x, int32_t y, int32_t i);

/** The cell beyond edge i of a hex; it may lie outside. */
void wendi_hex_beyond_edge(const wend_grid *grid, int32_t x, int32_t y, int32_t i, int32_t *to_x,
                           int32_t *to_y);

#endif
