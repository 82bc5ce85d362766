/* Paths for anchors that follow a flow, as far ahead as they need.
 * Cost: samples every half a cell, every two seconds or when the path runs short. */
#include "crowd/formation/formation.h"

#include <assert.h>

enum { TRACE_TICKS = 40 };

/* Cells between samples. */
static const double TRACE_STEP = 0.5;

/* Follows the directions of the flow from a position, where it has fields or a route: a straight
 * line ahead is no path. @return the number of points, including that position. */
static size_t trace(const wend_crowd *crowd, const wendi_formation *f, wend_vec2 from,
                    wend_flow_guidance *why)
{
    wend_vec2 *line = crowd->formations->scratch->line;
    const double step = TRACE_STEP * crowd->flow_cell;
    size_t count = 0;
    line[count++] = from;
    while (count < WENDI_FORMATION_LINE_MOST) {
        wend_vec2 path = {0, 0};
        *why = wend_flow_sample(crowd->flow, f->flow, f->floor, from.x, from.y, &path.x, &path.y);
        if (!(path.x * path.x + path.y * path.y > 0) || *why == WEND_FLOW_TAKE_LINK ||
            *why == WEND_FLOW_WAITING || *why == WEND_FLOW_NOT_COVERED) {
            break;
        }
        from = wend_vec2_add(from, wend_vec2_scale(path, step));
        line[count++] = from;
    }
    return count;
}

/* Metres of path needed ahead of the anchor. */
static double ahead_of(const wendi_formation *f)
{
    return f->pattern.depth / 2 + f->full_width + 4 * f->spacing + 4;
}

/* The path is traced again from the first rank on, or from the anchor if walls changed. */
static double arc_to_cut_at(const wend_crowd *crowd, const wendi_formation *f)
{
    const double arc = wendi_formation_arc(f);
    return crowd->formations->has_edits ? arc : arc + f->pattern.depth / 2;
}

/* True if walls changed, the path runs short, or the goal may have moved. */
static bool is_trace_due(const wend_crowd *crowd, const wendi_formation *f)
{
    const double left = wendi_anchor_path_end(&f->path) - wendi_formation_arc(f);
    return crowd->tick % TRACE_TICKS == 0 || crowd->formations->has_edits || f->path.count < 2 ||
           (!f->is_path_whole && left < ahead_of(f));
}

/* ---- planning ---- */

wend_result wendi_formation_trace_flow(wend_crowd *crowd, wendi_formation *f,
                                       wendi_formation *draft)
{
    f->plan.trace = WENDI_TRACE_NONE;
    /* In front of a wall that the flow does not know the formation waits for edits. */
    const bool is_stopped = draft->state == (uint8_t)WEND_BODY_NO_PATH &&
                            wendi_formation_is_path_blocked(draft) && !crowd->formations->has_edits;
    if (is_stopped || !is_trace_due(crowd, draft)) {
        return WEND_OK;
    }
    const bool has_arrived = draft->state == (uint8_t)WEND_BODY_ARRIVED;
    wend_vec2 from = draft->anchor.position;
    if (!has_arrived && draft->path.count >= 2) {
        draft->path.count =
            wendi_anchor_path_preview_cut(&draft->path, arc_to_cut_at(crowd, draft), &from);
    }
    wend_flow_guidance why = WEND_FLOW_INVALID;
    const size_t count = trace(crowd, draft, from, &why);
    f->plan.is_whole = why == WEND_FLOW_ARRIVED;
    const bool is_at_end = draft->path.count < 2 || draft->anchor.is_at_end;
    if (count < 2 && why == WEND_FLOW_TAKE_LINK && is_at_end) {
        f->plan.trace = WENDI_TRACE_CROSS_LINK;
        return WEND_OK;
    }
    if (count < 2 && !f->plan.is_whole) {
        /* Action where the flow has no direction. */
        wend_result result = WEND_OK;
        if (why == WEND_FLOW_NOT_COVERED) {
            result = wend_flow_add_source(crowd->flow, f->flow, draft->floor, from.x, from.y);
        }
        const bool has_no_path =
            why == WEND_FLOW_INVALID || why == WEND_FLOW_UNREACHABLE || result == WEND_NO_PATH;
        f->plan.trace = has_no_path ? WENDI_TRACE_NO_PATH : WENDI_TRACE_WAIT;
        return result == WEND_ERROR_MEMORY ? result : WEND_OK;
    }
    if (count < 2 && has_arrived) {
        return WEND_OK;
    }
    f->plan.trace = WENDI_TRACE_EXTEND;
    return wendi_formation_plan_line(crowd, f, crowd->formations->scratch->line, count)
               ? WEND_OK
               : WEND_ERROR_MEMORY;
}

