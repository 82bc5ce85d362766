/* line_of_sight/line_of_sight.h: line of sight from a goal, tile by tile: which cells see it, and
 * what of its light goes on into the next sectors.
 *
 *        corner                 A beam is the light between two directions from the goal. It comes
 *   G . . #########             in through the sides of a tile that face the goal, cells that are
 *    ` .  . `                   not of cost 1 cast shadows, and what is left leaves through the
 *      ` .    . `  c c          other sides: so corners are carried across borders by the bounds
 *        ` .      c c . .       of beams, and nothing is seen through a wall of another sector.
 *
 * Places are whole numbers, 64ths of a cell from the goal: every decision is one exact product of
 * directions. The rule, everywhere: a point is lit when the open segment from the goal to it meets
 * the inside of no blocker and is touched by blockers from one of its two sides at most. Blockers
 * are cells whose cost is not 1 and all cells of tiles that take no part. So the edges of shadows
 * are lit, light runs along a wall, and nothing comes through where two walls meet at a corner or
 * stand on both sides of one line: all light has width. (The goal may lie on walls: their touching
 * it does not count.)
 *
 * What crosses a corner of a tile exactly is the edge of a beam beside it, which comes through one
 * of the two sides there: it needs no rule of its own. Along the border of two tiles each knows of
 * light on its own side; a point there is lit when one of them says so. */
#ifndef WENDI_FLOW_LINE_OF_SIGHT_LINE_OF_SIGHT_H
#define WENDI_FLOW_LINE_OF_SIGHT_LINE_OF_SIGHT_H

#include "flow/tile/tile.h"

enum {
    WENDI_LOS_CELL = 64,     /* Units along a cell. */
    WENDI_LOS_BEAMS_MAX = 32 /* Most beams of a side; what goes beyond is dark. */
};

/* Directions from the goal, clockwise from `low` to `high` (y grows downwards), apart, less than
 * half a turn; both are lit. Coordinates are at most 2^21 either way, so products fit easily. */
typedef struct wendi_los_beam {
    int32_t low_x, low_y, high_x, high_y;
} wendi_los_beam;

/* Light through one side of a tile (0 north, 1 east, 2 south, 3 west), clockwise, apart. */
typedef struct wendi_los_beams {
    wendi_los_beam beams[WENDI_LOS_BEAMS_MAX];
    int32_t count;
} wendi_los_beams;

typedef struct wendi_los_input {
    wendi_tile_shape shape;
    const uint8_t *cost; /* framed; the frame is not looked at */
    int32_t left, top;   /* The tile's upper left corner, from the goal, units: the tile lies
                            within 2^21 either way. */
    const wendi_los_beams *in[4]; /* What leaves the tile beyond each side through that side; NULL:
                                 none. Only sides that face the goal are looked at. */
    bool holds_goal;              /* Light comes from inside: to be said of every tile whose closed
                                     rectangle has the goal in it, two or four when it lies on borders.
                                     Not enough without that. */
} wendi_los_input;

/** Lights a tile.
 * @param flags framed: WENDI_FLOW_VISIBLE is set in cells of cost 1 of which every point is lit,
 * borders and all, WENDI_FLOW_LOS_CORNER in those of whose inside some but not all is lit; the rest
 * is left as it was.
 * @param out [4] light that leaves through each side (count 0: none). Beams there is no room for
 * are dark.
 * @return how many cells are lit all over. */
int32_t wendi_los_tile(const wendi_los_input *in, uint8_t *flags, wendi_los_beams out[4]);

/** Is all of a tile lit, were every cell of it of cost 1 (costs are not looked at and may be NULL)?
 * Then nothing needs to be kept for it, and all that comes in leaves: out is set to the bit as
 * wendi_los_tile would; otherwise it is left as it was. */
bool wendi_los_fully_visible_tile(const wendi_los_input *in, wendi_los_beams out[4]);

/** Of a tile of cost 1 throughout, only what goes on: out is set as wendi_los_tile would.
 * @return does any light come in? */
bool wendi_los_open_tile(const wendi_los_input *in, wendi_los_beams out[4]);
/** Is a point of the tile lit? Exact, and the same rule: for points of cells with
 * WENDI_FLOW_LOS_CORNER. @param x, y from the goal, units, inside the tile or on its border. */
bool wendi_los_point(const wendi_los_input *in, int32_t x, int32_t y);

#endif
