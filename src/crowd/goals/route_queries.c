/* takes: bodies that need a route.
 * gives: questions to the route source, and its answers as routes, smoothed from where the body is
 *        by now.
 * cost:  a look at each body's flags, and what the source takes. */
#include "crowd/core/motion.h"

#include <math.h>

/* A part of a way that is shorter, in radii, leads nowhere. */
static const double PART_LEAST = 0.8;

enum { LEGS_SKIPPED_MOST = 8 };

static bool can_walk_to(const wend_crowd *crowd, uint32_t body, double x, double y)
{
    const wendi_bodies *b = &crowd->bodies;
    return wendi_obstacles_is_segment_clear(
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]),
        (wend_vec2){b->x[body], b->y[body]}, (wend_vec2){x, y}, b->radius[body],
        crowd->obstacles.margin);
}

/* The way was found for where the body was when it asked: what can be walked to at once from where
 * it is now need not be walked to by corners. */
static uint32_t first_leg(const wend_crowd *crowd, uint32_t body)
{
    const wendi_body_route *route = &crowd->routes.of[body];
    uint32_t first = 0;
    for (uint32_t i = 1; i < route->count && i <= LEGS_SKIPPED_MOST; ++i) {
        if (route->legs[i - 1].behaviour != (uint32_t)WEND_BEHAVIOUR_WALK ||
            route->legs[i].behaviour != (uint32_t)WEND_BEHAVIOUR_WALK) {
            break;
        }
        if (can_walk_to(crowd, body, route->legs[i].to_x, route->legs[i].to_y)) {
            first = i;
        }
    }
    return first;
}

void wendi_goal_apply_pending_route(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_routes_apply_pending(&crowd->routes, body);
    const wendi_body_route *route = &crowd->routes.of[body];
    if (route->count > 0) {
        b->goal_x[body] = route->legs[route->count - 1].to_x;
        b->goal_y[body] = route->legs[route->count - 1].to_y;
    } else if (b->goal[body] == (uint8_t)WEND_BODY_GOAL_PATH) {
        b->goal_x[body] = b->x[body];
        b->goal_y[body] = b->y[body];
    }
    b->goal_floor[body] =
        b->goal[body] == (uint8_t)WEND_BODY_GOAL_PATH ? b->floor[body] : b->goal_floor[body];
    b->leg[body] = first_leg(crowd, body);
    b->leg_reported[body] = b->leg[body];
    b->leg_ticks[body] = 0;
    b->to_go_least[body] = WENDI_REMAINING_MOST;
    b->state[body] = WEND_BODY_MOVING;
}

/* Without a source, or where there is one leg only: straight on. There is room for a leg. */
static void take_straight(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    wend_leg leg = {.from = WEND_NODE_NONE, .to = WEND_NODE_NONE, .edge = WEND_EDGE_NONE};
    leg.from_point = (wend_vec2){b->x[body], b->y[body]};
    leg.to_point = (wend_vec2){b->goal_x[body], b->goal_y[body]};
    leg.length = wend_vec2_distance(leg.from_point, leg.to_point);
    leg.behaviour = (uint32_t)WEND_BEHAVIOUR_WALK;
    b->leg[body] = 0;
    b->leg_reported[body] = 0;
    b->state[body] = WEND_BODY_MOVING;
    wendi_routes_set(&crowd->routes, body, &leg, 1);
}

wend_result wendi_goals_query_source(wend_crowd *crowd, uint64_t *ticket,
                                     const wend_route_query *about, wend_path *path)
{
    const wend_route_source *source = &crowd->source;
    uint64_t asked = *ticket;
    wend_result result = WEND_NO_PATH;
    if (asked == 0) {
        wend_route_query query = *about;
        asked = crowd->fresh_ticket++;
        query.ticket = asked;
        result = source->ask(source->context, &query, path);
    } else if (source->poll != NULL) {
        result = source->poll(source->context, asked, path);
    }
    /* A source that gave its answer does not know the ticket any more. */
    const bool goes_on =
        result == WEND_IN_PROGRESS || (result == WEND_PARTIAL && source->poll != NULL);
    *ticket = goes_on ? asked : 0;
    return result;
}

static wend_route_query query_of(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    return (wend_route_query){.from = {b->x[body], b->y[body]},
                              .to = {b->goal_x[body], b->goal_y[body]},
                              .from_floor = b->floor[body],
                              .to_floor = b->goal_floor[body],
                              .crowd_class = b->crowd_class[body],
                              .radius = b->radius[body],
                              .is_around_jam = b->stuck[body] == (uint8_t)WENDI_STUCK_REROUTE,
                              .user = b->user[body]};
}

