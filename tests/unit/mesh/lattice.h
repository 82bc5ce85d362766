/* Meshes of squares. */
#ifndef TEST_UNIT_MESH_LATTICE_H
#define TEST_UNIT_MESH_LATTICE_H

#include "support/meshes.h"
#include "support/test.h"
#include "wend/mesh.h"

#include <string.h>

enum { SIDE = 5 };

/* A lattice of squares of 4 m, '.' where there is one; row 0 lies lowest. */
static inline wend_mesh *lattice(const char *const rows[], int32_t height)
{
    wend_vec3 points[(SIDE + 1) * (SIDE + 1)];
    uint32_t corners[4 * SIDE * SIDE];
    uint32_t sizes[SIDE * SIDE];
    wend_mesh_def def = wend_mesh_def_default();
    for (uint32_t i = 0; i < (SIDE + 1) * (SIDE + 1); ++i) {
        points[i] = (wend_vec3){4.0 * (i % (SIDE + 1)), 4.0 * (double)(i / (SIDE + 1)), 0};
    }
    for (int32_t y = 0; y < height; ++y) {
        for (uint32_t x = 0; x < strlen(rows[y]); ++x) {
            if (rows[y][x] != '.') {
                continue;
            }
            const uint32_t at = (uint32_t)y * (SIDE + 1) + x;
            const uint32_t ring[4] = {at, at + 1, at + SIDE + 2, at + SIDE + 1};
            memcpy(corners + 4 * def.polygon_count, ring, sizeof ring);
            sizes[def.polygon_count++] = 4;
        }
    }
    def.points = points;
    def.point_count = (SIDE + 1) * (SIDE + 1);
    def.corners = corners;
    def.sizes = sizes;
    return meshes_make(def);
}

#endif
