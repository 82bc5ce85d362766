/* A grid as one kind of agent sees it: the costs of its class, and walls where
 * gates are closed to its team or where it does not fit. Search spaces and islands read this. */
#ifndef WENDI_WORLD_DERIVED_AGENT_GRID_H
#define WENDI_WORLD_DERIVED_AGENT_GRID_H

#include "base/core/message.h"
#include "wend/clearance.h"
#include "wend/overlay.h"

typedef struct wendi_agent_grid {
    const wend_grid *grid;
    uint32_t movement_class, team;
    uint32_t overlay_layers; /* whose overlays count; where only walls matter, that of jams */
    const wend_clearance *clearance; /* NULL: the size of agents does not matter */
    uint32_t need_square;            /* least square (or hexagon) in which it fits; 0 = any */
    uint32_t need_disc;              /* least squared distance (see clearance.h); 0 = any */
} wendi_agent_grid;

/** Refuses NULL for a grid, and a class or team that the grid does not have. @return WEND_OK,
 * WEND_ERROR_ARGUMENT; the message then names the field. */
wend_result wendi_agent_grid_check(const wend_grid *grid, uint32_t movement_class, uint32_t team,
                                   const char *function, wend_message *message);

/** Copies the costs of the cells x ... x+count-1 of row y; all must lie inside. @param costs
 * [count]. */
void wendi_agent_grid_copy_row(const wendi_agent_grid *ground, int32_t x, int32_t y, int32_t count,
                               uint8_t *costs);

/** The costs of sectors of the grid (by rows) that are known to be uniform without reading their
 * cells: first, first + step and so on. @param costs [count]; 0: read the cells. */
void wendi_agent_grid_uniform_costs(const wendi_agent_grid *ground, uint32_t first, uint32_t step,
                                    uint32_t count, uint8_t *costs);

#endif
