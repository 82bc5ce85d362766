/* A map that agents make together. Reports and questions are constant for each cell, behind a
 * lock; an update takes the tiles that changed. */
#include "route/explore/explored.h"

#include "base/core/memory.h"

#include <string.h>

enum { COOKIE = 0x58504D31, SIDE = WENDI_EXPLORED_TILE };

static const char creating[] = "wend_explored_map_create";

wend_explored_map_def wend_explored_map_def_default(void)
{
    return (wend_explored_map_def){
        .cookie = COOKIE, .neighbours = WEND_NEIGHBOURS_8, .cell_size = 1};
}

/* ---- tiles ---- */

bool wendi_explored_cells_create(const wend_explored_map *map, wendi_explored_cells *cells)
{
    const size_t count = (size_t)map->tiles_x * (size_t)map->tiles_y;
    *cells = (wendi_explored_cells){.count = count};
    cells->tiles = wendi_alloc_items_zero(&map->allocator, count, sizeof(wendi_explored_tile *));
    cells->has_changed = wendi_alloc_items_zero(&map->allocator, count, sizeof *cells->has_changed);
    if (cells->tiles == NULL || cells->has_changed == NULL) {
        wendi_explored_cells_free(map, cells);
        return false;
    }
    return true;
}

void wendi_explored_cells_free(const wend_explored_map *map, wendi_explored_cells *cells)
{
    for (size_t i = 0; i < cells->count && cells->tiles != NULL; ++i) {
        wendi_free(&map->allocator, cells->tiles[i], sizeof *cells->tiles[i]);
    }
    wendi_free(&map->allocator, cells->tiles,
               cells->tiles == NULL ? 0 : cells->count * sizeof(wendi_explored_tile *));
    wendi_free(&map->allocator, cells->has_changed,
               cells->has_changed == NULL ? 0 : cells->count * sizeof *cells->has_changed);
    *cells = (wendi_explored_cells){0};
}

size_t wendi_explored_find(const wend_explored_map *map, wend_node node, uint32_t *cell)
{
    const uint32_t width = (uint32_t)map->info.width;
    const uint32_t x = node % width;
    const uint32_t y = node / width;
    *cell = y % SIDE * SIDE + x % SIDE;
    return (size_t)(y / SIDE) * (size_t)map->tiles_x + x / SIDE;
}

bool wendi_explored_reserve(const wend_explored_map *map, wendi_explored_cells *cells, size_t tile)
{
    if (cells->tiles[tile] == NULL) {
        cells->tiles[tile] = wendi_alloc_zero(&map->allocator, sizeof *cells->tiles[tile]);
    }
    return cells->tiles[tile] != NULL;
}

bool wendi_explored_note(const wend_explored_map *map, wendi_explored_cells *cells,
                         const wend_sighting *sighting)
{
    uint32_t cell;
    const size_t index = wendi_explored_find(map, sighting->node, &cell);
    wendi_explored_tile *tile = cells->tiles[index];
    const uint8_t old = tile->costs[cell];
    const uint64_t time = tile->times[cell];
    if (old != 0 && (sighting->time < time || (sighting->time == time && sighting->cost <= old))) {
        return false;
    }
    tile->times[cell] = sighting->time;
    tile->costs[cell] = sighting->cost;
    cells->known += old == 0;
    if (old == sighting->cost) {
        return false;
    }
    cells->has_changed[index] = true;
    return true;
}

/* ---- creating ---- */

static wend_result make_grid(const wend_explored_map_def *def, wend_grid **grid)
{
    wend_grid_def made = wend_grid_def_default();
    made.width = def->width;
    made.height = def->height;
    made.neighbours = def->neighbours;
    made.corner_rule = def->corner_rule;
    made.hex_layout = def->hex_layout;
    made.wrap = def->wrap;
    made.cell_size = def->cell_size;
    made.origin = def->origin;
    if (def->like != NULL) {
        wend_grid_info info;
        wend_grid_get_info(def->like, &info);
        made.width = info.width;
        made.height = info.height;
        made.neighbours = info.neighbours;
        made.corner_rule = info.corner_rule;
        made.hex_layout = info.hex_layout;
        made.wrap = info.wrap;
        made.cell_size = info.cell_size;
        made.origin = info.origin;
    }
    made.class_count = 2;
    made.allocator = def->allocator;
    made.message = def->message;
    wend_result result = wend_grid_create(&made, grid);
    if (result == WEND_OK) {
        result = wend_grid_fill(*grid, WEND_EXPLORED_CAREFUL, 0, 0, made.width, made.height,
                                WEND_COST_WALL);
    }
    return result;
}

