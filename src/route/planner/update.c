/* The update: drains the inbox, follows edits, admits jobs, runs rounds, publishes.
 *
 *   drain | follow edits, admit, round | follow edits, admit, round | ... | publish | callbacks
 *   lock  |                    without the lock                           |  lock   | without
 *
 * The order of everything is that of the inbox, of profiles and of slots, so it depends on the
 * calls and, with a budget of steps, on nothing else.
 * Cost: the budget; the update of a space that is not a grid's and the end of a query are not cut. */
#include "base/core/budget.h"
#include "route/pathfinder/pathfinder.h"
#include "route/planner/planner.h"
#include "route/space/space.h"

/* ---- the purse ---- */

/* When to stop taking up work. A part of the time is kept for what is not cut: the unit of work
 * that is under way then, and publishing. */
static uint64_t stop_before(uint64_t deadline_ns)
{
    enum { PARTS = 12, KEPT_MOST_NS = 250000 };
    const uint64_t now = wend_clock_ns();
    if (deadline_ns <= now) {
        return deadline_ns; /* also 0, no deadline */
    }
    const uint64_t kept = (deadline_ns - now) / PARTS;
    return deadline_ns - (kept < KEPT_MOST_NS ? kept : KEPT_MOST_NS);
}

static void open_purse(wend_planner *planner, const wend_budget *budget)
{
    wendi_plan_purse *purse = &planner->purse;
    uint64_t *debt = &planner->stats.debt;
    *purse = (wendi_plan_purse){.left = UINT64_MAX};
    if (budget != NULL) {
        *purse = (wendi_plan_purse){budget->steps, stop_before(budget->deadline_ns)};
    }
    if (purse->left == UINT64_MAX) {
        *debt = 0;
        return;
    }
    const uint64_t paid = *debt < purse->left ? *debt : purse->left;
    purse->left -= paid;
    *debt -= paid;
}

void wendi_plan_spend(wend_planner *planner, uint64_t steps)
{
    wendi_plan_purse *purse = &planner->purse;
    planner->stats.steps += steps;
    if (purse->left == UINT64_MAX) {
        return;
    }
    planner->stats.debt += steps > purse->left ? steps - purse->left : 0;
    purse->left -= steps < purse->left ? steps : purse->left;
}

static bool is_spent(const wend_planner *planner)
{
    const wendi_plan_purse *purse = &planner->purse;
    return purse->left == 0 || (purse->deadline_ns != 0 && wend_clock_ns() >= purse->deadline_ns);
}

/* ---- the inbox ---- */

static void begin_request(wend_planner *planner, uint32_t index)
{
    wendi_plan_request *request = &planner->requests[index];
    const uint32_t draft = request->job;
    const uint32_t like = wendi_plan_job_like(planner, draft);
    if (like == WENDI_PLAN_NONE) {
        wendi_plan_trees_note(planner, &planner->jobs[draft], 0);
        wendi_plan_job_begin(planner, draft);
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

static void drain(wend_planner *planner)
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

/* ---- edits ---- */

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
        goes_on = !is_spent(planner);
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
        goes_on = !is_spent(planner);
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
static bool has_waiting(const wend_planner *planner, const wendi_plan_profile *profile)
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
    return profile->checking.count + profile->watched.count > 0 || has_waiting(planner, profile);
}

/* Jobs that were admitted but have not begun do not keep a space from being updated: else one that
 * gets its first turn after an edit would never begin. But after each update of a space searches
 * begin before the next one, however many updates of the planner it took: else edits in every frame
 * could keep them waiting for ever. */
static wend_result follow_profile(wend_planner *planner, wendi_plan_profile *profile)
{
    /* What is built behind is of the world as it is. */
    const bool builds = profile->layout.index != NULL || profile->layout.hierarchy != NULL;
    if (profile->running_count > 0 || !(builds || is_wanted(planner, profile))) {
        return WEND_OK;
    }
    const bool is_turn_of_searches =
        profile->is_owed && profile->def.grid != NULL && has_waiting(planner, profile);
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
    const wend_result result = recheck(planner, profile);
    return result == WEND_OK ? check_watched(planner, profile) : result;
}

static wend_result follow_edits(wend_planner *planner)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < planner->profile_count && result == WEND_OK; i++) {
        result = follow_profile(planner, planner->profiles[i]);
    }
    return result;
}

/* Brings the space of a profile to the world as it is; its searches begin again. */
static wend_result settle_profile(wend_planner *planner, wendi_plan_profile *profile)
{
    if (!profile->is_updating && !wendi_plan_profile_is_stale(profile)) {
        return WEND_OK;
    }
    uint64_t steps = 0;
    const uint64_t since = wendi_plan_profile_revision(profile);
    wendi_plan_slots_return(planner, profile, true);
    planner->stats.space_updates += profile->is_updating ? 0 : 1;
    const wend_result result = wendi_plan_profile_update(profile, NULL, &steps);
    wendi_plan_spend(planner, steps);
    if (result == WEND_ERROR_MEMORY) {
        return result;
    }
    if (result != WEND_OK) {
        refuse_all(planner, profile, result);
    }
    wendi_plan_spend(planner, wendi_plan_marks_suspect(planner, profile, since));
    return WEND_OK;
}

