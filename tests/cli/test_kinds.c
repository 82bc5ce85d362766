/* The command on one small map as squares, as hexes and wrapped, for agents with sizes, headings
 * and noise, against lengths counted by hand. */
#include "json_read.h"
#include "run.h"
#include "support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char MAP[] = "............\n"
                          "..##........\n"
                          "..#.....##..\n"
                          "............\n";

static char *ask_json(const char *command, const char *arguments, int exit_code)
{
    char map[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    run_write_text(run_temporary("kinds.txt", map), MAP);
    snprintf(line, sizeof line, "%s %s %s", command, map, arguments);
    return run_json(line, exit_code);
}

static void expect_number(const char *command, const char *arguments, const char *key,
                          double number)
{
    char *answer = ask_json(command, arguments, 0);
    assert_true(json_get_number(answer, key) > number - 1e-6);
    assert_true(json_get_number(answer, key) < number + 1e-6);
    free(answer);
}

/* The drawing, which comes first. */
static void expect_drawing(const char *arguments, const char *drawing)
{
    char map[RUN_PATH_CAPACITY];
    run_write_text(run_temporary("kinds.txt", map), MAP);
    run_result r = run_wendf("reach %s --from 5,1 --within 1 --ascii %s", map, arguments);
    assert_int_equal(r.exit_code, 0);
    if (strncmp(r.out, drawing, strlen(drawing)) != 0) {
        print_error("%s\n%s", arguments, r.out);
        fail();
    }
    run_free(&r);
}

/* ---- hexes and wrapping ---- */

static void info_tells_rules_and_room(void **state)
{
    (void)state;
    char *answer = ask_json("info", "", 0);
    json_expect(answer, "neighbours", "8");
    json_expect(answer, "hex_layout", "null");
    json_expect(answer, "wrap", "\"none\"");
    json_expect(answer, "largest_square", "4");
    json_expect(answer, "largest_disc", "1.5");
    json_expect(answer, "links", "0");
    free(answer);
    answer = ask_json("info", "--neighbours 6 --hex-layout even-columns --wrap x", 0);
    json_expect(answer, "neighbours", "6");
    json_expect(answer, "hex_layout", "\"even-columns\"");
    json_expect(answer, "wrap", "\"x\"");
    json_expect(answer, "largest_square", "2");
    json_expect(answer, "method", "\"astar\"");
    free(answer);
}

static void info_islands_are_those_of_the_agent(void **state)
{
    (void)state;
    expect_number("info", "", "islands", 1);
    expect_number("info", "--size 2", "islands", 2);
    expect_number("info", "--radius 1 --wrap both", "islands", 1);
    expect_number("info", "--radius 1.5", "open", 4);
}

static void path_on_hexes_is_counted_in_steps(void **state)
{
    (void)state;
    expect_number("path", "--from 0,0 --to 11,3 --neighbours 6", "cost", 13);
    expect_number("path", "--from 0,0 --to 11,3 --neighbours 6 --hex-layout even-rows", "cost", 12);
    expect_number("path", "--from 0,0 --to 11,3 --neighbours 6 --hex-layout odd-columns", "cost",
                  11);
    expect_number("path", "--from 0,0 --to 11,3 --neighbours 6 --hex-layout even-columns", "cost",
                  12);
}

static void path_around_a_map_that_wraps_is_short(void **state)
{
    (void)state;
    expect_number("path", "--from 0,0 --to 11,3 --neighbours 4 --wrap none", "cost", 14);
    expect_number("path", "--from 0,0 --to 11,3 --neighbours 4 --wrap x", "cost", 4);
    expect_number("path", "--from 0,0 --to 11,3 --neighbours 4 --wrap y", "cost", 12);
    expect_number("path", "--from 0,0 --to 11,3 --neighbours 4 --wrap both", "cost", 2);
    expect_number("reach", "--from 0,0 --within 1 --neighbours 6 --wrap both", "cells", 7);
}

static void ascii_hexes_lie_as_on_the_map(void **state)
{
    (void)state;
    expect_drawing("--neighbours 6", ". . . . . ~ ~ . . . . .\n"
                                     " . . # # ~ S ~ . . . . .\n"
                                     ". . # . . ~ ~ . # # . .\n"
                                     " . . . . . . . . . . . .\n");
    expect_drawing("--neighbours 6 --hex-layout even-rows", " . . . . ~ ~ . . . . . .\n"
                                                            ". . # # ~ S ~ . . . . .\n"
                                                            " . . # . ~ ~ . . # # . .\n"
                                                            ". . . . . . . . . . . .\n");
    expect_drawing("--neighbours 6 --hex-layout odd-columns", ".   .   .   .   .   .\n"
                                                              "  .   .   ~   .   .   .\n"
                                                              ".   #   ~   ~   .   .\n"
                                                              "  .   #   S   .   .   .\n"
                                                              ".   #   ~   ~   #   .\n"
                                                              "  .   .   ~   .   #   .\n"
                                                              ".   .   .   .   .   .\n"
                                                              "  .   .   .   .   .   .\n");
    expect_drawing("--neighbours 6 --hex-layout even-columns", "  .   .   ~   .   .   .\n"
                                                               ".   .   ~   ~   .   .\n"
                                                               "  .   #   S   .   .   .\n"
                                                               ".   #   ~   ~   .   .\n");
    expect_drawing("--neighbours 6 --columns 23", ".....~~.....\n"
                                                  "..##~S~.....\n");
}

static void map_with_rules_of_its_own_keeps_them(void **state)
{
    (void)state;
    char map[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    run_temporary("kinds.wend", map);
    snprintf(line, sizeof line,
             "generate noise %s --size 40x32 --neighbours 6 --hex-layout odd-columns --wrap both",
             map);
    free(run_json(line, 0));
    snprintf(line, sizeof line, "info %s --neighbours 6 --wrap both", map);
    char *answer = run_json(line, 0);
    json_expect(answer, "hex_layout", "\"odd-columns\"");
    json_expect(answer, "wrap", "\"both\"");
    free(answer);
    snprintf(line, sizeof line, "info %s --neighbours 8", map);
    run_expect(line, 2, "defines 6");
    snprintf(line, sizeof line, "info %s --hex-layout odd-rows", map);
    run_expect(line, 2, "defines odd-columns");
    snprintf(line, sizeof line, "info %s --wrap x", map);
    run_expect(line, 2, "defines both");
}

static void generate_refuses_rules_that_the_file_would_lose(void **state)
{
    (void)state;
    char map[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    run_temporary("kinds-lost.txt", map);
    snprintf(line, sizeof line, "generate noise %s --wrap x", map);
    run_expect(line, 2, "--wrap: only .wend files keep it");
    snprintf(line, sizeof line, "generate noise %s --hex-layout odd-rows --to grid", map);
    run_expect(line, 2, "--hex-layout: the cells are no hexes");
}

/* ---- agents ---- */

static void path_large_agent_goes_where_it_fits(void **state)
{
    (void)state;
    expect_number("path", "--from 4,0 --to 6,2 --size 2", "cost", 2.828427);
    char *answer = ask_json("path", "--from 0,2 --to 5,0 --size 2", 1);
    json_expect(answer, "why", "\"the goal is cut off from the start\"");
    json_expect(answer, "nearest", "[0, 0]");
    free(answer);
    answer = ask_json("path", "--from 1,2 --to 5,0 --size 2", 1);
    json_expect(answer, "why", "\"the agent does not fit at the start\"");
    free(answer);
    expect_number("reach", "--from 5,1 --within 0.5 --radius 1.5", "cells", 1);
}

static void path_turning_counts_and_costs(void **state)
{
    (void)state;
    char *answer = ask_json("path", "--from 0,3 --to 3,3 --start-heading 6 --turn-cost 2", 0);
    json_expect(answer, "cost", "11");
    json_expect(answer, "turns", "1");
    json_expect(answer, "heading", "2");
    free(answer);
    expect_number("path", "--from 0,0 --to 11,0 --fewest-turns", "turns", 0);
    expect_number("path", "--from 4,1 --to 7,1 --goal-heading 0", "heading", 0);
    expect_number("path", "--from 4,0 --to 7,3 --most-turn 1 --goal-heading 3", "cost", 4.242641);
    answer = ask_json("path", "--from 0,0 --to 11,0 --most-turn 1 --start-heading 0", 1);
    json_expect(answer, "why", "\"no path with these turns leads to the goal\"");
    free(answer);
}

static void path_noise_keeps_its_bound(void **state)
{
    (void)state;
    char line[160];
    for (int seed = 0; seed < 4; seed++) {
        snprintf(line, sizeof line, "--from 0,2 --to 11,1 --noise 0.5 --noise-seed %d", seed);
        char *answer = ask_json("path", line, 0);
        json_expect(answer, "bound", "1.5");
        assert_true(json_get_number(answer, "cost") <= 1.5 * 12.414214);
        free(answer);
    }
}

static void prepared_searches_cost_the_same(void **state)
{
    (void)state;
    char scenario[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    expect_number("path", "--from 0,2 --to 11,0 --prepare", "cost", 12.414214);
    snprintf(line, sizeof line, "scen %s", run_map("rooms65.map.scen", scenario));
    char *answer = run_json(line, 0);
    const double plain_bytes = json_get_number(answer, "memory_bytes");
    free(answer);
    snprintf(line, sizeof line, "scen %s --prepare", scenario);
    answer = run_json(line, 0);
    /* The table takes memory; a search by it takes less. */
    assert_true(fabs(json_get_number(answer, "memory_bytes") - plain_bytes) > 1000.0);
    json_expect(answer, "solved", "60");
    json_expect(answer, "mismatches", "0");
    json_expect(answer, "method", "\"jump-point\"");
    free(answer);
}

static int remove_files(void **state)
{
    char map[RUN_PATH_CAPACITY];
    (void)state;
    return remove(run_temporary("kinds.txt", map)) + remove(run_temporary("kinds.wend", map));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(info_tells_rules_and_room),
        cmocka_unit_test(info_islands_are_those_of_the_agent),
        cmocka_unit_test(path_on_hexes_is_counted_in_steps),
        cmocka_unit_test(path_around_a_map_that_wraps_is_short),
        cmocka_unit_test(ascii_hexes_lie_as_on_the_map),
        cmocka_unit_test(map_with_rules_of_its_own_keeps_them),
        cmocka_unit_test(generate_refuses_rules_that_the_file_would_lose),
        cmocka_unit_test(path_large_agent_goes_where_it_fits),
        cmocka_unit_test(path_turning_counts_and_costs),
        cmocka_unit_test(path_noise_keeps_its_bound),
        cmocka_unit_test(prepared_searches_cost_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
