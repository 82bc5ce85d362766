/* The cells of a plan that see a goal; tiles that are visible everywhere need no field.
 * Cost: some tens of ns for a tile that is visible everywhere, none for one that no beam reaches.
 */
#include "flow/plan/tile_job.h"

#include <string.h>

/* Beams enter tiles that lie farther from the goal in columns and rows of sectors, so tiles at the
 * same distance do not depend on each other. */
static uint32_t distance_from(const wendi_plan *plan, const wendi_sector_bounds *home,
                              uint32_t tile)
{
    const wendi_sector_bounds *bounds = &plan->tiles[tile].bounds;
    if (bounds->floor != home->floor) {
        return UINT32_MAX;
    }
    const int32_t columns = bounds->column > home->column ? bounds->column - home->column
                                                          : home->column - bounds->column;
    const int32_t rows =
        bounds->row > home->row ? bounds->row - home->row : home->row - bounds->row;
    return (uint32_t)(columns + rows);
}

/* Sorts tiles by distance, by counting; those on other floors are left out. */
static wend_result order_tiles(wend_flow *flow, wendi_plan *plan)
{
    const wendi_sector_map_floor *floor = &flow->map.floors[plan->goals[plan->goal_done].floor];
    const wendi_sector_bounds home =
        wendi_sector_map_bounds(&flow->map, plan->goals[plan->goal_done].sector);
    const size_t most = (size_t)floor->sectors_x + (size_t)floor->sectors_y;
    uint32_t *begins = wendi_alloc_zero(&flow->allocator, (most + 1) * sizeof *begins);
    if (begins == NULL) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < plan->tile_count; ++i) {
        const uint32_t distance = distance_from(plan, &home, i);
        if (distance < most) {
            ++begins[distance + 1];
        }
    }
    for (size_t k = 1; k <= most; ++k) {
        begins[k] += begins[k - 1];
    }
    plan->los_order_count = begins[most];
    for (uint32_t i = 0; i < plan->tile_count; ++i) {
        const uint32_t distance = distance_from(plan, &home, i);
        if (distance < most) {
            plan->los_order[begins[distance]++] = i;
        }
    }
    wendi_free(&flow->allocator, begins, (most + 1) * sizeof *begins);
    plan->done = 0;
    plan->los_distance = 0;
    return WEND_OK;
}

wend_result wendi_los_pass_begin(wend_flow *flow, wendi_plan *plan)
{
    if (plan->los_goal_count == 0) {
        return WEND_OK;
    }
    const uint32_t count = plan->los_goal_count * plan->tile_count;
    plan->tile_beams = wendi_alloc_zero(&flow->allocator, count * sizeof *plan->tile_beams);
    if (plan->tile_beams == NULL) {
        return WEND_ERROR_MEMORY;
    }
    plan->tile_beams_count = count;
    return order_tiles(flow, plan);
}

/* ---- entering beams ---- */

/* The corner of a sector relative to a goal, in 64ths of a cell. */
static void goal_offset(const wendi_plan *plan, uint32_t goal, const wendi_sector_bounds *bounds,
                        int32_t *left, int32_t *top)
{
    *left = bounds->x * WENDI_LOS_CELL - plan->goals[goal].fine_x;
    *top = bounds->y * WENDI_LOS_CELL - plan->goals[goal].fine_y;
}

int64_t wendi_plan_straight_cost(const wend_flow *flow, const wendi_plan *plan, uint32_t goal,
                                 const wendi_sector_bounds *bounds, int32_t x, int32_t y)
{
    int32_t left = 0, top = 0;
    goal_offset(plan, goal, bounds, &left, &top);
    const double cell = (double)WENDI_LOS_CELL;
    const double dx = (double)(left + x * WENDI_LOS_CELL) + 0.5 * cell;
    const double dy = (double)(top + y * WENDI_LOS_CELL) + 0.5 * cell;
    return (int64_t)(wend_sqrt(dx * dx + dy * dy) * (double)flow->straight / cell);
}

static bool copy_beams(const wendi_plan *plan, uint32_t goal, uint32_t tile, uint32_t side,
                       wendi_los_beams *beams)
{
    beams->count = 0;
    if (tile == WENDI_TILE_NONE) {
        return false;
    }
    const wendi_tile_beams *from = &plan->tile_beams[goal * plan->tile_count + tile];
    const uint32_t first = from->first[side], count = from->first[side + 1] - first;
    if (count == 0) {
        return false;
    }
    memcpy(beams->beams, plan->beams + first, count * sizeof *beams->beams);
    beams->count = (int32_t)count;
    return true;
}

