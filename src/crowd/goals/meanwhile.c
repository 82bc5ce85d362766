/* The movement of a body while its route is not known.
 *
 *     seek    straight at the goal            wander  from one point in sight to the next
 *     wait    stands                          trace   straight, and along walls in the way
 *
 * State: leg_ticks counts since the order or since the last point; goal_vector is the point to wander
 * to, or (distance of the goal where the traced wall was met, 0).
 * Cost: constant; a point to wander to takes up to eight tests for a clear segment. */
#include "crowd/goals/goals.h"

#include <math.h>

static const double WANDER_SECONDS = 2;  /* for each point */
static const double WANDER_METRES = 3;   /* from where the order was given */
static const double WANDER_SPEED = 0.5;  /* of its own */
static const double TRACE_GAP = 0.1;     /* metres to the traced wall */
static const double TRACE_NEARER = 0.25; /* metres nearer than where the wall was met */
static const double TRACE_FREE = 1;      /* metres that are free when it leaves the wall */
static const double TRACE_MEETS = 0.5;   /* cosine: a wall is ahead */

static const double TURN = 6.283185307179586;

enum { WANDER_TRIES = 8 };

static const wendi_obstacle_set *set_of(const wend_crowd *crowd, uint32_t body)
{
    return wendi_obstacles_set_of(&crowd->obstacles, crowd->bodies.floor[body],
                                  crowd->bodies.crowd_class[body]);
}

/* ---- wandering ---- */

/* A point in sight around where the order was given; its own position where there is none. */
static wend_vec2 wander_point(const wend_crowd *crowd, uint32_t body)
{
    static const uint64_t SALT = 0x77616E646572;
    const wendi_bodies *b = &crowd->bodies;
    const wend_vec2 here = {b->x[body], b->y[body]};
    for (uint64_t k = 0; k < WANDER_TRIES; ++k) {
        const uint64_t tick = crowd->tick * (2 * (uint64_t)WANDER_TRIES) + 2 * k;
        const double angle = TURN * wend_random_unit(crowd->seed ^ SALT, body, tick);
        const double far =
            WANDER_METRES * wend_sqrt(wend_random_unit(crowd->seed ^ SALT, body, tick + 1));
        const wend_vec2 at = {b->home_x[body] + far * wend_cos(angle),
                              b->home_y[body] + far * wend_sin(angle)};
        const wend_mesh_location from = wendi_bodies_location(b, body);
        const wend_mesh_location to = wend_mesh_location_at(at.x, at.y, (double)NAN);
        if (wendi_body_has_clear_way(crowd, body, &from, &to)) {
            return at;
        }
    }
    return here;
}

static wend_vec2 wander(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    if (b->leg_ticks[body] == 0 || (double)b->leg_ticks[body] * crowd->step > WANDER_SECONDS) {
        const wend_vec2 at = wander_point(crowd, body);
        b->goal_vector_x[body] = at.x;
        b->goal_vector_y[body] = at.y;
        b->leg_ticks[body] = 0;
    }
    b->leg_ticks[body] += wendi_body_stride(crowd, body);
    const wend_vec2 velocity = wendi_goal_velocity_toward(b, body, b->goal_vector_x[body],
                                                          b->goal_vector_y[body], b->radius[body]);
    return wend_vec2_scale(velocity, WANDER_SPEED);
}

/* ---- tracing walls ---- */

static wend_vec2 trace(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const wend_vec2 here = {b->x[body], b->y[body]};
    const wend_vec2 goal = {b->goal_x[body], b->goal_y[body]};
    const double left = wend_vec2_distance(here, goal);
    const wend_vec2 straight = wendi_goal_velocity_toward(b, body, goal.x, goal.y, 0);
    if (!(left > 0) || !(b->speed[body] > 0)) {
        return straight;
    }
    const wend_vec2 ahead = wend_vec2_scale(wend_vec2_sub(goal, here), 1 / left);
    wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
    const double reach = 2 * b->radius[body] + 4 * TRACE_GAP;
    const double most = crowd->obstacles.margin;
    const wend_mesh_location from = wendi_bodies_location(b, body);
    double known = 0;
    const uint32_t count = wendi_obstacles_nearest_at(set_of(crowd, body), &from,
                                                      reach < most ? reach : most, near, &known);
    if (!(b->goal_vector_x[body] > 0)) {
        bool is_met = false;
        for (uint32_t i = 0; i < count; ++i) {
            is_met = is_met || (near[i].distance - b->radius[body] < 2 * TRACE_GAP &&
                                near[i].x * ahead.x + near[i].y * ahead.y > TRACE_MEETS);
        }
        if (!is_met) {
            return straight;
        }
        b->goal_vector_x[body] = left;
    }
    const double free = left < TRACE_FREE ? left : TRACE_FREE;
    const wend_vec2 next = wend_vec2_add(here, wend_vec2_scale(ahead, free));
    const wend_mesh_location to = wend_mesh_location_at(next.x, next.y, (double)NAN);
    const bool leaves = left < b->goal_vector_x[body] - TRACE_NEARER &&
                        wendi_body_has_clear_way(crowd, body, &from, &to);
    if (leaves || count == 0) {
        b->goal_vector_x[body] = 0;
        return straight;
    }
    /* Along the nearest wall, at its right hand; nearer to it or further off as the gap wants. */
    const double off = (near[0].distance - b->radius[body] - TRACE_GAP) / reach;
    const wend_vec2 along = {-near[0].y + off * near[0].x, near[0].x + off * near[0].y};
    const double length = wend_vec2_length(along);
    return wend_vec2_scale(along, length > 0 ? b->speed[body] / length : 0);
}

wend_vec2 wendi_meanwhile_velocity(wend_crowd *crowd, uint32_t body, bool *is_standing)
{
    const wendi_bodies *b = &crowd->bodies;
    const uint8_t own = crowd->queries.of[body].meanwhile;
    switch ((wend_meanwhile)(own != (uint8_t)WEND_MEANWHILE_DEFAULT ? own : crowd->meanwhile)) {
    case WEND_MEANWHILE_WAIT:
        *is_standing = true;
        return (wend_vec2){0, 0};
    case WEND_MEANWHILE_WANDER:
        return wander(crowd, body);
    case WEND_MEANWHILE_TRACE:
        return trace(crowd, body);
    case WEND_MEANWHILE_DEFAULT:
    case WEND_MEANWHILE_SEEK:
    default:
        return wendi_goal_velocity_toward(b, body, b->goal_x[body], b->goal_y[body], 0);
    }
}
