/** @file wend/clearance.h
 * Clearances: the largest agent that fits in each cell.
 *
 * A clearance holds, for one class and team of one grid, two numbers for each cell: the side of the
 * largest square of open cells that has the cell as its upper left corner (hexes: the largest
 * hexagon around it), and the radius of the largest disc around its centre that touches no wall. It
 * is repaired around edits.
 *
 *      # . . . .        squares  0 3 3 2 1         discs  -   0.5 1.5 ...
 *      . . . . .                 3 4 ...                  0.5 0.7
 *
 * The outside is a wall, except where the grid wraps. Spaces and islands use a clearance to make
 * worlds for agents of any size from one grid.
 *
 * Threads: any number may read one clearance; updating must not run beside anything else on it.
 *
 * Source: squares after Harabor and Botea, "Hierarchical Path Planning for Multi-Size Agents in
 * Heterogeneous Environments" (2008); discs by exact squared distances to the walls' squares.
 */
#ifndef WEND_CLEARANCE_H
#define WEND_CLEARANCE_H

#include "wend/clearance.h"
#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of a clearance. */
enum { WEND_CLEARANCE_MAX = 64 /**< Largest max_clearance of a clearance. */ };

/** Definition of a clearance. */
typedef struct wend_clearance_def {
    uint32_t cookie;          /**< Set by wend_clearance_def_default; leave it. */
    const wend_grid *grid;    /**< The world; must outlive the clearance. */
    uint32_t movement_class;  /**< Movement class whose walls count. Default 0. */
    uint32_t team;            /**< Team whose gates apply. Default WEND_TEAM_NONE. */
    int32_t max_clearance;    /**< Largest clearance, cells, 1 to WEND_CLEARANCE_MAX: squares up to
                                   this side and discs up to this radius are distinguished, larger
                                   ones count as this large. Repairs reach this far around an edit.
                                   Default 16. */
    bool is_deferred;         /**< Create it as if all cells were walls, and stale, to be built by
                                   wend_clearance_update, or in slices by the update of a space that
                                   uses it (wend_space_update_sliced). Default false: at once. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_clearance_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_clearance_def wend_clearance_def_default(void);
/** Creates a clearance: 3 bytes a cell, and 0.2 to 0.7 MB for repairs.
 * @param clearance set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (def->message gives the reason), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_clearance_create(const wend_clearance_def *def,
                                           wend_clearance **clearance);
/** Returns the message of the last failure of a call that changes the clearance; "" if none failed
 * (see wend/base.h). Never NULL. */
WEND_API const char *wend_clearance_error(const wend_clearance *clearance);
/** Frees a clearance; NULL is allowed. Spaces and islands made with it must not be used afterwards.
 */
WEND_API void wend_clearance_destroy(wend_clearance *clearance);
/** Repairs the clearance after edits of the grid. The result equals a new one to the bit. Time: the
 * cells that changed between open and wall, and the reach of the changes around them. Allocates
 * nothing.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (clearance is NULL). */
WEND_API wend_result wend_clearance_update(wend_clearance *clearance);
/** True if the clearance is as new as its grid. */
WEND_API bool wend_clearance_is_fresh(const wend_clearance *clearance);
/** Returns the grid's revision at the last update; 0 for NULL. */
WEND_API uint64_t wend_clearance_revision(const wend_clearance *clearance);
/** Returns the memory of the clearance in bytes. */
WEND_API size_t wend_clearance_memory_bytes(const wend_clearance *clearance);

/** Returns the side of the largest square of open cells with this cell in its upper left corner; 0
 * for walls and outside. Hexes: s such that all hexes within s - 1 steps are open. At most
 * def.max_clearance. */
WEND_API int32_t wend_clearance_square(const wend_clearance *clearance, int32_t x, int32_t y);
/** Returns the radius in metres of the largest disc around the cell's centre that no wall reaches
 * into; 0 for walls and outside; at most def.max_clearance * cell_size. */
WEND_API double wend_clearance_disc(const wend_clearance *clearance, int32_t x, int32_t y);
/** True if a disc of this radius fits in the cell's centre. It may touch walls: true where radius
 * <= wend_clearance_disc, on hexes as well. The distances to walls are kept exactly; only that
 * radius is rounded, as any double is. False in walls and outside, for NaN, below 0, and radii
 * above def.max_clearance * cell_size. */
WEND_API bool wend_clearance_fits_disc(const wend_clearance *clearance, int32_t x, int32_t y,
                                       double radius);

#ifdef __cplusplus
}
#endif
#endif
