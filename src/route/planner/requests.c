/* The table of requests: the part of a planner for other threads. Every function here runs under the
 * planner's lock, or takes it.
 * Cost: constant a call; a poll copies the path. */
#include "route/pathfinder/pathfinder.h"
#include "route/planner/planner.h"
#include "route/planner/update.h"
#include "wend/walls.h"

#include <string.h>

enum { REQUEST_COOKIE = 0x504C5251 };

wend_planner_request_def wend_planner_request_def_default(void)
{
    wend_planner_request_def def;
    memset(&def, 0, sizeof def);
    def.cookie = REQUEST_COOKIE;
    def.query = wend_path_query_default();
    return def;
}

/* ---- ids ---- */

wendi_plan_request *wendi_plan_find_request(const wend_planner *planner, wend_planner_request_id id)
{
    if (id.index1 == 0 || id.index1 > planner->def.max_requests) {
        return NULL;
    }
    wendi_plan_request *request = &planner->requests[id.index1 - 1];
    return request->state != WEND_PLANNER_NONE && request->generation == id.generation ? request
                                                                                       : NULL;
}

wend_result wendi_plan_refuse_id(wend_planner *planner, const char *function,
                                 wend_planner_request_id id)
{
    return wendi_refuse_id(&planner->message, function, "request", id.index1, id.generation);
}

wend_result wendi_plan_refuse_query(wend_planner *planner, const char *function,
                                    const wendi_plan_request *request, wend_result result)
{
    const wendi_plan_job *job =
        request->job == WENDI_PLAN_NONE ? NULL : &planner->jobs[request->job];
    if (result >= 0 || result == WEND_ERROR_MEMORY || job == NULL) {
        return wendi_fail_plain(&planner->message, function, result);
    }
    if (job->message == NULL) {
        return wendi_fail(&planner->message, result,
                          "%s: the space of profile %u could not be built anew from its world",
                          function, (unsigned)job->profile);
    }
    planner->message = *job->message;
    return wendi_fail_as(&planner->message, function, result);
}

static uint32_t index_of(const wend_planner *planner, const wendi_plan_request *request)
{
    return (uint32_t)(request - planner->requests);
}

static wend_planner_request_id id_of(const wend_planner *planner, const wendi_plan_request *request)
{
    return (wend_planner_request_id){index_of(planner, request) + 1, request->generation};
}

bool wendi_plan_request_is_under_way(const wendi_plan_request *request)
{
    return request->state == WEND_PLANNER_WAITING || request->state == WEND_PLANNER_SEARCHING ||
           request->state == WEND_PLANNER_PARTIAL;
}

/* ---- agents ---- */

static uint32_t home_of(const wend_planner *planner, uint64_t source, uint64_t agent)
{
    const uint64_t hash = wend_hash_u64(wend_hash_u64(wend_hash_begin(), source), agent);
    return (uint32_t)(hash >> 32) & planner->agent_mask;
}

/* The slot of an agent in the table, or the free one where it belongs. */
static uint32_t find_agent(const wend_planner *planner, uint64_t source, uint64_t agent)
{
    uint32_t at = home_of(planner, source, agent);
    while (planner->agents[at] != 0) {
        const wendi_plan_request *request = &planner->requests[planner->agents[at] - 1];
        if (request->agent == agent && request->source == source) {
            break;
        }
        at = (at + 1) & planner->agent_mask;
    }
    return at;
}

/* Takes a request out of the table and closes the gap. */
static void forget_agent(wend_planner *planner, const wendi_plan_request *request)
{
    if (request->agent == 0) {
        return;
    }
    uint32_t gap = find_agent(planner, request->source, request->agent);
    if (planner->agents[gap] != index_of(planner, request) + 1) {
        return;
    }
    planner->agents[gap] = 0;
    const uint32_t mask = planner->agent_mask;
    for (uint32_t at = (gap + 1) & mask; planner->agents[at] != 0; at = (at + 1) & mask) {
        const wendi_plan_request *other = &planner->requests[planner->agents[at] - 1];
        const uint32_t home = home_of(planner, other->source, other->agent);
        if (((at - home) & mask) >= ((at - gap) & mask)) {
            planner->agents[gap] = planner->agents[at];
            planner->agents[at] = 0;
            gap = at;
        }
    }
}

