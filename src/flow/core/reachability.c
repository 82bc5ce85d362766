/* takes: the islands of each floor, and the links and joins of a class.
 * gives: who can get where.
 * cost:  islands are repaired as wend/islands.h says; where there are links, a look at each when
 *        they or islands changed. A question: two looks at islands, and between islands with links
 *        binary searches among those. */
#include "flow/core/link_closure.h"

#include <string.h>

/* A floor as the class sees it. */
typedef struct level {
    wend_islands *islands;
    wend_clearance *own; /* NULL: none was made here */
} level;

struct wendi_reachability {
    const wend_flow *flow;
    wend_allocator allocator;
    uint32_t flow_class;
    level *levels; /* [floor_count] */
    uint32_t floor_count;
    wendi_link_closure ways;
    uint32_t stamp;   /* of the portals that the ways were taken from */
    bool has_islands; /* `ways` is of these islands */
};

/* ---- islands ---- */

/* A slanting step that needs no open cell beside it is none for those who walk. Islands of discs
 * never have it, however small the disc is. */
static wend_result make_own_clearance(const wend_grid *grid, const wend_flow_class *movement,
                                      const wend_allocator *allocator, wend_clearance **clearance,
                                      wend_message *message)
{
    wend_clearance_def def = wend_clearance_def_default();
    def.grid = grid;
    def.movement_class = movement->movement_class;
    def.team = movement->team;
    def.allocator = *allocator;
    def.message = message;
    return wend_clearance_create(&def, clearance);
}

static wend_result make_level(wendi_reachability *reach, uint32_t floor, wend_message *message)
{
    const wend_grid *grid = reach->flow->map.floors[floor].grid;
    const wendi_flow_class *movement = &reach->flow->classes[reach->flow_class];
    level *at = &reach->levels[floor];
    wend_islands_def def = wend_islands_def_default();
    def.grid = grid;
    def.movement_class = movement->def.movement_class;
    def.team = movement->def.team;
    def.radius = movement->def.radius;
    def.clearance = wendi_portal_graph_clearance(movement->portals, floor);
    def.allocator = reach->allocator;
    def.message = message;
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    if (def.clearance == NULL && info.neighbours == WEND_NEIGHBOURS_8 &&
        info.corner_rule == WEND_CORNER_ALWAYS) {
        const wend_result result =
            make_own_clearance(grid, &movement->def, &reach->allocator, &at->own, message);
        if (result != WEND_OK) {
            return result;
        }
        def.clearance = at->own;
        def.radius = info.cell_size / 4.0;
    }
    return wend_islands_create(&def, &at->islands);
}

