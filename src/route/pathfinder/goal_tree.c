/* One search from a goal, for paths from many starts.
 * Cost: a step of Dijkstra's search for each cell or node; a path takes its cells. 9 bytes a cell, 13 a
 * node. For meshes see mesh_search/tree.h. */
#include "route/pathfinder/goal_tree.h"

#include "base/math/bits.h"
#include "route/mesh_space/space.h"
#include "route/path/path.h"
#include "route/space/space.h"

enum { SETTLED = 0x80, SEEN = 0x40, DIRECTION = 0x1F };

/* A path that costs this or more ends a search with an error, so no tree has it. */
static const uint64_t cost_most = (uint64_t)1 << 63;
static const uint64_t seed_cost_most = (uint64_t)1 << 62;

bool wendi_goal_tree_is_possible(const wend_space *space)
{
    return space != NULL && (space->net != NULL || space->links.end_count == 0);
}

/* ---- create, destroy ---- */

static wend_result fill_grid(wendi_goal_tree *made)
{
    const wend_space *space = made->space;
    const uint32_t slot = wendi_space_slot(space, made->goal);
    const unsigned step = 32 + (31 - (wendi_clz64(space->cost_min) - 32));
    made->costs = wendi_alloc_items(&made->allocator, made->slot_count, sizeof *made->costs);
    made->arrivals = wendi_alloc_zero(&made->allocator, made->slot_count);
    if (made->costs == NULL || made->arrivals == NULL ||
        !wendi_bucket_queue_create(&made->queue, &made->allocator)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_bucket_queue_clear(&made->queue, step - 2, 0);
    if (space->costs[slot] == WEND_COST_WALL) {
        made->is_complete = true;
        return WEND_OK;
    }
    made->costs[slot] = 0;
    made->arrivals[slot] = (uint8_t)(SEEN | WENDI_DIRECTION_NONE);
    return wendi_bucket_queue_push(&made->queue, 0, slot) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result fill_graph(wendi_goal_tree *made, const wendi_goal_seed *seeds, size_t count)
{
    const wend_allocator *a = &made->allocator;
    made->costs = wendi_alloc_items(a, made->slot_count, sizeof *made->costs);
    made->arrivals = wendi_alloc_zero(a, made->slot_count);
    made->edges = wendi_alloc_items(a, made->slot_count, sizeof *made->edges);
    made->seeds = wendi_alloc_items(a, count, sizeof *made->seeds);
    made->seed_count = count;
    if (made->costs == NULL || made->arrivals == NULL || made->edges == NULL ||
        made->seeds == NULL) {
        return WEND_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        const wendi_goal_seed *seed = &seeds[i];
        made->seeds[i] = *seed;
        const bool is_known = (made->arrivals[seed->node] & (uint32_t)SEEN) != 0;
        if (seed->cost > seed_cost_most || (is_known && seed->cost >= made->costs[seed->node])) {
            continue;
        }
        made->costs[seed->node] = seed->cost;
        made->arrivals[seed->node] = SEEN;
        made->edges[seed->node] = WEND_EDGE_NONE;
        if (!wendi_cost_queue_push(&made->open, seed->cost, seed->node, a)) {
            return WEND_ERROR_MEMORY;
        }
    }
    made->is_complete = made->open.count == 0;
    return WEND_OK;
}

static wendi_goal_tree *make(uint32_t slot_count, uint64_t revision,
                             const wend_allocator *allocator)
{
    wendi_goal_tree *made = wendi_alloc_zero(allocator, sizeof *made);
    if (made != NULL) {
        made->allocator = *allocator;
        made->revision = revision;
        made->slot_count = slot_count;
    }
    return made;
}

static wend_result conclude(wendi_goal_tree *made, wend_result result, wendi_goal_tree **tree)
{
    if (result != WEND_OK) {
        wendi_goal_tree_destroy(made);
        return result;
    }
    *tree = made;
    return WEND_OK;
}

wend_result wendi_goal_tree_create(const wend_space *space, wend_node goal,
                                   const wend_allocator *allocator, wendi_goal_tree **tree)
{
    *tree = NULL;
    wendi_goal_tree *made = make(space->slot_count, space->revision, allocator);
    if (made == NULL) {
        return WEND_ERROR_MEMORY;
    }
    made->space = space;
    made->goal = goal;
    return conclude(made, fill_grid(made), tree);
}

wend_result wendi_goal_tree_create_graph(const wend_space *space, const wendi_goal_seed *seeds,
                                         size_t count, const wend_allocator *allocator,
                                         wendi_goal_tree **tree)
{
    *tree = NULL;
    wendi_goal_tree *made = make(space->node_count, space->revision, allocator);
    if (made == NULL) {
        return WEND_ERROR_MEMORY;
    }
    made->space = space;
    return conclude(made, fill_graph(made, seeds, count), tree);
}

wend_result wendi_goal_tree_create_mesh(const wend_mesh_space *space, wend_mesh_location goal,
                                        const wend_allocator *allocator, wendi_goal_tree **tree)
{
    *tree = NULL;
    wendi_goal_tree *made = make(0, space->revision, allocator);
    if (made == NULL) {
        return WEND_ERROR_MEMORY;
    }
    made->mesh_space = space;
    return conclude(made, wendi_mesh_tree_create(space, goal, allocator, &made->mesh), tree);
}

void wendi_goal_tree_destroy(wendi_goal_tree *tree)
{
    if (tree == NULL) {
        return;
    }
    const wend_allocator allocator = tree->allocator;
    wendi_free(&allocator, tree->costs, tree->slot_count * sizeof *tree->costs);
    wendi_free(&allocator, tree->arrivals, tree->slot_count);
    if (tree->queue.heads != NULL) {
        wendi_bucket_queue_destroy(&tree->queue);
    }
    wendi_free(&allocator, tree->edges, tree->slot_count * sizeof *tree->edges);
    wendi_cost_queue_destroy(&tree->open, &allocator);
    wendi_free(&allocator, tree->seeds, tree->seed_count * sizeof *tree->seeds);
    wendi_mesh_tree_destroy(tree->mesh);
    wendi_free(&allocator, tree, sizeof *tree);
}

size_t wendi_goal_tree_bytes(const wendi_goal_tree *tree)
{
    if (tree == NULL) {
        return 0;
    }
    const size_t slot = sizeof *tree->costs + 1 + (tree->edges != NULL ? sizeof *tree->edges : 0);
    return sizeof *tree + tree->slot_count * slot +
           (tree->queue.heads != NULL ? wendi_bucket_queue_memory_bytes(&tree->queue) : 0) +
           tree->open.capacity * sizeof *tree->open.entries +
           tree->seed_count * sizeof *tree->seeds + wendi_mesh_tree_bytes(tree->mesh);
}

bool wendi_goal_tree_fits(const wendi_goal_tree *tree, const wend_space *space,
                          const wend_mesh_space *mesh_space)
{
    if (mesh_space != NULL) {
        return tree->mesh_space == mesh_space && tree->revision == mesh_space->revision;
    }
    return tree->space == space && tree->revision == space->revision &&
           !wendi_space_is_updating(space);
}

/* ---- grids ---- */

/* The cells that lead to this one. Against the steps they cost what this cell costs. */
static bool settle(wendi_goal_tree *tree, uint32_t slot)
{
    const wend_space *space = tree->space;
    const uint32_t arrival = tree->arrivals[slot] & (uint32_t)DIRECTION;
    const uint32_t py = slot / space->stride;
    const uint32_t kind = wendi_space_kind(space, slot - py * space->stride, py);
    const uint64_t bytes = wendi_space_neighbour_costs(space, slot, kind);
    const uint64_t factor = space->costs[slot];
    uint32_t steps = wendi_steps_from(&space->steps, kind, arrival, bytes, space->costs[slot]);
    for (; steps != 0; steps &= steps - 1) {
        const uint32_t d = wendi_ctz64(steps);
        const uint32_t before = wendi_space_beside(space, slot, d);
        const uint64_t sum = tree->costs[slot] + space->steps.lengths[d] * factor;
        const uint32_t seen = tree->arrivals[before];
        if ((seen & (uint32_t)SEEN) != 0 && sum >= tree->costs[before]) {
            continue;
        }
        if (!wendi_bucket_queue_push(&tree->queue, sum, before)) {
            return false;
        }
        tree->costs[before] = sum;
        tree->arrivals[before] = (uint8_t)(SEEN | d);
    }
    return true;
}

static wend_result run_grid(wendi_goal_tree *tree, uint64_t *steps)
{
    while (!tree->is_complete && *steps > 0) {
        uint32_t slot;
        if (!wendi_bucket_queue_pop_current(&tree->queue, &slot)) {
            const wend_result moved = wendi_bucket_queue_advance(&tree->queue);
            if (moved == WEND_ERROR_MEMORY) {
                return moved;
            }
            tree->is_complete = moved == WEND_NO_PATH;
            continue;
        }
        if ((tree->arrivals[slot] & SETTLED) != 0) {
            continue; /* a cheaper path came first */
        }
        if (!settle(tree, slot)) {
            return wendi_bucket_queue_push(&tree->queue, tree->costs[slot], slot)
                       ? WEND_ERROR_MEMORY
                       : WEND_ERROR_FULL;
        }
        tree->arrivals[slot] |= SETTLED;
        --*steps;
    }
    return tree->is_complete ? WEND_OK : WEND_IN_PROGRESS;
}

/* ---- graphs ---- */

/* The nodes that lead to this one. @return false without memory: call again. */
static bool settle_node(wendi_goal_tree *tree, uint32_t node)
{
    const wendi_space_arcs *in = &tree->space->net->in;
    const uint64_t cost = tree->costs[node];
    for (uint32_t i = in->spans[node].first; i < in->spans[node].end; i++) {
        const wendi_space_arc *arc = &in->items[i];
        const uint64_t sum = arc->cost == WEND_COST_INFINITE ? arc->cost : cost + arc->cost;
        const bool is_known = (tree->arrivals[arc->target] & (uint32_t)SEEN) != 0;
        if (sum >= cost_most || (is_known && sum >= tree->costs[arc->target])) {
            continue;
        }
        if (!wendi_cost_queue_push(&tree->open, sum, arc->target, &tree->allocator)) {
            return false;
        }
        tree->costs[arc->target] = sum;
        tree->arrivals[arc->target] |= SEEN;
        tree->edges[arc->target] = arc->edge;
    }
    return true;
}

static wend_result run_graph(wendi_goal_tree *tree, uint64_t *steps)
{
    while (tree->open.count > 0 && *steps > 0) {
        const uint32_t node = (uint32_t)tree->open.entries[0].rest;
        if ((tree->arrivals[node] & (uint32_t)SETTLED) == 0) {
            /* What is pushed costs more than this entry, which stays in front. */
            if (!settle_node(tree, node)) {
                return WEND_ERROR_MEMORY;
            }
            tree->arrivals[node] |= SETTLED;
            --*steps;
        }
        wendi_cost_queue_pop(&tree->open);
    }
    tree->is_complete = tree->open.count == 0;
    return tree->is_complete ? WEND_OK : WEND_IN_PROGRESS;
}

wend_cost wendi_goal_tree_frontier(const wendi_goal_tree *tree)
{
    return tree->open.count > 0 ? tree->open.entries[0].key : WEND_COST_INFINITE;
}

static wend_result graph_path(const wendi_goal_tree *tree, wend_node node, wend_path *path,
                              wend_node *end)
{
    wendi_trace *trace = &path->trace;
    wendi_array_u32_clear(&trace->nodes);
    wendi_array_u32_clear(&trace->follows);
    bool has_memory = wendi_trace_push(trace, node, WEND_EDGE_NONE);
    while (tree->edges[node] != WEND_EDGE_NONE && has_memory) {
        const uint32_t edge = tree->edges[node];
        const wendi_graph_ends ends = tree->space->net->ends[edge];
        node = ends.from == node ? ends.to : ends.from;
        has_memory = wendi_trace_push(trace, node, edge);
    }
    if (end != NULL) {
        *end = node;
    }
    return has_memory ? wendi_path_build_graph(path, tree->space, trace) : WEND_ERROR_MEMORY;
}

/* ---- either ---- */

wend_result wendi_goal_tree_run(wendi_goal_tree *tree, uint64_t *steps)
{
    const uint64_t before = *steps;
    if (tree->mesh != NULL) {
        const wend_result result = wendi_mesh_tree_run(tree->mesh, steps);
        tree->is_complete = result == WEND_OK;
        tree->steps = wendi_mesh_tree_expanded(tree->mesh);
        return result;
    }
    const wend_result result =
        tree->space->net != NULL ? run_graph(tree, steps) : run_grid(tree, steps);
    tree->steps += before - *steps;
    return result;
}

wend_cost wendi_goal_tree_cost(const wendi_goal_tree *tree, wend_node node)
{
    const uint32_t slot = wendi_space_slot_of_node(tree->space, node);
    return (tree->arrivals[slot] & SETTLED) != 0 ? tree->costs[slot] : WEND_COST_INFINITE;
}

/* The next cell on the way to the goal. */
static uint32_t next_of(const wendi_goal_tree *tree, uint32_t slot)
{
    return wendi_space_before(tree->space, slot, tree->arrivals[slot] & (uint32_t)DIRECTION);
}

wend_result wendi_goal_tree_path(const wendi_goal_tree *tree, wend_node node, wend_path *path,
                                 wend_node *end)
{
    const wend_space *space = tree->space;
    if (space->net != NULL) {
        return graph_path(tree, node, path, end);
    }
    const uint32_t goal = wendi_space_slot(space, tree->goal);
    wendi_array_u32 *nodes = &path->points.nodes;
    uint32_t slot = wendi_space_slot(space, node);
    nodes->count = 0;
    bool has_memory = wendi_array_u32_push(nodes, node);
    while (slot != goal && has_memory) {
        slot = next_of(tree, slot);
        has_memory = wendi_array_u32_push(nodes, wendi_space_node(space, slot));
    }
    return has_memory ? wendi_path_build(path, space, nodes->items, NULL, nodes->count)
                      : WEND_ERROR_MEMORY;
}
