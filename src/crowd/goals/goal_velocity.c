/* takes: a body's goal.
 * gives: the velocity that it would like to have, and how far it has to go.
 * cost:  a look at its leg; formations and behaviours what they take. */
#include "crowd/core/motion.h"

/* Within so many seconds of its goal a body slows down. */
static const double BRAKE_SECONDS = 0.4;
/* Bodies that stand leave it at that when they are as near to their place, in radii. */
static const double HOME_SLACK = 0.2;
/* Metres a second under which a slot rests. */
static const double SLOT_RESTS = 0.05;
/* Metres a second out of a wall. */
static const double DIG_SPEED = 4.0;
/* Of the ten at most: see goals/preferred_velocity.c. */
static const double PATIENCE_TO_RETURN = 2;
/* Who stopped beside its goal, for others stand there, would drive them to and fro. */
static const double PATIENCE_OF_MANY = 5;

static wend_vec2 toward(const wendi_bodies *b, uint32_t body, double x, double y, double slack)
{
    const double dx = x - b->x[body];
    const double dy = y - b->y[body];
    const double distance = sqrt(dx * dx + dy * dy);
    if (!(distance > slack)) {
        return (wend_vec2){0, 0};
    }
    double speed = distance / BRAKE_SECONDS;
    speed = speed < b->speed[body] ? speed : b->speed[body];
    return (wend_vec2){dx / distance * speed, dy / distance * speed};
}

/* Whoever stands goes back to where it stood. */
static wend_vec2 home_velocity(wendi_bodies *b, uint32_t body)
{
    return toward(b, body, b->home_x[body], b->home_y[body], HOME_SLACK * b->radius[body]);
}

/* Who was pushed away and has not come back for long goes back as others go to their goals: those
 * who stand make way for it. */
static bool is_far_from_home(const wendi_bodies *b, uint32_t body)
{
    const double dx = b->home_x[body] - b->x[body];
    const double dy = b->home_y[body] - b->y[body];
    const double away = 2 * b->radius[body];
    const double gx = b->home_x[body] - b->goal_x[body];
    const double gy = b->home_y[body] - b->goal_y[body];
    const double off = b->radius[body];
    const bool shares =
        b->goal[body] == (uint8_t)WEND_BODY_GOAL_POINT && gx * gx + gy * gy > off * off;
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
    b->to_go_least[body] = b->distance_left[body];
    b->patience[body] = 0;
    wendi_stuck_end(crowd, body);
    b->flags[body] &= ~((uint32_t)WENDI_BODY_REJOINS | (uint32_t)WENDI_BODY_RETURNS |
                        (uint32_t)WENDI_BODY_ON_SPECIAL_LEG);
}

void wendi_body_lose_path(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    if (b->state[body] != (uint8_t)WEND_BODY_NO_PATH) {
        b->state[body] = WEND_BODY_NO_PATH;
        b->home_x[body] = b->x[body];
        b->home_y[body] = b->y[body];
        wendi_stuck_end(crowd, body);
        wendi_events_set(&crowd->events, body, WEND_EVENT_NO_PATH);
    }
}

/* ---- back among those who stand ---- */

static wend_vec2 flow_direction(const wend_crowd *crowd, uint32_t body, double *left)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_flow_request_id order = {b->order_index[body], b->order_generation[body]};
    wend_vec2 way = {0, 0};
    if (wend_flow_cost_left(crowd->flow, order, b->floor[body], b->x[body], b->y[body], left) !=
        WEND_OK) {
        *left = 0;
        return way;
    }
    *left *= crowd->flow_cell;
    (void)wend_flow_sample(crowd->flow, order, b->floor[body], b->x[body], b->y[body], &way.x,
                           &way.y);
    return way;
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

/* Who was pushed out of where its party stands walks back in, but counts as one who stands: it
 * fills holes and pushes nobody out in turn. */
