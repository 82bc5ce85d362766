/* takes: nothing.
 * gives: the definition that all builders of graphs start from, its checks, and names of methods.
 * cost:  none but that of joining a node. */
#include "world/graph_build/build.h"

#include "base/core/message.h"
#include "world/graph/store.h"
#include "world/graph_build/assemble.h"

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
static wend_result check(const wend_graph_build_def *def, const char *who, wend_message *m)
{
    const double most = WEND_COORDINATE_MAX;
    if (!(def->radius >= 0 && def->radius <= most)) {
        return wendi_refuse(m, who, "radius", def->radius, 0, most);
    }
    if (!(def->spacing >= 0 && def->spacing <= most)) {
        return wendi_refuse(m, who, "spacing", def->spacing, 0, most);
    }
    if (!(def->max_edge_length >= 0)) {
        return wendi_refuse(m, who, "max_edge_length", def->max_edge_length, 0, (double)INFINITY);
    }
    if (def->corners != WEND_CORNERS_ROUND && def->corners != WEND_CORNERS_MITRED) {
        return wendi_refuse(m, who, "corners", (double)def->corners, WEND_CORNERS_ROUND,
                            WEND_CORNERS_MITRED);
    }
    if (def->points == NULL && def->point_count > 0) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT, "%s: points is NULL, but point_count is %zu", who,
                          def->point_count);
    }
    wend_result result = WEND_OK;
    for (size_t i = 0; i < def->point_count && result == WEND_OK; ++i) {
        char name[40];
        (void)snprintf(name, sizeof name, "points[%zu]", i);
        result = wendi_check_vec2(m, who, name, def->points[i]);
    }
    return result;
}

wend_result wendi_graph_build_check(const wend_graph_build_def *def, const char *who,
                                    const char *missing, wend_message *told)
{
    if (def == NULL) {
        return wendi_refuse_null(told, who, "def");
    }
    if (!wendi_has_cookie(def->cookie, COOKIE, def->message, who, "wend_graph_build_def_default")) {
        return wendi_refuse_cookie(told, who, def->cookie, "wend_graph_build_def_default");
    }
    wendi_message_clear(def->message);
    wend_message own = {0};
    const wend_result result =
        missing == NULL ? check(def, who, &own) : wendi_refuse_null(&own, who, missing);
    (void)wendi_fail_as_both(told, &own, who, result);
    return wendi_fail_as_both(def->message, &own, who, result);
}

wend_result wendi_graph_join(const char *who, wendi_graph_join_fn join, wend_graph *graph,
                             wend_node node, const wend_walls *walls,
                             const wend_graph_build_def *def)
{
    wend_message told = {0};
    wend_result result = wendi_graph_build_check(def, who,
                                                 walls == NULL   ? "walls"
                                                 : graph == NULL ? "graph"
                                                                 : NULL,
                                                 &told);
    if (result == WEND_OK && graph != NULL) {
        result = wendi_graph_has(graph, node)
                     ? wendi_graph_assemble_fail(&told, who, join(graph, node, walls, def))
                     : wendi_graph_refuse_node(&told, who, node);
        (void)wendi_fail_as_both(def->message, &told, who, result);
    }
    return graph == NULL ? result : wendi_fail_as_both(&graph->error, &told, who, result);
}
