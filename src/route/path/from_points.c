/* Paths from given points and legs. Cost: a copy. */
#include "route/path/path.h"

#include "base/math/vec2.h"

#include <stdio.h>

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
    static const char function[] = "wend_path_from_points";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (points == NULL && count > 0) {
        return wendi_refuse_null(&path->error, function, "points");
    }
    for (size_t i = 0; i < count; ++i) {
        char name[40];
        (void)snprintf(name, sizeof name, "points[%zu]", i);
        if (wendi_check_vec2(&path->error, function, name, points[i]) != WEND_OK) {
            return WEND_ERROR_ARGUMENT;
        }
    }
    if (!wendi_path_reserve(path, &path->spare, count)) {
        return wendi_fail_plain(&path->error, function, WEND_ERROR_MEMORY);
    }
    path->spare.count = 0;
    for (size_t i = 1; i < count; ++i) {
        if (!wendi_vec2_is_same(points[i - 1], points[i])) {
            path->spare.items[path->spare.count++] = straight(points[i - 1], points[i]);
        }
    }
    wendi_path_commit(path, WEND_NODE_NONE);
    return WEND_OK;
}

wend_result wend_path_add_leg(wend_path *path, const wend_leg *leg)
{
    static const char function[] = "wend_path_add_leg";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (leg == NULL) {
        return wendi_refuse_null(&path->error, function, "leg");
    }
    const wend_vec3 from = {leg->from_point.x, leg->from_point.y, leg->from_height};
    const wend_vec3 to = {leg->to_point.x, leg->to_point.y, leg->to_height};
    if (wendi_check_vec3(&path->error, function, "from_point", from) != WEND_OK ||
        wendi_check_vec3(&path->error, function, "to_point", to) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    const size_t count = path->legs.count;
    const wend_vec2 end = count > 0 ? path->legs.items[count - 1].to_point : leg->from_point;
    if (!wendi_vec2_is_same(end, leg->from_point)) {
        return wendi_fail(&path->error, WEND_ERROR_ARGUMENT,
                          "%s: from_point is %s, %s, and must be where the leg before ends: %s, %s",
                          function, wendi_format_number(from.x).text,
                          wendi_format_number(from.y).text, wendi_format_number(end.x).text,
                          wendi_format_number(end.y).text);
    }
    wend_leg added = *leg;
    const double x = leg->to_point.x - leg->from_point.x;
    const double y = leg->to_point.y - leg->from_point.y;
    const double z = leg->to_height - leg->from_height;
    added.length = wend_sqrt(x * x + y * y + z * z);
    return wendi_fail_plain(&path->error, function, wendi_path_append(path, &added));
}
