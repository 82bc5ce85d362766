/* Portal graphs as bytes.
 * Cost: loading reads each sector's ground once and takes the edge costs of each page from the
 * bytes, a fraction of the time of building. */
#include "flow/portals/save.h"

#include "flow/portals/bit_stream.h"
#include "flow/portals/portal_graph_private.h"

#include <string.h>

enum { STAMP_BITS = 30, NAME_OWN_BIT = 40 };

static const uint32_t NO_KIND = UINT32_MAX;
static const uint64_t KEY_OWN = UINT64_C(1) << 63;

/* ---- names of cost tiles ---- */

static uint64_t key_number(uint64_t key)
{
    return (key & ~KEY_OWN) >> STAMP_BITS;
}

uint64_t wendi_cost_tile_key_name(uint64_t key)
{
    return (key & KEY_OWN) == 0 ? key : UINT64_C(1) << NAME_OWN_BIT | key_number(key);
}

bool wendi_cost_tile_key_is_original(uint64_t key)
{
    return (key & KEY_OWN) == 0 || (key & ((UINT64_C(1) << STAMP_BITS) - 1)) == 0;
}

bool wendi_cost_tile_key_find(wendi_portal_graph *const *class_portals, uint32_t class_count,
                              uint64_t key, wendi_tile_shape *shape, uint8_t *costs)
{
    if ((key & KEY_OWN) == 0) {
        *shape = wendi_tile_shape_of((int32_t)(key >> 21) + 1, (int32_t)(key >> 16 & 31) + 1);
        wendi_uniform_tile_fill(shape, (wendi_uniform_tile){(uint8_t)key, (uint8_t)(key >> 8)},
                                costs);
        return true;
    }
    const uint32_t sector_count = class_portals[0]->map->sector_count;
    const uint64_t flow_class = key_number(key) / sector_count;
    const uint32_t sector = (uint32_t)(key_number(key) % sector_count);
    if (flow_class >= class_count) {
        return false;
    }
    const wendi_cost_tile ground = wendi_portal_graph_cost_tile(class_portals[flow_class], sector);
    if (ground.key != key) {
        return false;
    }
    const wendi_sector_bounds bounds =
        wendi_sector_map_bounds(class_portals[flow_class]->map, sector);
    *shape = wendi_tile_shape_of(bounds.width, bounds.height);
    memcpy(costs, ground.cost, (size_t)shape->count);
    return true;
}

/* ---- edge costs ---- */

typedef struct portal_cell {
    int32_t x, y;
} portal_cell;

static portal_cell portal_cell_of(const wendi_tile_shape *shape, const wendi_portal *portal)
{
    const wendi_sector_bounds bounds = {.width = shape->width, .height = shape->height};
    portal_cell cell = {0, 0};
    wendi_portal_cell(&bounds, portal, &cell.x, &cell.y);
    return cell;
}

/* No path is cheaper than the one over open ground. */
static uint32_t least_cost(portal_cell a, portal_cell b, bool has_diagonals)
{
    const uint32_t dx = (uint32_t)(a.x < b.x ? b.x - a.x : a.x - b.x);
    const uint32_t dy = (uint32_t)(a.y < b.y ? b.y - a.y : a.y - b.y);
    const uint32_t both = has_diagonals ? (dx < dy ? dx : dy) : 0;
    return WENDI_FLOW_STRAIGHT * (dx + dy - 2 * both) + WENDI_FLOW_DIAGONAL * both;
}

static bool is_symmetric(const wendi_portal_page_view *page, uint32_t count)
{
    for (uint32_t a = 0; a < count; ++a) {
        for (uint32_t b = 0; b < a; ++b) {
            if (page->costs[a * count + b] != page->costs[b * count + a]) {
                return false;
            }
        }
    }
    return true;
}

