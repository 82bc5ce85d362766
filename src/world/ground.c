/* takes: a grid, a class, a team and a size.
 * gives: rows of costs, walls where this agent cannot be.
 * cost:  that of copying a row; one look at each cell more where there are gates or sizes. */
#include "world/ground.h"

#include "world/clearance_private.h"
#include "world/grid_private.h"

/* Makes walls of the cells of a row that are closed to the team. */
static void close_gates(const wendi_ground *ground, int32_t x, int32_t y, int32_t count,
                        uint8_t *costs)
{
    enum { PART = 64 };
    uint32_t masks[PART];
    for (int32_t done = 0; done < count; done += PART) {
        const int32_t part = count - done < PART ? count - done : PART;
        wendi_grid_copy_gate_row(ground->grid, x + done, y, part, masks);
        for (int32_t k = 0; k < part; ++k) {
            const bool is_closed = ground->team == WEND_TEAM_NONE
                                       ? masks[k] == UINT32_MAX
                                       : (masks[k] >> ground->team & 1) != 0;
            costs[done + k] = is_closed ? WEND_COST_WALL : costs[done + k];
        }
    }
}

void wendi_ground_row(const wendi_ground *ground, int32_t x, int32_t y, int32_t count,
                      uint8_t *costs)
{
    wendi_grid_copy_row(ground->grid, ground->movement_class, x, y, count, costs);
    if (wendi_grid_has_gates(ground->grid)) {
        close_gates(ground, x, y, count, costs);
    }
    if (ground->clearance != NULL && (ground->need_square != 0 || ground->need_disc != 0)) {
        wendi_clearance_close_row(ground->clearance, ground->need_square, ground->need_disc, x, y,
                                  count, costs);
    }
}
