/* takes: a request.
 * gives: a plan that is begun: its open goals, and its sources that can reach one of them.
 * cost:  a look at each goal and source; reach is constant, against one goal of each island. */
#include "flow/plan/plan.h"

#include <string.h>

#include "flow/plan/tile_job.h"

static bool is_open(const wend_flow *flow, uint32_t flow_class, const wendi_flow_endpoint *place)
{
    const wendi_sector_bounds sector = wendi_sector_map_bounds(&flow->map, place->sector);
    const wendi_tile_shape shape = wendi_tile_shape_of(sector.width, sector.height);
    const wendi_cost_tile ground =
        wendi_portal_graph_cost_tile(flow->classes[flow_class].portals, place->sector);
    return ground.cost[wendi_tile_index(&shape, place->x - sector.x, place->y - sector.y)] !=
           WENDI_TILE_WALL;
}

static wendi_sector_cell route_place(const wend_flow *flow, const wendi_flow_endpoint *place)
{
    const wendi_sector_bounds sector = wendi_sector_map_bounds(&flow->map, place->sector);
    return (wendi_sector_cell){place->sector, (uint8_t)(place->x - sector.x),
                               (uint8_t)(place->y - sector.y)};
}

static bool can_reach(const wendi_reachability *reach, const wendi_flow_endpoint *from,
                      const wendi_flow_endpoint *to)
{
    return wendi_reachability_has_path(reach, from->floor, from->x, from->y, to->floor, to->x,
                                       to->y);
}

static void take_goals(const wend_flow *flow, const wendi_flow_request *request, wendi_plan *plan)
{
    uint32_t points = 0;
    for (uint32_t i = 0; i < request->goal_count; ++i) {
        const wendi_flow_endpoint *goal = &request->goals[i];
        if (!is_open(flow, request->flow_class, goal)) {
            plan->is_touchy = true;
            continue;
        }
        points += goal->is_area ? 0 : 1;
        plan->route_goals[plan->goal_count] = route_place(flow, goal);
        plan->goals[plan->goal_count++] = *goal;
    }
    const bool is_seen = flow->has_line_of_sight && points == plan->goal_count &&
                         points <= WEND_FLOW_LINE_OF_SIGHT_GOALS;
    plan->sight_goal_count = is_seen ? points : 0;
}

/* Goals that others lead to anyway are not asked again: one for each island is left. */
static void pick_goals(const wendi_reachability *reach, wendi_plan *plan)
{
    for (uint32_t i = 0; i < plan->goal_count; ++i) {
        bool is_known = false;
        for (uint32_t k = 0; k < plan->picked_count && !is_known; ++k) {
            const wendi_flow_endpoint *other = &plan->goals[plan->picked[k]];
            is_known = can_reach(reach, &plan->goals[i], other) &&
                       can_reach(reach, other, &plan->goals[i]);
        }
        if (!is_known) {
            plan->picked[plan->picked_count++] = i;
        }
    }
}

static void take_sources(const wend_flow *flow, const wendi_flow_request *request, wendi_plan *plan)
{
    const wendi_reachability *reach = flow->classes[request->flow_class].reach;
    for (uint32_t i = 0; i < request->source_count; ++i) {
        const wendi_flow_endpoint *source = &request->sources[i];
        bool is_reachable = false;
        if (is_open(flow, request->flow_class, source)) {
            for (uint32_t k = 0; k < plan->picked_count && !is_reachable; ++k) {
                is_reachable = can_reach(reach, source, &plan->goals[plan->picked[k]]);
            }
        }
        if (is_reachable) {
            plan->route_sources[plan->route_source_count++] = route_place(flow, source);
        } else {
            ++plan->unreachable_count;
            plan->is_touchy = true;
        }
    }
}

/* ---- windows as seeds, all of the map: every window is a source ---- */

static uint32_t count_windows(const wend_flow *flow, uint32_t flow_class)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < flow->map.sector_count; ++i) {
        count += wendi_portal_graph_sector(flow->classes[flow_class].portals, i).window_count;
    }
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

