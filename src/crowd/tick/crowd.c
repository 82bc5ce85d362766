/* Creation and destruction of crowds, and their figures.
 * Cost: creation allocates all memory of bodies at once: about 1600 bytes for each of max_bodies.
 */
#include "crowd/core/crowd.h"
#include "crowd/contact/contacts.h"
#include "crowd/contact/forces.h"
#include "crowd/contact/zones.h"
#include "crowd/exits/exits.h"
#include "crowd/formation/formations.h"
#include "crowd/goals/goals.h"
#include "crowd/social/social.h"
#include "crowd/steering/steering.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "flow/core/cell_size.h"

#include <math.h>
#include <string.h>

enum { CROWD_COOKIE = 0x43524F57 };
/* All bits of wend_stuck_plan. */
enum { STUCK_PLAN_ALL = 15 };

wend_crowd_class wend_crowd_class_default(void)
{
    return (wend_crowd_class){
        .movement_class = 0, .team = WEND_TEAM_NONE, .stops = WEND_STOPS_WALK};
}

wend_crowd_def wend_crowd_def_default(void)
{
    wend_crowd_def def = {0};
    def.cookie = CROWD_COOKIE;
    def.max_bodies = 1024;
    def.step = 0.05;
    def.max_radius = 1;
    def.horizon = 4;
    def.reach = 6;
    def.seed = 1;
    def.stuck_plan =
        (uint32_t)WEND_STUCK_YIELD | (uint32_t)WEND_STUCK_BACK_OFF | (uint32_t)WEND_STUCK_REROUTE;
    def.stuck_margin = 3;
    def.stuck_leg_seconds = 4;
    def.flow_steps = UINT64_MAX;
    return def;
}

/* ---- checks ---- */

static const char creating[] = "wend_crowd_create";

static wend_result refuse(const wend_crowd_def *def, const char *field, double value, double low,
                          double high)
{
    return wendi_refuse(def->message, creating, field, value, low, high);
}

static wend_result check_numbers(const wend_crowd_def *def)
{
    if (def->max_bodies < 1 || def->max_bodies > (uint32_t)WEND_CROWD_BODIES_MAX) {
        return refuse(def, "max_bodies", def->max_bodies, 1, WEND_CROWD_BODIES_MAX);
    }
    if (!(def->step >= 1.0 / 240 && def->step <= 0.25)) {
        return refuse(def, "step", def->step, 1.0 / 240, 0.25);
    }
    if (!(def->max_radius >= WENDI_CROWD_LENGTH_LEAST && def->max_radius <= 64)) {
        return refuse(def, "max_radius", def->max_radius, WENDI_CROWD_LENGTH_LEAST, 64);
    }
    if (!(def->horizon >= 0.1 && def->horizon <= 60)) {
        return refuse(def, "horizon", def->horizon, 0.1, 60);
    }
    if (!(def->reach >= 1 && def->reach <= 64)) {
        return refuse(def, "reach", def->reach, 1, 64);
    }
    if (def->stuck_plan > (uint32_t)STUCK_PLAN_ALL) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: stuck_plan is %lu, and must be bits of wend_stuck_plan: 0 to %d",
                          creating, (unsigned long)def->stuck_plan, (int)STUCK_PLAN_ALL);
    }
    if (!(def->stuck_margin >= 1 && def->stuck_margin <= 100)) {
        return refuse(def, "stuck_margin", def->stuck_margin, 1, 100);
    }
    if (!(def->stuck_leg_factor >= 1 && def->stuck_leg_factor <= 100) &&
        !(def->stuck_leg_factor >= 0 && def->stuck_leg_factor <= 0)) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: stuck_leg_factor is %s, and must be 0 or from 1 to 100", creating,
                          wendi_format_number(def->stuck_leg_factor).text);
    }
    if (!(def->stuck_leg_seconds >= 0 && def->stuck_leg_seconds <= 1000)) {
        return refuse(def, "stuck_leg_seconds", def->stuck_leg_seconds, 0, 1000);
    }
    if (def->meanwhile < WEND_MEANWHILE_DEFAULT || def->meanwhile > WEND_MEANWHILE_TRACE) {
        return refuse(def, "meanwhile", (double)def->meanwhile, 0, WEND_MEANWHILE_TRACE);
    }
    return WEND_OK;
}

