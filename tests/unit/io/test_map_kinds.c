/* Maps of characters read as hexes and wrapping, and grids of every kind written as maps. */
#include "support/test.h"
#include "wend/io.h"

#include <stdio.h>
#include <string.h>

static const char text_map[] = ".#\n..\n";

static wend_grid *read_map(const wend_map_options *options)
{
    wend_grid *grid = NULL;
    assert_int_equal(wend_map_load_grid_memory((const uint8_t *)text_map, sizeof text_map - 1,
                                               options, &grid, NULL),
                     WEND_OK);
    return grid;
}

static void map_of_characters_becomes_hexes_of_the_layout_asked_for(void **state)
{
    (void)state;
    for (int i = WEND_HEX_ODD_ROWS; i <= WEND_HEX_EVEN_COLUMNS; i++) {
        wend_map_options options = wend_map_options_default();
        wend_grid_info info;
        options.neighbours = WEND_NEIGHBOURS_6;
        options.hex_layout = (wend_hex_layout)i;
        options.wrap = WEND_WRAP_BOTH;
        wend_grid *grid = read_map(&options);
        wend_grid_get_info(grid, &info);
        assert_int_equal(info.neighbours, WEND_NEIGHBOURS_6);
        assert_int_equal(info.hex_layout, i);
        assert_int_equal(info.wrap, WEND_WRAP_BOTH);
        assert_int_equal(wend_grid_cost(grid, 0, 1, 0), WEND_COST_WALL);
        wend_grid_destroy(grid);
    }
}

static void layout_of_hexes_is_not_looked_at_for_squares(void **state)
{
    (void)state;
    wend_map_options options = wend_map_options_default();
    wend_grid_info info;
    options.hex_layout = WEND_HEX_EVEN_COLUMNS;
    options.wrap = WEND_WRAP_Y;
    wend_grid *grid = read_map(&options);
    wend_grid_get_info(grid, &info);
    assert_int_equal(info.neighbours, WEND_NEIGHBOURS_8);
    assert_int_equal(info.hex_layout, WEND_HEX_ODD_ROWS);
    assert_int_equal(info.wrap, WEND_WRAP_Y);
    wend_grid_destroy(grid);
}

