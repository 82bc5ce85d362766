/* Production plans: units are ordered so that the values of the kinds approach their wanted parts.
 * Cost: orders times options. */
#include "base/math/floating_point.h"
#include "wend/mix.h"

#include <string.h>

static const double HAVE_MOST = 1099511627776.0; /* 2^40 */

static bool is_within(double value, double low, double high)
{
    return value >= low && value <= high;
}

static bool is_sound(const wend_build_option *option)
{
    bool is = is_within(option->weight, 0, WEND_MIX_COST_MAX) &&
              is_within(option->have, 0, HAVE_MOST) && option->value > 0 &&
              option->value <= WEND_MIX_COST_MAX;
    for (uint32_t r = 0; r < WEND_BUILD_RESOURCES_MAX; r++) {
        is = is && is_within(option->costs[r], 0, WEND_MIX_COST_MAX);
    }
    return is;
}

static bool can_pay(const wend_build_option *option, const double *left)
{
    for (uint32_t r = 0; r < WEND_BUILD_RESOURCES_MAX; r++) {
        if (option->costs[r] > left[r]) {
            return false;
        }
    }
    return true;
}

/* The option farthest below its wanted part; UINT32_MAX: none is left. @param must_be_paid of those that
 * can be paid only. */
static uint32_t most_wanted(const wend_build_option *options, size_t count, double weights,
                            double values, bool must_be_paid, const wend_build_plan *plan)
{
    uint32_t best = UINT32_MAX;
    double best_lack = 0;
    for (uint32_t i = 0; i < count; i++) {
        const wend_build_option *it = &options[i];
        if (!(it->weight > 0) || plan->orders[i] >= it->most ||
            (must_be_paid && !can_pay(it, plan->left))) {
            continue;
        }
        const double lack = it->weight / weights * (values + it->value) -
                            (it->have + (double)plan->orders[i] * it->value);
        if (best == UINT32_MAX || lack > best_lack) {
            best = i;
            best_lack = lack;
        }
    }
    return best;
}

wend_result wend_plan_builds(const wend_build_option *options, size_t count, const double *budgets,
                             bool saves, uint32_t order_limit, wend_build_plan *plan)
{
    double weights = 0, values = 0;
    if (plan != NULL) {
        memset(plan, 0, sizeof *plan);
        plan->saves_for = UINT32_MAX;
    }
    if (plan == NULL || (options == NULL && count > 0) || budgets == NULL ||
        count > WEND_BUILD_OPTIONS_MAX || order_limit > WEND_BUILD_ORDERS_MAX) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t r = 0; r < WEND_BUILD_RESOURCES_MAX; r++) {
        if (!is_within(budgets[r], 0, HAVE_MOST)) {
            return WEND_ERROR_ARGUMENT;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (!is_sound(&options[i])) {
            return WEND_ERROR_ARGUMENT;
        }
        weights += options[i].weight;
        values += options[i].weight > 0 ? options[i].have : 0;
    }
    memcpy(plan->left, budgets, sizeof plan->left);
    while (plan->order_count < order_limit) {
        const uint32_t wanted = most_wanted(options, count, weights, values, false, plan);
        if (wanted == UINT32_MAX) {
            break;
        }
        uint32_t next = wanted;
        if (!can_pay(&options[wanted], plan->left)) {
            plan->saves_for = wanted;
            next = saves ? UINT32_MAX : most_wanted(options, count, weights, values, true, plan);
        }
        if (next == UINT32_MAX) {
            break;
        }
        plan->orders[next]++;
        plan->order_count++;
        values += options[next].value;
        for (uint32_t r = 0; r < WEND_BUILD_RESOURCES_MAX; r++) {
            plan->left[r] -= options[next].costs[r];
        }
    }
    return WEND_OK;
}
