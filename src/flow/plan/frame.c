/* takes: a tile of a plan and what lies around it.
 * gives: its frame, with costs as the tile's own base has them.
 * cost:  a copy of the cells around; where all costs are of 16 bits, some ns a side. */
#include "flow/plan/tile_job.h"

#include <string.h>

/* ---- D of a tile ---- */

static int64_t cost_of(const wend_flow *flow, const wendi_plan_tile *tile, int32_t index)
{
    const wendi_field *field = &flow->fields.items[tile->field];
    if (field->is_wide) {
        const uint32_t d = wendi_field_wide_costs(field)[index];
        return d == WENDI_TILE_WIDE_UNREACHED ? WENDI_COST_UNREACHED : tile->base + (int64_t)d;
    }
    const uint16_t d = wendi_field_costs(field)[index];
    return d == WENDI_TILE_UNREACHED ? WENDI_COST_UNREACHED : tile->base + d;
}

/* Moves the base down, so that smaller costs fit below what is there. */
static void lower_base(const wend_flow *flow, wendi_plan_tile *tile, const wendi_tile_shape *shape,
                       int64_t base)
{
    const wendi_field *field = &flow->fields.items[tile->field];
    const uint64_t by = (uint64_t)(tile->base - base);
    tile->base = base;
    if (field->is_wide) {
        uint32_t *d = wendi_field_wide_costs(field);
        for (int32_t i = 0; i < shape->count; ++i) {
            const uint64_t raised = d[i] + by;
            d[i] =
                raised < WENDI_TILE_WIDE_UNREACHED ? (uint32_t)raised : WENDI_TILE_WIDE_UNREACHED;
        }
        return;
    }
    uint16_t *d = wendi_field_costs(field);
    for (int32_t i = 0; i < shape->count; ++i) {
        const uint64_t raised = d[i] + by;
        d[i] = raised < WENDI_TILE_UNREACHED ? (uint16_t)raised : (uint16_t)WENDI_TILE_UNREACHED;
    }
}

/* Would everything that is reached still fit if the base were lower by so much? */
static bool fits_lower(const wendi_field *field, const wendi_tile_shape *shape, uint64_t by)
{
    if (field->is_wide) {
        return true;
    }
    const uint16_t *d = wendi_field_costs(field);
    for (int32_t i = 0; i < shape->count; ++i) {
        if (d[i] != WENDI_TILE_UNREACHED && d[i] + by >= WENDI_TILE_UNREACHED) {
            return false;
        }
    }
    return true;
}

bool wendi_plan_widen_tile(wend_flow *flow, wendi_plan *plan, wendi_plan_tile *tile)
{
    const uint32_t wide = wendi_field_cache_create_field(&flow->fields, true);
    if (wide == WENDI_FIELD_NONE) {
        return false;
    }
    wendi_field *to = &flow->fields.items[wide];
    const wendi_field *from = &flow->fields.items[tile->field];
    to->ground = from->ground;
    to->width = from->width;
    to->height = from->height;
    const int32_t count = wendi_tile_shape_of(from->width, from->height).count;
    const uint16_t *d = wendi_field_costs(from);
    for (int32_t i = 0; i < count; ++i) {
        wendi_field_wide_costs(to)[i] =
            d[i] == WENDI_TILE_UNREACHED ? WENDI_TILE_WIDE_UNREACHED : d[i];
    }
    wendi_field_cache_release(&flow->fields, tile->field, flow->update);
    tile->field = wide;
    tile->is_fresh = true;
    ++plan->wide_count;
    return true;
}

/* A cost as D; what does not fit is not reached, and says so. */
static bool put(const wendi_field *field, int32_t index, int64_t base, int64_t cost)
{
    const uint64_t d = cost == WENDI_COST_UNREACHED ? UINT64_MAX : (uint64_t)(cost - base);
    if (field->is_wide) {
        wendi_field_wide_costs(field)[index] =
            d < WENDI_TILE_WIDE_UNREACHED ? (uint32_t)d : WENDI_TILE_WIDE_UNREACHED;
        return cost == WENDI_COST_UNREACHED || d < WENDI_TILE_WIDE_UNREACHED;
    }
    wendi_field_costs(field)[index] =
        d < WENDI_TILE_UNREACHED ? (uint16_t)d : (uint16_t)WENDI_TILE_UNREACHED;
    return cost == WENDI_COST_UNREACHED || d < WENDI_TILE_UNREACHED;
}

bool wendi_plan_lower_cost(wend_flow *flow, wendi_plan *plan, uint32_t index_of_tile, int32_t index,
                           int64_t cost)
{
    wendi_plan_tile *tile = &plan->tiles[index_of_tile];
    const wendi_field *field = &flow->fields.items[tile->field];
    const wendi_tile_shape shape = wendi_tile_shape_of(field->width, field->height);
    if (!tile->is_reached) {
        tile->is_reached = true;
        tile->base = cost;
    }
    const bool is_wide_enough = cost < tile->base
                                    ? fits_lower(field, &shape, (uint64_t)(tile->base - cost))
                                    : cost - tile->base < WENDI_TILE_UNREACHED;
    if (!is_wide_enough && !field->is_wide && !wendi_plan_widen_tile(flow, plan, tile)) {
        return false;
    }
    if (cost < tile->base) {
        lower_base(flow, tile, &shape, cost);
    }
    if (cost < cost_of(flow, tile, index)) {
        (void)put(&flow->fields.items[tile->field], index, tile->base, cost);
        tile->is_fresh = true;
    }
    return true;
}

/* ---- around a tile ---- */

