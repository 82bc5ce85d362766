/* Rebuilds the tiles and pages of dirty sectors, in batches.
 *
 * Cost: 20 ns for a sector of open ground among such; 1 to 3 us for others.
 *
 *   read    each sector, on any thread: its tile, its pattern, what differs from before
 *   set     in order, on the calling thread: room for tiles and pages, so that their indices do not
 *           depend on threads; nothing can fail once the first sector is changed
 *   write   pages, on any thread, each in its place */
#include "flow/portals/portal_graph_private.h"

#include <string.h>

static const uint32_t NO_KIND = UINT32_MAX;

/* ---- read ---- */

static uint8_t *batch_costs(const wendi_portal_graph *graph, size_t index)
{
    return graph->batch.costs + index * graph->tile_bytes;
}

static wendi_tile_shape shape_of(const wendi_sector_build *item)
{
    return wendi_tile_shape_of(item->width, item->height);
}

/* True if the sector has this shared tile already. */
static bool has_shared_tile(const wendi_portal_graph *graph, uint32_t entry, uint32_t key)
{
    return entry != WENDI_ENTRY_UNBUILT && (entry & WENDI_ENTRY_OWN) == 0 &&
           graph->shared.tiles[entry - 1].key == key;
}

/* Decides where the page of a sector with a tile of its own comes from. */
static void choose_page(wendi_sector_build *item, const wendi_tile_shape *shape,
                        const uint8_t *costs, const wendi_side_masks *masks,
                        const wendi_sector_link_ends *ends)
{
    const uint32_t portals = wendi_side_masks_count_portals(masks) + ends->outs + ends->ins;
    const int32_t whole = wendi_side_masks_full_sides(shape, masks);
    item->source = WENDI_PAGE_MADE;
    item->portals = (uint8_t)portals;
    if (ends->outs + ends->ins != 0 || (portals != 0 && whole < 0)) {
        return;
    }
    const uint8_t cost = costs[wendi_tile_index(shape, 0, 0)];
    wendi_uniform_tile closed = {WENDI_TILE_WALL, 0};
    if (portals == 0) {
        item->source = WENDI_PAGE_SHARED_FOUND;
        item->face = closed;
    } else if (wendi_cost_tile_is_uniform(shape, costs)) {
        item->source = WENDI_PAGE_SHARED_FOUND;
        item->face = (wendi_uniform_tile){cost, (uint8_t)whole};
    }
}