bool wendi_plan_request_is_current(const wend_planner *planner, const wendi_plan_request *request)
{
    return request->agent != 0 &&
           planner->agents[find_agent(planner, request->source, request->agent)] ==
               index_of(planner, request) + 1;
}

bool wendi_plan_request_enter(wend_planner *planner, const wendi_plan_request *request)
{
    const uint32_t at = find_agent(planner, request->source, request->agent);
    if (planner->agents[at] != 0) {
        return false;
    }
    planner->agents[at] = index_of(planner, request) + 1;
    return true;
}

wend_planner_request_id wendi_plan_request_of(wend_planner *planner, uint64_t source,
                                              uint64_t agent)
{
    wendi_lock_take(planner->lock);
    const uint32_t index1 = planner->agents[find_agent(planner, source, agent)];
    const wend_planner_request_id id = index1 == 0 ? (wend_planner_request_id){0, 0}
                                                   : id_of(planner, &planner->requests[index1 - 1]);
    wendi_lock_release(planner->lock);
    return id;
}

/* ---- life of a request ---- */

static void push_inbox(wend_planner *planner, wendi_plan_request *request)
{
    const uint32_t index = index_of(planner, request);
    if (request->is_in_inbox) {
        return;
    }
    request->is_in_inbox = true;
    request->inbox_next = WENDI_PLAN_NONE;
    if (planner->inbox_first == WENDI_PLAN_NONE) {
        planner->inbox_first = index;
    } else {
        planner->requests[planner->inbox_last].inbox_next = index;
    }
    planner->inbox_last = index;
}

void wendi_plan_request_free(wend_planner *planner, wendi_plan_request *request)
{
    wend_path_destroy(request->own_path);
    request->own_path = NULL;
    request->state = WEND_PLANNER_NONE;
    request->is_used = request->is_released = false;
    request->next = planner->free_request;
    planner->free_request = index_of(planner, request);
    planner->held_count--;
}

void wendi_plan_request_is_ready(wend_planner *planner, wendi_plan_request *request)
{
    if (request->partial_after_updates != 0) {
        planner->partial_by_update_count--;
    }
    if (request->deadline != 0) {
        (void)wendi_heap_remove(&planner->deadlines, index_of(planner, request));
    }
    request->state = WEND_PLANNER_READY;
    request->ready = planner->update_count;
}

void wendi_plan_request_reopen(wend_planner *planner, wendi_plan_request *request)
{
    request->state = WEND_PLANNER_WAITING;
    request->asked = planner->update_count;
    request->was_partial = false;
    if (request->partial_after_updates != 0) {
        planner->partial_by_update_count++;
    }
    if (request->deadline != 0) { /* there is room for all requests */
        (void)wendi_heap_push(&planner->deadlines, planner->update_count + request->deadline,
                              index_of(planner, request));
    }
}

void wendi_plan_request_end(wend_planner *planner, wendi_plan_request *request, wend_result result,
                            wend_failure_reason reason)
{
    wend_path_answer *answer = &request->own_answer;
    if (result == WEND_NO_PATH) {
        memset(answer, 0, sizeof *answer);
        answer->node = WEND_NODE_NONE;
        answer->method = "";
    }
    answer->result = result;
    answer->reason = reason;
    request->is_ended = true;
    planner->shown.dropped++;
    wendi_plan_request_is_ready(planner, request);
    push_inbox(planner, request);
}

void wendi_plan_request_call(wend_planner *planner, const wendi_plan_request *request)
{
    if (request->on_answer != NULL) {
        planner->called[planner->called_count] = index_of(planner, request);
        planner->called_generations[planner->called_count++] = request->generation;
    }
}

/* ---- add ---- */

static const char adding[] = "wend_planner_add_request";

