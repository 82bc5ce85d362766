/* takes: places beside a graph.
 * gives: the way between them: walks to and from nodes, the cheapest way over the graph.
 * cost:  the walk tests of finding nodes, a search; smoothing where it is asked for. */
#include "route/space.h"
#include "route/way_private.h"

#include "base/budget.h"
#include "wend/path_shape.h"

#include <string.h>

/* Of nodes at the start and nodes at the goals, in pairs: those beyond are taken to be joined. */
enum { LOOKS_MOST = 1 << 14 };

static const uint32_t NONE = UINT32_MAX;

/* ---- straight walks ---- */

static bool is_floor(const wend_ways *ways, double a, double b)
{
    const double off = a > b ? a - b : b - a;
    return off <= ways->def.height_most;
}

static wend_result walk(wend_ways *ways, wend_vec3 from, wend_vec3 to, wend_cost *cost)
{
    const wend_ways_def *def = &ways->def;
    const wend_vec2 a = {from.x, from.y};
    const wend_vec2 b = {to.x, to.y};
    *cost = WEND_COST_INFINITE;
    if (!is_floor(ways, from.z, to.z) ||
        (def->walls != NULL && !wend_walls_can_walk(def->walls, a, b, def->radius, def->stops))) {
        return WEND_NO_PATH;
    }
    *cost = wend_cost_from_double(wendi_way_leg(from, to, false).length * def->factor);
    return WEND_OK;
}

static wend_vec3 place_of(const wend_ways *ways, wend_node node)
{
    return ways->def.space->net->places[node];
}

/* ---- ends ---- */

static wend_result reserve(wend_ways *ways, wendi_way_ends *ends, size_t count)
{
    if (count > ends->capacity) {
        wendi_way_end *items = wendi_resize(&ways->allocator, ends->items,
                                            ends->capacity * sizeof *items, count * sizeof *items);
        if (items == NULL) {
            return WEND_ERROR_MEMORY;
        }
        ends->items = items;
        ends->capacity = count;
    }
    return WEND_OK;
}

static size_t most_nodes(const wend_ways *ways)
{
    const size_t there = wend_graph_node_count(ways->def.space->graph);
    return ways->def.nodes_most < there ? ways->def.nodes_most : there;
}

/* The nodes that can be walked to from a place, and what that costs. */
static void list_nodes(wend_ways *ways, const wend_node *nodes, size_t count, wend_vec3 place,
                       uint32_t index, wendi_way_ends *ends)
{
    for (size_t i = 0; i < count; i++) {
        const wend_leg leg = wendi_way_leg(place, place_of(ways, nodes[i]), false);
        const wendi_way_end end = {
            wend_cost_from_double(leg.length * ways->def.factor), nodes[i], index, NONE, {0, 0}, 0};
        ends->items[ends->count++] = end;
    }
}

static wend_result find_nodes(wend_ways *ways, wend_vec3 place, uint32_t index,
                              wendi_way_ends *ends)
{
    const size_t most = most_nodes(ways);
    const size_t bytes = (most + 1) * sizeof(wend_node);
    wend_graph_near near = wend_graph_near_default();
    near.most = ways->def.reach;
    near.height = place.z;
    near.height_most = ways->def.height_most;
    near.walls = ways->def.walls;
    near.radius = ways->def.radius;
    near.stops = ways->def.stops;
    wend_node *nodes = wendi_alloc(&ways->allocator, bytes);
    if (nodes == NULL ||
        reserve(ways, ends, ends->count + most + 2 * ways->graph.arcs.count) != WEND_OK) {
        wendi_free(&ways->allocator, nodes, bytes);
        return WEND_ERROR_MEMORY;
    }
    size_t count = wend_graph_nearest_several(ways->def.space->graph, (wend_vec2){place.x, place.y},
                                              &near, nodes, most + 1);
    if (count > most) {
        ways->graph.is_cut = true;
        count = most;
    }
    list_nodes(ways, nodes, count, place, index, ends);
    wendi_way_add_tangents(ways, place, index, ends);
    wendi_free(&ways->allocator, nodes, bytes);
    return WEND_OK;
}

