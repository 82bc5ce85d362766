/* Eight unsigned lanes of 16 bits in a register of NEON. */
#ifndef WENDI_FLOW_TILE_KERNEL_LANES_NEON_H
#define WENDI_FLOW_TILE_KERNEL_LANES_NEON_H

#include <arm_neon.h>
#include <stdbool.h>
#include <stdint.h>

typedef uint16x8_t lanes; /* 8 of 16 bits, or 16 of 8 bits */

/* The same bits as bytes, and back. */
static inline uint8x16_t as_bytes(lanes a)
{
    return vreinterpretq_u8_u16(a);
}

static inline lanes as_lanes(uint8x16_t a)
{
    return vreinterpretq_u16_u8(a);
}

static inline lanes lanes_load(const void *from)
{
    return as_lanes(vld1q_u8((const uint8_t *)from));
}

static inline void lanes_store(void *to, lanes a)
{
    vst1q_u8((uint8_t *)to, as_bytes(a));
}

static inline lanes lanes_of(uint16_t value)
{
    return vdupq_n_u16(value);
}

static inline lanes bytes_of(uint8_t value)
{
    return as_lanes(vdupq_n_u8(value));
}

static inline lanes lanes_or(lanes a, lanes b)
{
    return vorrq_u16(a, b);
}

static inline lanes lanes_and(lanes a, lanes b)
{
    return vandq_u16(a, b);
}

/** Bits of b that are not in a. */
static inline lanes lanes_without(lanes a, lanes b)
{
    return vbicq_u16(b, a);
}

static inline lanes lanes_xor(lanes a, lanes b)
{
    return veorq_u16(a, b);
}

/** Sum, 65535 when it is more. */
static inline lanes lanes_add(lanes a, lanes b)
{
    return vqaddq_u16(a, b);
}

/** Sum of values known to stay below 65536. */
static inline lanes lanes_add_small(lanes a, lanes b)
{
    return vaddq_u16(a, b);
}

/** Difference, 0 when it is less. */
static inline lanes lanes_sub(lanes a, lanes b)
{
    return vqsubq_u16(a, b);
}

static inline lanes lanes_times(lanes a, lanes b)
{
    return vmulq_u16(a, b);
}

static inline lanes lanes_min(lanes a, lanes b)
{
    return vminq_u16(a, b);
}

static inline lanes lanes_equal(lanes a, lanes b)
{
    return vceqq_u16(a, b);
}

static inline lanes bytes_equal(lanes a, lanes b)
{
    return as_lanes(vceqq_u8(as_bytes(a), as_bytes(b)));
}

static inline lanes bytes_max(lanes a, lanes b)
{
    return as_lanes(vmaxq_u8(as_bytes(a), as_bytes(b)));
}

static inline lanes bytes_sub(lanes a, lanes b)
{
    return as_lanes(vsubq_u8(as_bytes(a), as_bytes(b)));
}

/* Sixteen lanes, low before high, separated into even and odd ones, and joined. */
static inline lanes lanes_even(lanes low, lanes high)
{
    return vuzpq_u16(low, high).val[0];
}

static inline lanes lanes_odd(lanes low, lanes high)
{
    return vuzpq_u16(low, high).val[1];
}

static inline lanes lanes_join_low(lanes even, lanes odd)
{
    return vzipq_u16(even, odd).val[0];
}

static inline lanes lanes_join_high(lanes even, lanes odd)
{
    return vzipq_u16(even, odd).val[1];
}

/* The same with bytes, which become lanes. */
static inline lanes lanes_even_bytes(lanes bytes)
{
    return vandq_u16(bytes, vdupq_n_u16(255));
}

static inline lanes lanes_odd_bytes(lanes bytes)
{
    return vshrq_n_u16(bytes, 8);
}

/** The lower and the upper eight bytes as lanes. */
static inline lanes lanes_low_bytes(lanes bytes)
{
    return vmovl_u8(vget_low_u8(as_bytes(bytes)));
}

static inline lanes lanes_high_bytes(lanes bytes)
{
    return vmovl_u8(vget_high_u8(as_bytes(bytes)));
}

/** Bytes of all or no bits as lanes of all or no bits, */
static inline lanes lanes_low_mask(lanes bytes)
{
    return as_lanes(vzipq_u8(as_bytes(bytes), as_bytes(bytes)).val[0]);
}

static inline lanes lanes_high_mask(lanes bytes)
{
    return as_lanes(vzipq_u8(as_bytes(bytes), as_bytes(bytes)).val[1]);
}

/** and back. */
static inline lanes bytes_of_masks(lanes low, lanes high)
{
    return as_lanes(vcombine_u8(vmovn_u16(low), vmovn_u16(high)));
}

/* Of sixteen lanes, low before high, the eight ... */
/** ... that begin at the second. */
static inline lanes lanes_from_1(lanes low, lanes high)
{
    return vextq_u16(low, high, 1);
}

/** ... that begin at the last of low. */
static inline lanes lanes_from_7(lanes low, lanes high)
{
    return vextq_u16(low, high, 7);
}

/* The same with bytes. */
static inline lanes bytes_from_1(lanes low, lanes high)
{
    return as_lanes(vextq_u8(as_bytes(low), as_bytes(high), 1));
}

static inline lanes bytes_from_15(lanes low, lanes high)
{
    return as_lanes(vextq_u8(as_bytes(low), as_bytes(high), 15));
}

static inline bool lanes_any(lanes a)
{
    const uint64x2_t halves = vreinterpretq_u64_u16(a);
    return (vgetq_lane_u64(halves, 0) | vgetq_lane_u64(halves, 1)) != 0;
}

#endif
