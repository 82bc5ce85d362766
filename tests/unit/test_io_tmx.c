/* Takes: maps of Tiled made in memory, whole and wrong.
 * Gives: checks of costs, classes, items and refusals.
 * Cost: milliseconds. */
#include "io/base64.h"
#include "io/inflate.h"
#include "io/xml.h"
#include "test.h"
#include "wend/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W 255

/* A map of 3 x 2 tiles of 16 x 16 pixels, its tilesets and layers to follow. */
#define HEAD                                                                                       \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                                                 \
    "<map orientation=\"orthogonal\" width=\"3\" height=\"2\" tilewidth=\"16\" "                   \
    "tileheight=\"16\">\n"
/* Tile 1 costs 3, 2 is a wall, 3 says nothing. */
#define TILES                                                                                      \
    "<tileset firstgid=\"1\">"                                                                     \
    "<tile id=\"0\"><properties><property name=\"cost\" type=\"int\" value=\"3\"/></properties>"   \
    "</tile>"                                                                                      \
    "<tile id=\"1\"><properties><property name=\"blocked\" type=\"bool\" value=\"true\"/>"         \
    "</properties></tile></tileset>\n"
#define CSV(text) "<layer><data encoding=\"csv\">" text "</data></layer>"

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
            FILE *stream = fopen("test_io_tmx.tmp", "wb");
            assert_non_null(stream);
            assert_true(fputs(file->text, stream) >= 0);
            assert_int_equal(fclose(stream), 0);
            wend_result result =
                wend_io_read_file("test_io_tmx.tmp", allocator, bytes, count, message);
            assert_int_equal(remove("test_io_tmx.tmp"), 0);
            return result;
        }
    }
    return WEND_ERROR_FILE;
}

static wend_map *open_with(const char *text, const wend_map_options *changed)
{
    wend_message message = {0, ""};
    wend_map_options options = changed == NULL ? wend_map_options_default() : *changed;
    options.message = &message;
    wend_map *map = NULL;
    wend_result result = wend_map_open_bytes((const uint8_t *)text, strlen(text), &options, &map);
    if (result != WEND_OK) {
        print_error("%s\n", message.text);
    }
    assert_int_equal(result, WEND_OK);
    assert_int_equal(wend_map_get_format(map), WEND_MAP_FORMAT_TMX);
    return map;
}

static wend_map *open_text(const char *text)
{
    return open_with(text, NULL);
}

static void expect_class(const wend_map *map, uint32_t movement_class, int32_t width,
                         int32_t height, const uint8_t *costs)
{
    wend_grid_info info;
    wend_grid_get_info(wend_map_grid(map), &info);
    assert_int_equal(info.width, width);
    assert_int_equal(info.height, height);
    for (int32_t i = 0; i < width * height; i++) {
        uint8_t cost = wend_grid_cost(wend_map_grid(map), movement_class, i % width, i / width);
        if (cost != costs[i]) {
            print_error("cell %d,%d\n", (int)(i % width), (int)(i / width));
        }
        assert_int_equal(cost, costs[i]);
    }
}

static void expect_costs(const char *text, int32_t width, int32_t height, const uint8_t *costs)
{
    wend_map *map = open_text(text);
    expect_class(map, 0, width, height, costs);
    wend_map_destroy(map);
}

static void expect_refused(const char *text, wend_result expected, uint32_t line, const char *part)
{
    wend_message message = {0, ""};
    wend_map_options options = wend_map_options_default();
    options.message = &message;
    wend_map *map = NULL;
    wend_result result = wend_map_open_bytes((const uint8_t *)text, strlen(text), &options, &map);
    assert_null(map);
    if (result != expected || message.line != line || strstr(message.text, part) == NULL) {
        print_error("%d, line %u: %s\nexpected line %u: %s\n", (int)result, (unsigned)message.line,
                    message.text, (unsigned)line, part);
    }
    assert_int_equal(result, expected);
    assert_int_equal(message.line, line);
    assert_non_null(strstr(message.text, part));
}

static bool is_near(double a, double b)
{
    return a > b - 1e-9 && a < b + 1e-9;
}

static void expect_place(const wend_map_item *item, double x, double y)
{
    if (!is_near(item->position.x, x) || !is_near(item->position.y, y)) {
        print_error("%s lies at %.17g, %.17g\n", item->name, item->position.x, item->position.y);
    }
    assert_true(is_near(item->position.x, x) && is_near(item->position.y, y));
}

static int skip_without_xml(void **state)
{
    (void)state;
    if (!wendi_xml_exists() || !wendi_inflate_exists()) {
        print_message("no expat or no zlib in this build: skipped\n");
        exit(EXIT_SUCCESS);
    }
    return 0;
}

/* ---- ground ---- */

