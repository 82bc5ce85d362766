/* Profiles: kinds of agents. Each has a space of its own over the planner's world, which follows
 * edits while no search runs over it.
 * Cost: adding one lays a space out, unless it is deferred; an update takes that of the space. */
#include "route/mesh_space/space.h"
#include "route/pathfinder/pathfinder.h"
#include "route/planner/planner.h"
#include "route/planner/slots.h"
#include "route/space/space.h"
#include "wend/clearance.h"
#include "wend/islands.h"
#include "wend/mesh_path.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

enum { PROFILE_COOKIE = 0x504C5031 };

wend_planner_profile_def wend_planner_profile_def_default(void)
{
    const wend_pathfinder_def like = wend_pathfinder_def_default();
    wend_planner_profile_def def;
    memset(&def, 0, sizeof def);
    def.cookie = PROFILE_COOKIE;
    def.size = like.size;
    def.team = like.team;
    def.stops = like.stops;
    def.factor = like.factor;
    def.max_node_distance = like.max_node_distance;
    def.max_height_difference = like.max_height_difference;
    def.max_nodes = like.max_nodes;
    def.overlay_layers = like.overlay_layers;
    return def;
}

/* ---- add ---- */

/* The definition of a pathfinder for such an agent. */
static wend_pathfinder_def pathfinder_def(wend_planner *planner,
                                          const wend_planner_profile_def *from)
{
    const wend_planner_def *world = &planner->def;
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = world->grid;
    def.graph = world->graph;
    def.mesh = world->mesh;
    def.level = world->level;
    def.walls = world->walls;
    def.level_world = world->level_world;
    def.cell_size = world->cell_size;
    def.spacing = world->spacing;
    def.corners = world->corners;
    def.radius = from->radius;
    def.size = from->size;
    def.movement_class = from->movement_class;
    def.team = from->team;
    def.has_jump_table = from->has_jump_table;
    def.has_index = from->has_index;
    def.has_hierarchy = from->has_hierarchy;
    def.has_islands = from->has_islands;
    def.stops = from->stops;
    def.factor = from->factor;
    def.table = from->table;
    def.max_node_distance = from->max_node_distance;
    def.max_height_difference = from->max_height_difference;
    def.max_nodes = from->max_nodes;
    def.flags_required = from->flags_required;
    def.flags_refused = from->flags_refused;
    def.overlay_layers = from->overlay_layers;
    def.behaviour_factors = from->behaviour_factors;
    def.behaviour_count = from->behaviour_count;
    def.area_factors = from->area_factors;
    def.executor = world->executor;
    def.allocator = planner->allocator;
    def.message = &planner->message;
    return def;
}

/* A level that grows needs the caller's factors again. */
static bool copy_factors(wendi_plan_profile *profile)
{
    wend_pathfinder_def *def = &profile->def;
    const wend_allocator *a = &profile->planner->allocator;
    if (def->behaviour_factors != NULL) {
        profile->behaviour_factors = wendi_alloc_items(a, def->behaviour_count + 1, sizeof(double));
        if (profile->behaviour_factors == NULL) {
            return false;
        }
        memcpy(profile->behaviour_factors, def->behaviour_factors,
               def->behaviour_count * sizeof(double));
        def->behaviour_factors = profile->behaviour_factors;
    }
    if (def->area_factors != NULL) {
        profile->area_factors = wendi_alloc_items(a, WEND_MESH_AREAS, sizeof(double));
        if (profile->area_factors == NULL) {
            return false;
        }
        memcpy(profile->area_factors, def->area_factors, WEND_MESH_AREAS * sizeof(double));
        def->area_factors = profile->area_factors;
    }
    return true;
}

/* Lays the world out, with a pathfinder that checks queries. @param layout zeroed on failure. */
static wend_result lay_out(const wend_pathfinder_def *def, bool is_deferred,
                           wendi_pathfinder_layout *layout, wend_pathfinder **probe,
                           wend_message *message)
{
    *probe = NULL;
    wend_result result = wendi_pathfinder_layout_create(def, is_deferred, layout, message);
    if (result != WEND_OK) {
        return result;
    }
    if (layout->mesh_space != NULL) {
        layout->mesh_space->is_pinned = def->mesh != NULL;
    }
    wend_pathfinder_def laid = *def;
    laid.space = layout->space;
    laid.mesh_space = layout->mesh_space;
    laid.walls = def->level != NULL ? layout->walls : def->walls;
    result = wendi_pathfinder_check_walls(&laid, message);
    if (result == WEND_OK) {
        result = wendi_pathfinder_create_shared(def, layout, NULL, &def->allocator, probe);
    }
    if (result != WEND_OK) {
        wendi_pathfinder_layout_destroy(layout);
    }
    return result;
}

