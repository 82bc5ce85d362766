/** @file wend/mesh_search.h
 * Searches for the shortest path over a mesh.
 *
 *     mesh --derive--> mesh space --borrow--> mesh search --find(query)--> answer, path
 *
 * A mesh space is a mesh laid out for searching, shared by any number of searches. A mesh search is
 * scratch memory for one query after the other; once warm it allocates nothing. Searches run in
 * steps: start, then run with a budget while the result is WEND_IN_PROGRESS; the answer is the same
 * to the bit for every way of slicing.
 *
 * Lengths are measured in the ground plane, in metres, as doubles computed in a fixed order: the
 * shortest path is the one that is shortest as seen from above, and a slope costs no more than level
 * ground (give steep ground an area of its own, with a factor). Only links without a cost of their
 * own count heights: they cost the straight distance in space.
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
#include "wend/mesh_overlay.h"
#include "wend/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Definition of a mesh space. */
typedef struct wend_mesh_space_def {
    uint32_t cookie;         /**< Set by wend_mesh_space_def_default; leave it. */
    const wend_mesh *mesh;   /**< Must outlive the space. */
    uint32_t flags_required; /**< Only polygons and links with all of these flags. Default 0: all.
                                  */
    uint32_t flags_refused;  /**< Only polygons and links with none of these flags. Default 0. */
    uint32_t overlay_layers; /**< The layers of overlays that count (wend/mesh_overlay.h). Default
                                  WEND_LAYER_JAM. */
    const double *factors;   /**< [256] cost of a metre of each area for this agent; NULL (default)
                                  = the mesh's own. Copied. */
    bool has_islands; /**< Searches with a radius first compute the components of ground between
                           which a disc of it cannot pass, once for each search object and radius,
                           as part of their own steps; unreachable goals then need no search.
                           Default false: only long searches do. A radius of 0 needs none. */
    bool is_deferred; /**< Create a space that is empty and stale, to be built by
                           wend_mesh_space_update, or in slices by wend_mesh_space_update_sliced.
                           Default false: the space is built at once. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< May be NULL (default). */
} wend_mesh_space_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_mesh_space_def wend_mesh_space_def_default(void);
/** Creates a mesh space. Time: some 0.3 us a polygon.
 * @param space set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_space_create(const wend_mesh_space_def *def,
                                            wend_mesh_space **space);
/** Returns the message of the last failure of a call that changes the mesh space; "" if none failed
 * (see wend/base.h). Never NULL. */
WEND_API const char *wend_mesh_space_error(const wend_mesh_space *mesh_space);
/** Frees a mesh space; NULL is allowed. */
WEND_API void wend_mesh_space_destroy(wend_mesh_space *space);
/** Updates the space after edits of the mesh; does nothing if there were none. Time: some microseconds
 * a polygon whose area, flags, door or factor changed, whatever the size of the mesh, and the smaller
 * side where that divides or joins ground; without memory. Where more than 256 such edits, or a factor
 * of an area, changed, all polygons are looked at (2 ns each); where more than an eighth of them did, it
 * is created anew, and so it is after edits of obstacles. Links are read again, where there are any;
 * overlays where they changed.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (still stale; call again). */
WEND_API wend_result wend_mesh_space_update(wend_mesh_space *space);
/** The same in slices: goes on with an update, or begins one, as far as the budget goes. The mesh may
 * be edited between slices. A space of a deferred definition is built like this.
 *
 * Up to 256 edits of polygons are one unit. Other updates lay out the mesh anew in units: until one
 * ends the space is as before, and stale: no query can start. In the end it is as after
 * wend_mesh_space_update, and shows the revision of the slice in which it had read all polygons; edits of
 * polygons after that are left to the next update, which the next slices do. One step is some 50 ns, a
 * unit of work some microseconds. What is not cut: links and overlays, and some passes of 2 ns a
 * polygon.
 * @param budget reduced by the work done, at least a unit; NULL = all, as wend_mesh_space_update.
 * @return WEND_OK (the space is fresh), WEND_IN_PROGRESS, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY
 * (call again). */
WEND_API wend_result wend_mesh_space_update_sliced(wend_mesh_space *space, wend_budget *budget);

