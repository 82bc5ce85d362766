/* takes: sectors that wait.
 * gives: their tiles and pages.
 * cost:  20 ns for a sector of open ground among such; 1 to 3 us for others.
 *
 *   read      each sector on any thread: its tile, what it looks like, what is not as it was
 *   place     in order, on the calling thread: room for tiles and pages, so that their numbers do
 *             not depend on threads; nothing can fail once the first sector is changed
 *   make      pages on any thread, each in its place */
#include "flow/portals/portal_graph_private.h"

#include <string.h>

static const uint32_t NO_KIND = UINT32_MAX;

/* ---- reading ---- */

static uint8_t *batch_costs(const wendi_portal_graph *portals, size_t index)
{
    return portals->batch.costs + index * portals->tile_bytes;
}

static wendi_tile_shape shape_of(const wendi_sector_build *item)
{
    return wendi_tile_shape_of(item->width, item->height);
}

/* Is the sector already of this kind? */
static bool is_of_kind(const wendi_portal_graph *portals, uint32_t entry, uint32_t key)
{
    return entry != WENDI_ENTRY_UNBUILT && (entry & WENDI_ENTRY_OWN) == 0 &&
           portals->kinds.tiles[entry - 1].key == key;
}

/* Where a page of its own would come from. */
static void choose_page(wendi_sector_build *item, const wendi_tile_shape *shape,
                        const uint8_t *costs, const wendi_side_masks *masks,
                        const wendi_sector_link_ends *ends)
{
    const uint32_t windows = wendi_side_masks_count_portals(masks) + ends->outs + ends->ins;
    const int32_t whole = wendi_side_masks_full_sides(shape, masks);
    item->source = WENDI_PAGE_MADE;
    item->windows = (uint8_t)windows;
    if (ends->outs + ends->ins != 0 || (windows != 0 && whole < 0)) {
        return;
    }
    const uint8_t cost = costs[wendi_tile_index(shape, 0, 0)];
    wendi_uniform_tile closed = {WENDI_TILE_WALL, 0};
    if (windows == 0) {
        item->source = WENDI_PAGE_SHARED_FOUND;
        item->face = closed;
    } else if (wendi_cost_tile_is_uniform(shape, costs)) {
        item->source = WENDI_PAGE_SHARED_FOUND;
        item->face = (wendi_uniform_tile){cost, (uint8_t)whole};
    }
}

/* A sector with a tile of its own: what of it is not as it was? */
static void compare(const wendi_portal_graph *portals, wendi_sector_build *item,
                    const wendi_tile_shape *shape, const uint8_t *costs,
                    const wendi_sector_link_ends *ends)
{
    const uint32_t entry = portals->entries[item->sector];
    const wendi_side_masks masks = wendi_side_masks_of(shape, costs);
    item->outcome = WENDI_SECTOR_OWN_TILE;
    if (entry == WENDI_ENTRY_UNBUILT) {
        choose_page(item, shape, costs, &masks, ends);
        return;
    }
    const uint8_t *before = wendi_portal_graph_costs(portals, item->sector);
    const wendi_portal_page_view page =
        wendi_portal_page_at(&portals->pages, wendi_portal_graph_page(portals, item->sector));
    const bool has_same_ends = wendi_portal_page_has_ends(&page, portals->links.ways, ends);
    if (has_same_ends && (entry & WENDI_ENTRY_OWN) != 0 &&
        memcmp(before, costs, (size_t)shape->count) == 0) {
        item->outcome = WENDI_SECTOR_UNCHANGED;
        return;
    }
    const wendi_side_masks old = wendi_side_masks_of(shape, before);
    if (has_same_ends && memcmp(&old, &masks, sizeof old) == 0 &&
        wendi_cost_tile_same_inside(shape, before, costs)) {
        item->source = WENDI_PAGE_KEPT;
        return;
    }
    choose_page(item, shape, costs, &masks, ends);
}

