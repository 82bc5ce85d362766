/* A* over portals, and the records of sectors and nodes it works on.
 * Cost: logarithmic in the open list for each portal. */
#include "flow/route/route_private.h"

/* Units that are not worth further search: a few steps. Without this, a search on open ground
 * expands all paths of equal cost before it takes one that leaves the source at another angle. */
enum { ENOUGH = 24 };

/* ---- records of sectors and nodes ---- */

/* Reserves a record with all its nodes. */
static bool reserve(wendi_router *r)
{
    if (r->index.count == wendi_key_table_capacity(&r->index) &&
        !wendi_key_table_grow(&r->index, &r->allocator)) {
        return false;
    }
    void *records = r->records;
    const bool has_blocks = wendi_grow_items(&r->allocator, &records, &r->record_capacity,
                                             r->record_count, sizeof r->records[0]);
    r->records = records;
    bool has_nodes = true;
    while (has_nodes && r->node_capacity < r->node_count + WENDI_PORTALS_MAX) {
        void *nodes = r->nodes;
        has_nodes = wendi_grow_items(&r->allocator, &nodes, &r->node_capacity, r->node_capacity,
                                     sizeof r->nodes[0]);
        r->nodes = nodes;
    }
    return has_blocks && has_nodes;
}

/* The record of a visited sector, or NONE. */
static uint32_t find_record(const wendi_router *r, uint32_t sector)
{
    return wendi_key_table_find(&r->index, sector);
}

uint32_t wendi_route_record_at(wendi_router *r, uint32_t sector)
{
    const uint32_t known = wendi_key_table_find(&r->index, sector);
    if (known != UINT32_MAX) {
        return known;
    }
    if (!reserve(r)) {
        return WENDI_ROUTE_NONE;
    }
    const uint32_t index =
        wendi_key_table_add(&r->index, wendi_key_table_slot(&r->index, sector), sector);
    wendi_sector_record *record = &r->records[index];
    r->record_count = index + 1;
    record->sector = sector;
    record->first_node = (uint32_t)r->node_count;
    for (int side = 0; side < 4; ++side) {
        record->neighbours[side] = WENDI_ROUTE_NONE;
    }
    record->first_step = record->goals = record->goal_costs = record->goal_step = WENDI_ROUTE_NONE;
    record->bounds = wendi_sector_map_bounds(r->map, sector);
    record->cluster =
        r->clusters == NULL ? WENDI_ROUTE_NONE : wendi_clusters_at(r->clusters, &record->bounds);
    record->page = wendi_portal_graph_sector(r->graph, sector);
    for (uint32_t w = 0; w < record->page.portal_count; ++w) {
        r->nodes[r->node_count++] = (wendi_route_node){.cost = WENDI_ROUTE_UNREACHED,
                                                       .parent = WENDI_ROUTE_NONE,
                                                       .record = index,
                                                       .portal = (uint8_t)w};
    }
    return index;
}

/* The sector beyond a side; there is one where there is a portal. */
static uint32_t sector_behind(const wendi_router *r, const wendi_sector_record *record,
                              uint32_t side)
{
    const uint32_t row = (uint32_t)r->map->floors[record->bounds.floor].sectors_x;
    switch (side) {
    case WENDI_SIDE_NORTH:
        return record->sector - row;
    case WENDI_SIDE_EAST:
        return record->sector + 1;
    case WENDI_SIDE_SOUTH:
        return record->sector + row;
    default:
        return record->sector - 1;
    }
}

uint32_t wendi_route_node_origin(wendi_router *r, uint32_t node, uint32_t *portal)
{
    const uint32_t entered = r->nodes[node].record;
    const uint32_t w = r->nodes[node].portal;
    const wendi_sector_record *record = &r->records[entered];
    const uint32_t side = record->page.portals[w].side;
    if (side >= WENDI_SIDE_LINK_OUT) {
        return wendi_route_record_at(
            r, wendi_portal_graph_opposite(r->graph, record->sector, w, portal));
    }
    uint32_t left = record->neighbours[side];
    const uint32_t nth = w - record->page.first[side];
    if (left == WENDI_ROUTE_NONE) {
        left = wendi_route_record_at(r, sector_behind(r, record, side));
        if (left == WENDI_ROUTE_NONE) {
            return WENDI_ROUTE_NONE;
        }
        r->records[entered].neighbours[side] = left;
        r->records[left].neighbours[side ^ 2] = entered;
    }
    *portal = r->records[left].page.first[side ^ 2] + nth;
    return left;
}

