/* Checks and building blocks of the steering behaviours, and the combination of forces.
 * Cost: some operations and a square root or two; checks look at each other mover once. */
#include "crowd/steering/behaviours.h"

#include "base/math/bits.h"

bool wendi_steer_is_finite(wend_vec2 v)
{
    return wendi_is_finite(v.x) && wendi_is_finite(v.y);
}

bool wendi_steer_is_zero(wend_vec2 v)
{
    return wendi_is_zero(v.x) && wendi_is_zero(v.y);
}

bool wendi_steer_is_length(double x)
{
    return wendi_is_finite(x) && x >= 0;
}

bool wendi_steer_is_mover(const wend_steer_agent *self)
{
    return self != NULL && wendi_steer_is_finite(self->position) &&
           wendi_steer_is_finite(self->velocity) && wendi_steer_is_finite(self->heading) &&
           wendi_steer_is_length(self->radius) && wendi_is_finite(self->max_speed) &&
           self->max_speed > 0 && wendi_is_finite(self->max_force) && self->max_force > 0;
}

/* 0 times a finite number is 0, else NaN, and so is the sum: one test for all numbers. */
bool wendi_steer_is_other(const wend_steer_other *other)
{
    if (other == NULL) {
        return false;
    }
    const double sum = 0 * other->position.x + 0 * other->position.y + 0 * other->velocity.x +
                       0 * other->velocity.y + 0 * other->heading.x + 0 * other->heading.y +
                       0 * other->radius;
    return wendi_is_zero(sum) && other->radius >= 0;
}

bool wendi_steer_are_others(const wend_steer_other *others, size_t count)
{
    if (others == NULL) {
        return count == 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (!wendi_steer_is_other(&others[i])) {
            return false;
        }
    }
    return true;
}

bool wendi_steer_are_circles(const wend_vec2 *centres, const double *radii, size_t count)
{
    if (centres == NULL || radii == NULL) {
        return count == 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (!wendi_steer_is_finite(centres[i]) || !wendi_steer_is_length(radii[i])) {
            return false;
        }
    }
    return true;
}

wend_vec2 wendi_steer_limit(wend_vec2 v, double most)
{
    const double length = wendi_vec2_length(v);
    if (!wendi_is_finite(length)) {
        return (wend_vec2){0, 0};
    }
    return length > most ? wend_vec2_scale(v, most / length) : v;
}

wend_vec2 wendi_steer_to_velocity(const wend_steer_agent *self, wend_vec2 wanted)
{
    const wend_vec2 change = wend_vec2_sub(wanted, self->velocity);
    return wendi_steer_limit(wend_vec2_scale(change, 1 / WENDI_STEER_RESPONSE), self->max_force);
}

wend_vec2 wendi_steer_in_direction(const wend_steer_agent *self, wend_vec2 direction)
{
    const wend_vec2 unit = wend_vec2_normalize(direction);
    if (wendi_steer_is_zero(unit)) {
        return unit;
    }
    return wendi_steer_to_velocity(self, wend_vec2_scale(unit, self->max_speed));
}

double wendi_steer_braking_speed(double distance, double braking, double last_speed)
{
    if (!(distance > 0)) {
        return last_speed;
    }
    /* The root of v^2 + 2 slack v = 2 braking d + (the term of last_speed). */
    const double slack = braking * WENDI_STEER_REACTION;
    const double at_end = last_speed + slack;
    return wend_sqrt(at_end * at_end + 2 * braking * distance) - slack;
}

wend_vec2 wendi_steer_intercept_velocity(const wend_steer_agent *self, wend_vec2 position,
                                         wend_vec2 velocity, double closing)
{
    const wend_vec2 to = wend_vec2_normalize(wend_vec2_sub(position, self->position));
    const double along = wend_vec2_dot(velocity, to);
    const double across = wend_vec2_cross(to, velocity);
    const double room = self->max_speed * self->max_speed - across * across;
    if (room < 0) { /* too fast across: aims at where it will be by the time it takes */
        const double seconds = wend_vec2_distance(position, self->position) /
                               (self->max_speed + wend_vec2_length(velocity));
        const wend_vec2 target = wend_vec2_add(position, wend_vec2_scale(velocity, seconds));
        const wend_vec2 direction = wend_vec2_normalize(wend_vec2_sub(target, self->position));
        return wend_vec2_scale(direction, self->max_speed);
    }
    const double most = wend_sqrt(room) - along;
    const wend_vec2 nearer = wend_vec2_scale(to, most < closing ? most : closing);
    return wendi_steer_limit(wend_vec2_add(velocity, nearer), self->max_speed);
}

