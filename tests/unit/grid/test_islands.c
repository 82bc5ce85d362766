/* Islands of small maps drawn as text: how they are created, what belongs together, and what edits
 * change. */
#include "islands.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/islands.h"
#include "world/derived/islands.h"

#include <math.h>
#include <string.h>

/* ---- making ---- */

static void check_refused(wend_islands_def def, const char *text)
{
    wend_message message;
    def.message = &message;
    void *anything = &message;
    wend_islands *islands = anything;
    assert_int_equal(wend_islands_create(&def, &islands), WEND_ERROR_ARGUMENT);
    assert_null(islands);
    assert_string_equal(message.text, text);
}

static void islands_create_without_definition_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(4, 4);
    wend_islands *islands = (wend_islands *)grid;
    wend_islands_def def;
    memset(&def, 0, sizeof def);
    def.grid = grid;
    assert_int_equal(wend_islands_create(&def, &islands), WEND_ERROR_ARGUMENT);
    assert_null(islands);
    assert_int_equal(wend_islands_create(NULL, &islands), WEND_ERROR_ARGUMENT);
    def = wend_islands_def_default();
    assert_int_equal(wend_islands_create(&def, NULL), WEND_ERROR_ARGUMENT);
    check_refused(def, "wend_islands_create: grid is NULL");
    wend_grid_destroy(grid);
}

static void islands_create_for_unknown_class_or_team_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(4, 4);
    wend_islands_def def = wend_islands_def_default();
    def.grid = grid;
    def.movement_class = 1;
    check_refused(def, "wend_islands_create: movement_class is 1, but the number of classes is 1");
    def.movement_class = 0;
    def.team = 32;
    check_refused(def,
                  "wend_islands_create: team is 32, and must be from 0 to 31, or WEND_TEAM_NONE");
    wend_grid_destroy(grid);
}

static void islands_create_for_wrong_size_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(9, 9);
    wend_islands_def def = wend_islands_def_default();
    def.grid = grid;
    def.size = 0;
    check_refused(def, "wend_islands_create: size is 0, and must be from 1 to 64");
    def.size = 65;
    check_refused(def, "wend_islands_create: size is 65, and must be from 1 to 64");
    def.size = 2;
    check_refused(
        def, "wend_islands_create: clearance is NULL, and an agent with a size or radius needs it");
    def.radius = 1.0;
    check_refused(def, "wend_islands_create: size is 2 and radius is 1: set only one of them");
    def.size = 1;
    check_refused(
        def, "wend_islands_create: clearance is NULL, and an agent with a size or radius needs it");
    def.radius = -1.0;
    check_refused(def, "wend_islands_create: radius is -1, and must be a finite number, 0 or more");
    def.radius = (double)NAN;
    check_refused(def,
                  "wend_islands_create: radius is nan, and must be a finite number, 0 or more");
    wend_grid_destroy(grid);
}

static void islands_create_with_unfit_clearance_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(9, 9);
    wend_clearance_def clearance_def = wend_clearance_def_default();
    clearance_def.grid = grid;
    clearance_def.max_clearance = 3;
    wend_islands_def def = wend_islands_def_default();
    def.grid = grid;
    assert_int_equal(wend_clearance_create(&clearance_def, &def.clearance), WEND_OK);
    def.team = 1;
    check_refused(def,
                  "wend_islands_create: clearance is that of another grid, movement_class or team");
    def.team = WEND_TEAM_NONE;
    def.size = 4;
    check_refused(def, "wend_islands_create: size is 4, but clearance goes up to 3: make it with a "
                       "larger max_clearance");
    def.size = 1;
    def.radius = 3.5;
    check_refused(def, "wend_islands_create: radius is 3.5, more than clearance can hold: "
                       "make it with a larger max_clearance than 3");
    wend_clearance_destroy(def.clearance);
    wend_grid_destroy(grid);
}

static void islands_null_has_nothing(void **state)
{
    (void)state;
    wend_node nearest = 7;
    wend_islands_destroy(NULL);
    assert_int_equal(wend_islands_update(NULL), WEND_ERROR_ARGUMENT);
    assert_false(wend_islands_is_fresh(NULL));
    assert_int_equal(wend_islands_memory_bytes(NULL), 0);
    assert_int_equal(wend_islands_at(NULL, 0), WEND_ISLAND_NONE);
    assert_int_equal(wend_islands_count(NULL), 0);
    assert_int_equal(wend_islands_cell_count(NULL, 0), 0);
    assert_false(wend_islands_can_reach(NULL, 0, 0));
    assert_int_equal(wend_islands_nearest(NULL, 0, 0, &nearest), WEND_ERROR_ARGUMENT);
    assert_int_equal(nearest, WEND_NODE_NONE);
    assert_int_equal(wend_islands_nearest(NULL, 0, 0, NULL), WEND_ERROR_ARGUMENT);
}

