/* The public face of pathfinders: lays the world out, follows its edits, checks queries and runs
 * them; straight paths are tried before a search.
 * Cost: the search of the world. */
#include "route/pathfinder/pathfinder.h"

#include "base/math/predicates.h"
#include "route/space/space.h"
#include "wend/graph_overlay.h"
#include "wend/walls.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- legs at the ends ---- */

wend_leg wendi_leg_straight(wend_vec3 from, wend_vec3 to, bool is_flat)
{
    wend_leg leg = {.from = WEND_NODE_NONE,
                    .to = WEND_NODE_NONE,
                    .from_point = {from.x, from.y},
                    .to_point = {to.x, to.y},
                    .from_height = from.z,
                    .to_height = to.z,
                    .behaviour = WEND_BEHAVIOUR_WALK,
                    .edge = WEND_EDGE_NONE};
    const double x = to.x - from.x;
    const double y = to.y - from.y;
    const double z = is_flat ? 0 : to.z - from.z;
    leg.length = wend_sqrt(x * x + y * y + z * z);
    return leg;
}

static bool is_leg(const wend_leg *leg)
{
    return leg != NULL && leg->length > 0;
}

wend_result wendi_path_add_end_legs(wend_path *path, const wend_leg *first, const wend_leg *last)
{
    const size_t count = path->legs.count;
    if (!wendi_path_reserve(path, &path->spare, count + 2)) {
        return WEND_ERROR_MEMORY;
    }
    path->spare.count = 0;
    if (is_leg(first)) {
        path->spare.items[path->spare.count++] = *first;
    }
    for (size_t i = 0; i < count; i++) {
        path->spare.items[path->spare.count++] = path->legs.items[i];
    }
    if (is_leg(last)) {
        path->spare.items[path->spare.count++] = *last;
    }
    wendi_path_commit(path, is_leg(first) ? first->from : path->start);
    return WEND_OK;
}

wend_result wendi_path_set_leg(wend_path *path, const wend_leg *leg)
{
    wend_path_clear(path);
    path->start = leg->from;
    return is_leg(leg) ? wendi_path_append(path, leg) : WEND_OK;
}

wend_result wendi_path_copy(wend_path *path, const wend_path *from)
{
    path->spare.count = 0;
    if (!wendi_path_reserve(path, &path->spare, from->legs.count)) {
        return WEND_ERROR_MEMORY;
    }
    for (size_t i = 0; i < from->legs.count; i++) {
        path->spare.items[path->spare.count++] = from->legs.items[i];
    }
    wendi_path_commit(path, from->start);
    return WEND_OK;
}

enum { WAYS_COOKIE = 0x57594431 };

