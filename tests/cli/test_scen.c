/* `wend scen` with small scenarios, right and wrong: it counts, compares, skips and finds its
 * map. */
#include "json_read.h"
#include "run.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char MAP[] = "type octile\nheight 3\nwidth 5\nmap\n"
                          ".....\n"
                          "..@..\n"
                          "..@..\n";

/* Two good rows, then: blocked goal, another size, outside, length 0 between cells,
 * blocked start. */
static const char MIXED[] = "version 1\n"
                            "0 small.map 5 3 0 0 4 0 4.00000000\n"
                            "0 small.map 5 3 1 1 3 1 4.00000000\n"
                            "0 small.map 5 3 0 0 2 1 2.00000000\n"
                            "0 small.map 6 3 0 0 4 0 4.00000000\n"
                            "0 small.map 5 3 0 0 5 0 5.00000000\n"
                            "0 small.map 5 3 0 0 1 0 0.00000000\n"
                            "0 small.map 5 3 2 2 1 0 2.00000000\n";

static const char WRONG[] = "version 1\n"
                            "0 small.map 5 3 0 0 4 0 4.00000000\n"
                            "0 small.map 5 3 0 0 3 0 3.00000100\n";

typedef struct files {
    char map[RUN_PATH_CAPACITY], scen[RUN_PATH_CAPACITY];
} files;

static files make_files(const char *scenario)
{
    files f = {0};
    run_write_text(run_temporary("small.map", f.map), MAP);
    run_write_text(run_temporary("small.map.scen", f.scen), scenario);
    return f;
}

static void remove_files(const files *f)
{
    remove(f->map);
    remove(f->scen);
}

static char *scen_json(const files *f, const char *arguments, int exit_code)
{
    char line[3 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "scen %s %s", f->scen, arguments);
    return run_json(line, exit_code);
}

static void scen_good_rows_match_and_others_are_skipped_and_named(void **state)
{
    (void)state;
    files f = make_files(MIXED);
    char *answer = scen_json(&f, "--method astar", 0);
    json_expect(answer, "method", "\"astar\"");
    json_expect(answer, "queries", "2");
    json_expect(answer, "solved", "2");
    json_expect(answer, "mismatches", "0");
    json_expect(answer, "skipped", "5");
    json_expect(answer, "cost_sum", "8");
    json_expect(answer, "expected_sum", "8");
    json_expect(answer, "skipped_rows",
                "[{\"line\": 4, \"why\": \"goal blocked\"}, "
                "{\"line\": 5, \"why\": \"made for a map of another size\"}, "
                "{\"line\": 6, \"why\": \"start or goal outside the map\"}, "
                "{\"line\": 7, \"why\": \"length 0 between different cells\"}, "
                "{\"line\": 8, \"why\": \"start blocked\"}]");
    free(answer);
    run_result text = run_wendf("scen %s", f.scen);
    assert_int_equal(text.exit_code, 0);
    assert_non_null(strstr(text.err, ":4: skipped: goal blocked"));
    assert_non_null(strstr(text.out, "2 solved, 0 mismatches, 5 skipped"));
    run_free(&text);
    remove_files(&f);
}

/* Around the wall's corners, which a path over cells may not cut: 4 + 1 + sqrt(2). */
static void scen_in_a_world_built_from_the_map_has_straight_paths(void **state)
{
    (void)state;
    files f = make_files(MIXED);
    static const char *const worlds[3] = {"mesh", "expanded", "flood"};
    for (int i = 0; i < 3; i++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "--world %s", worlds[i]);
        char *answer = scen_json(&f, arguments, 0);
        assert_true(json_get_number(answer, "solved") >= 2 &&
                    json_get_number(answer, "solved") <= 2);
        assert_true(json_get_number(answer, "mismatches") <= 0);
        const double cost = json_get_number(answer, "cost_sum");
        assert_true(cost >= 6.414213 && cost <= (i < 2 ? 6.414214 : 8));
        free(answer);
    }
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "scen %s --world mesh --method astar", f.scen);
    run_expect(line, 2, "--method: is for --world grid");
    snprintf(line, sizeof line, "scen %s --world mesh --size 2", f.scen);
    run_expect(line, 2, "--size: means nothing");
    remove_files(&f);
}

