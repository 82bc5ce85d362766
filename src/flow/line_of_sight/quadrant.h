/* line_of_sight/quadrant.h: a tile as it is seen in one quarter around the goal, turned so that
 * light always goes right and down.
 *
 *   G --> x   Directions of a quarter are ordered by their slope x / y, from 0 (down) to infinity
 *   |         (right). In each row the cells nearer to the goal are on the left, and the rows above
 *   v y       are nearer; cells that the axes of the goal cut are in two quarters, in parts.
 */
#ifndef WENDI_FLOW_LINE_OF_SIGHT_QUADRANT_H
#define WENDI_FLOW_LINE_OF_SIGHT_QUADRANT_H

#include "base/math/bits.h"
#include "flow/line_of_sight/line_of_sight.h"

enum {
    WENDI_LOS_ENTERING_MAX = 2 * WENDI_LOS_BEAMS_MAX /* Most beams that come into a quarter. */
};

typedef struct wendi_los_quadrant {
    bool is_left, is_up;    /* x, y grow to the left, upwards. */
    int32_t columns, rows;  /* Cells in the quarter; one of them below 1: it has none. */
    int32_t skip_x, skip_y; /* Cells before them, on the other side of the goal. */
    int32_t x, y;           /* The near corner, units; above -64: an axis cuts the first cells. */
    int32_t far_x, far_y;   /* The far one. */
} wendi_los_quadrant;

/* The light between two slopes, low < high. */
typedef struct wendi_los_wedge {
    int32_t low_x, low_y, high_x, high_y;
} wendi_los_wedge;

static inline bool wendi_los_slope_less(int32_t ax, int32_t ay, int32_t bx, int32_t by)
{
    return (int64_t)ax * by < (int64_t)bx * ay;
}

/** The lowest bits; count 0 to 32. No more than 6 of its own bits count, as processors have it. */
static inline uint32_t wendi_los_low_bits(int32_t count)
{
    return (uint32_t)(((uint64_t)1 << (count & 63)) - 1);
}

/** Where cell borders are, no further than the axis. */
static inline int32_t wendi_los_column_x(const wendi_los_quadrant *quarter, int32_t column)
{
    const int32_t x = quarter->x + column * WENDI_LOS_CELL;
    return x < 0 ? 0 : x;
}

static inline int32_t wendi_los_row_y(const wendi_los_quadrant *quarter, int32_t row)
{
    const int32_t y = quarter->y + row * WENDI_LOS_CELL;
    return y < 0 ? 0 : y;
}

/** The tile's row that a quarter's row is. */
static inline int32_t wendi_los_tile_row(const wendi_los_quadrant *quarter, int32_t height,
                                         int32_t row)
{
    row += quarter->skip_y;
    return quarter->is_up ? height - 1 - row : row;
}

static inline uint32_t wendi_los_reverse_bits(uint32_t bits)
{
    bits = (bits >> 1 & 0x55555555u) | (bits & 0x55555555u) << 1;
    bits = (bits >> 2 & 0x33333333u) | (bits & 0x33333333u) << 2;
    bits = (bits >> 4 & 0x0f0f0f0fu) | (bits & 0x0f0f0f0fu) << 4;
    bits = (bits >> 8 & 0x00ff00ffu) | (bits & 0x00ff00ffu) << 8;
    return bits >> 16 | bits << 16;
}

/** The first bits of a row, the last one first; width 1 to 32. */
static inline uint32_t wendi_los_mirror_bits(uint32_t bits, int32_t width)
{
    return wendi_los_reverse_bits(bits) >> ((WENDI_ISLAND_TILE_SIDE - width) & 31);
}

/** Bits of a row's cells as the quarter numbers them, ... */
static inline uint32_t wendi_los_to_quadrant(const wendi_los_quadrant *quarter, int32_t width,
                                             uint32_t bits)
{
    bits = quarter->is_left ? wendi_los_mirror_bits(bits, width) : bits;
    return bits >> quarter->skip_x;
}

/** ... and back. */
static inline uint32_t wendi_los_from_quadrant(const wendi_los_quadrant *quarter, int32_t width,
                                               uint32_t bits)
{
    bits <<= quarter->skip_x;
    return quarter->is_left ? wendi_los_mirror_bits(bits, width) : bits;
}

/** Blockers of a quarter's row, a bit for each cell. Eight cells at a time: bytes that are not 1
 * get their top bit, a product gathers those. What is read behind a row's last cell is frame or
 * padding, and cut off. */
static inline uint32_t wendi_los_blockers(const wendi_los_input *in,
                                          const wendi_los_quadrant *quarter, int32_t row)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    const int32_t width = in->shape.width;
    const int32_t y = wendi_los_tile_row(quarter, in->shape.height, row);
    const uint8_t *cost = in->cost + wendi_tile_index(&in->shape, 0, y);
    uint32_t bits = 0;
    for (int32_t x = 0; x < width; x += 8) {
        const uint64_t word = wendi_load_u64(cost + x) ^ 0x0101010101010101u;
        const uint64_t tops = (((word & low) + low) | word) & ~low;
        bits |= (uint32_t)((tops >> 7) * 0x0102040810204080u >> 56) << x;
    }
    return wendi_los_to_quadrant(quarter, width, bits & wendi_los_low_bits(width));
}

wendi_los_quadrant wendi_los_quadrant_of(const wendi_los_input *in, bool is_left, bool is_up);
/** What comes into a quarter, by slope, apart. @return how many wedges. */
int32_t wendi_los_quadrant_enter(const wendi_los_input *in, const wendi_los_quadrant *quarter,
                                 wendi_los_wedge wedges[WENDI_LOS_ENTERING_MAX]);
/** Lets a wedge that went through the tile out, by its right and its bottom side. */
void wendi_los_quadrant_leave(const wendi_los_quadrant *quarter, const wendi_los_wedge *wedge,
                              wendi_los_beams out[4]);

#endif
