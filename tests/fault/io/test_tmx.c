/* Opening a map of Tiled with an allocator that fails at every call in turn gives WEND_ERROR_MEMORY
 * and leaves nothing behind. */
#include "io/core/inflate.h"
#include "io/core/xml.h"
#include "support/fault.h"
#include "support/test.h"
#include "wend/io.h"

#include <stdio.h>
#include <string.h>

/* Everything that takes memory: classes, tiles, grounds, other files, packed and plain layers,
 * items with texts, points and properties. */
static const char MAP[] =
    "<map orientation=\"orthogonal\" width=\"3\" height=\"2\" tilewidth=\"16\" tileheight=\"16\">"
    "<properties><property name=\"title\">Two\nlines</property></properties>"
    "<tileset firstgid=\"1\"><terraintypes><terrain><properties><property name=\"cost\" "
    "value=\"5\"/></properties></terrain></terraintypes><tile id=\"0\" terrain=\"0,0,0,0\"/>"
    "<tile id=\"1\"><properties><property name=\"cost:boat\" value=\"2\"/></properties></tile>"
    "</tileset><tileset firstgid=\"9\" source=\"test_io_tmx_fault.tsx\"/>"
    "<layer><data encoding=\"csv\">1,2,3,0,9,10</data></layer>"
    "<layer><data encoding=\"base64\" compression=\"zlib\">"
    "eJxjYGBgYGJAAEYoDQAASAAE</data></layer>"
    "<layer><data encoding=\"base64\">AQAAAAIAAAADAAAAAAAAAAEAAAABAAAA</data></layer>"
    "<objectgroup><object name=\"camp\" type=\"spawn\"><properties><property name=\"player\" "
    "value=\"1\"/></properties><polygon points=\"0,0 16,0 0,16\"/></object>"
    "<object x=\"16\" width=\"4\" height=\"4\" rotation=\"45\"/></objectgroup></map>";
static const char TILESET[] =
    "<tileset><properties><property name=\"cost\" value=\"4\"/></properties></tileset>";

static wend_result open_map(wend_allocator allocator, void *context)
{
    wend_map_options options = wend_map_options_default();
    wend_message message = {0, ""};
    options.allocator = allocator;
    options.message = &message;
    wend_map *map = NULL;
    wend_result result = wend_map_load_file(context, &options, &map);
    assert_int_equal(result == WEND_OK, map != NULL);
    assert_int_equal(result == WEND_OK, message.text[0] == '\0');
    if (map != NULL) {
        assert_int_equal(wend_map_class_count(map), 2);
        assert_int_equal(wend_map_item_count(map), 2);
        assert_int_equal(wend_grid_cost(wend_map_grid(map), 1, 1, 0), 2);
        assert_int_equal(wend_grid_cost(wend_map_grid(map), 1, 1, 1), 5);
    }
    wend_map_destroy(map);
    return result;
}

static wend_result read_grid(wend_allocator allocator, void *context)
{
    wend_map_options options = wend_map_options_default();
    options.allocator = allocator;
    wend_grid *grid = NULL;
    wend_result result = wend_map_load_grid_file(context, &options, &grid, NULL);
    assert_int_equal(result == WEND_OK, grid != NULL);
    wend_grid_destroy(grid);
    return result;
}

static void tmx_without_memory_gives_nothing(void **state)
{
    (void)state;
    char name[] = "test_io_tmx_fault.tmx";
    char tileset_name[] = "test_io_tmx_fault.tsx";
    assert_int_equal(wend_io_write_file(name, (const uint8_t *)MAP, sizeof MAP - 1, NULL), WEND_OK);
    assert_int_equal(
        wend_io_write_file(tileset_name, (const uint8_t *)TILESET, sizeof TILESET - 1, NULL),
        WEND_OK);
    assert_true(fault_run(open_map, name) >= 30);
    assert_true(fault_run(read_grid, name) >= 29);
    assert_int_equal(remove(name), 0);
    assert_int_equal(remove(tileset_name), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tmx_without_memory_gives_nothing),
    };
    if (!wendi_xml_exists() || !wendi_inflate_exists()) {
        print_message("no expat or no zlib in this build: skipped\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
