/* Sets costs and gates of rectangles of cells; without memory nothing changes.
 * Cost: linear in the cells given. */
#include "world/cells/store.h"
#include "world/layers/compose.h"

#include <stdio.h>
#include <string.h>

static bool is_any_active(const wend_grid *grid, uint32_t first_class, uint32_t class_count)
{
    bool is_active = false;
    for (uint32_t i = 0; i < class_count; i++) {
        is_active |= wendi_compose_is_active(grid, first_class + i);
    }
    return is_active;
}

static wend_result edit_costs(wend_grid *grid, uint32_t movement_class, const wendi_patch *patch)
{
    const bool is_all = movement_class == WEND_CLASS_ALL;
    const uint32_t first = is_all ? 0 : movement_class;
    const uint32_t count = is_all ? grid->class_count : 1;
    if (grid->compose != NULL && is_any_active(grid, first, count)) {
        return wendi_compose_edit(grid, first, count, patch);
    }
    return wendi_grid_edit(grid, &grid->classes[first], count, patch);
}

const char *wend_grid_error(const wend_grid *grid)
{
    return grid == NULL ? "" : grid->error.text;
}

static wend_result fill(wend_grid *grid, const char *function, uint32_t movement_class,
                        const wendi_patch *patch)
{
    if (grid == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_result result = wendi_grid_check_class(grid, function, movement_class);
    if (result == WEND_OK && patch->value == 0) {
        result = wendi_refuse(&grid->error, function, "cost", 0, 1, WEND_COST_WALL);
    }
    if (result == WEND_OK) {
        result =
            wendi_grid_check_rect(grid, function, patch->x, patch->y, patch->width, patch->height);
    }
    return result != WEND_OK
               ? result
               : wendi_fail_plain(&grid->error, function, edit_costs(grid, movement_class, patch));
}

wend_result wend_grid_fill(wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y,
                           int32_t width, int32_t height, uint8_t cost)
{
    const wendi_patch patch = {x, y, width, height, NULL, 0, cost};
    return fill(grid, "wend_grid_fill", movement_class, &patch);
}

wend_result wend_grid_set_cost(wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y,
                               uint8_t cost)
{
    const wendi_patch patch = {x, y, 1, 1, NULL, 0, cost};
    return fill(grid, "wend_grid_set_cost", movement_class, &patch);
}

/* The first cost that is 0, or NULL. */
static const uint8_t *find_zero(const uint8_t *costs, size_t stride, int32_t width, int32_t height)
{
    const uint8_t *zero = NULL;
    for (int32_t y = 0; y < height && zero == NULL; y++) {
        zero = memchr(costs + (size_t)y * stride, 0, (size_t)width);
    }
    return zero;
}

wend_result wend_grid_set_costs(wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y,
                                int32_t width, int32_t height, const uint8_t *costs, size_t stride)
{
    static const char function[] = "wend_grid_set_costs";
    if (grid == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_result result = wendi_grid_check_class(grid, function, movement_class);
    if (result == WEND_OK) {
        result = wendi_grid_check_rect(grid, function, x, y, width, height);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!wendi_grid_has_array(costs, stride, width, height)) {
        return costs == NULL
                   ? wendi_refuse_null(&grid->error, function, "costs")
                   : wendi_fail(&grid->error, WEND_ERROR_ARGUMENT,
                                "%s: stride is %zu, and must be the width %ld or more, and small "
                                "enough for %ld rows in one array",
                                function, stride, (long)width, (long)height);
    }
    const uint8_t *zero = width > 0 ? find_zero(costs, stride, width, height) : NULL;
    if (zero != NULL) {
        char field[48];
        (void)snprintf(field, sizeof field, "costs[%zu]", (size_t)(zero - costs));
        return wendi_refuse(&grid->error, function, field, 0, 1, WEND_COST_WALL);
    }
    const wendi_patch patch = {x, y, width, height, costs, stride, 0};
    return wendi_fail_plain(&grid->error, function, edit_costs(grid, movement_class, &patch));
}

wend_result wend_grid_set_closed_teams(wend_grid *grid, int32_t x, int32_t y, int32_t width,
                                       int32_t height, uint32_t team_mask)
{
    static const char function[] = "wend_grid_set_closed_teams";
    if (grid == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_result result = wendi_grid_check_rect(grid, function, x, y, width, height);
    if (result != WEND_OK) {
        return result;
    }
    const wendi_patch patch = {x, y, width, height, NULL, 0, team_mask};
    return wendi_fail_plain(&grid->error, function, wendi_grid_edit(grid, &grid->gates, 1, &patch));
}
