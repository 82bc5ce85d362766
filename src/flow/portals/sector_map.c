/* Floors, sectors and one-way joins of a flow's definition.
 * Cost: creating checks each floor and join; queries take constant time but for a search among the
 * floors. */
#include "flow/portals/sector_map.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "wend/grid.h"
#include "wend/link.h"

#include <string.h>

enum { COST_BITS = 48, UNITS_BITS = 30, FACTOR_BITS = 20 };

/* ---- checks ---- */

static wend_result check_counts(const wend_flow_def *def, wend_message *message)
{
    if (def->floors == NULL && def->grid == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "wend_flow_create: grid and floors are NULL: set one of them");
    }
    if (def->floors != NULL && (def->floor_count < 1 || def->floor_count > WEND_FLOW_FLOORS_MAX)) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "wend_flow_create: floor_count is %lu, and must be from 1 to %d",
                          (unsigned long)def->floor_count, WEND_FLOW_FLOORS_MAX);
    }
    if (def->joins == NULL && def->join_count != 0) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "wend_flow_create: joins is NULL, but join_count is %lu",
                          (unsigned long)def->join_count);
    }
    if (def->join_count > WEND_GRID_LINKS_MAX) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "wend_flow_create: join_count is %lu, and must be from 0 to %d",
                          (unsigned long)def->join_count, WEND_GRID_LINKS_MAX);
    }
    return WEND_OK;
}

static wend_result check_alike(const wend_grid_info *info, const wend_grid_info *first,
                               uint32_t floor, wend_message *message)
{
    if (info->sector_size != first->sector_size) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "wend_flow_create: sectors of floor %lu are %ld cells wide, of floor 0 "
                          "%ld",
                          (unsigned long)floor, (long)info->sector_size, (long)first->sector_size);
    }
    if (info->neighbours != first->neighbours) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "wend_flow_create: cells of floor %lu have %d neighbours, of floor 0 %d",
                          (unsigned long)floor, (int)info->neighbours, (int)first->neighbours);
    }
    if (info->cell_size < first->cell_size || info->cell_size > first->cell_size) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "wend_flow_create: cell_size of floor %lu is %s, of floor 0 %s",
                          (unsigned long)floor, wendi_format_number(info->cell_size).text,
                          wendi_format_number(first->cell_size).text);
    }
    return WEND_OK;
}

static wend_result check_floor(const wend_grid *grid, const wend_grid_info *info,
                               const wend_grid_info *first, uint32_t floor, wend_message *message)
{
    if (grid == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "wend_flow_create: floor %lu is NULL",
                          (unsigned long)floor);
    }
    if (info->neighbours == WEND_NEIGHBOURS_6) {
        return wendi_fail(message, WEND_ERROR_UNSUPPORTED,
                          "wend_flow_create: floor %lu is made of hexes: only squares have fields",
                          (unsigned long)floor);
    }
    if (info->wrap != WEND_WRAP_NONE) {
        return wendi_fail(message, WEND_ERROR_UNSUPPORTED,
                          "wend_flow_create: floor %lu wraps around: only maps with edges have "
                          "fields",
                          (unsigned long)floor);
    }
    return check_alike(info, first, floor, message);
}

static wend_result check_end(const wendi_sector_map *map, uint32_t floor, wend_node node,
                             uint32_t join, wend_message *message)
{
    if (floor >= map->floor_count) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "wend_flow_create: join %lu is on floor %lu, but the number of floors "
                          "is %lu",
                          (unsigned long)join, (unsigned long)floor,
                          (unsigned long)map->floor_count);
    }
    const wendi_sector_map_floor *at = &map->floors[floor];
    if (node >= (uint32_t)at->width * (uint32_t)at->height) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "wend_flow_create: node of join %lu is %lu, but floor %lu has %lu cells",
                          (unsigned long)join, (unsigned long)node, (unsigned long)floor,
                          (unsigned long)at->width * (unsigned long)at->height);
    }
    return WEND_OK;
}