/* ---- following ---- */

static void extend(wend_crowd *crowd, wendi_formation *f)
{
    const wendi_formation_plan *plan = &f->plan;
    const bool is_behind_path = f->path.count >= 2 && f->state != (uint8_t)WEND_BODY_ARRIVED;
    const wend_vec2 end = is_behind_path ? f->path.points[f->path.count - 1] : f->anchor.position;
    assert(wend_vec2_distance(plan->line[0], end) <= 0);
    (void)end;
    if (f->path.count < 2 || f->state != (uint8_t)WEND_BODY_MOVING) {
        wendi_formation_begin_path(crowd, f, plan->is_whole);
        wendi_members_restart(crowd, f);
        return;
    }
    const double metres = wendi_anchor_path_line_length(plan->line, plan->line_count);
    const uint32_t dropped =
        wendi_anchor_path_drop(&f->path, wendi_formation_arc(f) - wendi_formation_tail_length(f));
    f->anchor.leg -= dropped < f->anchor.leg ? dropped : f->anchor.leg;
    const wendi_anchor_path_agent agent = wendi_formation_agent(crowd, f);
    wendi_anchor_path_extend(&f->path, plan->line, plan->line_count, &agent, plan->is_whole);
    f->is_path_whole = plan->is_whole;
    f->anchor.is_at_end = f->anchor.is_at_end && metres < 1e-6;
}

/* At a link the anchor is at the other end at once, and members follow one after the other. */
static void cross(wend_crowd *crowd, wendi_formation *f)
{
    wend_flow_position to;
    const wend_vec2 at = f->anchor.position;
    const uint32_t floor = f->floor;
    if (wend_flow_link_at(crowd->flow, f->flow, floor, at.x, at.y, &to) != WEND_OK) {
        return;
    }
    f->floor = to.floor < crowd->obstacles.floor_count ? to.floor : floor;
    if (to.floor != f->floor || !wendi_formation_is_open(crowd, f, to.position)) {
        f->floor = floor;
        wendi_formation_lose_path(crowd, f);
        return;
    }
    f->anchor.position = to.position;
    f->anchor.leg = 0;
    f->anchor.is_at_end = false;
    f->is_relaid = true;
    f->waited = 0;
    wendi_anchor_path_clear(&f->path);
    wendi_members_cross_link(crowd, f);
}

void wendi_formation_follow_flow(wend_crowd *crowd, wendi_formation *f)
{
    const wendi_formation_trace what = f->plan.trace;
    if (what != WENDI_TRACE_NONE && f->state != (uint8_t)WEND_BODY_ARRIVED && f->path.count >= 2) {
        wendi_anchor_path_cut(&f->path, arc_to_cut_at(crowd, f));
    }
    if (what == WENDI_TRACE_CROSS_LINK) {
        cross(crowd, f);
    } else if (what == WENDI_TRACE_NO_PATH) {
        wendi_formation_lose_path(crowd, f);
    } else if (what == WENDI_TRACE_EXTEND) {
        extend(crowd, f);
    }
}