/* True if the body has a way that leads to its goal. */
static bool has_whole_route(const wend_crowd *crowd, uint32_t body)
{
    return crowd->routes.of[body].count > 0 &&
           (crowd->bodies.flags[body] & (uint32_t)WENDI_BODY_PARTIAL) == 0;
}

/* ---- questions ---- */

/* What a source says that is polled, and has nothing that the body does not know: what leads all
 * the way is better than a part, and the part that it walks along is not new. */
static bool is_known(const wend_crowd *crowd, uint32_t body, const wend_path *path)
{
    const size_t count = wend_path_leg_count(path);
    return has_whole_route(crowd, body) || count == 0 ||
           wendi_routes_equal(&crowd->routes, body, wend_path_legs(path), count);
}

/* Is a part of a way worth walking? */
static bool is_worth_walking(const wend_crowd *crowd, uint32_t body, const wend_path *path)
{
    double metres = 0;
    for (size_t i = 0; i < wend_path_leg_count(path); ++i) {
        metres += wend_path_leg(path, i).length;
    }
    return metres > PART_LEAST * crowd->bodies.radius[body];
}

/* The answer is noted at once, as it is given only once; its legs wait in the scratch path until
 * there is room for them. */
static void query_source(wend_crowd *crowd, uint32_t body)
{
    wendi_routes *routes = &crowd->routes;
    wendi_body_route *route = &routes->of[body];
    uint64_t *ticket = &crowd->bodies.ticket[body];
    const wend_route_query query = query_of(crowd, body);
    wend_path_clear(routes->scratch);
    wend_result result = wendi_goals_query_source(crowd, ticket, &query, routes->scratch);
    const bool is_part = result == WEND_PARTIAL;
    if (is_part && *ticket != 0 && is_known(crowd, body, routes->scratch)) {
        result = WEND_IN_PROGRESS;
    }
    route->is_answered = true;
    const bool has_path = result == WEND_OK || result == WEND_PARTIAL;
    route->answer = (int8_t)(has_path || result == WEND_IN_PROGRESS ? result : WEND_NO_PATH);
    route->is_worth_walking = is_part && is_worth_walking(crowd, body, routes->scratch);
    routes->scratch_owner = has_path ? body : WENDI_NONE;
}

bool wendi_goals_keep_pending(wend_crowd *crowd)
{
    wendi_routes *routes = &crowd->routes;
    const uint32_t whose = routes->scratch_owner;
    if (whose == WENDI_NONE) {
        return true;
    }
    const wend_leg *legs = wend_path_legs(routes->scratch);
    const size_t count = wend_path_leg_count(routes->scratch);
    const bool is_parked = whose < routes->limit
                               ? wendi_routes_set_pending(routes, whose, legs, count)
                               : wendi_formations_set_pending_legs(
                                     &crowd->formations, whose - routes->limit, legs, count);
    routes->scratch_owner = is_parked ? WENDI_NONE : whose;
    return is_parked;
}

/* @return false: no memory. */
static bool query_body(wend_crowd *crowd, uint32_t body)
{
    if (crowd->source.ask == NULL) {
        return wendi_routes_reserve(&crowd->routes, body, 1);
    }
    if (!crowd->routes.of[body].is_answered) {
        query_source(crowd, body);
    }
    return wendi_goals_keep_pending(crowd);
}

static bool needs_route(const wendi_bodies *b, uint32_t body)
{
    return (b->flags[body] & (uint32_t)WENDI_BODY_NEEDS_ROUTE) != 0 &&
           wendi_bodies_is_alive(b, body);
}

