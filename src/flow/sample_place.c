/* takes: a plan that is done, and a cell.
 * gives: the tile that leads on from there, and what its fields say of the cell.
 * cost:  some 5 ns. */
#include "flow/sample.h"

#include "flow/portals_private.h"

enum { FACTOR_BITS = 20 };

static void read_cell(const wend_flow *flow, const wendi_plan *plan, wendi_place *place)
{
    const wendi_plan_tile *tile = &plan->tiles[place->tile];
    const size_t at = (size_t)((place->y - place->top) * place->width + place->x - place->left);
    place->of = tile;
    place->field = NULL;
    place->flow = WENDI_FLOW_NONE;
    place->sight = tile->sight == WENDI_SIGHT_DARK ? 0
                   : tile->sight == WENDI_SIGHT_LIT
                       ? WENDI_FLOW_SIGHT
                       : plan->sight_blocks[tile->sight * flow->fields.cells + at];
    if (tile->field == WENDI_FIELD_LIT) {
        place->flow = WENDI_FLOW_NONE | WENDI_FLOW_PATHABLE | WENDI_FLOW_ROOM;
    } else if (tile->field != WENDI_FIELD_NONE) {
        place->field = &flow->fields.items[tile->field];
        place->flow = wendi_field_flow(&flow->fields, place->field)[at];
    }
}

/* Several tiles of a sector are by cost: the first one that reaches the cell is the cheapest. */
static void read_first(const wend_flow *flow, const wendi_plan *plan, wendi_place *place)
{
    const uint32_t first = place->tile;
    read_cell(flow, plan, place);
    while (wendi_place_direction(place) == WENDI_FLOW_NONE && !wendi_place_is_lit(place) &&
           place->of->next != WENDI_TILE_NONE) {
        place->tile = place->of->next;
        read_cell(flow, plan, place);
    }
    if (place->tile != first && wendi_place_direction(place) == WENDI_FLOW_NONE &&
        !wendi_place_is_lit(place)) {
        place->tile = first;
        read_cell(flow, plan, place);
    }
}

bool wendi_place_at(const wend_flow *flow, const wendi_plan *plan, uint32_t floor, int32_t x,
                    int32_t y, wendi_place *place)
{
    const wendi_flow_map *map = &flow->map;
    const wendi_flow_floor *at = &map->floors[floor];
    if (x < 0 || y < 0 || x >= at->width || y >= at->height) {
        return false;
    }
    const uint32_t column = ((uint32_t)x * map->sector_factor) >> FACTOR_BITS;
    const uint32_t row = ((uint32_t)y * map->sector_factor) >> FACTOR_BITS;
    place->floor = floor;
    place->x = x;
    place->y = y;
    place->sector = at->first_sector + row * (uint32_t)at->sectors_x + column;
    place->left = (int32_t)column * map->sector_size;
    place->top = (int32_t)row * map->sector_size;
    const int32_t right = at->width - place->left;
    const int32_t below = at->height - place->top;
    place->width = right < map->sector_size ? right : map->sector_size;
    place->height = below < map->sector_size ? below : map->sector_size;
    place->tile = wendi_plan_find(plan, place->sector);
    if (place->tile == WENDI_TILE_NONE) {
        place->of = NULL;
        place->field = NULL;
        place->flow = WENDI_FLOW_NONE;
        place->sight = 0;
        return true;
    }
    read_first(flow, plan, place);
    return true;
}

/* D of the field without its base; WENDI_PLACE_FAR: not reached. */
static int64_t value_of(const wendi_place *place)
{
    const wendi_field *field = place->field;
    const wendi_tile_shape shape = wendi_tile_shape_of(place->width, place->height);
    const int32_t at = wendi_tile_index(&shape, place->x - place->left, place->y - place->top);
    if (field->is_wide) {
        const uint32_t d = wendi_field_wide(field)[at];
        return d == WENDI_TILE_WIDE_UNREACHED ? WENDI_PLACE_FAR : (int64_t)d;
    }
    const uint16_t d = wendi_field_d(field)[at];
    return d == WENDI_TILE_UNREACHED ? WENDI_PLACE_FAR : (int64_t)d;
}

static int64_t straight_of(const wend_flow *flow, const wendi_plan *plan, const wendi_place *place)
{
    const wendi_flow_sector sector = {.floor = place->floor, .x = place->left, .y = place->top};
    return wendi_plan_straight(flow, plan, place->sight & WENDI_FLOW_DIRECTION, &sector,
                               place->x - place->left, place->y - place->top);
}

int64_t wendi_place_cost(const wend_flow *flow, const wendi_plan *plan, const wendi_place *place)
{
    if (wendi_place_is_lit(place)) {
        return straight_of(flow, plan, place);
    }
    if (place->field == NULL) {
        return WENDI_PLACE_FAR;
    }
    const int64_t value = value_of(place);
    return value == WENDI_PLACE_FAR ? WENDI_PLACE_FAR : place->of->base + value;
}

wendi_rank wendi_place_rank(const wend_flow *flow, const wendi_plan *plan, const wendi_place *place)
{
    if (place->field == NULL || plan->seeds == WEND_FLOW_CARRY || wendi_place_is_lit(place)) {
        const int64_t cost = wendi_place_cost(flow, plan, place);
        return (wendi_rank){cost == WENDI_PLACE_FAR ? WENDI_PLACE_FAR : 0, cost};
    }
    const int64_t value = value_of(place);
    const int64_t step = (int64_t)plan->route.steps[place->of->step].cost;
    return (wendi_rank){value == WENDI_PLACE_FAR ? WENDI_PLACE_FAR : step, value};
}

bool wendi_place_is_open(const wend_flow *flow, const wendi_plan *plan, const wendi_place *place)
{
    if ((place->flow & WENDI_FLOW_PATHABLE) != 0) {
        return true;
    }
    const wendi_tile_shape shape = wendi_tile_shape_of(place->width, place->height);
    const uint8_t *costs =
        wendi_portal_costs(flow->classes[plan->flow_class].portals, place->sector);
    return costs[wendi_tile_index(&shape, place->x - place->left, place->y - place->top)] !=
           WENDI_TILE_WALL;
}

/* Cells of areas stand behind all other goals. */
uint32_t wendi_place_goal(const wendi_plan *plan, const wendi_place *place)
{
    for (uint32_t i = 0; i < plan->goal_count && !plan->goals[i].is_area; ++i) {
        const wendi_plan_goal *goal = &plan->goals[i];
        if (goal->x == place->x && goal->y == place->y && goal->floor == place->floor) {
            return i;
        }
    }
    const uint32_t last = plan->goal_count - 1;
    return plan->goal_count > 0 && plan->goals[last].is_area ? last : UINT32_MAX;
}
