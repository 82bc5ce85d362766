/* Navigation meshes with queries whose shortest lengths are known.
 *
 * Files have "verts" (x, y, z in a row, y up), "polys" (lists of vertex numbers) and "queries"
 * (start and goal, three numbers each, the shortest length in the ground plane, the length that
 * Detour found). Read as x, z, y, so that z is up; polygons are counter-clockwise. Corners of
 * baked meshes, rounded to 32-bit floats in the file, are moved back to their lattice. */
#ifndef BENCH_MEASURE_GOLDEN_JSON_H
#define BENCH_MEASURE_GOLDEN_JSON_H

#include "wend/mesh.h"

enum { GOLDEN_NAME_CAPACITY = 64, GOLDEN_ERROR_CAPACITY = 256 };

typedef struct golden_query {
    wend_vec3 start, goal;
    double length;        /* the shortest, rounded to 6 decimals */
    double detour_length; /* Detour's length when the file was made */
} golden_query;

typedef struct golden_mesh {
    char name[GOLDEN_NAME_CAPACITY]; /* the file's, without folder and ending */
    wend_vec3 *points;
    size_t point_count;
    uint32_t *corners, *sizes;
    size_t corner_count, polygon_count;
    golden_query *queries;
    size_t query_count;
} golden_mesh;

/** Reads a file. @param error [GOLDEN_ERROR_CAPACITY]; written on failure.
 * @return false: not there, not understood, no memory. */
bool golden_load(golden_mesh *golden, const char *path, char *error);
void golden_free(golden_mesh *golden);
/** The mesh of its polygons. Results as wend_mesh_create. */
wend_result golden_make(const golden_mesh *golden, wend_mesh **mesh, wend_message *message);
/** The location of an end of a query: in the polygon under it, else the nearest within a hundredth
 * of a metre, because coordinates are rounded. @return false: none. */
bool golden_place(const wend_mesh *mesh, wend_vec3 at, wend_mesh_location *place);
/** True if a length is within 1e-6 of the golden one, or 5e-6 metres. */
bool golden_is_right(double length, double golden);

#endif
