/* The open list of a search, the least entry first.
 *
 * Entries are ordered by key, tie and node, so that the order depends on nothing but the content.
 * A node that gets cheaper is pushed again; its older entry is skipped when it is popped. */
#ifndef WENDI_FLOW_ROUTE_OPEN_LIST_H
#define WENDI_FLOW_ROUTE_OPEN_LIST_H

#include "base/core/memory.h"

typedef struct wendi_open_entry {
    uint64_t key;
    uint64_t low; /* tie << 32 | node */
} wendi_open_entry;

static inline wendi_open_entry wendi_open_entry_make(uint64_t key, uint32_t tie, uint32_t node)
{
    return (wendi_open_entry){key, (uint64_t)tie << 32 | node};
}

static inline uint32_t wendi_open_entry_node(const wendi_open_entry *entry)
{
    return (uint32_t)entry->low;
}

typedef struct wendi_open_list {
    wendi_open_entry *items;
    size_t count, capacity;
} wendi_open_list;

/** Reserves room for one more item in an array. @return false: no memory, unchanged. */
bool wendi_grow_items(const wend_allocator *allocator, void **items, size_t *capacity, size_t count,
                      size_t size);

bool wendi_open_list_push(wendi_open_list *queue, const wend_allocator *allocator,
                          wendi_open_entry entry);
/** Removes the least entry, items[0]; there must be one. */
void wendi_open_list_pop(wendi_open_list *queue);
/** Restores the order after keys changed. */
void wendi_open_list_reorder(wendi_open_list *queue);
void wendi_open_list_free(wendi_open_list *queue, const wend_allocator *allocator);

#endif
