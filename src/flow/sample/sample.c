/* takes: a request and places of agents.
 * gives: where to go from there, and why.
 * cost:  10 to 50 ns for each; no memory. Where an edge of a shadow goes through the cell, twice
 *        that. */
#include "flow/sample/sample.h"

/* ---- at the goal ---- */

/* The cells of a square around the point are fewer than the goals: those in them are asked. */
static bool is_near_any_cell(const wendi_sample *a, const wendi_plan *plan, int32_t reach)
{
    for (int32_t y = a->y - reach; y <= a->y + reach; ++y) {
        for (int32_t x = a->x - reach; x <= a->x + reach; ++x) {
            wendi_sample_cell place;
            if (wendi_sample_cell_at(a->flow, plan, a->floor, x, y, &place) &&
                wendi_sample_cell_direction(&place) == WENDI_FLOW_GOAL) {
                const uint32_t goal = wendi_sample_cell_goal(plan, &place);
                if (goal != UINT32_MAX && wendi_sample_is_at_goal(a, &plan->goals[goal])) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* By the cells around or goal by goal: both find the same, so the limits below are about time
 * alone, and a cell more or less than they say changes nothing. */
bool wendi_sample_is_at_any_goal(const wendi_sample *a, const wendi_plan *plan)
{
    enum { FEW = 16, REACH_MAX = 64 };
    const double most = (double)REACH_MAX;
    if (plan->goal_count > FEW && a->request->arrival_radius / a->flow->map.cell_size < most) {
        const int32_t reach = (int32_t)(a->request->arrival_radius / a->flow->map.cell_size) + 1;
        if ((2 * reach + 1) * (2 * reach + 1) < (int32_t)plan->goal_count) {
            return is_near_any_cell(a, plan, reach);
        }
    }
    for (uint32_t i = 0; i < plan->goal_count; ++i) {
        if (wendi_sample_is_at_goal(a, &plan->goals[i])) {
            return true;
        }
    }
    return false;
}

/* ---- by a plan that is done ---- */

static wend_flow_guidance head_for(wendi_sample *a, wend_vec2 at, wend_flow_guidance why)
{
    a->to = wendi_direction_toward(a->px, a->py, at.x, at.y);
    return why;
}

static wend_flow_guidance head_for_goal(wendi_sample *a, const wendi_flow_endpoint *goal)
{
    return goal->is_area ? WEND_FLOW_ARRIVED
                         : head_for(a, wendi_goal_point(goal), WEND_FLOW_LINE_OF_SIGHT);
}

static bool reaches_any_goal(const wendi_sample *a, const wendi_plan *plan)
{
    const wendi_reachability *reach = a->flow->classes[plan->flow_class].reach;
    for (uint32_t i = 0; i < plan->picked_count; ++i) {
        const wendi_flow_endpoint *goal = &plan->goals[plan->picked[i]];
        if (wendi_reachability_has_path(reach, a->floor, a->x, a->y, goal->floor, goal->x,
                                        goal->y)) {
            return true;
        }
    }
    return false;
}

/* A cell without a direction: a wall, another island, or nobody asked for a way from here. */
static wend_flow_guidance sample_without(wendi_sample *a, const wendi_plan *plan,
                                         const wendi_sample_cell *place)
{
    if (!wendi_sample_cell_is_open(a->flow, plan, place)) {
        return wendi_sample_cell_escape(a->flow, plan, place, a->px, a->py, &a->to)
                   ? WEND_FLOW_FIELD
                   : WEND_FLOW_NOT_COVERED;
    }
    return reaches_any_goal(a, plan) ? WEND_FLOW_NOT_COVERED : WEND_FLOW_UNREACHABLE;
}

static wend_flow_guidance sample_plan(wendi_sample *a, const wendi_plan *plan,
                                      wendi_sample_cell *place)
{
    wendi_sample_cell_read_first(a->flow, plan, place);
    if (wendi_sample_is_at_any_goal(a, plan)) {
        return WEND_FLOW_ARRIVED;
    }
    if (place->sight != 0) {
        const uint32_t seen = wendi_sample_cell_visible_goal(a->flow, plan, place, a->px, a->py);
        if (seen != UINT32_MAX) {
            return head_for_goal(a, &plan->goals[seen]);
        }
    }
    const uint32_t direction = wendi_sample_cell_direction(place);
    if (direction < WENDI_FLOW_GOAL) {
        if (wendi_sample_cell_blend_uniform(a->flow, place, direction, a->px, a->py, &a->to)) {
            return WEND_FLOW_FIELD;
        }
        a->to = wendi_sample_cell_blend(a->flow, plan, place, a->px, a->py);
        return WEND_FLOW_FIELD;
    }
    if (direction == WENDI_FLOW_GOAL) {
        const uint32_t goal = wendi_sample_cell_goal(plan, place);
        return goal != UINT32_MAX ? head_for_goal(a, &plan->goals[goal]) : WEND_FLOW_NOT_COVERED;
    }
    if (direction == WENDI_FLOW_LINK) {
        return head_for(a, wendi_cell_centre(a->x, a->y), WEND_FLOW_TAKE_LINK);
    }
    return sample_without(a, plan, place);
}

/* ---- by a route ---- */

/* Whoever stands in the window goes straight across (or waits for the field that says which link to
 * take); everybody else to the portal's cell. */
static wend_flow_guidance toward_window(wendi_sample *a, const wendi_step_target *step)
{
    const bool is_row = step->side == WENDI_SIDE_NORTH || step->side == WENDI_SIDE_SOUTH;
    const int32_t along = is_row ? a->x - step->x : a->y - step->y;
    const bool is_there = (is_row ? a->y == step->y : a->x == step->x) &&
                          along >= -(int32_t)step->before &&
                          along < (int32_t)step->count - (int32_t)step->before;
    int32_t x = is_there ? a->x : step->x;
    int32_t y = is_there ? a->y : step->y;
    if (is_there && step->side == WENDI_SIDE_LINK_OUT) {
        return WEND_FLOW_WAITING;
    }
    if (is_there) {
        x += step->side == WENDI_SIDE_EAST ? 1 : step->side == WENDI_SIDE_WEST ? -1 : 0;
        y += step->side == WENDI_SIDE_SOUTH ? 1 : step->side == WENDI_SIDE_NORTH ? -1 : 0;
    }
    return head_for(a, wendi_cell_centre(x, y), WEND_FLOW_TOWARD_PORTAL);
}

/* The nearest goal of the sector. */
static wend_flow_guidance toward_goal(wendi_sample *a, const wendi_plan *plan, uint32_t sector)
{
    double nearest = 0.0;
    wend_flow_guidance why = WEND_FLOW_WAITING;
    for (uint32_t i = 0; i < plan->goal_count; ++i) {
        const wendi_flow_endpoint *goal = &plan->goals[i];
        const wend_vec2 at = wendi_goal_point(goal);
        const double dx = at.x - a->px;
        const double dy = at.y - a->py;
        const double square = dx * dx + dy * dy;
        if (goal->sector == sector && (why == WEND_FLOW_WAITING || square < nearest)) {
            nearest = square;
            why = head_for(a, at, WEND_FLOW_TOWARD_PORTAL);
        }
    }
    return why;
}

static bool is_at_point_goal(const wendi_sample *a, const wendi_plan *plan)
{
    for (uint32_t i = 0; i < plan->goal_count && !plan->goals[i].is_area; ++i) {
        if (wendi_sample_is_at_goal(a, &plan->goals[i])) {
            return true;
        }
    }
    return false;
}

/* A plan whose route is known but not its fields; until it has tiles there is none to find. */
static wend_flow_guidance sample_route(wendi_sample *a, const wendi_plan *plan)
{
    if (plan == NULL || plan->places == NULL) {
        return WEND_FLOW_WAITING;
    }
    if (is_at_point_goal(a, plan)) {
        return WEND_FLOW_ARRIVED;
    }
    const uint32_t sector = wendi_sector_map_sector_at(&a->flow->map, a->floor, a->x, a->y);
    const uint32_t tile = wendi_plan_find_tile(plan, sector);
    if (tile == WENDI_TILE_NONE || plan->tiles[tile].step == WENDI_STEP_NONE) {
        return WEND_FLOW_WAITING;
    }
    const wendi_step_target *step = &plan->places[plan->tiles[tile].step];
    return step->side == WENDI_BLOCKED_ARCS ? toward_goal(a, plan, sector) : toward_window(a, step);
}

/* ---- public ---- */

/* @param place laid. */
wend_flow_guidance wendi_sample_evaluate(wendi_sample *a, wendi_sample_cell *place)
{
    const wendi_flow_request *request = a->request;
    if (request->plan == NULL) {
        return sample_route(a, request->next);
    }
    const wend_flow_guidance why = sample_plan(a, request->plan, place);
    if (why == WEND_FLOW_NOT_COVERED && request->next != NULL) {
        const wend_flow_guidance soon = sample_route(a, request->next);
        return soon == WEND_FLOW_WAITING ? why : soon;
    }
    return why;
}

/* @return false: the point lies outside. */
static bool lay(wendi_sample *a, double x, double y, wendi_sample_cell *place)
{
    if (!wendi_sample_locate(a, x, y)) {
        return false;
    }
    if (a->request->plan != NULL) {
        wendi_sample_cell_locate(&a->flow->map, a->floor, a->x, a->y, place);
        place->tile = wendi_plan_find_tile(a->request->plan, place->sector);
    }
    return true;
}

wend_flow_guidance wend_flow_sample(const wend_flow *flow, wend_flow_request_id id, uint32_t floor,
                                    double x, double y, double *direction_x, double *direction_y)
{
    wendi_sample a = {.flow = flow, .floor = floor};
    wendi_sample_cell place;
    wend_flow_guidance why = WEND_FLOW_INVALID;
    if (flow != NULL) {
        a.request = wendi_flow_find_request(flow, id);
        if (a.request != NULL && lay(&a, x, y, &place)) {
            why = wendi_sample_evaluate(&a, &place);
        }
    }
    if (direction_x != NULL) {
        *direction_x = a.to.x;
    }
    if (direction_y != NULL) {
        *direction_y = a.to.y;
    }
    return why;
}

/* ---- many ---- */

static bool has_tile(const wendi_sample_batch *b, size_t at)
{
    return b->is_inside[at] && b->of[at].request->plan != NULL &&
           b->places[at].tile != WENDI_TILE_NONE;
}

void wendi_sample_batch_add(wendi_sample_batch *b, const wend_flow *flow,
                            const wendi_flow_request *request, uint32_t floor, double x, double y)
{
    const size_t at = b->count++;
    b->of[at] = (wendi_sample){.flow = flow, .request = request, .floor = floor};
    b->is_inside[at] = lay(&b->of[at], x, y, &b->places[at]);
    if (has_tile(b, at)) {
        wendi_prefetch(&b->of[at].request->plan->looks[b->places[at].tile]);
    }
}

void wendi_sample_batch_prefetch(const wendi_sample_batch *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        if (has_tile(b, i)) {
            const wendi_plan *plan = b->of[i].request->plan;
            wendi_sample_cell_prefetch(b->of[i].flow, &plan->looks[b->places[i].tile],
                                       &b->places[i]);
        }
    }
}

static void answer(wendi_sample_batch *b, double *direction_x, double *direction_y, uint8_t *why)
{
    for (size_t i = 0; i < b->count; ++i) {
        const wend_flow_guidance said =
            b->is_inside[i] ? wendi_sample_evaluate(&b->of[i], &b->places[i]) : WEND_FLOW_INVALID;
        direction_x[i] = b->of[i].to.x;
        direction_y[i] = b->of[i].to.y;
        if (why != NULL) {
            why[i] = (uint8_t)said;
        }
    }
}

/* Nobody knows the order. */
static void answer_none(size_t count, double *direction_x, double *direction_y, uint8_t *why)
{
    for (size_t i = 0; i < count; ++i) {
        direction_x[i] = 0.0;
        direction_y[i] = 0.0;
        if (why != NULL) {
            why[i] = (uint8_t)WEND_FLOW_INVALID;
        }
    }
}

wend_result wend_flow_sample_many(const wend_flow *flow, wend_flow_request_id id,
                                  const uint32_t *floors, const double *x, const double *y,
                                  size_t count, double *direction_x, double *direction_y,
                                  uint8_t *why)
{
    if (flow == NULL ||
        (count > 0 && (x == NULL || y == NULL || direction_x == NULL || direction_y == NULL))) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_flow_request *request = wendi_flow_find_request(flow, id);
    if (request == NULL) {
        answer_none(count, direction_x, direction_y, why);
        return WEND_ERROR_STALE;
    }
    wendi_sample_batch b;
    for (size_t first = 0; first < count; first += b.count) {
        b.count = 0;
        for (size_t i = first; i < count && b.count < WENDI_SAMPLE_BATCH_MAX; ++i) {
            wendi_sample_batch_add(&b, flow, request, floors != NULL ? floors[i] : 0, x[i], y[i]);
        }
        wendi_sample_batch_prefetch(&b);
        answer(&b, direction_x + first, direction_y + first, why != NULL ? why + first : NULL);
    }
    return WEND_OK;
}
