/* Small hex maps of Wesnoth with terrain rules: costs, starts and layout, and what is refused. */
#include "base/core/memory.h"
#include "support/test.h"
#include "wend/hex.h"
#include "wend/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a game's data in memory ---- */

typedef struct data_file {
    const char *name, *text;
} data_file;

static const char terrain_cfg[] =
    "[terrain_type]\n id=flat\n string=Gt\n[/terrain_type]\n"
    "[terrain_type]\n id=shallow_water\n string=Wst\n[/terrain_type]\n"
    "[terrain_type]\n id=forest\n string=Ft\n[/terrain_type]\n"
    "[terrain_type]\n id=hills\n string=Ht\n aliasof=Ht\n[/terrain_type]\n"
    "[terrain_type]\n id=impassable\n string=Xt\n[/terrain_type]\n"
    "[terrain_type]\n id=grass\n string=Gg\n aliasof=Gt\n[sub]\nstring=no^code^\n[/sub]\n"
    "[/terrain_type]\n"
    "[terrain_type]\n id=again\n string=Gg\n aliasof=Xt\n[/terrain_type]\n"
    "[terrain_type]\n id=water\n string=Ww\n aliasof=Wst\n[/terrain_type]\n"
    "[terrain_type]\n id=ford\n string=Wwf\n aliasof=Gt, Wst\n[/terrain_type]\n"
    "[terrain_type]\n id=dunes\n string=Hd\n mvt_alias=-,Ht,Wst\n aliasof=Ht\n[/terrain_type]\n"
    "[terrain_type]\n id=trees\n string=^Fp\n aliasof=_bas,Ft\n mvt_alias=-,_bas,Ft\n"
    " default_base=Hd\n[/terrain_type]\n"
    "[terrain_type]\n id=bridge\n string=^B\n aliasof=_bas,Gt\n[/terrain_type]\n"
    "[terrain_type]\n id=turns\n string=Tu\n aliasof=\"-,Gt,Wst,+,Ht\"\n[/terrain_type]\n"
    "[terrain_type]\n id=marsh\n string=^Fo\n mvt_alias=-,_bas,Wst\n[/terrain_type]\n"
    "[terrain_type]\n id=peak\n string=Mm^Xm\n aliasof=-,Gt,Xt\n[/terrain_type]\n"
    "[terrain_type]\n id=border\n string=^_fme\n aliasof=\n default_base=\n[/terrain_type]\n"
    "[other]\n id=other\n[terrain_type]\n[/terrain_type]\n[/other]\n";

static const char units_cfg[] =
    "[units]\n"
    "[movetype]\n name=foot\n [movement_costs]\n flat=1\n"
    " shallow_water=3\n forest=2\n hills=2\n[/movement_costs]\n"
    " [defense]\n flat=60\n[/defense]\n[/movetype]\n"
    "[movetype]\n name=fly\n {FLY}\n[/movetype]\n"
    "[movetype]\n [movement_costs]\n flat=1\n shallow_water=3\n"
    " forest=2\n hills=2\n impassable=120\n[/movement_costs]\n"
    " name=twin\n[/movetype]\n"
    "[movetype]\n name=ship\n [movement_costs]\n shallow_water=0\n"
    "[/movement_costs]\n[/movetype]\n"
    "[/units]\n"
    "[movement_costs]\n flat=9\n[/movement_costs]\n"
    "[unit_type]\n name=none\n[movement_costs]\n flat=9\n[/movement_costs]\n"
    "[/unit_type]\n";

static const char movetypes_cfg[] = "#define FLY\n[movement_costs]\n flat=1\n shallow_water=1\n"
                                    " forest=1\n hills=1\n[/movement_costs]\n#enddef\n";

static const data_file whole_data[] = {{"data/core/terrain.cfg", terrain_cfg},
                                       {"data/core/units.cfg", units_cfg},
                                       {"data/core/macros/movetypes.cfg", movetypes_cfg},
                                       {NULL, NULL}};

static wend_result open_data(void *context, const char *name, const wend_allocator *allocator,
                             uint8_t **bytes, size_t *count, wend_message *message)
{
    (void)message;
    for (const data_file *file = context; file->name != NULL; file++) {
        if (strcmp(file->name, name) == 0) {
            size_t length = strlen(file->text);
            *bytes = wendi_alloc_zero(allocator, length + 1);
            assert_non_null(*bytes);
            memcpy(*bytes, file->text, length);
            *count = length;
            return WEND_OK;
        }
    }
    return WEND_ERROR_FILE;
}

