/* Small scenarios, good and bad: rows, messages, and how far a published length may lie from the
 * true one. With WEND_DATA every real scenario is read. */
#include "support/bad_text.h"
#include "support/skip.h"
#include "support/test.h"
#include "wend/io.h"

#include <float.h>
#include <string.h>

static wend_result read_scenario(const char *text, wend_scenario **scenario, wend_message *message)
{
    return wend_scenario_load_memory((const uint8_t *)text, strlen(text), NULL, scenario, message);
}

/** The rounding of one row, compared to a millionth of it. */
static void expect_rounding(const char *text, size_t index, double expected)
{
    wend_message message;
    wend_scenario *scenario = NULL;
    if (read_scenario(text, &scenario, &message) != WEND_OK) {
        fail_msg("line %u: %s", message.line, message.text);
    }
    double rounding = wend_scenario_get(scenario, index).rounding;
    if (rounding < expected * 0.999999 || rounding > expected * 1.000001) {
        fail_msg("rounding %g, expected %g in \"%s\"", rounding, expected, text);
    }
    wend_scenario_destroy(scenario);
}

static void rows_are_read_with_tabs_spaces_and_either_version(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "version 1\n3\tmaps/a.map\t20\t10\t1\t2\t4\t5\t5.24264\n\n",
        "version 1.0\r\n3 maps/a.map 20 10 1 2 4 5 5.24264",
    };
    for (size_t i = 0; i < 2; i++) {
        wend_scenario *scenario = NULL;
        assert_int_equal(read_scenario(texts[i], &scenario, NULL), WEND_OK);
        assert_int_equal(wend_scenario_count(scenario), 1);
        assert_string_equal(wend_scenario_map(scenario), "maps/a.map");
        wend_scenario_row r = wend_scenario_get(scenario, 0);
        assert_int_equal(r.bucket, 3);
        assert_int_equal(r.width, 20);
        assert_int_equal(r.height, 10);
        assert_int_equal(r.start_x, 1);
        assert_int_equal(r.start_y, 2);
        assert_int_equal(r.goal_x, 4);
        assert_int_equal(r.goal_y, 5);
        assert_int_equal(r.line, 2);
        assert_true(r.length > 5.24263999 && r.length < 5.24264001);
        assert_int_equal(wend_scenario_get(scenario, 1).line, 0);
        wend_scenario_destroy(scenario);
    }
}

static void places_of_meshes_may_have_a_point_and_a_sign(void **state)
{
    (void)state;
    wend_scenario *scenario = NULL;
    assert_int_equal(read_scenario("version 1\n0 a 9 9 -2.25 0.5 7 1e1 3\n", &scenario, NULL),
                     WEND_OK);
    const wend_scenario_row r = wend_scenario_get(scenario, 0);
    const wend_vec2 start = {-2.25, 0.5};
    const wend_vec2 goal = {7.0, 10.0};
    assert_memory_equal(&r.start, &start, sizeof start);
    assert_memory_equal(&r.goal, &goal, sizeof goal);
    assert_int_equal(r.start_x, -3);
    assert_int_equal(r.start_y, 0);
    assert_int_equal(r.goal_x, 7);
    assert_int_equal(r.goal_y, 10);
    wend_scenario_destroy(scenario);
}

static void no_rows_are_fine(void **state)
{
    (void)state;
    wend_scenario *scenario = NULL;
    assert_int_equal(read_scenario("version 1\n", &scenario, NULL), WEND_OK);
    assert_int_equal(wend_scenario_count(scenario), 0);
    assert_string_equal(wend_scenario_map(scenario), "");
    wend_scenario_destroy(scenario);
    assert_int_equal(wend_scenario_count(NULL), 0);
    assert_string_equal(wend_scenario_map(NULL), "");
}

