/* Bakes the triangles of an OBJ into a mesh through Recast.
 * Cost: microseconds for each square metre. */
#include "world/bake.h"

#include "core/input.h"

#ifdef WEND_HAVE_RECAST
#include "wend/bake.h"

static wend_result bake(const wend_triangles *triangles, const bake_arguments *b,
                        wend_message *message, wend_mesh **mesh, wend_bake_report *report)
{
    wend_bake_def def = wend_bake_def_default();
    wend_bake_def_set_triangles(&def, triangles);
    def.cell_size = b->cell_size > 0.0 ? b->cell_size : def.cell_size;
    def.cell_height = b->cell_height > 0.0 ? b->cell_height : def.cell_height;
    def.agent_height = b->height > 0.0 ? b->height : def.agent_height;
    def.max_climb = b->climb > 0.0 ? b->climb : def.max_climb;
    def.max_slope_deg = b->max_slope_deg > 0.0 ? b->max_slope_deg : def.max_slope_deg;
    def.agent_radius = b->radius;
    def.message = message;
    return wend_mesh_bake(&def, mesh, report);
}

int bake_mesh(const cli *c, const source_arguments *s, const bake_arguments *b, wend_mesh **mesh,
              wend_mesh_report *report)
{
    wend_message message = {0};
    wend_triangles triangles;
    wend_bake_report baked;
    wend_mesh_options options = wend_mesh_options_default();
    options.up = s->up;
    options.message = &message;
    wend_result result = input_triangles_open(s->file, &options, &triangles);
    if (result == WEND_OK) {
        result = bake(&triangles, b, &message, mesh, &baked);
        *report = baked.mesh;
    }
    wend_triangles_free(&triangles);
    if (result == WEND_NO_PATH) {
        return cli_fail(c, "%s: %s (--up)", input_name(s->file), message.text);
    }
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, s->file, result, &message);
}
#else
int bake_mesh(const cli *c, const source_arguments *s, const bake_arguments *b, wend_mesh **mesh,
              wend_mesh_report *report)
{
    (void)s;
    (void)b;
    (void)report;
    *mesh = NULL;
    return cli_fail(c, "--bake: Recast is not in this build (install librecast-dev and a C++ "
                       "compiler, then build again)");
}
#endif

void bake_arguments_add(args *a, bake_arguments *b)
{
    args_flag(a, "--bake", "an OBJ's faces are a level's triangles: bake a mesh of them (Recast)",
              &b->is_wanted);
    args_number(a, "--cell-height", "M", "of --bake: height of a voxel (default 0.125)", 0.001, 1e6,
                &b->cell_height);
    args_number(a, "--height", "M", "of --bake: the agent's (default 2)", 0.001, 1e6, &b->height);
    args_number(a, "--agent-radius", "M",
                "of --bake: ground nearer to walls is left out for good (default 0: one mesh for "
                "agents of every radius)",
                0.001, 1e6, &b->radius);
    args_number(a, "--climb", "M", "of --bake: highest step (default 0.5)", 0.001, 1e6, &b->climb);
    args_number(a, "--slope", "DEGREES", "of --bake: steepest ground (default 45)", 0.001, 90.0,
                &b->max_slope_deg);
}
