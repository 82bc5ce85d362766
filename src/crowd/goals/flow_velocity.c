/* Preferred velocities of bodies that follow a flow, and the spreading of streams.
 * Cost: a sample for each body, in batches, and a memo of less than a cache line; a look at the
 * field beside its path for a body that others hold up. */
#include "crowd/core/motion.h"
#include "crowd/goals/goals.h"

#include "base/math/clamp.h"

enum {
    COST_TICKS = 4,   /* between two readings of the cost left */
    CHECK_TICKS = 16, /* between two searches of a body without a path */
    RINGS = 4         /* cells around it */
};

/* Metres by which a path gets longer within some ticks only when walls or costs change. */
static const double LENGTHENED = 2;

/* ---- batches ---- */

static bool follows(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    return wendi_bodies_is_alive(b, body) && b->goal[body] == (uint8_t)WEND_BODY_GOAL_FLOW &&
           !wendi_body_is_resting(b, body) && wendi_body_stride(crowd, body) > 0;
}

void wendi_goal_sample_flows(wend_crowd *crowd, uint32_t begin, uint32_t end)
{
    const wendi_bodies *b = &crowd->bodies;
    wendi_workspace *w = &crowd->work;
    for (uint32_t first = begin; crowd->flow != NULL && first < end;) {
        /* The number of bodies from `first` on that follow the same request. */
        uint32_t next = first;
        while (next < end && follows(crowd, next) &&
               b->order_index[next] == b->order_index[first] &&
               b->order_generation[next] == b->order_generation[first]) {
            next++;
        }
        const uint32_t count = next - first;
        if (count > 0) {
            const wend_flow_request_id order = {b->order_index[first], b->order_generation[first]};
            (void)wend_flow_follow_many(crowd->flow, order, w->flow_memo + first, b->floor + first,
                                        b->x + first, b->y + first, count, w->flow_x + first,
                                        w->flow_y + first, w->flow_left + first,
                                        w->flow_guidance + first);
        }
        first += count > 0 ? count : 1;
    }
}

/* ---- one body ---- */

static void teleport_by_link(wend_crowd *crowd, uint32_t body, wend_flow_request_id order)
{
    wendi_bodies *b = &crowd->bodies;
    wend_flow_position to;
    if (wend_flow_link_at(crowd->flow, order, b->floor[body], b->x[body], b->y[body], &to) ==
            WEND_OK &&
        to.floor < crowd->obstacles.floor_count) {
        b->goal_vector_x[body] = to.position.x;
        b->goal_vector_y[body] = to.position.y;
        b->goal_floor[body] = to.floor;
        b->flags[body] |= (uint32_t)WENDI_BODY_TELEPORTS;
        b->flags[body] &= ~(uint32_t)WENDI_BODY_SEES_CORNER;
    }
}

/* Metres to the goal; on the way to its lane at a corner by the lane, as by the field the body gets no
 * nearer there. What was known, where the field has no cost. */
static double read_distance(const wend_crowd *crowd, uint32_t body, bool has_lane)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_vec2 corner = {b->goal_vector_x[body], b->goal_vector_y[body]};
    const wend_vec2 off = {crowd->work.gate_x[body], crowd->work.gate_y[body]};
    const wend_vec2 from = {b->x[body], b->y[body]};
    double cost = crowd->work.flow_left[body];
    double to_corner = 0;
    if (has_lane) {
        const wend_flow_request_id order = {b->order_index[body], b->order_generation[body]};
        if (wend_flow_cost_left(crowd->flow, order, b->floor[body], corner.x, corner.y, &cost) !=
            WEND_OK) {
            return b->distance_left[body];
        }
        to_corner = wend_vec2_distance(from, wend_vec2_add(corner, off)) + wend_vec2_length(off);
    }
    return cost < 1e300 ? to_corner + cost * crowd->flow_cell : b->distance_left[body];
}

/* Between two readings the distance left decreases by the movement. */
static void update_remaining(wend_crowd *crowd, uint32_t body, wend_vec2 direction, bool has_lane)
{
    wendi_bodies *b = &crowd->bodies;
    if (wendi_body_is_due(crowd, body, COST_TICKS) || !(b->distance_left[body] > 0)) {
        const double left = read_distance(crowd, body, has_lane);
        if (left > b->distance_left[body] + LENGTHENED) {
            b->distance_left_least[body] =
                WENDI_REMAINING_MOST; /* progress along a detour counts from its beginning */
        }
        b->distance_left[body] = left;
        return;
    }
    const double moved =
        (b->vx[body] * direction.x + b->vy[body] * direction.y) * wendi_body_step(crowd, body);
    const double left = b->distance_left[body] - moved;
    b->distance_left[body] = left > 0 ? left : 0;
}

