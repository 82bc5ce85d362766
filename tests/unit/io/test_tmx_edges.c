/* Maps of Tiled that are rare but right, and other files that are wrong: costs, items and
 * refusals. */
#include "io/core/xml.h"
#include "support/test.h"
#include "wend/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W 255

/* A map of 2 x 1 tiles of 16 x 16 pixels. */
#define HEAD                                                                                       \
    "<map orientation=\"orthogonal\" width=\"2\" height=\"1\" tilewidth=\"16\" tileheight=\"16\">"
#define TILESET "<tileset firstgid=\"1\"/>"
#define STAGGERED                                                                                  \
    "<map orientation=\"staggered\" width=\"2\" height=\"2\" tilewidth=\"16\" tileheight=\"16\" "  \
    "staggeraxis=\"y\">"
#define PROPERTY(name, value)                                                                      \
    "<properties><property name=\"" name "\" value=\"" value "\"/></properties>"
#define CSV(text) "<layer visible=\"1\"><data encoding=\"csv\">" text "</data></layer>"

/* Every other file has this text. */
static wend_result open_text(void *context, const char *name, const wend_allocator *allocator,
                             uint8_t **bytes, size_t *count, wend_message *message)
{
    (void)name;
    (void)allocator;
    (void)message;
    *count = strlen(context);
    *bytes = malloc(*count + 1); /* The allocator is libc's here. */
    assert_non_null(*bytes);
    memcpy(*bytes, context, *count + 1);
    return WEND_OK;
}

static wend_result open_map(const char *text, const char *other, wend_message *message,
                            wend_map **map)
{
    char copy[1000] = "";
    wend_map_options options = wend_map_options_default();
    (void)snprintf(copy, sizeof copy, "%s", other);
    options.read = open_text;
    options.read_context = copy;
    options.message = message;
    return wend_map_load_memory((const uint8_t *)text, strlen(text), &options, map);
}

