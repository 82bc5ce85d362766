/* Archives of maps of Warzone 2100. */
#include "io/core/archive.h"
#include "support/test.h"
#include "warzone_maps.h"
#include "wend/io.h"

#include <stdio.h>
#include <string.h>

/* ---- archives ---- */

/** The checksum of zip, bit by bit. */
static uint32_t crc_of(const uint8_t *items, size_t count)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        crc ^= items[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320u : 0u);
        }
    }
    return ~crc;
}

/** The common part of an entry's two headers. */
static void put_entry(bytes *b, const map_file *file, uint32_t claimed)
{
    put(b, 20, 2);
    put(b, 0, 2);
    put(b, 0, 2);
    put(b, 0x21, 4);
    put(b, crc_of(file->items, file->count), 4);
    put(b, (uint32_t)file->count, 4);
    put(b, claimed, 4);
    put(b, (uint32_t)strlen(file->name), 2);
    put(b, 0, 2);
}

/** An archive whose entries are stored as they are. @param claimed size of the first entry, 0 = the
 * true one. */
static void put_archive(bytes *b, const map_file *files, uint32_t claimed)
{
    uint32_t at[16];
    uint32_t count = 0;
    b->count = 0;
    for (; files[count].name != NULL; count++) {
        at[count] = (uint32_t)b->count;
        put_raw(b, "PK\3\4", 4);
        put_entry(b, &files[count],
                  count == 0 && claimed > 0 ? claimed : (uint32_t)files[count].count);
        put_raw(b, files[count].name, strlen(files[count].name));
        put_raw(b, files[count].items, files[count].count);
    }
    uint32_t list = (uint32_t)b->count;
    for (uint32_t i = 0; i < count; i++) {
        put_raw(b, "PK\1\2", 4);
        put(b, 20, 2);
        put_entry(b, &files[i], i == 0 && claimed > 0 ? claimed : (uint32_t)files[i].count);
        put(b, 0, 2);
        put(b, 0, 2);
        put(b, 0, 2);
        put(b, 0, 4);
        put(b, at[i], 4);
        put_raw(b, files[i].name, strlen(files[i].name));
    }
    uint32_t list_bytes = (uint32_t)b->count - list;
    put_raw(b, "PK\5\6", 4);
    put(b, 0, 4);
    put(b, count, 2);
    put(b, count, 2);
    put(b, list_bytes, 4);
    put(b, list, 4);
    put(b, 0, 2);
}

static wend_result open_entry(const bytes *archive, const char *entry, wend_map **opened,
                              wend_message *message)
{
    wend_map_options options = wend_map_options_default();
    options.message = message;
    options.entry = entry;
    return wend_map_load_memory(archive->items, archive->count, &options, opened);
}

