/* Graphs as files: lines that people write, or the bytes of wend_graph_save.
 * Cost: reading text is linear in the bytes, with one edit of the graph for each line; writing is
 * linear in nodes and edges.
 *
 *   node X Y [HEIGHT [TAG]] [tag=N] [user=N]
 *   edge FROM TO [COST] [factor=F] [walk|swim|...|behaviour=N] [oneway] [closed] [flags=N] [user=N]
 */
#include "wend/graph.h"
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/core/decimal.h"
#include "io/core/file.h"
#include "io/core/output.h"
#include "wend/io_map.h"
#include "wend/io_world.h"

#include <string.h>

/* ---- reading lines ---- */

/** A file being read. */
typedef struct graph_text_reader {
    wendi_lines lines;
    wend_graph *graph;
    wend_message *message;
    bool has_begun; /**< A line was not empty. */
} graph_text_reader;

static const char *behaviour_name(uint32_t behaviour)
{
    static const char *const names[] = {"walk",  "tiptoe", "swim",    "crawl",
                                        "creep", "jump",   "teleport"};
    return behaviour < sizeof names / sizeof names[0] ? names[behaviour] : NULL;
}

static bool is_behaviour(wendi_span word, uint32_t *behaviour)
{
    for (uint32_t i = 0; behaviour_name(i) != NULL; i++) {
        if (wendi_span_is(word, behaviour_name(i))) {
            *behaviour = i;
            return true;
        }
    }
    return false;
}

/** Reads a word behind the position of a node. */
static bool read_node_word(wendi_span word, int position, wend_graph_node *node)
{
    if (wendi_span_cut_name(&word, "tag")) {
        return wendi_span_u32(word, &node->tag);
    }
    if (wendi_span_cut_name(&word, "user")) {
        return wendi_span_u64(word, UINT64_MAX, &node->user);
    }
    if (position == 0) {
        return wendi_span_coordinate(word, &node->height);
    }
    return position == 1 && wendi_span_u32(word, &node->tag);
}

static wend_result read_node(graph_text_reader *r, wendi_span line)
{
    wend_graph_node node = wend_graph_node_default();
    if (!wendi_span_coordinate(wendi_span_word(&line), &node.position.x) ||
        !wendi_span_coordinate(wendi_span_word(&line), &node.position.y)) {
        return wendi_fail_line(r->message, r->lines.number,
                               "bad or no x or y of a node, expected numbers of at most 2^30 in "
                               "size");
    }
    wendi_span word = wendi_span_word(&line);
    for (int i = 0; word.length > 0; i++, word = wendi_span_word(&line)) {
        if (!read_node_word(word, i, &node)) {
            return wendi_fail_word(r->message, &r->lines, word,
                                   "a height, then a tag, or tag=N or user=N");
        }
    }
    wend_node made = WEND_NODE_NONE;
    wend_result result = wend_graph_add_node(r->graph, &node, &made);
    return result == WEND_OK ? WEND_OK : wendi_fail(r->message, result, "no room for a node");
}

/** The cost in metres, which leaves the length out of it. */
static bool read_cost(wendi_span word, wend_cost *cost)
{
    double value = 0.0;
    if (!wendi_span_double(word, &value) || !(value > 0.0)) {
        return false;
    }
    *cost = wend_cost_from_double(value);
    return *cost >= 1 && *cost <= (wend_cost)1 << 48;
}

static bool read_factor(wendi_span word, double *factor)
{
    return wendi_span_double(word, factor) && *factor >= 1.0 / 256.0 && *factor <= 65536.0;
}

static bool read_edge_word(wendi_span word, int position, wend_graph_edge *edge)
{
    if (wendi_span_cut_name(&word, "cost")) {
        return read_cost(word, &edge->cost);
    }
    if (wendi_span_cut_name(&word, "factor")) {
        return read_factor(word, &edge->factor);
    }
    if (wendi_span_cut_name(&word, "behaviour")) {
        return wendi_span_u32(word, &edge->behaviour);
    }
    if (wendi_span_cut_name(&word, "flags")) {
        return wendi_span_u32(word, &edge->flags);
    }
    if (wendi_span_cut_name(&word, "user")) {
        return wendi_span_u64(word, UINT64_MAX, &edge->user);
    }
    if (wendi_span_is(word, "oneway")) {
        edge->is_two_way = false;
        return true;
    }
    if (wendi_span_is(word, "closed")) {
        edge->is_open = false;
        return true;
    }
    return is_behaviour(word, &edge->behaviour) || (position == 0 && read_cost(word, &edge->cost));
}

