/* Eight unsigned lanes of 16 bits in a register of an x86-64 with AVX2.
 *
 * Half of AVX2's registers: a shift over a border of 128 bits takes two slow instructions there,
 * and the kernel is bound by the time that one row waits for the row before it. */
#ifndef WENDI_FLOW_TILE_KERNEL_LANES_AVX2_H
#define WENDI_FLOW_TILE_KERNEL_LANES_AVX2_H

#include "flow/tile/kernel_lanes_x86.h"

#include <immintrin.h>
#include <stdbool.h>

static inline lanes lanes_min(lanes a, lanes b)
{
    return _mm_min_epu16(a, b);
}

static inline bool lanes_any(lanes a)
{
    return _mm_testz_si128(a, a) == 0;
}

/* Of sixteen lanes, low before high, the eight ... */
/** ... that begin at the second. */
static inline lanes lanes_from_1(lanes low, lanes high)
{
    return _mm_alignr_epi8(high, low, 2);
}

/** ... that begin at the last of low. */
static inline lanes lanes_from_7(lanes low, lanes high)
{
    return _mm_alignr_epi8(high, low, 14);
}

/* The same with bytes. */
static inline lanes bytes_from_1(lanes low, lanes high)
{
    return _mm_alignr_epi8(high, low, 1);
}

static inline lanes bytes_from_15(lanes low, lanes high)
{
    return _mm_alignr_epi8(high, low, 15);
}

#endif