static wend_result reserve_nodes(wend_ways *ways)
{
    wendi_way_graph *g = &ways->graph;
    const uint32_t count = ways->def.space->net->node_count;
    if (count <= g->node_capacity) {
        return WEND_OK;
    }
    wendi_way_node *nodes = wendi_alloc_zero(&ways->allocator, count * sizeof *nodes);
    uint32_t *goals = wendi_alloc_zero(&ways->allocator, count * sizeof *goals);
    if (nodes == NULL || goals == NULL) {
        wendi_free(&ways->allocator, nodes, count * sizeof *nodes);
        wendi_free(&ways->allocator, goals, count * sizeof *goals);
        return WEND_ERROR_MEMORY;
    }
    wendi_free(&ways->allocator, g->nodes, g->node_capacity * sizeof *nodes);
    wendi_free(&ways->allocator, g->goals, g->node_capacity * sizeof *goals);
    g->nodes = nodes;
    g->goals = goals;
    g->node_capacity = count;
    g->stamp = 0;
    return WEND_OK;
}

/* Forgets the question before. */
static void clear(wendi_way_graph *g)
{
    for (size_t i = 0; i < g->ends.count; i++) {
        g->goals[g->ends.items[i].node] = 0;
    }
    g->beginnings.count = g->ends.count = 0;
    g->best = WEND_COST_INFINITE;
    g->best_node = g->best_end = NONE;
    g->is_cut = false;
    if (++g->stamp == 0) {
        memset(g->nodes, 0, g->node_capacity * sizeof *g->nodes);
        g->stamp = 1;
    }
}

static wend_result find_ends(wend_ways *ways)
{
    wendi_way_graph *g = &ways->graph;
    wend_result result = find_nodes(ways, ways->query.from, 0, &g->beginnings);
    for (uint32_t i = 0; i < ways->place_count && result == WEND_OK; i++) {
        const size_t before = g->ends.count;
        result = find_nodes(ways, ways->places[i], i, &g->ends);
        if (result != WEND_OK) {
            g->ends.count = before;
        }
    }
    return result;
}

/* Straight walks to the places that beat each other, for a beginning. */
static void walk_straight(wend_ways *ways)
{
    wendi_way_graph *g = &ways->graph;
    for (size_t i = 0; i < ways->place_count && !ways->query.is_searched; i++) {
        wend_cost cost;
        if (walk(ways, ways->query.from, ways->places[i], &cost) == WEND_OK && cost < g->best) {
            g->best = cost;
            ways->answer.goal_index = i;
        }
    }
}

/* Leaves those of some ends that a path may join to one of the others. */
static void keep_joined(const wend_ways *ways, wendi_way_ends *ends, const wendi_way_ends *others,
                        bool is_beginning)
{
    const wendi_space_graph *net = ways->def.space->net;
    size_t looks = 0;
    size_t kept = 0;
    for (size_t i = 0; i < ends->count; i++) {
        const wend_node node = ends->items[i].node;
        bool is_joined = false;
        for (size_t k = 0; k < others->count && !is_joined; k++) {
            const wend_node other = others->items[k].node;
            is_joined =
                looks++ >= LOOKS_MOST || !wendi_graph_is_apart(net, is_beginning ? node : other,
                                                               is_beginning ? other : node);
        }
        if (is_joined) {
            ends->items[kept++] = ends->items[i];
        }
    }
    ends->count = kept;
}

static wend_result blocked(wend_ways *ways, wend_reason reason)
{
    ways->answer.reason = reason;
    return WEND_NO_PATH;
}

