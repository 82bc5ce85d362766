/* A tile as seen in one quadrant around the goal, turned so that beams always go right
 * and down.
 *
 *   G --> x   Directions of a quadrant are ordered by their slope x / y, from 0 (down) to infinity
 *   |         (right). In each row the cells nearer to the goal are on the left, and nearer rows
 *   v y       are above. Cells that the axes of the goal cut are in two quadrants, in parts. */
#ifndef WENDI_FLOW_LINE_OF_SIGHT_QUADRANT_H
#define WENDI_FLOW_LINE_OF_SIGHT_QUADRANT_H

#include "base/math/bits.h"
#include "flow/line_of_sight/line_of_sight.h"

enum {
    WENDI_LOS_ENTERING_MAX = 2 * WENDI_LOS_BEAMS_MAX /* Most beams that enter a quadrant. */
};

typedef struct wendi_los_quadrant {
    bool is_left, is_up;    /* x, y grow to the left, upwards. */
    int32_t columns, rows;  /* Cells in the quadrant; one of them below 1: it has none. */
    int32_t skip_x, skip_y; /* Cells before them, on the other side of the goal. */
    int32_t x, y;           /* The near corner, units; above -64: an axis cuts the first cells. */
    int32_t far_x, far_y;   /* The far one. */
} wendi_los_quadrant;

/* The visible area between two slopes, low < high. */
typedef struct wendi_los_wedge {
    int32_t low_x, low_y, high_x, high_y;
} wendi_los_wedge;

static inline bool wendi_los_slope_less(int32_t ax, int32_t ay, int32_t bx, int32_t by)
{
    return (int64_t)ax * by < (int64_t)bx * ay;
}

/** The lowest bits; count 0 to 32. Only 6 bits of count matter, as in processors. */
static inline uint32_t wendi_los_low_bits(int32_t count)
{
    return (uint32_t)(((uint64_t)1 << (count & 63)) - 1);
}

/** Coordinates of cell borders, clipped at the axis. */
static inline int32_t wendi_los_column_x(const wendi_los_quadrant *quadrant, int32_t column)
{
    const int32_t x = quadrant->x + column * WENDI_LOS_CELL;
    return x < 0 ? 0 : x;
}

static inline int32_t wendi_los_row_y(const wendi_los_quadrant *quadrant, int32_t row)
{
    const int32_t y = quadrant->y + row * WENDI_LOS_CELL;
    return y < 0 ? 0 : y;
}

/** The tile's row of a quadrant's row. */
static inline int32_t wendi_los_tile_row(const wendi_los_quadrant *quadrant, int32_t height,
                                         int32_t row)
{
    row += quadrant->skip_y;
    return quadrant->is_up ? height - 1 - row : row;
}

static inline uint32_t wendi_los_reverse_bits(uint32_t bits)
{
    bits = (bits >> 1 & 0x55555555u) | (bits & 0x55555555u) << 1;
    bits = (bits >> 2 & 0x33333333u) | (bits & 0x33333333u) << 2;
    bits = (bits >> 4 & 0x0f0f0f0fu) | (bits & 0x0f0f0f0fu) << 4;
    bits = (bits >> 8 & 0x00ff00ffu) | (bits & 0x00ff00ffu) << 8;
    return bits >> 16 | bits << 16;
}

/** The first bits of a row in reverse order; width 1 to 32. */
static inline uint32_t wendi_los_mirror_bits(uint32_t bits, int32_t width)
{
    return wendi_los_reverse_bits(bits) >> ((WENDI_TILE_SIDE - width) & 31);
}

/** Bits of a row's cells in the quadrant's columns, ... */
static inline uint32_t wendi_los_to_quadrant(const wendi_los_quadrant *quadrant, int32_t width,
                                             uint32_t bits)
{
    bits = quadrant->is_left ? wendi_los_mirror_bits(bits, width) : bits;
    return bits >> quadrant->skip_x;
}

/** ... and back. */
static inline uint32_t wendi_los_from_quadrant(const wendi_los_quadrant *quadrant, int32_t width,
                                               uint32_t bits)
{
    bits <<= quadrant->skip_x;
    return quadrant->is_left ? wendi_los_mirror_bits(bits, width) : bits;
}

/** Blockers of a quadrant's row, a bit for each cell. Eight cells at a time: bytes other than 1
 * get their top bit, a product gathers those. Values beyond a row's last cell are frame or
 * padding, and are cut off. */
static inline uint32_t wendi_los_blockers(const wendi_los_input *in,
                                          const wendi_los_quadrant *quadrant, int32_t row)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    const int32_t width = in->shape.width;
    const int32_t y = wendi_los_tile_row(quadrant, in->shape.height, row);
    const uint8_t *cost = in->cost + wendi_tile_index(&in->shape, 0, y);
    uint32_t bits = 0;
    for (int32_t x = 0; x < width; x += 8) {
        const uint64_t word = wendi_load_u64(cost + x) ^ 0x0101010101010101u;
        const uint64_t tops = (((word & low) + low) | word) & ~low;
        bits |= (uint32_t)((tops >> 7) * 0x0102040810204080u >> 56) << x;
    }
    return wendi_los_to_quadrant(quadrant, width, bits & wendi_los_low_bits(width));
}

wendi_los_quadrant wendi_los_quadrant_of(const wendi_los_input *in, bool is_left, bool is_up);
/** The wedges that enter a quadrant, by slope, disjoint. @return their number. */
int32_t wendi_los_quadrant_enter(const wendi_los_input *in, const wendi_los_quadrant *quadrant,
                                 wendi_los_wedge wedges[WENDI_LOS_ENTERING_MAX]);
/** Lets a wedge leave through the right and the bottom side of the tile. */
void wendi_los_quadrant_leave(const wendi_los_quadrant *quadrant,
                              const wendi_los_wedge *pending_wedge, wendi_los_beams out[4]);

#endif
