/* Meshes baked from the triangles of an OBJ through Recast. */
#ifndef CLI_WORLD_BAKE_H
#define CLI_WORLD_BAKE_H

#include "wend/mesh.h"
#include "wend/types.h"
#include "world/source.h"

/* 0 = as the library has it. */
typedef struct bake_arguments {
    bool is_wanted;
    double cell_size, cell_height, height, radius, climb, max_slope_deg;
} bake_arguments;

/** Adds --bake, --cell-height, --height, --agent-radius, --climb and --slope. */
void bake_arguments_add(args *a, bake_arguments *b);
/** Bakes, or reports a failure, also in a build without Recast. @return CLI_OK or CLI_BAD. */
int bake_mesh(const cli *c, const source_arguments *s, const bake_arguments *b, wend_mesh **mesh,
              wend_mesh_report *report);

#endif
