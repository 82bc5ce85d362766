/* The entrances of a cluster, one for each stretch of a side and pair of components, and one for
 * each link end; and the costs between them.
 * Cost: the portals along the sides; for costs a search over the cluster's portals. */
#include "flow/route/clusters_private.h"

#include <string.h>

enum {
    STRETCH = 8,      /* sectors along a side that share entrances */
    COSTS_UNKNOWN = 1 /* diagonal entry of a row of costs that is not computed yet */
};

static bool add_side_portal(wendi_clusters *g, const wendi_cluster_side_portal *side_portal)
{
    void *side_portals = g->side_portals;
    const bool has_room = wendi_grow_items(&g->allocator, &side_portals, &g->side_portal_capacity,
                                           g->side_portal_count, sizeof g->side_portals[0]);
    g->side_portals = side_portals;
    if (has_room) {
        g->side_portals[g->side_portal_count++] = *side_portal;
    }
    return has_room;
}

static bool add_entrance(wendi_clusters *g, const wendi_cluster_side_portal *side_portal,
                         uint32_t side)
{
    void *entrances = g->entrances;
    const bool has_room = wendi_grow_items(&g->allocator, &entrances, &g->entrance_capacity,
                                           g->entrance_count, sizeof g->entrances[0]);
    g->entrances = entrances;
    if (has_room) {
        g->entrances[g->entrance_count++] = (wendi_cluster_entrance){
            side_portal->sector, side_portal->component, side_portal->portal, (uint8_t)side};
    }
    return has_room;
}

/* Sectors along a side: the i-th of this cluster, and the one beyond it in the neighbour. */
static void along(const wendi_cluster_bounds *bounds, const wendi_cluster_bounds *behind,
                  uint32_t side, int32_t i, uint32_t *local, uint32_t *other)
{
    const bool is_row = side == WENDI_SIDE_NORTH || side == WENDI_SIDE_SOUTH;
    const bool is_far = side == WENDI_SIDE_EAST || side == WENDI_SIDE_SOUTH;
    const int32_t x = is_row ? i : is_far ? bounds->sectors_x - 1 : 0;
    const int32_t y = !is_row ? i : is_far ? bounds->sectors_y - 1 : 0;
    const int32_t to_x = is_row ? i : is_far ? 0 : behind->sectors_x - 1;
    const int32_t to_y = !is_row ? i : is_far ? 0 : behind->sectors_y - 1;
    *local = (uint32_t)(y * bounds->sectors_x + x);
    *other = (uint32_t)(to_y * behind->sectors_x + to_x);
}

/* Lists the portals of a side with the components that they join. */
static bool list_side(wendi_clusters *g, const wendi_cluster_bounds *bounds,
                      const wendi_cluster_page *page, const wendi_cluster_page *behind,
                      uint32_t side)
{
    const wendi_cluster_bounds there = wendi_cluster_bounds_of(g, behind->cluster);
    const bool is_row = side == WENDI_SIDE_NORTH || side == WENDI_SIDE_SOUTH;
    const int32_t count = is_row ? bounds->sectors_x : bounds->sectors_y;
    g->side_portal_count = 0;
    for (int32_t i = 0; i < count; ++i) {
        uint32_t local = 0;
        uint32_t other = 0;
        along(bounds, &there, side, i, &local, &other);
        const uint32_t sector = wendi_cluster_sector(bounds, local);
        const wendi_sector_portals *graph = &g->pages[local];
        for (uint32_t w = graph->first[side]; w < graph->first[side + 1]; ++w) {
            uint32_t across = 0;
            (void)wendi_portal_graph_opposite(g->store->graph, sector, w, &across);
            const wendi_cluster_side_portal side_portal = {
                sector,
                wendi_cluster_component_of(page, local, w),
                wendi_cluster_component_of(behind, other, across),
                (uint32_t)i / STRETCH,
                WENDI_CLUSTER_NONE,
                (uint8_t)w};
            if (!add_side_portal(g, &side_portal)) {
                return false;
            }
        }
    }
    return true;
}

