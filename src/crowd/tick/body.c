/* The calls that add, query, change, move and remove bodies.
 * Cost: constant; lists pass over all indices. */
#include "crowd/core/crowd.h"
#include "crowd/social/social.h"
#include "crowd/tick/room.h"

#include "base/core/memory.h"
#include "wend/planner.h"
#include "world/mesh/store.h"

enum { BODY_COOKIE = 0x424F4459 };
static const double HEADING_MOST = 1e6;
static const double HEADWAY_MOST = 10;

wend_body_def wend_body_def_default(void)
{
    wend_body_def def = {0};
    def.cookie = BODY_COOKIE;
    def.radius = 0.25;
    def.speed = 1.3;
    def.mass = 80;
    def.height = 1.8;
    def.layer = 1;
    def.avoids = UINT32_MAX;
    def.touches = UINT32_MAX;
    def.route_profile = WEND_ROUTE_PROFILE_ANY;
    return def;
}

/* ---- checks ---- */

static bool is_within(double value, double low, double high)
{
    return value >= low && value <= high;
}

static wend_result check_def(wend_crowd *crowd, const char *function, const wend_body_def *def)
{
    wend_message *error = &crowd->error;
    if (def == NULL) {
        return wendi_refuse_null(error, function, "def");
    }
    if (def->cookie != BODY_COOKIE) {
        return wendi_refuse_cookie(error, function, def->cookie, "wend_body_def_default");
    }
    if (!(def->radius >= WENDI_CROWD_LENGTH_LEAST && def->radius <= crowd->max_radius)) {
        return wendi_fail(error, WEND_ERROR_ARGUMENT,
                          "%s: radius is %s, and must be at least %s and at most the crowd's "
                          "max_radius %s",
                          function, wendi_format_number(def->radius).text,
                          wendi_format_number(WENDI_CROWD_LENGTH_LEAST).text,
                          wendi_format_number(crowd->max_radius).text);
    }
    const struct {
        const char *name;
        double value, low, high;
    } fields[] = {
        {"speed", def->speed, 0, 100},
        {"max_speed", def->max_speed, 0, 100},
        {"acceleration", def->acceleration, 0, 1e6},
        {"turn_rate", def->turn_rate, 0, 1e6},
        {"turn_radius", def->turn_radius, 0, 1e6},
        {"headway", def->headway, 0, HEADWAY_MOST},
        {"mass", def->mass, 1e-6, 1e9},
        {"z", def->z, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX},
        {"height", def->height, 0, WEND_COORDINATE_MAX},
        {"heading", def->heading, -HEADING_MOST, HEADING_MOST},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; ++i) {
        if (!is_within(fields[i].value, fields[i].low, fields[i].high)) {
            return wendi_refuse(error, function, fields[i].name, fields[i].value, fields[i].low,
                                fields[i].high);
        }
    }
    if (def->crowd_class >= crowd->obstacles.class_count) {
        return wendi_refuse_index(error, function, "crowd_class", def->crowd_class, "classes",
                                  crowd->obstacles.class_count);
    }
    if (def->radius > crowd->flow_radius[def->crowd_class]) {
        return wendi_fail(error, WEND_ERROR_ARGUMENT,
                          "%s: radius is %s, and the crowd's own flow leads class %lu through gaps "
                          "for a radius of %s: set wend_crowd_class.radius",
                          function, wendi_format_number(def->radius).text,
                          (unsigned long)def->crowd_class,
                          wendi_format_number(crowd->flow_radius[def->crowd_class]).text);
    }
    if (def->meanwhile < WEND_MEANWHILE_DEFAULT || def->meanwhile > WEND_MEANWHILE_TRACE) {
        return wendi_refuse(error, function, "meanwhile", (double)def->meanwhile, 0,
                            WEND_MEANWHILE_TRACE);
    }
    if (def->route_priority > (uint32_t)WEND_PLANNER_PRIORITY_MAX) {
        return wendi_refuse(error, function, "route_priority", def->route_priority, 0,
                            WEND_PLANNER_PRIORITY_MAX);
    }
    return WEND_OK;
}

