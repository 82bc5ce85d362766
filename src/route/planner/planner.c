/* Planners: create and destroy, figures, hash, drawing.
 * Cost: creation allocates and clears the tables of requests and jobs. */
#include "route/planner/planner.h"
#include "route/planner/slots.h"

#include "route/pathfinder/pathfinder.h"
#include "route/search/search.h"

#include <string.h>

enum { PLANNER_COOKIE = 0x504C4E31, GOALS_A_TREE = 8 };

wend_planner_def wend_planner_def_default(void)
{
    wend_planner_def def;
    memset(&def, 0, sizeof def);
    def.cookie = PLANNER_COOKIE;
    def.max_requests = 4096;
    def.max_searches = 32;
    def.memory_ceiling = (size_t)64 << 20;
    def.quantum = 512;
    def.aging = 8;
    def.max_retries = 2;
    def.cache_capacity = 256;
    return def;
}

/* ---- create ---- */

static const char creating[] = "wend_planner_create";

typedef struct field_range {
    const char *name;
    double value, low, high;
} field_range;

static wend_result check_def(const wend_planner_def *def)
{
    if (def == NULL || !wendi_has_cookie(def->cookie, PLANNER_COOKIE, def->message, creating,
                                         "wend_planner_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    const int given =
        (def->grid != NULL) + (def->graph != NULL) + (def->mesh != NULL) + (def->level != NULL);
    if (given != 1) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: %d of grid, graph, mesh and level are set: set one of them",
                          creating, given);
    }
    const field_range ranges[] = {
        {"max_requests", def->max_requests, 1, WEND_PLANNER_REQUESTS_MAX},
        {"max_searches", def->max_searches, 1, WEND_PLANNER_SEARCHES_MAX},
        {"memory_ceiling", (double)def->memory_ceiling, 65536, (double)(SIZE_MAX / 4)},
        {"quantum", def->quantum, 16, 1 << 24},
        {"aging", def->aging, 1, 65536},
        {"max_retries", def->max_retries, 0, 1000},
        {"cache_capacity", def->cache_capacity, 0, WEND_PLANNER_REQUESTS_MAX},
        {"goal_trees", def->goal_trees, 0, WEND_PLANNER_TREES_MAX}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        const field_range *range = &ranges[i];
        if (range->value < range->low || range->value > range->high) {
            return wendi_refuse(def->message, creating, range->name, range->value, range->low,
                                range->high);
        }
    }
    return WEND_OK;
}

/* The least power of two that is at least this. */
static uint32_t power_of_two(uint32_t count)
{
    uint32_t power = 1;
    while (power < count) {
        power *= 2;
    }
    return power;
}

static void fill_tables(wend_planner *made)
{
    for (uint32_t i = 0; i < made->def.max_requests; i++) {
        made->requests[i].next = i + 1 < made->def.max_requests ? i + 1 : WENDI_PLAN_NONE;
    }
    for (uint32_t i = 0; i < made->job_count; i++) {
        made->jobs[i].next = i + 1 < made->job_count ? i + 1 : WENDI_PLAN_NONE;
    }
    for (uint32_t i = 0; i <= made->key_mask; i++) {
        made->keys[i] = made->near_keys[i] = WENDI_PLAN_NONE;
    }
    for (uint32_t i = 0; i < made->def.max_searches; i++) {
        made->slots[i].memory =
            (wendi_counted_memory){.below = made->allocator, .limit = made->def.memory_ceiling};
        made->slots[i].job = WENDI_PLAN_NONE;
        wendi_array_u64_init(&made->slots[i].slices, &made->allocator);
    }
    made->inbox_first = made->inbox_last = WENDI_PLAN_NONE;
    wendi_plan_list_init(&made->done);
    wendi_plan_list_init(&made->cache);
}

