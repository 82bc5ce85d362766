/* Directions of tiles whose costs are final, and fields in the normal form that equal fields
 * share.
 * Cost: about a third of an integration pass a tile. */
#include "flow/plan/repair.h"
#include "flow/tile/integrate.h"

#include <string.h>

static uint32_t cost_at(const wendi_field *field, int32_t at)
{
    if (field->is_wide) {
        return wendi_field_wide_costs(field)[at];
    }
    const uint16_t d = wendi_field_costs(field)[at];
    return d == WENDI_TILE_UNREACHED ? WENDI_TILE_WIDE_UNREACHED : d;
}

static void set_cost(const wendi_field *field, int32_t at, uint32_t d)
{
    if (field->is_wide) {
        wendi_field_wide_costs(field)[at] = d;
    } else {
        wendi_field_costs(field)[at] =
            d == WENDI_TILE_WIDE_UNREACHED ? (uint16_t)WENDI_TILE_UNREACHED : (uint16_t)d;
    }
}

/* ---- normal form ---- */

/* Frame cells that no cheapest path crosses are unreached; the least cost is 0. */

/* True if frame cell `at` is on a cheapest path of its neighbour inside at an offset. */
static bool is_used_by(const wend_flow *flow, const wendi_tile_job *job, const wendi_field *field,
                       int32_t at, int32_t dx, int32_t dy)
{
    const uint8_t *cost = job->ground.cost;
    const int32_t across = dx, down = dy * job->shape.stride;
    const int32_t cell = at + across + down;
    const bool is_diagonal = dx != 0 && dy != 0;
    if (is_diagonal && (flow->diagonal == 0 || cost[at + across] == WENDI_TILE_WALL ||
                        cost[at + down] == WENDI_TILE_WALL)) {
        return false;
    }
    const uint64_t step = (uint64_t)(is_diagonal ? flow->diagonal : flow->straight) * cost[at];
    return cost[cell] != WENDI_TILE_WALL && cost_at(field, at) + step == cost_at(field, cell);
}

static void prune_frame_cell(const wend_flow *flow, const wendi_tile_job *job,
                             const wendi_field *field, int32_t x, int32_t y)
{
    const int32_t at = wendi_tile_index(&job->shape, x, y);
    if (cost_at(field, at) == WENDI_TILE_WIDE_UNREACHED) {
        return;
    }
    if (job->ground.cost[at] != WENDI_TILE_WALL) {
        for (int32_t dy = -1; dy <= 1; ++dy) {
            for (int32_t dx = -1; dx <= 1; ++dx) {
                const bool is_inside = x + dx >= 0 && x + dx < job->shape.width && y + dy >= 0 &&
                                       y + dy < job->shape.height;
                if (is_inside && is_used_by(flow, job, field, at, dx, dy)) {
                    return;
                }
            }
        }
    }
    set_cost(field, at, WENDI_TILE_WIDE_UNREACHED);
}

static void prune_frame(const wend_flow *flow, wendi_tile_job *job, const wendi_field *field)
{
    if (job->is_narrow) {
        wendi_tile_job_prune_frame(flow, job);
        return;
    }
    const int32_t w = job->shape.width, h = job->shape.height;
    for (int32_t x = -1; x <= w; ++x) {
        prune_frame_cell(flow, job, field, x, -1);
        prune_frame_cell(flow, job, field, x, h);
    }
    for (int32_t y = 0; y < h; ++y) {
        prune_frame_cell(flow, job, field, -1, y);
        prune_frame_cell(flow, job, field, w, y);
    }
}

/* Subtracts the least cost from all reached values. @return it; unreached if none is reached. */
static uint32_t subtract_least(uint16_t *d, int32_t count)
{
    uint16_t least = (uint16_t)WENDI_TILE_UNREACHED;
    for (int32_t i = 0; i < count; ++i) {
        least = d[i] < least ? d[i] : least;
    }
    if (least == 0) {
        return 0;
    }
    for (int32_t i = 0; i < count; ++i) {
        d[i] = (uint16_t)(d[i] == WENDI_TILE_UNREACHED ? d[i] : d[i] - least);
    }
    return least == WENDI_TILE_UNREACHED ? WENDI_TILE_WIDE_UNREACHED : least;
}

static uint32_t subtract_least_wide(uint32_t *d, int32_t count)
{
    uint32_t least = WENDI_TILE_WIDE_UNREACHED;
    for (int32_t i = 0; i < count; ++i) {
        least = d[i] < least ? d[i] : least;
    }
    for (int32_t i = 0; least != 0 && i < count; ++i) {
        d[i] = d[i] == WENDI_TILE_WIDE_UNREACHED ? d[i] : d[i] - least;
    }
    return least;
}