/* The record beyond a portal of a side, if it was visited, and the portal there; NONE. */
static uint32_t find_opposite(const wendi_router *r, const wendi_sector_record *record,
                              uint32_t portal, uint32_t *out)
{
    const uint32_t side = record->page.portals[portal].side;
    if (side >= WENDI_SIDE_LINK_OUT) {
        return WENDI_ROUTE_NONE;
    }
    const uint32_t known = record->neighbours[side] != WENDI_ROUTE_NONE
                               ? record->neighbours[side]
                               : find_record(r, sector_behind(r, record, side));
    if (known != WENDI_ROUTE_NONE) {
        *out = r->records[known].page.first[side ^ 2] + portal - record->page.first[side];
    }
    return known;
}

uint32_t wendi_route_find_node_out(wendi_router *r, uint32_t index, uint32_t portal)
{
    const wendi_sector_record *record = &r->records[index];
    const uint32_t side = record->page.portals[portal].side;
    if (side >= WENDI_SIDE_LINK_OUT) {
        uint32_t across = 0;
        const uint32_t known =
            find_record(r, wendi_portal_graph_opposite(r->graph, record->sector, portal, &across));
        return known == WENDI_ROUTE_NONE ? known : r->records[known].first_node + across;
    }
    uint32_t in = 0;
    const uint32_t known = find_opposite(r, record, portal, &in);
    return known == WENDI_ROUTE_NONE ? known : r->records[known].first_node + in;
}

static const wendi_sector_link *link_at(const wendi_router *r, const wendi_sector_portals *page,
                                        uint32_t portal)
{
    uint32_t count = 0;
    const wendi_sector_link *links = wendi_portal_graph_links(r->graph, &count);
    return &links[page->links[portal - page->first[WENDI_SIDE_LINK_OUT]]];
}

uint64_t wendi_route_entry_cost(const wendi_router *r, const wendi_sector_portals *page,
                                uint32_t portal)
{
    const wendi_portal *w = &page->portals[portal];
    return w->side < WENDI_SIDE_LINK_OUT ? (uint64_t)WENDI_FLOW_STRAIGHT * w->cost
                                         : link_at(r, page, portal)->cost;
}

wendi_route_point wendi_route_crossing(const wendi_router *r, const wendi_sector_bounds *bounds,
                                       const wendi_sector_portals *page, uint32_t portal)
{
    const wendi_portal *w = &page->portals[portal];
    if (w->side >= WENDI_SIDE_LINK_OUT) {
        const wendi_sector_link *link = link_at(r, page, portal);
        const wendi_sector_bounds from = wendi_sector_map_bounds(r->map, link->from_sector);
        return (wendi_route_point){from.floor, 2 * (from.x + link->from_x) + 1,
                                   2 * (from.y + link->from_y) + 1};
    }
    const int32_t middle = 2 * w->first + w->count;
    wendi_route_point at = {bounds->floor, 2 * bounds->x, 2 * bounds->y};
    if (w->side == WENDI_SIDE_NORTH || w->side == WENDI_SIDE_SOUTH) {
        at.x += middle;
        at.y += w->side == WENDI_SIDE_SOUTH ? 2 * bounds->height : 0;
    } else {
        at.x += w->side == WENDI_SIDE_EAST ? 2 * bounds->width : 0;
        at.y += middle;
    }
    return at;
}

/* ---- search ---- */

static wendi_open_entry entry_of(const wendi_router *r, uint32_t node)
{
    const wendi_route_node *n = &r->nodes[node];
    const wendi_route_point at = {n->floor, n->x, n->y};
    return wendi_route_make_entry(r, at, n->cost, node);
}

bool wendi_route_push(wendi_router *r, uint32_t node)
{
    wendi_route_node *n = &r->nodes[node];
    const wendi_sector_record *record = &r->records[n->record];
    const wendi_route_point at = wendi_route_crossing(r, &record->bounds, &record->page, n->portal);
    n->floor = (uint16_t)at.floor;
    n->x = at.x;
    n->y = at.y;
    return wendi_open_list_push(&r->queue, &r->allocator, entry_of(r, node));
}

