/* Checks a path that was found earlier against the space as it is now: the first leg that does not
 * hold any more.
 * Cost: the cells of each leg; of a graph the arcs of one node for each leg. */
#include "route/path/path.h"

#include "base/math/bits.h"
#include "base/math/vec2.h"

/* True if one step, also over a seam, leads from one cell to the other. */
static bool can_step(const wend_space *space, wend_node from, wend_node to)
{
    const uint32_t slot = wendi_space_slot(space, from);
    const uint32_t goal = wendi_space_slot(space, to);
    const uint32_t py = slot / space->stride;
    const uint32_t kind = wendi_space_kind(space, slot - py * space->stride, py);
    if (!wendi_space_is_open_slot(space, slot) || !wendi_space_is_open_slot(space, goal)) {
        return false;
    }
    const uint32_t open =
        wendi_neighbour_costs_open(wendi_space_neighbour_costs(space, slot, kind));
    uint32_t steps = space->steps.natural[kind * 256 + open][WENDI_DIRECTION_NONE];
    for (; steps != 0; steps &= steps - 1) {
        if (wendi_space_beside(space, slot, wendi_ctz64(steps)) == goal) {
            return true;
        }
    }
    return false;
}

/* True if all steps of a leg are allowed that leads from centre to centre along cells in one line.
 */
static bool line_holds(const wend_space *space, const wend_leg *leg)
{
    wendi_tile_border line;
    if (can_step(space, leg->from, leg->to)) {
        return true;
    }
    if (!wendi_vec2_is_same(leg->from_point, wendi_path_position(space, leg->from)) ||
        !wendi_vec2_is_same(leg->to_point, wendi_path_position(space, leg->to)) ||
        !wendi_line_between(space, leg->from, leg->to, &line)) {
        return false;
    }
    bool holds = true;
    for (uint32_t k = 0; k < line.steps && holds; ++k) {
        holds = can_step(space, wendi_line_at(space, &line, leg->from, k),
                         wendi_line_at(space, &line, leg->from, k + 1));
    }
    return holds;
}

static bool link_holds(const wend_space *space, const wend_leg *leg)
{
    const wendi_space_links *links = &space->links;
    const uint32_t from = wendi_space_slot(space, leg->from);
    const uint32_t to = wendi_space_slot(space, leg->to);
    uint32_t k = links->count == 0 ? 0 : wendi_space_links_first(links, from);
    while (k < links->count && links->arcs[k].from == from &&
           (links->arcs[k].to != to || links->arcs[k].edge != leg->edge)) {
        ++k;
    }
    return k < links->count && links->arcs[k].from == from &&
           wendi_space_is_open_slot(space, from) && wendi_space_is_open_slot(space, to);
}

static bool cells_hold(const wend_space *space, double radius, const wend_leg *leg)
{
    const bool has_nodes = leg->from < space->node_count && leg->to < space->node_count;
    if (leg->edge != WEND_EDGE_NONE) {
        return has_nodes && link_holds(space, leg);
    }
    return (has_nodes && line_holds(space, leg)) ||
           wend_space_can_walk(space, leg->from_point, leg->to_point, radius, NULL);
}

/* Legs beside the graph are walks that the graph knows nothing of. */
static bool edge_holds(const wendi_space_graph *net, const wend_leg *leg)
{
    if (leg->edge == WEND_EDGE_NONE) {
        return true;
    }
    if (leg->edge >= net->edge_count || net->ends[leg->edge].from == WEND_NODE_NONE) {
        return false;
    }
    /* Pieces of an arc need not begin at a node. */
    const wendi_graph_ends ends = net->ends[leg->edge];
    const uint32_t from = leg->from == ends.to ? ends.to : ends.from;
    for (uint32_t k = net->out.first[from]; k < net->out.first[from + 1]; ++k) {
        if (net->out.items[k].edge == leg->edge && net->out.items[k].cost != WEND_COST_INFINITE) {
            return true;
        }
    }
    return false;
}

bool wend_path_is_valid(const wend_path *path, const wend_space *space, double radius,
                        size_t first_leg, size_t *leg)
{
    const size_t count = wend_path_leg_count(path);
    size_t at = first_leg < count ? first_leg : count;
    bool holds = path != NULL && space != NULL && radius >= 0;
    while (holds && at < count) {
        const wend_leg *next = &path->legs.items[at];
        holds = space->net != NULL ? edge_holds(space->net, next) : cells_hold(space, radius, next);
        at += holds;
    }
    if (leg != NULL) {
        *leg = at;
    }
    return holds;
}
