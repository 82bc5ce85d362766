/* The eight directions of rows and columns, and which of them lead to neighbours.
 *
 * All grids share the eight directions, clockwise from north. Hexes have six neighbours among the
 * eight cells around. Which six depends on whether the hex's row (or column) is moved by half a
 * cell; opposite directions stay opposite, so that walking back needs no table.
 *
 *   rows, not moved:  7 0 .     rows, moved:  . 0 1     columns, not moved:  7 0 1     moved:  . 0 .
 *                     6 x 2                   6 x 2                          6 x 2             6 x 2
 *                     5 4 .                   . 4 3                          . 4 .             5 4 3
 */
#ifndef WENDI_WORLD_CELLS_DIRECTIONS_H
#define WENDI_WORLD_CELLS_DIRECTIONS_H

#include "wend/grid.h"

/** The directions of steps, clockwise from north (y - 1). Odd ones are diagonal. */
enum {
    WENDI_NORTH,
    WENDI_NORTH_EAST,
    WENDI_EAST,
    WENDI_SOUTH_EAST,
    WENDI_SOUTH,
    WENDI_SOUTH_WEST,
    WENDI_WEST,
    WENDI_NORTH_WEST,
    WENDI_DIRECTIONS,
    WENDI_DIRECTION_NONE = WENDI_DIRECTIONS
};

/** Arrivals at a cell: by a step in a direction, none (the start), or by a link. */
enum { WENDI_ARRIVAL_LINK = WENDI_DIRECTION_NONE + 1, WENDI_ARRIVALS };

static inline uint32_t wendi_direction_opposite(uint32_t direction)
{
    return (direction + 4) % WENDI_DIRECTIONS;
}

static inline int32_t wendi_direction_x(uint32_t direction)
{
    static const int8_t dx[WENDI_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
    return dx[direction];
}

static inline int32_t wendi_direction_y(uint32_t direction)
{
    static const int8_t dy[WENDI_DIRECTIONS] = {-1, -1, 0, 1, 1, 1, 0, -1};
    return dy[direction];
}

static inline bool wendi_hex_is_rows(wend_hex_layout layout)
{
    return layout == WEND_HEX_ODD_ROWS || layout == WEND_HEX_EVEN_ROWS;
}

/** 1 if the hex in this column and row is moved by half a cell, else 0. */
static inline uint32_t wendi_hex_is_shifted(wend_hex_layout layout, int32_t x, int32_t y)
{
    const uint32_t line = (uint32_t)(wendi_hex_is_rows(layout) ? y : x);
    const uint32_t is_even = layout == WEND_HEX_EVEN_ROWS || layout == WEND_HEX_EVEN_COLUMNS;
    return (line ^ is_even) & 1;
}

/** The direction among eight of a hex direction 0 ... 5 (see wend/hex.h). */
static inline uint32_t wendi_hex_to_eight(bool is_rows, uint32_t moved, uint32_t hex_direction)
{
    static const uint8_t to[2][2][6] = {
        {{0, 1, 2, 4, 6, 7}, {0, 2, 3, 4, 5, 6}},  /* columns: not moved, moved */
        {{7, 0, 2, 4, 5, 6}, {0, 1, 2, 3, 4, 6}}}; /* rows */
    return to[is_rows][moved][hex_direction];
}

/** The hex direction of a direction among eight; 6 where there is no neighbour. */
static inline uint32_t wendi_hex_from_eight(bool is_rows, uint32_t moved, uint32_t direction)
{
    static const uint8_t from[2][2][8] = {{{0, 1, 2, 6, 3, 6, 4, 5}, {0, 6, 1, 2, 3, 4, 5, 6}},
                                          {{1, 6, 2, 6, 3, 4, 5, 0}, {0, 1, 2, 3, 4, 6, 5, 6}}};
    return from[is_rows][moved][direction];
}

#endif
