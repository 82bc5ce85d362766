/* The goals of members: their slot, a point on the path to it, or a route of their own; and their
 * arrival.
 * Cost: constant for members in their slots; for the others a test for a clear segment every few
 * ticks. */
#include "crowd/formation/formation.h"
#include "crowd/goals/goals.h"

#include "base/math/bits.h"

enum {
    CHECK_TICKS = 8,       /* between two checks of the path to the slot */
    POINTS_BACK = 24,      /* points of the path that are tried */
    FAILED_CHECKS_MOST = 8 /* failed checks before a member gets a route of its own */
};

/* Seconds in which a member closes the distance to its slot. */
static const double CATCH_UP_SECONDS = 0.8;
/* Metres a second below which a slot rests. */
static const double SLOT_RESTS = 0.05;
/* Spacings: a nearer member moves straight. */
static const double NEAR = 1;
/* Spacings: near enough to have arrived. */
static const double ARRIVAL = 0.25;
/* Spacings: a slot that moved further is to be reached again. */
static const double MOVED = 0.1;
/* A member that makes no progress for this long, and is not too far, has arrived. */
static const double LATE_SECONDS = 4;
static const double LATE_SPACINGS = 3;
/* And after this long wherever it is; and the formation, when no other member arrived for this
 * long. */
static const double LATEST_SECONDS = 15;
static const double SETTLE_SECONDS = 30;
static const double SLOW = 0.9;
/* Spacings: from there a member by route returns to its slot when it sees that. */
static const double REJOIN = 4;

static wend_vec2 position_of(const wend_crowd *crowd, uint32_t body)
{
    return (wend_vec2){crowd->bodies.x[body], crowd->bodies.y[body]};
}

static bool is_in_sight(const wend_crowd *crowd, const wendi_formation *f, uint32_t body,
                        wend_vec2 to)
{
    const wendi_bodies *b = &crowd->bodies;
    /* A little less than its radius: a member pressed against a wall sees past it. */
    return b->floor[body] == f->floor &&
           wendi_obstacles_is_segment_clear(
               wendi_obstacles_set_of(&crowd->obstacles, f->floor, b->crowd_class[body]),
               position_of(crowd, body), to, 0.9 * b->radius[body], crowd->obstacles.margin);
}

/* ---- in order ---- */

void wendi_member_begin(wend_crowd *crowd, uint32_t body)
{
    wendi_goal_begin(crowd, body, WEND_BODY_GOAL_SLOT);
}

static void return_to_order(wend_crowd *crowd, wendi_formation_member *m)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_crowd_cancel_query(crowd, b->ticket[m->body]);
    b->ticket[m->body] = 0;
    wendi_routes_clear(&crowd->routes, m->body);
    wendi_member_begin(crowd, m->body);
    m->mode = WENDI_MEMBER_STRAIGHT;
    m->failed_checks = 0;
    m->late_ticks = 0;
}

void wendi_members_restart(wend_crowd *crowd, wendi_formation *f)
{
    for (uint32_t i = 0; i < f->count; ++i) {
        if (f->members[i].mode == (uint8_t)WENDI_MEMBER_BY_ROUTE) {
            return_to_order(crowd, &f->members[i]);
        } else if (f->members[i].mode != (uint8_t)WENDI_MEMBER_BY_FLOW) {
            crowd->bodies.state[f->members[i].body] = WEND_BODY_MOVING;
            f->members[i].late_ticks = 0;
        }
    }
}

/* ---- by route ---- */

/* The position of a slot when the anchor is at the end of its path. */
static wend_vec2 final_slot_position(const wendi_formation *f, uint32_t slot)
{
    if (wendi_formation_is_at_goal(f) || f->path.count < 2) {
        return f->at[slot];
    }
    const double end = wendi_anchor_path_end(&f->path);
    wend_vec2 ahead = wendi_anchor_path_direction(&f->path, end, f->spacing);
    if (wendi_is_finite(f->goal_heading)) {
        ahead = (wend_vec2){wend_cos(f->goal_heading), wend_sin(f->goal_heading)};
    }
    return wend_vec2_add(wendi_anchor_path_point(&f->path, end),
                         wendi_rotate_to(ahead, f->slots[slot].offset));
}

