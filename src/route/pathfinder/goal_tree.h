/* The cheapest paths from everywhere to one goal, found by one search from the goal against the
 * steps, over a grid, a graph or a mesh.
 *
 *     . . . . . . .        settled     its cost is final, and so is the step that leads on
 *     . o o o . . .   o    settled
 *     . o G o o + .   +    in the queue: a cost is known, which may decrease
 *     . o o o + . .
 *
 * Over a graph it begins at all nodes beside the goal, with the costs of the walks from them to it.
 * Over a mesh it is the interval search from the goal, which keeps each interval for the cells it
 * leads into (route/mesh_search/tree.h).
 *
 * It is searched bit by bit; what is settled can be used from then on, by any number of threads
 * while it does not run. */
#ifndef WENDI_ROUTE_PATHFINDER_GOAL_TREE_H
#define WENDI_ROUTE_PATHFINDER_GOAL_TREE_H

#include "base/core/bucket_queue.h"
#include "route/frontier/cost_queue.h"
#include "route/mesh_search/tree.h"
#include "wend/path.h"

/** A node beside a goal, and the cost of the walk from it. */
typedef struct wendi_goal_seed {
    wend_cost cost;
    wend_node node;
} wendi_goal_seed;

typedef struct wendi_goal_tree {
    wend_allocator allocator;
    const wend_space *space;           /* of a grid or a graph, or */
    const wend_mesh_space *mesh_space; /* this one */
    uint64_t revision;                 /* of the space when it began */
    wend_node goal;                    /* grids */
    uint32_t slot_count;
    uint64_t *costs;          /* [slot_count] grids and graphs */
    uint8_t *arrivals;        /* [slot_count] direction of the step by which the search came (grids)
                                 | flags */
    wendi_bucket_queue queue; /* grids */
    uint32_t *edges;          /* [slot_count] graphs: the edge that leads on; NONE at a seed */
    wendi_cost_queue open;    /* graphs */
    wendi_goal_seed *seeds;   /* [seed_count] graphs */
    size_t seed_count;
    wendi_mesh_tree *mesh; /* meshes */
    /* Of all runs: as many in one run lead to the same state. Over meshes intervals that were searched,
     * as a run ends with a row of cells and counts no more than it had. */
    uint64_t steps;
    bool is_complete;
} wendi_goal_tree;

/** True if a tree can be made of a space: a grid's without links, a graph's. */
bool wendi_goal_tree_is_possible(const wend_space *space);
/** A tree over a grid. @param goal an open cell or not: then no cell will be settled.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_goal_tree_create(const wend_space *space, wend_node goal,
                                   const wend_allocator *allocator, wendi_goal_tree **tree);
/** A tree over a graph. @param seeds [count] copied; a cost above 2^62 counts as none.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_goal_tree_create_graph(const wend_space *space, const wendi_goal_seed *seeds,
                                         size_t count, const wend_allocator *allocator,
                                         wendi_goal_tree **tree);
/** A tree over a mesh for which wendi_mesh_tree_is_possible.
 * @return WEND_OK, WEND_NO_PATH (there is no ground at the goal), WEND_ERROR_MEMORY. */
wend_result wendi_goal_tree_create_mesh(const wend_mesh_space *space, wend_mesh_location goal,
                                        const wend_allocator *allocator, wendi_goal_tree **tree);
/** NULL is allowed. */
void wendi_goal_tree_destroy(wendi_goal_tree *tree);
size_t wendi_goal_tree_bytes(const wendi_goal_tree *tree);
/** True if the tree is of the space as it is. One of the two is NULL. */
bool wendi_goal_tree_fits(const wendi_goal_tree *tree, const wend_space *space,
                          const wend_mesh_space *mesh_space);
/** Searches on. @param steps cells, nodes or intervals that may be settled, reduced by those that
 * were. @return WEND_OK (complete), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (of a grid or a graph: call
 * again). */
wend_result wendi_goal_tree_run(wendi_goal_tree *tree, uint64_t *steps);

/* ---- grids and graphs ---- */

/** The cost of the cheapest path from a cell or node; infinite where it is not settled. */
wend_cost wendi_goal_tree_cost(const wendi_goal_tree *tree, wend_node node);
/** Over a graph: no node that is not settled has a path cheaper than this. */
wend_cost wendi_goal_tree_frontier(const wendi_goal_tree *tree);
/** Fills a path with that from a settled cell or node. @param end set to the seed that it leads to,
 * over a graph; may be NULL. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_goal_tree_path(const wendi_goal_tree *tree, wend_node node, wend_path *path,
                                 wend_node *end);

#endif
