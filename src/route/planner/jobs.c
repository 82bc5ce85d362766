/* Jobs: the searches for requests. Equal requests share one; answers without requests stay in a
 * cache until the world changes, and the oldest are evicted first.
 * Cost: constant a call, but for jobs that were put back, which are sorted in by their sequence. */
#include "route/planner/planner.h"
#include "route/planner/slots.h"

#include <string.h>

/* ---- lists ---- */

void wendi_plan_list_init(wendi_plan_list *list)
{
    *list = (wendi_plan_list){WENDI_PLAN_NONE, WENDI_PLAN_NONE, 0};
}

/* Inserts a job before another one; NONE = at the end. */
static void insert(wend_planner *planner, wendi_plan_list *list, uint32_t job, uint32_t before)
{
    wendi_plan_job *jobs = planner->jobs;
    const uint32_t after = before == WENDI_PLAN_NONE ? list->last : jobs[before].previous;
    jobs[job].next = before;
    jobs[job].previous = after;
    if (before == WENDI_PLAN_NONE) {
        list->last = job;
    } else {
        jobs[before].previous = job;
    }
    if (after == WENDI_PLAN_NONE) {
        list->first = job;
    } else {
        jobs[after].next = job;
    }
    list->count++;
}

void wendi_plan_list_add(wend_planner *planner, wendi_plan_list *list, uint32_t job)
{
    insert(planner, list, job, WENDI_PLAN_NONE);
}

void wendi_plan_list_add_first(wend_planner *planner, wendi_plan_list *list, uint32_t job)
{
    insert(planner, list, job, list->first);
}

void wendi_plan_list_remove(wend_planner *planner, wendi_plan_list *list, uint32_t job)
{
    wendi_plan_job *jobs = planner->jobs;
    const uint32_t next = jobs[job].next;
    const uint32_t previous = jobs[job].previous;
    if (next == WENDI_PLAN_NONE) {
        list->last = previous;
    } else {
        jobs[next].previous = previous;
    }
    if (previous == WENDI_PLAN_NONE) {
        list->first = next;
    } else {
        jobs[previous].next = next;
    }
    jobs[job].next = jobs[job].previous = WENDI_PLAN_NONE;
    list->count--;
}

/* ---- keys ---- */

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t hash_f64(uint64_t hash, double value)
{
    return wend_hash_u64(hash, bits_of(value));
}

static uint64_t hash_vec3(uint64_t hash, wend_vec3 position)
{
    return hash_f64(hash_f64(hash_f64(hash, position.x), position.y), position.z);
}

static uint64_t hash_goal(uint64_t hash, const wendi_plan_job *job)
{
    const wend_path_query *query = &job->query;
    hash = wend_hash_u64(hash, (uint64_t)query->goal_kind << 32 | query->tag);
    if (query->goal_kind == WEND_PATH_TO_POSITION || job->goal != WEND_PLANNER_GOAL_QUERY) {
        hash = hash_vec3(hash, query->to);
    }
    for (size_t i = 0; query->positions != NULL && i < query->position_count; i++) {
        hash = hash_vec3(hash, query->positions[i]);
    }
    for (size_t i = 0; i < query->tag_count; i++) {
        hash = wend_hash_u64(hash, query->tags[i]);
    }
    return hash_f64(wend_hash_u64(hash, (uint64_t)job->goal), job->distance);
}

uint64_t wendi_plan_job_hash(const wendi_plan_job *job)
{
    const uint64_t hash = wend_hash_u64(wend_hash_begin(), job->profile);
    return hash_goal(hash_vec3(hash, job->query.from), job);
}

uint64_t wendi_plan_job_goal_hash(const wendi_plan_job *job)
{
    const uint64_t hash = wend_hash_u64(wend_hash_begin(), job->profile);
    return hash_goal(hash_f64(hash, job->tolerance), job);
}

static bool is_same_f64(double a, double b)
{
    return bits_of(a) == bits_of(b);
}

static bool is_same_vec3(wend_vec3 a, wend_vec3 b)
{
    return is_same_f64(a.x, b.x) && is_same_f64(a.y, b.y) && is_same_f64(a.z, b.z);
}

