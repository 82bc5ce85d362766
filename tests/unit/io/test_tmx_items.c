/* Items of maps of Tiled, what other files say of them, and refusals. */
#include "io/core/xml.h"
#include "support/test.h"
#include "support/tmx_text.h"
#include "wend/io.h"

#include <stdio.h>
#include <string.h>

enum { W = 255 };

/* Gives one of a few files by their names. */
typedef struct other_file {
    const char *name, *text;
} other_file;

static wend_result open_other(void *context, const char *name, const wend_allocator *allocator,
                              uint8_t **bytes, size_t *count, wend_message *message)
{
    (void)message;
    for (const other_file *file = context; file->name != NULL; file++) {
        if (strcmp(file->name, name) == 0) {
            FILE *stream = fopen("test_io_tmx_items.tmp", "wb");
            assert_non_null(stream);
            assert_true(fputs(file->text, stream) >= 0);
            assert_int_equal(fclose(stream), 0);
            wend_result result =
                wend_io_read_file("test_io_tmx_items.tmp", allocator, bytes, count, message);
            assert_int_equal(remove("test_io_tmx_items.tmp"), 0);
            return result;
        }
    }
    return WEND_ERROR_FILE;
}

static void expect_refused(const char *text, wend_result expected, uint32_t line, const char *part)
{
    wend_message message = {0, ""};
    wend_map_options options = wend_map_options_default();
    options.message = &message;
    wend_map *map = NULL;
    wend_result result = wend_map_load_memory((const uint8_t *)text, strlen(text), &options, &map);
    assert_null(map);
    if (result != expected || message.line != line || strstr(message.text, part) == NULL) {
        print_error("%d, line %u: %s\nexpected line %u: %s\n", (int)result, (unsigned)message.line,
                    message.text, (unsigned)line, part);
    }
    assert_int_equal(result, expected);
    assert_int_equal(message.line, line);
    assert_non_null(strstr(message.text, part));
}

/* ---- items ---- */

