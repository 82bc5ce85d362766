/* Hashes of what base computes. */
#include "golden.h"

static uint64_t bits_of(double value)
{
    /* A number in [0, 1) with 53 bits, as an integer, without looking at its bytes. */
    return (uint64_t)(value * 9007199254740992.0);
}

uint64_t golden_base_random(void)
{
    uint64_t hash = wend_hash_begin();
    for (uint64_t i = 0; i < 1000; ++i) {
        hash = wend_hash_u64(hash, wend_random(i * i, i, 1000 - i));
        hash = wend_hash_u64(hash, bits_of(wend_random_unit(7, i, 3)));
        hash = wend_hash_u64(hash, wend_random_below(i, 11, 5, (uint32_t)(i * i)));
    }
    return hash;
}

uint64_t golden_base_hash(void)
{
    uint8_t bytes[64];
    uint64_t hash = wend_hash_begin();
    for (size_t count = 0; count < sizeof bytes; ++count) {
        bytes[count] = (uint8_t)(count * 37);
        hash = wend_hash_bytes(hash, bytes, count);
    }
    return hash;
}
