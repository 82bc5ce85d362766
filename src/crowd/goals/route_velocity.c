/* Preferred velocities along a route: to the end of the leg, or of the next one as soon as that is
 * in a straight line; begin and end of legs.
 * Cost: constant; near corners, every few ticks, a test for a clear segment. */
#include "crowd/core/motion.h"
#include "crowd/goals/goals.h"

#include "base/math/clamp.h"

/* Radii: near enough to the goal. */
static const double ARRIVAL = 0.4;
/* Radii: near enough to the end of an inner leg. */
static const double PASSED = 1.0;
/* Radii: a body this close to a leg is on it. */
static const double ON_LEG = 0.2;
/* A body this slow may have strayed. */
static const double SLOW_TO_STRAY = 0.3;
/* Radii: a body that strayed and would walk back further than this asks for a new route. */
static const double WALK_BACK = 4;

enum {
    CHECK_TICKS = 4,  /* between two tests whether a corner can be cut */
    STRAY_TICKS = 16, /* between two tests whether a body strayed */
    LEGS_BACK = 4,
    POINTS_ON_LEG = 7
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

/* True if the body is beyond the end of the leg, and at most two diameters beside its line. */
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

static wend_mesh_location end_of(const wendi_route_leg *leg)
{
    return wend_mesh_location_at(leg->to_x, leg->to_y, leg->to_z);
}

static bool is_in_sight(const wend_crowd *crowd, uint32_t body, const wend_mesh_location *to)
{
    const wend_mesh_location from = wendi_bodies_location(&crowd->bodies, body);
    return wendi_body_has_clear_way(crowd, body, &from, to);
}

static bool is_end_in_sight(const wend_crowd *crowd, uint32_t body, const wendi_route_leg *leg)
{
    const wend_mesh_location to = end_of(leg);
    return is_in_sight(crowd, body, &to);
}

/* True if the body is about on the line from the end of its leg through its lane, or beyond it:
 * ahead of that it would cut the corner, and crowd there with the others. */
static bool has_passed_gate(const wend_crowd *crowd, uint32_t body, const wendi_route_leg *leg)
{
    const wendi_bodies *b = &crowd->bodies;
    const double x = b->x[body] - leg->to_x;
    const double y = b->y[body] - leg->to_y;
    const wend_vec2 across =
        wend_vec2_normalize((wend_vec2){crowd->work.gate_x[body], crowd->work.gate_y[body]});
    const double into = across.x * (leg->to_y - leg->from_y) - across.y * (leg->to_x - leg->from_x);
    const double beyond = (across.x * y - across.y * x) * (into < 0 ? -1 : 1);
    return beyond > -1.5 * b->radius[body] && x * across.x + y * across.y > 0;
}

static bool is_leg_done(const wend_crowd *crowd, uint32_t body, const wendi_body_route *route,
                        uint32_t at)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_route_leg *leg = &route->legs[at];
    const wendi_route_leg *next = &route->legs[at + 1];
    const double distance = distance_to(b, body, leg->to_x, leg->to_y);
    if (!wendi_bodies_is_level_with(b, body, leg->to_z)) {
        return false; /* above or below it */
    }
    if (leg->behaviour == (uint32_t)WEND_BEHAVIOUR_TELEPORT || (!is_walked(leg) && b->z != NULL)) {
        const uint32_t goes = (uint32_t)WENDI_BODY_TELEPORTS | (uint32_t)WENDI_BODY_ON_LINK;
        return (b->flags[body] & goes) == 0 &&
               distance <= WENDI_TELEPORT_EXIT_RADII * b->radius[body];
    }
    if (!is_walked(leg) || !is_walked(next)) {
        /* Special legs begin exactly where they begin. */
        return distance <= 2 * ARRIVAL * b->radius[body];
    }
    if (distance <= PASSED * b->radius[body] || has_passed(b, body, leg)) {
        return true;
    }
    if (wendi_body_has_lane(crowd, body)) {
        return has_passed_gate(crowd, body, leg) && is_end_in_sight(crowd, body, next);
    }
    return wendi_body_is_due(crowd, body, CHECK_TICKS) && distance < 8 * b->radius[body] + 2 &&
           is_end_in_sight(crowd, body, next);
}