static void objects_become_items_in_metres(void **state)
{
    (void)state;
    wend_map_options options = wend_map_options_default();
    options.cell_size = 2.0;
    wend_map *map = tmx_open_with(
        TMX_HEAD
        "<objectgroup visible=\"0\">"
        "<object name=\"gold\" type=\"coin\" x=\"8\" y=\"24\"><properties><property "
        "name=\"worth\" value=\"12\"/><property name=\"text\">two\nlines</property>"
        "<property name=\"deep\" type=\"class\"><properties><property name=\"in\" "
        "value=\"1\"/></properties></property></properties><point/></object>"
        "<object name=\"hall\" class=\"room\" x=\"16\" y=\"0\" width=\"32\" height=\"16\"/>"
        "<object name=\"pond\" x=\"0\" y=\"0\" width=\"16\" height=\"16\"><ellipse/></object>"
        "<object name=\"Spawn 2\" x=\"40\" y=\"8\"><properties><property name=\"player\" "
        "value=\"2\"/><property name=\"team\" type=\"int\" value=\"1\"/></properties></object>"
        "<object name=\"east\" type=\"spawn\" x=\"32\" y=\"16\" width=\"16\" height=\"16\"/>"
        "<object name=\"field\" x=\"16\" y=\"16\"><polygon points=\"0,0 16,0 -16,16\"/>"
        "</object><object name=\"way\" x=\"0\" y=\"0\"><polyline points=\"8,8 40,8.5\"/>"
        "</object></objectgroup></map>",
        &options);
    assert_int_equal(wend_map_item_count(map), 7);
    wend_map_item item = wend_map_get_item(map, 0);
    assert_int_equal(item.kind, WEND_MAP_ITEM_THING);
    assert_string_equal(item.name, "gold");
    assert_string_equal(item.type, "coin");
    assert_int_equal(item.player, -1);
    assert_int_equal(item.node, 3);
    tmx_expect_place(&item, 1.0, 3.0);
    assert_string_equal(wend_map_item_property(map, 0, "worth"), "12");
    assert_string_equal(wend_map_item_property(map, 0, "text"), "two\nlines");
    assert_null(wend_map_item_property(map, 0, "in"));
    assert_null(wend_map_item_property(map, 1, "worth"));
    item = wend_map_get_item(map, 1);
    assert_int_equal(item.kind, WEND_MAP_ITEM_REGION);
    assert_string_equal(item.type, "room");
    tmx_expect_place(&item, 4.0, 1.0);
    assert_true(tmx_is_near(item.size.x, 4.0) && tmx_is_near(item.size.y, 2.0));
    assert_int_equal(wend_map_get_item(map, 2).kind, WEND_MAP_ITEM_REGION);
    item = wend_map_get_item(map, 3);
    assert_int_equal(item.kind, WEND_MAP_ITEM_SPAWN);
    assert_int_equal(item.player, 2);
    assert_int_equal(item.team, 1);
    item = wend_map_get_item(map, 4);
    assert_int_equal(item.kind, WEND_MAP_ITEM_SPAWN);
    assert_int_equal(item.node, 5);
    item = wend_map_get_item(map, 5);
    assert_int_equal(item.kind, WEND_MAP_ITEM_POLYGON);
    assert_int_equal(item.point_count, 3);
    assert_true(tmx_is_near(item.points[2].x, 0.0) && tmx_is_near(item.points[2].y, 4.0));
    assert_true(tmx_is_near(item.size.x, 4.0) && tmx_is_near(item.size.y, 2.0));
    item = wend_map_get_item(map, 6);
    assert_int_equal(item.kind, WEND_MAP_ITEM_LINE);
    tmx_expect_place(&item, 1.0, 1.0);
    size_t index = 0;
    assert_true(wend_map_item_from_name(map, "field", &index));
    assert_int_equal(index, 5);
    assert_false(wend_map_item_from_name(map, "nowhere", &index));
    assert_true(wend_map_find_item(map, "field", &item));
    assert_int_equal(item.kind, WEND_MAP_ITEM_POLYGON);
    assert_false(wend_map_find_item(map, "nowhere", &item));
    assert_string_equal(item.name, "");
    assert_int_equal(item.node, WEND_NODE_NONE);
    assert_false(wend_map_find_item(NULL, "field", &item));
    assert_false(wend_map_find_item(map, NULL, &item));
    assert_true(wend_map_find_item(map, "field", NULL));
    assert_false(wend_map_find_item(map, "nowhere", NULL));
    assert_true(wend_map_item_from_name(map, "field", NULL));
    assert_false(wend_map_item_from_name(map, "nowhere", NULL));
    assert_false(wend_map_class_from_name(map, "nowhere", NULL));
    item = wend_map_get_item(map, 7);
    assert_string_equal(item.name, "");
    assert_int_equal(item.node, WEND_NODE_NONE);
    wend_map_destroy(map);
}

static void turned_rectangles_are_polygons(void **state)
{
    (void)state;
    wend_map *map = tmx_open(
        TMX_HEAD "<objectgroup><object name=\"r\" x=\"32\" y=\"0\" width=\"16\" height=\"32\" "
                 "rotation=\"90\"/><object name=\"sign\" gid=\"7\" x=\"16\" y=\"32\" width=\"16\" "
                 "height=\"32\"/></objectgroup></map>");
    wend_map_item item = wend_map_get_item(map, 0);
    assert_int_equal(item.kind, WEND_MAP_ITEM_POLYGON);
    assert_int_equal(item.point_count, 4);
    tmx_expect_place(&item, 1.0, 0.5);
    assert_true(tmx_is_near(item.size.x, 2.0) && tmx_is_near(item.size.y, 1.0));
    item = wend_map_get_item(map, 1);
    assert_int_equal(item.kind, WEND_MAP_ITEM_THING);
    tmx_expect_place(&item, 1.5, 1.0);
    wend_map_destroy(map);
}

