/* The decision of one agent.
 * Cost: linear in the conditions and considerations of the rules, and in the rules for each sequence that
 * ends in the same tick.
 *
 *   1. a present rule whose duration has passed ends
 *   2. every rule is judged: cooling down, conditions, utility, score
 *   3. the best is chosen (or the first, or one of the best at random)
 *   4. its sequence goes on; if that ends, so does the rule, and 3 again without it
 *
 * Everything that is written belongs to the agent, so agents can be judged on several threads. */
#include "mind/decide/rules.h"

#include "base/math/bits.h"
#include "base/math/constants.h"
#include "base/math/mix.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- facts and conditions ---- */

static double call_fact(wendi_rule_judge *judge, uint32_t fact)
{
    const uint64_t bit = (uint64_t)1 << (fact % 64);
    if ((judge->known[fact / 64] & bit) == 0) {
        wend_rules *rules = judge->rules;
        double value = wendi_f64_of_bits(WENDI_NAN_BITS);
        const bool is_fine = rules->call(rules->user, judge->number, fact, judge->facts, &value);
        if (!is_fine || !wendi_is_rule_number(value)) {
            value = wendi_f64_of_bits(WENDI_NAN_BITS);
        }
        wendi_rule_agent *state = &rules->agents.states[judge->agent];
        if (!is_fine && !state->has_failed) {
            state->has_failed = true;
            state->failed_rule = judge->rule;
            state->failed_fact = fact;
        }
        judge->called[fact] = value + 0.0;
        judge->known[fact / 64] |= bit;
    }
    return judge->called[fact];
}

static inline double fact_value(wendi_rule_judge *judge, uint32_t fact)
{
    return judge->has_called && judge->rules->set.facts[fact].kind == WEND_FACT_CALLED
               ? call_fact(judge, fact)
               : judge->facts[fact];
}

static bool holds(wendi_rule_judge *judge, const wend_condition *c, bool is_present)
{
    const double value = fact_value(judge, c->fact);
    const double looser = is_present ? c->hysteresis : 0;
    double limit = c->value;
    if (c->comparison == WEND_FACT_KNOWN || c->comparison == WEND_FACT_UNKNOWN) {
        return isnan(value) == (c->comparison == WEND_FACT_UNKNOWN);
    }
    if (c->compares_facts) {
        limit += fact_value(judge, c->other);
    }
    if (isnan(value) || isnan(limit)) {
        return false;
    }
    switch (c->comparison) {
    case WEND_FACT_AT_LEAST:
        return value >= limit - looser;
    case WEND_FACT_ABOVE:
        return value > limit - looser;
    case WEND_FACT_AT_MOST:
        return value <= limit + looser;
    case WEND_FACT_BELOW:
        return value < limit + looser;
    case WEND_FACT_EQUAL:
        return value >= limit - looser && value <= limit + looser;
    case WEND_FACT_NOT_EQUAL:
        return value < limit || value > limit;
    case WEND_FACT_BETWEEN:
        return value >= limit - looser && value <= c->high + looser;
    case WEND_FACT_KNOWN:
    case WEND_FACT_UNKNOWN:
    default:
        return false;
    }
}

bool wendi_rule_conditions_hold(wendi_rule_judge *judge, wendi_rule_span conditions,
                                bool is_present, uint32_t *unmet)
{
    const wend_condition *all = &judge->rules->set.conditions[conditions.first];
    bool is_met = true;
    for (uint32_t i = 0; i < conditions.count; i++) {
        if (all[i].is_alternative) {
            if (is_met) {
                return true;
            }
            is_met = true;
        }
        if (is_met && !holds(judge, &all[i], is_present)) {
            is_met = false;
            if (unmet != NULL) {
                *unmet = all[i].fact;
            }
        }
    }
    return is_met;
}

/* ---- utility ---- */

static inline double consider(wendi_rule_judge *judge, const wendi_rule_consideration *it)
{
    const double value = fact_value(judge, it->fact);
    double x = (value - it->low) / (it->high - it->low);
    x = x > 0 ? x : 0;
    const double y = wendi_rule_curve_at(
        &it->curve, &judge->rules->set.points[it->curve.points.first], x < 1 ? x : 1);
    return isnan(value) ? 0 : y;
}

/* The weighted mean. @param fact set to that of the greatest share. */
static double sum_up(wendi_rule_judge *judge, const wendi_rule_consideration *all, uint32_t count,
                     uint32_t *fact)
{
    double greatest = -1, sum = 0, weights = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double share = consider(judge, &all[i]) * all[i].weight;
        const bool is_greater = share > greatest;
        greatest = is_greater ? share : greatest;
        *fact = is_greater ? all[i].fact : *fact;
        sum += share;
        weights += all[i].weight;
    }
    return sum / weights;
}

