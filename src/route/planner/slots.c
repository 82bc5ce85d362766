/* Slots: pathfinders that run jobs, and the memory that they may take.
 *
 *   ceiling   [ running: reserve | running: reserve | idle: bytes | free pages | free ........ ]
 *
 * A running slot may allocate up to its reserve; the reserves of all, the bytes of idle ones and the
 * pages that no search holds never exceed the ceiling together. A reserve grows between turns while
 * there is free room. A search that hits it ends, and is begun again with a larger one.
 *
 * A search with its records in pages begins with what three quarters of its kind needed before. Where
 * its reserve is nearly full and there is no room for more it is starved: it keeps what it has and
 * waits without turns until others have ended. Where all are starved the newest is stopped, to begin
 * again with more, so the oldest always goes on. Nothing is admitted meanwhile. Searches without pages
 * begin with the memory of the largest of their kind before, and are never starved.
 * Cost: admission visits all slots. */
#include "route/planner/planner.h"
#include "route/space/space.h"

#include "route/mesh_search/search.h"
#include "route/pathfinder/pathfinder.h"

#include <math.h>

enum { RESERVE_LEAST = 128 * 1024 };

/* ---- memory ---- */

size_t wendi_plan_slot_bytes(const wendi_plan_slot *slot)
{
    return slot->memory.bytes > slot->floor ? slot->memory.bytes : slot->floor;
}

static size_t claim_of(const wendi_plan_slot *slot)
{
    const size_t bytes = wendi_plan_slot_bytes(slot);
    return slot->job != WENDI_PLAN_NONE && slot->reserve > bytes ? slot->reserve : bytes;
}

static size_t claimed(const wend_planner *planner)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        bytes += claim_of(&planner->slots[i]);
    }
    return bytes;
}

size_t wendi_plan_slots_bytes(const wend_planner *planner)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        bytes += wendi_plan_slot_bytes(&planner->slots[i]);
    }
    return bytes + wendi_page_pool_bytes(planner->pages);
}

void wendi_plan_slot_free(wend_planner *planner, wendi_plan_slot *slot)
{
    (void)planner;
    wend_pathfinder_destroy(slot->pathfinder);
    slot->pathfinder = NULL;
    slot->floor = 0;
    slot->warm_revision = 0;
    slot->query_count = 0;
    slot->has_looked = false;
}

/* The idle slot with the most memory; NULL if all idle ones are empty. */
static wendi_plan_slot *largest_idle(const wend_planner *planner, const wendi_plan_slot *but)
{
    wendi_plan_slot *best = NULL;
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        wendi_plan_slot *slot = &planner->slots[i];
        if (slot != but && slot->job == WENDI_PLAN_NONE && slot->pathfinder != NULL &&
            (best == NULL || wendi_plan_slot_bytes(slot) > wendi_plan_slot_bytes(best))) {
            best = slot;
        }
    }
    return best;
}

/* Makes the claim of a slot so large, at the cost of idle ones, and of pages that no search holds.
 * @return false: no room. */
static bool set_reserve(wend_planner *planner, wendi_plan_slot *slot, size_t bytes)
{
    const size_t ceiling = planner->def.memory_ceiling;
    const size_t own = claim_of(slot);
    size_t others = claimed(planner) - own;
    while (bytes > ceiling - others) {
        wendi_plan_slot *idle = largest_idle(planner, slot);
        if (idle == NULL) {
            return false;
        }
        others -= wendi_plan_slot_bytes(idle);
        wendi_plan_slot_free(planner, idle);
    }
    slot->reserve = slot->memory.limit = bytes;
    wendi_page_pool_trim(planner->pages, ceiling - others - bytes);
    return true;
}

static size_t *estimate_of(wend_planner *planner, const wendi_plan_job *job)
{
    wendi_plan_profile *profile = planner->profiles[job->profile];
    const uint32_t method = profile->layout.mesh_space != NULL
                                ? (uint32_t)WEND_METHOD_COUNT + (uint32_t)job->query.mesh_method
                            : job->query.method == WEND_METHOD_HIERARCHY
                                ? (uint32_t)WEND_METHOD_BEST
                                : (uint32_t)job->query.method;
    const bool has_predicate = job->query.goal_kind == WEND_PATH_TO_PREDICATE ||
                               job->query.goal_kind == WEND_PATH_TO_TAG ||
                               job->query.goal_kind == WEND_PATH_TO_EACH_TAG;
    return &profile->estimates[2 * method + (has_predicate ? 1 : 0)];
}

