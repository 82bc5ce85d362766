/* The calls that give goals to bodies.
 * Cost: constant; a path is copied. */
#include "crowd/core/crowd.h"
#include "crowd/goals/goals.h"

#include <string.h>

void wendi_goal_set_point(wend_crowd *crowd, uint32_t body, wend_vec2 to, uint32_t floor,
                          uint64_t goal_group)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_goal_end(crowd, body);
    wendi_goal_begin(crowd, body, WEND_BODY_GOAL_POINT);
    b->state[body] = WEND_BODY_PATH_PENDING;
    b->flags[body] |= (uint32_t)WENDI_BODY_NEEDS_ROUTE | (uint32_t)WENDI_BODY_SEEKS_PLACE;
    b->goal_x[body] = to.x;
    b->goal_y[body] = to.y;
    b->goal_floor[body] = floor;
    b->goal_group[body] = goal_group;
    if (b->z != NULL) {
        b->goal_z[body] = b->z[body];
    }
}

static wend_result check_height(wend_crowd *crowd, const char *function, double z)
{
    const double most = WEND_COORDINATE_MAX;
    return z >= -most && z <= most ? WEND_OK
                                   : wendi_refuse(&crowd->error, function, "z", z, -most, most);
}

wend_result wend_crowd_set_goal(wend_crowd *crowd, wend_body_id id, wend_vec2 to, uint32_t to_floor)
{
    uint32_t body = WENDI_NONE;
    wend_result result = wendi_crowd_find(crowd, "wend_crowd_set_goal", id, &body);
    if (result != WEND_OK) {
        return result;
    }
    result = wendi_crowd_check_position(crowd, "wend_crowd_set_goal", to, to_floor);
    if (result != WEND_OK) {
        return result;
    }
    wendi_goal_set_point(crowd, body, to, to_floor, 0);
    return WEND_OK;
}

