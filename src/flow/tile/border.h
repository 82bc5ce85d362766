/* tile/border.h: one side of a tile: the cells along the border and those of the frame beyond.
 *
 *     out   0 1 2 3 ... count  count+1     frame: 0 and count + 1 are its corners
 *     in    f 1 2 3 ... count     f        cells of the tile; f: frame cells of the other sides
 *
 * Lines are arrays of a multiple of WENDI_BORDER_PART values, so that there never is a rest; what
 * lies behind count + 1 may be read, but does not matter. Neither does D at the ends of `in`: those
 * cells are beyond other sides. */
#ifndef WENDI_FLOW_TILE_BORDER_H
#define WENDI_FLOW_TILE_BORDER_H

#include "flow/tile/tile.h"

enum { WENDI_BORDER_VALUES = 48, WENDI_BORDER_PART = 16 };

/** Nothing beyond can be entered more cheaply. */
#define WENDI_BORDER_UNCHANGED UINT32_MAX

typedef struct wendi_tile_border {
    const uint16_t *in, *out; /* D; costs below 65535 that steps raise above are not told
                                 from unreached ones */
    const uint8_t *in_cost, *out_cost;
    int32_t count;               /* 1 to WENDI_ISLAND_TILE_SIDE */
    uint16_t straight, diagonal; /* units; diagonal 0: four neighbours */
} wendi_tile_border;

/** Can cells beyond (but for the corners) be left through this side for less than they cost now?
 * @return the least cost of a straight step that may do so, or WENDI_BORDER_UNCHANGED. */
uint32_t wendi_tile_border_least_improvement(const wendi_tile_border *line);
/** Which frame cells, corners too, does no cheapest way of a cell along the border go through? They
 * become unreached.
 * @param out [count + 2] the line's, to be changed. */
void wendi_tile_border_prune(const wendi_tile_border *line, uint16_t *out);

#endif