static bool has_same_goal(const wendi_plan_job *a, const wendi_plan_job *b)
{
    const wend_path_query *p = &a->query;
    const wend_path_query *q = &b->query;
    if (p->goal_kind != q->goal_kind || a->goal != b->goal || p->tag != q->tag ||
        p->to_polygon != q->to_polygon || !is_same_f64(a->distance, b->distance) ||
        p->tag_mask != q->tag_mask || p->items != q->items || p->tag_count != q->tag_count ||
        p->position_count != q->position_count ||
        (p->positions == NULL) != (q->positions == NULL)) {
        return false;
    }
    bool is_same = (p->goal_kind != WEND_PATH_TO_POSITION && a->goal == WEND_PLANNER_GOAL_QUERY) ||
                   is_same_vec3(p->to, q->to);
    for (size_t i = 0; p->positions != NULL && i < p->position_count && is_same; i++) {
        is_same = is_same_vec3(p->positions[i], q->positions[i]);
    }
    for (size_t i = 0; i < p->tag_count && is_same; i++) {
        is_same = p->tags[i] == q->tags[i];
    }
    return is_same;
}

/* All but the start. */
static bool has_same_query(const wendi_plan_job *a, const wendi_plan_job *b)
{
    const wend_path_query *p = &a->query;
    const wend_path_query *q = &b->query;
    return a->profile == b->profile && p->from_polygon == q->from_polygon && p->shape == q->shape &&
           p->method == q->method && p->mesh_method == q->mesh_method && p->corners == q->corners &&
           is_same_f64(p->weight, q->weight) && p->max_steps == q->max_steps &&
           p->from_node == q->from_node && p->to_node == q->to_node &&
           p->heuristic == q->heuristic && is_same_f64(p->noise, q->noise) &&
           p->noise_seed == q->noise_seed && p->records_order == q->records_order &&
           p->max_cost == q->max_cost && p->is_searched == q->is_searched &&
           p->is_nearest_allowed == q->is_nearest_allowed && p->max_depth == q->max_depth &&
           has_same_goal(a, b);
}

static bool has_same_key(const wendi_plan_job *a, const wendi_plan_job *b)
{
    return a->hash == b->hash && is_same_vec3(a->query.from, b->query.from) && has_same_query(a, b);
}

/* True if the answer of a job that is done is one of the profile's space as it is. */
static bool is_of_the_space(const wend_planner *planner, const wendi_plan_job *job)
{
    return job->found.answer.result >= 0 && !job->found.is_outdated &&
           job->found.answer.reason != WEND_FAILURE_MEMORY &&
           job->found.revision == wendi_plan_profile_revision(planner->profiles[job->profile]);
}

/* True if the answer of a job is one of the world as it is now. */
static bool holds_now(const wend_planner *planner, const wendi_plan_job *job)
{
    const wendi_plan_profile *profile = planner->profiles[job->profile];
    switch (job->state) {
    case WENDI_PLAN_WAITING:
    case WENDI_PLAN_FOLLOWING:
        return true;
    case WENDI_PLAN_RUNNING:
        return !wendi_plan_profile_is_stale(profile) &&
               wendi_plan_slot_has_fresh_items(&planner->slots[job->slot]);
    case WENDI_PLAN_DONE:
        return is_of_the_space(planner, job) && !wendi_plan_profile_is_stale(profile) &&
               job->found.items_revision == wend_items_revision(job->query.items);
    case WENDI_PLAN_FREE:
    case WENDI_PLAN_DRAFT:
    case WENDI_PLAN_CHECKING:
    default:
        return false;
    }
}

bool wendi_plan_job_may_lead(const wend_planner *planner, uint32_t job, uint32_t draft)
{
    const wendi_plan_job *a = &planner->jobs[job];
    const wendi_plan_job *b = &planner->jobs[draft];
    return is_same_f64(a->tolerance, b->tolerance) && has_same_query(a, b) && holds_now(planner, a);
}

