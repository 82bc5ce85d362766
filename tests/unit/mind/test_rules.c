/* Rules of a guard: curves, choices, sequences, what callbacks may do, and what is refused. */
#include "support/test.h"

#include "wend/draw.h"
#include "wend/rules.h"

#include <math.h>
#include <string.h>

enum { HEALTH, ENEMY, COURAGE, FACTS };
enum { IDLE, FLEE, FIGHT, PATROL };

static const wend_fact facts[FACTS] = {
    {.name = "health", .initial = 1},
    {.name = "enemy"},
    {.name = "courage", .kind = WEND_FACT_TRAIT, .initial = 0.5}};

static wend_rules *make(const wend_rule *rules, uint32_t count, wend_rules_choice choice)
{
    wend_rules_def def = wend_rules_def_default();
    wend_rules *made = NULL;
    def.facts = facts;
    def.fact_count = FACTS;
    def.rules = rules;
    def.rule_count = count;
    def.choice = choice;
    assert_int_equal(wend_rules_create(&def, &made), WEND_OK);
    assert_int_equal(wend_rules_add_agent(made, 1, NULL), WEND_OK);
    return made;
}

static uint32_t action_at(wend_rules *rules, uint64_t tick)
{
    wend_rules_decision decision;
    assert_int_equal(wend_rules_decide(rules, 1, tick, &decision), WEND_OK);
    return decision.action;
}

static void set(wend_rules *rules, uint32_t fact, double value)
{
    assert_int_equal(wend_rules_set_fact(rules, 1, fact, value), WEND_OK);
}

/* ---- curves ---- */

static double cut(double y)
{
    return y < 0 ? 0 : y > 1 ? 1 : y;
}

static void curves_equal_their_formulas(void **state)
{
    (void)state;
    for (double x = 0; x <= 1; x += 1.0 / 64) {
        const wend_curve linear = {.slope = -2, .shift = 0.25, .base = 0.75};
        const wend_curve power = {
            .kind = WEND_CURVE_POWER, .slope = 1.5, .exponent = 2.7, .shift = 0.3};
        const wend_curve cube = {.kind = WEND_CURVE_POWER, .exponent = 3};
        const wend_curve logistic = {.kind = WEND_CURVE_LOGISTIC, .slope = 7, .shift = 0.5};
        const wend_curve step = {.kind = WEND_CURVE_STEP, .slope = 0.5, .shift = 0.5, .base = 0.25};
        assert_true(fabs(wend_curve_value(&linear, x) - cut(0.75 - 2 * (x - 0.25))) < 1e-12);
        assert_true(fabs(wend_curve_value(&power, x) - cut(1.5 * pow(fabs(x - 0.3), 2.7))) < 1e-12);
        assert_true(fabs(wend_curve_value(&cube, x) - x * x * x) < 1e-12);
        assert_true(fabs(wend_curve_value(&logistic, x) - 1 / (1 + exp(-7 * (x - 0.5)))) < 1e-12);
        assert_true(fabs(wend_curve_value(&step, x) - (x < 0.5 ? 0.25 : 0.75)) < 1e-12);
    }
}

static void zeroed_curves_are_straight_and_piecewise_ones_follow_their_points(void **state)
{
    (void)state;
    static const wend_vec2 points[] = {{0.25, 0.5}, {0.5, 1}, {0.75, 0}};
    const wend_curve straight = {.kind = WEND_CURVE_LINEAR};
    const wend_curve piecewise = {.kind = WEND_CURVE_PIECEWISE, .points = points, .point_count = 3};
    const wend_curve none = {.kind = WEND_CURVE_PIECEWISE};
    assert_true(fabs(wend_curve_value(&straight, 0.3) - 0.3) < 1e-12);
    assert_true(fabs(wend_curve_value(&piecewise, 0.1) - 0.5) < 1e-12);
    assert_true(fabs(wend_curve_value(&piecewise, 0.375) - 0.75) < 1e-12);
    assert_true(fabs(wend_curve_value(&piecewise, 0.5) - 1) < 1e-12);
    assert_true(fabs(wend_curve_value(&piecewise, 0.9)) < 1e-12);
    assert_true(fabs(wend_curve_value(&none, 0.5)) < 1e-12);
    assert_true(fabs(wend_curve_value(NULL, 0.5)) < 1e-12);
    assert_true(fabs(wend_curve_value(&straight, (double)NAN)) < 1e-12);
}

