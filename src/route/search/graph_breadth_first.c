/* Breadth-first search over a graph, from one end or, with goal nodes, from both: a path of the
 * fewest edges.
 * Cost: one step for each node expanded; from both ends about the nodes within half the depth of
 * either. */
#include "route/search/search.h"

/* ---- records of nodes ---- */

/* One of the two ends. */
typedef struct side {
    wend_search *search;
    wendi_graph_side *own;
    const wendi_graph_side *facing; /* of the other end; NULL with one end */
    wendi_array_u32 *fifo;
    bool is_backward;
} side;

static inline side side_of(wend_search *search, bool is_backward)
{
    const bool are_two = search->answer.method == WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL;
    side s = {search, &search->graph.sides[is_backward],
              are_two ? &search->graph.sides[!is_backward] : NULL,
              is_backward ? &search->back_fifo : &search->fifo, is_backward};
    return s;
}

static inline wend_result begin_side(const side *s)
{
    return wendi_graph_side_begin(s->own, s->search->space->node_count, &s->search->allocator);
}

static inline bool has(const wendi_graph_side *records, uint32_t node)
{
    return wendi_graph_side_has(records, node);
}

static inline uint64_t cost_of(const wendi_graph_side *records, uint32_t node)
{
    return records->records[node].cost;
}

static inline uint32_t depth_of(const wendi_graph_side *records, uint32_t node)
{
    return records->records[node].depth;
}

static inline bool is_goal(const wendi_graph_side *records, uint32_t node)
{
    return (records->records[node].meta & WENDI_RECORD_GOAL) != 0;
}

static inline void mark_goal(wendi_graph_side *records, uint32_t node)
{
    records->records[node].cost = WEND_COST_INFINITE;
    records->records[node].meta = records->generation | WENDI_RECORD_GOAL;
}

static inline void put_with(wendi_graph_side *records, uint32_t node, uint64_t cost, uint32_t depth,
                            uint32_t from, uint32_t edge, uint32_t flags)
{
    records->records[node] = (wendi_graph_search_record){
        cost, 0, from, edge, records->generation | WENDI_RECORD_OPEN | flags, depth};
}

static inline void put(wendi_graph_side *records, uint32_t node, uint64_t cost, uint32_t depth,
                       uint32_t from, uint32_t edge, bool is_known_goal)
{
    put_with(records, node, cost, depth, from, edge, is_known_goal ? WENDI_RECORD_GOAL : 0);
}

static inline void put_first(wendi_graph_side *records, uint32_t node, bool is_known_goal)
{
    put_with(records, node, 0, 0, node, WEND_EDGE_NONE,
             WENDI_RECORD_START | (is_known_goal ? WENDI_RECORD_GOAL : 0));
}

static inline void close_slot(wendi_graph_side *records, uint32_t node)
{
    records->records[node].meta &= ~(uint32_t)WENDI_RECORD_OPEN;
}

static inline uint64_t remaining_at(const wend_search *search, uint32_t node)
{
    return wendi_graph_search_estimate(search, node);
}

#include "route/search/breadth_first.h"

/* ---- edges ---- */

static wend_result expand(side *s, uint32_t node)
{
    const wendi_space_graph *net = s->search->space->net;
    const wendi_space_arcs *arcs = s->is_backward ? &net->in : &net->out;
    const wendi_space_arc *arc = wendi_space_arcs_begin(arcs, node);
    const wendi_space_arc *end = wendi_space_arcs_end(arcs, node);
    const wend_search *search = s->search;
    wend_result result = WEND_OK;
    for (; arc != end && result == WEND_OK && search->goal_slot == UINT32_MAX; ++arc) {
        if (arc->cost != WEND_COST_INFINITE && !is_reached(s, arc->target)) {
            result = reach(s, arc->target, node, arc->edge, arc->cost);
        }
    }
    return result;
}

wend_result wendi_graph_breadth_first_begin(wend_search *search)
{
    return begin(search);
}

wend_result wendi_graph_breadth_first_advance(wend_search *search, uint64_t *steps)
{
    return wendi_levels_advance(search, steps, search_slot);
}
