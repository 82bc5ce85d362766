/* Random agents, targets and ticks. */
#ifndef TEST_PROPERTY_STEER_DRAWS_H
#define TEST_PROPERTY_STEER_DRAWS_H

#include "support/test.h"
#include "wend/steer.h"

typedef struct draws {
    uint64_t seed, drawn;
} draws;

static inline double draw(draws *d, double low, double high)
{
    return low + (high - low) * wend_random_unit(d->seed, 17, d->drawn++);
}

static inline wend_vec2 draw_point(draws *d, double side)
{
    const double x = draw(d, -side, side);
    return (wend_vec2){x, draw(d, -side, side)};
}

/* Stands; looks somewhere. */
static inline wend_steer_agent draw_mover(draws *d)
{
    wend_steer_agent m = {.position = draw_point(d, 20)};
    m.heading = wend_vec2_normalize(draw_point(d, 1));
    m.radius = draw(d, 0.1, 0.6);
    m.max_speed = draw(d, 0.5, 8);
    m.max_force = m.max_speed * draw(d, 0.6, 8);
    return m;
}

/* From 1/120 up to the time in which forces answer. */
static inline double draw_tick(draws *d)
{
    return draw(d, 1.0 / 120, 0.125);
}

static inline wend_steer_other other_of(const wend_steer_agent *m)
{
    return (wend_steer_other){m->position, m->velocity, m->heading, m->radius};
}

static inline double speed_of(const wend_steer_agent *m)
{
    return wend_vec2_length(m->velocity);
}

#endif
