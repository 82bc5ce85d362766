/* Exchange of costs between tiles in the general case (see borders.c for 16 bits): frames in the
 * tile's own base, and the neighbours that a pass improves.
 * Cost: a copy of the cells around. */
#include "flow/plan/repair.h"

#include <string.h>

/* ---- costs of a tile ---- */

static int64_t cost_at(const wend_flow *flow, const wendi_plan_tile *tile, int32_t index)
{
    const wendi_field *field = wendi_field_at(&flow->fields, tile->field);
    if (field->is_wide) {
        const uint32_t d = wendi_field_wide_costs(field)[index];
        return d == WENDI_TILE_WIDE_UNREACHED ? WENDI_COST_UNREACHED : tile->base + (int64_t)d;
    }
    const uint16_t d = wendi_field_costs(field)[index];
    return d == WENDI_TILE_UNREACHED ? WENDI_COST_UNREACHED : tile->base + d;
}

/* Lowers the base, so that smaller costs fit. */
static void lower_base(const wend_flow *flow, wendi_plan_tile *tile, const wendi_tile_shape *shape,
                       int64_t base)
{
    const wendi_field *field = wendi_field_at(&flow->fields, tile->field);
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

/* True if all reached costs still fit when the base is lowered. */
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
    wendi_field *to = wendi_field_at(&flow->fields, wide);
    const wendi_field *from = wendi_field_at(&flow->fields, tile->field);
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

/* Writes a cost as D. @return false: it does not fit, and the cell is unreached. */
static bool write_cost(const wendi_field *field, int32_t index, int64_t base, int64_t cost)
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
    const wendi_field *field = wendi_field_at(&flow->fields, tile->field);
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
    if (cost < cost_at(flow, tile, index)) {
        (void)write_cost(wendi_field_at(&flow->fields, tile->field), index, tile->base, cost);
        tile->is_fresh = true;
    }
    return true;
}

/* ---- reading and writing frames ---- */

void wendi_plan_read_costs(const wend_flow *flow, const wendi_plan *plan, uint32_t index, int32_t x,
                           int32_t y, int32_t dx, int32_t dy, int32_t count, int64_t *costs)
{
    const wendi_plan_tile *tile = index != WENDI_TILE_NONE ? &plan->tiles[index] : NULL;
    if (tile != NULL && tile->field == WENDI_FIELD_VISIBLE) {
        const wendi_sector_bounds bounds = plan->tiles[index].bounds;
        for (int32_t i = 0; i < count; ++i) {
            costs[i] = wendi_plan_straight_cost(flow, plan, 0, &bounds, x + i * dx, y + i * dy);
        }

        return;
    }
    if (tile == NULL || tile->field == WENDI_FIELD_NONE || !tile->is_reached) {
        for (int32_t i = 0; i < count; ++i) {
            costs[i] = WENDI_COST_UNREACHED;
        }
        return;
    }
    const wendi_field *field = wendi_field_at(&flow->fields, tile->field);
    const wendi_tile_shape shape = wendi_tile_shape_of(field->width, field->height);
    const int32_t step = dy * shape.stride + dx;
    int32_t at = wendi_tile_index(&shape, x, y);
    for (int32_t i = 0; i < count; ++i, at += step) {
        costs[i] = cost_at(flow, tile, at);
    }
}

static int64_t least_of(const int64_t *costs, int32_t count, int64_t least)
{
    for (int32_t i = 0; i < count; ++i) {
        least = costs[i] < least ? costs[i] : least;
    }
    return least;
}

/* The height of the sectors above and the width of those to the left can differ only at the far
 * edges of the map, where no sector is above or to the left of a smaller one: full size here. */
void wendi_tile_job_read_surroundings(const wend_flow *flow, wendi_tile_job *job)
{
    job->is_narrow = wendi_tile_job_read_borders(flow, job);
    if (job->is_narrow) {
        return;
    }
    const wendi_plan *plan = job->plan;
    const uint32_t *neighbours = plan->tiles[job->tile].neighbours;
    const int32_t w = job->shape.width, h = job->shape.height, last = flow->map.sector_size - 1;
    wendi_plan_read_costs(flow, plan, neighbours[6], 0, last, 1, 0, w, job->north);
    wendi_plan_read_costs(flow, plan, neighbours[0], 0, 0, 0, 1, h, job->east);
    wendi_plan_read_costs(flow, plan, neighbours[2], 0, 0, 1, 0, w, job->south);
    wendi_plan_read_costs(flow, plan, neighbours[4], last, 0, 0, 1, h, job->west);
    wendi_plan_read_costs(flow, plan, neighbours[1], 0, 0, 0, 0, 1, &job->corner[0]);
    wendi_plan_read_costs(flow, plan, neighbours[3], last, 0, 0, 0, 1, &job->corner[1]);
    wendi_plan_read_costs(flow, plan, neighbours[5], last, last, 0, 0, 1, &job->corner[2]);
    wendi_plan_read_costs(flow, plan, neighbours[7], 0, last, 0, 0, 1, &job->corner[3]);
    job->least = least_of(job->north, w, WENDI_COST_UNREACHED);
    job->least = least_of(job->east, h, job->least);
    job->least = least_of(job->south, w, job->least);
    job->least = least_of(job->west, h, job->least);
    job->least = least_of(job->corner, 4, job->least);
}

