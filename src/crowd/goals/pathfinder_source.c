/* A pathfinder as a route source: it answers at once.
 * Cost: that of the query. */
#include "route/space/space.h"
#include "wend/crowd.h"
#include "wend/pathfinder.h"

static wend_result start(void *context, const wend_route_query *query, wend_path *path)
{
    wend_pathfinder *pathfinder = context;
    wend_path_query about = wend_path_query_default();
    wend_vec3 positions[WEND_CROWD_PLACES_MAX];
    about.from = wend_vec3_from_vec2(query->from, query->from_height);
    about.to = wend_vec3_from_vec2(query->to, query->to_height);
    if (query->goal == WEND_ROUTE_TO_TAG) {
        about.goal_kind = WEND_PATH_TO_TAG;
        about.tag = query->tag;
    } else if (query->goal == WEND_ROUTE_TO_PLACES) {
        for (size_t i = 0; i < query->place_count; ++i) {
            positions[i] = wend_vec3_from_vec2(query->places[i].position, query->place_heights[i]);
        }
        about.goal_kind = WEND_PATH_TO_POSITIONS;
        about.positions = positions;
        about.position_count = query->place_count;
    }
    const wend_result result = wend_pathfinder_find(pathfinder, &about);
    return result == WEND_OK ? wend_path_from_pathfinder(path, pathfinder) : result;
}

static void get_answer(void *context, const wend_route_query *query, wend_route_answer *answer)
{
    const wend_pathfinder *pathfinder = context;
    const wend_space *space = wend_pathfinder_space(pathfinder);
    wend_path_answer found;
    wend_pathfinder_get_answer(pathfinder, &found);
    answer->has_item = query->goal != WEND_ROUTE_TO_POINT;
    answer->item = query->goal == WEND_ROUTE_TO_PLACES ? found.goal_index : found.node;
    answer->cost_unit = space != NULL && space->net == NULL ? space->cell_size : 1;
}

wend_route_source wend_route_source_from_pathfinder(wend_pathfinder *pathfinder)
{
    return (wend_route_source){.start = start, .context = pathfinder, .get_answer = get_answer};
}