/* ---- choices ---- */

static const wend_condition sees = {.fact = ENEMY, .value = 1};
static const wend_consideration hurt = {.fact = HEALTH, .curve = {.slope = -1, .base = 1}};
static const wend_consideration brave[] = {{.fact = HEALTH}, {.fact = COURAGE}};

static const wend_rule guard[] = {{.name = "flee",
                                   .action = FLEE,
                                   .conditions = &sees,
                                   .condition_count = 1,
                                   .considerations = &hurt,
                                   .consideration_count = 1},
                                  {.name = "fight",
                                   .action = FIGHT,
                                   .conditions = &sees,
                                   .condition_count = 1,
                                   .considerations = brave,
                                   .consideration_count = 2},
                                  {.name = "patrol", .action = PATROL, .weight = 0.1}};

static void the_best_rule_explains_itself(void **state)
{
    (void)state;
    wend_rules *rules = make(guard, 3, WEND_RULES_BEST);
    wend_rules_decision decision;
    wend_rule_score scores[3];
    size_t count;
    assert_int_equal(action_at(rules, 1), PATROL);
    assert_int_equal(wend_rules_explain(rules, 1, scores, 3, &count), WEND_OK);
    assert_int_equal(count, 3);
    assert_int_equal(scores[0].state, WEND_RULE_UNMET);
    assert_int_equal(scores[0].fact, ENEMY);
    assert_int_equal(scores[2].state, WEND_RULE_CHOSEN);
    set(rules, ENEMY, 1);
    set(rules, HEALTH, 0.8);
    assert_int_equal(wend_rules_decide(rules, 1, 2, &decision), WEND_OK);
    assert_int_equal(decision.rule, 1);
    assert_int_equal(decision.fact, COURAGE);
    assert_true(fabs(decision.fact_value - 0.5) < 1e-12);
    /* p = 0.4, and 0.4 + 0.4 * 0.6 / 2 */
    assert_true(fabs(decision.score - 0.52) < 1e-12);
    assert_true(decision.is_new);
    assert_int_equal(decision.since, 2);
    set(rules, HEALTH, 0.2);
    assert_int_equal(action_at(rules, 3), FLEE);
    set(rules, ENEMY, (double)NAN);
    assert_int_equal(action_at(rules, 4), PATROL);
    assert_int_equal(wend_rules_explain(rules, 1, scores, 2, &count), WEND_TRUNCATED);
    wend_rules_destroy(rules);
}

static void ordered_rules_take_the_first_that_matches(void **state)
{
    (void)state;
    wend_rules *rules = make(guard, 3, WEND_RULES_FIRST);
    assert_int_equal(action_at(rules, 1), PATROL);
    set(rules, ENEMY, 1);
    set(rules, HEALTH, 0.9);
    assert_int_equal(action_at(rules, 2), FLEE);
    set(rules, HEALTH, 1);
    assert_int_equal(action_at(rules, 3), FIGHT);
    wend_rules_destroy(rules);
}

