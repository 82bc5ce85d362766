/* takes: a plan with its route.
 * gives: its tiles: the sectors of the route and, so that corners are taken well, those around
 * them; with windows as seeds, one tile for each step. cost:  a look at each sector near the route.
 */
#include "flow/core/flow_private.h"

#include <string.h>

#include "base/core/sort.h"

static bool reserve_looks(const wend_allocator *a, wendi_plan *plan, uint32_t count)
{
    wendi_plan_tile_view *looks = wendi_resize(a, plan->looks, plan->look_capacity * sizeof *looks,
                                               (size_t)count * sizeof *looks);
    if (looks == NULL) {
        return false;
    }
    plan->looks = looks;
    plan->look_capacity = count;
    return true;
}

static bool reserve_tiles(const wend_allocator *a, wendi_plan *plan, uint32_t count)
{
    if (!reserve_looks(a, plan, count)) {
        return false;
    }
    wendi_plan_tile *tiles = wendi_resize(a, plan->tiles, plan->tile_capacity * sizeof *tiles,
                                          (size_t)count * sizeof *tiles);
    if (tiles == NULL) {
        return false;
    }
    plan->tiles = tiles;
    plan->tile_capacity = count;
    return true;
}

static bool make_order(const wend_allocator *a, wendi_plan *plan)
{
    plan->order = wendi_alloc(a, plan->tile_count * sizeof *plan->order);
    plan->order_capacity = plan->order != NULL ? plan->tile_count : 0;
    return plan->order != NULL || plan->tile_count == 0;
}

static bool make_table(const wend_allocator *a, wendi_plan *plan, uint32_t count)
{
    uint32_t bits = 4;
    while ((uint64_t)1 << bits < (uint64_t)count * 2) {
        ++bits;
    }
    const size_t bytes = ((size_t)1 << bits) * sizeof *plan->table;
    plan->table = wendi_alloc(a, bytes);
    if (plan->table == NULL) {
        return false;
    }
    plan->table_bits = bits;
    memset(plan->table, 0xFF, bytes);
    return true;
}

wend_result wendi_plan_reserve_tiles(wend_flow *flow, wendi_plan *plan, uint32_t tile_count)
{
    const bool is_there = reserve_tiles(&flow->allocator, plan, tile_count > 0 ? tile_count : 1) &&
                          make_table(&flow->allocator, plan, tile_count);
    return is_there ? WEND_OK : WEND_ERROR_MEMORY;
}

static uint32_t *table_place(const wendi_plan *plan, uint32_t sector)
{
    const uint32_t mask = ((uint32_t)1 << plan->table_bits) - 1;
    uint32_t place = sector * 0x9E3779B1u >> (32 - plan->table_bits);
    while (plan->table[place] != WENDI_TILE_NONE &&
           plan->looks[plan->table[place]].sector != sector) {
        place = (place + 1) & mask;
    }
    return &plan->table[place];
}

uint32_t wendi_plan_add_tile(const wend_flow *flow, wendi_plan *plan, uint32_t sector)
{
    const uint32_t index = plan->tile_count++;
    uint32_t *place = table_place(plan, sector);
    if (*place == WENDI_TILE_NONE) {
        *place = index;
    } else {
        uint32_t last = *place;
        while (plan->tiles[last].next != WENDI_TILE_NONE) {
            last = plan->tiles[last].next;
        }
        plan->tiles[last].next = index;
    }
    wendi_plan_tile *tile = &plan->tiles[index];
    *tile = (wendi_plan_tile){.place = wendi_sector_map_bounds(&flow->map, sector),
                              .sector = sector,
                              .field = WENDI_FIELD_NONE,
                              .sight = WENDI_LOS_NO_CELL,
                              .step = WENDI_STEP_NONE,
                              .next = WENDI_TILE_NONE};
    memset(tile->beside, 0xFF, sizeof tile->beside);
    plan->looks[index] = (wendi_plan_tile_view){.sector = sector, .field = WENDI_FIELD_NONE};
    return index;
}

