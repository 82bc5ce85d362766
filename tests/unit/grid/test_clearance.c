/* Clearances of small grids with known walls: their numbers, what is refused, and what the ground
 * makes of them. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/test.h"
#include "world/derived/agent_grid.h"
#include "world/derived/clearance_store.h"

#include <math.h>
#include <string.h>

static wend_grid *open_grid(int32_t width, int32_t height, wend_grid_def def)
{
    def.width = width;
    def.height = height;
    return grids_make(def);
}

static wend_clearance *clearance_of(const wend_grid *grid, int32_t most)
{
    wend_clearance_def def = wend_clearance_def_default();
    def.grid = grid;
    def.max_clearance = most;
    wend_clearance *clearance = NULL;
    assert_int_equal(wend_clearance_create(&def, &clearance), WEND_OK);
    return clearance;
}

/* Squares as digits, row by row. */
static void check_squares(const wend_clearance *clearance, const char *const *rows, int32_t height)
{
    for (int32_t y = 0; y < height; ++y) {
        for (int32_t x = 0; rows[y][x] != '\0'; ++x) {
            assert_int_equal(wend_clearance_square(clearance, x, y), rows[y][x] - '0');
        }
    }
}

/* Radii are roots of whole parts of a cell's squared size. */
static void check_disc(const wend_clearance *clearance, int32_t x, int32_t y, double squared)
{
    const double radius = wend_clearance_disc(clearance, x, y);
    assert_true(fabs(radius * radius - squared) < 1e-12 * (1 + squared));
    assert_true(wend_clearance_fits_disc(clearance, x, y, radius));
    assert_false(wend_clearance_fits_disc(clearance, x, y, nextafter(radius, 1e9)));
}

/* ---- numbers ---- */

static void clearance_squares_reach_right_and_down_to_walls_and_edges(void **state)
{
    (void)state;
    const char *walls[] = {"#....", ".....", "...#.", "....."};
    const char *sides[] = {"02221", "32111", "22101", "11111"};
    wend_grid *grid = grids_drawn(wend_grid_def_default(), walls, 4);
    wend_clearance *clearance = clearance_of(grid, 16);
    check_squares(clearance, sides, 4);
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
}

static void clearance_discs_reach_to_the_nearest_side_or_corner(void **state)
{
    (void)state;
    const char *walls[] = {".......", ".......", "...#...", ".......",
                           ".......", ".......", ".......", "......."};
    wend_grid_def def = wend_grid_def_default();
    def.wrap = WEND_WRAP_BOTH;
    wend_grid *grid = grids_drawn(def, walls, 8);
    wend_clearance *clearance = clearance_of(grid, 16);
    check_disc(clearance, 3, 1, 0.25);
    check_disc(clearance, 2, 1, 0.5);
    check_disc(clearance, 3, 4, 2.25);
    check_disc(clearance, 1, 4, 4.5);
    check_disc(clearance, 4, 4, 2.5);
    check_disc(clearance, 0, 2, 6.25);
    check_disc(clearance, 3, 6, 12.25);
    check_disc(clearance, 3, 7, 6.25); /* the wall below, once around */
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
}

static void clearance_of_wrapping_open_ground_is_most_everywhere(void **state)
{
    (void)state;
    for (int hex = 0; hex < 2; ++hex) {
        wend_grid_def def = wend_grid_def_default();
        def.wrap = WEND_WRAP_BOTH;
        def.neighbours = hex != 0 ? WEND_NEIGHBOURS_6 : WEND_NEIGHBOURS_8;
        def.cell_size = 2;
        wend_grid *grid = open_grid(3, 2, def);
        wend_clearance *clearance = clearance_of(grid, WEND_CLEARANCE_MAX);
        assert_int_equal(wend_clearance_square(clearance, 2, 1), WEND_CLEARANCE_MAX);
        assert_true(wend_clearance_fits_disc(clearance, 2, 1, 128));
        assert_false(wend_clearance_fits_disc(clearance, 2, 1, 128 + 1e-9));
        wend_clearance_destroy(clearance);
        wend_grid_destroy(grid);
    }
}

