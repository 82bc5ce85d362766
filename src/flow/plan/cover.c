/* Chooses the tiles of a plan: the sectors of the route and those around them, so that corners are
 * cut well; with portals as seeds one tile for each step.
 * Cost: each sector near the route. */
#include "flow/plan/plan.h"

#include <string.h>

#include "base/core/sort.h"

static bool reserve_tiles(const wend_allocator *a, wendi_plan *plan, uint32_t count)
{
    wendi_plan_tile_view *tile_views =
        wendi_resize(a, plan->tile_views, plan->view_capacity * sizeof *tile_views,
                     (size_t)count * sizeof *tile_views);
    if (tile_views == NULL) {
        return false;
    }
    plan->tile_views = tile_views;
    plan->view_capacity = count;

    wendi_plan_tile *tiles = wendi_resize(a, plan->tiles, plan->tile_capacity * sizeof *tiles,
                                          (size_t)count * sizeof *tiles);
    if (tiles == NULL) {
        return false;
    }
    plan->tiles = tiles;
    plan->tile_capacity = count;
    return true;
}

static bool allocate_order(const wend_allocator *a, wendi_plan *plan)
{
    plan->los_order = wendi_alloc(a, plan->tile_count * sizeof *plan->los_order);
    plan->los_order_capacity = plan->los_order != NULL ? plan->tile_count : 0;
    return plan->los_order != NULL || plan->tile_count == 0;
}

static bool allocate_table(const wend_allocator *a, wendi_plan *plan, uint32_t count)
{
    /* Mostly half of the sectors that are possible get a tile, and at most three quarters of the slots
     * are taken: memory of a new table is not cheap. */
    uint32_t bits = 4;
    while ((uint64_t)1 << bits < (uint64_t)count + count / 3 + 1) {
        ++bits;
    }
    const size_t bytes = ((size_t)1 << bits) * sizeof *plan->table;
    plan->table = wendi_alloc_zero(a, bytes);
    if (plan->table == NULL) {
        return false;
    }
    plan->table_bits = bits;
    return true;
}

/* Reserves tiles, and creates an empty table. */
static wend_result reserve_plan(wend_flow *flow, wendi_plan *plan, uint32_t tile_count)
{
    const bool is_there = reserve_tiles(&flow->allocator, plan, tile_count > 0 ? tile_count : 1) &&
                          allocate_table(&flow->allocator, plan, tile_count);
    return is_there ? WEND_OK : WEND_ERROR_MEMORY;
}

static uint32_t *table_slot(const wendi_plan *plan, uint32_t sector)
{
    const uint32_t mask = ((uint32_t)1 << plan->table_bits) - 1;
    uint32_t slot = sector * 0x9E3779B1u >> (32 - plan->table_bits);
    while (plan->table[slot] != 0 && plan->tile_views[plan->table[slot] - 1].sector != sector) {
        slot = (slot + 1) & mask;
    }
    return &plan->table[slot];
}

/* Adds a tile for a sector, after those it has. There must be room. */
static uint32_t add_tile(const wend_flow *flow, wendi_plan *plan, uint32_t sector)
{
    const uint32_t index = plan->tile_count++;
    uint32_t *slot = table_slot(plan, sector);
    if (*slot == 0) {
        *slot = index + 1;
    } else {
        uint32_t last = *slot - 1;
        while (plan->tiles[last].next != WENDI_TILE_NONE) {
            last = plan->tiles[last].next;
        }
        plan->tiles[last].next = index;
    }
    wendi_plan_tile *tile = &plan->tiles[index];
    *tile = (wendi_plan_tile){.bounds = wendi_sector_map_bounds(&flow->map, sector),
                              .sector = sector,
                              .field = WENDI_FIELD_NONE,
                              .los = WENDI_LOS_NO_CELL,
                              .step = WENDI_STEP_NONE,
                              .next = WENDI_TILE_NONE};
    memset(tile->neighbours, 0xFF, sizeof tile->neighbours);
    plan->tile_views[index] = (wendi_plan_tile_view){.sector = sector, .field = WENDI_FIELD_NONE};
    return index;
}

static wendi_step_target step_target_of(const wend_flow *flow, const wendi_plan *plan,
                                        const wendi_route_step *step)
{
    const wendi_sector_bounds sector = wendi_sector_map_bounds(&flow->map, step->sector);
    if (step->portal == WENDI_PORTAL_GOAL) {
        const wendi_flow_endpoint *goal = &plan->goals[0];
        for (uint32_t i = 0; i < plan->goal_count && goal->sector != step->sector; ++i) {
            goal = &plan->goals[i];
        }
        return (wendi_step_target){goal->floor, goal->x, goal->y, WENDI_SIDES, 0, 1};
    }
    const wendi_sector_portals page =
        wendi_portal_graph_sector(flow->classes[plan->flow_class].graph, step->sector);
    const wendi_portal *portal = &page.portals[step->portal];
    int32_t x = 0, y = 0;
    wendi_portal_cell(&sector, portal, &x, &y);
    wendi_step_target target = {sector.floor, sector.x + x, sector.y + y, portal->side, 0, 1};
    if (portal->side < WENDI_SIDE_LINK_OUT) {
        const bool is_row = portal->side == WENDI_SIDE_NORTH || portal->side == WENDI_SIDE_SOUTH;
        target.before = (uint8_t)((is_row ? x : y) - portal->first);
        target.count = portal->count;
    }
    return target;
}