/* ---- admission ---- */

static bool is_within(void *user, wend_node node)
{
    const wendi_plan_distance *goal = user;
    const wend_vec2 at = goal->mesh != NULL ? wend_mesh_get_polygon(goal->mesh, node).centroid
                                            : wend_space_position(goal->space, node);
    const double x = at.x - goal->x;
    const double y = at.y - goal->y;
    const double squared = x * x + y * y;
    return goal->is_away ? squared >= goal->squared : squared <= goal->squared;
}

/* A slot whose pathfinder is of this profile, the one with the most memory; else one without; else
 * any that is idle. */
static wendi_plan_slot *choose(const wend_planner *planner, uint32_t profile)
{
    wendi_plan_slot *own = NULL;
    wendi_plan_slot *empty = NULL;
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        wendi_plan_slot *slot = &planner->slots[i];
        if (slot->job != WENDI_PLAN_NONE) {
            continue;
        }
        if (slot->pathfinder == NULL) {
            empty = empty == NULL ? slot : empty;
        } else if (slot->profile == profile &&
                   (own == NULL || wendi_plan_slot_bytes(slot) > wendi_plan_slot_bytes(own))) {
            own = slot;
        }
    }
    return own != NULL ? own : empty != NULL ? empty : largest_idle(planner, NULL);
}

/* Bytes that a turn of a search with pages hardly ever exceeds. */
static size_t turn_bytes(const wend_planner *planner, const wendi_plan_job *job)
{
    enum { STEP_BYTES = 256 };
    return RESERVE_LEAST + (size_t)STEP_BYTES * planner->def.quantum * (job->priority + 1);
}

/* Where no search of its kind has ended yet, a quarter of the map may be searched. */
static size_t first_guess(const wend_planner *planner, const wendi_plan_job *job)
{
    enum { CELL_BYTES = 12, PARTS = 4 };
    const wend_space *space = planner->profiles[job->profile]->layout.space;
    return space == NULL || space->net != NULL
               ? 0
               : (size_t)space->slot_count / PARTS * (size_t)CELL_BYTES;
}

/* The method that a job will most likely use. A jump point search has no pages. */
static bool may_have_pages(const wend_planner *planner, const wendi_plan_job *job)
{
    const wend_space *space = planner->profiles[job->profile]->layout.space;
    return space != NULL && space->net == NULL && job->query.method != WEND_METHOD_JUMP_POINT &&
           job->query.max_depth == 0 && job->query.turning == NULL &&
           (job->query.method != WEND_METHOD_BEST || !space->has_jump_map);
}

static size_t need_of(wend_planner *planner, const wendi_plan_job *job)
{
    const size_t ceiling = planner->def.memory_ceiling;
    size_t need = *estimate_of(planner, job) + RESERVE_LEAST / 4;
    if (may_have_pages(planner, job)) {
        const size_t estimate = *estimate_of(planner, job);
        need = turn_bytes(planner, job) + (estimate > 0 ? estimate : first_guess(planner, job));
    }
    need = need < job->reserve ? job->reserve : need;
    need = need < (size_t)RESERVE_LEAST ? (size_t)RESERVE_LEAST : need;
    return need < ceiling ? need : ceiling;
}

static void set_query(wend_planner *planner, wendi_plan_slot *slot, const wendi_plan_job *job)
{
    const wendi_plan_profile *profile = planner->profiles[job->profile];
    slot->query = job->query;
    if (job->goal == WEND_PLANNER_GOAL_QUERY) {
        return;
    }
    slot->distance = (wendi_plan_distance){
        .space = profile->layout.space,
        .mesh = profile->layout.mesh_space != NULL ? profile->layout.mesh_space->mesh : NULL,
        .x = job->query.to.x,
        .y = job->query.to.y,
        .squared = job->distance * job->distance,
        .is_away = job->goal == WEND_PLANNER_GOAL_AWAY};
    slot->query.is_goal = is_within;
    slot->query.user = &slot->distance;
}