static void clearance_of_one_cell_is_half_a_cell(void **state)
{
    (void)state;
    for (int hex = 0; hex < 2; ++hex) {
        wend_grid_def def = wend_grid_def_default();
        def.neighbours = hex != 0 ? WEND_NEIGHBOURS_6 : WEND_NEIGHBOURS_4;
        wend_grid *grid = open_grid(1, 1, def);
        wend_clearance *clearance = clearance_of(grid, 4);
        assert_int_equal(wend_clearance_square(clearance, 0, 0), 1);
        check_disc(clearance, 0, 0, 0.25);
        grids_set(grid, 0, 0, WEND_COST_WALL);
        assert_int_equal(wend_clearance_update(clearance), WEND_OK);
        assert_int_equal(wend_clearance_square(clearance, 0, 0), 0);
        assert_true(wend_clearance_disc(clearance, 0, 0) < 1e-300);
        assert_false(wend_clearance_fits_disc(clearance, 0, 0, 0));
        wend_clearance_destroy(clearance);
        wend_grid_destroy(grid);
    }
}

static void clearance_hexagons_count_rings(void **state)
{
    (void)state;
    const char *walls[] = {".......", ".......", ".......", "...#...", ".......", "......."};
    const char *rings[] = {"4333345", "4322234", "3211234", "3210123", "3211234", "4322234"};
    wend_grid_def def = wend_grid_def_default();
    def.neighbours = WEND_NEIGHBOURS_6;
    def.hex_layout = WEND_HEX_EVEN_ROWS;
    def.wrap = WEND_WRAP_BOTH;
    wend_grid *grid = grids_drawn(def, walls, 6);
    wend_clearance *clearance = clearance_of(grid, 16);
    check_squares(clearance, rings, 6);
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
}

/* Pointy tops: to the right over the upright sides, two rows up over the top corner. */
static void clearance_hex_discs_reach_to_the_nearest_side_or_corner(void **state)
{
    (void)state;
    const char *walls[] = {"........", "........", "........", "........", "...#....",
                           "........", "........", "........", "........", "........"};
    wend_grid_def def = wend_grid_def_default();
    def.neighbours = WEND_NEIGHBOURS_6;
    def.wrap = WEND_WRAP_BOTH;
    wend_grid *grid = grids_drawn(def, walls, 10);
    wend_clearance *clearance = clearance_of(grid, 16);
    check_disc(clearance, 4, 4, 0.25);
    check_disc(clearance, 5, 4, 2.25);
    check_disc(clearance, 3, 5, 0.25);
    check_disc(clearance, 4, 6, 2.25);
    check_disc(clearance, 3, 6, 4.0 / 3); /* root 3 less the outer radius, 1 / root 3 */
    check_disc(clearance, 4, 5, 4.0 / 3); /* the corner is 1 aside and 1 / root 3 up */
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
}

static void clearance_looks_at_its_own_class_and_team(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    def.class_count = 2;
    wend_grid *grid = open_grid(5, 1, def);
    (void)wend_grid_set_cost(grid, 0, 4, 0, WEND_COST_WALL);
    (void)wend_grid_set_cost(grid, 1, 1, 0, WEND_COST_WALL);
    (void)wend_grid_set_closed_teams(grid, 3, 0, 1, 1, 4);
    wend_clearance_def own = wend_clearance_def_default();
    own.grid = grid;
    own.movement_class = 1;
    own.team = 2;
    wend_clearance *clearance = NULL;
    assert_int_equal(wend_clearance_create(&own, &clearance), WEND_OK);
    const char *sides[] = {"10101"};
    check_squares(clearance, sides, 1);
    assert_true(wendi_clearance_matches(clearance, grid, 1, 2));
    assert_false(wendi_clearance_matches(clearance, grid, 0, 2));
    assert_false(wendi_clearance_matches(clearance, grid, 1, WEND_TEAM_NONE));
    assert_false(wendi_clearance_matches(clearance, NULL, 1, 2));
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
}

/* ---- radii ---- */

static void clearance_disc_that_touches_walls_fits(void **state)
{
    (void)state;
    const double cells[4] = {0.7, 1.0 / 3, 2, 1e-3};
    for (int i = 0; i < 4; ++i) {
        wend_grid_def def = wend_grid_def_default();
        def.cell_size = cells[i];
        wend_grid *grid = open_grid(7, 7, def);
        wend_clearance *clearance = clearance_of(grid, 3);
        assert_true(wend_clearance_fits_disc(clearance, 0, 3, 0.5 * cells[i]));
        assert_true(wend_clearance_fits_disc(clearance, 1, 3, 1.5 * cells[i]));
        assert_true(wend_clearance_fits_disc(clearance, 2, 3, 2.5 * cells[i]));
        assert_false(wend_clearance_fits_disc(clearance, 2, 3, 2.5000001 * cells[i]));
        assert_true(wend_clearance_fits_disc(clearance, 3, 3, 3 * cells[i])); /* 3.5 is seen as 3 */
        assert_false(wend_clearance_fits_disc(clearance, 3, 3, 3.0000001 * cells[i]));
        wend_clearance_destroy(clearance);
        wend_grid_destroy(grid);
    }
}

