/* Queries on a contraction hierarchy: searches upwards from both ends, on graphs Dijkstra's, on grids
 * A* towards the other end. What cannot lead to a cheaper path than the best so far is left out.
 * Cost: some hundred nodes on road networks of any size; labels are not cleared between queries.
 *
 * A node is not expanded if a path over a more important node reaches it at a lower cost (stall on
 * demand): its label is then not the least one, so no cheapest path climbs through it. */
#include "route/index/hierarchy.h"

#include <string.h>

static const uint64_t COST_LIMIT = (uint64_t)1 << 63;

bool wendi_hierarchy_search_create(wendi_hierarchy_search *s, const wendi_hierarchy *h,
                                   const wend_allocator *allocator)
{
    memset(s, 0, sizeof *s);
    s->hierarchy = h;
    s->node_count = h->node_count;
    s->allocator = *allocator;
    wendi_heap_init(&s->heaps[WENDI_AHEAD], allocator);
    wendi_heap_init(&s->heaps[WENDI_BEHIND], allocator);
    wendi_array_u32_init(&s->chain, allocator);
    wendi_array_u64_init(&s->stack, allocator);
    const size_t count = WENDI_SIDES * ((size_t)h->node_count + 1);
    s->labels = wendi_alloc_items_zero(allocator, count, sizeof s->labels[0]);
    return s->labels != NULL && wendi_heap_reserve(&s->heaps[WENDI_AHEAD], 1, h->node_count) &&
           wendi_heap_reserve(&s->heaps[WENDI_BEHIND], 1, h->node_count);
}

void wendi_hierarchy_search_destroy(wendi_hierarchy_search *s)
{
    if (s->hierarchy == NULL) {
        return;
    }
    const size_t count = WENDI_SIDES * ((size_t)s->node_count + 1);
    wendi_free(&s->allocator, s->labels, s->labels == NULL ? 0 : count * sizeof s->labels[0]);
    wendi_heap_free(&s->heaps[WENDI_AHEAD]);
    wendi_heap_free(&s->heaps[WENDI_BEHIND]);
    wendi_array_u32_free(&s->chain);
    wendi_array_u64_free(&s->stack);
    s->hierarchy = NULL;
}

size_t wendi_hierarchy_search_bytes(const wendi_hierarchy_search *s)
{
    size_t bytes = WENDI_SIDES * ((size_t)s->node_count + 1) * sizeof s->labels[0] +
                   s->chain.capacity * sizeof s->chain.items[0] +
                   s->stack.capacity * sizeof s->stack.items[0];
    for (uint32_t side = 0; side < WENDI_SIDES; ++side) {
        bytes += s->heaps[side].capacity * sizeof s->heaps[side].nodes[0] +
                 s->heaps[side].slots.capacity * sizeof s->heaps[side].slots.items[0];
    }
    return bytes;
}

/* ---- the search ---- */

void wendi_hierarchy_search_begin(wendi_hierarchy_search *s)
{
    wendi_heap_clear(&s->heaps[WENDI_AHEAD]);
    wendi_heap_clear(&s->heaps[WENDI_BEHIND]);
    ++s->stamp;
    if (s->stamp == 0) {
        memset(s->labels, 0, WENDI_SIDES * (size_t)s->node_count * sizeof s->labels[0]);
        s->stamp = 1;
    }
    s->best = UINT64_MAX;
    s->meeting = UINT32_MAX;
    s->expanded = 0;
    s->generated = 0;
    s->is_over = false;
}

/* The least that a path from a position to the target of a side costs: on grids the path over open
 * ground. Arcs cost at least as much, so keys do not decrease along them. */
static uint64_t estimate(const wendi_hierarchy_search *s, uint32_t side, uint32_t position)
{
    const wendi_hierarchy *h = s->hierarchy;
    if (h->places == NULL) {
        return 0;
    }
    return wendi_hierarchy_octile(h->places[position], s->targets[side], h->factor);
}

static void meet(wendi_hierarchy_search *s, uint32_t side, uint32_t position, uint64_t cost)
{
    const wendi_hierarchy_label *other = &s->labels[(size_t)position * WENDI_SIDES + (1 - side)];
    if (other->stamp == s->stamp && cost + other->cost < s->best) {
        s->best = cost + other->cost;
        s->meeting = position;
    }
}

static bool improve(wendi_hierarchy_search *s, uint32_t side, uint32_t position, uint32_t parent,
                    uint64_t cost)
{
    wendi_hierarchy_label *label = &s->labels[(size_t)position * WENDI_SIDES + side];
    if (cost >= COST_LIMIT) {
        s->is_over = s->is_over || label->stamp != s->stamp;
        return true;
    }
    const uint64_t key = cost + estimate(s, side, position);
    if (key >= s->best) {
        return true; /* no cheaper path leads over it */
    }
    const bool is_new = label->stamp != s->stamp;
    if (!is_new && cost >= label->cost) {
        return true;
    }
    ++s->generated;
    *label = (wendi_hierarchy_label){cost, parent, s->stamp};
    meet(s, side, position, cost);
    /* A label that left the heap is final: keys do not decrease. */
    return is_new ? wendi_heap_push(&s->heaps[side], key, position)
                  : wendi_heap_decrease(&s->heaps[side], key, position);
}

