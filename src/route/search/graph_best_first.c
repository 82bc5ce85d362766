/* Best-first search over a graph: Dijkstra, A*, weighted A*, greedy.
 * Cost: one step for each node expanded, its arcs and a heap; 32 bytes a node of the graph. */
#include "base/math/bits.h"
#include "route/search/search.h"

/* The state of the loop; filled anew for each slice, so that the compiler may keep it in registers.
 */
typedef struct graph_best_first_loop {
    wend_search *search;
    const wendi_space_graph *net;
    wendi_graph_search_record *records;
    wendi_cost_queue *queue;
    uint32_t generation;
    wend_method method;
    bool has_goal;
    bool is_plain; /* the key is cost and estimate */
    bool has_limits;
    bool is_out_of_memory;
} graph_best_first_loop;

static graph_best_first_loop loop_of(wend_search *search)
{
    wendi_graph_side *side = &search->graph.sides[0];
    graph_best_first_loop l = {.search = search,
                               .net = search->space->net,
                               .records = side->records,
                               .queue = &side->queue,
                               .generation = side->generation,
                               .method = search->answer.method,
                               .has_goal = wendi_graph_search_has_goal(search)};
    l.is_plain = search->answer.method == WEND_METHOD_ASTAR && search->noise == 0;
    l.has_limits = search->query.max_cost != WEND_COST_INFINITE || search->query.max_depth != 0;
    return l;
}

/* Of equal keys the one nearest to the goal comes first, to about a quarter of a centimetre, then
 * the least number. */
static uint64_t rest_of(uint64_t remaining, uint32_t node)
{
    const uint64_t coarse = remaining >> 24;
    return (coarse > UINT32_MAX ? UINT32_MAX : coarse) << 32 | node;
}

static inline uint64_t key_of(const graph_best_first_loop *l, uint32_t node, uint64_t cost,
                              uint64_t remaining)
{
    return l->is_plain ? wendi_cost_add(cost, remaining)
                       : wendi_graph_search_key(l->search, node, cost, remaining);
}

/* Of goals of equal cost the first one found is kept. */
static void note_goal(wend_search *search, uint32_t node, uint64_t cost)
{
    const uint64_t whole = cost + wendi_search_goal_cost(search, node);
    if (wendi_search_improves_goal(search, whole)) {
        search->goal_cost = whole;
        search->goal_slot = node;
    }
}

static bool is_limited(const graph_best_first_loop *l, uint32_t from, uint64_t cost)
{
    const wend_search_query *query = &l->search->query;
    const bool is_over = cost > query->max_cost ||
                         (query->max_depth != 0 && l->records[from].depth >= query->max_depth);
    l->search->hit_limit |= is_over;
    return is_over;
}

/* Relaxes a node to a lower cost. */
static inline void reach(graph_best_first_loop *l, uint32_t node, uint32_t from, uint32_t edge,
                         uint64_t cost)
{
    wend_search *search = l->search;
    wendi_graph_search_record *record = &l->records[node];
    const bool is_known =
        (record->meta & ~(uint32_t)(WENDI_RECORD_GENERATION - 1)) == l->generation;
    const uint32_t flags = is_known ? record->meta & WENDI_RECORD_GOAL : 0;
    /* A node that was reached before has its estimate already; goals have none until then. */
    const bool has_guess = is_known && record->cost != WEND_COST_INFINITE;
    const uint64_t remaining = !l->has_goal ? 0
                               : has_guess  ? record->guess
                                            : wendi_graph_search_estimate(search, node);
    if (wendi_is_unreachable(remaining)) {
        return;
    }
    /* A path that cannot become cheaper than the goal that was found is dropped. */
    if (search->goal_cost != WEND_COST_INFINITE &&
        wendi_cost_add(cost, remaining) >= search->goal_cost) {
        return;
    }
    record->cost = cost;
    record->guess = remaining;
    record->from = from;
    record->edge = edge;
    record->depth = l->records[from].depth + 1;
    record->meta = l->generation | WENDI_RECORD_OPEN | flags;
    ++search->answer.generated;
    if (remaining < search->best_estimate) {
        search->best_estimate = remaining;
        search->best_slot = node;
    }
    if (flags != 0) {
        note_goal(search, node, cost);
    }
    if (!wendi_cost_queue_push(l->queue, key_of(l, node, cost, remaining), rest_of(remaining, node),
                               &search->allocator)) {
        l->is_out_of_memory = true;
    }
}

/* True if this cost improves on the best known. Greedy search does not reopen a node: as its order
 * is not one of costs, cheaper paths turn up again and again. */
static inline bool improves(const graph_best_first_loop *l, uint32_t node, uint64_t cost)
{
    const wendi_graph_search_record *record = &l->records[node];
    if ((record->meta & ~(uint32_t)(WENDI_RECORD_GENERATION - 1)) != l->generation) {
        return true;
    }
    return cost < record->cost &&
           (l->method != WEND_METHOD_GREEDY || record->cost == WEND_COST_INFINITE ||
            (record->meta & WENDI_RECORD_OPEN) != 0);
}

