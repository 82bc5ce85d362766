/* Baking, where the library for it is. */
#include "fuzz.h"

#include "wend/bake.h"

#include <math.h>

/* A coordinate of a corner. A floor of thousands of kilometres would be baked as well, for minutes. */
static double coordinate(fuzz *f, double most)
{
    const double value = real(f, 0, most);
    return isfinite(value) && fabs(value) > 1000 ? 1 : value;
}

/* A floor with a block on it, in few tiles. */
static void bake(fuzz *f)
{
    wend_vec3 points[8] = {{0, 0, 0}, {9, 0, 0}, {9, 9, coordinate(f, 2)}, {0, 9, 0}, {3, 3, 1},
                           {5, 3, 1}, {5, 5, 1}, {3, 5, coordinate(f, 3)}};
    uint32_t indices[12] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, unsound(f, 20) ? 8 : 7};
    uint8_t areas[4] = {0, (uint8_t)below(f, 3), WEND_BAKE_SOLID, 1};
    wend_bake_def def = wend_bake_def_default();
    const wend_triangles triangles = {
        points, 8, indices, below(f, 5), chance(f, 2) ? NULL : areas, {.resize = NULL}};
    wend_bake_def_set_triangles(&def, &triangles);
    def.up = chance(f, 6) ? (wend_up_axis)below(f, unsound(f, 20) ? 5 : 3) : WEND_UP_Z;
    def.is_two_sided = chance(f, 2);
    def.cell_size = real(f, 0.25, 1);
    if (def.cell_size > 0 && def.cell_size < 0.1) {
        def.cell_size = 0.25;
    }
    def.cell_height = chance(f, 2) ? 0.125 : real(f, 0.1, 1);
    def.agent_height = chance(f, 2) ? 2 : real(f, 0.5, 3);
    def.agent_radius = chance(f, 2) ? 0 : real(f, 0, 1);
    def.max_climb = chance(f, 2) ? 0.5 : real(f, 0, 2);
    def.max_slope_deg = chance(f, 2) ? 45 : real(f, 0, 90);
    def.partition = (wend_bake_partition)below(f, unsound(f, 20) ? 5 : 3);
    def.min_island_cells = chance(f, 2) ? 64 : real(f, 0, 100);
    def.merge_cells = chance(f, 2) ? 400 : real(f, 0, 100);
    def.max_edge_cells = chance(f, 2) ? 0 : real(f, 0, 20);
    def.max_edge_error = chance(f, 2) ? 1.3 : real(f, 0, 3);
    def.max_polygon_corners = 3 + below(f, unsound(f, 20) ? 40 : 30);
    def.tile_cells = chance(f, 2) ? 256 : 16 + below(f, 40);
    def.executor = some_executor(f);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_mesh *mesh = NULL;
    wend_bake_report report;
    if (chance(f, 2)) {
        GIVES(f, wend_mesh_bake(&def, &mesh, chance(f, 2) ? NULL : &report), "NAMF");
    } else {
        wend_bake *baking = NULL;
        wend_budget budget = wend_budget_steps(below(f, 3));
        uint32_t done = 0;
        uint32_t all = 0;
        GIVES(f, wend_bake_start(&def, &baking), "AMF");
        const wend_result ran =
            GIVES(f, wend_bake_run(baking, chance(f, 2) ? NULL : &budget), "IAMF");
        wend_bake_progress(baking, &done, &all);
        CHECK(f, done <= all);
        if (baking != NULL) {
            sentences_look(f, "wend_bake_run", wend_bake_error(baking), ran);
        }
        const wend_result finished = GIVES(f, wend_bake_finish(baking, &mesh, &report), "INAMmF");
        if (baking != NULL) {
            sentences_look(f, "wend_bake_finish", wend_bake_error(baking), finished);
        }
        wend_bake_destroy(baking);
    }
    keep(f, KIND_MESH, mesh, NULL, NULL, NULL);
}

static const fuzz_action actions[] = {{"bake", bake, 1}};
const fuzz_room room_bake = {"bake", actions, sizeof actions / sizeof *actions};
