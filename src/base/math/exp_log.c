/* Square root, e^x and natural logarithm, within 2 ulp (measured: below 0.8), the same bits
 * everywhere.
 * Cost: some 5 to 15 ns each.
 *
 * The polynomials are minimax fits (Remez) with a relative error below 2^-60, rounded to doubles.
 */
#include "base/math/bits.h"
#include "base/math/constants.h"
#include "base/math/double_double.h"
#include "base/math/exp_lanes.h"
#include "wend/base.h"

#include <math.h>

/* ln 2: the first part has 42 bits, so that its product with an exponent is exact. */
static const double LN2_HI = 0x1.62e42fefa3800p-1;
static const double LN2_LO = 0x1.ef35793c76730p-45;
static const double ONE_BY_LN2 = 0x1.71547652b82fep+0;

/* 2^exponent for -1022 ... 1023. */
static double power_of_two(int32_t exponent)
{
    return wendi_f64_of_bits((uint64_t)(exponent + 1023) << 52);
}

double wend_sqrt(double x)
{
    /* IEEE 754 asks for a correctly rounded square root; only NaN needs care. */
    return x >= 0.0 || wendi_is_zero(x) ? sqrt(x) : wendi_f64_of_bits(WENDI_NAN_BITS);
}

/* (e^r - 1 - r - r^2 / 2) / r^3 for |r| <= ln 2 / 2. */
static inline double exp_tail(double r)
{
    double p = 0x1.1f7f2076b3148p-29;
    p = p * r + 0x1.af38a07870aacp-26;
    p = p * r + 0x1.27e4d4d7d0f53p-22;
    p = p * r + 0x1.71de0db22c41bp-19;
    p = p * r + 0x1.a01a01a934d22p-16;
    p = p * r + 0x1.a01a01a7c32c3p-13;
    p = p * r + 0x1.6c16c16c15dc9p-10;
    p = p * r + 0x1.11111111109b4p-7;
    p = p * r + 0x1.5555555555556p-5;
    return p * r + 0x1.5555555555556p-3;
}

/* x = k ln 2 + r, then e^x = 2^k e^r. @return e^r. */
static inline double exp_rest(double x, double k)
{
    wendi_dd r = wendi_dd_sum(x - k * LN2_HI, -(k * LN2_LO));
    double square = r.hi * r.hi;
    double rest = square * (0.5 + r.hi * exp_tail(r.hi)) + (r.lo + r.lo * r.hi);
    wendi_dd one_and_r = wendi_dd_sum_ordered(1.0, r.hi);
    return one_and_r.hi + (one_and_r.lo + rest);
}

static double exp_in_range(double x)
{
    double k = (x * ONE_BY_LN2 + WENDI_ROUNDING_OFFSET) - WENDI_ROUNDING_OFFSET;
    /* In two steps, since 2^k itself may be out of range; the first is exact. */
    int32_t exponent = (int32_t)k;
    int32_t first = exponent / 2;
    return exp_rest(x, k) * power_of_two(first) * power_of_two(exponent - first);
}

void wendi_exp_lanes(const double *x, double *to, size_t count)
{
    uint64_t beyond = 0;
    for (size_t i = 0; i < count; i++) {
        beyond |= fabs(x[i]) <= 700 ? 0 : 1; /* NaN too */
    }
    if (beyond != 0) {
        for (size_t i = 0; i < count; i++) {
            to[i] = wend_exp(x[i]);
        }
        return;
    }
    for (size_t i = 0; i < count; i++) {
        /* The offset leaves k in the low bits, from where it moves into the exponent of 2^k. */
        const double offset_k = x[i] * ONE_BY_LN2 + WENDI_ROUNDING_OFFSET;
        const double power = wendi_f64_of_bits((wendi_bits_of_f64(offset_k) + 1023) << 52);
        to[i] = exp_rest(x[i], offset_k - WENDI_ROUNDING_OFFSET) * power;
    }
}

double wend_exp(double x)
{
    if (wendi_is_nan(x)) {
        return wendi_f64_of_bits(WENDI_NAN_BITS);
    }
    if (x > 710.0) {
        return wendi_f64_of_bits(WENDI_INFINITY_BITS);
    }
    if (x < -746.0) {
        return 0.0;
    }
    return exp_in_range(x);
}

/* (2 atanh(s) / s - 2) / s^2 as a function of t = s^2, for |s| <= 3 - sqrt 8. */
static double log_tail(double t)
{
    double p = 0x1.0c09d03c3618bp-3;
    p = p * t + 0x1.0fbdf2537cdc6p-3;
    p = p * t + 0x1.3b1c3bf7c4ad1p-3;
    p = p * t + 0x1.745cf8e2989cap-3;
    p = p * t + 0x1.c71c7201b2936p-3;
    p = p * t + 0x1.2492492476949p-2;
    p = p * t + 0x1.9999999999a39p-2;
    return p * t + 0x1.5555555555555p-1;
}

/* The logarithm of 2^k (1 + f): with s = f / (2 + f), log(1 + f) = 2 atanh(s). 2s comes with its
 * rounding error; the rest of the series is at most 1 % of it. */
static double log_of_parts(double k, double f)
{
    wendi_dd divisor = wendi_dd_sum_ordered(2.0, f);
    double s = f / divisor.hi;
    wendi_dd back = wendi_dd_product(s, divisor.hi);
    double s_lo = (((f - back.hi) - back.lo) - s * divisor.lo) / divisor.hi;
    double t = s * s;
    wendi_dd sum = wendi_dd_sum(k * LN2_HI, 2.0 * s);
    return sum.hi + (sum.lo + (2.0 * s_lo + (s * t * log_tail(t) + k * LN2_LO)));
}

double wend_log(double x)
{
    if (wendi_is_zero(x)) {
        return -wendi_f64_of_bits(WENDI_INFINITY_BITS);
    }
    if (!(x > 0.0)) {
        return wendi_f64_of_bits(WENDI_NAN_BITS);
    }
    if (!wendi_is_finite(x)) {
        return x;
    }
    int32_t exponent = 0;
    if (x < 0x1p-1022) {
        x *= 0x1p+54;
        exponent = -54;
    }
    uint64_t bits = wendi_bits_of_f64(x);
    exponent += (int32_t)(bits >> 52) - 1023;
    double m = wendi_f64_of_bits((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
    if (m > 0x1.6a09e667f3bcdp+0) {
        m *= 0.5;
        exponent++;
    }
    return log_of_parts(exponent, m - 1.0);
}