bool wendi_hierarchy_search_add(wendi_hierarchy_search *s, uint32_t side, uint32_t position,
                                uint64_t cost)
{
    return improve(s, side, position, position, cost);
}

static bool is_stalled(const wendi_hierarchy_search *s, uint32_t side, uint32_t position,
                       uint64_t cost)
{
    const wendi_hierarchy_arcs *arcs = &s->hierarchy->arcs[1 - side];
    const uint32_t end = arcs->first[position + 1];
    for (uint32_t k = arcs->first[position]; k < end; ++k) {
        const wendi_hierarchy_arc *arc = &arcs->items[k];
        const wendi_hierarchy_label *above = &s->labels[(size_t)arc->target * WENDI_SIDES + side];
        if (above->stamp == s->stamp && above->cost + arc->cost < cost) {
            return true;
        }
    }
    return false;
}

static bool expand(wendi_hierarchy_search *s, uint32_t side)
{
    uint64_t key;
    uint32_t position;
    (void)wendi_heap_pop(&s->heaps[side], &key, &position);
    const uint64_t cost = s->labels[(size_t)position * WENDI_SIDES + side].cost;
    ++s->expanded;
    /* On grids the estimates leave so few nodes that looking above them costs more than it saves. */
    if (s->hierarchy->places == NULL && is_stalled(s, side, position, cost)) {
        return true;
    }
    const wendi_hierarchy_arcs *arcs = &s->hierarchy->arcs[side];
    const uint32_t end = arcs->first[position + 1];
    for (uint32_t k = arcs->first[position]; k < end; ++k) {
        if (!improve(s, side, arcs->items[k].target, position, cost + arcs->items[k].cost)) {
            return false;
        }
    }
    return true;
}

/* The least key in the heap; infinite where the side is done. */
static uint64_t next_cost(const wendi_hierarchy_search *s, uint32_t side)
{
    const wendi_heap *heap = &s->heaps[side];
    return heap->count == 0 || heap->nodes[0].key >= s->best ? UINT64_MAX : heap->nodes[0].key;
}

wend_result wendi_hierarchy_search_run(wendi_hierarchy_search *s)
{
    for (;;) {
        const uint64_t ahead = next_cost(s, WENDI_AHEAD);
        const uint64_t behind = next_cost(s, WENDI_BEHIND);
        if (ahead == UINT64_MAX && behind == UINT64_MAX) {
            break;
        }
        if (!expand(s, ahead <= behind ? WENDI_AHEAD : WENDI_BEHIND)) {
            return WEND_ERROR_MEMORY;
        }
    }
    if (s->best >= COST_LIMIT) {
        const bool is_over = s->is_over || s->meeting != UINT32_MAX;
        return is_over ? WEND_ERROR_FULL : WEND_NO_PATH;
    }
    return WEND_OK;
}

/* ---- the path ---- */

uint32_t wendi_hierarchy_search_end(const wendi_hierarchy_search *s, uint32_t side)
{
    uint32_t at = s->meeting;
    for (;;) {
        const uint32_t parent = s->labels[(size_t)at * WENDI_SIDES + side].parent;
        if (parent == at) {
            return at;
        }
        at = parent;
    }
}

/* The positions that the search went through, from start to goal. */
static bool list_chain(wendi_hierarchy_search *s)
{
    wendi_array_u32_clear(&s->chain);
    for (uint32_t side = 0; side < WENDI_SIDES; ++side) {
        uint32_t at = s->meeting;
        if (side == WENDI_AHEAD && !wendi_array_u32_push(&s->chain, at)) {
            return false;
        }
        for (;;) {
            const uint32_t parent = s->labels[(size_t)at * WENDI_SIDES + side].parent;
            if (parent == at) {
                break;
            }
            if (!wendi_array_u32_push(&s->chain, parent)) {
                return false;
            }
            at = parent;
        }
        for (size_t low = 0, high = s->chain.count; side == WENDI_AHEAD && low + 1 < high; ++low) {
            const uint32_t swapped = s->chain.items[low];
            s->chain.items[low] = s->chain.items[--high];
            s->chain.items[high] = swapped;
        }
    }
    return true;
}

static bool push_pair(wendi_hierarchy_search *s, uint32_t from, uint32_t to)
{
    return wendi_array_u64_push(&s->stack, (uint64_t)from << 32 | to);
}

wend_result wendi_hierarchy_search_unpack(wendi_hierarchy_search *s, uint32_t *start,
                                          wendi_hierarchy_hop_fn hop, void *context)
{
    wendi_array_u64_clear(&s->stack);
    bool is_done = list_chain(s);
    *start = is_done ? s->chain.items[0] : UINT32_MAX;
    for (size_t k = s->chain.count; is_done && k-- > 1;) {
        is_done = push_pair(s, s->chain.items[k - 1], s->chain.items[k]);
    }
    while (is_done && s->stack.count > 0) {
        const uint64_t pair = s->stack.items[--s->stack.count];
        const uint32_t from = (uint32_t)(pair >> 32);
        const uint32_t to = (uint32_t)pair;
        const wendi_hierarchy_arc *arc = wendi_hierarchy_arc_between(s->hierarchy, from, to);
        const uint32_t middle = arc->via & ~WENDI_SHORTCUT;
        is_done = (arc->via & WENDI_SHORTCUT) == 0
                      ? hop(context, from, to, arc->via)
                      : push_pair(s, middle, to) && push_pair(s, from, middle);
    }
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}
