/* Bodies that settle together: those of one call, and all that follow one request of the flow,
 * with one call or several.
 * Cost: constant; after calls that sent bodies along requests, a pass over all bodies for each of
 * these requests, once in the next tick. */
#include "crowd/core/crowd.h"
#include "crowd/goals/goals.h"

/* The part of the ground that discs cover where they stand close together. */
static const double PACKING = 0.65;

double wendi_goal_group_radius(double squares)
{
    return wend_sqrt(squares / PACKING);
}

static bool follows(const wendi_bodies *b, uint32_t body, uint32_t like)
{
    return wendi_bodies_is_alive(b, body) && b->goal[body] == (uint8_t)WEND_BODY_GOAL_FLOW &&
           b->order_index[body] == b->order_index[like] &&
           b->order_generation[body] == b->order_generation[like];
}

/* Makes all bodies that follow the request of this one a group: the oldest of their groups, with
 * room for all. Squares are summed in the order of bodies, so that the order of calls does not
 * matter. */
static void join(wend_crowd *crowd, uint32_t like)
{
    wendi_bodies *b = &crowd->bodies;
    uint64_t goal_group = b->goal_group[like];
    double squares = 0;
    for (uint32_t i = 0; i < b->high; ++i) {
        if (follows(b, i, like)) {
            squares += b->radius[i] * b->radius[i];
            goal_group = b->goal_group[i] < goal_group ? b->goal_group[i] : goal_group;
        }
    }
    const double radius = wendi_goal_group_radius(squares);
    for (uint32_t i = 0; i < b->high; ++i) {
        if (follows(b, i, like)) {
            b->goal_group[i] = goal_group;
            b->goal_group_radius[i] = radius;
            b->flags[i] &= ~(uint32_t)WENDI_BODY_JOINS;
        }
    }
}

void wendi_goals_join_groups(wend_crowd *crowd)
{
    if (!crowd->has_joining) {
        return;
    }
    crowd->has_joining = false;
    const wendi_bodies *b = &crowd->bodies;
    for (uint32_t i = 0; i < b->high; ++i) {
        if (wendi_bodies_is_alive(b, i) && (b->flags[i] & (uint32_t)WENDI_BODY_JOINS) != 0) {
            join(crowd, i);
        }
    }
}
