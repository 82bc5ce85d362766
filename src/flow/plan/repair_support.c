/* Finds the cells of a tile whose cost no seed and no neighbour supports any more, and resets them.
 * Cost: a few passes over the cells, side by side in registers, and some ns for each cell reset. */
#include "flow/plan/repair.h"

#include <string.h>

#include "base/math/bits.h"

/* Costs of a tile, relative to its base. */
static const int32_t UNREACHED = INT32_MAX, NO_STEP = INT32_MIN, COST_END = INT32_C(1) << 30;

/* Support of frame cells, and of seeds: they stay. */
static const int32_t SUPPORTED = 256;

/* A tile while its cells are checked. Arrays of cells are framed. */
typedef struct support_check {
    wendi_plan *plan;
    uint32_t tile;
    wendi_tile_shape shape;
    const uint8_t *ground;
    int64_t base;
    int32_t offsets[8];
    int32_t d[WENDI_TILE_CELLS];
    int32_t straight[WENDI_TILE_CELLS]; /* cost of a cell from which a straight step leads here */
    int32_t diagonal[WENDI_TILE_CELLS]; /* or a diagonal one */
    int32_t open[WENDI_TILE_CELLS];     /* 0, -1 */
    int32_t support[WENDI_TILE_CELLS];  /* bits of the directions to the cells that support it */
    uint16_t stack[WENDI_TILE_SIDE * WENDI_TILE_SIDE]; /* reset cells, y * SIDE + x */
    int32_t stack_count;
    uint32_t reset[WENDI_TILE_SIDE]; /* cells without support */
    uint32_t goals[WENDI_TILE_SIDE]; /* cells with a goal */
    bool has_seeds, has_reset;
    int64_t least;         /* cost that was reset */
    uint32_t tiles_beside; /* bits of directions: cells there may have lost support */
} support_check;

/* ---- seeds ---- */

static int64_t seed_cost(const wend_flow *flow, const support_check *check, int32_t x, int32_t y)
{
    const wendi_plan *plan = check->plan;
    const wendi_plan_tile *tile = &plan->tiles[check->tile];
    int64_t least = WENDI_COST_UNREACHED;
    for (uint32_t i = 0; (check->goals[y] >> x & 1) != 0 && i < plan->goal_count; ++i) {
        const wendi_flow_endpoint *goal = &plan->goals[i];
        if (goal->sector == tile->sector && goal->x == tile->bounds.x + x &&
            goal->y == tile->bounds.y + y) {
            const int64_t cost = wendi_plan_goal_cost(flow, plan, &tile->bounds, i);
            least = cost < least ? cost : least;
        }
    }
    if (tile->los >= WENDI_LOS_ALL_CELLS) {
        return least;
    }
    const uint8_t flags =
        plan->los_blocks[tile->los * flow->fields.cells + (size_t)(y * check->shape.width + x)];
    if ((flags & WENDI_FLOW_VISIBLE) != 0) {
        const int64_t cost = wendi_plan_straight_cost(flow, plan, flags & WENDI_FLOW_DIRECTION_MASK,
                                                      &tile->bounds, x, y);
        least = cost < least ? cost : least;
    }
    return least;
}

/* ---- costs and support ---- */

/* A cost that does not fit counts as none: such a cell cannot support another one here, or is reset
 * itself. */
static int32_t relative(const support_check *check, int64_t cost)
{
    const int64_t d = cost - check->base;
    return cost == WENDI_COST_UNREACHED || d >= COST_END || d <= -(int64_t)COST_END ? UNREACHED
                                                                                    : (int32_t)d;
}

/* Reads a line of costs of a tile into the frame, which begins at x, y. */
static void read_frame(const wend_flow *flow, support_check *check, uint32_t k, int32_t x,
                       int32_t y)
{
    const wendi_plan *plan = check->plan;
    const uint32_t other = plan->tiles[check->tile].neighbours[k];
    const int32_t last = flow->map.sector_size - 1;
    const int32_t dx = k % 4 == 2, dy = k % 4 == 0;
    const int32_t count = dx != 0 ? check->shape.width : (dy != 0 ? check->shape.height : 1);
    int64_t costs[WENDI_TILE_SIDE];
    wendi_plan_read_costs(flow, plan, other, wendi_flow_dx[k] < 0 ? last : 0,
                          wendi_flow_dy[k] < 0 ? last : 0, dx, dy, count, costs);
    int32_t at = wendi_tile_index(&check->shape, x, y);
    for (int32_t i = 0; i < count; ++i, at += dx + dy * check->shape.stride) {
        check->d[at] = relative(check, costs[i]);
    }
}

