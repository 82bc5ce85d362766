/* Takes over positions, velocities and headings, and decides which bodies arrive although others
 * stand at their goal.
 * Cost: the contacts of slow bodies. */
#include "crowd/avoidance/avoidance.h"
#include "crowd/core/motion.h"
#include "crowd/goals/goals.h"

/* A body this slow beside one that rests may settle. */
static const double SLOW_TO_SETTLE = 0.3;
static const double SLOW_TO_YIELD = 0.7;
/* Seconds without progress. Outside the room that its group needs a body waits the longer, the
 * further out it is, as bodies in front may still move up. Inside the room any position will do. */
static const double WAIT_OUTSIDE = 2;
static const double WAIT_MOST = 20;
static const double WAIT_BEHIND = 6;
static const double WAIT_INSIDE = 4;
/* Radii and seconds: a body this near to its place need not wait long. */
static const double NEXT_TO_PLACE = 2.5;
static const double WAIT_NEXT = 0.4;
static const double PATIENCE_OUTSIDE = 1.5; /* of at most 10: see preferred_velocity.c */
static const float TOUCH = 0.1F;            /* metres */
/* Metres a second: slower bodies keep their heading, and from the second speed on it is the
 * direction of the motion. */
static const double SLOWEST_TURN = 0.05;
static const double FACES_MOTION = 0.3;

/* Bodies within its reach, from which on a body that goes somewhere moves in each tick. */
enum { CROWDED = 3 };

/* Decaying numbers end at 0: denormals are slow. */
static double settled(float value)
{
    return value > -1e-6F && value < 1e-6F ? 0 : (double)value;
}

/* A straight step along a link, in space. At its end it stands until there is room. */
static void move_on_link(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const double dx = b->link_x[body] - b->x[body];
    const double dy = b->link_y[body] - b->y[body];
    const double dz = b->link_z[body] - b->z[body];
    const double left = sqrt(dx * dx + dy * dy + dz * dz);
    const double step = b->link_speed[body] * crowd->step;
    const double part = left > step ? step / left : 1;
    if (!(part < 1)) {
        b->link_speed[body] = 0;
    }
    b->x[body] += dx * part;
    b->y[body] += dy * part;
    b->z[body] += dz * part;
}

/* Out of closed ground, or to the nearest ground where there is none: straight, and up or down. */
static void move_embedded(wend_crowd *crowd, uint32_t body, double dx, double dy)
{
    static const double CLIMB = 4; /* metres a second */
    wendi_bodies *b = &crowd->bodies;
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
    wend_mesh_location at = wendi_bodies_location(b, body);
    at.x += dx;
    at.y += dy;
    const wend_node polygon = wend_mesh_locate(set->mesh, at.x, at.y, at.z);
    const double z = wend_mesh_height(set->mesh, polygon, at.x, at.y);
    wend_mesh_location out;
    if (polygon != WEND_NODE_NONE && wendi_bodies_is_level_with(b, body, z)) {
        at.polygon = polygon;
        at.z = z;
    } else if (wendi_obstacles_nearest_open_at(&crowd->obstacles, set, b->crowd_class[body], &at,
                                               b->radius[body], &out)) {
        const double most = CLIMB * crowd->step;
        const double off = out.z - at.z;
        at.polygon = WEND_NODE_NONE;
        at.z += off > most ? most : off < -most ? -most : off;
    }
    wendi_bodies_put(b, body, &at);
}

static void move_on_mesh(wend_crowd *crowd, uint32_t body, double dx, double dy)
{
    wendi_bodies *b = &crowd->bodies;
    const uint32_t flags = b->flags[body];
    if ((flags & (uint32_t)WENDI_BODY_ON_LINK) != 0) {
        move_on_link(crowd, body);
    } else if ((flags & (uint32_t)WENDI_BODY_EMBEDDED) != 0) {
        move_embedded(crowd, body, dx, dy);
    } else {
        const wendi_obstacle_set *set =
            wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
        const wend_mesh_location from = wendi_bodies_location(b, body);
        const bool is_amid = (crowd->work.snapshots[body].marks & (uint32_t)WENDI_MARK_AMID) != 0;
        const wend_mesh_location to =
            is_amid ? wendi_obstacle_surface_shift(set->mesh, from, from.x + dx, from.y + dy)
                    : wendi_obstacle_surface_move(set->mesh, from, from.x + dx, from.y + dy);
        wendi_bodies_put(b, body, &to);
    }
}

