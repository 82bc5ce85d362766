/* Edges of graphs, and the changes that are remembered. */
#include "edges.h"
#include "support/graphs.h"
#include "support/test.h"
#include "wend/graph.h"
#include "world/graph/store.h"

#include <math.h>

static wend_graph_node node_of(const wend_graph *graph, wend_node node)
{
    wend_graph_node def;
    assert_int_equal(wend_graph_get_node(graph, node, &def), WEND_OK);
    return def;
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
    wendi_graph_change changes[64];
    size_t count;
    bool is_in = !wendi_graph_list_changes(graph, since, changes, 64, &count);
    for (size_t i = 0; i < count; ++i) {
        is_in = is_in || (changes[i].number == edge && !changes[i].is_node);
    }
    return is_in;
}

/* Each on its own; user data has no effect. */
static void graph_changes_of_edges_are_reported_one_by_one(void **state)
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
    wendi_graph_change changes[64];
    size_t count;
    assert_int_equal(wend_graph_set_open(graph, other, false), WEND_OK);
    for (int i = 0; i < 15; ++i) {
        assert_int_equal(wend_graph_set_open(graph, edge, i % 2 != 0), WEND_OK);
    }
    assert_true(wendi_graph_list_changes(graph, start, changes, 64, &count));
    assert_int_equal(count, 16);
    assert_int_equal(changes[0].number, other);
    assert_int_equal(changes[15].number, edge);
    assert_false(wendi_graph_list_changes(graph, start, changes, 15, &count));
    assert_int_equal(count, 16);
    assert_int_equal(wend_graph_set_open(graph, edge, true), WEND_OK);
    assert_false(wendi_graph_list_changes(graph, start, changes, 64, &count));
    assert_int_equal(count, 0);
    assert_false(wendi_graph_remembers(graph, start));
    assert_true(wendi_graph_list_changes(graph, start + 1, changes, 64, &count));
    assert_int_equal(count, 16);
    assert_true(wendi_graph_list_changes(graph, wend_graph_revision(graph), changes, 0, &count));
    assert_int_equal(count, 0);
    wend_graph_destroy(graph);
}

/* Edges of a node go first; renumbering makes all that was listed worthless. */
static void graph_changes_list_what_came_and_went(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    const uint32_t edge = join(graph, add(graph, 0, 0), add(graph, 0, 2));
    const uint64_t start = wend_graph_revision(graph);
    wendi_graph_change changes[8];
    size_t count;
    const wend_node node = add(graph, 0, 4);
    const uint32_t other = join(graph, node, 0);
    assert_int_equal(wend_graph_remove_node(graph, 0), WEND_OK);
    assert_true(wendi_graph_list_changes(graph, start, changes, 8, &count));
    assert_int_equal(count, 5);
    assert_true(changes[0].is_node && changes[0].number == node);
    assert_true(!changes[1].is_node && changes[1].number == other);
    assert_true(!changes[2].is_node && changes[2].number == other);
    assert_true(!changes[3].is_node && changes[3].number == edge);
    assert_true(changes[4].is_node && changes[4].number == 0);
    assert_int_equal(wend_graph_compact(graph, NULL, NULL), WEND_OK);
    assert_false(wendi_graph_list_changes(graph, start, changes, 8, &count));
    wend_graph_destroy(graph);
}

/* The list grows with the graph, and keeps what it has. */
static void graph_changes_stay_while_the_graph_grows(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    const uint64_t start = wend_graph_revision(graph);
    wendi_graph_change changes[64];
    size_t count;
    for (uint32_t k = 0; k < 15; ++k) {
        (void)add(graph, k, 0);
    }
    for (uint32_t k = 0; k < 300; ++k) {
        (void)join(graph, k % 15, (k + 1) % 15);
        const uint64_t since = wend_graph_revision(graph) - (k < 14 ? k + 1 : 14);
        assert_true(wendi_graph_list_changes(graph, since, changes, 64, &count));
        assert_int_equal(changes[count - 1].number, k);
        assert_int_equal(changes[0].number, k + 1 - count);
    }
    assert_false(wendi_graph_remembers(graph, start));
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_edge_bad_definition_is_refused),
        cmocka_unit_test(graph_edge_follows_its_length_in_space),
        cmocka_unit_test(graph_edge_read_changed_and_written_follows_on),
        cmocka_unit_test(graph_edge_ends_cannot_change),
        cmocka_unit_test(graph_edges_from_leaves_out_ways_in),
        cmocka_unit_test(graph_revision_counts_only_what_changes_something),
        cmocka_unit_test(graph_changes_of_edges_are_reported_one_by_one),
        cmocka_unit_test(graph_changes_too_long_ago_are_not_remembered),
        cmocka_unit_test(graph_changes_list_what_came_and_went),
        cmocka_unit_test(graph_changes_stay_while_the_graph_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
