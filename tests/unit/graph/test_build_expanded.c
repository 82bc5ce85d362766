/* Graphs built by expanded geometry and by flood fill. */
#include "build.h"
#include "support/graphs.h"
#include "support/levels.h"
#include "support/test.h"
#include "support/walls.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static void add_room(wend_walls *walls, double size)
{
    add_segment(walls, 0, 0, size, 0);
    add_segment(walls, size, 0, size, size);
    add_segment(walls, size, size, 0, size);
    add_segment(walls, 0, size, 0, 0);
}

static wend_node add_node(wend_graph *graph, double x, double y)
{
    wend_node node = graphs_node(graph, x, y);
    return node;
}

/* ---- expanded geometry ---- */

static void expanded_box_is_walked_around_on_quarter_circles(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    add_box(walls, 0, 0, 4, 2);
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = 1;
    wend_graph *graph;
    assert_int_equal(wend_graph_build_expanded(walls, &def, &graph), WEND_OK);
    assert_int_equal(wend_graph_node_count(graph), 8);
    assert_int_equal(wend_graph_edge_count(graph), 8);
    double around = 0;
    int arcs = 0;
    for (uint32_t e = 0; e < 8; e++) {
        wend_graph_edge edge;
        assert_int_equal(wend_graph_get_edge(graph, e, &edge), WEND_OK);
        around += wend_cost_to_double(edge.cost);
        wend_graph_arc arc;
        if (wend_graph_get_arc(graph, e, walls, &arc)) {
            arcs++;
            assert_true(is_near(arc.radius, 1) && is_near(arc.turn, pi / 2));
        }
    }
    assert_int_equal(arcs, 4);
    assert_true(is_near(around, 12 + 2 * pi));
    wend_graph_destroy(graph);
    wend_walls_destroy(walls);
}

static void expanded_mitred_box_has_four_corners(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    add_box(walls, 0, 0, 4, 2);
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = 1;
    def.corners = WEND_CORNERS_MITRED;
    wend_graph *graph;
    assert_int_equal(wend_graph_build_expanded(walls, &def, &graph), WEND_OK);
    assert_int_equal(wend_graph_node_count(graph), 4);
    assert_int_equal(wend_graph_edge_count(graph), 4);
    assert_true(has_node_at(graph, -1, -1) && has_node_at(graph, 5, 3));
    wend_graph_destroy(graph);
    wend_walls_destroy(walls);
}

static void expanded_mitred_ends_of_walls_and_posts_are_square(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    add_segment(walls, 0, 0, 10, 0);
    add_segment(walls, 20, 0, 20, 0);
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = 2;
    def.corners = WEND_CORNERS_MITRED;
    wend_graph *graph;
    assert_int_equal(wend_graph_build_expanded(walls, &def, &graph), WEND_OK);
    assert_int_equal(wend_graph_node_count(graph), 8);
    assert_true(has_node_at(graph, -2, 2) && has_node_at(graph, -2, -2));
    assert_true(has_node_at(graph, 12, 2) && has_node_at(graph, 22, -2));
    wend_graph_destroy(graph);
    wend_walls_destroy(walls);
}

static void expanded_corridor_as_wide_as_the_agent_is_passed(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    add_box(walls, 0, 0, 8, 3);
    add_box(walls, 0, 4, 8, 7);
    for (int k = 0; k < 2; k++) {
        wend_graph_build_def def = wend_graph_build_def_default();
        def.radius = 0.5;
        def.corners = k == 0 ? WEND_CORNERS_ROUND : WEND_CORNERS_MITRED;
        wend_graph *graph;
        assert_int_equal(wend_graph_build_expanded(walls, &def, &graph), WEND_OK);
        bool passes = false;
        for (uint32_t e = 0; e < wend_graph_edge_limit(graph); e++) {
            wend_graph_edge edge;
            assert_int_equal(wend_graph_get_edge(graph, e, &edge), WEND_OK);
            const wend_vec2 a = wend_graph_position(graph, edge.from);
            const wend_vec2 b = wend_graph_position(graph, edge.to);
            passes = passes || (is_near(a.y, 3.5) && is_near(b.y, 3.5) && fabs(a.x - b.x) >= 8);
        }
        assert_true(passes);
        wend_graph_destroy(graph);
    }
    wend_walls_destroy(walls);
}

