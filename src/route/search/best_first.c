/* Best-first search over cells: Dijkstra, A*, weighted A*, greedy.
 * Cost: one step for each cell expanded, constant time each; 12 bytes a cell of the space. */
#include "route/search/search.h"

#include <string.h>

/* The state of the loop; filled anew for each slice, so that the compiler may keep it in registers.
 */
typedef struct best_first_loop {
    wend_search *search;
    const wend_space *space;
    uint64_t *costs;
    uint32_t *meta;
    uint32_t generation;
    wend_method method;
    bool has_goal;   /* estimates are useful: there is a goal with a position, or the user's */
    bool is_plain;   /* the usual estimate, worked out in line */
    bool has_limits; /* of cost or depth */
    bool has_noise;
    bool is_out_of_memory;
    const uint16_t *indices; /* the space's step sets, or NULL */
    const uint8_t (*sets)[WENDI_ARRIVALS];
} best_first_loop;

static best_first_loop loop_of(wend_search *search)
{
    const wend_goal_kind kind = search->query.goal_kind;
    best_first_loop l;
    memset(&l, 0, sizeof l);
    l.search = search;
    l.space = search->space;
    l.costs = search->records.costs;
    l.meta = search->records.meta;
    l.generation = search->records.generation;
    l.method = search->answer.method;
    l.has_goal = kind == WEND_GOAL_NODE || kind == WEND_GOAL_SET ||
                 (search->heuristic == WEND_HEURISTIC_CUSTOM && kind == WEND_GOAL_PREDICATE);
    l.is_plain = search->heuristic != WEND_HEURISTIC_CUSTOM && search->guess.is_plain;
    l.has_limits = search->query.max_cost != WEND_COST_INFINITE || search->query.max_depth != 0;
    l.has_noise = search->noise != 0;
    if (search->space->step_sets.indices != NULL && l.method != WEND_METHOD_GREEDY &&
        !l.has_noise) {
        l.indices = search->space->step_sets.indices;
        l.sets = (const uint8_t(*)[WENDI_ARRIVALS])search->space->step_sets.sets;
    }
    return l;
}

static inline uint64_t estimate(const best_first_loop *l, uint32_t slot, int32_t px, int32_t py)
{
    if (!l->has_goal) {
        return 0;
    }
    return l->is_plain ? wendi_grid_heuristic_plain(&l->search->guess, px, py)
                       : wendi_search_estimate(l->search, slot, px, py);
}

static inline uint64_t weigh(uint64_t remaining, uint64_t weight)
{
    const uint64_t coarse = remaining >> 16;
    return coarse > UINT64_MAX / weight ? UINT64_MAX : coarse * weight;
}