/* The position, or the nearest one that is open to the member. */
static wend_vec2 open_position_for(const wend_crowd *crowd, const wendi_formation *f, uint32_t body,
                                   wend_vec2 at)
{
    const uint32_t crowd_class = crowd->bodies.crowd_class[body];
    wend_vec2 out = at;
    if (!wendi_formation_is_open_to(crowd, f, crowd_class, at) &&
        wendi_obstacles_nearest_open(
            &crowd->obstacles, wendi_obstacles_set_of(&crowd->obstacles, f->floor, crowd_class),
            crowd_class, at, crowd->bodies.radius[body], &out)) {
        return out;
    }
    return at;
}

static void go_by_route(wend_crowd *crowd, wendi_formation *f, wendi_formation_member *m)
{
    wendi_bodies *b = &crowd->bodies;
    const wend_vec2 to = open_position_for(crowd, f, m->body, final_slot_position(f, m->slot));
    return_to_order(crowd, m);
    wendi_goal_begin(crowd, m->body, WEND_BODY_GOAL_POINT);
    b->state[m->body] = WEND_BODY_PATH_PENDING;
    b->flags[m->body] |= (uint32_t)WENDI_BODY_NEEDS_ROUTE;
    b->goal_x[m->body] = to.x;
    b->goal_y[m->body] = to.y;
    b->goal_floor[m->body] = f->floor;
    m->mode = WENDI_MEMBER_BY_ROUTE;
    m->target = to;
}

static bool can_follow_path(const wend_crowd *crowd, const wendi_formation *f, uint32_t crowd_class)
{
    for (size_t i = f->anchor.leg; i < f->path.count; ++i) {
        if (!wendi_formation_is_open_to(crowd, f, crowd_class, f->path.points[i])) {
            return false;
        }
    }
    return true;
}

/* Returns to its slot where it sees that and can use the path ahead; gets another route when the
 * pattern stopped elsewhere. */
static void update_by_route(wend_crowd *crowd, wendi_formation *f, wendi_formation_member *m)
{
    const wend_vec2 slot = f->at[m->slot];
    const double far = wend_vec2_distance(position_of(crowd, m->body), slot);
    if (far < REJOIN * f->spacing && is_in_sight(crowd, f, m->body, slot) &&
        can_follow_path(crowd, f, crowd->bodies.crowd_class[m->body])) {
        return_to_order(crowd, m);
        return;
    }
    const wend_vec2 to = open_position_for(crowd, f, m->body, final_slot_position(f, m->slot));
    if (wendi_formation_is_at_goal(f) && wend_vec2_distance(to, m->target) > f->spacing) {
        go_by_route(crowd, f, m);
    }
}

void wendi_members_split(wend_crowd *crowd, wendi_formation *f)
{
    const wendi_bodies *b = &crowd->bodies;
    uint32_t can_go = 1U << f->leader_class;
    uint32_t cannot_go = 0;
    for (uint32_t i = 0; i < f->count; ++i) {
        const uint32_t crowd_class = b->crowd_class[f->members[i].body];
        const uint32_t bit = 1U << crowd_class;
        if (((can_go | cannot_go) & bit) == 0) {
            *(can_follow_path(crowd, f, crowd_class) ? &can_go : &cannot_go) |= bit;
        }
        if ((cannot_go & bit) != 0 && f->members[i].slot != WENDI_NONE &&
            f->members[i].mode != (uint8_t)WENDI_MEMBER_BY_FLOW) {
            go_by_route(crowd, f, &f->members[i]);
        }
    }
}

/* ---- detours ---- */

/* The last point of the anchor's path before the slot that the member sees. */
static bool find_detour(const wend_crowd *crowd, const wendi_formation *f,
                        const wendi_formation_member *m, wend_vec2 *target)
{
    if (f->path.count < 2) {
        *target = f->anchor.position;
        return is_in_sight(crowd, f, m->body, *target);
    }
    double arc = wendi_formation_arc(f) + f->slots[m->slot].offset.x;
    double step = f->spacing;
    for (uint32_t i = 0; i < POINTS_BACK && arc >= f->path.arcs[0]; ++i) {
        *target = wendi_anchor_path_point(&f->path, arc);
        if (is_in_sight(crowd, f, m->body, *target)) {
            return true;
        }
        arc -= step;
        step *= 1.1;
    }
    return false;
}

/* ---- by flow ---- */

