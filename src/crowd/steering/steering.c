/* takes: sets of behaviours.
 * gives: velocities that bodies want by them, from neighbours, walls and routes of the crowd.
 * cost:  what the behaviours take; neighbours are gathered once for each body. */
#include "crowd/core/motion.h"

#include "base/core/memory.h"

#include <stdio.h>
#include <string.h>

enum { OTHERS_MOST = 32 };

void wendi_steering_init(wendi_steering *steering, uint32_t limit, const wend_allocator *a)
{
    *steering = (wendi_steering){.limit = limit, .allocator = *a};
}

void wendi_steering_free(wendi_steering *steering)
{
    for (uint32_t i = 0; steering->of != NULL && i < steering->limit; ++i) {
        wendi_free(&steering->allocator, steering->of[i].items,
                   steering->of[i].capacity * sizeof *steering->of[i].items);
    }
    wendi_free(&steering->allocator, steering->of,
               steering->of == NULL ? 0 : steering->limit * sizeof *steering->of);
    steering->of = NULL;
}

void wendi_steering_clear(wendi_steering *steering, uint32_t body)
{
    if (steering->of != NULL) {
        steering->of[body].count = 0;
    }
}

/* Room for the most items a body may have, so that another set needs no more. */
static bool reserve(wendi_steering *steering, uint32_t body)
{
    if (steering->of == NULL) {
        steering->of =
            wendi_alloc_zero(&steering->allocator, steering->limit * sizeof *steering->of);
    }
    if (steering->of == NULL) {
        return false;
    }
    wendi_steer_set *set = &steering->of[body];
    if (set->items == NULL) {
        set->items =
            wendi_alloc_zero(&steering->allocator, WEND_STEER_ITEMS_MAX * sizeof *set->items);
        set->capacity = set->items == NULL ? 0 : WEND_STEER_ITEMS_MAX;
    }
    return set->items != NULL;
}

static const double NUMBER_MOST = 1e12;

static bool is_number(double value)
{
    return value >= -NUMBER_MOST && value <= NUMBER_MOST;
}

static bool is_sound(const wend_steer_item *item)
{
    return (uint32_t)item->kind <= (uint32_t)WEND_STEER_AVOID_OTHERS && is_number(item->weight) &&
           item->chance >= 0 && item->chance <= 1 && item->range >= 0 && is_number(item->range) &&
           is_number(item->target.x) && is_number(item->target.y) && is_number(item->extra.x) &&
           is_number(item->extra.y);
}

/* Of an item that is not sound. */
static wend_result refuse_item(wend_crowd *crowd, const char *function, const wend_steer_item *item,
                               size_t index)
{
    const struct {
        const char *name;
        double value, low, high;
    } fields[] = {
        {"kind", (double)item->kind, 0, WEND_STEER_AVOID_OTHERS},
        {"weight", item->weight, -NUMBER_MOST, NUMBER_MOST},
        {"chance", item->chance, 0, 1},
        {"range", item->range, 0, NUMBER_MOST},
        {"target.x", item->target.x, -NUMBER_MOST, NUMBER_MOST},
        {"target.y", item->target.y, -NUMBER_MOST, NUMBER_MOST},
        {"extra.x", item->extra.x, -NUMBER_MOST, NUMBER_MOST},
        {"extra.y", item->extra.y, -NUMBER_MOST, NUMBER_MOST},
    };
    size_t i = 0;
    while (i + 1 < sizeof fields / sizeof fields[0] && fields[i].value >= fields[i].low &&
           fields[i].value <= fields[i].high) {
        ++i;
    }
    char field[48];
    (void)snprintf(field, sizeof field, "items[%zu].%s", index, fields[i].name);
    return wendi_refuse(&crowd->error, function, field, fields[i].value, fields[i].low,
                        fields[i].high);
}

