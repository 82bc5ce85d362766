/* Opening maps: limits, names, lookups of other files, and refusals, with zlib and XML and
 * without. */
#include "io/content/content.h"
#include "io/core/inflate.h"
#include "io/core/xml.h"
#include "io/tiled/tmx.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- contents ---- */

static void content_sizes_outside_the_limits_are_refused(void **state)
{
    (void)state;
    static const int64_t bad[][3] = {{0, 1, 1},
                                     {1, 0, 1},
                                     {WEND_GRID_SIDE_MAX + 1, 1, 1},
                                     {1, WEND_GRID_SIDE_MAX + 1, 1},
                                     {1, 1, 0},
                                     {1, 1, WEND_GRID_CLASSES_MAX + 1},
                                     {WEND_GRID_SIDE_MAX, WEND_GRID_SIDE_MAX, 9}};
    wend_message message = {0, ""};
    wend_map_options options = wend_map_options_default();
    options.message = &message;
    wendi_map_content content;
    wendi_map_content_init(&content, &options);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(wendi_map_content_resize(&content, bad[i][0], bad[i][1], bad[i][2]),
                         WEND_ERROR_FILE);
        assert_true(message.text[0] != '\0');
    }
    assert_int_equal(wendi_map_content_resize(&content, 2, 3, 2), WEND_OK);
    assert_int_equal(wendi_map_content_row(&content, 1, 2)[1], 1);
    assert_ptr_equal(wendi_map_content_row(&content, 1, 0), content.costs + 6);
    wendi_map_content_free(&content);
    wendi_map_content_free(&content);
}

static void content_texts_end_at_a_zero_and_survive_growth(void **state)
{
    (void)state;
    wend_map_options options = wend_map_options_default();
    wendi_map_content content;
    wendi_map_content_init(&content, &options);
    wendi_map_text first = 7;
    wendi_map_text second = 7;
    wendi_map_text none = 7;
    const wendi_span cut = {(const uint8_t *)"one\0two", 7};
    const wendi_span nothing = {NULL, 0};
    assert_int_equal(wendi_map_content_add_text(&content, cut, &first), WEND_OK);
    assert_int_equal(wendi_map_content_add_text(&content, nothing, &none), WEND_OK);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(wendi_map_content_add_text(&content, wendi_span_of("more"), &second),
                         WEND_OK);
    }
    assert_int_equal(none, 0);
    assert_string_equal(wendi_map_content_text(&content, first), "one");
    assert_string_equal(wendi_map_content_text(&content, second), "more");
    assert_string_equal(wendi_map_content_text(&content, none), "");
    wendi_map_content_free(&content);
}

static void content_items_keep_points_and_properties(void **state)
{
    (void)state;
    enum { COUNT = 50 };
    wend_map_options options = wend_map_options_default();
    wendi_map_content content;
    wendi_map_content_init(&content, &options);
    for (int i = 0; i < COUNT; i++) {
        const wendi_map_item item = {.name = wendi_span_of("a"), .player = i, .team = -1};
        const wend_vec2 point = {i, 0.0};
        assert_int_equal(wendi_map_content_add_item(&content, &item), WEND_OK);
        for (int k = 0; k < i % 3; k++) {
            assert_int_equal(wendi_map_content_add_point(&content, point), WEND_OK);
        }
        assert_int_equal(wendi_map_content_add_property(&content, (size_t)i, wendi_span_of("k"),
                                                        wendi_span_of("v")),
                         WEND_OK);
    }
    assert_int_equal(content.record_count, COUNT);
    assert_int_equal(content.point_count, 49);
    for (size_t i = 0; i < COUNT; i++) {
        const wendi_map_record *record = &content.records[i];
        assert_int_equal(record->player, i);
        assert_int_equal(record->point_count, i % 3);
        assert_true(record->point_count == 0 ||
                    (int)content.points[record->first_point].x == (int)i);
    }
    wendi_map_content_free(&content);
}

/* ---- other files ---- */

/* The answer of the caller's function. */
typedef struct answer {
    wend_result result;
    const char *text; /* NULL = no bytes */
    const char *says; /* NULL = no message */
    char asked[100];
} answer;

