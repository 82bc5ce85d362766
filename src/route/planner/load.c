/* Loading a planner: bytes are read into tables of their own, checked, and completed by the caller
 * with what they cannot hold; the searches under way are run again to where they were; then the
 * tables replace those of the planner.
 * Cost: a pass over the bytes; the work of the searches so far; memory for a second set of tables. */
#include "route/planner/save.h"
#include "route/planner/slots.h"
#include "route/planner/update.h"
#include "wend/walls.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "route/pathfinder/pathfinder.h"

#include <string.h>

static const char loading[] = "wend_planner_load";

/* A planner that is read: it shares def, allocator and layouts with the one that it will replace,
 * and has copies of its profiles. */
typedef struct loaded_planner {
    wend_planner made;
    wendi_plan_profile profiles[WEND_PLANNER_PROFILES_MAX];
} loaded_planner;

static wend_result refuse(wend_message *message, wend_result result, const char *reason)
{
    return wendi_fail(message, result, "%s: %s", loading, reason);
}

/* ---- do the parts fit together ---- */

static bool is_request_sound(const wend_planner *planner, const wendi_plan_request *r)
{
    const bool is_draft =
        r->job != WENDI_PLAN_NONE && planner->jobs[r->job].state == WENDI_PLAN_DRAFT;
    if (r->is_released != (r->state == WEND_PLANNER_NONE) || (r->is_released && !r->is_in_inbox) ||
        r->sequence >= planner->sequence) {
        return false;
    }
    if (wendi_plan_request_is_under_way(r)) {
        /* It waits for an answer: a job has it. */
        return !r->is_ended && r->job != WENDI_PLAN_NONE && (is_draft || !r->is_in_inbox);
    }
    if (r->is_in_inbox) {
        return r->is_ended || r->is_released;
    }
    return r->is_ended ||
           (r->job != WENDI_PLAN_NONE && planner->jobs[r->job].state == WENDI_PLAN_DONE);
}

static bool is_in_watched(const wend_planner *planner, uint32_t job)
{
    const wendi_plan_list *list = &wendi_plan_profile_of(planner, job)->watched;
    const wendi_plan_job *j = &planner->jobs[job];
    return list->count > 0 && (list->first == job || j->previous != WENDI_PLAN_NONE);
}

/* True if a job is in the list, slot or inbox that its state belongs to. `slot` marks those that
 * are listed. */
static bool is_job_sound(const wend_planner *planner, const wendi_plan_job *j)
{
    const bool is_listed = j->slot != WENDI_PLAN_NONE;
    switch (j->state) {
    case WENDI_PLAN_FREE:
    case WENDI_PLAN_DRAFT:
        return true;
    case WENDI_PLAN_WAITING:
        return is_listed && j->request_count > 0;
    case WENDI_PLAN_RUNNING:
        return is_listed && j->request_count > 0 && j->slot < planner->def.max_searches;
    case WENDI_PLAN_CHECKING:
        return is_listed && j->request_count > 0 && j->found.path != NULL &&
               j->found.answer.result >= 0;
    case WENDI_PLAN_FOLLOWING:
        return !is_listed && j->request_count > 0 && wendi_plan_near_is_sound(planner, j);
    case WENDI_PLAN_DONE:
    default:
        return is_listed || j->request_count > 0;
    }
}

/* Waiting jobs belong to their profile and priority, the others to their profile. */
static bool is_list_sound(const wend_planner *planner, const wendi_plan_list *list,
                          uint32_t profile, uint32_t priority)
{
    uint64_t least = 0;
    for (uint32_t i = list->first; i != WENDI_PLAN_NONE; i = planner->jobs[i].next) {
        const wendi_plan_job *j = &planner->jobs[i];
        const bool is_waiting = priority <= WEND_PLANNER_PRIORITY_MAX;
        if (j->profile != profile ||
            (is_waiting && (j->priority != priority || j->sequence < least))) {
            return false;
        }
        least = j->sequence;
    }
    return true;
}

