/* Bidirectional A* over cells, written once for records in flat arrays and in pages. The file that
 * includes it includes cell_access.h or page_access.h before that, and calls begin and advance.
 *
 * An open cell can be on a cheaper path as long as its cost and estimate are less than the cost of
 * the known one; this needs an admissible heuristic and nothing more. */
#ifndef WENDI_ROUTE_SEARCH_CELL_BIDIRECTIONAL_H
#define WENDI_ROUTE_SEARCH_CELL_BIDIRECTIONAL_H

#include "route/search/search.h"

typedef struct side {
    wend_search *search;
    slot_records own, facing;
    open_list *open;
    bool is_backward;
    bool is_out_of_memory;
} side;

static inline side side_of(wend_search *search, bool is_backward)
{
    wendi_cell_records *records[2] = {&search->records, &search->back_records};
    const side s = {.search = search,
                    .own = records_of(records[is_backward]),
                    .facing = records_of(records[!is_backward]),
                    .open = is_backward ? &search->back_queue : &search->queue,
                    .is_backward = is_backward};
    return s;
}

static inline wend_result begin_space(wend_search *search)
{
    const wend_allocator *a = &search->allocator;
    if (search->back_queue.heads == NULL && !wendi_bucket_queue_create(&search->back_queue, a)) {
        return WEND_ERROR_MEMORY;
    }
    if (wendi_cell_records_begin(&search->records, search->space, false, a) != WEND_OK ||
        wendi_cell_records_begin(&search->back_records, search->space, false, a) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    wendi_heuristic_box_clear(&search->back_heuristic.goals);
    for (size_t k = 0; k < search->starts.count; ++k) {
        wendi_heuristic_box_add(&search->back_heuristic.goals, search->space,
                                search->starts.items[k].slot);
    }
    if (search->heuristic != WEND_HEURISTIC_CUSTOM) {
        wendi_grid_heuristic_prepare(&search->back_heuristic, search->space, search->heuristic,
                                     false);
    }
    wendi_bucket_queue_clear(&search->queue, 0, 0);
    wendi_bucket_queue_clear(&search->back_queue, 0, 0);
    return WEND_OK;
}

static uint64_t remaining_at(const side *s, uint32_t slot)
{
    const wend_search *search = s->search;
    const uint32_t py = slot / search->space->stride;
    const uint32_t px = slot - py * search->space->stride;
    if (!s->is_backward) {
        return wendi_search_estimate(search, slot, (int32_t)px, (int32_t)py);
    }
    if (search->heuristic == WEND_HEURISTIC_CUSTOM) {
        return wendi_search_user_estimate_back(search, wendi_space_node(search->space, slot));
    }
    /* The built-in estimates are the same there and back. */
    return wendi_grid_heuristic_at(&search->back_heuristic, (int32_t)px, (int32_t)py) +
           search->start_least;
}

static inline bool is_hopeless(const side *s, uint32_t slot, uint64_t cost, uint64_t remaining)
{
    (void)slot;
    const uint64_t known = s->search->goal_cost;
    return known != WEND_COST_INFINITE && wendi_cost_add(cost, remaining) >= known;
}

static inline void drop(const side *s, uint32_t slot)
{
    (void)s;
    (void)slot; /* it stays in the frontier that is drawn */
}

static inline uint64_t open_count(const wend_search *search, bool is_backward)
{
    return is_backward ? search->back_queue.count : search->queue.count;
}

#include "route/search/bidirectional.h"

/* ---- steps ---- */

static void ready_queue(side *s, const wendi_search_ends *ends)
{
    const unsigned step = 32 + (31 - (wendi_clz64(s->search->space->cost_min) - 32));
    uint64_t least = UINT64_MAX;
    for (size_t k = 0; k < ends->count; ++k) {
        const wendi_search_end *end = &ends->items[k];
        const uint64_t key = wendi_cost_add(end->cost, remaining_at(s, end->slot));
        least = key < least ? key : least;
    }
    wendi_bucket_queue_clear(s->open, step - 2, least);
}

static inline void expand(side *s, uint32_t slot)
{
    const wend_space *space = s->search->space;
    const uint64_t cost = cost_of(&s->own, slot);
    const uint32_t arrival = meta_of(&s->own, slot) & WENDI_META_DIRECTION;
    const uint32_t py = slot / space->stride;
    const uint32_t kind = wendi_space_kind(space, slot - py * space->stride, py);
    const uint64_t bytes = wendi_space_neighbour_costs(space, slot, kind);
    uint32_t steps = wendi_steps_from(&space->steps, kind, arrival, bytes, space->costs[slot]);
    for (; steps != 0; steps &= steps - 1) {
        const uint32_t d = wendi_ctz64(steps);
        const uint32_t next = wendi_space_beside(space, slot, d);
        const uint64_t factor = space->costs[s->is_backward ? slot : next];
        const uint64_t sum = cost + space->steps.lengths[d] * factor;
        if (!has(&s->own, next) || sum < cost_of(&s->own, next)) {
            reach(s, next, slot, d, sum);
        }
    }
}

#endif