static void clearance_fits_disc_of_strange_radius_is_false(void **state)
{
    (void)state;
    wend_grid *grid = open_grid(9, 9, wend_grid_def_default());
    wend_clearance *clearance = clearance_of(grid, 16);
    const double strange[4] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -1e-300};
    for (int i = 0; i < 4; ++i) {
        assert_false(wend_clearance_fits_disc(clearance, 4, 4, strange[i]));
        assert_true(wendi_clearance_need_disc(clearance, strange[i]) == UINT32_MAX);
    }
    assert_true(wend_clearance_fits_disc(clearance, 4, 4, 0));
    assert_true(wend_clearance_fits_disc(clearance, 4, 4, -0.0));
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
}

static void clearance_needs_of_discs_are_the_least_numbers_they_fit(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    def.cell_size = 4;
    wend_grid *squares = open_grid(3, 3, def);
    def.neighbours = WEND_NEIGHBOURS_6;
    wend_grid *hexes = open_grid(3, 3, def);
    wend_clearance *clearance = clearance_of(squares, 2);
    assert_int_equal(wendi_clearance_need_disc(clearance, 0), 1);
    assert_int_equal(wendi_clearance_need_disc(clearance, 2), 1);
    assert_int_equal(wendi_clearance_need_disc(clearance, 2.01), 2);
    assert_int_equal(wendi_clearance_need_disc(clearance, 6), 9);
    assert_int_equal(wendi_clearance_need_disc(clearance, 8), 16);
    assert_true(wendi_clearance_need_disc(clearance, 8.01) == UINT32_MAX);
    wend_clearance_destroy(clearance);
    clearance = clearance_of(hexes, 2);
    assert_int_equal(wendi_clearance_need_disc(clearance, 2), 3);
    assert_int_equal(wendi_clearance_need_disc(clearance, 6), 27);
    assert_int_equal(wendi_clearance_need_disc(clearance, 8), 48);
    assert_true(wendi_clearance_need_disc(clearance, 8.01) == UINT32_MAX);
    wend_clearance_destroy(clearance);
    wend_grid_destroy(squares);
    wend_grid_destroy(hexes);
}

static void clearance_reach_grows_with_the_need(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    wend_grid *squares = open_grid(9, 9, def);
    def.neighbours = WEND_NEIGHBOURS_6;
    wend_grid *hexes = open_grid(9, 9, def);
    wend_clearance *clearance = clearance_of(squares, 4);
    assert_int_equal(wendi_clearance_reach(clearance, 0, 0), 0);
    assert_int_equal(wendi_clearance_reach(clearance, 1, 0), 0);
    assert_int_equal(wendi_clearance_reach(clearance, 3, 0), 2);
    assert_int_equal(wendi_clearance_reach(clearance, 0, 1), 0);
    assert_int_equal(wendi_clearance_reach(clearance, 0, 2), 1);
    assert_int_equal(wendi_clearance_reach(clearance, 0, 10), 2);
    assert_int_equal(wendi_clearance_reach(clearance, 4, 10), 3);
    assert_int_equal(wendi_clearance_reach(clearance, 5, 10), 0);
    assert_int_equal(wendi_clearance_reach(clearance, 1, UINT32_MAX), 0);
    wend_clearance_destroy(clearance);
    clearance = clearance_of(hexes, 4);
    assert_int_equal(wendi_clearance_reach(clearance, 3, 0), 2);
    assert_int_equal(wendi_clearance_reach(clearance, 0, 13), 2);
    assert_int_equal(wendi_clearance_reach(clearance, 0, 192), 5); /* rows are closer */
    wend_clearance_destroy(clearance);
    wend_grid_destroy(squares);
    wend_grid_destroy(hexes);
}

/* ---- the ground ---- */

