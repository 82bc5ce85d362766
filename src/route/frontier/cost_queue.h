/* A priority queue of 64-bit keys for searches on graphs: a heap with four children a node and no
 * decrease-key. A node that is reached again at a lower cost is pushed again; the older entry is
 * skipped when it is popped. Entries are ordered by (key, rest), so that the order of popping
 * depends on the contents alone. `rest` holds a coarse estimate, if there is one, above the number
 * of the node. */
#ifndef WENDI_ROUTE_FRONTIER_COST_QUEUE_H
#define WENDI_ROUTE_FRONTIER_COST_QUEUE_H

#include "base/core/memory.h"

typedef struct wendi_cost_entry {
    uint64_t key;
    uint64_t rest; /* estimate << 32 | item */
} wendi_cost_entry;

typedef struct wendi_cost_queue {
    wendi_cost_entry *entries;
    size_t count, capacity;
    size_t count_max; /* since it was cleared */
} wendi_cost_queue;

/** Makes room for twice as many; false without memory. */
bool wendi_cost_queue_grow(wendi_cost_queue *queue, const wend_allocator *allocator);
void wendi_cost_queue_destroy(wendi_cost_queue *queue, const wend_allocator *allocator);

/** Removes the least entry; the queue must not be empty. */
void wendi_cost_queue_pop(wendi_cost_queue *queue);

static inline void wendi_cost_queue_clear(wendi_cost_queue *queue)
{
    queue->count = 0;
    queue->count_max = 0;
}

/* Without branches, as no processor could foresee them. */
static inline bool wendi_cost_entry_is_less(wendi_cost_entry a, wendi_cost_entry b)
{
    return ((a.key < b.key) | ((a.key == b.key) & (a.rest < b.rest))) != 0;
}

/** Adds an entry; false without memory. */
static inline bool wendi_cost_queue_push(wendi_cost_queue *queue, uint64_t key, uint64_t rest,
                                         const wend_allocator *allocator)
{
    if (queue->count == queue->capacity && !wendi_cost_queue_grow(queue, allocator)) {
        return false;
    }
    const wendi_cost_entry entry = {key, rest};
    wendi_cost_entry *entries = queue->entries;
    size_t at = queue->count++;
    queue->count_max = queue->count > queue->count_max ? queue->count : queue->count_max;
    while (at > 0 && wendi_cost_entry_is_less(entry, entries[(at - 1) / 4])) {
        entries[at] = entries[(at - 1) / 4];
        at = (at - 1) / 4;
    }
    entries[at] = entry;
    return true;
}

#endif
