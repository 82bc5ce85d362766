/* takes: a mover and a point.
 * gives: the force to it, away from it, or to a stop on it.
 * cost:  constant. */
#include "crowd/steering/behaviours.h"

wend_vec2 wend_steer_seek(const wend_steer_agent *self, wend_vec2 target)
{
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_finite(target)) {
        return (wend_vec2){0, 0};
    }
    return wendi_steer_in_direction(self, wend_vec2_sub(target, self->position));
}

wend_vec2 wend_steer_flee(const wend_steer_agent *self, wend_vec2 from, double panic_distance)
{
    /* Written so that a NaN is not nearer than anything. */
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_finite(from) ||
        !(wend_vec2_distance(self->position, from) < panic_distance)) {
        return (wend_vec2){0, 0};
    }
    return wendi_steer_in_direction(self, wend_vec2_sub(self->position, from));
}

/* As part of max_force; 0 = there is no such deceleration. */
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
