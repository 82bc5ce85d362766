/* Begins a plan for a request: its open goals, and its sources that can reach one of them.
 * Cost: each goal and source; reachability is tested against one goal of each component. */
#include "flow/plan/repair.h"

#include <string.h>

static bool is_open(const wend_flow *flow, uint32_t flow_class, const wendi_flow_endpoint *endpoint)
{
    const wendi_sector_bounds sector = wendi_sector_map_bounds(&flow->map, endpoint->sector);
    const wendi_tile_shape shape = wendi_tile_shape_of(sector.width, sector.height);
    const wendi_cost_tile ground =
        wendi_portal_graph_cost_tile(flow->classes[flow_class].graph, endpoint->sector);
    return ground.cost[wendi_tile_index(&shape, endpoint->x - sector.x, endpoint->y - sector.y)] !=
           WENDI_TILE_WALL;
}

static wendi_sector_cell sector_cell_of(const wend_flow *flow, const wendi_flow_endpoint *endpoint)
{
    const wendi_sector_bounds sector = wendi_sector_map_bounds(&flow->map, endpoint->sector);
    return (wendi_sector_cell){endpoint->sector, (uint8_t)(endpoint->x - sector.x),
                               (uint8_t)(endpoint->y - sector.y)};
}

static bool can_reach(const wendi_reachability *reach, const wendi_flow_endpoint *from,
                      const wendi_flow_endpoint *to)
{
    return wendi_reachability_has_path(reach, from->floor, from->x, from->y, to->floor, to->x,
                                       to->y);
}

static void collect_sources(const wend_flow *flow, const wendi_flow_request *request,
                            wendi_plan *plan)
{
    const wendi_reachability *reach = flow->classes[request->flow_class].reach;
    for (uint32_t i = 0; i < request->source_count; ++i) {
        const wendi_flow_endpoint *source = &request->sources[i];
        bool is_reachable = false;
        if (is_open(flow, request->flow_class, source)) {
            for (uint32_t k = 0; k < plan->component_goal_count && !is_reachable; ++k) {
                is_reachable = can_reach(reach, source, &plan->goals[plan->component_goals[k]]);
            }
        }
        if (is_reachable) {
            plan->route_sources[plan->route_source_count++] = sector_cell_of(flow, source);
        } else {
            ++plan->unreachable_count;
            plan->any_change_matters = true;
        }
    }
}

/* ---- portals as seeds, whole map: every portal is a source ---- */

static uint32_t count_portals(const wend_flow *flow, uint32_t flow_class)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < flow->map.sector_count; ++i) {
        count += wendi_portal_graph_sector(flow->classes[flow_class].graph, i).portal_count;
    }
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

static void collect_sector_portals(const wend_flow *flow, wendi_plan *plan, uint32_t index)
{
    const wendi_flow_class *movement = &flow->classes[plan->flow_class];
    const wendi_sector_portals page = wendi_portal_graph_sector(movement->graph, index);
    const wendi_sector_bounds sector = wendi_sector_map_bounds(&flow->map, index);
    for (uint32_t w = 0; w < page.portal_count; ++w) {
        int32_t x = 0, y = 0;
        wendi_portal_cell(&sector, &page.portals[w], &x, &y);
        const wendi_flow_endpoint source = {
            .sector = index, .floor = sector.floor, .x = sector.x + x, .y = sector.y + y};
        bool is_reachable = false;
        for (uint32_t k = 0; k < plan->component_goal_count && !is_reachable; ++k) {
            is_reachable =
                can_reach(movement->reach, &source, &plan->goals[plan->component_goals[k]]);
        }
        if (is_reachable && plan->route_source_count < plan->source_capacity) {
            plan->route_sources[plan->route_source_count++] = sector_cell_of(flow, &source);
        }
    }
}

/* The goals' sectors come first, as they may have no portals at all. */
static void collect_portals(const wend_flow *flow, wendi_plan *plan)
{
    for (uint32_t i = 0; i < plan->goal_count; ++i) {
        plan->route_sources[plan->route_source_count++] = plan->route_goals[i];
    }
    for (uint32_t i = 0; i < flow->map.sector_count; ++i) {
        collect_sector_portals(flow, plan, i);
    }
}

