/* Takes: any query; from both ends only one with one goal node.
 * Gives: a way of the fewest steps, and what it costs.
 * Cost: one step for each place searched; from both ends about the places within half the depth
 * of either. */
#include "route/search_private.h"

#include <string.h>

/* One of the two ends. */
typedef struct side {
    wend_search *search;
    wendi_store *store;
    const wendi_store *facing; /* of the other end; NULL with one end */
    wendi_array_u32 *wave;
    bool is_backward;
} side;

static bool is_two_sided(const wend_search *search)
{
    return search->answer.method == WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL;
}

static side side_of(wend_search *search, bool is_backward)
{
    side s = {search, &search->store, NULL, &search->wave, is_backward};
    if (is_backward) {
        s.store = &search->other_store;
        s.wave = &search->other_wave;
    }
    if (is_two_sided(search)) {
        s.facing = is_backward ? &search->store : &search->other_store;
    }
    return s;
}

static void note_waiting(wend_search *search)
{
    const uint64_t waiting =
        search->wave.count - search->wave_next + search->other_wave.count - search->other_wave_next;
    if (waiting > search->answer.frontier_max) {
        search->answer.frontier_max = waiting;
    }
}

static bool put_first(side *s, uint32_t slot)
{
    const uint32_t goal = s->store->meta[slot] & WENDI_META_GOAL;
    const uint32_t flags = wendi_store_knows(s->store, slot) ? goal : 0;
    s->store->costs[slot] = 0;
    s->store->depths[slot] = 0;
    s->store->meta[slot] = s->store->generation | WENDI_META_OPEN | flags | WENDI_DIRECTION_NONE;
    wendi_array_u32_clear(s->wave);
    const bool is_done = wendi_array_u32_push(s->wave, slot);
    note_waiting(s->search);
    return is_done;
}

static void mark_goals(wend_search *search)
{
    for (size_t k = 0; k < search->goals.count; ++k) {
        const uint32_t goal = search->goals.items[k];
        search->store.costs[goal] = WEND_COST_INFINITE;
        search->store.meta[goal] = search->store.generation | WENDI_META_GOAL;
    }
}

static void meet(wend_search *search, uint32_t slot, uint64_t cost)
{
    search->meeting_slot = slot;
    search->goal_cost = cost;
    search->goal_slot = search->goals.items[0];
}

wend_result wendi_breadth_first_begin(wend_search *search)
{
    wend_result result = wendi_store_begin(&search->store, search->space, true, &search->allocator);
    if (result == WEND_OK && is_two_sided(search)) {
        result = wendi_store_begin(&search->other_store, search->space, true, &search->allocator);
    }
    if (result != WEND_OK) {
        return result;
    }
    search->wave_next = 0;
    search->other_wave_next = 0;
    wendi_array_u32_clear(&search->wave);
    wendi_array_u32_clear(&search->other_wave);
    search->wave_end = 1;
    search->is_other_turn = false;
    search->meeting_slot = UINT32_MAX;
    wendi_buckets_clear(&search->queue, 0, 0);
    mark_goals(search);
    side front = side_of(search, false);
    bool is_done = put_first(&front, search->start_slot);
    if ((search->store.meta[search->start_slot] & WENDI_META_GOAL) != 0) {
        search->goal_slot = search->start_slot;
        search->goal_cost = 0;
    }
    if (is_two_sided(search)) {
        side back = side_of(search, true);
        is_done = is_done && put_first(&back, search->goals.items[0]);
        if (search->start_slot == search->goals.items[0]) {
            meet(search, search->start_slot, 0);
        }
    }
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}

static void note_best(wend_search *search, uint32_t slot)
{
    const wend_goal_kind kind = search->query.goal_kind;
    if (kind != WEND_GOAL_NODE && kind != WEND_GOAL_SET) {
        return;
    }
    const uint32_t stride = search->space->stride;
    const uint64_t guess =
        wendi_search_estimate(search, slot, (int32_t)(slot % stride), (int32_t)(slot / stride));
    if (guess < search->best_estimate) {
        search->best_estimate = guess;
        search->best_slot = slot;
    }
}

/* What the step from one slot to its neighbour costs who goes it towards the goal: the factor of
 * the place that is entered. */
static uint64_t step_cost(const side *s, uint32_t from, uint32_t to, uint32_t direction)
{
    const wend_space *space = s->search->space;
    return space->steps.lengths[direction] * space->costs[s->is_backward ? from : to];
}