/* What is wrong with a position on a mesh. */
static wend_result refuse_ground(wend_crowd *crowd, const char *function, const wend_mesh *mesh,
                                 const wend_mesh_location *at)
{
    const wendi_formatted_number x = wendi_format_number(at->x);
    const wendi_formatted_number y = wendi_format_number(at->y);
    if (at->polygon != WEND_NODE_NONE) {
        return wendi_fail(
            &crowd->error, WEND_ERROR_ARGUMENT,
            "%s: the position %s,%s lies on polygon %lu of the mesh, which is closed: "
            "open ground is expected",
            function, x.text, y.text, (unsigned long)at->polygon);
    }
    wend_mesh_location near;
    (void)wend_mesh_nearest(mesh, at->x, at->y, at->z, 4.0 * WEND_COORDINATE_MAX, &near);
    return wendi_fail(&crowd->error, WEND_ERROR_ARGUMENT,
                      "%s: the position %s,%s lies off the mesh, whose nearest ground is at %s,%s",
                      function, x.text, y.text, wendi_format_number(near.x).text,
                      wendi_format_number(near.y).text);
}

/* @param at set to the position, and on a mesh to its height and polygon. */
static wend_result check_open(wend_crowd *crowd, const char *function, wend_vec3 position,
                              uint32_t floor, uint32_t crowd_class, wend_mesh_location *at)
{
    *at = wend_mesh_location_at(position.x, position.y, position.z);
    const wend_result result =
        wendi_crowd_check_position(crowd, function, (wend_vec2){position.x, position.y}, floor);
    if (result != WEND_OK) {
        return result;
    }
    const wendi_obstacle_set *set = wendi_obstacles_set_of(&crowd->obstacles, floor, crowd_class);
    if (set->mesh != NULL && !is_within(position.z, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX)) {
        return wendi_refuse(&crowd->error, function, "z", position.z, -WEND_COORDINATE_MAX,
                            WEND_COORDINATE_MAX);
    }
    const bool is_on_ground = wendi_obstacles_locate(set, at);
    if (is_on_ground && wendi_obstacles_is_open_at(&crowd->obstacles, set, crowd_class, at)) {
        if (set->mesh != NULL) {
            *at = wendi_mesh_snap_location(set->mesh, at->polygon, at->x, at->y);
        }
        return WEND_OK;
    }
    if (set->mesh != NULL) {
        return refuse_ground(crowd, function, set->mesh, at);
    }
    return wendi_fail(&crowd->error, WEND_ERROR_ARGUMENT,
                      "%s: the position %s,%s on floor %lu lies in a wall or outside of the map",
                      function, wendi_format_number(position.x).text,
                      wendi_format_number(position.y).text, (unsigned long)floor);
}

/* ---- adding and removing ---- */

/* The default of max_speed. */
static double speed_most_of(double speed)
{
    return speed * 1.25;
}

static void put(wend_crowd *crowd, uint32_t i, const wend_body_def *def)
{
    wendi_bodies *bodies = &crowd->bodies;
    wendi_body_query *query = &crowd->queries.of[i];
    query->meanwhile = (uint8_t)def->meanwhile;
    query->priority = (uint8_t)def->route_priority;
    query->profile1 = def->route_profile + 1;
    bodies->radius[i] = def->radius;
    bodies->speed[i] = def->speed;
    bodies->max_speed[i] = def->max_speed > 0 ? def->max_speed : speed_most_of(def->speed);
    bodies->acceleration[i] = def->acceleration;
    bodies->turn_rate[i] = def->turn_rate;
    bodies->turn_radius[i] = def->turn_radius;
    bodies->headway[i] = def->headway;
    bodies->mass[i] = def->mass;
    bodies->crowd_class[i] = def->crowd_class;
    bodies->layer[i] = def->layer;
    bodies->avoids[i] = def->avoids;
    bodies->touches[i] = def->touches;
    bodies->group[i] = def->group;
    bodies->priority[i] = def->priority;
    bodies->user[i] = def->user;
    bodies->flags[i] &= ~(uint32_t)WENDI_BODY_ABRUPT;
    bodies->flags[i] |= def->is_abrupt ? (uint32_t)WENDI_BODY_ABRUPT : 0;
    if (bodies->z != NULL) {
        bodies->height[i] = def->height;
    }
}

