/* takes: a body on a route.
 * gives: the velocity along it: to the end of the leg, or of the next one as soon as that can be
 *        walked to; when legs begin and end.
 * cost:  a few numbers; near corners, every few ticks, a walk past the walls. */
#include "crowd/core/motion.h"

/* Within so many seconds of its goal a body slows down. */
static const double BRAKE_SECONDS = 0.4;
/* Near enough to the goal, in radii. */
static const double ARRIVAL = 0.4;
/* Near enough to the end of a leg on the way, in radii. */
static const double PASSED = 1.0;
/* Beside a leg by no more than this one is on it, in radii. */
static const double ON_LEG = 0.2;
/* Who is this slow may have strayed. */
static const double SLOW_TO_STRAY = 0.3;

enum {
    LOOK_TICKS = 4,   /* whether a corner can be cut is looked at every so many ticks */
    STRAY_TICKS = 16, /* and whether one was pushed around one */
    LEGS_BACK = 4,
    PLACES_ON_LEG = 7
};

static bool is_walked(const wendi_route_leg *leg)
{
    return leg->behaviour == (uint32_t)WEND_BEHAVIOUR_WALK;
}

static double distance_to(const wendi_bodies *b, uint32_t body, double x, double y)
{
    const double dx = x - b->x[body];
    const double dy = y - b->y[body];
    return sqrt(dx * dx + dy * dy);
}

/* Is the body beyond the end of the leg, as seen along it, and beside it by no more than a body? */
static bool has_passed(const wendi_bodies *b, uint32_t body, const wendi_route_leg *leg)
{
    const double dx = leg->to_x - leg->from_x;
    const double dy = leg->to_y - leg->from_y;
    const double ox = b->x[body] - leg->to_x;
    const double oy = b->y[body] - leg->to_y;
    const double length = sqrt(dx * dx + dy * dy);
    if (!(length > 0) || !(ox * dx + oy * dy >= 0)) {
        return false;
    }
    const double beside = (ox * dy - oy * dx) / length;
    const double most = 4 * b->radius[body];
    return beside < most && beside > -most;
}

static bool can_walk_from(const wend_crowd *crowd, uint32_t body, wend_vec2 from, wend_vec2 to)
{
    const wendi_bodies *b = &crowd->bodies;
    return wendi_obstacles_is_segment_clear(
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]), from, to,
        b->radius[body], crowd->obstacles.margin);
}

static bool can_walk(const wend_crowd *crowd, uint32_t body, double x, double y)
{
    const wendi_bodies *b = &crowd->bodies;
    return can_walk_from(crowd, body, (wend_vec2){b->x[body], b->y[body]}, (wend_vec2){x, y});
}

static bool is_leg_done(const wend_crowd *crowd, uint32_t body, const wendi_body_route *route,
                        uint32_t at)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_route_leg *leg = &route->legs[at];
    const wendi_route_leg *next = &route->legs[at + 1];
    const double distance = distance_to(b, body, leg->to_x, leg->to_y);
    if (leg->behaviour == (uint32_t)WEND_BEHAVIOUR_TELEPORT) {
        return (b->flags[body] & (uint32_t)WENDI_BODY_TELEPORTS) == 0 &&
               distance <= WENDI_TELEPORT_EXIT_RADII * b->radius[body];
    }
    if (!is_walked(leg) || !is_walked(next)) {
        /* Legs that matter begin where they begin. */
        return distance <= 2 * ARRIVAL * b->radius[body];
    }
    if (distance <= PASSED * b->radius[body] || has_passed(b, body, leg)) {
        return true;
    }
    return (crowd->tick + body) % LOOK_TICKS == 0 && distance < 8 * b->radius[body] + 2 &&
           can_walk(crowd, body, next->to_x, next->to_y);
}

