/* Line of sight from a goal, tile by tile: which cells see it, and which beams go
 * on into the next sectors.
 *
 *        corner               A beam is the visible area between two directions from the goal.
 *   G . . #########           Beams enter through the sides of a tile that face the goal; cells
 *    ` .  . `                 whose cost is not 1 cast shadows; the rest leaves through the other
 *      ` .    . `  c c        sides. So corners are carried across borders by the bounds of beams,
 *        ` .      c c . .     and nothing is visible through a wall of another sector.
 *
 * Coordinates are integers, 64ths of a cell from the goal: every decision is one exact product of
 * directions. The rule: a point is visible if the open segment from the goal to it meets the inside
 * of no blocker and is touched by blockers from one of its two sides at most. Blockers are cells
 * whose cost is not 1 and all cells of tiles that are not part of the plan. So the edges of shadows
 * are visible, lines of sight run along a wall, and none passes where two walls meet at a corner or
 * stand on both sides of one line: all beams have width. (The goal may lie on walls: their touching
 * it does not count.)
 *
 * A beam that crosses a corner of a tile exactly is the edge of a beam beside it, which passes one
 * of the two sides there: no rule is needed for it. Along the border of two tiles each knows the
 * beams on its own side; a point there is visible if it is so in one of them. */
#ifndef WENDI_FLOW_LINE_OF_SIGHT_LINE_OF_SIGHT_H
#define WENDI_FLOW_LINE_OF_SIGHT_LINE_OF_SIGHT_H

#include "flow/tile/tile.h"

enum {
    WENDI_LOS_CELL = 64,     /* Units along a cell. */
    WENDI_LOS_BEAMS_MAX = 32 /* Most beams of a side; further ones are shadowed. */
};

/* Directions from the goal, clockwise from `low` to `high` (y grows downwards), distinct, less
 * than half a turn apart; both are visible. Coordinates are at most 2^21 either way, so products
 * fit. */
typedef struct wendi_los_beam {
    int32_t low_x, low_y, high_x, high_y;
} wendi_los_beam;

/* The beams through one side of a tile (0 north, 1 east, 2 south, 3 west), clockwise, disjoint. */
typedef struct wendi_los_beams {
    wendi_los_beam beams[WENDI_LOS_BEAMS_MAX];
    int32_t count;
} wendi_los_beams;

typedef struct wendi_los_input {
    wendi_tile_shape shape;
    const uint8_t *cost; /* framed; the frame is not read */
    int32_t left, top;   /* The tile's upper left corner relative to the goal, units: the tile
                          * lies within 2^21 either way. */
    const wendi_los_beams *in[4]; /* Beams that leave the tile beyond each side through that side;
                                   * NULL: none. Only sides that face the goal are read. */
    bool holds_goal; /* Set for every tile whose closed rectangle contains the goal, two
                      * or four of them if it lies on borders. */
} wendi_los_input;

/** Finds the visible cells of a tile.
 * @param flags framed: WENDI_FLOW_VISIBLE is set in cells of cost 1 of which every point is
 * visible, borders included, WENDI_FLOW_LOS_CORNER in those of whose inside some but not all is
 * visible; other bits stay.
 * @param out [4] beams that leave through each side (count 0: none). Beams beyond the limit are
 * shadowed.
 * @return number of visible cells. */
int32_t wendi_los_tile(const wendi_los_input *in, uint8_t *flags, wendi_los_beams out[4]);

/** True if all of a tile would be visible with cost 1 everywhere (costs are not read and may be
 * NULL). Then out is set to the bit as by wendi_los_tile; otherwise it is unchanged. */
bool wendi_los_fully_visible_tile(const wendi_los_input *in, wendi_los_beams out[4]);

/** For a tile of cost 1 throughout: sets only out, as wendi_los_tile would.
 * @return true if any beam enters. */
bool wendi_los_open_tile(const wendi_los_input *in, wendi_los_beams out[4]);
/** True if a point of the tile is visible. Exact, by the same rule: for points of cells with
 * WENDI_FLOW_LOS_CORNER. @param x, y relative to the goal, units, inside the tile or on its
 * border. */
bool wendi_los_point(const wendi_los_input *in, int32_t x, int32_t y);

#endif
