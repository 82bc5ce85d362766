/* takes: sectors that wait.
 * gives: their tiles and pages.
 * cost:  20 ns for a sector of open ground among such; 1 to 3 us for others.
 *
 *   read      each sector on any thread: its tile, what it looks like, what is not as it was
 *   place     in order, on the calling thread: room for tiles and pages, so that their numbers do
 *             not depend on threads; nothing can fail once the first sector is changed
 *   make      pages on any thread, each in its place */
#include "flow/portals_private.h"

#include <string.h>

static const uint32_t NO_KIND = UINT32_MAX;

/* ---- reading ---- */

static uint8_t *batch_costs(const wendi_portals *portals, size_t index)
{
    return portals->batch.costs + index * portals->tile_bytes;
}

static wendi_tile_shape shape_of(const wendi_portal_item *item)
{
    return wendi_tile_shape_of(item->width, item->height);
}

/* Is the sector already of this kind? */
static bool is_of_kind(const wendi_portals *portals, uint32_t entry, uint32_t key)
{
    return entry != WENDI_ENTRY_RAW && (entry & WENDI_ENTRY_OWN) == 0 &&
           portals->kinds.tiles[entry - 1].key == key;
}

/* Where a page of its own would come from. */
static void choose_page(wendi_portal_item *item, const wendi_tile_shape *shape,
                        const uint8_t *costs, const wendi_side_masks *masks,
                        const wendi_sector_ends *ends)
{
    const uint32_t windows = wendi_portal_count_windows(masks) + ends->outs + ends->ins;
    const int32_t whole = wendi_portal_whole_sides(shape, masks);
    item->source = WENDI_PAGE_MADE;
    item->windows = (uint8_t)windows;
    if (ends->outs + ends->ins != 0 || (windows != 0 && whole < 0)) {
        return;
    }
    const uint8_t cost = costs[wendi_tile_index(shape, 0, 0)];
    wendi_tile_face closed = {WENDI_TILE_WALL, 0};
    if (windows == 0) {
        item->source = WENDI_PAGE_KIND;
        item->face = closed;
    } else if (wendi_portal_is_uniform(shape, costs)) {
        item->source = WENDI_PAGE_KIND;
        item->face = (wendi_tile_face){cost, (uint8_t)whole};
    }
}

/* A sector with a tile of its own: what of it is not as it was? */
static void compare(const wendi_portals *portals, wendi_portal_item *item,
                    const wendi_tile_shape *shape, const uint8_t *costs,
                    const wendi_sector_ends *ends)
{
    const uint32_t entry = portals->entries[item->sector];
    const wendi_side_masks masks = wendi_portal_masks(shape, costs);
    item->outcome = WENDI_OUTCOME_OWN;
    if (entry == WENDI_ENTRY_RAW) {
        choose_page(item, shape, costs, &masks, ends);
        return;
    }
    const uint8_t *before = wendi_portal_costs(portals, item->sector);
    const wendi_page_view page =
        wendi_page_at(&portals->pages, wendi_portal_page(portals, item->sector));
    const bool has_same_ends = wendi_portal_same_ends(&page, portals->links.ways, ends);
    if (has_same_ends && (entry & WENDI_ENTRY_OWN) != 0 &&
        memcmp(before, costs, (size_t)shape->count) == 0) {
        item->outcome = WENDI_OUTCOME_SAME;
        return;
    }
    const wendi_side_masks old = wendi_portal_masks(shape, before);
    if (has_same_ends && memcmp(&old, &masks, sizeof old) == 0 &&
        wendi_portal_same_inside(shape, before, costs)) {
        item->source = WENDI_PAGE_KEPT;
        return;
    }
    choose_page(item, shape, costs, &masks, ends);
}

