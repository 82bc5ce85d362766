/* Definitions of grids, good and bad: what a grid says of itself, and where its cells lie. */
#include "support/test.h"

#include "base/math/bits.h"
#include "support/grids.h"
#include "wend/grid.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The same bits: exact, and without comparing doubles by ==. */
static bool is(double a, double b)
{
    return wendi_bits_of_f64(a) == wendi_bits_of_f64(b);
}

static wend_grid_def def_of(int32_t width, int32_t height)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = width;
    def.height = height;
    return def;
}

static wend_grid *grid_of(int32_t width, int32_t height)
{
    wend_grid_def def = def_of(width, height);
    return grids_make(def);
}

/* Create must refuse the definition, set grid to NULL and say this. */
static void check_refused(wend_grid_def def, const char *text)
{
    wend_message message;
    memset(&message, 'x', sizeof message);
    def.message = &message;
    int dummy = 0;
    wend_grid *grid = (wend_grid *)(void *)&dummy;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_ERROR_ARGUMENT);
    assert_null(grid);
    assert_string_equal(message.text, text);
    def.message = NULL;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_ERROR_ARGUMENT);
}

static void grid_def_default_is_as_documented(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    assert_int_equal(def.width, 0);
    assert_int_equal(def.height, 0);
    assert_int_equal(def.neighbours, WEND_NEIGHBOURS_8);
    assert_int_equal(def.corner_rule, WEND_CORNER_NEVER);
    assert_int_equal(def.hex_layout, WEND_HEX_ODD_ROWS);
    assert_int_equal(def.wrap, WEND_WRAP_NONE);
    assert_int_equal(def.sector_size, 10);
    assert_int_equal(def.class_count, 1);
    assert_int_equal(def.cost, 1);
    assert_true(is(def.cell_size, 1.0) && is(def.origin.x, 0.0) && is(def.origin.y, 0.0));
    assert_null(def.message);
    assert_null(def.allocator.resize);
}

static void grid_create_default_size_says_width_is_missing(void **state)
{
    (void)state;
    check_refused(wend_grid_def_default(),
                  "wend_grid_create: width is 0, and must be from 1 to 16384");
}

/* A definition that was never made holds anything, in its message pointer too. */
static void grid_create_without_cookie_is_refused(void **state)
{
    (void)state;
    const unsigned char contents[] = {0, 0x7F};
    for (size_t i = 0; i < sizeof contents; i++) {
        wend_grid_def def;
        memset(&def, contents[i], sizeof def);
        def.width = def.height = 4;
        wend_grid *grid = NULL;
        assert_int_equal(wend_grid_create(&def, &grid), WEND_ERROR_ARGUMENT);
        assert_null(grid);
    }
    wend_grid_def def = def_of(4, 4);
    def.cookie++;
    wend_grid *grid = NULL;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_ERROR_ARGUMENT);
    assert_null(grid);
}

static void grid_create_size_out_of_range_is_refused(void **state)
{
    (void)state;
    check_refused(def_of(INT32_MAX, 4),
                  "wend_grid_create: width is 2147483647, and must be from 1 to 16384");
    check_refused(def_of(4, INT32_MIN),
                  "wend_grid_create: height is -2147483648, and must be from 1 to 16384");
    check_refused(def_of(16385, 4),
                  "wend_grid_create: width is 16385, and must be from 1 to 16384");
    check_refused(def_of(4, 0), "wend_grid_create: height is 0, and must be from 1 to 16384");
}

static void grid_create_unknown_rules_are_refused(void **state)
{
    (void)state;
    wend_grid_def def = def_of(4, 4);
    def.neighbours = (wend_neighbours)5;
    check_refused(def, "wend_grid_create: neighbours is 5, and must be 4, 6 or 8");
    def = def_of(4, 4);
    def.corner_rule = (wend_corner_rule)3;
    check_refused(def, "wend_grid_create: corner_rule is 3, and must be from 0 to 2");
    def = def_of(4, 4);
    def.neighbours = WEND_NEIGHBOURS_6;
    def.hex_layout = (wend_hex_layout)4;
    check_refused(def, "wend_grid_create: hex_layout is 4, and must be from 0 to 3");
    def = def_of(4, 4);
    def.wrap = (wend_wrap)4;
    check_refused(def, "wend_grid_create: wrap is 4, and must be from 0 to 3");
}

