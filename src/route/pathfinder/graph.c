/* The pathfinder over a graph: straight legs to and from nodes beside the positions, and the
 * cheapest path over the graph between them.
 * Cost: the clearance tests of finding nodes, a search; smoothing where the query has it. */
#include "route/pathfinder/pathfinder.h"
#include "route/space/space.h"

#include "base/core/budget.h"
#include "wend/path_shape.h"

#include <string.h>

/* Of nodes at the start and nodes at the goals, in pairs: those beyond are taken to be joined. */
enum { CHECKS_MAX = 1 << 14 };

static const uint32_t NONE = UINT32_MAX;

/* ---- straight walks ---- */

static bool is_floor(const wend_pathfinder *pathfinder, double a, double b)
{
    const double off = a > b ? a - b : b - a;
    return off <= pathfinder->def.max_height_difference;
}

static wend_result walk(wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to, wend_cost *cost)
{
    const wend_pathfinder_def *def = &pathfinder->def;
    const wend_vec2 a = {from.x, from.y};
    const wend_vec2 b = {to.x, to.y};
    *cost = WEND_COST_INFINITE;
    if (!is_floor(pathfinder, from.z, to.z) ||
        (def->walls != NULL && !wend_walls_can_walk(def->walls, a, b, def->radius, def->stops))) {
        return WEND_NO_PATH;
    }
    *cost = wend_cost_from_double(wendi_leg_straight(from, to, false).length * def->factor);
    return WEND_OK;
}

static wend_vec3 position_of_node(const wend_pathfinder *pathfinder, wend_node node)
{
    return pathfinder->def.space->net->places[node];
}

/* ---- ends ---- */

static wend_result reserve(wend_pathfinder *pathfinder, wendi_pathfinder_ends *ends, size_t count)
{
    if (count > ends->capacity) {
        wendi_pathfinder_end *items =
            wendi_resize(&pathfinder->allocator, ends->items, ends->capacity * sizeof *items,
                         count * sizeof *items);
        if (items == NULL) {
            return WEND_ERROR_MEMORY;
        }
        ends->items = items;
        ends->capacity = count;
    }
    return WEND_OK;
}

/* Lists the nodes with a clear segment from a position, and the cost of the segments. */
static void list_nodes(wend_pathfinder *pathfinder, const wend_node *nodes, size_t count,
                       wend_vec3 position, uint32_t index, wendi_pathfinder_ends *ends)
{
    for (size_t i = 0; i < count; i++) {
        const wend_leg leg =
            wendi_leg_straight(position, position_of_node(pathfinder, nodes[i]), false);
        const wendi_pathfinder_end end = {
            wend_cost_from_double(leg.length * pathfinder->def.factor),
            nodes[i],
            index,
            NONE,
            {0, 0},
            0};
        ends->items[ends->count++] = end;
    }
}

static wend_result find_end_nodes(wend_pathfinder *pathfinder, wend_vec3 position, uint32_t index,
                                  wendi_pathfinder_ends *ends)
{
    const size_t there = wend_graph_node_count(pathfinder->def.space->graph);
    const size_t most = pathfinder->def.max_nodes < there ? pathfinder->def.max_nodes : there;
    const size_t bytes = (most + 1) * sizeof(wend_node);
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    near.max_distance = pathfinder->def.max_node_distance;
    near.height = position.z;
    near.max_height_difference = pathfinder->def.max_height_difference;
    near.walls = pathfinder->def.walls;
    near.radius = pathfinder->def.radius;
    near.stops = pathfinder->def.stops;
    wend_node *nodes = wendi_alloc(&pathfinder->allocator, bytes);
    if (nodes == NULL ||
        reserve(pathfinder, ends, ends->count + most + 2 * pathfinder->graph.arcs.count) !=
            WEND_OK) {
        wendi_free(&pathfinder->allocator, nodes, bytes);
        return WEND_ERROR_MEMORY;
    }
    size_t count = wend_graph_nearest_many(
        pathfinder->def.space->graph, (wend_vec2){position.x, position.y}, &near, nodes, most + 1);
    if (count > most) {
        pathfinder->graph.is_cut = true;
        count = most;
    }
    list_nodes(pathfinder, nodes, count, position, index, ends);
    wendi_pathfinder_add_tangents(pathfinder, position, index, ends);
    wendi_free(&pathfinder->allocator, nodes, bytes);
    return WEND_OK;
}

