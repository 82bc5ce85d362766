/* walls/ray.h: rays for the other files of walls. Places are valid. */
#ifndef WENDI_WORLD_WALLS_RAY_H
#define WENDI_WORLD_WALLS_RAY_H

#include "world/walls/intersect.h"

/** Is a point stopped on its way? */
bool wendi_walls_block_segment(const wend_walls *walls, wend_vec2 a, wend_vec2 b, uint32_t stops);
/** What stops it first. @param hit zeroed. */
void wendi_walls_cast_ray(const wend_walls *walls, wend_vec2 from, wend_vec2 to, uint32_t stops,
                          wend_wall_hit *hit);

#endif
