/* Costs of terrain that follow from speeds, points, kinds, heights and slopes by hand; wrong input
 * writes nothing. */
#include "support/test.h"
#include "wend/terrain.h"

#include <math.h>
#include <string.h>

enum { UNTOUCHED = 77, MOST = 32 };

static void assert_costs(const uint8_t *costs, const uint8_t *wanted, size_t count)
{
    for (size_t k = 0; k < count; ++k) {
        assert_int_equal(costs[k], wanted[k]);
    }
}

static void assert_untouched(const uint8_t *costs)
{
    for (size_t k = 0; k < MOST; ++k) {
        assert_int_equal(costs[k], UNTOUCHED);
    }
}

/* ---- speeds ---- */

static void terrain_speeds_become_costs_relative_to_the_fastest(void **state)
{
    (void)state;
    const double speeds[] = {5.0, 2.5, 4.0, 0.0, 10.0, -0.0};
    const uint8_t wanted[] = {20, 40, 25, 255, 10, 255};
    uint8_t table[6];
    assert_int_equal(wend_terrain_table_from_speeds(speeds, 6, 10, table), WEND_OK);
    assert_costs(table, wanted, 6);
}

static void terrain_speeds_round_halves_up_and_stop_at_254(void **state)
{
    (void)state;
    const double speeds[] = {3.0, 2.0, 2.01, 1.99, 3.0 / 253.5, 3.0 / 253.4, 3.0 / 254.6, 1e-300};
    const uint8_t wanted[] = {1, 2, 1, 2, 254, 253, 254, 254};
    uint8_t table[8];
    assert_int_equal(wend_terrain_table_from_speeds(speeds, 8, 1, table), WEND_OK);
    assert_costs(table, wanted, 8);
}

static void terrain_speeds_of_any_size_keep_their_ratio(void **state)
{
    (void)state;
    const double large[] = {0x1p+1023, 0x1p+1022, 5e-324};
    const double small[] = {1e-323, 5e-324, 0.0};
    const uint8_t wanted_large[] = {100, 200, 254};
    const uint8_t wanted_small[] = {100, 200, 255};
    uint8_t table[3];
    assert_int_equal(wend_terrain_table_from_speeds(large, 3, 100, table), WEND_OK);
    assert_costs(table, wanted_large, 3);
    assert_int_equal(wend_terrain_table_from_speeds(small, 3, 100, table), WEND_OK);
    assert_costs(table, wanted_small, 3);
}

