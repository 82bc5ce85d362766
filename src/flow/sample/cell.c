/* The tile and field values of a cell of a complete plan, and the public queries of single cells.
 * Cost: some 5 ns; for links those that begin in the sector. */
#include "flow/sample/cell.h"
#include "wend/flow.h"
#include "wend/grid.h"

#include <math.h>

/* The first tile that reaches the cell is the cheapest; if none does, the first tile is used. */
void wendi_sample_cell_read_next(const wend_flow *flow, const wendi_plan *plan,
                                 wendi_sample_cell *cell)
{
    const uint32_t first = cell->tile;
    while (wendi_sample_cell_is_undecided(cell) && cell->of->next != WENDI_TILE_NONE) {
        cell->tile = cell->of->next;
        wendi_sample_cell_read(flow, plan, cell);
    }
    if (wendi_sample_cell_is_undecided(cell)) {
        cell->tile = first;
        wendi_sample_cell_read(flow, plan, cell);
    }
}

bool wendi_sample_cell_at(const wend_flow *flow, const wendi_plan *plan, uint32_t floor, int32_t x,
                          int32_t y, wendi_sample_cell *cell)
{
    const wendi_sector_map_floor *at = &flow->map.floors[floor];
    if (x < 0 || y < 0 || x >= at->width || y >= at->height) {
        return false;
    }
    wendi_sample_cell_look_up(flow, plan, floor, x, y, cell);
    return true;
}

/* D of the field without its base; WENDI_SAMPLE_UNREACHED: not reached. */
static int64_t value_of(const wendi_sample_cell *cell)
{
    const wendi_plan_tile_view *view = cell->view;
    const wendi_tile_shape shape = wendi_tile_shape_of(cell->width, cell->height);
    const int32_t at = wendi_tile_index(&shape, cell->x - cell->left, cell->y - cell->top);
    if (view->is_wide) {
        const uint32_t d = ((const uint32_t *)view->block)[at];
        return d == WENDI_TILE_WIDE_UNREACHED ? WENDI_SAMPLE_UNREACHED : (int64_t)d;
    }
    const uint16_t d = ((const uint16_t *)view->block)[at];
    return d == WENDI_TILE_UNREACHED ? WENDI_SAMPLE_UNREACHED : (int64_t)d;
}

int64_t wendi_sample_cell_cost(const wend_flow *flow, const wendi_plan *plan,
                               const wendi_sample_cell *cell)
{
    if (wendi_sample_cell_is_visible(cell)) {
        const wendi_sector_bounds sector = {.floor = cell->floor, .x = cell->left, .y = cell->top};
        return wendi_plan_straight_cost(flow, plan, cell->los & WENDI_FLOW_DIRECTION_MASK, &sector,
                                        cell->x - cell->left, cell->y - cell->top);
    }
    if (cell->field == NULL) {
        return WENDI_SAMPLE_UNREACHED;
    }
    const int64_t value = value_of(cell);
    return value == WENDI_SAMPLE_UNREACHED ? WENDI_SAMPLE_UNREACHED : cell->of->base + value;
}

wendi_sample_rank wendi_sample_cell_rank(const wend_flow *flow, const wendi_plan *plan,
                                         const wendi_sample_cell *cell)
{
    if (cell->field == NULL || plan->seeds == WEND_FLOW_SEED_COSTS ||
        wendi_sample_cell_is_visible(cell)) {
        const int64_t cost = wendi_sample_cell_cost(flow, plan, cell);
        return (wendi_sample_rank){cost == WENDI_SAMPLE_UNREACHED ? WENDI_SAMPLE_UNREACHED : 0,
                                   cost};
    }
    const int64_t value = value_of(cell);
    const int64_t step = (int64_t)plan->route.steps[cell->of->step].cost;
    return (wendi_sample_rank){value == WENDI_SAMPLE_UNREACHED ? WENDI_SAMPLE_UNREACHED : step,
                               value};
}

bool wendi_sample_cell_is_open(const wend_flow *flow, const wendi_plan *plan,
                               const wendi_sample_cell *cell)
{
    if ((cell->flow & WENDI_FLOW_PATHABLE) != 0) {
        return true;
    }
    const wendi_tile_shape shape = wendi_tile_shape_of(cell->width, cell->height);
    const uint8_t *costs =
        wendi_portal_graph_costs(flow->classes[plan->flow_class].graph, cell->sector);
    return costs[wendi_tile_index(&shape, cell->x - cell->left, cell->y - cell->top)] !=
           WENDI_TILE_WALL;
}

/* Cells of areas come after all other goals. */
uint32_t wendi_sample_cell_goal(const wendi_plan *plan, const wendi_sample_cell *cell)
{
    for (uint32_t i = 0; i < plan->goal_count && !plan->goals[i].is_area; ++i) {
        const wendi_flow_endpoint *goal = &plan->goals[i];
        if (goal->x == cell->x && goal->y == cell->y && goal->floor == cell->floor) {
            return i;
        }
    }
    const uint32_t last = plan->goal_count - 1;
    return plan->goal_count > 0 && plan->goals[last].is_area ? last : UINT32_MAX;
}

