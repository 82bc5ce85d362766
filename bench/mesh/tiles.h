/* Tiles of a mesh that are dropped and added, each with the update of a space, and paths over all of
 * them. */
#ifndef BENCH_MESH_TILES_H
#define BENCH_MESH_TILES_H

#include "wend/mesh.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct mesh_tile_row {
    size_t polygons, tiles;
    double add_us, drop_us, update_us; /* medians of all tiles; of updates of some */
    double memory;                     /* of the mesh of tiles, times that of the whole mesh */
    size_t queries, wrong;             /* lengths that differ from those of the whole mesh */
    double query_ratio;                /* mean time of a query over tiles, over the whole mesh */
} mesh_tile_row;

/** Cuts a mesh into squares of a sixteenth of its width, a metre at least, and loads all of them.
 * @param queries between random locations. @return false: a failure. */
bool mesh_tiles_measure(const wend_mesh *mesh, size_t queries, mesh_tile_row *row);

#endif
