/* takes: movers, wanted velocities, places.
 * gives: forces that stay within what a mover can do, and the checks that all behaviours share.
 * cost:  some operations and a square root or two; the checks a look at each other. */
#include "crowd/steering/behaviours.h"

#include "base/math/bits.h"

bool wendi_steer_is_finite(wend_vec2 v)
{
    return wendi_is_finite(v.x) && wendi_is_finite(v.y);
}

bool wendi_steer_is_zero(wend_vec2 v)
{
    return wendi_is_zero(v.x) && wendi_is_zero(v.y);
}

bool wendi_steer_is_length(double x)
{
    return wendi_is_finite(x) && x >= 0;
}

bool wendi_steer_is_mover(const wend_steer_agent *self)
{
    return self != NULL && wendi_steer_is_finite(self->position) &&
           wendi_steer_is_finite(self->velocity) && wendi_steer_is_finite(self->heading) &&
           wendi_steer_is_length(self->radius) && wendi_is_finite(self->max_speed) &&
           self->max_speed > 0 && wendi_is_finite(self->max_force) && self->max_force > 0;
}

/* Zero times anything finite is zero; else it is NaN, and so is the sum. One test for all. */
bool wendi_steer_is_other(const wend_steer_other *other)
{
    if (other == NULL) {
        return false;
    }
    const double sum = 0 * other->position.x + 0 * other->position.y + 0 * other->velocity.x +
                       0 * other->velocity.y + 0 * other->heading.x + 0 * other->heading.y +
                       0 * other->radius;
    return wendi_is_zero(sum) && other->radius >= 0;
}

bool wendi_steer_are_others(const wend_steer_other *others, size_t count)
{
    if (others == NULL) {
        return count == 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (!wendi_steer_is_other(&others[i])) {
            return false;
        }
    }
    return true;
}

bool wendi_steer_are_circles(const wend_vec2 *centres, const double *radii, size_t count)
{
    if (centres == NULL || radii == NULL) {
        return count == 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (!wendi_steer_is_finite(centres[i]) || !wendi_steer_is_length(radii[i])) {
            return false;
        }
    }
    return true;
}

wend_vec2 wendi_steer_limit(wend_vec2 v, double most)
{
    const double length = wendi_vec2_length(v);
    if (!wendi_is_finite(length)) {
        return (wend_vec2){0, 0};
    }
    return length > most ? wend_vec2_scale(v, most / length) : v;
}

wend_vec2 wendi_steer_to_velocity(const wend_steer_agent *self, wend_vec2 wanted)
{
    const wend_vec2 change = wend_vec2_sub(wanted, self->velocity);
    return wendi_steer_limit(wend_vec2_scale(change, 1 / WENDI_STEER_RESPONSE), self->max_force);
}

wend_vec2 wendi_steer_in_direction(const wend_steer_agent *self, wend_vec2 direction)
{
    const wend_vec2 unit = wend_vec2_normalize(direction);
    if (wendi_steer_is_zero(unit)) {
        return unit;
    }
    return wendi_steer_to_velocity(self, wend_vec2_scale(unit, self->max_speed));
}

double wendi_steer_braking_speed(double distance, double braking, double last_speed)
{
    if (!(distance > 0)) {
        return last_speed;
    }
    /* The root of v^2 + 2 slack v = 2 braking d + (what last_speed stands for). */
    const double slack = braking * WENDI_STEER_REACTION;
    const double at_end = last_speed + slack;
    return wend_sqrt(at_end * at_end + 2 * braking * distance) - slack;
}

wend_vec2 wendi_steer_intercept_velocity(const wend_steer_agent *self, wend_vec2 place,
                                         wend_vec2 velocity, double closing)
{
    const wend_vec2 to = wend_vec2_normalize(wend_vec2_sub(place, self->position));
    const double along = wend_vec2_dot(velocity, to);
    const double across = wend_vec2_cross(to, velocity);
    const double room = self->max_speed * self->max_speed - across * across;
    if (room < 0) { /* too fast across: never met; where it will be by the time it takes */
        const double seconds = wend_vec2_distance(place, self->position) /
                               (self->max_speed + wend_vec2_length(velocity));
        const wend_vec2 target = wend_vec2_add(place, wend_vec2_scale(velocity, seconds));
        const wend_vec2 direction = wend_vec2_normalize(wend_vec2_sub(target, self->position));
        return wend_vec2_scale(direction, self->max_speed);
    }
    const double most = wend_sqrt(room) - along;
    const wend_vec2 nearer = wend_vec2_scale(to, most < closing ? most : closing);
    return wendi_steer_limit(wend_vec2_add(velocity, nearer), self->max_speed);
}

wend_vec2 wendi_steer_keep_station(const wend_steer_agent *self, wend_vec2 place,
                                   wend_vec2 velocity)
{
    const double distance = wend_vec2_distance(place, self->position);
    const double closing = wendi_steer_braking_speed(distance, self->max_force, 0);
    return wendi_steer_to_velocity(self,
                                   wendi_steer_intercept_velocity(self, place, velocity, closing));
}
