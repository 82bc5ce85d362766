/* takes: a world, questions about ways in it.
 * gives: ways from and to exact places.
 * cost:  the world's search. */
#include "route/way_private.h"

#include "base/exact.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WAYS_COOKIE = 0x57594431, WAY_COOKIE = 0x57595131, PLACES_MOST = 65536 };

wend_ways_def wend_ways_def_default(void)
{
    wend_ways_def def;
    memset(&def, 0, sizeof def);
    def.cookie = WAYS_COOKIE;
    def.stops = WEND_STOPS_WALK;
    def.factor = 1;
    def.reach = (double)INFINITY;
    def.height_most = (double)INFINITY;
    def.nodes_most = 64;
    return def;
}

wend_way_query wend_way_query_default(void)
{
    wend_way_query query;
    memset(&query, 0, sizeof query);
    query.cookie = WAY_COOKIE;
    return query;
}

const wendi_way_world *wendi_way_world_of(const wend_ways *ways)
{
    if (ways->def.mesh != NULL) {
        return wendi_way_mesh();
    }
    return ways->def.space->net != NULL ? wendi_way_graph_world() : wendi_way_grid();
}

/* ---- create ---- */

static wend_result refuse_def(const wend_ways_def *def, const char *text)
{
    return wendi_fail(def->message, WEND_ERROR_ARGUMENT, "wend_ways_create: %s", text);
}