/* @return true if any cell is reached. */
static bool normalize_base(const wendi_tile_job *job, const wendi_field *field)
{
    const uint32_t least =
        field->is_wide ? subtract_least_wide(wendi_field_wide_costs(field), job->shape.count)
                       : subtract_least(wendi_field_costs(field), job->shape.count);
    if (least == WENDI_TILE_WIDE_UNREACHED) {
        return false;
    }
    job->plan->tiles[job->tile].base += least;
    return true;
}

/* ---- line of sight ---- */

/* Where another path is cheaper than the straight line (to another goal, or through a link),
 * agents do not go straight. Costs of steps undercut the straight line to their goal by rounding
 * only; those of the Eikonal equation by less than a step. */
static void clear_longer_visible(const wend_flow *flow, const wendi_tile_job *job,
                                 const wendi_field *field)
{
    wendi_plan *plan = job->plan;
    const wendi_plan_tile *tile = &plan->tiles[job->tile];
    uint8_t *block = plan->los_blocks + tile->los * flow->fields.cells;
    const int64_t slack = flow->integration == WEND_FLOW_EIKONAL ? (int64_t)flow->straight : 1;
    for (int32_t y = 0; y < job->shape.height; ++y) {
        for (int32_t x = 0; x < job->shape.width; ++x) {
            uint8_t *cell = &block[y * job->shape.width + x];
            if ((*cell & WENDI_FLOW_VISIBLE) == 0) {
                continue;
            }
            const int64_t straight = wendi_plan_straight_cost(
                flow, plan, *cell & WENDI_FLOW_DIRECTION_MASK, &job->bounds, x, y);
            const int64_t d = cost_at(field, wendi_tile_index(&job->shape, x, y));
            const bool is_dropped = tile->base + d + slack < straight;
            *cell = is_dropped ? (uint8_t)(*cell & WENDI_FLOW_LOS_CORNER) : *cell;
        }
    }
}

/* ---- directions ---- */

static void flag_goals(const wendi_tile_job *job, uint8_t *flags)
{
    const wendi_plan *plan = job->plan;
    for (uint32_t i = 0; i < plan->goal_count; ++i) {
        const wendi_flow_endpoint *goal = &plan->goals[i];
        if (goal->sector == plan->tiles[job->tile].sector) {
            flags[wendi_tile_index(&job->shape, goal->x - job->bounds.x, goal->y - job->bounds.y)] =
                WENDI_FLOW_GOAL;
        }
    }
}

/* Flags the cell of the link that the step leads to, with portals as seeds. */
static void flag_step_target(const wend_flow *flow, const wendi_tile_job *job, uint8_t *flags)
{
    const wendi_plan *plan = job->plan;
    const wendi_plan_tile *tile = &plan->tiles[job->tile];
    const wendi_route_step *step = &plan->route.steps[tile->step];
    if (step->portal == WENDI_PORTAL_GOAL) {
        flag_goals(job, flags);
        return;
    }
    const wendi_sector_portals page =
        wendi_portal_graph_sector(flow->classes[plan->flow_class].graph, tile->sector);
    const wendi_portal *portal = &page.portals[step->portal];
    if (portal->side == WENDI_SIDE_LINK_OUT) {
        flags[wendi_tile_index(&job->shape, portal->first, portal->count)] = WENDI_FLOW_LINK;
    }
}

static void flag_seeds(const wend_flow *flow, const wendi_tile_job *job, const wendi_field *field,
                       uint8_t *flags)
{
    memset(flags, 0, (size_t)job->shape.count);
    if (job->plan->seeds == WEND_FLOW_SEED_PORTALS) {
        flag_step_target(flow, job, flags);
        return;
    }
    flag_goals(job, flags);

    const wendi_plan *plan = job->plan;
    const wendi_plan_tile *tile = &plan->tiles[job->tile];
    uint32_t first = 0, last = 0, count = 0;
    wendi_plan_links_from(plan, job->tile, &first, &last);
    const wendi_sector_link *links =
        wendi_portal_graph_links(flow->classes[plan->flow_class].graph, &count);
    for (uint32_t i = first; i < last; ++i) {
        const wendi_sector_link *link = &links[plan->links[i].link];
        const int32_t at = wendi_tile_index(&job->shape, link->from_x, link->from_y);
        const uint32_t d = cost_at(field, at);
        if (d != WENDI_TILE_WIDE_UNREACHED && flags[at] == 0 &&
            wendi_plan_link_cost(flow, plan, &plan->links[i]) == tile->base + (int64_t)d) {
            flags[at] = WENDI_FLOW_LINK;
        }
    }
}

/* ---- jobs ---- */

