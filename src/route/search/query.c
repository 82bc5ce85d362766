/* Checks a query, chooses method and heuristic, and settles the cases that need no search.
 * Cost: linear in the number of starts and goals; with costs of their own, they are sorted. */
#include "route/search/search.h"

#include <stdio.h>
#include <string.h>

enum { QUERY_COOKIE = 0x57515932, TURNING_COOKIE = 0x57545531 };

static const wend_cost end_cost_max = (wend_cost)1 << 62;

static const double weight_max = 1000.0;
static const double noise_max = 10.0;

static const char *const method_names[WEND_METHOD_COUNT] = {
    "best",  "breadth-first",  "breadth-first-bidirectional", "dijkstra",  "greedy",
    "astar", "astar-weighted", "astar-bidirectional",         "jump-point"};

static const char hierarchy_name[] = "hierarchy";

const char *wend_method_name(wend_method method)
{
    return (uint32_t)method < WEND_METHOD_COUNT ? method_names[method]
           : method == WEND_METHOD_HIERARCHY    ? hierarchy_name
                                                : "?";
}

wend_method wend_method_from_name(const char *name)
{
    uint32_t method = 0;
    if (name != NULL && strcmp(name, hierarchy_name) == 0) {
        return WEND_METHOD_HIERARCHY;
    }
    while (name != NULL && method < WEND_METHOD_COUNT && strcmp(name, method_names[method]) != 0) {
        ++method;
    }
    return name == NULL ? WEND_METHOD_COUNT : (wend_method)method;
}

bool wend_method_is_exact(wend_method method)
{
    return method == WEND_METHOD_BEST || method == WEND_METHOD_DIJKSTRA ||
           method == WEND_METHOD_ASTAR || method == WEND_METHOD_ASTAR_BIDIRECTIONAL ||
           method == WEND_METHOD_JUMP_POINT;
}

const char *wend_failure_reason_text(wend_failure_reason reason)
{
    static const char *const texts[] = {
        "none",     "start blocked", "goal blocked",         "unreachable",
        "limit",    "cancelled",     "start off the ground", "goal off the ground",
        "replaced", "deadline",      "out of memory",        "no such item"};
    return (uint32_t)reason < sizeof texts / sizeof texts[0] ? texts[reason] : "?";
}

wend_search_query wend_search_query_default(void)
{
    wend_search_query query;
    memset(&query, 0, sizeof query);
    query.cookie = QUERY_COOKIE;
    query.start = WEND_NODE_NONE;
    query.goal = WEND_NODE_NONE;
    query.weight = 1;
    query.max_cost = WEND_COST_INFINITE;
    return query;
}

wend_turning wend_turning_default(void)
{
    wend_turning turning;
    memset(&turning, 0, sizeof turning);
    turning.cookie = TURNING_COOKIE;
    turning.start_heading = WEND_HEADING_ANY;
    turning.goal_heading = WEND_HEADING_ANY;
    return turning;
}

static wend_result refuse(wend_search *search, wend_result result, const char *what)
{
    return wendi_fail(&search->message, result, "wend_search_start: %s", what);
}

static wend_result refuse_number(wend_search *search, const char *field, double value, double low,
                                 double high)
{
    return wendi_refuse(&search->message, "wend_search_start", field, value, low, high);
}

static wend_result refuse_node(wend_search *search, const char *what, wend_node node)
{
    const uint32_t count = wendi_space_node_count(search->space);
    if (node == WEND_NODE_NONE) {
        return wendi_fail(&search->message, WEND_ERROR_ARGUMENT,
                          "wend_search_start: %s is WEND_NODE_NONE (never set, or a position "
                          "outside the map), and must be from 0 to %lu",
                          what, (unsigned long)count - 1);
    }
    return refuse_number(search, what, node, 0, (double)count - 1);
}

/* Checks a list of nodes and, unless NULL, of their costs. */
static wend_result check_nodes(wend_search *search, const char *field, const wend_node *nodes,
                               const wend_cost *costs, size_t count)
{
    char text[40];
    for (size_t k = 0; k < count; ++k) {
        if (nodes[k] >= wendi_space_node_count(search->space)) {
            (void)snprintf(text, sizeof text, "%s[%zu]", field, k);
            return refuse_node(search, text, nodes[k]);
        }
        if (costs != NULL && costs[k] > end_cost_max && costs[k] != WEND_COST_INFINITE) {
            return wendi_fail(&search->message, WEND_ERROR_ARGUMENT,
                              "wend_search_start: %.*s_costs[%zu] is %llu, and must be from 0 to "
                              "2^62, or WEND_COST_INFINITE",
                              (int)strlen(field) - 1, field, k, (unsigned long long)costs[k]);
        }
    }
    return WEND_OK;
}

