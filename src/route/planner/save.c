/* A planner as bytes. Saving changes nothing: what bytes cannot hold, the planner that loads them makes
 * again.
 * Cost: a pass over its tables. */
#include "route/planner/save.h"
#include "route/planner/slots.h"
#include "route/planner/update.h"
#include "route/space/space.h"

#include "base/core/message.h"
#include "route/mesh_space/space.h"
#include "route/pathfinder/pathfinder.h"
#include "wend/walls.h"

#include <string.h>

/* ---- the definition ---- */

static uint64_t hash_f64(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return wend_hash_u64(hash, bits);
}

/* Sizes of the world as it is, which the space may not show yet. */
static uint64_t hash_world(uint64_t hash, const wendi_plan_profile *profile)
{
    const wend_pathfinder_def *def = &profile->def;
    if (def->level != NULL) {
        hash = wend_hash_u64(hash, wend_level_region_count(def->level));
        hash = wend_hash_u64(hash, wend_level_line_count(def->level));
        hash = wend_hash_u64(hash, wend_level_item_count(def->level));
        return wend_hash_u64(hash, wend_level_teleport_count(def->level));
    }
    return wend_hash_u64(hash, def->mesh != NULL    ? wend_mesh_polygon_count(def->mesh)
                               : def->graph != NULL ? wend_graph_node_limit(def->graph)
                                                    : profile->layout.space->node_count);
}

/* What the loading planner must share. */
static uint64_t hash_profile(const wendi_plan_profile *profile)
{
    const wend_pathfinder_def *def = &profile->def;
    uint64_t hash = hash_f64(wend_hash_begin(), def->radius);
    const uint64_t numbers[] = {(uint64_t)def->size,  def->movement_class,   def->team,
                                def->has_jump_table,  def->has_islands,      def->stops,
                                def->has_index,       def->table != NULL,    def->max_nodes,
                                def->flags_required,  def->flags_refused,    def->overlay_layers,
                                def->behaviour_count, (uint64_t)def->corners};
    const double values[] = {def->factor, def->max_node_distance, def->max_height_difference,
                             def->cell_size, def->spacing};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        hash = wend_hash_u64(hash, numbers[i]);
    }
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        hash = hash_f64(hash, values[i]);
    }
    for (size_t i = 0; def->behaviour_factors != NULL && i < def->behaviour_count; i++) {
        hash = hash_f64(hash, def->behaviour_factors[i]);
    }
    for (size_t i = 0; def->area_factors != NULL && i < WEND_MESH_AREAS; i++) {
        hash = hash_f64(hash, def->area_factors[i]);
    }
    if (def->has_hierarchy) { /* saves of profiles without one are what they were before */
        hash = wend_hash_u64(hash, 1);
    }
    return hash_world(hash, profile);
}

/* A number that has to be that of the planner. */
static void visit_same(wendi_visitor *v, uint64_t own)
{
    uint64_t value = own;
    wendi_visit_u64(v, &value);
    wendi_visit_expect(v, value == own, NULL);
}

static void visit_definition(wendi_visitor *v, wend_planner *planner)
{
    const wend_planner_def *def = &planner->def;
    wendi_visit_part(v, "this is a planner with another definition");
    visit_same(v, def->max_requests);
    visit_same(v, def->max_searches);
    visit_same(v, def->memory_ceiling);
    visit_same(v, def->quantum);
    visit_same(v, def->aging);
    visit_same(v, def->max_retries);
    visit_same(v, def->cache_capacity);
    visit_same(v, def->goal_trees);
    visit_same(v, (def->grid != NULL    ? 0U
                   : def->graph != NULL ? 1U
                   : def->mesh != NULL  ? 2U
                                        : 3U + (uint64_t)def->level_world));
    wendi_visit_part(v, "this is a planner with other profiles, or over another world");
    visit_same(v, planner->profile_count);
    for (uint32_t i = 0; i < planner->profile_count && !wendi_visitor_has_failed(v); i++) {
        visit_same(v, hash_profile(planner->profiles[i]));
    }
    wendi_visit_part(v, "this is a planner with another number of route sources");
    visit_same(v, planner->source_count);
}

/* ---- counters ---- */

static void visit_pairs(wendi_visitor *v, wendi_array_u64 *array)
{
    enum { PAIR_BYTES = 16 };
    const size_t pairs =
        wendi_visit_count(v, array->count / 2, PAIR_BYTES, SIZE_MAX / PAIR_BYTES / 2);
    if (wendi_visitor_is_reading(v) &&
        !wendi_visit_expect_memory(v, wendi_array_u64_resize(array, 2 * pairs))) {
        return;
    }
    wendi_visit_u64_array(v, array->items, 2 * pairs);
    for (size_t i = 0; i < pairs; i++) {
        wendi_visit_expect(v, array->items[2 * i] > 0 && array->items[2 * i + 1] > 0, NULL);
    }
}

