/* Costs to the nearest of each tag over a mesh with overlays, or of a disc over ground of several costs.
 *
 *     search for all tags, by length alone --> the tags that can be reached
 *     for each of them: the search that a query for its items makes, with detours around shapes
 *
 * So the nearest of a tag, and its cost, are those that a query for the nearest item of the tag finds.
 * Cost: a search more for each tag that can be reached. */
#include "route/pathfinder/pathfinder.h"

#include <math.h>

bool wendi_pathfinder_begins_prices(const wend_pathfinder *pathfinder, wend_result result)
{
    const wend_path_query *query = &pathfinder->query;
    const wend_mesh_space *space = pathfinder->def.mesh_space;
    const bool is_cut = result == WEND_PARTIAL && query->max_steps != 0 &&
                        pathfinder->answer.expanded >= query->max_steps;
    return pathfinder->each.is_asked && !pathfinder->each.is_priced && result >= 0 &&
           result != WEND_IN_PROGRESS && !is_cut &&
           (space->patch_count > 0 || space->cells.factor_least < space->cells.factor_most) &&
           query->mesh_method == WEND_MESH_METHOD_EXACT;
}

void wendi_pathfinder_begin_prices(wend_pathfinder *pathfinder, wend_result result)
{
    wendi_pathfinder_each *each = &pathfinder->each;
    each->is_priced = true;
    each->is_searched = false;
    each->result = result;
    each->reason = pathfinder->answer.reason;
    each->bound = 1;
    each->at = 0;
    pathfinder->nearest.expanded = pathfinder->answer.expanded;
}

/* Starts the search for the items of the tag at hand. */
static wend_result start_search(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_each *each = &pathfinder->each;
    wendi_array_u32_clear(&pathfinder->cells);
    for (size_t i = 0; i < pathfinder->position_count; i++) {
        if (pathfinder->items.groups[i] == each->at &&
            !wendi_array_u32_push(&pathfinder->cells, (uint32_t)i)) {
            return WEND_ERROR_MEMORY;
        }
    }
    each->is_searched = true;
    return wendi_pathfinder_search_mesh(pathfinder, pathfinder->cells.items,
                                        pathfinder->cells.count);
}

/* Takes the cost of the path that was found. */
static void take_price(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_each *each = &pathfinder->each;
    const wend_mesh_search_answer *answer = &pathfinder->mesh_search->answer;
    const wend_cost cost = wend_cost_from_double(answer->cost);
    wendi_pathfinder_each_reach(pathfinder, each->at, pathfinder->cells.items[answer->goal_index],
                                WEND_NODE_NONE, cost);
    if (cost > wendi_pathfinder_cost_limit(pathfinder)) {
        each->reason = WEND_FAILURE_LIMIT;
    }
    each->bound = answer->bound > 0 && answer->bound < each->bound ? each->bound
                  : answer->bound > 0 && each->bound > 0           ? answer->bound
                                                                   : 0;
}

wend_result wendi_pathfinder_run_prices(wend_pathfinder *pathfinder, wend_budget *budget)
{
    wendi_pathfinder_each *each = &pathfinder->each;
    for (; each->at < each->count; each->at++) {
        if (!(each->groups[each->at].length < (double)INFINITY)) {
            continue;
        }
        wend_result result = each->is_searched ? WEND_OK : start_search(pathfinder);
        if (result == WEND_OK) {
            result = wend_mesh_search_run(pathfinder->mesh_search, budget);
        }
        const uint64_t expanded = pathfinder->mesh_search->answer.expanded;
        pathfinder->answer.expanded = pathfinder->nearest.expanded + expanded;
        if (result < 0 || result == WEND_IN_PROGRESS) {
            return result;
        }
        if (result == WEND_OK) {
            take_price(pathfinder);
        }
        pathfinder->nearest.expanded += expanded;
        each->is_searched = false;
    }
    pathfinder->answer.reason = each->reason;
    return each->result;
}
