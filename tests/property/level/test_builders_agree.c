/* Random levels of rooms and corridors, turned by any angle: grid, flood fill, expanded geometry,
 * points of visibility and mesh reach the same positions from each other. */
#include "support/gen.h"
#include "support/graphs.h"
#include "support/levels.h"
#include "support/test.h"

#include "wend/islands.h"
#include "wend/level.h"
#include "wend/walls.h"

#include <math.h>
#include <stdlib.h>

enum { PLACES = 8, SIDE = 9, CELLS = SIDE * SIDE };

static const double side = 4; /* of a cell of the plan: the width of corridors */
static const double radius = 1;

typedef struct plan {
    gen_map map;
    wend_level *level;
    wend_walls *walls;
    double cosine, sine; /* its rotation */
    wend_vec2 places[PLACES];
    uint32_t cells[PLACES]; /* their positions on the plan */
    int count;
} plan;

static wend_vec2 turned(const plan *p, wend_vec2 at)
{
    const double c = p->cosine * side;
    const double s = p->sine * side;
    return (wend_vec2){c * at.x - s * at.y, s * at.x + c * at.y};
}

static wend_vec2 centre_of(const plan *p, uint32_t cell)
{
    return turned(p, (wend_vec2){cell % SIDE + 0.5, cell / SIDE + 0.5});
}

/* Rooms and corridors are runs of open cells of a coarse grid. */
static plan make_plan(uint64_t seed)
{
    plan p = {.count = 0};
    static const gen_kind kinds[4] = {GEN_ROOMS, GEN_MAZE, GEN_NOISE, GEN_BARS};
    p.map = gen_map_make(kinds[seed % 4], seed, SIDE, SIDE);
    wend_grid *grid = gen_map_grid(&p.map, NULL);
    wend_level *straight;
    assert_int_equal(wend_level_from_grid(grid, 0, WEND_TEAM_NONE, &straight, NULL), WEND_OK);
    wend_grid_destroy(grid);
    p.level = levels_empty();
    const double turn = seed % 3 == 0 ? 0 : wend_random_unit(seed, 3, 0) * 6;
    p.cosine = cos(turn);
    p.sine = sin(turn);
    for (uint32_t i = 0; i < wend_level_region_count(straight); i++) {
        const wend_level_region region = wend_level_get_region(straight, i);
        assert_int_equal(wend_level_add_region(p.level, &region, NULL), WEND_OK);
    }
    for (uint32_t i = 0; i < wend_level_line_count(straight); i++) {
        wend_level_line line = wend_level_get_line(straight, i);
        line.a = turned(&p, line.a);
        line.b = turned(&p, line.b);
        assert_int_equal(wend_level_add_line(p.level, &line, NULL), WEND_OK);
    }
    wend_level_destroy(straight);
    assert_int_equal(wend_level_build_walls(p.level, NULL, &p.walls), WEND_OK);
    for (int k = 0; k < 40 && p.count < PLACES; k++) {
        const uint32_t cell = wend_random_below(seed, 4, (uint64_t)k, CELLS);
        if (p.map.costs[cell] != WEND_COST_WALL) {
            p.cells[p.count] = cell;
            p.places[p.count++] = centre_of(&p, cell);
        }
    }
    return p;
}

static void free_plan(plan *p)
{
    gen_map_free(&p->map);
    wend_walls_destroy(p->walls);
    wend_level_destroy(p->level);
}

/* ---- graphs ---- */

static wend_node root_of(wend_node *groups, wend_node node)
{
    while (groups[node] != node) {
        node = groups[node] = groups[groups[node]];
    }
    return node;
}

/* Bit k: position k is reached from position 0. */
static uint32_t reach_of_nodes(const wend_graph *graph, const wend_node *nodes, int count)
{
    wend_node *groups = malloc(((size_t)wend_graph_node_limit(graph) + 1) * sizeof *groups);
    assert_non_null(groups);
    for (wend_node node = 0; node < wend_graph_node_limit(graph); node++) {
        groups[node] = node;
    }
    for (uint32_t e = 0; e < wend_graph_edge_limit(graph); e++) {
        wend_graph_edge edge;
        assert_int_equal(wend_graph_get_edge(graph, e, &edge), WEND_OK);
        groups[root_of(groups, edge.from)] = root_of(groups, edge.to);
    }
    uint32_t reach = 0;
    for (int k = 0; k < count; k++) {
        const bool is_there = nodes[k] != WEND_NODE_NONE && nodes[0] != WEND_NODE_NONE &&
                              root_of(groups, nodes[k]) == root_of(groups, nodes[0]);
        reach |= (uint32_t)is_there << k;
    }
    free(groups);
    return reach;
}

static wend_graph_build_def graph_def(void)
{
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = radius;
    return def;
}

static uint32_t flood_reach(const plan *p)
{
    wend_graph_build_def def = graph_def();
    wend_graph *graph;
    assert_int_equal(wend_level_build_graph(p->level, WEND_GRAPH_FLOOD, &def, &graph), WEND_OK);
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    near.walls = p->walls;
    near.radius = radius;
    wend_node nodes[PLACES];
    for (int k = 0; k < p->count; k++) {
        nodes[k] = wend_graph_nearest(graph, p->places[k], &near);
    }
    const uint32_t reach = reach_of_nodes(graph, nodes, p->count);
    wend_graph_destroy(graph);
    return reach;
}

