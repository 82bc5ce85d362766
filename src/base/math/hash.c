/* A running hash of numbers and bytes, the same on every machine, byte order and alignment, which
 * finds accidents, not attackers; and random numbers, which are a hash of the seed of the world, an
 * id, and a tick or counter. They have no state, so any thread may draw in any order.
 * Cost: two multiplications for each 8 bytes; a random number takes six. */
#include "base/math/bits.h"
#include "base/math/mix.h"
#include "wend/base.h"

uint64_t wend_hash_begin(void)
{
    return 0x77656e642d686173u; /* Any number does; this one spells "wend-has". */
}

uint64_t wend_hash_u64(uint64_t hash, uint64_t value)
{
    return wendi_hash_mix(hash, value);
}

/* Fewer than 8 bytes as a little-endian number. */
static uint64_t tail_word(const uint8_t *bytes, size_t count)
{
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++) {
        word |= (uint64_t)bytes[i] << (8 * i);
    }
    return word;
}

uint64_t wend_hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    size_t left = count;
    for (; left >= 8; left -= 8, at += 8) {
        hash = wendi_hash_mix(hash, wendi_load_u64(at));
    }
    if (left > 0) {
        hash = wendi_hash_mix(hash, tail_word(at, left));
    }
    /* The count distinguishes a short tail from one padded with zeros. */
    return wendi_hash_mix(hash, count);
}

/* ---- random numbers ---- */

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
