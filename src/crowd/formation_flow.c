/* takes: formations that follow an order of the flow.
 * gives: ways for their anchors, as far ahead as they need them.
 * cost:  samples of the flow every half a cell, every two seconds or when the way runs short. */
#include "crowd/formation_private.h"

#include <assert.h>

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

/* The way is looked for again from the first rank on, unless walls changed. */
static double arc_to_cut_at(const wend_crowd *crowd, const wendi_formation *f)
{
    const double arc = wendi_formation_arc(f);
    return crowd->formations.has_edits ? arc : arc + f->pattern.depth / 2;
}

/* Time to look: walls changed, the way runs short, or the goal may have moved. */
static bool is_trace_due(const wend_crowd *crowd, const wendi_formation *f)
{
    const double left = wendi_way_end(&f->way) - wendi_formation_arc(f);
    return crowd->tick % TRACE_TICKS == 0 || crowd->formations.has_edits || f->way.count < 2 ||
           (!f->is_way_whole && left < ahead_of(f));
}

/* ---- looking ---- */

/* What there is to do where the flow says nothing about the way. */
static wend_result miss_way(const wend_crowd *crowd, wendi_formation *f, uint32_t floor,
                            wend_vec2 from, wend_flow_why why)
{
    wend_result result = WEND_OK;
    if (why == WEND_FLOW_NOT_COVERED) {
        result = wend_flow_add_source(crowd->flow, f->flow, floor, from.x, from.y);
    }
    const bool is_lost =
        why == WEND_FLOW_INVALID || why == WEND_FLOW_UNREACHABLE || result == WEND_NO_PATH;
    f->ready.trace = is_lost ? WENDI_TRACE_LOSE : WENDI_TRACE_WAIT;
    return result == WEND_ERROR_MEMORY ? result : WEND_OK;
}

wend_result wendi_formation_look_ahead(wend_crowd *crowd, wendi_formation *f,
                                       wendi_formation *draft)
{
    f->ready.trace = WENDI_TRACE_NONE;
    /* Before a wall that the flow does not know of it stands until there are edits. */
    const bool is_stopped = draft->state == (uint8_t)WEND_BODY_NO_WAY &&
                            wendi_formation_is_shut(draft) && !crowd->formations.has_edits;
    if (is_stopped || !is_trace_due(crowd, draft)) {
        return WEND_OK;
    }
    const bool has_arrived = draft->state == (uint8_t)WEND_BODY_ARRIVED;
    wend_vec2 from = draft->wheel.position;
    if (!has_arrived && draft->way.count >= 2) {
        draft->way.count = wendi_way_look_at_cut(&draft->way, arc_to_cut_at(crowd, draft), &from);
    }
    wend_flow_why why = WEND_FLOW_INVALID;
    const size_t count = trace(crowd, draft, from, &why);
    f->ready.is_whole = why == WEND_FLOW_ARRIVED;
    const bool is_at_end = draft->way.count < 2 || draft->wheel.is_there;
    if (count < 2 && why == WEND_FLOW_TAKE_LINK && is_at_end) {
        f->ready.trace = WENDI_TRACE_CROSS;
        return WEND_OK;
    }
    if (count < 2 && !f->ready.is_whole) {
        return miss_way(crowd, f, draft->floor, from, why);
    }
    if (count < 2 && has_arrived) {
        return WEND_OK;
    }
    f->ready.trace = WENDI_TRACE_GO;
    return wendi_formation_ready_line(crowd, f, crowd->formations.scratch->line, count)
               ? WEND_OK
               : WEND_ERROR_MEMORY;
}

/* ---- following ---- */

static void extend(wend_crowd *crowd, wendi_formation *f)
{
    const wendi_formation_ready *ready = &f->ready;
    const bool is_behind_way = f->way.count >= 2 && f->state != (uint8_t)WEND_BODY_ARRIVED;
    const wend_vec2 end = is_behind_way ? f->way.points[f->way.count - 1] : f->wheel.position;
    assert(wend_vec2_distance(ready->line[0], end) <= 0);
    (void)end;
    if (f->way.count < 2 || f->state != (uint8_t)WEND_BODY_GOING) {
        wendi_formation_begin_way(crowd, f, ready->is_whole);
        wendi_members_wake(crowd, f);
        return;
    }
    const double metres = wendi_way_length(ready->line, ready->line_count);
    const uint32_t dropped =
        wendi_way_drop(&f->way, wendi_formation_arc(f) - wendi_formation_tail(f));
    f->wheel.leg -= dropped < f->wheel.leg ? dropped : f->wheel.leg;
    const wendi_way_walker walker = wendi_formation_walker(crowd, f);
    wendi_way_extend(&f->way, ready->line, ready->line_count, &walker, ready->is_whole);
    f->is_way_whole = ready->is_whole;
    f->wheel.is_there = f->wheel.is_there && metres < 1e-6;
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

void wendi_formation_follow(wend_crowd *crowd, wendi_formation *f)
{
    const wendi_formation_trace what = f->ready.trace;
    if (what != WENDI_TRACE_NONE && f->state != (uint8_t)WEND_BODY_ARRIVED && f->way.count >= 2) {
        wendi_way_cut(&f->way, arc_to_cut_at(crowd, f));
    }
    if (what == WENDI_TRACE_CROSS) {
        cross(crowd, f);
    } else if (what == WENDI_TRACE_LOSE) {
        wendi_formation_lose_way(crowd, f);
    } else if (what == WENDI_TRACE_GO) {
        extend(crowd, f);
    }
}
