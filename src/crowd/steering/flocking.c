/* takes: a mover and those near it.
 * gives: the three forces of a flock, and the one that keeps ways from crossing at one time.
 * cost:  a look at each of the others. */
#include "crowd/steering/behaviours.h"

#include <math.h>

/* What is kept between two who pass, as part of the sum of their radii. */
static const double MARGIN = 1.1;

static bool is_near(const wend_steer_agent *self, const wend_steer_other *other, double range)
{
    return wendi_vec2_length(wendi_vec2_sub(self->position, other->position)) <= range;
}

static bool is_flock(const wend_steer_agent *self, const wend_steer_other *others, size_t count,
                     double range)
{
    return wendi_steer_is_mover(self) && wendi_steer_are_others(others, count) &&
           wendi_steer_is_length(range);
}

wend_vec2 wend_steer_separate(const wend_steer_agent *self, const wend_steer_other *others,
                              size_t count, double range)
{
    wend_vec2 sum = {0, 0};
    if (!is_flock(self, others, count, range)) {
        return sum;
    }
    for (size_t i = 0; i < count; i++) {
        const wend_vec2 away = wendi_vec2_sub(self->position, others[i].position);
        const double distance = wendi_vec2_length(away);
        if (distance < range) {
            const double part = 1 - distance / range;
            sum = wendi_vec2_add(sum, wendi_vec2_scale(wendi_vec2_normalize(away), part));
        }
    }
    return wendi_steer_limit(wendi_vec2_scale(sum, self->max_force), self->max_force);
}

wend_vec2 wend_steer_align(const wend_steer_agent *self, const wend_steer_other *others,
                           size_t count, double range)
{
    wend_vec2 sum = {0, 0};
    if (!is_flock(self, others, count, range)) {
        return sum;
    }
    for (size_t i = 0; i < count; i++) {
        if (is_near(self, &others[i], range)) {
            sum = wendi_vec2_add(sum, wendi_steer_heading(others[i].heading, others[i].velocity));
        }
    }
    return wendi_steer_in_direction(self, sum);
}

wend_vec2 wend_steer_cohere(const wend_steer_agent *self, const wend_steer_other *others,
                            size_t count, double range)
{
    if (!is_flock(self, others, count, range)) {
        return (wend_vec2){0, 0};
    }
    wend_vec2 sum = {0, 0}; /* of what lies between, which loses no digits far from 0, 0 */
    size_t near_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_near(self, &others[i], range)) {
            sum = wendi_vec2_add(sum, wendi_vec2_sub(others[i].position, self->position));
            near_count++;
        }
    }
    if (near_count == 0) {
        return (wend_vec2){0, 0};
    }
    const wend_vec2 to = wendi_vec2_scale(sum, 1 / (double)near_count);
    return wend_steer_arrive(self, wendi_vec2_add(self->position, to), WEND_DECELERATION_FAST);
}

/* Two who come near each other. */
typedef struct encounter {
    double seconds;   /* until they touch, margin included; infinity = they do not */
    wend_vec2 change; /* of the own velocity: the least with which they pass */
} encounter;

/* Already too near: apart. */
static encounter part(const wend_steer_agent *self, wend_vec2 to)
{
    const wend_vec2 away = wend_vec2_scale(wend_vec2_normalize(to), -1);
    return (encounter){0, wend_vec2_scale(away, self->max_speed)};
}

/* They are on their way to pass each other at `across`, and should at `both`. What is asked for is
 * across the way in which they near each other, and opposite for the two: when ways cross, one
 * hurries and the other brakes; when they run straight into each other, both keep left. */
static encounter pass(wend_vec2 to, wend_vec2 approach, double both)
{
    const encounter never = {HUGE_VAL, {0, 0}};
    const wend_vec2 along = wend_vec2_normalize(approach);
    const double metres = wend_vec2_dot(to, along);
    const double across = wend_vec2_cross(along, to); /* above 0: it is on the left */
    if (!(metres > 0) || !(fabs(across) < both)) {
        return never;
    }
    const double speed = wend_vec2_length(approach);
    const double gap = metres - wend_sqrt(both * both - across * across);
    const double aside = (both - fabs(across)) * speed / metres;
    const wend_vec2 left = wend_vec2_perpendicular(along);
    return (encounter){gap / speed, wend_vec2_scale(left, across > 0 ? -aside : aside)};
}

static encounter encounter_with(const wend_steer_agent *self, const wend_steer_other *other)
{
    const wend_vec2 to = wend_vec2_sub(other->position, self->position);
    const wend_vec2 approach = wend_vec2_sub(self->velocity, other->velocity);
    const double both = MARGIN * (self->radius + other->radius);
    if (wendi_steer_is_zero(to)) { /* itself, or nobody knows which way is apart */
        return (encounter){HUGE_VAL, {0, 0}};
    }
    if (wend_vec2_length(to) < both) {
        return part(self, to);
    }
    return pass(to, approach, both);
}

wend_vec2 wend_steer_avoid_others(const wend_steer_agent *self, const wend_steer_other *others,
                                  size_t count, double seconds)
{
    if (!is_flock(self, others, count, seconds)) {
        return (wend_vec2){0, 0};
    }
    encounter first = {HUGE_VAL, {0, 0}};
    for (size_t i = 0; i < count; i++) {
        const encounter next = encounter_with(self, &others[i]);
        if (next.seconds <= seconds && next.seconds < first.seconds) {
            first = next;
        }
    }
    if (!(first.seconds < HUGE_VAL)) {
        return (wend_vec2){0, 0};
    }
    const wend_vec2 change = wendi_steer_limit(first.change, self->max_speed);
    const wend_vec2 wanted =
        wendi_steer_limit(wend_vec2_add(self->velocity, change), self->max_speed);
    return wendi_steer_to_velocity(self, wanted);
}