static void the_map_keeps_its_own_properties(void **state)
{
    (void)state;
    wend_map *map = tmx_open(
        TMX_HEAD "<properties><property name=\"title\" value=\"Hills\"/></properties></map>");
    assert_string_equal(wend_map_property(map, "title"), "Hills");
    assert_null(wend_map_property(map, "author"));
    assert_null(wend_map_property(map, NULL));
    assert_null(wend_map_property(NULL, "title"));
    wend_grid *grid = wend_map_release_grid(map);
    assert_non_null(grid);
    assert_null(wend_map_release_grid(map));
    assert_null(wend_map_grid(map));
    wend_map_destroy(map);
    assert_int_equal(wend_grid_cost(grid, 0, 0, 0), 1);
    wend_grid_destroy(grid);
}

/* ---- other files ---- */

static void tilesets_and_templates_come_from_other_files(void **state)
{
    (void)state;
    other_file files[] = {
        {"sets/ground.tsx",
         "<?xml version=\"1.0\"?><tileset name=\"g\" tilecount=\"9\"><properties><property "
         "name=\"cost\" value=\"4\"/></properties><tile id=\"1\"><properties><property "
         "name=\"solid\" value=\"true\"/></properties><objectgroup><properties><property "
         "name=\"cost\" value=\"99\"/></properties></objectgroup></tile></tileset>"},
        {"camp.tx", "<template><tileset firstgid=\"1\" source=\"none.tsx\"/><object name=\"camp\" "
                    "type=\"spawn\" width=\"16\" height=\"16\"><properties><property "
                    "name=\"player\" value=\"3\"/><property name=\"size\" value=\"big\"/>"
                    "</properties></object></template>"},
        {NULL, NULL}};
    static const uint8_t costs[] = {4, W, 4, 4, 4, 4};
    wend_map_options options = wend_map_options_default();
    options.read = open_other;
    options.read_context = files;
    wend_map *map = tmx_open_with(
        TMX_HEAD "<tileset firstgid=\"1\" source=\"sets/ground.tsx\"/>" TMX_CSV(
            "1,2,3,3,3,3") "<objectgroup><object template=\"camp.tx\" x=\"16\" y=\"0\">"
                           "<properties><property name=\"size\" value=\"small\"/></properties>"
                           "</object></objectgroup></map>",
        &options);
    tmx_expect_class(map, 0, 3, 2, costs);
    wend_map_item item = wend_map_get_item(map, 0);
    assert_int_equal(item.kind, WEND_MAP_ITEM_SPAWN);
    assert_string_equal(item.name, "camp");
    assert_int_equal(item.player, 3);
    assert_int_equal(item.node, 1);
    assert_string_equal(wend_map_item_property(map, 0, "size"), "small");
    wend_map_destroy(map);
}

static void files_beside_the_map_are_found_by_its_folder(void **state)
{
    (void)state;
    static const char map_text[] = TMX_HEAD
        "<tileset firstgid=\"1\" source=\"./test_io_tmx_a.tsx\"/>" TMX_CSV("1,1,1,1,1,1") "</map>";
    static const char set_text[] =
        "<tileset><tile id=\"0\">\n<properties><property name=\"cost\" value=\"-1\"/>"
        "</properties></tile></tileset>";
    wend_message message = {0, ""};
    wend_map_options options = wend_map_options_default();
    options.message = &message;
    wend_map *map = NULL;
    assert_int_equal(wend_io_write_file("./test_io_tmx_a.tmx", (const uint8_t *)map_text,
                                        sizeof map_text - 1, NULL),
                     WEND_OK);
    assert_int_equal(wend_map_load_file("./test_io_tmx_a.tmx", &options, &map), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "test_io_tmx_a.tmx:3: ./"));
    assert_non_null(strstr(message.text, "test_io_tmx_a.tsx: cannot be opened: no such file"));
    assert_int_equal(wend_io_write_file("./test_io_tmx_a.tsx", (const uint8_t *)set_text,
                                        sizeof set_text - 1, NULL),
                     WEND_OK);
    assert_int_equal(wend_map_load_file("./test_io_tmx_a.tmx", &options, &map), WEND_ERROR_FILE);
    assert_non_null(
        strstr(message.text, "test_io_tmx_a.tmx:3: ./test_io_tmx_a.tsx:2: cost is '-1'"));
    assert_int_equal(remove("test_io_tmx_a.tmx"), 0);
    assert_int_equal(remove("test_io_tmx_a.tsx"), 0);
}

