/* takes: formations that have somewhere to go, the route source, orders of the flow.
 * gives: ways for their anchors.
 * cost:  what the source takes; a way is measured once; a flow's way is looked at every two
 *        seconds, or when it runs short. */
#include "crowd/formation_private.h"

#include <math.h>

enum { TRACE_TICKS = 40 };

/* A way that begins beside or behind the pattern is marched along after an about turn: cosine. */
static const double ABOUT = 0.5;
/* A flow is followed in steps of so many of its cells. */
static const double TRACE_STEP = 0.5;

/* ---- who asks ---- */

void wendi_formation_choose_leader(const wend_crowd *crowd, wendi_formation *f)
{
    const wendi_bodies *b = &crowd->bodies;
    double least = -1;
    f->radius = 0;
    for (uint32_t i = 0; i < f->count; ++i) {
        const uint32_t body = f->members[i].body;
        const double dx = b->x[body] - f->goal.x;
        const double dy = b->y[body] - f->goal.y;
        f->radius = b->radius[body] > f->radius ? b->radius[body] : f->radius;
        if (least < 0 || dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            f->leader = body;
        }
    }
    f->leader_class = b->crowd_class[f->leader];
}

static wendi_way_walker walker_of(const wend_crowd *crowd, const wendi_formation *f)
{
    return (wendi_way_walker){.set = wendi_barriers_of(&crowd->barriers, f->floor, f->leader_class),
                              .radius = f->radius,
                              .margin = crowd->barriers.margin,
                              .width = f->full_width,
                              .spacing = f->spacing};
}

/* ---- a way ---- */

static double length_of(const wend_vec2 *line, size_t count)
{
    double metres = 0;
    for (size_t i = 1; i < count; ++i) {
        metres += wend_vec2_distance(line[i - 1], line[i]);
    }
    return metres;
}

/* Where a line leads at first: over a little more than a slot. */
static wend_vec2 first_direction(const wend_vec2 *line, size_t count, double metres)
{
    for (size_t i = 1; i < count; ++i) {
        const wend_vec2 way = wend_vec2_sub(line[i], line[0]);
        if (wend_vec2_length(way) >= metres || i + 1 == count) {
            return wend_vec2_normalize(way);
        }
    }
    return (wend_vec2){0, 0};
}

/* So much of the way must be there behind the anchor: for a single file of all. */
static double tail_of(const wendi_formation *f)
{
    return f->spacing * f->count + f->full_depth;
}

/* A straight way behind the anchor. */
static void begin_straight(wendi_formation *f, wend_vec2 ahead)
{
    f->way.count = 0;
    wendi_way_append(&f->way, wend_vec2_sub(f->wheel.position, wend_vec2_scale(ahead, tail_of(f))));
    wendi_way_append(&f->way, f->wheel.position);
    f->wheel.leg = 0;
}

/* The pattern looks along the new way at once, and all go to the slots that are nearest. */
static void turn_about(wendi_formation *f, wend_vec2 ahead)
{
    f->wheel.forward = ahead;
    f->wheel.heading = wend_atan2(ahead.y, ahead.x);
    f->wheel.turn_rate = 0;
}

bool wendi_formation_begin_way(wend_crowd *crowd, wendi_formation *f, const wend_vec2 *line,
                               size_t count, bool is_whole)
{
    const double metres = length_of(line, count);
    if (!wendi_way_reserve(&f->way, &crowd->formations.allocator,
                           f->way.count + 4 + wendi_way_points_for(metres, f->spacing))) {
        return false;
    }
    const wend_vec2 ahead = first_direction(line, count, 2 * f->spacing);
    const bool has_direction = wend_vec2_length(ahead) > 0.5;
    const bool is_about = has_direction && wend_vec2_dot(ahead, f->wheel.forward) < ABOUT;
    const bool was_strung = wendi_formation_is_strung(f);
    if (f->way.count >= 2 && !is_about) {
        const double arc = wendi_formation_arc(f);
        wendi_way_cut(&f->way, arc);
        (void)wendi_way_drop(&f->way, arc - tail_of(f));
        f->wheel.leg = f->way.count - 1;
    } else {
        if (is_about) {
            turn_about(f, ahead);
        }
        begin_straight(f, has_direction && is_about ? ahead : f->wheel.forward);
        f->wheel.leg = 1;
    }
    f->wheel.is_there = false;
    f->wheel.is_turned = false;
    const wendi_way_walker walker = walker_of(crowd, f);
    wendi_way_extend(&f->way, line, count, &walker, is_whole);
    f->is_way_whole = is_whole;
    f->is_relaid = true;
    f->state = WEND_BODY_GOING;
    if (is_about || was_strung != wendi_formation_is_strung(f)) {
        wendi_formation_assign(crowd, f);
    }
    return true;
}

