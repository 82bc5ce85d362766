/* WADs as files: levels by name, damaged WADs, and levels made of other maps. */
#include "support/test.h"
#include "support/wad_make.h"
#include "wads.h"
#include "wend/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool collect(void *context, const char *name)
{
    char *list = context;
    strcat(strcat(list, name), " ");
    return strcmp(name, "STOP") != 0;
}

static void wad_levels_are_listed_and_opened_by_name(void **state)
{
    (void)state;
    const plan one = {1, {{0, 128, 0, 0}}, {{0}}, NULL, 0};
    const plan two = {2, {{0, 128, 0, 0}, {0, 128, 0, 0}}, {{0}}, NULL, 0};
    char list[64] = "";
    wad_maker wad;
    wend_message message = {0};
    wend_level_options o = wend_level_options_default();
    o.message = &message;
    wad_begin(&wad);
    wad_lump(&wad, "PLAYPAL", NULL, 0);
    add_level(&wad, "E1M1", &one);
    wad_lump(&wad, "DEMO1", NULL, 0);
    add_level(&wad, "E1M2", &two);
    add_level(&wad, "STOP", &one);
    add_level(&wad, "E1M4", &one);
    const size_t count = wad_end(&wad);
    assert_int_equal(wend_level_list_memory(wad.bytes, count, NULL, collect, list), WEND_OK);
    assert_string_equal(list, "E1M1 E1M2 STOP ");
    wend_level *level = NULL;
    o.entry = "e1m2";
    assert_int_equal(wend_level_load_memory(wad.bytes, count, &o, &level), WEND_OK);
    assert_int_equal(wend_level_region_count(level), 2);
    wend_level_destroy(level);
    o.entry = NULL;
    assert_int_equal(wend_level_load_memory(wad.bytes, count, &o, &level), WEND_OK);
    assert_int_equal(wend_level_region_count(level), 1);
    wend_level_destroy(level);
    o.entry = "MAP07";
    assert_int_equal(wend_level_load_memory(wad.bytes, count, &o, &level), WEND_ERROR_FILE);
    assert_null(level);
    assert_string_equal(message.text, "no level MAP07; there are: E1M1 E1M2 STOP E1M4");
}

static void wad_cut_anywhere_is_refused_with_a_reason(void **state)
{
    (void)state;
    const plan p = {2, {{0, 128, 0, 0}, {0, 128, 0, 0}}, {{0}}, NULL, 0};
    wad_maker wad;
    wad_begin(&wad);
    add_level(&wad, "MAP01", &p);
    const size_t count = wad_end(&wad);
    for (size_t cut = 0; cut < count; cut++) {
        uint8_t *bytes = malloc(cut + 1);
        wend_message message = {0};
        wend_level_options o = wend_level_options_default();
        wend_level *level = NULL;
        o.message = &message;
        o.format = WEND_LEVEL_FORMAT_WAD;
        assert_non_null(bytes);
        memcpy(bytes, wad.bytes, cut);
        assert_int_equal(wend_level_load_memory(bytes, cut, &o, &level), WEND_ERROR_FILE);
        assert_null(level);
        assert_true(strlen(message.text) > 10);
        free(bytes);
    }
}