static void visit_half_index(wendi_visitor *v, wendi_plan_profile *profile)
{
    const wendi_pathfinder_layout *layout = &profile->layout;
    bool flags[2] = {wendi_pathfinder_index_has_refused(layout->index, layout->space),
                     wendi_pathfinder_index_is_half_built(layout->index, layout->space)};
    wendi_visit_bool(v, &flags[0]);
    wendi_visit_bool(v, &flags[1]);
    if (flags[1] && !wendi_visitor_has_failed(v)) {
        visit_pairs(v,
                    wendi_visitor_is_reading(v) ? &profile->loaded_slices : &layout->index->slices);
    }
    if (wendi_visitor_is_reading(v)) {
        profile->had_refused_index = flags[0];
        wendi_visit_expect(v, layout->index != NULL || (!flags[0] && !flags[1]), NULL);
    }
}

static void visit_counters(wendi_visitor *v, wend_planner *planner)
{
    wend_planner_stats *stats = &planner->stats;
    wend_planner_stats *shown = &planner->shown;
    uint64_t *const counts[] = {&planner->sequence,    &planner->update_count, &stats->searches,
                                &stats->retries,       &stats->broken,         &stats->evictions,
                                &stats->space_updates, &stats->rounds,         &stats->steps,
                                &stats->debt,          &stats->time_ns,        &shown->requests,
                                &shown->answered,      &shown->joined,         &shown->cached,
                                &shown->dropped,       &stats->from_trees,     &stats->watched};
    wendi_visit_part(v, "the counters make no sense");
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        wendi_visit_u64(v, counts[i]);
    }
    wendi_plan_visit_size(v, &stats->max_search_bytes);
    wendi_plan_visit_index(v, &planner->turn, planner->def.max_searches);
    for (uint32_t i = 0; i < planner->profile_count; i++) {
        wendi_plan_profile *profile = planner->profiles[i];
        uint64_t revision = wendi_plan_profile_revision(profile);
        wendi_visit_u64(v, &revision);
        if (wendi_visitor_is_reading(v)) {
            planner->profiles[i]->loaded_revision = revision;
        }
        uint64_t world = wendi_plan_profile_world_revision(profile);
        bool flags[2] = {profile->is_updating || wendi_plan_profile_is_stale(profile),
                         profile->walls_revision != wend_walls_revision(profile->def.walls)};
        wendi_visit_u64(v, &world);
        wendi_visit_bool(v, &flags[0]);
        wendi_visit_bool(v, &flags[1]);
        profile->loaded_world = world;
        profile->was_stale = flags[0];
        profile->had_other_walls = flags[1];
        bool has_index =
            wendi_pathfinder_index_is_usable(profile->layout.index, profile->layout.space);
        wendi_visit_bool(v, &has_index);
        profile->had_index = has_index && profile->layout.index != NULL;
        visit_half_index(v, profile);
        wendi_visit_bool(v, &profile->is_owed);
        wendi_visit_u32(v, &profile->unwatched);
        for (size_t k = 0; k < WENDI_PLAN_KINDS; k++) {
            wendi_plan_visit_size(v, &profile->estimates[k]);
        }
    }
}

/* ---- requests ---- */

static void visit_request(wendi_visitor *v, wend_planner *planner, wendi_plan_request *r)
{
    wendi_visit_u64(v, &r->agent);
    wendi_visit_u64(v, &r->source);
    wendi_visit_u64(v, &r->sequence);
    wendi_visit_u64(v, &r->asked);
    wendi_visit_u64(v, &r->ready);
    wendi_visit_u64(v, &r->partial_after_steps);
    wendi_visit_u32(v, &r->partial_after_updates);
    wendi_visit_u32(v, &r->partial_after_depth);
    wendi_visit_u32(v, &r->deadline);
    wendi_plan_visit_index(v, &r->priority, WENDI_PLAN_PRIORITIES);
    r->state =
        (wend_planner_state)wendi_visit_code(v, (uint32_t)r->state, (uint32_t)WEND_PLANNER_READY);
    bool *const flags[] = {&r->is_released, &r->is_ended,    &r->is_cost_only,
                           &r->is_joined,   &r->keeps_valid, &r->was_partial};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        wendi_visit_bool(v, flags[i]);
    }
    bool is_current = !wendi_visitor_is_reading(v) && wendi_plan_request_is_current(planner, r);
    wendi_visit_bool(v, &is_current);
    if (wendi_visitor_is_reading(v) && is_current) {
        wendi_visit_expect(v, r->agent != 0 && wendi_plan_request_enter(planner, r), NULL);
    }
    wendi_plan_visit_index(v, &r->profile, planner->profile_count);
    /* Bits of a route source; a user's pointer is given by the caller again. */
    uint32_t bits = r->source == 0 ? 0 : (uint32_t)(uintptr_t)r->user;
    wendi_visit_u32(v, &bits);
    if (wendi_visitor_is_reading(v)) {
        // NOLINTNEXTLINE(performance-no-int-to-ptr): bits, never followed
        r->user = r->source == 0 ? NULL : (void *)(uintptr_t)bits;
        wendi_visit_expect(v, r->source <= planner->source_count, NULL);
    }
    if (r->is_ended) {
        wendi_visit_u64(v, &r->own_revision);
        wendi_visit_u64(v, &r->own_items_revision);
        wendi_visit_u64(v, &r->own_steps);
        wendi_visit_u32(v, &r->own_retries);
        wendi_plan_visit_answer(v, &r->own_answer);
        wendi_plan_visit_path(v, planner, &r->own_path);
    }
}

