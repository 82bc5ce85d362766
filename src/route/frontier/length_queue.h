/* A priority queue of doubles, the least first. The order of equal keys depends on the order of
 * pushes and pops alone, so it is the same on every machine. Four children a node, no decrease-key:
 * outdated entries are skipped when they are popped. */
#ifndef WENDI_ROUTE_FRONTIER_LENGTH_QUEUE_H
#define WENDI_ROUTE_FRONTIER_LENGTH_QUEUE_H

#include "base/core/memory.h"

typedef struct wendi_length_entry {
    double key;
    uint32_t number;
} wendi_length_entry;

typedef struct wendi_length_queue {
    wendi_length_entry *entries; /* [capacity] */
    size_t count, capacity;
    size_t count_max;
} wendi_length_queue;

static inline bool wendi_length_entry_is_less(wendi_length_entry a, wendi_length_entry b)
{
    return a.key < b.key;
}

static inline bool wendi_length_queue_reserve(wendi_length_queue *queue, size_t count,
                                              const wend_allocator *allocator)
{
    if (count <= queue->capacity) {
        return true;
    }
    const size_t capacity = count < 256 ? 256 : count + count / 2;
    wendi_length_entry *entries = wendi_resize(
        allocator, queue->entries, queue->capacity * sizeof *entries, capacity * sizeof *entries);
    if (entries == NULL) {
        return false;
    }
    queue->entries = entries;
    queue->capacity = capacity;
    return true;
}

/** There must be room. */
static inline void wendi_length_queue_push(wendi_length_queue *queue, wendi_length_entry entry)
{
    size_t at = queue->count++;
    while (at > 0) {
        const size_t parent = (at - 1) / 4;
        if (!wendi_length_entry_is_less(entry, queue->entries[parent])) {
            break;
        }
        queue->entries[at] = queue->entries[parent];
        at = parent;
    }
    queue->entries[at] = entry;
    queue->count_max = queue->count > queue->count_max ? queue->count : queue->count_max;
}

/* The least of the up to four children from `first` on. */
static inline size_t wendi_length_queue_least(const wendi_length_queue *queue, size_t first)
{
    const wendi_length_entry *e = queue->entries;
    if (first + 4 > queue->count) {
        size_t least = first;
        for (size_t i = first + 1; i < queue->count; i++) {
            least = e[i].key < e[least].key ? i : least;
        }
        return least;
    }
    /* Two pairs at once, chosen without branches. */
    const size_t a = first + (e[first + 1].key < e[first].key);
    const size_t b = first + 2 + (e[first + 3].key < e[first + 2].key);
    return e[b].key < e[a].key ? b : a;
}

/** Replaces the least entry; the queue must not be empty. */
static inline void wendi_length_queue_replace(wendi_length_queue *queue, wendi_length_entry entry)
{
    size_t at = 0;
    for (size_t first = 1; first < queue->count; first = 4 * at + 1) {
        const size_t least = wendi_length_queue_least(queue, first);
        if (!wendi_length_entry_is_less(queue->entries[least], entry)) {
            break;
        }
        queue->entries[at] = queue->entries[least];
        at = least;
    }
    queue->entries[at] = entry;
}

/** Removes the least entry; the queue must not be empty. */
static inline wendi_length_entry wendi_length_queue_pop(wendi_length_queue *queue)
{
    const wendi_length_entry top = queue->entries[0];
    queue->count--;
    if (queue->count > 0) {
        wendi_length_queue_replace(queue, queue->entries[queue->count]);
    }
    return top;
}

static inline void wendi_length_queue_free(wendi_length_queue *queue,
                                           const wend_allocator *allocator)
{
    wendi_free(allocator, queue->entries, queue->capacity * sizeof *queue->entries);
    queue->entries = NULL;
    queue->count = queue->capacity = 0;
}

#endif
