/* takes: a body that follows a flow behind others.
 * gives: a way beside them, where there is room.
 * cost:  nothing for who has nobody before it; else a look at the field beside its way.
 *
 * Fields lead all around a corner along one line, on which all would walk in single file. So who is
 * held up by those before it leans to one side, the more the more it is held up. Sides go by the
 * body; at a wall it is the other one. Once it walks beside them nothing holds it up, and it
 * follows the field again: a stream gets as wide as it has to be, and no wider. */
#include "crowd/goals/spread.h"

#include "base/math/clamp.h"

static const double LEAN = 1.0;      /* sideways, for each metre ahead, at most */
static const double HELD_UP = 3.0;   /* fully so at a third under its speed */
static const double NEAR_WALL = 0.6; /* metres of gap */
static const double BESIDE = 0.5;    /* cosine of the angle under which a wall is beside it */
static const double LOOK = 0.7;      /* metres ahead, beyond three radii */
static const double ALIKE = 0.7;     /* the field there must lead about the same way (cosine) */
static const double JAM = 0.6;       /* slower than this nobody gets further by leaning */
static const double SETTLING = 3.0;  /* metres before the room that its party needs */

/* The same on every machine: which side it prefers. */
static double side_of(uint32_t body)
{
    uint32_t bits = body * 2654435761U;
    bits ^= bits >> 15;
    bits *= 2246822519U;
    return (bits >> 16 & 1) != 0 ? 1 : -1;
}

static bool has_wall(const wendi_obstacle_constraint *near, uint32_t count, double radius,
                     wend_vec2 aside)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (near[i].distance - radius < NEAR_WALL &&
            near[i].x * aside.x + near[i].y * aside.y > BESIDE) {
            return true;
        }
    }
    return false;
}

/* Never to where the field leads another way: who leans still arrives. */
static bool leads_on(const wend_crowd *crowd, uint32_t body, wend_vec2 way, wend_vec2 lean)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_flow_request_id order = {b->order_index[body], b->order_generation[body]};
    const double far = 3 * b->radius[body] + LOOK;
    double x = 0;
    double y = 0;
    const wend_flow_guidance why =
        wend_flow_sample(crowd->flow, order, b->floor[body], b->x[body] + far * lean.x,
                         b->y[body] + far * lean.y, &x, &y);
    const bool leads =
        why == WEND_FLOW_FIELD || why == WEND_FLOW_LINE_OF_SIGHT || why == WEND_FLOW_TOWARD_PORTAL;
    return leads && x * way.x + y * way.y > ALIKE;
}

wend_vec2 wendi_flow_spread_direction(const wend_crowd *crowd, uint32_t body,
                                      const wendi_obstacle_constraint *near, uint32_t count,
                                      wend_vec2 way)
{
    const wendi_bodies *b = &crowd->bodies;
    if (b->distance_left[body] < b->goal_group_radius[body] + SETTLING) {
        return way;
    }
    const double held_up =
        wendi_clamp(HELD_UP * (1 - b->follow_speed[body] / b->speed[body]), 0, 1) *
        wendi_clamp(2 * (1 - b->slow[body] / JAM), 0, 1);
    if (!(held_up > 0)) {
        return way;
    }
    double side = side_of(body);
    if (has_wall(near, count, b->radius[body], (wend_vec2){-way.y * side, way.x * side})) {
        side = -side;
        if (has_wall(near, count, b->radius[body], (wend_vec2){-way.y * side, way.x * side})) {
            return way;
        }
    }
    const double lean = LEAN * held_up * side;
    const wend_vec2 out = {way.x - lean * way.y, way.y + lean * way.x};
    const double length = wend_sqrt(out.x * out.x + out.y * out.y);
    const wend_vec2 unit = {out.x / length, out.y / length};
    return leads_on(crowd, body, way, unit) ? unit : way;
}
