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

/** A position in metres to units; false outside of the rectangle around the map, and for NaN. */
bool wendi_hex_to_units(const wend_space *space, wend_vec2 position, int64_t *along,
                        int64_t *across);

/** The centre of a node's hex. */
void wendi_hex_centre(const wend_space *space, wend_node node, int64_t *along, int64_t *across);

/** As the functions of segment.h. */
bool wendi_segment_hex_is_clear(const wend_space *space, const wendi_segment *segment);
double wendi_segment_hex_mean_factor(const wend_space *space, const wendi_segment *segment);
double wendi_segment_hex_length(const wendi_segment *segment);

#endif
