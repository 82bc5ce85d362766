/* The pathfinder over a mesh: a search between exact positions.
 * Cost: a search; smoothing of paths by midpoints and centroids where the query has it. */
#include "route/hierarchy/search.h"
#include "route/mesh_search/search.h"
#include "route/mesh_space/corridor.h"
#include "route/pathfinder/pathfinder.h"
#include "wend/mesh_path.h"
#include "wend/walls.h"

#include <math.h>

static wend_mesh_location location_at(wend_vec3 at)
{
    return wend_mesh_location_at(at.x, at.y, at.z);
}

/* False where the ground is too far below or above; true off the mesh, which the search reports. */
static bool is_near_ground(const wend_pathfinder *pathfinder, wend_vec3 at)
{
    const wend_mesh *mesh = pathfinder->def.mesh_space->mesh;
    const double most = pathfinder->def.max_height_difference;
    if (!(most < (double)INFINITY)) {
        return true;
    }
    const wend_node polygon = wend_mesh_locate(mesh, at.x, at.y, at.z);
    return polygon == WEND_NODE_NONE ||
           fabs(wend_mesh_height(mesh, polygon, at.x, at.y) - at.z) <= most;
}

static wend_result refuse_height(wend_pathfinder *pathfinder, const char *end,
                                 wend_failure_reason reason)
{
    pathfinder->answer.reason = reason;
    return wendi_fail(&pathfinder->message, WEND_NO_PATH,
                      "there is no ground within max_height_difference, %s m, of the %s",
                      wendi_format_number(pathfinder->def.max_height_difference).text, end);
}

static bool any_goal_is_near_ground(const wend_pathfinder *pathfinder)
{
    bool is_near = pathfinder->position_count == 0;
    for (size_t i = 0; i < pathfinder->position_count && !is_near; i++) {
        is_near = is_near_ground(pathfinder, pathfinder->positions[i]);
    }
    return is_near;
}

/* @param indices [count] of those of the positions that are goals; NULL: all. */
static void set_goal(const wend_pathfinder *pathfinder, const uint32_t *indices, size_t count,
                     wend_mesh_search_query *query, wend_mesh_location *locations)
{
    switch (pathfinder->query.goal_kind) {
    case WEND_PATH_TO_POSITION:
        query->goal = location_at(pathfinder->query.to);
        query->goal.polygon = pathfinder->query.to_polygon;
        break;
    case WEND_PATH_TO_POSITIONS:
        query->goal_kind = WEND_MESH_GOAL_SET;
        query->goals = locations;
        query->goal_count = count;
        for (size_t i = 0; i < count; i++) {
            /* A goal in the air keeps its index, but lies off the mesh. */
            const wend_vec3 nowhere = {WEND_COORDINATE_MAX, WEND_COORDINATE_MAX, 0};
            const wend_vec3 at = pathfinder->positions[indices == NULL ? i : indices[i]];
            locations[i] = location_at(is_near_ground(pathfinder, at) ? at : nowhere);
        }
        break;
    case WEND_PATH_TO_TAG:
    case WEND_PATH_TO_ITEM:
    case WEND_PATH_TO_EACH_TAG:
    case WEND_PATH_TO_PREDICATE:
        query->goal_kind = WEND_MESH_GOAL_PREDICATE;
        query->is_goal = pathfinder->query.is_goal;
        query->user = pathfinder->query.user;
        break;
    }
}

/* The limit of the search: of length where the method is exact, else of cost. It is a little above
 * the query's, as costs are rounded leg by leg: a path that costs exactly max_cost is found. */
static double max_length(const wend_pathfinder *pathfinder)
{
    const wend_path_query *query = &pathfinder->query;
    if (query->max_cost == WEND_COST_INFINITE) {
        return (double)INFINITY;
    }
    const double cost = wend_cost_to_double(query->max_cost) * (1 + 1e-12) + 1e-8;
    return query->mesh_method == WEND_MESH_METHOD_EXACT
               ? cost / pathfinder->def.mesh_space->cells.factor_least
               : cost;
}

/* By the hierarchy, where it can. A disc on ground of several costs has no pieces.
 * @return as wendi_pathfinder_route_start. */
