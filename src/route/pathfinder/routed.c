/* Queries by a hierarchy: a route first, then its path piece by piece.
 * Cost: that of the hierarchy's search and pieces. */
#include "base/core/budget.h"
#include "route/hierarchy/search.h"
#include "route/pathfinder/pathfinder.h"

enum { PIECE_STEPS = 100 }; /* a step of a route takes less than a microsecond */

bool wendi_pathfinder_needs_search(const wend_path_query *query)
{
    return query->goal_kind != WEND_PATH_TO_POSITION || query->noise > 0 ||
           query->turning != NULL || query->max_depth != 0 || query->max_steps != 0 ||
           query->records_order;
}

static wend_result create_search(wend_pathfinder *pathfinder)
{
    if (pathfinder->route == NULL) {
        wend_hierarchy_search_def def = wend_hierarchy_search_def_default();
        def.hierarchy = pathfinder->hierarchy;
        def.allocator = pathfinder->allocator;
        const wend_result result = wend_hierarchy_search_create(&def, &pathfinder->route);
        if (result != WEND_OK) {
            return result;
        }
        pathfinder->route->is_pinned = pathfinder->is_pinned;
    }
    if (pathfinder->pieces == NULL) {
        const wend_result result = wend_path_create(&pathfinder->allocator, &pathfinder->pieces);
        if (result != WEND_OK) {
            return result;
        }
    }
    return pathfinder->piece != NULL ? WEND_OK
                                     : wend_path_create(&pathfinder->allocator, &pathfinder->piece);
}

void wendi_pathfinder_route_forget(wend_pathfinder *pathfinder)
{
    wend_hierarchy_search_destroy(pathfinder->route);
    wend_path_destroy(pathfinder->pieces);
    wend_path_destroy(pathfinder->piece);
    pathfinder->route = NULL;
    pathfinder->pieces = pathfinder->piece = NULL;
    pathfinder->is_routed = false;
}

size_t wendi_pathfinder_route_bytes(const wend_pathfinder *pathfinder)
{
    wend_hierarchy_answer answer;
    wend_hierarchy_search_get_answer(pathfinder->route, &answer);
    return answer.memory_bytes;
}

/* Gets ready for a route, if the query is by the hierarchy. @return as wendi_pathfinder_route_start. */
static wend_result prepare(wend_pathfinder *pathfinder)
{
    pathfinder->is_routed = false;
    if (pathfinder->query.method != WEND_METHOD_HIERARCHY) {
        return WEND_NO_PATH;
    }
    if (!wendi_abstract_fits(pathfinder->hierarchy)) {
        pathfinder->query.method = WEND_METHOD_BEST;
        return WEND_NO_PATH;
    }
    return create_search(pathfinder);
}

static wend_result begin(wend_pathfinder *pathfinder, wend_node start)
{
    wend_path_clear(pathfinder->pieces);
    pathfinder->pieces->start = start;
    pathfinder->is_routed = true;
    pathfinder->has_route = false;
    return WEND_OK;
}

wend_result wendi_pathfinder_route_start(wend_pathfinder *pathfinder, wend_node start,
                                         wend_node goal)
{
    wend_result result = prepare(pathfinder);
    if (result == WEND_OK) {
        result = wend_hierarchy_search_start(pathfinder->route, start, goal);
    }
    return result == WEND_OK ? begin(pathfinder, start) : result;
}

wend_result wendi_pathfinder_route_start_mesh(wend_pathfinder *pathfinder, wend_mesh_location start,
                                              wend_mesh_location goal)
{
    wend_result result = prepare(pathfinder);
    if (result == WEND_OK) {
        pathfinder->route->gives_up = true; /* the pathfinder's own search comes in slices */
        pathfinder->route->corners = pathfinder->query.corners;
        result = wend_hierarchy_search_start_mesh(pathfinder->route, start, goal);
    }
    return result == WEND_OK ? begin(pathfinder, pathfinder->route->from.polygon) : result;
}

/* Adds pieces as far as the budget goes, at least one.
 * @return WEND_OK (the goal is reached), WEND_IN_PROGRESS, WEND_NO_PATH, or an error. */
static wend_result take_pieces(wend_pathfinder *pathfinder, wend_budget *budget)
{
    do {
        const wend_result result = wend_hierarchy_search_next(pathfinder->route, pathfinder->piece);
        const size_t count = wend_path_leg_count(pathfinder->piece);
        if (result != WEND_OK && result != WEND_PARTIAL) {
            return result; /* no path: a disc has no room along the route */
        }
        for (size_t i = 0; i < count; i++) {
            const wend_leg leg = wend_path_leg(pathfinder->piece, i);
            if (wendi_path_append(pathfinder->pieces, &leg) != WEND_OK) {
                return WEND_ERROR_MEMORY; /* the query ends */
            }
        }
        wendi_budget_spend(budget, PIECE_STEPS);
        if (result == WEND_OK) {
            return WEND_OK;
        }
    } while (wendi_budget_grant(budget, 1) > 0);
    return WEND_IN_PROGRESS;
}

wend_result wendi_pathfinder_route_run(wend_pathfinder *pathfinder, wend_budget *budget,
                                       wend_cost most)
{
    wend_hierarchy_answer answer;
    wend_result result = WEND_OK;
    if (!pathfinder->has_route) {
        result = wend_hierarchy_search_run(pathfinder->route, budget);
        wend_hierarchy_search_get_answer(pathfinder->route, &answer);
        pathfinder->answer.method = wend_method_name(WEND_METHOD_HIERARCHY);
        pathfinder->answer.reason = answer.reason;
        pathfinder->answer.bound = answer.bound;
        pathfinder->answer.expanded = pathfinder->nearest.expanded + answer.expanded;
        pathfinder->answer.generated = answer.generated;
        pathfinder->has_route = result == WEND_OK;
        if (result != WEND_OK) {
            return result;
        }
        if (answer.cost > most) {
            return WEND_PARTIAL; /* another path may be cheaper: a search tells */
        }
        if (wendi_budget_grant(budget, 1) == 0) {
            return WEND_IN_PROGRESS;
        }
    }
    return take_pieces(pathfinder, budget);
}

wend_result wendi_pathfinder_route_path(wend_pathfinder *pathfinder)
{
    return wendi_path_copy(pathfinder->path, pathfinder->pieces);
}

wend_cost wendi_pathfinder_found_cost(const wend_pathfinder *pathfinder)
{
    if (pathfinder->is_indexed) {
        wend_index_answer answer;
        wend_index_search_get_answer(pathfinder->index_search, &answer);
        return answer.cost;
    }
    if (pathfinder->is_routed) {
        wend_hierarchy_answer answer;
        wend_hierarchy_search_get_answer(pathfinder->route, &answer);
        return answer.cost;
    }
    wend_search_answer answer;
    wend_search_get_answer(pathfinder->search, &answer);
    return answer.cost;
}
