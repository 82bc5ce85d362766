/* Traverses the leaves of a tree that a query must test.
 *
 * A capsule holds a disc that moves from a to b (or stays, where a = b), widened so that
 * roundings never lose a wall; the caller tests each leaf exactly. Boxes are visited roughly
 * from the nearest on, and the capsule can be shortened after a hit. */
#ifndef WENDI_WORLD_WALLS_TRAVERSAL_H
#define WENDI_WORLD_WALLS_TRAVERSAL_H

#include "world/walls/store.h"

#include <math.h>

typedef struct wendi_capsule {
    wend_vec2 low, high; /* around the rest of it */
    wend_vec2 from;
    double along_x, along_y; /* to - from */
    double size_x, size_y;   /* absolute values of along_x and along_y */
    double wide;             /* half the width, times the length */
    double reach;            /* radius, and a bit for roundings */
} wendi_capsule;

typedef struct wendi_wall_traversal {
    const wendi_wall_tree *tree;
    uint32_t waiting;
    int32_t stack[WENDI_WALL_TREE_STACK];
} wendi_wall_traversal;

static inline double wendi_abs(double x)
{
    return fabs(x); /* one instruction */
}

/** Shortens the capsule to this fraction of the segment, 0 to 1. */
static inline void wendi_capsule_shorten(wendi_capsule *capsule, double fraction)
{
    const double x = capsule->from.x + capsule->along_x * fraction;
    const double y = capsule->from.y + capsule->along_y * fraction;
    capsule->low.x = (x < capsule->from.x ? x : capsule->from.x) - capsule->reach;
    capsule->high.x = (x > capsule->from.x ? x : capsule->from.x) + capsule->reach;
    capsule->low.y = (y < capsule->from.y ? y : capsule->from.y) - capsule->reach;
    capsule->high.y = (y > capsule->from.y ? y : capsule->from.y) + capsule->reach;
}

static inline wendi_capsule wendi_capsule_make(wend_vec2 from, wend_vec2 to, double radius)
{
    wendi_capsule capsule = {.from = from, .along_x = to.x - from.x, .along_y = to.y - from.y};
    capsule.size_x = wendi_abs(capsule.along_x);
    capsule.size_y = wendi_abs(capsule.along_y);
    const double far_x = wendi_abs(from.x) + capsule.size_x;
    const double far_y = wendi_abs(from.y) + capsule.size_y;
    /* 1e-15 is a few roundings */
    capsule.reach = radius + (radius + far_x + far_y) * 4e-15;
    capsule.wide = capsule.reach * (capsule.size_x + capsule.size_y) +
                   (capsule.size_x * far_y + capsule.size_y * far_x) * 8e-15;
    wendi_capsule_shorten(&capsule, 1);
    return capsule;
}

static inline bool wendi_capsule_overlaps(const wendi_capsule *capsule, const wendi_aabb *box)
{
    const double low_x = (double)box->low_x;
    const double low_y = (double)box->low_y;
    const double high_x = (double)box->high_x;
    const double high_y = (double)box->high_y;
    if (low_x > capsule->high.x || high_x < capsule->low.x || low_y > capsule->high.y ||
        high_y < capsule->low.y) {
        return false;
    }
    const double x = 0.5 * (low_x + high_x) - capsule->from.x;
    const double y = 0.5 * (low_y + high_y) - capsule->from.y;
    const double beside = wendi_abs(capsule->along_x * y - capsule->along_y * x);
    const double half =
        0.5 * (capsule->size_x * (high_y - low_y) + capsule->size_y * (high_x - low_x));
    return beside <= half * (1 + 1e-14) + capsule->wide;
}

static inline void wendi_wall_traversal_begin(wendi_wall_traversal *traversal,
                                              const wendi_wall_tree *tree,
                                              const wendi_capsule *capsule)
{
    traversal->tree = tree;
    traversal->waiting = 0;
    if (tree->count > 0 && wendi_capsule_overlaps(capsule, &tree->pairs[0].boxes[0])) {
        traversal->stack[traversal->waiting++] = tree->pairs[0].refs[0];
    }
}

/** True if the second child's box is nearer to the start of the capsule. */
static inline bool wendi_wall_traversal_is_second_nearer(const wendi_capsule *capsule,
                                                         const wendi_aabb boxes[2])
{
    const double x = (double)boxes[1].low_x + (double)boxes[1].high_x -
                     ((double)boxes[0].low_x + (double)boxes[0].high_x);
    const double y = (double)boxes[1].low_y + (double)boxes[1].high_y -
                     ((double)boxes[0].low_y + (double)boxes[0].high_y);
    return x * capsule->along_x + y * capsule->along_y < 0;
}

/** The next leaf; false when there are no more. */
static inline bool wendi_wall_traversal_next(wendi_wall_traversal *traversal,
                                             const wendi_capsule *capsule, uint32_t *leaf)
{
    while (traversal->waiting > 0) {
        const int32_t ref = traversal->stack[--traversal->waiting];
        if (ref < 0) {
            *leaf = (uint32_t)~ref;
            return true;
        }
        const wendi_wall_tree_pair *pair = &traversal->tree->pairs[ref];
        const bool first = wendi_capsule_overlaps(capsule, &pair->boxes[0]);
        const bool second = wendi_capsule_overlaps(capsule, &pair->boxes[1]);
        const bool swaps =
            first && second && wendi_wall_traversal_is_second_nearer(capsule, pair->boxes);
        if (swaps) {
            traversal->stack[traversal->waiting++] = pair->refs[0];
        }
        if (second) {
            traversal->stack[traversal->waiting++] = pair->refs[1];
        }
        if (first && !swaps) {
            traversal->stack[traversal->waiting++] = pair->refs[0];
        }
    }
    return false;
}

#endif
