/* clamp.h: numbers within limits. A value that is no number stays as it is. */
#ifndef WENDI_BASE_CLAMP_H
#define WENDI_BASE_CLAMP_H

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

static inline float wendi_least_f32(float a, float b)
{
    return a < b ? a : b;
}

static inline float wendi_most_f32(float a, float b)
{
    return a > b ? a : b;
}

#endif