static void move(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const wendi_body_result *d = &crowd->work.results[body];
    const double step = wendi_body_step(crowd, body);
    double dx = (double)d->travelled_x;
    double dy = (double)d->travelled_y;
    if (b->z != NULL) {
        const wend_vec2 from = {b->x[body], b->y[body]};
        move_on_mesh(crowd, body, dx, dy);
        dx = b->x[body] - from.x;
        dy = b->y[body] - from.y;
    } else {
        b->x[body] += dx;
        b->y[body] += dy;
    }
    /* The velocity that others expect: the push is part of it, as the next tick begins with it. */
    b->vx[body] = dx / step + b->push_x[body];
    b->vy[body] = dy / step + b->push_y[body];
    crowd->work.moved_x[body] = (dx + crowd->work.displaced_x[body]) / step;
    crowd->work.moved_y[body] = (dy + crowd->work.displaced_y[body]) / step;
    b->avoid_vx[body] = settled(d->avoid_vx);
    b->avoid_vy[body] = settled(d->avoid_vy);
    b->contact_vx[body] = settled(d->contact_vx);
    b->contact_vy[body] = settled(d->contact_vy);
    b->sidestep_x[body] = (double)d->sidestep_x;
    b->sidestep_y[body] = (double)d->sidestep_y;
    b->follow_speed[body] = (double)d->follow_speed;
    const uint32_t opposed = (uint32_t)WENDI_BODY_OPPOSED;
    const uint32_t wedged = (uint32_t)WENDI_BODY_WEDGED;
    b->flags[body] = (b->flags[body] & ~(opposed | wedged)) | (d->is_opposed ? opposed : 0) |
                     (d->is_wedged ? wedged : 0);
}

static bool turns_freely(const wendi_bodies *b, uint32_t body)
{
    return !(b->turn_rate[body] > 0 || b->turn_radius[body] > 0);
}

/* A body that turns freely faces where it moves, also where others push it. The slower it is, the
 * more of its heading it keeps: in a jam it does not turn for every push. */
static void face_motion(wendi_bodies *b, uint32_t body)
{
    const double vx = b->vx[body] - b->push_x[body];
    const double vy = b->vy[body] - b->push_y[body];
    const double speed = sqrt(vx * vx + vy * vy);
    if (!(speed > SLOWEST_TURN)) {
        return;
    }
    double x = vx / speed;
    double y = vy / speed;
    if (speed < FACES_MOTION) {
        const double hx = b->heading_x[body];
        const double hy = b->heading_y[body];
        const double part = speed * speed / (FACES_MOTION * FACES_MOTION);
        if (hx * x + hy * y < 0) {
            /* First to the side: the mean of two opposite directions is none. */
            const double side = hx * y - hy * x < 0 ? -1 : 1;
            x = -side * hy;
            y = side * hx;
        }
        x = hx + part * (x - hx);
        y = hy + part * (y - hy);
        const double length = sqrt(x * x + y * y);
        x /= length;
        y /= length;
    }
    b->heading_x[body] = x;
    b->heading_y[body] = y;
}

/* ---- settling ---- */

static double offset(const uint32_t *positions, uint32_t from, uint32_t to)
{
    return (double)(int32_t)(positions[to] - positions[from]) / 65536.0;
}

/* Bodies sent to one point one by one count as a group. */
static bool has_same_goal(const wendi_bodies *b, uint32_t body, uint32_t other)
{
    const uint8_t point = (uint8_t)WEND_BODY_GOAL_POINT;
    const double dx = b->goal_x[other] - b->goal_x[body];
    const double dy = b->goal_y[other] - b->goal_y[body];
    const double touch = b->radius[body] + b->radius[other];
    return b->goal[body] == point && b->goal[other] == point &&
           (b->z == NULL || wendi_bodies_is_level_with(b, other, b->goal_z[body])) &&
           b->state[other] == (uint8_t)WEND_BODY_ARRIVED && dx * dx + dy * dy < touch * touch;
}

/* Behind a body that had to stop outside there is no room either: walls cut the disc. All bodies
 * behind it have waited as long, so that they stop one right after the other. */
static double patience_outside(double over, bool is_behind_such)
{
    const double seconds = WAIT_OUTSIDE * (0.5 + 0.5 * over + over * over);
    const double most = is_behind_such ? WAIT_BEHIND : WAIT_MOST;
    return seconds < most ? seconds : most;
}

/* True if the other body is in the direction of the goal. */
static bool is_ahead(const wendi_workspace *w, uint32_t at, uint32_t body, uint32_t other)
{
    const wendi_body_snapshot *s = &w->snapshots[body];
    return offset(w->x, at, other) * (double)s->dir_x + offset(w->y, at, other) * (double)s->dir_y >
           0;
}