/* One number of a fine WAD made wrong. */
static void expect_refused(const char *lump, size_t offset, unsigned value, const char *words)
{
    const plan p = {2, {{0, 128, 0, 0}, {0, 128, 0, 0}}, {{0}}, NULL, 0};
    wad_maker wad;
    wend_message message = {0};
    wend_level_options o = wend_level_options_default();
    wend_level *level = NULL;
    o.message = &message;
    wad_begin(&wad);
    add_level(&wad, "MAP01", &p);
    const size_t count = wad_end(&wad);
    for (size_t i = 0; i < wad.lump_count; i++) {
        if (strncmp((const char *)wad.directory + 16 * i + 8, lump, 8) == 0) {
            const size_t start = wad.directory[16 * i] + 256u * wad.directory[16 * i + 1];
            wad.bytes[start + offset] = (uint8_t)(value & 255);
            wad.bytes[start + offset + 1] = (uint8_t)(value >> 8);
        }
    }
    assert_int_equal(wend_level_load_memory(wad.bytes, count, &o, &level), WEND_ERROR_FILE);
    if (strstr(message.text, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", message.text, words);
    }
}

static void wad_numbers_out_of_range_name_the_record(void **state)
{
    (void)state;
    expect_refused("LINEDEFS", 14, 6, "linedef 1 names vertex 6 of 6");
    expect_refused("LINEDEFS", 2, 65535, "linedef 0 names vertex 65535 of 6");
    expect_refused("LINEDEFS", 10, 8, "linedef 0 names sidedef 8 of 8");
    expect_refused("LINEDEFS", 12, 65534, "linedef 0 names sidedef 65534");
    /* The side's sector is its last number: offset 28. */
    expect_refused("SIDEDEFS", 58, 2, "sidedef 1 names sector 2 of 2");
}

static void wad_of_other_kinds_is_refused_by_name(void **state)
{
    (void)state;
    wad_maker wad;
    wend_message message = {0};
    wend_level_options o = wend_level_options_default();
    wend_level *level = NULL;
    const int odd[3] = {1, 2, 3};
    o.message = &message;
    wad_begin(&wad);
    wad_lump(&wad, "MAP01", NULL, 0);
    wad_lump(&wad, "TEXTMAP", NULL, 0);
    assert_int_equal(wend_level_load_memory(wad.bytes, wad_end(&wad), &o, &level),
                     WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(message.text, "UDMF"));
    wad_begin(&wad);
    wad_lump(&wad, "MAP01", NULL, 0);
    wad_lump(&wad, "THINGS", NULL, 0);
    wad_lump(&wad, "BEHAVIOR", NULL, 0);
    assert_int_equal(wend_level_load_memory(wad.bytes, wad_end(&wad), &o, &level),
                     WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(message.text, "Hexen"));
    wad_begin(&wad);
    wad_lump(&wad, "MAP01", NULL, 0);
    wad_lump(&wad, "THINGS", odd, 3);
    assert_int_equal(wend_level_load_memory(wad.bytes, wad_end(&wad), &o, &level), WEND_ERROR_FILE);
    assert_string_equal(message.text, "THINGS of MAP01 has 6 bytes, expected a multiple of 10");
    wad_begin(&wad);
    wad_lump(&wad, "MAP01", NULL, 0);
    wad_lump(&wad, "THINGS", NULL, 0);
    assert_int_equal(wend_level_load_memory(wad.bytes, wad_end(&wad), &o, &level), WEND_ERROR_FILE);
    assert_string_equal(message.text, "MAP01 has no VERTEXES");
    wad_begin(&wad);
    assert_int_equal(wend_level_load_memory(wad.bytes, wad_end(&wad), &o, &level), WEND_ERROR_FILE);
    assert_string_equal(message.text, "no levels in this WAD of 0 lumps");
}

static void level_of_a_grid_map_has_its_regions(void **state)
{
    (void)state;
    static const char text[] = "....\n.##.\n....\n";
    char list[64] = "x";
    wend_level *level = NULL;
    wend_level_options o = wend_level_options_default();
    assert_int_equal(wend_level_load_memory((const uint8_t *)text, strlen(text), &o, &level),
                     WEND_OK);
    assert_int_equal(wend_level_region_count(level), 1);
    assert_true(wend_level_line_count(level) >= 8);
    wend_level_destroy(level);
    assert_int_equal(wend_level_list_memory((const uint8_t *)text, strlen(text), &o, collect, list),
                     WEND_OK);
    assert_string_equal(list, "x ");
    o.movement_class = 1;
    assert_int_equal(wend_level_load_memory((const uint8_t *)text, strlen(text), &o, &level),
                     WEND_ERROR_ARGUMENT);
    assert_null(level);
}

static void wad_file_is_opened_and_listed_and_named_when_bad(void **state)
{
    (void)state;
    static const char file[] = "test_io_wad.wad";
    const plan p = {2, {{0, 128, 0, 0}, {0, 128, 0, 0}}, {{0}}, NULL, 0};
    char list[64] = "";
    wad_maker wad;
    wend_level *level = NULL;
    wend_message message = {0};
    wend_level_options o = wend_level_options_default();
    o.message = &message;
    wad_begin(&wad);
    add_level(&wad, "MAP01", &p);
    const size_t count = wad_end(&wad);
    assert_int_equal(wend_io_write_file(file, wad.bytes, count, NULL), WEND_OK);
    assert_int_equal(wend_level_load_file(file, &o, &level), WEND_OK);
    assert_int_equal(wend_level_region_count(level), 2);
    wend_level_destroy(level);
    assert_int_equal(wend_level_list_file(file, &o, collect, list), WEND_OK);
    assert_string_equal(list, "MAP01 ");
    assert_int_equal(wend_io_write_file(file, wad.bytes, count - 1, NULL), WEND_OK);
    assert_int_equal(wend_level_load_file(file, &o, &level), WEND_ERROR_FILE);
    assert_null(level);
    assert_non_null(strstr(message.text, "test_io_wad.wad: the WAD's directory"));
    assert_int_equal(wend_level_list_file(file, &o, collect, list), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "test_io_wad.wad: "));
    assert_int_equal(wend_io_write_file(file, (const uint8_t *)".#\n..\n", 6, NULL), WEND_OK);
    assert_int_equal(wend_level_load_file(file, &o, &level), WEND_OK);
    wend_level_destroy(level);
    list[0] = '\0';
    assert_int_equal(wend_level_list_file(file, NULL, collect, list), WEND_OK);
    assert_string_equal(list, " ");
    assert_int_equal(wend_io_write_file(file, (const uint8_t *)".#\n.\n", 5, NULL), WEND_OK);
    assert_int_equal(wend_level_load_file(file, &o, &level), WEND_ERROR_FILE);
    assert_int_equal(wend_level_list_file(file, &o, collect, list), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "test_io_wad.wad:2: "));
    o.format = WEND_LEVEL_FORMAT_WAD;
    assert_int_equal(wend_level_load_file(file, &o, &level), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "not a WAD"));
    assert_int_equal(remove(file), 0);
    assert_int_equal(wend_level_load_file(file, &o, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_list_file(file, &o, NULL, NULL), WEND_ERROR_ARGUMENT);
    o.cookie = 0;
    assert_int_equal(wend_level_list_file(file, &o, collect, list), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_list_memory(wad.bytes, count, &o, collect, list),
                     WEND_ERROR_ARGUMENT);
}

