/* From polygons of a triangulation to a mesh. */
#ifndef WENDI_WORLD_MESH_BUILD_H
#define WENDI_WORLD_MESH_BUILD_H

#include "wend/mesh.h"
#include "world/triangulation/merge.h"

/** Polygons and their properties. */
typedef struct wendi_mesh_build_plan {
    const wendi_cdt *cdt;
    const wendi_convex_polygons *polygons;
    const double *heights; /* [polygons->count] of the floor; NULL: all 0 */
    const uint8_t *areas;  /* [polygons->count]; NULL: all 0 */
    const uint32_t *flags; /* [polygons->count]; NULL: all 0 */
    const double *factors; /* [256] or NULL */
    const wend_allocator *allocator;
    wend_message *message;
} wendi_mesh_build_plan;

/** @param mesh set to NULL first. @return as wend_mesh_create. */
wend_result wendi_mesh_build_emit(const wendi_mesh_build_plan *plan, wend_mesh **mesh);

/** The mended defects that the triangulation counted. */
wend_mesh_report wendi_mesh_report_of_cdt(const wendi_cdt *cdt);

#endif
