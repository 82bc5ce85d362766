/* Scans of the bitmaps of map.h: how far a line goes, and where it ends. */
#ifndef WENDI_ROUTE_JUMP_SCAN_H
#define WENDI_ROUTE_JUMP_SCAN_H

#include "base/math/bits.h"
#include "route/jump/map.h"
#include "world/cells/directions.h"

/** First set bit after `from` towards higher positions. In lines of stops the frame guarantees
 * that there is one. */
static inline uint32_t wendi_scan_up(const uint64_t *line, uint32_t from)
{
    uint32_t word = (from + 1) / 64;
    uint64_t bits = line[word] & UINT64_MAX << ((from + 1) % 64);
    while (bits == 0) {
        bits = line[++word];
    }
    return word * 64 + wendi_ctz64(bits);
}

static inline uint32_t wendi_scan_down(const uint64_t *line, uint32_t from)
{
    uint32_t word = (from - 1) / 64;
    uint64_t bits = line[word] & UINT64_MAX >> (63 - (from - 1) % 64);
    while (bits == 0) {
        bits = line[--word];
    }
    return word * 64 + 63 - wendi_clz64(bits);
}

/** First bit after `from` that is not set. */
static inline uint32_t wendi_scan_zero_up(const uint64_t *line, uint32_t from)
{
    uint32_t word = (from + 1) / 64;
    uint64_t bits = ~line[word] & UINT64_MAX << ((from + 1) % 64);
    while (bits == 0) {
        bits = ~line[++word];
    }
    return word * 64 + wendi_ctz64(bits);
}

static inline uint32_t wendi_scan_zero_down(const uint64_t *line, uint32_t from)
{
    uint32_t word = (from - 1) / 64;
    uint64_t bits = ~line[word] & UINT64_MAX >> (63 - (from - 1) % 64);
    while (bits == 0) {
        bits = ~line[--word];
    }
    return word * 64 + 63 - wendi_clz64(bits);
}

static inline bool wendi_scan_bit(const uint64_t *line, uint32_t position)
{
    return (line[position / 64] >> (position % 64) & 1) != 0;
}

/** True if the goal on the line lies between a position and the stop, or at the stop. */
static inline bool wendi_scan_is_between(uint32_t from, uint32_t goal, uint32_t stop)
{
    return from < stop ? goal > from && goal <= stop : goal < from && goal >= stop;
}

static inline uint32_t wendi_jump_stop_horizontal(const wendi_jump_map *map, uint32_t px,
                                                  uint32_t py, bool is_east)
{
    return is_east ? wendi_scan_up(wendi_jump_row(map, WENDI_JUMP_STOP_EAST, py), px)
                   : wendi_scan_down(wendi_jump_row(map, WENDI_JUMP_STOP_WEST, py), px);
}

static inline uint32_t wendi_jump_stop_vertical(const wendi_jump_map *map, uint32_t px, uint32_t py,
                                                bool is_south)
{
    return is_south ? wendi_scan_up(wendi_jump_column(map, WENDI_JUMP_STOP_SOUTH, px), py)
                    : wendi_scan_down(wendi_jump_column(map, WENDI_JUMP_STOP_NORTH, px), py);
}

static inline uint32_t wendi_difference(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

/** The neighbourhood mask of a cell (see step_table.h). */
static inline uint32_t wendi_jump_neighbours_at(const wendi_jump_map *map, uint32_t px, uint32_t py)
{
    const uint32_t word = (px - 1) / 64;
    const uint32_t shift = (px - 1) % 64;
    const uint64_t *above = wendi_jump_row(map, WENDI_JUMP_OPEN, py - 1) + word;
    const uint64_t *line = above + map->row_words;
    const uint64_t *below = line + map->row_words;
    uint64_t a = above[0] >> shift;
    uint64_t l = line[0] >> shift;
    uint64_t b = below[0] >> shift;
    if (shift > 61) {
        a |= above[1] << (64 - shift);
        l |= line[1] << (64 - shift);
        b |= below[1] << (64 - shift);
    }
    return (uint32_t)((a & 7) | (l & 1) << 3 | (l & 4) << 2 | (b & 7) << 5);
}

/** The skewed line on which a cell lies. */
static inline uint32_t wendi_jump_line(const wendi_jump_map *map, uint32_t px, uint32_t py,
                                       bool is_rising)
{
    return is_rising ? (px + py) % map->rows : (py + map->rows - px % map->rows) % map->rows;
}

/** The directions at right angles to one. */
static inline uint32_t wendi_jump_sides(uint32_t direction)
{
    return 1u << (direction + 2) % WENDI_DIRECTIONS | 1u << (direction + 6) % WENDI_DIRECTIONS;
}

/** The last position of a diagonal of allowed steps; px when not even the first one is. */
static inline uint32_t wendi_jump_last_up(const uint64_t *step, uint32_t px)
{
    uint32_t word = px / 64;
    uint64_t ends = ~step[word] & UINT64_MAX << (px % 64);
    while (ends == 0) {
        ends = ~step[++word];
    }
    return word * 64 + wendi_ctz64(ends);
}

static inline uint32_t wendi_jump_last_down(const uint64_t *step, uint32_t px)
{
    uint32_t word = (px - 1) / 64;
    uint64_t ends = ~step[word] & UINT64_MAX >> (63 - (px - 1) % 64);
    while (ends == 0) {
        ends = ~step[--word];
    }
    return word * 64 + 64 - wendi_clz64(ends);
}

#endif
