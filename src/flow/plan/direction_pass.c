/* takes: tiles whose costs are final.
 * gives: directions; fields in the one form that equal fields share.
 * cost:  about a third of a pass of the integrator a tile. */
#include "flow/plan/tile_job.h"

#include <string.h>

#include "flow/tile/integrate.h"

static uint32_t d_at(const wendi_field *field, int32_t at)
{
    if (field->is_wide) {
        return wendi_field_wide_costs(field)[at];
    }
    const uint16_t d = wendi_field_costs(field)[at];
    return d == WENDI_TILE_UNREACHED ? WENDI_TILE_WIDE_UNREACHED : d;
}

static void set_d(const wendi_field *field, int32_t at, uint32_t d)
{
    if (field->is_wide) {
        wendi_field_wide_costs(field)[at] = d;
    } else {
        wendi_field_costs(field)[at] =
            d == WENDI_TILE_WIDE_UNREACHED ? (uint16_t)WENDI_TILE_UNREACHED : (uint16_t)d;
    }
}

/* ---- the one form: frame cells that no way goes through are not reached, the least is 0 ---- */

/* Is a way of a cell inside through this cell of the frame as cheap as any? */
static bool matters_to(const wend_flow *flow, const wendi_tile_job *job, const wendi_field *field,
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
    return cost[cell] != WENDI_TILE_WALL && d_at(field, at) + step == d_at(field, cell);
}

static bool is_inside(const wendi_tile_shape *shape, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < shape->width && y < shape->height;
}

static void settle_frame_cell(const wend_flow *flow, const wendi_tile_job *job,
                              const wendi_field *field, int32_t x, int32_t y)
{
    const int32_t at = wendi_tile_index(&job->shape, x, y);
    if (d_at(field, at) == WENDI_TILE_WIDE_UNREACHED) {
        return;
    }
    if (job->ground.cost[at] != WENDI_TILE_WALL) {
        for (int32_t dy = -1; dy <= 1; ++dy) {
            for (int32_t dx = -1; dx <= 1; ++dx) {
                if (is_inside(&job->shape, x + dx, y + dy) &&
                    matters_to(flow, job, field, at, dx, dy)) {
                    return;
                }
            }
        }
    }
    set_d(field, at, WENDI_TILE_WIDE_UNREACHED);
}

static void settle_frame(const wend_flow *flow, wendi_tile_job *job, const wendi_field *field)
{
    if (job->is_fast) {
        wendi_tile_job_prune_frame(flow, job);
        return;
    }
    const int32_t w = job->shape.width, h = job->shape.height;
    for (int32_t x = -1; x <= w; ++x) {
        settle_frame_cell(flow, job, field, x, -1);
        settle_frame_cell(flow, job, field, x, h);
    }
    for (int32_t y = 0; y < h; ++y) {
        settle_frame_cell(flow, job, field, -1, y);
        settle_frame_cell(flow, job, field, w, y);
    }
}

/* Takes the least off all that is reached. @return it; unreached when nothing is. */
static uint32_t lower_narrow(uint16_t *d, int32_t count)
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

static uint32_t lower_wide(uint32_t *d, int32_t count)
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

/* @return is anything reached? */
static bool settle_base(const wendi_tile_job *job, const wendi_field *field)
{
    const uint32_t least = field->is_wide
                               ? lower_wide(wendi_field_wide_costs(field), job->shape.count)
                               : lower_narrow(wendi_field_costs(field), job->shape.count);
    if (least == WENDI_TILE_WIDE_UNREACHED) {
        return false;
    }
    job->plan->tiles[job->tile].base += least;
    return true;
}

/* ---- sight ---- */

/* Where another way is cheaper than the straight line (to another goal, or through a link), agents
 * do not go straight. Costs of steps never undercut the straight line to the goal they lead to but
 * for rounding; the Eikonal equation may, by less than a step. */
