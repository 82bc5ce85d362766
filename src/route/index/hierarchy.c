/* Hierarchies: from a finished contraction to arrays by position, and the checks of those from
 * files.
 * Cost: linear. */
#include "route/index/hierarchy.h"

#include <string.h>

enum { NODES_PER_STEP = 64, ARCS_PER_STEP = 16 }; /* of a layout */

static bool create_arcs(wendi_hierarchy_arcs *arcs, uint32_t node_count, uint32_t count,
                        const wend_allocator *a)
{
    arcs->count = count;
    arcs->first = wendi_alloc_items_zero(a, (size_t)node_count + 1, sizeof arcs->first[0]);
    arcs->items = wendi_alloc_items_zero(a, (size_t)count + 1, sizeof arcs->items[0]);
    return arcs->first != NULL && arcs->items != NULL;
}

static void free_arcs(wendi_hierarchy_arcs *arcs, uint32_t node_count, const wend_allocator *a)
{
    const size_t firsts = (size_t)node_count + 1;
    wendi_free(a, arcs->first, arcs->first == NULL ? 0 : firsts * sizeof arcs->first[0]);
    const size_t items = (size_t)arcs->count + 1;
    wendi_free(a, arcs->items, arcs->items == NULL ? 0 : items * sizeof arcs->items[0]);
}

bool wendi_hierarchy_create(wendi_hierarchy *h, uint32_t node_count, bool is_symmetric,
                            const uint32_t arc_counts[WENDI_SIDES], const wend_allocator *allocator)
{
    memset(h, 0, sizeof *h);
    h->node_count = node_count;
    h->is_symmetric = is_symmetric;
    h->nodes = wendi_alloc_items_zero(allocator, (size_t)node_count + 1, sizeof h->nodes[0]);
    h->positions =
        wendi_alloc_items_zero(allocator, (size_t)node_count + 1, sizeof h->positions[0]);
    bool is_done =
        h->nodes != NULL && h->positions != NULL &&
        create_arcs(&h->arcs[WENDI_AHEAD], node_count, arc_counts[WENDI_AHEAD], allocator);
    if (is_done && is_symmetric) {
        h->arcs[WENDI_BEHIND] = h->arcs[WENDI_AHEAD];
    } else if (is_done) {
        is_done =
            create_arcs(&h->arcs[WENDI_BEHIND], node_count, arc_counts[WENDI_BEHIND], allocator);
    }
    return is_done;
}

void wendi_hierarchy_destroy(wendi_hierarchy *h, const wend_allocator *allocator)
{
    const size_t nodes = (size_t)h->node_count + 1;
    wendi_free(allocator, h->nodes, h->nodes == NULL ? 0 : nodes * sizeof h->nodes[0]);
    wendi_free(allocator, h->positions, h->positions == NULL ? 0 : nodes * sizeof h->positions[0]);
    wendi_free(allocator, h->places, h->places == NULL ? 0 : nodes * sizeof h->places[0]);
    if (!h->is_symmetric) {
        free_arcs(&h->arcs[WENDI_BEHIND], h->node_count, allocator);
    }
    free_arcs(&h->arcs[WENDI_AHEAD], h->node_count, allocator);
    memset(h, 0, sizeof *h);
}

size_t wendi_hierarchy_bytes(const wendi_hierarchy *h)
{
    size_t bytes = ((size_t)h->node_count + 1) * (h->places != NULL ? 3 : 2) * sizeof(uint32_t);
    for (uint32_t side = 0; side < (h->is_symmetric ? 1u : 2u); ++side) {
        bytes += ((size_t)h->node_count + 1) * sizeof(uint32_t) +
                 ((size_t)h->arcs[side].count + 1) * sizeof(wendi_hierarchy_arc);
    }
    return bytes;
}

bool wendi_hierarchy_place(wendi_hierarchy *h, const uint32_t *cells, uint32_t factor,
                           const wend_allocator *allocator)
{
    h->places = wendi_alloc_items_zero(allocator, (size_t)h->node_count + 1, sizeof h->places[0]);
    h->factor = factor;
    for (uint32_t position = 0; position < h->node_count && h->places != NULL; ++position) {
        h->places[position] = cells[h->nodes[position]];
    }
    return h->places != NULL;
}

/* ---- layout ---- */

/* The core first, then the nodes that left, the last one first. */
static void order_nodes(wendi_hierarchy *h, const wendi_contraction *c)
{
    const uint32_t left = (uint32_t)c->order.count;
    h->core_count = h->node_count - left;
    memset(h->positions, 0xFF, h->node_count * sizeof h->positions[0]);
    for (uint32_t k = 0; k < left; ++k) {
        h->positions[c->order.items[k]] = h->node_count - 1 - k;
    }
    uint32_t core = 0;
    for (uint32_t node = 0; node < h->node_count; ++node) {
        h->positions[node] = h->positions[node] == UINT32_MAX ? core++ : h->positions[node];
        h->nodes[h->positions[node]] = node;
    }
}

