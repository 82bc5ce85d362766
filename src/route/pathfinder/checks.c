/* Checks of path queries, and their default. The existence of given nodes depends on edits of the
 * world, and is checked when the query begins.
 * Cost: the positions of the query. */
#include "route/pathfinder/pathfinder.h"
#include "route/space/space.h"
#include "world/graph/read.h"

#include <stdio.h>
#include <string.h>

enum { WAY_COOKIE = 0x57595131, POSITIONS_MAX = 65536 };
static const double WEIGHT_MAX = 1000;
static const double NOISE_MAX = 10;

wend_path_query wend_path_query_default(void)
{
    wend_path_query query;
    memset(&query, 0, sizeof query);
    query.cookie = WAY_COOKIE;
    query.from_polygon = query.to_polygon = WEND_NODE_NONE;
    query.from_node = query.to_node = WEND_NODE_NONE;
    query.weight = 1;
    query.max_cost = WEND_COST_INFINITE;
    query.tag_mask = UINT32_MAX;
    return query;
}

bool wendi_pathfinder_reserve_positions(wend_pathfinder *pathfinder, size_t count)
{
    if (count <= pathfinder->position_capacity) {
        return true;
    }
    wend_vec3 *more = wendi_resize_items(&pathfinder->allocator, pathfinder->positions,
                                         pathfinder->position_capacity, count, sizeof *more);
    if (more != NULL) {
        pathfinder->positions = more;
        pathfinder->position_capacity = count;
    }
    return more != NULL;
}

wend_result wendi_pathfinder_set_positions(wend_pathfinder *pathfinder, const wend_vec3 *positions,
                                           size_t count)
{
    if (!wendi_pathfinder_reserve_positions(pathfinder, count)) {
        return WEND_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        pathfinder->positions[i] = positions[i];
    }
    pathfinder->position_count = count;
    return WEND_OK;
}

static const char starting[] = "wend_pathfinder_start";

wend_result wendi_pathfinder_refuse(wend_pathfinder *pathfinder, wend_result result,
                                    const char *text)
{
    return wendi_fail(&pathfinder->message, result, "%s: %s", starting, text);
}

static wend_result check_places(wend_pathfinder *pathfinder, const wend_path_query *query)
{
    if (query->positions == NULL) {
        return wendi_pathfinder_refuse(pathfinder, WEND_ERROR_ARGUMENT,
                                       "positions is NULL, and WEND_PATH_TO_POSITIONS needs it");
    }
    if (query->position_count == 0 || query->position_count > POSITIONS_MAX) {
        return wendi_refuse(&pathfinder->message, starting, "position_count",
                            (double)query->position_count, 1, POSITIONS_MAX);
    }
    for (size_t i = 0; i < query->position_count; i++) {
        char name[40];
        (void)snprintf(name, sizeof name, "positions[%zu]", i);
        const wend_result result =
            wendi_check_vec3(&pathfinder->message, starting, name, query->positions[i]);
        if (result != WEND_OK) {
            return result;
        }
    }
    return wendi_pathfinder_set_positions(pathfinder, query->positions, query->position_count);
}

static bool is_over_graph(const wend_pathfinder *pathfinder)
{
    return pathfinder->def.space != NULL && pathfinder->def.space->net != NULL;
}

static wend_result check_tags(wend_pathfinder *pathfinder, const wend_path_query *query)
{
    if (query->items == NULL && !is_over_graph(pathfinder)) {
        return wendi_pathfinder_refuse(
            pathfinder, WEND_ERROR_UNSUPPORTED,
            "items is NULL, but only graphs have tags of their own: set it");
    }
    if (query->tags == NULL) {
        return wendi_pathfinder_refuse(pathfinder, WEND_ERROR_ARGUMENT,
                                       "tags is NULL, and WEND_PATH_TO_EACH_TAG needs it");
    }
    if (query->tag_count == 0 || query->tag_count > WEND_PATH_TAGS_MAX) {
        return wendi_refuse(&pathfinder->message, starting, "tag_count", (double)query->tag_count,
                            1, WEND_PATH_TAGS_MAX);
    }
    if (pathfinder->def.mesh_space == NULL && query->method != WEND_METHOD_BEST &&
        query->method != WEND_METHOD_DIJKSTRA) {
        return wendi_fail(&pathfinder->message, WEND_ERROR_UNSUPPORTED,
                          "%s: method is %s, but WEND_PATH_TO_EACH_TAG is searched by cost alone: "
                          "leave it unset",
                          starting, wend_method_name(query->method));
    }
    if (query->turning != NULL || query->noise > 0) {
        return wendi_fail(&pathfinder->message, WEND_ERROR_UNSUPPORTED,
                          "%s: %s is set, which does not go with WEND_PATH_TO_EACH_TAG", starting,
                          query->turning != NULL ? "turning" : "noise");
    }
    return WEND_OK;
}

