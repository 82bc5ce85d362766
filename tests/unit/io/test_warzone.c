/* Maps of Warzone 2100: costs, starts, objects, and what is refused. */
#include "base/core/memory.h"
#include "support/test.h"
#include "warzone_maps.h"
#include "wend/io.h"

#include <string.h>

/* ---- files in memory ---- */

static wend_result open_file(void *context, const char *name, const wend_allocator *allocator,
                             uint8_t **items, size_t *count, wend_message *message)
{
    (void)message;
    for (const map_file *file = context; file->name != NULL; file++) {
        if (strcmp(file->name, name) == 0) {
            *items = wendi_alloc_zero(allocator, file->count + 1);
            assert_non_null(*items);
            memcpy(*items, file->items, file->count);
            *count = file->count;
            return WEND_OK;
        }
    }
    return WEND_ERROR_FILE;
}

static wend_result open_map(const bytes *map, map_file *files, wend_map **opened,
                            wend_message *message)
{
    wend_map_options options = wend_map_options_default();
    options.message = message;
    options.cell_size = 2.0;
    options.read = open_file;
    options.read_context = files;
    return wend_map_load_memory(map->items, map->count, &options, opened);
}

/** A map with the usual kinds. */
static wend_map *must_open(const bytes *map, const char *json_name, const void *json, size_t count)
{
    bytes types;
    put_types(&types);
    map_file files[] = {
        {"ttypes.ttp", types.items, types.count}, {json_name, json, count}, {NULL, NULL, 0}};
    wend_message message = {0, ""};
    wend_map *opened = NULL;
    if (open_map(map, files, &opened, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    assert_string_equal(message.text, "");
    return opened;
}

static void expect_refused(const bytes *map, const bytes *types, const char *json,
                           const char *words)
{
    map_file files[] = {{"ttypes.ttp", types->items, types->count},
                        {"struct.json", (const uint8_t *)json, json == NULL ? 0 : strlen(json)},
                        {NULL, NULL, 0}};
    if (json == NULL) {
        files[1].name = NULL;
    }
    wend_message message = {0, ""};
    wend_map *opened = NULL;
    assert_int_equal(open_map(map, files, &opened, &message), WEND_ERROR_FILE);
    assert_null(opened);
    if (strstr(message.text, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", message.text, words);
    }
}

static void expect_costs(const wend_map *map, const char *name, const uint8_t *costs)
{
    uint32_t movement_class = 99;
    wend_grid_info info;
    const wend_grid *grid = wend_map_grid(map);
    wend_grid_get_info(grid, &info);
    assert_true(wend_map_class_from_name(map, name, &movement_class));
    for (int32_t i = 0; i < info.width * info.height; i++) {
        uint8_t cost = wend_grid_cost(grid, movement_class, i % info.width, i / info.width);
        if (cost != costs[i]) {
            fail_msg("%s, tile %d: %d, expected %d", name, (int)i, (int)cost, (int)costs[i]);
        }
    }
}

/* ---- terrain ---- */

static void warzone_kinds_stop_what_they_stop_in_the_game(void **state)
{
    (void)state;
    bytes map;
    /* One row of sand, road, water, cliff and slush within the border. */
    put_map(&map, 10, 7, 3,
            "0000000"
            "0012340"
            "0000000",
            NULL);
    wend_map *opened = must_open(&map, NULL, NULL, 0);
    enum { W = 255 };
    static const uint8_t ground[] = {W, W, W, W, W, W, W, W, 3, 2, W, W, 4, W, W, W, W, W, W, W, W};
    static const uint8_t hover[] = {W, W, W, W, W, W, W, W, 2, 2, 2, W, 3, W, W, W, W, W, W, W, W};
    static const uint8_t air[] = {W, W, W, W, W, W, W, W, 1, 1, 1, 1, 1, 1, W, 1, 1, 1, 1, 1, 1};
    expect_costs(opened, "ground", ground);
    expect_costs(opened, "hover", hover);
    expect_costs(opened, "air", air);
    assert_int_equal(wend_map_get_format(opened), WEND_MAP_FORMAT_WARZONE);
    assert_int_equal(wend_map_class_count(opened), 3);
    wend_map_destroy(opened);
}

/* Corners of 0, 0, 64, 64: tiles' middles at 0, 32, 64, 64 units, a quarter apart in tiles. In the
 * old files heights are halves. */
static void warzone_slopes_make_ground_more_expensive(void **state)
{
    (void)state;
    static const uint16_t halves[] = {0, 0, 32, 32, 32, 0, 0, 32, 32, 32, 0, 0, 32, 32, 32};
    static const uint16_t whole[] = {0, 0, 64, 64, 64, 0, 0, 64, 64, 64, 0, 0, 64, 64, 64};
    static const uint16_t cliff[] = {0, 0, 0, 0, 0, 0, 0, 0, 60000, 0, 0, 0, 0, 0, 0};
    static const uint16_t none[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    enum { W = 255 };
    static const uint8_t sloped[] = {W, W, W, W, W, W, 4, 4, 2, W, W, W, W, W, W};
    static const uint8_t steep[] = {W, W, W, W, W, W, 254, 254, 254, W, W, W, W, W, W};
    static const uint8_t flat[] = {W, W, W, W, W, W, 2, 2, 2, W, W, W, W, W, W};
    static const char roads[] = "000000111000000";
    const struct {
        uint32_t version;
        const uint16_t *heights;
        const uint8_t *costs;
    } cases[] = {{10, halves, sloped},
                 {39, halves, sloped},
                 {40, whole, sloped},
                 {40, cliff, steep},
                 {10, none, flat}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bytes map;
        put_map(&map, cases[i].version, 5, 3, roads, cases[i].heights);
        wend_map *opened = must_open(&map, NULL, NULL, 0);
        expect_costs(opened, "ground", cases[i].costs);
        expect_costs(opened, "hover", cases[i].costs);
        wend_map_destroy(opened);
    }
}

static void warzone_tiles_are_squares(void **state)
{
    (void)state;
    bytes map;
    bytes types;
    put_types(&types);
    put_map(&map, 10, 2, 2, "0000", NULL);
    map_file files[] = {{"ttypes.ttp", types.items, types.count}, {NULL, NULL, 0}};
    wend_map_options options = wend_map_options_default();
    options.read = open_file;
    options.read_context = files;
    options.neighbours = WEND_NEIGHBOURS_6;
    wend_grid *grid = NULL;
    wend_map_format format = WEND_MAP_FORMAT_AUTO;
    assert_int_equal(wend_map_load_grid_memory(map.items, map.count, &options, &grid, &format),
                     WEND_OK);
    assert_int_equal(format, WEND_MAP_FORMAT_WARZONE);
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    assert_int_equal(info.neighbours, WEND_NEIGHBOURS_8);
    wend_grid_destroy(grid);
}

static void warzone_bad_terrain_is_refused(void **state)
{
    (void)state;
    bytes map;
    bytes types;
    put_types(&types);
    put_map(&map, 9, 2, 2, "0000", NULL);
    expect_refused(&map, &types, NULL, "version 9");
    put_map(&map, 41, 2, 2, "0000", NULL);
    expect_refused(&map, &types, NULL, "version 41");
    put_map(&map, 10, 2, 1, "00", NULL);
    expect_refused(&map, &types, NULL, "2 x 1 tiles");
    put_map(&map, 10, 2, 2, "0000", NULL);
    map.items[14] = 1;
    expect_refused(&map, &types, NULL, "2 x 65538 tiles");
    put_map(&map, 10, 1, 2, "00", NULL);
    expect_refused(&map, &types, NULL, "1 x 2 tiles");
    put_map(&map, 10, 2, 2, "0000", NULL);
    map.count--;
    expect_refused(&map, &types, NULL, "too short for 2 x 2");
    map.count = 15;
    expect_refused(&map, &types, NULL, "expected \"map \"");
    put_map(&map, 10, 2, 2, "0000", NULL);
    memset(map.items + 8, 0xFF, 8);
    expect_refused(&map, &types, NULL, "4294967295 x 4294967295");
    put_map(&map, 10, 2, 2, "0050", NULL);
    expect_refused(&map, &types, NULL, "tile 0, 1: picture 5");
    put_map(&map, 10, 2, 2, "0000", NULL);
    types.items[12] = 12;
    expect_refused(&map, &types, NULL, "picture 0 is of kind 12");
    types.count--;
    expect_refused(&map, &types, NULL, "ttypes.ttp: expected");
    types.count = 11;
    expect_refused(&map, &types, NULL, "ttypes.ttp: expected");
    put_types(&types);
    types.items[0] = 'T';
    expect_refused(&map, &types, NULL, "ttypes.ttp: expected");
}

static void warzone_without_kinds_is_refused(void **state)
{
    (void)state;
    bytes map;
    put_map(&map, 10, 2, 2, "0000", NULL);
    wend_message message = {0, ""};
    wend_map_options options = wend_map_options_default();
    options.message = &message;
    wend_map *opened = NULL;
    assert_int_equal(wend_map_load_memory(map.items, map.count, &options, &opened),
                     WEND_ERROR_FILE);
    assert_null(opened);
    assert_non_null(strstr(message.text, "ttypes.ttp"));
}

/* ---- objects ---- */

static void warzone_objects_become_items_and_starts(void **state)
{
    (void)state;
    bytes map;
    put_map(&map, 10, 4, 4, "0000000000000000", NULL);
    static const char json[] =
        "{ \"structure_1\": {\"name\":\"A0PowerGenerator\", \"position\":[192, 192, 0],\n"
        "\"rotation\": [0, 0, 0], \"startpos\": 1, \"x\": {\"deep\": [true, null, -1.5e3]}},\n"
        "\"structure_2\": {\"position\": [320.5, 192, 5], \"name\": \"A0CommandCentre\",\n"
        "\"startpos\": 1},\n"
        "\"structure_3\": {\"position\": [-64, 64], \"name\": \"Wall\\\"\", \"player\": "
        "\"scavenger\"},\n"
        "\"structure_4\": {\"position\": [128, 128], \"player\": 0, \"name\": 5, \"template\": "
        "\"T\"}, \"version\": 2, \"none\": {}, \"empty\": [] }";
    wend_map *opened = must_open(&map, "struct.json", json, sizeof json - 1);
    assert_int_equal(wend_map_item_count(opened), 6);
    wend_map_item first = wend_map_get_item(opened, 0);
    assert_int_equal(first.kind, WEND_MAP_ITEM_THING);
    assert_string_equal(first.name, "A0PowerGenerator");
    assert_string_equal(first.type, "structure");
    assert_int_equal(first.player, 1);
    assert_true(first.position.x >= 3.0 && first.position.x <= 3.0);
    assert_int_equal(first.node, wend_grid_node(wend_map_grid(opened), 1, 1));
    wend_map_item third = wend_map_get_item(opened, 2);
    assert_string_equal(third.name, "Wall\\\"");
    assert_int_equal(third.player, -1);
    assert_int_equal(third.node, WEND_NODE_NONE);
    assert_string_equal(wend_map_get_item(opened, 3).name, "T");
    wend_map_item start = wend_map_get_item(opened, 4);
    assert_int_equal(start.kind, WEND_MAP_ITEM_SPAWN);
    assert_int_equal(start.player, 0);
    /* The command centre is the better start of player 1. */
    start = wend_map_get_item(opened, 5);
    assert_int_equal(start.player, 1);
    assert_int_equal(start.node, wend_grid_node(wend_map_grid(opened), 2, 1));
    wend_map_destroy(opened);
}

static void warzone_json_lists_are_read_too(void **state)
{
    (void)state;
    bytes map;
    put_map(&map, 10, 4, 4, "0000000000000000", NULL);
    static const char json[] = "{\"version\":2,\"droids\":[{\"position\":[1,2],\"template\":\"D\","
                               "\"name\":\"of people\",\"startpos\":40}]}";
    wend_map *opened = must_open(&map, "droid.json", json, sizeof json - 1);
    assert_int_equal(wend_map_item_count(opened), 1);
    assert_string_equal(wend_map_get_item(opened, 0).name, "D");
    assert_string_equal(wend_map_get_item(opened, 0).type, "droid");
    assert_int_equal(wend_map_get_item(opened, 0).player, 40);
    wend_map_destroy(opened);
}

static void warzone_bad_json_names_file_and_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } bad[] = {
        {"", "struct.json:1: expected a value"},
        {"{", "expected a string"},
        {"{\n\"a\" 1}", "struct.json:2: expected ':'"},
        {"{\"a\":1 \"b\":2}", "expected ',' or '}'"},
        {"{\"a\":[1 2]}", "expected ',' or ']'"},
        {"{\"a\":[1,}", "expected a value"},
        {"{\"a\":\"x", "ends a string"},
        {"{\"a\":\"x\\", "ends a string"},
        {"{} {}", "expected the end"},
        {"{\"position\":5}", "expected [x, y, z]"},
        {"{\"position\":[1]}", "expected [x, y, z]"},
        {"{\"position\":[a,1]}", "expected a number"},
        {"{\"position\":[1,]}", "expected a number"},
        {"{\"position\":[1,2}", "expected ',' or ']'"},
        {"{\"startpos\":99999999999}", "expected a player's number"},
        {"[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", "fewer brackets"},
    };
    bytes map;
    bytes types;
    put_types(&types);
    put_map(&map, 10, 2, 2, "0000", NULL);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        expect_refused(&map, &types, bad[i].text, bad[i].words);
    }
}

/** A .bjo of two records. @param name_bytes 40 or 60. */
static void put_bjo(bytes *b, const char *magic, uint32_t version, size_t name_bytes)
{
    static const char names[2][16] = {"Tank", "A0CommandCentre"};
    put_header(b, magic, version);
    put(b, 2, 4);
    for (uint32_t i = 0; i < 2; i++) {
        uint8_t name[60] = {0};
        memcpy(name, names[i], sizeof names[i]);
        if (i == 0 && version == 20) {
            memset(name + 4, 'x', sizeof name - 4); /* No zero behind it. */
        }
        put_raw(b, name, name_bytes);
        put(b, i, 4);
        put(b, 192 + 128 * i, 4);
        put(b, 64, 4);
        put(b, 0, 4);
        put(b, 0, 4);
        put(b, i == 0 ? 3 : 77, 4);
        put(b, 0, 4);
    }
}

static void warzone_old_records_are_read(void **state)
{
    (void)state;
    bytes map;
    bytes objects;
    put_map(&map, 10, 4, 4, "0000000000000000", NULL);
    for (uint32_t version = 8; version <= 20; version += 12) {
        put_bjo(&objects, "dint", version, version == 8 ? 40 : 60);
        wend_map *opened = must_open(&map, "dinit.bjo", objects.items, objects.count);
        assert_int_equal(wend_map_item_count(opened), 3);
        const char *name = wend_map_get_item(opened, 0).name;
        assert_int_equal(strncmp(name, "Tank", 4), 0);
        assert_int_equal(strlen(name), version == 8 ? 4 : 60);
        assert_int_equal(wend_map_get_item(opened, 0).player, 3);
        assert_int_equal(wend_map_get_item(opened, 1).player, -1);
        assert_int_equal(wend_map_get_item(opened, 1).node,
                         wend_grid_node(wend_map_grid(opened), 2, 0));
        assert_int_equal(wend_map_get_item(opened, 2).kind, WEND_MAP_ITEM_SPAWN);
        wend_map_destroy(opened);
    }
    put_bjo(&objects, "feat", 8, 40);
    wend_map *opened = must_open(&map, "feat.bjo", objects.items, objects.count);
    assert_int_equal(wend_map_item_count(opened), 2);
    assert_int_equal(wend_map_get_item(opened, 0).player, -1);
    wend_map_destroy(opened);
    put_header(&objects, "stru", 8);
    put(&objects, 0, 4);
    opened = must_open(&map, "struct.bjo", objects.items, objects.count);
    assert_int_equal(wend_map_item_count(opened), 0);
    wend_map_destroy(opened);
}

static void warzone_bad_records_are_refused(void **state)
{
    (void)state;
    bytes map;
    bytes types;
    bytes objects;
    put_types(&types);
    put_map(&map, 10, 2, 2, "0000", NULL);
    map_file files[] = {
        {"ttypes.ttp", types.items, types.count}, {"feat.bjo", objects.items, 0}, {NULL, NULL, 0}};
    put_bjo(&objects, "feat", 8, 40);
    const size_t counts[] = {11, 12, 12 + 2 * 64 - 1};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        files[1].count = counts[i];
        wend_message message = {0, ""};
        wend_map *opened = NULL;
        assert_int_equal(open_map(&map, files, &opened, &message), WEND_ERROR_FILE);
        assert_non_null(strstr(message.text, "feat.bjo: too short"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warzone_kinds_stop_what_they_stop_in_the_game),
        cmocka_unit_test(warzone_slopes_make_ground_more_expensive),
        cmocka_unit_test(warzone_tiles_are_squares),
        cmocka_unit_test(warzone_bad_terrain_is_refused),
        cmocka_unit_test(warzone_without_kinds_is_refused),
        cmocka_unit_test(warzone_objects_become_items_and_starts),
        cmocka_unit_test(warzone_json_lists_are_read_too),
        cmocka_unit_test(warzone_bad_json_names_file_and_line),
        cmocka_unit_test(warzone_old_records_are_read),
        cmocka_unit_test(warzone_bad_records_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
