/* `wend convert` of grids with classes, links, gates and stamps: it says what it leaves out and
 * what it cannot take. */
#include "io/core/xml.h"
#include "json_read.h"
#include "run.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A class with a name, a layer without one, a thing. */
static const char TILED[] =
    "<map orientation=\"orthogonal\" width=\"2\" height=\"1\" tilewidth=\"16\" tileheight=\"16\">"
    "<tileset firstgid=\"1\"><tile id=\"0\"><properties><property name=\"cost:horse\" "
    "value=\"2\"/></properties></tile></tileset><layer><data encoding=\"csv\">1,1</data></layer>"
    "<objectgroup><object name=\"camp\" x=\"8\" y=\"8\"/></objectgroup></map>";

/* Three classes, a link, two cells with a gate, two stamps; 4 neighbours, cells of 2 m. */
static void make_rich_map(const char *file)
{
    static const uint8_t hut[] = {3};
    wend_grid_def def = grids_def(4, 2, 3);
    def.neighbours = WEND_NEIGHBOURS_4;
    def.cell_size = 2.0;
    wend_grid *grid = grids_make(def);
    wend_link_def link = wend_link_def_default();
    wend_link_id link_id;
    link.from = 0;
    link.to = 7;
    assert_int_equal(wend_grid_add_link(grid, &link, &link_id, NULL), WEND_OK);
    assert_int_equal(wend_grid_set_closed_teams(grid, 1, 0, 2, 1, 1), WEND_OK);
    for (int32_t x = 0; x < 2; x++) {
        wend_stamp_def stamp = wend_stamp_def_default();
        wend_stamp_id stamp_id;
        stamp.x = x;
        stamp.y = 1;
        stamp.width = 1;
        stamp.height = 1;
        stamp.costs = hut;
        assert_int_equal(wend_grid_add_stamp(grid, &stamp, &stamp_id, NULL), WEND_OK);
    }
    assert_int_equal(wend_map_save_file(grid, file, WEND_MAP_FORMAT_GRID, NULL), WEND_OK);
    wend_grid_destroy(grid);
}

/* Converts and takes the result away. @param part of stderr; "" = it must be empty. */
static void expect_convert(const char *from, const char *name, const char *arguments, int exit_code,
                           const char *part)
{
    char to[RUN_PATH_CAPACITY];
    char line[3 * RUN_PATH_CAPACITY];
    run_temporary(name, to);
    snprintf(line, sizeof line, "convert %s %s %s", from, to, arguments);
    run_expect(line, exit_code, part);
    assert_int_equal(remove(to) == 0, exit_code == 0);
}

static void expect_failure(const char *map, const char *arguments, const char *part)
{
    char line[3 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "info %s %s", map, arguments);
    run_expect(line, 2, part);
}

static void convert_names_what_the_format_does_not_hold(void **state)
{
    (void)state;
    char map[RUN_PATH_CAPACITY];
    make_rich_map(run_temporary("rich.wend", map));
    expect_convert(map, "rich.txt", "", 0,
                   "wend convert: left out: 2 classes, 1 link, 2 cells closed to teams, the ground "
                   "under 2 stamps, 4 neighbours, the size of cells\n");
    expect_convert(map, "rich.txt", "--class 1", 0,
                   "left out: 1 link, 2 cells closed to teams, the ground under 2 stamps, 4 "
                   "neighbours, the size of cells\n");
    expect_convert(map, "rich.bin", "--class 1 --to grid", 0,
                   "left out: 1 link, 2 cells closed to teams, the ground under 2 stamps\n");
    expect_convert(map, "rich-2.wend", "", 0, "");
    char line[3 * RUN_PATH_CAPACITY];
    char to[RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "convert %s %s", map, run_temporary("rich.txt", to));
    char *answer = run_json(line, 0);
    assert_non_null(strstr(answer, "\"left_out\": [\"2 classes\", \"1 link\", "));
    free(answer);
    assert_int_equal(remove(to), 0);
    assert_int_equal(remove(map), 0);
}

static void convert_of_plain_costs_leaves_nothing_out(void **state)
{
    (void)state;
    char map[RUN_PATH_CAPACITY];
    run_map("city64.txt", map);
    expect_convert(map, "plain.wend", "", 0, "");
    expect_convert(map, "plain.txt", "", 0, "");
    expect_convert(map, "plain.txt", "--corners one", 0, "left out: the corner rule\n");
    expect_convert(map, "plain.wend", "--corners one --neighbours 6 --wrap x", 0, "");
}

static void convert_of_hexes_or_wrapping_needs_a_grid(void **state)
{
    (void)state;
    char map[RUN_PATH_CAPACITY];
    run_map("city64.txt", map);
    expect_convert(map, "hexes.txt", "--neighbours 6", 2, "the cells are hexes, which text");
    expect_convert(map, "hexes.txt", "--wrap y", 2, "the map wraps around, which text");
}

static void options_without_meaning_are_refused(void **state)
{
    (void)state;
    char map[RUN_PATH_CAPACITY];
    char text[RUN_PATH_CAPACITY];
    make_rich_map(run_temporary("rich.wend", map));
    run_map("city64.txt", text);
    expect_failure(map, "--cell-size 2", "--cell-size: only maps that do not say it");
    expect_failure(map, "--cost .=3", "--cost: only movingai and text maps have characters");
    expect_failure(text, "--entry 4c-rush", "--entry: only archives of Warzone 2100");
    expect_failure(text, "--data core", "--data: only maps of Wesnoth");
    expect_failure(text, "--tile-property speed", "--tile-property: only maps of Tiled");
    expect_failure(map, "--class horse",
                   "--class: the map's classes have no names; expected a whole number from 0 to 2, "
                   "found 'horse'");
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "info %s --cell-size 2 --cost .=3", text);
    free(run_json(line, 0));
    assert_int_equal(remove(map), 0);
}

static void names_and_items_of_tiled_are_said_to_be_lost(void **state)
{
    (void)state;
    if (!wendi_xml_exists()) {
        skip();
    }
    char map[RUN_PATH_CAPACITY];
    run_write_text(run_temporary("horse.tmx", map), TILED);
    expect_convert(map, "horse.wend", "", 0, "left out: 1 class name, 1 item\n");
    expect_convert(map, "horse.txt", "", 0, "left out: 1 class, 1 item\n");
    expect_convert(map, "horse.txt", "--class horse", 0, "left out: 1 item\n");
    expect_failure(map, "--cost .=3", "--cost: only movingai and text");
    expect_failure(map, "--neighbours 6", "defines 8");
    assert_int_equal(remove(map), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(convert_names_what_the_format_does_not_hold),
        cmocka_unit_test(convert_of_plain_costs_leaves_nothing_out),
        cmocka_unit_test(convert_of_hexes_or_wrapping_needs_a_grid),
        cmocka_unit_test(options_without_meaning_are_refused),
        cmocka_unit_test(names_and_items_of_tiled_are_said_to_be_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
