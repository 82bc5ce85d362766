/* Saves graphs as bytes, loads them, and hashes them. Equal graphs have equal bytes and hashes,
 * whatever their history (the generations of overlays are part of a graph).
 * Cost: linear, and the index; loading takes memory only for entries that the bytes can hold. */
#include "world/graph/file.h"

#include "base/core/message.h"
#include "base/core/visitor.h"
#include "base/math/bits.h"
#include "world/graph/store.h"

/* ---- nodes and edges ---- */

/* Its parts but for those that are left out. */
static void visit_node(wendi_visitor *v, uint8_t parts, wend_graph_node *node)
{
    wendi_visit_vec2(v, &node->position);
    if ((parts & WENDI_NODE_FILE_HEIGHT) != 0) {
        wendi_visit_f64(v, &node->height);
    }
    if ((parts & WENDI_NODE_FILE_TAG) != 0) {
        wendi_visit_u32(v, &node->tag);
    }
    if ((parts & WENDI_NODE_FILE_USER) != 0) {
        wendi_visit_u64(v, &node->user);
    }
}

static void visit_edge(wendi_visitor *v, uint8_t parts, uint8_t *marks, wend_graph_edge *edge)
{
    wendi_visit_u8(v, marks);
    wendi_visit_u32(v, &edge->from);
    wendi_visit_u32(v, &edge->to);
    if ((parts & WENDI_EDGE_FILE_COST) != 0) {
        wendi_visit_u64(v, &edge->cost);
    }
    if ((parts & WENDI_EDGE_FILE_FACTOR) != 0) {
        wendi_visit_f64(v, &edge->factor);
    }
    if ((parts & WENDI_EDGE_FILE_BEHAVIOUR) != 0) {
        wendi_visit_u32(v, &edge->behaviour);
    }
    if ((parts & WENDI_EDGE_FILE_FLAGS) != 0) {
        wendi_visit_u32(v, &edge->flags);
    }
    if ((parts & WENDI_EDGE_FILE_USER) != 0) {
        wendi_visit_u64(v, &edge->user);
    }
}

/* ---- hash ---- */

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
    wendi_visitor v = wendi_visitor_hashing(hash);
    wend_graph_node node;
    for (uint32_t i = 0; i < graph->node_limit; ++i) {
        if (wend_graph_get_node(graph, i, &node) == WEND_OK) {
            v.hash = wend_hash_u64(v.hash, i);
            visit_node(&v, UINT8_MAX, &node);
        }
    }
    hash = v.hash;
    wend_graph_edge edge;
    for (uint32_t i = 0; i < graph->edge_limit; ++i) {
        if (wend_graph_get_edge(graph, i, &edge) == WEND_OK) {
            hash = hash_edge(wend_hash_u64(hash, i), &edge);
        }
    }
    return wendi_graph_overlays_hash(graph, hash);
}

/* ---- saving ---- */

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

static void write_graph(const void *object, wendi_writer *writer)
{
    const wend_graph *graph = object;
    wendi_visitor v = wendi_visitor_writing(writer);
    wend_graph_node node;
    wend_graph_edge edge;
    wendi_write_u32(writer, graph->node_limit);
    wendi_write_u32(writer, graph->edge_limit);
    for (uint32_t i = 0; i < graph->node_limit; ++i) {
        if (wend_graph_get_node(graph, i, &node) == WEND_OK) {
            const uint8_t parts = parts_of_node(&node);
            wendi_write_u8(writer, parts);
            visit_node(&v, parts, &node);
        } else {
            wendi_write_u8(writer, 0);
        }
    }
    for (uint32_t i = 0; i < graph->edge_limit; ++i) {
        if (wend_graph_get_edge(graph, i, &edge) == WEND_OK) {
            const uint8_t parts = parts_of_edge(&edge);
            uint8_t marks = (uint8_t)((edge.is_two_way ? WENDI_EDGE_FILE_MARK_TWO_WAY : 0) |
                                      (edge.is_open ? WENDI_EDGE_FILE_MARK_OPEN : 0));
            wendi_write_u8(writer, parts);
            visit_edge(&v, parts, &marks, &edge);
        } else {
            wendi_write_u8(writer, 0);
        }
    }
    if (graph->overlays != NULL) {
        wendi_graph_overlays_write(graph, writer);
    }
}