/* Ends a job for which there can never be memory. */
static void give_up(wend_planner *planner, uint32_t job)
{
    wendi_plan_found *found = &planner->jobs[job].found;
    found->answer.result = WEND_NO_PATH;
    found->answer.reason = WEND_FAILURE_MEMORY;
    found->revision = wendi_plan_profile_revision(wendi_plan_profile_of(planner, job));
    wendi_plan_job_done(planner, job);
}

/* Makes a pathfinder where the slot has none. @return WEND_OK, WEND_ERROR_MEMORY. */
static wend_result fill(wend_planner *planner, wendi_plan_slot *slot, uint32_t profile)
{
    if (slot->pathfinder != NULL) {
        return WEND_OK;
    }
    const wendi_plan_profile *of = planner->profiles[profile];
    const wend_allocator allocator = wendi_counted_allocator(&slot->memory);
    slot->memory.refused = 0;
    return wendi_pathfinder_create_shared(&of->def, &of->layout, planner->pages, &allocator,
                                          &slot->pathfinder);
}

/* True if as many searches with pages run as fit into a processor's cache together: each turn of
 * more of them would read its pages from memory again. */
static bool has_many_pages(const wend_planner *planner, const wendi_plan_job *job)
{
    enum { AT_ONCE = 8 };
    uint32_t count = 0;
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        const uint32_t other = planner->slots[i].job;
        count += other != WENDI_PLAN_NONE && may_have_pages(planner, &planner->jobs[other]) ? 1 : 0;
    }
    return count >= AT_ONCE && may_have_pages(planner, job);
}

