/* Visibility in the exact search: the cone of ground that is seen from a root between two bounds,
 * and the corners of a cell that lie in it. For exact.c, in which all of it is inlined. */
#ifndef WENDI_ROUTE_MESH_SEARCH_EXACT_VISIBILITY_H
#define WENDI_ROUTE_MESH_SEARCH_EXACT_VISIBILITY_H

#include "base/math/bits.h"
#include "base/math/predicates.h"
#include "base/math/vec2.h"
#include "route/mesh_search/search.h"
#include <math.h>

/* ---- cones ---- */

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

/* ---- a cone in a cell ---- */

/* A cone that comes into a cell by one of its halves. Corners are counted from 1, the right end of
 * that edge, around to `count`, its left end; edge i goes from corner i to corner i + 1. */
typedef struct cell_scene {
    const wendi_mesh_half *halves; /* of the cell */
    uint32_t count, into;
    uint32_t root; /* index */
    exact_cone c;
    uint32_t right; /* the first corner from 2 on (1 if nothing bounds) not right of the cone */
    uint32_t left;  /* the last up to count - 1 (count if nothing bounds) not left of it */
    bool right_is_on, left_is_on; /* that corner lies on the bound */
} cell_scene;

static const wendi_mesh_half *corner_at(const cell_scene *s, uint32_t i)
{
    const uint32_t at = s->into + i;
    return &s->halves[at < s->count ? at : at - s->count];
}

/* The bits below one. */
static inline uint64_t below(uint32_t bit)
{
    return ((uint64_t)1 << bit) - 1;
}

/* Of corners 2 ... count - 1, as bits: which lie right of a line, and of which that is not sure. */
typedef struct corner_sides {
    uint64_t out, unsure;
} corner_sides;

static inline void classify(corner_sides *w, wend_vec2 from, wend_vec2 to, wend_vec2 corner,
                            uint32_t i)
{
    const double left = (from.x - corner.x) * (to.y - corner.y);
    const double right = (from.y - corner.y) * (to.x - corner.x);
    const double value = left - right;
    const double bound = (fabs(left) + fabs(right)) * WENDI_ORIENT_BOUND;
    w->out |= (uint64_t)(value < 0) << i;
    w->unsure |= (uint64_t)(fabs(value) <= bound) << i;
}

/* Decides the uncertain ones exactly. @return which lie on the line. */
static inline uint64_t resolve_unsure(const cell_scene *s, corner_sides *w, wend_vec2 from,
                                      wend_vec2 to)
{
    uint64_t on = 0;
    for (; w->unsure != 0; w->unsure &= w->unsure - 1) {
        const uint32_t i = wendi_ctz64(w->unsure);
        const double value = wendi_orient_exact(from, to, corner_at(s, i)->point);
        w->out = (w->out & ~((uint64_t)1 << i)) | (uint64_t)(value < 0) << i;
        on |= (uint64_t) !(value < 0 || value > 0) << i;
    }
    return on;
}

/* Classifies all corners against both bounds, without a branch for each: the next side is
 * unpredictable. Left of the left bound is right of it in the opposite direction. */
static inline void classify_all(const cell_scene *s, corner_sides *right, corner_sides *left)
{
    const exact_cone c = s->c;
    const wendi_mesh_half *const end = s->halves + s->count;
    const wendi_mesh_half *at = corner_at(s, 2);
    corner_sides r = {0, 0};
    corner_sides l = {0, 0};
    for (uint32_t i = 2; i < s->count; i++) {
        classify(&r, c.right_from, c.right_to, at->point, i);
        classify(&l, c.left_to, c.left_from, at->point, i);
        at = at + 1 == end ? s->halves : at + 1;
    }
    *right = r;
    *left = l;
}

/* True if the root lies on the line of the edge of entry, beyond this end of it. */
static inline bool is_in_line(const cell_scene *s, wend_vec2 near, wend_vec2 far)
{
    const double side = wendi_orient(s->c.root, near, far);
    return !(side < 0 || side > 0) && wendi_compare_along(near, far, s->c.root) < 0;
}

/* A cone along an edge sees only ground on the line beyond it. The cell's corners on that line on
 * the near side are on the bound too, but behind: paths there and back would never end. */
static inline bool has_corners_behind_right(const cell_scene *s)
{
    return s->right == 2 && s->right_is_on &&
           is_in_line(s, corner_at(s, 1)->point, corner_at(s, s->count)->point);
}

static inline bool has_corners_behind_left(const cell_scene *s)
{
    return s->left + 1 == s->count && s->left_is_on &&
           is_in_line(s, corner_at(s, s->count)->point, corner_at(s, 1)->point);
}

/* True if a corner lies on a bound. */
static inline bool is_on(const cell_scene *s, wend_vec2 from, wend_vec2 to, uint32_t i)
{
    const double side = wendi_orient(from, to, corner_at(s, i)->point);
    return !(side < 0 || side > 0);
}

