/* Takes: a query with one goal node.
 * Gives: the cheapest way, searched by A* from both ends at once.
 * Cost: one step for each place searched from either end; 24 bytes a place of the space.
 *
 * Both ends search with an estimate of the cost to the other one, and note the cheapest way by
 * which they have met. Once no waiting place of one end can be on a cheaper way, that is the
 * answer; this needs an admissible estimate and nothing more. */
#include "route/search_private.h"

typedef struct side {
    wend_search *search;
    wendi_store *store;
    const wendi_store *facing;
    wendi_buckets *queue;
    bool is_backward;
    bool is_out_of_memory;
} side;

static side side_of(wend_search *search, bool is_backward)
{
    side s = {search, &search->store, &search->other_store, &search->queue, is_backward, false};
    if (is_backward) {
        s.store = &search->other_store;
        s.facing = &search->store;
        s.queue = &search->other_queue;
    }
    return s;
}

static uint64_t estimate(const side *s, uint32_t slot)
{
    wend_search *search = s->search;
    const uint32_t py = slot / search->space->stride;
    const uint32_t px = slot - py * search->space->stride;
    if (!s->is_backward) {
        return wendi_search_estimate(search, slot, (int32_t)px, (int32_t)py);
    }
    if (search->heuristic == WEND_HEURISTIC_CUSTOM) {
        return search->query.estimate(search->query.user, search->query.start,
                                      wendi_space_node(search->space, slot));
    }
    /* The built-in estimates are the same there and back. */
    return wendi_guess_from(&search->back_guess, (int32_t)px, (int32_t)py);
}

/* Can no way with this key become cheaper than the one that is known? */
static bool is_hopeless(const wend_search *search, uint64_t key)
{
    return search->goal_cost != WEND_COST_INFINITE && key >= search->goal_cost;
}

static void put(side *s, uint32_t slot, uint64_t cost, uint32_t direction)
{
    wend_search *search = s->search;
    const uint64_t guess = estimate(s, slot);
    const uint64_t key = wendi_cost_add(cost, guess);
    /* The two ends themselves are kept whatever the estimate says: answers are read from them. */
    if (direction != WENDI_DIRECTION_NONE && (wendi_is_no_way(guess) || is_hopeless(search, key))) {
        return;
    }
    s->store->costs[slot] = cost;
    s->store->meta[slot] = s->store->generation | WENDI_META_OPEN | direction;
    if (wendi_store_knows(s->facing, slot) && cost + s->facing->costs[slot] < search->goal_cost) {
        search->goal_cost = cost + s->facing->costs[slot];
        search->goal_slot = search->goals.items[0];
        search->meeting_slot = slot;
    }
    if (!s->is_backward && guess < search->best_estimate) {
        search->best_estimate = guess;
        search->best_slot = slot;
    }
    s->is_out_of_memory |= !wendi_buckets_push(s->queue, key, slot);
    const uint64_t waiting = search->queue.count + search->other_queue.count;
    if (waiting > search->answer.frontier_max) {
        search->answer.frontier_max = waiting;
    }
}

static bool begin_side(side *s, uint32_t slot)
{
    const unsigned step = 32 + (31 - (wendi_clz64(s->search->space->cost_min) - 32));
    wendi_buckets_clear(s->queue, step - 2, estimate(s, slot));
    put(s, slot, 0, WENDI_DIRECTION_NONE);
    return !s->is_out_of_memory;
}