static wend_result check_goal(wend_pathfinder *pathfinder, const wend_path_query *query)
{
    wend_result result = WEND_OK;
    pathfinder->position_count = 0;
    switch (query->goal_kind) {
    case WEND_PATH_TO_POSITION:
        result = wendi_check_vec3(&pathfinder->message, starting, "to", query->to);
        return result == WEND_OK ? wendi_pathfinder_set_positions(pathfinder, &query->to, 1)
                                 : result;
    case WEND_PATH_TO_POSITIONS:
        return check_places(pathfinder, query);
    case WEND_PATH_TO_TAG:
        return is_over_graph(pathfinder)
                   ? WEND_OK
                   : wendi_pathfinder_refuse(
                         pathfinder, WEND_ERROR_UNSUPPORTED,
                         "goal_kind is WEND_PATH_TO_TAG, but only graphs have tags");
    case WEND_PATH_TO_PREDICATE:
        return query->is_goal != NULL ? WEND_OK
                                      : wendi_pathfinder_refuse(
                                            pathfinder, WEND_ERROR_ARGUMENT,
                                            "is_goal is NULL, and WEND_PATH_TO_PREDICATE needs it");
    case WEND_PATH_TO_ITEM:
        return query->items != NULL
                   ? WEND_OK
                   : wendi_pathfinder_refuse(pathfinder, WEND_ERROR_ARGUMENT,
                                             "items is NULL, and WEND_PATH_TO_ITEM needs it");
    case WEND_PATH_TO_EACH_TAG:
        return check_tags(pathfinder, query);
    default:
        return wendi_refuse(&pathfinder->message, starting, "goal_kind", (double)query->goal_kind,
                            WEND_PATH_TO_POSITION, WEND_PATH_TO_EACH_TAG);
    }
}

static wend_result check_nearest(wend_pathfinder *pathfinder, const wend_path_query *query)
{
    return !query->is_nearest_allowed || query->goal_kind == WEND_PATH_TO_POSITION
               ? WEND_OK
               : wendi_pathfinder_refuse(pathfinder, WEND_ERROR_ARGUMENT,
                                         "is_nearest_allowed is set, which goes with the "
                                         "goal_kind WEND_PATH_TO_POSITION");
}

static wend_result check_limits(wend_pathfinder *pathfinder, const wend_path_query *query)
{
    if (!(query->weight >= 1 && query->weight <= WEIGHT_MAX)) {
        return wendi_refuse(&pathfinder->message, starting, "weight", query->weight, 1, WEIGHT_MAX);
    }
    return WEND_OK;
}

static wend_result refuse_over_meshes(wend_pathfinder *pathfinder, const char *field)
{
    return wendi_fail(&pathfinder->message, WEND_ERROR_UNSUPPORTED,
                      "%s: %s is set, which is for grids and graphs", starting, field);
}

/* Fields for searches over cells and nodes, which those over meshes do not have. */
static wend_result check_search(wend_pathfinder *pathfinder, const wend_path_query *query)
{
    if (!(query->noise >= 0 && query->noise <= NOISE_MAX)) {
        return wendi_refuse(&pathfinder->message, starting, "noise", query->noise, 0, NOISE_MAX);
    }
    if ((unsigned)query->heuristic > WEND_HEURISTIC_CUSTOM) {
        return wendi_refuse(&pathfinder->message, starting, "heuristic", (double)query->heuristic,
                            0, WEND_HEURISTIC_CUSTOM);
    }
    if (pathfinder->def.mesh_space != NULL) {
        return query->heuristic != WEND_HEURISTIC_BEST ? refuse_over_meshes(pathfinder, "heuristic")
               : query->noise > 0                      ? refuse_over_meshes(pathfinder, "noise")
               : query->turning != NULL                ? refuse_over_meshes(pathfinder, "turning")
               : query->max_depth != 0                 ? refuse_over_meshes(pathfinder, "max_depth")
               : query->records_order ? refuse_over_meshes(pathfinder, "records_order")
               : query->from_node != WEND_NODE_NONE ? refuse_over_meshes(pathfinder, "from_node")
               : query->to_node != WEND_NODE_NONE   ? refuse_over_meshes(pathfinder, "to_node")
                                                    : WEND_OK;
    }
    if (query->max_depth != 0 &&
        (query->turning != NULL ||
         (query->method != WEND_METHOD_BEST && query->method != WEND_METHOD_DIJKSTRA &&
          query->method != WEND_METHOD_ASTAR && query->method != WEND_METHOD_ASTAR_WEIGHTED &&
          query->method != WEND_METHOD_BREADTH_FIRST && query->method != WEND_METHOD_HIERARCHY))) {
        return wendi_pathfinder_refuse(
            pathfinder, WEND_ERROR_UNSUPPORTED,
            "max_depth is set, which goes with the methods best, astar, astar-weighted, dijkstra "
            "and breadth-first, without turning");
    }
    if (query->heuristic == WEND_HEURISTIC_CUSTOM && query->estimate == NULL) {
        return wendi_pathfinder_refuse(pathfinder, WEND_ERROR_ARGUMENT,
                                       "estimate is NULL, and WEND_HEURISTIC_CUSTOM needs it");
    }
    if (query->turning != NULL && query->shape != WEND_PATH_AS_FOUND) {
        return wendi_pathfinder_refuse(
            pathfinder, WEND_ERROR_UNSUPPORTED,
            "turning is set, and a straightened path turns otherwise: shape must be "
            "WEND_PATH_AS_FOUND");
    }
    if (query->turning != NULL && query->is_nearest_allowed) {
        return wendi_pathfinder_refuse(pathfinder, WEND_ERROR_UNSUPPORTED,
                                       "turning is set, which does not go with "
                                       "is_nearest_allowed");
    }
    if (query->to_node != WEND_NODE_NONE && query->goal_kind != WEND_PATH_TO_POSITION) {
        return wendi_pathfinder_refuse(
            pathfinder, WEND_ERROR_ARGUMENT,
            "to_node is set, which goes with the goal_kind WEND_PATH_TO_POSITION");
    }
    return WEND_OK;
}

