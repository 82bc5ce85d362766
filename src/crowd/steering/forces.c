/* The preferred velocity of a body that steers: the combined forces of its behaviours, from
 * neighbours, obstacles and routes of the crowd.
 * Cost: what the behaviours take; neighbours are gathered once for each body and group. */
#include "crowd/core/motion.h"
#include "crowd/steering/behaviours.h"
#include "crowd/steering/steering.h"

#include "base/math/clamp.h"

#include <string.h>

enum { OTHERS_MOST = 32 };

/* ---- neighbours ---- */

/* The nearest bodies of one kind, nearest first; of equally near ones the lower index first, so
 * that the result depends on positions only. A key is the squared distance, whose bits grow with
 * it, above the index. */
typedef struct nearest_keys {
    uint64_t keys[OTHERS_MOST];
    uint32_t count;
} nearest_keys;

/* The neighbours of a body: others, and held bodies, which are round obstacles. */
typedef struct steering_view {
    wend_steer_agent self;
    double range; /* of the behaviour that searches furthest */
    bool is_gathered;
    bool has_followed; /* stands with its leader */
    uint32_t group;    /* of the others that were gathered; 0: any */
    wend_steer_other others[OTHERS_MOST];
    size_t count;
    wend_vec2 centres[OTHERS_MOST];
    double radii[OTHERS_MOST];
    size_t obstacle_count;
} steering_view;

static wend_steer_other other_of(const wendi_bodies *b, uint32_t i)
{
    return (wend_steer_other){
        {b->x[i], b->y[i]}, {b->vx[i], b->vy[i]}, {b->heading_x[i], b->heading_y[i]}, b->radius[i]};
}

static uint64_t key_of(double squared, uint32_t body)
{
    const float coarse = (float)squared;
    uint32_t bits = 0;
    memcpy(&bits, &coarse, sizeof bits);
    return (uint64_t)bits << 32 | body;
}

static void keep(nearest_keys *n, uint64_t key)
{
    if (n->count == OTHERS_MOST && key > n->keys[OTHERS_MOST - 1]) {
        return;
    }
    uint32_t at = n->count < OTHERS_MOST ? n->count++ : OTHERS_MOST - 1;
    for (; at > 0 && n->keys[at - 1] > key; --at) {
        n->keys[at] = n->keys[at - 1];
    }
    n->keys[at] = key;
}

static void collect_run(const wend_crowd *crowd, uint32_t body, const wendi_body_run *run,
                        const steering_view *v, nearest_keys *others, nearest_keys *held)
{
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t *order = crowd->cells.order;
    for (uint32_t at = run->begin; at < run->end; ++at) {
        const uint32_t other = order[at];
        const double dx = b->x[other] - b->x[body];
        const double dy = b->y[other] - b->y[body];
        const double squared = dx * dx + dy * dy;
        if (squared > v->range * v->range || other == body ||
            !wendi_bodies_are_level(b, other, body)) {
            continue;
        }
        if (crowd->work.is_held[other]) {
            keep(held, key_of(squared, other));
        } else if (v->group == 0 || b->group[other] == v->group) {
            keep(others, key_of(squared, other));
        }
    }
}

/* Gathers the neighbours of a group (0: any), unless that was done last. */
static void find_others(const wend_crowd *crowd, uint32_t body, uint32_t group, steering_view *v)
{
    if (v->is_gathered && v->group == group) {
        return;
    }
    const wendi_bodies *b = &crowd->bodies;
    const wendi_body_grid *cells = &crowd->cells;
    const uint32_t x = wendi_fixed_position(b->x[body]);
    const uint32_t y = wendi_fixed_position(b->y[body]);
    const double size = (double)((uint32_t)1 << cells->shift) / 65536.0;
    int32_t around = (int32_t)(v->range / size) + 1;
    around =
        around < WENDI_BODY_GRID_SIDE_LEAST / 2 - 1 ? around : WENDI_BODY_GRID_SIDE_LEAST / 2 - 1;
    nearest_keys others = {.count = 0};
    nearest_keys held = {.count = 0};
    v->is_gathered = true;
    v->group = group;
    /* From its own row outwards: most bodies of later rows are too far away to be kept. */
    for (int32_t i = 0; i <= 2 * around; ++i) {
        const int32_t row = i % 2 == 0 ? i / 2 : -(i + 1) / 2;
        wendi_body_run runs[2];
        const uint32_t count = wendi_body_grid_row(cells, x, y, around, row, runs);
        for (uint32_t k = 0; k < count; ++k) {
            collect_run(crowd, body, &runs[k], v, &others, &held);
        }
    }

    v->count = others.count;
    for (uint32_t i = 0; i < others.count; ++i) {
        v->others[i] = other_of(b, (uint32_t)others.keys[i]);
    }
    v->obstacle_count = held.count;
    for (uint32_t i = 0; i < held.count; ++i) {
        const wend_steer_other obstacle = other_of(b, (uint32_t)held.keys[i]);
        v->centres[i] = obstacle.position;
        v->radii[i] = obstacle.radius;
    }
}

