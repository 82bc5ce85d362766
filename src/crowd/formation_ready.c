/* takes: formations before a tick, or before an order.
 * gives: what they will need of others: answers, the line of a new way, memory for it.
 * cost:  a copy of the formation's fields; a path's or a flow's points where a way begins.
 *
 * What a formation asks depends on what the tick changes first: its leader, the place of its
 * anchor. That is found out on a draft: a copy of its fields, whose arrays are those of the
 * formation and are only read. So a tick that gets no memory leaves the formation as it was. */
#include "crowd/formation_private.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

/* ---- lines ---- */

static bool reserve_line(wendi_formation_ready *ready, const wend_allocator *a, size_t count)
{
    if (count <= ready->line_capacity) {
        return true;
    }
    const size_t more = count + count / 2;
    wend_vec2 *line =
        wendi_resize(a, ready->line, ready->line_capacity * sizeof *line, more * sizeof *line);
    if (line == NULL) {
        return false;
    }
    ready->line = line;
    ready->line_capacity = more;
    return true;
}

/* Room for the way along the line: behind the points there are, or behind a straight beginning. */
static bool reserve_way(const wend_crowd *crowd, wendi_formation *f)
{
    const double metres = wendi_way_length(f->ready.line, f->ready.line_count);
    return wendi_way_reserve(&f->way, &crowd->formations.allocator,
                             f->way.count + 4 + wendi_way_points_for(metres, f->spacing));
}

bool wendi_formation_ready_line(const wend_crowd *crowd, wendi_formation *f, const wend_vec2 *line,
                                size_t count)
{
    if (!reserve_line(&f->ready, &crowd->formations.allocator, count)) {
        return false;
    }
    memcpy(f->ready.line, line, count * sizeof *line);
    f->ready.line_count = count;
    return reserve_way(crowd, f);
}

static wend_vec2 nearest_on(wend_vec2 from, wend_vec2 to, wend_vec2 at)
{
    const wend_vec2 way = wend_vec2_sub(to, from);
    const double squared = wend_vec2_dot(way, way);
    double t = squared > 0 ? wend_vec2_dot(wend_vec2_sub(at, from), way) / squared : 0;
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

bool wendi_formation_ready_path(const wend_crowd *crowd, wendi_formation *f,
                                const wendi_formation *draft, const wend_leg *legs, size_t count)
{
    wend_vec2 at = draft->wheel.position;
    const size_t first = nearest_leg(legs, count, at, &at);
    if (!reserve_line(&f->ready, &crowd->formations.allocator, count + 3)) {
        return false;
    }
    wend_vec2 *line = f->ready.line;
    size_t points = 0;
    line[points++] = draft->wheel.position;
    if (count > 0) {
        line[points++] = at;
    } else if (draft->order == (uint8_t)WENDI_FORMATION_TO_POINT) {
        line[points++] = draft->goal;
    }
    for (size_t i = first; i < count; ++i) {
        line[points++] = legs[i].to_point;
    }
    f->ready.line_count = points;
    return reserve_way(crowd, f);
}

/* ---- a tick ---- */

wend_result wendi_formation_prepare(wend_crowd *crowd, wendi_formation *f)
{
    wendi_formation draft = *f;
    if (draft.has_left) {
        draft.slots = crowd->formations.scratch->slots;
        wendi_formation_choose_leader(crowd, &draft);
        wendi_formation_lay(&crowd->formations, &draft, false);
    }
    (void)wendi_formation_look_at_edits(crowd, &draft);
    wendi_formation_forget_jam(crowd, &draft);
    if (draft.order == (uint8_t)WENDI_FORMATION_BY_FLOW) {
        return wendi_formation_look_ahead(crowd, f, &draft);
    }
    if (wendi_formation_is_to_ask(crowd, &draft)) {
        return wendi_formation_ask(crowd, f, &draft);
    }
    if (f->ready.is_answered) {
        /* It was asked in a tick that failed, and walls that it was asked for are gone since. */
        wendi_formation_drop_question(crowd, f);
    }
    return WEND_OK;
}