static void ground_row_is_wall_where_the_agent_does_not_fit(void **state)
{
    (void)state;
    const char *walls[] = {"......#", ".......", "......."};
    wend_grid *grid = grids_drawn(wend_grid_def_default(), walls, 3);
    wend_clearance *clearance = clearance_of(grid, 16);
    wendi_agent_grid ground = {grid, 0, WEND_TEAM_NONE, WEND_LAYER_JAM, clearance, 0, 0};
    uint8_t costs[7];
    wendi_agent_grid_copy_row(&ground, 0, 0, 7, costs);
    assert_memory_equal(costs, "\1\1\1\1\1\1\xff", 7);
    ground.need_square = 3;
    wendi_agent_grid_copy_row(&ground, 0, 0, 7, costs);
    assert_memory_equal(costs, "\1\1\1\1\xff\xff\xff", 7);
    ground.need_square = 0;
    ground.need_disc = wendi_clearance_need_disc(clearance, 1);
    wendi_agent_grid_copy_row(&ground, 1, 1, 6, costs);
    assert_memory_equal(costs, "\1\1\1\1\xff\xff", 6);
    ground.need_square = 2;
    wendi_agent_grid_copy_row(&ground, 0, 2, 7, costs);
    assert_memory_equal(costs, "\xff\xff\xff\xff\xff\xff\xff", 7);
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
}

/* ---- updates ---- */

static void clearance_is_fresh_until_the_next_edit(void **state)
{
    (void)state;
    wend_grid *grid = open_grid(40, 40, wend_grid_def_default());
    wend_clearance *clearance = clearance_of(grid, 8);
    assert_true(wend_clearance_is_fresh(clearance));
    assert_int_equal(wend_clearance_revision(clearance), 1);
    assert_int_equal(wend_clearance_update(clearance), WEND_OK);
    grids_set(grid, 20, 20, WEND_COST_WALL);
    assert_false(wend_clearance_is_fresh(clearance));
    assert_int_equal(wend_clearance_square(clearance, 20, 20), 8);
    assert_int_equal(wend_clearance_update(clearance), WEND_OK);
    assert_true(wend_clearance_is_fresh(clearance));
    assert_int_equal(wend_clearance_revision(clearance), 2);
    assert_int_equal(wend_clearance_square(clearance, 17, 17), 3);
    check_disc(clearance, 20, 17, 6.25);
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
}

/* The cell is nearest to the wall that comes and goes, by 1082 to 1089 and 1090 quarters, and no
 * cell of the ring before it is: a repair that stops at a ring without changes would miss it. */
static void clearance_update_goes_on_beyond_rings_without_changes(void **state)
{
    (void)state;
    wend_grid *grid = open_grid(60, 60, wend_grid_def_default());
    (void)wend_grid_set_cost(grid, 0, 44, 38, WEND_COST_WALL);
    (void)wend_grid_set_cost(grid, 0, 37, 52, WEND_COST_WALL);
    wend_clearance *clearance = clearance_of(grid, 20);
    check_disc(clearance, 27, 38, 1089 / 4.0);
    (void)wend_grid_set_cost(grid, 0, 43, 44, WEND_COST_WALL);
    assert_int_equal(wend_clearance_update(clearance), WEND_OK);
    check_disc(clearance, 27, 38, 1082 / 4.0);
    (void)wend_grid_set_cost(grid, 0, 43, 44, 1);
    assert_int_equal(wend_clearance_update(clearance), WEND_OK);
    check_disc(clearance, 27, 38, 1089 / 4.0);
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
}

static void clearance_update_allocates_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_grid *grid = open_grid(100, 100, wend_grid_def_default());
    wend_clearance_def def = wend_clearance_def_default();
    def.grid = grid;
    def.allocator = fault_heap_allocator(&heap);
    wend_clearance *clearance = NULL;
    assert_int_equal(wend_clearance_create(&def, &clearance), WEND_OK);
    assert_int_equal(wend_clearance_memory_bytes(clearance), heap.live_bytes);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    for (int32_t i = 0; i < 3; ++i) {
        const int32_t side = 1 + 49 * i;
        grids_fill(grid, 1, 1, side, side, (uint8_t)(i == 1 ? 255 : 254));
        assert_int_equal(wend_clearance_update(clearance), WEND_OK);
    }
    assert_int_equal(heap.calls, 0);
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
}

/* ---- refusals ---- */

