/* takes: a graph.
 * gives: its lines, that come back as the same graph but for the gaps in its numbers.
 * cost:  linear in the numbers of nodes and edges; four bytes a node. */
#include "base/core/memory.h"
#include "io/core/text_out.h"
#include "io/worlds/graph_text.h"

static void put_named(wendi_writer *out, const char *name, uint64_t value)
{
    if (value != 0) {
        wendi_text_write(out, name);
        wendi_text_write_u64(out, value);
    }
}

static void put_node(wendi_writer *out, const wend_graph_node *node)
{
    wendi_text_write(out, "node ");
    wendi_text_write_double(out, node->position.x);
    wendi_text_write(out, " ");
    wendi_text_write_double(out, node->position.y);
    if (node->height < 0.0 || node->height > 0.0) {
        wendi_text_write(out, " ");
        wendi_text_write_double(out, node->height);
    }
    put_named(out, " tag=", node->tag);
    put_named(out, " user=", node->user);
    wendi_text_write(out, "\n");
}

static void put_cost(wendi_writer *out, const wend_graph_edge *edge)
{
    if (!edge->follows_length) {
        wendi_text_write(out, " ");
        wendi_text_write_double(out, wend_cost_to_double(edge->cost));
    } else if (edge->factor < 1.0 || edge->factor > 1.0) {
        wendi_text_write(out, " factor=");
        wendi_text_write_double(out, edge->factor);
    }
}

static void put_behaviour(wendi_writer *out, uint32_t behaviour)
{
    const char *name = wendi_behaviour_name(behaviour);
    if (name == NULL) {
        put_named(out, " behaviour=", behaviour);
    } else if (behaviour != WEND_BEHAVIOUR_WALK) {
        wendi_text_write(out, " ");
        wendi_text_write(out, name);
    }
}

static void put_edge(wendi_writer *out, const wend_graph_edge *edge, const uint32_t *numbers)
{
    wendi_text_write(out, "edge ");
    wendi_text_write_u64(out, numbers[edge->from]);
    wendi_text_write(out, " ");
    wendi_text_write_u64(out, numbers[edge->to]);
    put_cost(out, edge);
    put_behaviour(out, edge->behaviour);
    wendi_text_write(out, edge->is_two_way ? "" : " oneway");
    wendi_text_write(out, edge->is_open ? "" : " closed");
    put_named(out, " flags=", edge->flags);
    put_named(out, " user=", edge->user);
    wendi_text_write(out, "\n");
}

wend_result wendi_graph_text_write(const wend_graph *graph, wendi_writer *out)
{
    const uint32_t limit = wend_graph_node_limit(graph);
    const size_t bytes = ((size_t)limit + 1) * sizeof(uint32_t);
    uint32_t *numbers = wendi_alloc(NULL, bytes);
    if (numbers == NULL) {
        return WEND_ERROR_MEMORY;
    }
    wendi_text_write(out, "graph 1\n");
    uint32_t count = 0;
    for (wend_node i = 0; i < limit; i++) {
        wend_graph_node node;
        if (wend_graph_get_node(graph, i, &node) == WEND_OK) {
            numbers[i] = count++;
            put_node(out, &node);
        }
    }
    for (uint32_t i = 0; i < wend_graph_edge_limit(graph); i++) {
        wend_graph_edge edge;
        if (wend_graph_get_edge(graph, i, &edge) == WEND_OK) {
            put_edge(out, &edge, numbers);
        }
    }
    wendi_free(NULL, numbers, bytes);
    return out->has_failed ? WEND_ERROR_MEMORY : WEND_OK;
}
