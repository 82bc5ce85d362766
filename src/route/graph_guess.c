/* Takes: a graph's space, goals, a heuristic.
 * Gives: guesses of the cost to the goals that are never too large.
 * Cost: a length for each guess, and one for each of at most 16 cheap arcs that can help. */
#include "route/graph_guess.h"

static const double most_guess = 4611686018427387904.0; /* 2^62 */

/* A cheap arc while chains of them are worked out. */
typedef struct chain {
    wend_vec3 from, to;
    uint64_t cost;
    uint64_t rest; /* from its beginning to a goal, through it */
    bool is_settled;
} chain;

void wendi_graph_guess_clear(wendi_graph_guess *guess, const wendi_space_graph *net)
{
    guess->net = net;
    guess->is_empty = true;
    guess->is_point = true;
    guess->door_count = 0;
}

static void widen(double at, double *low, double *high)
{
    *low = at < *low ? at : *low;
    *high = at > *high ? at : *high;
}

void wendi_graph_guess_add(wendi_graph_guess *guess, uint32_t node)
{
    const wend_vec3 at = guess->net->places[node];
    if (guess->is_empty) {
        guess->low = at;
        guess->high = at;
        guess->is_empty = false;
        return;
    }
    widen(at.x, &guess->low.x, &guess->high.x);
    widen(at.y, &guess->low.y, &guess->high.y);
    widen(at.z, &guess->low.z, &guess->high.z);
    guess->is_point = false;
}

static uint64_t cost_of(const wendi_graph_guess *guess, wend_vec3 from, wend_vec3 to)
{
    const double cost = wendi_graph_length(guess->metric, from, to) * guess->rate;
    return cost < most_guess ? (uint64_t)cost : (uint64_t)1 << 62;
}

static double nearest_within(double at, double low, double high)
{
    return at < low ? low : at > high ? high : at;
}

static uint64_t to_goals(const wendi_graph_guess *guess, wend_vec3 from)
{
    if (guess->is_point) {
        return cost_of(guess, from, guess->low);
    }
    const wend_vec3 nearest = {nearest_within(from.x, guess->low.x, guess->high.x),
                               nearest_within(from.y, guess->low.y, guess->high.y),
                               nearest_within(from.z, guess->low.z, guess->high.z)};
    return cost_of(guess, from, nearest);
}

/* ---- cheap arcs ---- */

static uint32_t collect(const wendi_graph_guess *guess, bool is_backward,
                        chain chains[WENDI_CHEAP_ARCS])
{
    const wendi_space_graph *net = guess->net;
    const wendi_graph_rate *rate = &net->rates[guess->metric];
    for (uint32_t k = 0; k < rate->cheap_count; ++k) {
        const wendi_net_arc *arc = &net->out.items[rate->cheap[k]];
        const wendi_graph_ends ends = net->ends[arc->edge];
        const uint32_t source = arc->target == ends.to ? ends.from : ends.to;
        const wend_vec3 from = net->places[is_backward ? arc->target : source];
        const wend_vec3 to = net->places[is_backward ? source : arc->target];
        chains[k] = (chain){from, to, arc->cost, arc->cost + to_goals(guess, to), false};
    }
    return rate->cheap_count;
}

/* Dijkstra over the arcs, from the goals back. */
static void settle(const wendi_graph_guess *guess, chain *chains, uint32_t count)
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
                                     cost_of(guess, chains[k].to, chains[next].from) +
                                     chains[next].rest;
            chains[k].rest = through < chains[k].rest ? through : chains[k].rest;
        }
    }
}

/* Does going straight from the arc's beginning, to a goal or another arc, do as well? */
static bool is_needless(const wendi_graph_guess *guess, const chain *chains, uint32_t count,
                        uint32_t at)
{
    const wend_vec3 from = chains[at].from;
    if (to_goals(guess, from) <= chains[at].rest) {
        return true;
    }
    for (uint32_t k = 0; k < count; ++k) {
        const uint64_t other = cost_of(guess, from, chains[k].from) + chains[k].rest;
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
    return heuristic == WEND_HEURISTIC_MANHATTAN ? WENDI_METRIC_TAXI : WENDI_METRIC_STRAIGHT;
}

void wendi_graph_guess_begin(wendi_graph_guess *guess, wend_heuristic heuristic, bool is_backward)
{
    guess->metric = metric_of(heuristic);
    guess->rate = heuristic == WEND_HEURISTIC_NONE ? 0 : guess->net->rates[guess->metric].least;
    guess->door_count = 0;
    guess->is_plain = false;
    if (guess->is_empty || heuristic == WEND_HEURISTIC_NONE) {
        return;
    }
    chain chains[WENDI_CHEAP_ARCS];
    const uint32_t count = collect(guess, is_backward, chains);
    settle(guess, chains, count);
    for (uint32_t k = 0; k < count; ++k) {
        if (!is_needless(guess, chains, count, k)) {
            guess->doors[guess->door_count++] = (wendi_graph_door){chains[k].from, chains[k].rest};
        }
    }
    guess->is_plain =
        guess->is_point && guess->door_count == 0 && guess->metric == WENDI_METRIC_STRAIGHT;
}

/* The same as cost_of for the commonest case: one goal, in a straight line. */
static inline uint64_t plain_guess(const wendi_graph_guess *guess, wend_vec3 at)
{
    const double dx = guess->low.x - at.x;
    const double dy = guess->low.y - at.y;
    const double dz = guess->low.z - at.z;
    const double cost = wend_sqrt(dx * dx + dy * dy + dz * dz) * guess->rate;
    return cost < most_guess ? (uint64_t)cost : (uint64_t)1 << 62;
}

uint64_t wendi_graph_guess_from(const wendi_graph_guess *guess, uint32_t node)
{
    if (guess->is_empty || !(guess->rate > 0)) {
        return 0;
    }
    const wend_vec3 at = guess->net->places[node];
    if (guess->is_plain) {
        return plain_guess(guess, at);
    }
    uint64_t least = to_goals(guess, at);
    for (uint32_t k = 0; k < guess->door_count; ++k) {
        const uint64_t through = cost_of(guess, at, guess->doors[k].place) + guess->doors[k].rest;
        least = through < least ? through : least;
    }
    return least;
}
