/* Converts between fixed-point costs and doubles. */
#include "base/math/bits.h"
#include "base/math/constants.h"
#include "wend/base.h"

double wend_cost_to_double(wend_cost cost)
{
    return cost == WEND_COST_INFINITE ? wendi_f64_of_bits(WENDI_INFINITY_BITS)
                                      : (double)cost / 4294967296.0;
}

wend_cost wend_cost_from_double(double value)
{
    if (!(value > 0)) {
        return 0;
    }
    const double scaled = value * 4294967296.0;
    if (scaled >= 18446744073709551616.0) {
        return WEND_COST_INFINITE;
    }
    /* From 2^52 on there is no fraction left, and adding a half would round odd numbers up. */
    return scaled < 4503599627370496.0 ? (wend_cost)(scaled + 0.5) : (wend_cost)scaled;
}
