/* `wend bench` with wrong options names the benchmark, the option and what was expected. Nothing is
 * measured but `bench search` on a map that does not exist: some seconds. */
#include "run.h"
#include "support/test.h"

#include <stdio.h>
#include <string.h>

/* A build without benchmarks refuses all of them. */
static bool has_bench(void)
{
    run_result help = run_wend("bench crowd --help");
    const bool is_there = help.exit_code == 0;
    run_free(&help);
    return is_there;
}

static void bench_crowd_unknown_scene_lists_the_names(void **state)
{
    (void)state;
    if (!has_bench()) {
        skip();
    }
    run_result r = run_wend("bench crowd --quick --scene nosuch");
    assert_int_equal(r.exit_code, 2);
    assert_string_equal(r.out, "");
    assert_non_null(strstr(r.err, "bench crowd: --scene: expected the beginning of one of "));
    assert_non_null(strstr(r.err, "circle4"));
    assert_non_null(strstr(r.err, "frogger"));
    assert_non_null(strstr(r.err, ", found 'nosuch'\n"));
    run_free(&r);
    run_expect("bench crowd --only speed --scene door", 2,
               "bench crowd: --scene: only of the section quality, and --only says speed");
    /* The guideline's tests are a section of their own. */
    run_expect("bench crowd --scene rimea1", 2, "--scene: expected the beginning of");
}

static void bench_errors_name_their_benchmark(void **state)
{
    static const char *const names[] = {"search", "mesh", "graph", "flow", "crowd"};
    (void)state;
    if (!has_bench()) {
        skip();
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char line[64], expected[96];
        snprintf(line, sizeof line, "bench %s --nosuch", names[i]);
        snprintf(expected, sizeof expected, "bench %s: --nosuch: no such option", names[i]);
        run_expect(line, 2, expected);
        snprintf(line, sizeof line, "bench %s --json surplus", names[i]);
        snprintf(expected, sizeof expected, "bench %s: surplus: no such option", names[i]);
        run_expect(line, 2, expected);
        snprintf(line, sizeof line, "bench %s --runs", names[i]);
        snprintf(expected, sizeof expected, "bench %s: --runs: expected a value after it\n",
                 names[i]);
        run_expect(line, 2, expected);
    }
}

static void bench_bad_numbers_are_refused(void **state)
{
    static const char *const names[] = {"search", "mesh", "graph", "flow", "crowd"};
    static const char *const values[] = {"x",  "-1", "99999999999",          "0",   "1001",
                                         "+3", "3x", "99999999999999999999", "3.5", "0x10"};
    (void)state;
    if (!has_bench()) {
        skip();
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
            char line[96], expected[160];
            snprintf(line, sizeof line, "bench %s --quick --runs %s", names[i], values[k]);
            snprintf(expected, sizeof expected,
                     "bench %s: --runs: expected a whole number from 1 to 1000, found '%s'\n",
                     names[i], values[k]);
            run_expect(line, 2, expected);
        }
    }
    run_expect("bench crowd --seeds x", 2,
               "bench crowd: --seeds: expected a whole number from 1 to 1000, found 'x'\n");
    run_expect("bench crowd --seeds -1", 2, "found '-1'\n");
    run_expect("bench mesh --limit -1", 2,
               "bench mesh: --limit: expected a whole number from 0 to 1073741824, found '-1'\n");
}

static void bench_names_that_are_none_are_refused(void **state)
{
    (void)state;
    if (!has_bench()) {
        skip();
    }
    run_expect("bench crowd --only nothing", 2,
               "bench crowd: --only: expected one of quality, rimea, speed, ground, detail, found "
               "'nothing'\n");
    run_expect("bench flow --only nothing", 2,
               "bench flow: --only: expected one of tiles, whole, figures, orders, budget, "
               "quality, found");
    run_expect("bench mesh --method straight", 2,
               "bench mesh: --method: expected one of exact, midpoint, centroid, found 'straight'");
    run_result flow = run_wend("bench flow --quick --only quality --maps nowhere");
    assert_int_equal(flow.exit_code, 1);
    assert_non_null(strstr(flow.err, "bench flow: nowhere: no map files in its dao/, street/ or"));
    run_free(&flow);
    run_expect("bench search --quick --only nothing", 2,
               "bench search: --only: expected the name of a map");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bench_crowd_unknown_scene_lists_the_names),
        cmocka_unit_test(bench_errors_name_their_benchmark),
        cmocka_unit_test(bench_bad_numbers_are_refused),
        cmocka_unit_test(bench_names_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
