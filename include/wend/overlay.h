/** @file wend/overlay.h
 * Additions to the cost of open ground: a gradient near walls, and overlays that decay (jams,
 * danger, the smell of a monster).
 *
 * Both only add, never close or open ground, and a cell costs at most 254. Searches, spaces and all
 * derived objects read the sum as the cell's cost. A change of an overlay edits the grid sector by
 * sector, and only where the whole number that is added changes.
 *
 * Overlays lie in layers, and each kind of agent counts those that concern it (overlay_layers of
 * spaces, pathfinders, profiles of a planner and classes of a flow): one side avoids the towers of
 * the other, and walks past its own.
 *
 *      layer 0 (jams)   -----+----------> every agent, unless told otherwise
 *      layer 1 (danger) --+  |
 *                         |  +----------> overlay_layers 1: blue
 *                         +--+----------> overlay_layers 3: red
 *
 * wend_grid_cost, and everything else that does not name layers, counts those in layer 0 alone.
 *
 * An overlay is a layer of numbers with 8 fraction bits, whose whole part is added to the cost. A
 * tick multiplies the numbers by `keep`; the whole parts of several overlays add up. Adding and
 * ticking make a revision only when an effective cost changes; those of an overlay with layers other
 * than the layer of jams already where a whole number changes.
 *
 *      crowd, 40 stuck at a door --add--> overlay "jam" --tick, tick--> fades --> paths come back
 *
 * Overlays belong to the grid's state: hashed, saved, loaded. All in integers: the same everywhere.
 * Threads as for the grid: each change is an edit.
 */
#ifndef WEND_OVERLAY_H
#define WEND_OVERLAY_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits and units of gradients and overlays. */
enum {
    WEND_GRADIENT_MAX = 16, /**< Most steps a gradient reaches away from walls. */
    WEND_OVERLAYS_MAX = 16, /**< Most overlays of a grid. */
    WEND_OVERLAY_ONE = 256, /**< 1 in the numbers of an overlay. */
    WEND_LAYER_JAM = 1      /**< The layer of jams, and of all that concerns everybody: bit 0. */
};

/** Sets the gradient of a class, which makes ground near walls more expensive, so that paths keep
 * away from walls where there is room.
 *
 * Distance is counted in steps, diagonal ones too (hexes: in hexes); the map's edge counts as a
 * wall unless the grid wraps there. Replaces the present gradient. One revision.
 *
 * Source: Emerson, "Crowd Pathfinding and Steering Using Flow Field Tiles" (Game AI Pro, 2013).
 * @param movement_class a class or WEND_CLASS_ALL.
 * @param additions [count] added at distance 1, 2, … of the class's walls; may be NULL for count 0,
 * which removes the gradient.
 * @param count 0 to WEND_GRADIENT_MAX.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (grid is NULL, there is no such class, count is above
 * WEND_GRADIENT_MAX, additions is NULL for a count above 0), WEND_ERROR_MEMORY (nothing changed).
 */
WEND_API wend_result wend_grid_set_gradient(wend_grid *grid, uint32_t movement_class,
                                            const uint8_t *additions, size_t count);
/** Gets the gradient of a class, without zeros at its end.
 * @param movement_class a class, not WEND_CLASS_ALL.
 * @param additions [capacity], may be NULL when capacity is 0; WEND_GRADIENT_MAX is always enough.
 * @param count number of additions; 0 = no gradient.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT (NULL, no such class). */
WEND_API wend_result wend_grid_get_gradient(const wend_grid *grid, uint32_t movement_class,
                                            uint8_t *additions, size_t capacity, size_t *count);

/** Id of an overlay of a grid. index1 0 = none. */
typedef struct wend_overlay_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_overlay_id;

/** Definition of an overlay. */
typedef struct wend_overlay_def {
    uint32_t cookie;     /**< Set by wend_overlay_def_default; leave it. */
    uint32_t class_mask; /**< Bit c set: it applies to class c. Default all. */
    double keep;         /**< Factor of one tick, 0 to 1; rounded to 1/65536. 1 = does not decay.
                              Default 0.9. */
    uint32_t max_value;  /**< Largest number of a cell, in 1/256; 1 to 65535. Default 64 *
                              WEND_OVERLAY_ONE. */
    uint32_t layers;     /**< Bits of the layers that it lies in; it counts for agents with any of
                              them. Default WEND_LAYER_JAM. */
} wend_overlay_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_overlay_def wend_overlay_def_default(void);

/** Adds an overlay of zeros. Memory is allocated with the sectors that are touched: 2 bytes a cell.
 * @param id set to {0, 0} first.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FULL, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_grid_add_overlay(wend_grid *grid, const wend_overlay_def *def,
                                           wend_overlay_id *id, wend_message *message);
/** Gets the definition of an overlay, with keep as rounded and class_mask limited to the grid's
 * classes.
 * @param def set to the default's values first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, id is {0, 0}), WEND_ERROR_STALE. */
WEND_API wend_result wend_grid_get_overlay(const wend_grid *grid, wend_overlay_id id,
                                           wend_overlay_def *def);
/** Lists the overlays by index; a loaded grid has the ids of the saved one.
 * @param ids [capacity], may be NULL when capacity is 0; WEND_OVERLAYS_MAX is always enough.
 * @param count number of overlays.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_grid_list_overlays(const wend_grid *grid, wend_overlay_id *ids,
                                             size_t capacity, size_t *count);
/** Removes an overlay and all that it added. One revision.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_grid_remove_overlay(wend_grid *grid, wend_overlay_id id);
/** Adds to a disc of cells: those whose centre lies within radius of a position, around the map
 * where it wraps.
 * @param centre metres.
 * @param radius metres, 0 or more; 0 = the cell at centre.
 * @param amount in 1/256: 3 * WEND_OVERLAY_ONE raises costs by 3. May be negative; numbers stay
 * within 0 and the overlay's max_value.
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
/** Ticks an overlay once: every number becomes number * keep, rounded down. Time: the sectors with
 * any number. Never allocates.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_grid_overlay_tick(wend_grid *grid, wend_overlay_id id);
/** Returns a cell's number, in 1/256; 0 outside and for a stale id. */
WEND_API uint32_t wend_grid_overlay_value(const wend_grid *grid, wend_overlay_id id, int32_t x,
                                          int32_t y);

#ifdef __cplusplus
}
#endif
#endif
