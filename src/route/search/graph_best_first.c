/* Best-first search over a graph: Dijkstra, A*, weighted A*, greedy.
 * Cost: one step for each node expanded, its arcs and a heap; 32 bytes a node of the graph. */
#include "base/math/bits.h"
#include "route/search/search.h"

/* ---- records of nodes ---- */

enum {
    META_OPEN = WENDI_RECORD_OPEN,
    META_GOAL = WENDI_RECORD_GOAL,
    META_FLAGS = WENDI_RECORD_GENERATION - 1
};

typedef struct state {
    uint32_t slot; /* a node */
} state;

typedef struct world {
    wend_search *search;
    const wendi_space_arcs *out;
    wendi_graph_search_record *records;
    wendi_cost_queue *queue;
    wendi_cost_entry popped; /* the last one */
    uint32_t generation;
} world;

static inline state state_at(const world *w, uint32_t node)
{
    (void)w;
    return (state){node};
}

static inline world world_of(wend_search *search)
{
    wendi_graph_side *side = &search->graph.sides[0];
    const world w = {.search = search,
                     .out = &search->space->net->out,
                     .records = side->records,
                     .queue = &side->queue,
                     .generation = side->generation};
    return w;
}

static inline wend_result begin_records(wend_search *search)
{
    return wendi_graph_side_begin(&search->graph.sides[0], search->space->node_count,
                                  &search->allocator);
}

static inline uint32_t meta_of(const world *w, uint32_t node)
{
    return w->records[node].meta;
}

static inline uint64_t cost_of(const world *w, uint32_t node)
{
    return w->records[node].cost;
}

static inline void mark_goal(const world *w, uint32_t node)
{
    w->records[node].cost = WEND_COST_INFINITE;
    w->records[node].meta = w->generation | WENDI_RECORD_GOAL;
}

static inline void put_first(const world *w, uint32_t node, uint64_t cost, uint64_t remaining,
                             uint32_t goal)
{
    const uint32_t meta = w->generation | WENDI_RECORD_OPEN | WENDI_RECORD_START | goal;
    w->records[node] = (wendi_graph_search_record){cost, remaining, node, WEND_EDGE_NONE, meta, 0};
}

static inline void put(const world *w, uint32_t node, uint32_t from, uint32_t edge, uint64_t cost,
                       uint64_t remaining, uint32_t goal)
{
    const uint32_t meta = w->generation | WENDI_RECORD_OPEN | goal;
    w->records[node] =
        (wendi_graph_search_record){cost, remaining, from, edge, meta, w->records[from].depth + 1};
}

static inline void close_slot(const world *w, uint32_t node)
{
    w->records[node].meta &= ~(uint32_t)WENDI_RECORD_OPEN;
}

static inline bool is_too_deep(const world *w, uint32_t node, uint32_t from)
{
    (void)node; /* put notes the depth */
    const uint32_t max_depth = w->search->query.max_depth;
    return max_depth != 0 && w->records[from].depth >= max_depth;
}

/* ---- estimates and the open list ---- */

/* A node that was reached before has its estimate already; goals have none until then. */
static inline uint64_t remaining_at(const world *w, const state *at, uint32_t known)
{
    const wendi_graph_search_record *record = &w->records[at->slot];
    return known != 0 && record->cost != WEND_COST_INFINITE
               ? record->guess
               : wendi_graph_search_estimate(w->search, at->slot);
}

static inline uint64_t weight_at(const world *w, const state *at)
{
    return wendi_graph_search_weight_at(w->search, at->slot);
}

/* Of equal keys the one nearest to the goal comes first, to about a quarter of a centimetre, then
 * the least number. */
static inline bool push(const world *w, uint32_t node, uint64_t key, uint64_t remaining)
{
    const uint64_t coarse = remaining >> 24;
    const uint64_t rest = (coarse > UINT32_MAX ? UINT32_MAX : coarse) << 32 | node;
    return wendi_cost_queue_push(w->queue, key, rest, &w->search->allocator);
}

/* WEND_NO_PATH if no entry can belong to a path cheaper than the best one to a goal. */
static inline wend_result pop(world *w, uint32_t *node)
{
    const uint64_t goal_cost = w->search->goal_cost;
    if (w->queue->count == 0 ||
        (goal_cost != WEND_COST_INFINITE && w->queue->entries[0].key >= goal_cost)) {
        return WEND_NO_PATH;
    }
    w->popped = w->queue->entries[0];
    *node = (uint32_t)w->popped.rest;
    wendi_prefetch(&w->out->items[w->out->first[*node]]);
    wendi_cost_queue_pop(w->queue);
    return WEND_OK;
}

static inline bool push_back(const world *w, uint32_t node)
{
    (void)node;
    return wendi_cost_queue_push(w->queue, w->popped.key, w->popped.rest, &w->search->allocator);
}

#include "route/search/best_first.h"

/* ---- arcs ---- */

static inline void expand(best_first_loop *l, uint32_t node)
{
    const wendi_space_arcs *out = l->world.out;
    const wendi_space_arc *arc = &out->items[out->first[node]];
    const wendi_space_arc *end = &out->items[out->first[node + 1]];
    const uint64_t cost = l->world.records[node].cost;
    /* All records are prefetched at once, so that their latencies overlap. */
    for (const wendi_space_arc *next = arc; next != end; ++next) {
        wendi_prefetch(&l->world.records[next->target]);
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

static void ready_queue(best_first_loop *l)
{
    wendi_cost_queue_clear(l->world.queue);
}

wend_result wendi_graph_best_first_begin(wend_search *search)
{
    return begin(search);
}

wend_result wendi_graph_best_first_advance(wend_search *search, uint64_t *steps)
{
    return advance(search, steps);
}