static inline void expand(graph_best_first_loop *l, uint32_t node)
{
    const wendi_space_arc *arc = &l->net->out.items[l->net->out.first[node]];
    const wendi_space_arc *end = &l->net->out.items[l->net->out.first[node + 1]];
    const uint64_t cost = l->records[node].cost;
    /* All records are prefetched at once, so that their latencies overlap. */
    for (const wendi_space_arc *next = arc; next != end; ++next) {
        wendi_prefetch(&l->records[next->target]);
    }
    for (; arc != end; ++arc) {
        /* A node's own cost is below 2^63, so only a closed arc makes this overflow. */
        const uint64_t sum = arc->cost == WEND_COST_INFINITE ? arc->cost : cost + arc->cost;
        if (improves(l, arc->target, sum) && sum != WEND_COST_INFINITE &&
            !(l->has_limits && is_limited(l, node, sum))) {
            reach(l, arc->target, node, arc->edge, sum);
        }
    }
}

/* @return false without memory. */
static bool push_start(graph_best_first_loop *l, const wendi_search_end *start)
{
    wend_search *search = l->search;
    wendi_graph_side *side = &search->graph.sides[0];
    const uint32_t node = start->slot;
    const uint64_t remaining = l->has_goal ? wendi_graph_search_estimate(search, node) : 0;
    if (wendi_is_unreachable(remaining)) {
        return true;
    }
    const uint32_t goal = wendi_graph_side_has(side, node) ? WENDI_RECORD_GOAL : 0;
    side->records[node] = (wendi_graph_search_record){
        .cost = start->cost, .guess = remaining, .from = node, .edge = WEND_EDGE_NONE};
    side->records[node].meta = side->generation | WENDI_RECORD_OPEN | WENDI_RECORD_START | goal;
    if (remaining < search->best_estimate) {
        search->best_estimate = remaining;
        search->best_slot = node;
    }
    if (goal != 0) {
        note_goal(search, node, start->cost);
    }
    return wendi_cost_queue_push(l->queue, key_of(l, node, start->cost, remaining),
                                 rest_of(remaining, node), &search->allocator);
}

wend_result wendi_graph_best_first_begin(wend_search *search)
{
    wendi_graph_side *side = &search->graph.sides[0];
    const wend_result taken =
        wendi_graph_side_begin(side, search->space->node_count, &search->allocator);
    if (taken != WEND_OK) {
        return taken;
    }
    for (size_t k = 0; k < search->goals.count; ++k) {
        wendi_graph_search_record *record = &side->records[search->goals.items[k].slot];
        record->cost = WEND_COST_INFINITE;
        record->meta = side->generation | WENDI_RECORD_GOAL;
    }
    graph_best_first_loop l = loop_of(search);
    for (size_t k = 0; k < search->starts.count; ++k) {
        if (!push_start(&l, &search->starts.items[k])) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

/* The next node worth searching, left in the queue; false at the end. */
static inline bool next_node(graph_best_first_loop *l, uint32_t *node)
{
    const wend_search *search = l->search;
    wendi_cost_queue *queue = l->queue;
    while (queue->count > 0) {
        *node = (uint32_t)queue->entries[0].rest;
        const wendi_graph_search_record *record = &l->records[*node];
        const bool has_goal = search->goal_cost != WEND_COST_INFINITE;
        if (has_goal &&
            (l->method == WEND_METHOD_GREEDY || queue->entries[0].key >= search->goal_cost)) {
            return false;
        }
        if ((record->meta & WENDI_RECORD_OPEN) != 0 &&
            !(has_goal && record->cost >= search->goal_cost)) {
            return true;
        }
        wendi_cost_queue_pop(queue);
    }
    return false;
}

static wend_result search_node(graph_best_first_loop *l, uint32_t node)
{
    wend_search *search = l->search;
    wendi_graph_search_record *record = &l->records[node];
    record->meta &= ~(uint32_t)WENDI_RECORD_OPEN;
    if (!wendi_search_note_expanded(search, node)) {
        return WEND_ERROR_MEMORY;
    }
    if (record->cost >> WENDI_COST_LIMIT_BITS != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    if (search->query.goal_kind == WEND_GOAL_PREDICATE &&
        search->query.is_goal(search->query.user, node)) {
        note_goal(search, node, record->cost);
        return WEND_OK;
    }
    expand(l, node);
    return l->is_out_of_memory ? WEND_ERROR_MEMORY : WEND_OK;
}

wend_result wendi_graph_best_first_advance(wend_search *search, uint64_t *steps)
{
    graph_best_first_loop l = loop_of(search);
    uint32_t node;
    while (next_node(&l, &node)) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        --*steps;
        wendi_prefetch(&l.net->out.items[l.net->out.first[node]]);
        wendi_cost_queue_pop(l.queue);
        const wend_result result = search_node(&l, node);
        if (result != WEND_OK) {
            return result;
        }
    }
    if (search->query.goal_kind == WEND_GOAL_WITHIN || search->goal_slot != UINT32_MAX) {
        return WEND_OK;
    }
    return wendi_search_give_up(search, false);
}
