/* Breadth-first search level by level, from one end or from both: the common part for grids and
 * graphs. Slots stand for nodes there. */
#ifndef WENDI_ROUTE_SEARCH_LEVELS_H
#define WENDI_ROUTE_SEARCH_LEVELS_H

#include "route/search/search.h"

/** Searches a slot of the end whose turn it is (search->is_other_turn). */
typedef wend_result (*wendi_levels_fn)(wend_search *search, uint32_t slot);

static inline bool wendi_levels_are_bidirectional(const wend_search *search)
{
    return search->answer.method == WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL;
}

/** Empties both queues. The first level is the starts. */
void wendi_levels_begin(wend_search *search);

/** Pushes a slot on the queue of its end. @return false: no memory. */
static inline bool wendi_levels_push(wend_search *search, wendi_array_u32 *fifo, uint32_t slot)
{
    const bool is_done = wendi_array_u32_push(fifo, slot);
    const uint64_t waiting =
        search->fifo.count - search->fifo_next + search->back_fifo.count - search->back_fifo_next;
    if (waiting > search->answer.max_frontier) {
        search->answer.max_frontier = waiting;
    }
    return is_done;
}

/** True if a path to a slot is within the query's limits. If not, the search records that it hit
 * one. */
static inline bool wendi_levels_allow(wend_search *search, uint64_t cost, uint32_t depth)
{
    if (cost > search->query.max_cost ||
        (search->query.max_depth != 0 && depth > search->query.max_depth)) {
        search->hit_limit = true;
        return false;
    }
    return true;
}

/** Both ends have reached this slot: the path through it is the answer. */
void wendi_levels_set_meeting(wend_search *search, uint32_t slot, uint64_t cost);

/** Begins the next level: with two ends, that of the end with fewer slots in its queue. As whole
 * levels are expanded, the first meeting is on a path of the fewest steps.
 * @return false: none is left. */
bool wendi_levels_next(wend_search *search);

/** As advance of every method (search/search.h). */
static inline wend_result wendi_levels_advance(wend_search *search, uint64_t *steps,
                                               wendi_levels_fn search_slot)
{
    for (;;) {
        size_t *next = search->is_back_turn ? &search->back_fifo_next : &search->fifo_next;
        const wendi_array_u32 *fifo = search->is_back_turn ? &search->back_fifo : &search->fifo;
        if (search->goal_slot != UINT32_MAX) {
            return wendi_search_finish(search);
        }
        if (*next == search->level_end) {
            if (!wendi_levels_next(search)) {
                return wendi_search_finish(search);
            }
            continue;
        }
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        --*steps;
        const wend_result result = search_slot(search, fifo->items[(*next)++]);
        if (result != WEND_OK) {
            return result;
        }
    }
}

#endif