static wend_result check_starts(wend_search *search, const wend_search_query *query)
{
    if (query->starts == NULL) {
        return query->start < wendi_space_node_count(search->space)
                   ? WEND_OK
                   : refuse_node(search, "start", query->start);
    }
    if (query->start != WEND_NODE_NONE) {
        return refuse(search, WEND_ERROR_ARGUMENT,
                      "start and starts are both set: leave start at WEND_NODE_NONE");
    }
    if (query->start_count == 0 || query->start_count >= UINT32_MAX) {
        return refuse_number(search, "start_count", (double)query->start_count, 1, UINT32_MAX - 1);
    }
    return check_nodes(search, "starts", query->starts, query->start_costs, query->start_count);
}

static wend_result check_goals(wend_search *search, const wend_search_query *query)
{
    switch (query->goal_kind) {
    case WEND_GOAL_NODE:
        return query->goal < wendi_space_node_count(search->space)
                   ? WEND_OK
                   : refuse_node(search, "goal", query->goal);
    case WEND_GOAL_SET:
        if (query->goals == NULL || query->goal_count == 0) {
            return query->goals == NULL
                       ? refuse(search, WEND_ERROR_ARGUMENT,
                                "goals is NULL, and WEND_GOAL_SET needs it")
                       : refuse(search, WEND_ERROR_ARGUMENT,
                                "goal_count is 0, and must be 1 or more for WEND_GOAL_SET");
        }
        if (query->goal_count >= UINT32_MAX) {
            return refuse_number(search, "goal_count", (double)query->goal_count, 1,
                                 UINT32_MAX - 1);
        }
        return check_nodes(search, "goals", query->goals, query->goal_costs, query->goal_count);
    case WEND_GOAL_PREDICATE:
        return query->is_goal != NULL ? WEND_OK
                                      : refuse(search, WEND_ERROR_ARGUMENT,
                                               "is_goal is NULL, and WEND_GOAL_PREDICATE needs it");
    case WEND_GOAL_WITHIN:
        return WEND_OK;
    default:
        return refuse_number(search, "goal_kind", (double)query->goal_kind, WEND_GOAL_NODE,
                             WEND_GOAL_WITHIN);
    }
}

static bool is_heading(const wend_search *search, uint32_t heading)
{
    const wend_neighbours neighbours = search->space->neighbours;
    return heading == WEND_HEADING_ANY ||
           (neighbours == WEND_NEIGHBOURS_6
                ? heading < 6
                : heading < 8 && (neighbours == WEND_NEIGHBOURS_8 || heading % 2 == 0));
}

static wend_result check_turning(wend_search *search, const wend_turning *turning)
{
    if (turning->cookie != TURNING_COOKIE) {
        return wendi_refuse_cookie(&search->message, "wend_search_start", turning->cookie,
                                   "wend_turning_default");
    }
    if (turning->cost > (wend_cost)1 << 40) {
        return wendi_fail(&search->message, WEND_ERROR_ARGUMENT,
                          "wend_search_start: cost of turning is %llu, and must be from 0 to 2^40",
                          (unsigned long long)turning->cost);
    }
    if (search->space->net != NULL) {
        return turning->start_heading == WEND_HEADING_ANY &&
                       turning->goal_heading == WEND_HEADING_ANY
                   ? WEND_OK
                   : refuse(
                         search, WEND_ERROR_UNSUPPORTED,
                         "start_heading or goal_heading is set, but a path in a graph has none at "
                         "its ends: leave both at WEND_HEADING_ANY");
    }
    const bool is_start = !is_heading(search, turning->start_heading);
    if (is_start || !is_heading(search, turning->goal_heading)) {
        return wendi_fail(
            &search->message, WEND_ERROR_ARGUMENT,
            "wend_search_start: %s is %lu, and must be one of the %d directions of the space, or "
            "WEND_HEADING_ANY",
            is_start ? "start_heading" : "goal_heading",
            (unsigned long)(is_start ? turning->start_heading : turning->goal_heading),
            (int)search->space->neighbours);
    }
    return WEND_OK;
}

