/* takes: what tiles of uniform parts look like.
 * gives: one tile and one page for all that look alike.
 * cost:  a look into a table; making one what its page costs. */
#include "flow/portals/portal_graph_private.h"

#include <string.h>

enum { KINDS_FIRST = 4 };

static const uint32_t NO_KIND = UINT32_MAX;

/* ---- keys ---- */

static uint32_t shape_key(const wendi_tile_shape *shape)
{
    return (uint32_t)(shape->width - 1) << 5 | (uint32_t)(shape->height - 1);
}

uint32_t wendi_shared_tile_key(const wendi_tile_shape *shape, wendi_uniform_tile face)
{
    return shape_key(shape) << 16 | (uint32_t)face.around << 8 | face.cost;
}

uint32_t wendi_uniform_tile_sides(wendi_uniform_tile face)
{
    const uint32_t around = face.around;
    return (around >> 6 & 1) << WENDI_SIDE_NORTH | (around & 1) << WENDI_SIDE_EAST |
           (around >> 2 & 1) << WENDI_SIDE_SOUTH | (around >> 4 & 1) << WENDI_SIDE_WEST;
}

/* ---- memory ---- */

static uint32_t capacity_for(uint32_t count, uint32_t capacity)
{
    return count < capacity ? capacity : capacity == 0 ? KINDS_FIRST : 2 * capacity;
}

/* @return the array, grown if it had to be; NULL without memory. */
static void *grow(const wend_allocator *allocator, void *items, uint32_t capacity, uint32_t grown,
                  size_t item_bytes)
{
    return wendi_resize(allocator, items, capacity * item_bytes, grown * item_bytes);
}

static bool has_room(wendi_key_table *keys, const wend_allocator *allocator)
{
    return keys->count < wendi_key_table_capacity(keys) || wendi_key_table_grow(keys, allocator);
}

static bool reserve_page_kind(wendi_portal_graph *portals)
{
    wendi_shared_tiles *kinds = &portals->kinds;
    const uint32_t capacity = capacity_for(kinds->page_keys.count, kinds->page_capacity);
    if (capacity != kinds->page_capacity) {
        wendi_shared_page *pages =
            grow(&portals->allocator, kinds->pages, kinds->page_capacity, capacity, sizeof *pages);
        if (pages == NULL) {
            return false;
        }
        kinds->pages = pages;
        kinds->page_capacity = capacity;
    }
    return has_room(&kinds->page_keys, &portals->allocator) &&
           wendi_portal_pages_reserve(&portals->pages, &portals->allocator,
                                      wendi_portal_page_words(4));
}

static bool reserve_tile_kind(wendi_portal_graph *portals)
{
    wendi_shared_tiles *kinds = &portals->kinds;
    const uint32_t old = kinds->tile_capacity;
    const uint32_t capacity = capacity_for(kinds->tile_keys.count, old);
    if (capacity != old) {
        wendi_shared_tile *tiles =
            grow(&portals->allocator, kinds->tiles, old, capacity, sizeof *tiles);
        if (tiles == NULL) {
            return false;
        }
        kinds->tiles = tiles;
        uint8_t *costs =
            grow(&portals->allocator, kinds->tile_costs, old, capacity, portals->tile_bytes);
        if (costs == NULL) {
            /* A block that shrinks always fits. */
            kinds->tiles = grow(&portals->allocator, tiles, capacity, old, sizeof *tiles);
            return false;
        }
        kinds->tile_costs = costs;
        kinds->tile_capacity = capacity;
    }
    return has_room(&kinds->tile_keys, &portals->allocator);
}

void wendi_shared_tiles_free(wendi_portal_graph *portals)
{
    wendi_shared_tiles *kinds = &portals->kinds;
    const wend_allocator *allocator = &portals->allocator;
    wendi_key_table_destroy(&kinds->page_keys, allocator);
    wendi_key_table_destroy(&kinds->tile_keys, allocator);
    wendi_free(allocator, kinds->pages, kinds->page_capacity * sizeof *kinds->pages);
    wendi_free(allocator, kinds->tiles, kinds->tile_capacity * sizeof *kinds->tiles);
    wendi_free(allocator, kinds->tile_costs, kinds->tile_capacity * portals->tile_bytes);
}

