/* route_queue.h: what waits in a search, the least first.
 *
 * Order is by key, tie and node, so that what comes out depends on nothing but what is inside. Who
 * finds a node cheaper pushes it again; the dearer entry comes out later and is passed over. */
#ifndef WENDI_FLOW_ROUTE_QUEUE_H
#define WENDI_FLOW_ROUTE_QUEUE_H

#include "base/memory.h"

typedef struct wendi_route_entry {
    uint64_t key;
    uint64_t low; /* tie << 32 | node */
} wendi_route_entry;

static inline wendi_route_entry wendi_route_entry_make(uint64_t key, uint32_t tie, uint32_t node)
{
    return (wendi_route_entry){key, (uint64_t)tie << 32 | node};
}

static inline uint32_t wendi_route_entry_node(const wendi_route_entry *entry)
{
    return (uint32_t)entry->low;
}

typedef struct wendi_route_queue {
    wendi_route_entry *items;
    size_t count, capacity;
} wendi_route_queue;

/** Room for one item more in an array. False without memory: as before. */
bool wendi_route_grow(const wend_allocator *allocator, void **items, size_t *capacity, size_t count,
                      size_t size);

bool wendi_route_queue_push(wendi_route_queue *queue, const wend_allocator *allocator,
                            wendi_route_entry entry);
/** Takes the least out, items[0]; there must be one. */
void wendi_route_queue_pop(wendi_route_queue *queue);
/** Puts items whose order was changed into order again. */
void wendi_route_queue_order(wendi_route_queue *queue);
void wendi_route_queue_free(wendi_route_queue *queue, const wend_allocator *allocator);

#endif