static wend_result open_answer(void *context, const char *name, const wend_allocator *allocator,
                               uint8_t **bytes, size_t *count, wend_message *message)
{
    answer *a = context;
    (void)allocator;
    (void)snprintf(a->asked, sizeof a->asked, "%s", name);
    if (a->says != NULL && message != NULL) {
        (void)snprintf(message->text, sizeof message->text, "%s", a->says);
    }
    if (a->text != NULL) {
        *count = strlen(a->text);
        *bytes = malloc(*count + 1); /* The allocator is libc's here. */
        assert_non_null(*bytes);
        memcpy(*bytes, a->text, *count + 1);
    }
    return a->result;
}

static void callers_answers_are_whole_or_errors(void **state)
{
    (void)state;
    static const struct {
        wend_result given;
        const char *text, *says;
        wend_result result;
        const char *message;
    } cases[] = {
        {WEND_OK, "x", NULL, WEND_OK, ""},
        {WEND_OK, "", NULL, WEND_OK, ""},
        {WEND_OK, NULL, NULL, WEND_ERROR_FILE, "a.tsx: cannot be opened"},
        {WEND_TRUNCATED, "x", NULL, WEND_ERROR_FILE, "a.tsx: cannot be opened"},
        {WEND_ERROR_FILE, NULL, "locked", WEND_ERROR_FILE, "locked"},
        {WEND_ERROR_UNSUPPORTED, NULL, NULL, WEND_ERROR_UNSUPPORTED, "a.tsx: cannot be opened"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int has_message = 0; has_message < 2; has_message++) {
            answer a = {cases[i].given, cases[i].text, cases[i].says, ""};
            wend_message message = {0, ""};
            wend_map_options options = wend_map_options_default();
            options.read = open_answer;
            options.read_context = &a;
            options.message = has_message == 1 ? &message : NULL;
            const wendi_map_file_source source = {NULL, 0, "maps/", true, &options};
            uint8_t *bytes = NULL;
            size_t count = 9;
            assert_int_equal(wendi_map_source_open_sibling(&source, "a.tsx", &bytes, &count),
                             cases[i].result);
            assert_string_equal(a.asked, "a.tsx");
            assert_int_equal(bytes != NULL, cases[i].result == WEND_OK);
            assert_true(has_message == 0 || strcmp(message.text, cases[i].message) == 0);
            if (bytes != NULL) {
                wend_io_free(NULL, bytes, count);
            }
        }
    }
}

static void names_of_other_files_are_relative(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "/a", "\\a", "C:a"};
    wend_map_options options = wend_map_options_default();
    answer a = {WEND_OK, "x", NULL, ""};
    options.read = open_answer;
    options.read_context = &a;
    const wendi_map_file_source source = {NULL, 0, "", false, &options};
    uint8_t *bytes = NULL;
    size_t count = 0;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(wendi_map_source_open_sibling(&source, bad[i], &bytes, &count),
                         WEND_ERROR_FILE);
    }
    assert_string_equal(a.asked, "");
}

static void data_comes_from_its_folder(void **state)
{
    (void)state;
    wend_map_options options = wend_map_options_default();
    answer a = {WEND_OK, "x", NULL, ""};
    const wendi_map_file_source source = {NULL, 0, "", false, &options};
    uint8_t *bytes = NULL;
    size_t count = 0;
    assert_int_equal(wendi_map_source_open_data(&source, "core/a.cfg", &bytes, &count),
                     WEND_ERROR_FILE);
    options.data_folder = "no_such_folder";
    assert_int_equal(wendi_map_source_open_data(&source, "core/a.cfg", &bytes, &count),
                     WEND_ERROR_FILE);
    options.read = open_answer;
    options.read_context = &a;
    assert_int_equal(wendi_map_source_open_data(&source, "core/a.cfg", &bytes, &count), WEND_OK);
    assert_string_equal(a.asked, "no_such_folder/core/a.cfg");
    wend_io_free(NULL, bytes, count);
    options.data_folder = NULL;
    assert_int_equal(wendi_map_source_open_data(&source, "core/a.cfg", &bytes, &count), WEND_OK);
    assert_string_equal(a.asked, "core/a.cfg");
    wend_io_free(NULL, bytes, count);
}

static void folders_end_at_either_slash(void **state)
{
    (void)state;
    static const struct {
        const char *file, *folder;
    } cases[] = {{"test_io_map_open.txt", ""}, {"./test_io_map_open.txt", "./"}};
    wend_map_options options = wend_map_options_default();
    assert_int_equal(wend_io_write_file(cases[0].file, (const uint8_t *)"..\n", 3, NULL), WEND_OK);
    for (size_t i = 0; i < 2; i++) {
        wendi_map_file file;
        assert_int_equal(wendi_map_file_open(cases[i].file, &options, &file), WEND_OK);
        assert_string_equal(file.source.folder, cases[i].folder);
        assert_true(file.source.is_file);
        wendi_map_file_close(&file);
    }
    assert_int_equal(remove(cases[0].file), 0);
}