bool wendi_plan_tables_create(wend_planner *made)
{
    const wend_allocator *a = &made->allocator;
    const uint32_t requests = made->def.max_requests;
    const uint32_t searches = made->def.max_searches;
    made->job_count = requests + made->def.cache_capacity;
    made->key_mask = power_of_two(made->job_count) - 1;
    made->agent_mask = 2 * power_of_two(requests) - 1;
    made->requests = wendi_alloc_items_zero(a, requests, sizeof *made->requests);
    made->called = wendi_alloc_items(a, requests, sizeof *made->called);
    made->called_generations = wendi_alloc_items(a, requests, sizeof *made->called_generations);
    made->agents = wendi_alloc_items_zero(a, made->agent_mask + 1, sizeof *made->agents);
    made->jobs = wendi_alloc_items_zero(a, made->job_count, sizeof *made->jobs);
    made->keys = wendi_alloc_items(a, made->key_mask + 1, sizeof *made->keys);
    made->near_keys = wendi_alloc_items(a, made->key_mask + 1, sizeof *made->near_keys);
    made->slots = wendi_alloc_items_zero(a, searches, sizeof *made->slots);
    made->turns = wendi_alloc_items(a, searches, sizeof *made->turns);
    made->goal_count = GOALS_A_TREE * made->def.goal_trees;
    made->goals = wendi_alloc_items_zero(a, made->goal_count, sizeof *made->goals);
    wendi_heap_init(&made->deadlines, a);
    const bool is_made = made->requests != NULL && made->called != NULL &&
                         made->called_generations != NULL && made->agents != NULL &&
                         made->jobs != NULL && made->keys != NULL && made->near_keys != NULL &&
                         made->slots != NULL && made->turns != NULL &&
                         (made->goals != NULL || made->goal_count == 0) &&
                         wendi_heap_reserve(&made->deadlines, requests, requests);
    if (is_made) {
        fill_tables(made);
    }
    return is_made;
}

wend_result wend_planner_create(const wend_planner_def *def, wend_planner **planner)
{
    if (planner != NULL) {
        *planner = NULL;
    }
    const wend_result result = check_def(def);
    if (result != WEND_OK) {
        return result;
    }
    if (planner == NULL) {
        return wendi_refuse_null(def->message, creating, "planner");
    }
    wend_planner *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, creating, WEND_ERROR_MEMORY);
    }
    made->memory.below = def->allocator;
    made->allocator = wendi_locked_allocator(&made->memory);
    made->def = *def;
    made->def.message = NULL;
    made->lock = wendi_lock_create(&def->allocator);
    made->memory.lock = wendi_lock_create(&def->allocator);
    if (made->lock == NULL || made->memory.lock == NULL || !wendi_plan_tables_create(made) ||
        (made->pages = wendi_page_pool_create(&made->allocator)) == NULL) {
        wend_planner_destroy(made);
        return wendi_fail_plain(def->message, creating, WEND_ERROR_MEMORY);
    }
    *planner = made;
    return WEND_OK;
}

/* ---- destroy ---- */

static void free_jobs(wend_planner *planner)
{
    for (uint32_t i = 0; planner->jobs != NULL && i < planner->job_count; i++) {
        wendi_plan_job *job = &planner->jobs[i];
        wend_path_destroy(job->found.path);
        wend_path_destroy(job->shown.path);
        wendi_free(&planner->allocator, job->message, sizeof *job->message);
        wendi_plan_job_free_query(planner, job);
    }
    wendi_free(&planner->allocator, planner->jobs, planner->job_count * sizeof *planner->jobs);
}

static void free_requests(wend_planner *planner)
{
    const size_t count = planner->def.max_requests;
    for (size_t i = 0; planner->requests != NULL && i < count; i++) {
        wend_path_destroy(planner->requests[i].own_path);
    }
    wendi_free(&planner->allocator, planner->requests, count * sizeof *planner->requests);
    wendi_free(&planner->allocator, planner->called, count * sizeof *planner->called);
    wendi_free(&planner->allocator, planner->called_generations,
               count * sizeof *planner->called_generations);
    wendi_free(&planner->allocator, planner->agents,
               ((size_t)planner->agent_mask + 1) * sizeof *planner->agents);
}

