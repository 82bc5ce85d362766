/* Graphs as text, good and bad: what they become, what is refused, and what comes back from written
 * text. */
#include "support/bad_text.h"
#include "support/graphs.h"
#include "support/test.h"
#include "wend/io.h"

#include <stdio.h>
#include <string.h>

static wend_result open_text(const char *text, wend_graph **graph, wend_message *message)
{
    return wend_graph_load_memory((const uint8_t *)text, strlen(text), WEND_GRAPH_FORMAT_AUTO, NULL,
                                  graph, message);
}

static const char sample[] = "graph 1\r\n# three places\nnode 0 0\nnode 3 4 2.5 7 # a sniper spot\n"
                             "\tnode -1.5 1e1 user=18446744073709551615 tag=4294967295\n\n"
                             "edge 0 1\nedge 1 2 12.5 swim oneway closed\n"
                             "edge 2 0 factor=2 behaviour=70 flags=5 user=9\nedge 0 2 cost=0.25\n";

static void graph_text_lines_become_nodes_and_edges(void **state)
{
    (void)state;
    wend_graph *graph = NULL;
    wend_message message = {0};
    wend_graph_node node;
    wend_graph_edge edge;
    if (open_text(sample, &graph, &message) != WEND_OK) {
        fail_msg("line %u: %s", message.line, message.text);
    }
    assert_int_equal(wend_graph_node_count(graph), 3);
    assert_int_equal(wend_graph_edge_count(graph), 4);
    assert_int_equal(wend_graph_get_node(graph, 1, &node), WEND_OK);
    assert_int_equal(node.tag, 7);
    assert_true(node.height > 2.4 && node.height < 2.6);
    assert_int_equal(wend_graph_get_node(graph, 2, &node), WEND_OK);
    assert_true(node.user == UINT64_MAX && node.tag == UINT32_MAX && node.position.y > 9.9);
    assert_int_equal(wend_graph_get_edge(graph, 0, &edge), WEND_OK);
    assert_true(edge.follows_length && edge.is_two_way && edge.is_open);
    assert_int_equal(wend_graph_get_edge(graph, 1, &edge), WEND_OK);
    assert_false(edge.is_two_way || edge.is_open || edge.follows_length);
    assert_int_equal(edge.behaviour, WEND_BEHAVIOUR_SWIM);
    assert_true(edge.cost == WEND_COST_ONE * 25 / 2);
    assert_int_equal(wend_graph_get_edge(graph, 2, &edge), WEND_OK);
    assert_int_equal(edge.behaviour, 70);
    assert_int_equal(edge.flags, 5);
    assert_int_equal(edge.user, 9);
    assert_true(edge.factor > 1.99 && edge.factor < 2.01);
    assert_int_equal(wend_graph_get_edge(graph, 3, &edge), WEND_OK);
    assert_true(edge.cost == WEND_COST_ONE / 4);
    wend_graph_destroy(graph);
}