static void expanded_corners_inside_grown_walls_drop_out(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    add_box(walls, 0, 0, 4, 4);
    add_box(walls, 4.5, 1, 8, 3); /* no agent passes between */
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = 1;
    wend_graph *graph;
    assert_int_equal(wend_graph_build_expanded(walls, &def, &graph), WEND_OK);
    for (wend_node node = 0; node < wend_graph_node_limit(graph); node++) {
        const wend_vec2 p = wend_graph_position(graph, node);
        assert_false(p.x > 3 && p.x < 5.2 && p.y > 0.5 && p.y < 3.5);
    }
    wend_graph_destroy(graph);
    wend_walls_destroy(walls);
}

static void expanded_edges_are_no_arcs_elsewhere(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    add_segment(walls, 0, 0, 10, 0);
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = 1;
    wend_graph *graph;
    assert_int_equal(wend_graph_build_expanded(walls, &def, &graph), WEND_OK);
    assert_int_equal(wend_graph_edge_count(graph), 4);
    wend_graph_arc arc;
    assert_false(wend_graph_get_arc(graph, 9, walls, &arc));
    assert_false(wend_graph_get_arc(NULL, 0, walls, &arc));
    assert_false(wend_graph_get_arc(graph, 0, NULL, &arc));
    assert_false(wend_graph_get_arc(graph, 0, walls, NULL));
    wend_walls *others = walls_empty();
    for (uint32_t e = 0; e < 4; e++) {
        assert_false(wend_graph_get_arc(graph, e, others, &arc));
    }
    wend_walls_destroy(others);
    wend_graph_destroy(graph);
    def.max_nodes = 3;
    assert_int_equal(wend_graph_build_expanded(walls, &def, &graph), WEND_ERROR_FULL);
    def.corners = WEND_CORNERS_MITRED;
    assert_int_equal(wend_graph_build_expanded(walls, &def, &graph), WEND_ERROR_FULL);
    wend_walls_clear(walls);
    for (int k = 0; k < 2; k++) {
        def.corners = k == 0 ? WEND_CORNERS_ROUND : WEND_CORNERS_MITRED;
        assert_int_equal(wend_graph_build_expanded(walls, &def, &graph), WEND_OK);
        assert_int_equal(wend_graph_node_count(graph), 0);
        wend_graph_destroy(graph);
    }
    wend_walls_destroy(walls);
}

static void join_tangent_is_taken_away_with_the_nodes_behind_it(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    add_box(walls, 0, 0, 4, 4);
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = 1;
    wend_graph *graph;
    assert_int_equal(wend_graph_build_expanded(walls, &def, &graph), WEND_OK);
    const size_t nodes = wend_graph_node_count(graph);
    const size_t edges = wend_graph_edge_count(graph);
    const wend_node place = add_node(graph, -10, 2);
    assert_int_equal(wend_graph_join_tangent(graph, place, walls, &def), WEND_OK);
    /* Two tangents, whose ends lie on arcs between two nodes each. */
    assert_int_equal(wend_graph_node_count(graph), nodes + 3);
    assert_int_equal(wend_graph_edge_count(graph), edges + 2 + 4);
    const wend_node other = add_node(graph, -10, 3);
    assert_int_equal(wend_graph_join_tangent(graph, other, walls, &def), WEND_OK);
    assert_true(wend_graph_edge_between(graph, other, place) != WEND_EDGE_NONE);
    for (wend_node node = wend_graph_node_limit(graph); node > place; node--) {
        assert_int_equal(wend_graph_remove_node(graph, node - 1), WEND_OK);
    }
    assert_int_equal(wend_graph_node_count(graph), nodes);
    assert_int_equal(wend_graph_edge_count(graph), edges);
    assert_int_equal(wend_graph_join_tangent(graph, place, walls, &def), WEND_ERROR_STALE);
    assert_int_equal(wend_graph_join_tangent(graph, place, NULL, &def), WEND_ERROR_ARGUMENT);
    wend_graph_destroy(graph);
    wend_walls_destroy(walls);
}

