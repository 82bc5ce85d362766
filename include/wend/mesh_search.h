/* wend/mesh_search.h: the shortest way over a mesh.
 *
 *     mesh --derive--> mesh space --borrow--> mesh search --find(query)--> answer, path
 *
 * A mesh space is a mesh laid out for searching, shared by any number of searches; a search is
 * scratch memory for one query after the other, once warm without allocations. Searches run in
 * steps: start, then run with a budget until it is not WEND_IN_PROGRESS; however it is sliced, the
 * answer is the same to the bit.
 *
 * Lengths are measured in the ground plane, in metres, as doubles worked out in a fixed order.
 *
 * Threads: any number of searches on one space, each used by one thread at a time. The space is
 * updated, and its mesh edited, only while no search on it is under way.
 *
 * Sources: exact interval search after Cui, Harabor and Grastien, "Compromise-free Pathfinding on a
 * Navigation Mesh" (2017), here over cones of corners instead of intersection points, so that every
 * decision is an exact orientation test; funnel after Lee and Preparata (1984), Hershberger and
 * Snoeyink (1994); discs by arcs around corners after Demyen and Buro, "Efficient
 * Triangulation-Based Pathfinding" (2006).
 */
#ifndef WEND_MESH_SEARCH_H
#define WEND_MESH_SEARCH_H

#include "wend/graph_build.h"
#include "wend/mesh.h"
#include "wend/search.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_mesh_space wend_mesh_space;

typedef struct wend_mesh_space_def {
    uint32_t cookie;         /**< Set by wend_mesh_space_def_default; leave it. */
    const wend_mesh *mesh;   /**< Must outlive the space. */
    uint32_t flags_required; /**< Only polygons and links that have all of these flags. Default 0:
                                all. */
    uint32_t flags_refused;  /**< And none of these. Default 0. */
    const double *factors;   /**< [256] what a metre of each area costs this agent; NULL (default) =
                                the mesh's own. Copied. */
    bool has_islands; /**< Searches with a radius work out, before they search, which ground a disc
                        of it cannot go between, once for each search object and radius, as part
                        of their own steps; what cannot be reached is then said without a search.
                        Default false: only searches that take long do. A radius of 0 needs none. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< May be NULL (default). */
} wend_mesh_space_def;

WEND_API wend_mesh_space_def wend_mesh_space_def_default(void);
/** @param space set to NULL first; the caller destroys it. Time: some 0.3 us a polygon.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_space_create(const wend_mesh_space_def *def,
                                            wend_mesh_space **space);
/** The sentence of the last failure of a call that takes the mesh space to change it; "" while none
 * failed (see wend/base.h). Never NULL. */
WEND_API const char *wend_mesh_space_error(const wend_mesh_space *mesh_space);
/** Frees; NULL is fine. */
WEND_API void wend_mesh_space_destroy(wend_mesh_space *space);
/** Follows edits of the mesh; nothing to do if there were none. */
WEND_API wend_result wend_mesh_space_update(wend_mesh_space *space);

/** How to search. */
typedef enum wend_mesh_method {
    WEND_MESH_METHOD_EXACT = 0, /**< Interval search: the shortest way. Only where all ground that
                                   can be entered costs the same; else refused. */
    WEND_MESH_METHOD_MIDPOINT,  /**< A* over the middles of edges, then the funnel: what most games
                                   do. Any costs; no promise but answer.bound. */
    WEND_MESH_METHOD_CENTROID,  /**< A* over centroids of polygons, then the funnel; likewise. */
    WEND_MESH_METHOD_COUNT
} wend_mesh_method;

/** "exact", "midpoint", "centroid". Never NULL; "?" if unknown. */
WEND_API const char *wend_mesh_method_name(wend_mesh_method method);
/** WEND_MESH_METHOD_COUNT if there is none. NULL is fine. */
WEND_API wend_mesh_method wend_mesh_method_from_name(const char *name);

typedef enum wend_mesh_goal_kind {
    WEND_MESH_GOAL_LOCATION = 0, /**< query.goal. */
    WEND_MESH_GOAL_SET,          /**< The nearest of query.goals. */
    WEND_MESH_GOAL_PREDICATE /**< The nearest polygon for which query.is_goal says yes: its nearest
                                point (MIDPOINT and CENTROID: its centroid). */
} wend_mesh_goal_kind;

