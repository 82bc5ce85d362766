/* Bit operations on whole bitmaps, one bit a cell: transposed and skewed copies, and fills along
 * lines.
 * Cost: linear in words, times the logarithm of the side for a skew. */
#include "route/jump/bits.h"

#include <string.h>

/* Transposes 64 x 64 bits in place by swapping ever smaller blocks; bit 0 is the first position.
 * Source: Warren, "Hacker's Delight", 2nd ed., section 7-3. */
static void transpose_block(uint64_t block[64])
{
    uint64_t mask = 0x00000000FFFFFFFFu;
    for (unsigned width = 32; width != 0; width >>= 1, mask ^= mask << width) {
        for (unsigned k = 0; k < 64; k = (k + width + 1) & ~width) {
            const uint64_t swap = (block[k] >> width ^ block[k + width]) & mask;
            block[k] ^= swap << width;
            block[k + width] ^= swap;
        }
    }
}

void wendi_bits_transpose(const uint64_t *from, size_t from_lines, size_t from_words, uint64_t *to,
                          size_t to_lines, size_t to_words)
{
    for (size_t line = 0; line < from_lines; line += 64) {
        const size_t in = from_lines - line < 64 ? from_lines - line : 64;
        for (size_t word = 0; word < from_words && word * 64 < to_lines; ++word) {
            uint64_t block[64];
            for (size_t k = 0; k < in; ++k) {
                block[k] = from[(line + k) * from_words + word];
            }
            memset(block + in, 0, (64 - in) * sizeof block[0]);
            transpose_block(block);
            const size_t out = to_lines - word * 64 < 64 ? to_lines - word * 64 : 64;
            for (size_t k = 0; k < out; ++k) {
                to[(word * 64 + k) * to_words + line / 64] = block[k];
            }
        }
    }
}

/* The positions of a word that have bit `bit` set in their number. */
static uint64_t position_mask(size_t word, unsigned bit)
{
    static const uint64_t within[6] = {0xAAAAAAAAAAAAAAAAu, 0xCCCCCCCCCCCCCCCCu,
                                       0xF0F0F0F0F0F0F0F0u, 0xFF00FF00FF00FF00u,
                                       0xFFFF0000FFFF0000u, 0xFFFFFFFF00000000u};
    if (bit < 6) {
        return within[bit];
    }
    return (word >> (bit - 6) & 1) != 0 ? UINT64_MAX : 0;
}

uint32_t wendi_bits_skew_passes(size_t words)
{
    uint32_t passes = 0;
    while (((size_t)1 << passes) < words * 64) {
        ++passes;
    }
    return passes;
}

void wendi_bits_skew_pass(const uint64_t *from, size_t lines, size_t words, int is_rising,
                          uint64_t *to, uint64_t *scratch, uint32_t bit)
{
    const uint32_t passes = wendi_bits_skew_passes(words);
    uint64_t *out = (passes - bit) % 2 == 1 ? to : scratch;
    const uint64_t *in = bit == 0 ? from : (out == to ? scratch : to);
    const size_t shift = ((size_t)1 << bit) % lines;
    for (size_t line = 0; line < lines; ++line) {
        const size_t back = is_rising ? lines - shift : shift;
        const uint64_t *moved = in + (line + back) % lines * words;
        const uint64_t *kept = in + line * words;
        for (size_t word = 0; word < words; ++word) {
            const uint64_t mask = position_mask(word, bit);
            out[line * words + word] = (moved[word] & mask) | (kept[word] & ~mask);
        }
    }
}

/* Fills within one word from `seed` towards lower positions through the positions of `free`, by
 * doubling the distance (Kogge and Stone's parallel prefix). */
static uint64_t fill_down(uint64_t seed, uint64_t free)
{
    for (unsigned distance = 1; distance < 64; distance *= 2) {
        seed |= free & seed >> distance;
        free &= free >> distance;
    }
    return seed;
}

static uint64_t fill_up(uint64_t seed, uint64_t free)
{
    for (unsigned distance = 1; distance < 64; distance *= 2) {
        seed |= free & seed << distance;
        free &= free << distance;
    }
    return seed;
}

/* A position reaches a jump point if the next one is a jump point, or is no stop and reaches one.
 * So the positions that are a jump point or reach one are marked ("good") and then shifted by one.
 */
void wendi_bits_reach_up(const uint64_t *jump, const uint64_t *stop, size_t words, uint64_t *reach)
{
    uint64_t carry = 0;
    for (size_t word = words; word-- > 0;) {
        const uint64_t free = ~stop[word];
        const uint64_t good = fill_down(jump[word] | (free & carry << 63), free);
        reach[word] = good >> 1 | carry << 63;
        carry = good & 1;
    }
}

void wendi_bits_reach_down(const uint64_t *jump, const uint64_t *stop, size_t words,
                           uint64_t *reach)
{
    uint64_t carry = 0;
    for (size_t word = 0; word < words; ++word) {
        const uint64_t free = ~stop[word];
        const uint64_t good = fill_up(jump[word] | (free & carry), free);
        reach[word] = good << 1 | carry;
        carry = good >> 63;
    }
}
