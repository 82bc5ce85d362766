/* takes: places on a grid.
 * gives: the way between them: walks to and from cells, a search between these.
 * cost:  a search; smoothing where it is asked for. */
#include "route/way_private.h"

static wend_vec2 flat(wend_vec3 place)
{
    return (wend_vec2){place.x, place.y};
}

static wend_vec3 place_of(const wend_ways *ways, wend_node cell)
{
    const wend_vec2 at = wend_space_position(ways->def.space, cell);
    return (wend_vec3){at.x, at.y, 0};
}

/* ---- straight walks ---- */

/* Cells are judged first; where they say no, the walls they stand for may know better. */
static bool can_walk(const wend_ways *ways, wend_vec2 from, wend_vec2 to, wend_cost *cost)
{
    const wend_ways_def *def = &ways->def;
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

static bool can_be_end(const wend_ways *ways, wend_vec2 place, wend_node cell)
{
    const wend_space *space = ways->def.space;
    wend_cost cost;
    return wend_space_is_open(space, cell) &&
           can_walk(ways, place, wend_space_position(space, cell), &cost);
}

/* The cell a place lies in if its centre can be walked to, else the nearest of those around it. */
static wend_node end_cell(const wend_ways *ways, wend_vec3 at)
{
    const wend_space *space = ways->def.space;
    const wend_vec2 place = flat(at);
    const int rings = ways->def.walls == NULL ? 1 : 2;
    const int side = 2 * rings + 1;
    const wend_node own = wend_grid_node_at(space->grid, place);
    if (own == WEND_NODE_NONE || can_be_end(ways, place, own)) {
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
        const double far = squared(place, wend_space_position(space, cell));
        if ((best == WEND_NODE_NONE || far < best_squared) && can_be_end(ways, place, cell)) {
            best = cell;
            best_squared = far;
        }
    }
    return best;
}

static bool is_outside(const wend_ways *ways, wend_vec3 at)
{
    return wend_grid_node_at(ways->def.space->grid, flat(at)) == WEND_NODE_NONE;
}

static wend_result blocked(wend_ways *ways, wend_reason reason)
{
    ways->answer.reason = reason;
    return WEND_NO_PATH;
}

/* The cells of all places; those without a cell take the first one that has one, so that the search
 * can be given the whole list. */
static wend_result find_cells(wend_ways *ways)
{
    if (!wendi_array_u32_resize(&ways->cells, ways->place_count)) {
        return WEND_ERROR_MEMORY;
    }
    wend_node any = WEND_NODE_NONE;
    bool is_off = true;
    for (size_t i = 0; i < ways->place_count; i++) {
        ways->cells.items[i] = end_cell(ways, ways->places[i]);
        is_off = is_off && is_outside(ways, ways->places[i]);
        any = any == WEND_NODE_NONE ? ways->cells.items[i] : any;
    }
    const wend_reason reason = is_off ? WEND_REASON_GOAL_OFF_GROUND : WEND_REASON_GOAL_BLOCKED;
    return any == WEND_NODE_NONE ? blocked(ways, reason) : WEND_OK;
}

/* Moves what has a cell to the front: the rest is nothing to search for. */
static size_t open_cells(const wend_ways *ways, wend_node *cells)
{
    size_t count = 0;
    for (size_t i = 0; i < ways->place_count; i++) {
        if (ways->cells.items[i] != WEND_NODE_NONE) {
            cells[count++] = ways->cells.items[i];
        }
    }
    return count;
}

static wend_result start_search(wend_ways *ways, wend_query *query)
{
    const size_t bytes = ways->place_count * sizeof(wend_node);
    wend_node *cells = NULL;
    if (query->goal_kind == WEND_GOAL_SET) {
        cells = wendi_alloc(&ways->allocator, bytes);
        if (cells == NULL) {
            return WEND_ERROR_MEMORY;
        }
        query->goals = cells;
        query->goal_count = open_cells(ways, cells);
    }
    const wend_result result = wend_search_start(ways->search, query);
    wendi_free(&ways->allocator, cells, bytes);
    if (result < 0) {
        return wendi_fail(&ways->message, result, "wend_ways_start: %s",
                          wend_search_error(ways->search));
    }
    return result;
}

static wend_result start(wend_ways *ways)
{
    const bool asks = ways->query.goal_kind == WEND_WAY_TO_PREDICATE;
    ways->start_cell = end_cell(ways, ways->query.from);
    if (ways->start_cell == WEND_NODE_NONE) {
        return blocked(ways, is_outside(ways, ways->query.from) ? WEND_REASON_START_OFF_GROUND
                                                                : WEND_REASON_START_BLOCKED);
    }
    const wend_result found = asks ? WEND_OK : find_cells(ways);
    if (found != WEND_OK) {
        return found;
    }
    wend_query query = wend_query_default();
    query.start = ways->start_cell;
    query.method = ways->query.method;
    query.goal_kind = asks ? WEND_GOAL_PREDICATE : WEND_GOAL_SET;
    if (ways->query.goal_kind == WEND_WAY_TO_PLACE) {
        query.goal_kind = WEND_GOAL_NODE;
        query.goal = ways->cells.items[0];
    }
    query.is_goal = ways->query.is_goal;
    query.user = ways->query.user;
    return start_search(ways, &query);
}

static wend_result run(wend_ways *ways, wend_budget *budget)
{
    wend_answer answer;
    const wend_result result = wend_search_run(ways->search, budget);
    wend_search_get_answer(ways->search, &answer);
    ways->answer.reason = answer.reason;
    ways->answer.expanded = answer.expanded;
    ways->answer.method = wend_method_name(answer.method);
    ways->answer.bound = answer.bound;
    return result;
}

/* ---- the path ---- */

static wend_result walk(wend_ways *ways, wend_vec3 from, wend_vec3 to, wend_cost *cost)
{
    return can_walk(ways, flat(from), flat(to), cost) ? WEND_OK : WEND_NO_PATH;
}

static bool is_plain(void *context, const wend_leg *leg)
{
    const wend_ways *ways = context;
    return wendi_leg_is_plain(ways->def.space, leg);
}

static wend_result walk_leg(void *context, wend_leg *leg, wend_cost most)
{
    const wend_ways *ways = context;
    const bool can = can_walk(ways, leg->from_point, leg->to_point, &leg->cost);
    return can && leg->cost <= most ? WEND_OK : WEND_NO_PATH;
}

/* The walk between a place and a cell's centre. */
static wend_leg end_leg(wend_ways *ways, wend_vec3 from, wend_vec3 to, wend_node cell)
{
    wend_leg leg = wendi_way_leg(from, to, true);
    leg.from_height = leg.to_height = 0;
    leg.from = leg.to = cell;
    (void)walk(ways, from, to, &leg.cost);
    return leg;
}

/* Of the places in a cell the one nearest to where the path comes from. */
static size_t place_in(const wend_ways *ways, wend_node cell)
{
    const size_t legs = wend_path_leg_count(ways->path);
    const wend_vec2 from =
        legs > 0 ? wend_path_leg(ways->path, legs - 1).from_point : flat(ways->query.from);
    size_t best = ways->cells.count;
    for (size_t i = 0; i < ways->cells.count; i++) {
        if (ways->cells.items[i] == cell &&
            (best == ways->cells.count ||
             squared(from, flat(ways->places[i])) < squared(from, flat(ways->places[best])))) {
            best = i;
        }
    }
    return best;
}

static wend_result shape(wend_ways *ways, const wend_leg *first, const wend_leg *last)
{
    const bool is_smooth = ways->query.shape != WEND_WAY_AS_FOUND;
    const wend_smoothing smoothing = ways->query.shape == WEND_WAY_SMOOTH_PRECISE
                                         ? WEND_SMOOTHING_PRECISE
                                         : WEND_SMOOTHING_QUICK;
    wend_result result = WEND_OK;
    if (is_smooth) {
        result = wend_path_smooth(ways->path, ways->def.space, ways->def.radius, smoothing);
    }
    if (result == WEND_OK) {
        result = wendi_way_add_ends(ways->path, first, last);
    }
    if (result == WEND_OK && is_smooth) {
        const wendi_straightener how = {ways, true, is_plain, walk_leg};
        result = wendi_path_straighten(ways->path, &how, smoothing);
    }
    return result;
}

static wend_result finish(wend_ways *ways)
{
    wend_answer answer;
    wend_search_get_answer(ways->search, &answer);
    const wend_result result = wend_path_from_search(ways->path, ways->search);
    if (result != WEND_OK) {
        return result;
    }
    const wend_vec3 centre = place_of(ways, answer.node);
    const bool asks = ways->query.goal_kind == WEND_WAY_TO_PREDICATE;
    const size_t index = asks ? 0 : place_in(ways, answer.node);
    const wend_vec3 to = asks ? centre : ways->places[index];
    const wend_leg first =
        end_leg(ways, ways->query.from, place_of(ways, ways->start_cell), ways->start_cell);
    const wend_leg last = end_leg(ways, centre, to, answer.node);
    ways->answer.node = answer.node;
    ways->answer.goal_index = index;
    ways->answer.place = to;
    return shape(ways, &first, &last);
}

static wend_cost least(const wend_ways *ways, wend_vec3 from, wend_vec3 to)
{
    const wend_space *space = ways->def.space;
    wend_space_info info;
    wend_space_get_info(space, &info);
    if (info.link_count > 0 || space->wraps) {
        return 0;
    }
    const double cells = wend_vec2_distance(flat(from), flat(to)) / space->cell_size;
    /* Walks are measured between places rounded to 1/65536 of a cell. */
    return wend_cost_from_double((cells + 1.0 / 16384) * (double)space->cost_min);
}

static wend_node node_at(const wend_ways *ways, wend_vec3 *place)
{
    place->z = 0;
    return wend_grid_node_at(ways->def.space->grid, flat(*place));
}

const wendi_way_world *wendi_way_grid(void)
{
    static const wendi_way_world world = {start, run, finish, walk, least, node_at, true};
    return &world;
}
