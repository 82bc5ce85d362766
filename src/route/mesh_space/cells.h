/* A mesh laid out for searching.
 *
 *     polygons of the mesh               cells                       halves of cell 0
 *     +---+-----+                       +---------+                 3 <--- 2 <--- (1)
 *     | 0 | 1  /                        |    0   /                  |            /
 *     +---+---+-----+        ==>        +-------+-----+             v           /
 *          \  |  2  |                        \  |  1  |             0 --> 1 --->
 *           +-+-----+                         +-+-----+
 *
 * Neighbouring polygons of the same cost are merged while they stay convex, and collinear edges are
 * joined, so that a search meets fewer edges; lengths in the plane do not change. An edge is two
 * halves, one in each cell; a half begins at its vertex and has its cell to its left. A cell's
 * halves lie one after the other, counter-clockwise.
 *
 * Cells that are connected to the rest by one edge only (and those that are once these are removed,
 * and so on) are dead ends: a path enters them only towards a goal inside. The half that leads in
 * is flagged.
 *
 *   corner vertex    a path can bend there: the free angle around it is above 180 degrees */
#ifndef WENDI_ROUTE_MESH_SPACE_CELLS_H
#define WENDI_ROUTE_MESH_SPACE_CELLS_H

#include "world/mesh/view.h"

enum {
    WENDI_HALF_DEAD_END = 1, /* the ground beyond this half is a dead end */
    WENDI_HALF_CORNER = 2    /* its vertex is a corner */
};

typedef struct wendi_mesh_half {
    wend_vec2 point; /* where it begins */
    uint32_t vertex; /* its number: the mesh's own, or above all of those for a further fan */
    uint32_t twin;   /* the half in the cell beyond; UINT32_MAX = a wall */
    uint32_t cell;   /* whose half it is */
    uint32_t flags;
} wendi_mesh_half;

/** The halves of a cell that can be crossed, as bits by their index in it; 0 for cells with more
 * than WENDI_MESH_CELL_BITS halves. */
typedef struct wendi_mesh_open_halves {
    uint64_t open;      /* lead on */
    uint64_t dead_ends; /* lead into dead ends */
} wendi_mesh_open_halves;

enum { WENDI_MESH_CELL_BITS = 62 };

typedef struct wendi_mesh_cells {
    wendi_mesh_half *halves;             /* [half_count] */
    wendi_mesh_open_halves *open_halves; /* [cell_count] */
    uint32_t *firsts;                    /* [cell_count + 1] */
    uint32_t *components;                /* [cell_count] cells joined by edges have one number */
    uint32_t *exits;   /* [cell_count] the half that leads out of a dead end, else UINT32_MAX */
    uint32_t *cell_of; /* [polygon_count]; UINT32_MAX = closed to the agent */
    uint32_t *polygon_firsts; /* [cell_count + 1] the polygons of each cell, */
    uint32_t *polygons;       /* [polygon_count] ascending */
    wend_vec2 *centroids;     /* [cell_count] */
    double *factors;          /* [cell_count] */
    uint32_t half_count, cell_count, polygon_count, vertex_count;
    uint32_t half_capacity, cell_capacity; /* of the arrays, for freeing */
    double factor_least, factor_most;      /* of cells; 1 where there are none */
} wendi_mesh_cells;

/** The filter of an agent: which polygons are open to it, and at what cost. */
typedef struct wendi_mesh_filter {
    const double *factors; /* [256]; infinity = closed */
    uint32_t flags_required, flags_refused;
} wendi_mesh_filter;

/** A layout that is made in units. */
typedef struct wendi_mesh_cells_build wendi_mesh_cells_build;

/** Begins. @param view copied; what it points to must stay, and while the build is reading
 * (wendi_mesh_cells_is_reading) be unchanged, as must the factors of the filter. @return NULL without
 * memory. */
wendi_mesh_cells_build *wendi_mesh_cells_begin(const wendi_mesh_view *view,
                                               const wendi_mesh_filter *filter,
                                               const wend_allocator *allocator);
/** One unit, of some microseconds. @param steps the work is added, in steps of some 50 ns. @return
 * WEND_IN_PROGRESS, WEND_OK (no unit is left), WEND_ERROR_MEMORY (call again). */
wend_result wendi_mesh_cells_unit(wendi_mesh_cells_build *build, uint64_t *steps);
/** True while areas, flags, doors and factors are still read. */
bool wendi_mesh_cells_is_reading(const wendi_mesh_cells_build *build);
/** Reads them from the beginning. */
void wendi_mesh_cells_read_again(wendi_mesh_cells_build *build, const wendi_mesh_view *view,
                                 const wendi_mesh_filter *filter);
/** Ends it; NULL is allowed. @param cells set to what was made; NULL = it is freed. */
void wendi_mesh_cells_end(wendi_mesh_cells_build *build, wendi_mesh_cells *cells);
void wendi_mesh_cells_free(wendi_mesh_cells *cells, const wend_allocator *allocator);
size_t wendi_mesh_cells_bytes(const wendi_mesh_cells *cells);

/** The next half around the cell. */
static inline uint32_t wendi_mesh_next(const wendi_mesh_cells *cells, uint32_t half)
{
    const uint32_t cell = cells->halves[half].cell;
    return half + 1 == cells->firsts[cell + 1] ? cells->firsts[cell] : half + 1;
}

/** And the one before. */
static inline uint32_t wendi_mesh_before(const wendi_mesh_cells *cells, uint32_t half)
{
    const uint32_t cell = cells->halves[half].cell;
    return half == cells->firsts[cell] ? cells->firsts[cell + 1] - 1 : half - 1;
}

#endif
