/* takes: a flow, edits of its grids, requests, a budget.
 * gives: portals, islands and plans that are as new as the grids, a slice at a time.
 * cost:  what changed, and what was asked for; nothing when nothing did. */
#include "flow/plan/tile_job.h"

enum { SLICE = 64 /* Steps between looks at the budget. */ };

/* ---- portals and islands ---- */

/* The plan that is being built is given up. */
static void drop_next(wend_flow *flow, wendi_flow_request *request)
{
    if (request->next == NULL) {
        return;
    }
    if (flow->router_owner1 == (uint32_t)(request - flow->requests) + 1) {
        flow->router_owner1 = 0;
    }
    wendi_plan_destroy(flow, request->next);
    request->next = NULL;
    request->is_due = true;
}

/* Searches keep where links lie, and plans their numbers: with other links they begin anew. */
static void drop_linked(wend_flow *flow, uint32_t flow_class)
{
    for (uint32_t i = 0; i < flow->request_count; ++i) {
        wendi_flow_request *request = &flow->requests[i];
        const wendi_plan *next = request->next;
        if (next != NULL && next->flow_class == flow_class &&
            (next->phase == WENDI_PHASE_ROUTE || next->way_count > 0)) {
            drop_next(flow, request);
        }
    }
}

static uintptr_t place_of_ways(const wendi_portal_graph *portals)
{
    uint32_t count = 0;
    return (uintptr_t)wendi_portal_graph_links(portals, &count);
}

static wend_result notice(wend_flow *flow)
{
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        const uintptr_t before = place_of_ways(flow->classes[i].portals);
        const wend_result result = wendi_portal_graph_detect_changes(flow->classes[i].portals);
        if (result != WEND_OK) {
            return result;
        }
        if (place_of_ways(flow->classes[i].portals) != before) {
            drop_linked(flow, i);
        }
    }
    return WEND_OK;
}

/* @return WEND_OK: nothing to do here. */
static wend_result work_on_map(wend_flow *flow, uint64_t *steps)
{
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        wendi_flow_class *movement = &flow->classes[i];
        if (!wendi_portal_graph_is_fresh(movement->portals)) {
            const wend_result result =
                wendi_portal_graph_build(movement->portals, &flow->executor, steps);
            return result == WEND_OK ? WEND_IN_PROGRESS : result;
        }
        if (!wendi_reachability_is_fresh(movement->reach)) {
            --*steps;
            const wend_result result = wendi_reachability_update(movement->reach);
            return result == WEND_OK ? WEND_IN_PROGRESS : result;
        }
    }
    return WEND_OK;
}

/* ---- which requests have something to do ---- */

static void check_plan(const wend_flow *flow, wendi_plan *plan, bool *holds)
{
    *holds = plan == NULL || wendi_plan_is_current(flow, plan);
    if (plan != NULL && *holds) {
        plan->stamp = wendi_portal_graph_stamp(flow->classes[plan->flow_class].portals);
    }
}

/* A plan under way for goals that have moved on is finished nevertheless, and then the next one
 * begun: else those who follow a goal that never rests would never see a new field. */
static void check_request(wend_flow *flow, wendi_flow_request *request)
{
    bool holds = true;
    check_plan(flow, request->next, &holds);
    if (!holds) {
        drop_next(flow, request);
    }
    if (request->next == NULL) {
        check_plan(flow, request->plan, &holds);
        request->is_due |= !holds;
    }
}

/* Those without any plan come first, then those that wait longest. */
static bool is_more_urgent(const wendi_flow_request *a, const wendi_flow_request *b)
{
    const bool a_first = a->plan == NULL, b_first = b->plan == NULL;
    return a_first != b_first ? a_first : a->asked < b->asked;
}

/* Few have something to do at once: insertion keeps them sorted. */
static void add_work(wend_flow *flow, uint32_t index)
{
    uint32_t at = flow->work_count++;
    while (at > 0 && is_more_urgent(&flow->requests[index], &flow->requests[flow->work[at - 1]])) {
        flow->work[at] = flow->work[at - 1];
        --at;
    }
    flow->work[at] = index;
}