/* Free indices below a limit, in the order in which they will be used. */
static uint32_t count_free(const wend_planner *planner, uint32_t high, bool of_jobs)
{
    uint32_t count = 0;
    uint32_t i = of_jobs ? planner->free_job : planner->free_request;
    while (i != WENDI_PLAN_NONE) {
        count += i < high ? 1 : 0;
        i = of_jobs ? planner->jobs[i].next : planner->requests[i].next;
    }
    return count;
}

/* Free indices while reading: all are chained by what follows. */
static uint32_t count_unused(const wend_planner *planner, uint32_t high, bool of_jobs)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < high; i++) {
        count +=
            of_jobs ? planner->jobs[i].state == WENDI_PLAN_FREE : !planner->requests[i].is_used;
    }
    return count;
}

/* Reading, `next` of a free one that is not chained yet is its own index. */
static void visit_free(wendi_visitor *v, wend_planner *planner, uint32_t high, bool of_jobs)
{
    const uint32_t limit = of_jobs ? planner->job_count : planner->def.max_requests;
    uint32_t count = wendi_visitor_is_reading(v) ? 0 : count_free(planner, high, of_jobs);
    count = wendi_visit_code(v, count, high);
    wendi_visit_expect(v, count == count_unused(planner, high, of_jobs), NULL);
    uint32_t *link = of_jobs ? &planner->free_job : &planner->free_request;
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        while (!wendi_visitor_is_reading(v) && *link >= high) {
            link = of_jobs ? &planner->jobs[*link].next : &planner->requests[*link].next;
        }
        uint32_t index = *link;
        wendi_visit_u32(v, &index);
        if (wendi_visitor_is_reading(v)) {
            const bool is_free =
                index < high && (of_jobs ? planner->jobs[index].state == WENDI_PLAN_FREE &&
                                               planner->jobs[index].next == index
                                         : !planner->requests[index].is_used &&
                                               planner->requests[index].next == index);
            wendi_visit_expect(v, is_free, NULL);
            if (!is_free) {
                return;
            }
            *link = index;
        }
        link = of_jobs ? &planner->jobs[index].next : &planner->requests[index].next;
        if (wendi_visitor_is_reading(v)) {
            *link = WENDI_PLAN_NONE;
        }
    }
    if (wendi_visitor_is_reading(v)) {
        *link = high < limit ? high : (uint32_t)WENDI_PLAN_NONE; /* the others are chained */
    }
}

static void visit_requests(wendi_visitor *v, wend_planner *planner)
{
    uint32_t high = planner->def.max_requests;
    while (high > 0 && planner->requests[high - 1].generation == 0) {
        high--;
    }
    wendi_visit_part(v, "a request makes no sense");
    if (wendi_visitor_is_reading(v)) {
        high = 0;
    }
    enum { REQUEST_BYTES_LEAST = 5 };
    high = (uint32_t)wendi_visit_count(v, high, REQUEST_BYTES_LEAST, planner->def.max_requests);
    for (uint32_t i = 0; i < high && !wendi_visitor_has_failed(v); i++) {
        wendi_plan_request *r = &planner->requests[i];
        wendi_visit_u32(v, &r->generation);
        wendi_visit_bool(v, &r->is_used);
        wendi_visit_expect(v, r->generation != 0, NULL);
        if (wendi_visitor_is_reading(v)) {
            r->job = r->previous = WENDI_PLAN_NONE;
            r->next = r->is_used ? (uint32_t)WENDI_PLAN_NONE : i;
            planner->held_count += r->is_used ? 1 : 0;
        }
        if (r->is_used) {
            visit_request(v, planner, r);
        }
    }
    visit_free(v, planner, high, false);
    uint32_t *link = &planner->inbox_first;
    uint32_t count = 0;
    for (uint32_t i = *link; i != WENDI_PLAN_NONE && !wendi_visitor_is_reading(v);
         i = planner->requests[i].inbox_next) {
        count++;
    }
    count = wendi_visit_code(v, count, high);
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        uint32_t index = *link;
        wendi_plan_visit_index(v, &index, high);
        wendi_plan_request *r = &planner->requests[index];
        if (wendi_visitor_is_reading(v)) {
            wendi_visit_expect(v, r->is_used && !r->is_in_inbox, NULL);
            *link = planner->inbox_last = index;
            r->is_in_inbox = true;
            r->inbox_next = WENDI_PLAN_NONE;
        }
        link = &r->inbox_next;
    }
}

