/* Takes: any query on a graph; from both ends only one with one goal node.
 * Gives: a way of the fewest edges, and what it costs.
 * Cost: one step for each node searched; from both ends about the nodes within half the depth of
 * either. */
#include "route/search_private.h"

/* One of the two ends. */
typedef struct side {
    wend_search *search;
    wendi_graph_side *own;
    const wendi_graph_side *facing; /* of the other end; NULL with one end */
    const wendi_net_arcs *arcs;
    wendi_array_u32 *wave;
    bool is_backward;
} side;

static bool is_two_sided(const wend_search *search)
{
    return search->answer.method == WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL;
}

static side side_of(wend_search *search, bool is_backward)
{
    const wendi_space_graph *net = search->space->net;
    side s = {search,
              &search->graph.sides[is_backward],
              is_two_sided(search) ? &search->graph.sides[!is_backward] : NULL,
              is_backward ? &net->in : &net->out,
              is_backward ? &search->other_wave : &search->wave,
              is_backward};
    return s;
}

static void note_waiting(wend_search *search)
{
    const uint64_t waiting =
        search->wave.count - search->wave_next + search->other_wave.count - search->other_wave_next;
    if (waiting > search->answer.frontier_max) {
        search->answer.frontier_max = waiting;
    }
}

static bool put_first(side *s, uint32_t node)
{
    wendi_graph_mark *mark = &s->own->marks[node];
    const uint32_t goal = wendi_graph_side_knows(s->own, node) ? mark->meta & WENDI_MARK_GOAL : 0;
    *mark = (wendi_graph_mark){.from = node, .edge = WEND_EDGE_NONE};
    mark->meta = s->own->generation | WENDI_MARK_OPEN | WENDI_MARK_FIRST | goal;
    const bool is_done = wendi_array_u32_push(s->wave, node);
    note_waiting(s->search);
    return is_done;
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

static void meet(wend_search *search, uint32_t node, uint64_t cost)
{
    search->meeting_slot = node;
    search->goal_cost = cost;
    search->goal_slot = search->goals.items[0];
}

static void clear_waves(wend_search *search)
{
    search->wave_next = 0;
    search->other_wave_next = 0;
    wendi_array_u32_clear(&search->wave);
    wendi_array_u32_clear(&search->other_wave);
    search->wave_end = 1;
    search->is_other_turn = false;
    search->meeting_slot = UINT32_MAX;
}

wend_result wendi_graph_breadth_first_begin(wend_search *search)
{
    const int count = is_two_sided(search) ? 2 : 1;
    for (int k = 0; k < count; ++k) {
        if (wendi_graph_side_begin(&search->graph.sides[k], search->space->node_count,
                                   &search->allocator) != WEND_OK) {
            return WEND_ERROR_MEMORY;
        }
    }
    clear_waves(search);
    mark_goals(search);
    side front = side_of(search, false);
    bool is_done = put_first(&front, search->start_slot);
    if ((front.own->marks[search->start_slot].meta & WENDI_MARK_GOAL) != 0) {
        search->goal_slot = search->start_slot;
        search->goal_cost = 0;
    }
    if (is_two_sided(search)) {
        side back = side_of(search, true);
        is_done = is_done && put_first(&back, search->goals.items[0]);
        if (search->start_slot == search->goals.items[0]) {
            meet(search, search->start_slot, 0);
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
    if (cost > search->query.max_cost ||
        (search->query.max_depth != 0 && depth > search->query.max_depth)) {
        search->hit_limit = true;
        return WEND_OK;
    }
    const uint32_t goal = is_known ? mark->meta & WENDI_MARK_GOAL : 0;
    *mark = (wendi_graph_mark){
        cost, 0, from, arc->edge, s->own->generation | WENDI_MARK_OPEN | goal, depth};
    ++search->answer.generated;
    if (s->facing != NULL) {
        if (wendi_graph_side_knows(s->facing, node) &&
            s->facing->marks[node].cost != WEND_COST_INFINITE) {
            meet(search, node, cost + s->facing->marks[node].cost);
        }
    } else if (goal != 0) {
        search->goal_slot = node;
        search->goal_cost = cost;
    }
    if (!wendi_array_u32_push(s->wave, node)) {
        return WEND_ERROR_MEMORY;
    }
    note_waiting(search);
    return WEND_OK;
}

static wend_result search_node(side *s, uint32_t node)
{
    wend_search *search = s->search;
    wendi_graph_mark *mark = &s->own->marks[node];
    mark->meta &= ~(uint32_t)WENDI_MARK_OPEN;
    if (!wendi_search_record(search, node)) {
        return WEND_ERROR_MEMORY;
    }
    if (mark->cost >> (WENDI_COST_LIMIT_BITS - 1) != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    if (!s->is_backward) {
        note_best(search, node);
    }
    if (search->query.goal_kind == WEND_GOAL_PREDICATE &&
        search->query.is_goal(search->query.user, node)) {
        search->goal_slot = node;
        search->goal_cost = mark->cost;
        return WEND_OK;
    }
    const wendi_net_arc *arc = &s->arcs->items[s->arcs->first[node]];
    const wendi_net_arc *end = &s->arcs->items[s->arcs->first[node + 1]];
    wend_result result = WEND_OK;
    for (; arc != end && result == WEND_OK && search->goal_slot == UINT32_MAX; ++arc) {
        if (arc->cost != WEND_COST_INFINITE) {
            result = reach(s, arc->target, node, arc);
        }
    }
    return result;
}

/* Level by level; with two ends the next level is that of the end with fewer nodes waiting. As
 * whole levels are done, the first meeting is on a way of the fewest edges. */
static bool next_level(wend_search *search)
{
    const size_t waiting = search->wave.count - search->wave_next;
    const size_t other = search->other_wave.count - search->other_wave_next;
    if (waiting == 0 || (is_two_sided(search) && other == 0)) {
        return false;
    }
    search->is_other_turn = is_two_sided(search) && other < waiting;
    search->wave_end = search->is_other_turn ? search->other_wave.count : search->wave.count;
    return true;
}

static wend_result finish(wend_search *search)
{
    return search->query.goal_kind == WEND_GOAL_WITHIN || search->goal_slot != UINT32_MAX
               ? WEND_OK
               : wendi_search_give_up(search, false);
}

wend_result wendi_graph_breadth_first_advance(wend_search *search, uint64_t *steps)
{
    for (;;) {
        size_t *next = search->is_other_turn ? &search->other_wave_next : &search->wave_next;
        if (search->goal_slot != UINT32_MAX) {
            return finish(search);
        }
        if (*next == search->wave_end) {
            if (!next_level(search)) {
                return finish(search);
            }
            continue;
        }
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        --*steps;
        side s = side_of(search, search->is_other_turn);
        const wend_result result = search_node(&s, s.wave->items[(*next)++]);
        if (result != WEND_OK) {
            return result;
        }
    }
}