static void hysteresis_keeps_a_rule_while_a_fact_wavers(void **state)
{
    (void)state;
    const wend_condition weak = {
        .fact = HEALTH, .comparison = WEND_FACT_BELOW, .value = 0.5, .hysteresis = 0.1};
    const wend_rule list[] = {
        {.name = "flee", .action = FLEE, .conditions = &weak, .condition_count = 1},
        {.name = "fight", .action = FIGHT}};
    wend_rules *rules = make(list, 2, WEND_RULES_FIRST);
    const double health[] = {0.55, 0.49, 0.55, 0.59, 0.61, 0.55};
    const uint32_t expected[] = {FIGHT, FLEE, FLEE, FLEE, FIGHT, FIGHT};
    for (uint64_t i = 0; i < 6; i++) {
        set(rules, HEALTH, health[i]);
        assert_int_equal(action_at(rules, i), expected[i]);
    }
    wend_rules_destroy(rules);
}

static void inertia_fades_and_ranks_win(void **state)
{
    (void)state;
    const wend_consideration well = {.fact = HEALTH};
    const wend_rule list[] = {{.name = "fight",
                               .action = FIGHT,
                               .considerations = &well,
                               .consideration_count = 1,
                               .inertia = 0.4,
                               .inertia_ticks = 4},
                              {.name = "patrol", .action = PATROL, .weight = 0.5},
                              {.name = "flee",
                               .action = FLEE,
                               .rank = 1,
                               .weight = 0.01,
                               .conditions = &sees,
                               .condition_count = 1}};
    wend_rules *rules = make(list, 3, WEND_RULES_BEST);
    assert_int_equal(action_at(rules, 0), FIGHT);
    set(rules, HEALTH, 0.3);
    assert_int_equal(action_at(rules, 1), FIGHT); /* 0.3 + 0.3 */
    assert_int_equal(action_at(rules, 2), FIGHT); /* 0.3 + 0.2: equal, the smaller index */
    assert_int_equal(action_at(rules, 3), PATROL);
    set(rules, ENEMY, 1);
    assert_int_equal(action_at(rules, 4), FLEE);
    wend_rules_destroy(rules);
}

static void rules_cool_down_and_end(void **state)
{
    (void)state;
    const wend_rule list[] = {{.name = "throw", .action = FIGHT, .duration = 1, .cooldown = 3},
                              {.name = "patrol", .action = PATROL, .weight = 0.5}};
    const uint32_t expected[] = {FIGHT, PATROL, PATROL, PATROL, FIGHT, PATROL};
    wend_rules *rules = make(list, 2, WEND_RULES_BEST);
    for (uint64_t i = 0; i < 6; i++) {
        assert_int_equal(action_at(rules, i), expected[i]);
    }
    assert_int_equal(wend_rules_reset(rules, 1), WEND_OK);
    assert_int_equal(action_at(rules, 6), FIGHT);
    /* The action has ended by itself: the three ticks behind it are cold. */
    assert_int_equal(wend_rules_end(rules, 1), WEND_OK);
    for (uint64_t i = 7; i < 10; i++) {
        assert_int_equal(action_at(rules, i), PATROL);
    }
    assert_int_equal(action_at(rules, 10), FIGHT);
    wend_rules_destroy(rules);
}

static void weighted_choices_follow_the_scores(void **state)
{
    (void)state;
    const wend_rule list[] = {{.name = "a", .action = 0, .weight = 3},
                              {.name = "b", .action = 1, .weight = 2},
                              {.name = "c", .action = 2, .weight = 1},
                              {.name = "d", .action = 3, .weight = 0.9}};
    uint32_t times[4] = {0, 0, 0, 0};
    wend_rules *rules = make(list, 4, WEND_RULES_WEIGHTED);
    for (uint64_t i = 0; i < 6000; i++) {
        times[action_at(rules, i)]++;
    }
    assert_true(times[0] > 2850 && times[0] < 3150);
    assert_true(times[1] > 1850 && times[1] < 2150);
    assert_true(times[2] > 850 && times[2] < 1150);
    assert_int_equal(times[3], 0);
    wend_rules_destroy(rules);
}

/* ---- sequences ---- */

enum { WORKERS, BARRACKS, DANGER, MONEY, ECONOMY };
enum { WAIT, TRAIN, BUILD, ATTACK, DEFEND };

