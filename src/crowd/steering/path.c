/* takes: a mover and the points of a path.
 * gives: the force that leads along it, through every point within the radius.
 * cost:  constant; when many points lie within the radius, one look at each. */
#include "crowd/steering/behaviours.h"

#include "base/math/bits.h"

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

/* The speed at the end of a leg: on an arc that passes the corner at the radius, a third of the
 * force turns it; 0 at the very end and where the path turns right around. */
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

/* The place of the leg to head for: a little further than where it will be. */
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