wend_result wendi_plan_slot_admit(wend_planner *planner, uint32_t job)
{
    wendi_plan_job *j = &planner->jobs[job];
    if (has_many_pages(planner, j)) {
        return WEND_ERROR_FULL;
    }
    wendi_plan_slot *slot = choose(planner, j->profile);
    if (slot == NULL) {
        return WEND_ERROR_FULL;
    }
    if (slot->pathfinder != NULL && slot->profile != j->profile) {
        wendi_plan_slot_free(planner, slot);
    }
    size_t need = need_of(planner, j);
    need = need < wendi_plan_slot_bytes(slot) ? wendi_plan_slot_bytes(slot) : need;
    if (!set_reserve(planner, slot, need)) {
        return WEND_ERROR_FULL;
    }
    const wend_result result = fill(planner, slot, j->profile);
    if (result != WEND_OK && slot->memory.refused != 0) { /* the ceiling is that low */
        wendi_plan_job_stop_waiting(planner, job);
        give_up(planner, job);
        return WEND_NO_PATH;
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_plan_job_stop_waiting(planner, job);
    set_query(planner, slot, j);
    slot->profile = j->profile;
    slot->job = job;
    slot->is_started = slot->is_counted = slot->was_deferred = slot->is_starved = false;
    slot->weight = 1;
    slot->rest = 0;
    wendi_array_u64_clear(&slot->slices);
    slot->has_lost_slices = false;
    j->slot = (uint32_t)(slot - planner->slots);
    j->state = WENDI_PLAN_RUNNING;
    planner->running_count++;
    return WEND_OK;
}

/* ---- one turn ---- */

/* Steps of the planner for a step of this search (see planner.h of the public headers). */
static uint32_t weight_of(const wend_pathfinder *pathfinder)
{
    enum { JUMP_POINT = 5, GRAPH = 2, MESH = 4, DISC = 16, ROUTE = 8 };
    if (pathfinder->is_indexed || pathfinder->is_routed) {
        return pathfinder->is_routed ? ROUTE : 1;
    }
    if (pathfinder->mesh_search != NULL) {
        return pathfinder->mesh_search->method == wendi_mesh_disc_method() ? DISC : MESH;
    }
    if (pathfinder->def.space->net != NULL) {
        return GRAPH;
    }
    wend_search_answer answer;
    wend_search_get_answer(pathfinder->search, &answer);
    return answer.method == WEND_METHOD_JUMP_POINT ? JUMP_POINT : 1;
}

/* Finding the cells or nodes at the ends, and the test of the straight path. */
static uint64_t start_steps(const wendi_plan_profile *profile, const wend_path_query *query,
                            size_t position_count)
{
    enum { END = 16 };
    uint64_t steps = 2 * END;
    double metres = 0;
    if (query->goal_kind == WEND_PATH_TO_POSITION) {
        metres = wend_vec2_distance((wend_vec2){query->from.x, query->from.y},
                                    (wend_vec2){query->to.x, query->to.y});
    } else {
        steps += END * (uint64_t)position_count;
    }
    const double cells = wendi_plan_profile_cells(profile, metres);
    return steps + (cells < 4e6 ? (uint64_t)(cells / 4) : (uint64_t)1000000);
}

/* Tracing and straightening the path. */
static uint64_t finish_steps(const wendi_plan_profile *profile, const wend_pathfinder *pathfinder,
                             const wend_path_query *query)
{
    const double cells = wendi_plan_profile_cells(profile, pathfinder->answer.length);
    const uint64_t length = cells < 4e6 ? (uint64_t)cells : (uint64_t)4000000;
    const bool is_searched = pathfinder->answer.expanded > 0;
    const uint64_t each = query->shape == WEND_PATH_AS_FOUND         ? 1
                          : query->shape == WEND_PATH_SMOOTH_PRECISE ? 16
                                                                     : 2;
    return 16 + (is_searched && pathfinder->mesh_search == NULL ? each * length : length / 4);
}

/* True if there is time to make the path before the deadline. A path that did not fit is made by the
 * first turn of the next update, whatever its time. */
static bool may_finish(wendi_plan_slot *slot, uint64_t deadline)
{
    if (deadline == 0 || slot->was_deferred) {
        return true;
    }
    const wend_path_query *query = &slot->query;
    const wend_pathfinder *pathfinder = slot->pathfinder;
    double cells = 0;
    if (pathfinder->search != NULL && pathfinder->def.space->net == NULL) {
        const wend_cost cost = wendi_pathfinder_found_cost(pathfinder);
        const double least = (double)pathfinder->def.space->cost_min;
        cells =
            cost == WEND_COST_INFINITE ? 0 : wend_cost_to_double(cost) / (least > 1 ? least : 1);
    }
    const double each = query->shape == WEND_PATH_AS_FOUND         ? 20
                        : query->shape == WEND_PATH_SMOOTH_PRECISE ? 1500
                                                                   : 400; /* ns a cell */
    const double wanted = 40000 + (cells < 1e6 ? cells : 1e6) * each;
    slot->was_deferred = wend_clock_ns() + (uint64_t)wanted > deadline;
    return !slot->was_deferred;
}

/* Starts the search. What its pathfinder knows from earlier ones is noted; a search that was loaded
 * has to get it first. */
static wend_result start(const wend_planner *planner, wendi_plan_slot *slot)
{
    wendi_pathfinder_forget_half(slot->pathfinder);
    slot->warmth = wendi_plan_slot_warmth(planner, slot);
    slot->query_count++;
    slot->pathfinder->tree = wendi_plan_tree_for(planner, slot->profile, &slot->query);
    wend_result result = wend_pathfinder_start(slot->pathfinder, &slot->query);
    if (result == WEND_OK && slot->warmth.has_components && slot->warm_revision != 0) {
        result = wendi_pathfinder_warm_components(slot->pathfinder);
        slot->warm_revision = result == WEND_OK ? 0 : slot->warm_revision;
        result = result == WEND_NO_PATH ? WEND_OK : result;
    }
    return result;
}

wendi_pathfinder_warmth wendi_plan_slot_warmth(const wend_planner *planner,
                                               const wendi_plan_slot *slot)
{
    wendi_pathfinder_warmth warmth = wendi_pathfinder_get_warmth(slot->pathfinder);
    const wend_mesh_space *space = planner->profiles[slot->profile]->layout.mesh_space;
    warmth.has_components = warmth.has_components || (space != NULL && slot->warm_revision != 0 &&
                                                      slot->warm_revision == space->revision);
    return warmth;
}

void wendi_plan_slot_run(wend_planner *planner, wendi_plan_slot *slot)
{
    const uint64_t deadline = planner->purse.deadline_ns;
    const wendi_plan_profile *profile = planner->profiles[slot->profile];
    const uint64_t begin = wend_clock_ns();
    slot->was_skipped = deadline != 0 && begin >= deadline;
    slot->result = WEND_IN_PROGRESS;
    slot->used = slot->time_ns = 0;
    if (slot->was_skipped) {
        return;
    }
    slot->memory.refused = 0;
    slot->slice = 0;
    if (!slot->is_started) {
        const wend_result started = start(planner, slot);
        slot->used = start_steps(profile, &slot->query, slot->pathfinder->position_count);
        slot->is_started = started == WEND_OK;
        slot->result = started == WEND_OK ? WEND_IN_PROGRESS : started;
        slot->weight = started == WEND_OK ? weight_of(slot->pathfinder) : 1;
    }
    if (slot->result == WEND_IN_PROGRESS) {
        const uint64_t rest = slot->granted > slot->used ? slot->granted - slot->used : 0;
        const uint64_t steps = rest / slot->weight > 0 ? rest / slot->weight : 1;
        wend_budget budget = {steps, deadline};
        if (!slot->pathfinder->is_found) {
            slot->result = wend_pathfinder_run(slot->pathfinder, &budget);
            slot->used += (steps - budget.steps) * slot->weight;
            slot->slice = deadline == 0 ? steps : steps - budget.steps;
        }
        if (slot->result == WEND_IN_PROGRESS && slot->pathfinder->is_found &&
            may_finish(slot, deadline)) {
            slot->result = wend_pathfinder_run(slot->pathfinder, NULL);
            slot->was_deferred = false;
        }
    }
    if (slot->result >= 0 && slot->result != WEND_IN_PROGRESS) {
        slot->used += finish_steps(profile, slot->pathfinder, &slot->query);
    }
    slot->time_ns = wend_clock_ns() - begin;
}

/* ---- after a turn ---- */

static void note_slice(wendi_plan_slot *slot)
{
    wendi_array_u64 *slices = &slot->slices;
    if (slot->slice == 0) {
        return;
    }
    if (slices->count > 0 && slices->items[slices->count - 2] == slot->slice) {
        slices->items[slices->count - 1]++;
    } else if (wendi_array_u64_reserve(slices, slices->count + 2)) {
        (void)wendi_array_u64_push(slices, slot->slice);
        (void)wendi_array_u64_push(slices, 1);
    } else {
        slot->has_lost_slices = true;
    }
}

bool wendi_plan_slot_has_fresh_items(const wendi_plan_slot *slot)
{
    return !slot->is_started || slot->query.items == NULL ||
           slot->pathfinder->items.revision == wend_items_revision(slot->query.items);
}

void wendi_plan_slot_stop(wend_planner *planner, uint32_t slot)
{
    wendi_plan_slot *s = &planner->slots[slot];
    planner->jobs[s->job].slot = WENDI_PLAN_NONE;
    planner->profiles[s->profile]->running_count -= s->is_counted ? 1 : 0;
    planner->running_count--;
    planner->starved_count -= s->is_starved ? 1 : 0;
    s->job = WENDI_PLAN_NONE;
    s->is_started = s->is_counted = s->is_starved = false;
    if (s->pathfinder != NULL) {
        const size_t bytes = s->memory.bytes;
        wendi_pathfinder_return_pages(s->pathfinder);
        const size_t returned = bytes - s->memory.bytes;
        s->floor -= s->floor < returned ? s->floor : returned;
    }
}

void wendi_plan_slots_return(wend_planner *planner, const wendi_plan_profile *profile, bool all)
{
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        const uint32_t job = planner->slots[i].job;
        if (job != WENDI_PLAN_NONE && wendi_plan_profile_of(planner, job) == profile &&
            (all || !planner->slots[i].is_started)) {
            wendi_plan_slot_stop(planner, i);
            wendi_plan_job_wait(planner, job);
        }
    }
}

