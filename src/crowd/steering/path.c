/* Steering along a path, along a flow, and in a queue at a door.
 * Cost: constant for a path, more where many of its points lie within the radius; a sample of the
 * flow; a look at each other mover in a queue. */
#include "crowd/steering/behaviours.h"

#include "base/math/bits.h"

#include <math.h>

/* ---- paths ---- */

/* Parts of max_force: to turn a corner, and to brake before it. */
static const double TURNING = 0.33;
static const double BRAKING = 0.5;

typedef struct path_points {
    const wend_vec2 *points;
    size_t count, legs;
} path_points;

static wend_vec2 begin_of(const path_points *path, size_t leg)
{
    return path->points[leg];
}

static wend_vec2 end_of(const path_points *path, size_t leg)
{
    return path->points[leg + 1 < path->count ? leg + 1 : 0];
}

/* A path that is not a loop stays on its last leg. */
static size_t next_of(const path_points *path, size_t leg)
{
    if (leg + 1 < path->legs) {
        return leg + 1;
    }
    return path->legs == path->count ? 0 : leg;
}

static size_t move_on(const path_points *path, wend_vec2 position, double radius, size_t leg)
{
    for (size_t i = 0; i < path->legs; i++) {
        const size_t next = next_of(path, leg);
        if (next == leg || !(wend_vec2_distance(position, end_of(path, leg)) <= radius)) {
            return leg;
        }
        leg = next;
    }
    return leg;
}

static wend_vec2 direction_of(const path_points *path, size_t leg)
{
    return wend_vec2_normalize(wend_vec2_sub(end_of(path, leg), begin_of(path, leg)));
}

/* The speed at the end of a leg: on an arc that passes the corner at the radius a third of the
 * force turns the agent; 0 at the end and where the path turns back. */
static double corner_speed(const wend_steer_agent *self, const path_points *path, size_t leg,
                           double radius)
{
    const size_t next = next_of(path, leg);
    if (next == leg) {
        return 0;
    }
    const double cosine = wend_vec2_dot(direction_of(path, leg), direction_of(path, next));
    const double half = wend_sqrt(cosine > -1 ? (1 + cosine) / 2 : 0);
    if (half > 0.999) {
        return self->max_speed;
    }
    return wend_sqrt(TURNING * self->max_force * radius * half / (1 - half));
}

/* The point of the leg to head for: a little further than the predicted position. */
static wend_vec2 target_of(const wend_steer_agent *self, const path_points *path, size_t leg,
                           double seconds)
{
    const wend_vec2 begin = begin_of(path, leg);
    const wend_vec2 along = direction_of(path, leg);
    const double length = wend_vec2_distance(begin, end_of(path, leg));
    const wend_vec2 then = wend_vec2_add(self->position, wend_vec2_scale(self->velocity, seconds));
    const double reached = wend_vec2_dot(wend_vec2_sub(then, begin), along);
    const double to = (reached > 0 ? reached : 0) + self->max_speed * seconds;
    return to < length ? wend_vec2_add(begin, wend_vec2_scale(along, to)) : end_of(path, leg);
}

wend_vec2 wend_steer_follow_path(const wend_steer_agent *self, const wend_vec2 *points,
                                 size_t count, bool is_loop, double radius, double seconds,
                                 size_t *leg)
{
    if (!wendi_steer_is_mover(self) || points == NULL || count == 0 || leg == NULL ||
        !wendi_is_finite(radius) || !(radius > 0) || !wendi_steer_is_length(seconds)) {
        return (wend_vec2){0, 0};
    }
    if (count == 1) {
        return wend_steer_arrive(self, points[0], WEND_DECELERATION_FAST);
    }
    const path_points path = {points, count, is_loop ? count : count - 1};
    *leg = move_on(&path, self->position, radius, *leg < path.legs ? *leg : 0);
    const wend_vec2 end = end_of(&path, *leg);
    if (!wendi_steer_is_finite(begin_of(&path, *leg)) || !wendi_steer_is_finite(end)) {
        return (wend_vec2){0, 0};
    }
    const double speed = wendi_steer_braking_speed(wend_vec2_distance(self->position, end),
                                                   BRAKING * self->max_force,
                                                   corner_speed(self, &path, *leg, radius));
    const wend_vec2 target = target_of(self, &path, *leg, seconds);
    const wend_vec2 to = wend_vec2_normalize(wend_vec2_sub(target, self->position));
    return wendi_steer_to_velocity(self,
                                   wendi_steer_limit(wend_vec2_scale(to, speed), self->max_speed));
}

/* ---- flows and queues ---- */

wend_vec2 wend_steer_follow_flow(const wend_steer_agent *self, const wend_flow *flow,
                                 wend_flow_request_id request, uint32_t floor,
                                 wend_flow_guidance *guidance)
{
    wend_flow_guidance reason = WEND_FLOW_INVALID;
    wend_vec2 to = {0, 0};
    if (wendi_steer_is_mover(self)) {
        reason = wend_flow_sample(flow, request, floor, self->position.x, self->position.y, &to.x,
                                  &to.y);
    }
    if (guidance != NULL) {
        *guidance = reason;
    }
    if (reason == WEND_FLOW_INVALID) {
        return (wend_vec2){0, 0};
    }
    return wendi_steer_to_velocity(self, wend_vec2_scale(to, self->max_speed));
}

/* Between two agents in a queue, as part of the radius of the one behind. */
static const double GAP = 0.5;
/* Part of the full speed at which an agent closes up. */
static const double CLOSING_UP = 0.5;

/* The speed that closes up with an agent in front; infinity = it is not in the queue, or not in
 * front. */
static double speed_behind(const wend_steer_agent *self, wend_vec2 door,
                           const wend_steer_other *other, double range)
{
    const wend_vec2 to_door = wend_vec2_sub(door, self->position);
    const double left = wend_vec2_length(to_door);
    const double its_left = wend_vec2_distance(door, other->position);
    const wend_vec2 direction = wend_vec2_normalize(to_door);
    const wend_vec2 to = wend_vec2_sub(other->position, self->position);
    const double both = self->radius + other->radius;
    if (its_left > range || !(its_left < left) || !(wend_vec2_dot(to, direction) > 0) ||
        !(fabs(wend_vec2_cross(direction, to)) < both)) {
        return HUGE_VAL;
    }
    const double gap = wend_vec2_length(to) - both - GAP * self->radius;
    const double its_speed = wend_vec2_dot(other->velocity, direction);
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
    const wend_vec2 direction = wend_vec2_normalize(to);
    return wendi_steer_is_zero(direction)
               ? direction
               : wendi_steer_to_velocity(self, wend_vec2_scale(direction, speed));
}