/* ---- what is wrong ---- */

static void bad_maps_name_line_and_expectation(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t line;
        const char *part;
    } bad[] = {
        {"<?xml version=\"1.0\"?><tileset/>", 1, "found <tileset>, expected <map>"},
        {"<map", 1, "not XML as it should be"},
        {"<map orientation=\"round\"/>", 1, "orientation is 'round', expected orthogonal"},
        {"<map/>", 1, "orientation is ''"},
        {"<map orientation=\"orthogonal\"/>", 1, "there is no tilewidth"},
        {"<map orientation=\"orthogonal\" tilewidth=\"0\"/>", 1,
         "tilewidth is '0', expected a whole number from 1 to"},
        {"<map orientation=\"orthogonal\" tilewidth=\"1\" tileheight=\"1\" width=\"99999\"/>", 1,
         "width is '99999', expected a whole number from 1 to 16384"},
        {"<map orientation=\"orthogonal\" tilewidth=\"1\" tileheight=\"1\" width=\"16384\" "
         "height=\"16384\"/>",
         0, "too large for a file of its size"},
        {"<map orientation=\"orthogonal\" tilewidth=\"1\" tileheight=\"1\" infinite=\"1\"/>", 0,
         "infinite map without any chunk"},
        {TMX_HEAD TMX_TILES TMX_CSV("1,2,3,\n0,1") "</map>", 4, "5 tiles, expected 6"},
        {TMX_HEAD TMX_TILES TMX_CSV("1,2,3,\n0,1,1,2") "</map>", 5, "more tiles than the 6"},
        {TMX_HEAD TMX_TILES TMX_CSV("1,2,3,\n0,x,1") "</map>", 5,
         "found 'x', expected the number of a tile"},
        {TMX_HEAD TMX_TILES TMX_CSV("1,,3,\n0,1,1") "</map>", 4, "found ''"},
        {TMX_HEAD "<layer><data encoding=\"hex\"/></layer></map>", 3, "expected csv or base64"},
        {TMX_HEAD "<layer><data encoding=\"base64\" compression=\"lzma\"/></layer></map>", 3,
         "compression is 'lzma', expected zlib or gzip"},
        {TMX_HEAD "<layer><data encoding=\"base64\">AQAA</data></layer></map>", 3,
         "3 bytes of tiles, expected 24"},
        {TMX_HEAD "<layer><data encoding=\"base64\">A!AA</data></layer></map>", 3, "'!' is not"},
        {TMX_HEAD "<layer><data encoding=\"base64\" compression=\"zlib\">" TMX_RAW
                  "</data></layer></map>",
         3, "packed data is damaged"},
        {TMX_HEAD TMX_TILES "<layer><data><tile gid=\"1\"/><tile gid=\"-1\"/></data></layer></map>",
         4, "gid is '-1'"},
        {TMX_HEAD "<layer><data encoding=\"csv\"><chunk x=\"0\" y=\"0\" width=\"1\" height=\"1\">1"
                  "</chunk></data></layer></map>",
         3, "a chunk in a map that is not infinite"},
        {TMX_HEAD "<tileset/></map>", 3, "there is no firstgid"},
        {TMX_HEAD TMX_TILES "<tileset firstgid=\"1\"/></map>", 4, "expected more than the 1"},
        {TMX_HEAD "<tileset firstgid=\"1\">\n<tile/></tileset></map>", 4, "there is no id"},
        {TMX_HEAD "<tileset firstgid=\"1\" source=\"/etc/tiles.tsx\"/></map>", 3,
         "'/etc/tiles.tsx': expected a name relative"},
        {TMX_HEAD "<tileset firstgid=\"1\" source=\"a.tsx\"/></map>", 3,
         "options->open is not set"},
        {TMX_HEAD "<properties><property name=\"cost\" value=\"many\"/></properties></map>", 3,
         "cost is 'many', expected 1 to 254, or 0, 255 or 'wall'"},
        {TMX_HEAD "<properties><property name=\"cost\">\n256</property></properties></map>", 4,
         "cost is '\n256'"},
        {TMX_HEAD "<properties><property value=\"1\"/></properties></map>", 3, "without a name"},
        {TMX_HEAD "<objectgroup><object x=\"left\"/></objectgroup></map>", 3,
         "x is 'left', expected a number"},
        {TMX_HEAD "<objectgroup><object width=\"-4\"/></objectgroup></map>", 3, "below 0"},
        {TMX_HEAD "<objectgroup><object><polygon/></object></objectgroup></map>", 3,
         "a polygon needs its points"},
        {TMX_HEAD "<objectgroup><object><polygon points=\"1,2 3\"/></object></objectgroup></map>",
         3, "points go on '3', expected X,Y"},
        {"<!DOCTYPE map [<!ENTITY a \"aaaa\">]>\n<map/>", 1, "declares the entity 'a'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        expect_refused(bad[i].text, WEND_ERROR_FILE, bad[i].line, bad[i].part);
    }
    expect_refused(TMX_HEAD "<layer><data encoding=\"base64\" compression=\"zstd\"/></layer></map>",
                   WEND_ERROR_UNSUPPORTED, 3, "let Tiled save the map with zlib");
}