static bool is_same_entrance(const wendi_cluster_side_portal *a, const wendi_cluster_side_portal *b)
{
    return a->component == b->component && a->behind == b->behind && a->stretch == b->stretch;
}

/* Makes one entrance of all portals that join the same components as the first of them. */
static bool merge(wendi_clusters *g, size_t first, uint32_t side)
{
    const wendi_cluster_side_portal *side_portals = g->side_portals;
    uint32_t count = 0;
    for (size_t i = first; i < g->side_portal_count; ++i) {
        count += is_same_entrance(&side_portals[i], &side_portals[first]);
    }
    uint32_t left = count / 2 + 1;
    size_t middle = first;
    for (size_t i = first; i < g->side_portal_count; ++i) {
        if (is_same_entrance(&side_portals[i], &side_portals[first])) {
            g->side_portals[i].entrance = 0;
            --left;
            middle = left == 0 ? i : middle;
        }
    }
    return add_entrance(g, &side_portals[middle], side);
}

static bool find_side_entrances(wendi_clusters *g, const wendi_cluster_bounds *bounds,
                                uint32_t index, uint32_t side)
{
    static const int32_t columns[4] = {0, 1, 0, -1};
    static const int32_t rows[4] = {-1, 0, 1, 0};
    const uint32_t neighbours =
        wendi_clusters_neighbour(g, g->store->pages[index].cluster, columns[side], rows[side]);
    if (neighbours == WENDI_CLUSTER_NONE) {
        return true;
    }
    /* The neighbours were brought up to date when the old entrances were checked. */
    const uint32_t other = wendi_key_table_find(&g->store->index, neighbours);
    if (!list_side(g, bounds, &g->store->pages[index], &g->store->pages[other], side)) {
        return false;
    }
    for (size_t i = 0; i < g->side_portal_count; ++i) {
        if (g->side_portals[i].entrance == WENDI_CLUSTER_NONE && !merge(g, i, side)) {
            return false;
        }
    }
    return true;
}

/* All link ends of one direction. */
static bool find_link_entrances(wendi_clusters *g, const wendi_cluster_bounds *bounds,
                                uint32_t index, uint32_t side)
{
    const uint32_t count = (uint32_t)(bounds->sectors_x * bounds->sectors_y);
    for (uint32_t local = 0; local < count; ++local) {
        const wendi_sector_portals *graph = &g->pages[local];
        for (uint32_t w = graph->first[side]; w < graph->first[side + 1]; ++w) {
            const wendi_cluster_side_portal side_portal = {
                wendi_cluster_sector(bounds, local),
                wendi_cluster_component_of(&g->store->pages[index], local, w),
                0,
                0,
                0,
                (uint8_t)w};
            if (!add_entrance(g, &side_portal, side)) {
                return false;
            }
        }
    }
    return true;
}

/* True if the cluster consists of one page repeated, with the entrances of the last such cluster.
 */
static bool is_like_uniform(wendi_clusters *g, const wendi_cluster_bounds *bounds)
{
    const uint32_t sectors = (uint32_t)(bounds->sectors_x * bounds->sectors_y);
    const wendi_cluster_page *uniform = &g->store->pages[g->uniform];
    if (g->uniform_costs != g->pages[0].costs || g->uniform_x != bounds->sectors_x ||
        g->uniform_y != bounds->sectors_y || uniform->entrance_count != g->entrance_count) {
        return false;
    }
    const wendi_cluster_bounds there = wendi_cluster_bounds_of(g, uniform->cluster);
    bool is_like = true;
    for (uint32_t i = 0; i < sectors; ++i) {
        is_like = is_like && g->pages[i].costs == g->uniform_costs;
    }
    for (uint32_t i = 0; i < g->entrance_count; ++i) {
        is_like = is_like && uniform->entrances[i].portal == g->entrances[i].portal &&
                  uniform->entrances[i].sector - there.first_sector ==
                      g->entrances[i].sector - bounds->first_sector;
    }
    return is_like;
}