/* The first corner beyond those behind the right end that is not right of the cone: on the line
 * again, or the left end. */
static inline void skip_behind_right(cell_scene *s)
{
    const exact_cone *c = &s->c;
    s->right = s->count;
    while (s->right > 2 && is_on(s, c->right_from, c->right_to, s->right - 1)) {
        s->right--;
    }
}

static inline void skip_behind_left(cell_scene *s)
{
    const exact_cone *c = &s->c;
    s->left = 1;
    while (s->left + 1 < s->count && is_on(s, c->left_from, c->left_to, s->left + 1)) {
        s->left++;
    }
}

/* Both leave right_is_on or left_is_on true: the ends of the edge are on the bounds. */
static inline void skip_corners_behind(cell_scene *s)
{
    if (has_corners_behind_right(s)) {
        skip_behind_right(s);
    }
    if (has_corners_behind_left(s)) {
        skip_behind_left(s);
    }
}

static inline void find_visible(cell_scene *s)
{
    const exact_cone *c = &s->c;
    corner_sides right;
    corner_sides left;
    classify_all(s, &right, &left);
    s->right = 1;
    s->left = s->count;
    s->right_is_on = s->left_is_on = false;
    if ((c->right & WENDI_BOUND_IS_ROOT) == 0) {
        const uint64_t on = resolve_unsure(s, &right, c->right_from, c->right_to);
        /* The left end of the edge is never right of the cone; it can lie on both bounds. */
        s->right = (uint32_t)wendi_ctz64(~right.out & ~(uint64_t)3);
        s->right_is_on =
            s->right == s->count
                ? !(wendi_orient(c->right_from, c->right_to, corner_at(s, s->count)->point) > 0)
                : (on >> s->right & 1) != 0;
    }
    if ((c->left & WENDI_BOUND_IS_ROOT) == 0) {
        const uint64_t on = resolve_unsure(s, &left, c->left_to, c->left_from);
        const uint64_t within = ~left.out & below(s->count) & ~(uint64_t)1;
        s->left = 63 - wendi_clz64(within);
        s->left_is_on = s->left == 1
                            ? !(wendi_orient(c->left_from, c->left_to, corner_at(s, 1)->point) < 0)
                            : (on >> s->left & 1) != 0;
    }
    skip_corners_behind(s);
}

/* The same for cells with more corners than bits. */
static inline void find_visible_one_by_one(cell_scene *s)
{
    const exact_cone *c = &s->c;
    s->right = 1;
    s->left = s->count;
    s->right_is_on = s->left_is_on = false;
    if ((c->right & WENDI_BOUND_IS_ROOT) == 0) {
        double value = wendi_orient(c->right_from, c->right_to, corner_at(s, 2)->point);
        for (s->right = 2; value < 0 && s->right < s->count;) {
            s->right++;
            value = wendi_orient(c->right_from, c->right_to, corner_at(s, s->right)->point);
        }
        s->right_is_on = !(value > 0);
    }
    if ((c->left & WENDI_BOUND_IS_ROOT) == 0) {
        s->left = s->count - 1;
        double value = wendi_orient(c->left_from, c->left_to, corner_at(s, s->left)->point);
        for (; value > 0 && s->left > 1;) {
            s->left--;
            value = wendi_orient(c->left_from, c->left_to, corner_at(s, s->left)->point);
        }
        s->left_is_on = !(value < 0);
    }
    skip_corners_behind(s);
}

static inline void bound_right(exact_cone *c, wend_vec2 end)
{
    c->right_from = c->root;
    c->right_to = end;
    c->right = wendi_vec2_is_same(end, c->root) ? WENDI_BOUND_IS_END | WENDI_BOUND_IS_ROOT
                                                : WENDI_BOUND_IS_END;
}

static inline void bound_left(exact_cone *c, wend_vec2 end)
{
    c->left_from = c->root;
    c->left_to = end;
    c->left = wendi_vec2_is_same(end, c->root) ? WENDI_BOUND_IS_END | WENDI_BOUND_IS_ROOT
                                               : WENDI_BOUND_IS_END;
}

/* Narrows the cone to its view through edge i. */
static inline void narrow(const cell_scene *s, uint32_t i, exact_cone *c)
{
    if (i >= s->right) {
        bound_right(c, corner_at(s, i)->point);
    } else if (i != 1) {
        c->right &= ~(uint32_t)WENDI_BOUND_IS_END;
    }
    if (i + 1 <= s->left) {
        bound_left(c, corner_at(s, i + 1)->point);
    } else if (i + 1 != s->count) {
        c->left &= ~(uint32_t)WENDI_BOUND_IS_END;
    }
}

#endif
