/* Squads that random calls change, the same for the same seed. */
#ifndef TEST_SUPPORT_SQUAD_FIELD_H
#define TEST_SUPPORT_SQUAD_FIELD_H

#include "wend/squad.h"

enum { SQUAD_FIELD_AGENTS = 24 };

/** Three squads of up to 8 members each, of 24 agents. @return the result of creating them. */
wend_result squad_field_make(uint64_t seed, const wend_squads_def *like, wend_squads **squads);
/** Random states, enemies, orders, members that come and go; then an update. Members of which the states
 * are set go towards their assignments. @return the result of the update. */
wend_result squad_field_step(wend_squads *squads, uint64_t seed, uint64_t tick);

#endif
