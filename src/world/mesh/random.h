/* mesh/random.h: chance for places on meshes. */
#ifndef WENDI_WORLD_MESH_RANDOM_H
#define WENDI_WORLD_MESH_RANDOM_H

#include "world/mesh/store.h"

typedef struct wendi_mesh_random {
    uint64_t seed, id, tick;
} wendi_mesh_random;

/** In [0, 1), another number for each draw. */
double wendi_mesh_random_unit(const wendi_mesh_random *dice, uint64_t draw);
/** A point of a triangle, uniform if u and v are. */
wend_vec2 wendi_mesh_point_in_triangle(wend_vec2 a, wend_vec2 b, wend_vec2 c, double u, double v);

#endif