/* @param fact set to that of the least value, or of the greatest share of a sum. */
static double utility(wendi_rule_judge *judge, const wendi_rule *rule, uint32_t *fact)
{
    const wendi_rule_consideration *all =
        &judge->rules->set.considerations[rule->considerations.first];
    const uint32_t count = rule->considerations.count;
    double product = 1, least = DBL_MAX;
    if (rule->combination == WEND_RULE_SUM) {
        return sum_up(judge, all, count, fact);
    }
    uint32_t least_index = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double value = consider(judge, &all[i]);
        const bool is_less = value < least;
        least = is_less ? value : least;
        least_index = is_less ? i : least_index;
        product *= value;
    }
    *fact = all[least_index].fact;
    return rule->combination == WEND_RULE_LEAST
               ? least
               : product + product * (1 - product) * (1 - 1 / (double)count);
}

static double noise_of(const wendi_rule_judge *judge, const wendi_rule *rule, uint32_t index)
{
    const uint64_t seed = wendi_hash_mix(judge->rules->set.seed, (uint64_t)index + 1);
    return rule->noise * (2 * wend_random_unit(seed, judge->number, judge->tick) - 1);
}

static double inertia_of(const wendi_rule_judge *judge, const wendi_rule *rule)
{
    const wendi_rule_agent *state = &judge->rules->agents.states[judge->agent];
    const uint64_t passed = judge->tick - state->action_since;
    if (rule->inertia_ticks == 0) {
        return rule->inertia;
    }
    return passed >= rule->inertia_ticks
               ? 0
               : rule->inertia * ((double)(rule->inertia_ticks - passed) / rule->inertia_ticks);
}

/* Reads the present rule. */
static void see_present(wendi_rule_judge *judge)
{
    const uint32_t present1 = judge->rules->agents.states[judge->agent].present1;
    judge->present1 = present1;
    judge->present_action = present1 == 0 ? 0 : judge->rules->set.rules[present1 - 1].action;
}

/* What becomes of a rule, before another one is chosen.
 * @param utilities of all rules, or NULL: they are found here. */
static inline void judge_rule(wendi_rule_judge *judge, uint32_t index,
                              const wendi_rule_lanes *utilities, wendi_rule_verdict *verdict)
{
    const wendi_rule *rule = &judge->rules->set.rules[index];
    const bool is_present = judge->present1 == index + 1;
    wend_rule_state state = WEND_RULE_WEAK;
    uint32_t fact = WEND_FACT_NONE;
    double score = 0;
    judge->rule = index;
    if (judge->tick < verdict->ready_tick) {
        state = WEND_RULE_COOLING;
    } else if (rule->conditions.count > 0 &&
               !wendi_rule_conditions_hold(judge, rule->conditions, is_present, &fact)) {
        state = WEND_RULE_UNMET;
    } else {
        double value = 1;
        fact = WEND_FACT_NONE;
        if (rule->considerations.count > 0 && utilities != NULL) {
            value = utilities[index].utility[judge->lane];
            fact = (uint32_t)utilities[index].fact[judge->lane];
        } else if (rule->considerations.count > 0) {
            value = utility(judge, rule, &fact);
        }
        score = value * rule->weight;
        const double least = is_present ? rule->least_score - rule->hysteresis : rule->least_score;
        if (value > 0 && score >= least) {
            const bool goes_on = judge->present1 != 0 && rule->action == judge->present_action;
            const double noise = rule->noise > 0 ? noise_of(judge, rule, index) : 0;
            state = WEND_RULE_ELIGIBLE;
            score += noise + (goes_on ? inertia_of(judge, rule) : 0);
        }
    }
    verdict->state = state;
    verdict->score = score;
    verdict->fact = fact;
    verdict->fact_value = fact == WEND_FACT_NONE ? 0
                          : utilities != NULL    ? judge->facts[fact] /* none is called */
                                                 : fact_value(judge, fact);
}

/* ---- choice ---- */

