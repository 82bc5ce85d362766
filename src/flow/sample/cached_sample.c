/* takes: a cell; then points of it.
 * gives: the same answers as sampling those.
 * cost:  noting a look at the cells around; answering some 5 ns, 20 ns where it is blended. */
#include "flow/sample/cached_sample.h"

#include "flow/sample/blend.h"

enum { MIDDLE = 4 };

_Static_assert(WEND_FLOW_FLOORS_MAX <= UINT16_MAX, "a memo holds any floor");

/* ---- noting ---- */

static uint32_t bit_of(int32_t dx, int32_t dy)
{
    return (uint32_t)(MIDDLE + dx + 3 * dy);
}

/* Four bits. @return false: one that is lit by another goal than the first one. */
static bool add_cell(wendi_cached_sample *memo, uint32_t at, uint8_t flow, uint8_t sight)
{
    const uint32_t direction = flow & (uint32_t)WENDI_FLOW_DIRECTION_MASK;
    uint64_t says = direction < (uint32_t)WENDI_FLOW_GOAL ? direction : WENDI_CACHED_NO_DIRECTION;
    const bool is_lit = (sight & WENDI_FLOW_VISIBLE) != 0;
    says = is_lit ? WENDI_CACHED_SEES_GOAL : says;
    memo->around |= says << (4 * at);
    return !is_lit || (sight & WENDI_FLOW_DIRECTION_MASK) == 0;
}

static bool note_around(wendi_cached_sample *memo, const wend_flow *flow, const wendi_plan *plan,
                        const wendi_sample_cell *place)
{
    const uint8_t *cells = wendi_plan_tile_view_directions(flow, place->look);
    const uint8_t *flags = place->look->flags;
    bool is_known = true;
    for (uint32_t i = 0; i < 9; ++i) {
        const int32_t x = place->x + (int32_t)(i % 3) - 1;
        const int32_t y = place->y + (int32_t)(i / 3) - 1;
        const uint32_t column = (uint32_t)(x - place->left);
        const uint32_t row = (uint32_t)(y - place->top);
        wendi_sample_cell other;
        if (column < (uint32_t)place->width && row < (uint32_t)place->height) {
            const size_t at = (size_t)row * (size_t)place->width + column;
            is_known &= add_cell(memo, i, cells[at], flags != NULL ? flags[at] : 0);
        } else if (wendi_sample_cell_at(flow, plan, place->floor, x, y, &other)) {
            is_known &= add_cell(memo, i, other.flow, other.sight);
        } else {
            is_known &= add_cell(memo, i, WENDI_FLOW_NONE, 0);
        }
    }
    return is_known;
}

static void note_cheaper(wendi_cached_sample *memo, const wend_flow *flow, const wendi_plan *plan,
                         const wendi_sample_cell *place)
{
    for (int32_t dy = -1; dy <= 1; ++dy) {
        for (int32_t dx = -1; dx <= 1; ++dx) {
            if ((dx != 0 || dy != 0) && wendi_sample_cell_neighbour_is_cheaper(
                                            flow, plan, place, place->x + dx, place->y + dy)) {
                memo->cheaper = (uint16_t)(memo->cheaper | 1U << bit_of(dx, dy));
            }
        }
    }
}

static void aim_at(wendi_cached_sample *memo, int32_t dx, int32_t dy)
{
    memo->aim_x = (int8_t)(1 + 2 * dx);
    memo->aim_y = (int8_t)(1 + 2 * dy);
}

/* As sample/field_direction.c aims where a slanting step leads out of the sector.
 * @return false: ground decides. */
static bool aim_out(wendi_cached_sample *memo, int32_t dx, int32_t dy)
{
    const bool is_next = (memo->cheaper >> bit_of(dx, dy) & 1) != 0;
    const bool is_across = (memo->cheaper >> bit_of(dx, 0) & 1) != 0;
    const bool is_down = (memo->cheaper >> bit_of(0, dy) & 1) != 0;
    memo->kind |= WENDI_CACHED_TURNED;
    if (is_across != is_down) {
        aim_at(memo, is_across ? dx : 0, is_across ? 0 : dy);
    } else if (is_next && is_across) {
        aim_at(memo, dx, dy);
    } else {
        memo->aim_x = (int8_t)(1 + dx);
        memo->aim_y = (int8_t)(1 + dy);
    }
    return is_across != is_down || is_next;
}

static bool is_even(uint64_t around)
{
    const uint64_t one = around & 15;
    return one < WENDI_CACHED_SEES_GOAL && around == one * UINT64_C(0x111111111);
}

static bool note_field(wendi_cached_sample *memo, const wend_flow *flow, const wendi_plan *plan,
                       const wendi_sample_cell *place)
{
    const uint32_t direction = wendi_sample_cell_direction(place);
    const int32_t dx = wendi_flow_dx[direction];
    const int32_t dy = wendi_flow_dy[direction];
    const bool is_inside = (uint32_t)(place->x - place->left + dx) < (uint32_t)place->width &&
                           (uint32_t)(place->y - place->top + dy) < (uint32_t)place->height;
    const bool has_room = (place->flow & WENDI_FLOW_ROOM) != 0;
    if (!note_around(memo, flow, plan, place)) {
        return false;
    }
    const bool is_plain = has_room && is_inside && is_even(memo->around);
    memo->kind =
        (uint8_t)((is_plain ? WENDI_CACHED_UNIFORM : 0) | (has_room ? WENDI_CACHED_ROOM : 0) |
                  (is_inside ? WENDI_CACHED_INSIDE : 0));
    const bool is_turned = (direction & 1) != 0 && !is_inside;
    if (is_turned || (has_room && !is_plain)) {
        note_cheaper(memo, flow, plan, place);
    }
    aim_at(memo, dx, dy);
    memo->cost = (double)wendi_sample_cell_cost(flow, plan, place) / (double)flow->straight;
    return !is_turned || aim_out(memo, dx, dy);
}