static void tiles_give_costs_walls_and_plain_ground(void **state)
{
    (void)state;
    static const uint8_t costs[] = {3, W, 1, W, 3, 3};
    expect_costs(HEAD TILES CSV("1,2,3,\n0,1,1") "</map>", 3, 2, costs);
}

static void empty_cells_take_the_maps_own_cost(void **state)
{
    (void)state;
    static const uint8_t costs[] = {7, W, 1, 3, 7, 7};
    expect_costs(HEAD "<properties><property name=\"cost\" value=\"7\"/></properties>" TILES CSV(
                     "0,2,3,1,0,0") "</map>",
                 3, 2, costs);
}

static void a_map_without_layers_is_open(void **state)
{
    (void)state;
    static const uint8_t costs[] = {1, 1, 1, 1, 1, 1};
    expect_costs(HEAD "</map>", 3, 2, costs);
}

static void the_upper_tile_with_a_cost_wins(void **state)
{
    (void)state;
    static const uint8_t costs[] = {W, 3, 3, W, 3, 1};
    expect_costs(HEAD TILES CSV("1,2,1,2,0,3") CSV("2,1,3,0,1,3") "</map>", 3, 2, costs);
}

static void hidden_layers_count_only_when_they_say_costs(void **state)
{
    (void)state;
    static const uint8_t costs[] = {3, 3, W, 3, 3, 3};
    expect_costs(
        HEAD TILES CSV(
            "1,1,1,1,1,1") "<layer visible=\"0\"><data encoding=\"csv\">2,2,2,2,2,2"
                           "</data></layer>"
                           "<group visible=\"0\">" CSV(
                               "0,2,0,0,0,0") "</group>"
                                              "<layer visible=\"0\"><properties><property "
                                              "name=\"solid\" "
                                              "type=\"bool\" value=\"true\"/></properties>"
                                              "<data "
                                              "encoding=\"csv\">0,0,3,0,0,0</data></layer></map>",
        3, 2, costs);
}

static void layers_and_groups_speak_for_their_tiles(void **state)
{
    (void)state;
    static const uint8_t costs[] = {9, 9, 4, 9, W, W};
    expect_costs(HEAD TILES
                 "<group><properties><property name=\"cost\" value=\"9\"/></properties>" CSV(
                     "1,2,3,1,0,0") "<layer><properties><property name=\"cost\" value=\"4\"/>"
                                    "</properties><data encoding=\"csv\">0,0,1,0,0,0</data>"
                                    "</layer></group></map>",
                 3, 2, costs);
}

static void terrains_and_colours_give_costs_of_the_dearest_corner(void **state)
{
    (void)state;
    static const uint8_t costs[] = {5, 8, 2, 6, 8, 1};
    expect_costs(
        HEAD "<tileset firstgid=\"1\"><terraintypes><terrain name=\"grass\"><properties><property "
             "name=\"cost\" value=\"5\"/></properties></terrain><terrain name=\"mud\"><properties>"
             "<property name=\"cost\" value=\"8\"/></properties></terrain></terraintypes>"
             "<tile id=\"0\" terrain=\"0,0,,0\"/><tile id=\"1\" terrain=\"0,1,0,0\"/>"
             "<tile id=\"2\" terrain=\"1,1,1,1\"><properties><property name=\"cost\" value=\"2\"/>"
             "</properties></tile>"
             "<wangsets><wangset><wangcolor><properties><property name=\"cost\" value=\"6\"/>"
             "</properties></wangcolor><wangcolor/><wangtile tileid=\"3\" "
             "wangid=\"0,1,0,2,0,1,0,2\"/><wangtile tileid=\"1\" wangid=\"1,1,1,1,1,1,1,1\"/>"
             "<wangtile tileid=\"4\" wangid=\"2,2,2,2,2,2,2,9\"/></wangset></wangsets>"
             "</tileset>" CSV("1,2,3,4,2,5") "</map>",
        3, 2, costs);
}

static void tilesets_speak_for_tiles_that_say_nothing(void **state)
{
    (void)state;
    static const uint8_t costs[] = {3, W, 1, 6, 2, 6};
    expect_costs(HEAD TILES
                 "<tileset firstgid=\"10\"><properties><property name=\"cost\" value=\"6\"/>"
                 "</properties><tile id=\"1\"><properties><property name=\"cost\" value=\"2\"/>"
                 "</properties></tile></tileset>" CSV("1,2,9,10,11,12") "</map>",
                 3, 2, costs);
}