wend_result wendi_plan_settle(wend_planner *planner)
{
    wend_result result = WEND_OK;
    planner->purse = (wendi_plan_purse){0, 0};
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
             (slot->is_started &&
              (slot->pathfinder->is_indexed || slot->query.method == WEND_METHOD_HIERARCHY)) ||
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

/* ---- rounds ---- */

static wend_result admit(wend_planner *planner)
{
    wend_result result = WEND_OK;
    wendi_plan_slots_feed(planner);
    while (planner->starved_count == 0 && (result == WEND_OK || result == WEND_NO_PATH)) {
        const uint32_t job = wendi_plan_job_next(planner);
        if (job == WENDI_PLAN_NONE) {
            return WEND_OK;
        }
        result = wendi_plan_slot_admit(planner, job);
    }
    return result == WEND_ERROR_FULL ? WEND_OK : result;
}

/* Lists the slots that run, from the one whose turn it is, as far as the steps go. */
static void list_turns(wend_planner *planner)
{
    const uint32_t count = planner->def.max_searches;
    uint64_t left = planner->purse.left;
    planner->turn_count = 0;
    for (uint32_t k = 0; k < count && left > 0; k++) {
        const uint32_t index =
            planner->turn + k < count ? planner->turn + k : planner->turn + k - count;
        wendi_plan_slot *slot = &planner->slots[index];
        if (slot->job == WENDI_PLAN_NONE || slot->is_starved ||
            (!slot->is_started &&
             !wendi_plan_profile_may_start(planner->profiles[slot->profile]))) {
            continue;
        }
        const uint64_t quantum = slot->rest > 0 ? slot->rest
                                                : (uint64_t)planner->def.quantum *
                                                      (planner->jobs[slot->job].priority + 1);
        slot->granted = quantum < left ? quantum : left;
        slot->rest = quantum - slot->granted;
        left -= left == UINT64_MAX ? 0 : slot->granted;
        planner->turns[planner->turn_count++] = index;
    }
}

static void run_turns(void *context, size_t begin, size_t end)
{
    wend_planner *planner = context;
    for (size_t i = begin; i < end; i++) {
        wendi_plan_slot_run(planner, &planner->slots[planner->turns[i]]);
    }
}

static wend_result run_round(wend_planner *planner)
{
    list_turns(planner);
    wend_parallel_for(&planner->def.executor, planner->turn_count, 1, run_turns, planner);
    planner->stats.rounds++;
    wend_result result = WEND_OK;
    uint32_t next = WENDI_PLAN_NONE;
    for (uint32_t i = 0; i < planner->turn_count; i++) {
        const uint32_t slot = planner->turns[i];
        if (planner->slots[slot].was_skipped) {
            next = next == WENDI_PLAN_NONE ? slot : next;
            continue;
        }
        if (planner->slots[slot].was_deferred && next == WENDI_PLAN_NONE) {
            next = slot;
        }
        const wend_result collected = wendi_plan_slot_collect(planner, slot);
        result = result == WEND_OK ? collected : result;
    }
    if (next == WENDI_PLAN_NONE && planner->turn_count > 0 &&
        planner->slots[planner->turns[planner->turn_count - 1]].rest > 0) {
        next = planner->turns[planner->turn_count - 1]; /* its turn was cut short */
    }
    if (next == WENDI_PLAN_NONE && planner->turn_count > 0) {
        next = (planner->turns[planner->turn_count - 1] + 1) % planner->def.max_searches;
    }
    planner->turn = next == WENDI_PLAN_NONE ? planner->turn : next;
    const size_t bytes = wendi_plan_slots_bytes(planner);
    wend_planner_stats *stats = &planner->stats;
    stats->max_search_bytes = stats->max_search_bytes < bytes ? bytes : stats->max_search_bytes;
    return result;
}

/* The update of a space that is not cut may have taken all there was. A quantum is lent then, for a
 * search to begin before the next edit. @return false: no search is owed that. */
static bool grant_start(wend_planner *planner)
{
    enum { LENT_NS = 100000 };
    bool is_owed = false;
    for (uint32_t i = 0; i < planner->profile_count && !is_owed; i++) {
        const wendi_plan_profile *profile = planner->profiles[i];
        is_owed = profile->is_owed && profile->def.grid == NULL && has_waiting(planner, profile);
    }
    if (is_owed) {
        wendi_plan_purse *purse = &planner->purse;
        if (purse->left < planner->def.quantum) {
            planner->stats.debt += planner->def.quantum - purse->left;
            purse->left = planner->def.quantum;
        }
        purse->deadline_ns = purse->deadline_ns == 0 ? 0 : wend_clock_ns() + LENT_NS;
    }
    return is_owed;
}

/* Sets a budget to one part in so many of the purse. @return false: nothing is left. */
static bool take_part(const wendi_plan_purse *purse, uint64_t parts, wend_budget *budget)
{
    const uint64_t now = purse->deadline_ns == 0 ? 0 : wend_clock_ns();
    *budget = (wend_budget){purse->left, purse->deadline_ns};
    if (purse->left != UINT64_MAX) {
        budget->steps = purse->left / parts;
    }
    if (purse->deadline_ns > now) {
        budget->deadline_ns = now + (purse->deadline_ns - now) / parts;
    }
    return budget->steps > 0 && purse->deadline_ns >= now;
}

/* Goes on with the hierarchies and indexes of all profiles, with one part in so many of the
 * budget. */
static wend_result build_behind(wend_planner *planner, uint64_t parts)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < planner->profile_count && result == WEND_OK; i++) {
        wend_budget budget;
        if (take_part(&planner->purse, parts, &budget)) {
            const uint64_t granted = budget.steps;
            result = wendi_plan_profile_build_behind(planner->profiles[i], &budget);
            wendi_plan_spend(planner, granted - budget.steps);
        }
    }
    return result;
}