static wend_result check_numbers(wend_search *search, const wend_search_query *query)
{
    const wend_result result = check_starts(search, query);
    if (result != WEND_OK) {
        return result;
    }
    if ((uint32_t)query->method >= WEND_METHOD_COUNT) {
        return refuse_number(search, "method", (double)query->method, 0, WEND_METHOD_COUNT - 1);
    }
    if ((uint32_t)query->heuristic > WEND_HEURISTIC_CUSTOM) {
        return refuse_number(search, "heuristic", (double)query->heuristic, 0,
                             WEND_HEURISTIC_CUSTOM);
    }
    if (query->heuristic == WEND_HEURISTIC_CUSTOM && query->estimate == NULL) {
        return refuse(search, WEND_ERROR_ARGUMENT,
                      "estimate is NULL, and WEND_HEURISTIC_CUSTOM needs it");
    }
    if (!(query->weight >= 1 && query->weight <= weight_max)) {
        return refuse_number(search, "weight", query->weight, 1, weight_max);
    }
    if (!(query->noise >= 0 && query->noise <= noise_max)) {
        return refuse_number(search, "noise", query->noise, 0, noise_max);
    }
    return query->turning == NULL ? WEND_OK : check_turning(search, query->turning);
}

static bool can_jump(const wend_search *search, const wend_search_query *query)
{
    const bool is_octile = query->heuristic == WEND_HEURISTIC_BEST ||
                           query->heuristic == WEND_HEURISTIC_OCTILE ||
                           query->heuristic == WEND_HEURISTIC_CUSTOM;
    const wend_space *space = search->space;
    return space->has_jump_map && (space->is_uniform || space->has_breaks) &&
           query->goal_kind == WEND_GOAL_NODE && query->starts == NULL && query->max_depth == 0 &&
           is_octile;
}

static wend_method best_method(const wend_search *search, const wend_search_query *query)
{
    if (query->turning != NULL || query->noise > 0) {
        /* Headings and noise need A*. */
        return query->goal_kind == WEND_GOAL_NODE || query->goal_kind == WEND_GOAL_SET ||
                       query->heuristic == WEND_HEURISTIC_CUSTOM
                   ? WEND_METHOD_ASTAR
                   : WEND_METHOD_DIJKSTRA;
    }
    if (query->goal_kind == WEND_GOAL_PREDICATE || query->goal_kind == WEND_GOAL_WITHIN) {
        return query->heuristic == WEND_HEURISTIC_CUSTOM && query->goal_kind == WEND_GOAL_PREDICATE
                   ? WEND_METHOD_ASTAR
                   : WEND_METHOD_DIJKSTRA;
    }
    /* With a cost limit the best cell within it may lie between two jump points. */
    return can_jump(search, query) && query->max_cost == WEND_COST_INFINITE ? WEND_METHOD_JUMP_POINT
                                                                            : WEND_METHOD_ASTAR;
}

static wend_result check_jump(wend_search *search, const wend_search_query *query)
{
    if (search->space->net != NULL) {
        return refuse(search, WEND_ERROR_UNSUPPORTED,
                      "method is jump-point, which works on grids, not on graphs");
    }
    if (!search->space->has_jump_map) {
        return refuse(
            search, WEND_ERROR_UNSUPPORTED,
            "method is jump-point, which needs 8 neighbours, one cost for all open cells but "
            "one in 64, no wrapping and no links");
    }
    if (!can_jump(search, query)) {
        return refuse(search, WEND_ERROR_UNSUPPORTED,
                      "method is jump-point, which needs one start (starts NULL), one goal node, "
                      "the octile or a custom heuristic, and max_depth 0");
    }
    return WEND_OK;
}

static wend_result check_guided(wend_search *search, const wend_search_query *query,
                                wend_method method)
{
    if (query->max_depth != 0 && method == WEND_METHOD_GREEDY) {
        return refuse(search, WEND_ERROR_UNSUPPORTED,
                      "max_depth is set, which needs the method astar, astar-weighted, dijkstra or "
                      "breadth-first");
    }
    const bool has_position =
        query->goal_kind == WEND_GOAL_NODE || query->goal_kind == WEND_GOAL_SET;
    return has_position || query->heuristic == WEND_HEURISTIC_CUSTOM
               ? WEND_OK
               : refuse(
                     search, WEND_ERROR_UNSUPPORTED,
                     "this goal_kind has no position to head for: it needs the method dijkstra or "
                     "breadth-first, or a custom heuristic");
}