static const wend_fact economy[ECONOMY] = {
    {.name = "workers"}, {.name = "barracks"}, {.name = "danger"}, {.name = "money"}};
static const wend_condition has_money = {.fact = MONEY, .value = 50};
static const wend_condition has_workers = {.fact = WORKERS, .value = 4};
static const wend_condition has_barracks = {.fact = BARRACKS, .value = 1};
static const wend_condition lost = {.fact = WORKERS, .comparison = WEND_FACT_BELOW, .value = -1};
static const wend_condition attacked = {.fact = DANGER, .value = 1};

static const wend_rule_step opening[] = {
    {.name = "workers", .action = TRAIN, .ends = &has_workers, .end_count = 1},
    {.name = "barracks",
     .action = BUILD,
     .starts = &has_money,
     .start_count = 1,
     .ends = &has_barracks,
     .end_count = 1,
     .ticks_most = 5,
     .late = WEND_STEP_GO_TO,
     .late_step = 0},
    {.name = "attack", .action = ATTACK, .ticks_least = 2, .repeat = 2}};

static wend_rules *make_economy(bool resumes)
{
    const wend_rule_sequence sequence = {.name = "opening",
                                         .steps = opening,
                                         .step_count = 3,
                                         .aborts = &lost,
                                         .abort_count = 1,
                                         .resumes = resumes,
                                         .wait_action = WAIT};
    const wend_rule list[] = {
        {.name = "defend", .action = DEFEND, .conditions = &attacked, .condition_count = 1},
        {.name = "open", .sequence1 = 1, .cooldown = 100},
        {.name = "idle", .action = 9}};
    wend_rules_def def = wend_rules_def_default();
    wend_rules *made = NULL;
    def.facts = economy;
    def.fact_count = ECONOMY;
    def.rules = list;
    def.rule_count = 3;
    def.sequences = &sequence;
    def.sequence_count = 1;
    def.choice = WEND_RULES_FIRST;
    assert_int_equal(wend_rules_create(&def, &made), WEND_OK);
    assert_int_equal(wend_rules_add_agent(made, 1, NULL), WEND_OK);
    return made;
}

static wend_rules_place place_of(const wend_rules *rules)
{
    wend_rules_place place;
    assert_int_equal(wend_rules_get_place(rules, 1, 0, &place), WEND_OK);
    return place;
}

static void a_build_order_goes_step_by_step(void **state)
{
    (void)state;
    wend_rules *rules = make_economy(false);
    wend_rules_decision decision;
    assert_int_equal(action_at(rules, 0), TRAIN);
    set(rules, WORKERS, 4);
    assert_int_equal(wend_rules_decide(rules, 1, 1, &decision), WEND_OK);
    assert_true(decision.is_waiting && decision.action == WAIT && decision.step == 1);
    set(rules, MONEY, 60);
    assert_int_equal(action_at(rules, 2), BUILD);
    set(rules, MONEY, 0); /* conditions to start do not matter once it has started */
    assert_int_equal(action_at(rules, 3), BUILD);
    set(rules, BARRACKS, 1);
    assert_int_equal(action_at(rules, 4), ATTACK);
    assert_int_equal(action_at(rules, 5), ATTACK);
    assert_int_equal(action_at(rules, 6), ATTACK);
    assert_int_equal(place_of(rules).step_rounds, 1);
    assert_int_equal(action_at(rules, 7), ATTACK);
    assert_int_equal(action_at(rules, 8), 9);
    assert_int_equal(place_of(rules).outcome, WEND_SEQUENCE_COMPLETE);
    assert_string_equal(wend_rules_step_name(rules, 0, 2), "attack");
    wend_rules_destroy(rules);
}