static void read_item(const wendi_portal_graph *portals, size_t index,
                      const wendi_sector_bounds *place, wendi_sector_neighbourhood *near)
{
    wendi_sector_build *item = &portals->batch.items[index];
    uint8_t *costs = batch_costs(portals, index);
    item->sector = portals->batch.sectors[index];
    item->width = (uint8_t)place->width;
    item->height = (uint8_t)place->height;
    const wendi_tile_shape shape = shape_of(item);
    wendi_sector_neighbourhood_move(near, portals, place);
    wendi_uniform_tile face = wendi_sector_neighbourhood_uniform_tile(near);
    const bool is_read = face.cost == 0;
    if (is_read) {
        wendi_portal_graph_read_costs(portals, place, &shape, costs);
        face = wendi_uniform_tile_of(&shape, costs);
    }
    const wendi_sector_link_ends ends = wendi_portal_links_in_sector(&portals->links, item->sector);
    if (face.cost != 0 && ends.outs + ends.ins == 0) {
        const uint32_t key = wendi_shared_tile_key(&shape, face);
        item->face = face;
        item->outcome = is_of_kind(portals, portals->entries[item->sector], key)
                            ? WENDI_SECTOR_UNCHANGED
                            : WENDI_SECTOR_SHARED_TILE;
        return;
    }
    if (!is_read) {
        wendi_uniform_tile_fill(&shape, face, costs);
    }
    compare(portals, item, &shape, costs, &ends);
}

/* The next sector along the row is found without a division. */
static wendi_sector_bounds next_place(const wendi_portal_graph *portals,
                                      const wendi_sector_bounds *last, uint32_t last_sector,
                                      uint32_t sector)
{
    const wendi_sector_map *map = portals->map;
    if (sector != last_sector + 1 || last->column + 1 == map->floors[last->floor].sectors_x) {
        return wendi_sector_map_bounds(map, sector);
    }
    wendi_sector_bounds place = *last;
    ++place.column;
    place.x += map->sector_size;
    const int32_t left = map->floors[place.floor].width - place.x;
    place.width = left < map->sector_size ? left : map->sector_size;
    return place;
}

static void read_block(void *context, size_t begin, size_t end)
{
    const wendi_portal_graph *portals = context;
    const uint32_t *sectors = portals->batch.sectors;
    wendi_sector_neighbourhood near = {.column = -1};
    wendi_sector_bounds place = wendi_sector_map_bounds(portals->map, sectors[begin]);
    read_item(portals, begin, &place, &near);
    for (size_t i = begin + 1; i < end; ++i) {
        place = next_place(portals, &place, sectors[i - 1], sectors[i]);
        read_item(portals, i, &place, &near);
    }
}

/* ---- placing ---- */

/* The tile kind of an item is made if it must be; one that is not shared gets a tile. @return
 * false: no memory. */
static bool make_tile_kind(wendi_portal_graph *portals, size_t index)
{
    wendi_sector_build *item = &portals->batch.items[index];
    const wendi_tile_shape shape = shape_of(item);
    bool is_full = false;
    uint32_t kind = wendi_shared_tile_find(portals, &shape, item->face);
    if (kind == NO_KIND) {
        kind = wendi_shared_tile_add(portals, &shape, item->face, &is_full);
    }
    if (is_full) {
        const wendi_sector_link_ends ends = {NULL, 0, 0};
        uint8_t *costs = batch_costs(portals, index);
        wendi_uniform_tile_fill(&shape, item->face, costs);
        compare(portals, item, &shape, costs, &ends);
        return true;
    }
    item->page = kind;
    return kind != NO_KIND;
}

static bool make_kinds(wendi_portal_graph *portals)
{
    wendi_sector_build_batch *batch = &portals->batch;
    for (uint32_t i = 0; i < batch->count; ++i) {
        wendi_sector_build *item = &batch->items[i];
        const wendi_sector_build *last = &batch->items[i == 0 ? 0 : i - 1];
        if (i > 0 && item->outcome == WENDI_SECTOR_SHARED_TILE &&
            last->outcome == WENDI_SECTOR_SHARED_TILE && item->face.cost == last->face.cost &&
            item->face.around == last->face.around && item->width == last->width &&
            item->height == last->height) {
            item->page = last->page;
            continue;
        }
        if (item->outcome == WENDI_SECTOR_SHARED_TILE && !make_tile_kind(portals, i)) {
            return false;
        }
        if (item->outcome == WENDI_SECTOR_OWN_TILE && item->source == WENDI_PAGE_SHARED_FOUND) {
            const wendi_tile_shape shape = shape_of(item);
            item->page = wendi_shared_page_get(portals, &shape, item->face.cost, item->face.around);
            if (item->page == NO_KIND) {
                return false;
            }
        }
    }
    return true;
}

