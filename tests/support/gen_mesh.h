/* Random meshes with whole coordinates, of which everything can be worked out exactly
 * by going over all polygons.
 */
#ifndef TEST_SUPPORT_GEN_MESH_H
#define TEST_SUPPORT_GEN_MESH_H

#include "wend/mesh.h"

typedef enum gen_mesh_kind {
    GEN_MESH_JITTERED,   /* quadrangles and triangles on moved lattice points, with holes */
    GEN_MESH_RECTANGLES, /* large rectangles with corners in their straight sides */
    GEN_MESH_FLOORS,     /* two floors of quadrangles over each other, joined by a ramp */
    GEN_MESH_KINDS
} gen_mesh_kind;

enum { GEN_MESH_STEP = 16 /* Metres between lattice points. */ };

typedef struct gen_mesh {
    gen_mesh_kind kind;
    wend_vec3 *points;
    uint32_t *corners, *sizes;
    size_t point_count, corner_count, polygon_count;
    int32_t width, height; /* of the lattice, cells */
} gen_mesh;

/** Sides 1 to side_max cells. Aborts when there is no memory. */
gen_mesh gen_mesh_make(gen_mesh_kind kind, uint64_t seed, int32_t side_max);
void gen_mesh_free(gen_mesh *gen);
/** The mesh of it; NULL when out of memory. @param allocator NULL = libc. */
wend_mesh *gen_mesh_build(const gen_mesh *gen, const wend_allocator *allocator);

#endif