static void line_of_light(const wend_flow *flow, const wendi_plan *plan, uint32_t tile, int32_t x,
                          int32_t y, int32_t dx, int32_t dy, int32_t count, int64_t *costs)
{
    const wendi_sector_bounds place = plan->tiles[tile].place;
    for (int32_t i = 0; i < count; ++i) {
        costs[i] = wendi_plan_straight_cost(flow, plan, 0, &place, x + i * dx, y + i * dy);
    }
}

void wendi_plan_read_costs(const wend_flow *flow, const wendi_plan *plan, uint32_t index, int32_t x,
                           int32_t y, int32_t dx, int32_t dy, int32_t count, int64_t *costs)
{
    const wendi_plan_tile *tile = index != WENDI_TILE_NONE ? &plan->tiles[index] : NULL;
    if (tile != NULL && tile->field == WENDI_FIELD_VISIBLE) {
        line_of_light(flow, plan, index, x, y, dx, dy, count, costs);
        return;
    }
    if (tile == NULL || tile->field == WENDI_FIELD_NONE || !tile->is_reached) {
        for (int32_t i = 0; i < count; ++i) {
            costs[i] = WENDI_COST_UNREACHED;
        }
        return;
    }
    const wendi_field *field = &flow->fields.items[tile->field];
    const wendi_tile_shape shape = wendi_tile_shape_of(field->width, field->height);
    const int32_t step = dy * shape.stride + dx;
    int32_t at = wendi_tile_index(&shape, x, y);
    for (int32_t i = 0; i < count; ++i, at += step) {
        costs[i] = cost_of(flow, tile, at);
    }
}

static int64_t least_of(const int64_t *costs, int32_t count, int64_t least)
{
    for (int32_t i = 0; i < count; ++i) {
        least = costs[i] < least ? costs[i] : least;
    }
    return least;
}

/* The height of the sectors above and the width of those to the left may differ only at the map's
 * far edges, where nothing lies above or to the left of what is cut off: full size here. */
void wendi_tile_job_read_surroundings(const wend_flow *flow, wendi_tile_job *job)
{
    job->is_fast = wendi_tile_job_read_borders(flow, job);
    if (job->is_fast) {
        return;
    }
    const wendi_plan *plan = job->plan;
    const uint32_t *beside = plan->tiles[job->tile].beside;
    const int32_t w = job->shape.width, h = job->shape.height, last = flow->map.sector_size - 1;
    wendi_plan_read_costs(flow, plan, beside[6], 0, last, 1, 0, w, job->north);
    wendi_plan_read_costs(flow, plan, beside[0], 0, 0, 0, 1, h, job->east);
    wendi_plan_read_costs(flow, plan, beside[2], 0, 0, 1, 0, w, job->south);
    wendi_plan_read_costs(flow, plan, beside[4], last, 0, 0, 1, h, job->west);
    wendi_plan_read_costs(flow, plan, beside[1], 0, 0, 0, 0, 1, &job->corner[0]);
    wendi_plan_read_costs(flow, plan, beside[3], last, 0, 0, 0, 1, &job->corner[1]);
    wendi_plan_read_costs(flow, plan, beside[5], last, last, 0, 0, 1, &job->corner[2]);
    wendi_plan_read_costs(flow, plan, beside[7], 0, last, 0, 0, 1, &job->corner[3]);
    job->least = least_of(job->north, w, WENDI_COST_UNREACHED);
    job->least = least_of(job->east, h, job->least);
    job->least = least_of(job->south, w, job->least);
    job->least = least_of(job->west, h, job->least);
    job->least = least_of(job->corner, 4, job->least);
}

static bool settle_base(const wend_flow *flow, const wendi_tile_job *job)
{
    wendi_plan_tile *tile = &job->plan->tiles[job->tile];
    if (job->least == WENDI_COST_UNREACHED) {
        return true;
    }
    if (!tile->is_reached) {
        tile->is_reached = true;
        tile->base = job->least;
    }
    if (job->least < tile->base) {
        const wendi_field *field = &flow->fields.items[tile->field];
        if (!fits_lower(field, &job->shape, (uint64_t)(tile->base - job->least))) {
            return false;
        }
        lower_base(flow, tile, &job->shape, job->least);
    }
    return true;
}

/* @return was everything written as it is? */
static bool write_frame(const wendi_tile_job *job, const wendi_field *field, int64_t base)
{
    const wendi_tile_shape *shape = &job->shape;
    const int32_t w = shape->width, h = shape->height;
    bool is_whole = true;
    for (int32_t x = 0; x < w; ++x) {
        is_whole &= put(field, wendi_tile_index(shape, x, -1), base, job->north[x]);
        is_whole &= put(field, wendi_tile_index(shape, x, h), base, job->south[x]);
    }
    for (int32_t y = 0; y < h; ++y) {
        is_whole &= put(field, wendi_tile_index(shape, -1, y), base, job->west[y]);
        is_whole &= put(field, wendi_tile_index(shape, w, y), base, job->east[y]);
    }
    is_whole &= put(field, wendi_tile_index(shape, w, h), base, job->corner[0]);
    is_whole &= put(field, wendi_tile_index(shape, -1, h), base, job->corner[1]);
    is_whole &= put(field, wendi_tile_index(shape, -1, -1), base, job->corner[2]);
    is_whole &= put(field, wendi_tile_index(shape, w, -1), base, job->corner[3]);
    return is_whole;
}

bool wendi_tile_job_write_frame(const wend_flow *flow, wendi_tile_job *job, bool *is_clipped)
{
    *is_clipped = false;
    if (!settle_base(flow, job)) {
        return false;
    }
    const wendi_plan_tile *tile = &job->plan->tiles[job->tile];
    *is_clipped = job->is_fast ? wendi_tile_job_write_narrow_frame(flow, job)
                               : !write_frame(job, &flow->fields.items[tile->field], tile->base);
    return true;
}
