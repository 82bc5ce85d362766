/* Small graphs: definitions, nodes, memory, and pictures. */
#include "edges.h"
#include "support/graphs.h"
#include "support/test.h"
#include "wend/draw.h"
#include "wend/graph.h"
#include "world/graph/store.h"

#include <math.h>
#include <string.h>

/* ---- creating ---- */

static void graph_create_bad_definition_is_refused(void **state)
{
    (void)state;
    wend_message message;
    wend_graph_def def = wend_graph_def_default();
    wend_graph *graph = graphs_empty();
    wend_graph_destroy(graph);
    def.message = &message;
    assert_int_equal(wend_graph_create(NULL, &graph), WEND_ERROR_ARGUMENT);
    assert_null(graph);
    assert_int_equal(wend_graph_create(&def, NULL), WEND_ERROR_ARGUMENT);
    const double sizes[] = {-1, (double)NAN, (double)INFINITY, 2 * WEND_COORDINATE_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        def.cell_size = sizes[i];
        assert_int_equal(wend_graph_create(&def, &graph), WEND_ERROR_ARGUMENT);
        assert_non_null(strstr(message.text, "cell_size"));
    }
    memset(&def, 0, sizeof def);
    assert_int_equal(wend_graph_create(&def, &graph), WEND_ERROR_ARGUMENT);
    wend_graph_destroy(NULL);
}

