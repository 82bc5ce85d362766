/* Streams around corners: bodies that turn at the same corner pass it in lanes, side by side. A route
 * has its corners at the ends of its legs; of a flow see flow_corner.c.
 *
 *      ######                     The corner is the inner end of a gate across the turn. Each body
 *      ######o . . . . |          passes the gate in the lane where it is through, and on its way,
 *      #####/ 0 1 2 3 4| wall     soonest: in a thin stream all take lane 0, the shortest; where
 *          ^ ^ ^ ^                others are ahead, lanes further out.
 *
 * Nearer bodies choose first, and book a lane for as long as a body takes to pass it. No lane is kept
 * from tick to tick. Narrow ways, such as doors, have no gates: there bodies press forward anyway.
 * Cost: a look at each body in each tick, and for one with a corner of a flow four samples; where a gate
 * has many bodies a sort of them, and for each a look at the lanes, and a test of the way to its own. */
#include "crowd/core/motion.h"
#include "crowd/goals/goals.h"

#include "base/core/sort.h"
#include "base/math/clamp.h"

#include <string.h>

enum {
    GATES_MOST = 64,
    LANES_MOST = 16,
    STEPS_BEHIND = 4, /* along the field behind a corner */
    FEW = 8           /* so many pass a corner one behind the other */
};

/* In radii of the body: */
static const double SAME_CORNER = 4; /* routes turn around one corner within so much */
static const double BEHIND = 3;      /* of a step behind a corner */
static const double LANE = 3.6;      /* width of a lane */
static const double WIDE = 16;       /* gates narrower than this are none */
static const double PASSING = 4.6;   /* it has the lane for the time in which it walks so far */
static const double PASSED = 1.5;    /* before the line of the gate */
static const double CLOSE = 2;       /* to the corner, on the side of the wall */
static const double NEXT_TO_CORNER = 1e-3; /* metres */
static const double STRAIGHT_ON = 0.9;     /* cosine: no turn */

/* How a body turns around a corner. */
typedef struct turn {
    wend_vec2 corner;
    double z;
    wend_vec2 in, out; /* directions before and after it, of length 1 */
    wend_vec2 next;    /* the end of the leg after it; of a flow: not set */
} turn;

/* A corner that many bodies turn around in one direction. */
typedef struct gate {
    double x, y;
    wend_mesh_location at;
    wend_vec2 toward;  /* direction after it, of its first body */
    wend_vec2 in, out; /* sums of directions before and after it, of those that turn */
    wend_vec2 across;  /* of length 1, from the corner outwards */
    double radius;     /* of the largest body */
    uint32_t floor, crowd_class;
    uint32_t count; /* bodies that turn; some more come straight from the side */
    uint32_t lanes;
    double free[LANES_MOST]; /* seconds from now when the lane is free */
} gate;

typedef struct gate_list {
    uint32_t count;
    gate items[GATES_MOST];
} gate_list;

static double length_of(const wendi_route_leg *leg)
{
    return wend_vec2_distance((wend_vec2){leg->from_x, leg->from_y},
                              (wend_vec2){leg->to_x, leg->to_y});
}

static wend_vec2 direction_of(const wendi_route_leg *leg)
{
    return wend_vec2_normalize((wend_vec2){leg->to_x - leg->from_x, leg->to_y - leg->from_y});
}

static bool is_plain(const wendi_route_leg *leg, uint32_t floor)
{
    return leg->behaviour == (uint32_t)WEND_BEHAVIOUR_WALK && !wendi_leg_changes_floor(leg, floor);
}

/* The corner at the end of a body's leg. Short legs around a corner are part of it. @return false:
 * the body turns at no corner that is near. */
