/* A flood fill of small random levels joins exactly what a disc can pass, judged by expanded
 * geometry: all that a slightly larger disc reaches, nothing that the disc does not. */
#include "support/gen.h"
#include "support/graphs.h"
#include "support/test.h"
#include "support/walls.h"

#include "wend/graph_build.h"

#include <math.h>
#include <stdlib.h>

enum { PLACES = 6 };

typedef struct level {
    wend_walls *walls;
    double radius, spacing;
    wend_vec2 places[PLACES];
    int count;
} level;

static double dice(uint64_t seed, uint64_t *tick, double low, double high)
{
    return low + (high - low) * wend_random_unit(seed, 9, (*tick)++);
}

static void add_segment(level *l, wend_vec2 a, wend_vec2 b)
{
    walls_add(l->walls, a, b, WEND_STOPS_ALL);
}

/* Two walls side by side: a corridor that runs anyhow. */
static void add_corridor(level *l, uint64_t seed, uint64_t *tick)
{
    const wend_vec2 p = {dice(seed, tick, 2, 18), dice(seed, tick, 2, 18)};
    const double turn = dice(seed, tick, 0, 3);
    const double wide = l->radius * dice(seed, tick, 0.9, 1.6);
    const double length = dice(seed, tick, 1, 9);
    const wend_vec2 along = {cos(turn) * length, sin(turn) * length};
    const wend_vec2 aside = {-sin(turn) * wide, cos(turn) * wide};
    add_segment(l, (wend_vec2){p.x + aside.x, p.y + aside.y},
                (wend_vec2){p.x + aside.x + along.x, p.y + aside.y + along.y});
    add_segment(l, (wend_vec2){p.x - aside.x, p.y - aside.y},
                (wend_vec2){p.x - aside.x + along.x, p.y - aside.y + along.y});
}

static level make_level(uint64_t seed)
{
    level l = {.radius = 0};
    uint64_t tick = 0;
    l.walls = walls_empty();
    l.radius = dice(seed, &tick, 0.3, 1.0);
    l.spacing = l.radius * dice(seed, &tick, 1, 4);
    const wend_vec2 room[4] = {{0, 0}, {20, 0}, {20, 20}, {0, 20}};
    for (int k = 0; k < 4; k++) {
        add_segment(&l, room[k], room[(k + 1) % 4]);
    }
    const int count = (int)dice(seed, &tick, 1, 8);
    for (int k = 0; k < count; k++) {
        if (dice(seed, &tick, 0, 1) < 0.4) {
            add_corridor(&l, seed, &tick);
        } else {
            const wend_vec2 a = {dice(seed, &tick, 0, 20), dice(seed, &tick, 0, 20)};
            const wend_vec2 b = {dice(seed, &tick, 0, 20), dice(seed, &tick, 0, 20)};
            add_segment(&l, a, b);
        }
    }
    /* Positions that are open to a disc larger by the spacing of the fine lattice. */
    const double large = l.radius + 0.75 * l.spacing / 8;
    for (int k = 0; k < 200 && l.count < PLACES; k++) {
        const wend_vec2 p = {dice(seed, &tick, 0, 20), dice(seed, &tick, 0, 20)};
        if (wend_walls_can_walk(l.walls, p, p, large, WEND_STOPS_WALK)) {
            l.places[l.count++] = p;
        }
    }
    return l;
}

static wend_node root_of(wend_node *groups, wend_node node)
{
    while (groups[node] != node) {
        node = groups[node] = groups[groups[node]];
    }
    return node;
}

/* The components of the nodes. The caller frees. */
static wend_node *groups_of(const wend_graph *graph)
{
    wend_node *groups = malloc(((size_t)wend_graph_node_limit(graph) + 1) * sizeof *groups);
    assert_non_null(groups);
    for (wend_node node = 0; node < wend_graph_node_limit(graph); node++) {
        groups[node] = node;
    }
    for (uint32_t e = 0; e < wend_graph_edge_limit(graph); e++) {
        wend_graph_edge edge;
        if (wend_graph_get_edge(graph, e, &edge) == WEND_OK) {
            groups[root_of(groups, edge.from)] = root_of(groups, edge.to);
        }
    }
    return groups;
}

