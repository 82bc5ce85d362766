/* The format of a mesh's bytes.
 *
 * One section of bytes.h, magic "WMSH", version 1 to 4, with these numbers, little-endian:
 *
 *   polygons u32, corners u32, vertices u32, has heights u8, cell size f64,
 *   x f64, y f64 of each vertex,
 *   size u32, area u8, closed u8, flags u32 of each polygon,
 *   vertex u32, twin u32 and (with heights) height f64 of each corner,
 *   256 factors f64,
 *   slots of links u32, first free one + 1 u32; for each: generation u32, marks u8
 *   (WENDI_MESH_LINK_...), then of a free slot the next free one + 1 u32, else from x f64, y f64,
 *   polygon u32, to likewise, cost f64, user u64, behaviour u32, flags u32
 *
 *   version 2, which is written only if the mesh ever had an overlay: see overlay_file.c.
 *
 *   version 3, which is written only if the mesh ever had an obstacle: has overlays u8, overlays as in
 *   version 2 if it has, obstacles: see obstacle_file.c. The polygons and the ends of links are those
 *   of the mesh as made.
 *
 *   version 4, of meshes of tiles only: the room and the tiles (tile_file.c); then links as above, but with the
 *   height f64 of an end before its polygon; then as version 3 from overlays on. */
#ifndef WENDI_WORLD_MESH_FILE_H
#define WENDI_WORLD_MESH_FILE_H

#include "base/math/floating_point.h"

enum {
    WENDI_MESH_FILE_MAGIC = 0x48534d57,
    WENDI_MESH_FILE_VERSION = 4,
    WENDI_MESH_FILE_HEADER_BYTES = 21,
    WENDI_MESH_FILE_FACTOR_BYTES = 2048,
    WENDI_MESH_FILE_VERTEX_BYTES = 16,
    WENDI_MESH_FILE_POLYGON_BYTES = 10,
    WENDI_MESH_FILE_CORNER_BYTES = 8, /* and 8 for a height */
    WENDI_MESH_FILE_FREE_BYTES = 9,
    WENDI_MESH_FILE_LINK_BYTES = 69,
    WENDI_MESH_LINK_USED = 1,
    WENDI_MESH_LINK_TWO_WAY = 2,
    WENDI_MESH_LINK_OPEN = 4
};

#endif
