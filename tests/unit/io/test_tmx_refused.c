/* Maps of Tiled with words and tile numbers that mean nothing are refused with line and what was
 * expected, and their neighbours are not. */
#include "io/core/xml.h"
#include "support/test.h"
#include "wend/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAP(attributes)                                                                            \
    "<?xml version=\"1.0\"?>\n<map orientation=\"hexagonal\" width=\"2\" height=\"2\" "            \
    "tilewidth=\"16\" tileheight=\"16\" hexsidelength=\"8\" " attributes ">\n"
/* Tiles 1 to 4 and 10 to 11; what is between belongs to none. */
#define TWO_SETS                                                                                   \
    "<tileset firstgid=\"1\" tilecount=\"4\"/><tileset firstgid=\"10\" tilecount=\"2\"/>\n"
#define LAYER(data) "<layer name=\"ground\"><data" data "</data></layer></map>"
#define CSV(text) LAYER(" encoding=\"csv\">" text)

/* Every other file is a tileset of 4 tiles, and of one more, as those of single pictures have. */
static wend_result open_tileset(void *context, const char *name, const wend_allocator *allocator,
                                uint8_t **bytes, size_t *count, wend_message *message)
{
    static const char text[] = "<tileset tilecount=\"4\"><tile id=\"6\"/></tileset>";
    (void)context;
    (void)name;
    (void)allocator;
    (void)message;
    *bytes = malloc(sizeof text); /* The allocator is libc's here. */
    assert_non_null(*bytes);
    memcpy(*bytes, text, sizeof text);
    *count = sizeof text - 1;
    return WEND_OK;
}

static wend_result open_map(const char *text, wend_message *message, wend_map **map)
{
    wend_map_options options = wend_map_options_default();
    options.read = open_tileset;
    options.message = message;
    return wend_map_load_memory((const uint8_t *)text, strlen(text), &options, map);
}

