/* Brings portal graphs, components and plans up to date with the grids and requests, within a
 * budget.
 * Cost: proportional to changes and new requests; nothing without any. */
#include "flow/plan/repair.h"
#include "flow/requests/kept_plans.h"

/* Steps between checks of the budget: a check of the clock takes as long as one. */
enum { SLICE = 64, SLICE_BY_CLOCK = 16 };

/* ---- portal graphs and components ---- */

/* Discards the plan being built. */
static void discard_next_plan(wend_flow *flow, wendi_flow_request *request)
{
    if (request->next == NULL) {
        return;
    }
    wendi_plan_release(flow, request->next);
    request->next = NULL;
    request->is_due = true;
}

/* Searches keep positions of links, and plans their indices: they begin again if links change. */
static void drop_plans_with_links(wend_flow *flow, uint32_t flow_class)
{
    for (uint32_t i = 0; i < flow->request_count; ++i) {
        wendi_flow_request *request = &flow->requests[i];
        const wendi_plan *next = request->next;
        if (next != NULL && next->flow_class == flow_class &&
            (next->phase == WENDI_PHASE_ROUTE || next->link_count > 0)) {
            discard_next_plan(flow, request);
        }
    }
}

static uintptr_t address_of_links(const wendi_portal_graph *graph)
{
    uint32_t count = 0;
    return (uintptr_t)wendi_portal_graph_links(graph, &count);
}

static wend_result detect_changes(wend_flow *flow)
{
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        const uintptr_t before = address_of_links(flow->classes[i].graph);
        const wend_result result = wendi_portal_graph_detect_changes(flow->classes[i].graph);
        if (result != WEND_OK) {
            return result;
        }
        if (address_of_links(flow->classes[i].graph) != before) {
            drop_plans_with_links(flow, i);
        }
    }
    return WEND_OK;
}

