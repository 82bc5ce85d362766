/* Convex shapes over convex polygons: which overlap, and where their outlines cross.
 *
 * Every decision is exact for the given doubles. The points where outlines cross are rounded, by one
 * formula that takes its points in one order, so that two polygons that share an edge find the same
 * points on it. */
#ifndef WENDI_WORLD_MESH_CARVE_SHAPE_H
#define WENDI_WORLD_MESH_CARVE_SHAPE_H

#include "wend/base.h"

enum { WENDI_CARVE_CORNERS_MAX = 32 };

/** A strictly convex polygon, counter-clockwise. */
typedef struct wendi_carve_shape {
    wend_vec2 points[WENDI_CARVE_CORNERS_MAX];
    uint32_t count;
    wend_vec2 low, high; /* the box around it */
} wendi_carve_shape;

/** Makes a shape of the corners of a convex polygon in either direction: turns it, and leaves out
 * repeated corners and those within straight edges. @param points [count], valid coordinates.
 * @return false: it is not convex, has no area, or more than WENDI_CARVE_CORNERS_MAX corners. */
bool wendi_carve_shape_make(const wend_vec2 *points, size_t count, wendi_carve_shape *shape);

/** True if the insides of a shape and of a convex polygon have a point in common. Touching is no
 * overlap. @param points [count] counter-clockwise. */
bool wendi_carve_overlaps(const wendi_carve_shape *shape, const wend_vec2 *points, uint32_t count);

/** The point where the segments p-q and a-b cross, neither through an end of the other. @return
 * false: they do not. */
bool wendi_carve_cross(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b, wend_vec2 *at);

/** True if b lies strictly between a and c, all on one line. */
static inline bool wendi_carve_is_between(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    return a.x < c.x   ? a.x < b.x && b.x < c.x
           : a.x > c.x ? c.x < b.x && b.x < a.x
           : a.y < c.y ? a.y < b.y && b.y < c.y
                       : c.y < b.y && b.y < a.y;
}

static inline bool wendi_carve_is_same(wend_vec2 a, wend_vec2 b)
{
    return !(a.x < b.x) && !(a.x > b.x) && !(a.y < b.y) && !(a.y > b.y);
}

/** Lists the points where the outline of a shape meets an edge between its ends.
 * @param points [4].
 * @param crossings [4] 2 * edge of the shape, + 1 where that leads from the right to the left of the
 * line from p to q; UINT32_MAX: a corner of the shape lies there.
 * @return their number. */
uint32_t wendi_carve_edge_points(wend_vec2 p, wend_vec2 q, const wendi_carve_shape *shape,
                                 wend_vec2 *points, uint32_t *crossings);

#endif