static bool is_watch_list_sound(const wend_planner *planner, const wendi_plan_profile *profile)
{
    bool is_sound = profile->unwatched <= profile->watched.count;
    for (uint32_t i = profile->watched.first; i != WENDI_PLAN_NONE && is_sound;
         i = planner->jobs[i].next) {
        const wendi_plan_job *j = &planner->jobs[i];
        is_sound = j->request_count > 0 && j->shown.path != NULL;
    }
    return is_sound;
}

static bool are_lists_sound(const wend_planner *planner)
{
    bool are_sound = true;
    for (uint32_t i = 0; i < planner->profile_count && are_sound; i++) {
        const wendi_plan_profile *profile = planner->profiles[i];
        for (uint32_t p = 0; p < WENDI_PLAN_PRIORITIES && are_sound; p++) {
            are_sound = is_list_sound(planner, &profile->waiting[p], i, p);
        }
        are_sound = are_sound &&
                    is_list_sound(planner, &profile->checking, i, WENDI_PLAN_PRIORITIES) &&
                    is_list_sound(planner, &profile->watched, i, WENDI_PLAN_PRIORITIES) &&
                    is_watch_list_sound(planner, profile);
    }
    for (uint32_t i = planner->done.first; i != WENDI_PLAN_NONE && are_sound;
         i = planner->jobs[i].next) {
        are_sound = planner->jobs[i].request_count > 0;
    }
    for (uint32_t i = planner->cache.first; i != WENDI_PLAN_NONE && are_sound;
         i = planner->jobs[i].next) {
        are_sound = planner->jobs[i].request_count == 0 && planner->jobs[i].has_key;
    }
    return are_sound && planner->cache.count <= planner->def.cache_capacity;
}

/* The claims of all slots fit under the ceiling. */
static bool are_claims_sound(const wend_planner *planner)
{
    size_t left = planner->def.memory_ceiling;
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        const wendi_plan_slot *slot = &planner->slots[i];
        const size_t claim = slot->job != WENDI_PLAN_NONE && slot->reserve > slot->floor
                                 ? slot->reserve
                                 : slot->floor;
        if (claim > left) {
            return false;
        }
        left -= claim;
    }
    return true;
}

static bool is_goal(void *user, wend_node node)
{
    (void)user;
    (void)node;
    return false;
}

/* What a request with this query would be refused for. @return WEND_OK, WEND_ERROR_FILE,
 * WEND_ERROR_MEMORY. */
static wend_result check_query(const wend_planner *planner, const wendi_plan_job *j)
{
    wend_pathfinder *probe = planner->profiles[j->profile]->probe;
    wend_path_query query = j->query;
    const bool is_by_distance = j->goal != WEND_PLANNER_GOAL_QUERY;
    if (is_by_distance) {
        query.is_goal = is_goal;
    }
    if (is_by_distance && query.goal_kind != WEND_PATH_TO_PREDICATE) {
        return WEND_ERROR_FILE;
    }
    const wend_result result = wendi_pathfinder_check_query(probe, &query);
    return result >= 0 || result == WEND_ERROR_MEMORY ? result : WEND_ERROR_FILE;
}

/* @return the mistake, or NULL. */
static const char *find_mistake(const wend_planner *planner)
{
    for (uint32_t i = 0; i < planner->def.max_requests; i++) {
        const wendi_plan_request *r = &planner->requests[i];
        if (r->is_used && !is_request_sound(planner, r)) {
            return "a request makes no sense";
        }
    }
    for (uint32_t i = 0; i < planner->job_high; i++) {
        if (!is_job_sound(planner, &planner->jobs[i])) {
            return "a search makes no sense";
        }
    }
    return !are_lists_sound(planner)    ? "the lists of searches make no sense"
           : !are_claims_sound(planner) ? "the memory of searches makes no sense"
                                        : NULL;
}

/* ---- what follows from the fields ---- */

