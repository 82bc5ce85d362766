/* Fading by half-lives: 2^(-age / half-life), with the same bits everywhere. */
#ifndef WENDI_MIND_MEMORY_FADING_H
#define WENDI_MIND_MEMORY_FADING_H

#include "base/math/bits.h"

/** 2^-part for a part of a half-life, 0 to 1, within 10^-11: eighths from a table, the rest by a series. */
static inline double wendi_fade_part(double part)
{
    static const double eighths[8] = {
        1,
        0x1.d5818dcfba487p-1, /* 2^(-1/8), and so on */
        0x1.ae89f995ad3adp-1,
        0x1.8ace5422aa0dbp-1,
        0x1.6a09e667f3bcdp-1,
        0x1.4bfdad5362a27p-1,
        0x1.306fe0a31b715p-1,
        0x1.172b83c7d517bp-1,
    };
    const uint32_t eighth = (uint32_t)(part * 8);
    const double x = (part - eighth * 0.125) * -0x1.62e42fefa39efp-1; /* times -ln 2 */
    return eighths[eighth & 7] *
           (1 +
            x * (1 + x * (1.0 / 2 + x * (1.0 / 6 + x * (1.0 / 24 + x * (1.0 / 120 + x / 720))))));
}

/** What is left of 1 after some ticks; half_life 0: it stays 1. */
static inline double wendi_fade(uint64_t age, uint64_t half_life)
{
    if (age == 0 || half_life == 0) {
        return 1;
    }
    const uint64_t halvings = age < half_life ? 0 : age / half_life;
    const uint64_t rest = age - halvings * half_life;
    if (halvings >= 1000) {
        return 0;
    }
    const double power = wendi_f64_of_bits((1023 - halvings) << 52);
    return rest == 0 ? power : power * wendi_fade_part((double)rest / (double)half_life);
}

/** An age at which `start` times what is left is surely at least `threshold`, within a half-life of the
 * last one; start must be at least the threshold, and both above 0. half_life: above 0, to 2^48. */
static inline uint64_t wendi_fade_least_life(double start, double threshold, uint64_t half_life)
{
    const uint64_t exponent = wendi_bits_of_f64(start / threshold) >> 52;
    const uint64_t halvings = exponent < 1023 ? 0 : exponent - 1023;
    const uint64_t life = (halvings < 999 ? halvings : 999) * half_life;
    const uint64_t rounding =
        (life >> 16) + 1; /* far more than the errors of fading and division */
    return life > rounding ? life - rounding : 0;
}

/** The greatest age at which `start` times what is left is at least `threshold`: UINT64_MAX where it
 * always is. start must be at least the threshold. */
uint64_t wendi_fade_life(double start, double threshold, uint64_t half_life);

#endif