/* A goal on the border of sectors is in all of them. */
static bool holds_goal(const wendi_los_input *in, bool is_on_floor)
{
    return is_on_floor && in->left <= 0 && in->top <= 0 &&
           in->left + in->shape.width * WENDI_LOS_CELL >= 0 &&
           in->top + in->shape.height * WENDI_LOS_CELL >= 0;
}

/* Beams through a side come from the tile beyond, if the goal lies on that side. */
bool wendi_plan_los_input(const wend_flow *flow, const wendi_plan *plan, uint32_t tile,
                          uint32_t goal, wendi_los_beams tile_beams[4], wendi_los_input *in)
{
    const uint32_t sector = plan->tiles[tile].sector;
    const wendi_sector_bounds bounds = plan->tiles[tile].bounds;
    const wendi_sector_bounds home = wendi_sector_map_bounds(&flow->map, plan->goals[goal].sector);
    *in = (wendi_los_input){.shape = wendi_tile_shape_of(bounds.width, bounds.height)};
    goal_offset(plan, goal, &bounds, &in->left, &in->top);
    in->holds_goal = holds_goal(in, bounds.floor == home.floor);
    if (in->holds_goal) {
        in->cost = wendi_portal_graph_costs(flow->classes[plan->flow_class].graph, sector);
    }
    if (in->holds_goal || bounds.floor != home.floor) {
        return in->holds_goal;
    }
    const int32_t columns = home.column < bounds.column ? -1 : home.column > bounds.column;
    const int32_t rows = home.row < bounds.row ? -1 : home.row > bounds.row;
    bool is_any = false;
    if (columns != 0) {
        const uint32_t side = columns < 0 ? WENDI_SIDE_WEST : WENDI_SIDE_EAST;
        const uint32_t other =
            wendi_plan_find_tile(plan, wendi_sector_map_neighbour(&flow->map, sector, columns, 0));
        if (copy_beams(plan, goal, other, side ^ 2, &tile_beams[side])) {
            in->in[side] = &tile_beams[side];
            is_any = true;
        }
    }
    if (rows != 0) {
        const uint32_t side = rows < 0 ? WENDI_SIDE_NORTH : WENDI_SIDE_SOUTH;
        const uint32_t other =
            wendi_plan_find_tile(plan, wendi_sector_map_neighbour(&flow->map, sector, 0, rows));
        if (copy_beams(plan, goal, other, side ^ 2, &tile_beams[side])) {
            in->in[side] = &tile_beams[side];
            is_any = true;
        }
    }
    if (is_any) {
        in->cost = wendi_portal_graph_costs(flow->classes[plan->flow_class].graph, sector);
    }
    return is_any;
}

/* ---- jobs ---- */

void wendi_tile_job_init(const wend_flow *flow, wendi_plan *plan, uint32_t tile,
                         wendi_tile_job *job)
{
    const uint32_t sector = plan->tiles[tile].sector;
    job->plan = plan;
    job->tile = tile;
    job->phase = plan->phase;
    job->bounds = plan->tiles[tile].bounds;
    job->shape = wendi_tile_shape_of(job->bounds.width, job->bounds.height);
    job->ground = wendi_portal_graph_cost_tile(flow->classes[plan->flow_class].graph, sector);
}

wend_result wendi_los_pass_gather(wend_flow *flow, wendi_plan *plan, wendi_tile_job *jobs,
                                  uint32_t room, uint32_t *count)
{
    /* Tiles that a goal may lie on the border of hold it themselves. */
    enum { PIECE = 128, BESIDE_GOAL = 2 };
    *count = 0;
    uint32_t reached = 0, looked_at = 0;
    const wendi_sector_bounds home =
        wendi_sector_map_bounds(&flow->map, plan->goals[plan->goal_done].sector);
    while (*count < room && plan->done < plan->los_order_count) {
        const uint32_t tile = plan->los_order[plan->done];
        const uint32_t distance = distance_from(plan, &home, tile);
        if (*count > 0 && distance != reached) {
            return WEND_OK;
        }
        if (distance > BESIDE_GOAL && distance > plan->los_distance + 1) {
            plan->done = plan->los_order_count; /* No beam gets here, nor any farther. */
            return WEND_OK;
        }
        if (flow->is_by_clock && ++looked_at > PIECE) {
            flow->is_cut = true;
            return WEND_OK;
        }
        reached = distance;
        ++plan->done;
        wendi_tile_job *job = &jobs[*count];
        if (wendi_plan_los_input(flow, plan, tile, plan->goal_done, job->in, &job->los)) {
            wendi_tile_job_init(flow, plan, tile, job);
            plan->tiles[tile].visible_goals |= (uint8_t)(1u << plan->goal_done);
            ++*count;
        }
    }
    return WEND_OK;
}