/** Search methods on meshes.
 *
 * Overlays (wend/mesh_overlay.h) that the space counts are part of every cost. EXACT first searches
 * as if there were none. If that path stays clear of their shapes, no path is cheaper, and
 * answer.bound is 1. If not, a second search follows with those edges closed that shapes cover for
 * the half or more (jammed doors and corridors), both paths get detours around shapes that they
 * pass, and the cheaper one is the answer; its bound is the ratio of its cost to that of the
 * shortest path without overlays. MIDPOINT and CENTROID count overlays along the lines between
 * midpoints (centroids). Limits of length count no overlays.
 *
 * A disc (radius > 0) over ground of several costs is searched by EXACT in the same way: first as if all
 * ground were the cheapest. If that path stays on the cheapest ground, answer.bound is 1. If not, paths
 * around dearer ground are tried, and the cheapest of those found is the answer; its bound is the ratio
 * of its cost to that of the shortest path on the cheapest ground. */
typedef enum wend_mesh_method {
    WEND_MESH_METHOD_EXACT = 0, /**< Interval search: the shortest path. For points only where all
                                     ground that can be entered has one cost; else refused. */
    WEND_MESH_METHOD_MIDPOINT,  /**< Edge-midpoint A*, then the funnel, as in most games. Any costs;
                                     no guarantee but answer.bound. */
    WEND_MESH_METHOD_CENTROID,  /**< Centroid A*, then the funnel; likewise. */
    WEND_MESH_METHOD_COUNT      /**< Number of methods. */
} wend_mesh_method;

/** Returns a method's name: "exact", "midpoint", "centroid". Never NULL; "?" if unknown. */
WEND_API const char *wend_mesh_method_name(wend_mesh_method method);
/** Returns the method with a name; WEND_MESH_METHOD_COUNT if none has it. NULL is allowed. */
WEND_API wend_mesh_method wend_mesh_method_from_name(const char *name);

/** Kinds of goals on meshes. */
typedef enum wend_mesh_goal_kind {
    WEND_MESH_GOAL_LOCATION = 0, /**< query.goal. */
    WEND_MESH_GOAL_SET,          /**< The nearest of query.goals. */
    WEND_MESH_GOAL_PREDICATE /**< The nearest polygon for which query.is_goal is true: its nearest
                                  point (MIDPOINT and CENTROID: its centroid). */
} wend_mesh_goal_kind;

/** A query of a mesh search. */
typedef struct wend_mesh_search_query {
    uint32_t cookie;          /**< Set by wend_mesh_search_query_default; leave it. */
    wend_mesh_location start; /**< Set it; polygon WEND_NODE_NONE = to be found (default). Where
                                   ground touches only diagonally in it, paths leave by any of that
                                   ground; a given polygon selects one. Goals likewise. */
    wend_mesh_goal_kind goal_kind;   /**< Default LOCATION. */
    wend_mesh_location goal;         /**< For LOCATION. */
    const wend_mesh_location *goals; /**< [goal_count], for SET; read by start only. */
    size_t goal_count;               /**< For SET. */
    wend_is_goal_fn is_goal; /**< For PREDICATE: true if a polygon is a goal. Called at most once a
                                  polygon and query. */
    void *user;              /**< Passed to is_goal. */
    wend_mesh_method method; /**< Default EXACT. */
    double radius;           /**< Radius of the agent, metres, 0 or more: the path keeps a disc
                                  clear of outer edges, exactly but for rounding (5e-10 of it);
                                  touching is allowed. The shortest such path; for EXACT only. In a
                                  goal polygon the centre moves to the nearest location with room;
                                  links count where both ends have room (see wend_mesh_link). Data
                                  computed for a radius is kept in the search until a query with
                                  another radius. Default 0. */
    wend_corners corners;    /**< radius > 0: shape of corners: round; or mitred, the same path with
                                  its arcs cut by tangents, at most 4 radii out, and nearer where
                                  walls are (an arc stays where there is no room for any);
                                  answer.bound gives the ratio to the shortest length. Default
                                  round. */
    uint64_t max_steps;      /**< Partial answer after this many steps; 0 (default) = no limit. */
    double max_length;       /**< Locations farther away are not searched, 0 or more. Default
                                  infinity. */
    double noise;            /**< As wend_search_query.noise: paths at most 1 + noise times the
                                  best. For MIDPOINT and CENTROID. Default 0. */
    uint64_t noise_seed;     /**< Default 0. */
} wend_mesh_search_query;

