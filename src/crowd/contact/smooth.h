/* What a person can do from tick to tick: small turns, and a limited acceleration. */
#ifndef WENDI_CROWD_CONTACT_SMOOTH_H
#define WENDI_CROWD_CONTACT_SMOOTH_H

#include "crowd/core/crowd.h"

/** The limits of a tick; of the angles cosines and a sine. */
typedef struct wendi_smooth_limits {
    float step; /* seconds */
    float turn_cos, turn_sin;
    float slide_cos; /* along others */
    float slight;    /* radians: so much of a turn is free, whatever it is for */
    float part;      /* of a turn that is done in one tick */
} wendi_smooth_limits;

wendi_smooth_limits wendi_smooth_limits_of(const wend_crowd *crowd);
/** Changes the target of a body to one within the limits after its last displacement. */
void wendi_smooth_target(wendi_workspace *work, size_t at, const wendi_smooth_limits *limits,
                         wendi_vec2_f32 *target);
/** Others turn a body by no more than a little beyond its own turns: it stops instead, and moves
 * on from there.
 * @param x,y a displacement after the one so far. @return the part of it that is left. */
float wendi_smooth_slide(const wendi_workspace *work, uint32_t at,
                         const wendi_smooth_limits *limits, float x, float y);

#endif
