/* takes: a question that was answered, or two places.
 * gives: the answer, its path, and whether one can walk or get there.
 * cost:  a copy; a walk test; a search. */
#include "route/way_private.h"

#include <string.h>

const char *wend_ways_error(const wend_ways *ways)
{
    return ways == NULL ? "" : ways->message.text;
}

void wend_ways_get_answer(const wend_ways *ways, wend_way_answer *answer)
{
    if (answer == NULL) {
        return;
    }
    if (ways == NULL || !ways->has_query) {
        memset(answer, 0, sizeof *answer);
        answer->node = WEND_NODE_NONE;
        answer->method = "";
        return;
    }
    *answer = ways->answer;
}

wend_result wend_path_from_ways(wend_path *path, const wend_ways *ways)
{
    static const char function[] = "wend_path_from_ways";
    const wend_result allowed = wendi_path_may_change(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (ways == NULL) {
        return wendi_refuse_null(&path->error, function, "ways");
    }
    if (ways->has_query && ways->answer.result == WEND_NO_PATH) {
        wend_path_clear(path);
        return WEND_NO_PATH;
    }
    if (!ways->has_query || ways->answer.result != WEND_OK) {
        return wendi_fail(&path->error, WEND_ERROR_ARGUMENT,
                          "%s: ways has no path: start a query and run it to its end first",
                          function);
    }
    const wendi_leg_array *legs = &ways->path->legs;
    path->spare.count = 0;
    if (!wendi_path_reserve(path, &path->spare, legs->count)) {
        return wendi_tell(&path->error, function, WEND_ERROR_MEMORY);
    }
    for (size_t i = 0; i < legs->count; i++) {
        path->spare.items[path->spare.count++] = legs->items[i];
    }
    wendi_path_commit(path, ways->path->start);
    return WEND_OK;
}

bool wend_ways_can_walk(wend_ways *ways, wend_vec3 from, wend_vec3 to, wend_cost *cost)
{
    wend_cost price = WEND_COST_INFINITE;
    const bool can_walk =
        ways != NULL && !ways->is_busy && wendi_ways_walk(ways, from, to, &price) == WEND_OK;
    if (cost != NULL) {
        *cost = can_walk ? price : WEND_COST_INFINITE;
    }
    return can_walk;
}

bool wend_ways_can_reach(wend_ways *ways, wend_vec3 from, wend_vec3 to)
{
    wend_way_query query = wend_way_query_default();
    query.from = from;
    query.to = to;
    query.shape = WEND_WAY_AS_FOUND;
    if (ways != NULL && ways->def.mesh != NULL &&
        ways->def.mesh->cells.factor_least < ways->def.mesh->cells.factor_most) {
        query.mesh_method = WEND_MESH_METHOD_MIDPOINT;
    }
    const wend_result result = wend_ways_find(ways, &query);
    return ways != NULL && wendi_head(&ways->message, "wend_ways_can_reach", result) == WEND_OK;
}
