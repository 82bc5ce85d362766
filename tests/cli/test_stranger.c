/* Nonsense on the command line: options given twice, long names, unknown names, outputs that cannot
 * be written. Each gets a sentence that helps, and no exit code of success. */
#include "run.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *rooms(void)
{
    static char path[RUN_PATH_CAPACITY];
    return run_map("rooms65.map", path);
}

static void command_line_without_a_command_is_explained(void **state)
{
    (void)state;
    run_expect("%20", 2, "no such command");
    run_expect("--json", 2, "--json: options stand behind a command");
    run_expect("-x", 2, "-x: options stand behind a command");
    run_expect("help pathh", 2, "pathh: no such command; 'wend --help' lists them; did you mean");
    run_result of_help = run_wend("help path");
    run_result of_option = run_wend("path --help");
    assert_int_equal(of_help.exit_code, 0);
    assert_string_equal(of_help.out, of_option.out);
    run_free(&of_help);
    run_free(&of_option);
    run_result version = run_wend("-V");
    assert_int_equal(version.exit_code, 0);
    assert_int_equal(strncmp(version.out, "wend ", 5), 0);
    run_free(&version);
}

static void option_given_twice_is_refused(void **state)
{
    (void)state;
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "path %s --from 1,1 --from 2,2 --to 3,3", rooms());
    run_expect(line, 2, "wend path: --from: given twice, but takes one value\n");
    snprintf(line, sizeof line, "path %s --from 1,1 --to=3,3 --to=4,4", rooms());
    run_expect(line, 2, "--to: given twice");
    snprintf(line, sizeof line, "info %s --cost .=3 --cost @=wall", rooms());
    run_expect(line, 0, "");
    snprintf(line, sizeof line, "flow %s --to 1,1 --to 2,2 --from 3,3 --from 4,4", rooms());
    run_expect(line, 0, "");
    snprintf(line, sizeof line, "path %s --from 1,1 --to 3,3 --cells --cells --quiet --quiet",
             rooms());
    run_expect(line, 0, "");
    run_result r = run_wend("bench graph --runs 1 --runs 2");
    assert_int_equal(r.exit_code, 2);
    assert_true(strstr(r.err, "--runs: given twice") != NULL ||
                strstr(r.err, "not built in") != NULL);
    run_free(&r);
}

static void long_names_leave_room_for_what_is_wrong(void **state)
{
    (void)state;
    char name[3001];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    run_result r = run_wendf("info %s", name);
    assert_int_equal(r.exit_code, 2);
    assert_non_null(strstr(r.err, "aaa: cannot be opened: "));
    run_free(&r);
    r = run_wendf("%s", name);
    assert_non_null(strstr(r.err, "aaa: no such command; 'wend --help' lists them\n"));
    run_free(&r);
    r = run_wendf("info --%s", name);
    assert_non_null(strstr(r.err, "aaa: no such option; 'wend info --help' lists them\n"));
    run_free(&r);
    r = run_wendf("info m --neighbours %s", name);
    assert_non_null(strstr(r.err, "expected one of 4, 6, 8, found 'aaa"));
    run_free(&r);
    r = run_wendf("convert %s %s.map", rooms(), name);
    assert_int_equal(r.exit_code, 2);
    assert_non_null(strstr(r.err, "aaa.map: cannot be written: "));
    run_free(&r);
}

static void messages_are_one_line_without_escapes(void **state)
{
    (void)state;
    run_expect("fl\ny", 2, "wend: fl?y: no such command");
    run_expect("info a\nb\x1b[31m.map", 2, "wend info: a?b?[31m.map: cannot be opened");
    run_expect("info \xff\xfe.map", 2, "\xff\xfe.map: cannot be opened");
}

