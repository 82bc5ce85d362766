/* wend/mesh_path.h: paths over meshes.
 *
 *     mesh search --from_mesh_search--> legs over the surface, with heights
 *
 * A search on a mesh gives the way as corners; here it becomes a path as those on grids and graphs
 * are: legs that say how they are gone, what they cost and how high they begin and end. Nodes are
 * polygons.
 */
#ifndef WEND_MESH_PATH_H
#define WEND_MESH_PATH_H

#include "wend/mesh_search.h"
#include "wend/path.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Fills the path with the way a search found. A leg is a straight walk over ground of one cost
 * (where the cost changes, a new one begins), or a link. From and to are polygons that hold the
 * leg's ends (of several that meet in a corner one the way goes through); heights are theirs. A
 * leg's length is in the plane, its cost length times the ground's factor; a link's cost is the
 * answer's for it, its length the straight distance of its ends, its behaviour the link's, and its
 * edge the link's index1 - 1. Arcs around corners (radius > 0, round) become straight legs that
 * touch the corner's circle from outside: never nearer to the corner, at most 1 % of the radius
 * off. From and to the same place: no legs, WEND_OK. Time: the polygons the way touches.
 * @return WEND_OK; WEND_NO_PATH (nothing found: path empty); WEND_PARTIAL (a limit stopped the
 * search: to the place nearest to the goal); WEND_ERROR_ARGUMENT (NULL, no query, one that ended
 * with an error or still runs), WEND_ERROR_STALE (the mesh changed since), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_from_mesh_search(wend_path *path, const wend_mesh_search *search);

/** Straightens a path where a disc can go straight along the surface and it costs no more: what
 * ways by midpoints and centroids need (those of the exact method are straight already). Never
 * longer (but for the last bits of the sum), never dearer, never more legs, never nearer to outer
 * edges, or to polygons this agent cannot enter, than the radius. Legs that are links, or do not
 * walk, stay bit for bit. A leg that replaces others costs the integral of the factors under it;
 * along the border of two polygons the one counts that the walk test went through.
 * @param smoothing QUICK: adjacent legs are joined, one after the other: as many tests as legs.
 * PRECISE: from each leg every later one is tried, and the cheapest way through them taken: at most
 * legs^2 / 2 tests.
 * @param radius metres, 0 or more, finite.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, radius, smoothing, a walking leg's node outside of
 * the mesh), WEND_ERROR_STALE (the mesh changed since wend_mesh_space_update), WEND_ERROR_MEMORY.
 */
WEND_API wend_result wend_path_smooth_mesh(wend_path *path, const wend_mesh_space *space,
                                           double radius, wend_smoothing smoothing);

/** True if a path found earlier still holds after edits of its mesh: polygons that closed or
 * opened, areas, factors, flags, links. Call wend_mesh_space_update first. A walking leg holds
 * while a disc can go straight along the surface where it goes, on the floor where it went
 * (roundings, such as those of arcs around corners, count for nothing), a link while it is there,
 * between the same places, and open to the agent, with room at both ends. Costs may have changed,
 * and a better path may have come. Time: the polygons the legs touch, with a radius those nearer
 * than that; all links for each leg that is one.
 * @param radius metres, 0 or more: that of the search the path came from.
 * @param first_leg legs before this one, which the agent has behind it, are passed over.
 * @param leg set to the first leg that does not hold, else to the number of legs. May be NULL.
 * @param result why: WEND_OK = yes, WEND_NO_PATH = no, WEND_ERROR_ARGUMENT (NULL, radius),
 * WEND_ERROR_STALE (the mesh changed since wend_mesh_space_update), WEND_ERROR_MEMORY (scratch,
 * from the space's allocator). May be NULL.
 * @return true = yes; false also for errors. */
WEND_API bool wend_path_is_valid_mesh(const wend_path *path, const wend_mesh_space *space,
                                      double radius, size_t first_leg, size_t *leg,
                                      wend_result *result);

/** Can a disc go straight along the surface from one place to another? Exact; at just the radius
 * from outer edges it can, and a point may touch them. False for places off the mesh or where this
 * agent cannot be, and where the result below is an error.
 * @param from, to polygon WEND_NODE_NONE = to be found by x, y and z.
 * @param cost set to the integral of the ground's factors in metres; WEND_COST_INFINITE when the
 * answer is no. May be NULL.
 * @param result why: WEND_OK = yes, WEND_NO_PATH = no, WEND_ERROR_ARGUMENT (NULL, radius < 0,
 * coordinates or radius not finite or too large), WEND_ERROR_STALE (the mesh changed since
 * wend_mesh_space_update), WEND_ERROR_FULL (it costs 2^32 or more, which no cost can tell),
 * WEND_ERROR_MEMORY (scratch, from the space's allocator). May be NULL.
 * @return true = yes. */
WEND_API bool wend_mesh_space_can_walk(const wend_mesh_space *space, wend_mesh_location from,
                                       wend_mesh_location to, double radius, wend_cost *cost,
                                       wend_result *result);

#ifdef __cplusplus
}
#endif
#endif
