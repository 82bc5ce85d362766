/* The overlays of a mesh as a space keeps them: the shapes of its layers that add to costs, and a
 * tree of the boxes around them.
 *
 *     level 2   +---------------------------+      Boxes of a level are in one row; box i of a level
 *     level 1   | +-----------+ +---------+ |      lies around boxes 8 i ... 8 i + 7 of the level
 *     level 0   | | o  o o  o | |  o  o   | |      below. Level 0 holds the boxes of shapes, along a
 *               +---------------------------+      Z-order curve.
 *
 * A line descends where it may meet a box. The test of a box never fails where that of a smaller box
 * in it holds, in rounded numbers too, and the length of a line within a shape begins with the same
 * test: the shapes that are left out are those of which it is 0. Sums are taken by rising number of
 * the shape, so they equal those over all shapes to the last bit. */
#ifndef WENDI_ROUTE_MESH_SPACE_PATCHES_H
#define WENDI_ROUTE_MESH_SPACE_PATCHES_H

#include "route/mesh_space/space.h"
#include "world/mesh/overlay.h"

enum {
    WENDI_PATCHES_MOST = WEND_MESH_OVERLAYS_MAX * WEND_MESH_OVERLAY_SHAPES_MAX,
    WENDI_PATCH_WORDS = WENDI_PATCHES_MOST / 64
};

/** A set of shapes, by number. */
typedef struct wendi_patch_set {
    uint64_t used[WENDI_PATCH_WORDS / 64]; /* a bit for each word that counts */
    uint64_t words[WENDI_PATCH_WORDS];     /* others are not initialized */
    uint32_t first, count; /* of `used`: before first all are 0; those that are set */
} wendi_patch_set;

/** Copies the shapes as they are now. @return false: no memory, the shapes are as before. */
bool wendi_mesh_patches_update(wend_mesh_space *space);
void wendi_mesh_patches_free(wend_mesh_space *space);

/** Empties a set. */
void wendi_patch_set_clear(const wend_mesh_space *space, wendi_patch_set *set);
/** Adds the shapes whose boxes a line may meet. Time: those, and some 30 boxes. */
void wendi_patch_set_collect(const wend_mesh_space *space, wend_vec2 from, wend_vec2 to,
                             wendi_patch_set *set);
/** Removes the shape with the least number. @return false: the set is empty. */
bool wendi_patch_set_take(wendi_patch_set *set, uint32_t *number);

/** What a straight line costs more because of overlays. Time: as wendi_patch_set_collect. */
double wendi_mesh_patches_cost(const wend_mesh_space *space, wend_vec2 from, wend_vec2 to);
/** True if shapes lie on half of an edge, or more. */
bool wendi_mesh_patches_cover(const wend_mesh_space *space, wend_vec2 from, wend_vec2 to);

#endif
