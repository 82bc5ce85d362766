/* Whether a set of rules is sound. What is wrong is said with the rule or step, the part of it, and what
 * is expected. Cost: linear, but for names, each of which is compared with those before it. */
#include "mind/decide/rules.h"

#include "base/core/message.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A check under way: the first failure sticks. */
typedef struct set_check {
    const wendi_rule_set *set;
    wend_message *message;
    const char *function;
    const char *kind, *name; /* "rule", "flee" */
    const char *part;        /* ", condition", or NULL */
    uint32_t number;         /* of the part */
    wend_result result;
} set_check;

bool wendi_is_rule_number(double value)
{
    return value >= -WEND_RULES_VALUE_MAX && value <= WEND_RULES_VALUE_MAX;
}

/* "rule flee, condition 0: hysteresis" */
typedef struct where_text {
    char text[160];
} where_text;

static where_text where(const set_check *c, const char *field)
{
    where_text it;
    if (c->part != NULL) {
        (void)snprintf(it.text, sizeof it.text, "%s %s, %s %u: %s", c->kind, c->name, c->part,
                       c->number, field);
    } else {
        (void)snprintf(it.text, sizeof it.text, "%s %s: %s", c->kind, c->name, field);
    }
    return it;
}

static void in_range(set_check *c, const char *field, double value, double low, double high)
{
    if (c->result == WEND_OK && !(value >= low && value <= high)) {
        c->result = wendi_refuse(c->message, c->function, where(c, field).text, value, low, high);
    }
}

static void is_below(set_check *c, const char *field, uint32_t index, const char *things,
                     uint32_t count)
{
    if (c->result == WEND_OK && index >= count) {
        c->result =
            wendi_refuse_index(c->message, c->function, where(c, field).text, index, things, count);
    }
}

static void expect(set_check *c, bool is_sound, const char *text)
{
    if (c->result == WEND_OK && !is_sound) {
        c->result =
            wendi_fail(c->message, WEND_ERROR_ARGUMENT, "%s: %s", c->function, where(c, text).text);
    }
}

static void check_conditions(set_check *c, const char *part, wendi_rule_span conditions)
{
    c->part = part;
    for (uint32_t i = 0; i < conditions.count && c->result == WEND_OK; i++) {
        const wend_condition *it = &c->set->conditions[conditions.first + i];
        const double most = WEND_RULES_VALUE_MAX;
        c->number = i;
        is_below(c, "fact", it->fact, "facts", c->set->fact_count);
        in_range(c, "comparison", (double)it->comparison, 0, WEND_FACT_UNKNOWN);
        in_range(c, "value", it->value, -most, most);
        in_range(c, "hysteresis", it->hysteresis, 0, most);
        if (it->comparison == WEND_FACT_BETWEEN) {
            in_range(c, "high", it->high, it->value, most);
            expect(c, !it->compares_facts, "compares_facts is set, and must not be with a range");
        }
        if (it->compares_facts) {
            is_below(c, "other", it->other, "facts", c->set->fact_count);
        }
        expect(c, i > 0 || !it->is_alternative,
               "is_alternative is set, and must not be for the first of a list");
    }
    c->part = NULL;
}

static void check_curve(set_check *c, const wendi_rule_curve *curve)
{
    const double most = WEND_RULES_SCORE_MAX;
    in_range(c, "curve.kind", (double)curve->kind, 0, WEND_CURVE_PIECEWISE);
    in_range(c, "curve.slope", curve->slope, -most, most);
    in_range(c, "curve.exponent", curve->exponent, 0, 64);
    in_range(c, "curve.shift", curve->shift, -most, most);
    in_range(c, "curve.base", curve->base, -most, most);
    if (curve->kind == WEND_CURVE_PIECEWISE) {
        in_range(c, "curve.point_count", curve->points.count, 1, WEND_RULES_POINTS_MAX);
    } else {
        in_range(c, "curve.point_count", curve->points.count, 0, 0);
    }
    for (uint32_t i = 0; i < curve->points.count && c->result == WEND_OK; i++) {
        const wend_vec2 *it = &c->set->points[curve->points.first + i];
        in_range(c, "curve.points x", it->x, 0, 1);
        in_range(c, "curve.points y", it->y, 0, 1);
        expect(c, i == 0 || it[-1].x < it->x, "curve.points must have rising x");
    }
}

static void check_considerations(set_check *c, const wendi_rule *rule)
{
    c->part = "consideration";
    for (uint32_t i = 0; i < rule->considerations.count && c->result == WEND_OK; i++) {
        const wendi_rule_consideration *it =
            &c->set->considerations[rule->considerations.first + i];
        const double most = WEND_RULES_VALUE_MAX;
        c->number = i;
        is_below(c, "fact", it->fact, "facts", c->set->fact_count);
        in_range(c, "low", it->low, -most, most);
        in_range(c, "high", it->high, -most, most);
        expect(c, it->low < it->high || it->high < it->low, "high equals low, and must not");
        in_range(c, "weight", it->weight, 0, WEND_RULES_SCORE_MAX);
        expect(c, it->weight > 0, "weight is 0, and must be above");
        check_curve(c, &it->curve);
    }
    c->part = NULL;
}

