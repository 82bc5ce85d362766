/* Clusters of sectors, computed on demand and kept by stamp, and their connected components.
 * Cost: the stamps of a cluster's sectors are compared after edits. */
#include "flow/route/clusters_private.h"

#include "base/core/union_find.h"

#include <string.h>

static uint32_t clusters_along(int32_t sectors, int32_t size)
{
    return (uint32_t)((sectors + size - 1) / size);
}

wend_result wendi_clusters_create(const wendi_sector_map *map, int32_t size,
                                  const wend_allocator *allocator, wendi_clusters **clusters)
{
    *clusters = NULL;
    wendi_clusters *g = wendi_alloc_zero(allocator, sizeof *g);
    if (g == NULL) {
        return WEND_ERROR_MEMORY;
    }
    const size_t sectors = (size_t)size * (size_t)size;
    g->allocator = *allocator;
    g->map = map;
    g->size = size;
    for (uint32_t i = 0; i < map->floor_count; ++i) {
        g->first[i + 1] = g->first[i] + clusters_along(map->floors[i].sectors_x, size) *
                                            clusters_along(map->floors[i].sectors_y, size);
    }
    wendi_array_u32_init(&g->visited_clusters, allocator);
    wendi_array_u32_init(&g->roots, allocator);
    wendi_array_u64_init(&g->exit_costs, allocator);
    wendi_array_u64_init(&g->portal_costs, allocator);
    g->pages = wendi_alloc(allocator, sectors * sizeof g->pages[0]);
    g->offsets = wendi_alloc(allocator, (sectors + 1) * sizeof g->offsets[0]);
    if (g->pages == NULL || g->offsets == NULL) {
        wendi_clusters_destroy(g);
        return WEND_ERROR_MEMORY;
    }
    *clusters = g;
    return WEND_OK;
}

static void free_entrances(const wendi_clusters *g, wendi_cluster_page *page)
{
    const size_t count = page->entrance_count;
    wendi_free(&g->allocator, page->entrances, count * sizeof page->entrances[0]);
    wendi_free(&g->allocator, page->costs, count * count * sizeof page->costs[0]);
    page->entrances = NULL;
    page->costs = NULL;
    page->entrance_count = 0;
    page->has_entrances = false;
}

static void free_components(const wendi_clusters *g, wendi_cluster_page *page)
{
    wendi_free(&g->allocator, page->components, page->component_words * sizeof page->components[0]);
    page->components = NULL;
    page->component_words = 0;
    page->has_components = false;
}

static void destroy_store(wendi_clusters *g, wendi_class_clusters *store)
{
    for (size_t i = 0; i < store->count; ++i) {
        free_entrances(g, &store->pages[i]);
        free_components(g, &store->pages[i]);
    }
    wendi_key_table_destroy(&store->index, &g->allocator);
    wendi_free(&g->allocator, store->pages, store->capacity * sizeof store->pages[0]);
}

void wendi_clusters_destroy(wendi_clusters *clusters)
{
    if (clusters == NULL) {
        return;
    }
    const wend_allocator allocator = clusters->allocator;
    const size_t sectors = (size_t)clusters->size * (size_t)clusters->size;
    for (size_t i = 0; i < clusters->store_count; ++i) {
        destroy_store(clusters, &clusters->stores[i]);
    }
    wendi_free(&allocator, clusters->stores, clusters->store_capacity * sizeof clusters->stores[0]);
    wendi_key_table_destroy(&clusters->visited, &allocator);
    wendi_array_u32_free(&clusters->visited_clusters);
    wendi_array_u32_free(&clusters->roots);
    wendi_array_u64_free(&clusters->exit_costs);
    wendi_array_u64_free(&clusters->portal_costs);
    wendi_free(&allocator, clusters->pages, sectors * sizeof clusters->pages[0]);
    wendi_free(&allocator, clusters->offsets, (sectors + 1) * sizeof clusters->offsets[0]);
    wendi_free(&allocator, clusters->side_portals,
               clusters->side_portal_capacity * sizeof clusters->side_portals[0]);
    wendi_free(&allocator, clusters->entrances,
               clusters->entrance_capacity * sizeof clusters->entrances[0]);
    wendi_open_list_free(&clusters->queue, &allocator);
    wendi_free(&allocator, clusters, sizeof *clusters);
}