static wend_result reserve_nodes(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    const uint32_t count = pathfinder->def.space->net->node_count;
    if (count <= g->node_capacity) {
        return WEND_OK;
    }
    wendi_pathfinder_node *nodes = wendi_alloc_zero(&pathfinder->allocator, count * sizeof *nodes);
    uint32_t *goals = wendi_alloc_zero(&pathfinder->allocator, count * sizeof *goals);
    if (nodes == NULL || goals == NULL) {
        wendi_free(&pathfinder->allocator, nodes, count * sizeof *nodes);
        wendi_free(&pathfinder->allocator, goals, count * sizeof *goals);
        return WEND_ERROR_MEMORY;
    }
    wendi_free(&pathfinder->allocator, g->nodes, g->node_capacity * sizeof *nodes);
    wendi_free(&pathfinder->allocator, g->goals, g->node_capacity * sizeof *goals);
    g->nodes = nodes;
    g->goals = goals;
    g->node_capacity = count;
    g->stamp = 0;
    return WEND_OK;
}

/* Forgets the question before. */
static void clear(wendi_pathfinder_graph *g)
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

static wend_result find_ends(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    wend_result result = find_end_nodes(pathfinder, pathfinder->query.from, 0, &g->beginnings);
    for (uint32_t i = 0; i < pathfinder->position_count && result == WEND_OK; i++) {
        const size_t before = g->ends.count;
        result = find_end_nodes(pathfinder, pathfinder->positions[i], i, &g->ends);
        if (result != WEND_OK) {
            g->ends.count = before;
        }
    }
    return result;
}

/* The cheapest straight path to a position, as the first bound. */
static void check_straight(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    for (size_t i = 0; i < pathfinder->position_count && !pathfinder->query.is_searched; i++) {
        wend_cost cost;
        if (walk(pathfinder, pathfinder->query.from, pathfinder->positions[i], &cost) == WEND_OK &&
            cost < g->best) {
            g->best = cost;
            pathfinder->answer.goal_index = i;
        }
    }
}

/* Leaves those of some ends that a path may join to one of the others. */
static void keep_joined(const wend_pathfinder *pathfinder, wendi_pathfinder_ends *ends,
                        const wendi_pathfinder_ends *others, bool is_beginning)
{
    const wendi_space_graph *net = pathfinder->def.space->net;
    size_t checks = 0;
    size_t kept = 0;
    for (size_t i = 0; i < ends->count; i++) {
        const wend_node node = ends->items[i].node;
        bool is_joined = false;
        for (size_t k = 0; k < others->count && !is_joined; k++) {
            const wend_node other = others->items[k].node;
            is_joined = checks++ >= CHECKS_MAX ||
                        !wendi_graph_is_unreachable(net, is_beginning ? node : other,
                                                    is_beginning ? other : node);
        }
        if (is_joined) {
            ends->items[kept++] = ends->items[i];
        }
    }
    ends->count = kept;
}

static wend_result blocked(wend_pathfinder *pathfinder, wend_failure_reason reason)
{
    pathfinder->answer.reason = reason;
    return WEND_NO_PATH;
}

