/* Samples from a cache entry of 64 bytes instead of the plan; the answers are the same.
 * Cost: filling reads the cells around; answering takes some 5 ns, 20 ns if directions are
 * blended. */
#include "flow/sample/cached_sample.h"

#include "flow/sample/blend.h"

enum { MIDDLE = 4 };

_Static_assert(WEND_FLOW_FLOORS_MAX <= UINT16_MAX, "a memo holds any floor");

/* ---- filling ---- */

static uint32_t bit_of(int32_t dx, int32_t dy)
{
    return (uint32_t)(MIDDLE + dx + 3 * dy);
}

/* Sets the four bits of a cell. @return false: it sees another goal than the first one. */
static bool add_cell(wendi_cached_sample *cached, uint32_t at, uint8_t flow, uint8_t los)
{
    const uint32_t direction = flow & (uint32_t)WENDI_FLOW_DIRECTION_MASK;
    uint64_t code = direction < (uint32_t)WENDI_FLOW_GOAL ? direction : WENDI_CACHED_NO_DIRECTION;
    const bool is_visible = (los & WENDI_FLOW_VISIBLE) != 0;
    code = is_visible ? WENDI_CACHED_SEES_GOAL : code;
    cached->around |= code << (4 * at);
    return !is_visible || (los & WENDI_FLOW_DIRECTION_MASK) == 0;
}

static bool set_around(wendi_cached_sample *cached, const wend_flow *flow, const wendi_plan *plan,
                       const wendi_sample_cell *cell)
{
    const uint8_t *cells = wendi_plan_tile_view_directions(flow, cell->view);
    const uint8_t *flags = cell->view->flags;
    bool is_known = true;
    for (uint32_t i = 0; i < 9; ++i) {
        const int32_t x = cell->x + (int32_t)(i % 3) - 1;
        const int32_t y = cell->y + (int32_t)(i / 3) - 1;
        const uint32_t column = (uint32_t)(x - cell->left);
        const uint32_t row = (uint32_t)(y - cell->top);
        wendi_sample_cell other;
        if (column < (uint32_t)cell->width && row < (uint32_t)cell->height) {
            const size_t at = (size_t)row * (size_t)cell->width + column;
            is_known &= add_cell(cached, i, cells[at], flags != NULL ? flags[at] : 0);
        } else if (wendi_sample_cell_at(flow, plan, cell->floor, x, y, &other)) {
            is_known &= add_cell(cached, i, other.flow, other.los);
        } else {
            is_known &= add_cell(cached, i, WENDI_FLOW_NONE, 0);
        }
    }
    return is_known;
}

static void set_cheaper(wendi_cached_sample *cached, const wend_flow *flow, const wendi_plan *plan,
                        const wendi_sample_cell *cell)
{
    for (int32_t dy = -1; dy <= 1; ++dy) {
        for (int32_t dx = -1; dx <= 1; ++dx) {
            if ((dx != 0 || dy != 0) && wendi_sample_cell_neighbour_is_cheaper(
                                            flow, plan, cell, cell->x + dx, cell->y + dy)) {
                cached->cheaper = (uint16_t)(cached->cheaper | 1U << bit_of(dx, dy));
            }
        }
    }
}

static void set_target(wendi_cached_sample *cached, int32_t dx, int32_t dy, bool is_corner)
{
    cached->target_x = (int8_t)(1 + (is_corner ? dx : 2 * dx));
    cached->target_y = (int8_t)(1 + (is_corner ? dy : 2 * dy));
}

/* As unblended_target of field_direction.c where a diagonal step leads out of the sector.
 * @return false: the ground decides. */
