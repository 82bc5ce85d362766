/* walk_wide.h: products of 128 bits, for the one comparison of walk tests that needs them. */
#ifndef WENDI_WALK_WIDE_H
#define WENDI_WALK_WIDE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct wendi_wide {
    uint64_t high, low;
} wendi_wide;

/* From four products of 32 x 32 bits. */
static inline wendi_wide wendi_multiply_wide(uint64_t a, uint64_t b)
{
    const uint64_t half = UINT32_MAX;
    uint64_t low = (a & half) * (b & half);
    uint64_t middle = (a >> 32) * (b & half) + (low >> 32);
    uint64_t other = (a & half) * (b >> 32) + (middle & half);
    wendi_wide product = {(a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32),
                          (other << 32) | (low & half)};
    return product;
}

static inline bool wendi_is_less_wide(wendi_wide a, wendi_wide b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

#endif
