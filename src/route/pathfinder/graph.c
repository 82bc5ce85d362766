/* The pathfinder over a graph: straight legs to and from nodes beside the positions, and the
 * cheapest path over the graph between them.
 * Cost: the clearance tests of finding nodes, a search; smoothing where the query has it. */
#include "route/pathfinder/pathfinder.h"
#include "route/space/space.h"

#include "route/search/search.h"
#include "wend/path_shape.h"
#include "wend/walls.h"

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
    return pathfinder->def.space->net->positions[node];
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

static wend_result reserve_touches(wend_pathfinder *pathfinder, wendi_pathfinder_touches *touches,
                                   size_t count)
{
    if (count > touches->capacity) {
        wendi_pathfinder_touch *items =
            wendi_resize(&pathfinder->allocator, touches->items, touches->capacity * sizeof *items,
                         count * sizeof *items);
        if (items == NULL) {
            return WEND_ERROR_MEMORY;
        }
        touches->items = items;
        touches->capacity = count;
    }
    return WEND_OK;
}

static wend_result find_end_nodes(wend_pathfinder *pathfinder, wend_vec3 position, uint32_t index,
                                  wendi_pathfinder_ends *ends, wendi_pathfinder_touches *touches)
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
    const wendi_pathfinder_graph *g = &pathfinder->graph;
    const size_t tangents = 2 * (g->arcs.count + g->circles.corners.count);
    if (nodes == NULL || reserve(pathfinder, ends, ends->count + most + tangents) != WEND_OK ||
        reserve_touches(pathfinder, touches, touches->count + tangents) != WEND_OK) {
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
    wendi_free(&pathfinder->allocator, nodes, bytes);
    wendi_pathfinder_add_tangents(pathfinder, position, index, ends, touches);
    return wendi_pathfinder_add_circle_tangents(pathfinder, position, index, ends, touches);
}