size_t wendi_shared_tiles_memory_bytes(const wendi_portal_graph *portals)
{
    const wendi_shared_tiles *kinds = &portals->kinds;
    return wendi_key_table_memory_bytes(&kinds->page_keys) +
           wendi_key_table_memory_bytes(&kinds->tile_keys) +
           kinds->page_capacity * sizeof *kinds->pages +
           kinds->tile_capacity * (sizeof *kinds->tiles + portals->tile_bytes);
}

/* ---- pages ---- */

static uint32_t write_page(wendi_portal_graph *portals, const wendi_tile_shape *shape, uint8_t cost,
                           uint32_t sides)
{
    static const uint8_t bits[4] = {6, 0, 2, 4};
    uint8_t costs[WENDI_TILE_CELLS];
    wendi_uniform_tile face = {cost, 0};
    for (uint32_t side = 0; side < 4; ++side) {
        face.around |= (uint8_t)((sides >> side & 1) << bits[side]);
    }
    wendi_uniform_tile_fill(shape, face, costs);
    const wendi_side_masks masks = wendi_side_masks_of(shape, costs);
    const uint32_t count = wendi_side_masks_count_portals(&masks);
    const uint32_t page = wendi_portal_pages_allocate(&portals->pages, count);
    const wendi_portal_page_view at = wendi_portal_page_view_new(&portals->pages, page, count);
    const wendi_sector_link_ends none = {NULL, 0, 0};
    wendi_portal_page_write(shape, costs, &masks, NULL, &none, &at);
    at.head->edges = wendi_portal_edge_costs(shape, costs, at.windows, count,
                                             portals->map->has_diagonals, at.costs);
    return page;
}

uint32_t wendi_shared_page_get(wendi_portal_graph *portals, const wendi_tile_shape *shape,
                               uint8_t cost, uint32_t sides)
{
    wendi_shared_tiles *kinds = &portals->kinds;
    const uint32_t key = shape_key(shape) << 12 | sides << 8 | cost;
    const uint32_t found = wendi_key_table_find(&kinds->page_keys, key);
    if (found != NO_KIND) {
        return found;
    }
    if (!reserve_page_kind(portals)) {
        return NO_KIND;
    }
    const uint32_t page = write_page(portals, shape, cost, sides);
    const uint32_t kind =
        wendi_key_table_add(&kinds->page_keys, wendi_key_table_slot(&kinds->page_keys, key), key);
    kinds->pages[kind] = (wendi_shared_page){page, wendi_portal_page_hash(&portals->pages, page)};
    ++portals->built;
    return kind;
}

/* ---- tiles ---- */

uint32_t wendi_shared_tile_find(const wendi_portal_graph *portals, const wendi_tile_shape *shape,
                                wendi_uniform_tile face)
{
    return wendi_key_table_find(&portals->kinds.tile_keys, wendi_shared_tile_key(shape, face));
}

uint32_t wendi_shared_tile_add(wendi_portal_graph *portals, const wendi_tile_shape *shape,
                               wendi_uniform_tile face, bool *is_full)
{
    wendi_shared_tiles *kinds = &portals->kinds;
    *is_full = kinds->tile_keys.count == WENDI_SHARED_TILES_MAX;
    if (*is_full) {
        return NO_KIND;
    }
    const uint32_t page_kind =
        wendi_shared_page_get(portals, shape, face.cost, wendi_uniform_tile_sides(face));
    if (page_kind == NO_KIND || !reserve_tile_kind(portals)) {
        return NO_KIND;
    }
    const uint32_t key = wendi_shared_tile_key(shape, face);
    const uint32_t kind =
        wendi_key_table_add(&kinds->tile_keys, wendi_key_table_slot(&kinds->tile_keys, key), key);
    kinds->tiles[kind] = (wendi_shared_tile){key, page_kind};
    wendi_uniform_tile_fill(shape, face, wendi_shared_tile_costs(portals, kind));
    return kind;
}
