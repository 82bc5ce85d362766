/* Creates fields for the tiles of a plan, with seeds: goals, and cells that see one.
 * Cost: a tenth of a microsecond a tile. */
#include "flow/baked/file.h"
#include "flow/plan/repair.h"

#include <string.h>

/* Gives the tile an empty field. */
bool wendi_plan_create_field(wend_flow *flow, wendi_plan *plan, const wendi_tile_job *job)
{
    wendi_plan_tile *tile = &plan->tiles[job->tile];
    const wendi_tile_shape *shape = &job->shape;
    tile->field = wendi_field_cache_create_field(&flow->fields, flow->is_wide);
    if (tile->field == WENDI_FIELD_NONE) {
        return false;
    }
    wendi_field *field = wendi_field_at(&flow->fields, tile->field);
    field->ground = job->ground.key;
    field->width = (uint8_t)shape->width;
    field->height = (uint8_t)shape->height;
    memset(field->block, 0xFF, (size_t)shape->count * (flow->is_wide ? 4 : 2));
    return true;
}

/* The cost of a cell that sees a goal; else WENDI_COST_UNREACHED. */
static int64_t visible_cost(const wend_flow *flow, const wendi_plan *plan,
                            const wendi_tile_job *job, int32_t i)
{
    const uint8_t flags =
        plan->los_blocks[plan->tiles[job->tile].los * flow->fields.cells + (size_t)i];
    const int32_t w = job->shape.width;
    return (flags & WENDI_FLOW_VISIBLE) != 0
               ? wendi_plan_straight_cost(flow, plan, flags & WENDI_FLOW_DIRECTION_MASK,
                                          &job->bounds, i % w, i / w)
               : WENDI_COST_UNREACHED;
}

static bool seed_cell(wend_flow *flow, wendi_plan *plan, const wendi_tile_job *job, int32_t i,
                      int64_t cost)
{
    const int32_t w = job->shape.width;
    return cost == WENDI_COST_UNREACHED ||
           wendi_plan_lower_cost(flow, plan, job->tile, wendi_tile_index(&job->shape, i % w, i / w),
                                 cost);
}

/* The least cost comes first, so that the base is lowered at most once. */
static bool seed_visible(wend_flow *flow, wendi_plan *plan, const wendi_tile_job *job)
{
    int64_t costs[WENDI_TILE_SIDE * WENDI_TILE_SIDE] = {visible_cost(flow, plan, job, 0)};
    const int32_t count = job->shape.width * job->shape.height;
    int32_t least = 0;
    for (int32_t i = 1; i < count; ++i) {
        costs[i] = visible_cost(flow, plan, job, i);
        least = costs[i] < costs[least] ? i : least;
    }
    bool is_done = seed_cell(flow, plan, job, least, costs[least]);
    for (int32_t i = 0; is_done && i < count; ++i) {
        is_done = seed_cell(flow, plan, job, i, costs[i]);
    }
    return is_done;
}

/* The cost of a goal's cell is measured from its middle, as the straight lines to a goal elsewhere
 * are. */
int64_t wendi_plan_goal_cost(const wend_flow *flow, const wendi_plan *plan,
                             const wendi_sector_bounds *bounds, uint32_t index)
{
    const wendi_flow_endpoint *goal = &plan->goals[index];
    return goal->is_area ? 0
                         : wendi_plan_straight_cost(flow, plan, index, bounds, goal->x - bounds->x,
                                                    goal->y - bounds->y);
}

static bool seed_goals(wend_flow *flow, wendi_plan *plan, const wendi_tile_job *job)
{
    for (uint32_t i = 0; i < plan->goal_count; ++i) {
        const wendi_flow_endpoint *goal = &plan->goals[i];
        if (goal->sector == plan->tiles[job->tile].sector &&
            !wendi_plan_lower_cost(
                flow, plan, job->tile,
                wendi_tile_index(&job->shape, goal->x - job->bounds.x, goal->y - job->bounds.y),
                wendi_plan_goal_cost(flow, plan, &job->bounds, i))) {
            return false;
        }
    }
    return true;
}

/* Visible neighbours are seeds as well. The key may be inexact, as it only decides the order. */
static void queue_beside_visible(const wend_flow *flow, wendi_plan *plan, const wendi_tile_job *job)
{
    const wendi_plan_tile *tile = &plan->tiles[job->tile];
    for (uint32_t k = 0; k < 8; ++k) {
        const uint32_t other = tile->neighbours[k];
        if (other != WENDI_TILE_NONE && plan->tiles[other].field == WENDI_FIELD_VISIBLE) {
            const int32_t x = wendi_flow_dx[k] < 0 ? 0 : job->shape.width - 1;
            const int32_t y = wendi_flow_dy[k] < 0 ? 0 : job->shape.height - 1;
            wendi_plan_queue_tile(plan, job->tile,
                                  wendi_plan_straight_cost(flow, plan, 0, &job->bounds, x, y));
            if (plan->border_bases[other] == WENDI_COST_UNREACHED) {
                wendi_plan_border_update_visible(flow, plan, other);
            }
        }
    }
}