wend_result wendi_plan_find_step_targets(wend_flow *flow, wendi_plan *plan)
{
    plan->step_targets =
        wendi_alloc(&flow->allocator, plan->route.step_count * sizeof *plan->step_targets);
    if (plan->step_targets == NULL && plan->route.step_count > 0) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < plan->route.step_count; ++i) {
        plan->step_targets[i] = step_target_of(flow, plan, &plan->route.steps[i]);
    }
    return WEND_OK;
}

/* ---- costs as seeds: sectors of the route and around it ---- */

static bool add_sector(const wend_flow *flow, wendi_plan *plan, uint32_t sector)
{
    if (*table_slot(plan, sector) != 0) {
        return true;
    }
    if (plan->tile_count == plan->tile_capacity &&
        !reserve_tiles(&flow->allocator, plan, plan->tile_capacity * 2)) {
        return false;
    }
    (void)add_tile(flow, plan, sector);
    return true;
}

static bool add_around(const wend_flow *flow, wendi_plan *plan, uint32_t sector)
{
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(&flow->map, sector);
    const wendi_sector_map_floor *floor = &flow->map.floors[bounds.floor];
    const int32_t margin = flow->margin;
    bool is_done = true;
    for (int32_t row = bounds.row - margin; row <= bounds.row + margin; ++row) {
        for (int32_t column = bounds.column - margin; column <= bounds.column + margin; ++column) {
            if (row >= 0 && column >= 0 && row < floor->sectors_y && column < floor->sectors_x) {
                is_done = is_done && add_sector(flow, plan,
                                                floor->first_sector +
                                                    (uint32_t)(row * floor->sectors_x + column));
            }
        }
    }
    return is_done;
}

/* On most routes sectors share more than half of their neighbours: only the table, which is small,
 * is allocated for all that are possible. */
static wend_result reserve_route(wend_flow *flow, wendi_plan *plan)
{
    const wend_allocator *a = &flow->allocator;
    const uint64_t side = 2 * (uint64_t)flow->margin + 1;
    uint64_t most = ((uint64_t)plan->route.step_count + 1) * side * side;
    most = most < flow->map.sector_count ? most : flow->map.sector_count;
    const uint64_t likely = (uint64_t)plan->route.step_count * (side + 1) + side * side;
    const bool is_there = reserve_tiles(a, plan, (uint32_t)(likely < most ? likely : most)) &&
                          allocate_table(a, plan, (uint32_t)most);
    return is_there ? WEND_OK : WEND_ERROR_MEMORY;
}

void wendi_plan_update_tile_view(const wend_flow *flow, wendi_plan *plan, uint32_t tile)
{
    const wendi_plan_tile *of = &plan->tiles[tile];
    wendi_plan_tile_view *view = &plan->tile_views[tile];
    view->field = of->field;
    view->is_visible = of->los == WENDI_LOS_ALL_CELLS;
    view->flags =
        of->los < WENDI_LOS_ALL_CELLS ? plan->los_blocks + of->los * flow->fields.cells : NULL;
    if (of->field != WENDI_FIELD_NONE && of->field != WENDI_FIELD_VISIBLE) {
        const wendi_field *field = wendi_field_at(&flow->fields, of->field);
        view->block = field->block;
        view->is_wide = field->is_wide;
    }
}

/* ---- links between tiles ---- */

static bool add_link(const wend_allocator *a, wendi_plan *plan, wendi_plan_link link)
{
    if (plan->link_count == plan->link_capacity) {
        const uint32_t capacity = plan->link_capacity == 0 ? 16 : plan->link_capacity * 2;
        wendi_plan_link *links = wendi_resize(a, plan->links, plan->link_capacity * sizeof *links,
                                              capacity * sizeof *links);
        if (links == NULL) {
            return false;
        }
        plan->links = links;
        plan->link_capacity = capacity;
    }
    plan->links[plan->link_count++] = link;
    return true;
}