/* 256th of a turn in radians. */
static const double PART_OF_TURN = 0.024543692606170259;

/* The cell of a plan that holds a position. */
static wend_result find_cell(const wend_flow *flow, wend_flow_request_id id, uint32_t floor,
                             double x, double y, const wendi_plan **plan, wendi_sample_point *point,
                             wendi_sample_cell *cell)
{
    if (flow == NULL || floor >= flow->map.floor_count) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_flow_request *request = wendi_flow_find_request(flow, id);
    if (request == NULL) {
        return WEND_ERROR_STALE;
    }
    if (!wendi_sample_point_at(&flow->map, floor, x, y, point)) {
        return WEND_ERROR_ARGUMENT;
    }
    *plan = request->plan;
    if (*plan == NULL) {
        return WEND_NO_PATH;
    }
    wendi_sample_cell_look_up(flow, *plan, floor, point->x, point->y, cell);
    return WEND_OK;
}

/* ---- remaining cost ---- */

wend_result wendi_sample_cell_remaining_cost(const wend_flow *flow, const wendi_plan *plan,
                                             const wendi_sample_cell *cell, double px, double py,
                                             double *cost)
{
    if (cell->los != 0) {
        const uint32_t goal = wendi_sample_cell_visible_goal(flow, plan, cell, px, py);
        if (goal != UINT32_MAX) {
            *cost = wendi_goal_distance(&plan->goals[goal], px, py);
            return WEND_OK;
        }
    }
    if (wendi_sample_cell_direction(cell) == WENDI_FLOW_NONE) {
        return WEND_NO_PATH;
    }
    *cost = (double)wendi_sample_cell_cost(flow, plan, cell) / (double)flow->straight;
    return WEND_OK;
}