static wend_vec2 return_velocity(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const wend_vec2 way = wendi_goal_direction(crowd, body, &b->distance_left[body]);
    if (!(b->distance_left[body] > b->radius[body])) {
        wendi_body_arrive(crowd, body, b->x[body], b->y[body]);
    }
    return (wend_vec2){way.x * b->speed[body], way.y * b->speed[body]};
}

/* ---- slots ---- */

/* To where the slot is, as fast as the slot moves and as it takes to catch up. Who is in a slot
 * that rests makes way for those who are not. */
static wend_vec2 slot_velocity(wendi_bodies *b, uint32_t body, bool *stands)
{
    const double dx = b->goal_x[body] - b->x[body];
    const double dy = b->goal_y[body] - b->y[body];
    b->distance_left[body] = sqrt(dx * dx + dy * dy);
    const double moves = b->goal_vector_x[body] * b->goal_vector_x[body] +
                         b->goal_vector_y[body] * b->goal_vector_y[body];
    *stands = b->distance_left[body] < b->radius[body] && moves < SLOT_RESTS * SLOT_RESTS;
    wend_vec2 v = {b->goal_vector_x[body] + dx / (2 * BRAKE_SECONDS),
                   b->goal_vector_y[body] + dy / (2 * BRAKE_SECONDS)};
    const double speed = sqrt(v.x * v.x + v.y * v.y);
    if (speed > b->max_speed[body]) {
        v.x *= b->max_speed[body] / speed;
        v.y *= b->max_speed[body] / speed;
    }
    return v;
}

/* ---- what comes first ---- */

static wend_vec2 exit_velocity(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
    wend_vec2 out = {b->x[body], b->y[body]};
    if (!wendi_obstacles_nearest_open(&crowd->obstacles, set, b->crowd_class[body], out,
                                      b->radius[body], &out)) {
        return (wend_vec2){0, 0};
    }
    const double dx = out.x - b->x[body];
    const double dy = out.y - b->y[body];
    const double distance = wend_sqrt(dx * dx + dy * dy);
    const double part = distance > 0 ? DIG_SPEED / distance : 0;
    return (wend_vec2){dx * part, dy * part};
}

wend_vec2 wendi_goal_velocity(wend_crowd *crowd, uint32_t body, bool *stands)
{
    wendi_bodies *b = &crowd->bodies;
    *stands = false;
    if ((b->flags[body] & (uint32_t)WENDI_BODY_EMBEDDED) != 0) {
        return exit_velocity(crowd, body);
    }
    /* Who jumps as soon as there is room at the other end waits. */
    if ((b->flags[body] & (uint32_t)WENDI_BODY_TELEPORTS) != 0) {
        return (wend_vec2){0, 0};
    }
    *stands = wendi_body_is_resting(b, body);
    if (*stands && (b->flags[body] & (uint32_t)WENDI_BODY_RETURNS) != 0) {
        return return_velocity(crowd, body);
    }
    if (*stands) {
        *stands = !is_far_from_home(b, body);
        return home_velocity(b, body);
    }
    switch ((wend_body_goal)b->goal[body]) {
    case WEND_BODY_GOAL_POINT:
        if (b->state[body] == (uint8_t)WEND_BODY_PATH_PENDING &&
            (b->flags[body] & (uint32_t)WENDI_BODY_PARTIAL) == 0) {
            return toward(b, body, b->goal_x[body], b->goal_y[body], 0);
        }
        return wendi_goal_route_velocity(crowd, body);
    case WEND_BODY_GOAL_PATH:
        return wendi_goal_route_velocity(crowd, body);
    case WEND_BODY_GOAL_FLOW:
        return wendi_goal_flow_velocity(crowd, body);
    case WEND_BODY_GOAL_SLOT:
        return slot_velocity(b, body, stands);
    case WEND_BODY_GOAL_STEER:
        return wendi_steering_preferred_velocity(crowd, body);
    case WEND_BODY_GOAL_VELOCITY:
    case WEND_BODY_GOAL_NONE:
    default:
        return (wend_vec2){b->goal_vector_x[body], b->goal_vector_y[body]};
    }
}
