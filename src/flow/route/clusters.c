/* Takes: portals of sectors.
 * Gives: groups of them, worked out when they are asked for and kept by stamp.
 * Cost: a look at the stamps of a group's sectors after edits, else none. */
#include "flow/route/clusters_private.h"

#include <string.h>

static uint32_t groups_along(int32_t sectors, int32_t size)
{
    return (uint32_t)((sectors + size - 1) / size);
}

wend_result wendi_clusters_create(const wendi_sector_map *map, int32_t size,
                                  const wend_allocator *allocator, wendi_clusters **groups)
{
    *groups = NULL;
    wendi_clusters *g = wendi_alloc_zero(allocator, sizeof *g);
    if (g == NULL) {
        return WEND_ERROR_MEMORY;
    }
    const size_t sectors = (size_t)size * (size_t)size;
    g->allocator = *allocator;
    g->map = map;
    g->size = size;
    for (uint32_t i = 0; i < map->floor_count; ++i) {
        g->first[i + 1] = g->first[i] + groups_along(map->floors[i].sectors_x, size) *
                                            groups_along(map->floors[i].sectors_y, size);
    }
    wendi_array_u32_init(&g->looked_groups, allocator);
    wendi_array_u32_init(&g->roots, allocator);
    wendi_array_u64_init(&g->leave, allocator);
    wendi_array_u64_init(&g->stand, allocator);
    g->pages = wendi_alloc(allocator, sectors * sizeof g->pages[0]);
    g->offsets = wendi_alloc(allocator, (sectors + 1) * sizeof g->offsets[0]);
    if (g->pages == NULL || g->offsets == NULL) {
        wendi_clusters_destroy(g);
        return WEND_ERROR_MEMORY;
    }
    *groups = g;
    return WEND_OK;
}

static void forget_doors(const wendi_clusters *g, wendi_cluster_page *page)
{
    const size_t count = page->door_count;
    wendi_free(&g->allocator, page->doors, count * sizeof page->doors[0]);
    wendi_free(&g->allocator, page->costs, count * count * sizeof page->costs[0]);
    page->doors = NULL;
    page->costs = NULL;
    page->door_count = 0;
    page->has_doors = false;
}

static void forget_parts(const wendi_clusters *g, wendi_cluster_page *page)
{
    wendi_free(&g->allocator, page->parts, page->part_words * sizeof page->parts[0]);
    page->parts = NULL;
    page->part_words = 0;
    page->has_parts = false;
}

static void destroy_store(wendi_clusters *g, wendi_class_clusters *store)
{
    for (size_t i = 0; i < store->count; ++i) {
        forget_doors(g, &store->pages[i]);
        forget_parts(g, &store->pages[i]);
    }
    wendi_key_table_destroy(&store->index, &g->allocator);
    wendi_free(&g->allocator, store->pages, store->capacity * sizeof store->pages[0]);
}

void wendi_clusters_destroy(wendi_clusters *g)
{
    if (g == NULL) {
        return;
    }
    const wend_allocator allocator = g->allocator;
    const size_t sectors = (size_t)g->size * (size_t)g->size;
    for (size_t i = 0; i < g->store_count; ++i) {
        destroy_store(g, &g->stores[i]);
    }
    wendi_free(&allocator, g->stores, g->store_capacity * sizeof g->stores[0]);
    wendi_key_table_destroy(&g->looked, &allocator);
    wendi_array_u32_free(&g->looked_groups);
    wendi_array_u32_free(&g->roots);
    wendi_array_u64_free(&g->leave);
    wendi_array_u64_free(&g->stand);
    wendi_free(&allocator, g->pages, sectors * sizeof g->pages[0]);
    wendi_free(&allocator, g->offsets, (sectors + 1) * sizeof g->offsets[0]);
    wendi_free(&allocator, g->openings, g->opening_capacity * sizeof g->openings[0]);
    wendi_free(&allocator, g->doors, g->door_capacity * sizeof g->doors[0]);
    wendi_open_list_free(&g->queue, &allocator);
    wendi_free(&allocator, g, sizeof *g);
}

static size_t store_bytes(const wendi_class_clusters *store)
{
    size_t bytes =
        wendi_key_table_memory_bytes(&store->index) + store->capacity * sizeof store->pages[0];
    for (size_t i = 0; i < store->count; ++i) {
        const wendi_cluster_page *page = &store->pages[i];
        const size_t doors = page->door_count;
        bytes += page->part_words * sizeof page->parts[0] + doors * sizeof page->doors[0] +
                 doors * doors * sizeof page->costs[0];
    }
    return bytes;
}

