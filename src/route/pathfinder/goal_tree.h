/* The cheapest paths from all cells of a grid to one goal, found by one search from the goal against
 * the steps.
 *
 *     . . . . . . .        settled     its cost is final, and so is the step that leads on
 *     . o o o . . .   o    settled
 *     . o G o o + .   +    in the queue: a cost is known, which may decrease
 *     . o o o + . .
 *
 * It is searched bit by bit; cells that are settled can be used from then on, by any number of
 * threads while it does not run. */
#ifndef WENDI_ROUTE_PATHFINDER_GOAL_TREE_H
#define WENDI_ROUTE_PATHFINDER_GOAL_TREE_H

#include "base/core/bucket_queue.h"
#include "wend/path.h"

typedef struct wendi_goal_tree {
    wend_allocator allocator;
    const wend_space *space;
    uint64_t revision; /* of the space when it began */
    wend_node goal;
    uint32_t slot_count;
    uint64_t *costs;   /* [slot_count] */
    uint8_t *arrivals; /* [slot_count] direction of the step by which the search came | flags */
    wendi_bucket_queue queue;
    bool is_complete;
} wendi_goal_tree;

/** True if a tree can be made of a space: a grid's, without links. */
bool wendi_goal_tree_is_possible(const wend_space *space);
/** @param goal an open cell or not: then no cell will be settled. @return WEND_OK, WEND_ERROR_MEMORY.
 */
wend_result wendi_goal_tree_create(const wend_space *space, wend_node goal,
                                   const wend_allocator *allocator, wendi_goal_tree **tree);
/** NULL is allowed. */
void wendi_goal_tree_destroy(wendi_goal_tree *tree);
size_t wendi_goal_tree_bytes(const wendi_goal_tree *tree);
/** True if the tree is of the space as it is. */
bool wendi_goal_tree_fits(const wendi_goal_tree *tree, const wend_space *space);
/** Searches on. @param steps cells that may be settled, reduced by those that were.
 * @return WEND_OK (complete), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (call again). */
wend_result wendi_goal_tree_run(wendi_goal_tree *tree, uint64_t *steps);
/** The cost of the cheapest path from a cell; infinite where it is not settled. */
wend_cost wendi_goal_tree_cost(const wendi_goal_tree *tree, wend_node cell);
/** Fills a path with that from a settled cell. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_goal_tree_path(const wendi_goal_tree *tree, wend_node cell, wend_path *path);

#endif
