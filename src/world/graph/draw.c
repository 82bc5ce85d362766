/* Draws a graph: edges as lines, nodes as marks.
 * Cost: linear; no memory. */
#include "wend/draw.h"
#include "world/graph/store.h"

static void draw_edges(const wend_graph *graph, const wend_draw *draw)
{
    for (uint32_t e = 0; e < graph->edge_limit; ++e) {
        const wendi_graph_arc arc = wendi_graph_arc_of(graph, e);
        if (arc.from != WEND_NODE_NONE) {
            draw->line(draw->context, graph->positions[arc.from], graph->positions[arc.to],
                       WEND_MEANING_EDGE, arc.behaviour);
        }
    }
}

static void draw_nodes(const wend_graph *graph, const wend_draw *draw)
{
    for (uint32_t n = 0; n < graph->node_limit; ++n) {
        if (wendi_graph_has(graph, n)) {
            const uint32_t tag = wendi_graph_tag(graph, n);
            draw->circle(draw->context, graph->positions[n], 0,
                         tag == WEND_TAG_NONE ? WEND_MEANING_PORTAL : WEND_MEANING_ITEM, tag);
        }
    }
}

wend_result wend_graph_draw(const wend_graph *graph, const wend_draw *draw)
{
    if (graph == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (draw->line != NULL) {
        draw_edges(graph, draw);
    }
    if (draw->circle != NULL) {
        draw_nodes(graph, draw);
    }
    return WEND_OK;
}
