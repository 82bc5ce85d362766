/** @file wend/mesh_overlay.h
 * Overlays of a mesh: shapes of ground that costs more for a while (jams, danger), as those of
 * wend/overlay.h on grids and wend/graph_overlay.h on graphs.
 *
 * They only add, and never close or open ground. An overlay is a list of shapes in the plane, each
 * with a number, in 1/256 a metre; a metre inside a shape costs so much more, and where shapes lie
 * over each other their numbers add up. The shapes do not depend on the polygons:
 *
 *      +-----------+----------+
 *      |      .----+---.      |     amount 3 on the disc: of a path over ground of factor 1, the
 *   a--+-----/-----+----\-----+--b  4 m inside count as 16 m
 *      |     '-----+----'     |
 *      +-----------+----------+
 *
 * A tick multiplies the numbers by `keep`; shapes whose number becomes 0 are removed. What counts is
 * a number rounded down to whole steps of 1/8 a metre: adding and ticking make a revision only when
 * such a step changes, and wend_mesh_space_update then copies the shapes, and lays nothing out.
 *
 * Overlays lie in layers, and each mesh space counts those that concern its agents
 * (wend_mesh_space_def.overlay_layers), as on grids and graphs. wend_mesh_search_query says what the
 * methods of searching make of them.
 *
 * A shape has no height: of floors over each other it lies on all. Links cost nothing more. Overlays
 * belong to the mesh's state: hashed, saved, loaded. Threads as for the mesh: each change is an edit.
 */
#ifndef WEND_MESH_OVERLAY_H
#define WEND_MESH_OVERLAY_H

#include "wend/overlay.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of a mesh's overlays. */
enum {
    WEND_MESH_OVERLAYS_MAX = 16,          /**< Most overlays of a mesh. */
    WEND_MESH_OVERLAY_SHAPES_MAX = 4096,  /**< Most shapes of an overlay. */
    WEND_MESH_OVERLAY_POINTS_MAX = 8,     /**< Most points of a shape. */
    WEND_MESH_OVERLAY_VALUE_MAX = 1 << 24 /**< Largest number: 65536 a metre. */
};

/** Definition of an overlay of a mesh. */
typedef struct wend_mesh_overlay_def {
    uint32_t cookie;    /**< Set by wend_mesh_overlay_def_default; leave it. */
    uint32_t layers;    /**< Bits of the layers that it lies in; it counts for spaces with any of
                             them. Default WEND_LAYER_JAM. */
    double keep;        /**< Factor of one tick, 0 to 1; rounded to 1/65536. 1 = does not decay.
                             Default 0.9. */
    uint32_t max_value; /**< Largest number of a shape, in 1/256 a metre; 1 to
                             WEND_MESH_OVERLAY_VALUE_MAX. Default 64 * WEND_OVERLAY_ONE. */
} wend_mesh_overlay_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_mesh_overlay_def wend_mesh_overlay_def_default(void);

/** Adds an overlay without shapes.
 * @param id set to {0, 0} first.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FULL, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_add_overlay(wend_mesh *mesh, const wend_mesh_overlay_def *def,
                                           wend_overlay_id *id, wend_message *message);
/** Gets the definition of an overlay, with keep as rounded.
 * @param def set to the default's values first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, id is {0, 0}), WEND_ERROR_STALE. */
WEND_API wend_result wend_mesh_get_overlay(const wend_mesh *mesh, wend_overlay_id id,
                                           wend_mesh_overlay_def *def);
/** Lists the overlays by index; a loaded mesh has the ids of the saved one.
 * @param ids [capacity], may be NULL when capacity is 0; WEND_MESH_OVERLAYS_MAX is always enough.
 * @param count number of overlays.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mesh_list_overlays(const wend_mesh *mesh, wend_overlay_id *ids,
                                             size_t capacity, size_t *count);
/** Removes an overlay and all that it added.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_mesh_remove_overlay(wend_mesh *mesh, wend_overlay_id id);
/** Adds to a disc. The same disc again is one shape, whose number rises; other discs are shapes of
 * their own. Time: linear in the overlay's shapes.
 * @param centre metres.
 * @param radius metres, 0 or more; 0 does nothing.
 * @param amount in 1/256 a metre: 3 * WEND_OVERLAY_ONE makes a metre of factor 1 count as 4. May be
 * negative, which lowers the number of the same disc; numbers stay within 0 and max_value.
 * @return WEND_OK (also off the mesh), WEND_ERROR_ARGUMENT (mesh is NULL, id is {0, 0}, centre or
 * radius is not finite or beyond 2^30, radius is below 0), WEND_ERROR_STALE, WEND_ERROR_FULL,
 * WEND_ERROR_MEMORY (nothing changed). */
WEND_API wend_result wend_mesh_overlay_add(wend_mesh *mesh, wend_overlay_id id, wend_vec2 centre,
                                           double radius, int32_t amount);
/** Adds to a box along the axes, as wend_mesh_overlay_add; one without area does nothing.
 * @param low lower corner, metres; not above high. */
WEND_API wend_result wend_mesh_overlay_add_box(wend_mesh *mesh, wend_overlay_id id, wend_vec2 low,
                                               wend_vec2 high, int32_t amount);
/** Adds to a polygon, as wend_mesh_overlay_add. Where its outline crosses itself, the inside is
 * the ground that an odd number of turns encloses.
 * @param points [count], metres.
 * @param count 3 to WEND_MESH_OVERLAY_POINTS_MAX. */
WEND_API wend_result wend_mesh_overlay_add_polygon(wend_mesh *mesh, wend_overlay_id id,
                                                   const wend_vec2 *points, size_t count,
                                                   int32_t amount);
/** Ticks an overlay once: every number becomes number * keep, rounded down. Time: linear in shapes.
 * Never allocates.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_mesh_overlay_tick(wend_mesh *mesh, wend_overlay_id id);
/** Returns the number of an overlay's shapes; 0 for a stale id. */
WEND_API size_t wend_mesh_overlay_shape_count(const wend_mesh *mesh, wend_overlay_id id);
/** Returns the sum of the numbers of the shapes around a position, in 1/256 a metre; 0 where there
 * is none, and for a stale id. */
WEND_API uint64_t wend_mesh_overlay_value(const wend_mesh *mesh, wend_overlay_id id, wend_vec2 at);
/** Returns what the overlays of some layers add now to the cost of the straight line between two
 * positions, in metres on ground of factor 1; 0 if a position is not finite or beyond 2^30.
 * @param layers bits of layers. */
WEND_API double wend_mesh_overlay_cost(const wend_mesh *mesh, uint32_t layers, wend_vec2 from,
                                       wend_vec2 to);

#ifdef __cplusplus
}
#endif
#endif