static void derive(wend_planner *planner)
{
    for (uint32_t i = 0; i < planner->job_high; i++) {
        wendi_plan_job *j = &planner->jobs[i];
        j->is_watched = j->state == WENDI_PLAN_DONE && j->slot != WENDI_PLAN_NONE &&
                        j->request_count > 0 && is_in_watched(planner, i);
        j->slot = j->state == WENDI_PLAN_RUNNING ? j->slot : (uint32_t)WENDI_PLAN_NONE;
        if (j->state > WENDI_PLAN_DRAFT && j->state != WENDI_PLAN_FOLLOWING && j->has_key) {
            wendi_plan_near_enter(planner, i);
        }
    }
    wendi_plan_near_restore(planner);
    for (uint32_t i = planner->done.first; i != WENDI_PLAN_NONE; i = planner->jobs[i].next) {
        planner->jobs[i].is_watched = false;
    }
    for (uint32_t i = 0; i < planner->profile_count; i++) {
        wendi_plan_profile *profile = planner->profiles[i];
        const bool is_same = !profile->was_stale && !profile->had_other_walls;
        profile->unwatched = is_same ? profile->unwatched : profile->watched.count;
        uint32_t suspect = profile->unwatched;
        for (uint32_t k = profile->watched.first; k != WENDI_PLAN_NONE; k = planner->jobs[k].next) {
            planner->jobs[k].is_suspect = suspect > 0;
            suspect -= suspect > 0 ? 1 : 0;
            wendi_plan_marks_add(planner, k);
        }
        for (uint32_t p = 0; p < WENDI_PLAN_PRIORITIES; p++) {
            profile->waiting_count += profile->waiting[p].count;
        }
    }
    for (uint32_t i = 0; i < planner->def.max_requests; i++) {
        const wendi_plan_request *r = &planner->requests[i];
        if (!r->is_used || !wendi_plan_request_is_under_way(r)) {
            continue;
        }
        planner->partial_by_update_count += r->partial_after_updates != 0 ? 1 : 0;
        if (r->deadline != 0) { /* there is room for all requests */
            (void)wendi_heap_push(&planner->deadlines, r->asked + r->deadline, i);
        }
    }
}

/* The revision of an answer in the numbers of this world. Those of the space as it was are of the
 * space as it is, if it showed its world; of an older one they are kept only where the numbers of
 * both worlds are the same. */
static uint64_t renumbered(const wendi_plan_profile *profile, uint64_t revision)
{
    const uint64_t is = wendi_plan_profile_revision(profile);
    if (profile->loaded_world == wendi_plan_profile_world_revision(profile)) {
        return revision;
    }
    return !profile->was_stale && revision == profile->loaded_revision ? is : 0;
}

static void renumber(const wend_planner *planner)
{
    for (uint32_t i = 0; i < planner->job_high; i++) {
        wendi_plan_job *j = &planner->jobs[i];
        if (j->state != WENDI_PLAN_FREE) {
            const wendi_plan_profile *profile = planner->profiles[j->profile];
            j->found.revision = renumbered(profile, j->found.revision);
            j->shown.revision = renumbered(profile, j->shown.revision);
        }
    }
    for (uint32_t i = 0; i < planner->def.max_requests; i++) {
        wendi_plan_request *r = &planner->requests[i];
        if (r->is_used) {
            r->own_revision = renumbered(planner->profiles[r->profile], r->own_revision);
        }
    }
}

/* ---- what bytes cannot hold ---- */

static wend_planner_request_def def_of(const wend_planner *planner, const wendi_plan_request *r)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    def.profile = r->profile;
    def.agent = r->agent;
    def.priority = r->priority;
    def.deadline = r->deadline;
    def.partial_after_steps = r->partial_after_steps;
    def.partial_after_updates = r->partial_after_updates;
    def.partial_after_depth = r->partial_after_depth;
    def.is_cost_only = r->is_cost_only;
    def.keeps_valid = r->keeps_valid;
    if (r->job != WENDI_PLAN_NONE) {
        const wendi_plan_job *j = &planner->jobs[r->job];
        def.query = j->query;
        def.goal = j->goal;
        def.distance = j->distance;
        def.start_tolerance = j->tolerance;
    }
    return def;
}