wend_result wend_flow_cost_left(const wend_flow *flow, wend_flow_request_id id, uint32_t floor,
                                double x, double y, double *cost)
{
    if (cost == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *cost = (double)INFINITY;
    const wendi_plan *plan = NULL;
    wendi_sample_point point;
    wendi_sample_cell cell;
    const wend_result result = find_cell(flow, id, floor, x, y, &plan, &point, &cell);
    if (result != WEND_OK) {
        return result;
    }
    return wendi_sample_cell_remaining_cost(flow, plan, &cell, point.px, point.py, cost);
}

/* ---- links ---- */

static wend_flow_position link_end(const wend_flow *flow, const wendi_sector_link *link)
{
    const wendi_sector_bounds sector = wendi_sector_map_bounds(&flow->map, link->to_sector);
    const wendi_sector_map_floor *floor = &flow->map.floors[sector.floor];
    const wend_node node = (uint32_t)(sector.y + link->to_y) * (uint32_t)floor->width +
                           (uint32_t)(sector.x + link->to_x);
    return (wend_flow_position){wend_grid_position(floor->grid, node), sector.floor};
}

static wendi_sample_rank link_rank(const wend_flow *flow, const wendi_plan *plan,
                                   const wendi_sector_link *link)
{
    const wendi_sector_bounds sector = wendi_sector_map_bounds(&flow->map, link->to_sector);
    wendi_sample_cell to;
    if (!wendi_sample_cell_at(flow, plan, sector.floor, sector.x + link->to_x,
                              sector.y + link->to_y, &to) ||
        (wendi_sample_cell_direction(&to) == WENDI_FLOW_NONE &&
         !wendi_sample_cell_is_visible(&to))) {
        return (wendi_sample_rank){WENDI_SAMPLE_UNREACHED, WENDI_SAMPLE_UNREACHED};
    }
    wendi_sample_rank rank = wendi_sample_cell_rank(flow, plan, &to);
    rank.near += (int64_t)link->cost * (int64_t)flow->straight / WENDI_FLOW_STRAIGHT;
    return rank;
}

wend_result wend_flow_link_at(const wend_flow *flow, wend_flow_request_id id, uint32_t floor,
                              double x, double y, wend_flow_position *to)
{
    if (to == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *to = (wend_flow_position){{0.0, 0.0}, 0};
    const wendi_plan *plan = NULL;
    wendi_sample_point point;
    wendi_sample_cell cell;
    const wend_result result = find_cell(flow, id, floor, x, y, &plan, &point, &cell);
    if (result != WEND_OK) {
        return result;
    }
    if (wendi_sample_cell_direction(&cell) != WENDI_FLOW_LINK) {
        return WEND_NO_PATH;
    }
    const wendi_portal_graph *graph = flow->classes[plan->flow_class].graph;
    uint32_t first = 0;
    uint32_t last = 0;
    uint32_t count = 0;
    const wendi_sector_link *links = wendi_portal_graph_links(graph, &count);
    wendi_portal_graph_links_from(graph, cell.sector, &first, &last);
    wendi_sample_rank least = {WENDI_SAMPLE_UNREACHED, WENDI_SAMPLE_UNREACHED};
    for (uint32_t i = first; i < last; ++i) {
        if (links[i].from_x != cell.x - cell.left || links[i].from_y != cell.y - cell.top) {
            continue;
        }
        const wendi_sample_rank rank = link_rank(flow, plan, &links[i]);
        if (wendi_sample_rank_less(rank, least)) {
            least = rank;
            *to = link_end(flow, &links[i]);
        }
    }
    return least.far == WENDI_SAMPLE_UNREACHED || least.near == WENDI_SAMPLE_UNREACHED
               ? WEND_NO_PATH
               : WEND_OK;
}

/* ---- cells ---- */

static uint8_t cost_at(const wend_flow *flow, uint32_t flow_class, uint32_t floor, int32_t x,
                       int32_t y)
{
    const wendi_portal_graph *graph = flow->classes[flow_class].graph;
    const uint32_t sector = wendi_sector_map_sector_at(&flow->map, floor, x, y);
    const wendi_sector_bounds cell = wendi_sector_map_bounds(&flow->map, sector);
    const wendi_tile_shape shape = wendi_tile_shape_of(cell.width, cell.height);
    return wendi_portal_graph_cost_tile(graph, sector)
        .cost[wendi_tile_index(&shape, x - cell.x, y - cell.y)];
}

static bool is_in_queue(const wendi_plan *next, uint32_t sector)
{
    if (next == NULL || next->phase != WENDI_PHASE_INTEGRATE) {
        return false;
    }
    for (uint32_t tile = wendi_plan_find_tile(next, sector); tile != WENDI_TILE_NONE;
         tile = next->tiles[tile].next) {
        if (wendi_heap_contains(&next->queue, tile)) {
            return true;
        }
    }
    return false;
}

void wendi_sample_cell_resolve_los(const wend_flow *flow, const wendi_plan *plan,
                                   wendi_sample_cell *cell)
{
    if (cell->of == NULL || !cell->of->is_los_deferred) {
        return;
    }
    uint8_t flags[WENDI_TILE_CELLS] = {0};
    const wendi_tile_shape shape = wendi_tile_shape_of(cell->width, cell->height);
    wendi_plan_los_flags(flow, plan, cell->tile, flags);
    cell->los = flags[wendi_tile_index(&shape, cell->x - cell->left, cell->y - cell->top)];
}

static void set_fields(const wend_flow *flow, const wendi_plan *plan, const wendi_sample_cell *cell,
                       wend_flow_cell *info)
{
    info->is_in_line_of_sight = wendi_sample_cell_is_visible(cell);
    info->is_at_corner = (cell->los & WENDI_FLOW_LOS_CORNER) != 0;
    info->has_field =
        info->is_in_line_of_sight || wendi_sample_cell_direction(cell) != WENDI_FLOW_NONE;
    if (!info->has_field) {
        return;
    }
    info->integration = (double)wendi_sample_cell_cost(flow, plan, cell) / (double)flow->straight;

    const uint32_t direction = wendi_sample_cell_direction(cell);
    info->direction = direction == WENDI_FLOW_NONE ? -1 : (int32_t)direction;
    if (wendi_sample_cell_is_visible(cell)) {
        const wendi_flow_endpoint *goal = &plan->goals[cell->los & WENDI_FLOW_DIRECTION_MASK];
        info->angle = wend_atan2(wendi_cells_from_los(goal->fine_y) - ((double)cell->y + 0.5),
                                 wendi_cells_from_los(goal->fine_x) - ((double)cell->x + 0.5));
    } else if (direction < WENDI_FLOW_GOAL) {
        const size_t at = (size_t)((cell->y - cell->top) * cell->width + cell->x - cell->left);
        const uint32_t part =
            flow->has_angles ? wendi_field_angles(&flow->fields, cell->field)[at] : direction * 32;
        info->angle = (double)part * PART_OF_TURN;
    }
}

wend_result wend_flow_get_cell(const wend_flow *flow, wend_flow_request_id id, uint32_t floor,
                               int32_t x, int32_t y, wend_flow_cell *cell)
{
    if (cell == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *cell =
        (wend_flow_cell){.cost = WEND_COST_WALL, .integration = (double)INFINITY, .direction = -1};
    if (flow == NULL || floor >= flow->map.floor_count || x < 0 || y < 0 ||
        x >= flow->map.floors[floor].width || y >= flow->map.floors[floor].height) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_flow_request *request = wendi_flow_find_request(flow, id);
    if (request == NULL) {
        return WEND_ERROR_STALE;
    }
    if (request->plan == NULL && request->next == NULL) {
        return WEND_OK; /* costs may not have been read yet */
    }
    cell->cost = cost_at(flow, request->flow_class, floor, x, y);
    cell->is_pathable = cell->cost != WEND_COST_WALL;
    cell->is_wave_front =
        is_in_queue(request->next, wendi_sector_map_sector_at(&flow->map, floor, x, y));
    if (request->plan != NULL) {
        wendi_sample_cell sampled;
        (void)wendi_sample_cell_at(flow, request->plan, floor, x, y, &sampled);
        wendi_sample_cell_resolve_los(flow, request->plan, &sampled);
        set_fields(flow, request->plan, &sampled, cell);
    }
    return WEND_OK;
}
