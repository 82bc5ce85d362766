/* Small maps in every format, good and bad: what is read, what is refused with which words, and
 * writing. With WEND_DATA every real map is read. */
#include "io/core/png.h"
#include "support/grids.h"
#include "support/skip.h"
#include "support/test.h"
#include "wend/io.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wend_result read_text_as(const char *text, wend_map_format format, wend_grid **grid,
                                wend_message *message)
{
    wend_map_options options = wend_map_options_default();
    options.format = format;
    options.message = message;
    return wend_map_load_grid_memory((const uint8_t *)text, strlen(text), &options, grid, NULL);
}

/** Reads a text and compares all costs, row by row. */
static void expect_costs(const char *text, int32_t width, int32_t height, const uint8_t *costs)
{
    wend_message message;
    wend_grid *grid = NULL;
    if (read_text_as(text, WEND_MAP_FORMAT_AUTO, &grid, &message) != WEND_OK) {
        fail_msg("line %u: %s", message.line, message.text);
    }
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    assert_int_equal(info.width, width);
    assert_int_equal(info.height, height);
    for (int32_t i = 0; i < width * height; i++) {
        assert_int_equal(wend_grid_cost(grid, 0, i % width, i / width), costs[i]);
    }
    wend_grid_destroy(grid);
}

/** A bad text: the line and a part of the message. */
typedef struct bad_map {
    const char *text;
    uint32_t line;
    const char *words;
} bad_map;

static void expect_refused(const bad_map *bad, size_t count, wend_map_format format)
{
    for (size_t i = 0; i < count; i++) {
        wend_message message = {7, ""};
        wend_grid *grid = NULL;
        assert_int_equal(read_text_as(bad[i].text, format, &grid, &message), WEND_ERROR_FILE);
        assert_null(grid);
        assert_int_equal(message.line, bad[i].line);
        if (strstr(message.text, bad[i].words) == NULL) {
            fail_msg("\"%s\" does not say \"%s\"", message.text, bad[i].words);
        }
    }
}

/* ---- MovingAI ---- */

static void movingai_octile_gives_open_and_walls(void **state)
{
    (void)state;
    static const uint8_t costs[] = {1, 1, 1, 255, 255, 255, 255, 1};
    expect_costs("type octile\nheight 2\nwidth 4\nmap\n.GS@\nOTW.\n", 4, 2, costs);
}

static void movingai_tolerates_ends_mark_and_order(void **state)
{
    (void)state;
    static const uint8_t costs[] = {1, 255, 1, 1};
    expect_costs("\xEF\xBB\xBFtype octile\r\nheight 2\r\nwidth 2\r\nmap\r\n.@\r\n..", 2, 2, costs);
    expect_costs("type\toctile\nwidth 2\nheight\t2 \nmap\n.@\n..\n\n \n", 2, 2, costs);
}

static void movingai_corner_takes_terrain_with_and_without_heights(void **state)
{
    (void)state;
    static const uint8_t costs[] = {1, 1, 2, 3, 5, 255};
    expect_costs("type octile-corner\nheight 2\nwidth 3\nmap\n222\n235\nGgS\ntWO\n", 3, 2, costs);
    expect_costs("type octile-corner\nheight 2\nwidth 3\nmap\nGgs\nTwO\n", 3, 2, costs);
}