static void costs_are_rounded_and_named_walls(void **state)
{
    (void)state;
    static const char *const values[] = {"0",     "wall", "255", "0.2", "2.5",
                                         "254.4", "Wall", "1e1", "+7",  "254"};
    static const uint8_t costs[] = {W, W, W, 1, 3, W, W, 10, 7, 254};
    for (size_t i = 0; i < sizeof costs; i++) {
        char text[700];
        (void)snprintf(text, sizeof text,
                       "<map orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"1\" "
                       "tileheight=\"1\"><tileset firstgid=\"1\"><tile id=\"0\"><properties>"
                       "<property name=\"cost\" value=\"%s\"/></properties></tile></tileset>" CSV(
                           "1") "</map>",
                       values[i]);
        expect_costs(text, 1, 1, &costs[i]);
    }
}

static void turned_tiles_are_the_same_tiles(void **state)
{
    (void)state;
    static const uint8_t costs[] = {3, W, 1, 3, W, 3};
    expect_costs(HEAD TILES CSV("2147483649,1073741826,536870915,268435457,4026531842,1") "</map>",
                 3, 2, costs);
}

static void another_property_can_say_the_cost(void **state)
{
    (void)state;
    static const uint8_t weights[] = {1, 1, 1, 1, 1, 7};
    const char *text = HEAD "<tileset firstgid=\"1\"><tile id=\"5\"><properties><property "
                            "name=\"weight\" value=\"7\"/><property name=\"cost\" value=\"x\"/>"
                            "</properties></tile></tileset>" CSV("1,1,1,1,1,6") "</map>";
    wend_map_options options = wend_map_options_default();
    options.tile_property = "weight";
    wend_map *map = open_with(text, &options);
    expect_class(map, 0, 3, 2, weights);
    wend_map_destroy(map);
}

static void cost_of_a_class_makes_a_class(void **state)
{
    (void)state;
    static const uint8_t plain[] = {3, W, 1, 1, 1, 1};
    static const uint8_t boat[] = {3, 2, W, 1, 1, 1};
    static const uint8_t bird[] = {1, W, 1, 1, 1, 1};
    wend_map *map = open_text(
        HEAD "<tileset firstgid=\"1\"><tile id=\"0\"><properties><property name=\"cost\" "
             "value=\"3\"/><property name=\"cost:bird\" value=\"1\"/></properties></tile>"
             "<tile id=\"1\"><properties><property name=\"blocked\" value=\"true\"/><property "
             "name=\"cost:boat\" value=\"2\"/></properties></tile><tile id=\"2\"><properties>"
             "<property name=\"cost:boat\" value=\"wall\"/></properties></tile></tileset>" CSV(
                 "1,2,3,4,4,4") "</map>");
    assert_int_equal(wend_map_class_count(map), 3);
    assert_string_equal(wend_map_class_name(map, 0), "");
    assert_string_equal(wend_map_class_name(map, 1), "bird");
    assert_string_equal(wend_map_class_name(map, 2), "boat");
    assert_string_equal(wend_map_class_name(map, 3), "");
    uint32_t index = 9;
    assert_true(wend_map_class_from_name(map, "boat", &index));
    assert_int_equal(index, 2);
    assert_false(wend_map_class_from_name(map, "Boat", &index));
    assert_false(wend_map_class_from_name(map, "", &index));
    assert_int_equal(index, 0);
    expect_class(map, 0, 3, 2, plain);
    expect_class(map, 1, 3, 2, bird);
    expect_class(map, 2, 3, 2, boat);
    wend_map_destroy(map);
}

/* ---- encodings ---- */

/* The tiles 1,2,3,0,1,1 as 32 bits each; zlib and gzip of them. */
#define RAW "AQAAAAIAAAADAAAAAAAAAAEAAAABAAAA"
#define ZLIB "eJxjZGBgYAJiZgYIYIRiAACUAAk="
#define GZIP "H4sIAAAAAAACA2NkYGBgAmJmBghghGIAggr0tRgAAAA="

static void every_encoding_gives_the_same_map(void **state)
{
    (void)state;
    static const uint8_t costs[] = {3, W, 1, W, 3, 3};
    expect_costs(HEAD TILES "<layer><data encoding=\"base64\">\n  " RAW "\n</data></layer></map>",
                 3, 2, costs);
    expect_costs(HEAD TILES "<layer><data encoding=\"base64\" compression=\"\">" RAW
                            "</data></layer></map>",
                 3, 2, costs);
    expect_costs(HEAD TILES "<layer><data encoding=\"base64\" compression=\"zlib\">" ZLIB
                            "</data></layer></map>",
                 3, 2, costs);
    expect_costs(HEAD TILES "<layer><data encoding=\"base64\" compression=\"gzip\">" GZIP
                            "</data></layer></map>",
                 3, 2, costs);
    expect_costs(HEAD TILES "<layer><data><tile gid=\"1\"/><tile gid=\"2\"/><tile gid=\"3\"/>"
                            "<tile/><tile gid=\"1\"/><tile gid=\"1\"/></data></layer></map>",
                 3, 2, costs);
    expect_costs(HEAD TILES CSV("\r\n 1 , 2,\t3,\n0,1,\r\n1\r\n") "</map>", 3, 2, costs);
}

