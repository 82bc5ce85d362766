/* takes: portals that are fresh, or bytes and portals that were never built.
 * gives: bytes; or fresh portals, without working out what it costs to cross sectors.
 * cost:  reading looks at each sector's ground once and takes the costs of each page from the
 *        bytes: a fraction of building. */
#include "flow/portals/save.h"

#include "flow/portals/bit_stream.h"
#include "flow/portals/portal_graph_private.h"

#include <string.h>

enum { STAMP_BITS = 30, NAME_OWN_BIT = 40 };

static const uint32_t NO_KIND = UINT32_MAX;
static const uint64_t KEY_OWN = UINT64_C(1) << 63;

/* ---- names of grounds ---- */

static uint64_t number_of(uint64_t key)
{
    return (key & ~KEY_OWN) >> STAMP_BITS;
}

uint64_t wendi_cost_tile_key_name(uint64_t key)
{
    return (key & KEY_OWN) == 0 ? key : UINT64_C(1) << NAME_OWN_BIT | number_of(key);
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
    const uint64_t flow_class = number_of(key) / sector_count;
    const uint32_t sector = (uint32_t)(number_of(key) % sector_count);
    if (flow_class >= class_count) {
        return false;
    }
    const wendi_cost_tile ground = wendi_portal_graph_cost_tile(class_portals[flow_class], sector);
    if (ground.key != key) {
        return false;
    }
    const wendi_sector_bounds place =
        wendi_sector_map_bounds(class_portals[flow_class]->map, sector);
    *shape = wendi_tile_shape_of(place.width, place.height);
    memcpy(costs, ground.cost, (size_t)shape->count);
    return true;
}

/* ---- costs between portals ---- */

typedef struct portal_cell {
    int32_t x, y;
} portal_cell;

static portal_cell cell_of(const wendi_tile_shape *shape, const wendi_portal *window)
{
    const wendi_sector_bounds place = {.width = shape->width, .height = shape->height};
    portal_cell cell = {0, 0};
    wendi_portal_cell(&place, window, &cell.x, &cell.y);
    return cell;
}

