/* takes: a body on a route.
 * gives: the velocity along it: to the end of the leg, or of the next one as soon as that can be
 *        walked to; when legs begin and end.
 * cost:  a few numbers; near corners, every few ticks, a walk past the walls. */
#include "crowd/passes.h"

/* Within so many seconds of its goal a body slows down. */
static const double BRAKE_SECONDS = 0.4;
/* Near enough to the goal, in radii. */
static const double ARRIVAL = 0.4;
/* Near enough to the end of a leg on the way, in radii. */
static const double PASSED = 1.0;

enum { LOOK_TICKS = 4 /* whether a corner can be cut is looked at every so many ticks */ };

static bool walks(const wendi_route_leg *leg)
{
    return leg->behaviour == (uint32_t)WEND_BEHAVIOUR_WALK;
}

static double distance_to(const wendi_bodies *b, uint32_t body, double x, double y)
{
    const double dx = x - b->x[body];
    const double dy = y - b->y[body];
    return wend_sqrt(dx * dx + dy * dy);
}

/* Is the body beyond the end of the leg, as seen along it, and beside it by no more than a body? */
static bool has_passed(const wendi_bodies *b, uint32_t body, const wendi_route_leg *leg)
{
    const double dx = leg->to_x - leg->from_x;
    const double dy = leg->to_y - leg->from_y;
    const double ox = b->x[body] - leg->to_x;
    const double oy = b->y[body] - leg->to_y;
    const double length = wend_sqrt(dx * dx + dy * dy);
    if (!(length > 0) || !(ox * dx + oy * dy >= 0)) {
        return false;
    }
    const double beside = (ox * dy - oy * dx) / length;
    const double most = 4 * b->radius[body];
    return beside < most && beside > -most;
}

static bool can_cut(const wend_crowd *crowd, uint32_t body, const wendi_route_leg *next)
{
    const wendi_bodies *b = &crowd->bodies;
    return wendi_barriers_can_walk(
        wendi_barriers_of(&crowd->barriers, b->floor[body], b->crowd_class[body]),
        (wend_vec2){b->x[body], b->y[body]}, (wend_vec2){next->to_x, next->to_y}, b->radius[body],
        crowd->barriers.margin);
}

static bool is_leg_done(const wend_crowd *crowd, uint32_t body, const wendi_route *route,
                        uint32_t at)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_route_leg *leg = &route->legs[at];
    const wendi_route_leg *next = &route->legs[at + 1];
    const double distance = distance_to(b, body, leg->to_x, leg->to_y);
    if (!walks(leg) || !walks(next)) {
        /* Legs that matter begin where they begin. */
        return distance <= 2 * ARRIVAL * b->radius[body];
    }
    if (distance <= PASSED * b->radius[body] || has_passed(b, body, leg)) {
        return true;
    }
    return (crowd->tick + body) % LOOK_TICKS == 0 && distance < 8 * b->radius[body] + 2 &&
           can_cut(crowd, body, next);
}

static void begin_leg(wend_crowd *crowd, uint32_t body, uint32_t at)
{
    wendi_bodies *b = &crowd->bodies;
    b->leg[body] = at;
    b->leg_ticks[body] = 0;
    const wendi_route_leg *leg = &crowd->routes.of[body].legs[at];
    const double length = distance_to(b, body, leg->to_x, leg->to_y);
    b->leg_free[body] = b->speed[body] > 0 ? length / b->speed[body] : 0;
    if (!walks(leg)) {
        wendi_events_set(&crowd->events, body, WEND_EVENT_LEG);
    }
    if (leg->behaviour == (uint32_t)WEND_BEHAVIOUR_TELEPORT) {
        b->want_x[body] = leg->to_x;
        b->want_y[body] = leg->to_y;
        b->goal_floor[body] = b->floor[body];
        b->flags[body] |= (uint32_t)WENDI_BODY_JUMPS;
    }
}

static wend_vec2 walk_to(wend_crowd *crowd, uint32_t body, const wendi_route_leg *leg, bool is_last)
{
    wendi_bodies *b = &crowd->bodies;
    const double dx = leg->to_x - b->x[body];
    const double dy = leg->to_y - b->y[body];
    const double distance = wend_sqrt(dx * dx + dy * dy);
    b->to_go[body] = distance + leg->left;
    if (!(distance > 0)) {
        return (wend_vec2){0, 0};
    }
    double speed = b->speed[body];
    if (is_last && distance / BRAKE_SECONDS < speed) {
        speed = distance / BRAKE_SECONDS;
    }
    return (wend_vec2){dx / distance * speed, dy / distance * speed};
}

wend_vec2 wendi_want_route(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const wendi_route *route = &crowd->routes.of[body];
    uint32_t at = b->leg[body];
    if (at >= route->count) {
        wendi_arrive(crowd, body, b->x[body], b->y[body]);
        return (wend_vec2){0, 0};
    }
    if (b->leg_ticks[body]++ == 0 && at == 0) {
        begin_leg(crowd, body, at);
    }
    if (at + 1 < route->count && is_leg_done(crowd, body, route, at)) {
        begin_leg(crowd, body, ++at);
    }
    const wendi_route_leg *leg = &route->legs[at];
    const bool is_last = at + 1 == route->count;
    if (is_last && distance_to(b, body, leg->to_x, leg->to_y) <= ARRIVAL * b->radius[body]) {
        b->to_go[body] = 0;
        wendi_arrive(crowd, body, leg->to_x, leg->to_y);
        return walk_to(crowd, body, leg, true);
    }
    return walk_to(crowd, body, leg, is_last);
}