static void base64_takes_what_is_whole(void **state)
{
    (void)state;
    static const struct {
        const char *text, *bytes;
        wend_result result;
    } cases[] = {
        {"", "", WEND_OK},           {"QQ==", "A", WEND_OK},         {"QUI=", "AB", WEND_OK},
        {"QUJD", "ABC", WEND_OK},    {"QQ", "A", WEND_OK},           {"Q U\nJ\tD", "ABC", WEND_OK},
        {"fn9+", "~\x7f~", WEND_OK}, {"Q", "", WEND_ERROR_FILE},     {"QQ=Q", "", WEND_ERROR_FILE},
        {"=", "", WEND_ERROR_FILE},  {"QQ===", "", WEND_ERROR_FILE}, {"Q-==", "", WEND_ERROR_FILE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wendi_array_u8 bytes;
        wendi_array_u8_init(&bytes, NULL);
        assert_int_equal(wendi_base64_decode((const uint8_t *)cases[i].text, strlen(cases[i].text),
                                             &bytes, NULL),
                         cases[i].result);
        assert_int_equal(bytes.count, strlen(cases[i].bytes));
        if (bytes.count > 0) {
            assert_memory_equal(bytes.items, cases[i].bytes, bytes.count);
        }
        wendi_array_u8_free(&bytes);
    }
}

static void infinite_maps_reach_as_far_as_their_chunks(void **state)
{
    (void)state;
    static const uint8_t costs[] = {3, W, W, W, 1, 1, W, W, W, W, 3, 3, W, W, W, W};
    wend_map *map = open_text(
        "<map orientation=\"orthogonal\" infinite=\"1\" width=\"9\" height=\"9\" tilewidth=\"16\" "
        "tileheight=\"16\">" TILES "<layer><data encoding=\"csv\"><chunk x=\"-2\" y=\"-1\" "
        "width=\"2\" height=\"2\">1,2,3,3</chunk><chunk x=\"0\" y=\"1\" width=\"2\" height=\"2\">"
        "1,1,0,2</chunk></data></layer><objectgroup><object name=\"here\" x=\"-24\" y=\"8\">"
        "<point/></object></objectgroup></map>");
    expect_class(map, 0, 4, 4, costs);
    wend_map_item item = wend_map_get_item(map, 0);
    expect_place(&item, 0.5, 1.5);
    wend_map_destroy(map);
}

/* ---- shapes of maps ---- */

static void hexagonal_maps_are_hexes_in_rows_or_columns(void **state)
{
    (void)state;
    static const struct {
        const char *axis, *index;
        wend_hex_layout layout;
    } cases[] = {{"y", "odd", WEND_HEX_ODD_ROWS},
                 {"y", "even", WEND_HEX_EVEN_ROWS},
                 {"x", "odd", WEND_HEX_ODD_COLUMNS},
                 {"x", "even", WEND_HEX_EVEN_COLUMNS}};
    for (size_t i = 0; i < 4; i++) {
        /* Tiles of 28 x 32 with sides of 16 in rows, lying down in columns. Objects stand in the
         * middle of the hexes 0,0 and 1,1. */
        bool is_rows = i < 2;
        bool is_even = i % 2 == 1;
        int along0 = is_even ? 28 : 14;
        int along1 = is_even ? 42 : 56;
        char text[1500];
        (void)snprintf(
            text, sizeof text,
            "<map orientation=\"hexagonal\" width=\"3\" height=\"2\" tilewidth=\"%d\" "
            "tileheight=\"%d\" hexsidelength=\"16\" staggeraxis=\"%s\" staggerindex=\"%s\">" TILES
                CSV("1,2,3,0,1,1") "<objectgroup><object name=\"a\" x=\"%d\" y=\"%d\"><point/>"
                                   "</object><object name=\"b\" x=\"%d\" y=\"%d\"><point/>"
                                   "</object></objectgroup></map>",
            is_rows ? 28 : 32, is_rows ? 32 : 28, cases[i].axis, cases[i].index,
            is_rows ? along0 : 16, is_rows ? 16 : along0, is_rows ? along1 : 40,
            is_rows ? 40 : along1);
        static const uint8_t costs[] = {3, W, 1, W, 3, 3};
        wend_map *map = open_text(text);
        const wend_grid *grid = wend_map_grid(map);
        wend_grid_info info;
        wend_grid_get_info(grid, &info);
        assert_int_equal(info.neighbours, WEND_NEIGHBOURS_6);
        assert_int_equal(info.hex_layout, cases[i].layout);
        expect_class(map, 0, 3, 2, costs);
        for (int32_t k = 0; k < 2; k++) {
            wend_map_item item = wend_map_get_item(map, (size_t)k);
            wend_node node = wend_grid_node(grid, k, k);
            wend_vec2 centre = wend_grid_position(grid, node);
            assert_int_equal(item.node, node);
            expect_place(&item, centre.x, centre.y);
        }
        wend_map_destroy(map);
    }
}

static void isometric_objects_count_in_heights_of_tiles(void **state)
{
    (void)state;
    wend_map *map =
        open_text("<map orientation=\"isometric\" width=\"3\" height=\"2\" tilewidth=\"64\" "
                  "tileheight=\"32\">" TILES CSV(
                      "1,2,3,0,1,1") "<objectgroup><object name=\"a\" x=\"48\" "
                                     "y=\"16\"/><object name=\"tree\" gid=\"1\" x=\"80\" y=\"48\" "
                                     "width=\"64\" height=\"90\"/>"
                                     "</objectgroup></map>");
    wend_map_item item = wend_map_get_item(map, 0);
    expect_place(&item, 1.5, 0.5);
    item = wend_map_get_item(map, 1);
    expect_place(&item, 2.5, 1.5);
    wend_map_destroy(map);
}

/* Where tile column, row of a staggered map went: looks for the one wall. */
static wend_node find_wall_tile(const char *axis, const char *index, int32_t column, int32_t row)
{
    char text[2000];
    char csv[200] = "";
    for (int32_t i = 0; i < 12; i++) {
        size_t used = strlen(csv);
        (void)snprintf(csv + used, sizeof csv - used, "%s%d", i == 0 ? "" : ",",
                       i == row * 4 + column ? 1 : 3);
    }
    /* Diamonds of 2 x 2: the middle lies one pixel right and below of the corner. */
    int moved = (((axis[0] == 'x' ? column : row) % 2 == 0) == (index[0] == 'e')) ? 1 : 0;
    int x = (axis[0] == 'x' ? column : 2 * column + moved) + 1;
    int y = (axis[0] == 'x' ? 2 * row + moved : row) + 1;
    (void)snprintf(text, sizeof text,
                   "<map orientation=\"staggered\" width=\"4\" height=\"3\" tilewidth=\"2\" "
                   "tileheight=\"2\" staggeraxis=\"%s\" staggerindex=\"%s\">" TILES
                   "<layer><data encoding=\"csv\">%s</data></layer><objectgroup><object x=\"%d\" "
                   "y=\"%d\"><point/></object></objectgroup></map>",
                   axis, index, csv, x, y);
    wend_map *map = open_text(text);
    const wend_grid *grid = wend_map_grid(map);
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    wend_node found = WEND_NODE_NONE;
    int open = 0;
    for (int32_t i = 0; i < info.width * info.height; i++) {
        uint8_t cost = wend_grid_cost(grid, 0, i % info.width, i / info.width);
        found = cost == 3 ? (wend_node)i : found;
        open += cost != W ? 1 : 0;
    }
    assert_int_equal(open, 12);
    wend_map_item item = wend_map_get_item(map, 0);
    assert_int_equal(item.node, found);
    wend_vec2 centre = wend_grid_position(grid, found);
    expect_place(&item, centre.x, centre.y);
    int32_t cell_x, cell_y;
    assert_true(wend_grid_cell(grid, found, &cell_x, &cell_y));
    wend_map_destroy(map);
    return (wend_node)(cell_y * 1000 + cell_x);
}

static void staggered_maps_are_squares_turned_by_an_eighth(void **state)
{
    (void)state;
    static const char *const axes[] = {"x", "y"};
    static const char *const indices[] = {"odd", "even"};
    for (int i = 0; i < 4; i++) {
        const char *axis = axes[i / 2];
        const char *index = indices[i % 2];
        for (int32_t k = 0; k < 12; k++) {
            (void)find_wall_tile(axis, index, k % 4, k / 4);
        }
        /* Tile 1,1 and the one below it share a corner when rows are moved: two tiles further
         * down their row's line, one edge each way. */
        int32_t a = (int32_t)find_wall_tile(axis, index, 1, 0);
        int32_t b = (int32_t)find_wall_tile(axis, index, 1, axis[0] == 'y' ? 2 : 1);
        assert_int_equal(b - a, 1001);
        int32_t c = (int32_t)find_wall_tile(axis, index, axis[0] == 'x' ? 3 : 2, 0);
        assert_int_equal(c - a, 1 - 1000);
    }
}

/* ---- items ---- */

static void objects_become_items_in_metres(void **state)
{
    (void)state;
    wend_map_options options = wend_map_options_default();
    options.cell_size = 2.0;
    wend_map *map = open_with(
        HEAD "<objectgroup visible=\"0\">"
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
    expect_place(&item, 1.0, 3.0);
    assert_string_equal(wend_map_item_property(map, 0, "worth"), "12");
    assert_string_equal(wend_map_item_property(map, 0, "text"), "two\nlines");
    assert_null(wend_map_item_property(map, 0, "in"));
    assert_null(wend_map_item_property(map, 1, "worth"));
    item = wend_map_get_item(map, 1);
    assert_int_equal(item.kind, WEND_MAP_ITEM_REGION);
    assert_string_equal(item.type, "room");
    expect_place(&item, 4.0, 1.0);
    assert_true(is_near(item.size.x, 4.0) && is_near(item.size.y, 2.0));
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
    assert_true(is_near(item.points[2].x, 0.0) && is_near(item.points[2].y, 4.0));
    assert_true(is_near(item.size.x, 4.0) && is_near(item.size.y, 2.0));
    item = wend_map_get_item(map, 6);
    assert_int_equal(item.kind, WEND_MAP_ITEM_LINE);
    expect_place(&item, 1.0, 1.0);
    size_t index = 0;
    assert_true(wend_map_item_from_name(map, "field", &index));
    assert_int_equal(index, 5);
    assert_false(wend_map_item_from_name(map, "nowhere", &index));
    item = wend_map_get_item(map, 7);
    assert_string_equal(item.name, "");
    assert_int_equal(item.node, WEND_NODE_NONE);
    wend_map_destroy(map);
}

static void turned_rectangles_are_polygons(void **state)
{
    (void)state;
    wend_map *map = open_text(
        HEAD "<objectgroup><object name=\"r\" x=\"32\" y=\"0\" width=\"16\" height=\"32\" "
             "rotation=\"90\"/><object name=\"sign\" gid=\"7\" x=\"16\" y=\"32\" width=\"16\" "
             "height=\"32\"/></objectgroup></map>");
    wend_map_item item = wend_map_get_item(map, 0);
    assert_int_equal(item.kind, WEND_MAP_ITEM_POLYGON);
    assert_int_equal(item.point_count, 4);
    expect_place(&item, 1.0, 0.5);
    assert_true(is_near(item.size.x, 2.0) && is_near(item.size.y, 1.0));
    item = wend_map_get_item(map, 1);
    assert_int_equal(item.kind, WEND_MAP_ITEM_THING);
    expect_place(&item, 1.5, 1.0);
    wend_map_destroy(map);
}

static void the_map_keeps_its_own_properties(void **state)
{
    (void)state;
    wend_map *map =
        open_text(HEAD "<properties><property name=\"title\" value=\"Hills\"/></properties></map>");
    assert_string_equal(wend_map_property(map, "title"), "Hills");
    assert_null(wend_map_property(map, "author"));
    assert_null(wend_map_property(map, NULL));
    assert_null(wend_map_property(NULL, "title"));
    wend_grid *grid = wend_map_take_grid(map);
    assert_non_null(grid);
    assert_null(wend_map_take_grid(map));
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
    options.open = open_other;
    options.open_context = files;
    wend_map *map = open_with(
        HEAD "<tileset firstgid=\"1\" source=\"sets/ground.tsx\"/>" CSV(
            "1,2,3,3,3,3") "<objectgroup><object template=\"camp.tx\" x=\"16\" y=\"0\">"
                           "<properties><property name=\"size\" value=\"small\"/></properties>"
                           "</object></objectgroup></map>",
        &options);
    expect_class(map, 0, 3, 2, costs);
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
    static const char map_text[] =
        HEAD "<tileset firstgid=\"1\" source=\"./test_io_tmx_a.tsx\"/>" CSV("1,1,1,1,1,1") "</map>";
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
    assert_int_equal(wend_map_open("./test_io_tmx_a.tmx", &options, &map), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "test_io_tmx_a.tmx:3: ./"));
    assert_non_null(strstr(message.text, "test_io_tmx_a.tsx: cannot be opened: no such file"));
    assert_int_equal(wend_io_write_file("./test_io_tmx_a.tsx", (const uint8_t *)set_text,
                                        sizeof set_text - 1, NULL),
                     WEND_OK);
    assert_int_equal(wend_map_open("./test_io_tmx_a.tmx", &options, &map), WEND_ERROR_FILE);
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
        {HEAD TILES CSV("1,2,3,\n0,1") "</map>", 4, "5 tiles, expected 6"},
        {HEAD TILES CSV("1,2,3,\n0,1,1,2") "</map>", 5, "more tiles than the 6"},
        {HEAD TILES CSV("1,2,3,\n0,x,1") "</map>", 5, "found 'x', expected the number of a tile"},
        {HEAD TILES CSV("1,,3,\n0,1,1") "</map>", 4, "found ''"},
        {HEAD "<layer><data encoding=\"hex\"/></layer></map>", 3, "expected csv or base64"},
        {HEAD "<layer><data encoding=\"base64\" compression=\"lzma\"/></layer></map>", 3,
         "compression is 'lzma', expected zlib or gzip"},
        {HEAD "<layer><data encoding=\"base64\">AQAA</data></layer></map>", 3,
         "3 bytes of tiles, expected 24"},
        {HEAD "<layer><data encoding=\"base64\">A!AA</data></layer></map>", 3, "'!' is not"},
        {HEAD "<layer><data encoding=\"base64\" compression=\"zlib\">" RAW "</data></layer></map>",
         3, "packed data is damaged"},
        {HEAD TILES "<layer><data><tile gid=\"1\"/><tile gid=\"-1\"/></data></layer></map>", 4,
         "gid is '-1'"},
        {HEAD "<layer><data encoding=\"csv\"><chunk x=\"0\" y=\"0\" width=\"1\" height=\"1\">1"
              "</chunk></data></layer></map>",
         3, "a chunk in a map that is not infinite"},
        {HEAD "<tileset/></map>", 3, "there is no firstgid"},
        {HEAD TILES "<tileset firstgid=\"1\"/></map>", 4, "expected more than the 1"},
        {HEAD "<tileset firstgid=\"1\">\n<tile/></tileset></map>", 4, "there is no id"},
        {HEAD "<tileset firstgid=\"1\" source=\"/etc/tiles.tsx\"/></map>", 3,
         "'/etc/tiles.tsx': expected a name relative"},
        {HEAD "<tileset firstgid=\"1\" source=\"a.tsx\"/></map>", 3, "options->open is not set"},
        {HEAD "<properties><property name=\"cost\" value=\"many\"/></properties></map>", 3,
         "cost is 'many', expected 1 to 254, or 0, 255 or 'wall'"},
        {HEAD "<properties><property name=\"cost\">\n256</property></properties></map>", 4,
         "cost is '\n256'"},
        {HEAD "<properties><property value=\"1\"/></properties></map>", 3, "without a name"},
        {HEAD "<objectgroup><object x=\"left\"/></objectgroup></map>", 3,
         "x is 'left', expected a number"},
        {HEAD "<objectgroup><object width=\"-4\"/></objectgroup></map>", 3, "below 0"},
        {HEAD "<objectgroup><object><polygon/></object></objectgroup></map>", 3,
         "a polygon needs its points"},
        {HEAD "<objectgroup><object><polygon points=\"1,2 3\"/></object></objectgroup></map>", 3,
         "points go on '3', expected X,Y"},
        {"<!DOCTYPE map [<!ENTITY a \"aaaa\">]>\n<map/>", 1, "declares the entity 'a'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        expect_refused(bad[i].text, WEND_ERROR_FILE, bad[i].line, bad[i].part);
    }
    expect_refused(HEAD "<layer><data encoding=\"base64\" compression=\"zstd\"/></layer></map>",
                   WEND_ERROR_UNSUPPORTED, 3, "let Tiled save the map with zlib");
}

static void a_document_type_of_old_tiled_is_passed_over(void **state)
{
    (void)state;
    static const uint8_t costs[] = {1};
    expect_costs("<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">\n<map "
                 "orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"1\" "
                 "tileheight=\"1\"/>",
                 1, 1, costs);
}

static void elements_too_deep_are_refused(void **state)
{
    (void)state;
    char text[2000] = HEAD;
    for (int i = 0; i < WENDI_XML_DEPTH_MAX; i++) {
        strcat(text, "<group>");
    }
    expect_refused(text, WEND_ERROR_FILE, 3, "more than 64 elements in one another");
}

static void too_many_classes_are_refused(void **state)
{
    (void)state;
    static char text[6000];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", HEAD "<properties>");
    for (int i = 1; i <= WEND_GRID_CLASSES_MAX; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "<property name=\"cost:c%d\" value=\"1\"/>", i);
    }
    expect_refused(text, WEND_ERROR_FILE, 3, "'c32' is class 33, expected at most 32");
}