static void expect_taken(const char *text)
{
    wend_map *map = NULL;
    wend_message message = {0, ""};
    if (open_map(text, &message, &map) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    wend_map_destroy(map);
}

static void expect_refused(const char *text, uint32_t line, const char *expected)
{
    wend_map *map = NULL;
    wend_message message = {0, ""};
    assert_int_equal(open_map(text, &message, &map), WEND_ERROR_FILE);
    assert_null(map);
    assert_string_equal(message.text, expected);
    assert_int_equal(message.line, line);
}

static void words_that_mean_nothing_are_refused(void **state)
{
    (void)state;
    expect_refused(MAP("staggeraxis=\"z\"") "</map>", 2, "staggeraxis is 'z', expected y or x");
    expect_refused(MAP("staggeraxis=\"\"") "</map>", 2, "staggeraxis is '', expected y or x");
    expect_refused(MAP("staggerindex=\"Even\"") "</map>", 2,
                   "staggerindex is 'Even', expected odd or even");
    expect_refused(MAP("infinite=\"yes\"") "</map>", 2,
                   "infinite is 'yes', expected a whole number from 0 to 1");
    expect_refused(MAP("") "<layer visible=\"no\"/></map>", 3, "visible is 'no', expected 1 or 0");
    expect_refused(MAP("") "<group visible=\"2\"/></map>", 3, "visible is '2', expected 1 or 0");
    expect_taken(MAP("staggeraxis=\"x\" staggerindex=\"odd\" renderorder=\"left\"") "</map>");
}

static void words_are_refused_with_the_name_of_the_file(void **state)
{
    (void)state;
    static const char text[] = MAP("staggeraxis=\"z\"") "</map>";
    wend_message message = {0, ""};
    wend_map_options options = wend_map_options_default();
    wend_grid *grid = NULL;
    options.message = &message;
    assert_int_equal(
        wend_io_write_file("test_io_tmx_refused.tmx", (const uint8_t *)text, sizeof text - 1, NULL),
        WEND_OK);
    assert_int_equal(wend_map_load_grid_file("test_io_tmx_refused.tmx", &options, &grid, NULL),
                     WEND_ERROR_FILE);
    assert_string_equal(message.text,
                        "test_io_tmx_refused.tmx:2: staggeraxis is 'z', expected y or x");
    assert_int_equal(remove("test_io_tmx_refused.tmx"), 0);
}

static void tiles_of_no_tileset_are_refused(void **state)
{
    (void)state;
    static const char nine[] =
        "layer 'ground' has tile 9, expected 0 or one of the tilesets' 1 to 4, 10 to 11";
    expect_refused(MAP("") TWO_SETS CSV("1,2,\n9,0"), 5, nine);
    expect_refused(MAP("") TWO_SETS CSV("1,2,\n2147483657,0"), 5, nine); /* turned */
    expect_refused(MAP("") TWO_SETS LAYER(">\n<tile/><tile gid=\"9\"/>"), 5, nine);
    expect_refused(MAP("") TWO_SETS LAYER(" encoding=\"base64\">AQAAAAIAAAAJAAAAAAAAAA=="), 4,
                   nine);
    expect_refused(MAP("") TWO_SETS CSV("1,12,0,0"), 4,
                   "layer 'ground' has tile 12, expected 0 or one of the tilesets' 1 to 4, 10 to "
                   "11");
    expect_taken(MAP("") TWO_SETS CSV("1,4,10,11"));
    expect_taken(MAP("") TWO_SETS CSV("3758096385,0,0,0")); /* in all orientations */
}

static void tiles_of_a_map_without_tilesets_are_refused(void **state)
{
    (void)state;
    expect_refused(MAP("") CSV("0,0,1,0"), 3, "layer 'ground' has tile 1, but the map no tileset");
    expect_taken(MAP("") CSV("0,0,0,0"));
    expect_refused(MAP("") "<tileset firstgid=\"5\"/>\n" CSV("0,5,6000,4"), 4,
                   "layer 'ground' has tile 4, expected 0 or one of the tilesets' 5 and up");
}

static void tilesets_that_do_not_count_reach_to_the_next(void **state)
{
    (void)state;
    expect_taken(MAP("") "<tileset firstgid=\"1\"/><tileset firstgid=\"3\" tilecount=\"0\"/>" CSV(
        "1,2,3,268435455"));
    /* One that counts too many ends where the next begins. */
    expect_refused(MAP("") "<tileset firstgid=\"1\" tilecount=\"99\"/><tileset firstgid=\"3\" "
                           "tilecount=\"1\"/>\n" CSV("1,2,3,4"),
                   4,
                   "layer 'ground' has tile 4, expected 0 or one of the tilesets' 1 to 2, 3 to 3");
    expect_refused(MAP("") "<tileset firstgid=\"1\" tilecount=\"-1\"/></map>", 3,
                   "tilecount is '-1', expected a whole number from 0 to 268435455");
}

static void tilesets_of_their_own_file_count_there(void **state)
{
    (void)state;
    expect_taken(MAP("") "<tileset firstgid=\"2\" source=\"a.tsx\"/>\n" CSV("2,5,6,8"));
    expect_refused(MAP("") "<tileset firstgid=\"2\" source=\"a.tsx\"/>\n" CSV("2,5,9,0"), 4,
                   "layer 'ground' has tile 9, expected 0 or one of the tilesets' 2 to 8");
}

static void long_lists_of_tilesets_are_cut(void **state)
{
    (void)state;
    char text[2000] = MAP("");
    for (int i = 0; i < 20; i++) {
        char set[80];
        (void)snprintf(set, sizeof set, "<tileset firstgid=\"%d\" tilecount=\"1\"/>", 100 * i + 1);
        strcat(text, set);
    }
    strcat(text, CSV("2,0,0,0"));
    wend_map *map = NULL;
    wend_message message = {0, ""};
    assert_int_equal(open_map(text, &message, &map), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "tilesets' 1 to 1, 101 to 101, 201 to 201,"));
    assert_string_equal(message.text + strlen(message.text) - 5, ", ...");
}