/* ---- what belongs together ---- */

static void islands_of_open_ground_are_one(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(100, 37);
    wend_islands *islands = make_islands(grid);
    assert_int_equal(wend_islands_count(islands), 1);
    const uint32_t island = wend_islands_at(islands, 0);
    assert_int_equal(wend_islands_at(islands, 3699), island);
    assert_int_equal(wend_islands_cell_count(islands, island), 3700);
    assert_int_equal(wend_islands_cell_count(islands, island + 1), 0);
    assert_int_equal(wend_islands_at(islands, 3700), WEND_ISLAND_NONE);
    assert_false(wend_islands_can_reach(islands, 0, 3700));
    assert_false(wend_islands_can_reach(islands, WEND_NODE_NONE, 0));
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

static void islands_of_walls_are_none(void **state)
{
    (void)state;
    const char *const rows[] = {"####", "####", NULL};
    wend_grid *grid = draw_grid(wend_grid_def_default(), rows);
    wend_islands *islands = make_islands(grid);
    assert_int_equal(wend_islands_count(islands), 0);
    assert_int_equal(wend_islands_at(islands, 5), WEND_ISLAND_NONE);
    wend_node nearest;
    assert_int_equal(wend_islands_nearest(islands, 0, 1, &nearest), WEND_NO_PATH);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

/* Two cells that meet at a corner, where four tiles do. */
static uint32_t count_of_corner(wend_corner_rule rule, bool is_rising)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = 16;
    def.corner_rule = rule;
    def.cost = WEND_COST_WALL;
    wend_grid *grid = grids_make(def);
    grids_set(grid, 7, is_rising ? 8 : 7, 1);
    grids_set(grid, 8, is_rising ? 7 : 8, 1);
    wend_islands *islands = make_islands(grid);
    const uint32_t count = wend_islands_count(islands);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
    return count;
}

static void islands_meet_at_a_corner_only_where_steps_do(void **state)
{
    (void)state;
    assert_int_equal(count_of_corner(WEND_CORNER_NEVER, false), 2);
    assert_int_equal(count_of_corner(WEND_CORNER_ONE_OPEN, false), 2);
    assert_int_equal(count_of_corner(WEND_CORNER_ALWAYS, false), 1);
    assert_int_equal(count_of_corner(WEND_CORNER_ALWAYS, true), 1);
}

static void islands_of_a_team_end_at_its_gates(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 1);
    wend_islands_def def = wend_islands_def_default();
    def.grid = grid;
    def.team = 3;
    wend_islands *islands;
    assert_int_equal(wend_islands_create(&def, &islands), WEND_OK);
    assert_int_equal(wend_grid_set_closed_teams(grid, 10, 0, 1, 1, 1u << 2), WEND_OK);
    update(islands);
    assert_true(wend_islands_can_reach(islands, 0, 19));
    assert_int_equal(wend_grid_set_closed_teams(grid, 10, 0, 1, 1, 1u << 3), WEND_OK);
    assert_false(wend_islands_is_fresh(islands));
    update(islands);
    assert_false(wend_islands_can_reach(islands, 0, 19));
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

static void islands_of_a_large_agent_follow_its_clearance(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(60, 5);
    wend_clearance_def clearance_def = wend_clearance_def_default();
    clearance_def.grid = grid;
    wend_islands_def def = wend_islands_def_default();
    def.grid = grid;
    def.size = 3;
    assert_int_equal(wend_clearance_create(&clearance_def, &def.clearance), WEND_OK);
    wend_islands *islands;
    assert_int_equal(wend_islands_create(&def, &islands), WEND_OK);
    assert_true(wend_islands_can_reach(islands, 0, 57));
    assert_false(wend_islands_can_reach(islands, 0, 58)); /* It does not fit. */
    grids_set(grid, 30, 2, WEND_COST_WALL);
    update(islands);
    assert_true(wend_clearance_is_fresh(def.clearance));
    assert_false(wend_islands_can_reach(islands, 0, 57));
    assert_int_equal(wend_islands_count(islands), 2);
    wend_islands_destroy(islands);
    wend_clearance_destroy(def.clearance);
    wend_grid_destroy(grid);
}

/* ---- edits ---- */

static void islands_cut_and_joined_count_their_cells(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(101, 1);
    wend_islands *islands = make_islands(grid);
    grids_set(grid, 30, 0, WEND_COST_WALL);
    update(islands);
    assert_int_equal(wend_islands_count(islands), 2);
    assert_int_equal(wend_islands_cell_count(islands, wend_islands_at(islands, 0)), 30);
    assert_int_equal(wend_islands_cell_count(islands, wend_islands_at(islands, 100)), 70);
    assert_int_equal(wend_islands_at(islands, 30), WEND_ISLAND_NONE);
    const uint32_t larger = wend_islands_at(islands, 100);
    grids_set(grid, 30, 0, 5);
    update(islands);
    assert_int_equal(wend_islands_count(islands), 1);
    assert_int_equal(wend_islands_at(islands, 0), larger);
    assert_int_equal(wend_islands_cell_count(islands, larger), 101);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

/* The middle is cut off on both sides at once and is the shortest of the three. */
static void islands_cut_twice_at_once_are_three(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(900, 1);
    wend_islands *islands = make_islands(grid);
    grids_set(grid, 400, 0, WEND_COST_WALL);
    grids_set(grid, 450, 0, WEND_COST_WALL);
    update(islands);
    assert_int_equal(wend_islands_count(islands), 3);
    assert_false(wend_islands_can_reach(islands, 0, 899));
    assert_int_equal(wend_islands_cell_count(islands, wend_islands_at(islands, 420)), 49);
    grids_set(grid, 400, 0, 1);
    grids_set(grid, 450, 0, 1);
    update(islands);
    assert_int_equal(wend_islands_count(islands), 1);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

/* The tile between two that changed belongs to both islands. */
static void islands_cut_on_both_sides_of_a_tile_are_three(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(900, 1);
    wend_islands *islands = make_islands(grid);
    grids_set(grid, 399, 0, WEND_COST_WALL);
    grids_set(grid, 408, 0, WEND_COST_WALL);
    update(islands);
    assert_int_equal(wend_islands_count(islands), 3);
    assert_int_equal(wend_islands_cell_count(islands, wend_islands_at(islands, 404)), 8);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

/* A corridor one cell wide, straight or diagonal, closed on both sides of where four tiles meet:
 * neither cell has two open neighbours, so only both together cut it. */
static void islands_cut_by_cells_of_two_tiles_in_any_direction_are_two(void **state)
{
    (void)state;
    for (int direction = 0; direction < 4; ++direction) {
        wend_grid_def def = grids_def(16, 16, 1);
        def.corner_rule = WEND_CORNER_ALWAYS;
        wend_grid *grid = grids_make(def);
        grids_wall(grid, 0, 0, 16, 16);
        int32_t xs[16];
        int32_t ys[16];
        for (int32_t k = 0; k < 16; ++k) {
            xs[k] = direction == 1 ? 7 : k;
            ys[k] = direction == 0 ? 7 : direction == 3 ? 15 - k : k;
            grids_set(grid, xs[k], ys[k], 1);
        }
        wend_islands *islands = make_islands(grid);
        assert_int_equal(wend_islands_count(islands), 1);
        grids_set(grid, xs[7], ys[7], WEND_COST_WALL);
        grids_set(grid, xs[8], ys[8], WEND_COST_WALL);
        update(islands);
        assert_int_equal(wend_islands_count(islands), 2);
        assert_false(wend_islands_can_reach(islands, wend_grid_node(grid, xs[0], ys[0]),
                                            wend_grid_node(grid, xs[15], ys[15])));
        wend_islands_destroy(islands);
        wend_grid_destroy(grid);
    }
}

static void islands_keep_numbers_when_only_costs_change(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(300, 300);
    wend_islands *islands = make_islands(grid);
    const uint32_t island = wend_islands_at(islands, 0);
    grids_fill(grid, 0, 0, 300, 300, 9);
    update(islands);
    update(islands);
    assert_int_equal(wend_islands_at(islands, 0), island);
    assert_int_equal(wend_islands_count(islands), 1);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

/* Enough changes for a complete rebuild; two islands are as they were. */
static void islands_keep_numbers_when_most_of_the_map_changes(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(400, 400);
    grids_wall(grid, 0, 200, 400, 2);
    grids_wall(grid, 200, 0, 1, 200);
    wend_islands *islands = make_islands(grid);
    grids_set(grid, 200, 7, 1); /* Numbers are no longer those of a fresh one. */
    update(islands);
    grids_set(grid, 200, 7, WEND_COST_WALL);
    grids_set(grid, 0, 1, WEND_COST_WALL);
    grids_set(grid, 1, 0, WEND_COST_WALL);
    update(islands);
    assert_int_equal(wend_islands_count(islands), 4);
    const uint32_t corner = wend_islands_at(islands, 0);
    const uint32_t east = wend_islands_at(islands, 399);
    const uint64_t east_cells = wend_islands_cell_count(islands, east);
    for (int32_t y = 202; y < 400; y += 2) {
        grids_wall(grid, 0, y, 400, 1);
    }
    update(islands);
    assert_int_equal(wend_islands_count(islands), 3 + 99);
    assert_int_equal(wend_islands_at(islands, 0), corner);
    assert_int_equal(wend_islands_at(islands, 399), east);
    assert_true(wend_islands_cell_count(islands, east) == east_cells);
    grids_fill(grid, 0, 202, 400, 198, 1);
    update(islands);
    assert_int_equal(wend_islands_count(islands), 4);
    assert_int_equal(wend_islands_at(islands, 399), east);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

/* Numbers, labels and parts are used again: memory stays as it is after warming up. */
static void islands_after_many_edits_hold_no_more_memory(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(64, 64);
    wend_islands *islands = make_islands(grid);
    size_t bytes = 0;
    uint32_t open_count = 64 * 64;
    for (uint32_t i = 0; i < 30000; ++i) {
        const int32_t x = (int32_t)wend_random_below(5, i, 0, 64);
        const int32_t y = (int32_t)wend_random_below(5, i, 1, 64);
        const bool is_wall = wend_grid_cost(grid, 0, x, y) == WEND_COST_WALL;
        grids_set(grid, x, y, is_wall ? 1 : WEND_COST_WALL);
        open_count += is_wall ? 1u : 0u - 1u;
        update(islands);
        bytes = i == 10000 ? wend_islands_memory_bytes(islands) : bytes;
    }
    assert_int_equal(wend_islands_memory_bytes(islands), bytes);
    uint64_t cells = 0;
    for (uint32_t i = 0; i < islands->map.island_count; ++i) {
        cells += wend_islands_cell_count(islands, i);
    }
    assert_int_equal(cells, open_count);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

static void islands_cut_when_search_numbers_run_out_are_right(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(100, 1);
    wend_islands *islands = make_islands(grid);
    islands->seen_next = UINT32_MAX - 3;
    for (int32_t i = 0; i < 6; ++i) {
        grids_set(grid, 50, 0, WEND_COST_WALL);
        update(islands);
        assert_int_equal(wend_islands_count(islands), 2);
        grids_set(grid, 50, 0, 1);
        update(islands);
        assert_int_equal(wend_islands_count(islands), 1);
    }
    assert_true(islands->seen_next < 100);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(islands_create_without_definition_is_refused),
        cmocka_unit_test(islands_create_for_unknown_class_or_team_is_refused),
        cmocka_unit_test(islands_create_for_wrong_size_is_refused),
        cmocka_unit_test(islands_create_with_unfit_clearance_is_refused),
        cmocka_unit_test(islands_null_has_nothing),
        cmocka_unit_test(islands_of_open_ground_are_one),
        cmocka_unit_test(islands_of_walls_are_none),
        cmocka_unit_test(islands_meet_at_a_corner_only_where_steps_do),
        cmocka_unit_test(islands_of_a_team_end_at_its_gates),
        cmocka_unit_test(islands_of_a_large_agent_follow_its_clearance),
        cmocka_unit_test(islands_cut_and_joined_count_their_cells),
        cmocka_unit_test(islands_cut_twice_at_once_are_three),
        cmocka_unit_test(islands_cut_on_both_sides_of_a_tile_are_three),
        cmocka_unit_test(islands_cut_by_cells_of_two_tiles_in_any_direction_are_two),
        cmocka_unit_test(islands_keep_numbers_when_only_costs_change),
        cmocka_unit_test(islands_keep_numbers_when_most_of_the_map_changes),
        cmocka_unit_test(islands_after_many_edits_hold_no_more_memory),
        cmocka_unit_test(islands_cut_when_search_numbers_run_out_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
