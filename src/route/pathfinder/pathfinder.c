/* The public face of pathfinders: follows edits of the world, checks queries and runs them;
 * straight paths are tried before a search.
 * Cost: the search of the world. */
#include "route/pathfinder/pathfinder.h"

#include "base/math/predicates.h"
#include "route/space/space.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- legs at the ends ---- */

wend_leg wendi_leg_straight(wend_vec3 from, wend_vec3 to, bool is_flat)
{
    wend_leg leg = {.from = WEND_NODE_NONE,
                    .to = WEND_NODE_NONE,
                    .from_point = {from.x, from.y},
                    .to_point = {to.x, to.y},
                    .from_height = from.z,
                    .to_height = to.z,
                    .behaviour = WEND_BEHAVIOUR_WALK,
                    .edge = WEND_EDGE_NONE};
    const double x = to.x - from.x;
    const double y = to.y - from.y;
    const double z = is_flat ? 0 : to.z - from.z;
    leg.length = wend_sqrt(x * x + y * y + z * z);
    return leg;
}

static bool is_leg(const wend_leg *leg)
{
    return leg != NULL && leg->length > 0;
}

wend_result wendi_path_add_end_legs(wend_path *path, const wend_leg *first, const wend_leg *last)
{
    const size_t count = path->legs.count;
    if (!wendi_path_reserve(path, &path->spare, count + 2)) {
        return WEND_ERROR_MEMORY;
    }
    path->spare.count = 0;
    if (is_leg(first)) {
        path->spare.items[path->spare.count++] = *first;
    }
    for (size_t i = 0; i < count; i++) {
        path->spare.items[path->spare.count++] = path->legs.items[i];
    }
    if (is_leg(last)) {
        path->spare.items[path->spare.count++] = *last;
    }
    wendi_path_commit(path, is_leg(first) ? first->from : path->start);
    return WEND_OK;
}

wend_result wendi_path_set_leg(wend_path *path, const wend_leg *leg)
{
    wend_path_clear(path);
    path->start = leg->from;
    return is_leg(leg) ? wendi_path_append(path, leg) : WEND_OK;
}

wend_result wendi_path_copy(wend_path *path, const wend_path *from)
{
    path->spare.count = 0;
    if (!wendi_path_reserve(path, &path->spare, from->legs.count)) {
        return WEND_ERROR_MEMORY;
    }
    for (size_t i = 0; i < from->legs.count; i++) {
        path->spare.items[path->spare.count++] = from->legs.items[i];
    }
    wendi_path_commit(path, from->start);
    return WEND_OK;
}

/* ---- start ---- */

static void clear_answer(wend_path_answer *answer)
{
    memset(answer, 0, sizeof *answer);
    answer->node = WEND_NODE_NONE;
    answer->heading = WEND_HEADING_ANY;
    answer->method = "";
}

static const char starting[] = "wend_pathfinder_start";

/* True if no path can be cheaper than the straight one, but for sums of roundings. */
static bool is_surely_best(wend_pathfinder *pathfinder)
{
    bool is_best = pathfinder->can_walk;
    for (size_t i = 0; i < pathfinder->position_count && is_best; i++) {
        const wend_cost least =
            wendi_pathfinder_world_of(pathfinder)
                ->least(pathfinder, pathfinder->query.from, pathfinder->positions[i]);
        is_best = pathfinder->walk_cost <= least + (least >> 40) + 16;
    }
    return is_best;
}

/* Finds the cheapest straight path to a position. Positions that cannot be cheaper are skipped, so
 * most of many cost no clearance test. */