wend_result wend_graph_save(const wend_graph *graph, uint8_t *bytes, size_t capacity, size_t *count)
{
    /* A graph that the first version holds is written as one. */
    const uint32_t version =
        graph != NULL && graph->overlays != NULL ? WENDI_GRAPH_FILE_VERSION : 1;
    return wendi_save_object(graph, write_graph, WENDI_GRAPH_FILE_MAGIC, version, bytes, capacity,
                             count);
}

/* ---- loading ---- */

/* ---- nodes ---- */

static bool is_as_kept(double value)
{
    return wendi_graph_is_coordinate(value) &&
           wendi_bits_of_f64(wendi_flush_coordinate(value)) == wendi_bits_of_f64(value);
}

/* The error in a node, NULL if none. */
static const char *read_node(wendi_reader *reader, uint8_t parts, wend_graph_node *node)
{
    wendi_visitor v = wendi_visitor_reading(reader);
    *node = wend_graph_node_default();
    visit_node(&v, parts, node);
    if (reader->has_failed) {
        return "the data ends within the nodes";
    }
    if (!is_as_kept(node->position.x) || !is_as_kept(node->position.y) ||
        !is_as_kept(node->height)) {
        return "a coordinate is out of range";
    }
    const bool is_whole = ((parts & WENDI_NODE_FILE_HEIGHT) == 0 || !wendi_is_zero(node->height)) &&
                          ((parts & WENDI_NODE_FILE_TAG) == 0 || node->tag != 0) &&
                          ((parts & WENDI_NODE_FILE_USER) == 0 || node->user != 0) &&
                          parts < 2 * WENDI_NODE_FILE_USER && (parts & WENDI_NODE_FILE_THERE) != 0;
    return is_whole ? NULL : "the parts of a node make no sense";
}

static wend_result read_nodes(wend_graph *graph, wendi_reader *reader, uint32_t limit,
                              const char **reason)
{
    wend_result result = WEND_OK;
    while (graph->node_limit < limit && result == WEND_OK) {
        const uint8_t parts = wendi_read_u8(reader);
        wend_graph_node node;
        *reason = parts == 0 ? NULL : read_node(reader, parts, &node);
        if (*reason != NULL) {
            return WEND_ERROR_FILE;
        }
        result = wendi_graph_push_node(graph, parts == 0 ? NULL : &node);
    }
    return result;
}

/* ---- edges ---- */

static const char *read_edge(const wend_graph *graph, wendi_reader *reader, uint8_t parts,
                             wend_graph_edge *edge)
{
    wendi_visitor v = wendi_visitor_reading(reader);
    uint8_t marks = 0;
    wend_graph_edge read = wend_graph_edge_default();
    visit_edge(&v, parts, &marks, &read);
    read.is_two_way = (marks & WENDI_EDGE_FILE_MARK_TWO_WAY) != 0;
    read.is_open = (marks & WENDI_EDGE_FILE_MARK_OPEN) != 0;
    if (reader->has_failed) {
        return "the data ends within the edges";
    }
    const bool is_one = wendi_bits_of_f64(read.factor) == wendi_bits_of_f64(1.0);
    const bool has_cost = (parts & WENDI_EDGE_FILE_COST) != 0;
    const bool is_whole =
        has_cost == (read.cost != 0) && ((parts & WENDI_EDGE_FILE_FACTOR) == 0) == is_one &&
        !(has_cost && !is_one) &&
        ((parts & WENDI_EDGE_FILE_BEHAVIOUR) == 0 || read.behaviour != 0) &&
        ((parts & WENDI_EDGE_FILE_FLAGS) == 0 || read.flags != 0) &&
        ((parts & WENDI_EDGE_FILE_USER) == 0 || read.user != 0) &&
        parts < 2 * WENDI_EDGE_FILE_USER && (parts & WENDI_EDGE_FILE_THERE) != 0 &&
        marks < 2 * WENDI_EDGE_FILE_MARK_OPEN;
    if (!is_whole) {
        return "the parts of an edge make no sense";
    }
    return wendi_graph_normalize_edge(graph, WEND_EDGE_NONE, &read, edge) == WEND_OK
               ? NULL
               : "the ends, the cost or the factor of an edge are out of range";
}

static wend_result read_edges(wend_graph *graph, wendi_reader *reader, uint32_t limit,
                              const char **reason)
{
    wend_result result = WEND_OK;
    while (graph->edge_limit < limit && result == WEND_OK) {
        const uint8_t parts = wendi_read_u8(reader);
        wend_graph_edge edge;
        *reason = parts == 0 ? NULL : read_edge(graph, reader, parts, &edge);
        if (*reason != NULL) {
            return WEND_ERROR_FILE;
        }
        result = wendi_graph_push_edge(graph, parts == 0 ? NULL : &edge);
    }
    return result;
}