/* On a mesh a body leaves the ground for a leg that is not walked: in a straight line, in the time
 * that the leg takes. */
static void begin_link(wend_crowd *crowd, uint32_t body, const wendi_route_leg *leg)
{
    wendi_bodies *b = &crowd->bodies;
    const double dx = leg->to_x - b->x[body];
    const double dy = leg->to_y - b->y[body];
    const double dz = leg->to_z - b->z[body];
    const double length = sqrt(dx * dx + dy * dy + dz * dz);
    const double metres = leg->expected > length ? leg->expected : length;
    const bool is_at_once = leg->behaviour == (uint32_t)WEND_BEHAVIOUR_TELEPORT;
    b->link_x[body] = leg->to_x;
    b->link_y[body] = leg->to_y;
    b->link_z[body] = leg->to_z;
    b->link_speed[body] = metres > 0 ? b->speed[body] * length / metres : 0;
    b->polygon[body] = is_at_once ? b->polygon[body] : WEND_NODE_NONE;
    b->flags[body] |= is_at_once ? (uint32_t)WENDI_BODY_TELEPORTS : (uint32_t)WENDI_BODY_ON_LINK;
    b->push_x[body] = 0;
    b->push_y[body] = 0;
}

static void begin_leg(wend_crowd *crowd, uint32_t body, uint32_t at)
{
    wendi_bodies *b = &crowd->bodies;
    b->leg[body] = at;
    b->leg_ticks[body] = 1; /* begun, and only once */
    const wendi_route_leg *leg = &crowd->routes.of[body].legs[at];
    const double length = distance_to(b, body, leg->to_x, leg->to_y);
    b->leg_free[body] = b->speed[body] > 0 ? length / b->speed[body] : 0;
    /* The end of a special leg is reported by the leg after it. */
    const uint32_t behaves = (uint32_t)WENDI_BODY_ON_SPECIAL_LEG;
    if (!is_walked(leg) || (b->flags[body] & behaves) != 0) {
        b->flags[body] = is_walked(leg) ? b->flags[body] & ~behaves : b->flags[body] | behaves;
        wendi_events_set(&crowd->events, body, WEND_EVENT_LEG);
    }
    if (b->z != NULL && !is_walked(leg)) {
        begin_link(crowd, body, leg);
    } else if (leg->behaviour == (uint32_t)WEND_BEHAVIOUR_TELEPORT) {
        b->goal_vector_x[body] = leg->to_x;
        b->goal_vector_y[body] = leg->to_y;
        b->flags[body] |= (uint32_t)WENDI_BODY_TELEPORTS;
    }
}

/* ---- the distance left ---- */

/* Metres that the lane is longer than the way by the corner: to the lane, and on to the end of the
 * next leg. */
double wendi_lane_detour(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_body_route *route = &crowd->routes.of[body];
    const uint32_t at = b->leg[body];
    if (!wendi_body_has_lane(crowd, body) || at + 1 >= route->count) {
        return 0;
    }
    const wend_vec2 from = {b->x[body], b->y[body]};
    const wend_vec2 corner = {route->legs[at].to_x, route->legs[at].to_y};
    const wend_vec2 lane = {corner.x + crowd->work.gate_x[body],
                            corner.y + crowd->work.gate_y[body]};
    const wend_vec2 next = {route->legs[at + 1].to_x, route->legs[at + 1].to_y};
    return wend_vec2_distance(from, lane) + wend_vec2_distance(lane, next) -
           wend_vec2_distance(from, corner) - wend_vec2_distance(corner, next);
}

/* @param to_end metres to the end of its leg. A sum of straight lines that end at the goal: never
 * less than the straight line to it. */