static wend_result open_map(const char *text, const data_file *data, wend_map **map,
                            wend_message *message)
{
    wend_map_options options = wend_map_options_default();
    options.format = WEND_MAP_FORMAT_WESNOTH;
    options.message = message;
    if (data != NULL) {
        union {
            const data_file *from;
            void *to;
        } context = {data};
        options.data_folder = "data";
        options.read = open_data;
        options.read_context = context.to;
    }
    return wend_map_load_memory((const uint8_t *)text, strlen(text), &options, map);
}

static wend_map *must_open(const char *text, const data_file *data)
{
    wend_message message = {0, ""};
    wend_map *map = NULL;
    if (open_map(text, data, &map, &message) != WEND_OK) {
        fail_msg("line %u: %s", message.line, message.text);
    }
    return map;
}

static void expect_refused(const char *text, const data_file *data, uint32_t line,
                           const char *words)
{
    wend_message message = {0, ""};
    wend_map *map = NULL;
    assert_int_equal(open_map(text, data, &map, &message), WEND_ERROR_FILE);
    assert_null(map);
    assert_int_equal(message.line, line);
    if (strstr(message.text, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", message.text, words);
    }
}

/** The costs of the hexes of a map of one row within its border. */
static void expect_row(const wend_map *map, const char *name, const uint8_t *costs, int32_t width)
{
    uint32_t movement_class = 99;
    assert_true(wend_map_class_from_name(map, name, &movement_class));
    const wend_grid *grid = wend_map_grid(map);
    for (int32_t x = 0; x < width; x++) {
        if (wend_grid_cost(grid, movement_class, x, 0) != costs[x]) {
            fail_msg("%s, hex %d: cost %d, expected %d", name, (int)x,
                     (int)wend_grid_cost(grid, movement_class, x, 0), (int)costs[x]);
        }
    }
}

/* ---- without rules ---- */

static void wesnoth_border_is_no_ground(void **state)
{
    (void)state;
    wend_map *map = must_open("Xu, Gg, Ww, Xu\nXu, Gg, Ww, Xu\nXu,Hh,Wo,Xu\nXu,Gg,Gg,Xu\n", NULL);
    wend_grid_info info;
    wend_grid_get_info(wend_map_grid(map), &info);
    assert_int_equal(info.width, 2);
    assert_int_equal(info.height, 2);
    assert_int_equal(info.neighbours, WEND_NEIGHBOURS_6);
    assert_int_equal(wend_map_class_count(map), 1);
    assert_string_equal(wend_map_class_name(map, 0), "default");
    static const uint8_t costs[] = {1, 3, 2, 255};
    for (int32_t i = 0; i < 4; i++) {
        assert_int_equal(wend_grid_cost(wend_map_grid(map), 0, i % 2, i / 2), costs[i]);
    }
    wend_map_destroy(map);
}

static void wesnoth_header_says_that_there_is_no_border(void **state)
{
    (void)state;
    wend_map *map = must_open("border_size=0\nusage=mask\n\nGg,Hh\n", NULL);
    static const uint8_t costs[] = {1, 2};
    expect_row(map, "default", costs, 2);
    wend_map_destroy(map);
    map = must_open("usage=map\r\nborder_size=1\r\n\r\nX,X,X\r\nX,Ss,X\r\nX,X,X\r\n", NULL);
    static const uint8_t one[] = {3};
    expect_row(map, "default", one, 1);
    wend_map_destroy(map);
}

/* The game: with hexes counted from 0 inside the border, (x, y) with even x touches (x +- 1, y - 1)
 * and (x +- 1, y); with odd x (x +- 1, y) and (x +- 1, y + 1). */
static void wesnoth_odd_columns_lie_lower(void **state)
{
    (void)state;
    wend_map *map = must_open("G,G,G,G,G,G\nG,G,G,G,G,G\nG,G,G,G,G,G\nG,G,G,G,G,G\nG,G,G,G,G,G\n"
                              "G,G,G,G,G,G\n",
                              NULL);
    wend_grid_info info;
    const wend_grid *grid = wend_map_grid(map);
    wend_grid_get_info(grid, &info);
    for (int32_t x = 1; x <= 2; x++) {
        int32_t low = x % 2 == 0 ? -1 : 0;
        wend_hex centre = wend_hex_from_offset(info.hex_layout, x, 2);
        for (int32_t dx = -1; dx <= 1; dx += 2) {
            for (int32_t dy = -1; dy <= 1; dy++) {
                wend_hex other = wend_hex_from_offset(info.hex_layout, x + dx, 2 + dy);
                bool touches = dy == low || dy == low + 1;
                assert_int_equal(wend_hex_distance(centre, other) == 1, touches);
            }
        }
    }
    wend_map_destroy(map);
}

static void wesnoth_starts_become_items(void **state)
{
    (void)state;
    wend_map *map = must_open("X,X,X,X\nX,2 Ke,1 Gg^Vh,X\nX,lake  Ww,Gg,X\nX,X,X,3 X\n", NULL);
    assert_int_equal(wend_map_item_count(map), 3);
    wend_map_item first = wend_map_get_item(map, 0);
    assert_int_equal(first.kind, WEND_MAP_ITEM_SPAWN);
    assert_int_equal(first.player, 2);
    assert_string_equal(first.name, "2");
    assert_string_equal(first.type, "start");
    assert_int_equal(first.node, wend_grid_node(wend_map_grid(map), 0, 0));
    wend_map_item second = wend_map_get_item(map, 1);
    assert_int_equal(second.player, 1);
    assert_int_equal(second.node, wend_grid_node(wend_map_grid(map), 1, 0));
    wend_map_item lake = wend_map_get_item(map, 2);
    assert_int_equal(lake.kind, WEND_MAP_ITEM_THING);
    assert_int_equal(lake.player, -1);
    assert_string_equal(lake.name, "lake");
    assert_int_equal(lake.node, wend_grid_node(wend_map_grid(map), 0, 1));
    wend_map_destroy(map);
}

static void wesnoth_letters_give_costs_without_rules(void **state)
{
    (void)state;
    wend_map *map = must_open("border_size=0\nGg,Re,Ch,Kud,Irs,Dd,Tb,Uu,Ur,Hh,Ha,Aa,Ss,Mm,Mv,Ww,"
                              "Wo,Wdt,Wwf,Wwr,Xu,Ql,_off^_usr,Gs^Fp,Hh^Fp,Mm^Fp,Ww^Bw|,Gg^Vh,Ww^Vm,"
                              "Gg^Dr,Ww^Dr,Gg^Do,Gg^Tf,Gg^Uf,Mm^Xm,Gg^Qov,Gg^_fme,Gg^Efm,^Fp\n",
                              NULL);
    static const uint8_t costs[] = {1, 1,   1, 1,   1,   2, 2, 2,   1,   2,   3,   3, 3,
                                    3, 255, 3, 255, 255, 1, 2, 255, 255, 255, 2,   2, 3,
                                    1, 1,   3, 2,   3,   1, 2, 2,   255, 255, 255, 1, 255};
    expect_row(map, "default", costs, (int32_t)sizeof costs);
    wend_map_destroy(map);
}

static void wesnoth_is_distinguished_from_text(void **state)
{
    (void)state;
    static const char *const maps[] = {"Gg,Gg,Gg\nGg,Gg,Gg\nGg,Gg,Gg",
                                       "\n \nX, G\n",
                                       "border_size=1\n",
                                       "usage=map\n",
                                       "1 Ke^Fp, Gg\n",
                                       "_off^_usr, Gg\n"};
    static const char *const others[] = {"..#\n",   "Gg\n",      "a,b\n",        "",
                                         "\n\n",    "Gg^, Gg\n", "1 2 Gg, Gg\n", "type octile\n",
                                         "^Fp,Gg\n"};
    wend_map_options options = wend_map_options_default();
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        wend_grid *grid = NULL;
        wend_message message = {0, ""};
        options.message = &message;
        (void)wend_map_load_grid_memory((const uint8_t *)maps[i], strlen(maps[i]), &options, &grid,
                                        NULL);
        assert_true(grid != NULL || strstr(message.text, "hexes") != NULL);
        wend_grid_destroy(grid);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        wend_grid *grid = NULL;
        wend_message message = {0, ""};
        options.message = &message;
        (void)wend_map_load_grid_memory((const uint8_t *)others[i], strlen(others[i]), &options,
                                        &grid, NULL);
        assert_null(strstr(message.text, "hexes"));
        assert_null(strstr(message.text, "terrain code"));
        wend_grid_destroy(grid);
    }
}