static void a_late_step_goes_back_and_lost_workers_abort(void **state)
{
    (void)state;
    wend_rules *rules = make_economy(false);
    set(rules, WORKERS, 4);
    set(rules, MONEY, 60);
    assert_int_equal(action_at(rules, 0), BUILD);
    assert_int_equal(action_at(rules, 4), BUILD);
    set(rules, WORKERS, 3);
    assert_int_equal(action_at(rules, 5), TRAIN); /* late: back to the workers */
    set(rules, WORKERS, -2);
    wend_rule_score scores[3];
    size_t count;
    assert_int_equal(action_at(rules, 6), 9);
    assert_int_equal(wend_rules_explain(rules, 1, scores, 3, &count), WEND_OK);
    assert_int_equal(scores[1].state, WEND_RULE_ABORTED);
    assert_int_equal(place_of(rules).outcome, WEND_SEQUENCE_ABORTED);
    wend_rules_destroy(rules);
}

static void an_interrupted_sequence_starts_over_or_resumes(void **state)
{
    (void)state;
    for (int resumes = 0; resumes < 2; resumes++) {
        wend_rules *rules = make_economy(resumes == 1);
        set(rules, WORKERS, 4);
        set(rules, MONEY, 60);
        assert_int_equal(action_at(rules, 0), BUILD);
        set(rules, DANGER, 1);
        assert_int_equal(action_at(rules, 1), DEFEND);
        assert_int_equal(place_of(rules).outcome, WEND_SEQUENCE_INTERRUPTED);
        assert_int_equal(place_of(rules).step, resumes);
        set(rules, DANGER, 0);
        set(rules, WORKERS, 2);
        assert_int_equal(action_at(rules, 2), 9); /* it cools down */
        assert_int_equal(action_at(rules, 101), resumes == 1 ? BUILD : TRAIN);
        wend_rules_destroy(rules);
    }
}

static void a_step_without_conditions_ends_by_call_alone(void **state)
{
    (void)state;
    const wend_rule_step steps[] = {{.name = "one", .action = 1}, {.name = "two", .action = 2}};
    const wend_rule_sequence sequence = {
        .name = "dance", .steps = steps, .step_count = 2, .repeat = WEND_RULES_ENDLESS};
    const wend_rule rule = {.name = "dance", .sequence1 = 1};
    wend_rules_def def = wend_rules_def_default();
    wend_rules *rules = NULL;
    def.rules = &rule;
    def.rule_count = 1;
    def.sequences = &sequence;
    def.sequence_count = 1;
    assert_int_equal(wend_rules_create(&def, &rules), WEND_OK);
    assert_int_equal(wend_rules_add_agent(rules, 1, NULL), WEND_OK);
    assert_int_equal(wend_rules_end_step(rules, 1), WEND_OK); /* nothing is under way */
    for (uint64_t i = 0; i < 6; i++) {
        assert_int_equal(action_at(rules, 3 * i), 1 + i % 2);
        assert_int_equal(action_at(rules, 3 * i + 1), 1 + i % 2);
        assert_int_equal(wend_rules_end_step(rules, 1), WEND_OK);
    }
    wend_rules_destroy(rules);
}

/* ---- callbacks ---- */

typedef struct call_seen {
    wend_rules *rules;
    uint32_t times;
} call_seen;

static bool call_back(void *user, uint64_t agent, uint32_t fact, const double *values,
                      double *value)
{
    call_seen *seen = user;
    seen->times++;
    assert_non_null(wend_rules_facts(seen->rules, agent));
    assert_int_equal(wend_rules_add_agent(seen->rules, 99, NULL), WEND_ERROR_BUSY);
    assert_int_equal(wend_rules_remove_agent(seen->rules, agent), WEND_ERROR_BUSY);
    assert_int_equal(wend_rules_set_fact(seen->rules, agent, 0, 1), WEND_ERROR_BUSY);
    assert_int_equal(wend_rules_end(seen->rules, agent), WEND_ERROR_BUSY);
    assert_int_equal(wend_rules_update(seen->rules, 5, NULL), WEND_ERROR_BUSY);
    assert_int_equal(wend_rules_decide(seen->rules, agent, 5, NULL), WEND_ERROR_BUSY);
    assert_true(isnan(values[fact]));
    *value = values[0] * 2;
    return agent != 2;
}

