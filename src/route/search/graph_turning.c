/* A* over a graph with costs of turning; of several cheapest paths, one of the fewest turns if the
 * query demands it.
 * Cost: one step for each arc expanded; 32 bytes an arc of the graph and as many a node.
 *
 * A state is the last arc of a path; the indices behind the last arc are the starts. Of states that
 * cost the same, the order is that of the nodes that their arcs lead out of, then of the edges. After an arc
 * without direction (no length in the plane, or a teleport) any heading is free. Directions are
 * angles of 32 bits, 2^32 once around, so that differences wrap by themselves and turns cost the
 * same everywhere. */
#include "route/search/search.h"
#include "world/graph/read.h"

enum { PART_BITS = 29 /* 45 degrees */, STRAIGHT_MOST = 1 << 12 /* 0.0003 degrees are no turn */ };

typedef struct graph_turning_record {
    uint32_t index, node, heading, turns;
    uint64_t cost;
    bool has_no_heading;
} graph_turning_record;

uint32_t wendi_graph_turning_node(const wend_search *search, uint32_t state)
{
    const wendi_space_arcs *out = &search->space->net->out;
    return state >= out->count ? search->starts.items[state - out->count].slot
                               : out->items[state].target;
}

/* ---- directions ---- */

/* The direction of an arc; false if it has none. */
static bool direction_of(const wend_search *search, uint32_t from, const wendi_space_arc *arc,
                         uint32_t *heading)
{
    const double units_per_radian = 683565275.57643158; /* 2^32 / (2 pi) */
    const wend_vec3 *positions = search->space->net->positions;
    const double dx = positions[arc->target].x - positions[from].x;
    const double dy = positions[arc->target].y - positions[from].y;
    const bool is_plain = dx < 0 || dx > 0 || dy < 0 || dy > 0;
    *heading = 0;
    if (!is_plain ||
        wendi_graph_arc_of(search->space->graph, arc->edge).behaviour == WEND_BEHAVIOUR_TELEPORT) {
        return false;
    }
    const double angle = wend_atan2(dy, dx) * units_per_radian;
    *heading = (uint32_t)(int64_t)(angle < 0 ? angle - 0.5 : angle + 0.5);
    return true;
}

/* The angle of the turn from a state to an arc, in the shorter direction. */
static uint32_t angle_between(const graph_turning_record *from, bool has_no_heading,
                              uint32_t heading)
{
    if (from->has_no_heading || has_no_heading) {
        return 0;
    }
    const uint32_t left = heading - from->heading;
    return left <= 0x80000000u ? left : 0u - left;
}

/* cost * angle / 2^29, rounded down; cost is at most 2^40. */
static uint64_t turn_cost(uint64_t cost, uint32_t angle)
{
    const uint64_t high = (cost >> 20) * angle;
    const uint64_t low = (cost & 0xFFFFF) * angle;
    return (high >> 9) + ((((high & 0x1FF) << 20) + low) >> PART_BITS);
}

static bool is_too_sharp(const wend_turning *turning, uint32_t angle)
{
    return turning->max_parts != 0 &&
           angle > ((uint64_t)turning->max_parts << PART_BITS) + STRAIGHT_MOST;
}

/* ---- states ---- */

static void note_goal(wend_search *search, const graph_turning_record *s)
{
    const uint64_t whole = s->cost + wendi_search_goal_cost(search, s->node);
    if (wendi_turning_is_better(search, whole, s->turns, search->goal_cost,
                                search->graph.goal_turns) &&
        !wendi_search_exceeds_limit(search, whole)) {
        search->goal_cost = whole;
        search->goal_slot = s->node;
        search->graph.goal_state = s->index;
        search->graph.goal_turns = s->turns;
    }
}

static bool improves(const wend_search *search, const graph_turning_record *s)
{
    const wendi_graph_side *side = &search->graph.sides[0];
    const wendi_graph_search_record *record = &side->records[s->index];
    return !wendi_graph_side_has(side, s->index) ||
           wendi_turning_is_better(search, s->cost, s->turns, record->cost, record->edge);
}

/* A state's entry in the open list; the record must be set. Indices of arcs differ between a space
 * that was repaired and a new one, but for those of one node. */
static uint64_t place_of(const wend_search *search, uint32_t index)
{
    const wendi_graph_search_record *record = &search->graph.sides[0].records[index];
    const uint32_t node = (record->meta & WENDI_RECORD_START) != 0
                              ? UINT32_MAX
                              : wendi_graph_turning_node(search, record->from);
    return (uint64_t)node << 32 | index;
}