/* A tile needs no field only if nothing but the one goal matters. */
static bool may_skip_field(const wendi_tile_job *job)
{
    return job->ground.is_open && job->plan->los_goal_count == 1 && !job->los.holds_goal &&
           job->plan->link_count == 0 && job->plan->seeds == WEND_FLOW_SEED_COSTS;
}

void wendi_los_pass_run(wendi_tile_job *job, int stage)
{
    if (stage != 0) {
        return;
    }
    const bool may = may_skip_field(job);
    job->is_los_deferred = false;
    job->is_fully_visible = may && wendi_los_fully_visible_tile(&job->los, job->out);
    if (job->is_fully_visible) {
        return;
    }
    job->is_los_deferred =
        may && !job->plan->is_whole && job->plan->tiles[job->tile].step == WENDI_STEP_NONE;
    if (job->is_los_deferred) {
        job->is_los_deferred = wendi_los_open_tile(&job->los, job->out);
        job->visible_cells = 0;
        return;
    }
    memset(job->flags, 0, (size_t)job->shape.count);
    job->visible_cells = wendi_los_tile(&job->los, job->flags, job->out);
}

static wend_result store_beams(wend_flow *flow, wendi_plan *plan, const wendi_los_beams out[4],
                               wendi_tile_beams *beams)
{
    uint32_t count = 0;
    for (uint32_t side = 0; side < 4; ++side) {
        count += (uint32_t)out[side].count;
    }
    if (plan->beam_capacity - plan->beam_count < count) {
        const uint32_t capacity = plan->beam_capacity * 2 + count + 64;
        wendi_los_beam *grown =
            wendi_resize(&flow->allocator, plan->beams, plan->beam_capacity * sizeof *grown,
                         capacity * sizeof *grown);
        if (grown == NULL) {
            return WEND_ERROR_MEMORY;
        }
        plan->beams = grown;
        plan->beam_capacity = capacity;
    }
    for (uint32_t side = 0; side < 4; ++side) {
        beams->first[side] = plan->beam_count;
        if (out[side].count > 0) {
            memcpy(plan->beams + plan->beam_count, out[side].beams,
                   (size_t)out[side].count * sizeof *plan->beams);
        }
        plan->beam_count += (uint32_t)out[side].count;
    }
    beams->first[4] = plan->beam_count;
    return WEND_OK;
}

static bool add_block(wend_flow *flow, wendi_plan *plan, wendi_plan_tile *tile, int flags)
{
    const size_t cells = flow->fields.cells;
    if (plan->los_block_count == plan->los_block_capacity) {
        const uint32_t capacity = plan->los_block_capacity * 2 + 16;
        uint8_t *blocks = wendi_resize(&flow->allocator, plan->los_blocks,
                                       plan->los_block_capacity * cells, capacity * cells);
        if (blocks == NULL) {
            return false;
        }
        plan->los_blocks = blocks;
        plan->los_block_capacity = capacity;
    }
    tile->los = plan->los_block_count++;
    memset(plan->los_blocks + tile->los * cells, flags, cells);
    return true;
}

/* A cell that sees several goals is assigned to the nearest of them. */
static uint8_t merge_flag(const wend_flow *flow, const wendi_tile_job *job, int32_t x, int32_t y,
                          uint8_t old, uint8_t seen)
{
    const uint32_t goal = job->plan->goal_done;
    if ((seen & WENDI_FLOW_VISIBLE) == 0) {
        return old | seen;
    }
    const uint8_t named = (uint8_t)(WENDI_FLOW_VISIBLE | (old & WENDI_FLOW_LOS_CORNER) | goal);
    if ((old & WENDI_FLOW_VISIBLE) == 0) {
        return named;
    }
    const uint32_t other = old & WENDI_FLOW_DIRECTION_MASK;
    return wendi_plan_straight_cost(flow, job->plan, goal, &job->bounds, x, y) <
                   wendi_plan_straight_cost(flow, job->plan, other, &job->bounds, x, y)
               ? named
               : old;
}

