/* What the planner does about edits of its worlds: it updates spaces between searches, and compares
 * the paths of searches that ended meanwhile, and of answers that are watched, with the new ones.
 * Cost: the budget; the updates of spaces of levels are not cut. */
#include "route/planner/planner.h"
#include "route/planner/slots.h"
#include "route/planner/update.h"

#include "route/pathfinder/pathfinder.h"

/* Compares the paths of searches that ended while edits waited with the world as it is now, as far
 * as the budget goes. */
static wend_result recheck(wend_planner *planner, wendi_plan_profile *profile)
{
    bool goes_on = true;
    while (profile->checking.first != WENDI_PLAN_NONE && goes_on) {
        const uint32_t job = profile->checking.first;
        wendi_plan_job *j = &planner->jobs[job];
        wendi_plan_found *found = &j->found;
        wend_result result = WEND_OK;
        uint64_t steps = 0;
        const bool is_valid =
            found->answer.result != WEND_NO_PATH && !found->answer.is_nearest &&
            j->query.tag_count == 0 &&
            found->items_revision == wend_items_revision(j->query.items) &&
            wendi_plan_profile_validates(profile, found->path, j->query.shape, &steps, &result);
        if (result != WEND_OK) {
            return result;
        }
        found->steps += steps;
        wendi_plan_spend(planner, steps);
        goes_on = !wendi_plan_is_spent(planner);
        wendi_plan_list_remove(planner, &profile->checking, job);
        if (!is_valid && found->retries < planner->def.max_retries) {
            found->retries++;
            planner->stats.retries++;
            wendi_plan_job_wait(planner, job);
            continue;
        }
        found->is_outdated = !is_valid;
        found->revision = is_valid ? wendi_plan_profile_revision(profile) : found->revision;
        wendi_plan_job_done(planner, job);
    }
    return WEND_OK;
}

/* Checks the paths of watched answers after an update of the space, as far as the budget goes. */
static wend_result check_watched(wend_planner *planner, wendi_plan_profile *profile)
{
    wend_result result = WEND_OK;
    bool goes_on = true;
    while (profile->unwatched > 0 && goes_on) {
        const uint32_t job = profile->watched.first;
        const wendi_plan_job *j = &planner->jobs[job];
        uint64_t steps = 0;
        if (!wendi_plan_job_keeps_valid(planner, job)) {
            wendi_plan_job_stop_watching(planner, job);
            continue;
        }
        const bool is_valid =
            wendi_plan_profile_validates(profile, j->shown.path, j->query.shape, &steps, &result);
        if (result != WEND_OK) {
            return result;
        }
        wendi_plan_spend(planner, steps);
        planner->stats.watched++;
        goes_on = !wendi_plan_is_spent(planner);
        if (is_valid) {
            profile->unwatched--;
            planner->jobs[job].is_suspect = false;
            wendi_plan_list_remove(planner, &profile->watched, job);
            wendi_plan_list_add(planner, &profile->watched, job);
        } else {
            wendi_plan_job_break(planner, job);
        }
    }
    return WEND_OK;
}

/* Ends all jobs of a profile whose world cannot be built any more. */
static void refuse_all(wend_planner *planner, wendi_plan_profile *profile, wend_result result)
{
    wendi_plan_slots_return(planner, profile, false);
    for (uint32_t p = 0; p < WENDI_PLAN_PRIORITIES; p++) {
        while (profile->waiting[p].first != WENDI_PLAN_NONE) {
            const uint32_t job = profile->waiting[p].first;
            wendi_plan_job_stop_waiting(planner, job);
            planner->jobs[job].found.answer.result = result;
            wendi_plan_job_done(planner, job);
        }
    }
    while (profile->checking.first != WENDI_PLAN_NONE) {
        const uint32_t job = profile->checking.first;
        wendi_plan_list_remove(planner, &profile->checking, job);
        planner->jobs[job].found.is_outdated = true;
        wendi_plan_job_done(planner, job);
    }
}

/* True if any job of the profile has still to begin, or is admitted. */
bool wendi_plan_has_waiting(const wend_planner *planner, const wendi_plan_profile *profile)
{
    bool is = profile->waiting_count > 0;
    for (uint32_t i = 0; i < planner->def.max_searches && !is; i++) {
        const uint32_t job = planner->slots[i].job;
        is = job != WENDI_PLAN_NONE && wendi_plan_profile_of(planner, job) == profile;
    }
    return is;
}

/* True if any job of the profile waits for its space. */
static bool is_wanted(const wend_planner *planner, const wendi_plan_profile *profile)
{
    return profile->checking.count + profile->watched.count > 0 ||
           wendi_plan_has_waiting(planner, profile);
}

/* Jobs that were admitted but have not begun do not keep a space from being updated: else one that
 * gets its first turn after an edit would never begin. But after each update of a space searches
 * begin before the next one, however many updates of the planner it took: else edits in every frame
 * could keep them waiting for ever. */