wend_result wendi_reachability_create(const wend_flow *flow, uint32_t flow_class,
                                      wendi_reachability **out, wend_message *message)
{
    *out = NULL;
    const uint32_t floors = flow->map.floor_count;
    wendi_reachability *reach = wendi_alloc_zero(&flow->allocator, sizeof *reach);
    level *levels = wendi_alloc_zero(&flow->allocator, floors * sizeof *levels);
    if (reach == NULL || levels == NULL) {
        wendi_free(&flow->allocator, reach, sizeof *reach);
        wendi_free(&flow->allocator, levels, floors * sizeof *levels);
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    reach->flow = flow;
    reach->allocator = flow->allocator;
    reach->flow_class = flow_class;
    reach->levels = levels;
    reach->floor_count = floors;
    wendi_link_closure_init(&reach->ways, &reach->allocator);
    for (uint32_t i = 0; i < floors; ++i) {
        const wend_result result = make_level(reach, i, message);
        if (result != WEND_OK) {
            wendi_reachability_destroy(reach);
            return result;
        }
    }
    *out = reach;
    return WEND_OK;
}

void wendi_reachability_destroy(wendi_reachability *reach)
{
    if (reach == NULL) {
        return;
    }
    for (uint32_t i = 0; i < reach->floor_count; ++i) {
        wend_islands_destroy(reach->levels[i].islands);
        wend_clearance_destroy(reach->levels[i].own);
    }
    wendi_link_closure_free(&reach->ways);
    const wend_allocator allocator = reach->allocator;
    wendi_free(&allocator, reach->levels, reach->floor_count * sizeof *reach->levels);
    wendi_free(&allocator, reach, sizeof *reach);
}

size_t wendi_reachability_memory_bytes(const wendi_reachability *reach)
{
    size_t bytes = sizeof *reach + reach->floor_count * sizeof *reach->levels;
    for (uint32_t i = 0; i < reach->floor_count; ++i) {
        bytes += wend_islands_memory_bytes(reach->levels[i].islands);
        bytes += wend_clearance_memory_bytes(reach->levels[i].own);
    }
    return bytes + wendi_link_closure_memory_bytes(&reach->ways);
}

/* ---- ways ---- */

static uint32_t island_at(const wendi_reachability *reach, uint32_t floor, int32_t x, int32_t y)
{
    const level *at = &reach->levels[floor];
    const uint32_t width = (uint32_t)reach->flow->map.floors[floor].width;
    return wend_islands_at(at->islands, (uint32_t)y * width + (uint32_t)x);
}

static uint64_t node_at(const wendi_reachability *reach, uint32_t sector, uint8_t x, uint8_t y)
{
    const wendi_sector_bounds place = wendi_sector_map_bounds(&reach->flow->map, sector);
    return (uint64_t)place.floor << 32 | island_at(reach, place.floor, place.x + x, place.y + y);
}

static wend_result join_ways(wendi_reachability *reach)
{
    const wendi_portal_graph *portals = reach->flow->classes[reach->flow_class].portals;
    uint32_t count = 0;
    const wendi_sector_link *ways = wendi_portal_graph_links(portals, &count);
    wendi_link_closure made;
    wendi_link_closure_init(&made, &reach->allocator);
    bool is_done = true;
    for (uint32_t i = 0; is_done && i < count; ++i) {
        const uint64_t from = node_at(reach, ways[i].from_sector, ways[i].from_x, ways[i].from_y);
        const uint64_t to = node_at(reach, ways[i].to_sector, ways[i].to_x, ways[i].to_y);
        const bool is_open = (uint32_t)from != WEND_ISLAND_NONE && (uint32_t)to != WEND_ISLAND_NONE;
        is_done = !is_open || from == to || wendi_link_closure_add(&made, from, to);
    }
    if (!is_done || !wendi_link_closure_build(&made)) {
        wendi_link_closure_free(&made);
        return WEND_ERROR_MEMORY;
    }
    wendi_link_closure_free(&reach->ways);
    reach->ways = made;
    reach->stamp = wendi_portal_graph_stamp(portals);
    reach->has_islands = true;
    return WEND_OK;
}

wend_result wendi_reachability_update(wendi_reachability *reach)
{
    for (uint32_t i = 0; i < reach->floor_count; ++i) {
        if (!wend_islands_is_fresh(reach->levels[i].islands)) {
            reach->has_islands = false;
            const wend_result result = wend_islands_update(reach->levels[i].islands);
            if (result != WEND_OK) {
                return result;
            }
        }
    }
    return wendi_reachability_is_fresh(reach) ? WEND_OK : join_ways(reach);
}

/* A stamp without edits of the grid is that of the first build. */
bool wendi_reachability_is_fresh(const wendi_reachability *reach)
{
    const wendi_portal_graph *portals = reach->flow->classes[reach->flow_class].portals;
    bool is_fresh = reach->has_islands && reach->stamp == wendi_portal_graph_stamp(portals);
    for (uint32_t i = 0; is_fresh && i < reach->floor_count; ++i) {
        is_fresh = wend_islands_is_fresh(reach->levels[i].islands);
    }
    return is_fresh;
}

/* ---- questions ---- */

bool wendi_reachability_has_path(const wendi_reachability *reach, uint32_t floor_a, int32_t ax,
                                 int32_t ay, uint32_t floor_b, int32_t bx, int32_t by)
{
    const uint32_t a = island_at(reach, floor_a, ax, ay);
    const uint32_t b = island_at(reach, floor_b, bx, by);
    if (a == WEND_ISLAND_NONE || b == WEND_ISLAND_NONE) {
        return false;
    }
    const uint64_t from = (uint64_t)floor_a << 32 | a;
    const uint64_t to = (uint64_t)floor_b << 32 | b;
    return from == to || wendi_link_closure_leads(&reach->ways, from, to);
}

bool wend_flow_can_reach(const wend_flow *flow, uint32_t flow_class, wend_flow_position a,
                         wend_flow_position b)
{
    if (flow == NULL || flow_class >= flow->class_count || a.floor >= flow->map.floor_count ||
        b.floor >= flow->map.floor_count) {
        return false;
    }
    int32_t ax = 0, ay = 0, bx = 0, by = 0;
    if (!wendi_sector_map_cell_at(&flow->map, a.floor, a.position, &ax, &ay) ||
        !wendi_sector_map_cell_at(&flow->map, b.floor, b.position, &bx, &by)) {
        return false;
    }
    return wendi_reachability_has_path(flow->classes[flow_class].reach, a.floor, ax, ay, b.floor,
                                       bx, by);
}

/* ---- the nearest place ---- */

/* Of the goal's own cell the goal itself is meant. */
static wend_flow_position place_of(const wend_grid *grid, wend_node node, wend_flow_position goal)
{
    if (node != wend_grid_node_at(grid, goal.position)) {
        goal.position = wend_grid_position(grid, node);
    }
    return goal;
}

wend_result wend_flow_nearest_reachable(const wend_flow *flow, uint32_t flow_class,
                                        wend_flow_position from, wend_flow_position goal,
                                        wend_flow_position *nearest)
{
    if (nearest == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *nearest = from;
    if (flow == NULL || flow_class >= flow->class_count || from.floor >= flow->map.floor_count ||
        goal.floor != from.floor) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_grid *grid = flow->map.floors[from.floor].grid;
    const wend_node start = wend_grid_node_at(grid, from.position);
    const wend_node end = wend_grid_node_at(grid, goal.position);
    wend_node found = WEND_NODE_NONE;
    const wendi_reachability *reach = flow->classes[flow_class].reach;
    if (start == WEND_NODE_NONE || end == WEND_NODE_NONE) {
        return WEND_ERROR_ARGUMENT;
    }
    if (wend_flow_can_reach(flow, flow_class, from, goal)) { /* over other floors, too */
        if (!wendi_reachability_is_fresh(reach)) {
            return WEND_ERROR_STALE;
        }
        *nearest = goal;
        return WEND_OK;
    }
    const wend_result result =
        wend_islands_nearest(reach->levels[from.floor].islands, start, end, &found);
    if (result == WEND_OK) {
        *nearest = place_of(grid, found, goal);
    }
    return result;
}
