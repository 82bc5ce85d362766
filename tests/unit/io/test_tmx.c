/* Maps of Tiled made in memory: costs, classes, encodings and shapes. */
#include "io/core/base64.h"
#include "support/test.h"
#include "support/tmx_text.h"
#include "wend/io.h"

#include <stdio.h>
#include <string.h>

enum { W = 255 };

/* ---- ground ---- */

static void tiles_give_costs_walls_and_plain_ground(void **state)
{
    (void)state;
    static const uint8_t costs[] = {3, W, 1, W, 3, 3};
    tmx_expect_costs(TMX_HEAD TMX_TILES TMX_CSV("1,2,3,\n0,1,1") "</map>", 3, 2, costs);
}

static void empty_cells_take_the_maps_own_cost(void **state)
{
    (void)state;
    static const uint8_t costs[] = {7, W, 1, 3, 7, 7};
    tmx_expect_costs(
        TMX_HEAD "<properties><property name=\"cost\" value=\"7\"/></properties>" TMX_TILES TMX_CSV(
            "0,2,3,1,0,0") "</map>",
        3, 2, costs);
}

static void a_map_without_layers_is_open(void **state)
{
    (void)state;
    static const uint8_t costs[] = {1, 1, 1, 1, 1, 1};
    tmx_expect_costs(TMX_HEAD "</map>", 3, 2, costs);
}

static void the_upper_tile_with_a_cost_wins(void **state)
{
    (void)state;
    static const uint8_t costs[] = {W, 3, 3, W, 3, 1};
    tmx_expect_costs(TMX_HEAD TMX_TILES TMX_CSV("1,2,1,2,0,3") TMX_CSV("2,1,3,0,1,3") "</map>", 3,
                     2, costs);
}