/* A node that was given is the only one, and there is no walk to it. */
static wend_result set_end_node(wend_pathfinder *pathfinder, wend_node node,
                                wendi_pathfinder_ends *ends)
{
    const wendi_pathfinder_end end = {0, node, 0, NONE, {0, 0}, 0};
    if (reserve(pathfinder, ends, 1) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    ends->items[0] = end;
    ends->count = 1;
    return WEND_OK;
}

static wend_result find_ends(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    const wend_path_query *query = &pathfinder->query;
    wend_result result =
        query->from_node != WEND_NODE_NONE
            ? set_end_node(pathfinder, query->from_node, &g->beginnings)
            : find_end_nodes(pathfinder, query->from, 0, &g->beginnings, &g->from_start);
    if (result == WEND_OK && query->to_node != WEND_NODE_NONE) {
        return set_end_node(pathfinder, query->to_node, &g->ends);
    }
    for (uint32_t i = 0; i < pathfinder->position_count && result == WEND_OK; i++) {
        const size_t before = g->ends.count;
        result = find_end_nodes(pathfinder, pathfinder->positions[i], i, &g->ends, &g->from_goals);
        if (result != WEND_OK) {
            g->ends.count = before;
        }
    }
    return result;
}

/* ---- the search ---- */

static bool is_goal(void *user, wend_node node)
{
    const wend_pathfinder *pathfinder = user;
    const wend_path_query *query = &pathfinder->query;
    if (query->goal_kind == WEND_PATH_TO_TAG) {
        wend_graph_node def;
        if (wend_graph_get_node(pathfinder->def.space->graph, node, &def) != WEND_OK ||
            ((def.tag ^ query->tag) & query->tag_mask) != 0) {
            return false;
        }
    }
    return query->is_goal == NULL || query->is_goal(query->user, node);
}

wend_cost wendi_pathfinder_cost_limit(const wend_pathfinder *pathfinder)
{
    const wend_cost limit = pathfinder->query.max_cost;
    return limit < WEND_COST_INFINITE / 2 ? limit + (limit >> 40) + 16 : limit;
}

/* A walk too expensive for any path to count is none. */
static const wend_cost end_cost_max = (wend_cost)1 << 62;

static void list_query_ends(const wendi_pathfinder_ends *ends, wend_node *nodes, wend_cost *costs)
{
    for (size_t i = 0; i < ends->count; i++) {
        nodes[i] = ends->items[i].node;
        costs[i] = ends->items[i].cost <= end_cost_max ? ends->items[i].cost : WEND_COST_INFINITE;
    }
}

static wend_cost estimate(void *user, wend_node node, wend_node goal)
{
    const wend_path_query *query = &((const wend_pathfinder *)user)->query;
    return query->estimate(query->user, node, goal);
}

/* The cost of the cheapest path without a node; infinite where there is none. */
static wend_cost known_cost(const wend_pathfinder *pathfinder)
{
    const wend_cost turn = pathfinder->graph.turn.cost;
    return pathfinder->can_walk && pathfinder->walk_cost < turn ? pathfinder->walk_cost : turn;
}

/* From all nodes beside the start to all beside the goals. Only paths that are cheaper than the
 * one without a node count. */
static wend_result start_search(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    const size_t count = g->beginnings.count + g->ends.count;
    wend_node *nodes = wendi_alloc(&pathfinder->allocator, count * sizeof *nodes);
    wend_cost *costs = wendi_alloc(&pathfinder->allocator, count * sizeof *costs);
    wend_result result = nodes == NULL || costs == NULL ? WEND_ERROR_MEMORY : WEND_OK;
    if (result == WEND_OK) {
        list_query_ends(&g->beginnings, nodes, costs);
        list_query_ends(&g->ends, nodes + g->beginnings.count, costs + g->beginnings.count);
        wend_search_query query;
        wendi_pathfinder_fill_search_query(pathfinder, &query);
        query.starts = nodes;
        query.start_costs = costs;
        query.start_count = g->beginnings.count;
        query.goals = nodes + g->beginnings.count;
        query.goal_costs = costs + g->beginnings.count;
        query.goal_count = g->ends.count;
        query.goal_kind = g->ends.count > 0 ? WEND_GOAL_SET : WEND_GOAL_PREDICATE;
        if (pathfinder->query.to_node != WEND_NODE_NONE) {
            query.goal_kind = WEND_GOAL_NODE;
            query.goal = pathfinder->query.to_node;
        }
        query.is_goal = is_goal;
        query.estimate = estimate;
        query.user = pathfinder;
        query.max_cost = wendi_pathfinder_cost_limit(pathfinder);
        result = wend_search_start(pathfinder->search, &query);
        wendi_search_look_below(pathfinder->search, known_cost(pathfinder));
    }
    wendi_free(&pathfinder->allocator, nodes, count * sizeof *nodes);
    wendi_free(&pathfinder->allocator, costs, count * sizeof *costs);
    return result < 0 && result != WEND_ERROR_MEMORY
               ? wendi_fail(&pathfinder->message, result, "%s",
                            wend_search_error(pathfinder->search))
               : result;
}

/* Starts a search from all nodes beside the start. */
static wend_result start_from_beginnings(wend_pathfinder *pathfinder, wend_search_query *query,
                                         wend_result (*begin)(wend_pathfinder *pathfinder,
                                                              wend_search_query *query))
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    const size_t count = g->beginnings.count;
    wend_node *nodes = wendi_alloc_items(&pathfinder->allocator, count, sizeof *nodes);
    wend_cost *costs = wendi_alloc_items(&pathfinder->allocator, count, sizeof *costs);
    wend_result result = nodes == NULL || costs == NULL ? WEND_ERROR_MEMORY : WEND_OK;
    if (result == WEND_OK) {
        list_query_ends(&g->beginnings, nodes, costs);
        query->starts = nodes;
        query->start_costs = costs;
        query->start_count = count;
        result = begin(pathfinder, query);
    }
    wendi_free(&pathfinder->allocator, nodes, count * sizeof *nodes);
    wendi_free(&pathfinder->allocator, costs, count * sizeof *costs);
    return result;
}

static wend_result blocked(wend_pathfinder *pathfinder, wend_failure_reason reason)
{
    pathfinder->answer.reason = reason;
    return WEND_NO_PATH;
}

