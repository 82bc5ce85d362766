/* Components of a graph: nodes connected by open arcs, whatever their direction.
 * Cost: some 5 ns an arc; joining two, a few steps up a tree; a local search, at most 64 nodes.
 *
 * Trees of nodes after Galler and Fischer, "An improved equivalence algorithm" (1964). The lowest
 * number is the root of a component, and each look-up during a build shortens the path to it, so
 * that trees are flat after a build. Queries only read: many may run at once. */
#include "route/space/graph.h"

enum { CHECK_NODES = 64 };

/* The node that stands for a part, with the path to it halved. */
static uint32_t root_of(uint32_t *components, uint32_t node)
{
    while (components[node] != node) {
        components[node] = components[components[node]];
        node = components[node];
    }
    return node;
}

void wendi_graph_components_join(wendi_space_graph *net, uint32_t a, uint32_t b)
{
    const uint32_t one = root_of(net->components, a);
    const uint32_t two = root_of(net->components, b);
    net->components[one < two ? two : one] = one < two ? one : two;
}

void wendi_graph_components_build(wendi_space_graph *net)
{
    for (uint32_t node = 0; node < net->node_count; ++node) {
        net->components[node] = node;
    }
    for (uint32_t node = 0; node < net->node_count; ++node) {
        for (uint32_t k = net->out.first[node]; k < net->out.first[node + 1]; ++k) {
            if (net->out.items[k].cost != WEND_COST_INFINITE) {
                wendi_graph_components_join(net, node, net->out.items[k].target);
            }
        }
    }
    for (uint32_t node = 0; node < net->node_count; ++node) {
        net->components[node] = root_of(net->components, node);
    }
}

/* Lists the neighbours of a node that are not listed yet. */
static uint32_t list_neighbours(const wendi_space_arcs *arcs, uint32_t node, uint32_t *nodes,
                                uint32_t count)
{
    for (uint32_t k = arcs->first[node]; k < arcs->first[node + 1] && count < CHECK_NODES; ++k) {
        uint32_t at = 0;
        while (at < count && nodes[at] != arcs->items[k].target) {
            ++at;
        }
        if (at == count && arcs->items[k].cost != WEND_COST_INFINITE) {
            nodes[count++] = arcs->items[k].target;
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
        if (either_direction) {
            count = list_neighbours(&net->in, nodes[k], nodes, count);
        }
    }
    return false;
}
