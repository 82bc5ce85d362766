/* A running hash of numbers and bytes, the same on every machine, byte order and alignment. It
 * finds accidents, not attackers.
 * Cost: two multiplications for each 8 bytes. */
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
