/* `wend path` on small maps answers queries, says why where there is no path, and draws. */
#include "json_read.h"
#include "run.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two rooms, a door at 4,1, and a chamber at the right that nothing leads into. */
static const char ROOMS[] = "type octile\nheight 4\nwidth 12\nmap\n"
                            "....@...@..@\n"
                            "........@..@\n"
                            "....@...@..@\n"
                            "....@...@@@@\n";

static char map[RUN_PATH_CAPACITY];

static int write_map(void **state)
{
    (void)state;
    run_write_text(run_temporary("rooms.map", map), ROOMS);
    return 0;
}

static int remove_map(void **state)
{
    (void)state;
    return remove(map);
}

/* `wend path` on the rooms. */
static char *path_json(const char *arguments, int exit_code)
{
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "path %s %s", map, arguments);
    return run_json(line, exit_code);
}

static void path_found_gives_cost_length_legs_and_cells(void **state)
{
    (void)state;
    char *answer = path_json("--from 0,1 --to 6,1 --cell-size 2 --method astar", 0);
    json_expect(answer, "result", "\"path\"");
    json_expect(answer, "from", "[0, 1]");
    json_expect(answer, "to", "[6, 1]");
    json_expect(answer, "cost", "6");
    json_expect(answer, "path_cost", "6");
    json_expect(answer, "length", "12");
    json_expect(answer, "method", "\"astar\"");
    json_expect(answer, "exact", "true");
    json_expect(answer, "bound", "1");
    json_expect(answer, "smoothing", "null");
    json_expect(answer, "legs",
                "[{\"from\": [0, 1], \"to\": [6, 1], \"cost\": 6, \"length\": 12}]");
    json_expect(answer, "cells", "[[0, 1], [1, 1], [2, 1], [3, 1], [4, 1], [5, 1], [6, 1]]");
    assert_true(json_get_number(answer, "expanded") > 0.0);
    assert_true(json_get_number(answer, "us") >= 0.0);
    free(answer);
}

static void path_every_method_finds_the_way(void **state)
{
    (void)state;
    static const char *const METHODS[] = {
        "best",      "breadth-first", "breadth-first-bidirectional", "dijkstra",
        "greedy",    "astar",         "astar-weighted --weight 1.5", "astar-bidirectional",
        "jump-point"};
    for (size_t i = 0; i < sizeof METHODS / sizeof METHODS[0]; i++) {
        char arguments[128];
        snprintf(arguments, sizeof arguments, "--from 0,3 --to 7,3 --method %s", METHODS[i]);
        char *answer = path_json(arguments, 0);
        json_expect(answer, "result", "\"path\"");
        assert_true(json_get_number(answer, "cost") >= 8.6);
        if (i == 0) {
            char method[64];
            assert_true(json_raw(answer, "method", method, sizeof method));
            assert_string_not_equal(method, "\"best\"");
        }
        free(answer);
    }
}

static void path_from_a_cell_to_itself_costs_nothing(void **state)
{
    (void)state;
    static const char *const METHODS[] = {"best", "dijkstra", "astar", "astar-bidirectional",
                                          "jump-point"};
    for (size_t i = 0; i < sizeof METHODS / sizeof METHODS[0]; i++) {
        char arguments[128];
        snprintf(arguments, sizeof arguments, "--from 2,2 --to 2,2 --method %s", METHODS[i]);
        char *answer = path_json(arguments, 0);
        json_expect(answer, "cost", "0");
        json_expect(answer, "legs", "[]");
        json_expect(answer, "cells", "[[2, 2]]");
        free(answer);
    }
}

static void path_blocked_end_says_which(void **state)
{
    (void)state;
    char *answer = path_json("--from 4,0 --to 6,1", 1);
    json_expect(answer, "result", "\"no-path\"");
    json_expect(answer, "cost", "null");
    json_expect(answer, "reason", "\"start blocked\"");
    json_expect(answer, "why", "\"the start 4,0 is blocked\"");
    free(answer);
    answer = path_json("--from 0,0 --to 4,3", 1);
    json_expect(answer, "reason", "\"goal blocked\"");
    json_expect(answer, "why", "\"the goal 4,3 is blocked\"");
    json_expect(answer, "nearest", "[3, 3]");
    free(answer);
}

