/* Steering to a point, away from it or to a stop on it; facing; wandering.
 * Cost: constant. */
#include "crowd/steering/behaviours.h"

#include "base/math/bits.h"

#include <math.h>

wend_vec2 wend_steer_seek(const wend_steer_agent *self, wend_vec2 target)
{
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_finite(target)) {
        return (wend_vec2){0, 0};
    }
    return wendi_steer_in_direction(self, wend_vec2_sub(target, self->position));
}

wend_vec2 wend_steer_flee(const wend_steer_agent *self, wend_vec2 from, double panic_distance)
{
    /* Written so that NaN is not near. */
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_finite(from) ||
        !(wend_vec2_distance(self->position, from) < panic_distance)) {
        return (wend_vec2){0, 0};
    }
    return wendi_steer_in_direction(self, wend_vec2_sub(self->position, from));
}

/* Part of max_force; 0 = no such deceleration. */
static double braking_part(wend_deceleration deceleration)
{
    switch (deceleration) {
    case WEND_DECELERATION_FAST:
        return 1;
    case WEND_DECELERATION_NORMAL:
        return 0.5;
    case WEND_DECELERATION_SLOW:
        return 0.25;
    default:
        return 0;
    }
}

wend_vec2 wend_steer_arrive(const wend_steer_agent *self, wend_vec2 target,
                            wend_deceleration deceleration)
{
    const double part = braking_part(deceleration);
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_finite(target) || !(part > 0)) {
        return (wend_vec2){0, 0};
    }
    const wend_vec2 to = wend_vec2_sub(target, self->position);
    const double speed = wendi_steer_braking_speed(wend_vec2_length(to), part * self->max_force, 0);
    const wend_vec2 wanted = wend_vec2_scale(wend_vec2_normalize(to), speed);
    return wendi_steer_to_velocity(self, wendi_steer_limit(wanted, self->max_speed));
}

wend_vec2 wend_steer_match_velocity(const wend_steer_agent *self, wend_vec2 velocity)
{
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_finite(velocity)) {
        return (wend_vec2){0, 0};
    }
    return wendi_steer_to_velocity(self, wendi_steer_limit(velocity, self->max_speed));
}

/* ---- facing ---- */

static double turn_to(const wend_steer_agent *self, wend_vec2 direction, double most)
{
    const wend_vec2 heading = wendi_steer_heading(self->heading, self->velocity);
    const wend_vec2 to = wend_vec2_normalize(direction);
    if (wendi_steer_is_zero(heading) || wendi_steer_is_zero(to) || !wendi_is_finite(most)) {
        return 0;
    }
    const double turn = wend_atan2(wend_vec2_cross(heading, to), wend_vec2_dot(heading, to));
    if (!wendi_is_finite(turn)) {
        return 0;
    }
    return fabs(turn) > most ? (turn < 0 ? -most : most) : turn;
}

static bool is_turner(const wend_steer_agent *self, double turn_rate, double seconds)
{
    return wendi_steer_is_mover(self) && wendi_steer_is_length(turn_rate) &&
           wendi_steer_is_length(seconds);
}

double wend_steer_face(const wend_steer_agent *self, wend_vec2 target, double turn_rate,
                       double seconds)
{
    if (!is_turner(self, turn_rate, seconds) || !wendi_steer_is_finite(target)) {
        return 0;
    }
    return turn_to(self, wend_vec2_sub(target, self->position), turn_rate * seconds);
}

double wend_steer_look_ahead(const wend_steer_agent *self, double turn_rate, double seconds)
{
    if (!is_turner(self, turn_rate, seconds) ||
        wend_vec2_length(self->velocity) <= WENDI_STEER_SPEED_LEAST) {
        return 0;
    }
    return turn_to(self, self->velocity, turn_rate * seconds);
}

/* ---- wandering ---- */

static const double TURN = 6.283185307179586;

/* Steps by jitter stay small, but the first angle comes from the caller. */
static double wrap(double angle)
{
    if (fabs(angle) > TURN) {
        return wend_atan2(wend_sin(angle), wend_cos(angle));
    }
    if (angle > TURN / 2) {
        return angle - TURN;
    }
    return angle < -TURN / 2 ? angle + TURN : angle;
}

wend_vec2 wend_steer_wander(const wend_steer_agent *self, double *angle, double jitter,
                            double distance, double circle, uint64_t seed, uint64_t id,
                            uint64_t tick)
{
    if (!wendi_steer_is_mover(self) || angle == NULL || !wendi_is_finite(*angle) ||
        !wendi_steer_is_length(jitter) || !wendi_steer_is_length(distance) ||
        !wendi_steer_is_length(circle)) {
        return (wend_vec2){0, 0};
    }
    const double next = wrap(*angle + (2 * wend_random_unit(seed, id, tick) - 1) * jitter);
    if (!wendi_is_finite(next)) {
        return (wend_vec2){0, 0};
    }
    *angle = next;
    wend_vec2 ahead = wendi_steer_heading(self->heading, self->velocity);
    if (wendi_steer_is_zero(ahead)) {
        ahead = (wend_vec2){1, 0};
    }
    const wend_vec2 left = wend_vec2_perpendicular(ahead);
    const wend_vec2 target =
        wend_vec2_add(wend_vec2_scale(ahead, distance + circle * wend_cos(next)),
                      wend_vec2_scale(left, circle * wend_sin(next)));
    return wendi_steer_in_direction(self, target);
}
