/* Random definitions of rules. */
#ifndef TEST_SUPPORT_RULE_SETS_H
#define TEST_SUPPORT_RULE_SETS_H

#include "wend/rules.h"

enum { RULE_SETS_FACTS = 6, RULE_SETS_RULES = 8, RULE_SETS_PARTS = 4, RULE_SETS_STEPS = 4 };

/* A definition with the memory of its parts. Facts 0 to 2 are given, 3 is a trait, 4 and 5 are called. */
typedef struct rule_set {
    wend_rules_def def;
    wend_fact facts[RULE_SETS_FACTS];
    wend_rule rules[RULE_SETS_RULES];
    wend_condition conditions[RULE_SETS_RULES][RULE_SETS_PARTS];
    wend_consideration considerations[RULE_SETS_RULES][RULE_SETS_PARTS];
    wend_vec2 points[RULE_SETS_RULES][RULE_SETS_PARTS][3];
    wend_rule_sequence sequences[2];
    wend_rule_step steps[2][RULE_SETS_STEPS];
    wend_condition step_conditions[2][RULE_SETS_STEPS][2];
    char names[RULE_SETS_RULES][8];
} rule_set;

/** Fills in a random definition. It must not be copied. @param has_sequences two rules run sequences. */
void rule_set_make(rule_set *set, uint64_t seed, bool has_sequences);
/** The callback of it: a number from agent and fact; fails for some. */
bool rule_set_call(void *user, uint64_t agent, uint32_t fact, const double *facts, double *value);
/** A random value of a fact, sometimes NaN. */
double rule_set_fact(uint64_t seed, uint64_t number);

#endif
