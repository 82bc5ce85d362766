/* Random definitions of rules. */
#include "rule_sets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A stream of numbers. */
typedef struct stream {
    uint64_t seed, count;
} stream;

static uint32_t below(stream *s, uint32_t count)
{
    return wend_random_below(s->seed, 77, s->count++, count);
}

static double unit(stream *s)
{
    return wend_random_unit(s->seed, 78, s->count++);
}

double rule_set_fact(uint64_t seed, uint64_t number)
{
    const uint32_t kind = wend_random_below(seed, 5, number, 10);
    /* Tenths, so that thresholds are met exactly, too. */
    return kind == 0 ? (double)NAN : wend_random_below(seed, 6, number, 21) / 10.0 - 0.5;
}

bool rule_set_call(void *user, uint64_t agent, uint32_t fact, const double *facts, double *value)
{
    (void)user;
    if (wend_random_below(9, agent, fact, 20) == 0) {
        return false;
    }
    *value = isnan(facts[0]) ? 0.5 : facts[0] * 0.5 + 0.1 * fact;
    return true;
}

static wend_condition make_condition(stream *s, bool is_first)
{
    wend_condition it = {.fact = below(s, RULE_SETS_FACTS),
                         .comparison = (wend_comparison)below(s, WEND_FACT_UNKNOWN + 1),
                         .value = below(s, 21) / 10.0 - 0.5,
                         .hysteresis = below(s, 3) == 0 ? 0.3 : 0,
                         .is_alternative = !is_first && below(s, 3) == 0};
    it.high = it.comparison == WEND_FACT_BETWEEN ? it.value + unit(s) : 0;
    it.compares_facts = it.comparison != WEND_FACT_BETWEEN && below(s, 5) == 0;
    it.other = it.compares_facts ? below(s, RULE_SETS_FACTS) : 0;
    return it;
}

static wend_consideration make_consideration(stream *s, wend_vec2 points[3])
{
    wend_consideration it = {.fact = below(s, RULE_SETS_FACTS),
                             .low = below(s, 3) == 0 ? 1 : 0,
                             .weight = below(s, 2) == 0 ? 0 : 0.1 + unit(s)};
    it.high = it.low > 0 ? -0.5 : below(s, 2) == 0 ? 0 : 2;
    it.curve.kind = (wend_curve_kind)below(s, WEND_CURVE_PIECEWISE + 1);
    it.curve.slope = below(s, 3) == 0 ? 0 : 4 * unit(s) - 2;
    it.curve.exponent = below(s, 2) == 0 ? 0.5 + 3 * unit(s) : below(s, 5);
    it.curve.shift = below(s, 2) == 0 ? 0 : unit(s);
    it.curve.base = below(s, 2) == 0 ? 0 : unit(s);
    if (it.curve.kind == WEND_CURVE_PIECEWISE) {
        it.curve.points = points;
        it.curve.point_count = 1 + below(s, 3);
        for (uint32_t i = 0; i < 3; i++) {
            points[i] = (wend_vec2){(i + unit(s)) / 3, unit(s)};
        }
    }
    return it;
}

static void make_rule(rule_set *set, stream *s, uint32_t index)
{
    wend_rule *rule = &set->rules[index];
    (void)snprintf(set->names[index], sizeof set->names[index], "rule%u", (unsigned)index);
    *rule = (wend_rule){.name = set->names[index],
                        .action = 100 + below(s, 6),
                        .conditions = set->conditions[index],
                        .condition_count = below(s, RULE_SETS_PARTS),
                        .considerations = set->considerations[index],
                        .consideration_count = below(s, RULE_SETS_PARTS + 1),
                        .combination = (wend_combination)below(s, 3),
                        .weight = below(s, 2) == 0 ? 0 : 0.2 + unit(s),
                        .rank = (int32_t)below(s, 3) - 1,
                        .least_score = below(s, 2) == 0 ? 0 : 0.3 * unit(s),
                        .hysteresis = below(s, 2) == 0 ? 0 : 0.2 * unit(s),
                        .inertia = below(s, 2) == 0 ? 0 : 0.2 * unit(s),
                        .inertia_ticks = below(s, 2) == 0 ? 0 : below(s, 10),
                        .noise = below(s, 3) == 0 ? 0.2 : 0,
                        .cooldown = below(s, 3) == 0 ? below(s, 6) : 0,
                        .duration = below(s, 3) == 0 ? below(s, 6) : 0};
    for (uint32_t i = 0; i < RULE_SETS_PARTS; i++) {
        set->conditions[index][i] = make_condition(s, i == 0);
        set->considerations[index][i] = make_consideration(s, set->points[index][i]);
    }
}

