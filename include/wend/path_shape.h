/* wend/path_shape.h: paths straightened past walls, and corners made round.
 *
 *      S--.   .--.                 S--.                        S--._
 *          \_/    \      smooth        `--.         round           `-.
 *         ##  ##   G     ------>   ## ##   G        ----->   ## ##    G
 *
 * For paths over graphs (points of visibility, flood fill, grids made into graphs), whose nodes are
 * stations on the way and not the way itself. Paths on grids have wend_path_smooth, which knows the
 * ground of each cell; those on meshes wend_path_smooth_mesh.
 */
#ifndef WEND_PATH_SHAPE_H
#define WEND_PATH_SHAPE_H

#include "wend/path.h"
#include "wend/walls.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Must this leg stay as it is? Asked only of legs that walk. It may read the path and the walls;
 * calls that would change the path give WEND_ERROR_BUSY and do nothing. It must not change or
 * destroy the walls, nor destroy the path. */
typedef bool (*wend_keeps_fn)(void *user, const wend_leg *leg);

/* Which legs may change. All legs of a graph come from an edge, so an edge alone makes none
 * special. A leg that does not walk (swim, jump, teleport, a user's behaviour) always stays, bit
 * for bit. A leg that walks is *plain*, and may be dropped, stretched or cut, if it costs what its
 * length says, factor times its metres (to within a millionth or 16 units of wend_cost). One that
 * costs more or less has something to it that the walls do not know: mud, danger, a toll, a moving
 * walkway; it stays. The callback `keeps` decides otherwise, either way. */

typedef struct wend_path_walls {
    uint32_t cookie;         /**< Set by wend_path_walls_default; leave it. */
    const wend_walls *walls; /**< What stands in the way. Set it. */
    double radius;           /**< Of the agent, metres, 0 or more. Default 0. */
    uint32_t stops;          /**< Which walls count. Default WEND_STOPS_WALK. */
    double factor;           /**< What a metre of a direct walk costs, 1/256 to 65536. Default 1. */
    wend_smoothing smoothing; /**< Default QUICK. */
    wend_keeps_fn keeps;      /**< Decides which walking legs stay. Default NULL: as said above. */
    void *user;               /**< Passed to keeps. */
} wend_path_walls;

WEND_API wend_path_walls wend_path_walls_default(void);
/** Joins plain legs where an agent can walk straight past the walls and it costs no more. Never
 * longer (but for the last bits of the sum), never dearer, never more legs; never nearer to a wall
 * than the radius (or where the path itself was nearer, as it was). Legs that stay are neither
 * dropped nor stretched: their nodes, points, edge and cost are those from before. A joined leg
 * walks, has no edge, and costs factor times its length (with height), or what it replaces where
 * that is less by roundings only. Walls are flat: for floors over each other give those of one
 * floor, and `keeps` for the legs on others.
 *
 * QUICK: each leg is joined with the next one as long as that goes: one walk test a leg. PRECISE:
 * from each leg every later one is tried, and the cheapest chain taken: at most legs^2 / 2 tests in
 * each run of plain legs.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY.
 * Source: after Buckland, "Programming Game AI by Example" (2005), ch. 8, whose smoothing drops and
 * stretches legs that swim, and takes the farthest leg that can be seen instead of the cheapest
 * chain. */
WEND_API wend_result wend_path_smooth_walls(wend_path *path, const wend_path_walls *how);

typedef struct wend_path_rounding {
    uint32_t cookie;         /**< Set by wend_path_rounding_default; leave it. */
    double turn_radius;      /**< The agent's, metres, above 0, to 2^30. Set it. */
    double error;            /**< How far a chord may lie from its arc, as part of the arc's radius,
                                0.0001 to 0.25. Default 0.01. */
    const wend_walls *walls; /**< Arcs keep clear of these; NULL (default) = open ground. */
    double radius;           /**< Of the agent, metres, 0 or more. Default 0. */
    uint32_t stops;          /**< Which walls count. Default WEND_STOPS_WALK. */
    wend_keeps_fn keeps;     /**< Decides which walking legs stay. Default NULL: those that came
                                from an edge and cost not what their length says. */
    double factor;           /**< For that. Default 1. */
    void *user;              /**< Passed to keeps. */
} wend_path_rounding;

WEND_API wend_path_rounding wend_path_rounding_default(void);

/** What became of the corners between legs that may change. */
typedef struct wend_path_corners {
    size_t round;         /**< Corners with an arc of the whole turn radius. */
    size_t tight;         /**< Those with a smaller arc. */
    size_t sharp;         /**< Those that stayed corners, because not even 1/32 of it has room. */
    double least_radius;  /**< Metres: of the tightest arc; 0 where a corner stayed sharp; the turn
                             radius where all are round, or there are no corners. */
    double sharpest_turn; /**< Radians: the largest turn at a corner that stayed sharp; 0 = none. */
} wend_path_corners;

/** Makes the corners between walking legs round, as arcs of the turn radius made of chords. An arc
 * cuts the corner on its inner side where that keeps clear of walls; where it does not (shortest
 * ways bend just where walls stick out) the way swings out, so that the arc touches the corner from
 * the outer side; where there is no room for that either, the radius is halved, up to five times. A
 * way that swings out is longer; each metre costs what the leg it replaces cost. Beginning and end
 * of the path, and legs that stay, are not touched. Corners that turn by less than a thousandth of
 * a radian, and those of 175 degrees and more (the agent turns back), are let be; the latter count
 * as sharp.
 * @param corners set when WEND_OK; may be NULL. Time: some walk tests a corner.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_round(wend_path *path, const wend_path_rounding *how,
                                     wend_path_corners *corners);

/** Puts straight legs in the place of those that are arcs around corners: edges of a graph made by
 * wend_graph_build_expanded with round corners. A leg goes straight from node to node, and over an
 * arc that cuts the corner; the legs put in its place touch the arc from outside (at most 1 % of
 * the radius off it), so that a disc which follows them keeps clear. They cost as much a metre as
 * the arc. wend/pathfinder.h does this by itself; after wend_path_from_search on such a graph it is
 * up to you. Legs put in before stay as they are.
 * @param walls those the graph was made of.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_split_arcs(wend_path *path, const wend_graph *graph,
                                          const wend_walls *walls);

#ifdef __cplusplus
}
#endif
#endif
