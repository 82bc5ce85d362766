/* The heuristic of a graph: estimates of the remaining cost that are never too large.
 * Cost: one length for each estimate, and one for each of at most 16 cheap arcs that can help. */
#include "route/heuristic/graph.h"

static const double max_estimate = 4611686018427387904.0; /* 2^62 */

/* A cheap arc while chains of them are computed. */
typedef struct arc_chain {
    wend_vec3 from, to;
    uint64_t cost;
    uint64_t rest; /* from its beginning to a goal, through it */
    bool is_settled;
} arc_chain;

void wendi_graph_heuristic_clear(wendi_graph_heuristic *estimator, const wendi_space_graph *net)
{
    estimator->net = net;
    estimator->is_empty = true;
    estimator->is_point = true;
    estimator->entry_count = 0;
}

static void widen(double at, double *low, double *high)
{
    *low = at < *low ? at : *low;
    *high = at > *high ? at : *high;
}

void wendi_graph_heuristic_add_goal(wendi_graph_heuristic *estimator, uint32_t node)
{
    const wend_vec3 at = estimator->net->positions[node];
    if (estimator->is_empty) {
        estimator->low = at;
        estimator->high = at;
        estimator->is_empty = false;
        return;
    }
    widen(at.x, &estimator->low.x, &estimator->high.x);
    widen(at.y, &estimator->low.y, &estimator->high.y);
    widen(at.z, &estimator->low.z, &estimator->high.z);
    estimator->is_point = false;
}

static uint64_t cost_of(const wendi_graph_heuristic *estimator, wend_vec3 from, wend_vec3 to)
{
    const double cost = wendi_graph_length(estimator->metric, from, to) * estimator->rate;
    return cost < max_estimate ? (uint64_t)cost : (uint64_t)1 << 62;
}

static double nearest_within(double at, double low, double high)
{
    return at < low ? low : at > high ? high : at;
}

static uint64_t to_goals(const wendi_graph_heuristic *estimator, wend_vec3 from)
{
    if (estimator->is_point) {
        return cost_of(estimator, from, estimator->low);
    }
    const wend_vec3 nearest = {nearest_within(from.x, estimator->low.x, estimator->high.x),
                               nearest_within(from.y, estimator->low.y, estimator->high.y),
                               nearest_within(from.z, estimator->low.z, estimator->high.z)};
    return cost_of(estimator, from, nearest);
}

/* ---- cheap arcs ---- */

/* Dijkstra over the arcs, from the goals back. */
static void settle(const wendi_graph_heuristic *estimator, arc_chain *chains, uint32_t count)
{
    for (uint32_t round = 0; round < count; ++round) {
        uint32_t next = count;
        for (uint32_t k = 0; k < count; ++k) {
            if (!chains[k].is_settled && (next == count || chains[k].rest < chains[next].rest)) {
                next = k;
            }
        }
        chains[next].is_settled = true;
        for (uint32_t k = 0; k < count; ++k) {
            const uint64_t through = chains[k].cost +
                                     cost_of(estimator, chains[k].to, chains[next].from) +
                                     chains[next].rest;
            chains[k].rest = through < chains[k].rest ? through : chains[k].rest;
        }
    }
}

/* True if the straight line from the arc's beginning, to a goal or to another arc, costs no more.
 */
static bool is_redundant(const wendi_graph_heuristic *estimator, const arc_chain *chains,
                         uint32_t count, uint32_t at)
{
    const wend_vec3 from = chains[at].from;
    if (to_goals(estimator, from) <= chains[at].rest) {
        return true;
    }
    for (uint32_t k = 0; k < count; ++k) {
        const uint64_t other = cost_of(estimator, from, chains[k].from) + chains[k].rest;
        if (k != at && (other < chains[at].rest || (other == chains[at].rest && k < at))) {
            return true;
        }
    }
    return false;
}

static uint32_t metric_of(wend_heuristic heuristic)
{
    if (heuristic == WEND_HEURISTIC_OCTILE) {
        return WENDI_METRIC_OCTILE;
    }
    return heuristic == WEND_HEURISTIC_MANHATTAN ? WENDI_METRIC_MANHATTAN : WENDI_METRIC_STRAIGHT;
}

void wendi_graph_heuristic_prepare(wendi_graph_heuristic *estimator, wend_heuristic heuristic,
                                   bool is_backward)
{
    estimator->metric = metric_of(heuristic);
    estimator->rate =
        heuristic == WEND_HEURISTIC_NONE ? 0 : estimator->net->rates[estimator->metric].least;
    estimator->entry_count = 0;
    estimator->is_plain = false;
    if (estimator->is_empty || heuristic == WEND_HEURISTIC_NONE) {
        return;
    }
    arc_chain chains[WENDI_CHEAP_ARCS];
    const wendi_space_graph *net = estimator->net;
    const wendi_graph_rate *rate = &net->rates[estimator->metric];
    for (uint32_t k = 0; k < rate->cheap_count; ++k) {
        const wendi_space_arc *arc = &net->out.items[rate->cheap[k]];
        const wendi_graph_ends ends = net->ends[arc->edge];
        const uint32_t source = arc->target == ends.to ? ends.from : ends.to;
        const wend_vec3 from = net->positions[is_backward ? arc->target : source];
        const wend_vec3 to = net->positions[is_backward ? source : arc->target];
        chains[k] = (arc_chain){from, to, arc->cost, arc->cost + to_goals(estimator, to), false};
    }
    const uint32_t count = rate->cheap_count;

    settle(estimator, chains, count);
    for (uint32_t k = 0; k < count; ++k) {
        if (!is_redundant(estimator, chains, count, k)) {
            estimator->entries[estimator->entry_count++] =
                (wendi_cheap_arc_entry){chains[k].from, chains[k].rest};
        }
    }
    estimator->is_plain = estimator->is_point && estimator->entry_count == 0 &&
                          estimator->metric == WENDI_METRIC_STRAIGHT;
}

/* The same as cost_of for the commonest case: one goal, in a straight line. */
static inline uint64_t plain_estimate(const wendi_graph_heuristic *estimator, wend_vec3 at)
{
    const double dx = estimator->low.x - at.x;
    const double dy = estimator->low.y - at.y;
    const double dz = estimator->low.z - at.z;
    const double cost = wend_sqrt(dx * dx + dy * dy + dz * dz) * estimator->rate;
    return cost < max_estimate ? (uint64_t)cost : (uint64_t)1 << 62;
}

uint64_t wendi_graph_heuristic_at(const wendi_graph_heuristic *estimator, uint32_t node)
{
    if (estimator->is_empty || !(estimator->rate > 0)) {
        return 0;
    }
    const wend_vec3 at = estimator->net->positions[node];
    if (estimator->is_plain) {
        return plain_estimate(estimator, at);
    }
    uint64_t least = to_goals(estimator, at);
    for (uint32_t k = 0; k < estimator->entry_count; ++k) {
        const uint64_t through =
            cost_of(estimator, at, estimator->entries[k].position) + estimator->entries[k].rest;
        least = through < least ? through : least;
    }
    return least;
}