void wendi_plan_find_neighbours(const wend_flow *flow, wendi_plan *plan, uint32_t tile_index)
{
    wendi_plan_tile *tile = &plan->tiles[tile_index];
    const wendi_sector_map_floor *floor = &flow->map.floors[tile->bounds.floor];
    for (uint32_t k = 0; k < 8; ++k) {
        const int32_t column = tile->bounds.column + wendi_flow_dx[k];
        const int32_t row = tile->bounds.row + wendi_flow_dy[k];
        if (column >= 0 && row >= 0 && column < floor->sectors_x && row < floor->sectors_y) {
            tile->neighbours[k] = wendi_plan_find_tile(
                plan, floor->first_sector + (uint32_t)(row * floor->sectors_x + column));
        }
    }
}

static bool prepare_costs(wend_flow *flow, wendi_plan *plan, wendi_tile_job *job)
{
    const wendi_plan_tile *tile = &plan->tiles[job->tile];
    const bool is_repair = plan->repair.before != NULL;
    if (is_repair && wendi_repair_keep_tile(flow, plan, job->tile)) {
        return true;
    }
    wendi_plan_find_neighbours(flow, plan, job->tile);
    if (!(is_repair ? wendi_repair_prepare_tile(flow, plan, job)
                    : wendi_plan_create_field(flow, plan, job))) {
        return false;
    }
    if (tile->is_private && !seed_goals(flow, plan, job)) {
        return false;
    }
    if (tile->los != WENDI_LOS_NO_CELL && !seed_visible(flow, plan, job)) {
        return false;
    }
    if (is_repair) {
        return true; /* It is queued after the checks. */
    }
    if (tile->is_reached) {
        wendi_plan_queue_tile(plan, job->tile, tile->base);
    }
    if (plan->visible_count > 0) {
        queue_beside_visible(flow, plan, job);
    }
    return true;
}

/* ---- portals as seeds ---- */

/* The cost of the cells beyond a portal: that of its node, less the step across. */
static int64_t portal_base(const wend_flow *flow, const wendi_route_step *step, uint32_t factor)
{
    const int64_t cost = (int64_t)step->cost - (int64_t)WENDI_FLOW_STRAIGHT * (int64_t)factor;
    return (cost > 0 ? cost : 0) * (int64_t)flow->straight / WENDI_FLOW_STRAIGHT;
}

static bool prepare_link(wend_flow *flow, wendi_plan *plan, wendi_tile_job *job,
                         const wendi_portal *portal, const wendi_route_step *step)
{
    wendi_plan_tile *tile = &plan->tiles[job->tile];
    if (!wendi_plan_create_field(flow, plan, job)) {
        return false;
    }
    tile->is_private = true;
    return wendi_plan_lower_cost(
        flow, plan, job->tile, wendi_tile_index(&job->shape, portal->first, portal->count),
        (int64_t)step->cost * (int64_t)flow->straight / WENDI_FLOW_STRAIGHT);
}

static bool prepare_portal(wend_flow *flow, wendi_plan *plan, wendi_tile_job *job,
                           const wendi_portal *portal, const wendi_route_step *step)
{
    wendi_plan_tile *tile = &plan->tiles[job->tile];
    const wendi_portal_graph *graph = flow->classes[plan->flow_class].graph;
    uint32_t across = 0;
    const uint32_t beyond = wendi_portal_graph_opposite(graph, tile->sector, step->portal, &across);
    tile->base =
        portal_base(flow, step, wendi_portal_graph_sector(graph, beyond).portals[across].cost);
    tile->is_reached = true;
    const uint32_t known =
        wendi_field_cache_find_portal(&flow->fields, job->ground.key, wendi_portal_key(portal));
    if (known != WENDI_FIELD_NONE) {
        wendi_field_cache_retain(&flow->fields, known);
        ++flow->fields.shared;
        tile->field = known;
        return true;
    }
    tile->field = wendi_baked_file_load_field(flow, plan->flow_class, tile->sector, step->portal);
    if (tile->field != WENDI_FIELD_NONE) {
        return true;
    }
    if (!wendi_plan_create_field(flow, plan, job)) {
        return false;
    }

    /* The cells beyond the portal are the seeds, at cost 0. */
    const wendi_field *field = wendi_field_at(&flow->fields, tile->field);
    for (int32_t i = 0; i < portal->count; ++i) {
        const int32_t along = portal->first + i;
        const bool is_row = portal->side == WENDI_SIDE_NORTH || portal->side == WENDI_SIDE_SOUTH;
        const int32_t x =
            is_row ? along : (portal->side == WENDI_SIDE_WEST ? -1 : job->shape.width);
        const int32_t y =
            !is_row ? along : (portal->side == WENDI_SIDE_NORTH ? -1 : job->shape.height);
        const int32_t index = wendi_tile_index(&job->shape, x, y);
        if (field->is_wide) {
            wendi_field_wide_costs(field)[index] = 0;
        } else {
            wendi_field_costs(field)[index] = 0;
        }
    }

    wendi_plan_queue_tile(plan, job->tile, tile->base);
    return true;
}