static size_t store_bytes(const wendi_class_clusters *store)
{
    size_t bytes =
        wendi_key_table_memory_bytes(&store->index) + store->capacity * sizeof store->pages[0];
    for (size_t i = 0; i < store->count; ++i) {
        const wendi_cluster_page *page = &store->pages[i];
        const size_t entrances = page->entrance_count;
        bytes += page->component_words * sizeof page->components[0] +
                 entrances * sizeof page->entrances[0] +
                 entrances * entrances * sizeof page->costs[0];
    }
    return bytes;
}

size_t wendi_clusters_memory_bytes(const wendi_clusters *clusters)
{
    const size_t sectors = (size_t)clusters->size * (size_t)clusters->size;
    size_t bytes =
        sizeof *clusters + clusters->store_capacity * sizeof clusters->stores[0] +
        wendi_key_table_memory_bytes(&clusters->visited) + sectors * sizeof clusters->pages[0] +
        (sectors + 1) * sizeof clusters->offsets[0] +
        (clusters->visited_clusters.capacity + clusters->roots.capacity) * sizeof(uint32_t) +
        (clusters->exit_costs.capacity + clusters->portal_costs.capacity) * sizeof(uint64_t) +
        clusters->side_portal_capacity * sizeof clusters->side_portals[0] +
        clusters->entrance_capacity * sizeof clusters->entrances[0] +
        clusters->queue.capacity * sizeof clusters->queue.items[0];
    for (size_t i = 0; i < clusters->store_count; ++i) {
        bytes += store_bytes(&clusters->stores[i]);
    }
    return bytes;
}

wend_result wendi_clusters_begin(wendi_clusters *clusters, const wendi_portal_graph *graph)
{
    wendi_key_table_clear(&clusters->visited);
    wendi_array_u32_clear(&clusters->visited_clusters);
    clusters->uniform = WENDI_CLUSTER_NONE;
    ++clusters->begin_count;
    clusters->store = NULL;
    for (size_t i = 0; i < clusters->store_count; ++i) {
        clusters->store =
            clusters->stores[i].graph == graph ? &clusters->stores[i] : clusters->store;
    }
    if (clusters->store != NULL) {
        return WEND_OK;
    }
    void *stores = clusters->stores;
    const bool has_room = wendi_grow_items(&clusters->allocator, &stores, &clusters->store_capacity,
                                           clusters->store_count, sizeof clusters->stores[0]);
    clusters->stores = stores;
    if (!has_room) {
        return WEND_ERROR_MEMORY;
    }
    clusters->store = &clusters->stores[clusters->store_count++];
    memset(clusters->store, 0, sizeof *clusters->store);
    clusters->store->graph = graph;
    return WEND_OK;
}

/* ---- geometry ---- */

uint32_t wendi_clusters_at(const wendi_clusters *clusters, const wendi_sector_bounds *bounds)
{
    const uint32_t along =
        clusters_along(clusters->map->floors[bounds->floor].sectors_x, clusters->size);
    return clusters->first[bounds->floor] + (uint32_t)(bounds->row / clusters->size) * along +
           (uint32_t)(bounds->column / clusters->size);
}

wendi_cluster_bounds wendi_cluster_bounds_of(const wendi_clusters *clusters, uint32_t cluster)
{
    wendi_cluster_bounds bounds = {0};
    while (cluster >= clusters->first[bounds.floor + 1]) {
        ++bounds.floor;
    }
    const wendi_sector_map_floor *floor = &clusters->map->floors[bounds.floor];
    const uint32_t along = clusters_along(floor->sectors_x, clusters->size);
    bounds.column = (int32_t)((cluster - clusters->first[bounds.floor]) % along);
    bounds.row = (int32_t)((cluster - clusters->first[bounds.floor]) / along);
    bounds.sector_x = bounds.column * clusters->size;
    bounds.sector_y = bounds.row * clusters->size;
    const int32_t left_x = floor->sectors_x - bounds.sector_x;
    const int32_t left_y = floor->sectors_y - bounds.sector_y;
    bounds.sectors_x = left_x < clusters->size ? left_x : clusters->size;
    bounds.sectors_y = left_y < clusters->size ? left_y : clusters->size;
    bounds.sector_row = (uint32_t)floor->sectors_x;
    bounds.first_sector = floor->first_sector + (uint32_t)bounds.sector_y * bounds.sector_row +
                          (uint32_t)bounds.sector_x;
    return bounds;
}

