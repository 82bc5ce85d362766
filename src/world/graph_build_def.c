/* takes: nothing.
 * gives: the definition that all builders of graphs start from, and names of methods.
 * cost:  none. */
#include "world/graph_build_private.h"

#include "base/message.h"

#include <math.h>
#include <string.h>

static const uint32_t COOKIE = 0x62b1d9e5;

wend_graph_build_def wend_graph_build_def_default(void)
{
    wend_graph_build_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.stops = WEND_STOPS_WALK;
    def.edge_most = (double)INFINITY;
    def.corners = WEND_CORNERS_ROUND;
    def.reduces = true;
    def.node_most = (size_t)1 << 22;
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
static const char *wrong_in(const wend_graph_build_def *def)
{
    if (!(def->radius >= 0 && def->radius <= WEND_COORDINATE_MAX)) {
        return "radius is below 0 or not a number";
    }
    if (!(def->spacing >= 0 && def->spacing <= WEND_COORDINATE_MAX)) {
        return "spacing is below 0 or not a number";
    }
    if (!(def->edge_most >= 0)) {
        return "edge_most is below 0 or not a number";
    }
    if (def->corners != WEND_CORNERS_ROUND && def->corners != WEND_CORNERS_MITRED) {
        return "corners are neither round nor mitred";
    }
    if (def->points == NULL && def->point_count > 0) {
        return "points is NULL, point_count is not 0";
    }
    for (size_t i = 0; i < def->point_count; ++i) {
        const wend_vec2 p = def->points[i];
        if (!(p.x >= -WEND_COORDINATE_MAX && p.x <= WEND_COORDINATE_MAX &&
              p.y >= -WEND_COORDINATE_MAX && p.y <= WEND_COORDINATE_MAX)) {
            return "a point is not a number or beyond WEND_COORDINATE_MAX";
        }
    }
    return NULL;
}

wend_result wendi_graph_build_check(const wend_graph_build_def *def, const char *who,
                                    bool has_arguments)
{
    if (def == NULL ||
        !wendi_is_made(def->cookie, COOKIE, def->message, "wend_graph_build_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    const char *what = has_arguments ? wrong_in(def) : "an argument is NULL";
    return what == NULL ? WEND_OK
                        : wendi_fail(def->message, WEND_ERROR_ARGUMENT, "%s: %s", who, what);
}
