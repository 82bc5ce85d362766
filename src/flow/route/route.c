/* The phases of a route search, and its sources one after the other.
 * Cost: a search over portals that all sources share, in slices. */
#include "flow/route/route_private.h"

#include <string.h>

/* Portals expanded for a source before clusters are searched: some 10 ms. Open maps of any size
 * need fewer, and so do maps of 1000 x 1000 cells with random walls. */
enum { PATIENCE = 32768 };

/* A search with plain estimates may expand so many times the portals of the straight line, and so
 * many more. Over open ground it needs one for each; where walls are on the way it is not worth
 * while. */
enum { DETOUR = 2, SHORT_SEARCH = 64 };

wend_result wendi_router_create(const wendi_sector_map *map, double merge_slack,
                                int32_t cluster_size, const wend_allocator *allocator,
                                wendi_router **router)
{
    *router = NULL;
    wendi_router *r = wendi_alloc_zero(allocator, sizeof *r);
    if (r == NULL) {
        return WEND_ERROR_MEMORY;
    }
    r->allocator = *allocator;
    r->map = map;
    r->slack = (uint64_t)(merge_slack * 65536);
    r->cluster_size = cluster_size;

    /* Between portals in the middle of sides a diagonal over open ground is not straight: across
     * a sector of n cells it costs 17 n + 14 (n even) or + 7 (odd) units. In 2 n-ths of a unit
     * this is a whole number for half a cell. */
    r->unit_parts = (uint32_t)(2 * map->sector_size);
    r->straight = (uint32_t)(WENDI_FLOW_STRAIGHT * map->sector_size);
    r->diagonal =
        (uint32_t)(WENDI_FLOW_DIAGONAL * map->sector_size + (map->sector_size % 2 == 0 ? 14 : 7));

    r->phase = WENDI_ROUTE_DONE;
    r->expansions_before_clusters = PATIENCE;
    wendi_array_u32_init(&r->parked, allocator);
    wendi_array_u32_init(&r->goal_costs, allocator);
    wendi_array_u32_init(&r->first, allocator);
    if (cluster_size > 0 &&
        wendi_clusters_create(map, cluster_size, allocator, &r->clusters) != WEND_OK) {
        wendi_router_destroy(r);
        return WEND_ERROR_MEMORY;
    }
    *router = r;
    return WEND_OK;
}

void wendi_router_destroy(wendi_router *router)
{
    if (router == NULL) {
        return;
    }
    const wend_allocator allocator = router->allocator;
    wendi_clusters_destroy(router->clusters);
    wendi_cluster_search_destroy(router);
    wendi_key_table_destroy(&router->index, &allocator);
    wendi_key_table_destroy(&router->allowed, &allocator);
    wendi_array_u32_free(&router->parked);
    wendi_array_u32_free(&router->goal_costs);
    wendi_array_u32_free(&router->first);
    wendi_free(&allocator, router->goal_order,
               router->goal_capacity * sizeof router->goal_order[0]);
    wendi_free(&allocator, router->goal_scratch,
               router->goal_capacity * sizeof router->goal_scratch[0]);
    wendi_free(&allocator, router->records, router->record_capacity * sizeof router->records[0]);
    wendi_free(&allocator, router->nodes, router->node_capacity * sizeof router->nodes[0]);
    wendi_open_list_free(&router->queue, &allocator);
    wendi_free(&allocator, router->tree, router->tree_capacity * sizeof router->tree[0]);
    wendi_free(&allocator, router->components,
               router->component_capacity * sizeof router->components[0]);
    wendi_free(&allocator, router, sizeof *router);
}

size_t wendi_router_memory_bytes(const wendi_router *router)
{
    return sizeof *router + wendi_key_table_memory_bytes(&router->index) +
           2 * router->goal_capacity * sizeof router->goal_order[0] +
           router->record_capacity * sizeof router->records[0] +
           router->node_capacity * sizeof router->nodes[0] +
           router->queue.capacity * sizeof router->queue.items[0] +
           router->tree_capacity * sizeof router->tree[0] +
           router->component_capacity * sizeof router->components[0] +
           (router->goal_costs.capacity + router->first.capacity + router->parked.capacity) *
               sizeof(uint32_t) +
           wendi_key_table_memory_bytes(&router->allowed) +
           wendi_cluster_search_memory_bytes(router) +
           (router->clusters == NULL ? 0 : wendi_clusters_memory_bytes(router->clusters));
}