/* ---- flood fill ---- */

static void flood_covers_a_room_with_its_lattice(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    add_room(walls, 10);
    const wend_vec2 seed = {5, 5};
    wend_graph_build_def def = wend_graph_build_def_default();
    def.points = &seed;
    def.point_count = 1;
    def.radius = 1;
    wend_graph *graph;
    assert_int_equal(wend_graph_build_flood(walls, &def, &graph), WEND_OK);
    assert_int_equal(wend_graph_node_count(graph), 25);
    assert_int_equal(wend_graph_edge_count(graph), 2 * 20 + 2 * 16);
    wend_graph_destroy(graph);
    def.max_nodes = 24;
    assert_int_equal(wend_graph_build_flood(walls, &def, &graph), WEND_ERROR_FULL);
    assert_null(graph);
    wend_walls_destroy(walls);
}

static void flood_does_not_leak_through_walls_its_points_lie_on(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    add_room(walls, 8);
    add_segment(walls, 4, 0, 4, 8);
    const wend_vec2 seed = {2, 2};
    wend_graph_build_def def = wend_graph_build_def_default();
    def.points = &seed;
    def.point_count = 1;
    def.spacing = 1;
    wend_graph *graph;
    assert_int_equal(wend_graph_build_flood(walls, &def, &graph), WEND_OK);
    assert_true(wend_graph_node_count(graph) >= 21);
    for (wend_node node = 0; node < wend_graph_node_limit(graph); node++) {
        assert_true(wend_graph_position(graph, node).x < 4);
        assert_true(wend_graph_position(graph, node).x > 0);
    }
    wend_graph_destroy(graph);
    def.spacing = 0;
    assert_int_equal(wend_graph_build_flood(walls, &def, &graph), WEND_OK);
    assert_true(wend_graph_node_count(graph) > 1900);
    wend_graph_destroy(graph);
    wend_walls_destroy(walls);
}

static void flood_without_ground_says_why(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    wend_message message;
    const wend_vec2 seed = {0, 0};
    wend_graph_build_def def = wend_graph_build_def_default();
    def.message = &message;
    wend_graph *graph;
    assert_int_equal(wend_graph_build_flood(walls, &def, &graph), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "point_count is 0"));
    def.points = &seed;
    def.point_count = 1;
    assert_int_equal(wend_graph_build_flood(walls, &def, &graph), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "walls has none"));
    add_box(walls, -1, -1, 1, 1);
    def.radius = 0.1;
    assert_int_equal(wend_graph_build_flood(walls, &def, &graph), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "no seed where"));
    def.spacing = 1e-12;
    assert_int_equal(wend_graph_build_flood(walls, &def, &graph), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "too small"));
    wend_walls_destroy(walls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expanded_box_is_walked_around_on_quarter_circles),
        cmocka_unit_test(expanded_mitred_box_has_four_corners),
        cmocka_unit_test(expanded_mitred_ends_of_walls_and_posts_are_square),
        cmocka_unit_test(expanded_corridor_as_wide_as_the_agent_is_passed),
        cmocka_unit_test(expanded_corners_inside_grown_walls_drop_out),
        cmocka_unit_test(expanded_edges_are_no_arcs_elsewhere),
        cmocka_unit_test(join_tangent_is_taken_away_with_the_nodes_behind_it),
        cmocka_unit_test(flood_covers_a_room_with_its_lattice),
        cmocka_unit_test(flood_does_not_leak_through_walls_its_points_lie_on),
        cmocka_unit_test(flood_without_ground_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
