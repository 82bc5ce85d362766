/** @file wend/mesh_path.h
 * Paths over meshes.
 *
 *     mesh search --from_mesh_search--> legs over the surface, with heights
 *
 * A mesh search gives a path as corners. These functions turn it into a path like those on grids
 * and graphs: legs with behaviour, cost, and the heights of both ends. Nodes are polygons.
 */
#ifndef WEND_MESH_PATH_H
#define WEND_MESH_PATH_H

#include "wend/mesh.h"
#include "wend/path.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Fills the path with the path of a mesh search.
 *
 * A leg is a straight walk over ground of one cost (where the cost changes, a new one begins; not around
 * corners, where a leg has the mean), or a link. From and to are polygons that contain the leg's ends (of
 * several that meet in a corner one of the corridor); heights are theirs. A leg's length is in the plane, its cost length times the
 * ground's factor. A link's cost is the answer's, its length the straight distance of its ends in
 * the plane, its behaviour the link's, and its edge the link's index1 - 1. wend_path_length_3d
 * counts heights. Arcs around corners (radius > 0, round)
 * become straight legs that touch the corner's circle from outside: never nearer to the corner, at
 * most 1 % of the radius off. A start that is the goal gives no legs and WEND_OK. Time: the
 * polygons the path touches.
 * @return WEND_OK; WEND_NO_PATH (nothing found: path empty); WEND_PARTIAL (a limit stopped the
 * search: to the location nearest to the goal); WEND_ERROR_ARGUMENT (NULL, no query, one that ended
 * with an error or still runs), WEND_ERROR_STALE (the mesh changed since), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_from_mesh_search(wend_path *path, const wend_mesh_search *search);

/** Straightens a path where a disc can move straight along the surface at no higher cost, for paths
 * by midpoints and centroids (those of the exact method are straight already).
 *
 * The result is never longer (but for the last bits of the sum), never more expensive, never has
 * more legs, and is never nearer than the radius to outer edges or to polygons that this agent
 * cannot enter. Legs that are links, or have a behaviour other than walk, stay bit for bit. A leg
 * that replaces others costs the integral of the factors under it; along the border of two polygons
 * the one counts that the segment clearance test crossed.
 * @param smoothing QUICK: adjacent legs are joined, one after the other: as many tests as legs.
 * PRECISE: from each leg every later one is tried, and the cheapest chain is taken: at most legs^2
 * / 2 tests.
 * @param radius metres, 0 or more, finite.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, radius, smoothing, a walking leg's node outside of
 * the mesh), WEND_ERROR_STALE (the mesh changed since wend_mesh_space_update), WEND_ERROR_MEMORY.
 */
WEND_API wend_result wend_path_smooth_mesh(wend_path *path, const wend_mesh_space *space,
                                           double radius, wend_smoothing smoothing);

/** True if a path found earlier is still valid after edits of its mesh: polygons that closed or
 * opened, areas, factors, flags, links, obstacles. Call wend_mesh_space_update first.
 *
 * A walking leg is valid while a disc can move straight along the surface on the leg's line and
 * floor (roundings, such as those of arcs around corners, are ignored), a link while it exists,
 * between the same locations, and is open to the agent, with room at both ends. Costs may have
 * changed, and a better path may exist. Time: the polygons the legs touch, with a radius those
 * nearer than that; all links for each leg that is one.
 * @param radius metres, 0 or more: that of the path's search.
 * @param first_leg earlier legs, which the agent has passed, are skipped.
 * @param leg set to the first invalid leg, else to the number of legs. May be NULL.
 * @param result reason: WEND_OK = valid, WEND_NO_PATH = invalid, WEND_ERROR_ARGUMENT (NULL,
 * radius), WEND_ERROR_STALE (the mesh changed since wend_mesh_space_update), WEND_ERROR_MEMORY
 * (scratch, from the space's allocator). May be NULL.
 * @return true = valid; false also for errors. */
WEND_API bool wend_path_is_valid_mesh(const wend_path *path, const wend_mesh_space *space,
                                      double radius, size_t first_leg, size_t *leg,
                                      wend_result *result);

/** True if a disc can move straight along the surface between two locations (segment clearance
 * test). Exact: at exactly the radius from outer edges it can, and a point may touch them. False
 * for locations off the mesh or closed to this agent, and where the result below is an error.
 * @param from,to polygon WEND_NODE_NONE = to be found by x, y and z.
 * @param cost set to the integral of the ground's factors in metres; WEND_COST_INFINITE when the
 * result is false. May be NULL.
 * @param result reason: WEND_OK = clear, WEND_NO_PATH = not clear, WEND_ERROR_ARGUMENT (NULL,
 * radius < 0, coordinates or radius not finite or too large), WEND_ERROR_STALE (the mesh changed
 * since wend_mesh_space_update), WEND_ERROR_FULL (the cost is 2^32 or more, beyond wend_cost),
 * WEND_ERROR_MEMORY (scratch, from the space's allocator). May be NULL.
 * @return true = clear. */
WEND_API bool wend_mesh_space_can_walk(const wend_mesh_space *space, wend_mesh_location from,
                                       wend_mesh_location to, double radius, wend_cost *cost,
                                       wend_result *result);

#ifdef __cplusplus
}
#endif
#endif
