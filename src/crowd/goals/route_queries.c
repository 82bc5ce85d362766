/* Queries of the route source for bodies, and its answers as routes, shortened from where the body
 * is by now.
 * Cost: a look at the flags of each body, and what the source takes. */
#include "crowd/core/motion.h"
#include "crowd/goals/goals.h"
#include "crowd/social/social.h"

#include <math.h>

/* Radii: a shorter partial path leads nowhere. */
static const double PART_LEAST = 0.8;

enum { LEGS_SKIPPED_MOST = 8 };

static bool is_in_sight(const wend_crowd *crowd, uint32_t body, const wendi_route_leg *leg)
{
    const wend_mesh_location from = wendi_bodies_location(&crowd->bodies, body);
    const wend_mesh_location to = wend_mesh_location_at(leg->to_x, leg->to_y, leg->to_z);
    return wendi_body_has_clear_way(crowd, body, &from, &to);
}

static void set_goal_z(wendi_bodies *b, uint32_t body, double z)
{
    if (b->z != NULL) {
        b->goal_z[body] = z;
    }
}

void wendi_goal_apply_pending_route(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_routes_apply_pending(&crowd->routes, body);
    const wendi_body_route *route = &crowd->routes.of[body];
    if (route->count > 0) {
        b->goal_x[body] = route->legs[route->count - 1].to_x;
        b->goal_y[body] = route->legs[route->count - 1].to_y;
        set_goal_z(b, body, route->legs[route->count - 1].to_z);
    } else if (b->goal[body] == (uint8_t)WEND_BODY_GOAL_PATH) {
        b->goal_x[body] = b->x[body];
        b->goal_y[body] = b->y[body];
        set_goal_z(b, body, b->z == NULL ? 0 : b->z[body]);
    }
    b->goal_floor[body] =
        b->goal[body] == (uint8_t)WEND_BODY_GOAL_PATH ? b->floor[body] : b->goal_floor[body];
    /* The path was found for an earlier position: corners in front of the furthest point that can
     * be reached in a straight line are skipped. */
    uint32_t first = 0;
    for (uint32_t i = 1; i < route->count && i <= LEGS_SKIPPED_MOST; ++i) {
        if (route->legs[i - 1].behaviour != (uint32_t)WEND_BEHAVIOUR_WALK ||
            route->legs[i].behaviour != (uint32_t)WEND_BEHAVIOUR_WALK ||
            wendi_leg_changes_floor(&route->legs[i - 1], b->floor[body])) {
            break;
        }
        if ((b->flags[body] & (uint32_t)WENDI_BODY_ON_LINK) == 0 &&
            is_in_sight(crowd, body, &route->legs[i])) {
            first = i;
        }
    }
    if (first < route->count) {
        /* The body may be further from the leg's end than its beginning is. */
        wendi_route_leg *leg = &route->legs[first];
        const double metres = wend_vec2_distance((wend_vec2){b->x[body], b->y[body]},
                                                 (wend_vec2){leg->to_x, leg->to_y});
        leg->expected = metres > leg->expected ? metres : leg->expected;
    }
    crowd->queries.of[body].timed_leg1 = 0;
    b->leg[body] = first;
    b->leg_reported[body] = b->leg[body];
    b->leg_ticks[body] = 0;
    b->distance_left_least[body] = WENDI_REMAINING_MOST;
    b->flags[body] &= ~(uint32_t)WENDI_BODY_REJOINS; /* to the route before */
    b->state[body] = WEND_BODY_MOVING;
}

/* A route of one straight leg, without a source or where source and goal coincide. The capacity
 * suffices. */