size_t wendi_clusters_memory_bytes(const wendi_clusters *g)
{
    const size_t sectors = (size_t)g->size * (size_t)g->size;
    size_t bytes = sizeof *g + g->store_capacity * sizeof g->stores[0] +
                   wendi_key_table_memory_bytes(&g->looked) + sectors * sizeof g->pages[0] +
                   (sectors + 1) * sizeof g->offsets[0] +
                   (g->looked_groups.capacity + g->roots.capacity) * sizeof(uint32_t) +
                   (g->leave.capacity + g->stand.capacity) * sizeof(uint64_t) +
                   g->opening_capacity * sizeof g->openings[0] +
                   g->door_capacity * sizeof g->doors[0] +
                   g->queue.capacity * sizeof g->queue.items[0];
    for (size_t i = 0; i < g->store_count; ++i) {
        bytes += store_bytes(&g->stores[i]);
    }
    return bytes;
}

wend_result wendi_clusters_begin(wendi_clusters *g, const wendi_portal_graph *portals)
{
    wendi_key_table_clear(&g->looked);
    wendi_array_u32_clear(&g->looked_groups);
    g->plain = WENDI_CLUSTER_NONE;
    ++g->begun;
    g->store = NULL;
    for (size_t i = 0; i < g->store_count; ++i) {
        g->store = g->stores[i].portals == portals ? &g->stores[i] : g->store;
    }
    if (g->store != NULL) {
        return WEND_OK;
    }
    void *stores = g->stores;
    const bool has_room = wendi_grow_items(&g->allocator, &stores, &g->store_capacity,
                                           g->store_count, sizeof g->stores[0]);
    g->stores = stores;
    if (!has_room) {
        return WEND_ERROR_MEMORY;
    }
    g->store = &g->stores[g->store_count++];
    memset(g->store, 0, sizeof *g->store);
    g->store->portals = portals;
    return WEND_OK;
}

/* ---- places ---- */

uint32_t wendi_clusters_at(const wendi_clusters *g, const wendi_sector_bounds *place)
{
    const uint32_t along = groups_along(g->map->floors[place->floor].sectors_x, g->size);
    return g->first[place->floor] + (uint32_t)(place->row / g->size) * along +
           (uint32_t)(place->column / g->size);
}

wendi_cluster_bounds wendi_cluster_bounds_of(const wendi_clusters *g, uint32_t group)
{
    wendi_cluster_bounds place = {0};
    while (group >= g->first[place.floor + 1]) {
        ++place.floor;
    }
    const wendi_sector_map_floor *floor = &g->map->floors[place.floor];
    const uint32_t along = groups_along(floor->sectors_x, g->size);
    place.column = (int32_t)((group - g->first[place.floor]) % along);
    place.row = (int32_t)((group - g->first[place.floor]) / along);
    place.sector_x = place.column * g->size;
    place.sector_y = place.row * g->size;
    const int32_t left_x = floor->sectors_x - place.sector_x;
    const int32_t left_y = floor->sectors_y - place.sector_y;
    place.sectors_x = left_x < g->size ? left_x : g->size;
    place.sectors_y = left_y < g->size ? left_y : g->size;
    place.sector_row = (uint32_t)floor->sectors_x;
    place.first_sector = floor->first_sector + (uint32_t)place.sector_y * place.sector_row +
                         (uint32_t)place.sector_x;
    return place;
}

uint32_t wendi_clusters_neighbour(const wendi_clusters *g, uint32_t group, int32_t columns,
                                  int32_t rows)
{
    const wendi_cluster_bounds place = wendi_cluster_bounds_of(g, group);
    const wendi_sector_map_floor *floor = &g->map->floors[place.floor];
    const int32_t along_x = (int32_t)groups_along(floor->sectors_x, g->size);
    const int32_t along_y = (int32_t)groups_along(floor->sectors_y, g->size);
    const int32_t column = place.column + columns;
    const int32_t row = place.row + rows;
    if (column < 0 || row < 0 || column >= along_x || row >= along_y) {
        return WENDI_CLUSTER_NONE;
    }
    return g->first[place.floor] + (uint32_t)(row * along_x + column);
}

uint32_t wendi_cluster_sector(const wendi_cluster_bounds *place, uint32_t local)
{
    const uint32_t wide = (uint32_t)place->sectors_x;
    return place->first_sector + local / wide * place->sector_row + local % wide;
}

uint32_t wendi_clusters_list_sectors(const wendi_clusters *g, uint32_t group, uint32_t *sectors)
{
    const wendi_cluster_bounds place = wendi_cluster_bounds_of(g, group);
    const uint32_t count = (uint32_t)(place.sectors_x * place.sectors_y);
    for (uint32_t i = 0; i < count; ++i) {
        sectors[i] = wendi_cluster_sector(&place, i);
    }
    return count;
}

const uint32_t *wendi_clusters_visited(const wendi_clusters *g, uint32_t *count)
{
    *count = (uint32_t)g->looked_groups.count;
    return g->looked_groups.items;
}