static wend_result read_edge(graph_text_reader *r, wendi_span line)
{
    wend_graph_edge edge = wend_graph_edge_default();
    const uint32_t count = wend_graph_node_limit(r->graph);
    if (!wendi_span_u32(wendi_span_word(&line), &edge.from) ||
        !wendi_span_u32(wendi_span_word(&line), &edge.to) || edge.from >= count ||
        edge.to >= count || edge.from == edge.to) {
        return wendi_fail_line(
            r->message, r->lines.number,
            "bad or no ends of an edge, expected two different numbers of nodes, "
            "of which %lu stand above",
            (unsigned long)count);
    }
    wendi_span word = wendi_span_word(&line);
    for (int i = 0; word.length > 0; i++, word = wendi_span_word(&line)) {
        if (!read_edge_word(word, i, &edge)) {
            return wendi_fail_word(
                r->message, &r->lines, word,
                "a cost above 0, factor=F, a behaviour such as swim, behaviour=N, "
                "oneway, closed, flags=N or user=N");
        }
    }
    uint32_t made = WEND_EDGE_NONE;
    wend_result result = wend_graph_add_edge(r->graph, &edge, &made);
    if (result == WEND_ERROR_ARGUMENT) {
        return wendi_fail_line(
            r->message, r->lines.number,
            "this edge is impossible: its ends coincide, or its cost is too large");
    }
    return result == WEND_OK ? WEND_OK : wendi_fail(r->message, result, "no room for an edge");
}

static wend_result read_line(graph_text_reader *r, wendi_span line)
{
    const wendi_span key = wendi_span_word(&line);
    const bool had_begun = r->has_begun;
    r->has_begun = r->has_begun || key.length > 0;
    if (key.length == 0) {
        return WEND_OK;
    }
    if (wendi_span_is(key, "node")) {
        return read_node(r, line);
    }
    if (wendi_span_is(key, "edge")) {
        return read_edge(r, line);
    }
    if (wendi_span_is(key, "graph") && !had_begun) {
        const wendi_span version = wendi_span_word(&line);
        return wendi_span_is(version, "1") && wendi_span_is_blank(line)
                   ? WEND_OK
                   : wendi_fail_word(r->message, &r->lines, version, "\"graph 1\"");
    }
    return wendi_fail_word(r->message, &r->lines, key, "node or edge");
}

static wend_result read_text(const uint8_t *bytes, size_t count, const wend_allocator *allocator,
                             wend_graph **graph, wend_message *message)
{
    wend_graph_def def = wend_graph_def_default();
    def.allocator = *allocator;
    def.message = message;
    graph_text_reader r = {wendi_lines_begin(bytes, count), NULL, message, false};
    wend_result result = wend_graph_create(&def, &r.graph);
    wendi_span line;
    while (result == WEND_OK && wendi_lines_next_without_note(&r.lines, &line)) {
        result = read_line(&r, line);
    }
    if (result == WEND_OK && !r.has_begun) {
        result = wendi_fail_line(message, 1, "nothing but notes, expected lines of nodes");
    }
    if (result != WEND_OK) {
        wend_graph_destroy(r.graph);
        return result;
    }
    *graph = r.graph;
    return WEND_OK;
}

/* ---- writing lines ---- */

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

static void put_edge(wendi_writer *out, const wend_graph_edge *edge, const uint32_t *numbers)
{
    wendi_text_write(out, "edge ");
    wendi_text_write_u64(out, numbers[edge->from]);
    wendi_text_write(out, " ");
    wendi_text_write_u64(out, numbers[edge->to]);
    if (!edge->follows_length) {
        wendi_text_write(out, " ");
        wendi_text_write_double(out, wend_cost_to_double(edge->cost));
    } else if (edge->factor < 1.0 || edge->factor > 1.0) {
        wendi_text_write(out, " factor=");
        wendi_text_write_double(out, edge->factor);
    }
    const char *behaviour = behaviour_name(edge->behaviour);
    if (behaviour == NULL) {
        put_named(out, " behaviour=", edge->behaviour);
    } else if (edge->behaviour != WEND_BEHAVIOUR_WALK) {
        wendi_text_write(out, " ");
        wendi_text_write(out, behaviour);
    }
    wendi_text_write(out, edge->is_two_way ? "" : " oneway");
    wendi_text_write(out, edge->is_open ? "" : " closed");
    put_named(out, " flags=", edge->flags);
    put_named(out, " user=", edge->user);
    wendi_text_write(out, "\n");
}

static wend_result write_text(const wend_graph *graph, wendi_writer *out)
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

/* ---- files of any format ---- */

const char *wend_graph_format_name(wend_graph_format format)
{
    switch (format) {
    case WEND_GRAPH_FORMAT_TEXT:
        return "text";
    case WEND_GRAPH_FORMAT_SAVED:
        return "saved";
    case WEND_GRAPH_FORMAT_AUTO:
    default:
        return "auto";
    }
}

wend_graph_format wend_graph_format_from_name(const char *file)
{
    if (wendi_name_ends(file, ".graph") || wendi_name_ends(file, ".txt")) {
        return WEND_GRAPH_FORMAT_TEXT;
    }
    return wendi_name_ends(file, ".wend") ? WEND_GRAPH_FORMAT_SAVED : WEND_GRAPH_FORMAT_AUTO;
}

