/* Best-first search over cells, written once for records in flat arrays and in pages. The file that
 * includes it includes cell_access.h or page_access.h before that, and calls begin and advance. */
#ifndef WENDI_ROUTE_SEARCH_CELL_BEST_FIRST_H
#define WENDI_ROUTE_SEARCH_CELL_BEST_FIRST_H

#include "route/search/search.h"

typedef struct state {
    uint32_t slot;
    int32_t px, py;
} state;

typedef struct world {
    wend_search *search;
    const wend_space *space;
    slot_records records;
    bool is_plain;           /* the usual estimate, computed in line */
    const uint16_t *indices; /* the space's step sets, or NULL */
    const uint8_t (*sets)[WENDI_ARRIVALS];
} world;

static inline state state_at(const world *w, uint32_t slot)
{
    const uint32_t stride = w->space->stride;
    return (state){slot, (int32_t)(slot % stride), (int32_t)(slot / stride)};
}

static inline world world_of(wend_search *search)
{
    const wendi_step_sets *sets = &search->space->step_sets;
    const bool has_sets =
        sets->indices != NULL && search->answer.method != WEND_METHOD_GREEDY && search->noise == 0;
    const world w = {
        .search = search,
        .space = search->space,
        .records = records_of(&search->records),
        .is_plain = search->heuristic != WEND_HEURISTIC_CUSTOM && search->goal_heuristic.is_plain,
        .indices = has_sets ? sets->indices : NULL,
        .sets = has_sets ? (const uint8_t(*)[WENDI_ARRIVALS])sets->sets : NULL,
    };
    return w;
}

static inline open_list *open_of(const world *w)
{
    return &w->search->queue;
}

static inline wend_result begin_records(wend_search *search)
{
    return wendi_cell_records_begin(&search->records, search->space, search->query.max_depth != 0,
                                    &search->allocator);
}

/* If not, the depth is noted. */
static bool is_too_deep(const world *w, uint32_t slot, uint32_t from)
{
    const uint32_t max_depth = w->search->query.max_depth;
    uint32_t *depths = w->search->records.depths;
    if (max_depth == 0) {
        return false;
    }
    if (depths[from] >= max_depth) {
        return true;
    }
    depths[slot] = depths[from] + 1;
    return false;
}

static inline uint64_t remaining_at(const world *w, const state *at, uint32_t known)
{
    (void)known;
    return w->is_plain ? wendi_grid_heuristic_plain(&w->search->goal_heuristic, at->px, at->py)
                       : wendi_search_estimate(w->search, at->slot, at->px, at->py);
}

static inline uint64_t weight_at(const world *w, const state *at)
{
    return wendi_search_weight_at(w->search, at->px, at->py);
}

static inline void prefetch(const world *w, uint32_t slot)
{
    (void)w;
    (void)slot; /* neighbouring cells are read in any case */
}

#include "route/search/best_first.h"

/* ---- steps ---- */

static void expand_links(best_first_loop *l, uint32_t slot, uint64_t cost)
{
    const wend_space *space = l->world.space;
    const wendi_space_links *links = &space->links;
    uint32_t index = wendi_space_links_first(links, slot);
    for (; index < links->count && links->arcs[index].from == slot; ++index) {
        const wendi_link_arc *arc = &links->arcs[index];
        const uint64_t sum = wendi_cost_add(cost, arc->cost);
        const state to = state_at(&l->world, arc->to);
        uint32_t known;
        if (space->costs[arc->to] != WEND_COST_WALL && improves(l, arc->to, sum, &known) &&
            reach(l, &to, slot, WENDI_ARRIVAL_LINK, sum, known)) {
            l->world.search->records.arcs[arc->end] = index;
        }
    }
}

/* Greedy search uses only pruning that never needs a cell to be reopened. */
static inline uint32_t steps_out(const best_first_loop *l, uint32_t slot, int32_t px, int32_t py)
{
    const wend_space *space = l->world.space;
    const uint32_t arrival = meta_of(&l->world.records, slot) & WENDI_META_DIRECTION;
    if (l->world.indices != NULL) {
        return l->world.sets[l->world.indices[slot]][arrival];
    }
    /* Tested first, so that on squares nothing depends on the division behind px and py. */
    const uint32_t kind = space->is_hex ? wendi_space_kind(space, (uint32_t)px, (uint32_t)py) : 0;
    const uint64_t bytes = wendi_space_neighbour_costs(space, slot, kind);
    if (l->world.search->noise != 0) {
        /* Of paths of equal cost the noise may prefer any, so none is pruned. */
        return wendi_steps_not_back(&space->steps, kind, arrival, bytes);
    }
    return l->method == WEND_METHOD_GREEDY
               ? wendi_steps_from(&space->steps, kind, arrival, bytes, space->costs[slot])
               : wendi_steps_onward(&space->steps, kind, arrival, bytes, space->costs[slot]);
}

static inline void expand(best_first_loop *l, uint32_t slot)
{
    const wend_space *space = l->world.space;
    const uint64_t cost = cost_of(&l->world.records, slot);
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
        uint32_t known;
        if (improves(l, next, sum, &known)) {
            const state to = {next, to_x, to_y};
            (void)reach(l, &to, slot, d, sum, known);
        }
    }
    if (space->links.count > 0 && wendi_space_links_has(&space->links, slot)) {
        expand_links(l, slot, cost);
    }
}

/* ---- begin and continue ---- */

/* The widest buckets where their inner order does not matter (Dijkstra), and narrower ones where it
 * decides how often a cell is expanded twice; see docs/decisions.md. */
static unsigned bucket_shift(const wend_search *search)
{
    const unsigned step = 32 + (31 - (wendi_clz64(search->space->cost_min) - 32));
    return search->answer.method == WEND_METHOD_DIJKSTRA ? step : step - 1;
}

/* The queue begins at the least key. */
static void prepare_starts(best_first_loop *l)
{
    const wendi_search_ends *starts = &l->world.search->starts;
    uint64_t least = UINT64_MAX;
    for (size_t k = 0; k < starts->count; ++k) {
        const state at = state_at(&l->world, starts->items[k].slot);
        if (l->world.search->query.max_depth != 0) {
            l->world.search->records.depths[at.slot] = 0;
        }
        const uint64_t remaining = l->has_goal ? remaining_at(&l->world, &at, 0) : 0;
        const uint64_t key = key_of(l, &at, starts->items[k].cost, remaining);
        least = key < least ? key : least;
    }
    wendi_bucket_queue_clear(open_of(&l->world), bucket_shift(l->world.search), least);
}

#endif
