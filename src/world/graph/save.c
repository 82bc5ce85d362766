/* takes: a graph.
 * gives: its fingerprint, and its bytes; both the same for equal graphs, whatever their history.
 * cost:  linear; no memory. */
#include "base/core/bytes.h"
#include "base/math/bits.h"
#include "world/graph/file.h"
#include "world/graph/store.h"

/* ---- fingerprint ---- */

static uint64_t hash_node(uint64_t hash, const wend_graph_node *node)
{
    hash = wend_hash_u64(hash, wendi_bits_of_f64(node->position.x));
    hash = wend_hash_u64(hash, wendi_bits_of_f64(node->position.y));
    hash = wend_hash_u64(hash, wendi_bits_of_f64(node->height));
    hash = wend_hash_u64(hash, node->tag);
    return wend_hash_u64(hash, node->user);
}

static uint64_t hash_edge(uint64_t hash, const wend_graph_edge *edge)
{
    const uint64_t marks =
        (edge->follows_length ? 1u : 0u) | (edge->is_two_way ? 2u : 0u) | (edge->is_open ? 4u : 0u);
    hash = wend_hash_u64(hash, (uint64_t)edge->from << 32 | edge->to);
    hash = wend_hash_u64(hash, edge->cost);
    hash = wend_hash_u64(hash, wendi_bits_of_f64(edge->factor));
    hash = wend_hash_u64(hash, marks << 32 | edge->behaviour);
    hash = wend_hash_u64(hash, edge->flags);
    return wend_hash_u64(hash, edge->user);
}

uint64_t wend_graph_hash(const wend_graph *graph)
{
    uint64_t hash = wend_hash_begin();
    if (graph == NULL) {
        return hash;
    }
    hash = wend_hash_u64(hash, (uint64_t)graph->node_limit << 32 | graph->edge_limit);
    wend_graph_node node;
    for (uint32_t i = 0; i < graph->node_limit; ++i) {
        if (wend_graph_get_node(graph, i, &node) == WEND_OK) {
            hash = hash_node(wend_hash_u64(hash, i), &node);
        }
    }
    wend_graph_edge edge;
    for (uint32_t i = 0; i < graph->edge_limit; ++i) {
        if (wend_graph_get_edge(graph, i, &edge) == WEND_OK) {
            hash = hash_edge(wend_hash_u64(hash, i), &edge);
        }
    }
    return hash;
}

/* ---- bytes ---- */

static uint8_t parts_of_node(const wend_graph_node *node)
{
    return (uint8_t)(WENDI_NODE_FILE_THERE |
                     (wendi_is_zero(node->height) ? 0 : WENDI_NODE_FILE_HEIGHT) |
                     (node->tag == 0 ? 0 : WENDI_NODE_FILE_TAG) |
                     (node->user == 0 ? 0 : WENDI_NODE_FILE_USER));
}

static uint8_t parts_of_edge(const wend_graph_edge *edge)
{
    const bool has_factor = wendi_bits_of_f64(edge->factor) != wendi_bits_of_f64(1.0);
    return (uint8_t)(WENDI_EDGE_FILE_THERE | (edge->follows_length ? 0 : WENDI_EDGE_FILE_COST) |
                     (has_factor ? WENDI_EDGE_FILE_FACTOR : 0) |
                     (edge->behaviour == 0 ? 0 : WENDI_EDGE_FILE_BEHAVIOUR) |
                     (edge->flags == 0 ? 0 : WENDI_EDGE_FILE_FLAGS) |
                     (edge->user == 0 ? 0 : WENDI_EDGE_FILE_USER));
}

static uint64_t bytes_of_node(uint8_t parts)
{
    return 17u + ((parts & WENDI_NODE_FILE_HEIGHT) != 0 ? 8u : 0u) +
           ((parts & WENDI_NODE_FILE_TAG) != 0 ? 4u : 0u) +
           ((parts & WENDI_NODE_FILE_USER) != 0 ? 8u : 0u);
}

static uint64_t bytes_of_edge(uint8_t parts)
{
    return 10u + ((parts & WENDI_EDGE_FILE_COST) != 0 ? 8u : 0u) +
           ((parts & WENDI_EDGE_FILE_FACTOR) != 0 ? 8u : 0u) +
           ((parts & WENDI_EDGE_FILE_BEHAVIOUR) != 0 ? 4u : 0u) +
           ((parts & WENDI_EDGE_FILE_FLAGS) != 0 ? 4u : 0u) +
           ((parts & WENDI_EDGE_FILE_USER) != 0 ? 8u : 0u);
}

