/* takes: a number.
 * gives: its text, with a point on every machine.
 * cost:  a division for each digit. */
#include "io/core/number.h"

#include "base/math/bits.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const double shown_max = 1e15;

static const char *word_for(double value)
{
    if (wendi_is_nan(value)) {
        return "NaN";
    }
    if (!wendi_is_finite(value)) {
        return value < 0.0 ? "-infinity" : "infinity";
    }
    return value < 0.0 ? "below -10^15" : "above 10^15";
}

size_t wendi_number_text(double value, char *text)
{
    if (!(value >= -shown_max && value <= shown_max)) {
        return (size_t)snprintf(text, WENDI_NUMBER_CAPACITY, "%s", word_for(value));
    }
    char digits[WENDI_NUMBER_CAPACITY];
    size_t at = sizeof digits;
    int64_t hundredths = (int64_t)(value * 100.0 + (value < 0.0 ? -0.5 : 0.5));
    bool is_negative = hundredths < 0;
    uint64_t rest = is_negative ? (uint64_t)-hundredths : (uint64_t)hundredths;
    int decimals = rest % 100 == 0 ? 0 : rest % 10 == 0 ? 1 : 2;
    rest /= decimals == 0 ? 100 : decimals == 1 ? 10 : 1;
    digits[--at] = '\0';
    for (int i = 0; i < decimals; i++, rest /= 10) {
        digits[--at] = (char)('0' + rest % 10);
    }
    if (decimals > 0) {
        digits[--at] = '.';
    }
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (is_negative) {
        digits[--at] = '-';
    }
    memcpy(text, digits + at, sizeof digits - at);
    return sizeof digits - at - 1;
}
