/* Small WML texts, good and bad: attributes, macros, conditions, and what is refused. One text
 * unfolds to the limit. */
#include "io/games/wml.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Writes the calls of the reader as text: "<a>k=v;</a>". */
typedef struct notes {
    char text[4096];
    size_t length;
    uint32_t last_line;
} notes;

static void note(notes *n, const char *before, wendi_span a, const char *between, wendi_span b,
                 const char *after)
{
    int length = snprintf(n->text + n->length, sizeof n->text - n->length, "%s%.*s%s%.*s%s", before,
                          (int)a.length, (const char *)a.text, between, (int)b.length,
                          b.length == 0 ? "" : (const char *)b.text, after);
    assert_true(length >= 0);
    n->length += (size_t)length;
    assert_true(n->length < sizeof n->text);
}

static const wendi_span nothing = {(const uint8_t *)"", 0};

static wend_result on_open(void *context, wendi_span tag, uint32_t line)
{
    notes *n = context;
    note(n, "<", tag, "", nothing, ">");
    n->last_line = line;
    return WEND_OK;
}

static wend_result on_close(void *context, wendi_span tag, uint32_t line)
{
    notes *n = context;
    note(n, "</", tag, "", nothing, ">");
    n->last_line = line;
    return WEND_OK;
}

static wend_result on_value(void *context, wendi_span key, wendi_span value, uint32_t line)
{
    notes *n = context;
    note(n, "", key, "=", value, ";");
    n->last_line = line;
    return WEND_OK;
}

static wend_result read_bytes(const char *text, size_t count, notes *n, wend_message *message)
{
    wendi_wml_macros macros = {NULL, 0, 0, {NULL, NULL}};
    wendi_wml_handler handler = {on_open, on_close, on_value, n};
    memset(n, 0, sizeof *n);
    wend_result result = wendi_wml_read((const uint8_t *)text, count, &macros, &handler, message);
    wendi_wml_macros_free(&macros);
    return result;
}

static void expect(const char *text, const char *told)
{
    notes n;
    wend_message message = {0, ""};
    if (read_bytes(text, strlen(text), &n, &message) != WEND_OK) {
        fail_msg("line %u: %s", message.line, message.text);
    }
    assert_string_equal(n.text, told);
}