/* Checks that `count` bodies of a definition may be added, the first one at its position. */
static wend_result check_added(wend_crowd *crowd, const char *function, const wend_body_def *def,
                               size_t count, wend_mesh_location *at)
{
    wend_result result = wendi_crowd_check_idle(crowd);
    if (result == WEND_OK) {
        result = check_def(crowd, function, def);
    }
    if (result == WEND_OK) {
        result = wendi_crowd_update_obstacles(crowd, function);
    }
    if (result == WEND_OK) {
        const wend_vec3 position = {def->position.x, def->position.y, def->z};
        result = check_open(crowd, function, position, def->floor, def->crowd_class, at);
    }
    if (result == WEND_OK && count > crowd->bodies.limit - crowd->bodies.count) {
        const unsigned long bodies = crowd->bodies.count;
        const unsigned long limit = crowd->bodies.limit;
        result = bodies == limit
                     ? wendi_fail(&crowd->error, WEND_ERROR_FULL,
                                  "%s: there are %lu bodies, which is the max_bodies of the crowd",
                                  function, bodies)
                     : wendi_fail(&crowd->error, WEND_ERROR_FULL,
                                  "%s: there are %lu bodies, and max_bodies of the crowd is %lu",
                                  function, bodies, limit);
    }
    return result;
}

/* There is a free index. */
static wend_body_id add_at(wend_crowd *crowd, const wend_body_def *def,
                           const wend_mesh_location *at)
{
    wendi_bodies *bodies = &crowd->bodies;
    const uint32_t i = wendi_bodies_allocate(bodies);
    wendi_body_queries_clear(&crowd->queries, i);
    put(crowd, i, def);
    wendi_detail_restart(&crowd->detail, i, crowd->tick);
    wendi_bodies_put(bodies, i, at);
    bodies->floor[i] = def->floor;
    bodies->home_x[i] = at->x;
    bodies->home_y[i] = at->y;
    bodies->follow_speed[i] = def->speed + bodies->max_speed[i];
    bodies->heading_x[i] = wend_cos(def->heading);
    bodies->heading_y[i] = wend_sin(def->heading);
    crowd->work.preferred_x[i] = 0;
    crowd->work.preferred_y[i] = 0;
    crowd->work.moved_x[i] = 0;
    crowd->work.moved_y[i] = 0;
    return wendi_bodies_id(bodies, i);
}

wend_result wend_crowd_add_body(wend_crowd *crowd, const wend_body_def *def, wend_body_id *id)
{
    if (id != NULL) {
        *id = (wend_body_id){0, 0};
    }
    wend_mesh_location at;
    const wend_result result = check_added(crowd, "wend_crowd_add_body", def, 1, &at);
    if (result == WEND_OK) {
        const wend_body_id added = add_at(crowd, def, &at);
        if (id != NULL) {
            *id = added;
        }
    }
    return result;
}

