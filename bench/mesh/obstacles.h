/* Obstacles in a mesh, each edit followed by the update of a space. */
#ifndef BENCH_MESH_OBSTACLES_H
#define BENCH_MESH_OBSTACLES_H

#include "mesh/edits.h"

enum { MESH_OBSTACLES_MANY = 1000 };

typedef struct mesh_obstacle_row {
    size_t polygons;
    mesh_edit_times place, move, remove; /* one at a time, the only one */
    mesh_edit_times among;               /* a move of one of MESH_OBSTACLES_MANY */
    double many_ms, walk_ms;             /* all of them move by some half a metre, or 5 cm, in one
                                            edit; medians of the steps */
    double update_ms, walk_update_ms;    /* of that, the update of the space */
    double many_pool_ms, walk_pool_ms;   /* all of it, with a thread for each processor */
    double walk_stay_ms;                 /* with pieces that stay */
    double remake_us;                    /* the mesh and a space made anew; least */
    double detour_ns;                    /* closing a polygon by Detour's flag; see edits.h */
} mesh_obstacle_row;

/** Discs of a metre across with 12 corners, at random points of the mesh, which move by up to half a
 * metre. Of the times of a place the least of all runs counts. @return false: a failure. */
bool mesh_obstacles_measure(wend_mesh *mesh, size_t count, size_t runs, mesh_obstacle_row *row);

#endif
