/* Breadth-first search over a graph, from one end or, with goal nodes, from both: a path of the fewest
 * edges.
 * Cost: one step for each node expanded; from both ends about the nodes within half the depth of
 * either. */
#include "route/search/levels.h"

/* One of the two ends. */
typedef struct graph_breadth_first_side {
    wend_search *search;
    wendi_graph_side *own;
    const wendi_graph_side *facing; /* of the other end; NULL with one end */
    const wendi_space_arcs *arcs;
    wendi_array_u32 *fifo;
    bool is_backward;
} graph_breadth_first_side;

static graph_breadth_first_side side_of(wend_search *search, bool is_backward)
{
    const wendi_space_graph *net = search->space->net;
    graph_breadth_first_side s = {
        search,
        &search->graph.sides[is_backward],
        wendi_levels_are_bidirectional(search) ? &search->graph.sides[!is_backward] : NULL,
        is_backward ? &net->in : &net->out,
        is_backward ? &search->back_fifo : &search->fifo,
        is_backward};
    return s;
}

/* Begins at these ends. @return false without memory. */
static bool push_ends(graph_breadth_first_side *s, const wendi_search_ends *ends)
{
    wend_search *search = s->search;
    for (size_t k = 0; k < ends->count; ++k) {
        const uint32_t node = ends->items[k].slot;
        wendi_graph_search_record *record = &s->own->records[node];
        const bool is_known = wendi_graph_side_has(s->own, node);
        if (is_known && record->cost != WEND_COST_INFINITE) {
            continue; /* a goal that is listed twice */
        }
        *record = (wendi_graph_search_record){.from = node, .edge = WEND_EDGE_NONE};
        record->meta = s->own->generation | WENDI_RECORD_OPEN | WENDI_RECORD_START |
                       (is_known ? WENDI_RECORD_GOAL : 0);
        if (s->is_backward) {
            if (wendi_graph_side_has(s->facing, node) && s->facing->records[node].cost == 0) {
                wendi_levels_set_meeting(search, node, 0);
            }
        } else if (is_known && search->goal_slot == UINT32_MAX) {
            search->goal_slot = node;
            search->goal_cost = 0;
        }
        if (!wendi_levels_push(search, s->fifo, node)) {
            return false;
        }
    }
    return true;
}

static void mark_goals(wend_search *search)
{
    wendi_graph_side *front = &search->graph.sides[0];
    for (size_t k = 0; k < search->goals.count; ++k) {
        wendi_graph_search_record *record = &front->records[search->goals.items[k].slot];
        record->cost = WEND_COST_INFINITE;
        record->meta = front->generation | WENDI_RECORD_GOAL;
    }
}

wend_result wendi_graph_breadth_first_begin(wend_search *search)
{
    const int count = wendi_levels_are_bidirectional(search) ? 2 : 1;
    for (int k = 0; k < count; ++k) {
        if (wendi_graph_side_begin(&search->graph.sides[k], search->space->node_count,
                                   &search->allocator) != WEND_OK) {
            return WEND_ERROR_MEMORY;
        }
    }
    wendi_levels_begin(search);
    mark_goals(search);
    graph_breadth_first_side front = side_of(search, false);
    bool is_done = push_ends(&front, &search->starts);
    if (wendi_levels_are_bidirectional(search)) {
        graph_breadth_first_side back = side_of(search, true);
        is_done = is_done && push_ends(&back, &search->goals);
    }
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}

static void note_best(wend_search *search, uint32_t node)
{
    const wend_goal_kind kind = search->query.goal_kind;
    if (kind != WEND_GOAL_NODE && kind != WEND_GOAL_SET) {
        return;
    }
    const uint64_t remaining = wendi_graph_search_estimate(search, node);
    if (remaining < search->best_estimate) {
        search->best_estimate = remaining;
        search->best_slot = node;
    }
}

static wend_result reach(graph_breadth_first_side *s, uint32_t node, uint32_t from,
                         const wendi_space_arc *arc)
{
    wend_search *search = s->search;
    wendi_graph_search_record *record = &s->own->records[node];
    const bool is_known = wendi_graph_side_has(s->own, node);
    if (is_known && record->cost != WEND_COST_INFINITE) {
        return WEND_OK;
    }
    const uint64_t cost = wendi_cost_add(s->own->records[from].cost, arc->cost);
    const uint32_t depth = s->own->records[from].depth + 1;
    if (!wendi_levels_allow(search, cost, depth)) {
        return WEND_OK;
    }
    const uint32_t goal = is_known ? record->meta & WENDI_RECORD_GOAL : 0;
    *record = (wendi_graph_search_record){
        cost, 0, from, arc->edge, s->own->generation | WENDI_RECORD_OPEN | goal, depth};
    ++search->answer.generated;
    if (s->facing != NULL) {
        if (wendi_graph_side_has(s->facing, node) &&
            s->facing->records[node].cost != WEND_COST_INFINITE) {
            wendi_levels_set_meeting(search, node, cost + s->facing->records[node].cost);
        }
    } else if (goal != 0) {
        search->goal_slot = node;
        search->goal_cost = cost;
    }
    return wendi_levels_push(search, s->fifo, node) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result search_node(wend_search *search, uint32_t node)
{
    graph_breadth_first_side s = side_of(search, search->is_back_turn);
    wendi_graph_search_record *record = &s.own->records[node];
    record->meta &= ~(uint32_t)WENDI_RECORD_OPEN;
    if (!wendi_search_note_expanded(search, node)) {
        return WEND_ERROR_MEMORY;
    }
    if (record->cost >> (WENDI_COST_LIMIT_BITS - 1) != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    if (!s.is_backward) {
        note_best(search, node);
    }
    if (search->query.goal_kind == WEND_GOAL_PREDICATE &&
        search->query.is_goal(search->query.user, node)) {
        search->goal_slot = node;
        search->goal_cost = record->cost;
        return WEND_OK;
    }
    const wendi_space_arc *arc = &s.arcs->items[s.arcs->first[node]];
    const wendi_space_arc *end = &s.arcs->items[s.arcs->first[node + 1]];
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
    return wendi_levels_advance(search, steps, search_node);
}