static void movingai_bad_files_name_line_and_expectation(void **state)
{
    (void)state;
    static const bad_map bad[] = {
        {"", 1, "empty"},
        {"tyre octile\n", 1, "type octile"},
        {"type tile\nheight 1\nwidth 1\nmap\n.\n", 1, "type octile"},
        {"type octile\nheight 1\n", 2, "before the line \"map\""},
        {"type octile\nheight 1\nmap\n.\n", 3, "without a width"},
        {"type octile\nheight 2147483648\nwidth 1\nmap\n.\n", 2, "from 1 to 16384"},
        {"type octile\nheight 99999999999999999999\nwidth 1\nmap\n.\n", 2, "from 1 to 16384"},
        {"type octile\nheight -3\nwidth 1\nmap\n.\n", 2, "from 1 to 16384"},
        {"type octile\nheight 0\nwidth 1\nmap\n.\n", 2, "from 1 to 16384"},
        {"type octile\nheight 1\nheight 1\nmap\n.\n", 3, "second height"},
        {"type octile\nheight 1\nwidth 1 2\nmap\n.\n", 3, "expected width"},
        {"type octile\nheight 1\ndepth 1\nmap\n.\n", 3, "expected \"height\""},
        {"type octile\nheight 16384\nwidth 16384\nmap\n.\n", 4, "too few"},
        {"type octile\nheight 2\nwidth 2\nmap\n....\n.\n", 5, "row of 4 characters, expected 2"},
        {"type octile\nheight 2\nwidth 3\nmap\n...\n..\n", 6, "row of 2 characters, expected 3"},
        {"type octile\nheight 2\nwidth 3\nmap\n.......", 5, "row of 7"},
        {"type octile\nheight 3\nwidth 2\nmap\n..\n..\n", 6, "ends after 2 rows"},
        {"type octile\nheight 1\nwidth 2\nmap\n..\n..\n", 6, "more than the 1 rows"},
        {"type octile\nheight 1\nwidth 2\nmap\n.x\n", 5, "'x' in column 2, expected one of \".@G"},
        {"type octile\nheight 1\nwidth 2\nmap\n.\x01\n", 5, "byte 0x01"},
        {"type octile-corner\nheight 1\nwidth 2\nmap\n2x\nGG\n", 5, "expected a height"},
    };
    expect_refused(bad, sizeof bad / sizeof bad[0], WEND_MAP_FORMAT_MOVINGAI);
}

static void movingai_nul_byte_is_refused(void **state)
{
    (void)state;
    static const char text[] = "type octile\nheight 1\nwidth 3\nmap\n.\0.\n";
    wend_message message;
    wend_map_options options = wend_map_options_default();
    options.message = &message;
    wend_grid *grid = NULL;
    assert_int_equal(
        wend_map_load_grid_memory((const uint8_t *)text, sizeof text - 1, &options, &grid, NULL),
        WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "byte 0x00 in column 2"));
}

/* ---- text ---- */

static void text_gives_costs_of_characters(void **state)
{
    (void)state;
    static const uint8_t costs[] = {1, 1, 1, 2, 9, 3, 4, 6, 9, 255, 255, 5};
    expect_costs(". 129fhmw#@5\n\n\n", 12, 1, costs);
    static const uint8_t column[] = {1, 255};
    expect_costs(".\r\n#", 1, 2, column);
}

static void text_bad_files_name_line_and_expectation(void **state)
{
    (void)state;
    static const bad_map bad[] = {
        {"...\n..\n", 2, "row of 2 characters, expected 3"},
        {"..\n...\n", 2, "row of 3 characters, expected 2"},
        {"...\n\n...\n", 2, "row of 0 characters, expected 3"},
        {"\n...\n", 1, "no characters"},
        {"..\n.?\n", 2, "'?' in column 2"},
        {"..\n.0\n", 2, "'0' in column 2"},
        {"..\n\t.\n", 2, "byte 0x09 in column 1"},
    };
    expect_refused(bad, sizeof bad / sizeof bad[0], WEND_MAP_FORMAT_TEXT);
}

static void text_too_wide_or_too_high_is_refused(void **state)
{
    (void)state;
    enum { COUNT = WEND_GRID_SIDE_MAX + 1 };
    char *wide = calloc(COUNT * 2 + 1, 1);
    assert_non_null(wide);
    memset(wide, '.', COUNT);
    const bad_map too_wide = {wide, 1, "too many"};
    expect_refused(&too_wide, 1, WEND_MAP_FORMAT_TEXT);
    for (size_t i = 0; i < COUNT; i++) {
        wide[2 * i] = '.';
        wide[2 * i + 1] = '\n';
    }
    const bad_map too_high = {wide, COUNT, "more than 16384 rows"};
    expect_refused(&too_high, 1, WEND_MAP_FORMAT_TEXT);
    free(wide);
}