wend_result wendi_two_sided_begin(wend_search *search)
{
    const wend_allocator *a = &search->allocator;
    if (search->other_queue.heads == NULL && !wendi_buckets_create(&search->other_queue, a)) {
        return WEND_ERROR_MEMORY;
    }
    if (wendi_store_begin(&search->store, search->space, false, a) != WEND_OK ||
        wendi_store_begin(&search->other_store, search->space, false, a) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    search->meeting_slot = UINT32_MAX;
    wendi_target_clear(&search->back_guess.goals);
    wendi_target_add(&search->back_guess.goals, search->space, search->start_slot);
    if (search->heuristic != WEND_HEURISTIC_CUSTOM) {
        wendi_guess_begin(&search->back_guess, search->space, search->heuristic, false);
    }
    wendi_buckets_clear(&search->other_queue, 0, 0);
    side front = side_of(search, false);
    side back = side_of(search, true);
    const bool is_done =
        begin_side(&front, search->start_slot) && begin_side(&back, search->goals.items[0]);
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}

static void expand(side *s, uint32_t slot)
{
    const wend_space *space = s->search->space;
    const uint64_t cost = s->store->costs[slot];
    const uint32_t arrival = s->store->meta[slot] & WENDI_META_DIRECTION;
    const uint32_t py = slot / space->stride;
    const uint32_t kind = wendi_space_kind(space, slot - py * space->stride, py);
    const uint64_t bytes = wendi_space_hood(space, slot, kind);
    uint32_t steps = wendi_steps_from(&space->steps, kind, arrival, bytes, space->costs[slot]);
    for (; steps != 0; steps &= steps - 1) {
        const uint32_t d = wendi_ctz64(steps);
        const uint32_t next = wendi_space_beside(space, slot, d);
        const uint64_t factor = space->costs[s->is_backward ? slot : next];
        const uint64_t sum = cost + space->steps.lengths[d] * factor;
        if (!wendi_store_knows(s->store, next) || sum < s->store->costs[next]) {
            ++s->search->answer.generated;
            put(s, next, sum, d);
        }
    }
}

/* Takes a waiting slot of one end. WEND_NO_PATH: this end has nothing left that could be on a
 * cheaper way, so the search is over. */
static wend_result next_slot(side *s, uint32_t *slot, uint64_t *key)
{
    const wend_search *search = s->search;
    for (;;) {
        while (!wendi_buckets_pop(s->queue, slot)) {
            const wend_result moved = wendi_buckets_advance(s->queue);
            if (moved == WEND_ERROR_MEMORY) {
                return moved;
            }
            if (moved == WEND_NO_PATH || is_hopeless(search, wendi_buckets_bound(s->queue))) {
                return WEND_NO_PATH;
            }
        }
        if ((s->store->meta[*slot] & WENDI_META_OPEN) == 0) {
            continue;
        }
        *key = wendi_cost_add(s->store->costs[*slot], estimate(s, *slot));
        if (!is_hopeless(search, *key)) {
            return WEND_OK;
        }
    }
}

static wend_result search_slot(side *s, uint32_t slot)
{
    wend_search *search = s->search;
    s->store->meta[slot] &= ~(uint32_t)WENDI_META_OPEN;
    if (!wendi_search_record(search, slot)) {
        return WEND_ERROR_MEMORY;
    }
    if (s->store->costs[slot] >> (WENDI_COST_LIMIT_BITS - 1) != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    expand(s, slot);
    return s->is_out_of_memory ? WEND_ERROR_MEMORY : WEND_OK;
}

wend_result wendi_two_sided_advance(wend_search *search, uint64_t *steps)
{
    for (;;) {
        side s = side_of(search, search->other_queue.count < search->queue.count);
        uint32_t slot;
        uint64_t key;
        wend_result result = next_slot(&s, &slot, &key);
        if (result == WEND_NO_PATH) {
            return search->goal_slot != UINT32_MAX ? WEND_OK : wendi_search_give_up(search, false);
        }
        if (result != WEND_OK) {
            return result;
        }
        if (*steps == 0) {
            return wendi_buckets_push(s.queue, key, slot) ? WEND_IN_PROGRESS : WEND_ERROR_MEMORY;
        }
        --*steps;
        result = search_slot(&s, slot);
        if (result != WEND_OK) {
            return result;
        }
    }
}