static void wesnoth_bad_maps_name_line_and_expectation(void **state)
{
    (void)state;
    expect_refused("\n\n", NULL, 2, "0 rows");
    expect_refused("Gg,Gg\nGg,Gg\n", NULL, 2, "2 rows of 2 hexes with a border of 1");
    expect_refused("Gg,Gg,Gg\nGg,Gg\nGg,Gg,Gg\n", NULL, 2, "row of 2 hexes, expected 3");
    expect_refused("Gg,Gg,Gg\nGg,Gggggg,Gg\nGg,Gg,Gg\n", NULL, 2, "column 2");
    expect_refused("Gg,Gg,Gg\nGg,Gg,Gg\nGg,Gg,\n", NULL, 3, "column 3");
    expect_refused("Gg,Gg,Gg\nGg,G\x01,Gg\nGg,Gg,Gg\n", NULL, 2, "expected a terrain code");
    expect_refused("Gg,Gg,Gg\nGg,1 2 Gg,Gg\nGg,Gg,Gg\n", NULL, 2, "column 2");
    expect_refused("Gg,Gg,Gg\nGg,G^a^b,Gg\nGg,Gg,Gg\n", NULL, 2, "column 2");
    expect_refused("Gg,Gg,Gg\nGg,G\x7F,Gg\nGg,Gg,Gg\n", NULL, 2, "column 2");
    expect_refused("Gg,Gg,Gg\nGg,Gg^^,Gg\nGg,Gg,Gg\n", NULL, 2, "column 2");
    expect_refused("border_size=2\nGg,Gg\n", NULL, 1, "border_size=0 or border_size=1");
    expect_refused("border_size=\nGg,Gg\n", NULL, 1, "border_size=0 or border_size=1");
}

