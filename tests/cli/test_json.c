/* The command's writer of JSON. */
#include "json.h"

#include "json_read.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *finish(json *j)
{
    json_finish(j);
    const long size = ftell(j->out);
    char *text = calloc((size_t)size + 1, 1);
    rewind(j->out);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, j->out), size);
    fclose(j->out);
    return text;
}

static void expect_text(const char *text, const char *raw)
{
    json j = json_begin(tmpfile());
    json_text(&j, "t", text);
    char *written = finish(&j);
    assert_true(json_is_object(written));
    json_expect(written, "t", raw);
    free(written);
}

static void json_text_escapes_quotes_backslashes_and_controls(void **state)
{
    (void)state;
    expect_text("plain", "\"plain\"");
    expect_text("a\"b\\c", "\"a\\\"b\\\\c\"");
    expect_text("line\nnext\ttab", "\"line\\nnext\\ttab\"");
    expect_text("\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\"");
    expect_text(NULL, "null");
}

static void json_text_keeps_utf8_and_replaces_what_is_none(void **state)
{
    (void)state;
    expect_text("gr\xC3\xBC\xC3\x9F", "\"gr\xC3\xBC\xC3\x9F\"");
    expect_text("\xF0\x9F\x98\x80", "\"\xF0\x9F\x98\x80\"");
    expect_text("a\xFFz", "\"a\\ufffdz\"");
    expect_text("\xC3", "\"\\ufffd\"");
    expect_text("\xC0\x80", "\"\\ufffd\\ufffd\"");
    expect_text("\xED\xA0\x80", "\"\\ufffd\\ufffd\\ufffd\"");
    expect_text("\xF4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
}

static void expect_number(double value, const char *expected)
{
    char text[JSON_NUMBER_CAPACITY];
    json_format_number(value, text);
    assert_string_equal(text, expected);
}

static void json_number_is_short_and_without_needless_exponent(void **state)
{
    (void)state;
    expect_number(0.0, "0");
    expect_number(-0.0, "-0");
    expect_number(1.0, "1");
    expect_number(1000.0, "1000");
    expect_number(0.1, "0.1");
    expect_number(0.001, "0.001");
    expect_number(-2.5, "-2.5");
    expect_number(1.0 / 3.0, "0.3333333333333333");
    expect_number(123456789.125, "123456789.125");
    expect_number(1e300, "1e+300");
    expect_number(5e-324, "5e-324");
}

static void json_number_reads_back_to_the_same_bits(void **state)
{
    (void)state;
    uint64_t bits = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        char text[JSON_NUMBER_CAPACITY];
        double value;
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) {
            json_format_number(value, text);
            const double back = strtod(text, NULL);
            assert_memory_equal(&back, &value, sizeof value);
        }
    }
}

static void json_not_a_number_is_null(void **state)
{
    (void)state;
    json j = json_begin(tmpfile());
    json_number(&j, "nan", (double)NAN);
    json_number(&j, "inf", (double)INFINITY);
    char *written = finish(&j);
    json_expect(written, "nan", "null");
    json_expect(written, "inf", "null");
    free(written);
}

static void json_nested_values_stand_where_they_belong(void **state)
{
    (void)state;
    json j = json_begin(tmpfile());
    json_array(&j, "list");
    json_cell(&j, NULL, 3, -4);
    json_object(&j, NULL);
    json_bool(&j, "yes", true);
    json_close(&j);
    json_null(&j, NULL);
    json_close(&j);
    json_unsigned(&j, "big", UINT64_MAX);
    json_integer(&j, "small", INT64_MIN);
    char *written = finish(&j);
    assert_string_equal(written, "{\"list\": [[3, -4], {\"yes\": true}, null], "
                                 "\"big\": 18446744073709551615, "
                                 "\"small\": -9223372036854775808}\n");
    free(written);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_text_escapes_quotes_backslashes_and_controls),
        cmocka_unit_test(json_text_keeps_utf8_and_replaces_what_is_none),
        cmocka_unit_test(json_number_is_short_and_without_needless_exponent),
        cmocka_unit_test(json_number_reads_back_to_the_same_bits),
        cmocka_unit_test(json_not_a_number_is_null),
        cmocka_unit_test(json_nested_values_stand_where_they_belong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
