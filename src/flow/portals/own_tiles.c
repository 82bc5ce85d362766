/* takes: sectors whose tile is like no other's.
 * gives: room for their tiles, and the stamps of all sectors.
 * cost:  constant time a sector; growing moves the blocks and adds half to their size. */
#include "flow/portals/portal_graph_private.h"

enum { OWNS_FIRST = 8 };

static const uint32_t OWNS_MAX = WENDI_ENTRY_OWN - 1;

static uint32_t grown_capacity(const wendi_own_tiles *owns, uint32_t needed)
{
    const uint32_t capacity = owns->capacity + owns->capacity / 2 + OWNS_FIRST;
    return capacity < needed ? needed : capacity;
}

bool wendi_own_tiles_reserve(wendi_portal_graph *portals, uint32_t count)
{
    wendi_own_tiles *owns = &portals->owns;
    const uint32_t there = owns->free_count + (owns->capacity - owns->used);
    if (count <= there) {
        return true;
    }
    const uint32_t old = owns->capacity;
    const uint32_t capacity = grown_capacity(owns, old + (count - there));
    const wend_allocator *allocator = &portals->allocator;
    const size_t tile_bytes = portals->tile_bytes;
    size_t bytes;
    if (capacity > OWNS_MAX || !wendi_size_multiply(capacity, tile_bytes, &bytes)) {
        return false;
    }
    wendi_own_tile *items =
        wendi_resize(allocator, owns->items, old * sizeof *items, capacity * sizeof *items);
    if (items == NULL) {
        return false;
    }
    owns->items = items;
    uint8_t *costs = wendi_resize(allocator, owns->costs, old * tile_bytes, bytes);
    if (costs == NULL) {
        /* A block that shrinks always fits. */
        owns->items = wendi_resize(allocator, items, capacity * sizeof *items, old * sizeof *items);
        return false;
    }
    owns->costs = costs;
    owns->capacity = capacity;
    return true;
}

uint32_t wendi_own_tiles_allocate(wendi_own_tiles *owns)
{
    if (owns->free_count == 0) {
        return owns->used++;
    }
    const uint32_t own = owns->free_first;
    owns->free_first = owns->items[own].page;
    --owns->free_count;
    return own;
}

void wendi_own_tiles_release(wendi_own_tiles *owns, uint32_t own)
{
    owns->items[own].page = owns->free_first;
    owns->free_first = own;
    ++owns->free_count;
}

size_t wendi_own_tiles_memory_bytes(const wendi_portal_graph *portals)
{
    return portals->owns.capacity * (sizeof *portals->owns.items + portals->tile_bytes);
}

/* ---- stamps ---- */

bool wendi_portal_graph_reserve_stamps(wendi_portal_graph *portals)
{
    if (portals->stamps == NULL) {
        portals->stamps = wendi_alloc_zero(&portals->allocator,
                                           portals->map->sector_count * sizeof *portals->stamps);
    }
    return portals->stamps != NULL;
}

void wendi_portal_graph_stamp_sector(wendi_portal_graph *portals, uint32_t sector)
{
    if (!portals->is_stamped) {
        portals->is_stamped = true;
        ++portals->stamp;
    }
    portals->stamps[sector] = portals->stamp;
}
