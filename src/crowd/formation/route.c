/* Paths for anchors from the route source, and the plan of a formation's next tick.
 * Cost: what the source takes; a path is measured once.
 *
 * The query of a formation depends on its leader and the position of its anchor, which the tick
 * changes first. The query is therefore computed on a draft: a copy of the fields, whose arrays are
 * those of the formation and are only read. A tick that runs out of memory leaves the formation as
 * it was. */
#include "crowd/formation/formation.h"
#include "crowd/goals/goals.h"

#include "base/core/memory.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- plans ---- */

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

/* Reserves the path along the line: behind the current points, or behind a straight beginning. */
static bool reserve_path(const wend_crowd *crowd, wendi_formation *f)
{
    const double metres = wendi_anchor_path_line_length(f->plan.line, f->plan.line_count);
    return wendi_anchor_path_reserve(&f->path, &crowd->formations->allocator,
                                     f->path.count + 4 +
                                         wendi_anchor_path_points_for(metres, f->spacing));
}

bool wendi_formation_plan_line(const wend_crowd *crowd, wendi_formation *f, const wend_vec2 *line,
                               size_t count)
{
    if (!reserve_line(&f->plan, &crowd->formations->allocator, count)) {
        return false;
    }
    memcpy(f->plan.line, line, count * sizeof *line);
    f->plan.line_count = count;
    return reserve_path(crowd, f);
}

/* The leg nearest to a position, the first of equally near ones, and the point on it. */
static size_t nearest_leg(const wend_leg *legs, size_t count, wend_vec2 at, wend_vec2 *position)
{
    size_t best = 0;
    double least = HUGE_VAL;
    for (size_t i = 0; i < count; ++i) {
        const wend_vec2 path = wend_vec2_sub(legs[i].to_point, legs[i].from_point);
        const double squared = wend_vec2_dot(path, path);
        double t =
            squared > 0 ? wend_vec2_dot(wend_vec2_sub(at, legs[i].from_point), path) / squared : 0;
        t = t > 0 ? t : 0;
        const wend_vec2 near = wend_vec2_lerp(legs[i].from_point, legs[i].to_point, t < 1 ? t : 1);
        const double distance = wend_vec2_distance(near, at);
        if (distance < least) {
            least = distance;
            best = i;
            *position = near;
        }
    }
    return best;
}

