/* Random meshes with all that makes searching them hard, a search on each, and the
 * slow reference beside it.
 */
#ifndef TEST_SUPPORT_MESH_WORLD_H
#define TEST_SUPPORT_MESH_WORLD_H

#include "support/surface.h"

typedef struct mesh_world {
    uint64_t seed, draws;
    wend_mesh *mesh;
    double factors[WEND_MESH_AREAS];
    wend_mesh_space_def def;
    wend_mesh_space *space;
    wend_mesh_search *search;
    surface surface;
    double scale; /* of coordinates, against whole numbers */
} mesh_world;

/** Moved lattices, rectangles, floors with a ramp, triangulated outlines; with holes, slits, rooms
 * that touch in a point, closed polygons, forbidden flags and areas, tiny and huge coordinates. */
void mesh_world_make(mesh_world *w, uint64_t seed);
/** A space, a search and a reference on a mesh, which then belongs to the world. */
void mesh_world_on(mesh_world *w, wend_mesh *mesh, uint64_t seed);
void mesh_world_free(mesh_world *w);
/** Recomputes the reference after edits, and updates the space. */
void mesh_world_follow(mesh_world *w);
uint32_t mesh_world_below(mesh_world *w, uint32_t count);
/** Closes, opens and marks polygons at random. */
void mesh_world_edit(mesh_world *w);
/** Adds links between random locations: one-way and two-way, cheap and expensive. */
void mesh_world_link(mesh_world *w, uint32_t count);
/** A location inside of a polygon, on an edge, or at a corner; exactly there. */
wend_mesh_location mesh_world_place(mesh_world *w);
/** The reference's number of a location. */
uint32_t mesh_world_add(mesh_world *w, wend_mesh_location place);
/** Gives the reference the links of the mesh. Clears its locations. */
void mesh_world_begin(mesh_world *w);
/** Equal within 1e-9 of their size? Infinities are. */
bool mesh_world_is_near(double a, double b);
/** True if a point can move along these points over the mesh. @param points [count] */
bool mesh_world_can_go(mesh_world *w, wend_mesh_location start, const wend_vec2 *points,
                       size_t count);

#endif
