/* Updates islands after edits of the grid.
 * Cost: about 1 us for a cell that separates nothing; reading changed sectors in which nothing
 * opened or closed takes some 2 ns a cell; for cells that separate see islands_cut.c. After many
 * changes everything is rebuilt.
 *
 * Cells are closed first and opened afterwards: each half has one simple rule (closing only cuts,
 * opening only joins), and a wall that moves by a cell never joins what it keeps apart. */
#include "world/derived/islands.h"

#include "world/derived/clearance.h"

#include <assert.h>

enum { SECTORS_AT_ONCE = 64, STRIP_TILES = 32, CHANGES_MAX = 16384 };

/* ---- changed tiles ---- */

/* With more changed tiles, a rebuild is faster. */
static size_t most_changes(const wend_islands *islands)
{
    const size_t some = 64 + islands->tiling.tile_count / 16;
    return some < CHANGES_MAX ? some : CHANGES_MAX;
}

static wend_result list_sectors(wend_islands *islands, size_t *count)
{
    wendi_island_scratch *s = &islands->scratch;
    const wend_grid *grid = islands->agent_grid.grid;
    size_t needed = SECTORS_AT_ONCE;
    wend_result result = WEND_TRUNCATED;
    while (result == WEND_TRUNCATED) {
        uint32_t *grown = wendi_islands_grow_array(&islands->allocator, s->sectors,
                                                   &s->sector_capacity, needed, sizeof *s->sectors);
        if (grown == NULL) {
            return WEND_ERROR_MEMORY;
        }
        s->sectors = grown;
        result = wend_grid_list_changes(grid, islands->revision, grown, s->sector_capacity, count);
        needed = *count;
    }
    return result;
}

static uint64_t cells_of_tile(const wendi_tile_component *components, uint32_t tile)
{
    uint64_t cells = 0;
    uint32_t component = tile;
    do {
        cells |= components[component].cells;
        component = components[component].next;
    } while (component != 0);
    return cells;
}

/* @return false: too many changes, or no memory. */
static bool note_tile(wend_islands *islands, uint32_t tile, uint64_t cells, wend_result *result)
{
    wendi_island_scratch *s = &islands->scratch;
    wendi_tile_component *components = islands->map.components;
    const uint64_t before = cells_of_tile(components, tile);
    if (cells == before || components[tile].cut != 0) {
        return true;
    }
    if (s->change_count == most_changes(islands)) {
        *result = WEND_TRUNCATED;
        return false;
    }
    wendi_island_tile_change *grown =
        wendi_islands_grow_array(&islands->allocator, s->changes, &s->change_capacity,
                                 s->change_count + 1, sizeof *s->changes);
    if (grown == NULL) {
        *result = WEND_ERROR_MEMORY;
        return false;
    }
    s->changes = grown;
    grown[s->change_count++] = (wendi_island_tile_change){tile, 0, cells, before & ~cells};
    components[tile].cut = (uint32_t)s->change_count;
    return true;
}

/* The tiles of cells low ... high along a side: one run or, where it wraps, two. */
typedef struct tile_runs {
    uint32_t first[2], count[2];
    uint32_t run_count;
} tile_runs;

static void add_run(tile_runs *list, int32_t low, int32_t high)
{
    const uint32_t first = (uint32_t)low / WENDI_ISLAND_TILE_SIDE;
    list->first[list->run_count] = first;
    list->count[list->run_count] = (uint32_t)high / WENDI_ISLAND_TILE_SIDE - first + 1;
    ++list->run_count;
}

static tile_runs tiles_along(int32_t low, int32_t high, int32_t side, bool wraps)
{
    tile_runs list = {{0, 0}, {0, 0}, 0};
    if (wraps && high - low + 1 >= side) {
        low = 0;
        high = side - 1;
    }
    if (wraps && low < 0) {
        add_run(&list, low + side, side - 1);
    }
    if (wraps && high >= side) {
        add_run(&list, 0, high - side);
    }
    add_run(&list, low < 0 ? 0 : low, high >= side ? side - 1 : high);
    return list;
}