void wendi_plan_slots_forget(wend_planner *planner, const wendi_plan_profile *profile)
{
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        wendi_plan_slot *slot = &planner->slots[i];
        if (slot->pathfinder != NULL && planner->profiles[slot->profile] == profile) {
            wendi_plan_slot_free(planner, slot);
        }
    }
}

/* The search ran out of its reserve: it begins again with a larger one, or ends if the ceiling is
 * too low for it alone. @return WEND_ERROR_MEMORY if the allocator had none. */
static wend_result run_out(wend_planner *planner, uint32_t slot)
{
    wendi_plan_slot *s = &planner->slots[slot];
    const uint32_t job = s->job;
    wendi_plan_job *j = &planner->jobs[job];
    const size_t ceiling = planner->def.memory_ceiling;
    const size_t refused = s->memory.refused;
    const bool is_all = s->reserve >= ceiling;
    size_t more = s->reserve < ceiling / 2 ? 2 * s->reserve : ceiling;
    more = refused < ceiling - refused / 4 && more < refused + refused / 4 ? refused + refused / 4
                                                                           : more;
    wendi_plan_slot_free(planner, s);
    wendi_plan_slot_stop(planner, slot);
    if (refused != 0 && is_all) {
        give_up(planner, job);
        return WEND_OK;
    }
    if (refused != 0) {
        j->reserve = more < ceiling ? more : ceiling;
        planner->stats.evictions++;
    }
    wendi_plan_job_wait(planner, job);
    return refused != 0 ? WEND_OK : WEND_ERROR_MEMORY;
}