static bool lower_base_to_surroundings(const wend_flow *flow, const wendi_tile_job *job)
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
        const wendi_field *field = wendi_field_at(&flow->fields, tile->field);
        if (!fits_lower(field, &job->shape, (uint64_t)(tile->base - job->least))) {
            return false;
        }
        lower_base(flow, tile, &job->shape, job->least);
    }
    return true;
}

/* @return true if all costs fit. */
static bool write_frame(const wendi_tile_job *job, const wendi_field *field, int64_t base)
{
    const wendi_tile_shape *shape = &job->shape;
    const int32_t w = shape->width, h = shape->height;
    bool is_whole = true;
    for (int32_t x = 0; x < w; ++x) {
        is_whole &= write_cost(field, wendi_tile_index(shape, x, -1), base, job->north[x]);
        is_whole &= write_cost(field, wendi_tile_index(shape, x, h), base, job->south[x]);
    }
    for (int32_t y = 0; y < h; ++y) {
        is_whole &= write_cost(field, wendi_tile_index(shape, -1, y), base, job->west[y]);
        is_whole &= write_cost(field, wendi_tile_index(shape, w, y), base, job->east[y]);
    }
    is_whole &= write_cost(field, wendi_tile_index(shape, w, h), base, job->corner[0]);
    is_whole &= write_cost(field, wendi_tile_index(shape, -1, h), base, job->corner[1]);
    is_whole &= write_cost(field, wendi_tile_index(shape, -1, -1), base, job->corner[2]);
    is_whole &= write_cost(field, wendi_tile_index(shape, w, -1), base, job->corner[3]);
    return is_whole;
}

bool wendi_tile_job_write_frame(const wend_flow *flow, wendi_tile_job *job, bool *is_clipped)
{
    *is_clipped = false;
    if (!lower_base_to_surroundings(flow, job)) {
        return false;
    }
    const wendi_plan_tile *tile = &job->plan->tiles[job->tile];
    *is_clipped = job->is_narrow
                      ? wendi_tile_job_write_narrow_frame(flow, job)
                      : !write_frame(job, wendi_field_at(&flow->fields, tile->field), tile->base);
    return true;
}

/* ---- improved neighbours ---- */

/* True if cell i of the border lowers the cell beyond, or one beside that. A diagonal step passes
 * between the next cell of the border and the one beyond. */
static bool is_cheaper(const wend_flow *flow, int64_t own, int64_t factor, const int64_t *beyond,
                       bool has_before, bool has_behind)
{
    const bool is_front = flow->integration == WEND_FLOW_EIKONAL;
    const int64_t ahead = own + (is_front ? 0 : (int64_t)flow->straight * factor);
    const int64_t aside = own + (int64_t)flow->diagonal * factor;
    return ahead < beyond[0] || (has_before && aside < beyond[-1]) ||
           (has_behind && aside < beyond[1]);
}

/* The least cost at which a line of cells beyond the border gets cheaper.
 * @param own [count] costs of the border's cells. @param factors of them, `step` apart.
 * @param beyond [count + 2] costs beyond, from one before to one behind; INT64_MIN for walls. */
static int64_t least_improvement(const wend_flow *flow, const int64_t *own, const uint8_t *factors,
                                 int32_t step, const int64_t *beyond, int32_t count)
{
    int64_t key = WENDI_COST_UNREACHED;
    for (int32_t i = 0; i < count; ++i) {
        if (own[i] == WENDI_COST_UNREACHED) {
            continue;
        }
        const int64_t factor = factors[i * step];
        const bool is_diagonal = flow->diagonal != 0 && beyond[i + 1] != INT64_MIN;
        const bool has_before = is_diagonal && i > 0 && factors[(i - 1) * step] != WENDI_TILE_WALL;
        const bool has_behind =
            is_diagonal && i + 1 < count && factors[(i + 1) * step] != WENDI_TILE_WALL;
        const int64_t straight = own[i] + (int64_t)flow->straight * factor;
        if (straight < key &&
            is_cheaper(flow, own[i], factor, &beyond[i + 1], has_before, has_behind)) {
            key = straight;
        }
    }
    return key;
}

static void mark_improved(wendi_tile_job *job, uint32_t k, int64_t key)
{
    if (key != WENDI_COST_UNREACHED) {
        job->improved |= 1u << k;
        job->improved_costs[k] = key;
    }
}

static bool can_improve(const wendi_tile_job *job, uint32_t k)
{
    const uint32_t other = job->plan->tiles[job->tile].neighbours[k];
    return other != WENDI_TILE_NONE && job->plan->tiles[other].field != WENDI_FIELD_VISIBLE &&
           job->plan->tiles[other].field != WENDI_FIELD_NONE;
}

