/* Reads a grid as one kind of agent sees it.
 * Cost: copying a row, and one test of each cell where there are gates or sizes; constant for a
 * uniform sector. */
#include "world/derived/agent_grid.h"

#include "world/cells/store.h"
#include "world/derived/clearance.h"
#include "world/grid/read.h"
#include "world/layers/compose.h"

wend_result wendi_agent_grid_check(const wend_grid *grid, uint32_t movement_class, uint32_t team,
                                   const char *function, wend_message *message)
{
    if (grid == NULL) {
        return wendi_refuse_null(message, function, "grid");
    }
    if (movement_class >= grid->class_count) {
        return wendi_refuse_index(message, function, "movement_class", movement_class, "classes",
                                  grid->class_count);
    }
    return team == WEND_TEAM_NONE || team < WEND_GRID_TEAMS_MAX
               ? WEND_OK
               : wendi_fail(message, WEND_ERROR_ARGUMENT,
                            "%s: team is %lu, and must be from 0 to %d, or WEND_TEAM_NONE",
                            function, (unsigned long)team, WEND_GRID_TEAMS_MAX - 1);
}

static bool is_closed_to(uint32_t team, uint32_t mask)
{
    return team == WEND_TEAM_NONE ? mask == UINT32_MAX : (mask >> team & 1) != 0;
}

/* Makes walls of the cells of a row that are closed to the team. */
static void close_gates(const wendi_agent_grid *ground, int32_t x, int32_t y, int32_t count,
                        uint8_t *costs)
{
    enum { PART = 64 };
    uint32_t masks[PART];
    for (int32_t done = 0; done < count; done += PART) {
        const int32_t part = count - done < PART ? count - done : PART;
        wendi_grid_copy_gate_row(ground->grid, x + done, y, part, masks);
        for (int32_t k = 0; k < part; ++k) {
            const bool is_closed = is_closed_to(ground->team, masks[k]);
            costs[done + k] = is_closed ? WEND_COST_WALL : costs[done + k];
        }
    }
}

void wendi_agent_grid_copy_row(const wendi_agent_grid *ground, int32_t x, int32_t y, int32_t count,
                               uint8_t *costs)
{
    wendi_grid_copy_row(ground->grid, ground->movement_class, x, y, count, costs);
    if (ground->overlay_layers != WEND_LAYER_JAM) {
        wendi_layers_adjust_row(ground->grid, ground->movement_class, ground->overlay_layers, x, y,
                                count, costs);
    }
    if (wendi_grid_has_gates(ground->grid)) {
        close_gates(ground, x, y, count, costs);
    }
    if (ground->clearance != NULL && (ground->need_square != 0 || ground->need_disc != 0)) {
        wendi_clearance_close_row(ground->clearance, ground->need_square, ground->need_disc, x, y,
                                  count, costs);
    }
}

void wendi_agent_grid_uniform_costs(const wendi_agent_grid *ground, uint32_t first, uint32_t step,
                                    uint32_t count, uint8_t *costs)
{
    const wendi_layer *layer = &ground->grid->classes[ground->movement_class];
    const bool is_known = ground->clearance == NULL;
    const uint32_t overlays =
        wendi_layers_differences(ground->grid, ground->movement_class, ground->overlay_layers);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t entry =
            layer->entries == NULL ? layer->base : layer->entries[first + i * step];
        costs[i] = is_known && entry < WENDI_PAGE_FIRST ? (uint8_t)entry : 0;
        if (overlays != 0 && wendi_layers_have_numbers(ground->grid, overlays, first + i * step)) {
            costs[i] = 0;
        }
    }
    if (is_known && wendi_grid_has_gates(ground->grid)) {
        /* Blocks sectors with closed gates. */
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t mask = 0;
            if (wendi_layer_cells(&ground->grid->gates, first + i * step, &mask) != NULL) {
                costs[i] = 0;
            } else if (costs[i] != 0 && is_closed_to(ground->team, mask)) {
                costs[i] = WEND_COST_WALL;
            }
        }
    }
}
