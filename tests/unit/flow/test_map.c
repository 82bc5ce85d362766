/* Definitions of flows, right and wrong: what their map says of sectors and cells, and which
 * mistakes are named. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/test.h"

#include "flow/portals/sector_map.h"
#include "wend/link.h"

#include <string.h>

static const wend_allocator HEAP = {NULL, NULL};

/* Only what a map reads. */
static wend_flow_def def_of(const wend_grid *grid)
{
    wend_flow_def def;
    memset(&def, 0, sizeof def);
    def.grid = grid;
    return def;
}

static void check_refused(const wend_flow_def *def, wend_result result, const char *text)
{
    wendi_sector_map map;
    wend_message message;
    assert_int_equal(wendi_sector_map_create(def, &HEAP, &map, &message), result);
    assert_string_equal(message.text, text);
    assert_null(map.floors);
    assert_null(map.joins);
    assert_int_equal(map.sector_count, 0);
}

/* ---- positions ---- */

static void map_sectors_are_numbered_floor_after_floor(void **state)
{
    (void)state;
    wend_grid *grids[2] = {grids_open(35, 12), grids_open(10, 21)};
    wend_flow_def def = def_of(NULL);
    def.floors = (const wend_grid *const *)grids;
    def.floor_count = 2;
    wendi_sector_map map;
    assert_int_equal(wendi_sector_map_create(&def, &HEAP, &map, NULL), WEND_OK);
    assert_int_equal(map.sector_count, 8 + 3);
    assert_int_equal(map.floors[1].first_sector, 8);
    assert_true(map.has_diagonals);
    const wendi_sector_bounds cut = wendi_sector_map_bounds(&map, 7);
    assert_int_equal(cut.floor, 0);
    assert_int_equal(cut.column, 3);
    assert_int_equal(cut.row, 1);
    assert_int_equal(cut.x, 30);
    assert_int_equal(cut.y, 10);
    assert_int_equal(cut.width, 5);
    assert_int_equal(cut.height, 2);
    const wendi_sector_bounds last = wendi_sector_map_bounds(&map, 10);
    assert_int_equal(last.floor, 1);
    assert_int_equal(last.y, 20);
    assert_int_equal(last.width, 10);
    assert_int_equal(last.height, 1);
    wendi_sector_map_destroy(&map, &HEAP);
    wend_grid_destroy(grids[0]);
    wend_grid_destroy(grids[1]);
}

static void map_every_cell_lies_in_its_sector(void **state)
{
    (void)state;
    for (int32_t size = 8; size <= 32; ++size) {
        wend_grid_def grid_def = grids_def(WEND_GRID_SIDE_MAX, 3, 1);
        grid_def.sector_size = size;
        wend_grid *grid = grids_make(grid_def);
        const wend_flow_def def = def_of(grid);
        wendi_sector_map map;
        assert_int_equal(wendi_sector_map_create(&def, &HEAP, &map, NULL), WEND_OK);
        for (int32_t x = 0; x < WEND_GRID_SIDE_MAX; ++x) {
            assert_int_equal(wendi_sector_map_sector_at(&map, 0, x, 2), x / size);
        }
        wendi_sector_map_destroy(&map, &HEAP);
        wend_grid_destroy(grid);
    }
}

static void map_sectors_beside_end_at_the_edge(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(30, 20);
    const wend_flow_def def = def_of(grid);
    wendi_sector_map map;
    assert_int_equal(wendi_sector_map_create(&def, &HEAP, &map, NULL), WEND_OK);
    assert_int_equal(wendi_sector_map_neighbour(&map, 0, 1, 1), 4);
    assert_int_equal(wendi_sector_map_neighbour(&map, 4, -1, -1), 0);
    assert_int_equal(wendi_sector_map_neighbour(&map, 0, -1, 0), WENDI_SECTOR_NONE);
    assert_int_equal(wendi_sector_map_neighbour(&map, 0, 0, -1), WENDI_SECTOR_NONE);
    assert_int_equal(wendi_sector_map_neighbour(&map, 5, 1, 0), WENDI_SECTOR_NONE);
    assert_int_equal(wendi_sector_map_neighbour(&map, 5, 0, 1), WENDI_SECTOR_NONE);
    wendi_sector_map_destroy(&map, &HEAP);
    wend_grid_destroy(grid);
}