/* ---- options ---- */

static void own_table_holds_for_every_text(void **state)
{
    (void)state;
    wend_map_options options = wend_map_options_default();
    options.uses_glyph_cost = true;
    options.glyph_cost['x'] = 77;
    options.glyph_cost['G'] = 0;
    wend_grid *grid = NULL;
    assert_int_equal(wend_map_load_grid_memory((const uint8_t *)"x.", 2, &options, &grid, NULL),
                     WEND_OK);
    assert_int_equal(wend_grid_cost(grid, 0, 0, 0), 77);
    wend_grid_destroy(grid);
    assert_int_equal(wend_map_load_grid_memory((const uint8_t *)"G.", 2, &options, &grid, NULL),
                     WEND_ERROR_FILE);
    static const char movingai[] = "type octile-corner\nheight 1\nwidth 1\nmap\nx\n";
    assert_int_equal(wend_map_load_grid_memory((const uint8_t *)movingai, sizeof movingai - 1,
                                               &options, &grid, NULL),
                     WEND_OK);
    assert_int_equal(wend_grid_cost(grid, 0, 0, 0), 77);
    wend_grid_destroy(grid);
}

static void options_reach_the_grid(void **state)
{
    (void)state;
    wend_map_options options = wend_map_options_default();
    options.neighbours = WEND_NEIGHBOURS_4;
    options.corner_rule = WEND_CORNER_ONE_OPEN;
    options.cell_size = 0.5;
    wend_grid *grid = NULL;
    wend_map_format format = WEND_MAP_FORMAT_PNG;
    assert_int_equal(wend_map_load_grid_memory((const uint8_t *)"..", 2, &options, &grid, &format),
                     WEND_OK);
    assert_int_equal(format, WEND_MAP_FORMAT_TEXT);
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    assert_int_equal(info.neighbours, WEND_NEIGHBOURS_4);
    assert_int_equal(info.corner_rule, WEND_CORNER_ONE_OPEN);
    assert_true(info.cell_size > 0.49 && info.cell_size < 0.51);
    wend_grid_destroy(grid);
}