static wendi_step_target place_of(const wend_flow *flow, const wendi_plan *plan,
                                  const wendi_route_step *step)
{
    const wendi_sector_bounds sector = wendi_sector_map_bounds(&flow->map, step->sector);
    if (step->window == WENDI_PORTAL_GOAL) {
        const wendi_flow_endpoint *goal = &plan->goals[0];
        for (uint32_t i = 0; i < plan->goal_count && goal->sector != step->sector; ++i) {
            goal = &plan->goals[i];
        }
        return (wendi_step_target){goal->floor, goal->x, goal->y, WENDI_BLOCKED_ARCS, 0, 1};
    }
    const wendi_sector_portals page =
        wendi_portal_graph_sector(flow->classes[plan->flow_class].portals, step->sector);
    const wendi_portal *window = &page.windows[step->window];
    int32_t x = 0, y = 0;
    wendi_portal_cell(&sector, window, &x, &y);
    wendi_step_target place = {sector.floor, sector.x + x, sector.y + y, window->side, 0, 1};
    if (window->side < WENDI_SIDE_LINK_OUT) {
        const bool is_row = window->side == WENDI_SIDE_NORTH || window->side == WENDI_SIDE_SOUTH;
        place.before = (uint8_t)((is_row ? x : y) - window->first);
        place.count = window->count;
    }
    return place;
}

wend_result wendi_plan_find_step_targets(wend_flow *flow, wendi_plan *plan)
{
    plan->places = wendi_alloc(&flow->allocator, plan->route.step_count * sizeof *plan->places);
    if (plan->places == NULL && plan->route.step_count > 0) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < plan->route.step_count; ++i) {
        plan->places[i] = place_of(flow, plan, &plan->route.steps[i]);
    }
    return WEND_OK;
}

/* ---- carried over: sectors of the route and around it ---- */

static bool add_sector(const wend_flow *flow, wendi_plan *plan, uint32_t sector)
{
    if (*table_place(plan, sector) != WENDI_TILE_NONE) {
        return true;
    }
    if (plan->tile_count == plan->tile_capacity &&
        !reserve_tiles(&flow->allocator, plan, plan->tile_capacity * 2)) {
        return false;
    }
    (void)wendi_plan_add_tile(flow, plan, sector);
    return true;
}

static bool add_around(const wend_flow *flow, wendi_plan *plan, uint32_t sector)
{
    const wendi_sector_bounds place = wendi_sector_map_bounds(&flow->map, sector);
    const wendi_sector_map_floor *floor = &flow->map.floors[place.floor];
    const int32_t margin = flow->margin;
    bool is_done = true;
    for (int32_t row = place.row - margin; row <= place.row + margin; ++row) {
        for (int32_t column = place.column - margin; column <= place.column + margin; ++column) {
            if (row >= 0 && column >= 0 && row < floor->sectors_y && column < floor->sectors_x) {
                is_done = is_done && add_sector(flow, plan,
                                                floor->first_sector +
                                                    (uint32_t)(row * floor->sectors_x + column));
            }
        }
    }
    return is_done;
}

/* The cheapest step of each sector is the one that agents without a field follow. */
static void note_steps(wendi_plan *plan)
{
    for (uint32_t i = 0; i < plan->route.step_count; ++i) {
        wendi_plan_tile *tile = &plan->tiles[*table_place(plan, plan->route.steps[i].sector)];
        if (tile->step == WENDI_STEP_NONE ||
            plan->route.steps[i].cost < plan->route.steps[tile->step].cost) {
            tile->step = i;
        }
    }
}

/* On most routes sectors have more than half of those around them in common: room for all that
 * could be is made in the table only, which is small. */
static wend_result cover_route(wend_flow *flow, wendi_plan *plan)
{
    const wend_allocator *a = &flow->allocator;
    const uint64_t side = 2 * (uint64_t)flow->margin + 1;
    uint64_t most = ((uint64_t)plan->route.step_count + 1) * side * side;
    most = most < flow->map.sector_count ? most : flow->map.sector_count;
    const uint64_t likely = (uint64_t)plan->route.step_count * (side + 1) + side * side;
    if (!reserve_tiles(a, plan, (uint32_t)(likely < most ? likely : most)) ||
        !make_table(a, plan, (uint32_t)most)) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < plan->route.step_count; ++i) {
        if (!add_around(flow, plan, plan->route.steps[i].sector)) {
            return WEND_ERROR_MEMORY;
        }
    }
    note_steps(plan);
    return WEND_OK;
}

