/* Decimal numbers: reading rounds as strtod does in the C locale, and written numbers come back to
 * the last bit. */
#include "io/core/decimal.h"
#include "support/test.h"
#include "wend/base.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read(const char *text, double *value)
{
    const wendi_span span = {(const uint8_t *)text, strlen(text)};
    return wendi_span_double(span, value);
}

static void expect_as_libc(const char *text)
{
    double got = 0.0;
    const double expected = strtod(text, NULL);
    if (!read(text, &got)) {
        fail_msg("%s is refused", text);
    }
    if (memcmp(&got, &expected, sizeof got) != 0) {
        fail_msg("%s is %a, expected %a", text, got, expected);
    }
}

static void decimal_hard_cases_are_rounded_to_the_nearest(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "1",
        "-12.5",
        ".5",
        "5.",
        "+3",
        "0.1",
        "1e22",
        "1e23",
        "8.5e22",
        "9007199254740993",
        "9007199254740992.5",
        "9007199254740993.00000000000000000001",
        "123456789012345678901234567890",
        "2.2250738585072014e-300",
        "1.7976931348623157e308",
        "4503599627370497.5",
        "4503599627370496.5",
        "0.000000000000000000000000000001",
        "3.14159265358979323846264338327950288",
        "1.00000000000000011102230246251565",
        "1.00000000000000011102230246251566",
        "0.1e1",
        "1E-5",
        "00012.50",
        "1e-299",
        "179769313486231580000000000000000000000",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        expect_as_libc(texts[i]);
    }
}

static void decimal_of_very_many_digits_is_read_and_too_many_are_refused(void **state)
{
    (void)state;
    char text[1200];
    double value = 0.0;
    memset(text, '7', sizeof text);
    memcpy(text, "0.", 2);
    text[402] = '\0';
    expect_as_libc(text);
    text[402] = '7';
    text[403] = '\0';
    assert_false(read(text, &value));
    memset(text, '0', sizeof text);
    text[1199] = '\0';
    assert_true(read(text, &value));
    memcpy(text, "0.", 2);
    text[350] = '1';
    text[351] = '\0';
    assert_true(read(text, &value));
    assert_true(value >= 0.0 && value <= 0.0);
}

static void decimal_words_and_scraps_are_no_numbers(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "-",
                                      ".",
                                      "e5",
                                      "1e",
                                      "1e+",
                                      "nan",
                                      "inf",
                                      "1..2",
                                      "1.2.",
                                      "1,5",
                                      "0x10",
                                      "1e5x",
                                      "1 ",
                                      "--1",
                                      "1f",
                                      "1e99999",
                                      "2e308",
                                      "1.7976931348623159e308",
                                      "1e309"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        double value = 9.0;
        if (read(bad[i], &value)) {
            fail_msg("\"%s\" is read as %g", bad[i], value);
        }
        assert_true(value > 8.5); /* untouched */
    }
}

static double random_double(uint64_t i)
{
    uint64_t bits = wend_random(1, i, 0);
    double value;
    /* Exponents of 2^-300 to 2^300. */
    const uint64_t exponent = 1023 - 300 + wend_random(2, i, 0) % 601;
    bits = (bits & ~(UINT64_C(0x7FF) << 52)) | exponent << 52;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void decimal_random_doubles_are_read_as_libc_reads_them(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 20000; i++) {
        char text[64];
        snprintf(text, sizeof text, "%.*e", (int)(i % 30), random_double(i));
        expect_as_libc(text);
    }
}

static void decimal_halfway_between_neighbours_goes_to_the_even_one(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 2000; i++) {
        char text[128];
        const double value = (double)(wend_random(3, i, 0) >> 12);
        snprintf(text, sizeof text, "%.0f.5%s", value, i % 2 == 0 ? "" : "0000000000000000000001");
        expect_as_libc(text);
    }
}

static void decimal_written_numbers_come_back_and_are_short(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } plain[] = {{0.0, "0"},
                 {-0.0, "0"},
                 {0.1, "0.1"},
                 {-12.5, "-12.5"},
                 {1e16, "10000000000000000"},
                 {1e17, "1e17"},
                 {0.00001, "0.00001"},
                 {1.5e-6, "1.5e-6"},
                 {100.0, "100"},
                 {-3e-200, "-3e-200"},
                 {1234.5678, "1234.5678"}};
    char text[WENDI_DOUBLE_TEXT_CAPACITY];
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        assert_int_equal(wendi_double_text(plain[i].value, text), strlen(plain[i].text));
        assert_string_equal(text, plain[i].text);
    }
    for (uint64_t i = 0; i < 20000; i++) {
        const double value = i % 2 == 0 ? random_double(i) : wend_random_unit(4, i, 0) * 1000.0;
        double back = 0.0;
        const size_t length = wendi_double_text(value, text);
        assert_int_equal(length, strlen(text));
        assert_true(length < sizeof text);
        assert_true(read(text, &back));
        assert_memory_equal(&back, &value, sizeof back);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decimal_hard_cases_are_rounded_to_the_nearest),
        cmocka_unit_test(decimal_of_very_many_digits_is_read_and_too_many_are_refused),
        cmocka_unit_test(decimal_words_and_scraps_are_no_numbers),
        cmocka_unit_test(decimal_random_doubles_are_read_as_libc_reads_them),
        cmocka_unit_test(decimal_halfway_between_neighbours_goes_to_the_even_one),
        cmocka_unit_test(decimal_written_numbers_come_back_and_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
