/* Runs the reader of Polyanya's meshes on any bytes. */
#include "fuzz/open_mesh.h"
#include "wend/io.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    open_mesh(data, size, WEND_MESH_FORMAT_POLYANYA);
    return 0;
}