static wend_result try_create(const wend_clearance_def *def, const char *text)
{
    wend_clearance *clearance = (wend_clearance *)(uintptr_t)def;
    const wend_result result = wend_clearance_create(def, &clearance);
    assert_null(clearance);
    assert_non_null(strstr(def->message->text, text));
    return result;
}

static void clearance_create_of_bad_def_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = open_grid(4, 4, wend_grid_def_default());
    wend_message message = {0};
    wend_clearance *clearance = NULL;
    wend_clearance_def def = wend_clearance_def_default();
    def.message = &message;
    assert_int_equal(wend_clearance_create(&def, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_clearance_create(NULL, &clearance), WEND_ERROR_ARGUMENT);
    assert_int_equal(try_create(&def, "grid is NULL"), WEND_ERROR_ARGUMENT);
    def.grid = grid;
    def.movement_class = 1;
    assert_int_equal(try_create(&def, "movement_class is 1, but the number of classes is 1"),
                     WEND_ERROR_ARGUMENT);
    def.movement_class = 0;
    def.team = 32;
    assert_int_equal(try_create(&def, "team is 32"), WEND_ERROR_ARGUMENT);
    def.team = 31;
    def.max_clearance = 0;
    assert_int_equal(try_create(&def, "max_clearance is 0, and must be from 1 to 64"),
                     WEND_ERROR_ARGUMENT);
    def.max_clearance = 65;
    assert_int_equal(try_create(&def, "max_clearance is 65"), WEND_ERROR_ARGUMENT);
    def.cookie = 0;
    assert_int_equal(try_create(&def, "made without"), WEND_ERROR_ARGUMENT);
    def.cookie = 1;
    assert_int_equal(try_create(&def, "made without"), WEND_ERROR_ARGUMENT); /* not written */
    wend_grid_destroy(grid);
}

static void clearance_questions_outside_and_of_null_answer_nothing(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    def.wrap = WEND_WRAP_BOTH;
    wend_grid *grid = open_grid(4, 3, def);
    wend_clearance *clearance = clearance_of(grid, 2);
    const int32_t outside[4][2] = {{-1, 0}, {4, 0}, {0, -1}, {0, 3}};
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(wend_clearance_square(clearance, outside[i][0], outside[i][1]), 0);
        assert_true(wend_clearance_disc(clearance, outside[i][0], outside[i][1]) < 1e-300);
        assert_false(wend_clearance_fits_disc(clearance, outside[i][0], outside[i][1], 0));
    }
    assert_int_equal(wend_clearance_update(NULL), WEND_ERROR_ARGUMENT);
    assert_false(wend_clearance_is_fresh(NULL));
    assert_int_equal(wend_clearance_revision(NULL), 0);
    assert_int_equal(wend_clearance_memory_bytes(NULL), 0);
    assert_int_equal(wend_clearance_square(NULL, 0, 0), 0);
    assert_false(wend_clearance_fits_disc(NULL, 0, 0, 0));
    wend_clearance_destroy(NULL);
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clearance_squares_reach_right_and_down_to_walls_and_edges),
        cmocka_unit_test(clearance_discs_reach_to_the_nearest_side_or_corner),
        cmocka_unit_test(clearance_of_wrapping_open_ground_is_most_everywhere),
        cmocka_unit_test(clearance_of_one_cell_is_half_a_cell),
        cmocka_unit_test(clearance_hexagons_count_rings),
        cmocka_unit_test(clearance_hex_discs_reach_to_the_nearest_side_or_corner),
        cmocka_unit_test(clearance_looks_at_its_own_class_and_team),
        cmocka_unit_test(clearance_disc_that_touches_walls_fits),
        cmocka_unit_test(clearance_fits_disc_of_strange_radius_is_false),
        cmocka_unit_test(clearance_needs_of_discs_are_the_least_numbers_they_fit),
        cmocka_unit_test(clearance_reach_grows_with_the_need),
        cmocka_unit_test(ground_row_is_wall_where_the_agent_does_not_fit),
        cmocka_unit_test(clearance_is_fresh_until_the_next_edit),
        cmocka_unit_test(clearance_update_goes_on_beyond_rings_without_changes),
        cmocka_unit_test(clearance_update_allocates_nothing),
        cmocka_unit_test(clearance_create_of_bad_def_is_refused),
        cmocka_unit_test(clearance_questions_outside_and_of_null_answer_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
