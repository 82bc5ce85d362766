/* Reduces angles to a quadrant and a rest near zero. */
#ifndef WENDI_BASE_MATH_TRIG_REDUCE_H
#define WENDI_BASE_MATH_TRIG_REDUCE_H

#include "base/math/double_double.h"

#include <stdint.h>

/** Finds x = k * pi / 2 + rest with |rest| <= pi / 4 (and a hair), to some 120 bits.
 * @param x finite. @return k modulo 4. */
uint32_t wendi_trig_reduce(double x, wendi_dd *rest);

#endif
