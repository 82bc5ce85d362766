/** @file wend/hex.h
 * Hex coordinates, shapes made of hexes, and the field of view.
 *
 * Axial coordinates (q, r) number hexes along two of their three axes; the third is s = -q - r.
 * They do not depend on the layout, so distances, lines, rings and rotations use them. A grid of 6
 * neighbours stores its cells in rows and columns (see wend_hex_layout); these functions convert
 * between the two.
 *
 *     pointy tops: rows          flat tops: columns
 *         0     1                       0
 *          \   /                    5   |   1         directions, clockwise:
 *      5 -- hex -- 2                  \   /           0 (0,-1)  1 (1,-1)  2 (1,0)
 *          /   \                      /   \           3 (0,1)   4 (-1,1)  5 (-1,0)
 *         4     3                   4   |   2
 *                                       3
 *
 * Axial coordinates must lie within -2^28 ... 2^28. Only the field of view allocates; any thread.
 *
 * Source: Patel, "Hexagonal Grids" (Red Blob Games, 2013-2021); field of view by exact slopes is
 * ours.
 */
#ifndef WEND_HEX_H
#define WEND_HEX_H

#include "wend/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of hexes. */
enum {
    WEND_HEX_DIRECTIONS = 6,   /**< Directions of a hex. */
    WEND_HEX_RADIUS_MAX = 8192 /**< Largest radius of a ring or range. */
};

/** A hex in axial coordinates. */
typedef struct wend_hex {
    int32_t q; /**< First coordinate. */
    int32_t r; /**< Second coordinate. */
} wend_hex;

/* ---- rows and columns ---- */

/** Returns the hex in column x of row y; any x, y, also outside of every grid. A coordinate that
 * does not fit into 32 bits becomes the nearest one that does. */
WEND_API wend_hex wend_hex_from_offset(wend_hex_layout layout, int32_t x, int32_t y);
/** Gets the column and row of a hex. @param x,y may be NULL. */
WEND_API void wend_hex_to_offset(wend_hex_layout layout, wend_hex hex, int32_t *x, int32_t *y);
/** Returns the hex of a node of a grid with 6 neighbours; {0, 0} for other grids and outside. */
WEND_API wend_hex wend_grid_hex(const wend_grid *grid, wend_node node);
/** Returns the node of a hex, wrapped around where the grid wraps; WEND_NODE_NONE outside and for
 * grids without 6 neighbours. */
WEND_API wend_node wend_grid_hex_node(const wend_grid *grid, wend_hex hex);
/** Returns the centre of a hex in metres, where hex (0, 0) is the grid cell 0, 0 with its outermost
 * points at the origin.
 * @param cell_size metres between two neighbours' centres. */
WEND_API wend_vec2 wend_hex_position(wend_hex_layout layout, double cell_size, wend_vec2 origin,
                                     wend_hex hex);
/** Returns the hex that covers a position; on a border the one whose centre comes first in
 * rounding. {0, 0} for positions that are not finite or beyond the range. */
WEND_API wend_hex wend_hex_at(wend_hex_layout layout, double cell_size, wend_vec2 origin,
                              wend_vec2 position);
/** Gets the six corners of a hex, clockwise. @param corners [6]. */
WEND_API void wend_hex_corners(wend_hex_layout layout, double cell_size, wend_vec2 centre,
                               wend_vec2 *corners);

/* ---- single hexes ---- */

/** Returns the number of steps between two hexes over open ground (without wrapping;
 * wend_grid_steps goes around the map). */
WEND_API int32_t wend_hex_distance(wend_hex a, wend_hex b);
/** Returns the neighbour in a direction, 0 to 5 (others are taken modulo 6). */
WEND_API wend_hex wend_hex_neighbour(wend_hex hex, int32_t direction);
/** Returns a hex rotated about a centre by sixths of a turn, clockwise; negative ones
 * counter-clockwise. */
WEND_API wend_hex wend_hex_rotate(wend_hex hex, wend_hex centre, int32_t sixths);
/** Returns a hex reflected at the line through a centre along direction 0 (axis 0), 1 or 2. Taken
 * modulo 3. */
WEND_API wend_hex wend_hex_reflect(wend_hex hex, wend_hex centre, int32_t axis);

/* ---- shapes; all list hexes, in and outside of grids ---- */

/* Each takes hexes [capacity], which may be NULL when capacity is 0, and count, set to the number
 * of hexes. Results: WEND_OK; WEND_TRUNCATED (more than capacity; the first ones are written);
 * WEND_ERROR_ARGUMENT (NULL, radius below 0 or above WEND_HEX_RADIUS_MAX; count is 0 then). */

/** Lists the straight line from a to b, both included: one hex for each step, distance + 1 in all.
 * Where it passes between two hexes, the one on the side of larger q (then r) is taken, so that the
 * line from b to a is the same one. */
WEND_API wend_result wend_hex_line(wend_hex a, wend_hex b, wend_hex *hexes, size_t capacity,
                                   size_t *count);
/** Lists the hexes at exactly a distance, clockwise, beginning in direction 0: 6 * radius (1 for
 * 0). */
WEND_API wend_result wend_hex_ring(wend_hex centre, int32_t radius, wend_hex *hexes,
                                   size_t capacity, size_t *count);
/** Lists the hexes within a distance, ring by ring from the centre: 3 * radius * (radius + 1) + 1.
 */
WEND_API wend_result wend_hex_range(wend_hex centre, int32_t radius, wend_hex *hexes,
                                    size_t capacity, size_t *count);

/* ---- field of view ---- */

/** Lists the cells visible from a cell, within a number of steps, ascending.
 *
 * An open cell is visible when the straight line from the start's centre to its own passes through
 * no wall's inside. A wall is visible when some straight line from the start's centre enters it and
 * passes through no other wall's inside before. Lines may run along the edges of walls, and between
 * two walls that touch in a corner; nothing hides cells beyond the map's edge; the start is always
 * visible, and hides nothing if it is a wall. Visibility is therefore symmetric between open cells.
 * It is computed exactly, in whole numbers: the same everywhere. It works on squares as well
 * (radius counted straight and diagonally alike, Chebyshev).
 *
 * A map that wraps counts as an endless row of copies side by side: a cell is visible when any copy
 * of it within the radius is, and is listed once. Copies of the start hide like any other cell.
 *
 * Time: the cells within radius. Allocates from the grid's allocator for the call: one bit for each
 * of them, and 64 bytes for each step of the radius.
 * @param movement_class movement class whose walls block.
 * @param nodes [capacity], may be NULL when capacity is 0.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT (NULL, from outside, no such class, radius
 * not in 0 ... 1024), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_grid_field_of_view(const wend_grid *grid, uint32_t movement_class,
                                             wend_node from, int32_t radius, wend_node *nodes,
                                             size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif
#endif