static void callbacks_are_called_once_and_change_nothing(void **state)
{
    (void)state;
    const wend_fact list[] = {{.name = "given", .initial = 0.4},
                              {.name = "called", .kind = WEND_FACT_CALLED}};
    const wend_condition conditions[] = {{.fact = 1, .value = 0.8}, {.fact = 1, .value = 0.7}};
    const wend_rule rule = {
        .name = "rule", .action = 3, .conditions = conditions, .condition_count = 2};
    call_seen seen = {NULL, 0};
    wend_rules_def def = wend_rules_def_default();
    wend_rules_decision decision;
    wend_rules_failure failure;
    def.facts = list;
    def.fact_count = 2;
    def.rules = &rule;
    def.rule_count = 1;
    def.call = call_back;
    def.user = &seen;
    assert_int_equal(wend_rules_create(&def, &seen.rules), WEND_OK);
    for (uint64_t i = 1; i <= 3; i++) {
        assert_int_equal(wend_rules_add_agent(seen.rules, i, NULL), WEND_OK);
    }
    assert_false(wend_rules_get_failure(seen.rules, &failure));
    assert_int_equal(wend_rules_update(seen.rules, 1, NULL), WEND_OK);
    assert_int_equal(seen.times, 3);
    assert_int_equal(wend_rules_get_decision(seen.rules, 1, &decision), WEND_OK);
    assert_int_equal(decision.action, 3);
    assert_int_equal(wend_rules_get_decision(seen.rules, 2, &decision), WEND_OK);
    assert_int_equal(decision.rule, WEND_RULE_NONE);
    assert_true(wend_rules_get_failure(seen.rules, &failure));
    assert_true(failure.agent == 2 && failure.rule == 0 && failure.fact == 1);
    wend_rules_destroy(seen.rules);
}

/* ---- refusals ---- */

static void mistakes_are_named(void **state)
{
    (void)state;
    wend_message m;
    wend_rule list[2] = {{.name = "flee"}, {.name = "fight"}};
    wend_condition bad = {.fact = 9};
    wend_consideration odd = {.fact = 0, .low = 2, .high = 2};
    wend_rules_def def = wend_rules_def_default();
    wend_rules *rules = NULL;
    def.message = &m;
    def.facts = facts;
    def.fact_count = FACTS;
    def.rules = list;
    def.rule_count = 2;
    list[0].conditions = &bad;
    list[0].condition_count = 1;
    assert_int_equal(wend_rules_create(&def, &rules), WEND_ERROR_ARGUMENT);
    assert_string_equal(m.text,
                        "wend_rules_create: rule flee, condition 0: fact is 9, but the number "
                        "of facts is 3");
    bad.fact = 0;
    list[1].considerations = &odd;
    list[1].consideration_count = 1;
    assert_int_equal(wend_rules_create(&def, &rules), WEND_ERROR_ARGUMENT);
    assert_string_equal(
        m.text, "wend_rules_create: rule fight, consideration 0: high equals low, and must not");
    odd.high = 3;
    odd.curve.exponent = 65;
    assert_int_equal(wend_rules_create(&def, &rules), WEND_ERROR_ARGUMENT);
    assert_string_equal(m.text, "wend_rules_create: rule fight, consideration 0: curve.exponent is "
                                "65, and must be from 0 to 64");
    odd.curve.exponent = 0;
    list[1].name = "flee";
    assert_int_equal(wend_rules_create(&def, &rules), WEND_ERROR_ARGUMENT);
    assert_string_equal(m.text, "wend_rules_create: rule flee: another one has the same name");
    list[1].name = "";
    assert_int_equal(wend_rules_create(&def, &rules), WEND_ERROR_ARGUMENT);
    assert_string_equal(m.text, "wend_rules_create: rule 1: name must have from 1 to 63 bytes");
    list[1].name = "fight";
    list[1].sequence1 = 1;
    assert_int_equal(wend_rules_create(&def, &rules), WEND_ERROR_ARGUMENT);
    assert_string_equal(m.text, "wend_rules_create: rule fight: sequence1 is 1, and must be 0");
    assert_null(rules);
}

