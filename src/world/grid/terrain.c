/* Derives costs of cells from kinds of terrain, speeds, movement points and heights. Where an
 * input is wrong, nothing is written.
 * Cost: reads each entry twice; for slopes the cells around each cell too. */
#include "wend/terrain.h"

#include "base/math/bits.h"
#include "world/cells/directions.h"

#include <string.h>

enum { SLOPE_COOKIE = 0x57534C31, COST_MAX = 254, PER_SLOPE_MAX = 253 };

static const double sqrt_2 = 1.4142135623730951;

static uint8_t at_most_254(uint64_t cost)
{
    return (uint8_t)(cost < COST_MAX ? cost : COST_MAX);
}

/* Rounds to the nearest whole number, halves up; infinite costs become the largest one. */
static uint8_t round_cost(double cost)
{
    const double raised = cost + 0.5;
    return cost < (double)COST_MAX ? (uint8_t)raised : (uint8_t)COST_MAX;
}

static bool is_scale(uint8_t scale)
{
    return scale >= 1 && scale <= COST_MAX;
}

static bool has_zero(const uint8_t *costs, size_t count)
{
    return count > 0 && memchr(costs, 0, count) != NULL;
}

/* ---- tables ---- */

/* The fastest speed; -1 if one is not a valid speed. */
static double fastest_of(const double *speeds, size_t count)
{
    double fastest = 0.0;
    for (size_t k = 0; k < count; ++k) {
        if (!wendi_is_finite(speeds[k]) || speeds[k] < 0.0) {
            return -1.0;
        }
        fastest = speeds[k] > fastest ? speeds[k] : fastest;
    }
    return fastest;
}

wend_result wend_terrain_table_from_speeds(const double *speeds, size_t kind_count, uint8_t scale,
                                           uint8_t *table)
{
    if (!is_scale(scale) || (kind_count > 0 && (speeds == NULL || table == NULL))) {
        return WEND_ERROR_ARGUMENT;
    }
    const double fastest = fastest_of(speeds, kind_count);
    if (fastest < 0.0) {
        return WEND_ERROR_ARGUMENT;
    }
    /* The product comes first, so that halves are exact; only the very fastest speeds need to be
     * scaled down for it. */
    const double unit = fastest > 0x1p+1000 ? 0x1p-8 : 1.0;
    for (size_t k = 0; k < kind_count; ++k) {
        table[k] = speeds[k] > 0.0 ? round_cost(scale * (fastest * unit) / (speeds[k] * unit))
                                   : WEND_COST_WALL;
    }
    return WEND_OK;
}

wend_result wend_terrain_table_from_points(const uint32_t *points, size_t kind_count,
                                           uint32_t impassable, uint8_t scale, uint8_t *table)
{
    if (!is_scale(scale) || (kind_count > 0 && (points == NULL || table == NULL))) {
        return WEND_ERROR_ARGUMENT;
    }
    for (size_t k = 0; k < kind_count; ++k) {
        if (points[k] == 0) {
            return WEND_ERROR_ARGUMENT;
        }
    }
    for (size_t k = 0; k < kind_count; ++k) {
        table[k] =
            points[k] >= impassable ? WEND_COST_WALL : at_most_254((uint64_t)points[k] * scale);
    }
    return WEND_OK;
}

wend_result wend_terrain_apply_table(const uint8_t *kinds, size_t count, const uint8_t *table,
                                     size_t kind_count, uint8_t *costs)
{
    if ((count > 0 && (kinds == NULL || costs == NULL)) || (kind_count > 0 && table == NULL) ||
        has_zero(table, kind_count)) {
        return WEND_ERROR_ARGUMENT;
    }
    for (size_t k = 0; k < count; ++k) {
        if (kinds[k] >= kind_count) {
            return WEND_ERROR_ARGUMENT;
        }
    }
    for (size_t k = 0; k < count; ++k) {
        costs[k] = table[kinds[k]];
    }
    return WEND_OK;
}

wend_result wend_terrain_combine(uint8_t *costs, const uint8_t *others, size_t count, uint8_t scale)
{
    if (!is_scale(scale) || (count > 0 && (costs == NULL || others == NULL)) ||
        has_zero(costs, count) || has_zero(others, count)) {
        return WEND_ERROR_ARGUMENT;
    }
    for (size_t k = 0; k < count; ++k) {
        const bool is_wall = costs[k] == WEND_COST_WALL || others[k] == WEND_COST_WALL;
        const uint32_t product = (uint32_t)costs[k] * others[k];
        costs[k] = is_wall ? WEND_COST_WALL : at_most_254((product + scale - 1) / scale);
    }
    return WEND_OK;
}