static void list_work(wend_flow *flow)
{
    flow->work_count = 0;
    flow->work_done = 0;
    for (uint32_t i = 0; i < flow->request_count; ++i) {
        wendi_flow_request *request = &flow->requests[i];
        if (request->is_used) {
            check_request(flow, request);
            if (request->is_due || request->next != NULL) {
                add_work(flow, i);
            }
        }
    }
}

/* ---- plans: one thing after the other ---- */

static void finish(wend_flow *flow, wendi_flow_request *request)
{
    wendi_plan *plan = request->next;
    const wend_allocator *a = &flow->allocator;
    wendi_heap_free(&plan->queue);
    wendi_heap_init(&plan->queue, a);
    wendi_plan_borders_free(a, plan, flow->fields.cells);
    request->next = NULL;
    wendi_plan_destroy(flow, request->plan);
    request->plan = plan;
    request->is_blocked = plan->goal_count == 0;
    request->is_unreachable =
        !plan->is_whole && plan->route_source_count == 0 && request->source_count > 0;
    ++request->built;
}

static wend_result begin_plan(wend_flow *flow, wendi_flow_request *request)
{
    const wend_result result = wendi_plan_create(flow, request, &request->next);
    if (result != WEND_OK) {
        return result;
    }
    request->is_due = false;
    if (request->next->phase == WENDI_PHASE_DONE) {
        finish(flow, request);
    }
    return WEND_OK;
}

static wend_result begin_route(wend_flow *flow, wendi_flow_request *request)
{
    wendi_plan *plan = request->next;
    const wend_result result =
        wendi_router_begin(flow->router, flow->classes[plan->flow_class].portals, plan->route_goals,
                           plan->goal_count, plan->route_sources, plan->route_source_count);
    if (result == WEND_OK) {
        flow->router_owner1 = (uint32_t)(request - flow->requests) + 1;
    }
    return result;
}

static wend_result end_route(wend_flow *flow, wendi_plan *plan)
{
    flow->router_owner1 = 0;
    wend_result result = wendi_router_get_route(flow->router, &plan->route);
    if (result == WEND_OK) {
        result = wendi_plan_find_step_targets(flow, plan);
    }
    plan->phase = WENDI_PHASE_COVER;
    return result;
}

/* Routes come before all fields: agents walk along them at once. */
static wend_result work_on_route(wend_flow *flow, wendi_flow_request *request, uint64_t *steps)
{
    if (request->next == NULL) {
        --*steps;
        return begin_plan(flow, request);
    }
    /* A search for another request that was under way is begun anew when it is its turn again. */
    if (flow->router_owner1 != (uint32_t)(request - flow->requests) + 1) {
        const wend_result result = begin_route(flow, request);
        if (result != WEND_OK) {
            return result;
        }
    }
    const wend_result result = wendi_router_run(flow->router, steps);
    if (result == WEND_OK) {
        return end_route(flow, request->next);
    }
    return result == WEND_IN_PROGRESS ? WEND_OK : result;
}

static bool needs_route(const wendi_flow_request *request)
{
    return request->next == NULL ? request->is_due : request->next->phase == WENDI_PHASE_ROUTE;
}

/* @return WEND_OK: nothing to do here. */
static wend_result work_on_routes(wend_flow *flow, uint64_t *steps)
{
    while (flow->work_done < flow->work_count) {
        wendi_flow_request *request = &flow->requests[flow->work[flow->work_done]];
        if (!needs_route(request)) {
            ++flow->work_done;
            continue;
        }
        const wend_result result = work_on_route(flow, request, steps);
        if (result != WEND_OK) {
            drop_next(flow, request);
            return result;
        }
        return WEND_IN_PROGRESS;
    }
    return WEND_OK;
}

/* ---- plans: batches of tiles ---- */