/* Finds a cluster with the same costs, or registers this one for later clusters. */
static uint32_t find_same_costs(wendi_clusters *g, const wendi_cluster_bounds *bounds,
                                uint32_t index)
{
    if (g->uniform != WENDI_CLUSTER_NONE && is_like_uniform(g, bounds)) {
        return g->uniform;
    }
    for (int32_t i = 1; i < bounds->sectors_x * bounds->sectors_y; ++i) {
        if (g->pages[i].costs != g->pages[0].costs) {
            return WENDI_CLUSTER_NONE;
        }
    }
    g->uniform = index;
    g->uniform_costs = g->pages[0].costs;
    g->uniform_x = bounds->sectors_x;
    g->uniform_y = bounds->sectors_y;
    return WENDI_CLUSTER_NONE;
}

bool wendi_cluster_find_entrances(wendi_clusters *clusters, uint32_t index)
{
    wendi_cluster_page *page = &clusters->store->pages[index];
    const wendi_cluster_bounds bounds = wendi_cluster_bounds_of(clusters, page->cluster);
    (void)wendi_cluster_read_sectors(clusters, &bounds);
    clusters->entrance_count = 0;
    for (uint32_t side = 0; side < WENDI_SIDES; ++side) {
        page->first[side] = (uint32_t)clusters->entrance_count;
        if (!(side < WENDI_SIDE_LINK_OUT ? find_side_entrances(clusters, &bounds, index, side)
                                         : find_link_entrances(clusters, &bounds, index, side))) {
            return false;
        }
    }
    const size_t count = clusters->entrance_count;
    page->first[WENDI_SIDES] = (uint32_t)count;
    wendi_cluster_entrance *entrances =
        wendi_alloc(&clusters->allocator, count * sizeof *entrances);
    uint32_t *costs = wendi_alloc(&clusters->allocator, count * count * sizeof *costs);
    if (count > 0 && (entrances == NULL || costs == NULL)) {
        wendi_free(&clusters->allocator, entrances, count * sizeof *entrances);
        wendi_free(&clusters->allocator, costs, count * count * sizeof *costs);
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        entrances[i] = clusters->entrances[i];
        costs[i * count + i] = COSTS_UNKNOWN;
    }
    page->entrances = entrances;
    page->costs = costs;
    page->entrance_count = (uint32_t)count;
    page->entrances_made = wendi_portal_graph_stamp(clusters->store->graph);
    page->has_entrances = true;
    page->same_costs_as = find_same_costs(clusters, &bounds, index);
    page->begin_count = clusters->begin_count;
    return true;
}

/* ---- costs ---- */

static uint32_t local_index(const wendi_cluster_bounds *bounds, uint32_t sector)
{
    const uint32_t from_first = sector - bounds->first_sector;
    return from_first / bounds->sector_row * (uint32_t)bounds->sectors_x +
           from_first % bounds->sector_row;
}

/* Relaxes backwards: a path that leaves by a portal comes from the others of its sector, and into
 * those from the sectors beyond. */
static bool relax_back(wendi_clusters *g, const wendi_cluster_bounds *bounds, uint32_t local,
                       uint32_t portal)
{
    const wendi_sector_portals *page = &g->pages[local];
    const uint32_t base = g->offsets[local];
    const uint32_t *costs = page->costs + (size_t)portal * page->portal_count;
    const uint64_t left = g->exit_costs.items[base + portal];
    for (uint32_t v = 0; v < page->portal_count; ++v) {
        if (costs[v] == WENDI_PORTAL_UNCONNECTED ||
            left + costs[v] >= g->portal_costs.items[base + v]) {
            continue;
        }
        g->portal_costs.items[base + v] = left + costs[v];
        const uint32_t twin = wendi_cluster_opposite_portal(g, bounds, local, v);
        if (twin == WENDI_CLUSTER_NONE || v == portal) {
            continue;
        }
        const uint64_t cost =
            left + costs[v] + (uint64_t)WENDI_FLOW_STRAIGHT * page->portals[v].cost;
        if (cost < g->exit_costs.items[twin]) {
            g->exit_costs.items[twin] = cost;
            if (!wendi_open_list_push(&g->queue, &g->allocator,
                                      wendi_open_entry_make(cost, 0, twin))) {
                return false;
            }
        }
    }
    return true;
}

