/* takes: a map and a class.
 * gives: its portals, and what is asked of them.
 * cost:  create 8 bytes a sector and, for a class with a radius, clearance (see there); questions
 *        constant, those about links a binary search. */
#include "flow/portals/portal_graph_private.h"

#include "base/core/message.h"
#include "world/derived/clearance.h"

#include <string.h>

/* ---- making ---- */

static bool make_tables(wendi_portal_graph *portals)
{
    const wend_allocator *allocator = &portals->allocator;
    const wendi_sector_map *map = portals->map;
    const wendi_tile_shape shape = wendi_tile_shape_of(map->sector_size, map->sector_size);
    wendi_sector_build_batch *batch = &portals->batch;
    portals->tile_bytes = (size_t)shape.count;
    portals->links.is_stale = true;
    portals->floors = wendi_alloc_zero(allocator, map->floor_count * sizeof *portals->floors);
    portals->entries = wendi_alloc_zero(allocator, map->sector_count * sizeof *portals->entries);
    batch->items = wendi_alloc(allocator, WENDI_PORTAL_BATCH_MAX * sizeof *batch->items);
    batch->sectors = wendi_alloc(allocator, WENDI_PORTAL_BATCH_MAX * sizeof *batch->sectors);
    batch->costs = wendi_alloc(allocator, WENDI_PORTAL_BATCH_MAX * portals->tile_bytes);
    return portals->floors != NULL && portals->entries != NULL && batch->items != NULL &&
           batch->sectors != NULL && batch->costs != NULL &&
           wendi_dirty_sectors_create(&portals->waiting, allocator, map->sector_count);
}

static wend_result make_clearance(wendi_portal_graph *portals, uint32_t index, double radius,
                                  wend_message *message)
{
    wendi_portal_graph_floor *floor = &portals->floors[index];
    wend_clearance_def def = wend_clearance_def_default();
    def.grid = portals->map->floors[index].grid;
    def.movement_class = portals->movement_class;
    def.team = portals->team;
    def.most = (int32_t)(radius / portals->map->cell_size) + 1;
    def.allocator = portals->allocator;
    def.message = message;
    const wend_result result = wend_clearance_create(&def, &floor->clearance);
    if (result == WEND_OK) {
        floor->ground.clearance = floor->clearance;
        floor->ground.need_disc = wendi_clearance_need_disc(floor->clearance, radius);
        floor->reach = wendi_clearance_reach(floor->clearance, 0, floor->ground.need_disc);
    }
    return result;
}

static wend_result make_floors(wendi_portal_graph *portals, double radius, wend_message *message)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; result == WEND_OK && i < portals->map->floor_count; ++i) {
        wendi_agent_grid *ground = &portals->floors[i].ground;
        ground->grid = portals->map->floors[i].grid;
        ground->movement_class = portals->movement_class;
        ground->team = portals->team;
        /* All sectors wait from the beginning on: earlier edits are of no interest. */
        portals->floors[i].revision = wend_grid_revision(ground->grid);
        if (radius > 0.0) {
            result = make_clearance(portals, i, radius, message);
        }
    }
    return result;
}

wend_result wendi_portal_graph_create(const wendi_sector_map *map,
                                      const wend_flow_class *movement_class, uint32_t class_index,
                                      const wend_allocator *allocator, wendi_portal_graph **portals,
                                      wend_message *message)
{
    *portals = NULL;
    wendi_portal_graph *made = wendi_alloc_zero(allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "wend_flow_create: no memory for portals");
    }
    made->allocator = *allocator;
    made->map = map;
    made->movement_class = movement_class->movement_class;
    made->team = movement_class->team;
    made->class_index = class_index;
    wend_result result = make_tables(made)
                             ? WEND_OK
                             : wendi_fail(message, WEND_ERROR_MEMORY,
                                          "wend_flow_create: no memory for portals of %lu sectors",
                                          (unsigned long)map->sector_count);
    if (result == WEND_OK) {
        result = make_floors(made, movement_class->radius, message);
    }
    if (result != WEND_OK) {
        wendi_portal_graph_destroy(made);
        return result;
    }
    *portals = made;
    return WEND_OK;
}

static void free_batch(wendi_portal_graph *portals)
{
    wendi_sector_build_batch *batch = &portals->batch;
    const wend_allocator *allocator = &portals->allocator;
    wendi_free(allocator, batch->items, WENDI_PORTAL_BATCH_MAX * sizeof *batch->items);
    wendi_free(allocator, batch->sectors, WENDI_PORTAL_BATCH_MAX * sizeof *batch->sectors);
    wendi_free(allocator, batch->costs, WENDI_PORTAL_BATCH_MAX * portals->tile_bytes);
}