void wendi_plan_tables_free(wend_planner *planner)
{
    const uint32_t searches = planner->def.max_searches;
    for (uint32_t i = 0; planner->slots != NULL && i < searches; i++) {
        wendi_plan_slot_free(planner, &planner->slots[i]);
        wendi_array_u64_free(&planner->slots[i].slices);
    }
    free_jobs(planner);
    free_requests(planner);
    wendi_free(&planner->allocator, planner->near_keys,
               ((size_t)planner->key_mask + 1) * sizeof *planner->near_keys);
    wendi_free(&planner->allocator, planner->keys,
               ((size_t)planner->key_mask + 1) * sizeof *planner->keys);
    wendi_free(&planner->allocator, planner->slots, searches * sizeof *planner->slots);
    wendi_free(&planner->allocator, planner->turns, searches * sizeof *planner->turns);
    for (uint32_t i = 0; planner->goals != NULL && i < planner->goal_count; i++) {
        wendi_plan_goal_free(planner, &planner->goals[i]);
    }
    wendi_free(&planner->allocator, planner->goals, planner->goal_count * sizeof *planner->goals);
    wendi_heap_free(&planner->deadlines);
}

void wend_planner_destroy(wend_planner *planner)
{
    if (planner == NULL) {
        return;
    }
    const wend_allocator below = planner->memory.below;
    if (planner->memory.lock != NULL) { /* else there is nothing else */
        wendi_plan_tables_free(planner);
        for (uint32_t i = 0; i < planner->profile_count; i++) {
            wendi_plan_profile_destroy(planner->profiles[i]);
        }
        for (uint32_t i = 0; i < planner->source_count; i++) {
            wendi_free(&planner->allocator, planner->sources[i].rules,
                       planner->sources[i].rule_bytes);
        }
        wendi_page_pool_destroy(planner->pages);
    }
    wendi_lock_destroy(planner->memory.lock, &below);
    wendi_lock_destroy(planner->lock, &below);
    wendi_free(&below, planner, sizeof *planner);
}

const char *wend_planner_error(const wend_planner *planner)
{
    return planner == NULL ? "" : planner->message.text;
}

/* ---- figures ---- */

static size_t path_bytes(const wend_path *path)
{
    return path == NULL ? 0
                        : sizeof *path + (path->legs.capacity + path->spare.capacity) *
                                             sizeof *path->legs.items;
}

/* Memory of the tables and of all paths. Not while the planner works. */
static size_t answer_bytes(const wend_planner *planner)
{
    size_t bytes = planner->def.max_requests * sizeof *planner->requests +
                   planner->job_count * sizeof *planner->jobs;
    for (uint32_t i = 0; i < planner->job_count; i++) {
        bytes += path_bytes(planner->jobs[i].found.path) + path_bytes(planner->jobs[i].shown.path);
    }
    for (uint32_t i = 0; i < planner->def.max_requests; i++) {
        bytes += path_bytes(planner->requests[i].own_path);
    }
    return bytes;
}

void wend_planner_get_stats(wend_planner *planner, wend_planner_stats *stats)
{
    if (stats == NULL) {
        return;
    }
    memset(stats, 0, sizeof *stats);
    if (planner == NULL) {
        return;
    }
    wendi_lock_take(planner->lock);
    if (!planner->is_working) {
        planner->shown.answer_bytes = answer_bytes(planner);
        planner->shown.space_bytes = wendi_plan_trees_bytes(planner);
        for (uint32_t i = 0; i < planner->profile_count; i++) {
            planner->shown.space_bytes += planner->profiles[i]->bytes;
        }
    }
    *stats = planner->shown;
    wendi_lock_release(planner->lock);
}

/* ---- hash ---- */

static uint64_t hash_answer(uint64_t hash, const wend_path_answer *answer)
{
    hash = wend_hash_u64(hash, (uint64_t)answer->result);
    hash = wend_hash_u64(hash, (uint64_t)answer->reason << 32 | answer->node);
    hash = wend_hash_u64(hash, answer->goal_index);
    hash = wend_hash_u64(hash, answer->cost);
    return wend_hash_u64(hash, answer->expanded);
}