/* ---- pages ---- */

static bool look_at(wendi_clusters *g, uint32_t group)
{
    if (wendi_key_table_find(&g->looked, group) != UINT32_MAX) {
        return true;
    }
    if ((g->looked.count == wendi_key_table_capacity(&g->looked) &&
         !wendi_key_table_grow(&g->looked, &g->allocator)) ||
        !wendi_array_u32_push(&g->looked_groups, group)) {
        return false;
    }
    wendi_key_table_add(&g->looked, wendi_key_table_slot(&g->looked, group), group);
    return true;
}

/* The page of a group, perhaps without anything on it yet. */
static uint32_t find_page(wendi_clusters *g, uint32_t group)
{
    wendi_class_clusters *store = g->store;
    const uint32_t known = wendi_key_table_find(&store->index, group);
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
    store->pages[store->count - 1].group = group;
    return wendi_key_table_add(&store->index, wendi_key_table_slot(&store->index, group), group);
}

static bool have_changed(const wendi_clusters *g, const wendi_cluster_bounds *place, uint32_t since)
{
    const uint32_t count = (uint32_t)(place->sectors_x * place->sectors_y);
    for (uint32_t i = 0; i < count; ++i) {
        if (wendi_portal_graph_sector_stamp(g->store->portals, wendi_cluster_sector(place, i)) >
            since) {
            return true;
        }
    }
    return false;
}

uint32_t wendi_cluster_page_at(wendi_clusters *g, uint32_t group)
{
    const uint32_t index = look_at(g, group) ? find_page(g, group) : WENDI_CLUSTER_NONE;
    if (index == WENDI_CLUSTER_NONE) {
        return index;
    }
    wendi_cluster_page *page = &g->store->pages[index];
    const uint32_t stamp = wendi_portal_graph_stamp(g->store->portals);
    if (page->has_parts && page->checked == stamp) {
        return index;
    }
    const wendi_cluster_bounds place = wendi_cluster_bounds_of(g, group);
    if (!page->has_parts || have_changed(g, &place, page->made)) {
        forget_doors(g, page);
        forget_parts(g, page);
        if (!wendi_cluster_find_components(g, &place, page)) {
            return WENDI_CLUSTER_NONE;
        }
        page->has_parts = true;
        page->made = stamp;
    }
    page->checked = stamp;
    return index;
}

wend_result wendi_clusters_get_component(wendi_clusters *g, const wendi_sector_bounds *place,
                                         uint32_t window, uint32_t *part)
{
    const uint32_t group = wendi_clusters_at(g, place);
    const uint32_t index = wendi_cluster_page_at(g, group);
    if (index == WENDI_CLUSTER_NONE) {
        return WEND_ERROR_MEMORY;
    }
    const wendi_cluster_bounds at = wendi_cluster_bounds_of(g, group);
    const int32_t local = (place->row - at.sector_y) * at.sectors_x + place->column - at.sector_x;
    *part = wendi_cluster_component_of(&g->store->pages[index], (uint32_t)local, window);
    return WEND_OK;
}

/* Doors hold as long as no group on either side was worked out anew since. */
static bool doors_hold(wendi_clusters *g, uint32_t index, bool *has_memory)
{
    static const int32_t columns[4] = {0, 1, 0, -1};
    static const int32_t rows[4] = {-1, 0, 1, 0};
    const uint32_t group = g->store->pages[index].group;
    bool hold = g->store->pages[index].has_doors;
    *has_memory = true;
    for (int32_t side = 0; side < 4; ++side) {
        const uint32_t beside = wendi_clusters_neighbour(g, group, columns[side], rows[side]);
        if (beside == WENDI_CLUSTER_NONE) {
            continue;
        }
        const uint32_t other = wendi_cluster_page_at(g, beside);
        if (other == WENDI_CLUSTER_NONE) {
            *has_memory = false;
            return false;
        }
        hold = hold && g->store->pages[other].made <= g->store->pages[index].doors_made;
    }
    return hold;
}

wend_result wendi_clusters_get_entrances(wendi_clusters *g, uint32_t group,
                                         wendi_cluster_entrances *doors)
{
    const uint32_t index = wendi_cluster_page_at(g, group);
    bool has_memory = index != WENDI_CLUSTER_NONE;
    if (has_memory && !doors_hold(g, index, &has_memory) && has_memory) {
        forget_doors(g, &g->store->pages[index]);
        has_memory = wendi_cluster_find_entrances(g, index);
    }
    if (!has_memory) {
        return WEND_ERROR_MEMORY;
    }
    const wendi_cluster_page *page = &g->store->pages[index];
    doors->doors = page->doors;
    doors->count = page->door_count;
    memcpy(doors->first, page->first, sizeof doors->first);
    return WEND_OK;
}
