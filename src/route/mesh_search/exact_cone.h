/* Cones of the exact search: the view from a root between two bounds, and least lengths of paths
 * through it. For exact.c, in which all of it is inlined. */
#ifndef WENDI_ROUTE_MESH_SEARCH_EXACT_CONE_H
#define WENDI_ROUTE_MESH_SEARCH_EXACT_CONE_H

#include "route/mesh_search/search.h"

#include <math.h>

static inline double distance(wend_vec2 a, wend_vec2 b)
{
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    return sqrt(dx * dx + dy * dy);
}

static inline double cross(wend_vec2 o, wend_vec2 a, wend_vec2 b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/* The point in which the line from p through q crosses the edge from a to b. */
static inline wend_vec2 intersect(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b)
{
    const double at_a = cross(p, q, a);
    const double at_b = cross(p, q, b);
    const double whole = at_a - at_b;
    double t = at_a / whole;
    t = t > 0 ? t : 0; /* also where the line runs along the edge: 0 / 0 */
    t = t < 1 ? t : 1;
    const wend_vec2 at = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
    return at;
}

/* The view from a root between two bounds, each a line. */
typedef struct exact_cone {
    wend_vec2 root;
    wend_vec2 right_from, right_to, left_from, left_to;
    uint32_t right, left; /* bits of the bounds */
} exact_cone;

/* The part of an edge that a cone sees. */
typedef struct edge_part {
    wend_vec2 right, left;           /* where it ends */
    double to_right, to_left;        /* from the root */
    wend_vec2 edge_right, edge_left; /* the whole edge */
} edge_part;

static inline edge_part part_of(const exact_cone *c, wend_vec2 right, wend_vec2 left)
{
    edge_part p;
    p.edge_right = right;
    p.edge_left = left;
    p.right = (c->right & WENDI_BOUND_IS_END) != 0
                  ? right
                  : intersect(c->right_from, c->right_to, right, left);
    p.left = (c->left & WENDI_BOUND_IS_END) != 0 ? left
                                                 : intersect(c->left_from, c->left_to, right, left);
    p.to_right = distance(c->root, p.right);
    p.to_left = distance(c->root, p.left);
    return p;
}

/* The least length from the root through the seen part of an edge to a point. */
static inline double through(const exact_cone *c, const edge_part *p, wend_vec2 goal)
{
    const double dx = p->edge_left.x - p->edge_right.x;
    const double dy = p->edge_left.y - p->edge_right.y;
    const double beside = dx * (goal.y - p->edge_right.y) - dy * (goal.x - p->edge_right.x);
    if (beside > 0) {
        /* On the root's side of the edge: the path to the edge and back is as long as to the mirror
         * image. */
        const double scale = 2 * beside / (dx * dx + dy * dy);
        goal.x += dy * scale;
        goal.y -= dx * scale;
    }
    if (cross(c->right_from, c->right_to, goal) < 0) {
        return p->to_right + distance(p->right, goal);
    }
    if (cross(c->left_from, c->left_to, goal) > 0) {
        return p->to_left + distance(p->left, goal);
    }
    return distance(c->root, goal);
}

/* The least length from the root to the seen part of an edge. */
static inline double up_to(const exact_cone *c, const edge_part *p)
{
    const double dx = p->left.x - p->right.x;
    const double dy = p->left.y - p->right.y;
    const double square = dx * dx + dy * dy;
    const double along = (c->root.x - p->right.x) * dx + (c->root.y - p->right.y) * dy;
    double t = square > 0 ? along / square : 0;
    t = t > 0 ? t : 0;
    t = t < 1 ? t : 1;
    const wend_vec2 at = {p->right.x + dx * t, p->right.y + dy * t};
    return distance(c->root, at);
}

#endif