static wend_result start_route(wend_pathfinder *pathfinder)
{
    const wendi_mesh_cells *cells = &pathfinder->def.mesh_space->cells;
    pathfinder->is_routed = false;
    if (pathfinder->query.goal_kind != WEND_PATH_TO_POSITION ||
        (pathfinder->def.radius > 0 && cells->factor_least < cells->factor_most)) {
        return WEND_NO_PATH;
    }
    wend_mesh_location from = location_at(pathfinder->query.from);
    wend_mesh_location to = location_at(pathfinder->query.to);
    from.polygon = pathfinder->query.from_polygon;
    to.polygon = pathfinder->query.to_polygon;
    const wend_result result = wendi_pathfinder_route_start_mesh(pathfinder, from, to);
    return result >= 0 || result == WEND_ERROR_MEMORY
               ? result
               : wendi_fail(&pathfinder->message, result, "%s",
                            wend_hierarchy_search_error(pathfinder->route));
}

wend_result wendi_pathfinder_search_mesh(wend_pathfinder *pathfinder, const uint32_t *indices,
                                         size_t count)
{
    const size_t bytes = (count + 1) * sizeof(wend_mesh_location);
    wend_mesh_location *locations = wendi_alloc(&pathfinder->allocator, bytes);
    if (locations == NULL) {
        return WEND_ERROR_MEMORY;
    }
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = location_at(pathfinder->query.from);
    query.start.polygon = pathfinder->query.from_polygon;
    query.method = pathfinder->query.mesh_method;
    query.radius = pathfinder->def.radius;
    query.corners = pathfinder->query.corners;
    query.max_steps = indices == NULL ? pathfinder->query.max_steps : 0;
    if (pathfinder->is_pinned && query.max_steps == 0) {
        query.max_steps = UINT64_MAX; /* so that partial paths are known */
    }
    query.max_length = max_length(pathfinder);
    set_goal(pathfinder, indices, count, &query, locations);
    const wend_result result = wend_mesh_search_start(pathfinder->mesh_search, &query);
    wendi_free(&pathfinder->allocator, locations, bytes);
    if (result < 0) {
        return wendi_fail(&pathfinder->message, result, "%s",
                          wend_mesh_search_error(pathfinder->mesh_search));
    }
    return result;
}

static wend_result start(wend_pathfinder *pathfinder)
{
    if (!is_near_ground(pathfinder, pathfinder->query.from)) {
        return refuse_height(pathfinder, "start", WEND_FAILURE_START_OFF_GROUND);
    }
    if (!any_goal_is_near_ground(pathfinder)) {
        return refuse_height(pathfinder, "goal", WEND_FAILURE_GOAL_OFF_GROUND);
    }
    const wend_result routed = start_route(pathfinder);
    if (routed != WEND_NO_PATH) {
        return routed;
    }
    const wend_result result =
        wendi_pathfinder_search_mesh(pathfinder, NULL, pathfinder->position_count);
    if (result >= 0) {
        (void)wendi_pathfinder_tree_answers_mesh(pathfinder);
    }
    return result;
}

static wend_result start_each(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_each *each = &pathfinder->each;
    const wend_result result = start(pathfinder);
    each->bound = pathfinder->query.mesh_method == WEND_MESH_METHOD_EXACT ? 1 : 0;
    if (result == WEND_OK) {
        wendi_mesh_search_group(pathfinder->mesh_search, each->groups, (uint32_t)each->count,
                                pathfinder->items.groups);
    }
    return result;
}

/* Takes the lengths over that the search has found for each tag. */
static void take_groups(wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_each *each = &pathfinder->each;
    const bool is_exact = pathfinder->query.mesh_method == WEND_MESH_METHOD_EXACT;
    const double factor = is_exact ? pathfinder->def.mesh_space->cells.factor_least : 1;
    for (size_t i = 0; i < each->count; i++) {
        if (each->groups[i].length < (double)INFINITY) {
            wendi_pathfinder_each_reach(pathfinder, i, each->groups[i].goal, WEND_NODE_NONE,
                                        wend_cost_from_double(each->groups[i].length * factor));
        }
    }
}