static void grid_create_squares_with_a_hex_layout_are_refused(void **state)
{
    (void)state;
    wend_grid_def def = def_of(4, 4);
    def.hex_layout = WEND_HEX_EVEN_ROWS;
    check_refused(def,
                  "wend_grid_create: hex_layout is set, which is for hexes: set neighbours to 6");
}

static bool can_create(wend_grid_def def)
{
    wend_grid *grid = NULL;
    const wend_result result = wend_grid_create(&def, &grid);
    wend_grid_destroy(grid);
    return result == WEND_OK;
}

/* Every layout with every wrap on every parity of the sides. */
static void grid_create_hexes_wrap_where_halves_meet_and_nowhere_else(void **state)
{
    (void)state;
    for (int32_t i = 0; i < 4 * 4 * 4; i++) {
        wend_grid_def def = def_of(6 + i % 2, 4 + i / 2 % 2);
        def.neighbours = WEND_NEIGHBOURS_6;
        def.hex_layout = (wend_hex_layout)(i / 4 % 4);
        def.wrap = (wend_wrap)(i / 16);
        const bool is_rows = i / 4 % 4 < 2;
        const bool has_seam_x = (i / 16 & WEND_WRAP_X) != 0 && !is_rows && i % 2 != 0;
        const bool has_seam_y = (i / 16 & WEND_WRAP_Y) != 0 && is_rows && i / 2 % 2 != 0;
        assert_int_equal(can_create(def), !has_seam_x && !has_seam_y);
        if (has_seam_x) {
            check_refused(def, "wend_grid_create: width is odd, but hexes in columns wrap in x "
                               "only with an even width");
        }
        if (has_seam_y) {
            check_refused(def, "wend_grid_create: height is odd, but hexes in rows wrap in y only "
                               "with an even height");
        }
        def.neighbours = WEND_NEIGHBOURS_8;
        def.hex_layout = WEND_HEX_ODD_ROWS;
        assert_true(can_create(def));
    }
}

static void grid_create_counts_out_of_range_are_refused(void **state)
{
    (void)state;
    wend_grid_def def = def_of(4, 4);
    def.sector_size = 7;
    check_refused(def, "wend_grid_create: sector_size is 7, and must be from 8 to 32");
    def.sector_size = 33;
    check_refused(def, "wend_grid_create: sector_size is 33, and must be from 8 to 32");
    def = def_of(4, 4);
    def.class_count = 0;
    check_refused(def, "wend_grid_create: class_count is 0, and must be from 1 to 32");
    def.class_count = 33;
    check_refused(def, "wend_grid_create: class_count is 33, and must be from 1 to 32");
    def = def_of(4, 4);
    def.cost = 0;
    check_refused(def, "wend_grid_create: cost is 0, and must be from 1 to 255");
}

static void grid_create_metres_that_are_no_numbers_are_refused(void **state)
{
    (void)state;
    const double sizes[] = {0.0, -1.0, (double)NAN, (double)INFINITY, -(double)INFINITY};
    const char *const texts[] = {"0", "-1", "nan", "inf", "-inf"};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        wend_grid_def def = def_of(4, 4);
        def.cell_size = sizes[i];
        char text[120];
        snprintf(text, sizeof text,
                 "wend_grid_create: cell_size is %s, and must be a finite number above 0",
                 texts[i]);
        check_refused(def, text);
    }
    wend_grid_def def = def_of(4, 4);
    def.origin.x = (double)NAN;
    check_refused(def, "wend_grid_create: origin is nan, 0, and must be finite, as must the far "
                       "corner of the grid");
    def = def_of(4, 4);
    def.origin.y = (double)INFINITY;
    check_refused(def, "wend_grid_create: origin is 0, inf, and must be finite, as must the far "
                       "corner of the grid");
    def = def_of(4, 4);
    def.cell_size = 1e308;
    check_refused(
        def,
        "wend_grid_create: origin is 0, 0, and must be finite, as must the far corner of the grid");
}

static void grid_create_null_is_refused(void **state)
{
    (void)state;
    wend_grid_def def = def_of(4, 4);
    wend_message message;
    def.message = &message;
    assert_int_equal(wend_grid_create(&def, NULL), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "wend_grid_create: grid is NULL");
    int dummy = 0;
    wend_grid *grid = (wend_grid *)(void *)&dummy;
    assert_int_equal(wend_grid_create(NULL, &grid), WEND_ERROR_ARGUMENT);
    assert_null(grid);
    wend_grid_destroy(NULL);
}

