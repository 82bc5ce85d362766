/* Guesses of the cost still to come, never above it.
 *
 *   distance to the goals    in straight and diagonal steps (hexes: in hexes), around the map where
 *                            it wraps, times the least factor
 *   through links            the same to a link's beginning, and from there on what is left by the
 *                            best chain of links; the least of all is the guess
 *
 * Several goals are guessed by the box around them, many links by the box around their beginnings.
 */
#ifndef WENDI_GUESS_H
#define WENDI_GUESS_H

#include "route/space.h"

/** A box around places: padded coordinates, on hexes also the three axial ones. */
typedef struct wendi_target {
    int32_t low_x, low_y, high_x, high_y;
    int32_t low[3], high[3]; /* q, r, -q - r */
    bool is_empty;
} wendi_target;

/** A link's beginning, and what is left from there on. */
typedef struct wendi_guess_link {
    wendi_target from;
    uint64_t rest;
} wendi_guess_link;

enum { WENDI_GUESS_LINKS = 8 };

typedef struct wendi_guess {
    const wend_space *space;
    wend_heuristic heuristic; /* resolved; never BEST or CUSTOM */
    uint64_t straight,
        diagonal;  /* least cost of such a step, as far as the heuristic counts them */
    bool is_plain; /* octile or Manhattan, no hexes, no wrapping, no links: see wendi_guess_plain */
    wendi_target goals;
    wendi_guess_link links[WENDI_GUESS_LINKS];
    uint32_t link_count;
} wendi_guess;

/** Makes the box empty, or wider by a slot. */
void wendi_target_clear(wendi_target *target);
void wendi_target_add(wendi_target *target, const wend_space *space, uint32_t slot);

/** Readies a guess; goals must be in its target. @param uses_links whether ways through links are
 * to be thought of. */
void wendi_guess_begin(wendi_guess *guess, const wend_space *space, wend_heuristic heuristic,
                       bool uses_links);

/** The guess from padded coordinates. */
uint64_t wendi_guess_from(const wendi_guess *guess, int32_t px, int32_t py);

/** From a position to a span of positions, 0 within. */
static inline uint32_t wendi_outside(int32_t at, int32_t low, int32_t high)
{
    const int32_t before = low - at;
    const int32_t behind = at - high;
    const int32_t far = before > behind ? before : behind;
    return far > 0 ? (uint32_t)far : 0;
}

/** The same as wendi_guess_from for plain ones. */
static inline uint64_t wendi_guess_plain(const wendi_guess *guess, int32_t px, int32_t py)
{
    const uint32_t dx = wendi_outside(px, guess->goals.low_x, guess->goals.high_x);
    const uint32_t dy = wendi_outside(py, guess->goals.low_y, guess->goals.high_y);
    const uint32_t both = dx < dy ? dx : dy;
    return (dx + dy - 2 * both) * guess->straight + both * guess->diagonal;
}

#endif