typedef struct wend_mesh_search_query {
    uint32_t cookie;          /**< Set by wend_mesh_search_query_default; leave it. */
    wend_mesh_location start; /**< Set it; polygon WEND_NODE_NONE = to be found (default). Where
                              ground touches only diagonally in it, paths leave by any of
                              that ground; a polygon that is given says which is meant.
                              Goals likewise. */
    wend_mesh_goal_kind goal_kind;   /**< Default PLACE. */
    wend_mesh_location goal;         /**< For PLACE. */
    const wend_mesh_location *goals; /**< [goal_count], for SET; read by start only. */
    size_t goal_count;
    wend_is_goal_fn is_goal; /**< For PREDICATE: is this polygon a goal (now)? Asked at most
                                once a polygon and query. */
    void *user;              /**< Passed to is_goal. */
    wend_mesh_method method; /**< Default EXACT. */
    double radius;           /**< Of the agent, metres, 0 or more: the way keeps a disc clear of
                                outer edges: nothing comes nearer than that but for rounding (5e-10
                                of it), just touching is allowed. The shortest such way; for EXACT
                                only. Of a polygon that is a goal its centre reaches the nearest
                                place with room; links count where both ends have room. What is
                                worked out for a radius is kept in the search until it is asked with
                                another one. Default 0. */
    wend_corners corners;    /**< radius > 0: how corners are passed: round; or mitred, the same way
                                with its arcs cut by tangents, at most 4 radii out, and nearer where
                                walls are (an arc stays where there is no room for any); answer.bound
                                says how much longer than the shortest. Default round. */
    uint64_t max_steps;      /**< Partial answer after so many steps; 0 (default) = no limit. */
    double max_length;       /**< Look at nothing farther away, 0 or more. Default infinity. */
    double noise;            /**< As wend_search_query.noise: ways at most 1 + noise times the best.
                                For MIDPOINT and CENTROID. Default 0. */
    uint64_t noise_seed;     /**< Default 0. */
} wend_mesh_search_query;

WEND_API wend_mesh_search_query wend_mesh_search_query_default(void);

typedef struct wend_mesh_search wend_mesh_search;

/** @param allocator NULL = libc. @param search set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_search_create(const wend_mesh_space *space,
                                             const wend_allocator *allocator,
                                             wend_mesh_search **search);
/** Frees; NULL is fine. */
WEND_API void wend_mesh_search_destroy(wend_mesh_search *search);
/** As wend_search_start. WEND_ERROR_UNSUPPORTED: the method cannot do this (exact over several
 * costs…): never silently another one. A start or goal off the mesh, or where the disc does not
 * fit, is no error: running gives WEND_NO_PATH and the reason. */
WEND_API wend_result wend_mesh_search_start(wend_mesh_search *search,
                                            const wend_mesh_search_query *query);
/** As wend_search_run. A step is one interval (edge) looked at, some 30 to 100 ns; with
 * a radius some microseconds. Steps in which it is worked out what a disc cannot go between (see
 * has_islands) are of the budget, but neither of answer.expanded nor of max_steps. */
WEND_API wend_result wend_mesh_search_run(wend_mesh_search *search, wend_budget *budget);
/** start, then run to the end. */
WEND_API wend_result wend_mesh_search_find(wend_mesh_search *search,
                                           const wend_mesh_search_query *query);
/** Text of the last failure, and of a start or goal that is off the mesh: how far the nearest
 * ground is. "" if none. */
WEND_API const char *wend_mesh_search_error(const wend_mesh_search *search);

typedef struct wend_mesh_search_answer {
    wend_result result;
    wend_failure_reason reason;
    wend_mesh_method method;  /**< The one that ran. */
    wend_mesh_location place; /**< Where the way ends: the goal; for PARTIAL a goal that was met, if
                              not   proven the nearest, else the place searched so far that is
                              nearest   to   one. */
    uint32_t goal_index;      /**< Of query.goals; 0 otherwise. */
    double length;            /**< Metres in the plane; links count their cost. */
    double cost;              /**< Length times the areas' factors. */
    double bound;             /**< The cost is at most so many times the least: 1 = exact; 0 = not
                                 known. */
    uint64_t expanded;        /**< Steps. */
    uint64_t generated;       /**< Intervals made. */
    size_t memory_bytes;      /**< Scratch memory of the search. */
} wend_mesh_search_answer;

/** @param answer set always. */
WEND_API void wend_mesh_search_get_answer(const wend_mesh_search *search,
                                          wend_mesh_search_answer *answer);
/** The corners of the way, start and end included; on arcs around corners (radius > 0, round) only
 * where arcs begin and end. @param points [capacity]. @param count how many there are.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_search_points(const wend_mesh_search *search, wend_vec2 *points,
                                             size_t capacity, size_t *count);
/** The polygons the way goes through, in order. Parameters likewise. */
WEND_API wend_result wend_mesh_search_polygons(const wend_mesh_search *search, wend_node *polygons,
                                               size_t capacity, size_t *count);
WEND_API const wend_mesh_space *wend_mesh_search_space(const wend_mesh_search *search);
/** Draws intervals looked at, frontier, start and goal. */
WEND_API wend_result wend_mesh_search_draw(const wend_mesh_search *search, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