/* ---- with rules ---- */

static void wesnoth_rules_choose_best_and_worst(void **state)
{
    (void)state;
    wend_map *map = must_open("border_size=0\nGg,Ww,Wwf,Hd,Gg^Fp,Ww^Fp,Wwf^Fp,Ww^B,Hd^B,Xt,Mm^Xm,"
                              "Gg^_fme,Tu,^Fp,Ht,^B,Tu^Fo\n",
                              whole_data);
    static const uint8_t foot[] = {1, 3, 1, 3, 2, 3, 3, 1, 1, 255, 255, 255, 2, 3, 2, 1, 3};
    static const uint8_t fly[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 255, 255, 255, 1, 1, 1, 1, 1};
    static const uint8_t ship[] = {255, 1,   1,   255, 255, 255, 255, 1,  255,
                                   255, 255, 255, 255, 255, 255, 255, 255};
    expect_row(map, "foot", foot, (int32_t)sizeof foot);
    expect_row(map, "fly", fly, (int32_t)sizeof fly);
    expect_row(map, "ship", ship, (int32_t)sizeof ship);
    assert_null(wend_map_property(map, "unknown_terrain"));
    wend_map_destroy(map);
}

static void wesnoth_equal_movetypes_share_a_class(void **state)
{
    (void)state;
    wend_map *map = must_open("border_size=0\nGg,Ww\n", whole_data);
    assert_int_equal(wend_map_class_count(map), 3);
    assert_string_equal(wend_map_property(map, "twin"), "foot");
    assert_null(wend_map_property(map, "foot"));
    wend_map_destroy(map);
}

static void wesnoth_unknown_terrain_is_wall_and_named(void **state)
{
    (void)state;
    wend_map *map = must_open("border_size=0\nGg,Zz,Gg^Zz,Zz,Zz^Fp\n", whole_data);
    static const uint8_t foot[] = {1, 255, 255, 255, 255};
    expect_row(map, "foot", foot, (int32_t)sizeof foot);
    assert_string_equal(wend_map_property(map, "unknown_terrain"), "Gg^Zz Zz Zz^Fp");
    wend_map_destroy(map);
    map = must_open("border_size=0\nA1,A2,A3,A4,A5,A6,A7,A8,A9,B1,B2,B3,B4,B5,B6,B7,B8,B9\n",
                    whole_data);
    const char *named = wend_map_property(map, "unknown_terrain");
    assert_non_null(strstr(named, "B7"));
    assert_null(strstr(named, "B8"));
    wend_map_destroy(map);
}