/* @return WEND_OK: there is nothing to do. */
static wend_result update_map(wend_flow *flow, uint64_t *steps)
{
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        wendi_flow_class *movement = &flow->classes[i];
        if (!wendi_portal_graph_is_fresh(movement->graph)) {
            const wend_result result =
                wendi_portal_graph_build(movement->graph, &flow->executor, steps);
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

/* ---- list of requests to update ---- */

static void check_plan(const wend_flow *flow, wendi_plan *plan, bool *holds)
{
    *holds = plan == NULL || (!plan->is_failed && wendi_plan_is_current(flow, plan));
    if (plan != NULL && *holds) {
        plan->stamp = wendi_portal_graph_stamp(flow->classes[plan->flow_class].graph);
    }
}

/* Requests without a plan come first, then the oldest. */
static bool is_more_urgent(const wendi_flow_request *a, const wendi_flow_request *b)
{
    const bool a_first = a->plan == NULL, b_first = b->plan == NULL;
    return a_first != b_first ? a_first : a->sequence < b->sequence;
}

static void list_requests(wend_flow *flow)
{
    flow->work_count = 0;
    flow->work_done = 0;
    for (uint32_t i = 0; i < flow->request_count; ++i) {
        wendi_flow_request *request = &flow->requests[i];
        if (request->is_used) {
            /* A plan being built is completed even if goals have moved on, and then the next one
             * is begun: otherwise agents that follow a goal that never rests would never get a
             * new field. */
            bool holds = true;
            check_plan(flow, request->next, &holds);
            if (!holds) {
                discard_next_plan(flow, request);
            }
            if (request->next == NULL) {
                check_plan(flow, request->plan, &holds);
                request->is_due |= !holds;
            }

            if (request->is_due || request->next != NULL) {
                /* Few requests need work at once: insertion keeps them sorted. */
                uint32_t at = flow->work_count++;
                while (at > 0 &&
                       is_more_urgent(&flow->requests[i], &flow->requests[flow->work[at - 1]])) {
                    flow->work[at] = flow->work[at - 1];
                    --at;
                }
                flow->work[at] = i;
            }
        }
    }
}

/* ---- routes, one after the other ---- */

static void finish_plan(wend_flow *flow, wendi_flow_request *request)
{
    wendi_plan *plan = request->next;
    const wend_allocator *a = &flow->allocator;
    wendi_heap_free(&plan->queue);
    wendi_heap_init(&plan->queue, a);
    wendi_plan_borders_free(a, plan, flow->fields.cells);
    wendi_repair_free(a, plan);
    request->next = NULL;
    wendi_plan_release(flow, request->plan);
    request->plan = plan;
    request->is_blocked = plan->goal_count == 0;
    request->is_unreachable =
        !plan->is_whole && plan->route_source_count == 0 && request->source_count > 0;
    ++request->built;
}

static wend_result begin_plan(wend_flow *flow, wendi_flow_request *request)
{
    wendi_plan *plan = wendi_live_plans_share(flow, request);
    plan = plan != NULL ? plan : wendi_kept_plans_take(flow, request);
    if (plan == NULL) {
        const wend_result result = wendi_plan_create(flow, request, &plan);
        if (result != WEND_OK) {
            return result;
        }
        wendi_repair_begin(flow, plan, request->plan);
    }
    request->next = plan;
    request->is_due = false;
    if (plan->phase == WENDI_PHASE_DONE) {
        finish_plan(flow, request);
    }
    return WEND_OK;
}

/* Routes come before all fields, as agents can follow them at once. */
static wend_result advance_route(wend_flow *flow, wendi_flow_request *request, uint64_t *steps)
{
    wendi_plan *plan = request->next;
    if (plan == NULL) {
        --*steps;
        return begin_plan(flow, request);
    }
    /* An interrupted search for another plan begins again when it is that plan's turn. */
    if (flow->router_owner != plan) {
        const wend_result begun = wendi_router_begin(
            flow->router, flow->classes[plan->flow_class].graph, plan->route_goals,
            plan->goal_count, plan->route_sources, plan->route_source_count);
        if (begun != WEND_OK) {
            return begun;
        }
        flow->router_owner = plan;
    }
    wend_result result = wendi_router_run(flow->router, steps);
    if (result != WEND_OK) {
        return result == WEND_IN_PROGRESS ? WEND_OK : result;
    }
    flow->router_owner = NULL;
    plan->phase = WENDI_PHASE_COVER;
    result = wendi_router_get_route(flow->router, &plan->route);
    /* By clock this is left to COVER; with portals as seeds there are no pieces. */
    const bool is_later = flow->is_by_clock && plan->seeds == WEND_FLOW_SEED_COSTS;
    return result == WEND_OK && !is_later ? wendi_plan_find_step_targets(flow, plan) : result;
}

static bool needs_route(const wendi_flow_request *request)
{
    return request->next == NULL ? request->is_due : request->next->phase == WENDI_PHASE_ROUTE;
}

/* @return WEND_OK: there is nothing to do. */
static wend_result advance_routes(wend_flow *flow, uint64_t *steps)
{
    while (flow->work_done < flow->work_count) {
        wendi_flow_request *request = &flow->requests[flow->work[flow->work_done]];
        if (!needs_route(request)) {
            ++flow->work_done;
            continue;
        }
        const wend_result result = advance_route(flow, request, steps);
        if (result != WEND_OK) {
            if (request->next != NULL) {
                request->next->is_failed = true; /* for others that share it */
            }
            discard_next_plan(flow, request);
            return result;
        }
        return WEND_IN_PROGRESS;
    }
    return WEND_OK;
}

/* ---- fields, in batches of tiles ---- */

static wend_result cover_sectors(wend_flow *flow, wendi_plan *plan, uint64_t *steps)
{
    const wend_result result = plan->seeds == WEND_FLOW_SEED_COSTS
                                   ? wendi_plan_cover(flow, plan)
                                   : wendi_plan_cover_steps(flow, plan);
    if (result == WEND_IN_PROGRESS) {
        flow->is_cut = true;
        return WEND_OK;
    }
    const uint64_t cost = 1 + plan->tile_count / 64;
    *steps -= cost < *steps ? cost : *steps;
    if (result != WEND_OK || !wendi_repair_reserve(flow, plan)) {
        return WEND_ERROR_MEMORY;
    }
    plan->phase = WENDI_PHASE_LINE_OF_SIGHT;
    return wendi_los_pass_begin(flow, plan);
}

/* Called when the phase has no more jobs. */
static wend_result next_phase(wend_flow *flow, wendi_plan *plan)
{
    wend_result result = WEND_OK;
    plan->done =
        plan->phase == WENDI_PHASE_LINE_OF_SIGHT && plan->goal_done + 1 < plan->los_goal_count
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

/* Continues a plan until it has jobs to add, is complete, or the steps are used up. */
static wend_result advance_plan(wend_flow *flow, wendi_plan *plan, uint64_t *steps, uint32_t *have)
{
    while (*steps > 0 && plan->phase != WENDI_PHASE_DONE) {
        const wendi_plan_phase phase = plan->phase;
        wendi_tile_job *jobs = flow->jobs + *have;
        const uint32_t room = WENDI_TILE_JOBS_MAX - *have;
        wend_result result = WEND_OK;
        uint32_t count = 0;
        switch (phase) {
        case WENDI_PHASE_COVER:
            result = cover_sectors(flow, plan, steps);
            break;
        case WENDI_PHASE_LINE_OF_SIGHT:
            result = wendi_los_pass_gather(flow, plan, jobs, room, &count);
            break;
        case WENDI_PHASE_PREPARE:
            result = wendi_plan_prepare(flow, plan, steps);
            plan->phase = result == WEND_OK ? WENDI_PHASE_INTEGRATE : phase;
            result = result == WEND_IN_PROGRESS ? WEND_OK : result;
            break;
        case WENDI_PHASE_INTEGRATE:
            result = wendi_integrate_pass_gather(flow, plan, jobs, room, &count);
            break;
        case WENDI_PHASE_DIRECTIONS:
            result = wendi_direction_pass_gather(flow, plan, jobs, room, &count);
            break;
        case WENDI_PHASE_ROUTE:
        case WENDI_PHASE_DONE:
            break;
        }
        if (result != WEND_OK || count > 0 || flow->is_cut) {
            *have += count;
            return result;
        }
        if (phase != WENDI_PHASE_COVER && phase != WENDI_PHASE_PREPARE) {
            result = next_phase(flow, plan);
            if (result != WEND_OK) {
                return result;
            }
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

static wend_result commit_job(wend_flow *flow, wendi_tile_job *job)
{
    if (job->phase == WENDI_PHASE_LINE_OF_SIGHT) {
        return wendi_los_pass_commit(flow, job);
    }
    return job->phase == WENDI_PHASE_INTEGRATE ? wendi_integrate_pass_commit(flow, job)
                                               : wendi_direction_pass_commit(flow, job);
}

/* Replaces plans by completed ones, and discards those that ran out of memory. */
static wend_result finish_plans(wend_flow *flow)
{
    wend_result result = WEND_OK;
    uint32_t kept = 0;
    bool is_any_due = false;
    for (uint32_t i = 0; i < flow->work_count; ++i) {
        wendi_flow_request *request = &flow->requests[flow->work[i]];
        if (request->next != NULL && request->next->is_failed) {
            discard_next_plan(flow, request);
            result = WEND_ERROR_MEMORY;
        }
        if (request->next != NULL && request->next->phase == WENDI_PHASE_DONE) {
            finish_plan(flow, request);
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

/* @return WEND_OK: there is nothing to do. */
static wend_result advance_tiles(wend_flow *flow, uint64_t *steps)
{
    if (flow->work_count == 0) {
        return WEND_OK;
    }
    uint32_t have = 0;
    ++flow->batch;
    flow->is_cut = false;
    for (uint32_t i = 0;
         *steps > 0 && !flow->is_cut && i < flow->work_count && have < WENDI_TILE_JOBS_MAX; ++i) {
        wendi_plan *plan = flow->requests[flow->work[i]].next;
        if (plan == NULL || plan->batch == flow->batch) { /* an equal request had its turn */
            continue;
        }
        plan->batch = flow->batch;
        if (advance_plan(flow, plan, steps, &have) != WEND_OK) {
            plan->is_failed = true;
        }
    }

    for (int stage = 0; stage < WENDI_TILE_JOB_STAGES; ++stage) {
        stage_context context = {flow, stage};
        wend_parallel_for(&flow->executor, have, WENDI_TILE_JOB_BLOCK, run_jobs, &context);
    }
    for (uint32_t i = 0; i < have; ++i) {
        wendi_tile_job *job = &flow->jobs[i];
        if (!job->plan->is_failed && commit_job(flow, job) != WEND_OK) {
            job->plan->is_failed = true;
        }
    }

    *steps -= have < *steps ? have : *steps;
    const wend_result result = finish_plans(flow);
    return result == WEND_OK ? WEND_IN_PROGRESS : result;
}

/* ---- update ---- */

/* Performs one unit of the most urgent work. @return WEND_OK: none is left. */
static wend_result advance_work(wend_flow *flow, bool *is_listed, uint64_t *steps)
{
    wend_result result = update_map(flow, steps);
    if (result != WEND_OK) {
        return result;
    }
    if (!*is_listed) {
        list_requests(flow);
        *is_listed = true;
    }
    result = advance_routes(flow, steps);
    return result != WEND_OK ? result : advance_tiles(flow, steps);
}

wend_result wend_flow_update(wend_flow *flow, wend_budget *budget)
{
    const wend_result allowed = wendi_flow_check_idle(flow);
    if (allowed != WEND_OK) {
        return allowed;
    }
    ++flow->update;
    wend_result result = detect_changes(flow);
    bool is_listed = false;
    bool is_first = true;
    flow->is_by_clock = budget != NULL && budget->deadline_ns != 0;
    wendi_router_set_by_clock(flow->router, flow->is_by_clock);
    const uint64_t slice = flow->is_by_clock ? SLICE_BY_CLOCK : SLICE;
    while (result == WEND_OK || result == WEND_IN_PROGRESS) {
        const uint64_t granted = wendi_budget_grant(budget, slice);
        if (granted == 0 && !is_first) {
            return WEND_IN_PROGRESS;
        }
        uint64_t steps = granted > 0 ? granted : 1;
        const uint64_t given = steps;
        result = advance_work(flow, &is_listed, &steps);
        wendi_budget_spend(budget, given - steps);
        is_first = false;
        if (result != WEND_IN_PROGRESS) {
            break;
        }
    }
    wendi_kept_plans_evict(flow);
    wendi_field_cache_evict(&flow->fields, flow->update);
    return wendi_fail_plain(&flow->error, "wend_flow_update", result);
}