static void set_straight_route(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    wend_leg leg = {.from = WEND_NODE_NONE, .to = WEND_NODE_NONE, .edge = WEND_EDGE_NONE};
    leg.from_point = (wend_vec2){b->x[body], b->y[body]};
    leg.to_point = (wend_vec2){b->goal_x[body], b->goal_y[body]};
    leg.length = wend_vec2_distance(leg.from_point, leg.to_point);
    leg.from_height = b->z == NULL ? 0 : b->z[body];
    leg.to_height = b->z == NULL ? 0 : b->goal_z[body];
    leg.behaviour = (uint32_t)WEND_BEHAVIOUR_WALK;
    b->leg[body] = 0;
    b->leg_reported[body] = 0;
    b->state[body] = WEND_BODY_MOVING;
    wendi_routes_set(&crowd->routes, body, &leg, 1);
}

wend_result wendi_goals_query_source(wend_crowd *crowd, uint64_t *ticket,
                                     const wend_route_query *about, wend_path *path,
                                     wend_route_answer *answer)
{
    const wend_route_source *source = &crowd->source;
    wend_route_query query = *about;
    *answer = (wend_route_answer){.item = 0};
    uint64_t ticket_now = *ticket;
    wend_result result = WEND_NO_PATH;
    if (ticket_now == 0) {
        ticket_now = crowd->fresh_ticket++;
        query.ticket = ticket_now;
        result = source->start(source->context, &query, path);
    } else if (source->poll_from != NULL) {
        query.ticket = ticket_now;
        result = source->poll_from(source->context, &query, path);
    } else if (source->poll != NULL) {
        result = source->poll(source->context, ticket_now, path);
    }
    if ((result == WEND_OK || result == WEND_PARTIAL) && source->get_answer != NULL) {
        query.ticket = ticket_now;
        source->get_answer(source->context, &query, answer);
        answer->cost_unit = answer->cost_unit > 0 && answer->cost_unit <= WEND_COORDINATE_MAX
                                ? answer->cost_unit
                                : 0;
    }
    /* After its answer a source forgets the ticket. */
    const bool is_polled = source->poll != NULL || source->poll_from != NULL;
    const bool goes_on = result == WEND_IN_PROGRESS || (result == WEND_PARTIAL && is_polled);
    *ticket = goes_on ? ticket_now : 0;
    return result;
}

/* True if the body has a route to its goal. */
static bool has_whole_route(const wend_crowd *crowd, uint32_t body)
{
    return crowd->routes.of[body].count > 0 &&
           (crowd->bodies.flags[body] & (uint32_t)WENDI_BODY_PARTIAL) == 0;
}

/* ---- queries ---- */

/* True if a polled answer has nothing new: a route to the goal is better than a part of one, and
 * the part may be the current route. */
static bool is_known(const wend_crowd *crowd, uint32_t body, const wend_path *path)
{
    const size_t count = wend_path_leg_count(path);
    return has_whole_route(crowd, body) || count == 0 ||
           wendi_routes_equal(&crowd->routes, body, wend_path_legs(path), count);
}

/* True if a partial path is long enough. */
static bool is_worth_walking(const wend_crowd *crowd, uint32_t body, const wend_path *path)
{
    double metres = 0;
    for (size_t i = 0; i < wend_path_leg_count(path); ++i) {
        metres += wend_path_leg(path, i).length;
    }
    return metres > PART_LEAST * crowd->bodies.radius[body];
}

static double height_of(const wend_crowd *crowd, uint32_t floor)
{
    return crowd->floor_heights != NULL ? crowd->floor_heights[floor] : 0;
}

/* Where a body's next route begins: on a link, where that ends. */
static wend_vec3 begin_of(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    if ((b->flags[body] & (uint32_t)WENDI_BODY_ON_LINK) != 0) {
        return (wend_vec3){b->link_x[body], b->link_y[body], b->link_z[body]};
    }
    return (wend_vec3){b->x[body], b->y[body],
                       b->z == NULL ? height_of(crowd, b->floor[body]) : b->z[body]};
}

/* The result is kept at once, as the source gives it only once; the legs wait in the scratch path
 * until there is memory for them. */