void wendi_portal_graph_destroy(wendi_portal_graph *portals)
{
    if (portals == NULL) {
        return;
    }
    const wend_allocator allocator = portals->allocator;
    const wendi_sector_map *map = portals->map;
    for (uint32_t i = 0; portals->floors != NULL && i < map->floor_count; ++i) {
        wend_clearance_destroy(portals->floors[i].clearance);
    }
    free_batch(portals);
    wendi_shared_tiles_free(portals);
    wendi_portal_links_free(&portals->links, &allocator);
    wendi_dirty_sectors_destroy(&portals->waiting, &allocator);
    wendi_free(&allocator, portals->owns.items,
               portals->owns.capacity * sizeof *portals->owns.items);
    wendi_free(&allocator, portals->owns.costs, portals->owns.capacity * portals->tile_bytes);
    wendi_free(&allocator, portals->pages.words,
               portals->pages.capacity * sizeof *portals->pages.words);
    wendi_free(&allocator, portals->stamps, map->sector_count * sizeof *portals->stamps);
    wendi_free(&allocator, portals->entries, map->sector_count * sizeof *portals->entries);
    wendi_free(&allocator, portals->floors, map->floor_count * sizeof *portals->floors);
    wendi_free(&allocator, portals, sizeof *portals);
}

wend_clearance *wendi_portal_graph_clearance(const wendi_portal_graph *portals, uint32_t floor)
{
    return portals->floors[floor].clearance;
}

/* ---- pages ---- */

uint32_t wendi_portal_graph_page(const wendi_portal_graph *portals, uint32_t sector)
{
    const uint32_t entry = portals->entries[sector];
    if ((entry & WENDI_ENTRY_OWN) != 0) {
        return portals->owns.items[entry & ~WENDI_ENTRY_OWN].page & ~WENDI_PAGE_SHARED;
    }
    return portals->kinds.pages[portals->kinds.tiles[entry - 1].page_kind].page;
}

wendi_sector_portals wendi_portal_graph_sector(const wendi_portal_graph *portals, uint32_t sector)
{
    const wendi_portal_page_view page =
        wendi_portal_page_at(&portals->pages, wendi_portal_graph_page(portals, sector));
    wendi_sector_portals answer = {.windows = page.windows,
                                   .costs = page.costs,
                                   .window_count = page.head->first[WENDI_BLOCKED_ARCS]};
    memcpy(answer.first, page.head->first, sizeof answer.first);
    if (answer.first[WENDI_SIDE_LINK_OUT] != answer.first[WENDI_BLOCKED_ARCS]) {
        answer.links = wendi_portal_links_in_sector(&portals->links, sector).ways;
    }
    return answer;
}

/* Where in a sector's list of ends a way stands. */
static uint32_t rank_of(const uint32_t *ways, uint32_t count, uint32_t way)
{
    uint32_t low = 0;
    while (count > 1) {
        const uint32_t half = count / 2;
        if (ways[low + half] <= way) {
            low += half;
            count -= half;
        } else {
            count = half;
        }
    }
    return low;
}

static uint32_t across_link(const wendi_portal_graph *portals, uint32_t sector, uint32_t end,
                            uint32_t *across)
{
    const wendi_sector_link_ends here = wendi_portal_links_in_sector(&portals->links, sector);
    const uint32_t way = here.ways[end];
    const bool goes_out = end < here.outs;
    const uint32_t other =
        goes_out ? portals->links.ways[way].to_sector : portals->links.ways[way].from_sector;
    const wendi_sector_link_ends there = wendi_portal_links_in_sector(&portals->links, other);
    const uint8_t *first =
        wendi_portal_page_at(&portals->pages, wendi_portal_graph_page(portals, other)).head->first;
    *across = goes_out
                  ? first[WENDI_SIDE_LINK_IN] + rank_of(there.ways + there.outs, there.ins, way)
                  : first[WENDI_SIDE_LINK_OUT] + rank_of(there.ways, there.outs, way);
    return other;
}

uint32_t wendi_portal_graph_opposite(const wendi_portal_graph *portals, uint32_t sector,
                                     uint32_t window, uint32_t *across)
{
    static const int8_t columns[4] = {0, 1, 0, -1};
    static const int8_t rows[4] = {-1, 0, 1, 0};
    const wendi_portal_page_view page =
        wendi_portal_page_at(&portals->pages, wendi_portal_graph_page(portals, sector));
    const uint8_t *first = page.head->first;
    const uint32_t side = page.windows[window].side;
    if (side >= WENDI_SIDE_LINK_OUT) {
        return across_link(portals, sector, window - first[WENDI_SIDE_LINK_OUT], across);
    }
    const uint32_t other =
        wendi_sector_map_neighbour(portals->map, sector, columns[side], rows[side]);
    const uint32_t facing = (side + 2) % 4;
    const wendi_portal_page_view there =
        wendi_portal_page_at(&portals->pages, wendi_portal_graph_page(portals, other));
    *across = there.head->first[facing] + (window - first[side]);
    return other;
}

const wendi_sector_link *wendi_portal_graph_links(const wendi_portal_graph *portals,
                                                  uint32_t *count)
{
    *count = portals->links.way_count;
    return portals->links.ways;
}

