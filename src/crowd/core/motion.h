/* core/motion.h: the passes of a tick over bodies, in their own order or in that of cells. Each
 * runs over begin ... end - 1, one block, on any thread, reads what passes before it wrote, and
 * writes its own bodies' slots. */
#ifndef WENDI_CROWD_CORE_MOTION_H
#define WENDI_CROWD_CORE_MOTION_H

#include "crowd/core/crowd.h"

#include <math.h>

/** Over bodies: forces from outside: how far each is to be moved; who is in a wall. */
void wendi_pass_forces(wend_crowd *crowd, size_t begin, size_t end);
/** Moves them, on one thread; and those who jump. */
void wendi_displace_bodies(wend_crowd *crowd);
/** Who jumps lands within so many of its radii of the exit. */
#define WENDI_TELEPORT_EXIT_RADII 8.5

/** What a body does by itself is its velocity less the push: it stays what it was. */
void wendi_body_set_push(wendi_bodies *bodies, uint32_t body, double x, double y);
/** Over bodies: what each would like to do: wish, way, weight, marks, walls near. */
void wendi_pass_preferred_velocity(wend_crowd *crowd, size_t begin, size_t end);
/** Bodies as neighbours see them, in the order of cells; so are all passes until the last. */
void wendi_pass_gather(wend_crowd *crowd, size_t begin, size_t end);
/** What it tries to do, seeing others; and whom it may touch. */
void wendi_pass_avoidance(wend_crowd *crowd, size_t begin, size_t end);
/** Contact, the soft part: aims that overlap are pushed apart. From aim to next. */
void wendi_pass_contact_soft(wend_crowd *crowd, size_t begin, size_t end);
/** The last of these: what contacts made of the aim is carried on, and aims get a limit. */
void wendi_pass_contact_soft_last(wend_crowd *crowd, size_t begin, size_t end);
/** Contact, the hard part: as far to the aim as nobody can be in the way. From gone to next. */
void wendi_pass_contact_hard(wend_crowd *crowd, size_t begin, size_t end);
/** The first of these, when nobody has gone anywhere yet and most have room. */
void wendi_pass_contact_hard_first(wend_crowd *crowd, size_t begin, size_t end);
/** Overlaps, who is in a wall, and what the tick did to each body. */
void wendi_pass_overlap(wend_crowd *crowd, size_t begin, size_t end);
/** Over bodies: position, velocity, heading, progress, arrival. */
void wendi_pass_arrival(wend_crowd *crowd, size_t begin, size_t end);

/** Nobody aims further than so many times its pace. */
#define WENDI_TARGET_PACE_MOST 1.5F

/** Seconds in which a velocity that is wanted is taken up. */
#define WENDI_RELAXATION_SECONDS 0.15F

/** What to multiply a vector with so that it is no longer than `most`. */
static inline float wendi_length_factor(float x, float y, float most)
{
    const float squared = x * x + y * y;
    return squared > most * most ? most / sqrtf(squared) : 1;
}

/** The same without a branch, for loops over columns. Bits are equal, as the root of a square is
 * exact, but for lengths too small to matter. */
static inline float wendi_length_factor_lane(float x, float y, float most)
{
    static const float tiny = 1e-30F;
    const float squared = x * x + y * y;
    const float square = most * most > tiny ? most * most : tiny;
    return most / sqrtf(squared > square ? squared : square);
}

/** Makes the velocity that a body tries to have one that it can have, and turns its heading. */
void wendi_kinematics_apply(wend_crowd *crowd, uint32_t at, uint32_t body, wend_vec2 tried);
/** What a body wants: a velocity. Writes state, leg, what is to go of that body.
 * @param stands set: does it want to be where it stands? */
wend_vec2 wendi_goal_velocity(wend_crowd *crowd, uint32_t body, bool *stands);
/** The same along a route. */
wend_vec2 wendi_goal_route_velocity(wend_crowd *crowd, uint32_t body);
/** Samples the flow for those of a block that follow it; then what each of them wants. */
void wendi_goal_sample_flows(wend_crowd *crowd, uint32_t begin, uint32_t end);
wend_vec2 wendi_goal_flow_velocity(wend_crowd *crowd, uint32_t body);
/** Does it want to be where it is, as it has no goal any more? Who has no way by a flow asks for
 * one again: walls may be gone. */
static inline bool wendi_body_is_resting(const wendi_bodies *b, uint32_t body)
{
    const uint8_t state = b->state[body];
    const uint8_t goal = b->goal[body];
    return goal == (uint8_t)WEND_BODY_GOAL_NONE || state == (uint8_t)WEND_BODY_ARRIVED ||
           (state == (uint8_t)WEND_BODY_NO_PATH && goal != (uint8_t)WEND_BODY_GOAL_FLOW) ||
           state == (uint8_t)WEND_BODY_GIVEN_UP;
}
/** Is a body that goes somewhere stuck, and what does it do about it? */
void wendi_stuck_watch(wend_crowd *crowd, uint32_t body);
/** How wide a jam around a body is, metres from its middle. */
static inline double wendi_jam_radius(double radius)
{
    return 4 * radius + 1;
}
/** It is stuck no more, and the event of this tick that ends it takes the place of a STUCK. */
void wendi_stuck_end(wend_crowd *crowd, uint32_t body);
/** It has no way: it stands, and says so once. */
void wendi_body_lose_path(wend_crowd *crowd, uint32_t body);
/** Notes the jams that bodies begin ... end-1 reported; on one thread. */
void wendi_stuck_note_jams(wend_crowd *crowd, uint32_t begin, uint32_t end);
/** Jams fade. */
void wendi_stuck_fade_jams(wend_crowd *crowd);
/** The way to a party's goal from where a body is, as it was sent there, and how far it is.
 * @param left metres. @return the way, or 0, 0 where it is there or none is known; then left is 0.
 */
wend_vec2 wendi_goal_direction(const wend_crowd *crowd, uint32_t body, double *left);
/** A body is where it wanted to be, or as near as it can be: from now on its place is x, y. */
void wendi_body_arrive(wend_crowd *crowd, uint32_t body, double x, double y);

#endif
