/** @file wend/islands.h
 * Islands: connected components of a grid, for one class, team and size of agent.
 *
 * Two cells are compared in constant time, right after every edit: fast enough for a cursor on
 * every frame.
 *
 * After edits of the grid call wend_islands_update first. Without it all results describe the map
 * as of the last update (or of create), without a warning; only wend_islands_nearest, whose result
 * is a destination, refuses with WEND_ERROR_STALE. wend_islands_is_fresh tells.
 *
 *   tile     8 x 8 cells, which consist of a few components within the tile
 *   part     one such component; it belongs to an island. An edit examines its tile's parts, and
 *            searches from both sides of a cut at once, so that the smaller one decides the time
 *
 * Islands have indices that stay as long as no edit cuts or joins them (the larger of two that are
 * joined keeps its own). Indices depend only on the edits and on the calls of wend_islands_update,
 * not on machine or threads, and have no other meaning. A free index is used again.
 *
 * Threads: any number may read; updating must not run beside anything else on it.
 *
 * Source: parts and portals after Emerson (Game AI Pro, ch. 23); the search from both sides of a
 * cut after Even and Shiloach, "An On-Line Edge-Deletion Problem" (1981).
 */
#ifndef WEND_ISLANDS_H
#define WEND_ISLANDS_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** No island: a wall, or outside. */
#define WEND_ISLAND_NONE UINT32_MAX

/** Definition of islands. */
typedef struct wend_islands_def {
    uint32_t cookie;           /**< Set by wend_islands_def_default; leave it. */
    const wend_grid *grid;     /**< The world; must outlive the islands. */
    uint32_t movement_class;   /**< Default 0. */
    uint32_t team;             /**< Default WEND_TEAM_NONE. */
    wend_clearance *clearance; /**< For agents with a size: one of the same grid, class and team,
                                    which wend_islands_update updates too. NULL (default) with size
                                    1 and radius 0. */
    int32_t size;             /**< Side of a square agent in cells (see wend_clearance_square), 1 to
                                   clearance's max_clearance. Default 1. */
    double radius;            /**< Radius of a round agent, metres; not together with size. Default
                                   0. */
    bool is_deferred;         /**< Create them as if all cells were walls, and stale, to be built by
                                   wend_islands_update, or in slices by the update of a space that
                                   uses them (wend_space_update_sliced). Default false: at once. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_islands_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_islands_def wend_islands_def_default(void);
/** Creates the islands of a grid; clearance is updated. Cost: open ground 1 ns and 0.6 bytes a
 * cell, 20 % random walls 3 ns and 0.9 bytes, 40 % (where ground falls to pieces) 13 ns and 4
 * bytes.
 * @param islands set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (the message gives the reason), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_islands_create(const wend_islands_def *def, wend_islands **islands);
/** Returns the message of the last failure of a call that changes the islands; "" if none failed
 * (see wend/base.h). Never NULL. */
WEND_API const char *wend_islands_error(const wend_islands *islands);
/** Frees islands; NULL is allowed. */
WEND_API void wend_islands_destroy(wend_islands *islands);
/** Repairs the islands after edits of the grid.
 *
 * Time on 4096 x 4096 cells with 20 % walls: 2 us for a cell that closes or opens; some 5 ms, at
 * worst, for one that cuts that map into halves, and 15 ms for one that cuts a single corridor as
 * long as the whole map; joining again takes microseconds. Edits of costs alone: 1 to 3 ns a cell
 * of the changed sectors. After very many changes everything is computed anew, with the same
 * indices. Links are examined again, each once, when links changed, or an edit cut, joined or
 * changed tiles and islands at their ends.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (still stale; call again). */
WEND_API wend_result wend_islands_update(wend_islands *islands);
/** True if the islands are as new as their grid; if not, call wend_islands_update first. */
WEND_API bool wend_islands_is_fresh(const wend_islands *islands);
/** Returns the memory of the islands in bytes. */
WEND_API size_t wend_islands_memory_bytes(const wend_islands *islands);

/** Returns the island of a cell, by steps alone (without links); WEND_ISLAND_NONE for walls and
 * outside, and where an agent of the islands' size does not fit. After edits call
 * wend_islands_update first: else the result is of the old map. */
WEND_API uint32_t wend_islands_at(const wend_islands *islands, wend_node node);
/** Returns the number of islands. */
WEND_API uint32_t wend_islands_count(const wend_islands *islands);
/** Returns the number of cells of an island; 0 for an index that does not exist. */
WEND_API uint64_t wend_islands_cell_count(const wend_islands *islands, uint32_t island);
/** True if an agent can get from one cell to another, by steps and links (wend/link.h). Constant
 * time; between islands with links, binary searches among these. False where an agent of this size
 * does not fit: in walls, too near to them, outside. After edits call wend_islands_update first:
 * else the result is of the old map. */
WEND_API bool wend_islands_can_reach(const wend_islands *islands, wend_node from, wend_node to);
/** Finds the cell reachable from a cell whose centre is nearest to the goal's in a straight line
 * (ties: smaller node): a destination for a unit that was ordered into a wall or over the sea.
 *
 * On a map that wraps a straight line may lead around it. A reachable goal is its own answer. Time:
 * the cells nearer than the answer, whole tiles of other islands in one step (1 to 2 ms at worst on
 * 4096 x 4096 cells).
 * @param nearest set to WEND_NODE_NONE first.
 * @return WEND_OK, WEND_NO_PATH (the agent does not fit at from: it is a wall, or too near to one),
 * WEND_ERROR_ARGUMENT (islands or nearest is NULL, from or goal lies outside), WEND_ERROR_STALE
 * (the grid was edited: call wend_islands_update). */
WEND_API wend_result wend_islands_nearest(const wend_islands *islands, wend_node from,
                                          wend_node goal, wend_node *nearest);

#ifdef __cplusplus
}
#endif
#endif
