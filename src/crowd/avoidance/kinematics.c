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
static const double ROOM_AHEAD = 1.2;
static const double FAR_AWAY = 1e9; /* metres: further than any goal */
static const double CREEP = 0.35;   /* of its speed, the least while it turns */
/* Of its acceleration, along its heading and across it: together no more than the whole. */
static const double PART_ALONG = 0.7;
static const double PART_ACROSS = 0.7;
static const double TURN_SECONDS = 1;
static const double MOST_SPEED = 1e3; /* metres a second: more than any body has */
static const double HELD = 0.25; /* of its speed: a vehicle that moves less is held up by others */

/* Turns the heading towards a direction of length 1 by at most `most` radians. Small angles are
 * compared by their sines: the cosines of all of them are 1. */
static void turn_heading(wendi_bodies *b, uint32_t body, double x, double y, double most)
{
    const double hx = b->heading_x[body];
    const double hy = b->heading_y[body];
    const double ahead = hx * x + hy * y;
    const double left = hx * y - hy * x;
    const double angle = wendi_clamp(most, 0, 3.1415);
    const double c = wend_cos(angle);
    const double s = wend_sin(angle);
    const bool is_within = c > 0 ? ahead > 0 && left * left <= s * s : ahead >= c;
    const double side = left >= 0 ? s : -s;
    const double nx = is_within ? x : hx * c - hy * side;
    const double ny = is_within ? y : hx * side + hy * c;
    const double length = sqrt(nx * nx + ny * ny);
    b->heading_x[body] = nx / length;
    b->heading_y[body] = ny / length;
}

/* A vehicle backs up if its direction is behind it, or its goal inside the circle in which it can
 * turn. It turns the other way meanwhile, until there is room for an arc ahead. */
static double gear_of(wendi_bodies *b, uint32_t body, double ahead, double across)
{
    const uint32_t bit = (uint32_t)WENDI_BODY_REVERSING;
    const double side = across < 0 ? -across : across;
    const double least = 2 * b->turn_radius[body] * side; /* the length of the arc's chord */
    const double left = b->distance_left[body] > 0 ? b->distance_left[body] : FAR_AWAY;
    if (ahead < BACK_BEGINS || left < least) {
        b->flags[body] |= bit;
    } else if (ahead > BACK_ENDS && left > ROOM_AHEAD * least) {
        b->flags[body] &= ~bit;
    }
    return (b->flags[body] & bit) != 0 ? -1 : 1;
}

/* A body with a turn rate moves along its heading. */
static void turn(wend_crowd *crowd, uint32_t at, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_workspace *w = &crowd->work;
    const double x = (double)w->avoid_vx[at];
    const double y = (double)w->avoid_vy[at];
    const double wanted = sqrt(x * x + y * y);
    if (!(wanted > 1e-6)) {
        w->avoid_vx[at] = 0;
        w->avoid_vy[at] = 0;
        return;
    }
    const double ahead = (b->heading_x[body] * x + b->heading_y[body] * y) / wanted;
    const double speed = ahead > 0 ? ahead * wanted : 0;
    turn_heading(b, body, x / wanted, y / wanted, b->turn_rate[body] * crowd->step);
    w->avoid_vx[at] = (float)(b->heading_x[body] * speed);
    w->avoid_vy[at] = (float)(b->heading_y[body] * speed);
}

/* The speed at which a vehicle can turn towards a direction within TURN_SECONDS. */
static double speed_to_turn(const wendi_bodies *b, uint32_t body, double ahead, double across)
{
    const double angle = ahead < 0 ? 1 : across < 0 ? -across : across;
    const double most = PART_ACROSS * b->acceleration[body] * TURN_SECONDS;
    return most > 0 && angle * MOST_SPEED > most ? most / angle : MOST_SPEED;
}

/* A vehicle moves along its heading, and turns by as much as it has moved: wendi_kinematics_steer.
 * The speed is taken up along the heading: a backward velocity and a wanted forward one would
 * cancel each other, and the vehicle would stand still. */
static void drive(wend_crowd *crowd, uint32_t at, uint32_t body, wend_vec2 tried)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_workspace *w = &crowd->work;
    const double wanted = sqrt(tried.x * tried.x + tried.y * tried.y);
    const wend_vec2 aim = wanted > 1e-6 ? (wend_vec2){tried.x / wanted, tried.y / wanted}
                                        : (wend_vec2){b->heading_x[body], b->heading_y[body]};
    const double ahead = b->heading_x[body] * aim.x + b->heading_y[body] * aim.y;
    const double across = b->heading_x[body] * aim.y - b->heading_y[body] * aim.x;
    const double gear = gear_of(b, body, ahead, across);
    const double part = gear * ahead > CREEP ? gear * ahead : CREEP;
    const double speed = wendi_min(wanted * part, speed_to_turn(b, body, ahead, across));
    const double had =
        b->heading_x[body] * b->avoid_vx[body] + b->heading_y[body] * b->avoid_vy[body];
    const double rate = crowd->step / ((double)WENDI_RELAXATION_SECONDS + crowd->step);
    double change = rate * (gear * speed - had);
    if (b->acceleration[body] > 0) {
        const double most = PART_ALONG * b->acceleration[body] * crowd->step;
        change = wendi_clamp(change, -most, most);
    }
    w->avoid_vx[at] = (float)(b->heading_x[body] * (had + change));
    w->avoid_vy[at] = (float)(b->heading_y[body] * (had + change));
    w->results[body].aim_x = (float)aim.x;
    w->results[body].aim_y = (float)aim.y;
}

void wendi_kinematics_steer(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const wendi_body_result *d = &crowd->work.results[body];
    const double along =
        b->heading_x[body] * (double)d->travelled_x + b->heading_y[body] * (double)d->travelled_y;
    const double length = along < 0 ? -along : along;
    double most = length / b->turn_radius[body];
    if (b->turn_rate[body] > 0 && b->turn_rate[body] * crowd->step < most) {
        most = b->turn_rate[body] * crowd->step;
    }
    if (b->acceleration[body] > 0) {
        const double by_side = PART_ACROSS * b->acceleration[body] * crowd->step * crowd->step;
        most = most * length > by_side ? by_side / length : most;
    }
    const double planned =
        (b->avoid_vx[body] * b->heading_x[body] + b->avoid_vy[body] * b->heading_y[body]) *
        crowd->step;
    if (most > 0) {
        turn_heading(b, body, (double)d->aim_x, (double)d->aim_y, most);
    }
    if (planned * planned * HELD * HELD > along * along) {
        b->flags[body] |= (uint32_t)WENDI_BODY_WEDGED;
    } else {
        b->flags[body] &= ~(uint32_t)WENDI_BODY_WEDGED;
    }
    b->avoid_vx[body] = b->heading_x[body] * along / crowd->step;
    b->avoid_vy[body] = b->heading_y[body] * along / crowd->step;
}

void wendi_kinematics_apply(wend_crowd *crowd, uint32_t at, uint32_t body, wend_vec2 tried)
{
    const wendi_bodies *b = &crowd->bodies;
    if (b->turn_radius[body] > 0) {
        drive(crowd, at, body, tried);
        return;
    }
    if (b->turn_rate[body] > 0) {
        turn(crowd, at, body);
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
