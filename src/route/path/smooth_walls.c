/* Joins plain legs of a path past walls.
 * Cost: one clearance test a leg, or up to legs^2 / 2. */
#include "route/path/plain.h"
#include "route/path/straighten.h"
#include "wend/path_shape.h"

#include <math.h>
#include <string.h>

enum { WALLS_COOKIE = 0x57505731 };

wend_path_walls wend_path_walls_default(void)
{
    wend_path_walls how;
    memset(&how, 0, sizeof how);
    how.cookie = WALLS_COOKIE;
    how.stops = WEND_STOPS_WALK;
    how.factor = 1;
    return how;
}

bool wendi_leg_costs_its_length(const wend_leg *leg, double factor)
{
    const double cost = wend_cost_to_double(leg->cost);
    const double metres = leg->length * factor;
    const double off = cost > metres ? cost - metres : metres - cost;
    return off <= metres * 1e-6 || off <= 16 / (double)WEND_COST_ONE;
}

bool wendi_factor_is_valid(double factor)
{
    return factor >= 1.0 / 256 && factor <= 65536;
}

static bool is_plain(void *context, const wend_leg *leg)
{
    const wend_path_walls *how = context;
    if (leg->behaviour != WEND_BEHAVIOUR_WALK) {
        return false;
    }
    return how->keeps != NULL ? !how->keeps(how->user, leg)
                              : wendi_leg_costs_its_length(leg, how->factor);
}

static wend_result walk(void *context, wend_leg *leg, wend_cost most)
{
    const wend_path_walls *how = context;
    leg->cost = wend_cost_from_double(leg->length * how->factor);
    if (leg->cost > most) {
        return WEND_NO_PATH;
    }
    return wend_walls_can_walk(how->walls, leg->from_point, leg->to_point, how->radius, how->stops)
               ? WEND_OK
               : WEND_NO_PATH;
}

wend_result wend_path_smooth_walls(wend_path *path, const wend_path_walls *how)
{
    static const char function[] = "wend_path_smooth_walls";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (how == NULL) {
        return wendi_refuse_null(&path->error, function, "how");
    }
    if (how->cookie != WALLS_COOKIE) {
        return wendi_refuse_cookie(&path->error, function, how->cookie, "wend_path_walls_default");
    }
    if (how->walls == NULL) {
        return wendi_refuse_null(&path->error, function, "walls");
    }
    if (!(how->radius >= 0 && how->radius <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(&path->error, function, "radius", how->radius, 0, WEND_COORDINATE_MAX);
    }
    if (!wendi_factor_is_valid(how->factor)) {
        return wendi_refuse(&path->error, function, "factor", how->factor, 1.0 / 256, 65536);
    }
    if (how->smoothing != WEND_SMOOTHING_QUICK && how->smoothing != WEND_SMOOTHING_PRECISE) {
        return wendi_refuse(&path->error, function, "smoothing", (double)how->smoothing,
                            WEND_SMOOTHING_QUICK, WEND_SMOOTHING_PRECISE);
    }
    wend_path_walls own = *how;
    const wendi_segment_world straightener = {&own, false, is_plain, walk};
    path->is_busy = true;
    const wend_result result = wendi_path_straighten(path, &straightener, how->smoothing);
    path->is_busy = false;
    return wendi_fail_plain(&path->error, function, result);
}