static wend_result check_straight(wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_world *world = wendi_pathfinder_world_of(pathfinder);
    pathfinder->can_walk = false;
    pathfinder->walk_cost = WEND_COST_INFINITE;
    const wend_path_query *query = &pathfinder->query;
    const bool is_tried = !query->is_searched && query->turning == NULL && query->max_depth == 0 &&
                          query->from_polygon == WEND_NODE_NONE &&
                          query->to_polygon == WEND_NODE_NONE &&
                          query->from_node == WEND_NODE_NONE && query->to_node == WEND_NODE_NONE;
    for (size_t i = 0; i < pathfinder->position_count && is_tried; i++) {
        wend_cost cost;
        if (world->least(pathfinder, pathfinder->query.from, pathfinder->positions[i]) >=
            pathfinder->walk_cost) {
            continue;
        }
        const wend_result result =
            world->walk(pathfinder, pathfinder->query.from, pathfinder->positions[i], &cost);
        if (result < 0) {
            return result;
        }
        if (result == WEND_OK && cost < pathfinder->walk_cost &&
            cost <= pathfinder->query.max_cost) {
            pathfinder->can_walk = true;
            pathfinder->walk_cost = cost;
            pathfinder->walk_index = i;
        }
    }
    return WEND_OK;
}

wend_result wendi_pathfinder_answer_straight(wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_world *world = wendi_pathfinder_world_of(pathfinder);
    wend_vec3 from = pathfinder->query.from;
    wend_vec3 to = pathfinder->positions[pathfinder->walk_index];
    const wend_node first = world->node_at(pathfinder, &from);
    const wend_node last = world->node_at(pathfinder, &to);
    wend_leg leg = wendi_leg_straight(from, to, world->is_flat);
    leg.from = first;
    leg.to = last;
    leg.cost = pathfinder->walk_cost;
    pathfinder->answer.node = last;
    pathfinder->answer.position = to;
    pathfinder->answer.goal_index = pathfinder->walk_index;
    pathfinder->answer.method = "direct";
    pathfinder->answer.bound = 1;
    wendi_pathfinder_name_item(pathfinder, pathfinder->walk_index);
    return wendi_path_set_leg(pathfinder->path, &leg);
}

/* Builds the path of a search that ended; takes the straight one where it is cheaper, or where the
 * search reached no goal. */
static wend_result finish(wend_pathfinder *pathfinder, wend_result found)
{
    wend_path_answer *answer = &pathfinder->answer;
    pathfinder->ends_at_goal = found == WEND_OK;
    wend_result result =
        found == WEND_NO_PATH ? WEND_OK : wendi_pathfinder_world_of(pathfinder)->finish(pathfinder);
    if (result != WEND_OK || !pathfinder->can_walk ||
        (pathfinder->ends_at_goal && pathfinder->walk_cost >= wend_path_cost(pathfinder->path))) {
        if (result == WEND_OK && pathfinder->ends_at_goal) {
            wendi_pathfinder_name_item(pathfinder, answer->goal_index);
        }
        return result == WEND_OK ? wendi_pathfinder_nearest_conclude(pathfinder, found) : result;
    }
    if (found == WEND_NO_PATH) {
        wendi_message_clear(&pathfinder->message);
    }
    result = wendi_pathfinder_answer_straight(pathfinder);
    const uint64_t max_steps = pathfinder->query.max_steps;
    if (result == WEND_OK && found == WEND_PARTIAL && max_steps != 0 &&
        answer->expanded >= max_steps) {
        answer->bound = 0; /* with more steps there might have been a cheaper path */
        return found;
    }
    if (pathfinder->graph.is_cut) {
        answer->bound = 0; /* likewise with more nodes at the ends */
    }
    answer->reason = WEND_FAILURE_NONE;
    return result;
}

static bool is_stale(const wend_pathfinder *pathfinder)
{
    if (pathfinder->def.mesh_space != NULL) {
        return pathfinder->is_pinned ? wendi_mesh_space_is_updating(pathfinder->def.mesh_space)
                                     : !wendi_mesh_space_is_fresh(pathfinder->def.mesh_space);
    }
    const wend_space *space = pathfinder->def.space;
    if (pathfinder->is_pinned && space->net == NULL) {
        return wendi_space_is_updating(space);
    }
    wend_space_info info;
    wend_space_get_info(space, &info);
    return !info.is_fresh;
}

