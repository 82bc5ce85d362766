/* Bad command lines end with exit code 2 and one line that names the argument and what was
 * expected. */
#include "json_read.h"
#include "run.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line for `wend path ROOMS`, and what stderr must say. */
typedef struct bad_line {
    const char *arguments, *says;
} bad_line;

static const bad_line BAD_LINES[] = {
    {"", "--from: missing"},
    {"--from 1,1", "--to: missing"},
    {"--from", "--from: expected a value X,Y"},
    {"--from --to 1,1", "--from: expected a value X,Y"},
    {"--from 1,1 --to 1", "--to: expected a cell as X,Y"},
    {"--from 1,1 --to 1,", "--to: expected a cell as X,Y"},
    {"--from 1,1 --to ,1", "--to: expected a cell as X,Y"},
    {"--from 1,1 --to 1,2,3", "--to: expected a cell as X,Y"},
    {"--from 1,1 --to 1.5,2", "--to: expected a cell as X,Y"},
    {"--from=-1,1 --to 1,2", "--from: expected a cell as X,Y"},
    {"--from 1,1 --to 65,2", "--to: expected a cell from 0,0 to 64,64, found '65,2'"},
    {"--from 1,1 --to 99999999999999999999,2", "--to: expected a cell as X,Y"},
    {"--weight nan", "--weight: expected a number from 1 to 1000, found 'nan'"},
    {"--weight inf", "--weight: expected a number from 1 to 1000"},
    {"--weight 0.5", "--weight: expected a number from 1 to 1000"},
    {"--weight 2x", "--weight: expected a number from 1 to 1000"},
    {"--weight 2 --from 1,1 --to 2,2", "--weight: only --method astar-weighted"},
    {"--radius -1", "--radius: expected a number from 0"},
    {"--radius 1e999", "--radius: expected a number from 0"},
    {"--max-steps 0", "--max-steps: expected a whole number from 1"},
    {"--max-steps -5", "--max-steps: expected a whole number from 1"},
    {"--max-steps 99999999999999999999", "--max-steps: expected a whole number from 1"},
    {"--max-steps 1e3", "--max-steps: expected a whole number from 1"},
    {"--max-cost -0.1", "--max-cost: expected a number from 0"},
    {"--method quick", "--method: expected one of best, breadth-first"},
    {"--method", "--method: expected a value NAME"},
    {"--heuristic none2", "--heuristic: expected one of best, none"},
    {"--neighbours 5", "--neighbours: expected one of 4, 6, 8, found '5'"},
    {"--hex-layout rows", "--hex-layout: expected one of odd-rows, even-rows"},
    {"--hex-layout even-rows --from 1,1 --to 2,2", "--hex-layout: the cells are no hexes"},
    {"--wrap z", "--wrap: expected one of none, x, y, both, found 'z'"},
    {"--neighbours 6 --wrap y --from 1,1 --to 2,2", "only with an even height"},
    {"--radius 65 --from 1,1 --to 2,2", "--radius: expected at most 64 metres (64 cells)"},
    {"--size 0", "--size: expected a whole number from 1 to 64"},
    {"--size 65", "--size: expected a whole number from 1 to 64"},
    {"--size 2 --radius 1 --from 1,1 --to 2,2", "--size: not together with --radius"},
    {"--size 2 --smooth --from 1,1 --to 2,2", "--smooth: supports round agents only"},
    {"--fewest-turns --smooth --from 1,1 --to 2,2", "--smooth: a straightened path"},
    {"--noise 11", "--noise: expected a number from 0 to 10"},
    {"--noise 1 --method dijkstra --from 1,1 --to 2,2", "noise"},
    {"--turn-cost 257", "--turn-cost: expected a number from 0 to 256"},
    {"--turn-cost 1 --method jump-point --from 1,1 --to 2,2", "turn"},
    {"--start-heading 8", "--start-heading: expected a whole number from 0 to 7"},
    {"--start-heading 6 --neighbours 6 --from 1,1 --to 2,2", "heading"},
    {"--most-turn 0", "--most-turn: expected a whole number from 1 to 4"},
    {"--corners some", "--corners: expected one of never, one, always"},
    {"--cost W", "--cost: expected a character, '=' and a cost from 1 to 254"},
    {"--cost W=0", "--cost: expected a character"},
    {"--cost W=255", "--cost: expected a character"},
    {"--cost W=", "--cost: expected a character"},
    {"--cell-size 0", "--cell-size: expected a number from 0.001"},
    {"--class 1 --from 1,1 --to 2,2", "--class: expected a whole number from 0 to 0"},
    {"--class 32", "--class: expected a whole number from 0 to 31"},
    {"--team 32", "--team: expected a whole number from 0 to 31"},
    {"--smooth=fast", "--smooth: expected one of quick, precise, found 'fast'"},
    {"--smooth --cells --from 1,1 --to 2,2", "--cells: a smoothed path has no cells"},
    {"--ascii=yes", "--ascii: takes no value"},
    {"--png", "--png: expected a value FILE"},
    {"--png=", "--png: expected FILE"},
    {"--columns 0", "--columns: expected a whole number from 1"},
    {"--frm 1,1", "--frm: no such option"},
    {"-x", "-x: no such option"},
    {"another", "another: one argument too many"},
    {"--from 1,1 --to 2,2 --png no-such-folder/a.png", "no-such-folder"},
};

