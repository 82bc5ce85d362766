/* The vector functions of wend/base.h inline, with the same bits. */
#ifndef WENDI_BASE_MATH_VEC2_H
#define WENDI_BASE_MATH_VEC2_H

#include "base/math/bits.h"

#include "wend/base.h"

#include <math.h>

/** The length of a vector whose squares stay within the range of a double. */
static inline double wendi_vec2_length_unscaled(wend_vec2 v)
{
    return wend_sqrt(v.x * v.x + v.y * v.y);
}

static inline wend_vec2 wendi_vec2_add(wend_vec2 a, wend_vec2 b)
{
    return (wend_vec2){a.x + b.x, a.y + b.y};
}

static inline wend_vec2 wendi_vec2_sub(wend_vec2 a, wend_vec2 b)
{
    return (wend_vec2){a.x - b.x, a.y - b.y};
}

/** True if both have the same coordinates. 0 and -0 are the same. */
static inline bool wendi_vec2_is_same(wend_vec2 a, wend_vec2 b)
{
    return !(a.x < b.x) && !(a.x > b.x) && !(a.y < b.y) && !(a.y > b.y);
}

static inline wend_vec2 wendi_vec2_scale(wend_vec2 a, double factor)
{
    return (wend_vec2){a.x * factor, a.y * factor};
}

/** The power of two to multiply by so that squares are safe; 1 nearly always. Beyond these bounds
 * squares leave the range of a double, or its full precision. */
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