/* With one goal flags are copied: goal 0 sets no bit. */
static void copy_flags(const wend_flow *flow, const wendi_tile_job *job, uint8_t *block)
{
    if (job->plan->los_goal_count > 1) {
        for (int32_t y = 0; y < job->shape.height; ++y) {
            for (int32_t x = 0; x < job->shape.width; ++x) {
                const uint8_t seen = job->flags[wendi_tile_index(&job->shape, x, y)];
                uint8_t *cell = &block[y * job->shape.width + x];
                if (seen != 0) {
                    *cell = merge_flag(flow, job, x, y, *cell, seen);
                }
            }
        }

        return;
    }
    const size_t width = (size_t)job->shape.width;
    for (int32_t y = 0; y < job->shape.height; ++y) {
        memcpy(block + (size_t)y * width, job->flags + wendi_tile_index(&job->shape, 0, y), width);
    }
}

static bool has_flags(const wendi_tile_job *job)
{
    uint8_t any = 0;
    for (int32_t i = 0; i < job->shape.count; ++i) {
        any |= job->flags[i];
    }
    return any != 0;
}

wend_result wendi_los_pass_commit(wend_flow *flow, wendi_tile_job *job)
{
    wendi_plan *plan = job->plan;
    wendi_plan_tile *tile = &plan->tiles[job->tile];
    wendi_tile_beams *beams = &plan->tile_beams[plan->goal_done * plan->tile_count + job->tile];
    if (store_beams(flow, plan, job->out, beams) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    if (beams->first[4] > beams->first[0]) {
        const wendi_sector_bounds home =
            wendi_sector_map_bounds(&flow->map, plan->goals[plan->goal_done].sector);
        const uint32_t distance = distance_from(plan, &home, job->tile);
        plan->los_distance = distance > plan->los_distance ? distance : plan->los_distance;
    }
    if (job->is_fully_visible) {
        tile->los = WENDI_LOS_ALL_CELLS;
        tile->field = WENDI_FIELD_VISIBLE;
        ++plan->visible_count;
        return WEND_OK;
    }
    if (job->is_los_deferred) {
        tile->is_los_deferred = true;
        return add_block(flow, plan, tile, WENDI_FLOW_LOS_CORNER) ? WEND_OK : WEND_ERROR_MEMORY;
    }
    if (job->visible_cells == 0 && !has_flags(job)) {
        return WEND_OK;
    }
    if (tile->los == WENDI_LOS_NO_CELL && !add_block(flow, plan, tile, 0)) {
        return WEND_ERROR_MEMORY;
    }
    copy_flags(flow, job, plan->los_blocks + tile->los * flow->fields.cells);
    return WEND_OK;
}

void wendi_plan_los_flags(const wend_flow *flow, const wendi_plan *plan, uint32_t tile,
                          uint8_t *flags)
{
    wendi_los_beams tile_beams[4], out[4];
    wendi_los_input in;
    if (wendi_plan_los_input(flow, plan, tile, 0, tile_beams, &in)) {
        memset(flags, 0, (size_t)in.shape.count);
        (void)wendi_los_tile(&in, flags, out);
    }
}

void wendi_los_pass_resolve(const wend_flow *flow, wendi_plan *plan, wendi_tile_job *job)
{
    wendi_plan_tile *tile = &plan->tiles[job->tile];
    wendi_plan_los_flags(flow, plan, job->tile, job->flags);
    copy_flags(flow, job, plan->los_blocks + tile->los * flow->fields.cells);
    tile->is_los_deferred = false;
}

bool wendi_los_pass_next_goal(wend_flow *flow, wendi_plan *plan, wend_result *result)
{
    *result = WEND_OK;
    if (plan->goal_done + 1 >= plan->los_goal_count) {
        return false;
    }
    ++plan->goal_done;
    *result = order_tiles(flow, plan);
    return true;
}
