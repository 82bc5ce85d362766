/* A* over the entrances of clusters, for a source that is far away. The clusters on the path found
 * and those around them are the ones that the search over portals may enter.
 * Cost: a search over entrances; clusters are computed when they are reached. */
#include "flow/route/route_private.h"

#include <string.h>

void wendi_cluster_search_clear(wendi_router *r)
{
    wendi_key_table_clear(&r->cluster_search.index);
    r->cluster_search.visit_count = r->cluster_search.node_count = 0;
    wendi_open_list_clear(&r->cluster_search.queue);
}

void wendi_cluster_search_destroy(wendi_router *r)
{
    wendi_cluster_search *cluster_search = &r->cluster_search;
    wendi_key_table_destroy(&cluster_search->index, &r->allocator);
    wendi_free(&r->allocator, cluster_search->visits,
               cluster_search->visit_capacity * sizeof cluster_search->visits[0]);
    wendi_free(&r->allocator, cluster_search->nodes,
               cluster_search->node_capacity * sizeof cluster_search->nodes[0]);
    wendi_open_list_free(&cluster_search->queue, &r->allocator);
}

size_t wendi_cluster_search_memory_bytes(const wendi_router *r)
{
    const wendi_cluster_search *cluster_search = &r->cluster_search;
    return wendi_key_table_memory_bytes(&cluster_search->index) +
           cluster_search->visit_capacity * sizeof cluster_search->visits[0] +
           cluster_search->node_capacity * sizeof cluster_search->nodes[0] +
           cluster_search->queue.capacity * sizeof cluster_search->queue.items[0];
}

bool wendi_route_may_enter_cluster(const wendi_router *r, uint32_t cluster)
{
    return !r->is_restricted || wendi_key_table_find(&r->allowed, cluster) != UINT32_MAX;
}

/* ---- clusters and entrances ---- */

static bool add_node(wendi_cluster_search *cluster_search, const wend_allocator *allocator,
                     uint32_t visit, uint32_t entrance)
{
    void *nodes = cluster_search->nodes;
    const bool has_room =
        wendi_grow_items(allocator, &nodes, &cluster_search->node_capacity,
                         cluster_search->node_count, sizeof cluster_search->nodes[0]);
    cluster_search->nodes = nodes;
    if (has_room) {
        cluster_search->nodes[cluster_search->node_count++] =
            (wendi_cluster_node){WENDI_ROUTE_UNREACHED, WENDI_ROUTE_NONE, visit, entrance, false};
    }
    return has_room;
}

/* Index of a cluster's visit, created if necessary; NONE without memory. */
static uint32_t visit_at(wendi_router *r, uint32_t cluster)
{
    wendi_cluster_search *cluster_search = &r->cluster_search;
    const uint32_t known = wendi_key_table_find(&cluster_search->index, cluster);
    if (known != UINT32_MAX) {
        return known;
    }
    void *visits = cluster_search->visits;
    const bool has_room =
        wendi_grow_items(&r->allocator, &visits, &cluster_search->visit_capacity,
                         cluster_search->visit_count, sizeof cluster_search->visits[0]);
    cluster_search->visits = visits;
    wendi_cluster_entrances entrances;
    if (!has_room || wendi_clusters_get_entrances(r->clusters, cluster, &entrances) != WEND_OK ||
        (cluster_search->index.count == wendi_key_table_capacity(&cluster_search->index) &&
         !wendi_key_table_grow(&cluster_search->index, &r->allocator))) {
        return WENDI_ROUTE_NONE;
    }
    const uint32_t first = (uint32_t)cluster_search->node_count;
    for (uint32_t i = 0; i < entrances.count; ++i) {
        if (!add_node(cluster_search, &r->allocator, (uint32_t)cluster_search->visit_count, i)) {
            return WENDI_ROUTE_NONE;
        }
    }
    cluster_search->visits[cluster_search->visit_count++] =
        (wendi_cluster_visit){cluster, first, entrances};
    return wendi_key_table_add(&cluster_search->index,
                               wendi_key_table_slot(&cluster_search->index, cluster), cluster);
}

static wendi_open_entry entry_of(const wendi_router *r, uint32_t node)
{
    const wendi_cluster_node *n = &r->cluster_search.nodes[node];
    const wendi_cluster_entrance *entrance =
        &r->cluster_search.visits[n->visit].entrances.entrances[n->entrance];
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(r->map, entrance->sector);
    const wendi_sector_portals page = wendi_portal_graph_sector(r->graph, entrance->sector);
    return wendi_route_make_entry(r, wendi_route_crossing(r, &bounds, &page, entrance->portal),
                                  n->cost, node);
}