bool wendi_formation_plan_path(const wend_crowd *crowd, wendi_formation *f,
                               const wendi_formation *draft, const wend_leg *legs, size_t count)
{
    wend_vec2 at = draft->anchor.position;
    const size_t first = nearest_leg(legs, count, at, &at);
    if (!reserve_line(&f->plan, &crowd->formations->allocator, count + 3)) {
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
    return reserve_path(crowd, f);
}

/* ---- the plan of a tick ---- */

wend_result wendi_formation_prepare(wend_crowd *crowd, wendi_formation *f)
{
    wendi_formation draft = *f;
    if (draft.has_left) {
        draft.slots = crowd->formations->scratch->slots;
        wendi_formation_choose_leader(crowd, &draft);
        wendi_formation_lay_out(crowd->formations, &draft, false);
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
        /* The query was made in a tick that failed, for walls that are gone since. */
        wendi_formation_cancel_query(crowd, f);
    }
    return WEND_OK;
}

/* ---- paths ---- */

/* Cosine: a path that begins beside or behind the pattern is followed after an about turn. */
static const double ABOUT = 0.5;
/* Metres, so that it has a direction. */
static const double TAIL_LEAST = 0.05;

/* Radii: a partial path that ends nearer to the anchor leads nowhere. */
static const double PART_LEAST = 0.8;

/* ---- leader ---- */

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

/* ---- beginning of a path ---- */

/* The first direction of a line, over `metres`. */
static wend_vec2 first_direction(const wend_vec2 *line, size_t count, double metres)
{
    for (size_t i = 1; i < count; ++i) {
        const wend_vec2 path = wend_vec2_sub(line[i], line[0]);
        if (wend_vec2_length(path) >= metres || i + 1 == count) {
            return wend_vec2_normalize(path);
        }
    }
    return (wend_vec2){0, 0};
}

/* Metres of path needed behind the anchor: for all members in single file. */
double wendi_formation_tail_length(const wendi_formation *f)
{
    return f->spacing * f->count + f->full_depth;
}

/* A straight path behind the anchor, as far as there is room. */
static void begin_straight(const wend_crowd *crowd, wendi_formation *f, wend_vec2 ahead)
{
    const wendi_anchor_path_agent w = wendi_formation_agent(crowd, f);
    const wend_vec2 back = {-ahead.x, -ahead.y};
    double tail = wendi_formation_tail_length(f);
    if (wend_vec2_length(back) > 0) {
        tail = wendi_anchor_path_clear_distance(w.set, f->anchor.position, back, tail, w.radius,
                                                w.margin);
    }
    tail = tail > TAIL_LEAST ? tail : TAIL_LEAST;
    f->exit_arc = -1;
    wendi_anchor_path_clear(&f->path);
    wendi_anchor_path_append(&f->path,
                             wend_vec2_add(f->anchor.position, wend_vec2_scale(back, tail)));
    wendi_anchor_path_append(&f->path, f->anchor.position);
    f->anchor.leg = 0;
}

void wendi_formation_begin_path(wend_crowd *crowd, wendi_formation *f, bool is_whole)
{
    const wend_vec2 *line = f->plan.line;
    const size_t count = f->plan.line_count;
    const wend_vec2 ahead = first_direction(line, count, 2 * f->spacing);
    const bool has_direction = wend_vec2_length(ahead) > 0.5;
    const bool is_about = has_direction && wend_vec2_dot(ahead, f->anchor.forward) < ABOUT;
    const bool was_strung = wendi_formation_is_bent_along_path(f);
    if (f->path.count >= 2 && !is_about) {
        const double arc = wendi_formation_arc(f);
        wendi_anchor_path_cut(&f->path, arc);
        (void)wendi_anchor_path_drop(&f->path, arc - wendi_formation_tail_length(f));
        f->path.open = f->path.count;
        f->anchor.leg = f->path.count - 1;
    } else {
        if (is_about) {
            /* The pattern faces along the new path at once; members take the nearest slots. */
            f->anchor.forward = ahead;
            f->anchor.heading = wend_atan2(ahead.y, ahead.x);
            f->anchor.turn_rate = 0;
        }
        begin_straight(crowd, f, has_direction && is_about ? ahead : f->anchor.forward);
        f->anchor.leg = 1;
    }
    f->anchor.is_at_end = false;
    f->anchor.is_turned = false;
    const wendi_anchor_path_agent agent = wendi_formation_agent(crowd, f);
    wendi_anchor_path_extend(&f->path, line, count, &agent, is_whole);
    f->is_path_whole = is_whole;
    f->is_relaid = true;
    f->state = WEND_BODY_MOVING;
    if (is_about || was_strung != wendi_formation_is_bent_along_path(f)) {
        wendi_formation_assign(crowd, f);
    }
}

/* ---- the route source ---- */

void wendi_formation_lose_path(wend_crowd *crowd, wendi_formation *f)
{
    if (f->state != (uint8_t)WEND_BODY_NO_PATH) {
        f->state = WEND_BODY_NO_PATH;
        wendi_events_set(&crowd->events, f->leader, WEND_EVENT_NO_PATH);
    }
}

/* True if a partial path leads on from the anchor. */
static bool leads_on(const wendi_formation *f)
{
    const size_t count = f->plan.leg_count;
    return count > 0 && wend_vec2_distance(f->plan.legs[count - 1].to_point, f->anchor.position) >
                            PART_LEAST * f->radius;
}

/* A partial path is followed to its end until more is known, as in goals/route_queries.c. True if
 * the current path is better. */
static bool keeps_path(const wendi_formation *f)
{
    const bool is_on_part =
        f->state == (uint8_t)WEND_BODY_MOVING && !f->is_path_whole && !f->anchor.is_at_end;
    return (f->is_jammed && f->is_path_whole && f->path.count >= 2) || is_on_part;
}

/* True if the answer replaces the path. */
static bool is_answer_used(const wendi_formation *f)
{
    const wend_result answer = f->plan.answer;
    return answer == WEND_OK || (answer == WEND_PARTIAL && !keeps_path(f) && leads_on(f));
}

/* ---- queries ---- */

static void query_source(wend_crowd *crowd, wendi_formation *f, wendi_formation *draft)
{
    wendi_formation_plan *plan = &f->plan;
    const bool is_new = f->ticket == 0 || plan->is_answered;
    draft->goal = is_new ? wendi_formation_open_position(crowd, draft, draft->goal) : draft->goal;
    plan->answer = WEND_OK;
    plan->leg_count = 0;
    if (crowd->source.start != NULL) {
        if (f->ticket != 0 && plan->walls != crowd->formations->walls_now) {
            /* The path that is being searched may be blocked by now. */
            wendi_formation_cancel_query(crowd, f);
        }
        const wendi_bodies *b = &crowd->bodies;
        const wend_vec2 wanted =
            draft->is_jammed ? wendi_formation_middle(crowd, draft) : draft->anchor.position;
        const wend_vec2 from =
            draft->is_jammed ? wendi_formation_anchor_position(crowd, draft, wanted) : wanted;
        const wend_route_query query = (wend_route_query){
            .from = wendi_formation_open_position(crowd, draft, from),
            .to = draft->goal,
            .from_floor = draft->floor,
            .to_floor = draft->floor,
            .crowd_class = draft->leader_class,
            .radius = draft->radius,
            .is_around_jam = draft->is_jammed,
            .user = b->user[draft->leader],
            .from_height = crowd->floor_heights != NULL ? crowd->floor_heights[draft->floor] : 0,
            .to_height = crowd->floor_heights != NULL ? crowd->floor_heights[draft->floor] : 0,
            .profile = WEND_ROUTE_PROFILE_ANY};
        wend_route_answer said;
        wend_path_clear(crowd->routes.scratch);
        plan->answer =
            wendi_goals_query_source(crowd, &f->ticket, &query, crowd->routes.scratch, &said);
        const bool has_path = plan->answer == WEND_OK || plan->answer == WEND_PARTIAL;
        crowd->routes.scratch_owner = has_path ? wendi_formation_route_owner(crowd, f) : WENDI_NONE;
    }
    plan->is_answered = true;
    plan->walls = crowd->formations->walls_now;
    plan->goal = draft->goal;
}

wend_result wendi_formation_query_route(wend_crowd *crowd, wendi_formation *f,
                                        wendi_formation *draft)
{
    if (!f->plan.is_answered || f->plan.walls != crowd->formations->walls_now) {
        query_source(crowd, f, draft);
    }
    if (!wendi_formations_keep_pending(crowd)) {
        return WEND_ERROR_MEMORY;
    }
    draft->goal = f->plan.goal;
    draft->plan = f->plan;
    if (!is_answer_used(draft)) {
        return WEND_OK;
    }
    if (draft->is_jammed) {
        wendi_formation_regroup(crowd, draft);
    }
    return wendi_formation_plan_path(crowd, f, draft, f->plan.legs, f->plan.leg_count)
               ? WEND_OK
               : WEND_ERROR_MEMORY;
}

/* ---- answers ---- */

static void use_answer(wend_crowd *crowd, wendi_formation *f, bool is_whole)
{
    if (f->is_jammed) {
        wendi_formation_regroup(crowd, f);
    }
    assert(wend_vec2_distance(f->plan.line[0], f->anchor.position) <= 0);
    wendi_formation_begin_path(crowd, f, is_whole);
    wendi_members_restart(crowd, f);
    wendi_members_split(crowd, f);
}

/* ---- conditions ---- */

/* A blocked path needs another one; so does a formation without a path when walls change. */
static bool is_path_blocked(const wend_crowd *crowd, const wendi_formation *f)
{
    return crowd->formations->has_edits && f->order == (uint8_t)WENDI_FORMATION_TO_POINT &&
           f->state != (uint8_t)WEND_BODY_ARRIVED &&
           (wendi_formation_is_path_blocked(f) || f->state == (uint8_t)WEND_BODY_NO_PATH);
}

/* At the end of a partial path the rest is needed. */
static bool is_part_done(const wendi_formation *f)
{
    return f->order == (uint8_t)WENDI_FORMATION_TO_POINT && f->state == (uint8_t)WEND_BODY_MOVING &&
           !f->is_path_whole && f->anchor.is_at_end;
}

bool wendi_formation_needs_route(const wend_crowd *crowd, const wendi_formation *f)
{
    return f->needs_query || f->is_jammed || is_part_done(f) || is_path_blocked(crowd, f);
}

void wendi_formation_apply_route(wend_crowd *crowd, wendi_formation *f)
{
    if (!wendi_formation_needs_route(crowd, f)) {
        return;
    }
    assert(f->plan.is_answered);
    f->needs_query = true;
    f->goal = f->plan.goal;
    f->plan.is_answered = false;
    if (f->plan.answer == WEND_PARTIAL) {
        const bool is_polled = f->ticket != 0;
        const bool keeps = keeps_path(f);
        if (is_answer_used(f)) {
            use_answer(crowd, f, false);
        } else if (!keeps && !is_polled) {
            wendi_formation_lose_path(crowd, f);
        }
        f->needs_query = is_polled;
        f->is_jammed = f->is_jammed && is_polled && keeps;
    } else if (f->plan.answer != WEND_IN_PROGRESS) {
        const bool has_way = f->is_jammed && f->path.count >= 2;
        if (is_answer_used(f)) {
            use_answer(crowd, f, true);
            wendi_events_set(&crowd->events, f->leader, WEND_EVENT_ROUTE);
        } else if (!has_way) {
            /* A jammed formation keeps its path. */
            wendi_formation_lose_path(crowd, f);
        }
        f->needs_query = false;
        f->is_jammed = false;
    }
}
