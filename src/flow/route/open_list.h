/* route/open_list.h: what waits in a search, the least first.
 *
 * Order is by key, tie and node, so that what comes out depends on nothing but what is inside. Who
 * finds a node cheaper pushes it again; the dearer entry comes out later and is passed over. */
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

/** Room for one item more in an array. False without memory: as before. */
bool wendi_grow_items(const wend_allocator *allocator, void **items, size_t *capacity, size_t count,
                      size_t size);

bool wendi_open_list_push(wendi_open_list *queue, const wend_allocator *allocator,
                          wendi_open_entry entry);
/** Takes the least out, items[0]; there must be one. */
void wendi_open_list_pop(wendi_open_list *queue);
/** Puts items whose order was changed into order again. */
void wendi_open_list_reorder(wendi_open_list *queue);
void wendi_open_list_free(wendi_open_list *queue, const wend_allocator *allocator);

#endif
