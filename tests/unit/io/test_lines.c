/* Lines, words and numbers as the readers of src/io see them. */
#include "io/core/lines.h"
#include "support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wendi_span span_of(const char *text)
{
    wendi_span span = {(const uint8_t *)text, strlen(text)};
    return span;
}

static double decimal_of(const char *text)
{
    wendi_decimal d;
    if (!wendi_span_decimal(span_of(text), &d)) {
        fail_msg("%s is refused", text);
    }
    return d.value;
}

static void lines_end_by_either_ending_and_without_one(void **state)
{
    (void)state;
    const char *text = "a b\r\n\nlast";
    wendi_lines lines = wendi_lines_begin((const uint8_t *)text, strlen(text));
    wendi_span line;
    assert_true(wendi_lines_next(&lines, &line));
    assert_true(wendi_span_is(line, "a b"));
    assert_true(wendi_lines_next(&lines, &line));
    assert_true(wendi_span_is(line, ""));
    assert_true(wendi_lines_next(&lines, &line));
    assert_true(wendi_span_is(line, "last"));
    assert_int_equal(lines.number, 3);
    assert_false(wendi_lines_next(&lines, &line));
}

static void lines_pass_over_a_byte_order_mark(void **state)
{
    (void)state;
    const char *text = "\xEF\xBB\xBFx";
    wendi_lines lines = wendi_lines_begin((const uint8_t *)text, strlen(text));
    wendi_span line;
    assert_true(wendi_lines_next(&lines, &line));
    assert_true(wendi_span_is(line, "x"));
}

static void lines_of_nothing_are_none(void **state)
{
    (void)state;
    wendi_lines lines = wendi_lines_begin(NULL, 0);
    wendi_span line;
    assert_false(wendi_lines_next(&lines, &line));
}

static void words_lie_between_spaces_and_tabs(void **state)
{
    (void)state;
    wendi_span line = span_of(" \tone\t two ");
    assert_true(wendi_span_is(wendi_span_word(&line), "one"));
    assert_true(wendi_span_is(wendi_span_word(&line), "two"));
    assert_true(wendi_span_is_blank(line));
    assert_int_equal(wendi_span_word(&line).length, 0);
}

static void integer_limits_hold(void **state)
{
    (void)state;
    int64_t value = 99;
    assert_true(wendi_span_integer(span_of("-12"), -12, 5, &value));
    assert_int_equal(value, -12);
    assert_true(wendi_span_integer(span_of("+5"), -12, 5, &value));
    assert_int_equal(value, 5);
    static const char *const bad[] = {"",
                                      "-",
                                      "+",
                                      "6",
                                      "5x",
                                      "5.0",
                                      " 5",
                                      "99999999999999999999999999999999",
                                      "18446744073709551621"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(wendi_span_integer(span_of(bad[i]), -12, 5, &value));
    }
    assert_int_equal(value, 5);
}

static void decimal_is_exact_up_to_fifteen_digits(void **state)
{
    (void)state;
    uint64_t x = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        char text[40];
        (void)snprintf(text, sizeof text, "%llu.%0*llu", (unsigned long long)(x % 10000000),
                       1 + i % 8, (unsigned long long)(x >> 40) % 10);
        double expected = strtod(text, NULL);
        double value = decimal_of(text);
        assert_memory_equal(&value, &expected, sizeof value);
    }
}

static void decimal_with_many_digits_is_within_two_units(void **state)
{
    (void)state;
    static const char *const texts[] = {"62.154328932502505119999999999999999999",
                                        "0.000000000000000000001234567890123456789",
                                        "1.4142135623730951",
                                        "123456789012345.678901234567890",
                                        "9.99999999999999999999e+02",
                                        "1000000000000000",
                                        "0.1e1",
                                        "1.5E+03",
                                        "2.5e-20",
                                        "0",
                                        "0e400",
                                        "0.00",
                                        "00000000000000000000000000012.5"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        double expected = strtod(texts[i], NULL);
        double value = decimal_of(texts[i]);
        double low = nextafter(nextafter(expected, 0.0), 0.0);
        double high = nextafter(nextafter(expected, 1e300), 1e300);
        if (value < low || value > high) {
            fail_msg("%s read as %.17g", texts[i], value);
        }
    }
}

static void decimal_that_is_none_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      ".",
                                      "-1",
                                      "1.2.3",
                                      "1e",
                                      "1e+",
                                      "e5",
                                      "0x1",
                                      "1,5",
                                      "nan",
                                      "inf",
                                      "1e4000",
                                      "1e16",
                                      "12a",
                                      "1 ",
                                      "1e-x",
                                      "1e99",
                                      "++1",
                                      "10000000000000000"};
    wendi_decimal d;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (wendi_span_decimal(span_of(bad[i]), &d)) {
            fail_msg("\"%s\" is taken", bad[i]);
        }
    }
}

static void decimal_counts_its_digits(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int decimals, significant, whole;
        bool ends_in_zero;
    } cases[] = {
        {"12.50", 2, 4, 2, true},  {"0.025", 3, 2, -1, false},  {"4787", 0, 4, 4, false},
        {"10", 0, 2, 2, false},    {"1.5e+03", 0, 2, 4, false}, {"1.25e-1", 3, 3, 0, false},
        {"007.5", 1, 2, 1, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wendi_decimal d;
        assert_true(wendi_span_decimal(span_of(cases[i].text), &d));
        assert_int_equal(d.decimals, cases[i].decimals);
        assert_int_equal(d.significant, cases[i].significant);
        assert_int_equal(d.whole, cases[i].whole);
        assert_int_equal(d.ends_in_zero, cases[i].ends_in_zero);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_by_either_ending_and_without_one),
        cmocka_unit_test(lines_pass_over_a_byte_order_mark),
        cmocka_unit_test(lines_of_nothing_are_none),
        cmocka_unit_test(words_lie_between_spaces_and_tabs),
        cmocka_unit_test(integer_limits_hold),
        cmocka_unit_test(decimal_is_exact_up_to_fifteen_digits),
        cmocka_unit_test(decimal_with_many_digits_is_within_two_units),
        cmocka_unit_test(decimal_that_is_none_is_refused),
        cmocka_unit_test(decimal_counts_its_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
