/* Storage of pages and tiles: a growing block of pages, tiles and pages shared by all sectors that
 * are alike, and tiles of single sectors.
 * Cost: allocation takes constant time; growing adds half to the size. */
#include "flow/portals/portal_graph_private.h"

#include <string.h>

enum { FIRST_WORD = 1, GROWN_WORDS = 64 };

/* The top bit of a page's index marks shared pages. */
static const size_t WORDS_MAX = WENDI_PAGE_SHARED;

static wendi_portal_page_view view(const wendi_portal_pages *store, uint32_t page, uint32_t portals)
{
    uint32_t *words = store->words + page;
    uint32_t *after = words + sizeof(wendi_portal_page_head) / sizeof *words;
    void *head = words;
    void *first = after;
    return (wendi_portal_page_view){head, first, after + portals};
}

wendi_portal_page_view wendi_portal_page_at(const wendi_portal_pages *store, uint32_t page)
{
    const wendi_portal_page_view at = view(store, page, 0);
    return view(store, page, at.head->first[WENDI_SIDES]);
}

wendi_portal_page_view wendi_portal_page_view_new(const wendi_portal_pages *store, uint32_t page,
                                                  uint32_t portals)
{
    return view(store, page, portals);
}

bool wendi_portal_pages_reserve(wendi_portal_pages *store, const wend_allocator *allocator,
                                size_t words)
{
    const size_t used = store->used < FIRST_WORD ? FIRST_WORD : store->used;
    if (words > WORDS_MAX - used) {
        return false;
    }
    if (used + words > store->capacity) {
        size_t capacity = store->capacity + store->capacity / 2 + GROWN_WORDS;
        capacity = capacity > WORDS_MAX ? WORDS_MAX : capacity;
        capacity = capacity < used + words ? used + words : capacity;
        uint32_t *grown = wendi_resize(allocator, store->words, store->capacity * sizeof *grown,
                                       capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        store->words = grown;
        store->capacity = (uint32_t)capacity;
    }
    store->used = (uint32_t)used;
    return true;
}

uint32_t wendi_portal_pages_allocate(wendi_portal_pages *store, uint32_t portals)
{
    const uint32_t page = store->free[portals];
    if (page != WENDI_PAGE_NONE) {
        memcpy(&store->free[portals], store->words + page, sizeof *store->free);
        return page;
    }
    const uint32_t fresh = store->used;
    store->used += wendi_portal_page_words(portals);
    return fresh;
}

void wendi_portal_pages_release(wendi_portal_pages *store, uint32_t page)
{
    const uint32_t portals = wendi_portal_page_at(store, page).head->first[WENDI_SIDES];
    memcpy(store->words + page, &store->free[portals], sizeof *store->free);
    store->free[portals] = page;
}

uint64_t wendi_portal_page_hash(const wendi_portal_pages *store, uint32_t page)
{
    const wendi_portal_page_view at = wendi_portal_page_at(store, page);
    const uint32_t count = at.head->first[WENDI_SIDES];
    uint64_t hash = wend_hash_u64(wend_hash_begin(), count);
    for (uint32_t i = 0; i < count; ++i) {
        const wendi_portal *portal = &at.portals[i];
        hash = wend_hash_u64(hash, (uint64_t)portal->side << 24 | (uint64_t)portal->first << 16 |
                                       (uint64_t)portal->count << 8 | portal->cost);
    }
    for (uint32_t i = 0; i < count * count; ++i) {
        hash = wend_hash_u64(hash, at.costs[i]);
    }
    return hash;
}

enum { OWNS_FIRST = 8 };

static const uint32_t OWNS_MAX = WENDI_ENTRY_OWN - 1;

bool wendi_own_tiles_reserve(wendi_portal_graph *graph, uint32_t count)
{
    wendi_own_tiles *own_tiles = &graph->own_tiles;
    const uint32_t available = own_tiles->free_count + (own_tiles->capacity - own_tiles->used);
    if (count <= available) {
        return true;
    }
    const uint32_t old = own_tiles->capacity;
    const uint32_t needed = old + (count - available);
    const uint32_t half_more = old + old / 2 + OWNS_FIRST;
    const uint32_t capacity = half_more < needed ? needed : half_more;
    const wend_allocator *allocator = &graph->allocator;
    const size_t tile_bytes = graph->tile_bytes;
    size_t bytes;
    if (capacity > OWNS_MAX || !wendi_size_multiply(capacity, tile_bytes, &bytes)) {
        return false;
    }
    wendi_own_tile *items =
        wendi_resize(allocator, own_tiles->items, old * sizeof *items, capacity * sizeof *items);
    if (items == NULL) {
        return false;
    }
    own_tiles->items = items;
    uint8_t *costs = wendi_resize(allocator, own_tiles->costs, old * tile_bytes, bytes);
    if (costs == NULL) {
        /* Shrinking a block never fails. */
        own_tiles->items =
            wendi_resize(allocator, items, capacity * sizeof *items, old * sizeof *items);
        return false;
    }
    own_tiles->costs = costs;
    own_tiles->capacity = capacity;
    return true;
}

uint32_t wendi_own_tiles_allocate(wendi_own_tiles *own_tiles)
{
    if (own_tiles->free_count == 0) {
        return own_tiles->used++;
    }
    const uint32_t own = own_tiles->free_first;
    own_tiles->free_first = own_tiles->items[own].page;
    --own_tiles->free_count;
    return own;
}

void wendi_own_tiles_release(wendi_own_tiles *own_tiles, uint32_t own)
{
    own_tiles->items[own].page = own_tiles->free_first;
    own_tiles->free_first = own;
    ++own_tiles->free_count;
}

void wendi_own_tile_set_costs(wendi_portal_graph *graph, uint32_t own,
                              const wendi_tile_shape *shape, const uint8_t *costs)
{
    memcpy(wendi_own_tile_costs(graph, own), costs, (size_t)shape->count);
    graph->own_tiles.items[own].cost =
        wendi_cost_tile_is_uniform(shape, costs) ? costs[wendi_tile_index(shape, 0, 0)] : 0;
}

size_t wendi_own_tiles_memory_bytes(const wendi_portal_graph *graph)
{
    return graph->own_tiles.capacity * (sizeof *graph->own_tiles.items + graph->tile_bytes);
}

/* ---- stamps ---- */

bool wendi_portal_graph_reserve_stamps(wendi_portal_graph *graph)
{
    if (graph->stamps == NULL) {
        graph->stamps =
            wendi_alloc_zero(&graph->allocator, graph->map->sector_count * sizeof *graph->stamps);
    }
    return graph->stamps != NULL;
}

void wendi_portal_graph_stamp_sector(wendi_portal_graph *graph, uint32_t sector)
{
    if (!graph->is_stamped) {
        graph->is_stamped = true;
        ++graph->stamp;
    }
    graph->stamps[sector] = graph->stamp;
}

enum { KINDS_FIRST = 4 };

static const uint32_t NO_KIND = UINT32_MAX;

/* ---- keys of shared tiles ---- */

static uint32_t shape_key(const wendi_tile_shape *shape)
{
    return (uint32_t)(shape->width - 1) << 5 | (uint32_t)(shape->height - 1);
}

uint32_t wendi_shared_tile_key(const wendi_tile_shape *shape, wendi_uniform_tile face)
{
    return shape_key(shape) << 16 | (uint32_t)face.around << 8 | face.cost;
}

/* The sides of a uniform tile that are portals: bits of north, east, south, west. */
static uint32_t uniform_tile_sides(wendi_uniform_tile face)
{
    const uint32_t around = face.around;
    return (around >> 6 & 1) << WENDI_SIDE_NORTH | (around & 1) << WENDI_SIDE_EAST |
           (around >> 2 & 1) << WENDI_SIDE_SOUTH | (around >> 4 & 1) << WENDI_SIDE_WEST;
}

/* ---- growing ---- */

static uint32_t capacity_for(uint32_t count, uint32_t capacity)
{
    return count < capacity ? capacity : capacity == 0 ? KINDS_FIRST : 2 * capacity;
}

/* @return the array, grown if necessary; NULL without memory. */
static void *grow(const wend_allocator *allocator, void *items, uint32_t capacity, uint32_t grown,
                  size_t item_bytes)
{
    return wendi_resize(allocator, items, capacity * item_bytes, grown * item_bytes);
}

static bool has_room(wendi_key_table *keys, const wend_allocator *allocator)
{
    return keys->count < wendi_key_table_capacity(keys) || wendi_key_table_grow(keys, allocator);
}

static bool reserve_page_kind(wendi_portal_graph *graph)
{
    wendi_shared_tiles *shared = &graph->shared;
    const uint32_t capacity = capacity_for(shared->page_keys.count, shared->page_capacity);
    if (capacity != shared->page_capacity) {
        wendi_shared_page *pages =
            grow(&graph->allocator, shared->pages, shared->page_capacity, capacity, sizeof *pages);
        if (pages == NULL) {
            return false;
        }
        shared->pages = pages;
        shared->page_capacity = capacity;
    }
    return has_room(&shared->page_keys, &graph->allocator) &&
           wendi_portal_pages_reserve(&graph->pages, &graph->allocator, wendi_portal_page_words(4));
}

static bool reserve_tile_kind(wendi_portal_graph *graph)
{
    wendi_shared_tiles *shared = &graph->shared;
    const uint32_t old = shared->tile_capacity;
    const uint32_t capacity = capacity_for(shared->tile_keys.count, old);
    if (capacity != old) {
        wendi_shared_tile *tiles =
            grow(&graph->allocator, shared->tiles, old, capacity, sizeof *tiles);
        if (tiles == NULL) {
            return false;
        }
        shared->tiles = tiles;
        uint8_t *costs =
            grow(&graph->allocator, shared->tile_costs, old, capacity, graph->tile_bytes);
        if (costs == NULL) {
            /* Shrinking a block never fails. */
            shared->tiles = grow(&graph->allocator, tiles, capacity, old, sizeof *tiles);
            return false;
        }
        shared->tile_costs = costs;
        shared->tile_capacity = capacity;
    }
    return has_room(&shared->tile_keys, &graph->allocator);
}

void wendi_shared_tiles_free(wendi_portal_graph *graph)
{
    wendi_shared_tiles *shared = &graph->shared;
    const wend_allocator *allocator = &graph->allocator;
    wendi_key_table_destroy(&shared->page_keys, allocator);
    wendi_key_table_destroy(&shared->tile_keys, allocator);
    wendi_free(allocator, shared->pages, shared->page_capacity * sizeof *shared->pages);
    wendi_free(allocator, shared->tiles, shared->tile_capacity * sizeof *shared->tiles);
    wendi_free(allocator, shared->tile_costs, shared->tile_capacity * graph->tile_bytes);
}

size_t wendi_shared_tiles_memory_bytes(const wendi_portal_graph *graph)
{
    const wendi_shared_tiles *shared = &graph->shared;
    return wendi_key_table_memory_bytes(&shared->page_keys) +
           wendi_key_table_memory_bytes(&shared->tile_keys) +
           shared->page_capacity * sizeof *shared->pages +
           shared->tile_capacity * (sizeof *shared->tiles + graph->tile_bytes);
}

/* ---- shared pages ---- */

static uint32_t write_page(wendi_portal_graph *graph, const wendi_tile_shape *shape, uint8_t cost,
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
    const uint32_t page = wendi_portal_pages_allocate(&graph->pages, count);
    const wendi_portal_page_view at = wendi_portal_page_view_new(&graph->pages, page, count);
    const wendi_sector_link_ends none = {NULL, 0, 0};
    wendi_portal_page_write(shape, costs, &masks, NULL, &none, &at);
    at.head->edges = wendi_portal_edge_costs(shape, costs, at.portals, count,
                                             graph->map->has_diagonals, at.costs);
    return page;
}

uint32_t wendi_shared_page_get(wendi_portal_graph *graph, const wendi_tile_shape *shape,
                               uint8_t cost, uint32_t sides)
{
    wendi_shared_tiles *shared = &graph->shared;
    const uint32_t key = shape_key(shape) << 12 | sides << 8 | cost;
    const uint32_t found = wendi_key_table_find(&shared->page_keys, key);
    if (found != NO_KIND) {
        return found;
    }
    if (!reserve_page_kind(graph)) {
        return NO_KIND;
    }
    const uint32_t page = write_page(graph, shape, cost, sides);
    const uint32_t shared_tile =
        wendi_key_table_add(&shared->page_keys, wendi_key_table_slot(&shared->page_keys, key), key);
    shared->pages[shared_tile] =
        (wendi_shared_page){page, wendi_portal_page_hash(&graph->pages, page)};
    ++graph->built;
    return shared_tile;
}

/* ---- shared tiles ---- */

uint32_t wendi_shared_tile_find(const wendi_portal_graph *graph, const wendi_tile_shape *shape,
                                wendi_uniform_tile face)
{
    return wendi_key_table_find(&graph->shared.tile_keys, wendi_shared_tile_key(shape, face));
}

uint32_t wendi_shared_tile_add(wendi_portal_graph *graph, const wendi_tile_shape *shape,
                               wendi_uniform_tile face, bool *is_full)
{
    wendi_shared_tiles *shared = &graph->shared;
    *is_full = shared->tile_keys.count == WENDI_SHARED_TILES_MAX;
    if (*is_full) {
        return NO_KIND;
    }
    const uint32_t shared_page =
        wendi_shared_page_get(graph, shape, face.cost, uniform_tile_sides(face));
    if (shared_page == NO_KIND || !reserve_tile_kind(graph)) {
        return NO_KIND;
    }
    const uint32_t key = wendi_shared_tile_key(shape, face);
    const uint32_t shared_tile =
        wendi_key_table_add(&shared->tile_keys, wendi_key_table_slot(&shared->tile_keys, key), key);
    shared->tiles[shared_tile] = (wendi_shared_tile){key, shared_page};
    wendi_uniform_tile_fill(shape, face, wendi_shared_tile_costs(graph, shared_tile));
    return shared_tile;
}