static wend_result choose(wend_pathfinder *pathfinder)
{
    const wend_result result = wendi_pathfinder_choose_polygon(pathfinder);
    return result == WEND_OK ? start(pathfinder) : result;
}

/* Runs a route. Where there is none, or one that costs more than max_cost, or no room for a disc
 * along it, the search begins: then is_routed is false. */
static wend_result run_route(wend_pathfinder *pathfinder, wend_budget *budget)
{
    const wend_cost most = pathfinder->query.max_cost;
    wend_result result = wendi_pathfinder_route_run(pathfinder, budget, most);
    if (result == WEND_OK && wend_path_cost(pathfinder->pieces) > most) {
        result = WEND_PARTIAL;
    }
    if (result != WEND_NO_PATH && result != WEND_PARTIAL) {
        return result;
    }
    pathfinder->is_routed = false;
    pathfinder->query.method = WEND_METHOD_BEST;
    result = start(pathfinder);
    return result == WEND_OK ? WEND_IN_PROGRESS : result;
}

static wend_result run(wend_pathfinder *pathfinder, wend_budget *budget)
{
    if (pathfinder->is_routed) {
        const wend_result routed = run_route(pathfinder, budget);
        if (pathfinder->is_routed || routed != WEND_IN_PROGRESS) {
            return routed;
        }
    }
    if (pathfinder->each.is_asked && pathfinder->each.is_priced) {
        return wendi_pathfinder_run_prices(pathfinder, budget);
    }
    const wend_mesh_search *search = pathfinder->mesh_search;
    const wend_result result = wend_mesh_search_run(pathfinder->mesh_search, budget);
    pathfinder->answer.reason = search->answer.reason;
    pathfinder->answer.expanded = pathfinder->nearest.expanded + search->answer.expanded;
    pathfinder->answer.generated = search->method == NULL ? 0 : search->method->generated(search);
    pathfinder->answer.method =
        pathfinder->is_treed ? "goal-tree" : wend_mesh_method_name(search->answer.method);
    pathfinder->answer.bound = search->answer.bound;
    if (wendi_pathfinder_begins_prices(pathfinder, result)) {
        wendi_pathfinder_begin_prices(pathfinder, result);
        return wendi_pathfinder_run_prices(pathfinder, budget);
    }
    if (pathfinder->each.is_asked && result >= 0 && result != WEND_IN_PROGRESS) {
        take_groups(pathfinder);
    } else if (result == WEND_NO_PATH && search->answer.reason != WEND_FAILURE_LIMIT) {
        (void)wendi_fail(&pathfinder->message, result, "%s", wend_mesh_search_error(search));
    }
    return result;
}

static wend_cost least(const wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to)
{
    const wend_mesh_space *space = pathfinder->def.mesh_space;
    if (space->link_arc_count > 0) {
        return 0;
    }
    return wend_cost_from_double(wendi_leg_straight(from, to, true).length *
                                 space->cells.factor_least);
}

/* The pieces of a route that were taken. @param is_whole they lead to the goal. */
static wend_result take_route(wend_pathfinder *pathfinder, bool is_whole)
{
    const wend_result result = wendi_pathfinder_route_path(pathfinder);
    if (result != WEND_OK) {
        return result;
    }
    const size_t count = wend_path_leg_count(pathfinder->path);
    const wend_mesh_location *goal = &pathfinder->route->to;
    const wend_leg last = count > 0 ? wend_path_leg(pathfinder->path, count - 1) : (wend_leg){0};
    pathfinder->answer.goal_index = 0;
    pathfinder->answer.node = count > 0 ? last.to : goal->polygon;
    pathfinder->answer.position = count > 0 ? wend_vec3_from_vec2(last.to_point, last.to_height)
                                            : (wend_vec3){goal->x, goal->y, goal->z};
    pathfinder->ends_at_goal = is_whole;
    const double cost = wend_cost_to_double(wend_path_cost(pathfinder->path));
    const double floor =
        wend_cost_to_double(least(pathfinder, pathfinder->query.from, pathfinder->positions[0]));
    pathfinder->answer.bound = !is_whole ? 0 : cost <= floor ? 1 : floor > 0 ? cost / floor : 0;
    const bool is_smooth = pathfinder->query.shape != WEND_PATH_AS_FOUND;
    return !is_smooth || pathfinder->def.radius > 0
               ? WEND_OK
               : wendi_path_smooth_mesh(pathfinder->path, pathfinder->def.mesh_space, 0,
                                        pathfinder->query.shape == WEND_PATH_SMOOTH_PRECISE
                                            ? WEND_SMOOTHING_PRECISE
                                            : WEND_SMOOTHING_QUICK);
}

