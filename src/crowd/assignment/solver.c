/* The cheapest among the largest assignments of sources to sinks.
 *
 *   sources  0   1   2        a source has one sink, a sink at most one source;
 *            |  /    |        prices make contested sinks more expensive, until each source
 *   sinks    0   1   2   3    has the one that is best for it at these prices
 *
 * Row reduction and shortest augmenting paths after Jonker and Volgenant, "A shortest augmenting
 * path algorithm for dense and sparse linear assignment problems" (1987); for equal counts first
 * prices by the auction of Bertsekas, "A distributed algorithm for the assignment problem" (1979).
 * Searches that begin from auction prices are exact, short and few.
 *
 * Cost: one row of costs a bid, at most some dozens of bids a source; then a search for each source
 * that bids leave without a sink, each sources * sinks at worst. Cubic at worst, in practice far
 * less. */
#include "crowd/assignment/solver.h"

#include <math.h>
#include <stdbool.h>

/* No source, no sink. */
#define NONE UINT32_MAX

static const double *row_of(const wendi_assignment *work, uint32_t source)
{
    return source < work->row_count ? work->costs + (size_t)source * work->sinks : work->zeros;
}

static bool is_taken(const wendi_assignment *work, uint32_t sink)
{
    return work->source_of[sink] != NONE;
}

/* All sources are without a sink; prices stay. */
static void reset(wendi_assignment *work)
{
    for (uint32_t sink = 0; sink < work->sinks; sink++) {
        work->source_of[sink] = NONE;
        work->is_scarce[sink] = 0;
    }
    for (uint32_t source = 0; source < work->sources; source++) {
        work->sink_of[source] = NONE;
        work->unassigned[source] = source;
    }
}

/* ---- auctions ---- */

/* Beyond these bids for each source the searches take over. */
enum { BIDS_EACH = 4, PASSES = 2, AUCTION_BIDS_EACH = 60 };

/* Steps of the first and the last auction, as parts of the spread of costs, the last for each
 * source; each step is this part of the one before. Found by measuring sets of 150 and 1000
 * points. */
static const double FIRST_STEP = 0.05;
static const double LAST_STEP = 0.02;
static const double STEP_FACTOR = 0.15;

typedef struct assignment_bid {
    double best, second;
    uint32_t sink;
} assignment_bid;

/* Of equally good sinks a free one, then the one with the least index. */
static assignment_bid bid_of(const wendi_assignment *work, uint32_t source)
{
    const double *costs = row_of(work, source);
    assignment_bid found = {HUGE_VAL, HUGE_VAL, NONE};
    for (uint32_t sink = 0; sink < work->sinks; sink++) {
        const double cost = costs[sink] - work->prices[sink];
        if (!(cost < found.second)) {
            continue;
        }
        const bool is_best =
            cost < found.best ||
            (cost <= found.best && is_taken(work, found.sink) && !is_taken(work, sink));
        found.second = is_best ? found.best : cost;
        found.sink = is_best ? sink : found.sink;
        found.best = is_best ? cost : found.best;
    }
    return found;
}

/* A tie is worth no bid for a taken sink, and no price rises without end. */
static bool is_worth_it(const wendi_assignment *work, assignment_bid offer)
{
    return offer.second < HUGE_VAL && (offer.best < offer.second || !is_taken(work, offer.sink));
}

/* Gives the sink to the source. @return its previous source. */
static uint32_t award(wendi_assignment *work, uint32_t source, assignment_bid offer)
{
    const uint32_t before = work->source_of[offer.sink];
    work->prices[offer.sink] -= offer.second - offer.best;
    work->source_of[offer.sink] = source;
    work->sink_of[source] = offer.sink;
    if (before != NONE) {
        work->sink_of[before] = NONE;
    }
    return before;
}

/* Bids for one source, then for the one that lost its sink, and so on. @return the source left
 * without a sink, or NONE. */
