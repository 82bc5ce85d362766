/* Borders of tiles with 16-bit costs, stored apart from their fields and close together; frames
 * built from the borders around; neighbours that a tile improves.
 * Cost: some ns a side, as neighbours read a few lines of memory instead of whole fields. */
#include "flow/plan/tile_job.h"

#include <string.h>

#include "base/math/bits.h"
#include "flow/tile/border.h"

/* Values of each of the four sides of a tile: unreached beyond the last cell. */
static uint32_t side_values(const wend_flow *flow)
{
    return flow->map.sector_size <= 16 ? 16 : 32;
}

static uint16_t *border_side(const wend_flow *flow, const wendi_plan *plan, uint32_t tile,
                             uint32_t side)
{
    return plan->borders + ((size_t)tile * 4 + side) * side_values(flow);
}

static size_t border_values_bytes(size_t sector_cells, uint32_t tile_count)
{
    return (size_t)tile_count * 4 * (sector_cells <= 256 ? 16 : 32) * sizeof(uint16_t);
}

size_t wendi_plan_borders_memory_bytes(size_t sector_cells, uint32_t tile_count)
{
    return border_values_bytes(sector_cells, tile_count) + tile_count * sizeof(int64_t);
}

wend_result wendi_plan_borders_reserve(wend_flow *flow, wendi_plan *plan)
{
    const wend_allocator *a = &flow->allocator;
    const uint32_t count = plan->tile_count;
    int64_t *bases = wendi_alloc(a, count * sizeof *bases);
    uint16_t *borders = wendi_alloc(a, border_values_bytes(flow->fields.cells, count));
    if (bases == NULL || borders == NULL) {
        wendi_free(a, bases, count * sizeof *bases);
        wendi_free(a, borders, border_values_bytes(flow->fields.cells, count));
        return count == 0 ? WEND_OK : WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < count; ++i) {
        bases[i] = WENDI_COST_UNREACHED;
    }
    plan->border_bases = bases;
    plan->borders = borders;
    plan->border_count = count;
    return WEND_OK;
}

void wendi_plan_borders_free(const wend_allocator *a, wendi_plan *plan, size_t sector_cells)
{
    wendi_free(a, plan->border_bases, plan->border_count * sizeof *plan->border_bases);
    wendi_free(a, plan->borders, border_values_bytes(sector_cells, plan->border_count));
    plan->border_bases = NULL;
    plan->borders = NULL;
    plan->border_count = 0;
}

/* ---- storing a border ---- */

void wendi_plan_border_update(const wend_flow *flow, wendi_plan *plan, uint32_t tile,
                              const wendi_tile_shape *shape)
{
    const wendi_field *field = wendi_field_at(&flow->fields, plan->tiles[tile].field);
    const uint16_t *d = wendi_field_costs(field);
    uint16_t *north = border_side(flow, plan, tile, WENDI_SIDE_NORTH);
    memset(north, 0xFF, 4 * side_values(flow) * sizeof *north);
    plan->border_bases[tile] = plan->tiles[tile].base;
    const size_t row_bytes = (size_t)shape->width * sizeof *d;
    memcpy(north, d + wendi_tile_index(shape, 0, 0), row_bytes);
    memcpy(border_side(flow, plan, tile, WENDI_SIDE_SOUTH),
           d + wendi_tile_index(shape, 0, shape->height - 1), row_bytes);
    uint16_t *west = border_side(flow, plan, tile, WENDI_SIDE_WEST);
    uint16_t *east = border_side(flow, plan, tile, WENDI_SIDE_EAST);
    const uint16_t *row = d + wendi_tile_index(shape, 0, 0);
    for (int32_t y = 0; y < shape->height; ++y, row += shape->stride) {
        west[y] = row[0];
        east[y] = row[shape->width - 1];
    }
}

/* For a tile that is visible everywhere: straight lines to the goal. */
void wendi_plan_border_update_visible(const wend_flow *flow, wendi_plan *plan, uint32_t tile)
{
    static const uint8_t direction_of[4] = {6, 0, 2, 4};
    const wendi_sector_bounds *bounds = &plan->tiles[tile].bounds;
    int64_t costs[4][WENDI_TILE_SIDE];
    int64_t least = WENDI_COST_UNREACHED;
    memset(border_side(flow, plan, tile, 0), 0xFF, 4 * side_values(flow) * sizeof(uint16_t));
    for (uint32_t side = 0; side < 4; ++side) {
        const int32_t dx = wendi_flow_dx[direction_of[side]];
        const int32_t dy = wendi_flow_dy[direction_of[side]];
        const int32_t count = dy != 0 ? bounds->width : bounds->height;
        wendi_plan_read_costs(flow, plan, tile, dx > 0 ? bounds->width - 1 : 0,
                              dy > 0 ? bounds->height - 1 : 0, dy != 0, dx != 0, count,
                              costs[side]);
        for (int32_t i = 0; i < count; ++i) {
            least = costs[side][i] < least ? costs[side][i] : least;
        }
    }
    plan->border_bases[tile] = least;
    for (uint32_t side = 0; side < 4; ++side) {
        const bool is_row = side % 2 == 0;
        uint16_t *line = border_side(flow, plan, tile, side);
        for (int32_t i = 0; i < (is_row ? bounds->width : bounds->height); ++i) {
            line[i] = (uint16_t)(costs[side][i] - least);
        }
    }
}

