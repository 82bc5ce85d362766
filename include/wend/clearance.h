/* wend/clearance.h: how large an agent fits where. One object holds, for one class and team of one
 * grid, two numbers for each cell: the side of the largest square of open cells that has the cell
 * as its upper left corner (hexes: the largest hexagon around it), and the radius of the largest
 * disc around its centre that touches no wall. It is repaired around edits.
 *
 *      # . . . .        squares  0 3 3 2 1         discs  -   0.5 1.5 ...
 *      . . . . .                 3 4 ...                  0.5 0.7
 *
 * The outside is a wall, except where the grid wraps. Spaces and islands take a clearance to make
 * worlds for agents of any size out of one grid.
 *
 * Threads: any number may read one clearance; updating must not run beside anything else on it.
 * Source: squares after Harabor and Botea, "Hierarchical Path Planning for Multi-Size Agents in
 * Heterogeneous Environments" (2008); discs by exact squared distances to the walls' squares.
 */
#ifndef WEND_CLEARANCE_H
#define WEND_CLEARANCE_H

#include "wend/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WEND_CLEARANCE_MAX = 64 /**< Largest `most` of a clearance. */ };

typedef struct wend_clearance wend_clearance;

typedef struct wend_clearance_def {
    uint32_t cookie;          /**< Set by wend_clearance_def_default; leave it. */
    const wend_grid *grid;    /**< The world; must outlive the clearance. */
    uint32_t movement_class;  /**< Whose walls. Default 0. */
    uint32_t team;            /**< Whose gates. Default WEND_TEAM_NONE. */
    int32_t most;             /**< Cells, 1 to WEND_CLEARANCE_MAX: squares up to this side and discs
                                 up to this radius are told apart, larger ones count as this large. An
                                 edit's repair looks so far around. Default 16. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_clearance_def;

WEND_API wend_clearance_def wend_clearance_def_default(void);
/** Works everything out: 3 bytes a cell, and 0.2 to 0.7 MB for repairs.
 * @param clearance is set to NULL before anything else; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (def->message says what), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_clearance_create(const wend_clearance_def *def,
                                           wend_clearance **clearance);
/** The sentence of the last failure of a call that takes the clearance to change it; "" while none
 * failed (see wend/base.h). Never NULL. */
WEND_API const char *wend_clearance_error(const wend_clearance *clearance);
/** Frees; NULL is fine. Spaces and islands made with it may not be used afterwards. */
WEND_API void wend_clearance_destroy(wend_clearance *clearance);
/** Repairs after edits of the grid, in time that depends on the cells that changed between open and
 * wall and on how far the numbers around them change; the same as a fresh one, to the bit. Takes no
 * memory. @return WEND_OK, WEND_ERROR_ARGUMENT (clearance is NULL). */
WEND_API wend_result wend_clearance_update(wend_clearance *clearance);
/** Is it as new as its grid? */
WEND_API bool wend_clearance_is_fresh(const wend_clearance *clearance);
/** The grid's revision when it was last updated; 0 for NULL. */
WEND_API uint64_t wend_clearance_revision(const wend_clearance *clearance);
/** Bytes held. */
WEND_API size_t wend_clearance_memory_bytes(const wend_clearance *clearance);

/** Side of the largest square of open cells whose upper left cell this is; 0 for walls and outside.
 * Hexes: s such that all hexes within s - 1 steps are open. At most def.most. */
WEND_API int32_t wend_clearance_square(const wend_clearance *clearance, int32_t x, int32_t y);
/** Radius in metres of the largest disc around the cell's centre that no wall reaches into; 0 for
 * walls and outside; at most def.most * cell_size. */
WEND_API double wend_clearance_disc(const wend_clearance *clearance, int32_t x, int32_t y);
/** Does a disc of this radius, standing in the cell's centre, fit? It may touch walls: true where
 * radius <= wend_clearance_disc, on hexes as well. The distances to walls are kept exactly; only
 * that radius is rounded, as any double is.
 * False in walls and outside, for NaN, below 0, and radii above def.most * cell_size. */
WEND_API bool wend_clearance_fits_disc(const wend_clearance *clearance, int32_t x, int32_t y,
                                       double radius);

#ifdef __cplusplus
}
#endif
#endif
