/* Meshes, their spaces and searches in one line. Every function fails the cmocka test when
 * it cannot do its work. The caller destroys what is made. */
#ifndef TEST_SUPPORT_MESHES_H
#define TEST_SUPPORT_MESHES_H

#include "wend/mesh_search.h"

/** The default definition with these polygons. */
wend_mesh_def meshes_def(const wend_vec3 *points, size_t point_count, const uint32_t *corners,
                         const uint32_t *sizes, size_t polygon_count);
wend_mesh *meshes_make(wend_mesh_def def);
wend_mesh *meshes_of(const wend_vec3 *points, size_t point_count, const uint32_t *corners,
                     const uint32_t *sizes, size_t polygon_count);
/** Squares of a lattice, row by row from 0, 0.
 * @param pattern [height] rows of width characters: '#' is left out, a digit is the polygon's area,
 * all others have area 0. NULL = all squares. */
wend_mesh *meshes_lattice(uint32_t width, uint32_t height, double side, const char *const *pattern);

/** Adds a link from a position on the mesh to another. */
wend_mesh_link_id meshes_add_link(wend_mesh *mesh, wend_mesh_link link);
wend_mesh_link_id meshes_link(wend_mesh *mesh, wend_vec2 from, wend_vec2 to, bool is_two_way);

wend_mesh_space *mesh_spaces_make(wend_mesh_space_def def);
wend_mesh_space *mesh_spaces_on(const wend_mesh *mesh);
wend_mesh_search *mesh_searches_on(const wend_mesh_space *space);
/** The cost of the cheapest path between two positions on ground 0; -1: there is none. */
double mesh_spaces_cost(const wend_mesh_space *space, wend_vec2 from, wend_vec2 to);
double meshes_cost(const wend_mesh *mesh, wend_vec2 from, wend_vec2 to);

#endif
