/* steering/behaviours.h: what all steering behaviours are made of.
 *
 *   wanted velocity --minus velocity--> what to change --over RESPONSE, at most max_force--> force
 *
 * A mover answers a force by velocity += force * seconds, so it has the wanted velocity after
 * RESPONSE seconds if its force suffices, and ticks of up to that length never make it swing.
 *
 * Braking: at distance d from where it has to stand, arrive wants the speed v with
 *
 *   d = v * REACTION + v^2 / (2 * braking)
 *
 * Far away that is the speed from which `braking` just stops it in time. Near the end it is
 * d / REACTION, and as REACTION is 4 times RESPONSE the way there dies out without swinging over:
 * s^2 + s / RESPONSE + 1 / (RESPONSE * REACTION) then has real roots only. Along this curve it
 * brakes by v * braking / (v + braking * REACTION), which is less than braking: there is force left
 * for what lags behind.
 */
#ifndef WENDI_CROWD_STEERING_BEHAVIOURS_H
#define WENDI_CROWD_STEERING_BEHAVIOURS_H

#include "base/math/vec2.h"
#include "wend/steer.h"

/** Seconds in which a wanted velocity is reached where the force allows it. */
static const double WENDI_STEER_RESPONSE = 0.125;
/** Seconds, see above. */
static const double WENDI_STEER_REACTION = 0.5;
/** Metres a second below which a mover stands. */
static const double WENDI_STEER_SPEED_LEAST = 1e-3;

bool wendi_steer_is_finite(wend_vec2 v);
bool wendi_steer_is_zero(wend_vec2 v);
/** A mover all of whose numbers are in range; NULL is not. */
bool wendi_steer_is_mover(const wend_steer_agent *self);
bool wendi_steer_is_other(const wend_steer_other *other);
/** Are all of them? [count]; NULL only when count is 0. */
bool wendi_steer_are_others(const wend_steer_other *others, size_t count);
/** [count] round obstacles, likewise. */
bool wendi_steer_are_circles(const wend_vec2 *centres, const double *radii, size_t count);
/** Finite and 0 or more. */
bool wendi_steer_is_length(double x);

/** v, at most so long; 0, 0 where it is not finite. */
wend_vec2 wendi_steer_limit(wend_vec2 v, double most);
/** The force that leads to a wanted velocity. */
wend_vec2 wendi_steer_to_velocity(const wend_steer_agent *self, wend_vec2 wanted);
/** At full speed in a direction of any length; 0, 0 where there is none. */
wend_vec2 wendi_steer_in_direction(const wend_steer_agent *self, wend_vec2 direction);
/** A heading, or the direction of the velocity where there is none; 0, 0 where neither is. */
static inline wend_vec2 wendi_steer_heading(wend_vec2 heading, wend_vec2 velocity)
{
    const bool is_none = wendi_is_zero(heading.x) && wendi_is_zero(heading.y);
    return wendi_vec2_normalize(is_none ? velocity : heading);
}
/** The speed at so many metres from where it has to be down to last_speed; see above. */
double wendi_steer_braking_speed(double distance, double braking, double last_speed);
/** The velocity that gets to a place that moves, by a steady bearing: the place's own and as much
 * straight at it as max_speed leaves, at most `closing`. */
wend_vec2 wendi_steer_intercept_velocity(const wend_steer_agent *self, wend_vec2 place,
                                         wend_vec2 velocity, double closing);
/** Gets to a moving place and keeps it. */
wend_vec2 wendi_steer_keep_station(const wend_steer_agent *self, wend_vec2 place,
                                   wend_vec2 velocity);

#endif
