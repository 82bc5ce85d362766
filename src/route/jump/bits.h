/* Whole-bitmap operations that jump maps are built from: 64 cells at a time, plain C. */
#ifndef WENDI_ROUTE_JUMP_BITS_H
#define WENDI_ROUTE_JUMP_BITS_H

#include <stddef.h>
#include <stdint.h>

/** A line shifted one cell towards higher (lower) positions; 0 is shifted in at the end. */
static inline uint64_t wendi_bits_up(const uint64_t *line, size_t word)
{
    return line[word] << 1 | (word > 0 ? line[word - 1] >> 63 : 0);
}

static inline uint64_t wendi_bits_down(const uint64_t *line, size_t word, size_t words)
{
    return line[word] >> 1 | (word + 1 < words ? line[word + 1] << 63 : 0);
}

/** to = from with lines and positions exchanged.
 * @param from [from_lines][from_words]. @param to [to_lines][to_words], to_lines positions wide at
 * most from_words * 64, to_words * 64 at least from_lines. */
void wendi_bits_transpose(const uint64_t *from, size_t from_lines, size_t from_words, uint64_t *to,
                          size_t to_lines, size_t to_words);

/** Moves position p of every line down by p lines (rising) or up by p lines (falling), around:
 * to[(l + p) mod lines] or to[(l - p) mod lines], bit p = from[l], bit p. Done as a barrel shift,
 * one pass for each bit of p: call it for bit 0 ... wendi_bits_skew_passes - 1 in this order.
 * @param from kept. @param to, scratch [lines][words], both overwritten; the result is in to. */
void wendi_bits_skew_pass(const uint64_t *from, size_t lines, size_t words, int is_rising,
                          uint64_t *to, uint64_t *scratch, uint32_t bit);
uint32_t wendi_bits_skew_passes(size_t words);

/** reach[p]: going from p towards higher positions, a position of `jump` comes before (or is) the
 * first one of `stop`. jump must be a subset of stop. The line's last position must be a stop. */
void wendi_bits_reach_up(const uint64_t *jump, const uint64_t *stop, size_t words, uint64_t *reach);
/** The same towards lower positions. */
void wendi_bits_reach_down(const uint64_t *jump, const uint64_t *stop, size_t words,
                           uint64_t *reach);

#endif
