/** @file wend/sweep.h
 * Swept discs over grids: where a moving disc first touches a closed cell.
 *
 *        from (o)======(o).....to        fraction  part of the line to the contact, 0 to 1
 *                       |####            point     its centre there
 *                  normal <-####         normal    away from the cell that stops it
 *
 * The counterpart of wend_walls_sweep (wend/walls.h) for cells. Agents without a map explore with
 * it, and bodies are placed and displaced with it.
 *
 * Touching: a disc of radius r > 0 is stopped where a closed cell comes nearer to its centre than
 * r; at exactly r it slides along. A point (radius 0) is stopped where it touches a closed cell,
 * also by its corner. Cells are closed squares or hexagons. Everything outside of the map is
 * closed, also where the map wraps.
 *
 * Contact is tested exactly, with positions and radius rounded to 1/65536 of a cell, as in
 * wend_space_can_walk (wend/path.h). Fraction, point and normal are then computed in double
 * precision. The results are the same on every machine.
 *
 * Threads: any number at once, while no edit of the grid runs. Nothing is allocated.
 */
#ifndef WEND_SWEEP_H
#define WEND_SWEEP_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Result of a sweep over a grid. */
typedef struct wend_grid_hit {
    wend_node node;  /**< The closed cell that stops the disc; WEND_NODE_NONE: the outside, or
                           nothing. Of several at once the smallest. */
    double fraction; /**< Part of the distance from `from` to `to`, 0 to 1; 1 when nothing was
                           touched. */
    wend_vec2 point; /**< The centre of the disc at first contact; `to` when nothing was touched. */
    wend_vec2 normal; /**< Length 1, from the touched point of the cell to the centre; 0, 0 if the
                           centre is in the cell, or nothing was touched. */
    double distance;  /**< Metres from `from` to point. */
    bool is_inside;   /**< The disc is too near to a closed cell at `from` already; fraction and
                           distance are then 0. Also if `from` lies outside of the map. */
} wend_grid_hit;

/** Sweeps a disc over a grid along a line. Time: the cells within radius of the line, up to the
 * contact.
 * @param movement_class a class of the grid.
 * @param team 0 ... 31, or WEND_TEAM_NONE.
 * @param from,to metres, at most 2^30 from the origin; they may lie outside of the map.
 * @param radius metres, 0 or more.
 * @param hit may be NULL; always set.
 * @return true if something stops the disc: the opposite of wend_space_can_walk. False, and no hit,
 * for NULL, a class or team that does not exist, NaN, infinity and values out of range. */
WEND_API bool wend_grid_sweep(const wend_grid *grid, uint32_t movement_class, uint32_t team,
                              wend_vec2 from, wend_vec2 to, double radius, wend_grid_hit *hit);

#ifdef __cplusplus
}
#endif
#endif
