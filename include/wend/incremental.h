/** @file wend/incremental.h
 * Incremental searches: the cheapest path to one goal, kept while the agent moves and the world is
 * edited.
 *
 * A search throws away what it found. An incremental search keeps the costs to the goal of all nodes
 * that it came to; after edits it searches again only where they matter, and after a move only what
 * lies beyond. The cost is that of a new search, to the last bit.
 *
 *     wend_incremental_def def = wend_incremental_def_default();
 *     def.space = space;
 *     wend_incremental_create(&def, &incremental);
 *     wend_incremental_set_goal(incremental, goal);
 *     wend_incremental_update(incremental, start, NULL);      searches
 *     wend_path_from_incremental(path, incremental);
 *
 *     edits of the world, wend_space_update(space)
 *     wend_incremental_update(incremental, start, NULL);      repairs
 *
 * It works over spaces of grids, hexes and graphs, with agents of any size, links, wrapping and
 * one-way edges. Memory: 24 bytes a cell of the map and one more, or 24 bytes a node and 8 an arc of
 * a graph, and the queue.
 *
 * **When it pays.** On large maps of several costs and on graphs, where edits lie near the start, as
 * those that an agent sees, or off the path: a repair takes 0.01 to 0.2 of a new A*. Edits on the
 * path or near the goal change the costs of all nodes behind them: with ten cells or more a repair
 * takes 1 to 10 times as long as A*, whose steps are much cheaper. On ground of one cost the jump
 * table is faster than most repairs. docs/performance.md has the figures.
 *
 * Threads: each incremental search is used by one thread at a time; any number may read one space.
 * The space is updated only while none of them is in a call.
 *
 * Source: Koenig and Likhachev, "D* Lite" (AAAI 2002), in the version that is optimized, and their
 * "Lifelong Planning A*" (Artificial Intelligence 155, 2004).
 */
#ifndef WEND_INCREMENTAL_H
#define WEND_INCREMENTAL_H

#include "wend/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Definition of an incremental search. */
typedef struct wend_incremental_def {
    uint32_t cookie; /**< Set by wend_incremental_def_default; leave it. */
    const wend_space
        *space; /**< The space of a grid or graph. Set it; it must outlive the search. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_incremental_def;

/** State of an incremental search. */
typedef struct wend_incremental_answer {
    wend_result result;         /**< As wend_incremental_update returned it; before the first call
                                     WEND_NO_PATH. */
    wend_failure_reason reason; /**< Reason if there is no path. */
    wend_node start;            /**< Of the last update. */
    wend_node goal;             /**< As it was set. */
    wend_cost cost;             /**< Cost of the cheapest path; infinite without one. */
    bool is_repaired;           /**< The last update went on from what was known. Else it searched
                                     anew: for the first time, after a change of most of the map, of
                                     links, or of the nodes and edges of a graph, where the least
                                     cost of a step fell, or where a repair took more than a new
                                     search. */
    uint64_t changed;           /**< Cells or arcs that the last update found changed. */
    uint64_t expanded;          /**< Nodes that it expanded. */
    size_t memory_bytes;        /**< Memory of the search. */
} wend_incremental_answer;

/** Returns the default definition, with its cookie. */
WEND_API wend_incremental_def wend_incremental_def_default(void);
/** Creates an incremental search without a goal.
 * @param incremental set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_incremental_create(const wend_incremental_def *def,
                                             wend_incremental **incremental);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_incremental_error(const wend_incremental *incremental);
/** Frees an incremental search; NULL is allowed. */
WEND_API void wend_incremental_destroy(wend_incremental *incremental);

/** Sets the goal. Another one than before makes the next update search anew.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, a node outside). */
WEND_API wend_result wend_incremental_set_goal(wend_incremental *incremental, wend_node goal);
/** Finds the cheapest path from a start to the goal, from what is known already.
 *
 * Another start, or an update of the space, between slices is allowed: the search goes on with it.
 * @param start may differ from that of the last update.
 * @param budget reduced by the work done, at least a step; NULL = to the end. A step is the expansion
 * of a node, the change of a cell or arc, or the comparison of 4096 bytes of the world with what it
 * was.
 * @return WEND_OK (there is a path), WEND_NO_PATH (answer.reason says why), WEND_IN_PROGRESS,
 * WEND_ERROR_ARGUMENT (NULL, no goal, a node outside), WEND_ERROR_STALE (update the space first),
 * WEND_ERROR_MEMORY, WEND_ERROR_FULL (a path costs 2^63 or more). After an error the next update
 * searches anew. */
WEND_API wend_result wend_incremental_update(wend_incremental *incremental, wend_node start,
                                             wend_budget *budget);
/** Gets the state. @param answer always set, zeroed for NULL. */
WEND_API void wend_incremental_get_answer(const wend_incremental *incremental,
                                          wend_incremental_answer *answer);
/** Returns the cost of the cheapest path from a node to the goal where the last update came to know
 * it; infinite elsewhere, while an update is under way, and without one. Of nodes around the path and
 * nearer to the goal it is known. */
WEND_API wend_cost wend_incremental_cost_from(const wend_incremental *incremental, wend_node node);
/** Fills a path with that of the last update, as wend_path_from_search (wend/path.h) does; its cost is
 * that of the answer exactly. Of several cheapest paths it need not be the one of a search.
 * @return WEND_OK, WEND_NO_PATH (path empty), WEND_ERROR_ARGUMENT (NULL, no update has ended),
 * WEND_ERROR_STALE (the space was updated since), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_from_incremental(wend_path *path, wend_incremental *incremental);

#ifdef __cplusplus
}
#endif
#endif