static wend_result follow_profile(wend_planner *planner, wendi_plan_profile *profile)
{
    /* What is built behind is of the world as it is. */
    const bool builds =
        profile->layout.index != NULL || profile->layout.hierarchy != NULL || profile->is_unbuilt;
    if (profile->running_count > 0 || !(builds || is_wanted(planner, profile))) {
        return WEND_OK;
    }
    const bool is_turn_of_searches = profile->is_owed && wendi_plan_profile_can_lag(profile) &&
                                     wendi_plan_has_waiting(planner, profile);
    if (profile->is_updating || (wendi_plan_profile_is_stale(profile) && !is_turn_of_searches)) {
        uint64_t steps = 0;
        const uint64_t since = wendi_plan_profile_revision(profile);
        wend_budget budget = {planner->purse.left, planner->purse.deadline_ns};
        planner->stats.space_updates += profile->is_updating ? 0 : 1;
        const wend_result result = wendi_plan_profile_update(profile, &budget, &steps);
        wendi_plan_spend(planner, steps);
        if (result == WEND_IN_PROGRESS) {
            return WEND_OK;
        }
        if (result == WEND_ERROR_MEMORY) {
            return result;
        }
        if (result != WEND_OK) {
            refuse_all(planner, profile, result);
            return WEND_OK;
        }
        wendi_plan_spend(planner, wendi_plan_marks_suspect(planner, profile, since));
    }
    wendi_plan_spend(planner, wendi_plan_marks_suspect_walls(planner, profile));
    const wend_result result = recheck(planner, profile);
    return result == WEND_OK ? check_watched(planner, profile) : result;
}

wend_result wendi_plan_follow_edits(wend_planner *planner)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < planner->profile_count && result == WEND_OK; i++) {
        result = follow_profile(planner, planner->profiles[i]);
    }
    return result;
}

/* ---- before saving ---- */

/* Brings the space of a profile to the world as it is; its searches begin again. */
static wend_result settle_profile(wend_planner *planner, wendi_plan_profile *profile)
{
    wendi_plan_spend(planner, wendi_plan_marks_suspect_walls(planner, profile));
    if (!profile->is_updating && !wendi_plan_profile_is_stale(profile)) {
        return WEND_OK;
    }
    uint64_t steps = 0;
    const uint64_t since = wendi_plan_profile_revision(profile);
    wendi_plan_slots_return(planner, profile, true);
    const wend_planner_stats stats = planner->stats;
    planner->stats.space_updates += profile->is_updating ? 0 : 1;
    wend_result result = WEND_OK;
    do { /* one that is under way ends with an older world */
        result = wendi_plan_profile_update(profile, NULL, &steps);
        wendi_plan_spend(planner, steps);
    } while (result == WEND_OK && wendi_plan_profile_is_stale(profile));
    if (result == WEND_ERROR_MEMORY) {
        return result;
    }
    if (result != WEND_OK) {
        planner->stats = stats; /* or it would count with every save: the space stays as it is */
        refuse_all(planner, profile, result);
        return WEND_OK;
    }
    wendi_plan_spend(planner, wendi_plan_marks_suspect(planner, profile, since));
    return WEND_OK;
}

wend_result wendi_plan_settle(wend_planner *planner)
{
    wend_result result = WEND_OK;
    planner->purse = (wendi_plan_purse){.left = 0};
    for (uint32_t i = 0; i < planner->profile_count && result == WEND_OK; i++) {
        result = settle_profile(planner, planner->profiles[i]);
    }
    wendi_plan_trees_drop(planner, NULL); /* they are not saved */
    for (uint32_t i = 0; i < planner->profile_count && result == WEND_OK; i++) {
        const wendi_pathfinder_layout *layout = &planner->profiles[i]->layout;
        if (layout->index != NULL) {
            wendi_pathfinder_index_clear(layout->index, layout->space, true);
        }
        if (layout->hierarchy != NULL) {
            result = wend_hierarchy_update(layout->hierarchy, NULL);
        }
    }
    for (uint32_t i = 0; i < planner->def.max_searches && result == WEND_OK; i++) {
        const wendi_plan_slot *slot = &planner->slots[i];
        const uint32_t job = slot->job;
        if (job != WENDI_PLAN_NONE &&
            (slot->has_lost_slices ||
             (slot->is_started && (slot->pathfinder->is_indexed || slot->pathfinder->is_treed ||
                                   slot->query.method == WEND_METHOD_HIERARCHY)) ||
             !wendi_plan_slot_has_fresh_items(slot))) {
            wendi_plan_slot_stop(planner, i);
            wendi_plan_job_wait(planner, job);
        }
        result =
            wendi_plan_slot_renew(planner, i) == WEND_ERROR_MEMORY ? WEND_ERROR_MEMORY : result;
    }
    wendi_page_pool_trim(planner->pages, 0); /* a planner that is loaded has none */
    return result;
}