/* True if a query has all that it had. */
static bool is_complete(const wendi_plan_job *j)
{
    const wend_path_query *query = &j->query;
    return (!j->had_items || query->items != NULL) && (!j->had_is_goal || query->is_goal != NULL) &&
           (!j->had_is_item || query->is_item != NULL) &&
           (query->heuristic != WEND_HEURISTIC_CUSTOM || query->estimate != NULL);
}

static void set_pointers(wendi_plan_job *j, const wend_path_query *query)
{
    j->query.items = j->had_items ? query->items : NULL;
    j->query.is_item = j->had_is_item ? query->is_item : NULL;
    j->query.is_goal = j->had_is_goal ? query->is_goal : NULL;
    j->query.estimate = query->estimate;
    j->query.user = j->goal == WEND_PLANNER_GOAL_QUERY ? query->user : NULL;
}

static void restore_request(wend_planner *planner, wendi_plan_request *r,
                            wend_planner_restore_fn restore, void *user)
{
    wend_planner_request_def def = def_of(planner, r);
    if (r->source != 0) {
        def.query.items = planner->sources[r->source - 1].items;
    } else if (restore != NULL) {
        const uint32_t index1 = (uint32_t)(r - planner->requests) + 1;
        restore(user, (wend_planner_request_id){index1, r->generation}, &def);
    }
    if (r->source == 0) {
        r->on_answer = def.on_answer;
        r->user = def.user;
    }
    wendi_plan_job *j = r->job == WENDI_PLAN_NONE ? NULL : &planner->jobs[r->job];
    if (j != NULL && (r->previous == WENDI_PLAN_NONE || !is_complete(j))) {
        set_pointers(j, &def.query);
    }
}

/* True if a job of this index has a request that was not released. A draft belongs to one request,
 * which is not attached to it yet. */
static bool is_wanted(const wend_planner *planner, uint32_t job)
{
    bool is = false;
    for (uint32_t i = 0; i < planner->def.max_requests && !is; i++) {
        const wendi_plan_request *r = &planner->requests[i];
        is = r->is_used && !r->is_released && r->job == job;
    }
    return is;
}

/* Gives a job whose requests were released the items of a draft that will join it, if there is one:
 * nothing else can ask for it before the next update drops it. */
static void take_items(wend_planner *planner, wendi_plan_job *job)
{
    for (uint32_t i = 0; i < planner->job_high && job->query.items == NULL; i++) {
        const wendi_plan_job *other = &planner->jobs[i];
        if (other->state == WENDI_PLAN_DRAFT && other->hash == job->hash && job->had_items) {
            job->query.items = other->query.items;
        }
    }
}

static wend_result restore_all(wend_planner *planner, wend_planner_restore_fn restore, void *user,
                               wend_message *message)
{
    for (uint32_t i = 0; i < planner->def.max_requests; i++) {
        wendi_plan_request *r = &planner->requests[i];
        if (r->is_used && !r->is_released) {
            restore_request(planner, r, restore, user);
        }
    }
    for (uint32_t i = 0; i < planner->job_high; i++) {
        if (planner->jobs[i].state == WENDI_PLAN_FREE || is_complete(&planner->jobs[i])) {
            continue;
        }
        if (is_wanted(planner, i)) {
            return refuse(
                message, WEND_ERROR_ARGUMENT,
                "a request has lost its items, its predicate or its estimate: set them in "
                "restore");
        }
        take_items(planner, &planner->jobs[i]);
    }
    return WEND_OK;
}

/* ---- reading ---- */