static wend_result make(wend_explored_map *map, const wend_explored_map_def *def)
{
    map->allocator = def->allocator;
    const wend_result result = make_grid(def, &map->grid);
    if (result != WEND_OK) {
        return result;
    }
    wend_grid_get_info(map->grid, &map->info);
    map->tiles_x = (map->info.width + SIDE - 1) / SIDE;
    map->tiles_y = (map->info.height + SIDE - 1) / SIDE;
    map->lock = wendi_lock_create(&map->allocator);
    return map->lock != NULL && wendi_explored_cells_create(map, &map->cells) ? WEND_OK
                                                                              : WEND_ERROR_MEMORY;
}

wend_result wend_explored_map_create(const wend_explored_map_def *def, wend_explored_map **map)
{
    if (map != NULL) {
        *map = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, creating,
                                         "wend_explored_map_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (map == NULL) {
        return wendi_refuse_null(def->message, creating, "map");
    }
    wendi_message_clear(def->message);
    wend_explored_map *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    const wend_result result = made == NULL ? WEND_ERROR_MEMORY : make(made, def);
    if (result != WEND_OK) {
        wend_explored_map_destroy(made);
        return wendi_fail_as(def->message, creating, result);
    }
    *map = made;
    return WEND_OK;
}

const char *wend_explored_map_error(const wend_explored_map *map)
{
    return map == NULL ? "" : map->error.text;
}

void wend_explored_map_destroy(wend_explored_map *map)
{
    if (map == NULL) {
        return;
    }
    const wend_allocator allocator = map->allocator;
    wendi_explored_cells_free(map, &map->cells);
    wendi_lock_destroy(map->lock, &allocator);
    wend_grid_destroy(map->grid);
    wendi_free(&allocator, map, sizeof *map);
}

/* ---- reports and questions ---- */

static bool is_inside(const wend_explored_map *map, wend_node node)
{
    return node < (wend_node)map->info.width * (wend_node)map->info.height;
}

/* Under the lock, which guards the message as well. */
static wend_result check_sightings(wend_explored_map *map, const wend_sighting *sightings,
                                   size_t count)
{
    if (sightings == NULL && count > 0) {
        return wendi_refuse_null(&map->error, "wend_explored_map_report", "sightings");
    }
    for (size_t i = 0; i < count; ++i) {
        if (!is_inside(map, sightings[i].node) || sightings[i].cost == 0) {
            return wendi_fail(&map->error, WEND_ERROR_ARGUMENT,
                              "wend_explored_map_report: node of sighting %lu is %lu of cost %u, "
                              "and must be one of %lu cells of cost 1 to 255",
                              (unsigned long)i, (unsigned long)sightings[i].node,
                              (unsigned)sightings[i].cost,
                              (unsigned long)map->info.width * (unsigned long)map->info.height);
        }
    }
    return WEND_OK;
}

