/* Tries a property with many seeds, and fails the test with the seed that breaks it. */
#include "support/gen.h"

#include "support/test.h"

#include <inttypes.h>
#include <stdlib.h>

uint64_t gen_scaled(uint32_t seeds)
{
    const char *text = getenv("WEND_TEST_SCALE");
    double scale = text != NULL ? strtod(text, NULL) : 1.0;
    double count = scale > 0.0 ? (double)seeds * scale : (double)seeds;
    return count < 1.0 ? 1 : (uint64_t)count;
}

void gen_property(const char *name, uint32_t seeds, gen_holds_fn holds, void *context)
{
    uint64_t first = 1;
    uint64_t count = gen_scaled(seeds);
    const char *only = getenv("WEND_SEED");
    if (only != NULL && only[0] != '\0') {
        first = strtoull(only, NULL, 0);
        count = 1;
    }
    for (uint64_t i = 0; i < count; ++i) {
        if (!holds(first + i, context)) {
            fail_msg("%s does not hold for seed %" PRIu64 "; to see it again: WEND_SEED=%" PRIu64,
                     name, first + i, first + i);
        }
    }
}

typedef struct map_property {
    int32_t side_max;
    gen_fails_fn fails;
    void *context;
} map_property;

static bool map_holds(uint64_t seed, void *context)
{
    map_property *property = context;
    gen_map map = gen_map_random(seed, property->side_max);
    bool fails = property->fails(&map, property->context);
    if (fails) {
        gen_shrink(&map, property->fails, property->context);
    }
    gen_map_free(&map);
    return !fails;
}

void gen_property_maps(const char *name, uint32_t seeds, int32_t side_max, gen_fails_fn fails,
                       void *context)
{
    map_property property = {side_max, fails, context};
    gen_property(name, seeds, map_holds, &property);
}