static size_t bytes_of(const wendi_plan_profile *profile)
{
    const wendi_pathfinder_layout *layout = &profile->layout;
    wend_space_info info;
    wend_space_get_info(layout->space, &info);
    return sizeof *profile + info.memory_bytes + wend_islands_memory_bytes(layout->islands) +
           wend_clearance_memory_bytes(layout->clearance) +
           wendi_pathfinder_index_bytes(layout->index) +
           wend_hierarchy_memory_bytes(layout->hierarchy);
}

static wend_result make_profile(wendi_plan_profile *made, bool is_deferred)
{
    for (size_t i = 0; i < WENDI_PLAN_PRIORITIES; i++) {
        wendi_plan_list_init(&made->waiting[i]);
    }
    wendi_plan_list_init(&made->checking);
    wendi_plan_list_init(&made->watched);
    made->marks.free = WENDI_PLAN_NONE;
    made->walls_revision = wend_walls_revision(made->def.walls);
    if (!copy_factors(made)) {
        return WEND_ERROR_MEMORY;
    }
    made->level_revision = 1;
    made->is_unbuilt = made->is_updating = is_deferred && made->def.level == NULL;
    const wend_result result =
        lay_out(&made->def, made->is_unbuilt, &made->layout, &made->probe, &made->planner->message);
    made->bytes = result == WEND_OK ? bytes_of(made) : 0;
    return result;
}

static wend_result add_profile(wend_planner *planner, const wend_planner_profile_def *def,
                               uint32_t *profile)
{
    static const char function[] = "wend_planner_add_profile";
    wend_message *message = &planner->message;
    if (def == NULL || profile == NULL) {
        return wendi_refuse_null(message, function, def == NULL ? "def" : "profile");
    }
    if (def->cookie != PROFILE_COOKIE) {
        return wendi_refuse_cookie(message, function, def->cookie,
                                   "wend_planner_profile_def_default");
    }
    if (planner->profile_count == WEND_PLANNER_PROFILES_MAX) {
        return wendi_fail(message, WEND_ERROR_FULL, "%s: there are %d profiles, which is most",
                          function, WEND_PLANNER_PROFILES_MAX);
    }
    wendi_plan_profile *made = wendi_alloc_zero(&planner->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(message, function, WEND_ERROR_MEMORY);
    }
    made->planner = planner;
    made->def = pathfinder_def(planner, def);
    wend_result result = wendi_pathfinder_check_def(&made->def);
    result = result == WEND_OK ? make_profile(made, def->is_deferred) : result;
    if (result != WEND_OK) {
        wendi_plan_profile_destroy(made);
        return wendi_fail_as(message, function, result);
    }
    made->def.message = NULL;
    *profile = planner->profile_count;
    planner->profiles[planner->profile_count++] = made;
    return WEND_OK;
}

