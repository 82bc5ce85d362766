/* Creation and destruction of pathfinders: checks their definitions, and makes the spaces and
 * searches of their worlds.
 * Cost: that of the spaces; of a shared one constant. */
#include "route/pathfinder/pathfinder.h"

#include "route/space/space.h"
#include "wend/graph_overlay.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

enum { PATHFINDER_COOKIE = 0x57594431 };

wend_pathfinder_def wend_pathfinder_def_default(void)
{
    wend_pathfinder_def def;
    memset(&def, 0, sizeof def);
    def.cookie = PATHFINDER_COOKIE;
    def.stops = WEND_STOPS_WALK;
    def.factor = 1;
    def.max_node_distance = (double)INFINITY;
    def.max_height_difference = (double)INFINITY;
    def.max_nodes = 64;
    def.team = WEND_TEAM_NONE;
    def.size = 1;
    def.overlay_layers = WEND_LAYER_JAM;
    return def;
}

const wendi_pathfinder_world *wendi_pathfinder_world_of(const wend_pathfinder *pathfinder)
{
    if (pathfinder->def.mesh_space != NULL) {
        return wendi_pathfinder_mesh_world();
    }
    return pathfinder->def.space->net != NULL ? wendi_pathfinder_graph_world()
                                              : wendi_pathfinder_grid_world();
}

/* ---- create ---- */

static wend_result check_world(const wend_pathfinder_def *def)
{
    const int given = (def->space != NULL) + (def->mesh_space != NULL) + (def->grid != NULL) +
                      (def->graph != NULL) + (def->mesh != NULL) + (def->level != NULL);
    return given == 1 ? WEND_OK
                      : wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                                   "wend_pathfinder_create: %d of grid, graph, mesh, level, space "
                                   "and mesh_space are set: set one of them",
                                   given);
}

