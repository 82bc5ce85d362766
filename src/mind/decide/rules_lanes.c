/* Utilities of rules for several agents side by side: the loops go over the agents, so that compilers
 * make vectors of them. The bits are those of one agent after the other.
 * Cost: the considerations of the rules, about a third of the time of single ones. */
#include "mind/decide/rules_lanes.h"

#include "base/math/exp_lanes.h"

#include <float.h>
#include <math.h>

enum { LANES = WENDI_RULE_LANES };

static void power(const wendi_rule_curve *curve, double y[LANES])
{
    const double exponent = curve->exponent;
    const bool is_in_range = exponent >= 0 && exponent <= 64;
    const uint32_t halves = is_in_range ? (uint32_t)(2 * exponent) : 0;
    if (!is_in_range || (double)halves < 2 * exponent) {
        for (uint32_t i = 0; i < LANES; i++) {
            y[i] = wendi_rule_curve_power(curve, y[i]);
        }
        return;
    }
    double result[LANES], square[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        square[i] = fabs(y[i]);
        result[i] = (halves & 1) != 0 ? sqrt(square[i]) : 1;
    }
    for (uint32_t left = halves >> 1; left > 0; left >>= 1) {
        for (uint32_t i = 0; i < LANES; i++) {
            result[i] = (left & 1) != 0 ? result[i] * square[i] : result[i];
            square[i] *= square[i];
        }
    }
    for (uint32_t i = 0; i < LANES; i++) {
        y[i] = curve->base + curve->slope * result[i];
    }
}

static void logistic(const wendi_rule_curve *curve, double y[LANES])
{
    for (uint32_t i = 0; i < LANES; i++) {
        y[i] = -curve->slope * y[i];
    }
    wendi_exp_lanes(y, y, LANES);
    for (uint32_t i = 0; i < LANES; i++) {
        y[i] = curve->base + 1 / (1 + y[i]);
    }
}

/* The values of a consideration. @param facts [LANES] its fact. */
static void consider(const wendi_rule_set *set, const wendi_rule_consideration *it,
                     const double facts[LANES], double y[LANES])
{
    const wendi_rule_curve *curve = &it->curve;
    const double low = it->low, range = it->high - it->low;
    const double shift = curve->kind == WEND_CURVE_PIECEWISE ? 0 : curve->shift;
    for (uint32_t i = 0; i < LANES; i++) {
        double x = (facts[i] - low) / range;
        x = x > 0 ? x : 0; /* NaN too */
        x = x < 1 ? x : 1;
        y[i] = x - shift;
    }
    switch (curve->kind) {
    case WEND_CURVE_LINEAR:
        for (uint32_t i = 0; i < LANES; i++) {
            y[i] = curve->base + curve->slope * y[i];
        }
        break;
    case WEND_CURVE_POWER:
        power(curve, y);
        break;
    case WEND_CURVE_LOGISTIC:
        logistic(curve, y);
        break;
    case WEND_CURVE_STEP:
        for (uint32_t i = 0; i < LANES; i++) {
            y[i] = y[i] < 0 ? curve->base : curve->base + curve->slope;
        }
        break;
    case WEND_CURVE_PIECEWISE:
        for (uint32_t i = 0; i < LANES; i++) {
            y[i] = wendi_rule_curve_piecewise(&set->points[curve->points.first],
                                              curve->points.count, y[i]);
        }
        break;
    default:
        break;
    }
    for (uint32_t i = 0; i < LANES; i++) {
        double value = y[i] > 0 ? y[i] : 0;
        value = value < 1 ? value : 1;
        y[i] = isnan(facts[i]) ? 0 : value;
    }
}

/* The weighted means, and the facts of the greatest shares. */
static void sum_up(const wendi_rule_set *set, const wendi_rule *rule, const double *facts,
                   wendi_rule_lanes *to)
{
    const wendi_rule_consideration *all = &set->considerations[rule->considerations.first];
    double greatest[LANES], y[LANES], weights = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        greatest[i] = -1;
        to->utility[i] = to->fact[i] = 0;
    }
    for (uint32_t k = 0; k < rule->considerations.count; k++) {
        const double fact = all[k].fact, weight = all[k].weight;
        consider(set, &all[k], &facts[(size_t)all[k].fact * LANES], y);
        for (uint32_t i = 0; i < LANES; i++) {
            const double share = y[i] * weight;
            const bool is_greater = share > greatest[i];
            greatest[i] = is_greater ? share : greatest[i];
            to->fact[i] = is_greater ? fact : to->fact[i];
            to->utility[i] += share;
        }
        weights += weight;
    }
    for (uint32_t i = 0; i < LANES; i++) {
        to->utility[i] /= weights;
    }
}

static void multiply(const wendi_rule_set *set, const wendi_rule *rule, const double *facts,
                     wendi_rule_lanes *to)
{
    const wendi_rule_consideration *all = &set->considerations[rule->considerations.first];
    const uint32_t count = rule->considerations.count;
    double product[LANES], least[LANES], y[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        product[i] = 1;
        least[i] = DBL_MAX;
        to->fact[i] = 0;
    }
    for (uint32_t k = 0; k < count; k++) {
        const double fact = all[k].fact;
        consider(set, &all[k], &facts[(size_t)all[k].fact * LANES], y);
        for (uint32_t i = 0; i < LANES; i++) {
            const bool is_less = y[i] < least[i];
            least[i] = is_less ? y[i] : least[i];
            to->fact[i] = is_less ? fact : to->fact[i];
            product[i] *= y[i];
        }
    }
    const bool is_least = rule->combination == WEND_RULE_LEAST;
    const double part = 1 - 1 / (double)count;
    for (uint32_t i = 0; i < LANES; i++) {
        const double lifted = product[i] + product[i] * (1 - product[i]) * part;
        to->utility[i] = is_least ? least[i] : lifted;
    }
}

void wendi_rules_find_utilities(const wend_rules *rules, uint32_t agent, uint32_t count,
                                wendi_rule_lanes *utilities)
{
    const wendi_rule_set *set = &rules->set;
    double facts[WEND_RULES_FACTS_MAX * LANES];
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const double *from = wendi_rules_facts_of(rules, agent + (lane < count ? lane : 0));
        for (uint32_t k = 0; k < set->fact_count; k++) {
            facts[k * LANES + lane] = from[k];
        }
    }
    for (uint32_t i = 0; i < set->rule_count; i++) {
        const wendi_rule *rule = &set->rules[i];
        if (rule->considerations.count > 0 && rule->combination == WEND_RULE_SUM) {
            sum_up(set, rule, facts, &utilities[i]);
        } else if (rule->considerations.count > 0) {
            multiply(set, rule, facts, &utilities[i]);
        }
    }
}
