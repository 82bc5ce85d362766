/* The clearance test of segments, in exact integers.
 *
 *   position in the map   = (metres - origin) / cell_size, in cells
 *   a unit                = 1/65536 of a cell; every position and radius is rounded to it once
 *
 * From there on nothing is rounded: coordinates are below 2^31, products fit 64 bits, and the one
 * comparison of fourth powers takes 128. So a line along a wall at exactly the agent's radius is
 * clear, with every cell size and origin, and the verdict is the same on every
 * machine. */
#ifndef WENDI_ROUTE_SEGMENT_SEGMENT_H
#define WENDI_ROUTE_SEGMENT_SEGMENT_H

#include "route/space/space.h"
#include "wend/path.h"
#include "world/sweep/segment.h"

/** Converts metres, or the radius of the space's agent if that is larger, to units of radius: to
 * the nearest, halves down (positions: halves up, so that an agent at radius beside a wall is clear
 * on either side of it). On hexes down: distances from centres to walls are not whole in any unit
 * there, and an agent that just fits must not be stopped. A radius beyond every map's size gives
 * one that no map has room for.
 * @return false for NaN, below 0 and infinity. */
bool wendi_segment_radius(const wend_space *space, double metres, int64_t *radius);

/** The segment between two cells' centres. Nodes in range. */
wendi_segment wendi_segment_between(const wend_space *space, wend_node from, wend_node to,
                                    int64_t radius);

/** True if every blocked cell, and the outside, is at least radius away (with radius 0: untouched).
 * Ends inside the map's rectangle. Time: the cells within radius of the line at worst. */
bool wendi_segment_is_clear(const wend_space *space, const wendi_segment *segment);

/** The integral of the factors under a clear segment, in units of WEND_COST_ONE. Along the border
 * of two cells the more expensive one counts. Time: the cells the line passes; constant on uniform
 * ground. */
wend_cost wendi_segment_cost(const wend_space *space, const wendi_segment *segment);

/** Length in cells, correctly rounded but for one rounding of the squared length. */
double wendi_segment_length(const wend_space *space, const wendi_segment *segment);

#endif
