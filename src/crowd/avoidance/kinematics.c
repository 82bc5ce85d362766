/* Limits velocities to what bodies can do: acceleration, turn rate, and the arcs of vehicles that
 * cannot turn on the spot.
 * Cost: a few square roots; an arc takes a sine and a cosine. */
#include "crowd/avoidance/avoidance.h"
#include "crowd/core/motion.h"

#include "base/math/clamp.h"

/* Cosines: a vehicle backs up when its direction is further behind it than the first, until the
 * direction is as far ahead as the second. */
static const double BACK_BEGINS = -0.2;
static const double BACK_ENDS = 0.5;
static const double CREEP = 0.35; /* of its speed, the least while it turns */

/* Turns the heading towards a direction of length 1 by at most `most` radians. */
static void turn_heading(wendi_bodies *b, uint32_t body, double x, double y, double most)
{
    const double hx = b->heading_x[body];
    const double hy = b->heading_y[body];
    const double ahead = hx * x + hy * y;
    const double left = hx * y - hy * x;
    const double c = wend_cos(wendi_clamp(most, 0, 3.1415));
    if (ahead >= c) {
        b->heading_x[body] = x;
        b->heading_y[body] = y;
        return;
    }
    const double s = wend_sin(wendi_clamp(most, 0, 3.1415)) * (left >= 0 ? 1 : -1);
    const double nx = hx * c - hy * s;
    const double ny = hx * s + hy * c;
    const double length = sqrt(nx * nx + ny * ny);
    b->heading_x[body] = nx / length;
    b->heading_y[body] = ny / length;
}

/* A vehicle whose direction is behind it backs up, turning the other way, until there is room for
 * an arc ahead. */
static double gear_of(wendi_bodies *b, uint32_t body, double ahead)
{
    const uint32_t bit = (uint32_t)WENDI_BODY_REVERSING;
    if (ahead < BACK_BEGINS) {
        b->flags[body] |= bit;
    } else if (ahead > BACK_ENDS) {
        b->flags[body] &= ~bit;
    }
    return (b->flags[body] & bit) != 0 ? -1 : 1;
}

static void drive(wend_crowd *crowd, uint32_t at, uint32_t body, wend_vec2 tried)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_workspace *w = &crowd->work;
    const bool has_arc = b->turn_radius[body] > 0;
    const double x = has_arc ? tried.x : (double)w->avoid_vx[at];
    const double y = has_arc ? tried.y : (double)w->avoid_vy[at];
    const double wanted = sqrt(x * x + y * y);
    if (!(wanted > 1e-6)) {
        w->avoid_vx[at] = 0;
        w->avoid_vy[at] = 0;
        return;
    }
    const double ahead = (b->heading_x[body] * x + b->heading_y[body] * y) / wanted;
    double gear = has_arc ? gear_of(b, body, ahead) : 1;
    double part = gear * ahead > 0 ? gear * ahead : 0;
    if (has_arc && part < CREEP) {
        part = CREEP;
    }
    double speed = wanted * part;
    if (has_arc) {
        /* The speed is taken up along the heading: a backward velocity and a wanted forward one
         * would cancel each other, and the vehicle would stand still. */
        const double had =
            b->heading_x[body] * b->avoid_vx[body] + b->heading_y[body] * b->avoid_vy[body];
        const double rate = crowd->step / ((double)WENDI_RELAXATION_SECONDS + crowd->step);
        speed = had + rate * (gear * speed - had);
        gear = speed < 0 ? -1 : 1;
        speed *= gear;
    }
    double most = b->turn_rate[body] > 0 ? b->turn_rate[body] * crowd->step : 3.1415;
    if (has_arc) {
        const double by_arc = speed * crowd->step / b->turn_radius[body];
        most = by_arc < most ? by_arc : most;
    }
    turn_heading(b, body, x / wanted, y / wanted, most);
    w->avoid_vx[at] = (float)(b->heading_x[body] * speed * gear);
    w->avoid_vy[at] = (float)(b->heading_y[body] * speed * gear);
}

void wendi_kinematics_apply(wend_crowd *crowd, uint32_t at, uint32_t body, wend_vec2 tried)
{
    const wendi_bodies *b = &crowd->bodies;
    if (b->turn_rate[body] > 0 || b->turn_radius[body] > 0) {
        drive(crowd, at, body, tried);
    }
    if (b->acceleration[body] > 0) {
        wendi_workspace *w = &crowd->work;
        const double most = b->acceleration[body] * crowd->step;
        const double dx = (double)w->avoid_vx[at] - b->avoid_vx[body];
        const double dy = (double)w->avoid_vy[at] - b->avoid_vy[body];
        const double change = sqrt(dx * dx + dy * dy);
        if (change > most) {
            w->avoid_vx[at] = (float)(b->avoid_vx[body] + dx / change * most);
            w->avoid_vy[at] = (float)(b->avoid_vy[body] + dy / change * most);
        }
    }
}
