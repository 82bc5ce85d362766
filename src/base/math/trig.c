/* Sine, cosine and the angle of a vector, within 2 ulp (measured: below 1.0), the same bits
 * everywhere.
 * Cost: some 10 to 20 ns each.
 *
 * The polynomials are minimax fits (Remez) with a relative error below 2^-60, rounded to doubles.
 */
#include "base/math/bits.h"
#include "base/math/constants.h"
#include "base/math/double_double.h"
#include "base/math/trig_reduce.h"
#include "wend/base.h"

#include <math.h>

/* ---- sine and cosine ---- */

/* sin(r) for |r| <= pi / 4: r, plus r^3 times a polynomial of r^2. */
static double sine_of(wendi_dd r)
{
    double t = r.hi * r.hi;
    double p = -0x1.ab17e2232ad1ep-41;
    p = p * t + 0x1.61217f25a912ap-33;
    p = p * t - 0x1.ae645412e9bb9p-26;
    p = p * t + 0x1.71de3a5460acfp-19;
    p = p * t - 0x1.a01a01a019939p-13;
    p = p * t + 0x1.1111111111110p-7;
    p = p * t - 0x1.5555555555555p-3;
    return r.hi + (r.hi * t * p + r.lo * (1.0 - 0.5 * t));
}

/* cos(r) for |r| <= pi / 4: 1 - r^2 / 2 with its rounding error, plus r^4 times a polynomial. */
static double cosine_of(wendi_dd r)
{
    double t = r.hi * r.hi;
    double p = -0x1.907db43b22dccp-37;
    p = p * t + 0x1.1eeb690335fdfp-29;
    p = p * t - 0x1.27e4fa17f61dcp-22;
    p = p * t + 0x1.a01a019f4ec8dp-16;
    p = p * t - 0x1.6c16c16c16967p-10;
    p = p * t + 0x1.5555555555555p-5;
    wendi_dd sum = wendi_dd_sum_ordered(1.0, -0.5 * t);
    return sum.hi + (sum.lo + (t * t * p - r.hi * r.lo));
}

/* The sine of an angle that lies `quadrant` quarter turns further on than r. */
static double sine_from(uint32_t quadrant, wendi_dd r)
{
    double value = (quadrant & 1u) != 0 ? cosine_of(r) : sine_of(r);
    return (quadrant & 2u) != 0 ? -value : value;
}

double wend_sin(double x)
{
    if (!wendi_is_finite(x)) {
        return wendi_f64_of_bits(WENDI_NAN_BITS);
    }
    /* Here sin(x) rounds to x; the polynomial would lose the sign of -0. */
    if (fabs(x) < 0x1p-27) {
        return x;
    }
    wendi_dd rest;
    uint32_t quadrant = wendi_trig_reduce(x, &rest);
    return sine_from(quadrant, rest);
}

double wend_cos(double x)
{
    if (!wendi_is_finite(x)) {
        return wendi_f64_of_bits(WENDI_NAN_BITS);
    }
    wendi_dd rest;
    uint32_t quadrant = wendi_trig_reduce(x, &rest);
    return sine_from(quadrant + 1, rest);
}

/* ---- the angle of a vector ---- */

/* atan(k / 8). */
static const wendi_dd ATAN_OF_EIGHTHS[9] = {
    {0.0, 0.0},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

/* (atan(u) / u - 1) / u^2 as a function of t = u^2, for |u| <= 3 / 16. */
static double atan_tail(double t)
{
    double p = -0x1.765eb33e20fadp-5;
    p = p * t + 0x1.de3eb99f8d0cbp-5;
    p = p * t - 0x1.1100c228d310fp-4;
    p = p * t + 0x1.3b135b864ed12p-4;
    p = p * t - 0x1.745d163c83b28p-4;
    p = p * t + 0x1.c71c71c54e71bp-4;
    p = p * t - 0x1.24924924917f8p-3;
    p = p * t + 0x1.9999999999995p-3;
    return p * t - 0x1.5555555555555p-2;
}

/* start + sign * atan(a / b) for 0 < a <= b, both well inside the range of doubles. With c the
 * nearest eighth, atan(q) = atan(c) + atan((q - c) / (1 + q c)). */
static double angle_from(wendi_dd start, double sign, double a, double b)
{
    double q = a / b;
    wendi_dd back = wendi_dd_product(q, b);
    double q_lo = ((a - back.hi) - back.lo) / b;
    /* One long interval at 0 keeps small angles free of the rounding of u. */
    uint32_t k = q < 0.1875 ? 0 : (uint32_t)(q * 8.0 + 0.5);
    double c = 0.125 * k;
    double u = k == 0 ? q : ((q - c) + q_lo) / (1.0 + q * c);
    double t = u * u;
    double rest = u * t * atan_tail(t) + (k == 0 ? q_lo : 0.0);
    wendi_dd base = wendi_dd_sum(start.hi, sign * ATAN_OF_EIGHTHS[k].hi);
    double base_lo = base.lo + (start.lo + sign * ATAN_OF_EIGHTHS[k].lo);
    wendi_dd sum = wendi_dd_sum(base.hi, sign * u);
    return sum.hi + (sum.lo + (base_lo + sign * rest));
}

/* The angle of (x, y) for y > 0, neither side over 2^60 times the other. */
static double upper_angle_general(double y, double x)
{
    const wendi_dd zero = {0.0, 0.0};
    const wendi_dd half_pi = {WENDI_HALF_PI_HI, WENDI_HALF_PI_LO};
    const wendi_dd pi = {2.0 * WENDI_HALF_PI_HI, 2.0 * WENDI_HALF_PI_LO};
    bool is_left = x < 0.0;
    double b = fabs(x);
    double larger = y > b ? y : b;
    double factor = larger > 0x1p+500 ? 0x1p-600 : larger < 0x1p-500 ? 0x1p+600 : 1.0;
    y *= factor;
    b *= factor;
    if (y > b) {
        return angle_from(half_pi, is_left ? 1.0 : -1.0, b, y);
    }
    return is_left ? angle_from(pi, -1.0, y, b) : angle_from(zero, 1.0, y, b);
}

/* The direction in which both sides are infinite. */
static double diagonal_angle(bool is_left)
{
    return is_left ? 0x1.2d97c7f3321d2p+1 : 0.5 * WENDI_HALF_PI_HI;
}

/* The angle of (x, y) for y >= +0; is_left is the sign of x, which counts for zeros as well. */
static double upper_angle(double y, double x, bool is_left)
{
    double b = fabs(x);
    bool is_flat = wendi_is_zero(y) || y < b * 0x1p-60;
    bool is_steep = wendi_is_zero(x) || b < y * 0x1p-60;
    if (!wendi_is_finite(y) && !wendi_is_finite(b)) {
        return diagonal_angle(is_left);
    }
    if (is_flat) {
        /* tan is the identity here; the quotient may be a denormal. */
        return is_left ? 2.0 * WENDI_HALF_PI_HI : wendi_is_zero(y) ? y : y / b;
    }
    if (is_steep) {
        return WENDI_HALF_PI_HI;
    }
    return upper_angle_general(y, x);
}

double wend_atan2(double y, double x)
{
    if (wendi_is_nan(x) || wendi_is_nan(y)) {
        return wendi_f64_of_bits(WENDI_NAN_BITS);
    }
    bool is_left = wendi_bits_of_f64(x) >> 63 != 0;
    return copysign(upper_angle(fabs(y), x, is_left), y);
}
