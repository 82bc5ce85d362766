/** @file wend/mesh_obstacle.h
 * Obstacles that are placed into a mesh at run time and removed again: crates, parked cars, fallen
 * trees, barricades. The ground under them is cut out exactly:
 *
 *      +-----------+----------+        +------+----+----------+
 *      |           |          |        |     /|    |          |
 *      |     0     |    1     |   ->   |  2 +-+  4 |    1     |     polygon 0 became 2, 3, 4;
 *      |           |          |        |    |#|    |          |     1 stays as it is
 *      +-----------+----------+        +----+-+----+----------+
 *
 * Each polygon that an obstacle covers in part is replaced by convex pieces of the rest, which depend
 * on the polygon and on the obstacles over it alone, not on the order in which they were placed
 * (unless wend_mesh_set_keeps_pieces is on).
 * Removing the last obstacle of a polygon gives the polygon back as it was. Touching covers nothing:
 * a box that stands flush with a border cuts only its own side of it. Every decision is exact; where
 * outlines cross, the point is rounded to the nearest doubles.
 *
 * Polygons keep their indices. Pieces have indices above those of all polygons, which are used again
 * once free; saving does not keep them. A polygon that is carved has no corners, no neighbours, and
 * counts as closed while it is; so does an unused index of pieces. Pieces have the area, flags, door
 * and island of their polygon: setting any of these for a piece, or for a carved polygon, sets it for
 * the polygon and all of its pieces. An island is one of the mesh without obstacles;
 * wend_mesh_can_reach heeds them. While an obstacle covers an end of a link, the link is closed.
 *
 * Everything that is derived from the mesh follows by its revision, as with doors: update spaces,
 * overlays need nothing, walls and grids made from the mesh are made anew.
 *
 * Obstacles belong to the mesh's state: hashed, saved, loaded. Threads as for the mesh: each change
 * is an edit. A change that fails changes nothing.
 */
#ifndef WEND_MESH_OBSTACLE_H
#define WEND_MESH_OBSTACLE_H

#include "wend/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of obstacles. */
enum {
    WEND_MESH_OBSTACLE_CORNERS_MAX = 32, /**< Most corners of an obstacle. */
    WEND_MESH_OBSTACLES_MAX = 1 << 20    /**< Most obstacles of a mesh. */
};

/** Id of an obstacle. index1 0 = none. */
typedef struct wend_mesh_obstacle_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_mesh_obstacle_id;

/** Shapes of obstacles. */
typedef enum wend_mesh_obstacle_shape {
    WEND_MESH_OBSTACLE_CIRCLE, /**< A regular polygon around a disc. */
    WEND_MESH_OBSTACLE_BOX,    /**< A rectangle, turned. */
    WEND_MESH_OBSTACLE_POLYGON /**< Any convex polygon. */
} wend_mesh_obstacle_shape;

/** Definition of an obstacle. */
typedef struct wend_mesh_obstacle_def {
    uint32_t cookie;                /**< Set by wend_mesh_obstacle_def_default; leave it. */
    wend_mesh_obstacle_shape shape; /**< Default a circle. */
    wend_vec2 centre;               /**< Of a circle or box, metres. Default 0, 0. */
    double radius;                  /**< Of a circle, metres, 1/1024 to 2^20. Default 0.5. */
    double half_width;              /**< Of a box along its own x, likewise. Default 0.5. */
    double half_depth;              /**< Of a box along its own y, likewise. Default 0.5. */
    double angle;          /**< Of a box, radians, counter-clockwise, -2^20 to 2^20. Default 0. */
    uint32_t corner_count; /**< Of a circle 8 to 32: its corners lie beyond the circle by 8.3 % of
                                the radius with 8 corners, 2 % with 16, 0.5 % with 32, its sides
                                touch it; of a polygon 3 to 32. Default 12 (3.6 %). */
    wend_vec2 corners[WEND_MESH_OBSTACLE_CORNERS_MAX]; /**< [corner_count] of a polygon, in either
                                                            direction, metres. Default 0. */
    double low;    /**< Lowest height that is cut, metres: polygons that lie entirely below it stay
                        whole. Default negative infinity. */
    double high;   /**< Highest height that is cut, metres: polygons that lie entirely above it stay
                        whole. Default infinity. */
    uint64_t user; /**< The user's; not read. Default 0. */
} wend_mesh_obstacle_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_mesh_obstacle_def wend_mesh_obstacle_def_default(void);