/* Compares a sector with a tile of its own with its previous state. */
static void compare(const wendi_portal_graph *graph, wendi_sector_build *item,
                    const wendi_tile_shape *shape, const uint8_t *costs,
                    const wendi_sector_link_ends *ends)
{
    const uint32_t entry = graph->entries[item->sector];
    const wendi_side_masks masks = wendi_side_masks_of(shape, costs);
    item->outcome = WENDI_SECTOR_OWN_TILE;
    if (entry == WENDI_ENTRY_UNBUILT) {
        choose_page(item, shape, costs, &masks, ends);
        return;
    }
    const uint8_t *before = wendi_portal_graph_costs(graph, item->sector);
    const wendi_portal_page_view page =
        wendi_portal_page_at(&graph->pages, wendi_portal_graph_page(graph, item->sector));
    const bool has_same_ends = wendi_portal_page_has_ends(&page, graph->link_table.links, ends);
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

static void read_item(const wendi_portal_graph *graph, size_t index,
                      const wendi_sector_bounds *bounds, wendi_sector_neighbourhood *neighbourhood)
{
    wendi_sector_build *item = &graph->batch.items[index];
    uint8_t *costs = batch_costs(graph, index);
    item->sector = graph->batch.sectors[index];
    item->width = (uint8_t)bounds->width;
    item->height = (uint8_t)bounds->height;
    const wendi_tile_shape shape = shape_of(item);
    wendi_sector_neighbourhood_move(neighbourhood, graph, bounds);
    wendi_uniform_tile face = wendi_sector_neighbourhood_uniform_tile(neighbourhood);
    const bool is_read = face.cost == 0;
    if (is_read) {
        wendi_portal_graph_read_costs(graph, bounds, &shape, costs);
        face = wendi_uniform_tile_of(&shape, costs);
    }
    const wendi_sector_link_ends ends =
        wendi_portal_links_in_sector(&graph->link_table, item->sector);
    if (face.cost != 0 && ends.outs + ends.ins == 0) {
        const uint32_t key = wendi_shared_tile_key(&shape, face);
        item->face = face;
        item->outcome = has_shared_tile(graph, graph->entries[item->sector], key)
                            ? WENDI_SECTOR_UNCHANGED
                            : WENDI_SECTOR_SHARED_TILE;
        return;
    }
    if (!is_read) {
        wendi_uniform_tile_fill(&shape, face, costs);
    }
    compare(graph, item, &shape, costs, &ends);
}

/* The next sector of the row is found without a division. */
static wendi_sector_bounds next_bounds(const wendi_portal_graph *graph,
                                       const wendi_sector_bounds *last, uint32_t last_sector,
                                       uint32_t sector)
{
    const wendi_sector_map *map = graph->map;
    if (sector != last_sector + 1 || last->column + 1 == map->floors[last->floor].sectors_x) {
        return wendi_sector_map_bounds(map, sector);
    }
    wendi_sector_bounds bounds = *last;
    ++bounds.column;
    bounds.x += map->sector_size;
    const int32_t left = map->floors[bounds.floor].width - bounds.x;
    bounds.width = left < map->sector_size ? left : map->sector_size;
    return bounds;
}

static void read_block(void *context, size_t begin, size_t end)
{
    const wendi_portal_graph *graph = context;
    const uint32_t *sectors = graph->batch.sectors;
    wendi_sector_neighbourhood neighbourhood = {.column = -1};
    wendi_sector_bounds bounds = wendi_sector_map_bounds(graph->map, sectors[begin]);
    read_item(graph, begin, &bounds, &neighbourhood);
    for (size_t i = begin + 1; i < end; ++i) {
        bounds = next_bounds(graph, &bounds, sectors[i - 1], sectors[i]);
        read_item(graph, i, &bounds, &neighbourhood);
    }
}

/* ---- set ---- */

/* Finds or adds the shared tile of a sector; a sector beyond the limit gets a tile of its own.
 * @return false: no memory. */
static bool add_shared_tile(wendi_portal_graph *graph, size_t index)
{
    wendi_sector_build *item = &graph->batch.items[index];
    const wendi_tile_shape shape = shape_of(item);
    bool is_full = false;
    uint32_t shared_tile = wendi_shared_tile_find(graph, &shape, item->face);
    if (shared_tile == NO_KIND) {
        shared_tile = wendi_shared_tile_add(graph, &shape, item->face, &is_full);
    }
    if (is_full) {
        const wendi_sector_link_ends ends = {NULL, 0, 0};
        uint8_t *costs = batch_costs(graph, index);
        wendi_uniform_tile_fill(&shape, item->face, costs);
        compare(graph, item, &shape, costs, &ends);
        return true;
    }
    item->page = shared_tile;
    return shared_tile != NO_KIND;
}

static bool add_shared_tiles(wendi_portal_graph *graph)
{
    wendi_sector_build_batch *batch = &graph->batch;
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
        if (item->outcome == WENDI_SECTOR_SHARED_TILE && !add_shared_tile(graph, i)) {
            return false;
        }
        if (item->outcome == WENDI_SECTOR_OWN_TILE && item->source == WENDI_PAGE_SHARED_FOUND) {
            const wendi_tile_shape shape = shape_of(item);
            item->page = wendi_shared_page_get(graph, &shape, item->face.cost, item->face.around);
            if (item->page == NO_KIND) {
                return false;
            }
        }
    }
    return true;
}