static void path_cut_off_goal_names_the_nearest_cell(void **state)
{
    (void)state;
    char line[2 * RUN_PATH_CAPACITY];
    char *answer = path_json("--from 0,0 --to 9,1", 1);
    json_expect(answer, "why", "\"the goal is cut off from the start\"");
    json_expect(answer, "nearest", "[7, 1]");
    free(answer);
    snprintf(line, sizeof line, "path %s --from 0,0 --to 9,1", map);
    run_result r = run_wend(line);
    assert_int_equal(r.exit_code, 1);
    assert_non_null(strstr(r.out, "no path: the goal is cut off from the start"));
    assert_non_null(strstr(r.out, "nearest cell that can be reached: 7,1"));
    assert_string_equal(r.err, "");
    run_free(&r);
}

static void path_limit_gives_a_partial_path(void **state)
{
    (void)state;
    char *answer = path_json("--from 0,3 --to 7,3 --method astar --max-steps 3", 1);
    json_expect(answer, "result", "\"partial\"");
    assert_true(json_get_number(answer, "expanded") <= 3.0);
    free(answer);
    answer = path_json("--from 0,3 --to 7,3 --method astar --max-cost 2", 1);
    json_expect(answer, "result", "\"partial\"");
    free(answer);
}

static void path_neighbours_and_corners_change_the_cost(void **state)
{
    (void)state;
    char *answer = path_json("--from 0,0 --to 3,3 --neighbours 4", 0);
    json_expect(answer, "cost", "6");
    free(answer);
    answer = path_json("--from 3,2 --to 5,2 --method astar", 0);
    json_expect(answer, "cost", "4");
    free(answer);
    answer = path_json("--from 3,2 --to 5,2 --corners one --method astar", 0);
    assert_true(json_get_number(answer, "cost") < 2.83);
    free(answer);
}

static void path_cost_of_a_character_is_obeyed(void **state)
{
    (void)state;
    char *answer = path_json("--from 0,0 --to 5,0 --cost @=3", 0);
    assert_true(json_get_number(answer, "cost") < 5.83);
    free(answer);
    answer = path_json("--from 4,0 --to 4,2 --cost @=3", 0);
    json_expect(answer, "cost", "4");
    free(answer);
    answer = path_json("--from 0,1 --to 5,1 --cost .=2 --cost @=wall", 0);
    json_expect(answer, "cost", "10");
    free(answer);
}

static void path_radius_closes_narrow_doors(void **state)
{
    (void)state;
    char *answer = path_json("--from 1,1 --to 6,1 --radius 0.5", 0);
    json_expect(answer, "cost", "5");
    free(answer);
    answer = path_json("--from 1,1 --to 6,1 --radius 0.51", 1);
    json_expect(answer, "why", "\"the goal is cut off from the start\"");
    free(answer);
    answer = path_json("--from 0,0 --to 6,1 --radius 0.51", 1);
    json_expect(answer, "reason", "\"start blocked\"");
    json_expect(answer, "why", "\"the start lies nearer than the radius to a wall\"");
    free(answer);
    answer = path_json("--from 1,1 --to 6,1 --radius 0.9 --cell-size 2", 0);
    json_expect(answer, "cost", "5");
    free(answer);
}

