/* The common parts of all builders of graphs: their definition and its checks, names of methods,
 * and the steps from an empty graph to a finished one. */
#include "world/graph_build/build.h"

#include "base/core/message.h"
#include "world/graph/store.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const uint32_t COOKIE = 0x62b1d9e5;

wend_graph_build_def wend_graph_build_def_default(void)
{
    wend_graph_build_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.stops = WEND_STOPS_WALK;
    def.max_edge_length = (double)INFINITY;
    def.corners = WEND_CORNERS_ROUND;
    def.reduces = true;
    def.max_nodes = (size_t)1 << 22;
    return def;
}

const char *wend_graph_method_name(wend_graph_method method)
{
    switch (method) {
    case WEND_GRAPH_VISIBILITY:
        return "pov";
    case WEND_GRAPH_FLOOD:
        return "flood";
    case WEND_GRAPH_EXPANDED:
        return "expanded";
    default:
        return "unknown";
    }
}

/* Written so that NaN fails. */
static wend_result check(const wend_graph_build_def *def, const char *function, wend_message *m)
{
    const double most = WEND_COORDINATE_MAX;
    if (!(def->radius >= 0 && def->radius <= most)) {
        return wendi_refuse(m, function, "radius", def->radius, 0, most);
    }
    if (!(def->spacing >= 0 && def->spacing <= most)) {
        return wendi_refuse(m, function, "spacing", def->spacing, 0, most);
    }
    if (!(def->max_edge_length >= 0)) {
        return wendi_refuse(m, function, "max_edge_length", def->max_edge_length, 0,
                            (double)INFINITY);
    }
    if (def->corners != WEND_CORNERS_ROUND && def->corners != WEND_CORNERS_MITRED) {
        return wendi_refuse(m, function, "corners", (double)def->corners, WEND_CORNERS_ROUND,
                            WEND_CORNERS_MITRED);
    }
    if (def->points == NULL && def->point_count > 0) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT, "%s: points is NULL, but point_count is %zu",
                          function, def->point_count);
    }
    wend_result result = WEND_OK;
    for (size_t i = 0; i < def->point_count && result == WEND_OK; ++i) {
        char name[40];
        (void)snprintf(name, sizeof name, "points[%zu]", i);
        result = wendi_check_vec2(m, function, name, def->points[i]);
    }
    return result;
}

wend_result wendi_graph_build_check(const wend_graph_build_def *def, const char *function,
                                    const char *missing, wend_message *copy)
{
    if (def == NULL) {
        return wendi_refuse_null(copy, function, "def");
    }
    if (!wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                          "wend_graph_build_def_default")) {
        return wendi_refuse_cookie(copy, function, def->cookie, "wend_graph_build_def_default");
    }
    wendi_message_clear(def->message);
    wend_message own = {0};
    const wend_result result =
        missing == NULL ? check(def, function, &own) : wendi_refuse_null(&own, function, missing);
    (void)wendi_fail_as_both(copy, &own, function, result);
    return wendi_fail_as_both(def->message, &own, function, result);
}

wend_result wendi_graph_build_begin(const wend_graph_build_def *def, const char *function,
                                    const char *name, const void *source, wend_graph **graph)
{
    if (graph != NULL) {
        *graph = NULL;
    }
    return wendi_graph_build_check(def, function,
                                   source == NULL  ? name
                                   : graph == NULL ? "graph"
                                                   : NULL,
                                   NULL);
}

wend_result wendi_graph_join(const char *function, wendi_graph_join_fn join, wend_graph *graph,
                             wend_node node, const wend_walls *walls,
                             const wend_graph_build_def *def)
{
    wend_message copy = {0};
    wend_result result = wendi_graph_build_check(def, function,
                                                 walls == NULL   ? "walls"
                                                 : graph == NULL ? "graph"
                                                                 : NULL,
                                                 &copy);
    if (result == WEND_OK && graph != NULL) {
        result = wendi_graph_has(graph, node)
                     ? wendi_graph_assemble_fail(&copy, function, join(graph, node, walls, def))
                     : wendi_graph_refuse_node(&copy, function, node);
        (void)wendi_fail_as_both(def->message, &copy, function, result);
    }
    return graph == NULL ? result : wendi_fail_as_both(&graph->error, &copy, function, result);
}

/* ---- assembling ---- */

wend_result wendi_graph_assemble_begin(const wend_graph_build_def *def, const char *function,
                                       size_t nodes, wend_graph **graph)
{
    if (nodes > def->max_nodes) {
        return wendi_fail(def->message, WEND_ERROR_FULL,
                          "%s: there are %zu nodes, but max_nodes is %zu", function, nodes,
                          def->max_nodes);
    }
    wend_graph_def graph_def = wend_graph_def_default();
    graph_def.allocator = def->allocator;
    wend_result result = wend_graph_create(&graph_def, graph);
    if (result == WEND_OK && nodes < WENDI_GRAPH_LIMIT &&
        !wendi_graph_reserve_nodes(*graph, (uint32_t)nodes)) {
        wend_graph_destroy(*graph);
        result = WEND_ERROR_MEMORY;
    }
    return result == WEND_OK ? result
                             : wendi_fail(def->message, result, "%s: out of memory", function);
}

wend_result wendi_graph_assemble_node(wend_graph *graph, wend_vec3 position, uint64_t user)
{
    wend_graph_node node = wend_graph_node_default();
    node.position = (wend_vec2){position.x, position.y};
    node.height = position.z;
    node.user = user;
    return wend_graph_add_node(graph, &node, NULL);
}

wend_result wendi_graph_assemble_edge(wend_graph *graph, wend_graph_edge *edge, double cost)
{
    edge->cost = wend_cost_from_double(cost);
    edge->cost = edge->cost == 0 ? 1 : edge->cost;
    return wend_graph_add_edge(graph, edge, NULL);
}

wend_result wendi_graph_assemble_fail(wend_message *m, const char *function, wend_result result)
{
    if (result == WEND_ERROR_ARGUMENT) {
        return wendi_fail(
            m, result, "%s: a node would lie beyond 2^30 metres, or an edge cost more than 65536",
            function);
    }
    return result == WEND_ERROR_FULL
               ? wendi_fail(m, result,
                            "%s: there would be more nodes than max_nodes, or 2^31 edges", function)
               : wendi_fail_plain(m, function, result);
}

wend_result wendi_graph_assemble_end(const wend_graph_build_def *def, const char *function,
                                     wend_result result, wend_graph *made, wend_graph **graph)
{
    if (result == WEND_OK) {
        *graph = made;
        return WEND_OK;
    }
    wend_graph_destroy(made);
    return wendi_graph_assemble_fail(def->message, function, result);
}
