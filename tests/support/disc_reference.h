/* The shortest path of a disc between walls, computed slowly: all lines tangent to two of all
 * circles around the ends of all walls, and all arcs between them, each tested against all walls;
 * then Dijkstra. */
#ifndef TEST_SUPPORT_DISC_REFERENCE_H
#define TEST_SUPPORT_DISC_REFERENCE_H

#include "wend/mesh.h"

typedef struct disc_walls {
    wend_vec2 *ends; /* [count][2] */
    size_t count;
} disc_walls;

/** The outer edges of a mesh. Aborts without memory. */
disc_walls disc_walls_of(const wend_mesh *mesh);
void disc_walls_free(disc_walls *walls);
/** The least distance of a line from all walls. */
double disc_walls_distance(const disc_walls *walls, wend_vec2 from, wend_vec2 to);
/** The length of the shortest path, infinity without one. Both ends have room. */
double disc_reference(const disc_walls *walls, wend_vec2 start, wend_vec2 goal, double radius);

#endif
