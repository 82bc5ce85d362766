/* One side of a tile: its cells along the border and the frame cells beyond.
 *
 *     out   0 1 2 3 ... count  count+1     frame: 0 and count + 1 are its corners
 *     in    f 1 2 3 ... count     f        cells of the tile; f: frame cells of the other sides
 *
 * Arrays have a multiple of WENDI_BORDER_PART values, so that loops have no remainder; values
 * beyond count + 1 may be read, but have no effect. Neither has D at the ends of `in`, as those
 * cells lie beyond other sides. */
#ifndef WENDI_FLOW_TILE_BORDER_H
#define WENDI_FLOW_TILE_BORDER_H

#include "flow/tile/tile.h"

enum { WENDI_BORDER_VALUES = 48, WENDI_BORDER_PART = 16 };

/** No cell beyond gets cheaper. */
#define WENDI_BORDER_UNCHANGED UINT32_MAX

typedef struct wendi_border_line {
    const uint16_t *in, *out; /* D; costs below 65535 that steps raise above it are not
                               * distinguished from unreached ones */
    const uint8_t *in_cost, *out_cost;
    int32_t count;               /* 1 to WENDI_TILE_SIDE */
    uint16_t straight, diagonal; /* units; diagonal 0: four neighbours */
} wendi_border_line;

/** The least improvement of the cells beyond (but for the corners) through this side.
 * @return the least cost of a straight step that may lower one, or WENDI_BORDER_UNCHANGED. */
uint32_t wendi_border_line_least_improvement(const wendi_border_line *line);
/** Makes frame cells, corners too, unreached that are on no cheapest path of a cell along the
 * border.
 * @param out [count + 2] the border's, changed. */
void wendi_border_line_prune(const wendi_border_line *line, uint16_t *out);

#endif