/* Finds the nodes at both ends. */
static wend_result prepare(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    const wend_space *space = pathfinder->def.space;
    if (wend_graph_revision(space->graph) != space->revision) {
        return wendi_fail(&pathfinder->message, WEND_ERROR_STALE,
                          "wend_pathfinder_start: the graph changed: call wend_space_update first");
    }
    g->beginnings.count = g->ends.count = g->from_start.count = g->from_goals.count = 0;
    g->is_cut = g->has_path = false;
    pathfinder->answer.goal_index = pathfinder->can_walk ? pathfinder->walk_index : 0;
    wend_result result = wendi_pathfinder_list_arcs(pathfinder);
    result = result == WEND_OK ? wendi_pathfinder_list_circles(pathfinder) : result;
    g->arcs.total = g->arcs.count;
    return result == WEND_OK ? find_ends(pathfinder) : result;
}

/* Of the rates of edges, relatively; no path is cheaper than estimated by more than that. */
static const double rate_error = 2.0 / (1024.0 * 1024.0 * 1024.0);

/* The least cost of a metre on edges, but for the cheap ones. */
static double edge_factor(const wend_pathfinder *pathfinder)
{
    return pathfinder->def.space->net->rates[WENDI_METRIC_STRAIGHT].least / WEND_COST_ONE;
}

/* Edges may be cheaper than a walk, so a search is needed. */
static wend_cost least(const wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to)
{
    const wendi_graph_rate *rate = &pathfinder->def.space->net->rates[WENDI_METRIC_STRAIGHT];
    if (rate->cheap_count > 0) {
        return 0;
    }
    /* Rates are a little too low, so that edges that cost what a walk costs seem cheaper. */
    const double on_edges = edge_factor(pathfinder) * (1 + rate_error);
    const double factor = on_edges < pathfinder->def.factor ? on_edges : pathfinder->def.factor;
    return wend_cost_from_double(wendi_leg_straight(from, to, false).length * factor);
}

/* The node beside a position from which the way to another looks cheapest. */
static const wendi_pathfinder_end *likely_end(const wend_pathfinder *pathfinder,
                                              const wendi_pathfinder_ends *ends, wend_vec3 other)
{
    const double factor = edge_factor(pathfinder);
    const wendi_pathfinder_end *best = NULL;
    double lowest = 0;
    for (size_t i = 0; i < ends->count; i++) {
        const wend_vec3 at = position_of_node(pathfinder, ends->items[i].node);
        const double cost = wend_cost_to_double(ends->items[i].cost) +
                            wendi_leg_straight(at, other, false).length * factor;
        if (best == NULL || cost < lowest) {
            best = &ends->items[i];
            lowest = cost;
        }
    }
    return best;
}

/* From one node beside the start to one beside the goal, by the hierarchy. */
static wend_result start_route(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    pathfinder->is_routed = false;
    if (pathfinder->query.method != WEND_METHOD_HIERARCHY || g->ends.count == 0) {
        return WEND_NO_PATH;
    }
    g->route_begin = likely_end(pathfinder, &g->beginnings, pathfinder->positions[0]);
    g->route_end = likely_end(pathfinder, &g->ends, pathfinder->query.from);
    return wendi_pathfinder_route_start(pathfinder, g->route_begin->node, g->route_end->node);
}

/* Runs a route. A path without a node may be cheaper; where there is no route, or one that costs
 * more than max_cost, the search from all nodes to all begins: then is_routed is false. */
static wend_result run_route(wend_pathfinder *pathfinder, wend_budget *budget)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    const wend_cost limit = wendi_pathfinder_cost_limit(pathfinder);
    const wend_cost ends = g->route_begin->cost + g->route_end->cost;
    wend_result result =
        wendi_pathfinder_route_run(pathfinder, budget, limit > ends ? limit - ends : 0);
    if (result == WEND_OK) {
        const wend_cost whole = wendi_pathfinder_found_cost(pathfinder) + ends;
        const double cost = wend_cost_to_double(whole);
        const double floor = wend_cost_to_double(
            least(pathfinder, pathfinder->query.from, pathfinder->positions[0]));
        pathfinder->answer.bound = cost <= floor ? 1 : floor > 0 ? cost / floor : 0;
        g->has_path = whole < known_cost(pathfinder);
        return WEND_OK;
    }
    if (result != WEND_NO_PATH && result != WEND_PARTIAL) {
        return result;
    }
    pathfinder->is_routed = false;
    pathfinder->query.method = WEND_METHOD_BEST;
    result = start_search(pathfinder);
    return result < 0 ? result : WEND_IN_PROGRESS;
}