/* Costs of leaving the cluster by one entrance, from the nodes of all portals. */
static bool search_from(wendi_clusters *g, const wendi_cluster_bounds *bounds,
                        const wendi_cluster_entrance *entrance)
{
    const uint32_t sectors = (uint32_t)(bounds->sectors_x * bounds->sectors_y);
    const uint32_t portals = g->offsets[sectors];
    const uint32_t first = g->offsets[local_index(bounds, entrance->sector)] + entrance->portal;
    memset(g->exit_costs.items, 0xFF, portals * sizeof g->exit_costs.items[0]);
    memset(g->portal_costs.items, 0xFF, portals * sizeof g->portal_costs.items[0]);
    g->exit_costs.items[first] = 0;
    wendi_open_list_clear(&g->queue);
    if (!wendi_open_list_push(&g->queue, &g->allocator, wendi_open_entry_make(0, 0, first))) {
        return false;
    }
    while (g->queue.count > 0) {
        const wendi_open_entry entry = g->queue.items[0];
        const uint32_t at = wendi_open_entry_node(&entry);
        wendi_open_list_pop(&g->queue);

        /* The sector of a portal, by its index among those of the cluster. */
        uint32_t low = 0;
        uint32_t high = sectors;
        while (high - low > 1) {
            const uint32_t middle = (low + high) / 2;
            low = g->offsets[middle] <= at ? middle : low;
            high = g->offsets[middle] <= at ? high : middle;
        }
        const uint32_t local = low;
        if (entry.key == g->exit_costs.items[at] &&
            !relax_back(g, bounds, local, at - g->offsets[local])) {
            return false;
        }
    }
    return true;
}

static uint32_t saturated(uint64_t cost)
{
    return cost < WENDI_PORTAL_UNCONNECTED - 1 ? (uint32_t)cost : WENDI_PORTAL_UNCONNECTED - 1;
}

/* Computes the costs from the entrances of a page to one of them, in the cluster that was read.
 * @param costs [entrance_count]. @return false: no memory. */
static bool find_costs(wendi_clusters *g, const wendi_cluster_bounds *bounds,
                       const wendi_cluster_page *page, uint32_t to, uint32_t *costs)
{
    const size_t portals = g->offsets[bounds->sectors_x * bounds->sectors_y];
    if (!wendi_array_u64_resize(&g->exit_costs, portals) ||
        !wendi_array_u64_resize(&g->portal_costs, portals) ||
        !search_from(g, bounds, &page->entrances[to])) {
        return false;
    }
    for (uint32_t from = 0; from < page->entrance_count; ++from) {
        const wendi_cluster_entrance *entrance = &page->entrances[from];
        const uint64_t cost =
            g->portal_costs
                .items[g->offsets[local_index(bounds, entrance->sector)] + entrance->portal];
        costs[from] = cost == UINT64_MAX ? WENDI_PORTAL_UNCONNECTED : saturated(cost);
    }
    return true;
}

wend_result wendi_clusters_get_costs(wendi_clusters *clusters, uint32_t cluster, uint32_t entrance,
                                     const uint32_t **costs)
{
    wendi_cluster_page *page =
        &clusters->store->pages[wendi_key_table_find(&clusters->store->index, cluster)];
    if (page->begin_count == clusters->begin_count && page->same_costs_as != WENDI_CLUSTER_NONE) {
        page = &clusters->store->pages[page->same_costs_as];
    }
    uint32_t *row = page->costs + (size_t)entrance * page->entrance_count;
    *costs = row;
    if (row[entrance] == COSTS_UNKNOWN) {
        const wendi_cluster_bounds bounds = wendi_cluster_bounds_of(clusters, page->cluster);
        (void)wendi_cluster_read_sectors(clusters, &bounds);
        if (!find_costs(clusters, &bounds, page, entrance, row)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}
