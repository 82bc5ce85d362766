/* Bytes of graphs, whole, cut off and made up: bytes without sense are refused with a reason. */
#include "support/graphs.h"
#include "support/test.h"

#include "base/core/bytes.h"
#include "wend/graph.h"
#include "world/graph/file.h"

#include <stdlib.h>
#include <string.h>

static wend_graph *make(void)
{
    wend_graph *graph = graphs_empty();
    for (uint32_t i = 0; i < 3; ++i) {
        wend_graph_node node = wend_graph_node_default();
        node.position.x = i;
        node.tag = i;
        graphs_add_node(graph, node);
    }
    graphs_edge(graph, 2, 0, true);
    return graph;
}

static void graph_load_cut_off_or_flipped_is_refused(void **state)
{
    (void)state;
    uint8_t bytes[512];
    size_t count;
    wend_graph *graph = make();
    wend_graph *loaded;
    assert_int_equal(wend_graph_save(graph, bytes, sizeof bytes, &count), WEND_OK);
    for (size_t i = 0; i < count; ++i) {
        assert_int_equal(wend_graph_load(NULL, bytes, i, &loaded), WEND_ERROR_FILE);
        bytes[i] ^= 4;
        assert_int_equal(wend_graph_load(NULL, bytes, count, &loaded), WEND_ERROR_FILE);
        assert_null(loaded);
        bytes[i] ^= 4;
    }
    bytes[count] = 0;
    assert_int_equal(wend_graph_load(NULL, bytes, count + 1, &loaded), WEND_ERROR_FILE);
    assert_int_equal(wend_graph_load(NULL, bytes, count, &loaded), WEND_OK);
    assert_true(wend_graph_hash(loaded) == wend_graph_hash(graph));
    wend_graph_destroy(loaded);
    wend_graph_destroy(graph);
}

static void graph_load_bad_arguments_are_refused(void **state)
{
    (void)state;
    uint8_t bytes[1] = {0};
    wend_graph *graph;
    wend_graph_def def = wend_graph_def_default();
    assert_int_equal(wend_graph_load(NULL, NULL, 1, &graph), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_load(NULL, bytes, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_load(NULL, NULL, 0, &graph), WEND_ERROR_FILE);
    def.cookie = 1;
    assert_int_equal(wend_graph_load(&def, bytes, 1, &graph), WEND_ERROR_ARGUMENT);
}

/* ---- made up ---- */

static void begin_version(wendi_writer *writer, uint32_t version, uint32_t nodes, uint32_t edges)
{
    wendi_writer_init(writer, NULL);
    (void)wendi_write_section_begin(writer, WENDI_GRAPH_FILE_MAGIC, version);
    wendi_write_u32(writer, nodes);
    wendi_write_u32(writer, edges);
}

static void begin(wendi_writer *writer, uint32_t nodes, uint32_t edges)
{
    begin_version(writer, 1, nodes, edges);
}

static void node(wendi_writer *writer, uint8_t parts, double x, double y)
{
    wendi_write_u8(writer, parts);
    wendi_write_f64(writer, x);
    wendi_write_f64(writer, y);
}

static void edge(wendi_writer *writer, uint8_t parts, uint8_t marks, uint32_t from, uint32_t to)
{
    wendi_write_u8(writer, parts);
    wendi_write_u8(writer, marks);
    wendi_write_u32(writer, from);
    wendi_write_u32(writer, to);
}

/* Closes the section; does loading it say this? NULL: it loads. */
static void end(wendi_writer *writer, const char *expected)
{
    wend_message message;
    wend_graph *graph;
    wend_graph_def def = wend_graph_def_default();
    def.message = &message;
    wendi_write_section_end(writer, 0);
    const wend_result result =
        wend_graph_load(&def, writer->bytes.items, writer->bytes.count, &graph);
    assert_int_equal(result, expected == NULL ? WEND_OK : WEND_ERROR_FILE);
    if (expected != NULL) {
        assert_non_null(strstr(message.text, expected));
        assert_null(graph);
    }
    wend_graph_destroy(graph);
    wendi_writer_free(writer);
}

static void graph_load_nodes_without_sense_are_refused(void **state)
{
    (void)state;
    static const double bad[] = {-0.0, 1e-40, 2e9};
    wendi_writer w;
    begin(&w, 1, 0);
    node(&w, 1, 3, 4);
    end(&w, NULL);
    for (int i = 0; i < 6; ++i) {
        begin(&w, 1, 0);
        node(&w, 1, i % 2 == 0 ? bad[i / 2] : 1, i % 2 == 0 ? 1 : bad[i / 2]);
        end(&w, "coordinate");
    }
    /* Zeros must be left out; unknown parts; parts of a node that does not exist. */
    static const uint8_t parts[] = {3, 5, 9, 17, 2};
    for (size_t i = 0; i < sizeof parts; ++i) {
        begin(&w, 1, 0);
        node(&w, parts[i], 3, 4);
        wendi_write_u64(&w, 0);
        end(&w, "parts of a node");
    }
    begin(&w, 1, 0);
    node(&w, 9, 3, 4);
    end(&w, "ends within the nodes");
    begin(&w, 20, 0);
    node(&w, 1, 3, 4);
    end(&w, "numbers of nodes");
    begin(&w, 1, 0);
    node(&w, 1, 3, 4);
    wendi_write_u8(&w, 0);
    end(&w, "behind the edges");
}

static void begin_edge(wendi_writer *writer)
{
    begin(writer, 3, 1);
    node(writer, 1, 3, 4);
    node(writer, 1, 70000, 4);
    wendi_write_u8(writer, 0);
}

static void graph_load_edges_without_sense_are_refused(void **state)
{
    (void)state;
    static const uint32_t ends[][2] = {{0, 0}, {0, 1}, {0, 2}, {2, 0}, {0, 3}, {9, 1}};
    wendi_writer w;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i) {
        begin_edge(&w);
        edge(&w, 1, 3, ends[i][0], ends[i][1]);
        end(&w, "out of range");
    }
    static const uint64_t costs[] = {0, 1, (uint64_t)1 << 48, ((uint64_t)1 << 48) + 1};
    static const char *const said[] = {"parts of an edge", NULL, NULL, "out of range"};
    for (size_t i = 0; i < sizeof costs / sizeof *costs; ++i) {
        begin_edge(&w);
        edge(&w, 3, 3, 0, 1);
        wendi_write_u64(&w, costs[i]);
        end(&w, said[i]);
    }
    static const uint8_t parts[] = {1 | 4, 1 | 8, 1 | 16, 1 | 32, 64 | 1, 2, 1};
    for (size_t i = 0; i < sizeof parts; ++i) {
        begin_edge(&w);
        edge(&w, parts[i], parts[i] == 1 ? 4 : 3, 0, 1);
        wendi_write_f64(&w, parts[i] == 5 ? 1.0 : 0.0);
        end(&w, "parts of an edge");
    }
    begin_edge(&w);
    edge(&w, 7, 3, 0, 1);
    wendi_write_u64(&w, 5);
    wendi_write_f64(&w, 2.0);
    end(&w, "parts of an edge");
    begin_edge(&w);
    edge(&w, 33, 3, 0, 1);
    end(&w, "ends within the edges");
}