static wend_result check_two_sided(wend_search *search, const wend_search_query *query)
{
    if (search->space->links.count > 0) {
        return refuse(search, WEND_ERROR_UNSUPPORTED,
                      "a search from both ends cannot use links, and the space has some");
    }
    const bool has_goals = query->goal_kind == WEND_GOAL_NODE || query->goal_kind == WEND_GOAL_SET;
    return has_goals && query->max_depth == 0 && query->max_cost == WEND_COST_INFINITE
               ? WEND_OK
               : refuse(search, WEND_ERROR_UNSUPPORTED,
                        "a search from both ends needs goal nodes, no max_cost and no max_depth");
}

static bool has_cost(const wend_cost *costs, size_t count)
{
    for (size_t k = 0; costs != NULL && k < count; ++k) {
        if (costs[k] != 0 && costs[k] != WEND_COST_INFINITE) {
            return true;
        }
    }
    return false;
}

/* Methods that do not compare costs cannot weigh one end against another. */
static wend_result check_end_costs(wend_search *search, const wend_search_query *query,
                                   wend_method method)
{
    const bool compares = method != WEND_METHOD_BREADTH_FIRST && method != WEND_METHOD_GREEDY &&
                          method != WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL;
    const bool is_set = query->goal_kind == WEND_GOAL_SET;
    if (compares || (!(query->starts != NULL && has_cost(query->start_costs, query->start_count)) &&
                     !(is_set && has_cost(query->goal_costs, query->goal_count)))) {
        return WEND_OK;
    }
    return wendi_fail(&search->message, WEND_ERROR_UNSUPPORTED,
                      "wend_search_start: method is %s, which does not compare costs: start_costs "
                      "and goal_costs must be NULL or 0",
                      wend_method_name(method));
}

/* True if this method supports this query, but for turning, noise and costs of starts and goals. */
static wend_result check_plain(wend_search *search, const wend_search_query *query,
                               wend_method method)
{
    switch (method) {
    case WEND_METHOD_JUMP_POINT:
        return check_jump(search, query);
    case WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL:
    case WEND_METHOD_ASTAR_BIDIRECTIONAL:
        return check_two_sided(search, query);
    case WEND_METHOD_ASTAR:
    case WEND_METHOD_ASTAR_WEIGHTED:
    case WEND_METHOD_GREEDY:
        return check_guided(search, query, method);
    case WEND_METHOD_BEST:
    case WEND_METHOD_BREADTH_FIRST:
    case WEND_METHOD_DIJKSTRA:
    case WEND_METHOD_COUNT:
    case WEND_METHOD_HIERARCHY:
    default:
        return WEND_OK;
    }
}

static wend_result check_method(wend_search *search, const wend_search_query *query,
                                wend_method method)
{
    const bool is_astar = method == WEND_METHOD_ASTAR || method == WEND_METHOD_ASTAR_WEIGHTED;
    if (query->noise > 0 && !is_astar) {
        return refuse(search, WEND_ERROR_UNSUPPORTED,
                      "noise is above 0, which needs the method astar or astar-weighted");
    }
    if (query->turning != NULL && !is_astar && method != WEND_METHOD_DIJKSTRA) {
        return refuse(search, WEND_ERROR_UNSUPPORTED,
                      "turning is set, which needs the method dijkstra, astar or astar-weighted");
    }
    if (query->turning != NULL && query->max_depth != 0) {
        return refuse(search, WEND_ERROR_UNSUPPORTED,
                      "turning and max_depth are both set: only one of them is possible");
    }
    const wend_result result = check_plain(search, query, method);
    return result == WEND_OK ? check_end_costs(search, query, method) : result;
}

