/* takes: a plan that is done, and a cell.
 * gives: the tile that leads on from there, and what its fields say of the cell.
 * cost:  some 5 ns. */
#include "flow/portals/portal_graph_private.h"
#include "flow/sample/cell_lookup.h"

/* The first one that reaches the cell is the cheapest; where none does it stays with the first. */
void wendi_sample_cell_read_next(const wend_flow *flow, const wendi_plan *plan,
                                 wendi_sample_cell *place)
{
    const uint32_t first = place->tile;
    while (wendi_sample_cell_is_undecided(place) && place->of->next != WENDI_TILE_NONE) {
        place->tile = place->of->next;
        wendi_sample_cell_read(flow, plan, place);
    }
    if (wendi_sample_cell_is_undecided(place)) {
        place->tile = first;
        wendi_sample_cell_read(flow, plan, place);
    }
}

bool wendi_sample_cell_at(const wend_flow *flow, const wendi_plan *plan, uint32_t floor, int32_t x,
                          int32_t y, wendi_sample_cell *place)
{
    const wendi_sector_map_floor *at = &flow->map.floors[floor];
    if (x < 0 || y < 0 || x >= at->width || y >= at->height) {
        return false;
    }
    wendi_sample_cell_look_up(flow, plan, floor, x, y, place);
    return true;
}

/* D of the field without its base; WENDI_SAMPLE_UNREACHED: not reached. */
static int64_t value_of(const wendi_sample_cell *place)
{
    const wendi_plan_tile_view *look = place->look;
    const wendi_tile_shape shape = wendi_tile_shape_of(place->width, place->height);
    const int32_t at = wendi_tile_index(&shape, place->x - place->left, place->y - place->top);
    if (look->is_wide) {
        const uint32_t d = ((const uint32_t *)look->block)[at];
        return d == WENDI_TILE_WIDE_UNREACHED ? WENDI_SAMPLE_UNREACHED : (int64_t)d;
    }
    const uint16_t d = ((const uint16_t *)look->block)[at];
    return d == WENDI_TILE_UNREACHED ? WENDI_SAMPLE_UNREACHED : (int64_t)d;
}

static int64_t straight_of(const wend_flow *flow, const wendi_plan *plan,
                           const wendi_sample_cell *place)
{
    const wendi_sector_bounds sector = {.floor = place->floor, .x = place->left, .y = place->top};
    return wendi_plan_straight_cost(flow, plan, place->sight & WENDI_FLOW_DIRECTION_MASK, &sector,
                                    place->x - place->left, place->y - place->top);
}

int64_t wendi_sample_cell_cost(const wend_flow *flow, const wendi_plan *plan,
                               const wendi_sample_cell *place)
{
    if (wendi_sample_cell_is_visible(place)) {
        return straight_of(flow, plan, place);
    }
    if (place->field == NULL) {
        return WENDI_SAMPLE_UNREACHED;
    }
    const int64_t value = value_of(place);
    return value == WENDI_SAMPLE_UNREACHED ? WENDI_SAMPLE_UNREACHED : place->of->base + value;
}

wendi_sample_rank wendi_sample_cell_rank(const wend_flow *flow, const wendi_plan *plan,
                                         const wendi_sample_cell *place)
{
    if (place->field == NULL || plan->seeds == WEND_FLOW_SEED_COSTS ||
        wendi_sample_cell_is_visible(place)) {
        const int64_t cost = wendi_sample_cell_cost(flow, plan, place);
        return (wendi_sample_rank){cost == WENDI_SAMPLE_UNREACHED ? WENDI_SAMPLE_UNREACHED : 0,
                                   cost};
    }
    const int64_t value = value_of(place);
    const int64_t step = (int64_t)plan->route.steps[place->of->step].cost;
    return (wendi_sample_rank){value == WENDI_SAMPLE_UNREACHED ? WENDI_SAMPLE_UNREACHED : step,
                               value};
}

bool wendi_sample_cell_is_open(const wend_flow *flow, const wendi_plan *plan,
                               const wendi_sample_cell *place)
{
    if ((place->flow & WENDI_FLOW_PATHABLE) != 0) {
        return true;
    }
    const wendi_tile_shape shape = wendi_tile_shape_of(place->width, place->height);
    const uint8_t *costs =
        wendi_portal_graph_costs(flow->classes[plan->flow_class].portals, place->sector);
    return costs[wendi_tile_index(&shape, place->x - place->left, place->y - place->top)] !=
           WENDI_TILE_WALL;
}

/* Cells of areas stand behind all other goals. */
uint32_t wendi_sample_cell_goal(const wendi_plan *plan, const wendi_sample_cell *place)
{
    for (uint32_t i = 0; i < plan->goal_count && !plan->goals[i].is_area; ++i) {
        const wendi_flow_endpoint *goal = &plan->goals[i];
        if (goal->x == place->x && goal->y == place->y && goal->floor == place->floor) {
            return i;
        }
    }
    const uint32_t last = plan->goal_count - 1;
    return plan->goal_count > 0 && plan->goals[last].is_area ? last : UINT32_MAX;
}