static wend_result start(wend_ways *ways)
{
    wendi_way_graph *g = &ways->graph;
    const wend_space *space = ways->def.space;
    if (wend_graph_revision(space->graph) != space->revision) {
        return wendi_fail(&ways->message, WEND_ERROR_STALE,
                          "wend_ways_start: the graph changed: call wend_space_update first");
    }
    wend_result result = reserve_nodes(ways);
    result = result == WEND_OK ? wendi_way_list_arcs(ways) : result;
    if (result == WEND_OK) {
        clear(g);
        walk_straight(ways);
        result = find_ends(ways);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (g->beginnings.count == 0 && g->best == WEND_COST_INFINITE) {
        return blocked(ways, WEND_REASON_START_BLOCKED);
    }
    if (ways->place_count > 0 && g->ends.count == 0 && g->best == WEND_COST_INFINITE) {
        return blocked(ways, WEND_REASON_GOAL_BLOCKED);
    }
    if (ways->place_count > 0) {
        keep_joined(ways, &g->ends, &g->beginnings, false);
        keep_joined(ways, &g->beginnings, &g->ends, true);
    }
    if (ways->place_count > 0 && g->ends.count == 0 && g->best == WEND_COST_INFINITE) {
        return blocked(ways, WEND_REASON_UNREACHABLE);
    }
    if (ways->place_count > 0 && g->ends.count == 0) {
        g->beginnings.count = 0; /* nothing to search for */
    }
    return wendi_way_graph_begin(ways);
}

static wend_result run_slice(void *context, uint64_t *steps)
{
    return wendi_way_graph_advance(context, steps);
}

static wend_result run(wend_ways *ways, wend_budget *budget)
{
    ways->answer.method =
        wend_method_name(ways->graph.ends.count > 0 ? WEND_METHOD_ASTAR : WEND_METHOD_DIJKSTRA);
    const wend_result result = wendi_budget_run(budget, run_slice, ways);
    if (result == WEND_NO_PATH) {
        ways->answer.reason = WEND_REASON_UNREACHABLE;
    }
    return result;
}

/* ---- the path ---- */

/* Nodes and edges from the beginning to the best node. */
static wend_result trace(wend_ways *ways)
{
    const wendi_way_node *nodes = ways->graph.nodes;
    wendi_way *way = &ways->path->trace;
    size_t count = 0;
    for (uint32_t at = ways->graph.best_node; at != NONE; at = nodes[at].before) {
        count++;
    }
    if (!wendi_array_u32_resize(&way->nodes, count) ||
        !wendi_array_u32_resize(&way->follows, count)) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t at = ways->graph.best_node; at != NONE; at = nodes[at].before) {
        way->nodes.items[--count] = at;
        way->follows.items[count] = nodes[at].edge;
    }
    return wendi_path_build_graph(ways->path, ways->def.space, way);
}

static wend_leg priced(const wend_ways *ways, wend_vec3 from, wend_vec3 to)
{
    wend_leg leg = wendi_way_leg(from, to, false);
    leg.cost = wend_cost_from_double(leg.length * ways->def.factor);
    return leg;
}

static wend_result shape(wend_ways *ways)
{
    if (ways->query.shape == WEND_WAY_AS_FOUND || ways->def.walls == NULL) {
        return WEND_OK;
    }
    wend_path_walls how = wend_path_walls_default();
    how.walls = ways->def.walls;
    how.radius = ways->def.radius;
    how.stops = ways->def.stops;
    how.factor = ways->def.factor;
    how.smoothing = ways->query.shape == WEND_WAY_SMOOTH_PRECISE ? WEND_SMOOTHING_PRECISE
                                                                 : WEND_SMOOTHING_QUICK;
    return wend_path_smooth_walls(ways->path, &how);
}

static wend_result append(wend_path *path, const wend_leg *leg)
{
    return leg->length > 0 ? wendi_path_append(path, leg) : WEND_OK;
}

