/* Steering with regard to other movers: flocking, avoidance, pursuit, evasion, escort.
 * Cost: a look at each of the others. */
#include "crowd/steering/behaviours.h"

#include <math.h>

/* ---- flocks ---- */

/* Clearance of two agents that pass, as part of the sum of their radii. */
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
    wend_vec2 sum = {0, 0}; /* of differences, which are exact far from 0, 0 */
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

/* An approach of two agents. */
typedef struct encounter {
    double seconds;   /* until they touch, margin included; infinity = never */
    wend_vec2 change; /* of the own velocity: the least with which they pass */
} encounter;

/* Too near already: apart. */
static encounter part(const wend_steer_agent *self, wend_vec2 to)
{
    const wend_vec2 away = wend_vec2_scale(wend_vec2_normalize(to), -1);
    return (encounter){0, wend_vec2_scale(away, self->max_speed)};
}

/* They would pass at `across`, and should at `both`. The change is perpendicular to the relative
 * velocity, and opposite for the two: where paths cross, one hurries and the other brakes; head on,
 * both keep left. */
static encounter pass(wend_vec2 to, wend_vec2 approach, double both)
{
    const encounter never = {HUGE_VAL, {0, 0}};
    const wend_vec2 along = wend_vec2_normalize(approach);
    const double metres = wend_vec2_dot(to, along);
    const double across = wend_vec2_cross(along, to); /* above 0: on the left */
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
    if (wendi_steer_is_zero(to)) { /* itself, or no direction leads apart */
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

/* ---- one or two others ---- */

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

static wend_vec2 position_beside(const wend_steer_other *leader, wend_vec2 offset)
{
    /* An agent without heading and velocity faces along x. */
    const wend_vec2 direction = wendi_steer_heading(leader->heading, leader->velocity);
    const wend_vec2 ahead = wendi_steer_is_zero(direction) ? (wend_vec2){1, 0} : direction;
    const wend_vec2 position = wend_vec2_add(leader->position, wend_vec2_scale(ahead, offset.x));
    return wend_vec2_add(position, wend_vec2_scale(wend_vec2_perpendicular(ahead), offset.y));
}

wend_vec2 wend_steer_offset_pursuit(const wend_steer_agent *self, const wend_steer_other *leader,
                                    wend_vec2 offset)
{
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_other(leader) ||
        !wendi_steer_is_finite(offset)) {
        return (wend_vec2){0, 0};
    }
    return wendi_steer_keep_station(self, position_beside(leader, offset), leader->velocity);
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

/* In front of the leader: within the width of both, the distance kept, and a second more. */
static bool is_in_front(const wend_steer_agent *self, const wend_steer_other *leader,
                        double distance, wend_vec2 direction, double *side)
{
    const wend_vec2 from = wend_vec2_sub(self->position, leader->position);
    const double ahead = wend_vec2_dot(from, direction);
    *side = wend_vec2_cross(direction, from);
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
        const wend_vec2 direction = wend_vec2_normalize(leader->velocity);
        double side = 0;
        if (is_in_front(self, leader, distance, direction, &side)) {
            const wend_vec2 left = wend_vec2_perpendicular(direction);
            return wendi_steer_in_direction(self, side < 0 ? wend_vec2_scale(left, -1) : left);
        }
    }
    const wend_vec2 behind = position_beside(leader, (wend_vec2){-distance, 0});
    return wendi_steer_keep_station(self, behind, leader->velocity);
}