static bool compare_strip(wend_islands *islands, uint32_t tile_x, uint32_t tile_y, uint32_t count,
                          wend_result *result)
{
    uint64_t cells[STRIP_TILES];
    assert(count <= STRIP_TILES);
    wendi_island_tiles_read(&islands->tiling, &islands->agent_grid, tile_x, tile_y, count, cells);
    bool is_on = true;
    for (uint32_t i = 0; is_on && i < count; ++i) {
        const uint32_t tile = wendi_island_tile_at(&islands->tiling, tile_x + i, tile_y);
        is_on = note_tile(islands, tile, cells[i], result);
    }
    return is_on;
}

/* The distance around a change up to which it changes whether an agent of this size fits. */
static int32_t reach_of(const wendi_agent_grid *agent_grid)
{
    if (agent_grid->clearance == NULL) {
        return 0;
    }
    return wendi_clearance_reach(agent_grid->clearance, agent_grid->need_square,
                                 agent_grid->need_disc);
}

static bool compare_sector(wend_islands *islands, const wend_grid_info *info, uint32_t sector,
                           int32_t reach, wend_result *result)
{
    const wendi_island_tiling *tiling = &islands->tiling;
    const int32_t size = info->sector_size;
    const int32_t x = (int32_t)(sector % (uint32_t)info->sectors_x) * size;
    const int32_t y = (int32_t)(sector / (uint32_t)info->sectors_x) * size;
    const int32_t far_x = x + size < info->width ? x + size : info->width;
    const int32_t far_y = y + size < info->height ? y + size : info->height;
    const tile_runs columns =
        tiles_along(x - reach, far_x - 1 + reach, info->width, (tiling->wrap & WEND_WRAP_X) != 0);
    const tile_runs rows =
        tiles_along(y - reach, far_y - 1 + reach, info->height, (tiling->wrap & WEND_WRAP_Y) != 0);
    bool is_on = true;
    for (uint32_t j = 0; j < rows.run_count; ++j) {
        for (uint32_t row = 0; row < rows.count[j]; ++row) {
            for (uint32_t i = 0; is_on && i < columns.run_count; ++i) {
                is_on = compare_strip(islands, columns.first[i], rows.first[j] + row,
                                      columns.count[i], result);
            }
        }
    }
    return is_on;
}

/* Long rows are read faster than many sectors. */
static bool compare_map(wend_islands *islands, wend_result *result)
{
    const wendi_island_tiling *tiling = &islands->tiling;
    bool is_on = true;
    for (uint32_t y = 0; y < tiling->tiles_y; ++y) {
        for (uint32_t x = 0; is_on && x < tiling->tiles_x; x += STRIP_TILES) {
            const uint32_t left = tiling->tiles_x - x;
            is_on = compare_strip(islands, x, y, left < STRIP_TILES ? left : STRIP_TILES, result);
        }
    }
    return is_on;
}

/* Lists the tiles that changed. @return WEND_OK, WEND_TRUNCATED (too many), WEND_ERROR_MEMORY. */
static wend_result find_changes(wend_islands *islands, size_t sector_count)
{
    wendi_island_scratch *s = &islands->scratch;
    wend_grid_info info;
    wend_grid_get_info(islands->agent_grid.grid, &info);
    const int32_t reach = reach_of(&islands->agent_grid);
    const size_t all_sectors = (size_t)info.sectors_x * (size_t)info.sectors_y;
    wend_result result = WEND_OK;
    s->change_count = 0;
    bool is_on = true;
    if (sector_count > all_sectors / 4) {
        is_on = compare_map(islands, &result);
        sector_count = 0;
    }
    for (size_t i = 0; is_on && i < sector_count; ++i) {
        is_on = compare_sector(islands, &info, s->sectors[i], reach, &result);
    }
    for (size_t i = 0; i < s->change_count; ++i) {
        islands->map.components[s->changes[i].tile].cut = 0;
    }
    return result;
}

/* ---- closing ---- */

/* The rest of a component, as one or several. */
static void shrink_component(wend_islands *islands, uint32_t component, uint64_t removed)
{
    wendi_island_map *map = &islands->map;
    const uint64_t lost = map->components[component].cells & removed;
    const uint32_t label = map->components[component].label;
    map->islands[map->labels[label].island].cell_count -= wendi_popcount64(lost);
    uint64_t left = map->components[component].cells & ~lost;
    if (left == 0) {
        wendi_tile_component_leave(map, component);
        wendi_tile_component_release(map, component);
        return;
    }
    uint64_t piece = wendi_island_tile_flood(&islands->tiling, left, left & (0 - left));
    map->components[component].cells = piece;
    for (left &= ~piece; left != 0; left &= ~piece) {
        piece = wendi_island_tile_flood(&islands->tiling, left, left & (0 - left));
        wendi_tile_component_join(
            map, wendi_tile_component_acquire(map, map->components[component].tile, piece), label);
    }
}

