/* Reachability between nodes over one-way links.
 * Cost: sorting the links; a query takes three binary searches. */
#include "flow/core/link_closure.h"

#include "base/core/memory.h"
#include "base/core/sort.h"

static const uint32_t NONE = UINT32_MAX;

/* Scratch memory. Nodes are indices. */
typedef struct closure_work {
    wendi_sort_pair *edges; /* [2 * edge_count] key: from << 32 | to; the rest is scratch */
    size_t edge_count;
    uint32_t *first_edge; /* [node_count + 1] */
    uint32_t node_count;
} closure_work;

void wendi_link_closure_init(wendi_link_closure *links, const wend_allocator *allocator)
{
    wendi_array_u64_init(&links->nodes, allocator);
    wendi_closure_init(&links->closure, allocator);
    wendi_array_u64_init(&links->from, allocator);
    wendi_array_u64_init(&links->to, allocator);
}

void wendi_link_closure_free(wendi_link_closure *links)
{
    wendi_array_u64_free(&links->nodes);
    wendi_closure_free(&links->closure);
    wendi_array_u64_free(&links->from);
    wendi_array_u64_free(&links->to);
}

size_t wendi_link_closure_memory_bytes(const wendi_link_closure *links)
{
    return links->nodes.capacity * sizeof(uint64_t) + wendi_closure_memory_bytes(&links->closure);
}

bool wendi_link_closure_add(wendi_link_closure *links, uint64_t from, uint64_t to)
{
    return wendi_array_u64_push(&links->from, from) && wendi_array_u64_push(&links->to, to);
}

/* ---- the graph ---- */

/* Sorts by key and removes duplicates. @return number of keys left. */
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

static uint32_t find_node(const wendi_array_u64 *nodes, uint64_t node)
{
    size_t low = 0;
    size_t high = nodes->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (nodes->items[middle] < node) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < nodes->count && nodes->items[low] == node ? (uint32_t)low : NONE;
}

/* All link ends, ascending, each once. */
static bool find_nodes(wendi_link_closure *links)
{
    const size_t ends = 2 * links->from.count;
    const wend_allocator *a = &links->nodes.allocator;
    const size_t bytes = 2 * ends * sizeof(wendi_sort_pair);
    wendi_sort_pair *pairs = wendi_alloc(a, bytes);
    if (pairs == NULL) {
        return false;
    }
    for (size_t i = 0; i < links->from.count; ++i) {
        pairs[2 * i] = (wendi_sort_pair){links->from.items[i], 0};
        pairs[2 * i + 1] = (wendi_sort_pair){links->to.items[i], 0};
    }
    const size_t count = sort_once(pairs, ends);
    const bool is_done = wendi_array_u64_resize(&links->nodes, count);
    for (size_t i = 0; is_done && i < count; ++i) {
        links->nodes.items[i] = pairs[i].key;
    }
    wendi_free(a, pairs, bytes);
    return is_done;
}

static uint32_t target_of(const void *context, uint32_t edge)
{
    const closure_work *w = context;
    return (uint32_t)w->edges[edge].key;
}

/* ---- interface ---- */

bool wendi_link_closure_build(wendi_link_closure *links)
{
    if (links->from.count == 0) {
        return true;
    }
    if (!find_nodes(links)) {
        return false;
    }
    const wend_allocator *a = &links->nodes.allocator;
    closure_work w = {.node_count = (uint32_t)links->nodes.count};
    const size_t edge_bytes = 2 * links->from.count * sizeof *w.edges;
    const size_t node_bytes = ((size_t)w.node_count + 1) * sizeof *w.first_edge;
    w.edges = wendi_alloc(a, edge_bytes);
    w.first_edge = wendi_alloc(a, node_bytes);
    bool is_done = w.edges != NULL && w.first_edge != NULL;
    if (is_done) {
        const size_t count = links->from.count;
        for (size_t i = 0; i < count; ++i) {
            const uint64_t from = find_node(&links->nodes, links->from.items[i]);
            w.edges[i].key = from << 32 | find_node(&links->nodes, links->to.items[i]);
            w.edges[i].value = 0;
        }
        w.edge_count = sort_once(w.edges, count);
        uint32_t edge = 0;
        for (uint32_t node = 0; node <= w.node_count; ++node) {
            while (edge < w.edge_count && w.edges[edge].key >> 32 < node) {
                ++edge;
            }
            w.first_edge[node] = edge;
        }

        is_done =
            wendi_closure_build(&links->closure, a, w.node_count, w.first_edge, target_of, &w);
    }
    wendi_free(a, w.edges, w.edges == NULL ? 0 : edge_bytes);
    wendi_free(a, w.first_edge, w.first_edge == NULL ? 0 : node_bytes);
    wendi_array_u64_free(&links->from);
    wendi_array_u64_free(&links->to);
    return is_done;
}

bool wendi_link_closure_leads(const wendi_link_closure *links, uint64_t from, uint64_t to)
{
    const uint32_t a = find_node(&links->nodes, from);
    const uint32_t b = find_node(&links->nodes, to);
    return a != NONE && b != NONE && wendi_closure_reaches(&links->closure, a, b);
}