/* ---- jobs ---- */

/* The requests of a job; that of a draft is not attached yet. */
static void visit_requests_of(wendi_visitor *v, wend_planner *planner, uint32_t job)
{
    wendi_plan_job *j = &planner->jobs[job];
    uint32_t count = wendi_visitor_is_reading(v) ? 0 : j->request_count;
    count = wendi_visit_code(v, count, planner->def.max_requests);
    uint32_t i = j->first_request;
    for (uint32_t k = 0; k < count && !wendi_visitor_has_failed(v); k++) {
        uint32_t index = i;
        wendi_plan_visit_index(v, &index, planner->def.max_requests);
        if (!wendi_visitor_is_reading(v)) {
            i = planner->requests[i].next;
            continue;
        }
        wendi_plan_request *r = &planner->requests[index];
        wendi_visit_expect(v, r->is_used && r->job == WENDI_PLAN_NONE && r->profile == j->profile,
                           NULL);
        if (wendi_visitor_has_failed(v)) {
            return;
        }
        r->job = job;
        r->previous = j->last_request;
        if (j->last_request == WENDI_PLAN_NONE) {
            j->first_request = index;
        } else {
            planner->requests[j->last_request].next = index;
        }
        j->last_request = index;
        j->request_count++;
    }
}

/* The request of a draft, in the inbox. */
static void visit_draft(wendi_visitor *v, wend_planner *planner, uint32_t job)
{
    uint32_t index = 0;
    while (!wendi_visitor_is_reading(v) &&
           (!planner->requests[index].is_used || planner->requests[index].job != job)) {
        index++;
    }
    wendi_plan_visit_index(v, &index, planner->def.max_requests);
    if (wendi_visitor_is_reading(v)) {
        wendi_plan_request *r = &planner->requests[index];
        wendi_visit_expect(v,
                           r->is_used && r->is_in_inbox && r->job == WENDI_PLAN_NONE &&
                               r->profile == planner->jobs[job].profile,
                           NULL);
        r->job = job;
    }
}

static void visit_message(wendi_visitor *v, const wend_planner *planner, wendi_plan_job *j)
{
    bool has_message = j->message != NULL;
    wendi_visit_bool(v, &has_message);
    if (!has_message || wendi_visitor_has_failed(v)) {
        return;
    }
    if (wendi_visitor_is_reading(v)) {
        j->message = wendi_alloc_zero(&planner->allocator, sizeof *j->message);
        (void)wendi_visit_expect_memory(v, j->message != NULL);
    }
    if (j->message == NULL) {
        return;
    }
    wendi_visit_u32(v, &j->message->line);
    wendi_visit_u8_array(v, (uint8_t *)j->message->text, sizeof j->message->text);
    wendi_visit_expect(v, j->message->text[sizeof j->message->text - 1] == '\0', NULL);
}

