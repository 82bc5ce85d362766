/* Makes graphs and adds nodes and edges to them. */
#include "support/graphs.h"

#include "support/test.h"

wend_graph *graphs_make(wend_graph_def def)
{
    wend_graph *graph = NULL;
    assert_int_equal(wend_graph_create(&def, &graph), WEND_OK);
    return graph;
}

wend_graph *graphs_empty(void)
{
    return graphs_make(wend_graph_def_default());
}

wend_node graphs_add_node(wend_graph *graph, wend_graph_node def)
{
    wend_node node = WEND_NODE_NONE;
    assert_int_equal(wend_graph_add_node(graph, &def, &node), WEND_OK);
    return node;
}

wend_node graphs_node(wend_graph *graph, double x, double y)
{
    wend_graph_node def = wend_graph_node_default();
    def.position = (wend_vec2){x, y};
    return graphs_add_node(graph, def);
}

uint32_t graphs_add_edge(wend_graph *graph, wend_graph_edge def)
{
    uint32_t edge = UINT32_MAX;
    assert_int_equal(wend_graph_add_edge(graph, &def, &edge), WEND_OK);
    return edge;
}

uint32_t graphs_edge(wend_graph *graph, wend_node from, wend_node to, bool is_two_way)
{
    wend_graph_edge def = wend_graph_edge_default();
    def.from = from;
    def.to = to;
    def.is_two_way = is_two_way;
    return graphs_add_edge(graph, def);
}
