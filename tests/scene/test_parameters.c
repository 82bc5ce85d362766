/* Parameters: texts that a scene reads, in records too; bad ones are refused. */
#include "scene_file.h"

static const char text[] =
    "local wend = require 'wend'\n"
    "local crowd = wend.crowd{max_bodies = 20}\n"
    "local shape = wend.parameter('shape', 'row')\n"
    "local count = tonumber(wend.parameter('count')) or 2\n"
    "assert(wend.parameter('other') == nil and not pcall(wend.parameter))\n"
    "assert(wend.parameter('count=7\\0' .. ('x'):rep(100000)) == nil)\n"
    "for i = 1, count do crowd:add_body{x = 2 * i, y = shape == 'steps' and 2 * i or 0} end\n"
    "local size = {name = 'size', from = 0, to = 4, value = 1}\n"
    "return wend.scene{crowd = crowd, sliders = {size}, text = function() return shape .. count .. "
    "' ' .. size.value end}\n";

typedef struct fixture {
    char scene[SCENE_FILE_CAPACITY], record[SCENE_FILE_CAPACITY];
} fixture;

static void begin(fixture *f)
{
    scene_file_write(scene_file_name("shapes.lua", f->scene), text);
    scene_file_name("shapes.rec", f->record);
}

static void end(const fixture *f)
{
    remove(f->scene);
    remove(f->record);
}