static void bad_options_are_arguments_errors(void **state)
{
    (void)state;
    const wend_colour_cost colour = {0, 0, 0, 0};
    enum { BAD_COUNT = 9 };
    wend_map_options bad[BAD_COUNT];
    for (size_t i = 0; i < BAD_COUNT; i++) {
        bad[i] = wend_map_options_default();
    }
    memset(&bad[0], 0x7F, sizeof bad[0]); /* its message points nowhere */
    bad[1].cell_size = -1.0;
    bad[2].colour_count = 1;
    bad[3].colours = &colour;
    bad[3].colour_count = 1;
    memset(&bad[4].neighbours, 0x7F, sizeof bad[4].neighbours);
    bad[5].cell_size = (double)NAN;
    bad[6].cell_size = 0.0;
    memset(&bad[7].format, 0x7F, sizeof bad[7].format);
    memset(&bad[8].format, 0xFF, sizeof bad[8].format);
    for (size_t i = 0; i < BAD_COUNT; i++) {
        wend_grid *grid = NULL;
        assert_int_equal(wend_map_load_grid_memory((const uint8_t *)"..", 2, &bad[i], &grid, NULL),
                         WEND_ERROR_ARGUMENT);
        assert_null(grid);
    }
    wend_grid *grid = NULL;
    assert_int_equal(wend_map_load_grid_file("no_such_file", &bad[0], &grid, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_load_grid_file("no_such_file", NULL, NULL, NULL), WEND_ERROR_FILE);
    assert_int_equal(wend_map_load_grid_memory(NULL, 2, NULL, &grid, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_load_grid_memory((const uint8_t *)".", 1, NULL, NULL, NULL),
                     WEND_ERROR_ARGUMENT);
}

/* ---- files ---- */

static wend_grid *make_grid(const uint8_t *costs, int32_t width, int32_t height)
{
    wend_grid_def def = grids_def(width, height, 1);
    wend_grid *grid = grids_make(def);
    assert_int_equal(wend_grid_set_costs(grid, 0, 0, 0, width, height, costs, (size_t)width),
                     WEND_OK);
    return grid;
}

static void expect_round_trip(const wend_grid *grid, const char *file, wend_map_format expected)
{
    wend_message message;
    if (wend_map_save_file(grid, file, WEND_MAP_FORMAT_AUTO, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    wend_grid *back = NULL;
    wend_map_format format;
    assert_int_equal(wend_map_load_grid_file(file, NULL, &back, &format), WEND_OK);
    assert_int_equal(format, expected);
    assert_true(wend_grid_hash(back) == wend_grid_hash(grid));
    wend_grid_destroy(back);
    assert_int_equal(remove(file), 0);
}

static void store_then_load_gives_the_same_grid(void **state)
{
    (void)state;
    static const uint8_t walls[] = {1, 255, 1, 1, 1, 255};
    static const uint8_t digits[] = {1, 255, 9, 2, 1, 255};
    uint8_t all[256];
    for (size_t i = 0; i < sizeof all; i++) {
        all[i] = (uint8_t)(i == 0 ? 1 : i);
    }
    wend_grid *grids[] = {make_grid(walls, 3, 2), make_grid(digits, 2, 3), make_grid(all, 32, 8)};
    expect_round_trip(grids[0], "test_io_map_a.map", WEND_MAP_FORMAT_MOVINGAI);
    expect_round_trip(grids[1], "test_io_map_a.txt", WEND_MAP_FORMAT_TEXT);
    expect_round_trip(grids[2], "test_io_map_a.wend", WEND_MAP_FORMAT_GRID);
    if (wendi_png_exists()) {
        expect_round_trip(grids[2], "test_io_map_a.png", WEND_MAP_FORMAT_PNG);
    }
    for (size_t i = 0; i < 3; i++) {
        wend_grid_destroy(grids[i]);
    }
}

static void store_of_costs_the_format_lacks_is_unsupported(void **state)
{
    (void)state;
    static const uint8_t costs[] = {1, 10};
    wend_grid *grid = make_grid(costs, 2, 1);
    wend_message message;
    assert_int_equal(wend_map_save_file(grid, "test_io_map_b.map", WEND_MAP_FORMAT_AUTO, &message),
                     WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(message.text, "cell 1, 0 has cost 10"));
    assert_int_equal(wend_map_save_file(grid, "test_io_map_b", WEND_MAP_FORMAT_TEXT, &message),
                     WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_map_save_file(grid, "test_io_map_b", WEND_MAP_FORMAT_AUTO, &message),
                     WEND_ERROR_ARGUMENT);
    assert_null(fopen("test_io_map_b.map", "rb"));
    wend_grid_destroy(grid);
}

static void load_puts_file_and_line_in_front_of_the_text(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {'.', '.', '\n', '.', '\n'};
    wend_message message;
    wend_map_options options = wend_map_options_default();
    options.message = &message;
    assert_int_equal(wend_io_write_file("test_io_map_c.txt", bytes, sizeof bytes, &message),
                     WEND_OK);
    wend_grid *grid = NULL;
    assert_int_equal(wend_map_load_grid_file("test_io_map_c.txt", &options, &grid, NULL),
                     WEND_ERROR_FILE);
    assert_int_equal(message.line, 2);
    assert_string_equal(message.text,
                        "test_io_map_c.txt:2: row of 1 characters, expected 2 as in the first row");
    assert_int_equal(remove("test_io_map_c.txt"), 0);
    assert_int_equal(wend_map_load_grid_file("test_io_map_c.txt", &options, &grid, NULL),
                     WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "test_io_map_c.txt: cannot be opened: no such file"));
}

static void load_shows_the_end_of_a_long_file_name(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {'W', 'G', 'R', 'D', 0};
    char file[161] = "";
    memset(file, 'a', sizeof file - 1);
    wend_message message;
    wend_map_options options = wend_map_options_default();
    options.message = &message;
    assert_int_equal(wend_io_write_file(file, bytes, sizeof bytes, &message), WEND_OK);
    wend_grid *grid = NULL;
    assert_int_equal(wend_map_load_grid_file(file, &options, &grid, NULL), WEND_ERROR_FILE);
    char start[120];
    (void)snprintf(start, sizeof start, "...%s: ", file + 60);
    assert_memory_equal(message.text, start, strlen(start));
    assert_true(strlen(message.text) > strlen(start));
    options.message = NULL;
    assert_int_equal(wend_map_load_grid_file(file, &options, &grid, NULL), WEND_ERROR_FILE);
    assert_int_equal(remove(file), 0);
}

static void store_of_nothing_is_refused(void **state)
{
    (void)state;
    static const uint8_t costs[] = {1};
    wend_grid *grid = make_grid(costs, 1, 1);
    assert_int_equal(wend_map_save_file(NULL, "x.map", WEND_MAP_FORMAT_AUTO, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_save_file(grid, NULL, WEND_MAP_FORMAT_AUTO, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_save_file(grid, "x", WEND_MAP_FORMAT_AUTO, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_null(fopen("x", "rb"));
    wend_grid_destroy(grid);
}

/* ---- real maps ---- */

static void real_map_gives_open_cells(const char *name, int32_t width, int32_t height,
                                      size_t expected)
{
    char path[512];
    skip_without_data(name, path, sizeof path);
    wend_message message = {0, ""};
    wend_map_options options = wend_map_options_default();
    options.message = &message;
    wend_grid *grid = NULL;
    if (wend_map_load_grid_file(path, &options, &grid, NULL) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    assert_int_equal(info.width, width);
    assert_int_equal(info.height, height);
    size_t open = 0;
    for (int32_t i = 0; i < width * height; i++) {
        open += wend_grid_cost(grid, 0, i % width, i / width) != WEND_COST_WALL;
    }
    assert_int_equal(open, expected);
    wend_grid_destroy(grid);
}

static void real_maps_give_the_cells_that_are_open(void **state)
{
    (void)state;
    real_map_gives_open_cells("maps/dao/arena.map", 49, 49, 2054);
    real_map_gives_open_cells("maps/street/Berlin_0_256.map", 256, 256, 48147);
    real_map_gives_open_cells("maps/wc3/gnollwood.map", 512, 512, 74150 + 27229);
    real_map_gives_open_cells("maps/wc3-native-terrain/gnollwood.map", 161, 161, 161 * 161 - 8235);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(movingai_octile_gives_open_and_walls),
        cmocka_unit_test(movingai_tolerates_ends_mark_and_order),
        cmocka_unit_test(movingai_corner_takes_terrain_with_and_without_heights),
        cmocka_unit_test(movingai_bad_files_name_line_and_expectation),
        cmocka_unit_test(movingai_nul_byte_is_refused),
        cmocka_unit_test(text_gives_costs_of_characters),
        cmocka_unit_test(text_bad_files_name_line_and_expectation),
        cmocka_unit_test(text_too_wide_or_too_high_is_refused),
        cmocka_unit_test(own_table_holds_for_every_text),
        cmocka_unit_test(options_reach_the_grid),
        cmocka_unit_test(bad_options_are_arguments_errors),
        cmocka_unit_test(store_then_load_gives_the_same_grid),
        cmocka_unit_test(store_of_costs_the_format_lacks_is_unsupported),
        cmocka_unit_test(load_puts_file_and_line_in_front_of_the_text),
        cmocka_unit_test(load_shows_the_end_of_a_long_file_name),
        cmocka_unit_test(store_of_nothing_is_refused),
        cmocka_unit_test(real_maps_give_the_cells_that_are_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
