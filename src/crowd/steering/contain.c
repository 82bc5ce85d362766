/* takes: bodies of a crowd that steer, their forces, and boxes that they are to stay in.
 * gives: the velocities that they answer forces with, and forces that keep them in the boxes.
 * cost:  some square roots. */
#include "crowd/core/motion.h"
#include "crowd/steering/behaviours.h"

#include "base/math/clamp.h"

/* Of the square of a speed over the force that brakes it: 1/2 where all of that goes against it,
 * and some more in a corner, where it turns back both ways. */
static const double BRAKING = 0.6;

/* A force acts for no longer in a tick: see wend_steer_apply. */
static double push_seconds(double step)
{
    return step < WENDI_STEER_RESPONSE ? step : WENDI_STEER_RESPONSE;
}

/* A velocity of which in a tick as much is taken up as the force is worth. */
wend_vec2 wendi_steering_velocity_for_force(const wend_steer_agent *self, wend_vec2 force,
                                            double step)
{
    const double part = step / ((double)WENDI_RELAXATION_SECONDS + step);
    const wend_vec2 change = wend_vec2_scale(force, push_seconds(step) / part);
    const wend_vec2 wanted = wend_vec2_add(self->velocity, change);
    return wendi_steer_limit(wanted, self->max_speed);
}

/* The room that is left of one side of a box, as far as there is any. */
static void shrink(double *low, double *high, double margin)
{
    const double most = 0.5 * (*high - *low);
    const double by = margin < most ? margin : most;
    *low += by;
    *high -= by;
}

/* What others ask for, or pushed, against a force. */
static void drop_against(wend_vec2 force, double *x, double *y)
{
    if (force.x * *x + force.y * *y < 0) {
        *x = 0;
        *y = 0;
    }
}

/* Where a body is kept by CONTAIN, and how hard it can brake. */
typedef struct contain_box {
    wend_vec2 low, high;
    double braking;
} contain_box;

/* So that its disc is within, and its centre stays there when others push it. */
static contain_box box_of(const wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                          double max_force)
{
    const wendi_bodies *b = &crowd->bodies;
    const double step = crowd->step;
    const double most = max_force * push_seconds(step) / step;
    const double own = b->acceleration[body];
    const double margin = 2 * most * step * step + b->radius[body] + b->turn_radius[body];
    contain_box in = {item->target, item->extra, own > 0 && own < most ? own : most};
    if (in.low.x <= in.high.x && in.low.y <= in.high.y) {
        shrink(&in.low.x, &in.high.x, margin);
        shrink(&in.low.y, &in.high.y, margin);
    }
    return in;
}

/* Turned back as far from the border as it takes to brake. Who is turned back steps aside for
 * nobody, and hands on no push, towards the border. */
wend_vec2 wendi_steering_contain(wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                                 const wend_steer_agent *self)
{
    wendi_bodies *b = &crowd->bodies;
    const contain_box in = box_of(crowd, body, item, self->max_force);
    const double speed = wend_vec2_length(self->velocity);
    const wend_vec2 force =
        wend_steer_contain(self, in.low, in.high, BRAKING * speed / in.braking + 2 * crowd->step);
    drop_against(force, &b->sidestep_x[body], &b->sidestep_y[body]);
    drop_against(force, &b->contact_vx[body], &b->contact_vy[body]);
    return force;
}

/* No faster towards a border than it can brake: others may have made it so, whom it stepped aside
 * for. */
static double slowed(double velocity, double low, double high, double braking)
{
    const double out = velocity < 0 ? -low : high;
    const double slack = braking * (double)WENDI_RELAXATION_SECONDS;
    const double most = out > 0 ? wend_sqrt(slack * slack + 2 * braking * out) - slack : 0;
    return wendi_clamp(velocity, -most, most);
}

wend_vec2 wendi_steering_limit_to_box(const wend_crowd *crowd, uint32_t body,
                                      const wend_steer_item *item, const wend_steer_agent *self,
                                      wend_vec2 wanted)
{
    const contain_box in = box_of(crowd, body, item, self->max_force);
    const wend_vec2 low = wend_vec2_sub(in.low, self->position);
    const wend_vec2 high = wend_vec2_sub(in.high, self->position);
    return (wend_vec2){slowed(wanted.x, low.x, high.x, in.braking),
                       slowed(wanted.y, low.y, high.y, in.braking)};
}
