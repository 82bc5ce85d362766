/* The pathfinder over a grid: straight legs to and from cells, a search between them.
 * Cost: a search; smoothing where the query has it. */
#include "route/pathfinder/pathfinder.h"
#include "route/space/space.h"
#include "wend/walls.h"

static wend_vec2 flat(wend_vec3 position)
{
    return (wend_vec2){position.x, position.y};
}

static wend_vec3 position_of_cell(const wend_pathfinder *pathfinder, wend_node cell)
{
    const wend_vec2 at = wend_space_position(pathfinder->def.space, cell);
    return (wend_vec3){at.x, at.y, 0};
}

/* ---- straight walks ---- */

/* Cells are tested first; if that fails, the walls that they stand for may be more exact. */
static bool can_walk(const wend_pathfinder *pathfinder, wend_vec2 from, wend_vec2 to,
                     wend_cost *cost)
{
    const wend_pathfinder_def *def = &pathfinder->def;
    if (wend_space_can_walk(def->space, from, to, def->radius, cost)) {
        return true;
    }
    if (def->walls == NULL || !wend_walls_can_walk(def->walls, from, to, def->radius, def->stops)) {
        return false;
    }
    const double cells = wend_vec2_distance(from, to) / def->space->cell_size;
    *cost = wend_cost_from_double(cells * (double)def->space->cost_min);
    return true;
}

/* ---- ends ---- */

