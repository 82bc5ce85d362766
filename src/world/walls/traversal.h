/* walls/traversal.h: the leaves of a tree that a question has to look at.
 *
 * A lane is the way of a disc from a to b (or a place, where a = b), a bit wider than it is, so
 * that roundings never lose a wall; who gets a leaf decides exactly. Boxes are met nearest first,
 * roughly, and the lane can be cut shorter once something was hit. */
#ifndef WENDI_WORLD_WALLS_TRAVERSAL_H
#define WENDI_WORLD_WALLS_TRAVERSAL_H

#include "world/walls/store.h"

typedef struct wendi_capsule {
    wend_vec2 low, high; /* around what is left of it */
    wend_vec2 from;
    double along_x, along_y; /* to - from */
    double size_x, size_y;   /* their sizes */
    double wide;             /* half the width, times the length */
    double reach;            /* radius, and some */
} wendi_capsule;

typedef struct wendi_wall_traversal {
    const wendi_wall_tree *tree;
    uint32_t waiting;
    int32_t stack[WENDI_WALL_TREE_STACK];
} wendi_wall_traversal;

static inline double wendi_abs(double x)
{
    return x < 0 ? -x : x;
}

/** Leaves out what lies beyond this part of the way, 0 to 1. */
static inline void wendi_capsule_shorten(wendi_capsule *lane, double fraction)
{
    const double x = lane->from.x + lane->along_x * fraction;
    const double y = lane->from.y + lane->along_y * fraction;
    lane->low.x = (x < lane->from.x ? x : lane->from.x) - lane->reach;
    lane->high.x = (x > lane->from.x ? x : lane->from.x) + lane->reach;
    lane->low.y = (y < lane->from.y ? y : lane->from.y) - lane->reach;
    lane->high.y = (y > lane->from.y ? y : lane->from.y) + lane->reach;
}

static inline wendi_capsule wendi_capsule_make(wend_vec2 from, wend_vec2 to, double radius)
{
    wendi_capsule lane = {.from = from, .along_x = to.x - from.x, .along_y = to.y - from.y};
    lane.size_x = wendi_abs(lane.along_x);
    lane.size_y = wendi_abs(lane.along_y);
    const double far_x = wendi_abs(from.x) + lane.size_x;
    const double far_y = wendi_abs(from.y) + lane.size_y;
    /* 1e-15 is some roundings */
    lane.reach = radius + (radius + far_x + far_y) * 4e-15;
    lane.wide = lane.reach * (lane.size_x + lane.size_y) +
                (lane.size_x * far_y + lane.size_y * far_x) * 8e-15;
    wendi_capsule_shorten(&lane, 1);
    return lane;
}

static inline bool wendi_capsule_overlaps(const wendi_capsule *lane, const wendi_aabb *box)
{
    const double low_x = (double)box->low_x;
    const double low_y = (double)box->low_y;
    const double high_x = (double)box->high_x;
    const double high_y = (double)box->high_y;
    if (low_x > lane->high.x || high_x < lane->low.x || low_y > lane->high.y ||
        high_y < lane->low.y) {
        return false;
    }
    const double x = 0.5 * (low_x + high_x) - lane->from.x;
    const double y = 0.5 * (low_y + high_y) - lane->from.y;
    const double beside = wendi_abs(lane->along_x * y - lane->along_y * x);
    const double half = 0.5 * (lane->size_x * (high_y - low_y) + lane->size_y * (high_x - low_x));
    return beside <= half * (1 + 1e-14) + lane->wide;
}

static inline void wendi_wall_traversal_begin(wendi_wall_traversal *walk,
                                              const wendi_wall_tree *tree,
                                              const wendi_capsule *lane)
{
    walk->tree = tree;
    walk->waiting = 0;
    if (tree->count > 0 && wendi_capsule_overlaps(lane, &tree->pairs[0].boxes[0])) {
        walk->stack[walk->waiting++] = tree->pairs[0].refs[0];
    }
}

/** Is the second child's box the nearer one to where the lane begins? */
static inline bool wendi_wall_traversal_is_second_nearer(const wendi_capsule *lane,
                                                         const wendi_aabb boxes[2])
{
    const double x = (double)boxes[1].low_x + (double)boxes[1].high_x -
                     ((double)boxes[0].low_x + (double)boxes[0].high_x);
    const double y = (double)boxes[1].low_y + (double)boxes[1].high_y -
                     ((double)boxes[0].low_y + (double)boxes[0].high_y);
    return x * lane->along_x + y * lane->along_y < 0;
}

/** The next leaf; false when there are no more. */
static inline bool wendi_wall_traversal_next(wendi_wall_traversal *walk, const wendi_capsule *lane,
                                             uint32_t *leaf)
{
    while (walk->waiting > 0) {
        const int32_t ref = walk->stack[--walk->waiting];
        if (ref < 0) {
            *leaf = (uint32_t)~ref;
            return true;
        }
        const wendi_wall_tree_pair *pair = &walk->tree->pairs[ref];
        const bool first = wendi_capsule_overlaps(lane, &pair->boxes[0]);
        const bool second = wendi_capsule_overlaps(lane, &pair->boxes[1]);
        const bool swaps =
            first && second && wendi_wall_traversal_is_second_nearer(lane, pair->boxes);
        if (swaps) {
            walk->stack[walk->waiting++] = pair->refs[0];
        }
        if (second) {
            walk->stack[walk->waiting++] = pair->refs[1];
        }
        if (first && !swaps) {
            walk->stack[walk->waiting++] = pair->refs[0];
        }
    }
    return false;
}

#endif
