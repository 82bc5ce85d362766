/* The search of a slot: its query and pathfinder, its turns, and the way back to where it was after
 * a load, which starts it again and gives it the same turns. */
#include "route/planner/planner.h"
#include "route/planner/slots.h"
#include "route/space/space.h"

#include "route/mesh_search/search.h"
#include "route/pathfinder/pathfinder.h"

#include <math.h>

/* ---- before the first turn ---- */

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

void wendi_plan_slot_set_query(wend_planner *planner, wendi_plan_slot *slot,
                               const wendi_plan_job *job)
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

/* Makes a pathfinder where the slot has none. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_plan_slot_fill(wend_planner *planner, wendi_plan_slot *slot, uint32_t profile)
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

wendi_pathfinder_warmth wendi_plan_slot_warmth(const wend_planner *planner,
                                               const wendi_plan_slot *slot)
{
    wendi_pathfinder_warmth warmth = wendi_pathfinder_get_warmth(slot->pathfinder);
    const wend_mesh_space *space = planner->profiles[slot->profile]->layout.mesh_space;
    warmth.has_components = warmth.has_components || (space != NULL && slot->warm_revision != 0 &&
                                                      slot->warm_revision == space->revision);
    return warmth;
}

/* Starts the search. What its pathfinder knows from earlier ones is noted; a search that was loaded
 * has to get it first. */
static wend_result start(const wend_planner *planner, wendi_plan_slot *slot, bool has_tree)
{
    wendi_pathfinder_forget_half(slot->pathfinder);
    slot->warmth = wendi_plan_slot_warmth(planner, slot);
    slot->query_count++;
    slot->pathfinder->tree =
        has_tree ? wendi_plan_tree_for(planner, slot->profile, &slot->query) : NULL;
    wend_result result = wend_pathfinder_start(slot->pathfinder, &slot->query);
    if (result == WEND_OK && slot->warmth.has_components && slot->warm_revision != 0) {
        result = wendi_pathfinder_warm_components(slot->pathfinder);
        slot->warm_revision = result == WEND_OK ? 0 : slot->warm_revision;
        result = result == WEND_NO_PATH ? WEND_OK : result;
    }
    return result;
}

/* ---- figures ---- */

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

/* Cells, or metres, that a straight path over the world crosses at most; walls are known by no bounds. */
static double most_crossed(const wendi_plan_profile *profile)
{
    const wend_space *space = profile->layout.space;
    if (space != NULL) {
        return space->net == NULL ? (double)space->width + space->height : (double)INFINITY;
    }
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(profile->layout.mesh_space->mesh, &low, &high);
    return high.x - low.x + high.y - low.y;
}

/* Finding the cells or nodes at the ends, and the test of the straight path, which ends where the
 * world does. */
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
    const double all = wendi_plan_profile_cells(profile, metres);
    const double most = most_crossed(profile);
    const double cells = all < most ? all : most;
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

/* ---- one turn ---- */

/* True if there is time to make the path before the deadline. A path that did not fit is made by the
 * first turn of an update, whatever its time; the round begins with the first such slot. */
static bool may_finish(wendi_plan_slot *slot, uint64_t deadline)
{
    if (deadline == 0 || (slot->was_deferred && slot->is_first)) {
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
        const wend_result started = start(planner, slot, true);
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

void wendi_plan_slot_note_slice(wendi_plan_slot *slot)
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

/* Starts and runs the search as before: with an index, a tree or a hierarchy only where they answered;
 * they may not have been there. What has grown since answers as it did. */
static wend_result search_again(const wend_planner *planner, wendi_plan_slot *slot, bool is_found)
{
    wend_pathfinder *pathfinder = slot->pathfinder;
    const wendi_pathfinder_index *index = pathfinder->index;
    const wend_method method = slot->query.method;
    pathfinder->index = slot->was_indexed ? index : NULL;
    if (method == WEND_METHOD_HIERARCHY && !slot->was_routed) {
        slot->query.method = WEND_METHOD_BEST;
    }
    wend_result result = start(planner, slot, slot->was_treed);
    slot->weight = result == WEND_OK ? weight_of(pathfinder) : 1;
    result = result == WEND_OK ? run_again(slot, is_found) : result;
    slot->query.method = method;
    pathfinder->index = index;
    pathfinder->tree =
        slot->had_tree ? wendi_plan_tree_for(planner, slot->profile, &slot->query) : NULL;
    const bool is_alike = pathfinder->is_treed == slot->was_treed &&
                          (pathfinder->is_indexed && !pathfinder->is_treed) == slot->was_indexed &&
                          (pathfinder->query.method == WEND_METHOD_HIERARCHY) == slot->was_routed;
    return result == WEND_ERROR_MEMORY || (result == WEND_OK && is_alike) ? result : WEND_NO_PATH;
}

wend_result wendi_plan_slot_replay(wend_planner *planner, wendi_plan_slot *slot, size_t bytes,
                                   bool is_found)
{
    const wendi_plan_profile *profile = planner->profiles[slot->profile];
    const wendi_pathfinder_warmth warmth = slot->is_lost ? slot->left_warmth : slot->warmth;
    const size_t limit = slot->memory.limit;
    slot->memory.limit = SIZE_MAX; /* its claim is that of before */
    slot->warm_revision = warmth.has_components ? wendi_plan_profile_revision(profile) : 0;
    slot->weight = 1;
    wend_result result = wendi_plan_slot_fill(planner, slot, slot->profile);
    if (result == WEND_OK) {
        result = wendi_pathfinder_warm_records(slot->pathfinder, &warmth);
    }
    if (result == WEND_OK && slot->job != WENDI_PLAN_NONE) {
        wendi_plan_slot_set_query(planner, slot, &planner->jobs[slot->job]);
    }
    if (result == WEND_OK && slot->is_started && !slot->is_lost) {
        result = search_again(planner, slot, is_found);
    }
    slot->floor = bytes;
    slot->memory.limit = limit;
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
    s->was_indexed = s->was_treed = s->had_tree = s->was_routed = s->is_lost = false;
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
