/* Random numbers as a hash of three numbers: the seed of the world, an id, and a tick or counter.
 * They have no state, so any thread may draw in any order.
 * Cost: six multiplications. */
#include "base/math/mix.h"
#include "wend/base.h"

/* Each number is spread (an odd multiple, so nothing is lost), joined to the key so far and
 * mixed. For a fixed seed and id the ticks walk through a keyed permutation of 64 bits: two
 * ticks never give the same value. */
uint64_t wend_random(uint64_t seed, uint64_t id, uint64_t tick)
{
    uint64_t key = wendi_mix64(seed + WENDI_GOLDEN);
    key = wendi_mix64((id * WENDI_GOLDEN) ^ key);
    return wendi_mix64((tick * 0xd1b54a32d192ed03u) ^ key);
}

double wend_random_unit(uint64_t seed, uint64_t id, uint64_t tick)
{
    return (double)(wend_random(seed, id, tick) >> 11) * 0x1p-53;
}

/* The upper 32 of the 96 bits of random * count, by halves; bias below count / 2^64 (Lemire, "Fast
 * random integer generation in an interval", 2019, without the rejection). */
uint32_t wend_random_below(uint64_t seed, uint64_t id, uint64_t tick, uint32_t count)
{
    uint64_t bits = wend_random(seed, id, tick);
    uint64_t low = (bits & 0xffffffffu) * count;
    uint64_t high = (bits >> 32) * count;
    return (uint32_t)((high + (low >> 32)) >> 32);
}
