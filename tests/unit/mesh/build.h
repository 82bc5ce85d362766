/* The surface and areas of a mesh. */
#ifndef TEST_UNIT_MESH_BUILD_H
#define TEST_UNIT_MESH_BUILD_H

#include "base/math/predicates.h"
#include "support/test.h"
#include "wend/mesh.h"

#include <math.h>

static inline double surface_of(const wend_mesh *mesh)
{
    double sum = 0;
    for (uint32_t p = 0; p < wend_mesh_polygon_count(mesh); ++p) {
        sum += wend_mesh_get_polygon(mesh, p).surface;
    }
    return sum;
}

static inline void check_surface(const wend_mesh *mesh, double expected)
{
    assert_true(fabs(surface_of(mesh) - expected) < 1e-9);
}

/* The area under a position; 255 = off the mesh. */
static inline uint8_t area_at(const wend_mesh *mesh, double x, double y)
{
    const wend_node polygon = wend_mesh_locate(mesh, x, y, 0);
    return polygon == WEND_NODE_NONE ? (uint8_t)255 : wend_mesh_get_polygon(mesh, polygon).area;
}

static inline bool can_reach(const wend_mesh *mesh, wend_vec2 a, wend_vec2 b)
{
    return wend_mesh_can_reach(mesh, wend_mesh_locate(mesh, a.x, a.y, 0),
                               wend_mesh_locate(mesh, b.x, b.y, 0));
}

/* ---- outlines ---- */

static wend_message message;

static wend_mesh_report report;

#endif
