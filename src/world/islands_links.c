/* takes: a grid's links, and islands.
 * gives: which island leads to which by links.
 * cost:  a look at every link, and sorting those between islands, when links changed, when a tile
 *        in which one ends changed or was cut off, or when an island with links was joined to a
 *        larger one; else none. A question takes three binary searches.
 *
 * Islands that lead to each other are one component. Components are numbered in the order in which
 * a depth-first search is done with them, so that what it reached from one lies right below it:
 *
 *   components   0 1 2 3 4 5       4 reaches 2 ... 4, found on the way, and what those reach that
 *   reached by 4 * . * * *         was found before: a few ranges of numbers, almost always one
 *
 * Source: Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972); ranges after Agrawal,
 * Borgida and Jagadish, "Efficient Management of Transitive Relationships in Large Data and
 * Knowledge Bases" (1989). */
#include "world/islands_private.h"
#include "world/link_private.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* What is needed on the way only. Arrays of numbers go by node: an island with links. */
typedef struct work {
    const wend_islands *islands;
    wendi_island_links made;
    wendi_array_u64 edges; /* from << 32 | to: islands, then nodes */
    wendi_array_u32 first_edge, order, low, below, stack, path, next_edge;
    wendi_array_u64 found;
    uint32_t node_count, component_count;
} work;

/* ---- memory ---- */

static void start_work(work *w, const wend_islands *islands)
{
    memset(w, 0, sizeof *w);
    w->islands = islands;
    wendi_array_u32 *const small[] = {&w->made.islands, &w->made.components, &w->made.first_range,
                                      &w->first_edge,   &w->order,           &w->low,
                                      &w->below,        &w->stack,           &w->path,
                                      &w->next_edge};
    wendi_array_u64 *const large[] = {&w->made.ranges, &w->made.link_tiles, &w->edges, &w->found};
    for (size_t i = 0; i < sizeof small / sizeof *small; ++i) {
        wendi_array_u32_init(small[i], &islands->allocator);
    }
    for (size_t i = 0; i < sizeof large / sizeof *large; ++i) {
        wendi_array_u64_init(large[i], &islands->allocator);
    }
}

static void end_work(work *w)
{
    wendi_array_u32 *const small[] = {&w->first_edge, &w->order, &w->low,      &w->below,
                                      &w->stack,      &w->path,  &w->next_edge};
    for (size_t i = 0; i < sizeof small / sizeof *small; ++i) {
        wendi_array_u32_free(small[i]);
    }
    wendi_array_u64_free(&w->edges);
    wendi_array_u64_free(&w->found);
}

void wendi_island_links_free(wendi_island_links *links)
{
    wendi_array_u32_free(&links->islands);
    wendi_array_u32_free(&links->components);
    wendi_array_u32_free(&links->first_range);
    wendi_array_u64_free(&links->ranges);
    wendi_array_u64_free(&links->link_tiles);
}

size_t wendi_island_links_bytes(const wendi_island_links *links)
{
    const size_t small =
        links->islands.capacity + links->components.capacity + links->first_range.capacity;
    const size_t large = links->ranges.capacity + links->link_tiles.capacity;
    return small * sizeof(uint32_t) + large * sizeof(uint64_t);
}

/* ---- the graph ---- */

static void mark_tile(work *w, wend_node node)
{
    uint64_t cell;
    const uint32_t tile = wendi_tile_of(&w->islands->tiling, node, &cell);
    w->made.link_tiles.items[tile / 64] |= UINT64_C(1) << tile % 64;
}

static bool add_link(work *w, const wendi_link *link)
{
    const wendi_ground *ground = &w->islands->ground;
    mark_tile(w, link->from);
    mark_tile(w, link->to);
    if (!wendi_link_is_usable(link, ground->movement_class, ground->team)) {
        return true;
    }
    const uint64_t from = wend_islands_of(w->islands, link->from);
    const uint64_t to = wend_islands_of(w->islands, link->to);
    if (from == WEND_ISLAND_NONE || to == WEND_ISLAND_NONE || from == to) {
        return true;
    }
    return wendi_array_u64_push(&w->edges, from << 32 | to) &&
           (!link->is_two_way || wendi_array_u64_push(&w->edges, to << 32 | from));
}