/** Adds an obstacle. It may lie beside the mesh in part or as a whole, and over other obstacles.
 *
 * Time: some 30 us for an obstacle of a metre on ordinary polygons; a polygon is cut anew with all
 * obstacles that lie over it. Search spaces follow when they are updated, by a work of the same kind.
 * @param id set to {0, 0} first.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (a number out of range, a polygon that is not convex),
 * WEND_ERROR_FULL, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_add_obstacle(wend_mesh *mesh, const wend_mesh_obstacle_def *def,
                                            wend_mesh_obstacle_id *id, wend_message *message);
/** Moves an obstacle, or changes its shape, in one edit.
 * @param message may be NULL.
 * @return as wend_mesh_add_obstacle, and WEND_ERROR_STALE. */
WEND_API wend_result wend_mesh_move_obstacle(wend_mesh *mesh, wend_mesh_obstacle_id id,
                                             const wend_mesh_obstacle_def *def,
                                             wend_message *message);
/** Sets the executor for edits of obstacles and tiles: where more than 16 polygons have to be cut, they
 * are cut in parallel. The result does not depend on it. Default serial.
 * @param executor copied; its context must outlive the mesh or be replaced. NULL = serial.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (mesh is NULL). */
WEND_API wend_result wend_mesh_set_executor(wend_mesh *mesh, const wend_executor *executor);
/** Sets whether pieces keep their connections while obstacles only move, as long as all stay convex:
 * moves of some centimetres take up to a quarter less time. The free ground and the lengths of shortest
 * paths are the same, but the ground may be divided in another way than for obstacles that were added
 * there. So pieces depend on where obstacles were before, and a game that goes on from a saved mesh may
 * differ in its last bits: leave it off in lockstep games that players can join. Not saved. Default
 * false.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (mesh is NULL). */
WEND_API wend_result wend_mesh_set_keeps_pieces(wend_mesh *mesh, bool keeps);
/** Removes an obstacle. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_MEMORY
 * (other obstacles over the same polygons are cut anew). */
WEND_API wend_result wend_mesh_remove_obstacle(wend_mesh *mesh, wend_mesh_obstacle_id id);
/** Adds and moves many obstacles in one edit: a polygon is cut once, however many lie over it.
 * @param ids [count]: {0, 0} adds an obstacle and is set to its id; others are moved, each named once.
 * After a failure they are as before.
 * @param defs [count].
 * @param message may be NULL; says which one was refused.
 * @return as wend_mesh_move_obstacle. */
WEND_API wend_result wend_mesh_set_obstacles(wend_mesh *mesh, wend_mesh_obstacle_id *ids,
                                             const wend_mesh_obstacle_def *defs, size_t count,
                                             wend_message *message);
/** Gets the definition of an obstacle.
 * @param def set to the default's values first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_mesh_get_obstacle(const wend_mesh *mesh, wend_mesh_obstacle_id id,
                                            wend_mesh_obstacle_def *def);
/** Gets the corners of the ground that an obstacle covers, counter-clockwise.
 * @param corners [WEND_MESH_OBSTACLE_CORNERS_MAX].
 * @return their number; 0 for a stale id or NULL. */
WEND_API uint32_t wend_mesh_obstacle_corners(const wend_mesh *mesh, wend_mesh_obstacle_id id,
                                             wend_vec2 *corners);
/** Returns the number of obstacles. */
WEND_API size_t wend_mesh_obstacle_count(const wend_mesh *mesh);
/** Lists the obstacles by index; a loaded mesh has the ids of the saved one.
 * @param ids [capacity], may be NULL when capacity is 0.
 * @param count number of obstacles.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mesh_list_obstacles(const wend_mesh *mesh, wend_mesh_obstacle_id *ids,
                                              size_t capacity, size_t *count);
/** Returns the polygon of which a piece is a part; a polygon itself, and WEND_NODE_NONE for an index
 * that nothing has. */
WEND_API wend_node wend_mesh_polygon_origin(const wend_mesh *mesh, wend_node polygon);

#ifdef __cplusplus
}
#endif
#endif
