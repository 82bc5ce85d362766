/** @file wend/terrain.h
 * Costs from terrain: speeds of units on kinds of terrain, and slopes of a height map.
 *
 * Plain functions over arrays; the costs go into a grid with wend_grid_set_costs, one class for
 * each kind of unit.
 *
 *   kinds of terrain --table of a unit--> costs --combine--> costs --set_costs--> class of a grid
 *   heights          --slopes-----------> costs --'
 *
 * Nothing allocates; any thread; the same bits on every machine.
 */
#ifndef WEND_TERRAIN_H
#define WEND_TERRAIN_H

#include "wend/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Converts a unit's speeds on each kind of terrain to costs: the fastest gets `scale`, the others
 * scale * fastest / speed, rounded, at most 254. A speed of 0 is a wall.
 * @param speeds [kind_count] metres a second, 0 or more, finite.
 * @param scale 1 to 254; larger ones distinguish similar speeds.
 * @param table [kind_count] set.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (scale is not in 1 ... 254, a speed is below 0 or not
 * finite, an array is NULL). */
WEND_API wend_result wend_terrain_table_from_speeds(const double *speeds, size_t kind_count,
                                                    uint8_t scale, uint8_t *table);
/** Converts movement points to costs: points * scale, at most 254; `impassable` points or more are
 * walls (99 in Battle for Wesnoth). Points of 0 are an error.
 * @param points [kind_count].
 * @param table [kind_count] set.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (scale is not in 1 ... 254, points of a kind are 0, an array
 * is NULL). */
WEND_API wend_result wend_terrain_table_from_points(const uint32_t *points, size_t kind_count,
                                                    uint32_t impassable, uint8_t scale,
                                                    uint8_t *table);
/** Converts kinds of cells to costs by a table.
 * @param kinds [count].
 * @param table [kind_count], 1 to 255.
 * @param costs [count] set.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (a kind is not below kind_count, an entry of the table is 0,
 * an array is NULL); costs are as before then. */
WEND_API wend_result wend_terrain_apply_table(const uint8_t *kinds, size_t count,
                                              const uint8_t *table, size_t kind_count,
                                              uint8_t *costs);

/** Parameters of costs from slopes. */
typedef struct wend_slope_def {
    uint32_t cookie;  /**< Set by wend_slope_def_default; leave it. */
    double cell_size; /**< Metres between neighbouring heights, above 0, finite. Default 1. */
    double max_slope; /**< Rise over run, 0 or more, finite; steeper ground is a wall. Default 1 (45
                           degrees). */
    double per_slope; /**< Added to a cost of 1 for a slope of 1: cost = 1 + per_slope * slope,
                           rounded. 0 to 253. Default 4. */
    wend_neighbours neighbours; /**< Neighbours whose slopes count. Default 8. */
    wend_hex_layout hex_layout; /**< For 6 neighbours. */
} wend_slope_def;

/** Returns the default parameters, with their cookie. */
WEND_API wend_slope_def wend_slope_def_default(void);
/** Computes the costs of ground with given heights. A cell's slope is the steepest one to any
 * neighbour.
 * @param heights [height][width] metres, finite.
 * @param costs [height][width] set.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, def is not from wend_slope_def_default or a number of
 * it out of range, width or height is not in 1 ... WEND_GRID_SIDE_MAX, a height is not finite). */
WEND_API wend_result wend_terrain_costs_from_heights(const wend_slope_def *def,
                                                     const float *heights, int32_t width,
                                                     int32_t height, uint8_t *costs);
/** Combines two layers of costs: costs = costs * others / scale, rounded up, 1 to 254; a wall in
 * either is a wall.
 * @param costs [count] 1 to 255, changed.
 * @param others [count] 1 to 255.
 * @param scale 1 to 254: the cost in `others` that leaves ground as it is.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (scale is not in 1 ... 254, a cost is 0, an array is NULL);
 * costs are as before then. */
WEND_API wend_result wend_terrain_combine(uint8_t *costs, const uint8_t *others, size_t count,
                                          uint8_t scale);

#ifdef __cplusplus
}
#endif
#endif