static wend_result check_join(const wendi_sector_map *map, const wend_flow_join *join,
                              uint32_t index, wend_message *message)
{
    wend_result result = check_end(map, join->from_floor, join->from, index, message);
    if (result == WEND_OK) {
        result = check_end(map, join->to_floor, join->to, index, message);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (join->from_floor == join->to_floor && join->from == join->to) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "wend_flow_create: join %lu ends where it begins", (unsigned long)index);
    }
    if (join->cost < 1 || join->cost > (wend_cost)1 << COST_BITS) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "wend_flow_create: cost of join %lu is %llu, and must be from 1 to 2^%d",
                          (unsigned long)index, (unsigned long long)join->cost, COST_BITS);
    }
    return WEND_OK;
}

/* ---- creation ---- */

static wend_result add_floors(wendi_sector_map *map, const wend_flow_def *def,
                              wend_message *message)
{
    wend_grid_info first;
    wend_grid_get_info(def->floors != NULL ? def->floors[0] : def->grid, &first);
    for (uint32_t i = 0; i < map->floor_count; ++i) {
        const wend_grid *grid = def->floors != NULL ? def->floors[i] : def->grid;
        wend_grid_info info;
        wend_grid_get_info(grid, &info);
        const wend_result result = check_floor(grid, &info, i == 0 ? &info : &first, i, message);
        if (result != WEND_OK) {
            return result;
        }
        map->floors[i] = (wendi_sector_map_floor){.grid = grid,
                                                  .width = info.width,
                                                  .height = info.height,
                                                  .sectors_x = info.sectors_x,
                                                  .sectors_y = info.sectors_y,
                                                  .first_sector = map->sector_count,
                                                  .origin = info.origin};
        map->sector_count += (uint32_t)info.sectors_x * (uint32_t)info.sectors_y;
    }
    map->sector_size = first.sector_size;
    map->sector_factor = ((UINT32_C(1) << FACTOR_BITS) + (uint32_t)first.sector_size - 1) /
                         (uint32_t)first.sector_size;
    map->cell_size = first.cell_size;
    map->has_diagonals = first.neighbours == WEND_NEIGHBOURS_8;
    return WEND_OK;
}

static void add_one_way_join(wendi_sector_map *map, const wend_flow_join *join, bool is_back)
{
    const wendi_sector_map_floor *from = &map->floors[join->from_floor];
    const wendi_sector_map_floor *to = &map->floors[join->to_floor];
    wendi_one_way_join link = {.from_floor = join->from_floor,
                               .to_floor = join->to_floor,
                               .from_x = (int32_t)(join->from % (uint32_t)from->width),
                               .from_y = (int32_t)(join->from / (uint32_t)from->width),
                               .to_x = (int32_t)(join->to % (uint32_t)to->width),
                               .to_y = (int32_t)(join->to / (uint32_t)to->width),
                               .cost = wendi_flow_cost_units(join->cost),
                               .class_mask = join->class_mask};
    if (is_back) {
        const wendi_one_way_join on = link;
        link.from_floor = on.to_floor;
        link.from_x = on.to_x;
        link.from_y = on.to_y;
        link.to_floor = on.from_floor;
        link.to_x = on.from_x;
        link.to_y = on.from_y;
    }
    map->joins[map->join_count++] = link;
}

static wend_result add_joins(wendi_sector_map *map, const wend_flow_def *def,
                             const wend_allocator *allocator, wend_message *message)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < def->join_count; ++i) {
        const wend_result result = check_join(map, &def->joins[i], i, message);
        if (result != WEND_OK) {
            return result;
        }
        count += def->joins[i].is_two_way ? 2 : 1;
    }
    if (count == 0) {
        return WEND_OK;
    }
    map->joins = wendi_alloc(allocator, count * sizeof *map->joins);
    if (map->joins == NULL) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "wend_flow_create: no memory for %lu joins",
                          (unsigned long)def->join_count);
    }
    for (uint32_t i = 0; i < def->join_count; ++i) {
        add_one_way_join(map, &def->joins[i], false);
        if (def->joins[i].is_two_way) {
            add_one_way_join(map, &def->joins[i], true);
        }
    }
    return WEND_OK;
}

wend_result wendi_sector_map_create(const wend_flow_def *def, const wend_allocator *allocator,
                                    wendi_sector_map *map, wend_message *message)
{
    memset(map, 0, sizeof *map);
    wend_result result = check_counts(def, message);
    if (result != WEND_OK) {
        return result;
    }
    const uint32_t floor_count = def->floors != NULL ? def->floor_count : 1;
    map->floors = wendi_alloc_zero(allocator, floor_count * sizeof *map->floors);
    if (map->floors == NULL) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "wend_flow_create: no memory for %lu floors",
                          (unsigned long)floor_count);
    }
    map->floor_count = floor_count;
    result = add_floors(map, def, message);
    if (result == WEND_OK) {
        result = add_joins(map, def, allocator, message);
    }
    if (result != WEND_OK) {
        wendi_sector_map_destroy(map, allocator);
    }
    return result;
}

