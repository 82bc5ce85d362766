/* takes: a mover and one or two others who move.
 * gives: forces that chase, dodge, accompany or come between them.
 * cost:  constant. */
#include "crowd/steering/behaviours.h"

#include <math.h>

wend_vec2 wend_steer_pursue(const wend_steer_agent *self, const wend_steer_other *evader)
{
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_other(evader)) {
        return (wend_vec2){0, 0};
    }
    if (wendi_steer_is_zero(wend_vec2_sub(evader->position, self->position))) {
        return (wend_vec2){0, 0};
    }
    return wendi_steer_to_velocity(
        self, wendi_steer_intercept_velocity(self, evader->position, evader->velocity, HUGE_VAL));
}

wend_vec2 wend_steer_evade(const wend_steer_agent *self, const wend_steer_other *pursuer,
                           double panic_distance)
{
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_other(pursuer)) {
        return (wend_vec2){0, 0};
    }
    const double distance = wend_vec2_distance(self->position, pursuer->position);
    if (!(distance < panic_distance)) {
        return (wend_vec2){0, 0};
    }
    const double seconds = distance / (self->max_speed + wend_vec2_length(pursuer->velocity));
    const wend_vec2 there =
        wend_vec2_add(pursuer->position, wend_vec2_scale(pursuer->velocity, seconds));
    return wendi_steer_in_direction(self, wend_vec2_sub(self->position, there));
}

/* Who neither looks anywhere nor moves looks along x. */
static wend_vec2 direction_of(const wend_steer_other *other)
{
    const wend_vec2 direction = wendi_steer_heading(other->heading, other->velocity);
    return wendi_steer_is_zero(direction) ? (wend_vec2){1, 0} : direction;
}

static wend_vec2 place_beside(const wend_steer_other *leader, wend_vec2 offset)
{
    const wend_vec2 ahead = direction_of(leader);
    const wend_vec2 place = wend_vec2_add(leader->position, wend_vec2_scale(ahead, offset.x));
    return wend_vec2_add(place, wend_vec2_scale(wend_vec2_perpendicular(ahead), offset.y));
}

wend_vec2 wend_steer_offset_pursuit(const wend_steer_agent *self, const wend_steer_other *leader,
                                    wend_vec2 offset)
{
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_other(leader) ||
        !wendi_steer_is_finite(offset)) {
        return (wend_vec2){0, 0};
    }
    return wendi_steer_keep_station(self, place_beside(leader, offset), leader->velocity);
}

wend_vec2 wend_steer_interpose(const wend_steer_agent *self, const wend_steer_other *a,
                               const wend_steer_other *b)
{
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_other(a) || !wendi_steer_is_other(b)) {
        return (wend_vec2){0, 0};
    }
    const wend_vec2 middle = wend_vec2_lerp(a->position, b->position, 0.5);
    return wendi_steer_keep_station(self, middle, wend_vec2_lerp(a->velocity, b->velocity, 0.5));
}

/* On its way: as wide as both are, as far as the follower keeps away and a second more. */
static bool is_in_way(const wend_steer_agent *self, const wend_steer_other *leader, double distance,
                      wend_vec2 way, double *side)
{
    const wend_vec2 from = wend_vec2_sub(self->position, leader->position);
    const double ahead = wend_vec2_dot(from, way);
    *side = wend_vec2_cross(way, from);
    return ahead > 0 && ahead < distance + wend_vec2_length(leader->velocity) &&
           fabs(*side) < self->radius + leader->radius;
}

wend_vec2 wend_steer_follow_leader(const wend_steer_agent *self, const wend_steer_other *leader,
                                   double distance)
{
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_other(leader) ||
        !wendi_steer_is_length(distance)) {
        return (wend_vec2){0, 0};
    }
    if (wend_vec2_length(leader->velocity) > WENDI_STEER_SPEED_LEAST) {
        const wend_vec2 way = wend_vec2_normalize(leader->velocity);
        double side = 0;
        if (is_in_way(self, leader, distance, way, &side)) {
            const wend_vec2 left = wend_vec2_perpendicular(way);
            return wendi_steer_in_direction(self, side < 0 ? wend_vec2_scale(left, -1) : left);
        }
    }
    const wend_vec2 behind = place_beside(leader, (wend_vec2){-distance, 0});
    return wendi_steer_keep_station(self, behind, leader->velocity);
}