static bool reserve(wendi_portal_graph *portals)
{
    const wendi_sector_build_batch *batch = &portals->batch;
    uint32_t owns = 0;
    size_t words = 0;
    bool has_changes = false;
    for (uint32_t i = 0; i < batch->count; ++i) {
        const wendi_sector_build *item = &batch->items[i];
        const uint32_t entry = portals->entries[item->sector];
        if (item->outcome == WENDI_SECTOR_UNCHANGED) {
            continue;
        }
        has_changes = has_changes || entry != WENDI_ENTRY_UNBUILT;
        if (item->outcome == WENDI_SECTOR_OWN_TILE) {
            owns += (entry & WENDI_ENTRY_OWN) == 0;
            words += item->source == WENDI_PAGE_MADE ? wendi_portal_page_words(item->windows) : 0;
        }
    }
    return wendi_own_tiles_reserve(portals, owns) &&
           (words == 0 ||
            wendi_portal_pages_reserve(&portals->pages, &portals->allocator, words)) &&
           (!has_changes || wendi_portal_graph_reserve_stamps(portals));
}

/* A page comes (or goes, with a sign of -1). */
static void count_page(wendi_portal_graph *portals, uint32_t page, int32_t sign)
{
    const wendi_portal_page_head *head = wendi_portal_page_at(&portals->pages, page).head;
    const uint32_t borders = head->first[WENDI_SIDE_LINK_OUT];
    const uint32_t ends = head->first[WENDI_BLOCKED_ARCS] - borders;
    portals->border_windows += (uint64_t)(int64_t)(sign * (int32_t)borders);
    portals->ends += (uint64_t)(int64_t)(sign * (int32_t)ends);
    portals->edges += (uint64_t)(int64_t)(sign * (int32_t)head->edges);
}

static void give_page(wendi_portal_graph *portals, const wendi_own_tile *own)
{
    if ((own->page & WENDI_PAGE_SHARED) == 0) {
        wendi_portal_pages_release(&portals->pages, own->page);
    }
}

static void place_kind(wendi_portal_graph *portals, const wendi_sector_build *item)
{
    uint32_t *entry = &portals->entries[item->sector];
    if (*entry != WENDI_ENTRY_UNBUILT) {
        count_page(portals, wendi_portal_graph_page(portals, item->sector), -1);
    }
    if ((*entry & WENDI_ENTRY_OWN) != 0) {
        const uint32_t own = *entry & ~WENDI_ENTRY_OWN;
        give_page(portals, &portals->owns.items[own]);
        wendi_own_tiles_release(&portals->owns, own);
    }
    *entry = item->page + 1;
    count_page(portals, wendi_portal_graph_page(portals, item->sector), 1);
}

/* The page that a sector with a tile of its own gets. */
static uint32_t place_page(wendi_portal_graph *portals, wendi_sector_build *item)
{
    if (item->source == WENDI_PAGE_SHARED_FOUND) {
        return portals->kinds.pages[item->page].page | WENDI_PAGE_SHARED;
    }
    item->page = wendi_portal_pages_allocate(&portals->pages, item->windows);
    return item->page;
}

static void place_own(wendi_portal_graph *portals, size_t index)
{
    wendi_sector_build *item = &portals->batch.items[index];
    const uint32_t entry = portals->entries[item->sector];
    const bool was_own = (entry & WENDI_ENTRY_OWN) != 0;
    const bool is_kept = item->source == WENDI_PAGE_KEPT;
    uint32_t page = 0;
    if (entry != WENDI_ENTRY_UNBUILT) {
        page = wendi_portal_graph_page(portals, item->sector);
        page |= was_own ? portals->owns.items[entry & ~WENDI_ENTRY_OWN].page : WENDI_PAGE_SHARED;
        count_page(portals, page & ~WENDI_PAGE_SHARED, is_kept ? 0 : -1);
    }
    const uint32_t index_own =
        was_own ? entry & ~WENDI_ENTRY_OWN : wendi_own_tiles_allocate(&portals->owns);
    wendi_own_tile *own = &portals->owns.items[index_own];
    if (!is_kept) {
        if (was_own) {
            give_page(portals, own);
        }
        page = place_page(portals, item);
        if (item->source == WENDI_PAGE_SHARED_FOUND) {
            count_page(portals, page & ~WENDI_PAGE_SHARED, 1);
        }
    }
    own->page = page;
    own->stamp = entry == WENDI_ENTRY_UNBUILT ? 0 : portals->stamp;
    memcpy(wendi_own_tile_costs(portals, index_own), batch_costs(portals, index),
           portals->tile_bytes);
    portals->entries[item->sector] = index_own | WENDI_ENTRY_OWN;
}

