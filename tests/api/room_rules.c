/* Rules: random ones, agents that decide by them, reasons, bytes. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

enum { FACTS = 4, RULES = 5, PARTS = 3, STEPS = 3, AGENTS = 6 };

bool some_call(void *user, uint64_t agent, uint32_t fact, const double *facts, double *value)
{
    (void)user;
    *value = isnan(facts[0]) ? (double)agent : facts[0] + fact;
    return agent != 3;
}

static wend_condition some_condition(fuzz *f, bool is_first)
{
    wend_condition it = {.fact = below(f, FACTS),
                         .comparison = (wend_comparison)below(f, WEND_FACT_UNKNOWN + 1),
                         .value = real(f, -2, 2),
                         .hysteresis = chance(f, 3) ? real(f, 0, 1) : 0,
                         .is_alternative = !is_first && chance(f, 3)};
    it.fact = unsound(f, 60) ? below(f, 300) : it.fact;
    it.high = it.value + 1;
    it.compares_facts = chance(f, 5) && it.comparison != WEND_FACT_BETWEEN;
    it.other = below(f, FACTS);
    return it;
}

static wend_consideration some_consideration(fuzz *f, const wend_vec2 *points)
{
    wend_consideration it = {.fact = below(f, FACTS),
                             .low = real(f, -2, 0),
                             .high = real(f, 1, 2),
                             .weight = chance(f, 2) ? 0 : 1 + below(f, 3)};
    it.curve.kind = (wend_curve_kind)below(f, WEND_CURVE_PIECEWISE + 1);
    it.curve.slope = chance(f, 3) ? real(f, -WEND_RULES_SCORE_MAX, WEND_RULES_SCORE_MAX) : 0;
    it.curve.exponent = chance(f, 3) ? real(f, 0, 64) : 0;
    it.curve.shift = chance(f, 3) ? real(f, -1, 1) : 0;
    it.curve.base = chance(f, 3) ? real(f, -1, 1) : 0;
    if (it.curve.kind == WEND_CURVE_PIECEWISE) {
        it.curve.points = unsound(f, 30) ? NULL : points;
        it.curve.point_count = 1 + below(f, 2);
    }
    const double value = wend_curve_value(&it.curve, wild(f));
    CHECK(f, value >= 0 && value <= 1);
    return it;
}

static void some_rule(fuzz *f, wend_rule *rule, uint32_t index)
{
    static const char *const names[RULES] = {"flee", "fight", "patrol", "rest", "eat"};
    static const wend_vec2 points[] = {{0.25, 0.5}, {0.75, 0.25}};
    wend_condition *conditions = scratch(f, PARTS, sizeof *conditions);
    wend_consideration *considerations = scratch(f, PARTS, sizeof *considerations);
    for (uint32_t i = 0; i < PARTS; i++) {
        conditions[i] = some_condition(f, i == 0);
        considerations[i] = some_consideration(f, points);
    }
    *rule = (wend_rule){.name = unsound(f, 60) ? NULL : names[index],
                        .action = below(f, 4),
                        .conditions = conditions,
                        .condition_count = below(f, PARTS + 1),
                        .considerations = considerations,
                        .consideration_count = below(f, PARTS + 1),
                        .combination = (wend_combination)below(f, WEND_RULE_SUM + 1),
                        .weight = chance(f, 2) ? 0 : real(f, 0.1, 2),
                        .rank = chance(f, 2) ? 0 : whole(f, -2, 2),
                        .least_score = chance(f, 2) ? 0 : real(f, 0, 1),
                        .hysteresis = chance(f, 2) ? 0 : real(f, 0, 1),
                        .inertia = chance(f, 2) ? 0 : real(f, 0, 1),
                        .inertia_ticks = count_to(f, 5),
                        .noise = chance(f, 2) ? 0 : real(f, 0, WEND_RULES_SCORE_MAX),
                        .cooldown = count_to(f, 4),
                        .duration = count_to(f, 4),
                        .sequence1 = index == 0 ? 1 : 0};
}

static void some_sequence(fuzz *f, wend_rule_sequence *sequence)
{
    static const char *const names[STEPS] = {"one", "two", "three"};
    wend_rule_step *steps = scratch(f, STEPS, sizeof *steps);
    for (uint32_t i = 0; i < STEPS; i++) {
        wend_condition *conditions = scratch(f, 2, sizeof *conditions);
        conditions[0] = some_condition(f, true);
        conditions[1] = some_condition(f, true);
        steps[i] = (wend_rule_step){.name = names[i],
                                    .action = 10 + i,
                                    .starts = conditions,
                                    .start_count = below(f, 2),
                                    .otherwise = (wend_step_way)below(f, WEND_STEP_ABORT + 1),
                                    .otherwise_step = below(f, STEPS),
                                    .ends = &conditions[1],
                                    .end_count = below(f, 2),
                                    .ticks_least = count_to(f, 3),
                                    .repeat = count_to(f, 2)};
        steps[i].ticks_most = chance(f, 2) ? 0 : steps[i].ticks_least + below(f, 3);
        steps[i].late = (wend_step_way)(2 + below(f, 3));
    }
    *sequence = (wend_rule_sequence){.name = "dance",
                                     .steps = steps,
                                     .step_count = unsound(f, 40) ? 0 : 1 + below(f, STEPS),
                                     .repeat = count_to(f, 2),
                                     .resumes = chance(f, 2)};
}

void make_rules(fuzz *f)
{
    static const wend_fact facts[FACTS] = {{.name = "health", .initial = 1},
                                           {.name = "enemy"},
                                           {.name = "courage", .kind = WEND_FACT_TRAIT},
                                           {.name = "far", .kind = WEND_FACT_CALLED}};
    wend_rule *list = scratch(f, RULES, sizeof *list);
    wend_rule_sequence sequence;
    wend_rules_def def = wend_rules_def_default();
    for (uint32_t i = 0; i < RULES; i++) {
        some_rule(f, &list[i], i);
    }
    some_sequence(f, &sequence);
    def.facts = facts;
    def.fact_count = FACTS;
    def.rules = list;
    def.rule_count = unsound(f, 30) ? count_to(f, 300) % (RULES + 1) : 1 + below(f, RULES);
    def.sequences = &sequence;
    def.sequence_count = 1;
    def.choice = (wend_rules_choice)below(f, WEND_RULES_WEIGHTED + 1);
    def.choice_count = chance(f, 2) ? 1 + count_to(f, 3) : def.choice_count;
    def.idle_action = below(f, 9);
    def.seed = roll(f);
    def.call = unsound(f, 20) ? NULL : some_call;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_rules *rules = NULL;
    GIVES(f, wend_rules_create(&def, &rules), "AM");
    keep(f, KIND_RULES, rules, NULL, NULL, NULL);
}

static double some_fact(fuzz *f)
{
    return chance(f, 8) ? (double)NAN : real(f, -2, 2);
}

static void change_agents(fuzz *f)
{
    wend_rules *rules = get(f, KIND_RULES);
    double values[FACTS];
    for (uint32_t i = 0; i < FACTS; i++) {
        values[i] = some_fact(f);
    }
    for (uint32_t i = below(f, 8); i > 0; --i) {
        const uint64_t agent = below(f, AGENTS);
        fuzz_watch(f, KIND_RULES, rules);
        const uint32_t how = below(f, 5);
        if (how == 0) {
            GIVES(f, wend_rules_add_agent(rules, agent, chance(f, 2) ? values : NULL), "AFM");
        } else if (how == 1 && chance(f, 3)) {
            GIVES(f, wend_rules_remove_agent(rules, agent), "AS");
        } else if (how == 2) {
            GIVES(f, wend_rules_set_facts(rules, agent, unsound(f, 20) ? NULL : values), "AS");
        } else {
            GIVES(f, wend_rules_set_fact(rules, agent, below(f, FACTS), some_fact(f)), "AS");
        }
    }
    CHECK(f, wend_rules_error(rules) != NULL);
}

static void decide(fuzz *f)
{
    wend_rules *rules = get(f, KIND_RULES);
    const wend_executor executor = some_executor(f);
    for (uint32_t i = 1 + below(f, 4); i > 0; --i) {
        const uint64_t agent = below(f, AGENTS);
        wend_rules_decision decision = {0};
        wend_rules_failure failure;
        const uint64_t tick = f->step * 8 + 8 - i;
        fuzz_watch(f, KIND_RULES, rules);
        if (chance(f, 2)) {
            GIVES(f, wend_rules_update(rules, unsound(f, 20) ? roll(f) : tick, &executor), "A");
            (void)wend_rules_get_failure(rules, &failure);
        } else {
            GIVES(f, wend_rules_decide(rules, agent, unsound(f, 20) ? roll(f) : tick, &decision),
                  "AS");
        }
        fuzz_watch(f, KIND_RULES, rules);
        const uint32_t how = below(f, 6);
        if (how == 0) {
            GIVES(f, wend_rules_end(rules, agent), "AS");
        } else if (how == 1) {
            GIVES(f, wend_rules_end_step(rules, agent), "AS");
        } else if (how == 2) {
            GIVES(f, wend_rules_reset(rules, agent), "AS");
        }
    }
}

static void read_rules(fuzz *f)
{
    const wend_rules *rules = get(f, KIND_RULES);
    wend_rules_info info;
    wend_rules_decision decision;
    wend_rules_place place;
    uint64_t agent = 0;
    size_t count = 0;
    wend_rules_get_info(rules, &info);
    CHECK(f, rules == NULL || info.memory_bytes > 0);
    const wend_result at =
        GIVES(f, wend_rules_agent_at(rules, below(f, info.agent_count + 1), &agent), "A");
    agent = at == WEND_OK ? agent : below(f, 20);
    CHECK(f, at != WEND_OK || wend_rules_has_agent(rules, agent));
    CHECK(f, (wend_rules_facts(rules, agent) != NULL) == wend_rules_has_agent(rules, agent));
    const wend_result result = GIVES(f, wend_rules_get_decision(rules, agent, &decision), "AS");
    CHECK(f,
          result != WEND_OK || decision.rule == WEND_RULE_NONE || decision.rule < info.rule_count);
    wend_rule_score *scores = scratch(f, RULES, sizeof *scores);
    GIVES(f, wend_rules_explain(rules, agent, scores, below(f, RULES + 1), &count), "AST");
    GIVES(f, wend_rules_get_place(rules, agent, below(f, 3), &place), "AS");
    const uint32_t rule = below(f, RULES + 1), fact = below(f, FACTS + 1);
    CHECK(f, rules == NULL || wend_rules_rule_name(rules, rule)[0] == 0 ||
                 wend_rules_find_rule(rules, wend_rules_rule_name(rules, rule)) == rule);
    CHECK(f, rules == NULL || wend_rules_fact_name(rules, fact)[0] == 0 ||
                 wend_rules_find_fact(rules, wend_rules_fact_name(rules, fact)) == fact);
    CHECK(f, wend_rules_step_name(rules, below(f, 3), below(f, 5)) != NULL);
    wend_draw draw;
    GIVES(f, wend_rules_draw(rules, agent, somewhere(f), some_draw(f, &draw)), "AS");
}

static void save_rules(fuzz *f)
{
    const wend_rules *rules = get(f, KIND_RULES);
    size_t count = 0;
    if (GIVES(f, wend_rules_save(rules, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_rules_save(rules, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_rules_def def = wend_rules_def_default();
    def.call = unsound(f, 20) ? NULL : some_call;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_rules *loaded = NULL;
    GIVES(f, wend_rules_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || loaded == NULL || wend_rules_hash(loaded) == wend_rules_hash(rules));
    keep(f, KIND_RULES, loaded, NULL, NULL, NULL);
}

static const fuzz_action actions[] = {
    {"make rules", make_rules, 1},  {"change agents of rules", change_agents, 6},
    {"decide by rules", decide, 6}, {"read rules", read_rules, 4},
    {"save rules", save_rules, 1},
};

const fuzz_room room_rules = {"rules", actions, sizeof actions / sizeof *actions};
