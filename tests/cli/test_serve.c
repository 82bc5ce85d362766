/* wend serve: each line is answered by lines of JSON, for any content. */
#include "json_read.h"
#include "run.h"
#include "support/test.h"
#include "wend/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static run_result serve(const char *lines)
{
    char map[RUN_PATH_CAPACITY];
    return run_wend_input(lines, strlen(lines), "serve %s", run_map("rooms65.map", map));
}

/** Checks that the output is this many lines of one JSON object each. */
static void expect_objects(run_result *r, size_t count)
{
    size_t seen = 0;
    assert_int_equal(r->exit_code, 0);
    for (char *line = strtok(r->out, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (!json_is_object(line)) {
            fail_msg("no object: %s", line);
        }
        seen++;
    }
    assert_int_equal(seen, count);
}

static void expect(const char *lines, const char *const *parts, size_t count)
{
    run_result r = serve(lines);
    const char *at = r.out;
    for (size_t i = 0; i < count; i++) {
        const char *found = strstr(at, parts[i]);
        if (found == NULL) {
            fail_msg("%s\nlacks: %s\nstderr: %s", r.out, parts[i], r.err);
            return;
        }
        at = found;
    }
    run_free(&r);
}

static void requests_are_answered_in_order(void **state)
{
    (void)state;
    static const char *const PARTS[] = {"{\"id\": 1, \"result\": \"path\"",
                                        "\"cost\": 98.77102",
                                        "{\"id\": \"b\"",
                                        "\"goal_index\": 1",
                                        "{\"id\": 3, \"result\": \"no-path\"",
                                        "\"reason\": \"goal off the ground\""};
    expect("{\"id\": 1, \"from\": [1.5, 1.5], \"to\": [62.5, 62.5]}\n\n"
           "[{\"id\": \"b\", \"from\": [1.5, 1.5], \"positions\": [[60.5, 60.5], [5.5, 5.5]]},"
           "{\"id\": 3, \"from\": [1.5, 1.5], \"to\": [-5, 3]}]\n",
           PARTS, sizeof PARTS / sizeof PARTS[0]);
}

static void mistakes_are_reported_with_their_line(void **state)
{
    (void)state;
    static const char *const PARTS[] = {
        "{\"line\": 1, \"error\": \"no JSON: byte 1\"}",
        "{\"line\": 2, \"error\": \"expected an object such as",
        "{\"line\": 3, \"error\": \"expected \\\"from\\\"",
        "{\"id\": 4, \"line\": 4, \"error\": \"\\\"form\\\": no such key; did you mean 'from'?\"}",
        "{\"line\": 5, \"error\": \"expected \\\"to\\\" or \\\"positions\\\"\"}",
        "{\"line\": 6, \"error\": \"\\\"to\\\": expected a position",
        "{\"line\": 7, \"error\": \"\\\"priority\\\": expected a whole number",
        "{\"line\": 8, \"error\": \"\\\"edit\\\": the rectangle leads beyond",
        "{\"id\": 9, \"result\": \"path\""};
    expect("hello\n7\n{}\n{\"id\": 4, \"form\": 1}\n{\"from\": [1, 1]}\n"
           "{\"from\": [1, 1], \"to\": [1e300, 1]}\n"
           "{\"from\": [1, 1], \"to\": [2, 2], \"priority\": 1.5}\n"
           "{\"edit\": {\"x\": 60, \"y\": 1, \"width\": 9, \"cost\": 255}}\n"
           "{\"id\": 9, \"from\": [1.5, 1.5], \"to\": [2.5, 1.5]}\n",
           PARTS, sizeof PARTS / sizeof PARTS[0]);
}

static void edits_count_from_their_line_on(void **state)
{
    (void)state;
    static const char *const PARTS[] = {"\"cost\": 1,", "\"result\": \"edited\"",
                                        "\"reason\": \"goal blocked\"", "\"requests\": 2"};
    expect("{\"from\": [1.5, 1.5], \"to\": [2.5, 1.5]}\n"
           "[{\"edit\": {\"x\": 2, \"y\": 1, \"cost\": 255}},"
           "{\"from\": [1.5, 1.5], \"to\": [2.5, 1.5]}]\n{\"stats\": true}\n",
           PARTS, sizeof PARTS / sizeof PARTS[0]);
}

/* Lines of a few bytes changed, cut or doubled: an object for each, and the last one still counts.
 */
static void damaged_lines_do_no_harm(void **state)
{
    (void)state;
    static const char SOUND[] = "{\"id\": 1, \"from\": [1.5, 1.5], \"to\": [9.5, 9.5], \"within\": "
                                "2, \"shape\": \"quick\"}";
    enum { LINES = 2000, ROOM = sizeof SOUND + 2 };
    char *text = calloc(LINES + 1, ROOM);
    assert_non_null(text);
    size_t used = 0;
    for (uint64_t i = 0; i < LINES; i++) {
        char line[ROOM];
        memcpy(line, SOUND, sizeof SOUND);
        const uint64_t changes = 1 + wend_random(7, i, 0) % 4;
        for (uint64_t k = 0; k < changes; k++) {
            const uint64_t at = wend_random(7, i, 1 + 2 * k) % (sizeof SOUND - 1);
            line[at] = (char)(32 + wend_random(7, i, 2 + 2 * k) % 95);
        }
        line[0] = '{'; /* not a list, which may be answered by several or none */
        used += (size_t)snprintf(text + used, ROOM, "%s\n", line);
    }
    memcpy(text + used, "{\"id\": 99, \"stats\": 1}", 23);
    run_result r = serve(text);
    assert_non_null(strstr(r.out, "{\"id\": 99, \"requests\""));
    expect_objects(&r, LINES + 1);
    run_free(&r);
    free(text);
}

static void standard_input_is_no_world(void **state)
{
    (void)state;
    run_expect("serve -", 2, "WORLD: expected a file");
    run_expect("serve no_such_file", 2, "no_such_file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_are_answered_in_order),
        cmocka_unit_test(mistakes_are_reported_with_their_line),
        cmocka_unit_test(edits_count_from_their_line_on),
        cmocka_unit_test(damaged_lines_do_no_harm),
        cmocka_unit_test(standard_input_is_no_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
