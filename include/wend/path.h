/* wend/path.h: paths are legs, not points.
 *
 * A leg goes straight from one place to another and says how it is to be gone (walk, swim, jump…),
 * what it costs in the map's terms, how long it is in metres and which edge of the world it came
 * from. A path object is memory that can be filled again and again.
 */
#ifndef WEND_PATH_H
#define WEND_PATH_H

#include "wend/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a leg is gone. Values from WEND_BEHAVIOUR_USER on are the user's. */
typedef enum wend_behaviour {
    WEND_BEHAVIOUR_WALK = 0,
    WEND_BEHAVIOUR_TIPTOE,
    WEND_BEHAVIOUR_SWIM,
    WEND_BEHAVIOUR_CRAWL,
    WEND_BEHAVIOUR_CREEP,
    WEND_BEHAVIOUR_JUMP,
    WEND_BEHAVIOUR_TELEPORT,
    WEND_BEHAVIOUR_USER = 64
} wend_behaviour;

/** No edge: the leg lies on open ground. */
#define WEND_EDGE_NONE UINT32_MAX

typedef struct wend_leg {
    wend_node from, to;
    wend_vec2 from_point, to_point; /**< Metres. */
    wend_cost cost;                 /**< In the map's terms. */
    double length;                  /**< Metres. */
    uint32_t behaviour;             /**< wend_behaviour or a user's value. */
    uint32_t edge;                  /**< The edge it came from, or WEND_EDGE_NONE. */
} wend_leg;

typedef struct wend_path wend_path;

/** @param allocator NULL = libc. @param path set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_create(const wend_allocator *allocator, wend_path **path);
/** Frees; NULL is fine. */
WEND_API void wend_path_destroy(wend_path *path);
/** Makes it empty; keeps the memory. */
WEND_API void wend_path_clear(wend_path *path);

/** Fills the path with the way a search found to answer.node; on grids cells in one straight line
 * are one leg (steps onto ground of another factor begin a new one, so that a leg has one factor).
 * From and to the same place: no legs, WEND_OK.
 * @return WEND_OK, WEND_NO_PATH (nothing found: path empty), WEND_PARTIAL (to the best place so
 * far), WEND_ERROR_ARGUMENT (no query, or still running without any place), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_from_search(wend_path *path, const wend_search *search);
/** The same to any node the search knows a way to. */
WEND_API wend_result wend_path_to_node(wend_path *path, const wend_search *search, wend_node node);

WEND_API size_t wend_path_leg_count(const wend_path *path);
/** A leg; a zeroed one with nodes WEND_NODE_NONE outside. */
WEND_API wend_leg wend_path_leg(const wend_path *path, size_t index);
/** All legs. Valid until the path changes. */
WEND_API const wend_leg *wend_path_legs(const wend_path *path);
/** Sum over the legs. */
WEND_API wend_cost wend_path_cost(const wend_path *path);
/** Metres, sum over the legs in order. */
WEND_API double wend_path_length(const wend_path *path);

/** The cells along a path that was not smoothed, start and end included, one step apart.
 * @param nodes [capacity], may be NULL when capacity is 0. @param count how many there are.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT (smoothed path). */
WEND_API wend_result wend_path_cells(const wend_path *path, const wend_space *space,
                                     wend_node *nodes, size_t capacity, size_t *count);

typedef enum wend_smoothing {
    WEND_SMOOTHING_QUICK = 0, /**< Joins neighbouring legs while the joint one can be walked. */
    WEND_SMOOTHING_PRECISE    /**< From each leg tries every later one, the farthest first. */
} wend_smoothing;

/** Straightens a path where an agent of the radius can walk directly and it costs no more. Never
 * longer, never dearer, never nearer to a wall than the radius (or where the path itself was
 * nearer, as it was), never touching a wall's corner; legs whose behaviour is not to walk stay.
 * Time: quick, a walk test for each leg; precise, for each pair of legs at worst.
 * @param radius metres, 0 or more, finite.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (path as before).
 * Source: Buckland, "Programming Game AI by Example" (2005), ch. 8, with edges' behaviours kept. */
WEND_API wend_result wend_path_smooth(wend_path *path, const wend_space *space, double radius,
                                      wend_smoothing smoothing);

/** Can a disc walk straight between two positions in this space? The cost is the integral of the
 * ground's factors under the centre, rounded to the nearest; both may be NULL-free outputs.
 * @param cost set to the cost when walkable, else WEND_COST_INFINITE; may be NULL.
 * @return true if every blocked cell stays at least radius away from the line (radius 0: the line
 * touches no blocked cell, not even its corner). False for positions outside, NaN, radius < 0. */
WEND_API bool wend_space_can_walk(const wend_space *space, wend_vec2 from, wend_vec2 to,
                                  double radius, wend_cost *cost);

/** Draws the path's legs and their ends. @param agent value handed to the callbacks, for colours. */
WEND_API wend_result wend_path_draw(const wend_path *path, uint32_t agent, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