static void make_sequence(rule_set *set, stream *s, uint32_t index)
{
    static const char *const names[] = {"first", "second", "third", "fourth"};
    set->sequences[index] = (wend_rule_sequence){.name = names[index],
                                                 .steps = set->steps[index],
                                                 .step_count = 1 + below(s, RULE_SETS_STEPS),
                                                 .repeat = below(s, 3),
                                                 .resumes = below(s, 2) == 0,
                                                 .wait_action = 50 + index};
    for (uint32_t i = 0; i < RULE_SETS_STEPS; i++) {
        wend_rule_step *step = &set->steps[index][i];
        const uint32_t count = set->sequences[index].step_count;
        set->step_conditions[index][i][0] = make_condition(s, true);
        set->step_conditions[index][i][1] = make_condition(s, true);
        *step = (wend_rule_step){.name = names[i],
                                 .action = 10 * (index + 1) + i,
                                 .starts = &set->step_conditions[index][i][0],
                                 .start_count = below(s, 2),
                                 .ends = &set->step_conditions[index][i][1],
                                 .end_count = below(s, 2),
                                 .otherwise = (wend_step_way)below(s, WEND_STEP_ABORT + 1),
                                 .otherwise_step = below(s, count),
                                 .late = (wend_step_way)(2 + below(s, 3)),
                                 .late_step = below(s, count),
                                 .ticks_least = below(s, 4),
                                 .repeat = below(s, 3)};
        step->ticks_most = below(s, 2) == 0 ? 0 : step->ticks_least + below(s, 5);
    }
}

void rule_set_make(rule_set *set, uint64_t seed, bool has_sequences)
{
    static const char *const names[] = {"health", "enemy", "ammunition", "courage", "sees", "far"};
    stream s = {seed, 0};
    memset(set, 0, sizeof *set);
    for (uint32_t i = 0; i < RULE_SETS_FACTS; i++) {
        set->facts[i] = (wend_fact){.name = names[i],
                                    .kind = i < 3    ? WEND_FACT_GIVEN
                                            : i == 3 ? WEND_FACT_TRAIT
                                                     : WEND_FACT_CALLED,
                                    .initial = i < 4 ? unit(&s) : 0};
    }
    set->def = wend_rules_def_default();
    set->def.facts = set->facts;
    set->def.fact_count = RULE_SETS_FACTS;
    set->def.rules = set->rules;
    set->def.rule_count = 1 + below(&s, RULE_SETS_RULES);
    set->def.choice = (wend_rules_choice)below(&s, 3);
    set->def.choice_count = 1 + below(&s, 4);
    set->def.idle_action = 7;
    set->def.seed = seed;
    set->def.call = rule_set_call;
    for (uint32_t i = 0; i < RULE_SETS_RULES; i++) {
        make_rule(set, &s, i);
    }
    if (has_sequences) {
        set->def.sequences = set->sequences;
        set->def.sequence_count = 2;
        make_sequence(set, &s, 0);
        make_sequence(set, &s, 1);
        set->rules[0].sequence1 = 1;
        set->rules[set->def.rule_count - 1].sequence1 = set->def.rule_count > 1 ? 2 : 1;
    }
}
