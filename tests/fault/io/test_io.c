/* Readers and pictures with an allocator that fails at every call in turn give WEND_ERROR_MEMORY
 * and leave nothing behind. */
#include "io/core/png.h"
#include "support/fault.h"
#include "support/test.h"
#include "wend/io.h"

#include <stdio.h>
#include <string.h>

static const char file_name[] = "test_io_fault.out";

static wend_result read_map(wend_allocator allocator, void *context)
{
    const char *text = context;
    wend_map_options options = wend_map_options_default();
    options.allocator = allocator;
    wend_grid *grid = NULL;
    wend_result result =
        wend_map_load_grid_memory((const uint8_t *)text, strlen(text), &options, &grid, NULL);
    assert_int_equal(result == WEND_OK, grid != NULL);
    wend_grid_destroy(grid);
    return result;
}

static wend_result load_map(wend_allocator allocator, void *context)
{
    wend_map_options options = wend_map_options_default();
    wend_message message = {0, ""};
    options.allocator = allocator;
    options.message = &message;
    wend_grid *grid = NULL;
    wend_result result = wend_map_load_grid_file(context, &options, &grid, NULL);
    assert_int_equal(result == WEND_OK, grid != NULL);
    assert_int_equal(result == WEND_OK, message.text[0] == '\0');
    wend_grid_destroy(grid);
    return result;
}

static wend_result read_scenario(wend_allocator allocator, void *context)
{
    const char *text = context;
    wend_scenario *scenario = NULL;
    wend_result result =
        wend_scenario_load_memory((const uint8_t *)text, strlen(text), &allocator, &scenario, NULL);
    assert_int_equal(result == WEND_OK, scenario != NULL);
    wend_scenario_destroy(scenario);
    return result;
}

static void draw_shapes(wend_picture *picture)
{
    wend_draw draw = wend_picture_draw(picture);
    const wend_vec2 points[5] = {{1, 1}, {9, 2}, {8, 8}, {2, 9}, {5, 5}};
    draw.cells(draw.context, points[0], points[2], WEND_MEANING_WALL, 255.0);
    for (int i = 0; i < 100; i++) {
        wend_vec2 from = {i * 0.1, (i % 2) * 3.0};
        wend_vec2 to = {(i + 1) * 0.1, ((i + 1) % 2) * 3.0};
        draw.line(draw.context, from, to, WEND_MEANING_PATH, 1.0);
    }
    draw.polygon(draw.context, points, 3, WEND_MEANING_WALL, 255.0);
    draw.polygon(draw.context, points, 5, WEND_MEANING_VIEW_CONE, 0.0);
    draw.circle(draw.context, points[4], 1.0, WEND_MEANING_AGENT, 1.0);
    draw.text(draw.context, points[0], "note", WEND_MEANING_NOTE);
}

static wend_result make_picture(wend_allocator allocator, void *context)
{
    const wend_picture_format *format = context;
    wend_picture_def def = wend_picture_def_default();
    def.allocator = allocator;
    def.format = *format;
    def.high.x = 10.0;
    def.high.y = 10.0;
    def.pixels_per_metre = 5.0;
    wend_picture *picture = NULL;
    wend_result result = wend_picture_create(&def, &picture);
    if (result != WEND_OK) {
        assert_null(picture);
        return result;
    }
    draw_shapes(picture);
    result = wend_picture_save_file(picture, file_name, NULL);
    wend_picture_destroy(picture);
    if (result == WEND_OK) {
        assert_int_equal(remove(file_name), 0);
    } else {
        assert_null(fopen(file_name, "rb"));
    }
    return result;
}

static wend_result write_bytes(wend_allocator allocator, void *context)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    const wend_result result =
        wend_map_save_memory(context, WEND_MAP_FORMAT_TEXT, &allocator, &bytes, &count, NULL);
    assert_int_equal(result == WEND_OK, bytes != NULL);
    if (bytes != NULL) {
        wend_io_free(&allocator, bytes, count);
    }
    return result;
}

static void bytes_of_maps_without_memory_are_null(void **state)
{
    (void)state;
    wend_grid *grid = NULL;
    assert_int_equal(wend_map_load_grid_memory((const uint8_t *)"..#\n12.\n", 8, NULL, &grid, NULL),
                     WEND_OK);
    assert_int_equal(fault_run(write_bytes, grid), 1);
    wend_grid_destroy(grid);
}

static void map_readers_without_memory_give_nothing(void **state)
{
    (void)state;
    char movingai[] = "type octile\nheight 2\nwidth 3\nmap\n..@\n@..\n";
    char text[] = "..#\n12.\n";
    assert_true(fault_run(read_map, movingai) >= 2);
    assert_true(fault_run(read_map, text) >= 2);
}

static void map_load_without_memory_gives_nothing(void **state)
{
    (void)state;
    static const uint8_t rows[] = {'.', '#', '\n', '.', '3', '\n'};
    char name[] = "test_io_fault.txt";
    assert_int_equal(wend_io_write_file(name, rows, sizeof rows, NULL), WEND_OK);
    assert_true(fault_run(load_map, name) >= 4);
    assert_int_equal(remove(name), 0);
}

static void png_load_without_memory_gives_nothing(void **state)
{
    (void)state;
    if (!wendi_png_exists()) {
        skip();
    }
    wend_grid *grid = NULL;
    char name[] = "test_io_fault.png";
    assert_int_equal(wend_map_load_grid_memory((const uint8_t *)"..#\n12.\n", 8, NULL, &grid, NULL),
                     WEND_OK);
    assert_int_equal(wend_map_save_file(grid, name, WEND_MAP_FORMAT_AUTO, NULL), WEND_OK);
    wend_grid_destroy(grid);
    assert_true(fault_run(load_map, name) >= 6);
    assert_int_equal(remove(name), 0);
}

static void scenario_without_memory_gives_nothing(void **state)
{
    (void)state;
    static char text[40 * 700];
    int used = snprintf(text, sizeof text, "version 1\n");
    for (int i = 0; i < 600; i++) {
        used +=
            snprintf(text + used, sizeof text - (size_t)used, "%d a.map 9 9 0 0 8 8 11.3137\n", i);
    }
    /* The object, the map's name, and rows for 256, 512 and 1024. */
    assert_int_equal(fault_run(read_scenario, text), 5);
}

static void pictures_without_memory_write_no_file(void **state)
{
    (void)state;
    wend_picture_format format = WEND_PICTURE_SVG;
    assert_true(fault_run(make_picture, &format) >= 6);
    if (wendi_png_exists()) {
        format = WEND_PICTURE_PNG;
        assert_true(fault_run(make_picture, &format) >= 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_of_maps_without_memory_are_null),
        cmocka_unit_test(map_readers_without_memory_give_nothing),
        cmocka_unit_test(map_load_without_memory_gives_nothing),
        cmocka_unit_test(png_load_without_memory_gives_nothing),
        cmocka_unit_test(scenario_without_memory_gives_nothing),
        cmocka_unit_test(pictures_without_memory_write_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
