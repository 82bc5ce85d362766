/* Components, labels and islands that come and go, numbered; free numbers are used again first.
 * Cost: constant; joining takes the labels of the smaller island, finding a component those of a
 * tile. */
#include "world/derived/islands.h"

#include <assert.h>
#include <string.h>

/* ---- memory ---- */

void *wendi_islands_grow_array(const wend_allocator *allocator, void *block, size_t *capacity,
                               size_t needed, size_t item_bytes)
{
    if (needed <= *capacity) {
        return block;
    }
    size_t bytes;
    const size_t more = needed + needed / 4 + 32;
    if (more < needed || !wendi_size_multiply(more, item_bytes, &bytes)) {
        return NULL;
    }
    void *grown = wendi_resize(allocator, block, *capacity * item_bytes, bytes);
    if (grown != NULL) {
        *capacity = more;
    }
    return grown;
}

static bool reserve_components(wendi_island_map *map, const wend_allocator *allocator,
                               size_t components)
{
    void *grown =
        wendi_islands_grow_array(allocator, map->components, &map->component_capacity,
                                 map->component_count + components, sizeof *map->components);
    if (grown != NULL) {
        map->components = grown;
    }
    return grown != NULL;
}

static bool reserve_labels(wendi_island_map *map, const wend_allocator *allocator, size_t labels)
{
    void *grown = wendi_islands_grow_array(allocator, map->labels, &map->label_capacity,
                                           map->label_count + labels + 1, sizeof *map->labels);
    if (grown != NULL) {
        map->labels = grown;
    }
    return grown != NULL;
}

static bool reserve_islands(wendi_island_map *map, const wend_allocator *allocator, size_t islands)
{
    void *grown = wendi_islands_grow_array(allocator, map->islands, &map->island_capacity,
                                           map->island_count + islands + 1, sizeof *map->islands);
    if (grown != NULL) {
        map->islands = grown;
    }
    return grown != NULL;
}

bool wendi_island_map_reserve(wendi_island_map *map, const wend_allocator *allocator,
                              size_t components, size_t labels)
{
    return reserve_components(map, allocator, components) &&
           reserve_labels(map, allocator, labels) && reserve_islands(map, allocator, labels);
}

void wendi_island_map_free(wendi_island_map *map, const wend_allocator *allocator)
{
    wendi_free(allocator, map->components, map->component_capacity * sizeof *map->components);
    wendi_free(allocator, map->labels, map->label_capacity * sizeof *map->labels);
    wendi_free(allocator, map->islands, map->island_capacity * sizeof *map->islands);
    memset(map, 0, sizeof *map);
}

size_t wendi_island_map_memory_bytes(const wendi_island_map *map)
{
    return map->component_capacity * sizeof *map->components +
           map->label_capacity * sizeof *map->labels + map->island_capacity * sizeof *map->islands;
}

/* ---- components ---- */

static uint32_t acquire_further_component(wendi_island_map *map, uint32_t tile)
{
    uint32_t component = map->component_free;
    if (component != 0) {
        map->component_free = map->components[component].next;
    } else {
        assert(map->component_count < map->component_capacity);
        component = map->component_count++;
    }
    map->components[component] = (wendi_tile_component){
        0, tile, map->components[tile].next, WENDI_ISLAND_LABEL_NONE, 0, 0, 0};
    map->components[tile].next = component;
    return component;
}

uint32_t wendi_tile_component_acquire(wendi_island_map *map, uint32_t tile, uint64_t cells)
{
    const bool is_first = map->components[tile].cells == 0;
    const uint32_t component = is_first ? tile : acquire_further_component(map, tile);
    map->components[component].cells = cells;
    return component;
}

void wendi_tile_component_release(wendi_island_map *map, uint32_t component)
{
    const uint32_t tile = map->components[component].tile;
    map->components[component].cells = 0;
    if (component == tile) {
        return;
    }
    uint32_t before = tile;
    while (map->components[before].next != component) {
        before = map->components[before].next;
    }
    map->components[before].next = map->components[component].next;
    map->components[component].next = map->component_free;
    map->component_free = component;
}