/* ---- the graph ---- */

static wend_result read_graph(wend_graph *graph, wendi_reader *reader, uint32_t version,
                              const char **reason)
{
    const uint32_t nodes = wendi_read_u32(reader);
    const uint32_t edges = wendi_read_u32(reader);
    *reason = "the numbers of nodes and edges make no sense";
    /* Memory is allocated only for entries that can follow. */
    if (reader->has_failed || (uint64_t)nodes + edges > wendi_reader_remaining(reader)) {
        return WEND_ERROR_FILE;
    }
    *reason = NULL;
    if (!wendi_graph_reserve_nodes(graph, nodes) || !wendi_graph_reserve_edges(graph, edges)) {
        return WEND_ERROR_MEMORY;
    }
    wend_result result = read_nodes(graph, reader, nodes, reason);
    if (result == WEND_OK) {
        result = read_edges(graph, reader, edges, reason);
    }
    if (result == WEND_OK && version >= 2) {
        result = wendi_graph_overlays_read(graph, reader, reason);
    }
    if (result == WEND_OK && !wendi_reader_is_done(reader)) {
        *reason = version < 2 ? "there are bytes behind the edges"
                              : "there are bytes behind the overlays";
        return WEND_ERROR_FILE;
    }
    return result;
}

static const char loading[] = "wend_graph_load";
static const char restoring[] = "wend_graph_restore";

static wend_result load(const char *function, const wend_graph_def *def, wendi_reader *reader,
                        uint32_t version, wend_graph **graph)
{
    wend_graph *made;
    const char *reason = NULL;
    wend_result result = wend_graph_create(def, &made);
    if (result != WEND_OK) {
        return wendi_fail_as(def->message, function, result);
    }
    result = read_graph(made, reader, version, &reason);
    if (result != WEND_OK) {
        wend_graph_destroy(made);
        return wendi_fail_reason(def->message, function, result, reason);
    }
    *graph = made;
    return WEND_OK;
}

wend_result wend_graph_load(const wend_graph_def *def, const uint8_t *bytes, size_t count,
                            wend_graph **graph)
{
    const wend_graph_def standard = wend_graph_def_default();
    def = def == NULL ? &standard : def;
    if (graph != NULL) {
        *graph = NULL;
    }
    if (!wendi_has_cookie(def->cookie, standard.cookie, def->message, loading,
                          "wend_graph_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (graph == NULL) {
        return wendi_refuse_null(def->message, loading, "graph");
    }
    if (bytes == NULL && count > 0) {
        return wendi_refuse_null(def->message, loading, "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, WENDI_GRAPH_FILE_MAGIC, WENDI_GRAPH_FILE_VERSION,
                                "there are bytes behind the graph", &content, &version,
                                &reason) != WEND_OK) {
        return wendi_fail_reason(def->message, loading, WEND_ERROR_FILE, reason.text);
    }
    return load(loading, def, &content, version, graph);
}

wend_result wend_graph_restore(wend_graph *graph, const uint8_t *bytes, size_t count)
{
    if (graph == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (bytes == NULL && count > 0) {
        return wendi_refuse_null(&graph->error, restoring, "bytes");
    }
    wendi_reader content;
    wend_message message = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, WENDI_GRAPH_FILE_MAGIC, WENDI_GRAPH_FILE_VERSION,
                                "there are bytes behind the graph", &content, &version,
                                &message) != WEND_OK) {
        return wendi_fail_reason(&graph->error, restoring, WEND_ERROR_FILE, message.text);
    }
    wend_graph *made = NULL;
    wend_graph_def def = wend_graph_def_default();
    def.allocator = graph->allocator;
    def.cell_size = graph->cell_size;
    def.message = &message;
    const wend_result result = load(restoring, &def, &content, version, &made);
    if (result != WEND_OK || made == NULL) {
        graph->error = message;
        return result;
    }
    const wend_graph old = *graph;
    *graph = *made;
    graph->error = old.error;
    graph->revision = old.revision;
    wendi_graph_advance_layout(graph);
    graph->position_revision = graph->revision;
    wendi_graph_forget_changes(graph);
    *made = old;
    wend_graph_destroy(made);
    return WEND_OK;
}