static wend_result reach(wend_search *search, const graph_turning_record *s, uint32_t from,
                         uint32_t flags)
{
    wendi_graph_side *side = &search->graph.sides[0];
    if (!improves(search, s)) {
        return WEND_OK;
    }
    if (s->cost > search->query.max_cost) {
        search->hit_limit = true;
        return WEND_OK;
    }
    const uint64_t remaining =
        wendi_search_has_estimate(search) ? wendi_graph_search_estimate(search, s->node) : 0;
    const bool is_start = s->index == search->space->net->out.count;
    /* The first start is kept for every estimate: answers are read from it. */
    if (!is_start && wendi_is_unreachable(remaining)) {
        return WEND_OK;
    }
    if (search->goal_cost != WEND_COST_INFINITE &&
        !wendi_turning_can_help(
            search, wendi_cost_add(s->cost, search->graph.is_uninformed ? 0 : remaining))) {
        return WEND_OK;
    }
    search->graph.state_count += wendi_graph_side_has(side, s->index) ? 0 : 1;
    side->records[s->index] = (wendi_graph_search_record){.cost = s->cost,
                                                          .estimate = remaining,
                                                          .from = from,
                                                          .edge = s->turns,
                                                          .depth = s->heading};
    side->records[s->index].meta = side->generation | WENDI_RECORD_OPEN | flags |
                                   (s->has_no_heading ? WENDI_RECORD_NO_HEADING : 0);
    ++search->answer.generated;
    if (is_start || remaining < search->best_estimate) {
        search->best_estimate = remaining;
        search->best_slot = s->node;
        search->graph.best_state = s->index;
    }

    /* The mark of a node keeps its best state, and whether it is a goal. */
    wendi_graph_side *nodes = &search->graph.sides[1];
    wendi_graph_search_record *record = &nodes->records[s->node];
    const bool is_known = wendi_graph_side_has(nodes, s->node);
    if (!is_known || s->cost < record->cost) {
        record->meta = nodes->generation | (is_known ? record->meta & WENDI_RECORD_GOAL : 0);
        record->cost = s->cost;
        record->from = s->index;
    }
    if ((record->meta & WENDI_RECORD_GOAL) != 0) {
        note_goal(search, s);
    }

    const uint64_t key = search->graph.is_uninformed
                             ? s->cost
                             : wendi_graph_search_key(search, s->node, s->cost, remaining);
    return wendi_cost_queue_push(&side->queue, key, place_of(search, s->index), &search->allocator)
               ? WEND_OK
               : WEND_ERROR_MEMORY;
}

