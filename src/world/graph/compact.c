/* Renumbers a graph without gaps and gives the new number of each node and edge.
 * Cost: the graph is built again, which takes its memory twice for a moment. */
#include "world/graph/store.h"

/* The new number of each old one; WEND_NODE_NONE, which is WEND_EDGE_NONE, for removed ones. */
typedef struct number_maps {
    uint32_t *nodes, *edges;
} number_maps;

static wend_result copy_nodes(const wend_graph *from, wend_graph *to)
{
    wend_graph_node node;
    wend_result result = WEND_OK;
    for (uint32_t n = 0; n < from->node_limit && result == WEND_OK; ++n) {
        if (wend_graph_get_node(from, n, &node) == WEND_OK) {
            result = wendi_graph_push_node(to, &node);
        }
    }
    return result;
}

static wend_result copy_edges(const wend_graph *from, wend_graph *to, number_maps m)
{
    wend_graph_edge edge;
    wend_result result = WEND_OK;
    for (uint32_t e = 0; e < from->edge_limit && result == WEND_OK; ++e) {
        if (wend_graph_get_edge(from, e, &edge) == WEND_OK) {
            edge.from = m.nodes[edge.from];
            edge.to = m.nodes[edge.to];
            result = wendi_graph_push_edge(to, &edge);
        }
    }
    return result;
}

static wend_result copy(const wend_graph *from, wend_graph *to, number_maps m)
{
    if (!wendi_graph_reserve_nodes(to, from->node_count) ||
        !wendi_graph_reserve_edges(to, from->edge_count)) {
        return WEND_ERROR_MEMORY;
    }
    const wend_result result = copy_nodes(from, to);
    return result == WEND_OK ? copy_edges(from, to, m) : result;
}

/* Swaps the contents but for the overlays, which are renumbered; the old ones are freed. */
static void swap_contents(wend_graph *graph, wend_graph *made, number_maps m)
{
    const wend_graph old = *graph;
    *graph = *made;
    *made = old;
    graph->revision = old.revision;
    graph->position_revision = old.position_revision;
    graph->overlays = old.overlays;
    made->overlays = NULL;
    wendi_graph_overlays_renumber(graph, m.edges);
    wendi_graph_advance_layout(graph);
    wendi_graph_forget_changes(graph);
    wend_graph_destroy(made);
}

static wend_result compact(wend_graph *graph, number_maps m)
{
    wend_graph_def def = wend_graph_def_default();
    def.cell_size = graph->cell_size;
    def.allocator = graph->allocator;
    wend_graph *made;
    wend_result result = wend_graph_create(&def, &made);
    if (result != WEND_OK) {
        return result;
    }
    result = copy(graph, made, m);
    if (result == WEND_OK) {
        swap_contents(graph, made, m);
    } else {
        wend_graph_destroy(made);
    }
    return result;
}

static void output_map(const uint32_t *map, uint32_t limit, uint32_t *to)
{
    for (uint32_t i = 0; to != NULL && i < limit; ++i) {
        to[i] = map[i];
    }
}

static wend_result renumber(wend_graph *graph, wend_node *node_map, uint32_t *edge_map)
{
    if (graph == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_allocator allocator = graph->allocator;
    const uint32_t node_limit = graph->node_limit;
    const uint32_t edge_limit = graph->edge_limit;
    size_t bytes;
    if (!wendi_size_multiply((size_t)node_limit + edge_limit, sizeof(uint32_t), &bytes)) {
        return WEND_ERROR_MEMORY;
    }
    uint32_t *numbers = wendi_alloc(&allocator, bytes);
    if (numbers == NULL) {
        return bytes == 0 ? WEND_OK : WEND_ERROR_MEMORY;
    }
    const number_maps m = {numbers, numbers + node_limit};
    uint32_t next = 0;
    for (uint32_t n = 0; n < graph->node_limit; ++n) {
        m.nodes[n] = wendi_graph_has(graph, n) ? next++ : WEND_NODE_NONE;
    }
    next = 0;
    for (uint32_t e = 0; e < graph->edge_limit; ++e) {
        m.edges[e] = wendi_graph_has_edge(graph, e) ? next++ : WEND_EDGE_NONE;
    }
    const bool has_gaps = graph->node_count < node_limit || graph->edge_count < edge_limit;
    const wend_result result = has_gaps ? compact(graph, m) : WEND_OK;
    if (result == WEND_OK) {
        output_map(m.nodes, node_limit, node_map);
        output_map(m.edges, edge_limit, edge_map);
    }
    wendi_free(&allocator, numbers, bytes);
    return result;
}

wend_result wend_graph_compact(wend_graph *graph, wend_node *node_map, uint32_t *edge_map)
{
    const wend_result result = renumber(graph, node_map, edge_map);
    return graph == NULL ? result : wendi_fail_plain(&graph->error, "wend_graph_compact", result);
}