static void grid_create_ok_empties_the_message(void **state)
{
    (void)state;
    wend_grid_def def = def_of(4, 4);
    wend_message message;
    memset(&message, 'x', sizeof message);
    def.message = &message;
    wend_grid *grid = grids_make(def);
    assert_string_equal(message.text, "");
    wend_grid_destroy(grid);
}

static void grid_create_takes_all_limits(void **state)
{
    (void)state;
    wend_grid_def def = def_of(WEND_GRID_SIDE_MAX, 1);
    def.sector_size = 8;
    def.class_count = WEND_GRID_CLASSES_MAX;
    def.cost = WEND_COST_WALL;
    wend_grid *grid = grids_make(def);
    assert_int_equal(wend_grid_cost(grid, 31, WEND_GRID_SIDE_MAX - 1, 0), WEND_COST_WALL);
    wend_grid_destroy(grid);
}

static void grid_info_repeats_the_definition(void **state)
{
    (void)state;
    wend_grid_def def = def_of(25, 7);
    def.neighbours = WEND_NEIGHBOURS_4;
    def.corner_rule = WEND_CORNER_ALWAYS;
    def.sector_size = 8;
    def.class_count = 3;
    def.cell_size = 0.5;
    def.origin = (wend_vec2){-3.0, 9.0};
    wend_grid *grid = grids_make(def);
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    assert_int_equal(info.width, 25);
    assert_int_equal(info.height, 7);
    assert_int_equal(info.neighbours, WEND_NEIGHBOURS_4);
    assert_int_equal(info.corner_rule, WEND_CORNER_ALWAYS);
    assert_int_equal(info.sector_size, 8);
    assert_int_equal(info.sectors_x, 4);
    assert_int_equal(info.sectors_y, 1);
    assert_int_equal(info.class_count, 3);
    assert_true(is(info.cell_size, 0.5) && is(info.origin.x, -3.0) && is(info.origin.y, 9.0));
    assert_int_equal(info.revision, 1);
    assert_true(info.memory_bytes > 0);
    wend_grid_destroy(grid);
}

static void grid_info_repeats_how_hexes_lie_and_wrap(void **state)
{
    (void)state;
    wend_grid_def def = def_of(26, 7);
    def.neighbours = WEND_NEIGHBOURS_6;
    def.hex_layout = WEND_HEX_EVEN_COLUMNS;
    def.wrap = WEND_WRAP_X;
    wend_grid *grid = grids_make(def);
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    assert_int_equal(info.neighbours, WEND_NEIGHBOURS_6);
    assert_int_equal(info.hex_layout, WEND_HEX_EVEN_COLUMNS);
    assert_int_equal(info.wrap, WEND_WRAP_X);
    wend_grid_destroy(grid);
}

static void grid_info_of_null_is_zero(void **state)
{
    (void)state;
    wend_grid_info info;
    wend_grid_info zero;
    memset(&zero, 0, sizeof zero);
    memset(&info, 'x', sizeof info);
    wend_grid_get_info(NULL, &info);
    assert_memory_equal(&info, &zero, sizeof info);
    wend_grid *grid = grid_of(2, 2);
    wend_grid_get_info(grid, NULL);
    wend_grid_destroy(grid);
}

static void grid_open_4096_by_4096_holds_under_2_megabytes(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(4096, 4096);
    wend_grid_info info;
    grids_set(grid, 7, 7, WEND_COST_WALL);
    grids_set(grid, 7, 7, 1);
    wend_grid_get_info(grid, &info);
    assert_true(info.memory_bytes < 2000000);
    wend_grid_destroy(grid);
}

static void grid_node_and_cell_are_inverse(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(13, 9);
    for (int32_t y = 0; y < 9; y++) {
        for (int32_t x = 0; x < 13; x++) {
            wend_node node = wend_grid_node(grid, x, y);
            assert_int_equal(node, y * 13 + x);
            int32_t back_x = -7;
            int32_t back_y = -7;
            assert_true(wend_grid_cell(grid, node, &back_x, &back_y));
            assert_int_equal(back_x, x);
            assert_int_equal(back_y, y);
        }
    }
    wend_grid_destroy(grid);
}

static void grid_node_outside_is_none(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(13, 9);
    const int32_t outside[][2] = {{-1, 0},        {0, -1},         {13, 0},
                                  {0, 9},         {INT32_MIN, 0},  {0, INT32_MIN},
                                  {INT32_MAX, 8}, {12, INT32_MAX}, {INT32_MAX, INT32_MAX}};
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++) {
        assert_int_equal(wend_grid_node(grid, outside[i][0], outside[i][1]), WEND_NODE_NONE);
    }
    assert_int_equal(wend_grid_node(NULL, 0, 0), WEND_NODE_NONE);
    wend_grid_destroy(grid);
}

