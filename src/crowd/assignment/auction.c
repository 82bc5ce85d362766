/* takes: sources that wait for a sink, and prices.
 * gives: sinks for most of them, with prices at which each has what it likes best.
 * cost:  one row of costs a bid; at most some dozens of bids a source.
 *
 * A source takes its best sink from who has it, and raises what the sink costs until it is no
 * better than the second best; who lost it bids next. This is the row reduction that augments of
 * Jonker and Volgenant, "A shortest augmenting path algorithm for dense and sparse linear
 * assignment problems" (1987). Prices of sinks that nobody has stay as they were, which is what
 * unequal counts need.
 *
 * With a step more at every bid it is the auction of Bertsekas, "A distributed algorithm for the
 * assignment problem" (1979): its prices are good up to the step, and come soon when steps shrink
 * from auction to auction. Searches that begin from them are exact, short and few. */
#include "crowd/assignment/solver.h"

#include <math.h>

/* More bids for each source than that, and what waits is left to the searches. */
enum { BIDS_EACH = 4, PASSES = 2, AUCTION_BIDS_EACH = 60 };

/* Steps of the first and the last auction as parts of how unequal costs are, the last for each
 * source; each is so many times the one before. Found by measuring sets of 150 and 1000 points. */
static const double FIRST_STEP = 0.05;
static const double LAST_STEP = 0.02;
static const double STEP_FACTOR = 0.15;

typedef struct assignment_bid {
    double best, second;
    uint32_t sink;
} assignment_bid;

static bool is_taken(const wendi_assignment *work, uint32_t sink)
{
    return work->source_of[sink] != WENDI_ASSIGNMENT_NONE;
}

/* Of equally good ones that nobody has, then that with the least index. */
static assignment_bid bid_of(const wendi_assignment *work, uint32_t source)
{
    const double *costs = wendi_assignment_row(work, source);
    assignment_bid found = {HUGE_VAL, HUGE_VAL, WENDI_ASSIGNMENT_NONE};
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

/* A tie is worth no bid for what others have, nor can a price rise without end. */
static bool is_worth_it(const wendi_assignment *work, assignment_bid offer)
{
    return offer.second < HUGE_VAL && (offer.best < offer.second || !is_taken(work, offer.sink));
}

/* Gives the sink to the source. Returns who had it. */
static uint32_t award(wendi_assignment *work, uint32_t source, assignment_bid offer)
{
    const uint32_t before = work->source_of[offer.sink];
    work->prices[offer.sink] -= offer.second - offer.best;
    work->source_of[offer.sink] = source;
    work->sink_of[source] = offer.sink;
    if (before != WENDI_ASSIGNMENT_NONE) {
        work->sink_of[before] = WENDI_ASSIGNMENT_NONE;
    }
    return before;
}

/* Bids for one source, then for whom it took from, and so on. Returns the one who is left without a
 * sink, or NONE. */
static uint32_t bid_on(wendi_assignment *work, uint32_t source, size_t *bids)
{
    while (source != WENDI_ASSIGNMENT_NONE && *bids > 0) {
        const assignment_bid offer = bid_of(work, source);
        --*bids;
        if (!is_worth_it(work, offer)) {
            break;
        }
        source = award(work, source, offer);
    }
    return source;
}

size_t wendi_assignment_reduce_rows(wendi_assignment *work, size_t count)
{
    size_t bids = BIDS_EACH * work->sources;
    for (int pass = 0; pass < PASSES; pass++) {
        size_t left = 0;
        for (size_t i = 0; i < count; i++) {
            const uint32_t source = bid_on(work, work->unassigned[i], &bids);
            if (source != WENDI_ASSIGNMENT_NONE) {
                work->unassigned[left++] = source;
            }
        }
        count = left;
    }
    return count;
}

/* All go to one auction, until everyone has something or no bids are left. */
static void auction(wendi_assignment *work, double step, size_t *bids)
{
    wendi_assignment_reset(work);
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
        if (before == WENDI_ASSIGNMENT_NONE) {
            count--;
        } else {
            work->unassigned[count - 1] = before;
        }
    }
}

/* How far a source's costs lie apart, at these prices. */
static double spread_of(const wendi_assignment *work, uint32_t source)
{
    const double *costs = wendi_assignment_row(work, source);
    double least = HUGE_VAL;
    double most = -HUGE_VAL;
    for (size_t sink = 0; sink < work->sinks; sink++) {
        const double cost = costs[sink] - work->prices[sink];
        least = cost < least ? cost : least;
        most = cost > most && cost < HUGE_VAL ? cost : most;
    }
    return most > least ? most - least : 0;
}

void wendi_assignment_run_auctions(wendi_assignment *work)
{
    double spread = 0;
    for (uint32_t source = 0; source < work->given; source++) {
        const double own = spread_of(work, source);
        spread = own > spread ? own : spread;
    }
    size_t bids = AUCTION_BIDS_EACH * work->sources;
    const double last = LAST_STEP * spread / (double)work->sources;
    double step = FIRST_STEP * spread;
    while (step > last && bids > 0) {
        auction(work, step, &bids);
        step *= STEP_FACTOR;
    }
    wendi_assignment_reset(work);
}