/* ---- names and lookups ---- */

static void kinds_and_formats_have_names(void **state)
{
    (void)state;
    static const char *const kinds[] = {"thing", "spawn", "region", "polygon", "line", "thing"};
    static const char *const formats[] = {"auto", "movingai", "text",    "png", "grid",
                                          "tmx",  "wesnoth",  "warzone", "auto"};
    for (int i = 0; i < 6; i++) {
        assert_string_equal(wend_map_item_kind_name((wend_map_item_kind)i), kinds[i]);
    }
    for (int i = 0; i < 9; i++) {
        assert_string_equal(wend_map_format_name((wend_map_format)i), formats[i]);
    }
}

static void lookups_without_a_map_or_name_find_nothing(void **state)
{
    (void)state;
    wend_map *map = NULL;
    uint32_t movement_class = 3;
    size_t index = 3;
    assert_int_equal(wend_map_load_memory((const uint8_t *)"..", 2, NULL, &map), WEND_OK);
    assert_false(wend_map_class_from_name(map, NULL, &movement_class));
    assert_false(wend_map_class_from_name(NULL, "boat", &movement_class));
    assert_int_equal(movement_class, 0);
    assert_false(wend_map_item_from_name(map, NULL, &index));
    assert_false(wend_map_item_from_name(map, "", &index));
    assert_false(wend_map_item_from_name(NULL, "camp", &index));
    assert_int_equal(index, 0);
    assert_null(wend_map_item_property(map, 0, "a"));
    assert_null(wend_map_property(map, "a"));
    wend_map_destroy(map);
}

static void formats_that_are_only_read_are_not_written(void **state)
{
    (void)state;
    wend_grid *grid = NULL;
    wend_message message = {0, ""};
    assert_int_equal(wend_map_load_grid_memory((const uint8_t *)"..", 2, NULL, &grid, NULL),
                     WEND_OK);
    assert_int_equal(
        wend_map_save_file(grid, "test_io_map_open.tmx", WEND_MAP_FORMAT_TMX, &message),
        WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(message.text, "tmx maps are read, not written"));
    assert_int_equal(wend_map_save_file(grid, "a", WEND_MAP_FORMAT_WESNOTH, NULL),
                     WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_map_save_file(grid, "a", WEND_MAP_FORMAT_WARZONE, NULL),
                     WEND_ERROR_UNSUPPORTED);
    wend_grid_destroy(grid);
}

static void xml_is_recognized_by_its_beginning(void **state)
{
    (void)state;
    static const char *const yes[] = {
        "<?xml",     "<map ", "\xEF\xBB\xBF<map", " \t\r\n<?xml v", "<!DOCTYPE map SYSTEM",
        "<!-- a -->"};
    static const char *const no[] = {"", " ", "<", "<html>", "..#", "\xEF\xBB\xBF", "\xEF\xBB<map"};
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
        assert_true(wendi_map_is_tmx((const uint8_t *)yes[i], strlen(yes[i])));
    }
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++) {
        assert_false(wendi_map_is_tmx((const uint8_t *)no[i], strlen(no[i])));
    }
}

/* ---- doors ---- */

static void inflate_gives_all_bytes_or_says_why(void **state)
{
    (void)state;
    /* "abcabcabc" as zlib has it. */
    static const uint8_t packed[] = {0x78, 0x9C, 0x4B, 0x4C, 0x4A, 0x4E, 0x04,
                                     0x23, 0x00, 0x11, 0x3D, 0x03, 0x73};
    uint8_t out[20];
    wend_message message = {0, ""};
    if (!wendi_inflate_exists()) {
        assert_int_equal(wendi_inflate(packed, sizeof packed, NULL, out, 9, &message),
                         WEND_ERROR_UNSUPPORTED);
        return;
    }
    assert_int_equal(wendi_inflate(packed, sizeof packed, NULL, out, 9, &message), WEND_OK);
    assert_memory_equal(out, "abcabcabc", 9);
    assert_int_equal(wendi_inflate(packed, sizeof packed, NULL, out, 8, &message), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "more than the 8 bytes"));
    assert_int_equal(wendi_inflate(packed, sizeof packed, NULL, out, 10, &message),
                     WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "unpacks to 9 bytes, expected 10"));
    for (size_t count = 0; count < sizeof packed; count++) {
        assert_int_equal(wendi_inflate(packed, count, NULL, out, 9, &message), WEND_ERROR_FILE);
    }
    assert_int_equal(wendi_inflate((const uint8_t *)"no", 2, NULL, out, 9, &message),
                     WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "damaged: incorrect header check"));
    static const uint8_t with_dictionary[] = {0x78, 0xBB, 0, 0, 0, 1, 0};
    assert_int_equal(wendi_inflate(with_dictionary, sizeof with_dictionary, NULL, out, 9, &message),
                     WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "it needs a dictionary"));
}