static bool set_target_outside(wendi_cached_sample *cached, int32_t dx, int32_t dy, bool is_corner)
{
    const bool is_next = (cached->cheaper >> bit_of(dx, dy) & 1) != 0;
    const bool is_across = (cached->cheaper >> bit_of(dx, 0) & 1) != 0;
    const bool is_down = (cached->cheaper >> bit_of(0, dy) & 1) != 0;
    cached->kind |= WENDI_CACHED_TURNED;
    if (is_across != is_down) {
        set_target(cached, is_across ? dx : 0, is_across ? 0 : dy, false);
    } else if (is_next && is_across) {
        set_target(cached, dx, dy, is_corner);
    } else {
        set_target(cached, dx, dy, true);
    }
    return is_across != is_down || is_next;
}

static bool is_around_uniform(uint64_t around)
{
    const uint64_t one = around & 15;
    return one < WENDI_CACHED_SEES_GOAL && around == one * UINT64_C(0x111111111);
}

static bool set_from_field(wendi_cached_sample *cached, const wend_flow *flow,
                           const wendi_plan *plan, const wendi_sample_cell *cell)
{
    const uint32_t direction = wendi_sample_cell_direction(cell);
    const int32_t dx = wendi_flow_dx[direction];
    const int32_t dy = wendi_flow_dy[direction];
    const bool is_inside = (uint32_t)(cell->x - cell->left + dx) < (uint32_t)cell->width &&
                           (uint32_t)(cell->y - cell->top + dy) < (uint32_t)cell->height;
    const bool has_room = (cell->flow & WENDI_FLOW_ROOM) != 0;
    if (!set_around(cached, flow, plan, cell)) {
        return false;
    }
    const bool is_plain = has_room && is_inside && is_around_uniform(cached->around);
    cached->kind =
        (uint8_t)((is_plain ? WENDI_CACHED_UNIFORM : 0) | (has_room ? WENDI_CACHED_ROOM : 0) |
                  (is_inside ? WENDI_CACHED_INSIDE : 0));
    const bool is_turned = (direction & 1) != 0 && !is_inside;
    if (is_turned || (has_room && !is_plain)) {
        set_cheaper(cached, flow, plan, cell);
    }
    const bool is_corner =
        (direction & 1) != 0 && wendi_sample_cell_passes_corner(flow, plan, cell, dx, dy);
    set_target(cached, dx, dy, is_corner);
    cached->cost = (double)wendi_sample_cell_cost(flow, plan, cell) / (double)flow->straight;
    return !is_turned || set_target_outside(cached, dx, dy, is_corner);
}

void wendi_cached_sample_set(wendi_cached_sample *cached, const wendi_sample *a,
                             const wendi_plan *plan, const wendi_sample_cell *cell)
{
    const wend_flow *flow = a->flow;
    const bool is_visible = wendi_sample_cell_is_visible(cell) && plan->los_goal_count == 1;
    const bool is_by_field = cell->los == 0 && cell->field != NULL &&
                             wendi_sample_cell_direction(cell) < WENDI_FLOW_GOAL &&
                             !flow->has_angles && flow->integration != WEND_FLOW_EIKONAL;
    *cached = (wendi_cached_sample){.x = a->x, .y = a->y, .floor = (uint16_t)a->floor};
    if (!is_visible && !is_by_field) {
        return;
    }
    if (is_visible) {
        cached->kind = WENDI_CACHED_VISIBLE;
    } else if (!set_from_field(cached, flow, plan, cell)) {
        return;
    }
    cached->plan = wendi_cached_sample_plan_key(a->request);
}

/* ---- answering ---- */

static wend_vec2 vector_of(const wendi_sample *a, uint32_t code)
{
    if (code == WENDI_CACHED_SEES_GOAL) {
        return wendi_direction_toward_goal(a->px, a->py, &a->request->plan->goals[0]);
    }
    return wendi_flow_vectors[code & 7]; /* The caller's bytes may be anything. */
}