/* The `most` best eligible rules of the highest rank, the best first. @return their number. */
static uint32_t list_best(const wendi_rule_set *set, const wendi_rule_verdict *verdicts,
                          uint32_t most, uint32_t best[])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->rule_count; i++) {
        if (verdicts[i].state != WEND_RULE_ELIGIBLE) {
            continue;
        }
        if (count > 0 && set->rules[i].rank != set->rules[best[0]].rank) {
            if (set->rules[i].rank < set->rules[best[0]].rank) {
                continue;
            }
            count = 0;
        }
        uint32_t place = count;
        while (place > 0 && verdicts[best[place - 1]].score < verdicts[i].score) {
            place--;
        }
        if (place == most) {
            continue;
        }
        count += count < most ? 1 : 0;
        memmove(&best[place + 1], &best[place], (count - 1 - place) * sizeof *best);
        best[place] = i;
    }
    return count;
}

static uint32_t draw_one(const wendi_rule_judge *judge, const wendi_rule_verdict *verdicts,
                         const uint32_t best[], uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += verdicts[best[i]].score > 0 ? verdicts[best[i]].score : 0;
    }
    const uint64_t seed = wendi_hash_mix(judge->rules->set.seed, 0);
    double left = sum * wend_random_unit(seed, judge->number, judge->tick);
    for (uint32_t i = 0; i < count; i++) {
        left -= verdicts[best[i]].score > 0 ? verdicts[best[i]].score : 0;
        if (left < 0) {
            return best[i];
        }
    }
    return best[0];
}

static uint32_t find_best(const wendi_rule_set *set, const wendi_rule_verdict *verdicts)
{
    uint32_t best = WEND_RULE_NONE;
    for (uint32_t i = 0; i < set->rule_count; i++) {
        if (verdicts[i].state == WEND_RULE_ELIGIBLE &&
            (best == WEND_RULE_NONE || set->rules[i].rank > set->rules[best].rank ||
             (set->rules[i].rank == set->rules[best].rank &&
              verdicts[i].score > verdicts[best].score))) {
            best = i;
        }
    }
    return best;
}

/* The rule that is chosen of those that are eligible; WEND_RULE_NONE. */
static uint32_t choose(const wendi_rule_judge *judge, const wendi_rule_verdict *verdicts)
{
    const wendi_rule_set *set = &judge->rules->set;
    uint32_t best[WEND_RULES_MAX];
    if (set->choice != WEND_RULES_WEIGHTED) {
        return find_best(set, verdicts);
    }
    const uint32_t count = list_best(set, verdicts, set->choice_count, best);
    return count == 0 ? WEND_RULE_NONE : draw_one(judge, verdicts, best, count);
}

/* ---- decision ---- */

/* A rule ends in this tick. */
static void end_rule(const wendi_rule_judge *judge, uint32_t index, wend_rule_state state)
{
    wendi_rule_agent *agent = &judge->rules->agents.states[judge->agent];
    const wendi_rule *rule = &judge->rules->set.rules[index];
    wendi_rule_verdict *verdict = &wendi_rules_verdicts_of(judge->rules, judge->agent)[index];
    verdict->state = state;
    verdict->ready_tick = rule->cooldown == 0 ? 0 : judge->tick + rule->cooldown;
    agent->present1 = agent->present1 == index + 1 ? 0 : agent->present1;
}

/* The sequence of a rule that is interrupted keeps its place if it resumes. */
static void interrupt(const wendi_rule_judge *judge, uint32_t index)
{
    const uint32_t sequence1 = judge->rules->set.rules[index].sequence1;
    if (sequence1 > 0) {
        wendi_rule_sequence_end(judge->rules, judge->agent, sequence1 - 1,
                                WEND_SEQUENCE_INTERRUPTED,
                                judge->rules->set.sequences[sequence1 - 1].resumes);
    }
}

/* The sequence of a chosen rule goes on. @return false: it ended, and the rule with it. */
static bool run_sequence(wendi_rule_judge *judge, uint32_t index)
{
    const uint32_t sequence1 = judge->rules->set.rules[index].sequence1;
    if (sequence1 == 0) {
        return true;
    }
    judge->rule = index;
    const wend_sequence_outcome outcome = wendi_rule_sequence_advance(judge, sequence1 - 1);
    if (outcome == WEND_SEQUENCE_NONE) {
        return true;
    }
    wendi_rule_sequence_end(judge->rules, judge->agent, sequence1 - 1, outcome, false);
    end_rule(judge, index, outcome == WEND_SEQUENCE_COMPLETE ? WEND_RULE_ENDED : WEND_RULE_ABORTED);
    see_present(judge);
    return false;
}

