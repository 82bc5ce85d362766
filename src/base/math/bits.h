/* Bit counting in 64-bit words and the bits of a double, on any compiler.
 *
 * The portable versions are always compiled, so that tests can compare them with the builtins. */
#ifndef WENDI_BASE_MATH_BITS_H
#define WENDI_BASE_MATH_BITS_H

#include "base/math/floating_point.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/** Number of bits set. */
static inline uint32_t wendi_popcount64_portable(uint64_t word)
{
    word -= (word >> 1) & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)((word * 0x0101010101010101u) >> 56);
}

/** Zeros below the lowest set bit; 64 for 0. */
static inline uint32_t wendi_ctz64_portable(uint64_t word)
{
    return wendi_popcount64_portable(~word & (word - 1));
}

/** Zeros above the highest set bit; 64 for 0. */
static inline uint32_t wendi_clz64_portable(uint64_t word)
{
    word |= word >> 1;
    word |= word >> 2;
    word |= word >> 4;
    word |= word >> 8;
    word |= word >> 16;
    word |= word >> 32;
    return 64 - wendi_popcount64_portable(word);
}

#if defined(__GNUC__)

static inline uint32_t wendi_popcount64(uint64_t word)
{
    return (uint32_t)__builtin_popcountll(word);
}

static inline uint32_t wendi_ctz64(uint64_t word)
{
    return word == 0 ? 64 : (uint32_t)__builtin_ctzll(word);
}

static inline uint32_t wendi_clz64(uint64_t word)
{
    return word == 0 ? 64 : (uint32_t)__builtin_clzll(word);
}

/** Prefetches an address that will be read soon. The address need not be valid. */
static inline void wendi_prefetch(const void *address)
{
    __builtin_prefetch(address);
    __asm__ volatile(""); /* without this gcc drops calls of functions that only prefetch */
}

#else

static inline uint32_t wendi_popcount64(uint64_t word)
{
    return wendi_popcount64_portable(word);
}

static inline uint32_t wendi_ctz64(uint64_t word)
{
    return wendi_ctz64_portable(word);
}

static inline uint32_t wendi_clz64(uint64_t word)
{
    return wendi_clz64_portable(word);
}

static inline void wendi_prefetch(const void *address)
{
    (void)address;
}

#endif

/** Four and eight bytes as a little-endian number. Compilers make one load of it. */
static inline uint32_t wendi_load_u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint64_t wendi_load_u64(const uint8_t *at)
{
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

/** The IEEE 754 bits of a double, sign at the top. */
static inline uint64_t wendi_bits_of_f64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/** True unless it is -0 or a NaN that + changes: the values that saves keep, so that equal objects have
 * equal bytes. */
static inline bool wendi_f64_is_plain(double value)
{
    return wendi_bits_of_f64(value + 0.0) == wendi_bits_of_f64(value);
}

/** The double with these bits. */
static inline double wendi_f64_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/** A key that sorts as doubles do; both zeros have one key. */
static inline uint64_t wendi_f64_sort_key(double value)
{
    const uint64_t bits = wendi_bits_of_f64(value + 0.0); /* -0 becomes 0 */
    return bits >> 63 != 0 ? ~bits : bits | (uint64_t)1 << 63;
}

/** True for both zeros. */
static inline bool wendi_is_zero(double value)
{
    return (wendi_bits_of_f64(value) << 1) == 0;
}

/** True for every NaN. */
static inline bool wendi_is_nan(double value)
{
    return (wendi_bits_of_f64(value) << 1) > (uint64_t)0x7ff << 53;
}

/** True for everything but NaN and the infinities. */
static inline bool wendi_is_finite(double value)
{
    return ((wendi_bits_of_f64(value) >> 52) & 0x7ff) != 0x7ff;
}

#endif