static wend_result start(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    const wend_space *space = pathfinder->def.space;
    if (wend_graph_revision(space->graph) != space->revision) {
        return wendi_fail(&pathfinder->message, WEND_ERROR_STALE,
                          "wend_pathfinder_start: the graph changed: call wend_space_update first");
    }
    wend_result result = reserve_nodes(pathfinder);
    result = result == WEND_OK ? wendi_pathfinder_list_arcs(pathfinder) : result;
    if (result == WEND_OK) {
        clear(g);
        check_straight(pathfinder);
        result = find_ends(pathfinder);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (g->beginnings.count == 0 && g->best == WEND_COST_INFINITE) {
        return blocked(pathfinder, WEND_FAILURE_START_BLOCKED);
    }
    if (pathfinder->position_count > 0 && g->ends.count == 0 && g->best == WEND_COST_INFINITE) {
        return blocked(pathfinder, WEND_FAILURE_GOAL_BLOCKED);
    }
    if (pathfinder->position_count > 0) {
        keep_joined(pathfinder, &g->ends, &g->beginnings, false);
        keep_joined(pathfinder, &g->beginnings, &g->ends, true);
    }
    if (pathfinder->position_count > 0 && g->ends.count == 0 && g->best == WEND_COST_INFINITE) {
        return blocked(pathfinder, WEND_FAILURE_UNREACHABLE);
    }
    if (pathfinder->position_count > 0 && g->ends.count == 0) {
        g->beginnings.count = 0; /* nothing to search for */
    }
    return wendi_pathfinder_graph_begin(pathfinder);
}

static wend_result run_slice(void *context, uint64_t *steps)
{
    return wendi_pathfinder_graph_advance(context, steps);
}

static wend_result run(wend_pathfinder *pathfinder, wend_budget *budget)
{
    pathfinder->answer.method = wend_method_name(
        pathfinder->graph.ends.count > 0 ? WEND_METHOD_ASTAR : WEND_METHOD_DIJKSTRA);
    const wend_result result = wendi_budget_run(budget, run_slice, pathfinder);
    if (result == WEND_NO_PATH) {
        pathfinder->answer.reason = WEND_FAILURE_UNREACHABLE;
    }
    return result;
}

/* ---- the path ---- */

/* Nodes and edges from the beginning to the best node. */
static wend_result trace(wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_node *nodes = pathfinder->graph.nodes;
    wendi_trace *way = &pathfinder->path->trace;
    size_t count = 0;
    for (uint32_t at = pathfinder->graph.best_node; at != NONE; at = nodes[at].before) {
        count++;
    }
    if (!wendi_array_u32_resize(&way->nodes, count) ||
        !wendi_array_u32_resize(&way->follows, count)) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t at = pathfinder->graph.best_node; at != NONE; at = nodes[at].before) {
        way->nodes.items[--count] = at;
        way->follows.items[count] = nodes[at].edge;
    }
    return wendi_path_build_graph(pathfinder->path, pathfinder->def.space, way);
}

static wend_leg priced_leg(const wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to)
{
    wend_leg leg = wendi_leg_straight(from, to, false);
    leg.cost = wend_cost_from_double(leg.length * pathfinder->def.factor);
    return leg;
}

static wend_result shape(wend_pathfinder *pathfinder)
{
    if (pathfinder->query.shape == WEND_PATH_AS_FOUND || pathfinder->def.walls == NULL) {
        return WEND_OK;
    }
    wend_path_walls def = wend_path_walls_default();
    def.walls = pathfinder->def.walls;
    def.radius = pathfinder->def.radius;
    def.stops = pathfinder->def.stops;
    def.factor = pathfinder->def.factor;
    def.smoothing = pathfinder->query.shape == WEND_PATH_SMOOTH_PRECISE ? WEND_SMOOTHING_PRECISE
                                                                        : WEND_SMOOTHING_QUICK;
    return wend_path_smooth_walls(pathfinder->path, &def);
}

static wend_result append(wend_path *path, const wend_leg *leg)
{
    return leg->length > 0 ? wendi_path_append(path, leg) : WEND_OK;
}

