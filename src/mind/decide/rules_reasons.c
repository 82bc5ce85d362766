/* Rules: names, and the reasons for decisions.
 * Cost: names are compared one after the other; reasons are copied. */
#include "mind/decide/rules.h"

#include "wend/draw.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- names ---- */

uint32_t wend_rules_find_fact(const wend_rules *rules, const char *name)
{
    for (uint32_t i = 0; rules != NULL && name != NULL && i < rules->set.fact_count; i++) {
        if (strcmp(wendi_rule_text(&rules->set, rules->set.facts[i].name), name) == 0) {
            return i;
        }
    }
    return WEND_FACT_NONE;
}

uint32_t wend_rules_find_rule(const wend_rules *rules, const char *name)
{
    for (uint32_t i = 0; rules != NULL && name != NULL && i < rules->set.rule_count; i++) {
        if (strcmp(wendi_rule_text(&rules->set, rules->set.rules[i].name), name) == 0) {
            return i;
        }
    }
    return WEND_RULE_NONE;
}

const char *wend_rules_fact_name(const wend_rules *rules, uint32_t fact)
{
    return rules == NULL || fact >= rules->set.fact_count
               ? ""
               : wendi_rule_text(&rules->set, rules->set.facts[fact].name);
}

const char *wend_rules_rule_name(const wend_rules *rules, uint32_t rule)
{
    return rules == NULL || rule >= rules->set.rule_count
               ? ""
               : wendi_rule_text(&rules->set, rules->set.rules[rule].name);
}

const char *wend_rules_step_name(const wend_rules *rules, uint32_t sequence, uint32_t step)
{
    if (rules == NULL || sequence >= rules->set.sequence_count ||
        step >= rules->set.sequences[sequence].steps.count) {
        return "";
    }
    const uint32_t first = rules->set.sequences[sequence].steps.first;
    return wendi_rule_text(&rules->set, rules->set.steps[first + step].name);
}

/* ---- reasons ---- */

wend_result wend_rules_explain(const wend_rules *rules, uint64_t agent, wend_rule_score *scores,
                               size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (rules == NULL || count == NULL || (scores == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const int32_t index = wendi_agent_table_find(&rules->agents.table, agent);
    if (index == WENDI_AGENT_NONE) {
        return WEND_ERROR_STALE;
    }
    *count = rules->set.rule_count;
    if (capacity < *count) {
        return WEND_TRUNCATED;
    }
    const wendi_rule_verdict *verdicts = wendi_rules_verdicts_of(rules, (uint32_t)index);
    for (uint32_t i = 0; i < rules->set.rule_count; i++) {
        scores[i] = (wend_rule_score){verdicts[i].state, verdicts[i].score, verdicts[i].fact,
                                      verdicts[i].fact_value};
    }
    return WEND_OK;
}

wend_result wend_rules_get_place(const wend_rules *rules, uint64_t agent, uint32_t sequence,
                                 wend_rules_place *place)
{
    if (place != NULL) {
        memset(place, 0, sizeof *place);
    }
    if (rules == NULL || place == NULL || sequence >= rules->set.sequence_count) {
        return WEND_ERROR_ARGUMENT;
    }
    const int32_t index = wendi_agent_table_find(&rules->agents.table, agent);
    if (index == WENDI_AGENT_NONE) {
        return WEND_ERROR_STALE;
    }
    *place = wendi_rules_places_of(rules, (uint32_t)index)[sequence];
    return WEND_OK;
}

bool wend_rules_get_failure(const wend_rules *rules, wend_rules_failure *failure)
{
    const bool has_one = rules != NULL && rules->has_failure;
    if (failure != NULL) {
        memset(failure, 0, sizeof *failure);
        if (has_one) {
            *failure = rules->failure;
        }
    }
    return has_one;
}

wend_result wend_rules_draw(const wend_rules *rules, uint64_t agent, wend_vec2 at,
                            const wend_draw *draw)
{
    wend_rules_decision it;
    if (rules == NULL || draw == NULL || !isfinite(at.x) || !isfinite(at.y)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_result result = wend_rules_get_decision(rules, agent, &it);
    if (result != WEND_OK || draw->text == NULL) {
        return result;
    }
    char text[4 * WEND_RULES_NAME_MAX];
    if (it.rule == WEND_RULE_NONE) {
        (void)snprintf(text, sizeof text, "-");
    } else {
        /* Hundredths: a score is for reading here. */
        const double whole = it.score * 100;
        (void)snprintf(text, sizeof text, "%s%s%s %d%%%s%s", wend_rules_rule_name(rules, it.rule),
                       it.sequence == WEND_RULE_NONE ? "" : ": ",
                       wend_rules_step_name(rules, it.sequence, it.step), (int)whole,
                       it.fact == WEND_FACT_NONE ? "" : " by ",
                       wend_rules_fact_name(rules, it.fact));
    }
    draw->text(draw->context, at, text, WEND_MEANING_NOTE);
    return WEND_OK;
}
