/** @file wend/link.h
 * Links: connections between cells that are no plain steps, such as teleports, ladders, cliffs to
 * jump down and ferries.
 *
 * A link leads from one cell to another one, anywhere on the grid, for a cost of its own, one-way
 * or two-way.
 *
 *      S . . (a)#########(b). . G        a == 3.0 ==> b
 *
 * Searches, islands and paths use links by themselves; heuristics are kept admissible (see
 * wend_heuristic). An agent cannot use a link with an end that is a wall for it. Links belong to
 * the grid's state: hashed, saved, loaded, ids included. Threads as for the grid: adding is an
 * edit.
 */
#ifndef WEND_LINK_H
#define WEND_LINK_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Id of a link of a grid. index1 0 = none. The edge of a path's leg is index1 - 1. */
typedef struct wend_link_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_link_id;

/** Limits of links. */
enum { WEND_GRID_LINKS_MAX = 1 << 20 /**< Most links of a grid at once. */ };

/** Definition of a link. */
typedef struct wend_link_def {
    uint32_t cookie;     /**< Set by wend_link_def_default; leave it. */
    wend_node from;      /**< Its beginning. Default WEND_NODE_NONE: set it. */
    wend_node to;        /**< Its end, another cell. Default WEND_NODE_NONE: set it. */
    wend_cost cost;      /**< Raw, as path costs are: 6 * WEND_COST_ONE costs as much as 6 straight
                              steps over plain ground. 1 to 2^48. Default WEND_COST_ONE. */
    bool is_two_way;     /**< Default false. */
    bool is_open;        /**< False: it exists, but cannot be used for now. Default true. */
    uint32_t class_mask; /**< Bit c set: class c may use it. Default all. */
    uint32_t team_mask;  /**< Bit t set: team t may not. WEND_TEAM_NONE is stopped by 0xFFFFFFFF.
                              Default 0. */
    uint32_t behaviour;  /**< wend_behaviour or a user's value. Default teleport. */
    uint64_t user;       /**< Your value, kept. Default 0. */
} wend_link_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_link_def wend_link_def_default(void);
/** Adds a link; one revision, marks the sectors of both ends. Several between the same cells are
 * allowed.
 * @param id set to {0, 0} first.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (the message gives the reason), WEND_ERROR_FULL,
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_grid_add_link(wend_grid *grid, const wend_link_def *def, wend_link_id *id,
                                        wend_message *message);
/** Removes a link. One revision. Never allocates.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (grid is NULL), WEND_ERROR_STALE (no such link now, {0, 0}
 * included). */
WEND_API wend_result wend_grid_remove_link(wend_grid *grid, wend_link_id id);
/** Sets all properties of a link except its ends (which def must repeat), for example when a bridge
 * falls or a ferry becomes more expensive. One revision if anything changes. Never allocates.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (the message gives the reason), WEND_ERROR_STALE. */
WEND_API wend_result wend_grid_set_link(wend_grid *grid, wend_link_id id, const wend_link_def *def,
                                        wend_message *message);
/** Gets a link.
 * @param def set to the default's values first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (grid or def is NULL), WEND_ERROR_STALE. */
WEND_API wend_result wend_grid_get_link(const wend_grid *grid, wend_link_id id, wend_link_def *def);
/** Returns the link of a leg's edge; {0, 0} if there is none now. */
WEND_API wend_link_id wend_grid_link_of_edge(const wend_grid *grid, uint32_t edge);
/** Returns the number of links. */
WEND_API size_t wend_grid_link_count(const wend_grid *grid);
/** Lists the links by index.
 * @param ids [capacity], may be NULL when capacity is 0.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_grid_list_links(const wend_grid *grid, wend_link_id *ids, size_t capacity,
                                          size_t *count);
/** Returns the revision at which any link was last added, changed or removed; 1 if never. */
WEND_API uint64_t wend_grid_links_revision(const wend_grid *grid);

#ifdef __cplusplus
}
#endif
#endif
