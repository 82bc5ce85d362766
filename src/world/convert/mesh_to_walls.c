/* Makes walls of the outer edges of a mesh.
 * Cost: that of adding the segments. */
#include "base/core/memory.h"
#include "wend/walls.h"
#include "world/mesh/store.h"

static wend_result add_edges(const wend_mesh *m, uint32_t stops, wend_walls *walls)
{
    for (wend_node p = 0; p < m->polygon_count; ++p) {
        for (uint32_t c = m->firsts[p]; c < m->ends[p]; ++c) {
            if (m->twins[c] != UINT32_MAX) {
                continue;
            }
            const wend_result result = wend_walls_add_segment(
                walls, wendi_mesh_point(m, c), wendi_mesh_point(m, wendi_mesh_next(m, p, c)), stops,
                c, NULL);
            if (result != WEND_OK) {
                return result;
            }
        }
    }
    return WEND_OK;
}

wend_result wend_mesh_walls(const wend_mesh *mesh, uint32_t stops, const wend_allocator *allocator,
                            wend_walls **walls)
{
    if (walls != NULL) {
        *walls = NULL;
    }
    if (mesh == NULL || walls == NULL || stops == 0) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_walls_def def = wend_walls_def_default();
    def.allocator = allocator == NULL ? (wend_allocator){NULL, NULL} : *allocator;
    wend_walls *made = NULL;
    wend_result result = wend_walls_create(&def, &made);
    if (result == WEND_OK) {
        result = add_edges(mesh, stops, made);
    }
    if (result != WEND_OK) {
        wend_walls_destroy(made);
        return result;
    }
    *walls = made;
    return WEND_OK;
}