static wend_result check_goal(wend_planner *planner, const wend_planner_request_def *def)
{
    if ((unsigned)def->goal > WEND_PLANNER_GOAL_AWAY) {
        return wendi_refuse(&planner->message, adding, "goal", (double)def->goal, 0,
                            WEND_PLANNER_GOAL_AWAY);
    }
    if (!(def->distance >= 0 && def->distance <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(&planner->message, adding, "distance", def->distance, 0,
                            WEND_COORDINATE_MAX);
    }
    if (def->goal == WEND_PLANNER_GOAL_QUERY && def->distance > 0) {
        return wendi_fail(&planner->message, WEND_ERROR_ARGUMENT,
                          "%s: distance is set, which is for goals within and away: leave it unset",
                          adding);
    }
    if (def->goal != WEND_PLANNER_GOAL_QUERY && def->query.goal_kind != WEND_PATH_TO_POSITION) {
        return wendi_fail(&planner->message, WEND_ERROR_ARGUMENT,
                          "%s: goal is within or away, and query.goal_kind must be "
                          "WEND_PATH_TO_POSITION",
                          adding);
    }
    return WEND_OK;
}

static wend_result check_request(wend_planner *planner, const wend_planner_request_def *def)
{
    if (def == NULL) {
        return wendi_refuse_null(&planner->message, adding, "def");
    }
    if (def->cookie != REQUEST_COOKIE) {
        return wendi_refuse_cookie(&planner->message, adding, def->cookie,
                                   "wend_planner_request_def_default");
    }
    if (def->profile >= planner->profile_count) {
        return wendi_refuse_index(&planner->message, adding, "profile", def->profile, "profiles",
                                  planner->profile_count);
    }
    if (def->priority > WEND_PLANNER_PRIORITY_MAX) {
        return wendi_refuse(&planner->message, adding, "priority", def->priority, 0,
                            WEND_PLANNER_PRIORITY_MAX);
    }
    if (!(def->start_tolerance >= 0 && def->start_tolerance <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(&planner->message, adding, "start_tolerance", def->start_tolerance, 0,
                            WEND_COORDINATE_MAX);
    }
    wend_result result = check_goal(planner, def);
    if (result != WEND_OK) {
        return result;
    }
    wend_pathfinder *probe = planner->profiles[def->profile]->probe;
    result = wendi_pathfinder_check_query(probe, &def->query);
    if (result < 0) {
        planner->message = probe->message;
    }
    return wendi_fail_as(&planner->message, adding, result);
}

/* The agent's old request ends, if it is not answered; the new one replaces it. */
static void replace(wend_planner *planner, wendi_plan_request *request)
{
    if (request->agent == 0) {
        return;
    }
    const uint32_t at = find_agent(planner, request->source, request->agent);
    if (planner->agents[at] != 0) {
        wendi_plan_request *old = &planner->requests[planner->agents[at] - 1];
        if (wendi_plan_request_is_under_way(old)) {
            wendi_plan_request_end(planner, old, WEND_NO_PATH, WEND_FAILURE_REPLACED);
        }
    }
    planner->agents[at] = index_of(planner, request) + 1;
}

static wend_result add(wend_planner *planner, const wend_planner_request_def *def, uint64_t source,
                       wend_planner_request_id *id)
{
    const wend_result checked = check_request(planner, def);
    if (checked != WEND_OK) {
        return checked;
    }
    if (planner->free_request == WENDI_PLAN_NONE && !planner->is_working) {
        wendi_plan_purge_released(planner);
    }
    if (planner->free_request == WENDI_PLAN_NONE) {
        return wendi_fail(&planner->message, WEND_ERROR_FULL,
                          "%s: %lu requests are held, and max_requests is that: release some",
                          adding, (unsigned long)planner->held_count);
    }
    const uint32_t job = wendi_plan_job_draft(planner, def);
    if (job == WENDI_PLAN_NONE) {
        return wendi_fail_plain(&planner->message, adding, WEND_ERROR_MEMORY);
    }
    wendi_plan_request *request = &planner->requests[planner->free_request];
    planner->free_request = request->next;
    const uint32_t generation = request->generation + 1;
    memset(request, 0, sizeof *request);
    request->is_used = true;
    request->generation = generation == 0 ? 1 : generation;
    request->agent = def->agent;
    request->source = source;
    request->sequence = planner->sequence++;
    request->asked = planner->update_count;
    request->priority = def->priority;
    request->deadline = def->deadline;
    request->partial_after_steps = def->partial_after_steps;
    request->partial_after_updates = def->partial_after_updates;
    request->partial_after_depth = def->partial_after_depth;
    request->is_cost_only = def->is_cost_only;
    request->keeps_valid = def->keeps_valid;
    request->on_answer = def->on_answer;
    request->user = def->user;
    request->job = job;
    request->profile = def->profile;
    request->next = request->previous = WENDI_PLAN_NONE;
    request->state = WEND_PLANNER_WAITING;
    if (def->deadline != 0) { /* reserved at creation: cannot fail */
        (void)wendi_heap_push(&planner->deadlines, planner->update_count + def->deadline,
                              index_of(planner, request));
    }
    planner->partial_by_update_count += def->partial_after_updates != 0 ? 1 : 0;
    planner->held_count++;
    planner->shown.requests++;
    planner->shown.held = planner->held_count;
    replace(planner, request);
    push_inbox(planner, request);
    *id = id_of(planner, request);
    return WEND_OK;
}

wend_result wendi_plan_add_request(wend_planner *planner, const wend_planner_request_def *def,
                                   uint64_t source, wend_planner_request_id *id)
{
    wendi_lock_take(planner->lock);
    const wend_result result = add(planner, def, source, id);
    wendi_lock_release(planner->lock);
    return result;
}

wend_result wend_planner_add_request(wend_planner *planner, const wend_planner_request_def *def,
                                     wend_planner_request_id *id)
{
    if (id != NULL) {
        *id = (wend_planner_request_id){0, 0};
    }
    if (planner == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (id == NULL) {
        wendi_lock_take(planner->lock);
        const wend_result result = wendi_refuse_null(&planner->message, adding, "id");
        wendi_lock_release(planner->lock);
        return result;
    }
    return wendi_plan_add_request(planner, def, 0, id);
}

/* ---- cancel and release ---- */

wend_result wend_planner_cancel(wend_planner *planner, wend_planner_request_id id)
{
    if (planner == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_lock_take(planner->lock);
    wendi_plan_request *request = wendi_plan_find_request(planner, id);
    if (request != NULL && wendi_plan_request_is_under_way(request)) {
        wendi_plan_request_end(planner, request, WEND_NO_PATH, WEND_FAILURE_CANCELLED);
    }
    const wend_result result =
        request != NULL ? WEND_OK : wendi_plan_refuse_id(planner, "wend_planner_cancel", id);
    wendi_lock_release(planner->lock);
    return result;
}

wend_result wend_planner_release(wend_planner *planner, wend_planner_request_id id)
{
    if (planner == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_lock_take(planner->lock);
    wendi_plan_request *request = wendi_plan_find_request(planner, id);
    if (request != NULL) {
        if (wendi_plan_request_is_under_way(request)) {
            wendi_plan_request_end(planner, request, WEND_NO_PATH, WEND_FAILURE_CANCELLED);
        }
        forget_agent(planner, request);
        request->agent = 0;
        request->state = WEND_PLANNER_NONE;
        request->is_released = true;
        push_inbox(planner, request); /* its job belongs to the updating thread */
    }
    const wend_result result =
        request != NULL ? WEND_OK : wendi_plan_refuse_id(planner, "wend_planner_release", id);
    wendi_lock_release(planner->lock);
    return result;
}

/* ---- poll ---- */

/* The result for a tag. */
static wend_result nearest_of(wend_planner *planner, const wendi_plan_request *request,
                              size_t index, wend_path_nearest *nearest)
{
    static const char function[] = "wend_planner_get_nearest";
    const wend_result result = wendi_plan_request_result(planner, request);
    if (result < 0) {
        return wendi_plan_refuse_query(planner, function, request, result);
    }
    if (result == WEND_IN_PROGRESS || request->is_ended) {
        return result == WEND_IN_PROGRESS ? result : WEND_NO_PATH;
    }
    const wendi_plan_job *job = &planner->jobs[request->job];
    if (index >= job->query.tag_count) {
        return wendi_refuse_index(&planner->message, function, "index", index, "tags",
                                  job->query.tag_count);
    }
    *nearest = job->nearest[index];
    return nearest->result;
}

wend_result wendi_plan_request_result(const wend_planner *planner,
                                      const wendi_plan_request *request)
{
    switch (request->state) {
    case WEND_PLANNER_READY:
        return request->is_ended ? request->own_answer.result
                                 : planner->jobs[request->job].shown.answer.result;
    case WEND_PLANNER_PARTIAL:
        return WEND_PARTIAL;
    case WEND_PLANNER_WAITING:
    case WEND_PLANNER_SEARCHING:
        return WEND_IN_PROGRESS;
    case WEND_PLANNER_NONE:
    default:
        return WEND_ERROR_STALE;
    }
}

const wend_path *wendi_plan_request_path(const wend_planner *planner,
                                         const wendi_plan_request *request)
{
    const wend_result result = wendi_plan_request_result(planner, request);
    if (request->is_cost_only || (result != WEND_OK && result != WEND_PARTIAL)) {
        return NULL;
    }
    return request->is_ended ? request->own_path : planner->jobs[request->job].shown.path;
}

wend_result wend_planner_get_nearest(wend_planner *planner, wend_planner_request_id id,
                                     size_t index, wend_path_nearest *nearest)
{
    static const char function[] = "wend_planner_get_nearest";
    if (nearest != NULL) {
        memset(nearest, 0, sizeof *nearest);
        nearest->result = WEND_NO_PATH;
        nearest->cost = WEND_COST_INFINITE;
        nearest->node = WEND_NODE_NONE;
    }
    if (planner == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_lock_take(planner->lock);
    const wendi_plan_request *request = wendi_plan_find_request(planner, id);
    wend_result result = request == NULL ? wendi_plan_refuse_id(planner, function, id)
                         : nearest == NULL
                             ? wendi_refuse_null(&planner->message, function, "nearest")
                             : WEND_OK;
    if (result == WEND_OK && request != NULL && nearest != NULL) {
        result = nearest_of(planner, request, index, nearest);
    }
    wendi_lock_release(planner->lock);
    return result;
}

static void fill_answer(const wend_planner *planner, const wendi_plan_request *request,
                        wend_planner_answer *answer)
{
    answer->state = request->state;
    answer->asked = request->asked;
    answer->is_joined = request->is_joined;
    answer->waited =
        (request->state == WEND_PLANNER_READY ? request->ready : planner->update_count) -
        request->asked;
    if (request->is_ended) {
        answer->path = request->own_answer;
        answer->revision = request->own_revision;
        answer->items_revision = request->own_items_revision;
        answer->steps = request->own_steps;
        answer->retries = request->own_retries;
        return;
    }
    const wendi_plan_job *job = &planner->jobs[request->job];
    const wendi_plan_found *found = &job->shown;
    answer->revision = found->revision;
    answer->items_revision = found->items_revision;
    answer->is_outdated = found->is_outdated;
    answer->retries = found->retries;
    answer->steps = found->steps;
    answer->max_frontier = found->max_frontier;
    answer->time_ns = found->time_ns;
    if (request->state == WEND_PLANNER_PARTIAL || request->state == WEND_PLANNER_READY) {
        answer->path = found->answer;
    }
}

wend_result wend_planner_poll(wend_planner *planner, wend_planner_request_id id,
                              wend_planner_answer *answer, wend_path *path)
{
    if (answer != NULL) {
        memset(answer, 0, sizeof *answer);
        answer->path.node = WEND_NODE_NONE;
        answer->path.method = "";
        answer->path.result = WEND_IN_PROGRESS;
    }
    if (planner == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (path != NULL) {
        const wend_result allowed = wendi_path_check_editable(path);
        if (allowed != WEND_OK) {
            return allowed;
        }
        wend_path_clear(path);
    }
    wendi_lock_take(planner->lock);
    const wendi_plan_request *request = wendi_plan_find_request(planner, id);
    wend_result result = WEND_OK;
    if (request != NULL) {
        result = wendi_plan_request_result(planner, request);
        const wend_path *found = wendi_plan_request_path(planner, request);
        if (answer != NULL) {
            fill_answer(planner, request, answer);
        }
        if (path != NULL && found != NULL && wendi_path_copy(path, found) != WEND_OK) {
            result = WEND_ERROR_MEMORY;
        }
        result = wendi_plan_refuse_query(planner, "wend_planner_poll", request, result);
    } else {
        result = wendi_plan_refuse_id(planner, "wend_planner_poll", id);
        if (answer != NULL) {
            memset(answer, 0, sizeof *answer);
        }
    }
    wendi_lock_release(planner->lock);
    return result;
}
