/* The methods of explorers of a crowd: one update of each. A few sweeps. */
#include "crowd/explore/explorers.h"

#include "base/math/clamp.h"

/* Seconds of a step back, and of a straight walk at random. */
static const double BACK_LEAST = 0.3;
static const double BACK_MOST = 1.5;
static const double RUN_MOST = 5;
static const double TURN = 6.283185307179586;

uint32_t wendi_explorer_draw_below(const wendi_explorer_view *view, uint32_t count)
{
    return wend_random_below(view->all->seed, view->e->body.index1, view->e->draws++, count);
}

double wendi_explorer_draw_unit(const wendi_explorer_view *view)
{
    return wend_random_unit(view->all->seed, view->e->body.index1, view->e->draws++);
}

static wend_vec2 to_goal(const wendi_explorer_view *view)
{
    return wend_vec2_normalize(wend_vec2_sub(view->e->goal, view->at));
}

/* What stops it within its next two ticks in a direction of length 1. */
static bool is_stopped(const wendi_explorer_view *view, wend_vec2 direction, wend_crowd_hit *hit)
{
    const double left = wend_vec2_distance(view->at, view->e->goal);
    const double look = wendi_min(2 * view->advance, left);
    return wendi_explorer_sweep(view, view->at,
                                wend_vec2_add(view->at, wend_vec2_scale(direction, look)), hit);
}

/* True if the way to the goal is free for a while. */
static bool is_way_free(const wendi_explorer_view *view)
{
    const double left = wend_vec2_distance(view->at, view->e->goal);
    return wendi_explorer_is_free(view, to_goal(view),
                                  wendi_min(left, 3 * view->radius + 2 * view->advance));
}

wend_vec2 wendi_explorer_slide_to(const wendi_explorer_view *view, wend_vec2 target)
{
    const wend_vec2 way = wend_vec2_sub(target, view->at);
    const double left = wend_vec2_length(way);
    wend_vec2 direction = wend_vec2_normalize(way);
    wend_crowd_hit hit;
    const wend_vec2 ahead =
        wend_vec2_add(view->at, wend_vec2_scale(direction, wendi_min(left, 1.5 * view->advance)));
    if (wendi_explorer_sweep(view, view->at, ahead, &hit)) {
        /* Along the wall that it was pushed against, a little away from it. */
        const wend_vec2 along = {-hit.normal.y, hit.normal.x};
        const double forward = wend_vec2_dot(along, direction);
        direction = wend_vec2_normalize(wend_vec2_add(wend_vec2_scale(along, forward < 0 ? -1 : 1),
                                                      wend_vec2_scale(hit.normal, 0.25)));
    }
    return wend_vec2_scale(direction, wendi_min(view->speed, left / view->crowd->step));
}

/* ---- tracing ---- */

static wend_vec2 move_by_trace(const wendi_explorer_view *view)
{
    wendi_explorer *e = view->e;
    wend_crowd_hit hit;
    if (e->state == WEND_EXPLORE_TRACING) {
        const bool is_over = e->method == WEND_EXPLORE_TRACE && is_way_free(view);
        const wend_vec2 velocity = is_over ? (wend_vec2){0, 0} : wendi_explorer_trace(view);
        e->state = is_over ? WEND_EXPLORE_STRAIGHT : e->state;
        if (e->state != WEND_EXPLORE_STRAIGHT) {
            return velocity;
        }
    }
    const wend_vec2 direction = to_goal(view);
    if (!is_stopped(view, direction, &hit)) {
        return wend_vec2_scale(direction, view->speed);
    }
    e->collisions++;
    wendi_explorer_begin_trace(view, &hit, direction);
    return wendi_explorer_trace(view);
}

/* ---- turning ---- */

static void choose_turn(const wendi_explorer_view *view, const wend_crowd_hit *hit,
                        wend_vec2 direction)
{
    wendi_explorer *e = view->e;
    const wend_vec2 normal = wend_vec2_dot(hit->normal, hit->normal) > 0.5
                                 ? hit->normal
                                 : wend_vec2_scale(direction, -1);
    const wend_vec2 left = {normal.y, -normal.x};
    const double nearer = wend_vec2_dot(left, to_goal(view));
    bool is_left = nearer > 0;
    if (nearer < 1e-9 && nearer > -1e-9) {
        is_left = wendi_explorer_draw_below(view, 2) == 0;
    }
    e->heading = is_left ? left : wend_vec2_scale(left, -1);
    e->state = WEND_EXPLORE_TURNED;
    e->collisions++;
}