/* Copies the answer. @return WEND_OK, WEND_ERROR_MEMORY. */
static wend_result take_answer(wend_planner *planner, const wendi_plan_slot *slot,
                               wendi_plan_job *job)
{
    wendi_plan_found *found = &job->found;
    if (slot->result < 0) {
        found->answer.result = slot->result;
        job->message = wendi_alloc(&planner->allocator, sizeof *job->message);
        if (job->message != NULL) {
            *job->message = slot->pathfinder->message;
        }
        return WEND_OK;
    }
    if (found->path == NULL && wend_path_create(&planner->allocator, &found->path) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    wend_path_clear(found->path);
    if (slot->result != WEND_NO_PATH &&
        wendi_path_copy(found->path, slot->pathfinder->path) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    wend_pathfinder_get_answer(slot->pathfinder, &found->answer);
    found->items_revision = wend_items_revision(job->query.items);
    for (size_t i = 0; i < job->query.tag_count; i++) {
        (void)wend_pathfinder_get_nearest(slot->pathfinder, i, &job->nearest[i]);
    }
    found->max_frontier = slot->pathfinder->search == NULL || found->answer.expanded == 0
                              ? 0
                              : wendi_pathfinder_max_frontier(slot->pathfinder);
    return WEND_OK;
}

/* Notes the memory of a search that has ended. */
static void learn(wend_planner *planner, const wendi_plan_slot *slot, const wendi_plan_job *job)
{
    size_t *estimate = estimate_of(planner, job);
    const size_t bytes = wendi_plan_slot_bytes(slot);
    if (*estimate == 0 || slot->result < 0 || !wendi_pathfinder_has_pages(slot->pathfinder)) {
        *estimate = *estimate < bytes ? bytes : *estimate;
    } else if (*estimate < bytes) {
        *estimate += (bytes - *estimate) / 4;
    } else {
        *estimate -= (*estimate - bytes) / 16;
    }
}

/* A job has ended. While edits wait, its path is compared with the world as it will be. */
static wend_result end(wend_planner *planner, uint32_t slot)
{
    wendi_plan_slot *s = &planner->slots[slot];
    const uint32_t job = s->job;
    wendi_plan_job *j = &planner->jobs[job];
    wendi_plan_profile *profile = planner->profiles[s->profile];
    const wend_result result = take_answer(planner, s, j);
    if (s->pathfinder->is_treed) {
        planner->stats.from_trees++;
    } else {
        wendi_plan_trees_note(planner, j, j->found.steps);
    }
    const bool holds = s->result < 0 || wendi_pathfinder_items_hold(s->pathfinder);
    const bool is_again = !holds && j->found.retries < planner->def.max_retries;
    learn(planner, s, j);
    wendi_plan_slot_stop(planner, slot);
    if (result != WEND_OK) {
        wendi_plan_job_wait(planner, job);
        return result;
    }
    if (is_again) {
        j->found.retries++;
        planner->stats.retries++;
        wendi_plan_job_wait(planner, job);
        return WEND_OK;
    }
    j->found.is_outdated = !holds;
    if (holds && s->result >= 0 && wendi_plan_profile_is_stale(profile)) {
        j->state = WENDI_PLAN_CHECKING;
        wendi_plan_list_add(planner, &profile->checking, job);
    } else {
        wendi_plan_job_done(planner, job);
    }
    return WEND_OK;
}

/* The reserve that a search with pages wants next. */
static size_t next_reserve(const wend_planner *planner, const wendi_plan_slot *slot)
{
    const size_t bytes = wendi_plan_slot_bytes(slot);
    const size_t wanted = bytes + bytes / 4 + turn_bytes(planner, &planner->jobs[slot->job]);
    return wanted < planner->def.memory_ceiling ? wanted : planner->def.memory_ceiling;
}

/* Makes the reserve larger after a turn that used most of it, where there is free room. Idle slots
 * are not freed for that: they would have to be filled again. */
static void grow(wend_planner *planner, wendi_plan_slot *slot)
{
    const size_t ceiling = planner->def.memory_ceiling;
    const size_t bytes = wendi_plan_slot_bytes(slot);
    const bool has_pages = wendi_pathfinder_has_pages(slot->pathfinder);
    const size_t room = slot->reserve > bytes ? slot->reserve - bytes : 0;
    const bool wants_more =
        has_pages ? room < bytes / 8 + turn_bytes(planner, &planner->jobs[slot->job]) / 2
                  : bytes > slot->reserve / 2;
    if (!wants_more || slot->reserve >= ceiling) {
        return;
    }
    const size_t wanted = has_pages               ? next_reserve(planner, slot)
                          : bytes < slot->reserve ? 2 * slot->reserve
                                                  : 2 * bytes;
    const size_t others = claimed(planner) - claim_of(slot);
    if (wanted <= ceiling - others) {
        slot->reserve = slot->memory.limit = wanted;
        wendi_page_pool_trim(planner->pages, ceiling - others - wanted);
    } else if (has_pages) {
        slot->is_starved = true;
        planner->starved_count++;
    }
}

wend_result wendi_plan_slot_collect(wend_planner *planner, uint32_t slot)
{
    wendi_plan_slot *s = &planner->slots[slot];
    wendi_plan_job *job = &planner->jobs[s->job];
    if (s->is_started && !s->is_counted) {
        s->is_counted = true;
        planner->profiles[s->profile]->running_count++;
        planner->profiles[s->profile]->is_owed = false;
        planner->stats.searches++;
    }
    note_slice(s);
    job->found.revision = wendi_plan_profile_revision(planner->profiles[s->profile]);
    const uint64_t beyond = s->used > s->granted ? s->used - s->granted : 0;
    s->rest -= beyond < s->rest ? beyond : s->rest;
    job->found.steps += s->used;
    job->found.time_ns += s->time_ns;
    wendi_plan_spend(planner, s->used);
    if (s->result == WEND_ERROR_MEMORY) {
        return run_out(planner, slot);
    }
    if (s->result != WEND_IN_PROGRESS) {
        return end(planner, slot);
    }
    grow(planner, s);
    return WEND_OK;
}

/* ---- memory for more ---- */

static bool is_older(const wend_planner *planner, const wendi_plan_slot *a,
                     const wendi_plan_slot *b)
{
    return planner->jobs[a->job].sequence < planner->jobs[b->job].sequence;
}

/* The oldest of the starved slots; NULL if there is none. */
static wendi_plan_slot *oldest_starved(const wend_planner *planner)
{
    wendi_plan_slot *best = NULL;
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        wendi_plan_slot *slot = &planner->slots[i];
        if (slot->is_starved && (best == NULL || is_older(planner, slot, best))) {
            best = slot;
        }
    }
    return best;
}

/* True if any slot can take turns. */
static bool has_active(const wend_planner *planner)
{
    bool has = false;
    for (uint32_t i = 0; i < planner->def.max_searches && !has; i++) {
        const wendi_plan_slot *slot = &planner->slots[i];
        has = slot->job != WENDI_PLAN_NONE && !slot->is_starved &&
              (slot->is_started || wendi_plan_profile_may_start(planner->profiles[slot->profile]));
    }
    return has;
}

/* The slot with a job that loses least where it is stopped: one that has not begun, else the newest.
 * NULL if there is no other than this one. */
static wendi_plan_slot *least_loss(const wend_planner *planner, const wendi_plan_slot *but)
{
    wendi_plan_slot *best = NULL;
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        wendi_plan_slot *slot = &planner->slots[i];
        if (slot == but || slot->job == WENDI_PLAN_NONE) {
            continue;
        }
        if (best == NULL || (best->is_started && !slot->is_started) ||
            (best->is_started == slot->is_started && is_older(planner, best, slot))) {
            best = slot;
        }
    }
    return best;
}

