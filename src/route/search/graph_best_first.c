/* Best-first search over a graph: Dijkstra, A*, weighted A*, greedy.
 * Cost: one step for each node expanded, its arcs and a heap; 32 bytes a node of the graph. */
#include "base/math/bits.h"
#include "route/search/graph_access.h"

typedef struct state {
    uint32_t slot; /* a node */
} state;

typedef struct world {
    wend_search *search;
    const wendi_space_arcs *out;
    slot_records records;
} world;

static inline state state_at(const world *w, uint32_t node)
{
    (void)w;
    return (state){node};
}

static inline world world_of(wend_search *search)
{
    const world w = {.search = search,
                     .out = &search->space->net->out,
                     .records = records_of(&search->graph.sides[0])};
    return w;
}

static inline open_list *open_of(const world *w)
{
    return &w->search->graph.sides[0].queue;
}

static inline wend_result begin_records(wend_search *search)
{
    return wendi_graph_side_begin(&search->graph.sides[0], search->space->node_count,
                                  &search->allocator);
}

static inline bool is_too_deep(const world *w, uint32_t node, uint32_t from)
{
    (void)node; /* put notes the depth */
    const uint32_t max_depth = w->search->query.max_depth;
    return max_depth != 0 && w->records.items[from].depth >= max_depth;
}

/* A node that was reached before has its estimate already; goals have none until then. */
static inline uint64_t remaining_at(const world *w, const state *at, uint32_t known)
{
    const wendi_graph_search_record *record = &w->records.items[at->slot];
    return known != 0 && record->cost != WEND_COST_INFINITE
               ? record->estimate
               : wendi_graph_search_estimate(w->search, at->slot);
}

static inline uint64_t weight_at(const world *w, const state *at)
{
    return wendi_graph_search_weight_at(w->search, at->slot);
}

static inline void prefetch(const world *w, uint32_t node)
{
    wendi_prefetch(wendi_space_arcs_begin(w->out, node));
}

#include "route/search/best_first.h"

/* ---- arcs ---- */

static inline void expand(best_first_loop *l, uint32_t node)
{
    const wendi_space_arcs *out = l->world.out;
    const wendi_space_arc *arc = wendi_space_arcs_begin(out, node);
    const wendi_space_arc *end = wendi_space_arcs_end(out, node);
    const uint64_t cost = l->world.records.items[node].cost;
    /* All records are prefetched at once, so that their latencies overlap. */
    for (const wendi_space_arc *next = arc; next != end; ++next) {
        wendi_prefetch(&l->world.records.items[next->target]);
    }
    for (; arc != end; ++arc) {
        /* A node's own cost is below 2^63, so only a closed arc makes this overflow. */
        const uint64_t sum = arc->cost == WEND_COST_INFINITE ? arc->cost : cost + arc->cost;
        uint32_t known;
        if (improves(l, arc->target, sum, &known) && sum != WEND_COST_INFINITE) {
            const state to = {arc->target};
            (void)reach(l, &to, node, arc->edge, sum, known);
        }
    }
}

static void prepare_starts(best_first_loop *l)
{
    wendi_cost_queue_clear(open_of(&l->world));
}

wend_result wendi_graph_best_first_begin(wend_search *search)
{
    return begin(search);
}

wend_result wendi_graph_best_first_advance(wend_search *search, uint64_t *steps)
{
    return advance(search, steps);
}