/* Copies the arcs of a node, sorted by target. */
static void copy_arcs(const wendi_hierarchy *h, wendi_hierarchy_arcs *arcs,
                      const wendi_contraction *c, const wendi_contraction_list *lists,
                      const wendi_hierarchy_layout *layout, uint32_t position)
{
    const wendi_contraction_list list = lists[h->nodes[position]];
    wendi_sort_pair *pairs = layout->pairs;
    uint32_t count = arcs->first[position];
    for (uint32_t k = 0; k < list.count; ++k) {
        pairs[k] = (wendi_sort_pair){h->positions[c->pool[list.begin + k].target], k};
    }
    wendi_sort_pairs(pairs, pairs + layout->longest, list.count);
    for (uint32_t k = 0; k < list.count; ++k) {
        const wendi_contraction_arc *arc = &c->pool[list.begin + pairs[k].value];
        const bool is_shortcut = (arc->via & WENDI_SHORTCUT) != 0;
        arcs->items[count++] = (wendi_hierarchy_arc){
            arc->cost, h->positions[arc->target],
            is_shortcut ? WENDI_SHORTCUT | h->positions[arc->via & ~WENDI_SHORTCUT] : arc->via};
    }
    arcs->first[position + 1] = count;
}

/* Counts all arcs. @param longest raised to the longest list. */
static uint32_t count_arcs(const wendi_contraction *c, const wendi_contraction_list *lists,
                           uint32_t *longest)
{
    uint32_t count = 0;
    for (uint32_t node = 0; node < c->node_count; ++node) {
        count += lists[node].count;
        *longest = lists[node].count > *longest ? lists[node].count : *longest;
    }
    return count;
}

void wendi_hierarchy_layout_destroy(wendi_hierarchy_layout *layout, const wend_allocator *allocator)
{
    const size_t pair_count = 2 * (size_t)layout->longest;
    wendi_free(allocator, layout->pairs,
               layout->pairs == NULL ? 0 : pair_count * sizeof layout->pairs[0]);
    memset(layout, 0, sizeof *layout);
}

static wend_result begin_layout(wendi_hierarchy_layout *layout, wendi_hierarchy *h,
                                const wendi_contraction *c)
{
    layout->longest = 1;
    const uint32_t ahead = count_arcs(c, c->out, &layout->longest);
    const uint32_t behind = count_arcs(c, c->in, &layout->longest);
    layout->pairs =
        wendi_alloc_items(&c->allocator, 2 * (size_t)layout->longest, sizeof layout->pairs[0]);
    const bool has_memory =
        layout->pairs != NULL &&
        wendi_hierarchy_create(h, c->node_count, c->is_symmetric,
                               (const uint32_t[WENDI_SIDES]){ahead, behind}, &c->allocator);
    if (!has_memory) {
        wendi_hierarchy_destroy(h, &c->allocator);
        wendi_hierarchy_layout_destroy(layout, &c->allocator);
        return WEND_ERROR_MEMORY;
    }
    order_nodes(h, c);
    return WEND_OK;
}

wend_result wendi_hierarchy_lay_out(wendi_hierarchy_layout *layout, wendi_hierarchy *h,
                                    const wendi_contraction *c, uint64_t *steps)
{
    if (*steps == 0) {
        return WEND_IN_PROGRESS;
    }
    if (layout->pairs == NULL) {
        const wend_result result = begin_layout(layout, h, c);
        if (result != WEND_OK) {
            return result;
        }
        const uint64_t used = 1 + c->node_count / NODES_PER_STEP;
        *steps -= used < *steps ? used : *steps;
    }
    const uint32_t side_count = h->is_symmetric ? 1 : 2;
    for (; layout->side < side_count; ++layout->side, layout->position = 0) {
        for (; layout->position < h->node_count; ++layout->position) {
            if (*steps == 0) {
                return WEND_IN_PROGRESS;
            }
            const wendi_contraction_list *lists = layout->side == WENDI_AHEAD ? c->out : c->in;
            copy_arcs(h, &h->arcs[layout->side], c, lists, layout, layout->position);
            const uint64_t used = 1 + lists[h->nodes[layout->position]].count / ARCS_PER_STEP;
            *steps -= used < *steps ? used : *steps;
        }
    }
    if (h->is_symmetric) {
        h->arcs[WENDI_BEHIND] = h->arcs[WENDI_AHEAD];
    }
    wendi_hierarchy_layout_destroy(layout, &c->allocator);
    return WEND_OK;
}

/* ---- arcs ---- */

static const wendi_hierarchy_arc *arc_of(const wendi_hierarchy_arcs *arcs, uint32_t position,
                                         uint32_t target)
{
    uint32_t low = arcs->first[position];
    uint32_t high = arcs->first[position + 1];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (arcs->items[middle].target < target) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < arcs->first[position + 1] && arcs->items[low].target == target ? &arcs->items[low]
                                                                                : NULL;
}

