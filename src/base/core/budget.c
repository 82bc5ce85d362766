/* Budgets of steps and of time, and how much of one may be used now.
 * Cost: a grant reads the clock once, and only with a deadline. */
#include "base/core/budget.h"

enum { STEPS_PER_CLOCK = 128 };

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

wend_result wendi_budget_run(wend_budget *budget, wendi_slice_fn slice, void *context)
{
    uint64_t unlimited = UINT64_MAX;
    if (budget == NULL) {
        return slice(context, &unlimited);
    }
    wend_result result = WEND_IN_PROGRESS;
    do {
        uint64_t left = budget->deadline_ns != 0 && budget->steps > STEPS_PER_CLOCK
                            ? STEPS_PER_CLOCK
                            : budget->steps;
        const uint64_t before = left;
        result = slice(context, &left);
        budget->steps -= before - left;
    } while (result == WEND_IN_PROGRESS && budget->deadline_ns != 0 && budget->steps != 0 &&
             wend_clock_ns() < budget->deadline_ns);
    return result;
}