wend_pathfinder_def wend_pathfinder_def_default(void)
{
    wend_pathfinder_def def;
    memset(&def, 0, sizeof def);
    def.cookie = WAYS_COOKIE;
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
    if (def == NULL || !wendi_has_cookie(def->cookie, WAYS_COOKIE, def->message,
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
        result = wendi_pathfinder_layout_create(def, &parts->layout, message);
        def->space = parts->layout.space;
        def->mesh_space = parts->layout.mesh_space;
        def->walls = def->level != NULL ? parts->layout.walls : def->walls;
    }
    if (result == WEND_OK && parts->layout.index == NULL) {
        result = wendi_pathfinder_layout_add_index(def, &parts->layout);
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

static size_t memory_bytes(const wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_graph *g = &pathfinder->graph;
    size_t bytes = sizeof *pathfinder + pathfinder->cells.capacity * sizeof(uint32_t) +
                   pathfinder->position_capacity * sizeof *pathfinder->positions +
                   pathfinder->items.capacity * (sizeof(wend_item_id) + sizeof(uint32_t)) +
                   pathfinder->each.entry_capacity * sizeof(wendi_sort_pair) +
                   pathfinder->nearest.candidate_capacity * sizeof(wendi_pathfinder_candidate) +
                   g->beginnings.capacity * sizeof *g->beginnings.items +
                   g->ends.capacity * sizeof *g->ends.items +
                   g->arcs.capacity * sizeof *g->arcs.items +
                   g->from_start.capacity * sizeof *g->from_start.items +
                   g->from_goals.capacity * sizeof *g->from_goals.items +
                   g->circles.corners.capacity * sizeof *g->circles.corners.items +
                   g->circles.node_count * sizeof *g->circles.nodes;
    if (pathfinder->search != NULL) {
        wend_search_answer answer;
        wend_search_get_answer(pathfinder->search, &answer);
        bytes += answer.memory_bytes;
    }
    if (pathfinder->index_search != NULL) {
        wend_index_answer answer;
        wend_index_search_get_answer(pathfinder->index_search, &answer);
        bytes += answer.memory_bytes;
    }
    if (pathfinder->mesh_search != NULL) {
        wend_mesh_search_answer answer;
        wend_mesh_search_get_answer(pathfinder->mesh_search, &answer);
        bytes += answer.memory_bytes;
    }
    return bytes;
}

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

/* ---- start ---- */

static void clear_answer(wend_path_answer *answer)
{
    memset(answer, 0, sizeof *answer);
    answer->node = WEND_NODE_NONE;
    answer->heading = WEND_HEADING_ANY;
    answer->method = "";
}

static const char starting[] = "wend_pathfinder_start";

/* True if no path can be cheaper than the straight one, but for sums of roundings. */
static bool is_surely_best(wend_pathfinder *pathfinder)
{
    bool is_best = pathfinder->can_walk;
    for (size_t i = 0; i < pathfinder->position_count && is_best; i++) {
        const wend_cost least =
            wendi_pathfinder_world_of(pathfinder)
                ->least(pathfinder, pathfinder->query.from, pathfinder->positions[i]);
        is_best = pathfinder->walk_cost <= least + (least >> 40) + 16;
    }
    return is_best;
}

/* Finds the cheapest straight path to a position. Positions that cannot be cheaper are skipped, so
 * most of many cost no clearance test. */
static wend_result check_straight(wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_world *world = wendi_pathfinder_world_of(pathfinder);
    pathfinder->can_walk = false;
    pathfinder->walk_cost = WEND_COST_INFINITE;
    const wend_path_query *query = &pathfinder->query;
    const bool is_tried = !query->is_searched && query->turning == NULL && query->max_depth == 0 &&
                          query->from_polygon == WEND_NODE_NONE &&
                          query->to_polygon == WEND_NODE_NONE &&
                          query->from_node == WEND_NODE_NONE && query->to_node == WEND_NODE_NONE;
    for (size_t i = 0; i < pathfinder->position_count && is_tried; i++) {
        wend_cost cost;
        if (world->least(pathfinder, pathfinder->query.from, pathfinder->positions[i]) >=
            pathfinder->walk_cost) {
            continue;
        }
        const wend_result result =
            world->walk(pathfinder, pathfinder->query.from, pathfinder->positions[i], &cost);
        if (result < 0) {
            return result;
        }
        if (result == WEND_OK && cost < pathfinder->walk_cost &&
            cost <= pathfinder->query.max_cost) {
            pathfinder->can_walk = true;
            pathfinder->walk_cost = cost;
            pathfinder->walk_index = i;
        }
    }
    return WEND_OK;
}

wend_result wendi_pathfinder_answer_straight(wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_world *world = wendi_pathfinder_world_of(pathfinder);
    wend_vec3 from = pathfinder->query.from;
    wend_vec3 to = pathfinder->positions[pathfinder->walk_index];
    const wend_node first = world->node_at(pathfinder, &from);
    const wend_node last = world->node_at(pathfinder, &to);
    wend_leg leg = wendi_leg_straight(from, to, world->is_flat);
    leg.from = first;
    leg.to = last;
    leg.cost = pathfinder->walk_cost;
    pathfinder->answer.node = last;
    pathfinder->answer.position = to;
    pathfinder->answer.goal_index = pathfinder->walk_index;
    pathfinder->answer.method = "direct";
    pathfinder->answer.bound = 1;
    wendi_pathfinder_name_item(pathfinder, pathfinder->walk_index);
    return wendi_path_set_leg(pathfinder->path, &leg);
}

/* Builds the path of a search that ended; takes the straight one where it is cheaper, or where the
 * search reached no goal. */
static wend_result finish(wend_pathfinder *pathfinder, wend_result found)
{
    wend_path_answer *answer = &pathfinder->answer;
    pathfinder->ends_at_goal = found == WEND_OK;
    wend_result result =
        found == WEND_NO_PATH ? WEND_OK : wendi_pathfinder_world_of(pathfinder)->finish(pathfinder);
    if (result != WEND_OK || !pathfinder->can_walk ||
        (pathfinder->ends_at_goal && pathfinder->walk_cost >= wend_path_cost(pathfinder->path))) {
        if (result == WEND_OK && pathfinder->ends_at_goal) {
            wendi_pathfinder_name_item(pathfinder, answer->goal_index);
        }
        return result == WEND_OK ? wendi_pathfinder_nearest_conclude(pathfinder, found) : result;
    }
    if (found == WEND_NO_PATH) {
        wendi_message_clear(&pathfinder->message);
    }
    result = wendi_pathfinder_answer_straight(pathfinder);
    const uint64_t max_steps = pathfinder->query.max_steps;
    if (result == WEND_OK && found == WEND_PARTIAL && max_steps != 0 &&
        answer->expanded >= max_steps) {
        answer->bound = 0; /* with more steps there might have been a cheaper path */
        return found;
    }
    if (pathfinder->graph.is_cut) {
        answer->bound = 0; /* likewise with more nodes at the ends */
    }
    answer->reason = WEND_FAILURE_NONE;
    return result;
}

static bool is_stale(const wend_pathfinder *pathfinder)
{
    if (pathfinder->def.mesh_space != NULL) {
        return !wendi_mesh_space_is_fresh(pathfinder->def.mesh_space);
    }
    const wend_space *space = pathfinder->def.space;
    if (pathfinder->is_pinned && space->net == NULL) {
        return wendi_space_is_updating(space);
    }
    wend_space_info info;
    wend_space_get_info(space, &info);
    return !info.is_fresh;
}

/* Drops a query under way, which uses the old world. */
static void drop_query(wend_pathfinder *pathfinder)
{
    if (pathfinder->has_query && pathfinder->answer.result == WEND_IN_PROGRESS) {
        pathfinder->has_query = false;
        pathfinder->is_dropped = true;
        wend_path_clear(pathfinder->path);
    }
}

/* A level has grown: everything is rebuilt, and replaces the old objects once it is complete. */
static wend_result remake(wend_pathfinder *pathfinder)
{
    world_parts made;
    wend_pathfinder_def def = pathfinder->def;
    const wend_result result = create_parts(&def, &made, &pathfinder->message);
    if (result != WEND_OK) {
        return result;
    }
    wendi_pathfinder_index_forget(pathfinder);
    world_parts old = {pathfinder->layout, pathfinder->search, pathfinder->mesh_search};
    drop_query(pathfinder);
    set_parts(pathfinder, &def, &made);
    pathfinder->graph.arcs.revision = 0;
    wendi_pathfinder_circles_free(&pathfinder->graph.circles, &pathfinder->allocator);
    destroy_parts(&old);
    return WEND_OK;
}

/* Follows edits of a world that was given. */
static wend_result follow_world(wend_pathfinder *pathfinder)
{
    if (!wendi_pathfinder_lays_out(&pathfinder->def)) {
        return WEND_OK;
    }
    if (!wendi_pathfinder_layout_is_level_fresh(&pathfinder->def, &pathfinder->layout)) {
        return remake(pathfinder);
    }
    if (is_stale(pathfinder)) {
        drop_query(pathfinder);
    } else if (pathfinder->has_query && pathfinder->answer.result == WEND_IN_PROGRESS) {
        return WEND_OK;
    }
    return wendi_pathfinder_layout_update(&pathfinder->layout);
}

wend_result wend_pathfinder_update(wend_pathfinder *pathfinder)
{
    if (pathfinder == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (pathfinder->is_busy) {
        return WEND_ERROR_BUSY;
    }
    return wendi_fail_as(&pathfinder->message, "wend_pathfinder_update", follow_world(pathfinder));
}

wend_result wend_pathfinder_prepare(wend_pathfinder *pathfinder, wend_budget *budget)
{
    static const char function[] = "wend_pathfinder_prepare";
    wend_result result = wend_pathfinder_update(pathfinder);
    if (result != WEND_OK || pathfinder->layout.index == NULL) {
        return result;
    }
    if (is_stale(pathfinder)) {
        return wendi_fail(&pathfinder->message, WEND_ERROR_STALE,
                          "%s: the world changed: update its space first", function);
    }
    result = wendi_pathfinder_index_build(pathfinder->layout.index, pathfinder->def.space, budget);
    return result == WEND_ERROR_UNSUPPORTED
               ? wendi_fail(&pathfinder->message, result,
                            "%s: an index of a grid needs 8 neighbours, open cells of one cost, "
                            "and neither links nor a map that wraps: queries are searched",
                            function)
           : result == WEND_ERROR_FULL
               ? wendi_fail(&pathfinder->message, result,
                            "%s: an index of this world would take too long, or be too large: "
                            "queries are searched",
                            function)
               : wendi_fail_plain(&pathfinder->message, function, result);
}

wend_result wendi_pathfinder_walk(wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to,
                                  wend_cost *cost)
{
    wendi_message_clear(&pathfinder->message);
    static const char function[] = "wend_pathfinder_can_walk";
    wend_result result = wendi_check_vec3(&pathfinder->message, function, "from", from);
    if (result == WEND_OK) {
        result = wendi_check_vec3(&pathfinder->message, function, "to", to);
    }
    if (result != WEND_OK) {
        return result;
    }
    result = follow_world(pathfinder);
    if (result != WEND_OK) {
        return wendi_fail_as(&pathfinder->message, function, result);
    }
    if (is_stale(pathfinder)) {
        return wendi_fail(&pathfinder->message, WEND_ERROR_STALE,
                          "%s: the world changed: update its space first", function);
    }
    result = wendi_pathfinder_world_of(pathfinder)->walk(pathfinder, from, to, cost);
    if (result == WEND_OK && *cost == WEND_COST_INFINITE) {
        return wendi_fail(&pathfinder->message, WEND_ERROR_FULL,
                          "%s: the walk costs 2^32 or more, which no cost can tell", function);
    }
    return result >= 0 ? result : wendi_fail_plain(&pathfinder->message, function, result);
}

static wend_result begin_search(wend_pathfinder *pathfinder)
{
    wend_result result = check_straight(pathfinder);
    if (result == WEND_OK && is_surely_best(pathfinder)) {
        result = wendi_pathfinder_answer_straight(pathfinder);
        pathfinder->answer.result = WEND_OK;
    } else if (result == WEND_OK) {
        result = wendi_pathfinder_world_of(pathfinder)->start(pathfinder);
        if (wendi_pathfinder_nearest_goes_on(pathfinder, result)) {
            result = wendi_pathfinder_nearest_continue(pathfinder, result);
        }
        pathfinder->answer.result = result == WEND_OK ? WEND_IN_PROGRESS : result;
        if (result == WEND_NO_PATH) {
            result = pathfinder->answer.result = finish(pathfinder, result);
        }
    }
    return result;
}

static wend_result begin(wend_pathfinder *pathfinder)
{
    const wend_path_query *query = &pathfinder->query;
    wend_result result = follow_world(pathfinder);
    if (result == WEND_OK && is_stale(pathfinder)) {
        return wendi_pathfinder_refuse(pathfinder, WEND_ERROR_STALE,
                                       "the world changed: update its space first");
    }
    result = result == WEND_OK ? wendi_pathfinder_find_nodes(pathfinder) : result;
    const bool has_items = query->goal_kind == WEND_PATH_TO_ITEM ||
                           (pathfinder->each.is_asked && query->items != NULL);
    if (result == WEND_OK && has_items) {
        result = wendi_pathfinder_list_items(pathfinder);
    }
    if (result == WEND_OK && pathfinder->each.is_asked) {
        pathfinder->can_walk = false;
        result = wendi_pathfinder_world_of(pathfinder)->start_each(pathfinder);
        pathfinder->answer.result = result == WEND_OK ? WEND_IN_PROGRESS : result;
    } else if (result == WEND_OK) {
        result = begin_search(pathfinder);
    } else if (result == WEND_NO_PATH) {
        pathfinder->answer.result = result;
    }
    return result == WEND_ERROR_MEMORY
               ? wendi_pathfinder_refuse(pathfinder, result, "out of memory")
               : result;
}

/* Reports why there is no path, if the world has no better message. */
static void explain(wend_pathfinder *pathfinder)
{
    const wend_failure_reason reason = pathfinder->answer.reason;
    const bool is_start =
        reason == WEND_FAILURE_START_BLOCKED || reason == WEND_FAILURE_START_OFF_GROUND;
    const bool is_goal =
        reason == WEND_FAILURE_GOAL_BLOCKED || reason == WEND_FAILURE_GOAL_OFF_GROUND;
    if (pathfinder->answer.result != WEND_NO_PATH || pathfinder->message.text[0] != '\0') {
        return;
    }
    if (is_start || (is_goal && pathfinder->query.goal_kind == WEND_PATH_TO_POSITION)) {
        const wend_vec3 at = is_start ? pathfinder->query.from : pathfinder->positions[0];
        const bool is_blocked =
            reason == WEND_FAILURE_START_BLOCKED || reason == WEND_FAILURE_GOAL_BLOCKED;
        (void)wendi_fail(&pathfinder->message, WEND_NO_PATH, "%s %s: %s, %s, %s",
                         is_blocked ? "this agent cannot stand at the"
                                    : "there is no ground at the",
                         is_start ? "start" : "goal", wendi_format_number(at.x).text,
                         wendi_format_number(at.y).text, wendi_format_number(at.z).text);
    } else {
        (void)wendi_fail(&pathfinder->message, WEND_NO_PATH, "%s",
                         reason == WEND_FAILURE_NO_ITEM ? "there is no item that the query asks for"
                         : is_goal                      ? "this agent can stand at no goal"
                         : reason == WEND_FAILURE_LIMIT
                             ? "max_cost, max_steps or max_depth ended the search"
                             : "no path leads from the start to a goal "
                               "for this agent");
    }
}

void wendi_pathfinder_sum_up(wend_pathfinder *pathfinder)
{
    pathfinder->answer.cost = wend_path_cost(pathfinder->path);
    pathfinder->answer.length = wend_path_length(pathfinder->path);
}

wend_result wend_pathfinder_start(wend_pathfinder *pathfinder, const wend_path_query *query)
{
    if (pathfinder == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (pathfinder->is_busy) {
        return WEND_ERROR_BUSY;
    }
    wendi_message_clear(&pathfinder->message);
    clear_answer(&pathfinder->answer);
    wend_path_clear(pathfinder->path);
    pathfinder->has_query = pathfinder->is_dropped = pathfinder->is_found = false;
    pathfinder->is_indexed = false;
    wend_result result = wendi_pathfinder_check_query(pathfinder, query);
    if (result != WEND_OK) {
        return result;
    }
    pathfinder->query = *query;
    pathfinder->query.positions = NULL; /* the caller's, not to be read again */
    pathfinder->query.tags = NULL;
    pathfinder->items.is_asked = false;
    pathfinder->nearest.phase = WENDI_NEAREST_GOAL;
    pathfinder->nearest.expanded = 0;
    wendi_pathfinder_each_ask(pathfinder, query);
    pathfinder->is_busy = true;
    result = begin(pathfinder);
    pathfinder->query.turning = NULL;
    pathfinder->is_busy = false;
    result = wendi_fail_as(&pathfinder->message, starting, result);
    if (result < 0) {
        return result;
    }
    explain(pathfinder);
    wendi_pathfinder_sum_up(pathfinder);
    pathfinder->has_query = true;
    return WEND_OK;
}

/* ---- run ---- */

/* Runs the search at hand, and those for the nearest point that can be reached behind it. */
static wend_result run_world(wend_pathfinder *pathfinder, wend_budget *budget)
{
    const wendi_pathfinder_world *world = wendi_pathfinder_world_of(pathfinder);
    wend_result result = world->run(pathfinder, budget);
    while (wendi_pathfinder_nearest_goes_on(pathfinder, result)) {
        result = wendi_pathfinder_nearest_continue(pathfinder, result);
        result = result == WEND_OK ? world->run(pathfinder, budget) : result;
    }
    return result;
}

wend_result wend_pathfinder_run(wend_pathfinder *pathfinder, wend_budget *budget)
{
    if (pathfinder == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (pathfinder->is_busy) {
        return WEND_ERROR_BUSY;
    }
    if (pathfinder->is_dropped) {
        return wendi_fail(&pathfinder->message, WEND_ERROR_STALE,
                          "wend_pathfinder_run: the world changed since the query began: start it "
                          "again");
    }
    if (!pathfinder->has_query) {
        return wendi_fail(
            &pathfinder->message, WEND_ERROR_ARGUMENT,
            "wend_pathfinder_run: no query was started: call wend_pathfinder_start first");
    }
    if (pathfinder->answer.result != WEND_IN_PROGRESS) {
        return pathfinder->answer.result;
    }
    pathfinder->is_busy = true;
    wend_result result = pathfinder->each.is_asked ? wendi_pathfinder_each_run(pathfinder, budget)
                         : pathfinder->is_found    ? pathfinder->found
                                                   : run_world(pathfinder, budget);
    if (pathfinder->each.is_asked) {
        /* There is no path to make. */
    } else if (pathfinder->is_pinned && !pathfinder->is_found && result >= 0 &&
               result != WEND_IN_PROGRESS) {
        /* The path is made by a run of its own, for which the planner chooses the time. */
        pathfinder->is_found = true;
        pathfinder->found = result;
        result = WEND_IN_PROGRESS;
    } else if (result >= 0 && result != WEND_IN_PROGRESS) {
        result = finish(pathfinder, result);
    }
    if (result >= 0 && result != WEND_IN_PROGRESS && !pathfinder->is_pinned &&
        !wendi_pathfinder_items_hold(pathfinder)) {
        (void)wendi_fail(&pathfinder->message, WEND_ERROR_STALE,
                         "the items changed since the query began: start it again");
        result = WEND_ERROR_STALE;
    }
    pathfinder->is_busy = false;
    pathfinder->answer.result = result;
    if (result < 0) {
        pathfinder->has_query = false;
        wend_path_clear(pathfinder->path);
        return wendi_fail(&pathfinder->message, result, "wend_pathfinder_run: %s",
                          wend_result_text(result));
    }
    explain(pathfinder);
    wendi_pathfinder_sum_up(pathfinder);
    return result;
}

wend_result wend_pathfinder_find(wend_pathfinder *pathfinder, const wend_path_query *query)
{
    wend_result result = wend_pathfinder_start(pathfinder, query);
    if (result == WEND_OK) {
        result = wend_pathfinder_run(pathfinder, NULL);
    }
    return pathfinder == NULL ? result
                              : wendi_fail_as(&pathfinder->message, "wend_pathfinder_find", result);
}

/* ---- answers ---- */

const char *wend_pathfinder_error(const wend_pathfinder *pathfinder)
{
    return pathfinder == NULL ? "" : pathfinder->message.text;
}

const wend_space *wend_pathfinder_space(const wend_pathfinder *pathfinder)
{
    return pathfinder == NULL ? NULL : pathfinder->def.space;
}

const wend_mesh_space *wend_pathfinder_mesh_space(const wend_pathfinder *pathfinder)
{
    return pathfinder == NULL ? NULL : pathfinder->def.mesh_space;
}

const wend_search *wend_pathfinder_search(const wend_pathfinder *pathfinder)
{
    return pathfinder == NULL ? NULL : pathfinder->search;
}

const wend_mesh_search *wend_pathfinder_mesh_search(const wend_pathfinder *pathfinder)
{
    return pathfinder == NULL ? NULL : pathfinder->mesh_search;
}

void wend_pathfinder_get_answer(const wend_pathfinder *pathfinder, wend_path_answer *answer)
{
    if (answer == NULL) {
        return;
    }
    if (pathfinder == NULL || !pathfinder->has_query) {
        clear_answer(answer);
        return;
    }
    *answer = pathfinder->answer;
    answer->memory_bytes = memory_bytes(pathfinder);
}

wend_result wend_path_from_pathfinder(wend_path *path, const wend_pathfinder *pathfinder)
{
    static const char function[] = "wend_path_from_pathfinder";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (pathfinder == NULL) {
        return wendi_refuse_null(&path->error, function, "pathfinder");
    }
    if (pathfinder->has_query && pathfinder->answer.result == WEND_NO_PATH) {
        wend_path_clear(path);
        return WEND_NO_PATH;
    }
    const wend_result found = pathfinder->answer.result;
    if (!pathfinder->has_query || (found != WEND_OK && found != WEND_PARTIAL)) {
        return wendi_fail(&path->error, WEND_ERROR_ARGUMENT,
                          "%s: pathfinder has no path: start a query and run it to its end first",
                          function);
    }
    const wend_result result = wendi_path_copy(path, pathfinder->path);
    return result == WEND_OK ? found : wendi_fail_plain(&path->error, function, result);
}

bool wend_pathfinder_can_walk(wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to,
                              wend_cost *cost)
{
    wend_cost price = WEND_COST_INFINITE;
    const bool can_walk = pathfinder != NULL && !pathfinder->is_busy &&
                          wendi_pathfinder_walk(pathfinder, from, to, &price) == WEND_OK;
    if (cost != NULL) {
        *cost = can_walk ? price : WEND_COST_INFINITE;
    }
    return can_walk;
}

bool wend_pathfinder_can_reach(wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to)
{
    wend_path_query query = wend_path_query_default();
    query.from = from;
    query.to = to;
    query.shape = WEND_PATH_AS_FOUND;
    if (pathfinder != NULL && !pathfinder->is_busy) {
        /* A failure comes again, with its sentence, when the query starts. */
        (void)follow_world(pathfinder);
    }
    if (pathfinder != NULL && pathfinder->def.mesh_space != NULL &&
        pathfinder->def.mesh_space->cells.factor_least <
            pathfinder->def.mesh_space->cells.factor_most) {
        query.mesh_method = WEND_MESH_METHOD_MIDPOINT;
    }
    const wend_result result = wend_pathfinder_find(pathfinder, &query);
    if (pathfinder != NULL && result == WEND_NO_PATH) {
        wendi_message_clear(&pathfinder->message); /* an answer, no failure */
    }
    return pathfinder != NULL &&
           wendi_fail_as(&pathfinder->message, "wend_pathfinder_can_reach", result) == WEND_OK;
}