wend_result wend_crowd_add_bodies(wend_crowd *crowd, const wend_body_def *def, size_t count,
                                  wend_body_id *ids)
{
    static const char function[] = "wend_crowd_add_bodies";
    for (size_t i = 0; ids != NULL && i < count; ++i) {
        ids[i] = (wend_body_id){0, 0};
    }
    wend_mesh_location at;
    wend_result result = check_added(crowd, function, def, count, &at);
    if (result != WEND_OK || count == 0) {
        return result;
    }
    wend_mesh_location *positions = wendi_alloc(&crowd->allocator, count * sizeof *positions);
    uint32_t found = 0;
    result = positions == NULL
                 ? WEND_ERROR_MEMORY
                 : wendi_find_room(crowd, def, &at, (uint32_t)count, positions, &found);
    if (result != WEND_OK) {
        (void)wendi_fail_plain(&crowd->error, function, result);
    } else if (found < count) {
        result = wendi_fail(&crowd->error, WEND_ERROR_FULL,
                            "%s: there is room for %lu of %zu bodies around the position", function,
                            (unsigned long)found, count);
    }
    for (size_t i = 0; result == WEND_OK && i < count; ++i) {
        const wend_body_id added = add_at(crowd, def, &positions[i]);
        if (ids != NULL) {
            ids[i] = added;
        }
    }
    wendi_free(&crowd->allocator, positions, count * sizeof *positions);
    return result;
}

wend_result wend_crowd_remove_body(wend_crowd *crowd, wend_body_id id)
{
    uint32_t i = WENDI_NONE;
    const wend_result result = wendi_crowd_find(crowd, "wend_crowd_remove_body", id, &i);
    if (result != WEND_OK) {
        return result;
    }
    wendi_goal_end(crowd, i);
    wendi_social_remove_body(crowd, i);
    crowd->events.bits[i] = 0;
    wendi_body_queries_clear(&crowd->queries, i);
    wendi_bodies_release(&crowd->bodies, i);
    return WEND_OK;
}

wend_result wend_crowd_set_body(wend_crowd *crowd, wend_body_id id, const wend_body_def *def)
{
    static const char function[] = "wend_crowd_set_body";
    uint32_t i = WENDI_NONE;
    wend_result result = wendi_crowd_check_idle(crowd);
    if (result == WEND_OK) {
        result = check_def(crowd, function, def);
    }
    if (result == WEND_OK) {
        result = wendi_crowd_find(crowd, function, id, &i);
    }
    if (result == WEND_OK) {
        put(crowd, i, def);
        wendi_detail_wake(&crowd->detail, i);
        crowd->work.has_edits = true;
    }
    return result;
}

static bool has_default_max_speed(const wendi_bodies *b, uint32_t i)
{
    const double usual = speed_most_of(b->speed[i]);
    return b->max_speed[i] >= usual && b->max_speed[i] <= usual;
}

wend_result wend_crowd_set_speed(wend_crowd *crowd, wend_body_id id, double speed)
{
    static const char function[] = "wend_crowd_set_speed";
    uint32_t i = WENDI_NONE;
    const wend_result result = wendi_crowd_find(crowd, function, id, &i);
    if (result != WEND_OK) {
        return result;
    }
    if (!is_within(speed, 0, 100)) {
        return wendi_refuse(&crowd->error, function, "speed", speed, 0, 100);
    }
    wendi_bodies *b = &crowd->bodies;
    b->max_speed[i] = has_default_max_speed(b, i) ? speed_most_of(speed) : b->max_speed[i];
    b->speed[i] = speed;
    wendi_detail_wake(&crowd->detail, i);
    return WEND_OK;
}

wend_result wend_crowd_set_heading(wend_crowd *crowd, wend_body_id id, double heading)
{
    static const char function[] = "wend_crowd_set_heading";
    uint32_t i = WENDI_NONE;
    const wend_result result = wendi_crowd_find(crowd, function, id, &i);
    if (result != WEND_OK) {
        return result;
    }
    if (!is_within(heading, -HEADING_MOST, HEADING_MOST)) {
        return wendi_refuse(&crowd->error, function, "heading", heading, -HEADING_MOST,
                            HEADING_MOST);
    }
    crowd->bodies.heading_x[i] = wend_cos(heading);
    crowd->bodies.heading_y[i] = wend_sin(heading);
    return WEND_OK;
}