static wend_result check(wend_crowd *crowd, const char *function, const wend_steer_item *items,
                         size_t count, wend_steer_combine combine, double max_force)
{
    if (items == NULL && count > 0) {
        return wendi_refuse_null(&crowd->error, function, "items");
    }
    if (count > WEND_STEER_ITEMS_MAX) {
        return wendi_refuse(&crowd->error, function, "count", (double)count, 0,
                            WEND_STEER_ITEMS_MAX);
    }
    if ((uint32_t)combine > (uint32_t)WEND_STEER_DITHERED) {
        return wendi_refuse(&crowd->error, function, "combine", (double)combine, 0,
                            WEND_STEER_DITHERED);
    }
    if (!(max_force > 0) || !is_number(max_force)) {
        return wendi_fail(&crowd->error, WEND_ERROR_ARGUMENT,
                          "%s: max_force is %s, and must be above 0 and at most 1e12", function,
                          wendi_format_number(max_force).text);
    }
    for (size_t i = 0; i < count; ++i) {
        if (!is_sound(&items[i])) {
            return refuse_item(crowd, function, &items[i], i);
        }
    }
    return WEND_OK;
}

wend_result wend_crowd_set_steering(wend_crowd *crowd, wend_body_id id,
                                    const wend_steer_item *items, size_t count,
                                    wend_steer_combine combine, double max_force, bool keeps_apart)
{
    static const char function[] = "wend_crowd_set_steering";
    uint32_t body = WENDI_NONE;
    wend_result result = wendi_crowd_find(crowd, function, id, &body);
    if (result == WEND_OK) {
        result = check(crowd, function, items, count, combine, max_force);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!reserve(&crowd->steering, body)) {
        return wendi_fail_plain(&crowd->error, function, WEND_ERROR_MEMORY);
    }
    wendi_steer_set *set = &crowd->steering.of[body];
    /* The route stays: behaviours may follow it. Everything else of the goal before ends. */
    const uint32_t legs = crowd->routes.of[body].count;
    wendi_goal_end(crowd, body);
    crowd->routes.of[body].count = legs;
    wendi_goal_begin(crowd, body, WEND_BODY_GOAL_STEER);
    for (size_t i = 0; i < count; ++i) {
        set->items[i] = items[i];
    }
    set->count = (uint32_t)count;
    set->combine = combine;
    set->max_force = max_force;
    set->wander_angle = 0;
    set->path_leg = 0;
    if (!keeps_apart) {
        crowd->bodies.flags[body] |= (uint32_t)WENDI_BODY_NO_AVOIDANCE;
    }
    return WEND_OK;
}

/* ---- what a body sees ---- */

/* The nearest bodies of one kind, nearest first, and of equally near ones the lower index first: so
 * what a body sees depends on nothing but where bodies are. A key is the square of the distance,
 * the bits of which grow with it, above the index. */
typedef struct nearest_keys {
    uint64_t keys[OTHERS_MOST];
    uint32_t count;
} nearest_keys;

/* Others near a body: those for flocking, and round obstacles, which are bodies that are held. */
typedef struct steering_view {
    wend_steer_agent self;
    double range; /* of the behaviour that looks furthest */
    bool has_looked;
    uint32_t group; /* of the others that were looked for; 0: of any */
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
        if (squared > v->range * v->range || other == body || b->floor[other] != b->floor[body]) {
            continue;
        }
        if (crowd->work.is_held[other]) {
            keep(held, key_of(squared, other));
        } else if (v->group == 0 || b->group[other] == v->group) {
            keep(others, key_of(squared, other));
        }
    }
}

/* Looks around for those of a group (0: of any), unless that was done last. */
static void find_others(const wend_crowd *crowd, uint32_t body, uint32_t group, steering_view *v)
{
    if (v->has_looked && v->group == group) {
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
    v->has_looked = true;
    v->group = group;
    /* From its own row outwards: most of those that come later are too far away to be kept. */
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

/* Whoever was looked for, obstacles were seen too. */
static void find_obstacles(const wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                           steering_view *v)
{
    find_others(crowd, body, v->has_looked ? v->group : item->group, v);
}

/* How far a behaviour looks for bodies around; 0 of one that does not. */
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

static double furthest_of(const wendi_steer_set *set)
{
    double most = 0;
    for (uint32_t i = 0; i < set->count; ++i) {
        const double range = range_of(&set->items[i]);
        most = range > most ? range : most;
    }
    return most < 16 ? most : 16;
}

/* ---- behaviours ---- */

/* Who is meant; false when it is gone, or is the body itself. */
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
        return wend_steer_follow_leader(&v->self, &a, item->range);
    case WEND_STEER_MATCH_VELOCITY:
    default:
        return wend_steer_match_velocity(&v->self, a.velocity);
    }
}

