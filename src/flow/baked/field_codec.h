/* Compact encoding of the field of a portal.
 *
 * A field of steps is determined by its directions: the cost of a cell is the cost of the cell it
 * leads to, plus the step. Directions are predicted from the way to the portal over open ground and
 * from the cells to the west and north; only wrong predictions take more than a fraction of a bit:
 *
 *   | gamma: right predictions + 1 | 3 bits: which other direction | gamma ... |
 *
 * Walls are not encoded. A field of the Eikonal equation is encoded as differences of its costs,
 * because directions do not determine them. */
#ifndef WENDI_FLOW_BAKED_FIELD_CODEC_H
#define WENDI_FLOW_BAKED_FIELD_CODEC_H

#include "flow/portals/portal_graph.h"

enum {
    /* Longest encoding of a field. */
    WENDI_FIELD_CODE_BYTES_MAX = WENDI_TILE_SIDE * WENDI_TILE_SIDE * 5
};

/* A portal's name: 12 bits. */
static inline uint32_t wendi_portal_name(uint32_t side, uint32_t first, uint32_t count)
{
    return side << 10 | first << 5 | (count - 1);
}

/** The framed index of the cell beyond cell number i of a portal. */
int32_t wendi_portal_cell_beyond(const wendi_tile_shape *shape, const wendi_portal *portal,
                                 int32_t i);

/* Data that an encoded field depends on. */
typedef struct wendi_field_codec {
    wendi_tile_shape shape;
    const uint8_t *cost; /* framed */
    wendi_portal portal;
    uint32_t straight, diagonal; /* units of a step; diagonal 0: four neighbours */
    bool is_eikonal;
} wendi_field_codec;

/** @param d [shape.count] framed. @param flow [height * width]. @param bytes
 * [WENDI_FIELD_CODE_BYTES_MAX]. @return length of the encoding. */
size_t wendi_field_encode(const wendi_field_codec *ground, const uint32_t *d, const uint8_t *flow,
                          uint8_t *bytes);
/** @param d [shape.count] framed: the cost of every cell; portal cells in the frame are 0.
 * @param directions [height * width] the low four bits; undefined for the Eikonal equation.
 * @return false: the bytes are no field of this cost tile. */
bool wendi_field_decode(const wendi_field_codec *ground, const uint8_t *bytes, size_t count,
                        uint32_t *d, uint8_t *directions);

#endif
