/* Numbers as decimal text and back.
 * Cost: reading rounds correctly: one division up to 15 digits, big integers beyond (some hundred
 * steps, and a multiple of the digits squared for very long ones). Writing reads each attempt
 * back. */
#include "io/core/decimal.h"

#include "base/math/bits.h"
#include "wend/walls.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Limbs hold 10^720 times 2^64: 400 digits, an exponent of 300 and some room. */
enum { LIMBS = 96, DIGITS_MOST = 400, EXPONENT_MOST = 9999, POWER_LEAST = -300, POWER_MOST = 309 };
enum { EXACT_DIGITS = 15, EXACT_POWER = 22, MANTISSA_BITS = 53, EXPONENT_BIAS = 1022 };

/** A whole number of any size: limbs[0] is the lowest. */
typedef struct big {
    uint32_t limbs[LIMBS];
    int count; /**< Without leading zeros. */
} big;

/** A number as it is written: digits * 10^power. */
typedef struct written {
    uint8_t digits[DIGITS_MOST]; /**< From the first that is not 0. */
    int count;
    int power;
} written;

static void big_multiply_add(big *b, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;
    for (int i = 0; i < b->count; i++) {
        carry += (uint64_t)b->limbs[i] * factor;
        b->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry > 0) {
        b->limbs[b->count++] = (uint32_t)carry;
    }
}

static int big_bits(const big *b)
{
    int bits = (b->count - 1) * 32;
    for (uint32_t top = b->limbs[b->count - 1]; top > 0; top >>= 1) {
        bits++;
    }
    return bits;
}

static void big_shift(big *b, int bits)
{
    const int limbs = bits / 32;
    if (limbs > 0) {
        memmove(b->limbs + limbs, b->limbs, (size_t)b->count * sizeof b->limbs[0]);
        memset(b->limbs, 0, (size_t)limbs * sizeof b->limbs[0]);
        b->count += limbs;
    }
    big_multiply_add(b, (uint32_t)1 << bits % 32, 0);
}

static int big_compare(const big *a, const big *b)
{
    if (a->count != b->count) {
        return a->count < b->count ? -1 : 1;
    }
    for (int i = a->count - 1; i >= 0; i--) {
        if (a->limbs[i] != b->limbs[i]) {
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
        }
    }
    return 0;
}

/** a -= b; a is not below b. */
static void big_subtract(big *a, const big *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        const uint64_t take = (i < b->count ? b->limbs[i] : 0) + borrow;
        borrow = a->limbs[i] < take ? 1 : 0;
        a->limbs[i] = (uint32_t)(a->limbs[i] - take);
    }
    while (a->count > 0 && a->limbs[a->count - 1] == 0) {
        a->count--;
    }
}

/** n / m to 53 bits and the rest, rounded to the nearest, ties to even; false when too large. */
static bool divide(big *n, big *m, double *value)
{
    int exponent = big_bits(n) - big_bits(m);
    big_shift(exponent > 0 ? m : n, exponent > 0 ? exponent : -exponent);
    if (big_compare(n, m) < 0) {
        big_multiply_add(n, 2, 0);
        exponent--;
    }
    uint64_t mantissa = 0;
    for (int i = 0; i <= MANTISSA_BITS; i++) {
        const bool is_one = big_compare(n, m) >= 0;
        if (is_one) {
            big_subtract(n, m);
        }
        mantissa = mantissa * 2 + (is_one ? 1 : 0);
        big_multiply_add(n, 2, 0);
    }
    const bool rounds_up = (mantissa & 1) != 0 && ((mantissa & 2) != 0 || n->count > 0);
    mantissa = (mantissa >> 1) + (rounds_up ? 1 : 0);
    if (mantissa >> MANTISSA_BITS != 0) {
        mantissa >>= 1;
        exponent++;
    }
    if (exponent > EXPONENT_BIAS + 1) {
        return false;
    }
    /* The double of mantissa * 2^(exponent - 52), whose leading bit is not stored. */
    const uint64_t field = (uint64_t)((int64_t)exponent + 1 + EXPONENT_BIAS);
    const uint64_t bits = field << (MANTISSA_BITS - 1) | (mantissa & ~(UINT64_C(1) << 52));
    memcpy(value, &bits, sizeof *value);
    return true;
}

/** Reads digits with at most one point. @return bytes taken; 0 = no digit, or too many. */
static size_t read_digits(wendi_span span, written *w)
{
    size_t i = 0;
    bool has_point = false;
    bool has_digit = false;
    for (; i < span.length; i++) {
        const uint8_t byte = span.text[i];
        if (byte == '.' && !has_point) {
            has_point = true;
            continue;
        }
        if (byte < '0' || byte > '9') {
            break;
        }
        has_digit = true;
        w->power -= has_point ? 1 : 0;
        if (byte == '0' && w->count == 0) {
            continue;
        }
        if (w->count == DIGITS_MOST || i > 2 * DIGITS_MOST) {
            return 0;
        }
        w->digits[w->count++] = (uint8_t)(byte - '0');
    }
    return has_digit ? i : 0;
}

static bool read_written(wendi_span span, written *w)
{
    w->count = 0;
    w->power = 0;
    const size_t taken = span.length > INT32_MAX ? 0 : read_digits(span, w);
    wendi_span rest = {span.text + taken, span.length - taken};
    if (taken == 0 || rest.length == 0) {
        return taken > 0;
    }
    const bool has_exponent = rest.text[0] == 'e' || rest.text[0] == 'E';
    const wendi_span number = {rest.text + 1, rest.length - 1};
    int64_t exponent = 0;
    if (!has_exponent || !wendi_span_integer(number, -EXPONENT_MOST, EXPONENT_MOST, &exponent)) {
        return false;
    }
    w->power += (int)exponent;
    return true;
}

