/* Bidirectional A* over cells, for goal nodes.
 * Cost: one step for each cell expanded from either end; 24 bytes a cell of the space.
 *
 * Both ends search with an estimate of the cost to the other one, and record the cheapest path on
 * which they have met. Once no open cell of one end can be on a cheaper path, that is the answer;
 * this needs an admissible heuristic and nothing more. */
#include "route/search/search.h"

typedef struct bidirectional_side {
    wend_search *search;
    wendi_cell_records *records;
    const wendi_cell_records *facing;
    wendi_bucket_queue *queue;
    bool is_backward;
    bool is_out_of_memory;
} bidirectional_side;

static bidirectional_side side_of(wend_search *search, bool is_backward)
{
    bidirectional_side s = {search,         &search->records, &search->back_records,
                            &search->queue, is_backward,      false};
    if (is_backward) {
        s.records = &search->back_records;
        s.facing = &search->records;
        s.queue = &search->back_queue;
    }
    return s;
}

static uint64_t estimate(const bidirectional_side *s, uint32_t slot)
{
    wend_search *search = s->search;
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

/* True if no path with this key can become cheaper than the one that is known. */
static bool is_hopeless(const wend_search *search, uint64_t key)
{
    return search->goal_cost != WEND_COST_INFINITE && key >= search->goal_cost;
}

static void put(bidirectional_side *s, uint32_t slot, uint64_t cost, uint32_t direction)
{
    wend_search *search = s->search;
    const uint64_t remaining = estimate(s, slot);
    const uint64_t key = wendi_cost_add(cost, remaining);
    /* The two ends themselves are kept whatever the estimate is: answers are read from them. */
    if (direction != WENDI_DIRECTION_NONE &&
        (wendi_is_unreachable(remaining) || is_hopeless(search, key))) {
        return;
    }
    s->records->costs[slot] = cost;
    s->records->meta[slot] = s->records->generation | WENDI_META_OPEN | direction;
    if (wendi_cell_records_has(s->facing, slot) &&
        cost + s->facing->costs[slot] < search->goal_cost) {
        search->goal_cost = cost + s->facing->costs[slot];
        search->goal_slot = search->goals.items[0].slot;
        search->meeting_slot = slot;
    }
    if (!s->is_backward && remaining < search->best_estimate) {
        search->best_estimate = remaining;
        search->best_slot = slot;
    }
    s->is_out_of_memory |= !wendi_bucket_queue_push(s->queue, key, slot);
    const uint64_t waiting = search->queue.count + search->back_queue.count;
    if (waiting > search->answer.max_frontier) {
        search->answer.max_frontier = waiting;
    }
}

static bool begin_side(bidirectional_side *s, const wendi_search_ends *ends)
{
    const unsigned step = 32 + (31 - (wendi_clz64(s->search->space->cost_min) - 32));
    uint64_t least = UINT64_MAX;
    for (size_t k = 0; k < ends->count; ++k) {
        const uint64_t key = wendi_cost_add(ends->items[k].cost, estimate(s, ends->items[k].slot));
        least = key < least ? key : least;
    }
    wendi_bucket_queue_clear(s->queue, step - 2, least);
    for (size_t k = 0; k < ends->count && !s->is_out_of_memory; ++k) {
        if (!wendi_cell_records_has(s->records, ends->items[k].slot)) {
            put(s, ends->items[k].slot, ends->items[k].cost, WENDI_DIRECTION_NONE);
        }
    }
    return !s->is_out_of_memory;
}

wend_result wendi_bidirectional_begin(wend_search *search)
{
    const wend_allocator *a = &search->allocator;
    if (search->back_queue.heads == NULL && !wendi_bucket_queue_create(&search->back_queue, a)) {
        return WEND_ERROR_MEMORY;
    }
    if (wendi_cell_records_begin(&search->records, search->space, false, a) != WEND_OK ||
        wendi_cell_records_begin(&search->back_records, search->space, false, a) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    search->meeting_slot = UINT32_MAX;
    wendi_heuristic_box_clear(&search->back_heuristic.goals);
    for (size_t k = 0; k < search->starts.count; ++k) {
        wendi_heuristic_box_add(&search->back_heuristic.goals, search->space,
                                search->starts.items[k].slot);
    }
    if (search->heuristic != WEND_HEURISTIC_CUSTOM) {
        wendi_grid_heuristic_prepare(&search->back_heuristic, search->space, search->heuristic,
                                     false);
    }
    wendi_bucket_queue_clear(&search->back_queue, 0, 0);
    bidirectional_side front = side_of(search, false);
    bidirectional_side back = side_of(search, true);
    const bool is_done = begin_side(&front, &search->starts) && begin_side(&back, &search->goals);
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}

static void expand(bidirectional_side *s, uint32_t slot)
{
    const wend_space *space = s->search->space;
    const uint64_t cost = s->records->costs[slot];
    const uint32_t arrival = s->records->meta[slot] & WENDI_META_DIRECTION;
    const uint32_t py = slot / space->stride;
    const uint32_t kind = wendi_space_kind(space, slot - py * space->stride, py);
    const uint64_t bytes = wendi_space_neighbour_costs(space, slot, kind);
    uint32_t steps = wendi_steps_from(&space->steps, kind, arrival, bytes, space->costs[slot]);
    for (; steps != 0; steps &= steps - 1) {
        const uint32_t d = wendi_ctz64(steps);
        const uint32_t next = wendi_space_beside(space, slot, d);
        const uint64_t factor = space->costs[s->is_backward ? slot : next];
        const uint64_t sum = cost + space->steps.lengths[d] * factor;
        if (!wendi_cell_records_has(s->records, next) || sum < s->records->costs[next]) {
            ++s->search->answer.generated;
            put(s, next, sum, d);
        }
    }
}

/* Pops the next cell of one end. WEND_NO_PATH: this end has no open cell that could be on a cheaper
 * path, so the search is over. */
static wend_result next_slot(bidirectional_side *s, uint32_t *slot, uint64_t *key)
{
    const wend_search *search = s->search;
    for (;;) {
        while (!wendi_bucket_queue_pop_current(s->queue, slot)) {
            const wend_result moved = wendi_bucket_queue_advance(s->queue);
            if (moved == WEND_ERROR_MEMORY) {
                return moved;
            }
            if (moved == WEND_NO_PATH || is_hopeless(search, wendi_bucket_queue_bound(s->queue))) {
                return WEND_NO_PATH;
            }
        }
        if ((s->records->meta[*slot] & WENDI_META_OPEN) == 0) {
            continue;
        }
        *key = wendi_cost_add(s->records->costs[*slot], estimate(s, *slot));
        if (!is_hopeless(search, *key)) {
            return WEND_OK;
        }
    }
}

static wend_result search_slot(bidirectional_side *s, uint32_t slot)
{
    wend_search *search = s->search;
    s->records->meta[slot] &= ~(uint32_t)WENDI_META_OPEN;
    if (!wendi_search_note_expanded(search, slot)) {
        return WEND_ERROR_MEMORY;
    }
    if (s->records->costs[slot] >> (WENDI_COST_LIMIT_BITS - 1) != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    expand(s, slot);
    return s->is_out_of_memory ? WEND_ERROR_MEMORY : WEND_OK;
}

wend_result wendi_bidirectional_advance(wend_search *search, uint64_t *steps)
{
    for (;;) {
        bidirectional_side s = side_of(search, search->back_queue.count < search->queue.count);
        uint32_t slot;
        uint64_t key;
        wend_result result = next_slot(&s, &slot, &key);
        if (result == WEND_NO_PATH) {
            return wendi_search_finish(search);
        }
        if (result != WEND_OK) {
            return result;
        }
        if (*steps == 0) {
            return wendi_bucket_queue_push(s.queue, key, slot) ? WEND_IN_PROGRESS
                                                               : WEND_ERROR_MEMORY;
        }
        --*steps;
        result = search_slot(&s, slot);
        if (result != WEND_OK) {
            return result;
        }
    }
}
