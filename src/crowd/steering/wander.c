/* takes: a mover, an angle it keeps, and numbers that chance depends on.
 * gives: a force towards a point that wanders on a circle ahead.
 * cost:  constant: a sine, a cosine and a hash. */
#include "crowd/steering/behaviours.h"

#include "base/math/bits.h"

#include <math.h>

static const double TURN = 6.283185307179586;

/* Steps by jitter stay small, but the first angle is the caller's. */
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