static bool find_corner_of_route(const wend_crowd *crowd, uint32_t body, turn *t)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_body_route *route = &crowd->routes.of[body];
    const uint32_t at = b->leg[body];
    if (at + 1 >= route->count) {
        return false;
    }
    const double small = SAME_CORNER * b->radius[body];
    uint32_t first = at;
    uint32_t last = at + 1;
    while (first > 0 && length_of(&route->legs[first]) < small) {
        first--;
    }
    while (last + 1 < route->count && length_of(&route->legs[last]) < small) {
        last++;
    }
    const wendi_route_leg *leg = &route->legs[at];
    const wend_vec2 way = {leg->to_x - b->x[body], leg->to_y - b->y[body]};
    const double most = WENDI_GATE_NEAR * b->radius[body];
    for (uint32_t i = first; i <= last; ++i) {
        if (!is_plain(&route->legs[i], b->floor[body])) {
            return false;
        }
    }
    t->corner = (wend_vec2){leg->to_x, leg->to_y};
    t->z = leg->to_z;
    t->in = direction_of(&route->legs[first]);
    t->out = direction_of(&route->legs[last]);
    t->next = (wend_vec2){route->legs[last].to_x, route->legs[last].to_y};
    return wend_vec2_dot(way, way) < most * most && wend_vec2_dot(t->in, t->out) < STRAIGHT_ON;
}

/* The corner that the flow leads the body around. @return false: there is none that is near. */
static bool find_corner_of_flow(const wend_crowd *crowd, uint32_t body, turn *t)
{
    const wendi_bodies *b = &crowd->bodies;
    if ((b->flags[body] & (uint32_t)WENDI_BODY_SEES_CORNER) == 0 ||
        (b->flags[body] & (uint32_t)WENDI_BODY_HAS_PLACE) != 0) {
        return false;
    }
    const wend_flow_request_id order = {b->order_index[body], b->order_generation[body]};
    const wend_vec2 corner = {b->goal_vector_x[body], b->goal_vector_y[body]};
    const wend_vec2 way = {corner.x - b->x[body], corner.y - b->y[body]};
    const double step = BEHIND * b->radius[body];
    const double most = WENDI_GATE_NEAR * b->radius[body];
    if (wend_vec2_dot(way, way) > most * most) {
        return false;
    }
    wend_vec2 at = corner;
    for (uint32_t i = 0; i < STEPS_BEHIND; ++i) {
        wend_vec2 along = {0, 0};
        (void)wend_flow_sample(crowd->flow, order, b->floor[body], at.x, at.y, &along.x, &along.y);
        at = wend_vec2_add(at, wend_vec2_scale(along, step));
    }
    t->corner = corner;
    t->z = 0;
    t->in = wend_vec2_normalize(way);
    t->out = wend_vec2_normalize(wend_vec2_sub(at, corner));
    return true;
}

/* The corner that a body turns around next. @return false: there is none that is near. */
static bool find_turn(const wend_crowd *crowd, uint32_t body, turn *t)
{
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t off = (uint32_t)WENDI_BODY_TELEPORTS | (uint32_t)WENDI_BODY_ON_LINK |
                         (uint32_t)WENDI_BODY_EMBEDDED | (uint32_t)WENDI_BODY_REJOINS |
                         (uint32_t)WENDI_BODY_HELD;
    if (!wendi_bodies_is_alive(b, body) || b->state[body] != (uint8_t)WEND_BODY_MOVING ||
        (b->flags[body] & off) != 0 || b->avoids[body] == 0 || !(b->speed[body] > 0)) {
        return false;
    }
    const uint8_t goal = b->goal[body];
    const bool by_route =
        goal == (uint8_t)WEND_BODY_GOAL_POINT || goal == (uint8_t)WEND_BODY_GOAL_PATH;
    return by_route ? find_corner_of_route(crowd, body, t)
                    : goal == (uint8_t)WEND_BODY_GOAL_FLOW && find_corner_of_flow(crowd, body, t);
}