static void visit_job(wendi_visitor *v, wend_planner *planner, uint32_t job)
{
    wendi_plan_job *j = &planner->jobs[job];
    if (wendi_visitor_is_reading(v)) {
        j->next = j->previous = j->next_key = j->slot = j->first_mark = WENDI_PLAN_NONE;
        j->leader = j->next_near = j->first_follower = j->next_follower = WENDI_PLAN_NONE;
        j->first_request = j->last_request = WENDI_PLAN_NONE;
        j->query = wend_path_query_default();
        j->turning = wend_turning_default();
    }
    wendi_plan_visit_index(v, &j->profile, planner->profile_count);
    wendi_plan_visit_index(v, &j->priority, WENDI_PLAN_PRIORITIES);
    wendi_plan_visit_query(v, planner, j);
    j->goal = (wend_planner_goal)wendi_visit_code(v, (uint32_t)j->goal, WEND_PLANNER_GOAL_AWAY);
    wendi_visit_f64(v, &j->distance);
    wendi_visit_expect(v, j->distance >= 0 && j->distance <= WEND_COORDINATE_MAX, NULL);
    wendi_visit_f64(v, &j->tolerance);
    wendi_visit_expect(v, j->tolerance >= 0 && j->tolerance <= WEND_COORDINATE_MAX, NULL);
    wendi_visit_u64(v, &j->sequence);
    wendi_visit_expect(v, j->sequence < planner->sequence, NULL);
    wendi_visit_u64(v, &j->arrived);
    wendi_visit_u64(v, &j->looked);
    wendi_visit_u32(v, &j->depth);
    wendi_plan_visit_size(v, &j->reserve);
    /* One that was loaded, and whose requests had been released, may lack what it had. */
    bool had[3] = {j->query.items != NULL || j->had_items,
                   j->query.is_goal != NULL || j->had_is_goal,
                   j->query.is_item != NULL || j->had_is_item};
    for (size_t i = 0; i < 3; i++) {
        wendi_visit_bool(v, &had[i]);
    }
    if (wendi_visitor_is_reading(v)) {
        j->had_items = had[0];
        j->had_is_goal = had[1];
        j->had_is_item = had[2];
        j->hash = wendi_plan_job_hash(j);
    }
    wendi_visit_bool(v, &j->may_join);
    wendi_visit_bool(v, &j->is_near);
    wendi_visit_bool(v, &j->is_shown);
    wendi_plan_visit_found(v, planner, &j->found);
    wendi_plan_visit_found(v, planner, &j->shown);
    /* One that ended for lack of memory may have shown a path before. */
    wendi_visit_expect(v, !j->is_shown || j->shown.path != NULL || j->state == WENDI_PLAN_DONE,
                       NULL);
    visit_message(v, planner, j);
    if (wendi_visitor_has_failed(v)) {
        return;
    }
    if (j->state == WENDI_PLAN_FOLLOWING) {
        wendi_plan_visit_index(v, &j->leader, planner->job_high);
    }
    if (j->state == WENDI_PLAN_DRAFT) {
        visit_draft(v, planner, job);
    } else {
        visit_requests_of(v, planner, job);
    }
}

static void visit_jobs(wendi_visitor *v, wend_planner *planner)
{
    enum { JOB_BYTES_LEAST = 4 };
    wendi_visit_part(v, "a search makes no sense");
    planner->job_high =
        (uint32_t)wendi_visit_count(v, planner->job_high, JOB_BYTES_LEAST, planner->job_count);
    for (uint32_t i = 0; i < planner->job_high && !wendi_visitor_has_failed(v); i++) {
        wendi_plan_job *j = &planner->jobs[i];
        j->state =
            (wendi_plan_job_state)wendi_visit_code(v, (uint32_t)j->state, WENDI_PLAN_FOLLOWING);
        if (j->state != WENDI_PLAN_FREE) {
            visit_job(v, planner, i);
        } else if (wendi_visitor_is_reading(v)) {
            j->next = i;
        }
    }
    visit_free(v, planner, planner->job_high, true);
}

/* ---- lists ---- */

/* Reading, a job of no list has no neighbours and is not marked by `slot`. */
static void visit_list(wendi_visitor *v, wend_planner *planner, wendi_plan_list *list,
                       wendi_plan_job_state state)
{
    enum { LISTED = 0x7FFFFFFE };
    uint32_t count = wendi_visitor_is_reading(v) ? 0 : list->count;
    count = wendi_visit_code(v, count, planner->job_high);
    uint32_t job = list->first;
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        uint32_t index = job;
        wendi_plan_visit_index(v, &index, planner->job_high);
        wendi_plan_job *j = &planner->jobs[index];
        if (!wendi_visitor_is_reading(v)) {
            job = j->next;
            continue;
        }
        wendi_visit_expect(v, j->state == state && j->slot == WENDI_PLAN_NONE, NULL);
        if (wendi_visitor_has_failed(v)) {
            return;
        }
        j->slot = LISTED;
        wendi_plan_list_add(planner, list, index);
    }
}

static void visit_lists(wendi_visitor *v, wend_planner *planner)
{
    wendi_visit_part(v, "the lists of searches make no sense");
    for (uint32_t i = 0; i < planner->profile_count && !wendi_visitor_has_failed(v); i++) {
        wendi_plan_profile *profile = planner->profiles[i];
        for (uint32_t p = 0; p < WENDI_PLAN_PRIORITIES; p++) {
            visit_list(v, planner, &profile->waiting[p], WENDI_PLAN_WAITING);
        }
        visit_list(v, planner, &profile->checking, WENDI_PLAN_CHECKING);
        visit_list(v, planner, &profile->watched, WENDI_PLAN_DONE);
    }
    visit_list(v, planner, &planner->done, WENDI_PLAN_DONE);
    visit_list(v, planner, &planner->cache, WENDI_PLAN_DONE);
}

