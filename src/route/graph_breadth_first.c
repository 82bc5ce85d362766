/* Takes: any query on a graph; from both ends only one with one goal node.
 * Gives: a way of the fewest edges, and what it costs.
 * Cost: one step for each node searched; from both ends about the nodes within half the depth of
 * either. */
#include "route/waves.h"

/* One of the two ends. */
typedef struct side {
    wend_search *search;
    wendi_graph_side *own;
    const wendi_graph_side *facing; /* of the other end; NULL with one end */
    const wendi_net_arcs *arcs;
    wendi_array_u32 *wave;
    bool is_backward;
} side;

static side side_of(wend_search *search, bool is_backward)
{
    const wendi_space_graph *net = search->space->net;
    side s = {search,
              &search->graph.sides[is_backward],
              wendi_waves_are_two(search) ? &search->graph.sides[!is_backward] : NULL,
              is_backward ? &net->in : &net->out,
              is_backward ? &search->other_wave : &search->wave,
              is_backward};
    return s;
}

static bool put_first(side *s, uint32_t node)
{
    wendi_graph_mark *mark = &s->own->marks[node];
    const uint32_t goal = wendi_graph_side_knows(s->own, node) ? mark->meta & WENDI_MARK_GOAL : 0;
    *mark = (wendi_graph_mark){.from = node, .edge = WEND_EDGE_NONE};
    mark->meta = s->own->generation | WENDI_MARK_OPEN | WENDI_MARK_FIRST | goal;
    return wendi_waves_push(s->search, s->wave, node);
}

static void mark_goals(wend_search *search)
{
    wendi_graph_side *front = &search->graph.sides[0];
    for (size_t k = 0; k < search->goals.count; ++k) {
        wendi_graph_mark *mark = &front->marks[search->goals.items[k]];
        mark->cost = WEND_COST_INFINITE;
        mark->meta = front->generation | WENDI_MARK_GOAL;
    }
}

wend_result wendi_graph_breadth_first_begin(wend_search *search)
{
    const int count = wendi_waves_are_two(search) ? 2 : 1;
    for (int k = 0; k < count; ++k) {
        if (wendi_graph_side_begin(&search->graph.sides[k], search->space->node_count,
                                   &search->allocator) != WEND_OK) {
            return WEND_ERROR_MEMORY;
        }
    }
    wendi_waves_begin(search);
    mark_goals(search);
    side front = side_of(search, false);
    bool is_done = put_first(&front, search->start_slot);
    if ((front.own->marks[search->start_slot].meta & WENDI_MARK_GOAL) != 0) {
        search->goal_slot = search->start_slot;
        search->goal_cost = 0;
    }
    if (wendi_waves_are_two(search)) {
        side back = side_of(search, true);
        is_done = is_done && put_first(&back, search->goals.items[0]);
        if (search->start_slot == search->goals.items[0]) {
            wendi_waves_meet(search, search->start_slot, 0);
        }
    }
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}

static void note_best(wend_search *search, uint32_t node)
{
    const wend_goal_kind kind = search->query.goal_kind;
    if (kind != WEND_GOAL_NODE && kind != WEND_GOAL_SET) {
        return;
    }
    const uint64_t guess = wendi_graph_estimate(search, node);
    if (guess < search->best_estimate) {
        search->best_estimate = guess;
        search->best_slot = node;
    }
}

static wend_result reach(side *s, uint32_t node, uint32_t from, const wendi_net_arc *arc)
{
    wend_search *search = s->search;
    wendi_graph_mark *mark = &s->own->marks[node];
    const bool is_known = wendi_graph_side_knows(s->own, node);
    if (is_known && mark->cost != WEND_COST_INFINITE) {
        return WEND_OK;
    }
    const uint64_t cost = wendi_cost_add(s->own->marks[from].cost, arc->cost);
    const uint32_t depth = s->own->marks[from].depth + 1;
    if (!wendi_waves_allow(search, cost, depth)) {
        return WEND_OK;
    }
    const uint32_t goal = is_known ? mark->meta & WENDI_MARK_GOAL : 0;
    *mark = (wendi_graph_mark){
        cost, 0, from, arc->edge, s->own->generation | WENDI_MARK_OPEN | goal, depth};
    ++search->answer.generated;
    if (s->facing != NULL) {
        if (wendi_graph_side_knows(s->facing, node) &&
            s->facing->marks[node].cost != WEND_COST_INFINITE) {
            wendi_waves_meet(search, node, cost + s->facing->marks[node].cost);
        }
    } else if (goal != 0) {
        search->goal_slot = node;
        search->goal_cost = cost;
    }
    return wendi_waves_push(search, s->wave, node) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result search_node(wend_search *search, uint32_t node)
{
    side s = side_of(search, search->is_other_turn);
    wendi_graph_mark *mark = &s.own->marks[node];
    mark->meta &= ~(uint32_t)WENDI_MARK_OPEN;
    if (!wendi_search_record(search, node)) {
        return WEND_ERROR_MEMORY;
    }
    if (mark->cost >> (WENDI_COST_LIMIT_BITS - 1) != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    if (!s.is_backward) {
        note_best(search, node);
    }
    if (search->query.goal_kind == WEND_GOAL_PREDICATE &&
        search->query.is_goal(search->query.user, node)) {
        search->goal_slot = node;
        search->goal_cost = mark->cost;
        return WEND_OK;
    }
    const wendi_net_arc *arc = &s.arcs->items[s.arcs->first[node]];
    const wendi_net_arc *end = &s.arcs->items[s.arcs->first[node + 1]];
    wend_result result = WEND_OK;
    for (; arc != end && result == WEND_OK && search->goal_slot == UINT32_MAX; ++arc) {
        if (arc->cost != WEND_COST_INFINITE) {
            result = reach(&s, arc->target, node, arc);
        }
    }
    return result;
}

wend_result wendi_graph_breadth_first_advance(wend_search *search, uint64_t *steps)
{
    return wendi_waves_advance(search, steps, search_node);
}