/* Obstacles are gathered along with any group. */
static void find_obstacles(const wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                           steering_view *v)
{
    find_others(crowd, body, v->is_gathered ? v->group : item->group, v);
}

/* The range in which a behaviour searches for bodies; 0 if it does not. */
static double range_of(const wend_steer_item *item)
{
    switch ((uint32_t)item->kind) {
    case WEND_STEER_SEPARATE:
    case WEND_STEER_ALIGN:
    case WEND_STEER_COHERE:
    case WEND_STEER_QUEUE:
    case WEND_STEER_AVOID_OBSTACLES:
    case WEND_STEER_HIDE:
        return item->range;
    case WEND_STEER_AVOID_OTHERS:
        return item->range * 3;
    default:
        return 0;
    }
}

/* ---- staying in a box ---- */

/* Of the square of a speed over the braking force: 1/2 where all of the force brakes, and more in a
 * corner, where it turns the body back in both axes. */
static const double BRAKING = 0.6;

/* A force acts for no longer in a tick, as in wend_steer_apply. */
static double push_seconds(double step)
{
    return step < WENDI_STEER_RESPONSE ? step : WENDI_STEER_RESPONSE;
}

/* A velocity such that a tick takes up as much of it as the force is worth. */
static wend_vec2 velocity_for_force(const wend_steer_agent *self, wend_vec2 force, double step)
{
    const double part = step / ((double)WENDI_RELAXATION_SECONDS + step);
    const wend_vec2 change = wend_vec2_scale(force, push_seconds(step) / part);
    const wend_vec2 wanted = wend_vec2_add(self->velocity, change);
    return wendi_steer_limit(wanted, self->max_speed);
}

/* Moves both sides of a box inwards, as far as there is room. */
static void shrink(double *low, double *high, double margin)
{
    const double most = 0.5 * (*high - *low);
    const double by = margin < most ? margin : most;
    *low += by;
    *high -= by;
}

/* Drops a sidestep or a push against a force. */
static void drop_against(wend_vec2 force, double *x, double *y)
{
    if (force.x * *x + force.y * *y < 0) {
        *x = 0;
        *y = 0;
    }
}

/* The box of CONTAIN, and how hard the body can brake. */
typedef struct contain_box {
    wend_vec2 low, high;
    double braking;
} contain_box;

/* Smaller by the disc, and by what others push its centre. */
static contain_box box_of(const wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                          double max_force)
{
    const wendi_bodies *b = &crowd->bodies;
    const double step = crowd->step;
    const double most = max_force * push_seconds(step) / step;
    const double own = b->acceleration[body];
    const double margin = 2 * most * step * step + b->radius[body] + b->turn_radius[body];
    contain_box in = {item->target, item->extra, own > 0 && own < most ? own : most};
    if (in.low.x <= in.high.x && in.low.y <= in.high.y) {
        shrink(&in.low.x, &in.high.x, margin);
        shrink(&in.low.y, &in.high.y, margin);
    }
    return in;
}

/* Turned back as far from the border as braking takes. The body then neither sidesteps nor passes
 * on pushes towards the border. */
static wend_vec2 contain(wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                         const wend_steer_agent *self)
{
    wendi_bodies *b = &crowd->bodies;
    const contain_box in = box_of(crowd, body, item, self->max_force);
    const double speed = wend_vec2_length(self->velocity);
    const wend_vec2 force =
        wend_steer_contain(self, in.low, in.high, BRAKING * speed / in.braking + 2 * crowd->step);
    drop_against(force, &b->sidestep_x[body], &b->sidestep_y[body]);
    drop_against(force, &b->contact_vx[body], &b->contact_vy[body]);
    return force;
}

