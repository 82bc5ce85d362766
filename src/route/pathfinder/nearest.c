/* The nearest point that can be reached, for a goal that cannot.
 *
 *     search for the goal --no path--> reachable ground --its nearest point--> search for that
 *                                      (islands, or a flood)
 *
 * The flood is a search by cost alone without a goal: it calls back for each cell, node or polygon
 * that it expands, and the nearest to the goal is kept. Budgets cut it like any other search.
 * Cost: on grids with islands the cells nearer than the answer, else all reachable ground; and a
 * second search. */
#include "route/pathfinder/pathfinder.h"
#include "route/space/space.h"
#include "wend/islands.h"

#include <math.h>

/* ---- cells ---- */

static double square_between(wend_vec3 a, wend_vec3 b)
{
    const double x = a.x - b.x;
    const double y = a.y - b.y;
    const double z = a.z - b.z;
    return x * x + y * y + z * z;
}

static void try_border_cell(const wend_space *space, wend_node cell, wend_vec3 at, wend_node *best,
                            double *least)
{
    const wend_vec2 centre = wend_space_position(space, cell);
    const double square =
        square_between((wend_vec3){centre.x, centre.y, 0}, (wend_vec3){at.x, at.y, 0});
    if (square < *least || (square <= *least && cell < *best)) {
        *best = cell;
        *least = square;
    }
}

/* The cell of the goal; outside of the grid the nearest one, which lies on its border. */
static wend_node goal_cell(const wend_space *space, wend_vec3 at)
{
    const wend_node own = wend_grid_node_at(space->grid, (wend_vec2){at.x, at.y});
    const uint32_t width = (uint32_t)space->width;
    const uint32_t height = (uint32_t)space->height;
    wend_node best = own;
    double least = (double)INFINITY;
    for (uint32_t x = 0; x < width && own == WEND_NODE_NONE; x++) {
        try_border_cell(space, x, at, &best, &least);
        try_border_cell(space, (height - 1) * width + x, at, &best, &least);
    }
    for (uint32_t y = 0; y < height && own == WEND_NODE_NONE; y++) {
        try_border_cell(space, y * width, at, &best, &least);
        try_border_cell(space, y * width + width - 1, at, &best, &least);
    }
    return best;
}

static bool note_cell(void *user, wend_node cell)
{
    wend_pathfinder *pathfinder = user;
    wendi_pathfinder_nearest *nearest = &pathfinder->nearest;
    const int64_t square =
        wendi_space_squared_distance(pathfinder->def.space, cell, nearest->goal_cell);
    if (nearest->best == WEND_NODE_NONE || square < nearest->cells_squared ||
        (square == nearest->cells_squared && cell < nearest->best)) {
        nearest->cells_squared = square;
        nearest->best = cell;
    }
    return false;
}

wend_result wendi_pathfinder_flood_cells(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_nearest *nearest = &pathfinder->nearest;
    const wend_space *space = pathfinder->def.space;
    nearest->goal_cell = pathfinder->query.to_node != WEND_NODE_NONE
                             ? pathfinder->query.to_node
                             : goal_cell(space, nearest->goal);
    if (space->islands != NULL && pathfinder->query.max_cost == WEND_COST_INFINITE &&
        wend_islands_nearest(space->islands, pathfinder->start_cell, nearest->goal_cell,
                             &nearest->best) == WEND_OK) {
        return WEND_NO_PATH; /* no flood is needed */
    }
    nearest->best = WEND_NODE_NONE;
    wend_search_query query;
    wendi_pathfinder_fill_search_query(pathfinder, &query);
    query.start = pathfinder->start_cell;
    query.max_cost = pathfinder->query.max_cost;
    return wendi_pathfinder_flood_search(pathfinder, &query, note_cell);
}

/* ---- nodes ---- */

static bool note_node(void *user, wend_node node)
{
    wend_pathfinder *pathfinder = user;
    wendi_pathfinder_nearest *nearest = &pathfinder->nearest;
    const double square =
        square_between(pathfinder->def.space->net->positions[node], nearest->goal);
    if (nearest->best == WEND_NODE_NONE || square < nearest->squared ||
        (square <= nearest->squared && node < nearest->best)) {
        nearest->squared = square;
        nearest->best = node;
    }
    return false;
}