static wend_result create(const wend_planner *planner, loaded_planner *loaded)
{
    wend_planner *made = &loaded->made;
    made->allocator = planner->allocator;
    made->def = planner->def;
    made->pages = planner->pages;
    made->profile_count = planner->profile_count;
    made->source_count = planner->source_count;
    memcpy(made->sources, planner->sources, sizeof made->sources);
    for (uint32_t i = 0; i < planner->profile_count; i++) {
        wendi_plan_profile *copy = &loaded->profiles[i];
        *copy = *planner->profiles[i];
        for (uint32_t p = 0; p < WENDI_PLAN_PRIORITIES; p++) {
            wendi_plan_list_init(&copy->waiting[p]);
        }
        wendi_plan_list_init(&copy->checking);
        wendi_plan_list_init(&copy->watched);
        copy->marks = (wendi_plan_marks){.free = WENDI_PLAN_NONE};
        wendi_array_u64_init(&copy->loaded_slices, &made->allocator);
        copy->unwatched = copy->waiting_count = copy->running_count = 0;
        made->profiles[i] = copy;
    }
    return wendi_plan_tables_create(made) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result read_all(loaded_planner *loaded, wendi_reader *reader, wend_message *message)
{
    wend_planner *made = &loaded->made;
    wendi_visitor v = wendi_visitor_reading(reader);
    wendi_plan_visit(&v, made);
    if (!wendi_visitor_has_failed(&v)) {
        wendi_visit_expect(&v, wendi_reader_is_done(reader), "there are bytes behind the searches");
    }
    if (wendi_visitor_has_failed(&v)) {
        return refuse(message, wendi_visitor_result(&v), v.reason);
    }
    const char *mistake = find_mistake(made);
    if (mistake != NULL) {
        return refuse(message, WEND_ERROR_FILE, mistake);
    }
    derive(made);
    return WEND_OK;
}

/* Checks of queries use the pathfinders that other threads' requests are checked with. */
static wend_result check_queries(wend_planner *planner, wend_planner *made, wend_message *message)
{
    wend_result result = WEND_OK;
    wendi_lock_take(planner->lock);
    for (uint32_t i = 0; i < made->job_high && result >= 0; i++) {
        const wendi_plan_job *j = &made->jobs[i];
        result = j->state == WENDI_PLAN_FREE || !is_complete(j) ? WEND_OK : check_query(made, j);
    }
    wendi_lock_release(planner->lock);
    return result >= 0 ? WEND_OK
                       : refuse(message, result,
                                result == WEND_ERROR_FILE ? "a query is none of this world"
                                                          : wend_result_text(result));
}

/* ---- replacing the planner ---- */

/* Searches over an older world begin again: they wait. */
static void begin_again(wend_planner *made)
{
    for (uint32_t i = 0; i < made->def.max_searches; i++) {
        wendi_plan_slot *slot = &made->slots[i];
        const uint32_t job = slot->job;
        if (job != WENDI_PLAN_NONE && slot->begins_again) {
            wendi_plan_slot_stop(made, i);
            wendi_plan_job_wait(made, job);
            slot->warmth = slot->left_warmth;
            slot->granted = (uint64_t)WENDI_PLAN_SLOT_IDLE;
        }
        slot->is_lost = slot->job != WENDI_PLAN_NONE && slot->is_started && slot->is_over &&
                        !is_complete(&made->jobs[slot->job]);
        slot->was_found = slot->granted == (uint64_t)WENDI_PLAN_SLOT_FOUND;
    }
}

static wend_result replay(wend_planner *made)
{
    wend_result result = wendi_plan_trees_replay(made);
    for (uint32_t i = 0; i < made->def.max_searches && result == WEND_OK; i++) {
        wendi_plan_slot *slot = &made->slots[i];
        if (slot->granted != (uint64_t)WENDI_PLAN_SLOT_EMPTY) {
            result = wendi_plan_slot_replay(made, slot, slot->floor, slot->was_found);
        }
    }
    return result;
}

/* Profiles have an index that can be used where they had one, before searches are replayed.
 * @param is_new set to true for those that were built here. */
static wend_result build_indexes(const wend_planner *made, bool *is_new)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < made->profile_count && result == WEND_OK; i++) {
        const wendi_pathfinder_layout *layout = &made->profiles[i]->layout;
        if (layout->index != NULL && made->profiles[i]->had_index) {
            is_new[i] = !wendi_pathfinder_index_is_usable(layout->index, layout->space);
            result = wendi_pathfinder_index_build(layout->index, layout->space, NULL);
        }
    }
    return result == WEND_ERROR_FULL ? WEND_NO_PATH : result;
}