wend_result wend_crowd_set_goal_at(wend_crowd *crowd, wend_body_id id, wend_vec3 to)
{
    static const char function[] = "wend_crowd_set_goal_at";
    uint32_t body = WENDI_NONE;
    wend_result result = wendi_crowd_find(crowd, function, id, &body);
    if (result != WEND_OK) {
        return result;
    }
    wendi_bodies *b = &crowd->bodies;
    const wend_vec2 at = {to.x, to.y};
    result = wendi_crowd_check_position(crowd, function, at, b->floor[body]);
    if (result == WEND_OK) {
        result = check_height(crowd, function, to.z);
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_goal_set_point(crowd, body, at, b->floor[body], 0);
    if (b->z != NULL) {
        b->goal_z[body] = to.z;
    }
    return WEND_OK;
}

wend_result wend_crowd_set_goal_places(wend_crowd *crowd, wend_body_id id,
                                       const wend_route_place *places, size_t count)
{
    static const char function[] = "wend_crowd_set_goal_places";
    uint32_t body = WENDI_NONE;
    wend_result result = wendi_crowd_find(crowd, function, id, &body);
    if (result != WEND_OK) {
        return result;
    }
    if (places == NULL) {
        return wendi_refuse_null(&crowd->error, function, "places");
    }
    if (count < 1 || count > (size_t)WEND_CROWD_PLACES_MAX) {
        return wendi_refuse(&crowd->error, function, "count", (double)count, 1,
                            WEND_CROWD_PLACES_MAX);
    }
    for (size_t i = 0; i < count && result == WEND_OK; ++i) {
        result = wendi_crowd_check_position(crowd, function, places[i].position, places[i].floor);
        if (result == WEND_OK && crowd->bodies.z != NULL) {
            result = check_height(crowd, function, places[i].height);
        }
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!wendi_body_queries_reserve(&crowd->queries, body, count)) {
        return wendi_fail_plain(&crowd->error, function, WEND_ERROR_MEMORY);
    }
    wendi_bodies *b = &crowd->bodies;
    wendi_goal_set_point(crowd, body, (wend_vec2){b->x[body], b->y[body]}, b->floor[body], 0);
    wendi_body_query *query = &crowd->queries.of[body];
    query->goal = WEND_ROUTE_TO_PLACES;
    query->place_count = (uint32_t)count;
    memcpy(query->places, places, count * sizeof *places);
    return WEND_OK;
}

wend_result wend_crowd_set_goal_tag(wend_crowd *crowd, wend_body_id id, uint32_t tag)
{
    static const char function[] = "wend_crowd_set_goal_tag";
    uint32_t body = WENDI_NONE;
    const wend_result result = wendi_crowd_find(crowd, function, id, &body);
    if (result != WEND_OK) {
        return result;
    }
    if (crowd->source.start == NULL) {
        return wendi_fail(&crowd->error, WEND_ERROR_UNSUPPORTED,
                          "%s: the crowd has no route source that could find things: set the field "
                          "route_source of wend_crowd_def",
                          function);
    }
    wendi_bodies *b = &crowd->bodies;
    wendi_goal_set_point(crowd, body, (wend_vec2){b->x[body], b->y[body]}, b->floor[body], 0);
    crowd->queries.of[body].goal = WEND_ROUTE_TO_TAG;
    crowd->queries.of[body].tag = tag;
    return WEND_OK;
}

wend_result wendi_goals_check_bodies(wend_crowd *crowd, const char *function,
                                     const wend_body_id *ids, size_t count)
{
    const wend_result result = wendi_crowd_check_idle(crowd);
    if (result != WEND_OK || (ids == NULL && count > 0)) {
        return result != WEND_OK ? result : wendi_refuse_null(&crowd->error, function, "ids");
    }
    for (size_t i = 0; i < count; ++i) {
        if (wendi_bodies_find(&crowd->bodies, ids[i]) == WENDI_NONE) {
            return wendi_refuse_id(&crowd->error, function, "body", ids[i].index1,
                                   ids[i].generation);
        }
    }
    return WEND_OK;
}

static wend_result set_group_goal(wend_crowd *crowd, const char *function, const wend_body_id *ids,
                                  size_t count, wend_vec2 to, uint32_t to_floor)
{
    wend_result result = wendi_goals_check_bodies(crowd, function, ids, count);
    if (result != WEND_OK) {
        return result;
    }
    result = wendi_crowd_check_position(crowd, function, to, to_floor);
    if (result != WEND_OK) {
        return result;
    }
    const uint64_t goal_group = crowd->next_goal_group++;
    double squares = 0;
    for (size_t i = 0; i < count; ++i) {
        const double radius = crowd->bodies.radius[ids[i].index1 - 1];
        squares += radius * radius;
    }
    const double radius = wendi_goal_group_radius(squares);
    for (size_t i = 0; i < count; ++i) {
        wendi_goal_set_point(crowd, ids[i].index1 - 1, to, to_floor, goal_group);
        crowd->bodies.goal_group_radius[ids[i].index1 - 1] = radius;
    }
    return WEND_OK;
}

wend_result wend_crowd_set_group_goal(wend_crowd *crowd, const wend_body_id *ids, size_t count,
                                      wend_vec2 to, uint32_t to_floor)
{
    return set_group_goal(crowd, "wend_crowd_set_group_goal", ids, count, to, to_floor);
}

wend_result wend_crowd_set_group_goal_at(wend_crowd *crowd, const wend_body_id *ids, size_t count,
                                         wend_vec3 to)
{
    static const char function[] = "wend_crowd_set_group_goal_at";
    wend_result result = wendi_crowd_check_idle(crowd);
    if (result == WEND_OK) {
        result = check_height(crowd, function, to.z);
    }
    if (result == WEND_OK) {
        result = set_group_goal(crowd, function, ids, count, (wend_vec2){to.x, to.y}, 0);
    }
    for (size_t i = 0; result == WEND_OK && crowd->bodies.z != NULL && i < count; ++i) {
        crowd->bodies.goal_z[ids[i].index1 - 1] = to.z;
    }
    return result;
}

wend_result wend_crowd_follow_path(wend_crowd *crowd, wend_body_id id, const wend_path *path)
{
    static const char function[] = "wend_crowd_follow_path";
    uint32_t body = WENDI_NONE;
    wend_result result = wendi_crowd_find(crowd, function, id, &body);
    if (result != WEND_OK) {
        return result;
    }
    if (path == NULL) {
        return wendi_refuse_null(&crowd->error, function, "path");
    }
    const size_t legs = wend_path_leg_count(path);
    result = wendi_crowd_update_obstacles(crowd, function);
    if (result != WEND_OK || !wendi_routes_reserve(&crowd->routes, body, legs > 0 ? legs : 1)) {
        return wendi_fail_plain(&crowd->error, function, WEND_ERROR_MEMORY);
    }
    wendi_goal_end(crowd, body);
    wendi_goal_begin(crowd, body, WEND_BODY_GOAL_PATH);
    crowd->bodies.flags[body] |= (uint32_t)WENDI_BODY_SEEKS_PLACE;
    (void)wendi_routes_set_pending(&crowd->routes, body, wend_path_legs(path), legs, 0);
    wendi_goal_apply_pending_route(crowd, body);
    return WEND_OK;
}

wend_result wendi_goals_check_flow_order(wend_crowd *crowd, const char *function,
                                         wend_flow_request_id order)
{
    wend_flow_request_info info;
    if (crowd->flow == NULL) {
        return wendi_fail(&crowd->error, WEND_ERROR_ARGUMENT,
                          "%s: the crowd has no flow: set has_own_flow or flow of wend_crowd_def",
                          function);
    }
    return wend_flow_get_request(crowd->flow, order, &info) == WEND_OK
               ? WEND_OK
               : wendi_refuse_id(&crowd->error, function, "request of the flow", order.index1,
                                 order.generation);
}

void wendi_goal_set_flow(wend_crowd *crowd, uint32_t body, wend_flow_request_id request,
                         uint64_t goal_group)
{
    wendi_bodies *b = &crowd->bodies;
    crowd->has_joining = true; /* the next tick joins the groups of one request */
    wendi_goal_end(crowd, body);
    wendi_goal_begin(crowd, body, WEND_BODY_GOAL_FLOW);
    b->order_index[body] = request.index1;
    b->order_generation[body] = request.generation;
    b->goal_group[body] = goal_group;
    b->flags[body] |= (uint32_t)WENDI_BODY_JOINS | (uint32_t)WENDI_BODY_SEEKS_PLACE;
}

wend_result wend_crowd_follow_flow(wend_crowd *crowd, const wend_body_id *ids, size_t count,
                                   wend_flow_request_id request)
{
    wend_result result = wendi_goals_check_bodies(crowd, "wend_crowd_follow_flow", ids, count);
    if (result == WEND_OK) {
        result = wendi_goals_check_flow_order(crowd, "wend_crowd_follow_flow", request);
    }
    if (result != WEND_OK) {
        return result;
    }
    const uint64_t goal_group = crowd->next_goal_group++;
    for (size_t i = 0; i < count; ++i) {
        wendi_goal_set_flow(crowd, ids[i].index1 - 1, request, goal_group);
    }
    return WEND_OK;
}

wend_result wend_crowd_set_velocity(wend_crowd *crowd, wend_body_id id, wend_vec2 velocity)
{
    uint32_t body = WENDI_NONE;
    const wend_result result = wendi_crowd_find(crowd, "wend_crowd_set_velocity", id, &body);
    if (result != WEND_OK) {
        return result;
    }
    if (!(velocity.x >= -1e3 && velocity.x <= 1e3)) {
        return wendi_refuse(&crowd->error, "wend_crowd_set_velocity", "velocity.x", velocity.x,
                            -1e3, 1e3);
    }
    if (!(velocity.y >= -1e3 && velocity.y <= 1e3)) {
        return wendi_refuse(&crowd->error, "wend_crowd_set_velocity", "velocity.y", velocity.y,
                            -1e3, 1e3);
    }
    if (crowd->bodies.goal[body] != WEND_BODY_GOAL_VELOCITY) {
        wendi_goal_end(crowd, body);
        wendi_goal_begin(crowd, body, WEND_BODY_GOAL_VELOCITY);
    }
    crowd->bodies.goal_vector_x[body] = velocity.x;
    crowd->bodies.goal_vector_y[body] = velocity.y;
    return WEND_OK;
}

wend_result wend_crowd_stop(wend_crowd *crowd, wend_body_id id)
{
    uint32_t body = WENDI_NONE;
    const wend_result result = wendi_crowd_find(crowd, "wend_crowd_stop", id, &body);
    if (result == WEND_OK) {
        wendi_goal_end(crowd, body);
    }
    return result;
}

wend_result wend_crowd_set_held(wend_crowd *crowd, wend_body_id id, bool is_held)
{
    uint32_t body = WENDI_NONE;
    const wend_result result = wendi_crowd_find(crowd, "wend_crowd_set_held", id, &body);
    if (result == WEND_OK) {
        const uint32_t bit = (uint32_t)WENDI_BODY_HELD;
        uint32_t *flags = &crowd->bodies.flags[body];
        *flags = is_held ? *flags | bit : *flags & ~bit;
        wendi_detail_wake(&crowd->detail, body);
    }
    return result;
}

/* ---- paths ---- */

/* Point k of the path that is left; 0 is the position of the body. */
static wend_vec2 path_point(const wend_crowd *crowd, uint32_t body, size_t k)
{
    const wendi_bodies *b = &crowd->bodies;
    if (k == 0) {
        return (wend_vec2){b->x[body], b->y[body]};
    }
    const wendi_route_leg *leg = &crowd->routes.of[body].legs[b->leg[body] + k - 1];
    return (wend_vec2){leg->to_x, leg->to_y};
}

wend_result wend_crowd_get_path(const wend_crowd *crowd, wend_body_id id, wend_vec2 *points,
                                size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (crowd == NULL || count == NULL || (points == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t body = wendi_bodies_find(&crowd->bodies, id);
    if (body == WENDI_NONE) {
        return WEND_ERROR_STALE;
    }
    const wendi_body_route *route = &crowd->routes.of[body];
    if (crowd->bodies.leg[body] >= route->count) {
        return WEND_NO_PATH;
    }
    *count = route->count - crowd->bodies.leg[body] + 1;
    for (size_t k = 0; k < *count && k < capacity; ++k) {
        points[k] = path_point(crowd, body, k);
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}
