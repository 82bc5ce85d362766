/* Queries over a mesh with overlays of 0 to 1,000 shapes. */
#ifndef BENCH_MESH_OVERLAYS_H
#define BENCH_MESH_OVERLAYS_H

#include "measure/golden_json.h"
#include "wend/mesh.h"

#include <stdbool.h>
#include <stddef.h>

enum { MESH_OVERLAY_ROWS = 4 };

/* Results for one number of shapes. */
typedef struct mesh_overlay_row {
    size_t shapes;
    double met;         /* shapes that the straight line between the ends of a query meets, mean */
    double exact_us;    /* of a query, mean of the least times; NaN: the mesh has several costs */
    double midpoint_us; /* likewise */
    double update_us;   /* of the update of the space after a tick, least */
} mesh_overlay_row;

/** Measures 0, 10, 100 and 1,000 discs of 0.2 to 1 % of the mesh's width, on the lines between the
 * ends of queries. The mesh has no overlay before and after.
 * @param count queries, evenly spaced; 0 = all. @return false: a failure. */
bool mesh_overlays_measure(const golden_mesh *golden, wend_mesh *mesh, size_t count, size_t runs,
                           mesh_overlay_row rows[MESH_OVERLAY_ROWS]);

#endif
