/* Portals of small maps: windows, costs between them, shared pages, and agents of a size. */
#include "flow/portals/portal_graph.h"
#include "portals.h"
#include "support/grids.h"
#include "support/test.h"

#include <string.h>

/* ---- windows and edges ---- */

static void portals_of_open_ground_lie_in_the_middle(void **state)
{
    (void)state;
    scene s;
    built_scene(&s, 30, 30);
    const wendi_sector_portals p = wendi_portal_graph_sector(s.graph, 4);
    assert_int_equal(p.portal_count, 4);
    const wendi_sector_bounds place = wendi_sector_map_bounds(&s.map, 4);
    const int32_t cells[4][2] = {{5, 0}, {9, 5}, {5, 9}, {0, 5}};
    for (int32_t side = 0; side < 4; ++side) {
        int32_t x;
        int32_t y;
        wendi_portal_cell(&place, &p.portals[side], &x, &y);
        assert_int_equal(p.portals[side].count, 10);
        assert_int_equal(p.portals[side].cost, 1);
        assert_int_equal(x, cells[side][0]);
        assert_int_equal(y, cells[side][1]);
    }
    assert_int_equal(p.costs[WENDI_SIDE_SOUTH * 4 + WENDI_SIDE_NORTH], 9 * 12);
    assert_int_equal(p.costs[WENDI_SIDE_EAST * 4 + WENDI_SIDE_NORTH], 4 * 17 + 12);
    assert_int_equal(p.costs[WENDI_SIDE_NORTH * 4 + WENDI_SIDE_NORTH], 0);
    assert_null(p.links);
    assert_int_equal(wendi_portal_graph_sector(s.graph, 0).portal_count, 2);
    assert_int_equal(info_of(&s).portals, 12);
    scene_free(&s);
}

/* One pillar on the border between two sectors, one wall that cuts a sector in two. */
static void portals_walls_cut_windows_and_part_portals(void **state)
{
    (void)state;
    scene s;
    scene_of(&s, grids_open(20, 10), NULL, 0, 0);
    grids_wall(s.grid, 10, 4, 1, 1);
    grids_wall(s.grid, 0, 4, 10, 1);
    build(s.graph);
    const wendi_sector_portals p = wendi_portal_graph_sector(s.graph, 0);
    assert_int_equal(p.portal_count, 2);
    assert_int_equal(p.portals[0].first, 0);
    assert_int_equal(p.portals[0].count, 4);
    assert_int_equal(p.portals[1].first, 5);
    assert_int_equal(p.portals[1].count, 5);
    assert_int_equal(p.costs[0 * 2 + 1], WENDI_PORTAL_UNCONNECTED);
    const wendi_sector_portals q = wendi_portal_graph_sector(s.graph, 1);
    assert_int_equal(q.portal_count, 2);
    /* From row 2 to row 7 around the pillar at 10, 4: corners are not cut. */
    assert_int_equal(q.costs[0 * 2 + 1], 3 * 12 + 2 * 17);
    uint32_t across;
    assert_int_equal(wendi_portal_graph_opposite(s.graph, 0, 1, &across), 1);
    assert_int_equal(across, 1);
    scene_free(&s);
}

static void portals_costs_are_those_of_the_cells_entered(void **state)
{
    (void)state;
    scene s;
    scene_of(&s, grids_open(30, 10), NULL, 0, 0);
    grids_fill(s.grid, 10, 0, 5, 10, 7);
    build(s.graph);
    const wendi_sector_portals p = wendi_portal_graph_sector(s.graph, 1);
    assert_int_equal(p.portal_count, 2); /* east, west */
    assert_int_equal(p.portals[0].cost, 1);
    assert_int_equal(p.portals[1].cost, 7);
    assert_int_equal(p.costs[0 * 2 + 1], 12 * (4 * 7 + 5)); /* to the east */
    assert_int_equal(p.costs[1 * 2 + 0], 12 * (4 + 5 * 7)); /* to the west */
    scene_free(&s);
}