/* Drops a query under way, which uses the old world. */
void wendi_pathfinder_drop_query(wend_pathfinder *pathfinder)
{
    if (pathfinder->has_query && pathfinder->answer.result == WEND_IN_PROGRESS) {
        pathfinder->has_query = false;
        pathfinder->is_dropped = true;
        wend_path_clear(pathfinder->path);
    }
}

/* Changes with each update of the space. */
static uint64_t update_count_of(const wend_pathfinder *pathfinder)
{
    return pathfinder->def.space != NULL ? pathfinder->def.space->update_count
                                         : pathfinder->def.mesh_space->revision;
}

/* Follows edits of a world that was given. */
static wend_result follow_world(wend_pathfinder *pathfinder)
{
    if (!wendi_pathfinder_lays_out(&pathfinder->def)) {
        return WEND_OK;
    }
    if (!wendi_pathfinder_layout_is_level_fresh(&pathfinder->def, &pathfinder->layout)) {
        return wendi_pathfinder_remake(pathfinder);
    }
    if (is_stale(pathfinder)) {
        wendi_pathfinder_drop_query(pathfinder);
    } else if (pathfinder->has_query && pathfinder->answer.result == WEND_IN_PROGRESS) {
        return WEND_OK;
    }
    return wendi_pathfinder_layout_update(&pathfinder->layout);
}