static void wesnoth_macros_may_be_missing_rules_may_not(void **state)
{
    (void)state;
    static const data_file no_macros[] = {
        {"data/core/terrain.cfg", terrain_cfg}, {"data/core/units.cfg", units_cfg}, {NULL, NULL}};
    static const data_file no_units[] = {{"data/core/terrain.cfg", terrain_cfg}, {NULL, NULL}};
    static const data_file none[] = {{NULL, NULL}};
    wend_map *map = must_open("border_size=0\nGg,Ww\n", no_macros);
    static const uint8_t fly[] = {255, 255};
    expect_row(map, "fly", fly, 2);
    wend_map_destroy(map);
    expect_refused("border_size=0\nGg,Ww\n", no_units, 0, "core/units.cfg");
    expect_refused("border_size=0\nGg,Ww\n", none, 0, "core/terrain.cfg");
}

static void expect_bad_terrain(const char *text, const char *words)
{
    const data_file data[] = {
        {"data/core/terrain.cfg", text}, {"data/core/units.cfg", units_cfg}, {NULL, NULL}};
    expect_refused("border_size=0\nGg,Ww\n", data, 0, words);
}

static void expect_bad_units(const char *text, const char *words)
{
    const data_file data[] = {
        {"data/core/terrain.cfg", terrain_cfg}, {"data/core/units.cfg", text}, {NULL, NULL}};
    expect_refused("border_size=0\nGg,Ww\n", data, 0, words);
}

static void wesnoth_bad_rules_name_file_and_line(void **state)
{
    (void)state;
    expect_bad_terrain("[terrain_type]\nstring=Gg\n[/terrain_type]", "terrain.cfg:3: a terrain_");
    expect_bad_terrain("[terrain_type]\nid=a\n[/terrain_type]", "terrain.cfg:3: a terrain_type");
    expect_bad_terrain("[terrain_type]\nstring=Ggggg\n", "terrain.cfg:2: expected a terrain code");
    expect_bad_terrain("[terrain_type]\nid=a\naliasof=Gg,,Gt\n", "terrain.cfg:3: an alias");
    expect_bad_terrain("[terrain_type", "terrain.cfg:1: a tag");
    expect_bad_terrain("[terrain_type]\nid=a\nstring=Gg\naliasof=Ww\n[/terrain_type]\n"
                       "[terrain_type]\nid=b\nstring=Ww\naliasof=Gg\n[/terrain_type]\n",
                       "round in circles");
    expect_bad_terrain("[a]\n[/a]\n", "terrain.cfg:1: no terrain_type");
    expect_bad_terrain("", "terrain.cfg:1: no terrain_type");
    expect_bad_units("[movetype]\n[/movetype]\n", "units.cfg:2: a movetype without a name");
    expect_bad_units("[movetype]\n[movement_costs]\nflat=x\n", "units.cfg:3: expected movement");
    expect_bad_units("[units]\n[/units]\n", "no movetype");
}

/* T0 stands for T1, T1 for T2...; Gg^Fp meets the end of the chain within its base. */
static void wesnoth_long_chains_of_aliases_are_refused(void **state)
{
    (void)state;
    char text[4096] = "[terrain_type]\nid=t\nstring=^Fp\naliasof=_bas\n[/terrain_type]\n";
    for (int i = 0; i < 20; i++) {
        char one[120];
        (void)snprintf(one, sizeof one,
                       "[terrain_type]\nid=t\nstring=T%d\naliasof=T%d\n[/terrain_type]\n", i,
                       i + 1);
        strcat(text, one);
    }
    const data_file data[] = {
        {"data/core/terrain.cfg", text}, {"data/core/units.cfg", units_cfg}, {NULL, NULL}};
    wend_map_destroy(must_open("border_size=0\nT5,T6^Fp\n", data));
    expect_refused("border_size=0\nT1,T1\n", data, 0, "aliases of T1 go round");
    expect_refused("border_size=0\nT1^Fp,T1^Fp\n", data, 0, "aliases of T1^Fp go round");
}