static bool reserve_goals(wendi_router *r, size_t count)
{
    if (count <= r->goal_capacity) {
        return true;
    }
    const size_t bytes = count * sizeof(wendi_sort_pair);
    wendi_sort_pair *order = wendi_alloc(&r->allocator, bytes);
    wendi_sort_pair *scratch = wendi_alloc(&r->allocator, bytes);
    if (order == NULL || scratch == NULL) {
        wendi_free(&r->allocator, order, bytes);
        wendi_free(&r->allocator, scratch, bytes);
        return false;
    }
    wendi_free(&r->allocator, r->goal_order, r->goal_capacity * sizeof(wendi_sort_pair));
    wendi_free(&r->allocator, r->goal_scratch, r->goal_capacity * sizeof(wendi_sort_pair));
    r->goal_order = order;
    r->goal_scratch = scratch;
    r->goal_capacity = count;
    return true;
}

wend_result wendi_router_begin(wendi_router *router, const wendi_portal_graph *graph,
                               const wendi_sector_cell *goals, size_t goal_count,
                               const wendi_sector_cell *sources, size_t source_count)
{
    wendi_key_table_clear(&router->index);
    router->record_count = router->node_count = 0;
    wendi_open_list_clear(&router->queue);
    router->tree_count = router->component_count = 0;
    wendi_key_table_clear(&router->allowed);
    wendi_cluster_search_clear(router);
    wendi_array_u32_clear(&router->parked);
    router->is_restricted = false;
    router->is_reordering = false;
    wendi_array_u32_clear(&router->goal_costs);
    wendi_array_u32_clear(&router->first);
    router->goal = router->source = 0;
    router->target_changes = 0;
    router->enlarged_by = 0;
    router->phase = WENDI_ROUTE_DONE;

    router->graph = graph;
    router->goals = goals;
    router->sources = sources;
    router->goal_count = goal_count;
    router->source_count = source_count;
    if (!reserve_goals(router, goal_count) ||
        !wendi_array_u32_reserve(&router->first, source_count)) {
        return WEND_ERROR_MEMORY;
    }
    if (router->clusters != NULL && wendi_clusters_begin(router->clusters, graph) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    if (goal_count == 0 || source_count == 0) {
        (void)wendi_array_u32_resize(&router->first, source_count);
        for (size_t i = 0; i < source_count; ++i) {
            router->first.items[i] = WENDI_STEP_NONE;
        }
        return WEND_OK;
    }
    for (size_t i = 0; i < goal_count; ++i) {
        router->goal_order[i] = (wendi_sort_pair){goals[i].sector, (uint32_t)i};
    }
    wendi_sort_pairs(router->goal_order, router->goal_scratch, goal_count);
    wendi_route_set_target(router, 0, WENDI_ROUTE_TARGET_ONE);
    router->phase = WENDI_ROUTE_GOALS;
    return WEND_OK;
}

/* Starts the search at the goals of one sector. */
static wend_result begin_goals(wendi_router *r)
{
    const uint32_t sector = (uint32_t)r->goal_order[r->goal].key;
    const uint32_t index = wendi_route_record_at(r, sector);
    if (index == WENDI_ROUTE_NONE) {
        return WEND_ERROR_MEMORY;
    }
    wendi_sector_record *record = &r->records[index];
    const uint32_t costs = (uint32_t)r->goal_costs.count;
    if (!wendi_array_u32_resize(&r->goal_costs, costs + record->page.portal_count)) {
        return WEND_ERROR_MEMORY;
    }
    record->goals = (uint32_t)r->goal;
    record->goal_costs = costs;
    wendi_route_integrate_goals(r, record);
    for (uint32_t w = 0; w < record->page.portal_count; ++w) {
        int32_t x = 0;
        int32_t y = 0;
        wendi_portal_cell(&record->bounds, &record->page.portals[w], &x, &y);
        const uint32_t cost = wendi_route_cost_at(&r->costs, x, y);
        r->goal_costs.items[costs + w] = cost;
        if (cost == WENDI_PORTAL_UNCONNECTED ||
            record->page.portals[w].side == WENDI_SIDE_LINK_OUT) {
            continue;
        }
        wendi_route_node *node = &r->nodes[record->first_node + w];
        node->cost = cost + wendi_route_entry_cost(r, &record->page, w);
        node->parent = WENDI_ROUTE_GOAL;
        if (!wendi_route_push(r, record->first_node + w)) {
            return WEND_ERROR_MEMORY;
        }
    }
    while (r->goal < r->goal_count && r->goal_order[r->goal].key == sector) {
        ++r->goal;
    }
    r->phase = r->goal < r->goal_count ? WENDI_ROUTE_GOALS : WENDI_ROUTE_SOURCE;
    return WEND_OK;
}

/* Takes the best of the closed nodes around the source's sector. @return true: all of them are
 * closed. */
static bool check_closed_portals(wendi_router *r)
{
    bool is_all = true;
    const uint32_t count = r->records[r->source_record].page.portal_count;
    for (uint32_t w = 0; w < count; ++w) {
        if (r->source_costs[w] == WENDI_PORTAL_UNCONNECTED) {
            continue;
        }
        const uint32_t node = wendi_route_find_node_out(r, r->source_record, w);
        if (node == WENDI_ROUTE_NONE || !r->nodes[node].is_closed) {
            is_all = false;
        } else if (r->nodes[node].cost + r->source_costs[w] < r->best) {
            r->best = r->nodes[node].cost + r->source_costs[w];
            r->best_node = node;
        }
    }
    return is_all;
}

/* Orders the open list for a source; after some sources, for all in a square of sectors, and after
 * many for all that are left: ordering takes time, and the larger the target, the more portals are
 * expanded. */
static void set_target(wendi_router *r)
{
    const bool is_in_target =
        r->target == WENDI_ROUTE_TARGET_ALL ||
        (r->target == WENDI_ROUTE_TARGET_SQUARE &&
         wendi_route_is_same_square(r->square, wendi_route_square_of(r, r->source)));
    if (r->source == 0 || is_in_target) {
        return;
    }
    ++r->target_changes;
    wendi_route_set_target(r, r->source,
                           r->target_changes >= WENDI_ROUTE_TARGETS_MAX
                               ? WENDI_ROUTE_TARGET_ALL
                               : (r->target_changes >= WENDI_ROUTE_TARGETS_ONE
                                      ? WENDI_ROUTE_TARGET_SQUARE
                                      : WENDI_ROUTE_TARGET_ONE));
    wendi_route_reorder(r);
}

static void end_source(wendi_router *r, uint32_t step)
{
    (void)wendi_array_u32_push(&r->first, step);
    ++r->source;
    r->phase = r->source < r->source_count ? WENDI_ROUTE_SOURCE : WENDI_ROUTE_DONE;
}

static wend_result finish_source(wendi_router *r)
{
    uint32_t step = WENDI_STEP_NONE;
    if (r->best != WENDI_ROUTE_UNREACHED && !wendi_route_trace(r, &step)) {
        return WEND_ERROR_MEMORY;
    }
    end_source(r, step);
    return WEND_OK;
}

/* Portals on the straight line between the first goal and the source. */
static uint64_t straight_portals(const wendi_router *r)
{
    const int32_t dx = r->line_dx < 0 ? -r->line_dx : r->line_dx;
    const int32_t dy = r->line_dy < 0 ? -r->line_dy : r->line_dy;
    return ((uint64_t)dx + (uint64_t)dy) / (uint64_t)(2 * r->map->sector_size);
}

static wend_result begin_source(wendi_router *r)
{
    const wendi_sector_cell *source = &r->sources[r->source];
    const uint32_t index = wendi_route_record_at(r, source->sector);
    if (index == WENDI_ROUTE_NONE) {
        return WEND_ERROR_MEMORY;
    }
    uint32_t step = WENDI_STEP_NONE;
    const wend_result covered =
        wendi_route_find_covering_step(r, index, source->x, source->y, &step);
    if (covered != WEND_OK) {
        return covered;
    }
    if (step != WENDI_STEP_NONE) {
        end_source(r, step);
        return WEND_OK;
    }
    r->is_cut = r->is_by_clock; /* What follows takes as long as dozens of portals. */
    r->source_record = index;
    r->best = WENDI_ROUTE_UNREACHED;
    r->best_node = WENDI_ROUTE_NONE;
    wendi_route_integrate_source(r, &r->records[index], source->x, source->y);
    if (check_closed_portals(r)) {
        return finish_source(r);
    }
    if (r->source > 0) { /* It joins a route, so that the plain estimate is worth less still. */
        wendi_route_enlarge_estimates(r);
    }
    set_target(r);
    r->expanded = 0;
    r->expanded_before_enlarging = straight_portals(r) * DETOUR + SHORT_SEARCH;
    r->is_cluster_searched = false;
    r->phase = WENDI_ROUTE_SEARCH;
    return WEND_OK;
}

/* Clusters are searched when the first search takes too long; afterwards for sources outside of
 * the allowed clusters. */
static bool needs_cluster_search(const wendi_router *r)
{
    if (r->clusters == NULL || r->is_cluster_searched || r->best != WENDI_ROUTE_UNREACHED) {
        return false;
    }
    return r->is_restricted
               ? !wendi_route_may_enter_cluster(r, r->records[r->source_record].cluster)
               : r->expanded >= r->expansions_before_clusters;
}

static wend_result begin_cluster_search(wendi_router *r)
{
    r->is_cluster_searched = true;
    r->phase = WENDI_ROUTE_CLUSTERS;
    return wendi_cluster_search_begin(r);
}

static wend_result search(wendi_router *r)
{
    if (r->is_reordering) {
        wendi_route_continue_reorder(r);
        return WEND_OK;
    }
    if (needs_cluster_search(r)) {
        return begin_cluster_search(r);
    }
    if (r->enlarged_by == 0 && r->expanded >= r->expanded_before_enlarging) {
        wendi_route_enlarge_estimates(r);
        wendi_route_reorder(r);
        if (r->is_reordering) {
            return WEND_OK;
        }
    }
    const wend_result result = wendi_route_expand(r);
    if (result != WEND_OK) {
        return result == WEND_IN_PROGRESS ? WEND_OK : result;
    }
    /* There is no path inside the clusters of other sources' paths. */
    if (r->best == WENDI_ROUTE_UNREACHED && r->is_restricted && !r->is_cluster_searched) {
        return begin_cluster_search(r);
    }
    return finish_source(r);
}

static wend_result cluster_search(wendi_router *r)
{
    const wend_result result = wendi_cluster_search_expand(r);
    if (result == WEND_NO_PATH) {
        return finish_source(r);
    }
    r->phase = result == WEND_OK ? WENDI_ROUTE_SEARCH : WENDI_ROUTE_CLUSTERS;
    return result == WEND_IN_PROGRESS ? WEND_OK : result;
}

static wend_result step_once(wendi_router *r)
{
    switch (r->phase) {
    case WENDI_ROUTE_GOALS:
        return begin_goals(r);
    case WENDI_ROUTE_SOURCE:
        return begin_source(r);
    case WENDI_ROUTE_SEARCH:
        return search(r);
    case WENDI_ROUTE_CLUSTERS:
        return cluster_search(r);
    case WENDI_ROUTE_DONE:
        break;
    }
    return WEND_OK;
}

void wendi_router_set_by_clock(wendi_router *router, bool is_by_clock)
{
    router->is_by_clock = is_by_clock;
}

wend_result wendi_router_run(wendi_router *router, uint64_t *steps)
{
    while (router->phase != WENDI_ROUTE_DONE) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        --*steps;
        router->is_cut = false;
        const wend_result result = step_once(router);
        if (result != WEND_OK) {
            return result;
        }
        if (router->is_reordering || (router->is_cut && router->phase != WENDI_ROUTE_DONE)) {
            return WEND_IN_PROGRESS;
        }
    }
    return WEND_OK;
}