void wendi_portal_graph_links_from(const wendi_portal_graph *portals, uint32_t sector,
                                   uint32_t *first, uint32_t *last)
{
    const wendi_sector_link_ends ends = wendi_portal_links_in_sector(&portals->links, sector);
    *first = ends.outs == 0 ? 0 : ends.ways[0];
    *last = *first + ends.outs;
}

/* ---- ground ---- */

wendi_cost_tile wendi_portal_graph_cost_tile(const wendi_portal_graph *portals, uint32_t sector)
{
    enum { STAMP_BITS = 30 };
    const uint32_t entry = portals->entries[sector];
    wendi_cost_tile tile = {.cost = wendi_portal_graph_costs(portals, sector)};
    if ((entry & WENDI_ENTRY_OWN) == 0) {
        const uint32_t key = portals->kinds.tiles[entry - 1].key;
        tile.key = key;
        tile.is_open = (key & 255) == 1;
        tile.is_closed = (key & 255) == WENDI_TILE_WALL;
        return tile;
    }
    const wendi_sector_bounds place = wendi_sector_map_bounds(portals->map, sector);
    const wendi_tile_shape shape = wendi_tile_shape_of(place.width, place.height);
    const uint64_t number = (uint64_t)portals->class_index * portals->map->sector_count + sector;
    const uint32_t stamp = portals->owns.items[entry & ~WENDI_ENTRY_OWN].stamp;
    tile.key =
        UINT64_C(1) << 63 | number << STAMP_BITS | (stamp & ((UINT32_C(1) << STAMP_BITS) - 1));
    if (wendi_cost_tile_is_uniform(&shape, tile.cost)) {
        const uint8_t cost = tile.cost[wendi_tile_index(&shape, 0, 0)];
        tile.is_open = cost == 1;
        tile.is_closed = cost == WENDI_TILE_WALL;
    }
    return tile;
}

/* ---- all of it ---- */

uint32_t wendi_portal_graph_stamp(const wendi_portal_graph *portals)
{
    return portals->stamp;
}

uint32_t wendi_portal_graph_sector_stamp(const wendi_portal_graph *portals, uint32_t sector)
{
    return portals->stamps == NULL ? 0 : portals->stamps[sector];
}

static size_t memory_bytes(const wendi_portal_graph *portals)
{
    const wendi_sector_map *map = portals->map;
    const wendi_portal_links *links = &portals->links;
    const size_t tables = portals->stamps == NULL ? 1 : 2;
    const size_t batch_item = sizeof *portals->batch.items + sizeof *portals->batch.sectors;
    size_t bytes = sizeof *portals + map->floor_count * sizeof *portals->floors +
                   tables * map->sector_count * sizeof *portals->entries +
                   wendi_dirty_sectors_memory_bytes(&portals->waiting) +
                   portals->pages.capacity * sizeof *portals->pages.words +
                   wendi_shared_tiles_memory_bytes(portals) +
                   wendi_own_tiles_memory_bytes(portals) +
                   WENDI_PORTAL_BATCH_MAX * (batch_item + portals->tile_bytes);
    bytes += (links->block == NULL ? 0 : links->block_bytes + links->way_bytes);
    for (uint32_t i = 0; i < map->floor_count; ++i) {
        const wend_clearance *clearance = portals->floors[i].clearance;
        bytes += clearance == NULL ? 0 : wend_clearance_memory_bytes(clearance);
    }
    return bytes;
}

wendi_portal_graph_info wendi_portal_graph_get_info(const wendi_portal_graph *portals)
{
    return (wendi_portal_graph_info){.windows = portals->border_windows / 2 + portals->ends,
                                     .edges = portals->edges,
                                     .built = portals->built,
                                     .built_last = portals->built_last,
                                     .waiting = portals->waiting.count,
                                     .memory_bytes = memory_bytes(portals)};
}

static uint64_t page_hash(const wendi_portal_graph *portals, uint32_t sector)
{
    const uint32_t entry = portals->entries[sector];
    if (entry == WENDI_ENTRY_UNBUILT) {
        return 0;
    }
    if ((entry & WENDI_ENTRY_OWN) == 0) {
        return portals->kinds.pages[portals->kinds.tiles[entry - 1].page_kind].hash;
    }
    return wendi_portal_page_hash(&portals->pages, wendi_portal_graph_page(portals, sector));
}

uint64_t wendi_portal_graph_hash(const wendi_portal_graph *portals, uint64_t hash)
{
    for (uint32_t i = 0; i < portals->map->sector_count; ++i) {
        hash = wend_hash_u64(hash, page_hash(portals, i));
    }
    for (uint32_t i = 0; i < portals->links.way_count; ++i) {
        const wendi_sector_link *way = &portals->links.ways[i];
        hash = wend_hash_u64(hash, (uint64_t)way->from_sector << 32 | way->to_sector);
        hash = wend_hash_u64(hash, (uint64_t)way->cost << 32 | (uint64_t)way->from_x << 24 |
                                       (uint64_t)way->from_y << 16 | (uint64_t)way->to_x << 8 |
                                       way->to_y);
    }
    return hash;
}