static void map_cell_of_a_position_is_the_grids(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(30, 20);
    const wend_flow_def def = def_of(grid);
    wendi_sector_map map;
    int32_t x;
    int32_t y;
    assert_int_equal(wendi_sector_map_create(&def, &HEAP, &map, NULL), WEND_OK);
    assert_true(wendi_sector_map_cell_at(&map, 0, (wend_vec2){29.5, 3.0}, &x, &y));
    assert_int_equal(x, 29);
    assert_int_equal(y, 3);
    const double nan = wend_sqrt(-1.0);
    assert_false(wendi_sector_map_cell_at(&map, 0, (wend_vec2){nan, 3.0}, &x, &y));
    assert_false(wendi_sector_map_cell_at(&map, 0, (wend_vec2){-0.5, 3.0}, &x, &y));
    wendi_sector_map_destroy(&map, &HEAP);
    wend_grid_destroy(grid);
}

/* ---- joins ---- */

static void map_two_way_joins_become_two_ways(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(30, 20);
    wend_flow_def def = def_of(grid);
    const wend_flow_join joins[] = {
        {.from = 31, .to = 65, .cost = 2 * WEND_COST_ONE, .class_mask = 3, .is_two_way = true},
        {.from = 7, .to = 8, .cost = 1, .class_mask = 1}};
    def.joins = joins;
    def.join_count = 2;
    wendi_sector_map map;
    assert_int_equal(wendi_sector_map_create(&def, &HEAP, &map, NULL), WEND_OK);
    assert_int_equal(map.join_count, 3);
    assert_int_equal(map.joins[0].from_x, 1);
    assert_int_equal(map.joins[0].from_y, 1);
    assert_int_equal(map.joins[0].cost, 24);
    assert_int_equal(map.joins[1].from_x, 5);
    assert_int_equal(map.joins[1].from_y, 2);
    assert_int_equal(map.joins[1].to_x, 1);
    assert_int_equal(map.joins[1].class_mask, 3);
    assert_int_equal(map.joins[2].cost, 1);
    assert_true(wendi_sector_map_memory_bytes(&map) >=
                3 * sizeof(wendi_one_way_join) + sizeof(wendi_sector_map_floor));
    wendi_sector_map_destroy(&map, &HEAP);
    wend_grid_destroy(grid);
}

static void units_are_twelfths_of_a_step_rounded(void **state)
{
    (void)state;
    assert_int_equal(wendi_flow_cost_units(WEND_COST_ONE), 12);
    assert_int_equal(wendi_flow_cost_units(1), 1);
    assert_int_equal(wendi_flow_cost_units(WEND_COST_ONE / 8), 2); /* 1.5 */
    assert_int_equal(wendi_flow_cost_units(WEND_COST_ONE / 9), 1); /* 1.33 */
    assert_int_equal(wendi_flow_cost_units(WEND_COST_DIAGONAL), 17);
    assert_int_equal(wendi_flow_cost_units((wend_cost)1 << 48), 12 << 16);
    assert_int_equal(wendi_flow_cost_units(WEND_COST_INFINITE), 1 << 30);
}

/* ---- mistakes ---- */

static void map_wrong_counts_are_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(30, 20);
    const wend_grid *floors[1] = {grid};
    wend_flow_def def = def_of(NULL);
    check_refused(&def, WEND_ERROR_ARGUMENT,
                  "wend_flow_create: grid and floors are NULL: set one of them");
    def.floors = floors;
    check_refused(&def, WEND_ERROR_ARGUMENT,
                  "wend_flow_create: floor_count is 0, and must be from 1 to 64");
    def.floor_count = 65;
    check_refused(&def, WEND_ERROR_ARGUMENT,
                  "wend_flow_create: floor_count is 65, and must be from 1 to 64");
    floors[0] = NULL;
    def.floor_count = 1;
    check_refused(&def, WEND_ERROR_ARGUMENT, "wend_flow_create: floor 0 is NULL");
    def = def_of(grid);
    def.join_count = 1;
    check_refused(&def, WEND_ERROR_ARGUMENT,
                  "wend_flow_create: joins is NULL, but join_count is 1");
    const wend_flow_join join = {.from = 1};
    def.joins = &join;
    def.join_count = WEND_GRID_LINKS_MAX + 1;
    check_refused(&def, WEND_ERROR_ARGUMENT,
                  "wend_flow_create: join_count is 1048577, and must be from 0 to 1048576");
    wend_grid_destroy(grid);
}

static void check_second(const wend_grid_def *second, wend_result result, const char *text)
{
    wend_grid *grids[2] = {grids_open(30, 20), NULL};
    assert_int_equal(wend_grid_create(second, &grids[1]), WEND_OK);
    wend_flow_def def = def_of(NULL);
    def.floors = (const wend_grid *const *)grids;
    def.floor_count = 2;
    check_refused(&def, result, text);
    wend_grid_destroy(grids[0]);
    wend_grid_destroy(grids[1]);
}

