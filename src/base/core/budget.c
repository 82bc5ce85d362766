/* Budgets of steps and of time, and how much of one may be used now.
 * Cost: a grant reads the clock once, and only with a deadline. */
#include "base/core/budget.h"

wend_budget wend_budget_steps(uint64_t steps)
{
    wend_budget budget = {steps, 0};
    return budget;
}

wend_budget wend_budget_ns(uint64_t nanoseconds)
{
    uint64_t now = wend_clock_ns();
    uint64_t deadline = nanoseconds > UINT64_MAX - now ? UINT64_MAX : now + nanoseconds;
    /* 0 would mean no deadline. */
    wend_budget budget = {UINT64_MAX, deadline == 0 ? 1 : deadline};
    return budget;
}

uint64_t wendi_budget_grant(const wend_budget *budget, uint64_t chunk)
{
    if (budget == NULL) {
        return chunk;
    }
    if (budget->deadline_ns != 0 && wend_clock_ns() >= budget->deadline_ns) {
        return 0;
    }
    return budget->steps < chunk ? budget->steps : chunk;
}

void wendi_budget_spend(wend_budget *budget, uint64_t steps)
{
    if (budget != NULL && budget->steps != UINT64_MAX) {
        budget->steps -= steps < budget->steps ? steps : budget->steps;
    }
}

/* Steps until the next look at the clock: about as many as take 10 us, and no more than are likely to
 * fit into the time left. @param steps of the last look, which took so long. */
static uint64_t next_steps(uint64_t steps, uint64_t taken_ns, uint64_t left_ns)
{
    enum { SHORT_NS = 8000, LONG_NS = 20000, MOST = 256 };
    uint64_t next = taken_ns < SHORT_NS ? 2 * steps : taken_ns > LONG_NS ? steps / 2 : steps;
    const uint64_t fitting = taken_ns > left_ns / 2 ? steps * left_ns / taken_ns : next;
    next = fitting < next ? fitting : next;
    return next < 1 ? 1 : next > MOST ? MOST : next;
}

/* As wendi_budget_run, under a deadline. */
static wend_result run_by_clock(wend_budget *budget, wendi_slice_fn slice, void *context)
{
    enum { FIRST_STEPS = 16 };
    uint64_t granted = FIRST_STEPS;
    uint64_t then = wend_clock_ns();
    for (;;) {
        granted = granted < budget->steps ? granted : budget->steps;
        uint64_t left = granted;
        const wend_result result = slice(context, &left);
        const uint64_t now = wend_clock_ns();
        budget->steps -= granted - left;
        if (result != WEND_IN_PROGRESS || budget->steps == 0 || now >= budget->deadline_ns) {
            return result;
        }
        granted = next_steps(granted, now - then, budget->deadline_ns - now);
        then = now;
    }
}

wend_result wendi_budget_run(wend_budget *budget, wendi_slice_fn slice, void *context)
{
    uint64_t unlimited = UINT64_MAX;
    if (budget == NULL) {
        return slice(context, &unlimited);
    }
    if (budget->deadline_ns != 0) {
        return run_by_clock(budget, slice, context);
    }
    uint64_t left = budget->steps;
    const wend_result result = slice(context, &left);
    budget->steps = left;
    return result;
}