/* A cell inside that is too expensive for this arithmetic is reset in any case. */
static void read_inside(const wend_flow *flow, support_check *check, const wendi_plan_tile *tile)
{
    const wendi_field *field = wendi_field_at(&flow->fields, tile->field);
    const int32_t w = check->shape.width;
    for (int32_t y = 0; y < check->shape.height; ++y) {
        const int32_t at = wendi_tile_index(&check->shape, 0, y);
        int32_t *d = &check->d[at];
        if (!field->is_wide) {
            const uint16_t *costs = wendi_field_costs(field) + at;
            for (int32_t x = 0; x < w; ++x) {
                d[x] = costs[x] == WENDI_TILE_UNREACHED || !tile->is_reached ? UNREACHED : costs[x];
            }
            continue;
        }
        const uint32_t *costs = wendi_field_wide_costs(field) + at;
        for (int32_t x = 0; x < w; ++x) {
            const bool is_reached = tile->is_reached && costs[x] != WENDI_TILE_WIDE_UNREACHED;
            const bool is_large = is_reached && costs[x] >= (uint32_t)COST_END;
            d[x] = is_reached && !is_large ? (int32_t)costs[x] : UNREACHED;
            check->reset[y] |= (uint32_t)is_large << x;
            check->tiles_beside |= is_large ? 255 : 0;
            check->has_reset = check->has_reset || is_large;
        }
    }
}

/* Costs of steps to cells of a row. @param step units, 0: there are no such steps. */
static void find_row_steps(const uint8_t *restrict ground, const int32_t *restrict d, int32_t count,
                           int32_t step, int32_t *restrict to)
{
    const int32_t none = step == 0 ? -1 : 0;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t factor = ground[i];
        const bool is_none = factor == WENDI_TILE_WALL || d[i] == UNREACHED || none != 0;
        const int32_t from = is_none ? 0 : d[i];
        to[i] = is_none ? NO_STEP : from + step * factor;
    }
}

static int32_t bit_if(bool is_set, int32_t bit)
{
    return is_set ? bit : 0;
}

/* The cells that support those of a row. @param row distance between rows. */
static void find_row_support(const int32_t *restrict d, const int32_t *restrict open,
                             const int32_t *restrict straight, const int32_t *restrict diagonal,
                             int32_t row, int32_t count, int32_t *restrict support)
{
    for (int32_t x = 0; x < count; ++x) {
        const int32_t sides =
            bit_if(straight[x + 1] == d[x], 1) | bit_if(straight[x + row] == d[x], 4) |
            bit_if(straight[x - 1] == d[x], 16) | bit_if(straight[x - row] == d[x], 64);
        const int32_t south = (bit_if(diagonal[x + row + 1] == d[x], 2) & open[x + 1]) |
                              (bit_if(diagonal[x + row - 1] == d[x], 8) & open[x - 1]);
        const int32_t north = (bit_if(diagonal[x - row - 1] == d[x], 32) & open[x - 1]) |
                              (bit_if(diagonal[x - row + 1] == d[x], 128) & open[x + 1]);
        support[x] = (sides | (south & open[x + row]) | (north & open[x - row])) & open[x];
    }
}

static void find_support(const wend_flow *flow, support_check *check)
{
    const int32_t width = check->shape.width, count = width + 2;
    for (int32_t y = -1; y <= check->shape.height; ++y) {
        const int32_t at = wendi_tile_index(&check->shape, -1, y);
        const uint8_t *ground = check->ground + at;
        find_row_steps(ground, check->d + at, count, (int32_t)flow->straight, check->straight + at);
        find_row_steps(ground, check->d + at, count, (int32_t)flow->diagonal, check->diagonal + at);
        for (int32_t i = 0; i < count; ++i) {
            check->open[at + i] = ground[i] != WENDI_TILE_WALL ? -1 : 0;
            check->support[at + i] = SUPPORTED;
        }
    }
    for (int32_t y = 0; y < check->shape.height; ++y) {
        const int32_t at = wendi_tile_index(&check->shape, 0, y);
        find_row_support(check->d + at, check->open + at, check->straight + at,
                         check->diagonal + at, check->shape.stride, width, check->support + at);
    }
}