/* ---- off the field ---- */

static bool has_direction(wend_flow_guidance why)
{
    return why == WEND_FLOW_FIELD || why == WEND_FLOW_LINE_OF_SIGHT ||
           why == WEND_FLOW_TOWARD_PORTAL || why == WEND_FLOW_TAKE_LINK || why == WEND_FLOW_ARRIVED;
}

/* Along walls a strip as wide as the class is large is closed. A smaller body may be pushed into
 * it, further than a sample searches. It then moves to the nearest position around it from which
 * the flow leads on. */
static bool find_covered(const wend_crowd *crowd, uint32_t body, wend_flow_request_id order,
                         wend_vec2 *direction)
{
    static const wend_vec2 AROUND[] = {{1, 0},     {0, 1},      {-1, 0},      {0, -1},
                                       {0.7, 0.7}, {-0.7, 0.7}, {-0.7, -0.7}, {0.7, -0.7}};
    const wendi_bodies *b = &crowd->bodies;
    const wend_vec2 from = {b->x[body], b->y[body]};
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
    for (uint32_t i = 0; i < RINGS * 8; ++i) {
        const uint32_t ring = 1 + i / 8;
        const double far = (double)ring * crowd->flow_cell;
        const wend_vec2 to = {from.x + far * AROUND[i % 8].x, from.y + far * AROUND[i % 8].y};
        wend_vec2 there;
        if (has_direction(wend_flow_sample(crowd->flow, order, b->floor[body], to.x, to.y, &there.x,
                                           &there.y)) &&
            wendi_obstacles_is_segment_clear(set, from, to, b->radius[body],
                                             crowd->obstacles.margin)) {
            *direction = wend_vec2_normalize(AROUND[i % 8]);
            return true;
        }
    }
    return false;
}

/* A body without a path samples again now and then; if it finds none, the crowd adds a source to
 * the flow for it. Until then the body goes ahead as the sample says. */
static wend_vec2 return_to_field(wend_crowd *crowd, uint32_t body, wend_flow_request_id order,
                                 bool is_reachable)
{
    wendi_bodies *b = &crowd->bodies;
    const bool is_due =
        b->state[body] != (uint8_t)WEND_BODY_NO_PATH || wendi_body_is_due(crowd, body, CHECK_TICKS);
    wend_vec2 direction = {0, 0};
    if (is_due && find_covered(crowd, body, order, &direction)) {
        b->state[body] = WEND_BODY_MOVING;
        return wend_vec2_scale(direction, b->speed[body]);
    }
    if (!is_reachable) {
        wendi_body_lose_path(crowd, body);
        return direction;
    }
    b->flags[body] |= (uint32_t)WENDI_BODY_NEEDS_FIELD;
    direction.x = crowd->work.flow_x[body];
    direction.y = crowd->work.flow_y[body];
    return wend_vec2_scale(direction, b->speed[body]);
}

static wend_vec2 flow_velocity(wend_crowd *crowd, uint32_t body, bool *is_standing)
{
    (void)is_standing;
    wendi_bodies *b = &crowd->bodies;
    const wend_flow_request_id order = {b->order_index[body], b->order_generation[body]};
    const wendi_workspace *w = &crowd->work;
    wend_vec2 direction = {w->flow_x[body], w->flow_y[body]};
    if ((b->flags[body] & (uint32_t)WENDI_BODY_HAS_PLACE) != 0 &&
        w->flow_guidance[body] != (uint8_t)WEND_FLOW_INVALID) {
        b->state[body] = WEND_BODY_MOVING;
        return wendi_place_velocity(crowd, body);
    }
    switch ((wend_flow_guidance)w->flow_guidance[body]) {
    case WEND_FLOW_ARRIVED:
        wendi_body_arrive(crowd, body, b->x[body], b->y[body]);
        return (wend_vec2){0, 0};
    case WEND_FLOW_INVALID:
        wendi_body_lose_path(crowd, body);
        return (wend_vec2){0, 0};
    case WEND_FLOW_UNREACHABLE:
        return return_to_field(crowd, body, order, false);
    case WEND_FLOW_NOT_COVERED:
        return return_to_field(crowd, body, order, true);
    case WEND_FLOW_TAKE_LINK:
        teleport_by_link(crowd, body, order);
        break;
    case WEND_FLOW_LINE_OF_SIGHT:
    case WEND_FLOW_FIELD:
    case WEND_FLOW_TOWARD_PORTAL:
    case WEND_FLOW_WAITING:
    default:
        break;
    }
    b->state[body] = WEND_BODY_MOVING;
    wendi_flow_look_for_corner(crowd, body);
    const bool has_lane = (b->flags[body] & (uint32_t)WENDI_BODY_SEES_CORNER) != 0 &&
                          wendi_body_has_lane(crowd, body);
    if (has_lane) {
        direction =
            wend_vec2_normalize((wend_vec2){b->goal_vector_x[body] + w->gate_x[body] - b->x[body],
                                            b->goal_vector_y[body] + w->gate_y[body] - b->y[body]});
    }
    update_remaining(crowd, body, direction, has_lane);
    const double speed = b->speed[body];
    return (wend_vec2){direction.x * speed, direction.y * speed};
}

