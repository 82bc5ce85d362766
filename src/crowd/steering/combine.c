/* takes: forces of behaviours, one by one.
 * gives: one force of at most max_force, and movers that obey it.
 * cost:  constant for each force. */
#include "crowd/steering/behaviours.h"

#include "base/math/bits.h"

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

/* The sum is cut only in what is shown, so that the order of forces does not matter. */
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
    const uint64_t throw_seed = wend_random(mix->seed, mix->id, mix->tick);
    const double drawn = wend_random_unit(throw_seed, mix->id, mix->count);
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
    /* A longer push would carry beyond the wanted velocity, and swing. */
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
