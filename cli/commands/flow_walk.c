/* Moves an agent from each source along the fields of a request, and finds the cheapest path over
 * cells for comparison.
 * Cost: a search for each source, and a sample every quarter of a cell. */
#include "commands/flow.h"

#include "wend/wend.h"

#include <math.h>
#include <stdlib.h>

/* Part of a cell that is walked between two samples. */
static const double STEP = 0.25;
/* An agent that has not arrived after this multiple of the cheapest path never will. */
static const double TIMES_LONGER = 20.0;

/* A walking agent. */
typedef struct walker {
    const flow_work *work;
    flow_walk *walk;
    wend_vec2 at;      /* metres */
    wend_vec2 heading; /* of the last step */
} walker;

/* ---- the path as a line ---- */

static bool add_point(flow_walk *walk, wend_vec2 at)
{
    if (walk->count == walk->capacity) {
        const size_t capacity = walk->capacity == 0 ? 32 : 2 * walk->capacity;
        wend_vec2 *points = realloc(walk->points, capacity * sizeof *points);
        if (points == NULL) {
            return false;
        }
        walk->points = points;
        walk->capacity = capacity;
    }
    walk->points[walk->count++] = at;
    return true;
}

/* Straight on, the line only gets longer. */
static bool lead_on(walker *w, wend_vec2 heading)
{
    flow_walk *walk = w->walk;
    const wend_vec2 turned = wend_vec2_sub(heading, w->heading);
    const bool is_straight = wend_vec2_dot(turned, turned) < 1e-12;
    w->heading = heading;
    if (is_straight && walk->count > 1) {
        walk->points[walk->count - 1] = w->at;
        return true;
    }
    return add_point(walk, w->at);
}

/* ---- walking ---- */

/* Cost of the ground between two points, in steps; they are a quarter of a cell apart. */
static double cost_between(const flow_work *work, wend_vec2 a, wend_vec2 b)
{
    int32_t x = 0;
    int32_t y = 0;
    const wend_vec2 middle = wend_vec2_lerp(a, b, 0.5);
    (void)wend_grid_cell(work->grid, wend_grid_node_at(work->grid, middle), &x, &y);
    const uint8_t factor =
        wend_grid_cost(work->grid, (uint32_t)work->arguments->agent.movement_class, x, y);
    return wend_vec2_length(wend_vec2_sub(b, a)) / work->grid_info.cell_size * factor;
}

static bool step_to(walker *w, wend_vec2 to, wend_vec2 heading)
{
    w->walk->cost += cost_between(w->work, w->at, to);
    w->at = to;
    return lead_on(w, heading);
}

/* The costs left before and behind a link differ by its cost. @return false: no memory. */
static bool take_link(walker *w)
{
    const flow_work *work = w->work;
    wend_flow_position to;
    double before = 0.0;
    double after = 0.0;
    if (wend_flow_link_at(work->flow, work->id, 0, w->at.x, w->at.y, &to) != WEND_OK) {
        w->walk->why = WEND_FLOW_INVALID;
        return true;
    }
    if (wend_flow_cost_left(work->flow, work->id, 0, w->at.x, w->at.y, &before) == WEND_OK &&
        wend_flow_cost_left(work->flow, work->id, 0, to.position.x, to.position.y, &after) ==
            WEND_OK) {
        w->walk->cost += before - after;
    }
    w->at = to.position;
    w->heading = (wend_vec2){0.0, 0.0};
    return add_point(w->walk, w->at);
}

static wend_vec2 nearest_goal(const walker *w)
{
    const flow_work *work = w->work;
    wend_vec2 nearest = work->goal_positions[0].position;
    for (size_t i = 1; i < work->arguments->to.count; i++) {
        const wend_vec2 goal = work->goal_positions[i].position;
        if (wend_vec2_length(wend_vec2_sub(goal, w->at)) <
            wend_vec2_length(wend_vec2_sub(nearest, w->at))) {
            nearest = goal;
        }
    }
    return nearest;
}