/* Of an existing body. */
static wend_result set_position(wend_crowd *crowd, const char *function, uint32_t i,
                                wend_vec3 position, uint32_t floor)
{
    wend_mesh_location at;
    wend_result result = wendi_crowd_update_obstacles(crowd, function);
    if (result == WEND_OK) {
        result = check_open(crowd, function, position, floor, crowd->bodies.crowd_class[i], &at);
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_bodies *bodies = &crowd->bodies;
    wendi_bodies_put(bodies, i, &at);
    bodies->flags[i] &= ~((uint32_t)WENDI_BODY_ON_LINK | (uint32_t)WENDI_BODY_SEES_CORNER);
    bodies->floor[i] = floor;
    wendi_detail_restart(&crowd->detail, i, crowd->tick);
    wendi_body_put_home(bodies, i, at.x, at.y);
    bodies->vx[i] = 0;
    bodies->vy[i] = 0;
    crowd->work.moved_x[i] = 0;
    crowd->work.moved_y[i] = 0;
    bodies->distance_left_least[i] =
        WENDI_REMAINING_MOST; /* the distance from there is unrelated */
    return WEND_OK;
}

wend_result wend_crowd_set_position(wend_crowd *crowd, wend_body_id id, wend_vec2 position,
                                    uint32_t floor)
{
    static const char function[] = "wend_crowd_set_position";
    uint32_t i = WENDI_NONE;
    const wend_result result = wendi_crowd_find(crowd, function, id, &i);
    if (result != WEND_OK) {
        return result;
    }
    const double z = crowd->bodies.z == NULL ? 0 : crowd->bodies.z[i];
    return set_position(crowd, function, i, (wend_vec3){position.x, position.y, z}, floor);
}

wend_result wend_crowd_set_position_at(wend_crowd *crowd, wend_body_id id, wend_vec3 position)
{
    static const char function[] = "wend_crowd_set_position_at";
    uint32_t i = WENDI_NONE;
    const wend_result result = wendi_crowd_find(crowd, function, id, &i);
    return result == WEND_OK ? set_position(crowd, function, i, position, crowd->bodies.floor[i])
                             : result;
}

/* ---- queries ---- */

wend_result wend_crowd_get_body(const wend_crowd *crowd, wend_body_id id, wend_body *body)
{
    if (body != NULL) {
        *body = (wend_body){.floor = 0};
    }
    if (crowd == NULL || body == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t i = wendi_bodies_find(b, id);
    if (i == WENDI_NONE) {
        return WEND_ERROR_STALE;
    }
    body->position = (wend_vec2){b->x[i], b->y[i]};
    body->velocity = (wend_vec2){crowd->work.moved_x[i], crowd->work.moved_y[i]};
    body->preferred = (wend_vec2){crowd->work.preferred_x[i], crowd->work.preferred_y[i]};
    body->heading = wend_atan2(b->heading_y[i], b->heading_x[i]);
    body->radius = b->radius[i];
    body->speed = b->speed[i];
    body->mass = b->mass[i];
    body->floor = b->floor[i];
    body->crowd_class = b->crowd_class[i];
    body->group = b->group[i];
    body->priority = b->priority[i];
    body->goal = (wend_body_goal)b->goal[i];
    body->state = (wend_body_state)b->state[i];
    body->goal_point = (wend_vec2){b->goal_x[i], b->goal_y[i]};
    body->distance_left = b->state[i] == (uint8_t)WEND_BODY_ARRIVED ? 0 : b->distance_left[i];
    body->is_stuck = b->stuck[i] != WENDI_STUCK_NOT;
    /* The behaviour of the body's leg. */
    const wendi_body_route *route = &crowd->routes.of[i];
    const uint32_t leg = crowd->bodies.leg[i];
    const bool behaves = (crowd->bodies.flags[i] & (uint32_t)WENDI_BODY_ON_SPECIAL_LEG) != 0;
    body->behaviour =
        behaves && leg < route->count ? route->legs[leg].behaviour : (uint32_t)WEND_BEHAVIOUR_WALK;
    body->user = b->user[i];
    body->has_item = crowd->queries.of[i].has_item;
    body->item = crowd->queries.of[i].item;
    body->z = b->z == NULL ? 0 : b->z[i];
    body->polygon = b->z == NULL ? WEND_NODE_NONE : b->polygon[i];
    body->goal_z = b->z == NULL ? 0 : b->goal_z[i];
    return WEND_OK;
}

wend_result wend_crowd_get_body_def(const wend_crowd *crowd, wend_body_id id, wend_body_def *def)
{
    if (def != NULL) {
        *def = (wend_body_def){.cookie = 0};
    }
    if (crowd == NULL || def == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t i = wendi_bodies_find(b, id);
    if (i == WENDI_NONE) {
        return WEND_ERROR_STALE;
    }
    def->cookie = BODY_COOKIE;
    def->position = (wend_vec2){b->x[i], b->y[i]};
    def->floor = b->floor[i];
    def->z = b->z == NULL ? 0 : b->z[i];
    def->height = b->z == NULL ? wend_body_def_default().height : b->height[i];
    def->heading = wend_atan2(b->heading_y[i], b->heading_x[i]);
    def->radius = b->radius[i];
    def->speed = b->speed[i];
    def->max_speed = has_default_max_speed(b, i) ? 0 : b->max_speed[i];
    def->acceleration = b->acceleration[i];
    def->turn_rate = b->turn_rate[i];
    def->turn_radius = b->turn_radius[i];
    def->headway = b->headway[i];
    def->mass = b->mass[i];
    def->crowd_class = b->crowd_class[i];
    def->layer = b->layer[i];
    def->avoids = b->avoids[i];
    def->touches = b->touches[i];
    def->group = b->group[i];
    def->priority = b->priority[i];
    def->user = b->user[i];
    def->is_abrupt = (b->flags[i] & (uint32_t)WENDI_BODY_ABRUPT) != 0;
    def->meanwhile = (wend_meanwhile)crowd->queries.of[i].meanwhile;
    def->route_priority = crowd->queries.of[i].priority;
    def->route_profile = crowd->queries.of[i].profile1 - 1;
    return WEND_OK;
}

wend_result wend_crowd_list_bodies(const wend_crowd *crowd, wend_body_id *ids, size_t capacity,
                                   size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (crowd == NULL || count == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < crowd->bodies.high; ++i) {
        if (!wendi_bodies_is_alive(&crowd->bodies, i)) {
            continue;
        }
        if (*count < capacity) {
            ids[*count] = wendi_bodies_id(&crowd->bodies, i);
        }
        ++*count;
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

size_t wend_crowd_get_bodies(const wend_crowd *crowd, size_t capacity, wend_body_id *ids, double *x,
                             double *y, double *heading, double *radius, uint64_t *users)
{
    size_t count = 0;
    if (crowd == NULL) {
        return 0;
    }
    const wendi_bodies *b = &crowd->bodies;
    for (uint32_t i = 0; i < b->high && count < capacity; ++i) {
        if (!wendi_bodies_is_alive(b, i)) {
            continue;
        }
        if (ids != NULL) {
            ids[count] = wendi_bodies_id(b, i);
        }
        if (x != NULL) {
            x[count] = b->x[i];
        }
        if (y != NULL) {
            y[count] = b->y[i];
        }
        if (heading != NULL) {
            heading[count] = wend_atan2(b->heading_y[i], b->heading_x[i]);
        }
        if (radius != NULL) {
            radius[count] = b->radius[i];
        }
        if (users != NULL) {
            users[count] = b->user[i];
        }
        count++;
    }
    return count;
}
