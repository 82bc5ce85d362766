/* Constants and small functions that several passes of a tick share. */
#ifndef WENDI_CROWD_CORE_MOTION_H
#define WENDI_CROWD_CORE_MOTION_H

#include "crowd/core/crowd.h"

#include <math.h>

/** A target displacement is no longer than this many times the body's pace. */
#define WENDI_TARGET_PACE_MOST 1.5F
/** Seconds in which a body reaches its preferred velocity. */
#define WENDI_RELAXATION_SECONDS 0.15F
/** A body that teleports arrives within this many of its radii of the exit. */
#define WENDI_TELEPORT_EXIT_RADII 8.5

/** The factor that shortens a vector to `most`; 1 where it is short enough. */
static inline float wendi_length_factor(float x, float y, float most)
{
    const float squared = x * x + y * y;
    return squared > most * most ? most / sqrtf(squared) : 1;
}

/** The same without a branch, for loops over columns. The root of a square is exact, so bits are
 * equal, except for lengths too small to matter. */
static inline float wendi_length_factor_lane(float x, float y, float most)
{
    static const float tiny = 1e-30F;
    const float squared = x * x + y * y;
    const float square = most * most > tiny ? most * most : tiny;
    return most / sqrtf(squared > square ? squared : square);
}

/** True if a body has no goal left and keeps its position. A body without a path by a flow samples
 * the flow again, as walls may be gone. */
static inline bool wendi_body_is_resting(const wendi_bodies *b, uint32_t body)
{
    const uint8_t state = b->state[body];
    const uint8_t goal = b->goal[body];
    return goal == (uint8_t)WEND_BODY_GOAL_NONE || state == (uint8_t)WEND_BODY_ARRIVED ||
           (state == (uint8_t)WEND_BODY_NO_PATH && goal != (uint8_t)WEND_BODY_GOAL_FLOW) ||
           state == (uint8_t)WEND_BODY_GIVEN_UP;
}

#endif