/* No way is cheaper than the one over open ground without walls. */
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
    const uint32_t count = page->head->first[WENDI_BLOCKED_ARCS];
    const bool both_ways = !is_symmetric(page, count);
    wendi_write_u8(writer, (uint8_t)count);
    wendi_write_u8(writer, both_ways ? 0 : 1);
    for (uint32_t a = 0; a < count; ++a) {
        for (uint32_t b = 0; b < a; ++b) {
            const uint32_t least = least_cost(cell_of(shape, &page->windows[a]),
                                              cell_of(shape, &page->windows[b]), has_diagonals);
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

void wendi_portal_graph_save(const wendi_portal_graph *portals, wendi_writer *writer)
{
    for (uint32_t i = 0; i < portals->map->sector_count; ++i) {
        const uint32_t entry = portals->entries[i];
        if ((entry & WENDI_ENTRY_OWN) == 0 ||
            (portals->owns.items[entry & ~WENDI_ENTRY_OWN].page & WENDI_PAGE_SHARED) != 0) {
            continue;
        }
        const wendi_sector_bounds place = wendi_sector_map_bounds(portals->map, i);
        const wendi_tile_shape shape = wendi_tile_shape_of(place.width, place.height);
        const wendi_portal_page_view page =
            wendi_portal_page_at(&portals->pages, wendi_portal_graph_page(portals, i));
        write_page(&shape, &page, portals->map->has_diagonals, writer);
    }
}

/* ---- in ---- */

/* What is read must be a cost there can be: sums of such costs do not overflow. */
static bool read_pair(wendi_reader *reader, uint32_t least, bool both_ways, uint32_t *there,
                      uint32_t *back)
{
    const uint64_t most = (uint64_t)WENDI_FLOW_DIAGONAL * WENDI_TILE_WALL * WENDI_ISLAND_TILE_SIDE *
                          WENDI_ISLAND_TILE_SIDE;
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

static bool read_costs(wendi_reader *reader, const wendi_tile_shape *shape,
                       const wendi_portal_page_view *page, uint32_t count, bool has_diagonals)
{
    const uint8_t symmetric = wendi_read_u8(reader);
    page->head->edges = 0;
    for (uint32_t a = 0; a < count; ++a) {
        page->costs[a * count + a] = 0;
        for (uint32_t b = 0; b < a; ++b) {
            const uint32_t least = least_cost(cell_of(shape, &page->windows[a]),
                                              cell_of(shape, &page->windows[b]), has_diagonals);
            uint32_t *there = &page->costs[a * count + b];
            if (!read_pair(reader, least, symmetric == 0, there, &page->costs[b * count + a])) {
                return false;
            }
            page->head->edges += *there == WENDI_PORTAL_UNCONNECTED ? 0 : 2;
        }
    }
    return symmetric <= 1;
}

/* ---- sectors ---- */

static void count_page(wendi_portal_graph *portals, uint32_t page)
{
    const wendi_portal_page_head *head = wendi_portal_page_at(&portals->pages, page).head;
    portals->border_windows += head->first[WENDI_SIDE_LINK_OUT];
    portals->ends += (uint32_t)(head->first[WENDI_BLOCKED_ARCS] - head->first[WENDI_SIDE_LINK_OUT]);
    portals->edges += head->edges;
}

/* A sector in hand. */
typedef struct sector_in {
    uint32_t sector;
    wendi_tile_shape shape;
    wendi_sector_link_ends ends;
    wendi_side_masks masks;
    uint8_t costs[WENDI_TILE_CELLS];
} sector_in;

/* @return is it of a kind that is shared? *result is not WEND_OK: no memory. */
static bool take_kind(wendi_portal_graph *portals, const sector_in *in, wendi_uniform_tile face,
                      wend_result *result)
{
    if (face.cost == 0 || in->ends.outs + in->ends.ins != 0) {
        return false;
    }
    bool is_full = false;
    uint32_t kind = wendi_shared_tile_find(portals, &in->shape, face);
    if (kind == NO_KIND) {
        kind = wendi_shared_tile_add(portals, &in->shape, face, &is_full);
    }
    if (kind == NO_KIND) {
        *result = is_full ? WEND_OK : WEND_ERROR_MEMORY;
        return !is_full;
    }
    portals->entries[in->sector] = kind + 1;
    count_page(portals, portals->kinds.pages[portals->kinds.tiles[kind].page_kind].page);
    return true;
}

/* Which page kind's sides a sector's page is of; -1: it is its own. */
static int32_t kind_sides(const sector_in *in, uint32_t windows)
{
    const int32_t whole = wendi_side_masks_full_sides(&in->shape, &in->masks);
    if (in->ends.outs + in->ends.ins != 0) {
        return -1;
    }
    if (windows == 0) {
        return 0;
    }
    return whole >= 0 && wendi_cost_tile_is_uniform(&in->shape, in->costs) ? whole : -1;
}

static wend_result read_page(wendi_portal_graph *portals, const sector_in *in, uint32_t windows,
                             wendi_reader *reader, uint32_t *page)
{
    if (wendi_read_u8(reader) != windows || reader->has_failed) {
        return WEND_ERROR_FILE;
    }
    if (!wendi_portal_pages_reserve(&portals->pages, &portals->allocator,
                                    wendi_portal_page_words(windows))) {
        return WEND_ERROR_MEMORY;
    }
    *page = wendi_portal_pages_allocate(&portals->pages, windows);
    const wendi_portal_page_view at = wendi_portal_page_view_new(&portals->pages, *page, windows);
    wendi_portal_page_write(&in->shape, in->costs, &in->masks, portals->links.ways, &in->ends, &at);
    return read_costs(reader, &in->shape, &at, windows, portals->map->has_diagonals)
               ? WEND_OK
               : WEND_ERROR_FILE;
}

static wend_result take_own(wendi_portal_graph *portals, sector_in *in, wendi_reader *reader)
{
    if (!wendi_own_tiles_reserve(portals, 1)) {
        return WEND_ERROR_MEMORY;
    }
    in->masks = wendi_side_masks_of(&in->shape, in->costs);
    const uint32_t windows =
        wendi_side_masks_count_portals(&in->masks) + in->ends.outs + in->ends.ins;
    const int32_t sides = kind_sides(in, windows);
    uint32_t page = 0;
    if (sides >= 0) {
        const uint8_t cost =
            windows == 0 ? (uint8_t)WENDI_TILE_WALL : in->costs[wendi_tile_index(&in->shape, 0, 0)];
        const uint32_t kind = wendi_shared_page_get(portals, &in->shape, cost, (uint32_t)sides);
        if (kind == NO_KIND) {
            return WEND_ERROR_MEMORY;
        }
        page = portals->kinds.pages[kind].page | WENDI_PAGE_SHARED;
    } else {
        const wend_result result = read_page(portals, in, windows, reader, &page);
        if (result != WEND_OK) {
            return result;
        }
    }
    const uint32_t own = wendi_own_tiles_allocate(&portals->owns);
    portals->owns.items[own] = (wendi_own_tile){page, 0};
    memcpy(wendi_own_tile_costs(portals, own), in->costs, (size_t)in->shape.count);
    portals->entries[in->sector] = own | WENDI_ENTRY_OWN;
    count_page(portals, page & ~WENDI_PAGE_SHARED);
    return WEND_OK;
}

static wend_result take_sector(wendi_portal_graph *portals, sector_in *in,
                               wendi_sector_neighbourhood *near, wendi_reader *reader)
{
    const wendi_sector_bounds place = wendi_sector_map_bounds(portals->map, in->sector);
    in->shape = wendi_tile_shape_of(place.width, place.height);
    in->ends = wendi_portal_links_in_sector(&portals->links, in->sector);
    wendi_sector_neighbourhood_move(near, portals, &place);
    wendi_uniform_tile face = wendi_sector_neighbourhood_uniform_tile(near);
    const bool is_read = face.cost == 0;
    if (is_read) {
        wendi_portal_graph_read_costs(portals, &place, &in->shape, in->costs);
        face = wendi_uniform_tile_of(&in->shape, in->costs);
    }
    wend_result result = WEND_OK;
    if (take_kind(portals, in, face, &result)) {
        return result;
    }
    if (!is_read) {
        wendi_uniform_tile_fill(&in->shape, face, in->costs);
    }
    return take_own(portals, in, reader);
}

/* ---- all of it ---- */

bool wendi_portal_graph_is_unbuilt(const wendi_portal_graph *portals)
{
    for (uint32_t i = 0; i < portals->map->sector_count; ++i) {
        if (portals->entries[i] != WENDI_ENTRY_UNBUILT) {
            return false;
        }
    }
    return true;
}

void wendi_portal_graph_reset(wendi_portal_graph *portals)
{
    const wend_allocator *a = &portals->allocator;
    const uint32_t count = portals->map->sector_count;
    wendi_shared_tiles_free(portals);
    wendi_free(a, portals->owns.items, portals->owns.capacity * sizeof *portals->owns.items);
    wendi_free(a, portals->owns.costs, portals->owns.capacity * portals->tile_bytes);
    wendi_free(a, portals->pages.words, portals->pages.capacity * sizeof *portals->pages.words);
    memset(&portals->kinds, 0, sizeof portals->kinds);
    memset(&portals->owns, 0, sizeof portals->owns);
    memset(&portals->pages, 0, sizeof portals->pages);
    memset(portals->entries, 0, count * sizeof *portals->entries);
    portals->border_windows = portals->ends = portals->edges = portals->built = 0;
    portals->built_last = 0;
    /* Links that were noticed are looked for again: they count in the fingerprint. */
    portals->links.way_count = portals->links.sector_count = portals->links.watched_count = 0;
    portals->links.is_stale = true;
    for (uint32_t i = 0; i < count; ++i) {
        wendi_dirty_sectors_add(&portals->waiting, i);
    }
}

wend_result wendi_portal_graph_load(wendi_portal_graph *portals, wendi_reader *reader)
{
    wend_result result = wendi_portal_graph_detect_changes(portals);
    wendi_sector_neighbourhood near = {.column = -1};
    sector_in in;
    memset(&in, 0, sizeof in);
    for (in.sector = 0; result == WEND_OK && in.sector < portals->map->sector_count; ++in.sector) {
        result = take_sector(portals, &in, &near, reader);
    }
    if (result != WEND_OK) {
        wendi_portal_graph_reset(portals);
        return result;
    }
    for (uint32_t i = 0; i < portals->map->sector_count; ++i) {
        wendi_dirty_sectors_remove(&portals->waiting, i);
    }
    return WEND_OK;
}
