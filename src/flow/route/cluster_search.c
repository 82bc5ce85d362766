/* Takes: a source whose way is far.
 * Gives: the groups of sectors on a way over doors, with those around them: what the search over
 *        windows may enter.
 * Cost: a search over doors; groups are worked out as they are met. */
#include "flow/route/route_private.h"

#include <string.h>

void wendi_cluster_search_clear(wendi_router *r)
{
    wendi_key_table_clear(&r->plan.index);
    r->plan.area_count = r->plan.node_count = r->plan.queue.count = 0;
}

void wendi_cluster_search_destroy(wendi_router *r)
{
    wendi_cluster_search *plan = &r->plan;
    wendi_key_table_destroy(&plan->index, &r->allocator);
    wendi_free(&r->allocator, plan->areas, plan->area_capacity * sizeof plan->areas[0]);
    wendi_free(&r->allocator, plan->nodes, plan->node_capacity * sizeof plan->nodes[0]);
    wendi_open_list_free(&plan->queue, &r->allocator);
}

size_t wendi_cluster_search_memory_bytes(const wendi_router *r)
{
    const wendi_cluster_search *plan = &r->plan;
    return wendi_key_table_memory_bytes(&plan->index) +
           plan->area_capacity * sizeof plan->areas[0] +
           plan->node_capacity * sizeof plan->nodes[0] +
           plan->queue.capacity * sizeof plan->queue.items[0];
}

bool wendi_route_may_enter_cluster(const wendi_router *r, uint32_t group)
{
    return !r->is_restricted || wendi_key_table_find(&r->allowed, group) != UINT32_MAX;
}

/* ---- groups and doors ---- */

static bool add_node(wendi_cluster_search *plan, const wend_allocator *allocator, uint32_t area,
                     uint32_t door)
{
    void *nodes = plan->nodes;
    const bool has_room = wendi_grow_items(allocator, &nodes, &plan->node_capacity,
                                           plan->node_count, sizeof plan->nodes[0]);
    plan->nodes = nodes;
    if (has_room) {
        plan->nodes[plan->node_count++] =
            (wendi_cluster_node){WENDI_ROUTE_UNREACHED, WENDI_ROUTE_NONE, area, door, false};
    }
    return has_room;
}

/* The area of a group, made if needed; NONE without memory. */
static uint32_t area_at(wendi_router *r, uint32_t group)
{
    wendi_cluster_search *plan = &r->plan;
    const uint32_t known = wendi_key_table_find(&plan->index, group);
    if (known != UINT32_MAX) {
        return known;
    }
    void *areas = plan->areas;
    const bool has_room = wendi_grow_items(&r->allocator, &areas, &plan->area_capacity,
                                           plan->area_count, sizeof plan->areas[0]);
    plan->areas = areas;
    wendi_cluster_entrances doors;
    if (!has_room || wendi_clusters_get_entrances(r->groups, group, &doors) != WEND_OK ||
        (plan->index.count == wendi_key_table_capacity(&plan->index) &&
         !wendi_key_table_grow(&plan->index, &r->allocator))) {
        return WENDI_ROUTE_NONE;
    }
    const uint32_t first = (uint32_t)plan->node_count;
    for (uint32_t i = 0; i < doors.count; ++i) {
        if (!add_node(plan, &r->allocator, (uint32_t)plan->area_count, i)) {
            return WENDI_ROUTE_NONE;
        }
    }
    plan->areas[plan->area_count++] = (wendi_cluster_visit){group, first, doors};
    return wendi_key_table_add(&plan->index, wendi_key_table_slot(&plan->index, group), group);
}

/* A plan only says where to look: it need not be the best one, and is found sooner when costs so
 * far count less than what is still ahead. */
static uint64_t discounted(uint64_t cost)
{
    return cost == WENDI_ROUTE_UNREACHED ? cost : cost - cost / 8;
}