/* The cost of entering by an entrance. */
static uint64_t entry_cost(const wendi_router *r, const wendi_cluster_entrance *entrance)
{
    const wendi_sector_portals page = wendi_portal_graph_sector(r->graph, entrance->sector);
    return wendi_route_entry_cost(r, &page, entrance->portal);
}

/* Lowers the cost of a node. @return false: no memory. */
static bool lower(wendi_router *r, uint32_t node, uint64_t cost, uint32_t parent)
{
    wendi_cluster_node *n = &r->cluster_search.nodes[node];
    if (n->is_closed || cost >= n->cost) {
        return true;
    }
    n->cost = cost;
    n->parent = parent;
    return wendi_open_list_push(&r->cluster_search.queue, &r->allocator, entry_of(r, node));
}

/* The cost between a cell and the node of an entrance over open ground. */
static uint64_t open_cost_to(const wendi_router *r, const wendi_cluster_entrance *entrance,
                             int32_t x, int32_t y)
{
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(r->map, entrance->sector);
    const wendi_sector_portals page = wendi_portal_graph_sector(r->graph, entrance->sector);
    int32_t to_x = 0;
    int32_t to_y = 0;
    wendi_portal_cell(&bounds, &page.portals[entrance->portal], &to_x, &to_y);
    return wendi_route_open_cost(r, bounds.x + to_x - x, bounds.y + to_y - y);
}

/* ---- start ---- */

/* A goal is reached from the entrances of its component. @return false: no memory. */
static bool seed_component(wendi_router *r, uint32_t visit, uint32_t component, int32_t x,
                           int32_t y)
{
    const wendi_cluster_entrances entrances = r->cluster_search.visits[visit].entrances;
    for (uint32_t i = 0; i < entrances.count; ++i) {
        const wendi_cluster_entrance *entrance = &entrances.entrances[i];
        if (entrance->component == component && entrance->side != WENDI_SIDE_LINK_OUT &&
            !lower(r, r->cluster_search.visits[visit].first_node + i,
                   open_cost_to(r, entrance, x, y) + entry_cost(r, entrance), WENDI_ROUTE_GOAL)) {
            return false;
        }
    }
    return true;
}

/* Seeds the components of a goal's sector from which it is reached. The source may be in one. */
static wend_result seed_goals(wendi_router *r, const wendi_sector_record *record)
{
    const uint32_t visit = visit_at(r, record->cluster);
    const wendi_sector_cell *goal = &r->goals[r->goal_order[record->goals].value];
    const int32_t x = record->bounds.x + goal->x;
    const int32_t y = record->bounds.y + goal->y;
    uint32_t last = WENDI_ROUTE_NONE;
    for (uint32_t w = 0; w < record->page.portal_count && visit != WENDI_ROUTE_NONE; ++w) {
        uint32_t component = 0;
        if (r->goal_costs.items[record->goal_costs + w] == WENDI_PORTAL_UNCONNECTED) {
            continue;
        }
        if (wendi_clusters_get_component(r->clusters, &record->bounds, w, &component) != WEND_OK) {
            return WEND_ERROR_MEMORY;
        }
        if (component != last && !seed_component(r, visit, component, x, y)) {
            return WEND_ERROR_MEMORY;
        }
        last = component;
        if (record->cluster == r->cluster_search.source_cluster &&
            component == r->cluster_search.source_component) {
            r->cluster_search.best = 0;
            r->cluster_search.best_node = WENDI_ROUTE_GOAL;
        }
    }
    return visit == WENDI_ROUTE_NONE ? WEND_ERROR_MEMORY : WEND_OK;
}

/* An entrance that leaves the source's cluster. */
static void reach_source(wendi_router *r, uint32_t node, const wendi_cluster_entrance *entrance)
{
    wendi_cluster_search *cluster_search = &r->cluster_search;
    const uint64_t cost =
        cluster_search->nodes[node].cost +
        open_cost_to(r, entrance, cluster_search->source_x, cluster_search->source_y);
    if (entrance->component == cluster_search->source_component && cost < cluster_search->best) {
        cluster_search->best = cost;
        cluster_search->best_node = node;
    }
}

