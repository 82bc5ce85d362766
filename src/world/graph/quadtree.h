/* The nodes of a graph by position, in cells that divide where there are many nodes.
 *
 *   +-------+---+---+    Cells are squares of 2^level units of 2^-10 metres, counted from
 *   |       | 7 | 9 |    -WEND_COORDINATE_MAX, so that all borders are exact doubles. A cell with
 *   | 2 5   +---+---+    more than a bucket of nodes divides in four, down to level_min; there
 *   |       | 1 |   |    buckets form chains (nodes at one position). The root grows when a node
 *   +-------+---+---+    lies outside of it.
 *
 * A link leads to the content of a cell: nothing, a bucket of numbers, or a block of four links
 * (west before east, low y before high y). */
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
    uint32_t root;      /* a link */
    unsigned level;     /* level of the root's cell */
    unsigned level_min; /* level of the smallest cells */
    uint64_t x, y;      /* coordinates of the root among the cells of its level */
} wendi_quadtree;

/** Initialises an empty tree whose cells are no smaller than cell_size metres (0: a millimetre). */
void wendi_quadtree_init(wendi_quadtree *index, double cell_size);
void wendi_quadtree_free(wendi_quadtree *index, const wend_allocator *allocator);
size_t wendi_quadtree_memory_bytes(const wendi_quadtree *index);
/** Reserves memory to add a node. @return false: no memory, nothing changed. */
bool wendi_quadtree_reserve(wendi_quadtree *index, const wend_allocator *allocator);
/** @param positions of all nodes: of this one and those added before. */
void wendi_quadtree_add(wendi_quadtree *index, const wend_vec2 *positions, uint32_t node);
/** Must come before the node's position changes. */
void wendi_quadtree_remove(wendi_quadtree *index, const wend_vec2 *positions, uint32_t node);

/** The unit of a coordinate, counted from the least possible one. */
static inline uint64_t wendi_quadtree_unit(double value)
{
    const double scaled = value * WENDI_QUADTREE_UNITS;
    int64_t whole = (int64_t)scaled;
    whole -= (double)whole > scaled ? 1 : 0;
    return (uint64_t)(whole + ((int64_t)1 << 40));
}

/** The start of a unit. */
static inline double wendi_quadtree_coordinate(uint64_t unit)
{
    return (double)((int64_t)unit - ((int64_t)1 << 40)) / WENDI_QUADTREE_UNITS;
}

#endif
