/* Takes: goals and sources.
 * Gives: a tree of steps from sector to sector.
 * Cost: a search over windows, which all sources share; slices of it. */
#include "flow/route/route_private.h"

#include <string.h>

/* Windows looked at for a source before its way is planned over groups: some 10 ms. Open maps of
 * any size do with less, and so do maps of 1000 x 1000 cells with walls at random. */
enum { PATIENCE = 32768 };

/* Between windows in the middle of sides an open diagonal is no straight one: across a sector of n
 * cells it costs 17 n + 14 (n even) or + 7 (odd) units. In 2 nths of a unit, a whole number for
 * half a cell. */
static void set_parts(wendi_router *r, int32_t n)
{
    r->unit_parts = (uint32_t)(2 * n);
    r->straight = (uint32_t)(WENDI_FLOW_STRAIGHT * n);
    r->diagonal = (uint32_t)(WENDI_FLOW_DIAGONAL * n + (n % 2 == 0 ? 14 : 7));
}

wend_result wendi_router_create(const wendi_sector_map *map, double merge_slack, int32_t group_size,
                                const wend_allocator *allocator, wendi_router **router)
{
    *router = NULL;
    wendi_router *r = wendi_alloc_zero(allocator, sizeof *r);
    if (r == NULL) {
        return WEND_ERROR_MEMORY;
    }
    r->allocator = *allocator;
    r->map = map;
    r->slack = (uint64_t)(merge_slack * 65536);
    r->group_size = group_size;
    set_parts(r, map->sector_size);
    r->phase = WENDI_ROUTE_DONE;
    r->patience = PATIENCE;
    wendi_array_u32_init(&r->parked, allocator);
    wendi_array_u32_init(&r->goal_costs, allocator);
    wendi_array_u32_init(&r->first, allocator);
    if (group_size > 0 &&
        wendi_clusters_create(map, group_size, allocator, &r->groups) != WEND_OK) {
        wendi_router_destroy(r);
        return WEND_ERROR_MEMORY;
    }
    *router = r;
    return WEND_OK;
}

void wendi_router_destroy(wendi_router *r)
{
    if (r == NULL) {
        return;
    }
    const wend_allocator allocator = r->allocator;
    wendi_clusters_destroy(r->groups);
    wendi_cluster_search_destroy(r);
    wendi_key_table_destroy(&r->index, &allocator);
    wendi_key_table_destroy(&r->allowed, &allocator);
    wendi_array_u32_free(&r->parked);
    wendi_array_u32_free(&r->goal_costs);
    wendi_array_u32_free(&r->first);
    wendi_free(&allocator, r->goal_order, r->goal_capacity * sizeof r->goal_order[0]);
    wendi_free(&allocator, r->goal_scratch, r->goal_capacity * sizeof r->goal_scratch[0]);
    wendi_free(&allocator, r->blocks, r->block_capacity * sizeof r->blocks[0]);
    wendi_free(&allocator, r->nodes, r->node_capacity * sizeof r->nodes[0]);
    wendi_open_list_free(&r->queue, &allocator);
    wendi_free(&allocator, r->tracks, r->track_capacity * sizeof r->tracks[0]);
    wendi_free(&allocator, r->parts, r->part_capacity * sizeof r->parts[0]);
    wendi_free(&allocator, r, sizeof *r);
}

size_t wendi_router_memory_bytes(const wendi_router *r)
{
    return sizeof *r + wendi_key_table_memory_bytes(&r->index) +
           2 * r->goal_capacity * sizeof r->goal_order[0] +
           r->block_capacity * sizeof r->blocks[0] + r->node_capacity * sizeof r->nodes[0] +
           r->queue.capacity * sizeof r->queue.items[0] + r->track_capacity * sizeof r->tracks[0] +
           r->part_capacity * sizeof r->parts[0] +
           (r->goal_costs.capacity + r->first.capacity + r->parked.capacity) * sizeof(uint32_t) +
           wendi_key_table_memory_bytes(&r->allowed) + wendi_cluster_search_memory_bytes(r) +
           (r->groups == NULL ? 0 : wendi_clusters_memory_bytes(r->groups));
}

static bool reserve_goals(wendi_router *r, size_t count)
{
    if (count <= r->goal_capacity) {
        return true;
    }
    const size_t bytes = count * sizeof(wendi_sort_pair);
    wendi_sort_pair *order = wendi_alloc(&r->allocator, bytes);
    wendi_sort_pair *scratch = wendi_alloc(&r->allocator, bytes);
    if (order == NULL || scratch == NULL) {
        wendi_free(&r->allocator, order, bytes);
        wendi_free(&r->allocator, scratch, bytes);
        return false;
    }
    wendi_free(&r->allocator, r->goal_order, r->goal_capacity * sizeof(wendi_sort_pair));
    wendi_free(&r->allocator, r->goal_scratch, r->goal_capacity * sizeof(wendi_sort_pair));
    r->goal_order = order;
    r->goal_scratch = scratch;
    r->goal_capacity = count;
    return true;
}