/* @return GATES_MOST: there are too many, or it leads nowhere. */
static uint32_t find_gate(gate_list *gates, const wend_crowd *crowd, uint32_t body, const turn *t)
{
    const wendi_bodies *b = &crowd->bodies;
    const double near = SAME_CORNER * b->radius[body];
    for (uint32_t i = 0; i < gates->count; ++i) {
        const gate *g = &gates->items[i];
        const double x = g->x - t->corner.x;
        const double y = g->y - t->corner.y;
        if (x * x + y * y < near * near && wend_vec2_dot(g->toward, t->out) > 0 &&
            g->floor == b->floor[body] && g->crowd_class == b->crowd_class[body] &&
            wendi_bodies_is_level_with(b, body, g->at.z)) {
            return i;
        }
    }
    /* A field may end at the corner: then no other body would find its gate. */
    if (gates->count == (uint32_t)GATES_MOST || !(wend_vec2_dot(t->out, t->out) > 0)) {
        return GATES_MOST;
    }
    gate *g = &gates->items[gates->count];
    memset(g, 0, sizeof *g);
    g->x = t->corner.x;
    g->y = t->corner.y;
    g->at = wend_mesh_location_at(g->x, g->y, t->z);
    g->toward = t->out;
    g->floor = b->floor[body];
    g->crowd_class = b->crowd_class[body];
    return gates->count++;
}

/* Lists the bodies before gates by their distance. @return how many. */
static uint32_t list_bodies(wend_crowd *crowd, gate_list *gates)
{
    const wendi_bodies *b = &crowd->bodies;
    wendi_workspace *w = &crowd->work;
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->high; ++i) {
        w->gate_x[i] = 0;
        w->gate_y[i] = 0;
        turn t;
        if (!find_turn(crowd, i, &t)) {
            continue;
        }
        const uint32_t at = find_gate(gates, crowd, i, &t);
        if (at == (uint32_t)GATES_MOST) {
            continue;
        }
        gate *g = &gates->items[at];
        if (wend_vec2_dot(t.in, t.out) < STRAIGHT_ON) {
            g->in = wend_vec2_add(g->in, t.in);
            g->out = wend_vec2_add(g->out, t.out);
            g->count++;
        }
        g->radius = wendi_max(g->radius, b->radius[i]);
        const double x = t.corner.x - b->x[i];
        const double y = t.corner.y - b->y[i];
        const double squared = x * x + y * y;
        wendi_sort_pair *pair = &w->place_pairs[count++];
        memcpy(&pair->key, &squared, sizeof pair->key);
        pair->value = i;
        w->place_next[i] = at;
    }
    return count;
}

static bool is_clear(const wend_crowd *crowd, const gate *g, const wend_mesh_location *from,
                     wend_vec2 to, wend_mesh_location *end)
{
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, g->floor, g->crowd_class);
    return wendi_obstacles_is_way_clear(set, from, to, g->radius, crowd->obstacles.margin, end);
}

/* True if a lane is open, and the ground before and after it: behind a door there is no lane. */
static bool is_lane_open(const wend_crowd *crowd, const gate *g, wend_vec2 in, wend_vec2 out,
                         uint32_t lane)
{
    const double off = (double)lane * LANE * g->radius;
    const double far = WIDE * g->radius;
    const wend_vec2 by = {g->x + off * g->across.x, g->y + off * g->across.y};
    wend_mesh_location at;
    wend_mesh_location end;
    return is_clear(crowd, g, &g->at, by, &at) &&
           is_clear(crowd, g, &at, wend_vec2_add(by, wend_vec2_scale(in, -far)), &end) &&
           is_clear(crowd, g, &at, wend_vec2_add(by, wend_vec2_scale(out, far)), &end);
}

/* The lanes that have room, by halves. */
static void measure(const wend_crowd *crowd, gate *g)
{
    const wend_vec2 in = wend_vec2_normalize(g->in);
    const wend_vec2 out = wend_vec2_normalize(g->out);
    const wend_vec2 across = wend_vec2_sub(in, out);
    const double length = wend_vec2_length(across);
    if (g->count < (uint32_t)FEW || !(length > 0)) {
        return;
    }
    g->across = wend_vec2_scale(across, 1 / length);
    uint32_t open = 0;
    for (uint32_t stride = LANES_MOST / 2; stride > 0; stride /= 2) {
        open += is_lane_open(crowd, g, in, out, open + stride) ? stride : 0;
    }
    g->lanes = (double)open * LANE < WIDE ? 0 : open + 1;
}

