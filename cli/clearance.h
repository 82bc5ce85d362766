/* clearance.h: a grid for an agent with a radius. */
#ifndef CLI_CLEARANCE_H
#define CLI_CLEARANCE_H

#include "map.h"

/** A copy of a grid in which, for the agent's class, every cell is a wall whose centre lies nearer
 * than radius to a cell that is closed to the agent, or to the map's edge. A radius up to half a
 * cell closes nothing more.
 * @param radius metres, 0 or more. @param made the caller destroys it; NULL on failure.
 * @return WEND_OK, WEND_ERROR_MEMORY, and the errors of wend_grid_load. */
wend_result clearance_grid(const wend_grid *grid, const map_agent *agent, double radius,
                           wend_grid **made);

#endif