static void graph_text_bad_lines_are_named(void **state)
{
    (void)state;
    static const bad_text bad[] = {
        {"", 1, "empty"},
        {"# nothing\n\n", 1, "nothing but notes"},
        {"graph 2\n", 1, "graph 1"},
        {"node 1 1\ngraph 1\n", 2, "'graph', expected node or edge"},
        {"point 1 1\n", 1, "'point', expected node or edge"},
        {"node 1\n", 1, "x or y"},
        {"node x 1\n", 1, "x or y"},
        {"node 1 nan\n", 1, "x or y"},
        {"node 1 1073741825\n", 1, "x or y"},
        {"node 1 1 1e10\n", 1, "'1e10', expected a height"},
        {"node 1 1 1 1 1\n", 1, "'1', expected a height"},
        {"node 1 1 1 4294967296\n", 1, "'4294967296'"},
        {"node 1 1 tag=-1\n", 1, "'tag=-1'"},
        {"node 1 1 user=18446744073709551616\n", 1, "user=1844674407"},
        {"node 1 1 tag=\n", 1, "'tag='"},
        {"node 1 1\nedge 0 1\n", 2, "of which 1 stand above"},
        {"node 1 1\nedge 0 0\n", 2, "two different"},
        {"node 1 1\nnode 2 2\nedge 0\n", 3, "two different"},
        {"node 1 1\nnode 2 2\nedge 0 1 0\n", 3, "'0', expected a cost above 0"},
        {"node 1 1\nnode 2 2\nedge 0 1 -4\n", 3, "'-4'"},
        {"node 1 1\nnode 2 2\nedge 0 1 65537\n", 3, "'65537'"},
        {"node 1 1\nnode 2 2\nedge 0 1 factor=0\n", 3, "'factor=0'"},
        {"node 1 1\nnode 2 2\nedge 0 1 swims\n", 3, "'swims'"},
        {"node 1 1\nnode 2 2\nedge 0 1 swim 4\n", 3, "'4'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        wend_message message = {0};
        wend_graph *graph = NULL;
        assert_int_equal(open_text(bad[i].text, &graph, &message), WEND_ERROR_FILE);
        assert_null(graph);
        bad_text_check(&bad[i], &message);
    }
}

static wend_graph *stored_and_opened(const wend_graph *graph, const char *file)
{
    wend_message message = {0};
    wend_graph *back = NULL;
    if (wend_graph_save_file(graph, file, WEND_GRAPH_FORMAT_AUTO, &message) != WEND_OK ||
        wend_graph_load_file(file, WEND_GRAPH_FORMAT_AUTO, NULL, &back, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    assert_int_equal(remove(file), 0);
    return back;
}

static void graph_that_was_written_comes_back_as_it_was(void **state)
{
    (void)state;
    static const char *const files[] = {"test_io_graph_text.graph", "test_io_graph_text.wend",
                                        "test_io_graph_text.txt"};
    wend_graph *graph = NULL;
    assert_int_equal(open_text(sample, &graph, NULL), WEND_OK);
    wend_graph_node node = wend_graph_node_default();
    for (uint64_t i = 0; i < 200; i++) {
        wend_graph_edge edge = wend_graph_edge_default();
        node.position.x = wend_random_unit(1, i, 0) * 100.0 - 50.0;
        node.position.y = wend_random_unit(1, i, 1);
        node.height = i % 3 == 0 ? -wend_random_unit(1, i, 2) : 0.0;
        wend_node made = graphs_add_node(graph, node);
        edge.from = made;
        edge.to = wend_random_below(1, i, 3, made);
        edge.cost = i % 2 == 0 ? 0 : 1 + wend_random(1, i, 4) % ((uint64_t)1 << 48);
        edge.behaviour = (uint32_t)(i % 80);
        graphs_add_edge(graph, edge);
    }
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        wend_graph *back = stored_and_opened(graph, files[i]);
        assert_int_equal(wend_graph_hash(graph), wend_graph_hash(back));
        wend_graph_destroy(back);
    }
    wend_graph_destroy(graph);
}

static void graph_text_closes_gaps_and_saved_bytes_keep_them(void **state)
{
    (void)state;
    wend_graph *graph = NULL;
    wend_graph_edge edge;
    assert_int_equal(open_text("node 0 0\nnode 1 0\nnode 2 0\nedge 0 1\nedge 1 2\n", &graph, NULL),
                     WEND_OK);
    assert_int_equal(wend_graph_remove_node(graph, 0), WEND_OK);
    wend_graph *text = stored_and_opened(graph, "test_io_graph_gap.graph");
    wend_graph *saved = stored_and_opened(graph, "test_io_graph_gap.wend");
    assert_int_equal(wend_graph_node_limit(text), 2);
    assert_int_equal(wend_graph_node_limit(saved), 3);
    assert_int_equal(wend_graph_get_edge(text, 0, &edge), WEND_OK);
    assert_int_equal(edge.from, 0);
    assert_int_equal(edge.to, 1);
    wend_graph_destroy(text);
    wend_graph_destroy(saved);
    wend_graph_destroy(graph);
}

static void graph_file_that_is_bad_or_cannot_be_written_is_named(void **state)
{
    (void)state;
    static const char file[] = "test_io_graph_bad.graph";
    wend_graph *graph = NULL;
    wend_message message = {0};
    assert_int_equal(wend_io_write_file(file, (const uint8_t *)"node 1 2\nnode 1\n", 16, NULL),
                     WEND_OK);
    assert_int_equal(wend_graph_load_file(file, WEND_GRAPH_FORMAT_AUTO, NULL, &graph, &message),
                     WEND_ERROR_FILE);
    assert_null(graph);
    assert_non_null(strstr(message.text, "test_io_graph_bad.graph:2: "));
    assert_int_equal(remove(file), 0);
    assert_int_equal(open_text("node 1 2", &graph, NULL), WEND_OK);
    assert_int_equal(
        wend_graph_save_file(graph, "no folder/a.wend", WEND_GRAPH_FORMAT_AUTO, &message),
        WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "no folder/a.wend"));
    assert_int_equal(wend_graph_save_file(graph, NULL, WEND_GRAPH_FORMAT_TEXT, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_save_file(graph, "a", (wend_graph_format)7, NULL),
                     WEND_ERROR_ARGUMENT);
    wend_graph_destroy(graph);
    assert_int_equal(wend_graph_load_file(NULL, WEND_GRAPH_FORMAT_AUTO, NULL, &graph, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_load_file("a", (wend_graph_format)7, NULL, &graph, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_load_memory((const uint8_t *)"WGR", 3, WEND_GRAPH_FORMAT_AUTO, NULL,
                                            &graph, NULL),
                     WEND_ERROR_FILE);
}

static void graph_arguments_out_of_range_are_refused(void **state)
{
    (void)state;
    wend_graph *graph = NULL;
    wend_message message = {0};
    const uint8_t damaged[] = {'W', 'G', 'R', 'F', 1, 0};
    assert_int_equal(wend_graph_load_memory(damaged, sizeof damaged, WEND_GRAPH_FORMAT_AUTO, NULL,
                                            &graph, &message),
                     WEND_ERROR_FILE);
    assert_null(graph);
    assert_int_equal(wend_graph_load_memory(NULL, 1, WEND_GRAPH_FORMAT_AUTO, NULL, &graph, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_load_memory(damaged, 1, WEND_GRAPH_FORMAT_AUTO, NULL, NULL, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_load_memory(damaged, 1, (wend_graph_format)5, NULL, &graph, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_graph_load_file("no such file", WEND_GRAPH_FORMAT_AUTO, NULL, &graph, &message),
        WEND_ERROR_FILE);
    assert_int_equal(wend_graph_save_file(NULL, "a.wend", WEND_GRAPH_FORMAT_AUTO, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(open_text("node 1 2", &graph, NULL), WEND_OK);
    assert_int_equal(wend_graph_save_file(graph, "a.obj", WEND_GRAPH_FORMAT_AUTO, NULL),
                     WEND_ERROR_ARGUMENT);
    wend_graph_destroy(graph);
    assert_string_equal(wend_graph_format_name(WEND_GRAPH_FORMAT_TEXT), "text");
    assert_string_equal(wend_graph_format_name(WEND_GRAPH_FORMAT_SAVED), "saved");
    assert_string_equal(wend_graph_format_name(WEND_GRAPH_FORMAT_AUTO), "auto");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_text_lines_become_nodes_and_edges),
        cmocka_unit_test(graph_text_bad_lines_are_named),
        cmocka_unit_test(graph_that_was_written_comes_back_as_it_was),
        cmocka_unit_test(graph_text_closes_gaps_and_saved_bytes_keep_them),
        cmocka_unit_test(graph_file_that_is_bad_or_cannot_be_written_is_named),
        cmocka_unit_test(graph_arguments_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
