/* The commands build, info and polyanya with every kind of world. */
#include "cli/worlds.h"
#include "json_read.h"
#include "run.h"
#include "support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- build ---- */

static void build_what_is_written_is_found_again(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"built.mesh", "built.wend"};
    for (size_t i = 0; i < 2; i++) {
        char arguments[2 * RUN_PATH_CAPACITY];
        snprintf(arguments, sizeof arguments, "--as mesh --up z -o %s",
                 run_temporary(NAMES[i], out));
        free(ask("build", wad, arguments, 0));
        char *answer = ask("path", out, "--up z --from 32,32 --to 200,100", 0);
        assert_true(fabs(json_get_number(answer, "length") - 187.4888) < 1e-3);
        free(answer);
        assert_int_equal(remove(out), 0);
    }
}

static void build_an_obj_keeps_the_paths_of_a_mesh(void **state)
{
    (void)state;
    char arguments[2 * RUN_PATH_CAPACITY];
    snprintf(arguments, sizeof arguments, "--as mesh --up z -o %s",
             run_temporary("built.obj", out));
    free(ask("build", obj, arguments, 0));
    char *answer = ask("path", out, "--up z --from 2,8 --to 12,18", 0);
    assert_true(fabs(json_get_number(answer, "length") - ELL_LENGTH) < 1e-12 * ELL_LENGTH);
    free(answer);
    assert_int_equal(remove(out), 0);
}

static void build_graph_counts_invisible_places(void **state)
{
    (void)state;
    char arguments[4 * RUN_PATH_CAPACITY];
    char part[256];
    snprintf(arguments, sizeof arguments, "--as flood --radius 8 --coverage -o %s",
             run_temporary("flood.graph", out));
    char *answer = ask("build", wad, arguments, 0);
    json_expect(answer, "world", "\"flood\"");
    assert_true(json_get_number(answer, "nodes") > 10.0);
    assert_true(json_raw(answer, "coverage", part, sizeof part));
    assert_non_null(strstr(part, "\"invisible\": 0,"));
    free(answer);
    answer = ask("info", out, "", 0);
    json_expect(answer, "kind", "\"graph\"");
    assert_true(json_get_number(answer, "nodes") > 10.0);
    free(answer);
    assert_int_equal(remove(out), 0);
    free(ask("build", wad, "--as mesh --coverage", 2));
    free(ask("build", wad, "--as pov -o graph.bogus", 2));
    free(ask("build", graph, "--as mesh", 2));
    char map[RUN_PATH_CAPACITY];
    snprintf(arguments, sizeof arguments, "--as pov -o %s --coverage", out);
    answer = ask("build", run_map("rooms65.map", map), arguments, 2);
    assert_non_null(strstr(answer, "has no items"));
    free(answer);
    assert_null(fopen(out, "rb"));
}

/* ---- info ---- */

static void info_of_a_level_counts_what_is_in_it(void **state)
{
    (void)state;
    char *answer = ask("info", wad, "", 0);
    json_expect(answer, "kind", "\"level\"");
    json_expect(answer, "levels", "[\"MAP01\"]");
    json_expect(answer, "lines", "6");
    json_expect(answer, "sectors", "1");
    json_expect(answer, "things", "2");
    json_expect(answer, "teleports", "0");
    assert_int_equal(json_count(answer, "items"), 2);
    free(answer);
    free(ask("info", wad, "--entry MAP09", 2));
}

static void info_of_a_mesh_counts_and_measures(void **state)
{
    (void)state;
    char *answer = ask("info", obj, "--up z", 0);
    json_expect(answer, "kind", "\"mesh\"");
    json_expect(answer, "polygons", "3");
    json_expect(answer, "vertices", "8");
    json_expect(answer, "area", "300");
    json_expect(answer, "islands", "1");
    json_expect(answer, "floors", "false");
    free(answer);
}

/* ---- polyanya ---- */

static char *run_scenario(const char *length, const char *more, int exit_code)
{
    char text[256];
    char arguments[4 * RUN_PATH_CAPACITY];
    snprintf(
        text, sizeof text,
        "version 1\n0\tell\t20\t20\t2\t8\t12\t18\t%s\n0\tell\t20\t20\t1\t1\t4\t5\t5.000000000\n",
        length);
    run_write_text(scen, text);
    snprintf(arguments, sizeof arguments, "--mesh %s --up z %s", obj, more);
    return ask("polyanya", scen, arguments, exit_code);
}

