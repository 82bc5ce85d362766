/* Graph builders with allocations that fail in turn give no graph, say why, and keep nothing;
 * joining a node leaves the graph as it was. */
#include "support/fault.h"
#include "support/levels.h"
#include "support/test.h"

#include "wend/graph.h"
#include "wend/level.h"
#include "wend/walls.h"

/* The graph that a scenario builds: a method, and the kind of corners. */
typedef struct scenario {
    wend_graph_method method;
    wend_corners corners;
    double radius;
    bool has_starts;
} scenario;

static wend_level *make_level(bool has_starts)
{
    wend_level *level = levels_empty();
    const wend_level_region region = {0, 1, 0, 0};
    assert_int_equal(wend_level_add_region(level, &region, NULL), WEND_OK);
    const wend_vec2 room[4] = {{0, 0}, {20, 0}, {20, 20}, {0, 20}};
    const wend_vec2 pillar[4] = {{5, 5}, {9, 6}, {9, 9}, {5, 8}};
    const uint32_t none = WEND_REGION_NONE;
    assert_int_equal(wend_level_add_outline(level, room, 4, 0, none), WEND_OK);
    assert_int_equal(wend_level_add_outline(level, pillar, 4, none, 0), WEND_OK);
    const wend_level_item item = {{3, 3}, 0, 4, "item", has_starts};
    assert_int_equal(wend_level_add_item(level, &item, NULL), WEND_OK);
    const wend_level_teleport teleport = {{2, 18}, {18, 2}, true};
    assert_int_equal(wend_level_add_teleport(level, &teleport, NULL), WEND_OK);
    return level;
}

static wend_result build(wend_allocator allocator, void *context)
{
    const scenario *s = context;
    wend_level *level = make_level(s->has_starts);
    wend_message message;
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = s->radius;
    def.corners = s->corners;
    def.allocator = allocator;
    def.message = &message;
    wend_graph *graph;
    const wend_result result = wend_level_build_graph(level, s->method, &def, &graph);
    assert_true((result == WEND_OK) == (graph != NULL));
    assert_true((result == WEND_OK) == (message.text[0] == '\0'));
    wend_graph_destroy(graph);
    wend_level_destroy(level);
    return result;
}

static void graph_build_without_memory_gives_no_graph(void **state)
{
    (void)state;
    const scenario scenarios[6] = {
        {WEND_GRAPH_VISIBILITY, WEND_CORNERS_ROUND, 0.5, false},
        {WEND_GRAPH_FLOOD, WEND_CORNERS_ROUND, 1.5, false},
        {WEND_GRAPH_FLOOD, WEND_CORNERS_ROUND, 1.5, true},
        {WEND_GRAPH_EXPANDED, WEND_CORNERS_ROUND, 0.5, false},
        {WEND_GRAPH_EXPANDED, WEND_CORNERS_MITRED, 0.5, false},
        {WEND_GRAPH_EXPANDED, WEND_CORNERS_ROUND, 0, false},
    };
    for (int k = 0; k < 6; k++) {
        scenario s = scenarios[k];
        assert_true(fault_run(build, &s) > 10);
    }
}

/* ---- joining ---- */

/* A hash of what exists: numbers that were used up do not count. */
static uint64_t content_of(const wend_graph *graph)
{
    uint64_t hash = wend_hash_begin();
    for (wend_node node = 0; node < wend_graph_node_limit(graph); node++) {
        hash = wend_graph_has_node(graph, node) ? wend_hash_u64(hash, node) : hash;
    }
    for (uint32_t e = 0; e < wend_graph_edge_limit(graph); e++) {
        wend_graph_edge edge;
        if (wend_graph_get_edge(graph, e, &edge) == WEND_OK) {
            hash = wend_hash_u64(hash, (uint64_t)edge.from << 32 | edge.to);
            hash = wend_hash_u64(hash, edge.cost ^ edge.flags);
        }
    }
    return hash;
}

static wend_result join(wend_allocator allocator, void *context)
{
    const scenario *s = context;
    wend_level *level = make_level(false);
    wend_walls *walls;
    assert_int_equal(wend_level_build_walls(level, NULL, &walls), WEND_OK);
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = s->radius;
    def.corners = s->corners;
    def.allocator = allocator;
    wend_graph *graph;
    wend_result first = wend_graph_build_expanded(walls, &def, &graph);
    wend_graph_node node = wend_graph_node_default();
    for (int k = 0; k < 4 && graph != NULL; k++) {
        node.position = (wend_vec2){2 + 5 * k, 2};
        wend_node place;
        wend_result result = wend_graph_add_node(graph, &node, &place);
        if (result == WEND_OK) {
            const uint64_t before = content_of(graph);
            result = wend_graph_join_tangent(graph, place, walls, &def);
            assert_true(result == WEND_OK || content_of(graph) == before);
        }
        first = first == WEND_OK ? result : first;
    }
    wend_graph_destroy(graph);
    wend_walls_destroy(walls);
    wend_level_destroy(level);
    return first;
}

static void graph_join_without_memory_leaves_the_graph_as_it_was(void **state)
{
    (void)state;
    const scenario scenarios[3] = {
        {WEND_GRAPH_EXPANDED, WEND_CORNERS_ROUND, 0.5, false},
        {WEND_GRAPH_EXPANDED, WEND_CORNERS_MITRED, 0.5, false},
        {WEND_GRAPH_EXPANDED, WEND_CORNERS_ROUND, 0, false},
    };
    for (int k = 0; k < 3; k++) {
        scenario s = scenarios[k];
        assert_true(fault_run(join, &s) > 10);
    }
}

/* ---- coverage ---- */

static wend_result cover(wend_allocator allocator, void *context)
{
    (void)context;
    wend_level *level = make_level(false);
    wend_walls *walls;
    assert_int_equal(wend_level_build_walls(level, NULL, &walls), WEND_OK);
    wend_level_grid_def grid_def = wend_level_grid_def_default();
    grid_def.cell_size = 1;
    grid_def.allocator = allocator;
    wend_grid *grid;
    wend_result result = wend_level_build_grid(level, &grid_def, &grid);
    wend_graph_build_def def = wend_graph_build_def_default();
    const wend_vec2 point = {3, 3};
    def.points = &point;
    def.point_count = 1;
    wend_graph *graph;
    assert_int_equal(wend_graph_build_visibility(walls, &def, &graph), WEND_OK);
    if (result == WEND_OK) {
        wend_coverage coverage;
        result =
            wend_graph_coverage(graph, walls, grid, 0.5, WEND_STOPS_WALK, &coverage, NULL, 0, NULL);
        assert_true((result == WEND_OK) == (coverage.walkable > 0));
    }
    wend_graph_destroy(graph);
    wend_grid_destroy(grid);
    wend_walls_destroy(walls);
    wend_level_destroy(level);
    return result;
}

static void graph_coverage_without_memory_says_so(void **state)
{
    (void)state;
    assert_true(fault_run(cover, NULL) > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_build_without_memory_gives_no_graph),
        cmocka_unit_test(graph_join_without_memory_leaves_the_graph_as_it_was),
        cmocka_unit_test(graph_coverage_without_memory_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
