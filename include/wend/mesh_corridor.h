/** @file wend/mesh_corridor.h
 * A path over a mesh that is kept while its ends move and the mesh is edited.
 *
 *     create --> set(position, target) --> each tick: move, move_target, update --> corners
 *
 *      position                    A corridor is a line of corners from a position to a target. A
 *        o-----,                   move adds a corner where the line would otherwise leave the surface, and
 *               \   corner         removes those that are passed or seen past, in some microseconds; where
 *                o--------o        the path would begin with a way back, a short search repairs its
 *                       target     beginning. So the path is valid after each move, but may be longer than
 * the shortest one. The corridor knows by how much at most, and update searches again, in slices, once
 * that exceeds a limit.
 *
 * The bound: when a path was found its length d was the shortest. After the ends walked a and b
 * metres no path is shorter than d - a - b: a shorter one, together with the two walks, would have joined
 * the old ends by less than d.
 * A position that walks along its path, or away from it on a straight line, keeps the bound tight. After
 * an edit of the mesh only the straight distance is sure.
 *
 * Only for ground of one cost, as the exact search. Threads: each corridor is used by one thread at a
 * time; the space is updated, and its mesh edited, only while none of its corridors is in a call.
 *
 * Source: the idea is that of Detour's path corridor (dtPathCorridor); bound and repair are ours.
 */
#ifndef WEND_MESH_CORRIDOR_H
#define WEND_MESH_CORRIDOR_H

#include "wend/mesh_search.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A corridor. */
typedef struct wend_mesh_corridor wend_mesh_corridor;

/** Definition of a corridor. */
typedef struct wend_mesh_corridor_def {
    uint32_t cookie;              /**< Set by wend_mesh_corridor_def_default; leave it. */
    const wend_mesh_space *space; /**< Set it; must outlive the corridor. */
    double radius;    /**< Radius of the agent, metres, 0 to WEND_COORDINATE_MAX. Default 0. */
    double bound_max; /**< The path is searched again when it may be longer than this many times the
                           shortest one, 1 to 1000. Default 1.05. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_mesh_corridor_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_mesh_corridor_def wend_mesh_corridor_def_default(void);
/** Creates a corridor without a path.
 * @param corridor set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_corridor_create(const wend_mesh_corridor_def *def,
                                               wend_mesh_corridor **corridor);
/** Frees a corridor; NULL is allowed. */
WEND_API void wend_mesh_corridor_destroy(wend_mesh_corridor *corridor);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_mesh_corridor_error(const wend_mesh_corridor *corridor);

/** Sets both ends, and finds the shortest path between them, at once.
 * @param position,target polygon WEND_NODE_NONE = found by x, y and z.
 * @return WEND_OK; WEND_NO_PATH (answer.reason says why: the corridor has no path and no ends);
 * WEND_ERROR_ARGUMENT (NULL, NaN…), WEND_ERROR_STALE (update the space first),
 * WEND_ERROR_UNSUPPORTED (ground of several costs), WEND_ERROR_FULL, WEND_ERROR_MEMORY: the corridor is
 * without a path too. */
WEND_API wend_result wend_mesh_corridor_set(wend_mesh_corridor *corridor,
                                            wend_mesh_location position, wend_mesh_location target);
/** Moves the position towards a point, along the surface and sliding along its borders as
 * wend_mesh_move does, and repairs the path. Where the agent has no room it stays.
 * @param x,y metres. @return WEND_OK; WEND_NO_PATH (it has no room there: nothing changed);
 * WEND_ERROR_ARGUMENT (NULL, NaN, no ends are set), WEND_ERROR_STALE (the mesh was edited: update the
 * space, then the corridor), WEND_ERROR_FULL, WEND_ERROR_MEMORY (nothing changed). */
WEND_API wend_result wend_mesh_corridor_move(wend_mesh_corridor *corridor, double x, double y);
/** Moves the target likewise. */
WEND_API wend_result wend_mesh_corridor_move_target(wend_mesh_corridor *corridor, double x,
                                                    double y);
/** Tests the path after edits of the mesh, and searches again where it is blocked or where its bound is
 * above bound_max. Call it once a tick, after wend_mesh_space_update. Without edits, and below the
 * bound, it does nothing. Until a search ends the path stays as it is, and moves go on; of a blocked
 * path the part before the obstacle is left.
 * @param budget reduced by the work done, in steps of a mesh search; NULL = to the end.
 * @return WEND_OK (the path is valid, its bound at most bound_max), WEND_IN_PROGRESS, WEND_NO_PATH
 * (there is none now; the next update tries again once the mesh was edited or an end moved),
 * WEND_ERROR_ARGUMENT (NULL, no ends are set), WEND_ERROR_STALE (update the space first),
 * WEND_ERROR_UNSUPPORTED, WEND_ERROR_FULL, WEND_ERROR_MEMORY (call again). */
WEND_API wend_result wend_mesh_corridor_update(wend_mesh_corridor *corridor, wend_budget *budget);

/** State of a corridor. */
typedef struct wend_mesh_corridor_answer {
    wend_result result;         /**< WEND_OK: the path leads to the target; WEND_PARTIAL: to a point
                                      before something that blocks it; WEND_NO_PATH: there is none. */
    wend_failure_reason reason; /**< Reason where there is no path. */
    wend_mesh_location position; /**< Where it begins. */
    wend_mesh_location target;   /**< Where it shall lead. */
    double length;               /**< Metres, in the plane; links count their cost. */
    double bound;        /**< The path is at most this many times as long as the shortest one, 1 or
                              more; 0 = unknown. */
    size_t corner_count; /**< Corners, both ends included; 0 = no path. */
    uint64_t searches;   /**< Searches since create. */
} wend_mesh_corridor_answer;

/** Gets the state. @param answer always set, zeroed for NULL. */
WEND_API void wend_mesh_corridor_get_answer(const wend_mesh_corridor *corridor,
                                            wend_mesh_corridor_answer *answer);
/** Gets the first corners of the path: the position, then where to walk next.
 * @param corners [capacity], may be NULL when capacity is 0.
 * @param count corners of the whole path.
 * @return WEND_OK, WEND_TRUNCATED (there are more), WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mesh_corridor_corners(const wend_mesh_corridor *corridor,
                                                wend_mesh_location *corners, size_t capacity,
                                                size_t *count);

#ifdef __cplusplus
}
#endif
#endif