/* Feelers over the crowd's own walls, so that cells are felt as well: the nearest wall ahead pushes
 * away from itself, the nearer the more. */
static wend_vec2 wall_force(const wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                            const steering_view *v)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
    const double most = crowd->obstacles.margin;
    const double reach = item->range + v->self.radius;
    wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
    const uint32_t count =
        wendi_obstacles_nearest(set, b->x[body], b->y[body], reach < most ? reach : most, near);
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
    wendi_steer_set *set = &crowd->steering.of[body];
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
    wendi_steer_set *set = &crowd->steering.of[body];
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
        return wendi_steering_contain(crowd, body, item, &v->self);
    case WEND_STEER_FOLLOW_PATH:
        return route_force(crowd, body, v);
    case WEND_STEER_FOLLOW_FLOW:
        return crowd->flow == NULL ? (wend_vec2){0, 0}
                                   : wend_steer_follow_flow(&v->self, crowd->flow, item->order,
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

wend_vec2 wendi_steering_preferred_velocity(wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    if (crowd->steering.of == NULL) {
        return (wend_vec2){0, 0};
    }
    const wendi_steer_set *set = &crowd->steering.of[body];
    steering_view v; /* most of it is filled by who looks */
    v.has_looked = false;
    v.range = furthest_of(set);
    v.self = (wend_steer_agent){{b->x[body], b->y[body]},
                                {b->avoid_vx[body], b->avoid_vy[body]},
                                {b->heading_x[body], b->heading_y[body]},
                                b->radius[body],
                                b->max_speed[body] > 0 ? b->max_speed[body] : 1e-9,
                                set->max_force};
    wend_steer_mix mix;
    wend_steer_mix_begin(&mix, set->combine, set->max_force, crowd->seed, body, crowd->tick);
    for (uint32_t i = 0; i < set->count && !mix.is_done; ++i) {
        const wend_vec2 force = force_of(crowd, body, &set->items[i], &v);
        (void)wend_steer_mix_add(&mix, force, set->items[i].weight, set->items[i].chance);
    }
    wend_vec2 wanted = wendi_steering_velocity_for_force(&v.self, mix.force, crowd->step);
    for (uint32_t i = 0; i < set->count; ++i) {
        if (set->items[i].kind == WEND_STEER_CONTAIN && set->items[i].weight > 0 &&
            set->combine != WEND_STEER_DITHERED) {
            wanted = wendi_steering_limit_to_box(crowd, body, &set->items[i], &v.self, wanted);
        }
    }
    return wanted;
}

/* ---- state ---- */

static void write_item(wendi_writer *writer, const wend_steer_item *item)
{
    wendi_write_u32(writer, (uint32_t)item->kind);
    const double numbers[] = {item->weight,   item->chance,  item->range,  item->target.x,
                              item->target.y, item->extra.x, item->extra.y};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        wendi_write_f64(writer, numbers[i]);
    }
    wendi_write_u32(writer, item->other.index1);
    wendi_write_u32(writer, item->other.generation);
    wendi_write_u32(writer, item->other_b.index1);
    wendi_write_u32(writer, item->other_b.generation);
    wendi_write_u32(writer, item->order.index1);
    wendi_write_u32(writer, item->order.generation);
    wendi_write_u32(writer, item->group);
}

static bool read_item(wendi_reader *reader, wend_steer_item *item)
{
    *item = (wend_steer_item){.weight = 0};
    const uint32_t kind = wendi_read_u32(reader);
    double *numbers[] = {&item->weight,   &item->chance,  &item->range,  &item->target.x,
                         &item->target.y, &item->extra.x, &item->extra.y};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        *numbers[i] = wendi_read_f64(reader);
    }
    item->other.index1 = wendi_read_u32(reader);
    item->other.generation = wendi_read_u32(reader);
    item->other_b.index1 = wendi_read_u32(reader);
    item->other_b.generation = wendi_read_u32(reader);
    item->order.index1 = wendi_read_u32(reader);
    item->order.generation = wendi_read_u32(reader);
    item->group = wendi_read_u32(reader);
    if (kind > (uint32_t)WEND_STEER_AVOID_OTHERS) {
        return false;
    }
    item->kind = (wend_steer_kind)kind;
    return is_sound(item);
}