/* True if a resting body of the group, between the body and its goal, is the outermost of those
 * that rest. */
static bool is_group_edge(const wend_crowd *crowd, uint32_t at, uint32_t body, uint32_t other,
                          uint32_t j)
{
    const wendi_bodies *b = &crowd->bodies;
    const double over = b->distance_left[body] - b->goal_group_radius[body];
    const double waited = (double)b->wait[body] * crowd->step;
    if (over <= 0 && waited > WAIT_INSIDE) {
        /* The first to arrive may be further out by now; a body among them would circle around the
         * goal with others. */
        return true;
    }
    const bool is_nearer = b->distance_left[j] <= b->distance_left[body];
    if (over <= 0) {
        return is_nearer && b->slow[body] > SLOW_TO_SETTLE;
    }
    /* A body that stopped outside may have been pushed further in since. */
    const bool is_outside = b->distance_left[j] > b->goal_group_radius[j];
    return (is_nearer || (is_outside && is_ahead(&crowd->work, at, body, other))) &&
           waited > patience_outside(over, is_outside);
}

/* True if a body that cannot get to its place, nor found a better one, may rest beside another that
 * rests at its own. */
static bool is_as_good(const wend_crowd *crowd, uint32_t body, uint32_t j)
{
    const wendi_bodies *b = &crowd->bodies;
    const double waited = (double)b->wait[body] * crowd->step;
    const double x = b->goal_x[body] - b->x[body];
    const double y = b->goal_y[body] - b->y[body];
    const double most = b->goal_group_radius[body];
    const bool is_inside = x * x + y * y < most * most;
    if (b->distance_left[body] < NEXT_TO_PLACE * (is_inside ? 1 : 0.5) * b->radius[body]) {
        return waited > WAIT_NEXT;
    }
    return (b->flags[j] & (uint32_t)WENDI_BODY_HAS_PLACE) != 0 &&
           waited > (is_inside ? WAIT_OUTSIDE : WAIT_INSIDE);
}

/* True if both go to one point, each by itself, keep each other from it, and this one is nearer. They
 * would circle around it for ever. What the other does in this pass is not read. */
static bool circles_with(const wend_crowd *crowd, uint32_t at, uint32_t other)
{
    const wendi_workspace *w = &crowd->work;
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t body = crowd->cells.order[at];
    const uint32_t j = crowd->cells.order[other];
    const uint8_t rests = (uint8_t)WENDI_MARK_STANDS | (uint8_t)WENDI_MARK_RESTS;
    const uint8_t point = (uint8_t)WEND_BODY_GOAL_POINT;
    if ((w->marks[other] & rests) != 0 || b->goal[body] != point || b->goal[j] != point ||
        b->goal_group[body] != 0 || b->goal_group[j] != 0 ||
        !((double)b->wait[body] * crowd->step > WAIT_OUTSIDE)) {
        return false;
    }
    const double dx = b->goal_x[j] - b->goal_x[body];
    const double dy = b->goal_y[j] - b->goal_y[body];
    const double touch = b->radius[body] + b->radius[j];
    const double left = b->distance_left[body];
    const double other_left = b->distance_left[j];
    const bool is_nearer = left < other_left || (at < other && !(other_left < left));
    return is_nearer && other_left < touch && dx * dx + dy * dy < touch * touch;
}

static bool is_reason_to_stop(const wend_crowd *crowd, uint32_t at, uint32_t other)
{
    const wendi_workspace *w = &crowd->work;
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t body = crowd->cells.order[at];
    const uint32_t j = crowd->cells.order[other];
    if ((w->marks[other] & (uint8_t)WENDI_MARK_STANDS) == 0) {
        return circles_with(crowd, at, other);
    }
    if ((b->flags[body] & (uint32_t)WENDI_BODY_HAS_PLACE) != 0) {
        return is_as_good(crowd, body, j);
    }
    if (b->goal_group[body] != 0 && b->goal_group[body] == b->goal_group[j]) {
        return is_group_edge(crowd, at, body, other, j);
    }
    if (has_same_goal(b, body, j) && (double)b->wait[body] * crowd->step > WAIT_OUTSIDE &&
        b->distance_left[j] < b->distance_left[body]) {
        return true;
    }
    /* The other stands on the goal itself and is held. */
    const double dx = b->x[body] + offset(w->x, at, other) - b->goal_x[body];
    const double dy = b->y[body] + offset(w->y, at, other) - b->goal_y[body];
    const double touch = b->radius[body] + b->radius[j];
    return (b->z == NULL || wendi_bodies_is_level_with(b, j, b->goal_z[body])) &&
           (w->marks[other] & (uint8_t)WENDI_MARK_HELD) != 0 && b->slow[body] > SLOW_TO_YIELD &&
           dx * dx + dy * dy < touch * touch;
}