void wendi_sector_map_destroy(wendi_sector_map *map, const wend_allocator *allocator)
{
    wendi_free(allocator, map->joins, map->join_count * sizeof *map->joins);
    wendi_free(allocator, map->floors, map->floor_count * sizeof *map->floors);
    memset(map, 0, sizeof *map);
}

size_t wendi_sector_map_memory_bytes(const wendi_sector_map *map)
{
    return map->join_count * sizeof *map->joins + map->floor_count * sizeof *map->floors;
}

/* ---- queries ---- */

static uint32_t floor_of(const wendi_sector_map *map, uint32_t sector)
{
    uint32_t low = 0;
    uint32_t high = map->floor_count;
    while (high - low > 1) {
        const uint32_t middle = (low + high) / 2;
        if (map->floors[middle].first_sector <= sector) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

wendi_sector_bounds wendi_sector_map_bounds(const wendi_sector_map *map, uint32_t sector)
{
    wendi_sector_bounds bounds;
    bounds.floor = floor_of(map, sector);
    const wendi_sector_map_floor *floor = &map->floors[bounds.floor];
    const uint32_t index = sector - floor->first_sector;
    bounds.column = (int32_t)(index % (uint32_t)floor->sectors_x);
    bounds.row = (int32_t)(index / (uint32_t)floor->sectors_x);
    bounds.x = bounds.column * map->sector_size;
    bounds.y = bounds.row * map->sector_size;
    const int32_t right = floor->width - bounds.x;
    const int32_t below = floor->height - bounds.y;
    bounds.width = right < map->sector_size ? right : map->sector_size;
    bounds.height = below < map->sector_size ? below : map->sector_size;
    return bounds;
}

/* Exact, because sides are at most 2^14 and sectors at most 2^5 (see the grid's own). */
static uint32_t sector_along(const wendi_sector_map *map, int32_t cell)
{
    return ((uint32_t)cell * map->sector_factor) >> FACTOR_BITS;
}

uint32_t wendi_sector_map_sector_at(const wendi_sector_map *map, uint32_t floor, int32_t x,
                                    int32_t y)
{
    const wendi_sector_map_floor *at = &map->floors[floor];
    return at->first_sector + sector_along(map, y) * (uint32_t)at->sectors_x + sector_along(map, x);
}

uint32_t wendi_sector_map_neighbour(const wendi_sector_map *map, uint32_t sector, int32_t columns,
                                    int32_t rows)
{
    const wendi_sector_map_floor *floor = &map->floors[floor_of(map, sector)];
    const uint32_t index = sector - floor->first_sector;
    const int32_t column = (int32_t)(index % (uint32_t)floor->sectors_x) + columns;
    const int32_t row = (int32_t)(index / (uint32_t)floor->sectors_x) + rows;
    if (column < 0 || row < 0 || column >= floor->sectors_x || row >= floor->sectors_y) {
        return WENDI_SECTOR_NONE;
    }
    return floor->first_sector + (uint32_t)row * (uint32_t)floor->sectors_x + (uint32_t)column;
}

bool wendi_sector_map_cell_at(const wendi_sector_map *map, uint32_t floor, wend_vec2 position,
                              int32_t *x, int32_t *y)
{
    const wend_grid *grid = map->floors[floor].grid;
    return wend_grid_cell(grid, wend_grid_node_at(grid, position), x, y);
}

uint32_t wendi_flow_cost_units(wend_cost cost)
{
    const wend_cost most = (wend_cost)1 << UNITS_BITS;
    const wend_cost half = WEND_COST_ONE / 2;
    if (cost >= most / WENDI_FLOW_STRAIGHT * WEND_COST_ONE) {
        return (uint32_t)most;
    }
    const wend_cost units = (cost * WENDI_FLOW_STRAIGHT + half) / WEND_COST_ONE;
    return units < 1 ? 1 : (uint32_t)units;
}