static wend_result start(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    wend_result result = prepare(pathfinder);
    if (result != WEND_OK) {
        return result;
    }
    g->turn.cost = WEND_COST_INFINITE;
    if (pathfinder->query.turning == NULL) {
        wendi_pathfinder_find_turn(pathfinder, NULL, 0);
    }
    const bool is_known = known_cost(pathfinder) != WEND_COST_INFINITE;
    const bool is_goal_near = g->ends.count > 0 || pathfinder->position_count == 0;
    g->is_searched = g->beginnings.count > 0 && is_goal_near;
    if (!g->is_searched) {
        return is_known ? WEND_OK
                        : blocked(pathfinder, g->beginnings.count == 0 ? WEND_FAILURE_START_BLOCKED
                                                                       : WEND_FAILURE_GOAL_BLOCKED);
    }
    result = g->ends.count > 0 ? wendi_pathfinder_index_nodes(pathfinder, known_cost(pathfinder))
                               : WEND_NO_PATH;
    if (result != WEND_NO_PATH) {
        return result;
    }
    result = start_route(pathfinder);
    if (result != WEND_NO_PATH) {
        return result;
    }
    if (wendi_pathfinder_tree_answers_nodes(pathfinder, known_cost(pathfinder))) {
        return WEND_OK;
    }
    result = start_search(pathfinder);
    wend_search_answer answer;
    wend_search_get_answer(pathfinder->search, &answer);
    return result == WEND_OK && answer.result == WEND_NO_PATH && !is_known
               ? blocked(pathfinder, answer.reason)
               : result;
}

static wend_result flood(wend_pathfinder *pathfinder)
{
    wend_search_query query;
    pathfinder->graph.is_searched = true;
    wendi_pathfinder_fill_search_query(pathfinder, &query);
    return start_from_beginnings(pathfinder, &query, wendi_pathfinder_flood_nodes);
}

static wend_result choose(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    const wend_node best = pathfinder->nearest.best;
    if (best == WEND_NODE_NONE) {
        return WEND_NO_PATH;
    }
    pathfinder->query.to_node = best;
    pathfinder->positions[0] = position_of_node(pathfinder, best);
    g->is_searched = true;
    const wend_result result = set_end_node(pathfinder, best, &g->ends);
    return result == WEND_OK ? start_search(pathfinder) : result;
}

/* Items that can be walked to straight, or around one corner, without a node. */
static wend_result reach_without_nodes(wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_items *items = &pathfinder->items;
    wendi_pathfinder_turn *turn = &pathfinder->graph.turn;
    for (size_t i = 0; i < pathfinder->position_count; i++) {
        const wend_path_nearest *known = &pathfinder->each.nearest[items->groups[i]];
        const wend_vec3 from = pathfinder->query.from;
        const wend_vec3 to = pathfinder->positions[i];
        wend_cost cost = wend_cost_from_double(wendi_leg_straight(from, to, false).length *
                                               pathfinder->def.factor);
        if (cost > known->cost) {
            continue;
        }
        const wend_result result = walk(pathfinder, from, to, &cost);
        if (result == WEND_OK) {
            wendi_pathfinder_each_reach(pathfinder, items->groups[i], i, WEND_NODE_NONE, cost);
        } else if (result < 0) {
            return result;
        }
    }
    for (size_t k = 0; k < pathfinder->each.count; k++) {
        wendi_pathfinder_find_turn(pathfinder, items->groups, (uint32_t)k);
        wendi_pathfinder_each_reach(pathfinder, k, turn->to.place, WEND_NODE_NONE, turn->cost);
    }
    return WEND_OK;
}

