/* Takes: a way from node to node.
 * Gives: steps that end in those there are already, as soon as that costs little more.
 * Cost: a look at the steps of each sector on the way. */
#include "flow/route/route_private.h"

#include <string.h>

/* What a way may cost where the best one costs so much. */
static uint64_t allowed(const wendi_router *r, uint64_t best)
{
    return best + (best * r->slack >> 16);
}

static uint32_t saturated(uint64_t cost)
{
    return cost < UINT32_MAX ? (uint32_t)cost : UINT32_MAX;
}

/* @return the new step; NONE without memory. */
static uint32_t add_step(wendi_router *r, uint32_t index, uint32_t window, uint64_t cost)
{
    void *tracks = r->tracks;
    const bool has_room = wendi_grow_items(&r->allocator, &tracks, &r->track_capacity,
                                           r->track_count, sizeof r->tracks[0]);
    r->tracks = tracks;
    if (!has_room) {
        return WENDI_ROUTE_NONE;
    }
    wendi_route_sector *block = &r->blocks[index];
    r->tracks[r->track_count] =
        (wendi_route_tree_step){{block->sector, window, WENDI_STEP_NONE, saturated(cost)},
                                cost,
                                block->first_step,
                                WENDI_ROUTE_NONE};
    block->first_step = (uint32_t)r->track_count;
    return (uint32_t)r->track_count++;
}

static uint32_t goal_step(wendi_router *r, uint32_t block)
{
    if (r->blocks[block].goal_step == WENDI_ROUTE_NONE) {
        r->blocks[block].goal_step = add_step(r, block, WENDI_PORTAL_GOAL, 0);
    }
    return r->blocks[block].goal_step;
}

/* Going in by a window, what the cheapest step of the sector makes it, of those before `end`.
 * @return its cost; FAR. */
static uint64_t join(const wendi_router *r, uint32_t node, size_t end, uint32_t *step)
{
    const wendi_route_node *n = &r->nodes[node];
    const wendi_route_sector *block = &r->blocks[n->block];
    const uint64_t entry = wendi_route_entry_cost(r, &block->page, n->window);
    uint64_t least = WENDI_ROUTE_UNREACHED;
    for (uint32_t s = block->first_step; s != WENDI_ROUTE_NONE; s = r->tracks[s].next_in_block) {
        const wendi_route_tree_step *track = &r->tracks[s];
        if (s >= end) {
            continue;
        }
        const uint32_t w = track->step.window;
        const uint32_t cost = w == WENDI_PORTAL_GOAL
                                  ? r->goal_costs.items[block->goal_costs + n->window]
                                  : block->page.costs[w * block->page.window_count + n->window];
        if (cost != WENDI_PORTAL_UNCONNECTED && entry + cost + track->cost < least) {
            least = entry + cost + track->cost;
            *step = s;
        }
    }
    return least;
}

/* The least that a node can cost which leaves the source's sector: all ways from there cost at
 * least what the best one does. */
static uint64_t least_cost(const wendi_router *r, uint32_t node, uint32_t window)
{
    const uint64_t least = r->best - r->source_costs[window];
    return r->nodes[node].is_closed && r->nodes[node].cost > least ? r->nodes[node].cost : least;
}

/* The window of the source's sector that leads into a way at once, where that costs little more
 * than the best one: the node to leave by, the step to go on with, and what the node costs then. */
static uint32_t prefer_steps(wendi_router *r, uint32_t *step, uint64_t *cost)
{
    uint64_t least = allowed(r, r->best) + 1;
    uint32_t preferred = WENDI_ROUTE_NONE;
    const uint32_t count = r->blocks[r->source_block].page.window_count;
    for (uint32_t w = 0; w < count; ++w) {
        const uint32_t from = r->source_costs[w];
        const uint32_t node = from == WENDI_PORTAL_UNCONNECTED || from > r->best
                                  ? WENDI_ROUTE_NONE
                                  : wendi_route_find_node_out(r, r->source_block, w);
        if (node == WENDI_ROUTE_NONE) {
            continue;
        }
        uint32_t next = WENDI_ROUTE_NONE;
        const uint64_t joined = join(r, node, r->track_count, &next);
        if (joined < least && joined + from < least &&
            joined <= allowed(r, least_cost(r, node, w))) {
            least = joined + from;
            preferred = node;
            *step = next;
            *cost = joined;
        }
    }
    return preferred;
}

/* Steps first ... end - 1 are one way, which goes on with `last` and costs more for it. */
static void chain(wendi_router *r, size_t first, size_t end, uint32_t last, uint64_t more)
{
    for (size_t i = first; i < end; ++i) {
        wendi_route_tree_step *track = &r->tracks[i];
        track->step.next = i + 1 < end ? (uint32_t)i + 1 : last;
        track->cost += more;
        track->step.cost = saturated(track->cost);
    }
}

