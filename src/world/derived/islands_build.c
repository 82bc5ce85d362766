/* Rebuilds the components and islands of a grid, and keeps the numbers of islands that are the
 * same as before.
 * Cost: 1 ns a cell on open ground, 13 where it falls to pieces.
 *
 * Islands are flooded component by component, in the order of their first tile. */
#include "world/derived/islands.h"

#include <string.h>

/* ---- components ---- */

static bool add_tile(wendi_island_map *map, const wendi_island_tiling *tiling,
                     const wend_allocator *allocator, uint32_t tile, uint64_t cells)
{
    if (!wendi_island_map_reserve(map, allocator, WENDI_ISLAND_TILE_COMPONENTS_MAX, 0)) {
        return false;
    }
    while (cells != 0) {
        const uint64_t lowest = cells & (0 - cells);
        const uint64_t component = wendi_island_tile_flood(tiling, cells, lowest);
        (void)wendi_tile_component_acquire(map, tile, component);
        cells &= ~component;
    }
    return true;
}

enum { RUN_MAX = 256 };

static bool add_run(wendi_island_map *map, const wend_islands *islands, uint32_t tile_x,
                    uint32_t tile_y, uint32_t count)
{
    const wendi_island_tiling *tiling = &islands->tiling;
    uint64_t cells[RUN_MAX];
    wendi_island_tiles_read(tiling, &islands->agent_grid, tile_x, tile_y, count, cells);
    bool is_done = true;
    for (uint32_t i = 0; is_done && i < count; ++i) {
        const uint32_t tile = wendi_island_tile_at(tiling, tile_x + i, tile_y);
        is_done = add_tile(map, tiling, &islands->allocator, tile, cells[i]);
    }
    return is_done;
}

static bool add_row(wendi_island_map *map, const wend_islands *islands, uint32_t tile_y)
{
    bool is_done = true;
    for (uint32_t x = 0; is_done && x < islands->tiling.tiles_x; x += RUN_MAX) {
        const uint32_t left = islands->tiling.tiles_x - x;
        is_done = add_run(map, islands, x, tile_y, left < RUN_MAX ? left : RUN_MAX);
    }
    return is_done;
}

/* The first component of every tile, those of the frame too. */
static bool add_first_components(wendi_island_map *map, const wend_islands *islands)
{
    const uint32_t count = islands->tiling.tile_count;
    memset(map, 0, sizeof *map);
    map->label_free = WENDI_ISLAND_LABEL_NONE;
    map->island_free = WEND_ISLAND_NONE;
    if (!wendi_island_map_reserve(map, &islands->allocator, count, 0)) {
        return false;
    }
    for (uint32_t tile = 0; tile < count; ++tile) {
        map->components[tile] =
            (wendi_tile_component){0, tile, 0, WENDI_ISLAND_LABEL_NONE, 0, 0, 0};
    }
    map->component_count = count;
    return true;
}

static bool add_all_components(wendi_island_map *map, const wend_islands *islands)
{
    bool is_done = add_first_components(map, islands);
    for (uint32_t y = 0; is_done && y < islands->tiling.tiles_y; ++y) {
        is_done = add_row(map, islands, y);
    }
    return is_done;
}

/* ---- islands ---- */

/* Gives the label to all components connected to one; a stack through `link` holds those to
 * expand. */
static void flood(wendi_island_map *map, const wendi_island_tiling *tiling, uint32_t first,
                  uint32_t label)
{
    wendi_tile_component *components = map->components;
    uint64_t cell_count = 0;
    wendi_tile_component_join(map, first, label);
    components[first].link = 0;
    for (uint32_t top = first; top != 0;) {
        const uint32_t component = top;
        uint32_t touched[WENDI_ISLAND_TOUCHED_MAX];
        const uint32_t count = wendi_island_tile_touched(
            tiling, components, components[component].tile, components[component].cells, touched);
        top = components[component].link;
        cell_count += wendi_popcount64(components[component].cells);
        for (uint32_t i = 0; i < count; ++i) {
            if (components[touched[i]].label == WENDI_ISLAND_LABEL_NONE) {
                wendi_tile_component_join(map, touched[i], label);
                components[touched[i]].link = top;
                top = touched[i];
            }
        }
    }
    map->islands[map->labels[label].island].cell_count = cell_count;
}

static bool label_tile(wendi_island_map *map, const wend_islands *islands, uint32_t tile)
{
    uint32_t component = tile;
    do {
        if (map->components[component].cells != 0 &&
            map->components[component].label == WENDI_ISLAND_LABEL_NONE) {
            if (!wendi_island_map_reserve(map, &islands->allocator, 0, 1)) {
                return false;
            }
            flood(map, &islands->tiling, component, wendi_island_label_acquire(map));
        }
        component = map->components[component].next;
    } while (component != 0);
    return true;
}