/* @return are there pages to make? */
static bool place_all(wendi_portal_graph *portals)
{
    bool has_pages = false;
    for (uint32_t i = 0; i < portals->batch.count; ++i) {
        const wendi_sector_build *item = &portals->batch.items[i];
        if (item->outcome != WENDI_SECTOR_UNCHANGED &&
            portals->entries[item->sector] != WENDI_ENTRY_UNBUILT) {
            wendi_portal_graph_stamp_sector(portals, item->sector);
        }
        if (item->outcome == WENDI_SECTOR_SHARED_TILE) {
            place_kind(portals, item);
        } else if (item->outcome == WENDI_SECTOR_OWN_TILE) {
            place_own(portals, i);
            has_pages = has_pages || item->source == WENDI_PAGE_MADE;
        }
        wendi_dirty_sectors_remove(&portals->waiting, item->sector);
    }
    return has_pages;
}

/* ---- making ---- */

static void make_page(const wendi_portal_graph *portals, size_t index)
{
    const wendi_sector_build *item = &portals->batch.items[index];
    const wendi_tile_shape shape = shape_of(item);
    const uint8_t *costs = batch_costs(portals, index);
    const wendi_portal_page_view page =
        wendi_portal_page_view_new(&portals->pages, item->page, item->windows);
    const wendi_sector_link_ends ends = wendi_portal_links_in_sector(&portals->links, item->sector);
    const wendi_side_masks masks = wendi_side_masks_of(&shape, costs);
    wendi_portal_page_write(&shape, costs, &masks, portals->links.ways, &ends, &page);
    page.head->edges = wendi_portal_edge_costs(&shape, costs, page.windows, item->windows,
                                               portals->map->has_diagonals, page.costs);
}

static bool is_made(const wendi_sector_build *item)
{
    return item->outcome == WENDI_SECTOR_OWN_TILE && item->source == WENDI_PAGE_MADE;
}

static void make_block(void *context, size_t begin, size_t end)
{
    const wendi_portal_graph *portals = context;
    for (size_t i = begin; i < end; ++i) {
        if (is_made(&portals->batch.items[i])) {
            make_page(portals, i);
        }
    }
}

static void count_made(wendi_portal_graph *portals)
{
    for (uint32_t i = 0; i < portals->batch.count; ++i) {
        const wendi_sector_build *item = &portals->batch.items[i];
        if (is_made(item)) {
            count_page(portals, item->page, 1);
            ++portals->built;
        }
    }
}

/* ---- all of it ---- */

static wend_result build_batch(wendi_portal_graph *portals, const wend_executor *executor)
{
    const size_t count = portals->batch.count;
    const uint64_t built = portals->built;
    wend_parallel_for(executor, count, WENDI_PORTAL_BATCH_BLOCK, read_block, portals);
    if (!make_kinds(portals) || !reserve(portals)) {
        return WEND_ERROR_MEMORY;
    }
    if (place_all(portals)) {
        wend_parallel_for(executor, count, WENDI_PORTAL_BATCH_BLOCK, make_block, portals);
        count_made(portals);
    }
    portals->built_last += (uint32_t)(portals->built - built);
    return WEND_OK;
}

wend_result wendi_portal_graph_build(wendi_portal_graph *portals, const wend_executor *executor,
                                     uint64_t *steps)
{
    wend_result result = wendi_portal_graph_detect_changes(portals);
    while (result == WEND_OK && portals->waiting.count != 0 && *steps != 0) {
        wendi_sector_build_batch *batch = &portals->batch;
        const uint32_t limit =
            *steps < WENDI_PORTAL_BATCH_MAX ? (uint32_t)*steps : WENDI_PORTAL_BATCH_MAX;
        batch->count = wendi_dirty_sectors_list(&portals->waiting, batch->sectors, limit);
        result = build_batch(portals, executor);
        *steps -= result == WEND_OK ? batch->count : 0;
    }
    if (result == WEND_OK && portals->waiting.count != 0) {
        return WEND_IN_PROGRESS;
    }
    return result;
}
