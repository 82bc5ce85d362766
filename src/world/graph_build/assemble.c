/* takes: nodes and edges as grids and meshes give them.
 * gives: a graph, or a message that says why there is none.
 * cost:  that of adding them. */
#include "world/graph_build/assemble.h"

#include "base/core/message.h"
#include "world/graph/store.h"

wend_result wendi_graph_assemble_begin(const wend_graph_build_def *def, const char *who,
                                       size_t nodes, wend_graph **graph)
{
    if (nodes > def->max_nodes) {
        return wendi_fail(def->message, WEND_ERROR_FULL,
                          "%s: there are %zu nodes, but max_nodes is %zu", who, nodes,
                          def->max_nodes);
    }
    wend_graph_def graph_def = wend_graph_def_default();
    graph_def.allocator = def->allocator;
    wend_result result = wend_graph_create(&graph_def, graph);
    if (result == WEND_OK && nodes < WENDI_GRAPH_LIMIT &&
        !wendi_graph_reserve_nodes(*graph, (uint32_t)nodes)) {
        wend_graph_destroy(*graph);
        result = WEND_ERROR_MEMORY;
    }
    return result == WEND_OK ? result : wendi_fail(def->message, result, "%s: out of memory", who);
}

wend_result wendi_graph_assemble_node(wend_graph *graph, wend_vec3 place, uint64_t user)
{
    wend_graph_node node = wend_graph_node_default();
    node.position = (wend_vec2){place.x, place.y};
    node.height = place.z;
    node.user = user;
    return wend_graph_add_node(graph, &node, NULL);
}

wend_result wendi_graph_assemble_edge(wend_graph *graph, wend_graph_edge *edge, double cost)
{
    edge->cost = wend_cost_from_double(cost);
    edge->cost = edge->cost == 0 ? 1 : edge->cost;
    return wend_graph_add_edge(graph, edge, NULL);
}

wend_result wendi_graph_assemble_fail(wend_message *m, const char *who, wend_result result)
{
    if (result == WEND_ERROR_ARGUMENT) {
        return wendi_fail(
            m, result, "%s: a node would lie beyond 2^30 metres, or an edge cost more than 65536",
            who);
    }
    return result == WEND_ERROR_FULL
               ? wendi_fail(m, result,
                            "%s: there would be more nodes than max_nodes, or 2^31 edges", who)
               : wendi_fail_plain(m, who, result);
}

wend_result wendi_graph_assemble_end(const wend_graph_build_def *def, const char *who,
                                     wend_result result, wend_graph *made, wend_graph **graph)
{
    if (result == WEND_OK) {
        *graph = made;
        return WEND_OK;
    }
    wend_graph_destroy(made);
    return wendi_graph_assemble_fail(def->message, who, result);
}