/* ---- neighbours ---- */

static uint16_t least_value(const uint16_t *line, uint32_t count)
{
    uint16_t least = (uint16_t)WENDI_TILE_UNREACHED;
    for (uint32_t i = 0; i < count; ++i) {
        least = line[i] < least ? line[i] : least;
    }
    return least;
}

bool wendi_tile_job_read_borders(const wend_flow *flow, wendi_tile_job *job)
{
    const wendi_plan *plan = job->plan;
    const wendi_plan_tile *tile = &plan->tiles[job->tile];
    const uint32_t values = side_values(flow);
    job->least = WENDI_COST_UNREACHED;
    if (wendi_field_at(&flow->fields, tile->field)->is_wide || plan->wide_count > 0) {
        return false;
    }
    for (uint32_t k = 0; k < 8; ++k) {
        const uint32_t other = tile->neighbours[k];
        job->bases[k] = other != WENDI_TILE_NONE ? plan->border_bases[other] : WENDI_COST_UNREACHED;
        if (job->bases[k] == WENDI_COST_UNREACHED) {
            continue;
        }

        /* The values that a tile sees in a direction in its neighbour's border: in straight
         * directions the opposite side, in diagonal ones a single cell of a row. */
        static const uint8_t side_of_direction[8] = {
            WENDI_SIDE_WEST, WENDI_SIDE_NORTH, WENDI_SIDE_NORTH, WENDI_SIDE_NORTH,
            WENDI_SIDE_EAST, WENDI_SIDE_SOUTH, WENDI_SIDE_SOUTH, WENDI_SIDE_SOUTH};
        const bool is_last = k == 3 || k == 5;
        const uint16_t *seen = border_side(flow, plan, other, side_of_direction[k]) +
                               (is_last ? flow->map.sector_size - 1 : 0);
        uint16_t least = seen[0];
        job->around[k][0] = seen[0];
        if (k % 2 == 0) {
            memcpy(job->around[k], seen, values * sizeof *seen);
            least = least_value(seen, values);
        }
        const int64_t cost = job->bases[k] + least;
        job->least = least != WENDI_TILE_UNREACHED && cost < job->least ? cost : job->least;
    }
    return true;
}

/* ---- frame ---- */

/* Used where the neighbour's base is below the tile's base, and no cost is. */
static void lower_values(const uint16_t *restrict from, uint32_t count, uint16_t by,
                         uint16_t *restrict to)
{
    for (uint32_t i = 0; i < count; ++i) {
        const uint16_t cost = from[i];
        to[i] = cost == WENDI_TILE_UNREACHED ? cost : (uint16_t)(cost - by);
    }
}

static bool raise_values(const uint16_t *restrict from, uint32_t count, uint16_t by,
                         uint16_t *restrict to)
{
    uint16_t lost = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const uint16_t cost = from[i];
        const uint16_t sum = (uint16_t)(cost + by);
        const uint16_t moved = sum < cost ? (uint16_t)WENDI_TILE_UNREACHED : sum;
        const bool is_lost = (moved == WENDI_TILE_UNREACHED) & (cost != WENDI_TILE_UNREACHED);
        lost = (uint16_t)(lost | (is_lost ? 1 : 0));
        to[i] = cost == WENDI_TILE_UNREACHED ? cost : moved;
    }
    return lost != 0;
}

/* Converts a side's costs to the tile's base. @return true if any of them overflows. */
static bool rebase_side(const uint16_t *from, uint32_t count, int64_t above, uint16_t *to)
{
    if (above < 0) {
        /* Reached costs are at least the tile's base and less than 65535 above the neighbour's. */
        lower_values(from, count, above > -WENDI_TILE_UNREACHED ? (uint16_t)-above : 0, to);
        return false;
    }
    /* Any offset of 65535 or more is out of range. */
    return raise_values(from, count,
                        above < WENDI_TILE_UNREACHED ? (uint16_t)above : WENDI_TILE_UNREACHED, to);
}

