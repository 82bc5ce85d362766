/* takes: formations that have somewhere to go, the route source.
 * gives: ways for their anchors.
 * cost:  what the source takes; a way is measured once. */
#include "crowd/formation_private.h"

#include <math.h>

/* A way that begins beside or behind the pattern is marched along after an about turn: cosine. */
static const double ABOUT = 0.5;
/* Metres: it has a direction. */
static const double TAIL_LEAST = 0.05;

/* A part of a way that ends nearer to the anchor, in radii, leads nowhere. */
static const double PART_LEAST = 0.8;

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

/* ---- a way ---- */

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
double wendi_formation_tail(const wendi_formation *f)
{
    return f->spacing * f->count + f->full_depth;
}

/* A straight way behind the anchor, as far as there is room. */
static void begin_straight(const wend_crowd *crowd, wendi_formation *f, wend_vec2 ahead)
{
    const wendi_way_walker w = wendi_formation_walker(crowd, f);
    const wend_vec2 back = {-ahead.x, -ahead.y};
    double tail = wendi_formation_tail(f);
    if (wend_vec2_length(back) > 0) {
        tail = wendi_way_room(w.set, f->wheel.position, back, tail, w.radius, w.margin);
    }
    tail = tail > TAIL_LEAST ? tail : TAIL_LEAST;
    f->exit_arc = -1;
    wendi_way_clear(&f->way);
    wendi_way_append(&f->way, wend_vec2_add(f->wheel.position, wend_vec2_scale(back, tail)));
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
    const double metres = wendi_way_length(line, count);
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
        (void)wendi_way_drop(&f->way, arc - wendi_formation_tail(f));
        f->way.open = f->way.count;
        f->wheel.leg = f->way.count - 1;
    } else {
        if (is_about) {
            turn_about(f, ahead);
        }
        begin_straight(crowd, f, has_direction && is_about ? ahead : f->wheel.forward);
        f->wheel.leg = 1;
    }
    f->wheel.is_there = false;
    f->wheel.is_turned = false;
    const wendi_way_walker walker = wendi_formation_walker(crowd, f);
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
bool wendi_formation_take_path(wend_crowd *crowd, wendi_formation *f, const wend_path *path,
                               bool is_whole)
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
    return wendi_formation_begin_way(crowd, f, line, count, is_whole);
}

/* ---- the route source ---- */

static wend_route_query query_of(const wend_crowd *crowd, const wendi_formation *f)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_vec2 wanted = f->is_jammed ? wendi_formation_middle(crowd, f) : f->wheel.position;
    const wend_vec2 from = f->is_jammed ? wendi_formation_anchor_place(crowd, f, wanted) : wanted;
    return (wend_route_query){.from = wendi_formation_open_place(crowd, f, from),
                              .to = f->goal,
                              .from_floor = f->floor,
                              .to_floor = f->floor,
                              .crowd_class = f->leader_class,
                              .radius = f->radius,
                              .is_around_jam = f->is_jammed,
                              .user = b->user[f->leader]};
}

void wendi_formation_lose_way(wend_crowd *crowd, wendi_formation *f)
{
    if (f->state != (uint8_t)WEND_BODY_NO_WAY) {
        f->state = WEND_BODY_NO_WAY;
        wendi_events_set(&crowd->events, f->leader, WEND_EVENT_NO_WAY);
    }
}