static void drop_sight(const wend_flow *flow, const wendi_tile_job *job, const wendi_field *field)
{
    wendi_plan *plan = job->plan;
    const wendi_plan_tile *tile = &plan->tiles[job->tile];
    uint8_t *block = plan->sight_blocks + tile->sight * flow->fields.cells;
    const int64_t slack = flow->integration == WEND_FLOW_EIKONAL ? (int64_t)flow->straight : 1;
    for (int32_t y = 0; y < job->shape.height; ++y) {
        for (int32_t x = 0; x < job->shape.width; ++x) {
            uint8_t *cell = &block[y * job->shape.width + x];
            if ((*cell & WENDI_FLOW_VISIBLE) == 0) {
                continue;
            }
            const int64_t straight = wendi_plan_straight_cost(
                flow, plan, *cell & WENDI_FLOW_DIRECTION_MASK, &job->place, x, y);
            const int64_t d = d_at(field, wendi_tile_index(&job->shape, x, y));
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
            flags[wendi_tile_index(&job->shape, goal->x - job->place.x, goal->y - job->place.y)] =
                WENDI_FLOW_GOAL;
        }
    }
}

static void flag_ways(const wend_flow *flow, const wendi_tile_job *job, const wendi_field *field,
                      uint8_t *flags)
{
    const wendi_plan *plan = job->plan;
    const wendi_plan_tile *tile = &plan->tiles[job->tile];
    uint32_t first = 0, last = 0, count = 0;
    wendi_plan_links_from(plan, job->tile, &first, &last);
    const wendi_sector_link *ways =
        wendi_portal_graph_links(flow->classes[plan->flow_class].portals, &count);
    for (uint32_t i = first; i < last; ++i) {
        const wendi_sector_link *way = &ways[plan->ways[i].way];
        const int32_t at = wendi_tile_index(&job->shape, way->from_x, way->from_y);
        const uint32_t d = d_at(field, at);
        if (d != WENDI_TILE_WIDE_UNREACHED && flags[at] == 0 &&
            wendi_plan_link_cost(flow, plan, &plan->ways[i]) == tile->base + (int64_t)d) {
            flags[at] = WENDI_FLOW_LINK;
        }
    }
}

/* The cell of a link that the step of a plan with windows as seeds leads to. */
static void flag_step(const wend_flow *flow, const wendi_tile_job *job, uint8_t *flags)
{
    const wendi_plan *plan = job->plan;
    const wendi_plan_tile *tile = &plan->tiles[job->tile];
    const wendi_route_step *step = &plan->route.steps[tile->step];
    if (step->window == WENDI_PORTAL_GOAL) {
        flag_goals(job, flags);
        return;
    }
    const wendi_sector_portals page =
        wendi_portal_graph_sector(flow->classes[plan->flow_class].portals, tile->sector);
    const wendi_portal *window = &page.windows[step->window];
    if (window->side == WENDI_SIDE_LINK_OUT) {
        flags[wendi_tile_index(&job->shape, window->first, window->count)] = WENDI_FLOW_LINK;
    }
}

static void flag_seeds(const wend_flow *flow, const wendi_tile_job *job, const wendi_field *field,
                       uint8_t *flags)
{
    memset(flags, 0, (size_t)job->shape.count);
    if (job->plan->seeds == WEND_FLOW_SEED_PORTALS) {
        flag_step(flow, job, flags);
        return;
    }
    flag_goals(job, flags);
    flag_ways(flow, job, field, flags);
}

void wendi_field_find_directions(const wend_flow *flow, const wendi_field *field,
                                 const wendi_cost_tile *ground, const uint8_t *flags)
{
    const wendi_tile_directions_input in = {
        .shape = wendi_tile_shape_of(field->width, field->height),
        .cost = ground->cost,
        .d = field->is_wide ? NULL : wendi_field_costs(field),
        .wide = field->is_wide ? wendi_field_wide_costs(field) : NULL,
        .straight = flow->straight,
        .diagonal = flow->diagonal,
        .flags = flags};
    uint8_t *directions = wendi_field_directions(&flow->fields, field);
    wendi_tile_directions(&in, directions);
    if (flow->has_angles) {
        wendi_tile_angles(&in, directions, wendi_field_angles(&flow->fields, field));
    }
}

