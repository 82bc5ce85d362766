/* Exact tests of walls against points, segments and discs that move along a
 * segment. */
#ifndef WENDI_WORLD_WALLS_INTERSECT_H
#define WENDI_WORLD_WALLS_INTERSECT_H

#include "base/math/predicates.h"
#include "world/walls/store.h"

/** Position of an edge relative to a segment. Contacts at the segment's own ends do not count. */
typedef enum wendi_intersection_kind {
    WENDI_INTERSECTION_NONE,
    WENDI_INTERSECTION_CROSSES,  /* from one side to the other, between the ends of both */
    WENDI_INTERSECTION_TOUCHES,  /* one end of the edge lies on the segment, the other beside it */
    WENDI_INTERSECTION_COLLINEAR /* on the segment's line, and partly on the segment */
} wendi_intersection_kind;

typedef struct wendi_intersection {
    wendi_intersection_kind kind;
    int side;              /* TOUCHES: 1 = the edge goes to the left, -1 = to the right */
    wend_vec2 first, last; /* TOUCHES: the point (both); COLLINEAR: the edge's ends in order */
    double fraction;       /* CROSSES: of the segment */
} wendi_intersection;

/** @param a, b the segment; they differ. */
wendi_intersection wendi_intersect_edge(wend_vec2 a, wend_vec2 b, const wendi_wall_edge *edge);

/** Order along the segment of points on its line: below 0 when p comes before q. */
static inline int wendi_order_along(wend_vec2 a, wend_vec2 b, wend_vec2 p, wend_vec2 q)
{
    if (a.x < b.x || a.x > b.x) {
        const int order = (p.x > q.x) - (p.x < q.x);
        return a.x < b.x ? order : -order;
    }
    const int order = (p.y > q.y) - (p.y < q.y);
    return a.y < b.y ? order : -order;
}

/** True if the edge is nearer than r > 0 to the segment from a to b (also a = b). */
bool wendi_wall_edge_is_nearer(wend_vec2 a, wend_vec2 b, const wendi_wall_edge *edge, double r);
/** The sign of (distance of p from the edge) - r. */
int wendi_wall_edge_compare_distance(wend_vec2 p, const wendi_wall_edge *edge, double r);

/** The point of the edge nearest to p, in doubles. */
wend_vec2 wendi_wall_edge_nearest_point(const wendi_wall_edge *edge, wend_vec2 p);

typedef enum wendi_containment { WENDI_OUTSIDE, WENDI_ON_OUTLINE, WENDI_INSIDE } wendi_containment;

/** Position of a point relative to a polygon. */
wendi_containment wendi_wall_locate_point(const wend_walls *walls, uint32_t wall, wend_vec2 p);

/** Finds out whether it is solid beside the segment from a to b, right after a, which lies on the
 * outline. @param sides [0] left, [1] right. */
void wendi_wall_solid_sides(const wend_walls *walls, uint32_t wall, wend_vec2 a, wend_vec2 b,
                            bool sides[2]);

/** True if a wall stops a point that moves from a to b. */
bool wendi_walls_block_segment(const wend_walls *walls, wend_vec2 a, wend_vec2 b, uint32_t stops);
/** The first wall that stops a point on this segment. @param hit zeroed. */
void wendi_walls_cast_ray(const wend_walls *walls, wend_vec2 from, wend_vec2 to, uint32_t stops,
                          wend_wall_hit *hit);

/** The smallest index of a polygon with the point inside, else WENDI_WALLS_NONE. */
uint32_t wendi_walls_containing(const wend_walls *walls, wend_vec2 p, uint32_t stops);

#endif