static void follow_flow(wend_crowd *crowd, const wendi_formation *f, wendi_formation_member *m)
{
    wendi_bodies *b = &crowd->bodies;
    return_to_order(crowd, m);
    wendi_goal_begin(crowd, m->body, WEND_BODY_GOAL_FLOW);
    b->order_index[m->body] = f->flow.index1;
    b->order_generation[m->body] = f->flow.generation;
    m->mode = WENDI_MEMBER_BY_FLOW;
}

void wendi_members_cross_link(wend_crowd *crowd, wendi_formation *f)
{
    for (uint32_t i = 0; i < f->count; ++i) {
        follow_flow(crowd, f, &f->members[i]);
    }
}

bool wendi_members_are_crossing(const wend_crowd *crowd, const wendi_formation *f)
{
    for (uint32_t i = 0; i < f->count; ++i) {
        if (f->members[i].mode == (uint8_t)WENDI_MEMBER_BY_FLOW &&
            crowd->bodies.state[f->members[i].body] != (uint8_t)WEND_BODY_NO_PATH) {
            return true;
        }
    }
    return false;
}

/* Returns to its slot on the same floor, where it sees that or the path before it. When the last
 * member has crossed, slots are assigned again. */
static void update_by_flow(wend_crowd *crowd, wendi_formation *f, wendi_formation_member *m)
{
    const wendi_bodies *b = &crowd->bodies;
    wend_vec2 target;
    const bool jumps = (b->flags[m->body] & (uint32_t)WENDI_BODY_TELEPORTS) != 0;
    if (b->floor[m->body] != f->floor || jumps ||
        (!is_in_sight(crowd, f, m->body, f->at[m->slot]) && !find_detour(crowd, f, m, &target) &&
         b->state[m->body] != (uint8_t)WEND_BODY_ARRIVED)) {
        return;
    }
    return_to_order(crowd, m);
    if (!wendi_members_are_crossing(crowd, f)) {
        wendi_formation_assign(crowd, f);
        f->is_relaid = true;
    }
}

static void check_slot(wend_crowd *crowd, wendi_formation *f, wendi_formation_member *m, double far)
{
    const bool has_flow = f->order == (uint8_t)WENDI_FORMATION_BY_FLOW && crowd->flow != NULL;
    if (has_flow && crowd->bodies.floor[m->body] != f->floor) {
        follow_flow(crowd, f, m);
        return;
    }
    const wend_vec2 slot = f->at[m->slot];
    const bool is_for_it =
        wendi_formation_is_open_to(crowd, f, crowd->bodies.crowd_class[m->body], slot);
    m->mode = WENDI_MEMBER_STRAIGHT;
    if (is_for_it && (far < NEAR * f->spacing || is_in_sight(crowd, f, m->body, slot))) {
        m->failed_checks = 0;
        return;
    }
    wend_vec2 target = slot;
    if (!is_for_it) {
        target = open_position_for(crowd, f, m->body, slot);
    } else if (!find_detour(crowd, f, m, &target)) {
        m->failed_checks++;
        if (m->failed_checks >= FAILED_CHECKS_MOST && has_flow) {
            follow_flow(crowd, f, m);
        } else if (m->failed_checks >= FAILED_CHECKS_MOST && crowd->source.start != NULL) {
            go_by_route(crowd, f, m);
        }
        return;
    }
    m->failed_checks = 0;
    m->mode = WENDI_MEMBER_DETOUR;
    m->target = target;
}

/* ---- arrival ---- */

static void settle(wend_crowd *crowd, wendi_formation *f, wendi_formation_member *m, double far)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_vec2 slot = f->at[m->slot];
    m->late_ticks = b->slow[m->body] > SLOW ? m->late_ticks + 1 : 0;
    const double late_ticks = (double)m->late_ticks * crowd->step;
    const bool is_late = late_ticks > LATEST_SECONDS ||
                         (late_ticks > LATE_SECONDS && far < LATE_SPACINGS * f->spacing);
    const bool is_near = far < NEAR * f->spacing;
    if (far < ARRIVAL * f->spacing || is_late) {
        /* A near member rests as others let it, and gets there when they yield. */
        const wend_vec2 home = is_near ? slot : position_of(crowd, m->body);
        wendi_body_arrive(crowd, m->body, home.x, home.y);
        m->target = slot;
        m->late_ticks = 0;
    }
}

