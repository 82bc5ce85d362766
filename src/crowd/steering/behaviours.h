/* Building blocks of the steering behaviours.
 *
 *    wanted velocity --minus velocity--> change --over RESPONSE, at most max_force--> force
 *
 * An agent follows a force by velocity += force * seconds. It has the wanted velocity after
 * RESPONSE seconds if its force suffices, and ticks of up to that length never make it oscillate.
 *
 * Braking: at distance d from its stop, the wanted speed of arrive is the v with
 *
 *    d = v * REACTION + v^2 / (2 * braking)
 *
 * Far away that is the speed from which `braking` just stops it in time. Near the end it is d /
 * REACTION; as REACTION is 4 times RESPONSE, the rest decays without oscillation: s^2 + s /
 * RESPONSE + 1 / (RESPONSE * REACTION) has real roots only. Along this curve the agent brakes by v
 * * braking / (v + braking * REACTION), less than braking: some force is left for corrections. */
#ifndef WENDI_CROWD_STEERING_BEHAVIOURS_H
#define WENDI_CROWD_STEERING_BEHAVIOURS_H

#include "base/math/vec2.h"
#include "wend/steer.h"

/** Seconds in which a wanted velocity is reached where the force suffices. */
static const double WENDI_STEER_RESPONSE = 0.125;
/** Seconds, see above. */
static const double WENDI_STEER_REACTION = 0.5;
/** Metres a second: a slower agent stands. */
static const double WENDI_STEER_SPEED_LEAST = 1e-3;

bool wendi_steer_is_finite(wend_vec2 v);
bool wendi_steer_is_zero(wend_vec2 v);
/** True if all numbers of an agent are in range; false for NULL. */
bool wendi_steer_is_mover(const wend_steer_agent *self);
bool wendi_steer_is_other(const wend_steer_other *other);
/** True if all of them are in range. [count]; NULL only when count is 0. */
bool wendi_steer_are_others(const wend_steer_other *others, size_t count);
/** The same for [count] circles. */
bool wendi_steer_are_circles(const wend_vec2 *centres, const double *radii, size_t count);
/** True if finite and 0 or more. */
bool wendi_steer_is_length(double x);

/** The vector, at most this long; 0, 0 where it is not finite. */
wend_vec2 wendi_steer_limit(wend_vec2 v, double most);
/** The force towards a wanted velocity. */
wend_vec2 wendi_steer_to_velocity(const wend_steer_agent *self, wend_vec2 wanted);
/** The force towards full speed in a direction of any length; 0, 0 where there is none. */
wend_vec2 wendi_steer_in_direction(const wend_steer_agent *self, wend_vec2 direction);
/** The heading, or the direction of the velocity where there is none; 0, 0 without either. */
static inline wend_vec2 wendi_steer_heading(wend_vec2 heading, wend_vec2 velocity)
{
    const bool is_none = wendi_is_zero(heading.x) && wendi_is_zero(heading.y);
    return wendi_vec2_normalize(is_none ? velocity : heading);
}
/** The speed at a distance from where the agent has to be down to last_speed; see above. */
double wendi_steer_braking_speed(double distance, double braking, double last_speed);
/** The velocity that intercepts a moving position at a steady bearing: the velocity of the
 * position, and straight towards it as much as max_speed leaves, at most `closing`. */
wend_vec2 wendi_steer_intercept_velocity(const wend_steer_agent *self, wend_vec2 position,
                                         wend_vec2 velocity, double closing);
/** The force that reaches a moving position and stays there. */
wend_vec2 wendi_steer_keep_station(const wend_steer_agent *self, wend_vec2 position,
                                   wend_vec2 velocity);

#endif
