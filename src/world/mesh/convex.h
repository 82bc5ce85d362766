/* Convexity of the rings of meshes and of tiles that are read. */
#ifndef WENDI_WORLD_MESH_CONVEX_H
#define WENDI_WORLD_MESH_CONVEX_H

#include "base/math/predicates.h"
#include "wend/base.h"

/** A walk around a ring, corner by corner. */
typedef struct wendi_convex_walk {
    wend_vec2 a, b; /**< The last two corners. */
    int turns;      /**< Changes of direction from left to right or back. */
    bool has_area, is_bent_left;
} wendi_convex_walk;

static inline bool wendi_is_before(wend_vec2 a, wend_vec2 b)
{
    return a.x < b.x || (!(a.x > b.x) && a.y < b.y);
}

/** Begins with the last two corners of the ring. */
static inline wendi_convex_walk wendi_convex_begin(wend_vec2 a, wend_vec2 b)
{
    return (wendi_convex_walk){.a = a, .b = b, .is_bent_left = true};
}

/** Goes on to the next corner, from the first one of the ring to the last. */
static inline void wendi_convex_add(wendi_convex_walk *w, wend_vec2 c)
{
    const double side = wendi_orient(w->a, w->b, c);
    const bool has_length = wendi_is_before(w->b, c) != wendi_is_before(c, w->b);
    w->is_bent_left = w->is_bent_left && !(side < 0) && has_length;
    w->has_area = w->has_area || side > 0;
    w->turns += wendi_is_before(w->a, w->b) != wendi_is_before(w->b, c) ? 1 : 0;
    w->a = w->b;
    w->b = c;
}

/** True if the ring turned left, at least once sharply, once around, and had no edge without length. */
static inline bool wendi_convex_end(const wendi_convex_walk *w)
{
    return w->is_bent_left && w->has_area && w->turns == 2;
}

#endif
