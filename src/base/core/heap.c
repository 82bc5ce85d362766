/* A priority queue over ids whose keys can be lowered while they wait.
 * Cost: log4(n) levels for each change; 16 bytes an entry and 4 for each id up to the largest.
 *
 * Four children a node instead of two: half as many levels, and four children of 16 bytes lie in
 * two cache lines (LaMarca and Ladner, "The influence of caches on the performance of heaps",
 * 1996). */
#include "base/core/heap.h"

#include "base/core/memory.h"

#include <assert.h>

enum { CHILDREN = 4, FIRST_CAPACITY = 16 };

static bool is_before(wendi_heap_node a, wendi_heap_node b)
{
    return a.key < b.key || (a.key == b.key && a.id < b.id);
}

static void put(wendi_heap *heap, size_t index, wendi_heap_node node)
{
    heap->nodes[index] = node;
    heap->slots.items[node.id] = (uint32_t)index + 1;
}

static void sift_up(wendi_heap *heap, size_t index, wendi_heap_node node)
{
    while (index > 0) {
        size_t parent = (index - 1) / CHILDREN;
        if (!is_before(node, heap->nodes[parent])) {
            break;
        }
        put(heap, index, heap->nodes[parent]);
        index = parent;
    }
    put(heap, index, node);
}

/* The least of the nodes first ... first+3 that exist. */
static size_t least_child(const wendi_heap *heap, size_t first)
{
    size_t end = heap->count - first < CHILDREN ? heap->count : first + CHILDREN;
    size_t least = first;
    for (size_t child = first + 1; child < end; child++) {
        if (is_before(heap->nodes[child], heap->nodes[least])) {
            least = child;
        }
    }
    return least;
}

static void sift_down(wendi_heap *heap, size_t index, wendi_heap_node node)
{
    /* index * CHILDREN cannot wrap: indices are 32 bits and nodes 16 bytes. */
    for (size_t first = CHILDREN * index + 1; first < heap->count; first = CHILDREN * index + 1) {
        size_t child = least_child(heap, first);
        if (!is_before(heap->nodes[child], node)) {
            break;
        }
        put(heap, index, heap->nodes[child]);
        index = child;
    }
    put(heap, index, node);
}

void wendi_heap_init(wendi_heap *heap, const wend_allocator *allocator)
{
    heap->nodes = NULL;
    heap->count = 0;
    heap->capacity = 0;
    wendi_array_u32_init(&heap->slots, allocator);
}

static bool reserve_nodes(wendi_heap *heap, size_t count)
{
    if (count <= heap->capacity) {
        return true;
    }
    size_t wanted = count > 2 * heap->capacity ? count : 2 * heap->capacity;
    wanted = wanted > FIRST_CAPACITY ? wanted : FIRST_CAPACITY;
    size_t bytes;
    if (wanted > UINT32_MAX - 1 || !wendi_size_multiply(wanted, sizeof *heap->nodes, &bytes)) {
        return false;
    }
    wendi_heap_node *nodes = wendi_resize(&heap->slots.allocator, heap->nodes,
                                          heap->capacity * sizeof *heap->nodes, bytes);
    if (nodes == NULL) {
        return false;
    }
    heap->nodes = nodes;
    heap->capacity = wanted;
    return true;
}

static bool reserve_ids(wendi_heap *heap, size_t id_limit)
{
    return id_limit <= heap->slots.count || wendi_array_u32_resize(&heap->slots, id_limit);
}

bool wendi_heap_reserve(wendi_heap *heap, size_t count, uint32_t id_limit)
{
    return reserve_nodes(heap, count) && reserve_ids(heap, id_limit);
}

bool wendi_heap_push(wendi_heap *heap, uint64_t key, uint32_t id)
{
    assert(!wendi_heap_contains(heap, id));
    if (id == UINT32_MAX || !reserve_nodes(heap, heap->count + 1) ||
        !reserve_ids(heap, (size_t)id + 1)) {
        return false;
    }
    wendi_heap_node node = {key, id};
    heap->count++;
    sift_up(heap, heap->count - 1, node);
    return true;
}

/* Fills the hole at index with the last node. */
static void close_hole(wendi_heap *heap, size_t index)
{
    heap->count--;
    if (index == heap->count) {
        return;
    }
    wendi_heap_node last = heap->nodes[heap->count];
    if (index > 0 && is_before(last, heap->nodes[(index - 1) / CHILDREN])) {
        sift_up(heap, index, last);
    } else {
        sift_down(heap, index, last);
    }
}

bool wendi_heap_pop(wendi_heap *heap, uint64_t *key, uint32_t *id)
{
    if (heap->count == 0) {
        return false;
    }
    *key = heap->nodes[0].key;
    *id = heap->nodes[0].id;
    heap->slots.items[*id] = 0;
    close_hole(heap, 0);
    return true;
}

bool wendi_heap_contains(const wendi_heap *heap, uint32_t id)
{
    return id < heap->slots.count && heap->slots.items[id] != 0;
}

uint64_t wendi_heap_key(const wendi_heap *heap, uint32_t id)
{
    assert(wendi_heap_contains(heap, id));
    return heap->nodes[heap->slots.items[id] - 1].key;
}

bool wendi_heap_decrease(wendi_heap *heap, uint64_t key, uint32_t id)
{
    if (!wendi_heap_contains(heap, id) || key >= wendi_heap_key(heap, id)) {
        return false;
    }
    wendi_heap_node node = {key, id};
    sift_up(heap, heap->slots.items[id] - 1, node);
    return true;
}

bool wendi_heap_remove(wendi_heap *heap, uint32_t id)
{
    if (!wendi_heap_contains(heap, id)) {
        return false;
    }
    size_t index = heap->slots.items[id] - 1;
    heap->slots.items[id] = 0;
    close_hole(heap, index);
    return true;
}

void wendi_heap_clear(wendi_heap *heap)
{
    for (size_t i = 0; i < heap->count; i++) {
        heap->slots.items[heap->nodes[i].id] = 0;
    }
    heap->count = 0;
}

void wendi_heap_free(wendi_heap *heap)
{
    wendi_free(&heap->slots.allocator, heap->nodes, heap->capacity * sizeof *heap->nodes);
    wendi_array_u32_free(&heap->slots);
    wendi_heap_init(heap, &heap->slots.allocator);
}
