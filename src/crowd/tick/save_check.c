/* takes: the state of a crowd as it was read from bytes.
 * gives: whether every number in it is one that a crowd can have.
 * cost:  a look at each number. */
#include "crowd/core/limits.h"
#include "crowd/tick/saved_state.h"

#include <string.h>

/* Numbers of bodies, and what they may be at most: places further out than any body gets, so that
 * they still are whole numbers of core/body_grid.h; speeds that no push reaches. */
#define FAR WENDI_POSITION_MOST
#define FAST 1e6

typedef struct value_range {
    size_t offset; /* of the column in wendi_bodies */
    double low, high;
} value_range;

static const value_range RANGES[] = {
    {offsetof(wendi_bodies, x), -FAR, FAR},
    {offsetof(wendi_bodies, y), -FAR, FAR},
    {offsetof(wendi_bodies, vx), -FAST, FAST},
    {offsetof(wendi_bodies, vy), -FAST, FAST},
    {offsetof(wendi_bodies, push_x), -FAST, FAST},
    {offsetof(wendi_bodies, push_y), -FAST, FAST},
    {offsetof(wendi_bodies, heading_x), -1.01, 1.01},
    {offsetof(wendi_bodies, heading_y), -1.01, 1.01},
    {offsetof(wendi_bodies, speed), 0, 100},
    {offsetof(wendi_bodies, max_speed), 0, 125},
    {offsetof(wendi_bodies, acceleration), 0, 1e6},
    {offsetof(wendi_bodies, turn_rate), 0, 1e6},
    {offsetof(wendi_bodies, turn_radius), 0, 1e6},
    {offsetof(wendi_bodies, mass), 1e-6, 1e9},
    {offsetof(wendi_bodies, goal_x), -FAR, FAR},
    {offsetof(wendi_bodies, goal_y), -FAR, FAR},
    {offsetof(wendi_bodies, home_x), -FAR, FAR},
    {offsetof(wendi_bodies, home_y), -FAR, FAR},
    {offsetof(wendi_bodies, goal_vector_x), -FAR, FAR},
    {offsetof(wendi_bodies, goal_vector_y), -FAR, FAR},
    {offsetof(wendi_bodies, goal_group_radius), 0, FAR},
    {offsetof(wendi_bodies, distance_left), 0, WENDI_REMAINING_MOST},
    {offsetof(wendi_bodies, to_go_least), 0, 1e301},
    {offsetof(wendi_bodies, slow), -1e3, 1e3},
    {offsetof(wendi_bodies, patience), 0, 1e6},
    {offsetof(wendi_bodies, sidestep_x), -FAST, FAST},
    {offsetof(wendi_bodies, sidestep_y), -FAST, FAST},
    {offsetof(wendi_bodies, follow_speed), -FAR, FAR},
    {offsetof(wendi_bodies, avoid_vx), -FAST, FAST},
    {offsetof(wendi_bodies, avoid_vy), -FAST, FAST},
    {offsetof(wendi_bodies, contact_vx), -FAST, FAST},
    {offsetof(wendi_bodies, contact_vy), -FAST, FAST},
};

static bool is_within(double value, double low, double high)
{
    return value >= low && value <= high;
}

static const double *column_of(const wendi_bodies *bodies, size_t offset)
{
    const double *column = NULL;
    memcpy(&column, (const unsigned char *)bodies + offset, sizeof column);
    return column;
}

static bool are_numbers_sound(const wendi_bodies *b, uint32_t i)
{
    for (size_t k = 0; k < sizeof RANGES / sizeof RANGES[0]; ++k) {
        if (!is_within(column_of(b, RANGES[k].offset)[i], RANGES[k].low, RANGES[k].high)) {
            return false;
        }
    }
    return wendi_bodies_are_finite(b, i) && b->radius[i] >= WENDI_CROWD_LENGTH_LEAST &&
           b->leg_free[i] >= 0;
}

static bool is_heading_sound(const wendi_bodies *b, uint32_t i)
{
    const double x = b->heading_x[i];
    const double y = b->heading_y[i];
    return is_within(x * x + y * y, 0.98, 1.02);
}

static bool is_kind_sound(const wend_crowd *crowd, const wendi_bodies *b, uint32_t i)
{
    const uint32_t all_flags = 2 * (uint32_t)WENDI_BODY_ON_SPECIAL_LEG - 1;
    return b->radius[i] <= crowd->max_radius && b->floor[i] < crowd->obstacles.floor_count &&
           b->goal_floor[i] < crowd->obstacles.floor_count &&
           b->crowd_class[i] < crowd->obstacles.class_count && b->flags[i] <= all_flags &&
           b->goal[i] <= (uint8_t)WEND_BODY_GOAL_STEER &&
           b->state[i] <= (uint8_t)WEND_BODY_GIVEN_UP &&
           b->stuck[i] <= (uint8_t)WENDI_STUCK_RESTARTED;
}

/* What is wanted is a velocity for some goals, and a place to jump to for the others. */
static bool is_goal_sound(const wend_crowd *crowd, const wendi_crowd_saved_state *state, uint32_t i)
{
    const wendi_bodies *b = &state->bodies;
    const bool is_velocity = b->goal[i] == (uint8_t)WEND_BODY_GOAL_VELOCITY ||
                             b->goal[i] == (uint8_t)WEND_BODY_GOAL_SLOT;
    const double most = is_velocity ? 1e3 : FAR;
    const bool needs_flow = b->goal[i] == (uint8_t)WEND_BODY_GOAL_FLOW;
    return is_within(b->goal_vector_x[i], -most, most) &&
           is_within(b->goal_vector_y[i], -most, most) && b->leg[i] <= state->routes.of[i].count &&
           (!needs_flow || crowd->flow != NULL) &&
           (b->goal_group[i] == 0 || b->goal_group[i] < state->next_goal_group);
}

static const char *check_body(const wend_crowd *crowd, const wendi_crowd_saved_state *state,
                              uint32_t i)
{
    const wendi_bodies *b = &state->bodies;
    if (!are_numbers_sound(b, i) || !is_heading_sound(b, i)) {
        return "a number of a body is out of range";
    }
    if (!is_kind_sound(crowd, b, i)) {
        return "the kind of a body makes no sense";
    }
    return is_goal_sound(crowd, state, i) ? NULL : "the goal of a body makes no sense";
}

static bool are_counts_sound(const wendi_crowd_saved_state *state)
{
    return is_within(state->horizon, 0.1, 60) && is_within(state->reach, 1, 64) &&
           is_within(state->stuck_margin, 1, 100) && state->last_overlap >= 0 &&
           state->max_overlap >= state->last_overlap && state->next_ticket > 0 &&
           state->next_goal_group > 0;
}

const char *wendi_state_check(const wend_crowd *crowd, const wendi_crowd_saved_state *state)
{
    if (!are_counts_sound(state)) {
        return "the options make no sense";
    }
    for (uint32_t i = 0; i < state->bodies.high; ++i) {
        const char *reason =
            wendi_bodies_is_alive(&state->bodies, i) ? check_body(crowd, state, i) : NULL;
        if (reason != NULL) {
            return reason;
        }
    }
    return NULL;
}
