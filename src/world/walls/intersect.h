/* walls/intersect.h: what one wall means for a point or a disc that goes straight from a to b.
 * Exact. */
#ifndef WENDI_WORLD_WALLS_INTERSECT_H
#define WENDI_WORLD_WALLS_INTERSECT_H

#include "base/math/predicates.h"
#include "world/walls/store.h"

/** How an edge lies to a way. Ends of the way are not passed: what touches only there is apart. */
typedef enum wendi_intersection_kind {
    WENDI_INTERSECTION_NONE,
    WENDI_INTERSECTION_CROSSES,  /* from one side to the other, between the ends of both */
    WENDI_INTERSECTION_TOUCHES,  /* one end of the edge lies on the way, the other beside it */
    WENDI_INTERSECTION_COLLINEAR /* along the way's line, and on the way */
} wendi_intersection_kind;

typedef struct wendi_intersection {
    wendi_intersection_kind kind;
    int side;              /* TOUCHES: 1 = the edge goes to the left, -1 = to the right */
    wend_vec2 first, last; /* TOUCHES: where (both); STRETCHES: the edge's ends in order */
    double fraction;       /* CROSSES: of the way */
} wendi_intersection;

/** @param a, b the way, two places. */
wendi_intersection wendi_intersect_edge(wend_vec2 a, wend_vec2 b, const wendi_wall_edge *edge);

/** Order along the way of points on its line: below 0 when p comes before q. */
static inline int wendi_order_along(wend_vec2 a, wend_vec2 b, wend_vec2 p, wend_vec2 q)
{
    if (a.x < b.x || a.x > b.x) {
        const int order = (p.x > q.x) - (p.x < q.x);
        return a.x < b.x ? order : -order;
    }
    const int order = (p.y > q.y) - (p.y < q.y);
    return a.y < b.y ? order : -order;
}

/** Is the edge nearer than r > 0 to the way from a to b (also a = b)? */
bool wendi_wall_edge_is_nearer(wend_vec2 a, wend_vec2 b, const wendi_wall_edge *edge, double r);
/** The sign of (distance of p from the edge) - r. */
int wendi_wall_edge_compare_distance(wend_vec2 p, const wendi_wall_edge *edge, double r);

/** The edge's point nearest to p, in doubles. */
wend_vec2 wendi_wall_edge_nearest_point(const wendi_wall_edge *edge, wend_vec2 p);

typedef enum wendi_containment { WENDI_OUTSIDE, WENDI_ON_OUTLINE, WENDI_INSIDE } wendi_containment;

/** Where a point lies to a polygon. */
wendi_containment wendi_wall_locate_point(const wend_walls *walls, uint32_t wall, wend_vec2 p);

/** Is it solid beside the way from a to b, right after a, which lies on the outline?
 * @param sides [0] left, [1] right. */
void wendi_wall_solid_sides(const wend_walls *walls, uint32_t wall, wend_vec2 a, wend_vec2 b,
                            bool sides[2]);

#endif