static void begin_check(const wend_flow *flow, support_check *check, wendi_plan *plan,
                        uint32_t tile_index)
{
    const wendi_plan_tile *tile = &plan->tiles[tile_index];
    check->plan = plan;
    check->tile = tile_index;
    check->shape = wendi_tile_shape_of(tile->bounds.width, tile->bounds.height);
    check->ground = wendi_portal_graph_costs(flow->classes[plan->flow_class].graph, tile->sector);
    check->base = tile->base;
    check->stack_count = 0;
    check->has_reset = false;
    check->least = WENDI_COST_UNREACHED;
    check->tiles_beside = 0;
    for (uint32_t k = 0; k < 8; ++k) {
        check->offsets[k] = wendi_flow_dy[k] * check->shape.stride + wendi_flow_dx[k];
    }
    memset(check->goals, 0, sizeof check->goals);
    memset(check->reset, 0, sizeof check->reset);
    check->has_seeds = tile->is_private || tile->los < WENDI_LOS_ALL_CELLS;
    for (uint32_t i = 0; tile->is_private && i < plan->goal_count; ++i) {
        const wendi_flow_endpoint *goal = &plan->goals[i];
        if (goal->sector == tile->sector) {
            check->goals[goal->y - tile->bounds.y] |= 1u << (goal->x - tile->bounds.x);
        }
    }
    read_inside(flow, check, tile);
    for (uint32_t k = 0; k < 8; ++k) {
        const int32_t dx = wendi_flow_dx[k], dy = wendi_flow_dy[k];
        read_frame(flow, check, k, dx < 0 ? -1 : (dx > 0 ? check->shape.width : 0),
                   dy < 0 ? -1 : (dy > 0 ? check->shape.height : 0));
    }
    find_support(flow, check);
}

/* ---- resetting ---- */

/* Notes the tiles that hold cells which a cell on the border supports. */
static void note_tiles_beside(support_check *check, int32_t x, int32_t y, int32_t at)
{
    static const uint8_t direction_to[3][3] = {{5, 6, 7}, {4, 8, 0}, {3, 2, 1}};
    for (uint32_t k = 0; k < 8; ++k) {
        const int32_t to_x = x + wendi_flow_dx[k], to_y = y + wendi_flow_dy[k];
        const uint32_t beside = direction_to[1 + (to_y >= check->shape.height) - (to_y < 0)]
                                            [1 + (to_x >= check->shape.width) - (to_x < 0)];
        const int32_t cost = k % 2 == 0 ? check->straight[at] : check->diagonal[at];
        if (beside < 8 && check->d[at + check->offsets[k]] == cost) {
            check->tiles_beside |= 1u << beside;
        }
    }
}

/* Resets a cell without support, unless it is a seed. */
static void reset_cell(const wend_flow *flow, support_check *check, int32_t x, int32_t y)
{
    const int32_t at = wendi_tile_index(&check->shape, x, y);
    const int64_t cost = check->base + check->d[at];
    if (check->has_seeds && check->open[at] != 0 && seed_cost(flow, check, x, y) == cost) {
        check->support[at] = SUPPORTED;
        return;
    }
    check->least = cost < check->least ? cost : check->least;
    if (x == 0 || y == 0 || x == check->shape.width - 1 || y == check->shape.height - 1) {
        note_tiles_beside(check, x, y, at);
    }
    check->d[at] = UNREACHED;
    check->reset[y] |= 1u << x;
    check->has_reset = true;
    check->stack[check->stack_count++] = (uint16_t)(y * WENDI_TILE_SIDE + x);
}