static wend_result open_any(const uint8_t *bytes, size_t count, wend_graph_format format,
                            const wend_allocator *allocator, wend_graph **graph,
                            wend_message *message)
{
    const wend_allocator libc = {NULL, NULL};
    const wend_allocator *a = allocator == NULL ? &libc : allocator;
    if (count == 0) {
        return wendi_fail_line(message, 1, "empty, expected a graph");
    }
    if (format == WEND_GRAPH_FORMAT_AUTO) {
        const bool is_saved = count >= 4 && memcmp(bytes, "WGRF", 4) == 0;
        format = is_saved ? WEND_GRAPH_FORMAT_SAVED : WEND_GRAPH_FORMAT_TEXT;
    }
    if (format == WEND_GRAPH_FORMAT_TEXT) {
        return read_text(bytes, count, a, graph, message);
    }
    wend_graph_def def = wend_graph_def_default();
    def.allocator = *a;
    def.message = message;
    return wend_graph_load(&def, bytes, count, graph);
}

static wend_result begin(wend_graph_format format, wend_graph **graph, wend_message *message)
{
    wendi_message_clear(message);
    if (graph == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "graph is NULL");
    }
    *graph = NULL;
    if (format < WEND_GRAPH_FORMAT_AUTO || format > WEND_GRAPH_FORMAT_SAVED) {
        return wendi_refuse(message, NULL, "format", (double)format, WEND_GRAPH_FORMAT_AUTO,
                            WEND_GRAPH_FORMAT_SAVED);
    }
    return WEND_OK;
}

wend_result wend_graph_load_memory(const uint8_t *bytes, size_t count, wend_graph_format format,
                                   const wend_allocator *allocator, wend_graph **graph,
                                   wend_message *message)
{
    wend_result result = begin(format, graph, message);
    if (result == WEND_OK && bytes == NULL && count > 0) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "bytes is NULL");
    }
    return result == WEND_OK ? open_any(bytes, count, format, allocator, graph, message) : result;
}

wend_result wend_graph_load_file(const char *file, wend_graph_format format,
                                 const wend_allocator *allocator, wend_graph **graph,
                                 wend_message *message)
{
    wend_result result = begin(format, graph, message);
    uint8_t *bytes = NULL;
    size_t count = 0;
    if (result == WEND_OK) {
        result = wend_io_read_file(file, allocator, &bytes, &count, message);
    }
    if (result != WEND_OK) {
        return result;
    }
    result = open_any(bytes, count, format, allocator, graph, message);
    wend_io_free(allocator, bytes, count);
    if (result != WEND_OK) {
        wendi_file_message(message, file);
    }
    return result;
}

static wend_result write_saved(const wend_graph *graph, wendi_writer *out)
{
    size_t count = 0;
    wend_result result = wend_graph_save(graph, NULL, 0, &count);
    if (result < WEND_OK) {
        return result;
    }
    if (!wendi_array_u8_resize(&out->bytes, count)) {
        return WEND_ERROR_MEMORY;
    }
    return wend_graph_save(graph, out->bytes.items, count, &count);
}

/** The contents of a file of the format. @param out to be freed in any case. */
static wend_result write_graph(const wend_graph *graph, wend_graph_format format, wendi_writer *out,
                               wend_message *message)
{
    wendi_writer_init(out, NULL);
    if (graph == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "graph is NULL");
    }
    if (format != WEND_GRAPH_FORMAT_TEXT && format != WEND_GRAPH_FORMAT_SAVED) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "format is %d, and must be from %d to %d, or file end in .graph, .txt or "
                          ".wend",
                          (int)format, (int)WEND_GRAPH_FORMAT_TEXT, (int)WEND_GRAPH_FORMAT_SAVED);
    }
    wend_result result =
        format == WEND_GRAPH_FORMAT_TEXT ? write_text(graph, out) : write_saved(graph, out);
    result = result == WEND_OK && out->has_failed ? WEND_ERROR_MEMORY : result;
    return result == WEND_OK ? WEND_OK
                             : wendi_fail(message, result, "%s", wend_result_text(result));
}

wend_result wend_graph_save_file(const wend_graph *graph, const char *file,
                                 wend_graph_format format, wend_message *message)
{
    wendi_message_clear(message);
    if (file == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "file is NULL");
    }
    const wend_graph_format is =
        format == WEND_GRAPH_FORMAT_AUTO ? wend_graph_format_from_name(file) : format;
    wendi_writer out;
    const wend_result written = write_graph(graph, is, &out, message);
    return wendi_text_save_file(&out, written, file, message);
}

wend_result wend_graph_save_memory(const wend_graph *graph, wend_graph_format format,
                                   const wend_allocator *allocator, uint8_t **bytes, size_t *count,
                                   wend_message *message)
{
    if (!wendi_save_begin(bytes, count, message)) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_writer out;
    wend_result result = write_graph(graph, format, &out, message);
    if (result == WEND_OK) {
        result = wendi_save_copy(&out.bytes, allocator, bytes, count, message);
    }
    wendi_writer_free(&out);
    return result;
}
