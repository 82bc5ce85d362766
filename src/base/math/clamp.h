/* Numbers within limits. NaN stays NaN. */
#ifndef WENDI_BASE_MATH_CLAMP_H
#define WENDI_BASE_MATH_CLAMP_H

#include <stdint.h>

static inline int64_t wendi_min_i64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t wendi_max_i64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline int64_t wendi_clamp_i64(int64_t value, int64_t low, int64_t high)
{
    return wendi_max_i64(low, wendi_min_i64(value, high));
}

static inline double wendi_min(double a, double b)
{
    return a < b ? a : b;
}

static inline double wendi_max(double a, double b)
{
    return a > b ? a : b;
}

static inline double wendi_clamp(double value, double low, double high)
{
    if (value < low) {
        return low;
    }
    return value > high ? high : value;
}

static inline float wendi_clamp_f32(float value, float low, float high)
{
    if (value < low) {
        return low;
    }
    return value > high ? high : value;
}

static inline float wendi_min_f32(float a, float b)
{
    return a < b ? a : b;
}

static inline float wendi_max_f32(float a, float b)
{
    return a > b ? a : b;
}

#endif