static void reset_unsupported(const wend_flow *flow, support_check *check)
{
    for (int32_t y = 0; y < check->shape.height; ++y) {
        for (int32_t x = 0; x < check->shape.width; ++x) {
            const int32_t at = wendi_tile_index(&check->shape, x, y);
            if (check->support[at] == 0 && check->d[at] != UNREACHED) {
                reset_cell(flow, check, x, y);
            }
        }
    }
    while (check->stack_count > 0) {
        const int32_t cell = check->stack[--check->stack_count];
        const int32_t x = cell % WENDI_TILE_SIDE, y = cell / WENDI_TILE_SIDE;
        const int32_t at = wendi_tile_index(&check->shape, x, y);
        for (uint32_t k = 0; k < 8; ++k) {
            const int32_t other = at - check->offsets[k];
            const int32_t left = check->support[other] & ~(1 << k);
            check->support[other] = left;
            if (left == 0 && check->d[other] != UNREACHED) {
                reset_cell(flow, check, x - wendi_flow_dx[k], y - wendi_flow_dy[k]);
            }
        }
    }
}

/* @return false: no memory. */
static bool store_reset_cells(wend_flow *flow, const support_check *check)
{
    wendi_plan *plan = check->plan;
    const uint32_t tile = check->tile;
    if (!wendi_repair_own_field(flow, plan, tile)) {
        return false;
    }
    const wendi_field *field = wendi_field_at(&flow->fields, plan->tiles[tile].field);
    bool is_reached = false;
    for (int32_t y = 0; y < check->shape.height; ++y) {
        for (int32_t x = 0; x < check->shape.width; ++x) {
            const int32_t at = wendi_tile_index(&check->shape, x, y);
            if ((check->reset[y] >> x & 1) == 0) {
                is_reached = is_reached || check->d[at] != UNREACHED;
            } else if (field->is_wide) {
                wendi_field_wide_costs(field)[at] = WENDI_TILE_WIDE_UNREACHED;
            } else {
                wendi_field_costs(field)[at] = (uint16_t)WENDI_TILE_UNREACHED;
            }
        }
    }
    plan->tiles[tile].is_reached = is_reached;

    /* Seeds that were more expensive than the path that is gone. */
    bool is_done = true;
    for (int32_t y = 0; check->has_seeds && y < check->shape.height; ++y) {
        for (uint32_t left = check->reset[y]; is_done && left != 0; left &= left - 1) {
            const int32_t x = (int32_t)wendi_ctz64(left);
            const int64_t cost = seed_cost(flow, check, x, y);
            is_done = cost == WENDI_COST_UNREACHED ||
                      wendi_plan_lower_cost(flow, plan, tile, wendi_tile_index(&check->shape, x, y),
                                            cost);
        }
    }
    return is_done;
}

/* @param directions bits of those to tiles with cells that may have lost their support. */
static void wait_beside(wendi_plan *plan, uint32_t tile, uint32_t directions)
{
    for (uint32_t k = 0; k < 8; ++k) {
        const uint32_t other = plan->tiles[tile].neighbours[k];
        if ((directions >> k & 1) != 0 && other != WENDI_TILE_NONE &&
            wendi_repair_is_real(plan->tiles[other].field) && plan->tiles[other].is_reached) {
            wendi_plan_queue_tile(plan, other, plan->tiles[other].base);
        }
    }
}

bool wendi_repair_check_tile(wend_flow *flow, wendi_plan *plan, uint32_t tile, int64_t *least)
{
    support_check check;
    wendi_plan_tile *of = &plan->tiles[tile];
    *least = WENDI_COST_UNREACHED;
    if (!of->is_reached) {
        return true;
    }
    if (wendi_field_at(&flow->fields, of->field)->hash != 0 && of->los >= WENDI_LOS_ALL_CELLS) {
        const wendi_repair_support support = wendi_repair_frame_support(flow, plan, tile);
        if (support == WENDI_SUPPORT_KEPT) {
            return true;
        }
        /* Along a route nearly all cells behind a wall lose their support, so the rest is not worth
         * a closer look. */
        if (support == WENDI_SUPPORT_LOST || !plan->is_whole) {
            *least = of->base;
            of->is_reached = false;
            wait_beside(plan, tile, UINT8_MAX);
            return true;
        }
    }
    begin_check(flow, &check, plan, tile);
    reset_unsupported(flow, &check);
    *least = check.least;
    if (!check.has_reset) {
        return true;
    }
    wait_beside(plan, tile, check.tiles_beside);
    return store_reset_cells(flow, &check);
}
