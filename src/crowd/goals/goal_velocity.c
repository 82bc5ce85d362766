/* The velocity of bodies that rest, return, or are embedded in a wall; for others the provider of
 * the goal.
 * Cost: constant, and what the provider takes. */
#include "crowd/core/motion.h"
#include "crowd/goals/goals.h"

/* Seconds before its goal in which a body slows down. */
static const double BRAKE_SECONDS = 0.4;
static const double BRAKE_PART = 0.6; /* of its deceleration */
/* Radii: bodies this near to their resting position stay there. */
static const double HOME_SLACK = 0.2;
/* Metres a second out of a wall. */
static const double DIG_SPEED = 4.0;
/* Patience, of at most 10: see preferred_velocity.c. */
static const double PATIENCE_TO_RETURN = 2;
/* A body that stopped beside a goal it shares would drive the others to and fro. */
static const double PATIENCE_OF_MANY = 5;

double wendi_goal_braking_speed(const wendi_bodies *b, uint32_t body, double distance)
{
    const double most = distance / BRAKE_SECONDS;
    const double speed = most < b->speed[body] ? most : b->speed[body];
    const double squared = 2 * BRAKE_PART * b->acceleration[body] * distance;
    return b->acceleration[body] > 0 && squared < speed * speed ? sqrt(squared) : speed;
}

wend_vec2 wendi_goal_velocity_toward(const wendi_bodies *b, uint32_t body, double x, double y,
                                     double slack)
{
    const double dx = x - b->x[body];
    const double dy = y - b->y[body];
    const double distance = sqrt(dx * dx + dy * dy);
    if (!(distance > slack)) {
        return (wend_vec2){0, 0};
    }
    const double speed = wendi_goal_braking_speed(b, body, distance);
    return (wend_vec2){dx / distance * speed, dy / distance * speed};
}

/* A body that was pushed away and could not return for long moves as others do: resting bodies
 * yield to it. */
static bool is_far_from_home(const wendi_bodies *b, uint32_t body)
{
    const double dx = b->home_x[body] - b->x[body];
    const double dy = b->home_y[body] - b->y[body];
    const double away = 2 * b->radius[body];
    const double gx = b->home_x[body] - b->goal_x[body];
    const double gy = b->home_y[body] - b->goal_y[body];
    const double off = b->radius[body];
    const bool shares =
        (b->flags[body] & (uint32_t)WENDI_BODY_HAS_PLACE) != 0 ||
        (b->goal[body] == (uint8_t)WEND_BODY_GOAL_POINT && gx * gx + gy * gy > off * off);
    const double patience = shares ? PATIENCE_OF_MANY : PATIENCE_TO_RETURN;
    return b->patience[body] > patience && dx * dx + dy * dy > away * away;
}

void wendi_body_arrive(wend_crowd *crowd, uint32_t body, double x, double y)
{
    wendi_bodies *b = &crowd->bodies;
    if (b->state[body] != (uint8_t)WEND_BODY_ARRIVED) {
        wendi_events_set(&crowd->events, body, WEND_EVENT_ARRIVED);
    }
    b->state[body] = WEND_BODY_ARRIVED;
    b->home_x[body] = x;
    b->home_y[body] = y;
    b->distance_left_least[body] = b->distance_left[body];
    b->patience[body] = 0;
    wendi_stuck_end(crowd, body);
    b->flags[body] &= ~((uint32_t)WENDI_BODY_REJOINS | (uint32_t)WENDI_BODY_RETURNS |
                        (uint32_t)WENDI_BODY_ON_SPECIAL_LEG);
}

void wendi_body_lose_path(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_detail_wake(&crowd->detail, body);
    if (b->state[body] != (uint8_t)WEND_BODY_NO_PATH) {
        b->state[body] = WEND_BODY_NO_PATH;
        b->home_x[body] = b->x[body];
        b->home_y[body] = b->y[body];
        wendi_stuck_end(crowd, body);
        wendi_events_set(&crowd->events, body, WEND_EVENT_NO_PATH);
    }
}

/* ---- returning to a group ---- */

