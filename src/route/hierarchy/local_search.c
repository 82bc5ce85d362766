/* Dijkstra's search within one region of a graph, and over portals within one group.
 * Cost: 50 ns for each node or portal and 5 ns for each arc or cost. Nothing is allocated. */
#include "route/hierarchy/local_search.h"

#include <string.h>

/* ---- memory ---- */

static bool reserve_records(wendi_local_records *r, uint32_t count, const wend_allocator *a)
{
    if (count <= r->capacity) {
        return true;
    }
    wendi_local_records made = {.capacity = count};
    wendi_heap_init(&made.heap, a);
    made.sums = wendi_alloc_items(a, count, sizeof made.sums[0]);
    made.from = wendi_alloc_items(a, count, sizeof made.from[0]);
    made.via = wendi_alloc_items(a, count, sizeof made.via[0]);
    const bool has_memory = made.sums != NULL && made.from != NULL && made.via != NULL &&
                            wendi_heap_reserve(&made.heap, count, count);
    wendi_local_records *gone = has_memory ? r : &made;
    wendi_free(a, gone->sums, gone->capacity * sizeof made.sums[0]);
    wendi_free(a, gone->from, gone->capacity * sizeof made.from[0]);
    wendi_free(a, gone->via, gone->capacity * sizeof made.via[0]);
    wendi_heap_free(&gone->heap);
    if (has_memory) {
        *r = made;
    }
    return has_memory;
}

bool wendi_local_reserve(wendi_local *local, const wend_hierarchy *h, uint32_t portals,
                         const wend_allocator *a)
{
    const wendi_abstract_regions *r = &h->regions;
    const uint32_t count = r->most > portals ? r->most : portals;
    return (h->space->net != NULL ||
            wendi_local_grid_reserve(&local->grid, r->sector_size, r->sector_size, a)) &&
           reserve_records(&local->records, count, a);
}

void wendi_local_destroy(wendi_local *local, const wend_allocator *allocator)
{
    wendi_local_records *r = &local->records;
    wendi_local_grid_destroy(&local->grid, allocator);
    wendi_free(allocator, r->sums, r->capacity * sizeof r->sums[0]);
    wendi_free(allocator, r->from, r->capacity * sizeof r->from[0]);
    wendi_free(allocator, r->via, r->capacity * sizeof r->via[0]);
    wendi_heap_free(&r->heap);
    memset(r, 0, sizeof *r);
}

size_t wendi_local_bytes(const wendi_local *local)
{
    const wendi_local_records *r = &local->records;
    return wendi_local_grid_bytes(&local->grid) +
           r->capacity * (sizeof r->sums[0] + sizeof r->from[0] + sizeof r->via[0]) +
           r->heap.capacity * sizeof r->heap.nodes[0] +
           r->heap.slots.capacity * sizeof r->heap.slots.items[0];
}

/* ---- records ---- */

static void begin(wendi_local_records *r, uint32_t count)
{
    wendi_heap_clear(&r->heap);
    for (uint32_t k = 0; k < count; ++k) {
        r->sums[k] = WEND_COST_INFINITE;
    }
}

static inline void reach(wendi_local_records *r, uint32_t item, uint64_t sum, uint32_t from,
                         uint32_t via)
{
    if (sum >= r->sums[item]) {
        return;
    }
    const bool is_new = r->sums[item] == WEND_COST_INFINITE;
    r->sums[item] = sum;
    r->from[item] = from;
    r->via[item] = via;
    if (is_new) {
        (void)wendi_heap_push(&r->heap, sum, item); /* there is room for all */
    } else {
        (void)wendi_heap_decrease(&r->heap, sum, item);
    }
}

/* ---- nodes of a graph ---- */

