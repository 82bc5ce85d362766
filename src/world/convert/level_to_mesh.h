/* convert/level_to_mesh.h: the part of making meshes of levels that grids use, too. */
#ifndef WENDI_WORLD_CONVERT_LEVEL_TO_MESH_H
#define WENDI_WORLD_CONVERT_LEVEL_TO_MESH_H

#include "wend/level.h"

typedef struct wendi_level_mesh_input {
    const wend_level *level;
    const uint8_t *areas;  /* [region_count]; NULL: those of the regions */
    const double *factors; /* [256] or NULL */
    bool merges, keeps_regions;
    const wend_allocator *allocator;
    wend_message *message;
    const char *caller; /* For messages. */
} wendi_level_mesh_input;

/** Everything but teleports. @param mesh set to NULL first. @param report may be NULL. */
wend_result wendi_level_mesh_build(const wendi_level_mesh_input *input, wend_mesh **mesh,
                                   wend_mesh_report *report);

#endif