static void terrain_speeds_that_are_none_are_refused(void **state)
{
    (void)state;
    const double wrong[] = {-1.0, -5e-324, (double)NAN, (double)INFINITY, -(double)INFINITY};
    uint8_t table[MOST];
    memset(table, UNTOUCHED, sizeof table);
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; ++k) {
        const double speeds[] = {1.0, 2.0, wrong[k]};
        assert_int_equal(wend_terrain_table_from_speeds(speeds, 3, 1, table), WEND_ERROR_ARGUMENT);
    }
    const double speeds[] = {1.0};
    assert_int_equal(wend_terrain_table_from_speeds(speeds, 1, 0, table), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_table_from_speeds(speeds, 1, 255, table), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_table_from_speeds(NULL, 1, 1, table), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_table_from_speeds(speeds, 1, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_untouched(table);
    assert_int_equal(wend_terrain_table_from_speeds(NULL, 0, 254, NULL), WEND_OK);
}

static void terrain_speeds_that_are_all_zero_are_walls(void **state)
{
    (void)state;
    const double speeds[] = {0.0, 0.0};
    const uint8_t wanted[] = {255, 255};
    uint8_t table[2];
    assert_int_equal(wend_terrain_table_from_speeds(speeds, 2, 254, table), WEND_OK);
    assert_costs(table, wanted, 2);
}

/* ---- points ---- */

static void terrain_points_become_costs_and_walls(void **state)
{
    (void)state;
    const uint32_t points[] = {1, 2, 3, 98, 99, 100, UINT32_MAX};
    const uint8_t wanted[] = {10, 20, 30, 254, 255, 255, 255};
    uint8_t table[7];
    assert_int_equal(wend_terrain_table_from_points(points, 7, 99, 10, table), WEND_OK);
    assert_costs(table, wanted, 7);
}

static void terrain_points_beyond_32_bits_stop_at_254(void **state)
{
    (void)state;
    const uint32_t points[] = {0x80000001u, 127, 128};
    const uint8_t wanted[] = {254, 254, 254};
    uint8_t table[3];
    assert_int_equal(wend_terrain_table_from_points(points, 3, UINT32_MAX, 2, table), WEND_OK);
    assert_costs(table, wanted, 3);
}

static void terrain_points_of_zero_and_bad_scales_are_refused(void **state)
{
    (void)state;
    const uint32_t points[] = {1, 0};
    uint8_t table[MOST];
    memset(table, UNTOUCHED, sizeof table);
    assert_int_equal(wend_terrain_table_from_points(points, 2, 99, 1, table), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_table_from_points(points, 1, 99, 0, table), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_table_from_points(points, 1, 99, 255, table),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_table_from_points(NULL, 1, 99, 1, table), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_table_from_points(points, 1, 99, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_untouched(table);
    assert_int_equal(wend_terrain_table_from_points(NULL, 0, 99, 1, NULL), WEND_OK);
}

/* ---- kinds ---- */

static void terrain_kinds_are_looked_up(void **state)
{
    (void)state;
    const uint8_t kinds[] = {2, 0, 1, 1, 2};
    const uint8_t table[] = {1, 254, 255};
    const uint8_t wanted[] = {255, 1, 254, 254, 255};
    uint8_t costs[5];
    assert_int_equal(wend_terrain_apply_table(kinds, 5, table, 3, costs), WEND_OK);
    assert_costs(costs, wanted, 5);
}

static void terrain_kinds_outside_of_the_table_are_refused(void **state)
{
    (void)state;
    const uint8_t kinds[] = {0, 1, 2};
    const uint8_t table[] = {1, 2, 3};
    const uint8_t with_zero[] = {1, 2, 0};
    uint8_t costs[MOST];
    memset(costs, UNTOUCHED, sizeof costs);
    assert_int_equal(wend_terrain_apply_table(kinds, 3, table, 2, costs), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_apply_table(kinds, 3, table, 0, costs), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_apply_table(kinds, 2, with_zero, 3, costs), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_apply_table(NULL, 3, table, 3, costs), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_apply_table(kinds, 3, NULL, 3, costs), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_apply_table(kinds, 3, table, 3, NULL), WEND_ERROR_ARGUMENT);
    assert_untouched(costs);
    assert_int_equal(wend_terrain_apply_table(NULL, 0, NULL, 0, NULL), WEND_OK);
}

/* ---- both together ---- */

static void terrain_combine_multiplies_and_rounds_up(void **state)
{
    (void)state;
    uint8_t costs[] = {1, 3, 10, 254, 254, 255, 4, 1, 255};
    const uint8_t others[] = {10, 11, 25, 10, 9, 1, 255, 1, 255};
    const uint8_t wanted[] = {1, 4, 25, 254, 229, 255, 255, 1, 255};
    assert_int_equal(wend_terrain_combine(costs, others, 9, 10), WEND_OK);
    assert_costs(costs, wanted, 9);
    uint8_t expensive[] = {254};
    const uint8_t expensive_too[] = {254};
    assert_int_equal(wend_terrain_combine(expensive, expensive_too, 1, 1), WEND_OK);
    assert_int_equal(expensive[0], 254);
}

static void terrain_combine_of_cost_zero_or_bad_scale_is_refused(void **state)
{
    (void)state;
    uint8_t costs[MOST];
    uint8_t others[MOST];
    memset(costs, UNTOUCHED, sizeof costs);
    memset(others, 2, sizeof others);
    assert_int_equal(wend_terrain_combine(costs, others, MOST, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_combine(costs, others, MOST, 255), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_combine(costs, NULL, MOST, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_combine(NULL, others, MOST, 1), WEND_ERROR_ARGUMENT);
    others[MOST - 1] = 0;
    assert_int_equal(wend_terrain_combine(costs, others, MOST, 1), WEND_ERROR_ARGUMENT);
    assert_untouched(costs);
    others[MOST - 1] = 2;
    costs[MOST - 1] = 0;
    assert_int_equal(wend_terrain_combine(costs, others, MOST, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(costs[0], UNTOUCHED);
    assert_int_equal(wend_terrain_combine(NULL, NULL, 0, 1), WEND_OK);
}

/* ---- slopes ---- */

static void slope_on_a_ramp_costs_by_its_steepness(void **state)
{
    (void)state;
    const float heights[] = {0, 0, 0.25f, 1.25f, 2.5f};
    const uint8_t wanted[] = {1, 2, 5, 255, 255};
    uint8_t costs[5];
    wend_slope_def def = wend_slope_def_default();
    assert_int_equal(wend_terrain_costs_from_heights(&def, heights, 5, 1, costs), WEND_OK);
    assert_costs(costs, wanted, 5);
    assert_int_equal(wend_terrain_costs_from_heights(&def, heights, 1, 5, costs), WEND_OK);
    assert_costs(costs, wanted, 5);
    def.cell_size = 2;
    def.per_slope = 12;
    const uint8_t wider[] = {1, 3, 7, 9,
                             9}; /* 1 + 12 * 0.125 = 2.5 is rounded up; 1 + 12 * 0.625 */
    assert_int_equal(wend_terrain_costs_from_heights(&def, heights, 5, 1, costs), WEND_OK);
    assert_costs(costs, wider, 5);
}

/* One cell is raised; which others notice, and how much, by the kind of grid. */
static void check_raised(const wend_slope_def *def, int32_t x, int32_t y, const char *wanted)
{
    float heights[25] = {0};
    uint8_t costs[25];
    heights[y * 5 + x] = -0.5f;
    assert_int_equal(wend_terrain_costs_from_heights(def, heights, 5, 5, costs), WEND_OK);
    for (size_t k = 0; k < 25; ++k) {
        assert_int_equal(costs[k], wanted[k] == '.' ? 1 : wanted[k] == '/' ? 36 : 51);
    }
}

static void slope_looks_at_neighbours_of_the_grids_kind(void **state)
{
    (void)state;
    wend_slope_def def = wend_slope_def_default();
    def.per_slope = 100;
    check_raised(&def, 2, 2, "....../#/..###../#/......");
    check_raised(&def, 0, 0, "##...#/..................");
    def.neighbours = WEND_NEIGHBOURS_4;
    check_raised(&def, 2, 2, ".......#...###...#.......");
}

static void slope_of_hexes_counts_all_six_neighbours_alike(void **state)
{
    (void)state;
    wend_slope_def def = wend_slope_def_default();
    def.per_slope = 100;
    def.neighbours = WEND_NEIGHBOURS_6;
    def.hex_layout = WEND_HEX_ODD_ROWS;
    check_raised(&def, 2, 2, "......##...###..##.......");
    check_raised(&def, 2, 1, "..##..###...##...........");
    def.hex_layout = WEND_HEX_EVEN_ROWS;
    check_raised(&def, 2, 2, ".......##..###...##......");
    def.hex_layout = WEND_HEX_ODD_COLUMNS;
    check_raised(&def, 2, 2, "......###..###...#.......");
    check_raised(&def, 1, 2, "......#...###..###.......");
    def.hex_layout = WEND_HEX_EVEN_COLUMNS;
    check_raised(&def, 2, 2, ".......#...###..###......");
}

static void slope_too_steep_for_any_number_is_a_wall(void **state)
{
    (void)state;
    const float heights[] = {-3.4e38f, 3.4e38f};
    uint8_t costs[2];
    wend_slope_def def = wend_slope_def_default();
    def.cell_size = 5e-324;
    def.max_slope = 1.7e308;
    def.per_slope = 253;
    assert_int_equal(wend_terrain_costs_from_heights(&def, heights, 2, 1, costs), WEND_OK);
    assert_int_equal(costs[0], WEND_COST_WALL);
    def.cell_size = 1e-260; /* The slope is finite, what it costs is not. */
    assert_int_equal(wend_terrain_costs_from_heights(&def, heights, 2, 1, costs), WEND_OK);
    assert_int_equal(costs[1], 254);
}

static void slope_equal_to_the_steepest_is_no_wall(void **state)
{
    (void)state;
    const float heights[] = {0, 1, 1, 1};
    uint8_t costs[4];
    wend_slope_def def = wend_slope_def_default();
    assert_int_equal(wend_terrain_costs_from_heights(&def, heights, 2, 2, costs), WEND_OK);
    assert_int_equal(costs[0], 5);
    def.per_slope = 0;
    def.max_slope = 0;
    const uint8_t wanted[] = {255, 255, 255, 255};
    const uint8_t flat[] = {1, 1};
    assert_int_equal(wend_terrain_costs_from_heights(&def, heights, 2, 2, costs), WEND_OK);
    assert_costs(costs, wanted, 4);
    assert_int_equal(wend_terrain_costs_from_heights(&def, heights + 1, 2, 1, costs), WEND_OK);
    assert_costs(costs, flat, 2);
}

static void check_def_refused(const wend_slope_def *def)
{
    const float heights[4] = {0};
    uint8_t costs[MOST];
    memset(costs, UNTOUCHED, sizeof costs);
    assert_int_equal(wend_terrain_costs_from_heights(def, heights, 2, 2, costs),
                     WEND_ERROR_ARGUMENT);
    assert_untouched(costs);
}

static void slope_of_bad_def_is_refused(void **state)
{
    (void)state;
    const double wrong[] = {-1.0, (double)NAN, (double)INFINITY};
    wend_slope_def def;
    for (size_t k = 0; k < 3; ++k) {
        def = wend_slope_def_default();
        def.cell_size = wrong[k];
        check_def_refused(&def);
        def = wend_slope_def_default();
        def.max_slope = wrong[k];
        check_def_refused(&def);
        def = wend_slope_def_default();
        def.per_slope = wrong[k];
        check_def_refused(&def);
    }
    def = wend_slope_def_default();
    def.cell_size = 0;
    check_def_refused(&def);
    def = wend_slope_def_default();
    def.per_slope = 253.5;
    check_def_refused(&def);
    def = wend_slope_def_default();
    def.cookie = 0;
    check_def_refused(&def);
    def = wend_slope_def_default();
    def.neighbours = (wend_neighbours)5;
    check_def_refused(&def);
    def.neighbours = WEND_NEIGHBOURS_6;
    def.hex_layout = (wend_hex_layout)4;
    check_def_refused(&def);
    check_def_refused(NULL);
}

static void slope_of_bad_heights_is_refused(void **state)
{
    (void)state;
    const float wrong[] = {NAN, INFINITY, -INFINITY};
    const wend_slope_def def = wend_slope_def_default();
    uint8_t costs[MOST];
    memset(costs, UNTOUCHED, sizeof costs);
    for (size_t k = 0; k < 3; ++k) {
        const float heights[] = {0, 0, 0, wrong[k]};
        assert_int_equal(wend_terrain_costs_from_heights(&def, heights, 2, 2, costs),
                         WEND_ERROR_ARGUMENT);
    }
    const float flat[4] = {0};
    static const int32_t sides[][2] = {{0, 2}, {2, 0}, {-1, 2}, {2, -1}, {16385, 1}, {1, 16385}};
    for (size_t k = 0; k < sizeof sides / sizeof sides[0]; ++k) {
        assert_int_equal(
            wend_terrain_costs_from_heights(&def, flat, sides[k][0], sides[k][1], costs),
            WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_terrain_costs_from_heights(&def, NULL, 2, 2, costs), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_costs_from_heights(&def, flat, 2, 2, NULL), WEND_ERROR_ARGUMENT);
    assert_untouched(costs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terrain_speeds_become_costs_relative_to_the_fastest),
        cmocka_unit_test(terrain_speeds_round_halves_up_and_stop_at_254),
        cmocka_unit_test(terrain_speeds_of_any_size_keep_their_ratio),
        cmocka_unit_test(terrain_speeds_that_are_none_are_refused),
        cmocka_unit_test(terrain_speeds_that_are_all_zero_are_walls),
        cmocka_unit_test(terrain_points_become_costs_and_walls),
        cmocka_unit_test(terrain_points_beyond_32_bits_stop_at_254),
        cmocka_unit_test(terrain_points_of_zero_and_bad_scales_are_refused),
        cmocka_unit_test(terrain_kinds_are_looked_up),
        cmocka_unit_test(terrain_kinds_outside_of_the_table_are_refused),
        cmocka_unit_test(terrain_combine_multiplies_and_rounds_up),
        cmocka_unit_test(terrain_combine_of_cost_zero_or_bad_scale_is_refused),
        cmocka_unit_test(slope_on_a_ramp_costs_by_its_steepness),
        cmocka_unit_test(slope_looks_at_neighbours_of_the_grids_kind),
        cmocka_unit_test(slope_of_hexes_counts_all_six_neighbours_alike),
        cmocka_unit_test(slope_too_steep_for_any_number_is_a_wall),
        cmocka_unit_test(slope_equal_to_the_steepest_is_no_wall),
        cmocka_unit_test(slope_of_bad_def_is_refused),
        cmocka_unit_test(slope_of_bad_heights_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