static wendi_open_entry entry_of(const wendi_router *r, uint32_t node)
{
    const wendi_cluster_node *n = &r->plan.nodes[node];
    const wendi_cluster_entrance *door = &r->plan.areas[n->area].doors.doors[n->door];
    const wendi_sector_bounds place = wendi_sector_map_bounds(r->map, door->sector);
    const wendi_sector_portals page = wendi_portal_graph_sector(r->portals, door->sector);
    return wendi_route_make_entry(r, wendi_route_crossing(r, &place, &page, door->window),
                                  discounted(n->cost), node);
}

/* What it costs to come in by a door. */
static uint64_t entry_cost(const wendi_router *r, const wendi_cluster_entrance *door)
{
    const wendi_sector_portals page = wendi_portal_graph_sector(r->portals, door->sector);
    return wendi_route_entry_cost(r, &page, door->window);
}

/* A node that may have become cheaper. @return false without memory. */
static bool lower(wendi_router *r, uint32_t node, uint64_t cost, uint32_t parent)
{
    wendi_cluster_node *n = &r->plan.nodes[node];
    if (n->is_closed || cost >= n->cost) {
        return true;
    }
    n->cost = cost;
    n->parent = parent;
    return wendi_open_list_push(&r->plan.queue, &r->allocator, entry_of(r, node));
}

/* What is between a cell and the portal of a door, as the crow flies. */
static uint64_t span_to(const wendi_router *r, const wendi_cluster_entrance *door, int32_t x,
                        int32_t y)
{
    const wendi_sector_bounds place = wendi_sector_map_bounds(r->map, door->sector);
    const wendi_sector_portals page = wendi_portal_graph_sector(r->portals, door->sector);
    int32_t to_x = 0;
    int32_t to_y = 0;
    wendi_portal_cell(&place, &page.windows[door->window], &to_x, &to_y);
    return wendi_route_open_cost(r, place.x + to_x - x, place.y + to_y - y);
}

/* ---- where it starts ---- */

/* A goal can be reached from the doors of its part. @return false without memory. */
static bool seed_part(wendi_router *r, uint32_t area, uint32_t part, int32_t x, int32_t y)
{
    const wendi_cluster_entrances doors = r->plan.areas[area].doors;
    for (uint32_t i = 0; i < doors.count; ++i) {
        const wendi_cluster_entrance *door = &doors.doors[i];
        if (door->part == part && door->side != WENDI_SIDE_LINK_OUT &&
            !lower(r, r->plan.areas[area].first_node + i,
                   span_to(r, door, x, y) + entry_cost(r, door), WENDI_ROUTE_GOAL)) {
            return false;
        }
    }
    return true;
}

/* The parts of a goal's sector it can be reached in, by windows. The source may be in one. */
static wend_result seed_goals(wendi_router *r, const wendi_route_sector *block)
{
    const uint32_t area = area_at(r, block->group);
    const wendi_sector_cell *goal = &r->goals[r->goal_order[block->goals].value];
    const int32_t x = block->place.x + goal->x;
    const int32_t y = block->place.y + goal->y;
    uint32_t last = WENDI_ROUTE_NONE;
    for (uint32_t w = 0; w < block->page.window_count && area != WENDI_ROUTE_NONE; ++w) {
        uint32_t part = 0;
        if (r->goal_costs.items[block->goal_costs + w] == WENDI_PORTAL_UNCONNECTED) {
            continue;
        }
        if (wendi_clusters_get_component(r->groups, &block->place, w, &part) != WEND_OK) {
            return WEND_ERROR_MEMORY;
        }
        if (part != last && !seed_part(r, area, part, x, y)) {
            return WEND_ERROR_MEMORY;
        }
        last = part;
        if (block->group == r->plan.source_group && part == r->plan.source_part) {
            r->plan.best = 0;
            r->plan.best_node = WENDI_ROUTE_GOAL;
        }
    }
    return area == WENDI_ROUTE_NONE ? WEND_ERROR_MEMORY : WEND_OK;
}

