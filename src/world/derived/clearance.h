/* Clearance as the agent grid reads it.
 *
 * Discs are compared by whole numbers, which are exact squared distances from a cell's centre to
 * the nearest point of a wall's cell. Squares: in quarters of a cell's area; a wall dx columns
 * and dy rows away is max(2|dx| - 1, 0)^2 + max(2|dy| - 1, 0)^2 away. Hexes: in twelfths of a
 * cell's squared size, of which all these distances are multiples (see clearance_tables.c). A
 * wall itself has number 0, and open cells have at least 1 (hexes: 3). */
#ifndef WENDI_WORLD_DERIVED_CLEARANCE_H
#define WENDI_WORLD_DERIVED_CLEARANCE_H

#include "wend/clearance.h"

/** The least number of a cell in which a disc of this radius fits, 1 or more; UINT32_MAX for a
 * radius that is too large, not finite or below 0. A cell's number is that or more exactly where
 * wend_clearance_fits_disc is true. */
uint32_t wendi_clearance_need_disc(const wend_clearance *clearance, double radius);

/** Makes walls of the cells x ... x+count-1 of row y where an agent does not fit.
 * @param need_square least square, 0 = any. @param need_disc least number, 0 = any.
 * @param costs [count]. */
void wendi_clearance_close_row(const wend_clearance *clearance, uint32_t need_square,
                               uint32_t need_disc, int32_t x, int32_t y, int32_t count,
                               uint8_t *costs);

/** The distance around a cell that changed between open and wall, in cells, up to which it
 * changes whether an agent of this size fits; 0 for sizes that fit nowhere. */
int32_t wendi_clearance_reach(const wend_clearance *clearance, uint32_t need_square,
                              uint32_t need_disc);

/** True if a clearance belongs to this grid, class and team. */
bool wendi_clearance_matches(const wend_clearance *clearance, const wend_grid *grid,
                             uint32_t movement_class, uint32_t team);

/* Updates that are cut: sectors changed after the clearance's revision, one at a time; when all are
 * done, the revision is set. */

/** Brings one sector up to date. @return the work, in steps of some 50 ns. */
uint64_t wendi_clearance_update_sector(wend_clearance *clearance, uint32_t sector);
uint64_t wendi_clearance_revision(const wend_clearance *clearance);
void wendi_clearance_set_revision(wend_clearance *clearance, uint64_t revision);

/** The largest size that clearance measures, in cells. */
int32_t wendi_clearance_max_size(const wend_clearance *clearance);

#endif