static void a_document_type_of_old_tiled_is_passed_over(void **state)
{
    (void)state;
    static const uint8_t costs[] = {1};
    tmx_expect_costs("<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">\n<map "
                     "orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"1\" "
                     "tileheight=\"1\"/>",
                     1, 1, costs);
}

static void elements_too_deep_are_refused(void **state)
{
    (void)state;
    char text[2000] = TMX_HEAD;
    for (int i = 0; i < WENDI_XML_DEPTH_MAX; i++) {
        strcat(text, "<group>");
    }
    expect_refused(text, WEND_ERROR_FILE, 3, "more than 64 elements in one another");
}

static void too_many_classes_are_refused(void **state)
{
    (void)state;
    static char text[6000];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", TMX_HEAD "<properties>");
    for (int i = 1; i <= WEND_GRID_CLASSES_MAX; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "<property name=\"cost:c%d\" value=\"1\"/>", i);
    }
    expect_refused(text, WEND_ERROR_FILE, 3, "'c32' is class 33, expected at most 32");
}

static void packed_layers_of_the_wrong_size_are_refused(void **state)
{
    (void)state;
    expect_refused(
        "<map orientation=\"orthogonal\" width=\"3\" height=\"1\" tilewidth=\"1\" "
        "tileheight=\"1\"><layer><data encoding=\"base64\" compression=\"zlib\">" TMX_ZLIB
        "</data></layer></map>",
        WEND_ERROR_FILE, 1, "unpacks to more than the 12 bytes");
    expect_refused(
        "<map orientation=\"orthogonal\" width=\"3\" height=\"3\" tilewidth=\"1\" "
        "tileheight=\"1\"><layer><data encoding=\"base64\" compression=\"zlib\">" TMX_ZLIB
        "</data></layer></map>",
        WEND_ERROR_FILE, 1, "unpacks to 24 bytes, expected 36");
    expect_refused("<map orientation=\"orthogonal\" width=\"3\" height=\"2\" tilewidth=\"1\" "
                   "tileheight=\"1\"><layer><data encoding=\"base64\" compression=\"zlib\">"
                   "eJxjZGBgYAJiZg==</data></layer></map>",
                   WEND_ERROR_FILE, 1, "packed data ends after");
    expect_refused("<map orientation=\"orthogonal\" width=\"3000\" height=\"2000\" "
                   "tilewidth=\"1\" tileheight=\"1\"><layer><data encoding=\"base64\" "
                   "compression=\"zlib\">" TMX_ZLIB "</data></layer></map>",
                   WEND_ERROR_FILE, 1, "cannot hold 6000000 tiles");
}

