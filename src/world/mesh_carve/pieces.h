/* A convex polygon less convex shapes, as convex pieces.
 *
 *      3----------*--2       rim: the corners of the polygon, and on its edges points (*) that must be
 *      |        /    |       corners of pieces, since neighbours have them too
 *      *  /####/     |
 *      |  \###/      |       hole: the part of a shape inside, joined along the rim
 *      0--------*----1
 *
 * Pieces are convex and have at most WENDI_CARVE_PIECE_CORNERS corners. They are made by diagonals
 * (direct.h); where that is not able to, the lines of the rim and of holes are triangulated, and
 * triangles outside of all holes are merged. The result depends on the points and on the order of shapes
 * alone. */
#ifndef WENDI_WORLD_MESH_CARVE_PIECES_H
#define WENDI_WORLD_MESH_CARVE_PIECES_H

#include "world/mesh_carve/shape.h"

enum { WENDI_CARVE_PIECE_CORNERS = 8 };

/** The polygon to be carved. */
typedef struct wendi_carve_input {
    const wend_vec2 *rim;   /* [rim_count] counter-clockwise */
    const uint32_t *firsts; /* [edge_count + 1] the rim's point of each corner of the polygon */
    const uint32_t *is_reversed; /* [edge_count] 1: crossings are computed from the edge's end */
    uint32_t rim_count, edge_count;
    const wendi_carve_shape *const *shapes; /* [shape_count] each overlaps the polygon */
    uint32_t shape_count;
} wendi_carve_input;

/** Its pieces. Points below rim_count are those of the rim, others inner ones. */
typedef struct wendi_carve_pieces {
    uint32_t count, corner_count, inner_count;
    uint32_t *sizes;       /* [count] */
    uint32_t *corners;     /* [corner_count] points, counter-clockwise */
    uint32_t *owners;      /* [corner_count] pieces */
    uint32_t *twins;       /* [corner_count] corners; UINT32_MAX: the rim, or a hole */
    uint32_t *rim_corners; /* [rim_count] the corner whose edge runs from a point of the rim to the
                              next; UINT32_MAX: a hole lies there */
    wend_vec2 *inner;      /* [inner_count] */
    uint32_t *inner_corners; /* [inner_count] 32 * shape + corner, where all of them are corners of
                                shapes; else NULL */
    /* Rounding moved a line so that it meets the rim at a further point; no pieces are made, and
     * each such point must become one of the rim. */
    uint32_t extra_count;
    uint32_t *extra_edges; /* [extra_count] edges of the polygon */
    wend_vec2 *extras;     /* [extra_count] */
} wendi_carve_pieces;

/** @param keep allocator of the result. @param work allocator of everything else; nothing is freed
 * that was allocated from either. @return false: no memory. */
bool wendi_carve_pieces_make(const wendi_carve_input *input, const wend_allocator *keep,
                             const wend_allocator *work, wendi_carve_pieces *pieces);

#endif