static void polyanya_right_lengths_are_right(void **state)
{
    (void)state;
    char *answer = run_scenario("16.492422502", "--repeat 3", 0);
    json_expect(answer, "queries", "2");
    json_expect(answer, "failed", "0");
    json_expect(answer, "longer", "0");
    json_expect(answer, "shorter", "0");
    assert_true(json_get_number(answer, "worst_relative_error") < 1e-9);
    assert_true(fabs(json_get_number(answer, "length_sum") - ELL_LENGTH - 5.0) < 1e-9);
    assert_true(json_get_number(answer, "mean_us") > 0.0);
    assert_true(json_get_number(answer, "median_us") <= json_get_number(answer, "p99_us"));
    free(answer);
}

static void polyanya_start_where_ground_touches_diagonally_leaves_by_any(void **state)
{
    (void)state;
    char squares[RUN_PATH_CAPACITY];
    char arguments[4 * RUN_PATH_CAPACITY];
    run_write_text(run_temporary("diagonal.obj", squares),
                   "v 0 0 0\nv 10 0 0\nv 10 10 0\nv 0 10 0\nv 20 10 0\nv 20 20 0\nv 10 20 0\n"
                   "f 1 2 3 4\nf 3 5 6 7\n");
    run_write_text(scen, "version 1\n0\tsquares\t20\t20\t10\t10\t2\t10\t8.000000000\n"
                         "0\tsquares\t20\t20\t10\t10\t18\t10\t8.000000000\n"
                         "0\tsquares\t20\t20\t18\t10\t10\t10\t8.000000000\n");
    snprintf(arguments, sizeof arguments, "--mesh %s --up z", squares);
    char *answer = ask("polyanya", scen, arguments, 0);
    json_expect(answer, "queries", "3");
    json_expect(answer, "failed", "0");
    assert_true(fabs(json_get_number(answer, "length_sum") - 24.0) < 1e-9);
    free(answer);
    assert_int_equal(remove(squares), 0);
}

static void polyanya_wrong_lengths_and_missing_paths_are_counted(void **state)
{
    (void)state;
    char *answer = run_scenario("16.000000000", "", 1);
    json_expect(answer, "longer", "1");
    free(answer);
    answer = run_scenario("17.000000000", "", 0);
    json_expect(answer, "shorter", "1");
    free(answer);
    answer = run_scenario("16.492422502", "--radius 3", 1);
    json_expect(answer, "failed", "2");
    free(answer);
    free(run_scenario("16.492422502", "--mesh nowhere.mesh", 2));
}

static void polyanya_expected_lengths_may_come_from_a_table(void **state)
{
    (void)state;
    char more[2 * RUN_PATH_CAPACITY];
    run_write_text(run_temporary("lengths.csv", out),
                   "index;micro;length;gridcost\n0;1.5;16.492422502470642;18\n1;0.5;5;5\n");
    snprintf(more, sizeof more, "--expected %s", out);
    free(run_scenario("18.000000000", more, 0));
    run_write_text(out, "17\n5\n");
    free(run_scenario("18.000000000", more, 1));
    run_write_text(out, "17\n");
    free(run_scenario("18.000000000", more, 2));
    assert_int_equal(remove(out), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(build_what_is_written_is_found_again),
        cmocka_unit_test(build_an_obj_keeps_the_paths_of_a_mesh),
        cmocka_unit_test(build_graph_counts_invisible_places),
        cmocka_unit_test(info_of_a_level_counts_what_is_in_it),
        cmocka_unit_test(info_of_a_mesh_counts_and_measures),
        cmocka_unit_test(polyanya_right_lengths_are_right),
        cmocka_unit_test(polyanya_start_where_ground_touches_diagonally_leaves_by_any),
        cmocka_unit_test(polyanya_wrong_lengths_and_missing_paths_are_counted),
        cmocka_unit_test(polyanya_expected_lengths_may_come_from_a_table),
    };
    return cmocka_run_group_tests(tests, write_files, remove_files);
}