static void args_bad_line_ends_with_2_and_says_why(void **state)
{
    (void)state;
    char rooms[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    run_map("rooms65.map", rooms);
    for (size_t i = 0; i < sizeof BAD_LINES / sizeof BAD_LINES[0]; i++) {
        snprintf(line, sizeof line, "path %s %s", rooms, BAD_LINES[i].arguments);
        run_expect(line, 2, BAD_LINES[i].says);
    }
}

static void args_bad_line_with_json_gives_an_error_object(void **state)
{
    (void)state;
    char rooms[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    char error[1024];
    run_map("rooms65.map", rooms);
    for (size_t i = 0; i < sizeof BAD_LINES / sizeof BAD_LINES[0]; i++) {
        if (strcmp(BAD_LINES[i].arguments, "--from") == 0 ||
            strcmp(BAD_LINES[i].arguments, "--method") == 0) {
            continue; /* Would take --json as their value: the same failure. */
        }
        snprintf(line, sizeof line, "path %s %s", rooms, BAD_LINES[i].arguments);
        char *object = run_json(line, 2);
        assert_true(json_raw(object, "error", error, sizeof error));
        assert_non_null(strstr(error, BAD_LINES[i].says));
        free(object);
    }
}

static void args_unknown_command_ends_with_2(void **state)
{
    (void)state;
    run_expect("fly", 2, "fly: no such command");
    char *object = run_json("fly", 2);
    json_expect(object, "error", "\"fly: no such command; 'wend --help' lists them\"");
    free(object);
}

static void args_no_command_ends_with_2_and_shows_all(void **state)
{
    (void)state;
    run_expect("", 2, "usage: wend COMMAND");
}

static void args_help_of_every_command_has_examples(void **state)
{
    (void)state;
    static const char *const COMMANDS[] = {"info",     "path", "reach", "scen",   "convert",
                                           "generate", "demo", "bench", "version"};
    run_result all = run_wend("--help");
    assert_int_equal(all.exit_code, 0);
    assert_non_null(strstr(all.out, "examples:"));
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        run_result r = run_wendf("%s --help", COMMANDS[i]);
        assert_int_equal(r.exit_code, 0);
        assert_string_equal(r.err, "");
        assert_non_null(strstr(r.out, "usage: wend "));
        assert_non_null(strstr(r.out, "examples:"));
        assert_non_null(strstr(r.out, "--json"));
        assert_non_null(strstr(all.out, COMMANDS[i]));
        run_free(&r);
    }
    run_free(&all);
}

static void args_missing_map_is_named(void **state)
{
    (void)state;
    run_expect("info", 2, "MAP: missing");
    run_expect("convert", 2, "IN: missing");
    run_expect("convert a", 2, "OUT: missing");
    run_expect("scen", 2, "FILE.scen: missing");
    run_expect("generate city", 2, "OUT: missing");
}

static void args_missing_file_folder_and_truncated_map_are_refused(void **state)
{
    (void)state;
    char path[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    run_expect("info no-such-file.map", 2, "no-such-file.map");
    run_expect("scen no-such-file.scen", 2, "no-such-file.scen");
    run_expect("info .", 2, ".: ");
    run_temporary("cut.map", path);
    run_write_text(path, "type octile\nheight 3\nwidth 3\nmap\n...\n..");
    snprintf(line, sizeof line, "info %s", path);
    run_expect(line, 2, "cut.map:4");
    run_write_text(path, "");
    run_expect(line, 2, "cut.map:1");
    remove(path);
}

static void args_value_may_follow_or_be_joined(void **state)
{
    (void)state;
    char rooms[RUN_PATH_CAPACITY];
    run_map("rooms65.map", rooms);
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "path %s --from 1,1 --to 5,1 --method dijkstra", rooms);
    char *apart = run_json(line, 0);
    snprintf(line, sizeof line, "path --method=dijkstra --to=5,1 --from=1,1 %s", rooms);
    char *joined = run_json(line, 0);
    json_expect(apart, "method", "\"dijkstra\"");
    json_expect(joined, "method", "\"dijkstra\"");
    json_expect(apart, "cells", "[[1, 1], [2, 1], [3, 1], [4, 1], [5, 1]]");
    json_expect(joined, "cells", "[[1, 1], [2, 1], [3, 1], [4, 1], [5, 1]]");
    free(apart);
    free(joined);
}

static void args_after_two_dashes_are_files(void **state)
{
    (void)state;
    run_expect("info -- --help", 2, "--help: ");
    run_expect("info -- --json", 2, "--json: ");
}

static void args_version_is_reported_in_three_ways(void **state)
{
    (void)state;
    char version[64];
    char *object = run_json("version", 0);
    assert_true(json_raw(object, "version", version, sizeof version));
    free(object);
    run_result word = run_wend("version");
    run_result option = run_wend("--version");
    assert_int_equal(word.exit_code, 0);
    assert_int_equal(option.exit_code, 0);
    assert_string_equal(word.out, option.out);
    version[strlen(version) - 1] = '\0';
    assert_non_null(strstr(word.out, version + 1));
    run_free(&word);
    run_free(&option);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(args_bad_line_ends_with_2_and_says_why),
        cmocka_unit_test(args_bad_line_with_json_gives_an_error_object),
        cmocka_unit_test(args_unknown_command_ends_with_2),
        cmocka_unit_test(args_no_command_ends_with_2_and_shows_all),
        cmocka_unit_test(args_help_of_every_command_has_examples),
        cmocka_unit_test(args_missing_map_is_named),
        cmocka_unit_test(args_missing_file_folder_and_truncated_map_are_refused),
        cmocka_unit_test(args_value_may_follow_or_be_joined),
        cmocka_unit_test(args_after_two_dashes_are_files),
        cmocka_unit_test(args_version_is_reported_in_three_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
