/* Edges and nodes of a small graph. */
#ifndef TEST_UNIT_GRAPH_EDGES_H
#define TEST_UNIT_GRAPH_EDGES_H

#include "support/graphs.h"
#include "support/test.h"
#include "wend/graph.h"
#include "world/graph/store.h"

static inline wend_node add(wend_graph *graph, double x, double y)
{
    wend_node node = graphs_node(graph, x, y);
    return node;
}

static inline uint32_t join(wend_graph *graph, wend_node from, wend_node to)
{
    uint32_t edge = graphs_edge(graph, from, to, true);
    return edge;
}

static inline wend_graph_edge edge_of(const wend_graph *graph, uint32_t edge)
{
    wend_graph_edge def;
    assert_int_equal(wend_graph_get_edge(graph, edge, &def), WEND_OK);
    return def;
}

#endif