static uint64_t hash_path(uint64_t hash, const wend_path *path)
{
    for (size_t i = 0; path != NULL && i < wend_path_leg_count(path); i++) {
        const wend_leg leg = wend_path_leg(path, i);
        const double ends[6] = {leg.from_point.x, leg.from_point.y, leg.from_height,
                                leg.to_point.x,   leg.to_point.y,   leg.to_height};
        for (size_t k = 0; k < 6; k++) {
            uint64_t bits;
            memcpy(&bits, &ends[k], sizeof bits);
            hash = wend_hash_u64(hash, bits);
        }
        hash = wend_hash_u64(hash, (uint64_t)leg.behaviour << 32 | leg.edge);
        hash = wend_hash_u64(hash, leg.cost);
    }
    return hash;
}

static uint64_t hash_job(uint64_t hash, const wendi_plan_job *job)
{
    hash = wend_hash_u64(hash, (uint64_t)job->state << 32 | job->priority);
    hash = wend_hash_u64(hash, job->hash);
    hash = wend_hash_u64(hash, job->sequence);
    hash = wend_hash_u64(hash, job->found.steps);
    hash = wend_hash_u64(hash, (uint64_t)job->found.retries << 1 | job->found.is_outdated);
    hash = wend_hash_u64(hash, job->shown.revision);
    return hash_path(hash_answer(hash, &job->shown.answer), job->shown.path);
}

uint64_t wend_planner_hash(const wend_planner *planner)
{
    if (planner == NULL) {
        return 0;
    }
    wendi_lock_take(planner->lock);
    uint64_t hash = wend_hash_u64(wend_hash_begin(), planner->update_count);
    hash = wend_hash_u64(hash, planner->sequence);
    hash = wend_hash_u64(hash, planner->stats.steps);
    hash = wend_hash_u64(hash, planner->stats.debt);
    hash = wend_hash_u64(hash, planner->turn);
    for (uint32_t i = 0; i < planner->def.max_requests; i++) {
        const wendi_plan_request *request = &planner->requests[i];
        if (request->state == WEND_PLANNER_NONE) {
            continue;
        }
        hash = wend_hash_u64(hash, (uint64_t)i << 32 | request->generation);
        hash = wend_hash_u64(hash, (uint64_t)request->state << 1 | request->is_joined);
        hash = wend_hash_u64(hash, request->agent);
        hash = wend_hash_u64(hash, request->asked);
        hash = wend_hash_u64(hash, request->ready);
        hash = request->is_ended
                   ? hash_path(hash_answer(hash, &request->own_answer), request->own_path)
                   : hash_job(hash, &planner->jobs[request->job]);
    }
    wendi_lock_release(planner->lock);
    return hash;
}

/* ---- drawing ---- */

wend_result wend_planner_draw(const wend_planner *planner, wend_planner_request_id id,
                              const wend_draw *draw)
{
    if (planner == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_lock_take(planner->lock);
    const wendi_plan_request *request = wendi_plan_find_request(planner, id);
    wend_result result = request == NULL ? WEND_ERROR_STALE : WEND_OK;
    if (result == WEND_OK && !request->is_ended &&
        planner->jobs[request->job].state == WENDI_PLAN_RUNNING) {
        const wendi_plan_slot *slot = &planner->slots[planner->jobs[request->job].slot];
        if (slot->is_started && slot->pathfinder->mesh_search != NULL) {
            result = wend_mesh_search_draw(slot->pathfinder->mesh_search, draw);
        } else if (slot->is_started && slot->pathfinder->search->has_query) {
            result = wend_search_draw(slot->pathfinder->search, draw);
        }
    }
    if (result == WEND_OK) {
        const wend_path *path = wendi_plan_request_path(planner, request);
        result = path == NULL ? WEND_OK : wend_path_draw(path, (uint32_t)request->agent, draw);
    }
    wendi_lock_release(planner->lock);
    return result;
}
