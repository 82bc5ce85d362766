/* The quadtree of a graph's nodes.
 * Cost: an edit takes a step for each doubling of the extent; some 11 bytes a node. */
#include "world/graph/quadtree.h"

#include <string.h>

enum { BLOCKS_AT_ONCE = WENDI_QUADTREE_LEVELS + 1, BUCKETS_AT_ONCE = 5, MERGE_MOST = 3 };

static bool is_bucket(uint32_t link)
{
    return link != WENDI_QUADTREE_EMPTY && (link & WENDI_QUADTREE_BUCKET) != 0;
}

static wendi_quadtree_bucket *bucket_of(const wendi_quadtree *index, uint32_t link)
{
    return &index->buckets[link & ~WENDI_QUADTREE_BUCKET];
}

void wendi_quadtree_init(wendi_quadtree *index, double cell_size)
{
    memset(index, 0, sizeof *index);
    index->root = WENDI_QUADTREE_EMPTY;
    while (index->level_min + 1 < WENDI_QUADTREE_LEVELS &&
           (double)((uint64_t)2 << index->level_min) <= cell_size * WENDI_QUADTREE_UNITS) {
        ++index->level_min;
    }
    index->level = index->level_min;
}

void wendi_quadtree_free(wendi_quadtree *index, const wend_allocator *allocator)
{
    wendi_free(allocator, index->blocks, index->block_capacity * sizeof *index->blocks);
    wendi_free(allocator, index->buckets, index->bucket_capacity * sizeof *index->buckets);
    memset(index, 0, sizeof *index);
}

size_t wendi_quadtree_memory_bytes(const wendi_quadtree *index)
{
    return index->block_capacity * sizeof *index->blocks +
           index->bucket_capacity * sizeof *index->buckets;
}

/* ---- room ---- */

static void *grow(const wend_allocator *allocator, void *items, uint32_t *capacity,
                  size_t item_bytes, uint32_t more)
{
    const uint64_t wanted = (uint64_t)*capacity + (*capacity / 2 > more ? *capacity / 2 : more);
    if (wanted >= WENDI_QUADTREE_BUCKET) {
        return NULL;
    }
    void *grown = wendi_resize_items(allocator, items, *capacity, (size_t)wanted, item_bytes);
    *capacity = grown == NULL ? *capacity : (uint32_t)wanted;
    return grown;
}

bool wendi_quadtree_reserve(wendi_quadtree *index, const wend_allocator *allocator)
{
    if (index->block_capacity - index->block_count + index->block_free_count < BLOCKS_AT_ONCE) {
        wendi_quadtree_block *blocks =
            grow(allocator, index->blocks, &index->block_capacity, sizeof *blocks, BLOCKS_AT_ONCE);
        if (blocks == NULL) {
            return false;
        }
        index->blocks = blocks;
    }
    if (index->bucket_capacity - index->bucket_count + index->bucket_free_count < BUCKETS_AT_ONCE) {
        wendi_quadtree_bucket *buckets = grow(allocator, index->buckets, &index->bucket_capacity,
                                              sizeof *buckets, BUCKETS_AT_ONCE);
        if (buckets == NULL) {
            return false;
        }
        index->buckets = buckets;
    }
    return true;
}

static uint32_t acquire_block(wendi_quadtree *index)
{
    uint32_t block = index->block_count;
    if (index->block_free_count > 0) {
        block = index->block_free;
        index->block_free = index->blocks[block].links[0];
        --index->block_free_count;
    } else {
        ++index->block_count;
    }
    memset(&index->blocks[block], 0xff, sizeof index->blocks[block]);
    return block;
}

static void release_block(wendi_quadtree *index, uint32_t block)
{
    index->blocks[block].links[0] = index->block_free;
    index->block_free = block;
    ++index->block_free_count;
}

/* An empty bucket, as a link. */
static uint32_t acquire_bucket(wendi_quadtree *index, uint32_t next)
{
    uint32_t bucket = index->bucket_count;
    if (index->bucket_free_count > 0) {
        bucket = index->bucket_free;
        index->bucket_free = index->buckets[bucket].next;
        --index->bucket_free_count;
    } else {
        ++index->bucket_count;
    }
    index->buckets[bucket].count = 0;
    index->buckets[bucket].next = next;
    return bucket | WENDI_QUADTREE_BUCKET;
}

static void release_bucket(wendi_quadtree *index, uint32_t link)
{
    bucket_of(index, link)->next = index->bucket_free;
    index->bucket_free = link & ~WENDI_QUADTREE_BUCKET;
    ++index->bucket_free_count;
}

/* ---- adding ---- */

/* The one of the four cells below a cell of this level (1 or more). */
static uint32_t quarter_of(uint64_t x, uint64_t y, unsigned level)
{
    return (uint32_t)(x >> (level - 1) & 1) | (uint32_t)(y >> (level - 1) & 1) << 1;
}

/* A bucket alone has no cell below it that would have to stay where it is; a chain does. */
static bool may_just_grow(const wendi_quadtree *index)
{
    return index->root == WENDI_QUADTREE_EMPTY ||
           (is_bucket(index->root) && bucket_of(index, index->root)->next == WENDI_QUADTREE_EMPTY);
}

