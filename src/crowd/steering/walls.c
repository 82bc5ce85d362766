/* takes: a mover, and walls or a rectangle.
 * gives: forces that keep it off the walls and in the rectangle.
 * cost:  three rays, and where it stands in a solid polygon the nearest wall; a rectangle is free.
 */
#include "crowd/steering/behaviours.h"

#include <math.h>

/* Of the side feelers, which stand at 45 degrees. */
static const double HALF_DIAGONAL = 0.35355339059327373;

/* How hard to push away from a wall that a feeler touches: the more of the feeler is in the wall
 * the more, and all there is when braking must begin. */
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

/* What one coordinate of the wanted velocity is: back in where it is or would be outside. */
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