/* True if a body that follows a flow is about on the line of the gate, or beyond it. (Bodies with
 * routes begin their next leg there.) */
static bool has_passed(const wend_crowd *crowd, const gate *g, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_vec2 off = {b->x[body] - g->x, b->y[body] - g->y};
    const wend_vec2 along = {-g->across.y, g->across.x};
    const double side = wend_vec2_dot(along, g->out) < 0 ? -1 : 1;
    return side * wend_vec2_dot(along, off) > -PASSED * b->radius[body] &&
           wend_vec2_dot(off, g->across) > -CLOSE * b->radius[body];
}

/* The lane in which a body is soonest where it goes after the corner. */
static void choose_lane(wend_crowd *crowd, gate *g, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const bool by_flow = b->goal[body] == (uint8_t)WEND_BODY_GOAL_FLOW;
    if (by_flow && has_passed(crowd, g, body)) {
        b->flags[body] &= ~(uint32_t)WENDI_BODY_SEES_CORNER;
        return;
    }
    const wend_vec2 from = {b->x[body], b->y[body]};
    turn t;
    if (by_flow) {
        t.corner = (wend_vec2){b->goal_vector_x[body], b->goal_vector_y[body]};
        const double left = b->distance_left[body] - wend_vec2_distance(from, t.corner);
        const double far = wendi_clamp(left, 0, WENDI_GATE_NEAR * b->radius[body]);
        t.next = wend_vec2_add(t.corner, wend_vec2_scale(wend_vec2_normalize(g->out), far));
    } else {
        (void)find_corner_of_route(crowd, body, &t);
    }
    const double lane = LANE * g->radius;
    const double speed = b->speed[body];
    uint32_t best = 0;
    double least = 1e300;
    double through = 0;
    for (uint32_t i = 0; i < g->lanes; ++i) {
        const double off = (double)i * lane;
        const wend_vec2 by = {t.corner.x + off * g->across.x, t.corner.y + off * g->across.y};
        const double then = wendi_max(wend_vec2_distance(from, by) / speed, g->free[i]);
        const double seconds = then + wend_vec2_distance(by, t.next) / speed;
        if (seconds < least - 1e-9) {
            best = i;
            least = seconds;
            through = then;
        }
    }
    g->free[best] = through + PASSING * b->radius[body] / speed;
    const double off = (double)best * lane;
    const wend_vec2 by = {t.corner.x + off * g->across.x, t.corner.y + off * g->across.y};
    const wend_mesh_location here = wendi_bodies_location(b, body);
    const wend_mesh_location there = wend_mesh_location_at(by.x, by.y, (double)NAN);
    if (best == 0 && by_flow) {
        /* Straight to the corner: the field may bend before it. */
        crowd->work.gate_x[body] = NEXT_TO_CORNER * g->across.x;
        crowd->work.gate_y[body] = NEXT_TO_CORNER * g->across.y;
    } else if (best > 0 && wendi_body_has_clear_way(crowd, body, &here, &there)) {
        crowd->work.gate_x[body] = off * g->across.x;
        crowd->work.gate_y[body] = off * g->across.y;
    }
}

void wendi_goals_assign_lanes(wend_crowd *crowd)
{
    wendi_workspace *w = &crowd->work;
    gate_list gates;
    gates.count = 0;
    const uint32_t count = list_bodies(crowd, &gates);
    bool is_any = false;
    for (uint32_t i = 0; i < gates.count; ++i) {
        measure(crowd, &gates.items[i]);
        is_any |= gates.items[i].lanes > 0;
    }
    if (!is_any) {
        return;
    }
    wendi_sort_pairs(w->place_pairs, w->place_scratch, count);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t body = w->place_pairs[i].value;
        gate *g = &gates.items[w->place_next[body]];
        if (g->lanes > 0) {
            choose_lane(crowd, g, body);
        }
    }
}