/* So expensive and winding that 16 bits are not enough: a snake of corridors of cost 254. */
static void portals_costs_beyond_16_bits_are_exact(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(64, 32, 1);
    def.sector_size = 32;
    def.cost = 254;
    wend_grid *grid = grids_make(def);
    for (int32_t y = 1; y < 32; y += 2) {
        grids_wall(grid, 32 + (y % 4 == 1 ? 0 : 1), y, 31, 1);
    }
    scene s;
    scene_of(&s, grid, NULL, 0, 0);
    build(s.graph);
    const wendi_sector_portals p = wendi_portal_graph_sector(s.graph, 1);
    const uint32_t last = p.portal_count - 1;
    uint32_t most = 0;
    for (uint32_t i = 0; i <= last; ++i) {
        assert_int_not_equal(p.costs[i], WENDI_PORTAL_UNCONNECTED);
        most = p.costs[i] > most ? p.costs[i] : most;
    }
    /* 15 corridors of 31 steps and the two down between each, all entering cells of 254. */
    assert_true(most > 65535);
    assert_int_equal(most % (12 * 254), 0);
    assert_int_equal(p.costs[last], p.costs[last * p.portal_count]);
    scene_free(&s);
}

/* ---- shared pages ---- */

static void portals_of_open_maps_take_few_bytes(void **state)
{
    (void)state;
    scene s;
    built_scene(&s, 4096, 4096);
    assert_true(info_of(&s).memory_bytes < 1500000);
    assert_int_equal(info_of(&s).built, 9); /* inside, edges, corners */
    grids_set(s.grid, 2005, 2005, 2);
    build(s.graph);
    assert_true(info_of(&s).memory_bytes < 1500000);
    assert_ptr_equal(wendi_portal_graph_sector(s.graph, 500).costs,
                     wendi_portal_graph_sector(s.graph, 501).costs);
    assert_ptr_equal(wendi_portal_graph_cost_tile(s.graph, 500).cost,
                     wendi_portal_graph_cost_tile(s.graph, 501).cost);
    scene_free(&s);
}

static void portals_ground_tells_open_and_closed(void **state)
{
    (void)state;
    scene s;
    scene_of(&s, grids_open(50, 10), NULL, 0, 0);
    grids_wall(s.grid, 10, 0, 10, 10);
    grids_wall(s.grid, 49, 9, 1, 1);
    build(s.graph);
    const wendi_cost_tile open = wendi_portal_graph_cost_tile(s.graph, 0);
    const wendi_cost_tile closed = wendi_portal_graph_cost_tile(s.graph, 1);
    const wendi_cost_tile other = wendi_portal_graph_cost_tile(s.graph, 4);
    assert_true(open.is_open && !open.is_closed);
    assert_true(!closed.is_open && closed.is_closed);
    assert_true(!other.is_open && !other.is_closed);
    assert_int_equal(wendi_portal_graph_sector(s.graph, 1).portal_count, 0);
    const wendi_tile_shape shape = wendi_tile_shape_of(10, 10);
    assert_int_equal(open.cost[wendi_tile_index(&shape, 9, 5)], 1);
    assert_int_equal(open.cost[wendi_tile_index(&shape, 10, 5)], WENDI_TILE_WALL);
    assert_int_equal(closed.cost[wendi_tile_index(&shape, 10, 5)], 1);
    scene_free(&s);
}

static void portals_keys_of_other_classes_and_sectors_are_others(void **state)
{
    (void)state;
    scene s;
    scene_of(&s, grids_open(50, 10), NULL, 0, 0);
    for (int32_t i = 0; i < 5; ++i) {
        grids_wall(s.grid, 10 * i + i, 5, 1, 1);
    }
    build(s.graph);
    const wend_flow_class agent = plain_class();
    wendi_portal_graph *other;
    assert_int_equal(wendi_portal_graph_create(&s.map, &agent, 1, &HEAP, &other, NULL), WEND_OK);
    build(other);
    for (uint32_t i = 0; i < 5; ++i) {
        for (uint32_t j = 0; j < 5; ++j) {
            const uint64_t key = wendi_portal_graph_cost_tile(s.graph, i).key;
            assert_true(key != wendi_portal_graph_cost_tile(other, j).key);
            assert_true(i == j || key != wendi_portal_graph_cost_tile(s.graph, j).key);
        }
    }
    wendi_portal_graph_destroy(other);
    scene_free(&s);
}