static wend_result check_def(const wend_ways_def *def)
{
    if (def == NULL || !wendi_is_made(def->cookie, WAYS_COOKIE, def->message, "wend_ways_create",
                                      "wend_ways_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if ((def->space == NULL) == (def->mesh == NULL)) {
        return refuse_def(def, def->space == NULL ? "space and mesh are NULL: set one of them"
                                                  : "space and mesh are both set: set only one");
    }
    if (!(def->radius >= 0 && def->radius <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(def->message, "wend_ways_create", "radius", def->radius, 0,
                            WEND_COORDINATE_MAX);
    }
    const bool is_grid = def->space != NULL && def->space->net == NULL;
    if (def->walls != NULL && (def->mesh != NULL || (is_grid && !def->space->is_uniform))) {
        return refuse_def(def, "walls is set, which is for graphs, and for grids of one cost");
    }
    if (!(def->factor >= 1.0 / 256 && def->factor <= 65536)) {
        return wendi_refuse(def->message, "wend_ways_create", "factor", def->factor, 1.0 / 256,
                            65536);
    }
    if (!(def->reach >= 0) || !(def->height_most >= 0)) {
        const bool is_reach = !(def->reach >= 0);
        return wendi_refuse(def->message, "wend_ways_create", is_reach ? "reach" : "height_most",
                            is_reach ? def->reach : def->height_most, 0, (double)INFINITY);
    }
    return def->nodes_most >= 1 && def->nodes_most <= UINT32_MAX / 2
               ? WEND_OK
               : wendi_refuse(def->message, "wend_ways_create", "nodes_most",
                              (double)def->nodes_most, 1, UINT32_MAX / 2);
}

/* What searches in this world. */
static wend_result create_search(wend_ways *ways)
{
    if (ways->def.mesh != NULL) {
        return wend_mesh_search_create(ways->def.mesh, &ways->allocator, &ways->mesh_search);
    }
    if (ways->def.space->net != NULL) {
        return WEND_OK;
    }
    wend_search_def def = wend_search_def_default();
    def.space = ways->def.space;
    def.allocator = ways->allocator;
    return wend_search_create(&def, &ways->search);
}

wend_result wend_ways_create(const wend_ways_def *def, wend_ways **ways)
{
    if (ways != NULL) {
        *ways = NULL;
    }
    wend_result result = check_def(def);
    if (result != WEND_OK) {
        return result;
    }
    if (ways == NULL) {
        return wendi_refuse_null(def->message, "wend_ways_create", "ways");
    }
    wend_ways *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail(def->message, WEND_ERROR_MEMORY, "wend_ways_create: out of memory");
    }
    made->allocator = def->allocator;
    made->def = *def;
    made->def.message = NULL;
    wendi_array_u32_init(&made->cells, &def->allocator);
    result = wend_path_create(&def->allocator, &made->path);
    result = result == WEND_OK ? create_search(made) : result;
    if (result != WEND_OK) {
        wend_ways_destroy(made);
        return wendi_fail(def->message, result, "wend_ways_create: %s", wend_result_text(result));
    }
    *ways = made;
    return WEND_OK;
}

static void free_graph(wendi_way_graph *g, const wend_allocator *allocator)
{
    wendi_free(allocator, g->nodes, g->node_capacity * sizeof *g->nodes);
    wendi_free(allocator, g->goals, g->node_capacity * sizeof *g->goals);
    wendi_free(allocator, g->beginnings.items,
               g->beginnings.capacity * sizeof *g->beginnings.items);
    wendi_free(allocator, g->arcs.items, g->arcs.capacity * sizeof *g->arcs.items);
    wendi_free(allocator, g->ends.items, g->ends.capacity * sizeof *g->ends.items);
    wendi_mesh_queue_free(&g->queue, allocator);
}

void wend_ways_destroy(wend_ways *ways)
{
    if (ways == NULL) {
        return;
    }
    const wend_allocator allocator = ways->allocator;
    wend_path_destroy(ways->path);
    wend_search_destroy(ways->search);
    wend_mesh_search_destroy(ways->mesh_search);
    wendi_array_u32_free(&ways->cells);
    wendi_free(&allocator, ways->places, ways->place_capacity * sizeof *ways->places);
    free_graph(&ways->graph, &allocator);
    wendi_free(&allocator, ways, sizeof *ways);
}

/* ---- start ---- */

static void clear_answer(wend_way_answer *answer)
{
    memset(answer, 0, sizeof *answer);
    answer->node = WEND_NODE_NONE;
    answer->method = "";
}

static const char starting[] = "wend_ways_start";

static wend_result refuse(wend_ways *ways, wend_result result, const char *text)
{
    return wendi_fail(&ways->message, result, "%s: %s", starting, text);
}

static wend_result check_places(wend_ways *ways, const wend_way_query *query)
{
    if (query->places == NULL) {
        return refuse(ways, WEND_ERROR_ARGUMENT, "places is NULL, and WEND_WAY_TO_PLACES needs it");
    }
    if (query->place_count == 0 || query->place_count > PLACES_MOST) {
        return wendi_refuse(&ways->message, starting, "place_count", (double)query->place_count, 1,
                            PLACES_MOST);
    }
    for (size_t i = 0; i < query->place_count; i++) {
        char name[40];
        (void)snprintf(name, sizeof name, "places[%zu]", i);
        const wend_result result =
            wendi_check_place(&ways->message, starting, name, query->places[i]);
        if (result != WEND_OK) {
            return result;
        }
    }
    return wendi_way_take_places(ways, query->places, query->place_count);
}

static wend_result check_goal(wend_ways *ways, const wend_way_query *query)
{
    wend_result result = WEND_OK;
    ways->place_count = 0;
    switch (query->goal_kind) {
    case WEND_WAY_TO_PLACE:
        result = wendi_check_place(&ways->message, starting, "to", query->to);
        return result == WEND_OK ? wendi_way_take_places(ways, &query->to, 1) : result;
    case WEND_WAY_TO_PLACES:
        return check_places(ways, query);
    case WEND_WAY_TO_TAG:
        return ways->def.space != NULL && ways->def.space->net != NULL
                   ? WEND_OK
                   : refuse(ways, WEND_ERROR_UNSUPPORTED,
                            "goal_kind is WEND_WAY_TO_TAG, but only graphs have tags");
    case WEND_WAY_TO_PREDICATE:
        return query->is_goal != NULL
                   ? WEND_OK
                   : refuse(ways, WEND_ERROR_ARGUMENT,
                            "is_goal is NULL, and WEND_WAY_TO_PREDICATE needs it");
    default:
        return wendi_refuse(&ways->message, starting, "goal_kind", (double)query->goal_kind,
                            WEND_WAY_TO_PLACE, WEND_WAY_TO_PREDICATE);
    }
}

static wend_result check_query(wend_ways *ways, const wend_way_query *query)
{
    if (query == NULL) {
        return refuse(ways, WEND_ERROR_ARGUMENT,
                      "query is NULL: begin with wend_way_query_default()");
    }
    if (query->cookie != WAY_COOKIE) {
        return wendi_refuse_cookie(&ways->message, starting, query->cookie,
                                   "wend_way_query_default");
    }
    wend_result result = wendi_check_place(&ways->message, starting, "from", query->from);
    if (result != WEND_OK) {
        return result;
    }
    if ((unsigned)query->shape > WEND_WAY_AS_FOUND) {
        return wendi_refuse(&ways->message, starting, "shape", (double)query->shape, 0,
                            WEND_WAY_AS_FOUND);
    }
    if ((unsigned)query->method >= WEND_METHOD_COUNT) {
        return wendi_refuse(&ways->message, starting, "method", (double)query->method, 0,
                            WEND_METHOD_COUNT - 1);
    }
    if ((unsigned)query->mesh_method >= WEND_MESH_METHOD_COUNT) {
        return wendi_refuse(&ways->message, starting, "mesh_method", (double)query->mesh_method, 0,
                            WEND_MESH_METHOD_COUNT - 1);
    }
    if ((unsigned)query->corners > WEND_CORNERS_MITRED) {
        return wendi_refuse(&ways->message, starting, "corners", (double)query->corners, 0,
                            WEND_CORNERS_MITRED);
    }
    result = check_goal(ways, query);
    return result == WEND_ERROR_MEMORY ? refuse(ways, result, "out of memory") : result;
}

/* Is the straight walk surely best? Sums of roundings are let be. */
static bool is_surely_best(wend_ways *ways)
{
    bool is_best = ways->can_walk;
    for (size_t i = 0; i < ways->place_count && is_best; i++) {
        const wend_cost least =
            wendi_way_world_of(ways)->least(ways, ways->query.from, ways->places[i]);
        is_best = ways->walk_cost <= least + (least >> 40) + 16;
    }
    return is_best;
}

/* The cheapest straight walk to a place. A place is looked at only where it could be that, so most
 * of many cost no walk test. */
static wend_result look_straight(wend_ways *ways)
{
    const wendi_way_world *world = wendi_way_world_of(ways);
    ways->can_walk = false;
    ways->walk_cost = WEND_COST_INFINITE;
    for (size_t i = 0; i < ways->place_count && !ways->query.is_searched; i++) {
        wend_cost cost;
        if (world->least(ways, ways->query.from, ways->places[i]) >= ways->walk_cost) {
            continue;
        }
        const wend_result result = world->walk(ways, ways->query.from, ways->places[i], &cost);
        if (result < 0) {
            return result;
        }
        if (result == WEND_OK && cost < ways->walk_cost) {
            ways->can_walk = true;
            ways->walk_cost = cost;
            ways->walk_index = i;
        }
    }
    return WEND_OK;
}

static wend_result go_straight(wend_ways *ways)
{
    const wendi_way_world *world = wendi_way_world_of(ways);
    wend_vec3 from = ways->query.from;
    wend_vec3 to = ways->places[ways->walk_index];
    const wend_node first = world->node_at(ways, &from);
    const wend_node last = world->node_at(ways, &to);
    wend_leg leg = wendi_way_leg(from, to, world->is_flat);
    leg.from = first;
    leg.to = last;
    leg.cost = ways->walk_cost;
    ways->answer.node = last;
    ways->answer.place = to;
    ways->answer.goal_index = ways->walk_index;
    ways->answer.method = "direct";
    ways->answer.bound = 1;
    return wendi_way_only(ways->path, &leg);
}

static bool is_stale(const wend_ways *ways)
{
    if (ways->def.mesh != NULL) {
        return !wendi_mesh_space_is_fresh(ways->def.mesh);
    }
    wend_space_info info;
    wend_space_get_info(ways->def.space, &info);
    return !info.is_fresh;
}

wend_result wendi_ways_walk(wend_ways *ways, wend_vec3 from, wend_vec3 to, wend_cost *cost)
{
    wendi_message_clear(&ways->message);
    static const char function[] = "wend_ways_can_walk";
    wend_result result = wendi_check_place(&ways->message, function, "from", from);
    if (result == WEND_OK) {
        result = wendi_check_place(&ways->message, function, "to", to);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (is_stale(ways)) {
        return wendi_fail(&ways->message, WEND_ERROR_STALE,
                          "%s: the world changed: update its space first", function);
    }
    result = wendi_way_world_of(ways)->walk(ways, from, to, cost);
    if (result == WEND_OK && *cost == WEND_COST_INFINITE) {
        return wendi_fail(&ways->message, WEND_ERROR_FULL,
                          "%s: the walk costs 2^32 or more, which no cost can tell", function);
    }
    return result >= 0 ? result : wendi_tell(&ways->message, function, result);
}

static wend_result begin(wend_ways *ways)
{
    if (is_stale(ways)) {
        return refuse(ways, WEND_ERROR_STALE, "the world changed: update its space first");
    }
    wend_result result = look_straight(ways);
    if (result == WEND_OK && is_surely_best(ways)) {
        result = go_straight(ways);
        ways->answer.result = WEND_OK;
    } else if (result == WEND_OK) {
        result = wendi_way_world_of(ways)->start(ways);
        ways->answer.result = result == WEND_OK ? WEND_IN_PROGRESS : result;
    }
    return result == WEND_ERROR_MEMORY ? refuse(ways, result, "out of memory") : result;
}

static void sum_up(wend_ways *ways)
{
    ways->answer.cost = wend_path_cost(ways->path);
    ways->answer.length = wend_path_length(ways->path);
}

wend_result wend_ways_start(wend_ways *ways, const wend_way_query *query)
{
    if (ways == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (ways->is_busy) {
        return WEND_ERROR_BUSY;
    }
    wendi_message_clear(&ways->message);
    clear_answer(&ways->answer);
    wend_path_clear(ways->path);
    ways->has_query = false;
    wend_result result = check_query(ways, query);
    if (result != WEND_OK) {
        return result;
    }
    ways->query = *query;
    ways->query.places = NULL; /* the caller's, not to be looked at again */
    ways->is_busy = true;
    result = begin(ways);
    ways->is_busy = false;
    result = wendi_head(&ways->message, starting, result);
    if (result < 0) {
        return result;
    }
    sum_up(ways);
    ways->has_query = true;
    return WEND_OK;
}

/* ---- run ---- */

/* Makes the path; takes the straight walk where the search found nothing cheaper. */
static wend_result finish(wend_ways *ways)
{
    wend_result result = wendi_way_world_of(ways)->finish(ways);
    if (result == WEND_OK && ways->can_walk && ways->walk_cost < wend_path_cost(ways->path)) {
        result = go_straight(ways);
    }
    return result;
}

wend_result wend_ways_run(wend_ways *ways, wend_budget *budget)
{
    if (ways == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (ways->is_busy) {
        return WEND_ERROR_BUSY;
    }
    if (!ways->has_query) {
        return wendi_fail(&ways->message, WEND_ERROR_ARGUMENT,
                          "wend_ways_run: no query was started: call wend_ways_start first");
    }
    if (ways->answer.result != WEND_IN_PROGRESS) {
        return ways->answer.result;
    }
    ways->is_busy = true;
    wend_result result = wendi_way_world_of(ways)->run(ways, budget);
    result = result == WEND_OK ? finish(ways) : result;
    ways->is_busy = false;
    ways->answer.result = result;
    if (result < 0) {
        ways->has_query = false;
        wend_path_clear(ways->path);
        return wendi_fail(&ways->message, result, "wend_ways_run: %s", wend_result_text(result));
    }
    sum_up(ways);
    return result;
}

wend_result wend_ways_find(wend_ways *ways, const wend_way_query *query)
{
    wend_result result = wend_ways_start(ways, query);
    if (result == WEND_OK) {
        result = wend_ways_run(ways, NULL);
    }
    return ways == NULL ? result : wendi_head(&ways->message, "wend_ways_find", result);
}