static void begin_leg(wend_crowd *crowd, uint32_t body, uint32_t at)
{
    wendi_bodies *b = &crowd->bodies;
    b->leg[body] = at;
    b->leg_ticks[body] = 0;
    const wendi_route_leg *leg = &crowd->routes.of[body].legs[at];
    const double length = distance_to(b, body, leg->to_x, leg->to_y);
    b->leg_free[body] = b->speed[body] > 0 ? length / b->speed[body] : 0;
    /* The end of a leg with a behaviour is told by the leg after it. */
    const uint32_t behaves = (uint32_t)WENDI_BODY_ON_SPECIAL_LEG;
    if (!is_walked(leg) || (b->flags[body] & behaves) != 0) {
        b->leg_ticks[body] = 1; /* begun, and only once */
        b->flags[body] = is_walked(leg) ? b->flags[body] & ~behaves : b->flags[body] | behaves;
        wendi_events_set(&crowd->events, body, WEND_EVENT_LEG);
    }
    if (leg->behaviour == (uint32_t)WEND_BEHAVIOUR_TELEPORT) {
        b->goal_vector_x[body] = leg->to_x;
        b->goal_vector_y[body] = leg->to_y;
        b->goal_floor[body] = b->floor[body];
        b->flags[body] |= (uint32_t)WENDI_BODY_TELEPORTS;
    }
}

static wend_vec2 leg_velocity(wend_crowd *crowd, uint32_t body, const wendi_route_leg *leg,
                              bool is_last)
{
    wendi_bodies *b = &crowd->bodies;
    const double dx = leg->to_x - b->x[body];
    const double dy = leg->to_y - b->y[body];
    const double distance = sqrt(dx * dx + dy * dy);
    b->distance_left[body] = distance + leg->left;
    if ((b->flags[body] & (uint32_t)WENDI_BODY_PARTIAL) != 0) {
        const wendi_body_route *route = &crowd->routes.of[body];
        const wendi_route_leg *last = &route->legs[route->count - 1];
        b->distance_left[body] += wend_vec2_distance((wend_vec2){last->to_x, last->to_y},
                                                     (wend_vec2){b->goal_x[body], b->goal_y[body]});
    }
    if (!(distance > 0)) {
        return (wend_vec2){0, 0};
    }
    double speed = b->speed[body];
    if (is_last && distance / BRAKE_SECONDS < speed) {
        speed = distance / BRAKE_SECONDS;
    }
    return (wend_vec2){dx / distance * speed, dy / distance * speed};
}

/* ---- back to the way ---- */

/* Somebody who was pushed around a corner sees neither the end of its leg nor the one before: it
 * looks along the legs behind it, from the near end, for a place that it can walk to. */
static bool find_rejoin_point(const wend_crowd *crowd, uint32_t body, uint32_t at, wend_vec2 *back,
                              uint32_t *leg)
{
    const wendi_body_route *route = &crowd->routes.of[body];
    for (uint32_t i = 0; i < LEGS_BACK && i <= at; ++i) {
        const wendi_route_leg *behind = &route->legs[at - i];
        if (!is_walked(behind)) {
            return false;
        }
        for (int32_t k = 0; k <= PLACES_ON_LEG; ++k) {
            /* Close together near the leg's end, where most of those who strayed are. */
            const double part = k == 0 ? 0 : 1.0 / (double)(1 << (PLACES_ON_LEG - k));
            const wend_vec2 place = {behind->to_x + part * (behind->from_x - behind->to_x),
                                     behind->to_y + part * (behind->from_y - behind->to_y)};
            /* Where the leg that it is on passes too close to a corner itself, going back to it
             * is no help: it would only come here again. Along the wall it gets there. */
            const wend_vec2 end = {behind->to_x, behind->to_y};
            if (can_walk(crowd, body, place.x, place.y) &&
                (k == 0 || i > 0 || can_walk_from(crowd, body, place, end))) {
                *back = place;
                *leg = at - i;
                return true;
            }
        }
    }
    return false;
}

/* Legs may graze corners: who is on one need not see its end to be right there. */
static bool is_on_leg(const wendi_bodies *b, uint32_t body, const wendi_route_leg *leg)
{
    const double dx = leg->to_x - leg->from_x;
    const double dy = leg->to_y - leg->from_y;
    const double ox = b->x[body] - leg->from_x;
    const double oy = b->y[body] - leg->from_y;
    const double squared = dx * dx + dy * dy;
    const double along = ox * dx + oy * dy;
    const double beside = ox * dy - oy * dx;
    const double most = ON_LEG * b->radius[body];
    return squared > 0 && along >= 0 && along <= squared &&
           beside * beside <= most * most * squared;
}

