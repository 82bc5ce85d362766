/* takes: one-way steps between places.
 * gives: which place leads to which.
 * cost:  sorting the steps; a question takes three binary searches. */
#include "flow/reach_ways.h"

#include "base/sort.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* What is needed on the way only. Places by index. */
typedef struct work {
    wendi_reach_ways *ways;
    wendi_sort_pair *edges; /* [2 * edge_count] key: from << 32 | to; the rest is scratch */
    size_t edge_count;
    uint32_t *memory; /* one block for what follows */
    size_t memory_count;
    uint32_t *first_edge;                                     /* [node_count + 1] */
    uint32_t *order, *low, *below, *next_edge, *stack, *path; /* [node_count] */
    uint32_t node_count, component_count, found_count, stack_count, path_count;
    wendi_array_u64 ranges; /* of the component in hand */
} work;

void wendi_reach_ways_init(wendi_reach_ways *ways, const wend_allocator *allocator)
{
    wendi_array_u64_init(&ways->places, allocator);
    wendi_array_u32_init(&ways->components, allocator);
    wendi_array_u32_init(&ways->first_range, allocator);
    wendi_array_u64_init(&ways->ranges, allocator);
    wendi_array_u64_init(&ways->from, allocator);
    wendi_array_u64_init(&ways->to, allocator);
}

void wendi_reach_ways_free(wendi_reach_ways *ways)
{
    wendi_array_u64_free(&ways->places);
    wendi_array_u32_free(&ways->components);
    wendi_array_u32_free(&ways->first_range);
    wendi_array_u64_free(&ways->ranges);
    wendi_array_u64_free(&ways->from);
    wendi_array_u64_free(&ways->to);
}

size_t wendi_reach_ways_bytes(const wendi_reach_ways *ways)
{
    return (ways->places.capacity + ways->ranges.capacity) * sizeof(uint64_t) +
           (ways->components.capacity + ways->first_range.capacity) * sizeof(uint32_t);
}

bool wendi_reach_ways_add(wendi_reach_ways *ways, uint64_t from, uint64_t to)
{
    return wendi_array_u64_push(&ways->from, from) && wendi_array_u64_push(&ways->to, to);
}

/* ---- the graph ---- */

/* Sorts by key and leaves out keys that are there twice. @return how many are left. */
static size_t sort_once(wendi_sort_pair *pairs, size_t count)
{
    wendi_sort_pairs(pairs, pairs + count, count);
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (kept == 0 || pairs[i].key != pairs[kept - 1].key) {
            pairs[kept++] = pairs[i];
        }
    }
    return kept;
}

static uint32_t find_place(const wendi_array_u64 *places, uint64_t place)
{
    size_t low = 0;
    size_t high = places->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (places->items[middle] < place) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < places->count && places->items[low] == place ? (uint32_t)low : NONE;
}

/* All ends, ascending, each once. */
static bool find_places(wendi_reach_ways *ways)
{
    const size_t ends = 2 * ways->from.count;
    const wend_allocator *a = &ways->places.allocator;
    const size_t bytes = 2 * ends * sizeof(wendi_sort_pair);
    wendi_sort_pair *pairs = wendi_alloc(a, bytes);
    if (pairs == NULL) {
        return false;
    }
    for (size_t i = 0; i < ways->from.count; ++i) {
        pairs[2 * i] = (wendi_sort_pair){ways->from.items[i], 0};
        pairs[2 * i + 1] = (wendi_sort_pair){ways->to.items[i], 0};
    }
    const size_t count = sort_once(pairs, ends);
    const bool is_done = wendi_array_u64_resize(&ways->places, count);
    for (size_t i = 0; is_done && i < count; ++i) {
        ways->places.items[i] = pairs[i].key;
    }
    wendi_free(a, pairs, bytes);
    return is_done;
}

static void lay_out_edges(work *w)
{
    const wendi_reach_ways *ways = w->ways;
    const size_t count = ways->from.count;
    for (size_t i = 0; i < count; ++i) {
        const uint64_t from = find_place(&ways->places, ways->from.items[i]);
        w->edges[i].key = from << 32 | find_place(&ways->places, ways->to.items[i]);
        w->edges[i].value = 0;
    }
    w->edge_count = sort_once(w->edges, count);
    uint32_t edge = 0;
    for (uint32_t node = 0; node <= w->node_count; ++node) {
        while (edge < w->edge_count && w->edges[edge].key >> 32 < node) {
            ++edge;
        }
        w->first_edge[node] = edge;
    }
}

/* ---- memory ---- */

static void end_work(work *w)
{
    const wend_allocator *a = &w->ways->places.allocator;
    wendi_free(a, w->edges, 2 * w->ways->from.count * sizeof *w->edges);
    wendi_free(a, w->memory, w->memory_count * sizeof *w->memory);
    wendi_array_u64_free(&w->ranges);
}

static bool start_work(work *w, wendi_reach_ways *ways)
{
    enum { ARRAYS = 7 };
    const wend_allocator *a = &ways->places.allocator;
    memset(w, 0, sizeof *w);
    w->ways = ways;
    w->node_count = (uint32_t)ways->places.count;
    wendi_array_u64_init(&w->ranges, a);
    const size_t count = w->node_count;
    w->memory_count = ARRAYS * count + 1;
    w->edges = wendi_alloc(a, 2 * ways->from.count * sizeof *w->edges);
    w->memory = wendi_alloc_zero(a, w->memory_count * sizeof *w->memory);
    if (w->edges == NULL || w->memory == NULL ||
        !wendi_array_u32_resize(&ways->components, count) ||
        !wendi_array_u32_reserve(&ways->first_range, count + 1)) {
        return false;
    }
    memset(ways->components.items, 0xff, count * sizeof *ways->components.items);
    uint32_t **const arrays[] = {&w->order, &w->low, &w->below, &w->next_edge, &w->stack, &w->path};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        *arrays[i] = w->memory + i * count;
    }
    w->first_edge = w->memory + (ARRAYS - 1) * count;
    return true;
}

