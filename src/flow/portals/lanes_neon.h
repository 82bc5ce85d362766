/* portals/lanes_neon.h: 16 lanes in two registers of ARM. */
#ifndef WENDI_FLOW_PORTALS_LANES_NEON_H
#define WENDI_FLOW_PORTALS_LANES_NEON_H

#include <arm_neon.h>

typedef struct lanes {
    int16x8_t low, high;
} lanes;

static inline lanes lanes_of(int16_t value)
{
    const int16x8_t all = vdupq_n_s16(value);
    return (lanes){all, all};
}

static inline lanes lanes_load(const int16_t *from)
{
    return (lanes){vld1q_s16(from), vld1q_s16(from + 8)};
}

static inline void lanes_store(int16_t *to, lanes a)
{
    vst1q_s16(to, a.low);
    vst1q_s16(to + 8, a.high);
}

static inline lanes lanes_add(lanes a, lanes b)
{
    return (lanes){vaddq_s16(a.low, b.low), vaddq_s16(a.high, b.high)};
}

static inline lanes lanes_least(lanes a, lanes b)
{
    return (lanes){vminq_s16(a.low, b.low), vminq_s16(a.high, b.high)};
}

/** What of a was added up, with what is not the same in b and c: 0 while they always agreed. */
static inline lanes lanes_differ(lanes a, lanes b, lanes c)
{
    return (lanes){vorrq_s16(a.low, veorq_s16(b.low, c.low)),
                   vorrq_s16(a.high, veorq_s16(b.high, c.high))};
}

static inline bool lanes_any(lanes a)
{
    const int16x8_t both = vorrq_s16(a.low, a.high);
    const int64x2_t words = vreinterpretq_s64_s16(both);
    return (vgetq_lane_s64(words, 0) | vgetq_lane_s64(words, 1)) != 0;
}

#endif