uint32_t wendi_plan_job_like(const wend_planner *planner, uint32_t draft)
{
    const wendi_plan_job *wanted = &planner->jobs[draft];
    uint32_t job = wanted->may_join ? planner->keys[wanted->hash & planner->key_mask]
                                    : (uint32_t)WENDI_PLAN_NONE;
    while (job != WENDI_PLAN_NONE && !(has_same_key(&planner->jobs[job], wanted) &&
                                       holds_now(planner, &planner->jobs[job]))) {
        job = planner->jobs[job].next_key;
    }
    return job;
}

static void add_key(wend_planner *planner, uint32_t job)
{
    wendi_plan_job *j = &planner->jobs[job];
    uint32_t *first = &planner->keys[j->hash & planner->key_mask];
    j->next_key = *first;
    *first = job;
    j->has_key = true;
}

void wendi_plan_job_chain(wend_planner *planner, uint32_t job)
{
    uint32_t *link = &planner->keys[planner->jobs[job].hash & planner->key_mask];
    while (*link != WENDI_PLAN_NONE) {
        link = &planner->jobs[*link].next_key;
    }
    *link = job;
    planner->jobs[job].next_key = WENDI_PLAN_NONE;
    planner->jobs[job].has_key = true;
}

static void remove_key(wend_planner *planner, uint32_t job)
{
    wendi_plan_job *j = &planner->jobs[job];
    uint32_t *link = &planner->keys[j->hash & planner->key_mask];
    while (j->has_key && *link != job) {
        link = &planner->jobs[*link].next_key;
    }
    if (j->has_key) {
        *link = j->next_key;
    }
    j->next_key = WENDI_PLAN_NONE;
    j->has_key = false;
}

/* ---- drafts ---- */

static bool copy_positions(const wend_planner *planner, wendi_plan_job *job)
{
    wend_path_query *query = &job->query;
    const wend_vec3 *from = query->positions;
    if (query->goal_kind != WEND_PATH_TO_POSITIONS) {
        query->positions = NULL;
        query->position_count = 0;
        return true;
    }
    wend_vec3 *own = wendi_alloc_items(&planner->allocator, query->position_count, sizeof *own);
    if (own != NULL) {
        memcpy(own, from, query->position_count * sizeof *own);
    }
    query->positions = own;
    return own != NULL;
}

/* And the tags; with room for the result of each. */
static bool copy_tags(const wend_planner *planner, wendi_plan_job *job)
{
    wend_path_query *query = &job->query;
    const uint32_t *from = query->tags;
    const size_t count = query->goal_kind == WEND_PATH_TO_EACH_TAG ? query->tag_count : 0;
    query->tags = NULL;
    query->tag_count = 0;
    if (count == 0) {
        return true;
    }
    uint32_t *own = wendi_alloc_items(&planner->allocator, count, sizeof *own);
    job->nearest = wendi_alloc_items_zero(&planner->allocator, count, sizeof *job->nearest);
    if (own == NULL || job->nearest == NULL) {
        wendi_free(&planner->allocator, own, count * sizeof *own);
        wendi_free(&planner->allocator, job->nearest, count * sizeof *job->nearest);
        job->nearest = NULL;
        return false;
    }
    memcpy(own, from, count * sizeof *own);
    query->tags = own;
    query->tag_count = count;
    return true;
}

void wendi_plan_job_free_query(const wend_planner *planner, wendi_plan_job *job)
{
    /* The job's own copies: const for their readers only. */
    wendi_free(&planner->allocator, (uint32_t *)(uintptr_t)job->query.tags,
               job->query.tag_count * sizeof *job->query.tags);
    wendi_free(&planner->allocator, job->nearest, job->query.tag_count * sizeof *job->nearest);
    job->nearest = NULL;
    job->query.tags = NULL;
    job->query.tag_count = 0;
    wend_vec3 *own = (wend_vec3 *)(uintptr_t)job->query.positions;
    wendi_free(&planner->allocator, own, job->query.position_count * sizeof *own);
    job->query.positions = NULL;
    job->query.position_count = 0;
}