wend_result wend_explored_map_report(wend_explored_map *map, const wend_sighting *sightings,
                                     size_t count, size_t *changed)
{
    if (changed != NULL) {
        *changed = 0;
    }
    if (map == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_lock_take(map->lock);
    if (check_sightings(map, sightings, count) != WEND_OK) {
        wendi_lock_release(map->lock);
        return WEND_ERROR_ARGUMENT;
    }
    bool has_room = true;
    for (size_t i = 0; i < count && has_room; ++i) {
        uint32_t cell;
        has_room = wendi_explored_reserve(map, &map->cells,
                                          wendi_explored_find(map, sightings[i].node, &cell));
    }
    size_t news = 0;
    for (size_t i = 0; i < count && has_room; ++i) {
        news += wendi_explored_note(map, &map->cells, &sightings[i]);
    }
    const wend_result result = wendi_fail_plain(&map->error, "wend_explored_map_report",
                                                has_room ? WEND_OK : WEND_ERROR_MEMORY);
    wendi_lock_release(map->lock);
    if (changed != NULL) {
        *changed = news;
    }
    return result;
}

bool wend_explored_map_get(const wend_explored_map *map, wend_node node, wend_sighting *sighting)
{
    wend_sighting found = {.node = node};
    if (map != NULL && is_inside(map, node)) {
        uint32_t cell;
        const size_t index = wendi_explored_find(map, node, &cell);
        wendi_lock_take(map->lock);
        const wendi_explored_tile *tile = map->cells.tiles[index];
        if (tile != NULL && tile->costs[cell] != 0) {
            found.cost = tile->costs[cell];
            found.time = tile->times[cell];
        }
        wendi_lock_release(map->lock);
    }
    if (sighting != NULL) {
        *sighting = found;
    }
    return found.cost != 0;
}

size_t wend_explored_map_known_count(const wend_explored_map *map)
{
    if (map == NULL) {
        return 0;
    }
    wendi_lock_take(map->lock);
    const size_t known = map->cells.known;
    wendi_lock_release(map->lock);
    return known;
}

size_t wend_explored_map_forget(wend_explored_map *map, uint64_t before)
{
    if (map == NULL) {
        return 0;
    }
    size_t forgotten = 0;
    wendi_lock_take(map->lock);
    for (size_t t = 0; t < map->cells.count; ++t) {
        wendi_explored_tile *tile = map->cells.tiles[t];
        for (uint32_t i = 0; tile != NULL && i < WENDI_EXPLORED_TILE_CELLS; ++i) {
            if (tile->costs[i] != 0 && tile->times[i] < before) {
                tile->costs[i] = 0;
                tile->times[i] = 0;
                map->cells.has_changed[t] = true;
                forgotten++;
            }
        }
    }
    map->cells.known -= forgotten;
    wendi_lock_release(map->lock);
    return forgotten;
}

/* ---- the grid ---- */

static int32_t part_of(int32_t side, int32_t first)
{
    return side - first < SIDE ? side - first : SIDE;
}

static wend_result update_tile(wend_explored_map *map, size_t index)
{
    const int32_t x = (int32_t)(index % (size_t)map->tiles_x) * SIDE;
    const int32_t y = (int32_t)(index / (size_t)map->tiles_x) * SIDE;
    const int32_t width = part_of(map->info.width, x);
    const int32_t height = part_of(map->info.height, y);
    const wendi_explored_tile *tile = map->cells.tiles[index];
    for (uint32_t k = 0; k < 2; ++k) {
        static const uint8_t UNKNOWN[2] = {1, WEND_COST_WALL};
        uint8_t costs[WENDI_EXPLORED_TILE_CELLS];
        memset(costs, UNKNOWN[k], sizeof costs);
        for (uint32_t i = 0; tile != NULL && i < WENDI_EXPLORED_TILE_CELLS; ++i) {
            costs[i] = tile->costs[i] != 0 ? tile->costs[i] : UNKNOWN[k];
        }
        const wend_result result =
            wend_grid_set_costs(map->grid, k, x, y, width, height, costs, SIDE);
        if (result != WEND_OK) {
            return result;
        }
    }
    map->cells.has_changed[index] = false;
    return WEND_OK;
}

wend_result wend_explored_map_update(wend_explored_map *map)
{
    if (map == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_result result = WEND_OK;
    wendi_lock_take(map->lock);
    for (size_t i = 0; i < map->cells.count && result == WEND_OK; ++i) {
        if (map->cells.has_changed[i]) {
            result = update_tile(map, i);
        }
    }
    result = wendi_fail_plain(&map->error, "wend_explored_map_update", result);
    wendi_lock_release(map->lock);
    return result;
}

const wend_grid *wend_explored_map_grid(const wend_explored_map *map)
{
    return map == NULL ? NULL : map->grid;
}

wend_result wend_explored_map_draw(const wend_explored_map *map, const wend_draw *draw)
{
    if (map == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (size_t t = 0; t < map->cells.count; ++t) {
        uint8_t costs[WENDI_EXPLORED_TILE_CELLS];
        /* Not under the lock: what is drawn may ask the map. */
        wendi_lock_take(map->lock);
        const bool is_there = map->cells.tiles[t] != NULL;
        if (is_there) {
            memcpy(costs, map->cells.tiles[t]->costs, sizeof costs);
        }
        wendi_lock_release(map->lock);
        const int32_t x = (int32_t)(t % (size_t)map->tiles_x) * SIDE;
        const int32_t y = (int32_t)(t / (size_t)map->tiles_x) * SIDE;
        for (int32_t i = 0; is_there && i < WENDI_EXPLORED_TILE_CELLS; ++i) {
            if (costs[i] != 0) {
                wend_grid_draw_cell(
                    map->grid, wend_grid_node(map->grid, x + i % SIDE, y + i / SIDE), draw,
                    costs[i] == WEND_COST_WALL ? WEND_MEANING_WALL : WEND_MEANING_GROUND,
                    (double)costs[i]);
            }
        }
    }
    return WEND_OK;
}