static void write_page(const wendi_tile_shape *shape, const wendi_portal_page_view *page,
                       bool has_diagonals, wendi_writer *writer)
{
    const uint32_t count = page->head->first[WENDI_SIDES];
    const bool both_ways = !is_symmetric(page, count);
    wendi_write_u8(writer, (uint8_t)count);
    wendi_write_u8(writer, both_ways ? 0 : 1);
    for (uint32_t a = 0; a < count; ++a) {
        for (uint32_t b = 0; b < a; ++b) {
            const uint32_t least =
                least_cost(portal_cell_of(shape, &page->portals[a]),
                           portal_cell_of(shape, &page->portals[b]), has_diagonals);
            const uint32_t there = page->costs[a * count + b];
            const uint32_t back = page->costs[b * count + a];
            if (there == WENDI_PORTAL_UNCONNECTED || back == WENDI_PORTAL_UNCONNECTED) {
                wendi_write_varint(writer, 0);
                continue;
            }
            wendi_write_varint(writer, there - least + 1);
            if (both_ways) {
                wendi_write_varint(writer, wendi_zigzag((int64_t)back - (int64_t)there));
            }
        }
    }
}

void wendi_portal_graph_save(const wendi_portal_graph *graph, wendi_writer *writer)
{
    for (uint32_t i = 0; i < graph->map->sector_count; ++i) {
        const uint32_t entry = graph->entries[i];
        if ((entry & WENDI_ENTRY_OWN) == 0 ||
            (graph->own_tiles.items[entry & ~WENDI_ENTRY_OWN].page & WENDI_PAGE_SHARED) != 0) {
            continue;
        }
        const wendi_sector_bounds bounds = wendi_sector_map_bounds(graph->map, i);
        const wendi_tile_shape shape = wendi_tile_shape_of(bounds.width, bounds.height);
        const wendi_portal_page_view page =
            wendi_portal_page_at(&graph->pages, wendi_portal_graph_page(graph, i));
        write_page(&shape, &page, graph->map->has_diagonals, writer);
    }
}

/* ---- loading ---- */

/* Costs impossible in a sector are refused, so that sums do not overflow. */
static bool load_cost_pair(wendi_reader *reader, uint32_t least, bool both_ways, uint32_t *there,
                           uint32_t *back)
{
    const uint64_t most =
        (uint64_t)WENDI_FLOW_DIAGONAL * WENDI_TILE_WALL * WENDI_TILE_SIDE * WENDI_TILE_SIDE;
    const uint64_t excess1 = wendi_read_varint(reader);
    *there = *back = WENDI_PORTAL_UNCONNECTED;
    if (excess1 == 0) {
        return true;
    }
    const uint64_t cost = least + excess1 - 1;
    const int64_t other = both_ways ? wendi_unzigzag(wendi_read_varint(reader)) : 0;
    if (excess1 > most || cost > most || other > (int64_t)most ||
        other < (int64_t)least - (int64_t)cost || (uint64_t)((int64_t)cost + other) > most) {
        return false;
    }
    *there = (uint32_t)cost;
    *back = (uint32_t)((int64_t)cost + other);
    return true;
}

static bool load_costs(wendi_reader *reader, const wendi_tile_shape *shape,
                       const wendi_portal_page_view *page, uint32_t count, bool has_diagonals)
{
    const uint8_t symmetric = wendi_read_u8(reader);
    page->head->edges = 0;
    for (uint32_t a = 0; a < count; ++a) {
        page->costs[a * count + a] = 0;
        for (uint32_t b = 0; b < a; ++b) {
            const uint32_t least =
                least_cost(portal_cell_of(shape, &page->portals[a]),
                           portal_cell_of(shape, &page->portals[b]), has_diagonals);
            uint32_t *there = &page->costs[a * count + b];
            if (!load_cost_pair(reader, least, symmetric == 0, there,
                                &page->costs[b * count + a])) {
                return false;
            }
            page->head->edges += *there == WENDI_PORTAL_UNCONNECTED ? 0 : 2;
        }
    }
    return symmetric <= 1;
}

/* ---- sectors ---- */

