/* Bidirectional A* over a graph, for goal nodes.
 * Cost: one step for each node expanded from either end; 64 bytes a node of the graph.
 *
 * A node is dropped when a path through it cannot be cheaper than the known one: by its own
 * estimate, and because the rest of a path that the other end has not met yet costs at least the
 * other end's least key, less the share of the estimate in that key. Source of the second: Pijls
 * and Post, "Yet another bidirectional algorithm for finding the shortest path" (2009); nodes of
 * both ends can be reopened, as the estimates are rounded. */
#include "route/search/graph_access.h"

/* Rounded estimates of two nodes can differ by so much more than the cost of the path between them.
 */
enum { ESTIMATE_SLACK = 4 };

typedef struct side {
    wend_search *search;
    slot_records own, facing;
    open_list *open;
    const wendi_cost_queue *facing_queue;
    bool is_backward;
    bool is_out_of_memory;
} side;

static inline side side_of(wend_search *search, bool is_backward)
{
    wendi_graph_side *own = &search->graph.sides[is_backward];
    const wendi_graph_side *facing = &search->graph.sides[!is_backward];
    const side s = {.search = search,
                    .own = records_of(own),
                    .facing = records_of(facing),
                    .open = &own->queue,
                    .facing_queue = &facing->queue,
                    .is_backward = is_backward};
    return s;
}

static inline wend_result begin_space(wend_search *search)
{
    wendi_graph_scratch *graph = &search->graph;
    for (int k = 0; k < 2; ++k) {
        if (wendi_graph_side_begin(&graph->sides[k], search->space->node_count,
                                   &search->allocator) != WEND_OK) {
            return WEND_ERROR_MEMORY;
        }
    }
    wendi_graph_heuristic_clear(&graph->back_heuristic, search->space->net);
    for (size_t k = 0; k < search->starts.count; ++k) {
        wendi_graph_heuristic_add_goal(&graph->back_heuristic, search->starts.items[k].slot);
    }
    if (search->heuristic != WEND_HEURISTIC_CUSTOM) {
        wendi_graph_heuristic_prepare(&graph->back_heuristic, search->heuristic, true);
    }
    return WEND_OK;
}

/* The estimate of the path on from a node of the front, or back from one of the other end. */
static uint64_t estimate(const wend_search *search, bool is_backward, uint32_t node)
{
    if (!is_backward) {
        return wendi_graph_search_estimate(search, node);
    }
    return search->heuristic == WEND_HEURISTIC_CUSTOM
               ? wendi_search_user_estimate_back(search, node)
               : wendi_graph_heuristic_at(&search->graph.back_heuristic, node) +
                     search->start_least;
}

/* A node that was reached before has its estimate already. */
static inline uint64_t remaining_at(const side *s, uint32_t node)
{
    return has(&s->own, node) ? s->own.items[node].estimate
                              : estimate(s->search, s->is_backward, node);
}

static bool is_hopeless(const side *s, uint32_t node, uint64_t cost, uint64_t remaining)
{
    const wend_search *search = s->search;
    if (search->goal_cost == WEND_COST_INFINITE) {
        return wendi_is_unreachable(remaining);
    }
    if (wendi_cost_add(cost, remaining) >= search->goal_cost) {
        return true;
    }
    /* The estimates of users need not be consistent. */
    if (search->heuristic == WEND_HEURISTIC_CUSTOM || s->facing_queue->count == 0) {
        return false;
    }
    const uint64_t least = wendi_cost_add(cost, s->facing_queue->entries[0].key);
    return least >= wendi_cost_add(search->goal_cost, ESTIMATE_SLACK) &&
           least - ESTIMATE_SLACK - search->goal_cost >= estimate(search, !s->is_backward, node);
}

static inline void drop(const side *s, uint32_t node)
{
    close_slot(&s->own, node);
}

static inline uint64_t open_count(const wend_search *search, bool is_backward)
{
    return search->graph.sides[is_backward].queue.count;
}

#include "route/search/bidirectional.h"

/* ---- arcs ---- */

static void ready_queue(side *s, const wendi_search_ends *ends)
{
    (void)s;
    (void)ends; /* a heap takes any keys */
}

static inline void expand(side *s, uint32_t node)
{
    const wendi_space_graph *net = s->search->space->net;
    const wendi_space_arcs *arcs = s->is_backward ? &net->in : &net->out;
    const wendi_space_arc *arc = wendi_space_arcs_begin(arcs, node);
    const wendi_space_arc *end = wendi_space_arcs_end(arcs, node);
    const uint64_t cost = cost_of(&s->own, node);
    for (; arc != end; ++arc) {
        if (arc->cost == WEND_COST_INFINITE) {
            continue;
        }
        const uint64_t sum = cost + arc->cost;
        if (!has(&s->own, arc->target) || sum < cost_of(&s->own, arc->target)) {
            reach(s, arc->target, node, arc->edge, sum);
        }
    }
}

wend_result wendi_graph_bidirectional_begin(wend_search *search)
{
    return begin(search);
}

wend_result wendi_graph_bidirectional_advance(wend_search *search, uint64_t *steps)
{
    return advance(search, steps);
}