static void grow_root(wendi_quadtree *index, uint64_t x, uint64_t y)
{
    if (index->root == WENDI_QUADTREE_EMPTY) {
        index->level = index->level_min;
        index->x = x >> index->level;
        index->y = y >> index->level;
    }
    while (x >> index->level != index->x || y >> index->level != index->y) {
        if (!may_just_grow(index)) {
            const uint32_t block = acquire_block(index);
            index->blocks[block].links[(index->x & 1) | (index->y & 1) << 1] = index->root;
            index->root = block;
        }
        ++index->level;
        index->x >>= 1;
        index->y >>= 1;
    }
}

static void add_to_bucket(wendi_quadtree *index, uint32_t *link, uint32_t node)
{
    if (*link == WENDI_QUADTREE_EMPTY ||
        bucket_of(index, *link)->count == WENDI_QUADTREE_BUCKET_NODES) {
        *link = acquire_bucket(index, *link);
    }
    wendi_quadtree_bucket *bucket = bucket_of(index, *link);
    bucket->nodes[bucket->count++] = node;
}

/* A full bucket becomes a block of up to four. */
static void divide(wendi_quadtree *index, const wend_vec2 *positions, uint32_t *link,
                   unsigned level)
{
    const wendi_quadtree_bucket full = *bucket_of(index, *link);
    release_bucket(index, *link);
    const uint32_t block = acquire_block(index);
    for (uint32_t i = 0; i < full.count; ++i) {
        const wend_vec2 at = positions[full.nodes[i]];
        const uint32_t quarter =
            quarter_of(wendi_quadtree_unit(at.x), wendi_quadtree_unit(at.y), level);
        add_to_bucket(index, &index->blocks[block].links[quarter], full.nodes[i]);
    }
    *link = block;
}

void wendi_quadtree_add(wendi_quadtree *index, const wend_vec2 *positions, uint32_t node)
{
    const uint64_t x = wendi_quadtree_unit(positions[node].x);
    const uint64_t y = wendi_quadtree_unit(positions[node].y);
    grow_root(index, x, y);
    uint32_t *link = &index->root;
    unsigned level = index->level;
    for (;;) {
        if (is_bucket(*link) && level > index->level_min &&
            bucket_of(index, *link)->count == WENDI_QUADTREE_BUCKET_NODES) {
            divide(index, positions, link, level);
        }
        if (*link == WENDI_QUADTREE_EMPTY || is_bucket(*link)) {
            break;
        }
        link = &index->blocks[*link].links[quarter_of(x, y, level)];
        --level;
    }
    add_to_bucket(index, link, node);
}

/* ---- removing ---- */

/* The slot of a node in a chain that contains it. */
static uint32_t *find_in(const wendi_quadtree *index, wendi_quadtree_bucket *bucket, uint32_t node)
{
    for (;; bucket = bucket_of(index, bucket->next)) {
        for (uint32_t i = 0; i < bucket->count; ++i) {
            if (bucket->nodes[i] == node) {
                return &bucket->nodes[i];
            }
        }
    }
}

/* Removes a node from a bucket or chain; the last one of the first bucket takes its slot. */
static void remove_node(wendi_quadtree *index, uint32_t *link, uint32_t node)
{
    wendi_quadtree_bucket *first = bucket_of(index, *link);
    const uint32_t last = first->nodes[--first->count];
    if (last != node) {
        *find_in(index, first, node) = last;
    }
    if (first->count == 0) {
        const uint32_t emptied = *link;
        *link = first->next;
        release_bucket(index, emptied);
    }
}

/* Merges the four cells of a block to one bucket if they hold few nodes. */
static bool merge(wendi_quadtree *index, uint32_t *link)
{
    const uint32_t block = *link;
    const wendi_quadtree_block four = index->blocks[block];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 4; ++i) {
        if (four.links[i] == WENDI_QUADTREE_EMPTY) {
            continue;
        }
        if (!is_bucket(four.links[i]) ||
            bucket_of(index, four.links[i])->next != WENDI_QUADTREE_EMPTY) {
            return false;
        }
        count += bucket_of(index, four.links[i])->count;
    }
    if (count > MERGE_MOST) {
        return false;
    }
    release_block(index, block);
    *link = WENDI_QUADTREE_EMPTY;
    for (uint32_t i = 0; i < 4; ++i) {
        if (four.links[i] == WENDI_QUADTREE_EMPTY) {
            continue;
        }
        const wendi_quadtree_bucket old = *bucket_of(index, four.links[i]);
        release_bucket(index, four.links[i]);
        for (uint32_t k = 0; k < old.count; ++k) {
            add_to_bucket(index, link, old.nodes[k]);
        }
    }
    return true;
}

void wendi_quadtree_remove(wendi_quadtree *index, const wend_vec2 *positions, uint32_t node)
{
    const uint64_t x = wendi_quadtree_unit(positions[node].x);
    const uint64_t y = wendi_quadtree_unit(positions[node].y);
    uint32_t *path[WENDI_QUADTREE_LEVELS + 1];
    unsigned depth = 0;
    unsigned level = index->level;
    uint32_t *link = &index->root;
    while (!is_bucket(*link)) {
        path[depth++] = link;
        link = &index->blocks[*link].links[quarter_of(x, y, level)];
        --level;
    }
    remove_node(index, link, node);
    while (depth > 0 && merge(index, path[depth - 1])) {
        --depth;
    }
}
