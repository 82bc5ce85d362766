/* Takes: places inside one sector.
 * Gives: what it costs from them to its portals, from its portals to goals, and what hangs
 * together. Cost: a pass of the kernel; for sources on uneven ground one for each window. */
#include "flow/route/route_private.h"
#include "flow/tile/integrate.h"

#include <string.h>

static int32_t magnitude(int32_t value)
{
    return value < 0 ? -value : value;
}

static void spread_clear(wendi_router *r, const wendi_route_sector *block)
{
    wendi_route_costs *s = &r->spread;
    s->shape = wendi_tile_shape_of(block->place.width, block->place.height);
    s->has_diagonals = r->map->has_diagonals;
    s->is_plain = s->is_wide = false;
    memset(s->d, 0xFF, (size_t)s->shape.count * sizeof s->d[0]);
}

static void spread_seed(wendi_route_costs *s, int32_t x, int32_t y)
{
    s->d[wendi_tile_index(&s->shape, x, y)] = 0;
}

/* Where 16 bits do not do, the seeds are carried over to 32. */
static void spread_run(wendi_route_costs *s, const uint8_t *cost)
{
    static const uint32_t unreached = WENDI_TILE_WIDE_UNREACHED;
    if (wendi_tile_integrate(&s->shape, cost, s->d, s->has_diagonals)) {
        return;
    }
    for (int32_t i = 0; i < s->shape.count; ++i) {
        s->wide[i] = s->d[i] == 0 ? 0 : unreached;
    }
    s->is_wide = true;
    (void)wendi_tile_integrate_wide(&s->shape, cost, s->wide, WENDI_FLOW_STRAIGHT,
                                    s->has_diagonals ? WENDI_FLOW_DIAGONAL : 0);
}

uint32_t wendi_route_cost_at(const wendi_route_costs *s, int32_t x, int32_t y)
{
    if (s->is_plain) {
        const int32_t a = magnitude(x - s->x);
        const int32_t b = magnitude(y - s->y);
        const int32_t least = a < b ? a : b;
        const int32_t diagonals = s->has_diagonals ? least : 0;
        return (uint32_t)((a + b - 2 * diagonals) * WENDI_FLOW_STRAIGHT +
                          diagonals * WENDI_FLOW_DIAGONAL);
    }
    const int32_t index = wendi_tile_index(&s->shape, x, y);
    if (s->is_wide) {
        return s->wide[index] == WENDI_TILE_WIDE_UNREACHED ? WENDI_PORTAL_UNCONNECTED
                                                           : s->wide[index];
    }
    return s->d[index] == WENDI_TILE_UNREACHED ? WENDI_PORTAL_UNCONNECTED : s->d[index];
}

static void spread_from(wendi_router *r, const wendi_route_sector *block,
                        const wendi_cost_tile *ground, int32_t x, int32_t y)
{
    wendi_route_costs *s = &r->spread;
    if (ground->is_open) {
        s->has_diagonals = r->map->has_diagonals;
        s->is_plain = true;
        s->x = x;
        s->y = y;
        return;
    }
    spread_clear(r, block);
    spread_seed(s, x, y);
    spread_run(s, ground->cost);
}

void wendi_route_integrate_goals(wendi_router *r, const wendi_route_sector *block)
{
    const wendi_cost_tile ground = wendi_portal_graph_cost_tile(r->portals, block->sector);
    const wendi_sort_pair *order = &r->goal_order[block->goals];
    const size_t left = r->goal_count - block->goals;
    if (left == 1 || order[1].key != block->sector) {
        const wendi_sector_cell *goal = &r->goals[order[0].value];
        spread_from(r, block, &ground, goal->x, goal->y);
        return;
    }
    spread_clear(r, block);
    for (size_t i = 0; i < left && order[i].key == block->sector; ++i) {
        const wendi_sector_cell *goal = &r->goals[order[i].value];
        spread_seed(&r->spread, goal->x, goal->y);
    }
    spread_run(&r->spread, ground.cost);
}