/* The search for a source mostly ends within a few steps more than the least estimate. */
uint64_t wendi_route_reorder_span(const wendi_router *r)
{
    return (uint64_t)(4 * ENOUGH) * r->unit_parts << 8;
}

void wendi_route_reorder(wendi_router *r)
{
    r->reordered = r->reordered_open = 0;
    r->is_reordering = true;
    if (!r->is_by_clock) {
        wendi_route_continue_reorder(r);
    }
}

void wendi_route_continue_reorder(wendi_router *r)
{
    enum { ENTRIES = 1024 }; /* some 20 us */
    const size_t left = r->queue.total - r->reordered;
    const size_t end = r->is_by_clock && left > ENTRIES ? r->reordered + ENTRIES : r->queue.total;
    for (; r->reordered < end; ++r->reordered) {
        const uint32_t node = wendi_open_entry_node(&r->queue.items[r->reordered]);
        if (!r->nodes[node].is_closed) {
            r->queue.items[r->reordered_open++] = entry_of(r, node);
        }
    }
    if (r->reordered == r->queue.total) {
        r->queue.total = r->reordered_open;
        r->is_reordering = false;
        wendi_open_list_reorder(&r->queue, wendi_route_reorder_span(r));
    }
}

/* Removes the next open node, unless the source's path is known to be good enough. */
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

/* A node that leaves the source's sector completes a path. */
static void offer_to_source(wendi_router *r, uint32_t node, uint32_t left, uint32_t portal)
{
    const uint32_t from = r->source_costs[portal];
    if (left == r->source_record && from != WENDI_PORTAL_UNCONNECTED &&
        r->nodes[node].cost + from < r->best) {
        r->best = r->nodes[node].cost + from;
        r->best_node = node;
    }
}

/* Relaxes portals by which the sector can be entered. @return false: no memory. */
static bool relax(wendi_router *r, uint32_t from, uint32_t left, uint32_t portal, uint32_t first,
                  uint32_t end)
{
    const wendi_sector_record *record = &r->records[left];
    const uint32_t *costs = record->page.costs + (size_t)portal * record->page.portal_count;

    /* True if a sector shares a side with the source's. */
    const wendi_sector_bounds *a = &record->bounds;
    const wendi_sector_bounds *b = &r->records[r->source_record].bounds;
    const int32_t columns = a->column - b->column;
    const int32_t rows = a->row - b->row;
    const bool is_beside = a->floor == b->floor && columns * columns + rows * rows == 1;
    for (uint32_t v = first; v < end; ++v) {
        const uint32_t at = record->first_node + v;
        wendi_route_node *node = &r->nodes[at];
        if (v == portal || costs[v] == WENDI_PORTAL_UNCONNECTED || node->is_closed) {
            continue;
        }
        const uint64_t cost =
            r->nodes[from].cost + costs[v] + wendi_route_entry_cost(r, &record->page, v);
        if (cost >= node->cost) {
            continue;
        }
        node->cost = cost;
        node->parent = from;
        if (!wendi_route_push(r, at)) {
            return false;
        }
        uint32_t out = 0;
        const uint32_t behind = is_beside ? find_opposite(r, record, v, &out) : WENDI_ROUTE_NONE;
        if (behind != WENDI_ROUTE_NONE) {
            offer_to_source(r, at, behind, out);
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
    uint32_t portal = 0;
    const uint32_t left = wendi_route_node_origin(r, node, &portal);
    if (left == WENDI_ROUTE_NONE) {
        return WEND_ERROR_MEMORY;
    }
    ++r->expanded;
    if (!wendi_route_may_enter_cluster(r, r->records[left].cluster)) {
        return wendi_array_u32_push(&r->parked, node) ? WEND_IN_PROGRESS : WEND_ERROR_MEMORY;
    }
    offer_to_source(r, node, left, portal);
    const uint8_t *sides = r->records[left].page.first;
    if (!relax(r, node, left, portal, 0, sides[WENDI_SIDE_LINK_OUT]) ||
        !relax(r, node, left, portal, sides[WENDI_SIDE_LINK_IN], sides[WENDI_SIDES])) {
        return WEND_ERROR_MEMORY;
    }
    return WEND_IN_PROGRESS;
}
