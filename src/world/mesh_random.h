/* mesh_random.h: chance for places on meshes. */
#ifndef WENDI_MESH_RANDOM_H
#define WENDI_MESH_RANDOM_H

#include "world/mesh_store.h"

typedef struct wendi_mesh_dice {
    uint64_t seed, id, tick;
} wendi_mesh_dice;

/** In [0, 1), another number for each draw. */
double wendi_mesh_chance(const wendi_mesh_dice *dice, uint64_t draw);
/** A point of a triangle, uniform if u and v are. */
wend_vec2 wendi_mesh_in_triangle(wend_vec2 a, wend_vec2 b, wend_vec2 c, double u, double v);

#endif