/* Are ways as dear there as back? They are where a step costs the same into every cell. */
static bool is_even(const wendi_route_sector *block, const wendi_cost_tile *ground)
{
    const wendi_tile_shape shape = wendi_tile_shape_of(block->place.width, block->place.height);
    uint8_t factor = WENDI_TILE_WALL;
    for (int32_t y = 0; !ground->is_open && y < shape.height; ++y) {
        for (int32_t x = 0; x < shape.width; ++x) {
            const uint8_t cost = ground->cost[wendi_tile_index(&shape, x, y)];
            factor = factor == WENDI_TILE_WALL ? cost : factor;
            if (cost != WENDI_TILE_WALL && cost != factor) {
                return false;
            }
        }
    }
    return true;
}

/* A portal that a source in its sector may leave by. */
static bool is_way_out(const wendi_portal *window)
{
    return window->side != WENDI_SIDE_LINK_IN;
}

static void costs_there(wendi_router *r, const wendi_route_sector *block,
                        const wendi_cost_tile *ground, int32_t source_x, int32_t source_y)
{
    const bool is_both_ways = is_even(block, ground);
    if (is_both_ways) {
        spread_from(r, block, ground, source_x, source_y);
    }
    for (uint32_t w = 0; w < block->page.window_count; ++w) {
        const wendi_portal *window = &block->page.windows[w];
        int32_t x = 0;
        int32_t y = 0;
        wendi_portal_cell(&block->place, window, &x, &y);
        if (!is_way_out(window)) {
            r->source_costs[w] = WENDI_PORTAL_UNCONNECTED;
        } else if (is_both_ways) {
            r->source_costs[w] = wendi_route_cost_at(&r->spread, x, y);
        } else {
            spread_from(r, block, ground, x, y);
            r->source_costs[w] = wendi_route_cost_at(&r->spread, source_x, source_y);
        }
    }
}

void wendi_route_integrate_source(wendi_router *r, const wendi_route_sector *block, int32_t x,
                                  int32_t y)
{
    const wendi_cost_tile ground = wendi_portal_graph_cost_tile(r->portals, block->sector);
    costs_there(r, block, &ground, x, y);
    if (block->goals == WENDI_ROUTE_NONE) {
        return;
    }
    wendi_route_integrate_goals(r, block);
    const uint32_t cost = wendi_route_cost_at(&r->spread, x, y);
    if (cost != WENDI_PORTAL_UNCONNECTED) {
        r->best = cost;
        r->best_node = WENDI_ROUTE_GOAL;
    }
}

static void open_rows(const wendi_route_sector *block, const uint8_t *cost, uint32_t *rows)
{
    const wendi_tile_shape shape = wendi_tile_shape_of(block->place.width, block->place.height);
    for (int32_t y = 0; y < shape.height; ++y) {
        rows[y] = 0;
        for (int32_t x = 0; x < shape.width; ++x) {
            const bool is_open = cost[wendi_tile_index(&shape, x, y)] != WENDI_TILE_WALL;
            rows[y] |= (uint32_t)is_open << x;
        }
    }
}

void wendi_route_flood_component(const wendi_router *r, const wendi_route_sector *block,
                                 wendi_route_component *part)
{
    uint32_t open[WENDI_ISLAND_TILE_SIDE];
    const int32_t height = block->place.height;
    open_rows(block, wendi_portal_graph_cost_tile(r->portals, block->sector).cost, open);
    bool has_grown = true;
    while (has_grown) {
        has_grown = false;
        for (int32_t y = 0; y < height; ++y) {
            const uint32_t above = y > 0 ? part->rows[y - 1] : 0;
            const uint32_t below = y + 1 < height ? part->rows[y + 1] : 0;
            const uint32_t row = part->rows[y];
            const uint32_t grown = (row | row << 1 | row >> 1 | above | below) & open[y];
            has_grown = has_grown || grown != row;
            part->rows[y] = grown;
        }
    }
}