static void set_distance_left(wend_crowd *crowd, uint32_t body, const wendi_route_leg *leg,
                              double to_end)
{
    wendi_bodies *b = &crowd->bodies;
    b->distance_left[body] = to_end + leg->left;
    if ((b->flags[body] & (uint32_t)WENDI_BODY_PARTIAL) != 0) {
        const wendi_body_route *route = &crowd->routes.of[body];
        const wendi_route_leg *last = &route->legs[route->count - 1];
        b->distance_left[body] += wend_vec2_distance((wend_vec2){last->to_x, last->to_y},
                                                     (wend_vec2){b->goal_x[body], b->goal_y[body]});
    }
}

static wend_vec2 leg_velocity(wend_crowd *crowd, uint32_t body, const wendi_route_leg *leg,
                              bool is_last)
{
    const wendi_bodies *b = &crowd->bodies;
    const double dx = leg->to_x + (is_last ? 0 : crowd->work.gate_x[body]) - b->x[body];
    const double dy = leg->to_y + (is_last ? 0 : crowd->work.gate_y[body]) - b->y[body];
    const double distance = sqrt(dx * dx + dy * dy);
    set_distance_left(crowd, body, leg,
                      distance_to(b, body, leg->to_x, leg->to_y) + wendi_lane_detour(crowd, body));
    if (!(distance > 0)) {
        return (wend_vec2){0, 0};
    }
    const double speed = is_last ? wendi_goal_braking_speed(b, body, distance) : b->speed[body];
    return (wend_vec2){dx / distance * speed, dy / distance * speed};
}

/* ---- rejoining ---- */

/* The part of a leg from its end back to its point nearest to the body, 0 to 1. */
static double part_beside(const wendi_bodies *b, uint32_t body, const wendi_route_leg *leg)
{
    const double dx = leg->from_x - leg->to_x;
    const double dy = leg->from_y - leg->to_y;
    const double squared = dx * dx + dy * dy;
    const double along = (b->x[body] - leg->to_x) * dx + (b->y[body] - leg->to_y) * dy;
    return squared > 0 ? wendi_clamp(along / squared, 0, 1) : 0;
}

/* Parts of a leg from its end on, close together near the end, where most bodies stray; and the point
 * beside the body, ahead of those to which it would walk back. */
static void list_parts(double beside, double parts[POINTS_ON_LEG + 2])
{
    uint32_t count = 0;
    bool has_beside = false;
    for (int32_t k = 0; k <= POINTS_ON_LEG; ++k) {
        const double part = k == 0 ? 0 : 1.0 / (double)(1 << (POINTS_ON_LEG - k));
        if (!has_beside && beside <= part) {
            parts[count++] = beside;
            has_beside = true;
        }
        parts[count++] = part;
    }
}

/* A point of the route in a straight line. */
typedef struct rejoin_point {
    wend_vec2 at;
    uint32_t leg;
    double back; /* metres that it is behind the body along the route */
} rejoin_point;

/* A body that was pushed around a corner sees neither end of its leg. Searches its leg and those behind
 * it, from the near end, for a point in a straight line. Where the body's own leg itself passes a corner
 * too closely, and the body sees the leg beside it or ahead, returning does not help. Sliding along the
 * wall does. Elsewhere it need not walk back to the corner behind it. */
