/* Directions and remaining costs for agents that keep a cache entry each.
 * Cost: 10 to 25 ns for an agent that stays in its cell; else that of sampling, and the cells
 * around once. */
#include "flow/sample/cached_sample.h"

#include <math.h>
#include <string.h>

_Static_assert(sizeof(wendi_cached_sample) == sizeof(wend_flow_memo), "memos are as large inside");

/* The arguments of a call. */
typedef struct follow_query {
    const wend_flow *flow;
    const wendi_flow_request *request;
    uint64_t plan; /* wendi_cached_sample_plan_key; 0: no entry is valid */
    wend_flow_memo *memos;
    const uint32_t *floors;
    const double *x, *y;
    double *direction_x, *direction_y, *cost_left;
    uint8_t *guidance;
} follow_query;

/* Agents of a batch whose cells have to be looked up. */
typedef struct uncached_samples {
    size_t of[WENDI_SAMPLE_BATCH_MAX]; /* agents */
    wendi_sample_batch batch;
} uncached_samples;

static void set_answer(const follow_query *f, size_t i, const wendi_sample *a,
                       wend_flow_guidance guidance, double cost)
{
    f->direction_x[i] = a->to.x;
    f->direction_y[i] = a->to.y;
    if (f->guidance != NULL) {
        f->guidance[i] = (uint8_t)guidance;
    }
    if (f->cost_left != NULL) {
        f->cost_left[i] = cost;
    }
}

static uint32_t floor_of(const follow_query *f, size_t i)
{
    return f->floors != NULL ? f->floors[i] : 0;
}

/* @return false: the entry is for another cell or plan. */
static bool answer_cached(const follow_query *f, size_t i)
{
    wendi_sample a = {.flow = f->flow, .request = f->request, .floor = floor_of(f, i)};
    wendi_cached_sample cached;
    memcpy(&cached, &f->memos[i], sizeof cached);
    if (f->plan == 0 || cached.plan != f->plan || !wendi_sample_locate(&a, f->x[i], f->y[i]) ||
        !wendi_cached_sample_is_at(&cached, &a)) {
        return false;
    }
    double cost = 0.0;
    const wend_flow_guidance guidance = wendi_cached_sample_evaluate(&cached, &a, &cost);
    set_answer(f, i, &a, guidance, cost);
    return true;
}

static void answer_uncached(const follow_query *f, size_t i, wendi_sample *a,
                            wendi_sample_cell *cell, bool is_inside)
{
    const wendi_plan *plan = f->request->plan;
    wendi_cached_sample cached = {.plan = 0};
    if (is_inside && plan != NULL) {
        wendi_sample_cell_read_first(f->flow, plan, cell);
        wendi_cached_sample_set(&cached, a, plan, cell);
    }
    memcpy(&f->memos[i], &cached, sizeof cached);
    if (cached.plan != 0) {
        double cost = 0.0;
        const wend_flow_guidance guidance = wendi_cached_sample_evaluate(&cached, a, &cost);
        set_answer(f, i, a, guidance, cost);
    } else if (is_inside) {
        /* Samples a cell that cannot be cached, then its remaining cost. */
        double cost = (double)INFINITY;
        const wend_flow_guidance guidance = wendi_sample_evaluate(a, cell);
        if (f->request->plan != NULL && f->cost_left != NULL) {
            (void)wendi_sample_cell_remaining_cost(f->flow, f->request->plan, cell, a->px, a->py,
                                                   &cost);
        }
        set_answer(f, i, a, guidance, cost);
    } else {
        set_answer(f, i, a, WEND_FLOW_INVALID, (double)INFINITY);
    }
}

static void answer_batch(const follow_query *f, size_t first, size_t count)
{
    uncached_samples s;
    s.batch.count = 0;
    for (size_t i = first; i < first + count; ++i) {
        if (!answer_cached(f, i)) {
            s.of[s.batch.count] = i;
            wendi_sample_batch_add(&s.batch, f->flow, f->request, floor_of(f, i), f->x[i], f->y[i]);
        }
    }
    wendi_sample_batch_prefetch(&s.batch);
    for (size_t k = 0; k < s.batch.count; ++k) {
        answer_uncached(f, s.of[k], &s.batch.of[k], &s.batch.cells[k], s.batch.is_inside[k]);
    }
}

wend_result wend_flow_follow_many(const wend_flow *flow, wend_flow_request_id id,
                                  wend_flow_memo *memos, const uint32_t *floors, const double *x,
                                  const double *y, size_t count, double *direction_x,
                                  double *direction_y, double *cost_left, uint8_t *guidance)
{
    if (flow == NULL || (count > 0 && (memos == NULL || x == NULL || y == NULL ||
                                       direction_x == NULL || direction_y == NULL))) {
        return WEND_ERROR_ARGUMENT;
    }
    follow_query f = {flow,        wendi_flow_find_request(flow, id),
                      0,           memos,
                      floors,      x,
                      y,           direction_x,
                      direction_y, cost_left,
                      guidance};
    if (f.request == NULL) {
        /* For an unknown request. */
        const wendi_sample nothing = {.flow = f.flow};
        for (size_t i = 0; i < count; ++i) {
            set_answer(&f, i, &nothing, WEND_FLOW_INVALID, (double)INFINITY);
        }

        return WEND_ERROR_STALE;
    }
    /* An entry of another flow may have the same key: it is not used where no goal is open. */
    const wendi_plan *plan = f.request->plan;
    f.plan = plan != NULL && plan->goal_count > 0 ? wendi_cached_sample_plan_key(f.request) : 0;
    for (size_t first = 0; first < count; first += WENDI_SAMPLE_BATCH_MAX) {
        const size_t left = count - first;
        answer_batch(&f, first, left < WENDI_SAMPLE_BATCH_MAX ? left : WENDI_SAMPLE_BATCH_MAX);
    }
    return WEND_OK;
}