void wendi_plan_slots_feed(wend_planner *planner)
{
    wendi_plan_slot *oldest;
    while ((oldest = oldest_starved(planner)) != NULL) {
        if (set_reserve(planner, oldest, next_reserve(planner, oldest))) {
            oldest->is_starved = false;
            planner->starved_count--;
            continue;
        }
        wendi_plan_slot *other = has_active(planner) ? NULL : least_loss(planner, oldest);
        if (other == NULL) {
            return;
        }
        const uint32_t job = other->job;
        if (other->is_started) {
            planner->jobs[job].reserve = next_reserve(planner, other);
            planner->stats.evictions++;
        }
        wendi_plan_slot_stop(planner, (uint32_t)(other - planner->slots));
        wendi_plan_job_wait(planner, job);
    }
}

/* ---- replaying ---- */

/* Runs the search of a slot as it ran before. */
static wend_result run_again(wendi_plan_slot *slot, bool is_found)
{
    wend_result result = WEND_IN_PROGRESS;
    for (size_t i = 0; i + 1 < slot->slices.count && result == WEND_IN_PROGRESS; i += 2) {
        for (uint64_t n = slot->slices.items[i + 1]; n > 0 && result == WEND_IN_PROGRESS; n--) {
            wend_budget budget = {slot->slices.items[i], 0};
            result = slot->pathfinder->is_found ? WEND_NO_PATH
                                                : wend_pathfinder_run(slot->pathfinder, &budget);
        }
    }
    if (result == WEND_IN_PROGRESS && is_found && !slot->pathfinder->is_found) {
        result = wend_pathfinder_run(slot->pathfinder, NULL);
    }
    return result == WEND_ERROR_MEMORY                                            ? result
           : result == WEND_IN_PROGRESS && slot->pathfinder->is_found == is_found ? WEND_OK
                                                                                  : WEND_NO_PATH;
}

