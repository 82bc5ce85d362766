/* Clearance of segments over hexes, in exact integers as for squares.
 *
 * Hexes are treated as if their lines were rows; in layouts of columns x and y are swapped, so
 * `ax` of a wendi_segment is along the lines and `ay` across them.
 *
 *   along    1/65536 of a cell: half a cell is h = 32768 units
 *   across   so much shorter that a line of hexes is 3 h from the next: 1/(65536 * sqrt 3) cell
 *
 *          (0,-2h)
 *          /     \           A hex around its centre. All centres and corners have whole numbers,
 *   (-h,-h)      (h,-h)      its sides lie on  u = +-h,  u + v = +-2h,  u - v = +-2h,  and three
 *      |            |        times a squared length (in units of radius) is  3 u^2 + v^2.
 *   (-h,h)        (h,h)
 *          \     /
 *          (0,2h)
 *
 * Only positions and radii are rounded, once: coordinates are below 2^31, squares of lengths below
 * 2^63. */
#ifndef WENDI_ROUTE_SEGMENT_HEX_H
#define WENDI_ROUTE_SEGMENT_HEX_H

#include "route/segment/segment.h"

/** Half a cell, in units. */
static const int64_t WENDI_HEX_HALF = (int64_t)1 << (WENDI_SEGMENT_SHIFT - 1);

/** A hex by its line (row, or column in layouts of columns) and its index in it. */
typedef struct wendi_hex_cell {
    int32_t line, place;
} wendi_hex_cell;

static inline int32_t wendi_hex_line_count(const wend_space *space)
{
    return space->row_mask != 0 ? space->height : space->width;
}

static inline int32_t wendi_hex_line_length(const wend_space *space)
{
    return space->row_mask != 0 ? space->width : space->height;
}

static inline bool wendi_hex_line_is_moved(const wend_space *space, int32_t line)
{
    return wendi_hex_is_shifted(space->hex_layout, line, line) != 0;
}

/** The centre of a hex, in units. */
static inline int64_t wendi_hex_along(const wend_space *space, wendi_hex_cell hex)
{
    const int64_t halves =
        2 * (int64_t)hex.place + (wendi_hex_line_is_moved(space, hex.line) ? 2 : 1);
    return halves * WENDI_HEX_HALF;
}

static inline int64_t wendi_hex_across(wendi_hex_cell hex)
{
    return (3 * (int64_t)hex.line + 2) * WENDI_HEX_HALF;
}

/** The factor walk tests see; a wall outside, also where the map wraps. */
static inline uint8_t wendi_hex_factor(const wend_space *space, wendi_hex_cell hex)
{
    if (hex.line < 0 || hex.place < 0 || hex.line >= wendi_hex_line_count(space) ||
        hex.place >= wendi_hex_line_length(space)) {
        return WEND_COST_WALL;
    }
    const int32_t x = space->row_mask != 0 ? hex.place : hex.line;
    const int32_t y = space->row_mask != 0 ? hex.line : hex.place;
    return space->walls[((size_t)y + 1) * space->stride + (size_t)x + 1];
}

/** A position in metres to units; false outside of the rectangle around the map, and for NaN. */
bool wendi_hex_to_units(const wend_space *space, wend_vec2 position, int64_t *along,
                        int64_t *across);

/** The centre of a node's hex. */
void wendi_hex_centre(const wend_space *space, wend_node node, int64_t *along, int64_t *across);

/** As the functions of segment/segment.h. */
bool wendi_segment_hex_is_clear(const wend_space *space, const wendi_segment *segment);
double wendi_segment_hex_mean_factor(const wend_space *space, const wendi_segment *segment);
double wendi_segment_hex_length(const wendi_segment *segment);

/** True if any point of the closed hex around (u, v) is nearer than radius to the segment (with
 * radius 0: on it). Exact. */
bool wendi_segment_is_near_hex(const wendi_segment *segment, int64_t u, int64_t v);

#endif