static bool find_rejoin_point(const wend_crowd *crowd, uint32_t body, uint32_t at,
                              rejoin_point *found)
{
    const wendi_body_route *route = &crowd->routes.of[body];
    double back = 0; /* from the body's own leg to the end of this one */
    for (uint32_t i = 0; i < LEGS_BACK && i <= at; ++i) {
        const wendi_route_leg *behind = &route->legs[at - i];
        if (!is_walked(behind) ||
            (i > 0 && wendi_leg_changes_floor(behind, crowd->bodies.floor[body]))) {
            return false;
        }
        const wend_vec2 from = {behind->from_x, behind->from_y};
        const wend_vec2 to = {behind->to_x, behind->to_y};
        const double length = wend_vec2_distance(from, to);
        const double beside = part_beside(&crowd->bodies, body, behind);
        const wend_mesh_location end = end_of(behind);
        double parts[POINTS_ON_LEG + 2];
        bool has_grazing = false;
        list_parts(beside, parts);
        for (int32_t k = 0; k < POINTS_ON_LEG + 2; ++k) {
            const wend_vec2 point = wend_vec2_lerp(to, from, parts[k]);
            const wend_mesh_location position = wend_mesh_location_at(
                point.x, point.y, behind->to_z + parts[k] * (behind->from_z - behind->to_z));
            if (!is_in_sight(crowd, body, &position)) {
                continue;
            }
            const bool is_clear =
                i > 0 || !(parts[k] > 0) || wendi_body_has_clear_way(crowd, body, &position, &end);
            if (!is_clear && beside < 1 && !(parts[k] > beside)) {
                return false;
            }
            if (is_clear || !has_grazing) {
                const double on_leg = i > 0 ? parts[k] : parts[k] - beside;
                *found = (rejoin_point){point, at - i, back + on_leg * length};
                has_grazing = true;
            }
            if (is_clear) {
                return true;
            }
        }
        if (has_grazing && at > 0) {
            return true;
        }
        back += (i > 0 ? 1 : 1 - beside) * length;
    }
    return false;
}

/* Legs may graze corners: a body on its leg need not see the end of it. */
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
    if (!wendi_body_is_due(crowd, body, STRAY_TICKS) || b->slow[body] < SLOW_TO_STRAY ||
        !is_walked(leg) || is_on_leg(b, body, leg) || is_end_in_sight(crowd, body, leg)) {
        return;
    }
    rejoin_point found;
    const bool is_found = find_rejoin_point(crowd, body, at, &found);
    if (is_found) {
        b->leg[body] = found.leg;
        b->goal_vector_x[body] = found.at.x;
        b->goal_vector_y[body] = found.at.y;
        b->flags[body] |= (uint32_t)WENDI_BODY_REJOINS;
        crowd->work.gate_x[body] = 0; /* the lane was around the end of the leg before */
        crowd->work.gate_y[body] = 0;
    }
    /* From here there may be a way ahead. */
    if ((!is_found || found.back > WALK_BACK * b->radius[body]) &&
        b->goal[body] == (uint8_t)WEND_BODY_GOAL_POINT && crowd->source.start != NULL &&
        b->ticket[body] == 0) {
        b->flags[body] |= (uint32_t)WENDI_BODY_NEEDS_ROUTE;
    }
}

/* Moves to the rejoin point until the leg is in sight again. */
static bool rejoins(wend_crowd *crowd, uint32_t body, uint32_t at)
{
    wendi_bodies *b = &crowd->bodies;
    const uint32_t bit = (uint32_t)WENDI_BODY_REJOINS;
    if ((b->flags[body] & bit) == 0) {
        return false;
    }
    const wendi_route_leg *leg = &crowd->routes.of[body].legs[at];
    const bool is_due = wendi_body_is_due(crowd, body, STRAY_TICKS);
    rejoin_point found;
    if (is_due && find_rejoin_point(crowd, body, at, &found) && found.leg == at) {
        /* From here a point further on may be in sight. */
        b->goal_vector_x[body] = found.at.x;
        b->goal_vector_y[body] = found.at.y;
    }
    const bool is_back = distance_to(b, body, b->goal_vector_x[body], b->goal_vector_y[body]) <=
                         PASSED * b->radius[body];
    const bool can_go_on =
        wendi_body_is_due(crowd, body, CHECK_TICKS) && is_end_in_sight(crowd, body, leg);
    /* Meanwhile it may be pushed around another corner. */
    const wend_mesh_location to =
        wend_mesh_location_at(b->goal_vector_x[body], b->goal_vector_y[body], (double)NAN);
    const bool is_out_of_sight = is_due && !is_in_sight(crowd, body, &to);
    if (is_back || can_go_on || is_out_of_sight) {
        b->flags[body] &= ~bit;
        return false;
    }
    return true;
}

