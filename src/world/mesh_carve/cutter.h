/* What the files of carving without a triangulation share. */
#ifndef WENDI_WORLD_MESH_CARVE_CUTTER_H
#define WENDI_WORLD_MESH_CARVE_CUTTER_H

#include "world/mesh_carve/direct.h"

enum {
    WENDI_CUTTER_CHAIN = 128,    /* most corners of one piece */
    WENDI_CUTTER_CROSSINGS = 128 /* most of one shape with edges between pieces */
};

/* A corner of a piece, with the edge from there to the next one. */
typedef struct direct_corner {
    uint32_t vertex;
    bool is_hole; /* the edge lies on the outline of a shape */
} direct_corner;

typedef struct direct_piece {
    uint32_t first, count; /* corners */
    wend_vec2 low, high;
    bool is_gone;
} direct_piece;

typedef struct direct_crossing {
    uint32_t low, high, edge; /* vertices of the edge between pieces, edge of the shape */
    uint32_t vertex;
} direct_crossing;

typedef struct direct_cutter {
    const wendi_carve_input *input;
    wend_vec2 *points; /* the rim's first */
    uint8_t *is_soft; /* [point_capacity] of an edge between pieces with an outline, where that goes
                          straight on */
    uint32_t
        *shape_corners; /* [point_capacity] 32 * shape + corner; UINT32_MAX: not one of a shape */
    uint32_t point_count, point_capacity;
    direct_corner *corners;
    uint32_t corner_count, corner_capacity;
    direct_piece *pieces;
    uint32_t piece_count, piece_capacity;
    direct_piece growing; /* the piece that corners are added to */
    /* The current shape. */
    const wendi_carve_shape *shape;
    uint32_t shape_index;
    uint32_t *marks; /* [rim_count] 1 + 2 * edge of the shape + is_exit; 0: not on its outline */
    uint32_t shape_vertices[WENDI_CARVE_CORNERS_MAX]; /* of its corners, once used */
    direct_crossing crossings[WENDI_CUTTER_CROSSINGS];
    uint32_t crossing_count;
} direct_cutter;

/** True if the edge from a corner to the next vertex lies on the border of the polygon. */
static inline bool wendi_cutter_is_on_rim(const direct_cutter *c, direct_corner corner,
                                          uint32_t next)
{
    const uint32_t count = c->input->rim_count;
    return !corner.is_hole && corner.vertex < count &&
           next == (corner.vertex + 1 == count ? 0 : corner.vertex + 1);
}

/** Merges the pieces that are left, if they may be, and writes them. @return NO_MEMORY, or UNABLE where
 * an edge between pieces has no other side, or another edge has one. */
wendi_carve_outcome wendi_cutter_write(const direct_cutter *c, bool merges,
                                       const wend_allocator *keep, const wend_allocator *work,
                                       wendi_carve_pieces *result);

#endif
