/* takes: formations that follow an order of the flow.
 * gives: ways for their anchors, as far ahead as they need them.
 * cost:  samples of the flow every half a cell, every two seconds or when the way runs short. */
#include "crowd/formation_private.h"

enum { TRACE_TICKS = 40 };

/* A flow is followed in steps of so many of its cells. */
static const double TRACE_STEP = 0.5;

/* Follows the order's directions from a place. Returns how many points, that place the first. */
static size_t trace(const wend_crowd *crowd, const wendi_formation *f, wend_vec2 from,
                    wend_flow_why *why)
{
    wend_vec2 *line = crowd->formations.scratch->line;
    const double step = TRACE_STEP * crowd->flow_cell;
    size_t count = 0;
    line[count++] = from;
    while (count < WENDI_FORMATION_LINE_MOST) {
        wend_vec2 way = {0, 0};
        *why = wend_flow_sample(crowd->flow, f->flow, f->floor, from.x, from.y, &way.x, &way.y);
        if (!(way.x * way.x + way.y * way.y > 0) || *why == WEND_FLOW_TAKE_LINK) {
            break;
        }
        from = wend_vec2_add(from, wend_vec2_scale(way, step));
        line[count++] = from;
    }
    return count;
}

/* Metres of its way that must be known ahead of the anchor. */
static double ahead_of(const wendi_formation *f)
{
    return f->pattern.depth / 2 + f->full_width + 4 * f->spacing + 4;
}

/* From where on the way is looked for again: from the first rank on, unless walls changed. */
static wend_vec2 cut_for_trace(const wend_crowd *crowd, wendi_formation *f)
{
    if (f->way.count < 2) {
        return f->wheel.position;
    }
    double arc = wendi_formation_arc(f);
    if (!crowd->formations.has_edits) {
        arc += f->pattern.depth / 2;
    }
    wendi_way_cut(&f->way, arc);
    return f->way.points[f->way.count - 1];
}

static bool extend_by_flow(wend_crowd *crowd, wendi_formation *f, size_t count, bool is_whole)
{
    const wend_vec2 *line = crowd->formations.scratch->line;
    if (f->way.count < 2 || f->state != (uint8_t)WEND_BODY_GOING) {
        if (!wendi_formation_begin_way(crowd, f, line, count, is_whole)) {
            return false;
        }
        wendi_members_wake(crowd, f);
        return true;
    }
    const double metres = wendi_way_length(line, count);
    if (!wendi_way_reserve(&f->way, &crowd->formations.allocator,
                           f->way.count + 2 + wendi_way_points_for(metres, f->spacing))) {
        return false;
    }
    const uint32_t dropped =
        wendi_way_drop(&f->way, wendi_formation_arc(f) - wendi_formation_tail(f));
    f->wheel.leg -= dropped < f->wheel.leg ? dropped : f->wheel.leg;
    const wendi_way_walker walker = wendi_formation_walker(crowd, f);
    wendi_way_extend(&f->way, line, count, &walker, is_whole);
    f->is_way_whole = is_whole;
    f->wheel.is_there = f->wheel.is_there && metres < 1e-6;
    return true;
}

/* Time to look: walls changed, the way runs short, or the goal may have moved. */
static bool is_trace_due(const wend_crowd *crowd, const wendi_formation *f)
{
    const double left = wendi_way_end(&f->way) - wendi_formation_arc(f);
    return crowd->tick % TRACE_TICKS == 0 || crowd->formations.has_edits || f->way.count < 2 ||
           (!f->is_way_whole && left < ahead_of(f));
}

/* At a link: the anchor is at the other end at once, and members follow one after the other. */
static void cross(wend_crowd *crowd, wendi_formation *f)
{
    wend_flow_place to;
    const wend_vec2 at = f->wheel.position;
    const uint32_t floor = f->floor;
    if (wend_flow_link_at(crowd->flow, f->flow, floor, at.x, at.y, &to) != WEND_OK) {
        return;
    }
    f->floor = to.floor < crowd->barriers.floor_count ? to.floor : floor;
    if (to.floor != f->floor || !wendi_formation_is_open(crowd, f, to.position)) {
        f->floor = floor;
        wendi_formation_lose_way(crowd, f);
        return;
    }
    f->wheel.position = to.position;
    f->wheel.leg = 0;
    f->wheel.is_there = false;
    f->is_relaid = true;
    f->waited = 0;
    wendi_way_clear(&f->way);
    wendi_members_cross(crowd, f);
}

/* What there is to do where the flow says nothing about the way. */
static wend_result miss_way(wend_crowd *crowd, wendi_formation *f, wend_vec2 from,
                            wend_flow_why why)
{
    wend_result result = WEND_OK;
    if (why == WEND_FLOW_NOT_COVERED) {
        result = wend_flow_add_source(crowd->flow, f->flow, f->floor, from.x, from.y);
    }
    if (why == WEND_FLOW_INVALID || why == WEND_FLOW_UNREACHABLE || result == WEND_NO_PATH) {
        wendi_formation_lose_way(crowd, f);
    }
    return result == WEND_ERROR_MEMORY ? result : WEND_OK;
}

wend_result wendi_formation_trace(wend_crowd *crowd, wendi_formation *f)
{
    /* Before a wall that the flow does not know of it stands until there are edits. */
    const bool is_stopped = f->state == (uint8_t)WEND_BODY_NO_WAY && wendi_formation_is_shut(f) &&
                            !crowd->formations.has_edits;
    if (is_stopped || !is_trace_due(crowd, f)) {
        return WEND_OK;
    }
    const bool has_arrived = f->state == (uint8_t)WEND_BODY_ARRIVED;
    const wend_vec2 from = has_arrived ? f->wheel.position : cut_for_trace(crowd, f);
    wend_flow_why why = WEND_FLOW_INVALID;
    const size_t count = trace(crowd, f, from, &why);
    const bool is_whole = why == WEND_FLOW_ARRIVED;
    if (count < 2 && why == WEND_FLOW_TAKE_LINK && (f->way.count < 2 || f->wheel.is_there)) {
        cross(crowd, f);
        return WEND_OK;
    }
    if (count < 2 && !is_whole) {
        return miss_way(crowd, f, from, why);
    }
    if (count < 2 && has_arrived) {
        return WEND_OK;
    }
    return extend_by_flow(crowd, f, count, is_whole) ? WEND_OK : WEND_ERROR_MEMORY;
}
