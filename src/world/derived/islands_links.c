/* Reachability between islands by links.
 * Cost: all links are read, and those between islands sorted, when links changed, when a tile in
 * which one ends changed or was cut off, or when an island with links was joined to a larger one;
 * else nothing. A query takes three binary searches. */
#include "world/derived/islands.h"
#include "world/layers/link.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* Working arrays. Nodes are islands with links. */
typedef struct link_work {
    const wend_islands *islands;
    wendi_island_links made;
    wendi_array_u64 edges; /* from << 32 | to: islands, then nodes */
    wendi_array_u64 ends;
    wendi_array_u32 first_edge; /* [nodes + 1] */
} link_work;

/* ---- memory ---- */

static void start_work(link_work *w, const wend_islands *islands)
{
    const wend_allocator *a = &islands->allocator;
    memset(w, 0, sizeof *w);
    w->islands = islands;
    wendi_array_u32_init(&w->made.islands, a);
    wendi_closure_init(&w->made.closure, a);
    wendi_array_u64_init(&w->made.link_tiles, a);
    wendi_array_u64_init(&w->edges, a);
    wendi_array_u64_init(&w->ends, a);
    wendi_array_u32_init(&w->first_edge, a);
}

void wendi_island_links_free(wendi_island_links *links)
{
    wendi_array_u32_free(&links->islands);
    wendi_closure_free(&links->closure);
    wendi_array_u64_free(&links->link_tiles);
}

size_t wendi_island_links_memory_bytes(const wendi_island_links *links)
{
    return links->islands.capacity * sizeof(uint32_t) +
           links->link_tiles.capacity * sizeof(uint64_t) +
           wendi_closure_memory_bytes(&links->closure);
}

/* ---- the graph ---- */

static void mark_tile(link_work *w, wend_node node)
{
    uint64_t cell;
    const uint32_t tile = wendi_island_tile_of(&w->islands->tiling, node, &cell);
    w->made.link_tiles.items[tile / 64] |= UINT64_C(1) << tile % 64;
}

static bool add_link(link_work *w, const wendi_link *link)
{
    const wendi_agent_grid *agent_grid = &w->islands->agent_grid;
    mark_tile(w, link->from);
    mark_tile(w, link->to);
    if (!wendi_link_is_usable(link, agent_grid->movement_class, agent_grid->team)) {
        return true;
    }
    const uint64_t from = wend_islands_at(w->islands, link->from);
    const uint64_t to = wend_islands_at(w->islands, link->to);
    if (from == WEND_ISLAND_NONE || to == WEND_ISLAND_NONE || from == to) {
        return true;
    }
    return wendi_array_u64_push(&w->edges, from << 32 | to) &&
           (!link->is_two_way || wendi_array_u64_push(&w->edges, to << 32 | from));
}

static bool add_links(link_work *w)
{
    const wend_grid *grid = w->islands->agent_grid.grid;
    const uint32_t slots = wendi_links_slot_count(grid);
    bool is_done = slots == 0 || wendi_array_u64_resize(&w->made.link_tiles,
                                                        w->islands->tiling.tile_count / 64 + 1);
    for (uint32_t i = 0; is_done && i < slots; ++i) {
        const wendi_link *link = wendi_link_at(grid, i);
        is_done = link == NULL || add_link(w, link);
    }
    return is_done;
}

/* Sorts numbers and drops duplicates. @param pairs [2 * count] */
static void sort_edges(wendi_array_u64 *edges, wendi_sort_pair *pairs)
{
    const size_t count = edges->count;
    for (size_t i = 0; i < count; ++i) {
        pairs[i] = (wendi_sort_pair){edges->items[i], 0};
    }
    wendi_sort_pairs(pairs, pairs + count, count);
    edges->count = 0;
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || pairs[i].key != pairs[i - 1].key) {
            edges->items[edges->count++] = pairs[i].key;
        }
    }
}

static bool sort_u64(wendi_array_u64 *numbers)
{
    if (numbers->count < 2) {
        return true;
    }
    const size_t bytes = 2 * numbers->count * sizeof(wendi_sort_pair);
    wendi_sort_pair *pairs = wendi_alloc(&numbers->allocator, bytes);
    if (pairs == NULL) {
        return false;
    }
    sort_edges(numbers, pairs);
    wendi_free(&numbers->allocator, pairs, bytes);
    return true;
}

