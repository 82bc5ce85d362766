/* takes: a request and a place.
 * gives: what its fields say there: all of it, the cost that is left, the link to take.
 * cost:  constant; for links a look at those that begin in the sector. */
#include "flow/sample/cell_lookup.h"

#include <math.h>

/* 256ths of a turn. */
static const double PART_OF_TURN = 0.024543692606170259;

/* The cell of a plan that holds a position. */
static wend_result find_place(const wend_flow *flow, wend_flow_request_id id, uint32_t floor,
                              double x, double y, const wendi_plan **plan, wendi_sample_point *spot,
                              wendi_sample_cell *place)
{
    if (flow == NULL || floor >= flow->map.floor_count) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_flow_request *request = wendi_flow_find_request(flow, id);
    if (request == NULL) {
        return WEND_ERROR_STALE;
    }
    if (!wendi_sample_point_at(&flow->map, floor, x, y, spot)) {
        return WEND_ERROR_ARGUMENT;
    }
    *plan = request->plan;
    if (*plan == NULL) {
        return WEND_NO_PATH;
    }
    wendi_sample_cell_look_up(flow, *plan, floor, spot->x, spot->y, place);
    return WEND_OK;
}

/* ---- costs ---- */

wend_result wendi_sample_cell_remaining_cost(const wend_flow *flow, const wendi_plan *plan,
                                             const wendi_sample_cell *place, double px, double py,
                                             double *cost)
{
    if (place->sight != 0) {
        const uint32_t goal = wendi_sample_cell_visible_goal(flow, plan, place, px, py);
        if (goal != UINT32_MAX) {
            *cost = wendi_goal_distance(&plan->goals[goal], px, py);
            return WEND_OK;
        }
    }
    if (wendi_sample_cell_direction(place) == WENDI_FLOW_NONE) {
        return WEND_NO_PATH;
    }
    *cost = (double)wendi_sample_cell_cost(flow, plan, place) / (double)flow->straight;
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
    wendi_sample_point spot;
    wendi_sample_cell place;
    const wend_result result = find_place(flow, id, floor, x, y, &plan, &spot, &place);
    if (result != WEND_OK) {
        return result;
    }
    return wendi_sample_cell_remaining_cost(flow, plan, &place, spot.px, spot.py, cost);
}

/* ---- links ---- */

static wend_flow_position end_of(const wend_flow *flow, const wendi_sector_link *way)
{
    const wendi_sector_bounds sector = wendi_sector_map_bounds(&flow->map, way->to_sector);
    const wendi_sector_map_floor *floor = &flow->map.floors[sector.floor];
    const wend_node node = (uint32_t)(sector.y + way->to_y) * (uint32_t)floor->width +
                           (uint32_t)(sector.x + way->to_x);
    return (wend_flow_position){wend_grid_position(floor->grid, node), sector.floor};
}

