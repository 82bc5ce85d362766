/* The overlays of a mesh as a space keeps them: the shapes of its layers that add to costs. */
#ifndef WENDI_ROUTE_MESH_SPACE_PATCHES_H
#define WENDI_ROUTE_MESH_SPACE_PATCHES_H

#include "route/mesh_space/space.h"
#include "world/mesh/overlay.h"

/** Copies the shapes as they are now. @return false: no memory, the shapes are as before. */
bool wendi_mesh_patches_update(wend_mesh_space *space);
void wendi_mesh_patches_free(wend_mesh_space *space);

/** What a straight line costs more because of overlays. Time: the shapes. */
double wendi_mesh_patches_cost(const wend_mesh_space *space, wend_vec2 from, wend_vec2 to);
/** True if shapes lie on half of an edge, or more. */
bool wendi_mesh_patches_cover(const wend_mesh_space *space, wend_vec2 from, wend_vec2 to);

#endif