static void read_item(const wendi_portals *portals, size_t index, const wendi_flow_sector *place,
                      wendi_portal_near *near)
{
    wendi_portal_item *item = &portals->batch.items[index];
    uint8_t *costs = batch_costs(portals, index);
    item->sector = portals->batch.sectors[index];
    item->width = (uint8_t)place->width;
    item->height = (uint8_t)place->height;
    const wendi_tile_shape shape = shape_of(item);
    wendi_portal_near_move(near, portals, place);
    wendi_tile_face face = wendi_portal_near_face(near);
    const bool is_read = face.cost == 0;
    if (is_read) {
        wendi_portal_read(portals, place, &shape, costs);
        face = wendi_portal_face(&shape, costs);
    }
    const wendi_sector_ends ends = wendi_portal_ends(&portals->links, item->sector);
    if (face.cost != 0 && ends.outs + ends.ins == 0) {
        const uint32_t key = wendi_tile_kind_key(&shape, face);
        item->face = face;
        item->outcome = is_of_kind(portals, portals->entries[item->sector], key)
                            ? WENDI_OUTCOME_SAME
                            : WENDI_OUTCOME_KIND;
        return;
    }
    if (!is_read) {
        wendi_portal_fill(&shape, face, costs);
    }
    compare(portals, item, &shape, costs, &ends);
}

/* The next sector along the row is found without a division. */
static wendi_flow_sector next_place(const wendi_portals *portals, const wendi_flow_sector *last,
                                    uint32_t last_sector, uint32_t sector)
{
    const wendi_flow_map *map = portals->map;
    if (sector != last_sector + 1 || last->column + 1 == map->floors[last->floor].sectors_x) {
        return wendi_flow_sector_of(map, sector);
    }
    wendi_flow_sector place = *last;
    ++place.column;
    place.x += map->sector_size;
    const int32_t left = map->floors[place.floor].width - place.x;
    place.width = left < map->sector_size ? left : map->sector_size;
    return place;
}

static void read_block(void *context, size_t begin, size_t end)
{
    const wendi_portals *portals = context;
    const uint32_t *sectors = portals->batch.sectors;
    wendi_portal_near near = {.column = -1};
    wendi_flow_sector place = wendi_flow_sector_of(portals->map, sectors[begin]);
    read_item(portals, begin, &place, &near);
    for (size_t i = begin + 1; i < end; ++i) {
        place = next_place(portals, &place, sectors[i - 1], sectors[i]);
        read_item(portals, i, &place, &near);
    }
}

/* ---- placing ---- */

/* The tile kind of an item is made if it must be; one that is not shared gets a tile. @return
 * false: no memory. */
static bool make_tile_kind(wendi_portals *portals, size_t index)
{
    wendi_portal_item *item = &portals->batch.items[index];
    const wendi_tile_shape shape = shape_of(item);
    bool is_full = false;
    uint32_t kind = wendi_tile_kind_find(portals, &shape, item->face);
    if (kind == NO_KIND) {
        kind = wendi_tile_kind_make(portals, &shape, item->face, &is_full);
    }
    if (is_full) {
        const wendi_sector_ends ends = {NULL, 0, 0};
        uint8_t *costs = batch_costs(portals, index);
        wendi_portal_fill(&shape, item->face, costs);
        compare(portals, item, &shape, costs, &ends);
        return true;
    }
    item->page = kind;
    return kind != NO_KIND;
}

static bool make_kinds(wendi_portals *portals)
{
    wendi_portal_batch *batch = &portals->batch;
    for (uint32_t i = 0; i < batch->count; ++i) {
        wendi_portal_item *item = &batch->items[i];
        const wendi_portal_item *last = &batch->items[i == 0 ? 0 : i - 1];
        if (i > 0 && item->outcome == WENDI_OUTCOME_KIND && last->outcome == WENDI_OUTCOME_KIND &&
            item->face.cost == last->face.cost && item->face.around == last->face.around &&
            item->width == last->width && item->height == last->height) {
            item->page = last->page;
            continue;
        }
        if (item->outcome == WENDI_OUTCOME_KIND && !make_tile_kind(portals, i)) {
            return false;
        }
        if (item->outcome == WENDI_OUTCOME_OWN && item->source == WENDI_PAGE_KIND) {
            const wendi_tile_shape shape = shape_of(item);
            item->page = wendi_page_kind_of(portals, &shape, item->face.cost, item->face.around);
            if (item->page == NO_KIND) {
                return false;
            }
        }
    }
    return true;
}

