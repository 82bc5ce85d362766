/* portals/lanes_sse2.h: 16 lanes in two registers of any x86-64. */
#ifndef WENDI_FLOW_PORTALS_LANES_SSE2_H
#define WENDI_FLOW_PORTALS_LANES_SSE2_H

#include <emmintrin.h>

typedef struct lanes {
    __m128i low, high;
} lanes;

static inline lanes lanes_of(int16_t value)
{
    const __m128i all = _mm_set1_epi16(value);
    return (lanes){all, all};
}

static inline lanes lanes_load(const int16_t *from)
{
    const void *low = from;
    const void *high = from + LANES / 2;
    return (lanes){_mm_loadu_si128((const __m128i *)low), _mm_loadu_si128((const __m128i *)high)};
}

static inline void lanes_store(int16_t *to, lanes a)
{
    void *low = to;
    void *high = to + LANES / 2;
    _mm_storeu_si128((__m128i *)low, a.low);
    _mm_storeu_si128((__m128i *)high, a.high);
}

static inline lanes lanes_add(lanes a, lanes b)
{
    return (lanes){_mm_add_epi16(a.low, b.low), _mm_add_epi16(a.high, b.high)};
}

static inline lanes lanes_least(lanes a, lanes b)
{
    return (lanes){_mm_min_epi16(a.low, b.low), _mm_min_epi16(a.high, b.high)};
}

/** What of a was added up, with what is not the same in b and c: 0 while they always agreed. */
static inline lanes lanes_differ(lanes a, lanes b, lanes c)
{
    return (lanes){_mm_or_si128(a.low, _mm_xor_si128(b.low, c.low)),
                   _mm_or_si128(a.high, _mm_xor_si128(b.high, c.high))};
}

static inline bool lanes_any(lanes a)
{
    const __m128i both = _mm_or_si128(a.low, a.high);
    return _mm_movemask_epi8(_mm_cmpeq_epi16(both, _mm_setzero_si128())) != 0xffff;
}

#endif