static void query_source(wend_crowd *crowd, uint32_t body)
{
    wendi_routes *routes = &crowd->routes;
    wendi_body_route *route = &routes->of[body];
    uint64_t *ticket = &crowd->bodies.ticket[body];
    const wendi_bodies *b = &crowd->bodies;
    wendi_body_query *own = &crowd->queries.of[body];
    own->is_around_jam =
        *ticket == 0 ? b->stuck[body] == (uint8_t)WENDI_STUCK_REROUTE : own->is_around_jam;
    double heights[WEND_CROWD_PLACES_MAX];
    for (uint32_t i = 0; i < own->place_count; ++i) {
        heights[i] = b->z == NULL ? height_of(crowd, own->places[i].floor) : own->places[i].height;
    }
    const wend_vec3 from = begin_of(crowd, body);
    const wend_route_query query = (wend_route_query){
        .from = {from.x, from.y},
        .to = {b->goal_x[body], b->goal_y[body]},
        .from_floor = b->floor[body],
        .to_floor = b->goal_floor[body],
        .crowd_class = b->crowd_class[body],
        .radius = b->radius[body],
        .is_around_jam = own->is_around_jam,
        .user = b->user[body],
        .from_height = from.z,
        .to_height = b->z == NULL ? height_of(crowd, b->goal_floor[body]) : b->goal_z[body],
        .body = wendi_bodies_id(b, body),
        .priority = own->priority,
        .profile = own->profile1 - 1,
        .goal = (wend_route_goal)own->goal,
        .tag = own->tag,
        .places = own->place_count > 0 ? own->places : NULL,
        .place_count = own->place_count,
        .place_heights = own->place_count > 0 ? heights : NULL};
    wend_path_clear(routes->scratch);
    wend_route_answer said;
    wend_result result = wendi_goals_query_source(crowd, ticket, &query, routes->scratch, &said);
    const bool is_part = result == WEND_PARTIAL;
    if (is_part && *ticket != 0 && is_known(crowd, body, routes->scratch)) {
        result = WEND_IN_PROGRESS;
    }
    route->is_answered = true;
    const bool has_path = result == WEND_OK || result == WEND_PARTIAL;
    route->said = said;
    route->answer = (int8_t)(has_path || result == WEND_IN_PROGRESS ? result : WEND_NO_PATH);
    route->is_worth_walking = is_part && is_worth_walking(crowd, body, routes->scratch);
    routes->scratch_owner = has_path ? body : WENDI_NONE;
}

/* Moves the legs in the scratch path to the body that they answer. @return false: out of
 * memory, they stay where they are. */
static bool keep_pending(wendi_routes *routes)
{
    const uint32_t body = routes->scratch_owner;
    if (body == WENDI_NONE) {
        return true;
    }
    const wend_leg *legs = wend_path_legs(routes->scratch);
    const size_t count = wend_path_leg_count(routes->scratch);
    const double unit = body < routes->limit ? routes->of[body].said.cost_unit : 0;
    const bool is_kept = wendi_routes_set_pending(routes, body, legs, count, unit);
    routes->scratch_owner = is_kept ? WENDI_NONE : body;
    return is_kept;
}

/* @return false: out of memory. */
static bool query_body_of(wend_crowd *crowd, uint32_t body)
{
    if (crowd->source.start == NULL) {
        return wendi_routes_reserve(&crowd->routes, body, 1);
    }
    if (!crowd->routes.of[body].is_answered) {
        query_source(crowd, body);
    }
    return keep_pending(&crowd->routes);
}

/* The members of a social group walk one path: a member takes the answer of its guide, from where it
 * sees that path. A part of a path it does not take, and queries its own. Here it gets memory alone, and
 * keeps a query of its own: a tick that fails leaves it as it was. @return false: out of memory. */
static bool query_body(wend_crowd *crowd, uint32_t body)
{
    wendi_routes *routes = &crowd->routes;
    const uint32_t guide = wendi_social_guide_of(crowd, body);
    if (guide == body || crowd->source.start == NULL) {
        return query_body_of(crowd, body);
    }
    if (!query_body_of(crowd, guide)) {
        return false;
    }
    if (routes->of[guide].answer == (int8_t)WEND_PARTIAL) {
        return query_body_of(crowd, body);
    }
    const uint32_t pending = routes->of[guide].pending;
    return wendi_routes_reserve(routes, body,
                                (size_t)routes->of[body].count + (pending > 0 ? pending : 1));
}

