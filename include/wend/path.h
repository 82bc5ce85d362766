/** @file wend/path.h
 * Paths as lists of legs.
 *
 * A leg is a straight piece of a path. It has a behaviour (walk, swim, jump…), a cost in the map's
 * terms, a length in metres and the edge of the world it came from. A path object is memory that
 * can be filled again and again; once warm, filling and smoothing allocate nothing.
 *
 *     search --from_search--> legs over cells --smooth--> fewer, straighter legs
 *
 *      S---.                    S.
 *           \                     `-.
 *         ##  \---G                ## `-.G      (## = walls)
 *
 * Every leg's `to` is the next leg's `from`. A call that returns an error leaves the path as it
 * was.
 *
 * Threads: any number may read one path; only one may use it while it changes. Segment clearance
 * tests only read the space.
 */
#ifndef WEND_PATH_H
#define WEND_PATH_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A leg of a path. */
typedef struct wend_leg {
    wend_node from;       /**< Node at its beginning. */
    wend_node to;         /**< Node at its end. */
    wend_vec2 from_point; /**< Beginning, metres. */
    wend_vec2 to_point;   /**< End, metres. */
    double from_height;   /**< Height of the beginning, metres; 0 on grids. */
    double to_height;     /**< Height of the end, metres; 0 on grids. */
    wend_cost cost;       /**< In the map's terms: length in cells times factor. */
    double length;        /**< Metres: along cells and polygons in the plane; over links between
                               positions of a mesh in the plane too; along edges of graphs, and of
                               wend_path_add_leg, in space. */
    uint32_t behaviour;   /**< wend_behaviour or a user's value. */
    uint32_t edge;        /**< The edge it came from, or WEND_EDGE_NONE. */
} wend_leg;

/** Creates an empty path.
 * @param allocator NULL = libc.
 * @param path set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_create(const wend_allocator *allocator, wend_path **path);
/** Frees a path; NULL is allowed. */
WEND_API void wend_path_destroy(wend_path *path);
/** Returns the message of the last failure of a call that changes the path; see wend_grid_error. */
WEND_API const char *wend_path_error(const wend_path *path);
/** Removes all legs; keeps the memory. */
WEND_API void wend_path_clear(wend_path *path);

/** Fills the path with the path of a search to answer.node.
 *
 * On grids, cells in one straight line are one leg (on hexes along one of the six directions). A
 * link is a leg of its own, with its behaviour and its index as edge. Where a path crosses the seam
 * of a map that wraps, that step is a leg of its own, whose to_point lies beyond the map's edge,
 * where the next cell would be. A step onto ground of another factor begins a new leg. A leg's cost
 * is its steps (WEND_COST_ONE straight, WEND_COST_DIAGONAL diagonally) times the factor of the
 * cells it enters, and the sum over the legs is answer.cost exactly. (After a search that a limit
 * or budget stopped the sum is at most answer.cost: the beginning of the path may have become
 * cheaper since the rest was found.) A start that is the goal gives no legs and WEND_OK. Time: the
 * turns of the path where all ground has one cost, else its cells.
 *
 * On graphs each edge is a leg, with its index as edge, its present behaviour, its cost to the
 * space's agent, and its length with height; wend_path_split_arcs (wend/path_shape.h) makes arcs of
 * expanded geometry straight. The cost of turns is in answer.cost, but in no leg.
 * @return WEND_OK; WEND_NO_PATH (nothing found: path empty); WEND_PARTIAL (to the best node so far,
 * also while the search is still running); WEND_ERROR_ARGUMENT (NULL, no query, a query that ended
 * with an error, or a running one without any node); WEND_ERROR_STALE (nodes or edges of the graph
 * were added or removed since the query began); WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_from_search(wend_path *path, const wend_search *search);
/** Fills the path with the path of a search to any node that the search has reached; otherwise as
 * wend_path_from_search.
 * @return WEND_OK, WEND_NO_PATH (no path known: path empty), WEND_ERROR_ARGUMENT (NULL, node
 * outside), WEND_ERROR_STALE (as above), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_to_node(wend_path *path, const wend_search *search, wend_node node);

/** Fills the path with straight legs from point to point, for paths from another source. Nodes are
 * WEND_NODE_NONE, costs are lengths in metres. Equal points in a row count once.
 * @param points [count] metres; fewer than 2 give a path without legs.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, a coordinate not finite or beyond 2^30),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_from_points(wend_path *path, const wend_vec2 *points, size_t count);
/** Adds a leg of any kind at the end (a jump, a teleport, a walk). Its length becomes the straight
 * distance between its ends, heights included; all other fields are taken as given.
 * @return as wend_path_from_points; WEND_ERROR_ARGUMENT also where a height is not finite or beyond
 * 2^30, and where the leg does not begin where the last one ends. */
WEND_API wend_result wend_path_add_leg(wend_path *path, const wend_leg *leg);

/** Returns the number of legs; 0 for NULL. */
WEND_API size_t wend_path_leg_count(const wend_path *path);
/** Returns a leg; outside a zeroed one with nodes WEND_NODE_NONE. */
WEND_API wend_leg wend_path_leg(const wend_path *path, size_t index);
/** Returns all legs, [wend_path_leg_count]; NULL if there are none. Valid until the path changes.
 */
WEND_API const wend_leg *wend_path_legs(const wend_path *path);
/** Returns the cost, the sum over the legs; 0 for NULL. */
WEND_API wend_cost wend_path_cost(const wend_path *path);
/** Returns the length in metres, the sum of wend_leg.length over the legs in order: over grids and
 * meshes a length in the plane, which searches minimise. 0 for NULL. */