uint32_t wendi_plan_job_draft(wend_planner *planner, const wend_planner_request_def *def)
{
    const uint32_t index = planner->free_job;
    wendi_plan_job *job = &planner->jobs[index];
    job->query = def->query;
    if (def->goal != WEND_PLANNER_GOAL_QUERY) {
        job->query.goal_kind = WEND_PATH_TO_PREDICATE;
        job->query.is_goal = NULL;
        job->query.user = NULL;
        job->query.is_nearest_allowed = false; /* there is no one position to be near to */
    }
    const bool has_items =
        job->query.goal_kind == WEND_PATH_TO_ITEM || job->query.goal_kind == WEND_PATH_TO_EACH_TAG;
    job->query.items = has_items ? job->query.items : NULL;
    job->query.agent = job->query.agent == 0 ? def->agent : job->query.agent;
    if (!copy_tags(planner, job)) {
        job->query.positions = NULL; /* the caller's */
        job->query.position_count = 0;
        return WENDI_PLAN_NONE;
    }
    if (!copy_positions(planner, job)) {
        job->query.position_count = 0;
        wendi_plan_job_free_query(planner, job);
        return WENDI_PLAN_NONE;
    }
    planner->free_job = job->next;
    planner->job_high = planner->job_high <= index ? index + 1 : planner->job_high;
    job->goal = def->goal;
    job->distance = def->goal == WEND_PLANNER_GOAL_QUERY ? 0 : def->distance;
    job->profile = def->profile;
    job->priority = def->priority;
    const bool wants_partial = def->partial_after_steps != 0 || def->partial_after_updates != 0 ||
                               def->partial_after_depth != 0;
    job->tolerance = wants_partial ? 0 : def->start_tolerance;
    job->leader = job->next_near = job->first_follower = job->next_follower = WENDI_PLAN_NONE;
    job->has_near = job->is_near = false;
    if (job->query.turning != NULL) {
        job->turning = *job->query.turning;
        job->query.turning = &job->turning;
    }
    job->may_join = job->query.is_goal == NULL && job->query.turning == NULL &&
                    (job->query.is_item == NULL || !has_items) &&
                    job->query.heuristic != WEND_HEURISTIC_CUSTOM;
    job->hash = wendi_plan_job_hash(job);
    job->sequence = planner->sequence;
    job->arrived = planner->update_count;
    job->looked = job->depth = 0;
    wend_path *found = job->found.path;
    wend_path *shown = job->shown.path;
    memset(&job->found, 0, sizeof job->found);
    job->found.answer.node = WEND_NODE_NONE;
    job->found.answer.method = "";
    job->found.answer.result = WEND_IN_PROGRESS;
    job->shown = job->found;
    job->found.path = found;
    job->shown.path = shown;
    job->reserve = 0;
    job->next = job->previous = job->next_key = WENDI_PLAN_NONE;
    job->slot = WENDI_PLAN_NONE;
    job->first_request = job->last_request = WENDI_PLAN_NONE;
    job->request_count = 0;
    job->first_mark = WENDI_PLAN_NONE;
    job->is_suspect = job->is_unmarked = false;
    job->had_items = job->had_is_goal = job->had_is_item = false;
    job->has_key = job->is_shown = job->is_watched = job->was_broken = false;
    job->state = WENDI_PLAN_DRAFT;
    return index;
}

void wendi_plan_job_free(wend_planner *planner, uint32_t job)
{
    wendi_plan_job *j = &planner->jobs[job];
    remove_key(planner, job);
    wendi_plan_near_remove(planner, job);
    wendi_plan_near_release(planner, job);
    wendi_plan_job_free_query(planner, j);
    wendi_free(&planner->allocator, j->message, sizeof *j->message);
    j->message = NULL;
    if (j->found.path != NULL) {
        wend_path_clear(j->found.path);
    }
    if (j->shown.path != NULL) {
        wend_path_clear(j->shown.path);
    }
    j->state = WENDI_PLAN_FREE;
    j->next = planner->free_job;
    planner->free_job = job;
}

/* ---- waiting ---- */

void wendi_plan_job_begin(wend_planner *planner, uint32_t job)
{
    if (planner->jobs[job].may_join) {
        add_key(planner, job);
    }
    wendi_plan_near_enter(planner, job);
    wendi_plan_job_wait(planner, job);
}

void wendi_plan_job_begin_near(wend_planner *planner, uint32_t job, uint32_t leader)
{
    add_key(planner, job);
    wendi_plan_near_follow(planner, job, leader);
}