wend_result wendi_graph_turning_begin(wend_search *search)
{
    wendi_graph_scratch *graph = &search->graph;
    const wendi_space_graph *net = search->space->net;
    const uint32_t start_count = (uint32_t)search->starts.count;
    if (wendi_graph_side_begin(&graph->sides[0], net->out.count + start_count,
                               &search->allocator) != WEND_OK ||
        wendi_graph_side_begin(&graph->sides[1], net->node_count, &search->allocator) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    for (size_t k = 0; k < search->goals.count; ++k) {
        wendi_graph_search_record *record = &graph->sides[1].records[search->goals.items[k].slot];
        record->meta = graph->sides[1].generation | WENDI_RECORD_GOAL;
        record->cost = WEND_COST_INFINITE;
    }
    graph->goal_turns = 0;
    graph->state_count = 0;
    graph->is_uninformed = false;
    graph->best_state = net->out.count;
    wend_result result = WEND_OK;
    for (uint32_t k = 0; k < start_count && result == WEND_OK; ++k) {
        const wendi_search_end *end = &search->starts.items[k];
        const graph_turning_record start = {net->out.count + k, end->slot, 0, 0, end->cost, true};
        result = reach(search, &start, start.index, WENDI_RECORD_START);
    }
    return result;
}

/* One arc on from a state; false if the turn is too sharp. */
static bool step(const wend_search *search, const graph_turning_record *s, uint32_t index,
                 graph_turning_record *next)
{
    const wend_turning *turning = &search->turn.turning;
    const wendi_space_arc *arc = &search->space->net->out.items[index];
    *next = (graph_turning_record){.index = index, .node = arc->target};
    next->has_no_heading = !direction_of(search, s->node, arc, &next->heading);
    const uint32_t angle = angle_between(s, next->has_no_heading, next->heading);
    next->turns = s->turns + (angle > STRAIGHT_MOST ? 1 : 0);
    next->cost = wendi_cost_add(s->cost, arc->cost + turn_cost(turning->cost, angle));
    return !is_too_sharp(turning, angle);
}

static graph_turning_record state_of(const wend_search *search, uint32_t index)
{
    const wendi_graph_search_record *record = &search->graph.sides[0].records[index];
    return (graph_turning_record){index,         wendi_graph_turning_node(search, index),
                                  record->depth, record->edge,
                                  record->cost,  (record->meta & WENDI_RECORD_NO_HEADING) != 0};
}

static wend_result search_state(wend_search *search, uint32_t index)
{
    wendi_graph_search_record *record = &search->graph.sides[0].records[index];
    record->meta &= ~(uint32_t)WENDI_RECORD_OPEN;
    const graph_turning_record s = state_of(search, index);
    if (!wendi_search_note_expanded(search, s.node)) {
        return WEND_ERROR_MEMORY;
    }
    if (s.cost >> WENDI_COST_LIMIT_BITS != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    if (search->query.goal_kind == WEND_GOAL_PREDICATE &&
        search->query.is_goal(search->query.user, s.node)) {
        note_goal(search, &s);
        return WEND_OK;
    }
    const wendi_space_arcs *out = &search->space->net->out;
    for (uint32_t k = out->spans[s.node].first; k < out->spans[s.node].end; ++k) {
        graph_turning_record next;
        if (out->items[k].cost == WEND_COST_INFINITE || !step(search, &s, k, &next)) {
            continue;
        }
        const wend_result result = reach(search, &next, index, 0);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

/* Orders the open list by costs alone. */
static wend_result give_up_estimate(wend_search *search)
{
    wendi_graph_side *side = &search->graph.sides[0];
    const size_t count_max = side->queue.count_max;
    search->graph.is_uninformed = true;
    wendi_cost_queue_clear(&side->queue);
    side->queue.count_max = count_max;
    const uint32_t count = search->space->net->out.count + (uint32_t)search->starts.count;
    for (uint32_t index = 0; index < count; ++index) {
        if (wendi_graph_side_has(side, index) &&
            (side->records[index].meta & WENDI_RECORD_OPEN) != 0 &&
            !wendi_cost_queue_push(&side->queue, side->records[index].cost, place_of(search, index),
                                   &search->allocator)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

/* The next state worth searching, left in the queue; false at the end. */
static bool next_state(wend_search *search, uint32_t *index)
{
    wendi_cost_queue *queue = &search->graph.sides[0].queue;
    while (queue->count > 0) {
        if (search->goal_cost != WEND_COST_INFINITE &&
            !wendi_turning_can_help(search, queue->entries[0].key)) {
            return false;
        }
        *index = (uint32_t)queue->entries[0].rest;
        if ((search->graph.sides[0].records[*index].meta & WENDI_RECORD_OPEN) != 0) {
            return true;
        }
        wendi_cost_queue_pop(queue);
    }
    return false;
}

wend_result wendi_graph_turning_advance(wend_search *search, uint64_t *steps)
{
    uint32_t index;
    while (next_state(search, &index)) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        --*steps;
        wendi_cost_queue_pop(&search->graph.sides[0].queue);
        wend_result result = search_state(search, index);
        if (result == WEND_OK && !search->graph.is_uninformed &&
            wendi_heuristic_is_inconsistent(search->answer.expanded, search->graph.state_count)) {
            result = give_up_estimate(search);
        }
        if (result != WEND_OK) {
            return result;
        }
    }
    return wendi_search_finish(search);
}

/* ---- answers ---- */

static uint32_t answer_state(const wend_search *search)
{
    if (search->query.goal_kind == WEND_GOAL_WITHIN) {
        return search->space->net->out.count;
    }
    return search->answer.reason == WEND_FAILURE_NONE ? search->graph.goal_state
                                                      : search->graph.best_state;
}

uint32_t wendi_graph_turning_state(const wend_search *search, uint32_t node)
{
    const wendi_graph_side *nodes = &search->graph.sides[1];
    if (search->answer.result != WEND_IN_PROGRESS &&
        wendi_graph_turning_node(search, answer_state(search)) == node) {
        return answer_state(search);
    }
    return wendi_graph_side_has(nodes, node) && nodes->records[node].cost != WEND_COST_INFINITE
               ? nodes->records[node].from
               : UINT32_MAX;
}

/* A state on the path may have become cheaper after the last one was found, so the path is summed
 * again: the turns between its arcs and the arcs themselves. */
void wendi_graph_turning_conclude(wend_search *search)
{
    const uint32_t last = answer_state(search);
    wendi_graph_search_record *records = search->graph.sides[0].records;
    uint64_t cost = 0;
    uint32_t turns = 0;
    uint32_t at = last;
    for (; (records[at].meta & WENDI_RECORD_START) == 0; at = records[at].from) {
        graph_turning_record before = state_of(search, records[at].from);
        graph_turning_record here;
        before.cost = 0;
        before.turns = 0;
        (void)step(search, &before, at, &here);
        cost += here.cost;
        turns += here.turns;
    }
    cost += records[at].cost;
    records[last].cost = cost;
    records[last].edge = turns;
    search->origin_slot = wendi_graph_turning_node(search, at);
    search->answer.cost = cost;
    search->answer.turns = turns;
}