static uint32_t bid_on(wendi_assignment *work, uint32_t source, size_t *bids)
{
    while (source != NONE && *bids > 0) {
        const assignment_bid offer = bid_of(work, source);
        --*bids;
        if (!is_worth_it(work, offer)) {
            break;
        }
        source = award(work, source, offer);
    }
    return source;
}

/* Gives sinks to `count` unassigned sources by comparing the best with the second best only.
 * @return how many stay unassigned. */
static size_t reduce_rows(wendi_assignment *work, size_t count)
{
    size_t bids = BIDS_EACH * work->sources;
    for (int pass = 0; pass < PASSES; pass++) {
        size_t left = 0;
        for (size_t i = 0; i < count; i++) {
            const uint32_t source = bid_on(work, work->unassigned[i], &bids);
            if (source != NONE) {
                work->unassigned[left++] = source;
            }
        }
        count = left;
    }
    return count;
}

/* One auction of all sources, until all have a sink or no bids are left. */
static void auction(wendi_assignment *work, double step, size_t *bids)
{
    reset(work);
    size_t count = work->sources;
    while (count > 0 && *bids > 0) {
        const assignment_bid offer = bid_of(work, work->unassigned[count - 1]);
        --*bids;
        if (!(offer.second < HUGE_VAL)) {
            count--;
            continue;
        }
        work->prices[offer.sink] -= step;
        const uint32_t before = award(work, work->unassigned[count - 1], offer);
        if (before == NONE) {
            count--;
        } else {
            work->unassigned[count - 1] = before;
        }
    }
}

/* Prices near the final ones, where sources are as many as sinks. */
static void run_auctions(wendi_assignment *work)
{
    double spread = 0;
    for (uint32_t source = 0; source < work->row_count; source++) {
        /* The spread of a source's costs at these prices. */
        const double *costs = row_of(work, source);
        double least = HUGE_VAL;
        double most = -HUGE_VAL;
        for (size_t sink = 0; sink < work->sinks; sink++) {
            const double cost = costs[sink] - work->prices[sink];
            least = cost < least ? cost : least;
            most = cost > most && cost < HUGE_VAL ? cost : most;
        }
        const double own = most > least ? most - least : 0;
        spread = own > spread ? own : spread;
    }
    size_t bids = AUCTION_BIDS_EACH * work->sources;
    const double last = LAST_STEP * spread / (double)work->sources;
    double step = FIRST_STEP * spread;
    while (step > last && bids > 0) {
        auction(work, step, &bids);
        step *= STEP_FACTOR;
    }
    reset(work);
}

/* ---- augmenting paths ---- */

/* A search in progress. Shortest augmenting paths: a search starts at a source without a sink, goes
 * to sinks by their cost beyond the best one (never below 0, as prices keep it so) and from a sink
 * to its source, in Dijkstra's order, until it meets a free sink; all sources along the path then
 * move on by one.
 *
 *       source -> sink A (of source 5) -> source 5 -> sink B (free): source has A, 5 has B
 *
 * Where infinite costs leave no free sink, a source on the search tree must go without: the one
 * that makes the sum least, by the same distances. It is as if each source had a sink of its own at
 * an enormous price; as such numbers do not add, the enormous part is one bit: the sinks of the
 * tree are "scarce", which counts as enormous for sources outside of it, and they come after all
 * others. A source that goes without never gets a sink later: searches exchange equals (the sets
 * that can be served form a matroid). */
typedef struct assignment_search {
    size_t final_count; /* of work->order */
    uint32_t dropped;   /* of those reached, the cheapest to leave without a sink */
    double dropped_cost;
} assignment_search;

static bool is_reached(const wendi_assignment *work, uint32_t sink)
{
    return work->distances[sink] < HUGE_VAL;
}

/* Reached sinks first, then those not scarce, nearer, free, with the smaller index. */
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

/* Relaxes sinks from a source that is reached so that `cost - price - shift` is the distance;
 * leaving the source without a sink costs -shift. */