static wend_result check_counts(const wend_crowd_def *def)
{
    if (def->floors != NULL &&
        (def->floor_count == 0 || def->floor_count > WEND_CROWD_FLOORS_MAX)) {
        return refuse(def, "floor_count", def->floor_count, 1, WEND_CROWD_FLOORS_MAX);
    }
    if (def->floors == NULL && def->floor_heights != NULL) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: there are floor_heights, but no floors", creating);
    }
    for (uint32_t i = 0; def->floor_heights != NULL && i < def->floor_count; ++i) {
        const double most = WEND_COORDINATE_MAX;
        if (!(def->floor_heights[i] >= -most && def->floor_heights[i] <= most)) {
            return refuse(def, "floor_heights", def->floor_heights[i], -most, most);
        }
    }
    if (def->classes != NULL &&
        (def->class_count == 0 || def->class_count > WEND_CROWD_CLASSES_MAX)) {
        return refuse(def, "class_count", def->class_count, 1, WEND_CROWD_CLASSES_MAX);
    }
    return WEND_OK;
}

static wend_result check_grid(const wend_crowd_def *def, const wend_grid *grid, uint32_t floor)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    if (info.wrap != WEND_WRAP_NONE) {
        return wendi_fail(def->message, WEND_ERROR_UNSUPPORTED,
                          "%s: the grid of floor %lu wraps around: crowds need one that does not",
                          creating, (unsigned long)floor);
    }
    const uint32_t count = def->classes != NULL ? def->class_count : 1;
    for (uint32_t i = 0; i < count; ++i) {
        const wend_crowd_class crowd_class =
            def->classes != NULL ? def->classes[i] : wend_crowd_class_default();
        if (crowd_class.movement_class >= (uint32_t)info.class_count) {
            return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                              "%s: movement_class of class %lu is %lu, but the grid of floor %lu "
                              "has %lu of them",
                              creating, (unsigned long)i, (unsigned long)crowd_class.movement_class,
                              (unsigned long)floor, (unsigned long)info.class_count);
        }
    }
    return WEND_OK;
}

static wend_result check_own_flow(const wend_crowd_def *def)
{
    if (def->has_own_flow && def->flow != NULL) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: has_own_flow and flow are both set", creating);
    }
    return def->flow_steps > 0 ? WEND_OK
                               : wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                                            "%s: flow_steps is 0, and must be 1 or more", creating);
}

static wend_result check_mesh(const wend_crowd_def *def)
{
    const bool has_more = def->floors != NULL || def->grid != NULL || def->walls != NULL;
    if (def->mesh == NULL || (!has_more && def->flow == NULL && !def->has_own_flow)) {
        return WEND_OK;
    }
    return has_more
               ? wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                            "%s: a mesh is all the ground of a crowd: with mesh, leave floors, "
                            "grid and walls NULL",
                            creating)
               : wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                            "%s: flows lead over grids: with mesh, leave flow NULL and "
                            "has_own_flow false, and give goals by a route_source",
                            creating);
}

static wend_result check(const wend_crowd_def *def)
{
    wend_result result = check_numbers(def);
    if (result == WEND_OK) {
        result = check_mesh(def);
    }
    if (result == WEND_OK) {
        result = check_counts(def);
    }
    if (result == WEND_OK) {
        result = check_own_flow(def);
    }
    const uint32_t floors = def->floors != NULL ? def->floor_count : 1;
    for (uint32_t i = 0; result == WEND_OK && i < floors; ++i) {
        const wend_grid *grid = def->floors != NULL ? def->floors[i].grid : def->grid;
        if (grid != NULL) {
            result = check_grid(def, grid, i);
        } else if (def->has_own_flow) {
            result = wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                                "%s: has_own_flow is set, but floor %lu has no grid", creating,
                                (unsigned long)i);
        }
    }
    return result;
}

/* ---- creation ---- */

/* A crowd and the parts that core declares by name only, in one allocation. */
typedef struct crowd_block {
    wend_crowd crowd;
    wendi_zones zones;
    wendi_body_chains chains;
    wendi_contacts contacts;
    wendi_steering steering;
    wendi_formations formations;
    wendi_social social;
    wendi_exits exits;
} crowd_block;

