/* Takes: small graphs.
 * Gives: what every call answers, the refusals among it, and what memory annotations take.
 * Cost: milliseconds. */
#include "support/graphs.h"
#include "support/test.h"

#include "wend/graph.h"
#include "world/graph/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static wend_node add(wend_graph *graph, double x, double y)
{
    wend_node node = graphs_node(graph, x, y);
    return node;
}

static uint32_t join(wend_graph *graph, wend_node from, wend_node to)
{
    uint32_t edge = graphs_edge(graph, from, to, true);
    return edge;
}

static wend_graph_edge edge_of(const wend_graph *graph, uint32_t edge)
{
    wend_graph_edge def;
    assert_int_equal(wend_graph_get_edge(graph, edge, &def), WEND_OK);
    return def;
}

static wend_graph_node node_of(const wend_graph *graph, wend_node node)
{
    wend_graph_node def;
    assert_int_equal(wend_graph_get_node(graph, node, &def), WEND_OK);
    return def;
}

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

/* ---- edges ---- */

static void graph_edge_bad_definition_is_refused(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    const wend_node a = add(graph, 0, 0);
    const wend_node b = add(graph, 3, 4);
    wend_graph_edge def = wend_graph_edge_default();
    uint32_t edge = 5;
    def.from = a;
    def.to = 17;
    assert_int_equal(wend_graph_add_edge(graph, &def, &edge), WEND_ERROR_STALE);
    assert_int_equal(edge, WEND_EDGE_NONE);
    def.to = a;
    assert_int_equal(wend_graph_add_edge(graph, &def, &edge), WEND_ERROR_ARGUMENT);
    def.to = b;
    const double factors[] = {0, -1, 1.0 / 512, 65537, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; ++i) {
        def.factor = factors[i];
        assert_int_equal(wend_graph_add_edge(graph, &def, &edge), WEND_ERROR_ARGUMENT);
    }
    def.cost = ((wend_cost)1 << 48) + 1;
    assert_int_equal(wend_graph_add_edge(graph, &def, &edge), WEND_ERROR_ARGUMENT);
    def.cost = (wend_cost)1 << 48;
    edge = graphs_add_edge(graph, def);
    assert_true(edge_of(graph, edge).cost == (wend_cost)1 << 48);
    assert_false(edge_of(graph, edge).follows_length);
    assert_int_equal(wend_graph_add_edge(graph, NULL, NULL), WEND_ERROR_ARGUMENT);
    def.cookie = 0;
    assert_int_equal(wend_graph_add_edge(graph, &def, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_set_edge(graph, edge, &def), WEND_ERROR_ARGUMENT);
    wend_graph_destroy(graph);
}

static void graph_edge_follows_its_length_in_space(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    const wend_node a = add(graph, 0, 0);
    const wend_node b = add(graph, 3, 4);
    const uint32_t edge = join(graph, a, b);
    assert_true(edge_of(graph, edge).cost == 5 * WEND_COST_ONE);
    assert_true(edge_of(graph, edge).follows_length);
    wend_graph_node node = node_of(graph, b);
    node.height = 12;
    assert_int_equal(wend_graph_set_node(graph, b, &node), WEND_OK);
    assert_true(edge_of(graph, edge).cost == 13 * WEND_COST_ONE);
    node.position = (wend_vec2){0, 0};
    node.height = 0;
    assert_int_equal(wend_graph_set_node(graph, b, &node), WEND_OK);
    assert_true(edge_of(graph, edge).cost == 1);
    node.position.x = 70000;
    const uint64_t hash = wend_graph_hash(graph);
    assert_int_equal(wend_graph_set_node(graph, b, &node), WEND_ERROR_ARGUMENT);
    assert_true(wend_graph_hash(graph) == hash);
    wend_graph_destroy(graph);
}

static void graph_edge_read_changed_and_written_follows_on(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    const uint32_t edge = join(graph, add(graph, 0, 0), add(graph, 0, 2));
    wend_graph_edge def = edge_of(graph, edge);
    def.behaviour = WEND_BEHAVIOUR_SWIM;
    def.factor = 4;
    assert_int_equal(wend_graph_set_edge(graph, edge, &def), WEND_OK);
    assert_true(edge_of(graph, edge).cost == 8 * WEND_COST_ONE);
    assert_true(edge_of(graph, edge).follows_length);
    /* A copy of it too. */
    def = edge_of(graph, edge);
    uint32_t copy = graphs_add_edge(graph, def);
    assert_true(edge_of(graph, copy).follows_length);
    /* A cost of its own ends it. */
    def.cost = 3;
    assert_int_equal(wend_graph_set_edge(graph, edge, &def), WEND_OK);
    assert_false(edge_of(graph, edge).follows_length);
    assert_true(edge_of(graph, edge).cost == 3);
    copy = graphs_add_edge(graph, def);
    assert_false(edge_of(graph, copy).follows_length);
    wend_graph_destroy(graph);
}

static void graph_edge_ends_cannot_change(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    const wend_node a = add(graph, 0, 0);
    const uint32_t edge = join(graph, a, add(graph, 0, 2));
    wend_graph_edge def = edge_of(graph, edge);
    def.to = add(graph, 1, 1);
    assert_int_equal(wend_graph_set_edge(graph, edge, &def), WEND_ERROR_ARGUMENT);
    def.to = 1;
    def.from = 2;
    assert_int_equal(wend_graph_set_edge(graph, edge, &def), WEND_ERROR_ARGUMENT);
    wend_graph_destroy(graph);
}

static void graph_edges_from_leaves_out_ways_in(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    const wend_node a = add(graph, 0, 0);
    const wend_node b = add(graph, 0, 2);
    wend_graph_edge def = wend_graph_edge_default();
    def.from = b;
    def.to = a;
    def.is_two_way = false;
    def.is_open = false;
    graphs_add_edge(graph, def);
    const uint32_t both = join(graph, b, a);
    uint32_t edges[2];
    size_t count;
    assert_int_equal(wend_graph_edges_from(graph, a, edges, 2, &count), WEND_OK);
    assert_int_equal(count, 1);
    assert_int_equal(edges[0], both);
    assert_int_equal(wend_graph_edges_from(graph, b, edges, 1, &count), WEND_TRUNCATED);
    assert_int_equal(count, 2);
    assert_int_equal(edges[0], 0);
    assert_int_equal(wend_graph_edge_between(graph, a, b), both);
    assert_int_equal(wend_graph_edge_between(graph, b, a), 0);
    assert_int_equal(wend_graph_edge_between(graph, a, a), WEND_EDGE_NONE);
    wend_graph_destroy(graph);
}

/* ---- revisions ---- */

static void graph_revision_counts_only_what_changes_something(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    assert_int_equal(wend_graph_revision(graph), 1);
    const uint32_t edge = join(graph, add(graph, 0, 0), add(graph, 0, 2));
    assert_int_equal(wend_graph_revision(graph), 4);
    const wend_graph_edge def = edge_of(graph, edge);
    const wend_graph_node node = node_of(graph, 0);
    assert_int_equal(wend_graph_set_edge(graph, edge, &def), WEND_OK);
    assert_int_equal(wend_graph_set_node(graph, 0, &node), WEND_OK);
    assert_int_equal(wend_graph_set_open(graph, edge, true), WEND_OK);
    assert_int_equal(wend_graph_revision(graph), 4);
    assert_int_equal(wend_graph_set_open(graph, edge, false), WEND_OK);
    assert_int_equal(wend_graph_revision(graph), 5);
    wend_graph_destroy(graph);
}

static bool is_told(const wend_graph *graph, uint64_t since, uint32_t edge)
{
    uint32_t edges[64];
    size_t count;
    bool is_in = !wendi_graph_changed_edges(graph, since, edges, 64, &count);
    for (size_t i = 0; i < count; ++i) {
        is_in = is_in || edges[i] == edge;
    }
    return is_in;
}

/* Each on its own; user data concerns nobody. */
static void graph_changes_of_edges_are_told_one_by_one(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    const uint32_t edge = join(graph, add(graph, 0, 0), add(graph, 0, 2));
    for (int i = 0; i < 6; ++i) {
        const uint64_t since = wend_graph_revision(graph);
        wend_graph_edge def = edge_of(graph, edge);
        def.cost += i == 0 ? 1 : 0;
        def.behaviour += i == 1 ? 1 : 0;
        def.flags += i == 2 ? 1 : 0;
        def.is_open = def.is_open != (i == 3);
        def.user += i == 4 ? 1 : 0;
        def.is_two_way = def.is_two_way != (i == 5);
        assert_int_equal(wend_graph_set_edge(graph, edge, &def), WEND_OK);
        assert_int_equal(wend_graph_revision(graph), since + 1);
        assert_int_equal(is_told(graph, since, edge), i != 4);
        assert_int_equal(wendi_graph_revisions_of(graph).layout > since, i == 5);
    }
    wend_graph_destroy(graph);
}

static void graph_changes_too_long_ago_are_not_remembered(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    const uint32_t edge = join(graph, add(graph, 0, 0), add(graph, 0, 2));
    const uint32_t other = join(graph, 0, 1);
    const uint64_t start = wend_graph_revision(graph);
    uint32_t edges[64];
    size_t count;
    assert_int_equal(wend_graph_set_open(graph, other, false), WEND_OK);
    for (int i = 0; i < 15; ++i) {
        assert_int_equal(wend_graph_set_open(graph, edge, i % 2 != 0), WEND_OK);
    }
    assert_true(wendi_graph_changed_edges(graph, start, edges, 64, &count));
    assert_int_equal(count, 16);
    assert_int_equal(edges[0], edge);
    assert_int_equal(edges[15], other);
    assert_false(wendi_graph_changed_edges(graph, start, edges, 15, &count));
    assert_int_equal(wend_graph_set_open(graph, edge, true), WEND_OK);
    assert_false(wendi_graph_changed_edges(graph, start, edges, 64, &count));
    assert_true(wendi_graph_changed_edges(graph, start + 1, edges, 64, &count));
    assert_int_equal(count, 16);
    assert_true(wendi_graph_changed_edges(graph, wend_graph_revision(graph), edges, 0, &count));
    assert_int_equal(count, 0);
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
        cmocka_unit_test(graph_edge_bad_definition_is_refused),
        cmocka_unit_test(graph_edge_follows_its_length_in_space),
        cmocka_unit_test(graph_edge_read_changed_and_written_follows_on),
        cmocka_unit_test(graph_edge_ends_cannot_change),
        cmocka_unit_test(graph_edges_from_leaves_out_ways_in),
        cmocka_unit_test(graph_revision_counts_only_what_changes_something),
        cmocka_unit_test(graph_changes_of_edges_are_told_one_by_one),
        cmocka_unit_test(graph_changes_too_long_ago_are_not_remembered),
        cmocka_unit_test(graph_annotations_take_memory_only_where_there_are_any),
        cmocka_unit_test(graph_moving_about_does_not_grow),
        cmocka_unit_test(graph_draw_shows_what_exists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
