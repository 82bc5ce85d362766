/* Fingerprint of rules: agents with facts of fixed numbers, every curve, combination and choice, and a
 * sequence that comes back. */
#include "golden.h"

enum { FACTS = 4, RULES = 6, AGENTS = 24, TICKS = 60 };

static const wend_fact facts[FACTS] = {{.name = "health", .initial = 1},
                                       {.name = "enemy"},
                                       {.name = "courage", .kind = WEND_FACT_TRAIT},
                                       {.name = "noise", .kind = WEND_FACT_CALLED}};

static bool call_fact(void *user, uint64_t agent, uint32_t fact, const double *values,
                      double *value)
{
    (void)user;
    *value = values[0] * 0.5 + 0.125 * (double)(agent % 4) + fact;
    return agent % 7 != 3;
}

static const wend_vec2 points[] = {{0.125, 0.25}, {0.5, 1}, {0.875, 0.375}};
static const wend_consideration considerations[] = {
    {.fact = 0, .curve = {.slope = -1, .base = 1}},
    {.fact = 1, .curve = {.kind = WEND_CURVE_POWER, .exponent = 2.5}},
    {.fact = 2, .curve = {.kind = WEND_CURVE_LOGISTIC, .shift = 0.5}, .weight = 2},
    {.fact = 3, .low = 5, .high = 2, .curve = {.kind = WEND_CURVE_STEP, .shift = 0.25}},
    {.fact = 0, .curve = {.kind = WEND_CURVE_PIECEWISE, .points = points, .point_count = 3}}};
static const wend_condition conditions[] = {
    {.fact = 1, .value = 0.5, .hysteresis = 0.25},
    {.fact = 0, .comparison = WEND_FACT_BELOW, .value = 0.25, .is_alternative = true}};
static const wend_rule_step steps[] = {
    {.name = "wait", .action = 11, .ticks_least = 2},
    {.name = "go", .action = 12, .starts = conditions, .start_count = 1, .ticks_least = 1},
    {.name = "back", .action = 13, .ends = &conditions[1], .end_count = 0, .ticks_least = 3}};
static const wend_rule_sequence sequence = {
    .name = "patrol", .steps = steps, .step_count = 3, .repeat = 2, .resumes = true};
static const wend_rule rules_of_all[RULES] = {{.name = "flee",
                                               .action = 1,
                                               .conditions = conditions,
                                               .condition_count = 2,
                                               .considerations = considerations,
                                               .consideration_count = 3,
                                               .inertia = 0.125},
                                              {.name = "fight",
                                               .action = 2,
                                               .considerations = considerations,
                                               .consideration_count = 5,
                                               .combination = WEND_RULE_SUM,
                                               .weight = 0.75,
                                               .noise = 0.0625,
                                               .cooldown = 3,
                                               .duration = 4},
                                              {.name = "hide",
                                               .action = 3,
                                               .considerations = &considerations[2],
                                               .consideration_count = 2,
                                               .combination = WEND_RULE_LEAST,
                                               .least_score = 0.25,
                                               .hysteresis = 0.125},
                                              {.name = "call",
                                               .action = 4,
                                               .rank = 1,
                                               .conditions = &conditions[0],
                                               .condition_count = 1,
                                               .cooldown = 9,
                                               .duration = 1},
                                              {.name = "patrol", .weight = 0.375, .sequence1 = 1},
                                              {.name = "rest", .action = 5, .weight = 0.25}};

static uint64_t run(uint64_t hash, wend_rules *rules)
{
    for (uint64_t i = 0; i < AGENTS; i++) {
        const double first[FACTS] = {1, 0, wend_random_unit(41, 0, i), 0};
        (void)wend_rules_add_agent(rules, i * 3, first);
    }
    for (uint64_t tick = 0; tick < TICKS; tick++) {
        for (uint64_t i = 0; i < AGENTS; i++) {
            const uint32_t fact = wend_random_below(41, 1 + i, tick, 2);
            (void)wend_rules_set_fact(rules, i * 3, fact, wend_random_unit(41, 100 + i, tick));
        }
        (void)wend_rules_update(rules, tick, NULL);
        for (uint64_t i = 0; i < AGENTS; i++) {
            wend_rules_decision it;
            (void)wend_rules_get_decision(rules, i * 3, &it);
            hash = wend_hash_u64(hash, (uint64_t)it.rule << 32 | it.action);
            hash = wend_hash_u64(hash, (uint64_t)it.fact << 32 | it.step);
        }
        (void)wend_rules_end(rules, tick % AGENTS * 3);
    }
    return wend_hash_u64(hash, wend_rules_hash(rules));
}

uint64_t golden_rules(void)
{
    uint64_t hash = wend_hash_begin();
    for (int choice = 0; choice <= (int)WEND_RULES_WEIGHTED; choice++) {
        wend_rules_def def = wend_rules_def_default();
        wend_rules *rules = NULL;
        def.facts = facts;
        def.fact_count = FACTS;
        def.rules = rules_of_all;
        def.rule_count = RULES;
        def.sequences = &sequence;
        def.sequence_count = 1;
        def.choice = (wend_rules_choice)choice;
        def.call = call_fact;
        if (wend_rules_create(&def, &rules) == WEND_OK) {
            hash = run(hash, rules);
        }
        wend_rules_destroy(rules);
    }
    return hash;
}
