/* The steps from and to a node, and estimates, over cells and over graphs.
 * Cost: linear in the steps of a node; of a link's end also in the links of the map. */
#include "route/incremental/incremental.h"

#include "base/math/bits.h"

static uint32_t most_of_arcs(const wendi_space_arcs *arcs, uint32_t node_count)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < node_count; i++) {
        const uint32_t count = arcs->spans[i].end - arcs->spans[i].first;
        most = count > most ? count : most;
    }
    return most;
}

bool wendi_incremental_reserve_steps(wend_incremental *incremental)
{
    const wend_space *space = incremental->space;
    uint32_t most = (uint32_t)WENDI_DIRECTIONS + space->links.count;
    if (space->net != NULL) {
        const uint32_t out = most_of_arcs(&space->net->out, space->net->node_count);
        const uint32_t in = most_of_arcs(&space->net->in, space->net->node_count);
        most = out > in ? out : in;
    }
    if (most <= incremental->step_capacity) {
        return true;
    }
    wendi_incremental_step *made =
        wendi_resize_items(&incremental->allocator, incremental->out.items,
                           2 * (size_t)incremental->step_capacity, 2 * (size_t)most, sizeof *made);
    if (made == NULL) {
        return false;
    }
    incremental->step_capacity = most;
    incremental->out.items = made;
    incremental->in.items = made + most;
    return true;
}

/* The directions of steps between a cell and its neighbours: the same there and back. */
static uint32_t directions_of(const wend_space *space, uint32_t slot)
{
    if (space->costs[slot] == WEND_COST_WALL) {
        return 0;
    }
    const uint32_t py = slot / space->stride;
    const uint32_t kind = wendi_space_kind(space, slot - py * space->stride, py);
    const uint32_t mask =
        wendi_neighbour_costs_open(wendi_space_neighbour_costs(space, slot, kind));
    return space->steps.natural[kind * 256 + mask][WENDI_DIRECTION_NONE];
}

static inline void add(wendi_incremental_steps *steps, uint64_t cost, uint32_t slot, uint32_t how)
{
    steps->items[steps->count++] = (wendi_incremental_step){cost, slot, how};
}

static void list_cells(const wend_space *space, uint32_t slot, bool is_in,
                       wendi_incremental_steps *steps)
{
    uint32_t directions = directions_of(space, slot);
    for (; directions != 0; directions &= directions - 1) {
        const uint32_t d = wendi_ctz64(directions);
        const uint32_t next = wendi_space_beside(space, slot, d);
        add(steps, space->steps.lengths[d] * space->costs[is_in ? slot : next], next, d);
    }
}

static void list_arcs(const wendi_space_arcs *arcs, uint32_t node, wendi_incremental_steps *steps)
{
    for (uint32_t i = arcs->spans[node].first; i < arcs->spans[node].end; i++) {
        const wendi_space_arc *arc = &arcs->items[i];
        if (arc->cost != WEND_COST_INFINITE) {
            add(steps, arc->cost, arc->target, arc->edge);
        }
    }
}

void wendi_incremental_list_out(wend_incremental *incremental, uint32_t slot)
{
    const wend_space *space = incremental->space;
    const wendi_space_links *links = &space->links;
    wendi_incremental_steps *steps = &incremental->out;
    steps->count = 0;
    if (space->net != NULL) {
        list_arcs(&space->net->out, slot, steps);
        return;
    }
    list_cells(space, slot, false, steps);
    if (links->count == 0 || space->costs[slot] == WEND_COST_WALL ||
        !wendi_space_links_has(links, slot)) {
        return;
    }
    for (uint32_t i = wendi_space_links_first(links, slot);
         i < links->count && links->arcs[i].from == slot; i++) {
        if (space->costs[links->arcs[i].to] != WEND_COST_WALL) {
            add(steps, links->arcs[i].cost, links->arcs[i].to, (uint32_t)WENDI_DIRECTIONS + i);
        }
    }
}

void wendi_incremental_list_in(wend_incremental *incremental, uint32_t slot)
{
    const wend_space *space = incremental->space;
    const wendi_space_links *links = &space->links;
    wendi_incremental_steps *steps = &incremental->in;
    steps->count = 0;
    if (space->net != NULL) {
        list_arcs(&space->net->in, slot, steps);
        return;
    }
    list_cells(space, slot, true, steps);
    if (links->count == 0 || space->costs[slot] == WEND_COST_WALL) {
        return;
    }
    const uint32_t end = wendi_space_links_end(links, slot);
    for (uint32_t i = 0; end < links->end_count && links->ends[end] == slot && i < links->count;
         i++) {
        if (links->arcs[i].to == slot && space->costs[links->arcs[i].from] != WEND_COST_WALL) {
            add(steps, links->arcs[i].cost, links->arcs[i].from, (uint32_t)WENDI_DIRECTIONS + i);
        }
    }
}

/* ---- estimates ---- */

double wendi_incremental_scale(const wend_incremental *incremental)
{
    const wend_space *space = incremental->space;
    if (space->net == NULL) {
        return space->cost_min;
    }
    /* A little less, so that roundings cannot make an estimate larger than a cost. */
    const double least = space->net->rates[WENDI_METRIC_STRAIGHT].tree[1];
    return least < 1e18 ? least * (1 - 1e-12) : 0;
}

void wendi_incremental_set_start(wend_incremental *incremental, uint32_t slot)
{
    const wend_space *space = incremental->space;
    incremental->start_slot = slot;
    if (space->net == NULL) {
        wendi_heuristic_box_clear(&incremental->grid_heuristic.goals);
        wendi_heuristic_box_add(&incremental->grid_heuristic.goals, space, slot);
        wendi_grid_heuristic_prepare(&incremental->grid_heuristic, space,
                                     space->neighbours == WEND_NEIGHBOURS_4
                                         ? WEND_HEURISTIC_MANHATTAN
                                         : WEND_HEURISTIC_OCTILE,
                                     false);
    }
}

uint64_t wendi_incremental_estimate(const wend_incremental *incremental, uint32_t slot)
{
    static const double most = 4611686018427387904.0; /* 2^62 */
    const wend_space *space = incremental->space;
    if (space->net != NULL) {
        const wend_vec3 *positions = space->net->positions;
        const double cost = incremental->seen.scale *
                            wendi_graph_length(WENDI_METRIC_STRAIGHT,
                                               positions[incremental->start_slot], positions[slot]);
        return cost < most ? (uint64_t)cost : (uint64_t)1 << 62;
    }
    if (space->links.count > 0) {
        return 0; /* a link may be shorter than any estimate */
    }
    const int32_t py = (int32_t)(slot / space->stride);
    const int32_t px = (int32_t)(slot - (uint32_t)py * space->stride);
    return wendi_grid_heuristic_at(&incremental->grid_heuristic, px, py);
}
