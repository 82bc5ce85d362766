/* takes: where formations are to go.
 * gives: orders that the next tick begins to follow.
 * cost:  constant; a path is measured. */
#include "crowd/formation/formation.h"

#include "base/math/bits.h"

#include <math.h>

static bool is_number(double value)
{
    return value >= -WEND_COORDINATE_MAX && value <= WEND_COORDINATE_MAX;
}

/* Another order: what was asked for the one before is of no use. */
static void begin_order(wend_crowd *crowd, wendi_formation *f, wendi_formation_order order,
                        wend_vec2 goal, double heading)
{
    wendi_formation_cancel(crowd, f);
    f->order = (uint8_t)order;
    f->goal = goal;
    f->goal_heading = heading;
    f->waited = 0;
    f->stalled = 0;
    f->mean_least = WENDI_SLOT_ERROR_MOST;
    f->tries = 0;
    f->is_jammed = false;
    f->settled = 0;
    f->settling = 0;
    f->widen_ticks = 0;
    wendi_formation_choose_leader(crowd, f);
}

wend_result wend_formation_set_goal(wend_crowd *crowd, wend_formation_id id, wend_vec2 to,
                                    double heading)
{
    wendi_formation *f = NULL;
    const wend_result result = wendi_formation_find_idle(crowd, "wend_formation_set_goal", id, &f);
    if (result != WEND_OK) {
        return result;
    }
    const bool is_turned = heading >= -1e6 && heading <= 1e6;
    if (!is_number(to.x) || !is_number(to.y)) {
        return wendi_refuse(&crowd->error, "wend_formation_set_goal", is_number(to.x) ? "y" : "x",
                            is_number(to.x) ? to.y : to.x, -WEND_COORDINATE_MAX,
                            WEND_COORDINATE_MAX);
    }
    if (!is_turned && !wendi_is_nan(heading)) {
        return wendi_refuse(&crowd->error, "wend_formation_set_goal", "heading", heading, -1e6,
                            1e6);
    }
    begin_order(crowd, f, WENDI_FORMATION_TO_POINT, to, heading);
    f->is_asking = true;
    f->state = WEND_BODY_PATH_PENDING;
    return WEND_OK;
}

wend_result wend_formation_follow_flow(wend_crowd *crowd, wend_formation_id id,
                                       wend_flow_request_id order)
{
    wendi_formation *f = NULL;
    wend_result result = wendi_formation_find_idle(crowd, "wend_formation_follow_flow", id, &f);
    if (result == WEND_OK) {
        result = wendi_goals_check_flow_order(crowd, "wend_formation_follow_flow", order);
    }
    if (result != WEND_OK) {
        return result;
    }
    begin_order(crowd, f, WENDI_FORMATION_BY_FLOW, f->anchor.position, (double)NAN);
    f->flow = order;
    f->state = WEND_BODY_PATH_PENDING;
    f->is_path_whole = false;
    return WEND_OK;
}

wend_result wend_formation_follow_path(wend_crowd *crowd, wend_formation_id id,
                                       const wend_path *path)
{
    static const char function[] = "wend_formation_follow_path";
    wendi_formation *f = NULL;
    wend_result result = wendi_formation_find_idle(crowd, function, id, &f);
    if (result != WEND_OK) {
        return result;
    }
    if (path == NULL) {
        return wendi_refuse_null(&crowd->error, function, "path");
    }
    result = wendi_crowd_update_obstacles(crowd, function);
    if (result != WEND_OK) {
        return result;
    }
    const size_t legs = wend_path_leg_count(path);
    wendi_formation draft = *f;
    draft.order = (uint8_t)WENDI_FORMATION_ALONG_PATH;
    if (!wendi_formation_plan_path(crowd, f, &draft, wend_path_legs(path), legs)) {
        return wendi_fail_plain(&crowd->error, function, WEND_ERROR_MEMORY);
    }
    const wend_vec2 goal = legs > 0 ? wend_path_leg(path, legs - 1).to_point : f->anchor.position;
    f->order = (uint8_t)WENDI_FORMATION_ALONG_PATH;
    f->goal = goal;
    f->goal_heading = (double)NAN;
    wendi_formation_begin_path(crowd, f, true);
    begin_order(crowd, f, WENDI_FORMATION_ALONG_PATH, goal, (double)NAN);
    wendi_members_restart(crowd, f);
    wendi_members_split(crowd, f);
    return WEND_OK;
}

wend_result wend_formation_stop(wend_crowd *crowd, wend_formation_id id)
{
    wendi_formation *f = NULL;
    const wend_result result = wendi_formation_find_idle(crowd, "wend_formation_stop", id, &f);
    if (result != WEND_OK) {
        return result;
    }
    begin_order(crowd, f, WENDI_FORMATION_HALTED, f->anchor.position, (double)NAN);
    f->state = WEND_BODY_NONE;
    return WEND_OK;
}
