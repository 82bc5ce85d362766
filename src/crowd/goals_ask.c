/* takes: bodies that need a route.
 * gives: questions to the route source, and its answers as routes, smoothed from where the body is
 *        by now.
 * cost:  a look at each body's flags, and what the source takes. */
#include "crowd/passes.h"

#include <math.h>

/* A part of a way that is shorter, in radii, leads nowhere. */
static const double PART_LEAST = 0.8;

enum { LEGS_SKIPPED_MOST = 8 };

static bool can_walk_to(const wend_crowd *crowd, uint32_t body, double x, double y)
{
    const wendi_bodies *b = &crowd->bodies;
    return wendi_barriers_can_walk(
        wendi_barriers_of(&crowd->barriers, b->floor[body], b->crowd_class[body]),
        (wend_vec2){b->x[body], b->y[body]}, (wend_vec2){x, y}, b->radius[body],
        crowd->barriers.margin);
}

/* The way was found for where the body was when it asked: what can be walked to at once from where
 * it is now need not be walked to by corners. */
static uint32_t first_leg(const wend_crowd *crowd, uint32_t body)
{
    const wendi_route *route = &crowd->routes.of[body];
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

bool wendi_goal_take_path(wend_crowd *crowd, uint32_t body, const wend_path *path)
{
    wendi_bodies *b = &crowd->bodies;
    const size_t count = wend_path_leg_count(path);
    if (!wendi_routes_set(&crowd->routes, body, wend_path_legs(path), count)) {
        return false;
    }
    if (count > 0) {
        const wend_leg last = wend_path_leg(path, count - 1);
        b->goal_x[body] = last.to_point.x;
        b->goal_y[body] = last.to_point.y;
    } else if (b->goal[body] == (uint8_t)WEND_BODY_GOAL_PATH) {
        b->goal_x[body] = b->x[body];
        b->goal_y[body] = b->y[body];
    }
    b->goal_floor[body] =
        b->goal[body] == (uint8_t)WEND_BODY_GOAL_PATH ? b->floor[body] : b->goal_floor[body];
    b->leg[body] = first_leg(crowd, body);
    b->leg_told[body] = b->leg[body];
    b->leg_ticks[body] = 0;
    b->to_go_least[body] = WENDI_TO_GO_MOST;
    b->state[body] = WEND_BODY_GOING;
    return true;
}

/* Without a source, or where there is one leg only: straight on. */
static bool take_straight(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    wend_leg leg = {.from = WEND_NODE_NONE, .to = WEND_NODE_NONE, .edge = WEND_EDGE_NONE};
    leg.from_point = (wend_vec2){b->x[body], b->y[body]};
    leg.to_point = (wend_vec2){b->goal_x[body], b->goal_y[body]};
    leg.length = wend_vec2_distance(leg.from_point, leg.to_point);
    leg.behaviour = (uint32_t)WEND_BEHAVIOUR_WALK;
    b->leg[body] = 0;
    b->leg_told[body] = 0;
    b->state[body] = WEND_BODY_GOING;
    return wendi_routes_set(&crowd->routes, body, &leg, 1);
}

wend_result wendi_goals_query(wend_crowd *crowd, uint64_t *ticket, const wend_route_query *about,
                              wend_path *path)
{
    const wend_route_source *source = &crowd->source;
    if (*ticket != 0) {
        return source->poll == NULL ? WEND_NO_PATH : source->poll(source->context, *ticket, path);
    }
    wend_route_query query = *about;
    query.ticket = crowd->next_ticket++;
    const wend_result result = source->ask(source->context, &query, path);
    const bool goes_on =
        result == WEND_IN_PROGRESS || (result == WEND_PARTIAL && source->poll != NULL);
    *ticket = goes_on ? query.ticket : 0;
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
static bool has_whole_way(const wend_crowd *crowd, uint32_t body)
{
    return crowd->routes.of[body].count > 0 &&
           (crowd->bodies.flags[body] & (uint32_t)WENDI_BODY_PARTIAL) == 0;
}

/* Part of a way: it is walked until more is known, and the goal stays what it is. A source that is
 * polled keeps the ticket, and tells more or all of the way when it knows it; one that is not
 * polled is asked again from the part's end, and has no way when nothing leads on from there. */
static wend_result answer_partial(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const wend_path *path = crowd->routes.scratch;
    const size_t count = wend_path_leg_count(path);
    const bool is_polled = b->ticket[body] != 0;
    if (has_whole_way(crowd, body)) {
        /* What leads all the way is better. */
        b->flags[body] &= is_polled ? UINT32_MAX : ~(uint32_t)WENDI_BODY_ASKING;
        return WEND_OK;
    }
    double metres = 0;
    for (size_t i = 0; i < count; ++i) {
        metres += wend_path_leg(path, i).length;
    }
    if (!is_polled) {
        b->flags[body] &= ~(uint32_t)WENDI_BODY_ASKING;
        if (!(metres > PART_LEAST * b->radius[body])) {
            wendi_lose_way(crowd, body);
            return WEND_OK;
        }
    } else if (count == 0 || wendi_routes_are(&crowd->routes, body, wend_path_legs(path), count)) {
        return WEND_OK; /* nothing new */
    }
    const wend_vec2 goal = {b->goal_x[body], b->goal_y[body]};
    if (!wendi_goal_take_path(crowd, body, path)) {
        return WEND_ERROR_MEMORY;
    }
    b->goal_x[body] = goal.x;
    b->goal_y[body] = goal.y;
    b->flags[body] |= (uint32_t)WENDI_BODY_PARTIAL;
    return WEND_OK;
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

/* True if a path is the way that the body has: no corner of either is further from the other than
 * a jam is wide. Both begin at the body. */
static bool is_same_way(const wend_crowd *crowd, uint32_t body, const wend_path *path)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_route *route = &crowd->routes.of[body];
    const wend_vec2 here = {b->x[body], b->y[body]};
    const double wide = wendi_jam_radius(b->radius[body]);
    const size_t count = wend_path_leg_count(path);
    for (size_t i = 0; i < count; ++i) {
        const wend_vec2 corner = wend_path_leg(path, i).to_point;
        double least = HUGE_VAL;
        wend_vec2 from = here;
        for (uint32_t k = b->leg[body]; k < route->count && least > wide * wide; ++k) {
            const wend_vec2 to = {route->legs[k].to_x, route->legs[k].to_y};
            const double squared = squared_to_segment(corner, from, to);
            least = squared < least ? squared : least;
            from = to;
        }
        if (least > wide * wide) {
            return false;
        }
    }
    for (uint32_t k = b->leg[body]; k < route->count; ++k) {
        const wend_vec2 corner = {route->legs[k].to_x, route->legs[k].to_y};
        double least = HUGE_VAL;
        wend_vec2 from = here;
        for (size_t i = 0; i < count && least > wide * wide; ++i) {
            const wend_vec2 to = wend_path_leg(path, i).to_point;
            const double squared = squared_to_segment(corner, from, to);
            least = squared < least ? squared : least;
            from = to;
        }
        if (least > wide * wide) {
            return false;
        }
    }
    return count > 0;
}

static wend_result answer(wend_crowd *crowd, uint32_t body, wend_result result)
{
    wendi_bodies *b = &crowd->bodies;
    if (result == WEND_IN_PROGRESS) {
        return WEND_OK;
    }
    if (result == WEND_PARTIAL) {
        return answer_partial(crowd, body);
    }
    /* The source gave its answer: it does not know the ticket any more. */
    b->ticket[body] = 0;
    /* A body that is on its way keeps the way it has when there is no better one. To a jam the same
     * way again is none: taking it would only make the body forget how long it has waited. */
    const bool has_way = has_whole_way(crowd, body);
    const bool is_same = has_way && b->stuck[body] == (uint8_t)WENDI_STUCK_REROUTE &&
                         result == WEND_OK && is_same_way(crowd, body, crowd->routes.scratch);
    const bool has_path = result == WEND_OK && !is_same;
    const wend_vec2 goal = {b->goal_x[body], b->goal_y[body]};
    if (has_path && !wendi_goal_take_path(crowd, body, crowd->routes.scratch)) {
        return WEND_ERROR_MEMORY;
    }
    if (has_path && wend_path_leg_count(crowd->routes.scratch) == 0) {
        b->goal_x[body] = goal.x;
        b->goal_y[body] = goal.y;
        if (!take_straight(crowd, body)) {
            return WEND_ERROR_MEMORY;
        }
    }
    b->flags[body] &= ~((uint32_t)WENDI_BODY_ASKING | (uint32_t)WENDI_BODY_PARTIAL);
    if (has_path) {
        wendi_events_set(&crowd->events, body, WEND_EVENT_ROUTE);
    } else if (!has_way) {
        wendi_lose_way(crowd, body);
    }
    return WEND_OK;
}

static wend_result ask_one(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    if (crowd->source.ask == NULL) {
        if (!take_straight(crowd, body)) {
            return WEND_ERROR_MEMORY;
        }
        b->flags[body] &= ~(uint32_t)WENDI_BODY_ASKING;
        return WEND_OK;
    }
    const wend_route_query query = query_of(crowd, body);
    wend_path_clear(crowd->routes.scratch);
    return answer(crowd, body,
                  wendi_goals_query(crowd, &b->ticket[body], &query, crowd->routes.scratch));
}

wend_result wendi_goals_ask(wend_crowd *crowd)
{
    const wendi_bodies *b = &crowd->bodies;
    for (uint32_t i = 0; i < b->high; ++i) {
        if ((b->flags[i] & (uint32_t)WENDI_BODY_ASKING) == 0 || !wendi_bodies_is_there(b, i)) {
            continue;
        }
        const wend_result result = ask_one(crowd, i);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}