/* A step for a node. @return false without memory. */
static bool step_for(wendi_router *r, uint32_t node)
{
    uint32_t window = 0;
    const uint32_t left = wendi_route_node_origin(r, node, &window);
    return add_step(r, left, window, r->nodes[node].cost) != WENDI_ROUTE_NONE;
}

/* Steps for the nodes from the source on, up to the first that goes on by steps there are: at the
 * latest the one whose parent has a step, for that is a step of the sector that is entered. The
 * source's own node has none: then its part of the sector would have one. A way may come through a
 * sector more than once: steps of its own are none to go on by, it would run in a circle. */
static bool follow(wendi_router *r, uint32_t node, uint32_t *step)
{
    const size_t first = r->track_count;
    *step = (uint32_t)first;
    for (;;) {
        uint32_t last = WENDI_ROUTE_NONE;
        const uint64_t cost = join(r, node, first, &last);
        if (!step_for(r, node)) {
            return false;
        }
        if (cost <= allowed(r, r->nodes[node].cost)) {
            chain(r, first, r->track_count, last, cost - r->nodes[node].cost);
            return true;
        }
        if (r->nodes[node].parent == WENDI_ROUTE_GOAL) {
            const size_t end = r->track_count;
            last = goal_step(r, r->nodes[node].block);
            chain(r, first, end, last, 0);
            return last != WENDI_ROUTE_NONE;
        }
        node = r->nodes[node].parent;
    }
}

bool wendi_route_trace(wendi_router *r, uint32_t *step)
{
    if (r->best_node == WENDI_ROUTE_GOAL) {
        *step = goal_step(r, r->source_block);
        return *step != WENDI_ROUTE_NONE;
    }
    uint32_t next = WENDI_ROUTE_NONE;
    uint64_t cost = 0;
    const uint32_t preferred = prefer_steps(r, &next, &cost);
    if (preferred == WENDI_ROUTE_NONE) {
        return follow(r, r->best_node, step);
    }
    *step = (uint32_t)r->track_count;
    if (!step_for(r, preferred)) {
        return false;
    }
    chain(r, *step, r->track_count, next, cost - r->nodes[preferred].cost);
    return true;
}

/* Cells of one part: those around the step's portal, or around the goals. */
static void mark_seeds(const wendi_router *r, const wendi_route_sector *block, uint32_t window,
                       wendi_route_component *part)
{
    memset(part, 0, sizeof *part);
    if (window != WENDI_PORTAL_GOAL) {
        int32_t x = 0;
        int32_t y = 0;
        wendi_portal_cell(&block->place, &block->page.windows[window], &x, &y);
        part->rows[y] = (uint32_t)1 << x;
        return;
    }
    for (size_t i = block->goals; i < r->goal_count && r->goal_order[i].key == block->sector; ++i) {
        const wendi_sector_cell *goal = &r->goals[r->goal_order[i].value];
        part->rows[goal->y] |= (uint32_t)1 << goal->x;
    }
}

/* @return false without memory. */
static bool part_of(wendi_router *r, const wendi_route_sector *block, uint32_t step)
{
    if (r->tracks[step].part != WENDI_ROUTE_NONE) {
        return true;
    }
    void *parts = r->parts;
    const bool has_room = wendi_grow_items(&r->allocator, &parts, &r->part_capacity, r->part_count,
                                           sizeof r->parts[0]);
    r->parts = parts;
    if (!has_room) {
        return false;
    }
    wendi_route_component *part = &r->parts[r->part_count];
    mark_seeds(r, block, r->tracks[step].step.window, part);
    wendi_route_flood_component(r, block, part);
    r->tracks[step].part = (uint32_t)r->part_count++;
    return true;
}

/* What a step costs from a cell at least. */
static uint64_t cost_from(const wendi_router *r, const wendi_route_sector *block, uint32_t step,
                          int32_t x, int32_t y)
{
    const wendi_route_tree_step *track = &r->tracks[step];
    if (track->step.window == WENDI_PORTAL_GOAL) {
        return 0;
    }
    int32_t to_x = 0;
    int32_t to_y = 0;
    wendi_portal_cell(&block->place, &block->page.windows[track->step.window], &to_x, &to_y);
    return track->cost + wendi_route_open_cost(r, to_x - x, to_y - y);
}

wend_result wendi_route_find_covering_step(wendi_router *r, uint32_t index, int32_t x, int32_t y,
                                           uint32_t *step)
{
    const wendi_route_sector *block = &r->blocks[index];
    uint64_t least = WENDI_ROUTE_UNREACHED;
    for (uint32_t s = block->first_step; s != WENDI_ROUTE_NONE; s = r->tracks[s].next_in_block) {
        if (!part_of(r, block, s)) {
            return WEND_ERROR_MEMORY;
        }
        const bool is_inside = (r->parts[r->tracks[s].part].rows[y] >> x & 1) != 0;
        const uint64_t cost = cost_from(r, block, s, x, y);
        if (is_inside && cost < least) {
            least = cost;
            *step = s;
        }
    }
    return WEND_OK;
}