static bool value_of(written *w, double *value)
{
    while (w->count > 0 && w->digits[w->count - 1] == 0) {
        w->count--;
        w->power++;
    }
    if (w->count == 0 || w->count + w->power <= POWER_LEAST) {
        *value = 0.0;
        return true;
    }
    if (w->count + w->power > POWER_MOST) {
        return false;
    }
    if (w->count <= EXACT_DIGITS && w->power <= EXACT_POWER && w->power >= -EXACT_POWER) {
        /* One exact product or quotient, where digits and power of ten are both doubles. */
        double digits = 0.0;
        double power = 1.0;
        for (int i = 0; i < w->count; i++) {
            digits = digits * 10.0 + w->digits[i];
        }
        const int size = w->power < 0 ? -w->power : w->power;
        for (int i = 0; i < size; i++) {
            power *= 10.0;
        }
        *value = w->power < 0 ? digits / power : digits * power;
        return true;
    }
    big n;
    big m;
    n.count = 0;
    for (int i = 0; i < w->count; i++) {
        big_multiply_add(&n, 10, w->digits[i]);
    }
    m.limbs[0] = 1;
    m.count = 1;
    big *b = w->power > 0 ? &n : &m;
    int power = w->power > 0 ? w->power : -w->power;
    for (; power >= 9; power -= 9) {
        big_multiply_add(b, 1000000000u, 0);
    }
    for (; power > 0; power--) {
        big_multiply_add(b, 10, 0);
    }
    return divide(&n, &m, value);
}

bool wendi_span_double(wendi_span span, double *value)
{
    const bool is_negative = span.length > 0 && span.text[0] == '-';
    if (span.length > 0 && (is_negative || span.text[0] == '+')) {
        span.text++;
        span.length--;
    }
    written w;
    double read = 0.0;
    if (!read_written(span, &w) || !value_of(&w, &read)) {
        return false;
    }
    *value = is_negative ? -read : read;
    return true;
}

bool wendi_span_coordinate(wendi_span span, double *value)
{
    double read = 0.0;
    if (!wendi_span_double(span, &read) || read > WEND_COORDINATE_MAX ||
        read < -WEND_COORDINATE_MAX) {
        return false;
    }
    *value = read;
    return true;
}

/** Writes the digits with a point behind number `power`, zeros where there are no digits. */
static size_t lay_out_plain(const char *digits, int count, int power, char *text)
{
    size_t at = 0;
    for (int i = power < 0 ? power : 0; i < count || i <= power; i++) {
        text[at++] = i >= 0 && i < count ? digits[i] : '0';
        if (i == power && i + 1 < count) {
            text[at++] = '.';
        }
    }
    text[at] = '\0';
    return at;
}

/** d.ddde-30 */
static size_t lay_out_exponent(const char *digits, int count, int power, char *text)
{
    size_t at = lay_out_plain(digits, count, 0, text);
    return at + (size_t)snprintf(text + at, 8, "e%d", power);
}

/** The first `count` digits of a positive number, rounded, without zeros at the end, and the power
 * of ten of the first. Skips the decimal point, which depends on the locale.
 * @param digits [20] @return how many. */
static int digits_of(double value, int count, char *digits, int *power)
{
    char shown[48];
    (void)snprintf(shown, sizeof shown, "%.*e", count - 1, value);
    const char *e = strchr(shown, 'e');
    int kept = 0;
    for (const char *at = shown; at < e && kept < count; at++) {
        if (*at >= '0' && *at <= '9') {
            digits[kept++] = *at;
        }
    }
    int64_t exponent = 0;
    const wendi_span tail = {(const uint8_t *)e + 1, strlen(e + 1)};
    (void)wendi_span_integer(tail, -EXPONENT_MOST, EXPONENT_MOST, &exponent);
    *power = (int)exponent;
    while (kept > 1 && digits[kept - 1] == '0') {
        kept--;
    }
    return kept;
}

enum { DIGITS_ENOUGH = 17, PLAIN_LEAST = -5, PLAIN_MOST = 16 };

size_t wendi_double_text(double value, char *text)
{
    if (!(value < 0.0) && !(value > 0.0)) {
        memcpy(text, "0", 2);
        return 1;
    }
    const bool is_negative = value < 0.0;
    text[0] = '-';
    char *start = text + (is_negative ? 1 : 0);
    size_t length = 0;
    for (int count = EXACT_DIGITS; count <= DIGITS_ENOUGH; count++) {
        char digits[DIGITS_ENOUGH + 1];
        int power = 0;
        const int kept = digits_of(is_negative ? -value : value, count, digits, &power);
        length = power < PLAIN_LEAST || power > PLAIN_MOST
                     ? lay_out_exponent(digits, kept, power, start)
                     : lay_out_plain(digits, kept, power, start);
        double back = 0.0;
        const wendi_span span = {(const uint8_t *)text, (size_t)(start - text) + length};
        if (wendi_span_double(span, &back) && wendi_bits_of_f64(back) == wendi_bits_of_f64(value)) {
            break;
        }
    }
    return (size_t)(start - text) + length;
}

/* ---- numbers for people ---- */

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
