/* The ranges of what is baked through Recast, as the header documents them. */
#include "ranges.h"

#include "wend/bake.h"

static wend_result use_bake_def(const range_trial *t)
{
    static const wend_vec3 points[4] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};
    static const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    wend_bake_def def = wend_bake_def_default();
    wend_mesh *mesh;
    def.points = points;
    def.point_count = 4;
    def.corners = indices;
    def.triangle_count = 2;
    def.agent_height = 0; /* fits every cell_height */
    t->set(&def, t->range, t->value);
    const wend_result result = wend_mesh_bake(&def, &mesh, NULL);
    wend_mesh_destroy(mesh);
    /* No ground may be left of so little. */
    return result == WEND_ERROR_FULL || result == WEND_NO_PATH ? WEND_OK : result;
}

static const range rows[] = {
    {FIELD(wend_bake_def, cell_size), RANGE_DOUBLE, 1e-4, 1e6, use_bake_def, RANGE_COSTLY_LOW},
    {FIELD(wend_bake_def, cell_height), RANGE_DOUBLE, 1e-4, 1e6, use_bake_def, 0},
    {FIELD(wend_bake_def, agent_height), RANGE_DOUBLE, 0, 255 * 0.125, use_bake_def, 0},
    {FIELD(wend_bake_def, agent_radius), RANGE_DOUBLE, 0, 240 * 0.25, use_bake_def, 0},
    {FIELD(wend_bake_def, max_climb), RANGE_DOUBLE, 0, 1e6, use_bake_def, 0},
    {FIELD(wend_bake_def, max_slope_deg), RANGE_DOUBLE, 0, 90, use_bake_def, 0},
    {FIELD(wend_bake_def, min_island_cells), RANGE_DOUBLE, 0, 1073741824.0, use_bake_def, 0},
    {FIELD(wend_bake_def, merge_cells), RANGE_DOUBLE, 0, 1073741824.0, use_bake_def, 0},
    {FIELD(wend_bake_def, max_edge_cells), RANGE_DOUBLE, 0, 1073741824.0, use_bake_def, 0},
    {FIELD(wend_bake_def, max_edge_error), RANGE_DOUBLE, 0, 1000, use_bake_def, 0},
    {FIELD(wend_bake_def, max_polygon_corners), RANGE_UINT32, 3, WEND_BAKE_CORNERS_MAX,
     use_bake_def, 0},
    {FIELD(wend_bake_def, tile_cells), RANGE_UINT32, WEND_BAKE_TILE_CELLS_MIN,
     WEND_BAKE_TILE_CELLS_MAX, use_bake_def, 0},
    {FIELD(wend_bake_def, up), RANGE_INT32, 0, WEND_UP_Y_TURNED, use_bake_def, 0},
    {FIELD(wend_bake_def, partition), RANGE_INT32, 0, WEND_BAKE_PARTITION_COUNT - 1, use_bake_def,
     0},
    {FIELD(wend_bake_def, point_count), RANGE_SIZE, 4, 4, use_bake_def, RANGE_ANY_ABOVE},
    {FIELD(wend_bake_def, triangle_count), RANGE_SIZE, 1, 2, use_bake_def, RANGE_ANY_ABOVE},
};
const range_list ranges_bake = {rows, sizeof rows / sizeof *rows};