static bool is_safe(const wendi_cached_sample *cached, const wendi_sample *a, wend_vec2 to)
{
    const wendi_half_step step = wendi_half_step_of(a->px - (double)a->x, a->py - (double)a->y, to);
    const uint32_t first = bit_of(step.is_x_first ? step.dx : 0, step.is_x_first ? 0 : step.dy);
    return (cached->cheaper >> first & 1) != 0 &&
           (!step.is_through_both || (cached->cheaper >> bit_of(step.dx, step.dy) & 1) != 0);
}

/* @return false: the direction is not blended. */
static bool blended_direction(const wendi_cached_sample *cached, wendi_sample *a, wend_vec2 along)
{
    const wendi_bilinear four = wendi_bilinear_of(a->x, a->y, a->px, a->py);
    const uint64_t row = cached->around >> (4 * bit_of(four.x, four.y));
    const uint32_t codes[4] = {(uint32_t)row & 15, (uint32_t)(row >> 4) & 15,
                               (uint32_t)(row >> 12) & 15, (uint32_t)(row >> 16) & 15};
    wend_vec2 sum = {0.0, 0.0};
    if (codes[0] < WENDI_CACHED_SEES_GOAL && codes[0] == codes[1] && codes[0] == codes[2] &&
        codes[0] == codes[3]) {
        sum = wendi_flow_vectors[codes[0]];
        if ((cached->kind & WENDI_CACHED_INSIDE) != 0) {
            a->to = sum;
            return true;
        }
    } else {
        for (uint32_t i = 0; i < 4; ++i) {
            if (codes[i] == WENDI_CACHED_NO_DIRECTION) {
                return false;
            }
            const wend_vec2 vector = vector_of(a, codes[i]);
            sum.x += vector.x * four.weights[i];
            sum.y += vector.y * four.weights[i];
        }
    }
    a->to = wendi_flow_unit_vector(sum.x, sum.y);
    return a->to.x * along.x + a->to.y * along.y >= WENDI_BLEND_ALONG_MIN &&
           is_safe(cached, a, a->to);
}

static void evaluate_field(const wendi_cached_sample *cached, wendi_sample *a)
{
    wend_vec2 along = wendi_flow_vectors[cached->around >> (4 * MIDDLE) & 7];
    if ((cached->kind & WENDI_CACHED_UNIFORM) != 0) {
        a->to = along;
        return;
    }
    const wend_vec2 target = {(double)a->x + 0.5 * (double)cached->target_x,
                              (double)a->y + 0.5 * (double)cached->target_y};
    if ((cached->kind & WENDI_CACHED_TURNED) != 0) {
        along = wendi_direction_toward((double)a->x + 0.5, (double)a->y + 0.5, target.x, target.y);
    }
    if ((cached->kind & WENDI_CACHED_ROOM) != 0 && blended_direction(cached, a, along)) {
        return;
    }
    a->to = wendi_direction_toward(a->px, a->py, target.x, target.y);
    const bool is_there = !(a->to.x * a->to.x + a->to.y * a->to.y > 0.0);
    a->to = is_there ? along : a->to;
}

wend_flow_guidance wendi_cached_sample_evaluate(const wendi_cached_sample *cached, wendi_sample *a,
                                                double *cost)
{
    const wendi_plan *plan = a->request->plan;
    const bool is_visible = (cached->kind & WENDI_CACHED_VISIBLE) != 0;
    *cost = is_visible ? wendi_goal_distance(&plan->goals[0], a->px, a->py) : cached->cost;
    if (plan->goal_count == 1 ? wendi_sample_is_at_goal(a, &plan->goals[0])
                              : wendi_sample_is_at_any_goal(a, plan)) {
        return WEND_FLOW_ARRIVED;
    }
    if (!is_visible) {
        evaluate_field(cached, a);
        return WEND_FLOW_FIELD;
    }
    if (plan->goals[0].is_area) {
        return WEND_FLOW_ARRIVED;
    }
    a->to = wendi_direction_toward_goal(a->px, a->py, &plan->goals[0]);
    return WEND_FLOW_LINE_OF_SIGHT;
}
