/* Records of scenes: a replay ends the same, and a changed record stops at the tick of the change. */
#include "records.h"
#include "scene_file.h"
#include "support/test.h"
#include "wend/stamp.h"

/* ---- records ---- */

/* Plays a record to its end or to the first tick that differs. */
static wend_result replay(const char *file, uint32_t threads, scene_difference *last,
                          wend_message *message)
{
    scene_replay *r = NULL;
    scene_options options = scene_options_default();
    options.threads = threads;
    wend_result result = scene_replay_open(file, NULL, &options, &r, message);
    while (result == WEND_OK) {
        result = scene_replay_tick(r, last, message);
    }
    scene_replay_close(r);
    return result;
}

static void a_replay_has_the_same_hash_in_every_tick(void **state)
{
    fixture f;
    scene_difference last = {0};
    wend_message message = {0};
    (void)state;
    begin(&f);
    uint64_t hash = record(&f);
    for (uint32_t threads = 1; threads <= 2; threads++) {
        assert_int_equal(replay(f.record, threads, &last, &message), WEND_NO_PATH);
        assert_int_equal(last.tick, 60);
        assert_true(last.played == hash && last.recorded == hash);
        assert_false(last.is_changed_scene);
    }
    end(&f);
}

static void a_zero_below_zero_is_played_as_one(void **state)
{
    fixture f;
    wend_message message = {0};
    scene_replay *r = NULL;
    (void)state;
    begin(&f);
    scene *s = open_world(&f, true);
    add(s, (scene_input){.kind = SCENE_INPUT_SLIDER, .index = 0, .value = -0.0});
    tick(s, 1);
    assert_string_equal(scene_text(s), "-0.0 speed -0.0");
    scene_close(s);
    assert_int_equal(scene_replay_open(f.record, NULL, NULL, &r, &message), WEND_OK);
    assert_int_equal(scene_replay_tick(r, NULL, &message), WEND_OK);
    assert_string_equal(scene_text(scene_replay_scene(r)), "-0.0 speed -0.0");
    scene_replay_close(r);
    end(&f);
}

/* @param count [out] bytes of the record. */
static char *read_record(const fixture *f, char text[65536], size_t *count)
{
    FILE *in = fopen(f->record, "rb");
    assert_non_null(in);
    *count = fread(text, 1, 65535, in);
    fclose(in);
    text[*count] = '\0';
    return text;
}

/* Replaces a text of the record by one of the same length. */
static void change_record(const fixture *f, const char *find, const char *replace)
{
    static char text[65536];
    size_t count = 0;
    char *at = strstr(read_record(f, text, &count), find);
    assert_non_null(at);
    assert_int_equal(strlen(find), strlen(replace));
    memcpy(at, replace, strlen(replace));
    scene_file_write(f->record, text);
}

static void a_changed_input_stops_the_replay_at_its_tick(void **state)
{
    fixture f;
    scene_difference last = {0};
    wend_message message = {0};
    (void)state;
    begin(&f);
    record(&f);
    change_record(&f, "i 30 explode 0 5.0999", "i 30 explode 0 5.9999");
    assert_int_equal(replay(f.record, 1, &last, &message), WEND_PARTIAL);
    assert_int_equal(last.tick, 31);
    assert_true(last.played != last.recorded);
    end(&f);
}

static void a_changed_scene_is_reported(void **state)
{
    fixture f;
    char text[sizeof world];
    scene_difference last = {0};
    wend_message message = {0};
    (void)state;
    begin(&f);
    record(&f);
    memcpy(text, world, sizeof world);
    memcpy(strstr(text, "x = 3 +"), "x = 4 +", 7);
    scene_file_write(f.scene, text);
    assert_int_equal(replay(f.record, 1, &last, &message), WEND_PARTIAL);
    assert_int_equal(last.tick, 1);
    assert_true(last.is_changed_scene);
    end(&f);
}

/* The record is an error, and the message has this. */
static void expect_refused(const fixture *f, const char *expected)
{
    scene_difference last = {0};
    wend_message message = {0};
    assert_int_equal(replay(f->record, 1, &last, &message), WEND_ERROR_FILE);
    if (strstr(message.text, expected) == NULL) {
        fail_msg("'%s' has no '%s'", message.text, expected);
    }
}