/* A node that is given stands for its position. */
static wend_result check_node(wend_pathfinder *pathfinder, const char *field, wend_node node,
                              wend_vec3 *position)
{
    const wend_space *space = pathfinder->def.space;
    if (node == WEND_NODE_NONE) {
        return WEND_OK;
    }
    const bool is_built = space->net == NULL || space->revision != 0;
    const uint32_t count =
        is_built ? wendi_space_node_count(space) : wend_graph_node_limit(space->graph);
    if (node >= count) {
        return count == 0 ? wendi_fail(&pathfinder->message, WEND_ERROR_ARGUMENT,
                                       "%s: %s is %lu, and the graph has no nodes", starting, field,
                                       (unsigned long)node)
                          : wendi_refuse(&pathfinder->message, starting, field, node, 0,
                                         (double)count - 1);
    }
    const wend_vec2 at = wend_space_position(space, node);
    *position = space->net == NULL ? wend_vec3_from_vec2(at, 0)
                : is_built         ? space->net->positions[node]
                                   : wend_vec3_from_vec2(wend_graph_position(space->graph, node),
                                                         wendi_graph_height(space->graph, node));
    return WEND_OK;
}

wend_result wendi_pathfinder_check_query(wend_pathfinder *pathfinder, const wend_path_query *query)
{
    if (query == NULL) {
        return wendi_pathfinder_refuse(pathfinder, WEND_ERROR_ARGUMENT,
                                       "query is NULL: begin with wend_path_query_default()");
    }
    if (query->cookie != WAY_COOKIE) {
        return wendi_refuse_cookie(&pathfinder->message, starting, query->cookie,
                                   "wend_path_query_default");
    }
    wend_result result = wendi_check_vec3(&pathfinder->message, starting, "from", query->from);
    if (result != WEND_OK) {
        return result;
    }
    if ((unsigned)query->shape > WEND_PATH_AS_FOUND) {
        return wendi_refuse(&pathfinder->message, starting, "shape", (double)query->shape, 0,
                            WEND_PATH_AS_FOUND);
    }
    if (query->method == WEND_METHOD_HIERARCHY && !pathfinder->def.has_hierarchy) {
        return wendi_pathfinder_refuse(pathfinder, WEND_ERROR_UNSUPPORTED,
                                       "method is hierarchy, and this pathfinder has none: set "
                                       "has_hierarchy in its definition");
    }
    if ((unsigned)query->method >= WEND_METHOD_COUNT && query->method != WEND_METHOD_HIERARCHY) {
        return wendi_refuse(&pathfinder->message, starting, "method", (double)query->method, 0,
                            WEND_METHOD_COUNT - 1);
    }
    if ((unsigned)query->mesh_method >= WEND_MESH_METHOD_COUNT) {
        return wendi_refuse(&pathfinder->message, starting, "mesh_method",
                            (double)query->mesh_method, 0, WEND_MESH_METHOD_COUNT - 1);
    }
    if ((unsigned)query->corners > WEND_CORNERS_MITRED) {
        return wendi_refuse(&pathfinder->message, starting, "corners", (double)query->corners, 0,
                            WEND_CORNERS_MITRED);
    }
    result = check_limits(pathfinder, query);
    result = result == WEND_OK ? check_search(pathfinder, query) : result;
    result = result == WEND_OK ? check_nearest(pathfinder, query) : result;
    result = result == WEND_OK ? check_goal(pathfinder, query) : result;
    return result == WEND_ERROR_MEMORY
               ? wendi_pathfinder_refuse(pathfinder, result, "out of memory")
               : result;
}

/* ---- nodes ---- */

wend_result wendi_pathfinder_find_nodes(wend_pathfinder *pathfinder)
{
    wend_path_query *query = &pathfinder->query;
    const wend_result result = check_node(pathfinder, "from_node", query->from_node, &query->from);
    if (result != WEND_OK || query->to_node == WEND_NODE_NONE) {
        return result;
    }
    return check_node(pathfinder, "to_node", query->to_node, &pathfinder->positions[0]);
}