/* The index of an island among those with links; NONE. */
static uint32_t find_node(const wendi_array_u32 *islands, uint32_t island)
{
    size_t low = 0;
    size_t high = islands->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (islands->items[middle] < island) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < islands->count && islands->items[low] == island ? (uint32_t)low : NONE;
}

/* All ends of edges, ascending, each once. */
static bool find_nodes(link_work *w)
{
    for (size_t i = 0; i < w->edges.count; ++i) {
        if (!wendi_array_u64_push(&w->ends, w->edges.items[i] >> 32) ||
            !wendi_array_u64_push(&w->ends, (uint32_t)w->edges.items[i])) {
            return false;
        }
    }
    if (!sort_u64(&w->ends) || !wendi_array_u32_resize(&w->made.islands, w->ends.count)) {
        return false;
    }
    for (size_t i = 0; i < w->ends.count; ++i) {
        w->made.islands.items[i] = (uint32_t)w->ends.items[i];
    }
    return true;
}

/* Edges sorted by node, and the first one of each node. */
static bool lay_out_edges(link_work *w)
{
    const size_t count = w->made.islands.count;
    if (!wendi_array_u32_resize(&w->first_edge, count + 1)) {
        return false;
    }
    for (size_t i = 0; i < w->edges.count; ++i) {
        const uint64_t edge = w->edges.items[i];
        const uint64_t from = find_node(&w->made.islands, (uint32_t)(edge >> 32));
        w->edges.items[i] = from << 32 | find_node(&w->made.islands, (uint32_t)edge);
        w->first_edge.items[from + 1] = (uint32_t)i + 1;
    }
    for (size_t node = 0; node < count; ++node) {
        const uint32_t end = w->first_edge.items[node];
        if (w->first_edge.items[node + 1] < end) {
            w->first_edge.items[node + 1] = end;
        }
    }
    return true;
}

static uint32_t target_of(const void *context, uint32_t edge)
{
    const link_work *w = context;
    return (uint32_t)w->edges.items[edge];
}

/* ---- calls ---- */

static bool compute(link_work *w)
{
    if (!add_links(w)) {
        return false;
    }
    if (w->edges.count == 0) {
        return true;
    }
    return sort_u64(&w->edges) && find_nodes(w) && lay_out_edges(w) &&
           wendi_closure_build(&w->made.closure, &w->islands->allocator,
                               (uint32_t)w->made.islands.count, w->first_edge.items, target_of, w);
}

wend_result wendi_island_links_update(wend_islands *islands)
{
    wendi_island_links *links = &islands->links;
    const uint64_t revision = wend_grid_links_revision(islands->agent_grid.grid);
    if (links->revision == revision) {
        return WEND_OK;
    }
    link_work w;
    start_work(&w, islands);
    const bool is_done = compute(&w);
    wendi_array_u64_free(&w.edges);
    wendi_array_u64_free(&w.ends);
    wendi_array_u32_free(&w.first_edge);
    if (!is_done) {
        wendi_island_links_free(&w.made);
        return WEND_ERROR_MEMORY;
    }
    wendi_island_links_free(links);
    *links = w.made;
    links->revision = revision;
    return WEND_OK;
}

void wendi_island_links_mark_tile(wendi_island_links *links, uint32_t tile)
{
    const wendi_array_u64 *tiles = &links->link_tiles;
    if (tiles->count > 0 && (tiles->items[tile / 64] >> tile % 64 & 1) != 0) {
        links->revision = 0;
    }
}

void wendi_island_links_mark_island(wendi_island_links *links, uint32_t island)
{
    if (find_node(&links->islands, island) != NONE) {
        links->revision = 0;
    }
}

bool wendi_island_links_connect(const wendi_island_links *links, uint32_t from, uint32_t to)
{
    const uint32_t a = find_node(&links->islands, from);
    const uint32_t b = find_node(&links->islands, to);
    return a != NONE && b != NONE && wendi_closure_reaches(&links->closure, a, b);
}