wend_vec2 wendi_steer_keep_station(const wend_steer_agent *self, wend_vec2 position,
                                   wend_vec2 velocity)
{
    const double distance = wend_vec2_distance(position, self->position);
    const double closing = wendi_steer_braking_speed(distance, self->max_force, 0);
    return wendi_steer_to_velocity(
        self, wendi_steer_intercept_velocity(self, position, velocity, closing));
}

/* ---- combining forces ---- */

void wend_steer_mix_begin(wend_steer_mix *mix, wend_steer_combine combine, double max_force,
                          uint64_t seed, uint64_t id, uint64_t tick)
{
    if (mix == NULL) {
        return;
    }
    const bool is_usable = wendi_is_finite(max_force) && max_force > 0 &&
                           (combine == WEND_STEER_WEIGHTED || combine == WEND_STEER_PRIORITY ||
                            combine == WEND_STEER_DITHERED);
    *mix = (wend_steer_mix){.combine = combine, .seed = seed, .id = id, .tick = tick};
    mix->max_force = is_usable ? max_force : 0;
    mix->left = mix->max_force;
    mix->is_done = !is_usable;
}

/* Only the force that is shown is limited, so that the order of forces does not matter. */
static void add_weighted(wend_steer_mix *mix, wend_vec2 force)
{
    const wend_vec2 sum = wend_vec2_add(mix->sum, force);
    if (!wendi_is_finite(wend_vec2_length(sum))) {
        return;
    }
    mix->sum = sum;
    mix->force = wendi_steer_limit(sum, mix->max_force);
    const double left = mix->max_force - wend_vec2_length(mix->force);
    mix->left = left > 0 ? left : 0;
}

static void add_by_priority(wend_steer_mix *mix, wend_vec2 force)
{
    const double needed = wend_vec2_length(force);
    mix->sum = wend_vec2_add(mix->sum, wendi_steer_limit(force, mix->left));
    mix->force = wendi_steer_limit(mix->sum, mix->max_force);
    mix->is_done = needed >= mix->left;
    mix->left = mix->is_done ? 0 : mix->left - needed;
}

static void add_dithered(wend_steer_mix *mix, wend_vec2 force, double chance)
{
    const uint64_t draw_seed = wend_random(mix->seed, mix->id, mix->tick);
    const double drawn = wend_random_unit(draw_seed, mix->id, mix->count);
    if (!(drawn < chance) || wendi_steer_is_zero(force)) {
        return;
    }
    const double part = chance < 1 ? chance : 1;
    mix->sum = wend_vec2_scale(force, 1 / part);
    mix->force = wendi_steer_limit(mix->sum, mix->max_force);
    mix->left = 0;
    mix->is_done = true;
}

bool wend_steer_mix_add(wend_steer_mix *mix, wend_vec2 force, double weight, double chance)
{
    if (mix == NULL || mix->is_done) {
        return false;
    }
    mix->count++;
    const wend_vec2 weighted = wend_vec2_scale(force, weight);
    if (!wendi_is_finite(wend_vec2_length(weighted))) {
        return true;
    }
    switch (mix->combine) {
    case WEND_STEER_WEIGHTED:
        add_weighted(mix, weighted);
        break;
    case WEND_STEER_PRIORITY:
        add_by_priority(mix, weighted);
        break;
    case WEND_STEER_DITHERED:
        add_dithered(mix, weighted, chance);
        break;
    default:
        mix->is_done = true;
        break;
    }
    return !mix->is_done;
}

void wend_steer_apply(wend_steer_agent *self, wend_vec2 force, double seconds)
{
    if (!wendi_steer_is_mover(self) || !wendi_steer_is_finite(force) ||
        !wendi_steer_is_length(seconds)) {
        return;
    }
    /* Longer than that would go beyond the wanted velocity, and oscillate. */
    const double push = seconds < WENDI_STEER_RESPONSE ? seconds : WENDI_STEER_RESPONSE;
    const wend_vec2 change = wend_vec2_scale(wendi_steer_limit(force, self->max_force), push);
    const wend_vec2 velocity =
        wendi_steer_limit(wend_vec2_add(self->velocity, change), self->max_speed);
    const wend_vec2 position = wend_vec2_add(self->position, wend_vec2_scale(velocity, seconds));
    if (!wendi_steer_is_finite(position)) {
        return;
    }
    self->velocity = velocity;
    self->position = position;
    if (wend_vec2_length(velocity) > WENDI_STEER_SPEED_LEAST) {
        self->heading = wend_vec2_normalize(velocity);
    }
}