static bool starts_at_portals(const wendi_flow_request *request)
{
    return request->covers_all && request->seeds == WEND_FLOW_SEED_PORTALS;
}

/* ---- creation ---- */

static bool allocate_arrays(const wend_flow *flow, wendi_plan *plan)
{
    const wend_allocator *a = &flow->allocator;
    const size_t goals = plan->goal_capacity, sources = plan->source_capacity;
    plan->goals = wendi_alloc(a, goals * sizeof *plan->goals);
    plan->route_goals = wendi_alloc(a, goals * sizeof *plan->route_goals);
    plan->component_goals = wendi_alloc(a, goals * sizeof *plan->component_goals);
    plan->route_sources = wendi_alloc(a, sources * sizeof *plan->route_sources);
    return plan->goals != NULL && plan->route_goals != NULL && plan->component_goals != NULL &&
           (plan->route_sources != NULL || sources == 0);
}

wend_result wendi_plan_create(wend_flow *flow, const wendi_flow_request *request, wendi_plan **out)
{
    const wend_allocator *a = &flow->allocator;
    *out = NULL;
    wendi_plan *plan = wendi_alloc_zero(a, sizeof *plan);
    if (plan != NULL) {
        plan->goal_capacity = request->goal_count;
        plan->source_capacity = starts_at_portals(request)
                                    ? count_portals(flow, request->flow_class) + request->goal_count
                                    : request->source_count;
        plan->users = 1;
        wendi_heap_init(&plan->queue, a);
    }
    if (plan == NULL || !allocate_arrays(flow, plan)) {
        wendi_plan_release(flow, plan);
        return WEND_ERROR_MEMORY;
    }
    plan->seeds = request->seeds;
    plan->flow_class = request->flow_class;
    plan->is_whole = request->covers_all;
    plan->stamp = wendi_portal_graph_stamp(flow->classes[request->flow_class].graph);

    uint32_t points = 0;
    for (uint32_t i = 0; i < request->goal_count; ++i) {
        const wendi_flow_endpoint *goal = &request->goals[i];
        if (!is_open(flow, request->flow_class, goal)) {
            plan->any_change_matters = true;
            continue;
        }
        points += goal->is_area ? 0 : 1;
        plan->route_goals[plan->goal_count] = sector_cell_of(flow, goal);
        plan->goals[plan->goal_count++] = *goal;
    }
    const bool is_seen = flow->has_line_of_sight && points == plan->goal_count &&
                         points <= WEND_FLOW_LINE_OF_SIGHT_GOALS;
    plan->los_goal_count = is_seen ? points : 0;

    /* Goals that can reach each other are equivalent: one of each component is kept. */
    const wendi_reachability *reach = flow->classes[request->flow_class].reach;
    for (uint32_t i = 0; i < plan->goal_count; ++i) {
        bool is_known = false;
        for (uint32_t k = 0; k < plan->component_goal_count && !is_known; ++k) {
            const wendi_flow_endpoint *other = &plan->goals[plan->component_goals[k]];
            is_known = can_reach(reach, &plan->goals[i], other) &&
                       can_reach(reach, other, &plan->goals[i]);
        }
        if (!is_known) {
            plan->component_goals[plan->component_goal_count++] = i;
        }
    }

    if (starts_at_portals(request)) {
        collect_portals(flow, plan);
    } else {
        collect_sources(flow, request, plan);
    }
    const bool is_empty =
        plan->goal_count == 0 || (!plan->is_whole && plan->route_source_count == 0);
    plan->any_change_matters |= is_empty;
    plan->phase = is_empty
                      ? WENDI_PHASE_DONE
                      : (plan->route_source_count == 0 ? WENDI_PHASE_COVER : WENDI_PHASE_ROUTE);
    *out = plan;
    return WEND_OK;
}

