/* The inbox: requests that were added, ended or released since the last update. Under the lock. */
#include "route/planner/planner.h"
#include "route/planner/update.h"

static void begin_request(wend_planner *planner, uint32_t index)
{
    wendi_plan_request *request = &planner->requests[index];
    const uint32_t draft = request->job;
    const uint32_t like = wendi_plan_job_like(planner, draft);
    if (like == WENDI_PLAN_NONE) {
        wendi_plan_trees_note(planner, &planner->jobs[draft], 0, NULL);
        const uint32_t near = wendi_plan_near_find(planner, draft);
        if (near == WENDI_PLAN_NONE) {
            wendi_plan_job_begin(planner, draft);
        } else {
            wendi_plan_job_begin_near(planner, draft, near);
        }
        wendi_plan_job_attach(planner, draft, index);
        return;
    }
    const uint32_t priority = request->priority;
    wendi_plan_job_free(planner, draft);
    wendi_plan_job_attach(planner, like, index);
    request->is_joined = true;
    if (planner->jobs[like].state == WENDI_PLAN_DONE) {
        planner->shown.cached++;
        planner->shown.answered++;
        wendi_plan_job_watch(planner, like);
        wendi_plan_request_is_ready(planner, request);
        wendi_plan_request_call(planner, request);
    } else {
        wendi_plan_job_raise(planner, like, priority);
    }
}

/* A request that was ended by a call leaves its job, and is free once it was released. */
static void drop_request(wend_planner *planner, uint32_t index)
{
    wendi_plan_request *request = &planner->requests[index];
    const uint32_t job = request->job;
    request->is_in_inbox = false;
    if (job != WENDI_PLAN_NONE && planner->jobs[job].state == WENDI_PLAN_DRAFT) {
        wendi_plan_job_free(planner, job);
        request->job = WENDI_PLAN_NONE;
    } else {
        wendi_plan_job_detach(planner, index);
    }
    if (request->is_released) {
        wendi_plan_request_free(planner, request);
    }
}

void wendi_plan_drain_inbox(wend_planner *planner)
{
    uint32_t index = planner->inbox_first;
    planner->inbox_first = planner->inbox_last = WENDI_PLAN_NONE;
    while (index != WENDI_PLAN_NONE) {
        wendi_plan_request *request = &planner->requests[index];
        const uint32_t next = request->inbox_next;
        request->is_in_inbox = false;
        if (!request->is_ended && !request->is_released) {
            begin_request(planner, index);
        } else {
            drop_request(planner, index);
        }
        index = next;
    }
}

void wendi_plan_purge_released(wend_planner *planner)
{
    uint32_t *link = &planner->inbox_first;
    uint32_t last = WENDI_PLAN_NONE;
    while (*link != WENDI_PLAN_NONE) {
        const uint32_t index = *link;
        wendi_plan_request *request = &planner->requests[index];
        if (!request->is_released) {
            last = index;
            link = &request->inbox_next;
            continue;
        }
        *link = request->inbox_next;
        drop_request(planner, index);
    }
    planner->inbox_last = last;
}
