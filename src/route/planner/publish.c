/* Publication: the answers and paths so far that an update shows to its requests. Under the lock. */
#include "route/planner/planner.h"
#include "route/planner/slots.h"
#include "route/planner/update.h"
#include "route/space/space.h"

#include "route/pathfinder/pathfinder.h"

/* ---- answers ---- */

/* Copies the answer that a job shows to a request that leaves it. @return false without memory. */
static bool keep_shown(const wend_planner *planner, wendi_plan_request *request,
                       const wendi_plan_job *job)
{
    const wendi_plan_found *shown = &job->shown;
    wend_path_destroy(request->own_path); /* one that was begun without the memory for it */
    request->own_path = NULL;
    if (wend_path_create(&planner->allocator, &request->own_path) != WEND_OK ||
        wendi_path_copy(request->own_path, shown->path) != WEND_OK) {
        return false;
    }
    request->own_answer = shown->answer;
    request->own_revision = shown->revision;
    request->own_items_revision = shown->items_revision;
    request->own_steps = shown->steps;
    request->own_retries = shown->retries;
    return true;
}

/* Gives a request that shares a broken job, and does not want another answer, the old one. */
static bool keep_answer(wend_planner *planner, uint32_t index)
{
    wendi_plan_request *request = &planner->requests[index];
    const wendi_plan_job *job = &planner->jobs[request->job];
    if (request->keeps_valid || request->state != WEND_PLANNER_READY || request->is_ended) {
        return false;
    }
    if (!keep_shown(planner, request, job)) {
        return false;
    }
    request->is_ended = true;
    return true;
}

/* Requests whose answers were broken are under way again. */
static void publish_broken(wend_planner *planner)
{
    for (uint32_t job = 0; job < planner->job_count && planner->broken_count > 0; job++) {
        wendi_plan_job *j = &planner->jobs[job];
        if (!j->was_broken) {
            continue;
        }
        j->was_broken = j->is_shown = false;
        planner->broken_count--;
        uint32_t next;
        for (uint32_t i = j->first_request; i != WENDI_PLAN_NONE; i = next) {
            next = planner->requests[i].next;
            if (keep_answer(planner, i)) {
                wendi_plan_job_detach(planner, i);
            } else if (planner->requests[i].state == WEND_PLANNER_READY) {
                wendi_plan_request_reopen(planner, &planner->requests[i]);
            }
        }
    }
}

static void publish_done(wend_planner *planner)
{
    while (planner->done.first != WENDI_PLAN_NONE) {
        const uint32_t job = planner->done.first;
        wendi_plan_job *j = &planner->jobs[job];
        wendi_plan_list_remove(planner, &planner->done, job);
        wend_path *path = j->shown.path;
        j->shown = j->found;
        j->found.path = path;
        for (uint32_t i = j->first_request; i != WENDI_PLAN_NONE; i = planner->requests[i].next) {
            wendi_plan_request *request = &planner->requests[i];
            if (wendi_plan_request_is_under_way(request)) {
                request->is_joined = request->is_joined || j->is_near;
                planner->shown.answered++;
                planner->shown.joined += request->is_joined ? 1 : 0;
                wendi_plan_request_is_ready(planner, request);
                wendi_plan_request_call(planner, request);
            }
        }
        wendi_plan_job_watch(planner, job);
    }
}

/* ---- paths so far ---- */

/* Steps of a path: cells, edges, legs over a mesh. */
static uint32_t depth_of(const wendi_plan_profile *profile, const wend_path *path)
{
    const wend_space *space = profile->layout.space;
    uint32_t count = 0;
    if (space != NULL && space->net == NULL) {
        const double cells = wendi_plan_profile_cells(profile, wend_path_length(path));
        return cells < 4e9 ? (uint32_t)cells : UINT32_MAX;
    }
    for (size_t i = 0; i < wend_path_leg_count(path); i++) {
        count += space == NULL || wend_path_leg(path, i).edge != WEND_EDGE_NONE ? 1 : 0;
    }
    return count;
}

/* Shows the path so far of a job that runs. */
static void look(wend_planner *planner, wendi_plan_job *job)
{
    wendi_plan_found *shown = &job->shown;
    wendi_plan_slot *slot = &planner->slots[job->slot];
    if (!slot->is_started || (job->looked != 0 && job->found.steps < 2 * job->looked)) {
        return;
    }
    if (shown->path == NULL && wend_path_create(&planner->allocator, &shown->path) != WEND_OK) {
        shown->path = NULL;
        return;
    }
    wend_path_answer answer = shown->answer;
    slot->has_looked = true;
    if (wendi_pathfinder_so_far(slot->pathfinder, shown->path, &answer) == WEND_PARTIAL) {
        shown->answer = answer;
        shown->revision = job->found.revision;
        job->is_shown = true;
    } else {
        job->is_shown = false;
    }
    job->looked = job->found.steps > 0 ? job->found.steps : 1;
    const wendi_plan_profile *profile = planner->profiles[job->profile];
    job->depth = job->is_shown ? depth_of(profile, shown->path) : 0;
    const double cells = wendi_plan_profile_cells(profile, wend_path_length(shown->path));
    wendi_plan_spend(planner, 16 + (cells < 4e6 ? (uint64_t)(2 * cells) : (uint64_t)8000000));
}

