/* Answers of a pathfinder: the answer, its path, and tests of two positions.
 * Cost: a copy; a clearance test; a search. */
#include "route/pathfinder/pathfinder.h"

#include <string.h>

const char *wend_pathfinder_error(const wend_pathfinder *pathfinder)
{
    return pathfinder == NULL ? "" : pathfinder->message.text;
}

void wend_pathfinder_get_answer(const wend_pathfinder *pathfinder, wend_path_answer *answer)
{
    if (answer == NULL) {
        return;
    }
    if (pathfinder == NULL || !pathfinder->has_query) {
        memset(answer, 0, sizeof *answer);
        answer->node = WEND_NODE_NONE;
        answer->method = "";
        return;
    }
    *answer = pathfinder->answer;
}

wend_result wend_path_from_pathfinder(wend_path *path, const wend_pathfinder *pathfinder)
{
    static const char function[] = "wend_path_from_pathfinder";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (pathfinder == NULL) {
        return wendi_refuse_null(&path->error, function, "ways");
    }
    if (pathfinder->has_query && pathfinder->answer.result == WEND_NO_PATH) {
        wend_path_clear(path);
        return WEND_NO_PATH;
    }
    if (!pathfinder->has_query || pathfinder->answer.result != WEND_OK) {
        return wendi_fail(&path->error, WEND_ERROR_ARGUMENT,
                          "%s: ways has no path: start a query and run it to its end first",
                          function);
    }
    const wendi_leg_array *legs = &pathfinder->path->legs;
    path->spare.count = 0;
    if (!wendi_path_reserve(path, &path->spare, legs->count)) {
        return wendi_fail_plain(&path->error, function, WEND_ERROR_MEMORY);
    }
    for (size_t i = 0; i < legs->count; i++) {
        path->spare.items[path->spare.count++] = legs->items[i];
    }
    wendi_path_commit(path, pathfinder->path->start);
    return WEND_OK;
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
    if (pathfinder != NULL && pathfinder->def.mesh != NULL &&
        pathfinder->def.mesh->cells.factor_least < pathfinder->def.mesh->cells.factor_most) {
        query.mesh_method = WEND_MESH_METHOD_MIDPOINT;
    }
    const wend_result result = wend_pathfinder_find(pathfinder, &query);
    return pathfinder != NULL &&
           wendi_fail_as(&pathfinder->message, "wend_pathfinder_can_reach", result) == WEND_OK;
}