static wend_vec2 flow_direction(const wend_crowd *crowd, uint32_t body, double *left)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_flow_request_id order = {b->order_index[body], b->order_generation[body]};
    wend_vec2 direction = {0, 0};
    if (wend_flow_cost_left(crowd->flow, order, b->floor[body], b->x[body], b->y[body], left) !=
        WEND_OK) {
        *left = 0;
        return direction;
    }
    *left *= crowd->flow_cell;
    (void)wend_flow_sample(crowd->flow, order, b->floor[body], b->x[body], b->y[body], &direction.x,
                           &direction.y);
    return direction;
}

wend_vec2 wendi_goal_direction(const wend_crowd *crowd, uint32_t body, double *left)
{
    const wendi_bodies *b = &crowd->bodies;
    *left = 0;
    if (b->goal[body] == (uint8_t)WEND_BODY_GOAL_FLOW) {
        return flow_direction(crowd, body, left);
    }
    const double dx = b->goal_x[body] - b->x[body];
    const double dy = b->goal_y[body] - b->y[body];
    *left = wend_sqrt(dx * dx + dy * dy);
    return *left > 0 ? (wend_vec2){dx / *left, dy / *left} : (wend_vec2){0, 0};
}

/* ---- choice ---- */

static wend_vec2 exit_velocity(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
    const wend_mesh_location here = wendi_bodies_location(b, body);
    wend_mesh_location out;
    if (!wendi_obstacles_nearest_open_at(&crowd->obstacles, set, b->crowd_class[body], &here,
                                         b->radius[body], &out)) {
        return (wend_vec2){0, 0};
    }
    const double dx = out.x - b->x[body];
    const double dy = out.y - b->y[body];
    const double distance = wend_sqrt(dx * dx + dy * dy);
    const double part = distance > 0 ? DIG_SPEED / distance : 0;
    return (wend_vec2){dx * part, dy * part};
}

wend_vec2 wendi_goal_velocity(wend_crowd *crowd, uint32_t body, double pace, bool *is_standing)
{
    wendi_bodies *b = &crowd->bodies;
    *is_standing = false;
    if ((b->flags[body] & (uint32_t)WENDI_BODY_EMBEDDED) != 0) {
        return exit_velocity(crowd, body);
    }
    /* Waits until there is room at the exit; on a link it moves by itself. */
    const uint32_t waits = (uint32_t)WENDI_BODY_TELEPORTS | (uint32_t)WENDI_BODY_ON_LINK;
    if ((b->flags[body] & waits) != 0) {
        return (wend_vec2){0, 0};
    }
    *is_standing = wendi_body_is_resting(b, body);
    if (*is_standing && (b->flags[body] & (uint32_t)WENDI_BODY_RETURNS) != 0) {
        /* A body that was pushed out of its group moves back in, but counts as resting: it fills
         * holes and pushes no other body out. */
        const wend_vec2 direction = wendi_goal_direction(crowd, body, &b->distance_left[body]);
        if (!(b->distance_left[body] > b->radius[body])) {
            wendi_body_arrive(crowd, body, b->x[body], b->y[body]);
        }
        return wend_vec2_scale(direction, pace * b->speed[body]);
    }
    if (*is_standing) {
        *is_standing = !is_far_from_home(b, body);
        /* A resting body returns to its resting position. */
        const wend_vec2 home = wendi_goal_velocity_toward(b, body, b->home_x[body], b->home_y[body],
                                                          HOME_SLACK * b->radius[body]);
        return wend_vec2_scale(home, pace);
    }
    const wendi_goal_provider *provider = crowd->providers[b->goal[body]];
    const wend_vec2 velocity = provider->preferred_velocity(crowd, body, is_standing);
    return provider->keeps_pace ? velocity : wend_vec2_scale(velocity, pace);
}

/* ---- set velocities ---- */

static wend_vec2 set_velocity(wend_crowd *crowd, uint32_t body, bool *is_standing)
{
    (void)is_standing;
    return (wend_vec2){crowd->bodies.goal_vector_x[body], crowd->bodies.goal_vector_y[body]};
}

const wendi_goal_provider wendi_goal_provider_velocity = {.preferred_velocity = set_velocity};
