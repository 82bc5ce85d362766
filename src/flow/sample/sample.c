/* The direction of an agent at a point, and the reason for it.
 * Cost: 10 to 50 ns, no memory; twice that where the edge of a shadow crosses the cell. */
#include "flow/sample/sample.h"

/* ---- arrival ---- */

/* Used where the cells of a square around the point are fewer than the goals. */
static bool is_any_cell_at_goal(const wendi_sample *a, const wendi_plan *plan, int32_t reach)
{
    for (int32_t y = a->y - reach; y <= a->y + reach; ++y) {
        for (int32_t x = a->x - reach; x <= a->x + reach; ++x) {
            wendi_sample_cell cell;
            if (wendi_sample_cell_at(a->flow, plan, a->floor, x, y, &cell) &&
                wendi_sample_cell_direction(&cell) == WENDI_FLOW_GOAL) {
                const uint32_t goal = wendi_sample_cell_goal(plan, &cell);
                if (goal != UINT32_MAX && wendi_sample_is_at_goal(a, &plan->goals[goal])) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* By the cells around or goal by goal: both give the same result, so the limits below only affect
 * the time. */
bool wendi_sample_is_at_any_goal(const wendi_sample *a, const wendi_plan *plan)
{
    enum { FEW = 16, REACH_MAX = 64 };
    const double most = (double)REACH_MAX;
    if (plan->goal_count > FEW && a->request->arrival_radius / a->flow->map.cell_size < most) {
        const int32_t reach = (int32_t)(a->request->arrival_radius / a->flow->map.cell_size) + 1;
        if ((2 * reach + 1) * (2 * reach + 1) < (int32_t)plan->goal_count) {
            return is_any_cell_at_goal(a, plan, reach);
        }
    }
    for (uint32_t i = 0; i < plan->goal_count; ++i) {
        if (wendi_sample_is_at_goal(a, &plan->goals[i])) {
            return true;
        }
    }
    return false;
}

/* ---- complete plans ---- */

/* True if the four cells around a point, given the first one, are all in the tile and have the
 * same direction, and none sees a goal. */
static bool are_cells_uniform(const uint8_t *cells, const uint8_t *flags, uint32_t at,
                              uint32_t width)
{
    const uint32_t differ =
        (uint32_t)((cells[at] ^ cells[at + 1]) | (cells[at] ^ cells[at + width]) |
                   (cells[at] ^ cells[at + width + 1]));
    if ((differ & WENDI_FLOW_DIRECTION_MASK) != 0) {
        return false;
    }
    const uint32_t beams =
        flags == NULL
            ? 0
            : (uint32_t)(flags[at] | flags[at + 1] | flags[at + width] | flags[at + width + 1]);
    return (beams & WENDI_FLOW_VISIBLE) == 0;
}

/* The result of wendi_sample_cell_blend where nothing needs to be blended: the cells around the
 * point have the same direction, which leads to a cell of the same tile. @return false: blending
 * is needed. */
static bool blend_uniform(const wend_flow *flow, const wendi_sample_cell *cell, uint32_t direction,
                          double px, double py, wend_vec2 *to)
{
    const int32_t column = cell->x - cell->left;
    const int32_t row = cell->y - cell->top;
    const int32_t left = column - (px - (double)cell->x < 0.5 ? 1 : 0);
    const int32_t above = row - (py - (double)cell->y < 0.5 ? 1 : 0);
    const uint32_t width = (uint32_t)cell->width, height = (uint32_t)cell->height;
    const bool is_inside = (uint32_t)left < width - 1 && (uint32_t)above < height - 1 &&
                           (uint32_t)(column + wendi_flow_dx[direction]) < width &&
                           (uint32_t)(row + wendi_flow_dy[direction]) < height;
    if (!is_inside || (cell->flow & WENDI_FLOW_ROOM) == 0 || flow->has_angles ||
        flow->integration == WEND_FLOW_EIKONAL) {
        return false;
    }
    const uint32_t at = (uint32_t)above * width + (uint32_t)left;
    if (!are_cells_uniform(wendi_plan_tile_view_directions(flow, cell->view), cell->view->flags, at,
                           width)) {
        return false;
    }
    *to = wendi_flow_vectors[direction];
    return true;
}

static wend_flow_guidance go_to_goal(wendi_sample *a, const wendi_flow_endpoint *goal)
{
    return goal->is_area ? WEND_FLOW_ARRIVED
                         : wendi_sample_go_to(a, wendi_goal_point(goal), WEND_FLOW_LINE_OF_SIGHT);
}

static bool reaches_any_goal(const wendi_sample *a, const wendi_plan *plan)
{
    const wendi_reachability *reach = a->flow->classes[plan->flow_class].reach;
    for (uint32_t i = 0; i < plan->component_goal_count; ++i) {
        const wendi_flow_endpoint *goal = &plan->goals[plan->component_goals[i]];
        if (wendi_reachability_has_path(reach, a->floor, a->x, a->y, goal->floor, goal->x,
                                        goal->y)) {
            return true;
        }
    }
    return false;
}

static wend_flow_guidance sample_plan(wendi_sample *a, const wendi_plan *plan,
                                      wendi_sample_cell *cell)
{
    wendi_sample_cell_read_first(a->flow, plan, cell);
    if (wendi_sample_is_at_any_goal(a, plan)) {
        return WEND_FLOW_ARRIVED;
    }
    if (cell->los != 0) {
        const uint32_t seen = wendi_sample_cell_visible_goal(a->flow, plan, cell, a->px, a->py);
        if (seen != UINT32_MAX) {
            return go_to_goal(a, &plan->goals[seen]);
        }
    }
    const uint32_t direction = wendi_sample_cell_direction(cell);
    if (direction < WENDI_FLOW_GOAL) {
        if (blend_uniform(a->flow, cell, direction, a->px, a->py, &a->to)) {
            return WEND_FLOW_FIELD;
        }
        a->to = wendi_sample_cell_blend(a->flow, plan, cell, a->px, a->py);
        return WEND_FLOW_FIELD;
    }
    if (direction == WENDI_FLOW_GOAL) {
        const uint32_t goal = wendi_sample_cell_goal(plan, cell);
        return goal != UINT32_MAX ? go_to_goal(a, &plan->goals[goal]) : WEND_FLOW_NOT_COVERED;
    }
    if (direction == WENDI_FLOW_LINK) {
        return wendi_sample_go_to(a, wendi_cell_centre(a->x, a->y), WEND_FLOW_TAKE_LINK);
    }

    /* A cell without a direction: a wall, another component, or not covered by the plan. */
    if (!wendi_sample_cell_is_open(a->flow, plan, cell)) {
        return wendi_sample_cell_escape(a->flow, plan, cell, a->px, a->py, &a->to)
                   ? WEND_FLOW_FIELD
                   : WEND_FLOW_NOT_COVERED;
    }
    return reaches_any_goal(a, plan) ? WEND_FLOW_NOT_COVERED : WEND_FLOW_UNREACHABLE;
}

/* ---- single samples ---- */

/* @param cell located. */
wend_flow_guidance wendi_sample_evaluate(wendi_sample *a, wendi_sample_cell *cell)
{
    const wendi_flow_request *request = a->request;
    const wend_flow_guidance guidance =
        request->plan == NULL ? WEND_FLOW_WAITING : sample_plan(a, request->plan, cell);
    return guidance == WEND_FLOW_WAITING || guidance == WEND_FLOW_NOT_COVERED
               ? wendi_sample_without_field(a, guidance)
               : guidance;
}

/* @return false: the point lies outside. */
static bool locate(wendi_sample *a, double x, double y, wendi_sample_cell *cell)
{
    if (!wendi_sample_locate(a, x, y)) {
        return false;
    }
    if (a->request->plan != NULL) {
        wendi_sample_cell_locate(&a->flow->map, a->floor, a->x, a->y, cell);
        cell->tile = wendi_plan_find_tile(a->request->plan, cell->sector);
    }
    return true;
}

wend_flow_guidance wend_flow_sample(const wend_flow *flow, wend_flow_request_id id, uint32_t floor,
                                    double x, double y, double *direction_x, double *direction_y)
{
    wendi_sample a = {.flow = flow, .floor = floor};
    wendi_sample_cell cell;
    wend_flow_guidance guidance = WEND_FLOW_INVALID;
    if (flow != NULL) {
        a.request = wendi_flow_find_request(flow, id);
        if (a.request != NULL && locate(&a, x, y, &cell)) {
            guidance = wendi_sample_evaluate(&a, &cell);
        }
    }
    if (direction_x != NULL) {
        *direction_x = a.to.x;
    }
    if (direction_y != NULL) {
        *direction_y = a.to.y;
    }
    return guidance;
}

/* ---- batches ---- */

static bool has_tile(const wendi_sample_batch *b, size_t at)
{
    return b->is_inside[at] && b->of[at].request->plan != NULL &&
           b->cells[at].tile != WENDI_TILE_NONE;
}

void wendi_sample_batch_add(wendi_sample_batch *b, const wend_flow *flow,
                            const wendi_flow_request *request, uint32_t floor, double x, double y)
{
    const size_t at = b->count++;
    b->of[at] = (wendi_sample){.flow = flow, .request = request, .floor = floor};
    b->is_inside[at] = locate(&b->of[at], x, y, &b->cells[at]);
    if (has_tile(b, at)) {
        wendi_prefetch(&b->of[at].request->plan->tile_views[b->cells[at].tile]);
    }
}

void wendi_sample_batch_prefetch(const wendi_sample_batch *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        if (has_tile(b, i)) {
            const wendi_plan *plan = b->of[i].request->plan;

            /* Prefetches the values of a cell: direction, flags, D. */
            const wendi_plan_tile_view *view = &plan->tile_views[b->cells[i].tile];
            const wendi_sample_cell *cell = &b->cells[i];
            if (view->block != NULL) {
                const wendi_tile_shape shape = wendi_tile_shape_of(cell->width, cell->height);
                const int32_t at =
                    wendi_tile_index(&shape, cell->x - cell->left, cell->y - cell->top);
                const uint8_t *d = view->block;
                wendi_prefetch(wendi_plan_tile_view_directions(b->of[i].flow, view) + cell->at);
                wendi_prefetch(d + ((size_t)at << (view->is_wide ? 2 : 1)));
            }
            if (view->flags != NULL) {
                wendi_prefetch(view->flags + cell->at);
            }
        }
    }
}

static void answer_samples(wendi_sample_batch *b, double *direction_x, double *direction_y,
                           uint8_t *guidance)
{
    for (size_t i = 0; i < b->count; ++i) {
        const wend_flow_guidance answer =
            b->is_inside[i] ? wendi_sample_evaluate(&b->of[i], &b->cells[i]) : WEND_FLOW_INVALID;
        direction_x[i] = b->of[i].to.x;
        direction_y[i] = b->of[i].to.y;
        if (guidance != NULL) {
            guidance[i] = (uint8_t)answer;
        }
    }
}

wend_result wend_flow_sample_many(const wend_flow *flow, wend_flow_request_id id,
                                  const uint32_t *floors, const double *x, const double *y,
                                  size_t count, double *direction_x, double *direction_y,
                                  uint8_t *guidance)
{
    if (flow == NULL ||
        (count > 0 && (x == NULL || y == NULL || direction_x == NULL || direction_y == NULL))) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_flow_request *request = wendi_flow_find_request(flow, id);
    if (request == NULL) {
        /* For an unknown request. */
        for (size_t i = 0; i < count; ++i) {
            direction_x[i] = 0.0;
            direction_y[i] = 0.0;
            if (guidance != NULL) {
                guidance[i] = (uint8_t)WEND_FLOW_INVALID;
            }
        }

        return WEND_ERROR_STALE;
    }
    wendi_sample_batch b;
    for (size_t first = 0; first < count; first += b.count) {
        b.count = 0;
        for (size_t i = first; i < count && b.count < WENDI_SAMPLE_BATCH_MAX; ++i) {
            wendi_sample_batch_add(&b, flow, request, floors != NULL ? floors[i] : 0, x[i], y[i]);
        }
        wendi_sample_batch_prefetch(&b);
        answer_samples(&b, direction_x + first, direction_y + first,
                       guidance != NULL ? guidance + first : NULL);
    }
    return WEND_OK;
}