/* The source's part: that of any window it can leave by; there is one. */
static wend_result find_source(wendi_router *r)
{
    const wendi_route_sector *block = &r->blocks[r->source_block];
    const wendi_sector_cell *source = &r->sources[r->source];
    uint32_t window = 0;
    while (r->source_costs[window] == WENDI_PORTAL_UNCONNECTED) {
        ++window;
    }
    r->plan.source_group = block->group;
    r->plan.source_x = block->place.x + source->x;
    r->plan.source_y = block->place.y + source->y;
    return wendi_clusters_get_component(r->groups, &block->place, window, &r->plan.source_part);
}

/* A door that leaves the source's group. */
static void reach_source(wendi_router *r, uint32_t node, const wendi_cluster_entrance *door)
{
    wendi_cluster_search *plan = &r->plan;
    const uint64_t cost = plan->nodes[node].cost + span_to(r, door, plan->source_x, plan->source_y);
    if (door->part == plan->source_part && cost < plan->best) {
        plan->best = cost;
        plan->best_node = node;
    }
}

/* The door by which a node is left, and its area; NONE without memory. */
static uint32_t leaves(wendi_router *r, uint32_t node, uint32_t *door)
{
    const wendi_cluster_node *n = &r->plan.nodes[node];
    const wendi_cluster_visit *entered = &r->plan.areas[n->area];
    const wendi_cluster_entrance *from = &entered->doors.doors[n->door];
    const uint32_t nth = n->door - entered->doors.first[from->side];
    uint32_t window = 0;
    const uint32_t sector =
        wendi_portal_graph_opposite(r->portals, from->sector, from->window, &window);
    const wendi_sector_bounds place = wendi_sector_map_bounds(r->map, sector);
    const uint32_t side = from->side;
    const uint32_t area = area_at(r, wendi_clusters_at(r->groups, &place));
    if (area == WENDI_ROUTE_NONE) {
        return area;
    }
    const wendi_cluster_entrances *doors = &r->plan.areas[area].doors;
    if (side < WENDI_SIDE_LINK_OUT) {
        *door = doors->first[side ^ 2] + nth;
        return area;
    }
    *door = doors->first[WENDI_SIDE_LINK_OUT];
    while (doors->doors[*door].sector != sector || doors->doors[*door].window != window) {
        ++*door;
    }
    return area;
}

/* The queue, ordered for this source; nodes that leave its group already are ways for it. */
static wend_result aim(wendi_router *r)
{
    wendi_cluster_search *plan = &r->plan;
    size_t count = 0;
    for (size_t i = 0; i < plan->queue.count; ++i) {
        const uint32_t node = wendi_open_entry_node(&plan->queue.items[i]);
        if (!plan->nodes[node].is_closed) {
            plan->queue.items[count++] = entry_of(r, node);
        }
    }
    plan->queue.count = count;
    wendi_open_list_reorder(&plan->queue);
    for (uint32_t i = 0; i < plan->node_count; ++i) {
        uint32_t door = 0;
        const uint32_t area = plan->nodes[i].is_closed ? leaves(r, i, &door) : WENDI_ROUTE_NONE;
        if (area != WENDI_ROUTE_NONE && plan->areas[area].group == plan->source_group) {
            reach_source(r, i, &plan->areas[area].doors.doors[door]);
        }
    }
    return WEND_OK;
}

wend_result wendi_cluster_search_begin(wendi_router *r)
{
    r->plan.best = WENDI_ROUTE_UNREACHED;
    r->plan.best_node = WENDI_ROUTE_NONE;
    wend_result result = find_source(r);
    /* Goals' sectors were the first to be looked at. */
    for (size_t i = 0;
         i < r->block_count && r->blocks[i].goals != WENDI_ROUTE_NONE && result == WEND_OK; ++i) {
        result = seed_goals(r, &r->blocks[i]);
    }
    return result == WEND_OK ? aim(r) : result;
}

/* ---- what comes of it ---- */