static bool reserve(wendi_portals *portals)
{
    const wendi_portal_batch *batch = &portals->batch;
    uint32_t owns = 0;
    size_t words = 0;
    bool has_changes = false;
    for (uint32_t i = 0; i < batch->count; ++i) {
        const wendi_portal_item *item = &batch->items[i];
        const uint32_t entry = portals->entries[item->sector];
        if (item->outcome == WENDI_OUTCOME_SAME) {
            continue;
        }
        has_changes = has_changes || entry != WENDI_ENTRY_RAW;
        if (item->outcome == WENDI_OUTCOME_OWN) {
            owns += (entry & WENDI_ENTRY_OWN) == 0;
            words += item->source == WENDI_PAGE_MADE ? wendi_page_words(item->windows) : 0;
        }
    }
    return wendi_owns_reserve(portals, owns) &&
           (words == 0 || wendi_pages_store_reserve(&portals->pages, &portals->allocator, words)) &&
           (!has_changes || wendi_portal_stamps_reserve(portals));
}

/* A page comes (or goes, with a sign of -1). */
static void count_page(wendi_portals *portals, uint32_t page, int32_t sign)
{
    const wendi_page_head *head = wendi_page_at(&portals->pages, page).head;
    const uint32_t borders = head->first[WENDI_SIDE_LINK_OUT];
    const uint32_t ends = head->first[WENDI_SIDES] - borders;
    portals->border_windows += (uint64_t)(int64_t)(sign * (int32_t)borders);
    portals->ends += (uint64_t)(int64_t)(sign * (int32_t)ends);
    portals->edges += (uint64_t)(int64_t)(sign * (int32_t)head->edges);
}

static void give_page(wendi_portals *portals, const wendi_own *own)
{
    if ((own->page & WENDI_PAGE_SHARED) == 0) {
        wendi_pages_store_give(&portals->pages, own->page);
    }
}

static void place_kind(wendi_portals *portals, const wendi_portal_item *item)
{
    uint32_t *entry = &portals->entries[item->sector];
    if (*entry != WENDI_ENTRY_RAW) {
        count_page(portals, wendi_portal_page(portals, item->sector), -1);
    }
    if ((*entry & WENDI_ENTRY_OWN) != 0) {
        const uint32_t own = *entry & ~WENDI_ENTRY_OWN;
        give_page(portals, &portals->owns.items[own]);
        wendi_owns_give(&portals->owns, own);
    }
    *entry = item->page + 1;
    count_page(portals, wendi_portal_page(portals, item->sector), 1);
}

/* The page that a sector with a tile of its own gets. */
static uint32_t place_page(wendi_portals *portals, wendi_portal_item *item)
{
    if (item->source == WENDI_PAGE_KIND) {
        return portals->kinds.pages[item->page].page | WENDI_PAGE_SHARED;
    }
    item->page = wendi_pages_store_take(&portals->pages, item->windows);
    return item->page;
}

static void place_own(wendi_portals *portals, size_t index)
{
    wendi_portal_item *item = &portals->batch.items[index];
    const uint32_t entry = portals->entries[item->sector];
    const bool was_own = (entry & WENDI_ENTRY_OWN) != 0;
    const bool is_kept = item->source == WENDI_PAGE_KEPT;
    uint32_t page = 0;
    if (entry != WENDI_ENTRY_RAW) {
        page = wendi_portal_page(portals, item->sector);
        page |= was_own ? portals->owns.items[entry & ~WENDI_ENTRY_OWN].page : WENDI_PAGE_SHARED;
        count_page(portals, page & ~WENDI_PAGE_SHARED, is_kept ? 0 : -1);
    }
    const uint32_t index_own = was_own ? entry & ~WENDI_ENTRY_OWN : wendi_owns_take(&portals->owns);
    wendi_own *own = &portals->owns.items[index_own];
    if (!is_kept) {
        if (was_own) {
            give_page(portals, own);
        }
        page = place_page(portals, item);
        if (item->source == WENDI_PAGE_KIND) {
            count_page(portals, page & ~WENDI_PAGE_SHARED, 1);
        }
    }
    own->page = page;
    own->stamp = entry == WENDI_ENTRY_RAW ? 0 : portals->stamp;
    memcpy(wendi_own_costs(portals, index_own), batch_costs(portals, index), portals->tile_bytes);
    portals->entries[item->sector] = index_own | WENDI_ENTRY_OWN;
}