void wendi_cached_sample_set(wendi_cached_sample *memo, const wendi_sample *a,
                             const wendi_plan *plan, const wendi_sample_cell *place)
{
    const wend_flow *flow = a->flow;
    const bool is_lit = wendi_sample_cell_is_visible(place) && plan->sight_goal_count == 1;
    const bool is_by_field = place->sight == 0 && place->field != NULL &&
                             wendi_sample_cell_direction(place) < WENDI_FLOW_GOAL &&
                             !flow->has_angles && flow->integration != WEND_FLOW_EIKONAL;
    *memo = (wendi_cached_sample){.x = a->x, .y = a->y, .floor = (uint16_t)a->floor};
    if (!is_lit && !is_by_field) {
        return;
    }
    if (is_lit) {
        memo->kind = WENDI_CACHED_VISIBLE;
    } else if (!note_field(memo, flow, plan, place)) {
        return;
    }
    memo->plan = wendi_cached_sample_plan_key(a->request);
}

/* ---- answering ---- */

static wend_vec2 vector_of(const wendi_sample *a, uint32_t says)
{
    if (says == WENDI_CACHED_SEES_GOAL) {
        return wendi_direction_toward_goal(a->px, a->py, &a->request->plan->goals[0]);
    }
    return wendi_flow_vectors[says & 7]; /* whatever bytes the caller's memo has */
}

static bool is_safe(const wendi_cached_sample *memo, const wendi_sample *a, wend_vec2 to)
{
    const wendi_half_step step = wendi_half_step_of(a->px - (double)a->x, a->py - (double)a->y, to);
    const uint32_t first = bit_of(step.is_x_first ? step.dx : 0, step.is_x_first ? 0 : step.dy);
    return (memo->cheaper >> first & 1) != 0 &&
           (!step.is_through_both || (memo->cheaper >> bit_of(step.dx, step.dy) & 1) != 0);
}

/* @return false: it is not to be blended. */
static bool blend(const wendi_cached_sample *memo, wendi_sample *a, wend_vec2 along)
{
    const wendi_bilinear four = wendi_bilinear_of(a->x, a->y, a->px, a->py);
    const uint64_t row = memo->around >> (4 * bit_of(four.x, four.y));
    const uint32_t says[4] = {(uint32_t)row & 15, (uint32_t)(row >> 4) & 15,
                              (uint32_t)(row >> 12) & 15, (uint32_t)(row >> 16) & 15};
    wend_vec2 sum = {0.0, 0.0};
    if (says[0] < WENDI_CACHED_SEES_GOAL && says[0] == says[1] && says[0] == says[2] &&
        says[0] == says[3]) {
        sum = wendi_flow_vectors[says[0]];
        if ((memo->kind & WENDI_CACHED_INSIDE) != 0) {
            a->to = sum;
            return true;
        }
    } else {
        for (uint32_t i = 0; i < 4; ++i) {
            if (says[i] == WENDI_CACHED_NO_DIRECTION) {
                return false;
            }
            const wend_vec2 vector = vector_of(a, says[i]);
            sum.x += vector.x * four.weights[i];
            sum.y += vector.y * four.weights[i];
        }
    }
    a->to = wendi_flow_unit_vector(sum.x, sum.y);
    return a->to.x * along.x + a->to.y * along.y >= WENDI_BLEND_ALONG_MIN &&
           is_safe(memo, a, a->to);
}

static void lead(const wendi_cached_sample *memo, wendi_sample *a)
{
    wend_vec2 along = wendi_flow_vectors[memo->around >> (4 * MIDDLE) & 7];
    if ((memo->kind & WENDI_CACHED_UNIFORM) != 0) {
        a->to = along;
        return;
    }
    const wend_vec2 aim = {(double)a->x + 0.5 * (double)memo->aim_x,
                           (double)a->y + 0.5 * (double)memo->aim_y};
    if ((memo->kind & WENDI_CACHED_TURNED) != 0) {
        along = wendi_direction_toward((double)a->x + 0.5, (double)a->y + 0.5, aim.x, aim.y);
    }
    if ((memo->kind & WENDI_CACHED_ROOM) != 0 && blend(memo, a, along)) {
        return;
    }
    a->to = wendi_direction_toward(a->px, a->py, aim.x, aim.y);
    const bool is_there = !(a->to.x * a->to.x + a->to.y * a->to.y > 0.0);
    a->to = is_there ? along : a->to;
}

wend_flow_guidance wendi_cached_sample_evaluate(const wendi_cached_sample *memo, wendi_sample *a,
                                                double *cost)
{
    const wendi_plan *plan = a->request->plan;
    const bool is_lit = (memo->kind & WENDI_CACHED_VISIBLE) != 0;
    *cost = is_lit ? wendi_goal_distance(&plan->goals[0], a->px, a->py) : memo->cost;
    if (plan->goal_count == 1 ? wendi_sample_is_at_goal(a, &plan->goals[0])
                              : wendi_sample_is_at_any_goal(a, plan)) {
        return WEND_FLOW_ARRIVED;
    }
    if (!is_lit) {
        lead(memo, a);
        return WEND_FLOW_FIELD;
    }
    if (plan->goals[0].is_area) {
        return WEND_FLOW_ARRIVED;
    }
    a->to = wendi_direction_toward_goal(a->px, a->py, &plan->goals[0]);
    return WEND_FLOW_LINE_OF_SIGHT;
}
