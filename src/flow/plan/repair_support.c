/* Finds the cells of a tile whose cost no seed and no neighbour supports any more, and resets them.
 * Cost: each waiting cell looks at its neighbours; a cell waits again when one of them is reset. */
#include "flow/plan/repair.h"

#include <string.h>

#include "base/math/bits.h"

/* A tile while its cells are checked. */
typedef struct support_check {
    wendi_plan *plan;
    uint32_t record;
    wendi_tile_shape shape;
    const uint8_t *ground;
    int64_t d[WENDI_TILE_CELLS];     /* framed */
    uint32_t goals[WENDI_TILE_SIDE]; /* cells with a goal */
    uint32_t reset[WENDI_TILE_SIDE]; /* cells without support */
    int32_t offsets[8];
    int64_t steps[8]; /* 0: no such step */
} support_check;

static void read_costs(const wend_flow *flow, support_check *check, uint32_t tile)
{
    const wendi_plan *plan = check->plan;
    const uint32_t *around = plan->tiles[tile].neighbours;
    const wendi_tile_shape *shape = &check->shape;
    const int32_t w = shape->width, h = shape->height, last = flow->map.sector_size - 1;
    int64_t column[WENDI_TILE_SIDE];
    for (int32_t y = 0; y < h; ++y) {
        wendi_plan_read_costs(flow, plan, tile, 0, y, 1, 0, w,
                              &check->d[wendi_tile_index(shape, 0, y)]);
    }
    wendi_plan_read_costs(flow, plan, around[6], 0, last, 1, 0, w,
                          &check->d[wendi_tile_index(shape, 0, -1)]);
    wendi_plan_read_costs(flow, plan, around[2], 0, 0, 1, 0, w,
                          &check->d[wendi_tile_index(shape, 0, h)]);
    wendi_plan_read_costs(flow, plan, around[0], 0, 0, 0, 1, h, column);
    for (int32_t y = 0; y < h; ++y) {
        check->d[wendi_tile_index(shape, w, y)] = column[y];
    }
    wendi_plan_read_costs(flow, plan, around[4], last, 0, 0, 1, h, column);
    for (int32_t y = 0; y < h; ++y) {
        check->d[wendi_tile_index(shape, -1, y)] = column[y];
    }
    wendi_plan_read_costs(flow, plan, around[1], 0, 0, 0, 0, 1,
                          &check->d[wendi_tile_index(shape, w, h)]);
    wendi_plan_read_costs(flow, plan, around[3], last, 0, 0, 0, 1,
                          &check->d[wendi_tile_index(shape, -1, h)]);
    wendi_plan_read_costs(flow, plan, around[5], last, last, 0, 0, 1,
                          &check->d[wendi_tile_index(shape, -1, -1)]);
    wendi_plan_read_costs(flow, plan, around[7], 0, last, 0, 0, 1,
                          &check->d[wendi_tile_index(shape, w, -1)]);
}

static void begin_check(const wend_flow *flow, support_check *check, wendi_plan *plan,
                        uint32_t record)
{
    const uint32_t tile = plan->repair.records[record].tile;
    const wendi_plan_tile *of = &plan->tiles[tile];
    check->plan = plan;
    check->record = record;
    check->shape = wendi_tile_shape_of(of->bounds.width, of->bounds.height);
    check->ground = wendi_portal_graph_costs(flow->classes[plan->flow_class].graph, of->sector);
    for (uint32_t k = 0; k < 8; ++k) {
        check->offsets[k] = wendi_flow_dy[k] * check->shape.stride + wendi_flow_dx[k];
        check->steps[k] = k % 2 == 0 ? flow->straight : flow->diagonal;
    }
    memset(check->goals, 0, sizeof check->goals);
    memset(check->reset, 0, sizeof check->reset);
    read_costs(flow, check, tile);
    for (uint32_t i = 0; of->is_private && i < plan->goal_count; ++i) {
        const wendi_flow_endpoint *goal = &plan->goals[i];
        if (goal->sector == of->sector) {
            check->goals[goal->y - of->bounds.y] |= 1u << (goal->x - of->bounds.x);
        }
    }
}