/* Judges in order and takes the first that is eligible and has a step to do. */
static uint32_t choose_first(wendi_rule_judge *judge, wendi_rule_verdict *verdicts, uint32_t ended)
{
    uint32_t chosen = WEND_RULE_NONE;
    for (uint32_t i = 0; i < judge->rules->set.rule_count; i++) {
        if (chosen != WEND_RULE_NONE) {
            verdicts[i].state = WEND_RULE_UNKNOWN;
            verdicts[i].score = 0;
            verdicts[i].fact = WEND_FACT_NONE;
            verdicts[i].fact_value = 0;
        } else if (i != ended) {
            judge_rule(judge, i, NULL, &verdicts[i]);
            if (verdicts[i].state == WEND_RULE_ELIGIBLE && run_sequence(judge, i)) {
                chosen = i;
            }
        }
    }
    return chosen;
}

static void judge_all(wendi_rule_judge *judge, wendi_rule_verdict *verdicts, uint32_t ended)
{
    for (uint32_t i = 0; i < judge->rules->set.rule_count; i++) {
        if (i != ended) {
            judge_rule(judge, i, NULL, &verdicts[i]);
        }
    }
}

static void judge_all_by_lanes(wendi_rule_judge *judge, wendi_rule_verdict *verdicts,
                               uint32_t ended)
{
    for (uint32_t i = 0; i < judge->rules->set.rule_count; i++) {
        if (i != ended) {
            judge_rule(judge, i, judge->utilities, &verdicts[i]);
        }
    }
}

static uint32_t choose_scored(wendi_rule_judge *judge, wendi_rule_verdict *verdicts, uint32_t ended)
{
    if (judge->utilities != NULL) {
        judge_all_by_lanes(judge, verdicts, ended);
    } else {
        judge_all(judge, verdicts, ended);
    }
    uint32_t chosen = choose(judge, verdicts);
    while (chosen != WEND_RULE_NONE && !run_sequence(judge, chosen)) {
        chosen = choose(judge, verdicts);
    }
    return chosen;
}

/* Ends the present rule if its time is over. @return it, or WEND_RULE_NONE. */
static uint32_t end_by_duration(const wendi_rule_judge *judge, wendi_rule_verdict *verdicts)
{
    const wendi_rule_agent *state = &judge->rules->agents.states[judge->agent];
    const uint32_t present = state->present1 - 1; /* WEND_RULE_NONE without one */
    if (state->present1 == 0) {
        return WEND_RULE_NONE;
    }
    const uint32_t duration = judge->rules->set.rules[present].duration;
    if (duration == 0 || judge->tick - state->since < duration) {
        return WEND_RULE_NONE;
    }
    interrupt(judge, present);
    end_rule(judge, present, WEND_RULE_ENDED);
    verdicts[present].score = 0;
    verdicts[present].fact = WEND_FACT_NONE;
    verdicts[present].fact_value = 0;
    return present;
}

void wendi_rules_judge(wend_rules *rules, uint32_t agent, uint64_t tick,
                       const wendi_rule_lanes *utilities, uint32_t lane)
{
    wendi_rule_agent *state = &rules->agents.states[agent];
    wendi_rule_verdict *verdicts = wendi_rules_verdicts_of(rules, agent);
    const wendi_rule_set *set = &rules->set;
    wendi_rule_judge judge;
    judge.rules = rules;
    judge.agent = agent;
    judge.number = rules->agents.table.numbers[agent];
    judge.tick = tick;
    judge.facts = wendi_rules_facts_of(rules, agent);
    judge.utilities = utilities;
    judge.lane = lane;
    judge.rule = WEND_RULE_NONE;
    judge.has_called = set->has_called;
    memset(judge.known, 0, sizeof judge.known);
    state->has_failed = false;

    const uint32_t before = state->present1 - 1;
    const uint32_t ended = end_by_duration(&judge, verdicts);
    see_present(&judge);
    const uint32_t chosen = set->choice == WEND_RULES_FIRST
                                ? choose_first(&judge, verdicts, ended)
                                : choose_scored(&judge, verdicts, ended);
    const bool was_ended = before == WEND_RULE_NONE || state->present1 == 0;
    if (!was_ended && chosen != before) {
        const wend_rule_state as = verdicts[before].state;
        interrupt(&judge, before);
        end_rule(&judge, before, as);
    }
    state->is_new = chosen != WEND_RULE_NONE && (was_ended || chosen != before);
    if (state->is_new) {
        const bool goes_on =
            before != WEND_RULE_NONE && set->rules[before].action == set->rules[chosen].action;
        state->action_since = goes_on ? state->action_since : tick;
        state->since = tick;
    }
    if (chosen != WEND_RULE_NONE) {
        verdicts[chosen].state = WEND_RULE_CHOSEN;
    }
    state->present1 = chosen + 1; /* 0 without one */
    state->tick = tick;
}
