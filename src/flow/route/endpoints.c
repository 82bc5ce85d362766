/* Costs between the endpoints of a route and the portals of their sectors, and connected cells.
 * Cost: one pass over the sector; for sources on uneven ground one for each portal. */
#include "flow/route/route_private.h"
#include "flow/tile/integrate.h"

#include <string.h>

static int32_t magnitude(int32_t value)
{
    return value < 0 ? -value : value;
}

static void clear_costs(wendi_router *r, const wendi_sector_record *record)
{
    wendi_route_costs *s = &r->costs;
    s->shape = wendi_tile_shape_of(record->bounds.width, record->bounds.height);
    s->has_diagonals = r->map->has_diagonals;
    s->is_uniform = s->is_wide = false;
    memset(s->d, 0xFF, (size_t)s->shape.count * sizeof s->d[0]);
}

static void seed_costs(wendi_route_costs *s, int32_t x, int32_t y)
{
    s->d[wendi_tile_index(&s->shape, x, y)] = 0;
}

/* If 16 bits do not suffice, the seeds are copied to 32. */
static void integrate_costs(wendi_route_costs *s, const uint8_t *cost)
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

uint32_t wendi_route_cost_at(const wendi_route_costs *costs, int32_t x, int32_t y)
{
    if (costs->is_uniform) {
        const int32_t a = magnitude(x - costs->x);
        const int32_t b = magnitude(y - costs->y);
        const int32_t least = a < b ? a : b;
        const int32_t diagonals = costs->has_diagonals ? least : 0;
        return (uint32_t)((a + b - 2 * diagonals) * WENDI_FLOW_STRAIGHT +
                          diagonals * WENDI_FLOW_DIAGONAL);
    }
    const int32_t index = wendi_tile_index(&costs->shape, x, y);
    if (costs->is_wide) {
        return costs->wide[index] == WENDI_TILE_WIDE_UNREACHED ? WENDI_PORTAL_UNCONNECTED
                                                               : costs->wide[index];
    }
    return costs->d[index] == WENDI_TILE_UNREACHED ? WENDI_PORTAL_UNCONNECTED : costs->d[index];
}

static void integrate_from(wendi_router *r, const wendi_sector_record *record,
                           const wendi_cost_tile *ground, int32_t x, int32_t y)
{
    wendi_route_costs *s = &r->costs;
    if (ground->is_open) {
        s->has_diagonals = r->map->has_diagonals;
        s->is_uniform = true;
        s->x = x;
        s->y = y;
        return;
    }
    clear_costs(r, record);
    seed_costs(s, x, y);
    integrate_costs(s, ground->cost);
}

void wendi_route_integrate_goals(wendi_router *r, const wendi_sector_record *record)
{
    const wendi_cost_tile ground = wendi_portal_graph_cost_tile(r->graph, record->sector);
    const wendi_sort_pair *order = &r->goal_order[record->goals];
    const size_t left = r->goal_count - record->goals;
    if (left == 1 || order[1].key != record->sector) {
        const wendi_sector_cell *goal = &r->goals[order[0].value];
        integrate_from(r, record, &ground, goal->x, goal->y);
        return;
    }
    clear_costs(r, record);
    for (size_t i = 0; i < left && order[i].key == record->sector; ++i) {
        const wendi_sector_cell *goal = &r->goals[order[i].value];
        seed_costs(&r->costs, goal->x, goal->y);
    }
    integrate_costs(&r->costs, ground.cost);
}

/* True if costs are the same in both directions, as they are where a step costs the same into
 * every cell. */
static bool is_even(const wendi_sector_record *record, const wendi_cost_tile *ground)
{
    const wendi_tile_shape shape = wendi_tile_shape_of(record->bounds.width, record->bounds.height);
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

static void find_source_costs(wendi_router *r, const wendi_sector_record *record,
                              const wendi_cost_tile *ground, int32_t source_x, int32_t source_y)
{
    const bool is_both_ways = is_even(record, ground);
    if (is_both_ways) {
        integrate_from(r, record, ground, source_x, source_y);
    }
    for (uint32_t w = 0; w < record->page.portal_count; ++w) {
        const wendi_portal *portal = &record->page.portals[w];
        int32_t x = 0;
        int32_t y = 0;
        wendi_portal_cell(&record->bounds, portal, &x, &y);
        if (!(portal->side != WENDI_SIDE_LINK_IN)) {
            r->source_costs[w] = WENDI_PORTAL_UNCONNECTED;
        } else if (is_both_ways) {
            r->source_costs[w] = wendi_route_cost_at(&r->costs, x, y);
        } else {
            integrate_from(r, record, ground, x, y);
            r->source_costs[w] = wendi_route_cost_at(&r->costs, source_x, source_y);
        }
    }
}

void wendi_route_integrate_source(wendi_router *r, const wendi_sector_record *record, int32_t x,
                                  int32_t y)
{
    const wendi_cost_tile ground = wendi_portal_graph_cost_tile(r->graph, record->sector);
    find_source_costs(r, record, &ground, x, y);
    if (record->goals == WENDI_ROUTE_NONE) {
        return;
    }
    wendi_route_integrate_goals(r, record);
    const uint32_t cost = wendi_route_cost_at(&r->costs, x, y);
    if (cost != WENDI_PORTAL_UNCONNECTED) {
        r->best = cost;
        r->best_node = WENDI_ROUTE_GOAL;
    }
}

void wendi_route_flood_component(const wendi_router *r, const wendi_sector_record *record,
                                 wendi_route_component *component)
{
    uint32_t open[WENDI_TILE_SIDE];
    const int32_t height = record->bounds.height;

    const uint8_t *cost = wendi_portal_graph_cost_tile(r->graph, record->sector).cost;
    const wendi_tile_shape shape = wendi_tile_shape_of(record->bounds.width, record->bounds.height);
    for (int32_t y = 0; y < shape.height; ++y) {
        open[y] = 0;
        for (int32_t x = 0; x < shape.width; ++x) {
            const bool is_open = cost[wendi_tile_index(&shape, x, y)] != WENDI_TILE_WALL;
            open[y] |= (uint32_t)is_open << x;
        }
    }

    bool has_grown = true;
    while (has_grown) {
        has_grown = false;
        for (int32_t y = 0; y < height; ++y) {
            const uint32_t above = y > 0 ? component->rows[y - 1] : 0;
            const uint32_t below = y + 1 < height ? component->rows[y + 1] : 0;
            const uint32_t row = component->rows[y];
            const uint32_t grown = (row | row << 1 | row >> 1 | above | below) & open[y];
            has_grown = has_grown || grown != row;
            component->rows[y] = grown;
        }
    }
}