static void file_that_is_not_there_gets_the_nearest_of_its_folder(void **state)
{
    (void)state;
    char path[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "info %s", run_map("roms65.map", path));
    run_expect(line, 2, "cannot be opened: no such file or folder; did you mean 'rooms65.map'");
    snprintf(line, sizeof line, "scen %s", run_map("roms65.map.scen", path));
    run_expect(line, 2, "; did you mean 'rooms65.map.scen'?");
    run_result scene = run_wendf("run %s", run_map("../scenes/batle.lua", path));
    assert_int_equal(scene.exit_code, 2);
    assert_true(strstr(scene.err, "; did you mean 'battle.lua'?") != NULL ||
                strstr(scene.err, "no scenes") != NULL);
    run_free(&scene);
    run_result window = run_wendf("view %s --frames 1", run_map("../scenes/batle.lua", path));
    assert_int_equal(window.exit_code, 2);
    assert_true(strstr(window.err, "; did you mean 'battle.lua'?") != NULL ||
                strstr(window.err, "cannot be opened") == NULL);
    run_free(&window);
    run_expect("info nowhere/roms65.map", 2, "cannot be opened: no such file or folder\n");
}

static void output_without_a_format_names_the_file(void **state)
{
    (void)state;
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "convert %s out.foo", rooms());
    run_expect(
        line, 2,
        "wend convert: out.foo: no format, expected a name ending in .map, .txt, .png or .wend, "
        "or --to with movingai, text, png or grid\n");
    snprintf(line, sizeof line, "convert %s .", rooms());
    run_expect(line, 2, "wend convert: .: no format, expected a name ending in");
    snprintf(line, sizeof line, "convert %s . --to text", rooms());
    run_expect(line, 2, "wend convert: .: cannot be written: ");
}

/* Every kind of output, to a disk that is full and to nothing at all. */
static void output_that_cannot_be_written_is_a_failure(void **state)
{
    (void)state;
    static const char *const FILES[] = {
        "convert %s /dev/full --to text",
        "convert %s /dev/full --to grid",
        "build %s --as mesh --to obj -o /dev/full",
        "build %s --as expanded --to text -o /dev/full",
        "path %s --from 1,1 --to 9,9 --svg /dev/full",
        "flow %s --to 1,1 --from 9,9 --svg /dev/full",
        "reach %s --from 1,1 --within 5 --svg /dev/full",
    };
    static const char *const TEXTS[] = {
        "info %s",
        "info %s --json",
        "path %s --from 1,1 --to 9,9",
        "path %s --from 1,1 --to 9,9 --json",
        "path %s --from 1,1 --to 9,9 --svg -",
        "convert %s - --to text",
        "convert %s - --to grid",
        "scen %s.scen --json",
        "info --help %s",
        "bench --help %s",
        "--help %s",
        "version",
    };
    FILE *full = fopen("/dev/full", "wb");
    const char *const outputs[] = {full == NULL ? NULL : "/dev/full", NULL};
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0] && full != NULL; i++) {
        char line[2 * RUN_PATH_CAPACITY];
        const char *at = strstr(FILES[i], "%s");
        snprintf(line, sizeof line, "%.*s%s%s", (int)(at - FILES[i]), FILES[i], rooms(), at + 2);
        run_expect(line, 2, "/dev/full: cannot be written: the disk is full\n");
    }
    for (size_t i = 0; i < 2 * sizeof TEXTS / sizeof TEXTS[0]; i++) {
        const char *text = TEXTS[i / 2];
        const char *at = strstr(text, "%s");
        const int before = at == NULL ? (int)strlen(text) : (int)(at - text);
        run_result r = run_wend_output(outputs[i % 2], "%.*s%s%s", before, text,
                                       at == NULL ? "" : rooms(), at == NULL ? "" : at + 2);
        if (r.exit_code != 2 || strstr(r.err, "standard output: cannot be written") == NULL) {
            fail_msg("%s to %s: exit code %d, stderr: %s", text,
                     outputs[i % 2] == NULL ? "nothing" : outputs[i % 2], r.exit_code, r.err);
        }
        run_free(&r);
    }
    if (full != NULL) {
        fclose(full);
    }
}

