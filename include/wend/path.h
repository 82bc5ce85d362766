/* wend/path.h: paths are legs, not points.
 *
 * A leg goes straight from one place to another and says how it is to be gone (walk, swim, jump…),
 * what it costs in the map's terms, how long it is in metres and which edge of the world it came
 * from. A path object is memory that can be filled again and again; once warm, filling and
 * smoothing allocate nothing.
 *
 *     search --from_search--> legs over cells --smooth--> fewer, straighter legs
 *
 *      S---.                    S.
 *           \                     `-.
 *         ##  \---G                ## `-.G      (## = walls)
 *
 * Every leg's `to` is the next leg's `from`. Whatever returns an error leaves the path as it was.
 *
 * Threads: any number may read one path; only one may use it while it changes. Walk tests only
 * read the space.
 */
#ifndef WEND_PATH_H
#define WEND_PATH_H

#include "wend/search.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_leg {
    wend_node from, to;
    wend_vec2 from_point, to_point; /**< Metres. */
    double from_height, to_height;  /**< Metres; 0 on grids. */
    wend_cost cost;                 /**< In the map's terms: length in cells times factor. */
    double length;                  /**< Metres along the ground. */
    uint32_t behaviour;             /**< wend_behaviour or a user's value. */
    uint32_t edge;                  /**< The edge it came from, or WEND_EDGE_NONE. */
} wend_leg;

typedef struct wend_path wend_path;

/** @param allocator NULL = libc. @param path set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_create(const wend_allocator *allocator, wend_path **path);
/** Frees; NULL is fine. */
WEND_API void wend_path_destroy(wend_path *path);
/** The sentence of the last failure of a call that takes the path to change it, as wend_grid_error.
 */
WEND_API const char *wend_path_error(const wend_path *path);
/** Makes it empty; keeps the memory. */
WEND_API void wend_path_clear(wend_path *path);

/** Fills the path with the way a search found to answer.node. On grids cells in one straight line
 * are one leg (on hexes along one of the six directions); a link is a leg of its own, with its
 * behaviour and its index as edge; where a way crosses the seam of a map that wraps, that step is a
 * leg of its own, whose to_point lies beyond the map's edge, where the next cell would be. Steps
 * onto ground of another factor begin a new one. So a leg's cost is its steps (WEND_COST_ONE
 * straight, WEND_COST_DIAGONAL diagonally) times the factor of the cells it enters, and the sum
 * over the legs is answer.cost exactly. (Of a search that a limit or budget stopped it is at most
 * that: the beginning of a way may have become cheaper since the rest was found.) From and to the
 * same place: no legs, WEND_OK. Time: the turns of the way where all ground costs the same, else
 * its cells.
 *
 * On graphs each edge is a leg, with its number as edge, its behaviour as the graph says now, its
 * cost to the space's agent, and its length with height; arcs of expanded geometry are for
 * wend_path_split_arcs (wend/path_shape.h) to make straight. What turns cost is in answer.cost, but
 * in no leg.
 * @return WEND_OK; WEND_NO_PATH (nothing found: path empty); WEND_PARTIAL (to the best place so
 * far, also while the search is still running); WEND_ERROR_ARGUMENT (NULL, no query, one that ended
 * with an error, or one still running without any place); WEND_ERROR_STALE (nodes or edges of the
 * graph came or went since the query began); WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_from_search(wend_path *path, const wend_search *search);
/** The same to any node the search knows a way to.
 * @return WEND_OK, WEND_NO_PATH (no way known: path empty), WEND_ERROR_ARGUMENT (NULL, node
 * outside), WEND_ERROR_STALE (as above), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_to_node(wend_path *path, const wend_search *search, wend_node node);

/** Fills the path with straight walks from point to point, for ways that come from elsewhere: nodes
 * are WEND_NODE_NONE, costs are lengths in metres. Points twice in a row count once.
 * @param points [count] metres; fewer than 2 give a path without legs.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, a coordinate not finite or beyond 2^30),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_from_points(wend_path *path, const wend_vec2 *points, size_t count);
/** Adds a leg of any kind at the end (a jump, a teleport, a walk). Its length becomes the straight
 * distance between its ends, heights included; everything else is taken as given.
 * @return as wend_path_from_points; WEND_ERROR_ARGUMENT also where a height is not finite or beyond
 * 2^30, and where the leg does not begin where the last one ends. */
WEND_API wend_result wend_path_add_leg(wend_path *path, const wend_leg *leg);

/** How many legs; 0 for NULL. */
WEND_API size_t wend_path_leg_count(const wend_path *path);
/** A leg; a zeroed one with nodes WEND_NODE_NONE outside. */
WEND_API wend_leg wend_path_leg(const wend_path *path, size_t index);
/** All legs, [wend_path_leg_count]; NULL where there are none. Valid until the path changes. */
WEND_API const wend_leg *wend_path_legs(const wend_path *path);
/** Sum over the legs; 0 for NULL. */
WEND_API wend_cost wend_path_cost(const wend_path *path);
/** Metres, sum over the legs in order; 0 for NULL. */
WEND_API double wend_path_length(const wend_path *path);

