/* Tests if a cell can be reached from another one, by the connected components (islands) of each
 * floor and the links and joins of a class.
 * Cost: components are repaired as in wend/islands.h; all links are read when they or components
 * changed. A query reads two components, and takes binary searches where links join them. */
#include "flow/core/link_closure.h"
#include "wend/clearance.h"
#include "wend/grid.h"
#include "wend/islands.h"

#include <string.h>

/* A floor for the class. */
typedef struct reachability_floor {
    wend_islands *islands;
    wend_clearance *own; /* NULL: none was created here */
} reachability_floor;

struct wendi_reachability {
    const wend_flow *flow;
    wend_allocator allocator;
    uint32_t flow_class;
    reachability_floor *floors; /* [floor_count] */
    uint32_t floor_count;
    wendi_link_closure links;
    uint32_t stamp;   /* of the portal graph that the links were read from */
    bool has_islands; /* `links` is of the current components */
};

/* ---- components ---- */

/* Fields have no diagonal step past a blocked cell, with every rule of the map. Components of discs
 * have none either, however small the disc is. */
static wend_result create_clearance(const wend_grid *grid, const wend_flow_class *movement,
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

static wend_result create_floor(wendi_reachability *reach, uint32_t floor, wend_message *message)
{
    const wend_grid *grid = reach->flow->map.floors[floor].grid;
    const wendi_flow_class *movement = &reach->flow->classes[reach->flow_class];
    reachability_floor *at = &reach->floors[floor];
    wend_islands_def def = wend_islands_def_default();
    def.grid = grid;
    def.movement_class = movement->def.movement_class;
    def.team = movement->def.team;
    def.radius = movement->def.radius;
    def.clearance = wendi_portal_graph_clearance(movement->graph, floor);
    def.allocator = reach->allocator;
    def.message = message;
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    if (def.clearance == NULL && info.neighbours == WEND_NEIGHBOURS_8 &&
        info.corner_rule == WEND_CORNER_ALWAYS) {
        const wend_result result =
            create_clearance(grid, &movement->def, &reach->allocator, &at->own, message);
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
    const uint32_t count = flow->map.floor_count;
    wendi_reachability *reach = wendi_alloc_zero(&flow->allocator, sizeof *reach);
    reachability_floor *floors = wendi_alloc_zero(&flow->allocator, count * sizeof *floors);
    if (reach == NULL || floors == NULL) {
        wendi_free(&flow->allocator, reach, sizeof *reach);
        wendi_free(&flow->allocator, floors, count * sizeof *floors);
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    reach->flow = flow;
    reach->allocator = flow->allocator;
    reach->flow_class = flow_class;
    reach->floors = floors;
    reach->floor_count = count;
    wendi_link_closure_init(&reach->links, &reach->allocator);
    for (uint32_t i = 0; i < count; ++i) {
        const wend_result result = create_floor(reach, i, message);
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
        wend_islands_destroy(reach->floors[i].islands);
        wend_clearance_destroy(reach->floors[i].own);
    }
    wendi_link_closure_free(&reach->links);
    const wend_allocator allocator = reach->allocator;
    wendi_free(&allocator, reach->floors, reach->floor_count * sizeof *reach->floors);
    wendi_free(&allocator, reach, sizeof *reach);
}

size_t wendi_reachability_memory_bytes(const wendi_reachability *reach)
{
    size_t bytes = sizeof *reach + reach->floor_count * sizeof *reach->floors;
    for (uint32_t i = 0; i < reach->floor_count; ++i) {
        bytes += wend_islands_memory_bytes(reach->floors[i].islands);
        bytes += wend_clearance_memory_bytes(reach->floors[i].own);
    }
    return bytes + wendi_link_closure_memory_bytes(&reach->links);
}

/* ---- links ---- */

static uint32_t island_at(const wendi_reachability *reach, uint32_t floor, int32_t x, int32_t y)
{
    const reachability_floor *at = &reach->floors[floor];
    const uint32_t width = (uint32_t)reach->flow->map.floors[floor].width;
    return wend_islands_at(at->islands, (uint32_t)y * width + (uint32_t)x);
}

static uint64_t node_at(const wendi_reachability *reach, uint32_t sector, uint8_t x, uint8_t y)
{
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(&reach->flow->map, sector);
    return (uint64_t)bounds.floor << 32 |
           island_at(reach, bounds.floor, bounds.x + x, bounds.y + y);
}

static wend_result build_links(wendi_reachability *reach)
{
    const wendi_portal_graph *graph = reach->flow->classes[reach->flow_class].graph;
    uint32_t count = 0;
    const wendi_sector_link *links = wendi_portal_graph_links(graph, &count);
    wendi_link_closure made;
    wendi_link_closure_init(&made, &reach->allocator);
    bool is_done = true;
    for (uint32_t i = 0; is_done && i < count; ++i) {
        const uint64_t from =
            node_at(reach, links[i].from_sector, links[i].from_x, links[i].from_y);
        const uint64_t to = node_at(reach, links[i].to_sector, links[i].to_x, links[i].to_y);
        const bool is_open = (uint32_t)from != WEND_ISLAND_NONE && (uint32_t)to != WEND_ISLAND_NONE;
        is_done = !is_open || from == to || wendi_link_closure_add(&made, from, to);
    }
    if (!is_done || !wendi_link_closure_build(&made)) {
        wendi_link_closure_free(&made);
        return WEND_ERROR_MEMORY;
    }
    wendi_link_closure_free(&reach->links);
    reach->links = made;
    reach->stamp = wendi_portal_graph_stamp(graph);
    reach->has_islands = true;
    return WEND_OK;
}

wend_result wendi_reachability_update(wendi_reachability *reach)
{
    for (uint32_t i = 0; i < reach->floor_count; ++i) {
        if (!wend_islands_is_fresh(reach->floors[i].islands)) {
            reach->has_islands = false;
            const wend_result result = wend_islands_update(reach->floors[i].islands);
            if (result != WEND_OK) {
                return result;
            }
        }
    }
    return wendi_reachability_is_fresh(reach) ? WEND_OK : build_links(reach);
}

/* Without edits the stamp stays that of the first build. */
bool wendi_reachability_is_fresh(const wendi_reachability *reach)
{
    const wendi_portal_graph *graph = reach->flow->classes[reach->flow_class].graph;
    bool is_fresh = reach->has_islands && reach->stamp == wendi_portal_graph_stamp(graph);
    for (uint32_t i = 0; is_fresh && i < reach->floor_count; ++i) {
        is_fresh = wend_islands_is_fresh(reach->floors[i].islands);
    }
    return is_fresh;
}

/* ---- queries ---- */

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
    return from == to || wendi_link_closure_leads(&reach->links, from, to);
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

/* ---- nearest reachable cell ---- */

/* The goal's own position if the node is its cell. */
static wend_flow_position position_of(const wend_grid *grid, wend_node node,
                                      wend_flow_position goal)
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
        wend_islands_nearest(reach->floors[from.floor].islands, start, end, &found);
    if (result == WEND_OK) {
        *nearest = position_of(grid, found, goal);
    }
    return result;
}
