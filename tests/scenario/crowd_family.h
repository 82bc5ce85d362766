/* All scenes of one family, for several seeds, without a fault.
 *
 * Scenes that crowds cannot do yet stand in a table at the top of crowd_family.c.
 */
#ifndef TEST_SCENARIO_CROWD_FAMILY_H
#define TEST_SCENARIO_CROWD_FAMILY_H

#include "crowd_scenes.h"

/** Fails the cmocka test where one of the family's scenes has a fault, naming all that have.
 * Seeds 1 to 3, times WEND_TEST_SCALE, 10 at most; WEND_SEED runs that seed only. */
void crowd_family_check(crowd_family family);
/** Runs one scene; fails the test where that cannot be done. */
crowd_outcome crowd_family_run(const char *name, uint64_t seed);

#endif
