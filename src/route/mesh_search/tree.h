/* The shortest paths from everywhere on a mesh to one goal: the interval search from the goal, which
 * never ends at anything. Each cell that an interval leads into keeps the interval.
 *
 *        +-----------+
 *       /      S      \     S is reached from the roots of all intervals that lead into its cell,
 *      /    /    \     \    straight or around the end of the interval's edge; the least of these
 *     +----/======\-----+   lengths is that of the shortest path. The roots are the path's corners.
 *         /  edge  \
 *        root      root
 *
 * The pruning of the search holds for every point behind an interval, so it holds for all starts.
 * Intervals are expanded in the order of their distance from the goal: a length that is at most that
 * of the next interval is final, while the tree is still being searched.
 *
 * For points, over meshes without links, overlays and ground of several costs: there a path is as
 * long backwards as forwards.
 * Cost: the intervals of the whole mesh, some 70 bytes each; a path visits those of its cell. */
#ifndef WENDI_ROUTE_MESH_SEARCH_TREE_H
#define WENDI_ROUTE_MESH_SEARCH_TREE_H

#include "wend/mesh_search.h"

typedef struct wendi_mesh_tree wendi_mesh_tree;

/** True if there can be trees over a mesh for an agent of a radius. */
bool wendi_mesh_tree_is_possible(const wend_mesh_space *space, double radius);
/** @return WEND_OK, WEND_NO_PATH (there is no ground at the goal), WEND_ERROR_MEMORY. */
wend_result wendi_mesh_tree_create(const wend_mesh_space *space, wend_mesh_location goal,
                                   const wend_allocator *allocator, wendi_mesh_tree **tree);
/** NULL is allowed. */
void wendi_mesh_tree_destroy(wendi_mesh_tree *tree);
size_t wendi_mesh_tree_bytes(const wendi_mesh_tree *tree);
/** Intervals that were searched. */
uint64_t wendi_mesh_tree_expanded(const wendi_mesh_tree *tree);
/** Searches on. @param steps reduced by those that were done.
 * @return WEND_OK (complete), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (destroy it). */
wend_result wendi_mesh_tree_run(wendi_mesh_tree *tree, uint64_t *steps);
/** Lets the tree answer an exact query for a point that has just begun, if it leads to the query's
 * goal and knows the shortest path from its start: the query's first step ends it then.
 * @return true if it does; else the query is as it was. */
bool wendi_mesh_tree_answer(const wendi_mesh_tree *tree, wend_mesh_search *search);

#endif
