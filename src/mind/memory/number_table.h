/* A hash table from numbers of the user's choice to indices.
 *
 *   entries [hash of key ...] -> key | index + 1        0: free; linear probing
 *
 * Entries behind a removed one move up, so nothing is left behind by removals. A zeroed table is empty. */
#ifndef WENDI_MIND_MEMORY_NUMBER_TABLE_H
#define WENDI_MIND_MEMORY_NUMBER_TABLE_H

#include "base/core/memory.h"

typedef struct wendi_number_entry {
    uint64_t key;
    uint32_t index1;
} wendi_number_entry;

typedef struct wendi_number_table {
    wendi_number_entry *entries; /* [capacity], a power of two; at most half of it is used */
    uint32_t capacity, count;
} wendi_number_table;

/** Makes room for one more key. @return false without memory; the table is as before. */
bool wendi_number_table_reserve(wendi_number_table *table, const wend_allocator *allocator);
/** Adds a key that is not in the table; there must be room. */
void wendi_number_table_add(wendi_number_table *table, uint64_t key, uint32_t index);
/** Sets the index of a key that is in the table. */
void wendi_number_table_set(wendi_number_table *table, uint64_t key, uint32_t index);
/** Removes a key that is in the table. */
void wendi_number_table_remove(wendi_number_table *table, uint64_t key);
/** The index of a key; UINT32_MAX if it has none. */
uint32_t wendi_number_table_find(const wendi_number_table *table, uint64_t key);
void wendi_number_table_free(wendi_number_table *table, const wend_allocator *allocator);

#endif