static wendi_sample_rank rank_of_way(const wend_flow *flow, const wendi_plan *plan,
                                     const wendi_sector_link *way)
{
    const wendi_sector_bounds sector = wendi_sector_map_bounds(&flow->map, way->to_sector);
    wendi_sample_cell to;
    (void)wendi_sample_cell_at(flow, plan, sector.floor, sector.x + way->to_x, sector.y + way->to_y,
                               &to);
    if (wendi_sample_cell_direction(&to) == WENDI_FLOW_NONE && !wendi_sample_cell_is_visible(&to)) {
        return (wendi_sample_rank){WENDI_SAMPLE_UNREACHED, WENDI_SAMPLE_UNREACHED};
    }
    wendi_sample_rank rank = wendi_sample_cell_rank(flow, plan, &to);
    rank.near += (int64_t)way->cost * (int64_t)flow->straight / WENDI_FLOW_STRAIGHT;
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
    wendi_sample_point spot;
    wendi_sample_cell place;
    const wend_result result = find_place(flow, id, floor, x, y, &plan, &spot, &place);
    if (result != WEND_OK) {
        return result;
    }
    if (wendi_sample_cell_direction(&place) != WENDI_FLOW_LINK) {
        return WEND_NO_PATH;
    }
    const wendi_portal_graph *portals = flow->classes[plan->flow_class].portals;
    uint32_t first = 0;
    uint32_t last = 0;
    uint32_t count = 0;
    const wendi_sector_link *ways = wendi_portal_graph_links(portals, &count);
    wendi_portal_graph_links_from(portals, place.sector, &first, &last);
    wendi_sample_rank least = {WENDI_SAMPLE_UNREACHED, WENDI_SAMPLE_UNREACHED};
    for (uint32_t i = first; i < last; ++i) {
        if (ways[i].from_x != place.x - place.left || ways[i].from_y != place.y - place.top) {
            continue;
        }
        const wendi_sample_rank rank = rank_of_way(flow, plan, &ways[i]);
        if (wendi_sample_rank_less(rank, least)) {
            least = rank;
            *to = end_of(flow, &ways[i]);
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
    const wendi_portal_graph *portals = flow->classes[flow_class].portals;
    const uint32_t sector = wendi_sector_map_sector_at(&flow->map, floor, x, y);
    const wendi_sector_bounds place = wendi_sector_map_bounds(&flow->map, sector);
    const wendi_tile_shape shape = wendi_tile_shape_of(place.width, place.height);
    return wendi_portal_graph_cost_tile(portals, sector)
        .cost[wendi_tile_index(&shape, x - place.x, y - place.y)];
}

static bool is_worked_on(const wendi_plan *next, uint32_t sector)
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
                                   wendi_sample_cell *place)
{
    if (place->of == NULL || !place->of->is_dim) {
        return;
    }
    uint8_t flags[WENDI_TILE_CELLS] = {0};
    const wendi_tile_shape shape = wendi_tile_shape_of(place->width, place->height);
    wendi_plan_los_flags(flow, plan, place->tile, flags);
    place->sight = flags[wendi_tile_index(&shape, place->x - place->left, place->y - place->top)];
}

static void tell_direction(const wend_flow *flow, const wendi_plan *plan,
                           const wendi_sample_cell *place, wend_flow_cell *cell)
{
    const uint32_t direction = wendi_sample_cell_direction(place);
    cell->direction = direction == WENDI_FLOW_NONE ? -1 : (int32_t)direction;
    if (wendi_sample_cell_is_visible(place)) {
        const wendi_flow_endpoint *goal = &plan->goals[place->sight & WENDI_FLOW_DIRECTION_MASK];
        cell->angle = wend_atan2(wendi_cells_from_los(goal->fine_y) - ((double)place->y + 0.5),
                                 wendi_cells_from_los(goal->fine_x) - ((double)place->x + 0.5));
    } else if (direction < WENDI_FLOW_GOAL) {
        const size_t at = (size_t)((place->y - place->top) * place->width + place->x - place->left);
        const uint32_t part =
            flow->has_angles ? wendi_field_angles(&flow->fields, place->field)[at] : direction * 32;
        cell->angle = (double)part * PART_OF_TURN;
    }
}

static void tell_fields(const wend_flow *flow, const wendi_plan *plan,
                        const wendi_sample_cell *place, wend_flow_cell *cell)
{
    cell->is_in_sight = wendi_sample_cell_is_visible(place);
    cell->is_at_corner = (place->sight & WENDI_FLOW_LOS_CORNER) != 0;
    cell->has_field = cell->is_in_sight || wendi_sample_cell_direction(place) != WENDI_FLOW_NONE;
    if (!cell->has_field) {
        return;
    }
    cell->integration = (double)wendi_sample_cell_cost(flow, plan, place) / (double)flow->straight;
    tell_direction(flow, plan, place, cell);
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
        is_worked_on(request->next, wendi_sector_map_sector_at(&flow->map, floor, x, y));
    if (request->plan != NULL) {
        wendi_sample_cell place;
        (void)wendi_sample_cell_at(flow, request->plan, floor, x, y, &place);
        wendi_sample_cell_resolve_los(flow, request->plan, &place);
        tell_fields(flow, request->plan, &place, cell);
    }
    return WEND_OK;
}