static void damaged_records_are_errors_with_their_line(void **state)
{
    static const char *const changes[][3] = {
        {"wend-record 2", "wend-record 1",
         ".rec:1: 'wend-record 2' expected, found 'wend-record 1'"},
        {"scene ", "scent ", ".rec:2: 'scene FILE' expected, found 'scent "},
        {"source ", "sourse ", ".rec:3: 'source HASH', of 16 digits, expected, found 'sourse "},
        {"seed 1", "seed x", ".rec:4: 'seed NUMBER' expected, found 'seed x'"},
        {"i 0 slider 0 ", "i 0 slider x ",
         ".rec:5: 'i 0 slider INDEX VALUE' expected, found 'i 0 slider x 0.33"},
        {"i 0 order 0", "i 1 order 0",
         ".rec:6: 'i 0 order FLOOR X Y COUNT INDEX:GENERATION...' expected, found 'i 1 order 0 "},
        {"i 0 order", "i 0 odder", ".rec:6: 'i 0 order|stop|cells|"},
        {"\nt 1 ", "\nt 2 ", ".rec:7: 't 1 HASH', of 16 digits, expected, found 't 2 "},
        {"\nt 2 ", "\nz 2 ",
         ".rec:8: 'i TICK INPUT', 't TICK HASH' or 'end TICKS' expected, found 'z 2 "},
        {"\nend 60", "\nend 6 ", ".rec:78: 'end 60' expected, found 'end 6 '"},
        {"\nend 60", "\nend 61", ".rec:78: 'end 60' expected, found 'end 61'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        fixture f;
        begin(&f);
        record(&f);
        change_record(&f, changes[i][0], changes[i][1]);
        expect_refused(&f, changes[i][2]);
        end(&f);
    }
}

static void damage(const fixture *f, const char *text, const char *expected)
{
    scene_file_write(f->record, text);
    expect_refused(f, expected);
}

static void records_that_were_cut_name_the_line_where_they_end(void **state)
{
    static const char format[] = "wend-record 2\nscene %s\nsource 0123456789abcdef\nseed 1\nt 1 %s";
    fixture f;
    char text[sizeof format + SCENE_FILE_CAPACITY + 32];
    (void)state;
    begin(&f);
    damage(&f, "", ".rec:1: 'wend-record 2' expected, found the end");
    damage(&f, "wend-record 2\n", ".rec:2: 'scene FILE' expected, found the end");
    damage(&f, "wend-record 2\nscene world.lua\nsource 0123",
           ".rec:3: 'source HASH', of 16 digits, expected, found 'source 0123'");
    snprintf(text, sizeof text, format, f.scene, "0123456789abcde");
    damage(&f, text, ".rec:5: 't 1 HASH', of 16 digits, expected, found 't 1 0123456789abcde'");
    snprintf(text, sizeof text, format, f.scene, "\x01\xff");
    damage(&f, text, ".rec:5: 't 1 HASH', of 16 digits, expected, found 't 1 ?\?'");
    end(&f);
}

static void records_that_were_cut_at_the_end_of_a_line_are_reported(void **state)
{
    static char text[65536];
    static char cut[65536];
    fixture f;
    size_t count = 0;
    (void)state;
    begin(&f);
    record(&f);
    read_record(&f, text, &count);
    assert_string_equal(text + count - 7, "end 60\n");
    for (size_t i = 0; i + 7 < count; i++) {
        if (text[i] == '\n') {
            scene_difference last = {0};
            wend_message message = {0};
            memcpy(cut, text, i + 1);
            cut[i + 1] = '\0';
            scene_file_write(f.record, cut);
            assert_int_equal(replay(f.record, 1, &last, &message), WEND_ERROR_FILE);
            assert_true(strstr(message.text, "the record was cut") != NULL ||
                        strstr(message.text, "found the end") != NULL);
        }
    }
    memcpy(cut, text, count);
    memcpy(cut + count, "t 61 0123456789abcdef\n", 23);
    damage(&f, cut, ".rec:79: nothing behind the end mark expected, found 't 61 ");
    text[count - 1] = '\0'; /* Without its last end of line nothing is missing. */
    scene_difference last = {0};
    scene_file_write(f.record, text);
    assert_int_equal(replay(f.record, 1, &last, NULL), WEND_NO_PATH);
    assert_int_equal(last.tick, 60);
    end(&f);
}

static void a_record_of_a_scene_that_failed_is_whole(void **state)
{
    fixture f;
    char text[sizeof world];
    scene_difference last = {0};
    wend_message message = {0};
    (void)state;
    begin(&f);
    memcpy(text, world, sizeof world);
    memcpy(strstr(text, "keys .. ' ' .. key end"), "x.y                   ", 22);
    memcpy(strstr(text, "x.y                   "), "x.y.z end             ", 22);
    scene_file_write(f.scene, text);
    scene *s = open_world(&f, true);
    tick(s, 3);
    add(s, (scene_input){.kind = SCENE_INPUT_KEY, .key = "b"});
    assert_int_equal(scene_tick(s), WEND_ERROR_FILE);
    scene_close(s);
    assert_int_equal(replay(f.record, 1, &last, &message), WEND_NO_PATH);
    assert_int_equal(last.tick, 3);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_replay_has_the_same_hash_in_every_tick),
        cmocka_unit_test(a_zero_below_zero_is_played_as_one),
        cmocka_unit_test(a_changed_input_stops_the_replay_at_its_tick),
        cmocka_unit_test(a_changed_scene_is_reported),
        cmocka_unit_test(damaged_records_are_errors_with_their_line),
        cmocka_unit_test(records_that_were_cut_name_the_line_where_they_end),
        cmocka_unit_test(records_that_were_cut_at_the_end_of_a_line_are_reported),
        cmocka_unit_test(a_record_of_a_scene_that_failed_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
