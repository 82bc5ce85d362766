/* Slots: pathfinders that run jobs. A job that is admitted gets an idle one, which is kept for others
 * when it has ended.
 * Cost: admission visits all slots. */
#include "route/planner/slots.h"
#include "route/planner/planner.h"
#include "route/planner/update.h"

#include "route/pathfinder/pathfinder.h"

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

void wendi_plan_slot_stop(wend_planner *planner, uint32_t slot)
{
    wendi_plan_slot *s = &planner->slots[slot];
    planner->jobs[s->job].slot = WENDI_PLAN_NONE;
    planner->profiles[s->profile]->running_count -= s->is_counted ? 1 : 0;
    planner->running_count--;
    planner->starved_count -= s->is_starved ? 1 : 0;
    s->job = WENDI_PLAN_NONE;
    s->is_started = s->is_counted = s->is_starved = s->is_lost = false;
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

bool wendi_plan_slot_has_fresh_items(const wendi_plan_slot *slot)
{
    return !slot->is_started || slot->query.items == NULL ||
           slot->pathfinder->items.revision == wend_items_revision(slot->query.items);
}

/* ---- admission ---- */

/* The first slot whose pathfinder is of this profile; else one without; else the first that is idle.
 * Not by memory: that of planners that were loaded is another. */
static wendi_plan_slot *choose(const wend_planner *planner, uint32_t profile)
{
    wendi_plan_slot *empty = NULL;
    wendi_plan_slot *other = NULL;
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        wendi_plan_slot *slot = &planner->slots[i];
        if (slot->job != WENDI_PLAN_NONE) {
            continue;
        }
        if (slot->pathfinder == NULL) {
            empty = empty == NULL ? slot : empty;
        } else if (slot->profile == profile) {
            return slot;
        } else {
            other = other == NULL ? slot : other;
        }
    }
    return empty != NULL ? empty : other;
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

wend_result wendi_plan_slot_admit(wend_planner *planner, uint32_t job)
{
    wendi_plan_job *j = &planner->jobs[job];
    if (wendi_plan_has_many_pages(planner, j)) {
        return WEND_ERROR_FULL;
    }
    wendi_plan_slot *slot = choose(planner, j->profile);
    if (slot == NULL) {
        return WEND_ERROR_FULL;
    }
    if (slot->pathfinder != NULL && slot->profile != j->profile) {
        wendi_plan_slot_free(planner, slot);
    }
    size_t need = wendi_plan_need(planner, j);
    need = need < wendi_plan_slot_bytes(slot) ? wendi_plan_slot_bytes(slot) : need;
    if (!wendi_plan_reserve(planner, slot, need)) {
        return WEND_ERROR_FULL;
    }
    const wend_result result = wendi_plan_slot_fill(planner, slot, j->profile);
    if (result != WEND_OK && slot->memory.refused != 0) { /* the ceiling is that low */
        wendi_plan_job_stop_waiting(planner, job);
        give_up(planner, job);
        return WEND_NO_PATH;
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_plan_job_stop_waiting(planner, job);
    wendi_plan_slot_set_query(planner, slot, j);
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

/* ---- after a turn ---- */

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
        wendi_plan_trees_note(planner, j, j->found.steps, s->pathfinder);
    }
    const bool holds = s->result < 0 || wendi_pathfinder_items_hold(s->pathfinder);
    const bool is_again = !holds && j->found.retries < planner->def.max_retries;
    wendi_plan_learn_need(planner, s, j);
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
    wendi_plan_slot_note_slice(s);
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
    wendi_plan_reserve_more(planner, s);
    return WEND_OK;
}