uint32_t wendi_clusters_neighbour(const wendi_clusters *clusters, uint32_t cluster, int32_t columns,
                                  int32_t rows)
{
    const wendi_cluster_bounds bounds = wendi_cluster_bounds_of(clusters, cluster);
    const wendi_sector_map_floor *floor = &clusters->map->floors[bounds.floor];
    const int32_t along_x = (int32_t)clusters_along(floor->sectors_x, clusters->size);
    const int32_t along_y = (int32_t)clusters_along(floor->sectors_y, clusters->size);
    const int32_t column = bounds.column + columns;
    const int32_t row = bounds.row + rows;
    if (column < 0 || row < 0 || column >= along_x || row >= along_y) {
        return WENDI_CLUSTER_NONE;
    }
    return clusters->first[bounds.floor] + (uint32_t)(row * along_x + column);
}

uint32_t wendi_cluster_sector(const wendi_cluster_bounds *bounds, uint32_t local)
{
    const uint32_t wide = (uint32_t)bounds->sectors_x;
    return bounds->first_sector + local / wide * bounds->sector_row + local % wide;
}

uint32_t wendi_clusters_list_sectors(const wendi_clusters *clusters, uint32_t cluster,
                                     uint32_t *sectors)
{
    const wendi_cluster_bounds bounds = wendi_cluster_bounds_of(clusters, cluster);
    const uint32_t count = (uint32_t)(bounds.sectors_x * bounds.sectors_y);
    for (uint32_t i = 0; i < count; ++i) {
        sectors[i] = wendi_cluster_sector(&bounds, i);
    }
    return count;
}

const uint32_t *wendi_clusters_visited(const wendi_clusters *clusters, uint32_t *count)
{
    *count = (uint32_t)clusters->visited_clusters.count;
    return clusters->visited_clusters.items;
}

/* ---- components ---- */

uint32_t wendi_cluster_read_sectors(wendi_clusters *clusters, const wendi_cluster_bounds *bounds)
{
    const uint32_t count = (uint32_t)(bounds->sectors_x * bounds->sectors_y);
    uint32_t portals = 0;
    for (uint32_t i = 0; i < count; ++i) {
        clusters->pages[i] =
            wendi_portal_graph_sector(clusters->store->graph, wendi_cluster_sector(bounds, i));
        clusters->offsets[i] = portals;
        portals += clusters->pages[i].portal_count;
    }
    clusters->offsets[count] = portals;
    return portals;
}

uint32_t wendi_cluster_opposite_portal(const wendi_clusters *clusters,
                                       const wendi_cluster_bounds *bounds, uint32_t local,
                                       uint32_t portal)
{
    static const int32_t columns[4] = {0, 1, 0, -1};
    static const int32_t rows[4] = {-1, 0, 1, 0};
    const uint32_t side = clusters->pages[local].portals[portal].side;
    if (side >= WENDI_SIDE_LINK_OUT) {
        return WENDI_CLUSTER_NONE;
    }
    const int32_t column = (int32_t)local % bounds->sectors_x + columns[side];
    const int32_t row = (int32_t)local / bounds->sectors_x + rows[side];
    if (column < 0 || row < 0 || column >= bounds->sectors_x || row >= bounds->sectors_y) {
        return WENDI_CLUSTER_NONE;
    }
    const uint32_t behind = (uint32_t)(row * bounds->sectors_x + column);
    return clusters->offsets[behind] + clusters->pages[behind].first[side ^ 2] + portal -
           clusters->pages[local].first[side];
}

