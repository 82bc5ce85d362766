/* graph/quadtree.h: which nodes lie where: cells that divide where there are many nodes.
 *
 *   +-------+---+---+    Cells are squares of 2^level units of 2^-10 metres, counted from
 *   |       | 7 | 9 |    -WEND_COORDINATE_MAX, so that all borders are exact doubles. One with more
 *   | 2 5   +---+---+    than a bucket of nodes divides in four, down to level_min; there buckets
 *   |       | 1 |   |    form chains (nodes at one place). The root grows as nodes come to lie
 *   +-------+---+---+    outside of it.
 *
 * A link leads to what a cell holds: nothing, a bucket of numbers, or a block of four links (west
 * before east, low y before high y). */
#ifndef WENDI_WORLD_GRAPH_QUADTREE_H
#define WENDI_WORLD_GRAPH_QUADTREE_H

#include "base/core/memory.h"

enum {
    WENDI_QUADTREE_LEVELS = 42, /* 2^31 metres are 2^41 units, and the end counts */
    WENDI_QUADTREE_BUCKET_NODES = 6
};
#define WENDI_QUADTREE_UNITS 1024.0 /* In a metre. */
#define WENDI_QUADTREE_EMPTY UINT32_MAX
#define WENDI_QUADTREE_BUCKET UINT32_C(0x80000000)

typedef struct wendi_quadtree_bucket {
    uint32_t count;
    uint32_t next; /* In a chain, else WENDI_QUADTREE_EMPTY; also of free ones. */
    uint32_t nodes[WENDI_QUADTREE_BUCKET_NODES];
} wendi_quadtree_bucket;

typedef struct wendi_quadtree_block {
    uint32_t links[4]; /* Of free ones, [0] is the next. */
} wendi_quadtree_block;

typedef struct wendi_quadtree {
    wendi_quadtree_block *blocks;
    wendi_quadtree_bucket *buckets;
    uint32_t block_count, block_capacity, block_free, block_free_count;
    uint32_t bucket_count, bucket_capacity, bucket_free, bucket_free_count;
    uint32_t root;      /* link */
    unsigned level;     /* of the root's cell */
    unsigned level_min; /* no cell is smaller */
    uint64_t x, y;      /* which cell of its level the root is */
} wendi_quadtree;

/** An empty index whose cells are not smaller than cell_size metres (0: than a millimetre). */
void wendi_quadtree_init(wendi_quadtree *index, double cell_size);
void wendi_quadtree_free(wendi_quadtree *index, const wend_allocator *allocator);
size_t wendi_quadtree_memory_bytes(const wendi_quadtree *index);
/** Makes sure that a node can be added. @return false: no memory, nothing changed. */
bool wendi_quadtree_reserve(wendi_quadtree *index, const wend_allocator *allocator);
/** @param positions of all nodes, that of this one and those added before. */
void wendi_quadtree_add(wendi_quadtree *index, const wend_vec2 *positions, uint32_t node);
/** Before its position changes. */
void wendi_quadtree_remove(wendi_quadtree *index, const wend_vec2 *positions, uint32_t node);

/** The unit a coordinate lies in, counted from the least one there can be. */
static inline uint64_t wendi_quadtree_unit(double value)
{
    const double scaled = value * WENDI_QUADTREE_UNITS;
    int64_t whole = (int64_t)scaled;
    whole -= (double)whole > scaled ? 1 : 0;
    return (uint64_t)(whole + ((int64_t)1 << 40));
}

/** Where a unit begins. */
static inline double wendi_quadtree_coordinate(uint64_t unit)
{
    return (double)((int64_t)unit - ((int64_t)1 << 40)) / WENDI_QUADTREE_UNITS;
}

#endif