wend_result wend_pathfinder_update(wend_pathfinder *pathfinder)
{
    if (pathfinder == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (pathfinder->is_busy) {
        return WEND_ERROR_BUSY;
    }
    return wendi_fail_as(&pathfinder->message, "wend_pathfinder_update", follow_world(pathfinder));
}

wend_result wend_pathfinder_prepare(wend_pathfinder *pathfinder, wend_budget *budget)
{
    static const char function[] = "wend_pathfinder_prepare";
    wend_result result = wend_pathfinder_update(pathfinder);
    if (result != WEND_OK ||
        (pathfinder->layout.index == NULL && pathfinder->layout.hierarchy == NULL)) {
        return result;
    }
    if (is_stale(pathfinder)) {
        return wendi_fail(&pathfinder->message, WEND_ERROR_STALE,
                          "%s: the world changed: update its space first", function);
    }
    result =
        wendi_pathfinder_layout_build_behind(&pathfinder->layout, pathfinder->def.space, budget);
    if (result == WEND_ERROR_UNSUPPORTED) {
        return wendi_fail(&pathfinder->message, result,
                          "%s: an index of a grid needs 8 neighbours, open cells of one cost, and "
                          "neither links nor a map that wraps: queries are searched",
                          function);
    }
    if (result == WEND_ERROR_FULL) {
        return wendi_fail(&pathfinder->message, result,
                          "%s: an index of this world would take too long, or be too large: "
                          "queries are searched",
                          function);
    }
    return wendi_fail_plain(&pathfinder->message, function, result);
}

wend_result wendi_pathfinder_walk(wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to,
                                  wend_cost *cost)
{
    wendi_message_clear(&pathfinder->message);
    static const char function[] = "wend_pathfinder_can_walk";
    wend_result result = wendi_check_vec3(&pathfinder->message, function, "from", from);
    if (result == WEND_OK) {
        result = wendi_check_vec3(&pathfinder->message, function, "to", to);
    }
    if (result != WEND_OK) {
        return result;
    }
    result = follow_world(pathfinder);
    if (result != WEND_OK) {
        return wendi_fail_as(&pathfinder->message, function, result);
    }
    if (is_stale(pathfinder)) {
        return wendi_fail(&pathfinder->message, WEND_ERROR_STALE,
                          "%s: the world changed: update its space first", function);
    }
    result = wendi_pathfinder_world_of(pathfinder)->walk(pathfinder, from, to, cost);
    if (result == WEND_OK && *cost == WEND_COST_INFINITE) {
        return wendi_fail(&pathfinder->message, WEND_ERROR_FULL,
                          "%s: the walk costs 2^32 or more, which no cost can tell", function);
    }
    return result >= 0 ? result : wendi_fail_plain(&pathfinder->message, function, result);
}

static wend_result begin_search(wend_pathfinder *pathfinder)
{
    wend_result result = check_straight(pathfinder);
    if (result == WEND_OK && is_surely_best(pathfinder)) {
        result = wendi_pathfinder_answer_straight(pathfinder);
        pathfinder->answer.result = WEND_OK;
    } else if (result == WEND_OK) {
        result = wendi_pathfinder_world_of(pathfinder)->start(pathfinder);
        if (wendi_pathfinder_nearest_goes_on(pathfinder, result)) {
            result = wendi_pathfinder_nearest_continue(pathfinder, result);
        }
        pathfinder->answer.result = result == WEND_OK ? WEND_IN_PROGRESS : result;
        if (result == WEND_NO_PATH) {
            result = pathfinder->answer.result = finish(pathfinder, result);
        }
    }
    return result;
}

static wend_result begin(wend_pathfinder *pathfinder)
{
    const wend_path_query *query = &pathfinder->query;
    wend_result result = follow_world(pathfinder);
    if (result == WEND_OK && is_stale(pathfinder)) {
        return wendi_pathfinder_refuse(pathfinder, WEND_ERROR_STALE,
                                       "the world changed: update its space first");
    }
    result = result == WEND_OK ? wendi_pathfinder_find_nodes(pathfinder) : result;
    const bool has_items = query->goal_kind == WEND_PATH_TO_ITEM ||
                           (pathfinder->each.is_asked && query->items != NULL);
    if (result == WEND_OK && has_items) {
        result = wendi_pathfinder_list_items(pathfinder);
    }
    if (result == WEND_OK && pathfinder->each.is_asked) {
        pathfinder->can_walk = false;
        result = wendi_pathfinder_world_of(pathfinder)->start_each(pathfinder);
        pathfinder->answer.result = result == WEND_OK ? WEND_IN_PROGRESS : result;
    } else if (result == WEND_OK) {
        result = begin_search(pathfinder);
    } else if (result == WEND_NO_PATH) {
        pathfinder->answer.result = result;
    }
    return result == WEND_ERROR_MEMORY
               ? wendi_pathfinder_refuse(pathfinder, result, "out of memory")
               : result;
}

/* Reports why there is no path, if the world has no better message. */
static void explain(wend_pathfinder *pathfinder)
{
    const wend_failure_reason reason = pathfinder->answer.reason;
    const bool is_start =
        reason == WEND_FAILURE_START_BLOCKED || reason == WEND_FAILURE_START_OFF_GROUND;
    const bool is_goal =
        reason == WEND_FAILURE_GOAL_BLOCKED || reason == WEND_FAILURE_GOAL_OFF_GROUND;
    if (pathfinder->answer.result != WEND_NO_PATH || pathfinder->message.text[0] != '\0') {
        return;
    }
    if (is_start || (is_goal && pathfinder->query.goal_kind == WEND_PATH_TO_POSITION)) {
        const wend_vec3 at = is_start ? pathfinder->query.from : pathfinder->positions[0];
        const bool is_blocked =
            reason == WEND_FAILURE_START_BLOCKED || reason == WEND_FAILURE_GOAL_BLOCKED;
        (void)wendi_fail(&pathfinder->message, WEND_NO_PATH, "%s %s: %s, %s, %s",
                         is_blocked ? "this agent cannot stand at the"
                                    : "there is no ground at the",
                         is_start ? "start" : "goal", wendi_format_number(at.x).text,
                         wendi_format_number(at.y).text, wendi_format_number(at.z).text);
    } else {
        (void)wendi_fail(&pathfinder->message, WEND_NO_PATH, "%s",
                         reason == WEND_FAILURE_NO_ITEM ? "there is no item that the query asks for"
                         : is_goal                      ? "this agent can stand at no goal"
                         : reason == WEND_FAILURE_LIMIT
                             ? "max_cost, max_steps or max_depth ended the search"
                             : "no path leads from the start to a goal "
                               "for this agent");
    }
}

void wendi_pathfinder_sum_up(wend_pathfinder *pathfinder)
{
    pathfinder->answer.cost = wend_path_cost(pathfinder->path);
    pathfinder->answer.length = wend_path_length(pathfinder->path);
}

wend_result wend_pathfinder_start(wend_pathfinder *pathfinder, const wend_path_query *query)
{
    if (pathfinder == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (pathfinder->is_busy) {
        return WEND_ERROR_BUSY;
    }
    wendi_message_clear(&pathfinder->message);
    clear_answer(&pathfinder->answer);
    wend_path_clear(pathfinder->path);
    pathfinder->has_query = pathfinder->is_dropped = pathfinder->is_found = false;
    pathfinder->is_indexed = pathfinder->is_routed = pathfinder->is_treed = false;
    wend_result result = wendi_pathfinder_check_query(pathfinder, query);
    if (result != WEND_OK) {
        return result;
    }
    pathfinder->query = *query;
    pathfinder->query.positions = NULL; /* the caller's, not to be read again */
    pathfinder->query.tags = NULL;
    if (query->method == WEND_METHOD_HIERARCHY && wendi_pathfinder_needs_search(query)) {
        pathfinder->query.method = WEND_METHOD_BEST;
    }
    pathfinder->items.is_asked = false;
    pathfinder->nearest.phase = WENDI_NEAREST_GOAL;
    pathfinder->nearest.expanded = 0;
    wendi_pathfinder_each_ask(pathfinder, query);
    pathfinder->is_busy = true;
    result = begin(pathfinder);
    pathfinder->update_count = update_count_of(pathfinder);
    pathfinder->query.turning = NULL;
    pathfinder->is_busy = false;
    result = wendi_fail_as(&pathfinder->message, starting, result);
    if (result < 0) {
        return result;
    }
    explain(pathfinder);
    wendi_pathfinder_sum_up(pathfinder);
    pathfinder->has_query = true;
    return WEND_OK;
}

/* ---- run ---- */

/* Runs the search at hand, and those for the nearest point that can be reached behind it. */
static wend_result run_world(wend_pathfinder *pathfinder, wend_budget *budget)
{
    const wendi_pathfinder_world *world = wendi_pathfinder_world_of(pathfinder);
    wend_result result = world->run(pathfinder, budget);
    while (wendi_pathfinder_nearest_goes_on(pathfinder, result)) {
        result = wendi_pathfinder_nearest_continue(pathfinder, result);
        result = result == WEND_OK ? world->run(pathfinder, budget) : result;
    }
    return result;
}

/* True if an index or a hierarchy answers the query, and may be another one since: searches see for
 * themselves that their space was updated. */
static bool is_outdated(const wend_pathfinder *pathfinder)
{
    return (pathfinder->is_indexed || pathfinder->is_routed) &&
           pathfinder->update_count != update_count_of(pathfinder);
}

wend_result wend_pathfinder_run(wend_pathfinder *pathfinder, wend_budget *budget)
{
    if (pathfinder == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (pathfinder->is_busy) {
        return WEND_ERROR_BUSY;
    }
    if (pathfinder->is_dropped) {
        return wendi_fail(&pathfinder->message, WEND_ERROR_STALE,
                          "wend_pathfinder_run: the world changed since the query began: start it "
                          "again");
    }
    if (!pathfinder->has_query) {
        return wendi_fail(
            &pathfinder->message, WEND_ERROR_ARGUMENT,
            "wend_pathfinder_run: no query was started: call wend_pathfinder_start first");
    }
    if (pathfinder->answer.result != WEND_IN_PROGRESS) {
        return pathfinder->answer.result;
    }
    pathfinder->is_busy = true;
    wendi_message_clear(&pathfinder->message);
    wend_result result = pathfinder->each.is_asked ? wendi_pathfinder_each_run(pathfinder, budget)
                         : is_outdated(pathfinder)
                             ? wendi_fail(&pathfinder->message, WEND_ERROR_STALE,
                                          "the space was updated since the query began: start it "
                                          "again")
                         : pathfinder->is_found ? pathfinder->found
                                                : run_world(pathfinder, budget);
    if (pathfinder->each.is_asked) {
        /* There is no path to make. */
    } else if (pathfinder->is_pinned && !pathfinder->is_found && result >= 0 &&
               result != WEND_IN_PROGRESS) {
        /* The path is made by a run of its own, for which the planner chooses the time. */
        pathfinder->is_found = true;
        pathfinder->found = result;
        result = WEND_IN_PROGRESS;
    } else if (result >= 0 && result != WEND_IN_PROGRESS) {
        result = finish(pathfinder, result);
    }
    if (result >= 0 && result != WEND_IN_PROGRESS && !pathfinder->is_pinned &&
        !wendi_pathfinder_items_hold(pathfinder)) {
        (void)wendi_fail(&pathfinder->message, WEND_ERROR_STALE,
                         "the items changed since the query began: start it again");
        result = WEND_ERROR_STALE;
    }
    pathfinder->is_busy = false;
    pathfinder->answer.result = result;
    if (result < 0) {
        pathfinder->has_query = false;
        wend_path_clear(pathfinder->path);
        return wendi_fail_as(&pathfinder->message, "wend_pathfinder_run", result);
    }
    explain(pathfinder);
    wendi_pathfinder_sum_up(pathfinder);
    return result;
}

wend_result wend_pathfinder_find(wend_pathfinder *pathfinder, const wend_path_query *query)
{
    wend_result result = wend_pathfinder_start(pathfinder, query);
    if (result == WEND_OK) {
        result = wend_pathfinder_run(pathfinder, NULL);
    }
    return pathfinder == NULL ? result
                              : wendi_fail_as(&pathfinder->message, "wend_pathfinder_find", result);
}

/* ---- answers ---- */

const char *wend_pathfinder_error(const wend_pathfinder *pathfinder)
{
    return pathfinder == NULL ? "" : pathfinder->message.text;
}

const wend_space *wend_pathfinder_space(const wend_pathfinder *pathfinder)
{
    return pathfinder == NULL ? NULL : pathfinder->def.space;
}

const wend_mesh_space *wend_pathfinder_mesh_space(const wend_pathfinder *pathfinder)
{
    return pathfinder == NULL ? NULL : pathfinder->def.mesh_space;
}

const wend_search *wend_pathfinder_search(const wend_pathfinder *pathfinder)
{
    return pathfinder == NULL ? NULL : pathfinder->search;
}

const wend_mesh_search *wend_pathfinder_mesh_search(const wend_pathfinder *pathfinder)
{
    return pathfinder == NULL ? NULL : pathfinder->mesh_search;
}

static size_t memory_bytes(const wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_graph *g = &pathfinder->graph;
    size_t bytes = sizeof *pathfinder + pathfinder->cells.capacity * sizeof(uint32_t) +
                   pathfinder->position_capacity * sizeof *pathfinder->positions +
                   pathfinder->items.capacity * (sizeof(wend_item_id) + sizeof(uint32_t)) +
                   pathfinder->each.entry_capacity * sizeof(wendi_sort_pair) +
                   pathfinder->nearest.candidate_capacity * sizeof(wendi_pathfinder_candidate) +
                   g->beginnings.capacity * sizeof *g->beginnings.items +
                   g->ends.capacity * sizeof *g->ends.items +
                   g->arcs.capacity * sizeof *g->arcs.items +
                   g->from_start.capacity * sizeof *g->from_start.items +
                   g->from_goals.capacity * sizeof *g->from_goals.items +
                   g->circles.corners.capacity * sizeof *g->circles.corners.items +
                   g->circles.node_count * sizeof *g->circles.nodes;
    if (pathfinder->search != NULL) {
        wend_search_answer answer;
        wend_search_get_answer(pathfinder->search, &answer);
        bytes += answer.memory_bytes;
    }
    if (pathfinder->index_search != NULL) {
        wend_index_answer answer;
        wend_index_search_get_answer(pathfinder->index_search, &answer);
        bytes += answer.memory_bytes;
    }
    bytes += wendi_pathfinder_route_bytes(pathfinder);
    if (pathfinder->mesh_search != NULL) {
        wend_mesh_search_answer answer;
        wend_mesh_search_get_answer(pathfinder->mesh_search, &answer);
        bytes += answer.memory_bytes;
    }
    return bytes;
}

void wend_pathfinder_get_answer(const wend_pathfinder *pathfinder, wend_path_answer *answer)
{
    if (answer == NULL) {
        return;
    }
    if (pathfinder == NULL || !pathfinder->has_query) {
        clear_answer(answer);
        return;
    }
    *answer = pathfinder->answer;
    answer->memory_bytes = memory_bytes(pathfinder);
}

wend_result wend_path_from_pathfinder(wend_path *path, const wend_pathfinder *pathfinder)
{
    static const char function[] = "wend_path_from_pathfinder";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (pathfinder == NULL) {
        return wendi_refuse_null(&path->error, function, "pathfinder");
    }
    if (pathfinder->has_query && pathfinder->answer.result == WEND_NO_PATH) {
        wend_path_clear(path);
        return WEND_NO_PATH;
    }
    const wend_result found = pathfinder->answer.result;
    if (!pathfinder->has_query || (found != WEND_OK && found != WEND_PARTIAL)) {
        return wendi_fail(&path->error, WEND_ERROR_ARGUMENT,
                          "%s: pathfinder has no path: start a query and run it to its end first",
                          function);
    }
    const wend_result result = wendi_path_copy(path, pathfinder->path);
    return result == WEND_OK ? found : wendi_fail_plain(&path->error, function, result);
}

bool wend_pathfinder_can_walk(wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to,
                              wend_cost *cost)
{
    wend_cost price = WEND_COST_INFINITE;
    const bool can_walk = pathfinder != NULL && !pathfinder->is_busy &&
                          wendi_pathfinder_walk(pathfinder, from, to, &price) == WEND_OK;
    if (cost != NULL) {
        *cost = can_walk ? price : WEND_COST_INFINITE;
    }
    return can_walk;
}

bool wend_pathfinder_can_reach(wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to)
{
    wend_path_query query = wend_path_query_default();
    query.from = from;
    query.to = to;
    query.shape = WEND_PATH_AS_FOUND;
    if (pathfinder != NULL && !pathfinder->is_busy) {
        /* A failure comes again, with its sentence, when the query starts. */
        (void)follow_world(pathfinder);
    }
    if (pathfinder != NULL && pathfinder->def.mesh_space != NULL && !(pathfinder->def.radius > 0) &&
        pathfinder->def.mesh_space->cells.factor_least <
            pathfinder->def.mesh_space->cells.factor_most) {
        query.mesh_method = WEND_MESH_METHOD_MIDPOINT;
    }
    const wend_result result = wend_pathfinder_find(pathfinder, &query);
    if (pathfinder != NULL && result == WEND_NO_PATH) {
        wendi_message_clear(&pathfinder->message); /* an answer, no failure */
    }
    return pathfinder != NULL &&
           wendi_fail_as(&pathfinder->message, "wend_pathfinder_can_reach", result) == WEND_OK;
}