static bool reserve(wendi_portal_graph *graph)
{
    const wendi_sector_build_batch *batch = &graph->batch;
    uint32_t own_tiles = 0;
    size_t words = 0;
    bool has_changes = false;
    for (uint32_t i = 0; i < batch->count; ++i) {
        const wendi_sector_build *item = &batch->items[i];
        const uint32_t entry = graph->entries[item->sector];
        if (item->outcome == WENDI_SECTOR_UNCHANGED) {
            continue;
        }
        has_changes = has_changes || entry != WENDI_ENTRY_UNBUILT;
        if (item->outcome == WENDI_SECTOR_OWN_TILE) {
            own_tiles += (entry & WENDI_ENTRY_OWN) == 0;
            words += item->source == WENDI_PAGE_MADE ? wendi_portal_page_words(item->portals) : 0;
        }
    }
    return wendi_own_tiles_reserve(graph, own_tiles) &&
           (words == 0 || wendi_portal_pages_reserve(&graph->pages, &graph->allocator, words)) &&
           (!has_changes || wendi_portal_graph_reserve_stamps(graph));
}

/* Counts the portals of a page that is added (sign 1) or removed (-1). */
static void count_portals(wendi_portal_graph *graph, uint32_t page, int32_t sign)
{
    const wendi_portal_page_head *head = wendi_portal_page_at(&graph->pages, page).head;
    const uint32_t borders = head->first[WENDI_SIDE_LINK_OUT];
    const uint32_t ends = head->first[WENDI_SIDES] - borders;
    graph->border_portals += (uint64_t)(int64_t)(sign * (int32_t)borders);
    graph->ends += (uint64_t)(int64_t)(sign * (int32_t)ends);
    graph->edges += (uint64_t)(int64_t)(sign * (int32_t)head->edges);
}

static void release_page(wendi_portal_graph *graph, const wendi_own_tile *own)
{
    if ((own->page & WENDI_PAGE_SHARED) == 0) {
        wendi_portal_pages_release(&graph->pages, own->page);
    }
}

/* The page of a sector with a tile of its own. */
static uint32_t allocate_page(wendi_portal_graph *graph, wendi_sector_build *item)
{
    if (item->source == WENDI_PAGE_SHARED_FOUND) {
        return graph->shared.pages[item->page].page | WENDI_PAGE_SHARED;
    }
    item->page = wendi_portal_pages_allocate(&graph->pages, item->portals);
    return item->page;
}

static void set_own_tile(wendi_portal_graph *graph, size_t index)
{
    wendi_sector_build *item = &graph->batch.items[index];
    const uint32_t entry = graph->entries[item->sector];
    const bool was_own = (entry & WENDI_ENTRY_OWN) != 0;
    const bool is_kept = item->source == WENDI_PAGE_KEPT;
    uint32_t page = 0;
    if (entry != WENDI_ENTRY_UNBUILT) {
        page = wendi_portal_graph_page(graph, item->sector);
        page |= was_own ? graph->own_tiles.items[entry & ~WENDI_ENTRY_OWN].page : WENDI_PAGE_SHARED;
        count_portals(graph, page & ~WENDI_PAGE_SHARED, is_kept ? 0 : -1);
    }
    const uint32_t index_own =
        was_own ? entry & ~WENDI_ENTRY_OWN : wendi_own_tiles_allocate(&graph->own_tiles);
    wendi_own_tile *own = &graph->own_tiles.items[index_own];
    if (!is_kept) {
        if (was_own) {
            release_page(graph, own);
        }
        page = allocate_page(graph, item);
        if (item->source == WENDI_PAGE_SHARED_FOUND) {
            count_portals(graph, page & ~WENDI_PAGE_SHARED, 1);
        }
    }
    own->page = page;
    own->stamp = entry == WENDI_ENTRY_UNBUILT ? 0 : graph->stamp;
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(graph->map, item->sector);
    const wendi_tile_shape shape = wendi_tile_shape_of(bounds.width, bounds.height);
    wendi_own_tile_set_costs(graph, index_own, &shape, batch_costs(graph, index));
    graph->entries[item->sector] = index_own | WENDI_ENTRY_OWN;
}

