/* A door between two rooms of a graph opens and closes the edges through it. */
#include "support/graphs.h"
#include "support/test.h"

#include "wend/graph_build.h"

#include <math.h>

enum { NODES = 4 };

/* Two nodes on either side of the door from 0, -1 to 0, 1, each joined to each; a teleport. */
static wend_graph *two_rooms(void)
{
    static const wend_vec2 places[NODES] = {{-2, 0}, {-2, 3}, {2, 0}, {2, 3}};
    wend_graph *graph = graphs_empty();
    for (uint32_t i = 0; i < NODES; i++) {
        graphs_node(graph, places[i].x, places[i].y);
        for (uint32_t j = 0; j < i; j++) {
            graphs_edge(graph, j, i, true);
        }
    }
    wend_graph_edge teleport = wend_graph_edge_default();
    teleport.from = 0;
    teleport.to = 2;
    teleport.cost = WEND_COST_ONE;
    teleport.behaviour = WEND_BEHAVIOUR_TELEPORT;
    graphs_add_edge(graph, teleport);
    return graph;
}

static bool is_open(const wend_graph *graph, wend_node from, wend_node to)
{
    wend_graph_edge edge;
    const uint32_t number = wend_graph_edge_between(graph, from, to);
    assert_int_equal(wend_graph_get_edge(graph, number, &edge), WEND_OK);
    return edge.is_open;
}

static void door_closes_and_opens_what_leads_through_it(void **state)
{
    (void)state;
    wend_graph *graph = two_rooms();
    const wend_vec2 a = {0, -1};
    const wend_vec2 b = {0, 1};
    size_t count = 99;
    assert_int_equal(wend_graph_set_open_across(graph, a, b, 0, false, &count), WEND_OK);
    assert_int_equal(count, 1);
    assert_false(is_open(graph, 0, 2));
    assert_true(is_open(graph, 1, 3));
    assert_true(is_open(graph, 0, 3));
    assert_int_equal(wend_graph_set_open_across(graph, a, b, 0, true, NULL), WEND_OK);
    assert_true(is_open(graph, 0, 2));
    wend_graph_destroy(graph);
}

static void door_stops_wide_agents_beside_it_and_no_teleports(void **state)
{
    (void)state;
    wend_graph *graph = two_rooms();
    const wend_vec2 a = {0, -1};
    const wend_vec2 b = {0, 1};
    size_t count = 0;
    assert_int_equal(wend_graph_set_open_across(graph, a, b, 1, false, &count), WEND_OK);
    assert_int_equal(count, 3); /* both crossed edges pass half a metre above it */
    wend_graph_edge edge;
    assert_int_equal(wend_graph_get_edge(graph, wend_graph_edge_limit(graph) - 1, &edge), WEND_OK);
    assert_int_equal(edge.behaviour, WEND_BEHAVIOUR_TELEPORT);
    assert_true(edge.is_open);
    wend_graph_destroy(graph);
}

static void door_refuses_what_is_no_line_or_radius(void **state)
{
    (void)state;
    wend_graph *graph = two_rooms();
    const wend_vec2 a = {0, -1};
    const wend_vec2 nowhere = {(double)NAN, 0};
    size_t count = 7;
    assert_int_equal(wend_graph_set_open_across(NULL, a, a, 0, false, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(wend_graph_set_open_across(graph, a, nowhere, 0, false, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_set_open_across(graph, a, a, -1, false, NULL), WEND_ERROR_ARGUMENT);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(door_closes_and_opens_what_leads_through_it),
        cmocka_unit_test(door_stops_wide_agents_beside_it_and_no_teleports),
        cmocka_unit_test(door_refuses_what_is_no_line_or_radius),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