static void close_cells(wend_islands *islands, const wendi_island_tile_change *change)
{
    const wendi_tile_component *components = islands->map.components;
    uint32_t next;
    for (uint32_t component = change->tile;; component = next) {
        next = components[component].next;
        if ((components[component].cells & change->removed) != 0) {
            shrink_component(islands, component, change->removed);
        }
        if (next == 0) {
            return;
        }
    }
}

/* ---- opening ---- */

static void unite(wend_islands *islands, uint32_t a, uint32_t b)
{
    wendi_island_links_mark_island(&islands->links, wendi_island_label_unite(&islands->map, a, b));
}

/* Joins the components of the tile that `cells` touches. @return the joined one, or 0 if there
 * is none. */
static uint32_t merge_components(wend_islands *islands, uint32_t tile, uint64_t cells)
{
    wendi_island_map *map = &islands->map;
    uint32_t kept = 0;
    uint32_t next;
    for (uint32_t component = tile;; component = next) {
        next = map->components[component].next;
        if ((map->components[component].cells & cells) != 0) {
            if (kept == 0) {
                kept = component;
            } else {
                unite(islands, map->components[kept].label, map->components[component].label);
                wendi_tile_component_leave(map, component);
                wendi_tile_component_release(map, component);
            }
        }
        if (next == 0) {
            return kept;
        }
    }
}

/* A label for opened cells: that of the component they join, of one they touch, or a new one.
 * All those islands become one. */
static uint32_t label_opened(wend_islands *islands, uint32_t tile, uint32_t kept, uint64_t opened)
{
    wendi_island_map *map = &islands->map;
    uint32_t touched[WENDI_ISLAND_TOUCHED_MAX];
    const uint32_t count =
        wendi_island_tile_touched(&islands->tiling, map->components, tile, opened, touched);
    uint32_t label = kept != 0 ? map->components[kept].label : WENDI_ISLAND_LABEL_NONE;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t other = map->components[touched[i]].label;
        if (label == WENDI_ISLAND_LABEL_NONE) {
            label = other;
        }
        unite(islands, label, other);
    }
    return label == WENDI_ISLAND_LABEL_NONE ? wendi_island_label_acquire(map) : label;
}

static void open_cells(wend_islands *islands, const wendi_island_tile_change *change)
{
    wendi_island_map *map = &islands->map;
    uint64_t left = change->cells & ~cells_of_tile(map->components, change->tile);
    while (left != 0) {
        const uint64_t cells =
            wendi_island_tile_flood(&islands->tiling, change->cells, left & (0 - left));
        const uint64_t opened = cells & left;
        const uint32_t kept = merge_components(islands, change->tile, cells);
        const uint32_t label = label_opened(islands, change->tile, kept, opened);
        if (kept == 0) {
            wendi_tile_component_join(map, wendi_tile_component_acquire(map, change->tile, cells),
                                      label);
        } else {
            map->components[kept].cells = cells;
        }
        map->islands[map->labels[label].island].cell_count += wendi_popcount64(opened);
        left &= ~cells;
    }
}

/* ---- updates ---- */

static size_t at_most(size_t count, size_t limit)
{
    return count < limit ? count : limit;
}

/* Reserves the worst case of the changes: a removed cell leaves at most 4 pieces of its
 * component and has 8 neighbours. */
