/* The open list of a search, the least entry first.
 *
 *   items  0 ... heap ... count ... later ... total     later: entries with keys beyond the limit,
 *          in the order of a heap    in any order       which become part of the heap as the limit
 *                                                       is raised
 *
 * Entries are ordered by key, tie and node, so that the order depends on nothing but the content.
 * A node that gets cheaper is pushed again; its older entry is skipped when it is popped.
 *
 * The search for one more source changes the keys of all entries and then takes few of them: only
 * those up to a limit a little above the least one are put in order. */
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
    wendi_open_entry *items; /* [total] */
    size_t count;            /* in the heap: 0 only if the list is empty */
    size_t total, capacity;
    uint64_t limit, span; /* the highest key in the heap; what it is raised by next */
    bool is_limited;
} wendi_open_list;

/** Reserves room for one more item in an array. @return false: no memory, unchanged. */
bool wendi_grow_items(const wend_allocator *allocator, void **items, size_t *capacity, size_t count,
                      size_t size);

/** Removes all entries, and the limit. */
void wendi_open_list_clear(wendi_open_list *queue);
bool wendi_open_list_push(wendi_open_list *queue, const wend_allocator *allocator,
                          wendi_open_entry entry);
/** Removes the least entry, items[0]; there must be one. */
void wendi_open_list_pop(wendi_open_list *queue);
/** Restores the order after keys of items 0 ... total - 1 changed, and total.
 * @param span keys that the limit is set above the least one; doubled each time it is reached. */
void wendi_open_list_reorder(wendi_open_list *queue, uint64_t span);
void wendi_open_list_free(wendi_open_list *queue, const wend_allocator *allocator);

#endif