static void packed_layers_of_the_wrong_size_are_refused(void **state)
{
    (void)state;
    expect_refused("<map orientation=\"orthogonal\" width=\"3\" height=\"1\" tilewidth=\"1\" "
                   "tileheight=\"1\"><layer><data encoding=\"base64\" compression=\"zlib\">" ZLIB
                   "</data></layer></map>",
                   WEND_ERROR_FILE, 1, "unpacks to more than the 12 bytes");
    expect_refused("<map orientation=\"orthogonal\" width=\"3\" height=\"3\" tilewidth=\"1\" "
                   "tileheight=\"1\"><layer><data encoding=\"base64\" compression=\"zlib\">" ZLIB
                   "</data></layer></map>",
                   WEND_ERROR_FILE, 1, "unpacks to 24 bytes, expected 36");
    expect_refused("<map orientation=\"orthogonal\" width=\"3\" height=\"2\" tilewidth=\"1\" "
                   "tileheight=\"1\"><layer><data encoding=\"base64\" compression=\"zlib\">"
                   "eJxjZGBgYAJiZg==</data></layer></map>",
                   WEND_ERROR_FILE, 1, "packed data ends after");
    expect_refused("<map orientation=\"orthogonal\" width=\"3000\" height=\"2000\" "
                   "tilewidth=\"1\" tileheight=\"1\"><layer><data encoding=\"base64\" "
                   "compression=\"zlib\">" ZLIB "</data></layer></map>",
                   WEND_ERROR_FILE, 1, "cannot hold 6000000 tiles");
}