static bool allow(wendi_router *r, uint32_t group)
{
    if (group == WENDI_CLUSTER_NONE || wendi_key_table_find(&r->allowed, group) != UINT32_MAX) {
        return true;
    }
    if (r->allowed.count == wendi_key_table_capacity(&r->allowed) &&
        !wendi_key_table_grow(&r->allowed, &r->allocator)) {
        return false;
    }
    wendi_key_table_add(&r->allowed, wendi_key_table_slot(&r->allowed, group), group);
    return true;
}

static bool allow_around(wendi_router *r, uint32_t group)
{
    bool has_memory = true;
    for (int32_t i = 0; i < 9 && has_memory; ++i) {
        has_memory = allow(r, wendi_clusters_neighbour(r->groups, group, i % 3 - 1, i / 3 - 1));
    }
    return has_memory;
}

/* Windows that were turned away and may come in now wait again. */
static bool unpark(wendi_router *r)
{
    size_t count = 0;
    bool has_memory = true;
    for (size_t i = 0; i < r->parked.count; ++i) {
        const uint32_t node = r->parked.items[i];
        uint32_t window = 0;
        const uint32_t left = wendi_route_node_origin(r, node, &window);
        if (!wendi_route_may_enter_cluster(r, r->blocks[left].group)) {
            r->parked.items[count++] = node;
            continue;
        }
        r->nodes[node].is_closed = false;
        has_memory = has_memory && wendi_route_push(r, node);
    }
    r->parked.count = count;
    return has_memory;
}

static bool enter_way(wendi_router *r)
{
    bool has_memory = allow_around(r, r->plan.source_group);
    for (uint32_t node = r->plan.best_node; node != WENDI_ROUTE_GOAL && has_memory;
         node = r->plan.nodes[node].parent) {
        has_memory = allow_around(r, r->plan.areas[r->plan.nodes[node].area].group);
    }
    r->is_restricted = true;
    return has_memory && unpark(r);
}

static uint32_t next_node(const wendi_router *r, wendi_cluster_search *plan)
{
    while (plan->queue.count > 0) {
        const wendi_open_entry first = plan->queue.items[0];
        const uint32_t node = wendi_open_entry_node(&first);
        const uint64_t least = wendi_route_entry_estimate(r, &first);
        if (discounted(plan->best) <= least || least == WENDI_ROUTE_UNREACHED) {
            return WENDI_ROUTE_NONE;
        }
        wendi_open_list_pop(&plan->queue);
        if (!plan->nodes[node].is_closed) {
            plan->nodes[node].is_closed = true;
            return node;
        }
    }
    return WENDI_ROUTE_NONE;
}

wend_result wendi_cluster_search_expand(wendi_router *r)
{
    wendi_cluster_search *plan = &r->plan;
    const uint32_t node = next_node(r, plan);
    if (node == WENDI_ROUTE_NONE) {
        if (plan->best_node == WENDI_ROUTE_NONE) {
            return WEND_NO_PATH;
        }
        return enter_way(r) ? WEND_OK : WEND_ERROR_MEMORY;
    }
    uint32_t left = 0;
    const uint32_t area = leaves(r, node, &left);
    if (area == WENDI_ROUTE_NONE) {
        return WEND_ERROR_MEMORY;
    }
    const wendi_cluster_entrances doors = plan->areas[area].doors;
    const uint32_t *costs = NULL;
    if (wendi_clusters_get_costs(r->groups, plan->areas[area].group, left, &costs) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    if (plan->areas[area].group == plan->source_group) {
        reach_source(r, node, &doors.doors[left]);
    }
    for (uint32_t v = 0; v < doors.count; ++v) {
        const wendi_cluster_entrance *door = &doors.doors[v];
        if (v != left && door->side != WENDI_SIDE_LINK_OUT &&
            costs[v] != WENDI_PORTAL_UNCONNECTED &&
            !lower(r, plan->areas[area].first_node + v,
                   plan->nodes[node].cost + costs[v] + entry_cost(r, door), node)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_IN_PROGRESS;
}
