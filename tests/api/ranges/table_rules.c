/* Ranges of rules. Those of their parts are tested with the parts. */
#include "ranges.h"

#include <stddef.h>
#include <stdio.h>

/* The counts are met by arrays of so many items. */
static wend_result use_rules_def(const range_trial *t)
{
    static wend_fact facts[WEND_RULES_FACTS_MAX + 1];
    static wend_rule list[WEND_RULES_MAX + 1];
    static wend_rule_sequence sequences[WEND_RULES_SEQUENCES_MAX + 1];
    static char names[WEND_RULES_MAX + 1][8];
    static const wend_rule_step step = {.name = "step"};
    for (uint32_t i = 0; i <= WEND_RULES_MAX; i++) {
        (void)snprintf(names[i], sizeof names[i], "n%u", (unsigned)i);
        list[i].name = names[i];
    }
    for (uint32_t i = 0; i <= WEND_RULES_FACTS_MAX; i++) {
        facts[i].name = names[i];
    }
    for (uint32_t i = 0; i <= WEND_RULES_SEQUENCES_MAX; i++) {
        sequences[i] = (wend_rule_sequence){.name = names[i], .steps = &step, .step_count = 1};
    }
    wend_rules_def def = wend_rules_def_default();
    def.facts = facts;
    def.rules = list;
    def.sequences = sequences;
    t->set(&def, t->range, t->value);
    wend_rules *it;
    const wend_result result = wend_rules_create(&def, &it);
    wend_rules_destroy(it);
    return result;
}

static const range items[] = {
    {FIELD(wend_rules_def, fact_count), RANGE_UINT32, 0, WEND_RULES_FACTS_MAX, use_rules_def, 0},
    {FIELD(wend_rules_def, rule_count), RANGE_UINT32, 0, WEND_RULES_MAX, use_rules_def, 0},
    {FIELD(wend_rules_def, sequence_count), RANGE_UINT32, 0, WEND_RULES_SEQUENCES_MAX,
     use_rules_def, 0},
    {FIELD(wend_rules_def, choice), RANGE_UINT32, 0, WEND_RULES_WEIGHTED, use_rules_def, 0},
    {FIELD(wend_rules_def, choice_count), RANGE_UINT32, 1, WEND_RULES_MAX, use_rules_def, 0},
    {FIELD(wend_rules_def, idle_action), RANGE_UINT32, 0, UINT32_MAX, use_rules_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_rules_def, seed), RANGE_UINT64, 0, 18446744073709549568.0, use_rules_def,
     RANGE_ANY_ABOVE},
};

const range_list ranges_rules = {items, sizeof items / sizeof *items};