static bool prepare_step(wend_flow *flow, wendi_plan *plan, wendi_tile_job *job)
{
    wendi_plan_tile *tile = &plan->tiles[job->tile];
    const wendi_route_step *step = &plan->route.steps[tile->step];
    if (step->portal == WENDI_PORTAL_GOAL) {
        if (!wendi_plan_create_field(flow, plan, job) || !seed_goals(flow, plan, job)) {
            return false;
        }
        wendi_plan_queue_tile(plan, job->tile, tile->base);
        return true;
    }
    const wendi_portal_graph *graph = flow->classes[plan->flow_class].graph;
    const wendi_sector_portals page = wendi_portal_graph_sector(graph, tile->sector);
    const wendi_portal *portal = &page.portals[step->portal];
    if (portal->side == WENDI_SIDE_LINK_OUT) {
        if (!prepare_link(flow, plan, job, portal, step)) {
            return false;
        }
        wendi_plan_queue_tile(plan, job->tile, tile->base);
        return true;
    }
    return prepare_portal(flow, plan, job, portal, step);
}

/* ---- tiles ---- */

/* Sectors beside the route let paths cut corners. Where all sectors of the route around one see
 * the goal everywhere, there is nothing to improve, and it gets no field: agents that stray there
 * see the goal as well, except from its far corners. */
static bool is_unneeded(const wend_flow *flow, const wendi_plan *plan, const wendi_tile_job *job)
{
    const wendi_plan_tile *tile = &plan->tiles[job->tile];
    if (plan->visible_count == 0 || plan->is_whole || tile->step != WENDI_STEP_NONE ||
        !job->ground.is_open) {
        return false;
    }
    const wendi_sector_map_floor *floor = &flow->map.floors[job->bounds.floor];
    for (uint32_t k = 0; k < 8; ++k) {
        const int32_t column = job->bounds.column + wendi_flow_dx[k];
        const int32_t row = job->bounds.row + wendi_flow_dy[k];
        if (column < 0 || row < 0 || column >= floor->sectors_x || row >= floor->sectors_y) {
            continue;
        }
        const uint32_t other = wendi_plan_find_tile(
            plan, floor->first_sector + (uint32_t)(row * floor->sectors_x + column));
        if (other != WENDI_TILE_NONE && plan->tiles[other].step != WENDI_STEP_NONE &&
            plan->tiles[other].los != WENDI_LOS_ALL_CELLS) {
            return false;
        }
    }
    return true;
}

static wend_result prepare_tile(wend_flow *flow, wendi_plan *plan, uint32_t tile)
{
    if (plan->tiles[tile].field == WENDI_FIELD_VISIBLE) {
        return WEND_OK;
    }
    if (plan->repair.before != NULL && (plan->is_whole || plan->visible_count == 0) &&
        wendi_repair_keep_tile(flow, plan, tile)) {
        return WEND_OK;
    }
    wendi_tile_job job;
    wendi_tile_job_init(flow, plan, tile, &job);
    if (job.ground.is_closed || is_unneeded(flow, plan, &job)) {
        return WEND_OK;
    }
    if (plan->tiles[tile].is_los_deferred) {
        wendi_los_pass_resolve(flow, plan, &job);
    }
    const bool is_done = plan->seeds == WEND_FLOW_SEED_COSTS ? prepare_costs(flow, plan, &job)
                                                             : prepare_step(flow, plan, &job);
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_plan_prepare(wend_flow *flow, wendi_plan *plan, uint64_t *steps)
{
    if (plan->done == 0 && plan->border_bases == NULL) {
        if (!wendi_heap_reserve(&plan->queue, plan->tile_count, plan->tile_count)) {
            return WEND_ERROR_MEMORY;
        }
        if (wendi_plan_borders_reserve(flow, plan) != WEND_OK) {
            return WEND_ERROR_MEMORY;
        }

        for (uint32_t i = 0; i < plan->goal_count; ++i) {
            const uint32_t first = wendi_plan_find_tile(plan, plan->goals[i].sector);
            for (uint32_t tile = first; tile != WENDI_TILE_NONE; tile = plan->tiles[tile].next) {
                plan->tiles[tile].is_private =
                    plan->seeds == WEND_FLOW_SEED_COSTS ||
                    plan->route.steps[plan->tiles[tile].step].portal == WENDI_PORTAL_GOAL;
            }
        }
        for (uint32_t i = 0; i < plan->link_count; ++i) {
            plan->tiles[plan->links[i].from].is_private = true;
        }
        if (flow->is_by_clock && plan->tile_count > 0) { /* That wrote memory for all tiles. */
            flow->is_cut = true;
            return WEND_IN_PROGRESS;
        }
    }
    for (; plan->done < plan->tile_count; ++plan->done) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        --*steps;
        if (prepare_tile(flow, plan, plan->done) != WEND_OK) {
            return WEND_ERROR_MEMORY;
        }
    }
    return plan->repair.before != NULL ? wendi_repair_reset_unsupported(flow, plan, steps)
                                       : WEND_OK;
}
