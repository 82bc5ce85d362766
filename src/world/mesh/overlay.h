/* The overlays of a mesh, for its other parts and for search spaces.
 *
 *   overlays -> [16] { layers, keep, shapes -> (disc, number) (polygon, number) ... as added } */
#ifndef WENDI_WORLD_MESH_OVERLAY_H
#define WENDI_WORLD_MESH_OVERLAY_H

#include "base/core/bytes.h"
#include "wend/mesh_overlay.h"
#include "world/layers/overlay_head.h"

_Static_assert((int)WEND_MESH_OVERLAYS_MAX == (int)WEND_OVERLAYS_MAX,
               "as many as a table of overlays has");

/** A disc (point_count 0), or a polygon. */
typedef struct wendi_mesh_patch {
    wend_vec2 low, high; /* the box around it */
    wend_vec2 centre;    /* of a disc */
    double radius;
    wend_vec2 points[WEND_MESH_OVERLAY_POINTS_MAX];
    uint32_t point_count;
    uint32_t value; /* 1 to most, in 1/256 a metre */
} wendi_mesh_patch;

typedef struct wendi_mesh_overlay {
    wendi_overlay_head head;
    wendi_mesh_patch *patches; /* [capacity] */
} wendi_mesh_overlay;

/** Allocated with the first overlay that is ever added, and kept. */
typedef struct wendi_mesh_overlays {
    wendi_mesh_overlay items[WEND_MESH_OVERLAYS_MAX];
} wendi_mesh_overlays;

/** What a metre inside costs more: whole steps. */
static inline double wendi_mesh_patch_cost(const wendi_mesh_patch *patch)
{
    return (double)wendi_overlay_steps(patch->value) / (double)WENDI_OVERLAY_STEPS;
}

/** False if a straight line surely stays clear of a box: it lies beyond one side, or all corners lie on
 * one side of the line. Rounding keeps order, so what is false for a box is false for all in it. */
static inline bool wendi_mesh_line_may_meet(wend_vec2 from, wend_vec2 to, wend_vec2 low,
                                            wend_vec2 high)
{
    if ((from.x < low.x && to.x < low.x) || (from.x > high.x && to.x > high.x) ||
        (from.y < low.y && to.y < low.y) || (from.y > high.y && to.y > high.y)) {
        return false;
    }
    /* The corners farthest to the left and to the right of the line. */
    const double dx = to.x - from.x;
    const double dy = to.y - from.y;
    const double left =
        dx * ((dx > 0 ? high.y : low.y) - from.y) - dy * ((dy > 0 ? low.x : high.x) - from.x);
    const double right =
        dx * ((dx > 0 ? low.y : high.y) - from.y) - dy * ((dy > 0 ? high.x : low.x) - from.x);
    return left >= 0 && right <= 0;
}

/** The metres of a straight line inside. */
double wendi_mesh_patch_metres(const wendi_mesh_patch *patch, wend_vec2 from, wend_vec2 to);
bool wendi_mesh_patch_contains(const wendi_mesh_patch *patch, wend_vec2 at);

/** The heads of its overlays. */
wendi_overlay_table wendi_mesh_overlay_table(const wend_mesh *mesh);
/** Allocates the table. @return false: no memory. */
bool wendi_mesh_overlays_create(wend_mesh *mesh);
void wendi_mesh_overlays_free(wend_mesh *mesh);
size_t wendi_mesh_overlays_memory_bytes(const wend_mesh *mesh);
/** Copies the patches of layers that add to costs. @param patches [capacity]; may be NULL for 0.
 * @return their number. */
size_t wendi_mesh_overlays_list(const wend_mesh *mesh, uint32_t layers, wendi_mesh_patch *patches,
                                size_t capacity);

/* ---- overlay_file.c ---- */

uint64_t wendi_mesh_overlays_hash(const wend_mesh *mesh, uint64_t hash);
void wendi_mesh_overlays_write(const wend_mesh *mesh, wendi_writer *writer);
/** Reads overlays into a mesh without. @param reason set on WEND_ERROR_FILE. */
wend_result wendi_mesh_overlays_read(wend_mesh *mesh, wendi_reader *reader, const char **reason);
/** Sets the box around a patch from its shape. @return false: numbers that cannot be. */
bool wendi_mesh_patch_measure(wendi_mesh_patch *patch);

#endif