static bool touches(const wendi_contact *c)
{
    const float most = c->touch + TOUCH;
    return c->x * c->x + c->y * c->y < most * most;
}

static bool is_going_somewhere(const wendi_bodies *b, uint32_t body)
{
    if ((b->flags[body] & (uint32_t)WENDI_BODY_RETURNS) != 0) {
        return true;
    }
    const uint8_t goal = b->goal[body];
    return b->state[body] == (uint8_t)WEND_BODY_MOVING &&
           (goal == (uint8_t)WEND_BODY_GOAL_POINT || goal == (uint8_t)WEND_BODY_GOAL_PATH ||
            goal == (uint8_t)WEND_BODY_GOAL_FLOW);
}

/* True if the body is slow enough, or has waited long enough, to settle. */
static bool may_settle(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t off = (uint32_t)WENDI_BODY_PARTIAL | (uint32_t)WENDI_BODY_SEEKS_EXIT;
    if ((b->flags[body] & off) != 0) {
        return false; /* the path to its goal is not known, or leads through an exit */
    }
    return b->slow[body] > SLOW_TO_SETTLE || (double)b->wait[body] * crowd->step > WAIT_OUTSIDE;
}

/* Outside the room of its group the body still fills holes, while it rests. If it did that and
 * found no more, it returns only from further off: the bodies at both ends of a row would push it
 * to and fro. */
static void stop_beside(wend_crowd *crowd, uint32_t body, uint32_t j)
{
    wendi_bodies *b = &crowd->bodies;
    const bool was_going = b->state[body] == (uint8_t)WEND_BODY_MOVING;
    wendi_body_arrive(crowd, body, b->x[body], b->y[body]);
    if ((b->flags[body] & (uint32_t)WENDI_BODY_HAS_PLACE) != 0) {
        return;
    }
    if (b->goal_group[body] == 0 || !(b->distance_left[body] > b->goal_group_radius[body])) {
        return;
    }
    if (was_going) {
        b->flags[body] |= (uint32_t)WENDI_BODY_RETURNS;
        b->wait[body] = 0;
    } else if (b->distance_left[j] > b->goal_group_radius[j]) {
        b->distance_left_least[body] = b->distance_left[body] + 2 * b->radius[body];
    }
}

static void settle(wend_crowd *crowd, uint32_t body)
{
    const wendi_workspace *w = &crowd->work;
    wendi_bodies *b = &crowd->bodies;
    if ((b->flags[body] & (uint32_t)WENDI_BODY_RETURNS) != 0) {
        b->wait[body] += wendi_body_stride(crowd, body); /* moving bodies count in stuck.c */
    }
    if (!may_settle(crowd, body)) {
        return;
    }
    const uint32_t at = crowd->cells.sorted_index[body];
    const wendi_contact *contacts = wendi_contacts_of(w, at);
    for (uint32_t k = 0; k < w->contact_count[at]; ++k) {
        if (touches(&contacts[k]) && is_reason_to_stop(crowd, at, contacts[k].at)) {
            stop_beside(crowd, body, crowd->cells.order[contacts[k].at]);
            return;
        }
    }
}

/* True if the resting positions of both have room for one only, or the body cannot get to its own.
 * In a group no position is better than another; those with places return to them while they can.
 */
static bool collide_at_home(const wend_crowd *crowd, uint32_t at, uint32_t other)
{
    const wendi_workspace *w = &crowd->work;
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t body = crowd->cells.order[at];
    if ((b->flags[body] & (uint32_t)WENDI_BODY_HAS_PLACE) != 0) {
        /* Pushed out of the disc it tries for longer. */
        const double x = b->goal_x[body] - b->x[body];
        const double y = b->goal_y[body] - b->y[body];
        const double most = b->goal_group_radius[body];
        if (b->slow[body] > SLOW_TO_YIELD &&
            (x * x + y * y < most * most || b->patience[body] > PATIENCE_OUTSIDE)) {
            return true;
        }
    } else if (b->goal_group[body] != 0 &&
               b->goal_group[body] == b->goal_group[crowd->cells.order[other]]) {
        return true;
    }
    if ((w->marks[other] & (uint8_t)WENDI_MARK_STANDS) == 0) {
        return false;
    }
    const double dx = offset(w->x, at, other) + (double)(w->home_x[other] - w->home_x[at]);
    const double dy = offset(w->y, at, other) + (double)(w->home_y[other] - w->home_y[at]);
    const double least = 0.9 * (double)(w->radius[at] + w->radius[other]);
    return dx * dx + dy * dy < least * least;
}