static void file_that_was_cut_off_says_so(void **state)
{
    (void)state;
    expect_refused(MAP("") "<tileset firstgid=\"1\"/>\n", 4,
                   "not XML as it should be: the file ends early");
    expect_refused(MAP("") "<tileset firstgid=\"1\"/>\n<layer na", 4,
                   "not XML as it should be: the file ends early");
}

static bool has_property(const char *text, const char *tile_property)
{
    wend_map *map = NULL;
    wend_map_options options = wend_map_options_default();
    options.tile_property = tile_property;
    assert_int_equal(wend_map_load_memory((const uint8_t *)text, strlen(text), &options, &map),
                     WEND_OK);
    bool has = wend_map_has_tile_property(map);
    wend_map_destroy(map);
    return has;
}

static void the_map_knows_whether_its_tile_property_was_said(void **state)
{
    (void)state;
#define PROPERTY(name) "<properties><property name=\"" name "\" value=\"2\"/></properties>"
    static const char *const said[] = {
        MAP("") PROPERTY("speed") "</map>",
        MAP("") "<layer>" PROPERTY("speed:boat") "</layer></map>",
        MAP("") "<tileset firstgid=\"1\"><tile id=\"0\">" PROPERTY("speed") "</tile></tileset>"
                                                                            "</map>",
        MAP("") "<tileset firstgid=\"1\">" PROPERTY("speed") "</tileset></map>"};
    static const char *const unsaid[] = {
        MAP("") "</map>", MAP("") PROPERTY("speedy") PROPERTY("speed:") PROPERTY("solid") "</map>",
        MAP("") "<objectgroup><object>" PROPERTY("speed") "</object></objectgroup></map>", "..."};
#undef PROPERTY
    for (size_t i = 0; i < 4; i++) {
        assert_true(has_property(said[i], "speed"));
        assert_false(has_property(said[i], "cost"));
        assert_false(has_property(unsaid[i], "speed"));
    }
    assert_false(wend_map_has_tile_property(NULL));
}

static void squares_stay_squares_when_hexes_are_asked_for(void **state)
{
    (void)state;
    static const char text[] = "<map orientation=\"orthogonal\" width=\"2\" height=\"2\" "
                               "tilewidth=\"16\" tileheight=\"16\"/>";
    wend_map_options options = wend_map_options_default();
    wend_grid *grid = NULL;
    wend_grid_info info;
    options.neighbours = WEND_NEIGHBOURS_6;
    options.wrap = WEND_WRAP_X;
    assert_int_equal(
        wend_map_load_grid_memory((const uint8_t *)text, sizeof text - 1, &options, &grid, NULL),
        WEND_OK);
    wend_grid_get_info(grid, &info);
    assert_int_equal(info.neighbours, WEND_NEIGHBOURS_8);
    assert_int_equal(info.wrap, WEND_WRAP_X);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_that_mean_nothing_are_refused),
        cmocka_unit_test(words_are_refused_with_the_name_of_the_file),
        cmocka_unit_test(tiles_of_no_tileset_are_refused),
        cmocka_unit_test(tiles_of_a_map_without_tilesets_are_refused),
        cmocka_unit_test(tilesets_that_do_not_count_reach_to_the_next),
        cmocka_unit_test(tilesets_of_their_own_file_count_there),
        cmocka_unit_test(file_that_was_cut_off_says_so),
        cmocka_unit_test(long_lists_of_tilesets_are_cut),
        cmocka_unit_test(the_map_knows_whether_its_tile_property_was_said),
        cmocka_unit_test(squares_stay_squares_when_hexes_are_asked_for),
    };
    if (!wendi_xml_exists()) {
        print_message("no expat in this build: skipped\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
