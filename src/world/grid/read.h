/* Costs and gates of a grid for the rooms above, fast and without checks.
 *
 * All arguments must be in range: the class exists, the cells lie inside. Copying row by row
 * costs a memset for each uniform sector and a memcpy for each other one, so copying a whole map
 * is bound by memory speed. Any number of threads may read one grid at once. */
#ifndef WENDI_WORLD_GRID_READ_H
#define WENDI_WORLD_GRID_READ_H

#include "base/math/floating_point.h"
#include "wend/grid.h"

/** Cost factor of a cell for a class. */
uint8_t wendi_grid_cost(const wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y);

/** The same without gradients and overlays: the ground with its stamps. */
uint8_t wendi_grid_base_cost(const wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y);

/** Cost factors of the cells x ... x+count-1 of row y. @param costs [count]; count 0 is fine. */
void wendi_grid_copy_row(const wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y,
                         int32_t count, uint8_t *costs);

/** Masks of closed teams of the cells x ... x+count-1 of row y. A cell is a wall for team t of
 * 0 ... 31 where bit t is set, and for WEND_TEAM_NONE where the mask is 0xFFFFFFFF.
 * @param masks [count]; count 0 is fine. */
void wendi_grid_copy_gate_row(const wend_grid *grid, int32_t x, int32_t y, int32_t count,
                              uint32_t *masks);

/** True if any cell is closed to any team. When false, all masks are 0 and need not be read. */
bool wendi_grid_has_gates(const wend_grid *grid);

#endif