/* The entrance by which a node is left, and its visit; NONE without memory. */
static uint32_t node_origin(wendi_router *r, uint32_t node, uint32_t *entrance)
{
    const wendi_cluster_node *n = &r->cluster_search.nodes[node];
    const wendi_cluster_visit *entered = &r->cluster_search.visits[n->visit];
    const wendi_cluster_entrance *from = &entered->entrances.entrances[n->entrance];
    const uint32_t nth = n->entrance - entered->entrances.first[from->side];
    uint32_t portal = 0;
    const uint32_t sector =
        wendi_portal_graph_opposite(r->graph, from->sector, from->portal, &portal);
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(r->map, sector);
    const uint32_t side = from->side;
    const uint32_t visit = visit_at(r, wendi_clusters_at(r->clusters, &bounds));
    if (visit == WENDI_ROUTE_NONE) {
        return visit;
    }
    const wendi_cluster_entrances *entrances = &r->cluster_search.visits[visit].entrances;
    if (side < WENDI_SIDE_LINK_OUT) {
        *entrance = entrances->first[side ^ 2] + nth;
        return visit;
    }
    *entrance = entrances->first[WENDI_SIDE_LINK_OUT];
    while (entrances->entrances[*entrance].sector != sector ||
           entrances->entrances[*entrance].portal != portal) {
        ++*entrance;
    }
    return visit;
}

/* Closed ones among nodes first ... end - 1 that leave the source's cluster are paths for it. */
static void reach_source_from(wendi_router *r, uint32_t first, uint32_t end)
{
    const wendi_cluster_search *cluster_search = &r->cluster_search;
    for (uint32_t i = first; i < end; ++i) {
        uint32_t entrance = 0;
        const uint32_t visit =
            cluster_search->nodes[i].is_closed ? node_origin(r, i, &entrance) : WENDI_ROUTE_NONE;
        if (visit != WENDI_ROUTE_NONE &&
            cluster_search->visits[visit].cluster == cluster_search->source_cluster) {
            reach_source(r, i, &cluster_search->visits[visit].entrances.entrances[entrance]);
        }
    }
}

/* Orders the open list for this source; nodes that leave its cluster already are paths for it. */
static wend_result set_target(wendi_router *r)
{
    wendi_cluster_search *cluster_search = &r->cluster_search;
    size_t count = 0;
    for (size_t i = 0; i < cluster_search->queue.total; ++i) {
        const uint32_t node = wendi_open_entry_node(&cluster_search->queue.items[i]);
        if (!cluster_search->nodes[node].is_closed) {
            cluster_search->queue.items[count++] = entry_of(r, node);
        }
    }
    cluster_search->queue.total = count;
    wendi_open_list_reorder(&cluster_search->queue, wendi_route_reorder_span(r));
    /* Other clusters than those around lead there by links only. */
    const uint32_t own = visit_at(r, cluster_search->source_cluster);
    if (own == WENDI_ROUTE_NONE) {
        return WEND_ERROR_MEMORY;
    }
    const uint32_t *first = cluster_search->visits[own].entrances.first;
    if (first[WENDI_SIDE_LINK_OUT] < first[WENDI_SIDE_LINK_OUT + 1]) {
        reach_source_from(r, 0, (uint32_t)cluster_search->node_count);
        return WEND_OK;
    }
    for (int32_t side = 0; side < WENDI_SIDE_LINK_OUT; ++side) {
        const uint32_t cluster =
            wendi_clusters_neighbour(r->clusters, cluster_search->source_cluster,
                                     (side == WENDI_SIDE_EAST) - (side == WENDI_SIDE_WEST),
                                     (side == WENDI_SIDE_SOUTH) - (side == WENDI_SIDE_NORTH));
        const uint32_t visit = cluster == WENDI_CLUSTER_NONE
                                   ? UINT32_MAX
                                   : wendi_key_table_find(&cluster_search->index, cluster);
        if (visit != UINT32_MAX) {
            const wendi_cluster_visit *beside = &cluster_search->visits[visit];
            reach_source_from(r, beside->first_node, beside->first_node + beside->entrances.count);
        }
    }
    return WEND_OK;
}

wend_result wendi_cluster_search_begin(wendi_router *r)
{
    r->cluster_search.best = WENDI_ROUTE_UNREACHED;
    r->cluster_search.best_node = WENDI_ROUTE_NONE;

    /* The source's component: that of any portal it can leave by; there is one. */
    const wendi_sector_record *record = &r->records[r->source_record];
    const wendi_sector_cell *source = &r->sources[r->source];
    uint32_t portal = 0;
    while (r->source_costs[portal] == WENDI_PORTAL_UNCONNECTED) {
        ++portal;
    }
    r->cluster_search.source_cluster = record->cluster;
    r->cluster_search.source_x = record->bounds.x + source->x;
    r->cluster_search.source_y = record->bounds.y + source->y;
    wend_result result = wendi_clusters_get_component(r->clusters, &record->bounds, portal,
                                                      &r->cluster_search.source_component);
    /* The goals' sectors come first in the list. */
    for (size_t i = 0;
         i < r->record_count && r->records[i].goals != WENDI_ROUTE_NONE && result == WEND_OK; ++i) {
        result = seed_goals(r, &r->records[i]);
    }
    return result == WEND_OK ? set_target(r) : result;
}