static int64_t seed_cost(const wend_flow *flow, const support_check *check, int32_t x, int32_t y)
{
    const wendi_plan *plan = check->plan;
    const wendi_plan_tile *tile = &plan->tiles[plan->repair.records[check->record].tile];
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

static bool is_supported(const wend_flow *flow, const support_check *check, int32_t x, int32_t y)
{
    const int32_t at = wendi_tile_index(&check->shape, x, y);
    const uint8_t *ground = check->ground;
    const int64_t cost = check->d[at];
    if (ground[at] == WENDI_TILE_WALL) {
        return false;
    }
    for (uint32_t k = 0; k < 8; ++k) {
        const int32_t other = at + check->offsets[k];
        if (check->d[other] >= cost || ground[other] == WENDI_TILE_WALL ||
            check->d[other] + check->steps[k] * ground[other] != cost) {
            continue;
        }
        if (k % 2 == 0 ||
            (check->steps[k] != 0 && ground[at + check->offsets[k - 1]] != WENDI_TILE_WALL &&
             ground[at + check->offsets[(k + 1) % 8]] != WENDI_TILE_WALL)) {
            return true;
        }
    }
    return seed_cost(flow, check, x, y) == cost;
}

/* Direction of the tile beyond a column (-1, 0, 1) and a row. */
static uint32_t direction_to(int32_t dx, int32_t dy)
{
    static const uint8_t directions[3][3] = {{5, 6, 7}, {4, 8, 0}, {3, 2, 1}};
    return directions[dy + 1][dx + 1];
}

/* A cell that may have been supported by one that was reset is checked again.
 * @return false: no memory. */
static bool check_again(const wend_flow *flow, support_check *check, int32_t x, int32_t y)
{
    const int32_t w = check->shape.width, h = check->shape.height;
    const uint32_t k = direction_to((x >= w) - (x < 0), (y >= h) - (y < 0));
    wendi_plan *plan = check->plan;
    wendi_repair_tile *record = &plan->repair.records[check->record];
    if (k == 8) {
        record->pending[y] |= 1u << x;
        return true;
    }
    const uint32_t other = plan->tiles[record->tile].neighbours[k];
    if (other == WENDI_TILE_NONE || !wendi_repair_is_real(plan->tiles[other].field)) {
        return true;
    }
    const int32_t last = flow->map.sector_size - 1;
    record = wendi_repair_record_at(flow, plan, other);
    if (record != NULL) {
        record->pending[y < 0 ? last : (y >= h ? 0 : y)] |= 1u << (x < 0 ? last : (x >= w ? 0 : x));
        wendi_repair_wait(plan, record);
    }
    return record != NULL;
}

static bool reset_cell(const wend_flow *flow, support_check *check, int32_t x, int32_t y)
{
    const int32_t at = wendi_tile_index(&check->shape, x, y);
    const int64_t cost = check->d[at];
    wendi_repair_tile *record = &check->plan->repair.records[check->record];
    record->least = cost < record->least ? cost : record->least;
    record->needs_pass = true;
    check->d[at] = seed_cost(flow, check, x, y);
    check->reset[y] |= 1u << x;
    for (uint32_t k = 0; k < 8; ++k) {
        const int64_t beyond = check->d[at + check->offsets[k]];
        if (beyond == cost + check->steps[k] * check->ground[at] && beyond != cost &&
            !check_again(flow, check, x + wendi_flow_dx[k], y + wendi_flow_dy[k])) {
            return false;
        }
    }
    return true;
}

/* @return false: no memory. */
static bool store_reset_cells(wend_flow *flow, const support_check *check)
{
    wendi_plan *plan = check->plan;
    const uint32_t tile = plan->repair.records[check->record].tile;
    if (!wendi_repair_own_field(flow, plan, tile)) {
        return false;
    }
    const wendi_field *field = &flow->fields.items[plan->tiles[tile].field];
    bool is_reached = false;
    for (int32_t y = 0; y < check->shape.height; ++y) {
        for (int32_t x = 0; x < check->shape.width; ++x) {
            const int32_t at = wendi_tile_index(&check->shape, x, y);
            if ((check->reset[y] >> x & 1) == 0) {
                is_reached = is_reached || check->d[at] != WENDI_COST_UNREACHED;
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
    for (int32_t y = 0; y < check->shape.height; ++y) {
        for (uint32_t left = check->reset[y]; is_done && left != 0; left &= left - 1) {
            const int32_t at = wendi_tile_index(&check->shape, (int32_t)wendi_ctz64(left), y);
            is_done = check->d[at] == WENDI_COST_UNREACHED ||
                      wendi_plan_lower_cost(flow, plan, tile, at, check->d[at]);
        }
    }
    return is_done;
}

bool wendi_repair_check_tile(wend_flow *flow, wendi_plan *plan, uint32_t record)
{
    support_check check;
    begin_check(flow, &check, plan, record);
    uint32_t any = 0;
    for (bool is_done = false; !is_done;) {
        is_done = true;
        for (int32_t y = 0; y < check.shape.height; ++y) {
            while (plan->repair.records[record].pending[y] != 0) {
                uint32_t *pending = &plan->repair.records[record].pending[y];
                const int32_t x = (int32_t)wendi_ctz64(*pending);
                *pending &= *pending - 1;
                is_done = false;
                if (check.d[wendi_tile_index(&check.shape, x, y)] == WENDI_COST_UNREACHED ||
                    is_supported(flow, &check, x, y)) {
                    continue;
                }
                if (!reset_cell(flow, &check, x, y)) {
                    return false;
                }
                any = 1;
            }
        }
    }
    return any == 0 || store_reset_cells(flow, &check);
}
