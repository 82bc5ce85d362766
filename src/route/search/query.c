/* Checks a query, chooses method and heuristic, and settles the cases that need no search.
 * Cost: linear in the number of goals. */
#include "route/search/search.h"

#include <stdio.h>
#include <string.h>

enum { QUERY_COOKIE = 0x57515932, TURNING_COOKIE = 0x57545531 };

static const double weight_max = 1000.0;
static const double noise_max = 10.0;

static const char *const method_names[WEND_METHOD_COUNT] = {
    "best",  "breadth-first",  "breadth-first-bidirectional", "dijkstra",  "greedy",
    "astar", "astar-weighted", "astar-bidirectional",         "jump-point"};

const char *wend_method_name(wend_method method)
{
    return (uint32_t)method < WEND_METHOD_COUNT ? method_names[method] : "?";
}

wend_method wend_method_from_name(const char *name)
{
    uint32_t method = 0;
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
        "none",  "start blocked", "goal blocked",         "unreachable",
        "limit", "cancelled",     "start off the ground", "goal off the ground"};
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

static wend_result check_goals(wend_search *search, const wend_search_query *query)
{
    const uint32_t count = wendi_space_node_count(search->space);
    switch (query->goal_kind) {
    case WEND_GOAL_NODE:
        return query->goal < count ? WEND_OK : refuse_node(search, "goal", query->goal);
    case WEND_GOAL_SET:
        if (query->goals == NULL || query->goal_count == 0) {
            return query->goals == NULL
                       ? refuse(search, WEND_ERROR_ARGUMENT,
                                "goals is NULL, and WEND_GOAL_SET needs it")
                       : refuse(search, WEND_ERROR_ARGUMENT,
                                "goal_count is 0, and must be 1 or more for WEND_GOAL_SET");
        }
        for (size_t k = 0; k < query->goal_count; ++k) {
            if (query->goals[k] >= count) {
                char field[40];
                (void)snprintf(field, sizeof field, "goals[%zu]", k);
                return refuse_node(search, field, query->goals[k]);
            }
        }
        return WEND_OK;
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
    if (query->start >= wendi_space_node_count(search->space)) {
        return refuse_node(search, "start", query->start);
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
    return search->space->has_jump_map && query->goal_kind == WEND_GOAL_NODE &&
           query->max_depth == 0 && is_octile;
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
    if (query->max_depth != 0) {
        return WEND_METHOD_DIJKSTRA;
    }
    if (query->goal_kind == WEND_GOAL_PREDICATE || query->goal_kind == WEND_GOAL_WITHIN) {
        return query->heuristic == WEND_HEURISTIC_CUSTOM && query->goal_kind == WEND_GOAL_PREDICATE
                   ? WEND_METHOD_ASTAR
                   : WEND_METHOD_DIJKSTRA;
    }
    /* A cost limit asks for the best cell within it, which may lie between two jump points. */
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
            "method is jump-point, which needs 8 neighbours, one cost for all open cells, "
            "no wrapping and no links");
    }
    if (!can_jump(search, query)) {
        return refuse(search, WEND_ERROR_UNSUPPORTED,
                      "method is jump-point, which needs one goal node, the octile or a custom "
                      "heuristic, and max_depth 0");
    }
    return WEND_OK;
}

/* A search guided by estimates may find a cheaper path of more steps to a cell after the cell was
 * expanded, so a limit of depth would not hold for the final path. */