const wendi_hierarchy_arc *wendi_hierarchy_arc_between(const wendi_hierarchy *h, uint32_t from,
                                                       uint32_t to)
{
    const bool is_ahead = to < from || to < h->core_count;
    return is_ahead ? arc_of(&h->arcs[WENDI_AHEAD], from, to)
                    : arc_of(&h->arcs[WENDI_BEHIND], to, from);
}

/* ---- checks ---- */

static bool are_arcs_sorted(const wendi_hierarchy *h, uint32_t side)
{
    const wendi_hierarchy_arcs *arcs = &h->arcs[side];
    for (uint32_t position = 0; position < h->node_count; ++position) {
        for (uint32_t k = arcs->first[position]; k + 1 < arcs->first[position + 1]; ++k) {
            if (arcs->items[k].target >= arcs->items[k + 1].target) {
                return false;
            }
        }
    }
    return true;
}

/* True if a shortcut's two halves exist and cost as much as it does. The middle lies lower than the
 * ends, so unpacking descends and ends. */
static bool is_shortcut_sound(const wendi_hierarchy *h, uint32_t side, uint32_t position,
                              const wendi_hierarchy_arc *arc)
{
    const uint32_t middle = arc->via & ~WENDI_SHORTCUT;
    if (middle >= h->node_count || middle <= position || middle <= arc->target ||
        middle < h->core_count) {
        return false;
    }
    const uint32_t from = side == WENDI_AHEAD ? position : arc->target;
    const uint32_t to = side == WENDI_AHEAD ? arc->target : position;
    const wendi_hierarchy_arc *first = arc_of(&h->arcs[WENDI_BEHIND], middle, from);
    const wendi_hierarchy_arc *second = arc_of(&h->arcs[WENDI_AHEAD], middle, to);
    return first != NULL && second != NULL && first->cost + second->cost == arc->cost;
}

static bool are_arcs_sound(const wendi_hierarchy *h, uint32_t side, uint32_t position,
                           uint32_t edge_count)
{
    const wendi_hierarchy_arcs *arcs = &h->arcs[side];
    for (uint32_t k = arcs->first[position]; k < arcs->first[position + 1]; ++k) {
        const wendi_hierarchy_arc *arc = &arcs->items[k];
        const bool is_up = position < h->core_count
                               ? arc->target < h->core_count && arc->target != position
                               : arc->target < position;
        /* No way over a grid is shorter than over open ground: searches rely on that. */
        const uint64_t least =
            h->places == NULL || arc->target >= h->node_count
                ? 1
                : wendi_hierarchy_octile(h->places[position], h->places[arc->target], h->factor);
        const bool is_cost = arc->cost > 0 && arc->cost >= least && arc->cost <= (uint64_t)1 << 62;
        if (!is_up || !is_cost ||
            ((arc->via & WENDI_SHORTCUT) == 0 ? arc->via >= edge_count
                                              : !is_shortcut_sound(h, side, position, arc))) {
            return false;
        }
    }
    return true;
}

/* In the core an arc stands on both sides, with the same content. */
static bool is_core_sound(const wendi_hierarchy *h, uint32_t position)
{
    for (uint32_t side = 0; side < WENDI_SIDES; ++side) {
        const wendi_hierarchy_arcs *arcs = &h->arcs[side];
        for (uint32_t k = arcs->first[position]; k < arcs->first[position + 1]; ++k) {
            const wendi_hierarchy_arc *arc = &arcs->items[k];
            const wendi_hierarchy_arc *twin = arc_of(&h->arcs[1 - side], arc->target, position);
            if (twin == NULL || twin->cost != arc->cost || twin->via != arc->via) {
                return false;
            }
        }
    }
    return true;
}

const char *wendi_hierarchy_check(const wendi_hierarchy *h, uint32_t edge_count)
{
    for (uint32_t side = 0; side < WENDI_SIDES; ++side) {
        const wendi_hierarchy_arcs *arcs = &h->arcs[side];
        if (arcs->first[0] != 0 || arcs->first[h->node_count] != arcs->count) {
            return "the counts of arcs make no sense";
        }
        for (uint32_t position = 0; position < h->node_count; ++position) {
            if (arcs->first[position] > arcs->first[position + 1]) {
                return "the counts of arcs make no sense";
            }
        }
    }
    for (uint32_t node = 0; node < h->node_count; ++node) {
        if (h->positions[node] >= h->node_count || h->nodes[h->positions[node]] != node) {
            return "the order of nodes is none";
        }
    }
    if (!are_arcs_sorted(h, WENDI_AHEAD) || !are_arcs_sorted(h, WENDI_BEHIND)) {
        return "the arcs of a node are not in order";
    }
    for (uint32_t position = 0; position < h->node_count; ++position) {
        if (!are_arcs_sound(h, WENDI_AHEAD, position, edge_count) ||
            !are_arcs_sound(h, WENDI_BEHIND, position, edge_count) ||
            (position < h->core_count && !is_core_sound(h, position))) {
            return "an arc makes no sense";
        }
    }
    return NULL;
}
