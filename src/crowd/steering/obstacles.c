/* Steering around round obstacles and behind them, off walls, and inside a rectangle.
 * Cost: a look at each obstacle; three rays for walls, and the nearest wall inside a polygon. */
#include "crowd/steering/behaviours.h"
#include "wend/walls.h"

#include <math.h>

/* ---- round obstacles ---- */

/* The clearance from an obstacle: a part of the distance of centres, and the depth at which getting
 * out within RESPONSE takes half the force. An agent that heads straight through has the other
 * half, and comes to rest just outside. */
static const double MARGIN = 1.05;
static double clear_distance(const wend_steer_agent *self, double radius)
{
    const double pushed = 0.5 * self->max_force * WENDI_STEER_RESPONSE * WENDI_STEER_RESPONSE;
    return (self->radius + radius) * MARGIN + pushed;
}

/* Part of `ahead`: a slow agent looks this far. */
static const double LEAST_AHEAD = 0.25;
/* Part of its full speed: the least while going around. */
static const double LEAST_SPEED = 0.25;

/* Metres along the direction (of length 1) until the agent touches; infinity = it passes. */
static double metres_to(const wend_steer_agent *self, wend_vec2 direction, wend_vec2 centre,
                        double radius)
{
    const wend_vec2 to = wend_vec2_sub(centre, self->position);
    const double both = self->radius + radius;
    const double along = wend_vec2_dot(direction, to);
    const double across = wend_vec2_cross(direction, to);
    if (!(along > 0) || !(fabs(across) < both)) {
        return HUGE_VAL;
    }
    const double metres = along - wend_sqrt(both * both - across * across);
    return metres > 0 ? metres : 0;
}

/* The extra speed needed to get out of the clearance; 0 or less = none. */
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

/* The direction that just passes the obstacle on the shorter side: the tangent of a circle around
 * it; sideways when already within that circle. */
static wend_vec2 direction_past(const wend_steer_agent *self, wend_vec2 direction, wend_vec2 centre,
                                double radius)
{
    const wend_vec2 to = wend_vec2_sub(centre, self->position);
    const double distance = wend_vec2_length(to);
    const double both = clear_distance(self, radius);
    const wend_vec2 at_it = wend_vec2_normalize(to);
    const wend_vec2 left = wend_vec2_perpendicular(at_it);
    const wend_vec2 side = wend_vec2_cross(direction, to) > 0 ? wend_vec2_scale(left, -1) : left;
    if (distance <= both) {
        return side;
    }
    const double sine = both / distance;
    const double cosine = wend_sqrt(1 - sine * sine);
    return wend_vec2_add(wend_vec2_scale(at_it, cosine), wend_vec2_scale(side, sine));
}

/* Gets out of the clearance that needs it most. An agent that faces that obstacle would stand
 * still: it also moves sideways. */
static bool get_out(const wend_steer_agent *self, wend_vec2 direction, const wend_vec2 *centres,
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
        if (metres_to(self, direction, centres[i], radii[i]) < HUGE_VAL) {
            const wend_vec2 side = direction_past(self, direction, centres[i], radii[i]);
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
    const wend_vec2 direction = wend_vec2_normalize(
        wend_vec2_length(self->velocity) > WENDI_STEER_SPEED_LEAST ? self->velocity
                                                                   : self->heading);
    wend_vec2 change = {0, 0};
    if (get_out(self, direction, centres, radii, count, &change)) {
        return wendi_steer_to_velocity(self, wend_vec2_add(self->velocity, change));
    }
    const double part = wend_vec2_length(self->velocity) / self->max_speed;
    double nearest = ahead * (part > 1 ? 1 : LEAST_AHEAD + (1 - LEAST_AHEAD) * part);
    size_t hit = count;
    for (size_t i = 0; i < count; i++) {
        const double metres = metres_to(self, direction, centres[i], radii[i]);
        if (metres < nearest) {
            nearest = metres;
            hit = i;
        }
    }
    if (hit == count) {
        return change;
    }
    const double speed = self->max_speed * (part > LEAST_SPEED ? part : LEAST_SPEED);
    const wend_vec2 past = direction_past(self, direction, centres[hit], radii[hit]);
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
            continue; /* too small to hide behind */
        }
        const double behind = radii[i] + gap + self->radius;
        const wend_vec2 position = wend_vec2_add(centres[i], wend_vec2_scale(away, behind));
        const double distance = wend_vec2_distance(position, self->position);
        if (distance < nearest) {
            nearest = distance;
            best = position;
        }
    }
    return nearest < HUGE_VAL ? wend_steer_arrive(self, best, WEND_DECELERATION_FAST)
                              : wend_steer_evade(self, hunter, HUGE_VAL);
}