void wendi_steering_write(const wendi_steering *steering, const wendi_bodies *bodies,
                          wendi_writer *writer)
{
    for (uint32_t i = 0; i < bodies->high; ++i) {
        const wendi_steer_set *set = steering->of == NULL ? NULL : &steering->of[i];
        const uint32_t count = set == NULL ? 0 : set->count;
        wendi_write_u32(writer, count);
        if (count == 0) {
            continue;
        }
        wendi_write_u32(writer, (uint32_t)set->combine);
        wendi_write_f64(writer, set->max_force);
        wendi_write_f64(writer, set->wander_angle);
        wendi_write_u32(writer, set->path_leg);
        for (uint32_t k = 0; k < count; ++k) {
            write_item(writer, &set->items[k]);
        }
    }
}

static wend_result read_set(wendi_steering *steering, uint32_t body, uint32_t count,
                            wendi_reader *reader)
{
    if (count > WEND_STEER_ITEMS_MAX) {
        return WEND_ERROR_FILE;
    }
    if (!reserve(steering, body)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_steer_set *set = &steering->of[body];
    const uint32_t combine = wendi_read_u32(reader);
    set->combine = combine == 0   ? WEND_STEER_WEIGHTED
                   : combine == 1 ? WEND_STEER_PRIORITY
                                  : WEND_STEER_DITHERED;
    set->max_force = wendi_read_f64(reader);
    set->wander_angle = wendi_read_f64(reader);
    set->path_leg = wendi_read_u32(reader);
    set->count = count;
    bool is_fine = combine <= (uint32_t)WEND_STEER_DITHERED && set->max_force > 0 &&
                   is_number(set->max_force) && is_number(set->wander_angle);
    for (uint32_t k = 0; k < count && is_fine; ++k) {
        is_fine = read_item(reader, &set->items[k]);
    }
    return is_fine ? WEND_OK : WEND_ERROR_FILE;
}

wend_result wendi_steering_read(wendi_steering *steering, const wendi_bodies *bodies,
                                wendi_reader *reader)
{
    for (uint32_t i = 0; i < bodies->high; ++i) {
        const uint32_t count = wendi_read_u32(reader);
        const wend_result result = count == 0 ? WEND_OK : read_set(steering, i, count, reader);
        if (result != WEND_OK) {
            return result;
        }
    }
    return reader->has_failed ? WEND_ERROR_FILE : WEND_OK;
}

static uint64_t hash_item(const wend_steer_item *item, uint64_t hash)
{
    const double numbers[] = {item->weight,   item->chance,  item->range,  item->target.x,
                              item->target.y, item->extra.x, item->extra.y};
    hash = wend_hash_u64(hash, (uint64_t)item->kind << 32 | item->group);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        hash = wendi_hash_f64(hash, numbers[i]);
    }
    hash = wend_hash_u64(hash, (uint64_t)item->other.generation << 32 | item->other.index1);
    hash = wend_hash_u64(hash, (uint64_t)item->other_b.generation << 32 | item->other_b.index1);
    return wend_hash_u64(hash, (uint64_t)item->order.generation << 32 | item->order.index1);
}

uint64_t wendi_steering_hash(const wendi_steering *steering, const wendi_bodies *bodies,
                             uint64_t hash)
{
    for (uint32_t i = 0; steering->of != NULL && i < bodies->high; ++i) {
        const wendi_steer_set *set = &steering->of[i];
        if (set->count == 0) {
            continue;
        }
        hash = wend_hash_u64(hash, i);
        hash = wend_hash_u64(hash, set->count);
        hash = wend_hash_u64(hash, (uint64_t)set->combine);
        hash = wendi_hash_f64(hash, set->max_force);
        hash = wendi_hash_f64(hash, set->wander_angle);
        hash = wend_hash_u64(hash, set->path_leg);
        for (uint32_t k = 0; k < set->count; ++k) {
            hash = hash_item(&set->items[k], hash);
        }
    }
    return hash;
}