/* Gives a member the answer of its guide, in place of its own query. */
static void share_answer(wend_crowd *crowd, uint32_t body)
{
    const uint32_t guide = wendi_social_guide_of(crowd, body);
    const wendi_body_route *from = &crowd->routes.of[guide];
    wendi_body_route *to = &crowd->routes.of[body];
    if (guide == body || !from->is_answered || from->answer == (int8_t)WEND_PARTIAL) {
        return;
    }
    wendi_crowd_cancel_query(crowd, crowd->bodies.ticket[body]);
    crowd->bodies.ticket[body] = 0;
    wendi_routes_copy_pending(&crowd->routes, guide, body);
    to->is_answered = true;
    to->answer = from->answer;
    to->said = from->said;
    to->is_worth_walking = from->is_worth_walking;
}

static bool needs_route(const wendi_bodies *b, uint32_t body)
{
    return (b->flags[body] & (uint32_t)WENDI_BODY_NEEDS_ROUTE) != 0 &&
           wendi_bodies_is_alive(b, body);
}

wend_result wendi_goals_query_routes(wend_crowd *crowd)
{
    if (!keep_pending(&crowd->routes)) {
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

/* Follows a partial path until more is known; the goal stays. A source that is polled keeps the
 * ticket and gives more later. Another source is queried again from the end of the part; if nothing
 * leads on from there, there is no path. */
static void apply_partial(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const bool is_polled = b->ticket[body] != 0;
    b->flags[body] &= is_polled ? UINT32_MAX : ~(uint32_t)WENDI_BODY_NEEDS_ROUTE;
    if (has_whole_route(crowd, body)) {
        return; /* a route to the goal is better */
    }
    if (!is_polled && !crowd->routes.of[body].is_worth_walking) {
        wendi_body_lose_path(crowd, body);
        return;
    }
    const wend_vec2 goal = {b->goal_x[body], b->goal_y[body]};
    const double goal_z = b->z == NULL ? 0 : b->goal_z[body];
    const bool is_point = crowd->queries.of[body].goal == (uint8_t)WEND_ROUTE_TO_POINT;
    wendi_goal_apply_pending_route(crowd, body);
    b->goal_x[body] = is_point ? goal.x : b->goal_x[body];
    b->goal_y[body] = is_point ? goal.y : b->goal_y[body];
    set_goal_z(b, body, is_point || b->z == NULL ? goal_z : b->goal_z[body]);
    b->flags[body] |= (uint32_t)WENDI_BODY_PARTIAL;
}

/* ---- goals that are no point ---- */

/* The goal nearest to a position in a straight line, of those on its floor if there are any; of
 * equal ones the first. */
static uint32_t nearest_place(const wendi_body_query *query, wend_vec2 at, uint32_t floor)
{
    uint32_t best = 0;
    double least = HUGE_VAL;
    bool is_on_floor = false;
    for (uint32_t i = 0; i < query->place_count; ++i) {
        const wend_vec2 off = wend_vec2_sub(query->places[i].position, at);
        const double squared = wend_vec2_dot(off, off);
        const bool is_here = query->places[i].floor == floor;
        if ((is_here && !is_on_floor) || (is_here == is_on_floor && squared < least)) {
            best = i;
            least = squared;
            is_on_floor = is_here;
        }
    }
    return best;
}

/* The end of the order's path so far. @return the goal for a path without legs. */
static wend_vec2 apply_item(wend_crowd *crowd, uint32_t body, bool has_legs)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_body_query *query = &crowd->queries.of[body];
    const wendi_body_route *route = &crowd->routes.of[body];
    const wendi_route_leg *last =
        has_legs && route->count > 0 ? &route->legs[route->count - 1] : NULL;
    const uint32_t floor = last != NULL && last->floor1 > 0 ? last->floor1 - 1 : b->floor[body];
    const wend_vec2 at =
        last != NULL ? (wend_vec2){last->to_x, last->to_y} : (wend_vec2){b->x[body], b->y[body]};
    if (query->goal == (uint8_t)WEND_ROUTE_TO_PLACES) {
        const bool is_said = route->said.has_item && route->said.item < query->place_count;
        query->has_item = true;
        query->item = is_said ? route->said.item : nearest_place(query, at, floor);
        b->goal_floor[body] = query->places[query->item].floor;
        set_goal_z(b, body, query->places[query->item].height);
        return query->places[query->item].position;
    }
    query->has_item = route->said.has_item;
    query->item = route->said.has_item ? route->said.item : 0;
    b->goal_floor[body] = floor;
    return at;
}

static double squared_to_segment(wend_vec2 at, wend_vec2 from, wend_vec2 to)
{
    const wend_vec2 direction = wend_vec2_sub(to, from);
    const double squared = wend_vec2_dot(direction, direction);
    double t = squared > 0 ? wend_vec2_dot(wend_vec2_sub(at, from), direction) / squared : 0;
    t = t > 0 ? t : 0;
    const wend_vec2 off = wend_vec2_sub(at, wend_vec2_lerp(from, to, t < 1 ? t : 1));
    return wend_vec2_dot(off, off);
}

/* Squared metres from a position to the nearest of some legs, the first of which begins at
 * `from`. */
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

/* True if every corner of some legs is within `most` metres of others; both begin at `from`. */
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

/* True if the pending route is the current one: every corner of either is within the width of a jam
 * of the other. Both begin at the body. */
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

/* True if the source knows no path to the exit that the body walks to: it takes another exit, and does
 * not wait on the old path. */
static bool is_exit_closed(const wend_crowd *crowd, uint32_t body)
{
    return (crowd->bodies.flags[body] & (uint32_t)WENDI_BODY_SEEKS_EXIT) != 0 &&
           !crowd->queries.of[body].is_around_jam;
}

static void apply_whole(wend_crowd *crowd, uint32_t body, bool has_path)
{
    wendi_bodies *b = &crowd->bodies;
    /* A moving body keeps its route where there is no better one. In a jam the same route is none:
     * with it the body would forget how long it has waited. */
    const bool has_route = has_whole_route(crowd, body);
    const bool is_same = has_route && has_path && crowd->queries.of[body].is_around_jam &&
                         is_same_route(crowd, body);
    b->flags[body] &= ~((uint32_t)WENDI_BODY_NEEDS_ROUTE | (uint32_t)WENDI_BODY_PARTIAL);
    if (has_path && !is_same) {
        const bool has_legs = crowd->routes.of[body].pending > 0;
        wend_vec2 goal = {b->goal_x[body], b->goal_y[body]};
        wendi_goal_apply_pending_route(crowd, body);
        if (crowd->queries.of[body].goal != (uint8_t)WEND_ROUTE_TO_POINT) {
            goal = apply_item(crowd, body, has_legs);
        }
        if (!has_legs) {
            b->goal_x[body] = goal.x;
            b->goal_y[body] = goal.y;
            set_straight_route(crowd, body);
        }
        wendi_events_set(&crowd->events, body, WEND_EVENT_ROUTE);
    } else if (!has_route || is_exit_closed(crowd, body)) {
        wendi_body_lose_path(crowd, body);
    }
}

static void answer(wend_crowd *crowd, uint32_t body)
{
    wendi_body_route *route = &crowd->routes.of[body];
    const bool was_resting = wendi_body_is_resting(&crowd->bodies, body);
    if (crowd->source.start == NULL) {
        if (crowd->queries.of[body].goal != (uint8_t)WEND_ROUTE_TO_POINT) {
            route->said = (wend_route_answer){.item = 0};
            const wend_vec2 goal = apply_item(crowd, body, false);
            crowd->bodies.goal_x[body] = goal.x;
            crowd->bodies.goal_y[body] = goal.y;
        }
        set_straight_route(crowd, body);
        crowd->bodies.flags[body] &= ~(uint32_t)WENDI_BODY_NEEDS_ROUTE;
    } else if (route->answer == (int8_t)WEND_PARTIAL) {
        apply_partial(crowd, body);
    } else if (route->answer != (int8_t)WEND_IN_PROGRESS) {
        apply_whole(crowd, body, route->answer == (int8_t)WEND_OK);
    }
    route->is_answered = false;
    route->pending = 0;
    if (was_resting != wendi_body_is_resting(&crowd->bodies, body)) {
        /* At a lower level of detail others would still see what it was. */
        wendi_detail_wake(&crowd->detail, body);
    }
}

void wendi_goals_apply_routes(wend_crowd *crowd)
{
    for (uint32_t i = 0; crowd->social->active_count > 0 && i < crowd->bodies.high; ++i) {
        if (needs_route(&crowd->bodies, i)) {
            share_answer(crowd, i);
        }
    }
    for (uint32_t i = 0; i < crowd->bodies.high; ++i) {
        if (needs_route(&crowd->bodies, i)) {
            answer(crowd, i);
        }
    }
}

/* ---- routes that an edit closed ---- */

/* Seconds in which bodies whose routes were cut query new ones, one after the other: walls that
 * move cut routes in every tick. */
static const double CUT_SECONDS = 0.5;

/* True if an edit closed a leg ahead of the body. Legs may graze corners: legs that no edit came
 * near to count as open. */
static bool is_route_cut(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_body_route *route = &crowd->routes.of[body];
    uint32_t floor = b->floor[body];
    wend_mesh_location from = wendi_bodies_location(b, body);
    for (uint32_t i = b->leg[body]; i < route->count; ++i) {
        const wendi_obstacle_set *set =
            wendi_obstacles_set_of(&crowd->obstacles, floor, b->crowd_class[body]);
        const wend_vec2 to = {route->legs[i].to_x, route->legs[i].to_y};
        if (route->legs[i].behaviour == (uint32_t)WEND_BEHAVIOUR_WALK &&
            wendi_obstacles_edits_touch(set, (wend_vec2){from.x, from.y}, to, b->radius[body]) &&
            !wendi_obstacles_is_way_clear(set, &from, to, b->radius[body], crowd->obstacles.margin,
                                          NULL)) {
            return true;
        }
        from = wend_mesh_location_at(to.x, to.y, route->legs[i].to_z);
        floor = route->legs[i].floor1 > 0 ? route->legs[i].floor1 - 1 : floor;
    }
    return false;
}

/* True if the body follows its route source. */
static bool follows_source(const wendi_bodies *b, uint32_t body)
{
    return wendi_bodies_is_alive(b, body) && b->goal[body] == (uint8_t)WEND_BODY_GOAL_POINT &&
           b->state[body] == (uint8_t)WEND_BODY_MOVING;
}

void wendi_goals_check_routes(wend_crowd *crowd)
{
    wendi_bodies *b = &crowd->bodies;
    const uint32_t cut = (uint32_t)WENDI_BODY_ROUTE_CUT;
    const bool has_edits = wendi_obstacles_have_edits(&crowd->obstacles);
    const double ticks = CUT_SECONDS / crowd->step;
    const uint64_t period = ticks > 1 ? (uint64_t)ticks : 1;
    for (uint32_t i = 0; i < b->high && crowd->source.start != NULL; ++i) {
        if (!has_edits && (b->flags[i] & cut) == 0) {
            continue;
        }
        if (!follows_source(b, i)) {
            b->flags[i] &= ~cut;
            continue;
        }
        if (has_edits && is_route_cut(crowd, i)) {
            b->flags[i] |= cut;
        }
        if ((b->flags[i] & cut) != 0 && b->ticket[i] == 0 && (crowd->tick + i) % period == 0) {
            b->flags[i] = (b->flags[i] & ~cut) | (uint32_t)WENDI_BODY_NEEDS_ROUTE;
        }
    }
    wendi_obstacles_forget_edits(&crowd->obstacles);
}