static const wendi_goal_provider *const PROVIDERS[WENDI_GOAL_KINDS] = {
    [WEND_BODY_GOAL_NONE] = &wendi_goal_provider_velocity,
    [WEND_BODY_GOAL_POINT] = &wendi_goal_provider_point,
    [WEND_BODY_GOAL_PATH] = &wendi_goal_provider_path,
    [WEND_BODY_GOAL_FLOW] = &wendi_goal_provider_flow,
    [WEND_BODY_GOAL_VELOCITY] = &wendi_goal_provider_velocity,
    [WEND_BODY_GOAL_SLOT] = &wendi_goal_provider_slot,
    [WEND_BODY_GOAL_STEER] = &wendi_goal_provider_steering,
};

/* Makes the flow of the crowd, over its floors and classes. */
static wend_result make_own_flow(const wend_crowd_def *def, wend_flow **flow)
{
    const wend_grid *floors[WEND_CROWD_FLOORS_MAX] = {def->grid};
    wend_flow_class classes[WEND_CROWD_CLASSES_MAX] = {wend_flow_class_default()};
    for (uint32_t i = 0; def->floors != NULL && i < def->floor_count; ++i) {
        floors[i] = def->floors[i].grid;
    }
    for (uint32_t i = 0; def->classes != NULL && i < def->class_count; ++i) {
        classes[i] = wend_flow_class_default();
        classes[i].movement_class = def->classes[i].movement_class;
        classes[i].team = def->classes[i].team;
        classes[i].radius = def->classes[i].radius;
    }
    wend_flow_def flow_def = wend_flow_def_default();
    flow_def.floors = floors;
    flow_def.floor_count = def->floors != NULL ? def->floor_count : 1;
    flow_def.classes = classes;
    flow_def.class_count = def->classes != NULL ? def->class_count : 1;
    flow_def.executor = def->executor;
    flow_def.allocator = def->allocator;
    flow_def.message = def->message;
    return wend_flow_create(&flow_def, flow);
}

/* Gaps of the ground are a cell wide at least. */
static void set_flow_radii(wend_crowd *crowd, const wend_crowd_def *def)
{
    for (uint32_t i = 0; i < WEND_CROWD_CLASSES_MAX; ++i) {
        crowd->flow_radius[i] = (double)INFINITY;
        if (crowd->own_flow != NULL) {
            const double half = wendi_flow_cell_size(crowd->own_flow) / 2;
            const bool has_class = def->classes != NULL && i < def->class_count;
            const double radius = has_class ? def->classes[i].radius : 0;
            crowd->flow_radius[i] = radius > half ? radius : half;
        }
    }
}

/* A flow counts in steps: cells of its grid, which need not be one of the crowd's. */
static double cell_of(const wend_crowd_def *def)
{
    if (def->flow != NULL) {
        return wendi_flow_cell_size(def->flow);
    }
    const wend_grid *grid = def->floors != NULL ? def->floors[0].grid : def->grid;
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    return grid != NULL ? info.cell_size : 1;
}

static wend_result copy_heights(wend_crowd *crowd, const wend_crowd_def *def)
{
    crowd->routes.floor_count = crowd->obstacles.floor_count;
    if (def->floor_heights == NULL) {
        return WEND_OK;
    }
    const size_t bytes = def->floor_count * sizeof *crowd->floor_heights;
    crowd->floor_heights = wendi_alloc(&crowd->allocator, bytes);
    if (crowd->floor_heights == NULL) {
        return WEND_ERROR_MEMORY;
    }
    memcpy(crowd->floor_heights, def->floor_heights, bytes);
    crowd->routes.floor_heights = crowd->floor_heights;
    return WEND_OK;
}