static wend_vec2 path_velocity(wend_crowd *crowd, uint32_t body, bool *is_standing)
{
    wendi_bodies *b = &crowd->bodies;
    const wendi_body_route *route = &crowd->routes.of[body];
    uint32_t at = b->leg[body];
    (void)is_standing;
    if (at >= route->count) {
        wendi_body_arrive(crowd, body, b->x[body], b->y[body]);
        return (wend_vec2){0, 0};
    }
    if (b->leg_ticks[body] == 0) {
        begin_leg(crowd, body, at);
    } else {
        b->leg_ticks[body] += wendi_body_stride(crowd, body);
    }
    if (rejoins(crowd, body, at)) {
        const double dx = b->goal_vector_x[body] - b->x[body];
        const double dy = b->goal_vector_y[body] - b->y[body];
        const double distance = sqrt(dx * dx + dy * dy);
        const double speed = distance > 0 ? b->speed[body] / distance : 0;
        const wendi_route_leg *leg = &route->legs[at];
        const wend_vec2 back = {b->goal_vector_x[body], b->goal_vector_y[body]};
        set_distance_left(crowd, body, leg,
                          distance + wend_vec2_distance(back, (wend_vec2){leg->to_x, leg->to_y}));
        return (wend_vec2){dx * speed, dy * speed};
    }
    if (route->legs[at].behaviour != (uint32_t)WEND_BEHAVIOUR_TELEPORT &&
        wendi_leg_changes_floor(&route->legs[at], b->floor[body])) {
        const wendi_route_leg *leg = &route->legs[at];
        if (distance_to(b, body, leg->to_x, leg->to_y) <= 2 * ARRIVAL * b->radius[body]) {
            /* It is on the other floor at the end of the leg, as soon as there is room. */
            b->goal_vector_x[body] = leg->to_x;
            b->goal_vector_y[body] = leg->to_y;
            b->flags[body] |= (uint32_t)WENDI_BODY_TELEPORTS;
        }
        check_strayed(crowd, body, at);
        return leg_velocity(crowd, body, leg, false);
    }
    if (at + 1 < route->count && is_leg_done(crowd, body, route, at)) {
        begin_leg(crowd, body, ++at);
        crowd->work.gate_x[body] = 0; /* the lane was around the corner behind it */
        crowd->work.gate_y[body] = 0;
    }
    const wendi_route_leg *leg = &route->legs[at];
    const bool is_last = at + 1 == route->count;
    if (is_last && (b->flags[body] & (uint32_t)WENDI_BODY_HAS_PLACE) != 0) {
        return wendi_place_velocity(crowd, body);
    }
    if (is_last && distance_to(b, body, leg->to_x, leg->to_y) <= ARRIVAL * b->radius[body] &&
        wendi_bodies_is_level_with(b, body, leg->to_z)) {
        if ((b->flags[body] & (uint32_t)WENDI_BODY_PARTIAL) != 0) {
            /* At the end of a partial route the body waits for the rest. */
            crowd->bodies.state[body] = WEND_BODY_PATH_PENDING;
            crowd->bodies.flags[body] |= (uint32_t)WENDI_BODY_NEEDS_ROUTE;
            return leg_velocity(crowd, body, leg, true);
        }
        b->distance_left[body] = 0;
        wendi_body_arrive(crowd, body, leg->to_x, leg->to_y);
        return leg_velocity(crowd, body, leg, true);
    }
    check_strayed(crowd, body, at);
    return leg_velocity(crowd, body, leg, is_last);
}

static wend_vec2 point_velocity(wend_crowd *crowd, uint32_t body, bool *is_standing)
{
    const wendi_bodies *b = &crowd->bodies;
    if (b->state[body] == (uint8_t)WEND_BODY_PATH_PENDING &&
        (b->flags[body] & (uint32_t)WENDI_BODY_PARTIAL) == 0) {
        return wendi_meanwhile_velocity(crowd, body, is_standing);
    }
    return path_velocity(crowd, body, is_standing);
}

const wendi_goal_provider wendi_goal_provider_point = {.preferred_velocity = point_velocity};
const wendi_goal_provider wendi_goal_provider_path = {.preferred_velocity = path_velocity};