static bool add_links(work *w)
{
    const wend_grid *grid = w->islands->ground.grid;
    const uint32_t slots = wendi_links_count_slots(grid);
    bool is_done = slots == 0 || wendi_array_u64_resize(&w->made.link_tiles,
                                                        w->islands->tiling.tile_count / 64 + 1);
    for (uint32_t i = 0; is_done && i < slots; ++i) {
        const wendi_link *link = wendi_link_at(grid, i);
        is_done = link == NULL || add_link(w, link);
    }
    return is_done;
}

/* Sorts numbers, leaves out those that are there twice. @param pairs [2 * count] */
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

/* The place of an island among those with links; NONE. */
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
static bool find_nodes(work *w)
{
    wendi_array_u64 *ends = &w->found;
    for (size_t i = 0; i < w->edges.count; ++i) {
        if (!wendi_array_u64_push(ends, w->edges.items[i] >> 32) ||
            !wendi_array_u64_push(ends, (uint32_t)w->edges.items[i])) {
            return false;
        }
    }
    if (!sort_u64(ends) || !wendi_array_u32_resize(&w->made.islands, ends->count)) {
        return false;
    }
    for (size_t i = 0; i < ends->count; ++i) {
        w->made.islands.items[i] = (uint32_t)ends->items[i];
    }
    w->node_count = (uint32_t)ends->count;
    wendi_array_u64_clear(ends);
    return true;
}

/* Edges sorted by node, and where each node's begin. */
static bool lay_out_edges(work *w)
{
    const uint32_t count = w->node_count;
    if (!wendi_array_u32_resize(&w->first_edge, (size_t)count + 1)) {
        return false;
    }
    for (size_t i = 0; i < w->edges.count; ++i) {
        const uint64_t edge = w->edges.items[i];
        const uint64_t from = find_node(&w->made.islands, (uint32_t)(edge >> 32));
        w->edges.items[i] = from << 32 | find_node(&w->made.islands, (uint32_t)edge);
        w->first_edge.items[from + 1] = (uint32_t)i + 1;
    }
    for (uint32_t node = 0; node < count; ++node) {
        const uint32_t end = w->first_edge.items[node];
        if (w->first_edge.items[node + 1] < end) {
            w->first_edge.items[node + 1] = end;
        }
    }
    return true;
}

/* ---- components ---- */

static bool make_room(work *w)
{
    const size_t count = w->node_count;
    wendi_array_u32 *const each[] = {&w->made.components, &w->order, &w->low, &w->below,
                                     &w->next_edge};
    for (size_t i = 0; i < sizeof each / sizeof *each; ++i) {
        if (!wendi_array_u32_resize(each[i], count)) {
            return false;
        }
    }
    memset(w->made.components.items, 0xff, count * sizeof *w->made.components.items);
    return wendi_array_u32_reserve(&w->stack, count) && wendi_array_u32_reserve(&w->path, count) &&
           wendi_array_u32_reserve(&w->made.first_range, count + 1);
}

static void discover(work *w, uint32_t node, uint32_t *order)
{
    w->order.items[node] = w->low.items[node] = ++*order;
    w->below.items[node] = w->component_count;
    w->next_edge.items[node] = w->first_edge.items[node];
    w->stack.items[w->stack.count++] = node;
    w->path.items[w->path.count++] = node;
}

/* The ranges of a component that an edge leads to. */
static bool add_ranges_of(work *w, uint32_t component)
{
    const uint32_t *first = w->made.first_range.items;
    for (uint32_t i = first[component]; i < first[component + 1]; ++i) {
        if (!wendi_array_u64_push(&w->found, w->made.ranges.items[i])) {
            return false;
        }
    }
    return true;
}

/* Makes ascending ranges disjoint, and those of the component. */
static bool write_ranges(work *w)
{
    wendi_array_u64 *ranges = &w->made.ranges;
    const size_t begin = ranges->count;
    for (size_t i = 0; i < w->found.count; ++i) {
        const uint64_t range = w->found.items[i];
        uint64_t *last = ranges->count > begin ? &ranges->items[ranges->count - 1] : NULL;
        if (last != NULL && range >> 32 <= (uint64_t)(uint32_t)*last + 1) {
            const uint64_t high =
                (uint32_t)range > (uint32_t)*last ? (uint32_t)range : (uint32_t)*last;
            *last = *last >> 32 << 32 | high;
        } else if (!wendi_array_u64_push(ranges, range)) {
            return false;
        }
    }
    w->made.first_range.items[w->made.first_range.count++] = (uint32_t)ranges->count;
    return ranges->count < UINT32_MAX;
}

