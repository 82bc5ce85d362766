/* Verdicts of benchmarks: figures beyond their bounds are counted, and the exit code says so. Runs
 * a short benchmark of each suite. */
#include "measure/table.h"
#include "run.h"
#include "support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text of a report with a count and a time, and how many bounds it misses. */
static size_t report_of(bool is_json, bool is_quick, double count, double time, char *text,
                        size_t capacity)
{
    bench_report report;
    FILE *out = tmpfile();
    assert_non_null(out);
    bench_report_begin(&report, out, is_json, is_quick);
    bench_report_target(&report, "count", count, 10, false);
    bench_report_time(&report, "time", time, 10, true);
    const size_t missed = bench_report_end(&report);
    rewind(out);
    const size_t length = fread(text, 1, capacity - 1, out);
    text[length] = '\0';
    fclose(out);
    return missed;
}

static void bench_report_counts_what_is_missed(void **state)
{
    (void)state;
    char text[4096];
    assert_int_equal(report_of(false, false, 10, 10, text, sizeof text), 0);
    assert_null(strstr(text, "FAIL"));
    assert_int_equal(report_of(false, false, 11, 10, text, sizeof text), 1);
    assert_non_null(strstr(text, "| count | 11.00 | at most 10.00 | FAIL |"));
    assert_int_equal(report_of(false, false, 10, 9, text, sizeof text), 1);
    assert_non_null(strstr(text, "| time | 9.00 | at least 10.00 | FAIL |"));
    assert_int_equal(report_of(false, false, (double)NAN, (double)NAN, text, sizeof text), 2);
}

static void bench_report_that_is_quick_judges_counts_alone(void **state)
{
    (void)state;
    char text[4096];
    assert_int_equal(report_of(false, true, 10, 9, text, sizeof text), 0);
    assert_non_null(strstr(text, "| time | 9.00 | at least 10.00 | not judged |"));
    assert_non_null(strstr(text, "- Times are not judged: "));
    assert_int_equal(report_of(false, true, 11, 9, text, sizeof text), 1);
    assert_non_null(strstr(text, "| count | 11.00 | at most 10.00 | FAIL |"));
    assert_int_equal(report_of(true, true, 11, 9, text, sizeof text), 1);
    assert_non_null(strstr(text, "\"at_most\": 10.000, \"pass\": false}"));
    assert_non_null(strstr(text, "\"at_least\": 10.000, \"pass\": null}"));
}

static void bench_report_judges_figures_that_it_does_not_list(void **state)
{
    (void)state;
    bench_report *report = calloc(1, sizeof *report);
    FILE *out = tmpfile();
    assert_non_null(report);
    assert_non_null(out);
    bench_report_begin(report, out, false, false);
    for (int i = 0; i < BENCH_TARGETS_MAX; i++) {
        bench_report_target(report, "kept", 1, 1, true);
    }
    bench_report_target(report, "missed", 0, 1, true);
    assert_int_equal(bench_report_end(report), 1);
    fclose(out);
    free(report);
}

/* Times differ from run to run, so both exit codes are possible; it must match the printed
 * verdict. */
static void expect_end_as_told(const char *line, const char *must_tell)
{
    run_result r = run_wend(line);
    const int expected = strstr(r.out, "| FAIL |") != NULL ? 1 : 0;
    if (r.exit_code != expected || strstr(r.out, must_tell) == NULL) {
        fail_msg("wend %s\nexit code %d, expected %d\nstdout: %s\nstderr: %s", line, r.exit_code,
                 expected, r.out, r.err);
    }
    run_free(&r);
}

static void bench_of_every_suite_ends_as_it_tells(void **state)
{
    (void)state;
    expect_end_as_told("bench search --quick --only made-rooms", "| not judged |");
    expect_end_as_told("bench graph --quick", "| not judged |");
    expect_end_as_told("bench graph --runs 1", "likewise |");
    expect_end_as_told("bench flow --quick --only tiles", "| not judged |");
    expect_end_as_told("bench flow --only tiles --runs 1", "queue flood / wend |");
    expect_end_as_told("bench crowd --quick --only quality --scene circle4", "scenes: ");
    if (getenv("WEND_DATA") != NULL) {
        expect_end_as_told("bench mesh --quick --only dungeon.solo", "wrong or missing paths |");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bench_report_counts_what_is_missed),
        cmocka_unit_test(bench_report_that_is_quick_judges_counts_alone),
        cmocka_unit_test(bench_report_judges_figures_that_it_does_not_list),
        cmocka_unit_test(bench_of_every_suite_ends_as_it_tells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
