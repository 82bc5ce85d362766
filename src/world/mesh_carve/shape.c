/* Convex shapes over convex polygons.
 * Cost: some 3 ns for each corner of one against each edge of the other. */
#include "world/mesh_carve/shape.h"

#include "base/math/predicates.h"

#include <math.h>
#include <string.h>

/* ---- making ---- */

static bool add_corner(wendi_carve_shape *shape, wend_vec2 at)
{
    if (shape->count > 0 && wendi_carve_is_same(shape->points[shape->count - 1], at)) {
        return true;
    }
    if (shape->count == WENDI_CARVE_CORNERS_MAX) {
        return false;
    }
    shape->points[shape->count++] = at;
    return true;
}

static void remove_corner(wendi_carve_shape *shape, uint32_t i)
{
    shape->count--;
    memmove(shape->points + i, shape->points + i + 1, (shape->count - i) * sizeof shape->points[0]);
}

static bool goes_right(wend_vec2 a, wend_vec2 b)
{
    return a.x < b.x || (!(a.x > b.x) && a.y < b.y);
}

/* Only left turns, once around. */
static bool is_strictly_convex(const wendi_carve_shape *shape)
{
    uint32_t turns = 0;
    wend_vec2 a = shape->points[shape->count - 2];
    wend_vec2 b = shape->points[shape->count - 1];
    for (uint32_t i = 0; i < shape->count; i++) {
        const wend_vec2 c = shape->points[i];
        if (!(wendi_orient(a, b, c) > 0)) {
            return false;
        }
        turns += goes_right(a, b) != goes_right(b, c) ? 1 : 0;
        a = b;
        b = c;
    }
    return turns == 2;
}

bool wendi_carve_shape_make(const wend_vec2 *points, size_t count, wendi_carve_shape *shape)
{
    shape->count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!add_corner(shape, (wend_vec2){wendi_flush_coordinate(points[i].x),
                                           wendi_flush_coordinate(points[i].y)})) {
            return false;
        }
    }
    while (shape->count > 1 &&
           wendi_carve_is_same(shape->points[0], shape->points[shape->count - 1])) {
        shape->count--;
    }
    for (uint32_t i = 0; i < shape->count && shape->count >= 3;) {
        const wend_vec2 a = shape->points[i == 0 ? shape->count - 1 : i - 1];
        const wend_vec2 b = shape->points[i];
        const wend_vec2 c = shape->points[i + 1 == shape->count ? 0 : i + 1];
        const double side = wendi_orient(a, b, c);
        if (!(side > 0) && !(side < 0)) {
            remove_corner(shape, i);
            i = i == 0 ? 0 : i - 1;
        } else {
            i++;
        }
    }
    if (shape->count < 3) {
        return false;
    }
    if (wendi_orient(shape->points[0], shape->points[1], shape->points[2]) < 0) {
        for (uint32_t i = 0, k = shape->count - 1; i < k; i++, k--) {
            const wend_vec2 at = shape->points[i];
            shape->points[i] = shape->points[k];
            shape->points[k] = at;
        }
    }
    shape->low = shape->high = shape->points[0];
    for (uint32_t i = 1; i < shape->count; i++) {
        const wend_vec2 at = shape->points[i];
        shape->low.x = at.x < shape->low.x ? at.x : shape->low.x;
        shape->low.y = at.y < shape->low.y ? at.y : shape->low.y;
        shape->high.x = at.x > shape->high.x ? at.x : shape->high.x;
        shape->high.y = at.y > shape->high.y ? at.y : shape->high.y;
    }
    return is_strictly_convex(shape);
}

/* ---- overlap ---- */

/* True if the line along an edge of one convex polygon has all of another one on its right, or on
 * itself. */
static bool is_parted(const wend_vec2 *points, uint32_t count, const wend_vec2 *others,
                      uint32_t other_count)
{
    wend_vec2 a = points[count - 1];
    for (uint32_t i = 0; i < count; i++) {
        const wend_vec2 b = points[i];
        uint32_t k = 0;
        while (k < other_count && !(wendi_orient(a, b, others[k]) > 0)) {
            k++;
        }
        if (k == other_count) {
            return true;
        }
        a = b;
    }
    return false;
}

bool wendi_carve_overlaps(const wendi_carve_shape *shape, const wend_vec2 *points, uint32_t count)
{
    return !is_parted(points, count, shape->points, shape->count) &&
           !is_parted(shape->points, shape->count, points, count);
}

/* ---- crossings ---- */

static double within(double value, double a, double b)
{
    const double low = a < b ? a : b;
    const double high = a < b ? b : a;
    return value < low ? low : value > high ? high : value;
}

static bool are_apart(double a, double b)
{
    return (a > 0 && b < 0) || (a < 0 && b > 0);
}

bool wendi_carve_cross(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b, wend_vec2 *at)
{
    if (!are_apart(wendi_orient(p, q, a), wendi_orient(p, q, b))) {
        return false;
    }
    const double of_p = wendi_orient(a, b, p);
    const double of_q = wendi_orient(a, b, q);
    if (!are_apart(of_p, of_q)) {
        return false;
    }
    const double t = of_p / (of_p - of_q);
    at->x = wendi_flush_coordinate(within(p.x + (q.x - p.x) * t, p.x, q.x));
    at->y = wendi_flush_coordinate(within(p.y + (q.y - p.y) * t, p.y, q.y));
    return true;
}

uint32_t wendi_carve_edge_points(wend_vec2 p, wend_vec2 q, const wendi_carve_shape *shape,
                                 wend_vec2 *points, uint32_t *crossings)
{
    if ((p.x < shape->low.x && q.x < shape->low.x) ||
        (p.x > shape->high.x && q.x > shape->high.x) ||
        (p.y < shape->low.y && q.y < shape->low.y) ||
        (p.y > shape->high.y && q.y > shape->high.y)) {
        return 0;
    }
    uint32_t count = 0;
    wend_vec2 a = shape->points[shape->count - 1];
    double of_a = wendi_orient(p, q, a);
    for (uint32_t i = 0; i < shape->count && count < 4; i++) {
        const wend_vec2 b = shape->points[i];
        const double of_b = wendi_orient(p, q, b);
        if (!(of_b < 0) && !(of_b > 0)) {
            if (wendi_carve_is_between(p, b, q)) {
                crossings[count] = UINT32_MAX;
                points[count++] = b;
            }
        } else if (are_apart(of_a, of_b) && wendi_carve_cross(p, q, a, b, &points[count]) &&
                   !wendi_carve_is_same(points[count], p) &&
                   !wendi_carve_is_same(points[count], q)) {
            crossings[count++] = 2 * (i == 0 ? shape->count - 1 : i - 1) + (of_b > 0 ? 1 : 0);
        }
        a = b;
        of_a = of_b;
    }
    return count;
}
