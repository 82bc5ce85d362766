/* Paths, costs and open nodes of a search of a graph.
 * Cost: a path, linear in its edges. */
#include "base/math/bits.h"
#include "base/math/constants.h"
#include "route/search/search.h"

uint64_t wendi_graph_search_cost_to(const wend_search *search, uint32_t node)
{
    const wendi_graph_side *front = &search->graph.sides[0];
    if (search->labels.is_used) {
        return wendi_labels_cost(search, node);
    }
    if (search->turn.is_used) {
        const uint32_t state = wendi_graph_turning_state(search, node);
        return state == UINT32_MAX ? WEND_COST_INFINITE : front->records[state].cost;
    }
    if (node == wendi_search_met_goal(search)) {
        return search->goal_cost - wendi_search_goal_cost(search, node);
    }
    return wendi_graph_side_has(front, node) ? front->records[node].cost : WEND_COST_INFINITE;
}

/* ---- paths ---- */

/* From a node back to where the front began. */
static bool trace_back(const wend_search *search, uint32_t node, wendi_trace *trace)
{
    const wendi_graph_search_record *records = search->graph.sides[0].records;
    while ((records[node].meta & WENDI_RECORD_START) == 0) {
        if (!wendi_trace_push(trace, node, records[node].edge)) {
            return false;
        }
        node = records[node].from;
    }
    return wendi_trace_push(trace, node, WEND_EDGE_NONE);
}

static bool trace_back_states(const wend_search *search, uint32_t state, wendi_trace *trace)
{
    const wendi_graph_search_record *records = search->graph.sides[0].records;
    while ((records[state].meta & WENDI_RECORD_START) == 0) {
        const wendi_space_arc *arc = &search->space->net->out.items[state];
        if (!wendi_trace_push(trace, arc->target, arc->edge)) {
            return false;
        }
        state = records[state].from;
    }
    return wendi_trace_push(trace, wendi_graph_turning_node(search, state), WEND_EDGE_NONE);
}

/* From the meeting on to the goal, along the other end's steps. */
static bool trace_on(const wend_search *search, uint32_t node, wendi_trace *trace)
{
    const wendi_graph_search_record *records = search->graph.sides[1].records;
    while ((records[node].meta & WENDI_RECORD_START) == 0) {
        if (!wendi_trace_push(trace, records[node].from, records[node].edge)) {
            return false;
        }
        node = records[node].from;
    }
    return true;
}

bool wendi_graph_search_trace(const wend_search *search, uint32_t node, wendi_trace *trace)
{
    const bool has_meeting = !search->turn.is_used && node == wendi_search_met_goal(search);
    const bool is_done =
        search->labels.is_used ? wendi_labels_trace(search, node, trace)
        : search->turn.is_used
            ? trace_back_states(search, wendi_graph_turning_state(search, node), trace)
            : trace_back(search, has_meeting ? search->meeting_slot : node, trace);
    if (!is_done) {
        return false;
    }
    wendi_trace_reverse(trace);
    return !has_meeting || trace_on(search, search->meeting_slot, trace);
}

/* ---- costs of paths ---- */

static uint64_t arc_cost(const wendi_space_arcs *arcs, uint32_t node, uint32_t edge)
{
    const wendi_space_arc *arc = &arcs->items[arcs->spans[node].first];
    while (arc->edge != edge) {
        ++arc;
    }
    return arc->cost;
}

uint32_t wendi_graph_search_root_of(const wend_search *search, bool is_backward, uint32_t node)
{
    const wendi_graph_search_record *records = search->graph.sides[is_backward].records;
    while ((records[node].meta & WENDI_RECORD_START) == 0) {
        node = records[node].from;
    }
    return node;
}

/* The steps of one end back to where it began, and the cost that was there.
 * @param root set to the node where the end began. */
static uint64_t sum_of_steps(const wend_search *search, bool is_backward, uint32_t node,
                             uint32_t *root)
{
    const wendi_space_graph *net = search->space->net;
    const wendi_graph_search_record *records = search->graph.sides[is_backward].records;
    uint64_t sum = 0;
    while ((records[node].meta & WENDI_RECORD_START) == 0) {
        sum += arc_cost(is_backward ? &net->in : &net->out, records[node].from, records[node].edge);
        node = records[node].from;
    }
    *root = node;
    return sum + records[node].cost;
}

void wendi_graph_search_sum_path(wend_search *search, uint32_t node)
{
    if (node == wendi_search_met_goal(search)) {
        search->goal_cost =
            sum_of_steps(search, false, search->meeting_slot, &search->origin_slot) +
            sum_of_steps(search, true, search->meeting_slot, &node);
    } else {
        search->graph.sides[0].records[node].cost =
            sum_of_steps(search, false, node, &search->origin_slot);
    }
}

/* ---- expanded nodes ---- */

static bool is_waiting(const wendi_graph_side *side, uint32_t state)
{
    return wendi_graph_side_has(side, state) &&
           (side->records[state].meta & WENDI_RECORD_OPEN) != 0;
}

static bool is_waiting_turning(const wend_search *search, uint32_t node)
{
    const wendi_space_graph *net = search->space->net;
    const wendi_graph_side *front = &search->graph.sides[0];
    for (uint32_t k = 0; k < search->starts.count; ++k) {
        if (search->starts.items[k].slot == node && is_waiting(front, net->out.count + k)) {
            return true;
        }
    }
    for (uint32_t k = net->in.spans[node].first; k < net->in.spans[node].end; ++k) {
        const wendi_space_arc *arc = &net->in.items[k];
        const wendi_space_arc *out = &net->out.items[net->out.spans[arc->target].first];
        while (out->edge != arc->edge) {
            ++out;
        }
        if (is_waiting(front, (uint32_t)(out - net->out.items))) {
            return true;
        }
    }
    return false;
}

bool wendi_graph_search_is_open(const wend_search *search, uint32_t node)
{
    if (search->turn.is_used) {
        return is_waiting_turning(search, node);
    }
    return is_waiting(&search->graph.sides[0], node) ||
           (wendi_search_is_two_sided(search) && is_waiting(&search->graph.sides[1], node));
}

wend_node wendi_graph_search_nearest_expanded(const wend_search *search, wend_node goal)
{
    const wend_vec3 *positions = search->space->net->positions;
    wend_node best = WEND_NODE_NONE;
    double least = wendi_f64_of_bits(WENDI_INFINITY_BITS);
    for (size_t k = 0; k < search->order.count; ++k) {
        const wend_node node = search->order.items[k];
        const double dx = positions[node].x - positions[goal].x;
        const double dy = positions[node].y - positions[goal].y;
        const double dz = positions[node].z - positions[goal].z;
        const double squared = dx * dx + dy * dy + dz * dz;
        if (squared < least || (squared <= least && node < best)) {
            least = squared;
            best = node;
        }
    }
    return best;
}