/* ---- paths ---- */

static wend_vec2 nearest_on(wend_vec2 from, wend_vec2 to, wend_vec2 at)
{
    const wend_vec2 way = wend_vec2_sub(to, from);
    const double squared = wend_vec2_dot(way, way);
    double t = squared > 0 ? wend_vec2_dot(wend_vec2_sub(at, from), way) / squared : 0;
    t = t > 0 ? t : 0;
    return wend_vec2_lerp(from, to, t < 1 ? t : 1);
}

/* The leg that comes nearest to the anchor, the first of those, and where on it. */
static size_t nearest_leg(const wend_path *path, wend_vec2 at, wend_vec2 *place)
{
    size_t best = 0;
    double least = HUGE_VAL;
    for (size_t i = 0; i < wend_path_leg_count(path); ++i) {
        const wend_leg leg = wend_path_leg(path, i);
        const wend_vec2 near = nearest_on(leg.from_point, leg.to_point, at);
        const double distance = wend_vec2_distance(near, at);
        if (distance < least) {
            least = distance;
            best = i;
            *place = near;
        }
    }
    return best;
}

/* A path's points are put down behind the way's own, and become part of it from there. */
bool wendi_formation_take_path(wend_crowd *crowd, wendi_formation *f, const wend_path *path)
{
    const size_t legs = wend_path_leg_count(path);
    wend_vec2 at = f->wheel.position;
    const size_t first = nearest_leg(path, at, &at);
    if (!wendi_formations_reserve_line(&crowd->formations, legs + 3)) {
        return false;
    }
    wend_vec2 *line = crowd->formations.line;
    size_t count = 0;
    line[count++] = f->wheel.position;
    if (legs > 0) {
        line[count++] = at;
    } else if (f->order == (uint8_t)WENDI_FORMATION_TO_POINT) {
        line[count++] = f->goal;
    }
    for (size_t i = first; i < legs; ++i) {
        line[count++] = wend_path_leg(path, i).to_point;
    }
    return wendi_formation_begin_way(crowd, f, line, count, true);
}

/* ---- the route source ---- */

static wend_route_query query_of(const wend_crowd *crowd, const wendi_formation *f)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_vec2 anchor = f->wheel.position;
    const bool is_open = wendi_barriers_is_open(
        &crowd->barriers, wendi_barriers_of(&crowd->barriers, f->floor, f->leader_class),
        f->leader_class, anchor.x, anchor.y);
    const wend_vec2 leader = {b->x[f->leader], b->y[f->leader]};
    return (wend_route_query){.from = is_open ? anchor : leader,
                              .to = f->goal,
                              .from_floor = f->floor,
                              .to_floor = f->floor,
                              .crowd_class = f->leader_class,
                              .radius = f->radius,
                              .user = b->user[f->leader]};
}

static void lose_way(wend_crowd *crowd, wendi_formation *f)
{
    if (f->state != (uint8_t)WEND_BODY_NO_WAY) {
        f->state = WEND_BODY_NO_WAY;
        wendi_events_set(&crowd->events, f->leader, WEND_EVENT_NO_WAY);
    }
}

static wend_result answer(wend_crowd *crowd, wendi_formation *f, wend_result result)
{
    if (result == WEND_IN_PROGRESS) {
        return WEND_OK;
    }
    f->ticket = 0;
    if (result == WEND_OK || result == WEND_PARTIAL) {
        if (!wendi_formation_take_path(crowd, f, crowd->routes.scratch)) {
            return WEND_ERROR_MEMORY;
        }
        wendi_events_set(&crowd->events, f->leader, WEND_EVENT_ROUTE);
        wendi_members_wake(crowd, f);
        wendi_members_split(crowd, f);
    } else {
        lose_way(crowd, f);
    }
    f->is_asking = false;
    return WEND_OK;
}