/* True if a body was pushed out of the room of its group, and further than a diameter from where it
 * came to rest. In a corridor the room is too small for all: the outermost would come and go for
 * ever. */
static bool is_pushed_out(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    double left = 0;
    if (!(b->goal_group_radius[body] > 0) || b->state[body] != (uint8_t)WEND_BODY_ARRIVED) {
        return false;
    }
    (void)wendi_goal_direction(crowd, body, &left);
    return left > b->goal_group_radius[body] &&
           left > b->distance_left_least[body] + 2 * b->radius[body];
}

/* A new resting position: the current position, or, if others occupy it, one with its group, so
 * that the group stays compact. */
static void move_home(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    if (is_pushed_out(crowd, body)) {
        b->flags[body] |= (uint32_t)WENDI_BODY_RETURNS;
        b->wait[body] = 0;
        return;
    }
    b->home_x[body] = b->x[body];
    b->home_y[body] = b->y[body];
}

/* Two bodies with one resting position would push for ever. A body that cannot return to its
 * position for a while stays where it is; in a group at once, so that it yields to later bodies,
 * and the group becomes compact soon; without a goal at once, too: bodies put down on one another
 * have no positions of their own, and the outer ones would press on those within. */
static void keep_home(wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_workspace *w = &crowd->work;
    const wendi_body_snapshot *s = &w->snapshots[body];
    const float slack = 0.25F * s->radius;
    const bool is_home = s->home_x * s->home_x + s->home_y * s->home_y <= slack * slack;
    const bool may_return = b->goal[body] != (uint8_t)WEND_BODY_GOAL_NONE &&
                            b->goal_group[body] == 0 && b->slow[body] < SLOW_TO_YIELD;
    if (is_home || may_return) {
        return;
    }
    const uint32_t at = crowd->cells.sorted_index[body];
    const wendi_contact *contacts = wendi_contacts_of(w, at);
    for (uint32_t k = 0; k < w->contact_count[at]; ++k) {
        if (touches(&contacts[k]) && collide_at_home(crowd, at, contacts[k].at)) {
            move_home(crowd, body);
            return;
        }
    }
}

/* The body stands still for some ticks; one that goes on in other ways does not. */
static void rest_until_due(wend_crowd *crowd, uint32_t body)
{
    const uint32_t goes_on = (uint32_t)WENDI_BODY_EMBEDDED | (uint32_t)WENDI_BODY_TELEPORTS |
                             (uint32_t)WENDI_BODY_ON_LINK;
    const uint32_t at = crowd->cells.sorted_index[body];
    const bool is_crowded =
        crowd->work.contact_count[at] > CROWDED && !wendi_body_is_resting(&crowd->bodies, body);
    if ((crowd->bodies.flags[body] & goes_on) != 0 || is_crowded) {
        wendi_detail_wake(&crowd->detail, body);
    } else {
        wendi_snapshot_still(crowd, body);
    }
}

void wendi_pass_arrival(wend_crowd *crowd, size_t begin, size_t end)
{
    uint32_t flags = 0;
    for (size_t i = begin; i < end; ++i) {
        const uint32_t body = (uint32_t)i;
        if (!wendi_bodies_is_alive(&crowd->bodies, body) || wendi_body_stride(crowd, body) == 0) {
            continue;
        }
        move(crowd, body);
        if (!crowd->work.results[body].is_slow_to_turn || turns_freely(&crowd->bodies, body)) {
            face_motion(&crowd->bodies, body);
        } else if (crowd->bodies.turn_radius[body] > 0) {
            wendi_kinematics_steer(crowd, body);
        }
        if ((crowd->bodies.flags[body] & (uint32_t)WENDI_BODY_ON_LINK) != 0) {
            /* Progress counts again from its end on. */
        } else if (is_going_somewhere(&crowd->bodies, body)) {
            settle(crowd, body);
            wendi_stuck_watch(crowd, body);
        } else if ((crowd->work.snapshots[body].marks & (uint8_t)WENDI_MARK_STANDS) != 0) {
            keep_home(crowd, body);
        }
        flags |= crowd->bodies.flags[body];
        if (crowd->detail.level[body] > 0) {
            rest_until_due(crowd, body);
        }
    }
    crowd->work.blocks[begin / WENDI_CROWD_BLOCK].flags = flags;
}