/* ---- jobs ---- */

static bool needs_flow(const wend_flow *flow, const wendi_plan_tile *tile)
{
    return tile->field != WENDI_FIELD_NONE && tile->field != WENDI_FIELD_VISIBLE &&
           flow->fields.items[tile->field].hash == 0;
}

wend_result wendi_direction_pass_gather(wend_flow *flow, wendi_plan *plan, wendi_tile_job *jobs,
                                        uint32_t room, uint32_t *count)
{
    *count = 0;
    for (; *count < room && plan->done < plan->tile_count; ++plan->done) {
        const wendi_plan_tile *tile = &plan->tiles[plan->done];
        if (needs_flow(flow, tile)) {
            wendi_tile_job_init(flow, plan, plan->done, &jobs[(*count)++]);
        } else {
            wendi_plan_update_tile_view(flow, plan, plan->done);
        }
    }
    return WEND_OK;
}

/* What was around at the last pass may have become cheaper since, without making anything inside
 * cheaper; but it may now be as good, so it is read again. */
void wendi_direction_pass_run(const wend_flow *flow, wendi_tile_job *job, int stage)
{
    wendi_plan_tile *tile = &job->plan->tiles[job->tile];
    const bool is_carried = job->plan->seeds == WEND_FLOW_SEED_COSTS;
    if (stage == 0) {
        job->is_empty = !tile->is_reached;
    }
    if (stage == 2 || job->is_empty) {
        return;
    }
    if (stage == 0) {
        if (is_carried) {
            wendi_tile_job_read_surroundings(flow, job);
            if (tile->is_private) {
                flag_seeds(flow, job, &flow->fields.items[tile->field], job->flags);
            }
        }
        return;
    }
    const wendi_field *field = &flow->fields.items[tile->field];
    job->is_saturated = false;
    if (is_carried) {
        bool is_clipped = false;
        if (!wendi_tile_job_write_frame(flow, job, &is_clipped)) {
            job->is_saturated = true;
            return;
        }
        if (flow->integration != WEND_FLOW_EIKONAL) {
            settle_frame(flow, job, field);
        }
        job->is_empty = !settle_base(job, field);
        if (tile->sight < WENDI_LOS_ALL_CELLS &&
            (job->plan->sight_goal_count > 1 || job->plan->way_count > 0)) {
            drop_sight(flow, job, field);
        }
    } else {
        flag_seeds(flow, job, field, job->flags);
    }
    if (!job->is_empty) {
        wendi_field_find_directions(flow, field, &job->ground,
                                    tile->is_private ? job->flags : NULL);
    }
}

static void share_window(wend_flow *flow, wendi_tile_job *job)
{
    wendi_plan_tile *tile = &job->plan->tiles[job->tile];
    const wendi_route_step *step = &job->plan->route.steps[tile->step];
    const uint32_t window = wendi_portal_key(
        &wendi_portal_graph_sector(flow->classes[job->plan->flow_class].portals, tile->sector)
             .windows[step->window]);
    const uint32_t known = wendi_field_cache_find_portal(&flow->fields, job->ground.key, window);
    if (known == WENDI_FIELD_NONE) {
        ++flow->fields.built;
        wendi_field_cache_add_portal(&flow->fields, tile->field, window, &job->shape);
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
        share_window(flow, job);
    } else {
        const uint32_t shared = wendi_field_cache_share(&flow->fields, tile->field, &job->shape);
        flow->fields.built += shared == tile->field ? 1 : 0;
        tile->field = shared;
    }
    wendi_plan_update_tile_view(flow, job->plan, job->tile);
    return WEND_OK;
}
