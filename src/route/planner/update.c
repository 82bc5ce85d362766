/* The update: drains the inbox, follows edits, admits jobs, runs rounds, publishes.
 *
 *   drain | follow edits, admit, round | follow edits, admit, round | ... | publish | callbacks
 *   lock  |                    without the lock                           |  lock   | without
 *
 * The order of everything is that of the inbox, of profiles and of slots, so it depends on the
 * calls and, with a budget of steps, on nothing else.
 * Cost: the budget; the update of a space that is not a grid's and the end of a query are not cut. */
#include "route/planner/update.h"
#include "base/core/budget.h"
#include "route/planner/planner.h"
#include "route/planner/slots.h"

/* ---- the purse ---- */

/* When to stop taking up work. A part of the time is kept for what is not cut: the unit of work
 * that is under way then, and publishing. */
static uint64_t stop_before(uint64_t deadline_ns)
{
    enum { PARTS = 16, KEPT_MOST_NS = 250000 };
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
    *purse = (wendi_plan_purse){.left = UINT64_MAX, .is_fresh = true};
    if (budget != NULL) {
        purse->left = budget->steps;
        purse->deadline_ns = stop_before(budget->deadline_ns);
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

bool wendi_plan_is_spent(const wend_planner *planner)
{
    const wendi_plan_purse *purse = &planner->purse;
    return purse->left == 0 || (purse->deadline_ns != 0 && wend_clock_ns() >= purse->deadline_ns);
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
        slot->is_first = planner->purse.is_fresh && planner->turn_count == 0;
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

/* @param goes_on set to false where all turns were of searches whose paths do not fit into the time
 * left. */
static wend_result run_round(wend_planner *planner, bool *goes_on)
{
    list_turns(planner);
    *goes_on = planner->turn_count == 0;
    wend_parallel_for(&planner->def.executor, planner->turn_count, 1, run_turns, planner);
    planner->stats.rounds++;
    planner->purse.is_fresh = false;
    wend_result result = WEND_OK;
    uint32_t next = WENDI_PLAN_NONE;
    for (uint32_t i = 0; i < planner->turn_count; i++) {
        const uint32_t slot = planner->turns[i];
        if (planner->slots[slot].was_skipped) {
            next = next == WENDI_PLAN_NONE ? slot : next;
            continue;
        }
        if (!planner->slots[slot].was_deferred) {
            *goes_on = true;
        } else if (next == WENDI_PLAN_NONE) {
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
        is_owed = profile->is_owed && !wendi_plan_profile_can_lag(profile) &&
                  wendi_plan_has_waiting(planner, profile);
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
        result = wendi_plan_follow_edits(planner);
        if (wendi_plan_is_spent(planner) && !grant_start(planner)) {
            break;
        }
        result = result == WEND_OK ? admit(planner) : result;
        goes_on = result == WEND_OK && planner->running_count > 0 && !wendi_plan_is_spent(planner);
        if (goes_on) {
            result = run_round(planner, &goes_on);
            goes_on = goes_on && !wendi_plan_is_spent(planner);
        }
    }
    return result == WEND_OK && !wendi_plan_is_spent(planner) ? build_behind(planner, 1) : result;
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
             !profile->is_unbuilt && !(profile->is_updating && profile->watched.count > 0);
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
    wendi_plan_drain_inbox(planner);
    wendi_plan_near_resolve_ready(planner); /* looks at all jobs, those being drafted too */
    wendi_lock_release(planner->lock);

    wend_result result = work(planner);

    wendi_lock_take(planner->lock);
    wendi_plan_publish(planner);
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