static wend_result take_open(void *context, uint32_t line, const char *name,
                             const char **attributes)
{
    (void)context;
    (void)line;
    (void)attributes;
    return strcmp(name, "stop") == 0 ? WEND_ERROR_BUSY : WEND_OK;
}

static wend_result take_close(void *context, uint32_t line)
{
    int *closed = context;
    (void)line;
    return ++*closed == 2 ? WEND_ERROR_STALE : WEND_OK;
}

static wend_result take_text(void *context, uint32_t line, const char *text, size_t count)
{
    (void)context;
    (void)line;
    return count > 0 && text[0] == '!' ? WEND_ERROR_FULL : WEND_OK;
}

static void xml_ends_with_the_first_refusal(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        wend_result result;
    } cases[] = {
        {"<a>text<b/></a>", WEND_ERROR_STALE},
        {"<a>text</a>", WEND_OK},
        {"<a><stop/>!<b/></a>", WEND_ERROR_BUSY},
        {"<a><stop>!<b/></stop></a>", WEND_ERROR_BUSY},
        {"<a>!<stop/></a>", WEND_ERROR_FULL},
        {"", WEND_ERROR_FILE},
        {"<a></b>", WEND_ERROR_FILE},
        {"<!DOCTYPE a [<!ENTITY b \"c\"><!ENTITY d SYSTEM \"e\">]><a>&b;</a>", WEND_ERROR_FILE},
        {"<!DOCTYPE a SYSTEM \"no.dtd\"><a>&unknown;</a>", WEND_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int closed = 0;
        const wendi_xml_events events = {take_open, take_close, take_text, &closed};
        wend_result expected = wendi_xml_exists() ? cases[i].result : WEND_ERROR_UNSUPPORTED;
        assert_int_equal(
            wendi_xml_read((const uint8_t *)cases[i].text, strlen(cases[i].text), &events, NULL),
            expected);
    }
}

static void xml_in_many_pieces_is_read_whole(void **state)
{
    (void)state;
    enum { BYTES = 200000 };
    uint8_t *text = malloc(BYTES);
    assert_non_null(text);
    memset(text, ' ', BYTES);
    memcpy(text, "<a>", 3);
    memcpy(text + BYTES - 4, "</a>", 4);
    int closed = 0;
    const wendi_xml_events events = {take_open, take_close, take_text, &closed};
    assert_int_equal(wendi_xml_read(text, BYTES, &events, NULL),
                     wendi_xml_exists() ? WEND_OK : WEND_ERROR_UNSUPPORTED);
    assert_int_equal(closed, wendi_xml_exists() ? 1 : 0);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(content_sizes_outside_the_limits_are_refused),
        cmocka_unit_test(content_texts_end_at_a_zero_and_survive_growth),
        cmocka_unit_test(content_items_keep_points_and_properties),
        cmocka_unit_test(callers_answers_are_whole_or_errors),
        cmocka_unit_test(names_of_other_files_are_relative),
        cmocka_unit_test(data_comes_from_its_folder),
        cmocka_unit_test(folders_end_at_either_slash),
        cmocka_unit_test(kinds_and_formats_have_names),
        cmocka_unit_test(lookups_without_a_map_or_name_find_nothing),
        cmocka_unit_test(formats_that_are_only_read_are_not_written),
        cmocka_unit_test(xml_is_recognized_by_its_beginning),
        cmocka_unit_test(inflate_gives_all_bytes_or_says_why),
        cmocka_unit_test(xml_ends_with_the_first_refusal),
        cmocka_unit_test(xml_in_many_pieces_is_read_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
