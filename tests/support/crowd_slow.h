/* The guarantees of crowds about walls and other bodies, tested slowly: every cell, every line,
 * every pair. */
#ifndef TEST_SUPPORT_CROWD_SLOW_H
#define TEST_SUPPORT_CROWD_SLOW_H

#include "wend/crowd.h"

/** Metres from a position to the nearest wall: a cell that is closed to class 0, the outside of the
 * grid, a wall that stops walking. Below 0 in one; 1e300 without walls.
 * @param grid squares; may be NULL. @param walls may be NULL. */
double crowd_slow_room(const wend_grid *grid, const wend_walls *walls, wend_vec2 at);

/** Parts of the ground without a path between them for any size: cells that share a side.
 * @param parts [height][width], 0 for closed cells. */
void crowd_slow_parts(const wend_grid *grid, uint32_t *parts);

/** Least distance of any body to walls, less its radius: below 0 is the depth of a body in one.
 * Bodies whose user is not 0 do not count. NaN anywhere counts as -1e300. */
double crowd_slow_least_gap(const wend_crowd *crowd, const wend_grid *grid,
                            const wend_walls *walls);

/** Deepest overlap of two bodies on one floor that both count, as part of the smaller one's
 * diameter. */
double crowd_slow_overlap(const wend_crowd *crowd);

#endif