void wendi_plan_job_wait(wend_planner *planner, uint32_t job)
{
    wendi_plan_job *j = &planner->jobs[job];
    wendi_plan_profile *profile = planner->profiles[j->profile];
    wendi_plan_list *list = &profile->waiting[j->priority];
    uint32_t before = list->last; /* most are the newest; those put back are the oldest */
    if (before == WENDI_PLAN_NONE || planner->jobs[before].sequence < j->sequence) {
        before = WENDI_PLAN_NONE;
    } else {
        before = list->first;
        while (planner->jobs[before].sequence < j->sequence) {
            before = planner->jobs[before].next;
        }
    }
    insert(planner, list, job, before);
    j->state = WENDI_PLAN_WAITING;
    profile->waiting_count++;
}

void wendi_plan_job_stop_waiting(wend_planner *planner, uint32_t job)
{
    wendi_plan_job *j = &planner->jobs[job];
    wendi_plan_profile *profile = planner->profiles[j->profile];
    wendi_plan_list_remove(planner, &profile->waiting[j->priority], job);
    profile->waiting_count--;
}

void wendi_plan_job_raise(wend_planner *planner, uint32_t job, uint32_t priority)
{
    wendi_plan_job *j = &planner->jobs[job];
    if (j->priority >= priority) {
        return;
    }
    if (j->state != WENDI_PLAN_WAITING) {
        j->priority = priority;
        if (j->state == WENDI_PLAN_FOLLOWING) {
            wendi_plan_job_raise(planner, j->leader, priority);
        }
        return;
    }
    wendi_plan_job_stop_waiting(planner, job);
    j->priority = priority;
    wendi_plan_job_wait(planner, job);
}

uint32_t wendi_plan_job_next(const wend_planner *planner)
{
    uint32_t best = WENDI_PLAN_NONE;
    uint64_t best_time = 0;
    for (uint32_t i = 0; i < planner->profile_count; i++) {
        const wendi_plan_profile *profile = planner->profiles[i];
        if (profile->waiting_count == 0 || !wendi_plan_profile_may_start(profile)) {
            continue;
        }
        for (uint32_t p = 0; p < WENDI_PLAN_PRIORITIES; p++) {
            const uint32_t job = profile->waiting[p].first;
            if (job == WENDI_PLAN_NONE) {
                continue;
            }
            const uint64_t time = planner->jobs[job].arrived +
                                  (uint64_t)(WEND_PLANNER_PRIORITY_MAX - p) * planner->def.aging;
            if (best == WENDI_PLAN_NONE || time < best_time ||
                (time == best_time && planner->jobs[job].sequence < planner->jobs[best].sequence)) {
                best = job;
                best_time = time;
            }
        }
    }
    return best;
}

/* ---- requests of a job ---- */

void wendi_plan_job_attach(wend_planner *planner, uint32_t job, uint32_t request)
{
    wendi_plan_job *j = &planner->jobs[job];
    wendi_plan_request *r = &planner->requests[request];
    if (j->state == WENDI_PLAN_DONE && j->request_count == 0) {
        wendi_plan_list_remove(planner, &planner->cache, job);
    }
    r->job = job;
    r->next = WENDI_PLAN_NONE;
    r->previous = j->last_request;
    if (j->last_request == WENDI_PLAN_NONE) {
        j->first_request = request;
    } else {
        planner->requests[j->last_request].next = request;
    }
    j->last_request = request;
    j->request_count++;
}

static void evict(wend_planner *planner)
{
    while (planner->cache.count > planner->def.cache_capacity) {
        const uint32_t oldest = planner->cache.first;
        wendi_plan_list_remove(planner, &planner->cache, oldest);
        wendi_plan_job_free(planner, oldest);
    }
}

void wendi_plan_job_stop_watching(wend_planner *planner, uint32_t job)
{
    wendi_plan_profile *profile = wendi_plan_profile_of(planner, job);
    wendi_plan_list_remove(planner, &profile->watched, job);
    wendi_plan_marks_remove(planner, job);
    profile->unwatched -= planner->jobs[job].is_suspect ? 1 : 0;
    planner->jobs[job].is_watched = planner->jobs[job].is_suspect = false;
}

