/* The command on a terminal and off it: a progress line comes and goes, and binary data are
 * refused. The runs take some seconds, long enough to have progress. */
#include "run.h"
#include "support/test.h"
#include "wend/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *rooms(void)
{
    static char path[RUN_PATH_CAPACITY];
    return run_map("rooms65.map", path);
}

static const char *scenario(void)
{
    static char path[RUN_PATH_CAPACITY];
    return run_map("rooms65.map.scen", path);
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}

/* The visible text in the end: a carriage return moves back to the line's beginning, and later
 * letters replace earlier ones. @param seen [strlen(text) + 1]. */
static void see(const char *text, char *seen)
{
    size_t begin = 0, at = 0, end = 0;
    for (; *text != '\0'; text++) {
        if (*text == '\r') {
            at = begin;
        } else if (*text == '\n') {
            while (end > begin && seen[end - 1] == ' ') {
                end--;
            }
            seen[end++] = '\n';
            begin = at = end;
        } else {
            seen[at++] = *text;
            end = at > end ? at : end;
        }
    }
    while (end > begin && seen[end - 1] == ' ') {
        end--;
    }
    seen[end] = '\0';
}

/* The end has what a run off the terminal prints, but for times. */
static void expect_no_trace(const run_result *r, const char *part)
{
    char *seen = malloc(r->out_count + 1);
    assert_non_null(seen);
    see(r->out, seen);
    if (strstr(seen, part) != NULL || strstr(seen, "...") != NULL) {
        fail_msg("progress is left:\n%s", seen);
    }
    free(seen);
}

static void progress_of_a_long_run_comes_and_goes(void **state)
{
    (void)state;
    const uint64_t begin = wend_clock_ns();
    run_result r = run_wend_terminal("scen %s --method dijkstra --repeat 400", scenario());
    const uint64_t tenths = (wend_clock_ns() - begin) / 100000000;
    assert_int_equal(r.exit_code, 0);
    const size_t lines = count_of(r.out, " queries, ");
    if (lines < 1 || lines > 2 * tenths + 2) {
        fail_msg("%zu lines of progress in %u tenths of a second\n%s", lines, (unsigned)tenths,
                 r.out);
    }
    expect_no_trace(&r, " %\n");
    assert_non_null(strstr(r.out, "mismatches"));
    run_free(&r);
}

static void progress_says_what_is_being_done(void **state)
{
    (void)state;
    char path[RUN_PATH_CAPACITY];
    run_result r = run_wend_terminal("convert %s %s", rooms(), run_temporary("t.txt", path));
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.out, "\rreading "));
    expect_no_trace(&r, "reading");
    run_free(&r);
    assert_int_equal(remove(path), 0);
    r = run_wend_terminal("build %s --as mesh", rooms());
    assert_non_null(strstr(r.out, "\rbuilding "));
    expect_no_trace(&r, "building");
    run_free(&r);
    r = run_wend_terminal("convert no-such-file.map a.txt");
    assert_int_equal(r.exit_code, 2);
    assert_non_null(strstr(r.out, "\rreading no-such-file.map ..."));
    expect_no_trace(&r, "reading");
    run_free(&r);
}

static void progress_of_benchmarks_is_taken_away(void **state)
{
    (void)state;
    run_result r = run_wend_terminal("bench graph --quick");
    if (r.exit_code != 2) {
        assert_non_null(strstr(r.out, "\rgraph nearest nodes ..."));
        expect_no_trace(&r, "graph nearest");
    }
    run_free(&r);
}

static void progress_is_silent_when_asked_or_off_the_terminal(void **state)
{
    (void)state;
    char path[RUN_PATH_CAPACITY];
    run_temporary("t.txt", path);
    run_result r = run_wend_terminal("convert %s %s --quiet", rooms(), path);
    assert_int_equal(r.exit_code, 0);
    assert_null(strstr(r.out, "reading"));
    run_free(&r);
    r = run_wend_terminal("bench graph --quick --quiet");
    assert_null(strstr(r.out, "nearest nodes ..."));
    run_free(&r);
    r = run_wendf("convert %s %s", rooms(), path);
    assert_string_equal(r.err, "");
    run_free(&r);
    r = run_wendf("scen %s --repeat 300", scenario());
    assert_string_equal(r.err, "");
    run_free(&r);
    assert_int_equal(remove(path), 0);
}

static void data_that_are_no_text_do_not_go_to_a_terminal(void **state)
{
    (void)state;
    run_result r = run_wend_terminal("convert %s - --to grid --quiet", rooms());
    assert_int_equal(r.exit_code, 2);
    assert_string_equal(r.out, "wend convert: standard output: it is a terminal, and grid is not "
                               "text; send it to a file or a pipe\r\n");
    run_free(&r);
    r = run_wend_terminal("build %s --as mesh -o - --to saved", rooms());
    assert_int_equal(r.exit_code, 2);
    assert_non_null(strstr(r.out, "it is a terminal, and a saved mesh is not text"));
    run_free(&r);
    r = run_wend_terminal("convert %s - --to text", rooms());
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.out, "#.......#"));
    run_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(progress_of_a_long_run_comes_and_goes),
        cmocka_unit_test(progress_says_what_is_being_done),
        cmocka_unit_test(progress_of_benchmarks_is_taken_away),
        cmocka_unit_test(progress_is_silent_when_asked_or_off_the_terminal),
        cmocka_unit_test(data_that_are_no_text_do_not_go_to_a_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