static void update_in_order(wend_crowd *crowd, wendi_formation *f, wendi_formation_member *m,
                            bool is_at_end)
{
    wendi_bodies *b = &crowd->bodies;
    const wend_vec2 slot = f->at[m->slot];
    if (b->state[m->body] == (uint8_t)WEND_BODY_ARRIVED) {
        if (is_at_end && wend_vec2_distance(slot, m->target) <= MOVED * f->spacing) {
            return;
        }
        b->state[m->body] = WEND_BODY_MOVING;
    }
    const double far = wend_vec2_distance(position_of(crowd, m->body), slot);
    if ((crowd->tick + m->body) % CHECK_TICKS == 0) {
        check_slot(crowd, f, m, far);
        if (!wendi_member_is_in_order(m)) {
            return;
        }
    }
    /* Its slot, or the target of its detour. */
    const wend_vec2 to = m->mode == (uint8_t)WENDI_MEMBER_DETOUR ? m->target : f->at[m->slot];
    b->goal_x[m->body] = to.x;
    b->goal_y[m->body] = to.y;
    b->goal_floor[m->body] = f->floor;
    if (m->mode == (uint8_t)WENDI_MEMBER_DETOUR) {
        b->goal_vector_x[m->body] = 0;
        b->goal_vector_y[m->body] = 0;
    }
    if (is_at_end) {
        settle(crowd, f, m, wend_vec2_distance(position_of(crowd, m->body), to));
    }
}

static void update_detached(wend_crowd *crowd, wendi_formation *f, wendi_formation_member *m)
{
    if ((crowd->tick + m->body) % CHECK_TICKS != 0) {
        return;
    }
    if (m->mode == (uint8_t)WENDI_MEMBER_BY_ROUTE) {
        update_by_route(crowd, f, m);
    } else {
        update_by_flow(crowd, f, m);
    }
}

/* All have arrived, or the others will not. */
static bool has_settled(const wend_crowd *crowd, wendi_formation *f, uint32_t waiting)
{
    const uint32_t settled = f->count - waiting;
    f->settling = settled > f->settled ? 0 : f->settling + 1;
    f->settled = settled > f->settled ? settled : f->settled;
    return waiting == 0 || (double)f->settling * crowd->step > SETTLE_SECONDS;
}

void wendi_members_tick(wend_crowd *crowd, wendi_formation *f)
{
    const bool is_at_end = wendi_formation_is_at_goal(f);
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < f->count; ++i) {
        wendi_formation_member *m = &f->members[i];
        if (wendi_member_is_in_order(m)) {
            update_in_order(crowd, f, m, is_at_end);
            waiting += crowd->bodies.state[m->body] != (uint8_t)WEND_BODY_ARRIVED;
        } else {
            update_detached(crowd, f, m);
            waiting += m->mode == (uint8_t)WENDI_MEMBER_BY_FLOW;
        }
    }
    if (!is_at_end) {
        f->settled = 0;
        f->settling = 0;
    } else if (f->state == (uint8_t)WEND_BODY_MOVING && has_settled(crowd, f, waiting) &&
               f->widen_ticks == 0) {
        f->state = WEND_BODY_ARRIVED;
    }
}

/* ---- the goal of members ---- */

/* Towards the slot, with the velocity of the slot and that of catching up. Members of slots that
 * rest yield to moving bodies. */
static wend_vec2 slot_velocity(wend_crowd *crowd, uint32_t body, bool *is_standing)
{
    wendi_bodies *b = &crowd->bodies;
    const double dx = b->goal_x[body] - b->x[body];
    const double dy = b->goal_y[body] - b->y[body];
    b->distance_left[body] = wend_sqrt(dx * dx + dy * dy);
    const double moves = b->goal_vector_x[body] * b->goal_vector_x[body] +
                         b->goal_vector_y[body] * b->goal_vector_y[body];
    *is_standing = b->distance_left[body] < b->radius[body] && moves < SLOT_RESTS * SLOT_RESTS;
    wend_vec2 v = {b->goal_vector_x[body] + dx / CATCH_UP_SECONDS,
                   b->goal_vector_y[body] + dy / CATCH_UP_SECONDS};
    const double speed = wend_sqrt(v.x * v.x + v.y * v.y);
    const double most = wendi_body_pace(crowd, body) * b->max_speed[body];
    if (speed > most) {
        v.x *= most / speed;
        v.y *= most / speed;
    }
    return v;
}

const wendi_goal_provider wendi_goal_provider_slot = {.preferred_velocity = slot_velocity,
                                                      .release = wendi_formations_remove_body,
                                                      .keeps_pace = true};