/* More faces of tiles than are shared: the others get tiles of their own and are right too. */
static void portals_too_many_kinds_of_tiles_are_not_shared(void **state)
{
    (void)state;
    enum { BLOCKS = 40, CELLS = BLOCKS * 24 };
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = CELLS;
    def.sector_size = 8;
    wend_grid *grid = grids_make(def);
    for (int32_t i = 0; i < BLOCKS * BLOCKS; ++i) {
        const int32_t x = i % BLOCKS * 24;
        const int32_t y = i / BLOCKS * 24;
        const uint8_t cost = (uint8_t)(1 + i % 254);
        grids_fill(grid, x, y, 24, 24, cost);
        for (int32_t k = 0; k < 9; ++k) {
            const int32_t around = i / 254 * 37;
            if (k != 4 && (around >> (k < 4 ? k : k - 1) & 1) != 0) {
                grids_wall(grid, x + k % 3 * 8, y + k / 3 * 8, 8, 8);
            }
        }
    }
    scene s;
    scene_of(&s, grid, NULL, 0, 0);
    build(s.graph);
    const wendi_tile_shape shape = wendi_tile_shape_of(8, 8);
    for (int32_t i = 0; i < BLOCKS * BLOCKS; ++i) {
        const int32_t x = i % BLOCKS * 24 + 8;
        const int32_t y = i / BLOCKS * 24 + 8;
        const wendi_cost_tile tile =
            wendi_portal_graph_cost_tile(s.graph, wendi_sector_map_sector_at(&s.map, 0, x, y));
        assert_int_equal(tile.cost[wendi_tile_index(&shape, 0, 0)], 1 + i % 254);
        for (int32_t k = -1; k <= 8; ++k) {
            assert_int_equal(tile.cost[wendi_tile_index(&shape, k, -1)],
                             wend_grid_cost(grid, 0, x + k, y - 1));
            assert_int_equal(tile.cost[wendi_tile_index(&shape, 8, k)],
                             wend_grid_cost(grid, 0, x + 8, y + k));
        }
    }
    scene_free(&s);
}

/* ---- agents of a size ---- */

static void portals_of_large_agents_have_no_narrow_windows(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 10);
    grids_wall(grid, 9, 0, 1, 4);
    grids_wall(grid, 9, 6, 1, 4); /* a gap of two cells */
    scene s;
    scene_of(&s, grid, NULL, 0, 1.5);
    assert_non_null(wendi_portal_graph_clearance(s.graph, 0));
    build(s.graph);
    assert_int_equal(info_of(&s).portals, 0);
    grids_fill(grid, 9, 0, 1, 10, 1);
    build(s.graph);
    assert_int_equal(info_of(&s).portals, 1);
    assert_int_equal(wendi_portal_graph_sector(s.graph, 0).portals[0].count, 8);
    scene_free(&s);
}

/* A wall reaches farther than the sectors around its own. */
static void portals_of_huge_agents_see_far_walls(void **state)
{
    (void)state;
    scene s;
    scene_of(&s, grids_open(100, 100), NULL, 0, 15.0);
    build(s.graph);
    grids_wall(s.grid, 50, 50, 1, 1);
    build(s.graph);
    check_fresh(&s, 15.0);
    scene_free(&s);
}

static void portals_of_a_radius_too_large_are_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 10);
    wend_flow_def def;
    memset(&def, 0, sizeof def);
    def.grid = grid;
    wendi_sector_map map;
    assert_int_equal(wendi_sector_map_create(&def, &HEAP, &map, NULL), WEND_OK);
    const wend_flow_class agent = {0, WEND_TEAM_NONE, 70.0, WEND_LAYER_JAM};
    wendi_portal_graph *graph;
    assert_int_equal(wendi_portal_graph_create(&map, &agent, 0, &HEAP, &graph, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_null(graph);
    wendi_sector_map_destroy(&map, &HEAP);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(portals_of_open_ground_lie_in_the_middle),
        cmocka_unit_test(portals_walls_cut_windows_and_part_portals),
        cmocka_unit_test(portals_costs_are_those_of_the_cells_entered),
        cmocka_unit_test(portals_costs_beyond_16_bits_are_exact),
        cmocka_unit_test(portals_of_open_maps_take_few_bytes),
        cmocka_unit_test(portals_ground_tells_open_and_closed),
        cmocka_unit_test(portals_keys_of_other_classes_and_sectors_are_others),
        cmocka_unit_test(portals_too_many_kinds_of_tiles_are_not_shared),
        cmocka_unit_test(portals_of_large_agents_have_no_narrow_windows),
        cmocka_unit_test(portals_of_huge_agents_see_far_walls),
        cmocka_unit_test(portals_of_a_radius_too_large_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
