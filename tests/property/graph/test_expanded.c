/* Shortest paths on expanded geometry against a slow search over all tangents of all corners. */
#include "expanded_twin.h"
#include "support/gen.h"
#include "support/graphs.h"
#include "support/test.h"
#include "wend/graph_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the graph ---- */

static double graph_cost(const wend_graph *graph, wend_node from, wend_node to)
{
    const uint32_t count = wend_graph_node_limit(graph);
    double *costs = malloc(count * sizeof *costs);
    assert_non_null(costs);
    for (uint32_t i = 0; i < count; i++) {
        costs[i] = i == from ? 0 : (double)INFINITY;
    }
    for (bool is_better = true; is_better;) {
        is_better = false;
        for (uint32_t e = 0; e < wend_graph_edge_limit(graph); e++) {
            wend_graph_edge edge;
            if (wend_graph_get_edge(graph, e, &edge) != WEND_OK) {
                continue;
            }
            const double cost = wend_cost_to_double(edge.cost);
            double *a = &costs[edge.from];
            double *b = &costs[edge.to];
            if (*a + cost < *b || *b + cost < *a) {
                *b = fmin(*b, *a + cost);
                *a = fmin(*a, *b + cost);
                is_better = true;
            }
        }
    }
    const double cost = costs[to];
    free(costs);
    return cost;
}

static bool keeps_off_walls(const wend_graph *graph, const level *l)
{
    for (uint32_t e = 0; e < wend_graph_edge_limit(graph); e++) {
        wend_graph_edge edge;
        if (wend_graph_get_edge(graph, e, &edge) != WEND_OK) {
            continue;
        }
        wend_graph_arc arc;
        const wend_vec2 a = wend_graph_position(graph, edge.from);
        const wend_vec2 b = wend_graph_position(graph, edge.to);
        if (!wend_graph_get_arc(graph, e, l->walls, &arc)) {
            if (!wend_walls_can_walk(l->walls, a, b, l->radius, WEND_STOPS_WALK)) {
                return false;
            }
            continue;
        }
        const double begin = atan2(a.y - arc.centre.y, a.x - arc.centre.x);
        const wend_vec2 end = on_circle(arc.centre, arc.radius, begin + arc.turn);
        if (fabs(arc.radius - l->radius) > 1e-11 || hypot(end.x - b.x, end.y - b.y) > 1e-9 ||
            fabs(wend_cost_to_double(edge.cost) - arc.turn * l->radius) > 1e-9 ||
            !is_arc_free(l, arc.centre, begin, arc.turn)) {
            return false;
        }
    }
    return true;
}

static wend_graph_build_def def_of(const level *l)
{
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = l->radius;
    return def;
}

static double way_with(const level *l, const wend_graph_build_def *def, bool *keeps_off)
{
    wend_graph *graph;
    assert_int_equal(wend_graph_build_expanded(l->walls, def, &graph), WEND_OK);
    wend_graph_node node = wend_graph_node_default();
    wend_node start;
    wend_node goal;
    node.position = l->start;
    start = graphs_add_node(graph, node);
    assert_int_equal(wend_graph_join_tangent(graph, start, l->walls, def), WEND_OK);
    node.position = l->goal;
    goal = graphs_add_node(graph, node);
    assert_int_equal(wend_graph_join_tangent(graph, goal, l->walls, def), WEND_OK);
    *keeps_off = keeps_off_walls(graph, l);
    const double cost = graph_cost(graph, start, goal);
    wend_graph_destroy(graph);
    return cost;
}

static bool is_close(double a, double b)
{
    return (isinf(a) && isinf(b)) || fabs(a - b) <= 2e-9;
}

/* ---- properties ---- */

