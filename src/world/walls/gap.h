/* How far rays and edges lie from each other, in doubles, with a bound of the roundings: most edges near
 * a ray need no exact test. */
#ifndef WENDI_WORLD_WALLS_GAP_H
#define WENDI_WORLD_WALLS_GAP_H

#include "base/math/clamp.h"
#include "world/walls/traversal.h"

/* Gaps are products of sizes; their roundings are less than 7 times 2^-53 of those. The rest, to 18 times,
 * is for the distance between the rays of a fan and for the roundings of the slack. */
static const double WENDI_GAP_ROUNDING = 2e-15;

/** How far an edge lies from the line of a ray, and the ray from the line of the edge, as areas of
 * parallelograms. They do not meet where one is above 0, and cross where both are below 0. */
typedef struct wendi_wall_gap {
    double edge, ray;
} wendi_wall_gap;

/** Above 0: p and q lie on one side, so far from it at least; below 0: on two sides. */
static inline double wendi_clearance(double p, double q)
{
    return wendi_max(wendi_min(p, q), -wendi_max(p, q));
}

/** @param a, b the ends of the edge, @param x, y the end of the ray, from the ray's start. */
static inline wendi_wall_gap wendi_wall_gap_between(wend_vec2 a, wend_vec2 b, double x, double y)
{
    const double a_side = x * a.y - y * a.x, b_side = x * b.y - y * b.x;
    const double start_side = a.x * b.y - a.y * b.x;
    return (wendi_wall_gap){wendi_clearance(a_side, b_side),
                            wendi_clearance(start_side, start_side + a_side - b_side)};
}

/** The roundings of gaps between one edge and rays. @param size no less than |x| + |y| of the rays. */
static inline double wendi_wall_gap_slack(wend_vec2 a, wend_vec2 b, double size)
{
    return (size + wendi_abs(a.x) + wendi_abs(a.y)) * (size + wendi_abs(b.x) + wendi_abs(b.y)) *
           WENDI_GAP_ROUNDING;
}

/** No less than |x| + |y| from a position to any end of an edge. */
static inline double wendi_walls_far(const wend_walls *walls, wend_vec2 from)
{
    if (walls->edge_count == 0) {
        return 0;
    }
    const wendi_aabb *all = &walls->edge_tree.pairs[0].boxes[0];
    return wendi_abs(from.x) + wendi_abs(from.y) + (double)wendi_max_f32(-all->low_x, all->high_x) +
           (double)wendi_max_f32(-all->low_y, all->high_y);
}

#endif
