/* The steps from given polygons to the shape of a mesh.
 *
 *     points --weld--> points --polygons: orient, cut, drop--> pieces --edges--> twins, vertices */
#ifndef WENDI_WORLD_MESH_SHAPE_SHAPE_H
#define WENDI_WORLD_MESH_SHAPE_SHAPE_H

#include "base/core/array.h"
#include "base/math/predicates.h"
#include "wend/mesh.h"

/** The wanted neighbour: any piece with the same edge. */
static const uint32_t WENDI_MESH_SHAPE_ANY = UINT32_MAX - 1;

typedef struct wendi_mesh_shape {
    const wend_mesh_def *def;
    wend_mesh_report report;
    uint32_t
        *welded_points; /* [point_count] the point that replaces it: the first one near enough */
    uint32_t *flats;    /* [point_count] the first of the remaining points with the same x and y */
    /* pieces, convex and counter-clockwise: */
    wendi_array_u32 sizes;   /* corners of each */
    wendi_array_u32 origins; /* the given polygon of each */
    wendi_array_u32 corners; /* points, piece after piece */
    wendi_array_u32 wanted;  /* given polygon beyond the edge from each corner, NONE, or ANY */
    wendi_array_u32 givens;  /* the given edge (corner of def); UINT32_MAX = a cut */
    uint32_t *twins;         /* [corners.count] */
    uint32_t *vertices;      /* [corners.count] */
    uint32_t *vertex_points; /* [corners.count]; vertex_count are used */
    uint32_t vertex_count;
} wendi_mesh_shape;

/** One polygon in work. */
typedef struct wendi_mesh_outline {
    wendi_array_u32 corners, wanted, givens;
} wendi_mesh_outline;

/** The position of a point of the shape. */
wend_vec2 wendi_mesh_shape_point(const wendi_mesh_shape *shape, uint32_t place);

/** Order of points by x, then y: monotonic along any line. */
bool wendi_mesh_shape_is_before(wend_vec2 a, wend_vec2 b);

wend_result wendi_mesh_shape_weld(wendi_mesh_shape *shape);
wend_result wendi_mesh_shape_polygons(wendi_mesh_shape *shape);
/** Cuts a simple outline into convex pieces; refuses one that crosses itself. */
wend_result wendi_mesh_shape_cut(wendi_mesh_shape *shape, const wendi_mesh_outline *outline,
                                 uint32_t origin);
/** Removes parts that go out along a line and back (and counts them; strict: refuses them). */
wend_result wendi_mesh_shape_remove_spikes(wendi_mesh_shape *shape, wendi_mesh_outline *outline);
/** The first corner from `first` on, all around, at which an outline goes back along its last
 * edge; SIZE_MAX if there is none. */
size_t wendi_mesh_outline_find_spike(const wendi_mesh_shape *shape,
                                     const wendi_mesh_outline *outline, size_t first);
/** Removes the spike at corner i, as far as it goes back. @return the corner to continue at. */
size_t wendi_mesh_outline_remove_spike(const wendi_mesh_shape *shape, wendi_mesh_outline *outline,
                                       size_t i);
/** Removes corner i and its edge. */
void wendi_mesh_outline_remove(wendi_mesh_outline *outline, size_t i);
/** True if all of an outline lies on one line, or it has fewer than 3 corners: no area. */
bool wendi_mesh_shape_is_flat(const wendi_mesh_shape *shape, const uint32_t *corners, size_t count);
/** True if it is convex, counter-clockwise and goes around once. */
bool wendi_mesh_shape_is_convex(const wendi_mesh_shape *shape, const uint32_t *corners,
                                size_t count);
/** Appends a piece. */
bool wendi_mesh_shape_add_piece(wendi_mesh_shape *shape, const wendi_mesh_outline *outline,
                                uint32_t origin);
wend_result wendi_mesh_shape_remove_duplicates(wendi_mesh_shape *shape);
wend_result wendi_mesh_shape_edges(wendi_mesh_shape *shape);
wend_result wendi_mesh_shape_vertices(wendi_mesh_shape *shape);

/** Reports a polygon and corner; returns WEND_ERROR_ARGUMENT. */
wend_result wendi_mesh_shape_refuse(const wendi_mesh_shape *shape, uint32_t polygon,
                                    uint32_t corner, const char *what);
/** The same for an edge, given by its corner in def. */
wend_result wendi_mesh_shape_refuse_edge(const wendi_mesh_shape *shape, uint32_t given,
                                         const char *what);
wend_result wendi_mesh_shape_no_memory(const wendi_mesh_shape *shape);

#endif