wend_result wendi_goals_query_routes(wend_crowd *crowd)
{
    if (!wendi_goals_keep_pending(crowd)) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < crowd->bodies.high; ++i) {
        if (needs_route(&crowd->bodies, i) && !query_body(crowd, i)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

/* ---- answers ---- */

/* Part of a way: it is walked until more is known, and the goal stays what it is. A source that is
 * polled keeps the ticket, and tells more or all of the way when it knows it; one that is not
 * polled is asked again from the part's end, and has no way when nothing leads on from there. */
static void apply_partial(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const bool is_polled = b->ticket[body] != 0;
    b->flags[body] &= is_polled ? UINT32_MAX : ~(uint32_t)WENDI_BODY_NEEDS_ROUTE;
    if (has_whole_route(crowd, body)) {
        return; /* what leads all the way is better */
    }
    if (!is_polled && !crowd->routes.of[body].is_worth_walking) {
        wendi_body_lose_path(crowd, body);
        return;
    }
    const wend_vec2 goal = {b->goal_x[body], b->goal_y[body]};
    wendi_goal_apply_pending_route(crowd, body);
    b->goal_x[body] = goal.x;
    b->goal_y[body] = goal.y;
    b->flags[body] |= (uint32_t)WENDI_BODY_PARTIAL;
}

static double squared_to_segment(wend_vec2 at, wend_vec2 from, wend_vec2 to)
{
    const wend_vec2 way = wend_vec2_sub(to, from);
    const double squared = wend_vec2_dot(way, way);
    double t = squared > 0 ? wend_vec2_dot(wend_vec2_sub(at, from), way) / squared : 0;
    t = t > 0 ? t : 0;
    const wend_vec2 off = wend_vec2_sub(at, wend_vec2_lerp(from, to, t < 1 ? t : 1));
    return wend_vec2_dot(off, off);
}

/* Metres squared from a place to the nearest of some legs, the first of which begins at `from`. */
static double squared_to_legs(wend_vec2 at, wend_vec2 from, const wendi_route_leg *legs,
                              uint32_t count)
{
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < count; ++i) {
        const wend_vec2 to = {legs[i].to_x, legs[i].to_y};
        const double squared = squared_to_segment(at, from, to);
        least = squared < least ? squared : least;
        from = to;
    }
    return least;
}

/* True if no corner of some legs is further than `most` metres from others; both begin at `from`.
 */
static bool are_near(wend_vec2 from, double most, const wendi_route_leg *legs, uint32_t count,
                     const wendi_route_leg *others, uint32_t other_count)
{
    bool are_all = true;
    for (uint32_t i = 0; i < count && are_all; ++i) {
        const wend_vec2 corner = {legs[i].to_x, legs[i].to_y};
        are_all = !(squared_to_legs(corner, from, others, other_count) > most * most);
    }
    return are_all;
}

/* True if what is parked is the way that the body has: no corner of either is further from the
 * other than a jam is wide. Both begin at the body. */
static bool is_same_route(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_body_route *route = &crowd->routes.of[body];
    const wend_vec2 here = {b->x[body], b->y[body]};
    const double wide = wendi_jam_radius(b->radius[body]);
    const uint32_t first = b->leg[body] < route->count ? b->leg[body] : route->count;
    const wendi_route_leg *left = route->legs + first;
    const wendi_route_leg *pending = route->legs + route->count;
    const uint32_t left_count = route->count - first;
    return route->pending > 0 && are_near(here, wide, pending, route->pending, left, left_count) &&
           are_near(here, wide, left, left_count, pending, route->pending);
}

static void apply_whole(wend_crowd *crowd, uint32_t body, bool has_path)
{
    wendi_bodies *b = &crowd->bodies;
    /* A body that is on its way keeps the way it has when there is no better one. To a jam the same
     * way again is none: taking it would only make the body forget how long it has waited. */
    const bool has_way = has_whole_route(crowd, body);
    const bool is_same = has_way && has_path && b->stuck[body] == (uint8_t)WENDI_STUCK_REROUTE &&
                         is_same_route(crowd, body);
    b->flags[body] &= ~((uint32_t)WENDI_BODY_NEEDS_ROUTE | (uint32_t)WENDI_BODY_PARTIAL);
    if (has_path && !is_same) {
        const bool has_legs = crowd->routes.of[body].pending > 0;
        const wend_vec2 goal = {b->goal_x[body], b->goal_y[body]};
        wendi_goal_apply_pending_route(crowd, body);
        if (!has_legs) {
            b->goal_x[body] = goal.x;
            b->goal_y[body] = goal.y;
            take_straight(crowd, body);
        }
        wendi_events_set(&crowd->events, body, WEND_EVENT_ROUTE);
    } else if (!has_way) {
        wendi_body_lose_path(crowd, body);
    }
}

static void answer(wend_crowd *crowd, uint32_t body)
{
    wendi_body_route *route = &crowd->routes.of[body];
    if (crowd->source.ask == NULL) {
        take_straight(crowd, body);
        crowd->bodies.flags[body] &= ~(uint32_t)WENDI_BODY_NEEDS_ROUTE;
    } else if (route->answer == (int8_t)WEND_PARTIAL) {
        apply_partial(crowd, body);
    } else if (route->answer != (int8_t)WEND_IN_PROGRESS) {
        apply_whole(crowd, body, route->answer == (int8_t)WEND_OK);
    }
    route->is_answered = false;
    route->pending = 0;
}

void wendi_goals_apply_routes(wend_crowd *crowd)
{
    for (uint32_t i = 0; i < crowd->bodies.high; ++i) {
        if (needs_route(&crowd->bodies, i)) {
            answer(crowd, i);
        }
    }
}