static void check_strayed(wend_crowd *crowd, uint32_t body, uint32_t at)
{
    wendi_bodies *b = &crowd->bodies;
    const wendi_route_leg *leg = &crowd->routes.of[body].legs[at];
    if ((crowd->tick + body) % STRAY_TICKS != 0 || b->slow[body] < SLOW_TO_STRAY ||
        !is_walked(leg) || is_on_leg(b, body, leg) || can_walk(crowd, body, leg->to_x, leg->to_y)) {
        return;
    }
    wend_vec2 back = {0, 0};
    uint32_t on = at;
    if (find_rejoin_point(crowd, body, at, &back, &on)) {
        b->leg[body] = on;
        b->goal_vector_x[body] = back.x;
        b->goal_vector_y[body] = back.y;
        b->flags[body] |= (uint32_t)WENDI_BODY_REJOINS;
    } else if (b->goal[body] == (uint8_t)WEND_BODY_GOAL_POINT && crowd->source.ask != NULL &&
               b->ticket[body] == 0) {
        b->flags[body] |= (uint32_t)WENDI_BODY_NEEDS_ROUTE;
    }
}

/* To the place that was found, until the leg can be walked again. */
static bool rejoins(wend_crowd *crowd, uint32_t body, uint32_t at)
{
    wendi_bodies *b = &crowd->bodies;
    const uint32_t bit = (uint32_t)WENDI_BODY_REJOINS;
    if ((b->flags[body] & bit) == 0) {
        return false;
    }
    const wendi_route_leg *leg = &crowd->routes.of[body].legs[at];
    const bool looks = (crowd->tick + body) % STRAY_TICKS == 0;
    wend_vec2 back = {0, 0};
    uint32_t on = at;
    if (looks && find_rejoin_point(crowd, body, at, &back, &on) && on == at) {
        /* From here it may see a place further on. */
        b->goal_vector_x[body] = back.x;
        b->goal_vector_y[body] = back.y;
    }
    const bool is_back = distance_to(b, body, b->goal_vector_x[body], b->goal_vector_y[body]) <=
                         PASSED * b->radius[body];
    const bool can_go_on =
        (crowd->tick + body) % LOOK_TICKS == 0 && can_walk(crowd, body, leg->to_x, leg->to_y);
    /* It may be pushed around a further corner meanwhile. */
    const bool is_lost =
        looks && !can_walk(crowd, body, b->goal_vector_x[body], b->goal_vector_y[body]);
    if (is_back || can_go_on || is_lost) {
        b->flags[body] &= ~bit;
        return false;
    }
    return true;
}

static wend_vec2 rejoin_velocity(wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const double dx = b->goal_vector_x[body] - b->x[body];
    const double dy = b->goal_vector_y[body] - b->y[body];
    const double distance = sqrt(dx * dx + dy * dy);
    const double speed = distance > 0 ? b->speed[body] / distance : 0;
    return (wend_vec2){dx * speed, dy * speed};
}

/* Where the part of the route that is known ends, the body stands until the rest is there. */
static void request_rest(wend_crowd *crowd, uint32_t body)
{
    crowd->bodies.state[body] = WEND_BODY_PATH_PENDING;
    crowd->bodies.flags[body] |= (uint32_t)WENDI_BODY_NEEDS_ROUTE;
}

wend_vec2 wendi_goal_route_velocity(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const wendi_body_route *route = &crowd->routes.of[body];
    uint32_t at = b->leg[body];
    if (at >= route->count) {
        wendi_body_arrive(crowd, body, b->x[body], b->y[body]);
        return (wend_vec2){0, 0};
    }
    if (b->leg_ticks[body]++ == 0 &&
        (at == 0 || (b->flags[body] & (uint32_t)WENDI_BODY_ON_SPECIAL_LEG) != 0)) {
        begin_leg(crowd, body, at);
    }
    if (rejoins(crowd, body, at)) {
        return rejoin_velocity(crowd, body);
    }
    if (at + 1 < route->count && is_leg_done(crowd, body, route, at)) {
        begin_leg(crowd, body, ++at);
    }
    const wendi_route_leg *leg = &route->legs[at];
    const bool is_last = at + 1 == route->count;
    if (is_last && distance_to(b, body, leg->to_x, leg->to_y) <= ARRIVAL * b->radius[body]) {
        if ((b->flags[body] & (uint32_t)WENDI_BODY_PARTIAL) != 0) {
            request_rest(crowd, body);
            return leg_velocity(crowd, body, leg, true);
        }
        b->distance_left[body] = 0;
        wendi_body_arrive(crowd, body, leg->to_x, leg->to_y);
        return leg_velocity(crowd, body, leg, true);
    }
    check_strayed(crowd, body, at);
    return leg_velocity(crowd, body, leg, is_last);
}