static void bad_arguments_open_nothing(void **state)
{
    (void)state;
    wend_map *map = NULL;
    wend_map_options options = wend_map_options_default();
    assert_int_equal(wend_map_load_memory(NULL, 3, NULL, &map), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_load_memory((const uint8_t *)".", 1, NULL, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_load_file("no_such_file.tmx", NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_load_file("no_such_file.tmx", NULL, &map), WEND_ERROR_FILE);
    options.tile_property = "";
    assert_int_equal(wend_map_load_file("no_such_file.tmx", &options, &map), WEND_ERROR_ARGUMENT);
    options.cookie = 0;
    assert_int_equal(wend_map_load_memory((const uint8_t *)".", 1, &options, &map),
                     WEND_ERROR_ARGUMENT);
    assert_null(map);
    assert_null(wend_map_grid(NULL));
    assert_null(wend_map_release_grid(NULL));
    assert_int_equal(wend_map_get_format(NULL), WEND_MAP_FORMAT_AUTO);
    assert_int_equal(wend_map_class_count(NULL), 0);
    assert_int_equal(wend_map_item_count(NULL), 0);
    wend_map_destroy(NULL);
}

static void maps_of_costs_alone_open_too(void **state)
{
    (void)state;
    wend_map *map = NULL;
    assert_int_equal(wend_map_load_memory((const uint8_t *)".#\n", 3, NULL, &map), WEND_OK);
    assert_int_equal(wend_map_get_format(map), WEND_MAP_FORMAT_TEXT);
    assert_int_equal(wend_map_class_count(map), 1);
    assert_int_equal(wend_map_item_count(map), 0);
    uint8_t bytes[4096];
    size_t count = 0;
    assert_int_equal(wend_grid_save(wend_map_grid(map), bytes, sizeof bytes, &count), WEND_OK);
    wend_map_destroy(map);
    assert_int_equal(wend_map_load_memory(bytes, count, NULL, &map), WEND_OK);
    assert_int_equal(wend_map_get_format(map), WEND_MAP_FORMAT_GRID);
    assert_int_equal(wend_map_class_count(map), 1);
    assert_int_equal(wend_grid_cost(wend_map_grid(map), 0, 1, 0), W);
    wend_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_become_items_in_metres),
        cmocka_unit_test(turned_rectangles_are_polygons),
        cmocka_unit_test(the_map_keeps_its_own_properties),
        cmocka_unit_test(tilesets_and_templates_come_from_other_files),
        cmocka_unit_test(files_beside_the_map_are_found_by_its_folder),
        cmocka_unit_test(bad_maps_name_line_and_expectation),
        cmocka_unit_test(a_document_type_of_old_tiled_is_passed_over),
        cmocka_unit_test(elements_too_deep_are_refused),
        cmocka_unit_test(too_many_classes_are_refused),
        cmocka_unit_test(packed_layers_of_the_wrong_size_are_refused),
        cmocka_unit_test(bad_arguments_open_nothing),
        cmocka_unit_test(maps_of_costs_alone_open_too),
    };
    return cmocka_run_group_tests(tests, tmx_skip_without_xml, NULL);
}
