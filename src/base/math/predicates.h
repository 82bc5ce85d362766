/* Signs of geometric expressions, exact for the given doubles.
 *
 * Each test first computes the value in doubles with a bound of the error. Only where that does
 * not decide the sign it continues with expansions (sums of doubles that do not overlap), which
 * are exact. Coordinates are 0 or from 2^-100 to 2^31 in size, so that nothing over- or
 * underflows.
 *
 * Source: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
 * Predicates" (1997). */
#ifndef WENDI_BASE_MATH_PREDICATES_H
#define WENDI_BASE_MATH_PREDICATES_H

#include "wend/base.h"

#include <math.h>

/** The exact part of wendi_orient, where doubles do not decide. */
double wendi_orient_exact(wend_vec2 a, wend_vec2 b, wend_vec2 c);

/** (3 + 16 e) e with e = 2^-53: the largest error of the difference of two products, as a part of
 * the sum of their sizes. */
#define WENDI_ORIENT_BOUND 3.3306690738754716e-16

/** The side of the line from a to b on which c lies. Above 0: left; below 0: right; exactly 0: on
 * the line. The value is near twice the triangle's area; its sign is always right. */
static inline double wendi_orient(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    const double left = (a.x - c.x) * (b.y - c.y);
    const double right = (a.y - c.y) * (b.x - c.x);
    const double value = left - right;
    /* fabs is one instruction and rounds nothing. */
    const double bound = (fabs(left) + fabs(right)) * WENDI_ORIENT_BOUND;
    return fabs(value) > bound ? value : wendi_orient_exact(a, b, c);
}

/** The exact part of wendi_in_circle, where doubles do not decide. */
double wendi_in_circle_exact(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d);

/** 11 e with e = 2^-53, above the paper's (10 + 96 e) e: the largest error of the value in doubles, as
 * a part of the sum of the sizes of its terms. */
#define WENDI_CIRCLE_BOUND 1.2212453270876722e-15

/** As wendi_in_circle, but 0 wherever doubles do not decide. */
static inline double wendi_in_circle_rough(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    const double ax = a.x - d.x;
    const double ay = a.y - d.y;
    const double bx = b.x - d.x;
    const double by = b.y - d.y;
    const double cx = c.x - d.x;
    const double cy = c.y - d.y;
    const double bc = bx * cy;
    const double cb = cx * by;
    const double ca = cx * ay;
    const double ac = ax * cy;
    const double ab = ax * by;
    const double ba = bx * ay;
    const double a_square = ax * ax + ay * ay;
    const double b_square = bx * bx + by * by;
    const double c_square = cx * cx + cy * cy;
    const double value = a_square * (bc - cb) + b_square * (ca - ac) + c_square * (ab - ba);
    const double size = (fabs(bc) + fabs(cb)) * a_square + (fabs(ca) + fabs(ac)) * b_square +
                        (fabs(ab) + fabs(ba)) * c_square;
    return fabs(value) > size * WENDI_CIRCLE_BOUND ? value : 0;
}

/** Above 0: d lies inside the circle through a, b, c (counter-clockwise); below 0: outside; 0: on
 * it. */
static inline double wendi_in_circle(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    const double value = wendi_in_circle_rough(a, b, c, d);
    return value > 0 || value < 0 ? value : wendi_in_circle_exact(a, b, c, d);
}

/** The sign of |p - q|^2 - r^2. */
int wendi_compare_distance(wend_vec2 p, wend_vec2 q, double r);
/** The sign of (distance of p from the line through a and b)^2 - r^2; a and b differ. */
int wendi_compare_line_distance(wend_vec2 p, wend_vec2 a, wend_vec2 b, double r);
/** The sign of (b - a) * (p - a): before, beside or beyond a, looking towards b. */
int wendi_compare_along(wend_vec2 a, wend_vec2 b, wend_vec2 p);

/** A coordinate as the predicates need it: below 2^-100 in size it becomes 0. */
static inline double wendi_flush_coordinate(double value)
{
    return value < 7.888609052210118e-31 && value > -7.888609052210118e-31 ? 0.0 : value;
}

/** True if it is finite and at most WEND_COORDINATE_MAX in size. */
bool wendi_coordinate_is_valid(double value);

#endif