/* The positions that a disc of a radius reaches from the first one, exactly. */
static void exact_reach(const level *l, double radius, bool reached[PLACES])
{
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = radius;
    wend_graph *graph;
    wend_node nodes[PLACES];
    assert_int_equal(wend_graph_build_expanded(l->walls, &def, &graph), WEND_OK);
    for (int k = 0; k < l->count; k++) {
        nodes[k] = graphs_node(graph, l->places[k].x, l->places[k].y);
        assert_int_equal(wend_graph_join_tangent(graph, nodes[k], l->walls, &def), WEND_OK);
    }
    wend_node *groups = groups_of(graph);
    for (int k = 0; k < l->count; k++) {
        reached[k] = root_of(groups, nodes[k]) == root_of(groups, nodes[0]);
    }
    free(groups);
    wend_graph_destroy(graph);
}

static bool keeps_off(const level *l, const wend_graph *graph)
{
    for (uint32_t e = 0; e < wend_graph_edge_limit(graph); e++) {
        wend_graph_edge edge;
        assert_int_equal(wend_graph_get_edge(graph, e, &edge), WEND_OK);
        if (!wend_walls_can_walk(l->walls, wend_graph_position(graph, edge.from),
                                 wend_graph_position(graph, edge.to), l->radius, WEND_STOPS_WALK)) {
            return false;
        }
    }
    return true;
}

static bool agrees(const level *l, const wend_graph *graph)
{
    bool must[PLACES];
    bool may[PLACES];
    exact_reach(l, l->radius + 0.75 * l->spacing / 8, must);
    exact_reach(l, l->radius, may);
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    near.walls = l->walls;
    near.radius = l->radius;
    bool is_good = keeps_off(l, graph);
    wend_node *groups = groups_of(graph);
    for (int k = 0; k < l->count; k++) {
        const wend_node node = wend_graph_nearest(graph, l->places[k], &near);
        const bool is_reached =
            node != WEND_NODE_NONE && root_of(groups, node) == root_of(groups, 0);
        if ((must[k] && !is_reached) || (is_reached && !may[k])) {
            print_error("place %d (%g, %g): must %d, may %d, reached %d; radius %g spacing %g\n", k,
                        l->places[k].x, l->places[k].y, must[k], may[k], is_reached, l->radius,
                        l->spacing);
            is_good = false;
        }
    }
    free(groups);
    return is_good;
}

static bool flood_is_exact(uint64_t seed, void *context)
{
    (void)context;
    level l = make_level(seed);
    bool is_good = true;
    if (l.count > 0) {
        wend_graph_build_def def = wend_graph_build_def_default();
        def.radius = l.radius;
        def.spacing = l.spacing;
        def.points = l.places;
        def.point_count = 1;
        wend_graph *graph;
        assert_int_equal(wend_graph_build_flood(l.walls, &def, &graph), WEND_OK);
        is_good = agrees(&l, graph);
        wend_graph_destroy(graph);
    }
    wend_walls_destroy(l.walls);
    return is_good;
}

static void flood_joins_what_a_disc_with_little_to_spare_can_pass(void **state)
{
    (void)state;
    gen_property("flood_reach", 60, flood_is_exact, NULL);
}

/* A second seed on the same ground adds nothing; on other ground it adds that. */
static bool seeds_add_what_is_new(uint64_t seed, void *context)
{
    (void)context;
    level l = make_level(seed);
    bool is_good = true;
    if (l.count > 1) {
        bool must[PLACES];
        exact_reach(&l, l.radius + 0.75 * l.spacing / 8, must);
        wend_graph_build_def def = wend_graph_build_def_default();
        def.radius = l.radius;
        def.spacing = l.spacing;
        def.points = l.places;
        def.point_count = 1;
        wend_graph *one;
        wend_graph *two;
        assert_int_equal(wend_graph_build_flood(l.walls, &def, &one), WEND_OK);
        def.point_count = 2;
        assert_int_equal(wend_graph_build_flood(l.walls, &def, &two), WEND_OK);
        const bool is_same = wend_graph_hash(one) == wend_graph_hash(two);
        bool may[PLACES];
        exact_reach(&l, l.radius, may);
        is_good = (!must[1] || is_same) && (may[1] || !is_same);
        wend_graph_destroy(one);
        wend_graph_destroy(two);
    }
    wend_walls_destroy(l.walls);
    return is_good;
}

static void flood_seeds_on_covered_ground_add_nothing(void **state)
{
    (void)state;
    gen_property("flood_seeds", 25, seeds_add_what_is_new, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flood_joins_what_a_disc_with_little_to_spare_can_pass),
        cmocka_unit_test(flood_seeds_on_covered_ground_add_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
