/* Graphs in one line. Every function fails the cmocka test when it cannot do its work. The
 * caller destroys the graphs. */
#ifndef TEST_SUPPORT_GRAPHS_H
#define TEST_SUPPORT_GRAPHS_H

#include "wend/graph.h"

wend_graph *graphs_make(wend_graph_def def);
wend_graph *graphs_empty(void);

wend_node graphs_add_node(wend_graph *graph, wend_graph_node def);
wend_node graphs_node(wend_graph *graph, double x, double y);

/** @return the edge's index. */
uint32_t graphs_add_edge(wend_graph *graph, wend_graph_edge def);
/** An edge that costs its length. */
uint32_t graphs_edge(wend_graph *graph, wend_node from, wend_node to, bool is_two_way);

#endif