/* Two nodes and two edges, the first of them removed, and one overlay up to its entries. */
static void begin_overlay(wendi_writer *writer, uint8_t count, uint8_t is_used, uint32_t keep,
                          uint32_t entries)
{
    begin_version(writer, 2, 2, 2);
    node(writer, 1, 3, 4);
    node(writer, 1, 5, 4);
    wendi_write_u8(writer, 0);
    edge(writer, 1, 3, 0, 1);
    wendi_write_u8(writer, count);
    wendi_write_u32(writer, 1);
    wendi_write_u8(writer, is_used);
    wendi_write_u32(writer, 1);
    wendi_write_u32(writer, keep);
    wendi_write_u32(writer, 500);
    wendi_write_u32(writer, entries);
}

static void entry(wendi_writer *writer, uint32_t at, uint32_t value)
{
    wendi_write_u32(writer, at);
    wendi_write_u32(writer, value);
}

static void graph_load_overlays_without_sense_are_refused(void **state)
{
    (void)state;
    wendi_writer w;
    begin_overlay(&w, 1, 1, 65536, 1);
    entry(&w, 1, 500);
    end(&w, NULL);
    static const uint32_t bad[][2] = {{0, 1}, {2, 1}, {1, 0}, {1, 501}, {1, UINT32_MAX}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        begin_overlay(&w, 1, 1, 65536, 1);
        entry(&w, bad[i][0], bad[i][1]);
        end(&w, i < 2 ? "rising or do not exist" : "above its max_value");
    }
    begin_overlay(&w, 1, 1, 65536, 2);
    entry(&w, 1, 3);
    entry(&w, 1, 3);
    end(&w, "rising");
    begin_overlay(&w, 1, 1, 65536, UINT32_MAX);
    entry(&w, 1, 3);
    end(&w, "ends within the overlays");
    begin_overlay(&w, 1, 1, 65537, 0);
    end(&w, "keep or max_value");
    begin_overlay(&w, 1, 2, 65536, 0);
    end(&w, "missing or was never made");
    begin_overlay(&w, 0, 1, 65536, 0);
    end(&w, "count of overlays");
    begin_overlay(&w, 17, 1, 65536, 0);
    end(&w, "count of overlays");
    begin_overlay(&w, 1, 1, 65536, 0);
    wendi_write_u8(&w, 0);
    end(&w, "behind the overlays");
    begin_version(&w, 2, 0, 0);
    wendi_write_u8(&w, 1);
    wendi_write_u32(&w, 0);
    wendi_write_u8(&w, 0);
    end(&w, "never made");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_load_cut_off_or_flipped_is_refused),
        cmocka_unit_test(graph_load_bad_arguments_are_refused),
        cmocka_unit_test(graph_load_nodes_without_sense_are_refused),
        cmocka_unit_test(graph_load_edges_without_sense_are_refused),
        cmocka_unit_test(graph_load_overlays_without_sense_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