/* Joins the portals that are connected inside one sector, and those beyond its sides. */
static void join_sector(wendi_clusters *g, const wendi_cluster_bounds *bounds, uint32_t local)
{
    const wendi_sector_portals *page = &g->pages[local];
    uint32_t *roots = g->roots.items;
    for (uint32_t w = 0; w < page->portal_count; ++w) {
        const uint32_t *costs = page->costs + (size_t)w * page->portal_count;
        uint32_t v = 0;
        while (v < w && costs[v] == WENDI_PORTAL_UNCONNECTED) {
            ++v;
        }
        wendi_union_find_join(roots, g->offsets[local] + v, g->offsets[local] + w);
        const uint32_t twin = wendi_cluster_opposite_portal(g, bounds, local, w);
        if (twin != WENDI_CLUSTER_NONE) {
            wendi_union_find_join(roots, twin, g->offsets[local] + w);
        }
    }
}

/* Replaces roots by consecutive numbers. @return number of components. */
static uint32_t number_components(uint32_t *roots, uint32_t portals)
{
    uint32_t components = 0;
    for (uint32_t i = 0; i < portals; ++i) {
        roots[i] = roots[i] == i ? i : wendi_union_find_root(roots, i);
    }
    for (uint32_t i = 0; i < portals; ++i) {
        /* A root is the lowest of its component, so it has its number before the others need it. */
        roots[i] = roots[i] == i ? components++ : roots[roots[i]];
    }
    return components;
}

/* Computes a page's components. @return false: no memory, the page has none. */
static bool find_components(wendi_clusters *g, const wendi_cluster_bounds *bounds,
                            wendi_cluster_page *page)
{
    const uint32_t sectors = (uint32_t)(bounds->sectors_x * bounds->sectors_y);
    const uint32_t portals = wendi_cluster_read_sectors(g, bounds);
    if (!wendi_array_u32_resize(&g->roots, portals)) {
        return false;
    }
    for (uint32_t i = 0; i < portals; ++i) {
        g->roots.items[i] = i;
    }
    for (uint32_t local = 0; local < sectors; ++local) {
        join_sector(g, bounds, local);
    }
    if (number_components(g->roots.items, portals) <= 1) {
        return true;
    }
    uint32_t *components =
        wendi_alloc(&g->allocator, (size_t)(sectors + portals) * sizeof *components);
    if (components == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < sectors; ++i) {
        components[i] = sectors + g->offsets[i];
    }
    memcpy(components + sectors, g->roots.items, portals * sizeof *components);
    page->components = components;
    page->component_words = sectors + portals;
    return true;
}

uint32_t wendi_cluster_component_of(const wendi_cluster_page *page, uint32_t local, uint32_t portal)
{
    return page->components == NULL ? 0 : page->components[page->components[local] + portal];
}

/* ---- pages ---- */

static bool mark_visited(wendi_clusters *g, uint32_t cluster)
{
    if (wendi_key_table_find(&g->visited, cluster) != UINT32_MAX) {
        return true;
    }
    if ((g->visited.count == wendi_key_table_capacity(&g->visited) &&
         !wendi_key_table_grow(&g->visited, &g->allocator)) ||
        !wendi_array_u32_push(&g->visited_clusters, cluster)) {
        return false;
    }
    wendi_key_table_add(&g->visited, wendi_key_table_slot(&g->visited, cluster), cluster);
    return true;
}

/* The page of a cluster, perhaps still empty. */
static uint32_t find_page(wendi_clusters *g, uint32_t cluster)
{
    wendi_class_clusters *store = g->store;
    const uint32_t known = wendi_key_table_find(&store->index, cluster);
    if (known != UINT32_MAX) {
        return known;
    }
    void *pages = store->pages;
    const bool has_room = wendi_grow_items(&g->allocator, &pages, &store->capacity, store->count,
                                           sizeof store->pages[0]);
    store->pages = pages;
    if (!has_room || (store->index.count == wendi_key_table_capacity(&store->index) &&
                      !wendi_key_table_grow(&store->index, &g->allocator))) {
        return WENDI_CLUSTER_NONE;
    }
    memset(&store->pages[store->count++], 0, sizeof store->pages[0]);
    store->pages[store->count - 1].cluster = cluster;
    return wendi_key_table_add(&store->index, wendi_key_table_slot(&store->index, cluster),
                               cluster);
}

