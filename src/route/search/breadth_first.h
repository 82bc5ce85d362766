/* Breadth-first search, written once for cells and for nodes of a graph. The file that includes it
 * defines before that, for its space,
 *
 *   side          an end of the search: search, own and facing records, fifo, is_backward
 *   side_of       the end of a search
 *   begin_side    reserves the records of an end and forgets those of before
 *   has, cost_of, depth_of, is_goal       read the record of a slot
 *   mark_goal, put_first, put, close_slot write it
 *   remaining_at  the estimate at a slot
 *
 * and behind it expand, which calls reach for each neighbour that was not reached, while no goal
 * was found. All of it is known at compile time, so the division leaves nothing in the loop. Each
 * slot has one record on each side; without a second end, facing is NULL. */
#ifndef WENDI_ROUTE_SEARCH_BREADTH_FIRST_H
#define WENDI_ROUTE_SEARCH_BREADTH_FIRST_H

#include "route/search/levels.h"

static wend_result expand(side *s, uint32_t slot);

/* True if a path to a slot is known; goals are marked before there is one. */
static inline bool is_reached(const side *s, uint32_t slot)
{
    return has(s->own, slot) && cost_of(s->own, slot) != WEND_COST_INFINITE;
}

/* Both ends have met, or the only one has found a goal. */
static inline void note_reached(side *s, uint32_t slot, uint64_t cost, bool is_known_goal)
{
    wend_search *search = s->search;
    if (s->facing != NULL) {
        if (has(s->facing, slot) && cost_of(s->facing, slot) != WEND_COST_INFINITE) {
            wendi_levels_set_meeting(search, slot, cost + cost_of(s->facing, slot));
        }
    } else if (is_known_goal && search->goal_slot == UINT32_MAX) {
        search->goal_slot = slot;
        search->goal_cost = cost;
    }
}

/* Begins at these ends. @return false without memory. */
static bool push_ends(side *s, const wendi_search_ends *ends)
{
    for (size_t k = 0; k < ends->count; ++k) {
        const uint32_t slot = ends->items[k].slot;
        const bool is_known_goal = has(s->own, slot);
        if (is_reached(s, slot)) {
            continue; /* a goal that is listed twice */
        }
        put_first(s->own, slot, is_known_goal);
        note_reached(s, slot, 0, is_known_goal);
        if (!wendi_levels_push(s->search, s->fifo, slot)) {
            return false;
        }
    }
    return true;
}

static wend_result begin(wend_search *search)
{
    const bool are_two = wendi_levels_are_bidirectional(search);
    side front = side_of(search, false);
    side back = side_of(search, true);
    if (begin_side(&front) != WEND_OK || (are_two && begin_side(&back) != WEND_OK)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_levels_begin(search);
    for (size_t k = 0; k < search->goals.count; ++k) {
        mark_goal(front.own, search->goals.items[k].slot);
    }
    const bool is_done =
        push_ends(&front, &search->starts) && (!are_two || push_ends(&back, &search->goals));
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}

/* A step to a slot that was not reached. @param step its cost. @param arrival as put takes it. */
static inline wend_result reach(side *s, uint32_t slot, uint32_t from, uint32_t arrival,
                                uint64_t step)
{
    wend_search *search = s->search;
    const uint64_t cost = wendi_cost_add(cost_of(s->own, from), step);
    const uint32_t depth = depth_of(s->own, from) + 1;
    if (!wendi_levels_allow(search, cost, depth)) {
        return WEND_OK;
    }
    const bool is_known_goal = has(s->own, slot) && is_goal(s->own, slot);
    put(s->own, slot, cost, depth, from, arrival, is_known_goal);
    ++search->answer.generated;
    note_reached(s, slot, cost, is_known_goal);
    return wendi_levels_push(search, s->fifo, slot) ? WEND_OK : WEND_ERROR_MEMORY;
}

static void note_best(wend_search *search, uint32_t slot)
{
    const wend_goal_kind kind = search->query.goal_kind;
    if (kind == WEND_GOAL_NODE || kind == WEND_GOAL_SET) {
        const uint64_t remaining = remaining_at(search, slot);
        if (remaining < search->best_estimate) {
            search->best_estimate = remaining;
            search->best_slot = slot;
        }
    }
}

static wend_result search_slot(wend_search *search, uint32_t slot)
{
    side s = side_of(search, search->is_back_turn);
    close_slot(s.own, slot);
    if (!wendi_search_note_expanded(search, slot)) {
        return WEND_ERROR_MEMORY;
    }
    const uint64_t cost = cost_of(s.own, slot);
    if (cost >> (WENDI_COST_LIMIT_BITS - (s.facing != NULL ? 1 : 0)) != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    if (!s.is_backward) {
        note_best(search, slot);
    }
    if (search->query.goal_kind == WEND_GOAL_PREDICATE &&
        search->query.is_goal(search->query.user, wendi_space_node_of_slot(search->space, slot))) {
        search->goal_slot = slot;
        search->goal_cost = cost;
        return WEND_OK;
    }
    return expand(&s, slot);
}

#endif
