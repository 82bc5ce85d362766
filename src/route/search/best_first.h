/* Best-first search (Dijkstra, A*, weighted A*, greedy), written once for cells and for nodes of a
 * graph. The file that includes it defines before that, for its space,
 *
 *   slot_records, open_list, ...   access to records: cell_access.h, page_access.h, graph_access.h
 *   state, state_at                a slot, with the data for an estimate there
 *   world, world_of, open_of       search, records, other parts of the space; its open list
 *   begin_records                  reserves the records and forgets those of before
 *   is_too_deep                    compares the steps to a slot with query.max_depth
 *   remaining_at, weight_at        the estimate, and its weight with noise
 *   prefetch                       the data that expand reads first
 *
 * and behind it
 *
 *   prepare_starts   empties the open list, before the starts are pushed
 *   expand           calls reach for each neighbour to which it improves the path
 *
 * All of it is known at compile time, so the division leaves nothing in the loop. */
#ifndef WENDI_ROUTE_SEARCH_BEST_FIRST_H
#define WENDI_ROUTE_SEARCH_BEST_FIRST_H

#include "route/search/search.h"

/* The state of the loop; filled for each slice, so that the compiler may keep it in registers.
 */
typedef struct best_first_loop {
    world world;
    wend_method method;
    bool is_plain;   /* A* without noise: the key is cost and estimate */
    bool has_goal;   /* estimates are useful: there is a goal with a position, or the user's */
    bool has_limits; /* of cost or depth */
    bool is_out_of_memory;
} best_first_loop;

static void prepare_starts(best_first_loop *l);
static inline void expand(best_first_loop *l, uint32_t slot);

static best_first_loop loop_of(wend_search *search)
{
    const wend_search_query *query = &search->query;
    const best_first_loop l = {
        .world = world_of(search),
        .method = search->answer.method,
        .is_plain = search->answer.method == WEND_METHOD_ASTAR && search->noise == 0,
        .has_goal = wendi_search_has_estimate(search),
        .has_limits = query->max_cost != WEND_COST_INFINITE || query->max_depth != 0,
    };
    return l;
}

static inline uint64_t key_of(const best_first_loop *l, const state *at, uint64_t cost,
                              uint64_t remaining)
{
    if (l->is_plain) {
        return wendi_cost_add(cost, remaining);
    }
    if (l->method == WEND_METHOD_DIJKSTRA) {
        return cost;
    }
    return l->method == WEND_METHOD_GREEDY
               ? remaining
               : wendi_cost_add(cost, wendi_weigh(remaining, weight_at(&l->world, at)));
}

/* ---- records ---- */

/* True if this cost improves on the best known; goals have an infinite cost until they are found.
 * Greedy search does not reopen a slot: as its order is not one of costs, cheaper paths turn up
 * again and again. @param known set to the slot's meta word; 0 if this query has not seen the
 * slot. */
static inline bool improves(const best_first_loop *l, uint32_t slot, uint64_t cost, uint32_t *known)
{
    const slot_records *records = &l->world.records;
    *known = 0;
    if (!has(records, slot)) {
        return true;
    }
    *known = meta_of(records, slot);
    return cost < cost_of(records, slot) &&
           (l->method != WEND_METHOD_GREEDY || (*known & META_OPEN) != 0 ||
            cost_of(records, slot) == WEND_COST_INFINITE);
}

/* Of goals of equal cost the first one found is kept. */
static void note_goal(wend_search *search, uint32_t slot, uint64_t cost)
{
    const uint64_t whole = cost + wendi_search_goal_cost(search, slot);
    if (wendi_search_improves_goal(search, whole)) {
        search->goal_cost = whole;
        search->goal_slot = slot;
    }
}

static inline void note_best(wend_search *search, uint32_t slot, uint64_t remaining)
{
    if (remaining < search->best_estimate) {
        search->best_estimate = remaining;
        search->best_slot = slot;
    }
}

/* Relaxes a slot to a lower cost. @param arrival as put takes it. @param known as improves set it.
 * @return false if the path is dropped. */
