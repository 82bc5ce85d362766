/* A tree of rectangles, to find those near a segment or a point.
 *
 *   pair 0         [ root | - ]
 *                     |
 *   pair 7         [ box, ref | box, ref ]      two children side by side, 48 bytes
 *                     |          \\
 *   ref >= 0: pair    ...         ref < 0: leaf ~ref
 *
 * A tree and not a grid of cells: one wall across the world among thousands of short ones, or
 * ten walls in a world of 2^30 m, take 100 bytes a wall like all others, and each wall is found
 * only once, so that queries need no marks. Boxes are floats, rounded outwards. Reserving memory
 * comes first and can fail; all else takes no memory. No tree gets higher than
 * WENDI_WALL_TREE_HEIGHT: it is rebuilt before. */
#ifndef WENDI_WORLD_WALLS_TREE_H
#define WENDI_WORLD_WALLS_TREE_H

#include "wend/base.h"

enum { WENDI_WALL_TREE_HEIGHT = 60, WENDI_WALL_TREE_STACK = 64 };

#define WENDI_WALL_TREE_EMPTY INT32_MIN

typedef struct wendi_aabb {
    float low_x, low_y, high_x, high_y;
} wendi_aabb;

typedef struct wendi_wall_tree_pair {
    wendi_aabb boxes[2];
    int32_t refs[2];
    uint32_t parent; /* 2 * pair + side; of a free pair: the next free one */
    int32_t height;
} wendi_wall_tree_pair;

typedef struct wendi_wall_tree_leaf {
    wendi_aabb box;
    uint32_t slot; /* 2 * pair + side; UINT32_MAX = not in the tree */
} wendi_wall_tree_leaf;

typedef struct wendi_wall_tree {
    wendi_wall_tree_pair *pairs;  /* [capacity + 1] */
    wendi_wall_tree_leaf *leaves; /* [capacity] */
    uint32_t *order;              /* [capacity] scratch for building */
    uint32_t capacity;
    uint32_t count;     /* leaves in the tree */
    uint32_t limit;     /* leaves 0 ... limit - 1 were ever used */
    uint32_t free_pair; /* 0 = none */
    uint32_t pair_limit;
    uint32_t inserted; /* since it was built */
} wendi_wall_tree;

/** Reserves memory for leaves 0 ... count - 1. False without memory: nothing changed. */
bool wendi_wall_tree_reserve(wendi_wall_tree *tree, const wend_allocator *allocator,
                             uint32_t count);
void wendi_wall_tree_free(wendi_wall_tree *tree, const wend_allocator *allocator);
/** Empties the tree; keeps the memory. */
void wendi_wall_tree_clear(wendi_wall_tree *tree);

/** Inserts a leaf; memory must be reserved. */
void wendi_wall_tree_insert(wendi_wall_tree *tree, uint32_t leaf, wendi_aabb box);
/** Adds a leaf for the next wendi_wall_tree_build, without inserting it yet. */
void wendi_wall_tree_append(wendi_wall_tree *tree, uint32_t leaf, wendi_aabb box);
void wendi_wall_tree_remove(wendi_wall_tree *tree, uint32_t leaf);
/** Rebuilds the tree of all leaves. Time: n log n. */
void wendi_wall_tree_build(wendi_wall_tree *tree);

/** The smallest box of floats around a rectangle. */
wendi_aabb wendi_aabb_around(wend_vec2 low, wend_vec2 high);

#endif