static void expect_width(const bytes *archive, const char *entry, int32_t width)
{
    wend_message message = {0, ""};
    wend_map *opened = NULL;
    if (open_entry(archive, entry, &opened, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    wend_grid_info info;
    wend_grid_get_info(wend_map_grid(opened), &info);
    assert_int_equal(info.width, width);
    wend_map_destroy(opened);
}

static void expect_no_entry(const bytes *archive, const char *entry, const char *words)
{
    wend_message message = {0, ""};
    wend_map *opened = NULL;
    assert_int_equal(open_entry(archive, entry, &opened, &message), WEND_ERROR_FILE);
    assert_null(opened);
    if (strstr(message.text, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", message.text, words);
    }
}

static void warzone_archive_gives_the_map_asked_for(void **state)
{
    (void)state;
    if (!wendi_archive_exists()) {
        skip();
    }
    bytes two;
    bytes three;
    bytes types;
    bytes archive;
    put_types(&types);
    put_map(&two, 10, 2, 2, "0000", NULL);
    put_map(&three, 10, 3, 2, "000000", NULL);
    static const char json[] = "{\"a\":{\"position\":[64,64],\"startpos\":0}}";
    const map_file files[] = {
        {"a/maps/2c-two/game.map", two.items, two.count},
        {"a/maps/2c-two/ttypes.ttp", types.items, types.count},
        {"a/maps/3c-three/game.map", three.items, three.count},
        {"a/maps/3c-three/ttypes.ttp", types.items, types.count},
        {"a/maps/3c-three/droid.json", (const uint8_t *)json, sizeof json - 1},
        {"a/maps/notgame.map", types.items, types.count},
        {NULL, NULL, 0}};
    put_archive(&archive, files, 0);
    expect_width(&archive, NULL, 2);
    expect_width(&archive, "2c-two", 2);
    expect_width(&archive, "3c-three", 3);
    expect_width(&archive, "maps/3c-three", 3);
    expect_width(&archive, "a/maps/3c-three", 3);
    expect_no_entry(&archive, "c-three",
                    "no map 'c-three' among the 2 of the archive: 2c-two 3c-t");
    expect_no_entry(&archive, "", "no map ''");
    expect_no_entry(&archive, "x/a/maps/3c-three", "no map");
    map_file many[11];
    static char names[10][32];
    memset(many, 0, sizeof many);
    for (int i = 0; i < 10; i++) {
        (void)snprintf(names[i], sizeof names[i], "maps/m%d/game.map", i);
        many[i] = files[0];
        many[i].name = names[i];
    }
    bytes crowd;
    put_archive(&crowd, many, 0);
    expect_no_entry(&crowd, "x", "among the 10 of the archive: m0 m1 m2 m3 m4 m5 m6 m7 ...");
    wend_map *opened = NULL;
    assert_int_equal(open_entry(&archive, "3c-three", &opened, NULL), WEND_OK);
    assert_string_equal(wend_map_property(opened, "entry"), "a/maps/3c-three");
    assert_string_equal(wend_map_property(opened, "map 1"), "a/maps/2c-two");
    assert_string_equal(wend_map_property(opened, "map 2"), "a/maps/3c-three");
    assert_null(wend_map_property(opened, "map 3"));
    assert_int_equal(wend_map_item_count(opened), 2);
    wend_map_destroy(opened);
}

static void warzone_archive_with_one_map_at_its_top(void **state)
{
    (void)state;
    if (!wendi_archive_exists()) {
        skip();
    }
    bytes map;
    bytes types;
    bytes archive;
    put_types(&types);
    put_map(&map, 10, 4, 2, "00000000", NULL);
    const map_file files[] = {{"game.map", map.items, map.count},
                              {"ttypes.ttp", types.items, types.count},
                              {NULL, NULL, 0}};
    put_archive(&archive, files, 0);
    expect_width(&archive, NULL, 4);
    expect_no_entry(&archive, "x", "no map 'x'");
}

static void warzone_bad_archives_are_refused(void **state)
{
    (void)state;
    if (!wendi_archive_exists()) {
        skip();
    }
    bytes map;
    bytes types;
    bytes archive;
    put_types(&types);
    put_map(&map, 10, 2, 2, "0000", NULL);
    const map_file files[] = {{"game.map", map.items, map.count},
                              {"ttypes.ttp", types.items, types.count},
                              {NULL, NULL, 0}};
    put_archive(&archive, files + 1, 0);
    expect_no_entry(&archive, NULL, "no map '' among the 0");
    put_archive(&archive, files + 2, 0);
    expect_no_entry(&archive, NULL, "no map '' among the 0");
    put_archive(&archive, files, 0);
    archive.items[40]++;
    expect_no_entry(&archive, NULL, "the archive's entry game.map is damaged");
    put_archive(&archive, files, 1u << 27);
    expect_no_entry(&archive, NULL, "game.map: 134217728 bytes, expected at most");
    put_archive(&archive, files, 1u << 20);
    expect_no_entry(&archive, NULL, "bytes cannot unpack to 1048576");
    put_archive(&archive, files, 200);
    expect_no_entry(&archive, NULL, "game.map");
    put_archive(&archive, files, 4);
    expect_no_entry(&archive, NULL, "game.map");
    put_archive(&archive, files, 0);
    archive.count -= 30;
    expect_no_entry(&archive, NULL, "the archive is damaged");
    const map_file no_types[] = {{"game.map", map.items, map.count}, {NULL, NULL, 0}};
    put_archive(&archive, no_types, 0);
    expect_no_entry(&archive, NULL, "no ttypes.ttp in the archive");
}

static void archive_door_says_whether_it_is_open(void **state)
{
    (void)state;
    wend_message message = {0, ""};
    wendi_archive *archive = NULL;
    static const uint8_t nothing[] = "PK\5\6";
    wend_result result = wendi_archive_open(nothing, 4, NULL, &archive, &message);
    assert_int_equal(result, wendi_archive_exists() ? WEND_ERROR_FILE : WEND_ERROR_UNSUPPORTED);
    assert_null(archive);
    assert_string_not_equal(message.text, "");
    wendi_archive_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warzone_archive_gives_the_map_asked_for),
        cmocka_unit_test(warzone_archive_with_one_map_at_its_top),
        cmocka_unit_test(warzone_bad_archives_are_refused),
        cmocka_unit_test(archive_door_says_whether_it_is_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