/* The walk from the start to the first node, by the arc it touches if there is one. */
static wend_result append_first(wend_pathfinder *pathfinder, const wendi_pathfinder_end *begin)
{
    const bool touches = begin->arc != NONE;
    const wend_vec3 touch = {begin->touch.x, begin->touch.y, 0};
    wend_leg leg = priced_leg(pathfinder, pathfinder->query.from,
                              touches ? touch : position_of_node(pathfinder, begin->node));
    leg.to = begin->node;
    const wend_result result = append(pathfinder->path, &leg);
    return result == WEND_OK && touches ? wendi_pathfinder_add_tangent_legs(pathfinder, begin, true)
                                        : result;
}

static wend_result append_last(wend_pathfinder *pathfinder, const wendi_pathfinder_end *end)
{
    const bool touches = end->arc != NONE;
    const wend_vec3 touch = {end->touch.x, end->touch.y, 0};
    wend_leg leg = priced_leg(pathfinder, touches ? touch : position_of_node(pathfinder, end->node),
                              pathfinder->positions[end->place]);
    leg.from = end->node;
    const wend_result result =
        touches ? wendi_pathfinder_add_tangent_legs(pathfinder, end, false) : WEND_OK;
    return result == WEND_OK ? append(pathfinder->path, &leg) : result;
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

static wend_result join(wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_graph *g = &pathfinder->graph;
    const uint32_t begin = pathfinder->path->trace.follows.items[0];
    wend_result result = WEND_OK;
    pathfinder->answer.node = g->best_end == NONE ? g->best_node : WEND_NODE_NONE;
    if (g->best_end == NONE) {
        pathfinder->answer.position = position_of_node(pathfinder, g->best_node);
    } else {
        const wendi_pathfinder_end *end = &g->ends.items[g->best_end];
        pathfinder->answer.goal_index = end->place;
        pathfinder->answer.position = pathfinder->positions[end->place];
        result = append_last(pathfinder, end);
    }
    const size_t count = pathfinder->path->legs.count;
    if (result == WEND_OK) {
        result = append_first(pathfinder, &g->beginnings.items[begin]);
    }
    if (result == WEND_OK && count < pathfinder->path->legs.count && count > 0) {
        rotate(pathfinder->path, count);
    }
    pathfinder->path->start = WEND_NODE_NONE;
    return result == WEND_OK ? wendi_path_add_end_legs(pathfinder->path, NULL, NULL) : result;
}

static wend_result finish(wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_graph *g = &pathfinder->graph;
    pathfinder->answer.bound = g->is_cut ? 0 : 1;
    if (g->best_node == NONE) {
        pathfinder->answer.position = pathfinder->positions[pathfinder->answer.goal_index];
        const wend_leg leg =
            priced_leg(pathfinder, pathfinder->query.from, pathfinder->answer.position);
        return wendi_path_set_leg(pathfinder->path, &leg);
    }
    wend_result result = trace(pathfinder);
    result = result == WEND_OK && pathfinder->def.walls != NULL
                 ? wend_path_split_arcs(pathfinder->path, pathfinder->def.space->graph,
                                        pathfinder->def.walls)
                 : result;
    result = result == WEND_OK ? join(pathfinder) : result;
    return result == WEND_OK ? shape(pathfinder) : result;
}

/* Edges may be cheaper than a walk; only the search knows. */
static wend_cost least(const wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to)
{
    const wendi_graph_rate *rate = &pathfinder->def.space->net->rates[WENDI_METRIC_STRAIGHT];
    if (rate->cheap_count > 0) {
        return 0;
    }
    const double factor =
        rate->least < pathfinder->def.factor ? rate->least : pathfinder->def.factor;
    return wend_cost_from_double(wendi_leg_straight(from, to, false).length * factor);
}

static wend_node node_at(const wend_pathfinder *pathfinder, wend_vec3 *position)
{
    (void)pathfinder;
    (void)position;
    return WEND_NODE_NONE;
}

const wendi_pathfinder_world *wendi_pathfinder_graph_world(void)
{
    static const wendi_pathfinder_world world = {start, run, finish, walk, least, node_at, false};
    return &world;
}
