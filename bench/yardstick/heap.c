/* Costs to a goal and directions of all cells of a framed map, by Dijkstra's search with a binary
 * heap.
 * Cost: logarithmic in the length of the wave front for each cell. */
#include "yardstick/flow.h"

#include <stdlib.h>
#include <string.h>

/* Cost above, cell below: one comparison orders both. */
struct yardstick_heap {
    yardstick_map *map;
    uint64_t *entries; /* [capacity] */
    size_t count, capacity;
};

yardstick_heap *yardstick_heap_create(yardstick_map *map)
{
    yardstick_heap *heap = calloc(1, sizeof *heap);
    if (heap != NULL) {
        heap->map = map;
    }
    return heap;
}

void yardstick_heap_destroy(yardstick_heap *heap)
{
    if (heap != NULL) {
        free(heap->entries);
        free(heap);
    }
}

static void push(yardstick_heap *heap, uint32_t d, uint32_t cell)
{
    if (heap->count == heap->capacity) {
        heap->capacity = heap->capacity > 0 ? 2 * heap->capacity : 4096;
        uint64_t *grown = realloc(heap->entries, heap->capacity * sizeof *grown);
        if (grown == NULL) {
            abort();
        }
        heap->entries = grown;
    }
    const uint64_t entry = (uint64_t)d << 32 | cell;
    size_t at = heap->count++;
    while (at > 0 && heap->entries[(at - 1) / 2] > entry) {
        heap->entries[at] = heap->entries[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap->entries[at] = entry;
}

static uint64_t pop(yardstick_heap *heap)
{
    uint64_t *entries = heap->entries;
    const uint64_t least = entries[0];
    const size_t count = --heap->count;
    const uint64_t moved = entries[count];
    size_t at = 0;
    for (size_t child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && entries[child + 1] < entries[child];
        if (entries[child] >= moved) {
            break;
        }
        entries[at] = entries[child];
        at = child;
    }
    entries[at] = moved;
    return least;
}

static inline void offer(yardstick_heap *heap, uint32_t *d, uint32_t cell, uint32_t value)
{
    if (value < d[cell]) {
        d[cell] = value;
        push(heap, value, cell);
    }
}

static void offer_diagonal(yardstick_heap *heap, uint32_t *d, uint32_t cell, uint32_t value)
{
    const uint32_t stride = (uint32_t)heap->map->stride;
    const bool has_east = d[cell + 1] != 0, has_west = d[cell - 1] != 0;
    if (d[cell + stride] != 0 && has_east) {
        offer(heap, d, cell + stride + 1, value);
    }
    if (d[cell + stride] != 0 && has_west) {
        offer(heap, d, cell + stride - 1, value);
    }
    if (d[cell - stride] != 0 && has_west) {
        offer(heap, d, cell - stride - 1, value);
    }
    if (d[cell - stride] != 0 && has_east) {
        offer(heap, d, cell - stride + 1, value);
    }
}

void yardstick_heap_eight(yardstick_heap *heap, uint32_t goal)
{
    const yardstick_map *map = heap->map;
    const uint32_t stride = (uint32_t)map->stride;
    uint32_t *d = map->d;
    memcpy(d, map->blank, map->cell_count * sizeof *d);
    heap->count = 0;
    d[goal] = 1;
    push(heap, 1, goal);
    while (heap->count > 0) {
        const uint64_t least = pop(heap);
        const uint32_t cell = (uint32_t)least, at = (uint32_t)(least >> 32);
        if (at != d[cell]) {
            continue;
        }
        const uint32_t straight = at + YARDSTICK_STRAIGHT * (uint32_t)map->costs[cell];
        offer(heap, d, cell + 1, straight);
        offer(heap, d, cell + stride, straight);
        offer(heap, d, cell - 1, straight);
        offer(heap, d, cell - stride, straight);
        offer_diagonal(heap, d, cell, at + YARDSTICK_DIAGONAL * (uint32_t)map->costs[cell]);
    }
    yardstick_map_flow(heap->map, goal);
}
