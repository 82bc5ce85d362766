/* wend/islands.h: can one get there at all? Islands are the parts of a grid between which no step
 * leads, for one class, team and size of agent. Two cells are compared in constant time, right
 * after every edit: cheap enough to ask for the cursor on every frame.
 *
 * After edits of the grid wend_islands_update comes first. Without it all answers are of the map as
 * it was at the last update (or at create), without a warning; only wend_islands_nearest, whose
 * answer units walk to, refuses with WEND_ERROR_STALE. wend_islands_is_fresh tells.
 *
 *   tile     8 x 8 cells, which fall into a few parts that hang together within it
 *   part     belongs to an island; an edit looks at its tile's parts, and follows those that were
 *            cut apart from both sides at once, so that the smaller one decides the time
 *
 * Islands have numbers that stay as long as nothing cuts or joins them (the larger of two that are
 * joined keeps its own), depend only on the edits made and on when wend_islands_update was called,
 * not on machine or threads, and are otherwise without meaning. A number that became free is used
 * again.
 *
 * Threads: any number may ask; updating must not run beside anything else on it.
 * Source: parts and portals after Emerson (Game AI Pro, ch. 23); the search from both sides of a
 * cut after Even and Shiloach, "An On-Line Edge-Deletion Problem" (1981).
 */
#ifndef WEND_ISLANDS_H
#define WEND_ISLANDS_H

#include "wend/clearance.h"

#ifdef __cplusplus
extern "C" {
#endif

/** No island: a wall, or outside. */
#define WEND_ISLAND_NONE UINT32_MAX

typedef struct wend_islands wend_islands;

typedef struct wend_islands_def {
    uint32_t cookie;           /**< Set by wend_islands_def_default; leave it. */
    const wend_grid *grid;     /**< The world; must outlive the islands. */
    uint32_t movement_class;   /**< Default 0. */
    uint32_t team;             /**< Default WEND_TEAM_NONE. */
    wend_clearance *clearance; /**< For agents with a size: one of the same grid, class and team,
                                  which wend_islands_update updates too. NULL (default) with size 1
                                  and radius 0. */
    int32_t size;             /**< Side of a square agent in cells (see wend_clearance_square), 1 to
                                 clearance's most. Default 1. */
    double radius;            /**< Of a round agent, metres; not together with size. Default 0. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_islands_def;

WEND_API wend_islands_def wend_islands_def_default(void);
/** Works everything out; clearance is updated. Open ground takes 1 ns and 0.6 bytes a cell, 20 %
 * random walls 3 ns and 0.9 bytes, 40 % (where ground falls to pieces) 13 ns and 4 bytes.
 * @param islands is set to NULL before anything else; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (the message says what), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_islands_create(const wend_islands_def *def, wend_islands **islands);
/** The sentence of the last failure of a call that takes the islands to change it; "" while none
 * failed (see wend/base.h). Never NULL. */
WEND_API const char *wend_islands_error(const wend_islands *islands);
/** Frees; NULL is fine. */
WEND_API void wend_islands_destroy(wend_islands *islands);
/** Repairs after edits of the grid. On 4096 x 4096 cells with 20 % walls 2 us for a cell that
 * closes or opens; some 5 ms, at worst, for one that cuts that map into halves, and 15 ms for one
 * that cuts a single corridor as long as the whole map; joining again takes microseconds. Costs
 * that change nothing but costs: 1 to 3 ns a cell of the changed sectors. After very many changes
 * everything is worked out anew, numbers kept. Links are worked out again, a look at each, when
 * links changed, or an edit cut, joined or changed tiles and islands where they end.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (still stale; call again). */
WEND_API wend_result wend_islands_update(wend_islands *islands);
/** Is it as new as its grid? If not, wend_islands_update comes first. */
WEND_API bool wend_islands_is_fresh(const wend_islands *islands);
WEND_API size_t wend_islands_memory_bytes(const wend_islands *islands);

/** The island of a cell, by steps alone (links left out); WEND_ISLAND_NONE for walls and outside,
 * and where an agent of the islands' size does not fit. After edits wend_islands_update comes
 * first: else the answer is of the old map. */
WEND_API uint32_t wend_islands_at(const wend_islands *islands, wend_node node);
/** How many islands there are. */
WEND_API uint32_t wend_islands_count(const wend_islands *islands);
/** How many cells an island has; 0 if there is none of this number. */
WEND_API uint64_t wend_islands_cell_count(const wend_islands *islands, uint32_t island);
/** Can one get from a to b, by steps and links (wend/link.h)? Constant time; between islands with
 * links, binary searches among these. False where nobody of this size can be: in walls, too near to
 * them, outside. After edits wend_islands_update comes first: else the answer is of the old map. */
WEND_API bool wend_islands_can_reach(const wend_islands *islands, wend_node from, wend_node to);
/** Of all cells that can be reached from a cell, the one whose centre is nearest to the goal's in a
 * straight line (ties: smaller node): where to send a unit that was ordered into a wall or over the
 * sea. On a map that wraps a straight line may lead around it. The goal itself if it can be
 * reached. Time: the cells nearer than the answer, whole tiles of other islands in one look (1 to 2
 * ms at worst on 4096 x 4096 cells).
 * @param nearest is set to WEND_NODE_NONE before anything else.
 * @return WEND_OK, WEND_NO_PATH (nobody of this size can be at from: it is a wall, or too near to
 * one), WEND_ERROR_ARGUMENT (islands or nearest is NULL, from or goal lies outside),
 * WEND_ERROR_STALE (the grid was edited: call wend_islands_update). */
WEND_API wend_result wend_islands_nearest(const wend_islands *islands, wend_node from,
                                          wend_node goal, wend_node *nearest);

#ifdef __cplusplus
}
#endif
#endif