uint32_t wendi_tile_component_find(const wendi_island_map *map, uint32_t tile, uint64_t cell)
{
    uint32_t component = tile;
    while ((map->components[component].cells & cell) == 0) {
        component = map->components[component].next;
        if (component == 0) {
            return UINT32_MAX;
        }
    }
    return component;
}

/* ---- labels and islands ---- */

static uint32_t acquire_island(wendi_island_map *map)
{
    uint32_t island = map->island_free;
    if (island != WEND_ISLAND_NONE) {
        map->island_free = map->islands[island].first_label;
    } else {
        assert(map->island_count < map->island_capacity);
        island = map->island_count++;
    }
    map->islands[island] = (wendi_island){0, WENDI_ISLAND_LABEL_NONE};
    ++map->used_count;
    return island;
}

static void release_island(wendi_island_map *map, uint32_t island)
{
    map->islands[island] = (wendi_island){0, map->island_free};
    map->island_free = island;
    --map->used_count;
}

static void release_label(wendi_island_map *map, uint32_t label)
{
    const wendi_island_label freed = map->labels[label];
    if (freed.next != WENDI_ISLAND_LABEL_NONE) {
        map->labels[freed.next].previous = freed.previous;
    }
    if (freed.previous != WENDI_ISLAND_LABEL_NONE) {
        map->labels[freed.previous].next = freed.next;
    } else {
        map->islands[freed.island].first_label = freed.next;
        if (freed.next == WENDI_ISLAND_LABEL_NONE) {
            release_island(map, freed.island);
        }
    }
    map->labels[label].next = map->label_free;
    map->label_free = label;
}

uint32_t wendi_island_label_acquire(wendi_island_map *map)
{
    uint32_t label = map->label_free;
    if (label != WENDI_ISLAND_LABEL_NONE) {
        map->label_free = map->labels[label].next;
    } else {
        assert(map->label_count < map->label_capacity);
        label = map->label_count++;
    }
    const uint32_t island = acquire_island(map);
    map->labels[label] =
        (wendi_island_label){island, 0, WENDI_ISLAND_LABEL_NONE, WENDI_ISLAND_LABEL_NONE};
    map->islands[island].first_label = label;
    return label;
}

void wendi_tile_component_join(wendi_island_map *map, uint32_t component, uint32_t label)
{
    map->components[component].label = label;
    ++map->labels[label].component_count;
}

void wendi_tile_component_leave(wendi_island_map *map, uint32_t component)
{
    const uint32_t label = map->components[component].label;
    map->components[component].label = WENDI_ISLAND_LABEL_NONE;
    if (--map->labels[label].component_count == 0) {
        release_label(map, label);
    }
}

uint32_t wendi_island_label_unite(wendi_island_map *map, uint32_t a, uint32_t b)
{
    uint32_t kept = map->labels[a].island;
    uint32_t freed = map->labels[b].island;
    if (kept == freed) {
        return WEND_ISLAND_NONE;
    }
    const uint64_t a_cells = map->islands[kept].cell_count;
    const uint64_t b_cells = map->islands[freed].cell_count;
    if (a_cells < b_cells || (a_cells == b_cells && freed < kept)) {
        kept = map->labels[b].island;
        freed = map->labels[a].island;
    }
    uint32_t last = map->islands[freed].first_label;
    for (uint32_t label = last; label != WENDI_ISLAND_LABEL_NONE; label = map->labels[label].next) {
        map->labels[label].island = kept;
        last = label;
    }
    const uint32_t first = map->islands[kept].first_label;
    map->labels[last].next = first;
    map->labels[first].previous = last;
    map->islands[kept].first_label = map->islands[freed].first_label;
    map->islands[kept].cell_count += map->islands[freed].cell_count;
    release_island(map, freed);
    return freed;
}