static wend_result start_each(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    const bool has_items = pathfinder->items.is_asked;
    wend_result result = prepare(pathfinder);
    if (result == WEND_OK && has_items && pathfinder->query.from_node == WEND_NODE_NONE) {
        result = reach_without_nodes(pathfinder);
    }
    g->turn.cost = WEND_COST_INFINITE;
    g->is_searched = g->beginnings.count > 0;
    if (result != WEND_OK) {
        return result;
    }
    if (g->is_searched && wendi_pathfinder_each_look_up(pathfinder)) {
        g->is_searched = false;
        return WEND_OK;
    }
    if (g->is_searched) {
        wend_search_query query;
        wendi_pathfinder_fill_search_query(pathfinder, &query);
        return start_from_beginnings(pathfinder, &query, wendi_pathfinder_each_search);
    }
    bool is_any = false;
    for (size_t k = 0; k < pathfinder->each.count; k++) {
        is_any = is_any || pathfinder->each.nearest[k].cost != WEND_COST_INFINITE;
    }
    return is_any ? WEND_OK : blocked(pathfinder, WEND_FAILURE_START_BLOCKED);
}

static wend_result run(wend_pathfinder *pathfinder, wend_budget *budget)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    wend_result result = WEND_NO_PATH;
    if (pathfinder->is_indexed) {
        g->has_path = true;
        return WEND_OK;
    }
    if (pathfinder->is_routed) {
        const wend_result routed = run_route(pathfinder, budget);
        if (pathfinder->is_routed || routed < 0) {
            return routed;
        }
    }
    pathfinder->answer.method = "direct";
    if (g->is_searched) {
        result = wendi_pathfinder_run_search(pathfinder, budget);
    }
    const uint64_t max_steps = pathfinder->query.max_steps;
    const bool is_complete =
        result == WEND_NO_PATH ||
        (result == WEND_PARTIAL && (max_steps == 0 || pathfinder->answer.expanded < max_steps));
    if (is_complete && known_cost(pathfinder) != WEND_COST_INFINITE) {
        result = WEND_OK; /* straight, or around one corner: no path over nodes is cheaper */
        pathfinder->answer.reason = WEND_FAILURE_NONE;
        pathfinder->answer.bound = 1;
        g->has_path = false;
        return result;
    }
    g->has_path = result == WEND_OK || result == WEND_PARTIAL;
    return result;
}

/* ---- the path ---- */

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

/* The cheapest walk between a position and one node. */
static const wendi_pathfinder_end *cheapest_end(const wendi_pathfinder_ends *ends, wend_node node)
{
    const wendi_pathfinder_end *best = NULL;
    for (size_t i = 0; i < ends->count; i++) {
        const wendi_pathfinder_end *end = &ends->items[i];
        if (end->node == node && (best == NULL || end->cost < best->cost)) {
            best = end;
        }
    }
    return best;
}

/* Of a search that a limit stopped: the end by which the cheapest path known so far leads to a
 * goal; NULL if there is none. */
static const wendi_pathfinder_end *reached_end(const wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_ends *ends = &pathfinder->graph.ends;
    const wendi_pathfinder_end *best = NULL;
    wend_cost least = WEND_COST_INFINITE;
    for (size_t i = 0; i < ends->count; i++) {
        const wend_cost cost = wend_search_cost_to(pathfinder->search, ends->items[i].node);
        if (cost >= end_cost_max || ends->items[i].cost > end_cost_max) {
            continue;
        }
        const wend_cost whole = cost + ends->items[i].cost;
        if (whole < least && whole <= wendi_pathfinder_cost_limit(pathfinder)) {
            best = &ends->items[i];
            least = whole;
        }
    }
    return best;
}

/* Puts the walks to the first node and from the last one around the path between them.
 * @param end NULL where the path ends at a node. */
static wend_result join(wend_pathfinder *pathfinder, const wendi_pathfinder_end *begin,
                        const wendi_pathfinder_end *end)
{
    wend_result result = end == NULL ? WEND_OK : append_last(pathfinder, end);
    const size_t count = pathfinder->path->legs.count;
    if (result == WEND_OK) {
        result = append_first(pathfinder, begin);
    }
    if (result == WEND_OK && count < pathfinder->path->legs.count && count > 0) {
        rotate(pathfinder->path, count);
    }
    pathfinder->path->start = WEND_NODE_NONE;
    return result == WEND_OK ? wendi_path_add_end_legs(pathfinder->path, NULL, NULL) : result;
}

