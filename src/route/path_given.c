/* takes: points and legs of ways that were found elsewhere.
 * gives: a path of them.
 * cost:  a copy. */
#include "route/path_private.h"

static bool is_coordinate(double x)
{
    const double most = 1073741824.0;
    return x >= -most && x <= most;
}

static bool is_place(wend_vec2 p)
{
    return is_coordinate(p.x) && is_coordinate(p.y);
}

static bool is_same(wend_vec2 a, wend_vec2 b)
{
    return !(a.x < b.x || a.x > b.x || a.y < b.y || a.y > b.y);
}

static wend_leg straight(wend_vec2 from, wend_vec2 to)
{
    wend_leg leg = {.from = WEND_NODE_NONE, .to = WEND_NODE_NONE, .edge = WEND_EDGE_NONE};
    leg.from_point = from;
    leg.to_point = to;
    leg.length = wend_vec2_distance(from, to);
    leg.cost = wend_cost_from_double(leg.length);
    leg.behaviour = (uint32_t)WEND_BEHAVIOUR_WALK;
    return leg;
}

wend_result wend_path_from_points(wend_path *path, const wend_vec2 *points, size_t count)
{
    const wend_result allowed = wendi_path_may_change(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if ((points == NULL && count > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < count; ++i) {
        if (!is_place(points[i])) {
            return WEND_ERROR_ARGUMENT;
        }
    }
    if (!wendi_path_reserve(path, &path->spare, count)) {
        return WEND_ERROR_MEMORY;
    }
    path->spare.count = 0;
    for (size_t i = 1; i < count; ++i) {
        if (!is_same(points[i - 1], points[i])) {
            path->spare.items[path->spare.count++] = straight(points[i - 1], points[i]);
        }
    }
    wendi_path_commit(path, WEND_NODE_NONE);
    return WEND_OK;
}

wend_result wend_path_add_leg(wend_path *path, const wend_leg *leg)
{
    const wend_result allowed = wendi_path_may_change(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (leg == NULL || !is_place(leg->from_point) || !is_place(leg->to_point) ||
        !is_coordinate(leg->from_height) || !is_coordinate(leg->to_height)) {
        return WEND_ERROR_ARGUMENT;
    }
    const size_t count = path->legs.count;
    if (count > 0 && !is_same(path->legs.items[count - 1].to_point, leg->from_point)) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_leg added = *leg;
    const double x = leg->to_point.x - leg->from_point.x;
    const double y = leg->to_point.y - leg->from_point.y;
    const double z = leg->to_height - leg->from_height;
    added.length = wend_sqrt(x * x + y * y + z * z);
    return wendi_path_append(path, &added);
}