static void expect_refused(const char *text, uint32_t line, const char *words)
{
    notes n;
    wend_message message = {0, ""};
    assert_int_equal(read_bytes(text, strlen(text), &n, &message), WEND_ERROR_FILE);
    assert_int_equal(message.line, line);
    if (strstr(message.text, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", message.text, words);
    }
}

static void wml_tags_and_values_are_reported_in_order(void **state)
{
    (void)state;
    expect("", "");
    expect("\xEF\xBB\xBF[a]\r\n  k = v w \r\n[b]\n[/b]\n[/a]", "<a>k=v w;<b></b></a>");
    expect("[+a]\nx,y=1,2\n[/a]\n", "<a>x,y=1,2;</a>");
    expect("\tX_z.-9/+ =\t1\t2 \t\n", "X_z.-9/+=1\t2;");
    expect("k=", "k=;");
    expect("a=x#y\n#b=1\n# define\nc=2", "a=x;c=2;");
}

static void wml_values_join_and_quote(void **state)
{
    (void)state;
    expect("k=\"two \"\"words\"\"\"", "k=two \"words\";");
    expect("k= _ \"one\" + _\"two\" +\n\n  \"three\"\nl=_off^_usr", "k=onetwothree;l=_off^_usr;");
    expect("k=a + \" b\"", "k=a b;");
    expect("k=\"line\nline # [no] comment\"", "k=line\nline # [no] comment;");
    expect("k=<<raw \"{X}\" # > >>\nl=a<b", "k=raw \"{X}\" # > ;l=a<b;");
}

static void wml_macros_are_put_in(void **state)
{
    (void)state;
    expect("#define A\nk=1\n#enddef\n[t]\n{A}\n[/t]", "<t>k=1;</t>");
    expect("#define N X Y\nk={X}-{Y}\n#enddef\n{N 1 (two words)}{N (a{N2}) b}",
           "k=1-two words;k=a-b;");
    expect("#define S\n\"text\"#enddef\nk={S} + \" end\"", "k=text end;");
    expect("#define I\n7#enddef\n#define O X\nk={X}{I}\n#enddef\n{O {I}}", "k=77;");
    expect("k=\"{UNKNOWN (a b)}\"\n{core/units/}\nl=2", "k=;l=2;");
    expect("#define A\nk=1\n#enddef\n#define A\nk=2\n#enddef\n{A}", "k=2;");
    expect("#define A\nk=1\n#enddef\n#undef A\n#undef B\n{A}{}", "");
    expect("#define N X Y # says so\r\nk={X}{Y}\n#enddef\n{N 1}{N\t(a(b)c)\n2}{N (open}",
           "k=1;k=a(b)c2;k=open;");
    expect("#define N X\nk={X}\n#enddef\n{N a)}{N ()}", "k=a);k=;");
}

static void wml_conditions_choose_a_branch(void **state)
{
    (void)state;
    expect("#ifdef A\nk=1\n#else\nk=2\n#endif\n", "k=2;");
    expect("#ifndef A\nk=1\n#else\nk=2\n#endif\nl=3", "k=1;l=3;");
    expect("#define A\n#enddef\n#ifdef A\nk=1\n#else\nk=2\n#endif\nl=3", "k=1;l=3;");
    expect("#ifdef A\n#ifdef B\nk=1\n#else\nk=2\n#endif\nk=3\n#else\nk=4\n#endif", "k=4;");
    expect("#ifver X >= 1\nk=1\n#endif\n#ifnhave file\nl=1\n#endif", "l=1;");
    expect("#ifhave f\nk=1\n#endif\n#ifnver X\nl=1\n#else\nl=2\n#endif", "l=1;");
    expect("#ifdef A\n# endif\n#note\n#ifhave f\n#endif\n#ifnver X\n#endif\n#endif\nk=1", "k=1;");
    expect("#ifndef A\nk=1\n#else\n#ifndef B\n#else\n#endif\n#else\nk=2\n#endif\nl=1", "k=1;l=1;");
    expect("#ifdef A\nk=1\n", "");
}

static void wml_lines_are_those_of_the_file(void **state)
{
    (void)state;
    notes n;
    static const char text[] = "#define A\n\n\n#enddef\n{A}\nk=\"a\nb\"\nl=1";
    assert_int_equal(read_bytes(text, strlen(text), &n, NULL), WEND_OK);
    assert_int_equal(n.last_line, 8);
}

static void wml_bad_texts_name_line_and_reason(void **state)
{
    (void)state;
    expect_refused("[a\n]", 2, "not closed by ']'");
    expect_refused("\n[]", 2, "without a name");
    expect_refused("=1", 1, "without a name");
    expect_refused("[a]\n", 2, "ends within a tag");
    expect_refused("[/a]\n", 1, "fits no open one");
    expect_refused("[a][/b]", 1, "fits no open one");
    expect_refused("[a][/ab]", 1, "fits no open one");
    expect_refused("word\n", 2, "key=value");
    expect_refused("k=1\nk=\"x\n\n", 2, "closing quote");
    expect_refused("k=<<x>\n\n", 1, "\">>\"");
    expect_refused("k={x\n", 1, "without its '}'");
    expect_refused("k=\"{x\n\"", 1, "without its '}'");
    expect_refused("k=<{x", 1, "without its '}'");
    expect_refused("k=\"\"{x", 1, "without its '}'");
    expect_refused("{x", 1, "without its '}'");
    expect_refused("[{x", 1, "without its '}'");
    expect_refused("#define A\nk=1", 1, "#enddef");
    expect_refused("#define\n#enddef", 1, "#define without a name");
    expect_refused("#define A 1 2 3 4 5 6 7 8 9\n#enddef", 1, "more than 8 parameters");
    expect_refused("#define A\n{A}\n#enddef\n{A}", 4, "16 deep");
}

static void wml_nesting_and_names_are_bounded(void **state)
{
    (void)state;
    char text[4 * (WENDI_WML_TAGS_MAX + 2)];
    text[0] = '\0';
    for (int i = 0; i < WENDI_WML_TAGS_MAX; i++) {
        strcat(text, "[a]");
    }
    expect_refused(text, 1, "ends within");
    strcat(text, "[a]");
    expect_refused(text, 1, "too many tags");
    char name[WENDI_WML_NAME_MAX + 3];
    memset(name, 'k', sizeof name);
    name[sizeof name - 1] = '\0';
    expect_refused(name, 1, "key=value");
}

static void wml_number_of_macros_is_bounded(void **state)
{
    (void)state;
    enum { ONE_BYTES = 24 };
    char *text = calloc(WENDI_WML_MACROS_MAX + 2, ONE_BYTES);
    assert_non_null(text);
    size_t used = 0;
    for (int i = 0; i < WENDI_WML_MACROS_MAX; i++) {
        used += (size_t)snprintf(text + used, ONE_BYTES, "#define M%d\n#enddef\n", i);
    }
    expect(text, "");
    (void)snprintf(text + used, ONE_BYTES, "#define M\n#enddef\n");
    expect_refused(text, 2 * WENDI_WML_MACROS_MAX + 1, "one too many");
    free(text);
}

/* Ten macros, each with ten of the one before: 10^10 characters. */
static void wml_macros_that_unfold_without_end_are_refused(void **state)
{
    (void)state;
    char text[4096] = "#define M0\n          #enddef\n";
    for (int i = 1; i <= 10; i++) {
        char line[160];
        (void)snprintf(line, sizeof line,
                       "#define M%d\n{M%d}{M%d}{M%d}{M%d}{M%d}{M%d}{M%d}{M%d}{M%d}{M%d}#enddef\n",
                       i, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
        strcat(text, line);
    }
    strcat(text, "{M10}");
    expect_refused(text, 23, "too long with its macros");
}

/* 2^17 characters, 2^9 times: few macros, but long ones. */
static void wml_long_macros_put_in_often_are_refused(void **state)
{
    (void)state;
    enum { BODY_BYTES = 1 << 17, TIMES = 1 << 9 };
    char *text = malloc(BODY_BYTES + 4 * TIMES + 64);
    assert_non_null(text);
    strcpy(text, "#define M\n");
    size_t used = strlen(text);
    memset(text + used, ' ', BODY_BYTES);
    used += BODY_BYTES;
    strcpy(text + used, "#enddef\n");
    for (int i = 0; i <= TIMES; i++) {
        strcpy(text + strlen(text + used) + used, "{M}");
    }
    expect_refused(text, 3, "too long with its macros");
    free(text);
}

static void wml_value_over_the_limit_is_refused(void **state)
{
    (void)state;
    size_t count = (size_t)WENDI_WML_VALUE_MAX + 8;
    char *text = malloc(count + 1);
    assert_non_null(text);
    memset(text, 'v', count);
    text[count] = '\0';
    memcpy(text, "k=", 2);
    expect_refused(text, 1, "more than 1 MiB");
    memcpy(text, "k=\"", 3);
    expect_refused(text, 1, "more than 1 MiB");
    memcpy(text, "k=<<", 4);
    expect_refused(text, 1, "more than 1 MiB");
    free(text);
}

static wend_result refuse(void *context, wendi_span tag, uint32_t line)
{
    (void)context;
    (void)tag;
    (void)line;
    return WEND_ERROR_FULL;
}

static void wml_result_of_the_handler_is_passed_on(void **state)
{
    (void)state;
    static const uint8_t text[] = "[a][/a]";
    wendi_wml_macros macros = {NULL, 0, 0, {NULL, NULL}};
    wendi_wml_handler opens = {refuse, NULL, NULL, NULL};
    wendi_wml_handler closes = {NULL, refuse, NULL, NULL};
    wendi_wml_handler nobody = {NULL, NULL, NULL, NULL};
    size_t count = sizeof text - 1;
    assert_int_equal(wendi_wml_read(text, count, &macros, &opens, NULL), WEND_ERROR_FULL);
    assert_int_equal(wendi_wml_read(text, count, &macros, &closes, NULL), WEND_ERROR_FULL);
    assert_int_equal(wendi_wml_read(text, count, &macros, &nobody, NULL), WEND_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wml_tags_and_values_are_reported_in_order),
        cmocka_unit_test(wml_values_join_and_quote),
        cmocka_unit_test(wml_macros_are_put_in),
        cmocka_unit_test(wml_conditions_choose_a_branch),
        cmocka_unit_test(wml_lines_are_those_of_the_file),
        cmocka_unit_test(wml_bad_texts_name_line_and_reason),
        cmocka_unit_test(wml_nesting_and_names_are_bounded),
        cmocka_unit_test(wml_number_of_macros_is_bounded),
        cmocka_unit_test(wml_macros_that_unfold_without_end_are_refused),
        cmocka_unit_test(wml_long_macros_put_in_often_are_refused),
        cmocka_unit_test(wml_value_over_the_limit_is_refused),
        cmocka_unit_test(wml_result_of_the_handler_is_passed_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
