/* Paths, costs and final headings of a search with turning.
 * Cost: a path, linear in its steps; a cell, its up to nine headings. */
#include "route/search/search.h"

static uint32_t slot_of(const wendi_heading_node *node)
{
    return node->key / WENDI_HEADINGS;
}

static uint32_t heading_of(const wendi_heading_node *node)
{
    return node->key % WENDI_HEADINGS;
}

/* Index of the link arc that led here; UINT32_MAX for a step. */
static uint32_t arc_of(const wendi_heading_node *node)
{
    return (node->way & (((uint32_t)1 << WENDI_HEADING_ARRIVAL_BITS) - 1)) - 1;
}

uint32_t wendi_turning_node_of(const wend_search *search, uint32_t slot)
{
    const wendi_heading_nodes *nodes = &search->turn.nodes;
    uint32_t best = wendi_turning_answer(search);
    if (best != UINT32_MAX && slot_of(&nodes->items[best]) == slot) {
        return best;
    }
    best = UINT32_MAX;
    for (uint32_t heading = 0; heading < WENDI_HEADINGS; ++heading) {
        const uint32_t index = wendi_key_table_find(&nodes->keys, slot * WENDI_HEADINGS + heading);
        if (index != UINT32_MAX &&
            (best == UINT32_MAX || nodes->items[index].cost < nodes->items[best].cost)) {
            best = index;
        }
    }
    return best;
}

bool wendi_turning_is_open(const wend_search *search, uint32_t slot)
{
    const wendi_heading_nodes *nodes = &search->turn.nodes;
    for (uint32_t heading = 0; heading < WENDI_HEADINGS; ++heading) {
        const uint32_t index = wendi_key_table_find(&nodes->keys, slot * WENDI_HEADINGS + heading);
        if (index != UINT32_MAX && nodes->items[index].way >> WENDI_HEADING_ARRIVAL_BITS != 0) {
            return true;
        }
    }
    return false;
}

uint32_t wendi_turning_answer(const wend_search *search)
{
    return search->turn.goal_index != UINT32_MAX ? search->turn.goal_index
                                                 : search->turn.best_index;
}

uint32_t wendi_turning_heading(const wend_search *search, uint32_t index)
{
    const uint32_t heading = heading_of(&search->turn.nodes.items[index]);
    return heading == WENDI_HEADING_NONE ? WEND_HEADING_ANY : heading;
}

/* The direction among eight of the step that led to a node. */
static uint32_t direction_of(const wend_search *search, const wendi_heading_node *from,
                             const wendi_heading_node *node)
{
    const wend_space *space = search->space;
    const uint32_t heading = heading_of(node);
    if (!space->is_hex) {
        return heading;
    }
    const uint32_t slot = slot_of(from);
    const uint32_t py = slot / space->stride;
    const uint32_t kind = wendi_space_kind(space, slot - py * space->stride, py);
    return wendi_hex_to_eight(space->row_mask != 0, kind, heading);
}

/* The cost of the last step of the path to a node, and whether it turns. */
static uint64_t piece_cost(const wend_search *search, const wendi_heading_node *from,
                           const wendi_heading_node *node, uint32_t *turns)
{
    const wend_space *space = search->space;
    if (arc_of(node) != UINT32_MAX) {
        return space->links.arcs[arc_of(node)].cost;
    }
    const uint32_t d = direction_of(search, from, node);
    const uint32_t parts = wendi_turning_parts(&search->turn, heading_of(from), heading_of(node));
    *turns += parts > 0 ? 1 : 0;
    return space->steps.lengths[d] * space->costs[slot_of(node)] +
           parts * search->turn.turning.cost;
}

void wendi_turning_sum_path(wend_search *search, uint32_t index)
{
    const wendi_heading_node *all = search->turn.nodes.items;
    uint64_t cost = 0;
    uint32_t turns = 0;
    for (uint32_t at = index; all[at].parent != at; at = all[at].parent) {
        cost += piece_cost(search, &all[all[at].parent], &all[at], &turns);
    }
    search->turn.nodes.items[index].cost = cost;
    search->turn.nodes.items[index].turns = turns;
}

static uint32_t follows_of(const wend_search *search, const wendi_heading_node *from,
                           const wendi_heading_node *node)
{
    if (arc_of(node) != UINT32_MAX) {
        return WENDI_FOLLOWS_LINK + arc_of(node);
    }
    const wend_space *space = search->space;
    const uint32_t d = direction_of(search, from, node);
    return slot_of(from) + (uint32_t)space->offsets[d] == slot_of(node) ? WENDI_FOLLOWS_LINE
                                                                        : WENDI_FOLLOWS_SEAM + d;
}

bool wendi_turning_trace(const wend_search *search, uint32_t index, wendi_trace *way)
{
    const wendi_heading_node *all = search->turn.nodes.items;
    uint32_t heading = UINT32_MAX; /* of the line that was listed last */
    for (; all[index].parent != index; index = all[index].parent) {
        const uint32_t follows = follows_of(search, &all[all[index].parent], &all[index]);
        const bool is_line = follows == WENDI_FOLLOWS_LINE;
        const bool goes_on = is_line && heading_of(&all[index]) == heading;
        const wend_node node = wendi_space_node(search->space, slot_of(&all[index]));
        if (!goes_on && !wendi_trace_push(way, node, follows)) {
            return false;
        }
        heading = is_line ? heading_of(&all[index]) : UINT32_MAX;
    }
    return wendi_trace_push(way, wendi_space_node(search->space, slot_of(&all[index])),
                            WENDI_FOLLOWS_LINE);
}
