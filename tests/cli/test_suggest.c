/* Names with letters that are wrong, missing, doubled or exchanged: the right name is suggested. */
#include "run.h"
#include "suggest.h"
#include "support/test.h"
#include "wend/base.h"

#include <stdio.h>
#include <string.h>

static const char *const WORDS[] = {"info", "path",    "reach",    "flow",  "run",
                                    "view", "convert", "generate", "bench", "version"};
enum { WORD_COUNT = sizeof WORDS / sizeof WORDS[0], LETTERS_MAX = 7 };

static void expect(const char *text, const char *suggestion)
{
    char found[SUGGEST_CAPACITY];
    assert_string_equal(suggest(text, WORDS, WORD_COUNT, found), suggestion);
}

static void suggest_takes_the_nearest_names(void **state)
{
    (void)state;
    expect("pth", "; did you mean 'path'?");
    expect("ptah", "; did you mean 'path'?");
    expect("paath", "; did you mean 'path'?");
    expect("PATH", "; did you mean 'path'?");
    expect("--bench", "; did you mean 'bench'?");
    expect("gen", "; did you mean 'generate'?");
    expect("generat", "; did you mean 'generate'?");
    expect("cnovetr", "; did you mean 'convert'?");
    expect("rlow", "; did you mean 'flow'?");
}

static void suggest_is_silent_where_nothing_is_near(void **state)
{
    (void)state;
    char longest[400];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    expect("", "");
    expect("x", "");
    expect("fly", "");
    expect("ge", "");
    expect("--", "");
    expect("xxxx", "");
    expect("\xff\xfe", "");
    expect(longest, "");
}

static void suggest_names_two_at_most_and_none_twice(void **state)
{
    (void)state;
    static const char *const ALIKE[] = {"cat", "bat", "bat", "rat"};
    char found[SUGGEST_CAPACITY];
    assert_string_equal(suggest("xat", ALIKE, 4, found), "; did you mean 'cat' or 'bat'?");
    assert_string_equal(suggest("xat", ALIKE + 1, 2, found), "; did you mean 'bat'?");
}

/* The obvious twin: all that can be done to a text, tried out. */
static size_t plain_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    if (a_length == 0 || b_length == 0) {
        return a_length + b_length;
    }
    size_t best = plain_distance(a + 1, a_length - 1, b + 1, b_length - 1) + (a[0] != b[0]);
    const size_t missing = plain_distance(a, a_length, b + 1, b_length - 1) + 1;
    const size_t extra = plain_distance(a + 1, a_length - 1, b, b_length) + 1;
    best = missing < best ? missing : best;
    best = extra < best ? extra : best;
    if (a_length > 1 && b_length > 1 && a[0] == b[1] && a[1] == b[0]) {
        const size_t turned = plain_distance(a + 2, a_length - 2, b + 2, b_length - 2) + 1;
        best = turned < best ? turned : best;
    }
    return best;
}

static void suggest_agrees_with_all_that_can_be_done_to_a_text(void **state)
{
    (void)state;
    for (uint64_t id = 0; id < 3000; id++) {
        char text[LETTERS_MAX + 1] = "";
        char name[LETTERS_MAX + 1] = "";
        char found[SUGGEST_CAPACITY];
        const char *names[] = {name};
        const size_t text_length = 3 + wend_random_below(1, id, 0, LETTERS_MAX - 2);
        const size_t name_length = 3 + wend_random_below(1, id, 1, LETTERS_MAX - 2);
        for (uint32_t i = 0; i < LETTERS_MAX; i++) {
            text[i] = i < text_length ? (char)('a' + wend_random_below(2, id, i, 3)) : '\0';
            name[i] = i < name_length ? (char)('a' + wend_random_below(3, id, i, 3)) : '\0';
        }
        const size_t wrong = plain_distance(text, text_length, name, name_length);
        const bool is_near = wrong <= (text_length + 1) / 3 && wrong < name_length;
        const bool begins = text_length < name_length && strncmp(text, name, text_length) == 0;
        assert_int_equal(suggest(text, names, 1, found)[0] != '\0', is_near || begins);
    }
}

static void suggest_speaks_for_commands_options_and_values(void **state)
{
    (void)state;
    static const char *const LINES[][2] = {
        {"pathh", "pathh: no such command; 'wend --help' lists them; did you mean 'path'?"},
        {"bake level.obj", "bake: no such command; did you mean 'wend build --bake'?"},
        {"info -x", "-x: no such option; 'wend info --help' lists them\n"},
        {"info m --neigbours 4", "--neigbours: no such option; 'wend info --help' lists them; did "
                                 "you mean '--neighbours'?"},
        {"info m --neigbours=4", "; did you mean '--neighbours'?"},
        {"info m --jsn", "did you mean '--json'?"},
        {"path m --method dikjstra", "found 'dikjstra'; did you mean 'dijkstra'?"},
        {"path m --heuristic octal", "found 'octal'; did you mean 'octile'?"},
        {"path m --wrap bth", "found 'bth'; did you mean 'both'?"},
        {"path --world msh m", "found 'msh'; did you mean 'mesh'?"},
        {"convert a b --to movinai", "found 'movinai'; did you mean 'movingai'?"},
        {"generate citty a.map", "found 'citty'; did you mean 'city'?"},
        {"polyanya a --method centriod", "found 'centriod'; did you mean 'centroid'?"},
        {"flow m --show integraton", "did you mean 'integration'?"},
    };
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        run_expect(LINES[i][0], 2, LINES[i][1]);
    }
}

static void suggest_speaks_for_benchmarks(void **state)
{
    (void)state;
    run_result r = run_wend("bench graph --help");
    const bool has_bench = r.exit_code == 0;
    run_free(&r);
    run_expect("bench crwd", 2,
               "crwd: no such benchmark; expected one of search, mesh, graph, flow, crowd, "
               "planner, hierarchy, mind; did you mean 'crowd'?");
    if (!has_bench) {
        skip();
    }
    run_expect("bench crowd --quik", 2, "; did you mean '--quick'?");
    run_expect("bench crowd --only sped", 2, "found 'sped'; did you mean 'speed'?");
    run_expect("bench mesh --method exat", 2, "found 'exat'; did you mean 'exact'?");
    run_expect("bench crowd --scene cirle4", 2, "; did you mean 'circle");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(suggest_takes_the_nearest_names),
        cmocka_unit_test(suggest_is_silent_where_nothing_is_near),
        cmocka_unit_test(suggest_names_two_at_most_and_none_twice),
        cmocka_unit_test(suggest_agrees_with_all_that_can_be_done_to_a_text),
        cmocka_unit_test(suggest_speaks_for_commands_options_and_values),
        cmocka_unit_test(suggest_speaks_for_benchmarks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
