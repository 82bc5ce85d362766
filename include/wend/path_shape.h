/** @file wend/path_shape.h
 * Shapes of paths: straightening past walls, and rounding of corners.
 *
 *      S--.   .--.                 S--.                        S--._
 *          \_/    \      smooth        `--.         round           `-.
 *         ##  ##   G     ------>   ## ##   G        ----->   ## ##    G
 *
 * For paths over graphs (points of visibility, flood fill, grids made into graphs), whose nodes are
 * only stations of the path. Paths on grids have wend_path_smooth, which uses the ground of each
 * cell; those on meshes wend_path_smooth_mesh.
 */
#ifndef WEND_PATH_SHAPE_H
#define WEND_PATH_SHAPE_H

#include "wend/path.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Shapes of the path. */
typedef enum wend_path_shape {
    WEND_PATH_SMOOTH_QUICK = 0, /**< Straightened (see wend_smoothing). */
    WEND_PATH_SMOOTH_PRECISE,   /**< Straightened precisely: shorter for agents with a radius and
                                     around corners, for some times the time. */
    WEND_PATH_AS_FOUND          /**< From cell to cell, node to node. */
} wend_path_shape;

/** True if a leg must stay as it is; called only for legs that walk. It may read the path and the
 * walls; calls that would change the path give WEND_ERROR_BUSY and do nothing. It must not change
 * or destroy the walls, nor destroy the path. */
typedef bool (*wend_keeps_fn)(void *user, const wend_leg *leg);

/* Legs that may change. All legs of a graph come from an edge, so an edge alone does not protect a
 * leg. A leg with another behaviour than walk (swim, jump, teleport, a user's behaviour) always
 * stays, bit for bit. A walking leg is *plain*, and may be dropped, stretched or cut, if its cost
 * matches its length, factor times its metres (to within a millionth or 16 units of wend_cost). A
 * leg of another cost has a property that the walls do not show: mud, danger, a toll, a moving
 * walkway; it stays. The callback `keeps` overrides this rule in both directions. */

/** Parameters of wend_path_smooth_walls. */
typedef struct wend_path_walls {
    uint32_t cookie;          /**< Set by wend_path_walls_default; leave it. */
    const wend_walls *walls;  /**< The walls. Set it. */
    double radius;            /**< Radius of the agent, metres, 0 or more. Default 0. */
    uint32_t stops;           /**< Kinds of walls that count. Default WEND_STOPS_WALK. */
    double factor;            /**< Cost of a metre of a direct leg, 1/256 to 65536. Default 1. */
    wend_smoothing smoothing; /**< Default QUICK. */
    wend_keeps_fn keeps;      /**< Decides which walking legs stay. Default NULL: the rule above. */
    void *user;               /**< Passed to keeps. */
} wend_path_walls;

/** Returns the default parameters, with their cookie. */
WEND_API wend_path_walls wend_path_walls_default(void);
/** Joins plain legs where an agent can walk straight past the walls at no higher cost.
 *
 * The result is never longer (but for the last bits of the sum), never more expensive, never has
 * more legs, and is never nearer to a wall than the radius (or than the path itself was there).
 * Legs that stay are neither dropped nor stretched: their nodes, points, edge and cost are those
 * from before. A joined leg walks, has no edge, and costs factor times its length (with height), or
 * the cost of the replaced legs where that is less by roundings only. Walls are flat: for floors
 * over each other give those of one floor, and `keeps` for the legs on others.
 *
 * QUICK: each leg is joined with the next one while possible: one segment clearance test a leg.
 * PRECISE: from each leg every later one is tried, and the cheapest chain is taken: at most legs^2
 * / 2 tests in each run of plain legs.
 *
 * Source: after Buckland, "Programming Game AI by Example" (2005), ch. 8, whose smoothing drops and
 * stretches legs that swim, and takes the farthest visible leg instead of the cheapest chain.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_smooth_walls(wend_path *path, const wend_path_walls *options);

/** Parameters of wend_path_round. */
typedef struct wend_path_rounding {
    uint32_t cookie;         /**< Set by wend_path_rounding_default; leave it. */
    double turn_radius;      /**< Turn radius of the agent, metres, above 0, to 2^30. Set it. */
    double error;            /**< Largest distance of a chord from its arc, as part of the arc's
                                  radius, 0.0001 to 0.25. Default 0.01. */
    const wend_walls *walls; /**< Arcs keep clear of these; NULL (default) = open ground. */
    double radius;           /**< Radius of the agent, metres, 0 or more. Default 0. */
    uint32_t stops;          /**< Kinds of walls that count. Default WEND_STOPS_WALK. */
    wend_keeps_fn keeps;     /**< Decides which walking legs stay. Default NULL: those from an edge
                                  whose cost does not match their length. */
    double factor;           /**< For that rule. Default 1. */
    void *user;              /**< Passed to keeps. */
} wend_path_rounding;

/** Returns the default parameters, with their cookie. */
WEND_API wend_path_rounding wend_path_rounding_default(void);

/** Figures of the corners between legs that may change. */
typedef struct wend_path_corners {
    size_t round;         /**< Corners with an arc of the whole turn radius. */
    size_t tight;         /**< Corners with a smaller arc. */
    size_t sharp;         /**< Corners left sharp, because not even 1/32 of it has room. */
    double min_radius;    /**< Metres: radius of the tightest arc; 0 where a corner stayed sharp;
                               the turn radius where all are round, or there are no corners. */
    double sharpest_turn; /**< Radians: the largest turn at a corner left sharp; 0 = none. */
} wend_path_corners;

/** Rounds the corners between walking legs by arcs of the turn radius, made of chords.
 *
 * An arc cuts the corner on its inner side where that keeps clear of walls. Where it does not
 * (shortest paths bend exactly where walls stick out) the path swings out, so that the arc touches
 * the corner from the outer side. Where there is no room for that either, the radius is halved, up
 * to five times. A path that swings out is longer; each metre costs as much as in the leg it
 * replaces. Beginning and end of the path, and legs that stay, are not changed. Corners that turn
 * by less than a thousandth of a radian, and those of 175 degrees and more (the agent turns back),
 * stay; the latter count as sharp. Time: some segment clearance tests a corner.
 * @param corners set when WEND_OK; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_round(wend_path *path, const wend_path_rounding *options,
                                     wend_path_corners *corners);

/** Replaces legs that are arcs around corners by straight legs. Such legs are edges of a graph made
 * by wend_graph_build_expanded with round corners.
 *
 * A leg goes straight from node to node, and over an arc that cuts the corner; the new legs touch
 * the arc from outside (at most 1 % of the radius off it), so that a disc which follows them keeps
 * clear. They cost as much a metre as the arc. wend/pathfinder.h does this by itself; after
 * wend_path_from_search on such a graph the caller does. Legs added earlier stay as they are.
 * @param walls the walls of the graph.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_split_arcs(wend_path *path, const wend_graph *graph,
                                          const wend_walls *walls);

#ifdef __cplusplus
}
#endif
#endif