/* Goes on with the trees of goals, with one part in so many of the budget. */
static wend_result grow_trees(wend_planner *planner, uint64_t parts)
{
    wend_budget budget;
    if (planner->goal_count == 0 || !take_part(&planner->purse, parts, &budget)) {
        return WEND_OK;
    }
    const uint64_t granted = budget.steps;
    const wend_result result = wendi_plan_trees_grow(planner, &budget);
    wendi_plan_spend(planner, granted - budget.steps);
    return result;
}

/* Hierarchies and indexes get a part of the budget before the searches, which they will make cheap,
 * and what the searches leave of it. */
static wend_result work(wend_planner *planner)
{
    enum { PARTS = 4 };
    wend_result result = build_behind(planner, PARTS);
    result = result == WEND_OK ? grow_trees(planner, PARTS) : result;
    bool goes_on = planner->purse.left > 0;
    while (result == WEND_OK && goes_on) {
        result = follow_edits(planner);
        if (is_spent(planner) && !grant_start(planner)) {
            break;
        }
        result = result == WEND_OK ? admit(planner) : result;
        goes_on = result == WEND_OK && planner->running_count > 0 && !is_spent(planner);
        if (goes_on) {
            result = run_round(planner);
            goes_on = !is_spent(planner);
        }
    }
    return result == WEND_OK && !is_spent(planner) ? build_behind(planner, 1) : result;
}

/* ---- publication ---- */

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
                planner->shown.answered++;
                planner->shown.joined += request->is_joined ? 1 : 0;
                wendi_plan_request_is_ready(planner, request);
                wendi_plan_request_call(planner, request);
            }
        }
        wendi_plan_job_watch(planner, job);
    }
}

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

static void publish(wend_planner *planner)
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

/* ---- the whole ---- */

static void call_back(wend_planner *planner)
{
    for (uint32_t i = 0; i < planner->called_count; i++) {
        wendi_lock_take(planner->lock);
        const wend_planner_request_id id = {planner->called[i] + 1, planner->called_generations[i]};
        const wendi_plan_request *request = wendi_plan_find_request(planner, id);
        const wend_planner_answer_fn on_answer = request != NULL ? request->on_answer : NULL;
        void *user = request != NULL ? request->user : NULL;
        wendi_lock_release(planner->lock);
        if (on_answer != NULL) {
            on_answer(user, planner, id);
        }
    }
}

static bool is_idle(const wend_planner *planner)
{
    bool is = planner->running_count == 0;
    for (uint32_t i = 0; i < planner->profile_count && is; i++) {
        const wendi_plan_profile *profile = planner->profiles[i];
        is = profile->waiting_count + profile->checking.count + profile->unwatched == 0 &&
             !(profile->is_updating && profile->watched.count > 0);
    }
    return is;
}

wend_result wend_planner_update(wend_planner *planner, wend_budget *budget)
{
    if (planner == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint64_t begin = wend_clock_ns();
    wendi_lock_take(planner->lock);
    if (planner->is_updating) {
        wendi_lock_release(planner->lock);
        return WEND_ERROR_BUSY;
    }
    planner->is_updating = planner->is_working = true;
    planner->update_count++;
    planner->called_count = 0;
    open_purse(planner, budget);
    drain(planner);
    wendi_lock_release(planner->lock);

    wend_result result = work(planner);

    wendi_lock_take(planner->lock);
    publish(planner);
    if (budget != NULL && budget->steps != UINT64_MAX) {
        budget->steps = planner->purse.left;
    }
    result = result == WEND_OK && !is_idle(planner) ? WEND_IN_PROGRESS : result;
    result = wendi_fail_plain(&planner->message, "wend_planner_update", result);
    planner->stats.time_ns += wend_clock_ns() - begin;
    wendi_plan_publish_stats(planner);
    planner->is_working = false;
    wendi_lock_release(planner->lock);

    call_back(planner);
    wendi_lock_take(planner->lock);
    planner->is_updating = false;
    wendi_lock_release(planner->lock);
    return result;
}