/* ---- walls ---- */

/* Half of the diagonal of the side feelers, which stand at 45 degrees. */
static const double HALF_DIAGONAL = 0.35355339059327373;

/* The push from a wall that a feeler touches: the more of the feeler is in the wall the more, and
 * all of it when braking must begin. */
static double push_of(const wend_steer_agent *self, const wend_wall_hit *hit)
{
    const double depth = 1 - hit->fraction;
    const double gap =
        wend_vec2_dot(wend_vec2_sub(self->position, hit->point), hit->normal) - self->radius;
    const double towards = -wend_vec2_dot(self->velocity, hit->normal);
    const double allowed = wendi_steer_braking_speed(gap, 0.5 * self->max_force, 0);
    const double braking = (towards - allowed) / WENDI_STEER_RESPONSE;
    const double push = depth * self->max_force;
    return braking > push ? braking : push;
}

/* Straight out of a solid polygon. */
static wend_vec2 exit_force(const wend_steer_agent *self, const wend_walls *walls, uint32_t stops)
{
    wend_wall_hit hit;
    if (!wend_walls_nearest(walls, self->position, HUGE_VAL, stops, &hit)) {
        return (wend_vec2){0, 0};
    }
    return wendi_steer_in_direction(self, wend_vec2_sub(hit.point, self->position));
}

wend_vec2 wend_steer_avoid_walls(const wend_steer_agent *self, const wend_walls *walls,
                                 uint32_t stops, double feeler)
{
    if (!wendi_steer_is_mover(self) || walls == NULL || !wendi_steer_is_length(feeler)) {
        return (wend_vec2){0, 0};
    }
    const wend_vec2 ahead = wendi_steer_heading(self->heading, self->velocity);
    const wend_vec2 left = wend_vec2_perpendicular(ahead);
    const wend_vec2 tips[3] = {
        wend_vec2_add(self->position, wend_vec2_scale(ahead, feeler)),
        wend_vec2_add(self->position,
                      wend_vec2_scale(wend_vec2_add(ahead, left), feeler * HALF_DIAGONAL)),
        wend_vec2_add(self->position,
                      wend_vec2_scale(wend_vec2_sub(ahead, left), feeler * HALF_DIAGONAL))};
    wend_wall_hit hits[3];
    if (wend_walls_rays(walls, self->position, tips, 3, stops, hits) == 0) {
        return (wend_vec2){0, 0};
    }
    const wend_wall_hit *first = NULL;
    for (int i = 0; i < 3; i++) {
        if (hits[i].wall.index1 != 0 && (first == NULL || hits[i].distance < first->distance)) {
            first = &hits[i];
        }
    }
    if (first == NULL || first->is_inside) {
        return exit_force(self, walls, stops);
    }
    const wend_vec2 push = wend_vec2_scale(first->normal, push_of(self, first));
    return wendi_steer_limit(push, self->max_force);
}

/* One coordinate of the wanted velocity: back in where the agent is or would be outside. */
static double turned_back(double position, double velocity, double low, double high, double seconds,
                          double max_speed)
{
    const double then = position + velocity * seconds;
    if (then < low || position < low) {
        return max_speed;
    }
    return then > high || position > high ? -max_speed : velocity;
}

wend_vec2 wend_steer_contain(const wend_steer_agent *self, wend_vec2 low, wend_vec2 high,
                             double seconds)
{
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_finite(low) ||
        !wendi_steer_is_finite(high) || !wendi_steer_is_length(seconds) || low.x > high.x ||
        low.y > high.y) {
        return (wend_vec2){0, 0};
    }
    const wend_vec2 at = self->position;
    const wend_vec2 wanted = {
        turned_back(at.x, self->velocity.x, low.x, high.x, seconds, self->max_speed),
        turned_back(at.y, self->velocity.y, low.y, high.y, seconds, self->max_speed)};
    return wendi_steer_to_velocity(self, wanted);
}