static void take_windows_of(const wend_flow *flow, wendi_plan *plan, uint32_t index)
{
    const wendi_flow_class *movement = &flow->classes[plan->flow_class];
    const wendi_sector_portals page = wendi_portal_graph_sector(movement->portals, index);
    const wendi_sector_bounds sector = wendi_sector_map_bounds(&flow->map, index);
    for (uint32_t w = 0; w < page.window_count; ++w) {
        int32_t x = 0, y = 0;
        wendi_portal_cell(&sector, &page.windows[w], &x, &y);
        const wendi_flow_endpoint source = {
            .sector = index, .floor = sector.floor, .x = sector.x + x, .y = sector.y + y};
        bool is_reachable = false;
        for (uint32_t k = 0; k < plan->picked_count && !is_reachable; ++k) {
            is_reachable = can_reach(movement->reach, &source, &plan->goals[plan->picked[k]]);
        }
        if (is_reachable && plan->route_source_count < plan->source_capacity) {
            plan->route_sources[plan->route_source_count++] = route_place(flow, &source);
        }
    }
}

/* The goals' own sectors come first: they may have no windows at all. */
static void take_windows(const wend_flow *flow, wendi_plan *plan)
{
    for (uint32_t i = 0; i < plan->goal_count; ++i) {
        plan->route_sources[plan->route_source_count++] = plan->route_goals[i];
    }
    for (uint32_t i = 0; i < flow->map.sector_count; ++i) {
        take_windows_of(flow, plan, i);
    }
}

static bool is_by_windows(const wendi_flow_request *request)
{
    return request->covers_all && request->seeds == WEND_FLOW_SEED_PORTALS;
}

/* ---- all ---- */

static bool make_arrays(const wend_flow *flow, wendi_plan *plan)
{
    const wend_allocator *a = &flow->allocator;
    const size_t goals = plan->goal_capacity, sources = plan->source_capacity;
    plan->goals = wendi_alloc(a, goals * sizeof *plan->goals);
    plan->route_goals = wendi_alloc(a, goals * sizeof *plan->route_goals);
    plan->picked = wendi_alloc(a, goals * sizeof *plan->picked);
    plan->route_sources = wendi_alloc(a, sources * sizeof *plan->route_sources);
    return plan->goals != NULL && plan->route_goals != NULL && plan->picked != NULL &&
           (plan->route_sources != NULL || sources == 0);
}

wend_result wendi_plan_create(wend_flow *flow, const wendi_flow_request *request, wendi_plan **out)
{
    const wend_allocator *a = &flow->allocator;
    *out = NULL;
    wendi_plan *plan = wendi_alloc_zero(a, sizeof *plan);
    if (plan != NULL) {
        plan->goal_capacity = request->goal_count;
        plan->source_capacity = is_by_windows(request)
                                    ? count_windows(flow, request->flow_class) + request->goal_count
                                    : request->source_count;
        wendi_heap_init(&plan->queue, a);
    }
    if (plan == NULL || !make_arrays(flow, plan)) {
        wendi_plan_destroy(flow, plan);
        return WEND_ERROR_MEMORY;
    }
    plan->request = (uint32_t)(request - flow->requests);
    plan->seeds = request->seeds;
    plan->flow_class = request->flow_class;
    plan->is_whole = request->covers_all;
    plan->stamp = wendi_portal_graph_stamp(flow->classes[request->flow_class].portals);
    take_goals(flow, request, plan);
    pick_goals(flow->classes[request->flow_class].reach, plan);
    if (is_by_windows(request)) {
        take_windows(flow, plan);
    } else {
        take_sources(flow, request, plan);
    }
    const bool is_empty =
        plan->goal_count == 0 || (!plan->is_whole && plan->route_source_count == 0);
    plan->is_touchy |= is_empty;
    plan->phase = is_empty
                      ? WENDI_PHASE_DONE
                      : (plan->route_source_count == 0 ? WENDI_PHASE_COVER : WENDI_PHASE_ROUTE);
    *out = plan;
    return WEND_OK;
}

static void give_fields(wend_flow *flow, const wendi_plan *plan)
{
    for (uint32_t i = 0; i < plan->tile_count; ++i) {
        const uint32_t field = plan->tiles[i].field;
        if (field != WENDI_FIELD_NONE && field != WENDI_FIELD_VISIBLE) {
            wendi_field_cache_release(&flow->fields, field, flow->update);
        }
    }
}