static inline uint64_t key_of(const best_first_loop *l, uint64_t cost, uint64_t remaining,
                              int32_t px, int32_t py)
{
    if (l->has_noise) {
        return wendi_cost_add(cost, weigh(remaining, wendi_search_weight_at(l->search, px, py)));
    }
    switch (l->method) {
    case WEND_METHOD_GREEDY:
        return remaining;
    case WEND_METHOD_ASTAR_WEIGHTED:
        return wendi_cost_add(cost, weigh(remaining, l->search->weight));
    case WEND_METHOD_ASTAR:
        return wendi_cost_add(cost, remaining);
    case WEND_METHOD_DIJKSTRA:
    case WEND_METHOD_BEST:
    case WEND_METHOD_BREADTH_FIRST:
    case WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL:
    case WEND_METHOD_ASTAR_BIDIRECTIONAL:
    case WEND_METHOD_JUMP_POINT:
    case WEND_METHOD_COUNT:
    default:
        return cost;
    }
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

static bool is_too_deep(best_first_loop *l, uint32_t slot, uint32_t from)
{
    uint32_t *depths = l->search->records.depths;
    if (l->search->query.max_depth == 0) {
        return false;
    }
    if (depths[from] >= l->search->query.max_depth) {
        return true;
    }
    depths[slot] = depths[from] + 1;
    return false;
}

/* Relaxes a cell to a lower cost. @return false if the path is dropped. */
static inline bool reach(best_first_loop *l, uint32_t slot, uint32_t from, uint32_t direction,
                         uint64_t cost, int32_t px, int32_t py, uint32_t flags)
{
    wend_search *search = l->search;
    if (l->has_limits && (cost > search->query.max_cost || is_too_deep(l, slot, from))) {
        search->hit_limit = true;
        return false;
    }
    const uint64_t remaining = estimate(l, slot, px, py);
    if (wendi_is_unreachable(remaining)) {
        return false;
    }
    /* A path that cannot become cheaper than the goal that was found is dropped. */
    if (search->goal_cost != WEND_COST_INFINITE &&
        wendi_cost_add(cost, remaining) >= search->goal_cost) {
        return false;
    }
    l->costs[slot] = cost;
    l->meta[slot] = l->generation | WENDI_META_OPEN | flags | direction;
    ++search->answer.generated;
    if (remaining < search->best_estimate) {
        search->best_estimate = remaining;
        search->best_slot = slot;
    }

    if ((flags & WENDI_META_GOAL) != 0) {
        note_goal(search, slot, cost);
    }
    if (!wendi_bucket_queue_push(&search->queue, key_of(l, cost, remaining, px, py), slot)) {
        l->is_out_of_memory = true;
    }
    return true;
}

/* Greedy search does not reopen a cell: as its order is not one of costs, cheaper paths turn up
 * again and again. A goal's cost is infinite until it is found. */
static inline bool is_closed(const best_first_loop *l, uint32_t known, uint64_t cost)
{
    return l->method == WEND_METHOD_GREEDY && (known & WENDI_META_OPEN) == 0 &&
           cost != WEND_COST_INFINITE;
}

/* True if this cost improves on the best known. @param flags set to those that the cell keeps. */
static inline bool improves(const best_first_loop *l, uint32_t slot, uint64_t cost, uint32_t *flags)
{
    const uint32_t known = l->meta[slot];
    *flags = 0;
    if ((known & ~(uint32_t)(WENDI_META_GENERATION - 1)) != l->generation) {
        return true;
    }
    *flags = known & WENDI_META_GOAL;
    return cost < l->costs[slot] && !is_closed(l, known, l->costs[slot]);
}

static void expand_links(best_first_loop *l, uint32_t slot, uint64_t cost)
{
    const wend_space *space = l->space;
    const wendi_space_links *links = &space->links;
    uint32_t index = wendi_space_links_first(links, slot);
    for (; index < links->count && links->arcs[index].from == slot; ++index) {
        const wendi_link_arc *arc = &links->arcs[index];
        const uint64_t sum = wendi_cost_add(cost, arc->cost);
        const int32_t py = (int32_t)(arc->to / space->stride);
        const int32_t px = (int32_t)(arc->to - (uint32_t)py * space->stride);
        uint32_t flags;
        if (space->costs[arc->to] != WEND_COST_WALL && improves(l, arc->to, sum, &flags) &&
            reach(l, arc->to, slot, WENDI_ARRIVAL_LINK, sum, px, py, flags)) {
            l->search->records.arcs[arc->end] = index;
        }
    }
}

/* Greedy search uses only pruning that never needs a cell to be reopened. */
static inline uint32_t steps_out(const best_first_loop *l, uint32_t slot, int32_t px, int32_t py)
{
    const wend_space *space = l->space;
    const uint32_t arrival = l->meta[slot] & WENDI_META_DIRECTION;
    if (l->indices != NULL) {
        return l->sets[l->indices[slot]][arrival];
    }
    /* Tested first, so that on squares nothing depends on the division behind px and py. */
    const uint32_t kind = space->is_hex ? wendi_space_kind(space, (uint32_t)px, (uint32_t)py) : 0;
    const uint64_t bytes = wendi_space_neighbour_costs(space, slot, kind);
    if (l->has_noise) {
        /* Of paths of equal cost the noise may prefer any, so none is pruned. */
        return wendi_steps_not_back(&space->steps, kind, arrival, bytes);
    }
    return l->method == WEND_METHOD_GREEDY
               ? wendi_steps_from(&space->steps, kind, arrival, bytes, space->costs[slot])
               : wendi_steps_onward(&space->steps, kind, arrival, bytes, space->costs[slot]);
}

static inline void expand(best_first_loop *l, uint32_t slot)
{
    const wend_space *space = l->space;
    const uint64_t cost = l->costs[slot];
    const int32_t py = (int32_t)(slot / space->stride);
    const int32_t px = (int32_t)(slot - (uint32_t)py * space->stride);
    uint32_t steps = steps_out(l, slot, px, py);
    for (; steps != 0; steps &= steps - 1) {
        const uint32_t d = wendi_ctz64(steps);
        uint32_t next = slot + (uint32_t)space->offsets[d];
        const uint64_t sum = cost + space->costs[next] * space->steps.lengths[d];
        int32_t to_x = px + wendi_direction_x(d);
        int32_t to_y = py + wendi_direction_y(d);
        if (space->wraps) {
            to_x = wendi_space_fold_along(to_x, space->width);
            to_y = wendi_space_fold_along(to_y, space->height);
            next = (uint32_t)to_y * space->stride + (uint32_t)to_x;
        }
        uint32_t flags;
        if (improves(l, next, sum, &flags)) {
            (void)reach(l, next, slot, d, sum, to_x, to_y, flags);
        }
    }
    if (space->links.count > 0 && wendi_space_links_has(&space->links, slot)) {
        expand_links(l, slot, cost);
    }
}

/* ---- begin ---- */

/* The widest buckets where their inner order does not matter (Dijkstra), and narrower ones where it
 * decides how often a cell is expanded twice; see docs/decisions.md. */
static unsigned bucket_shift(const wend_search *search)
{
    const unsigned step = 32 + (31 - (wendi_clz64(search->space->cost_min) - 32));
    return search->answer.method == WEND_METHOD_DIJKSTRA ? step : step - 1;
}

static uint64_t estimate_at(const best_first_loop *l, uint32_t slot)
{
    const uint32_t stride = l->space->stride;
    return estimate(l, slot, (int32_t)(slot % stride), (int32_t)(slot / stride));
}

static uint64_t key_at(const best_first_loop *l, uint32_t slot, uint64_t cost, uint64_t remaining)
{
    const uint32_t stride = l->space->stride;
    return key_of(l, cost, remaining, (int32_t)(slot % stride), (int32_t)(slot / stride));
}

/* Of all starts. */
static uint64_t least_key(const best_first_loop *l)
{
    const wendi_search_ends *starts = &l->search->starts;
    uint64_t least = UINT64_MAX;
    for (size_t k = 0; k < starts->count; ++k) {
        const uint32_t slot = starts->items[k].slot;
        const uint64_t key = key_at(l, slot, starts->items[k].cost, estimate_at(l, slot));
        least = key < least ? key : least;
    }
    return least;
}

/* @return false without memory. */
static bool push_start(best_first_loop *l, const wendi_search_end *start)
{
    wend_search *search = l->search;
    const uint32_t slot = start->slot;
    const uint64_t remaining = estimate_at(l, slot);
    if (wendi_is_unreachable(remaining)) {
        return true;
    }
    const bool is_goal = wendi_cell_records_has(&search->records, slot);
    if (search->query.max_depth != 0) {
        search->records.depths[slot] = 0;
    }
    if (remaining < search->best_estimate) {
        search->best_estimate = remaining;
        search->best_slot = slot;
    }
    l->costs[slot] = start->cost;
    l->meta[slot] =
        l->generation | WENDI_META_OPEN | (is_goal ? WENDI_META_GOAL : 0) | WENDI_DIRECTION_NONE;
    if (is_goal) {
        note_goal(search, slot, start->cost);
    }
    return wendi_bucket_queue_push(&search->queue, key_at(l, slot, start->cost, remaining), slot);
}

wend_result wendi_best_first_begin(wend_search *search)
{
    const wend_result taken = wendi_cell_records_begin(
        &search->records, search->space, search->query.max_depth != 0, &search->allocator);
    if (taken != WEND_OK) {
        return taken;
    }
    best_first_loop l = loop_of(search);
    for (size_t k = 0; k < search->goals.count; ++k) {
        const uint32_t goal = search->goals.items[k].slot;
        l.costs[goal] = WEND_COST_INFINITE;
        l.meta[goal] = l.generation | WENDI_META_GOAL;
    }
    wendi_bucket_queue_clear(&search->queue, bucket_shift(search), least_key(&l));
    for (size_t k = 0; k < search->starts.count; ++k) {
        if (!push_start(&l, &search->starts.items[k])) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

/* ---- the loop ---- */

static wend_result finish(wend_search *search)
{
    if (search->query.goal_kind == WEND_GOAL_WITHIN || search->goal_slot != UINT32_MAX) {
        return WEND_OK;
    }
    return wendi_search_give_up(search, false);
}

/* Pops the next cell to expand; WEND_OK, or how the search ends. */
static wend_result next_slot(best_first_loop *l, uint32_t *slot)
{
    wend_search *search = l->search;
    wendi_bucket_queue *queue = &search->queue;
    for (;;) {
        while (!wendi_bucket_queue_pop_current(queue, slot)) {
            const wend_result moved = wendi_bucket_queue_advance(queue);
            if (moved == WEND_ERROR_MEMORY) {
                return moved;
            }
            if (moved == WEND_NO_PATH || wendi_bucket_queue_bound(queue) >= search->goal_cost) {
                return WEND_NO_PATH;
            }
        }
        const uint32_t known = l->meta[*slot];
        if ((known & WENDI_META_OPEN) == 0) {
            continue;
        }
        if (search->goal_cost == WEND_COST_INFINITE) {
            return WEND_OK;
        }
        if (l->method == WEND_METHOD_GREEDY) {
            return WEND_NO_PATH;
        }
        if (l->costs[*slot] < search->goal_cost) {
            return WEND_OK;
        }
    }
}

/* Searches one slot. */
static wend_result search_slot(best_first_loop *l, uint32_t slot)
{
    wend_search *search = l->search;
    l->meta[slot] &= ~(uint32_t)WENDI_META_OPEN;
    if (!wendi_search_note_expanded(search, slot)) {
        return WEND_ERROR_MEMORY;
    }
    if (l->costs[slot] >> WENDI_COST_LIMIT_BITS != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    if (search->query.goal_kind == WEND_GOAL_PREDICATE &&
        search->query.is_goal(search->query.user, wendi_space_node(l->space, slot))) {
        note_goal(search, slot, l->costs[slot]);
        return WEND_OK;
    }
    expand(l, slot);
    return l->is_out_of_memory ? WEND_ERROR_MEMORY : WEND_OK;
}

wend_result wendi_best_first_advance(wend_search *search, uint64_t *steps)
{
    best_first_loop l = loop_of(search);
    for (;;) {
        uint32_t slot;
        wend_result result = next_slot(&l, &slot);
        if (result != WEND_OK) {
            return result == WEND_NO_PATH ? finish(search) : result;
        }
        if (*steps == 0) {
            /* Back to the top of its bucket, from which it came. */
            const uint64_t key = wendi_bucket_queue_bound(&search->queue);
            return wendi_bucket_queue_push(&search->queue, key, slot) ? WEND_IN_PROGRESS
                                                                      : WEND_ERROR_MEMORY;
        }
        --*steps;
        result = search_slot(&l, slot);
        if (result != WEND_OK) {
            return result;
        }
    }
}