static wend_result cover(wend_flow *flow, wendi_plan *plan, uint64_t *steps)
{
    const wend_result result = plan->seeds == WEND_FLOW_SEED_COSTS
                                   ? wendi_plan_cover(flow, plan)
                                   : wendi_plan_cover_steps(flow, plan);
    const uint64_t cost = 1 + plan->tile_count / 64;
    *steps -= cost < *steps ? cost : *steps;
    if (result != WEND_OK) {
        return result;
    }
    plan->phase = WENDI_PHASE_LINE_OF_SIGHT;
    return wendi_los_pass_begin(flow, plan);
}

static wend_result prepare(wend_flow *flow, wendi_plan *plan, uint64_t *steps)
{
    const wend_result result = wendi_plan_prepare(flow, plan, steps);
    if (result == WEND_OK) {
        plan->phase = WENDI_PHASE_INTEGRATE;
    }
    return result == WEND_IN_PROGRESS ? WEND_OK : result;
}

/* The phase has no more jobs. */
static wend_result next_phase(wend_flow *flow, wendi_plan *plan)
{
    wend_result result = WEND_OK;
    plan->done =
        plan->phase == WENDI_PHASE_LINE_OF_SIGHT && plan->goal_done + 1 < plan->sight_goal_count
            ? plan->done
            : 0;
    if (plan->phase == WENDI_PHASE_LINE_OF_SIGHT && wendi_los_pass_next_goal(flow, plan, &result)) {
        return result;
    }
    plan->phase = plan->phase == WENDI_PHASE_LINE_OF_SIGHT ? WENDI_PHASE_PREPARE
                  : plan->phase == WENDI_PHASE_INTEGRATE   ? WENDI_PHASE_DIRECTIONS
                                                           : WENDI_PHASE_DONE;
    return result;
}

static wend_result gather(wend_flow *flow, wendi_plan *plan, uint32_t have, uint32_t *count)
{
    switch (plan->phase) {
    case WENDI_PHASE_LINE_OF_SIGHT:
        return wendi_los_pass_gather(flow, plan, flow->jobs + have, WENDI_TILE_JOBS_MAX - have,
                                     count);
    case WENDI_PHASE_INTEGRATE:
        return wendi_integrate_pass_gather(flow, plan, flow->jobs + have,
                                           WENDI_TILE_JOBS_MAX - have, count);
    case WENDI_PHASE_DIRECTIONS:
        return wendi_direction_pass_gather(flow, plan, flow->jobs + have,
                                           WENDI_TILE_JOBS_MAX - have, count);
    case WENDI_PHASE_ROUTE:
    case WENDI_PHASE_COVER:
    case WENDI_PHASE_PREPARE:
    case WENDI_PHASE_DONE:
        break;
    }
    return WEND_OK;
}

/* Goes on with a plan until it has jobs to add, is done, or the steps are used up. */
static wend_result collect(wend_flow *flow, wendi_plan *plan, uint64_t *steps, uint32_t *have)
{
    while (*steps > 0 && plan->phase != WENDI_PHASE_DONE) {
        wend_result result = WEND_OK;
        uint32_t count = 0;
        if (plan->phase == WENDI_PHASE_COVER) {
            result = cover(flow, plan, steps);
        } else if (plan->phase == WENDI_PHASE_PREPARE) {
            result = prepare(flow, plan, steps);
        } else {
            result = gather(flow, plan, *have, &count);
            if (result == WEND_OK && count == 0) {
                result = next_phase(flow, plan);
            }
        }
        *have += count;
        if (result != WEND_OK || count > 0) {
            return result;
        }
    }
    return WEND_OK;
}

typedef struct stage_context {
    const wend_flow *flow;
    int stage;
} stage_context;

static void run_jobs(void *context, size_t begin, size_t end)
{
    const stage_context *stage = context;
    for (size_t i = begin; i < end; ++i) {
        wendi_tile_job *job = &stage->flow->jobs[i];
        if (job->phase == WENDI_PHASE_LINE_OF_SIGHT) {
            wendi_los_pass_run(job, stage->stage);
        } else if (job->phase == WENDI_PHASE_INTEGRATE) {
            wendi_integrate_pass_run(stage->flow, job, stage->stage);
        } else {
            wendi_direction_pass_run(stage->flow, job, stage->stage);
        }
    }
}