/* The chains of equal keys, in their order. */
static void visit_keys(wendi_visitor *v, wend_planner *planner)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < planner->job_high && !wendi_visitor_is_reading(v); i++) {
        count += planner->jobs[i].state != WENDI_PLAN_FREE && planner->jobs[i].has_key ? 1 : 0;
    }
    count = wendi_visit_code(v, count, planner->job_high);
    uint32_t bucket = 0;
    uint32_t job = planner->keys[0];
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        while (!wendi_visitor_is_reading(v) && job == WENDI_PLAN_NONE) {
            job = planner->keys[++bucket];
        }
        uint32_t index = job;
        wendi_plan_visit_index(v, &index, planner->job_high);
        if (!wendi_visitor_is_reading(v)) {
            job = planner->jobs[index].next_key;
            continue;
        }
        const wendi_plan_job *j = &planner->jobs[index];
        wendi_visit_expect(v, j->state > WENDI_PLAN_DRAFT && j->may_join && !j->has_key, NULL);
        if (!wendi_visitor_has_failed(v)) {
            wendi_plan_job_chain(planner, index);
        }
    }
}

/* ---- slots ---- */

static uint32_t kind_of(const wendi_plan_slot *slot)
{
    if (slot->is_lost) {
        return slot->was_found ? WENDI_PLAN_SLOT_FOUND : WENDI_PLAN_SLOT_RUNS;
    }
    return slot->pathfinder == NULL                         ? WENDI_PLAN_SLOT_EMPTY
           : slot->job == WENDI_PLAN_NONE                   ? WENDI_PLAN_SLOT_IDLE
           : slot->pathfinder->is_found && slot->is_started ? WENDI_PLAN_SLOT_FOUND
                                                            : WENDI_PLAN_SLOT_RUNS;
}

/* True if all requests of a job were released. */
static bool is_over(const wend_planner *planner, uint32_t job)
{
    uint32_t request = planner->jobs[job].first_request;
    while (request != WENDI_PLAN_NONE && planner->requests[request].is_released) {
        request = planner->requests[request].next;
    }
    return request == WENDI_PLAN_NONE;
}

/* True if the items of a query exist: those of requests that were released may have been destroyed. */
static bool has_items(const wend_planner *planner, const wend_items *items)
{
    bool has = false;
    for (uint32_t i = 0; i < planner->def.max_requests && !has; i++) {
        const wendi_plan_request *r = &planner->requests[i];
        has = r->is_used && !r->is_released && r->job != WENDI_PLAN_NONE &&
              planner->jobs[r->job].query.items == items;
    }
    return has;
}

/* True if the search of a slot can be run again to where it is: over the world as it is. */
static bool can_be_replayed(const wend_planner *planner, const wendi_plan_slot *slot)
{
    const wendi_plan_profile *profile = planner->profiles[slot->profile];
    return !slot->is_started ||
           (!slot->has_lost_slices && !profile->is_updating &&
            !wendi_plan_profile_is_stale(profile) &&
            (!has_items(planner, slot->query.items) || wendi_plan_slot_has_fresh_items(slot)));
}

static void visit_warmth(wendi_visitor *v, wendi_pathfinder_warmth *warmth)
{
    wendi_visit_u32(v, &warmth->records);
    wendi_visit_u32(v, &warmth->back_records);
    wendi_visit_u32(v, &warmth->jump_nodes);
    wendi_visit_bool(v, &warmth->has_components);
}

/* What a search that has begun needs to be run again, or what is left of it where it is not. */
static void visit_search(wendi_visitor *v, wend_planner *planner, wendi_plan_slot *slot)
{
    const bool is_reading = wendi_visitor_is_reading(v);
    const wend_pathfinder *pathfinder = slot->pathfinder;
    bool flags[6] = {false};
    wendi_pathfinder_warmth left = slot->left_warmth;
    if (slot->is_lost) {
        flags[0] = slot->begins_again;
        flags[1] = true;
        flags[2] = slot->was_indexed;
        flags[3] = slot->was_treed;
        flags[4] = slot->was_routed;
        flags[5] = slot->had_tree;
    } else if (!is_reading) {
        flags[0] = !can_be_replayed(planner, slot);
        flags[1] = is_over(planner, slot->job);
        flags[2] = pathfinder->is_indexed && !pathfinder->is_treed;
        flags[3] = pathfinder->is_treed;
        flags[4] = pathfinder->query.method == WEND_METHOD_HIERARCHY;
        flags[5] = pathfinder->tree != NULL;
        left = wendi_plan_slot_warmth(planner, slot);
    }
    for (int i = 0; i < 6; i++) {
        wendi_visit_bool(v, &flags[i]);
    }
    if (flags[0] || flags[1]) {
        visit_warmth(v, &left);
    }
    if (is_reading) {
        slot->begins_again = flags[0];
        slot->is_over = flags[1];
        slot->was_indexed = flags[2];
        slot->was_treed = flags[3];
        slot->was_routed = flags[4];
        slot->had_tree = flags[5];
        slot->left_warmth = left;
    }
}

