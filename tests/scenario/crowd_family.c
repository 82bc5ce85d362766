/* Runs a family of scenes, and fails the test with the names, seeds and faults of those that went
 * wrong. */
#include "crowd_family.h"

#include "support/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 3 };

/* The first seed and how many: WEND_SEED runs that one, WEND_CROWD_SEEDS fewer than three, where
 * builds are slow. */
static uint64_t seeds_from(uint64_t *first)
{
    const char *few = getenv("WEND_CROWD_SEEDS");
    const char *only = getenv("WEND_SEED");
    *first = 1;
    if (only != NULL && only[0] != '\0') {
        *first = strtoull(only, NULL, 0);
        return 1;
    }
    const uint64_t count = few != NULL ? strtoull(few, NULL, 10) : SEEDS;
    return count >= 1 && count < SEEDS ? count : SEEDS;
}

crowd_outcome crowd_family_run(const char *name, uint64_t seed)
{
    crowd_outcome outcome;
    if (!crowd_scene_run(name, seed, NULL, &outcome)) {
        fail_msg("%s cannot be run with seed %" PRIu64, name, seed);
    }
    return outcome;
}

/* @return is it without a fault? */
static bool check(const char *name, uint64_t seed)
{
    const crowd_outcome o = crowd_family_run(name, seed);
    const char *fault = crowd_outcome_fault(&o);
    if (fault == NULL) {
        return true;
    }
    fprintf(stderr,
            "%s, seed %" PRIu64 ": %s (there %zu and reported %zu of %zu after %.1f s of %.1f, "
            "overlap %.3f, wall %.3f, flow %.2f, at the end %.3f m/s)\n",
            name, seed, fault, o.in_slot, o.told, o.agents, o.seconds, o.limit_seconds, o.overlap,
            o.wall_depth, o.flow, o.speed_end);
    return false;
}

void crowd_family_check(crowd_family family)
{
    uint64_t first = 1;
    const uint64_t seeds = seeds_from(&first);
    size_t faults = 0;
    for (size_t i = 0; i < crowd_scene_count(); i++) {
        const crowd_scene_info scene = crowd_scene_get(i);
        if (scene.family != family) {
            continue;
        }
        for (uint64_t seed = first; seed < first + (scene.is_seeded ? seeds : 1); seed++) {
            faults += check(scene.name, seed) ? 0 : 1;
        }
    }
    assert_int_equal(faults, 0);
}
