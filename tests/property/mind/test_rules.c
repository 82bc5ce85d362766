/* Decisions are those of a slow evaluator, which reads the definition as the header puts it. Random
 * sequences of decisions are the same for any number of threads and behind a save and load. */
#include "support/gen.h"
#include "support/pools.h"
#include "support/rule_sets.h"
#include "support/test.h"

#include "wend/rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 500, TICKS = 40, AGENTS = 3, MANY = 150 };

/* What the twin keeps of an agent. */
typedef struct twin_agent {
    uint32_t present; /* WEND_RULE_NONE */
    uint64_t since, action_since, ready[RULE_SETS_RULES];
    double facts[RULE_SETS_FACTS];
} twin_agent;

typedef struct twin_score {
    bool is_eligible;
    double score;
} twin_score;

/* All facts as the rules see them. */
static void see(const twin_agent *agent, uint64_t number, double seen[RULE_SETS_FACTS])
{
    memcpy(seen, agent->facts, RULE_SETS_FACTS * sizeof *seen);
    for (uint32_t i = 4; i < RULE_SETS_FACTS; i++) {
        double value = (double)NAN;
        seen[i] = rule_set_call(NULL, number, i, agent->facts, &value) ? value : (double)NAN;
    }
}

static bool twin_holds(const wend_condition *c, const double *seen, bool is_present)
{
    const double fact = seen[c->fact];
    const double limit = c->value + (c->compares_facts ? seen[c->other] : 0);
    const double slack = is_present ? c->hysteresis : 0;
    if (c->comparison == WEND_FACT_KNOWN) {
        return !isnan(fact);
    }
    if (c->comparison == WEND_FACT_UNKNOWN) {
        return isnan(fact);
    }
    if (isnan(fact) || isnan(limit)) {
        return false;
    }
    const double high = c->comparison == WEND_FACT_BETWEEN ? c->high : limit;
    switch (c->comparison) {
    case WEND_FACT_ABOVE:
        return fact > limit - slack;
    case WEND_FACT_AT_LEAST:
        return fact >= limit - slack;
    case WEND_FACT_BELOW:
        return fact < limit + slack;
    case WEND_FACT_AT_MOST:
        return fact <= limit + slack;
    case WEND_FACT_NOT_EQUAL:
        return fact < limit || fact > limit;
    case WEND_FACT_EQUAL:
    case WEND_FACT_BETWEEN:
        return fact >= limit - slack && fact <= high + slack;
    case WEND_FACT_KNOWN:
    case WEND_FACT_UNKNOWN:
    default:
        return false;
    }
}

/* The alternatives, one after the other. */
static bool twin_all_hold(const wend_rule *rule, const double *seen, bool is_present)
{
    for (uint32_t begin = 0; begin < rule->condition_count || begin == 0;) {
        uint32_t end = begin;
        bool is_met = true;
        do {
            is_met = is_met && (end >= rule->condition_count ||
                                twin_holds(&rule->conditions[end], seen, is_present));
            end++;
        } while (end < rule->condition_count && !rule->conditions[end].is_alternative);
        if (is_met) {
            return true;
        }
        begin = end;
    }
    return false;
}

static double twin_utility(const wend_rule *rule, const double *seen)
{
    double product = 1, least = 1, sum = 0, weights = 0;
    for (uint32_t i = 0; i < rule->consideration_count; i++) {
        const wend_consideration *it = &rule->considerations[i];
        const bool is_unit = it->low <= 0 && it->low >= 0 && it->high <= 0 && it->high >= 0;
        const double high = is_unit ? 1 : it->high;
        const double value =
            isnan(seen[it->fact])
                ? 0
                : wend_curve_value(&it->curve, (seen[it->fact] - it->low) / (high - it->low));
        const double weight = it->weight > 0 ? it->weight : 1;
        product *= value;
        least = value < least ? value : least;
        sum += value * weight;
        weights += weight;
    }
    if (rule->consideration_count == 0) {
        return 1;
    }
    const double n = rule->consideration_count;
    return rule->combination == WEND_RULE_LEAST ? least
           : rule->combination == WEND_RULE_SUM ? sum / weights
                                                : product + product * (1 - product) * (1 - 1 / n);
}