bool wendi_plan_job_keeps_valid(const wend_planner *planner, uint32_t job)
{
    uint32_t i = planner->jobs[job].first_request;
    while (i != WENDI_PLAN_NONE && !planner->requests[i].keeps_valid) {
        i = planner->requests[i].next;
    }
    return i != WENDI_PLAN_NONE;
}

void wendi_plan_job_watch(wend_planner *planner, uint32_t job)
{
    wendi_plan_job *j = &planner->jobs[job];
    const wend_result result = j->shown.answer.result;
    if (wendi_plan_job_keeps_valid(planner, job) && !j->is_watched && j->state == WENDI_PLAN_DONE &&
        (result == WEND_OK || result == WEND_PARTIAL)) {
        wendi_plan_list_add(planner, &wendi_plan_profile_of(planner, job)->watched, job);
        j->is_watched = true;
        wendi_plan_marks_add(planner, job);
    }
}

void wendi_plan_job_break(wend_planner *planner, uint32_t job)
{
    wendi_plan_job *j = &planner->jobs[job];
    wendi_plan_job_stop_watching(planner, job);
    wend_path *path = j->found.path;
    memset(&j->found, 0, sizeof j->found);
    j->found.path = path;
    j->found.answer.node = WEND_NODE_NONE;
    j->found.answer.method = "";
    j->found.answer.result = WEND_IN_PROGRESS;
    j->arrived = planner->update_count;
    j->looked = j->depth = 0;
    j->was_broken = true;
    if (j->is_near) { /* it is searched itself now */
        j->is_near = false;
        wendi_plan_near_enter(planner, job);
    }
    planner->broken_count++;
    planner->stats.broken++;
    wendi_plan_job_wait(planner, job);
}

/* Ends a job without requests; an answer that others may share goes into the cache. */
static void leave(wend_planner *planner, uint32_t job)
{
    wendi_plan_job *j = &planner->jobs[job];
    switch (j->state) {
    case WENDI_PLAN_WAITING:
        wendi_plan_job_stop_waiting(planner, job);
        break;
    case WENDI_PLAN_RUNNING:
        wendi_plan_slot_stop(planner, j->slot);
        break;
    case WENDI_PLAN_CHECKING:
        wendi_plan_list_remove(planner, &wendi_plan_profile_of(planner, job)->checking, job);
        break;
    case WENDI_PLAN_FOLLOWING:
        wendi_plan_near_leave(planner, job);
        break;
    case WENDI_PLAN_DONE:
        if (j->is_watched) {
            wendi_plan_job_stop_watching(planner, job);
        }
        /* The world is not read, another thread may be editing it; nor are items, which may have
         * been destroyed. */
        if (j->has_key && j->query.items == NULL && is_of_the_space(planner, j)) {
            wendi_plan_list_add(planner, &planner->cache, job);
            evict(planner);
            return;
        }
        break;
    case WENDI_PLAN_FREE:
    case WENDI_PLAN_DRAFT:
    default:
        break;
    }
    wendi_plan_job_free(planner, job);
}

void wendi_plan_job_detach(wend_planner *planner, uint32_t request)
{
    wendi_plan_request *r = &planner->requests[request];
    const uint32_t job = r->job;
    if (job == WENDI_PLAN_NONE) {
        return;
    }
    wendi_plan_job *j = &planner->jobs[job];
    if (r->previous == WENDI_PLAN_NONE) {
        j->first_request = r->next;
    } else {
        planner->requests[r->previous].next = r->next;
    }
    if (r->next == WENDI_PLAN_NONE) {
        j->last_request = r->previous;
    } else {
        planner->requests[r->next].previous = r->previous;
    }
    r->job = r->next = r->previous = WENDI_PLAN_NONE;
    if (--j->request_count == 0) {
        leave(planner, job);
    }
}

void wendi_plan_job_done(wend_planner *planner, uint32_t job)
{
    planner->jobs[job].state = WENDI_PLAN_DONE;
    wendi_plan_list_add(planner, &planner->done, job);
    wendi_plan_near_resolve(planner, job);
}
