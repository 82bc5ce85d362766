/* Numbers that several of the mathematical functions need. */
#ifndef WENDI_BASE_MATH_CONSTANTS_H
#define WENDI_BASE_MATH_CONSTANTS_H

#include "base/math/floating_point.h"

#include <stdint.h>

/* The only NaN that is returned: processors differ in the sign and payload of theirs. */
static const uint64_t WENDI_NAN_BITS = 0x7ff8000000000000u;
static const uint64_t WENDI_INFINITY_BITS = 0x7ff0000000000000u;

/* pi / 2 to 106 bits. */
static const double WENDI_HALF_PI_HI = 0x1.921fb54442d18p+0;
static const double WENDI_HALF_PI_LO = 0x1.1a62633145c07p-54;

/* Adding and taking away 1.5 * 2^52 rounds |x| < 2^51 to the nearest integer, ties to even. */
static const double WENDI_ROUNDING_OFFSET = 0x1.8p+52;

#endif