static void scen_json_has_all_keys_in_order(void **state)
{
    (void)state;
    static const char *const KEYS[] = {"map",        "method",      "queries",  "solved",
                                       "mismatches", "skipped",     "cost_sum", "expected_sum",
                                       "mean_us",    "median_us",   "p99_us",   "max_us",
                                       "prepare_ms", "memory_bytes"};
    files f = make_files(MIXED);
    char *answer = scen_json(&f, "--repeat 3", 0);
    const char *at = answer;
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        char quoted[64];
        snprintf(quoted, sizeof quoted, "\"%s\": ", KEYS[i]);
        at = strstr(at, quoted);
        assert_non_null(at);
    }
    assert_true(json_get_number(answer, "median_us") <= json_get_number(answer, "p99_us"));
    assert_true(json_get_number(answer, "p99_us") <= json_get_number(answer, "max_us"));
    assert_true(json_get_number(answer, "mean_us") <= json_get_number(answer, "max_us"));
    assert_true(json_get_number(answer, "memory_bytes") > 0.0);
    free(answer);
    remove_files(&f);
}

static void scen_wrong_length_is_a_mismatch_and_ends_with_1(void **state)
{
    (void)state;
    files f = make_files(WRONG);
    char *answer = scen_json(&f, "", 1);
    json_expect(answer, "solved", "2");
    json_expect(answer, "mismatches", "1");
    free(answer);
    answer = scen_json(&f, "--limit 1", 0);
    json_expect(answer, "queries", "1");
    json_expect(answer, "mismatches", "0");
    free(answer);
    remove_files(&f);
}

static void scen_without_path_is_a_mismatch(void **state)
{
    (void)state;
    char map[RUN_PATH_CAPACITY];
    char scen[RUN_PATH_CAPACITY];
    char line[3 * RUN_PATH_CAPACITY];
    run_write_text(run_temporary("cut.map", map), "type octile\nheight 1\nwidth 3\nmap\n.@.\n");
    run_write_text(run_temporary("cut.map.scen", scen),
                   "version 1\n0 cut.map 3 1 0 0 2 0 2.00000000\n");
    snprintf(line, sizeof line, "scen %s", scen);
    char *answer = run_json(line, 1);
    json_expect(answer, "queries", "1");
    json_expect(answer, "solved", "0");
    json_expect(answer, "mismatches", "1");
    json_expect(answer, "cost_sum", "0");
    free(answer);
    remove(map);
    remove(scen);
}

static void scen_map_is_found_by_the_name_in_its_rows(void **state)
{
    (void)state;
    char line[3 * RUN_PATH_CAPACITY];
    char scen[RUN_PATH_CAPACITY];
    char text[2 * RUN_PATH_CAPACITY];
    files f = make_files(MIXED);
    snprintf(text, sizeof text, "version 1\n0\tfar/away/%s\t5\t3\t0\t0\t4\t0\t4.00000000\n", f.map);
    run_write_text(run_temporary("other.scen", scen), text);
    snprintf(line, sizeof line, "scen %s", scen);
    char *answer = run_json(line, 0);
    json_expect(answer, "queries", "1");
    free(answer);
    remove_files(&f);
    run_expect(line, 2, "its map is not beside it; name it with --map");
    remove(scen);
}

static void scen_damaged_file_is_refused_with_its_line(void **state)
{
    (void)state;
    files f = make_files("version 1\n0 small.map 5 3 0 0 4 0\n");
    char line[3 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "scen %s", f.scen);
    run_expect(line, 2, "small.map.scen:2");
    remove_files(&f);
}

static void scen_bad_repeat_and_limit_are_refused(void **state)
{
    (void)state;
    files f = make_files(MIXED);
    char line[3 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "scen %s --repeat 0", f.scen);
    run_expect(line, 2, "--repeat: expected a whole number from 1 to 1000");
    snprintf(line, sizeof line, "scen %s --limit -1", f.scen);
    run_expect(line, 2, "--limit: expected a whole number from 1");
    remove_files(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scen_good_rows_match_and_others_are_skipped_and_named),
        cmocka_unit_test(scen_in_a_world_built_from_the_map_has_straight_paths),
        cmocka_unit_test(scen_json_has_all_keys_in_order),
        cmocka_unit_test(scen_wrong_length_is_a_mismatch_and_ends_with_1),
        cmocka_unit_test(scen_without_path_is_a_mismatch),
        cmocka_unit_test(scen_map_is_found_by_the_name_in_its_rows),
        cmocka_unit_test(scen_damaged_file_is_refused_with_its_line),
        cmocka_unit_test(scen_bad_repeat_and_limit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