/** Returns the default query, with its cookie. */
WEND_API wend_mesh_search_query wend_mesh_search_query_default(void);

/** Creates a mesh search.
 * @param allocator NULL = libc.
 * @param search set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_search_create(const wend_mesh_space *space,
                                             const wend_allocator *allocator,
                                             wend_mesh_search **search);
/** Frees a mesh search; NULL is allowed. */
WEND_API void wend_mesh_search_destroy(wend_mesh_search *search);
/** Starts a query, as wend_search_start.
 *
 * A start or goal off the mesh, or where the disc does not fit, is no error: running gives
 * WEND_NO_PATH and the reason.
 * @return as wend_search_start; WEND_ERROR_UNSUPPORTED: the method cannot do this (exact for points
 * over several costs…); it is never replaced silently. */
WEND_API wend_result wend_mesh_search_start(wend_mesh_search *search,
                                            const wend_mesh_search_query *query);
/** Runs the query under way, as wend_search_run. A step expands one interval (edge), some 30 to 100
 * ns; with a radius some microseconds. Steps that compute the components of a radius (see
 * has_islands) use the budget, but count neither in answer.expanded nor against max_steps. */
WEND_API wend_result wend_mesh_search_run(wend_mesh_search *search, wend_budget *budget);
/** Starts a query and runs it to the end. */
WEND_API wend_result wend_mesh_search_find(wend_mesh_search *search,
                                           const wend_mesh_search_query *query);
/** Returns the message of the last failure; after WEND_NO_PATH a sentence that says why: how far the
 * nearest ground is from an end off the mesh, or a wall from an end without room, which polygon is
 * closed, how many links have no room for the radius. "" if none. Never NULL. */
WEND_API const char *wend_mesh_search_error(const wend_mesh_search *search);

/** Answer of a mesh search. */
typedef struct wend_mesh_search_answer {
    wend_result result;         /**< The last result of wend_mesh_search_run. */
    wend_failure_reason reason; /**< Reason if there is no path or a partial one. */
    wend_mesh_method method;    /**< The method that ran. */
    wend_mesh_location
        location;        /**< End of the path: the goal; for PARTIAL a goal that was reached,
                                     if not proven the nearest, else the searched location nearest
                                     to one. */
    uint32_t goal_index; /**< Index into query.goals; 0 otherwise. */
    double length;       /**< Metres in the plane; links count their cost. For the length in space
                              see wend_path_length_3d. */
    double cost;         /**< Length times the areas' factors. */
    double bound;        /**< The cost is at most this many times the least: 1 = exact; 0 =
                                     unknown. */
    uint64_t expanded;   /**< Steps. */
    uint64_t generated;  /**< Intervals generated. */
    size_t memory_bytes; /**< Scratch memory of the search. */
} wend_mesh_search_answer;

/** Gets the answer so far. @param answer always set. */
WEND_API void wend_mesh_search_get_answer(const wend_mesh_search *search,
                                          wend_mesh_search_answer *answer);
/** Gets the corners of the path, start and end included; of arcs around corners (radius > 0, round)
 * only the ends.
 * @param points [capacity].
 * @param count number of points.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_search_points(const wend_mesh_search *search, wend_vec2 *points,
                                             size_t capacity, size_t *count);
/** Gets the corridor: the polygons along the path, in order. Parameters and results as
 * wend_mesh_search_points. */
WEND_API wend_result wend_mesh_search_polygons(const wend_mesh_search *search, wend_node *polygons,
                                               size_t capacity, size_t *count);
/** Returns the space of a search. */
WEND_API const wend_mesh_space *wend_mesh_search_space(const wend_mesh_search *search);
/** Draws expanded intervals, frontier, start and goal. */
WEND_API wend_result wend_mesh_search_draw(const wend_mesh_search *search, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