static void check_rule(set_check *c, uint32_t index)
{
    const wendi_rule *rule = &c->set->rules[index];
    const double most = WEND_RULES_SCORE_MAX;
    check_conditions(c, "condition", rule->conditions);
    check_considerations(c, rule);
    in_range(c, "combination", (double)rule->combination, 0, WEND_RULE_SUM);
    in_range(c, "weight", rule->weight, 0, most);
    expect(c, rule->weight > 0, "weight is 0, and must be above");
    in_range(c, "least_score", rule->least_score, 0, most);
    in_range(c, "hysteresis", rule->hysteresis, 0, most);
    in_range(c, "inertia", rule->inertia, 0, most);
    in_range(c, "noise", rule->noise, 0, most);
    in_range(c, "inertia_ticks", rule->inertia_ticks, 0, WEND_RULES_TICKS_MAX);
    in_range(c, "cooldown", rule->cooldown, 0, WEND_RULES_TICKS_MAX);
    in_range(c, "duration", rule->duration, 0, WEND_RULES_TICKS_MAX);
    in_range(c, "sequence1", rule->sequence1, 0, c->set->sequence_count);
    for (uint32_t i = 0; i < index && rule->sequence1 > 0; i++) {
        expect(c, c->set->rules[i].sequence1 != rule->sequence1,
               "sequence1 is that of another rule");
    }
}

static void check_step(set_check *c, const wendi_rule_sequence *sequence,
                       const wendi_rule_step *step)
{
    const uint32_t count = sequence->steps.count;
    c->kind = "step";
    c->name = wendi_rule_text(c->set, step->name);
    check_conditions(c, "start condition", step->starts);
    check_conditions(c, "end condition", step->ends);
    in_range(c, "otherwise", (double)step->otherwise, 0, WEND_STEP_ABORT);
    in_range(c, "late", (double)step->late, 0, WEND_STEP_ABORT);
    expect(c, step->late != WEND_STEP_WAIT, "late is WEND_STEP_WAIT, and must not be");
    is_below(c, "otherwise_step", step->otherwise_step, "steps", count);
    is_below(c, "late_step", step->late_step, "steps", count);
    in_range(c, "ticks_least", step->ticks_least, 0, WEND_RULES_TICKS_MAX);
    in_range(c, "ticks_most", step->ticks_most, 0, WEND_RULES_TICKS_MAX);
    expect(c, step->ticks_most == 0 || step->ticks_most >= step->ticks_least,
           "ticks_most is below ticks_least");
}

static void check_sequence(set_check *c, const wendi_rule_sequence *sequence)
{
    check_conditions(c, "abort condition", sequence->aborts);
    in_range(c, "step_count", sequence->steps.count, 1, WEND_RULES_STEPS_MAX);
    for (uint32_t i = 0; i < sequence->steps.count && c->result == WEND_OK; i++) {
        check_step(c, sequence, &c->set->steps[sequence->steps.first + i]);
    }
}

/* Begins with the next item of a kind, whose name must be new. */
static void begin(set_check *c, const char *kind, uint32_t name, bool is_known)
{
    c->kind = kind;
    c->name = wendi_rule_text(c->set, name);
    expect(c, !is_known, "another one has the same name");
}

static bool are_equal(const wendi_rule_set *set, uint32_t a, uint32_t b)
{
    return strcmp(wendi_rule_text(set, a), wendi_rule_text(set, b)) == 0;
}

static void check_names(set_check *c)
{
    const wendi_rule_set *set = c->set;
    for (uint32_t i = 0; i < set->fact_count; i++) {
        const double initial = set->facts[i].initial;
        bool is_known = false;
        for (uint32_t k = 0; k < i; k++) {
            is_known = is_known || are_equal(set, set->facts[k].name, set->facts[i].name);
        }
        begin(c, "fact", set->facts[i].name, is_known);
        in_range(c, "kind", (double)set->facts[i].kind, 0, WEND_FACT_CALLED);
        if (!isnan(initial)) {
            in_range(c, "initial", initial, -WEND_RULES_VALUE_MAX, WEND_RULES_VALUE_MAX);
        }
    }
    for (uint32_t i = 0; i < set->rule_count; i++) {
        bool is_known = false;
        for (uint32_t k = 0; k < i; k++) {
            is_known = is_known || are_equal(set, set->rules[k].name, set->rules[i].name);
        }
        begin(c, "rule", set->rules[i].name, is_known);
    }
    for (uint32_t i = 0; i < set->sequence_count; i++) {
        bool is_known = false;
        for (uint32_t k = 0; k < i; k++) {
            is_known = is_known || are_equal(set, set->sequences[k].name, set->sequences[i].name);
        }
        begin(c, "sequence", set->sequences[i].name, is_known);
    }
}

wend_result wendi_rule_set_check(const wendi_rule_set *set, wend_message *message,
                                 const char *function)
{
    set_check c = {.set = set, .message = message, .function = function};
    if ((uint32_t)set->choice > WEND_RULES_WEIGHTED) {
        return wendi_refuse(message, function, "choice", (double)set->choice, 0,
                            (double)WEND_RULES_WEIGHTED);
    }
    if (set->choice_count < 1 || set->choice_count > WEND_RULES_MAX) {
        return wendi_refuse(message, function, "choice_count", set->choice_count, 1,
                            WEND_RULES_MAX);
    }
    check_names(&c);
    for (uint32_t i = 0; i < set->rule_count && c.result == WEND_OK; i++) {
        begin(&c, "rule", set->rules[i].name, false);
        check_rule(&c, i);
    }
    for (uint32_t i = 0; i < set->sequence_count && c.result == WEND_OK; i++) {
        begin(&c, "sequence", set->sequences[i].name, false);
        check_sequence(&c, &set->sequences[i]);
    }
    return c.result;
}