/* No faster towards a border than it can brake: a sidestep may have made it faster. */
static double slowed(double velocity, double low, double high, double braking)
{
    const double out = velocity < 0 ? -low : high;
    const double slack = braking * (double)WENDI_RELAXATION_SECONDS;
    const double most = out > 0 ? wend_sqrt(slack * slack + 2 * braking * out) - slack : 0;
    return wendi_clamp(velocity, -most, most);
}

static bool is_pen(const wendi_steer_set *set, const wend_steer_item *item)
{
    return item->kind == WEND_STEER_CONTAIN && item->weight > 0 &&
           set->combine != WEND_STEER_DITHERED && item->target.x <= item->extra.x &&
           item->target.y <= item->extra.y;
}

/* The borders on one axis around a body: of all pens that it is in, the nearest on either side. */
typedef struct pen_span {
    double low, high;
    bool is_there;
} pen_span;

static void narrow(pen_span *span, double at, double low, double high)
{
    if (at >= low && at <= high) {
        span->low = span->is_there && span->low > low ? span->low : low;
        span->high = span->is_there && span->high < high ? span->high : high;
        span->is_there = true;
    }
}

/* The nearer of the two. */
static float nearer_border(const pen_span *span, double at, float *gap)
{
    const bool is_low = at - span->low < span->high - at;
    *gap = (float)(is_low ? at - span->low : span->high - at);
    return is_low ? -1.0F : 1.0F;
}

/* What others push beyond what steering foresees ends at the border. Several pens are as one wall
 * on either axis, the part that they share. */
static uint32_t borders_of(const wend_crowd *crowd, uint32_t body, wendi_wall_constraint *borders)
{
    const wendi_bodies *b = &crowd->bodies;
    if (crowd->steering->of == NULL) {
        return 0;
    }
    const wendi_steer_set *set = &crowd->steering->of[body];
    pen_span x = {0, 0, false};
    pen_span y = {0, 0, false};
    for (uint32_t i = 0; i < set->count; ++i) {
        const wend_steer_item *pen = &set->items[i];
        if (is_pen(set, pen)) {
            narrow(&x, b->x[body], pen->target.x, pen->extra.x);
            narrow(&y, b->y[body], pen->target.y, pen->extra.y);
        }
    }
    uint32_t count = 0;
    if (x.is_there) {
        borders[count] = (wendi_wall_constraint){0, 0, 0};
        borders[count].x = nearer_border(&x, b->x[body], &borders[count].gap);
        count++;
    }
    if (y.is_there) {
        borders[count] = (wendi_wall_constraint){0, 0, 0};
        borders[count].y = nearer_border(&y, b->y[body], &borders[count].gap);
        count++;
    }
    return count;
}

/* ---- following a leader that stands ---- */

/* Where the leader stands, its followers stand around it: those that came as near as they should,
 * and the others beside those that are nearer.
 *
 *      o o
 *     o o o  leader        Only one body fits into the place behind it. If all went on towards that,
 *      o o                 they would never rest, and would push the leader away, which then turns.
 *
 * Nothing is kept: when the leader walks on, all follow in the same tick. */

/* Parts of the speed of a body. A leader that was pushed returns slowly, and leads nobody. */
static const double LEADS_FROM = 0.3;
static const double STANDS_UNTIL = 0.45;
static const double BESIDE = 0.1;   /* metres of gap to one that stands nearer ... */
static const double STAYS = 0.5;    /* ... for one that stands already */
static const double RESTLESS = 0.5; /* of its speed, by other behaviours */

/* By its own will, as others may push it. */
static bool is_slower(const wendi_bodies *b, uint32_t body, double part)
{
    const double x = b->avoid_vx[body];
    const double y = b->avoid_vy[body];
    const double most = part * b->speed[body];
    return x * x + y * y <= most * most;
}

static bool follows(const wend_crowd *crowd, uint32_t body, wend_body_id leader)
{
    if (crowd->bodies.goal[body] != (uint8_t)WEND_BODY_GOAL_STEER) {
        return false;
    }
    const wendi_steer_set *set = &crowd->steering->of[body];
    bool does = false;
    for (uint32_t i = 0; i < set->count; ++i) {
        does |= set->items[i].kind == WEND_STEER_FOLLOW_LEADER &&
                set->items[i].other.index1 == leader.index1 &&
                set->items[i].other.generation == leader.generation;
    }
    return does;
}

