/* Pieces of a convex polygon less convex shapes, without a triangulation.
 *
 *      r4-------------r3      The outline of a shape within a convex piece is a chain of corners h. From
 *      |  \    B------|       each of them a diagonal leads to a corner r of the piece that lies beyond
 *      |   h2 /#######|       both edges of the shape that meet in h (strictly: to the right of each):
 *      |   |#########|       then both angles at h are convex. Where no r lies beyond both, two
 *      |   h1 \######|       diagonals lead to the last r beyond the one edge and the first beyond the
 *      |  /    A-----|       other. Both ranges of r move along the rim as h moves along the chain.
 *      r1-------------r2
 *
 * Shapes are cut one after the other, each out of the pieces that it overlaps; where its outline
 * crosses an edge between two of them, both get the same point.
 *
 * Every decision is exact, each piece is tested for convexity, each inner edge for its other side.
 * What is degenerate (a corner on an outline, an edge along another one) or moved by rounding so that a
 * test fails is left to the triangulation, which copes with everything. */
#ifndef WENDI_WORLD_MESH_CARVE_DIRECT_H
#define WENDI_WORLD_MESH_CARVE_DIRECT_H

#include "world/mesh_carve/pieces.h"

typedef enum wendi_carve_outcome {
    WENDI_CARVE_DONE,
    WENDI_CARVE_UNABLE, /* a case for the triangulation; no pieces are made */
    WENDI_CARVE_NO_MEMORY
} wendi_carve_outcome;

/** As wendi_carve_pieces_make; never asks for extra points. */
wendi_carve_outcome wendi_carve_direct(const wendi_carve_input *input, const wend_allocator *keep,
                                       const wend_allocator *work, wendi_carve_pieces *pieces);

#endif
