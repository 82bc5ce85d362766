/* A priority queue whose entries can be found by id.
 *
 *                    nodes[0]                 the least (key, id)
 *        nodes[1]  nodes[2]  nodes[3]  nodes[4]
 *        ...                                  children of i: 4i + 1 ... 4i + 4
 *
 *   slots[id] = index of the id's node + 1; 0 = not in the heap
 *
 * Order is by (key, id), so that the sequence of pops depends on the entries alone. Ids
 * should be small and dense: `slots` is as long as the largest id ever pushed. Popping and
 * clearing keep the memory. A zeroed heap is a valid empty one over libc. */
#ifndef WENDI_BASE_CORE_HEAP_H
#define WENDI_BASE_CORE_HEAP_H

#include "base/core/array.h"

typedef struct wendi_heap_node {
    uint64_t key;
    uint32_t id;
} wendi_heap_node;

typedef struct wendi_heap {
    wendi_heap_node *nodes;
    size_t count;
    size_t capacity;
    wendi_array_u32 slots; /* Its allocator serves the nodes too. */
} wendi_heap;

/** An empty heap that will use this allocator (NULL = libc). Allocates nothing. */
void wendi_heap_init(wendi_heap *heap, const wend_allocator *allocator);

/** Reserves memory for `count` entries with ids 0 ... id_limit-1: pushes within that cannot fail.
 * @return false when there is no memory; the content is as before. */
bool wendi_heap_reserve(wendi_heap *heap, size_t count, uint32_t id_limit);

/** Adds an id that is not in the heap. @return false when there is no memory; the content is as
 * before. */
bool wendi_heap_push(wendi_heap *heap, uint64_t key, uint32_t id);

/** Removes the least (key, id). @return false when the heap is empty. */
bool wendi_heap_pop(wendi_heap *heap, uint64_t *key, uint32_t *id);

/** Lowers the key of an id. @return false, and nothing changes, when the id is not in the heap or
 * the key is not lower than the one it has. */
bool wendi_heap_decrease(wendi_heap *heap, uint64_t key, uint32_t id);

/** Removes an id. @return false when it is not in the heap. */
bool wendi_heap_remove(wendi_heap *heap, uint32_t id);

bool wendi_heap_contains(const wendi_heap *heap, uint32_t id);

/** The key of an id that is in the heap. */
uint64_t wendi_heap_key(const wendi_heap *heap, uint32_t id);

/** Empties the heap and keeps the memory; linear in the entries. */
void wendi_heap_clear(wendi_heap *heap);

/** Frees the memory; the heap is empty and usable again. */
void wendi_heap_free(wendi_heap *heap);

#endif