static void relax_from(wendi_assignment *work, assignment_search *s, uint32_t source, double shift)
{
    const double *costs = row_of(work, source);
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

/* Moves the next sink behind the final ones. @return the sink, or NONE. */
static uint32_t next_sink(wendi_assignment *work, const assignment_search *s)
{
    uint32_t *order = work->order;
    if (s->final_count == work->sinks) {
        return NONE;
    }
    size_t best = s->final_count;
    for (size_t i = best + 1; i < work->sinks; i++) {
        best = is_before(work, order[i], order[best]) ? i : best;
    }
    const uint32_t sink = order[best];
    order[best] = order[s->final_count];
    order[s->final_count] = sink;
    return is_reached(work, sink) ? sink : NONE;
}

/* Keeps the sink of every source its best one: sinks nearer than the end get more expensive. */
static void set_prices(wendi_assignment *work, const assignment_search *s, double end)
{
    for (size_t i = 0; i < s->final_count; i++) {
        const uint32_t sink = work->order[i];
        work->prices[sink] += work->distances[sink] - end;
    }
}

/* Moves all sources along the path on by one; the first had no sink. */
static void move_along(wendi_assignment *work, uint32_t first, uint32_t sink)
{
    uint32_t source = NONE;
    while (source != first) {
        source = work->from[sink];
        const uint32_t before = work->sink_of[source];
        work->source_of[sink] = source;
        work->sink_of[source] = sink;
        sink = before;
    }
}

/* Gives one more source a sink. @return false if a source had to go without. */
static bool augment(wendi_assignment *work, uint32_t first)
{
    for (uint32_t sink = 0; sink < work->sinks; sink++) {
        work->distances[sink] = HUGE_VAL;
        work->order[sink] = sink;
    }
    assignment_search s = {.dropped = NONE, .dropped_cost = HUGE_VAL};
    relax_from(work, &s, first, 0);
    for (;;) {
        const uint32_t sink = next_sink(work, &s);
        if (sink == NONE ||
            (work->is_scarce[sink] != 0 && work->distances[sink] >= s.dropped_cost)) {
            set_prices(work, &s, s.dropped_cost);
            for (size_t i = 0; i < s.final_count; i++) {
                work->is_scarce[work->order[i]] = 1;
            }
            if (s.dropped != first) {
                const uint32_t lost = work->sink_of[s.dropped];
                work->sink_of[s.dropped] = NONE;
                move_along(work, first, lost);
            }
            return false;
        }
        if (!is_taken(work, sink)) {
            set_prices(work, &s, work->distances[sink]);
            move_along(work, first, sink);
            return true;
        }
        s.final_count++;
        const uint32_t source = work->source_of[sink];
        const double own = row_of(work, source)[sink] - work->prices[sink];
        relax_from(work, &s, source, own - work->distances[sink]);
    }
}

/* Sets each price to the least cost of its sink: searches are exact with any prices where all sinks
 * will be assigned. @return false if a sink has only infinite costs. */
static bool set_first_prices(wendi_assignment *work)
{
    for (size_t sink = 0; sink < work->sinks; sink++) {
        work->prices[sink] = HUGE_VAL;
    }
    for (uint32_t source = 0; source < work->sources; source++) {
        const double *costs = row_of(work, source);
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

/* @return false if some source gets no sink. */
static bool solve_square(wendi_assignment *work)
{
    if (!set_first_prices(work)) {
        return false;
    }
    run_auctions(work);
    const size_t unassigned = reduce_rows(work, work->sources);
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
    reset(work);
    for (size_t sink = 0; sink < work->sinks; sink++) {
        work->prices[sink] = 0;
    }
    const size_t unassigned = reduce_rows(work, work->sources);
    size_t left_out = 0;
    for (size_t i = 0; i < unassigned; i++) {
        left_out += augment(work, work->unassigned[i]) ? 0 : 1;
    }
    return left_out;
}
