/* takes: costs of sources and sinks.
 * gives: the cheapest among the largest assignments.
 * cost:  a search for each source that bids leave waiting, each sources * sinks at worst: cubic,
 *        in practice far less.
 *
 * Shortest augmenting paths after Jonker and Volgenant (1987). A search starts at a source that
 * waits, goes to sinks by what they cost beyond the best (never below 0, as prices are kept so) and
 * from a sink to who has it, in Dijkstra's order, until it meets a sink that nobody has; all along
 * the way then move on by one.
 *
 *      waits -> sink A (had by 5) -> 5 -> sink B (free)      then: waits has A, 5 has B
 *
 * Where infinite costs leave no such sink, somebody on the tree of the search must go without: he
 * whose going without makes the sum least, which the same distances tell. It is as if each source
 * had a sink of its own at an enormous price; as numbers so unequal do not add, the enormous part
 * is one bit: sinks of such a tree are "scarce", which counts as enormous for those outside of it,
 * and they come after all others. Nobody can be given one later who goes without: what searches
 * exchange are equals (the sets that can be served form a matroid). */
#include "crowd/assignment/solver.h"

#include <math.h>

/* A search under way. */
typedef struct assignment_search {
    size_t final_count; /* of work->order */
    uint32_t dropped;   /* of those reached, who would go without at the least cost */
    double dropped_cost;
} assignment_search;

static bool is_taken(const wendi_assignment *work, uint32_t sink)
{
    return work->source_of[sink] != WENDI_ASSIGNMENT_NONE;
}

static bool is_reached(const wendi_assignment *work, uint32_t sink)
{
    return work->distances[sink] < HUGE_VAL;
}

/* First come those that are reached, then those not scarce, nearer, free, of smaller index. */
static bool is_before(const wendi_assignment *work, uint32_t a, uint32_t b)
{
    if (work->is_scarce[a] != work->is_scarce[b]) {
        return work->is_scarce[a] != 0 ? !is_reached(work, b) : is_reached(work, a);
    }
    if (work->distances[a] < work->distances[b] || work->distances[b] < work->distances[a]) {
        return work->distances[a] < work->distances[b];
    }
    if (is_taken(work, a) != is_taken(work, b)) {
        return !is_taken(work, a);
    }
    return a < b;
}

/* Looks on from a source, which is reached so that `cost - price - shift` is the way to a sink;
 * leaving it without costs -shift. */
static void relax_from(wendi_assignment *work, assignment_search *s, uint32_t source, double shift)
{
    const double *costs = wendi_assignment_row(work, source);
    for (size_t i = s->final_count; i < work->sinks; i++) {
        const uint32_t sink = work->order[i];
        const double way = costs[sink] - work->prices[sink] - shift;
        if (way < work->distances[sink]) {
            work->distances[sink] = way;
            work->from[sink] = source;
        }
    }
    if (-shift < s->dropped_cost || (-shift <= s->dropped_cost && source > s->dropped)) {
        s->dropped_cost = -shift;
        s->dropped = source;
    }
}

/* Puts the next sink after the final ones, without making it one. Returns it, or NONE. */
static uint32_t next_sink(wendi_assignment *work, const assignment_search *s)
{
    uint32_t *order = work->order;
    if (s->final_count == work->sinks) {
        return WENDI_ASSIGNMENT_NONE;
    }
    size_t best = s->final_count;
    for (size_t i = best + 1; i < work->sinks; i++) {
        best = is_before(work, order[i], order[best]) ? i : best;
    }
    const uint32_t sink = order[best];
    order[best] = order[s->final_count];
    order[s->final_count] = sink;
    return is_reached(work, sink) ? sink : WENDI_ASSIGNMENT_NONE;
}

/* Keeps every source's sink its best one: what lies nearer than the end gets dearer by so much. */
static void set_prices(wendi_assignment *work, const assignment_search *s, double end)
{
    for (size_t i = 0; i < s->final_count; i++) {
        const uint32_t sink = work->order[i];
        work->prices[sink] += work->distances[sink] - end;
    }
}

