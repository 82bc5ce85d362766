/* The part of the lanes that SSE2 and AVX2 have in common. */
#ifndef WENDI_FLOW_TILE_KERNEL_LANES_X86_H
#define WENDI_FLOW_TILE_KERNEL_LANES_X86_H

#include <emmintrin.h>
#include <stdint.h>

typedef __m128i lanes; /* 8 of 16 bits, or 16 of 8 bits */

static inline lanes lanes_load(const void *from)
{
    return _mm_loadu_si128((const __m128i *)from);
}

static inline void lanes_store(void *to, lanes a)
{
    _mm_storeu_si128((__m128i *)to, a);
}

static inline lanes lanes_of(uint16_t value)
{
    return _mm_set1_epi16((short)value);
}

static inline lanes bytes_of(uint8_t value)
{
    return _mm_set1_epi8((char)value);
}

static inline lanes lanes_or(lanes a, lanes b)
{
    return _mm_or_si128(a, b);
}

static inline lanes lanes_and(lanes a, lanes b)
{
    return _mm_and_si128(a, b);
}

/** Bits of b that are not in a. */
static inline lanes lanes_without(lanes a, lanes b)
{
    return _mm_andnot_si128(a, b);
}

static inline lanes lanes_xor(lanes a, lanes b)
{
    return _mm_xor_si128(a, b);
}

/** Sum, 65535 when it is more. */
static inline lanes lanes_add(lanes a, lanes b)
{
    return _mm_adds_epu16(a, b);
}

/** Sum of values known to stay below 65536. */
static inline lanes lanes_add_small(lanes a, lanes b)
{
    return _mm_add_epi16(a, b);
}

/** Difference, 0 when it is less. */
static inline lanes lanes_sub(lanes a, lanes b)
{
    return _mm_subs_epu16(a, b);
}

static inline lanes lanes_times(lanes a, lanes b)
{
    return _mm_mullo_epi16(a, b);
}

static inline lanes lanes_equal(lanes a, lanes b)
{
    return _mm_cmpeq_epi16(a, b);
}

static inline lanes bytes_equal(lanes a, lanes b)
{
    return _mm_cmpeq_epi8(a, b);
}

static inline lanes bytes_max(lanes a, lanes b)
{
    return _mm_max_epu8(a, b);
}

static inline lanes bytes_sub(lanes a, lanes b)
{
    return _mm_sub_epi8(a, b);
}

/* Sixteen lanes, low before high, separated into even and odd ones, and joined. */
static inline lanes lanes_even(lanes low, lanes high)
{
    return _mm_packs_epi32(_mm_srai_epi32(_mm_slli_epi32(low, 16), 16),
                           _mm_srai_epi32(_mm_slli_epi32(high, 16), 16));
}

static inline lanes lanes_odd(lanes low, lanes high)
{
    return _mm_packs_epi32(_mm_srai_epi32(low, 16), _mm_srai_epi32(high, 16));
}

static inline lanes lanes_join_low(lanes even, lanes odd)
{
    return _mm_unpacklo_epi16(even, odd);
}

static inline lanes lanes_join_high(lanes even, lanes odd)
{
    return _mm_unpackhi_epi16(even, odd);
}

/* The same with bytes, which become lanes. */
static inline lanes lanes_even_bytes(lanes bytes)
{
    return _mm_and_si128(bytes, _mm_set1_epi16(255));
}

static inline lanes lanes_odd_bytes(lanes bytes)
{
    return _mm_srli_epi16(bytes, 8);
}

/** The lower and the upper eight bytes as lanes. */
static inline lanes lanes_low_bytes(lanes bytes)
{
    return _mm_unpacklo_epi8(bytes, _mm_setzero_si128());
}

static inline lanes lanes_high_bytes(lanes bytes)
{
    return _mm_unpackhi_epi8(bytes, _mm_setzero_si128());
}

/** Bytes of all or no bits as lanes of all or no bits, */
static inline lanes lanes_low_mask(lanes bytes)
{
    return _mm_unpacklo_epi8(bytes, bytes);
}

static inline lanes lanes_high_mask(lanes bytes)
{
    return _mm_unpackhi_epi8(bytes, bytes);
}

/** and back. */
static inline lanes bytes_of_masks(lanes low, lanes high)
{
    return _mm_packs_epi16(low, high);
}

#endif