static wend_result find_links(wend_flow *flow, wendi_plan *plan)
{
    const wendi_portal_graph *graph = flow->classes[plan->flow_class].graph;
    uint32_t link_count = 0;
    const wendi_sector_link *links = wendi_portal_graph_links(graph, &link_count);
    for (uint32_t i = 0; link_count > 0 && i < plan->tile_count; ++i) {
        uint32_t first = 0, last = 0;
        wendi_portal_graph_links_from(graph, plan->tiles[i].sector, &first, &last);
        for (uint32_t k = first; k < last; ++k) {
            const uint32_t to = wendi_plan_find_tile(plan, links[k].to_sector);
            if (to != WENDI_TILE_NONE &&
                !add_link(&flow->allocator, plan, (wendi_plan_link){i, to, k})) {
                return WEND_ERROR_MEMORY;
            }
        }
    }
    return WEND_OK;
}

/* ---- pieces ---- */

/* What COVER does one after the other. A plan is at the first stage when it begins. */
enum { STAGE_TARGETS, STAGE_RESERVE, STAGE_SECTORS, STAGE_STEPS, STAGE_LINKS, STAGES };

/* Items of a stage: sectors of the whole map, or steps of the route. */
static uint32_t count_items(const wend_flow *flow, const wendi_plan *plan)
{
    if (plan->cover_stage != STAGE_SECTORS && plan->cover_stage != STAGE_STEPS) {
        return 1;
    }
    const bool is_by_sector = plan->is_whole && plan->cover_stage == STAGE_SECTORS;
    return is_by_sector ? flow->map.sector_count : plan->route.step_count;
}

/* The cheapest step of each sector is the one that agents follow until there is a field. */
static void find_cheapest_step(wendi_plan *plan, uint32_t step)
{
    wendi_plan_tile *tile = &plan->tiles[*table_slot(plan, plan->route.steps[step].sector) - 1];
    if (tile->step == WENDI_STEP_NONE ||
        plan->route.steps[step].cost < plan->route.steps[tile->step].cost) {
        tile->step = step;
    }
}

static wend_result cover_item(wend_flow *flow, wendi_plan *plan)
{
    if (plan->cover_stage == STAGE_TARGETS) {
        const bool is_due = plan->step_targets == NULL && plan->route.step_count > 0;
        return is_due ? wendi_plan_find_step_targets(flow, plan) : WEND_OK;
    }
    if (plan->cover_stage == STAGE_RESERVE) {
        return plan->is_whole ? reserve_plan(flow, plan, flow->map.sector_count)
                              : reserve_route(flow, plan);
    }
    if (plan->cover_stage == STAGE_SECTORS) {
        if (plan->is_whole) {
            (void)add_tile(flow, plan, plan->done);
            return WEND_OK;
        }
        return add_around(flow, plan, plan->route.steps[plan->done].sector) ? WEND_OK
                                                                            : WEND_ERROR_MEMORY;
    }
    if (plan->cover_stage == STAGE_STEPS) {
        find_cheapest_step(plan, plan->done);
        return WEND_OK;
    }
    plan->is_direct = plan->is_whole;
    return allocate_order(&flow->allocator, plan) ? find_links(flow, plan) : WEND_ERROR_MEMORY;
}

/* A step adds up to 9 sectors or more, by margin: a piece takes some 30 us. */
wend_result wendi_plan_cover(wend_flow *flow, wendi_plan *plan)
{
    enum { PIECE = 24 };
    uint32_t left = PIECE;
    for (;;) {
        while (plan->cover_stage < STAGES && plan->done == count_items(flow, plan)) {
            plan->done = 0;
            ++plan->cover_stage;
        }
        if (plan->cover_stage == STAGES) {
            return WEND_OK;
        }
        const bool is_new_stage = plan->done == 0 && plan->cover_stage != STAGE_TARGETS;
        if (flow->is_by_clock && (left == 0 || (is_new_stage && left < PIECE))) {
            return WEND_IN_PROGRESS;
        }
        --left;
        const wend_result result = cover_item(flow, plan);
        if (result != WEND_OK) {
            return result;
        }
        ++plan->done;
    }
}

/* ---- portals as seeds: a tile for each step ---- */

wend_result wendi_plan_cover_steps(wend_flow *flow, wendi_plan *plan)
{
    const wend_allocator *a = &flow->allocator;
    const uint32_t count = plan->route.step_count;
    if (reserve_plan(flow, plan, count) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    wendi_sort_pair *pairs = wendi_alloc(a, 2 * (size_t)count * sizeof *pairs);
    if (pairs == NULL) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < count; ++i) {
        const wendi_route_step *step = &plan->route.steps[i];
        pairs[i] = (wendi_sort_pair){(uint64_t)step->sector << 32 | step->cost, i};
    }
    wendi_sort_pairs(pairs, pairs + count, count);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t tile = add_tile(flow, plan, plan->route.steps[pairs[i].value].sector);
        plan->tiles[tile].step = pairs[i].value;
    }
    wendi_free(a, pairs, 2 * (size_t)count * sizeof *pairs);
    return allocate_order(a, plan) ? WEND_OK : WEND_ERROR_MEMORY;
}