void wendi_plan_update_tile_view(const wend_flow *flow, wendi_plan *plan, uint32_t tile)
{
    const wendi_plan_tile *of = &plan->tiles[tile];
    wendi_plan_tile_view *look = &plan->looks[tile];
    look->field = of->field;
    look->is_lit = of->sight == WENDI_LOS_ALL_CELLS;
    look->flags = of->sight < WENDI_LOS_ALL_CELLS
                      ? plan->sight_blocks + of->sight * flow->fields.cells
                      : NULL;
    if (of->field != WENDI_FIELD_NONE && of->field != WENDI_FIELD_VISIBLE) {
        const wendi_field *field = &flow->fields.items[of->field];
        look->block = field->block;
        look->is_wide = field->is_wide;
    }
}

static wend_result cover_whole(wend_flow *flow, wendi_plan *plan)
{
    if (wendi_plan_reserve_tiles(flow, plan, flow->map.sector_count) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < flow->map.sector_count; ++i) {
        (void)wendi_plan_add_tile(flow, plan, i);
    }
    plan->is_direct = true;
    note_steps(plan);
    return WEND_OK;
}

/* ---- ways between tiles ---- */

static bool push_way(const wend_allocator *a, wendi_plan *plan, wendi_plan_link way)
{
    if (plan->way_count == plan->way_capacity) {
        const uint32_t capacity = plan->way_capacity == 0 ? 16 : plan->way_capacity * 2;
        wendi_plan_link *ways =
            wendi_resize(a, plan->ways, plan->way_capacity * sizeof *ways, capacity * sizeof *ways);
        if (ways == NULL) {
            return false;
        }
        plan->ways = ways;
        plan->way_capacity = capacity;
    }
    plan->ways[plan->way_count++] = way;
    return true;
}

static wend_result note_ways(wend_flow *flow, wendi_plan *plan)
{
    const wendi_portal_graph *portals = flow->classes[plan->flow_class].portals;
    uint32_t way_count = 0;
    const wendi_sector_link *ways = wendi_portal_graph_links(portals, &way_count);
    for (uint32_t i = 0; way_count > 0 && i < plan->tile_count; ++i) {
        uint32_t first = 0, last = 0;
        wendi_portal_graph_links_from(portals, plan->tiles[i].sector, &first, &last);
        for (uint32_t k = first; k < last; ++k) {
            const uint32_t to = wendi_plan_find_tile(plan, ways[k].to_sector);
            if (to != WENDI_TILE_NONE &&
                !push_way(&flow->allocator, plan, (wendi_plan_link){i, to, k})) {
                return WEND_ERROR_MEMORY;
            }
        }
    }
    return WEND_OK;
}

wend_result wendi_plan_cover(wend_flow *flow, wendi_plan *plan)
{
    const wend_result result = plan->is_whole ? cover_whole(flow, plan) : cover_route(flow, plan);
    if (result != WEND_OK) {
        return result;
    }
    return make_order(&flow->allocator, plan) ? note_ways(flow, plan) : WEND_ERROR_MEMORY;
}

/* ---- windows as seeds: a tile for each step ---- */

static uint64_t step_key(const wendi_route_step *step)
{
    return (uint64_t)step->sector << 32 | step->cost;
}

wend_result wendi_plan_cover_steps(wend_flow *flow, wendi_plan *plan)
{
    const wend_allocator *a = &flow->allocator;
    const uint32_t count = plan->route.step_count;
    if (wendi_plan_reserve_tiles(flow, plan, count) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    wendi_sort_pair *pairs = wendi_alloc(a, 2 * (size_t)count * sizeof *pairs);
    if (pairs == NULL) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < count; ++i) {
        pairs[i] = (wendi_sort_pair){step_key(&plan->route.steps[i]), i};
    }
    wendi_sort_pairs(pairs, pairs + count, count);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t tile =
            wendi_plan_add_tile(flow, plan, plan->route.steps[pairs[i].value].sector);
        plan->tiles[tile].step = pairs[i].value;
    }
    wendi_free(a, pairs, 2 * (size_t)count * sizeof *pairs);
    return make_order(a, plan) ? WEND_OK : WEND_ERROR_MEMORY;
}
