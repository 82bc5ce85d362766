/* Takes: portals of sectors.
 * Gives: groups of them, worked out when they are asked for and kept by stamp.
 * Cost: a look at the stamps of a group's sectors after edits, else none. */
#include "flow/group_private.h"

#include <string.h>

static uint32_t groups_along(int32_t sectors, int32_t size)
{
    return (uint32_t)((sectors + size - 1) / size);
}

wend_result wendi_groups_create(const wendi_flow_map *map, int32_t size,
                                const wend_allocator *allocator, wendi_groups **groups)
{
    *groups = NULL;
    wendi_groups *g = wendi_alloc_zero(allocator, sizeof *g);
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
        wendi_groups_destroy(g);
        return WEND_ERROR_MEMORY;
    }
    *groups = g;
    return WEND_OK;
}

static void forget_doors(const wendi_groups *g, wendi_group_page *page)
{
    const size_t count = page->door_count;
    wendi_free(&g->allocator, page->doors, count * sizeof page->doors[0]);
    wendi_free(&g->allocator, page->costs, count * count * sizeof page->costs[0]);
    page->doors = NULL;
    page->costs = NULL;
    page->door_count = 0;
    page->has_doors = false;
}

static void forget_parts(const wendi_groups *g, wendi_group_page *page)
{
    wendi_free(&g->allocator, page->parts, page->part_words * sizeof page->parts[0]);
    page->parts = NULL;
    page->part_words = 0;
    page->has_parts = false;
}

static void destroy_store(wendi_groups *g, wendi_group_store *store)
{
    for (size_t i = 0; i < store->count; ++i) {
        forget_doors(g, &store->pages[i]);
        forget_parts(g, &store->pages[i]);
    }
    wendi_key_table_destroy(&store->index, &g->allocator);
    wendi_free(&g->allocator, store->pages, store->capacity * sizeof store->pages[0]);
}

void wendi_groups_destroy(wendi_groups *g)
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
    wendi_route_queue_free(&g->queue, &allocator);
    wendi_free(&allocator, g, sizeof *g);
}

static size_t store_bytes(const wendi_group_store *store)
{
    size_t bytes = wendi_key_table_bytes(&store->index) + store->capacity * sizeof store->pages[0];
    for (size_t i = 0; i < store->count; ++i) {
        const wendi_group_page *page = &store->pages[i];
        const size_t doors = page->door_count;
        bytes += page->part_words * sizeof page->parts[0] + doors * sizeof page->doors[0] +
                 doors * doors * sizeof page->costs[0];
    }
    return bytes;
}

size_t wendi_groups_bytes(const wendi_groups *g)
{
    const size_t sectors = (size_t)g->size * (size_t)g->size;
    size_t bytes =
        sizeof *g + g->store_capacity * sizeof g->stores[0] + wendi_key_table_bytes(&g->looked) +
        sectors * sizeof g->pages[0] + (sectors + 1) * sizeof g->offsets[0] +
        (g->looked_groups.capacity + g->roots.capacity) * sizeof(uint32_t) +
        (g->leave.capacity + g->stand.capacity) * sizeof(uint64_t) +
        g->opening_capacity * sizeof g->openings[0] + g->door_capacity * sizeof g->doors[0] +
        g->queue.capacity * sizeof g->queue.items[0];
    for (size_t i = 0; i < g->store_count; ++i) {
        bytes += store_bytes(&g->stores[i]);
    }
    return bytes;
}