static wend_result make(wend_crowd *crowd, const wend_crowd_def *def)
{
    const uint32_t limit = def->max_bodies;
    const wend_allocator *a = &crowd->allocator;
    crowd->executor = def->executor;
    crowd->step = def->step;
    crowd->max_radius = def->max_radius;
    crowd->horizon = def->horizon;
    crowd->reach = def->reach;
    crowd->seed = def->seed;
    crowd->flow = crowd->own_flow != NULL ? crowd->own_flow : def->flow;
    crowd->flow_steps = def->flow_steps;
    set_flow_radii(crowd, def);
    crowd->flow_cell = cell_of(def);
    crowd->source = def->route_source;
    crowd->jam_grid = def->jam_grid;
    crowd->jam_graph = def->jam_graph;
    crowd->jam_mesh = def->jam_mesh;
    crowd->stuck_plan = def->stuck_plan;
    crowd->stuck_margin = def->stuck_margin;
    crowd->stuck_leg_factor = def->stuck_leg_factor;
    crowd->stuck_leg_seconds = def->stuck_leg_seconds;
    crowd->meanwhile =
        (uint8_t)(def->meanwhile != WEND_MEANWHILE_DEFAULT ? def->meanwhile : WEND_MEANWHILE_SEEK);
    crowd->next_ticket = 1;
    crowd->fresh_ticket = 1;
    crowd->next_goal_group = 1;
    crowd->zones->allocator = *a;
    *crowd->contacts = (wendi_contacts){.are_all = def->has_contact_reports, .allocator = *a};
    wendi_steering_init(crowd->steering, limit, a);
    wendi_exits_init(crowd->exits, limit, a);
    /* Obstacles are searched over a body and its movement in a stride. */
    wend_result result = wendi_obstacles_create(&crowd->obstacles, def, 2 * def->max_radius + 1);
    if (result == WEND_OK) {
        result = wendi_bodies_create(&crowd->bodies, limit, def->mesh != NULL, a);
    }
    if (result == WEND_OK) {
        result = wendi_body_grid_create(&crowd->cells, limit, a);
    }
    if (result == WEND_OK) {
        result = wendi_body_chains_create(crowd->chains, limit, a);
    }
    if (result == WEND_OK) {
        result = wendi_workspace_create(&crowd->work, limit, a);
    }
    if (result == WEND_OK) {
        result = wendi_routes_create(&crowd->routes, limit, a);
    }
    if (result == WEND_OK) {
        result = wendi_body_queries_create(&crowd->queries, limit, a);
    }
    if (result == WEND_OK) {
        result = copy_heights(crowd, def);
    }
    if (result == WEND_OK) {
        result = wendi_events_create(&crowd->events, limit, a);
    }
    if (result == WEND_OK) {
        result = wendi_detail_create(&crowd->detail, limit, a);
    }
    if (result == WEND_OK) {
        result = wendi_formations_create(crowd->formations, limit, a);
    }
    if (result == WEND_OK) {
        result = wendi_social_create(crowd->social, limit, a);
    }
    return result;
}

/* True if the memory of the bodies is available. Large amounts are allocated in one piece first,
 * before any of it is written: smaller pieces are granted even if they exceed the machine's memory
 * together. */
static bool is_memory_there(const wend_crowd_def *def)
{
    static const uint64_t MUCH = (uint64_t)1 << 28;
    const uint64_t bytes = wendi_bodies_bytes_needed(def->max_bodies, def->mesh != NULL) +
                           wendi_workspace_bytes_needed(def->max_bodies);
    if (bytes < MUCH) {
        return true;
    }
    void *all = bytes > SIZE_MAX ? NULL : wendi_alloc(&def->allocator, (size_t)bytes);
    wendi_free(&def->allocator, all, (size_t)bytes);
    return all != NULL;
}

wend_result wend_crowd_create(const wend_crowd_def *def, wend_crowd **crowd)
{
    if (crowd != NULL) {
        *crowd = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, CROWD_COOKIE, def->message, creating,
                                         "wend_crowd_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (crowd == NULL) {
        return wendi_refuse_null(def->message, "wend_crowd_create", "crowd");
    }
    wendi_message_clear(def->message);
    wend_result result = check(def);
    if (result != WEND_OK) {
        return result;
    }
    if (!is_memory_there(def)) {
        return wendi_fail(def->message, WEND_ERROR_MEMORY, "%s: out of memory for max_bodies %lu",
                          creating, (unsigned long)def->max_bodies);
    }
    crowd_block *block = wendi_alloc_zero(&def->allocator, sizeof *block);
    if (block == NULL) {
        return wendi_fail_plain(def->message, creating, WEND_ERROR_MEMORY);
    }
    wend_crowd *made = &block->crowd;
    made->zones = &block->zones;
    made->chains = &block->chains;
    made->contacts = &block->contacts;
    made->steering = &block->steering;
    made->formations = &block->formations;
    made->social = &block->social;
    made->exits = &block->exits;
    made->providers = PROVIDERS;
    made->allocator = def->allocator;
    result = def->has_own_flow ? make_own_flow(def, &made->own_flow) : WEND_OK;
    if (result != WEND_OK) {
        wend_crowd_destroy(made);
        return wendi_fail_as(def->message, creating, result);
    }
    result = make(made, def);
    if (result != WEND_OK) {
        wend_crowd_destroy(made);
        return wendi_fail_plain(def->message, creating, result);
    }
    *crowd = made;
    return WEND_OK;
}