static inline bool reach(best_first_loop *l, const state *to, uint32_t from, uint32_t arrival,
                         uint64_t cost, uint32_t known)
{
    wend_search *search = l->world.search;
    if (l->has_limits &&
        (cost > search->query.max_cost || is_too_deep(&l->world, to->slot, from))) {
        search->hit_limit = true;
        return false;
    }
    const uint64_t remaining = l->has_goal ? remaining_at(&l->world, to, known) : 0;
    if (wendi_is_unreachable(remaining)) {
        return false;
    }
    /* A path that cannot become cheaper than the goal that was found is dropped. */
    if (search->goal_cost != WEND_COST_INFINITE &&
        wendi_cost_add(cost, remaining) >= search->goal_cost) {
        return false;
    }
    if (!put(&l->world.records, to->slot, from, arrival, cost, remaining, known & META_GOAL)) {
        l->is_out_of_memory = true;
        return false;
    }
    ++search->answer.generated;
    note_best(search, to->slot, remaining);
    if ((known & META_GOAL) != 0) {
        note_goal(search, to->slot, cost);
    }
    if (!push(open_of(&l->world), to->slot, key_of(l, to, cost, remaining), remaining,
              &search->allocator)) {
        l->is_out_of_memory = true;
    }
    return true;
}

/* ---- begin ---- */

/* @return false without memory. */
static bool push_start(best_first_loop *l, const wendi_search_end *start)
{
    const state at = state_at(&l->world, start->slot);
    const slot_records *records = &l->world.records;
    const uint32_t goal = has(records, start->slot) ? meta_of(records, start->slot) & META_GOAL : 0;
    const uint64_t remaining = l->has_goal ? remaining_at(&l->world, &at, 0) : 0;
    if (wendi_is_unreachable(remaining)) {
        return true;
    }
    if (!put_first(records, start->slot, start->cost, remaining, goal)) {
        return false;
    }
    note_best(l->world.search, start->slot, remaining);
    if (goal != 0) {
        note_goal(l->world.search, start->slot, start->cost);
    }
    return push(open_of(&l->world), start->slot, key_of(l, &at, start->cost, remaining), remaining,
                &l->world.search->allocator);
}

static wend_result begin(wend_search *search)
{
    const wend_result taken = begin_records(search);
    if (taken != WEND_OK) {
        return taken;
    }
    best_first_loop l = loop_of(search);
    for (size_t k = 0; k < search->goals.count; ++k) {
        if (!mark_goal(&l.world.records, search->goals.items[k].slot)) {
            return WEND_ERROR_MEMORY;
        }
    }
    prepare_starts(&l);
    for (size_t k = 0; k < search->starts.count; ++k) {
        if (!push_start(&l, &search->starts.items[k])) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

/* ---- the loop ---- */

/* Finds the next slot to expand; WEND_NO_PATH if none can lead to a better path. */
static inline wend_result next_slot(best_first_loop *l, uint32_t *slot)
{
    const wend_search *search = l->world.search;
    for (;;) {
        const wend_result found = next_open(open_of(&l->world), search->goal_cost, slot);
        if (found != WEND_OK) {
            return found;
        }
        if ((meta_of(&l->world.records, *slot) & META_OPEN) != 0) {
            if (search->goal_cost == WEND_COST_INFINITE) {
                return WEND_OK;
            }
            if (l->method == WEND_METHOD_GREEDY) {
                return WEND_NO_PATH;
            }
            if (cost_of(&l->world.records, *slot) < search->goal_cost) {
                return WEND_OK;
            }
        }
        take(open_of(&l->world));
    }
}

static inline wend_result search_slot(best_first_loop *l, uint32_t slot)
{
    wend_search *search = l->world.search;
    close_slot(&l->world.records, slot);
    if (!wendi_search_note_expanded(search, slot)) {
        return WEND_ERROR_MEMORY;
    }
    if (cost_of(&l->world.records, slot) >> WENDI_COST_LIMIT_BITS != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    if (search->query.goal_kind == WEND_GOAL_PREDICATE &&
        search->query.is_goal(search->query.user, wendi_space_node_of_slot(search->space, slot))) {
        note_goal(search, slot, cost_of(&l->world.records, slot));
        return WEND_OK;
    }
    expand(l, slot);
    return l->is_out_of_memory ? WEND_ERROR_MEMORY : WEND_OK;
}

static wend_result advance(wend_search *search, uint64_t *steps)
{
    best_first_loop l = loop_of(search);
    for (;;) {
        uint32_t slot;
        wend_result result = next_slot(&l, &slot);
        if (result != WEND_OK) {
            return result == WEND_NO_PATH ? wendi_search_finish(search) : result;
        }
        if (*steps == 0) {
            return put_back(open_of(&l.world), slot) ? WEND_IN_PROGRESS : WEND_ERROR_MEMORY;
        }
        --*steps;
        prefetch(&l.world, slot);
        take(open_of(&l.world));
        result = search_slot(&l, slot);
        if (result != WEND_OK) {
            return result;
        }
    }
}

#endif