static void grid_cell_outside_gives_minus_one(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(13, 9);
    const wend_node nodes[] = {117, WEND_NODE_NONE};
    for (size_t i = 0; i < 2; i++) {
        int32_t x = 5;
        int32_t y = 5;
        assert_false(wend_grid_cell(grid, nodes[i], &x, &y));
        assert_int_equal(x, -1);
        assert_int_equal(y, -1);
    }
    assert_true(wend_grid_cell(grid, 0, NULL, NULL));
    assert_false(wend_grid_cell(NULL, 0, NULL, NULL));
    wend_grid_destroy(grid);
}

static void grid_position_is_centre_and_leads_back(void **state)
{
    (void)state;
    wend_grid_def def = def_of(13, 9);
    def.cell_size = 0.3;
    def.origin = (wend_vec2){-100.25, 7.125};
    wend_grid *grid = grids_make(def);
    for (wend_node node = 0; node < 13 * 9; node++) {
        wend_vec2 centre = wend_grid_position(grid, node);
        assert_true(fabs(centre.x - (-100.25 + ((node % 13) + 0.5) * 0.3)) < 1e-12);
        wend_node row = node / 13;
        assert_true(fabs(centre.y - (7.125 + (row + 0.5) * 0.3)) < 1e-12);
        assert_int_equal(wend_grid_node_at(grid, centre), node);
    }
    wend_vec2 outside = wend_grid_position(grid, 117);
    assert_true(is(outside.x, 0.0) && is(outside.y, 0.0));
    outside = wend_grid_position(NULL, 0);
    assert_true(is(outside.x, 0.0) && is(outside.y, 0.0));
    wend_grid_destroy(grid);
}

static void grid_node_at_cell_owns_its_low_edge(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(13, 9);
    assert_int_equal(wend_grid_node_at(grid, (wend_vec2){0.0, 0.0}), 0);
    assert_int_equal(wend_grid_node_at(grid, (wend_vec2){1.0, 1.0}), 14);
    assert_int_equal(wend_grid_node_at(grid, (wend_vec2){12.999, 8.999}), 116);
    wend_grid_destroy(grid);
}

static void grid_node_at_outside_or_no_number_is_none(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(13, 9);
    const double bad[] = {-1e-9, 13.0, 1e300, -1e300, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(wend_grid_node_at(grid, (wend_vec2){bad[i], 1.0}), WEND_NODE_NONE);
        assert_int_equal(wend_grid_node_at(grid, (wend_vec2){1.0, bad[i]}), WEND_NODE_NONE);
    }
    assert_int_equal(wend_grid_node_at(NULL, (wend_vec2){1.0, 1.0}), WEND_NODE_NONE);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_def_default_is_as_documented),
        cmocka_unit_test(grid_create_default_size_says_width_is_missing),
        cmocka_unit_test(grid_create_without_cookie_is_refused),
        cmocka_unit_test(grid_create_size_out_of_range_is_refused),
        cmocka_unit_test(grid_create_unknown_rules_are_refused),
        cmocka_unit_test(grid_create_squares_with_a_hex_layout_are_refused),
        cmocka_unit_test(grid_create_hexes_wrap_where_halves_meet_and_nowhere_else),
        cmocka_unit_test(grid_create_counts_out_of_range_are_refused),
        cmocka_unit_test(grid_create_metres_that_are_no_numbers_are_refused),
        cmocka_unit_test(grid_create_null_is_refused),
        cmocka_unit_test(grid_create_ok_empties_the_message),
        cmocka_unit_test(grid_create_takes_all_limits),
        cmocka_unit_test(grid_info_repeats_the_definition),
        cmocka_unit_test(grid_info_repeats_how_hexes_lie_and_wrap),
        cmocka_unit_test(grid_info_of_null_is_zero),
        cmocka_unit_test(grid_open_4096_by_4096_holds_under_2_megabytes),
        cmocka_unit_test(grid_node_and_cell_are_inverse),
        cmocka_unit_test(grid_node_outside_is_none),
        cmocka_unit_test(grid_cell_outside_gives_minus_one),
        cmocka_unit_test(grid_position_is_centre_and_leads_back),
        cmocka_unit_test(grid_node_at_cell_owns_its_low_edge),
        cmocka_unit_test(grid_node_at_outside_or_no_number_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
