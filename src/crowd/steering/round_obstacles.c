/* takes: a mover and round obstacles.
 * gives: forces around them, and to the places behind them.
 * cost:  a look at each obstacle. */
#include "crowd/steering/behaviours.h"

#include <math.h>

/* What is kept between a mover and what it goes around: a part of the distance of centres, and the
 * depth at which getting out by RESPONSE takes half its force: whoever wants to go straight through
 * has the other half, and comes to rest just outside. */
static const double MARGIN = 1.05;
static double clear_distance(const wend_steer_agent *self, double radius)
{
    const double pushed = 0.5 * self->max_force * WENDI_STEER_RESPONSE * WENDI_STEER_RESPONSE;
    return (self->radius + radius) * MARGIN + pushed;
}

/* A slow mover looks at least so far, as part of `ahead`. */
static const double LEAST_AHEAD = 0.25;
/* And goes around at least so fast, as part of its full speed. */
static const double LEAST_SPEED = 0.25;

/* Metres along the way (length 1) up to where the mover touches; infinity = it goes by. */
static double metres_to(const wend_steer_agent *self, wend_vec2 way, wend_vec2 centre,
                        double radius)
{
    const wend_vec2 to = wend_vec2_sub(centre, self->position);
    const double both = self->radius + radius;
    const double along = wend_vec2_dot(way, to);
    const double across = wend_vec2_cross(way, to);
    if (!(along > 0) || !(fabs(across) < both)) {
        return HUGE_VAL;
    }
    const double metres = along - wend_sqrt(both * both - across * across);
    return metres > 0 ? metres : 0;
}

/* By how much it has to get out faster, when it is nearer than it should be; 0 or less = not. */
static double faster_out(const wend_steer_agent *self, wend_vec2 centre, double radius,
                         wend_vec2 *out)
{
    const wend_vec2 from = wend_vec2_sub(self->position, centre);
    const double depth = clear_distance(self, radius) - wend_vec2_length(from);
    *out = wend_vec2_normalize(from);
    if (!(depth > 0)) {
        return 0;
    }
    const double speed = depth / WENDI_STEER_RESPONSE;
    const double most = speed < self->max_speed ? speed : self->max_speed;
    return most - wend_vec2_dot(self->velocity, *out);
}

/* Where to go so as to just pass it, on the side where it is shorter: along the tangent of a circle
 * around it; aside when already in that circle. */
static wend_vec2 way_past(const wend_steer_agent *self, wend_vec2 way, wend_vec2 centre,
                          double radius)
{
    const wend_vec2 to = wend_vec2_sub(centre, self->position);
    const double distance = wend_vec2_length(to);
    const double both = clear_distance(self, radius);
    const wend_vec2 at_it = wend_vec2_normalize(to);
    const wend_vec2 left = wend_vec2_perpendicular(at_it);
    const wend_vec2 side = wend_vec2_cross(way, to) > 0 ? wend_vec2_scale(left, -1) : left;
    if (distance <= both) {
        return side;
    }
    const double sine = both / distance;
    const double cosine = wend_sqrt(1 - sine * sine);
    return wend_vec2_add(wend_vec2_scale(at_it, cosine), wend_vec2_scale(side, sine));
}

/* Out of what it is too near to already, first of what needs it most. Who looks straight at that
 * would stand there for ever: aside, too. */
static bool get_out(const wend_steer_agent *self, wend_vec2 way, const wend_vec2 *centres,
                    const double *radii, size_t count, wend_vec2 *change)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        wend_vec2 out = {0, 0};
        const double faster = faster_out(self, centres[i], radii[i], &out);
        if (!(faster > most)) {
            continue;
        }
        most = faster;
        *change = wend_vec2_scale(out, faster);
        if (metres_to(self, way, centres[i], radii[i]) < HUGE_VAL) {
            const wend_vec2 side = way_past(self, way, centres[i], radii[i]);
            const double aside =
                LEAST_SPEED * self->max_speed - wend_vec2_dot(self->velocity, side);
            *change = wend_vec2_add(*change, wend_vec2_scale(side, aside > 0 ? aside : 0));
        }
    }
    return most > 0;
}

wend_vec2 wend_steer_avoid_obstacles(const wend_steer_agent *self, const wend_vec2 *centres,
                                     const double *radii, size_t count, double ahead)
{
    if (!wendi_steer_is_mover(self) || !wendi_steer_are_circles(centres, radii, count) ||
        !wendi_steer_is_length(ahead)) {
        return (wend_vec2){0, 0};
    }
    const wend_vec2 way = wend_vec2_normalize(
        wend_vec2_length(self->velocity) > WENDI_STEER_SPEED_LEAST ? self->velocity
                                                                   : self->heading);
    wend_vec2 change = {0, 0};
    if (get_out(self, way, centres, radii, count, &change)) {
        return wendi_steer_to_velocity(self, wend_vec2_add(self->velocity, change));
    }
    const double part = wend_vec2_length(self->velocity) / self->max_speed;
    double nearest = ahead * (part > 1 ? 1 : LEAST_AHEAD + (1 - LEAST_AHEAD) * part);
    size_t hit = count;
    for (size_t i = 0; i < count; i++) {
        const double metres = metres_to(self, way, centres[i], radii[i]);
        if (metres < nearest) {
            nearest = metres;
            hit = i;
        }
    }
    if (hit == count) {
        return change;
    }
    const double speed = self->max_speed * (part > LEAST_SPEED ? part : LEAST_SPEED);
    const wend_vec2 past = way_past(self, way, centres[hit], radii[hit]);
    return wendi_steer_to_velocity(
        self, wendi_steer_limit(wend_vec2_scale(past, speed), self->max_speed));
}

wend_vec2 wend_steer_hide(const wend_steer_agent *self, const wend_steer_other *hunter,
                          const wend_vec2 *centres, const double *radii, size_t count, double gap)
{
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_other(hunter) ||
        !wendi_steer_are_circles(centres, radii, count) || !wendi_steer_is_length(gap)) {
        return (wend_vec2){0, 0};
    }
    double nearest = HUGE_VAL;
    wend_vec2 best = {0, 0};
    for (size_t i = 0; i < count; i++) {
        const wend_vec2 away = wend_vec2_normalize(wend_vec2_sub(centres[i], hunter->position));
        if (radii[i] < self->radius || wendi_steer_is_zero(away)) {
            continue; /* it would be seen on both sides of it */
        }
        const double behind = radii[i] + gap + self->radius;
        const wend_vec2 place = wend_vec2_add(centres[i], wend_vec2_scale(away, behind));
        const double distance = wend_vec2_distance(place, self->position);
        if (distance < nearest) {
            nearest = distance;
            best = place;
        }
    }
    return nearest < HUGE_VAL ? wend_steer_arrive(self, best, WEND_DECELERATION_FAST)
                              : wend_steer_evade(self, hunter, HUGE_VAL);
}
