/* Keeps the shapes of a mesh's overlays that a space's agents count.
 * Cost: a copy of the shapes; a line is tested against the boxes of all. */
#include "route/mesh_space/patches.h"

#include "base/core/memory.h"

bool wendi_mesh_patches_update(wend_mesh_space *space)
{
    const size_t count = wendi_mesh_overlays_list(space->mesh, space->overlay_layers, NULL, 0);
    if (count > space->patch_capacity) {
        struct wendi_mesh_patch *patches =
            wendi_resize_items(&space->allocator, space->patches, space->patch_capacity, count,
                               sizeof(wendi_mesh_patch));
        if (patches == NULL) {
            return false;
        }
        space->patches = patches;
        space->patch_capacity = count;
    }
    space->patch_count =
        wendi_mesh_overlays_list(space->mesh, space->overlay_layers, space->patches, count);
    return true;
}

void wendi_mesh_patches_free(wend_mesh_space *space)
{
    wendi_free(&space->allocator, space->patches, space->patch_capacity * sizeof(wendi_mesh_patch));
    space->patches = NULL;
    space->patch_count = space->patch_capacity = 0;
}

double wendi_mesh_patches_cost(const wend_mesh_space *space, wend_vec2 from, wend_vec2 to)
{
    double cost = 0;
    for (size_t i = 0; i < space->patch_count; i++) {
        const double metres = wendi_mesh_patch_metres(&space->patches[i], from, to);
        cost += metres * wendi_mesh_patch_cost(&space->patches[i]);
    }
    return cost;
}

bool wendi_mesh_patches_cover(const wend_mesh_space *space, wend_vec2 from, wend_vec2 to)
{
    double metres = 0;
    for (size_t i = 0; i < space->patch_count; i++) {
        metres += wendi_mesh_patch_metres(&space->patches[i], from, to);
    }
    return metres > 0 && 2 * metres >= wend_vec2_distance(from, to);
}