wend_result wendi_groups_begin(wendi_groups *g, const wendi_portals *portals)
{
    wendi_key_table_clear(&g->looked);
    wendi_array_u32_clear(&g->looked_groups);
    g->plain = WENDI_GROUP_NONE;
    ++g->begun;
    g->store = NULL;
    for (size_t i = 0; i < g->store_count; ++i) {
        g->store = g->stores[i].portals == portals ? &g->stores[i] : g->store;
    }
    if (g->store != NULL) {
        return WEND_OK;
    }
    void *stores = g->stores;
    const bool has_room = wendi_route_grow(&g->allocator, &stores, &g->store_capacity,
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

uint32_t wendi_groups_at(const wendi_groups *g, const wendi_flow_sector *place)
{
    const uint32_t along = groups_along(g->map->floors[place->floor].sectors_x, g->size);
    return g->first[place->floor] + (uint32_t)(place->row / g->size) * along +
           (uint32_t)(place->column / g->size);
}

wendi_group_place wendi_group_place_of(const wendi_groups *g, uint32_t group)
{
    wendi_group_place place = {0};
    while (group >= g->first[place.floor + 1]) {
        ++place.floor;
    }
    const wendi_flow_floor *floor = &g->map->floors[place.floor];
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

uint32_t wendi_groups_beside(const wendi_groups *g, uint32_t group, int32_t columns, int32_t rows)
{
    const wendi_group_place place = wendi_group_place_of(g, group);
    const wendi_flow_floor *floor = &g->map->floors[place.floor];
    const int32_t along_x = (int32_t)groups_along(floor->sectors_x, g->size);
    const int32_t along_y = (int32_t)groups_along(floor->sectors_y, g->size);
    const int32_t column = place.column + columns;
    const int32_t row = place.row + rows;
    if (column < 0 || row < 0 || column >= along_x || row >= along_y) {
        return WENDI_GROUP_NONE;
    }
    return g->first[place.floor] + (uint32_t)(row * along_x + column);
}

uint32_t wendi_group_sector(const wendi_group_place *place, uint32_t local)
{
    const uint32_t wide = (uint32_t)place->sectors_x;
    return place->first_sector + local / wide * place->sector_row + local % wide;
}

uint32_t wendi_groups_sectors(const wendi_groups *g, uint32_t group, uint32_t *sectors)
{
    const wendi_group_place place = wendi_group_place_of(g, group);
    const uint32_t count = (uint32_t)(place.sectors_x * place.sectors_y);
    for (uint32_t i = 0; i < count; ++i) {
        sectors[i] = wendi_group_sector(&place, i);
    }
    return count;
}

const uint32_t *wendi_groups_looked(const wendi_groups *g, uint32_t *count)
{
    *count = (uint32_t)g->looked_groups.count;
    return g->looked_groups.items;
}

/* ---- pages ---- */

static bool look_at(wendi_groups *g, uint32_t group)
{
    if (wendi_key_table_find(&g->looked, group) != UINT32_MAX) {
        return true;
    }
    if ((g->looked.count == wendi_key_table_room(&g->looked) &&
         !wendi_key_table_grow(&g->looked, &g->allocator)) ||
        !wendi_array_u32_push(&g->looked_groups, group)) {
        return false;
    }
    wendi_key_table_add(&g->looked, wendi_key_table_place(&g->looked, group), group);
    return true;
}

/* The page of a group, perhaps without anything on it yet. */
static uint32_t find_page(wendi_groups *g, uint32_t group)
{
    wendi_group_store *store = g->store;
    const uint32_t known = wendi_key_table_find(&store->index, group);
    if (known != UINT32_MAX) {
        return known;
    }
    void *pages = store->pages;
    const bool has_room = wendi_route_grow(&g->allocator, &pages, &store->capacity, store->count,
                                           sizeof store->pages[0]);
    store->pages = pages;
    if (!has_room || (store->index.count == wendi_key_table_room(&store->index) &&
                      !wendi_key_table_grow(&store->index, &g->allocator))) {
        return WENDI_GROUP_NONE;
    }
    memset(&store->pages[store->count++], 0, sizeof store->pages[0]);
    store->pages[store->count - 1].group = group;
    return wendi_key_table_add(&store->index, wendi_key_table_place(&store->index, group), group);
}

static bool have_changed(const wendi_groups *g, const wendi_group_place *place, uint32_t since)
{
    const uint32_t count = (uint32_t)(place->sectors_x * place->sectors_y);
    for (uint32_t i = 0; i < count; ++i) {
        if (wendi_portals_stamp_of(g->store->portals, wendi_group_sector(place, i)) > since) {
            return true;
        }
    }
    return false;
}

uint32_t wendi_group_page_at(wendi_groups *g, uint32_t group)
{
    const uint32_t index = look_at(g, group) ? find_page(g, group) : WENDI_GROUP_NONE;
    if (index == WENDI_GROUP_NONE) {
        return index;
    }
    wendi_group_page *page = &g->store->pages[index];
    const uint32_t stamp = wendi_portals_stamp(g->store->portals);
    if (page->has_parts && page->checked == stamp) {
        return index;
    }
    const wendi_group_place place = wendi_group_place_of(g, group);
    if (!page->has_parts || have_changed(g, &place, page->made)) {
        forget_doors(g, page);
        forget_parts(g, page);
        if (!wendi_group_make_parts(g, &place, page)) {
            return WENDI_GROUP_NONE;
        }
        page->has_parts = true;
        page->made = stamp;
    }
    page->checked = stamp;
    return index;
}

wend_result wendi_groups_part(wendi_groups *g, const wendi_flow_sector *place, uint32_t window,
                              uint32_t *part)
{
    const uint32_t group = wendi_groups_at(g, place);
    const uint32_t index = wendi_group_page_at(g, group);
    if (index == WENDI_GROUP_NONE) {
        return WEND_ERROR_MEMORY;
    }
    const wendi_group_place at = wendi_group_place_of(g, group);
    const int32_t local = (place->row - at.sector_y) * at.sectors_x + place->column - at.sector_x;
    *part = wendi_group_part_of(&g->store->pages[index], (uint32_t)local, window);
    return WEND_OK;
}

/* Doors hold as long as no group on either side was worked out anew since. */
static bool doors_hold(wendi_groups *g, uint32_t index, bool *has_memory)
{
    static const int32_t columns[4] = {0, 1, 0, -1};
    static const int32_t rows[4] = {-1, 0, 1, 0};
    const uint32_t group = g->store->pages[index].group;
    bool hold = g->store->pages[index].has_doors;
    *has_memory = true;
    for (int32_t side = 0; side < 4; ++side) {
        const uint32_t beside = wendi_groups_beside(g, group, columns[side], rows[side]);
        if (beside == WENDI_GROUP_NONE) {
            continue;
        }
        const uint32_t other = wendi_group_page_at(g, beside);
        if (other == WENDI_GROUP_NONE) {
            *has_memory = false;
            return false;
        }
        hold = hold && g->store->pages[other].made <= g->store->pages[index].doors_made;
    }
    return hold;
}

wend_result wendi_groups_doors(wendi_groups *g, uint32_t group, wendi_group_doors *doors)
{
    const uint32_t index = wendi_group_page_at(g, group);
    bool has_memory = index != WENDI_GROUP_NONE;
    if (has_memory && !doors_hold(g, index, &has_memory) && has_memory) {
        forget_doors(g, &g->store->pages[index]);
        has_memory = wendi_group_make_doors(g, index);
    }
    if (!has_memory) {
        return WEND_ERROR_MEMORY;
    }
    const wendi_group_page *page = &g->store->pages[index];
    doors->doors = page->doors;
    doors->count = page->door_count;
    memcpy(doors->first, page->first, sizeof doors->first);
    return WEND_OK;
}
