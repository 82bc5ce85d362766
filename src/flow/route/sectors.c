/* Takes: numbers of sectors.
 * Gives: their blocks and nodes, made the first time they are asked for.
 * Cost: constant each; nothing is cleared between searches. */
#include "flow/route/route_private.h"

/* Room for a block with all its nodes. */
static bool reserve(wendi_router *r)
{
    if (r->index.count == wendi_key_table_capacity(&r->index) &&
        !wendi_key_table_grow(&r->index, &r->allocator)) {
        return false;
    }
    void *blocks = r->blocks;
    const bool has_blocks = wendi_grow_items(&r->allocator, &blocks, &r->block_capacity,
                                             r->block_count, sizeof r->blocks[0]);
    r->blocks = blocks;
    bool has_nodes = true;
    while (has_nodes && r->node_capacity < r->node_count + WENDI_PORTALS_MAX) {
        void *nodes = r->nodes;
        has_nodes = wendi_grow_items(&r->allocator, &nodes, &r->node_capacity, r->node_capacity,
                                     sizeof r->nodes[0]);
        r->nodes = nodes;
    }
    return has_blocks && has_nodes;
}

uint32_t wendi_route_find_sector(const wendi_router *r, uint32_t sector)
{
    return wendi_key_table_find(&r->index, sector);
}

uint32_t wendi_route_sector_at(wendi_router *r, uint32_t sector)
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
    wendi_route_sector *block = &r->blocks[index];
    r->block_count = index + 1;
    block->sector = sector;
    block->first_node = (uint32_t)r->node_count;
    for (int side = 0; side < 4; ++side) {
        block->beside[side] = WENDI_ROUTE_NONE;
    }
    block->first_step = block->goals = block->goal_costs = block->goal_step = WENDI_ROUTE_NONE;
    block->place = wendi_sector_map_bounds(r->map, sector);
    block->group =
        r->groups == NULL ? WENDI_ROUTE_NONE : wendi_clusters_at(r->groups, &block->place);
    block->page = wendi_portal_graph_sector(r->portals, sector);
    for (uint32_t w = 0; w < block->page.window_count; ++w) {
        r->nodes[r->node_count++] =
            (wendi_route_node){WENDI_ROUTE_UNREACHED, WENDI_ROUTE_NONE, index, (uint8_t)w, false};
    }
    return index;
}

/* The sector behind a side; there is one where there is a window. */
static uint32_t sector_behind(const wendi_router *r, const wendi_route_sector *block, uint32_t side)
{
    const uint32_t row = (uint32_t)r->map->floors[block->place.floor].sectors_x;
    switch (side) {
    case WENDI_SIDE_NORTH:
        return block->sector - row;
    case WENDI_SIDE_EAST:
        return block->sector + 1;
    case WENDI_SIDE_SOUTH:
        return block->sector + row;
    default:
        return block->sector - 1;
    }
}

uint32_t wendi_route_node_origin(wendi_router *r, uint32_t node, uint32_t *window)
{
    const uint32_t entered = r->nodes[node].block;
    const uint32_t w = r->nodes[node].window;
    const wendi_route_sector *block = &r->blocks[entered];
    const uint32_t side = block->page.windows[w].side;
    if (side >= WENDI_SIDE_LINK_OUT) {
        return wendi_route_sector_at(
            r, wendi_portal_graph_opposite(r->portals, block->sector, w, window));
    }
    uint32_t left = block->beside[side];
    const uint32_t nth = w - block->page.first[side];
    if (left == WENDI_ROUTE_NONE) {
        left = wendi_route_sector_at(r, sector_behind(r, block, side));
        if (left == WENDI_ROUTE_NONE) {
            return WENDI_ROUTE_NONE;
        }
        r->blocks[entered].beside[side] = left;
        r->blocks[left].beside[side ^ 2] = entered;
    }
    *window = r->blocks[left].page.first[side ^ 2] + nth;
    return left;
}

uint32_t wendi_route_find_opposite(const wendi_router *r, const wendi_route_sector *block,
                                   uint32_t window, uint32_t *out)
{
    const uint32_t side = block->page.windows[window].side;
    if (side >= WENDI_SIDE_LINK_OUT) {
        return WENDI_ROUTE_NONE;
    }
    const uint32_t known = block->beside[side] != WENDI_ROUTE_NONE
                               ? block->beside[side]
                               : wendi_route_find_sector(r, sector_behind(r, block, side));
    if (known != WENDI_ROUTE_NONE) {
        *out = r->blocks[known].page.first[side ^ 2] + window - block->page.first[side];
    }
    return known;
}

uint32_t wendi_route_find_node_out(wendi_router *r, uint32_t index, uint32_t window)
{
    const wendi_route_sector *block = &r->blocks[index];
    const uint32_t side = block->page.windows[window].side;
    if (side >= WENDI_SIDE_LINK_OUT) {
        uint32_t across = 0;
        const uint32_t known = wendi_route_find_sector(
            r, wendi_portal_graph_opposite(r->portals, block->sector, window, &across));
        return known == WENDI_ROUTE_NONE ? known : r->blocks[known].first_node + across;
    }
    uint32_t in = 0;
    const uint32_t known = wendi_route_find_opposite(r, block, window, &in);
    return known == WENDI_ROUTE_NONE ? known : r->blocks[known].first_node + in;
}

static const wendi_sector_link *way_of(const wendi_router *r, const wendi_sector_portals *page,
                                       uint32_t window)
{
    uint32_t count = 0;
    const wendi_sector_link *ways = wendi_portal_graph_links(r->portals, &count);
    return &ways[page->links[window - page->first[WENDI_SIDE_LINK_OUT]]];
}

uint64_t wendi_route_entry_cost(const wendi_router *r, const wendi_sector_portals *page,
                                uint32_t window)
{
    const wendi_portal *w = &page->windows[window];
    return w->side < WENDI_SIDE_LINK_OUT ? (uint64_t)WENDI_FLOW_STRAIGHT * w->cost
                                         : way_of(r, page, window)->cost;
}

wendi_route_point wendi_route_crossing(const wendi_router *r, const wendi_sector_bounds *place,
                                       const wendi_sector_portals *page, uint32_t window)
{
    const wendi_portal *w = &page->windows[window];
    if (w->side >= WENDI_SIDE_LINK_OUT) {
        const wendi_sector_link *way = way_of(r, page, window);
        const wendi_sector_bounds from = wendi_sector_map_bounds(r->map, way->from_sector);
        return (wendi_route_point){from.floor, 2 * (from.x + way->from_x) + 1,
                                   2 * (from.y + way->from_y) + 1};
    }
    const int32_t middle = 2 * w->first + w->count;
    wendi_route_point at = {place->floor, 2 * place->x, 2 * place->y};
    if (w->side == WENDI_SIDE_NORTH || w->side == WENDI_SIDE_SOUTH) {
        at.x += middle;
        at.y += w->side == WENDI_SIDE_SOUTH ? 2 * place->height : 0;
    } else {
        at.x += w->side == WENDI_SIDE_EAST ? 2 * place->width : 0;
        at.y += middle;
    }
    return at;
}