static double squared(wend_vec2 a, wend_vec2 b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

static bool can_be_end(const wend_pathfinder *pathfinder, wend_vec2 position, wend_node cell)
{
    const wend_space *space = pathfinder->def.space;
    wend_cost cost;
    return wend_space_is_open(space, cell) &&
           can_walk(pathfinder, position, wend_space_position(space, cell), &cost);
}

/* The cell of a position if the segment to its centre is clear, else the nearest such cell around
 * it. */
static wend_node end_cell(const wend_pathfinder *pathfinder, wend_vec3 at)
{
    const wend_space *space = pathfinder->def.space;
    const wend_vec2 position = flat(at);
    const int rings = pathfinder->def.walls == NULL ? 1 : 2;
    const int side = 2 * rings + 1;
    const wend_node own = wend_grid_node_at(space->grid, position);
    if (own == WEND_NODE_NONE || can_be_end(pathfinder, position, own)) {
        return own;
    }
    const wend_vec2 centre = wend_space_position(space, own);
    wend_node best = WEND_NODE_NONE;
    double best_squared = 0;
    for (int i = 0; i < side * side; i++) {
        const int column = i % side - rings;
        const int row = i / side - rings;
        const wend_vec2 near = {centre.x + column * space->cell_size,
                                centre.y + row * space->cell_size};
        const wend_node cell = wend_grid_node_at(space->grid, near);
        if (cell == WEND_NODE_NONE) {
            continue;
        }
        const double far = squared(position, wend_space_position(space, cell));
        if ((best == WEND_NODE_NONE || far < best_squared) &&
            can_be_end(pathfinder, position, cell)) {
            best = cell;
            best_squared = far;
        }
    }
    return best;
}

static bool is_outside(const wend_pathfinder *pathfinder, wend_vec3 at)
{
    return wend_grid_node_at(pathfinder->def.space->grid, flat(at)) == WEND_NODE_NONE;
}

static wend_result blocked(wend_pathfinder *pathfinder, wend_failure_reason reason)
{
    pathfinder->answer.reason = reason;
    return WEND_NO_PATH;
}

/* The cells of all positions; those without a cell get the first one that was found, so that the
 * search can be given the whole list. */
static wend_result find_cells(wend_pathfinder *pathfinder)
{
    if (!wendi_array_u32_resize(&pathfinder->cells, pathfinder->position_count)) {
        return WEND_ERROR_MEMORY;
    }
    wend_node any = WEND_NODE_NONE;
    bool is_off = true;
    for (size_t i = 0; i < pathfinder->position_count; i++) {
        pathfinder->cells.items[i] = pathfinder->query.to_node != WEND_NODE_NONE
                                         ? pathfinder->query.to_node
                                         : end_cell(pathfinder, pathfinder->positions[i]);
        is_off = is_off && is_outside(pathfinder, pathfinder->positions[i]);
        any = any == WEND_NODE_NONE ? pathfinder->cells.items[i] : any;
    }
    const wend_failure_reason reason =
        is_off ? WEND_FAILURE_GOAL_OFF_GROUND : WEND_FAILURE_GOAL_BLOCKED;
    return any == WEND_NODE_NONE ? blocked(pathfinder, reason) : WEND_OK;
}

static wend_result start_search(wend_pathfinder *pathfinder, wend_search_query *query)
{
    const size_t bytes = pathfinder->position_count * sizeof(wend_node);
    wend_node *cells = NULL;
    if (query->goal_kind == WEND_GOAL_SET) {
        cells = wendi_alloc(&pathfinder->allocator, bytes);
        if (cells == NULL) {
            return WEND_ERROR_MEMORY;
        }
        query->goals = cells;

        /* Lists the positions that have a cell: the others cannot be searched for. */
        size_t count = 0;
        for (size_t i = 0; i < pathfinder->position_count; i++) {
            if (pathfinder->cells.items[i] != WEND_NODE_NONE) {
                cells[count++] = pathfinder->cells.items[i];
            }
        }
        query->goal_count = count;
    }
    const wend_result result = wend_search_start(pathfinder->search, query);
    wendi_free(&pathfinder->allocator, cells, bytes);
    if (result < 0) {
        return wendi_fail(&pathfinder->message, result, "%s",
                          wend_search_error(pathfinder->search));
    }
    return result;
}

static wend_result find_start(wend_pathfinder *pathfinder)
{
    pathfinder->start_cell = pathfinder->query.from_node != WEND_NODE_NONE
                                 ? pathfinder->query.from_node
                                 : end_cell(pathfinder, pathfinder->query.from);
    if (pathfinder->start_cell == WEND_NODE_NONE) {
        return blocked(pathfinder, is_outside(pathfinder, pathfinder->query.from)
                                       ? WEND_FAILURE_START_OFF_GROUND
                                       : WEND_FAILURE_START_BLOCKED);
    }
    return WEND_OK;
}

static wend_result start(wend_pathfinder *pathfinder)
{
    const bool has_predicate = pathfinder->query.goal_kind == WEND_PATH_TO_PREDICATE;
    wend_result found = find_start(pathfinder);
    found = found == WEND_OK && !has_predicate ? find_cells(pathfinder) : found;
    if (found != WEND_OK) {
        return found;
    }
    if (pathfinder->query.goal_kind == WEND_PATH_TO_POSITION) {
        const wend_result indexed = wendi_pathfinder_index_cells(pathfinder, pathfinder->start_cell,
                                                                 pathfinder->cells.items[0]);
        if (indexed != WEND_NO_PATH) {
            return indexed;
        }
        const wend_result routed = wendi_pathfinder_route_start(pathfinder, pathfinder->start_cell,
                                                                pathfinder->cells.items[0]);
        if (routed != WEND_NO_PATH) {
            return routed;
        }
    }
    if (wendi_pathfinder_tree_answers(pathfinder)) {
        return WEND_OK;
    }
    wend_search_query query;
    wendi_pathfinder_fill_search_query(pathfinder, &query);
    query.start = pathfinder->start_cell;
    query.max_cost = pathfinder->query.max_cost;
    query.goal_kind = has_predicate ? WEND_GOAL_PREDICATE : WEND_GOAL_SET;
    if (pathfinder->query.goal_kind == WEND_PATH_TO_POSITION) {
        query.goal_kind = WEND_GOAL_NODE;
        query.goal = pathfinder->cells.items[0];
    }
    return start_search(pathfinder, &query);
}

static wend_result start_each(wend_pathfinder *pathfinder)
{
    const wend_result found = find_start(pathfinder);
    const wend_result listed = found == WEND_OK ? find_cells(pathfinder) : found;
    if (listed != WEND_OK) {
        return listed;
    }
    wend_search_query query;
    wendi_pathfinder_fill_search_query(pathfinder, &query);
    query.start = pathfinder->start_cell;
    return wendi_pathfinder_each_search(pathfinder, &query);
}

static wend_result choose(wend_pathfinder *pathfinder)
{
    const wend_node best = pathfinder->nearest.best;
    if (best == WEND_NODE_NONE) {
        return WEND_NO_PATH;
    }
    pathfinder->query.to_node = best;
    pathfinder->positions[0] = position_of_cell(pathfinder, best);
    return start(pathfinder);
}

void wendi_pathfinder_fill_search_query(const wend_pathfinder *pathfinder, wend_search_query *query)
{
    const wend_path_query *from = &pathfinder->query;
    *query = wend_search_query_default();
    query->method = from->method == WEND_METHOD_HIERARCHY ? WEND_METHOD_BEST : from->method;
    query->weight = from->weight;
    query->heuristic = from->heuristic;
    query->estimate = from->estimate;
    query->is_goal = from->is_goal;
    query->user = from->user;
    query->noise = from->noise;
    query->noise_seed = from->noise_seed;
    query->turning = from->turning;
    query->max_steps = from->max_steps;
    query->max_depth = from->max_depth;
    query->records_order = from->records_order;
}

wend_result wendi_pathfinder_run_search(wend_pathfinder *pathfinder, wend_budget *budget)
{
    wend_search_answer answer;
    const wend_result result = wend_search_run(pathfinder->search, budget);
    wend_search_get_answer(pathfinder->search, &answer);
    pathfinder->answer.reason = answer.reason;
    pathfinder->answer.expanded = pathfinder->nearest.expanded + answer.expanded;
    pathfinder->answer.generated = answer.generated;
    pathfinder->answer.method = wend_method_name(answer.method);
    pathfinder->answer.bound = answer.bound;
    pathfinder->answer.heading = answer.heading;
    pathfinder->answer.turns = answer.turns;
    return result;
}

static wend_result run(wend_pathfinder *pathfinder, wend_budget *budget)
{
    if (pathfinder->is_indexed) {
        return WEND_OK;
    }
    if (pathfinder->is_routed) {
        wend_result routed =
            wendi_pathfinder_route_run(pathfinder, budget, pathfinder->query.max_cost);
        if (routed != WEND_PARTIAL) {
            return routed;
        }
        pathfinder->query.method = WEND_METHOD_BEST;
        routed = start(pathfinder);
        if (routed != WEND_OK || pathfinder->is_indexed) {
            return routed;
        }
    }
    const wend_result result = wendi_pathfinder_run_search(pathfinder, budget);
    if (result == WEND_OK || result == WEND_PARTIAL) {
        /* A hint about a max_cost that is less than one step. */
        const char *hint = wend_search_error(pathfinder->search);
        if (hint[0] != '\0') {
            (void)wendi_fail(&pathfinder->message, result, "%s", hint);
        }
    }
    return result;
}

/* ---- the path ---- */

static wend_result walk(wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to, wend_cost *cost)
{
    return can_walk(pathfinder, flat(from), flat(to), cost) ? WEND_OK : WEND_NO_PATH;
}

static bool is_plain(void *context, const wend_leg *leg)
{
    const wend_pathfinder *pathfinder = context;
    return wendi_leg_is_on_cells(pathfinder->def.space, leg);
}

static wend_result check_leg(void *context, wend_leg *leg, wend_cost most)
{
    const wend_pathfinder *pathfinder = context;
    const bool can = can_walk(pathfinder, leg->from_point, leg->to_point, &leg->cost);
    return can && leg->cost <= most ? WEND_OK : WEND_NO_PATH;
}

/* The straight leg between a position and a cell's centre. */
static wend_leg end_leg(wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to, wend_node cell)
{
    wend_leg leg = wendi_leg_straight(from, to, true);
    leg.from_height = leg.to_height = 0;
    leg.from = leg.to = cell;
    (void)walk(pathfinder, from, to, &leg.cost);
    return leg;
}

/* Of the positions in a cell the one nearest to where the path comes from. */
static size_t position_in_cell(const wend_pathfinder *pathfinder, wend_node cell)
{
    const size_t legs = wend_path_leg_count(pathfinder->path);
    const wend_vec2 from = legs > 0 ? wend_path_leg(pathfinder->path, legs - 1).from_point
                                    : flat(pathfinder->query.from);
    size_t best = pathfinder->cells.count;
    for (size_t i = 0; i < pathfinder->cells.count; i++) {
        if (pathfinder->cells.items[i] == cell &&
            (best == pathfinder->cells.count ||
             squared(from, flat(pathfinder->positions[i])) <
                 squared(from, flat(pathfinder->positions[best])))) {
            best = i;
        }
    }
    return best;
}

static wend_result shape(wend_pathfinder *pathfinder, const wend_leg *first, const wend_leg *last)
{
    const bool is_smooth = pathfinder->query.shape != WEND_PATH_AS_FOUND;
    const wend_smoothing smoothing = pathfinder->query.shape == WEND_PATH_SMOOTH_PRECISE
                                         ? WEND_SMOOTHING_PRECISE
                                         : WEND_SMOOTHING_QUICK;
    wend_result result = WEND_OK;
    if (is_smooth) {
        result = wend_path_smooth(pathfinder->path, pathfinder->def.space, pathfinder->def.radius,
                                  smoothing);
    }
    if (result == WEND_OK) {
        result = wendi_path_add_end_legs(pathfinder->path, first, last);
    }
    if (result == WEND_OK && is_smooth) {
        const wendi_segment_world world = {pathfinder, true, is_plain, check_leg};
        result = wendi_path_straighten(pathfinder->path, &world, smoothing);
    }
    return result;
}

static wend_result finish(wend_pathfinder *pathfinder)
{
    wend_search_answer answer;
    wend_search_get_answer(pathfinder->search, &answer);
    const wend_result result =
        pathfinder->is_treed
            ? wendi_goal_tree_path(pathfinder->tree, pathfinder->start_cell, pathfinder->path, NULL)
        : pathfinder->is_indexed ? wendi_pathfinder_index_path(pathfinder)
        : pathfinder->is_routed  ? wendi_pathfinder_route_path(pathfinder)
                                 : wend_path_from_search(pathfinder->path, pathfinder->search);
    if (result < 0) {
        return result;
    }
    const bool is_searched = !pathfinder->is_indexed && !pathfinder->is_routed;
    const wend_node end = is_searched ? answer.node : pathfinder->cells.items[0];
    const wend_vec3 centre = position_of_cell(pathfinder, end);
    const bool is_at_position =
        result == WEND_OK && pathfinder->query.goal_kind != WEND_PATH_TO_PREDICATE;
    const size_t index = is_at_position ? position_in_cell(pathfinder, end) : 0;
    const wend_vec3 to = is_at_position ? pathfinder->positions[index] : centre;
    const wend_leg first =
        end_leg(pathfinder, pathfinder->query.from,
                position_of_cell(pathfinder, pathfinder->start_cell), pathfinder->start_cell);
    const wend_leg last = end_leg(pathfinder, centre, to, end);
    pathfinder->answer.node = end;
    pathfinder->answer.goal_index = index;
    pathfinder->answer.position = to;
    return shape(pathfinder, &first, &last);
}

/* The pieces that were taken of a route. */
static wend_result pieces_so_far(wend_pathfinder *pathfinder)
{
    const size_t count = wend_path_leg_count(pathfinder->pieces);
    if (!pathfinder->has_route || count == 0) {
        return WEND_NO_PATH;
    }
    const wend_node last = wend_path_leg(pathfinder->pieces, count - 1).to;
    const wend_leg first =
        end_leg(pathfinder, pathfinder->query.from,
                position_of_cell(pathfinder, pathfinder->start_cell), pathfinder->start_cell);
    pathfinder->answer.node = last;
    pathfinder->answer.position = position_of_cell(pathfinder, last);
    const wend_result result = wendi_pathfinder_route_path(pathfinder);
    return result == WEND_OK ? shape(pathfinder, &first, NULL) : result;
}

static wend_result so_far(wend_pathfinder *pathfinder)
{
    if (pathfinder->is_routed) {
        return pieces_so_far(pathfinder);
    }
    wend_search_answer answer;
    wend_search_get_answer(pathfinder->search, &answer);
    const bool has_node = answer.expanded > 0 && answer.node != WEND_NODE_NONE;
    const wend_result result = has_node ? finish(pathfinder) : WEND_NO_PATH;
    return result == WEND_PARTIAL ? WEND_OK : result;
}

static wend_cost least(const wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to)
{
    const wend_space *space = pathfinder->def.space;
    wend_space_info info;
    wend_space_get_info(space, &info);
    if (info.link_count > 0 || space->wraps) {
        return 0;
    }
    const double cells = wend_vec2_distance(flat(from), flat(to)) / space->cell_size;
    /* Segments are measured between positions rounded to 1/65536 of a cell. */
    return wend_cost_from_double((cells + 1.0 / 16384) * (double)space->cost_min);
}

static wend_node node_at(const wend_pathfinder *pathfinder, wend_vec3 *position)
{
    position->z = 0;
    return wend_grid_node_at(pathfinder->def.space->grid, flat(*position));
}

const wendi_pathfinder_world *wendi_pathfinder_grid_world(void)
{
    static const wendi_pathfinder_world world = {.start = start,
                                                 .run = run,
                                                 .finish = finish,
                                                 .walk = walk,
                                                 .least = least,
                                                 .node_at = node_at,
                                                 .so_far = so_far,
                                                 .start_each = start_each,
                                                 .flood = wendi_pathfinder_flood_cells,
                                                 .choose = choose,
                                                 .is_flat = true};
    return &world;
}