static wend_result finish(wend_pathfinder *pathfinder)
{
    if (pathfinder->is_routed) {
        return pathfinder->is_pinned || wendi_mesh_space_is_fresh(pathfinder->def.mesh_space)
                   ? take_route(pathfinder, true)
                   : WEND_ERROR_STALE;
    }
    wend_mesh_search_answer answer;
    wend_mesh_search_get_answer(pathfinder->mesh_search, &answer);
    if (!pathfinder->is_pinned && !wendi_mesh_space_is_fresh(pathfinder->def.mesh_space)) {
        return WEND_ERROR_STALE;
    }
    const wend_result result =
        wendi_path_from_mesh_search(pathfinder->path, pathfinder->mesh_search);
    pathfinder->answer.node = answer.location.polygon;
    pathfinder->answer.goal_index = answer.goal_index;
    pathfinder->answer.position =
        (wend_vec3){answer.location.x, answer.location.y, answer.location.z};
    pathfinder->ends_at_goal = pathfinder->mesh_search->ends_at_goal;
    if (result < 0) {
        return result;
    }
    if (pathfinder->query.shape == WEND_PATH_AS_FOUND || answer.method == WEND_MESH_METHOD_EXACT) {
        return WEND_OK;
    }
    return wendi_path_smooth_mesh(
        pathfinder->path, pathfinder->def.mesh_space, pathfinder->def.radius,
        pathfinder->query.shape == WEND_PATH_SMOOTH_PRECISE ? WEND_SMOOTHING_PRECISE
                                                            : WEND_SMOOTHING_QUICK);
}

static wend_result so_far(wend_pathfinder *pathfinder)
{
    if (pathfinder->is_routed) {
        return pathfinder->has_route && wend_path_leg_count(pathfinder->pieces) > 0
                   ? take_route(pathfinder, false)
                   : WEND_NO_PATH;
    }
    wendi_mesh_search_peek peek;
    wend_result result = wendi_mesh_search_begin_peek(pathfinder->mesh_search, &peek);
    if (result == WEND_OK) {
        result = finish(pathfinder);
    }
    wendi_mesh_search_end_peek(pathfinder->mesh_search, &peek);
    return result;
}

static wend_result walk(wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to, wend_cost *cost)
{
    wend_result result = WEND_OK;
    if (!is_near_ground(pathfinder, from) || !is_near_ground(pathfinder, to)) {
        return WEND_NO_PATH;
    }
    (void)wend_mesh_space_can_walk(pathfinder->def.mesh_space, location_at(from), location_at(to),
                                   pathfinder->def.radius, cost, &result);
    /* The segment is clear, only its cost exceeds what can be expressed: the caller decides. */
    return result == WEND_ERROR_FULL ? WEND_OK : result;
}

static wend_node node_at(const wend_pathfinder *pathfinder, wend_vec3 *position)
{
    const wend_mesh *mesh = pathfinder->def.mesh_space->mesh;
    const wend_node polygon = wend_mesh_locate(mesh, position->x, position->y, position->z);
    position->z = wend_mesh_height(mesh, polygon, position->x, position->y);
    return polygon;
}

const wendi_pathfinder_world *wendi_pathfinder_mesh_world(void)
{
    static const wendi_pathfinder_world world = {.start = start,
                                                 .run = run,
                                                 .finish = finish,
                                                 .walk = walk,
                                                 .least = least,
                                                 .node_at = node_at,
                                                 .so_far = so_far,
                                                 .start_each = start_each,
                                                 .flood = wendi_pathfinder_flood_mesh,
                                                 .choose = choose,
                                                 .is_flat = true};
    return &world;
}
