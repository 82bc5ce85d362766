/* Clearance of segments over hexes, in exact integers as for squares.
 *
 * Coordinates along and across the lines: see world/sweep/segment.h.
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
