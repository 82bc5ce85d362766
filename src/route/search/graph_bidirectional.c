/* Bidirectional A* over a graph, for goal nodes.
 * Cost: one step for each node expanded from either end; 64 bytes a node of the graph.
 *
 * Both ends record the cheapest path on which they have met. A node is dropped when a path through
 * it cannot be cheaper than that: by its own estimate, and because the rest of a path that the
 * other end has not met yet costs at least the other end's least key, less the share of the
 * estimate in that key. Source of the second: Pijls and Post, "Yet another bidirectional algorithm
 * for finding the shortest path" (2009); nodes of both ends can be reopened, as the estimates are
 * rounded. */
#include "route/search/search.h"

/* Rounded estimates of two nodes can differ by so much more than the cost of the path between them.
 */
enum { ESTIMATE_SLACK = 4 };

typedef struct graph_bidirectional_side {
    wend_search *search;
    wendi_graph_side *own;
    const wendi_graph_side *facing;
    const wendi_space_arcs *arcs;
    bool is_backward;
    bool is_out_of_memory;
} graph_bidirectional_side;

static graph_bidirectional_side side_of(wend_search *search, bool is_backward)
{
    const wendi_space_graph *net = search->space->net;
    graph_bidirectional_side s = {search,
                                  &search->graph.sides[is_backward],
                                  &search->graph.sides[!is_backward],
                                  is_backward ? &net->in : &net->out,
                                  is_backward,
                                  false};
    return s;
}

/* The estimate of the other end's path to this node: ours to its beginning. */
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

/* True if no path of this cost to a node can become cheaper than the one that is known. */
static bool is_hopeless(const graph_bidirectional_side *s, uint32_t node, uint64_t cost,
                        uint64_t remaining)
{
    const wend_search *search = s->search;
    if (search->goal_cost == WEND_COST_INFINITE) {
        return wendi_is_unreachable(remaining);
    }
    if (wendi_cost_add(cost, remaining) >= search->goal_cost) {
        return true;
    }
    /* The estimates of users need not be consistent. */
    if (search->heuristic == WEND_HEURISTIC_CUSTOM || s->facing->queue.count == 0) {
        return false;
    }
    const uint64_t least = wendi_cost_add(cost, s->facing->queue.entries[0].key);
    return least >= wendi_cost_add(search->goal_cost, ESTIMATE_SLACK) &&
           least - ESTIMATE_SLACK - search->goal_cost >= estimate(search, !s->is_backward, node);
}

static void join_sides(graph_bidirectional_side *s, uint32_t node, uint64_t cost)
{
    wend_search *search = s->search;
    const wendi_graph_search_record *other = &s->facing->records[node];
    if (wendi_graph_side_has(s->facing, node) && cost + other->cost < search->goal_cost) {
        search->goal_cost = cost + other->cost;
        search->goal_slot = search->goals.items[0].slot;
        search->meeting_slot = node;
    }
}

static void reach(graph_bidirectional_side *s, uint32_t node, uint32_t from, uint32_t edge,
                  uint64_t cost)
{
    wend_search *search = s->search;
    wendi_graph_search_record *record = &s->own->records[node];
    const uint64_t remaining =
        wendi_graph_side_has(s->own, node) ? record->guess : estimate(search, s->is_backward, node);
    /* The two ends themselves are kept whatever the estimate is: answers are read from them. */
    if (edge != WEND_EDGE_NONE && is_hopeless(s, node, cost, remaining)) {
        return;
    }
    const uint32_t first = edge == WEND_EDGE_NONE ? WENDI_RECORD_START : 0;
    *record = (wendi_graph_search_record){
        cost, remaining, from, edge, s->own->generation | WENDI_RECORD_OPEN | first, 0};
    join_sides(s, node, cost);
    if (!s->is_backward && remaining < search->best_estimate) {
        search->best_estimate = remaining;
        search->best_slot = node;
    }
    s->is_out_of_memory |= !wendi_cost_queue_push(&s->own->queue, wendi_cost_add(cost, remaining),
                                                  node, &search->allocator);
    const uint64_t waiting =
        search->graph.sides[0].queue.count + search->graph.sides[1].queue.count;
    if (waiting > search->answer.max_frontier) {
        search->answer.max_frontier = waiting;
    }
}