/** The cells along a path that was not smoothed, start and end included, one step or link apart. A
 * path without legs gives the one cell it starts in, an empty path none. What the way to each of
 * them costs follows from the legs; wend_search_cost_to knows jump points only, where a search
 * jumped.
 * @param nodes [capacity], may be NULL when capacity is 0. @param count how many there are.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT (NULL, a node outside the
 * space, a walk that does not go straight from cell to cell, as smoothing makes them; count is then
 * 0), WEND_ERROR_UNSUPPORTED (a graph's space). */
WEND_API wend_result wend_path_cells(const wend_path *path, const wend_space *space,
                                     wend_node *nodes, size_t capacity, size_t *count);

typedef enum wend_smoothing {
    /** From each corner on, as far as it can be walked straight: ever larger strides along the path
     * until one fails, then halving. */
    WEND_SMOOTHING_QUICK = 0,
    /** From each corner tries the later legs, the farthest first, then goes on as QUICK; at last
     * slides every corner along the old path to where it makes the path cheapest. */
    WEND_SMOOTHING_PRECISE
} wend_smoothing;

/** Straightens a path where an agent of the radius can walk directly and it costs no more. Never
 * longer (but for the last bits of the sum), never dearer, never more legs, never nearer to a wall
 * than the radius (or where the path itself was nearer, as it was), never touching a wall's corner.
 * All cells along the path can become corners, not only the ends of legs. On maps that wrap,
 * nothing is straightened over the seam. A leg that replaces others costs the integral of the
 * factors under it, as wend_space_can_walk says. Legs whose behaviour is not to walk, and legs that
 * came from an edge, stay bit for bit: they are neither swallowed nor stretched. A path that an
 * edit of the map made stale is never straightened through new walls, but its own legs are not
 * looked at. Time: the cells of the path, and for each leg of the result some 2 log2(cells) walk
 * tests (quick) or at most some 400, mostly around 50 (precise). For 1,000 cells about 0.1 and 1
 * ms, on hexes 0.15 and 3 ms.
 * @param space the space the path was found in, updated or not.
 * @param radius metres, 0 or more, finite.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, radius, smoothing, a walking leg's node outside the
 * space), WEND_ERROR_MEMORY, WEND_ERROR_UNSUPPORTED (a graph's space).
 * Source: after Buckland, "Programming Game AI by Example" (2005), ch. 8, with edges' behaviours
 * kept; strides and sliding are ours. */
WEND_API wend_result wend_path_smooth(wend_path *path, const wend_space *space, double radius,
                                      wend_smoothing smoothing);

/** Can a disc walk straight between two positions in this space? (In a graph's never: ask its
 * walls.) Positions and radius are rounded
 * to 1/65536 of a cell (on hexes the radius down, by at most two of these); from there on the
 * verdict is exact, so who walks along a wall at just the radius passes, for every cell size and
 * origin. Cells are closed squares or hexagons, and the outside is a wall: also where the map
 * wraps, so nobody walks over its seam. A space for a radius or size asks for no less than that
 * radius; for a size its walls are the cells where the agent does not fit, and half the diagonal of
 * one cell is kept from them. Time: the cells within radius of the line.
 * @param from, to metres. @param radius metres.
 * @param cost set to the integral of the ground's factors under the centre, in cells (2^32 = one
 * cell edge on factor 1), rounded to nearest; a line along the border of two cells pays the dearer
 * one. WEND_COST_INFINITE when the answer is no. May be NULL.
 * @return true if every blocked cell stays at least radius away from the line (radius 0: the line
 * touches no blocked cell, not even its corner). False for positions outside, NaN, radius < 0 or
 * infinite, NULL. */
WEND_API bool wend_space_can_walk(const wend_space *space, wend_vec2 from, wend_vec2 to,
                                  double radius, wend_cost *cost);

/** True if a path found earlier still holds in its space, as far as that was updated after edits:
 * call wend_space_update first. A leg along cells holds while each of its steps is allowed, any
 * other walk on a grid while it can be walked straight with the radius, a link and an edge while
 * they are there and open to the agent. Costs may have changed, and a better path may have come.
 * Walks beside a graph are not looked at: ask wend_walls_can_walk for each. For meshes there is
 * wend_path_is_valid_mesh (wend/mesh_path.h). Time: the cells of the legs; of a graph the edges of
 * one node a leg.
 * @param radius metres, as the path was smoothed with; 0 for one that was not.
 * @param first_leg legs before this one, which the agent has behind it, are passed over.
 * @param leg set to the first leg that does not hold, else to the number of legs. May be NULL.
 * @return false also for NULL, and for a radius that is NaN or below 0. */
WEND_API bool wend_path_is_valid(const wend_path *path, const wend_space *space, double radius,
                                 size_t first_leg, size_t *leg);

/** Draws each leg as a line (WEND_MEANING_PATH) and its end as a mark (WEND_MEANING_LEG, value =
 * index of the leg). @param agent value handed to the callback of lines, for colours.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL). */
WEND_API wend_result wend_path_draw(const wend_path *path, uint32_t agent, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