static bool have_changed(const wendi_clusters *g, const wendi_cluster_bounds *bounds,
                         uint32_t since)
{
    const uint32_t count = (uint32_t)(bounds->sectors_x * bounds->sectors_y);
    for (uint32_t i = 0; i < count; ++i) {
        if (wendi_portal_graph_sector_stamp(g->store->graph, wendi_cluster_sector(bounds, i)) >
            since) {
            return true;
        }
    }
    return false;
}

/* Index of a cluster's page with current components; NONE without memory. May move pages. */
static uint32_t page_at(wendi_clusters *g, uint32_t cluster)
{
    const uint32_t index = mark_visited(g, cluster) ? find_page(g, cluster) : WENDI_CLUSTER_NONE;
    if (index == WENDI_CLUSTER_NONE) {
        return index;
    }
    wendi_cluster_page *page = &g->store->pages[index];
    const uint32_t stamp = wendi_portal_graph_stamp(g->store->graph);
    if (page->has_components && page->checked == stamp) {
        return index;
    }
    const wendi_cluster_bounds bounds = wendi_cluster_bounds_of(g, cluster);
    if (!page->has_components || have_changed(g, &bounds, page->made)) {
        free_entrances(g, page);
        free_components(g, page);
        if (!find_components(g, &bounds, page)) {
            return WENDI_CLUSTER_NONE;
        }
        page->has_components = true;
        page->made = stamp;
    }
    page->checked = stamp;
    return index;
}

wend_result wendi_clusters_get_component(wendi_clusters *clusters,
                                         const wendi_sector_bounds *bounds, uint32_t portal,
                                         uint32_t *component)
{
    const uint32_t cluster = wendi_clusters_at(clusters, bounds);
    const uint32_t index = page_at(clusters, cluster);
    if (index == WENDI_CLUSTER_NONE) {
        return WEND_ERROR_MEMORY;
    }
    const wendi_cluster_bounds at = wendi_cluster_bounds_of(clusters, cluster);
    const int32_t local = (bounds->row - at.sector_y) * at.sectors_x + bounds->column - at.sector_x;
    *component =
        wendi_cluster_component_of(&clusters->store->pages[index], (uint32_t)local, portal);
    return WEND_OK;
}

/* Entrances are current as long as no cluster on either side was recomputed since. */
static bool entrances_are_current(wendi_clusters *g, uint32_t index, bool *has_memory)
{
    static const int32_t columns[4] = {0, 1, 0, -1};
    static const int32_t rows[4] = {-1, 0, 1, 0};
    const uint32_t cluster = g->store->pages[index].cluster;
    bool hold = g->store->pages[index].has_entrances;
    *has_memory = true;
    for (int32_t side = 0; side < 4; ++side) {
        const uint32_t neighbours = wendi_clusters_neighbour(g, cluster, columns[side], rows[side]);
        if (neighbours == WENDI_CLUSTER_NONE) {
            continue;
        }
        const uint32_t other = page_at(g, neighbours);
        if (other == WENDI_CLUSTER_NONE) {
            *has_memory = false;
            return false;
        }
        hold = hold && g->store->pages[other].made <= g->store->pages[index].entrances_made;
    }
    return hold;
}

wend_result wendi_clusters_get_entrances(wendi_clusters *clusters, uint32_t cluster,
                                         wendi_cluster_entrances *entrances)
{
    const uint32_t index = page_at(clusters, cluster);
    bool has_memory = index != WENDI_CLUSTER_NONE;
    if (has_memory && !entrances_are_current(clusters, index, &has_memory) && has_memory) {
        free_entrances(clusters, &clusters->store->pages[index]);
        has_memory = wendi_cluster_find_entrances(clusters, index);
    }
    if (!has_memory) {
        return WEND_ERROR_MEMORY;
    }
    const wendi_cluster_page *page = &clusters->store->pages[index];
    entrances->entrances = page->entrances;
    entrances->count = page->entrance_count;
    memcpy(entrances->first, page->first, sizeof entrances->first);
    return WEND_OK;
}