static bool round_is_shortest(uint64_t seed, void *context)
{
    (void)context;
    level l = make_level(seed, -1);
    const wend_graph_build_def def = def_of(&l);
    bool keeps_off = true;
    double expected = (double)INFINITY;
    double found = (double)INFINITY;
    if (l.start.x > -50 && l.goal.x > -50) {
        expected = slow_way(&l);
        found = way_with(&l, &def, &keeps_off);
    }
    wend_walls_destroy(l.walls);
    if (!is_close(found, expected) || !keeps_off) {
        print_error("found %.12g, expected %.12g, keeps off %d, radius %g\n", found, expected,
                    keeps_off, l.radius);
        return false;
    }
    return true;
}

static void expanded_round_paths_are_the_shortest_of_all_tangents(void **state)
{
    (void)state;
    gen_property("expanded_round", 60, round_is_shortest, NULL);
}

/* A path along mitres keeps the clearance of a disc, so it is no shorter; around a right angle it
 * is at most 4 / pi as long. */
static bool mitred_is_not_much_longer(uint64_t seed, void *context)
{
    (void)context;
    level l = make_level(seed, -1);
    wend_graph_build_def def = def_of(&l);
    bool keeps_off = true;
    bool is_good = true;
    if (l.start.x > -50 && l.goal.x > -50) {
        const double round = way_with(&l, &def, &keeps_off);
        def.corners = WEND_CORNERS_MITRED;
        bool mitred_keeps_off;
        const double mitred = way_with(&l, &def, &mitred_keeps_off);
        def.reduces = false;
        bool all_keeps_off;
        const double all = way_with(&l, &def, &all_keeps_off);
        is_good =
            mitred >= round - 2e-9 && is_close(mitred, all) && mitred_keeps_off && all_keeps_off;
        if (!is_good) {
            print_error("round %.12g, mitred %.12g, all edges %.12g\n", round, mitred, all);
        }
    }
    wend_walls_destroy(l.walls);
    return is_good;
}

static void expanded_mitred_paths_lose_nothing_by_reduction(void **state)
{
    (void)state;
    gen_property("expanded_mitred", 40, mitred_is_not_much_longer, NULL);
}

/* The graph of all corners that see each other. It leaks: a path may reach the corner of two walls
 * on one side and leave it on the other; then it is shorter than that of a tiny disc. */
static double plain_way(const level *l)
{
    wend_vec2 points[POINTS_MAX + 2];
    points[0] = l->start;
    points[1] = l->goal;
    memcpy(points + 2, l->corners, (size_t)l->corner_count * sizeof *points);
    wend_graph_build_def def = wend_graph_build_def_default();
    def.points = points;
    def.point_count = (size_t)l->corner_count + 2;
    wend_graph *graph;
    assert_int_equal(wend_graph_build_visibility(l->walls, &def, &graph), WEND_OK);
    const double cost = graph_cost(graph, 0, 1);
    wend_graph_destroy(graph);
    return cost;
}

static bool points_are_plain_visibility(uint64_t seed, void *context)
{
    (void)context;
    level l = make_level(seed, 0);
    wend_graph_build_def def = def_of(&l);
    bool is_good = true;
    if (l.start.x > -50 && l.goal.x > -50) {
        bool keeps_off;
        const double plain = plain_way(&l);
        const double found = way_with(&l, &def, &keeps_off);
        l.radius = 1e-7;
        const double tiny = slow_way(&l);
        const bool is_nearly = isinf(found) ? isinf(tiny) : fabs(found - tiny) < 1e-5;
        is_good = is_nearly && keeps_off && (is_close(found, plain) || plain < tiny - 1e-5);
        if (!is_good) {
            print_error("found %.12g, plain %.12g, tiny disc %.12g\n", found, plain, tiny);
        }
    }
    wend_walls_destroy(l.walls);
    return is_good;
}

static void expanded_radius_0_paths_are_those_of_plain_visibility(void **state)
{
    (void)state;
    gen_property("expanded_points", 60, points_are_plain_visibility, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expanded_round_paths_are_the_shortest_of_all_tangents),
        cmocka_unit_test(expanded_mitred_paths_lose_nothing_by_reduction),
        cmocka_unit_test(expanded_radius_0_paths_are_those_of_plain_visibility),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