/* After it the others have none; if that failed, those that had none before. */
static void clear_indexes(const wend_planner *made, const bool *is_new, wend_result result)
{
    for (uint32_t i = 0; i < made->profile_count; i++) {
        const wendi_pathfinder_layout *layout = &made->profiles[i]->layout;
        if (layout->index != NULL &&
            (result == WEND_OK ? !made->profiles[i]->had_index : is_new[i])) {
            wendi_pathfinder_index_clear(layout->index, layout->space, false);
        }
    }
}

static wend_result replay_indexes(const wend_planner *made)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < made->profile_count && result == WEND_OK; i++) {
        const wendi_plan_profile *profile = made->profiles[i];
        const wendi_pathfinder_layout *layout = &profile->layout;
        if (layout->index != NULL && !profile->had_index && !profile->was_stale) {
            result = wendi_pathfinder_index_replay(
                layout->index, layout->space, &profile->loaded_slices, profile->had_refused_index);
        }
    }
    for (uint32_t i = 0; i < made->profile_count && result != WEND_OK; i++) {
        const wendi_pathfinder_layout *layout = &made->profiles[i]->layout;
        if (layout->index != NULL && !made->profiles[i]->had_index) {
            wendi_pathfinder_index_clear(layout->index, layout->space, false);
        }
    }
    return result;
}

static wend_result make_again(wend_planner *made, wend_message *message)
{
    bool is_new[WEND_PLANNER_PROFILES_MAX] = {false};
    begin_again(made);
    wend_result result = build_indexes(made, is_new);
    result = result == WEND_OK ? replay(made) : result;
    clear_indexes(made, is_new, result);
    result = result == WEND_OK ? replay_indexes(made) : result;
    if (result == WEND_OK) {
        return WEND_OK;
    }
    return refuse(message, result == WEND_ERROR_MEMORY ? result : WEND_ERROR_FILE,
                  result == WEND_ERROR_MEMORY ? wend_result_text(result)
                                              : "the world is not the one of the save");
}

/* The other one gets what was replaced. */
static void swap(wend_planner *planner, loaded_planner *loaded)
{
    const wend_planner old = *planner;
    *planner = loaded->made;
    planner->memory = old.memory;
    planner->lock = old.lock;
    planner->message = old.message;
    memcpy(planner->sources, old.sources, sizeof planner->sources);
    for (uint32_t i = 0; i < planner->profile_count; i++) {
        wendi_plan_profile *profile = old.profiles[i];
        wendi_plan_profile *read = &loaded->profiles[i];
        const wendi_plan_marks marks = profile->marks;
        profile->marks = read->marks;
        read->marks = marks;
        memcpy(profile->waiting, read->waiting, sizeof profile->waiting);
        memcpy(profile->estimates, read->estimates, sizeof profile->estimates);
        profile->checking = read->checking;
        profile->watched = read->watched;
        profile->unwatched = read->unwatched;
        profile->walls_revision = wend_walls_revision(profile->def.walls);
        profile->waiting_count = read->waiting_count;
        profile->running_count = read->running_count;
        profile->is_owed = read->is_owed;
        planner->profiles[i] = profile;
    }
    loaded->made = old;
}

