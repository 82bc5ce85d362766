/* Connected components of a graph, by open arcs in either direction, kept right around edits.
 * Cost: an opened edge the path to two roots; a closed one a search of 64 nodes where there is another
 * path beside it, else two floods that end with the smaller side.
 *
 *   labels     [ 0 | 0 | 2 | 2 | 5 ]        node -> label
 *   parents    [ 0 . 0 . . 5 ]              label -> the one it was joined with: 2 with 0
 *
 * A side that was cut off gets a label of its own, so the labels of the other side stay. */
#include "route/space/graph.h"

enum { CHECK_NODES = 64, UNIT_ARCS = 256, LABELS_A_UNIT = 512, ARCS_A_STEP = 8 };

uint32_t wendi_graph_components_root(wendi_graph_components *components, uint32_t label)
{
    uint32_t *parents = components->parents;
    while (parents[label] != label) {
        parents[label] = parents[parents[label]];
        label = parents[label];
    }
    return label;
}

void wendi_graph_components_join(wendi_graph_components *components, uint32_t a, uint32_t b)
{
    const uint32_t one = wendi_graph_components_root(components, components->labels[a]);
    const uint32_t two = wendi_graph_components_root(components, components->labels[b]);
    components->parents[one < two ? two : one] = one < two ? one : two;
}

/* ---- another path beside ---- */

/* Lists the neighbours of a node that are not listed yet. */
static uint32_t list_neighbours(const wendi_space_arcs *arcs, uint32_t node, uint32_t *nodes,
                                uint32_t count)
{
    const wendi_space_arc *end = wendi_space_arcs_end(arcs, node);
    for (const wendi_space_arc *arc = wendi_space_arcs_begin(arcs, node);
         arc < end && count < CHECK_NODES; ++arc) {
        uint32_t at = 0;
        while (at < count && nodes[at] != arc->target) {
            ++at;
        }
        if (at == count && arc->cost != WEND_COST_INFINITE) {
            nodes[count++] = arc->target;
        }
    }
    return count;
}

bool wendi_graph_components_hold(const wendi_space_graph *net, uint32_t from, uint32_t to,
                                 bool either_direction)
{
    uint32_t nodes[CHECK_NODES] = {from};
    uint32_t count = 1;
    for (uint32_t k = 0; k < count; ++k) {
        if (nodes[k] == to) {
            return true;
        }
        count = list_neighbours(&net->out, nodes[k], nodes, count);
        if (either_direction && wendi_graph_is_one_way(net)) {
            count = list_neighbours(&net->in, nodes[k], nodes, count);
        }
    }
    return false;
}

/* ---- floods ---- */

/* The place of a node in the list of its side. */
static uint32_t *place_of(wendi_space_graph *net, uint32_t side, uint32_t index)
{
    return &net->components.waiting[side == 0 ? index : net->node_capacity - 1 - index];
}

static void meet(wendi_graph_flood *flood, wendi_space_graph *net, uint32_t side, uint32_t node)
{
    net->components.marks[node] = net->components.mark + side;
    *place_of(net, side, flood->counts[side]++) = node;
}

void wendi_graph_flood_begin(wendi_graph_flood *flood, wendi_space_graph *net, uint32_t a,
                             uint32_t b)
{
    wendi_graph_components *components = &net->components;
    if (components->mark >= UINT32_MAX - 3) {
        for (uint32_t node = 0; node < net->node_capacity; ++node) {
            components->marks[node] = 0;
        }
        components->mark = 0;
    }
    components->mark += 2;
    *flood = (wendi_graph_flood){.is_under_way = true};
    meet(flood, net, 0, a);
    meet(flood, net, 1, b);
}

/* Meets the neighbours of a node. @return true if the sides have met. */
static bool spread(wendi_graph_flood *flood, wendi_space_graph *net, const wendi_space_arcs *arcs,
                   uint32_t node)
{
    const uint32_t side = flood->side;
    const uint32_t mark = net->components.mark;
    const wendi_space_arc *end = wendi_space_arcs_end(arcs, node);
    for (const wendi_space_arc *arc = wendi_space_arcs_begin(arcs, node); arc < end; ++arc) {
        const uint32_t other = net->components.marks[arc->target];
        if (arc->cost == WEND_COST_INFINITE || other == mark + side) {
            continue;
        }
        if (other == mark + 1 - side) {
            return true;
        }
        meet(flood, net, side, arc->target);
    }
    return false;
}

/* Gives the nodes of the complete side their label. */
static void label_side(wendi_graph_flood *flood, wendi_space_graph *net, uint64_t *steps)
{
    const uint32_t side = flood->side;
    uint32_t left = LABELS_A_UNIT;
    while (flood->labelled < flood->counts[side] && left > 0) {
        net->components.labels[*place_of(net, side, flood->labelled++)] = flood->label;
        --left;
    }
    *steps += 1 + (LABELS_A_UNIT - left) / 16;
    flood->is_under_way = flood->labelled < flood->counts[side];
}

void wendi_graph_flood_unit(wendi_graph_flood *flood, wendi_space_graph *net, uint64_t *steps)
{
    wendi_graph_components *components = &net->components;
    uint64_t arcs = 0;
    if (flood->is_complete) {
        label_side(flood, net, steps);
        return;
    }
    while (arcs < UNIT_ARCS) {
        const uint32_t side = flood->side;
        if (flood->done[side] == flood->counts[side]) {
            flood->is_complete = true;
            flood->label = components->count++;
            components->parents[flood->label] = flood->label;
            break;
        }
        const uint32_t node = *place_of(net, side, flood->done[side]++);
        const bool has_met = spread(flood, net, &net->out, node) ||
                             (wendi_graph_is_one_way(net) && spread(flood, net, &net->in, node));
        if (has_met) {
            flood->is_under_way = false;
            break;
        }
        arcs += 1 + (uint64_t)(net->out.spans[node].end - net->out.spans[node].first);
        flood->side = 1 - side;
    }
    *steps += 1 + arcs / ARCS_A_STEP;
}