static twin_score judge(const rule_set *set, const twin_agent *agent, uint32_t index,
                        uint64_t number, uint64_t tick, const double *seen)
{
    const wend_rule *rule = &set->rules[index];
    const bool is_present = agent->present == index;
    twin_score it = {false, 0};
    if (tick < agent->ready[index] || !twin_all_hold(rule, seen, is_present)) {
        return it;
    }
    const double value = twin_utility(rule, seen);
    const double weighted = value * (rule->weight > 0 ? rule->weight : 1);
    it.score = weighted;
    it.is_eligible =
        value > 0 && weighted >= rule->least_score - (is_present ? rule->hysteresis : 0);
    if (!it.is_eligible) {
        return it;
    }
    double extra = 0;
    if (rule->noise > 0) {
        const uint64_t seed = wend_hash_u64(set->def.seed, (uint64_t)index + 1);
        extra = rule->noise * (2 * wend_random_unit(seed, number, tick) - 1);
    }
    if (agent->present != WEND_RULE_NONE && set->rules[agent->present].action == rule->action) {
        const double passed = (double)(tick - agent->action_since);
        const double ticks = rule->inertia_ticks;
        extra += rule->inertia_ticks == 0 ? rule->inertia
                 : passed >= ticks        ? 0
                                          : rule->inertia * ((ticks - passed) / ticks);
    }
    it.score += extra;
    return it;
}

/* The n-th best of the rules of the highest rank, or WEND_RULE_NONE. */
static uint32_t nth_best(const rule_set *set, const twin_score *scores, uint32_t n)
{
    int32_t rank = INT32_MIN;
    bool is_taken[RULE_SETS_RULES] = {false};
    for (uint32_t i = 0; i < set->def.rule_count; i++) {
        rank = scores[i].is_eligible && set->rules[i].rank > rank ? set->rules[i].rank : rank;
    }
    for (;; n--) {
        uint32_t best = WEND_RULE_NONE;
        for (uint32_t i = 0; i < set->def.rule_count; i++) {
            if (scores[i].is_eligible && set->rules[i].rank == rank && !is_taken[i] &&
                (best == WEND_RULE_NONE || scores[i].score > scores[best].score)) {
                best = i;
            }
        }
        if (n == 0 || best == WEND_RULE_NONE) {
            return best;
        }
        is_taken[best] = true;
    }
}

static uint32_t twin_choose(const rule_set *set, const twin_score *scores, uint64_t number,
                            uint64_t tick)
{
    if (set->def.choice == WEND_RULES_FIRST) {
        for (uint32_t i = 0; i < set->def.rule_count; i++) {
            if (scores[i].is_eligible) {
                return i;
            }
        }
        return WEND_RULE_NONE;
    }
    if (set->def.choice == WEND_RULES_BEST) {
        return nth_best(set, scores, 0);
    }
    double sum = 0;
    for (uint32_t n = 0; n < set->def.choice_count; n++) {
        const uint32_t it = nth_best(set, scores, n);
        sum += it != WEND_RULE_NONE && scores[it].score > 0 ? scores[it].score : 0;
    }
    double left = sum * wend_random_unit(wend_hash_u64(set->def.seed, 0), number, tick);
    for (uint32_t n = 0; n < set->def.choice_count; n++) {
        const uint32_t it = nth_best(set, scores, n);
        left -= it != WEND_RULE_NONE && scores[it].score > 0 ? scores[it].score : 0;
        if (it != WEND_RULE_NONE && left < 0) {
            return it;
        }
    }
    return nth_best(set, scores, 0);
}

static void twin_end(const rule_set *set, twin_agent *agent, uint64_t tick)
{
    const uint32_t cooldown = set->rules[agent->present].cooldown;
    agent->ready[agent->present] = cooldown > 0 ? tick + cooldown : 0;
}

/* The decision of the twin. @return the rule. */
static uint32_t twin_decide(const rule_set *set, twin_agent *agent, uint64_t number, uint64_t tick,
                            twin_score scores[])
{
    double seen[RULE_SETS_FACTS];
    const uint32_t before = agent->present;
    bool was_ended = before == WEND_RULE_NONE;
    see(agent, number, seen);
    if (!was_ended && set->rules[before].duration > 0 &&
        tick - agent->since >= set->rules[before].duration) {
        twin_end(set, agent, tick);
        agent->present = WEND_RULE_NONE;
        was_ended = true;
    }
    for (uint32_t i = 0; i < set->def.rule_count; i++) {
        scores[i] = (twin_score){false, 0};
        if (!was_ended || i != before) {
            scores[i] = judge(set, agent, i, number, tick, seen);
        }
    }
    const uint32_t chosen = twin_choose(set, scores, number, tick);
    if (!was_ended && chosen != before) {
        twin_end(set, agent, tick);
    }
    if (chosen != WEND_RULE_NONE && (was_ended || chosen != before)) {
        const bool goes_on =
            before != WEND_RULE_NONE && set->rules[before].action == set->rules[chosen].action;
        agent->action_since = goes_on ? agent->action_since : tick;
        agent->since = tick;
    }
    agent->present = chosen;
    return chosen;
}