static wend_result commit(wend_flow *flow, wendi_tile_job *job)
{
    if (job->phase == WENDI_PHASE_LINE_OF_SIGHT) {
        return wendi_los_pass_commit(flow, job);
    }
    return job->phase == WENDI_PHASE_INTEGRATE ? wendi_integrate_pass_commit(flow, job)
                                               : wendi_direction_pass_commit(flow, job);
}

static void run_batch(wend_flow *flow, uint32_t count)
{
    for (int stage = 0; stage < WENDI_TILE_JOB_STAGES; ++stage) {
        stage_context context = {flow, stage};
        wend_parallel_for(&flow->executor, count, WENDI_TILE_JOB_BLOCK, run_jobs, &context);
    }
    for (uint32_t i = 0; i < count; ++i) {
        wendi_tile_job *job = &flow->jobs[i];
        if (!job->plan->is_failed && commit(flow, job) != WEND_OK) {
            job->plan->is_failed = true;
        }
    }
}

/* Takes over the plans that are done, and gives up those that found no memory. */
static wend_result settle_plans(wend_flow *flow)
{
    wend_result result = WEND_OK;
    uint32_t kept = 0;
    bool is_any_due = false;
    for (uint32_t i = 0; i < flow->work_count; ++i) {
        wendi_flow_request *request = &flow->requests[flow->work[i]];
        if (request->next != NULL && request->next->is_failed) {
            drop_next(flow, request);
            result = WEND_ERROR_MEMORY;
        }
        if (request->next != NULL && request->next->phase == WENDI_PHASE_DONE) {
            finish(flow, request);
        }
        if (request->next != NULL || request->is_due) {
            is_any_due |= needs_route(request);
            flow->work[kept++] = flow->work[i];
        }
    }
    flow->work_count = kept;
    flow->work_done = is_any_due ? 0 : kept;
    return result;
}

/* @return WEND_OK: nothing to do here. */
static wend_result work_on_tiles(wend_flow *flow, uint64_t *steps)
{
    if (flow->work_count == 0) {
        return WEND_OK;
    }
    uint32_t have = 0;
    for (uint32_t i = 0; *steps > 0 && i < flow->work_count && have < WENDI_TILE_JOBS_MAX; ++i) {
        wendi_plan *plan = flow->requests[flow->work[i]].next;
        if (plan != NULL && collect(flow, plan, steps, &have) != WEND_OK) {
            plan->is_failed = true;
        }
    }
    run_batch(flow, have);
    *steps -= have < *steps ? have : *steps;
    const wend_result result = settle_plans(flow);
    return result == WEND_OK ? WEND_IN_PROGRESS : result;
}

/* ---- all ---- */

/* One unit of the most urgent work. @return WEND_OK: there is none. */
static wend_result advance(wend_flow *flow, bool *is_listed, uint64_t *steps)
{
    wend_result result = work_on_map(flow, steps);
    if (result != WEND_OK) {
        return result;
    }
    if (!*is_listed) {
        list_work(flow);
        *is_listed = true;
    }
    result = work_on_routes(flow, steps);
    return result != WEND_OK ? result : work_on_tiles(flow, steps);
}

wend_result wend_flow_update(wend_flow *flow, wend_budget *budget)
{
    const wend_result allowed = wendi_flow_check_idle(flow);
    if (allowed != WEND_OK) {
        return allowed;
    }
    ++flow->update;
    wend_result result = notice(flow);
    bool is_listed = false;
    bool is_first = true;
    while (result == WEND_OK || result == WEND_IN_PROGRESS) {
        const uint64_t granted = wendi_budget_grant(budget, SLICE);
        if (granted == 0 && !is_first) {
            return WEND_IN_PROGRESS;
        }
        uint64_t steps = granted > 0 ? granted : 1;
        const uint64_t given = steps;
        result = advance(flow, &is_listed, &steps);
        wendi_budget_spend(budget, given - steps);
        is_first = false;
        if (result != WEND_IN_PROGRESS) {
            break;
        }
    }
    wendi_field_cache_evict(&flow->fields, flow->update);
    return wendi_fail_plain(&flow->error, "wend_flow_update", result);
}
