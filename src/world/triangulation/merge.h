/* Convex polygons of the labelled triangles of a triangulation.
 *
 *      +-----+-----+        label 0: nothing there. Edges between triangles of one label are removed,
 *      | \  1|1  / |        the longest first, as long as the result is convex. So are corners within
 *      | 1 \ | / 1 |        a straight border between the same two polygons. Walls stay, and have no
 *      +-----+-----+        neighbour on either side. */
#ifndef WENDI_WORLD_TRIANGULATION_MERGE_H
#define WENDI_WORLD_TRIANGULATION_MERGE_H

#include "world/triangulation/cdt.h"

typedef struct wendi_convex_merge_input {
    const wendi_cdt *cdt;
    const uint32_t *labels; /* [half_count / 3] of triangles */
    const uint8_t *walls;   /* [half_count] 1 = a wall (on both halves); NULL = there are none */
    bool merges;            /* False: triangles stay as they are. */
    const uint8_t *keeps; /* [vertex_count] 1 = stays a corner of all around it; NULL = none does */
    uint32_t corners_max; /* of a polygon; 0 = any number */
} wendi_convex_merge_input;

typedef struct wendi_convex_polygons {
    wend_allocator allocator;
    uint32_t count, corner_count;
    uint32_t triangle_count; /* Capacities: triangles, 3 corners for each. */
    uint32_t *sizes;         /* [count] */
    uint32_t *labels;        /* [count] */
    uint32_t *corners;       /* [corner_count] vertices of the triangulation, counter-clockwise */
    uint32_t *neighbours;    /* [corner_count] beyond the edge from a corner; UINT32_MAX = none */
    uint32_t *owners;        /* [triangle_count] the polygon of each triangle; UINT32_MAX = none */
} wendi_convex_polygons;

/** @return WEND_OK, WEND_ERROR_MEMORY. polygons needs wendi_convex_polygons_free in any case. Time:
 * sorting the edges, some 0.2 us a triangle. */
wend_result wendi_convex_merge(const wendi_convex_merge_input *input,
                               wendi_convex_polygons *polygons);
/** Frees everything. A zeroed one is fine. */
void wendi_convex_polygons_free(wendi_convex_polygons *polygons);

#endif
