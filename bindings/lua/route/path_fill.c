/* Fills a path from positions or from another path.
 * Cost: its legs. */
#include "lua/route/path.h"

/* The leg from one stop to the next; without another cost it costs its length. */
static wend_leg leg_between(const wendlua_stop *from, const wendlua_stop *to)
{
    double x = to->x - from->x;
    double y = to->y - from->y;
    double length = wend_sqrt(x * x + y * y);
    wend_leg leg = {.from = WEND_NODE_NONE, .to = WEND_NODE_NONE, .edge = WEND_EDGE_NONE};
    leg.from_point = (wend_vec2){from->x, from->y};
    leg.to_point = (wend_vec2){to->x, to->y};
    leg.from_height = from->z;
    leg.to_height = to->z;
    leg.length = length;
    leg.cost = to->cost != 0 ? to->cost : wend_cost_from_double(length);
    leg.behaviour = to->behaviour;
    return leg;
}

wend_result wendlua_path_fill(wend_path *path, const wendlua_stop *stops, size_t count)
{
    wend_result result = WEND_OK;
    wend_path_clear(path);
    for (size_t i = 1; i < count && result == WEND_OK; i++) {
        wend_leg leg = leg_between(&stops[i - 1], &stops[i]);
        result = wend_path_add_leg(path, &leg);
    }
    return result;
}

wend_result wendlua_path_copy(wend_path *path, const wend_path *source)
{
    wend_result result = WEND_OK;
    wend_path_clear(path);
    for (size_t i = 0; i < wend_path_leg_count(source) && result == WEND_OK; i++) {
        wend_leg leg = wend_path_leg(source, i);
        result = wend_path_add_leg(path, &leg);
    }
    return result;
}