static scene *open_shapes(const fixture *f, const char *const *parameters, size_t count,
                          const char *record)
{
    scene *s = NULL;
    wend_message message = {0};
    scene_options options = scene_options_default();
    options.parameters = parameters;
    options.parameter_count = count;
    options.record = record;
    if (scene_open(f->scene, &options, &s, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    return s;
}

static void parameters_are_read_and_the_last_of_a_name_counts(void **state)
{
    fixture f;
    (void)state;
    begin(&f);
    scene *s = open_shapes(&f, NULL, 0, NULL);
    assert_string_equal(scene_text(s), "row2 1");
    assert_false(scene_reads_parameter(s, "shape"));
    scene_close(s);
    static const char *const given[] = {"shape=row", "count=7", "shape=steps", "unread=x=y"};
    s = open_shapes(&f, given, 4, NULL);
    assert_string_equal(scene_text(s), "steps7 1");
    assert_true(scene_reads_parameter(s, "shape") && scene_reads_parameter(s, "count"));
    assert_false(scene_reads_parameter(s, "unread") || scene_reads_parameter(s, "shap"));
    scene_close(s);
    end(&f);
}

static void settings_are_parameters_and_sliders(void **state)
{
    fixture f;
    wend_message message = {0};
    static const char *const given[] = {"count=3"};
    (void)state;
    begin(&f);
    scene *s = open_shapes(&f, given, 1, NULL);
    assert_int_equal(scene_add_setting(s, "count=3", &message), WEND_OK);
    assert_int_equal(scene_add_setting(s, "size=2.5", &message), WEND_OK);
    assert_int_equal(scene_tick(s), WEND_OK);
    assert_string_equal(scene_text(s), "row3 2.5");
    static const char *const bad[] = {"size=5", "size=", "size=nan", "size=big",
                                      "siz=1",  "size",  "",         "=1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        message.text[0] = '\0';
        assert_int_equal(scene_add_setting(s, bad[i], &message), WEND_ERROR_ARGUMENT);
        assert_true(message.text[0] != '\0');
    }
    assert_int_equal(scene_tick(s), WEND_OK);
    assert_string_equal(scene_text(s), "row3 2.5");
    scene_close(s);
    end(&f);
}

static void bad_parameters_are_refused(void **state)
{
    fixture f;
    static char is_long[SCENE_PARAMETER_CAPACITY + 8];
    static const char *many[SCENE_PARAMETERS_MAX + 1];
    const char *const bad[] = {NULL, "", "shape", "=row", "a b=1", "a,b=1", "a=1\nseed 2", is_long};
    (void)state;
    begin(&f);
    memset(is_long, 'x', sizeof is_long - 1);
    is_long[5] = '=';
    scene_options options = scene_options_default();
    scene *s = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        options.parameters = &bad[i];
        options.parameter_count = 1;
        assert_int_equal(scene_open(f.scene, &options, &s, NULL), WEND_ERROR_ARGUMENT);
        assert_null(s);
    }
    for (size_t i = 0; i <= SCENE_PARAMETERS_MAX; i++) {
        many[i] = "shape=steps";
    }
    options.parameters = many;
    options.parameter_count = SCENE_PARAMETERS_MAX + 1;
    assert_int_equal(scene_open(f.scene, &options, &s, NULL), WEND_ERROR_ARGUMENT);
    options.parameter_count = SCENE_PARAMETERS_MAX;
    assert_int_equal(scene_open(f.scene, &options, &s, NULL), WEND_OK);
    scene_close(s);
    end(&f);
}

static void records_keep_what_was_read(void **state)
{
    fixture f;
    (void)state;
    begin(&f);
    static const char *const given[] = {"shape=steps", "count=5", "unread=1"};
    scene *s = open_shapes(&f, given, 3, f.record);
    assert_int_equal(scene_tick(s), WEND_OK);
    scene_close(s);
    char bytes[1024] = {0};
    FILE *in = fopen(f.record, "rb");
    assert_non_null(in);
    assert_true(fread(bytes, 1, sizeof bytes - 1, in) > 0);
    fclose(in);
    assert_non_null(strstr(bytes, "seed 1\nparameter shape=steps\nparameter count=5\nt 1 "));
    scene_replay *replay = NULL;
    wend_message message = {0};
    if (scene_replay_open(f.record, NULL, NULL, &replay, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    assert_string_equal(scene_text(scene_replay_scene(replay)), "steps5 1");
    assert_int_equal(scene_replay_tick(replay, NULL, NULL), WEND_OK);
    assert_int_equal(scene_replay_tick(replay, NULL, NULL), WEND_NO_PATH);
    scene_replay_close(replay);
    char *damaged = strstr(bytes, "shape=");
    damaged[5] = ':';
    assert_int_equal(scene_replay_open_bytes("damaged.rec", (const uint8_t *)bytes, strlen(bytes),
                                             f.scene, NULL, &replay, &message),
                     WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "damaged.rec:5: 'parameter NAME=VALUE'"));
    end(&f);
}

/* ---- saved scenes ---- */

typedef struct saved {
    uint8_t *bytes;
    size_t count;
} saved;

static saved save_after_a_tick(scene *s)
{
    saved made = {NULL, 0};
    assert_int_equal(scene_tick(s), WEND_OK);
    if (scene_save(s, &made.bytes, &made.count) != WEND_OK) {
        fail_msg("%s", scene_message(s));
    }
    scene_close(s);
    return made;
}

/* Loads into a scene that is opened with these parameters. @param why NULL = it works. */
static void try_load(const fixture *f, saved from, const char *const *parameters, size_t count,
                     const char *why)
{
    scene *s = open_shapes(f, parameters, count, NULL);
    const wend_result result = scene_load(s, from.bytes, from.count);
    assert_int_equal(result, why == NULL ? WEND_OK : WEND_ERROR_FILE);
    if (why != NULL && strstr(scene_message(s), why) == NULL) {
        fail_msg("%s, not: %s", scene_message(s), why);
    }
    if (why == NULL) {
        assert_int_equal(scene_tick_count(s), 1);
        assert_int_equal(scene_tick(s), WEND_OK);
        assert_string_equal(scene_text(s), "steps5 1");
    }
    scene_close(s);
}

static void saved_scenes_keep_what_was_read(void **state)
{
    fixture f;
    const char *list[SCENE_PARAMETERS_MAX];
    size_t count = 0;
    (void)state;
    begin(&f);
    static const char *const given[] = {"shape=row", "unread=1", "shape=steps", "count=5"};
    const saved bytes = save_after_a_tick(open_shapes(&f, given, 4, NULL));
    assert_int_equal(scene_saved_parameters(bytes.bytes, bytes.count, list, &count, NULL), WEND_OK);
    assert_int_equal(count, 2);
    assert_string_equal(list[0], "count=5");
    assert_string_equal(list[1], "shape=steps");
    try_load(&f, bytes, list, count, NULL);
    try_load(&f, bytes, given, 4, NULL);
    static const char *const others[] = {"count=5", "shape=steps", "shape=row"};
    try_load(&f, bytes, others, 3,
             "saved with the parameter shape=steps, and this one was opened with shape=row");
    try_load(&f, bytes, others, 1,
             "saved with the parameter shape=steps, and this one was opened without it");
    /* The same ones give the same bytes in any order. */
    const saved again = save_after_a_tick(open_shapes(&f, list, 2, NULL));
    assert_int_equal(again.count, bytes.count);
    assert_memory_equal(again.bytes, bytes.bytes, bytes.count);
    free(again.bytes);
    for (size_t i = 20; i < 45; i++) {
        bytes.bytes[i] ^= 1U;
        scene *s = open_shapes(&f, list, 0, NULL);
        assert_int_equal(scene_load(s, bytes.bytes, bytes.count), WEND_ERROR_FILE);
        scene_close(s);
        bytes.bytes[i] ^= 1U;
    }
    free(bytes.bytes);
    end(&f);
}

static void scenes_saved_without_a_parameter_are_not_loaded_with_it(void **state)
{
    fixture f;
    const char *list[SCENE_PARAMETERS_MAX];
    size_t count = 1;
    (void)state;
    begin(&f);
    const saved bytes = save_after_a_tick(open_shapes(&f, NULL, 0, NULL));
    assert_int_equal(scene_saved_parameters(bytes.bytes, bytes.count, list, &count, NULL), WEND_OK);
    assert_int_equal(count, 0);
    static const char *const given[] = {"shape=row"};
    try_load(&f, bytes, given, 1,
             "saved without the parameter shape, and this one was opened with shape=row");
    for (size_t i = 0; i < 24; i++) {
        wend_message message = {0};
        assert_int_equal(scene_saved_parameters(bytes.bytes, i, list, &count, &message),
                         WEND_ERROR_FILE);
        assert_int_equal(count, 0);
        assert_true(message.text[0] != '\0');
    }
    free(bytes.bytes);
    end(&f);
}

/* A parameter may be read long after the scene was opened. */
static void parameters_that_are_read_late_go_on_too(void **state)
{
    static const char late[] =
        "local wend = require 'wend'\n"
        "local tick = 0\n"
        "return wend.scene{crowd = wend.crowd{}, on_tick = function(t) tick = t end,\n"
        "  text = function() return tick > 0 and wend.parameter('word') or '' end}\n";
    fixture f;
    const char *list[SCENE_PARAMETERS_MAX];
    size_t count = 0;
    (void)state;
    begin(&f);
    scene_file_write(f.scene, late);
    static const char *const given[] = {"word=so"};
    scene *s = open_shapes(&f, given, 1, NULL);
    assert_int_equal(scene_tick(s), WEND_OK);
    const saved bytes = save_after_a_tick(s);
    assert_int_equal(scene_saved_parameters(bytes.bytes, bytes.count, list, &count, NULL), WEND_OK);
    assert_int_equal(count, 1);
    s = open_shapes(&f, list, count, NULL);
    assert_false(scene_reads_parameter(s, "word"));
    assert_int_equal(scene_load(s, bytes.bytes, bytes.count), WEND_OK);
    assert_true(scene_reads_parameter(s, "word"));
    assert_int_equal(scene_tick(s), WEND_OK);
    assert_string_equal(scene_text(s), "so");
    scene_close(s);
    free(bytes.bytes);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_read_and_the_last_of_a_name_counts),
        cmocka_unit_test(settings_are_parameters_and_sliders),
        cmocka_unit_test(bad_parameters_are_refused),
        cmocka_unit_test(records_keep_what_was_read),
        cmocka_unit_test(saved_scenes_keep_what_was_read),
        cmocka_unit_test(scenes_saved_without_a_parameter_are_not_loaded_with_it),
        cmocka_unit_test(parameters_that_are_read_late_go_on_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