static void hidden_layers_count_only_when_they_say_costs(void **state)
{
    (void)state;
    static const uint8_t costs[] = {3, 3, W, 3, 3, 3};
    tmx_expect_costs(
        TMX_HEAD TMX_TILES TMX_CSV(
            "1,1,1,1,1,1") "<layer visible=\"0\"><data encoding=\"csv\">2,2,2,2,2,2"
                           "</data></layer>"
                           "<group visible=\"0\">" TMX_CSV(
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
    tmx_expect_costs(
        TMX_HEAD TMX_TILES
        "<group><properties><property name=\"cost\" value=\"9\"/></properties>" TMX_CSV(
            "1,2,3,1,0,0") "<layer><properties><property name=\"cost\" value=\"4\"/>"
                           "</properties><data encoding=\"csv\">0,0,1,0,0,0</data>"
                           "</layer></group></map>",
        3, 2, costs);
}

static void terrains_and_colours_give_costs_of_the_most_expensive_corner(void **state)
{
    (void)state;
    static const uint8_t costs[] = {5, 8, 2, 6, 8, 1};
    tmx_expect_costs(
        TMX_HEAD
        "<tileset firstgid=\"1\"><terraintypes><terrain name=\"grass\"><properties><property "
        "name=\"cost\" value=\"5\"/></properties></terrain><terrain name=\"mud\"><properties>"
        "<property name=\"cost\" value=\"8\"/></properties></terrain></terraintypes>"
        "<tile id=\"0\" terrain=\"0,0,,0\"/><tile id=\"1\" terrain=\"0,1,0,0\"/>"
        "<tile id=\"2\" terrain=\"1,1,1,1\"><properties><property name=\"cost\" value=\"2\"/>"
        "</properties></tile>"
        "<wangsets><wangset><wangcolor><properties><property name=\"cost\" value=\"6\"/>"
        "</properties></wangcolor><wangcolor/><wangtile tileid=\"3\" "
        "wangid=\"0,1,0,2,0,1,0,2\"/><wangtile tileid=\"1\" wangid=\"1,1,1,1,1,1,1,1\"/>"
        "<wangtile tileid=\"4\" wangid=\"2,2,2,2,2,2,2,9\"/></wangset></wangsets>"
        "</tileset>" TMX_CSV("1,2,3,4,2,5") "</map>",
        3, 2, costs);
}

static void tilesets_speak_for_tiles_that_say_nothing(void **state)
{
    (void)state;
    static const uint8_t costs[] = {3, W, 1, 6, 2, 6};
    tmx_expect_costs(TMX_HEAD TMX_TILES
                     "<tileset firstgid=\"10\"><properties><property name=\"cost\" value=\"6\"/>"
                     "</properties><tile id=\"1\"><properties><property name=\"cost\" value=\"2\"/>"
                     "</properties></tile></tileset>" TMX_CSV("1,2,9,10,11,12") "</map>",
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
        (void)snprintf(
            text, sizeof text,
            "<map orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"1\" "
            "tileheight=\"1\"><tileset firstgid=\"1\"><tile id=\"0\"><properties>"
            "<property name=\"cost\" value=\"%s\"/></properties></tile></tileset>" TMX_CSV(
                "1") "</map>",
            values[i]);
        tmx_expect_costs(text, 1, 1, &costs[i]);
    }
}

static void turned_tiles_are_the_same_tiles(void **state)
{
    (void)state;
    static const uint8_t costs[] = {3, W, 1, 3, W, 3};
    tmx_expect_costs(TMX_HEAD TMX_TILES TMX_CSV(
                         "2147483649,1073741826,536870915,268435457,4026531842,1") "</map>",
                     3, 2, costs);
}

static void another_property_can_say_the_cost(void **state)
{
    (void)state;
    static const uint8_t weights[] = {1, 1, 1, 1, 1, 7};
    const char *text = TMX_HEAD "<tileset firstgid=\"1\"><tile id=\"5\"><properties><property "
                                "name=\"weight\" value=\"7\"/><property name=\"cost\" value=\"x\"/>"
                                "</properties></tile></tileset>" TMX_CSV("1,1,1,1,1,6") "</map>";
    wend_map_options options = wend_map_options_default();
    options.tile_property = "weight";
    wend_map *map = tmx_open_with(text, &options);
    tmx_expect_class(map, 0, 3, 2, weights);
    wend_map_destroy(map);
}

static void cost_of_a_class_makes_a_class(void **state)
{
    (void)state;
    static const uint8_t plain[] = {3, W, 1, 1, 1, 1};
    static const uint8_t boat[] = {3, 2, W, 1, 1, 1};
    static const uint8_t bird[] = {1, W, 1, 1, 1, 1};
    wend_map *map = tmx_open(
        TMX_HEAD
        "<tileset firstgid=\"1\"><tile id=\"0\"><properties><property name=\"cost\" "
        "value=\"3\"/><property name=\"cost:bird\" value=\"1\"/></properties></tile>"
        "<tile id=\"1\"><properties><property name=\"blocked\" value=\"true\"/><property "
        "name=\"cost:boat\" value=\"2\"/></properties></tile><tile id=\"2\"><properties>"
        "<property name=\"cost:boat\" value=\"wall\"/></properties></tile></tileset>" TMX_CSV(
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
    tmx_expect_class(map, 0, 3, 2, plain);
    tmx_expect_class(map, 1, 3, 2, bird);
    tmx_expect_class(map, 2, 3, 2, boat);
    wend_map_destroy(map);
}

/* ---- encodings ---- */

/* TMX_RAW, packed by gzip. */
#define GZIP "H4sIAAAAAAACA2NkYGBgAmJmBghghGIAggr0tRgAAAA="

static void every_encoding_gives_the_same_map(void **state)
{
    (void)state;
    static const uint8_t costs[] = {3, W, 1, W, 3, 3};
    tmx_expect_costs(TMX_HEAD TMX_TILES "<layer><data encoding=\"base64\">\n  " TMX_RAW
                                        "\n</data></layer></map>",
                     3, 2, costs);
    tmx_expect_costs(TMX_HEAD TMX_TILES "<layer><data encoding=\"base64\" compression=\"\">" TMX_RAW
                                        "</data></layer></map>",
                     3, 2, costs);
    tmx_expect_costs(TMX_HEAD TMX_TILES
                     "<layer><data encoding=\"base64\" compression=\"zlib\">" TMX_ZLIB
                     "</data></layer></map>",
                     3, 2, costs);
    tmx_expect_costs(TMX_HEAD TMX_TILES
                     "<layer><data encoding=\"base64\" compression=\"gzip\">" GZIP
                     "</data></layer></map>",
                     3, 2, costs);
    tmx_expect_costs(TMX_HEAD TMX_TILES
                     "<layer><data><tile gid=\"1\"/><tile gid=\"2\"/><tile gid=\"3\"/>"
                     "<tile/><tile gid=\"1\"/><tile gid=\"1\"/></data></layer></map>",
                     3, 2, costs);
    tmx_expect_costs(TMX_HEAD TMX_TILES TMX_CSV("\r\n 1 , 2,\t3,\n0,1,\r\n1\r\n") "</map>", 3, 2,
                     costs);
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
    wend_map *map = tmx_open(
        "<map orientation=\"orthogonal\" infinite=\"1\" width=\"9\" height=\"9\" tilewidth=\"16\" "
        "tileheight=\"16\">" TMX_TILES "<layer><data encoding=\"csv\"><chunk x=\"-2\" y=\"-1\" "
        "width=\"2\" height=\"2\">1,2,3,3</chunk><chunk x=\"0\" y=\"1\" width=\"2\" height=\"2\">"
        "1,1,0,2</chunk></data></layer><objectgroup><object name=\"here\" x=\"-24\" y=\"8\">"
        "<point/></object></objectgroup></map>");
    tmx_expect_class(map, 0, 4, 4, costs);
    wend_map_item item = wend_map_get_item(map, 0);
    tmx_expect_place(&item, 0.5, 1.5);
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
            "tileheight=\"%d\" hexsidelength=\"16\" staggeraxis=\"%s\" "
            "staggerindex=\"%s\">" TMX_TILES TMX_CSV(
                "1,2,3,0,1,1") "<objectgroup><object name=\"a\" x=\"%d\" y=\"%d\"><point/>"
                               "</object><object name=\"b\" x=\"%d\" y=\"%d\"><point/>"
                               "</object></objectgroup></map>",
            is_rows ? 28 : 32, is_rows ? 32 : 28, cases[i].axis, cases[i].index,
            is_rows ? along0 : 16, is_rows ? 16 : along0, is_rows ? along1 : 40,
            is_rows ? 40 : along1);
        static const uint8_t costs[] = {3, W, 1, W, 3, 3};
        wend_map *map = tmx_open(text);
        const wend_grid *grid = wend_map_grid(map);
        wend_grid_info info;
        wend_grid_get_info(grid, &info);
        assert_int_equal(info.neighbours, WEND_NEIGHBOURS_6);
        assert_int_equal(info.hex_layout, cases[i].layout);
        tmx_expect_class(map, 0, 3, 2, costs);
        for (int32_t k = 0; k < 2; k++) {
            wend_map_item item = wend_map_get_item(map, (size_t)k);
            wend_node node = wend_grid_node(grid, k, k);
            wend_vec2 centre = wend_grid_position(grid, node);
            assert_int_equal(item.node, node);
            tmx_expect_place(&item, centre.x, centre.y);
        }
        wend_map_destroy(map);
    }
}

static void isometric_objects_count_in_heights_of_tiles(void **state)
{
    (void)state;
    wend_map *map =
        tmx_open("<map orientation=\"isometric\" width=\"3\" height=\"2\" tilewidth=\"64\" "
                 "tileheight=\"32\">" TMX_TILES TMX_CSV(
                     "1,2,3,0,1,1") "<objectgroup><object name=\"a\" x=\"48\" "
                                    "y=\"16\"/><object name=\"tree\" gid=\"1\" x=\"80\" y=\"48\" "
                                    "width=\"64\" height=\"90\"/>"
                                    "</objectgroup></map>");
    wend_map_item item = wend_map_get_item(map, 0);
    tmx_expect_place(&item, 1.5, 0.5);
    item = wend_map_get_item(map, 1);
    tmx_expect_place(&item, 2.5, 1.5);
    wend_map_destroy(map);
}

/* The cell of tile column, row of a staggered map: the position of the one wall. */
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
                   "tileheight=\"2\" staggeraxis=\"%s\" staggerindex=\"%s\">" TMX_TILES
                   "<layer><data encoding=\"csv\">%s</data></layer><objectgroup><object x=\"%d\" "
                   "y=\"%d\"><point/></object></objectgroup></map>",
                   axis, index, csv, x, y);
    wend_map *map = tmx_open(text);
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
    tmx_expect_place(&item, centre.x, centre.y);
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
         * down their row's line, one edge in each direction. */
        int32_t a = (int32_t)find_wall_tile(axis, index, 1, 0);
        int32_t b = (int32_t)find_wall_tile(axis, index, 1, axis[0] == 'y' ? 2 : 1);
        assert_int_equal(b - a, 1001);
        int32_t c = (int32_t)find_wall_tile(axis, index, axis[0] == 'x' ? 3 : 2, 0);
        assert_int_equal(c - a, 1 - 1000);
    }
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
        cmocka_unit_test(terrains_and_colours_give_costs_of_the_most_expensive_corner),
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
    };
    return cmocka_run_group_tests(tests, tmx_skip_without_xml, NULL);
}