static wend_result check_guided(wend_search *search, const wend_search_query *query)
{
    if (query->max_depth != 0) {
        return refuse(search, WEND_ERROR_UNSUPPORTED,
                      "max_depth is set, which needs the method dijkstra or breadth-first");
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
    return query->goal_kind == WEND_GOAL_NODE && query->max_depth == 0 &&
                   query->max_cost == WEND_COST_INFINITE
               ? WEND_OK
               : refuse(
                     search, WEND_ERROR_UNSUPPORTED,
                     "a search from both ends needs one goal node, no max_cost and no max_depth");
}

/* True if this method supports this query, but for turning and noise. */
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
        return check_guided(search, query);
    case WEND_METHOD_BEST:
    case WEND_METHOD_BREADTH_FIRST:
    case WEND_METHOD_DIJKSTRA:
    case WEND_METHOD_COUNT:
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
    return check_plain(search, query, method);
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

/* Notes an open goal that may be reached, and widens the box around all goals. */
static bool add_goal(wend_search *search, wend_node node)
{
    const uint32_t slot = wendi_space_slot_of_node(search->space, node);
    if (!wendi_space_is_open_slot(search->space, slot)) {
        return true;
    }
    if (wendi_space_is_unreachable(search->space, search->start_slot, slot)) {
        search->has_unreachable_goal = true;
        return true;
    }
    if (search->space->net == NULL) {
        wendi_heuristic_box_add(&search->guess.goals, search->space, slot);
    }
    return wendi_array_u32_push(&search->goals, slot);
}

static wend_result set_goals(wend_search *search, const wend_search_query *query)
{
    search->start_slot = wendi_space_slot_of_node(search->space, query->start);
    search->has_unreachable_goal = false;
    wendi_array_u32_clear(&search->goals);
    wendi_heuristic_box_clear(&search->guess.goals);
    bool is_done = true;
    if (query->goal_kind == WEND_GOAL_NODE) {
        is_done = add_goal(search, query->goal);
    } else if (query->goal_kind == WEND_GOAL_SET) {
        for (size_t k = 0; k < query->goal_count && is_done; ++k) {
            is_done = add_goal(search, query->goals[k]);
        }
    }
    return is_done ? WEND_OK : refuse(search, WEND_ERROR_MEMORY, "out of memory");
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
        result = set_goals(search, query);
    }
    if (result != WEND_OK) {
        return result;
    }
    search->query = *query;
    search->query.goals = NULL;
    search->query.turning = NULL;
    search->turn.is_used = query->turning != NULL;
    if (query->turning != NULL) {
        search->turn.turning = *query->turning;
    }
    search->query.record_order |= query->goal_kind == WEND_GOAL_WITHIN;
    search->weight = search->answer.method == WEND_METHOD_ASTAR_WEIGHTED
                         ? (uint64_t)(query->weight * 65536)
                         : 65536;
    search->noise = (uint32_t)(query->noise * 65536);
    if (search->space->net != NULL) {
        wendi_graph_search_prepare(search);
    } else if (search->heuristic != WEND_HEURISTIC_CUSTOM) {
        wendi_grid_heuristic_prepare(&search->guess, search->space, search->heuristic, true);
    }
    return WEND_OK;
}

wend_result wendi_search_settle(wend_search *search)
{
    const wend_goal_kind kind = search->query.goal_kind;
    search->best_slot = search->start_slot;
    if (!wendi_space_is_open_slot(search->space, search->start_slot)) {
        search->answer.reason = WEND_FAILURE_START_BLOCKED;
        return WEND_NO_PATH;
    }
    const bool has_position = kind == WEND_GOAL_NODE || kind == WEND_GOAL_SET;
    if (has_position && search->goals.count == 0) {
        search->answer.reason =
            search->has_unreachable_goal ? WEND_FAILURE_UNREACHABLE : WEND_FAILURE_GOAL_BLOCKED;
        return WEND_NO_PATH;
    }
    if (search->heuristic == WEND_HEURISTIC_CUSTOM && kind != WEND_GOAL_WITHIN &&
        wendi_is_unreachable(
            search->query.estimate(search->query.user, search->query.start,
                                   kind == WEND_GOAL_NODE ? search->query.goal : WEND_NODE_NONE))) {
        search->answer.reason = WEND_FAILURE_UNREACHABLE;
        return WEND_NO_PATH;
    }
    return WEND_IN_PROGRESS;
}

/* ---- estimates ---- */

uint64_t wendi_search_estimate(const wend_search *search, uint32_t slot, int32_t px, int32_t py)
{
    const wend_search_query *query = &search->query;
    if (search->heuristic == WEND_HEURISTIC_CUSTOM) {
        const wend_node goal = query->goal_kind == WEND_GOAL_NODE ? query->goal : WEND_NODE_NONE;
        return query->estimate(query->user, wendi_space_node(search->space, slot), goal);
    }
    return wendi_grid_heuristic_at(&search->guess, px, py);
}

enum { NOISE_SHIFT = 3, NOISE_CELLS = 1 << NOISE_SHIFT };

/* The noise at a corner of the coarse raster, 16 bits. */
static uint32_t noise_at(const wend_search *search, uint32_t x, uint32_t y)
{
    return (uint32_t)(wend_random(search->query.noise_seed, (uint64_t)y << 32 | x, 0) >> 48);
}

/* Between the corners of the coarse raster around, in proportion. */
static uint32_t smooth_noise(const wend_search *search, uint32_t px, uint32_t py)
{
    const uint32_t x = px >> NOISE_SHIFT;
    const uint32_t y = py >> NOISE_SHIFT;
    const uint32_t right = px % NOISE_CELLS;
    const uint32_t below = py % NOISE_CELLS;
    const uint32_t top =
        noise_at(search, x, y) * (NOISE_CELLS - right) + noise_at(search, x + 1, y) * right;
    const uint32_t bottom =
        noise_at(search, x, y + 1) * (NOISE_CELLS - right) + noise_at(search, x + 1, y + 1) * right;
    return (top * (NOISE_CELLS - below) + bottom * below) >> 2 * NOISE_SHIFT;
}

uint64_t wendi_search_weight_at(const wend_search *search, int32_t px, int32_t py)
{
    if (search->noise == 0) {
        return search->weight;
    }
    const uint64_t part =
        (uint64_t)search->noise * smooth_noise(search, (uint32_t)px, (uint32_t)py);
    return search->weight * ((1u << 16) + (part >> 16)) >> 16;
}