/* True if the other stands nearer to the leader, at most `gap` from the body. */
static bool stands_ahead(const wendi_bodies *b, uint32_t body, uint32_t other, wend_vec2 leader,
                         double gap)
{
    const wend_vec2 to = {b->x[other] - b->x[body], b->y[other] - b->y[body]};
    const wend_vec2 left = {leader.x - b->x[body], leader.y - b->y[body]};
    const wend_vec2 its = {leader.x - b->x[other], leader.y - b->y[other]};
    const double most = b->radius[body] + b->radius[other] + gap;
    return wend_vec2_dot(to, to) < most * most &&
           wend_vec2_dot(its, its) < wend_vec2_dot(left, left) && is_slower(b, other, STANDS_UNTIL);
}

/* True if a follower of a leader that stands is as near to it as it gets. */
static bool has_followed(const wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                         uint32_t leader)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_body_grid *cells = &crowd->cells;
    const wend_vec2 place = {b->x[leader], b->y[leader]};
    const wend_vec2 here = {b->x[body], b->y[body]};
    const double gap = is_slower(b, body, STANDS_UNTIL) ? STAYS : BESIDE;
    if (wend_vec2_distance(here, place) < item->range + gap) {
        return true;
    }
    const double reach = b->radius[body] + crowd->radius_now + gap;
    const double size = (double)((uint32_t)1 << cells->shift) / 65536.0;
    const int32_t around = (int32_t)(reach / size) + 1;
    for (int32_t row = -around; row <= around; ++row) {
        wendi_body_run runs[2];
        const uint32_t count = wendi_body_grid_row(cells, wendi_fixed_position(here.x),
                                                   wendi_fixed_position(here.y), around, row, runs);
        for (uint32_t k = 0; k < count; ++k) {
            for (uint32_t at = runs[k].begin; at < runs[k].end; ++at) {
                const uint32_t other = cells->order[at];
                if (other != body && wendi_bodies_are_level(b, other, body) &&
                    stands_ahead(b, body, other, place, gap) &&
                    (other == leader || follows(crowd, other, item->other))) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* True for behaviours that move a body of a flock that stands; false where they only keep it in the
 * flock. */
static bool is_errand(const wend_steer_item *item)
{
    switch ((uint32_t)item->kind) {
    case WEND_STEER_FOLLOW_LEADER:
    case WEND_STEER_SEPARATE:
    case WEND_STEER_ALIGN:
    case WEND_STEER_COHERE:
    case WEND_STEER_AVOID_OTHERS:
        return false;
    default:
        return item->weight < 0 || item->weight > 0;
    }
}

/* ---- behaviours ---- */

/* Finds the body of an item; false if it is gone or the body itself. */
static bool find_other(const wend_crowd *crowd, uint32_t body, wend_body_id id,
                       wend_steer_other *other)
{
    const uint32_t i = wendi_bodies_find(&crowd->bodies, id);
    if (i == WENDI_NONE || i == body) {
        return false;
    }
    *other = other_of(&crowd->bodies, i);
    return true;
}

static wend_vec2 group_force(const wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                             steering_view *v)
{
    find_others(crowd, body, item->group, v);
    switch ((uint32_t)item->kind) {
    case WEND_STEER_SEPARATE:
        return wend_steer_separate(&v->self, v->others, v->count, item->range);
    case WEND_STEER_ALIGN:
        return wend_steer_align(&v->self, v->others, v->count, item->range);
    case WEND_STEER_COHERE:
        return wend_steer_cohere(&v->self, v->others, v->count, item->range);
    case WEND_STEER_QUEUE:
        return wend_steer_queue(&v->self, item->target, v->others, v->count, item->range);
    case WEND_STEER_AVOID_OTHERS:
    default:
        return wend_steer_avoid_others(&v->self, v->others, v->count, item->range);
    }
}

static wend_vec2 follow_leader(const wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                               steering_view *v, wend_steer_other *leader)
{
    const uint32_t i = wendi_bodies_find(&crowd->bodies, item->other);
    if (is_slower(&crowd->bodies, i, LEADS_FROM)) {
        if (has_followed(crowd, body, item, i)) {
            v->has_followed = item->weight > 0;
            return wend_steer_match_velocity(&v->self, (wend_vec2){0, 0});
        }
        return wend_steer_arrive(&v->self, leader->position, WEND_DECELERATION_FAST);
    }
    return wend_steer_follow_leader(&v->self, leader, item->range);
}

static wend_vec2 pair_force(const wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                            steering_view *v)
{
    wend_steer_other a;
    wend_steer_other c;
    if (!find_other(crowd, body, item->other, &a)) {
        return item->kind == WEND_STEER_MATCH_VELOCITY
                   ? wend_steer_match_velocity(&v->self, item->target)
                   : (wend_vec2){0, 0};
    }
    switch ((uint32_t)item->kind) {
    case WEND_STEER_PURSUE:
        return wend_steer_pursue(&v->self, &a);
    case WEND_STEER_EVADE:
        return wend_steer_evade(&v->self, &a, item->range);
    case WEND_STEER_OFFSET_PURSUIT:
        return wend_steer_offset_pursuit(&v->self, &a, item->target);
    case WEND_STEER_INTERPOSE:
        return find_other(crowd, body, item->other_b, &c) ? wend_steer_interpose(&v->self, &a, &c)
                                                          : (wend_vec2){0, 0};
    case WEND_STEER_HIDE:
        find_obstacles(crowd, body, item, v);
        return wend_steer_hide(&v->self, &a, v->centres, v->radii, v->obstacle_count,
                               v->self.radius);
    case WEND_STEER_FOLLOW_LEADER:
        return follow_leader(crowd, body, item, v, &a);
    case WEND_STEER_MATCH_VELOCITY:
    default:
        return wend_steer_match_velocity(&v->self, a.velocity);
    }
}

/* Feelers against the crowd's obstacles, which include grid cells: walls ahead push away, the
 * nearer the more. */
static wend_vec2 wall_force(const wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                            const steering_view *v)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
    const double most = crowd->obstacles.margin;
    const double reach = item->range + v->self.radius;
    wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
    wend_mesh_location at = wendi_bodies_location(b, body);
    double known = 0;
    const uint32_t count =
        set->mesh != NULL && at.polygon == WEND_NODE_NONE
            ? 0
            : wendi_obstacles_nearest_at(set, &at, reach < most ? reach : most, near, &known);
    wend_vec2 force = {0, 0};
    for (uint32_t i = 0; i < count; ++i) {
        const double into = v->self.velocity.x * near[i].x + v->self.velocity.y * near[i].y;
        if (into > 0) {
            const double gap = near[i].distance - v->self.radius;
            const double part = 1 - gap / (item->range > 0 ? item->range : 1);
            const double strength = part > 0 ? v->self.max_force * part : 0;
            force.x -= near[i].x * strength;
            force.y -= near[i].y * strength;
        }
    }
    return force;
}

static wend_vec2 route_force(wend_crowd *crowd, uint32_t body, const steering_view *v)
{
    enum { POINTS_MOST = 64 };
    const wendi_body_route *route = &crowd->routes.of[body];
    wendi_steer_set *set = &crowd->steering->of[body];
    wend_vec2 points[POINTS_MOST];
    size_t count = 0;
    if (route->count > 0) {
        points[count++] = (wend_vec2){route->legs[0].from_x, route->legs[0].from_y};
    }
    for (uint32_t i = 0; i < route->count && count < POINTS_MOST; ++i) {
        points[count++] = (wend_vec2){route->legs[i].to_x, route->legs[i].to_y};
    }
    size_t leg = set->path_leg;
    const wend_vec2 force =
        wend_steer_follow_path(&v->self, points, count, false, 2 * v->self.radius, 0.5, &leg);
    set->path_leg = (uint32_t)leg;
    return force;
}

static wend_vec2 force_of(wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                          steering_view *v)
{
    wendi_steer_set *set = &crowd->steering->of[body];
    switch ((uint32_t)item->kind) {
    case WEND_STEER_SEEK:
        return wend_steer_seek(&v->self, item->target);
    case WEND_STEER_FLEE:
        return wend_steer_flee(&v->self, item->target, item->range);
    case WEND_STEER_ARRIVE:
        return wend_steer_arrive(&v->self, item->target, WEND_DECELERATION_NORMAL);
    case WEND_STEER_WANDER:
        return wend_steer_wander(&v->self, &set->wander_angle, 0.35, item->range, 0.5 * item->range,
                                 crowd->seed, body, crowd->tick);
    case WEND_STEER_AVOID_OBSTACLES:
        find_obstacles(crowd, body, item, v);
        return wend_steer_avoid_obstacles(&v->self, v->centres, v->radii, v->obstacle_count,
                                          item->range);
    case WEND_STEER_AVOID_WALLS:
        return wall_force(crowd, body, item, v);
    case WEND_STEER_CONTAIN:
        return contain(crowd, body, item, &v->self);
    case WEND_STEER_FOLLOW_PATH:
        return route_force(crowd, body, v);
    case WEND_STEER_FOLLOW_FLOW:
        return crowd->flow == NULL ? (wend_vec2){0, 0}
                                   : wend_steer_follow_flow(&v->self, crowd->flow, item->request,
                                                            crowd->bodies.floor[body], NULL);
    case WEND_STEER_SEPARATE:
    case WEND_STEER_ALIGN:
    case WEND_STEER_COHERE:
    case WEND_STEER_QUEUE:
    case WEND_STEER_AVOID_OTHERS:
        return group_force(crowd, body, item, v);
    case WEND_STEER_PURSUE:
    case WEND_STEER_EVADE:
    case WEND_STEER_OFFSET_PURSUIT:
    case WEND_STEER_INTERPOSE:
    case WEND_STEER_HIDE:
    case WEND_STEER_FOLLOW_LEADER:
    case WEND_STEER_MATCH_VELOCITY:
    default:
        return pair_force(crowd, body, item, v);
    }
}

static wend_vec2 preferred_velocity(wend_crowd *crowd, uint32_t body, bool *is_standing)
{
    const wendi_bodies *b = &crowd->bodies;
    if (crowd->steering->of == NULL) {
        return (wend_vec2){0, 0};
    }
    const wendi_steer_set *set = &crowd->steering->of[body];
    steering_view v; /* filled by the first search */
    v.is_gathered = false;
    v.has_followed = false;
    double most = 0;
    for (uint32_t i = 0; i < set->count; ++i) {
        const double range = range_of(&set->items[i]);
        most = range > most ? range : most;
    }
    v.range = most < 16 ? most : 16;
    const double max_speed = wendi_body_pace(crowd, body) * b->max_speed[body];
    v.self = (wend_steer_agent){{b->x[body], b->y[body]},
                                {b->avoid_vx[body], b->avoid_vy[body]},
                                {b->heading_x[body], b->heading_y[body]},
                                b->radius[body],
                                max_speed > 0 ? max_speed : 1e-9,
                                set->max_force};
    bool has_errand = false;
    wend_steer_mix mix;
    wend_steer_mix_begin(&mix, set->combine, set->max_force, crowd->seed, body, crowd->tick);
    for (uint32_t i = 0; i < set->count && !mix.is_done; ++i) {
        const wend_vec2 force = force_of(crowd, body, &set->items[i], &v);
        has_errand |= is_errand(&set->items[i]) && !wendi_steer_is_zero(force);
        (void)wend_steer_mix_add(&mix, force, set->items[i].weight, set->items[i].chance);
    }
    wend_vec2 wanted = velocity_for_force(&v.self, mix.force, crowd->step);
    if (v.has_followed && !has_errand && wend_vec2_length(wanted) < RESTLESS * max_speed) {
        *is_standing = true;
        wanted = (wend_vec2){0, 0};
    }
    for (uint32_t i = 0; i < set->count; ++i) {
        if (is_pen(set, &set->items[i])) {
            const contain_box in = box_of(crowd, body, &set->items[i], v.self.max_force);
            const wend_vec2 low = wend_vec2_sub(in.low, v.self.position);
            const wend_vec2 high = wend_vec2_sub(in.high, v.self.position);
            wanted = (wend_vec2){slowed(wanted.x, low.x, high.x, in.braking),
                                 slowed(wanted.y, low.y, high.y, in.braking)};
        }
    }
    return wanted;
}

static void release(wend_crowd *crowd, uint32_t body)
{
    if (crowd->steering->of != NULL) {
        crowd->steering->of[body].count = 0;
    }
}

const wendi_goal_provider wendi_goal_provider_steering = {.preferred_velocity = preferred_velocity,
                                                          .release = release,
                                                          .borders = borders_of,
                                                          .keeps_pace = true};
