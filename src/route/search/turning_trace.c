/* Paths, costs and open cells of a search of cells with turning.
 * Cost: a path, linear in its steps. */
#include "route/search/search.h"

static uint32_t node_slot(const wendi_heading_node *node)
{
    return node->key / WENDI_HEADINGS;
}

static uint32_t node_heading(const wendi_heading_node *node)
{
    return node->key % WENDI_HEADINGS;
}

/* Index of the link arc that led here; UINT32_MAX for a step. */
static uint32_t node_arc(const wendi_heading_node *node)
{
    return (node->way & (((uint32_t)1 << WENDI_HEADING_ARRIVAL_BITS) - 1)) - 1;
}

uint32_t wendi_turning_node_of(const wend_search *search, uint32_t slot)
{
    const wendi_heading_nodes *nodes = &search->turn.nodes;
    uint32_t best = wendi_turning_answer(search);
    if (best != UINT32_MAX && node_slot(&nodes->items[best]) == slot) {
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
    const uint32_t heading = node_heading(&search->turn.nodes.items[index]);
    return heading == WENDI_HEADING_NONE ? WEND_HEADING_ANY : heading;
}

/* The direction among eight of the step that led to a node. */
static uint32_t direction_of(const wend_search *search, const wendi_heading_node *from,
                             const wendi_heading_node *node)
{
    const wend_space *space = search->space;
    const uint32_t heading = node_heading(node);
    if (!space->is_hex) {
        return heading;
    }
    const uint32_t slot = node_slot(from);
    const uint32_t py = slot / space->stride;
    const uint32_t kind = wendi_space_kind(space, slot - py * space->stride, py);
    return wendi_hex_to_eight(space->row_mask != 0, kind, heading);
}

/* The cost of the last step of the path to a node, and whether it turns. */
static uint64_t piece_cost(const wend_search *search, const wendi_heading_node *from,
                           const wendi_heading_node *node, uint32_t *turns)
{
    const wend_space *space = search->space;
    if (node_arc(node) != UINT32_MAX) {
        return space->links.arcs[node_arc(node)].cost;
    }
    const uint32_t d = direction_of(search, from, node);
    const uint32_t parts =
        wendi_turning_parts(&search->turn, node_heading(from), node_heading(node));
    *turns += parts > 0 ? 1 : 0;
    return space->steps.lengths[d] * space->costs[node_slot(node)] +
           parts * search->turn.turning.cost;
}

void wendi_turning_sum_path(wend_search *search, uint32_t index)
{
    const wendi_heading_node *all = search->turn.nodes.items;
    uint64_t cost = 0;
    uint32_t turns = 0;
    uint32_t at = index;
    for (; all[at].parent != at; at = all[at].parent) {
        cost += piece_cost(search, &all[all[at].parent], &all[at], &turns);
    }
    search->origin_slot = node_slot(&all[at]);
    search->turn.nodes.items[index].cost = cost + all[at].cost;
    search->turn.nodes.items[index].turns = turns;
}

static uint32_t follows_of(const wend_search *search, const wendi_heading_node *from,
                           const wendi_heading_node *node)
{
    if (node_arc(node) != UINT32_MAX) {
        return WENDI_FOLLOWS_LINK + node_arc(node);
    }
    const wend_space *space = search->space;
    const uint32_t d = direction_of(search, from, node);
    return node_slot(from) + (uint32_t)space->offsets[d] == node_slot(node)
               ? WENDI_FOLLOWS_LINE
               : WENDI_FOLLOWS_SEAM + d;
}

bool wendi_turning_trace(const wend_search *search, uint32_t index, wendi_trace *trace)
{
    const wendi_heading_node *all = search->turn.nodes.items;
    uint32_t heading = UINT32_MAX; /* of the line that was listed last */
    for (; all[index].parent != index; index = all[index].parent) {
        const uint32_t follows = follows_of(search, &all[all[index].parent], &all[index]);
        const bool is_line = follows == WENDI_FOLLOWS_LINE;
        const bool goes_on = is_line && node_heading(&all[index]) == heading;
        const wend_node node = wendi_space_node(search->space, node_slot(&all[index]));
        if (!goes_on && !wendi_trace_push(trace, node, follows)) {
            return false;
        }
        heading = is_line ? node_heading(&all[index]) : UINT32_MAX;
    }
    return wendi_trace_push(trace, wendi_space_node(search->space, node_slot(&all[index])),
                            WENDI_FOLLOWS_LINE);
}