/* A goal may be listed twice. */
static void push_ends(graph_bidirectional_side *s, const wendi_search_ends *ends)
{
    for (size_t k = 0; k < ends->count && !s->is_out_of_memory; ++k) {
        const uint32_t node = ends->items[k].slot;
        if (!wendi_graph_side_has(s->own, node)) {
            reach(s, node, node, WEND_EDGE_NONE, ends->items[k].cost);
        }
    }
}

wend_result wendi_graph_bidirectional_begin(wend_search *search)
{
    wendi_graph_scratch *graph = &search->graph;
    for (int k = 0; k < 2; ++k) {
        if (wendi_graph_side_begin(&graph->sides[k], search->space->node_count,
                                   &search->allocator) != WEND_OK) {
            return WEND_ERROR_MEMORY;
        }
    }
    search->meeting_slot = UINT32_MAX;
    wendi_graph_heuristic_clear(&graph->back_heuristic, search->space->net);
    for (size_t k = 0; k < search->starts.count; ++k) {
        wendi_graph_heuristic_add_goal(&graph->back_heuristic, search->starts.items[k].slot);
    }
    if (search->heuristic != WEND_HEURISTIC_CUSTOM) {
        wendi_graph_heuristic_prepare(&graph->back_heuristic, search->heuristic, true);
    }
    graph_bidirectional_side front = side_of(search, false);
    graph_bidirectional_side back = side_of(search, true);
    push_ends(&front, &search->starts);
    push_ends(&back, &search->goals);
    return front.is_out_of_memory || back.is_out_of_memory ? WEND_ERROR_MEMORY : WEND_OK;
}

static void expand(graph_bidirectional_side *s, uint32_t node)
{
    const wendi_space_arc *arc = &s->arcs->items[s->arcs->first[node]];
    const wendi_space_arc *end = &s->arcs->items[s->arcs->first[node + 1]];
    const uint64_t cost = s->own->records[node].cost;
    for (; arc != end; ++arc) {
        if (arc->cost == WEND_COST_INFINITE) {
            continue;
        }
        const uint64_t sum = cost + arc->cost;
        if (!wendi_graph_side_has(s->own, arc->target) || sum < s->own->records[arc->target].cost) {
            ++s->search->answer.generated;
            reach(s, arc->target, node, arc->edge, sum);
        }
    }
}

/* The next node of one end, left in its queue; false: this end has no open node that could be on a
 * cheaper path, so the search is over. */
static bool next_node(graph_bidirectional_side *s, uint32_t *node)
{
    const wend_search *search = s->search;
    wendi_cost_queue *queue = &s->own->queue;
    while (queue->count > 0 &&
           (search->goal_cost == WEND_COST_INFINITE || queue->entries[0].key < search->goal_cost)) {
        *node = (uint32_t)queue->entries[0].rest;
        const wendi_graph_search_record *record = &s->own->records[*node];
        if ((record->meta & WENDI_RECORD_OPEN) != 0) {
            if (!is_hopeless(s, *node, record->cost, record->guess)) {
                return true;
            }
            s->own->records[*node].meta &= ~(uint32_t)WENDI_RECORD_OPEN;
        }
        wendi_cost_queue_pop(queue);
    }
    return false;
}

static wend_result search_node(graph_bidirectional_side *s, uint32_t node)
{
    wend_search *search = s->search;
    wendi_graph_search_record *record = &s->own->records[node];
    record->meta &= ~(uint32_t)WENDI_RECORD_OPEN;
    if (!wendi_search_note_expanded(search, node)) {
        return WEND_ERROR_MEMORY;
    }
    if (record->cost >> (WENDI_COST_LIMIT_BITS - 1) != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    expand(s, node);
    return s->is_out_of_memory ? WEND_ERROR_MEMORY : WEND_OK;
}

wend_result wendi_graph_bidirectional_advance(wend_search *search, uint64_t *steps)
{
    for (;;) {
        const wendi_graph_side *sides = search->graph.sides;
        graph_bidirectional_side s = side_of(search, sides[1].queue.count < sides[0].queue.count);
        uint32_t node;
        if (!next_node(&s, &node)) {
            return wendi_search_finish(search);
        }
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        --*steps;
        wendi_cost_queue_pop(&s.own->queue);
        const wend_result result = search_node(&s, node);
        if (result != WEND_OK) {
            return result;
        }
    }
}