/* In the plan before, neither tile improved the other. Where both still have their costs, the one that
 * rose at least as much does not improve the other now. */
static bool is_moved_less(const wendi_tile_job *job, uint32_t k)
{
    int64_t own = 0, other = 0;
    return wendi_repair_side_of(job->plan, job->tile, &own) == WENDI_SIDE_MOVED &&
           wendi_repair_side_of(job->plan, job->plan->tiles[job->tile].neighbours[k], &other) ==
               WENDI_SIDE_MOVED &&
           other <= own;
}

/* Cells beyond the ends of a line, and walls, cannot be entered: they count as free. */
static void read_side_beyond(const wend_flow *flow, const wendi_tile_job *job, uint32_t k,
                             int64_t *costs)
{
    const uint32_t other = job->plan->tiles[job->tile].neighbours[k];
    const int32_t last = flow->map.sector_size - 1;
    const int32_t dx = wendi_flow_dy[k] != 0, dy = 1 - dx;
    const int32_t count = dx != 0 ? job->shape.width : job->shape.height;
    wendi_plan_read_costs(flow, job->plan, other, wendi_flow_dx[k] < 0 ? last : 0,
                          wendi_flow_dy[k] < 0 ? last : 0, dx, dy, count, costs + 1);
    costs[0] = INT64_MIN;
    costs[count + 1] = INT64_MIN;
    const int32_t x = wendi_flow_dx[k] < 0 ? -1 : (wendi_flow_dx[k] > 0 ? job->shape.width : 0);
    const int32_t y = wendi_flow_dy[k] < 0 ? -1 : (wendi_flow_dy[k] > 0 ? job->shape.height : 0);
    const uint8_t *factor = &job->ground.cost[wendi_tile_index(&job->shape, x, y)];
    for (int32_t i = 0; i < count; ++i, factor += dx + dy * job->shape.stride) {
        costs[i + 1] = *factor == WENDI_TILE_WALL ? INT64_MIN : costs[i + 1];
    }
}

static void check_corner(const wend_flow *flow, wendi_tile_job *job, uint32_t k)
{
    const int32_t last = flow->map.sector_size - 1;
    const int32_t dx = wendi_flow_dx[k], dy = wendi_flow_dy[k];
    const int32_t x = dx > 0 ? job->shape.width - 1 : 0;
    const int32_t y = dy > 0 ? job->shape.height - 1 : 0;
    const uint8_t *factors = job->ground.cost;
    const int32_t at = wendi_tile_index(&job->shape, x, y);
    const int32_t down = dy * job->shape.stride;
    if (factors[at + dx] == WENDI_TILE_WALL || factors[at + down] == WENDI_TILE_WALL ||
        factors[at + dx + down] == WENDI_TILE_WALL) {
        return;
    }
    int64_t own = 0, other = 0;
    wendi_plan_read_costs(flow, job->plan, job->tile, x, y, 0, 0, 1, &own);
    wendi_plan_read_costs(flow, job->plan, job->plan->tiles[job->tile].neighbours[k],
                          dx > 0 ? 0 : last, dy > 0 ? 0 : last, 0, 0, 1, &other);
    if (own != WENDI_COST_UNREACHED) {
        own += (int64_t)flow->diagonal * factors[at];
        mark_improved(job, k, own < other ? own : WENDI_COST_UNREACHED);
    }
}

void wendi_tile_job_find_improved(const wend_flow *flow, wendi_tile_job *job)
{
    static const uint8_t side_of[4] = {WENDI_SIDE_EAST, WENDI_SIDE_SOUTH, WENDI_SIDE_WEST,
                                       WENDI_SIDE_NORTH};
    const bool has_corners = flow->diagonal != 0;
    for (uint32_t k = 0; k < 8; ++k) {
        const uint32_t side = side_of[k / 2], next = side_of[(k / 2 + 1) % 4];
        if (!can_improve(job, k) || (job->is_shifted && is_moved_less(job, k))) {
            continue;
        }
        if (k % 2 == 0 && (job->changed >> side & 1) != 0) {
            int64_t own[WENDI_TILE_SIDE], beyond[WENDI_TILE_SIDE + 2];
            const int32_t dx = wendi_flow_dy[k] != 0, dy = 1 - dx;
            const int32_t x = wendi_flow_dx[k] > 0 ? job->shape.width - 1 : 0;
            const int32_t y = wendi_flow_dy[k] > 0 ? job->shape.height - 1 : 0;
            const int32_t count = dx != 0 ? job->shape.width : job->shape.height;
            wendi_plan_read_costs(flow, job->plan, job->tile, x, y, dx, dy, count, own);
            read_side_beyond(flow, job, k, beyond);
            mark_improved(job, k,
                          least_improvement(flow, own,
                                            &job->ground.cost[wendi_tile_index(&job->shape, x, y)],
                                            dx + dy * job->shape.stride, beyond, count));
        } else if (k % 2 != 0 && has_corners &&
                   (job->changed >> side & job->changed >> next & 1) != 0) {
            check_corner(flow, job, k);
        }
    }
}