static void count_portals(wendi_portal_graph *graph, uint32_t page)
{
    const wendi_portal_page_head *head = wendi_portal_page_at(&graph->pages, page).head;
    graph->border_portals += head->first[WENDI_SIDE_LINK_OUT];
    graph->ends += (uint32_t)(head->first[WENDI_SIDES] - head->first[WENDI_SIDE_LINK_OUT]);
    graph->edges += head->edges;
}

/* The sector being loaded. */
typedef struct loaded_sector {
    uint32_t sector;
    wendi_tile_shape shape;
    wendi_sector_link_ends ends;
    wendi_side_masks masks;
    uint8_t costs[WENDI_TILE_CELLS];
} loaded_sector;

/* @return true if the sector uses a shared tile. If *result is not WEND_OK: no memory. */
static bool load_shared_tile(wendi_portal_graph *graph, const loaded_sector *in,
                             wendi_uniform_tile face, wend_result *result)
{
    if (face.cost == 0 || in->ends.outs + in->ends.ins != 0) {
        return false;
    }
    bool is_full = false;
    uint32_t shared_tile = wendi_shared_tile_find(graph, &in->shape, face);
    if (shared_tile == NO_KIND) {
        shared_tile = wendi_shared_tile_add(graph, &in->shape, face, &is_full);
    }
    if (shared_tile == NO_KIND) {
        *result = is_full ? WEND_OK : WEND_ERROR_MEMORY;
        return !is_full;
    }
    graph->entries[in->sector] = shared_tile + 1;
    count_portals(graph, graph->shared.pages[graph->shared.tiles[shared_tile].shared_page].page);
    return true;
}

/* The full sides of the shared page that a sector uses; -1: its page is its own. */
static int32_t kind_sides(const loaded_sector *in, uint32_t portals)
{
    const int32_t whole = wendi_side_masks_full_sides(&in->shape, &in->masks);
    if (in->ends.outs + in->ends.ins != 0) {
        return -1;
    }
    if (portals == 0) {
        return 0;
    }
    return whole >= 0 && wendi_cost_tile_is_uniform(&in->shape, in->costs) ? whole : -1;
}

static wend_result load_page(wendi_portal_graph *graph, const loaded_sector *in, uint32_t portals,
                             wendi_reader *reader, uint32_t *page)
{
    if (wendi_read_u8(reader) != portals || reader->has_failed) {
        return WEND_ERROR_FILE;
    }
    if (!wendi_portal_pages_reserve(&graph->pages, &graph->allocator,
                                    wendi_portal_page_words(portals))) {
        return WEND_ERROR_MEMORY;
    }
    *page = wendi_portal_pages_allocate(&graph->pages, portals);
    const wendi_portal_page_view at = wendi_portal_page_view_new(&graph->pages, *page, portals);
    wendi_portal_page_write(&in->shape, in->costs, &in->masks, graph->link_table.links, &in->ends,
                            &at);
    return load_costs(reader, &in->shape, &at, portals, graph->map->has_diagonals)
               ? WEND_OK
               : WEND_ERROR_FILE;
}

static wend_result load_own_tile(wendi_portal_graph *graph, loaded_sector *in, wendi_reader *reader)
{
    if (!wendi_own_tiles_reserve(graph, 1)) {
        return WEND_ERROR_MEMORY;
    }
    in->masks = wendi_side_masks_of(&in->shape, in->costs);
    const uint32_t portals =
        wendi_side_masks_count_portals(&in->masks) + in->ends.outs + in->ends.ins;
    const int32_t sides = kind_sides(in, portals);
    uint32_t page = 0;
    if (sides >= 0) {
        const uint8_t cost =
            portals == 0 ? (uint8_t)WENDI_TILE_WALL : in->costs[wendi_tile_index(&in->shape, 0, 0)];
        const uint32_t shared_tile =
            wendi_shared_page_get(graph, &in->shape, cost, (uint32_t)sides);
        if (shared_tile == NO_KIND) {
            return WEND_ERROR_MEMORY;
        }
        page = graph->shared.pages[shared_tile].page | WENDI_PAGE_SHARED;
    } else {
        const wend_result result = load_page(graph, in, portals, reader, &page);
        if (result != WEND_OK) {
            return result;
        }
    }
    const uint32_t own = wendi_own_tiles_allocate(&graph->own_tiles);
    graph->own_tiles.items[own] = (wendi_own_tile){.page = page};
    wendi_own_tile_set_costs(graph, own, &in->shape, in->costs);
    graph->entries[in->sector] = own | WENDI_ENTRY_OWN;
    count_portals(graph, page & ~WENDI_PAGE_SHARED);
    return WEND_OK;
}

