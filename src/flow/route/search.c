/* Takes: nodes whose cost to go is known.
 * Gives: those of the windows around, the nearest to the source first.
 * Cost: logarithmic in the queue for each window. */
#include "flow/route/route_private.h"

/* Units that are not worth looking further for: a few steps. Without it a search on open ground
 * looks at all ways that cost the same before it takes one that leaves the source at another angle.
 */
enum { ENOUGH = 24 };

static wendi_open_entry entry_of(const wendi_router *r, uint32_t node)
{
    const wendi_route_node *n = &r->nodes[node];
    const wendi_route_sector *block = &r->blocks[n->block];
    const wendi_route_point at = wendi_route_crossing(r, &block->place, &block->page, n->window);
    return wendi_route_make_entry(r, at, n->cost, node);
}

bool wendi_route_push(wendi_router *r, uint32_t node)
{
    return wendi_open_list_push(&r->queue, &r->allocator, entry_of(r, node));
}

void wendi_route_reorder(wendi_router *r)
{
    size_t count = 0;
    for (size_t i = 0; i < r->queue.count; ++i) {
        const uint32_t node = wendi_open_entry_node(&r->queue.items[i]);
        if (!r->nodes[node].is_closed) {
            r->queue.items[count++] = entry_of(r, node);
        }
    }
    r->queue.count = count;
    wendi_open_list_reorder(&r->queue);
}

/* Takes the next node that waits, unless the source's way is known by then. */
static uint32_t next_node(wendi_router *r)
{
    while (r->queue.count > 0) {
        const wendi_open_entry first = r->queue.items[0];
        const uint32_t node = wendi_open_entry_node(&first);
        const uint64_t least = wendi_route_entry_estimate(r, &first);
        if (r->best <= least + ENOUGH || least == WENDI_ROUTE_UNREACHED) {
            return WENDI_ROUTE_NONE;
        }
        wendi_open_list_pop(&r->queue);
        if (!r->nodes[node].is_closed) {
            r->nodes[node].is_closed = true;
            return node;
        }
    }
    return WENDI_ROUTE_NONE;
}

/* A node that leaves the source's sector is a way for it. */
static void offer(wendi_router *r, uint32_t node, uint32_t left, uint32_t window)
{
    const uint32_t from = r->source_costs[window];
    if (left == r->source_block && from != WENDI_PORTAL_UNCONNECTED &&
        r->nodes[node].cost + from < r->best) {
        r->best = r->nodes[node].cost + from;
        r->best_node = node;
    }
}

/* Does a sector share a side with the source's? */
static bool is_beside_source(const wendi_router *r, const wendi_route_sector *block)
{
    const wendi_sector_bounds *a = &block->place;
    const wendi_sector_bounds *b = &r->blocks[r->source_block].place;
    const int32_t columns = a->column - b->column;
    const int32_t rows = a->row - b->row;
    return a->floor == b->floor && columns * columns + rows * rows == 1;
}

/* Windows that one can come in by. @return false without memory. */
static bool relax(wendi_router *r, uint32_t from, uint32_t left, uint32_t window, uint32_t first,
                  uint32_t end)
{
    const wendi_route_sector *block = &r->blocks[left];
    const uint32_t *costs = block->page.costs + (size_t)window * block->page.window_count;
    const bool is_near = is_beside_source(r, block);
    for (uint32_t v = first; v < end; ++v) {
        const uint32_t at = block->first_node + v;
        wendi_route_node *node = &r->nodes[at];
        if (v == window || costs[v] == WENDI_PORTAL_UNCONNECTED || node->is_closed) {
            continue;
        }
        const uint64_t cost =
            r->nodes[from].cost + costs[v] + wendi_route_entry_cost(r, &block->page, v);
        if (cost >= node->cost) {
            continue;
        }
        node->cost = cost;
        node->parent = from;
        if (!wendi_route_push(r, at)) {
            return false;
        }
        uint32_t out = 0;
        const uint32_t behind =
            is_near ? wendi_route_find_opposite(r, block, v, &out) : WENDI_ROUTE_NONE;
        if (behind != WENDI_ROUTE_NONE) {
            offer(r, at, behind, out);
        }
    }
    return true;
}

wend_result wendi_route_expand(wendi_router *r)
{
    const uint32_t node = next_node(r);
    if (node == WENDI_ROUTE_NONE) {
        return WEND_OK;
    }
    uint32_t window = 0;
    const uint32_t left = wendi_route_node_origin(r, node, &window);
    if (left == WENDI_ROUTE_NONE) {
        return WEND_ERROR_MEMORY;
    }
    ++r->looks;
    if (!wendi_route_may_enter_cluster(r, r->blocks[left].group)) {
        return wendi_array_u32_push(&r->parked, node) ? WEND_IN_PROGRESS : WEND_ERROR_MEMORY;
    }
    offer(r, node, left, window);
    const uint8_t *sides = r->blocks[left].page.first;
    if (!relax(r, node, left, window, 0, sides[WENDI_SIDE_LINK_OUT]) ||
        !relax(r, node, left, window, sides[WENDI_SIDE_LINK_IN], sides[WENDI_BLOCKED_ARCS])) {
        return WEND_ERROR_MEMORY;
    }
    return WEND_IN_PROGRESS;
}
