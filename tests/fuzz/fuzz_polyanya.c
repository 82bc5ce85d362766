/* Takes: any bytes.
 * Gives: a run of the reader of Polyanya's meshes on them; a mesh that is made has polygons of
 * three corners and more, that name each other. Cost: linear in the bytes, and that of making a
 * mesh. */
#include "wend/io.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds) {
        abort();
    }
}

static void check_mesh(const wend_mesh *mesh)
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wend_message message = {0, ""};
    wend_mesh_options options = wend_mesh_options_default();
    options.format = WEND_MESH_FORMAT_POLYANYA;
    options.message = &message;
    wend_mesh *mesh = NULL;
    const wend_result result = wend_mesh_open_bytes(data, size, &options, &mesh, NULL, NULL);
    check((result == WEND_OK) == (mesh != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    check(result == WEND_OK || result == WEND_ERROR_FILE);
    if (mesh != NULL) {
        check_mesh(mesh);
    }
    wend_mesh_destroy(mesh);
    return 0;
}