/* The nodes from the top of the stack down to the root are a component. */
static bool close_component(work *w, uint32_t root)
{
    const uint32_t below = w->below.items[root];
    const uint32_t component = w->component_count;
    wendi_array_u64_clear(&w->found);
    if (!wendi_array_u64_push(&w->found, (uint64_t)below << 32 | component)) {
        return false;
    }
    uint32_t node;
    do {
        node = w->stack.items[--w->stack.count];
        w->made.components.items[node] = component;
        for (uint32_t e = w->first_edge.items[node]; e < w->first_edge.items[node + 1]; ++e) {
            const uint32_t to = w->made.components.items[(uint32_t)w->edges.items[e]];
            if (to < component && !add_ranges_of(w, to)) {
                return false;
            }
        }
    } while (node != root);
    ++w->component_count;
    return sort_u64(&w->found) && write_ranges(w);
}

/* Goes on from the last node of the path. */
static bool step(work *w, uint32_t *order)
{
    const uint32_t node = w->path.items[w->path.count - 1];
    uint32_t *low = w->low.items;
    if (w->next_edge.items[node] < w->first_edge.items[node + 1]) {
        const uint32_t to = (uint32_t)w->edges.items[w->next_edge.items[node]++];
        if (w->order.items[to] == 0) {
            discover(w, to, order);
        } else if (w->made.components.items[to] == NONE && w->order.items[to] < low[node]) {
            low[node] = w->order.items[to];
        }
        return true;
    }
    --w->path.count;
    if (w->path.count > 0) {
        const uint32_t before = w->path.items[w->path.count - 1];
        low[before] = low[node] < low[before] ? low[node] : low[before];
    }
    return low[node] != w->order.items[node] || close_component(w, node);
}

static bool find_components(work *w)
{
    if (!make_room(w)) {
        return false;
    }
    uint32_t order = 0;
    w->made.first_range.items[w->made.first_range.count++] = 0;
    bool is_done = true;
    for (uint32_t node = 0; is_done && node < w->node_count; ++node) {
        if (w->order.items[node] == 0) {
            discover(w, node, &order);
        }
        while (is_done && w->path.count > 0) {
            is_done = step(w, &order);
        }
    }
    return is_done;
}

/* ---- faces ---- */

static bool work_out(work *w)
{
    if (!add_links(w)) {
        return false;
    }
    if (w->edges.count == 0) {
        return true;
    }
    return sort_u64(&w->edges) && find_nodes(w) && lay_out_edges(w) && find_components(w);
}

wend_result wendi_island_links_update(wend_islands *islands)
{
    wendi_island_links *links = &islands->links;
    const uint64_t revision = wend_grid_links_revision(islands->ground.grid);
    if (links->revision == revision) {
        return WEND_OK;
    }
    work w;
    start_work(&w, islands);
    const bool is_done = work_out(&w);
    end_work(&w);
    if (!is_done) {
        wendi_island_links_free(&w.made);
        return WEND_ERROR_MEMORY;
    }
    wendi_island_links_free(links);
    *links = w.made;
    links->revision = revision;
    return WEND_OK;
}

void wendi_island_links_note_tile(wendi_island_links *links, uint32_t tile)
{
    const wendi_array_u64 *tiles = &links->link_tiles;
    if (tiles->count > 0 && (tiles->items[tile / 64] >> tile % 64 & 1) != 0) {
        links->revision = 0;
    }
}

void wendi_island_links_note_island(wendi_island_links *links, uint32_t island)
{
    if (find_node(&links->islands, island) != NONE) {
        links->revision = 0;
    }
}

bool wendi_island_links_lead(const wendi_island_links *links, uint32_t from, uint32_t to)
{
    const uint32_t a = find_node(&links->islands, from);
    const uint32_t b = find_node(&links->islands, to);
    if (a == NONE || b == NONE) {
        return false;
    }
    const uint32_t component = links->components.items[a];
    const uint32_t goal = links->components.items[b];
    uint32_t low = links->first_range.items[component];
    uint32_t high = links->first_range.items[component + 1];
    while (low < high) { /* The first range that ends at the goal or later. */
        const uint32_t middle = low + (high - low) / 2;
        if ((uint32_t)links->ranges.items[middle] < goal) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < links->first_range.items[component + 1] && links->ranges.items[low] >> 32 <= goal;
}