static void hexes_that_cannot_wrap_are_refused(void **state)
{
    (void)state;
    wend_map_options options = wend_map_options_default();
    wend_grid *grid = NULL;
    options.neighbours = WEND_NEIGHBOURS_6;
    options.wrap = WEND_WRAP_Y; /* an odd number of rows */
    assert_int_equal(wend_map_load_grid_memory((const uint8_t *)"..", 2, &options, &grid, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_null(grid);
}

static void expect_unsupported(const wend_grid *grid, const char *text)
{
    static const wend_map_format formats[] = {WEND_MAP_FORMAT_MOVINGAI, WEND_MAP_FORMAT_TEXT,
                                              WEND_MAP_FORMAT_PNG};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        wend_message message = {0, ""};
        assert_int_equal(wend_map_save_file(grid, "test_io_map_kinds.x", formats[i], &message),
                         WEND_ERROR_UNSUPPORTED);
        assert_non_null(strstr(message.text, text));
        assert_non_null(strstr(message.text, wend_map_format_name(formats[i])));
        assert_null(fopen("test_io_map_kinds.x", "rb"));
    }
}

static void store_of_hexes_and_wrapping_keeps_to_grids(void **state)
{
    (void)state;
    wend_map_options options = wend_map_options_default();
    options.wrap = WEND_WRAP_X;
    wend_grid *grid = read_map(&options);
    expect_unsupported(grid, "the map wraps around");
    wend_grid_destroy(grid);
    options.neighbours = WEND_NEIGHBOURS_6;
    grid = read_map(&options);
    expect_unsupported(grid, "the cells are hexes");
    assert_int_equal(wend_map_save_file(grid, "test_io_map_kinds.wend", WEND_MAP_FORMAT_AUTO, NULL),
                     WEND_OK);
    wend_grid *back = NULL;
    assert_int_equal(wend_map_load_grid_file("test_io_map_kinds.wend", NULL, &back, NULL), WEND_OK);
    assert_true(wend_grid_hash(back) == wend_grid_hash(grid));
    wend_grid_destroy(back);
    wend_grid_destroy(grid);
    assert_int_equal(remove("test_io_map_kinds.wend"), 0);
}

static void store_holds_what_is_seen_with_stamps_in_it(void **state)
{
    (void)state;
    static const uint8_t hut[] = {7, 255};
    wend_grid *grid = read_map(NULL);
    wend_stamp_def def = wend_stamp_def_default();
    wend_stamp_id id;
    def.y = 1;
    def.width = 2;
    def.height = 1;
    def.costs = hut;
    assert_int_equal(wend_grid_add_stamp(grid, &def, &id, NULL), WEND_OK);
    assert_int_equal(wend_map_save_file(grid, "test_io_map_kinds.txt", WEND_MAP_FORMAT_AUTO, NULL),
                     WEND_OK);
    wend_grid_destroy(grid);
    assert_int_equal(wend_map_load_grid_file("test_io_map_kinds.txt", NULL, &grid, NULL), WEND_OK);
    assert_int_equal(wend_grid_cost(grid, 0, 0, 1), 7);
    assert_int_equal(wend_grid_cost(grid, 0, 1, 1), WEND_COST_WALL);
    assert_int_equal(wend_grid_stamp_count(grid), 0);
    wend_grid_destroy(grid);
    assert_int_equal(remove("test_io_map_kinds.txt"), 0);
}

static void formats_are_recognized_by_the_ending_of_a_name(void **state)
{
    (void)state;
    assert_int_equal(wend_map_format_from_name("a.txt"), WEND_MAP_FORMAT_TEXT);
    assert_int_equal(wend_map_format_from_name("b.txt/a.wend"), WEND_MAP_FORMAT_GRID);
    assert_int_equal(wend_map_format_from_name(".png"), WEND_MAP_FORMAT_PNG);
    assert_int_equal(wend_map_format_from_name("a.map"), WEND_MAP_FORMAT_MOVINGAI);
    assert_int_equal(wend_map_format_from_name("a.tmx"), WEND_MAP_FORMAT_AUTO);
    assert_int_equal(wend_map_format_from_name(""), WEND_MAP_FORMAT_AUTO);
    assert_int_equal(wend_map_format_from_name(NULL), WEND_MAP_FORMAT_AUTO);
}

static void bytes_that_are_no_saved_grid_are_reported(void **state)
{
    (void)state;
    wend_message message = {0, ""};
    wend_map_options options = wend_map_options_default();
    wend_grid *grid = NULL;
    options.format = WEND_MAP_FORMAT_GRID;
    options.message = &message;
    assert_int_equal(wend_map_load_grid_memory((const uint8_t *)text_map, sizeof text_map - 1,
                                               &options, &grid, NULL),
                     WEND_ERROR_FILE);
    assert_string_equal(message.text, "not a saved grid: expected 'WGRD' at the start");
    uint8_t bytes[64] = "something else";
    assert_int_equal(wend_grid_load(bytes, sizeof bytes, NULL, &grid, &message), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "expected 'WGRD' at byte 0"));
    assert_null(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_of_characters_becomes_hexes_of_the_layout_asked_for),
        cmocka_unit_test(layout_of_hexes_is_not_looked_at_for_squares),
        cmocka_unit_test(hexes_that_cannot_wrap_are_refused),
        cmocka_unit_test(store_of_hexes_and_wrapping_keeps_to_grids),
        cmocka_unit_test(store_holds_what_is_seen_with_stamps_in_it),
        cmocka_unit_test(formats_are_recognized_by_the_ending_of_a_name),
        cmocka_unit_test(bytes_that_are_no_saved_grid_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