static void agents_that_are_gone_are_stale(void **state)
{
    (void)state;
    wend_rules *rules = make(guard, 3, WEND_RULES_BEST);
    wend_rules_decision decision;
    uint64_t number;
    assert_int_equal(wend_rules_add_agent(rules, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_rules_set_fact(rules, 2, HEALTH, 1), WEND_ERROR_STALE);
    assert_string_equal(wend_rules_error(rules), "wend_rules_set_fact: there is no agent 2");
    assert_int_equal(wend_rules_set_fact(rules, 1, COURAGE, 1), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_rules_error(rules),
                        "wend_rules_set_fact: fact courage is a trait, and cannot be set");
    assert_int_equal(wend_rules_set_fact(rules, 1, HEALTH, (double)INFINITY), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_rules_agent_at(rules, 0, &number), WEND_OK);
    assert_int_equal(number, 1);
    assert_int_equal(wend_rules_update(rules, 5, NULL), WEND_OK);
    assert_int_equal(wend_rules_update(rules, 4, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_rules_decide(rules, 1, 4, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_rules_remove_agent(rules, 1), WEND_OK);
    assert_int_equal(wend_rules_get_decision(rules, 1, &decision), WEND_ERROR_STALE);
    assert_null(wend_rules_facts(rules, 1));
    assert_int_equal(wend_rules_find_rule(rules, "patrol"), 2);
    assert_int_equal(wend_rules_find_fact(rules, "hunger"), WEND_FACT_NONE);
    wend_rules_destroy(rules);
}

/* ---- drawing ---- */

static void keep_text(void *context, wend_vec2 at, const char *text, wend_meaning meaning)
{
    (void)at;
    assert_int_equal(meaning, WEND_MEANING_NOTE);
    strncpy(context, text, 99);
}

static void drawings_name_rule_and_fact(void **state)
{
    (void)state;
    char text[100] = "";
    wend_rules *rules = make(guard, 3, WEND_RULES_BEST);
    const wend_draw draw = {.text = keep_text, .context = text};
    set(rules, ENEMY, 1);
    set(rules, HEALTH, 0.25);
    (void)action_at(rules, 1);
    assert_int_equal(wend_rules_draw(rules, 1, (wend_vec2){1, 2}, &draw), WEND_OK);
    assert_string_equal(text, "flee 75% by health");
    wend_rules_destroy(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_equal_their_formulas),
        cmocka_unit_test(zeroed_curves_are_straight_and_piecewise_ones_follow_their_points),
        cmocka_unit_test(the_best_rule_explains_itself),
        cmocka_unit_test(ordered_rules_take_the_first_that_matches),
        cmocka_unit_test(hysteresis_keeps_a_rule_while_a_fact_wavers),
        cmocka_unit_test(inertia_fades_and_ranks_win),
        cmocka_unit_test(rules_cool_down_and_end),
        cmocka_unit_test(weighted_choices_follow_the_scores),
        cmocka_unit_test(a_build_order_goes_step_by_step),
        cmocka_unit_test(a_late_step_goes_back_and_lost_workers_abort),
        cmocka_unit_test(an_interrupted_sequence_starts_over_or_resumes),
        cmocka_unit_test(a_step_without_conditions_ends_by_call_alone),
        cmocka_unit_test(callbacks_are_called_once_and_change_nothing),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(agents_that_are_gone_are_stale),
        cmocka_unit_test(drawings_name_rule_and_fact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
