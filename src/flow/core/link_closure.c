/* takes: one-way steps between places.
 * gives: which place leads to which.
 * cost:  sorting the steps; a question takes three binary searches. */
#include "flow/core/link_closure.h"

#include "base/core/memory.h"
#include "base/core/sort.h"

static const uint32_t NONE = UINT32_MAX;

/* What is needed on the way only. Places by index. */
typedef struct work {
    wendi_sort_pair *edges; /* [2 * edge_count] key: from << 32 | to; the rest is scratch */
    size_t edge_count;
    uint32_t *first_edge; /* [node_count + 1] */
    uint32_t node_count;
} work;

void wendi_link_closure_init(wendi_link_closure *ways, const wend_allocator *allocator)
{
    wendi_array_u64_init(&ways->places, allocator);
    wendi_closure_init(&ways->closure, allocator);
    wendi_array_u64_init(&ways->from, allocator);
    wendi_array_u64_init(&ways->to, allocator);
}

void wendi_link_closure_free(wendi_link_closure *ways)
{
    wendi_array_u64_free(&ways->places);
    wendi_closure_free(&ways->closure);
    wendi_array_u64_free(&ways->from);
    wendi_array_u64_free(&ways->to);
}

size_t wendi_link_closure_memory_bytes(const wendi_link_closure *ways)
{
    return ways->places.capacity * sizeof(uint64_t) + wendi_closure_memory_bytes(&ways->closure);
}

bool wendi_link_closure_add(wendi_link_closure *ways, uint64_t from, uint64_t to)
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
static bool find_places(wendi_link_closure *ways)
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

static void lay_out_edges(work *w, const wendi_link_closure *ways)
{
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

static uint32_t target_of(const void *context, uint32_t edge)
{
    const work *w = context;
    return (uint32_t)w->edges[edge].key;
}

/* ---- faces ---- */

bool wendi_link_closure_build(wendi_link_closure *ways)
{
    if (ways->from.count == 0) {
        return true;
    }
    if (!find_places(ways)) {
        return false;
    }
    const wend_allocator *a = &ways->places.allocator;
    work w = {.node_count = (uint32_t)ways->places.count};
    const size_t edge_bytes = 2 * ways->from.count * sizeof *w.edges;
    const size_t node_bytes = ((size_t)w.node_count + 1) * sizeof *w.first_edge;
    w.edges = wendi_alloc(a, edge_bytes);
    w.first_edge = wendi_alloc(a, node_bytes);
    bool is_done = w.edges != NULL && w.first_edge != NULL;
    if (is_done) {
        lay_out_edges(&w, ways);
        is_done = wendi_closure_build(&ways->closure, a, w.node_count, w.first_edge, target_of, &w);
    }
    wendi_free(a, w.edges, w.edges == NULL ? 0 : edge_bytes);
    wendi_free(a, w.first_edge, w.first_edge == NULL ? 0 : node_bytes);
    wendi_array_u64_free(&ways->from);
    wendi_array_u64_free(&ways->to);
    return is_done;
}

bool wendi_link_closure_leads(const wendi_link_closure *ways, uint64_t from, uint64_t to)
{
    const uint32_t a = find_place(&ways->places, from);
    const uint32_t b = find_place(&ways->places, to);
    return a != NONE && b != NONE && wendi_closure_reaches(&ways->closure, a, b);
}