wend_result wendi_island_map_clear(wendi_island_map *map, const wend_islands *islands)
{
    if (!add_first_components(map, islands)) {
        wendi_island_map_free(map, &islands->allocator);
        return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

wend_result wendi_island_map_build(wendi_island_map *map, const wend_islands *islands)
{
    bool is_done = add_all_components(map, islands);
    for (uint32_t tile = 0; is_done && tile < islands->tiling.tile_count; ++tile) {
        is_done = label_tile(map, islands, tile);
    }
    if (!is_done) {
        wendi_island_map_free(map, &islands->allocator);
        return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

/* ---- numbers ---- */

/* The island of the other map that shares cells with each island. */
static const uint32_t NONE = UINT32_MAX;
static const uint32_t SEVERAL = UINT32_MAX - 1;

typedef struct island_matching {
    uint32_t *of_old;  /* [old island count] */
    uint32_t *of_made; /* [made island count] */
    size_t old_count, made_count;
    wendi_island *islands; /* [capacity] by their new numbers */
    size_t capacity;
} island_matching;

static void match(uint32_t *other, uint32_t island)
{
    if (*other != island) {
        *other = *other == NONE ? island : SEVERAL;
    }
}

static void match_tile(const island_matching *pairs, const wendi_island_map *old,
                       const wendi_island_map *made, uint32_t tile)
{
    uint32_t a = tile;
    do {
        uint32_t b = tile;
        do {
            if ((old->components[a].cells & made->components[b].cells) != 0) {
                const uint32_t from = wendi_island_of_component(old, a);
                const uint32_t to = wendi_island_of_component(made, b);
                match(&pairs->of_old[from], to);
                match(&pairs->of_made[to], from);
            }
            b = made->components[b].next;
        } while (b != 0);
        a = old->components[a].next;
    } while (a != 0);
}

static void free_matching(island_matching *pairs, const wend_allocator *allocator)
{
    wendi_free(allocator, pairs->of_old, pairs->old_count * sizeof *pairs->of_old);
    wendi_free(allocator, pairs->of_made, pairs->made_count * sizeof *pairs->of_made);
    wendi_free(allocator, pairs->islands, pairs->capacity * sizeof *pairs->islands);
}

/* One more than needed, so that nothing is empty. */
static bool make_matching(island_matching *pairs, const wendi_island_map *old,
                          const wendi_island_map *made, const wend_allocator *allocator)
{
    pairs->old_count = (size_t)old->island_count + 1;
    pairs->made_count = (size_t)made->island_count + 1;
    pairs->capacity = pairs->old_count + pairs->made_count;
    pairs->of_old = wendi_alloc(allocator, pairs->old_count * sizeof *pairs->of_old);
    pairs->of_made = wendi_alloc(allocator, pairs->made_count * sizeof *pairs->of_made);
    pairs->islands = wendi_alloc_zero(allocator, pairs->capacity * sizeof *pairs->islands);
    if (pairs->of_old == NULL || pairs->of_made == NULL || pairs->islands == NULL) {
        free_matching(pairs, allocator);
        return false;
    }
    memset(pairs->of_old, 0xff, pairs->old_count * sizeof *pairs->of_old);
    memset(pairs->of_made, 0xff, pairs->made_count * sizeof *pairs->of_made);
    return true;
}

/* Islands of the made map that match one of the old map take its number, the others the lowest
 * free ones. */
static void place_islands(island_matching *pairs, wendi_island_map *made)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < made->island_count; ++i) {
        const uint32_t old = pairs->of_made[i];
        const bool is_same = old < SEVERAL && pairs->of_old[old] == i;
        pairs->of_made[i] = is_same ? old : NONE;
        if (is_same) {
            pairs->islands[old] = made->islands[i];
            end = old + 1 > end ? old + 1 : end;
        }
    }
    uint32_t number = 0;
    for (uint32_t i = 0; i < made->island_count; ++i) {
        if (pairs->of_made[i] == NONE) {
            while (pairs->islands[number].cell_count != 0) {
                ++number;
            }
            pairs->islands[number] = made->islands[i];
            end = number + 1 > end ? number + 1 : end;
        }
    }
    made->island_count = end;
}

/* Points labels to the new numbers, and lists the free ones, lowest first. */
static void point_labels(const island_matching *pairs, wendi_island_map *made)
{
    made->island_free = WEND_ISLAND_NONE;
    for (uint32_t i = made->island_count; i-- > 0;) {
        wendi_island *island = &pairs->islands[i];
        if (island->cell_count == 0) {
            island->first_label = made->island_free;
            made->island_free = i;
        } else {
            made->labels[island->first_label].island = i;
        }
    }
}

wend_result wendi_island_map_renumber(wendi_island_map *made, const wendi_island_map *old,
                                      const wend_islands *islands)
{
    const wend_allocator *allocator = &islands->allocator;
    island_matching pairs;
    if (!make_matching(&pairs, old, made, allocator)) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t tile = 0; tile < islands->tiling.tile_count; ++tile) {
        match_tile(&pairs, old, made, tile);
    }
    place_islands(&pairs, made);
    point_labels(&pairs, made);
    /* Replaces the table by the renumbered one. */
    wendi_island *table = made->islands;
    const size_t capacity = made->island_capacity;
    made->islands = pairs.islands;
    made->island_capacity = pairs.capacity;
    pairs.islands = table;
    pairs.capacity = capacity;
    free_matching(&pairs, allocator);
    return WEND_OK;
}