wend_result wendi_plan_slot_replay(wend_planner *planner, wendi_plan_slot *slot, size_t bytes,
                                   bool is_found)
{
    const wendi_plan_profile *profile = planner->profiles[slot->profile];
    const size_t limit = slot->memory.limit;
    slot->memory.limit = SIZE_MAX; /* its claim is that of before */
    slot->warm_revision = slot->warmth.has_components ? wendi_plan_profile_revision(profile) : 0;
    slot->weight = 1;
    wend_result result = fill(planner, slot, slot->profile);
    if (result == WEND_OK) {
        result = wendi_pathfinder_warm_records(slot->pathfinder, &slot->warmth);
    }
    if (result == WEND_OK && slot->job != WENDI_PLAN_NONE) {
        set_query(planner, slot, &planner->jobs[slot->job]);
    }
    if (result == WEND_OK && slot->is_started) {
        const wendi_pathfinder_index *index = slot->pathfinder->index;
        slot->pathfinder->index = NULL; /* it did not answer */
        result = start(planner, slot);
        slot->pathfinder->index = index;
        result = result == WEND_OK || result == WEND_ERROR_MEMORY ? result : WEND_NO_PATH;
        slot->weight = result == WEND_OK ? weight_of(slot->pathfinder) : 1;
        result = result == WEND_OK ? run_again(slot, is_found) : result;
    }
    slot->memory.limit = limit;
    slot->floor = bytes;
    return result;
}

wend_result wendi_plan_slot_renew(wend_planner *planner, uint32_t slot)
{
    wendi_plan_slot *s = &planner->slots[slot];
    const uint32_t queries = s->job != WENDI_PLAN_NONE && s->is_started ? 1 : 0;
    if (s->pathfinder == NULL ||
        (s->query_count == queries && !s->has_looked && s->pathfinder->index_search == NULL &&
         s->pathfinder->route == NULL)) {
        return WEND_OK;
    }
    const size_t bytes = wendi_plan_slot_bytes(s);
    const uint32_t job = s->job;
    const bool is_found = s->pathfinder->is_found;
    if (!s->is_started) {
        s->warmth = wendi_plan_slot_warmth(planner, s);
    }
    wendi_plan_slot_free(planner, s);
    const wend_result result = wendi_plan_slot_replay(planner, s, bytes, is_found);
    if (result != WEND_OK) {
        wendi_plan_slot_free(planner, s);
    }
    if (result != WEND_OK && job != WENDI_PLAN_NONE) {
        wendi_plan_slot_stop(planner, slot);
        wendi_plan_job_wait(planner, job);
    }
    return result;
}
