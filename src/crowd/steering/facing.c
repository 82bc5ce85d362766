/* takes: a mover, a direction to look in and how fast it turns.
 * gives: the turn it makes now, left positive.
 * cost:  constant: an arc tangent. */
#include "crowd/steering/behaviours.h"

#include "base/math/bits.h"

#include <math.h>

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