static wend_result ask_source(wend_crowd *crowd, wendi_formation *f)
{
    if (crowd->source.ask == NULL) {
        wend_path_clear(crowd->routes.scratch);
        return answer(crowd, f, WEND_OK);
    }
    const wend_route_query query = query_of(crowd, f);
    wend_path_clear(crowd->routes.scratch);
    return answer(crowd, f, wendi_goals_query(crowd, &f->ticket, &query, crowd->routes.scratch));
}

/* ---- flows ---- */

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
    const double metres = length_of(line, count);
    if (!wendi_way_reserve(&f->way, &crowd->formations.allocator,
                           f->way.count + 2 + wendi_way_points_for(metres, f->spacing))) {
        return false;
    }
    const uint32_t dropped = wendi_way_drop(&f->way, wendi_formation_arc(f) - tail_of(f));
    f->wheel.leg -= dropped < f->wheel.leg ? dropped : f->wheel.leg;
    const wendi_way_walker walker = walker_of(crowd, f);
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

/* What there is to do where the flow says nothing about the way. */
static wend_result miss_way(wend_crowd *crowd, wendi_formation *f, wend_vec2 from,
                            wend_flow_why why)
{
    wend_result result = WEND_OK;
    if (why == WEND_FLOW_NOT_COVERED) {
        result = wend_flow_add_source(crowd->flow, f->flow, f->floor, from.x, from.y);
    }
    if (why == WEND_FLOW_INVALID || why == WEND_FLOW_UNREACHABLE || result == WEND_NO_PATH) {
        lose_way(crowd, f);
    }
    return result == WEND_ERROR_MEMORY ? result : WEND_OK;
}

static wend_result follow_flow(wend_crowd *crowd, wendi_formation *f)
{
    if (!is_trace_due(crowd, f)) {
        return WEND_OK;
    }
    const bool has_arrived = f->state == (uint8_t)WEND_BODY_ARRIVED;
    const wend_vec2 from = has_arrived ? f->wheel.position : cut_for_trace(crowd, f);
    wend_flow_why why = WEND_FLOW_INVALID;
    const size_t count = trace(crowd, f, from, &why);
    const bool is_whole = why == WEND_FLOW_ARRIVED || why == WEND_FLOW_TAKE_LINK;
    if (count < 2 && !is_whole) {
        return miss_way(crowd, f, from, why);
    }
    if (count < 2 && has_arrived) {
        return WEND_OK;
    }
    return extend_by_flow(crowd, f, count, is_whole) ? WEND_OK : WEND_ERROR_MEMORY;
}

/* ---- both ---- */

/* What walls that were built or torn down leave of the room beside the way. */
static void see_edits(wend_crowd *crowd, wendi_formation *f)
{
    if (crowd->formations.has_edits && f->way.count >= 2) {
        const wendi_way_walker walker = walker_of(crowd, f);
        wendi_way_measure(&f->way, (uint32_t)f->wheel.leg, &walker);
    }
}

/* The place ahead that is no longer open asks for another way. */
static bool is_way_shut(const wend_crowd *crowd, const wendi_formation *f)
{
    if (!crowd->formations.has_edits || f->order != (uint8_t)WENDI_FORMATION_TO_POINT ||
        f->state == (uint8_t)WEND_BODY_ARRIVED) {
        return false;
    }
    const wendi_barrier_set *set = wendi_barriers_of(&crowd->barriers, f->floor, f->leader_class);
    for (size_t i = f->wheel.leg; i < f->way.count; ++i) {
        const wend_vec2 at = f->way.points[i];
        if (!wendi_barriers_is_open(&crowd->barriers, set, f->leader_class, at.x, at.y)) {
            return true;
        }
    }
    return f->state == (uint8_t)WEND_BODY_NO_WAY;
}

wend_result wendi_formation_ask(wend_crowd *crowd, wendi_formation *f)
{
    see_edits(crowd, f);
    if (f->order == (uint8_t)WENDI_FORMATION_BY_FLOW) {
        return follow_flow(crowd, f);
    }
    f->is_asking = f->is_asking || is_way_shut(crowd, f);
    return f->is_asking ? ask_source(crowd, f) : WEND_OK;
}