static wend_vec2 move_by_crash_turn(const wendi_explorer_view *view)
{
    wendi_explorer *e = view->e;
    wend_crowd_hit hit;
    if (e->state == WEND_EXPLORE_TURNED && is_way_free(view)) {
        e->state = WEND_EXPLORE_STRAIGHT;
    }
    wend_vec2 direction = e->state == WEND_EXPLORE_TURNED ? e->heading : to_goal(view);
    if (is_stopped(view, direction, &hit)) {
        choose_turn(view, &hit, direction);
        direction = e->heading;
    }
    return wend_vec2_scale(direction, view->speed);
}

/* ---- at random ---- */

static void begin_run(const wendi_explorer_view *view, double least, double most)
{
    const double angle = TURN * wendi_explorer_draw_unit(view);
    const double seconds = least + (most - least) * wendi_explorer_draw_unit(view);
    view->e->heading = (wend_vec2){wend_cos(angle), wend_sin(angle)};
    view->e->run_left = 1 + (uint32_t)(seconds / view->crowd->step);
}

/* Goes on with a run. @return false: it is over. */
static bool run_on(const wendi_explorer_view *view)
{
    wendi_explorer *e = view->e;
    wend_crowd_hit hit;
    if (e->run_left == 0 || is_stopped(view, e->heading, &hit)) {
        e->run_left = 0;
        return false;
    }
    e->run_left--;
    return true;
}

static wend_vec2 move_by_step_back(const wendi_explorer_view *view)
{
    wendi_explorer *e = view->e;
    wend_crowd_hit hit;
    if (e->state == WEND_EXPLORE_BACK && run_on(view)) {
        return wend_vec2_scale(e->heading, view->speed);
    }
    const wend_vec2 direction = to_goal(view);
    if (!is_stopped(view, direction, &hit)) {
        e->state = WEND_EXPLORE_STRAIGHT;
        return wend_vec2_scale(direction, view->speed);
    }
    e->collisions += e->state == WEND_EXPLORE_STRAIGHT;
    e->state = WEND_EXPLORE_BACK;
    begin_run(view, BACK_LEAST, BACK_MOST);
    return run_on(view) ? wend_vec2_scale(e->heading, view->speed) : (wend_vec2){0, 0};
}

static wend_vec2 move_at_random(const wendi_explorer_view *view)
{
    wendi_explorer *e = view->e;
    e->state = WEND_EXPLORE_TURNED;
    if (run_on(view)) {
        return wend_vec2_scale(e->heading, view->speed);
    }
    e->collisions++;
    begin_run(view, BACK_LEAST, RUN_MOST);
    return run_on(view) ? wend_vec2_scale(e->heading, view->speed) : (wend_vec2){0, 0};
}

wend_vec2 wendi_explorer_move(const wendi_explorer_view *view)
{
    wendi_explorer *e = view->e;
    const double left = wend_vec2_distance(view->at, e->goal);
    /* A goal in sight; tracing goes by its own rules. */
    const bool traces = e->method == WEND_EXPLORE_TRACE || e->method == WEND_EXPLORE_TRACE_LINE;
    if (!traces && left <= e->sense && wendi_explorer_is_free(view, to_goal(view), left)) {
        return wend_vec2_scale(to_goal(view), view->speed);
    }
    switch (e->method) {
    case WEND_EXPLORE_TRACE_LINE:
    case WEND_EXPLORE_TRACE:
        return move_by_trace(view);
    case WEND_EXPLORE_CRASH_TURN:
        return move_by_crash_turn(view);
    case WEND_EXPLORE_STEP_BACK:
        return move_by_step_back(view);
    case WEND_EXPLORE_DEPTH_FIRST:
        return wendi_explorer_remember(view);
    case WEND_EXPLORE_BY_MAP:
        return wendi_explorer_follow(view);
    case WEND_EXPLORE_RANDOM:
    default:
        return move_at_random(view);
    }
}
