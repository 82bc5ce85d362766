/* e^x of several numbers side by side. */
#ifndef WENDI_BASE_MATH_EXP_LANES_H
#define WENDI_BASE_MATH_EXP_LANES_H

#include <stddef.h>

/** to[i] = wend_exp(x[i]), the same bits; vectors where all are within 700 of 0.
 * @param x, to [count], may be the same. */
void wendi_exp_lanes(const double *x, double *to, size_t count);

#endif
