/* Reads costs and gates of cells.
 * Cost: constant for a cell; copying is linear, a memcpy or memset for each sector and row. */
#include "world/grid/read.h"
#include "world/cells/store.h"
#include "world/layers/compose.h"

uint8_t wendi_grid_cost(const wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y)
{
    return (uint8_t)wendi_layer_value(grid, &grid->classes[movement_class], x, y);
}

void wendi_grid_copy_row(const wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y,
                         int32_t count, uint8_t *costs)
{
    wendi_layer_copy_row(grid, &grid->classes[movement_class], x, y, count, costs);
}

void wendi_grid_copy_gate_row(const wend_grid *grid, int32_t x, int32_t y, int32_t count,
                              uint32_t *masks)
{
    wendi_layer_copy_row(grid, &grid->gates, x, y, count, masks);
}

bool wendi_grid_has_gates(const wend_grid *grid)
{
    return grid->gates.base != 0 || grid->gates.apart_count > 0;
}

uint8_t wend_grid_cost(const wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y)
{
    if (grid == NULL || movement_class >= grid->class_count || !wendi_grid_is_inside(grid, x, y)) {
        return WEND_COST_WALL;
    }
    return wendi_grid_cost(grid, movement_class, x, y);
}

uint8_t wend_grid_ground_cost(const wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y)
{
    if (grid == NULL || movement_class >= grid->class_count || !wendi_grid_is_inside(grid, x, y)) {
        return WEND_COST_WALL;
    }
    if (grid->compose != NULL) {
        const wendi_layer *under = &grid->compose->states[movement_class].under;
        const uint32_t cost = under->entries == NULL ? 0 : wendi_layer_value(grid, under, x, y);
        if (cost != 0) {
            return (uint8_t)cost;
        }
    }
    return wendi_grid_cost(grid, movement_class, x, y);
}

uint8_t wendi_grid_base_cost(const wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y)
{
    const uint8_t stamped = wendi_stamp_cost_at(grid, movement_class, x, y);
    return stamped != 0 ? stamped : wend_grid_ground_cost(grid, movement_class, x, y);
}

uint32_t wend_grid_get_closed_teams(const wend_grid *grid, int32_t x, int32_t y)
{
    if (grid == NULL || !wendi_grid_is_inside(grid, x, y)) {
        return 0;
    }
    return wendi_layer_value(grid, &grid->gates, x, y);
}

bool wend_grid_is_open(const wend_grid *grid, uint32_t movement_class, uint32_t team, int32_t x,
                       int32_t y)
{
    if (wend_grid_cost(grid, movement_class, x, y) == WEND_COST_WALL) {
        return false;
    }
    uint32_t closed = wendi_layer_value(grid, &grid->gates, x, y);
    if (team == WEND_TEAM_NONE) {
        return closed != UINT32_MAX;
    }
    return team < WEND_GRID_TEAMS_MAX && (closed >> team & 1) == 0;
}

wend_result wend_grid_get_costs(const wend_grid *grid, uint32_t movement_class, int32_t x,
                                int32_t y, int32_t width, int32_t height, uint8_t *costs,
                                size_t stride)
{
    if (grid == NULL || movement_class >= grid->class_count ||
        !wendi_grid_has_rect(grid, x, y, width, height) ||
        !wendi_grid_has_array(costs, stride, width, height)) {
        return WEND_ERROR_ARGUMENT;
    }
    for (int32_t row = 0; row < height && width > 0; row++) {
        wendi_grid_copy_row(grid, movement_class, x, y + row, width, costs + (size_t)row * stride);
    }
    return WEND_OK;
}

/* Replaces final costs by the ground where they differ. */
static void copy_hidden_row(const wend_grid *grid, const wendi_layer *under, int32_t x, int32_t y,
                            int32_t count, uint8_t *costs)
{
    const int32_t end = x + count;
    for (int32_t from = x; from < end;) {
        const uint32_t column = wendi_sector_along(grid, from);
        const int32_t next = ((int32_t)column + 1) * grid->sector_size;
        const int32_t to = next < end ? next : end;
        if (under->entries[wendi_grid_cell_address(grid, from, y).sector] != 0) {
            wendi_layer_copy_row(grid, under, from, y, to - from, costs + (from - x));
        }
        from = to;
    }
}

wend_result wend_grid_get_ground_costs(const wend_grid *grid, uint32_t movement_class, int32_t x,
                                       int32_t y, int32_t width, int32_t height, uint8_t *costs,
                                       size_t stride)
{
    const wend_result result =
        wend_grid_get_costs(grid, movement_class, x, y, width, height, costs, stride);
    if (result != WEND_OK || grid->compose == NULL) {
        return result;
    }
    const wendi_layer *under = &grid->compose->states[movement_class].under;
    for (int32_t row = 0; row < height && width > 0 && under->entries != NULL; row++) {
        copy_hidden_row(grid, under, x, y + row, width, costs + (size_t)row * stride);
    }
    return WEND_OK;
}