/* One sample and the step along it. @return false: no memory. */
static bool go_on(walker *w)
{
    const flow_work *work = w->work;
    wend_vec2 heading = {0.0, 0.0};
    flow_walk *walk = w->walk;
    walk->why = wend_flow_sample(work->flow, work->id, 0, w->at.x, w->at.y, &heading.x, &heading.y);
    if (walk->why == WEND_FLOW_ARRIVED) {
        return step_to(w, nearest_goal(w), (wend_vec2){0.0, 0.0});
    }
    if (walk->why == WEND_FLOW_TAKE_LINK) {
        return take_link(w);
    }
    if (walk->why != WEND_FLOW_LINE_OF_SIGHT && walk->why != WEND_FLOW_FIELD) {
        return true;
    }
    const double step = STEP * work->grid_info.cell_size;
    return step_to(w, wend_vec2_add(w->at, wend_vec2_scale(heading, step)), heading);
}

static bool is_walking(const flow_walk *walk)
{
    return walk->why == WEND_FLOW_LINE_OF_SIGHT || walk->why == WEND_FLOW_FIELD ||
           walk->why == WEND_FLOW_TAKE_LINK;
}

static bool walk_from(const flow_work *work, wend_vec2 from, flow_walk *walk)
{
    walker w = {.work = work, .walk = walk, .at = from};
    const double most = TIMES_LONGER * (walk->best + 1.0);
    if (!add_point(walk, from) || !go_on(&w)) {
        return false;
    }
    while (is_walking(walk) && walk->cost < most) {
        if (!go_on(&w)) {
            return false;
        }
    }
    return true;
}

/* ---- the cheapest path ---- */

static int find_best(const cli *c, const flow_work *work, flow_walk *walk)
{
    wend_search_query query = wend_search_query_default();
    query.start = walk->start;
    query.goal_kind = WEND_GOAL_SET;
    query.goals = work->goals;
    query.goal_count = work->arguments->to.count;
    const wend_result result = wend_search_find(work->search, &query);
    wend_search_answer answer;
    if (result < 0) {
        return cli_fail(c, "%s", wend_search_error(work->search));
    }
    wend_search_get_answer(work->search, &answer);
    walk->best = answer.result == WEND_OK ? wend_cost_to_double(answer.cost) : (double)INFINITY;
    walk->why = WEND_FLOW_UNREACHABLE;
    walk->is_blocked = answer.reason == WEND_FAILURE_START_BLOCKED;
    return CLI_OK;
}

/* ---- all ---- */

static void sum_up(flow_work *work)
{
    double sum = 0.0;
    work->stretch_worst = (double)NAN;
    for (size_t i = 0; i < work->source_count; i++) {
        const flow_walk *walk = &work->walks[i];
        if (walk->why == WEND_FLOW_ARRIVED) {
            const double stretch = walk->best > 0.0 ? walk->cost / walk->best : 1.0;
            sum += stretch;
            work->stretch_worst = fmax(work->stretch_worst, stretch);
            work->arrived++;
        }
    }
    work->stretch_mean = work->arrived > 0 ? sum / (double)work->arrived : (double)NAN;
}

int flow_walk_all(const cli *c, flow_work *work)
{
    work->walks = calloc(work->source_count + 1, sizeof *work->walks);
    if (work->walks == NULL) {
        return cli_fail_call(c, "flow", WEND_ERROR_MEMORY, NULL);
    }
    for (size_t i = 0; i < work->source_count; i++) {
        flow_walk *walk = &work->walks[i];
        const wend_vec2 from = work->sources[i].position;
        walk->start = wend_grid_node_at(work->grid, from);
        if (find_best(c, work, walk) != CLI_OK) {
            return CLI_BAD;
        }
        if (isfinite(walk->best) && !walk_from(work, from, walk)) {
            return cli_fail_call(c, "flow", WEND_ERROR_MEMORY, NULL);
        }
    }
    sum_up(work);
    return CLI_OK;
}