/* The path over nodes, from a tree; *begin and *end become the walks at its ends. */
static wend_result tree_path(wend_pathfinder *pathfinder, const wendi_pathfinder_end **begin,
                             const wendi_pathfinder_end **end)
{
    const wendi_pathfinder_graph *g = &pathfinder->graph;
    wend_node last = WEND_NODE_NONE;
    *begin = g->route_begin;
    const wend_result result =
        wendi_goal_tree_path(pathfinder->tree, (*begin)->node, pathfinder->path, &last);
    *end = cheapest_end(&g->ends, last);
    if (*end == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    pathfinder->answer.node = WEND_NODE_NONE;
    pathfinder->answer.goal_index = (*end)->place;
    pathfinder->answer.position = pathfinder->positions[(*end)->place];
    return result;
}

/* The path over nodes, from the index or the hierarchy, likewise. */
static wend_result other_path(wend_pathfinder *pathfinder, const wendi_pathfinder_end **begin,
                              const wendi_pathfinder_end **end)
{
    const wendi_pathfinder_graph *g = &pathfinder->graph;
    wend_index_answer found;
    wend_index_search_get_answer(pathfinder->index_search, &found);
    *begin = pathfinder->is_routed ? g->route_begin : cheapest_end(&g->beginnings, found.start);
    *end = pathfinder->is_routed ? g->route_end : cheapest_end(&g->ends, found.goal);
    if (*begin == NULL || *end == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    pathfinder->answer.node = WEND_NODE_NONE;
    pathfinder->answer.goal_index = (*end)->place;
    pathfinder->answer.position = pathfinder->positions[(*end)->place];
    return pathfinder->is_routed ? wendi_pathfinder_route_path(pathfinder)
                                 : wendi_pathfinder_index_path(pathfinder);
}

/* The path over nodes, from the search; *begin and *end become the walks at its ends. */
static wend_result path_of_nodes(wend_pathfinder *pathfinder, const wendi_pathfinder_end **begin,
                                 const wendi_pathfinder_end **end)
{
    const wendi_pathfinder_graph *g = &pathfinder->graph;
    if (pathfinder->is_treed) {
        return tree_path(pathfinder, begin, end);
    }
    if (pathfinder->is_indexed || pathfinder->is_routed) {
        return other_path(pathfinder, begin, end);
    }
    wend_search_answer found;
    wend_search_get_answer(pathfinder->search, &found);
    *begin = &g->beginnings.items[found.start_index];
    *end = NULL;
    if (found.result == WEND_PARTIAL) {
        *end = reached_end(pathfinder);
        pathfinder->ends_at_goal = *end != NULL;
    } else if (g->ends.count > 0) {
        *end = &g->ends.items[found.goal_index];
    }
    if (*end == NULL) {
        pathfinder->answer.node = found.node;
        pathfinder->answer.position = position_of_node(pathfinder, found.node);
    } else {
        pathfinder->answer.node = WEND_NODE_NONE;
        pathfinder->answer.goal_index = (*end)->place;
        pathfinder->answer.position = pathfinder->positions[(*end)->place];
    }
    if (found.result != WEND_PARTIAL || *end == NULL) {
        const wend_result result = wend_path_from_search(pathfinder->path, pathfinder->search);
        return result == WEND_PARTIAL ? WEND_OK : result;
    }
    const wend_result result =
        wend_path_to_node(pathfinder->path, pathfinder->search, (*end)->node);
    *begin = cheapest_end(&g->beginnings, pathfinder->path->start);
    return result == WEND_OK && *begin == NULL ? WEND_ERROR_ARGUMENT : result;
}

/* True if the path around one corner is the best that is known. A search that ended found a
 * cheaper one or none; one that was stopped may have found any. */
static bool takes_turn(const wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_graph *g = &pathfinder->graph;
    if (g->turn.cost == WEND_COST_INFINITE ||
        (pathfinder->can_walk && pathfinder->walk_cost <= g->turn.cost)) {
        return false;
    }
    if (!g->has_path || pathfinder->is_indexed || pathfinder->is_routed) {
        return !g->has_path;
    }
    const wendi_pathfinder_end *end = reached_end(pathfinder);
    const bool is_stopped = pathfinder->answer.reason == WEND_FAILURE_LIMIT;
    return is_stopped &&
           (end == NULL ||
            wend_search_cost_to(pathfinder->search, end->node) + end->cost >= g->turn.cost);
}

static wend_result finish(wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_graph *g = &pathfinder->graph;
    if (g->is_cut) {
        pathfinder->answer.bound = 0;
    }
    if (takes_turn(pathfinder)) {
        pathfinder->answer.goal_index = g->turn.to.place;
        pathfinder->answer.position = pathfinder->positions[g->turn.to.place];
        pathfinder->ends_at_goal = true;
        const wend_result result = wendi_pathfinder_set_turn(pathfinder);
        return result == WEND_OK ? shape(pathfinder) : result;
    }
    if (!g->has_path) {
        pathfinder->answer.position = pathfinder->positions[pathfinder->answer.goal_index];
        const wend_leg leg =
            priced_leg(pathfinder, pathfinder->query.from, pathfinder->answer.position);
        return wendi_path_set_leg(pathfinder->path, &leg);
    }
    const wendi_pathfinder_end *begin = NULL;
    const wendi_pathfinder_end *end = NULL;
    wend_result result = path_of_nodes(pathfinder, &begin, &end);
    result = result == WEND_OK && pathfinder->def.walls != NULL
                 ? wend_path_split_arcs(pathfinder->path, pathfinder->def.space->graph,
                                        pathfinder->def.walls)
                 : result;
    result = result == WEND_OK ? join(pathfinder, begin, end) : result;
    return result == WEND_OK ? shape(pathfinder) : result;
}

static wend_result so_far(wend_pathfinder *pathfinder)
{
    wend_search_answer found;
    wend_search_get_answer(pathfinder->search, &found);
    if (!pathfinder->graph.is_searched || pathfinder->is_routed || found.expanded == 0) {
        return WEND_NO_PATH;
    }
    wend_path *path = pathfinder->path;
    wend_result result = wend_path_from_search(path, pathfinder->search);
    const size_t count = wend_path_leg_count(path);
    const wendi_pathfinder_end *begin =
        result == WEND_PARTIAL ? cheapest_end(&pathfinder->graph.beginnings, path->start) : NULL;
    if (begin == NULL || count == 0) {
        return result == WEND_ERROR_MEMORY ? result : WEND_NO_PATH;
    }
    result = pathfinder->def.walls != NULL
                 ? wend_path_split_arcs(path, pathfinder->def.space->graph, pathfinder->def.walls)
                 : WEND_OK;
    const size_t before = path->legs.count;
    result = result == WEND_OK ? append_first(pathfinder, begin) : result;
    if (result == WEND_OK && before < path->legs.count) {
        rotate(path, before);
    }
    path->start = WEND_NODE_NONE;
    pathfinder->answer.node = found.node;
    pathfinder->answer.position = position_of_node(pathfinder, found.node);
    result = result == WEND_OK ? wendi_path_add_end_legs(path, NULL, NULL) : result;
    return result == WEND_OK ? shape(pathfinder) : result;
}

static wend_node node_at(const wend_pathfinder *pathfinder, wend_vec3 *position)
{
    (void)pathfinder;
    (void)position;
    return WEND_NODE_NONE;
}

const wendi_pathfinder_world *wendi_pathfinder_graph_world(void)
{
    static const wendi_pathfinder_world world = {.start = start,
                                                 .run = run,
                                                 .finish = finish,
                                                 .walk = walk,
                                                 .least = least,
                                                 .node_at = node_at,
                                                 .so_far = so_far,
                                                 .start_each = start_each,
                                                 .flood = flood,
                                                 .choose = choose,
                                                 .is_flat = false};
    return &world;
}
