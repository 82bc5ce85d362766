/* 16 signed numbers of 16 bits side by side, in the registers of the processor. */
#ifndef WENDI_FLOW_PORTALS_LANES_H
#define WENDI_FLOW_PORTALS_LANES_H

#include "base/math/floating_point.h"

#include <stdbool.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#else
#include <string.h>
#endif

enum { LANES = 16 };

#if defined(__SSE2__)

/* Two registers of any x86-64. */
typedef struct portal_lanes {
    __m128i low, high;
} portal_lanes;

static inline portal_lanes portal_lanes_of(int16_t value)
{
    const __m128i all = _mm_set1_epi16(value);
    return (portal_lanes){all, all};
}

static inline portal_lanes portal_lanes_load(const int16_t *from)
{
    const void *low = from;
    const void *high = from + LANES / 2;
    return (portal_lanes){_mm_loadu_si128((const __m128i *)low),
                          _mm_loadu_si128((const __m128i *)high)};
}

static inline void portal_lanes_store(int16_t *to, portal_lanes a)
{
    void *low = to;
    void *high = to + LANES / 2;
    _mm_storeu_si128((__m128i *)low, a.low);
    _mm_storeu_si128((__m128i *)high, a.high);
}

static inline portal_lanes portal_lanes_add(portal_lanes a, portal_lanes b)
{
    return (portal_lanes){_mm_add_epi16(a.low, b.low), _mm_add_epi16(a.high, b.high)};
}

static inline portal_lanes portal_lanes_min(portal_lanes a, portal_lanes b)
{
    return (portal_lanes){_mm_min_epi16(a.low, b.low), _mm_min_epi16(a.high, b.high)};
}

/** a with the bits added in which b and c differ: 0 as long as they are always equal. */
static inline portal_lanes portal_lanes_differ(portal_lanes a, portal_lanes b, portal_lanes c)
{
    return (portal_lanes){_mm_or_si128(a.low, _mm_xor_si128(b.low, c.low)),
                          _mm_or_si128(a.high, _mm_xor_si128(b.high, c.high))};
}

static inline bool portal_lanes_any(portal_lanes a)
{
    const __m128i both = _mm_or_si128(a.low, a.high);
    return _mm_movemask_epi8(_mm_cmpeq_epi16(both, _mm_setzero_si128())) != 0xffff;
}

#elif defined(__ARM_NEON)

/* Two registers of NEON. */
typedef struct portal_lanes {
    int16x8_t low, high;
} portal_lanes;

static inline portal_lanes portal_lanes_of(int16_t value)
{
    const int16x8_t all = vdupq_n_s16(value);
    return (portal_lanes){all, all};
}

static inline portal_lanes portal_lanes_load(const int16_t *from)
{
    return (portal_lanes){vld1q_s16(from), vld1q_s16(from + 8)};
}

static inline void portal_lanes_store(int16_t *to, portal_lanes a)
{
    vst1q_s16(to, a.low);
    vst1q_s16(to + 8, a.high);
}

static inline portal_lanes portal_lanes_add(portal_lanes a, portal_lanes b)
{
    return (portal_lanes){vaddq_s16(a.low, b.low), vaddq_s16(a.high, b.high)};
}

static inline portal_lanes portal_lanes_min(portal_lanes a, portal_lanes b)
{
    return (portal_lanes){vminq_s16(a.low, b.low), vminq_s16(a.high, b.high)};
}

/** a with the bits added in which b and c differ: 0 as long as they are always equal. */
static inline portal_lanes portal_lanes_differ(portal_lanes a, portal_lanes b, portal_lanes c)
{
    return (portal_lanes){vorrq_s16(a.low, veorq_s16(b.low, c.low)),
                          vorrq_s16(a.high, veorq_s16(b.high, c.high))};
}

static inline bool portal_lanes_any(portal_lanes a)
{
    const int16x8_t both = vorrq_s16(a.low, a.high);
    const int64x2_t words = vreinterpretq_s64_s16(both);
    return (vgetq_lane_s64(words, 0) | vgetq_lane_s64(words, 1)) != 0;
}

#else

/* Plain C: compilers find registers where there are some. */
typedef struct portal_lanes {
    int16_t lane[LANES];
} portal_lanes;

static inline portal_lanes portal_lanes_of(int16_t value)
{
    portal_lanes a;
    for (int32_t i = 0; i < LANES; ++i) {
        a.lane[i] = value;
    }
    return a;
}

static inline portal_lanes portal_lanes_load(const int16_t *from)
{
    portal_lanes a;
    memcpy(a.lane, from, sizeof a.lane);
    return a;
}

static inline void portal_lanes_store(int16_t *to, portal_lanes a)
{
    memcpy(to, a.lane, sizeof a.lane);
}

static inline portal_lanes portal_lanes_add(portal_lanes a, portal_lanes b)
{
    for (int32_t i = 0; i < LANES; ++i) {
        a.lane[i] = (int16_t)(a.lane[i] + b.lane[i]);
    }
    return a;
}

static inline portal_lanes portal_lanes_min(portal_lanes a, portal_lanes b)
{
    for (int32_t i = 0; i < LANES; ++i) {
        a.lane[i] = a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i];
    }
    return a;
}

/** a with the bits added in which b and c differ: 0 as long as they are always equal. */
static inline portal_lanes portal_lanes_differ(portal_lanes a, portal_lanes b, portal_lanes c)
{
    for (int32_t i = 0; i < LANES; ++i) {
        a.lane[i] = (int16_t)(a.lane[i] | (b.lane[i] ^ c.lane[i]));
    }
    return a;
}

static inline bool portal_lanes_any(portal_lanes a)
{
    int32_t any = 0;
    for (int32_t i = 0; i < LANES; ++i) {
        any |= a.lane[i];
    }
    return any != 0;
}

#endif

#endif