static void search_nodes(wendi_local_records *r, const wend_hierarchy *h, wend_node source,
                         wend_node target, bool is_backward)
{
    const wendi_abstract_regions *regions = &h->regions;
    const wendi_space_graph *net = h->space->net;
    const wendi_space_arcs *arcs = is_backward ? &net->in : &net->out;
    const uint32_t region = regions->of_node[source];
    const uint32_t first = regions->first[region];
    begin(r, regions->first[region + 1] - first);
    reach(r, regions->index[source], 0, WENDI_ABSTRACT_NONE, WENDI_ABSTRACT_NONE);
    uint64_t sum;
    uint32_t item;
    while (wendi_heap_pop(&r->heap, &sum, &item)) {
        const uint32_t node = regions->nodes[first + item];
        if (node == target) {
            return;
        }
        for (uint32_t k = arcs->spans[node].first; k < arcs->spans[node].end; ++k) {
            const wendi_space_arc *arc = &arcs->items[k];
            if (arc->cost != WEND_COST_INFINITE && regions->of_node[arc->target] == region) {
                reach(r, regions->index[arc->target], wendi_abstract_add(sum, arc->cost), item,
                      arc->edge);
            }
        }
    }
}

bool wendi_local_find_nodes(wendi_local *local, const wend_hierarchy *h, wend_node source,
                            wend_node target)
{
    search_nodes(&local->records, h, source, target, false);
    return local->records.sums[h->regions.index[target]] != WEND_COST_INFINITE;
}

/* ---- regions of either kind ---- */

void wendi_local_load(wendi_local *local, const wend_hierarchy *h, uint32_t region)
{
    if (h->space->net == NULL) {
        wendi_local_grid_load(&local->grid, h->space, wendi_abstract_region_rect(h, region));
    }
}

void wendi_local_flood(wendi_local *local, const wend_hierarchy *h, wend_node source,
                       bool is_backward)
{
    if (h->space->net == NULL) {
        wendi_local_grid_flood(&local->grid, source, is_backward);
    } else {
        search_nodes(&local->records, h, source, WEND_NODE_NONE, is_backward);
    }
}

uint64_t wendi_local_cost(const wendi_local *local, const wend_hierarchy *h, wend_node node)
{
    return h->space->net == NULL ? wendi_local_grid_cost(&local->grid, node)
                                 : local->records.sums[h->regions.index[node]];
}

/* ---- portals ---- */

void wendi_local_search_portals(wendi_local *local, const wend_hierarchy *h, uint32_t level,
                                uint32_t cell, uint32_t source, uint32_t target)
{
    wendi_local_records *r = &local->records;
    const wendi_abstract_layout *layout = &h->layout;
    const uint32_t below = level - 1;
    const uint32_t first = layout->first[wendi_abstract_cell_first(h, level, cell)];
    const uint32_t end = layout->first[wendi_abstract_cell_first(h, level, cell + 1)];
    begin(r, end - first);
    reach(r, source - first, 0, WENDI_ABSTRACT_NONE, 0);
    uint64_t sum;
    uint32_t item;
    while (wendi_heap_pop(&r->heap, &sum, &item)) {
        const uint32_t portal = item + first;
        if (portal == target) {
            return;
        }
        const uint32_t child = wendi_abstract_cell_of(h, below, layout->regions[portal]);
        /* All that its cell leads to is known where it was reached within the cell. */
        if (r->via[item] != WENDI_ABSTRACT_NONE) {
            const wendi_abstract_block *block = &h->levels[below].blocks[child];
            const uint64_t *row =
                block->costs + (size_t)wendi_abstract_rank(h, below, portal) * block->count;
            for (uint32_t k = 0; k < block->count; ++k) {
                if (row[k] != WEND_COST_INFINITE) {
                    reach(r, wendi_abstract_column(h, below, child, k) - first,
                          wendi_abstract_add(sum, row[k]), item, WENDI_ABSTRACT_NONE);
                }
            }
        }
        for (uint32_t k = layout->arc_first[portal]; k < layout->arc_first[portal + 1]; ++k) {
            const wendi_abstract_arc *arc = &layout->arcs[k];
            if (arc->target >= first && arc->target < end &&
                (below == 0 ||
                 wendi_abstract_cell_of(h, below, layout->regions[arc->target]) != child)) {
                reach(r, arc->target - first, wendi_abstract_add(sum, arc->cost), item, k);
            }
        }
    }
}
