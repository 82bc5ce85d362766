/* math/vec2.h: the vectors of wend/base.h for loops over many of them: the same bits, without a
 * call; and whether two are the same. */
#ifndef WENDI_BASE_MATH_VEC2_H
#define WENDI_BASE_MATH_VEC2_H

#include "base/math/bits.h"
#include "base/math/length.h"

#include <math.h>

static inline wend_vec2 wendi_vec2_add(wend_vec2 a, wend_vec2 b)
{
    return (wend_vec2){a.x + b.x, a.y + b.y};
}

static inline wend_vec2 wendi_vec2_sub(wend_vec2 a, wend_vec2 b)
{
    return (wend_vec2){a.x - b.x, a.y - b.y};
}

/** Are these the same numbers? 0 and -0 are. */
static inline bool wendi_vec2_is_same(wend_vec2 a, wend_vec2 b)
{
    return !(a.x < b.x) && !(a.x > b.x) && !(a.y < b.y) && !(a.y > b.y);
}

static inline wend_vec2 wendi_vec2_scale(wend_vec2 a, double factor)
{
    return (wend_vec2){a.x * factor, a.y * factor};
}

/** The power of two by which to multiply so that squares are safe; 1 nearly always. Beyond these
 * bounds they leave the range of a double, or its full precision. */
static inline double wendi_vec2_safe_factor(wend_vec2 a)
{
    const double x = fabs(a.x);
    const double y = fabs(a.y);
    const double larger = x > y ? x : y;
    if (larger < 0x1p-480) {
        return 0x1p+600;
    }
    return larger > 0x1p+480 ? 0x1p-600 : 1.0;
}

static inline double wendi_vec2_length(wend_vec2 a)
{
    const double factor = wendi_vec2_safe_factor(a);
    return wendi_vec2_length_unscaled(wendi_vec2_scale(a, factor)) / factor;
}

static inline wend_vec2 wendi_vec2_normalize(wend_vec2 a)
{
    const wend_vec2 scaled = wendi_vec2_scale(a, wendi_vec2_safe_factor(a));
    const double length = wendi_vec2_length_unscaled(scaled);
    return wendi_is_zero(length) ? a : (wend_vec2){scaled.x / length, scaled.y / length};
}

#endif