static void clear(wendi_router *r)
{
    wendi_key_table_clear(&r->index);
    r->block_count = r->node_count = r->queue.count = 0;
    r->track_count = r->part_count = 0;
    wendi_key_table_clear(&r->allowed);
    wendi_cluster_search_clear(r);
    wendi_array_u32_clear(&r->parked);
    r->is_restricted = false;
    wendi_array_u32_clear(&r->goal_costs);
    wendi_array_u32_clear(&r->first);
    r->goal = r->source = 0;
    r->aims = 0;
    r->is_shared_aim = false;
    r->phase = WENDI_ROUTE_DONE;
}

wend_result wendi_router_begin(wendi_router *r, const wendi_portal_graph *portals,
                               const wendi_sector_cell *goals, size_t goal_count,
                               const wendi_sector_cell *sources, size_t source_count)
{
    clear(r);
    r->portals = portals;
    r->goals = goals;
    r->sources = sources;
    r->goal_count = goal_count;
    r->source_count = source_count;
    if (!reserve_goals(r, goal_count) || !wendi_array_u32_reserve(&r->first, source_count)) {
        return WEND_ERROR_MEMORY;
    }
    if (r->groups != NULL && wendi_clusters_begin(r->groups, portals) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    if (goal_count == 0 || source_count == 0) {
        (void)wendi_array_u32_resize(&r->first, source_count);
        for (size_t i = 0; i < source_count; ++i) {
            r->first.items[i] = WENDI_STEP_NONE;
        }
        return WEND_OK;
    }
    for (size_t i = 0; i < goal_count; ++i) {
        r->goal_order[i] = (wendi_sort_pair){goals[i].sector, (uint32_t)i};
    }
    wendi_sort_pairs(r->goal_order, r->goal_scratch, goal_count);
    wendi_route_set_target(r, 0, false);
    r->phase = WENDI_ROUTE_GOALS;
    return WEND_OK;
}

/* The goals of one sector: where the search starts from. */
static wend_result begin_goals(wendi_router *r)
{
    const uint32_t sector = (uint32_t)r->goal_order[r->goal].key;
    const uint32_t index = wendi_route_sector_at(r, sector);
    if (index == WENDI_ROUTE_NONE) {
        return WEND_ERROR_MEMORY;
    }
    wendi_route_sector *block = &r->blocks[index];
    const uint32_t costs = (uint32_t)r->goal_costs.count;
    if (!wendi_array_u32_resize(&r->goal_costs, costs + block->page.window_count)) {
        return WEND_ERROR_MEMORY;
    }
    block->goals = (uint32_t)r->goal;
    block->goal_costs = costs;
    wendi_route_integrate_goals(r, block);
    for (uint32_t w = 0; w < block->page.window_count; ++w) {
        int32_t x = 0;
        int32_t y = 0;
        wendi_portal_cell(&block->place, &block->page.windows[w], &x, &y);
        const uint32_t cost = wendi_route_cost_at(&r->spread, x, y);
        r->goal_costs.items[costs + w] = cost;
        if (cost == WENDI_PORTAL_UNCONNECTED ||
            block->page.windows[w].side == WENDI_SIDE_LINK_OUT) {
            continue;
        }
        wendi_route_node *node = &r->nodes[block->first_node + w];
        node->cost = cost + wendi_route_entry_cost(r, &block->page, w);
        node->parent = WENDI_ROUTE_GOAL;
        if (!wendi_route_push(r, block->first_node + w)) {
            return WEND_ERROR_MEMORY;
        }
    }
    while (r->goal < r->goal_count && r->goal_order[r->goal].key == sector) {
        ++r->goal;
    }
    r->phase = r->goal < r->goal_count ? WENDI_ROUTE_GOALS : WENDI_ROUTE_SOURCE;
    return WEND_OK;
}

/* What is known already of the ways out of the source's sector. @return true: of all of them. */
static bool look_at_closed(wendi_router *r)
{
    bool is_all = true;
    const uint32_t count = r->blocks[r->source_block].page.window_count;
    for (uint32_t w = 0; w < count; ++w) {
        if (r->source_costs[w] == WENDI_PORTAL_UNCONNECTED) {
            continue;
        }
        const uint32_t node = wendi_route_find_node_out(r, r->source_block, w);
        if (node == WENDI_ROUTE_NONE || !r->nodes[node].is_closed) {
            is_all = false;
        } else if (r->nodes[node].cost + r->source_costs[w] < r->best) {
            r->best = r->nodes[node].cost + r->source_costs[w];
            r->best_node = node;
        }
    }
    return is_all;
}

/* Orders the queue for a source; beyond some, for all that are left. */
static void aim(wendi_router *r)
{
    if (r->source == 0 || r->is_shared_aim) {
        return;
    }
    ++r->aims;
    r->is_shared_aim = r->aims >= WENDI_ROUTE_TARGETS_MAX;
    wendi_route_set_target(r, r->source, r->is_shared_aim);
    wendi_route_reorder(r);
}

static void end_source(wendi_router *r, uint32_t step)
{
    (void)wendi_array_u32_push(&r->first, step);
    ++r->source;
    r->phase = r->source < r->source_count ? WENDI_ROUTE_SOURCE : WENDI_ROUTE_DONE;
}

static wend_result finish_source(wendi_router *r)
{
    uint32_t step = WENDI_STEP_NONE;
    if (r->best != WENDI_ROUTE_UNREACHED && !wendi_route_trace(r, &step)) {
        return WEND_ERROR_MEMORY;
    }
    end_source(r, step);
    return WEND_OK;
}

static wend_result begin_source(wendi_router *r)
{
    const wendi_sector_cell *source = &r->sources[r->source];
    const uint32_t index = wendi_route_sector_at(r, source->sector);
    if (index == WENDI_ROUTE_NONE) {
        return WEND_ERROR_MEMORY;
    }
    uint32_t step = WENDI_STEP_NONE;
    const wend_result covered =
        wendi_route_find_covering_step(r, index, source->x, source->y, &step);
    if (covered != WEND_OK) {
        return covered;
    }
    if (step != WENDI_STEP_NONE) {
        end_source(r, step);
        return WEND_OK;
    }
    r->source_block = index;
    r->best = WENDI_ROUTE_UNREACHED;
    r->best_node = WENDI_ROUTE_NONE;
    wendi_route_integrate_source(r, &r->blocks[index], source->x, source->y);
    if (look_at_closed(r)) {
        return finish_source(r);
    }
    aim(r);
    r->looks = 0;
    r->is_planned = false;
    r->phase = WENDI_ROUTE_SEARCH;
    return WEND_OK;
}

/* Is it time to plan over groups? Before anything was planned, when the search takes too long;
 * then for sources outside of the groups that may be entered. */
static bool needs_plan(const wendi_router *r)
{
    if (r->groups == NULL || r->is_planned || r->best != WENDI_ROUTE_UNREACHED) {
        return false;
    }
    return r->is_restricted ? !wendi_route_may_enter_cluster(r, r->blocks[r->source_block].group)
                            : r->looks >= r->patience;
}

static wend_result begin_plan(wendi_router *r)
{
    r->is_planned = true;
    r->phase = WENDI_ROUTE_CLUSTERS;
    return wendi_cluster_search_begin(r);
}

static wend_result search(wendi_router *r)
{
    if (needs_plan(r)) {
        return begin_plan(r);
    }
    const wend_result result = wendi_route_expand(r);
    if (result != WEND_OK) {
        return result == WEND_IN_PROGRESS ? WEND_OK : result;
    }
    /* Not found inside of the groups that others' ways go through. */
    if (r->best == WENDI_ROUTE_UNREACHED && r->is_restricted && !r->is_planned) {
        return begin_plan(r);
    }
    return finish_source(r);
}

static wend_result plan(wendi_router *r)
{
    const wend_result result = wendi_cluster_search_expand(r);
    if (result == WEND_NO_PATH) {
        return finish_source(r);
    }
    r->phase = result == WEND_OK ? WENDI_ROUTE_SEARCH : WENDI_ROUTE_CLUSTERS;
    return result == WEND_IN_PROGRESS ? WEND_OK : result;
}

static wend_result step_once(wendi_router *r)
{
    switch (r->phase) {
    case WENDI_ROUTE_GOALS:
        return begin_goals(r);
    case WENDI_ROUTE_SOURCE:
        return begin_source(r);
    case WENDI_ROUTE_SEARCH:
        return search(r);
    case WENDI_ROUTE_CLUSTERS:
        return plan(r);
    case WENDI_ROUTE_DONE:
        break;
    }
    return WEND_OK;
}

wend_result wendi_router_run(wendi_router *r, uint64_t *steps)
{
    while (r->phase != WENDI_ROUTE_DONE) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        --*steps;
        const wend_result result = step_once(r);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}
