/* Keeps the shapes of a mesh's overlays that a space's agents count.
 * Cost: a copy of the shapes; a line looks at the cells of a lattice that it may cross, and is tested
 * against all shapes where one lies on any of them. */
#include "route/mesh_space/patches.h"

#include "base/core/memory.h"

#include <string.h>

enum { SIDE = 64 };

/* Row or column of the lattice. Never falls as the coordinate rises. */
static uint32_t line_of(double value, double low, double scale)
{
    const double line = (value - low) * scale;
    return !(line > 0) ? 0 : line >= (double)SIDE ? SIDE - 1 : (uint32_t)line;
}

/* Bits first ... last. */
static uint64_t bits_between(uint32_t first, uint32_t last)
{
    return first > last ? 0 : UINT64_MAX >> (63 - (last - first)) << first;
}

static void make_lattice(wend_mesh_space *space)
{
    wend_vec2 low = {0, 0};
    wend_vec2 high = {0, 0};
    for (size_t i = 0; i < space->patch_count; i++) {
        const wendi_mesh_patch *p = &space->patches[i];
        low.x = i == 0 || p->low.x < low.x ? p->low.x : low.x;
        low.y = i == 0 || p->low.y < low.y ? p->low.y : low.y;
        high.x = i == 0 || p->high.x > high.x ? p->high.x : high.x;
        high.y = i == 0 || p->high.y > high.y ? p->high.y : high.y;
    }
    space->patch_low = low;
    space->patch_scale.x = high.x > low.x ? (double)SIDE / (high.x - low.x) : 0;
    space->patch_scale.y = high.y > low.y ? (double)SIDE / (high.y - low.y) : 0;
    memset(space->patch_rows, 0, sizeof space->patch_rows);
    for (size_t i = 0; i < space->patch_count; i++) {
        const wendi_mesh_patch *p = &space->patches[i];
        const uint64_t columns = bits_between(line_of(p->low.x, low.x, space->patch_scale.x),
                                              line_of(p->high.x, low.x, space->patch_scale.x));
        const uint32_t last = line_of(p->high.y, low.y, space->patch_scale.y);
        for (uint32_t y = line_of(p->low.y, low.y, space->patch_scale.y); y <= last; y++) {
            space->patch_rows[y] |= columns;
        }
    }
}

/* False if the box around a line meets the box of no shape. */
static bool may_touch(const wend_mesh_space *space, wend_vec2 from, wend_vec2 to)
{
    const wend_vec2 low = {from.x < to.x ? from.x : to.x, from.y < to.y ? from.y : to.y};
    const wend_vec2 high = {from.x < to.x ? to.x : from.x, from.y < to.y ? to.y : from.y};
    const wend_vec2 origin = space->patch_low;
    const wend_vec2 scale = space->patch_scale;
    const uint64_t columns =
        bits_between(line_of(low.x, origin.x, scale.x), line_of(high.x, origin.x, scale.x));
    const uint32_t last = line_of(high.y, origin.y, scale.y);
    uint64_t found = 0;
    for (uint32_t y = line_of(low.y, origin.y, scale.y); y <= last; y++) {
        found |= space->patch_rows[y] & columns;
    }
    return found != 0;
}

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
    make_lattice(space);
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
    if (space->patch_count == 0 || !may_touch(space, from, to)) {
        return 0;
    }
    for (size_t i = 0; i < space->patch_count; i++) {
        const double metres = wendi_mesh_patch_metres(&space->patches[i], from, to);
        cost += metres * wendi_mesh_patch_cost(&space->patches[i]);
    }
    return cost;
}

bool wendi_mesh_patches_cover(const wend_mesh_space *space, wend_vec2 from, wend_vec2 to)
{
    double metres = 0;
    if (space->patch_count == 0 || !may_touch(space, from, to)) {
        return false;
    }
    for (size_t i = 0; i < space->patch_count; i++) {
        metres += wendi_mesh_patch_metres(&space->patches[i], from, to);
    }
    return metres > 0 && 2 * metres >= wend_vec2_distance(from, to);
}
