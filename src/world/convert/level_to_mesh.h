/* The part of making meshes of levels that grids use too. */
#ifndef WENDI_WORLD_CONVERT_LEVEL_TO_MESH_H
#define WENDI_WORLD_CONVERT_LEVEL_TO_MESH_H

#include "wend/level.h"
#include "world/triangulation/cdt.h"

typedef struct wendi_level_mesh_input {
    const wend_level *level;
    const uint8_t *areas;  /* [region_count]; NULL: those of the regions */
    const double *factors; /* [256] or NULL */
    bool merges, keeps_regions;
    const wend_allocator *allocator;
    wend_message *message;
    const char *caller; /* For messages. */
} wendi_level_mesh_input;

/** Makes the mesh without teleports. @param mesh set to NULL first. @param report may be NULL. */
wend_result wendi_level_mesh_build(const wendi_level_mesh_input *input, wend_mesh **mesh,
                                   wend_mesh_report *report);

/* ---- faces ---- */

/** The triangulation's lines are the level's, by index, line i from point 2i to 2i + 1. @param
 * faces [triangles] the region of each, or WEND_REGION_NONE. @return false: no memory. */
bool wendi_level_faces(const wend_level *level, const wendi_cdt *cdt, uint32_t *faces);
/** @param open vertices at which a region's outline does not close. @return false: no memory. */
bool wendi_level_count_open_ends(const wend_level *level, const wendi_cdt *cdt, uint64_t *open);

#endif