static bool wants_partial(const wend_planner *planner, const wendi_plan_job *job,
                          const wendi_plan_request *request)
{
    return (request->partial_after_steps != 0 &&
            job->found.steps >= request->partial_after_steps) ||
           (request->partial_after_updates != 0 &&
            planner->update_count - request->asked >= request->partial_after_updates) ||
           (request->partial_after_depth != 0 && job->depth >= request->partial_after_depth);
}

static void publish_running(wend_planner *planner, wendi_plan_job *job)
{
    bool has_looked = false;
    wendi_plan_found *shown = &job->shown;
    shown->steps = job->found.steps;
    shown->time_ns = job->found.time_ns;
    shown->retries = job->found.retries;
    for (uint32_t i = job->first_request; i != WENDI_PLAN_NONE; i = planner->requests[i].next) {
        wendi_plan_request *request = &planner->requests[i];
        if (request->state == WEND_PLANNER_WAITING) {
            request->state = WEND_PLANNER_SEARCHING;
        }
        if (wendi_plan_request_is_under_way(request) && request->partial_after_depth != 0 &&
            !has_looked) {
            look(planner, job); /* for its depth */
            has_looked = true;
        }
        if (!wendi_plan_request_is_under_way(request) || !wants_partial(planner, job, request)) {
            continue;
        }
        if (!has_looked) {
            look(planner, job);
            has_looked = true;
        }
        if (job->is_shown) {
            request->state = WEND_PLANNER_PARTIAL;
        }
        if (job->is_shown && !request->was_partial) {
            request->was_partial = true;
            wendi_plan_request_call(planner, request);
        }
    }
}

/* Gives a request whose time is over the path so far. @return false: there is none. */
static bool keep_partial(wend_planner *planner, wendi_plan_request *request)
{
    wendi_plan_job *job = &planner->jobs[request->job];
    if (job->state == WENDI_PLAN_DRAFT) {
        return false;
    }
    if (job->state == WENDI_PLAN_RUNNING && !job->is_shown) {
        job->looked = 0;
        look(planner, job);
    }
    return job->is_shown && job->state != WENDI_PLAN_DONE && keep_shown(planner, request, job);
}

static void publish_deadlines(wend_planner *planner)
{
    const wendi_heap *heap = &planner->deadlines;
    while (heap->count > 0 && heap->nodes[0].key <= planner->update_count) {
        uint64_t key;
        uint32_t index;
        (void)wendi_heap_pop(&planner->deadlines, &key, &index);
        wendi_plan_request *request = &planner->requests[index];
        const bool has_path = keep_partial(planner, request);
        wendi_plan_request_end(planner, request, has_path ? WEND_PARTIAL : WEND_NO_PATH,
                               WEND_FAILURE_DEADLINE);
        wendi_plan_request_call(planner, request);
    }
}

/* ---- the whole ---- */

void wendi_plan_publish_stats(wend_planner *planner)
{
    wend_planner_stats *shown = &planner->shown;
    const wend_planner_stats *stats = &planner->stats;
    shown->updates = planner->update_count;
    shown->searches = stats->searches;
    shown->retries = stats->retries;
    shown->from_trees = stats->from_trees;
    shown->broken = stats->broken;
    shown->watched = stats->watched;
    shown->evictions = stats->evictions;
    shown->space_updates = stats->space_updates;
    shown->rounds = stats->rounds;
    shown->steps = stats->steps;
    shown->debt = stats->debt;
    shown->time_ns = stats->time_ns;
    shown->searching = planner->running_count;
    shown->waiting = 0;
    for (uint32_t i = 0; i < planner->profile_count; i++) {
        const wendi_plan_profile *profile = planner->profiles[i];
        shown->waiting += profile->waiting_count + profile->checking.count;
    }
    shown->search_bytes = wendi_plan_slots_bytes(planner);
    shown->max_search_bytes = stats->max_search_bytes;
    shown->held = planner->held_count;
}

void wendi_plan_publish(wend_planner *planner)
{
    publish_broken(planner);
    publish_done(planner);
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        if (planner->slots[i].job != WENDI_PLAN_NONE) {
            publish_running(planner, &planner->jobs[planner->slots[i].job]);
        }
    }
    publish_deadlines(planner);
}
