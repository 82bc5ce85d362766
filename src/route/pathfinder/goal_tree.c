/* One search from a goal, for paths from many starts.
 * Cost: a step of Dijkstra's search for each cell; a path takes its cells. 9 bytes a cell. */
#include "route/pathfinder/goal_tree.h"

#include "base/math/bits.h"
#include "route/path/path.h"
#include "route/space/space.h"

enum { SETTLED = 0x80, SEEN = 0x40, DIRECTION = 0x1F };

bool wendi_goal_tree_is_possible(const wend_space *space)
{
    return space != NULL && space->net == NULL && space->links.end_count == 0;
}

static wend_result fill(wendi_goal_tree *made)
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

wend_result wendi_goal_tree_create(const wend_space *space, wend_node goal,
                                   const wend_allocator *allocator, wendi_goal_tree **tree)
{
    *tree = NULL;
    wendi_goal_tree *made = wendi_alloc_zero(allocator, sizeof *made);
    if (made == NULL) {
        return WEND_ERROR_MEMORY;
    }
    made->allocator = *allocator;
    made->space = space;
    made->revision = space->revision;
    made->goal = goal;
    made->slot_count = space->slot_count;
    const wend_result result = fill(made);
    if (result != WEND_OK) {
        wendi_goal_tree_destroy(made);
        return result;
    }
    *tree = made;
    return WEND_OK;
}

void wendi_goal_tree_destroy(wendi_goal_tree *tree)
{
    if (tree == NULL) {
        return;
    }
    const wend_allocator allocator = tree->allocator;
    wendi_free(&allocator, tree->costs, tree->slot_count * sizeof *tree->costs);
    wendi_free(&allocator, tree->arrivals, tree->slot_count);
    wendi_bucket_queue_destroy(&tree->queue);
    wendi_free(&allocator, tree, sizeof *tree);
}

size_t wendi_goal_tree_bytes(const wendi_goal_tree *tree)
{
    return tree == NULL ? 0
                        : sizeof *tree + (size_t)tree->slot_count * (sizeof *tree->costs + 1) +
                              wendi_bucket_queue_memory_bytes(&tree->queue);
}

bool wendi_goal_tree_fits(const wendi_goal_tree *tree, const wend_space *space)
{
    return tree->space == space && tree->revision == space->revision &&
           !wendi_space_is_updating(space);
}

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

wend_result wendi_goal_tree_run(wendi_goal_tree *tree, uint64_t *steps)
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

wend_cost wendi_goal_tree_cost(const wendi_goal_tree *tree, wend_node cell)
{
    const uint32_t slot = wendi_space_slot(tree->space, cell);
    return (tree->arrivals[slot] & SETTLED) != 0 ? tree->costs[slot] : WEND_COST_INFINITE;
}

/* The next cell on the way to the goal. */
static uint32_t next_of(const wendi_goal_tree *tree, uint32_t slot)
{
    return wendi_space_before(tree->space, slot, tree->arrivals[slot] & (uint32_t)DIRECTION);
}

wend_result wendi_goal_tree_path(const wendi_goal_tree *tree, wend_node cell, wend_path *path)
{
    const wend_space *space = tree->space;
    const uint32_t goal = wendi_space_slot(space, tree->goal);
    wendi_array_u32 *nodes = &path->points.nodes;
    uint32_t slot = wendi_space_slot(space, cell);
    nodes->count = 0;
    bool has_memory = wendi_array_u32_push(nodes, cell);
    while (slot != goal && has_memory) {
        slot = next_of(tree, slot);
        has_memory = wendi_array_u32_push(nodes, wendi_space_node(space, slot));
    }
    return has_memory ? wendi_path_build(path, space, nodes->items, NULL, nodes->count)
                      : WEND_ERROR_MEMORY;
}