/* The walk from the start to the first node, by the arc it touches if there is one. */
static wend_result append_first(wend_ways *ways, const wendi_way_end *begin)
{
    const bool touches = begin->arc != NONE;
    const wend_vec3 touch = {begin->touch.x, begin->touch.y, 0};
    wend_leg leg = priced(ways, ways->query.from, touches ? touch : place_of(ways, begin->node));
    leg.to = begin->node;
    const wend_result result = append(ways->path, &leg);
    return result == WEND_OK && touches ? wendi_way_add_touch(ways, begin, true) : result;
}

static wend_result append_last(wend_ways *ways, const wendi_way_end *end)
{
    const bool touches = end->arc != NONE;
    const wend_vec3 touch = {end->touch.x, end->touch.y, 0};
    wend_leg leg =
        priced(ways, touches ? touch : place_of(ways, end->node), ways->places[end->place]);
    leg.from = end->node;
    const wend_result result = touches ? wendi_way_add_touch(ways, end, false) : WEND_OK;
    return result == WEND_OK ? append(ways->path, &leg) : result;
}

static void turn_round(wend_leg *legs, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        const wend_leg leg = legs[i];
        legs[i] = legs[count - 1 - i];
        legs[count - 1 - i] = leg;
    }
}

/* Puts the legs from `middle` on before the others. */
static void rotate(wend_path *path, size_t middle)
{
    turn_round(path->legs.items, middle);
    turn_round(path->legs.items + middle, path->legs.count - middle);
    turn_round(path->legs.items, path->legs.count);
}

static wend_result join(wend_ways *ways)
{
    const wendi_way_graph *g = &ways->graph;
    const uint32_t begin = ways->path->trace.follows.items[0];
    wend_result result = WEND_OK;
    ways->answer.node = g->best_end == NONE ? g->best_node : WEND_NODE_NONE;
    if (g->best_end == NONE) {
        ways->answer.place = place_of(ways, g->best_node);
    } else {
        const wendi_way_end *end = &g->ends.items[g->best_end];
        ways->answer.goal_index = end->place;
        ways->answer.place = ways->places[end->place];
        result = append_last(ways, end);
    }
    const size_t count = ways->path->legs.count;
    if (result == WEND_OK) {
        result = append_first(ways, &g->beginnings.items[begin]);
    }
    if (result == WEND_OK && count < ways->path->legs.count && count > 0) {
        rotate(ways->path, count);
    }
    ways->path->start = WEND_NODE_NONE;
    return result == WEND_OK ? wendi_way_add_ends(ways->path, NULL, NULL) : result;
}

static wend_result finish(wend_ways *ways)
{
    const wendi_way_graph *g = &ways->graph;
    ways->answer.bound = g->is_cut ? 0 : 1;
    if (g->best_node == NONE) {
        ways->answer.place = ways->places[ways->answer.goal_index];
        const wend_leg leg = priced(ways, ways->query.from, ways->answer.place);
        return wendi_way_only(ways->path, &leg);
    }
    wend_result result = trace(ways);
    result = result == WEND_OK && ways->def.walls != NULL
                 ? wend_path_split_arcs(ways->path, ways->def.space->graph, ways->def.walls)
                 : result;
    result = result == WEND_OK ? join(ways) : result;
    return result == WEND_OK ? shape(ways) : result;
}

/* Edges may be cheaper than a walk; only the search knows. */
static wend_cost least(const wend_ways *ways, wend_vec3 from, wend_vec3 to)
{
    const wendi_graph_rate *rate = &ways->def.space->net->rates[WENDI_METRIC_STRAIGHT];
    if (rate->cheap_count > 0) {
        return 0;
    }
    const double factor = rate->least < ways->def.factor ? rate->least : ways->def.factor;
    return wend_cost_from_double(wendi_way_leg(from, to, false).length * factor);
}

static wend_node node_at(const wend_ways *ways, wend_vec3 *place)
{
    (void)ways;
    (void)place;
    return WEND_NODE_NONE;
}

const wendi_way_world *wendi_way_graph_world(void)
{
    static const wendi_way_world world = {start, run, finish, walk, least, node_at, false};
    return &world;
}