/* @param arrival a direction, or WENDI_ARRIVAL_LINK. @param way what the step costs. */
static wend_result reach(side *s, uint32_t slot, uint32_t from, uint32_t arrival, uint64_t way)
{
    wend_search *search = s->search;
    const bool is_known = wendi_store_knows(s->store, slot);
    if (is_known && s->store->costs[slot] != WEND_COST_INFINITE) {
        return WEND_OK;
    }
    const uint64_t cost = wendi_cost_add(s->store->costs[from], way);
    const uint32_t depth = s->store->depths[from] + 1;
    if (cost > search->query.max_cost ||
        (search->query.max_depth != 0 && depth > search->query.max_depth)) {
        search->hit_limit = true;
        return WEND_OK;
    }
    const uint32_t goal = is_known ? s->store->meta[slot] & WENDI_META_GOAL : 0;
    s->store->costs[slot] = cost;
    s->store->depths[slot] = depth;
    s->store->meta[slot] = s->store->generation | WENDI_META_OPEN | goal | arrival;
    ++search->answer.generated;
    if (s->facing != NULL) {
        if (wendi_store_knows(s->facing, slot) && s->facing->costs[slot] != WEND_COST_INFINITE) {
            meet(search, slot, cost + s->facing->costs[slot]);
        }
    } else if (goal != 0) {
        search->goal_slot = slot;
        search->goal_cost = cost;
    }
    if (!wendi_array_u32_push(s->wave, slot)) {
        return WEND_ERROR_MEMORY;
    }
    note_waiting(search);
    return WEND_OK;
}

static wend_result take_steps(side *s, uint32_t slot)
{
    const wend_search *search = s->search;
    const wend_space *space = search->space;
    const uint32_t py = slot / space->stride;
    const uint32_t kind = wendi_space_kind(space, slot - py * space->stride, py);
    const uint32_t hood = wendi_hood_open(wendi_space_hood(space, slot, kind));
    uint32_t steps = space->steps.natural[kind * 256 + hood][WENDI_DIRECTION_NONE];
    wend_result result = WEND_OK;
    for (; steps != 0 && result == WEND_OK && search->goal_slot == UINT32_MAX; steps &= steps - 1) {
        const uint32_t d = wendi_ctz64(steps);
        const uint32_t next = wendi_space_beside(space, slot, d);
        result = reach(s, next, slot, d, step_cost(s, slot, next, d));
    }
    return result;
}

/* A link is one step; searching from both ends does not take links. */
static wend_result take_links(side *s, uint32_t slot)
{
    const wend_search *search = s->search;
    const wendi_space_links *links = &search->space->links;
    wend_result result = WEND_OK;
    uint32_t index = wendi_space_links_first(links, slot);
    for (; index < links->count && links->arcs[index].from == slot && result == WEND_OK &&
           search->goal_slot == UINT32_MAX;
         ++index) {
        const wendi_arc *arc = &links->arcs[index];
        const uint64_t found = search->answer.generated;
        if (search->space->costs[arc->to] != WEND_COST_WALL) {
            result = reach(s, arc->to, slot, WENDI_ARRIVAL_LINK, arc->cost);
        }
        if (search->answer.generated != found) {
            s->store->arcs[arc->end] = index;
        }
    }
    return result;
}

static wend_result search_slot(side *s, uint32_t slot)
{
    wend_search *search = s->search;
    s->store->meta[slot] &= ~(uint32_t)WENDI_META_OPEN;
    if (!wendi_search_record(search, slot)) {
        return WEND_ERROR_MEMORY;
    }
    if (s->store->costs[slot] >> WENDI_COST_LIMIT_BITS != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    if (!s->is_backward) {
        note_best(search, slot);
    }
    if (search->query.goal_kind == WEND_GOAL_PREDICATE &&
        search->query.is_goal(search->query.user, wendi_space_node(search->space, slot))) {
        search->goal_slot = slot;
        search->goal_cost = s->store->costs[slot];
        return WEND_OK;
    }
    wend_result result = take_steps(s, slot);
    const wendi_space_links *links = &search->space->links;
    if (result == WEND_OK && links->count > 0 && wendi_space_links_has(links, slot)) {
        result = take_links(s, slot);
    }
    return result;
}

/* Level by level; with two ends the next level is that of the end with fewer places waiting. As
 * whole levels are done, the first meeting is on a way of the fewest steps. */
static bool next_level(wend_search *search)
{
    const size_t waiting = search->wave.count - search->wave_next;
    const size_t other = search->other_wave.count - search->other_wave_next;
    if (waiting == 0 || (is_two_sided(search) && other == 0)) {
        return false;
    }
    search->is_other_turn = is_two_sided(search) && other < waiting;
    search->wave_end = search->is_other_turn ? search->other_wave.count : search->wave.count;
    return true;
}

static wend_result finish(wend_search *search)
{
    return search->query.goal_kind == WEND_GOAL_WITHIN || search->goal_slot != UINT32_MAX
               ? WEND_OK
               : wendi_search_give_up(search, false);
}

wend_result wendi_breadth_first_advance(wend_search *search, uint64_t *steps)
{
    for (;;) {
        size_t *next = search->is_other_turn ? &search->other_wave_next : &search->wave_next;
        if (search->goal_slot != UINT32_MAX) {
            return finish(search);
        }
        if (*next == search->wave_end) {
            if (!next_level(search)) {
                return finish(search);
            }
            continue;
        }
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        --*steps;
        side s = side_of(search, search->is_other_turn);
        const wend_result result = search_slot(&s, s.wave->items[(*next)++]);
        if (result != WEND_OK) {
            return result;
        }
    }
}
