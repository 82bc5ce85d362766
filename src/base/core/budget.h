/* Accounting of work against a budget.
 *
 *     uint64_t granted;
 *     while ((granted = wendi_budget_grant(budget, 256)) > 0) {
 *         uint64_t used = work(granted);
 *         wendi_budget_spend(budget, used);
 *         ...
 *     }
 *     return WEND_IN_PROGRESS;
 *
 * The clock is read once a grant, not once a step. */
#ifndef WENDI_BASE_CORE_BUDGET_H
#define WENDI_BASE_CORE_BUDGET_H

#include "base/math/floating_point.h"
#include "wend/base.h"

/** Number of steps that may be done now, at most `chunk`; 0 when the steps are used up or the
 * deadline is over. A NULL budget always grants the whole chunk. */
uint64_t wendi_budget_grant(const wend_budget *budget, uint64_t chunk);

/** Subtracts steps; stops at 0. A budget of UINT64_MAX steps has no step limit and stays. NULL is
 * fine. */
void wendi_budget_spend(wend_budget *budget, uint64_t steps);

/** Work that can be cut anywhere: does up to *steps steps, counts them down, and returns
 * WEND_IN_PROGRESS while there is more to do. */
typedef wend_result (*wendi_slice_fn)(void *context, uint64_t *steps);

/** Runs such work as far as a budget goes (NULL: to the end), always at least one slice; a
 * deadline is looked at every 16 steps at first, then about every 10 us. @return the result of the last slice. */
wend_result wendi_budget_run(wend_budget *budget, wendi_slice_fn slice, void *context);

#endif