static uint64_t bytes_needed(const wend_graph *graph)
{
    uint64_t bytes = WENDI_GRAPH_FILE_FRAME_BYTES + WENDI_GRAPH_FILE_HEADER_BYTES;
    wend_graph_node node;
    for (uint32_t i = 0; i < graph->node_limit; ++i) {
        const bool is_there = wend_graph_get_node(graph, i, &node) == WEND_OK;
        bytes += is_there ? bytes_of_node(parts_of_node(&node)) : 1;
    }
    wend_graph_edge edge;
    for (uint32_t i = 0; i < graph->edge_limit; ++i) {
        const bool is_there = wend_graph_get_edge(graph, i, &edge) == WEND_OK;
        bytes += is_there ? bytes_of_edge(parts_of_edge(&edge)) : 1;
    }
    return bytes;
}

static void write_node(wendi_writer *writer, const wend_graph_node *node)
{
    const uint8_t parts = parts_of_node(node);
    wendi_write_u8(writer, parts);
    wendi_write_f64(writer, node->position.x);
    wendi_write_f64(writer, node->position.y);
    if ((parts & WENDI_NODE_FILE_HEIGHT) != 0) {
        wendi_write_f64(writer, node->height);
    }
    if ((parts & WENDI_NODE_FILE_TAG) != 0) {
        wendi_write_u32(writer, node->tag);
    }
    if ((parts & WENDI_NODE_FILE_USER) != 0) {
        wendi_write_u64(writer, node->user);
    }
}

static void write_edge(wendi_writer *writer, const wend_graph_edge *edge)
{
    const uint8_t parts = parts_of_edge(edge);
    wendi_write_u8(writer, parts);
    wendi_write_u8(writer, (uint8_t)((edge->is_two_way ? WENDI_EDGE_FILE_MARK_TWO_WAY : 0) |
                                     (edge->is_open ? WENDI_EDGE_FILE_MARK_OPEN : 0)));
    wendi_write_u32(writer, edge->from);
    wendi_write_u32(writer, edge->to);
    if ((parts & WENDI_EDGE_FILE_COST) != 0) {
        wendi_write_u64(writer, edge->cost);
    }
    if ((parts & WENDI_EDGE_FILE_FACTOR) != 0) {
        wendi_write_f64(writer, edge->factor);
    }
    if ((parts & WENDI_EDGE_FILE_BEHAVIOUR) != 0) {
        wendi_write_u32(writer, edge->behaviour);
    }
    if ((parts & WENDI_EDGE_FILE_FLAGS) != 0) {
        wendi_write_u32(writer, edge->flags);
    }
    if ((parts & WENDI_EDGE_FILE_USER) != 0) {
        wendi_write_u64(writer, edge->user);
    }
}

static void write_graph(wendi_writer *writer, const wend_graph *graph)
{
    wend_graph_node node;
    wend_graph_edge edge;
    wendi_write_u32(writer, graph->node_limit);
    wendi_write_u32(writer, graph->edge_limit);
    for (uint32_t i = 0; i < graph->node_limit; ++i) {
        if (wend_graph_get_node(graph, i, &node) == WEND_OK) {
            write_node(writer, &node);
        } else {
            wendi_write_u8(writer, 0);
        }
    }
    for (uint32_t i = 0; i < graph->edge_limit; ++i) {
        if (wend_graph_get_edge(graph, i, &edge) == WEND_OK) {
            write_edge(writer, &edge);
        } else {
            wendi_write_u8(writer, 0);
        }
    }
}

wend_result wend_graph_save(const wend_graph *graph, uint8_t *bytes, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (graph == NULL || count == NULL || (bytes == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_writer writer;
    const wend_result result =
        wendi_writer_init_fixed(&writer, bytes, capacity, bytes_needed(graph), count);
    if (result != WEND_OK) {
        return result;
    }
    const size_t section =
        wendi_write_section_begin(&writer, WENDI_GRAPH_FILE_MAGIC, WENDI_GRAPH_FILE_VERSION);
    write_graph(&writer, graph);
    wendi_write_section_end(&writer, section);
    return writer.has_failed ? WEND_ERROR_MEMORY : WEND_OK;
}
