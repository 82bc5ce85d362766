/* Takes: a search that ran on a graph.
 * Gives: ways to what it found, what they cost, and what waits.
 * Cost: a way, linear in its edges. */
#include "base/bits.h"
#include "base/math_constants.h"
#include "route/search_private.h"

static bool is_two_sided(const wend_search *search)
{
    return search->answer.method == WEND_METHOD_ASTAR_BIDIRECTIONAL ||
           search->answer.method == WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL;
}

/* Did the ends meet, and is the node the goal? */
static bool is_met(const wend_search *search, uint32_t node)
{
    return is_two_sided(search) && search->meeting_slot != UINT32_MAX &&
           node == search->goals.items[0];
}

uint64_t wendi_graph_cost_to(const wend_search *search, uint32_t node)
{
    const wendi_graph_side *front = &search->graph.sides[0];
    if (search->turn.is_used) {
        const uint32_t state = wendi_graph_turn_state(search, node);
        return state == UINT32_MAX ? WEND_COST_INFINITE : front->marks[state].cost;
    }
    if (is_met(search, node)) {
        return search->goal_cost;
    }
    return wendi_graph_side_knows(front, node) ? front->marks[node].cost : WEND_COST_INFINITE;
}

/* ---- ways ---- */

static void reverse(uint32_t *items, size_t count)
{
    for (size_t low = 0, high = count; low + 1 < high; ++low) {
        --high;
        const uint32_t swap = items[low];
        items[low] = items[high];
        items[high] = swap;
    }
}

/* From a node back to where the front began. */
static bool walk_back(const wend_search *search, uint32_t node, wendi_way *way)
{
    const wendi_graph_mark *marks = search->graph.sides[0].marks;
    while ((marks[node].meta & WENDI_MARK_FIRST) == 0) {
        if (!wendi_way_push(way, node, marks[node].edge)) {
            return false;
        }
        node = marks[node].from;
    }
    return wendi_way_push(way, node, WEND_EDGE_NONE);
}

static bool walk_back_states(const wend_search *search, uint32_t state, wendi_way *way)
{
    const wendi_graph_mark *marks = search->graph.sides[0].marks;
    while ((marks[state].meta & WENDI_MARK_FIRST) == 0) {
        const wendi_net_arc *arc = &search->space->net->out.items[state];
        if (!wendi_way_push(way, arc->target, arc->edge)) {
            return false;
        }
        state = marks[state].from;
    }
    return wendi_way_push(way, search->start_slot, WEND_EDGE_NONE);
}

/* From the meeting on to the goal, along the other end's steps. */
static bool walk_on(const wend_search *search, uint32_t node, wendi_way *way)
{
    const wendi_graph_mark *marks = search->graph.sides[1].marks;
    while ((marks[node].meta & WENDI_MARK_FIRST) == 0) {
        if (!wendi_way_push(way, marks[node].from, marks[node].edge)) {
            return false;
        }
        node = marks[node].from;
    }
    return true;
}

bool wendi_graph_trace(const wend_search *search, uint32_t node, wendi_way *way)
{
    const bool has_met = !search->turn.is_used && is_met(search, node);
    const bool is_done = search->turn.is_used
                             ? walk_back_states(search, wendi_graph_turn_state(search, node), way)
                             : walk_back(search, has_met ? search->meeting_slot : node, way);
    if (!is_done) {
        return false;
    }
    reverse(way->nodes.items, way->nodes.count);
    reverse(way->follows.items, way->follows.count);
    return !has_met || walk_on(search, search->meeting_slot, way);
}

/* ---- what a way costs ---- */

static uint64_t arc_cost(const wendi_net_arcs *arcs, uint32_t node, uint32_t edge)
{
    const wendi_net_arc *arc = &arcs->items[arcs->first[node]];
    while (arc->edge != edge) {
        ++arc;
    }
    return arc->cost;
}

/* The steps of one end back to where it began. */
static uint64_t sum_of_steps(const wend_search *search, bool is_backward, uint32_t node)
{
    const wendi_space_graph *net = search->space->net;
    const wendi_graph_mark *marks = search->graph.sides[is_backward].marks;
    uint64_t sum = 0;
    while ((marks[node].meta & WENDI_MARK_FIRST) == 0) {
        sum += arc_cost(is_backward ? &net->in : &net->out, marks[node].from, marks[node].edge);
        node = marks[node].from;
    }
    return sum;
}

void wendi_graph_sum_way(wend_search *search, uint32_t node)
{
    if (is_met(search, node)) {
        search->goal_cost = sum_of_steps(search, false, search->meeting_slot) +
                            sum_of_steps(search, true, search->meeting_slot);
    } else {
        search->graph.sides[0].marks[node].cost = sum_of_steps(search, false, node);
    }
}

/* ---- what was searched ---- */

static bool waits(const wendi_graph_side *side, uint32_t state)
{
    return wendi_graph_side_knows(side, state) && (side->marks[state].meta & WENDI_MARK_OPEN) != 0;
}

static bool waits_turning(const wend_search *search, uint32_t node)
{
    const wendi_space_graph *net = search->space->net;
    const wendi_graph_side *front = &search->graph.sides[0];
    if (node == search->start_slot && waits(front, net->out.count)) {
        return true;
    }
    for (uint32_t k = net->in.first[node]; k < net->in.first[node + 1]; ++k) {
        const wendi_net_arc *arc = &net->in.items[k];
        const wendi_net_arc *out = &net->out.items[net->out.first[arc->target]];
        while (out->edge != arc->edge) {
            ++out;
        }
        if (waits(front, (uint32_t)(out - net->out.items))) {
            return true;
        }
    }
    return false;
}

bool wendi_graph_waits(const wend_search *search, uint32_t node)
{
    if (search->turn.is_used) {
        return waits_turning(search, node);
    }
    return waits(&search->graph.sides[0], node) ||
           (is_two_sided(search) && waits(&search->graph.sides[1], node));
}

wend_node wendi_graph_nearest_of_order(const wend_search *search, wend_node goal)
{
    const wend_vec3 *places = search->space->net->places;
    wend_node best = WEND_NODE_NONE;
    double least = wendi_f64_of_bits(WENDI_INFINITY_BITS);
    for (size_t k = 0; k < search->order.count; ++k) {
        const wend_node node = search->order.items[k];
        const double dx = places[node].x - places[goal].x;
        const double dy = places[node].y - places[goal].y;
        const double dz = places[node].z - places[goal].z;
        const double squared = dx * dx + dy * dy + dz * dz;
        if (squared < least || (squared <= least && node < best)) {
            least = squared;
            best = node;
        }
    }
    return best;
}
