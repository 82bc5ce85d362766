/* A run of a reader of meshes; what it makes has polygons of three corners and more,
 * that name each other. */
#ifndef TEST_FUZZ_OPEN_MESH_H
#define TEST_FUZZ_OPEN_MESH_H

#include "fuzz/check.h"
#include "wend/io.h"

#include <math.h>

static inline void open_mesh_check(const wend_mesh *mesh)
{
    const uint32_t polygons = wend_mesh_polygon_count(mesh);
    check(polygons > 0);
    for (uint32_t i = 0; i < polygons; i++) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, i);
        check(polygon.count >= 3);
        for (uint32_t k = 0; k < polygon.count; k++) {
            const wend_vec3 p = wend_mesh_corner(mesh, polygon.first_corner + k);
            const wend_node next = wend_mesh_neighbour(mesh, polygon.first_corner + k);
            check(fabs(p.x) <= WEND_COORDINATE_MAX && fabs(p.y) <= WEND_COORDINATE_MAX);
            check(next < polygons || next == WEND_NODE_NONE);
        }
    }
}

static inline void open_mesh(const uint8_t *data, size_t size, wend_mesh_format format)
{
    wend_message message = {0, ""};
    wend_mesh_options options = wend_mesh_options_default();
    options.format = format;
    options.message = &message;
    wend_mesh *mesh = NULL;
    const wend_result result = wend_mesh_load_memory(data, size, &options, &mesh, NULL, NULL);
    check((result == WEND_OK) == (mesh != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    check(result == WEND_OK || result == WEND_ERROR_FILE);
    if (mesh != NULL) {
        open_mesh_check(mesh);
    }
    wend_mesh_destroy(mesh);
}

#endif