static wend_result load_sector(wendi_portal_graph *graph, loaded_sector *in,
                               wendi_sector_neighbourhood *neighbourhood, wendi_reader *reader)
{
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(graph->map, in->sector);
    in->shape = wendi_tile_shape_of(bounds.width, bounds.height);
    in->ends = wendi_portal_links_in_sector(&graph->link_table, in->sector);
    wendi_sector_neighbourhood_move(neighbourhood, graph, &bounds);
    wendi_uniform_tile face = wendi_sector_neighbourhood_uniform_tile(neighbourhood);
    const bool is_read = face.cost == 0;
    if (is_read) {
        wendi_portal_graph_read_costs(graph, &bounds, &in->shape, in->costs);
        face = wendi_uniform_tile_of(&in->shape, in->costs);
    }
    wend_result result = WEND_OK;
    if (load_shared_tile(graph, in, face, &result)) {
        return result;
    }
    if (!is_read) {
        wendi_uniform_tile_fill(&in->shape, face, in->costs);
    }
    return load_own_tile(graph, in, reader);
}

/* ---- all sectors ---- */

bool wendi_portal_graph_is_unbuilt(const wendi_portal_graph *graph)
{
    for (uint32_t i = 0; i < graph->map->sector_count; ++i) {
        if (graph->entries[i] != WENDI_ENTRY_UNBUILT) {
            return false;
        }
    }
    return true;
}

void wendi_portal_graph_reset(wendi_portal_graph *graph)
{
    const wend_allocator *a = &graph->allocator;
    const uint32_t count = graph->map->sector_count;
    wendi_shared_tiles_free(graph);
    wendi_free(a, graph->own_tiles.items,
               graph->own_tiles.capacity * sizeof *graph->own_tiles.items);
    wendi_free(a, graph->own_tiles.costs, graph->own_tiles.capacity * graph->tile_bytes);
    wendi_free(a, graph->pages.words, graph->pages.capacity * sizeof *graph->pages.words);
    memset(&graph->shared, 0, sizeof graph->shared);
    memset(&graph->own_tiles, 0, sizeof graph->own_tiles);
    memset(&graph->pages, 0, sizeof graph->pages);
    memset(graph->entries, 0, count * sizeof *graph->entries);
    graph->border_portals = graph->ends = graph->edges = graph->built = 0;
    graph->built_last = 0;
    /* Links are looked up again: they count in the fingerprint. */
    graph->link_table.link_count = graph->link_table.sector_count =
        graph->link_table.watched_count = 0;
    graph->link_table.is_stale = true;
    for (uint32_t i = 0; i < count; ++i) {
        wendi_dirty_sectors_add(&graph->dirty, i);
    }
}

wend_result wendi_portal_graph_load(wendi_portal_graph *graph, wendi_reader *reader)
{
    wend_result result = wendi_portal_graph_detect_changes(graph);
    wendi_sector_neighbourhood neighbourhood = {.column = -1};
    loaded_sector in;
    memset(&in, 0, sizeof in);
    for (in.sector = 0; result == WEND_OK && in.sector < graph->map->sector_count; ++in.sector) {
        result = load_sector(graph, &in, &neighbourhood, reader);
    }
    if (result != WEND_OK) {
        wendi_portal_graph_reset(graph);
        return result;
    }
    for (uint32_t i = 0; i < graph->map->sector_count; ++i) {
        wendi_dirty_sectors_remove(&graph->dirty, i);
    }
    return WEND_OK;
}