static wend_result check_heuristic(wend_search *search, const wend_search_query *query)
{
    const wend_method method = search->answer.method;
    const bool is_used = method != WEND_METHOD_DIJKSTRA && method != WEND_METHOD_BREADTH_FIRST &&
                         method != WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL;
    search->heuristic = query->heuristic;
    if (search->space->net != NULL) {
        const bool is_best = query->heuristic == WEND_HEURISTIC_BEST || !is_used;
        search->heuristic = is_best ? WEND_HEURISTIC_EUCLIDEAN : query->heuristic;
        return WEND_OK;
    }
    if (query->heuristic == WEND_HEURISTIC_BEST || !is_used) {
        search->heuristic = search->space->neighbours == WEND_NEIGHBOURS_4
                                ? WEND_HEURISTIC_MANHATTAN
                                : WEND_HEURISTIC_OCTILE;
    } else if (query->heuristic == WEND_HEURISTIC_MANHATTAN &&
               search->space->neighbours != WEND_NEIGHBOURS_4 && method != WEND_METHOD_GREEDY) {
        return refuse(
            search, WEND_ERROR_UNSUPPORTED,
            "heuristic is WEND_HEURISTIC_MANHATTAN, which overestimates with 6 or 8 neighbours; "
            "only the method greedy takes it");
    }
    return WEND_OK;
}

wend_result wendi_search_accept(wend_search *search, const wend_search_query *query)
{
    if (query == NULL) {
        return refuse(search, WEND_ERROR_ARGUMENT,
                      "query is NULL: begin with wend_search_query_default()");
    }
    if (query->cookie != QUERY_COOKIE) {
        return wendi_refuse_cookie(&search->message, "wend_search_start", query->cookie,
                                   "wend_search_query_default");
    }
    wend_result result = check_numbers(search, query);
    if (result == WEND_OK) {
        result = check_goals(search, query);
    }
    if (result != WEND_OK) {
        return result;
    }
    search->answer.method =
        query->method == WEND_METHOD_BEST ? best_method(search, query) : query->method;
    result = check_method(search, query, search->answer.method);
    if (result == WEND_OK) {
        result = check_heuristic(search, query);
    }
    if (result == WEND_OK) {
        result = wendi_search_set_ends(search, query);
    }
    if (result != WEND_OK) {
        return result;
    }
    search->query = *query;
    search->query.start = search->answer.start;
    search->query.starts = search->query.goals = NULL;
    search->query.start_costs = search->query.goal_costs = NULL;
    search->query.turning = NULL;
    search->turn.is_used = query->turning != NULL;
    search->labels.is_used =
        query->max_depth != 0 && (search->answer.method == WEND_METHOD_ASTAR ||
                                  search->answer.method == WEND_METHOD_ASTAR_WEIGHTED);
    if (query->turning != NULL) {
        search->turn.turning = *query->turning;
    }
    search->query.records_order |= query->goal_kind == WEND_GOAL_WITHIN;
    search->weight = search->answer.method == WEND_METHOD_ASTAR_WEIGHTED
                         ? (uint64_t)(query->weight * 65536)
                         : 65536;
    search->noise = (uint32_t)(query->noise * 65536);
    if (search->space->net != NULL) {
        wendi_graph_search_prepare(search);
    } else {
        wendi_grid_search_prepare(search);
    }
    return WEND_OK;
}

/* True if the user's estimate is infinite for every start. */
static bool is_hopeless(const wend_search *search)
{
    const wend_search_query *query = &search->query;
    const wend_node goal = query->goal_kind == WEND_GOAL_NODE ? query->goal : WEND_NODE_NONE;
    for (size_t k = 0; k < search->starts.count; ++k) {
        const wend_node start =
            wendi_space_node_of_slot(search->space, search->starts.items[k].slot);
        if (!wendi_is_unreachable(query->estimate(query->user, start, goal))) {
            return false;
        }
    }
    return true;
}

wend_result wendi_search_settle(wend_search *search)
{
    const wend_goal_kind kind = search->query.goal_kind;
    search->best_slot = search->start_slot;
    if (search->starts.count == 0) {
        search->answer.reason = search->hit_limit ? WEND_FAILURE_LIMIT : WEND_FAILURE_START_BLOCKED;
        return WEND_NO_PATH;
    }
    const bool has_position = kind == WEND_GOAL_NODE || kind == WEND_GOAL_SET;
    if (has_position && search->goals.count == 0) {
        search->answer.reason =
            search->has_unreachable_goal ? WEND_FAILURE_UNREACHABLE : WEND_FAILURE_GOAL_BLOCKED;
        return WEND_NO_PATH;
    }
    if (search->heuristic == WEND_HEURISTIC_CUSTOM && kind != WEND_GOAL_WITHIN &&
        is_hopeless(search)) {
        search->answer.reason = WEND_FAILURE_UNREACHABLE;
        return WEND_NO_PATH;
    }
    return WEND_IN_PROGRESS;
}
