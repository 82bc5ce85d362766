/* baked/field_codec.h: the field of a window in few bytes.
 *
 * A field of steps is its directions alone: what is left from a cell is what is left from the one
 * that it leads to, and the step. They are guessed from what lies before (the way to the window
 * over open ground, the cells to the west and north), and only wrong guesses cost more than a part
 * of a bit:
 *
 *   | gamma: right guesses + 1 | 3 bits: which other one | gamma ... |
 *
 * Cells of walls are not written. A field of the Eikonal equation is written as differences of its
 * costs, for directions do not tell those. */
#ifndef WENDI_FLOW_BAKED_FIELD_CODEC_H
#define WENDI_FLOW_BAKED_FIELD_CODEC_H

#include "flow/portals/portal_graph.h"

enum {
    /* Most bytes that a field can take. */
    WENDI_FIELD_CODE_BYTES_MAX = WENDI_ISLAND_TILE_SIDE * WENDI_ISLAND_TILE_SIDE * 5
};

/* A window by its name: 12 bits. */
static inline uint32_t wendi_portal_name(uint32_t side, uint32_t first, uint32_t count)
{
    return side << 10 | first << 5 | (count - 1);
}

/** Does the window lie on the side of such a sector? */
bool wendi_portal_fits(const wendi_tile_shape *shape, const wendi_portal *window);
/** The framed index of the cell beyond cell number i of a window. */
int32_t wendi_portal_cell_beyond(const wendi_tile_shape *shape, const wendi_portal *window,
                                 int32_t i);

/* What a packed field stands on. */
typedef struct wendi_field_codec {
    wendi_tile_shape shape;
    const uint8_t *cost; /* framed */
    wendi_portal window;
    uint32_t straight, diagonal; /* units of a step; diagonal 0: four neighbours */
    bool is_eikonal;
} wendi_field_codec;

/** @param d [shape.count] framed. @param flow [height * width]. @param bytes
 * [WENDI_FIELD_CODE_BYTES_MAX]. @return how many of them. */
size_t wendi_field_encode(const wendi_field_codec *ground, const uint32_t *d, const uint8_t *flow,
                          uint8_t *bytes);
/** @param d [shape.count] framed: what is left from every cell, window cells in the frame 0.
 * @param directions [height * width] low four bits only; of no meaning with the Eikonal equation.
 * @return false: that is no field of this ground. */
bool wendi_field_decode(const wendi_field_codec *ground, const uint8_t *bytes, size_t count,
                        uint32_t *d, uint8_t *directions);

#endif