static void graph_missing_graph_is_refused_everywhere(void **state)
{
    (void)state;
    const wend_graph_node node = wend_graph_node_default();
    const wend_graph_edge edge = wend_graph_edge_default();
    const wend_draw draw = {0};
    wend_graph_node node_read;
    wend_graph_edge edge_read;
    size_t count;
    assert_int_equal(wend_graph_add_node(NULL, &node, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_set_node(NULL, 0, &node), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_remove_node(NULL, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_get_node(NULL, 0, &node_read), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_add_edge(NULL, &edge, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_set_edge(NULL, 0, &edge), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_set_open(NULL, 0, true), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_remove_edge(NULL, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_get_edge(NULL, 0, &edge_read), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_edges_from(NULL, 0, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_compact(NULL, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_save(NULL, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_draw(NULL, &draw), WEND_ERROR_ARGUMENT);
    assert_false(wend_graph_has_node(NULL, 0));
    assert_int_equal(wend_graph_edge_between(NULL, 0, 1), WEND_EDGE_NONE);
    assert_int_equal(wend_graph_nearest(NULL, (wend_vec2){0, 0}, NULL), WEND_NODE_NONE);
    assert_int_equal(wend_graph_node_count(NULL) + wend_graph_edge_count(NULL), 0);
    assert_int_equal(wend_graph_node_limit(NULL) + wend_graph_edge_limit(NULL), 0);
    assert_int_equal(wend_graph_revision(NULL) + wend_graph_memory_bytes(NULL), 0);
    assert_true(wend_graph_hash(NULL) == wend_hash_begin());
}

static void graph_null_outputs_are_refused(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    const wend_node node = add(graph, 1, 2);
    size_t count;
    assert_int_equal(wend_graph_get_node(graph, node, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_get_edge(graph, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_edges_from(graph, node, NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_edges_from(graph, node, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_save(graph, NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_save(graph, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_draw(graph, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_nearest_many(graph, (wend_vec2){0, 0}, NULL, NULL, 5), 0);
    wend_graph_destroy(graph);
}

/* ---- nodes ---- */

static void graph_node_bad_numbers_are_refused(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY,
                          1.1 * WEND_COORDINATE_MAX};
    const wend_node there = add(graph, 0, 0);
    for (size_t i = 0; i < 3 * sizeof bad / sizeof *bad; ++i) {
        wend_graph_node def = wend_graph_node_default();
        wend_node node = 7;
        double *numbers[] = {&def.position.x, &def.position.y, &def.height};
        *numbers[i % 3] = bad[i / 3];
        assert_int_equal(wend_graph_add_node(graph, &def, &node), WEND_ERROR_ARGUMENT);
        assert_int_equal(node, WEND_NODE_NONE);
        assert_int_equal(wend_graph_set_node(graph, there, &def), WEND_ERROR_ARGUMENT);
    }
    wend_graph_node blank;
    memset(&blank, 0, sizeof blank);
    assert_int_equal(wend_graph_add_node(graph, &blank, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_add_node(graph, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_revision(graph), 2);
    wend_graph_destroy(graph);
}

static void graph_node_tiny_coordinates_become_zero(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    const wend_node node = add(graph, -0.0, 1e-40);
    const wend_vec2 at = wend_graph_position(graph, node);
    assert_false(signbit(at.x));
    assert_true(at.y <= 0 && at.y >= 0);
    wend_graph_destroy(graph);
}

static void graph_removed_numbers_are_not_given_again(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    const wend_node a = add(graph, 0, 0);
    const wend_node b = add(graph, 1, 0);
    const uint32_t edge = join(graph, a, b);
    assert_int_equal(wend_graph_remove_node(graph, a), WEND_OK);
    assert_int_equal(wend_graph_remove_node(graph, a), WEND_ERROR_STALE);
    assert_int_equal(wend_graph_remove_edge(graph, edge), WEND_ERROR_STALE);
    assert_int_equal(add(graph, 2, 0), 2);
    assert_int_equal(join(graph, b, 2), 1);
    wend_node map[3];
    assert_int_equal(wend_graph_compact(graph, map, NULL), WEND_OK);
    assert_int_equal(map[0], WEND_NODE_NONE);
    assert_int_equal(map[2], 1);
    assert_int_equal(add(graph, 3, 0), 2);
    assert_int_equal(wend_graph_edge_between(graph, 0, 1), 0);
    wend_graph_destroy(graph);
}

static void graph_compact_without_gaps_changes_nothing(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    assert_int_equal(wend_graph_compact(graph, NULL, NULL), WEND_OK);
    add(graph, 0, 0);
    const uint64_t revision = wend_graph_revision(graph);
    wend_node map[1] = {9};
    assert_int_equal(wend_graph_compact(graph, map, NULL), WEND_OK);
    assert_int_equal(map[0], 0);
    assert_int_equal(wend_graph_revision(graph), revision);
    wend_graph_destroy(graph);
}

/* ---- memory ---- */

enum { MANY = 20000 };

static wend_graph *make_many(uint32_t tag_every)
{
    wend_graph *graph = graphs_empty();
    for (uint32_t i = 0; i < MANY; ++i) {
        wend_graph_node def = wend_graph_node_default();
        def.position =
            (wend_vec2){wend_random_unit(1, i, 0) * 140, wend_random_unit(1, i, 1) * 140};
        def.tag = tag_every != 0 && i % tag_every == 0 ? 3 : 0;
        graphs_add_node(graph, def);
    }
    return graph;
}

static void graph_annotations_take_memory_only_where_there_are_any(void **state)
{
    (void)state;
    wend_graph *plain = make_many(0);
    wend_graph *few = make_many(1000);
    wend_graph *all = make_many(1);
    assert_true(wend_graph_memory_bytes(plain) < MANY * 52);
    assert_true(wend_graph_memory_bytes(few) < wend_graph_memory_bytes(plain) + 1024);
    assert_true(wend_graph_memory_bytes(all) < wend_graph_memory_bytes(plain) + MANY * 6);
    assert_int_equal(wend_graph_nearest(few, (wend_vec2){3, 3}, NULL),
                     wend_graph_nearest(all, (wend_vec2){3, 3}, NULL));
    wend_graph_destroy(plain);
    wend_graph_destroy(few);
    wend_graph_destroy(all);
}

static void graph_moving_about_does_not_grow(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    for (int i = 0; i < 300; ++i) {
        add(graph, 0.25 * i, 0);
    }
    size_t bytes = 0;
    for (uint64_t tick = 0; tick < 40000; ++tick) {
        const wend_node node = wend_random_below(2, 0, tick, 300);
        wend_graph_node def = wend_graph_node_default();
        def.position.x = wend_random_below(2, 1, tick, 40) * 3.0 + (double)tick;
        def.position.y = wend_random_below(2, 2, tick, 3) * 100000.0;
        assert_int_equal(wend_graph_set_node(graph, node, &def), WEND_OK);
        bytes = tick == 4000 ? wend_graph_memory_bytes(graph) : bytes;
    }
    assert_true(wend_graph_memory_bytes(graph) <= 2 * bytes);
    wend_graph_destroy(graph);
}

/* ---- pictures ---- */

typedef struct seen {
    int lines, portals, items;
    double behaviours, tags;
} seen;

static void see_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                     double value)
{
    seen *s = context;
    assert_int_equal(meaning, WEND_MEANING_EDGE);
    assert_true(from.x < to.x);
    ++s->lines;
    s->behaviours += value;
}

static void see_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                       double value)
{
    seen *s = context;
    (void)centre;
    assert_true(radius <= 0);
    s->portals += meaning == WEND_MEANING_PORTAL ? 1 : 0;
    s->items += meaning == WEND_MEANING_ITEM ? 1 : 0;
    s->tags += value;
}

static void graph_draw_shows_what_exists(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    const wend_node a = add(graph, 0, 0);
    const wend_node b = add(graph, 1, 2);
    const wend_node gone = add(graph, 5, 5);
    wend_graph_node tagged = wend_graph_node_default();
    tagged.position.x = 3;
    tagged.tag = 11;
    graphs_add_node(graph, tagged);
    wend_graph_edge def = edge_of(graph, join(graph, a, b));
    def.behaviour = 70;
    assert_int_equal(wend_graph_set_edge(graph, 0, &def), WEND_OK);
    join(graph, b, gone);
    assert_int_equal(wend_graph_remove_node(graph, gone), WEND_OK);
    seen s = {0};
    wend_draw draw = {0};
    draw.context = &s;
    assert_int_equal(wend_graph_draw(graph, &draw), WEND_OK);
    draw.line = see_line;
    draw.circle = see_circle;
    assert_int_equal(wend_graph_draw(graph, &draw), WEND_OK);
    assert_int_equal(s.lines, 1);
    assert_int_equal(s.portals, 2);
    assert_int_equal(s.items, 1);
    assert_true(s.behaviours >= 70 && s.behaviours <= 70 && s.tags >= 11 && s.tags <= 11);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_create_bad_definition_is_refused),
        cmocka_unit_test(graph_missing_graph_is_refused_everywhere),
        cmocka_unit_test(graph_null_outputs_are_refused),
        cmocka_unit_test(graph_node_bad_numbers_are_refused),
        cmocka_unit_test(graph_node_tiny_coordinates_become_zero),
        cmocka_unit_test(graph_removed_numbers_are_not_given_again),
        cmocka_unit_test(graph_compact_without_gaps_changes_nothing),
        cmocka_unit_test(graph_annotations_take_memory_only_where_there_are_any),
        cmocka_unit_test(graph_moving_about_does_not_grow),
        cmocka_unit_test(graph_draw_shows_what_exists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