/* ---- components ---- */

static void discover(work *w, uint32_t node)
{
    w->order[node] = w->low[node] = ++w->found_count;
    w->below[node] = w->component_count;
    w->next_edge[node] = w->first_edge[node];
    w->stack[w->stack_count++] = node;
    w->path[w->path_count++] = node;
}

/* The ranges of a component that an edge leads to. */
static bool add_ranges_of(work *w, uint32_t component)
{
    const wendi_reach_ways *ways = w->ways;
    const uint32_t first = ways->first_range.items[component];
    return wendi_array_u64_append(&w->ranges, ways->ranges.items + first,
                                  ways->first_range.items[component + 1] - first);
}

/* Sorts the ranges in hand, joins those that touch, and writes them. */
static bool write_ranges(work *w)
{
    wendi_array_u64 *ranges = &w->ways->ranges;
    const size_t count = w->ranges.count;
    const wend_allocator *a = &w->ways->places.allocator;
    wendi_sort_pair *pairs = wendi_alloc(a, 2 * count * sizeof *pairs);
    if (pairs == NULL || !wendi_array_u64_reserve(ranges, ranges->count + count)) {
        wendi_free(a, pairs, 2 * count * sizeof *pairs);
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        pairs[i] = (wendi_sort_pair){w->ranges.items[i], 0};
    }
    wendi_sort_pairs(pairs, pairs + count, count);
    const size_t begin = ranges->count;
    for (size_t i = 0; i < count; ++i) {
        const uint64_t range = pairs[i].key;
        uint64_t *last = ranges->count > begin ? &ranges->items[ranges->count - 1] : NULL;
        if (last != NULL && range >> 32 <= (uint64_t)(uint32_t)*last + 1) {
            const uint64_t high =
                (uint32_t)range > (uint32_t)*last ? (uint32_t)range : (uint32_t)*last;
            *last = *last >> 32 << 32 | high;
        } else {
            ranges->items[ranges->count++] = range;
        }
    }
    wendi_free(a, pairs, 2 * count * sizeof *pairs);
    w->ways->first_range.items[w->ways->first_range.count++] = (uint32_t)ranges->count;
    return true;
}

/* The nodes from the top of the stack down to the root are a component. */
static bool close_component(work *w, uint32_t root)
{
    const uint32_t component = w->component_count;
    uint32_t *components = w->ways->components.items;
    wendi_array_u64_clear(&w->ranges);
    if (!wendi_array_u64_push(&w->ranges, (uint64_t)w->below[root] << 32 | component)) {
        return false;
    }
    uint32_t node;
    do {
        node = w->stack[--w->stack_count];
        components[node] = component;
        for (uint32_t e = w->first_edge[node]; e < w->first_edge[node + 1]; ++e) {
            const uint32_t to = components[(uint32_t)w->edges[e].key];
            if (to < component && !add_ranges_of(w, to)) {
                return false;
            }
        }
    } while (node != root);
    ++w->component_count;
    return write_ranges(w);
}

/* Goes on from the last node of the path. */
static bool step(work *w)
{
    const uint32_t node = w->path[w->path_count - 1];
    if (w->next_edge[node] < w->first_edge[node + 1]) {
        const uint32_t to = (uint32_t)w->edges[w->next_edge[node]++].key;
        if (w->order[to] == 0) {
            discover(w, to);
        } else if (w->ways->components.items[to] == NONE && w->order[to] < w->low[node]) {
            w->low[node] = w->order[to];
        }
        return true;
    }
    --w->path_count;
    if (w->path_count > 0) {
        const uint32_t before = w->path[w->path_count - 1];
        w->low[before] = w->low[node] < w->low[before] ? w->low[node] : w->low[before];
    }
    return w->low[node] != w->order[node] || close_component(w, node);
}

static bool find_components(work *w)
{
    w->ways->first_range.items[w->ways->first_range.count++] = 0;
    bool is_done = true;
    for (uint32_t node = 0; is_done && node < w->node_count; ++node) {
        if (w->order[node] == 0) {
            discover(w, node);
        }
        while (is_done && w->path_count > 0) {
            is_done = step(w);
        }
    }
    return is_done;
}

bool wendi_reach_ways_close(wendi_reach_ways *ways)
{
    if (ways->from.count == 0) {
        return true;
    }
    if (!find_places(ways)) {
        return false;
    }
    work w;
    bool is_done = start_work(&w, ways);
    if (is_done) {
        lay_out_edges(&w);
        is_done = find_components(&w);
    }
    end_work(&w);
    wendi_array_u64_free(&ways->from);
    wendi_array_u64_free(&ways->to);
    return is_done;
}

bool wendi_reach_ways_lead(const wendi_reach_ways *ways, uint64_t from, uint64_t to)
{
    const uint32_t a = find_place(&ways->places, from);
    const uint32_t b = find_place(&ways->places, to);
    if (a == NONE || b == NONE) {
        return false;
    }
    const uint32_t component = ways->components.items[a];
    const uint32_t goal = ways->components.items[b];
    uint32_t low = ways->first_range.items[component];
    uint32_t high = ways->first_range.items[component + 1];
    while (low < high) { /* The first range that ends at the goal or later. */
        const uint32_t middle = low + (high - low) / 2;
        if ((uint32_t)ways->ranges.items[middle] < goal) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < ways->first_range.items[component + 1] && ways->ranges.items[low] >> 32 <= goal;
}