static bool reserve_changes(wend_islands *islands)
{
    const wendi_island_scratch *s = &islands->scratch;
    size_t components = 0;
    size_t labels = 0;
    size_t seeds = 1;
    for (size_t i = 0; i < s->change_count; ++i) {
        const wendi_island_tile_change *change = &s->changes[i];
        const size_t removed = wendi_popcount64(change->removed);
        const size_t opened =
            wendi_popcount64(change->cells & ~cells_of_tile(islands->map.components, change->tile));
        components += at_most(4 * removed, WENDI_ISLAND_TILE_COMPONENTS_MAX) +
                      at_most(opened, WENDI_ISLAND_TILE_COMPONENTS_MAX);
        labels += at_most(opened, WENDI_ISLAND_TILE_COMPONENTS_MAX);
        seeds += at_most(8 * removed, WENDI_ISLAND_TILE_SEEDS_MAX);
    }
    return wendi_island_map_reserve(&islands->map, &islands->allocator, components,
                                    labels + seeds) &&
           wendi_islands_reserve_cut(islands, seeds);
}

static wend_result apply_changes(wend_islands *islands)
{
    const wendi_island_scratch *s = &islands->scratch;
    if (!reserve_changes(islands)) {
        return WEND_ERROR_MEMORY;
    }
    uint64_t removed = 0;
    for (size_t i = 0; i < s->change_count; ++i) {
        close_cells(islands, &s->changes[i]);
        wendi_island_links_mark_tile(&islands->links, s->changes[i].tile);
        removed |= s->changes[i].removed;
    }
    if (removed != 0) {
        wendi_islands_cut(islands);
    }
    for (size_t i = 0; i < s->change_count; ++i) {
        open_cells(islands, &s->changes[i]);
    }
    return WEND_OK;
}

static wend_result rebuild(wend_islands *islands)
{
    wendi_island_map made;
    wend_result result = wendi_island_map_build(&made, islands);
    if (result != WEND_OK) {
        return result;
    }
    result = wendi_island_map_renumber(&made, &islands->map, islands);
    if (result != WEND_OK) {
        wendi_island_map_free(&made, &islands->allocator);
        return result;
    }
    wendi_island_map_free(&islands->map, &islands->allocator);
    islands->map = made;
    islands->links.revision = 0;
    return WEND_OK;
}

static wend_result update(wend_islands *islands)
{
    if (islands == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_result result = WEND_OK;
    if (islands->clearance != NULL) {
        result = wend_clearance_update(islands->clearance);
    }
    if (result != WEND_OK || wend_islands_is_fresh(islands)) {
        return result;
    }
    size_t sector_count;
    result = islands->revision == 0 ? WEND_TRUNCATED /* they were never built */
                                    : list_sectors(islands, &sector_count);
    if (result == WEND_OK) {
        result = find_changes(islands, sector_count);
    }
    if (result == WEND_TRUNCATED) {
        result = rebuild(islands);
    } else if (result == WEND_OK) {
        result = apply_changes(islands);
    }
    if (result == WEND_OK) {
        result = wendi_island_links_update(islands);
    }
    if (result == WEND_OK) {
        islands->revision = wend_grid_revision(islands->agent_grid.grid);
    }
    return result;
}

wend_result wendi_islands_update_sector(wend_islands *islands, uint32_t sector, uint64_t *steps)
{
    enum { SECTOR_STEPS = 24, TILE_STEPS = 30, CELLS_A_STEP = 16 };
    wendi_island_scratch *s = &islands->scratch;
    uint32_t *grown = wendi_islands_grow_array(&islands->allocator, s->sectors, &s->sector_capacity,
                                               1, sizeof *s->sectors);
    if (grown == NULL) {
        return WEND_ERROR_MEMORY;
    }
    s->sectors = grown;
    grown[0] = sector;
    wend_result result = find_changes(islands, 1);
    *steps += SECTOR_STEPS + TILE_STEPS * (uint64_t)s->change_count;
    if (result == WEND_TRUNCATED) {
        *steps += (uint64_t)islands->tiling.tile_count * 64 / CELLS_A_STEP;
        result = rebuild(islands);
    } else if (result == WEND_OK) {
        result = apply_changes(islands);
    }
    return result;
}

wend_result wendi_islands_finish_update(wend_islands *islands, uint64_t revision)
{
    const wend_result result = wendi_island_links_update(islands);
    islands->revision = result == WEND_OK ? revision : islands->revision;
    return result;
}

wend_result wend_islands_update(wend_islands *islands)
{
    const wend_result result = update(islands);
    return islands == NULL ? result
                           : wendi_fail_plain(&islands->error, "wend_islands_update", result);
}

const char *wend_islands_error(const wend_islands *islands)
{
    return islands == NULL ? "" : islands->error.text;
}