/* ---- slopes ---- */

wend_slope_def wend_slope_def_default(void)
{
    wend_slope_def def;
    memset(&def, 0, sizeof def);
    def.cookie = SLOPE_COOKIE;
    def.cell_size = 1.0;
    def.max_slope = 1.0;
    def.per_slope = 4.0;
    def.neighbours = WEND_NEIGHBOURS_8;
    def.hex_layout = WEND_HEX_ODD_ROWS;
    return def;
}

static bool is_side(int32_t side)
{
    return side >= 1 && side <= WEND_GRID_SIDE_MAX;
}

/* Comparisons with NaN fail. */
static bool def_is_sound(const wend_slope_def *def)
{
    const bool is_hex = def->neighbours == WEND_NEIGHBOURS_6;
    const uint32_t layout = (uint32_t)def->hex_layout;
    return def->cookie == SLOPE_COOKIE && wendi_is_finite(def->cell_size) && def->cell_size > 0.0 &&
           wendi_is_finite(def->max_slope) && def->max_slope >= 0.0 && def->per_slope >= 0.0 &&
           def->per_slope <= (double)PER_SLOPE_MAX &&
           (is_hex || def->neighbours == WEND_NEIGHBOURS_4 ||
            def->neighbours == WEND_NEIGHBOURS_8) &&
           (!is_hex || layout <= (uint32_t)WEND_HEX_EVEN_COLUMNS);
}

static bool are_finite(const float *heights, size_t count)
{
    for (size_t k = 0; k < count; ++k) {
        if (!wendi_is_finite((double)heights[k])) {
            return false;
        }
    }
    return true;
}

/* The directions that lead to neighbours: bit d = direction d. */
static uint32_t directions_of(const wend_slope_def *def, int32_t x, int32_t y)
{
    if (def->neighbours != WEND_NEIGHBOURS_6) {
        return def->neighbours == WEND_NEIGHBOURS_8 ? 0xFF : 0x55;
    }
    const bool is_rows = wendi_hex_is_rows(def->hex_layout);
    const uint32_t moved = wendi_hex_is_shifted(def->hex_layout, x, y);
    uint32_t directions = 0;
    for (uint32_t h = 0; h < 6; ++h) {
        directions |= 1u << wendi_hex_to_eight(is_rows, moved, h);
    }
    return directions;
}

typedef struct height_map {
    const wend_slope_def *def;
    const float *heights;
    int32_t width, height;
} height_map;

static double steepest_at(const height_map *map, int32_t x, int32_t y)
{
    const uint32_t directions = directions_of(map->def, x, y);
    const double here = (double)map->heights[(size_t)y * (size_t)map->width + (size_t)x];
    double steepest = 0.0;
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
        const int32_t bx = x + wendi_direction_x(d);
        const int32_t by = y + wendi_direction_y(d);
        if ((directions >> d & 1) == 0 || bx < 0 || bx >= map->width || by < 0 ||
            by >= map->height) {
            continue;
        }
        const double rise = (double)map->heights[(size_t)by * (size_t)map->width + (size_t)bx];
        const double straight = (rise > here ? rise - here : here - rise) / map->def->cell_size;
        /* All neighbours of a hex are equally far. */
        const bool is_far = d % 2 == 1 && map->def->neighbours == WEND_NEIGHBOURS_8;
        const double slope = is_far ? straight / sqrt_2 : straight;
        steepest = slope > steepest ? slope : steepest;
    }
    return steepest;
}

wend_result wend_terrain_costs_from_heights(const wend_slope_def *def, const float *heights,
                                            int32_t width, int32_t height, uint8_t *costs)
{
    if (def == NULL || heights == NULL || costs == NULL || !is_side(width) || !is_side(height) ||
        !def_is_sound(def) || !are_finite(heights, (size_t)width * (size_t)height)) {
        return WEND_ERROR_ARGUMENT;
    }
    const height_map map = {def, heights, width, height};
    for (int32_t y = 0; y < height; ++y) {
        for (int32_t x = 0; x < width; ++x) {
            const double slope = steepest_at(&map, x, y);
            costs[(size_t)y * (size_t)width + (size_t)x] =
                slope > def->max_slope ? WEND_COST_WALL : round_cost(1.0 + def->per_slope * slope);
        }
    }
    return WEND_OK;
}