WEND_API double wend_path_length(const wend_path *path);
/** Returns the length in space, metres: the straight distances between the ends of legs, heights
 * included (of a leg that is longer itself, as one along an arc, its length). Hills under a leg do
 * not count, only its ends. 0 for NULL. Time: linear in legs. */
WEND_API double wend_path_length_3d(const wend_path *path);

/** Lists the cells along a path that was not smoothed, start and end included, one step or link
 * apart. A path without legs gives its start cell, an empty path none. The cost to each cell
 * follows from the legs; after a jump point search wend_search_cost_to knows jump points only.
 * @param nodes [capacity], may be NULL when capacity is 0.
 * @param count number of cells.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT (NULL, a node outside the
 * space, a walking leg that does not go straight from cell to cell, as after smoothing; count is
 * then 0), WEND_ERROR_UNSUPPORTED (a graph's space). */
WEND_API wend_result wend_path_cells(const wend_path *path, const wend_space *space,
                                     wend_node *nodes, size_t capacity, size_t *count);

/** Ways of smoothing a path. */
typedef enum wend_smoothing {
    /** From each corner, the farthest point with a clear straight segment: strides along the path
     * double until one fails, then halve. */
    WEND_SMOOTHING_QUICK = 0,
    /** From each corner tries the later legs, the farthest first, then continues as QUICK; at last
     * slides every corner along the old path to where the path is cheapest. */
    WEND_SMOOTHING_PRECISE
} wend_smoothing;

/** Straightens a path where an agent of the radius can walk directly at no higher cost.
 *
 * The result is never longer (but for the last bits of the sum), never more expensive, never has
 * more legs, is never nearer to a wall than the radius (or than the path itself was there), and
 * never touches a wall's corner. All cells along the path can become corners, not only the ends of
 * legs. On maps that wrap, nothing is straightened over the seam. A leg that replaces others costs
 * the integral of the factors under it, as wend_space_can_walk computes it. Legs with a behaviour
 * other than walk, and legs that came from an edge, stay bit for bit: they are neither replaced nor
 * stretched. A path made stale by an edit of the map is never straightened through new walls, but
 * its own legs are not checked.
 *
 * Time: the cells of the path, and for each leg of the result some 2 log2(cells) segment clearance
 * tests (quick) or at most some 400, mostly around 50 (precise). For 1,000 cells about 0.1 and 1
 * ms, on hexes 0.15 and 3 ms.
 *
 * Source: after Buckland, "Programming Game AI by Example" (2005), ch. 8, with the behaviours of
 * edges kept; strides and sliding are ours.
 * @param space the space the path was found in, updated or not.
 * @param radius metres, 0 or more, finite.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, radius, smoothing, a walking leg's node outside the
 * space), WEND_ERROR_MEMORY, WEND_ERROR_UNSUPPORTED (a graph's space). */
WEND_API wend_result wend_path_smooth(wend_path *path, const wend_space *space, double radius,
                                      wend_smoothing smoothing);

/** True if a disc can walk straight between two positions in this space (segment clearance test).
 *
 * Always false in a graph's space: test its walls instead. Positions and radius are rounded to
 * 1/65536 of a cell (on hexes the radius down, by at most two of these). From there on the result
 * is exact for every cell size and origin: a disc that moves along a wall at exactly the radius
 * passes. Cells are closed squares or hexagons, and the outside is a wall, also where the map
 * wraps, so no segment crosses its seam. A space for a radius or size uses at least that radius;
 * for a size its walls are the cells where the agent does not fit, and the agent keeps half the
 * diagonal of one cell from them. Time: the cells within radius of the line.
 * @param from,to metres.
 * @param radius metres.
 * @param cost set to the integral of the ground's factors under the centre, in cells (2^32 = one
 * cell edge on factor 1), rounded to nearest; a line along the border of two cells takes the more
 * expensive one. WEND_COST_INFINITE when the result is false. May be NULL.
 * @return true if every blocked cell stays at least radius away from the line (radius 0: the line
 * touches no blocked cell, not even its corner). False for positions outside, NaN, radius < 0 or
 * infinite, NULL. */
WEND_API bool wend_space_can_walk(const wend_space *space, wend_vec2 from, wend_vec2 to,
                                  double radius, wend_cost *cost);

/** True if a path found earlier is still valid in its space, as of the space's last update: call
 * wend_space_update first.
 *
 * A leg along cells is valid while each of its steps is allowed, any other walking leg on a grid
 * while its segment is clear for the radius, a link and an edge while they exist and are open to
 * the agent. Costs may have changed, and a better path may exist. Walking legs beside a graph are
 * not checked: use wend_walls_can_walk for each. For meshes use wend_path_is_valid_mesh
 * (wend/mesh_path.h). Time: the cells of the legs; of a graph the edges of one node a leg.
 * @param radius metres, as the path was smoothed with; 0 for one that was not.
 * @param first_leg earlier legs, which the agent has passed, are skipped.
 * @param leg set to the first invalid leg, else to the number of legs. May be NULL.
 * @return false also for NULL, and for a radius that is NaN or below 0. */
WEND_API bool wend_path_is_valid(const wend_path *path, const wend_space *space, double radius,
                                 size_t first_leg, size_t *leg);

/** Draws each leg as a line (WEND_MEANING_PATH), then marks: the start (WEND_MEANING_START) and the
 * ends of legs (WEND_MEANING_LEG, value = index of the leg), except within rounded corners: where
 * walking legs turn by less than 20 degrees.
 * @param agent value passed to the callback of lines and of the start, for colours.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL). */
WEND_API wend_result wend_path_draw(const wend_path *path, uint32_t agent, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
