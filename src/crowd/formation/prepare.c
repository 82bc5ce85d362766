/* takes: formations before a tick, or before an order.
 * gives: what they will need of others: answers, the line of a new way, memory for it.
 * cost:  a copy of the formation's fields; a path's or a flow's points where a way begins.
 *
 * What a formation asks depends on what the tick changes first: its leader, the place of its
 * anchor. That is found out on a draft: a copy of its fields, whose arrays are those of the
 * formation and are only read. So a tick that gets no memory leaves the formation as it was. */
#include "crowd/formation/formation.h"

#include "base/core/memory.h"

#include <math.h>
#include <string.h>

/* ---- lines ---- */

static bool reserve_line(wendi_formation_plan *plan, const wend_allocator *a, size_t count)
{
    if (count <= plan->line_capacity) {
        return true;
    }
    const size_t more = count + count / 2;
    wend_vec2 *line =
        wendi_resize(a, plan->line, plan->line_capacity * sizeof *line, more * sizeof *line);
    if (line == NULL) {
        return false;
    }
    plan->line = line;
    plan->line_capacity = more;
    return true;
}

/* Room for the way along the line: behind the points there are, or behind a straight beginning. */
static bool reserve_way(const wend_crowd *crowd, wendi_formation *f)
{
    const double metres = wendi_anchor_path_line_length(f->plan.line, f->plan.line_count);
    return wendi_anchor_path_reserve(&f->path, &crowd->formations.allocator,
                                     f->path.count + 4 +
                                         wendi_anchor_path_points_for(metres, f->spacing));
}

bool wendi_formation_plan_line(const wend_crowd *crowd, wendi_formation *f, const wend_vec2 *line,
                               size_t count)
{
    if (!reserve_line(&f->plan, &crowd->formations.allocator, count)) {
        return false;
    }
    memcpy(f->plan.line, line, count * sizeof *line);
    f->plan.line_count = count;
    return reserve_way(crowd, f);
}

static wend_vec2 nearest_on(wend_vec2 from, wend_vec2 to, wend_vec2 at)
{
    const wend_vec2 path = wend_vec2_sub(to, from);
    const double squared = wend_vec2_dot(path, path);
    double t = squared > 0 ? wend_vec2_dot(wend_vec2_sub(at, from), path) / squared : 0;
    t = t > 0 ? t : 0;
    return wend_vec2_lerp(from, to, t < 1 ? t : 1);
}

/* The leg that comes nearest to the anchor, the first of those, and where on it. */
static size_t nearest_leg(const wend_leg *legs, size_t count, wend_vec2 at, wend_vec2 *place)
{
    size_t best = 0;
    double least = HUGE_VAL;
    for (size_t i = 0; i < count; ++i) {
        const wend_vec2 near = nearest_on(legs[i].from_point, legs[i].to_point, at);
        const double distance = wend_vec2_distance(near, at);
        if (distance < least) {
            least = distance;
            best = i;
            *place = near;
        }
    }
    return best;
}

bool wendi_formation_plan_path(const wend_crowd *crowd, wendi_formation *f,
                               const wendi_formation *draft, const wend_leg *legs, size_t count)
{
    wend_vec2 at = draft->anchor.position;
    const size_t first = nearest_leg(legs, count, at, &at);
    if (!reserve_line(&f->plan, &crowd->formations.allocator, count + 3)) {
        return false;
    }
    wend_vec2 *line = f->plan.line;
    size_t points = 0;
    line[points++] = draft->anchor.position;
    if (count > 0) {
        line[points++] = at;
    } else if (draft->order == (uint8_t)WENDI_FORMATION_TO_POINT) {
        line[points++] = draft->goal;
    }
    for (size_t i = first; i < count; ++i) {
        line[points++] = legs[i].to_point;
    }
    f->plan.line_count = points;
    return reserve_way(crowd, f);
}

/* ---- a tick ---- */

wend_result wendi_formation_prepare(wend_crowd *crowd, wendi_formation *f)
{
    wendi_formation draft = *f;
    if (draft.has_left) {
        draft.slots = crowd->formations.scratch->slots;
        wendi_formation_choose_leader(crowd, &draft);
        wendi_formation_lay_out(&crowd->formations, &draft, false);
    }
    (void)wendi_formation_check_edits(crowd, &draft);
    wendi_formation_clear_jam(crowd, &draft);
    if (draft.order == (uint8_t)WENDI_FORMATION_BY_FLOW) {
        return wendi_formation_trace_flow(crowd, f, &draft);
    }
    if (wendi_formation_needs_route(crowd, &draft)) {
        return wendi_formation_query_route(crowd, f, &draft);
    }
    if (f->plan.is_answered) {
        /* It was asked in a tick that failed, and walls that it was asked for are gone since. */
        wendi_formation_cancel_query(crowd, f);
    }
    return WEND_OK;
}
