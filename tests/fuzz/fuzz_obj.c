/* Runs the reader of OBJ on any bytes, for a mesh and for triangles. */
#include "fuzz/open_mesh.h"
#include "wend/io.h"

static void check_triangles(const uint8_t *data, size_t size)
{
    wend_triangles t;
    const wend_result result = wend_triangles_load_memory(data, size, NULL, &t);
    check((result == WEND_OK) == (t.triangle_count > 0));
    for (size_t i = 0; i < 3 * t.triangle_count; i++) {
        check(t.corners[i] < t.point_count);
    }
    wend_triangles_free(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    open_mesh(data, size, WEND_MESH_FORMAT_OBJ);
    check_triangles(data, size);
    return 0;
}
