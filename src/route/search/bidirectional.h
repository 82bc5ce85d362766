/* Bidirectional A*, written once for cells and for nodes of a graph. The file that includes it
 * defines before that, for its space,
 *
 *   slot_records, open_list, ...   access to records: cell_access.h, page_access.h, graph_access.h
 *   side, side_of    an end of the search: search, records, records of the facing end, open,
 *                    is_backward, is_out_of_memory
 *   begin_space      reserves the records of both ends, empties both open lists, prepares the
 *                    estimates of the end of the goals
 *   remaining_at     the estimate of the path from a slot to the other end
 *   open_count       entries of the open list of an end
 *   is_hopeless      true if no path of this cost to a slot can become cheaper than the known one
 *   drop             removes an open slot that cannot lead to a better path
 *
 * and behind it
 *
 *   ready_queue      fits an empty open list to the keys of the ends it begins with
 *   expand           calls reach for each neighbour to which it improves the path
 *
 * Both ends search with an estimate of the cost to the other one, and record the cheapest path on
 * which they have met. Once no open slot of one end can be on a cheaper path, that is the answer. */
#ifndef WENDI_ROUTE_SEARCH_BIDIRECTIONAL_H
#define WENDI_ROUTE_SEARCH_BIDIRECTIONAL_H

#include "route/search/search.h"

static void ready_queue(side *s, const wendi_search_ends *ends);
static inline void expand(side *s, uint32_t slot);

/* Updates the meeting point and the queue after a path to a slot was recorded. */
static inline void note_reached(side *s, uint32_t slot, uint64_t cost, uint64_t remaining)
{
    wend_search *search = s->search;
    if (has(&s->facing, slot) && cost + cost_of(&s->facing, slot) < search->goal_cost) {
        search->goal_cost = cost + cost_of(&s->facing, slot);
        search->goal_slot = search->goals.items[0].slot;
        search->meeting_slot = slot;
    }
    if (!s->is_backward && remaining < search->best_estimate) {
        search->best_estimate = remaining;
        search->best_slot = slot;
    }
    s->is_out_of_memory |=
        !push(s->open, slot, wendi_cost_add(cost, remaining), 0, &search->allocator);
    const uint64_t open = open_count(search, false) + open_count(search, true);
    if (open > search->answer.max_frontier) {
        search->answer.max_frontier = open;
    }
}

/* A cheaper path to a slot. @param arrival as put takes it. */
static inline void reach(side *s, uint32_t slot, uint32_t from, uint32_t arrival, uint64_t cost)
{
    const uint64_t remaining = remaining_at(s, slot);
    ++s->search->answer.generated;
    if (!wendi_is_unreachable(remaining) && !is_hopeless(s, slot, cost, remaining)) {
        if (!put(&s->own, slot, from, arrival, cost, remaining, 0)) {
            s->is_out_of_memory = true;
            return;
        }
        note_reached(s, slot, cost, remaining);
    }
}

/* An end is kept for every estimate: answers are read from it. It may be listed twice. */
static bool push_ends(side *s, const wendi_search_ends *ends)
{
    ready_queue(s, ends);
    for (size_t k = 0; k < ends->count && !s->is_out_of_memory; ++k) {
        const wendi_search_end *end = &ends->items[k];
        if (!has(&s->own, end->slot)) {
            const uint64_t remaining = remaining_at(s, end->slot);
            if (!put_first(&s->own, end->slot, end->cost, remaining, 0)) {
                return false;
            }
            note_reached(s, end->slot, end->cost, remaining);
        }
    }
    return !s->is_out_of_memory;
}

static wend_result begin(wend_search *search)
{
    if (begin_space(search) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    search->meeting_slot = UINT32_MAX;
    side front = side_of(search, false);
    side back = side_of(search, true);
    const bool is_done = push_ends(&front, &search->starts) && push_ends(&back, &search->goals);
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}

/* Finds the next slot of one end. WEND_NO_PATH: this end has no open slot that could be on a
 * cheaper path, so the search is over. */
static inline wend_result next_slot(side *s, uint32_t *slot)
{
    for (;;) {
        const wend_result found = next_open(s->open, s->search->goal_cost, slot);
        if (found != WEND_OK) {
            return found;
        }
        if ((meta_of(&s->own, *slot) & META_OPEN) != 0) {
            if (!is_hopeless(s, *slot, cost_of(&s->own, *slot), remaining_at(s, *slot))) {
                return WEND_OK;
            }
            drop(s, *slot);
        }
        take(s->open);
    }
}

static inline wend_result search_slot(side *s, uint32_t slot)
{
    wend_search *search = s->search;
    close_slot(&s->own, slot);
    if (!wendi_search_note_expanded(search, slot)) {
        return WEND_ERROR_MEMORY;
    }
    /* The costs of both ends are added. */
    if (cost_of(&s->own, slot) >> (WENDI_COST_LIMIT_BITS - 1) != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    expand(s, slot);
    return s->is_out_of_memory ? WEND_ERROR_MEMORY : WEND_OK;
}

/* Searches from the end with fewer open slots. */
static wend_result advance(wend_search *search, uint64_t *steps)
{
    for (;;) {
        side s = side_of(search, open_count(search, true) < open_count(search, false));
        uint32_t slot;
        wend_result result = next_slot(&s, &slot);
        if (result != WEND_OK) {
            return result == WEND_NO_PATH ? wendi_search_finish(search) : result;
        }
        if (*steps == 0) {
            return put_back(s.open, slot) ? WEND_IN_PROGRESS : WEND_ERROR_MEMORY;
        }
        --*steps;
        take(s.open);
        result = search_slot(&s, slot);
        if (result != WEND_OK) {
            return result;
        }
    }
}

#endif