static wend_result take_answer(wend_crowd *crowd, wendi_formation *f, bool is_whole)
{
    if (f->is_jammed) {
        wendi_formation_regroup(crowd, f);
    }
    if (!wendi_formation_take_path(crowd, f, crowd->routes.scratch, is_whole)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_members_wake(crowd, f);
    wendi_members_split(crowd, f);
    return WEND_OK;
}

/* True if a part of a way leads on from where the anchor is. */
static bool leads_on(const wend_crowd *crowd, const wendi_formation *f)
{
    const size_t count = wend_path_leg_count(crowd->routes.scratch);
    if (count == 0) {
        return false;
    }
    const wend_leg last = wend_path_leg(crowd->routes.scratch, count - 1);
    return wend_vec2_distance(last.to_point, f->wheel.position) > PART_LEAST * f->radius;
}

/* Part of a way is marched along, up to its end, until more is known: see goals_ask.c. */
static wend_result answer_partial(wend_crowd *crowd, wendi_formation *f)
{
    const bool is_polled = f->ticket != 0;
    const bool is_on_part =
        f->state == (uint8_t)WEND_BODY_GOING && !f->is_way_whole && !f->wheel.is_there;
    const bool keeps_way = (f->is_jammed && f->is_way_whole && f->way.count >= 2) || is_on_part;
    wend_result result = WEND_OK;
    if (!keeps_way && leads_on(crowd, f)) {
        result = take_answer(crowd, f, false);
    } else if (!keeps_way && !is_polled) {
        wendi_formation_lose_way(crowd, f);
    }
    if (result == WEND_OK) {
        f->is_asking = is_polled;
        f->is_jammed = f->is_jammed && is_polled && keeps_way;
    }
    return result;
}

static wend_result answer(wend_crowd *crowd, wendi_formation *f, wend_result result)
{
    if (result == WEND_IN_PROGRESS) {
        return WEND_OK;
    }
    if (result == WEND_PARTIAL) {
        return answer_partial(crowd, f);
    }
    f->ticket = 0;
    const bool has_way = f->is_jammed && f->way.count >= 2;
    if (result == WEND_OK) {
        if (take_answer(crowd, f, true) != WEND_OK) {
            return WEND_ERROR_MEMORY;
        }
        wendi_events_set(&crowd->events, f->leader, WEND_EVENT_ROUTE);
    } else if (!has_way) {
        /* Who is jammed keeps the way it has. */
        wendi_formation_lose_way(crowd, f);
    }
    f->is_asking = false;
    f->is_jammed = false;
    return WEND_OK;
}

static wend_result ask_source(wend_crowd *crowd, wendi_formation *f)
{
    if (f->ticket == 0) {
        f->goal = wendi_formation_open_place(crowd, f, f->goal);
    } else if (crowd->formations.has_edits) {
        /* The way that is being looked for may be shut by now. */
        wendi_formation_cancel(crowd, f);
        f->is_asking = true;
    }
    if (crowd->source.ask == NULL) {
        wend_path_clear(crowd->routes.scratch);
        return answer(crowd, f, WEND_OK);
    }
    const wend_route_query query = query_of(crowd, f);
    wend_path_clear(crowd->routes.scratch);
    return answer(crowd, f, wendi_goals_query(crowd, &f->ticket, &query, crowd->routes.scratch));
}

/* ---- both ---- */

/* A way that is shut asks for another one, and so does who has none, when walls change. */
static bool is_way_shut(const wend_crowd *crowd, const wendi_formation *f)
{
    return crowd->formations.has_edits && f->order == (uint8_t)WENDI_FORMATION_TO_POINT &&
           f->state != (uint8_t)WEND_BODY_ARRIVED &&
           (wendi_formation_is_shut(f) || f->state == (uint8_t)WEND_BODY_NO_WAY);
}

/* At the end of a part of a way the rest is asked for. */
static bool is_part_walked(const wendi_formation *f)
{
    return f->order == (uint8_t)WENDI_FORMATION_TO_POINT && f->state == (uint8_t)WEND_BODY_GOING &&
           !f->is_way_whole && f->wheel.is_there;
}

wend_result wendi_formation_ask(wend_crowd *crowd, wendi_formation *f)
{
    wendi_formation_see_edits(crowd, f);
    if (f->is_jammed && f->order != (uint8_t)WENDI_FORMATION_TO_POINT) {
        f->is_jammed = false;
        wendi_formation_regroup(crowd, f);
    }
    if (f->order == (uint8_t)WENDI_FORMATION_BY_FLOW) {
        return wendi_formation_trace(crowd, f);
    }
    f->is_asking = f->is_asking || f->is_jammed || is_part_walked(f) || is_way_shut(crowd, f);
    return f->is_asking ? ask_source(crowd, f) : WEND_OK;
}