wend_result wendi_pathfinder_flood_nodes(wend_pathfinder *pathfinder, wend_search_query *query)
{
    query->max_cost = wendi_pathfinder_cost_limit(pathfinder);
    return wendi_pathfinder_flood_search(pathfinder, query, note_node);
}

wend_result wendi_pathfinder_flood_search(wend_pathfinder *pathfinder, wend_search_query *query,
                                          wend_is_goal_fn note)
{
    pathfinder->is_routed = false;
    query->method = WEND_METHOD_DIJKSTRA;
    query->heuristic = WEND_HEURISTIC_BEST;
    query->noise = 0;
    query->turning = NULL;
    query->goal_kind = WEND_GOAL_PREDICATE;
    query->is_goal = note;
    query->user = pathfinder;
    return wend_search_start(pathfinder->search, query);
}

/* ---- phases ---- */

static bool is_excused(wend_failure_reason reason)
{
    return reason == WEND_FAILURE_GOAL_BLOCKED || reason == WEND_FAILURE_GOAL_OFF_GROUND ||
           reason == WEND_FAILURE_UNREACHABLE;
}

bool wendi_pathfinder_nearest_goes_on(const wend_pathfinder *pathfinder, wend_result result)
{
    const wendi_pathfinder_nearest *nearest = &pathfinder->nearest;
    const wend_path_query *query = &pathfinder->query;
    switch (nearest->phase) {
    case WENDI_NEAREST_GOAL:
        return result == WEND_NO_PATH && query->is_nearest_allowed && !pathfinder->can_walk &&
               is_excused(pathfinder->answer.reason);
    case WENDI_NEAREST_FLOOD:
        return result >= 0 && result != WEND_IN_PROGRESS;
    case WENDI_NEAREST_SUBSTITUTE:
    default:
        return result == WEND_NO_PATH && nearest->has_candidates;
    }
}

/* Searches for the best that is known. */
static wend_result seek(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_nearest *nearest = &pathfinder->nearest;
    nearest->phase = WENDI_NEAREST_SUBSTITUTE;
    nearest->expanded = pathfinder->answer.expanded;
    const wend_result result = wendi_pathfinder_world_of(pathfinder)->choose(pathfinder);
    pathfinder->answer.reason = nearest->reason;
    return result;
}

wend_result wendi_pathfinder_nearest_continue(wend_pathfinder *pathfinder, wend_result result)
{
    wendi_pathfinder_nearest *nearest = &pathfinder->nearest;
    wendi_message_clear(&pathfinder->message);
    if (nearest->phase == WENDI_NEAREST_FLOOD) {
        nearest->is_cut =
            result == WEND_PARTIAL && pathfinder->query.max_steps != 0 &&
            pathfinder->answer.expanded - nearest->expanded >= pathfinder->query.max_steps;
        return seek(pathfinder);
    }
    if (nearest->phase == WENDI_NEAREST_SUBSTITUTE) {
        return seek(pathfinder);
    }
    nearest->reason = pathfinder->answer.reason;
    nearest->goal = pathfinder->positions[0];
    nearest->best = WEND_NODE_NONE;
    nearest->has_candidates = nearest->is_cut = false;
    nearest->phase = WENDI_NEAREST_FLOOD;
    nearest->expanded = pathfinder->answer.expanded;
    const wend_result flooding = wendi_pathfinder_world_of(pathfinder)->flood(pathfinder);
    return flooding == WEND_NO_PATH ? seek(pathfinder) : flooding;
}

wend_result wendi_pathfinder_nearest_conclude(wend_pathfinder *pathfinder, wend_result result)
{
    const wendi_pathfinder_nearest *nearest = &pathfinder->nearest;
    wend_path_answer *answer = &pathfinder->answer;
    if (nearest->phase != WENDI_NEAREST_SUBSTITUTE ||
        (result != WEND_OK && result != WEND_PARTIAL)) {
        return result;
    }
    const bool is_flat = pathfinder->def.space != NULL && pathfinder->def.space->net == NULL;
    wend_vec3 goal = nearest->goal;
    goal.z = is_flat ? 0 : goal.z;
    answer->is_nearest = true;
    answer->goal_distance = wend_sqrt(square_between(answer->position, goal));
    answer->reason =
        result == WEND_PARTIAL || nearest->is_cut ? WEND_FAILURE_LIMIT : nearest->reason;
    answer->bound = nearest->is_cut ? 0 : answer->bound;
    return nearest->is_cut ? WEND_PARTIAL : result;
}