/* ---- result ---- */

static bool allow_cluster(wendi_router *r, uint32_t cluster)
{
    if (cluster == WENDI_CLUSTER_NONE || wendi_key_table_find(&r->allowed, cluster) != UINT32_MAX) {
        return true;
    }
    if (r->allowed.count == wendi_key_table_capacity(&r->allowed) &&
        !wendi_key_table_grow(&r->allowed, &r->allocator)) {
        return false;
    }
    wendi_key_table_add(&r->allowed, wendi_key_table_slot(&r->allowed, cluster), cluster);
    return true;
}

static bool allow_clusters_around(wendi_router *r, uint32_t cluster)
{
    bool has_memory = true;
    for (int32_t i = 0; i < 9 && has_memory; ++i) {
        has_memory =
            allow_cluster(r, wendi_clusters_neighbour(r->clusters, cluster, i % 3 - 1, i / 3 - 1));
    }
    return has_memory;
}

/* Puts parked nodes back into the open list if their clusters may be entered now. */
static bool requeue_parked(wendi_router *r)
{
    size_t count = 0;
    bool has_memory = true;
    for (size_t i = 0; i < r->parked.count; ++i) {
        const uint32_t node = r->parked.items[i];
        uint32_t portal = 0;
        const uint32_t left = wendi_route_node_origin(r, node, &portal);
        if (!wendi_route_may_enter_cluster(r, r->records[left].cluster)) {
            r->parked.items[count++] = node;
            continue;
        }
        r->nodes[node].is_closed = false;
        has_memory = has_memory && wendi_route_push(r, node);
    }
    r->parked.count = count;
    return has_memory;
}

static bool allow_found_clusters(wendi_router *r)
{
    bool has_memory = allow_clusters_around(r, r->cluster_search.source_cluster);
    for (uint32_t node = r->cluster_search.best_node; node != WENDI_ROUTE_GOAL && has_memory;
         node = r->cluster_search.nodes[node].parent) {
        has_memory = allow_clusters_around(
            r, r->cluster_search.visits[r->cluster_search.nodes[node].visit].cluster);
    }
    r->is_restricted = true;
    return has_memory && requeue_parked(r);
}

static uint32_t next_node(const wendi_router *r, wendi_cluster_search *cluster_search)
{
    while (cluster_search->queue.count > 0) {
        const wendi_open_entry first = cluster_search->queue.items[0];
        const uint32_t node = wendi_open_entry_node(&first);
        const uint64_t least = wendi_route_entry_estimate(r, &first);
        if (cluster_search->best <= least || least == WENDI_ROUTE_UNREACHED) {
            return WENDI_ROUTE_NONE;
        }
        wendi_open_list_pop(&cluster_search->queue);
        if (!cluster_search->nodes[node].is_closed) {
            cluster_search->nodes[node].is_closed = true;
            return node;
        }
    }
    return WENDI_ROUTE_NONE;
}

wend_result wendi_cluster_search_expand(wendi_router *r)
{
    wendi_cluster_search *cluster_search = &r->cluster_search;
    const uint32_t node = next_node(r, cluster_search);
    if (node == WENDI_ROUTE_NONE) {
        if (cluster_search->best_node == WENDI_ROUTE_NONE) {
            return WEND_NO_PATH;
        }
        return allow_found_clusters(r) ? WEND_OK : WEND_ERROR_MEMORY;
    }
    uint32_t left = 0;
    const uint32_t visit = node_origin(r, node, &left);
    if (visit == WENDI_ROUTE_NONE) {
        return WEND_ERROR_MEMORY;
    }
    const wendi_cluster_entrances entrances = cluster_search->visits[visit].entrances;
    const uint32_t *costs = NULL;
    if (wendi_clusters_get_costs(r->clusters, cluster_search->visits[visit].cluster, left,
                                 &costs) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    if (cluster_search->visits[visit].cluster == cluster_search->source_cluster) {
        reach_source(r, node, &entrances.entrances[left]);
    }
    for (uint32_t v = 0; v < entrances.count; ++v) {
        const wendi_cluster_entrance *entrance = &entrances.entrances[v];
        if (v != left && entrance->side != WENDI_SIDE_LINK_OUT &&
            costs[v] != WENDI_PORTAL_UNCONNECTED &&
            !lower(r, cluster_search->visits[visit].first_node + v,
                   cluster_search->nodes[node].cost + costs[v] + entry_cost(r, entrance), node)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_IN_PROGRESS;
}