static void map_floors_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    wend_grid_def plain = wend_grid_def_default();
    plain.width = plain.height = 20;
    wend_grid_def def = plain;
    def.neighbours = WEND_NEIGHBOURS_6;
    check_second(&def, WEND_ERROR_UNSUPPORTED,
                 "wend_flow_create: floor 1 is made of hexes: only squares have fields");
    def = plain;
    def.wrap = WEND_WRAP_X;
    check_second(&def, WEND_ERROR_UNSUPPORTED,
                 "wend_flow_create: floor 1 wraps around: only maps with edges have fields");
    def = plain;
    def.sector_size = 12;
    check_second(&def, WEND_ERROR_ARGUMENT,
                 "wend_flow_create: sectors of floor 1 are 12 cells wide, of floor 0 10");
    def = plain;
    def.neighbours = WEND_NEIGHBOURS_4;
    check_second(&def, WEND_ERROR_ARGUMENT,
                 "wend_flow_create: cells of floor 1 have 4 neighbours, of floor 0 8");
    def = plain;
    def.cell_size = 0.5;
    check_second(&def, WEND_ERROR_ARGUMENT,
                 "wend_flow_create: cell_size of floor 1 is 0.5, of floor 0 1");
    def.cell_size = 2;
    check_second(&def, WEND_ERROR_ARGUMENT,
                 "wend_flow_create: cell_size of floor 1 is 2, of floor 0 1");
}

static void check_join(const wend_flow_join *join, const char *text)
{
    wend_grid *grid = grids_open(30, 20);
    wend_flow_def def = def_of(grid);
    def.joins = join;
    def.join_count = 1;
    check_refused(&def, WEND_ERROR_ARGUMENT, text);
    wend_grid_destroy(grid);
}

static void map_wrong_joins_are_refused(void **state)
{
    (void)state;
    const wend_flow_join good = {.from = 1, .to = 2, .cost = 1};
    wend_flow_join join = good;
    join.from_floor = 1;
    check_join(&join, "wend_flow_create: join 0 is on floor 1, but the number of floors is 1");
    join = good;
    join.to_floor = 1;
    check_join(&join, "wend_flow_create: join 0 is on floor 1, but the number of floors is 1");
    join = good;
    join.from = 600;
    check_join(&join, "wend_flow_create: node of join 0 is 600, but floor 0 has 600 cells");
    join = good;
    join.to = WEND_NODE_NONE;
    check_join(&join, "wend_flow_create: node of join 0 is 4294967295, but floor 0 has 600 cells");
    join = good;
    join.to = join.from;
    check_join(&join, "wend_flow_create: join 0 ends where it begins");
    join = good;
    join.cost = 0;
    check_join(&join, "wend_flow_create: cost of join 0 is 0, and must be from 1 to 2^48");
    join.cost = ((wend_cost)1 << 48) + 1;
    check_join(&join,
               "wend_flow_create: cost of join 0 is 281474976710657, and must be from 1 to 2^48");
}

static wend_result create_map(wend_allocator allocator, void *context)
{
    const wend_flow_join join = {.from = 1, .to = 2, .cost = 1};
    wend_flow_def def = def_of(context);
    def.joins = &join;
    def.join_count = 1;
    wendi_sector_map map;
    wend_message message;
    const wend_result result = wendi_sector_map_create(&def, &allocator, &map, &message);
    if (result != WEND_OK) {
        assert_null(map.floors);
        assert_true(strncmp(message.text, "wend_flow_create: no memory", 27) == 0);
        return result;
    }
    wendi_sector_map_destroy(&map, &allocator);
    return result;
}

static void map_without_memory_is_none(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(30, 20);
    assert_int_equal(fault_run(create_map, grid), 2);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_sectors_are_numbered_floor_after_floor),
        cmocka_unit_test(map_every_cell_lies_in_its_sector),
        cmocka_unit_test(map_sectors_beside_end_at_the_edge),
        cmocka_unit_test(map_cell_of_a_position_is_the_grids),
        cmocka_unit_test(map_two_way_joins_become_two_ways),
        cmocka_unit_test(units_are_twelfths_of_a_step_rounded),
        cmocka_unit_test(map_wrong_counts_are_refused),
        cmocka_unit_test(map_floors_that_do_not_fit_are_refused),
        cmocka_unit_test(map_wrong_joins_are_refused),
        cmocka_unit_test(map_without_memory_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
