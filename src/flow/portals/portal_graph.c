/* Creation of a portal graph, and queries.
 * Cost: creating takes 8 bytes a sector and, for a class with a radius, a clearance map. Queries
 * take constant time; those about links are binary searches. */
#include "flow/portals/portal_graph_private.h"

#include "base/core/message.h"
#include "wend/grid.h"
#include "world/derived/clearance.h"

#include <string.h>

/* ---- creation ---- */

static bool make_tables(wendi_portal_graph *graph)
{
    const wend_allocator *allocator = &graph->allocator;
    const wendi_sector_map *map = graph->map;
    const wendi_tile_shape shape = wendi_tile_shape_of(map->sector_size, map->sector_size);
    wendi_sector_build_batch *batch = &graph->batch;
    graph->tile_bytes = (size_t)shape.count;
    graph->link_table.is_stale = true;
    graph->floors = wendi_alloc_zero(allocator, map->floor_count * sizeof *graph->floors);
    graph->entries = wendi_alloc_zero(allocator, map->sector_count * sizeof *graph->entries);
    batch->items = wendi_alloc(allocator, WENDI_PORTAL_BATCH_MAX * sizeof *batch->items);
    batch->sectors = wendi_alloc(allocator, WENDI_PORTAL_BATCH_MAX * sizeof *batch->sectors);
    batch->costs = wendi_alloc(allocator, WENDI_PORTAL_BATCH_MAX * graph->tile_bytes);
    return graph->floors != NULL && graph->entries != NULL && batch->items != NULL &&
           batch->sectors != NULL && batch->costs != NULL &&
           wendi_dirty_sectors_create(&graph->dirty, allocator, map->sector_count);
}

static wend_result make_clearance(wendi_portal_graph *graph, uint32_t index, double radius,
                                  wend_message *message)
{
    wendi_portal_graph_floor *floor = &graph->floors[index];
    wend_clearance_def def = wend_clearance_def_default();
    def.grid = graph->map->floors[index].grid;
    def.movement_class = graph->movement_class;
    def.team = graph->team;
    def.max_clearance = (int32_t)(radius / graph->map->cell_size) + 1;
    def.allocator = graph->allocator;
    def.message = message;
    const wend_result result = wend_clearance_create(&def, &floor->clearance);
    if (result == WEND_OK) {
        floor->ground.clearance = floor->clearance;
        floor->ground.need_disc = wendi_clearance_need_disc(floor->clearance, radius);
        floor->reach = wendi_clearance_reach(floor->clearance, 0, floor->ground.need_disc);
    }
    return result;
}

static wend_result make_floors(wendi_portal_graph *graph, double radius, wend_message *message)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; result == WEND_OK && i < graph->map->floor_count; ++i) {
        wendi_agent_grid *ground = &graph->floors[i].ground;
        ground->grid = graph->map->floors[i].grid;
        ground->movement_class = graph->movement_class;
        ground->team = graph->team;
        ground->overlay_layers = graph->overlay_layers;
        /* All sectors start out dirty, so earlier edits do not matter. */
        graph->floors[i].revision = wend_grid_revision(ground->grid);
        if (radius > 0.0) {
            result = make_clearance(graph, i, radius, message);
        }
    }
    return result;
}

wend_result wendi_portal_graph_create(const wendi_sector_map *map,
                                      const wend_flow_class *movement_class, uint32_t class_index,
                                      const wend_allocator *allocator, wendi_portal_graph **graph,
                                      wend_message *message)
{
    *graph = NULL;
    wendi_portal_graph *made = wendi_alloc_zero(allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "wend_flow_create: no memory for portals");
    }
    made->allocator = *allocator;
    made->map = map;
    made->movement_class = movement_class->movement_class;
    made->team = movement_class->team;
    made->overlay_layers = movement_class->overlay_layers;
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
    *graph = made;
    return WEND_OK;
}

static void free_batch(wendi_portal_graph *graph)
{
    wendi_sector_build_batch *batch = &graph->batch;
    const wend_allocator *allocator = &graph->allocator;
    wendi_free(allocator, batch->items, WENDI_PORTAL_BATCH_MAX * sizeof *batch->items);
    wendi_free(allocator, batch->sectors, WENDI_PORTAL_BATCH_MAX * sizeof *batch->sectors);
    wendi_free(allocator, batch->costs, WENDI_PORTAL_BATCH_MAX * graph->tile_bytes);
}