/* Each stands for the next one twice: 2^12 looks at the last. */
static void wesnoth_aliases_that_multiply_are_refused(void **state)
{
    (void)state;
    char text[4096] = "[terrain_type]\nid=t\nstring=T12\n[/terrain_type]\n";
    for (int i = 0; i < 12; i++) {
        char one[120];
        (void)snprintf(one, sizeof one,
                       "[terrain_type]\nid=t\nstring=T%d\naliasof=T%d,T%d\n[/terrain_type]\n", i,
                       i + 1, i + 1);
        strcat(text, one);
    }
    const data_file data[] = {
        {"data/core/terrain.cfg", text}, {"data/core/units.cfg", units_cfg}, {NULL, NULL}};
    wend_map_destroy(must_open("border_size=0\nT8,T9\n", data));
    expect_refused("border_size=0\nT0,T0\n", data, 0, "aliases of T0 go round");
}

static void wesnoth_number_of_terrains_is_bounded(void **state)
{
    (void)state;
    enum { TERRAINS = 4097, ONE_BYTES = 64 };
    char *text = calloc(TERRAINS, ONE_BYTES);
    assert_non_null(text);
    size_t used = 0;
    for (unsigned i = 0; i < TERRAINS; i++) {
        used += (size_t)snprintf(text + used, ONE_BYTES,
                                 "[terrain_type]\nid=a\nstring=%04X\n[/terrain_type]\n", i);
    }
    expect_bad_terrain(text, "more than 4096 terrains");
    free(text);
}

static void wesnoth_too_many_movetypes(void **state)
{
    (void)state;
    static char text[300 * 120];
    const data_file data[] = {
        {"data/core/terrain.cfg", terrain_cfg}, {"data/core/units.cfg", text}, {NULL, NULL}};
    for (int i = 0; i < 34; i++) {
        char one[120];
        (void)snprintf(one, sizeof one,
                       "[movetype]\nname=m%d\n[movement_costs]\nflat=%d\n[/movement_costs]\n"
                       "[/movetype]\n",
                       i, i + 1);
        strcat(text, one);
    }
    wend_map *map = must_open("border_size=0\nGg,Ww\n", data);
    assert_int_equal(wend_map_class_count(map), WEND_GRID_CLASSES_MAX);
    static const uint8_t last[] = {32, 255};
    expect_row(map, "m31", last, 2);
    assert_string_equal(wend_map_property(map, "left_out 1"), "m32");
    assert_string_equal(wend_map_property(map, "left_out 2"), "m33");
    assert_null(wend_map_property(map, "left_out 3"));
    wend_map_destroy(map);
    text[0] = '\0';
    for (int i = 0; i < 257; i++) {
        strcat(text, "[movetype]\nname=m\n[/movetype]\n");
    }
    expect_refused("border_size=0\nGg,Ww\n", data, 0, "more than 256 types of movement");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wesnoth_border_is_no_ground),
        cmocka_unit_test(wesnoth_header_says_that_there_is_no_border),
        cmocka_unit_test(wesnoth_odd_columns_lie_lower),
        cmocka_unit_test(wesnoth_starts_become_items),
        cmocka_unit_test(wesnoth_letters_give_costs_without_rules),
        cmocka_unit_test(wesnoth_is_distinguished_from_text),
        cmocka_unit_test(wesnoth_bad_maps_name_line_and_expectation),
        cmocka_unit_test(wesnoth_rules_choose_best_and_worst),
        cmocka_unit_test(wesnoth_equal_movetypes_share_a_class),
        cmocka_unit_test(wesnoth_unknown_terrain_is_wall_and_named),
        cmocka_unit_test(wesnoth_macros_may_be_missing_rules_may_not),
        cmocka_unit_test(wesnoth_bad_rules_name_file_and_line),
        cmocka_unit_test(wesnoth_long_chains_of_aliases_are_refused),
        cmocka_unit_test(wesnoth_aliases_that_multiply_are_refused),
        cmocka_unit_test(wesnoth_number_of_terrains_is_bounded),
        cmocka_unit_test(wesnoth_too_many_movetypes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
