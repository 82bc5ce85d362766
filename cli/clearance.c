/* Takes: a grid, a class and team, a radius.
 * Gives: a copy in which cells too near to a wall for that radius are walls.
 * Cost: a pass over the columns, then for each cell a walk along its row as far as the nearest wall
 *       or the radius. */
#include "clearance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Twice the distance, in cells, from a centre to the square of a cell `cells` columns (rows) away:
 *
 *     |  .  |     |#####|     2 cells away: 3 halves
 */
static int64_t twice_gap(int32_t cells)
{
    return cells == 0 ? 0 : 2 * (int64_t)cells - 1;
}

/* gaps[y][x] = rows from a cell to the nearest blocked one in its column; outside is blocked. */
static void column_gaps(int32_t *gaps, int32_t width, int32_t height)
{
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            int32_t *gap = &gaps[(size_t)y * (size_t)width + (size_t)x];
            const int32_t above = y == 0 ? 0 : *(gap - width);
            *gap = *gap == 0 ? 0 : above + 1;
        }
    }
    for (int32_t y = height - 1; y >= 0; y--) {
        for (int32_t x = 0; x < width; x++) {
            int32_t *gap = &gaps[(size_t)y * (size_t)width + (size_t)x];
            const int32_t below = y == height - 1 ? 0 : *(gap + width);
            *gap = *gap <= below + 1 ? *gap : below + 1;
        }
    }
}

/* Is a blocked cell, or the outside, nearer to the centre of cell x than limit? Squares of twice
 * the distance are whole numbers, so the comparison is exact up to the rounding of the limit. */
static bool is_too_near(const int32_t *row, int32_t width, int32_t x, double limit)
{
    for (int32_t away = 0; away <= width; away++) {
        const int64_t dx = twice_gap(away);
        if ((double)(dx * dx) >= limit) {
            return false;
        }
        if (x - away < 0 || x + away >= width) {
            return true;
        }
        const int32_t left = row[x - away];
        const int32_t right = row[x + away];
        const int64_t dy = twice_gap(left < right ? left : right);
        if ((double)(dx * dx + dy * dy) < limit) {
            return true;
        }
    }
    return false;
}

static wend_result copy_grid(const wend_grid *grid, wend_grid **made)
{
    size_t count = 0;
    wend_result result = wend_grid_save(grid, NULL, 0, &count);
    if (result != WEND_TRUNCATED) {
        return result;
    }
    uint8_t *bytes = malloc(count);
    if (bytes == NULL) {
        return WEND_ERROR_MEMORY;
    }
    result = wend_grid_save(grid, bytes, count, &count);
    if (result == WEND_OK) {
        result = wend_grid_load(bytes, count, NULL, made, NULL);
    }
    free(bytes);
    return result;
}

static void find_blocked(const wend_grid *grid, const map_agent *agent, int32_t *gaps)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const uint32_t team = agent->team < 0 ? WEND_TEAM_NONE : (uint32_t)agent->team;
    for (int32_t y = 0; y < info.height; y++) {
        for (int32_t x = 0; x < info.width; x++) {
            const bool is_open =
                wend_grid_is_open(grid, (uint32_t)agent->movement_class, team, x, y);
            gaps[(size_t)y * (size_t)info.width + (size_t)x] = is_open ? 1 : 0;
        }
    }
}

static wend_result close_near(wend_grid *grid, const map_agent *agent, const int32_t *gaps,
                              double limit)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const size_t width = (size_t)info.width;
    uint8_t *costs = calloc(width, 1);
    wend_result result = costs == NULL ? WEND_ERROR_MEMORY : WEND_OK;
    const uint32_t movement_class = (uint32_t)agent->movement_class;
    for (int32_t y = 0; y < info.height && result == WEND_OK; y++) {
        result = wend_grid_get_costs(grid, movement_class, 0, y, info.width, 1, costs, width);
        for (int32_t x = 0; x < info.width; x++) {
            if (is_too_near(gaps + (size_t)y * width, info.width, x, limit)) {
                costs[x] = WEND_COST_WALL;
            }
        }
        if (result == WEND_OK) {
            result = wend_grid_set_costs(grid, movement_class, 0, y, info.width, 1, costs, width);
        }
    }
    free(costs);
    return result;
}

wend_result clearance_grid(const wend_grid *grid, const map_agent *agent, double radius,
                           wend_grid **made)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    *made = NULL;
    wend_grid *copy = NULL;
    int32_t *gaps = calloc((size_t)info.width * (size_t)info.height, sizeof *gaps);
    wend_result result = gaps == NULL ? WEND_ERROR_MEMORY : copy_grid(grid, &copy);
    if (result == WEND_OK) {
        const double diameter = 2.0 * radius / info.cell_size;
        find_blocked(grid, agent, gaps);
        column_gaps(gaps, info.width, info.height);
        result = close_near(copy, agent, gaps, diameter * diameter);
    }
    free(gaps);
    if (result != WEND_OK) {
        wend_grid_destroy(copy);
        return result;
    }
    *made = copy;
    return WEND_OK;
}
