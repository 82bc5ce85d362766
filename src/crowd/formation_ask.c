/* takes: formations that have somewhere to go, the route source.
 * gives: ways for their anchors.
 * cost:  what the source takes; a way is measured once. */
#include "crowd/formation_private.h"

#include <assert.h>

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

void wendi_formation_begin_way(wend_crowd *crowd, wendi_formation *f, bool is_whole)
{
    const wend_vec2 *line = f->ready.line;
    const size_t count = f->ready.line_count;
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

/* True if a part of a way leads on from where the anchor is. */
static bool leads_on(const wendi_formation *f)
{
    const size_t count = f->ready.leg_count;
    return count > 0 && wend_vec2_distance(f->ready.legs[count - 1].to_point, f->wheel.position) >
                            PART_LEAST * f->radius;
}

/* Part of a way is marched along, up to its end, until more is known: see goals_ask.c. True if what
 * there is is better. */
static bool keeps_way(const wendi_formation *f)
{
    const bool is_on_part =
        f->state == (uint8_t)WEND_BODY_GOING && !f->is_way_whole && !f->wheel.is_there;
    return (f->is_jammed && f->is_way_whole && f->way.count >= 2) || is_on_part;
}

/* Is the way that was answered to be taken? */
static bool is_to_take(const wendi_formation *f)
{
    const wend_result answer = f->ready.answer;
    return answer == WEND_OK || (answer == WEND_PARTIAL && !keeps_way(f) && leads_on(f));
}

/* ---- asking ---- */

static void ask_source(wend_crowd *crowd, wendi_formation *f, wendi_formation *draft)
{
    wendi_formation_ready *ready = &f->ready;
    const bool is_new = f->ticket == 0 || ready->is_answered;
    draft->goal = is_new ? wendi_formation_open_place(crowd, draft, draft->goal) : draft->goal;
    ready->answer = WEND_OK;
    ready->leg_count = 0;
    if (crowd->source.ask != NULL) {
        if (f->ticket != 0 && ready->walls != crowd->formations.walls_now) {
            /* The way that is being looked for may be shut by now. */
            wendi_formation_drop_question(crowd, f);
        }
        const wend_route_query query = query_of(crowd, draft);
        wend_path_clear(crowd->routes.scratch);
        ready->answer = wendi_goals_query(crowd, &f->ticket, &query, crowd->routes.scratch);
        const bool has_path = ready->answer == WEND_OK || ready->answer == WEND_PARTIAL;
        crowd->routes.scratch_of = has_path ? wendi_formation_asker(crowd, f) : WENDI_NONE;
    }
    ready->is_answered = true;
    ready->walls = crowd->formations.walls_now;
    ready->goal = draft->goal;
}

wend_result wendi_formation_ask(wend_crowd *crowd, wendi_formation *f, wendi_formation *draft)
{
    if (!f->ready.is_answered || f->ready.walls != crowd->formations.walls_now) {
        ask_source(crowd, f, draft);
    }
    if (!wendi_goals_park(crowd)) {
        return WEND_ERROR_MEMORY;
    }
    draft->goal = f->ready.goal;
    draft->ready = f->ready;
    if (!is_to_take(draft)) {
        return WEND_OK;
    }
    if (draft->is_jammed) {
        wendi_formation_regroup(crowd, draft);
    }
    return wendi_formation_ready_path(crowd, f, draft, f->ready.legs, f->ready.leg_count)
               ? WEND_OK
               : WEND_ERROR_MEMORY;
}

/* ---- answers ---- */

static void take_answer(wend_crowd *crowd, wendi_formation *f, bool is_whole)
{
    if (f->is_jammed) {
        wendi_formation_regroup(crowd, f);
    }
    assert(wend_vec2_distance(f->ready.line[0], f->wheel.position) <= 0);
    wendi_formation_begin_way(crowd, f, is_whole);
    wendi_members_wake(crowd, f);
    wendi_members_split(crowd, f);
}

static void answer_partial(wend_crowd *crowd, wendi_formation *f)
{
    const bool is_polled = f->ticket != 0;
    const bool keeps = keeps_way(f);
    if (is_to_take(f)) {
        take_answer(crowd, f, false);
    } else if (!keeps && !is_polled) {
        wendi_formation_lose_way(crowd, f);
    }
    f->is_asking = is_polled;
    f->is_jammed = f->is_jammed && is_polled && keeps;
}

static void answer_whole(wend_crowd *crowd, wendi_formation *f)
{
    const bool has_way = f->is_jammed && f->way.count >= 2;
    if (is_to_take(f)) {
        take_answer(crowd, f, true);
        wendi_events_set(&crowd->events, f->leader, WEND_EVENT_ROUTE);
    } else if (!has_way) {
        /* Who is jammed keeps the way it has. */
        wendi_formation_lose_way(crowd, f);
    }
    f->is_asking = false;
    f->is_jammed = false;
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

bool wendi_formation_is_to_ask(const wend_crowd *crowd, const wendi_formation *f)
{
    return f->is_asking || f->is_jammed || is_part_walked(f) || is_way_shut(crowd, f);
}

void wendi_formation_answer(wend_crowd *crowd, wendi_formation *f)
{
    if (!wendi_formation_is_to_ask(crowd, f)) {
        return;
    }
    assert(f->ready.is_answered);
    f->is_asking = true;
    f->goal = f->ready.goal;
    f->ready.is_answered = false;
    if (f->ready.answer == WEND_PARTIAL) {
        answer_partial(crowd, f);
    } else if (f->ready.answer != WEND_IN_PROGRESS) {
        answer_whole(crowd, f);
    }
}