/* @return true if there are pages to write. */
static bool set_tiles(wendi_portal_graph *graph)
{
    bool has_pages = false;
    for (uint32_t i = 0; i < graph->batch.count; ++i) {
        const wendi_sector_build *item = &graph->batch.items[i];
        if (item->outcome != WENDI_SECTOR_UNCHANGED &&
            graph->entries[item->sector] != WENDI_ENTRY_UNBUILT) {
            wendi_portal_graph_stamp_sector(graph, item->sector);
        }
        if (item->outcome == WENDI_SECTOR_SHARED_TILE) {
            uint32_t *entry = &graph->entries[item->sector];
            if (*entry != WENDI_ENTRY_UNBUILT) {
                count_portals(graph, wendi_portal_graph_page(graph, item->sector), -1);
            }
            if ((*entry & WENDI_ENTRY_OWN) != 0) {
                const uint32_t own = *entry & ~WENDI_ENTRY_OWN;
                release_page(graph, &graph->own_tiles.items[own]);
                wendi_own_tiles_release(&graph->own_tiles, own);
            }
            *entry = item->page + 1;
            count_portals(graph, wendi_portal_graph_page(graph, item->sector), 1);
        } else if (item->outcome == WENDI_SECTOR_OWN_TILE) {
            set_own_tile(graph, i);
            has_pages = has_pages || item->source == WENDI_PAGE_MADE;
        }
        wendi_dirty_sectors_remove(&graph->dirty, item->sector);
    }
    return has_pages;
}

/* ---- write ---- */

static bool is_made(const wendi_sector_build *item)
{
    return item->outcome == WENDI_SECTOR_OWN_TILE && item->source == WENDI_PAGE_MADE;
}

static void make_block(void *context, size_t begin, size_t end)
{
    const wendi_portal_graph *graph = context;
    for (size_t i = begin; i < end; ++i) {
        if (is_made(&graph->batch.items[i])) {
            const wendi_sector_build *item = &graph->batch.items[i];
            const wendi_tile_shape shape = shape_of(item);
            const uint8_t *costs = batch_costs(graph, i);
            const wendi_portal_page_view page =
                wendi_portal_page_view_new(&graph->pages, item->page, item->portals);
            const wendi_sector_link_ends ends =
                wendi_portal_links_in_sector(&graph->link_table, item->sector);
            const wendi_side_masks masks = wendi_side_masks_of(&shape, costs);
            wendi_portal_page_write(&shape, costs, &masks, graph->link_table.links, &ends, &page);
            page.head->edges = wendi_portal_edge_costs(&shape, costs, page.portals, item->portals,
                                                       graph->map->has_diagonals, page.costs);
        }
    }
}

/* ---- batches ---- */

static wend_result build_batch(wendi_portal_graph *graph, const wend_executor *executor)
{
    const size_t count = graph->batch.count;
    const uint64_t built = graph->built;
    wend_parallel_for(executor, count, WENDI_PORTAL_BATCH_BLOCK, read_block, graph);
    if (!add_shared_tiles(graph) || !reserve(graph)) {
        return WEND_ERROR_MEMORY;
    }
    if (set_tiles(graph)) {
        wend_parallel_for(executor, count, WENDI_PORTAL_BATCH_BLOCK, make_block, graph);

        for (uint32_t i = 0; i < graph->batch.count; ++i) {
            const wendi_sector_build *item = &graph->batch.items[i];
            if (is_made(item)) {
                count_portals(graph, item->page, 1);
                ++graph->built;
            }
        }
    }
    graph->built_last += (uint32_t)(graph->built - built);
    return WEND_OK;
}

wend_result wendi_portal_graph_build(wendi_portal_graph *graph, const wend_executor *executor,
                                     uint64_t *steps)
{
    wend_result result = wendi_portal_graph_detect_changes(graph);
    while (result == WEND_OK && graph->dirty.count != 0 && *steps != 0) {
        wendi_sector_build_batch *batch = &graph->batch;
        const uint32_t limit =
            *steps < WENDI_PORTAL_BATCH_MAX ? (uint32_t)*steps : WENDI_PORTAL_BATCH_MAX;
        batch->count = wendi_dirty_sectors_list(&graph->dirty, batch->sectors, limit);
        result = build_batch(graph, executor);
        *steps -= result == WEND_OK ? batch->count : 0;
    }
    if (result == WEND_OK && graph->dirty.count != 0) {
        return WEND_IN_PROGRESS;
    }
    return result;
}