void wendi_plan_release(wend_flow *flow, wendi_plan *plan)
{
    if (plan == NULL || --plan->users > 0) {
        return;
    }
    const wend_allocator *a = &flow->allocator;
    flow->router_owner = flow->router_owner == plan ? NULL : flow->router_owner;

    for (uint32_t i = 0; i < plan->tile_count; ++i) {
        const uint32_t field = plan->tiles[i].field;
        if (field != WENDI_FIELD_NONE && field != WENDI_FIELD_VISIBLE) {
            wendi_field_cache_release(&flow->fields, field, flow->update);
        }
    }

    wendi_free(a, plan->goals, plan->goal_capacity * sizeof *plan->goals);
    wendi_free(a, plan->route_goals, plan->goal_capacity * sizeof *plan->route_goals);
    wendi_free(a, plan->component_goals, plan->goal_capacity * sizeof *plan->component_goals);
    wendi_free(a, plan->route_sources, plan->source_capacity * sizeof *plan->route_sources);
    wendi_free(a, plan->step_targets, plan->route.step_count * sizeof *plan->step_targets);
    wendi_route_free(&plan->route, a);
    wendi_free(a, plan->tiles, plan->tile_capacity * sizeof *plan->tiles);
    wendi_free(a, plan->tile_views, plan->view_capacity * sizeof *plan->tile_views);
    if (plan->table != NULL) {
        wendi_free(a, plan->table, ((size_t)1 << plan->table_bits) * sizeof *plan->table);
    }
    wendi_free(a, plan->los_order, plan->los_order_capacity * sizeof *plan->los_order);
    wendi_free(a, plan->los_blocks, plan->los_block_capacity * flow->fields.cells);
    wendi_free(a, plan->tile_beams, plan->tile_beams_count * sizeof *plan->tile_beams);
    wendi_free(a, plan->links, plan->link_capacity * sizeof *plan->links);
    wendi_free(a, plan->beams, plan->beam_capacity * sizeof *plan->beams);
    wendi_plan_borders_free(a, plan, flow->fields.cells);
    wendi_heap_free(&plan->queue);
    wendi_repair_free(a, plan);
    wendi_free(a, plan, sizeof *plan);
}

size_t wendi_plan_memory_bytes(const wendi_plan *plan, size_t sector_cells)
{
    size_t bytes = sizeof *plan + plan->goal_capacity * (sizeof *plan->goals);
    bytes += plan->goal_capacity * (sizeof *plan->route_goals + sizeof *plan->component_goals);
    bytes += plan->source_capacity * sizeof *plan->route_sources;
    bytes += plan->route.step_count * (sizeof *plan->route.steps + sizeof *plan->step_targets);
    bytes += (plan->route.source_count + plan->route.visited_count) * sizeof(uint32_t);
    bytes += plan->tile_capacity * sizeof *plan->tiles;
    bytes += plan->view_capacity * sizeof *plan->tile_views;
    bytes += plan->los_order_capacity * sizeof *plan->los_order;
    bytes += plan->table != NULL ? ((size_t)1 << plan->table_bits) * sizeof *plan->table : 0;
    bytes += plan->los_block_capacity * sector_cells;
    bytes += plan->tile_beams_count * sizeof *plan->tile_beams;
    bytes += plan->link_capacity * sizeof *plan->links;
    bytes += plan->beam_capacity * sizeof *plan->beams;
    bytes += plan->border_count > 0
                 ? wendi_plan_borders_memory_bytes(sector_cells, plan->border_count)
                 : 0;
    bytes += plan->queue.capacity * sizeof *plan->queue.nodes + wendi_repair_memory_bytes(plan);
    return bytes + plan->queue.slots.capacity * sizeof *plan->queue.slots.items;
}

bool wendi_plan_is_current(const wend_flow *flow, const wendi_plan *plan)
{
    const wendi_portal_graph *graph = flow->classes[plan->flow_class].graph;
    if (wendi_portal_graph_stamp(graph) == plan->stamp) {
        return true;
    }
    /* The sectors that a search visits are known only when it is complete. */
    if (plan->any_change_matters || plan->is_whole || plan->phase == WENDI_PHASE_ROUTE) {
        return false;
    }
    for (uint32_t i = 0; i < plan->route.visited_count; ++i) {
        if (wendi_portal_graph_sector_stamp(graph, plan->route.visited[i]) > plan->stamp) {
            return false;
        }
    }
    for (uint32_t i = 0; i < plan->tile_count; ++i) {
        if (wendi_portal_graph_sector_stamp(graph, plan->tiles[i].sector) > plan->stamp) {
            return false;
        }
    }
    return true;
}