void wendi_portal_graph_destroy(wendi_portal_graph *graph)
{
    if (graph == NULL) {
        return;
    }
    const wend_allocator allocator = graph->allocator;
    const wendi_sector_map *map = graph->map;
    for (uint32_t i = 0; graph->floors != NULL && i < map->floor_count; ++i) {
        wend_clearance_destroy(graph->floors[i].clearance);
    }
    free_batch(graph);
    wendi_shared_tiles_free(graph);
    wendi_portal_links_free(&graph->link_table, &allocator);
    wendi_dirty_sectors_destroy(&graph->dirty, &allocator);
    wendi_free(&allocator, graph->own_tiles.items,
               graph->own_tiles.capacity * sizeof *graph->own_tiles.items);
    wendi_free(&allocator, graph->own_tiles.costs, graph->own_tiles.capacity * graph->tile_bytes);
    wendi_free(&allocator, graph->pages.words, graph->pages.capacity * sizeof *graph->pages.words);
    wendi_free(&allocator, graph->stamps, map->sector_count * sizeof *graph->stamps);
    wendi_free(&allocator, graph->entries, map->sector_count * sizeof *graph->entries);
    wendi_free(&allocator, graph->floors, map->floor_count * sizeof *graph->floors);
    wendi_free(&allocator, graph, sizeof *graph);
}

wend_clearance *wendi_portal_graph_clearance(const wendi_portal_graph *graph, uint32_t floor)
{
    return graph->floors[floor].clearance;
}

/* ---- portals ---- */

uint32_t wendi_portal_graph_page(const wendi_portal_graph *graph, uint32_t sector)
{
    const uint32_t entry = graph->entries[sector];
    if ((entry & WENDI_ENTRY_OWN) != 0) {
        return graph->own_tiles.items[entry & ~WENDI_ENTRY_OWN].page & ~WENDI_PAGE_SHARED;
    }
    return graph->shared.pages[graph->shared.tiles[entry - 1].shared_page].page;
}

wendi_sector_portals wendi_portal_graph_sector(const wendi_portal_graph *graph, uint32_t sector)
{
    const wendi_portal_page_view page =
        wendi_portal_page_at(&graph->pages, wendi_portal_graph_page(graph, sector));
    wendi_sector_portals answer = {.portals = page.portals,
                                   .costs = page.costs,
                                   .portal_count = page.head->first[WENDI_SIDES]};
    memcpy(answer.first, page.head->first, sizeof answer.first);
    if (answer.first[WENDI_SIDE_LINK_OUT] != answer.first[WENDI_SIDES]) {
        answer.links = wendi_portal_links_in_sector(&graph->link_table, sector).links;
    }
    return answer;
}

/* Index of a link in a sector's list of link ends. */
static uint32_t rank_of(const uint32_t *links, uint32_t count, uint32_t link)
{
    uint32_t low = 0;
    while (count > 1) {
        const uint32_t half = count / 2;
        if (links[low + half] <= link) {
            low += half;
            count -= half;
        } else {
            count = half;
        }
    }
    return low;
}

static uint32_t across_link(const wendi_portal_graph *graph, uint32_t sector, uint32_t end,
                            uint32_t *across)
{
    const wendi_sector_link_ends here = wendi_portal_links_in_sector(&graph->link_table, sector);
    const uint32_t link = here.links[end];
    const bool is_outgoing = end < here.outs;
    const uint32_t other = is_outgoing ? graph->link_table.links[link].to_sector
                                       : graph->link_table.links[link].from_sector;
    const wendi_sector_link_ends there = wendi_portal_links_in_sector(&graph->link_table, other);
    const uint8_t *first =
        wendi_portal_page_at(&graph->pages, wendi_portal_graph_page(graph, other)).head->first;
    *across = is_outgoing
                  ? first[WENDI_SIDE_LINK_IN] + rank_of(there.links + there.outs, there.ins, link)
                  : first[WENDI_SIDE_LINK_OUT] + rank_of(there.links, there.outs, link);
    return other;
}

uint32_t wendi_portal_graph_opposite(const wendi_portal_graph *graph, uint32_t sector,
                                     uint32_t portal, uint32_t *across)
{
    static const int8_t columns[4] = {0, 1, 0, -1};
    static const int8_t rows[4] = {-1, 0, 1, 0};
    const wendi_portal_page_view page =
        wendi_portal_page_at(&graph->pages, wendi_portal_graph_page(graph, sector));
    const uint8_t *first = page.head->first;
    const uint32_t side = page.portals[portal].side;
    if (side >= WENDI_SIDE_LINK_OUT) {
        return across_link(graph, sector, portal - first[WENDI_SIDE_LINK_OUT], across);
    }
    const uint32_t other =
        wendi_sector_map_neighbour(graph->map, sector, columns[side], rows[side]);
    const uint32_t facing = (side + 2) % 4;
    const wendi_portal_page_view there =
        wendi_portal_page_at(&graph->pages, wendi_portal_graph_page(graph, other));
    *across = there.head->first[facing] + (portal - first[side]);
    return other;
}

const wendi_sector_link *wendi_portal_graph_links(const wendi_portal_graph *graph, uint32_t *count)
{
    *count = graph->link_table.link_count;
    return graph->link_table.links;
}

