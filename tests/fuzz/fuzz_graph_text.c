/* Runs the reader of graphs as text on any bytes: a graph that is made has edges between nodes that
 * exist, and its bytes come back. */
#include "fuzz/check.h"
#include "wend/io.h"

#include <stdlib.h>

static void check_bytes(const wend_graph *graph)
{
    size_t count = 0;
    check(wend_graph_save(graph, NULL, 0, &count) == WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    wend_graph *back = NULL;
    check(bytes != NULL && wend_graph_save(graph, bytes, count, &count) == WEND_OK);
    check(wend_graph_load_memory(bytes, count, WEND_GRAPH_FORMAT_SAVED, NULL, &back, NULL) ==
          WEND_OK);
    check(wend_graph_hash(back) == wend_graph_hash(graph));
    wend_graph_destroy(back);
    free(bytes);
}

static void check_graph(const wend_graph *graph)
{
    for (uint32_t i = 0; i < wend_graph_edge_limit(graph); i++) {
        wend_graph_edge edge;
        check(wend_graph_get_edge(graph, i, &edge) == WEND_OK);
        check(wend_graph_has_node(graph, edge.from) && wend_graph_has_node(graph, edge.to));
        check(edge.cost >= 1 && edge.from != edge.to);
    }
    check_bytes(graph);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wend_message message = {0, ""};
    wend_graph *graph = NULL;
    const wend_result result =
        wend_graph_load_memory(data, size, WEND_GRAPH_FORMAT_TEXT, NULL, &graph, &message);
    check((result == WEND_OK) == (graph != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    check(result == WEND_OK || (result == WEND_ERROR_FILE && message.line > 0));
    if (graph != NULL) {
        check_graph(graph);
    }
    wend_graph_destroy(graph);
    return 0;
}