static void bad_arguments_open_nothing(void **state)
{
    (void)state;
    wend_map *map = NULL;
    wend_map_options options = wend_map_options_default();
    assert_int_equal(wend_map_open_bytes(NULL, 3, NULL, &map), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_open_bytes((const uint8_t *)".", 1, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_open("no_such_file.tmx", NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_open("no_such_file.tmx", NULL, &map), WEND_ERROR_FILE);
    options.tile_property = "";
    assert_int_equal(wend_map_open("no_such_file.tmx", &options, &map), WEND_ERROR_ARGUMENT);
    options.cookie = 0;
    assert_int_equal(wend_map_open_bytes((const uint8_t *)".", 1, &options, &map),
                     WEND_ERROR_ARGUMENT);
    assert_null(map);
    assert_null(wend_map_grid(NULL));
    assert_null(wend_map_take_grid(NULL));
    assert_int_equal(wend_map_get_format(NULL), WEND_MAP_FORMAT_AUTO);
    assert_int_equal(wend_map_class_count(NULL), 0);
    assert_int_equal(wend_map_item_count(NULL), 0);
    wend_map_destroy(NULL);
}

static void maps_of_costs_alone_open_too(void **state)
{
    (void)state;
    wend_map *map = NULL;
    assert_int_equal(wend_map_open_bytes((const uint8_t *)".#\n", 3, NULL, &map), WEND_OK);
    assert_int_equal(wend_map_get_format(map), WEND_MAP_FORMAT_TEXT);
    assert_int_equal(wend_map_class_count(map), 1);
    assert_int_equal(wend_map_item_count(map), 0);
    uint8_t bytes[4096];
    size_t count = 0;
    assert_int_equal(wend_grid_save(wend_map_grid(map), bytes, sizeof bytes, &count), WEND_OK);
    wend_map_destroy(map);
    assert_int_equal(wend_map_open_bytes(bytes, count, NULL, &map), WEND_OK);
    assert_int_equal(wend_map_get_format(map), WEND_MAP_FORMAT_GRID);
    assert_int_equal(wend_map_class_count(map), 1);
    assert_int_equal(wend_grid_cost(wend_map_grid(map), 0, 1, 0), W);
    wend_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_give_costs_walls_and_plain_ground),
        cmocka_unit_test(empty_cells_take_the_maps_own_cost),
        cmocka_unit_test(a_map_without_layers_is_open),
        cmocka_unit_test(the_upper_tile_with_a_cost_wins),
        cmocka_unit_test(hidden_layers_count_only_when_they_say_costs),
        cmocka_unit_test(layers_and_groups_speak_for_their_tiles),
        cmocka_unit_test(terrains_and_colours_give_costs_of_the_dearest_corner),
        cmocka_unit_test(tilesets_speak_for_tiles_that_say_nothing),
        cmocka_unit_test(costs_are_rounded_and_named_walls),
        cmocka_unit_test(turned_tiles_are_the_same_tiles),
        cmocka_unit_test(another_property_can_say_the_cost),
        cmocka_unit_test(cost_of_a_class_makes_a_class),
        cmocka_unit_test(every_encoding_gives_the_same_map),
        cmocka_unit_test(base64_takes_what_is_whole),
        cmocka_unit_test(infinite_maps_reach_as_far_as_their_chunks),
        cmocka_unit_test(hexagonal_maps_are_hexes_in_rows_or_columns),
        cmocka_unit_test(isometric_objects_count_in_heights_of_tiles),
        cmocka_unit_test(staggered_maps_are_squares_turned_by_an_eighth),
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
    return cmocka_run_group_tests(tests, skip_without_xml, NULL);
}