wend_result wend_planner_add_profile(wend_planner *planner, const wend_planner_profile_def *def,
                                     uint32_t *profile)
{
    if (profile != NULL) {
        *profile = UINT32_MAX;
    }
    if (planner == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_lock_take(planner->lock);
    const wend_result result =
        planner->is_updating ? WEND_ERROR_BUSY : add_profile(planner, def, profile);
    wendi_lock_release(planner->lock);
    return result;
}

void wendi_plan_profile_destroy(wendi_plan_profile *profile)
{
    if (profile == NULL) {
        return;
    }
    const wend_allocator allocator = profile->planner->allocator;
    wend_pathfinder_destroy(profile->probe);
    wendi_pathfinder_layout_destroy(&profile->layout);
    wendi_plan_marks_free(&profile->marks, &allocator);
    if (profile->behaviour_factors != NULL) {
        wendi_free(&allocator, profile->behaviour_factors,
                   (profile->def.behaviour_count + 1) * sizeof(double));
    }
    wendi_free(&allocator, profile->area_factors, WEND_MESH_AREAS * sizeof(double));
    wendi_free(&allocator, profile, sizeof *profile);
}

uint32_t wend_planner_profile_count(const wend_planner *planner)
{
    return planner == NULL ? 0 : planner->profile_count;
}

const wend_space *wend_planner_space(const wend_planner *planner, uint32_t profile)
{
    return planner == NULL || profile >= planner->profile_count
               ? NULL
               : planner->profiles[profile]->layout.space;
}

const wend_mesh_space *wend_planner_mesh_space(const wend_planner *planner, uint32_t profile)
{
    return planner == NULL || profile >= planner->profile_count
               ? NULL
               : planner->profiles[profile]->layout.mesh_space;
}

double wendi_plan_profile_cells(const wendi_plan_profile *profile, double metres)
{
    const wend_space *space = profile->layout.space;
    return space != NULL && space->net == NULL ? metres / space->cell_size : metres;
}

/* ---- following the world ---- */

bool wendi_plan_profile_is_stale(const wendi_plan_profile *profile)
{
    const wendi_pathfinder_layout *layout = &profile->layout;
    if (profile->def.level != NULL) {
        return !wendi_pathfinder_layout_is_level_fresh(&profile->def, layout);
    }
    if (layout->mesh_space != NULL) {
        return !wendi_mesh_space_is_fresh(layout->mesh_space);
    }
    const uint64_t revision = layout->space->net != NULL ? wend_graph_revision(profile->def.graph)
                                                         : wend_grid_revision(profile->def.grid);
    return layout->space->revision != revision;
}

uint64_t wendi_plan_profile_revision(const wendi_plan_profile *profile)
{
    const wendi_pathfinder_layout *layout = &profile->layout;
    if (profile->def.level != NULL) {
        return profile->level_revision;
    }
    return layout->mesh_space != NULL ? layout->mesh_space->revision : layout->space->revision;
}

uint64_t wendi_plan_profile_world_revision(const wendi_plan_profile *profile)
{
    if (profile->def.level != NULL) {
        return profile->level_revision + (wendi_plan_profile_is_stale(profile) ? 1 : 0);
    }
    return profile->def.mesh != NULL    ? wend_mesh_revision(profile->def.mesh)
           : profile->def.graph != NULL ? wend_graph_revision(profile->def.graph)
                                        : wend_grid_revision(profile->def.grid);
}

/* Steps that an update that is not cut will take, by what has changed. */
static uint64_t update_steps(const wendi_plan_profile *profile)
{
    const wendi_pathfinder_layout *layout = &profile->layout;
    if (layout->mesh_space != NULL) {
        return 64 + 6 * (uint64_t)layout->mesh_space->cells.polygon_count;
    }
    const uint64_t nodes = layout->space->node_count;
    return 64 + (layout->space->net != NULL    ? 4 * nodes
                 : profile->def.has_jump_table ? nodes / 4
                                               : nodes / 8);
}

/* A level has grown: its world is rebuilt and replaces the old one once it is complete. */
static wend_result remake(wendi_plan_profile *profile)
{
    wend_planner *planner = profile->planner;
    wendi_pathfinder_layout made;
    wend_pathfinder *probe;
    wend_pathfinder_def def = profile->def;
    wend_message message;
    wendi_message_clear(&message);
    const wend_result result = lay_out(&def, false, &made, &probe, &message);
    wendi_lock_take(planner->lock);
    if (result == WEND_OK) {
        wend_pathfinder_destroy(profile->probe);
        wendi_plan_trees_drop(planner, profile);
        wendi_plan_slots_return(planner, profile, false);
        wendi_plan_slots_forget(planner, profile);
        wendi_pathfinder_layout_destroy(&profile->layout);
        profile->layout = made;
        profile->probe = probe;
        profile->level_revision++;
    } else {
        planner->message = message;
    }
    wendi_lock_release(planner->lock);
    return result;
}

/* The space of a profile is built: so can be what is made of it. */
static wend_result begin_behind(wendi_plan_profile *profile)
{
    wendi_pathfinder_layout *layout = &profile->layout;
    wend_pathfinder_def def = profile->def;
    def.has_index = def.has_index && layout->index == NULL;
    def.has_hierarchy = def.has_hierarchy && layout->hierarchy == NULL;
    const wend_result result =
        wendi_pathfinder_layout_begin_behind(&def, layout->space, layout->mesh_space, layout);
    profile->is_unbuilt = profile->is_unbuilt && result != WEND_OK;
    return result;
}

wend_result wendi_plan_profile_update(wendi_plan_profile *profile, wend_budget *budget,
                                      uint64_t *steps)
{
    wend_result result = WEND_OK;
    *steps = 0;
    if (profile->def.grid != NULL || profile->def.graph != NULL) {
        result = wendi_space_update_some(profile->layout.space, budget, steps);
    } else if (profile->def.mesh != NULL) {
        result = wendi_mesh_space_update_some(profile->layout.mesh_space, budget, steps);
    } else {
        *steps = update_steps(profile);
        result = wendi_pathfinder_layout_is_level_fresh(&profile->def, &profile->layout)
                     ? wendi_pathfinder_layout_update(&profile->layout)
                     : remake(profile);
    }
    if (result == WEND_OK && profile->is_unbuilt) {
        result = begin_behind(profile);
    }
    profile->is_updating = result == WEND_IN_PROGRESS || result == WEND_ERROR_MEMORY;
    profile->is_owed = result == WEND_OK;
    if (result != WEND_IN_PROGRESS) {
        profile->bytes = bytes_of(profile);
    }
    return result;
}

wend_result wendi_plan_profile_build_behind(wendi_plan_profile *profile, wend_budget *budget)
{
    const wendi_pathfinder_layout *layout = &profile->layout;
    if ((layout->index == NULL && layout->hierarchy == NULL) || profile->is_updating ||
        wendi_plan_profile_is_stale(profile)) {
        return WEND_OK;
    }
    const wend_result result = wendi_pathfinder_layout_build_behind(layout, layout->space, budget);
    profile->bytes = bytes_of(profile);
    return result == WEND_ERROR_MEMORY ? result : WEND_OK;
}

bool wendi_plan_profile_can_lag(const wendi_plan_profile *profile)
{
    return profile->def.grid != NULL || profile->def.mesh != NULL;
}

bool wendi_plan_profile_may_start(const wendi_plan_profile *profile)
{
    const bool may_lag = profile->is_owed && wendi_plan_profile_can_lag(profile);
    return !profile->is_updating && (may_lag || !wendi_plan_profile_is_stale(profile));
}

/* ---- are paths still valid ---- */

/* A walk beside a graph, or one that the walls allow though the cells do not. */
static bool can_walk(const wendi_plan_profile *profile, const wend_leg *leg)
{
    wend_cost cost;
    const wend_vec3 from = wend_vec3_from_vec2(leg->from_point, leg->from_height);
    const wend_vec3 to = wend_vec3_from_vec2(leg->to_point, leg->to_height);
    return leg->behaviour == (uint32_t)WEND_BEHAVIOUR_WALK &&
           wendi_pathfinder_world_of(profile->probe)->walk(profile->probe, from, to, &cost) ==
               WEND_OK;
}

/* Walks beside a graph are those without an edge. */
static bool walks_are_clear(const wendi_plan_profile *profile, const wend_path *path)
{
    bool are_clear = true;
    for (size_t i = 0; i < wend_path_leg_count(path) && are_clear; i++) {
        const wend_leg leg = wend_path_leg(path, i);
        are_clear = leg.edge != WEND_EDGE_NONE || can_walk(profile, &leg);
    }
    return are_clear;
}

bool wendi_plan_profile_validates(const wendi_plan_profile *profile, const wend_path *path,
                                  wend_path_shape shape, uint64_t *steps, wend_result *result)
{
    const wendi_pathfinder_layout *layout = &profile->layout;
    const size_t legs = wend_path_leg_count(path);
    /* A path from a damaged file can have any length, and the conversion must stay in range. */
    const double cells = wendi_plan_profile_cells(profile, wend_path_length(path));
    *result = WEND_OK;
    *steps = 16 + 4 * legs + (cells < 4e6 ? (uint64_t)cells : (uint64_t)4000000) / 2;
    if (layout->mesh_space != NULL) {
        const bool is_valid =
            wend_path_is_valid_mesh(path, layout->mesh_space, profile->def.radius, 0, NULL, result);
        *result = *result == WEND_ERROR_MEMORY ? WEND_ERROR_MEMORY : WEND_OK;
        return is_valid;
    }
    const bool is_graph = layout->space->net != NULL;
    const double radius = shape == WEND_PATH_AS_FOUND ? 0 : profile->def.radius;
    size_t leg = 0;
    while (!wend_path_is_valid(path, layout->space, radius, leg, &leg) && leg < legs) {
        const wend_leg broken = wend_path_leg(path, leg);
        if (is_graph || profile->probe->def.walls == NULL || !can_walk(profile, &broken)) {
            return false;
        }
        leg++;
    }
    return !is_graph || walks_are_clear(profile, path);
}