static uint32_t expanded_reach(const plan *p, wend_corners corners)
{
    wend_graph_build_def def = graph_def();
    def.corners = corners;
    wend_graph *graph;
    assert_int_equal(wend_level_build_graph(p->level, WEND_GRAPH_EXPANDED, &def, &graph), WEND_OK);
    wend_node nodes[PLACES];
    for (int k = 0; k < p->count; k++) {
        nodes[k] = graphs_node(graph, p->places[k].x, p->places[k].y);
        assert_int_equal(wend_graph_join_tangent(graph, nodes[k], p->walls, &def), WEND_OK);
    }
    const uint32_t reach = reach_of_nodes(graph, nodes, p->count);
    wend_graph_destroy(graph);
    return reach;
}

/* A point in the middle of each open cell sees the next one. */
static uint32_t visibility_reach(const plan *p)
{
    wend_graph_build_def def = graph_def();
    wend_vec2 points[PLACES + CELLS];
    size_t count = 0;
    for (int k = 0; k < p->count; k++) {
        points[count++] = p->places[k];
    }
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        if (p->map.costs[cell] != WEND_COST_WALL) {
            points[count++] = centre_of(p, cell);
        }
    }
    def.points = points;
    def.point_count = count;
    wend_graph *graph;
    assert_int_equal(wend_level_build_graph(p->level, WEND_GRAPH_VISIBILITY, &def, &graph),
                     WEND_OK);
    wend_node nodes[PLACES];
    for (int k = 0; k < p->count; k++) {
        nodes[k] = (wend_node)k;
    }
    const uint32_t reach = reach_of_nodes(graph, nodes, p->count);
    wend_graph_destroy(graph);
    return reach;
}

/* ---- the others ---- */

static uint32_t grid_reach(const plan *p)
{
    wend_level_grid_def def = wend_level_grid_def_default();
    def.cell_size = 0.8;
    def.radius = radius;
    wend_grid *grid;
    assert_int_equal(wend_level_build_grid(p->level, &def, &grid), WEND_OK);
    wend_islands_def islands_def = wend_islands_def_default();
    islands_def.grid = grid;
    wend_islands *islands;
    assert_int_equal(wend_islands_create(&islands_def, &islands), WEND_OK);
    const wend_node from = wend_grid_node_at(grid, p->places[0]);
    uint32_t reach = 0;
    for (int k = 0; k < p->count; k++) {
        const wend_node to = wend_grid_node_at(grid, p->places[k]);
        reach |= (uint32_t)wend_islands_can_reach(islands, from, to) << k;
    }
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
    return reach;
}

static uint32_t mesh_reach(const plan *p)
{
    const wend_level_mesh_def def = wend_level_mesh_def_default();
    wend_mesh *mesh;
    assert_int_equal(wend_level_build_mesh(p->level, &def, &mesh, NULL), WEND_OK);
    const wend_node from = wend_mesh_locate(mesh, p->places[0].x, p->places[0].y, 0);
    uint32_t reach = 0;
    for (int k = 0; k < p->count; k++) {
        const wend_node to = wend_mesh_locate(mesh, p->places[k].x, p->places[k].y, 0);
        reach |= (uint32_t)wend_mesh_can_reach(mesh, from, to) << k;
    }
    wend_mesh_destroy(mesh);
    return reach;
}

/* On the plan itself, from cell to cell. */
static uint32_t plan_reach(const plan *p)
{
    bool is_reached[CELLS] = {false};
    is_reached[p->cells[0]] = true;
    for (int pass = 0; pass < CELLS; pass++) {
        for (int cell = 0; cell < CELLS; cell++) {
            const bool beside = (cell % SIDE > 0 && is_reached[cell - 1]) ||
                                (cell % SIDE + 1 < SIDE && is_reached[cell + 1]) ||
                                (cell >= SIDE && is_reached[cell - SIDE]) ||
                                (cell + SIDE < CELLS && is_reached[cell + SIDE]);
            is_reached[cell] = is_reached[cell] || (beside && p->map.costs[cell] != WEND_COST_WALL);
        }
    }
    uint32_t reach = 0;
    for (int k = 0; k < p->count; k++) {
        reach |= (uint32_t)is_reached[p->cells[k]] << k;
    }
    return reach;
}

static bool builders_agree(uint64_t seed, void *context)
{
    (void)context;
    plan p = make_plan(seed);
    bool is_good = true;
    if (p.count > 0) {
        const uint32_t expected = plan_reach(&p);
        const uint32_t found[6] = {grid_reach(&p),
                                   flood_reach(&p),
                                   expanded_reach(&p, WEND_CORNERS_ROUND),
                                   expanded_reach(&p, WEND_CORNERS_MITRED),
                                   visibility_reach(&p),
                                   mesh_reach(&p)};
        for (int k = 0; k < 6; k++) {
            is_good = is_good && found[k] == expected;
        }
        if (!is_good) {
            print_error("plan %x grid %x flood %x round %x mitred %x pov %x mesh %x\n", expected,
                        found[0], found[1], found[2], found[3], found[4], found[5]);
        }
    }
    free_plan(&p);
    return is_good;
}

static void all_builders_agree_on_reachability_of_one_level(void **state)
{
    (void)state;
    gen_property("builders_agree", 40, builders_agree, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_builders_agree_on_reachability_of_one_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