static void bad_files_name_line_and_expectation(void **state)
{
    (void)state;
    static const bad_text bad[] = {
        {"", 1, "version 1"},
        {"0 a 1 1 0 0 0 0 0\n", 1, "version 1"},
        {"version 2\n", 1, "version 1"},
        {"version 1 x\n", 1, "version 1"},
        {"version 1\n\nx a 1 1 0 0 0 0 0\n", 3, "bad bucket"},
        {"version 1\n0\n", 2, "no map"},
        {"version 1\n0 a 0 1 0 0 0 0 0\n", 2, "bad width"},
        {"version 1\n0 a 1 2147483648 0 0 0 0 0\n", 2, "bad height"},
        {"version 1\n0 a 1 1 1073741825 0 0 0 0\n", 2, "bad start x"},
        {"version 1\n0 a 1 1 0 0 0 1,5 0\n", 2, "bad goal y"},
        {"version 1\n0 a 1 1 0 0 0\n", 2, "no goal y"},
        {"version 1\n0 a 1 1 0 0 0 0\n", 2, "length"},
        {"version 1\n0 a 1 1 0 0 0 0 -1\n", 2, "length"},
        {"version 1\n0 a 1 1 0 0 0 0 nan\n", 2, "length"},
        {"version 1\n0 a 1 1 0 0 0 0 0 0\n", 2, "nine columns"},
        {"version 1\n0 a 1 1 0 0 0 0 0\n0 b 1 1 0 0 0 0 0\n", 3, "another map"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        wend_message message = {9, ""};
        wend_scenario *scenario = NULL;
        assert_int_equal(read_scenario(bad[i].text, &scenario, &message), WEND_ERROR_FILE);
        assert_null(scenario);
        bad_text_check(&bad[i], &message);
    }
}

static void rounding_of_significant_digits_is_one_unit_of_the_sixth(void **state)
{
    (void)state;
    static const char text[] = "version 1\n0 a 9 9 0 0 0 0 1\n0 a 9 9 0 0 0 0 62.1543\n"
                               "0 a 9 9 0 0 0 0 371.75\n0 a 9 9 0 0 0 0 1007.22\n";
    expect_rounding(text, 0, 1e-5);
    expect_rounding(text, 1, 1e-4);
    expect_rounding(text, 2, 1e-3);
    expect_rounding(text, 3, 1e-2);
    expect_rounding("version 1\n0 a 9 9 0 0 0 0 4787\n0 a 9 9 0 0 0 0 10\n", 0, 1e-2);
}

static void rounding_of_two_fixed_decimals_is_half_a_unit_and_a_little(void **state)
{
    (void)state;
    expect_rounding("version 1\n0 a 9 9 0 0 0 0 244.95\n0 a 9 9 0 0 0 0 8.00\n", 0, 0.0051);
}

static void rounding_of_one_row_takes_the_wider_reading(void **state)
{
    (void)state;
    expect_rounding("version 1\n0 a 9 9 0 0 0 0 244.95\n", 0, 0.0051);
    expect_rounding("version 1\n0 a 9 9 0 0 0 0 62.1543\n", 0, 1e-4);
}

static void rounding_of_eight_decimals_depends_on_exact_diagonals(void **state)
{
    (void)state;
    /* 100, 300 and 700 diagonals with the true square root of 2, and with 1.414213562. */
    expect_rounding("version 1\n0 a 9 9 0 0 0 0 141.42135624\n0 a 9 9 0 0 0 0 424.26406871\n"
                    "0 a 9 9 0 0 0 0 989.94949366\n",
                    0, 1e-8);
    expect_rounding("version 1\n0 a 9 9 0 0 0 0 141.42135620\n0 a 9 9 0 0 0 0 424.26406860\n"
                    "0 a 9 9 0 0 0 0 989.94949340\n",
                    0, 1e-6);
    /* One row of another precision must not widen the tolerance of the others. */
    expect_rounding("version 1\n0 a 9 9 0 0 0 0 141.42135624\n0 a 9 9 0 0 0 0 424.26406871\n"
                    "0 a 9 9 0 0 0 0 989.94950000\n",
                    0, 1e-8);
}

static void rounding_of_shortest_doubles_is_as_fine_as_costs_are(void **state)
{
    (void)state;
    expect_rounding("version 1\n0 a 9 9 0 0 0 0 141.42135623730951\n0 a 9 9 0 0 0 0 4.0\n", 1,
                    1e-8);
}

static void arguments_out_of_range_are_refused(void **state)
{
    (void)state;
    wend_scenario *scenario = NULL;
    assert_int_equal(wend_scenario_load_memory(NULL, 3, NULL, &scenario, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_scenario_load_memory(NULL, 0, NULL, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_scenario_load_file(NULL, NULL, &scenario, NULL), WEND_ERROR_ARGUMENT);
    wend_scenario_destroy(NULL);
}

static void real_scenario_gives(const char *name, size_t rows, double least, double most)
{
    char path[512];
    skip_without_data(name, path, sizeof path);
    wend_message message = {0, ""};
    wend_scenario *scenario = NULL;
    if (wend_scenario_load_file(path, NULL, &scenario, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    assert_int_equal(wend_scenario_count(scenario), rows);
    double low = DBL_MAX;
    double high = 0.0;
    for (size_t i = 0; i < rows; i++) {
        double rounding = wend_scenario_get(scenario, i).rounding;
        low = rounding < low ? rounding : low;
        high = rounding > high ? rounding : high;
    }
    assert_true(low > least * 0.999999 && low < least * 1.000001);
    assert_true(high > most * 0.999999 && high < most * 1.000001);
    wend_scenario_destroy(scenario);
}

static void real_scenarios_have_the_tolerance_of_their_family(void **state)
{
    (void)state;
    real_scenario_gives("maps/bgmaps/AR0011SR.map.scen", 1280, 0.0051, 0.0051);
    real_scenario_gives("maps/dao/brc202d.map.scen", 2519, 1e-5, 1e-2);
    real_scenario_gives("maps/maze/maze512-1-0.map.scen", 11960, 1e-5, 1e-2);
    real_scenario_gives("maps/street/London_0_1024.map.scen", 4010, 1e-6, 1e-6);
    real_scenario_gives("maps/wc3/duskwood.map.scen", 1000, 1e-8, 1e-8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_read_with_tabs_spaces_and_either_version),
        cmocka_unit_test(places_of_meshes_may_have_a_point_and_a_sign),
        cmocka_unit_test(no_rows_are_fine),
        cmocka_unit_test(bad_files_name_line_and_expectation),
        cmocka_unit_test(rounding_of_significant_digits_is_one_unit_of_the_sixth),
        cmocka_unit_test(rounding_of_two_fixed_decimals_is_half_a_unit_and_a_little),
        cmocka_unit_test(rounding_of_one_row_takes_the_wider_reading),
        cmocka_unit_test(rounding_of_eight_decimals_depends_on_exact_diagonals),
        cmocka_unit_test(rounding_of_shortest_doubles_is_as_fine_as_costs_are),
        cmocka_unit_test(arguments_out_of_range_are_refused),
        cmocka_unit_test(real_scenarios_have_the_tolerance_of_their_family),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