void wendi_plan_destroy(wend_flow *flow, wendi_plan *plan)
{
    if (plan == NULL) {
        return;
    }
    const wend_allocator *a = &flow->allocator;
    give_fields(flow, plan);
    wendi_free(a, plan->goals, plan->goal_capacity * sizeof *plan->goals);
    wendi_free(a, plan->route_goals, plan->goal_capacity * sizeof *plan->route_goals);
    wendi_free(a, plan->picked, plan->goal_capacity * sizeof *plan->picked);
    wendi_free(a, plan->route_sources, plan->source_capacity * sizeof *plan->route_sources);
    wendi_free(a, plan->places, plan->route.step_count * sizeof *plan->places);
    wendi_route_free(&plan->route, a);
    wendi_free(a, plan->tiles, plan->tile_capacity * sizeof *plan->tiles);
    wendi_free(a, plan->looks, plan->look_capacity * sizeof *plan->looks);
    if (plan->table != NULL) {
        wendi_free(a, plan->table, ((size_t)1 << plan->table_bits) * sizeof *plan->table);
    }
    wendi_free(a, plan->order, plan->order_capacity * sizeof *plan->order);
    wendi_free(a, plan->sight_blocks, plan->sight_capacity * flow->fields.cells);
    wendi_free(a, plan->lights, plan->light_count * sizeof *plan->lights);
    wendi_free(a, plan->ways, plan->way_capacity * sizeof *plan->ways);
    wendi_free(a, plan->beams, plan->beam_capacity * sizeof *plan->beams);
    wendi_plan_borders_free(a, plan, flow->fields.cells);
    wendi_heap_free(&plan->queue);
    wendi_free(a, plan, sizeof *plan);
}

size_t wendi_plan_memory_bytes(const wendi_plan *plan, size_t sector_cells)
{
    size_t bytes = sizeof *plan + plan->goal_capacity * (sizeof *plan->goals);
    bytes += plan->goal_capacity * (sizeof *plan->route_goals + sizeof *plan->picked);
    bytes += plan->source_capacity * sizeof *plan->route_sources;
    bytes += plan->route.step_count * (sizeof *plan->route.steps + sizeof *plan->places);
    bytes += (plan->route.source_count + plan->route.visited_count) * sizeof(uint32_t);
    bytes += plan->tile_capacity * sizeof *plan->tiles;
    bytes += plan->look_capacity * sizeof *plan->looks;
    bytes += plan->order_capacity * sizeof *plan->order;
    bytes += plan->table != NULL ? ((size_t)1 << plan->table_bits) * sizeof *plan->table : 0;
    bytes += plan->sight_capacity * sector_cells;
    bytes += plan->light_count * sizeof *plan->lights;
    bytes += plan->way_capacity * sizeof *plan->ways;
    bytes += plan->beam_capacity * sizeof *plan->beams;
    bytes += plan->border_count > 0
                 ? wendi_plan_borders_memory_bytes(sector_cells, plan->border_count)
                 : 0;
    bytes += plan->queue.capacity * sizeof *plan->queue.nodes;
    return bytes + plan->queue.places.capacity * sizeof *plan->queue.places.items;
}

bool wendi_plan_is_current(const wend_flow *flow, const wendi_plan *plan)
{
    const wendi_portal_graph *portals = flow->classes[plan->flow_class].portals;
    if (wendi_portal_graph_stamp(portals) == plan->stamp) {
        return true;
    }
    /* Which sectors a search looked at is known only when it is over. */
    if (plan->is_touchy || plan->is_whole || plan->phase == WENDI_PHASE_ROUTE) {
        return false;
    }
    for (uint32_t i = 0; i < plan->route.visited_count; ++i) {
        if (wendi_portal_graph_sector_stamp(portals, plan->route.visited[i]) > plan->stamp) {
            return false;
        }
    }
    for (uint32_t i = 0; i < plan->tile_count; ++i) {
        if (wendi_portal_graph_sector_stamp(portals, plan->tiles[i].sector) > plan->stamp) {
            return false;
        }
    }
    return true;
}