/* The four lines of the frame with corners at both ends: north and south from the left, west and
 * east from the top. */
static bool make_frame(const wend_flow *flow, wendi_tile_job *job)
{
    static const uint8_t ends[4][2] = {{5, 7}, {7, 1}, {3, 1}, {5, 3}};
    static const uint8_t direction_of[4] = {6, 0, 2, 4};
    const int64_t base = job->plan->tiles[job->tile].base;
    bool is_clipped = false;
    uint16_t corners[8];
    for (uint32_t k = 1; k < 8; k += 2) {
        corners[k] = WENDI_TILE_UNREACHED;
        if (job->bases[k] != WENDI_COST_UNREACHED && job->around[k][0] != WENDI_TILE_UNREACHED) {
            const int64_t cost = job->bases[k] - base + job->around[k][0];
            is_clipped |= cost >= WENDI_TILE_UNREACHED;
            corners[k] =
                cost < WENDI_TILE_UNREACHED ? (uint16_t)cost : (uint16_t)WENDI_TILE_UNREACHED;
        }
    }
    for (uint32_t side = 0; side < 4; ++side) {
        const uint32_t k = direction_of[side];
        const int32_t count = side % 2 == 0 ? job->shape.width : job->shape.height;
        uint16_t *line = job->frame[side];
        memset(line, 0xFF, WENDI_BORDER_VALUES * sizeof *line);
        if (job->bases[k] != WENDI_COST_UNREACHED) {
            is_clipped |=
                rebase_side(job->around[k], side_values(flow), job->bases[k] - base, line + 1);
        }
        line[0] = corners[ends[side][0]];
        line[count + 1] = corners[ends[side][1]];
    }
    return is_clipped;
}

static void write_frame(const wend_flow *flow, const wendi_tile_job *job)
{
    const wendi_tile_shape *shape = &job->shape;
    uint16_t *d =
        wendi_field_costs(wendi_field_at(&flow->fields, job->plan->tiles[job->tile].field));
    const size_t row_bytes = ((size_t)shape->width + 2) * sizeof *d;
    memcpy(d + wendi_tile_index(shape, -1, -1), job->frame[WENDI_SIDE_NORTH], row_bytes);
    memcpy(d + wendi_tile_index(shape, -1, shape->height), job->frame[WENDI_SIDE_SOUTH], row_bytes);
    uint16_t *row = d + wendi_tile_index(shape, -1, 0);
    for (int32_t y = 0; y < shape->height; ++y, row += shape->stride) {
        row[0] = job->frame[WENDI_SIDE_WEST][y + 1];
        row[shape->width + 1] = job->frame[WENDI_SIDE_EAST][y + 1];
    }
}

bool wendi_tile_job_write_narrow_frame(const wend_flow *flow, wendi_tile_job *job)
{
    const bool is_clipped = make_frame(flow, job);
    write_frame(flow, job);
    return is_clipped;
}

/* ---- sides as borders ---- */

/* Storage for the columns of a border. */
typedef struct border_columns {
    uint16_t in[WENDI_BORDER_VALUES];
    uint8_t in_cost[WENDI_BORDER_VALUES], out_cost[WENDI_BORDER_VALUES];
} border_columns;

static wendi_border_line tile_border_of(const wend_flow *flow, const wendi_tile_job *job,
                                        uint32_t side, border_columns *columns)
{
    const uint16_t *d =
        wendi_field_costs(wendi_field_at(&flow->fields, job->plan->tiles[job->tile].field));
    // cppcheck-suppress ctuuninitvar ; only the address is used: rows need no storage
    wendi_border_line line = {.in = columns->in,
                              .out = job->frame[side],
                              .in_cost = columns->in_cost,
                              .out_cost = columns->out_cost,
                              .count = side % 2 == 0 ? job->shape.width : job->shape.height,
                              .straight = (uint16_t)flow->straight,
                              .diagonal = (uint16_t)flow->diagonal};
    if (side % 2 == 0) {
        const bool is_south = side == WENDI_SIDE_SOUTH;
        const int32_t in = wendi_tile_index(&job->shape, -1, is_south ? job->shape.height - 1 : 0);
        const int32_t out = is_south ? in + job->shape.stride : in - job->shape.stride;
        line.in = d + in;
        line.in_cost = job->ground.cost + in;
        line.out_cost = job->ground.cost + out;
    } else {
        /* Copies columns into rows. */
        const bool is_east = side == WENDI_SIDE_EAST;
        const int32_t step = job->shape.stride;
        const int32_t in = wendi_tile_index(&job->shape, is_east ? job->shape.width - 1 : 0, -1);
        const int32_t out = is_east ? in + 1 : in - 1;
        const uint8_t *cost = job->ground.cost;
        for (int32_t i = 0; i < job->shape.height + 2; ++i) {
            columns->in[i] = d[in + i * step];
            columns->in_cost[i] = cost[in + i * step];
            columns->out_cost[i] = cost[out + i * step];
        }
        for (int32_t i = job->shape.height + 2; i % WENDI_BORDER_PART != 0; ++i) {
            columns->in[i] = WENDI_TILE_UNREACHED;
            columns->in_cost[i] = WENDI_TILE_WALL;
            columns->out_cost[i] = WENDI_TILE_WALL;
        }
    }
    return line;
}