static void expect_costs(const char *text, uint8_t first, uint8_t second)
{
    wend_map *map = NULL;
    wend_message message = {0, ""};
    if (open_map(text, "", &message, &map) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    assert_int_equal(wend_grid_cost(wend_map_grid(map), 0, 0, 0), first);
    assert_int_equal(wend_grid_cost(wend_map_grid(map), 0, 1, 0), second);
    wend_map_destroy(map);
}

static void expect_refused(const char *text, const char *other, const char *part)
{
    wend_map *map = NULL;
    wend_message message = {0, ""};
    assert_int_equal(open_map(text, other, &message, &map), WEND_ERROR_FILE);
    assert_null(map);
    if (strstr(message.text, part) == NULL) {
        print_error("%s\nexpected: %s\n", message.text, part);
    }
    assert_non_null(strstr(message.text, part));
    /* Without a message it is refused all the same. */
    assert_int_equal(open_map(text, other, NULL, &map), WEND_ERROR_FILE);
}

static wend_map_item first_item(const char *text, wend_map **map)
{
    wend_message message = {0, ""};
    if (open_map(text, "", &message, map) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    assert_int_equal(wend_map_item_count(*map), 1);
    return wend_map_get_item(*map, 0);
}

static void walls_are_said_in_several_ways(void **state)
{
    (void)state;
    expect_costs(HEAD "<tileset firstgid=\"1\"><tile id=\"0\">" PROPERTY(
                     "Solid", "1") "</tile>"
                                   "<tile id=\"1\">" PROPERTY(
                                       "collides", "false") "</tile></tileset>" CSV("1,2") "</map>",
                 W, 1);
    expect_costs(HEAD "<tileset firstgid=\"1\"><tile id=\"0\">" PROPERTY(
                     "cost:", "9") "</tile>"
                                   "<tile id=\"1\">" PROPERTY("costs", "9") "</tile></tileset>" CSV(
                                       "1,2") "</map>",
                 1, 1);
}

static void costs_of_tilesets_tiles_and_grounds_are_read(void **state)
{
    (void)state;
    expect_costs(HEAD
                 "<tileset firstgid=\"5\">" PROPERTY("cost", "4") "</tileset>" CSV("0,5") "</map>",
                 W, 4);
    expect_costs(
        HEAD
        "<tileset firstgid=\"1\"><tile id=\"0\"><properties><property name=\"cost\">6"
        "</property></properties></tile><tile id=\"0\">" PROPERTY(
            "cost", "2") "</tile><wangsets><wangset><wangtile tileid=\"1\"/></wangset></wangsets>"
                         "</tileset>" CSV("1,2") "</map>",
        6, 1);
}

static void what_is_not_known_is_passed_over(void **state)
{
    (void)state;
    expect_costs(HEAD TILESET
                 "<editorsettings><layer/></editorsettings><imagelayer><image/></imagelayer>"
                 "<layer><data encoding=\"csv\">1,<odd>5</odd>1</data></layer></map>",
                 1, 1);
    expect_costs(HEAD "<properties><property name=\"cost\" value=\"5\">text</property>"
                      "<property name=\"empty\"></property></properties></map>",
                 5, 5);
    expect_costs(HEAD TILESET
                 "<group>text<layer visible=\"1\"><data encoding=\"csv\">0,1 \t</data></layer>"
                 "</group></map>",
                 W, 1);
}

static void other_files_of_another_kind_are_refused(void **state)
{
    (void)state;
    const char *tileset = HEAD "<tileset firstgid=\"1\" source=\"a.tsx\"/></map>";
    const char *template = HEAD "<objectgroup><object template=\"a.tx\"/></objectgroup></map>";
    expect_refused(tileset, "<map/>", "a.tsx:1: found <map>, expected <tileset>");
    expect_refused(tileset, "", "a.tsx:1: not XML");
    expect_refused(tileset, "<tileset>\n<tile id=\"x\"/></tileset>", "a.tsx:2: id is 'x'");
    expect_refused(template, "<tileset/>", "a.tx:1: found <tileset>, expected <template>");
    expect_refused(template, "<template>\n<object y=\"down\"/></template>", "a.tx:2: y is 'down'");
}

static void rare_mistakes_are_refused(void **state)
{
    (void)state;
    expect_refused(HEAD TILESET CSV("1,123456789012345678901234567890") "</map>", "",
                   "found '12345678901234567890', expected");
    expect_refused(HEAD "<layer><data encoding=\"base64\">!</data></layer></map>", "", "'!'");
    expect_refused(HEAD PROPERTY("cost:boat", "-1") "</map>", "", "cost:boat is '-1'");
    expect_refused(HEAD PROPERTY("cost", "-+1") "</map>", "", "cost is '-+1'");
    expect_refused(HEAD PROPERTY("cost", "-") "</map>", "", "cost is '-'");
    expect_refused("<map orientation=\"orthogonal\" infinite=\"1\" tilewidth=\"1\" "
                   "tileheight=\"1\"><layer><data encoding=\"csv\"><chunk x=\"0\" y=\"0\" "
                   "width=\"0\"/></data></layer></map>",
                   "", "width is '0', expected a whole number from 1");
    expect_refused("<map orientation=\"orthogonal\" infinite=\"1\" tilewidth=\"1\" "
                   "tileheight=\"1\"><layer><data><chunk y=\"0\"/></data></layer></map>",
                   "", "there is no x");
    expect_refused("<map orientation=\"orthogonal\" infinite=\"1\" tilewidth=\"1\" "
                   "tileheight=\"1\"><layer><data encoding=\"csv\"><chunk x=\"-9999\" y=\"0\" "
                   "width=\"1\" height=\"1\">1</chunk><chunk x=\"9999\" y=\"0\" width=\"1\" "
                   "height=\"1\">1</chunk></data></layer></map>",
                   "", "map of 19999 x 1 cells");
    expect_refused(HEAD "<objectgroup><object height=\"-1\"/></objectgroup></map>", "", "below 0");
    expect_refused(HEAD "<objectgroup><object><polyline points=\"1,1\"/><polyline points=\"1,1\"/>"
                        "</object></objectgroup></map>",
                   "", "a polyline needs its points, once");
    expect_refused(HEAD "<objectgroup><object><polygon points=\"\"/></object></objectgroup></map>",
                   "", "needs its points");
    expect_refused(HEAD "<objectgroup><object><polygon points=\"a,1\"/></object></objectgroup>"
                        "</map>",
                   "", "points go on 'a,1'");
    expect_refused(HEAD "<tileset firstgid=\"1\"><wangsets><wangset><wangtile tileid=\"-1\"/>"
                        "</wangset></wangsets></tileset></map>",
                   "", "tileid is '-1'");
}

static void turned_and_slanted_objects_are_where_they_look(void **state)
{
    (void)state;
    wend_map *map = NULL;
    wend_map_item item = first_item(
        HEAD "<objectgroup><object x=\"16\" y=\"16\" width=\"16\" height=\"0\" rotation=\"-90\"/>"
             "</objectgroup></map>",
        &map);
    assert_int_equal(item.kind, WEND_MAP_ITEM_POLYGON);
    assert_true(item.position.x > 0.999 && item.position.x < 1.001);
    assert_true(item.position.y > 0.499 && item.position.y < 0.501);
    wend_map_destroy(map);
    item = first_item(STAGGERED "<objectgroup><object x=\"8\" y=\"0\" width=\"8\" height=\"8\"/>"
                                "</objectgroup></map>",
                      &map);
    assert_int_equal(item.kind, WEND_MAP_ITEM_POLYGON);
    assert_int_equal(item.point_count, 4);
    wend_map_destroy(map);
    item = first_item(STAGGERED "<objectgroup><object gid=\"1\" x=\"8\" y=\"8\" width=\"8\" "
                                "height=\"40\"/></objectgroup></map>",
                      &map);
    assert_int_equal(item.kind, WEND_MAP_ITEM_THING);
    assert_int_not_equal(item.node, WEND_NODE_NONE);
    wend_map_destroy(map);
    item = first_item(HEAD "<objectgroup><object x=\"0\" y=\"0\" height=\"16\" name=\"spa\" "
                           "type=\"SPAWNS\"/></objectgroup></map>",
                      &map);
    assert_int_equal(item.kind, WEND_MAP_ITEM_SPAWN);
    wend_map_destroy(map);
    item = first_item(HEAD "<objectgroup><object><polygon points=\"0,0 8,-8 -8,8\"/></object>"
                           "</objectgroup></map>",
                      &map);
    assert_true(item.size.x > 0.999 && item.size.y > 0.999);
    wend_map_destroy(map);
}

static void players_are_numbers(void **state)
{
    (void)state;
    wend_map *map = NULL;
    wend_map_item item = first_item(HEAD "<objectgroup><object><properties><property "
                                         "name=\"player\" value=\"red\"/><property name=\"Team\" "
                                         "value=\"3\"/></properties></object></objectgroup></map>",
                                    &map);
    assert_int_equal(item.player, -1);
    assert_int_equal(item.team, 3);
    assert_string_equal(wend_map_item_property(map, 0, "player"), "red");
    assert_null(wend_map_item_property(map, 0, NULL));
    wend_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_are_said_in_several_ways),
        cmocka_unit_test(costs_of_tilesets_tiles_and_grounds_are_read),
        cmocka_unit_test(what_is_not_known_is_passed_over),
        cmocka_unit_test(other_files_of_another_kind_are_refused),
        cmocka_unit_test(rare_mistakes_are_refused),
        cmocka_unit_test(turned_and_slanted_objects_are_where_they_look),
        cmocka_unit_test(players_are_numbers),
    };
    if (!wendi_xml_exists()) {
        print_message("no expat in this build: skipped\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