static void visit_job_of_slot(wendi_visitor *v, wend_planner *planner, uint32_t slot)
{
    wendi_plan_slot *s = &planner->slots[slot];
    wendi_plan_visit_index(v, &s->job, planner->job_high);
    wendi_visit_bool(v, &s->is_started);
    wendi_visit_bool(v, &s->is_counted);
    wendi_visit_bool(v, &s->was_deferred);
    wendi_visit_bool(v, &s->is_starved);
    wendi_visit_u64(v, &s->rest);
    visit_pairs(v, &s->slices);
    if (s->is_started && !wendi_visitor_has_failed(v)) {
        visit_search(v, planner, s);
    }
    if (!wendi_visitor_is_reading(v)) {
        return;
    }
    wendi_plan_job *j = &planner->jobs[s->job];
    const bool is_sound =
        !wendi_visitor_has_failed(v) && j->state == WENDI_PLAN_RUNNING &&
        j->slot == WENDI_PLAN_NONE && j->profile == s->profile &&
        (s->is_started || (!s->is_counted && !s->is_starved && s->slices.count == 0)) &&
        s->reserve <= planner->def.memory_ceiling;
    wendi_visit_expect(v, is_sound, NULL);
    if (!is_sound) {
        s->job = WENDI_PLAN_NONE;
        return;
    }
    j->slot = slot;
    planner->running_count++;
    planner->starved_count += s->is_starved ? 1 : 0;
    planner->profiles[s->profile]->running_count += s->is_counted ? 1 : 0;
}

static void visit_slots(wendi_visitor *v, wend_planner *planner)
{
    wendi_visit_part(v, "a search under way makes no sense");
    for (uint32_t i = 0; i < planner->def.max_searches && !wendi_visitor_has_failed(v); i++) {
        wendi_plan_slot *slot = &planner->slots[i];
        const uint32_t kind = wendi_visit_code(v, kind_of(slot), (uint32_t)WENDI_PLAN_SLOT_FOUND);
        slot->granted = wendi_visitor_is_reading(v) ? kind : slot->granted;
        if (kind == (uint32_t)WENDI_PLAN_SLOT_EMPTY) {
            continue;
        }
        wendi_plan_visit_index(v, &slot->profile, planner->profile_count);
        if (!wendi_visitor_is_reading(v) && !slot->is_started) {
            slot->warmth = wendi_plan_slot_warmth(planner, slot);
        }
        visit_warmth(v, &slot->warmth);
        wendi_plan_visit_size(v, &slot->reserve);
        size_t bytes = wendi_plan_slot_bytes(slot);
        wendi_plan_visit_size(v, &bytes);
        if (wendi_visitor_is_reading(v)) {
            slot->floor = bytes;
            slot->memory.limit = slot->reserve;
        }
        if (kind >= (uint32_t)WENDI_PLAN_SLOT_RUNS) {
            visit_job_of_slot(v, planner, i);
        }
    }
}

/* ---- goals ---- */

static void visit_seeds(wendi_visitor *v, const wend_planner *planner, wendi_plan_goal *goal)
{
    enum { SEED_BYTES = 12, SEEDS_MAX = 1 << 20 };
    const size_t count = wendi_visit_count(v, goal->seed_count, SEED_BYTES, SEEDS_MAX);
    if (wendi_visitor_is_reading(v) && count > 0) {
        goal->seeds = wendi_alloc_items_zero(&planner->allocator, count, sizeof *goal->seeds);
        goal->seed_count = goal->seeds == NULL ? 0 : count;
        if (!wendi_visit_expect_memory(v, goal->seeds != NULL)) {
            return;
        }
    }
    const wend_space *space = planner->profiles[goal->key.profile]->layout.space;
    for (size_t i = 0; i < count; i++) {
        wendi_visit_u64(v, &goal->seeds[i].cost);
        wendi_visit_u32(v, &goal->seeds[i].node);
        wendi_visit_expect(v, space != NULL && goal->seeds[i].node < space->node_count, NULL);
    }
}

/* The goals that requests have had. A tree of an older space is not worth saving: it would be dropped
 * with its goal. */