void wendi_portal_graph_links_from(const wendi_portal_graph *graph, uint32_t sector,
                                   uint32_t *first, uint32_t *last)
{
    const wendi_sector_link_ends ends = wendi_portal_links_in_sector(&graph->link_table, sector);
    *first = ends.outs == 0 ? 0 : ends.links[0];
    *last = *first + ends.outs;
}

/* ---- cost tiles ---- */

bool wendi_portal_graph_is_built(const wendi_portal_graph *graph, uint32_t sector)
{
    return graph->entries[sector] != WENDI_ENTRY_UNBUILT;
}

wendi_cost_tile wendi_portal_graph_cost_tile(const wendi_portal_graph *graph, uint32_t sector)
{
    enum { STAMP_BITS = 30 };
    const uint32_t entry = graph->entries[sector];
    wendi_cost_tile tile = {.cost = wendi_portal_graph_costs(graph, sector)};
    if ((entry & WENDI_ENTRY_OWN) == 0) {
        const uint32_t key = graph->shared.tiles[entry - 1].key;
        tile.key = key;
        tile.is_open = (key & 255) == 1;
        tile.is_closed = (key & 255) == WENDI_TILE_WALL;
        return tile;
    }
    const wendi_own_tile *own = &graph->own_tiles.items[entry & ~WENDI_ENTRY_OWN];
    const uint64_t number = (uint64_t)graph->class_index * graph->map->sector_count + sector;
    tile.key =
        UINT64_C(1) << 63 | number << STAMP_BITS | (own->stamp & ((UINT32_C(1) << STAMP_BITS) - 1));
    tile.is_open = own->cost == 1;
    tile.is_closed = own->cost == WENDI_TILE_WALL;
    return tile;
}

/* ---- stamps, sizes, fingerprint ---- */

uint32_t wendi_portal_graph_stamp(const wendi_portal_graph *graph)
{
    return graph->stamp;
}

uint32_t wendi_portal_graph_sector_stamp(const wendi_portal_graph *graph, uint32_t sector)
{
    return graph->stamps == NULL ? 0 : graph->stamps[sector];
}

static size_t memory_bytes(const wendi_portal_graph *graph)
{
    const wendi_sector_map *map = graph->map;
    const wendi_portal_links *link_table = &graph->link_table;
    const size_t tables = graph->stamps == NULL ? 1 : 2;
    const size_t batch_item = sizeof *graph->batch.items + sizeof *graph->batch.sectors;
    size_t bytes = sizeof *graph + map->floor_count * sizeof *graph->floors +
                   tables * map->sector_count * sizeof *graph->entries +
                   wendi_dirty_sectors_memory_bytes(&graph->dirty) +
                   graph->pages.capacity * sizeof *graph->pages.words +
                   wendi_shared_tiles_memory_bytes(graph) + wendi_own_tiles_memory_bytes(graph) +
                   WENDI_PORTAL_BATCH_MAX * (batch_item + graph->tile_bytes);
    bytes += (link_table->block == NULL ? 0 : link_table->block_bytes + link_table->link_bytes);
    for (uint32_t i = 0; i < map->floor_count; ++i) {
        const wend_clearance *clearance = graph->floors[i].clearance;
        bytes += clearance == NULL ? 0 : wend_clearance_memory_bytes(clearance);
    }
    return bytes;
}

wendi_portal_graph_info wendi_portal_graph_get_info(const wendi_portal_graph *graph)
{
    return (wendi_portal_graph_info){.portals = graph->border_portals / 2 + graph->ends,
                                     .edges = graph->edges,
                                     .built = graph->built,
                                     .built_last = graph->built_last,
                                     .dirty = graph->dirty.count,
                                     .memory_bytes = memory_bytes(graph)};
}

static uint64_t page_hash(const wendi_portal_graph *graph, uint32_t sector)
{
    const uint32_t entry = graph->entries[sector];
    if (entry == WENDI_ENTRY_UNBUILT) {
        return 0;
    }
    if ((entry & WENDI_ENTRY_OWN) == 0) {
        return graph->shared.pages[graph->shared.tiles[entry - 1].shared_page].hash;
    }
    return wendi_portal_page_hash(&graph->pages, wendi_portal_graph_page(graph, sector));
}

uint64_t wendi_portal_graph_hash(const wendi_portal_graph *graph, uint64_t hash)
{
    for (uint32_t i = 0; i < graph->map->sector_count; ++i) {
        hash = wend_hash_u64(hash, page_hash(graph, i));
    }
    for (uint32_t i = 0; i < graph->link_table.link_count; ++i) {
        const wendi_sector_link *link = &graph->link_table.links[i];
        hash = wend_hash_u64(hash, (uint64_t)link->from_sector << 32 | link->to_sector);
        hash = wend_hash_u64(hash, (uint64_t)link->cost << 32 | (uint64_t)link->from_x << 24 |
                                       (uint64_t)link->from_y << 16 | (uint64_t)link->to_x << 8 |
                                       link->to_y);
    }
    return hash;
}
