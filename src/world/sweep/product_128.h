/* Products of 128 bits, for the one comparison of walk tests that needs
 * them. */
#ifndef WENDI_WORLD_SWEEP_PRODUCT_128_H
#define WENDI_WORLD_SWEEP_PRODUCT_128_H

#include <stdbool.h>
#include <stdint.h>

typedef struct wendi_product_128 {
    uint64_t high, low;
} wendi_product_128;

/* From four products of 32 x 32 bits. */
static inline wendi_product_128 wendi_product_128_of(uint64_t a, uint64_t b)
{
    const uint64_t half = UINT32_MAX;
    uint64_t low = (a & half) * (b & half);
    uint64_t middle = (a >> 32) * (b & half) + (low >> 32);
    uint64_t other = (a & half) * (b >> 32) + (middle & half);
    wendi_product_128 product = {(a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32),
                                 (other << 32) | (low & half)};
    return product;
}

static inline bool wendi_product_128_is_less(wendi_product_128 a, wendi_product_128 b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

#endif