static wend_result load(wend_planner *planner, loaded_planner *loaded, wendi_reader *content,
                        wend_planner_restore_fn restore, void *user, wend_message *message)
{
    wend_planner *made = &loaded->made;
    wend_result result = create(planner, loaded);
    for (uint32_t i = 0; i < planner->profile_count && result == WEND_OK; i++) {
        uint64_t steps = 0;
        result = planner->profiles[i]->is_unbuilt
                     ? wendi_plan_profile_update(planner->profiles[i], NULL, &steps)
                     : WEND_OK;
    }
    result = result == WEND_OK ? read_all(loaded, content, message)
                               : refuse(message, result, wend_result_text(result));
    result = result == WEND_OK ? restore_all(made, restore, user, message) : result;
    result = result == WEND_OK ? check_queries(planner, made, message) : result;
    if (result != WEND_OK) {
        return result;
    }
    const wend_planner_stats stats = planner->stats;
    result = wendi_plan_settle(planner); /* spaces show the world that the searches run over */
    planner->stats = stats;              /* nothing is paid for it */
    if (result != WEND_OK) {
        return refuse(message, result, wend_result_text(result));
    }
    for (uint32_t i = 0; i < planner->profile_count; i++) {
        loaded->profiles[i].layout = planner->profiles[i]->layout;
        loaded->profiles[i].probe = planner->profiles[i]->probe;
        loaded->profiles[i].level_revision = planner->profiles[i]->level_revision;
        loaded->profiles[i].is_updating = false;
    }
    renumber(made);
    return make_again(made, message);
}

wend_result wend_planner_load(wend_planner *planner, const uint8_t *bytes, size_t count,
                              wend_planner_restore_fn restore, void *user, wend_message *message)
{
    wend_message own = {0};
    wend_message *to = wendi_message_or(message, &own);
    wendi_message_clear(to);
    if (planner == NULL) {
        return wendi_refuse_null(to, loading, "planner");
    }
    wendi_lock_take(planner->lock);
    wend_result result = planner->is_updating
                             ? refuse(to, WEND_ERROR_BUSY, "an update is under way")
                         : bytes == NULL && count > 0 ? wendi_refuse_null(to, loading, "bytes")
                                                      : WEND_OK;
    if (result == WEND_OK) {
        planner->is_updating = planner->is_working = true;
    } else {
        planner->message = *to;
    }
    wendi_lock_release(planner->lock);
    if (result != WEND_OK) {
        return result;
    }
    loaded_planner *loaded = wendi_alloc_zero(&planner->allocator, sizeof *loaded);
    result = loaded != NULL ? WEND_OK : refuse(to, WEND_ERROR_MEMORY, "out of memory");
    if (loaded != NULL) {
        wendi_reader content;
        wend_message reason = {0};
        uint32_t version = 0;
        result = wendi_read_only_section(
            bytes, count, WENDI_PLANNER_FILE_MAGIC, WENDI_PLANNER_FILE_VERSION,
            "there are bytes behind the planner", &content, &version, &reason);
        result = result == WEND_OK ? load(planner, loaded, &content, restore, user, to)
                                   : refuse(to, WEND_ERROR_FILE, reason.text);
    }
    wendi_lock_take(planner->lock);
    if (result == WEND_OK && loaded != NULL) {
        swap(planner, loaded);
    } else {
        planner->message = *to;
    }
    planner->is_updating = planner->is_working = false;
    wendi_plan_publish_stats(planner);
    wendi_lock_release(planner->lock);
    if (loaded != NULL) {
        for (uint32_t i = 0; i < planner->profile_count; i++) {
            wendi_plan_marks_free(&loaded->profiles[i].marks, &planner->allocator);
            wendi_array_u64_free(&loaded->profiles[i].loaded_slices);
        }
        wendi_plan_tables_free(&loaded->made);
        wendi_page_pool_trim(planner->pages, 0); /* as after a save */
        wendi_free(&planner->allocator, loaded, sizeof *loaded);
    }
    return result;
}