/* ---- improved neighbours ---- */

static bool can_improve(const wendi_tile_job *job, uint32_t k)
{
    const uint32_t other = job->plan->tiles[job->tile].neighbours[k];
    return other != WENDI_TILE_NONE && job->plan->tiles[other].field < WENDI_FIELD_VISIBLE;
}

static void mark_improved(wendi_tile_job *job, uint32_t k, uint32_t cost)
{
    job->improved |= 1u << k;
    job->improved_costs[k] = job->plan->tiles[job->tile].base + cost;
}

/* True if a cell of the border is so expensive that steps from it may not fit into 16 bits. */
bool wendi_plan_border_is_high(const wend_flow *flow, const wendi_plan *plan, uint32_t tile)
{
    const uint16_t *sides = border_side(flow, plan, tile, 0);
    const uint32_t most = flow->straight > flow->diagonal ? flow->straight : flow->diagonal;
    const uint16_t step = (uint16_t)(most * (WENDI_TILE_WALL - 1));
    const uint16_t limit = (uint16_t)(WENDI_TILE_UNREACHED - step);
    const uint32_t count = 4 * side_values(flow);
    uint16_t high = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const uint16_t above = (uint16_t)(sides[i] - limit);
        high = (uint16_t)(high | (above < step ? 1 : 0));
    }
    return high != 0;
}

/* The frame holds the costs around before the pass. A pass of the same batch may have lowered them
 * since: then a tile is queued needlessly, but none is missed. */
void wendi_tile_job_find_improved_narrow(const wend_flow *flow, wendi_tile_job *job)
{
    static const uint8_t side_of_direction[8] = {WENDI_SIDE_EAST, 0, WENDI_SIDE_SOUTH, 0,
                                                 WENDI_SIDE_WEST, 0, WENDI_SIDE_NORTH, 0};
    for (uint32_t k = 0; k < 8; k += 2) {
        if (can_improve(job, k)) {
            border_columns columns;
            const wendi_border_line line =
                tile_border_of(flow, job, side_of_direction[k], &columns);
            const uint32_t cost = wendi_border_line_least_improvement(&line);
            if (cost != WENDI_BORDER_UNCHANGED) {
                mark_improved(job, k, cost);
            }
        }
    }
    for (uint32_t k = 1; k < 8 && flow->diagonal != 0; k += 2) {
        if (can_improve(job, k)) {
            const uint8_t *cost = job->ground.cost;
            const uint16_t *d =
                wendi_field_costs(wendi_field_at(&flow->fields, job->plan->tiles[job->tile].field));
            const int32_t dx = wendi_flow_dx[k], down = wendi_flow_dy[k] * job->shape.stride;
            const int32_t at = wendi_tile_index(&job->shape, dx > 0 ? job->shape.width - 1 : 0,
                                                down > 0 ? job->shape.height - 1 : 0);
            const uint32_t key = d[at] + flow->diagonal * cost[at];
            if (key < d[at + dx + down] && cost[at + dx] != WENDI_TILE_WALL &&
                cost[at + down] != WENDI_TILE_WALL && cost[at + dx + down] != WENDI_TILE_WALL) {
                mark_improved(job, k, key);
            }
        }
    }
}

/* ---- normal form ---- */

void wendi_tile_job_prune_frame(const wend_flow *flow, wendi_tile_job *job)
{
    for (uint32_t side = 0; side < 4; ++side) {
        border_columns columns;
        const wendi_border_line line = tile_border_of(flow, job, side, &columns);
        wendi_border_line_prune(&line, job->frame[side]);
    }
    write_frame(flow, job);
}

void wendi_tile_job_prefetch(const wend_flow *flow, const wendi_tile_job *job)
{
    const uint8_t *block = wendi_field_at(&flow->fields, job->plan->tiles[job->tile].field)->block;
    const size_t bytes = (size_t)job->shape.count * sizeof(uint16_t);
    for (size_t i = 0; i < bytes; i += 64) {
        wendi_prefetch(block + i);
    }
    for (int32_t i = 0; i < job->shape.count; i += 64) {
        wendi_prefetch(job->ground.cost + i);
    }
}