static void visit_goals(wendi_visitor *v, wend_planner *planner)
{
    const bool is_reading = wendi_visitor_is_reading(v);
    wendi_visit_part(v, "a goal of requests makes no sense");
    for (uint32_t i = 0; i < planner->goal_count && !wendi_visitor_has_failed(v); i++) {
        wendi_plan_goal *goal = &planner->goals[i];
        const wendi_plan_profile *profile = planner->profiles[goal->key.profile];
        const bool has_tree = goal->is_used && goal->tree != NULL;
        const bool is_fresh =
            goal->is_used && !profile->is_updating && !wendi_plan_profile_is_stale(profile);
        const bool fits =
            has_tree && is_fresh &&
            wendi_goal_tree_fits(goal->tree, profile->layout.space, profile->layout.mesh_space);
        bool flags[4] = {goal->is_used && (fits || !has_tree), fits,
                         fits && goal->tree->is_complete,
                         is_fresh && goal->seeds != NULL && profile->layout.space != NULL &&
                             goal->seeds_revision == profile->layout.space->revision};
        uint64_t steps = fits ? goal->tree->steps : 0;
        wendi_visit_bool(v, &flags[0]);
        if (!flags[0]) {
            continue;
        }
        for (int k = 1; k < 4; k++) {
            wendi_visit_bool(v, &flags[k]);
        }
        wendi_visit_u64(v, &steps);
        wendi_visit_u64(v, &goal->used);
        wendi_visit_u64(v, &goal->spent);
        wendi_plan_visit_index(v, &goal->key.profile, planner->profile_count);
        wendi_visit_u32(v, &goal->key.node);
        wendi_plan_visit_vec3(v, &goal->key.at);
        if (!wendi_visitor_has_failed(v)) {
            visit_seeds(v, planner, goal);
        }
        if (!is_reading) {
            continue;
        }
        goal->is_used = true;
        goal->had_tree = flags[1];
        goal->had_whole_tree = flags[2];
        goal->had_fresh_seeds = flags[3];
        goal->tree_steps = steps;
        planner->tree_count += flags[1] ? 1 : 0;
        wendi_visit_expect(v,
                           planner->tree_count <= planner->def.goal_trees &&
                               goal->used < planner->sequence &&
                               wendi_plan_goal_is_sound(planner, goal),
                           NULL);
    }
}

/* ---- the whole ---- */

void wendi_plan_visit(wendi_visitor *v, wend_planner *planner)
{
    visit_definition(v, planner);
    if (planner->profile_count == 0) {
        wendi_visit_part(v, "the counters make no sense");
    }
    visit_counters(v, planner);
    visit_requests(v, planner);
    visit_jobs(v, planner);
    visit_lists(v, planner);
    visit_keys(v, planner);
    visit_slots(v, planner);
    if (planner->profile_count > 0) {
        visit_goals(v, planner);
    }
}

static void write_all(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    wendi_plan_visit(&v, (wend_planner *)(uintptr_t)object); /* writing changes nothing */
}

wend_result wend_planner_save(wend_planner *planner, uint8_t *bytes, size_t capacity, size_t *count)
{
    static const char function[] = "wend_planner_save";
    if (count != NULL) {
        *count = 0;
    }
    if (planner == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_lock_take(planner->lock);
    wend_result result = planner->is_updating ? WEND_ERROR_BUSY : WEND_OK;
    if (result == WEND_OK && (count == NULL || (bytes == NULL && capacity > 0))) {
        result = wendi_refuse_null(&planner->message, function, count == NULL ? "count" : "bytes");
    }
    if (result == WEND_OK) {
        result = wendi_save_object(planner, write_all, WENDI_PLANNER_FILE_MAGIC,
                                   WENDI_PLANNER_FILE_VERSION, bytes, capacity, count);
    }
    if (result < 0 && result != WEND_ERROR_ARGUMENT) {
        result = wendi_fail_plain(&planner->message, function, result);
    }
    wendi_lock_release(planner->lock);
    return result;
}

wend_result wend_planner_settle(wend_planner *planner)
{
    if (planner == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_lock_take(planner->lock);
    wend_result result = planner->is_updating ? WEND_ERROR_BUSY : WEND_OK;
    if (result == WEND_OK) {
        wendi_plan_purge_released(planner);
        planner->is_updating = planner->is_working = true;
        wendi_lock_release(planner->lock);
        result = wendi_plan_settle(planner);
        wendi_lock_take(planner->lock);
        planner->is_updating = planner->is_working = false;
    }
    result = wendi_fail_plain(&planner->message, "wend_planner_settle", result);
    wendi_lock_release(planner->lock);
    return result;
}