const char *wend_crowd_error(const wend_crowd *crowd)
{
    return crowd == NULL ? "" : crowd->error.text;
}

wend_flow *wend_crowd_flow(const wend_crowd *crowd)
{
    return crowd == NULL ? NULL : crowd->flow;
}

void wend_crowd_destroy(wend_crowd *crowd)
{
    if (crowd == NULL) {
        return;
    }
    wendi_formations_free(crowd->formations);
    wendi_social_free(crowd->social);
    wendi_exits_free(crowd->exits);
    wendi_events_free(&crowd->events);
    wendi_detail_free(&crowd->detail);
    wendi_routes_free(&crowd->routes);
    wendi_body_queries_free(&crowd->queries);
    wendi_free(&crowd->allocator, crowd->floor_heights,
               crowd->floor_heights == NULL
                   ? 0
                   : crowd->obstacles.floor_count * sizeof *crowd->floor_heights);
    wendi_workspace_free(&crowd->work);
    wendi_body_chains_free(crowd->chains);
    wendi_body_grid_free(&crowd->cells);
    wendi_bodies_free(&crowd->bodies);
    wendi_obstacles_free(&crowd->obstacles);
    wendi_steering_free(crowd->steering);
    wendi_zones_free(crowd->zones);
    wendi_contacts_free(crowd->contacts);
    wend_flow_destroy(crowd->own_flow);
    const wend_allocator allocator = crowd->allocator;
    wendi_free(&allocator, crowd, sizeof(crowd_block));
}

/* ---- figures ---- */

static void count_states(const wend_crowd *crowd, wend_crowd_info *info)
{
    const wendi_bodies *bodies = &crowd->bodies;
    for (uint32_t i = 0; i < bodies->high; ++i) {
        if (!wendi_bodies_is_alive(bodies, i)) {
            continue;
        }
        info->moving +=
            bodies->state[i] == WEND_BODY_MOVING || bodies->state[i] == WEND_BODY_PATH_PENDING;
        info->arrived += bodies->state[i] == WEND_BODY_ARRIVED;
        info->stuck += bodies->stuck[i] != WENDI_STUCK_NOT;
    }
}

void wend_crowd_get_info(const wend_crowd *crowd, wend_crowd_info *info)
{
    if (info == NULL) {
        return;
    }
    *info = (wend_crowd_info){0};
    if (crowd == NULL) {
        return;
    }
    info->bodies = crowd->bodies.count;
    info->max_bodies = crowd->bodies.limit;
    info->tick = crowd->tick;
    info->last_overlap = crowd->last_overlap;
    info->max_overlap = crowd->max_overlap;
    info->wall_violations = crowd->wall_violations;
    info->last_pairs = crowd->last_pairs;
    info->memory_bytes =
        sizeof(crowd_block) + crowd->bodies.block_bytes +
        wendi_obstacles_memory_bytes(&crowd->obstacles) +
        wendi_body_grid_memory_bytes(&crowd->cells) +
        wendi_body_chains_memory_bytes(crowd->chains) + wendi_workspace_memory_bytes(&crowd->work) +
        crowd->contacts->capacity * sizeof *crowd->contacts->items +
        wendi_routes_memory_bytes(&crowd->routes) + wendi_detail_memory_bytes(&crowd->detail) +
        wendi_body_queries_memory_bytes(&crowd->queries) +
        wendi_formations_memory_bytes(crowd->formations) +
        wendi_social_memory_bytes(crowd->social) + wendi_exits_memory_bytes(crowd->exits);
    wend_flow_info flow;
    wend_flow_get_info(crowd->own_flow, &flow);
    info->memory_bytes += flow.memory_bytes;
    info->ns_cells = crowd->ns[0];
    info->ns_goals = crowd->ns[1];
    info->ns_avoid = crowd->ns[2];
    info->ns_contact = crowd->ns[3];
    info->ns_rest = crowd->ns[4];
    info->step = crowd->step;
    count_states(crowd, info);
}

uint64_t wend_crowd_tick_count(const wend_crowd *crowd)
{
    return crowd == NULL ? 0 : crowd->tick;
}

uint32_t wend_crowd_body_count(const wend_crowd *crowd)
{
    return crowd == NULL ? 0 : crowd->bodies.count;
}

const wend_event *wend_crowd_get_events(const wend_crowd *crowd, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (crowd == NULL || count == NULL || crowd->events.count == 0) {
        return NULL;
    }
    *count = crowd->events.count;
    return crowd->events.items;
}
