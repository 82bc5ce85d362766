/* Response curves: from 0 ... 1 to 0 ... 1.
 * Cost: a few operations; powers that are no whole numbers and logistic curves take a logarithm or an
 * exponential, piecewise ones look at their points. */
#include "mind/decide/rules.h"

#include "base/math/floating_point.h"

#include <math.h>

/* Multiples of 1/2 by multiplications and a square root. */
static double power_of(double x, double exponent)
{
    if (!(exponent >= 0 && exponent <= 64)) {
        return 0;
    }
    const uint32_t halves = (uint32_t)(2 * exponent);
    if ((double)halves < 2 * exponent) {
        return x > 0 ? wend_exp(exponent * wend_log(x)) : 0;
    }
    double result = (halves & 1) != 0 ? wend_sqrt(x) : 1;
    double square = x;
    for (uint32_t left = halves >> 1; left > 0; left >>= 1) {
        result = (left & 1) != 0 ? result * square : result;
        square *= square;
    }
    return result;
}

double wendi_rule_curve_power(const wendi_rule_curve *curve, double x)
{
    return curve->base + curve->slope * power_of(fabs(x), curve->exponent);
}

double wendi_rule_curve_logistic(const wendi_rule_curve *curve, double x)
{
    return curve->base + 1 / (1 + wend_exp(-curve->slope * x));
}

double wendi_rule_curve_piecewise(const wend_vec2 *points, uint32_t count, double x)
{
    uint32_t i = 0;
    for (uint32_t k = 0; k < count; k++) { /* x rises; a loop that ends early costs more */
        i += points[k].x <= x ? 1 : 0;
    }
    if (i == 0 || i == count) {
        return count == 0 ? 0 : points[i == 0 ? 0 : count - 1].y;
    }
    const wend_vec2 a = points[i - 1];
    const wend_vec2 b = points[i];
    return a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x));
}

wendi_rule_curve wendi_rule_curve_of(const wend_curve *curve)
{
    const bool has_slope = curve->slope < 0 || curve->slope > 0 || isnan(curve->slope);
    const bool has_exponent = curve->exponent < 0 || curve->exponent > 0 || isnan(curve->exponent);
    const double slope = curve->kind == WEND_CURVE_LOGISTIC ? 10 : 1;
    return (wendi_rule_curve){.kind = curve->kind,
                              .slope = has_slope ? curve->slope : slope,
                              .exponent = has_exponent ? curve->exponent : 2,
                              .shift = curve->shift + 0.0, /* -0 would save other bytes */
                              .base = curve->base + 0.0,
                              .points = {0, curve->point_count}};
}

double wend_curve_value(const wend_curve *curve, double x)
{
    if (curve == NULL || isnan(x) || (curve->points == NULL && curve->point_count > 0)) {
        return 0;
    }
    const wendi_rule_curve it = wendi_rule_curve_of(curve);
    return wendi_rule_curve_at(&it, curve->points, x < 0 ? 0 : x > 1 ? 1 : x);
}
