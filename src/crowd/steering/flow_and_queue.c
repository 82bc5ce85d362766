/* takes: a mover, and a flow or a door with others around it.
 * gives: the force that leads along the flow, and to the door one behind the other.
 * cost:  a sample of the flow; a look at each of the others. */
#include "crowd/steering/behaviours.h"

#include <math.h>

wend_vec2 wend_steer_follow_flow(const wend_steer_agent *self, const wend_flow *flow,
                                 wend_flow_request_id order, uint32_t floor,
                                 wend_flow_guidance *why)
{
    wend_flow_guidance reason = WEND_FLOW_INVALID;
    wend_vec2 to = {0, 0};
    if (wendi_steer_is_mover(self)) {
        reason =
            wend_flow_sample(flow, order, floor, self->position.x, self->position.y, &to.x, &to.y);
    }
    if (why != NULL) {
        *why = reason;
    }
    if (reason == WEND_FLOW_INVALID) {
        return (wend_vec2){0, 0};
    }
    return wendi_steer_to_velocity(self, wend_vec2_scale(to, self->max_speed));
}

/* Between two who wait, as part of the radius of the one behind. */
static const double GAP = 0.5;
/* Who closes up goes at most so fast, as part of the full speed. */
static const double CLOSING_UP = 0.5;

/* The speed at which to close up with one who stands before the door; infinity = that one is not
 * in the queue, or not before this one. */
static double speed_behind(const wend_steer_agent *self, wend_vec2 door,
                           const wend_steer_other *other, double range)
{
    const wend_vec2 to_door = wend_vec2_sub(door, self->position);
    const double left = wend_vec2_length(to_door);
    const double its_left = wend_vec2_distance(door, other->position);
    const wend_vec2 way = wend_vec2_normalize(to_door);
    const wend_vec2 to = wend_vec2_sub(other->position, self->position);
    const double both = self->radius + other->radius;
    if (its_left > range || !(its_left < left) || !(wend_vec2_dot(to, way) > 0) ||
        !(fabs(wend_vec2_cross(way, to)) < both)) {
        return HUGE_VAL;
    }
    const double gap = wend_vec2_length(to) - both - GAP * self->radius;
    const double its_speed = wend_vec2_dot(other->velocity, way);
    return wendi_steer_braking_speed(gap, 0.5 * self->max_force, 0) +
           (its_speed > 0 && gap > 0 ? its_speed : 0);
}

wend_vec2 wend_steer_queue(const wend_steer_agent *self, wend_vec2 door,
                           const wend_steer_other *others, size_t count, double range)
{
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_finite(door) ||
        !wendi_steer_are_others(others, count) || !wendi_steer_is_length(range)) {
        return (wend_vec2){0, 0};
    }
    const wend_vec2 to = wend_vec2_sub(door, self->position);
    const double left = wend_vec2_length(to);
    double behind = HUGE_VAL;
    for (size_t i = 0; i < count; i++) {
        const double speed = speed_behind(self, door, &others[i], range);
        behind = speed < behind ? speed : behind;
    }
    double speed = self->max_speed;
    if (behind < HUGE_VAL) {
        /* Slow where the queue begins, and in time for that. */
        const double closing = CLOSING_UP * self->max_speed;
        const double most = wendi_steer_braking_speed(left - range, 0.5 * self->max_force, closing);
        speed = most < speed ? most : speed;
        speed = behind < speed ? behind : speed;
    }
    const wend_vec2 way = wend_vec2_normalize(to);
    return wendi_steer_is_zero(way) ? way
                                    : wendi_steer_to_velocity(self, wend_vec2_scale(way, speed));
}
