/* takes: an order, agents that follow it, and what each remembers of its cell.
 * gives: where to go, why, and what is left.
 * cost:  10 to 25 ns for those who stay in their cells; for others as sampling, and the cells
 * around theirs, once. */
#include "flow/sample/cached_sample.h"

#include <math.h>
#include <string.h>

_Static_assert(sizeof(wendi_cached_sample) == sizeof(wend_flow_memo), "memos are as large inside");

/* Arrays of the caller. */
typedef struct follow {
    const wend_flow *flow;
    const wendi_flow_request *request;
    uint64_t plan; /* wendi_cached_sample_plan_key; 0: no memo is of use */
    wend_flow_memo *memos;
    const uint32_t *floors;
    const double *x, *y;
    double *direction_x, *direction_y, *cost_left;
    uint8_t *why;
} follow;

/* Those of some agents whose cells have to be looked up. */
typedef struct strangers {
    size_t of[WENDI_SAMPLE_BATCH_MAX]; /* agents */
    wendi_sample_batch asked;
} strangers;

static void tell(const follow *f, size_t i, const wendi_sample *a, wend_flow_guidance why,
                 double cost)
{
    f->direction_x[i] = a->to.x;
    f->direction_y[i] = a->to.y;
    if (f->why != NULL) {
        f->why[i] = (uint8_t)why;
    }
    if (f->cost_left != NULL) {
        f->cost_left[i] = cost;
    }
}

static uint32_t floor_of(const follow *f, size_t i)
{
    return f->floors != NULL ? f->floors[i] : 0;
}

/* @return false: it does not remember its cell. */
static bool answer_known(const follow *f, size_t i)
{
    wendi_sample a = {.flow = f->flow, .request = f->request, .floor = floor_of(f, i)};
    wendi_cached_sample memo;
    memcpy(&memo, &f->memos[i], sizeof memo);
    if (f->plan == 0 || memo.plan != f->plan || !wendi_sample_locate(&a, f->x[i], f->y[i]) ||
        !wendi_cached_sample_is_at(&memo, &a)) {
        return false;
    }
    double cost = 0.0;
    const wend_flow_guidance why = wendi_cached_sample_evaluate(&memo, &a, &cost);
    tell(f, i, &a, why, cost);
    return true;
}

/* What cannot be remembered is asked in full, then what is left. */
static void answer_in_full(const follow *f, size_t i, wendi_sample *a, wendi_sample_cell *place)
{
    double cost = (double)INFINITY;
    const wend_flow_guidance why = wendi_sample_evaluate(a, place);
    if (f->request->plan != NULL && f->cost_left != NULL) {
        (void)wendi_sample_cell_remaining_cost(f->flow, f->request->plan, place, a->px, a->py,
                                               &cost);
    }
    tell(f, i, a, why, cost);
}

static void answer_stranger(const follow *f, size_t i, wendi_sample *a, wendi_sample_cell *place,
                            bool is_inside)
{
    const wendi_plan *plan = f->request->plan;
    wendi_cached_sample memo = {.plan = 0};
    if (is_inside && plan != NULL) {
        wendi_sample_cell_read_first(f->flow, plan, place);
        wendi_cached_sample_set(&memo, a, plan, place);
    }
    memcpy(&f->memos[i], &memo, sizeof memo);
    if (memo.plan != 0) {
        double cost = 0.0;
        const wend_flow_guidance why = wendi_cached_sample_evaluate(&memo, a, &cost);
        tell(f, i, a, why, cost);
    } else if (is_inside) {
        answer_in_full(f, i, a, place);
    } else {
        tell(f, i, a, WEND_FLOW_INVALID, (double)INFINITY);
    }
}

static void answer_some(const follow *f, size_t first, size_t count)
{
    strangers s;
    s.asked.count = 0;
    for (size_t i = first; i < first + count; ++i) {
        if (!answer_known(f, i)) {
            s.of[s.asked.count] = i;
            wendi_sample_batch_add(&s.asked, f->flow, f->request, floor_of(f, i), f->x[i], f->y[i]);
        }
    }
    wendi_sample_batch_prefetch(&s.asked);
    for (size_t k = 0; k < s.asked.count; ++k) {
        answer_stranger(f, s.of[k], &s.asked.of[k], &s.asked.places[k], s.asked.is_inside[k]);
    }
}

/* Nobody knows the order. */
static void answer_none(const follow *f, size_t count)
{
    const wendi_sample nothing = {.flow = f->flow};
    for (size_t i = 0; i < count; ++i) {
        tell(f, i, &nothing, WEND_FLOW_INVALID, (double)INFINITY);
    }
}

wend_result wend_flow_follow_many(const wend_flow *flow, wend_flow_request_id id,
                                  wend_flow_memo *memos, const uint32_t *floors, const double *x,
                                  const double *y, size_t count, double *direction_x,
                                  double *direction_y, double *cost_left, uint8_t *why)
{
    if (flow == NULL || (count > 0 && (memos == NULL || x == NULL || y == NULL ||
                                       direction_x == NULL || direction_y == NULL))) {
        return WEND_ERROR_ARGUMENT;
    }
    follow f = {flow,        wendi_flow_find_request(flow, id),
                0,           memos,
                floors,      x,
                y,           direction_x,
                direction_y, cost_left,
                why};
    if (f.request == NULL) {
        answer_none(&f, count);
        return WEND_ERROR_STALE;
    }
    /* A memo of another flow may bear the same name: it must not be asked where no goal is open. */
    const wendi_plan *plan = f.request->plan;
    f.plan = plan != NULL && plan->goal_count > 0 ? wendi_cached_sample_plan_key(f.request) : 0;
    for (size_t first = 0; first < count; first += WENDI_SAMPLE_BATCH_MAX) {
        const size_t left = count - first;
        answer_some(&f, first, left < WENDI_SAMPLE_BATCH_MAX ? left : WENDI_SAMPLE_BATCH_MAX);
    }
    return WEND_OK;
}
