/* Sums and products with their rounding errors kept.
 *
 * A value is hi + lo, with lo about 53 bits below hi. Needs exact IEEE arithmetic without
 * contraction; see wend_check_floating_point. Methods: Dekker, "A floating-point technique for
 * extending the available precision", 1971; Knuth, TAOCP 2, 4.2.2. */
#ifndef WENDI_BASE_MATH_DOUBLE_DOUBLE_H
#define WENDI_BASE_MATH_DOUBLE_DOUBLE_H

#include "base/math/floating_point.h"

typedef struct wendi_dd {
    double hi, lo;
} wendi_dd;

/** a + b exactly. */
static inline wendi_dd wendi_dd_sum(double a, double b)
{
    double hi = a + b;
    double b_part = hi - a;
    double a_part = hi - b_part;
    wendi_dd sum = {hi, (a - a_part) + (b - b_part)};
    return sum;
}

/** a + b exactly, for |a| >= |b| or a = 0. */
static inline wendi_dd wendi_dd_sum_ordered(double a, double b)
{
    double hi = a + b;
    wendi_dd sum = {hi, b - (hi - a)};
    return sum;
}

/** a as two numbers of 26 bits. |a| < 2^996. */
static inline wendi_dd wendi_dd_split(double a)
{
    double spread = a * 0x1.0000002p+27;
    double hi = spread - (spread - a);
    wendi_dd parts = {hi, a - hi};
    return parts;
}

/** a * b exactly, unless the error underflows. |a|, |b| < 2^996. */
static inline wendi_dd wendi_dd_product(double a, double b)
{
    wendi_dd x = wendi_dd_split(a);
    wendi_dd y = wendi_dd_split(b);
    double hi = a * b;
    double lo = ((x.hi * y.hi - hi) + x.hi * y.lo + x.lo * y.hi) + x.lo * y.lo;
    wendi_dd product = {hi, lo};
    return product;
}

#endif