/* @return are there pages to make? */
static bool place_all(wendi_portals *portals)
{
    bool has_pages = false;
    for (uint32_t i = 0; i < portals->batch.count; ++i) {
        const wendi_portal_item *item = &portals->batch.items[i];
        if (item->outcome != WENDI_OUTCOME_SAME &&
            portals->entries[item->sector] != WENDI_ENTRY_RAW) {
            wendi_portal_stamp(portals, item->sector);
        }
        if (item->outcome == WENDI_OUTCOME_KIND) {
            place_kind(portals, item);
        } else if (item->outcome == WENDI_OUTCOME_OWN) {
            place_own(portals, i);
            has_pages = has_pages || item->source == WENDI_PAGE_MADE;
        }
        wendi_waiting_take(&portals->waiting, item->sector);
    }
    return has_pages;
}

/* ---- making ---- */

static void make_page(const wendi_portals *portals, size_t index)
{
    const wendi_portal_item *item = &portals->batch.items[index];
    const wendi_tile_shape shape = shape_of(item);
    const uint8_t *costs = batch_costs(portals, index);
    const wendi_page_view page = wendi_page_new(&portals->pages, item->page, item->windows);
    const wendi_sector_ends ends = wendi_portal_ends(&portals->links, item->sector);
    const wendi_side_masks masks = wendi_portal_masks(&shape, costs);
    wendi_portal_write_windows(&shape, costs, &masks, portals->links.ways, &ends, &page);
    page.head->edges = wendi_portal_edges(&shape, costs, page.windows, item->windows,
                                          portals->map->has_diagonals, page.costs);
}

static bool is_made(const wendi_portal_item *item)
{
    return item->outcome == WENDI_OUTCOME_OWN && item->source == WENDI_PAGE_MADE;
}

static void make_block(void *context, size_t begin, size_t end)
{
    const wendi_portals *portals = context;
    for (size_t i = begin; i < end; ++i) {
        if (is_made(&portals->batch.items[i])) {
            make_page(portals, i);
        }
    }
}

static void count_made(wendi_portals *portals)
{
    for (uint32_t i = 0; i < portals->batch.count; ++i) {
        const wendi_portal_item *item = &portals->batch.items[i];
        if (is_made(item)) {
            count_page(portals, item->page, 1);
            ++portals->built;
        }
    }
}

/* ---- all of it ---- */

static wend_result build_batch(wendi_portals *portals, const wend_executor *executor)
{
    const size_t count = portals->batch.count;
    const uint64_t built = portals->built;
    wend_parallel_for(executor, count, WENDI_BATCH_BLOCK, read_block, portals);
    if (!make_kinds(portals) || !reserve(portals)) {
        return WEND_ERROR_MEMORY;
    }
    if (place_all(portals)) {
        wend_parallel_for(executor, count, WENDI_BATCH_BLOCK, make_block, portals);
        count_made(portals);
    }
    portals->built_last += (uint32_t)(portals->built - built);
    return WEND_OK;
}

wend_result wendi_portals_build(wendi_portals *portals, const wend_executor *executor,
                                uint64_t *steps)
{
    wend_result result = wendi_portals_notice(portals);
    while (result == WEND_OK && portals->waiting.count != 0 && *steps != 0) {
        wendi_portal_batch *batch = &portals->batch;
        const uint32_t limit = *steps < WENDI_BATCH ? (uint32_t)*steps : WENDI_BATCH;
        batch->count = wendi_waiting_list(&portals->waiting, batch->sectors, limit);
        result = build_batch(portals, executor);
        *steps -= result == WEND_OK ? batch->count : 0;
    }
    if (result == WEND_OK && portals->waiting.count != 0) {
        return WEND_IN_PROGRESS;
    }
    return result;
}
