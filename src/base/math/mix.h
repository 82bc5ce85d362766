/* The mixing step under the random numbers and the hashes. */
#ifndef WENDI_BASE_MATH_MIX_H
#define WENDI_BASE_MATH_MIX_H

#include "base/math/floating_point.h"

#include <stdint.h>

/* 2^64 divided by the golden ratio, odd: multiples of it spread evenly over 64 bits. */
static const uint64_t WENDI_GOLDEN = 0x9e3779b97f4a7c15u;

/** A bijection of 64 bits in which every input bit flips every output bit with a chance of about
 * one half. Constants: Stafford's 13th variant of the finalizer of MurmurHash3 ("Better bit
 * mixing", 2011), the one of SplitMix64 (Steele, Lea and Flood, 2014). */
static inline uint64_t wendi_mix64(uint64_t word)
{
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
    return word ^ (word >> 31);
}

/** A hash with one more number in it: wend_hash_u64 for loops. The rotation makes the step
 * asymmetric: (a, b) and (b, a) differ. */
static inline uint64_t wendi_hash_mix(uint64_t hash, uint64_t value)
{
    const uint64_t turned = (hash << 23) | (hash >> 41);
    return wendi_mix64((turned + WENDI_GOLDEN) ^ value);
}

#endif