static bool scores_agree(const rule_set *set, const wend_rules *rules, uint64_t number,
                         const twin_score *twin)
{
    wend_rule_score scores[RULE_SETS_RULES];
    size_t count = 0;
    if (wend_rules_explain(rules, number, scores, RULE_SETS_RULES, &count) != WEND_OK) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const bool is_eligible =
            scores[i].state == WEND_RULE_ELIGIBLE || scores[i].state == WEND_RULE_CHOSEN;
        if (scores[i].state == WEND_RULE_UNKNOWN) {
            if (set->def.choice != WEND_RULES_FIRST) {
                return false;
            }
            continue;
        }
        if (is_eligible != twin[i].is_eligible || scores[i].score < twin[i].score ||
            scores[i].score > twin[i].score) {
            return false;
        }
    }
    return true;
}

/* Sets random facts of an agent, in both. */
static bool set_facts(wend_rules *rules, twin_agent *agent, uint64_t number, uint64_t seed)
{
    bool is_set = true;
    for (uint32_t i = 0; i < 3; i++) {
        if (wend_random_below(seed, 1, i, 2) == 0) {
            agent->facts[i] = rule_set_fact(seed, i);
            is_set = is_set && wend_rules_set_fact(rules, number, i, agent->facts[i]) == WEND_OK;
        }
    }
    return is_set;
}

static bool decisions_equal_the_twin(uint64_t seed, void *context)
{
    (void)context;
    rule_set set;
    wend_rules *rules = NULL;
    twin_agent twins[AGENTS];
    rule_set_make(&set, seed, false);
    bool is_fine = wend_rules_create(&set.def, &rules) == WEND_OK;
    memset(twins, 0, sizeof twins);
    for (uint64_t i = 0; i < AGENTS && is_fine; i++) {
        twins[i].present = WEND_RULE_NONE;
        is_fine = wend_rules_add_agent(rules, 100 * i, NULL) == WEND_OK;
        for (uint32_t k = 0; k < RULE_SETS_FACTS; k++) {
            twins[i].facts[k] = set.facts[k].initial;
        }
    }
    uint64_t tick = 0;
    for (uint64_t turn = 0; turn < TICKS && is_fine; turn++) {
        tick += wend_random_below(seed, 2, turn, 3);
        for (uint64_t i = 0; i < AGENTS && is_fine; i++) {
            twin_score scores[RULE_SETS_RULES];
            wend_rules_decision decision;
            is_fine = set_facts(rules, &twins[i], 100 * i, seed * 1000 + turn * 10 + i) &&
                      wend_rules_decide(rules, 100 * i, tick, &decision) == WEND_OK;
            const uint32_t chosen = twin_decide(&set, &twins[i], 100 * i, tick, scores);
            const uint32_t action = chosen == WEND_RULE_NONE ? 7 : set.rules[chosen].action;
            is_fine = is_fine && decision.rule == chosen && decision.action == action &&
                      (chosen == WEND_RULE_NONE || decision.since == twins[i].since) &&
                      scores_agree(&set, rules, 100 * i, scores);
        }
    }
    wend_rules_destroy(rules);
    return is_fine;
}

static void rules_decide_as_the_slow_evaluator(void **state)
{
    (void)state;
    gen_property("rules", SEEDS, decisions_equal_the_twin, NULL);
}

/* Decides for all agents, or for one after the other. */
static void decide_for_all(wend_rules *rules, uint64_t tick, const wend_executor *executor,
                           bool is_one_by_one)
{
    if (!is_one_by_one) {
        assert_int_equal(wend_rules_update(rules, tick, executor), WEND_OK);
        return;
    }
    for (uint64_t number = 0; number < (uint64_t)2 * MANY; number++) {
        wend_rules_decision decision;
        const wend_result result = wend_rules_decide(rules, number, tick, &decision);
        assert_true(result == WEND_OK || result == WEND_ERROR_STALE);
    }
}

