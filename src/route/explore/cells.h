/* What an explorer sees of a grid: its own cell and the neighbours, and the straight line.
 *
 * Directions are numbered clockwise (y downwards): the eight of world/cells/directions.h on squares,
 * the six of wend/hex.h on hexes. Walls are traced over the sides that cells share: every direction
 * of hexes, every other one of squares. */
#ifndef WENDI_ROUTE_EXPLORE_CELLS_H
#define WENDI_ROUTE_EXPLORE_CELLS_H

#include "wend/hex.h"

typedef struct wendi_explore_cells {
    const wend_grid *grid;
    uint32_t movement_class, team;
    int32_t width, height;
    bool is_hex;
    bool has_diagonals;      /* steps in all eight directions */
    bool passes_all_corners; /* WEND_CORNER_ALWAYS: walls that touch by corners let through */
    wend_corner_rule corner_rule;
    wend_hex_layout layout;
    uint32_t directions; /* 6 or 8 */
    uint32_t side_step;  /* directions from one side to the next: 1 on hexes, 2 on squares */
} wendi_explore_cells;

wendi_explore_cells wendi_explore_cells_of(const wend_grid *grid, uint32_t movement_class,
                                           uint32_t team);

/** The cell in a direction, WEND_NODE_NONE outside. */
wend_node wendi_explore_neighbour(const wendi_explore_cells *cells, wend_node node,
                                  uint32_t direction);
/** False outside. */
bool wendi_explore_is_open(const wendi_explore_cells *cells, wend_node node);
/** True if a step leads from an open cell in a direction. */
bool wendi_explore_can_step(const wendi_explore_cells *cells, wend_node node, uint32_t direction);
/** A measure of the straight distance that orders cells; exact. */
int64_t wendi_explore_distance(const wendi_explore_cells *cells, wend_node a, wend_node b);
/** The direction of a step straight at a goal. @param direction set to it; where no step leads
 * there, to the side that is closed. Not for the goal itself. @return true if a step leads there. */
bool wendi_explore_towards(const wendi_explore_cells *cells, wend_node node, wend_node goal,
                           uint32_t *direction);

/* The line of cells that share sides, from one cell to another. */

/** Index of a cell on the line, -1 where it is not on it. */
int64_t wendi_explore_line_index(const wendi_explore_cells *cells, wend_node from, wend_node to,
                                 wend_node node);
/** The direction from a cell on the line, which is not its end, to the next. */
uint32_t wendi_explore_line_next(const wendi_explore_cells *cells, wend_node from, wend_node to,
                                 wend_node node);

#endif