const wendi_goal_provider wendi_goal_provider_flow = {.preferred_velocity = flow_velocity};

/* ---- spreading of streams ---- */

/* Fields lead around a corner along one line, on which all bodies would walk in single file. So a
 * body that others hold up leans to one side, the more the more it is held up. Sides go by the
 * index of the body; at a wall it is the other side. Beside the others nothing holds it up, and it
 * follows the field again: a stream gets as wide as it has to be. */

static const double LEAN = 1.0;       /* sideways, for each metre ahead, at most */
static const double HELD_UP = 3.0;    /* full lean at a third below its speed */
static const double NEAR_WALL = 0.6;  /* metres of gap */
static const double BESIDE = 0.5;     /* cosine: a wall is beside the body */
static const double LOOK_AHEAD = 0.7; /* metres ahead, beyond three radii */
static const double ALIKE = 0.7;      /* cosine: the field there leads about the same way */
static const double JAM = 0.6;        /* slower than this leaning gains nothing */
static const double SETTLING = 3.0;   /* metres before the room that its group needs */

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

/* True if the field there leads the same way: a body that leans still arrives. */
static bool leads_on(const wend_crowd *crowd, uint32_t body, wend_vec2 direction, wend_vec2 lean)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_flow_request_id order = {b->order_index[body], b->order_generation[body]};
    const double far = 3 * b->radius[body] + LOOK_AHEAD;
    double x = 0;
    double y = 0;
    const wend_flow_guidance why =
        wend_flow_sample(crowd->flow, order, b->floor[body], b->x[body] + far * lean.x,
                         b->y[body] + far * lean.y, &x, &y);
    const bool leads =
        why == WEND_FLOW_FIELD || why == WEND_FLOW_LINE_OF_SIGHT || why == WEND_FLOW_TOWARD_PORTAL;
    return leads && x * direction.x + y * direction.y > ALIKE;
}

wend_vec2 wendi_flow_spread_direction(const wend_crowd *crowd, uint32_t body, double speed,
                                      const wendi_obstacle_constraint *near, uint32_t count,
                                      wend_vec2 direction)
{
    const wendi_bodies *b = &crowd->bodies;
    const bool has_place = (b->flags[body] & (uint32_t)WENDI_BODY_HAS_PLACE) != 0;
    if ((has_place && count == 0) || wendi_body_has_lane(crowd, body) ||
        b->distance_left[body] < b->goal_group_radius[body] + SETTLING) {
        return direction;
    }
    const double held_up = wendi_clamp(HELD_UP * (1 - b->follow_speed[body] / speed), 0, 1) *
                           wendi_clamp(2 * (1 - b->slow[body] / JAM), 0, 1);
    if (!(held_up > 0)) {
        return direction;
    }
    /* The preferred side, from a hash of the index. */
    uint32_t bits = body * 2654435761U;
    bits ^= bits >> 15;
    bits *= 2246822519U;
    double side = (bits >> 16 & 1) != 0 ? 1 : -1;
    if (has_wall(near, count, b->radius[body],
                 (wend_vec2){-direction.y * side, direction.x * side})) {
        side = -side;
        if (has_wall(near, count, b->radius[body],
                     (wend_vec2){-direction.y * side, direction.x * side})) {
            return direction;
        }
    }
    const double lean = LEAN * held_up * side;
    const wend_vec2 out = {direction.x - lean * direction.y, direction.y + lean * direction.x};
    const double length = wend_sqrt(out.x * out.x + out.y * out.y);
    const wend_vec2 unit = {out.x / length, out.y / length};
    return leads_on(crowd, body, direction, unit) ? unit : direction;
}
