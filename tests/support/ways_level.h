/* Small levels of rooms with pillars, and every world of them. */
#ifndef TEST_SUPPORT_WAYS_LEVEL_H
#define TEST_SUPPORT_WAYS_LEVEL_H

#include "wend/level.h"
#include "wend/pathfinder.h"

enum { WAYS_LEVEL_BLOCKS = 3 };
static const double WAYS_LEVEL_BLOCK = 6;

/** A square room, WAYS_LEVEL_BLOCKS blocks wide; in most blocks a pillar with 3 to 5 corners that
 * keeps 1.4 m from the block's sides. NULL without memory. */
wend_level *ways_level_random(uint64_t seed);
/** A position in the room at least `radius` from all walls. */
wend_vec3 ways_level_place(const wend_walls *walls, uint64_t seed, uint64_t id, double radius);
/** True if each leg can be walked. */
bool ways_level_is_clear(const wend_walls *walls, const wend_path *path, double radius);

#endif