wend_result wendi_pathfinder_check_def(const wend_pathfinder_def *def)
{
    if (def == NULL || !wendi_has_cookie(def->cookie, PATHFINDER_COOKIE, def->message,
                                         "wend_pathfinder_create", "wend_pathfinder_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    wend_result result = check_world(def);
    if (result != WEND_OK) {
        return result;
    }
    if (!(def->radius >= 0 && def->radius <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(def->message, "wend_pathfinder_create", "radius", def->radius, 0,
                            WEND_COORDINATE_MAX);
    }
    if (!(def->factor >= 1.0 / 256 && def->factor <= 65536)) {
        return wendi_refuse(def->message, "wend_pathfinder_create", "factor", def->factor,
                            1.0 / 256, 65536);
    }
    if (!(def->max_node_distance >= 0) || !(def->max_height_difference >= 0)) {
        const bool is_reach = !(def->max_node_distance >= 0);
        return wendi_refuse(def->message, "wend_pathfinder_create",
                            is_reach ? "max_node_distance" : "max_height_difference",
                            is_reach ? def->max_node_distance : def->max_height_difference, 0,
                            (double)INFINITY);
    }
    if (def->max_nodes < 1 || def->max_nodes > UINT32_MAX / 2) {
        return wendi_refuse(def->message, "wend_pathfinder_create", "max_nodes",
                            (double)def->max_nodes, 1, UINT32_MAX / 2);
    }
    return wendi_pathfinder_layout_check(def);
}

/* Checks that walls fit the world, which is known once it is laid out. */
wend_result wendi_pathfinder_check_walls(const wend_pathfinder_def *def, wend_message *message)
{
    const bool is_grid = def->space != NULL && def->space->net == NULL;
    if (def->walls == NULL || (def->mesh_space == NULL && !(is_grid && !def->space->is_uniform))) {
        return WEND_OK;
    }
    return wendi_fail(message, WEND_ERROR_ARGUMENT,
                      "wend_pathfinder_create: walls is set, which is for graphs, and for grids of "
                      "one cost");
}

/* The parts of a world for queries: its spaces, and the searches over them. */
typedef struct world_parts {
    wendi_pathfinder_layout layout;
    wend_search *search;
    wend_mesh_search *mesh_search;
} world_parts;

static void destroy_parts(world_parts *parts)
{
    wend_search_destroy(parts->search);
    wend_mesh_search_destroy(parts->mesh_search);
    wendi_pathfinder_layout_destroy(&parts->layout);
}

/* Lays the world out, if it is not, and makes its search. @param def its spaces and walls become
 * those that were made. */
static wend_result create_parts(wend_pathfinder_def *def, world_parts *parts, wend_message *message)
{
    memset(parts, 0, sizeof *parts);
    wend_result result = WEND_OK;
    if (wendi_pathfinder_lays_out(def)) {
        result = wendi_pathfinder_layout_create(def, false, &parts->layout, message);
        def->space = parts->layout.space;
        def->mesh_space = parts->layout.mesh_space;
        def->walls = def->level != NULL ? parts->layout.walls : def->walls;
    }
    if (result == WEND_OK && !wendi_pathfinder_lays_out(def)) {
        result =
            wendi_pathfinder_layout_begin_behind(def, def->space, def->mesh_space, &parts->layout);
    }
    result = result == WEND_OK ? wendi_pathfinder_check_walls(def, message) : result;
    if (result == WEND_OK && def->mesh_space != NULL) {
        result = wend_mesh_search_create(def->mesh_space, &def->allocator, &parts->mesh_search);
    } else if (result == WEND_OK) {
        wend_search_def search = wend_search_def_default();
        search.space = def->space;
        search.allocator = def->allocator;
        result = wend_search_create(&search, &parts->search);
    }
    if (result != WEND_OK) {
        destroy_parts(parts);
    }
    return result;
}

static void set_parts(wend_pathfinder *pathfinder, const wend_pathfinder_def *def,
                      const world_parts *parts)
{
    pathfinder->def = *def;
    pathfinder->layout = parts->layout;
    pathfinder->index = parts->layout.index;
    pathfinder->hierarchy = parts->layout.hierarchy;
    pathfinder->search = parts->search;
    pathfinder->mesh_search = parts->mesh_search;
}

/* The caller's factors, which a level that grows needs again. */
static bool copy_factors(wend_pathfinder *pathfinder)
{
    wend_pathfinder_def *def = &pathfinder->def;
    if (def->behaviour_factors != NULL) {
        pathfinder->behaviour_factors =
            wendi_alloc_items(&pathfinder->allocator, def->behaviour_count + 1, sizeof(double));
        if (pathfinder->behaviour_factors == NULL) {
            return false;
        }
        memcpy(pathfinder->behaviour_factors, def->behaviour_factors,
               def->behaviour_count * sizeof(double));
        def->behaviour_factors = pathfinder->behaviour_factors;
    }
    if (def->area_factors != NULL) {
        pathfinder->area_factors =
            wendi_alloc_items(&pathfinder->allocator, WEND_MESH_AREAS, sizeof(double));
        if (pathfinder->area_factors == NULL) {
            return false;
        }
        memcpy(pathfinder->area_factors, def->area_factors, WEND_MESH_AREAS * sizeof(double));
        def->area_factors = pathfinder->area_factors;
    }
    return true;
}

static wend_result fill(wend_pathfinder *made, wend_message *message)
{
    wendi_array_u32_init(&made->cells, &made->allocator);
    if (!copy_factors(made)) {
        return WEND_ERROR_MEMORY;
    }
    world_parts parts;
    wend_pathfinder_def def = made->def;
    wend_result result = wend_path_create(&made->allocator, &made->path);
    result = result == WEND_OK ? create_parts(&def, &parts, message) : result;
    if (result == WEND_OK) {
        set_parts(made, &def, &parts);
    }
    return result;
}

wend_result wend_pathfinder_create(const wend_pathfinder_def *def, wend_pathfinder **pathfinder)
{
    if (pathfinder != NULL) {
        *pathfinder = NULL;
    }
    wend_result result = wendi_pathfinder_check_def(def);
    if (result != WEND_OK) {
        return result;
    }
    if (pathfinder == NULL) {
        return wendi_refuse_null(def->message, "wend_pathfinder_create", "pathfinder");
    }
    wend_pathfinder *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail(def->message, WEND_ERROR_MEMORY, "wend_pathfinder_create: out of memory");
    }
    made->allocator = def->allocator;
    made->def = *def;
    made->def.message = NULL;
    result = fill(made, def->message);
    if (result != WEND_OK) {
        wend_pathfinder_destroy(made);
        return wendi_fail_as(def->message, "wend_pathfinder_create", result);
    }
    *pathfinder = made;
    return WEND_OK;
}

/* ---- the world anew ---- */

wend_result wendi_pathfinder_remake(wend_pathfinder *pathfinder)
{
    world_parts made;
    wend_pathfinder_def def = pathfinder->def;
    const wend_result result = create_parts(&def, &made, &pathfinder->message);
    if (result != WEND_OK) {
        return result;
    }
    wendi_pathfinder_index_forget(pathfinder);
    wendi_pathfinder_route_forget(pathfinder);
    world_parts old = {pathfinder->layout, pathfinder->search, pathfinder->mesh_search};
    wendi_pathfinder_drop_query(pathfinder);
    set_parts(pathfinder, &def, &made);
    pathfinder->graph.arcs.revision = 0;
    wendi_pathfinder_circles_free(&pathfinder->graph.circles, &pathfinder->allocator);
    destroy_parts(&old);
    return WEND_OK;
}

/* ---- destroy ---- */

static void free_graph(wendi_pathfinder_graph *g, const wend_allocator *allocator)
{
    wendi_free(allocator, g->beginnings.items,
               g->beginnings.capacity * sizeof *g->beginnings.items);
    wendi_free(allocator, g->arcs.items, g->arcs.capacity * sizeof *g->arcs.items);
    wendi_free(allocator, g->ends.items, g->ends.capacity * sizeof *g->ends.items);
    wendi_free(allocator, g->from_start.items,
               g->from_start.capacity * sizeof *g->from_start.items);
    wendi_free(allocator, g->from_goals.items,
               g->from_goals.capacity * sizeof *g->from_goals.items);
    wendi_pathfinder_circles_free(&g->circles, allocator);
}

void wend_pathfinder_destroy(wend_pathfinder *pathfinder)
{
    if (pathfinder == NULL) {
        return;
    }
    const wend_allocator allocator = pathfinder->allocator;
    wend_path_destroy(pathfinder->path);
    wendi_pathfinder_index_forget(pathfinder);
    wendi_pathfinder_route_forget(pathfinder);
    world_parts parts = {pathfinder->layout, pathfinder->search, pathfinder->mesh_search};
    destroy_parts(&parts);
    wendi_free(&allocator, pathfinder->area_factors, WEND_MESH_AREAS * sizeof(double));
    if (pathfinder->behaviour_factors != NULL) {
        wendi_free(&allocator, pathfinder->behaviour_factors,
                   (pathfinder->def.behaviour_count + 1) * sizeof(double));
    }
    wendi_array_u32_free(&pathfinder->cells);
    wendi_free(&allocator, pathfinder->positions,
               pathfinder->position_capacity * sizeof *pathfinder->positions);
    wendi_free(&allocator, pathfinder->nearest.candidates,
               pathfinder->nearest.candidate_capacity * sizeof(wendi_pathfinder_candidate));
    wendi_pathfinder_items_free(&pathfinder->items, &allocator);
    wendi_pathfinder_each_free(&pathfinder->each, &allocator);
    free_graph(&pathfinder->graph, &allocator);
    wendi_free(&allocator, pathfinder, sizeof *pathfinder);
}