/* Goes on for some ticks with random facts and calls. */
static void play(wend_rules *rules, uint64_t seed, uint64_t from, uint64_t to,
                 const wend_executor *executor, bool is_one_by_one)
{
    for (uint64_t tick = from; tick < to; tick++) {
        for (uint64_t i = 0; i < MANY; i++) {
            const uint64_t number = wend_random_below(seed, tick, i, 2 * MANY);
            const double value = rule_set_fact(seed + tick, i);
            const uint32_t kind = wend_random_below(seed, tick, 1000 + i, 40);
            if (kind == 0) {
                (void)wend_rules_remove_agent(rules, number);
            } else if (kind < 4) {
                (void)wend_rules_add_agent(rules, number, NULL);
            } else if (kind == 4) {
                (void)wend_rules_end(rules, number);
            } else if (kind == 5) {
                (void)wend_rules_end_step(rules, number);
            } else if (kind == 6) {
                (void)wend_rules_reset(rules, number);
            } else {
                (void)wend_rules_set_fact(rules, number, kind % 3, value);
            }
        }
        decide_for_all(rules, tick, executor, is_one_by_one);
    }
}

static wend_rules *copy_of(const rule_set *set, const wend_rules *rules)
{
    size_t count = 0;
    wend_rules *copy = NULL;
    wend_rules_def def = wend_rules_def_default();
    def.call = set->def.call;
    assert_int_equal(wend_rules_save(rules, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_rules_save(rules, bytes, count, &count), WEND_OK);
    assert_int_equal(wend_rules_load(&def, bytes, count, &copy), WEND_OK);
    free(bytes);
    assert_true(wend_rules_hash(copy) == wend_rules_hash(rules));
    return copy;
}

static void threads_and_saves_change_nothing(void **state)
{
    (void)state;
    wend_pool *pool = pools_make(4);
    const wend_executor executor = wend_pool_executor(pool);
    for (uint64_t seed = 1; seed <= 25; seed++) {
        rule_set set;
        wend_rules *one = NULL, *other = NULL;
        wend_rules_failure failure, other_failure;
        rule_set_make(&set, seed, true);
        assert_int_equal(wend_rules_create(&set.def, &one), WEND_OK);
        assert_int_equal(wend_rules_create(&set.def, &other), WEND_OK);
        play(one, seed, 0, 30, NULL, false);
        play(other, seed, 0, 30, &executor, false);
        assert_true(wend_rules_hash(one) == wend_rules_hash(other));
        assert_true(wend_rules_get_failure(one, &failure) ==
                    wend_rules_get_failure(other, &other_failure));
        assert_true(failure.agent == other_failure.agent && failure.rule == other_failure.rule &&
                    failure.fact == other_failure.fact);
        wend_rules *loaded = copy_of(&set, one);
        play(one, seed, 30, 50, NULL, false);
        play(loaded, seed, 30, 50, &executor, false);
        assert_true(wend_rules_hash(one) == wend_rules_hash(loaded));
        wend_rules_destroy(one);
        wend_rules_destroy(other);
        wend_rules_destroy(loaded);
    }
    wend_pool_destroy(pool);
}

/* Without facts that are called, an update finds the utilities of several agents side by side. */
static void side_by_side_and_one_by_one_agree_to_the_bit(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        rule_set set;
        wend_rules *all = NULL, *single = NULL;
        rule_set_make(&set, seed, seed % 3 == 0);
        for (uint32_t i = 0; i < RULE_SETS_FACTS; i++) {
            set.facts[i].kind =
                set.facts[i].kind == WEND_FACT_CALLED ? WEND_FACT_GIVEN : set.facts[i].kind;
        }
        /* Steep logistic curves leave the range in which exponentials are found side by side. */
        for (uint32_t i = 0; i < RULE_SETS_RULES * RULE_SETS_PARTS; i++) {
            wend_curve *curve = &set.considerations[i / RULE_SETS_PARTS][i % RULE_SETS_PARTS].curve;
            curve->slope *= curve->kind == WEND_CURVE_LOGISTIC && seed % 5 == 0 ? 3000 : 1;
        }
        set.def.call = NULL;
        set.def.choice = seed % 2 == 0 ? WEND_RULES_BEST : WEND_RULES_WEIGHTED;
        assert_int_equal(wend_rules_create(&set.def, &all), WEND_OK);
        assert_int_equal(wend_rules_create(&set.def, &single), WEND_OK);
        play(all, seed, 0, 20, NULL, false);
        play(single, seed, 0, 20, NULL, true);
        assert_true(wend_rules_hash(all) == wend_rules_hash(single));
        wend_rules_destroy(all);
        wend_rules_destroy(single);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_decide_as_the_slow_evaluator),
        cmocka_unit_test(threads_and_saves_change_nothing),
        cmocka_unit_test(side_by_side_and_one_by_one_agree_to_the_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