wend_result wendi_direction_pass_gather(wend_flow *flow, wendi_plan *plan, wendi_tile_job *jobs,
                                        uint32_t room, uint32_t *count)
{
    *count = 0;
    for (; *count < room && plan->done < plan->tile_count; ++plan->done) {
        const wendi_plan_tile *tile = &plan->tiles[plan->done];
        if (plan->repair.before != NULL && tile->field < WENDI_FIELD_VISIBLE &&
            !wendi_repair_begin_directions(flow, plan, plan->done)) {
            return WEND_ERROR_MEMORY;
        }
        const bool needs_directions = tile->field != WENDI_FIELD_NONE &&
                                      tile->field != WENDI_FIELD_VISIBLE &&
                                      wendi_field_at(&flow->fields, tile->field)->hash == 0;
        if (needs_directions) {
            wendi_tile_job_init(flow, plan, plan->done, &jobs[(*count)++]);
        } else {
            wendi_plan_update_tile_view(flow, plan, plan->done);
        }
    }
    return WEND_OK;
}

/* The surroundings may have become cheaper since the last pass without lowering any cell inside;
 * but they may be equally good now, so they are read again. */
void wendi_direction_pass_run(const wend_flow *flow, wendi_tile_job *job, int stage)
{
    wendi_plan_tile *tile = &job->plan->tiles[job->tile];
    const bool has_seed_costs = job->plan->seeds == WEND_FLOW_SEED_COSTS;
    if (stage == 0) {
        job->is_empty = !tile->is_reached;
    }
    if (stage == 2 || job->is_empty) {
        return;
    }
    if (stage == 0) {
        if (has_seed_costs) {
            wendi_tile_job_read_surroundings(flow, job);
            if (tile->is_private) {
                flag_seeds(flow, job, wendi_field_at(&flow->fields, tile->field), job->flags);
            }
        }
        return;
    }
    const wendi_field *field = wendi_field_at(&flow->fields, tile->field);
    job->is_saturated = false;
    if (has_seed_costs) {
        bool is_clipped = false;
        if (!wendi_tile_job_write_frame(flow, job, &is_clipped)) {
            job->is_saturated = true;
            return;
        }
        if (flow->integration != WEND_FLOW_EIKONAL) {
            prune_frame(flow, job, field);
        }
        job->is_empty = !normalize_base(job, field);
        if (tile->los < WENDI_LOS_ALL_CELLS &&
            (job->plan->los_goal_count > 1 || job->plan->link_count > 0)) {
            clear_longer_visible(flow, job, field);
        }
    } else {
        flag_seeds(flow, job, field, job->flags);
    }
    if (!job->is_empty) {
        wendi_field_find_directions(flow, field, &job->ground,
                                    tile->is_private ? job->flags : NULL);
    }
}

static void share_portal_field(wend_flow *flow, wendi_tile_job *job)
{
    wendi_plan_tile *tile = &job->plan->tiles[job->tile];
    const wendi_route_step *step = &job->plan->route.steps[tile->step];
    const uint32_t portal = wendi_portal_key(
        &wendi_portal_graph_sector(flow->classes[job->plan->flow_class].graph, tile->sector)
             .portals[step->portal]);
    const uint32_t known = wendi_field_cache_find_portal(&flow->fields, job->ground.key, portal);
    if (known == WENDI_FIELD_NONE) {
        ++flow->fields.built;
        wendi_field_cache_add_portal(&flow->fields, tile->field, portal, &job->shape);
        return;
    }
    wendi_field_cache_release(&flow->fields, tile->field, flow->update);
    wendi_field_cache_retain(&flow->fields, known);
    ++flow->fields.shared;
    tile->field = known;
}

wend_result wendi_direction_pass_commit(wend_flow *flow, wendi_tile_job *job)
{
    wendi_plan_tile *tile = &job->plan->tiles[job->tile];
    if (!job->is_empty && job->is_saturated) {
        if (!wendi_plan_widen_tile(flow, job->plan, tile)) {
            return WEND_ERROR_MEMORY;
        }
        wendi_direction_pass_run(flow, job, 1);
    }
    if (job->is_empty) {
        wendi_field_cache_release(&flow->fields, tile->field, flow->update);
        tile->field = WENDI_FIELD_NONE;
    } else if (tile->is_private) {
        ++flow->fields.built;
    } else if (job->plan->seeds == WEND_FLOW_SEED_PORTALS) {
        share_portal_field(flow, job);
    } else {
        const uint32_t shared = wendi_field_cache_share(&flow->fields, tile->field, &job->shape);
        flow->fields.built += shared == tile->field ? 1 : 0;
        tile->field = shared;
    }
    wendi_plan_update_tile_view(flow, job->plan, job->tile);
    return WEND_OK;
}
