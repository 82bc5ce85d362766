/* wend/overlay.h: what is added to the cost of open ground: a gradient near walls, and overlays
 * that decay (jams, danger, the smell of a monster).
 *
 * Both only ever add, never close or open ground, and a cell costs at most 254. Searches, spaces
 * and everything derived see the sum as the cell's cost: a grid with overlays is edited by their
 * changes, sector by sector, and only where the whole number that is added changes.
 *
 * An overlay is a layer of numbers with 8 fraction bits, whose whole part is added to the cost.
 * Once a tick it is multiplied by what it keeps; the whole parts of several overlays add up. Adding
 * and ticking make a revision only when a cost that is seen changes.
 *
 *      crowd, 40 stuck at a door --add--> overlay "jam" --tick, tick--> fades --> paths come back
 *
 * Overlays belong to the grid's state: hashed, saved, loaded. All in integers: the same everywhere.
 * Threads as for the grid: each change is an edit.
 */
#ifndef WEND_OVERLAY_H
#define WEND_OVERLAY_H

#include "wend/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WEND_GRADIENT_MAX = 16, /**< Most steps a gradient reaches away from walls. */
    WEND_OVERLAYS_MAX = 16, /**< Most overlays of a grid. */
    WEND_OVERLAY_ONE = 256  /**< 1 in the numbers of an overlay. */
};

/** Makes ground near walls dearer, so that paths keep away from them where there is room. Distance
 * is counted in steps, diagonal ones too (hexes: in hexes); the map's edge counts as a wall unless
 * the grid wraps there. Replaces the gradient that was there. One revision.
 * @param movement_class a class or WEND_CLASS_ALL.
 * @param additions [count] added at distance 1, 2, … of the class's walls; may be NULL for count 0,
 * which takes the gradient away. @param count 0 to WEND_GRADIENT_MAX.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (grid is NULL, there is no such class, count is above
 * WEND_GRADIENT_MAX, additions is NULL for a count above 0), WEND_ERROR_MEMORY (nothing changed).
 * Source: Emerson, "Crowd Pathfinding and Steering Using Flow Field Tiles" (Game AI Pro, 2013). */
WEND_API wend_result wend_grid_set_gradient(wend_grid *grid, uint32_t movement_class,
                                            const uint8_t *additions, size_t count);
/** The gradient of a class, without zeros at its end.
 * @param movement_class a class, not WEND_CLASS_ALL. @param additions [capacity], may be NULL when
 * capacity is 0; WEND_GRADIENT_MAX is always enough. @param count how many there are; 0 = none.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT (NULL, no such class). */
WEND_API wend_result wend_grid_get_gradient(const wend_grid *grid, uint32_t movement_class,
                                            uint8_t *additions, size_t capacity, size_t *count);

/** An overlay of a grid. index1 0 = none. */
typedef struct wend_overlay_id {
    uint32_t index1;
    uint32_t generation;
} wend_overlay_id;

typedef struct wend_overlay_def {
    uint32_t cookie;     /**< Set by wend_overlay_def_default; leave it. */
    uint32_t class_mask; /**< Bit c set: class c feels it. Default all. */
    double keep;         /**< What is left after one tick, 0 to 1; rounded to 1/65536.
                            1 = does not decay. Default 0.9. */
    uint32_t most;       /**< A cell's number is at most this, in 1/256; 1 to 65535.
                            Default 64 * WEND_OVERLAY_ONE. */
} wend_overlay_def;

WEND_API wend_overlay_def wend_overlay_def_default(void);

/** Adds an overlay of zeros. Memory comes with the sectors that are touched: 2 bytes a cell.
 * @param id is set to {0, 0} before anything else. @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FULL, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_grid_add_overlay(wend_grid *grid, const wend_overlay_def *def,
                                           wend_overlay_id *id, wend_message *message);
/** How an overlay was made, keep as it was rounded and of class_mask the bits of the grid's
 * classes.
 * @param def set to the default's values before anything else.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, id is {0, 0}), WEND_ERROR_STALE. */
WEND_API wend_result wend_grid_get_overlay(const wend_grid *grid, wend_overlay_id id,
                                           wend_overlay_def *def);
/** Lists the overlays by index; a loaded grid has the ids of the saved one.
 * @param ids [capacity], may be NULL when capacity is 0; WEND_OVERLAYS_MAX is always enough.
 * @param count how many there are. @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_grid_list_overlays(const wend_grid *grid, wend_overlay_id *ids,
                                             size_t capacity, size_t *count);
/** Takes an overlay and all it added away. One revision.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_grid_remove_overlay(wend_grid *grid, wend_overlay_id id);
/** Adds to a disc of cells: those whose centre lies within radius of a position, around the map
 * where it wraps.
 * @param centre metres. @param radius metres, 0 or more; 0 = the cell at centre.
 * @param amount in 1/256: 3 * WEND_OVERLAY_ONE makes cells dearer by 3. May be negative; cells stay
 * within 0 and the overlay's most.
 * @return WEND_OK (also when no cell lies there), WEND_ERROR_ARGUMENT (grid is NULL, id is {0, 0},
 * centre or radius is not finite, radius is below 0), WEND_ERROR_STALE, WEND_ERROR_MEMORY (nothing
 * changed). */
WEND_API wend_result wend_grid_overlay_add(wend_grid *grid, wend_overlay_id id, wend_vec2 centre,
                                           double radius, int32_t amount);
/** Adds to a rectangle of cells, which must lie inside; width or height 0 does nothing.
 * @param amount in 1/256, as for wend_grid_overlay_add.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (grid is NULL, id is {0, 0}, the rectangle does not lie
 * inside), WEND_ERROR_STALE, WEND_ERROR_MEMORY (nothing changed). */
WEND_API wend_result wend_grid_overlay_add_rect(wend_grid *grid, wend_overlay_id id, int32_t x,
                                                int32_t y, int32_t width, int32_t height,
                                                int32_t amount);
/** One tick: every number becomes number * keep, rounded down. Time: the sectors that hold any.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. Never needs memory. */
WEND_API wend_result wend_grid_overlay_tick(wend_grid *grid, wend_overlay_id id);
/** A cell's number, in 1/256; 0 outside and for a stale id. */
WEND_API uint32_t wend_grid_overlay_value(const wend_grid *grid, wend_overlay_id id, int32_t x,
                                          int32_t y);

#ifdef __cplusplus
}
#endif
#endif