/* Everyone on the way to the sink moves on by one; the first had none. */
static void move_along(wendi_assignment *work, uint32_t first, uint32_t sink)
{
    uint32_t source = WENDI_ASSIGNMENT_NONE;
    while (source != first) {
        source = work->from[sink];
        const uint32_t before = work->sink_of[source];
        work->source_of[sink] = source;
        work->sink_of[source] = sink;
        sink = before;
    }
}

static void leave_out(wendi_assignment *work, const assignment_search *s, uint32_t first)
{
    set_prices(work, s, s->dropped_cost);
    for (size_t i = 0; i < s->final_count; i++) {
        work->is_scarce[work->order[i]] = 1;
    }
    if (s->dropped != first) {
        const uint32_t sink = work->sink_of[s->dropped];
        work->sink_of[s->dropped] = WENDI_ASSIGNMENT_NONE;
        move_along(work, first, sink);
    }
}

static assignment_search begin(wendi_assignment *work)
{
    for (uint32_t sink = 0; sink < work->sinks; sink++) {
        work->distances[sink] = HUGE_VAL;
        work->order[sink] = sink;
    }
    return (assignment_search){.dropped = WENDI_ASSIGNMENT_NONE, .dropped_cost = HUGE_VAL};
}

/* Gives one more source a sink. False when somebody had to go without instead. */
static bool augment(wendi_assignment *work, uint32_t first)
{
    assignment_search s = begin(work);
    relax_from(work, &s, first, 0);
    for (;;) {
        const uint32_t sink = next_sink(work, &s);
        if (sink == WENDI_ASSIGNMENT_NONE ||
            (work->is_scarce[sink] != 0 && work->distances[sink] >= s.dropped_cost)) {
            leave_out(work, &s, first);
            return false;
        }
        if (!is_taken(work, sink)) {
            set_prices(work, &s, work->distances[sink]);
            move_along(work, first, sink);
            return true;
        }
        s.final_count++;
        const uint32_t source = work->source_of[sink];
        const double own = wendi_assignment_row(work, source)[sink] - work->prices[sink];
        relax_from(work, &s, source, own - work->distances[sink]);
    }
}

void wendi_assignment_reset(wendi_assignment *work)
{
    for (uint32_t sink = 0; sink < work->sinks; sink++) {
        work->source_of[sink] = WENDI_ASSIGNMENT_NONE;
        work->is_scarce[sink] = 0;
    }
    for (uint32_t source = 0; source < work->sources; source++) {
        work->sink_of[source] = WENDI_ASSIGNMENT_NONE;
        work->unassigned[source] = source;
    }
}

/* Prices that are each sink's least cost: the searches are right with any where all sinks will be
 * given. False where nobody can have some sink. */
static bool set_first_prices(wendi_assignment *work)
{
    for (size_t sink = 0; sink < work->sinks; sink++) {
        work->prices[sink] = HUGE_VAL;
    }
    for (uint32_t source = 0; source < work->sources; source++) {
        const double *costs = wendi_assignment_row(work, source);
        for (size_t sink = 0; sink < work->sinks; sink++) {
            const double least = work->prices[sink];
            work->prices[sink] = costs[sink] < least ? costs[sink] : least;
        }
    }
    bool is_finite = true;
    for (size_t sink = 0; sink < work->sinks; sink++) {
        is_finite = is_finite && work->prices[sink] < HUGE_VAL;
    }
    return is_finite;
}

/* True if every source has one, and so every sink a source. */
static bool solve_square(wendi_assignment *work)
{
    if (!set_first_prices(work)) {
        return false;
    }
    wendi_assignment_run_auctions(work);
    const size_t unassigned = wendi_assignment_reduce_rows(work, work->sources);
    for (size_t i = 0; i < unassigned; i++) {
        if (!augment(work, work->unassigned[i])) {
            return false;
        }
    }
    return true;
}

size_t wendi_assignment_solve(wendi_assignment *work)
{
    if (work->sources == work->sinks && solve_square(work)) {
        return 0;
    }
    wendi_assignment_reset(work);
    for (size_t sink = 0; sink < work->sinks; sink++) {
        work->prices[sink] = 0;
    }
    const size_t unassigned = wendi_assignment_reduce_rows(work, work->sources);
    size_t left_out = 0;
    for (size_t i = 0; i < unassigned; i++) {
        left_out += augment(work, work->unassigned[i]) ? 0 : 1;
    }
    return left_out;
}
