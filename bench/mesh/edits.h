/* Closing and opening polygons of a mesh, and following with a space. */
#ifndef BENCH_MESH_EDITS_H
#define BENCH_MESH_EDITS_H

#include "wend/mesh.h"

#include <stdbool.h>
#include <stddef.h>

/* Times of a kind of edit, in us: the edit and the update of the space after it. */
typedef struct mesh_edit_times {
    double mean, p99, worst;
} mesh_edit_times;

/** Of so many times; they are sorted. */
mesh_edit_times mesh_edit_times_of(double *us, size_t count);

typedef struct mesh_edit_row {
    size_t polygons;
    mesh_edit_times close, open;
    double layout_us; /* of a new space, least */
    double detour_ns; /* of setPolyFlags, mean; NaN: no Detour, or a mesh too large for it */
} mesh_edit_row;

/** The time of setPolyFlags for random polygons, in ns; NaN: no Detour, or a mesh too large for it. */
double mesh_edits_detour_ns(const wend_mesh *mesh, size_t count);
/** Closes random polygons, one at a time, and opens each again. Of the times of a polygon the least of
 * all runs counts. @return false: a failure. */
bool mesh_edits_measure(wend_mesh *mesh, size_t count, size_t runs, mesh_edit_row *row);

#endif