static void path_smoothed_is_no_longer_and_no_more_expensive(void **state)
{
    (void)state;
    char cave[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    run_map("cave96.map", cave);
    snprintf(line, sizeof line, "path %s --from 2,3 --to 90,60", cave);
    char *plain = run_json(line, 0);
    const double length = json_get_number(plain, "length");
    const size_t legs = json_count(plain, "legs");
    free(plain);
    static const char *const KINDS[] = {"--smooth", "--smooth=precise", "--smooth=quick"};
    for (size_t i = 0; i < 3; i++) {
        snprintf(line, sizeof line, "path %s --from 2,3 --to 90,60 --radius 0.3 %s", cave,
                 KINDS[i]);
        char *smooth = run_json(line, 0);
        json_expect(smooth, "smoothing", i == 2 ? "\"quick\"" : "\"precise\"");
        assert_true(json_get_number(smooth, "length") < length);
        assert_true(json_get_number(smooth, "path_cost") <= json_get_number(smooth, "cost"));
        assert_true(json_count(smooth, "legs") <= legs);
        free(smooth);
    }
}

/* Straightened against the map's walls: against the cells that are closed only for the radius it
 * would keep the radius twice, and come out longer. */
static void path_smoothed_counts_the_radius_once(void **state)
{
    (void)state;
    char cave[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    run_map("cave96.map", cave);
    snprintf(line, sizeof line, "path %s --from 30,13 --to 90,12 --radius 1.2 --smooth", cave);
    char *answer = run_json(line, 0);
    assert_true(json_get_number(answer, "cost") > 66.0);
    assert_true(json_get_number(answer, "length") < 62.9);
    free(answer);
}

static void path_ascii_shows_map_and_path(void **state)
{
    (void)state;
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "path %s --from 0,1 --to 6,1 --method jump-point --ascii", map);
    run_result r = run_wend(line);
    assert_int_equal(r.exit_code, 0);
    assert_memory_equal(r.out, "....#...#..#\nS*****G.#..#\n", 26);
    run_free(&r);
    snprintf(line, sizeof line, "path %s --from 0,1 --to 6,1 --ascii --columns 5", map);
    r = run_wend(line);
    assert_int_equal(r.exit_code, 0);
    assert_int_equal(strcspn(r.out, "\n"), 4);
    run_free(&r);
    snprintf(line, sizeof line, "path %s --from 0,0 --to 1,1 --ascii --columns 5", map);
    r = run_wend(line);
    assert_int_equal(r.exit_code, 0);
    assert_int_equal(r.out[0], 'S'); /* Start and goal share a block: the start is shown. */
    run_free(&r);
}

static void path_ascii_with_json_stays_json(void **state)
{
    (void)state;
    char *answer = path_json("--from 0,1 --to 6,1 --ascii", 0);
    json_expect(answer, "result", "\"path\"");
    free(answer);
}

static void path_pictures_are_written(void **state)
{
    (void)state;
    char picture[RUN_PATH_CAPACITY];
    char line[3 * RUN_PATH_CAPACITY];
    char bytes[8] = {0};
    run_temporary("way.svg", picture);
    snprintf(line, sizeof line, "path %s --from 0,1 --to 6,1 --svg %s", map, picture);
    run_result svg = run_wend(line);
    assert_int_equal(svg.exit_code, 0);
    assert_int_equal(run_read(picture, bytes, 5), 5);
    assert_true(bytes[0] == '<');
    remove(picture);
    run_free(&svg);
    run_temporary("way.png", picture);
    snprintf(line, sizeof line, "path %s --from 0,1 --to 6,1 --png %s", map, picture);
    run_result png = run_wend(line);
    if (png.exit_code == 0) {
        assert_int_equal(run_read(picture, bytes, 4), 4);
        assert_memory_equal(bytes, "\x89PNG", 4);
        remove(picture);
    } else {
        assert_int_equal(png.exit_code, 2); /* A build without PNG says so. */
        assert_non_null(strstr(png.err, "PNG"));
    }
    run_free(&png);
}

static void path_file_name_with_quote_is_escaped(void **state)
{
    (void)state;
    char odd[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(odd, sizeof odd, "cli_test_quo\"te.map");
    run_write_text(odd, ROOMS);
    snprintf(line, sizeof line, "path %s --from 0,1 --to 6,1", odd);
    char *answer = run_json(line, 0);
    json_expect(answer, "map", "\"cli_test_quo\\\"te.map\"");
    free(answer);
    remove(odd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_found_gives_cost_length_legs_and_cells),
        cmocka_unit_test(path_every_method_finds_the_way),
        cmocka_unit_test(path_from_a_cell_to_itself_costs_nothing),
        cmocka_unit_test(path_blocked_end_says_which),
        cmocka_unit_test(path_cut_off_goal_names_the_nearest_cell),
        cmocka_unit_test(path_limit_gives_a_partial_path),
        cmocka_unit_test(path_neighbours_and_corners_change_the_cost),
        cmocka_unit_test(path_cost_of_a_character_is_obeyed),
        cmocka_unit_test(path_radius_closes_narrow_doors),
        cmocka_unit_test(path_smoothed_is_no_longer_and_no_more_expensive),
        cmocka_unit_test(path_smoothed_counts_the_radius_once),
        cmocka_unit_test(path_ascii_shows_map_and_path),
        cmocka_unit_test(path_ascii_with_json_stays_json),
        cmocka_unit_test(path_pictures_are_written),
        cmocka_unit_test(path_file_name_with_quote_is_escaped),
    };
    return cmocka_run_group_tests(tests, write_map, remove_map);
}