/* With standard output closed a written file must not get its number. */
static void output_that_is_closed_gets_into_no_file(void **state)
{
    (void)state;
    char path[RUN_PATH_CAPACITY];
    char clean[RUN_PATH_CAPACITY];
    size_t count = 0;
    size_t clean_count = 0;
    char scene[RUN_PATH_CAPACITY];
    run_map("../scenes/circle.lua", scene);
    run_temporary("closed.rec", path);
    run_temporary("clean.rec", clean);
    run_result r = run_wendf("run %s --ticks 3 --record %s", scene, clean);
    const bool has_scenes = r.exit_code == 0;
    run_free(&r);
    if (!has_scenes) {
        skip();
    }
    r = run_wend_output(NULL, "run %s --ticks 3 --record %s", scene, path);
    assert_int_equal(r.exit_code, 2);
    run_free(&r);
    char *record = run_read_all(path, &count);
    char *clean_record = run_read_all(clean, &clean_count);
    assert_int_equal(count, clean_count);
    assert_memory_equal(record, clean_record, count);
    free(record);
    free(clean_record);
    assert_int_equal(remove(path), 0);
    assert_int_equal(remove(clean), 0);
}

/* A scene prints to standard error: if that is closed, a record that is open meanwhile must not
 * have its number. */
static void prints_with_standard_error_closed_get_into_no_record(void **state)
{
    (void)state;
    static const char text[] = "local wend = require 'wend'\n"
                               "local crowd = wend.crowd{grid = wend.grid{width = 4, height = 4}}\n"
                               "return wend.scene{crowd = crowd, ticks = 3,\n"
                               "                  on_tick = function() print('a line') end}\n";
    char path[RUN_PATH_CAPACITY];
    char clean[RUN_PATH_CAPACITY];
    char scene[RUN_PATH_CAPACITY];
    size_t count = 0;
    size_t clean_count = 0;
    run_temporary("mute.rec", path);
    run_temporary("mute_clean.rec", clean);
    run_write_text(run_temporary("mute.lua", scene), text);
    run_result r = run_wendf("run %s --record %s", scene, clean);
    const bool has_scenes = r.exit_code == 0;
    assert_true(!has_scenes || strstr(r.err, "a line") != NULL);
    run_free(&r);
    if (!has_scenes) {
        remove(scene);
        skip();
    }
    r = run_wend_mute("run %s --record %s", scene, path);
    assert_int_equal(r.exit_code, 0);
    run_free(&r);
    char *record = run_read_all(path, &count);
    char *clean_record = run_read_all(clean, &clean_count);
    assert_int_equal(count, clean_count);
    assert_memory_equal(record, clean_record, count);
    free(record);
    free(clean_record);
    assert_int_equal(remove(path), 0);
    assert_int_equal(remove(clean), 0);
    assert_int_equal(remove(scene), 0);
}

static void input_of_folders_and_empty_files_is_refused(void **state)
{
    (void)state;
    static const char *const LINES[] = {"info",
                                        "path --from 1,1 --to 2,2",
                                        "scen",
                                        "run",
                                        "replay",
                                        "build --as mesh",
                                        "convert --to text"};
    char path[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    run_temporary("empty", path);
    run_write_text(path, "");
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        for (int k = 0; k < 2; k++) {
            snprintf(line, sizeof line, "%s %s", LINES[i], k == 0 ? path : ".");
            run_result r = run_wend(line);
            if (r.exit_code != 2 || r.out[0] != '\0' || strchr(r.err, '\n') == NULL) {
                fail_msg("wend %s: exit code %d, stdout %s, stderr %s", line, r.exit_code, r.out,
                         r.err);
            }
            run_free(&r);
        }
    }
    assert_int_equal(remove(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(command_line_without_a_command_is_explained),
        cmocka_unit_test(option_given_twice_is_refused),
        cmocka_unit_test(long_names_leave_room_for_what_is_wrong),
        cmocka_unit_test(messages_are_one_line_without_escapes),
        cmocka_unit_test(file_that_is_not_there_gets_the_nearest_of_its_folder),
        cmocka_unit_test(output_without_a_format_names_the_file),
        cmocka_unit_test(output_that_cannot_be_written_is_a_failure),
        cmocka_unit_test(output_that_is_closed_gets_into_no_file),
        cmocka_unit_test(prints_with_standard_error_closed_get_into_no_record),
        cmocka_unit_test(input_of_folders_and_empty_files_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
