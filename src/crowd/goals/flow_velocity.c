/* takes: bodies that follow orders of a flow.
 * gives: the velocity that each would like to have, and what is left of its way.
 * cost:  a sample for each, many at once, and what it keeps of its cell: less than a line of the
 *        cache. */
#include "crowd/core/motion.h"

enum {
    COST_TICKS = 4,  /* what is left of a flow's way is taken over every so many ticks */
    LOOK_TICKS = 16, /* who has no way looks around for one */
    RINGS = 4        /* cells around it */
};

/* Metres that a way gets longer within some ticks only when walls or costs changed. */
static const double ANOTHER_WAY = 2;

/* ---- many at once ---- */

static bool follows(const wendi_bodies *b, uint32_t body)
{
    return wendi_bodies_is_alive(b, body) && b->goal[body] == (uint8_t)WEND_BODY_GOAL_FLOW &&
           !wendi_body_is_resting(b, body);
}

/* Bodies from `first` on that follow the same order. */
static uint32_t run_of(const wendi_bodies *b, uint32_t first, uint32_t end)
{
    uint32_t next = first;
    while (next < end && follows(b, next) && b->order_index[next] == b->order_index[first] &&
           b->order_generation[next] == b->order_generation[first]) {
        next++;
    }
    return next - first;
}

void wendi_goal_sample_flows(wend_crowd *crowd, uint32_t begin, uint32_t end)
{
    const wendi_bodies *b = &crowd->bodies;
    wendi_workspace *w = &crowd->work;
    for (uint32_t first = begin; crowd->flow != NULL && first < end;) {
        const uint32_t count = run_of(b, first, end);
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

/* ---- one ---- */

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
    }
}

/* Between two looks at what is left it is what the body moved less. */
static void update_remaining(wend_crowd *crowd, uint32_t body, wend_vec2 way)
{
    wendi_bodies *b = &crowd->bodies;
    if ((crowd->tick + body) % COST_TICKS == 0 || !(b->distance_left[body] > 0)) {
        const double cost = crowd->work.flow_left[body];
        const double left = cost < 1e300 ? cost * crowd->flow_cell : b->distance_left[body];
        if (left > b->distance_left[body] + ANOTHER_WAY) {
            b->to_go_least[body] =
                WENDI_REMAINING_MOST; /* a detour is progress from where it begins */
        }
        b->distance_left[body] = left;
        return;
    }
    const double moved = (b->vx[body] * way.x + b->vy[body] * way.y) * crowd->step;
    const double left = b->distance_left[body] - moved;
    b->distance_left[body] = left > 0 ? left : 0;
}

/* ---- beside the ground of the flow's class ---- */

static bool has_direction(wend_flow_guidance why)
{
    return why == WEND_FLOW_FIELD || why == WEND_FLOW_LINE_OF_SIGHT ||
           why == WEND_FLOW_TOWARD_PORTAL || why == WEND_FLOW_TAKE_LINK || why == WEND_FLOW_ARRIVED;
}

/* Along walls a strip is closed that is as wide as the class is large; who is smaller may be pushed
 * into it, further than the flow looks itself. It walks out to the nearest place around it that
 * the flow leads on from. */
static bool find_covered(const wend_crowd *crowd, uint32_t body, wend_flow_request_id order,
                         wend_vec2 *way)
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
            *way = wend_vec2_normalize(AROUND[i % 8]);
            return true;
        }
    }
    return false;
}

/* Who has no way looks again now and then; the crowd asks the flow to cover who finds none. */
static wend_vec2 return_to_field(wend_crowd *crowd, uint32_t body, wend_flow_request_id order,
                                 bool is_reachable)
{
    wendi_bodies *b = &crowd->bodies;
    const bool looks =
        b->state[body] != (uint8_t)WEND_BODY_NO_PATH || (crowd->tick + body) % LOOK_TICKS == 0;
    wend_vec2 way = {0, 0};
    if (looks && find_covered(crowd, body, order, &way)) {
        b->state[body] = WEND_BODY_MOVING;
        return wend_vec2_scale(way, b->speed[body]);
    }
    if (is_reachable) {
        b->flags[body] |= (uint32_t)WENDI_BODY_NEEDS_FIELD;
    } else {
        wendi_body_lose_path(crowd, body);
    }
    return way;
}

wend_vec2 wendi_goal_flow_velocity(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const wend_flow_request_id order = {b->order_index[body], b->order_generation[body]};
    const wendi_workspace *w = &crowd->work;
    const wend_vec2 way = {w->flow_x[body], w->flow_y[body]};
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
    update_remaining(crowd, body, way);
    const double speed = b->speed[body];
    return (wend_vec2){way.x * speed, way.y * speed};
}
