/* Eight unsigned lanes of 16 bits in a register of any x86-64.
 *
 * SSE2 has no minimum of unsigned lanes and no shift over two registers: both take two or three
 * instructions here. */
#ifndef WENDI_FLOW_TILE_KERNEL_LANES_SSE2_H
#define WENDI_FLOW_TILE_KERNEL_LANES_SSE2_H

#include "flow/tile/kernel_lanes_x86.h"

#include <stdbool.h>

static inline lanes lanes_min(lanes a, lanes b)
{
    return _mm_sub_epi16(a, _mm_subs_epu16(a, b));
}

static inline bool lanes_any(lanes a)
{
    return _mm_movemask_epi8(_mm_cmpeq_epi8(a, _mm_setzero_si128())) != 0xffff;
}

/* Of sixteen lanes, low before high, the eight ... */
/** ... that begin at the second. */
static inline lanes lanes_from_1(lanes low, lanes high)
{
    return _mm_or_si128(_mm_srli_si128(low, 2), _mm_slli_si128(high, 14));
}

/** ... that begin at the last of low. */
static inline lanes lanes_from_7(lanes low, lanes high)
{
    return _mm_or_si128(_mm_srli_si128(low, 14), _mm_slli_si128(high, 2));
}

/* The same with bytes. */
static inline lanes bytes_from_1(lanes low, lanes high)
{
    return _mm_or_si128(_mm_srli_si128(low, 1), _mm_slli_si128(high, 15));
}

static inline lanes bytes_from_15(lanes low, lanes high)
{
    return _mm_or_si128(_mm_srli_si128(low, 15), _mm_slli_si128(high, 1));
}

#endif
