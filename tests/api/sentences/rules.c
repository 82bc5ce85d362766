/* Messages of rules. */
#include "sentences.h"

#include <math.h>

static wend_message m;

void try_rules(void)
{
    static const wend_fact facts[] = {{.name = "health"},
                                      {.name = "courage", .kind = WEND_FACT_TRAIT}};
    const double infinite[] = {(double)INFINITY, 0};
    wend_rules_def def = wend_rules_def_default();
    wend_rules *rules = NULL;
    def.message = &m;
    def.choice_count = 0;
    TOLD(wend_rules_create(&def, &rules), m.text, "wend_rules_create: choice_count is 0",
         "1 to 256");
    def.choice_count = 1;
    def.facts = facts;
    def.fact_count = 2;
    TOLD(wend_rules_create(&def, NULL), m.text, "wend_rules_create: rules is NULL");
    (void)wend_rules_create(&def, &rules);
    TOLD(wend_rules_add_agent(rules, 1, infinite), wend_rules_error(rules),
         "wend_rules_add_agent: health is inf", "-4.503599627e+15 to");
    (void)wend_rules_add_agent(rules, 1, NULL);
    TOLD(wend_rules_add_agent(rules, 1, NULL), wend_rules_error(rules),
         "wend_rules_add_agent: agent is 1", "there is one");
    TOLD(wend_rules_remove_agent(rules, 7), wend_rules_error(rules),
         "wend_rules_remove_agent: there is no agent 7");
    TOLD(wend_rules_set_fact(rules, 1, 9, 0), wend_rules_error(rules),
         "wend_rules_set_fact: fact is 9", "number of facts is 2");
    TOLD(wend_rules_set_fact(rules, 1, 1, 0), wend_rules_error(rules),
         "wend_rules_set_fact: fact courage is a trait");
    TOLD(wend_rules_set_fact(rules, 1, 0, 1e300), wend_rules_error(rules),
         "wend_rules_set_fact: value is 1e+300");
    TOLD(wend_rules_set_facts(rules, 1, NULL), wend_rules_error(rules),
         "wend_rules_set_facts: facts is NULL");
    TOLD(wend_rules_update(rules, UINT64_MAX, NULL), wend_rules_error(rules),
         "wend_rules_update: tick is");
    TOLD(wend_rules_decide(rules, 3, 0, NULL), wend_rules_error(rules),
         "wend_rules_decide: there is no agent 3");
    TOLD(wend_rules_end(rules, 3), wend_rules_error(rules), "wend_rules_end: there is no agent 3");
    TOLD(wend_rules_end_step(rules, 3), wend_rules_error(rules),
         "wend_rules_end_step: there is no agent 3");
    TOLD(wend_rules_reset(rules, 3), wend_rules_error(rules),
         "wend_rules_reset: there is no agent 3");
    wend_rules *loaded = NULL;
    TOLD(wend_rules_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text, "wend_rules_load: ");
    wend_rules_destroy(rules);
}