static bool stop_at_once(void *context, const char *name)
{
    (void)name;
    ++*(int *)context;
    return false;
}

static void level_of_a_map_takes_its_options_and_items(void **state)
{
    (void)state;
    static const char wesnoth[] = "Gg, Gg, Gg\nGg, 1 Ke, Gg\nGg, Gg, Gg\n";
    const uint8_t *bytes = (const uint8_t *)wesnoth;
    int calls = 0;
    wend_level *level = NULL;
    wend_map_options map = wend_map_options_default();
    wend_level_options o = wend_level_options_default();
    map.cell_size = 10.0;
    o.map = &map;
    o.entry = "";
    assert_int_equal(wend_level_load_memory(bytes, strlen(wesnoth), &o, &level), WEND_OK);
    assert_int_equal(wend_level_item_count(level), 1);
    const wend_level_item item = wend_level_get_item(level, 0);
    assert_true(item.is_start);
    assert_int_equal(item.tag, 1);
    wend_level_destroy(level);
    o.format = WEND_LEVEL_FORMAT_MAP;
    assert_int_equal(wend_level_list_memory(bytes, strlen(wesnoth), &o, stop_at_once, &calls),
                     WEND_OK);
    assert_int_equal(calls, 1);
    map.cell_size = 1e9;
    assert_int_equal(wend_level_load_memory(bytes, strlen(wesnoth), &o, &level),
                     WEND_ERROR_ARGUMENT);
    assert_null(level);
    map.cell_size = -1.0;
    assert_int_equal(wend_level_load_memory(bytes, strlen(wesnoth), &o, &level),
                     WEND_ERROR_ARGUMENT);
    o.map = NULL;
    o.min_opening = -1.0;
    assert_int_equal(wend_level_load_memory(bytes, strlen(wesnoth), &o, &level),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_list_memory(NULL, 1, NULL, stop_at_once, &calls),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_load_memory(NULL, 0, NULL, &level), WEND_ERROR_FILE);
}

static void level_options_out_of_range_are_refused(void **state)
{
    (void)state;
    wend_level *level = NULL;
    const uint8_t byte = '.';
    wend_level_options o = wend_level_options_default();
    o.cookie++;
    assert_int_equal(wend_level_load_memory(&byte, 1, &o, &level), WEND_ERROR_ARGUMENT);
    o = wend_level_options_default();
    o.max_step_height = -1.0;
    assert_int_equal(wend_level_load_memory(&byte, 1, &o, &level), WEND_ERROR_ARGUMENT);
    o = wend_level_options_default();
    o.format = (wend_level_format)9;
    assert_int_equal(wend_level_load_memory(&byte, 1, &o, &level), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_load_memory(NULL, 1, NULL, &level), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_load_memory(&byte, 1, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_list_memory(&byte, 1, NULL, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_load_file("no such file", NULL, &level), WEND_ERROR_FILE);
    assert_int_equal(wend_level_list_file("no such file", NULL, collect, NULL), WEND_ERROR_FILE);
    assert_string_equal(wend_level_format_name(WEND_LEVEL_FORMAT_WAD), "wad");
    assert_string_equal(wend_level_format_name(WEND_LEVEL_FORMAT_MAP), "map");
    assert_string_equal(wend_level_format_name(WEND_LEVEL_FORMAT_AUTO), "auto");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wad_levels_are_listed_and_opened_by_name),
        cmocka_unit_test(wad_cut_anywhere_is_refused_with_a_reason),
        cmocka_unit_test(wad_numbers_out_of_range_name_the_record),
        cmocka_unit_test(wad_of_other_kinds_is_refused_by_name),
        cmocka_unit_test(level_of_a_grid_map_has_its_regions),
        cmocka_unit_test(wad_file_is_opened_and_listed_and_named_when_bad),
        cmocka_unit_test(level_of_a_map_takes_its_options_and_items),
        cmocka_unit_test(level_options_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
