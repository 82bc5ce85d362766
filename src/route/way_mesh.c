/* takes: places on a mesh.
 * gives: the way between them, from a search that knows exact places.
 * cost:  a search; smoothing of ways by midpoints and centroids where it is asked for. */
#include "route/mesh_walks.h"
#include "route/way_private.h"

static wend_mesh_place place_at(wend_vec3 at)
{
    return wend_mesh_place_at(at.x, at.y, at.z);
}

static void set_goal(const wend_ways *ways, wend_mesh_query *query, wend_mesh_place *places)
{
    switch (ways->query.goal_kind) {
    case WEND_WAY_TO_PLACE:
        query->goal = place_at(ways->query.to);
        break;
    case WEND_WAY_TO_PLACES:
        query->goal_kind = WEND_MESH_GOAL_SET;
        query->goals = places;
        query->goal_count = ways->place_count;
        for (size_t i = 0; i < ways->place_count; i++) {
            places[i] = place_at(ways->places[i]);
        }
        break;
    case WEND_WAY_TO_TAG:
    case WEND_WAY_TO_PREDICATE:
        query->goal_kind = WEND_MESH_GOAL_PREDICATE;
        query->is_goal = ways->query.is_goal;
        query->user = ways->query.user;
        break;
    }
}

static wend_result start(wend_ways *ways)
{
    const size_t bytes = (ways->place_count + 1) * sizeof(wend_mesh_place);
    wend_mesh_place *places = wendi_alloc(&ways->allocator, bytes);
    if (places == NULL) {
        return WEND_ERROR_MEMORY;
    }
    wend_mesh_query query = wend_mesh_query_default();
    query.start = place_at(ways->query.from);
    query.method = ways->query.mesh_method;
    query.radius = ways->def.radius;
    query.corners = ways->query.corners;
    set_goal(ways, &query, places);
    const wend_result result = wend_mesh_search_start(ways->mesh_search, &query);
    wendi_free(&ways->allocator, places, bytes);
    if (result < 0) {
        return wendi_fail(&ways->message, result, "wend_ways_start: %s",
                          wend_mesh_search_error(ways->mesh_search));
    }
    return result;
}

static wend_result run(wend_ways *ways, wend_budget *budget)
{
    wend_mesh_answer answer;
    const wend_result result = wend_mesh_search_run(ways->mesh_search, budget);
    wend_mesh_search_get_answer(ways->mesh_search, &answer);
    ways->answer.reason = answer.reason;
    ways->answer.expanded = answer.expanded;
    ways->answer.method = wend_mesh_method_name(answer.method);
    ways->answer.bound = answer.bound;
    return result;
}

static wend_result finish(wend_ways *ways)
{
    wend_mesh_answer answer;
    wend_mesh_search_get_answer(ways->mesh_search, &answer);
    const wend_result result = wend_path_from_mesh_search(ways->path, ways->mesh_search);
    ways->answer.node = answer.place.polygon;
    ways->answer.goal_index = answer.goal_index;
    ways->answer.place = (wend_vec3){answer.place.x, answer.place.y, answer.place.z};
    if (result != WEND_OK || ways->query.shape == WEND_WAY_AS_FOUND ||
        answer.method == WEND_MESH_METHOD_EXACT) {
        return result;
    }
    return wend_path_smooth_mesh(ways->path, ways->def.mesh, ways->def.radius,
                                 ways->query.shape == WEND_WAY_SMOOTH_PRECISE
                                     ? WEND_SMOOTHING_PRECISE
                                     : WEND_SMOOTHING_QUICK);
}

static wend_result walk(wend_ways *ways, wend_vec3 from, wend_vec3 to, wend_cost *cost)
{
    wend_result result = WEND_OK;
    (void)wend_mesh_space_can_walk(ways->def.mesh, place_at(from), place_at(to), ways->def.radius,
                                   cost, &result);
    /* It can be walked, only the cost cannot be told: for who asks to decide. */
    return result == WEND_ERROR_FULL ? WEND_OK : result;
}

static wend_cost least(const wend_ways *ways, wend_vec3 from, wend_vec3 to)
{
    const wend_mesh_space *space = ways->def.mesh;
    if (space->hop_count > 0) {
        return 0;
    }
    return wend_cost_from_double(wendi_way_leg(from, to, true).length * space->cells.factor_least);
}

static wend_node node_at(const wend_ways *ways, wend_vec3 *place)
{
    const wend_mesh *mesh = ways->def.mesh->mesh;
    const wend_node polygon = wend_mesh_locate(mesh, place->x, place->y, place->z);
    place->z = wend_mesh_height(mesh, polygon, place->x, place->y);
    return polygon;
}

const wendi_way_world *wendi_way_mesh(void)
{
    static const wendi_way_world world = {start, run, finish, walk, least, node_at, true};
    return &world;
}
