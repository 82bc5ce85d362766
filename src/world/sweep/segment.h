/* Segments with a radius over the cells of a grid, in exact integers.
 *
 *   position in the map   = (metres - origin) / cell_size, in cells
 *   a unit                = 1/65536 of a cell; every position and radius is rounded to it once
 *
 * Coordinates are below 2^31, products fit 64 bits, and the one comparison of fourth powers takes
 * 128. So a line along a wall at exactly the radius is clear, and the verdict is the same on every
 * machine.
 *
 * Hexes are treated as if their lines were rows; in layouts of columns x and y are swapped, so
 * `ax` of a wendi_segment is along the lines and `ay` across them.
 *
 *   along    1/65536 of a cell: half a cell is h = 32768 units
 *   across   so much shorter that a line of hexes is 3 h from the next: 1/(65536 * sqrt 3) cell
 *
 *          (0,-2h)
 *          /     \           A hex around its centre. All centres and corners have whole numbers,
 *   (-h,-h)      (h,-h)      its sides lie on  u = +-h,  u + v = +-2h,  u - v = +-2h,  and three
 *      |            |        times a squared length (in units of radius) is  3 u^2 + v^2.
 *   (-h,h)        (h,h)
 *          \     /
 *          (0,2h) */
#ifndef WENDI_WORLD_SWEEP_SEGMENT_H
#define WENDI_WORLD_SWEEP_SEGMENT_H

#include <stdbool.h>
#include <stdint.h>

enum { WENDI_SEGMENT_SHIFT = 16 };

/** Units along a cell's side. */
static const int64_t WENDI_SEGMENT_CELL = (int64_t)1 << WENDI_SEGMENT_SHIFT;

/** A segment with its radius, in units. */
typedef struct wendi_segment {
    int64_t ax, ay; /* from, 0 ... width or height in units; on hexes along and across */
    int64_t bx, by; /* to */
    int64_t radius; /* 0 or more */
} wendi_segment;

/** Half a cell, in units. */
static const int64_t WENDI_HEX_HALF = (int64_t)1 << (WENDI_SEGMENT_SHIFT - 1);

/** True if the closed cell with its low corner at (x, y) is nearer to the segment than the radius;
 * with radius 0 if they touch. */
bool wendi_segment_is_near_square(const wendi_segment *segment, int64_t x, int64_t y);
/** The same for the hex with its centre at u along and v across. */
bool wendi_segment_is_near_hex(const wendi_segment *segment, int64_t u, int64_t v);

#endif
