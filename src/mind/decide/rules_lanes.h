/* Utilities of rules for several agents side by side. */
#ifndef WENDI_MIND_DECIDE_RULES_LANES_H
#define WENDI_MIND_DECIDE_RULES_LANES_H

#include "mind/decide/rules.h"

/** Finds the utilities of all rules that have considerations, for some agents from a first one on. No
 * fact is called.
 * @param count 1 to WENDI_RULE_LANES. @param utilities [rule_count]. */
void wendi_rules_find_utilities(const wend_rules *rules, uint32_t agent, uint32_t count,
                                wendi_rule_lanes *utilities);

#endif
